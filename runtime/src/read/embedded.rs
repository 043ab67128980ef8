//! A JSON document inside a string whose inner quotes are not escaped: `"arguments": "{"city": "Paris"}"`.

use crate::bounds::DEEPEST_LIST;
use crate::read::cursor::Cursor;
use crate::read::number;
use crate::read::steps::step;

/// The brackets that are open, at most [`DEEPEST_LIST`] of them.
#[derive(Default)]
pub(super) struct OpenBrackets {
    /// A bit for each of them, the innermost one last: whether it is a list's.
    lists: u32,
    pub(super) depth: usize,
}

impl OpenBrackets {
    /// Opens one. False if there are too many.
    pub(super) fn push(&mut self, is_list: bool) -> bool {
        self.lists = self.lists << 1 | u32::from(is_list);
        self.depth += 1;
        self.depth <= DEEPEST_LIST
    }

    /// Closes the innermost one, and says whether it was a list's.
    pub(super) fn pop(&mut self) -> Option<bool> {
        let is_list = self.last()?;
        self.lists >>= 1;
        self.depth -= 1;
        Some(is_list)
    }

    /// Whether the innermost one is a list's.
    pub(super) fn last(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.lists & 1 == 1)
    }
}

/// What a document of JSON needs next.
enum Needed {
    Value,
    /// A value, or the end of the list.
    Element,
    /// A key, or the end of the object.
    Member,
    /// A comma or a closing bracket.
    Separator,
}

impl Cursor<'_> {
    /// The place after the object or list at `start`, if it is valid JSON but for commas at the ends of objects and lists.
    ///
    /// Every string in it must be closed, so text that merely begins with a brace is not mistaken for a document.
    pub(super) fn document_end(&mut self, start: usize) -> Option<usize> {
        if self.work.lookahead == 0 || !matches!(self.byte(start), b'{' | b'[') {
            return None;
        }
        let limit = self.text.len().min(start.saturating_add(self.work.lookahead));
        let mut open = OpenBrackets::default();
        let mut needed = Needed::Value;
        let mut pos = start;
        let is_whole = loop {
            let at = self.after_space(pos);
            let (next, then) = match (self.byte(at), &needed) {
                _ if at >= limit => break false,
                (byte @ (b'{' | b'['), Needed::Value | Needed::Element) => {
                    let is_list = byte == b'[';
                    if !open.push(is_list) {
                        break false;
                    }
                    (at + 1, if is_list { Needed::Element } else { Needed::Member })
                }
                (byte @ (b'}' | b']'), Needed::Separator | Needed::Element | Needed::Member) => {
                    if open.pop() != Some(byte == b']') {
                        break false;
                    }
                    (at + 1, Needed::Separator)
                }
                (b',', Needed::Separator) => {
                    let is_list = open.last() == Some(true);
                    // A comma may be too many at the end.
                    (at + 1, if is_list { Needed::Element } else { Needed::Member })
                }
                (b'"', Needed::Member) => match self.valid_string_end(at) {
                    Some(end) if self.byte(self.after_space(end)) == b':' => (self.after_space(end) + 1, Needed::Value),
                    _ => break false,
                },
                (b'"', Needed::Value | Needed::Element) => match self.valid_string_end(at) {
                    Some(end) => (end, Needed::Separator),
                    None => break false,
                },
                (_, Needed::Value | Needed::Element) => match self.token_end(at) {
                    Some(end) => (end, Needed::Separator),
                    None => break false,
                },
                _ => break false,
            };
            (pos, needed) = (next, then);
            if open.depth == 0 {
                break true;
            }
        };
        step(pos - start);
        (self.look(pos - start) && is_whole).then_some(pos)
    }

    /// Where the number or literal at `start` ends.
    fn token_end(&self, start: usize) -> Option<usize> {
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let length = self.bytes()[start..].iter().take_while(is_part).count();
        let token = &self.text[start..start + length];
        step(length);
        self.meets_end_within(start + length, 1);
        (matches!(token, "true" | "false" | "null") || number::is_plain(token)).then_some(start + length)
    }
}
