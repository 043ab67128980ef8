//! From a line of the input to what is known about it.

use std::collections::BTreeMap;
use std::fmt;

use llm_output::telemetry::Counts;
use llm_output::{LlmOutput, Options, ParseError, Parsed};

use crate::LineError;
use crate::job::Job;
use crate::place::{Line, finish_of};
use crate::source::{Chunk, is_row, lines};

/// What came of one line.
pub(crate) struct Row<'r, T> {
    pub(crate) id: Option<&'r str>,
    pub(crate) outcome: &'r Outcome<T>,
}

/// What came of one reply, or why there is none.
pub(crate) enum Outcome<T> {
    Parsed(Result<Parsed<T>, ParseError>),
    NoReply(NoReply),
}

/// Why a line has no reply.
pub(crate) struct NoReply {
    pub(crate) error: LineError,
    detail: Detail,
}

enum Detail {
    Json(serde_json::Error),
    Utf8(std::str::Utf8Error),
    Length { length: u64, limit: usize },
    Nothing,
}

impl fmt::Display for NoReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.detail {
            Detail::Json(error) => write!(f, "the line is not valid JSON: {error}"),
            Detail::Utf8(error) => write!(f, "the line is not valid UTF-8: {error}"),
            Detail::Length { length, limit } => write!(f, "the line has {length} bytes, and the limit is {limit}"),
            Detail::Nothing => f.write_str("there is no string where the reply should be"),
        }
    }
}

/// Where the rows of a chunk go.
pub(crate) trait Rows<T> {
    /// The rows of a chunk, ready to be written.
    type Done: Send;

    /// The rows that were added since the last call.
    fn take(&mut self) -> Result<Self::Done, String>;

    /// Adds a row. An error ends the run.
    fn add(&mut self, row: &Row<'_, T>) -> Result<(), String>;
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

    /// Adds a row for each line of `chunk` to `rows`.
    pub(crate) fn read<T: LlmOutput>(&mut self, chunk: &Chunk, rows: &mut impl Rows<T>) -> Result<Tallied, String> {
        let mut tallied = Tallied::default();
        match chunk {
            Chunk::TooLong { length } => self.too_long(*length, rows, &mut tallied)?,
            Chunk::Lines(bytes) => {
                let limit = self.max_line;
                for line in lines(bytes).filter(|line| is_row(line, limit)) {
                    self.row(line, rows, &mut tallied)?;
                }
            }
        }
        Ok(tallied)
    }

    fn row<T: LlmOutput>(&mut self, line: &[u8], rows: &mut impl Rows<T>, tallied: &mut Tallied) -> Result<(), String> {
        if line.len() > self.max_line {
            return self.too_long(line.len() as u64, rows, tallied);
        }
        let line = match std::str::from_utf8(line) {
            Ok(line) => line,
            Err(error) => return no_reply(LineError::InvalidUtf8, Detail::Utf8(error), None, rows, tallied),
        };
        let found = match self.line.read(line) {
            Ok(found) => found,
            Err(error) => return no_reply(LineError::InvalidJson, Detail::Json(error), None, rows, tallied),
        };
        let Some(text) = found.text else {
            return no_reply(LineError::MissingText, Detail::Nothing, found.id, rows, tallied);
        };
        let parsed = match found.finish.map(finish_of) {
            None => T::parse_llm_with(text, self.options),
            Some(finish) => T::parse_llm_with(text, &self.options.clone().finish(finish)),
        };
        tallied.counts.record(&parsed);
        rows.add(&Row {
            id: found.id,
            outcome: &Outcome::Parsed(parsed),
        })
    }

    fn too_long<T>(&self, length: u64, rows: &mut impl Rows<T>, tallied: &mut Tallied) -> Result<(), String> {
        let limit = self.max_line;
        no_reply(
            LineError::LineTooLong,
            Detail::Length { length, limit },
            None,
            rows,
            tallied,
        )
    }
}

fn no_reply<T>(
    error: LineError,
    detail: Detail,
    id: Option<&str>,
    rows: &mut impl Rows<T>,
    tallied: &mut Tallied,
) -> Result<(), String> {
    *tallied.lines.entry(error).or_default() += 1;
    rows.add(&Row {
        id,
        outcome: &Outcome::NoReply(NoReply { error, detail }),
    })
}
