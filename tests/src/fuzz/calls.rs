//! Tool calls in a text that arrives in chunks.

use std::fmt::Write;

use llm_output::__private_0_1_0::misses;
use llm_output::{Call, Format, Limit, LlmOutput, Options};
use serde::Serialize;

use super::{Input, options, places};
use crate::case::{Reading, told};

/// Tools of an agent.
#[derive(Debug, Clone, Serialize, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
enum Tool {
    /// Reads a file.
    ReadFile { path: String, lines: Option<Vec<u32>> },
    /// Changes a file.
    Edit {
        path: String,
        old: String,
        new: String,
        all: Option<bool>,
    },
    /// Ends the work.
    Done,
}

/// Calls in a text that arrives in chunks are those in the whole text, and what is shown of a call only grows.
pub fn calls(data: &[u8]) {
    let mut input = Input(data);
    let mut options = options(&mut input);
    let is_named = input.0.first().is_some_and(|&byte| byte >= 128);
    let cuts = input.cuts();
    if is_named {
        options = options.format(*input.pick(Format::ALL));
    }
    let Some(text) = input.text() else { return };
    let whole = Tool::parse_calls_with(text, &options);
    for span in whole.text_spans() {
        assert!(text.get(span.clone()).is_some(), "{span:?}");
    }
    for call in &whole {
        assert!(text.get(call.span()).is_some(), "{call:?}");
        let reading = match &call.result {
            Ok(parsed) => {
                assert!(
                    parsed.repairs().iter().all(|repair| text.get(repair.span()).is_some()),
                    "{call:?}"
                );
                continue;
            }
            Err(error) => error,
        };
        drop((reading.to_string(), reading.feedback(), reading.excerpt(text)));
        // A stream keeps as much of a text that is too long as had arrived by then.
        if reading.limit() == Some(Limit::Bytes) {
            return;
        }
    }
    let mut stream = Tool::call_stream_with(&options);
    let mut arrived = String::new();
    for chunk in chunks(text, &cuts) {
        arrived += &said(stream.push(chunk));
    }
    let rest = stream.finish();
    assert_eq!(rest.text(), whole.text());
    assert_eq!(arrived + &said(&rest), said(&whole));
    grow(text, &cuts, &options);
}

/// Growing values come with the same calls, and each only grows.
fn grow(text: &str, cuts: &[usize], options: &Options<'_>) {
    let mut plain = Tool::call_stream_with(options).without_reasoning();
    let mut stream = Tool::call_stream_with(options).without_reasoning().growing_values();
    let mut before = (None, stream.partial().clone());
    for chunk in chunks(text, cuts) {
        assert_eq!(said(stream.push(chunk)), said(plain.push(chunk)));
        // Of the same call, whose name is at the same place.
        let place = stream
            .growing()
            .map(|call| call.name.as_ptr().addr() - stream.text().as_ptr().addr());
        let now = stream.partial();
        if place.is_some() && place == before.0 {
            assert!(!misses::<Tool>(&before.1, now), "before {:?}\nnow {now:?}", before.1);
        }
        before = (place, now.clone());
    }
    assert_eq!(said(stream.finish()), said(plain.finish()));
}

/// The text in pieces, cut after steps of these lengths.
fn chunks<'t>(text: &'t str, cuts: &[usize]) -> impl Iterator<Item = &'t str> {
    let mut start = 0;
    let ends = places(text, cuts).into_iter().chain([text.len()]);
    ends.map(move |end| &text[std::mem::replace(&mut start, end)..end])
}

/// All that can be said of calls.
fn said<C: std::borrow::Borrow<Call<Tool>>>(calls: impl IntoIterator<Item = C>) -> String {
    let mut said = String::new();
    for call in calls {
        let call = call.borrow();
        let result = match &call.result {
            Ok(parsed) => told(&Ok(Reading::of(parsed))),
            Err(error) => error.to_string(),
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(said, "{} {:?} {:?} {result}", call.name(), call.id(), call.span());
    }
    said
}
