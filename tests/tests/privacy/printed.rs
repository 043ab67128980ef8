//! `Debug` of what holds texts, and the panics that print it.

use std::collections::{BTreeMap, BTreeSet};
use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use futures_core::Stream as _;
use llm_output::exchange::{Message, Reply};
use llm_output::telemetry::Tally;
use llm_output::{ErrorKind, Exchange, LlmOutput, Options, PathTexts, Registry, RepairKind, from_str};
use serde_json::Value;

use super::engines::FAILING;
use super::{CANARY, Note, Tool, assert_hidden, canary};

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

#[rustfmt::skip]
/// Public types whose `Debug` may be called on what holds text of the model, each with the test that prints it.
const PRINTED: &[&str] = &[
    // `no_error_shows_the_text_by_accident` and what it calls.
    "Call", "CallStream", "Calls", "ErrorKind", "Exchange", "GrowingCall", "GrowingCalls", "Items", "Limit", "Outcome",
    "ParseError", "Registry", "RegistryError", "Repair", "RepairKind", "Reply", "Severity", "Stream", "StrictError", "Turn",
    "Violation",
    // `streams_and_their_ends_show_no_text`.
    "Ended", "EndedItems", "Following", "ItemStream", "PathTexts", "StreamError",
    // `the_message_of_a_lenient_value_is_the_feedback`.
    "Lenient",
    // `a_key_in_a_path_is_the_exception`.
    "Path", "Segment",
];

/// Public types whose `Debug` shows a value, or text that the program itself asked for: `SECURITY.md` says so.
const VALUES: &[&str] = &["Change", "Changed", "Growing", "Parsed"];

#[rustfmt::skip]
/// Public types and traits that hold no text of the model: settings, names, and what describes a type.
const TEXTLESS: &[&str] = &[
    "Chunk", "Contract", "Dialect", "DialectError", "DialectNote", "DialectSchema", "Finish", "Format", "Limits",
    "LlmOutput", "Options", "Prefer", "PromptStyle", "Registration", "Request", "Shape", "State", "Streamed", "Surface",
    "ToolArguments", "Tools", "UnknownName", "Usage",
];

/// A new public type has to be in one of the lists.
#[test]
fn no_public_type_is_left_out() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/lib.rs");
    let source = std::fs::read_to_string(path).expect("the source can be read");
    let exported = source
        .lines()
        .filter_map(|line| line.strip_prefix("pub use ")?.strip_suffix(';'))
        .flat_map(|path| path.split([':', '{', '}', ',', ' ']))
        .filter(|name| name.starts_with(char::is_uppercase));
    // The derive has the name of the trait.
    let exported: BTreeSet<_> = exported.collect();
    for &name in &exported {
        let lists = [PRINTED, VALUES, TEXTLESS];
        let found = lists.iter().filter(|list| list.contains(&name)).count();
        assert_eq!(found, 1, "{name} is in {found} of the lists");
    }
    assert_eq!(exported.len(), PRINTED.len() + VALUES.len() + TEXTLESS.len());
}

/// A source that is always ready.
struct Chunks(std::vec::IntoIter<Result<Vec<u8>, Infallible>>);

impl futures_core::Stream for Chunks {
    type Item = Result<Vec<u8>, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next())
    }
}

fn chunks(text: &str) -> Chunks {
    let chunks: Vec<_> = text.as_bytes().chunks(7).map(|chunk| Ok(chunk.to_vec())).collect();
    Chunks(chunks.into_iter())
}

/// What a future is ready with.
fn ready<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the source is always ready"),
    }
}

/// A list of numbers holds no text, whatever the reply is: all that is printed of it is hidden.
#[test]
fn streams_and_their_ends_show_no_text() {
    let mut failed = 0;
    for text in FAILING.iter().map(|text| canary(text)) {
        let texts = [
            text.clone(),
            format!("[1, 2, {text}"),
            format!("[1, 2, {text}, 3]"),
            format!("{text}\n[1, 2, 3]\n{text}"),
            format!("[1]\n{text}\n[{text}]"),
        ];
        for text in texts {
            let mut stream = <Vec<u8>>::stream();
            stream.push(&text);
            let ended = stream.end();
            assert_hidden(&format!("{ended:?} {ended:#?}"), &text);
            failed += usize::from(ended.result.is_err());

            let mut items = u8::items();
            drop(items.push(&text).collect::<Vec<_>>());
            let ended = items.end();
            assert_hidden(&format!("{ended:?} {ended:#?}"), &text);

            let mut following = <Vec<u8>>::stream().follow(chunks(&text));
            while ready(following.next()).is_some() {
                assert_hidden(&format!("{following:?} {:?}", following.stream()), &text);
            }
            assert_hidden(&format!("{:?}", following.into_stream().finish()), &text);

            let mut items = pin!(u8::items().from_stream(chunks(&text)));
            while let Poll::Ready(Some(item)) = items.as_mut().poll_next(&mut Context::from_waker(Waker::noop())) {
                assert_hidden(&format!("{items:?} {item:?}"), &text);
                let Err(error) = item else { continue };
                assert_hidden(&format!("{:?} {error:#?}", std::error::Error::source(&error)), &text);
                failed += 1;
            }
        }
    }
    assert!(failed > 100, "{failed}");
}

#[test]
fn the_texts_of_paths_are_not_printed() {
    let text = canary("{\"@\": \"1\"}");
    let parsed = <BTreeMap<String, u8>>::parse_llm(&text).unwrap();
    let mut texts = PathTexts::default();
    let mut shown = Vec::new();
    parsed.each_repair_with_path(&mut texts, |kind, _, path| shown.push((kind, path.to_owned())));
    assert_eq!(shown, [(RepairKind::StringToNumber, CANARY.to_owned())]);
    assert_hidden(&format!("{texts:?} {texts:#?}"), &text);
}

#[test]
fn counts_hold_no_text() {
    let mut tally = Tally::new();
    let mut failed = 0;
    for text in FAILING.iter().map(|text| canary(text)) {
        let outcome = Note::parse_llm(&text);
        failed += u64::from(outcome.is_err());
        tally.record("note", "model", &outcome);
        assert_hidden(&format!("{tally:?}"), &text);
    }
    assert_eq!(
        tally.get("note", "model").map(llm_output::telemetry::Counts::failed),
        Some(failed)
    );
    assert!(failed > 10, "{failed}");
}
