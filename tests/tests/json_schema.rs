//! `schemars::JsonSchema` of our types is the type's own schema.

use std::collections::BTreeMap;

use llm_output::{Lenient, LlmOutput};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::{Value, json};

/// A code review.
#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct Review {
    /// Most severe first.
    findings: Vec<Finding>,
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct Finding {
    /// Path as given in the diff.
    file: String,
    severity: Option<Severity>,
}

#[derive(LlmOutput)]
#[llm(json_schema, rename_all = "lowercase")]
enum Severity {
    High,
    Low,
}

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema, tag = "kind")]
enum Step {
    Run { command: String },
    Stop,
}

/// A comment.
#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct Comment {
    text: String,
    #[llm(recursive(max_depth = 3))]
    replies: Vec<Comment>,
}

/// Its fields have the names of keywords.
#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct Node {
    #[llm(rename = "$ref", recursive(max_depth = 3))]
    reference: Option<Box<Node>>,
    #[llm(recursive(max_depth = 3))]
    default: Vec<Node>,
    #[llm(rename = "enum")]
    comments: Option<Comment>,
    #[llm(recursive(max_depth = 3))]
    examples: BTreeMap<String, Node>,
    #[llm(rename = "const", recursive(max_depth = 3))]
    constant: Vec<Node>,
    properties: Option<Comment>,
}

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct Name(String);

/// The schema without what `schemars` adds to every root.
fn schema_of<T: JsonSchema>() -> Value {
    let mut schema = schema_for!(T);
    assert_eq!(
        schema.remove("$schema"),
        Some(json!("https://json-schema.org/draft/2020-12/schema"))
    );
    assert_eq!(schema.remove("title"), Some(json!(T::schema_name())));
    schema.to_value()
}

#[track_caller]
fn is_its_own<T: LlmOutput + JsonSchema>() {
    let own: Value = serde_json::from_str(T::SCHEMA).expect("a schema is JSON");
    assert_eq!(schema_of::<T>(), own);
    assert_eq!(schema_of::<Lenient<T>>(), own);
}

#[test]
fn the_schema_is_the_types_own() {
    is_its_own::<Review>();
    is_its_own::<Finding>();
    is_its_own::<Severity>();
    is_its_own::<Step>();
    is_its_own::<Comment>();
    is_its_own::<Page<Review>>();
    is_its_own::<Page<Comment>>();
    is_its_own::<Node>();
    is_its_own::<Name>();
}

#[test]
fn names_are_titles() {
    assert_eq!(Review::schema_name(), "Review");
    assert_eq!(Severity::schema_name(), "Severity");
    assert_eq!(Step::schema_name(), "Step");
    assert_eq!(Name::schema_name(), "Name");
    assert_eq!(<Lenient<Review>>::schema_name(), "Review");
    assert_eq!(<Lenient<Vec<Review>>>::schema_name(), "Vec<Review>");
}

mod other {
    /// Another type with the same name.
    #[derive(schemars::JsonSchema)]
    #[expect(dead_code, reason = "only its schema is used")]
    pub(super) struct Comment {
        body: String,
        parent: Option<Box<Comment>>,
    }
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Thread {
    first: other::Comment,
    second: Comment,
    third: Lenient<Vec<Comment>>,
    last: other::Comment,
    node: Node,
    by_name: BTreeMap<String, Review>,
}

/// Every `$ref` of a schema leads somewhere, and a name means one type.
#[test]
fn definitions_inside_of_other_types_keep_apart() {
    let schema = schema_for!(Thread).to_value();
    let validator = jsonschema::validator_for(&schema).expect("every reference can be resolved");
    let comment = json!({"text": "a", "replies": [{"text": "b", "replies": []}]});
    let body = json!({"body": "a", "parent": {"body": "b"}});
    let leaf = json!({"default": [], "examples": {}, "const": []});
    let node = json!({"$ref": leaf, "default": [leaf], "enum": comment, "examples": {"a": leaf}, "const": [leaf]});
    let thread = json!({
        "first": body, "second": comment, "third": [comment], "last": body, "node": node,
        "by_name": {"a": {"findings": [], "grade": 1}},
    });
    validator.validate(&thread).expect("the value fits");
    let mut wrong = thread.clone();
    wrong["second"]["replies"][0]["replies"] = json!([{"body": "a"}]);
    assert!(!validator.is_valid(&wrong));
    let mut wrong = thread.clone();
    wrong["first"]["parent"]["body"] = json!(1);
    assert!(!validator.is_valid(&wrong));
    for (field, value) in [
        ("$ref", json!({})),
        ("default", json!([{}])),
        ("enum", json!({"body": "a"})),
        ("examples", json!({"a": {}})),
        ("const", json!([{}])),
        ("properties", json!({})),
    ] {
        let mut wrong = thread.clone();
        wrong["node"][field] = value;
        assert!(!validator.is_valid(&wrong), "{field}");
    }
    let names: Vec<&String> = schema["$defs"].as_object().expect("definitions").keys().collect();
    assert_eq!(names.len(), 3, "{names:?}");
}

#[test]
fn references_follow_the_settings_of_the_generator() {
    let schema = SchemaSettings::draft07()
        .into_generator()
        .into_root_schema_for::<Comment>()
        .to_value();
    // In that draft, nothing may be next to a reference.
    assert_eq!(schema["allOf"][0]["$ref"], "#/definitions/Comment");
    let replies = &schema["definitions"]["Comment"]["properties"]["replies"]["items"];
    assert_eq!(replies["allOf"][0]["$ref"], "#/definitions/Comment");
    assert!(!schema.to_string().contains("$defs"));
}

mod first {
    #[derive(llm_output::LlmOutput)]
    #[expect(dead_code, reason = "only its schema is used")]
    #[llm(json_schema)]
    pub(super) struct Leaf {
        first: String,
        #[llm(recursive(max_depth = 2))]
        leaves: Vec<Leaf>,
    }
}

mod second {
    #[derive(llm_output::LlmOutput)]
    #[expect(dead_code, reason = "only its schema is used")]
    #[llm(json_schema)]
    pub(super) struct Leaf {
        second: u8,
        #[llm(recursive(max_depth = 2))]
        leaves: Vec<Leaf>,
    }
}

#[derive(JsonSchema)]
#[expect(dead_code, reason = "only its schema is used")]
struct Leaves {
    first: first::Leaf,
    second: second::Leaf,
    again: Vec<first::Leaf>,
}

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only its schema is used")]
#[llm(json_schema)]
struct OwnLeaves {
    first: first::Leaf,
    second: second::Leaf,
    again: Vec<first::Leaf>,
}

/// Two types of one name have two definitions, also where all that is not recursive is written in place.
#[test]
fn types_of_one_name_keep_apart_in_place() {
    for is_in_place in [false, true] {
        let settings = || SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = is_in_place);
        for schema in [
            settings().into_generator().into_root_schema_for::<Leaves>(),
            settings().into_generator().into_root_schema_for::<OwnLeaves>(),
        ] {
            let schema = schema.to_value();
            let validator = jsonschema::validator_for(&schema).expect("every reference can be resolved");
            let first = json!({"first": "a", "leaves": [{"first": "b", "leaves": []}]});
            let second = json!({"second": 1, "leaves": [{"second": 2, "leaves": []}]});
            let is_valid = |value: Value| validator.is_valid(&value);
            assert!(
                is_valid(json!({"first": first, "second": second, "again": [first]})),
                "{schema}"
            );
            assert!(
                !is_valid(json!({"first": first, "second": first, "again": [first]})),
                "{schema}"
            );
            assert!(
                !is_valid(json!({"first": first, "second": second, "again": [second]})),
                "{schema}"
            );
        }
    }
}
