//! Where strict parsing stops, and the lines and columns of places in a text.

use core::fmt;

use super::described;
use crate::path::Path;
use crate::repair::RepairKind;
use crate::steps::step;

/// Where strict parsing of the same text stops: the first place that is not strictly valid JSON of the type.
///
/// It is the source of a [`ParseError`](crate::ParseError), and does not repeat the error's message. It may point to an
/// earlier place than the error does: strict parsing already stops at the first repair, even an accepted one.
///
/// ```
/// use std::error::Error;
///
/// use llm_output::LlmOutput;
///
/// let error = <Vec<u8>>::parse_llm("['1', 300]").unwrap_err();
/// assert_eq!(error.to_string(), "[1]: expected a whole number from 0 to 255, found 300 (line 1, column 7)");
/// let strict = error.source().unwrap();
/// assert_eq!(strict.to_string(), "strict parsing stops at byte 1: [0]: a string was in single quotes (single_quoted)");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StrictError {
    /// The repair at this place, where the parse error does not name it.
    pub(super) repair: Option<(RepairKind, Path)>,
    pub(super) position: Option<Position>,
}

impl StrictError {
    /// Bytes from the start of the text; 0 if a [value](crate::LlmOutput::from_value) was read.
    pub fn offset(&self) -> usize {
        self.position.map_or(0, |position| position.offset)
    }

    /// The line, counted from 1; 0 if a value was read.
    pub fn line(&self) -> usize {
        self.position.map_or(0, |position| position.line)
    }

    /// The column in bytes, counted from 1; 0 if a value was read.
    pub fn column(&self) -> usize {
        self.position.map_or(0, |position| position.column)
    }
}

impl fmt::Display for StrictError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(f, "strict parsing stops at byte {}", position.offset)?,
            None => f.write_str("the value needs a repair to fit the type")?,
        }
        match &self.repair {
            Some((kind, path)) => write!(f, ": {}", described(*kind, path)),
            None => Ok(()),
        }
    }
}

impl core::error::Error for StrictError {}

/// A place in a text, as people count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) offset: usize,
    pub(super) line: usize,
    pub(super) column: usize,
}

/// The lines of a text up to a place, so that they are counted once for all of its errors.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Lines {
    /// Up to here.
    offset: usize,
    /// How many have ended.
    ended: usize,
    /// Where the last one begins.
    start: usize,
}

impl Lines {
    /// Goes on to a place further down.
    pub(crate) fn go_on(&mut self, offset: usize, text: &str) {
        let offset = offset.clamp(self.offset, text.len());
        step(offset - self.offset);
        for (index, byte) in (self.offset..).zip(&text.as_bytes()[self.offset..offset]) {
            if *byte == b'\n' {
                self.ended += 1;
                self.start = index + 1;
            }
        }
        self.offset = offset;
    }

    pub(super) fn position(mut self, offset: usize, text: &str) -> Position {
        if offset < self.offset {
            self = Self::default();
        }
        self.go_on(offset, text);
        Position {
            offset,
            line: 1 + self.ended,
            column: 1 + self.offset - self.start,
        }
    }
}
