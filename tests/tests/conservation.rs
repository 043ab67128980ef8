//! CONTRACT 12: what may be a part of the answer, and is not in the value, is told with the severity of a guess at least.
//! Each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Options, RepairKind, Severity, from_str};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Note {
    title: String,
    count: Option<u32>,
    tags: Option<Vec<String>>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Item {
    sku: String,
    price: f64,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Shape {
    Circle { radius: f64 },
    Rectangle { width: f64, height: f64 },
}

/// The severity with which a type reads a text, however much it takes: above the highest where it does not.
fn severity<T: LlmOutput>(text: &str) -> Option<Severity> {
    match T::parse_llm_with(text, &Options::lenient()) {
        Ok(parsed) => parsed.severity(),
        Err(_) => Some(Severity::Invented),
    }
}

/// The first of each pair may have lost something, the second has not.
fn tells<T: LlmOutput>(pairs: &[(&str, &str)]) {
    for (lossy, whole) in pairs {
        assert!(severity::<T>(lossy) >= Some(Severity::Guess), "{lossy}");
        assert!(severity::<T>(whole) < Some(Severity::Guess), "{whole}");
    }
}

#[test]
fn an_answer_that_goes_on_behind_its_end_is_a_guess() {
    tells::<BTreeMap<String, i64>>(&[
        (
            "{\"home\": 2},  # remark\n\"user-id\" //\n: 4}",
            "{\"home\": 2}  # remark\n",
        ),
        ("{\"home\": 2}\nand user-id: 4}", "{\"home\": 2}\nand {user-id}"),
    ]);
    tells::<Note>(&[(
        "```json\n{\"title\": \"a\", \"tags\": [\n```\n\nContinued:\n\n```json\n\"b\"]}\n```",
        "```json\n{\"title\": \"a\"}\n```\n\nThat is [1] all.",
    )]);
}

#[test]
fn an_answer_whose_beginning_is_lost_is_a_guess() {
    tells::<Vec<Item>>(&[
        (
            "JSON.parse(`:16.0},{\"sku\": \"alpha\", \"price\": 7.75}]`)",
            "JSON.parse(`[{\"sku\": \"alpha\", \"price\": 7.75}]`)",
        ),
        (
            "\"price\": 16.0}, [{\"sku\": \"alpha\", \"price\": 7.75}]",
            "Sure, [{\"sku\": \"alpha\", \"price\": 7.75}]",
        ),
    ]);
}

#[test]
fn a_comment_that_may_be_a_member_or_element_is_a_guess() {
    tells::<Note>(&[
        (
            "{\n  \"title\": \"a\",\n  ### count (int): 1\n}",
            "{\n  \"title\": \"a\"\n  ### the count (int) is not known\n}",
        ),
        (
            "{\"title\": \"a\", \"tags\": [\"b\", ### \"c\" ]}",
            "{\"title\": \"a\", \"tags\": [\"b\" ### no more ]}",
        ),
    ]);
}

#[test]
fn a_comment_inside_a_string_of_a_text_with_comments_is_a_guess() {
    tells::<Note>(&[(
        "{ // ok\n\"title\": \"None // ok\nsrc\", // ok\n\"count\": 1 // ok\n}",
        "{ // ok\n\"title\": \"None\nsrc\", // ok\n\"count\": 1 // ok\n}",
    )]);
}

#[test]
fn the_key_of_a_map_that_was_repaired_and_has_marks_in_it_is_a_guess() {
    tells::<BTreeMap<String, i64>>(&[
        ("{\n  - &quot;home&quot;: -89\n}", "{\n  home: -89\n}"),
        ("{”home”<!-- remark -->:0,\"max\":-54}", "{“home”:0,\"max\":-54}"),
    ]);
}

#[test]
fn a_lost_comma_in_an_element_of_which_no_type_is_known_is_a_guess() {
    let text = "[{\"width\": 0.75, \"height\": 0.82\n \"radius\": 21.5}]";
    let parsed = from_str::<Vec<Shape>>(text).unwrap();
    assert!(parsed.severity() >= Some(Severity::Guess), "{:?}", parsed.repairs());
    let parsed = from_str::<Vec<Shape>>("[{\"width\": 0.75 \"height\": 0.82}]");
    assert!(parsed.is_ok_and(|parsed| parsed.value
        == [Shape::Rectangle {
            width: 0.75,
            height: 0.82
        }]));
    let parsed = from_str::<Vec<Note>>("[{\"title\": \"a\" \"count\": 1}]").unwrap();
    assert_eq!(parsed.severity(), Some(Severity::Syntax));
}

#[test]
fn a_typographic_mark_before_the_next_string_is_a_guess() {
    tells::<Vec<String>>(&[("[»a« »b« »c«]", "[»a«, »b«, »c«]")]);
}

#[test]
fn a_change_of_quotation_marks_in_a_repaired_text_is_a_guess() {
    tells::<Note>(&[
        (
            "{\"tags\": [\"note',`the\", \"b\",], \"title\": \"a\"}",
            "{\"tags\": [\"'note', 'the'\", \"b\",], \"title\": \"a\"}",
        ),
        (
            "{\"title\": \"the 'note', `the`\",}",
            "{\"title\": \"the 'note', `the`\"}",
        ),
    ]);
    let text = "{\"title\": \"the 'note', `the`\"}";
    assert!(Note::parse_llm(text).unwrap().is_exact());
}

/// However many there are.
#[test]
fn elements_without_commas_are_all_read() {
    let words: Vec<String> = (0..3000).map(|number| format!("word {number}")).collect();
    let text = format!("[\"{}\"]", words.join("\" \""));
    for parsed in [Vec::<String>::parse_llm(&text), from_str(&text)] {
        let parsed = parsed.unwrap();
        assert_eq!(parsed.value, words);
        assert_eq!(parsed.severity(), Some(Severity::Syntax));
        assert!(
            parsed
                .repairs()
                .iter()
                .all(|repair| repair.kind() == RepairKind::MissingComma)
        );
    }
}

/// A key that is valid JSON is what it says, however long.
#[test]
fn long_keys_are_read_exactly() {
    for length in [159, 160, 161, 1000, 100_000] {
        let key = "k".repeat(length);
        let text = format!("{{\"{key}\": 1, \"title\": \"a\"}}");
        assert!(Note::parse_llm(&text).unwrap().is_exact());
        assert!(from_str::<Note>(&text).unwrap().is_exact());
        let text = format!("{{\"{key}\": 1}}");
        let parsed = BTreeMap::<String, i64>::parse_llm(&text).unwrap();
        assert!(parsed.is_exact());
        assert_eq!(parsed.value, BTreeMap::from([(key, 1)]));
    }
}
