//! What is declared about a field of a flattened type holds where it is flattened.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use llm_output_tests::flat::{Author, Entry, Numbered};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[test]
fn what_is_declared_inside_holds() {
    let error = Entry::parse_llm(
        r#"{"title": "t", "file": "f", "line": 0, "severity": "high", "settled": true, "weight": "much"}"#,
    )
    .expect_err("a line is counted from 1");
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["line", "weight"]);
}

/// Everything that can be said about a field.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(default)]
struct Declared {
    #[llm(split = ",", skip_invalid)]
    numbers: Vec<u8>,
    #[llm(null_alias("N/A"))]
    score: Option<u8>,
    #[llm(lenient)]
    name: String,
    #[llm(exact)]
    count: u32,
    #[llm(join = " ", length(max = 9))]
    words: String,
    #[llm(range(max = 10), clamp)]
    share: f64,
}

fn in_order(settings: &Settings) -> Result<(), &'static str> {
    if settings.first > settings.declared.count {
        return Err("the first is more than there are");
    }
    Ok(())
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(default = "SETTINGS", validate = in_order)]
struct Settings {
    first: u32,
    #[llm(flatten)]
    declared: Declared,
}

const SETTINGS: Settings = Settings {
    first: 1,
    declared: Declared {
        numbers: Vec::new(),
        score: None,
        name: String::new(),
        count: 0,
        words: String::new(),
        share: 0.0,
    },
};

/// A document, and the repairs and the violations of reading it.
const DECLARED: [(&str, &[&str], &[&str]); 8] = [
    (r#"{"count": 1}"#, &[], &[]),
    (
        r#"{"count": 1, "numbers": "1,2"}"#,
        &[
            "numbers[0]: string_to_number",
            "numbers[1]: string_to_number",
            "numbers: string_split",
        ],
        &[],
    ),
    (
        r#"{"count": 1, "numbers": [1, "x", 3]}"#,
        &["numbers[1]: dropped_invalid_element"],
        &[],
    ),
    (r#"{"count": 1, "score": "N/A"}"#, &["score: null_alias"], &[]),
    (
        r#"{"count": 1, "words": ["a", "b"], "share": 12}"#,
        &["words: array_joined", "share: clamped"],
        &[],
    ),
    (r#"{"count": "1"}"#, &["count: string_to_number"], &["refused"]),
    (r#"{"count": 1, "words": "much too long"}"#, &[], &["words"]),
    (r#"{"count": 1, "first": 2}"#, &[], &["$"]),
];

#[test]
fn what_is_declared_about_a_field_inside_holds_in_the_object_around_it() {
    for (text, repairs, violations) in DECLARED {
        match Settings::parse_llm(text) {
            Ok(parsed) => {
                let found: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
                assert_eq!(
                    (&*found, violations.len()),
                    (&*repairs.iter().map(ToString::to_string).collect::<Vec<_>>(), 0),
                    "{text}"
                );
                assert_eq!(parsed.value.first, 1, "the default of the whole type");
            }
            Err(error) => {
                let found: Vec<_> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                let found = if found.is_empty() {
                    vec!["refused".to_owned()]
                } else {
                    found
                };
                assert_eq!(found, violations, "{text}: {error}");
            }
        }
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Reply {
    title: Option<String>,
    #[llm(flatten)]
    body: Body,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Body {
    tags: Option<Vec<String>>,
    #[llm(content)]
    text: String,
}

#[test]
fn a_field_inside_takes_a_reply_without_any_json() {
    let parsed = Reply::parse_llm("Just a text.").expect("it is taken whole");
    assert_eq!(parsed.value.body.text, "Just a text.");
    assert_eq!(parsed.repairs()[0].to_string(), "text: raw_text_wrapped");
}

#[test]
fn a_parameter_may_be_an_option() {
    let parsed = <Numbered<Option<Author>>>::parse_llm(r#"{"number": 1}"#).expect("nobody");
    assert_eq!(parsed.value.of, None);
    let parsed = <Numbered<Option<Author>>>::parse_llm(r#"{"mail": "m", "number": 1, "name": "n"}"#).expect("somebody");
    assert_eq!(parsed.value.of.map(|author| author.mail), Some("m".to_owned()));
}

/// As deep as a type may nest: a flattened one adds no level of its own.
mod depth {
    use super::{BTreeMap, LlmOutput, Serialize};

    #[derive(Serialize, LlmOutput)]
    struct One {
        text: String,
    }

    #[derive(Serialize, LlmOutput)]
    pub(super) struct Three {
        two: Vec<One>,
        #[llm(flatten)]
        #[serde(flatten)]
        more: BTreeMap<String, Vec<One>>,
    }

    #[derive(Serialize, LlmOutput)]
    pub(super) struct Five {
        #[llm(flatten)]
        #[serde(flatten)]
        first: Option<Three>,
        fours: Vec<Vec<Vec<One>>>,
    }

    #[derive(Serialize, LlmOutput)]
    pub(super) struct StillFive {
        #[llm(flatten)]
        #[serde(flatten)]
        five: Box<Five>,
    }
}

#[test]
fn a_flattened_type_adds_no_level() {
    let deepest = r#"{"two": [{"text": "a"}], "fours": [[[{"text": "b"}]]], "x": [{"text": "c"}]}"#;
    let parsed = depth::StillFive::parse_llm(deepest).expect("a document");
    assert!(parsed.is_exact());
    let (written, read): (Value, Value) = (
        serde_json::to_value(&parsed.value).expect("a value is written as JSON"),
        serde_json::from_str(deepest).expect("a document"),
    );
    assert_eq!(written, read);
    assert!(
        depth::Three::PROMPT.contains("Record<string, Array<{"),
        "{}",
        depth::Three::PROMPT
    );
}
