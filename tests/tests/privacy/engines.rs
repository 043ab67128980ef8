//! Every way to read a text, with texts that have the word in them.

use llm_output::exchange::Reply;
use llm_output::{
    Exchange, Finish, Limits, LlmOutput, Options, ParseError, Parsed, Prefer, Registry, Repair, Streamed, from_str_with,
};
use serde_json::Value;

use super::{CANARY, Either, Grade, Note, Tool, assert_hidden, canary};

/// Texts that fail in every way, with the word in place of `@`.
pub(super) const FAILING: &[&str] = &[
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

pub(super) type Outcome<'o> = Result<&'o [Repair], &'o ParseError>;

impl Seen<'_> {
    fn outcome<T>(&mut self, outcome: &Result<Parsed<T>, ParseError>) {
        (self.see)(self.engine, self.text, outcome.as_ref().map(Parsed::repairs));
    }

    fn by(&mut self, engine: &'static str) -> &mut Self {
        self.engine = engine;
        self
    }
}

pub(super) const ENGINES: [&str; 9] = [
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
pub(super) fn each_outcome(mut see: impl FnMut(&'static str, &str, Outcome<'_>)) {
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
pub(super) fn each_error(mut see: impl FnMut(&'static str, &ParseError, &str)) {
    each_outcome(|engine, text, outcome| {
        if let Err(error) = outcome {
            see(engine, error, text);
        }
    });
}
