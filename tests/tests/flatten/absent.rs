//! Members that may be absent as a whole.

use llm_output::{LlmOutput, Options};
use llm_output_tests::flat::{Author, Entry, Labels, Numbered, Open};
use llm_output_tests::sample::{Random, Sample, Texts};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Outcome, Outer, Subject};

/// Members beside those that an entry needs, and its author; `None` where it is refused, with the paths of the violations.
const GROUPS: [(&str, Outcome<Option<&str>>); 11] = [
    ("", Ok(None)),
    (r#""nick": null"#, Ok(None)),
    (r#""name": null, "mail": null, "nick": null"#, Ok(None)),
    (r#""name": "n", "mail": "m""#, Ok(Some("n"))),
    (r#""mail": "m", "nick": null, "name": "n""#, Ok(Some("n"))),
    (r#""name": "n""#, Err(&["mail"])),
    (r#""nick": "k""#, Err(&["name", "mail"])),
    (r#""name": "n", "mail": null"#, Err(&["mail"])),
    (r#""name": "n", "mail": "m", "name": null"#, Ok(Some("n"))),
    (r#""name": null, "mail": "m", "name": "n""#, Ok(Some("n"))),
    (r#""mail": [], "name": "n""#, Err(&["mail"])),
];

#[test]
fn an_option_is_none_where_nothing_in_it_has_a_value() {
    for (members, expected) in GROUPS {
        let comma = if members.is_empty() { "" } else { ", " };
        let text =
            format!(r#"{{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true{comma}{members}}}"#);
        match (Entry::parse_llm(&text), expected) {
            (Ok(parsed), Ok(author)) => {
                assert_eq!(
                    parsed.value.author.as_ref().map(|author| &*author.name),
                    author,
                    "{text}"
                );
            }
            (Err(error), Err(paths)) => {
                let found: Vec<_> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                assert_eq!(found, paths, "{text}: {error}");
            }
            (parsed, _) => panic!("{text}: {parsed:?}"),
        }
    }
}

/// Every document in which each member is absent, or has one of its values: where serde reads it, it is read like that,
/// or refused where `is_partial` says that serde drops something without a word.
fn agrees_with_serde<T: Subject>(members: &[(&str, &[&str])], is_partial: impl Fn(&Value) -> bool) {
    let count: usize = members.iter().map(|(_, values)| values.len() + 1).product();
    let mut accepted = 0;
    for mut number in 0..count {
        let mut chosen = Vec::new();
        for (key, values) in members {
            if let Some(value) = values.get(number % (values.len() + 1)) {
                chosen.push(format!("\"{key}\": {value}"));
            }
            number /= values.len() + 1;
        }
        let text = format!("{{{}}}", chosen.join(", "));
        let Ok(oracle) = serde_json::from_str::<T>(&text) else {
            continue;
        };
        accepted += 1;
        let document = serde_json::from_str(&text).expect("a document");
        match T::parse_llm(&text) {
            Ok(parsed) => {
                // What serde drops may be repaired instead, and then it is reported.
                let same = parsed.value == oracle;
                assert!(
                    (same && parsed.is_exact()) || (is_partial(&document) && (same || !parsed.is_exact())),
                    "{text}: {:?} is not {oracle:?}: {:?}",
                    parsed.value,
                    parsed.repairs()
                );
            }
            Err(error) => assert!(is_partial(&document), "{text}: {error}"),
        }
    }
    assert!(accepted > count / 10, "{accepted} of {count}");
}

#[test]
fn what_serde_reads_is_read_so_or_refused() {
    let author: [(&str, &[&str]); 4] = [
        ("number", &["1"]),
        ("name", &["\"n\"", "null", "[]"]),
        ("mail", &["\"m\"", "null"]),
        ("nick", &["\"k\"", "null", "{}"]),
    ];
    // Some of the author, but not all that it needs: serde drops it.
    agrees_with_serde::<Numbered<Option<Author>>>(&author, |document| {
        let is_text = |key: &str| document.get(key).is_some_and(Value::is_string);
        let is_given = |key: &&str| document.get(*key).is_some();
        ["name", "mail", "nick"].iter().any(is_given)
            && !(is_text("name") && is_text("mail") && document.get("nick").is_none_or(|nick| !nick.is_object()))
    });
    let open: [(&str, &[&str]); 6] = [
        ("Title", &["1"]),
        ("title", &["\"t\""]),
        ("file", &["\"f\""]),
        ("line", &["7"]),
        ("column", &["1", "null"]),
        ("COLUMN", &["null"]),
    ];
    agrees_with_serde::<Open>(&open, |_| false);
    let groups: [(&str, &[&str]); 4] = [("a", &["1"]), ("b", &["2"]), ("c", &["3"]), ("d", &["4", "null"])];
    agrees_with_serde::<Held>(&groups, |document| {
        let is_given = |key: &str| document.get(key).is_some_and(|value| !value.is_null());
        let inner = is_given("b") || is_given("c") || is_given("d");
        inner && !(is_given("a") && is_given("b") && is_given("c"))
    });
}

/// Groups in a group, beside something that is always there.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Held {
    #[serde(default)]
    other: Option<u8>,
    #[serde(flatten)]
    outer: Option<Outer>,
}

impl Sample for Held {
    fn sample(_: &mut Random, _: Texts) -> Self {
        Self {
            other: None,
            outer: None,
        }
    }
}

#[test]
fn an_option_of_what_needs_nothing_is_always_there() {
    let entry: Entry = serde_json::from_value(json!({
        "title": "t", "file": "f", "line": 7, "severity": "high", "settled": true
    }))
    .expect("an entry");
    assert_eq!(entry.labels, Some(Labels::default()), "as in serde");
    let text = serde_json::to_string(&json!({
        "title": "t", "file": "f", "line": 7, "severity": "high", "settled": true
    }));
    let parsed = Entry::parse_llm(&text.expect("JSON")).expect("an entry");
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, entry);
}

#[test]
fn lenient_reading_drops_an_option_whole_and_says_so() {
    let text =
        r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n", "mail": []}"#;
    let parsed = Entry::parse_llm_with(text, &Options::lenient()).expect("lenient reading takes it");
    assert_eq!(parsed.value.author, None);
    let repairs: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(repairs, ["mail: dropped_invalid_optional"]);
    // What is merely missing is made up, as in an object of its own.
    let text = r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n"}"#;
    let parsed = Entry::parse_llm_with(text, &Options::lenient()).expect("lenient reading takes it");
    let author = Author {
        name: "n".into(),
        mail: String::new(),
        nick: None,
    };
    assert_eq!(parsed.value.author, Some(author));
    assert_eq!(parsed.repairs().len(), 1, "{:?}", parsed.repairs());
}
