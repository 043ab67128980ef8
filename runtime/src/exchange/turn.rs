//! What is sent to the model, and what it sends back.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// What to send to the model now.
#[derive(Debug, Clone)]
pub struct Turn {
    messages: Vec<Message>,
    pub(super) usage: Usage,
}

/// One message of the conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Message {
    /// Who says it.
    pub role: Role,
    /// What is said.
    pub text: String,
}

/// Who says a [`Message`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// The prompt, or what was wrong with a reply.
    User,
    /// A reply of the model.
    Assistant,
}

impl Role {
    /// The role's name in most providers' requests.
    pub const fn name(self) -> &'static str {
        match self {
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
    pub(super) fn first(prompt: String) -> Self {
        Self {
            messages: vec![Message {
                role: Role::User,
                text: prompt,
            }],
            usage: Usage::default(),
        }
    }

    /// The turn's number, counted from 1.
    pub fn number(&self) -> usize {
        self.messages.len() / 2 + 1
    }

    /// The prompt, and for each attempt before this one the reply and what was wrong with it.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }

    /// What the replies before this turn have cost.
    pub fn usage(&self) -> Usage {
        self.usage
    }

    /// Whether the model wrote this very text before.
    pub(super) fn has_reply(&self, text: &str) -> bool {
        self.replies().any(|message| message.text == text)
    }

    fn replies(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| message.role == Role::Assistant)
    }

    /// Puts a reply and what was wrong with it behind the other messages.
    pub(super) fn go_on(&mut self, reply: String, feedback: String) {
        self.messages.push(Message {
            role: Role::Assistant,
            text: reply,
        });
        self.messages.push(Message {
            role: Role::User,
            text: feedback,
        });
    }

    /// The text of the first reply, if there is one; it is no longer needed here.
    pub(super) fn take_first_reply(&mut self) -> Option<String> {
        let mut replies = self.messages.iter_mut();
        let first = replies.find(|message| message.role == Role::Assistant)?;
        Some(std::mem::take(&mut first.text))
    }
}

/// What the model sent back.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// The text of the reply, all of it.
    pub text: String,
    /// What the reply has cost.
    pub usage: Usage,
    /// Why the model stopped, where the provider says so.
    pub finish: Option<Finish>,
}

impl Reply {
    /// A reply of which only the text is known.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            usage: Usage::default(),
            finish: None,
        }
    }

    /// Sets what the reply has cost.
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

/// Why the model stopped.
///
/// It is told to the model and kept in the [`Attempt`](super::Attempt). It does not change how a reply is read: a text that
/// holds the whole value is that value, however it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Finish {
    /// It was done.
    Stop,
    /// The reply reached the limit for its length.
    Length,
    /// A filter or the model itself refused.
    Refusal,
    /// Anything else.
    Other,
}

/// What replies have cost, in tokens.
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
    /// Tokens that were sent.
    pub input: u64,
    /// Tokens that were written.
    pub output: u64,
}

impl Usage {
    /// So many tokens that were sent, and so many that were written.
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
