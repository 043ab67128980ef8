//! Measures how many replies of a model are read, and read correctly.
//!
//! A case is a recorded answer, or a prompt for a model behind an address that is compatible with OpenAI's chat completions. It
//! names a contract, which is one of your types, and may say which value is expected.
//!
//! ```
//! use llm_output::LlmOutput;
//! use llm_output_eval::{Case, Evaluation};
//!
//! #[derive(serde::Serialize, LlmOutput)]
//! struct Review {
//!     grade: u8,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let cases = Case::read_lines(r#"{"contract": "review", "answer": "Grade: 4", "expected": {"grade": 4}}"#)?;
//! let report = Evaluation::new().contract::<Review>("review").run(&cases).await;
//! assert_eq!(report.total().right, 1);
//! println!("{report}");
//! # Ok(())
//! # }
//! ```
//!
//! [`Evaluation::command`] is a whole program: it reads its arguments, prints the report and returns the exit status.

mod case;
mod chart;
mod command;
mod model;
mod report;

use std::collections::BTreeMap;
use std::pin::Pin;

use futures_util::{StreamExt, stream};
use llm_output::{Exchange, LlmOutput, Options, Outcome, Parsed, Reply};
use serde::Serialize;
use serde_json::Value;

pub use case::{Case, CaseError, Source};
pub use model::Model;
pub use report::{Measured, Report, Tally};

type Running<'a> = Pin<Box<dyn Future<Output = Measured> + Send + 'a>>;
type Contract = Box<dyn for<'a> Fn(&'a Case, &'a Settings) -> Running<'a> + Send + Sync>;

/// What holds for all cases.
struct Settings {
    model: Option<Model>,
    attempts: usize,
    max_tokens: Option<u64>,
}

/// A measurement of one or more contracts.
pub struct Evaluation {
    contracts: BTreeMap<String, Contract>,
    settings: Settings,
    at_once: usize,
}

impl Default for Evaluation {
    fn default() -> Self {
        Self::new()
    }
}

impl Evaluation {
    /// A measurement without contracts.
    pub fn new() -> Self {
        Self {
            contracts: BTreeMap::new(),
            settings: Settings {
                model: None,
                attempts: 2,
                max_tokens: None,
            },
            at_once: 4,
        }
    }

    /// Adds a contract, under the name that the cases use.
    #[must_use]
    pub fn contract<T: LlmOutput + Serialize + Send + 'static>(mut self, name: &str) -> Self {
        let contract: Contract = Box::new(|case, settings| Box::pin(measure::<T>(case, settings)));
        self.contracts.insert(name.to_owned(), contract);
        self
    }

    /// Sends the prompts to this model.
    #[must_use]
    pub fn model(mut self, model: Model) -> Self {
        self.settings.model = Some(model);
        self
    }

    /// Asks the model at most this many times for each prompt; twice by default.
    #[must_use]
    pub fn attempts(mut self, attempts: usize) -> Self {
        self.settings.attempts = attempts;
        self
    }

    /// Limits the tokens of each prompt, as [`Exchange::max_tokens`].
    #[must_use]
    pub fn max_tokens(mut self, tokens: u64) -> Self {
        self.settings.max_tokens = Some(tokens);
        self
    }

    /// Sends this many prompts at once; 4 by default.
    #[must_use]
    pub fn at_once(mut self, count: usize) -> Self {
        self.at_once = count.max(1);
        self
    }

    /// Runs all cases.
    pub async fn run(&self, cases: &[Case]) -> Report {
        let measured = cases.iter().map(|case| async move {
            let measured = match self.contracts.get(&case.contract) {
                Some(contract) => contract(case, &self.settings).await,
                None => Measured::failed(format!("there is no contract `{}`", case.contract)),
            };
            (case.contract.as_str(), measured)
        });
        Report::new(stream::iter(measured).buffered(self.at_once).collect::<Vec<_>>().await)
    }
}

/// Runs one case.
async fn measure<T: LlmOutput + Serialize>(case: &Case, settings: &Settings) -> Measured {
    let prompt = match (&case.source, &settings.model) {
        (Source::Answer(answer), _) => {
            let replies = Exchange::<T>::new("").attempts(1);
            let outcome = replies.run(|_| Ok::<_, String>(Reply::new(answer.as_str())));
            return judge(case, outcome.map_err(|interrupted| interrupted.error));
        }
        (Source::Prompt(_), None) => return Measured::failed("a prompt needs the address of a model".to_owned()),
        (Source::Prompt(prompt), Some(model)) => (prompt, model),
    };
    let (prompt, model) = prompt;
    let request = match T::request_for(llm_output::Request::OpenAiChat) {
        Ok(request) => request,
        Err(error) => return Measured::failed(error.to_string()),
    };
    let mut exchange = Exchange::<T>::new(prompt.as_str()).attempts(settings.attempts);
    if let Some(tokens) = settings.max_tokens {
        exchange = exchange.max_tokens(tokens);
    }
    let outcome = exchange.run_async(|turn| model.ask(request.clone(), turn)).await;
    judge(case, outcome.map_err(|interrupted| interrupted.error))
}

/// Compares what was read with what is expected.
fn judge<T: LlmOutput + Serialize>(case: &Case, outcome: Result<Outcome<T>, String>) -> Measured {
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) => return Measured::failed(error),
    };
    let (attempts, usage) = (outcome.attempts().len(), outcome.usage());
    let parsed = outcome.parsed();
    let is_right = match (&case.expected, &parsed) {
        (None, _) => None,
        (Some(Value::Null), parsed) => Some(parsed.is_none()),
        (Some(_), None) => Some(false),
        (Some(expected), Some(parsed)) => match T::from_value_with(expected, &Options::exact()) {
            Ok(expected) => Some(same(&expected.value, &parsed.value)),
            Err(error) => return Measured::failed(format!("the expected value is none: {error}")),
        },
    };
    let repairs = parsed.as_ref().map_or(&[][..], Parsed::repairs).iter();
    Measured {
        is_read: parsed.is_some(),
        is_right,
        repairs: repairs.map(|repair| repair.kind().name()).collect(),
        attempts,
        usage,
        failure: None,
    }
}

/// Whether two values are equal, compared as JSON, so that types need no `PartialEq`.
fn same<T: Serialize>(one: &T, other: &T) -> bool {
    match (serde_json::to_value(one), serde_json::to_value(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}
