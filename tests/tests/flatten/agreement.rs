//! What a model is shown agrees with what is read.

use std::collections::BTreeMap;
use std::fmt::Debug;

use llm_output::{Dialect, LlmOutput, RepairKind};
use llm_output_tests::flat::{Change, Entry, Labels, Nested, Numbered, Open};
use llm_output_tests::sample::{Random, Texts};
use serde_json::{Value, json};

use crate::{Optional, Subject};

// Rule 8: schema and parser agree.

fn validator<T: LlmOutput>() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(T::SCHEMA).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA));
    jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA));
    jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA))
}

fn schema_admits_what_is_written<T: Subject>() {
    let validator = validator::<T>();
    let mut random = Random::new(3);
    for _ in 0..200 {
        let value = T::sample(&mut random, Texts::Hostile);
        let document = serde_json::to_value(&value).expect("a value is written as JSON");
        if let Err(error) = validator.validate(&document) {
            panic!("{error} at {} in {document}\n{}", error.instance_path(), T::SCHEMA);
        }
    }
}

#[test]
fn the_schema_admits_what_the_type_is_written_as() {
    schema_admits_what_is_written::<Entry>();
    schema_admits_what_is_written::<Nested>();
    schema_admits_what_is_written::<Open>();
    schema_admits_what_is_written::<Numbered<Nested>>();
    schema_admits_what_is_written::<Change>();
}

/// Every document made of some of these members: the schema admits just those that are read without a repair.
fn agree_on_every_choice<T: LlmOutput + Debug>(members: &Value) {
    let validator = validator::<T>();
    let members: Vec<_> = members.as_object().expect("members are an object").iter().collect();
    for choice in 0..1_u32 << members.len() {
        let chosen = members.iter().enumerate().filter(|(at, _)| choice & 1 << at != 0);
        let document: serde_json::Map<_, _> = chosen
            .map(|(_, (key, value))| ((*key).clone(), (*value).clone()))
            .collect();
        let document = Value::Object(document);
        let parsed = T::parse_llm(&document.to_string());
        let exact = parsed.as_ref().is_ok_and(llm_output::Parsed::is_exact);
        assert_eq!(
            validator.is_valid(&document),
            exact,
            "{document}: {parsed:?}\n{}",
            T::SCHEMA
        );
    }
}

#[test]
fn schema_and_parser_agree_about_what_may_be_absent() {
    let mut members = json!({
        "title": "t", "severity": "high", "settled": true, "file": "f", "line": 1, "name": "n", "mail": "m", "nick": "k",
    });
    agree_on_every_choice::<Entry>(&members);
    members["tags"] = json!(["a"]);
    agree_on_every_choice::<Entry>(&members);
    agree_on_every_choice::<Optional>(&json!({"a": 1, "b": 2, "c": 3, "d": 4}));
    agree_on_every_choice::<Open>(&json!({"title": "t", "file": "f", "line": 1, "column": 2, "other": []}));
}

#[test]
fn the_members_stand_in_declared_order_where_the_field_stands() {
    let schema: Value = serde_json::from_str(Entry::SCHEMA).expect("the schema is JSON");
    let names: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(
        names,
        [
            "title", "file", "line", "column", "severity", "name", "mail", "nick", "tags", "weight", "remark",
            "settled"
        ]
    );
    assert_eq!(
        schema["required"],
        json!(["title", "file", "line", "severity", "settled"])
    );
    assert_eq!(schema["properties"]["line"]["description"], "Counted from 1.");
    assert_eq!(
        schema["dependentRequired"],
        json!({"name": ["mail"], "mail": ["name"], "nick": ["name", "mail"]})
    );
    let open: Value = serde_json::from_str(<Numbered<BTreeMap<String, u8>>>::SCHEMA).expect("the schema is JSON");
    assert_eq!(open["additionalProperties"]["maximum"], 255);
    let llm_output::Shape::Object(shape) = Entry::SHAPE else {
        panic!("an object")
    };
    assert_eq!(shape.fields.len(), names.len());
    assert_eq!(shape.flattened.len(), 3);
    assert_eq!((shape.flattened[1].first, shape.flattened[1].optional), (5, true));
}

#[test]
fn the_prompt_shows_one_object() {
    let expected = "// Groups in a group.
{
  // integer, 0 to 255
  a?: number,
  // integer, 0 to 255
  // only together with a, c
  b?: number,
  // integer, 0 to 255
  // only together with a, b
  c?: number,
  // integer, 0 to 255
  // only together with a, b, c
  d?: number | null
}";
    assert_eq!(Optional::PROMPT, expected);
    let expected = "{
  // Counted from 0.
  // integer, at least 0
  number: number
  // each further value: integer, 0 to 255
} & Record<string, number>";
    let prompt = <Numbered<BTreeMap<String, u8>>>::PROMPT;
    assert_eq!(
        prompt.split_once('\n').map(|(_, rest)| rest),
        Some(expected),
        "{prompt}"
    );
}

// The dialects.

#[test]
fn the_dialect_of_json_schema_says_all_of_it() {
    let schema = Entry::schema_for(Dialect::JsonSchema).expect("every type has a schema");
    assert_eq!(
        schema.value().to_string(),
        Entry::SCHEMA.replace('\n', "").replace("  ", "")
    );
    let schema = <Numbered<BTreeMap<String, u8>>>::schema_for(Dialect::JsonSchema).expect("every type has a schema");
    assert_eq!(schema.value()["additionalProperties"]["maximum"], 255);
    assert!(schema.notes().is_empty(), "{:?}", schema.notes());
}

#[test]
fn what_a_dialect_cannot_say_is_noted() {
    let schema = Entry::schema_for(Dialect::OpenAiStrict).expect("the dialect takes it");
    let notes: Vec<_> = schema.notes().iter().map(ToString::to_string).collect();
    assert!(
        notes.contains(&"mail: `dependentRequired` is only described in words".to_owned()),
        "{notes:#?}"
    );
    let schema = <Numbered<BTreeMap<String, u8>>>::schema_for(Dialect::OpenAiStrict).expect("the dialect takes it");
    let notes: Vec<_> = schema.notes().iter().map(ToString::to_string).collect();
    assert!(
        notes.contains(&"$: `additionalProperties` is left out of the schema".to_owned()),
        "{notes:#?}"
    );
    assert_eq!(schema.value()["additionalProperties"], false);
}

/// Where a dialect has every member written, `null` for all of a group is its absence.
#[test]
fn a_group_of_nulls_is_absent() {
    let text = r#"{"title": "t", "file": "f", "line": 7, "column": null, "severity": "high", "name": null, "mail": null,
        "nick": null, "tags": null, "weight": null, "remark": null, "settled": true}"#;
    let parsed = Entry::parse_llm(text).expect("the dialect admits it");
    assert_eq!(
        (&parsed.value.author, &parsed.value.labels),
        (&None, &Some(Labels::default()))
    );
    assert!(
        parsed
            .repairs()
            .iter()
            .all(|repair| repair.kind() == RepairKind::DropNull),
        "{:?}",
        parsed.repairs()
    );
}
