//! The short cut gives what the search would.

use crate::bounds;
use crate::error::ErrorKind;
use crate::extract::root::{PLACES, RootType};
use crate::extract::search::{self, EarlierAttempt};
use crate::{LlmOutput, Options, Parsed, Severity};

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "it is printed")]
struct Note {
    title: String,
    tags: Option<Vec<String>>,
    part: Option<Part>,
}

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "it is printed")]
struct Part {
    size: u32,
}

const DOCUMENTS: &[&str] = &[
    r#"{"title": "a"}"#,
    "{\n  \"title\": \"a\",\n  \"tags\": [\"b\", \"{\"],\n  \"part\": {\"size\": 3}\n}",
    "{title: 'it\\'s', tags: ['b',], part: {size: '3'}}",
    r#"{"title": "see ```sh``` and <b>", "tags": "b"}"#,
    r#"{"title": "a", "tags": ["b""#,
    r#"{"title": "a", "part": {"size": "many"}}"#,
    r#"{"name": "a"}"#,
    r#"{"result": {"title": "a"}}"#,
    r#"{\"title\": \"a\"}"#,
    r#"[{"title": "a"}, {"title": "b", "tags": null}]"#,
    r#"[{\"title\": \"a\"}]"#,
    r#"["b", "c"]"#,
    "[]",
    "{}",
    "{{",
    r#"( {"title": "a"}, )"#,
    "1,234",
    r#""title": "a""#,
    r#"{"title": "a"}</think>{"title": "b"}"#,
    "[CONTENT] it",
];

const BEFORE: &[&str] = &[
    "",
    " \n",
    "Here it is: ",
    "Here's the `note`:\n\n",
    "\u{feff}",
    "→ ",
    "\"So\" it is, ~3 of them: ",
    "(see below) ",
    r#"<think>{"title": "no"}</think>"#,
    "well </think> ",
    "[1] says ",
    "{x} ",
    "a, ",
    r#""a", "#,
    "'''",
];

const FRAMES: &[(&str, &str)] = &[
    ("", ""),
    ("```json\n", "\n```"),
    ("```\n", "```"),
    ("``` json\n", "\n```\n"),
    ("````json\n", "\n````"),
    ("~~~json\n", "\n~~~"),
    ("```json5 ", "\n````"),
    ("```json\n", ""),
    ("```json\nthe note: ", "\n```"),
    ("```json\n", ",\n```"),
    ("<answer>", "</answer>"),
    ("[CONTENT]", "[/CONTENT]"),
    ("\"", "\""),
];

const BEHIND: &[&str] = &[
    "",
    "\n",
    "\n\nLet me know if it's right!",
    "\n\nSee `title` and \"tags\".",
    r#" or {"title": "other"}"#,
    r#" or ["other"]"#,
    "\n```json\n{\"title\": \"other\"}\n```",
    "\n```\ncode\n```",
    " <end>",
    "'''",
    ", 3",
    "]",
    "}",
];

/// An answer with its repairs and its place, as text.
fn told<T: std::fmt::Debug>(value: &T, repairs: &[crate::Repair], span: std::ops::Range<usize>) -> String {
    let repairs: Vec<_> = repairs
        .iter()
        .map(|repair| (repair.to_string(), repair.span()))
        .collect();
    format!("{value:?} {repairs:?} {span:?}")
}

/// What the search alone makes of the text, with nothing read before it.
fn searched<T: LlmOutput + std::fmt::Debug>(text: &str, options: &Options<'_>) -> Option<String> {
    let mut slots = [const { None::<T> }; PLACES];
    let places = slots.each_mut().map(|slot| slot as _);
    let mut root = RootType::new(T::__FACTS, T::__OBJECT, text.len(), places);
    let search =
        |options: &Options<'_>, root: &mut RootType<'_>| search::search(text, options, EarlierAttempt::Nothing, root);
    let outcome = if options.accept >= Some(Severity::Incomplete) {
        search::mildest(options, &mut root, text, search)
    } else {
        search(options, &mut root)
    };
    let settled = outcome.ok()?;
    let place = root.place();
    let parsed = Parsed::new(slots[place].take()?, settled);
    Some(told(&parsed.value, parsed.repairs(), parsed.span()))
}

fn parsed<T: LlmOutput + std::fmt::Debug>(text: &str, options: &Options<'_>) -> Option<String> {
    let parsed = T::parse_llm_with(text, options).ok()?;
    Some(told(&parsed.value, parsed.repairs(), parsed.span()))
}

fn agree<T: LlmOutput + std::fmt::Debug>(text: &str, settled: &mut usize, failures: &mut Vec<String>) {
    for options in [Options::default(), Options::lenient(), Options::exact()] {
        let expected = searched::<T>(text, &options);
        let found = parsed::<T>(text, &options);
        *settled += usize::from(expected.is_some());
        if found != expected {
            failures.push(format!(
                "{options:?} {text:?}\n  found    {found:?}\n  searched {expected:?}"
            ));
        }
    }
}

#[test]
fn a_single_value_is_what_the_search_would_settle_on() {
    let mut settled = 0;
    let mut failures = Vec::new();
    for before in BEFORE {
        for (open, close) in FRAMES {
            for document in DOCUMENTS {
                for behind in BEHIND {
                    let text = format!("{before}{open}{document}{close}{behind}");
                    // A value without brackets at the beginning is read as a whole, and never searched for.
                    if text.trim_start().starts_with(['"', '1']) {
                        continue;
                    }
                    agree::<Note>(&text, &mut settled, &mut failures);
                    agree::<Vec<Note>>(&text, &mut settled, &mut failures);
                    agree::<Vec<String>>(&text, &mut settled, &mut failures);
                }
            }
        }
    }
    println!("{settled} answers");
    assert!(settled > 10_000);
    assert!(
        failures.is_empty(),
        "{} differ:\n{}",
        failures.len(),
        failures[..20.min(failures.len())].join("\n")
    );
}

#[test]
fn the_end_of_reasoning_in_a_string_of_the_document_that_begins_the_text_ends_nothing() {
    let mut settled = 0;
    let mut failures = Vec::new();
    for document in [
        r#"{"title": "a</think>"}"#,
        r#"{"title": "a</think>",}"#,
        r#"[{"title": "a</think>"}]"#,
        r#"["</think>"]"#,
    ] {
        for behind in BEHIND {
            let text = format!("{document}{behind}");
            agree::<Note>(&text, &mut settled, &mut failures);
            agree::<Vec<Note>>(&text, &mut settled, &mut failures);
            agree::<Vec<String>>(&text, &mut settled, &mut failures);
        }
    }
    assert!(settled > 100, "{settled} answers");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// Under `lenient`, the value must be the one that less than that reads. What is read at `Guess` is read under `lenient` too, whatever
/// it costs; otherwise nobody knows more of it if the text may not be read again.
#[test]
fn a_value_is_no_answer_if_the_text_is_too_much_work_to_be_read_again() {
    let options = Options::lenient();
    let outcome = |text: &str, spent: usize| {
        let mut slots = [const { None::<Note> }; PLACES];
        let places = slots.each_mut().map(|slot| slot as _);
        let mut root = RootType::new(Note::__FACTS, Note::__OBJECT, text.len(), places);
        search::mildest(
            &options,
            &mut root,
            text,
            |options: &Options<'_>, root: &mut RootType<'_>| {
                root.spent += spent;
                search::search(text, options, EarlierAttempt::Nothing, root)
            },
        )
        .map_err(|error| error.kind())
    };
    let (guessed, invented) = (r#"{"title": "a"} {"title": "b"}"#, r#"{"tags": ["a"]} {"tags": ["b"]}"#);
    for text in [guessed, invented] {
        assert!(outcome(text, 0).is_ok(), "{text}");
    }
    assert!(outcome(guessed, bounds::again(guessed.len())).is_ok());
    assert_eq!(
        outcome(invented, bounds::again(invented.len())).err(),
        Some(ErrorKind::Limit)
    );
}
