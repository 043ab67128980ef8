//! Nothing that is printed by accident holds the model's text: `Debug`, the panic of an `unwrap`, repairs, events. Each text has a
//! word in it that no type and no message knows.
//!
//! `Display` and `feedback` of an error quote the wrong value; the last tests say how much.

use std::collections::{BTreeMap, HashSet};
use std::fmt::{self, Write as _};
use std::panic::catch_unwind;
use std::sync::{Arc, Mutex};

use llm_output::exchange::Reply;
use llm_output::{ErrorKind, Exchange, Finish, Limits, LlmOutput, Options, ParseError, Prefer, RepairKind, from_str};
use serde::Deserialize;

/// The word.
const CANARY: &str = "kanarienvogel";

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors count")]
struct Note {
    title: String,
    count: u8,
    grade: Grade,
    #[llm(validate = five)]
    zip: Option<String>,
    parts: Option<Vec<bool>>,
}

#[expect(clippy::ref_option, reason = "the attribute passes the field")]
fn five(zip: &Option<String>) -> Result<(), String> {
    let Some(zip) = zip else { return Ok(()) };
    if zip.len() == 5 {
        Ok(())
    } else {
        Err(format!("{zip} must have five digits"))
    }
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
enum Grade {
    Good,
    Bad,
}

#[derive(Debug, LlmOutput)]
#[llm(untagged)]
#[expect(dead_code, reason = "only read")]
enum Either {
    Words { words: Vec<String> },
    Number { number: u8 },
}

#[derive(Debug, LlmOutput)]
#[llm(tools, rename_all = "snake_case")]
#[expect(dead_code, reason = "only read")]
enum Tool {
    Count { number: u8 },
}

fn canary(text: &str) -> String {
    text.replace('@', CANARY)
}

/// Texts that fail in every way, with the word in place of `@`.
const FAILING: &[&str] = &[
    "@",
    "@ has no answer",
    "{\"error\": \"@\"}",
    "{\"title\": \"@\"}",
    "{\"title\": \"a\", \"count\": \"@\", \"grade\": \"good\"}",
    "{\"title\": \"a\", \"count\": 1, \"grade\": \"@\"}",
    "{\"title\": \"a\", \"count\": 1, \"grade\": \"good\", \"zip\": \"@\"}",
    "{\"title\": \"a\", \"count\": 1, \"grade\": \"good\", \"parts\": [true, \"@\", {\"@\": \"@\"}]}",
    "{\"title\": [\"@\", \"@\"], \"count\": [\"@\"], \"grade\": {\"@\": 1}}",
    "{\"title\": \"a\", \"count\": 1, \"grade\": \"good\", \"parts\": [true, \"@",
    "{'title': '@', 'count': '@', 'grade': '@'}",
    "{title: @ \"@\" @, count: @, grade @}",
    "```json\n{\"title\": \"@\", \"count\": 400, \"grade\": \"good\"}\n```\n@",
    "<title>@</title><count>@</count><grade>@</grade>",
    "title: @\ncount: @\ngrade: @",
    "[\"@\", \"@\"]",
    "\"@\"",
    "{\"title\": null, \"count\": null, \"grade\": null, \"zip\": {\"@\": 1}}",
];

fn options() -> Vec<Options<'static>> {
    vec![
        Options::default(),
        Options::exact(),
        Options::lenient(),
        Options::default().marker("answer"),
        Options::default().prefer(Prefer::Only),
        Options::default().finish(Finish::Length),
        Options::default().limits(Limits::default().bytes(4)),
        Options::default().limits(Limits::default().reports(0)),
        Options::default().limits(Limits::default().violations(1)),
    ]
}

/// Checks everything that is printed of an error without asking for its text.
fn check(error: &ParseError, text: &str) {
    let strict = std::error::Error::source(error);
    for shown in [
        format!("{error:?} {error:#?}"),
        format!("{:?} {:?}", error.violations(), error.repairs()),
        format!("{strict:?} {}", strict.map(ToString::to_string).unwrap_or_default()),
        format!("{} {:?} {:?}", error.kind(), error.would_need(), error.limit()),
        serde_json::to_string(error.repairs()).unwrap(),
    ] {
        assert_hidden(&shown, text);
    }
    for repair in error.repairs() {
        assert_hidden(&format!("{repair} {repair:?}"), text);
    }
}

#[track_caller]
fn assert_hidden(shown: &str, text: &str) {
    assert!(!shown.contains(&CANARY[..5]), "{text}\nis shown in\n{shown}");
}

/// Every error of every type and engine for these texts.
fn each_error(mut see: impl FnMut(&ParseError, &str)) {
    for text in FAILING.iter().map(|text| canary(text)) {
        let value = serde_json::from_str::<serde_json::Value>(&text);
        for options in options() {
            let mut see = |error: Option<ParseError>| {
                if let Some(error) = error {
                    see(&error, &text);
                }
            };
            see(Note::parse_llm_with(&text, &options).err());
            see(<Vec<Note>>::parse_llm_with(&text, &options).err());
            see(Either::parse_llm_with(&text, &options).err());
            see(Grade::parse_llm_with(&text, &options).err());
            see(<Vec<u8>>::parse_llm_with(&text, &options).err());
            see(f64::parse_llm_with(&text, &options).err());
            see(llm_output::from_str_with::<Note>(&text, &options).err());
            see(llm_output::from_str_with::<std::net::IpAddr>(&text, &options).err());
            see(Tool::read_call_with(CANARY, &text, &options).err());
            see(Tool::read_call_with("count", &text, &options).err());
            if let Ok(value) = &value {
                see(Note::from_value_with(value, &options).err());
            }
            let mut items = Note::items_with(&options);
            let mut all: Vec<_> = items.push(&text).collect();
            all.extend(items.finish());
            for item in all {
                see(item.err());
            }
        }
    }
}

#[test]
fn no_error_shows_the_text_by_accident() {
    let mut kinds = HashSet::new();
    let mut violations = 0;
    each_error(|error, text| {
        kinds.insert(error.kind());
        violations += error.violations().len();
        check(error, text);
    });
    let ambiguous = canary("[{\"words\": [\"@\"]}] or [{\"words\": [\"b\", \"@\"]}]");
    let error = <Vec<Either>>::parse_llm_with(&ambiguous, &Options::default().prefer(Prefer::Only)).unwrap_err();
    kinds.insert(error.kind());
    check(&error, &ambiguous);
    kinds.insert(Note::parse_llm(" ").unwrap_err().kind());
    for kind in [
        ErrorKind::Empty,
        ErrorKind::Prose,
        ErrorKind::NoBlock,
        ErrorKind::Malformed,
        ErrorKind::Truncated,
        ErrorKind::UnrecognizedShape,
        ErrorKind::Schema,
        ErrorKind::Ambiguous,
        ErrorKind::Limit,
        ErrorKind::UnknownTool,
    ] {
        assert!(kinds.contains(&kind), "no text fails with {kind}");
    }
    assert!(violations > 500, "{violations}");
}

#[test]
fn a_panic_does_not_show_the_text() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let mut panics = Vec::new();
    for text in FAILING.iter().map(|text| canary(text)) {
        let panic = catch_unwind(|| drop(Note::parse_llm_with(&text, &Options::exact()).unwrap())).unwrap_err();
        panics.push((panic.downcast::<String>().unwrap(), text.clone()));
        let panic = catch_unwind(|| drop(from_str::<u8>(&text).expect("a number"))).unwrap_err();
        panics.push((panic.downcast::<String>().unwrap(), text));
    }
    std::panic::set_hook(hook);
    for (message, text) in panics {
        assert!(message.contains("ParseError"), "{message}");
        assert_hidden(&message, &text);
    }
}

#[test]
fn an_exchange_and_calls_show_no_text() {
    let reply = canary("{\"title\": \"@\", \"count\": \"@\"}");
    let outcome = Exchange::<Note>::new("?")
        .attempts(2)
        .run(|turn| Ok::<_, String>(Reply::new(format!("{}{reply}", " ".repeat(turn.number())))))
        .unwrap();
    assert_hidden(&format!("{outcome:?}"), &reply);
    assert_hidden(&format!("{:?}", outcome.attempts()), &reply);
    assert_hidden(&format!("{:?}", outcome.into_result().unwrap_err()), &reply);
    let mut first = true;
    let interrupted = Exchange::<Note>::new("?").attempts(3).run(|_| {
        if std::mem::take(&mut first) {
            Ok(Reply::new(reply.clone()))
        } else {
            Err("closed")
        }
    });
    assert_hidden(&format!("{:?}", interrupted.unwrap_err()), &reply);
    let text = canary("@ <tool_call>{\"name\": \"@\", \"arguments\": {\"number\": \"@\"}}</tool_call>");
    let calls = Tool::parse_calls(&text);
    assert_eq!(calls.len(), 1);
    assert_hidden(&format!("{calls:?}"), &text);
    let mut stream = Tool::call_stream();
    assert_hidden(&format!("{:?}", stream.push(&text[..60]).count()), &text);
    assert_hidden(&format!("{stream:?} {:?}", stream.growing()), &text);
}

#[test]
fn a_key_in_a_path_is_the_exception() {
    // The path names the place: README and SECURITY say so.
    let text = canary("{\"@\": \"1\"}");
    let parsed = <BTreeMap<String, u8>>::parse_llm(&text).unwrap();
    assert_eq!(parsed.repairs()[0].kind(), RepairKind::StringToNumber);
    assert_eq!(parsed.repairs()[0].path().to_string(), CANARY);
    let text = canary("{\"title\": \"a\", \"count\": 1, \"grade\": \"good\", \"@\": \"kolibri\"}");
    let error = Note::parse_llm(&text).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), CANARY);
    assert!(!format!("{error:?}").contains("kolibri"));
}

#[test]
fn whoever_asks_for_the_text_gets_it() {
    let text = canary("{\n  \"title\": \"a\", \"grade\": \"good\",\n  \"count\": \"@\"}");
    let error = Note::parse_llm(&text).unwrap_err();
    assert_eq!(error.violations()[0].found(), format!("\"{CANARY}\""));
    assert!(error.to_string().contains(CANARY) && error.feedback().contains(CANARY));
    let excerpt = format!("3 |   \"count\": \"{CANARY}\"}}\n  |            ^");
    assert_eq!(error.excerpt(&text), excerpt);
    // A long value is cut.
    let long = text.replace(CANARY, &CANARY.repeat(50));
    let error = Note::parse_llm(&long).unwrap_err();
    assert!(
        error.to_string().len() < 200 && error.excerpt(&long).len() < 150,
        "{error}"
    );
}

#[test]
fn an_excerpt_fits_any_text() {
    each_error(|error, text| {
        let excerpt = error.excerpt(text);
        let lines: Vec<&str> = excerpt.split('\n').collect();
        let is_value = excerpt.is_empty();
        assert!(is_value || (lines.len() == 2 && lines[1].ends_with('^')), "{excerpt}");
        // Another text than the one that was read is no reason to panic.
        for other in ["", "ü", "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü"]
        {
            drop(error.excerpt(other));
        }
    });
}

/// Notes every event of `tracing` as text.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<String>>);

impl tracing::Subscriber for Listener {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "llm_output"
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Fields<'s>(&'s mut String);
        impl tracing::field::Visit for Fields<'_> {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
                write!(self.0, "{}={value:?} ", field.name()).unwrap();
            }
        }
        event.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

/// In a process of its own: which events are listened to is remembered for all threads.
#[test]
fn no_event_holds_the_text() {
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    each_error(|_, _| {});
    let told = listener.0.lock().unwrap();
    assert!(told.len() > 10_000, "{told}");
    assert_hidden(&told, "all texts");
}
