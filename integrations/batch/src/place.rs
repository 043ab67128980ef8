//! Where in a line the reply is, its id, and why the model stopped.

mod find;

use std::fmt;
use std::str::FromStr;

use llm_output::Finish;

pub(crate) use find::Line;

use crate::Error;

/// Where in each line of the input the reply is.
///
/// Each path is a list of alternatives: the first one at which there is a string is used.
///
/// ```
/// use llm_output_batch::{Place, Preset};
///
/// let place = Place::new("choices.0.message.content")?.id("request_id")?;
/// let batch_file = Place::from(Preset::OpenAi);
/// # let _ = (place, batch_file);
/// # Ok::<(), llm_output_batch::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Place {
    pub(crate) text: Vec<Selector>,
    pub(crate) id: Vec<Selector>,
    pub(crate) finish: Vec<Selector>,
    /// Where a provider says why there is no reply.
    pub(crate) reason: Vec<Selector>,
}

impl Place {
    /// The reply is at `path`, such as `choices.0.message.content`: keys and positions, separated by dots. `*` is every element
    /// of an array; the strings found there are joined. A line that is a string itself has the path `.`.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Usage`] if the path is empty or has an empty key.
    pub fn new(path: &str) -> Result<Self, Error> {
        Ok(Self {
            text: vec![path.parse()?],
            id: Vec::new(),
            finish: Vec::new(),
            reason: Vec::new(),
        })
    }

    /// The id of the row is at `path`: a string or a number.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn id(mut self, path: &str) -> Result<Self, Error> {
        self.id = vec![path.parse()?];
        Ok(self)
    }

    /// Why the model stopped is at `path`: `length`, `max_tokens` and `stop`, as providers write them. It decides whether an
    /// open bracket at the end of a reply is a slip or a cut; see [`llm_output::Options::finish`].
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn finish(mut self, path: &str) -> Result<Self, Error> {
        self.finish = vec![path.parse()?];
        Ok(self)
    }
}

/// The reply is at the key `text`.
impl Default for Place {
    fn default() -> Self {
        Self {
            text: vec![Selector(vec![Step::new("text")])],
            id: Vec::new(),
            finish: Vec::new(),
            reason: Vec::new(),
        }
    }
}

/// The result file of a provider's batch service.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Preset {
    /// `OpenAI`: chat completions and responses.
    OpenAi,
    /// Anthropic's message batches.
    Anthropic,
    /// Gemini's batch mode. Summaries of thoughts are left out.
    Gemini,
    /// The batch runner of vLLM.
    Vllm,
}

impl Preset {
    /// Every preset.
    pub const ALL: &'static [Self] = &[Self::OpenAi, Self::Anthropic, Self::Gemini, Self::Vllm];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::Vllm => "vllm",
        }
    }
}

impl FromStr for Preset {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .iter()
            .copied()
            .find(|preset| preset.name() == name)
            .ok_or_else(|| {
                let names: Vec<&str> = Self::ALL.iter().map(|preset| preset.name()).collect();
                Error::Usage(format!("there is no preset `{name}`: use one of {}", names.join(", ")))
            })
    }
}

impl From<Preset> for Place {
    fn from(preset: Preset) -> Self {
        let (text, id, finish, reason): (&[&str], &[&str], &[&str], &[&str]) = match preset {
            Preset::OpenAi => (
                &[
                    "response.body.choices.0.message.content",
                    "response.body.output.*.content.*.text",
                ],
                &["custom_id"],
                &[
                    "response.body.choices.0.finish_reason",
                    "response.body.incomplete_details.reason",
                ],
                &[
                    "error.code",
                    "error.message",
                    "response.body.error.code",
                    "response.body.error.message",
                    "response.body.choices.0.message.refusal",
                    "response.body.output.*.content.*.refusal",
                    "response.body.choices.0.finish_reason",
                    "response.status_code",
                ],
            ),
            Preset::Anthropic => (
                &["result.message.content.*.text"],
                &["custom_id"],
                &["result.message.stop_reason"],
                &[
                    "result.type",
                    "result.error.error.type",
                    "result.error.error.message",
                    "result.message.stop_reason",
                ],
            ),
            Preset::Gemini => (
                &["response.candidates.0.content.parts.*!thought.text"],
                &["key", "metadata.key"],
                &["response.candidates.0.finishReason"],
                &[
                    "error.code",
                    "error.status",
                    "error.message",
                    "response.promptFeedback.blockReason",
                    "response.candidates.0.finishReason",
                ],
            ),
            Preset::Vllm => (
                &["response.body.choices.0.message.content"],
                &["custom_id"],
                &["response.body.choices.0.finish_reason"],
                &[
                    "error.code",
                    "error.message",
                    "response.body.error.code",
                    "response.body.error.message",
                    "response.body.choices.0.message.refusal",
                    "response.body.choices.0.finish_reason",
                    "response.status_code",
                ],
            ),
        };
        let selectors = |paths: &[&str]| paths.iter().map(|path| Selector::built_in(path)).collect();
        Self {
            text: selectors(text),
            id: selectors(id),
            finish: selectors(finish),
            reason: selectors(reason),
        }
    }
}

/// A path into a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Selector(pub(crate) Vec<Step>);

/// One step of a [`Selector`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Step {
    /// A key of an object, or a position in an array.
    Key { key: String, position: Option<usize> },
    /// Every element of an array, except for objects in which this key is `true`.
    Each { unless: Option<String> },
}

impl Selector {
    /// A path of a preset, which may also have a step `*!key`.
    fn built_in(path: &str) -> Self {
        let steps = path.split('.').map(|step| match step.split_once('!') {
            Some(("*", key)) => Step::Each {
                unless: Some(key.to_owned()),
            },
            _ => Step::new(step),
        });
        Self(steps.collect())
    }
}

impl Step {
    fn new(step: &str) -> Self {
        match step {
            "*" => Self::Each { unless: None },
            _ => Self::Key {
                key: step.to_owned(),
                position: step.parse().ok(),
            },
        }
    }
}

impl FromStr for Selector {
    type Err = Error;

    fn from_str(path: &str) -> Result<Self, Error> {
        if path == "." {
            return Ok(Self(Vec::new()));
        }
        if path.split('.').any(str::is_empty) {
            return Err(Error::Usage(format!("the path `{path}` has an empty key")));
        }
        Ok(Self(path.split('.').map(Step::new).collect()))
    }
}

impl fmt::Display for Selector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str(".");
        }
        for (i, step) in self.0.iter().enumerate() {
            let dot = if i == 0 { "" } else { "." };
            match step {
                Step::Key { key, .. } => write!(f, "{dot}{key}")?,
                Step::Each { .. } => write!(f, "{dot}*")?,
            }
        }
        Ok(())
    }
}

/// What a provider's word for the end of a reply means.
pub(crate) fn finish_of(reason: &str) -> Finish {
    match reason {
        "stop" | "end_turn" | "stop_sequence" | "STOP" | "tool_calls" | "tool_use" => Finish::Stop,
        "length" | "max_tokens" | "max_output_tokens" | "MAX_TOKENS" | "model_context_window_exceeded" => {
            Finish::Length
        }
        "content_filter" | "refusal" | "SAFETY" | "PROHIBITED_CONTENT" | "BLOCKLIST" | "SPII" => Finish::Refusal,
        _ => Finish::Other,
    }
}
