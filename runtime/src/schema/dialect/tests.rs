//! Limits, each at its number and one beyond it.

use super::Dialect;
use super::breach::request_name;
use super::measure::Measure;
use super::rules::LARGE_ENUM;
use crate::schema::constant::Notation;
use crate::schema::samples::{TEXT, field, list, object, variant, written};
use crate::schema::{
    FieldShape, NamesShape, ObjectShape, ReferenceShape, Shape, Tagging, UnionShape, UnionVariantShape, VariantShape,
};

/// What the dialect says against the shape, each with its place.
fn breaches(dialect: Dialect, shape: &'static Shape) -> Vec<String> {
    let text = written(Notation::Breaches(dialect), shape);
    text.lines().map(str::to_owned).collect()
}

fn is_taken(dialect: Dialect, shape: &'static Shape) {
    assert_eq!(breaches(dialect, shape), [""; 0], "{dialect:?}");
}

/// The only thing that the dialect says against the shape begins like this.
fn is_refused(dialect: Dialect, shape: &'static Shape, message: &str) {
    let breaches = breaches(dialect, shape);
    assert!(
        breaches.len() == 1 && breaches[0].starts_with(message),
        "{dialect:?}: {breaches:#?}"
    );
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn name(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn shape_of(fields: Vec<FieldShape>) -> &'static Shape {
    leak(Shape::Object(leak(object("", Box::leak(fields.into_boxed_slice())))))
}

/// An object of `count` members of one shape.
fn members(count: usize, shape: &'static Shape) -> &'static Shape {
    shape_of(
        (0..count)
            .map(|number| field(name(format!("f{number}")), shape))
            .collect(),
    )
}

fn optional(shape: &'static Shape) -> impl Fn(usize) -> FieldShape {
    let shape = leak(Shape::Optional(shape));
    move |number| FieldShape {
        required: false,
        ..field(name(format!("o{number}")), shape)
    }
}

fn defaulted(number: usize) -> FieldShape {
    FieldShape {
        required: false,
        default: Some("\"\""),
        ..field(name(format!("d{number}")), &TEXT)
    }
}

fn names(values: impl IntoIterator<Item = String>) -> &'static Shape {
    let variants: Vec<VariantShape> = values.into_iter().map(|value| variant(name(value), "")).collect();
    leak(Shape::Names(leak(NamesShape {
        example: None,
        name: "Names",
        doc: "",
        variants: Box::leak(variants.into_boxed_slice()),
    })))
}

fn union(tagging: Tagging, shapes: &[Option<&'static Shape>]) -> &'static Shape {
    let variants: Vec<UnionVariantShape> = shapes
        .iter()
        .enumerate()
        .map(|(number, shape)| UnionVariantShape {
            name: name(format!("V{number}")),
            doc: "",
            aliases: &[],
            shape: *shape,
        })
        .collect();
    leak(Shape::Union(leak(UnionShape {
        example: None,
        name: "Union",
        doc: "",
        tagging,
        variants: Box::leak(variants.into_boxed_slice()),
    })))
}

/// Objects inside each other, so many levels deep.
fn nested(levels: usize) -> &'static Shape {
    (1..levels).fold(members(1, &TEXT), |inner, _| members(1, inner))
}

#[test]
fn members_of_all_objects_together() {
    // Fifty members, each an object of ninety-nine, are 5,000.
    let ninety_nine = members(99, &TEXT);
    is_taken(Dialect::OpenAiStrict, members(50, ninety_nine));
    let mut fields: Vec<FieldShape> = (0..50)
        .map(|number| field(name(format!("f{number}")), ninety_nine))
        .collect();
    fields.push(field("last", &TEXT));
    is_refused(
        Dialect::OpenAiStrict,
        shape_of(fields),
        "`last`: OpenAI's strict mode takes at most 5000 members of all objects together, and here are 5001: ",
    );
    is_taken(Dialect::AzureOpenAi, members(100, &TEXT));
    is_refused(
        Dialect::AzureOpenAi,
        members(101, &TEXT),
        "`f100`: Azure OpenAI takes at most 100 members of all objects together, and here are 101: ",
    );
    is_taken(Dialect::Cohere, members(200, &TEXT));
    is_refused(
        Dialect::Cohere,
        members(201, &TEXT),
        "`f200`: Cohere takes at most 200 members of all objects together, and here are 201: ",
    );
}

#[test]
fn members_that_a_reshaping_adds_are_counted_too() {
    // A map is a list of pairs, and the root of a list is put into an object.
    let map = leak(Shape::Map {
        key: &TEXT,
        value: &TEXT,
    });
    let mut fields: Vec<FieldShape> = (0..97).map(|number| field(name(format!("f{number}")), &TEXT)).collect();
    fields.push(field("map", map));
    is_taken(Dialect::AzureOpenAi, shape_of(fields.clone()));
    fields.push(field("more", &TEXT));
    is_refused(
        Dialect::AzureOpenAi,
        shape_of(fields),
        "`more`: Azure OpenAI takes at most 100 members",
    );
    is_taken(Dialect::AzureOpenAi, leak(list(members(99, &TEXT))));
    is_refused(
        Dialect::AzureOpenAi,
        leak(list(members(100, &TEXT))),
        "`[].f99`: Azure OpenAI takes at most 100 members",
    );
}

#[test]
fn levels_of_nesting() {
    is_taken(Dialect::OpenAiStrict, nested(10));
    is_refused(
        Dialect::OpenAiStrict,
        nested(11),
        "`f0.f0.f0.f0.f0.f0.f0.f0.f0.f0`: OpenAI's strict mode takes at most 10 levels of objects and lists inside each other, and here are 11",
    );
    is_taken(Dialect::AzureOpenAi, nested(5));
    is_refused(
        Dialect::AzureOpenAi,
        nested(6),
        "`f0.f0.f0.f0.f0`: Azure OpenAI takes at most 5 levels",
    );
    is_taken(Dialect::Anthropic, nested(11));
}

#[test]
fn characters_of_names_and_values() {
    // The member's name is one of them.
    let long = |count: usize| shape_of(vec![field("f", names([("x".repeat(count)), "é".to_owned()]))]);
    is_taken(Dialect::OpenAiStrict, long(119_998));
    is_refused(
        Dialect::OpenAiStrict,
        long(119_999),
        "`f`: OpenAI's strict mode takes at most 120000 characters in all names and values of enums together, and here are 120001: ",
    );
}

#[test]
fn values_of_enums() {
    let hundred = names((0..100).map(|number| format!("v{number}")));
    is_taken(Dialect::OpenAiStrict, members(10, hundred));
    let mut fields: Vec<FieldShape> = (0..10)
        .map(|number| field(name(format!("f{number}")), hundred))
        .collect();
    fields.push(field("one", names(["more".to_owned()])));
    is_refused(
        Dialect::OpenAiStrict,
        shape_of(fields),
        "`one`: OpenAI's strict mode takes at most 1000 values of all enums together, and here are 1001: ",
    );
}

#[test]
fn characters_of_a_large_enum() {
    // 251 values of 60 characters make 15,060; 250 values may be as long as they like.
    let of = |count: usize, last: usize| {
        let values = (1..count).map(|number| format!("{number:0>60}"));
        let rest = (count - 1) * 60;
        shape_of(vec![field(
            "f",
            names(values.chain(["z".repeat(last.saturating_sub(rest))])),
        )])
    };
    is_taken(Dialect::OpenAiStrict, of(LARGE_ENUM, 20_000));
    let small = |last: usize| {
        let values = (0..LARGE_ENUM).map(|number| format!("{number:0>59}"));
        shape_of(vec![field("f", names(values.chain(["z".repeat(last)])))])
    };
    is_taken(Dialect::OpenAiStrict, small(15_000 - LARGE_ENUM * 59));
    is_refused(
        Dialect::OpenAiStrict,
        small(15_001 - LARGE_ENUM * 59),
        "`f`: OpenAI's strict mode takes at most 15000 characters in the values of an enum with more than 250 of them, and here are 15001: ",
    );
}

#[test]
fn optional_members_are_left_out_then_null_then_refused() {
    let of = |options: usize, defaults: usize| {
        let options = (0..options).map(optional(&TEXT));
        shape_of(options.chain((0..defaults).map(defaulted)).collect())
    };
    let allotment = |shape| Measure::of(Dialect::Anthropic.rules(), shape, None, false).allotment();
    is_taken(Dialect::Anthropic, of(24, 0));
    assert_eq!(allotment(of(24, 0)).null_others, 0);
    assert_eq!(allotment(of(25, 0)).null_others, 1);
    assert_eq!(allotment(of(20, 10)).defaults, 4);
    assert_eq!(allotment(of(25, 10)).defaults, 0);
    // Twenty-four may be absent, sixteen more may be null.
    is_taken(Dialect::Anthropic, of(40, 10));
    is_refused(
        Dialect::Anthropic,
        of(41, 0),
        "`o24`: Anthropic takes at most 24 members that may be absent, and here are 41: ",
    );
    is_taken(Dialect::OpenAiStrict, of(41, 10));
}

#[test]
fn unions() {
    let either = union(Tagging::Untagged, &[Some(&TEXT), Some(&Shape::Number)]);
    is_taken(Dialect::Anthropic, members(16, either));
    is_refused(
        Dialect::Anthropic,
        members(17, either),
        "`f16`: Anthropic takes at most 16 values of several types, and here are 17: ",
    );
    // An option that is a union already takes null at no further cost.
    let options = |plain: usize, unions: usize| {
        let plain = (0..plain).map(optional(&TEXT));
        let unions = (0..unions).map(|number| FieldShape {
            name: name(format!("u{number}")),
            ..optional(either)(number)
        });
        shape_of(plain.chain(unions).collect())
    };
    is_taken(Dialect::Anthropic, options(24, 16));
    is_refused(
        Dialect::Anthropic,
        options(24, 17),
        "`u16`: Anthropic takes at most 16 values of several types",
    );
    is_refused(
        Dialect::Anthropic,
        options(25, 16),
        "`o24`: Anthropic takes at most 24 members that may be absent",
    );
    // Elements may be null only as a union.
    let gaps = leak(list(leak(Shape::Optional(&TEXT))));
    is_taken(Dialect::Anthropic, members(16, gaps));
    is_refused(
        Dialect::Anthropic,
        members(17, gaps),
        "`f16[]`: Anthropic takes at most 16 values of several types",
    );
}

#[test]
fn names_in_requests() {
    let called = |text: String| {
        let shape = ObjectShape {
            name: name(text),
            ..object("", leak([field("f", &TEXT)]))
        };
        leak(Shape::Object(leak(shape)))
    };
    for dialect in [
        Dialect::OpenAiStrict,
        Dialect::AzureOpenAi,
        Dialect::Anthropic,
        Dialect::XAi,
        Dialect::DeepSeek,
    ] {
        is_taken(dialect, called("a".repeat(64)));
        is_taken(dialect, called("A-z_09".to_owned()));
        for refused in [
            "a".repeat(65),
            "a b".to_owned(),
            "a.b".to_owned(),
            "Pr\u{fc}fung".to_owned(),
        ] {
            let breaches = breaches(dialect, called(refused.clone()));
            assert!(
                breaches.len() == 1 && breaches[0].contains(&format!("`{refused}` is none")),
                "{breaches:?}"
            );
        }
    }
    is_taken(Dialect::Ollama, called("Pr\u{fc}fung".to_owned()));
    assert_eq!(request_name(&TEXT), "answer");
    assert_eq!(request_name(leak(Shape::Optional(called("Named".to_owned())))), "Named");
}

#[test]
fn names_of_the_outermost_members() {
    let called = |text: String| shape_of(vec![field(name(text), &TEXT)]);
    is_taken(Dialect::Anthropic, called("a".repeat(64)));
    is_taken(Dialect::Anthropic, called("A.z_0-9".to_owned()));
    is_refused(
        Dialect::Anthropic,
        called("a".repeat(65)),
        &format!("`{}`: Anthropic takes ASCII letters", "a".repeat(65)),
    );
    is_refused(
        Dialect::Anthropic,
        called("$top".to_owned()),
        "`$top`: Anthropic takes ASCII letters",
    );
    is_taken(Dialect::Anthropic, members(1, called("$top".to_owned())));
    is_taken(Dialect::OpenAiStrict, called("$top".to_owned()));
}

#[test]
fn values_that_differ_in_case() {
    let pair = |one: &str, other: &str| shape_of(vec![field("f", names([one.to_owned(), other.to_owned()]))]);
    is_taken(Dialect::Anthropic, pair("high", "higher"));
    is_refused(
        Dialect::Anthropic,
        pair("high", "High"),
        "`f`: Anthropic does not keep the case of an enum's values, and `high` and `High` differ in nothing else",
    );
    is_taken(Dialect::OpenAiStrict, pair("high", "High"));
    let either = |one: &str, other: &str| {
        let shapes = [Some(names([one.to_owned()])), Some(names([other.to_owned()]))];
        members(1, union(Tagging::Untagged, &shapes))
    };
    is_taken(Dialect::Anthropic, either("a", "b"));
    is_refused(
        Dialect::Anthropic,
        either("a", "A"),
        "`f0`: Anthropic does not keep the case",
    );
}

#[test]
fn objects_without_members() {
    let nothing = shape_of(Vec::new());
    let inside = members(1, nothing);
    is_refused(
        Dialect::GeminiOpenApi,
        nothing,
        "`$`: Gemini's OpenAPI form takes no object without members here",
    );
    is_refused(
        Dialect::GeminiOpenApi,
        inside,
        "`f0`: Gemini's OpenAPI form takes no object without members here",
    );
    is_taken(Dialect::DeepSeek, nothing);
    is_refused(
        Dialect::DeepSeek,
        inside,
        "`f0`: DeepSeek's strict mode takes no object without members here",
    );
    is_taken(Dialect::OpenAiStrict, inside);
    is_taken(Dialect::Cohere, inside);
    is_refused(
        Dialect::Cohere,
        shape_of(vec![optional(&TEXT)(0)]),
        "`$`: Cohere wants at least one member that must be there",
    );
}

#[test]
fn any_json() {
    let any = members(1, &Shape::Any);
    for dialect in [
        Dialect::OpenAiStrict,
        Dialect::AzureOpenAi,
        Dialect::Anthropic,
        Dialect::GeminiOpenApi,
        Dialect::XAi,
        Dialect::DeepSeek,
        Dialect::Cohere,
    ] {
        let breaches = breaches(dialect, any);
        assert!(
            breaches.len() == 1 && breaches[0].contains("wants a type for every value"),
            "{breaches:?}"
        );
    }
    for dialect in [Dialect::JsonSchema, Dialect::GeminiJson, Dialect::Ollama] {
        is_taken(dialect, any);
    }
}

fn tree() -> &'static Shape {
    &TREE
}

static TREE: Shape = Shape::Object(&ObjectShape {
    name: "Tree",
    ..object("", &[field("nodes", &NODES)])
});
const NODES: Shape = list(&Shape::Reference(&ReferenceShape {
    name: "Tree",
    shape: tree,
    max_depth: 3,
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
        "`Tree.nodes[]`: Gemini's JSON Schema takes a type inside itself only in a member",
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
            breaches[0].starts_with("`nodes[]`: ") && breaches[0].contains("takes no type inside itself"),
            "{breaches:?}"
        );
        assert!(breaches[1].starts_with("`next`: "), "{breaches:?}");
    }
}

#[test]
fn a_map_at_the_root_that_its_wrapper_could_be_taken_for() {
    let map = |value: &'static Shape| leak(Shape::Map { key: &TEXT, value });
    is_taken(Dialect::OpenAiStrict, map(&TEXT));
    is_refused(
        Dialect::OpenAiStrict,
        map(leak(list(&TEXT))),
        "`$`: OpenAI's strict mode wants an object at the root with known members",
    );
    is_taken(Dialect::Ollama, map(leak(list(&TEXT))));
}

#[test]
fn every_breach_is_said() {
    let shape = ObjectShape {
        name: "a b",
        ..object("", leak([field("x y", &Shape::Any), field("tree", &TREE)]))
    };
    let breaches = breaches(Dialect::Anthropic, leak(Shape::Object(leak(shape))));
    let places: Vec<_> = breaches
        .iter()
        .map(|breach| breach.split(':').next().unwrap_or_default())
        .collect();
    assert_eq!(places, ["`$`", "`x y`", "`x y`", "`tree.nodes[]`"]);
}

#[test]
fn dialects_are_numbered_in_their_order() {
    for (number, dialect) in (0..).zip(Dialect::ALL) {
        assert_eq!(dialect.number(), number);
    }
}
