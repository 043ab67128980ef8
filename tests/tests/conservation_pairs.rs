//! Nothing is lost in silence where two kinds of damage meet and each hides the signs of the other.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use llm_output_tests::tells::tells;
use serde::Deserialize;

#[derive(Debug, PartialEq, LlmOutput)]
struct Note {
    title: String,
    count: Option<u32>,
    tags: Option<Vec<String>>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Glossary {
    entries: BTreeMap<String, Note>,
    language: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Board {
    notes: Vec<Note>,
}

/// A type whose fields serde does not name.
#[derive(Debug, PartialEq, Deserialize)]
struct Ticket {
    title: String,
    #[serde(flatten)]
    more: More,
}

#[derive(Debug, PartialEq, Deserialize)]
struct More {
    owner: Option<String>,
}

#[test]
fn brackets_around_a_list_in_quotes_make_it_a_guess() {
    tells::<Vec<String>>(&[
        (r#"[["[\"a\"],\"b\""]]"#, r#"[["a"], ["b"]]"#),
        (r#"{"\"[\\\"a\\\"]\""}"#, r#"{"a"}"#),
    ]);
    tells::<Note>(&[(
        r#"{"title": ["a"], "tags": ["[\"b\"// x\n,\"c\"]"]}"#,
        r#"{"title": ["a"], "tags": ["b"]}"#,
    )]);
}

#[test]
fn backslashes_in_a_document_in_single_quotes_may_be_doubled() {
    tells::<Vec<Note>>(&[(r#""[{'title': 'C:\\temp'}]""#, r#""[{'title': 'a temp'}]""#)]);
}

#[test]
fn a_string_that_holds_the_ends_of_two_is_a_guess_in_a_broken_document() {
    tells::<Vec<String>>(&[
        ("[“v\",\"a`,“{b}\",“c\"]", "[“v\",\"a\",“c\"]"),
        ("[\"a“, \\\"b c\",]", "[\"a “b”, c\",]"),
        ("[\"a`, b\",]", "[\"`a`, b\",]"),
        ("[“v\", \"a b, “42\"]", "[“v\", \"a b, “42”\"]"),
        ("[\"a and «b\",]", "[\"a and «b»\",]"),
        ("[\"a\", \"b, `c\", `d\"]", "[\"a\", \"b, `c`\", `d`]"),
    ]);
    tells::<BTreeMap<String, i64>>(&[("{“a\": 1,\"b`: 2,“c\": 3}", "{“a\": 1,\"b\": 2,“c\": 3}")]);
    tells::<BTreeMap<String, i64>>(&[("{\"a\": 1, \"b{a\": 1, b\": 2}", "{\"a\": 1, \"b{}\": 1, b\": 2}")]);
}

#[test]
fn an_object_that_is_begun_again_is_a_guess_whatever_its_quotes_are() {
    tells::<Vec<Remark>>(&[(
        "[{\"by\": \"a\", \"text\": \"b\",{'by': 'a', 'text': 'b', 'to': 'c'}]",
        "[{\"by\": \"a\", \"text\": \"b\",{'by': 'c', 'text': 'd', 'to': 'c'}]",
    )]);
}

#[test]
fn a_list_in_angle_brackets_with_signs_for_commas_is_no_single_string() {
    tells::<Vec<String>>(&[(
        "<\n \"{name}\".\n \"42\".\n>",
        "<answer>\n[\"{name}\", \"42\"]\n</answer>",
    )]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Remark {
    by: String,
    text: String,
    to: Option<String>,
}

#[test]
fn a_member_that_is_begun_again_is_a_guess_whatever_its_quotes_are() {
    tells::<Note>(&[
        ("{\"title\": \"a\n”title“: «b\"}", "{\"title\": \"a\ntitle: b\"}"),
        (
            "{\"title\": \"title:\"\"b\", \"count\": 1}",
            "{\"title\": \"so: \"b\"\", \"count\": 1}",
        ),
        (
            "{\"title: \"title: b\", \"count\": 1}",
            "{\"title: \"a: b\", \"count\": 1}",
        ),
        (
            "{\"Title\": \"x\", \"count\": 1, \"tags\": [], \"title\": \"a\n\"Title\": \"a b\"}",
            "{\"Title\": \"x\", \"count\": 1, \"tags\": []}",
        ),
        (
            "{\"title\": \"a\".\n so.\" \"count\": 1}",
            "{\"title\": \"a.\n so.\" \"count\": 1}",
        ),
        (
            "{\"title\": \"a\" + \"b' c,\n \"count\": 1}",
            "{\"title\": \"a\" + \"b' c\",\n \"count\": 1}",
        ),
    ]);
    tells::<BTreeMap<String, String>>(&[("{\"a\": \"B\n„a”:“c\"}", "{\"a\": \"B\n a: c\"}")]);
}

#[test]
fn the_brackets_of_an_unknown_member_have_to_be_whole() {
    tells::<Glossary>(&[
        (
            "{\"entries\": {\"a\": {\"title\": \"x\"}}, \"b\": {\"title\": \"y\" ]}, \"language\": \"en\"}",
            "{\"entries\": {\"a\": {\"title\": \"x\"}}, \"b\": {\"title\": 'y'}, \"language\": \"en\"}",
        ),
        (
            "{\"entries\": {\"a\": {\"title\": \"x\"}}, \"b\": {\"title\"{\"title\": \"y\"}}, \"language\": \"en\"}",
            "{\"entries\": {\"a\": {\"title\": \"x\"}}, \"b\": {\"title\": {\"title\": \"y\"}}, \"language\": \"en\",}",
        ),
    ]);
    // The list has become an object: the fields of its first element, then the other elements under numbers.
    tells::<Board>(&[(
        "{\"notes\": {\"title\": \"a\", \"0\": {\"title\": \"b\"}}}",
        "{\"notes\": {\"title\": \"a\", \"unknown\": 0}}",
    )]);
}

#[test]
fn a_bracket_that_ends_the_text_may_close_less_than_it_seems_to() {
    tells::<BTreeMap<String, i64>>(&[("{\"a\": 3]", "{\"a\": 3}")]);
    tells::<Vec<Note>>(&[
        (
            "[{\"title\": \"a\", \"count\": 1]",
            "[{\"title\": \"a\", \"count\": 1}]",
        ),
        ("{\"title\": \"a\"}**]", "{\"title\": \"a\"}**"),
    ]);
    tells::<Vec<String>>(&[
        ("{\"a\", \"b\"\n]}", "{\"a\", \"b\"\n}"),
        ("\"[1]\"\n]", "[\"[1]\"]\n]"),
    ]);
    tells::<Vec<i64>>(&[("{\"output\": 1\n]}", "{\"output\": 1\n}")]);
    tells::<Note>(&[
        ("x={\"title\": \"a\"}} took 3 ms", "x={\"title\": \"a\"} took 3 ms"),
        ("{'title': 'a', 'tags': 'x'", "{'title': 'a', 'tags': 'x'}"),
    ]);
}

#[test]
fn what_is_around_a_list_or_map_may_be_a_part_of_it() {
    tells::<Vec<String>>(&[
        ("(\"a\", \"b c, {\"d\"})", "The \"a\", and so: [\"d\"]"),
        ("<\"a\",\"b\">\n\nNow: [\"c\"]", "<b>Now</b>: [\"c\"]"),
        (",[\"a\"]]", "So, [\"a\"]"),
        ("[\"a\"],\n ~~\"b\"~~\n", "[\"a\"],\n ~~as asked~~\n"),
        (
            "[\"a\"],\n <code>‘b'</code>\n",
            "[\"a\"],\n <code>b</code> is left out.\n",
        ),
        ("[\"a\"]\n \"b\"\n\nSo it is.", "[\"a\"]\n\nSo it is."),
    ]);
    tells::<BTreeMap<String, i64>>(&[("```\n\"a\": {\"value\": 6}\n```", "```\n{\"value\": 6}\n```")]);
    tells::<BTreeMap<String, i64>>(&[("{a: 6}, b — 22", "{a: 6}, which is what you asked for.")]);
}

/// A list that could not be read may be the one that was meant.
#[test]
fn another_list_in_the_prose_makes_the_one_that_was_read_a_guess() {
    tells::<Vec<i64>>(&[
        ("First [1, 2]. Final: [13, 14}", "First of all, [1, 2]. So it is."),
        (
            "Final: [10%, 20%]. Bins: [1, 2].",
            "Final: see [10%](x,y). Bins: [1, 2].",
        ),
        (
            "Here:\n[\n 13, # end }\n 5 # [1, 2]\n]",
            "Here:\n[\n 13, # end\n 5 # the last\n]",
        ),
    ]);
    tells::<Vec<String>>(&[(
        "The tags are [work, home], not the old [\"x\"].",
        "The tags are [\"x\"], as in [1, 2] and a[i, j].",
    )]);
}

#[test]
fn a_number_in_brackets_is_rather_a_source_than_an_element() {
    tells::<Vec<String>>(&[("[\"a\"; [1]]", "[\"a\"; [\"b\"]]")]);
    tells::<Note>(&[(
        "{\"title\": [1] \"b\", \"count\": 1}",
        "{\"title\": [\"b\"], \"count\": 1}",
    )]);
}

#[test]
fn a_point_or_dash_beside_a_missing_comma_may_be_another_sign() {
    tells::<Vec<f64>>(&[
        ("[1.5\n 2. ]", "[1.5\n 2.0 ]"),
        ("[24.75,1.0 // so\n -0.41]", "[24.75,1.0, // so\n -0.41]"),
    ]);
}

#[test]
fn a_text_without_a_colon_after_another_one_may_be_its_value() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"tags\": [\"b\", \"count: 1\"}",
            "{\"title\": \"a\", \"tags\": [\"b\", \"so: 1\"}",
        ),
        (
            "{\"title\": \"a\", 'count', 'count'}",
            "{\"title\": \"a\", 'count': null}",
        ),
        (
            "{\"title\": \"a\", \"tags\": [\"b\", 'count'| \"c\"]}",
            "{\"title\": \"a\", \"tags\": [\"b\", 'so'| \"c\"]}",
        ),
    ]);
}

/// Where serde does not name the fields, a changed key is dropped like an unknown one.
#[test]
fn keys_without_quotes_beside_others_are_a_guess_where_the_fields_are_unknown() {
    let is_guess = |text: &str| {
        let parsed = llm_output::from_str_with::<Ticket>(text, &llm_output::Options::lenient());
        parsed.is_ok_and(|parsed| parsed.severity() >= Some(llm_output::Severity::Guess))
    };
    for (changed, sure) in [
        (
            "{\"title\"==\"a\",owners==\"b\"}",
            "{\"title\"==\"a\",\"owner\"==\"b\"}",
        ),
        ("{'title': 'a', owners: 'b'}", "{'title': 'a', 'owner': 'b'}"),
        ("{title: \"a\", _owner: \"b\"}", "{title: \"a\", owner: \"b\"}"),
    ] {
        assert!(is_guess(changed), "{changed}");
        assert!(!is_guess(sure), "{sure}");
    }
}
