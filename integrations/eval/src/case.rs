//! What is measured.

use std::error::Error;
use std::fmt;

use serde::Deserialize;
use serde_json::Value;

/// A recorded answer, or a prompt.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The name of the type.
    pub contract: String,
    /// Where the reply comes from.
    pub source: Source,
    /// The value, if it is known; `null` for a reply that contains none.
    pub expected: Option<Value>,
}

/// Where a reply comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// It is recorded.
    Answer(String),
    /// A model answers this prompt.
    Prompt(String),
}

/// A line that is no case.
#[derive(Debug)]
pub struct CaseError {
    line: usize,
    problem: String,
}

impl fmt::Display for CaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl Error for CaseError {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    contract: String,
    answer: Option<String>,
    prompt: Option<String>,
    #[serde(default, deserialize_with = "given")]
    expected: Option<Value>,
    #[serde(default, rename = "id")]
    _id: Option<Value>,
}

/// `null` is an expectation too.
fn given<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Case {
    /// Reads one case from each line that is not empty:
    /// `{"contract": "review", "answer": "..", "expected": {..}}`, or with `prompt` instead of `answer`.
    ///
    /// # Errors
    ///
    /// If a line is no case.
    pub fn read_lines(text: &str) -> Result<Vec<Self>, CaseError> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines
            .map(|(index, line)| {
                Self::read(line).map_err(|problem| CaseError {
                    line: index + 1,
                    problem,
                })
            })
            .collect()
    }

    fn read(line: &str) -> Result<Self, String> {
        let line: Line = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let source = match (line.answer, line.prompt) {
            (Some(answer), None) => Source::Answer(answer),
            (None, Some(prompt)) => Source::Prompt(prompt),
            _ => return Err("a case has either an `answer` or a `prompt`".to_owned()),
        };
        Ok(Self {
            contract: line.contract,
            source,
            expected: line.expected,
        })
    }
}
