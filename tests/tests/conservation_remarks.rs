//! Nothing is lost in silence beside a list or map: in its comments, before and after it, and where one value was read as a list.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Severity};
use llm_output_tests::tells::{severity, tells};

#[derive(Debug, PartialEq, LlmOutput)]
struct Shape {
    radius: f64,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Drawing {
    shapes: Vec<Shape>,
    scale: Option<f64>,
    label: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Config {
    env: BTreeMap<String, String>,
    level: Level,
}

#[derive(Debug, PartialEq, LlmOutput)]
enum Level {
    Low,
    High,
}

#[test]
fn a_comment_in_a_list_or_map_is_a_guess_unless_it_is_a_remark() {
    tells::<Vec<f64>>(&[
        ("[6,\n// x = 11.5\n]", "[6,\n// the last one\n]"),
        ("[6, // was: 7,\n 8]", "[6, // about 7\n 8]"),
        ("[6, // v2\n 8]", "[6, // see version 2 below\n 8]"),
    ]);
    tells::<BTreeMap<String, i64>>(&[
        ("{\"a\": 4, // - **b**: -20\n}", "{\"a\": 4, // in euros\n}"),
        ("{\"a\": 4,\n### b -35\n}", "{\"a\": 4,\n### 12 in all\n\"c\": 1}"),
    ]);
    tells::<BTreeMap<String, String>>(&[(
        "{\"a\": \"x\",\n// b: See you,\n}",
        "{\"a\": \"x\",\n// note: see the other file\n}",
    )]);
    tells::<Vec<Level>>(&[
        ("[\"Low\",\n// High\n]", "[\"Low\",\n// High comes next\n]"),
        (
            "[\"Low\" /* High */, \"Low\"]",
            "[\"Low\" /* the first one */, \"Low\"]",
        ),
    ]);
    tells::<Vec<i64>>(&[("// [1, 2]\n[3, 4]", "// the list\n[3, 4]")]);
    tells::<Vec<String>>(&[
        ("[\"a\", // \\\\\"b\\\\\", c\n]", "[\"a\", // TODO: check\n]"),
        ("[\"a\",\n### \u{2}(b)\u{2}\n]", "[\"a\",\n### (complete)\n]"),
        ("[\"',\"/* a */',\"']", "[\"a\" /* first */, \"b\"]"),
        ("[\"a\" # note, b, c]", "[\"a\" # note, b, c\n]"),
        (
            "[\"a\", // TODO 'Call Bob at 5',\n\"b\"]",
            "[\"a\", // TODO see 'Call Bob at 5'\n\"b\"]",
        ),
    ]);
}

/// The object may be two, with the brackets between them lost or commented out too.
#[test]
fn a_key_in_a_comment_in_an_object_of_a_list_is_a_guess() {
    tells::<Drawing>(&[
        (
            "{\"shapes\": [{/* \"radius\": 1, */ \"radius\": 2}]}",
            "{\"shapes\": [{/* in cm */ \"radius\": 2}]}",
        ),
        (
            "{\"shapes\": [{\"radius\": 1\n// \"radius\": 2\n}]}",
            "{\"shapes\": [{\"radius\": 1\n// the radius in cm\n}]}",
        ),
        (
            "{\"shapes\": [{\"radius\": 1}],\n// 0.8+2\n \"scale\": 2}",
            "{\"shapes\": [{\"radius\": 1}],\n// 25 in all\n \"scale\": 2}",
        ),
    ]);
}

#[test]
fn a_comment_with_the_name_of_a_missing_field_and_a_value_is_a_guess() {
    tells::<Drawing>(&[
        (
            "{\"shapes\": [],\n// optional: label: \"x\",\n \"scale\": 1}",
            "{\"shapes\": [],\n// the label is optional\n \"scale\": 1}",
        ),
        (
            "{\"shapes\": [],\n// TODO label = 4\n \"scale\": 1}",
            "{\"shapes\": [], \"label\": \"x\",\n// the label was \"y\"\n \"scale\": 1}",
        ),
    ]);
}

#[test]
fn a_member_after_an_object_that_was_read_as_a_list_is_a_guess() {
    tells::<Drawing>(&[(
        "{\"shapes\": {\"radius\": 1}, \"radius\": 2, \"scale\": 3}",
        "{\"shapes\": {\"radius\": 1}, \"scale\": 3}",
    )]);
}

#[test]
fn an_unknown_member_after_a_map_in_a_repaired_document_is_a_guess() {
    tells::<Config>(&[
        (
            "{\"env\": {\"a\": \"b\"}, \"main\": \"x\", \"level\": \"LOW\"}",
            "{\"env\": {\"a\": \"b\"}, \"level\": \"LOW\"}",
        ),
        (
            "{\"env\": {\"a\": \"b\"}, \"main\": \"x\", \"level\": \"Low\",}",
            "{\"env\": {\"a\": \"b\"}, \"main\": \"x\", \"level\": \"Low\"}",
        ),
    ]);
}

#[test]
fn a_sign_between_a_string_and_a_number_may_be_a_colon() {
    tells::<Vec<String>>(&[("[\"radius\"; 7.0]", "[\"radius\"; \"7.0\"]")]);
}

#[test]
fn a_key_that_holds_a_quote_and_a_colon_is_a_guess() {
    tells::<BTreeMap<String, i64>>(&[("{a\": 25, \"b“: 5, c\": -5}", "{\"a\": 25, \"b\": 5, c\": -5}")]);
}

#[test]
fn what_follows_a_list_or_map_may_belong_to_it() {
    tells::<BTreeMap<String, i64>>(&[
        ("{\"a\": 68},(b):114", "{\"a\": 68} (b is 114)"),
        ("{\"value\": 49}\n}", "{\"value\": 49}\n"),
        (
            "{\"a\": 1,\n<think>\nNext?\n</think>\n...}\n{\"b\": 2}",
            "<think>\nNext?\n</think>\n{\"b\": 2}",
        ),
        (
            "｛a：32｝\n\nUser: and another one\nAssistant: {\"x\": 1}",
            "<|im_start|>assistant\n{\"x\": 1}",
        ),
    ]);
    tells::<Vec<String>>(&[
        (
            "[\n  \"a\"]\n  \"b\" (confidence: 0.9)",
            "[\n  \"a\"]\n(confidence: 0.9)",
        ),
        ("\"a\"          |\n]          |", "\"a\""),
        ("[\n  \"a\"],\\r\n  \"b\"\\r", "[\n  \"a\"]\n"),
        ("[\"a list \"of b\" \"]", "[\"a list \"of b\" c\"]"),
        ("[\"a, \"5\" nails\", \"b\"]", "[\"a \"5\" nails\", \"b\"]"),
        ("[\"a\\\"„b\",„c\"]", "[\"a„b“\",„c\"]"),
        ("[\"\", r\"\"L\"\"]", "[\"\", \"\"b\"\"]"),
    ]);
    tells::<Vec<Shape>>(&[
        ("```json\n {\"radius\": 1}", "```json\n {\"radius\": 1}\n```"),
        ("{\"radius\": 1})", "({\"radius\": 1})"),
    ]);
    tells::<Drawing>(&[
        (
            "{shapes:[{radius:1]]\nlabel:\"x\"",
            "{shapes:[{radius:1}]}\nThe label is x.",
        ),
        ("{\n  shapes:[]}\n  label:\"x\"", "{\n  shapes:[]}\n  Note: x"),
        (
            "```json\n{\"shapes\": []\n```\n```json\n , \"scale\": 2\n```",
            "```json\n{\"shapes\": []\n```\n",
        ),
    ]);
}

/// The quote before the value belongs to the key, or is the value's own.
#[test]
fn a_value_without_its_last_quote_right_behind_a_broken_key_is_a_guess() {
    tells::<Drawing>(&[
        (
            "{\"shapes\": [], \"label\"\". null, \"scale\": 1}",
            "{\"shapes\": [], \"label\": \"x, \"scale\": 1}",
        ),
        (
            "{\"shapes\": [], \"label:\"* None,\"scale\":1}",
            "{\"shapes\": [], \"label\":\"x,\"scale\":1}",
        ),
    ]);
    let lacks = |text| severity::<Drawing>(text) >= Some(Severity::Guess);
    assert!(lacks("{\"label\", \"not\": \"not\", \"shapes\": []}"));
    assert!(lacks("{'shapes': [], 'label': 'a\" \"label\": \"a'}"));
}

#[test]
fn dots_after_a_remark_stand_for_fields() {
    tells::<Drawing>(&[(
        "{\"shapes\": [], \"scale\": 1 # sure, ... ,\n \"label\": \"x\"}",
        "{\"shapes\": [], \"scale\": 1, # sure\n \"label\": \"x\"}",
    )]);
}

/// The answer goes on in the next turn.
#[test]
fn closing_brackets_after_the_next_turn_belong_to_the_answer() {
    tells::<Drawing>(&[(
        "{\"shapes\": [{\"radius\": 1]}\n\nUser: continue\nAssistant: {\"radius\": 2}], \"scale\": 1}",
        "{\"shapes\": [{\"radius\": 1}]}\n\nUser: continue\nAssistant: That was all.",
    )]);
}

/// A recursive document that was begun again where one of its own objects could be.
#[test]
fn a_document_that_contains_its_own_beginning_was_begun_again() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Folder {
        name: String,
        files: Vec<String>,
        #[llm(recursive(max_depth = 3))]
        folders: Vec<Folder>,
    }
    let inner = |name: &str| {
        format!(
            "{{\"name\": \"documents\", \"files\": [\"one.txt\"], \"folders\": [\n{{\"name\": \"{name}\", \"files\": [\"one.txt\"], \"folders\": []]}}"
        )
    };
    let (lossy, whole) = (inner("documents"), inner("pictures"));
    tells::<Folder>(&[(&lossy, &whole)]);
}

/// A name in quotes, whatever follows it, and one that begins a line of the string, before a colon.
#[test]
fn a_string_that_contains_the_name_of_a_missing_field_is_a_guess() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Person {
        name: String,
        email: Option<String>,
        age: Option<u32>,
    }
    tells::<Person>(&[
        (
            "{\"name\": \"Bob,\n \"email\" b@x.org\", \"age\": 3}",
            "{\"name\": \"Bob\n \"the builder\" b@x.org\", \"age\": 3}",
        ),
        (
            "{\"name\": \"a,\", email\"M\", \"age\": 3}",
            "{\"name\": \"a \"b\" emails\", \"age\": 3}",
        ),
        (
            "{\"name\": \"Bob,\n email: b@x.org\", \"age\": 3}",
            "{\"name\": \"Bob\n email\", \"age\": 3}",
        ),
    ]);
}

#[test]
fn a_string_in_a_map_that_contains_what_may_be_a_key_is_a_guess() {
    tells::<BTreeMap<String, Vec<String>>>(&[
        (
            "{\"k\": [\"red], \"l\": ok.\"], \"m\": [\"x\"]}",
            "{\"k\": [\"red \"l\" ok.\"], \"m\": [\"x\"]}",
        ),
        ("{\"k\": [\"a\", \"b\" [\"c\"]}", "{\"k\": [\"a\", [\"c\"]]}"),
    ]);
    tells::<BTreeMap<String, String>>(&[(
        "{\"b\": \"red,\n \"x\" ok\", \"z\": \"y\"}",
        "{\"b\": \"red\n the \"x\" ok\", \"z\": \"y\"}",
    )]);
}
