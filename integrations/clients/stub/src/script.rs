//! What the server receives and sends.

use serde_json::Value;

use crate::Wire;

/// A request that arrived.
#[derive(Debug, Clone)]
pub struct Request {
    /// The provider's format.
    pub wire: Wire,
    /// The whole body.
    pub body: Value,
    /// Whether the reply is streamed.
    pub is_streamed: bool,
}

impl Request {
    pub(crate) fn new(wire: Wire, call: &str, body: Value) -> Self {
        let is_streamed = match wire {
            Wire::Gemini => call.ends_with(":streamGenerateContent"),
            // Ollama streams unless it is told not to.
            Wire::Ollama => body["stream"] != false,
            _ => body["stream"] == true,
        };
        Self {
            wire,
            body,
            is_streamed,
        }
    }

    /// The text of every message but the system's, in order.
    pub fn texts(&self) -> Vec<String> {
        let list = match self.wire {
            Wire::Gemini => &self.body["contents"],
            Wire::OpenAiResponses => &self.body["input"],
            _ => &self.body["messages"],
        };
        if let Value::String(text) = list {
            return vec![text.clone()];
        }
        let messages = list.as_array().into_iter().flatten();
        let messages = messages.filter(|message| message["role"] != "system");
        messages.map(text_of).collect()
    }
}

/// All the text in a message, whose content is a string or a list of parts.
fn text_of(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(parts) => parts.iter().map(text_of).collect(),
        Value::Object(message) => {
            let inner = ["content", "parts", "text"].iter().find_map(|key| message.get(*key));
            inner.map(text_of).unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// What the server does with a request.
#[derive(Debug, Clone)]
pub enum Scripted {
    /// It answers.
    Answer(Answer),
    /// It is too busy: status 429, with `Retry-After` in seconds.
    Busy {
        /// The seconds.
        retry_after: u64,
    },
    /// It fails: status 500.
    Failed,
}

/// Why the model stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finish {
    /// It was done.
    Stop,
    /// The reply reached the limit for its length.
    Length,
}

/// A reply of the model.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What it wrote.
    pub text: String,
    /// The tools that it called.
    pub calls: Vec<ToolCall>,
    /// Why it stopped.
    pub finish: Finish,
    /// Tokens that were sent.
    pub input: u64,
    /// Tokens that were written.
    pub output: u64,
    /// Whether the connection breaks in the middle of the reply.
    pub is_dropped: bool,
}

/// A call of a tool.
#[derive(Debug, Clone)]
pub struct ToolCall {
    /// The tool.
    pub name: String,
    /// Its arguments, as JSON text. Where the format has a value in their place, they are a value if they can be parsed.
    pub arguments: String,
}

impl ToolCall {
    /// The arguments as the formats of Anthropic, Gemini and Ollama have them.
    pub(crate) fn value(&self) -> Value {
        serde_json::from_str(&self.arguments).unwrap_or_else(|_| Value::String(self.arguments.clone()))
    }
}

impl Answer {
    /// A complete reply with this text.
    pub fn text(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            output: text.len() as u64 / 4,
            text,
            calls: Vec::new(),
            finish: Finish::Stop,
            input: 100,
            is_dropped: false,
        }
    }

    /// A reply that calls a tool.
    pub fn call(name: &str, arguments: &str) -> Self {
        let calls = vec![ToolCall {
            name: name.to_owned(),
            arguments: arguments.to_owned(),
        }];
        Self {
            calls,
            output: 20,
            ..Self::text("")
        }
    }

    /// The same reply, cut off at the length limit.
    #[must_use]
    pub fn cut(self) -> Self {
        Self {
            finish: Finish::Length,
            ..self
        }
    }

    /// The same reply, but the connection breaks in the middle of it.
    #[must_use]
    pub fn dropped(self) -> Self {
        Self {
            is_dropped: true,
            ..self
        }
    }

    /// The text in pieces as short as tokens.
    pub(crate) fn deltas(&self) -> Vec<String> {
        pieces_of(&self.text)
    }
}

pub(crate) fn pieces_of(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    chars.chunks(5).map(|piece| piece.iter().collect()).collect()
}

impl From<Answer> for Scripted {
    fn from(answer: Answer) -> Self {
        Self::Answer(answer)
    }
}
