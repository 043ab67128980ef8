//! From a line of the input to what is known about it.

use std::collections::BTreeMap;
use std::fmt;

use llm_output::telemetry::Counts;
use llm_output::{LlmOutput, Options, ParseError, Parsed};

use crate::LineError;
use crate::job::Job;
use crate::place::{Line, finish_of};
use crate::source::{Chunk, Content, is_row, lines};

/// What came of one line.
pub(crate) struct Row<'r, T> {
    pub(crate) id: Option<&'r str>,
    pub(crate) outcome: Outcome<'r, T>,
}

/// What came of one reply, or why there is no value.
pub(crate) enum Outcome<'r, T> {
    Parsed(&'r Result<Parsed<T>, ParseError>),
    NoValue(&'r NoValue),
}

/// Why a line has no value, other than an error of parsing.
pub(crate) struct NoValue {
    /// The number of the line in the input, from 1.
    line: u64,
    pub(crate) error: LineError,
    detail: Detail,
}

enum Detail {
    Json(serde_json::Error),
    Utf8(std::str::Utf8Error),
    Length {
        length: u64,
        limit: usize,
    },
    /// There is no reply, and this is what the provider says about it.
    Nothing(Option<String>),
    /// The value cannot be written for this reason.
    Unwritable(String),
}

impl fmt::Display for NoValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.detail {
            Detail::Json(error) => {
                // Its line is always the first, since it knows only of one.
                let message = error.to_string();
                let message = message
                    .rsplit_once(" at line ")
                    .map_or(&*message, |(message, _)| message);
                write!(f, "the line is not valid JSON: {message} at column {}", error.column())
            }
            Detail::Utf8(error) => write!(f, "the line is not valid UTF-8: {error}"),
            Detail::Length { length, limit } => write!(f, "the line has {length} bytes, and the limit is {limit}"),
            Detail::Nothing(None) => f.write_str("there is no string where the reply should be"),
            Detail::Nothing(Some(reason)) => {
                write!(f, "there is no string where the reply should be: {reason}")
            }
            Detail::Unwritable(reason) => write!(f, "the value cannot be written: {reason}"),
        }
    }
}

/// Why a row was not added.
pub(crate) enum Refused {
    /// Its value cannot be written. Other rows can.
    Value(String),
    /// No row can be written.
    All(String),
}

/// Where the rows of a chunk go.
pub(crate) trait Rows<T> {
    /// The rows of a chunk, ready to be written.
    type Done: Send;

    /// The rows that were added since the last call.
    fn take(&mut self) -> Result<Self::Done, String>;

    /// Adds a row, or nothing.
    fn add(&mut self, row: &Row<'_, T>) -> Result<(), Refused>;
}

/// What the rows of a chunk needed.
#[derive(Default)]
pub(crate) struct Tallied {
    pub(crate) counts: Counts,
    pub(crate) lines: BTreeMap<LineError, u64>,
}

/// Reads chunks: one for each thread.
pub(crate) struct Reader<'j> {
    line: Line<'j>,
    options: &'j Options<'static>,
    max_line: usize,
}

impl<'j> Reader<'j> {
    pub(crate) fn new(job: &'j Job) -> Self {
        Self {
            line: Line::new(&job.place),
            options: &job.options,
            max_line: job.max_line,
        }
    }

    /// Adds a row for each line of `chunk` to `rows`. An error ends the run.
    pub(crate) fn read<T: LlmOutput>(&mut self, chunk: &Chunk, rows: &mut impl Rows<T>) -> Result<Tallied, String> {
        let mut tallied = Tallied::default();
        match &chunk.content {
            Content::TooLong { is_blank: true, .. } => {}
            Content::TooLong { length, .. } => {
                tallied.no_value(&self.too_long(chunk.first_line, *length), None, rows)?;
            }
            Content::Lines(bytes) => {
                for (number, line) in (chunk.first_line..).zip(lines(bytes)) {
                    if is_row(line) {
                        self.row(number, line, rows, &mut tallied)?;
                    }
                }
            }
        }
        Ok(tallied)
    }

    fn row<T: LlmOutput>(
        &mut self,
        number: u64,
        line: &[u8],
        rows: &mut impl Rows<T>,
        tallied: &mut Tallied,
    ) -> Result<(), String> {
        let no_value = |error, detail| NoValue {
            line: number,
            error,
            detail,
        };
        let line = line.trim_ascii_end();
        if line.len() > self.max_line {
            return tallied.no_value(&self.too_long(number, line.len() as u64), None, rows);
        }
        let line = match std::str::from_utf8(line) {
            Ok(line) => line,
            Err(error) => return tallied.no_value(&no_value(LineError::InvalidUtf8, Detail::Utf8(error)), None, rows),
        };
        let found = match self.line.read(line) {
            Ok(found) => found,
            Err(error) => return tallied.no_value(&no_value(LineError::InvalidJson, Detail::Json(error)), None, rows),
        };
        let Some(text) = found.text else {
            let detail = Detail::Nothing(found.reason());
            return tallied.no_value(&no_value(LineError::MissingText, detail), found.id, rows);
        };
        let parsed = match found.finish.map(finish_of) {
            None => T::parse_llm_with(text, self.options),
            Some(finish) => T::parse_llm_with(text, &self.options.clone().finish(finish)),
        };
        let added = rows.add(&Row {
            id: found.id,
            outcome: Outcome::Parsed(&parsed),
        });
        match added {
            Ok(()) => {
                tallied.counts.record(&parsed);
                Ok(())
            }
            Err(Refused::Value(reason)) => {
                let detail = Detail::Unwritable(reason);
                tallied.no_value(&no_value(LineError::Unwritable, detail), found.id, rows)
            }
            Err(Refused::All(reason)) => Err(reason),
        }
    }

    fn too_long(&self, line: u64, length: u64) -> NoValue {
        let limit = self.max_line;
        NoValue {
            line,
            error: LineError::LineTooLong,
            detail: Detail::Length { length, limit },
        }
    }
}

impl Tallied {
    fn no_value<T>(&mut self, reason: &NoValue, id: Option<&str>, rows: &mut impl Rows<T>) -> Result<(), String> {
        *self.lines.entry(reason.error).or_default() += 1;
        let outcome = Outcome::NoValue(reason);
        match rows.add(&Row { id, outcome }) {
            Ok(()) => Ok(()),
            Err(Refused::Value(reason) | Refused::All(reason)) => Err(reason),
        }
    }
}
