//! What is less common, each seen more than once.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use llm_output::LlmOutput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::documents;

const ABOUT: &str = "Said in a constant.";

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[schemars(description = ABOUT)]
struct Described {
    #[schemars(description = concat!("Put together ", "by a macro."))]
    first: String,
    /// The doc comment.
    #[schemars(title = "A title")]
    second: String,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Renamed {
    #[schemars(rename = "shown")]
    #[serde(rename = "read")]
    field: String,
    #[serde(rename(serialize = "w", deserialize = "r"))]
    other: String,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(default)]
struct Settings {
    model: String,
    temperature: f32,
    stop: Vec<String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            model: "small".into(),
            temperature: 0.7,
            stop: Vec::new(),
        }
    }
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Defaults {
    #[serde(default = "defaults::model")]
    #[llm(default = "defaults::model")]
    model: String,
    #[serde(default = "low")]
    #[llm(default = "low()")]
    effort: String,
    #[serde(default = "region")]
    #[llm(default = "eu-west")]
    region: String,
    #[serde(default = "retries")]
    #[llm(default = "retries")]
    retries: u8,
}

mod defaults {
    pub(super) fn model() -> String {
        "small".into()
    }
}

fn low() -> String {
    "low".into()
}

fn region() -> String {
    "eu-west".into()
}

fn retries() -> u8 {
    3
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(from = "String")]
struct Slug(String);

impl From<String> for Slug {
    fn from(text: String) -> Self {
        Self(text.to_lowercase())
    }
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(try_from = "u8")]
struct Percent(u8);

impl TryFrom<u8> for Percent {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, String> {
        if value > 100 {
            Err(format!("{value} is more than 100"))
        } else {
            Ok(Self(value))
        }
    }
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Article {
    slug: Slug,
    done: Percent,
    authors: Arc<[String]>,
    keywords: BTreeSet<String>,
    history: VecDeque<String>,
    title: Arc<str>,
    r#type: String,
}

#[derive(Debug, Clone, Deserialize, Serialize, LlmOutput)]
#[serde(untagged)]
enum OneOrMany {
    Many(Vec<String>),
    One(String),
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Assignment {
    to: OneOrMany,
    #[serde(default)]
    labels: HashMap<String, OneOrMany>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase", tag = "kind")]
enum Notification {
    PushEvent { branch_name: String, commit_count: u32 },
    PullRequest(PullRequest),
}

#[derive(Debug, Deserialize, LlmOutput)]
struct PullRequest {
    number: u64,
    #[serde(default)]
    labels: Vec<String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Ticket {
    id: String,
    #[serde(default)]
    meta: serde_json::Value,
    #[serde(skip)]
    seen: bool,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Vector {
    embedding: [f32; 3],
    matrix: Vec<Vec<f64>>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Signup {
    #[schemars(email)]
    email: String,
    #[schemars(url)]
    homepage: Option<String>,
    #[schemars(length(min = 3, max = 20), regex(pattern = r"^[a-z0-9_]+$"))]
    user: String,
    #[schemars(length(equal = 2))]
    country: String,
}

documents! {
    described: Described = r#"{"first": "a", "second": "b"}"#;
    renamed: Settings = r#"{"model": "m"}"#;
    settings: Settings = r#"{"temperature": 0.5}"#;
    defaults: Defaults = r#"{"retries": 1}"#;
    article: Article = r#"{"slug": "AB", "done": 5, "authors": ["a"], "keywords": ["k"], "history": [], "title": "t", "type": "x"}"#;
    assignment: Assignment = r#"{"to": ["a", "b"], "labels": {"x": "y"}}"#;
    push: Notification = r#"{"kind": "pushEvent", "branchName": "b", "commitCount": 1}"#;
    pull: Notification = r#"{"kind": "pullRequest", "number": 1}"#;
    ticket: Ticket = r#"{"id": "7", "meta": {"a": 1}}"#;
    vector: Vector = r#"{"embedding": [1, 2, 3], "matrix": [[1.5]]}"#;
    signup: Signup = r#"{"email": "a@example.org", "user": "abc", "country": "DE"}"#;
}

#[test]
fn a_field_that_the_schema_calls_otherwise_is_read_by_both_names() {
    assert!(Renamed::SCHEMA.contains("shown") && !Renamed::SCHEMA.contains("read"));
    for name in ["shown", "read"] {
        let parsed = Renamed::parse_llm(&format!(r#"{{"{name}": "a", "r": "b"}}"#)).unwrap();
        assert!(parsed.is_exact(), "{:?}", parsed.repairs());
    }
}

#[test]
fn descriptions_are_constants_or_literals() {
    let schema = Described::SCHEMA;
    assert!(
        schema.contains(ABOUT) && schema.contains("Put together by a macro."),
        "{schema}"
    );
    assert!(schema.contains("A title\\nThe doc comment."), "{schema}");
}

#[test]
fn a_default_is_a_function_or_a_string_where_only_one_can_be_meant() {
    let value = Defaults::parse_llm("{}").unwrap().value;
    assert_eq!((value.model.as_str(), value.effort.as_str()), ("small", "low"));
    assert_eq!((value.region.as_str(), value.retries), ("eu-west", 3));
}

#[test]
fn formats_and_patterns_are_part_of_the_schema() {
    let schema = Signup::SCHEMA;
    assert!(
        schema.contains(r#""format":"email""#) && schema.contains(r#""format":"uri""#),
        "{schema}"
    );
    assert!(
        schema.contains(r#""pattern":"^[a-z0-9_]+$","minLength":3,"maxLength":20"#),
        "{schema}"
    );
    assert!(Signup::PROMPT.contains("pattern: ^[a-z0-9_]+$"), "{}", Signup::PROMPT);
    // They are not checked when an answer is read.
    assert!(Signup::parse_llm(r#"{"email": "none", "user": "ABC", "country": "DE"}"#).is_ok());
    assert!(Signup::parse_llm(r#"{"email": "none", "user": "a", "country": "DE"}"#).is_err());
}
