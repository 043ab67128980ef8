//! Whether a comment, or a line of one, may be a part of the answer.

use core::ops::Range;

use super::knows_other_field;
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::repair::RepairKind;

impl Cursor<'_> {
    /// Like [`Cursor::conserve_passed`], for a comment. A comment right after an empty string may be that string's content.
    /// If a comment contains quotes and ends before its line does, the comment sign may be stray and the text part of the answer.
    #[cold]
    pub(crate) fn conserve_comment(&mut self, part: Range<usize>, at: &Frame<'_>) {
        let (before, comment, after) = (
            &self.text[..part.start],
            &self.text[part.clone()],
            &self.text[part.end..],
        );
        // A comment that ends within its line may not be one.
        let is_unclosed = comment.starts_with("/*") && !comment.ends_with("*/");
        let ends_early =
            is_unclosed || (!comment.ends_with("*/") && !after.is_empty() && !after.starts_with(['\n', '\r']));
        let holds_string = ends_early && comment.contains(quotes::is_quote);
        // A comment sign that touches a word may be part of an element.
        let words = comment.trim_start_matches(['/', '#']);
        let in_list = matches!(at.place().level, Level::List { .. });
        let is_tag = in_list && words.len() < comment.len() && words.starts_with(char::is_alphanumeric);
        // A comment in place of an element may be that element, if a closer on the same line ends it.
        let is_element =
            in_list && ends_early && words.contains(char::is_alphanumeric) && before.trim_end().ends_with(['[', ',']);
        // The comment may be a field without a colon.
        let word = words.trim_start();
        let (name, value) = word.split_at(
            word.find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(word.len()),
        );
        let value = value.trim_start();
        // Where colons are missing, the sign may be a heading's: `### age 8,`.
        let is_heading = self.sink.may_hold_any([RepairKind::MissingColon])
            && (value.starts_with(['[', '{', '-'])
                || begins_with_word(value)
                || value.starts_with(|c: char| c.is_ascii_digit()));
        let is_field = (is_heading || value.starts_with(quotes::is_quote)) && knows_other_field(name, at);
        // A number in the comment, or a literal whose key is missing, may be part of the answer too.
        let literal = word.trim_start_matches([':', '=', '>', ' ']);
        let is_member =
            ends_early && (comment.contains(|c: char| c.is_ascii_digit()) || (!in_list && begins_with_word(literal)));
        if holds_string || is_field || ends_empty(before) {
            self.repaired(RepairKind::ContentLost, at, part);
        } else {
            // In a map, a word and its value are an entry whatever the word is: `# b: y`, `// b = 2`.
            let is_entry = matches!(at.place().level, Level::Map { .. } | Level::Rest { .. })
                && !name.is_empty()
                && [":", "=", "->"].iter().any(|sign| value.starts_with(sign))
                && value.split_whitespace().count() < 3;
            if is_tag || is_element || is_member || is_entry {
                self.repaired(RepairKind::JunkRemoved, at, part.clone());
            }
            self.conserve_passed(part, at);
        }
    }
}

/// Whether a text ends in a string with nothing between its quotes.
fn ends_empty(before: &str) -> bool {
    let mut marks = before.chars().rev();
    let (close, open, around) = (marks.next(), marks.next(), marks.next());
    close.is_some_and(quotes::is_quote)
        && open.is_some_and(quotes::is_quote)
        && around.is_none_or(|c| c.is_whitespace() || matches!(c, ':' | '=' | ',' | '[' | '{' | '('))
}

/// Whether a line of a comment is a JSON value, or begins like one.
pub(super) fn is_json(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['/', '*', '#', ',', ' ', '\t']);
    let line = line
        .trim_end_matches("*/")
        .trim_end()
        .trim_end_matches([',', ']', '}', '/', ';', '|']);
    let is_closed = line.chars().next_back().is_some_and(quotes::is_quote);
    let is_string = line.len() > 1 && quotes::opens_string(line) && is_closed;
    // Another comment may follow the string on its line.
    let is_first = line
        .strip_prefix('"')
        .and_then(|inner| inner.split_once('"'))
        .is_some_and(|(_, after)| {
            let after = after.trim_start();
            ["#", "//", "/*", "--"].iter().any(|sign| after.starts_with(sign))
        });
    // A comma may come first where lines are commented out.
    let are_plain = || {
        let mut elements = line.trim_start_matches([',', ' ']).split(',').map(str::trim);
        elements.all(|element| crate::read::number::is_plain(element) || is_word(element))
    };
    is_string || is_first || line.starts_with(['{', '[']) || are_plain()
}

/// Whether this text begins with a literal of JSON or Python.
fn begins_with_word(text: &str) -> bool {
    is_word(text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}

/// Whether a text is a literal of JSON or Python.
pub(super) fn is_word(text: &str) -> bool {
    ["true", "false", "null", "True", "False", "None"].contains(&text)
}

/// Whether a line of a comment begins like an object or list that is not empty.
pub(super) fn is_object(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['/', '*', '#', ' ', '\t']);
    ["{\"", "[\"", "{'", "[{"].iter().any(|open| line.starts_with(open))
}
