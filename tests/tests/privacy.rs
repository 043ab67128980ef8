//! Nothing that is printed by accident holds the model's text: `Debug`, the panic of an `unwrap`, repairs, events. Each text has a
//! word in it that no type and no message knows.
//!
//! `Display` and `feedback` of an error quote the wrong value; the last tests say how much.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::{self, Debug, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use llm_output::exchange::{Message, Reply};
use llm_output::{
    ErrorKind, Exchange, Finish, Lenient, Limits, LlmOutput, Options, ParseError, Parsed, Prefer, Registry, Repair,
    RepairKind, Streamed, from_str, from_str_with,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The word.
const CANARY: &str = "kanarienvogel";

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[llm(stream, deny_unknown_fields)]
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

#[derive(Debug, Clone, Serialize, Deserialize, LlmOutput)]
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
#[llm(tools, stream, rename_all = "snake_case")]
enum Tool {
    Count { number: u8 },
    Say { words: String, grade: Option<Grade> },
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

/// Texts that are read with repairs of many kinds.
const READ: &[&str] = &[
    "@:\n```json\n{'title': '@', count: \"1\", \"Grade\": \"GOOD\", \"parts\": \"[true]\",}\n```\n@",
    "<think>@</think>{\"title\": \"@ \"@\" @\", \"count\": 3.0, \"grade\": \"god\", \"parts\": true}",
    "{\"title\": \"@\n@\", // @\n \"count\": 7 of them, \"grade\": good \"parts\": [True, None]}",
    "{\"title\": {\"@\": [\"@\"]}, \"count\": [5], \"grade\": \"good\", \"title\": \"@\", \"parts\": null",
    "{\"answer\": {\"title\": \"@\", \"count\": \"12 apples\", \"grade\": {\"value\": \"bad\"}}}",
    "[{\"title\": \"@\", \"count\": 1, \"grade\": \"good\"}, {\"title\": \"@\", \"count\": 2, \"grade\": \"@\"}]",
    "title: @\ncount: 3\ngrade: good",
    "{\"name\": \"say\", \"arguments\": \"{'words': '@', 'grade': 'GOOD'}\"}",
];

/// Calls that cannot be read, in several formats.
const CALLS: &[&str] = &[
    "@ <tool_call>{\"name\": \"@\", \"arguments\": {\"number\": \"@\"}}</tool_call>",
    "<tool_call>{\"name\": \"count\", \"arguments\": {\"number\": \"@\"}}</tool_call> @",
    "<tool_call>{\"name\": \"say\", \"arguments\": {\"words\": \"@\", \"grade\": \"@\"}}</tool_call>",
    "<tool_call>{\"name\": \"say\", \"arguments\": {\"words\": \"@",
    "[TOOL_CALLS][{\"name\": \"count\", \"arguments\": {\"number\": \"@\"}}]",
    "<function=count>\n<parameter=number>\n@\n</parameter>\n</function>",
    "<|channel|>commentary to=functions.count<|message|>{\"number\": \"@\"}<|call|>",
    "<|python_tag|>count(number=\"@\")",
];

/// What came of one reading: its errors, and its reports.
struct Seen<'s> {
    text: &'s str,
    /// What read the text.
    engine: &'static str,
    see: &'s mut dyn FnMut(&'static str, &str, Outcome<'_>),
}

type Outcome<'o> = Result<&'o [Repair], &'o ParseError>;

impl Seen<'_> {
    fn outcome<T>(&mut self, outcome: &Result<Parsed<T>, ParseError>) {
        (self.see)(self.engine, self.text, outcome.as_ref().map(Parsed::repairs));
    }

    fn by(&mut self, engine: &'static str) -> &mut Self {
        self.engine = engine;
        self
    }
}

const ENGINES: [&str; 9] = [
    "parse_llm",
    "from_str",
    "from_value",
    "stream",
    "items",
    "calls",
    "call_stream",
    "registry",
    "exchange",
];

/// Every outcome of every type and engine for these texts: what read it, the text, and the error or the report.
fn each_outcome(mut see: impl FnMut(&'static str, &str, Outcome<'_>)) {
    for text in FAILING.iter().chain(READ).chain(CALLS).map(|text| canary(text)) {
        let mut seen = Seen {
            text: &text,
            engine: "",
            see: &mut see,
        };
        for options in options() {
            by_whole(&text, &options, &mut seen);
            by_chunks(&text, &options, &mut seen);
            by_calls(&text, &options, &mut seen);
        }
        by_owners(&text, &mut seen);
    }
}

fn by_whole(text: &str, options: &Options<'_>, seen: &mut Seen<'_>) {
    seen.by("parse_llm").outcome(&Note::parse_llm_with(text, options));
    seen.outcome(&<Vec<Note>>::parse_llm_with(text, options));
    seen.outcome(&Either::parse_llm_with(text, options));
    seen.outcome(&Grade::parse_llm_with(text, options));
    seen.outcome(&<Vec<u8>>::parse_llm_with(text, options));
    seen.outcome(&f64::parse_llm_with(text, options));
    seen.by("from_str").outcome(&from_str_with::<Note>(text, options));
    seen.outcome(&from_str_with::<Vec<Grade>>(text, options));
    seen.outcome(&from_str_with::<std::net::IpAddr>(text, options));
    // What is no JSON is read as the string that it is.
    let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_owned()));
    seen.by("from_value").outcome(&Note::from_value_with(&value, options));
    seen.outcome(&<Vec<Note>>::from_value_with(&value, options));
    seen.outcome(&Either::from_value_with(&value, options));
    seen.outcome(&Grade::from_value_with(&value, options));
}

fn by_chunks(text: &str, options: &Options<'_>, seen: &mut Seen<'_>) {
    fn streamed<T: Streamed>(text: &str, options: &Options<'_>, seen: &mut Seen<'_>) {
        for size in [7, 64] {
            let mut stream = T::stream_with(options);
            for chunk in text.as_bytes().chunks(size) {
                stream.push_bytes(chunk);
                assert_hidden(&format!("{stream:?}"), text);
            }
            seen.outcome(&stream.end().result);
        }
    }
    streamed::<Note>(text, options, seen.by("stream"));
    streamed::<Vec<Note>>(text, options, seen);
    seen.by("items");
    for size in [7, 64] {
        let mut items = Note::items_with(options);
        for chunk in text.as_bytes().chunks(size) {
            items.push_bytes(chunk).for_each(|item| seen.outcome(&item));
            assert_hidden(&format!("{items:?}"), text);
        }
        items.end().rest.iter().for_each(|item| seen.outcome(item));
    }
}

fn by_calls(text: &str, options: &Options<'_>, seen: &mut Seen<'_>) {
    seen.by("calls").outcome(&Tool::read_call_with(CANARY, text, options));
    seen.outcome(&Tool::read_call_with("count", text, options));
    let calls = Tool::parse_calls_with(text, options);
    // A value is what the caller wants; everything around it is hidden.
    let hides = |call: &llm_output::Call<Tool>| call.result.is_ok() || !format!("{call:?}").contains(&CANARY[..5]);
    assert!(calls.iter().all(hides), "{text}");
    calls.iter().for_each(|call| seen.outcome(&call.result));
    let mut stream = Tool::call_stream_with(options).growing_values();
    seen.by("call_stream");
    for chunk in text.as_bytes().chunks(7) {
        stream.push_bytes(chunk).for_each(|call| seen.outcome(&call.result));
        assert_hidden(&format!("{stream:?} {:?}", stream.growing()), text);
    }
    stream.finish().iter().for_each(|call| seen.outcome(&call.result));
}

/// What keeps texts or errors for its caller.
fn by_owners(text: &str, seen: &mut Seen<'_>) {
    let mut registry = Registry::new();
    registry
        .register::<Note>("note")
        .unwrap()
        .options(Options::lenient())
        .values();
    registry.register::<Vec<u8>>("bytes").unwrap();
    seen.by("registry");
    for outcome in [
        registry.parse::<Note>("note", text).map(drop),
        registry.parse::<Vec<u8>>("bytes", text).map(drop),
        registry.parse_value("note", text).map(drop),
    ] {
        let Err(error) = outcome else { continue };
        assert_hidden(&format!("{error:?}"), text);
        (seen.see)(seen.engine, text, Err(error.parse_error().unwrap()));
    }
    let outcome = Exchange::<Note>::new("?").attempts(2).run(|turn| {
        assert_hidden(&format!("{turn:?}"), text);
        let reply = Reply::new(format!("{}{text}", " ".repeat(turn.number())));
        assert_hidden(&format!("{reply:?}"), text);
        Ok::<_, String>(reply)
    });
    let outcome = outcome.unwrap();
    seen.by("exchange");
    for attempt in outcome.attempts() {
        assert_hidden(&format!("{attempt:?}"), text);
        if let Some(error) = attempt.error() {
            (seen.see)(seen.engine, text, Err(error));
        }
    }
    if let Err(degraded) = outcome.into_result() {
        assert_hidden(&format!("{degraded:?} {degraded}"), text);
    }
}

/// Every error of them.
fn each_error(mut see: impl FnMut(&'static str, &ParseError, &str)) {
    each_outcome(|engine, text, outcome| {
        if let Err(error) = outcome {
            see(engine, error, text);
        }
    });
}

#[test]
fn no_error_shows_the_text_by_accident() {
    let mut kinds = HashSet::new();
    let mut violations = 0;
    let mut by_engine: HashMap<_, HashSet<_>> = HashMap::new();
    each_error(|engine, error, text| {
        kinds.insert(error.kind());
        by_engine.entry(engine).or_default().insert(error.kind());
        violations += error.violations().len();
        check(error, text);
    });
    for engine in ENGINES {
        assert!(
            by_engine[engine].len() >= 3,
            "{engine} fails with {:?} only",
            by_engine[engine]
        );
    }
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
fn no_report_of_a_value_shows_the_text() {
    let mut kinds: HashMap<_, HashSet<_>> = HashMap::new();
    each_outcome(|engine, text, outcome| {
        let Ok(repairs) = outcome else { return };
        for repair in repairs {
            kinds.entry(engine).or_default().insert(repair.kind());
            assert_hidden(&format!("{repair} {repair:?} {:?}", repair.span()), text);
        }
        assert_hidden(&serde_json::to_string(repairs).unwrap(), text);
    });
    // A registry and an exchange return values with the report of `parse_llm`.
    for engine in &ENGINES[..7] {
        assert!(
            kinds[engine].len() >= 2,
            "{engine} reports {:?} only",
            kinds.get(engine)
        );
    }
    let all: HashSet<_> = kinds.into_values().flatten().collect();
    assert!(all.len() >= 15, "{all:?}");
}

/// The message of the panic, if there is one.
fn panic_of(work: impl FnOnce()) -> Option<String> {
    catch_unwind(AssertUnwindSafe(work))
        .err()
        .map(|panic| *panic.downcast::<String>().unwrap())
}

/// A call with these arguments.
fn tagged_call(arguments: &str) -> String {
    format!("<tool_call>{{\"name\": \"count\", \"arguments\": {arguments}}}</tool_call>")
}

#[test]
fn a_panic_does_not_show_the_text() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let exact = Options::exact();
    let registry = {
        let mut registry = Registry::new();
        registry
            .register::<Note>("note")
            .unwrap()
            .options(Options::exact())
            .values();
        registry
    };
    let ways: &[&dyn Fn(&str)] = &[
        &|text| drop(Note::parse_llm_with(text, &exact).unwrap()),
        &|text| drop(from_str::<u8>(text).expect("a number")),
        &|text| drop(Note::from_value(&Value::String(text.to_owned())).unwrap()),
        &|text| {
            let mut stream = Note::stream_with(&exact);
            stream.push(text);
            drop(stream.finish().unwrap());
        },
        &|text| {
            let mut items = Note::items_with(&exact);
            drop(items.push(text).collect::<Result<Vec<_>, _>>().unwrap());
            drop(items.finish().collect::<Result<Vec<_>, _>>().unwrap());
        },
        &|text| drop(Tool::read_call("count", text).unwrap()),
        &|text| {
            for call in Tool::parse_calls(&tagged_call(text)) {
                drop(call.result.unwrap());
            }
        },
        &|text| {
            let mut stream = Tool::call_stream().without_reasoning();
            stream
                .push(&tagged_call(text))
                .for_each(|call| drop(call.result.unwrap()));
            for call in stream.finish() {
                drop(call.result.unwrap());
            }
        },
        &|text| drop(registry.parse::<Note>("note", text).unwrap()),
        &|text| drop(registry.parse_value("note", text).unwrap()),
        &|text| {
            let outcome = Exchange::<Note>::new("?")
                .options(exact.clone())
                .run(|_| Ok::<_, String>(Reply::new(text)));
            drop(outcome.unwrap().into_result().unwrap());
        },
        // What a program expects by mistake.
        &|text| {
            if let Err(error) = Note::parse_llm_with(text, &exact) {
                assert_eq!(error.kind(), ErrorKind::Empty, "{error:?}");
            }
        },
    ];
    let mut panics = Vec::new();
    for text in FAILING.iter().map(|text| canary(text)) {
        for (way, work) in ways.iter().enumerate() {
            panics.push((way, panic_of(|| work(&text)), text.clone()));
        }
    }
    std::panic::set_hook(hook);
    for (_, message, text) in &panics {
        let Some(message) = message else { continue };
        assert!(message.contains("ParseError"), "{message}");
        assert_hidden(message, text);
    }
    for way in 0..ways.len() {
        let count = panics
            .iter()
            .filter(|(by, message, _)| *by == way && message.is_some())
            .count();
        assert!(count >= 3, "way {way} panicked {count} times");
    }
}

/// Frameworks hand the message of a failed `Lenient<T>` to the model, which has to see what is wrong: at most 60 characters of it.
#[test]
fn the_message_of_a_lenient_value_is_the_feedback() {
    let long = canary("{\"title\": \"a\", \"count\": \"@\", \"grade\": \"good\"}").replace(CANARY, &CANARY.repeat(40));
    let error = serde_json::from_str::<Lenient<Note>>(&long).unwrap_err();
    let feedback = Note::parse_llm(&long).unwrap_err().feedback();
    assert!(error.to_string().starts_with(&feedback), "{error}");
    assert_eq!(error.to_string().matches(CANARY).count(), 60 / CANARY.len());
    // The report of one that was read shows nothing.
    let read: Lenient<u8> = serde_json::from_str("\" 7 \"").unwrap();
    assert_eq!(read.repairs()[0].kind(), RepairKind::StringToNumber);
    for text in FAILING.iter().map(|text| canary(text)) {
        if let Ok(read) = serde_json::from_str::<Lenient<Note, llm_output::lenient::Everything>>(&text) {
            assert_hidden(&format!("{:?}", read.repairs()), &text);
        }
    }
}

/// Pieces of a reply on their way to or from a provider show how long they are.
#[test]
fn what_is_sent_and_received_shows_its_length() {
    let message = Message::assistant(canary("@ @"));
    assert_eq!(
        format!("{message:?}"),
        format!("Message {{ role: Assistant, text: {} }}", 2 * CANARY.len() + 1)
    );
    let data = canary("{\"choices\": [{\"delta\": {\"content\": \"@\"}}]}");
    let delta = llm_output::events::openai_chat(&data);
    assert_eq!(delta.text, CANARY);
    assert_hidden(
        &format!("{delta:?} {:?}", llm_output::events::openai_chat(&canary("@"))),
        &data,
    );
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
    each_error(|_, error, text| {
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
    each_outcome(|_, _, _| {});
    let told = listener.0.lock().unwrap();
    assert!(told.len() > 10_000, "{told}");
    assert_hidden(&told, "all texts");
}
