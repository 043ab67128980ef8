//! Readings of texts that arrive in chunks, and of tool calls.

use std::hint::black_box;

use llm_output::{Call, LlmOutput, Options, ParseError, Parsed, Streamed, Tools};

use crate::meter::{self, Cost};
use crate::types::{Use, measured};

/// Bytes of a chunk: about what a model's tokens are long, and few enough that a test is quick.
const CHUNK: usize = 64;

/// A growing value, and its result.
pub(crate) fn streamed<T: Streamed>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    let read = || {
        let mut stream = T::stream_with(options);
        for chunk in text.as_bytes().chunks(CHUNK) {
            black_box(stream.push_bytes(chunk));
        }
        stream.finish()
    };
    measured(read, asked)
}

/// The elements of a list. Their values are kept, and each error is looked at and dropped.
pub(crate) fn items<T: LlmOutput>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    items_in::<T>(CHUNK, text, options, asked)
}

/// The same if the whole text arrives at once.
pub(crate) fn items_at_once<T: LlmOutput>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    items_in::<T>(text.len().max(1), text, options, asked)
}

fn items_in<T: LlmOutput>(chunk: usize, text: &str, options: &Options<'_>, asked: Use) -> Cost {
    let read = || {
        let mut values = Vec::new();
        let mut take = |item: Result<Parsed<T>, ParseError>| match item {
            Ok(item) => {
                look_at_report(asked, &Ok(&item));
                values.push(item.into_value());
            }
            Err(error) => look_at_report::<T>(asked, &Err(&error)),
        };
        let mut items = T::items_with(options);
        for chunk in text.as_bytes().chunks(chunk) {
            items.push_bytes(chunk).for_each(&mut take);
        }
        items.finish().for_each(&mut take);
        values
    };
    meter::cost(read, Some)
}

/// All calls of a text. What is wrong with them belongs to them.
pub(crate) fn calls<T: Tools>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    let read = || {
        let calls = T::parse_calls_with(text, options);
        for call in &calls {
            look_at_report(asked, &call.result.as_ref());
        }
        calls
    };
    meter::cost(read, Some)
}

/// The calls of a text, each when it is complete, with the value of the one that grows.
pub(crate) fn growing_calls<T: Tools + Streamed>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    let read = || {
        let mut all = Vec::new();
        let mut take = |call: Call<T>| {
            look_at_report(asked, &call.result.as_ref());
            all.push(call);
        };
        let mut stream = T::call_stream_with(options).growing_values();
        for chunk in text.as_bytes().chunks(CHUNK) {
            stream.push_bytes(chunk).for_each(&mut take);
            black_box(stream.partial());
        }
        let rest = stream.finish();
        for call in &rest {
            look_at_report(asked, &call.result.as_ref());
        }
        if all.is_empty() {
            // Without a second list.
            all = rest.into_iter().collect();
        } else {
            all.extend(rest);
        }
        all
    };
    meter::cost(read, Some)
}

fn look_at_report<T>(asked: Use, outcome: &Result<&Parsed<T>, &ParseError>) {
    if asked == Use::Nothing {
        return;
    }
    match outcome {
        Ok(parsed) => {
            black_box(parsed.repairs());
        }
        Err(error) => {
            black_box((error.violations(), error.repairs(), error.would_need()));
        }
    }
}
