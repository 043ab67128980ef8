//! Texts made to exhaust a reader: each is answered, on a stack that no recursion over the input would fit in.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use llm_output::{LlmOutput, Options, ParseError};
use llm_output_tests::both_ways;
use llm_output_tests::types::{CommitMessage, Leaves, Note, Page, Review};
use llm_output_tests::way::Way;
use serde::de::DeserializeOwned;

/// Room for the recursion over the type, which is bounded, but not for one over a million brackets.
const STACK: usize = 256 * 1024;

/// Far above what a linear reader needs, even unoptimized, and far below what a quadratic one takes for a megabyte. It is time on a
/// processor where the system says that of a thread: a machine may be busy with other work.
const PATIENCE: Duration = Duration::from_secs(60);

/// Where Linux says how long this thread was on a processor.
fn schedule_of_this_thread() -> Option<PathBuf> {
    let thread = fs::read_link("/proc/thread-self").ok()?;
    Some(Path::new("/proc").join(thread).join("schedstat"))
}

/// How long a thread was on a processor.
fn on_processor(schedule: &Path) -> Option<Duration> {
    let times = fs::read_to_string(schedule).ok()?;
    Some(Duration::from_nanos(times.split(' ').next()?.parse().ok()?))
}

fn on_a_small_stack(name: &str, work: impl FnOnce() + Send + 'static) {
    let (begun, schedule) = mpsc::channel();
    let (done, outcome) = mpsc::channel();
    let thread = thread::Builder::new()
        .name(name.to_owned())
        .stack_size(STACK)
        .spawn(move || {
            begun.send(schedule_of_this_thread()).expect("the test waits for it");
            work();
            done.send(()).expect("the test waits for the outcome");
        })
        .expect("a thread can be started");
    let schedule = schedule.recv().expect("the thread has begun");
    let mut patience = PATIENCE;
    loop {
        match outcome.recv_timeout(patience) {
            Ok(()) => return,
            Err(RecvTimeoutError::Timeout) => {
                let used = schedule.as_deref().and_then(on_processor).unwrap_or(PATIENCE);
                patience = PATIENCE.saturating_sub(used);
                // The thread is left behind; it ends with the process.
                assert!(!patience.is_zero(), "{name} takes more than {PATIENCE:?}");
            }
            Err(RecvTimeoutError::Disconnected) => {
                let cause = thread.join().expect_err("a thread that sent nothing has panicked");
                std::panic::resume_unwind(cause);
            }
        }
    }
}

/// `unit` as often as it fits into a megabyte.
fn megabyte_of(unit: &str) -> String {
    unit.repeat(1_000_000 / unit.len())
}

/// No value of any type stands in the text, neither strictly nor leniently; only a bare text may be wrapped.
fn holds_no_answer<W: Way>(text: &str) {
    fn is_refused<W: Way, T: LlmOutput + DeserializeOwned>(text: &str) {
        for options in [Options::default(), Options::exact()] {
            assert!(W::read_with::<T>(text, &options).is_err());
        }
        // Lenient reading may make something up; it must come back all the same.
        let _: Result<_, ParseError> = W::read_with::<T>(text, &Options::lenient());
    }
    is_refused::<W, Review>(text);
    is_refused::<W, CommitMessage>(text);
    is_refused::<W, Leaves>(text);
}

macro_rules! holds_no_answer {
    ($($name:ident: $text:expr),* $(,)?) => {
        mod holds_no_answer {
            use super::*;
            $(
                fn $name<W: Way>() {
                    on_a_small_stack(stringify!($name), || holds_no_answer::<W>(&$text));
                }
            )*
            both_ways! { $($name),* }
        }
    };
}

holds_no_answer! {
    a_million_brackets: "[".repeat(1_000_000),
    a_million_objects: "{\"a\":".repeat(1_000_000),
    a_million_lists_of_the_type: "{\"findings\":[".repeat(1_000_000),
    a_megabyte_of_braces: megabyte_of("{"),
    a_megabyte_of_braces_in_prose: format!("Well, {}", megabyte_of("{ ")),
    a_megabyte_of_closers: megabyte_of("}]"),
    a_megabyte_of_quotes: megabyte_of("\""),
    a_megabyte_of_single_quotes: megabyte_of("'"),
    a_megabyte_of_smart_quotes: megabyte_of("\u{201c}"),
    a_megabyte_of_backslashes: megabyte_of("\\"),
    a_megabyte_of_fences: megabyte_of("```"),
    a_megabyte_of_fence_lines: megabyte_of("```json\n"),
    a_megabyte_of_open_objects_in_fences: megabyte_of("```json\n{\"title\": "),
    a_megabyte_of_think_tags: megabyte_of("<think>"),
    a_megabyte_of_think_ends: megabyte_of("</think>"),
    a_megabyte_of_think_blocks: megabyte_of("<think></think>"),
    a_megabyte_of_answer_tags: megabyte_of("<answer>"),
    a_megabyte_of_tag_starts: megabyte_of("<"),
    a_megabyte_of_markers: megabyte_of("[CONTENT]"),
    a_megabyte_of_colons: megabyte_of("{:"),
    a_megabyte_of_commas: format!("{{\"title\": \"a\"{}", megabyte_of(",")),
    a_megabyte_of_comments: format!("{{{}", megabyte_of("/*")),
    a_megabyte_of_line_comments: format!("{{{}", megabyte_of("//\n")),
    a_megabyte_of_keys_of_the_type: format!("{{{}", megabyte_of("\"title\"")),
    a_megabyte_of_members_without_end: format!("{{{}", megabyte_of("\"title\": \"a\", ")),
    a_megabyte_of_lost_quotes: format!("{{{}", megabyte_of("\"title: \"a, ")),
    a_megabyte_of_inner_quotes: format!("{{\"title\": \"{}", megabyte_of("a \"b\", ")),
    a_megabyte_of_quoted_commas: format!("{{\"title\": {}", megabyte_of("\",")),
    a_megabyte_of_mismatched_closers: format!("{{\"x\": {}", megabyte_of("[}")),
    a_megabyte_of_parentheses: format!("{{\"findings\": {}", megabyte_of("(")),
    a_megabyte_of_triple_quotes: format!("{{\"title\": {}", megabyte_of("\"\"\"")),
    a_megabyte_of_digits_in_prose: megabyte_of("1"),
    a_megabyte_of_stringified_openers: megabyte_of("\"{\\\"title\\\": "),
    a_megabyte_of_blanks: megabyte_of(" "),
    a_megabyte_of_byte_order_marks: megabyte_of("\u{feff}"),
    a_megabyte_of_zeros: megabyte_of("\0"),
    a_megabyte_of_drafts_cut_off: megabyte_of("{\"title\": \"a\", "),
}

/// The right answer behind a megabyte of what only looks like one.
fn is_found_behind<W: Way>(prefix: &str) {
    let text = format!("{prefix}\n{{\"title\": \"found\", \"message\": \"behind\", \"count\": 1}}");
    let parsed = W::read::<Note>(&text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(
        (parsed.value.title.as_str(), parsed.value.message.as_str()),
        ("found", "behind")
    );
}

fn an_answer_is_found_behind_a_megabyte_of_brace_pairs<W: Way>() {
    on_a_small_stack("brace pairs", || is_found_behind::<W>(&megabyte_of("{} ")));
}

fn an_answer_is_found_behind_a_megabyte_of_placeholders<W: Way>() {
    on_a_small_stack("placeholders", || is_found_behind::<W>(&megabyte_of("{name} ")));
}

fn an_answer_is_found_behind_a_megabyte_of_prose<W: Way>() {
    on_a_small_stack("prose", || {
        is_found_behind::<W>(&megabyte_of("It's \"quoted\" [1] and {so on}, isn't it? "));
    });
}

fn an_answer_is_found_behind_a_megabyte_of_other_objects<W: Way>() {
    on_a_small_stack("other objects", || {
        is_found_behind::<W>(&megabyte_of("{\"id\": 1, \"list\": [1, 2]}\n"));
    });
}

fn a_deep_unknown_member_is_skipped_without_recursion<W: Way>() {
    on_a_small_stack("deep member", || {
        let deep = [&"[".repeat(500_000), "1", &"]".repeat(500_000)].concat();
        let text = format!("{{\"extra\": {deep}, \"content\": \"kept\"}}");
        let parsed = W::read::<Page>(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parsed.value.content, "kept");
        assert!(parsed.is_exact());
    });
}

fn a_string_of_a_megabyte_is_read_whatever_stands_in_it<W: Way>() {
    on_a_small_stack("long string", || {
        for unit in [
            "\"",
            "\\",
            "{",
            "\n",
            "```",
            "\", \"title\": \"",
            "\u{1f680}",
            "</think>",
        ] {
            let page = Page {
                content: megabyte_of(unit),
            };
            let text = serde_json::to_string(&page).expect("a value is written as JSON");
            let parsed = W::read::<Page>(&text).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(parsed.value, page);
            assert!(parsed.is_exact());
        }
    });
}

fn a_list_of_a_hundred_thousand_elements_is_read<W: Way>() {
    on_a_small_stack("long list", || {
        let elements: Vec<String> = (0..100_000).map(|i| format!("element {i}")).collect();
        let text = serde_json::to_string(&elements).expect("a value is written as JSON");
        let parsed = W::read::<Vec<String>>(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(parsed.value, elements);
    });
}

both_ways! {
    an_answer_is_found_behind_a_megabyte_of_brace_pairs,
    an_answer_is_found_behind_a_megabyte_of_placeholders,
    an_answer_is_found_behind_a_megabyte_of_prose,
    an_answer_is_found_behind_a_megabyte_of_other_objects,
    a_deep_unknown_member_is_skipped_without_recursion,
    a_string_of_a_megabyte_is_read_whatever_stands_in_it,
    a_list_of_a_hundred_thousand_elements_is_read,
}

/// A minus between a key and its number, with no colon there, is the sign of the number.
#[test]
fn a_minus_in_place_of_the_colon_keeps_its_sign() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Place {
        file: String,
        line: u32,
        #[llm(default)]
        column: i64,
        #[llm(default)]
        weight: f64,
    }
    for text in [
        r#"{"file": "a", "line"-5}"#,
        r#"{"file": "a", "line" -5, "column": 1}"#,
        "{\"file\": \"a\", \"line\"\u{2212}5}",
        r#"{"file": "a", "line"=-5}"#,
        r#"{"file": "a", 'line'-5}"#,
        r#"{"file": "a", **line** -5}"#,
    ] {
        assert!(Place::parse_llm(text).is_err(), "{text}: {:?}", Place::parse_llm(text));
    }
    let text = r#"{"file": "a", "line": 5, "column"-7, "weight" -1.5}"#;
    let place = Place::parse_llm(text).expect("it is read").into_value();
    assert_eq!((place.column, place.weight), (-7, -1.5));
    // A dash between blanks separates.
    let place = Place::parse_llm(r#"{"file": "a", "line" - 5}"#)
        .expect("it is read")
        .into_value();
    assert_eq!(place.line, 5);
}

#[test]
fn blank_lines_before_what_may_be_a_call_are_looked_through_once() {
    #[derive(Debug, LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    enum Tool {
        Stop,
    }
    on_a_small_stack("blank lines", || {
        let text = format!("}}, {{{}[\n\"\"</parameter>]", "\n".repeat(1 << 20));
        assert!(Tool::parse_calls(&text).is_empty());
        for mark in ["[TOOL_CALLS]", "<|python_tag|>"] {
            let text = format!("{}{}", " ".repeat(1 << 20), mark.repeat((1 << 20) / mark.len()));
            drop(Tool::parse_calls(&text));
        }
        let text = format!("{}{}", "[<tool_call>".repeat(50_000), "\n".repeat(1 << 20));
        drop(Tool::parse_calls(&text));
        let call = r#"{"name": "stop", "arguments": {}}"#;
        let text = format!("# Call\n#{}<tool_call>{call}</tool_call>", "\n".repeat(1 << 20));
        let calls = Tool::parse_calls(&text);
        assert!(
            matches!(calls.iter().next().map(|call| call.result.is_ok()), Some(true)),
            "{calls:?}"
        );
    });
}
