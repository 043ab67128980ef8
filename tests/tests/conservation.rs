//! What may be a part of the answer, and is not in the value, is told with the severity of a guess at least.
//! Each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use llm_output::{LlmOutput, Options, RepairKind, Severity, from_str};
use llm_output_tests::case::Report;
use llm_output_tests::corruption::{self, Plan, Reader};
use llm_output_tests::tells::{severity, tells};
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

/// A form with a text among them: what is read through serde takes anything as an element.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(untagged)]
enum Plain {
    Circle { radius: f64 },
    Text(String),
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Step {
    tool: String,
    args: serde_json::Value,
    thought: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Venue {
    name: String,
    #[llm(flatten)]
    more: BTreeMap<String, String>,
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

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Profile {
    name: Option<String>,
    address: Option<Address>,
    #[serde(default)]
    jobs: Vec<Job>,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Address {
    street: Option<String>,
    city: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Job {
    employer: Option<String>,
    role: Option<String>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Contact {
    name: String,
    phone: Option<String>,
}

#[test]
fn a_word_with_a_number_sign_is_a_value_where_one_belongs() {
    let read = |text: &str| Profile::parse_llm(text).expect(text);
    let tagged = read("{\"name\": #none, \"tags\": [#ai, \"b\", #ml]\n}");
    assert_eq!(tagged.name.as_deref(), Some("#none"));
    assert_eq!(tagged.tags, ["#ai", "b", "#ml"]);
    assert_eq!(tagged.severity(), Some(Severity::Guess));
    let commented = read("{\"name\": #none\n\"Ann\", \"tags\": [\"a\", #note\n\"b\"]}");
    assert_eq!(commented.name.as_deref(), Some("Ann"));
    assert_eq!(commented.tags, ["a", "b"]);
}

#[test]
fn an_unknown_object_is_no_struct_by_way_of_a_conversion() {
    for text in [
        r#"{"name": "x", "address": [{"role": "cook"}]}"#,
        r#"{"name": "x", "address": "{\"role\": \"cook\"}"}"#,
        r#"{"name": "x", "jobs": {"company": "cook"}}"#,
    ] {
        assert!(Profile::parse_llm(text).is_err(), "{text}");
        assert!(from_str::<Profile>(text).is_err(), "{text}");
    }
    let known = r#"{"name": "x", "address": [{"city": "Rome"}], "jobs": {"role": "cook"}}"#;
    assert_eq!(severity::<Profile>(known), Some(Severity::Coercion));
    // A valid document is read as serde reads it.
    let valid = r#"{"name": "x", "address": {"role": "cook"}}"#;
    assert!(Profile::parse_llm(valid).is_ok_and(|parsed| parsed.is_exact()));
}

#[test]
fn a_call_is_no_element_of_the_list_in_its_arguments() {
    for text in [
        r#"{"name": "extract", "arguments": [{"name": "Ann"}]}"#,
        r#"{"name": "extract", "parameters": [{"name": "Ann"}]}"#,
    ] {
        let parsed = Vec::<Contact>::parse_llm(text).expect(text);
        assert_eq!(parsed[0].name, "Ann");
        assert_eq!(parsed.severity(), Some(Severity::Guess));
    }
    let one = Vec::<Contact>::parse_llm(r#"{"name": "extract", "phone": "1"}"#).expect("one");
    assert_eq!(one[0].name, "extract");
}

#[test]
fn what_a_valid_document_may_contain_is_a_guess_where_another_repair_is_needed() {
    tells::<BTreeMap<String, i64>>(&[
        ("{'a': 3, 'a': 4}", "{'a': 3, 'b': 4}"),
        ("{\"a\": 3}\n\nAlso, \"b\": 4", "{\"a\": 3}\n\nAlso, b is 4"),
    ]);
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"item.count\": 3,}",
            "{\"title\": \"a\", \"size\": 3,}",
        ),
        ("{\"title\": \"a\", \"tag\": [],}", "{\"title\": \"a\", \"log\": [],}"),
    ]);
    tells::<Profile>(&[
        (
            "```json\n{\"address\": {\"city\": \"Rome\", \"name\": \"Ann\"}\n```",
            "```json\n{\"address\": {\"city\": \"Rome\", \"area\": 7}\n```",
        ),
        (
            "{\"jobs\": [{\"employer\": \"x\", {\"role\": \"y\"}]}",
            "{\"jobs\": [{\"employer\": \"x\"}, {\"role\": \"y\"}, \"tags\": []}",
        ),
    ]);
    for valid in [r#"{"title": "a", "item.count": 3}"#, r#"{"title": "a", "tag": []}"#] {
        assert!(Note::parse_llm(valid).is_ok_and(|parsed| parsed.is_exact()), "{valid}");
    }
}

#[test]
fn a_remark_in_brackets_is_no_element() {
    for text in ["[[1] \"a\", \"b\"]", "[\n[12:00:01] INFO: \"a\", \"b\"]"] {
        let parsed = Vec::<String>::parse_llm(text);
        assert!(
            parsed.as_ref().map_or(true, |parsed| parsed.value == ["a", "b"]),
            "{parsed:?}"
        );
    }
    assert_eq!(severity::<Vec<String>>(r#"[["a"], "b"]"#), Some(Severity::Coercion));
}

#[test]
fn nothing_but_json_is_exact() {
    for text in [
        "{\"a\": 3, ;\"b\": 14}",
        "{;\"a\": 3}",
        "{\"a\": 1\u{200b}, \"b\": 2}",
        "{\"a\": 1\u{feff}}",
        "{\"a\" := 3}",
    ] {
        let parsed = BTreeMap::<String, i64>::parse_llm(text).expect(text);
        assert!(!parsed.is_exact(), "{text}");
        assert!(!parsed.repairs().is_empty(), "{text}");
        let exact = BTreeMap::<String, i64>::parse_llm_with(text, &Options::exact());
        assert!(exact.is_err(), "{text}");
    }
}

#[test]
fn a_letter_before_a_lost_quote_is_no_prefix() {
    let parsed = Contact::parse_llm("{\"name\": B\", \"phone\": \"1\"}");
    assert!(parsed.as_ref().map_or(true, |parsed| parsed.name == "B"), "{parsed:?}");
    let prefixed = Contact::parse_llm("{\"name\": r\"B\", \"phone\": \"1\"}").expect("a prefix");
    assert_eq!(prefixed.name, "B");
}

#[test]
fn a_comma_or_bracket_at_the_start_of_an_element_may_follow_what_is_lost() {
    tells::<Profile>(&[
        (
            "{\"jobs\": [{\"employer\": \"x\"}, {, \"role\": \"y\"}]}",
            "{\"jobs\": [{\"employer\": \"x\"}, {\"role\": \"y\"},]}",
        ),
        ("{\"jobs\": [{\"role\": \"y\"}{]}", "{\"jobs\": [{\"role\": \"y\"},]}"),
        (
            "{\"jobs\": [{}\n{\"role\": \"y\"}]}",
            "{\"jobs\": [{\"employer\": \"x\"}\n{\"role\": \"y\"}]}",
        ),
    ]);
}

#[test]
fn what_follows_a_value_that_is_missing_at_the_end_may_be_it() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"count\":}\n{ 3}",
            "{\"title\": \"a\", \"count\":}\nDone.",
        ),
        (
            "{\"title\": \"a\", \"count\":}\n\nand\n\n{ 3}",
            "{\"title\": \"a\", \"count\":}\n\nand that is it",
        ),
    ]);
    tells::<Vec<String>>(&[("[\"a\"}\n{, \"b\", \"c\"]", "[\"a\"}\nDone.")]);
}

#[test]
fn an_object_without_its_end_may_hold_the_fields_of_the_one_around_it() {
    tells::<Step>(&[(
        "```json\n{\"tool\": \"grep\", \"args\":\n{\"tool\": \"grep\", \"args\": 1, \"thought\": \"x\"}\n```",
        "```json\n{\"tool\": \"grep\", \"args\":\n{\"tool\": \"grep\", \"args\": 1}\n```",
    )]);
    tells::<Profile>(&[(
        "{\"jobs\": [{\"zz\": {\"y\": 1, \"role\": \"cook\"}]}",
        "{\"jobs\": [{\"zz\": {\"y\": 1, \"rank\": \"cook\"}]}",
    )]);
}

#[test]
fn what_is_written_before_the_key_of_a_map_may_not_be_part_of_it() {
    tells::<BTreeMap<String, i64>>(&[
        ("{String apples: 3, \"b\": 1}", "{apples: 3, \"b\": 1}"),
        ("{apples (int): 3, \"b\": 1}", "{apples: 3, \"b\": 1}"),
        ("{1) apples: 3, \"b\": 1}", "{'apples and pears': 3, \"b\": 1}"),
    ]);
    // A whole string where a key belongs is not a key and its value.
    tells::<BTreeMap<String, String>>(&[("{\"a\": \"\",\"19:30\"}", "{\"a\": \"\",\"19\":\"30\",}")]);
}

#[test]
fn a_key_that_lost_letters_is_a_guess_beside_another_repair() {
    tells::<Note>(&[
        ("{'title': \"a\", \"cout\": 3}", "{'title': \"a\", \"size\": 3}"),
        ("{'title': \"a\", \"cnt\": 3}", "{'title': \"a\", \"age\": 3}"),
    ]);
}

#[test]
fn a_key_that_occurs_again_begins_the_next_element_of_a_list_without_brackets() {
    let text = r#"[{"sku":"x","price":1,,"sku":"z","price":2}]"#;
    let rows = Vec::<Vec<Item>>::parse_llm(text).expect("two elements in one row");
    let skus: Vec<Vec<&str>> = (rows.iter())
        .map(|row| row.iter().map(|item| &*item.sku).collect())
        .collect();
    assert_eq!(skus, [["x", "z"]]);
    assert!(
        rows.repairs()
            .iter()
            .any(|repair| repair.kind() == RepairKind::ElementSplit)
    );
    // The second one is not complete.
    for options in [Options::default(), Options::exact(), Options::lenient()] {
        let text = r#"[{"sku":"x","price":1,,"sku":"z"}]"#;
        let parsed = Vec::<Vec<Item>>::parse_llm_with(text, &options);
        assert!(parsed.is_err() || parsed.is_ok_and(|parsed| parsed.severity() >= Some(Severity::Guess)));
        let collected = Vec::<Option<Vec<Item>>>::parse_llm_with(text, &options);
        assert!(collected.is_err() || collected.is_ok_and(|parsed| parsed.severity() >= Some(Severity::Guess)));
    }
}

#[test]
fn what_a_key_says_twice_or_without_a_value_is_not_left_out_in_silence() {
    tells::<BTreeMap<String, String>>(&[(r#"{"a": "x", "b": /* todo */}"#, r#"{"a": "x", "b": /* todo */ "y"}"#)]);
    tells::<serde_json::Value>(&[(r#"{a: "x", a: "y"}"#, r#"{a: "x", b: "y"}"#)]);
    tells::<Note>(&[
        (
            r#"{"title": "a", "tags": [], "TAGS": ["x"],}"#,
            r#"{"title": "a", "TAGS": ["x"],}"#,
        ),
        (r#"{"title": "a", "TITLE": "b",}"#, r#"{"title": "a", "LINE": "b",}"#),
    ]);
    for valid in [r#"{"title": "a", "TITLE": "b"}"#, r#"{"a": 1, "a": 2}"#] {
        assert!(
            serde_json::Value::parse_llm(valid).is_ok_and(|parsed| parsed.is_exact()),
            "{valid}"
        );
    }
}

#[test]
fn no_repair_is_reported_twice() {
    let plan = Plan {
        texts: 3000,
        damages: 2,
        reader: Reader::Derived,
        only: String::new(),
        examples: 0,
    };
    let mut failures = String::new();
    corruption::texts(&plan, &mut |subject, _, text| {
        let Ok(read) = (subject.derived)(text, &Options::default()) else {
            return;
        };
        for (index, repair) in read.repairs.iter().enumerate() {
            let is_same =
                |other: &&Report| (other.kind, &other.path, &other.span) == (repair.kind, &repair.path, &repair.span);
            // What is read from a string has the span of the string, so other kinds may occur twice there.
            let is_outside = ["comment_removed", "candidate_selected"].contains(&repair.kind);
            if is_outside && read.repairs[..index].iter().any(|other| is_same(&other)) {
                let _ = writeln!(failures, "{}: {}: {repair:?}", subject.name, text.escape_debug());
            }
        }
    });
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn a_remark_between_a_key_and_its_colon_is_no_value() {
    for text in [
        r#"{"a" [1]: ["x"], "b": []}"#,
        r#"{"a"(): ["x"], "b": []}"#,
        r#"{"a" (a list): ["x"], "b": []}"#,
        r#"{"a"<sup>1</sup>: ["x"], "b": []}"#,
        r#"{"a"【1†s】: ["x"], "b": []}"#,
        r#"{"a" ✅: ["x"], "b": []}"#,
    ] {
        let read = BTreeMap::<String, Vec<String>>::parse_llm(text).expect(text);
        assert_eq!(read.value["a"], ["x"], "{text}");
        assert!(read.severity() >= Some(Severity::Guess), "{text}");
    }
    // A list that no colon follows is the value.
    let read = BTreeMap::<String, Vec<u8>>::parse_llm(r#"{"a" [1], "b": [2]}"#).expect("two lists");
    assert_eq!(read.value["a"], [1]);
}

#[test]
fn a_string_of_a_list_that_may_hold_the_next_element_is_a_guess() {
    tells::<Note>(&[
        (
            r#"{"title": "a", "tags": ["Ann,"rock and roll",a band"]}"#,
            r#"{"title": "a", "tags": ["Ann, "rock and roll" and a band"]}"#,
        ),
        (
            r#"{"title": "a", "tags": [" "one", (String) "]}"#,
            r#"{"title": "a", "tags": ["so "one" (String) "]}"#,
        ),
        (
            r#"{"title": "a", "tags": ["x", "count" 3], "n": 1,}"#,
            r#"{"title": "a", "tags": ["x", "length" "3"], "n": 1,}"#,
        ),
        (
            "{\"title\": \"a\", \"tags\": [\n\"\".\n\" b c\"\n]}",
            "{\"title\": \"a\", \"tags\": [\n\"so \"one\".\n two\"\n]}",
        ),
    ]);
}

#[test]
fn a_string_with_a_colon_in_it_is_no_key_of_a_flattened_map_without_a_guess() {
    tells::<Venue>(&[
        (
            r#"{"name": "a", "doors": "note","19:30"}"#,
            r#"{"name": "a", "doors": "19:30"}"#,
        ),
        (
            r#"{"name": "a", "doors": [1]"19:30"}"#,
            r#"{"name": "a", "doors: "note"}"#,
        ),
    ]);
}

#[test]
fn an_empty_element_or_a_padded_one_is_not_joined_to_its_neighbour_in_silence() {
    tells::<Vec<String>>(&[
        ("[\"\".\" a to b\", \"c\"]", "[\".\", \" a to b\", \"c\"]"),
        ("[\"(a)\"2), \"  b  \"]", "[\"He said, \"hi\" and left\"]"),
    ]);
}

#[test]
fn what_is_in_brackets_after_a_value_is_an_element_only_as_a_guess() {
    let severity = |text: &str| from_str::<Vec<Plain>>(text).expect(text).severity();
    for text in ["[\"list\"(\"alias\")]", "[{\"radius\": 1.5} (\"alias\")]"] {
        assert!(severity(text) >= Some(Severity::Guess), "{text}");
    }
    for text in ["[\"list\", (\"alias\")]", "[{\"radius\": 1.5} \"alias\"]"] {
        assert!(severity(text) < Some(Severity::Guess), "{text}");
    }
}

#[test]
fn strings_that_a_program_would_join_are_elements_only_as_a_guess() {
    tells::<Vec<String>>(&[(r#"["river", "ur" & "ban"]"#, r#"["river", "ur" "ban"]"#)]);
    tells::<Step>(&[(
        r#"{"tool": "a", "args": {"b": ("TO" "DO")}}"#,
        r#"{"tool": "a", "args": {"b": ("TO", "DO")}}"#,
    )]);
}

#[test]
fn a_citation_that_touches_an_element_is_no_element_without_a_guess() {
    tells::<Vec<i64>>(&[("[40, [1]50]", "[40, [1], 50]"), ("[[12]3, 4]", "[12, 3, 4]")]);
    tells::<Vec<Vec<i64>>>(&[("[[40], [1]50]", "[[40], [1], [50]]"), ("[[40] [1]]", "[[40], [1]]")]);
}

#[test]
fn an_answer_that_begins_again_inside_a_string_is_a_guess() {
    tells::<Vec<String>>(&[
        (
            "['\"stop\"\n\nLet me start over:\n\n['\"stop\"']",
            "['\"stop\"\n\nLet me start [over]:\n\nstop']",
        ),
        (
            r#"[r"a",r"\"quoted\""r"value"]"#,
            r#"[r"a",r"the \"r\" in it",r"value"]"#,
        ),
    ]);
}

#[test]
fn a_point_in_place_of_a_colon_is_no_decimal_point() {
    let read = Item::parse_llm(r#"{"sku": "a", "price".120}"#).expect("a point for a colon");
    assert!((read.price - 120.0).abs() < f64::EPSILON);
    assert_eq!(read.severity(), Some(Severity::Guess));
    let read = Item::parse_llm(r#"{"sku": "a", "price": .120}"#).expect("a number without its zero");
    assert!((read.price - 0.12).abs() < f64::EPSILON);
    assert!(read.severity() < Some(Severity::Guess));
}

#[test]
fn wide_letters_are_the_letters_of_a_name() {
    let read = Note::parse_llm(r#"{"title": "a", "ｃｏｕｎｔ": 3,}"#).expect("wide letters");
    assert_eq!(read.count, Some(3));
    assert!(read.repairs().iter().any(|repair| repair.kind() == RepairKind::KeyCase));
}

/// A string ends before a key with a value, also if no field has this name and the comma before it is missing.
#[test]
fn a_field_that_no_type_knows_is_not_read_into_the_string_before_it() {
    for text in [
        "{\n\"title\": \"eps\"\n\"zz\": \"foo\",\n\"count\": 1\n}",
        "{\n\"title\": \"eps\"\n\"zz\": 5\n\"count\": 1\n}",
        r#"{"title": "eps" "zz": "foo", "count": 1}"#,
        r#"{"count": 1, "title": "eps" "zz": {"a": ["b"]}}"#,
    ] {
        let error = Note::parse_llm(text).expect_err(text);
        assert_eq!(error.would_need(), Some(Severity::Invented), "{text}");
        let read = Note::parse_llm_with(text, &Options::lenient()).expect("the unknown field is left out");
        assert_eq!((read.title.as_str(), read.count), ("eps", Some(1)), "{text}");
    }
    // Quotes inside a string that no key follows are its own.
    for title in [r#"say "a" and "b": both"#, r#"the "zz" key"#, r#"as "x": y"#] {
        let read = Note::parse_llm(&format!(r#"{{"title": "{title}", "count": 1}}"#)).expect(title);
        assert_eq!((read.title.as_str(), read.count), (title, Some(1)));
    }
}

/// Quotes that are not escaped make the next key doubtful if the type does not know it: it may be a part of the string.
#[test]
fn an_unknown_field_after_a_string_with_quotes_is_in_doubt() {
    for text in [
        r#"{"title": "say {"a": ", "b": ", "count": 1}"#,
        r#"{"title": "say "hi" now", "seen": "yes", "count": 1}"#,
    ] {
        let read = Note::parse_llm(text).expect("a guess");
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}: {:?}", read.repairs());
        let read = llm_output::from_str::<Note>(text).expect("a guess");
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}: {:?}", read.repairs());
    }
    // A field that the type knows shows that the string has ended, and so does a clean string.
    for text in [
        r#"{"title": "say "hi" now", "count": 1}"#,
        r#"{"tags": ["say "hi" now"], "title": "a", "seen": "yes", "count": 1}"#,
    ] {
        let read = Note::parse_llm(text).expect("quotes");
        assert_eq!(read.severity(), Some(Severity::Syntax), "{text}: {:?}", read.repairs());
    }
}

/// A form with a text among them.
#[derive(Debug, PartialEq, LlmOutput)]
#[serde(untagged)]
enum Mark {
    Dot { size: u8 },
    Box { width: u8, height: u8 },
    Text(String),
}

/// What happened.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case")]
enum Event {
    Click { target: String },
    Wait { ms: u32 },
}

#[test]
fn an_object_with_the_fields_of_two_forms_is_a_guess() {
    tells::<Vec<Mark>>(&[
        (
            r#"[{"width": 5, "height": "1 cm" "size": 1}]"#,
            r#"[{"width": 5, "height": "1", "name": 1,}]"#,
        ),
        ("[{'size': 1}, \"{'size': 2}\"]", "[{'size': 1}, \"{size} of {all}!\"]"),
    ]);
    tells::<Event>(&[(
        r#"{"'type'": "click", "target": "a""type": "wait", "ms": 1}"#,
        r#"{"target": "a", "type": "click",}"#,
    )]);
    assert!(Vec::<Mark>::parse_llm("[\"{'size': 2}\"]").is_ok_and(|read| read.is_exact()));
}

#[test]
fn a_field_in_an_object_that_was_closed_early_is_a_guess() {
    tells::<Note>(&[(
        r#"{"title": "a", "more": {"count": 1} "tags": []}"#,
        r#"{"title": "a", "more": {"count": 1} "count": 2, "tags": []}"#,
    )]);
    let valid = r#"{"title": "a", "more": {"count": 1}, "tags": []}"#;
    assert!(Note::parse_llm(valid).is_ok_and(|read| read.is_exact()));
}

#[test]
fn two_strings_that_no_type_knows_may_be_elements() {
    tells::<Note>(&[(
        r#"{"title": "a", "tags": ["b"], "c" "d"}"#,
        r#"{"title": "a", "tags": ["b"], "c": "d",}"#,
    )]);
}

#[test]
fn the_key_of_a_map_that_is_no_word_is_a_guess() {
    tells::<BTreeMap<String, i64>>(&[
        ("{e.g.a: 1}", "{eg-a: 1}"),
        ("{a.b\": 1}", "{a_b\": 1}"),
        ("{`n\"a\"`: 1}", "{`na`: 1}"),
        ("{n*a*: 1}", "{na: 1}"),
    ]);
}
