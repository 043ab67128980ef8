//! Asking again until a reply can be parsed or the attempts are used up.
//!
//! [`Exchange`] contains no HTTP client and no async runtime: your closure sends the messages of a [`Turn`] and returns the
//! [`Reply`].

mod budget;
mod outcome;
mod turn;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use budget::Budget;
pub use budget::Price;
pub use outcome::{Attempt, Degraded, End, Interrupted, Outcome};
pub use turn::{Message, Reply, Role, Turn, Usage};

use crate::error::ErrorKind;
use crate::options::Finish;
use crate::repair::Repair;
use crate::{LlmOutput, Options, ParseError};

/// Asks a model until a reply can be parsed as a `T`, at most [`attempts`](Self::attempts) times.
///
/// Every reply is parsed with all repairs that the options accept. A reply that cannot be parsed goes back to the model
/// with [`ParseError::feedback`], which says what to write instead. A reply that is byte-identical to an earlier one
/// ends the exchange: the model has nothing else to say.
///
/// ```
/// use llm_output::{Exchange, LlmOutput, Outcome, Reply};
///
/// #[derive(Debug, LlmOutput)]
/// struct Review {
///     summary: String,
/// }
///
/// // In place of a model: it answers with prose first, and with JSON after the feedback.
/// let mut replies = ["I had a look.", "{'summary': \"All good.\"}"].into_iter();
/// let outcome = Exchange::<Review>::new(format!("Review this.\n{}", Review::SCHEMA))
///     .system("You review pull requests.")
///     .attempts(2)
///     .run(|turn| {
///         assert_eq!(turn.messages().len(), 2 * turn.number());
///         replies.next().map(Reply::new).ok_or("the line is dead")
///     })?;
/// assert_eq!(outcome.attempts().len(), 2);
/// let parsed = outcome.into_result().expect("the second reply can be read");
/// assert_eq!(parsed.value.summary, "All good.");
/// # Ok::<(), llm_output::exchange::Interrupted<&'static str>>(())
/// ```
#[derive(Clone)]
#[must_use = "an exchange does nothing until it is run"]
pub struct Exchange<'a, T> {
    system: Option<String>,
    history: Vec<Message>,
    prompt: String,
    attempts: usize,
    budget: Budget,
    options: Options<'a>,
    feedback: Option<Arc<Feedback<'a>>>,
    on_repair: Option<Arc<OnRepair<'a>>>,
    value: PhantomData<fn() -> T>,
}

type Feedback<'a> = dyn Fn(&ParseError) -> String + Send + Sync + 'a;
type OnRepair<'a> = dyn Fn(&Repair) + Send + Sync + 'a;

impl<'a, T: LlmOutput> Exchange<'a, T> {
    /// An exchange that begins with this prompt, with two attempts and the default [`Options`]. The prompt is sent as it is: add
    /// [`LlmOutput::PROMPT`] or [`LlmOutput::SCHEMA`] to it yourself.
    pub fn new(prompt: impl Into<String>) -> Self {
        Self {
            system: None,
            history: Vec::new(),
            prompt: prompt.into(),
            attempts: 2,
            budget: Budget::default(),
            options: Options::default(),
            feedback: None,
            on_repair: None,
            value: PhantomData,
        }
    }

    /// Sends a system message before all other messages.
    pub fn system(mut self, text: impl Into<String>) -> Self {
        self.system = Some(text.into());
        self
    }

    /// Sends earlier turns of the conversation before the prompt.
    ///
    /// ```
    /// use llm_output::Exchange;
    /// use llm_output::exchange::Message;
    ///
    /// let exchange = Exchange::<Vec<String>>::new("Which of them are red?")
    ///     .system("Answer with a JSON array of strings.")
    ///     .history([Message::user("Name three fruits."), Message::assistant("[\"apple\", \"plum\", \"pear\"]")]);
    /// # let _ = exchange;
    /// ```
    pub fn history(mut self, messages: impl IntoIterator<Item = Message>) -> Self {
        self.history.extend(messages);
        self
    }

    /// Replaces [`ParseError::feedback`] with feedback in your own words.
    ///
    /// ```
    /// use llm_output::{Exchange, LlmOutput};
    ///
    /// let exchange = Exchange::<Vec<u8>>::new("Three numbers, as a JSON array.")
    ///     .feedback_with(|error| format!("That is not right yet: {error}"));
    /// # let _ = exchange;
    /// ```
    pub fn feedback_with(mut self, feedback: impl Fn(&ParseError) -> String + Send + Sync + 'a) -> Self {
        self.feedback = Some(Arc::new(feedback));
        self
    }

    /// Calls `observer` for each repair of the reply that could be parsed, in document order.
    ///
    /// The exchange owns the observer, so one that borrows nothing can be moved into a spawned future;
    /// [`Options::on_repair`] borrows its observer. If both are set, this one is called.
    pub fn on_repair(mut self, observer: impl Fn(&Repair) + Send + Sync + 'a) -> Self {
        self.on_repair = Some(Arc::new(observer));
        self
    }

    /// Asks at most this many times, and at least once.
    pub fn attempts(mut self, attempts: usize) -> Self {
        self.attempts = attempts.max(1);
        self
    }

    /// Ends the exchange if the next attempt would bring the total number of tokens, input plus output, above `tokens`.
    ///
    /// What the next attempt needs is estimated from the last one: it sends the same messages and the last reply, and
    /// its own reply is assumed to be as long as the last one. So after an attempt with 100 input tokens and 20 output
    /// tokens, the next one is expected to need 120 input tokens and 20 output tokens. The feedback is not counted.
    ///
    /// The first attempt is always made, since nothing is known before it. A reply without [usage](Reply::usage) counts
    /// as free, but the next attempt is still expected to need as much as after the last reply that had usage. If no reply has
    /// usage, the budget never ends the exchange. If the budget ends the exchange, the outcome is [`Outcome::Degraded`] with
    /// [`End::Budget`].
    ///
    /// ```
    /// use llm_output::exchange::End;
    /// use llm_output::{Exchange, Outcome, Reply, Usage};
    ///
    /// let outcome = Exchange::<Vec<u8>>::new("Three numbers.")
    ///     .attempts(5)
    ///     .max_tokens(250)
    ///     .run(|_| Ok::<_, std::io::Error>(Reply::new("Which ones?").usage(Usage::new(100, 20))))?;
    /// let Outcome::Degraded { end, attempts, .. } = outcome else { panic!() };
    /// assert_eq!(end, End::Budget); // 120 so far, and 140 for the next attempt
    /// assert_eq!(attempts.len(), 1);
    /// # Ok::<(), llm_output::exchange::Interrupted<std::io::Error>>(())
    /// ```
    pub fn max_tokens(mut self, tokens: u64) -> Self {
        self.budget.tokens = Some(tokens);
        self
    }

    /// Ends the exchange if the next attempt would raise its cost above this amount, in the currency of `price`.
    ///
    /// What the next attempt needs is estimated as in [`max_tokens`](Self::max_tokens). If the amount is NaN, there is
    /// no second attempt.
    ///
    /// ```
    /// use llm_output::Exchange;
    /// use llm_output::exchange::Price;
    ///
    /// let exchange = Exchange::<Vec<u8>>::new("Three numbers.").max_cost(0.01, Price::per_million(3.0, 15.0));
    /// # let _ = exchange;
    /// ```
    pub fn max_cost(mut self, amount: f64, price: Price) -> Self {
        self.budget.cost = Some((amount, price));
        self
    }

    /// Parses every reply with these options.
    pub fn options(mut self, options: Options<'a>) -> Self {
        self.options = options;
        self
    }

    /// Runs the exchange: `ask` sends the turn's messages and returns the reply.
    ///
    /// # Errors
    ///
    /// An error of `ask` ends the exchange at once. It does not count as an attempt, and is returned unchanged in
    /// [`Interrupted::error`], with the first reply's text, the attempts and the usage so far.
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

    /// Like [`run`](Self::run), but with an async closure. The closure owns the turn, and may keep it across an
    /// `await`.
    ///
    /// It needs no particular runtime. The future can be spawned wherever the future of `ask` can.
    ///
    /// ```
    /// # use llm_output::exchange::Interrupted;
    /// # use llm_output::{Exchange, LlmOutput, Outcome, Reply, Turn};
    /// # async fn send(turn: &Turn) -> Result<String, std::io::Error> { Ok("[1]".to_owned()) }
    /// async fn numbers() -> Result<Outcome<Vec<u8>>, Interrupted<std::io::Error>> {
    ///     let exchange = Exchange::new(<Vec<u8>>::PROMPT);
    ///     exchange.run_async(|turn| async move { send(&turn).await.map(Reply::new) }).await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The same as for [`run`](Self::run).
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

impl<T> fmt::Debug for Exchange<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Exchange")
            .field("system", &self.system)
            .field("history", &self.history)
            .field("prompt", &self.prompt)
            .field("attempts", &self.attempts)
            .field("budget", &self.budget)
            .field("options", &self.options)
            .field("feedback", &self.feedback.is_some())
            .field("on_repair", &self.on_repair.is_some())
            .finish_non_exhaustive()
    }
}

/// An exchange that is under way.
struct Course<'a, T> {
    most: usize,
    budget: Budget,
    options: Options<'a>,
    feedback: Option<Arc<Feedback<'a>>>,
    on_repair: Option<Arc<OnRepair<'a>>>,
    turn: Turn,
    /// The usage of the last reply that had usage.
    last_usage: Usage,
    attempts: Vec<Attempt>,
    value: PhantomData<fn() -> T>,
}

impl<'a, T: LlmOutput> Course<'a, T> {
    fn new(exchange: Exchange<'a, T>) -> Self {
        Self {
            most: exchange.attempts,
            budget: exchange.budget,
            options: exchange.options,
            feedback: exchange.feedback,
            on_repair: exchange.on_repair,
            turn: Turn::first(exchange.system, exchange.history, exchange.prompt),
            last_usage: Usage::default(),
            attempts: Vec::new(),
            value: PhantomData,
        }
    }

    /// Reads a reply. Returns the outcome, if the exchange ends here.
    fn take(&mut self, reply: Reply) -> Option<Outcome<T>> {
        let Reply { text, usage, finish } = reply;
        self.turn.usage += usage;
        if usage != Usage::default() {
            self.last_usage = usage;
        }
        let mut options = self.options.clone();
        options.finish = finish.or(options.finish);
        if let Some(observer) = &self.on_repair {
            options = options.on_repair(&**observer);
        }
        let error = match T::parse_llm_with(&text, &options) {
            Ok(parsed) => {
                self.attempts.push(Attempt::new(text.clone(), None, usage, finish));
                return Some(Outcome::Structured {
                    parsed,
                    text,
                    attempts: core::mem::take(&mut self.attempts),
                    usage: self.turn.usage,
                });
            }
            Err(error) => error,
        };
        let end = self.end(&text);
        if end.is_none() {
            let feedback = self.feedback(&error, finish);
            self.turn.go_on(text.clone(), feedback);
        }
        self.attempts.push(Attempt::new(text, Some(error), usage, finish));
        end.map(|end| Outcome::Degraded {
            text: self.first_reply().unwrap_or_default(),
            attempts: core::mem::take(&mut self.attempts),
            usage: self.turn.usage,
            end,
        })
    }

    /// Why there is no attempt after this reply, if it could not be parsed.
    fn end(&self, text: &str) -> Option<End> {
        if self.attempts.iter().any(|attempt| attempt.text() == text) {
            Some(End::Repeated)
        } else if self.attempts.len() + 1 >= self.most {
            Some(End::Attempts)
        } else if !self.budget.has_room(self.turn.usage, self.last_usage) {
            Some(End::Budget)
        } else {
            None
        }
    }

    fn feedback(&self, error: &ParseError, finish: Option<Finish>) -> String {
        match &self.feedback {
            Some(feedback) => feedback(error),
            None => feedback_on(error, finish),
        }
    }

    fn first_reply(&self) -> Option<String> {
        self.attempts.first().map(|attempt| attempt.text().to_owned())
    }

    fn interrupted<E>(self, error: E) -> Interrupted<E> {
        Interrupted {
            error,
            text: self.first_reply(),
            attempts: self.attempts,
            usage: self.turn.usage,
        }
    }
}

/// What to tell the model. Where it was stopped for the length of its reply, what it wrote is not wrong but too long.
fn feedback_on(error: &ParseError, finish: Option<Finish>) -> String {
    let ran_out = finish == Some(Finish::Length) && error.kind() != ErrorKind::Limit;
    let mut text = error.feedback();
    if ran_out && error.kind() == ErrorKind::Truncated {
        text.push_str("\nYour reply was cut off at the length limit. Leave out what was not requested.");
    } else if ran_out {
        text.push_str("\nYour reply was cut off at the length limit. Begin with the JSON, and keep it short.");
    }
    text
}
