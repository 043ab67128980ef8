//! The text of a reply out of the events in which providers stream it.
//!
//! A provider sends a reply as server-sent events (or JSON lines), and the data of each is JSON with a few characters of the
//! answer somewhere inside. Each function here reads the data of one event in the format of one provider, and returns
//! the text to [push](crate::Stream::push) and why the model stopped, if the event says so:
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
//! An event without text (a ping, the usage, reasoning, `[DONE]`) gives an empty text, and so does data that is not of the
//! format: providers add kinds of events at any time. Errors that a provider sends in place of text are its client's to
//! report.

use serde_json::Value;

use crate::Finish;

/// What an event adds to the reply.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Delta {
    /// The next piece of the reply's text; empty where the event has none.
    pub text: String,
    /// Why the model stopped, if the event says so.
    pub finish: Option<Finish>,
}

impl Delta {
    fn new(text: Option<&str>, finish: Option<Finish>) -> Self {
        Self {
            text: text.unwrap_or_default().to_owned(),
            finish,
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
    let event = parsed(data);
    let choices = event["choices"].as_array().map_or(&[][..], Vec::as_slice);
    let first = choices.iter().find(|choice| index(choice) == 0);
    let Some(choice) = first else { return Delta::default() };
    let delta = &choice["delta"];
    let calls = delta["tool_calls"].as_array().map_or(&[][..], Vec::as_slice);
    let call = calls.iter().find(|call| index(call) == 0);
    let arguments = call.and_then(|call| call["function"]["arguments"].as_str());
    let text = delta["content"].as_str().filter(|text| !text.is_empty()).or(arguments);
    let finish = choice["finish_reason"].as_str().map(|reason| match reason {
        "stop" | "tool_calls" | "function_call" => Finish::Stop,
        "length" => Finish::Length,
        "content_filter" => Finish::Refusal,
        _ => Finish::Other,
    });
    Delta::new(text, finish)
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
    let event = parsed(data);
    match event["type"].as_str().unwrap_or_default() {
        "response.output_text.delta" | "response.function_call_arguments.delta" => {
            Delta::new(event["delta"].as_str(), None)
        }
        "response.completed" => Delta::new(None, Some(Finish::Stop)),
        "response.refusal.done" => Delta::new(None, Some(Finish::Refusal)),
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

/// An event of Anthropic's messages: the text of a block, or the input of a tool (`input_json_delta`). Thinking is no part of
/// the answer.
///
/// ```
/// use llm_output::events::anthropic;
///
/// let data = r#"{"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{\"a"}}"#;
/// assert_eq!(anthropic(data).text, r#"{"a"#);
/// ```
pub fn anthropic(data: &str) -> Delta {
    let event = parsed(data);
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

/// An event of Gemini's `streamGenerateContent` (with `alt=sse`): the parts of the first candidate that are not thoughts.
///
/// ```
/// use llm_output::events::gemini;
///
/// let data = r#"{"candidates": [{"content": {"parts": [{"text": "Hm.", "thought": true}, {"text": "{\"a"}]}}]}"#;
/// assert_eq!(gemini(data).text, r#"{"a"#);
/// ```
pub fn gemini(data: &str) -> Delta {
    let event = parsed(data);
    let candidates = event["candidates"].as_array().map_or(&[][..], Vec::as_slice);
    let first = candidates.iter().find(|candidate| index(candidate) == 0);
    let Some(candidate) = first else {
        return Delta::default();
    };
    let parts = candidate["content"]["parts"].as_array().map_or(&[][..], Vec::as_slice);
    let shown = parts.iter().filter(|part| part["thought"] != true);
    let text: String = shown.filter_map(|part| part["text"].as_str()).collect();
    let finish = candidate["finishReason"].as_str().map(|reason| match reason {
        "STOP" => Finish::Stop,
        "MAX_TOKENS" => Finish::Length,
        "SAFETY" | "RECITATION" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII" => Finish::Refusal,
        _ => Finish::Other,
    });
    Delta { text, finish }
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
    let event = parsed(data);
    let text = event["message"]["content"].as_str().or(event["response"].as_str());
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

/// The event's data, and nothing where it is not JSON.
fn parsed(data: &str) -> Value {
    serde_json::from_str(data.trim()).unwrap_or_default()
}
