//! Every kind of repair, in texts that have the word in them: the cases of all folders, with one word of each text replaced after
//! the other.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use chrono::{DateTime, NaiveDate, Utc};
use llm_output::{LlmOutput, Options, ParseError, Repair, RepairKind};
use llm_output_tests::case::{Case, Reader, Reading, SERDE_TYPES, reader};
use serde_json::Value;
use url::Url;
use uuid::Uuid;

use super::{CANARY, assert_hidden, canary, check};

/// Types with a map, or that refuse unknown keys: a key of theirs may be in a path.
const KEYED: [&str; 3] = ["Closed", "Map<i64>", "Value"];

/// What dates, identifiers and addresses need.
#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "only read")]
struct Record {
    text: String,
    at: Option<DateTime<Utc>>,
    day: Option<NaiveDate>,
    id: Option<Uuid>,
    link: Option<Url>,
}

const RECORDS: &[&str] = &[
    r#"{"text": "@", "day": " 2025-01-31"}"#,
    r#"{"text": "@", "day": "31 Jan 2025"}"#,
    r#"{"text": "@", "day": "2025-01-31T08:30:00Z"}"#,
    r#"{"text": "@", "at": "2025-01-31 08:30:00"}"#,
    r#"{"text": "@", "id": " 67e55044-10b1-426f-9247-bb680e5fe0c8"}"#,
    r#"{"text": "@", "id": "urn:67e55044-10b1-426f-9247-bb680e5fe0c8"}"#,
    r#"{"text": "a", "link": "[@](https://@.org/@)"}"#,
    r#"{"text": "a", "link": "www.@.org/@"}"#,
];

fn read_record(text: &str, options: &Options<'_>) -> Result<Reading, ParseError> {
    Record::parse_llm_with(text, options).map(|parsed| Reading {
        value: Value::Null,
        repairs: Vec::new(),
        span: parsed.span(),
    })
}

/// Runs of letters in a text.
fn words(text: &str) -> Vec<Range<usize>> {
    let mut words = Vec::new();
    let mut start = None;
    for (at, char) in text.char_indices().chain([(text.len(), ' ')]) {
        match (char.is_alphabetic(), start) {
            (true, None) => start = Some(at),
            (false, Some(from)) => {
                words.push(from..at);
                start = None;
            }
            _ => {}
        }
    }
    words
}

fn cases() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders: Vec<PathBuf> = vec![root.join("cases"), root.join("rulings")];
    let mut cases = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder of cases can be listed") {
            let path = entry.expect("a folder of cases can be listed").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "json") {
                let text = fs::read_to_string(&path).expect("a file of cases can be read");
                cases.extend(serde_json::from_str::<Vec<Case>>(&text).expect("a file of cases is JSON"));
            }
        }
    }
    cases
}

#[derive(Default)]
struct Seen {
    /// How many repairs of each kind there were in texts with the word.
    kinds: HashMap<RepairKind, usize>,
    errors: usize,
    /// Types with the word in a path.
    keyed: BTreeSet<String>,
}

impl Seen {
    /// Reads a text with the word, and checks what is printed of its repairs or of its error.
    fn read(&mut self, type_name: &str, read: Reader, text: &str, options: Options<'_>) {
        let noted: Mutex<Vec<Repair>> = Mutex::default();
        let note = |repair: &Repair| noted.lock().unwrap().push(repair.clone());
        let outcome = read(text, &options.on_repair(&note));
        let repairs = noted.into_inner().unwrap();
        let has_key = |path: &llm_output::Path| path.to_string().contains(CANARY);
        let is_keyed = match &outcome {
            Ok(_) => repairs.iter().any(|repair| has_key(repair.path())),
            Err(error) => {
                let mut violations = error.violations().iter();
                violations.any(|violation| has_key(violation.path()))
                    || error.repairs().iter().any(|repair| has_key(repair.path()))
            }
        };
        if is_keyed {
            self.keyed.insert(type_name.to_owned());
        }
        match outcome {
            Ok(_) => {
                for repair in repairs {
                    *self.kinds.entry(repair.kind()).or_default() += 1;
                    assert_printed(&repair, text);
                }
            }
            Err(error) => {
                self.errors += 1;
                if !is_keyed {
                    check(&error, text);
                }
            }
        }
    }

    /// Reads the text with each of its words replaced, one after the other.
    fn read_each(&mut self, type_name: &str, read: Reader, text: &str, options: &Options<'_>) {
        for word in words(text) {
            let text = format!("{}{CANARY}{}", &text[..word.start], &text[word.end..]);
            self.read(type_name, read, &text, options.clone());
        }
    }
}

/// Nothing of a repair holds the word, except for its path.
fn assert_printed(repair: &Repair, text: &str) {
    let printed = [
        repair.to_string(),
        format!("{repair:?}"),
        serde_json::to_string(repair).unwrap(),
    ];
    let path = repair.path().to_string();
    for printed in printed {
        assert_hidden(&printed.replace(&path, ""), text);
    }
}

#[test]
fn no_kind_of_repair_shows_the_text() {
    let mut seen = Seen::default();
    for case in cases() {
        let options = case.options();
        seen.read_each(&case.type_name, reader(&case.type_name), &case.input, &options);
        if let Some((_, read)) = SERDE_TYPES.iter().find(|(name, _)| *name == case.type_name) {
            seen.read_each(&case.type_name, *read, &case.input, &options);
        }
    }
    for text in RECORDS {
        seen.read("Record", read_record, &canary(text), Options::default());
    }
    let missing: Vec<_> = RepairKind::ALL
        .iter()
        .filter(|kind| !seen.kinds.contains_key(kind))
        .map(|kind| kind.name())
        .collect();
    assert_eq!(missing, [""; 0]);
    assert!(seen.errors > 10_000, "{}", seen.errors);
    let keyed: Vec<_> = seen.keyed.iter().map(String::as_str).collect();
    assert_eq!(keyed, KEYED);
}
