//! Limits of a reply that arrives in chunks.

use std::collections::VecDeque;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use futures_core::Stream;
use llm_output::{ErrorKind, Limit, Limits, LlmOutput, ParseError, Parsed, Repair, StreamError};

use super::{BOARD, Board, Tool, ToolPartial, assert_limit, bytes, calls, elements, limited};

#[test]
fn elements_of_a_stream() {
    assert_limit(Limit::Elements, 8, |most| {
        let options = elements(most);
        let mut stream = Board::stream_with(&options);
        for chunk in BOARD.as_bytes().chunks(3) {
            stream.push_bytes(chunk);
        }
        let shown: usize = stream.partial().lists.iter().map(Vec::len).sum();
        assert!(shown <= most, "{shown}");
        stream.finish()
    });
}

#[test]
fn elements_of_items() {
    let text = r#"{"findings": [[1, 2], [3], []]}"#;
    let read = |most: usize, chunk: usize| -> Result<Vec<Parsed<Vec<u8>>>, ParseError> {
        let options = elements(most);
        let mut items = <Vec<u8>>::items_with(&options).at("findings");
        let mut all = Vec::new();
        for chunk in text.as_bytes().chunks(chunk) {
            all.extend(items.push_bytes(chunk));
        }
        all.extend(items.finish());
        let shown = all.iter().filter(|item| item.is_ok()).count();
        assert!(shown <= most);
        assert!(
            all.iter().rev().skip(1).all(Result::is_ok),
            "nothing comes after the error"
        );
        all.into_iter().collect()
    };
    for chunk in [1, 7, 100] {
        assert_limit(Limit::Elements, 3, |most| read(most, chunk));
    }
}

#[test]
fn elements_that_wait() {
    let options = limited(Limits::default().waiting(2));
    let mut items = u8::items_with(&options);
    // Those that are taken do not wait.
    assert_eq!(items.push("[1, 2, 3").flatten().count(), 2);
    assert_eq!(items.push(", 4, 5").flatten().count(), 2);
    drop(items.push(", 6, 7"));
    drop(items.push(", 8]"));
    let all: Vec<_> = items.push("").collect();
    let [Ok(five), Ok(six), Err(error)] = &all[..] else {
        panic!("{all:?}");
    };
    assert_eq!((five.value, six.value), (5, 6));
    assert_eq!(error.limit(), Some(Limit::Waiting));
    assert!(
        error.to_string().contains("more than 2 elements or calls are waiting"),
        "{error}"
    );
    assert_eq!(items.finish().count(), 0);
    assert_limit(Limit::Waiting, 3, |most| {
        let options = limited(Limits::default().waiting(most));
        let mut items = u8::items_with(&options);
        drop(items.push("[1, 2, 3]"));
        items.finish().collect::<Result<Vec<_>, _>>()
    });
}

/// Of elements with a report, 32 are read ahead. The others do not wait: they are still text.
#[test]
fn elements_with_a_report_that_wait() {
    for (element, is_ok) in [("null", false), ("\"1\"", true)] {
        let text = format!("[{}]", [element; 1000].join(","));
        assert_limit(Limit::Waiting, 32, |most| {
            let options = limited(Limits::default().waiting(most));
            let mut items = u8::items_with(&options);
            drop(items.push(&text));
            drop(items.push(" "));
            let (limits, all): (Vec<_>, Vec<_>) = items
                .finish()
                .partition(|item| matches!(item, Err(error) if error.limit().is_some()));
            if let Some(limit) = limits.into_iter().next() {
                return limit.map(drop);
            }
            assert_eq!(all.len(), 1000);
            assert!(all.iter().all(|item| item.is_ok() == is_ok));
            Ok(())
        });
    }
}

/// Elements that are held back until the end of the reply are read one by one as they are taken, however many there are.
#[test]
fn elements_at_the_end_are_read_as_they_are_taken() {
    let text = format!("> [\n{}> 1]", "> \"1\",\n".repeat(999));
    let read = AtomicUsize::new(0);
    let count = |_: &Repair| {
        read.fetch_add(1, Ordering::Relaxed);
    };
    let options = limited(Limits::default().waiting(1)).on_repair(&count);
    let mut items = u8::items_with(&options);
    assert_eq!(items.push(&text).count(), 0);
    let mut taken = 0;
    for item in items.finish() {
        assert_eq!(item.expect("an element").value, 1);
        taken += 1;
        let read = read.load(Ordering::Relaxed);
        assert!(read <= taken + 1, "{read} repairs after {taken} elements");
    }
    assert_eq!(taken, 1000);
}

#[test]
fn calls_that_wait() {
    let call = r#"<tool_call>{"name": "sum", "arguments": {"numbers": [1]}}</tool_call>"#;
    let text = [call; 3].join("\n");
    for chunk in [1, 50, 1000] {
        assert_limit(Limit::Waiting, 3, |most| {
            let options = calls(Limits::default().waiting(most));
            let mut stream = Tool::call_stream_with(&options);
            for chunk in text.as_bytes().chunks(chunk) {
                drop(stream.push_bytes(chunk));
            }
            stream
                .finish()
                .into_iter()
                .map(|call| call.result)
                .collect::<Result<Vec<_>, _>>()
        });
    }
    // A whole text has no calls that wait.
    let options = calls(Limits::default().waiting(1));
    assert_eq!(Tool::parse_calls_with(&text, &options).len(), 3);
}

/// 32 calls are read ahead. The others do not wait: they are still text.
#[test]
fn calls_that_are_read_as_they_are_taken() {
    let call = r#"<tool_call>{"name": "sum", "arguments": {"numbers": [1]}}</tool_call>"#;
    let text = [call; 100].join("\n");
    let starts: Vec<_> = text.match_indices("{\"name\"").map(|(start, _)| start).collect();
    for most in [31, 32, 33] {
        let options = calls(Limits::default().waiting(most));
        let mut plain = Tool::call_stream_with(&options);
        let mut growing = Tool::call_stream_with(&options).without_reasoning().growing_values();
        drop(plain.push(&text));
        drop(growing.push(&text));
        let mut read: [Vec<_>; 2] = [plain.push(" ").collect(), growing.push(" ").collect()];
        assert!(plain.finish().is_empty() && growing.finish().is_empty());
        for read in &mut read {
            let limit = read.pop_if(|call| call.result.is_err());
            let limit = limit.and_then(|call| call.result.unwrap_err().limit());
            assert_eq!(limit, (most < 32).then_some(Limit::Waiting));
            let count = if most < 32 { most } else { 100 };
            let places: Vec<_> = read.iter().map(|call| call.span().start).collect();
            assert_eq!(places, starts[..count]);
        }
    }
    // However many are taken at a time, and whatever comes after them.
    for most in [0, 1, 31, 32, 33, 99, 100] {
        for (limit, rest) in [(text.len() + 5, 0), (usize::MAX, 0), (text.len() + 1, 1)] {
            let options = calls(Limits::default().bytes(limit));
            let mut stream = Tool::call_stream_with(&options);
            let mut read: Vec<_> = stream.push(&text).take(most).collect();
            read.extend(stream.push("\n.").take(most));
            read.extend(stream.push_bytes(b".."));
            read.extend(stream.finish());
            assert_eq!(read.len(), 100 + rest, "{most}, {limit}");
            assert!(read[..100].iter().all(|call| call.result.is_ok()));
        }
    }
}

#[test]
fn bytes_of_every_stream_at_once_and_in_chunks() {
    for chunk in [1, 7, 1000] {
        assert_limit(Limit::Bytes, BOARD.len(), |most| {
            let options = bytes(most);
            let mut stream = Board::stream_with(&options);
            for chunk in BOARD.as_bytes().chunks(chunk) {
                stream.push_bytes(chunk);
            }
            stream.finish()
        });
        assert_limit(Limit::Bytes, 9, |most| {
            let options = bytes(most);
            let mut items = u8::items_with(&options);
            let mut all = Vec::new();
            for chunk in b"[1, 2, 3]".chunks(chunk) {
                all.extend(items.push_bytes(chunk));
            }
            all.extend(items.finish());
            all.into_iter().collect::<Result<Vec<_>, _>>()
        });
    }
}

#[test]
fn a_text_past_its_limit_is_not_kept() {
    let options = bytes(1000);
    let mut board = Board::stream_with(&options);
    let mut items = String::items_with(&options);
    let calls_options = super::calls(Limits::default().bytes(1000));
    let mut calls = Tool::call_stream_with(&calls_options);
    board.push(r#"{"names": {"a": 1}, "tags": [""#);
    drop(items.push(r#"[""#));
    for _ in 0..100_000 {
        board.push("müßig, ");
        board.push_bytes("müßig, ".as_bytes());
        drop(items.push("müßig, "));
        drop(items.push_bytes("müßig, ".as_bytes()));
        drop(calls.push("müßig, "));
        drop(calls.push_bytes("müßig, ".as_bytes()));
    }
    for text in [board.text(), items.text(), calls.text()] {
        assert!((1001..4096).contains(&text.len()), "{}", text.len());
    }
    assert_eq!(board.finish().unwrap_err().limit(), Some(Limit::Bytes));
    let last = items.finish().last().unwrap();
    assert_eq!(last.unwrap_err().limit(), Some(Limit::Bytes));
}

#[test]
fn bytes_of_calls_that_arrive_in_chunks() {
    let call = r#"<tool_call>{"name": "sum", "arguments": {"numbers": [1]}}</tool_call>"#;
    for chunk in [1, 7, 1000] {
        assert_limit(Limit::Bytes, call.len(), |most| {
            let options = calls(Limits::default().bytes(most));
            let mut stream = Tool::call_stream_with(&options);
            let mut results = Vec::new();
            for chunk in call.as_bytes().chunks(chunk) {
                results.extend(stream.push_bytes(chunk).map(|call| call.result));
            }
            results.extend(stream.finish().into_iter().map(|call| call.result));
            results.into_iter().collect::<Result<Vec<_>, _>>()
        });
        assert_limit(Limit::Bytes, call.len(), |most| {
            let options = calls(Limits::default().bytes(most));
            let mut stream = Tool::call_stream_with(&options).growing_values();
            let mut results = Vec::new();
            for chunk in call.as_bytes().chunks(chunk) {
                results.extend(stream.push_bytes(chunk).map(|call| call.result));
            }
            results.extend(stream.finish().into_iter().map(|call| call.result));
            results.into_iter().collect::<Result<Vec<_>, _>>()
        });
    }
}

#[test]
fn a_growing_call_past_its_limit_is_not_kept() {
    let options = calls(Limits::default().bytes(1000));
    let mut stream = Tool::call_stream_with(&options).without_reasoning().growing_values();
    drop(stream.push(r#"<tool_call>{"name": "sum", "arguments": {"numbers": [1"#));
    assert!(stream.partial().is_some());
    for _ in 0..10_000 {
        drop(stream.push(", 1"));
        drop(stream.push_bytes(b", 1"));
    }
    assert!((1001..4096).contains(&stream.text().len()), "{}", stream.text().len());
    let Some(ToolPartial::Sum { numbers }) = stream.partial() else {
        panic!("{:?}", stream.partial());
    };
    assert!((100..1000).contains(&numbers.len()), "{}", numbers.len());
    let last = stream.finish().into_iter().last().expect("an error");
    assert_eq!(last.result.unwrap_err().limit(), Some(Limit::Bytes));
}

/// 20 violations, in a list and in each of two lists.
const WRONG: &str =
    r#"[1, "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x", "x"]"#;

/// What a limit keeps of 20 violations.
const KEPT: [(usize, usize); 5] = [(0, 1), (1, 1), (19, 19), (20, 20), (21, 20)];

#[test]
fn violations_of_a_stream_are_counted_past_their_limit() {
    for (most, kept) in KEPT {
        let options = limited(Limits::default().violations(most));
        for chunk in [1, 7, 1000] {
            let mut stream = <Vec<u8>>::stream_with(&options);
            for chunk in WRONG.as_bytes().chunks(chunk) {
                stream.push_bytes(chunk);
            }
            let error = stream.end().result.unwrap_err();
            assert_eq!((error.kind(), error.limit()), (ErrorKind::Schema, None));
            assert_eq!((error.violations().len(), error.omitted()), (kept, 20 - kept), "{most}");
        }
    }
}

#[test]
fn violations_of_each_item_are_counted_past_their_limit() {
    let text = format!("[{WRONG}, [7], {WRONG}]");
    let assert_counted = |item: &Result<Parsed<Vec<u8>>, ParseError>, kept: usize| {
        let Err(error) = item else { panic!("{item:?}") };
        assert_eq!((error.kind(), error.limit()), (ErrorKind::Schema, None));
        assert_eq!((error.violations().len(), error.omitted()), (kept, 20 - kept));
    };
    for (most, kept) in KEPT {
        let options = limited(Limits::default().violations(most));
        for chunk in [1, 7, 1000] {
            let mut items = <Vec<u8>>::items_with(&options);
            let mut all = Vec::new();
            for chunk in text.as_bytes().chunks(chunk) {
                all.extend(items.push_bytes(chunk));
            }
            all.extend(items.finish());
            assert_eq!(all.len(), 3, "{all:?}");
            assert_counted(&all[0], kept);
            assert_eq!(**all[1].as_ref().expect("the second list fits"), [7]);
            assert_counted(&all[2], kept);

            let chunks = text.as_bytes().chunks(chunk).collect();
            let mut stream = pin!(<Vec<u8>>::items_with(&options).from_stream(Chunks(chunks)));
            let mut count = 0;
            while let Poll::Ready(Some(item)) = stream.as_mut().poll_next(&mut Context::from_waker(Waker::noop())) {
                let item = item.map_err(|error| match error {
                    StreamError::Parse(error) => error,
                    error => panic!("{error}"),
                });
                if count != 1 {
                    assert_counted(&item, kept);
                }
                count += 1;
            }
            assert_eq!(count, 3);
        }
    }
}

#[test]
fn violations_of_a_call_that_arrives_are_counted_past_their_limit() {
    let text = format!("<tool_call>{{\"name\": \"sum\", \"arguments\": {{\"numbers\": {WRONG}}}}}</tool_call>");
    for (most, kept) in KEPT {
        let options = calls(Limits::default().violations(most));
        let mut stream = Tool::call_stream_with(&options);
        let mut all: Vec<_> = text
            .as_bytes()
            .chunks(7)
            .flat_map(|chunk| stream.push_bytes(chunk).collect::<Vec<_>>())
            .collect();
        all.extend(stream.finish());
        let [call] = &all[..] else { panic!("{all:?}") };
        let error = call.result.as_ref().unwrap_err();
        assert_eq!((error.kind(), error.limit()), (ErrorKind::Schema, None));
        assert_eq!((error.violations().len(), error.omitted()), (kept, 20 - kept), "{most}");
    }
}

/// A source that is always ready.
struct Chunks<'t>(VecDeque<&'t [u8]>);

impl<'t> Stream for Chunks<'t> {
    type Item = &'t [u8];

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<&'t [u8]>> {
        Poll::Ready(self.0.pop_front())
    }
}
