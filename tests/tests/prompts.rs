//! Rule 9: what is shown to a model is real. An example is a document that its type reads exactly and its schema admits.

use std::collections::{BTreeMap, BTreeSet};

use llm_output::{LlmOutput, Options, PromptStyle};
use llm_output_tests::types;
use serde_json::{Value, json};

/// A folder.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only what is shown of it counts")]
struct Folder {
    name: String,
    #[llm(recursive(max_depth = 3))]
    folders: Vec<Folder>,
    #[llm(recursive(max_depth = 3))]
    link: Option<Box<Folder>>,
    #[llm(recursive(max_depth = 3))]
    by_name: BTreeMap<String, Folder>,
}

#[derive(LlmOutput)]
#[llm(tag = "op", rename_all = "lowercase")]
#[allow(dead_code, reason = "only what is shown of it counts")]
enum Formula {
    /// Comes first, and holds the type itself.
    Negated {
        #[llm(recursive(max_depth = 3))]
        of: Box<Formula>,
    },
    Number {
        value: f64,
    },
}

#[derive(LlmOutput)]
#[llm(tag = "layer")]
#[allow(dead_code, reason = "only what is shown of it counts")]
enum Layer {
    Drawn(Formula),
}

#[derive(LlmOutput)]
#[llm(external, example = "Run")]
#[allow(dead_code, reason = "only what is shown of it counts")]
enum Step {
    Stop,
    Run {
        #[llm(example = "ls -l")]
        command: String,
    },
}

#[derive(LlmOutput)]
#[llm(tag = "kind", content = "value")]
#[allow(dead_code, reason = "only what is shown of it counts")]
enum Event {
    Moved(Vec<Step>),
    Closed,
}

#[derive(LlmOutput)]
#[llm(untagged)]
#[allow(dead_code, reason = "only what is shown of it counts")]
enum Target {
    Lines(#[llm(length(min = 2))] BTreeSet<String>),
    Name(String),
}

/// Bounds that an example has to keep.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only what is shown of it counts")]
struct Bounds {
    /// Quotes "in" a doc,
    /// over several lines.
    #[llm(length(min = 30, max = 40))]
    long: String,
    #[llm(length(max = 2))]
    short: String,
    #[llm(range(min = 10, max = 12))]
    number: u8,
    #[llm(range(max = -3))]
    below: i64,
    #[llm(range(min = 0.0, max = 1.0))]
    share: f64,
    #[llm(length(min = 3))]
    set: BTreeSet<u8>,
    #[llm(length(min = 2, max = 2))]
    texts: BTreeSet<String>,
    #[llm(length(min = 2))]
    by_severity: BTreeMap<types::Severity, char>,
    three: [bool; 3],
    #[llm(default = 7)]
    tries: u8,
    event: Event,
    target: Target,
    any: Value,
    day: chrono::NaiveDate,
    moment: chrono::NaiveDateTime,
    at: Option<chrono::DateTime<chrono::Utc>>,
    id: uuid::Uuid,
    link: url::Url,
    price: rust_decimal::Decimal,
}

fn is_read<T: LlmOutput>() {
    let example = T::prompt_for(PromptStyle::Example);
    let document: Value = serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    let schema: Value = serde_json::from_str(T::prompt_for(PromptStyle::JsonSchema)).expect("the schema is JSON");
    let validator = jsonschema::draft202012::new(&schema).expect("the schema is valid");
    if let Err(error) = validator.validate(&document) {
        panic!("{error} at {}: {example}", error.instance_path());
    }
    if let Err(error) = T::parse_llm_with(example, &Options::exact()) {
        panic!("{error}: {example}");
    }
}

#[test]
fn an_example_is_read_exactly_and_admitted_by_the_schema() {
    macro_rules! all {
        ($($ty:ty),* $(,)?) => { $( is_read::<$ty>(); )* };
    }
    all! {
        types::Review, types::Finding, types::Severity, types::CommitMessage, types::Note, types::EditArgs, types::Assessment,
        types::Invoice, types::Preferences, types::Declared, types::Closed, types::Graded, types::Formula, types::Bounded,
        types::Membership, types::Leaves, Vec<types::Finding>, Option<types::Note>, String, bool, i8, f32, char,
        BTreeMap<types::Severity, Vec<u8>>, Folder, Formula, Layer, Step, Event, Target, Bounds,
    }
}

#[test]
fn an_example_shows_what_belongs_there() {
    assert_eq!(
        types::Review::prompt_for(PromptStyle::Example),
        r#"{
  "findings": [{
    "severity": "critical",
    "file": "Path as given in the diff.",
    "line": 1,
    "title": "What is wrong, in a few words."
  }],
  "summary": "One sentence."
}"#
    );
    let shown = |text: &str| -> Value { serde_json::from_str(text).expect("JSON") };
    assert_eq!(
        shown(Folder::prompt_for(PromptStyle::Example)),
        json!({"name": "name", "folders": [], "link": null, "by_name": {}})
    );
    assert_eq!(
        shown(Formula::prompt_for(PromptStyle::Example)),
        json!({"op": "number", "value": 1.5})
    );
    assert_eq!(
        shown(Layer::prompt_for(PromptStyle::Example)),
        json!({"layer": "Drawn", "op": "number", "value": 1.5})
    );
    assert_eq!(
        shown(Event::prompt_for(PromptStyle::Example)),
        json!({"kind": "Moved", "value": [{"Run": {"command": "ls -l"}}]})
    );
    assert_eq!(
        shown(Target::prompt_for(PromptStyle::Example)),
        json!(["value", "2value"])
    );
    let bounds = shown(Bounds::prompt_for(PromptStyle::Example));
    assert_eq!(bounds["long"], "Quotes \"in\" a doc,xxxxxxxxxxxx");
    assert_eq!(bounds["short"], "sh");
    assert_eq!(bounds["texts"], json!(["texts", "2texts"]));
}

#[test]
fn the_styles_are_the_constants_where_there_are_such() {
    assert_eq!(
        types::Review::prompt_for(PromptStyle::TypeScript),
        types::Review::PROMPT
    );
    assert_eq!(
        types::Review::prompt_for(PromptStyle::JsonSchema),
        types::Review::SCHEMA
    );
    assert_eq!(types::Review::prompt_for(PromptStyle::default()), types::Review::PROMPT);
}
