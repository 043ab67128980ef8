//! Asking again: attempts, what to tell the model, what it all cost, and what is left when nothing came of it.
//!
//! No client and no runtime stand in here. The caller sends the messages of a [`Turn`] and hands the [`Reply`] back.

mod outcome;
mod turn;

use std::marker::PhantomData;

pub use outcome::{Attempt, Interrupted, Outcome};
pub use turn::{Finish, Message, Reply, Role, Turn, Usage};

use crate::error::ErrorKind;
use crate::{LlmOutput, Options, ParseError, Parsed};

/// Asks for a `T` until a reply holds one: at most [`attempts`](Self::attempts) times.
///
/// Every reply is read with all repairs that the options take. One that holds no `T` goes back to the model with
/// [`ParseError::feedback`], which says what to write instead. A reply that repeats an earlier one to the byte ends the
/// exchange: the model has nothing else to say.
///
/// ```
/// use llm_output::{Exchange, LlmOutput, Outcome, Reply};
///
/// #[derive(Debug, LlmOutput)]
/// struct Review {
///     summary: String,
/// }
///
/// // In place of a model: it refuses first, and answers when it is told what was wrong.
/// let mut replies = ["I had a look.", "{'summary': \"All good.\"}"].into_iter();
/// let outcome = Exchange::<Review>::new(format!("Review this.\n{}", Review::SCHEMA))
///     .attempts(2)
///     .run(|turn| {
///         assert_eq!(turn.messages().len(), 2 * turn.number() - 1);
///         replies.next().map(Reply::new).ok_or("the line is dead")
///     })?;
/// match outcome {
///     Outcome::Structured { parsed, attempts, .. } => {
///         assert_eq!(parsed.value.summary, "All good.");
///         assert_eq!(attempts.len(), 2);
///     }
///     Outcome::Degraded { text, .. } => panic!("only text: {text}"),
///     _ => unreachable!(),
/// }
/// # Ok::<(), llm_output::Interrupted<&'static str>>(())
/// ```
#[derive(Debug, Clone)]
#[must_use = "an exchange does nothing until it is run"]
pub struct Exchange<'a, T> {
    prompt: String,
    attempts: usize,
    options: Options<'a>,
    value: PhantomData<fn() -> T>,
}

impl<'a, T: LlmOutput> Exchange<'a, T> {
    /// An exchange that begins with this prompt, with two attempts and the default [`Options`].
    pub fn new(prompt: impl Into<String>) -> Self {
        Self {
            prompt: prompt.into(),
            attempts: 2,
            options: Options::default(),
            value: PhantomData,
        }
    }

    /// Asks at most this many times; once at least.
    pub fn attempts(mut self, attempts: usize) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// Reads every reply with these options.
    pub fn options(mut self, options: Options<'a>) -> Self {
        self.options = options;
        self
    }

    /// Runs the exchange: `ask` sends the turn's messages and returns the reply.
    ///
    /// # Errors
    ///
    /// What `ask` returns ends the exchange at once. It is no attempt, and it comes back untouched in
    /// [`Interrupted::error`], beside the first reply's text, the attempts and the usage up to there.
    pub fn run<E>(self, mut ask: impl FnMut(&Turn) -> Result<Reply, E>) -> Result<Outcome<T>, Interrupted<E>> {
        let mut course = Course::new(self);
        loop {
            let reply = match ask(&course.turn) {
                Ok(reply) => reply,
                Err(error) => return Err(course.interrupted(error)),
            };
            if let Some(outcome) = course.take(reply) {
                return Ok(outcome);
            }
        }
    }

    /// As [`run`](Self::run), with a function that waits. The turn is its own, to be kept across an `await`.
    ///
    /// It belongs to no runtime: the future can be spawned wherever that of `ask` can.
    ///
    /// ```
    /// # use llm_output::{Exchange, Interrupted, LlmOutput, Outcome, Reply, Turn};
    /// # async fn send(turn: &Turn) -> Result<String, std::io::Error> { Ok("[1]".to_owned()) }
    /// async fn numbers() -> Result<Outcome<Vec<u8>>, Interrupted<std::io::Error>> {
    ///     let exchange = Exchange::new(<Vec<u8>>::PROMPT);
    ///     exchange.run_async(|turn| async move { send(&turn).await.map(Reply::new) }).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub async fn run_async<E, A, F>(self, mut ask: A) -> Result<Outcome<T>, Interrupted<E>>
    where
        A: FnMut(Turn) -> F,
        F: Future<Output = Result<Reply, E>>,
    {
        let mut course = Course::new(self);
        loop {
            let reply = match ask(course.turn.clone()).await {
                Ok(reply) => reply,
                Err(error) => return Err(course.interrupted(error)),
            };
            if let Some(outcome) = course.take(reply) {
                return Ok(outcome);
            }
        }
    }
}

/// An exchange that is under way.
struct Course<'a, T> {
    most: usize,
    options: Options<'a>,
    turn: Turn,
    attempts: Vec<Attempt>,
    value: PhantomData<fn() -> T>,
}

impl<'a, T: LlmOutput> Course<'a, T> {
    fn new(exchange: Exchange<'a, T>) -> Self {
        Self {
            most: exchange.attempts,
            options: exchange.options,
            turn: Turn::first(exchange.prompt),
            attempts: Vec::new(),
            value: PhantomData,
        }
    }

    /// Takes a reply in. Returns what came of the exchange, if it ends here.
    fn take(&mut self, reply: Reply) -> Option<Outcome<T>> {
        let Reply { text, usage, finish } = reply;
        self.turn.usage += usage;
        let error = match T::parse_llm_with(&text, &self.options) {
            Ok(parsed) => {
                self.attempts.push(Attempt::new(None, usage, finish));
                return Some(self.structured(parsed));
            }
            Err(error) => error,
        };
        let is_over = self.turn.has_reply(&text) || self.attempts.len() + 1 >= self.most;
        let feedback = (!is_over).then(|| feedback(&error, finish));
        self.attempts.push(Attempt::new(Some(error), usage, finish));
        match feedback {
            Some(feedback) => {
                self.turn.go_on(text, feedback);
                None
            }
            None => Some(self.degraded(text)),
        }
    }

    fn structured(&mut self, parsed: Parsed<T>) -> Outcome<T> {
        Outcome::Structured {
            parsed,
            attempts: std::mem::take(&mut self.attempts),
            usage: self.turn.usage,
        }
    }

    fn degraded(&mut self, last: String) -> Outcome<T> {
        Outcome::Degraded {
            text: self.turn.take_first_reply().unwrap_or(last),
            attempts: std::mem::take(&mut self.attempts),
            usage: self.turn.usage,
        }
    }

    fn interrupted<E>(mut self, error: E) -> Interrupted<E> {
        Interrupted {
            error,
            text: self.turn.take_first_reply(),
            attempts: self.attempts,
            usage: self.turn.usage,
        }
    }
}

/// What to tell the model. Where it was stopped for the length of its reply, what it wrote is not wrong but too long.
fn feedback(error: &ParseError, finish: Option<Finish>) -> String {
    let ran_out = finish == Some(Finish::Length) && error.kind() != ErrorKind::Limit;
    let mut text = error.feedback();
    if ran_out && error.kind() == ErrorKind::Truncated {
        text.push_str("\nYour reply was cut off at the limit for its length. Leave out what is not asked for.");
    } else if ran_out {
        text.push_str("\nYour reply was cut off at the limit for its length. Begin with the JSON, and keep it short.");
    }
    text
}
