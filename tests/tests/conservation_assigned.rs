//! JSON that is the value of a field in an answer of another form: a line, a cell, a tag or an argument.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Severity};
use llm_output_tests::tells::tells;

#[derive(Debug, PartialEq, LlmOutput)]
struct Item {
    name: String,
    n: i64,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Profile {
    city: Option<String>,
    bio: Option<String>,
    vip: Option<bool>,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case")]
enum Act {
    OpenFile { path: String },
    Done,
}

#[test]
fn json_in_the_place_of_a_field_s_value_may_be_no_answer() {
    tells::<Item>(&[
        (
            r#"Item(name='{"name": "x", "n": 1}', n=1192)"#,
            r#"Item({"name": "x", "n": 1})"#,
        ),
        (
            "<table>\n<tr><td>name</td><td>{\"name\": \"x\", \"n\": 1}</td></tr>\n<tr><td>n</td><td>322</td></tr>\n</table>",
            "<table>\n<tr><td>Answer</td><td>{\"name\": \"x\", \"n\": 1}</td></tr>\n</table>",
        ),
        (
            "## name\n{\"name\": \"x\", \"n\": 1}\n\n## n\n1968",
            "## Answer\n{\"name\": \"x\", \"n\": 1}\n\n## Remarks\nThe name is x.",
        ),
        (
            "| Field | Value |\n|---|---|\n| name | null {\"name\": \"x\", \"n\": 1} |\n| n | 9387 |",
            "| Kind | Value |\n|---|---|\n| Answer | {\"name\": \"x\", \"n\": 1} |",
        ),
        (
            "name: a {\"name\": \"x\", \"n\": 1}\nn: 5",
            "Here is the name, and n: {\"name\": \"x\", \"n\": 1}",
        ),
    ]);
    tells::<Vec<Item>>(&[(
        "1. name: {\"name\": \"x\", \"n\": 1} z, n: 136\n2. name: b, n: 7",
        "1. [{\"name\": \"x\", \"n\": 1}]",
    )]);
    tells::<Profile>(&[
        ("city: {\"vip\":false}", "Result: {\"vip\":false}"),
        ("**city:** {\"vip\":false}", "**Result:** {\"vip\":false}"),
        ("- bio: {\"vip\":false}", "- result: {\"vip\":false}"),
        (
            "<bio>beta {\"vip\":false}</bio>",
            "<result>beta {\"vip\":false}</result>",
        ),
    ]);
    tells::<Act>(&[(
        "type=open_file\npath=alpha {\"type\":\"open_file\",\"path\":\"M\"}",
        "result={\"type\":\"open_file\",\"path\":\"M\"}",
    )]);
    tells::<BTreeMap<String, String>>(&[(
        "- kappa: x\n- eta: {\"a\": \"1\"}\n- z: y",
        "- This is what I found: {\"a\": \"1\"}\n- Nothing else",
    )]);
    // A value that begins before the JSON.
    tells::<BTreeMap<String, String>>(&[
        ("alpha=x {\"k\": \"v\"}\nbeta=y\n", "alpha=dict({\"k\": \"v\"})\n"),
        (
            "alpha: name {\"k\": \"1\"} x\nbeta: y\n",
            "Answer: the map is {\"k\": \"1\"}.\n",
        ),
    ]);
}

/// The elements that arrive first are compared with what the whole reply says.
#[test]
fn the_elements_of_a_stream_are_not_taken_from_the_value_of_a_field() {
    for text in [
        "- name: a {\"name\": \"x\", \"n\": 1}\n  n: 5\n- name: b\n  n: 6",
        "- name: \"x {not: json}\"\n  n: 3890\n- name: b\n  n: 1102",
        "<minis><mini><name>{\"name\":\"q\",\"n\":9}</name><n>1</n></mini></minis>",
    ] {
        let whole = Vec::<Item>::parse_llm(text).map(|parsed| parsed.value).ok();
        let mut items = Item::items();
        let mut all: Vec<_> = items.push(text).collect();
        all.extend(items.finish());
        let read: Option<Vec<Item>> = all.into_iter().map(|item| Some(item.ok()?.value)).collect();
        assert!(read.is_none() || read == whole, "{text}: {read:?} {whole:?}");
    }
    // A value on a line of its own is what it looks like.
    let mut items = Item::items();
    let read: Vec<_> = items.push("Here:\n{\"name\": \"q\", \"n\": 9}\n").collect();
    assert!(
        read.iter()
            .all(|item| item.as_ref().is_ok_and(|item| item.severity() < Some(Severity::Guess)))
    );
    assert_eq!(items.finish().count() + read.len(), 1);
}

/// What touches an answer, or follows it on its line, is rather a part of it than prose, in whatever quotes it is.
#[test]
fn elements_and_fields_beside_an_answer_are_no_prose() {
    tells::<Vec<String>>(&[
        ("['a', 'b'] 'c', 'd'", "['a', 'b'] 'c' is missing."),
        ("['a', 'b']\n 'c'\n,", "['a', 'b']\n'c' is missing"),
        ("[\"a\", \"b\"] c\"", "[\"a\", \"b\"] as in \"c\""),
        ("'a'[\n'b',\n'c']", "It's a list: [\n'b',\n'c']"),
    ]);
    tells::<Vec<i64>>(&[("1\n2\n[3, 4]", "Step 2\n[3, 4]")]);
    tells::<Profile>(&[
        (
            "{'city': 'Rome', }bio': 'a singer'",
            "{'city': 'Rome', 'bio': 'a singer', }",
        ),
        (
            "{\"city\": \"Rome\"}; bio: a singer",
            "{\"city\": \"Rome\"}; city: Rome",
        ),
        (
            "{\"city\": \"Rome\"} (vip: true)",
            "{\"city\": \"Rome\"} (it is true: Rome)",
        ),
    ]);
}
