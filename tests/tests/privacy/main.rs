//! Nothing that is printed by accident holds the model's text: `Debug`, the panic of an `unwrap`, repairs, events. Each text has a
//! word in it that no type and no message knows.
//!
//! `Display` and `feedback` of an error quote the wrong value; the last tests say how much.

mod engines;
mod events;
mod kinds;
mod printed;

use std::collections::{BTreeMap, HashMap, HashSet};

use engines::{ENGINES, FAILING, each_error, each_outcome};
use llm_output::{ErrorKind, Lenient, LlmOutput, Options, ParseError, Prefer, RepairKind};
use serde::{Deserialize, Serialize};

/// The word.
const CANARY: &str = "kanarienvogel";

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[llm(stream, deny_unknown_fields)]
struct Note {
    title: String,
    count: u8,
    grade: Grade,
    #[llm(validate = five)]
    zip: Option<String>,
    parts: Option<Vec<bool>>,
}

#[expect(clippy::ref_option, reason = "the attribute passes the field")]
fn five(zip: &Option<String>) -> Result<(), String> {
    let Some(zip) = zip else { return Ok(()) };
    if zip.len() == 5 {
        Ok(())
    } else {
        Err(format!("{zip} must have five digits"))
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, LlmOutput)]
#[llm(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
enum Grade {
    Good,
    Bad,
}

#[derive(Debug, LlmOutput)]
#[llm(untagged)]
#[expect(dead_code, reason = "only read")]
enum Either {
    Words { words: Vec<String> },
    Number { number: u8 },
}

#[derive(Debug, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
enum Tool {
    Count { number: u8 },
    Say { words: String, grade: Option<Grade> },
}

fn canary(text: &str) -> String {
    text.replace('@', CANARY)
}

/// Checks everything that is printed of an error without asking for its text.
fn check(error: &ParseError, text: &str) {
    let strict = std::error::Error::source(error);
    for shown in [
        format!("{error:?} {error:#?}"),
        format!("{:?} {:?}", error.violations(), error.repairs()),
        format!("{strict:?} {}", strict.map(ToString::to_string).unwrap_or_default()),
        format!("{} {:?} {:?}", error.kind(), error.would_need(), error.limit()),
        serde_json::to_string(error.repairs()).unwrap(),
    ] {
        assert_hidden(&shown, text);
    }
    for repair in error.repairs() {
        assert_hidden(&format!("{repair} {repair:?}"), text);
    }
}

#[track_caller]
fn assert_hidden(shown: &str, text: &str) {
    assert!(!shown.contains(&CANARY[..5]), "{text}\nis shown in\n{shown}");
}

#[test]
fn no_error_shows_the_text_by_accident() {
    let mut kinds = HashSet::new();
    let mut violations = 0;
    let mut by_engine: HashMap<_, HashSet<_>> = HashMap::new();
    each_error(|engine, error, text| {
        kinds.insert(error.kind());
        by_engine.entry(engine).or_default().insert(error.kind());
        violations += error.violations().len();
        check(error, text);
    });
    for engine in ENGINES {
        assert!(
            by_engine[engine].len() >= 3,
            "{engine} fails with {:?} only",
            by_engine[engine]
        );
    }
    let ambiguous = canary("[{\"words\": [\"@\"]}] or [{\"words\": [\"b\", \"@\"]}]");
    let error = <Vec<Either>>::parse_llm_with(&ambiguous, &Options::default().prefer(Prefer::Only)).unwrap_err();
    kinds.insert(error.kind());
    check(&error, &ambiguous);
    kinds.insert(Note::parse_llm(" ").unwrap_err().kind());
    for kind in [
        ErrorKind::Empty,
        ErrorKind::Prose,
        ErrorKind::NoBlock,
        ErrorKind::Malformed,
        ErrorKind::Truncated,
        ErrorKind::UnrecognizedShape,
        ErrorKind::Schema,
        ErrorKind::Ambiguous,
        ErrorKind::Limit,
        ErrorKind::UnknownTool,
    ] {
        assert!(kinds.contains(&kind), "no text fails with {kind}");
    }
    assert!(violations > 500, "{violations}");
}

#[test]
fn no_report_of_a_value_shows_the_text() {
    let mut kinds: HashMap<_, HashSet<_>> = HashMap::new();
    each_outcome(|engine, text, outcome| {
        let Ok(repairs) = outcome else { return };
        for repair in repairs {
            kinds.entry(engine).or_default().insert(repair.kind());
            assert_hidden(&format!("{repair} {repair:?} {:?}", repair.span()), text);
        }
        assert_hidden(&serde_json::to_string(repairs).unwrap(), text);
    });
    // A registry and an exchange return values with the report of `parse_llm`.
    for engine in &ENGINES[..7] {
        assert!(
            kinds[engine].len() >= 2,
            "{engine} reports {:?} only",
            kinds.get(engine)
        );
    }
    let all: HashSet<_> = kinds.into_values().flatten().collect();
    assert!(all.len() >= 15, "{all:?}");
}

/// Frameworks hand the message of a failed `Lenient<T>` to the model, which has to see what is wrong: at most 60 characters of it.
#[test]
fn the_message_of_a_lenient_value_is_the_feedback() {
    let long = canary("{\"title\": \"a\", \"count\": \"@\", \"grade\": \"good\"}").replace(CANARY, &CANARY.repeat(40));
    let error = serde_json::from_str::<Lenient<Note>>(&long).unwrap_err();
    let feedback = Note::parse_llm(&long).unwrap_err().feedback();
    assert!(error.to_string().starts_with(&feedback), "{error}");
    assert_eq!(error.to_string().matches(CANARY).count(), 60 / CANARY.len());
    // The report of one that was read shows nothing.
    let read: Lenient<u8> = serde_json::from_str("\" 7 \"").unwrap();
    assert_eq!(read.repairs()[0].kind(), RepairKind::StringToNumber);
    for text in FAILING.iter().map(|text| canary(text)) {
        if let Ok(read) = serde_json::from_str::<Lenient<Note, llm_output::lenient::Everything>>(&text) {
            assert_hidden(&format!("{:?}", read.repairs()), &text);
        }
    }
}

#[test]
fn a_key_in_a_path_is_the_exception() {
    // The path names the place: README and SECURITY say so.
    let text = canary("{\"@\": \"1\"}");
    let parsed = <BTreeMap<String, u8>>::parse_llm(&text).unwrap();
    assert_eq!(parsed.repairs()[0].kind(), RepairKind::StringToNumber);
    assert_eq!(parsed.repairs()[0].path().to_string(), CANARY);
    let text = canary("{\"title\": \"a\", \"count\": 1, \"grade\": \"good\", \"@\": \"kolibri\"}");
    let error = Note::parse_llm(&text).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), CANARY);
    assert!(!format!("{error:?}").contains("kolibri"));
}

#[test]
fn whoever_asks_for_the_text_gets_it() {
    let text = canary("{\n  \"title\": \"a\", \"grade\": \"good\",\n  \"count\": \"@\"}");
    let error = Note::parse_llm(&text).unwrap_err();
    assert_eq!(error.violations()[0].found(), format!("\"{CANARY}\""));
    assert!(error.to_string().contains(CANARY) && error.feedback().contains(CANARY));
    let excerpt = format!("3 |   \"count\": \"{CANARY}\"}}\n  |            ^");
    assert_eq!(error.excerpt(&text), excerpt);
    // A long value is cut.
    let long = text.replace(CANARY, &CANARY.repeat(50));
    let error = Note::parse_llm(&long).unwrap_err();
    assert!(
        error.to_string().len() < 200 && error.excerpt(&long).len() < 150,
        "{error}"
    );
}

#[test]
fn an_excerpt_fits_any_text() {
    each_error(|_, error, text| {
        let excerpt = error.excerpt(text);
        let lines: Vec<&str> = excerpt.split('\n').collect();
        let is_value = excerpt.is_empty();
        assert!(is_value || (lines.len() == 2 && lines[1].ends_with('^')), "{excerpt}");
        // Another text than the one that was read is no reason to panic.
        for other in ["", "ü", "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü"]
        {
            drop(error.excerpt(other));
        }
    });
}
