//! The work of a stream is proportional to the length of the text, whatever the text says and however it is cut into
//! chunks. It is counted in steps: one each time a byte is looked at.

use crate::read::steps::steps_of;
use crate::{LlmOutput, Streamed};

#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Review {
    title: String,
    summary: Option<String>,
    #[llm(default)]
    tags: Vec<String>,
    #[llm(default)]
    notes: Vec<Note>,
    #[llm(default)]
    steps: Vec<Step>,
    #[llm(default)]
    score: f64,
}

#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Note {
    #[llm(stream(needed))]
    level: u32,
    text: String,
}

#[derive(Debug, LlmOutput)]
#[llm(tag = "type", stream)]
enum Step {
    Write { text: String },
    Wait,
}

/// The beginning of a text, and what is repeated after it to reach the length.
const TEXTS: &[(&str, &str)] = &[
    ("", "a"),
    ("", " "),
    ("", "{"),
    ("", "["),
    ("", "\""),
    ("", "<"),
    ("", "`"),
    ("", "```"),
    ("", "```json\n"),
    ("", "<think>"),
    ("<think>", "</thin"),
    ("", "{\"title"),
    ("", "{\"title\": "),
    ("", "{\"title\": \"a\"}"),
    ("{", " "),
    ("{", "\""),
    ("{\"", "a"),
    ("{", "\"a\": 1, "),
    ("{", "\"a\": "),
    ("{", "\"tit\\u0065"),
    ("{\"title\"", " "),
    ("{\"title\": ", " "),
    ("{\"title\": \"", "a"),
    ("{\"title\": \"", " "),
    ("{\"title\": \"", "\""),
    ("{\"title\": \"", "\\"),
    ("{\"title\": \"", "\\\""),
    ("{\"title\": \"", "\\u00"),
    ("{\"title\": \"", "\","),
    ("{\"title\": \"", "\", "),
    ("{\"title\": \"", "\",\""),
    ("{\"title\": \"", "\" "),
    ("{\"title\": \"", "\"}"),
    ("{\"title\": \"", "\"b\" c, "),
    ("{\"title\": \"", "\n"),
    ("{\"title\": \"", "\n```"),
    ("{\"title\": \"", "\t"),
    ("{\"title\": \"", " ,"),
    ("{\"title\": \"a,", " "),
    ("{\"notes\": [", "\n"),
    ("{\"notes\": [{", "\n"),
    ("{\"notes\": [{\"level\": 1, \"text\": \"", " "),
    ("[", "\n"),
    ("[{\"level\": 1, \"text\": \"a\"}", "\n"),
    ("[{\"level\": 1, \"text\": \"a\"},", "\n"),
    ("{\"title\": \"a\"", " "),
    ("{\"title\": \"a\"", ","),
    ("{\"title\": \"a\", \"score\": ", "1"),
    ("{\"title\": \"a\", \"score\": ", "-"),
    ("{\"title\": \"a\", \"score\": \"", "1\" "),
    ("{\"title\": \"a\", \"tags\": [", "\"b\", "),
    ("{\"title\": \"a\", \"tags\": [", "\"b\" "),
    ("{\"title\": \"a\", \"tags\": [", "'b', "),
    ("{\"title\": \"a\", \"tags\": [", "b, "),
    ("{\"title\": \"a\", \"tags\": [", "{}, "),
    ("{\"title\": \"a\", \"tags\": [", "]"),
    ("{\"title\": \"a\", \"x\": ", "["),
    ("{\"title\": \"a\", \"x\": ", "{\"a\": "),
    ("{\"title\": \"a\", \"notes\": [", "{\"text\": \"b\", \"level\": 1}, "),
    ("{\"title\": \"a\", \"notes\": [", "{\"text\": \"b\", "),
    ("{\"title\": \"a\", \"notes\": [{", "\"text\": \"b\", "),
    ("{\"title\": \"a\", \"notes\": [", "{level: 1, text: 'b'}"),
    (
        "{\"title\": \"a\", \"notes\": [",
        "{\"levle\": 1, \"text\": \"b \"c\" d\"}, ",
    ),
    (
        "{\"title\": \"a\", \"steps\": [",
        "{\"text\": \"b\", \"type\": \"write\"}, ",
    ),
    (
        "{\"title\": \"a\", \"steps\": [",
        "{\"type\": \"Write\", \"text\": \"b\"}, ",
    ),
    ("{\"title\": \"a\", \"steps\": [{", "\"text\": \"b\", "),
    ("{\"title\": \"a\", \"steps\": [", "{\"type\": \"Wait\", "),
    ("// ", "// {\"title\": \"a\"} "),
    ("[", "{\"b\": 1},"),
    ("[", "{\"b\": 1},\n"),
    ("[", "{\"level\": \"x\", \"text\": 1}, "),
    ("", "{}"),
    ("[", "//x\n"),
    ("[", "nope, "),
    ("[", "{'x': [1,}, "),
    ("[", "{'x': [1,}, {\"level\": 1, \"text\": \"a\"}, "),
    ("[", "\"oops, {\"level\": 1, \"text\": \"a\"}, "),
    ("[", "{\"level\": [[, \"a\", "),
    ("{\"notes\": [", "{'x': [1,}, {\"level\": 1, \"text\": \"a\"}, "),
    ("{\"notes\": [", "{\"level\": 1, \"text\": \"a\"}, "),
    ("{\"notes\": [1], ", "\"notes\": [1], "),
    ("", "{\"notes\": 1} "),
    ("", "{\"notes\": [1]} "),
    ("{\"x\": \"", "\" "),
    ("{", "don't "),
    ("{", "\"\\u00"),
    ("", "[}"),
    ("[", "\""),
];

/// The most steps for each byte of the text.
const STEPS: usize = 1500;

fn steps<T: Streamed>(text: &str, width: usize) -> usize {
    steps_of(|| {
        let mut stream = T::stream();
        for chunk in text.as_bytes().chunks(width) {
            stream.push_bytes(chunk);
        }
    })
}

fn item_steps<T: LlmOutput>(text: &str, width: usize) -> usize {
    let keys = [None, Some("notes")];
    let read = |key: Option<&str>| {
        steps_of(|| {
            let mut items = key.map_or_else(T::items, |key| T::items().at(key));
            for chunk in text.as_bytes().chunks(width) {
                items.push_bytes(chunk).for_each(drop);
            }
            items.finish().for_each(drop);
        })
    };
    keys.into_iter().map(read).max().unwrap_or(0)
}

/// A way to read a text in chunks of a given width; returns the number of steps.
type Work = fn(&str, usize) -> usize;

#[test]
fn the_work_is_linear_for_every_text_and_chunk() {
    let ways: [(&str, Work); 5] = [
        ("Review", steps::<Review>),
        ("Vec<Note>", steps::<Vec<Note>>),
        ("Vec<String>", steps::<Vec<String>>),
        ("items of Note", item_steps::<Note>),
        ("items of String", item_steps::<String>),
    ];
    let mut failures = Vec::new();
    for (prefix, unit) in TEXTS {
        for width in [1, 16, 4096] {
            for (name, work) in ways {
                let [one, two] = [10_000, 20_000].map(|length| {
                    let text = [*prefix, &unit.repeat(length / unit.len())].concat();
                    work(&text, width)
                });
                let grows = two > 3 * one + 200_000;
                if grows || two > STEPS * 20_000 {
                    failures.push(format!(
                        "{name} of {prefix:?} and {unit:?} by {width}: {one}, then {two}"
                    ));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} grow faster:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Each of many elements could be scanned up to the same far place, although it ends long before that.
#[test]
fn elements_are_not_scanned_up_to_the_same_place_again_and_again() {
    for suffix in [".'a'", "\": \"x"] {
        for width in [64, 100_000] {
            let [one, two] = [40_000, 80_000].map(|length| {
                let text = ["[{}{".repeat(length / 4), suffix.to_owned()].concat();
                item_steps::<f64>(&text, width)
            });
            let is_linear = two <= 3 * one && two <= STEPS * 80_000;
            assert!(is_linear, "{suffix:?} by {width}: {one}, then {two}");
        }
    }
}

/// Each of many quotes could be asked what follows the strings after it, up to the same far place.
#[test]
fn elements_do_not_look_over_the_same_strings_again_and_again() {
    for unit in ["\"\"name\"\"\u{feff}\"\":ä", "\"a\" ", "\"\"a\"\"", "\"a \"b\" c\" "] {
        for suffix in ["", "tag{\"s\"", "], 1 ", "\", 1]"] {
            for width in [64, 100_000] {
                let [one, two] = [20_000, 40_000].map(|length| {
                    let text = ["[", &unit.repeat(length / unit.len()), suffix].concat();
                    item_steps::<String>(&text, width)
                });
                let is_linear = two <= 3 * one && two <= STEPS * 40_000;
                assert!(is_linear, "{unit:?} and {suffix:?} by {width}: {one}, then {two}");
            }
        }
    }
}

/// What is kept besides the text: the value, and nothing for each push.
#[test]
fn memory_is_that_of_the_text_and_the_value() {
    let mut stream = Review::stream();
    for _ in 0..1000 {
        stream.push("{\"title\": \"");
        stream.push(&"a".repeat(100));
    }
    let text = stream.reader.text.capacity();
    assert!(text <= 2 * stream.text().len(), "{text}");
}
