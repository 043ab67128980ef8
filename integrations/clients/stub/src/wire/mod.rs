//! The formats of the providers.

mod anthropic;
mod gemini;
mod ollama;
mod openai_chat;
mod openai_responses;

use serde_json::Value;

use crate::Answer;

/// A provider's format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Wire {
    /// `POST /v1/chat/completions`
    OpenAiChat,
    /// `POST /v1/responses`
    OpenAiResponses,
    /// `POST /v1/messages`
    Anthropic,
    /// `POST /v1beta/models/{model}:generateContent` and `:streamGenerateContent?alt=sse`
    Gemini,
    /// `POST /api/chat`
    Ollama,
}

impl Wire {
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::Anthropic,
        Self::Gemini,
        Self::Ollama,
    ];

    /// The body of a reply that is not streamed.
    pub(crate) fn whole(self, answer: &Answer) -> Value {
        match self {
            Self::OpenAiChat => openai_chat::whole(answer),
            Self::OpenAiResponses => openai_responses::whole(answer),
            Self::Anthropic => anthropic::whole(answer),
            Self::Gemini => gemini::whole(answer),
            Self::Ollama => ollama::whole(answer),
        }
    }

    /// The pieces of a streamed reply, as they are sent.
    pub(crate) fn pieces(self, answer: &Answer) -> Vec<String> {
        match self {
            Self::OpenAiChat => openai_chat::pieces(answer),
            Self::OpenAiResponses => named(&openai_responses::events(answer)),
            Self::Anthropic => named(&anthropic::events(answer)),
            Self::Gemini => gemini::events(answer).iter().map(data).collect(),
            Self::Ollama => ollama::lines(answer).iter().map(|line| format!("{line}\n")).collect(),
        }
    }

    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Ollama => "application/x-ndjson",
            _ => "text/event-stream",
        }
    }
}

/// A server-sent event without a name.
fn data(event: &Value) -> String {
    format!("data: {event}\n\n")
}

/// Server-sent events that are named after their type.
fn named(events: &[Value]) -> Vec<String> {
    let name = |event: &Value| event["type"].as_str().unwrap_or_default().to_owned();
    events
        .iter()
        .map(|event| format!("event: {}\n{}", name(event), data(event)))
        .collect()
}
