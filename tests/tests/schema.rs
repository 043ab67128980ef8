//! Schema and parser agree: `SCHEMA` is valid JSON Schema 2020-12, admits whatever the type is written as, and what it
//! admits is read exactly.

use std::fmt::Debug;

use llm_output::LlmOutput;
use llm_output_tests::document::{Style, write};
use llm_output_tests::sample::{Random, Sample, Texts};
use llm_output_tests::types::{
    Address, Article, Assessment, Bounded, Closed, Colour, CommitMessage, Customer, Declared, Edit, EditArgs, Finding,
    Formula, Graded, Invoice, InvoiceLine, Leaves, Membership, Note, Page, Preferences, Rating, ReadArgs, Review,
    Severity, Status, Step, UserId, Verse, WriteArgs,
};
use serde::Serialize;
use serde_json::{Value, json};

fn schema<T: LlmOutput>() -> Value {
    serde_json::from_str(T::SCHEMA).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA))
}

/// Refuses a schema that the meta-schema refuses.
fn validator<T: LlmOutput>() -> jsonschema::Validator {
    jsonschema::draft202012::new(&schema::<T>()).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA))
}

fn is_valid_schema<T: LlmOutput>() {
    jsonschema::draft202012::meta::validate(&schema::<T>()).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA));
    let _ = validator::<T>();
}

#[test]
fn the_schema_of_every_type_is_valid_json_schema() {
    is_valid_schema::<Address>();
    is_valid_schema::<Article>();
    is_valid_schema::<Assessment>();
    is_valid_schema::<Bounded>();
    is_valid_schema::<Closed>();
    is_valid_schema::<Colour>();
    is_valid_schema::<CommitMessage>();
    is_valid_schema::<Customer>();
    is_valid_schema::<Declared>();
    is_valid_schema::<Edit>();
    is_valid_schema::<EditArgs>();
    is_valid_schema::<Finding>();
    is_valid_schema::<Formula>();
    is_valid_schema::<Graded>();
    is_valid_schema::<Invoice>();
    is_valid_schema::<InvoiceLine>();
    is_valid_schema::<Leaves>();
    is_valid_schema::<Membership>();
    is_valid_schema::<Note>();
    is_valid_schema::<Page>();
    is_valid_schema::<Preferences>();
    is_valid_schema::<Rating>();
    is_valid_schema::<ReadArgs>();
    is_valid_schema::<Review>();
    is_valid_schema::<Severity>();
    is_valid_schema::<Status>();
    is_valid_schema::<Step>();
    is_valid_schema::<UserId>();
    is_valid_schema::<Verse>();
    is_valid_schema::<WriteArgs>();
    is_valid_schema::<Vec<Finding>>();
    is_valid_schema::<Option<Review>>();
    is_valid_schema::<std::collections::BTreeMap<String, Vec<u8>>>();
    is_valid_schema::<Vec<Option<bool>>>();
}

fn schema_admits_what_is_written<T: LlmOutput + Sample + Serialize + PartialEq + Debug>() {
    let validator = validator::<T>();
    let mut random = Random::new(11);
    for _ in 0..200 {
        let value = T::sample(&mut random, Texts::Hostile);
        let document = serde_json::to_value(&value).expect("every shared type is written as JSON");
        let written = Style {
            absent_members: true,
            ..Style::default()
        };
        let text = write(&document, written, &mut random);
        for document in [
            &document,
            &serde_json::from_str(&text).expect("a written document is JSON"),
        ] {
            if let Err(error) = validator.validate(document) {
                panic!("{error} at {} in {document}\n{}", error.instance_path(), T::SCHEMA);
            }
        }
        let parsed = T::parse_llm(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert!(parsed.is_exact(), "{:?}\n{text}", parsed.repairs());
        assert_eq!(parsed.value, value, "{text}");
    }
}

#[test]
fn the_schema_admits_what_the_type_is_written_as() {
    schema_admits_what_is_written::<Review>();
    schema_admits_what_is_written::<CommitMessage>();
    schema_admits_what_is_written::<Note>();
    schema_admits_what_is_written::<EditArgs>();
    schema_admits_what_is_written::<Assessment>();
    schema_admits_what_is_written::<Invoice>();
    schema_admits_what_is_written::<Membership>();
    schema_admits_what_is_written::<Step>();
    schema_admits_what_is_written::<Leaves>();
    schema_admits_what_is_written::<Vec<InvoiceLine>>();
}

/// What the schema says about a document, and that the parser says the same.
fn agree<T: LlmOutput + Debug>(document: &Value, admitted: bool) {
    assert_eq!(
        validator::<T>().is_valid(document),
        admitted,
        "{document}\n{}",
        T::SCHEMA
    );
    let parsed = T::parse_llm(&document.to_string());
    let exact = parsed.as_ref().is_ok_and(llm_output::Parsed::is_exact);
    assert_eq!(exact, admitted, "{document}: {parsed:?}");
}

#[test]
fn schema_and_parser_agree_about_bounds() {
    let finding = |line: i64| json!({"severity": "high", "file": "a.rs", "line": line, "title": "t"});
    agree::<Finding>(&finding(1), true);
    agree::<Finding>(&finding(0), false);
    agree::<Finding>(&finding(4_294_967_295), true);
    agree::<Finding>(&finding(4_294_967_296), false);
    let bounded = |code: &str, numbers: Vec<i64>, share: f64| json!({"code": code, "numbers": numbers, "share": share});
    agree::<Bounded>(&bounded("abcde", vec![1, 2, 3], 1.0), true);
    agree::<Bounded>(
        &bounded("\u{1f680}\u{1f680}\u{1f680}\u{1f680}\u{1f680}", vec![], 0.0),
        true,
    );
    agree::<Bounded>(&bounded("", vec![], 0.5), false);
    agree::<Bounded>(&bounded("abcdef", vec![], 0.5), false);
    agree::<Bounded>(&bounded("abc", vec![1, 2, 3, 4], 0.5), false);
    agree::<Bounded>(&bounded("abc", vec![], 1.5), false);
    agree::<Bounded>(&bounded("abc", vec![], -0.5), false);
}

#[test]
fn schema_and_parser_agree_about_what_may_be_absent() {
    agree::<Review>(&json!({"findings": []}), true);
    agree::<Review>(&json!({"findings": [], "summary": null}), true);
    agree::<Review>(&json!({"summary": "s"}), false);
    agree::<Note>(&json!({"title": "t", "message": "m"}), true);
    agree::<Note>(&json!({"title": "t", "message": "m", "count": null}), false);
    agree::<Note>(&json!({"title": "t"}), false);
    agree::<Preferences>(&json!({}), true);
}

#[test]
fn schema_and_parser_agree_about_unknown_members() {
    agree::<Note>(&json!({"title": "t", "message": "m", "extra": {"title": 1}}), true);
    agree::<Closed>(&json!({"name": "n", "number": 1}), true);
    agree::<Closed>(&json!({"name": "n", "number": 1, "extra": 2}), false);
}

#[test]
fn schema_and_parser_agree_about_names() {
    let step = |status: &str| json!({"status": status, "reason": "r"});
    agree::<Step>(&step("in_progress"), true);
    agree::<Step>(&step("InProgress"), false);
    agree::<Step>(&step(""), false);
}

#[test]
fn docs_are_descriptions() {
    let schema = schema::<Review>();
    assert_eq!(schema["description"], "A code review.");
    assert_eq!(schema["properties"]["findings"]["description"], "Most severe first.");
    let text = <Review as LlmOutput>::PROMPT;
    assert!(
        text.contains("Most severe first.") && text.contains("findings"),
        "{text}"
    );
}

#[test]
fn bounds_defaults_and_required_members_stand_in_the_schema() {
    let finding = schema::<Finding>();
    assert_eq!(finding["properties"]["line"]["minimum"], 1);
    assert_eq!(finding["properties"]["line"]["type"], "integer");
    assert_eq!(finding["required"], json!(["severity", "file", "line", "title"]));
    let note = schema::<Note>();
    assert_eq!(note["required"], json!(["title", "message"]));
    assert_eq!(note["properties"]["count"]["default"], 0);
    let bounded = schema::<Bounded>();
    assert_eq!(bounded["properties"]["code"]["maxLength"], 5);
    assert_eq!(bounded["properties"]["numbers"]["maxItems"], 3);
    assert_eq!(
        schema::<Severity>()["enum"],
        json!(["critical", "high", "medium", "low", "info"])
    );
}

/// A generic type is rendered for its argument, at compile time like any other.
#[test]
fn the_schema_of_a_list_describes_its_elements() {
    const SCHEMA: &str = <Vec<Finding>>::SCHEMA;
    let schema: Value = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    assert_eq!(schema["type"], "array");
    assert!(jsonschema::draft202012::is_valid(&schema, &json!([])));
    assert!(!jsonschema::draft202012::is_valid(&schema, &json!([{"line": 1}])));
}
