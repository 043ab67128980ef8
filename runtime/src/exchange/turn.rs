//! What is sent to the model, and what it sends back.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign};

use crate::options::Finish;

/// What to send to the model now.
#[derive(Debug, Clone)]
pub struct Turn {
    number: usize,
    messages: Vec<Message>,
    pub(super) usage: Usage,
}

/// One message of the conversation. Its `Debug` form shows the length of the text, not the text: it may be a reply or
/// quote one.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// Who wrote it.
    pub role: Role,
    /// Its text.
    pub text: String,
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Message")
            .field("role", &self.role)
            .field("text", &self.text.len())
            .finish()
    }
}

impl Message {
    /// Creates a message with this role.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            text: text.into(),
        }
    }

    /// Instructions for the whole conversation.
    pub fn system(text: impl Into<String>) -> Self {
        Self::new(Role::System, text)
    }

    /// A question, or feedback on a reply.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, text)
    }

    /// A reply of the model.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::new(Role::Assistant, text)
    }
}

/// Who wrote a [`Message`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Instructions for the whole conversation. Some providers have a separate field for them.
    System,
    /// The prompt, or what was wrong with a reply.
    User,
    /// A reply of the model.
    Assistant,
}

impl Role {
    /// The role's name in most providers' requests.
    pub const fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Turn {
    pub(super) fn first(system: Option<String>, history: Vec<Message>, prompt: String) -> Self {
        let mut messages: Vec<_> = system.map(Message::system).into_iter().collect();
        messages.extend(history);
        messages.push(Message::user(prompt));
        Self {
            number: 1,
            messages,
            usage: Usage::default(),
        }
    }

    /// The turn's number, counted from 1.
    pub fn number(&self) -> usize {
        self.number
    }

    /// The system message and the history, if there are any; the prompt; and for each earlier attempt, the reply and the
    /// feedback on it.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// The tokens that the replies before this turn used.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Adds a reply and the feedback on it.
    pub(super) fn go_on(&mut self, reply: String, feedback: String) {
        self.number += 1;
        self.messages.push(Message::assistant(reply));
        self.messages.push(Message::user(feedback));
    }
}

/// What the model sent back. Its `Debug` form shows the length of the text, not the text.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The text of the reply, all of it.
    pub text: String,
    /// The tokens that the reply used.
    pub usage: Usage,
    /// Why the model stopped, if the provider says so.
    pub finish: Option<Finish>,
}

impl fmt::Debug for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reply")
            .field("text", &self.text.len())
            .field("usage", &self.usage)
            .field("finish", &self.finish)
            .finish()
    }
}

impl Reply {
    /// A reply without usage or finish reason.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            usage: Usage::default(),
            finish: None,
        }
    }

    /// Sets how many tokens the reply used.
    #[must_use]
    pub fn usage(mut self, usage: Usage) -> Self {
        self.usage = usage;
        self
    }

    /// Sets why the model stopped.
    #[must_use]
    pub fn finish(mut self, finish: Finish) -> Self {
        self.finish = Some(finish);
        self
    }
}

/// The tokens that one or more replies used.
///
/// ```
/// use llm_output::Usage;
///
/// let total: Usage = [Usage::new(120, 30), Usage::new(160, 40)].into_iter().sum();
/// assert_eq!(total, Usage::new(280, 70));
/// assert_eq!(total.total(), 350);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Usage {
    /// Input tokens.
    pub input: u64,
    /// Output tokens.
    pub output: u64,
}

impl Usage {
    /// The usage with this many input and output tokens.
    pub const fn new(input: u64, output: u64) -> Self {
        Self { input, output }
    }

    /// All tokens together.
    pub const fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

impl Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
        }
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(usages: I) -> Self {
        usages.fold(Self::default(), Add::add)
    }
}
