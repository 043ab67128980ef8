//! The line of a text with an error in it, for people.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::words::Sentence;
use super::{Headline, ParseError};

/// So many characters of the line are shown before the error, and so many from it on.
const BEFORE: usize = 30;
const AFTER: usize = 40;

impl ParseError {
    /// The message without what the model wrote.
    pub(super) fn quiet_message(&self) -> String {
        match (&self.0.headline, self.0.violations.first()) {
            (Headline::Violation, Some(first)) => match first.form {
                Sentence::Mismatch => format!("{}: expected {}", first.path, first.expected),
                Sentence::Rule => format!("{}: refused by its `validate` function or conversion", first.path),
                Sentence::Missing => first.to_string(),
            },
            _ => self.message().split(", found ").next().unwrap_or_default().to_owned(),
        }
    }

    /// The line of `text` that the error is in, with a mark below the place.
    ///
    /// `text` is the text that was parsed: the error does not keep it. A long line is shortened to 70 characters. The result is
    /// empty if a [value](crate::LlmOutput::from_value) was read, since it has no lines.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// let text = "[\n  1,\n  300\n]";
    /// let error = <Vec<u8>>::parse_llm(text).unwrap_err();
    /// assert_eq!(error.excerpt(text), "3 |   300\n  |   ^");
    /// ```
    pub fn excerpt(&self, text: &str) -> String {
        let Some(position) = self.0.position else {
            return String::new();
        };
        let bytes = text.as_bytes();
        let offset = position.offset.min(bytes.len());
        let offset = (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let (before, after) = text.split_at(offset);
        let before = before.rsplit('\n').next().unwrap_or_default();
        let after = after.split('\n').next().unwrap_or_default();
        let shown = |c: char| if c.is_control() { ' ' } else { c };
        let mut start: Vec<char> = before.chars().rev().take(BEFORE).map(shown).collect();
        if before.chars().nth(BEFORE).is_some() {
            start.push('…');
        }
        start.reverse();
        let mut end: String = after.chars().take(AFTER).map(shown).collect();
        if after.chars().nth(AFTER).is_some() {
            end.push('…');
        }
        let number = position.line.to_string();
        let (margin, blanks) = (" ".repeat(number.len()), " ".repeat(start.len()));
        let start = String::from_iter(start);
        let line = format!("{number} | {start}{end}");
        format!("{}\n{margin} | {blanks}^", line.trim_end())
    }
}
