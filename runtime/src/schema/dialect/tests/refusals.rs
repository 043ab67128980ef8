//! What a dialect never accepts, next to something similar that it accepts.

use super::{breaches, is_refused, is_taken, leak, members, name, names, optional, shape_of, union};
use crate::schema::dialect::Dialect;
use crate::schema::dialect::breach::request_name;
use crate::schema::samples::{TEXT, field, list, object};
use crate::schema::{ObjectShape, Shape, Tagging};

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
                breaches.len() == 1 && breaches[0].contains(&format!("`{refused}` is not one")),
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
        &format!("`{}`: Anthropic accepts only ASCII letters", "a".repeat(65)),
    );
    is_refused(
        Dialect::Anthropic,
        called("$top".to_owned()),
        "`$top`: Anthropic accepts only ASCII letters",
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
        "`f`: Anthropic does not preserve the case of enum values, and `high` and `High` differ only in case",
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
        "`f0`: Anthropic does not preserve the case",
    );
}

#[test]
fn objects_without_members() {
    let nothing = shape_of(Vec::new());
    let inside = members(1, nothing);
    is_refused(
        Dialect::GeminiOpenApi,
        nothing,
        "`$`: Gemini's OpenAPI form accepts no object without fields here",
    );
    is_refused(
        Dialect::GeminiOpenApi,
        inside,
        "`f0`: Gemini's OpenAPI form accepts no object without fields here",
    );
    is_taken(Dialect::DeepSeek, nothing);
    is_refused(
        Dialect::DeepSeek,
        inside,
        "`f0`: DeepSeek's strict mode accepts no object without fields here",
    );
    is_taken(Dialect::OpenAiStrict, inside);
}

#[test]
fn objects_of_which_nothing_must_be_there() {
    let message = |place: &str| format!("`{place}`: Cohere needs at least one required field in every object: ");
    let maybe = shape_of(vec![optional(&TEXT)(0)]);
    is_refused(Dialect::Cohere, maybe, &message("$"));
    is_refused(Dialect::Cohere, members(1, maybe), &message("f0"));
    is_refused(Dialect::Cohere, members(1, shape_of(Vec::new())), &message("f0"));
    is_refused(Dialect::Cohere, leak(list(maybe)), &message("[]"));
    let needed = shape_of(vec![optional(&TEXT)(0), field("needed", &TEXT)]);
    is_taken(Dialect::Cohere, members(1, needed));
    // The tag must be there.
    let tagged = union(Tagging::Internal { tag: "kind" }, &[Some(maybe)]);
    is_taken(Dialect::Cohere, members(1, tagged));
    is_refused(
        Dialect::Cohere,
        members(1, union(Tagging::Untagged, &[Some(maybe), Some(&TEXT)])),
        &message("f0(V0)"),
    );
    is_taken(Dialect::XAi, members(1, maybe));
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
            breaches.len() == 1 && breaches[0].contains("allows no untyped values"),
            "{breaches:?}"
        );
    }
    for dialect in [Dialect::JsonSchema, Dialect::GeminiJson, Dialect::Ollama] {
        is_taken(dialect, any);
    }
}

#[test]
fn a_map_at_the_root_that_its_wrapper_could_be_taken_for() {
    let map = |value: &'static Shape| leak(Shape::Map { key: &TEXT, value });
    is_taken(Dialect::OpenAiStrict, map(&TEXT));
    is_refused(
        Dialect::OpenAiStrict,
        map(leak(list(&TEXT))),
        "`$`: OpenAI's strict mode needs an object with known fields at the root",
    );
    is_taken(Dialect::Ollama, map(leak(list(&TEXT))));
}
