//! Extracts the text of a reply from the events in which a provider streams it.
//!
//! A provider sends a reply as server-sent events (or JSON lines). The data of each event is JSON, with a few
//! characters of the reply somewhere inside. Each function here reads the data of one event in the format of one
//! provider, and returns the text to [push](crate::Stream::push) and why the model stopped, if the event says so:
//!
//! ```
//! use llm_output::{LlmOutput, events};
//!
//! #[derive(LlmOutput)]
//! #[llm(stream)]
//! struct Answer {
//!     title: String,
//! }
//!
//! let mut answer = Answer::stream();
//! for data in [
//!     r#"{"choices": [{"index": 0, "delta": {"content": "{\"title\": \"All"}}]}"#,
//!     r#"{"choices": [{"index": 0, "delta": {"content": " good\"}"}, "finish_reason": "stop"}]}"#,
//!     "[DONE]",
//! ] {
//!     let delta = events::openai_chat(data);
//!     answer.push(&delta.text);
//!     if let Some(finish) = delta.finish {
//!         answer = answer.stopped_by(finish);
//!     }
//! }
//! assert_eq!(answer.finish()?.value.title, "All good");
//! # Ok::<(), llm_output::ParseError>(())
//! ```
//!
//! The data of an event is what follows `data: ` on its line; most clients for server-sent events return it. A whole
//! line is accepted too, even one without data (`event:`, `id:`, a comment), and so are all lines of one event. Pass
//! one event at a time.
//!
//! | function | reads the events of | and returns their |
//! |---|---|---|
//! | [`openai_chat`] | OpenAI's chat completions, and the many services that follow them (Mistral, Groq, vLLM) | content, or arguments of the first tool call |
//! | [`openai_responses`] | OpenAI's responses | output text, or arguments of a function call |
//! | [`anthropic`] | Anthropic's messages | text, or input of a tool |
//! | [`gemini`] | Gemini's `streamGenerateContent` | text, or arguments of a function call |
//! | [`ollama`] | Ollama's `/api/chat` and `/api/generate` | content, or arguments of a tool call |
//!
//! A refusal is not part of the reply. Its words are in [`Delta::refusal`], and [`Delta::finish`] is
//! [`Finish::Refusal`]. The provider's last event may still say that the model stopped normally: after a refusal,
//! [`stopped_by`](crate::Stream::stopped_by) ignores that.
//!
//! [`Delta::kind`] tells events without text apart: an ordinary one (a ping, the usage, reasoning), the end of the stream
//! (`[DONE]`), an error of the provider, and data that is not JSON. Providers add kinds of events at any time, so an unknown kind
//! is an event without text.
//!
//! ```
//! use llm_output::events::{self, DeltaKind};
//!
//! let failed = events::openai_chat(r#"{"error": {"message": "overloaded"}}"#);
//! assert_eq!((failed.text.as_str(), failed.kind), ("", DeltaKind::Error));
//! assert_eq!(events::openai_chat("data: [DONE]").kind, DeltaKind::Done);
//! assert_eq!(events::openai_chat("upstream timed out").kind, DeltaKind::Unreadable);
//! ```

use alloc::borrow::Cow;
use core::fmt;

use serde_json::Value;

use crate::Finish;

/// What an event adds to the reply. Its `Debug` form shows the lengths of the texts, not the texts.
#[derive(Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Delta {
    /// The next piece of the reply's text; empty if the event has none.
    pub text: String,
    /// The next piece of the text in which the model refuses to answer, if the provider marks it as such; empty
    /// otherwise. Show it to a person, and do not push it: it might be read as an answer.
    pub refusal: String,
    /// Why the model stopped, if the event says so, or if the model refuses in it.
    pub finish: Option<Finish>,
    /// What the data is.
    pub kind: DeltaKind,
}

impl fmt::Debug for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delta")
            .field("text", &self.text.len())
            .field("refusal", &self.refusal.len())
            .field("finish", &self.finish)
            .field("kind", &self.kind)
            .finish()
    }
}

/// What the data of an event is; see [`Delta::kind`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum DeltaKind {
    /// An event, with or without text.
    #[default]
    Event,
    /// The marker at the end of the stream, `[DONE]`.
    Done,
    /// An error of the provider in place of text. Its message is in the data.
    Error,
    /// Neither JSON nor the end marker: the data is damaged, or belongs to another protocol.
    Unreadable,
}

impl Delta {
    fn new(text: Option<&str>, finish: Option<Finish>) -> Self {
        Self {
            text: text.unwrap_or_default().to_owned(),
            finish,
            ..Self::default()
        }
    }

    /// A piece of a refusal.
    fn refusing(refusal: Option<&str>) -> Self {
        Self {
            refusal: refusal.unwrap_or_default().to_owned(),
            finish: Some(Finish::Refusal),
            ..Self::default()
        }
    }
}

/// An event of `OpenAI`'s chat completions, and of the many services that follow them: the content of the first choice, or the
/// arguments of its first tool call.
///
/// ```
/// use llm_output::events::openai_chat;
///
/// let delta = openai_chat(r#"{"choices": [{"delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{\"a"}}]}}]}"#);
/// assert_eq!(delta.text, r#"{"a"#);
/// ```
pub fn openai_chat(data: &str) -> Delta {
    read(data, openai_chat_event)
}

fn openai_chat_event(event: &Value) -> Delta {
    let choices = event["choices"].as_array().map_or(&[][..], Vec::as_slice);
    let first = choices.iter().find(|choice| index(choice) == 0);
    let Some(choice) = first else { return Delta::default() };
    let delta = &choice["delta"];
    if let Some(refusal) = delta["refusal"].as_str().filter(|refusal| !refusal.is_empty()) {
        return Delta::refusing(Some(refusal));
    }
    let calls = delta["tool_calls"].as_array().map_or(&[][..], Vec::as_slice);
    let call = calls.iter().find(|call| index(call) == 0);
    let arguments = call.and_then(|call| call["function"]["arguments"].as_str());
    let content = content(&delta["content"]);
    let finish = choice["finish_reason"].as_str().map(|reason| match reason {
        "stop" | "tool_calls" | "function_call" => Finish::Stop,
        "length" => Finish::Length,
        "content_filter" => Finish::Refusal,
        _ => Finish::Other,
    });
    if content.is_empty() {
        Delta::new(arguments, finish)
    } else {
        Delta::new(Some(&content), finish)
    }
}

/// An event of `OpenAI`'s responses: the text of the output, or the arguments of a function call.
///
/// ```
/// use llm_output::events::openai_responses;
///
/// let delta = openai_responses(r#"{"type": "response.output_text.delta", "output_index": 0, "delta": "{\"a"}"#);
/// assert_eq!(delta.text, r#"{"a"#);
/// ```
pub fn openai_responses(data: &str) -> Delta {
    read(data, openai_responses_event)
}

fn openai_responses_event(event: &Value) -> Delta {
    match event["type"].as_str().unwrap_or_default() {
        "response.output_text.delta" | "response.function_call_arguments.delta" => {
            Delta::new(event["delta"].as_str(), None)
        }
        "response.completed" => Delta::new(None, Some(Finish::Stop)),
        "response.refusal.delta" => Delta::refusing(event["delta"].as_str()),
        "response.refusal.done" => Delta::refusing(None),
        "response.incomplete" => {
            let finish = match event["response"]["incomplete_details"]["reason"].as_str() {
                Some("max_output_tokens") => Finish::Length,
                Some("content_filter") => Finish::Refusal,
                _ => Finish::Other,
            };
            Delta::new(None, Some(finish))
        }
        "response.failed" => Delta::new(None, Some(Finish::Other)),
        _ => Delta::default(),
    }
}

/// An event of Anthropic's Messages API: the text of a block, or the input of a tool (`input_json_delta`). The blocks
/// follow each other without a separator. Thinking is left out.
///
/// ```
/// use llm_output::events::anthropic;
///
/// let data = r#"{"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{\"a"}}"#;
/// assert_eq!(anthropic(data).text, r#"{"a"#);
/// ```
pub fn anthropic(data: &str) -> Delta {
    read(data, anthropic_event)
}

fn anthropic_event(event: &Value) -> Delta {
    let delta = &event["delta"];
    match event["type"].as_str().unwrap_or_default() {
        "content_block_delta" => match delta["type"].as_str() {
            Some("text_delta") => Delta::new(delta["text"].as_str(), None),
            Some("input_json_delta") => Delta::new(delta["partial_json"].as_str(), None),
            _ => Delta::default(),
        },
        "message_delta" => {
            let finish = delta["stop_reason"].as_str().map(|reason| match reason {
                "end_turn" | "stop_sequence" | "tool_use" => Finish::Stop,
                "max_tokens" | "model_context_window_exceeded" => Finish::Length,
                "refusal" => Finish::Refusal,
                _ => Finish::Other,
            });
            Delta::new(None, finish)
        }
        _ => Delta::default(),
    }
}

/// An event of Gemini's `streamGenerateContent` (with `alt=sse`): the parts of the first candidate that are not thoughts,
/// and the arguments of a function call.
///
/// ```
/// use llm_output::events::gemini;
///
/// let data = r#"{"candidates": [{"content": {"parts": [{"text": "Hm.", "thought": true}, {"text": "{\"a"}]}}]}"#;
/// assert_eq!(gemini(data).text, r#"{"a"#);
/// ```
pub fn gemini(data: &str) -> Delta {
    read(data, gemini_event)
}

fn gemini_event(event: &Value) -> Delta {
    let candidates = event["candidates"].as_array().map_or(&[][..], Vec::as_slice);
    let first = candidates.iter().find(|candidate| index(candidate) == 0);
    let Some(candidate) = first else {
        // A blocked prompt has no candidate.
        let reason = event["promptFeedback"]["blockReason"].as_str();
        let is_blocked = reason.is_some_and(|reason| reason != "BLOCK_REASON_UNSPECIFIED");
        return Delta::new(None, is_blocked.then_some(Finish::Refusal));
    };
    let parts = candidate["content"]["parts"].as_array().map_or(&[][..], Vec::as_slice);
    let shown = parts.iter().filter(|part| part["thought"] != true);
    let text: String = shown
        .filter_map(|part| match &part["functionCall"]["args"] {
            Value::Null => part["text"].as_str().map(str::to_owned),
            arguments => Some(arguments.to_string()),
        })
        .collect();
    let finish = candidate["finishReason"].as_str().map(|reason| match reason {
        "STOP" => Finish::Stop,
        "MAX_TOKENS" => Finish::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => Finish::Refusal,
        _ => Finish::Other,
    });
    Delta::new(Some(&text), finish)
}

/// A line of Ollama's stream, of `/api/chat` or `/api/generate`.
///
/// ```
/// use llm_output::events::ollama;
///
/// let delta = ollama(r#"{"message": {"role": "assistant", "content": "{\"a"}, "done": false}"#);
/// assert_eq!(delta.text, r#"{"a"#);
/// ```
pub fn ollama(data: &str) -> Delta {
    read(data, ollama_event)
}

fn ollama_event(event: &Value) -> Delta {
    let message = &event["message"];
    let mut text = message["content"].as_str().or(event["response"].as_str());
    let arguments = message["tool_calls"][0]["function"]["arguments"].as_object();
    let arguments = arguments.map(|arguments| Value::Object(arguments.clone()).to_string());
    if text.is_none_or(str::is_empty) {
        text = arguments.as_deref().or(text);
    }
    let is_done = event["done"] == true;
    let finish = is_done.then(|| match event["done_reason"].as_str() {
        Some("stop") | None => Finish::Stop,
        Some("length") => Finish::Length,
        Some(_) => Finish::Other,
    });
    Delta::new(text, finish)
}

/// The number of a choice, candidate or call; the first one may go without.
fn index(part: &Value) -> u64 {
    part["index"].as_u64().unwrap_or(0)
}

/// The text of a message: a string, or a list of parts.
fn content(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().filter_map(|part| part["text"].as_str()).collect(),
        _ => String::new(),
    }
}

/// Reads the data of an event, or a line with it.
fn read(data: &str, delta: fn(&Value) -> Delta) -> Delta {
    let data = data_of(data);
    let data = data.trim();
    let of_kind = |kind| Delta {
        kind,
        ..Delta::default()
    };
    // An empty line, a comment and the other fields of an event carry no data.
    let is_field = [":", "event:", "id:", "retry:"]
        .iter()
        .any(|field| data.starts_with(field));
    if data.is_empty() || is_field {
        return Delta::default();
    }
    if data == "[DONE]" {
        return of_kind(DeltaKind::Done);
    }
    let event = serde_json::from_str(data).or_else(|_| serde_json::from_str(&without_lone_surrogates(data)));
    match event {
        Ok(event) => {
            let is_error = |event: &Value| {
                !event["error"].is_null()
                    || event["object"] == "error"
                    || matches!(event["type"].as_str(), Some("error" | "response.failed"))
            };
            let mut found = delta(&event);
            if is_error(&event) {
                found.kind = DeltaKind::Error;
            }
            found
        }
        Err(_) => of_kind(DeltaKind::Unreadable),
    }
}

/// The data of an event that is given as its lines, as the standard for server-sent events joins them; otherwise what is given.
fn data_of(event: &str) -> Cow<'_, str> {
    if event.trim_start().starts_with(['{', '[']) {
        return Cow::Borrowed(event);
    }
    let lines: Vec<&str> = event
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("data:"))
        .collect();
    if lines.is_empty() {
        Cow::Borrowed(event)
    } else {
        Cow::Owned(lines.join("\n"))
    }
}

/// The data with U+FFFD for each escape of a surrogate without its partner: half of a character, if the provider split the pair
/// between two events. Strict JSON rejects it, and with it the rest of the text.
fn without_lone_surrogates(data: &str) -> String {
    let unit = |at: usize| {
        let digits = data.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let mut fixed = String::with_capacity(data.len());
    let mut rest = 0;
    while let Some(offset) = data[rest..].find('\\') {
        let at = rest + offset;
        fixed.push_str(&data[rest..at]);
        let (length, is_lone) = match unit(at) {
            Some(0xd800..=0xdbff) => match unit(at + 6) {
                Some(0xdc00..=0xdfff) => (12, false),
                _ => (6, true),
            },
            Some(unit) => (6, matches!(unit, 0xdc00..=0xdfff)),
            // The escaped character may be a backslash.
            None => (1 + data[at + 1..].chars().next().map_or(0, char::len_utf8), false),
        };
        fixed.push_str(if is_lone { "\\ufffd" } else { &data[at..at + length] });
        rest = at + length;
    }
    fixed.push_str(&data[rest..]);
    fixed
}
