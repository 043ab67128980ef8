//! Types that contain themselves: where a `$ref` may be, and what its target may be called.

use super::{breaches, is_refused, is_taken, leak, name, names, shape_of, union};
use crate::schema::dialect::Dialect;
use crate::schema::samples::{field, list, object};
use crate::schema::{FieldShape, ObjectShape, ReferenceShape, Shape, Tagging};

fn tree() -> &'static Shape {
    &TREE
}

pub(super) static TREE: Shape = Shape::Object(&ObjectShape {
    name: "Tree",
    ..object("", &[field("nodes", &NODES)])
});
const NODES: Shape = list(&Shape::Reference(&ReferenceShape {
    name: "Tree",
    shape: tree,
    max_depth: 3,
    own: false,
}));

fn chain() -> &'static Shape {
    &CHAIN
}

static CHAIN: Shape = Shape::Object(&ObjectShape {
    name: "Chain",
    ..object(
        "",
        &[FieldShape {
            required: false,
            ..field("next", &NEXT)
        }],
    )
});
const NEXT: Shape = Shape::Optional(&Shape::Reference(&ReferenceShape {
    name: "Chain",
    shape: chain,
    max_depth: 3,
    own: false,
}));

#[test]
fn types_inside_themselves() {
    for dialect in [Dialect::JsonSchema, Dialect::OpenAiStrict] {
        is_taken(dialect, &TREE);
        is_taken(dialect, &CHAIN);
    }
    is_taken(Dialect::GeminiJson, &CHAIN);
    is_refused(
        Dialect::GeminiJson,
        &TREE,
        "`Tree.nodes[]`: Gemini's JSON Schema accepts a recursive type only in an optional field",
    );
    for dialect in [
        Dialect::Anthropic,
        Dialect::GeminiOpenApi,
        Dialect::Ollama,
        Dialect::XAi,
        Dialect::DeepSeek,
    ] {
        let breaches = [breaches(dialect, &TREE), breaches(dialect, &CHAIN)].concat();
        assert_eq!(breaches.len(), 2);
        assert!(
            breaches[0].starts_with("`nodes[]`: ") && breaches[0].contains("does not accept recursive types"),
            "{breaches:?}"
        );
        assert!(breaches[1].starts_with("`next`: "), "{breaches:?}");
    }
}

/// A tree of this name inside another type, so that it is a definition wherever types that contain themselves are taken.
fn around_tree(text: String) -> Vec<FieldShape> {
    let name = name(text);
    let inside = Shape::Reference(leak(ReferenceShape {
        name,
        shape: tree,
        max_depth: 3,
        own: false,
    }));
    let tree = ObjectShape {
        name,
        ..object("", leak([field("nodes", leak(list(leak(inside))))]))
    };
    vec![field("tree", leak(Shape::Object(leak(tree))))]
}

#[test]
fn names_of_definitions() {
    let called = |text: String| shape_of(around_tree(text));
    for dialect in [Dialect::OpenAiStrict, Dialect::AzureOpenAi] {
        is_taken(dialect, called("a".repeat(64)));
        is_taken(dialect, called("A-z_09".to_owned()));
        for refused in ["a".repeat(65), "a b".to_owned(), "Pr\u{fc}fung".to_owned()] {
            let breaches = breaches(dialect, called(refused.clone()));
            assert!(
                breaches.len() == 1
                    && breaches[0].starts_with(&format!("`{refused}`: "))
                    && breaches[0]
                        .contains("names of ASCII letters, digits, `_` and `-` for recursive types, at most 64"),
                "{breaches:?}"
            );
        }
    }
    // These take the name wherever it goes.
    is_taken(Dialect::JsonSchema, called("a".repeat(65)));
    is_taken(Dialect::GeminiJson, shape_of(vec![optional_chain("a".repeat(65))]));
}

/// A chain of this name as an optional field.
fn optional_chain(text: String) -> FieldShape {
    let name = name(text);
    let next = Shape::Optional(leak(Shape::Reference(leak(ReferenceShape {
        name,
        shape: chain,
        max_depth: 3,
        own: false,
    }))));
    let link = FieldShape {
        required: false,
        ..field("next", leak(next))
    };
    let chain = ObjectShape {
        name,
        ..object("", leak([link]))
    };
    FieldShape {
        required: false,
        ..field("chain", leak(Shape::Optional(leak(Shape::Object(leak(chain))))))
    }
}

#[test]
fn characters_of_definitions() {
    // `tree`, `value`, `Tree` and `nodes` are the other names.
    let long = |count: usize| {
        let mut fields = around_tree("Tree".to_owned());
        fields.push(field("value", names(["x".repeat(count)])));
        shape_of(fields)
    };
    is_taken(Dialect::OpenAiStrict, long(120_000 - 18));
    is_refused(
        Dialect::OpenAiStrict,
        long(120_000 - 17),
        "`Tree.nodes`: OpenAI's strict mode accepts at most 120000 characters in all names and values of enums together, and this type has 120001: ",
    );
    is_refused(
        Dialect::OpenAiStrict,
        long(120_000 - 9),
        "`Tree`: OpenAI's strict mode accepts at most 120000 characters in all names and values of enums together, and this type has 120009: ",
    );
}

#[test]
fn a_reference_beside_a_tag() {
    let inside = leak(Shape::Reference(leak(ReferenceShape {
        name: "Tree",
        shape: tree,
        max_depth: 3,
        own: false,
    })));
    let of = |tagging: Tagging| {
        let either = union(tagging, &[Some(&TREE), Some(inside)]);
        shape_of(vec![field("either", either)])
    };
    for dialect in [Dialect::OpenAiStrict, Dialect::AzureOpenAi] {
        is_refused(
            dialect,
            of(Tagging::Internal { tag: "kind" }),
            &format!(
                "`either(V1)`: {} accepts no `$ref` next to a tag: ",
                dialect.rules().name
            ),
        );
        let content = Tagging::Adjacent {
            tag: "kind",
            content: "value",
        };
        is_taken(dialect, of(content));
        is_taken(dialect, of(Tagging::External));
    }
    is_taken(Dialect::JsonSchema, of(Tagging::Internal { tag: "kind" }));
}
