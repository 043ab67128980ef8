//! Broken documents, where the keys of all types together decide.

use llm_output::{ErrorKind, Finish, LlmOutput, Options, RepairKind};
use llm_output_tests::damage::Damage;
use llm_output_tests::flat::{Change, Entry, Location, Nested, Numbered};
use llm_output_tests::sample::{Random, Sample, Texts};
use serde_json::json;

use crate::Subject;

/// Documents that each hold the same entry, and the repairs that reading them takes.
const REPAIRED: [(&str, &[(&str, RepairKind)]); 11] = [
    (
        r#"{"Title": "t", "FILE": "f", "Line": 7, "severity": "high", "settled": true, "name": "n", "e-mail": "m"}"#,
        &[
            ("title", RepairKind::KeyCase),
            ("file", RepairKind::KeyCase),
            ("line", RepairKind::KeyCase),
            ("mail", RepairKind::KeyCase),
        ],
    ),
    (
        r#"{"severity": "high", "email": "m", "line": 7, "titel": "t", "name": "n", "file": "f", "settld": true}"#,
        &[("title", RepairKind::KeyFuzzy), ("settled", RepairKind::KeyFuzzy)],
    ),
    (
        r#"{"title": "t" "file": "f", "line": 7 "severity": "high", "name": "n" "mail": "m", "settled": true}"#,
        &[("$", RepairKind::MissingComma)],
    ),
    (
        r#"{title: "t", file: "f", line: 7, severity: "high", name: "n", mail: "m", settled: true}"#,
        &[("$", RepairKind::UnquotedKey)],
    ),
    (
        r#"{"title: "t", "file": "f", line": 7, "severity": "high", "name": "n", "mail: "m", "settled": true}"#,
        &[("$", RepairKind::MissingQuote)],
    ),
    (
        r"{'settled': True, 'title': 't', 'mail': 'm', 'file': 'f', 'line': 7, 'severity': 'high', 'name': 'n'}",
        &[("$", RepairKind::SingleQuoted)],
    ),
    (
        r#"{"title": "t", "file": "f", "line": "7", "severity": "HIGH", "name": "n", "mail": "m", "settled": "yes"}"#,
        &[
            ("line", RepairKind::StringToNumber),
            ("severity", RepairKind::EnumCase),
            ("settled", RepairKind::StringToBool),
        ],
    ),
    (
        r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "name": "n"}, "mail": "m", "settled": true}"#,
        &[("$", RepairKind::ObjectReopened)],
    ),
    (
        r#"{"title": "t", "line": 6, "file": "f", "line": 7, "severity": "high", "name": "n", "mail": "m", "settled": true}"#,
        &[("line", RepairKind::DuplicateKey)],
    ),
    (
        r#"{"title": "t", "file": "f", "line": 7, "column": "", "severity": "high", "name": "n", "mail": "m", "settled": true"#,
        &[("column", RepairKind::EmptyToNone), ("$", RepairKind::MissingCloser)],
    ),
    (
        r#"{"title": "t", "file": "f", "line": 7, "weight": null, "severity": "high", "name": "n", "mail": "m", "settled": true}"#,
        &[("weight", RepairKind::DropNull)],
    ),
];

fn entry() -> Entry {
    serde_json::from_value(json!({
        "title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n", "mail": "m"
    }))
    .expect("an entry")
}

#[test]
fn repairs_use_the_keys_of_all_types_and_paths_leave_the_field_out() {
    for (text, expected) in REPAIRED {
        let stopped = Options::default().finish(Finish::Stop);
        let parsed = Entry::parse_llm_with(text, &stopped).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value, entry(), "{text}");
        let repairs = parsed
            .repairs()
            .iter()
            .map(|repair| (repair.path().to_string(), repair.kind()));
        let mut repairs: Vec<_> = repairs.collect();
        repairs.dedup();
        let expected: Vec<_> = expected
            .iter()
            .map(|(path, kind)| ((*path).to_owned(), *kind))
            .collect();
        if expected.len() == 1 && expected[0].0 == "$" {
            // The literals of Python, among others, have repairs of their own.
            assert!(repairs.contains(&expected[0]), "{repairs:?}\n{text}");
        } else {
            assert_eq!(repairs, expected, "{text}");
        }
    }
}

/// A key of a flattened type ends a string as one of the type's own does, and another word does not.
#[test]
fn a_quote_inside_a_text_is_judged_by_the_merged_keys() {
    for (text, file) in [
        (
            r#"{"summary": "s", "file": "a "b", "line": 7, "id": 1, "done": true}"#,
            "a \"b",
        ),
        (
            r#"{"summary": "s", "file": "a "b", "other word" c", "done": true, "line": 7, "id": 1}"#,
            "a \"b\", \"other word\" c",
        ),
    ] {
        let parsed = Nested::parse_llm(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value.inside.place.0.file, file, "{text}");
    }
}

fn damaged_documents_give_back_their_value<T: Subject>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut right, mut total) = (0, 0);
    for damage in Damage::ALL {
        for _ in 0..60 {
            let (value, draft) = (
                T::sample(&mut random, Texts::Human),
                T::sample(&mut random, Texts::Human),
            );
            let [document, draft] =
                [&value, &draft].map(|value| serde_json::to_value(value).expect("a value is written as JSON"));
            let pretty = random.one_in(2);
            let Some(text) = damage.apply(&document, &draft, pretty, &mut random) else {
                continue;
            };
            total += 1;
            // Missing closers are no more than that only if the model had stopped.
            let options = match damage {
                Damage::MissingClosers => Options::default().finish(Finish::Stop),
                _ => Options::default(),
            };
            match T::parse_llm_with(&text, &options) {
                Ok(parsed) => {
                    assert_eq!(parsed.value, value, "{damage:?}: {text}");
                    right += 1;
                }
                Err(error) => println!("{damage:?}: {error}\n{text}\n"),
            }
        }
    }
    assert!(right * 100 >= total * 97, "{right} of {total}");
}

#[test]
fn damaged_documents_give_back_their_value_or_an_error() {
    damaged_documents_give_back_their_value::<Entry>(21);
    damaged_documents_give_back_their_value::<Nested>(22);
    damaged_documents_give_back_their_value::<Numbered<Location>>(23);
    damaged_documents_give_back_their_value::<Change>(24);
}

/// Section 5: a cut text is not filled in.
#[test]
fn a_cut_document_is_never_another_value() {
    let mut random = Random::new(25);
    for _ in 0..60 {
        let value = Nested::sample(&mut random, Texts::Human);
        let document = serde_json::to_string(&value).expect("a value is written as JSON");
        for at in (0..document.len()).filter(|&at| document.is_char_boundary(at)) {
            if let Ok(parsed) = Nested::parse_llm(&document[..at]) {
                assert_eq!(parsed.value, value, "{}", &document[..at]);
            }
        }
    }
}

#[test]
fn a_document_cut_within_a_group_is_truncated() {
    let error =
        Entry::parse_llm(r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n""#)
            .expect_err("the mail is missing");
    assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
}
