//! What models put around keys and values that JSON does not allow: bullets, bold marks, remarks in brackets, doubled
//! quotes, and other signs in place of a comma or colon.
//!
//! A mark proves nothing by itself. A key between marks counts only if this very object knows its name, and a remark or
//! sign after a value counts only if what follows it can follow the value.

mod key;
mod remark;

use crate::bounds::{LONGEST_KEY, LONGEST_MARKS, MOST_MARKED};
use crate::path::{Frame, Level, head, tail};
use crate::read::closer::Fit;
use crate::read::cursor::Cursor;
use crate::read::number::is_minus;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

fn is_mark(c: char) -> bool {
    // A search in a string of them takes ten times as long.
    matches!(
        c,
        '$' | '%'
            | '@'
            | '&'
            | '*'
            | '_'
            | '~'
            | '-'
            | '+'
            | '>'
            | '|'
            | '#'
            | '"'
            | '\''
            | '`'
            | '\\'
            | '!'
            | '?'
            | '^'
            | '='
            | '.'
            | '•'
            | '·'
            | '▪'
            | '●'
            | '○'
            | '◦'
            | '‣'
            | '–'
            | '—'
            | '“'
            | '”'
            | '→'
            | '✓'
            | '✅'
    )
}

/// Whether this word may be the name of a type, and does not say that what follows it is none of the answer.
fn names_type(word: &str) -> bool {
    let denies = [
        "Deleted", "Except", "Ignored", "Never", "No", "Not", "Old", "Omitted", "Removed", "Without",
    ];
    word.starts_with(|c: char| c.is_ascii_uppercase()) && !denies.contains(&word)
}

/// Whether people write this sign between two values in place of a comma.
fn is_separator_sign(c: char) -> bool {
    matches!(c, '、' | '，' | '،' | '；' | '؛' | ';' | '|' | '/' | '&' | '•' | '·')
}

impl<'t> Cursor<'t> {
    /// The place after the mark or run of one mark at `pos`, and the white space that follows it.
    fn after_mark(&self, pos: usize) -> Option<usize> {
        self.meets_end_within(pos, 1);
        let c = self.text.get(pos..)?.chars().next()?;
        let is_number = self.byte(pos + c.len_utf8()).is_ascii_digit();
        if is_number && (c == '—' || is_minus(c)) {
            // A sign, not a bullet.
            return None;
        }
        let end = if is_mark(c) && !(c == '#' && is_number) {
            let run = self.text[pos..]
                .chars()
                .take(LONGEST_MARKS)
                .take_while(|&next| next == c)
                .count();
            step(run);
            pos + run * c.len_utf8()
        } else if c == '#' && self.byte(pos + 1).is_ascii_digit() {
            let digits = self.bytes()[pos + 1..]
                .iter()
                .take(4)
                .take_while(|byte| byte.is_ascii_digit());
            pos + 1 + digits.count()
        } else if c.is_ascii_digit() {
            // The number of an item: `2. "age": 7`.
            let digits = self.bytes()[pos..]
                .iter()
                .take(4)
                .take_while(|byte| byte.is_ascii_digit());
            let end = pos + digits.count();
            matches!(self.byte(end), b'.' | b')').then_some(end + 1)?
        } else {
            self.remark_end(pos)?
        };
        Some(self.after_space(end))
    }

    /// Whether the string may end at `pos`, because a remark, another separator or a key between marks follows there, and
    /// after that only what can follow a value of this level.
    #[cold]
    #[inline(never)]
    pub(super) fn ends_before_marks(&self, pos: usize, inner: usize, at: &Frame<'_>) -> bool {
        let next = self.after_space(pos);
        match self.byte(next) {
            b',' => {
                let next = self.gap(next + 1);
                self.marked_key(next, at).is_some() || self.bullet_end(next, at).is_some()
            }
            b'(' | b'[' | b'<' if self.remark_end(next).is_some_and(|end| self.may_follow_remark(end, at)) => true,
            b'|' if !self.is_after_bar(inner, at) => false,
            _ if self.closing_marks_end(next, at).is_some() => true,
            _ if self.separator_sign(next, at).is_some() => true,
            _ => {
                self.line_ends_before(next)
                    && (self.marked_key(next, at).is_some() || self.bullet_end(next, at).is_some())
            }
        }
    }

    /// Whether an element in quotes is at `pos`, where this level is a list: the comma before it is missing.
    fn is_element_in_quotes(&self, pos: usize, at: &Frame<'_>) -> bool {
        matches!(at.place().level, Level::List { accepts, .. } if self.byte(pos) == b'"' && self.fits_value(pos, accepts))
    }

    /// Whether the next element or key of this level begins at `pos`, or a closer that fits.
    fn begins_next(&self, pos: usize, at: &Frame<'_>) -> bool {
        match (self.byte(pos), at.place().level) {
            (b'}' | b']', _) => self.closers_fit(pos, at) != Fit::No,
            (_, Level::List { accepts, .. }) => self.fits_value(pos, accepts) || self.is_key_above(pos, at),
            _ => self.is_key(pos, at) || self.marked_key(pos, at).is_some(),
        }
    }

    /// The place after the bullet or number at `pos` that marks the next element of a list, in quotes or brackets.
    pub(super) fn bullet_end(&self, pos: usize, at: &Frame<'_>) -> Option<usize> {
        let Level::List { accepts, .. } = at.place().level else {
            return None;
        };
        let c = self.text.get(pos..)?.chars().next()?;
        let is_bullet = matches!(c, '-' | '*' | '+' | '•' | '·' | '▪' | '–' | '—') || c.is_ascii_digit();
        let next = if is_bullet { self.after_mark(pos)? } else { return None };
        let is_delimited = matches!(self.byte(next), b'"' | b'{' | b'[') || (self.byte(next) >= 0x80);
        (is_delimited && self.fits_value(next, accepts)).then_some(next)
    }

    /// Skips the bullet or number before the next element of `list`.
    pub(super) fn pass_bullet(&mut self, list: &Frame<'_>, at: &Frame<'_>) -> bool {
        let start = self.pos;
        let Some(next) = self.bullet_end(start, at) else {
            return false;
        };
        self.pos = next;
        self.repaired(RepairKind::JunkRemoved, list, start..next);
        true
    }

    /// The place after the sign at `pos` that separates two values, if the next element, in quotes, or the next key of this
    /// level follows it.
    pub(super) fn separator_sign(&self, pos: usize, at: &Frame<'_>) -> Option<usize> {
        let c = self.text.get(pos..)?.chars().next().filter(|&c| is_separator_sign(c))?;
        let next = self.after_space(pos + c.len_utf8());
        let follows = match at.place().level {
            Level::List { accepts, .. } => {
                let is_delimited = matches!(self.byte(next), b'"' | b'\'' | b'{' | b'[' | b'`' | 0x80..);
                let is_number = (!accepts.has(Accepts::STRING) || self.is_lone_number(next))
                    && matches!(self.byte(next), b'-' | b'0'..=b'9');
                let is_literal = matches!(self.word_at(next), "true" | "false" | "null");
                (is_delimited || is_number || is_literal) && self.fits_value(next, accepts)
            }
            Level::Object { .. } | Level::Rest { .. } | Level::Map { .. } => self.is_key(next, at),
            _ => false,
        };
        follows.then_some(next)
    }

    /// Skips the marks before a value that begins in quotes or brackets, and before a number or literal those that
    /// change nothing about it.
    #[cold]
    pub(crate) fn pass_value_marks(&mut self, at: &Frame<'_>) {
        let start = self.pos;
        if let Some(field) = at.place().field()
            && let Some(key) = self.key_ahead(start)
            && key.quoted
            && self.text[key.name.clone()] == *field.name
        {
            // The key is there twice: `"note": "note": 1`.
            self.pos = self.after_space(key.colon + 1);
            self.repaired(RepairKind::JunkRemoved, at, start..self.pos);
        } else if let Some(end) = self.value_marks_end(start, at) {
            self.pos = end;
            self.repaired(RepairKind::JunkRemoved, at, start..end);
        }
    }

    fn value_marks_end(&self, start: usize, at: &Frame<'_>) -> Option<usize> {
        if at.place().is_root() {
            return None;
        }
        let accepts = expected(at);
        let mut is_gentle = true;
        let mut pos = start;
        for _ in 0..MOST_MARKED {
            let byte = self.byte(pos);
            let begins = match byte {
                b'0'..=b'9' => is_gentle && accepts.has(Accepts::NUMBER),
                b'-' => is_gentle && accepts.has(Accepts::NUMBER) && self.byte(pos + 1).is_ascii_digit(),
                b't' | b'f' | b'n' if is_gentle => matches!(self.word_at(pos), "true" | "false" | "null"),
                _ => self.begins_value(pos, at),
            };
            if begins {
                return (pos > start).then_some(pos);
            }
            if byte == b'\\' || quotes::opens_string(&self.text[pos..]) {
                return None;
            }
            // Right before a value, these signs may reverse its meaning.
            if matches!(byte, b'!' | b'~' | b'-') && quotes::opens_string(&self.text[pos + 1..]) {
                return None;
            }
            is_gentle &=
                matches!(byte, b'<' | b'(' | b'*' | b'`' | b'_' | b':' | b'=' | 0x80..) || byte.is_ascii_alphabetic();
            pos = match self.call_end(pos) {
                // The colon is there twice.
                None if byte == b':' => self.after_space(pos + 1),
                Some(end) => end,
                None => self.after_mark(pos)?,
            };
        }
        None
    }

    /// The place after a name that is glued to the value it is put before, as in `str("a")`, `L"a"` and `vec![1]`.
    fn call_end(&self, pos: usize) -> Option<usize> {
        if !self.byte(pos).is_ascii_alphabetic() {
            return None;
        }
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"_:.!".contains(byte);
        let name = self.bytes()[pos..]
            .iter()
            .take(LONGEST_MARKS)
            .take_while(|byte| is_part(byte))
            .count();
        step(name);
        let end = pos + name;
        if name == 1 && self.byte(end) == b'"' && b"rRfFbBuU".contains(&self.byte(pos)) {
            return None;
        }
        match self.byte(end) {
            b'(' => Some(self.after_space(end + 1)),
            b'"' if !matches!(self.byte(self.after_space(end + 1)), b',' | b':' | b'}' | b']' | 0) => Some(end),
            // The name of the object's type, as in Rust and Swift: `Item {"id": 1}`.
            b'[' | b'{' => Some(end),
            b' ' if self.byte(end + 1) == b'{' && names_type(&self.text[pos..end]) => Some(end + 1),
            b' ' if self.byte(end - 1) == b':' && self.byte(end + 1) == b'"' => Some(end + 1),
            _ => None,
        }
    }

    /// The run of letters at `pos`.
    fn word_at(&self, pos: usize) -> &'t str {
        let rest = &self.text[pos..];
        let length = rest
            .bytes()
            .take(LONGEST_MARKS)
            .take_while(u8::is_ascii_alphanumeric)
            .count();
        step(length);
        self.meets_end_within(pos + length, 1);
        &rest[..length]
    }

    /// The place after the marks at `pos` that close those before a value, if what follows them can follow the value.
    fn closing_marks_end(&self, pos: usize, at: &Frame<'_>) -> Option<usize> {
        let mut end = pos;
        for _ in 0..MOST_MARKED {
            self.meets_end_within(end, 1);
            let c = self.text.get(end..)?.chars().next()?;
            end = match c {
                '*' | '_' | '~' | '`' | '|' | ')' | '$' | '!' | '>' | '✅' | '^' => end + c.len_utf8(),
                // After a number, these are powers.
                '†' | '‡' | '¹' | '²' | '³' | '⁰' | '⁴'..='⁹' if self.text[..pos].ends_with(quotes::is_quote) => {
                    end + c.len_utf8()
                }
                '<' | '(' => self.remark_end(end)?,
                '.' => {
                    let call = self.bytes()[end + 1..]
                        .iter()
                        .take(LONGEST_MARKS)
                        .take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
                    let open = end + 1 + call.count();
                    self.meets_end_within(open, 2);
                    self.bytes()[open..].starts_with(b"()").then_some(open + 2)?
                }
                _ => return None,
            };
            let ends_text = self.after_space(end) >= self.text.len();
            if !ends_text && (self.may_follow_remark(end, at) || self.line_ends_behind(end)) {
                return Some(end);
            }
        }
        None
    }

    /// The place after the tag at `pos`, if the document goes on after it: with a comma, a colon, or a closer and more.
    pub(super) fn inner_tag_end(&self, pos: usize) -> Option<usize> {
        let tag = self.bytes().get(pos..)?;
        if tag.first() != Some(&b'<') {
            return None;
        }
        let length = tag
            .iter()
            .take(LONGEST_MARKS)
            .skip(1)
            .inspect(|_| step(1))
            .position(|&byte| matches!(byte, b'>' | b'<' | b'\n' | b'{' | b'}'));
        if length.is_none() {
            self.meets_end_within(pos, LONGEST_MARKS);
        }
        let length = length? + 1;
        if tag[length] != b'>' {
            return None;
        }
        let end = pos + length + 1;
        let name = tag[1..length].strip_prefix(b"/").unwrap_or(&tag[1..length]);
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"|_-".contains(byte);
        let word = name.iter().take_while(|byte| is_part(byte)).count();
        let has_more = word < name.len() && !name[word..].contains(&b'=') && name[word..] != *b"/";
        if word == 0 || has_more {
            return None;
        }
        let next = self.after_space(end);
        if self.text[..pos].trim_end().ends_with(':') && matches!(self.byte(next), b',' | b']' | b'}') {
            return None;
        }
        matches!(
            self.byte(next),
            b',' | b':' | b']' | b'}' | b'"' | b'{' | b'[' | b'0'..=b'9'
        )
        .then_some(end)
    }

    /// Skips the opening of a fence around the value of one field, or the closing one after it.
    #[cold]
    pub(super) fn pass_value_fence(&mut self, at: &Frame<'_>) -> bool {
        if !self.rest().starts_with("```") || at.place().is_root() {
            return false;
        }
        let start = self.pos;
        let before = self.text[..start].trim_end();
        self.meets_end_within(start, LONGEST_MARKS + 3);
        let line = head(&self.rest()[3..], LONGEST_MARKS)
            .split('\n')
            .next()
            .unwrap_or_default();
        step(start - before.len() + line.len());
        let end = start + 3 + line.len();
        let is_info = line.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'\r');
        let end = if is_info { end } else { start + 3 };
        let is_open = is_info || self.after_space(end) > end || !line.contains("```");
        if before.ends_with([':', ',', '[']) && is_open && self.begins_value(self.after_space(end), at) {
            self.pos = end;
            return true;
        }
        let next = self.after_space(start + 3);
        let closes = before.ends_with(['}', ']', '"'])
            && (self.byte(next) == b','
                || (matches!(self.byte(next), b'}' | b']') && self.closers_fit(next, at) == Fit::Yes));
        if closes {
            self.pos = start + 3;
        }
        closes
    }

    /// Whether a value of the type that is expected here begins at `pos`, in quotes or brackets.
    fn begins_value(&self, pos: usize, at: &Frame<'_>) -> bool {
        let accepts = expected(at);
        match self.byte(pos) {
            b'{' => accepts.has(Accepts::OBJECT),
            b'[' => accepts.has(Accepts::ARRAY),
            byte => matches!(byte, b'"' | b'\''),
        }
    }

    /// The place after the number in brackets at `pos`, as a source is cited, where no list is expected.
    fn citation_end(&self, pos: usize, at: &Frame<'_>) -> Option<usize> {
        let digits = self
            .text
            .get(pos..)?
            .strip_prefix("[^")
            .or_else(|| self.text[pos..].strip_prefix('['))
            .or_else(|| self.text[pos..].strip_prefix('【'))?;
        let open = self.text[pos..].len() - digits.len();
        let length = digits.bytes().take(3).take_while(u8::is_ascii_digit).count();
        let close = match self.byte(pos) {
            b'[' => digits[length..].starts_with(']').then_some(1)?,
            _ => head(digits, LONGEST_MARKS).find('】')? + '】'.len_utf8() - length,
        };
        // Where any element may come, one in brackets after another that is in none is not the next one.
        self.meets_end_within(pos + open, LONGEST_MARKS);
        let accepts = expected(at);
        let cites =
            !accepts.has(Accepts::ARRAY) || (accepts == Accepts::ANY && !self.text[..pos].trim_end().ends_with(']'));
        (length > 0 && cites).then_some(pos + open + length + close)
    }

    /// Whether a bar may separate the string whose content begins at `inner` from the next one: after a comma it separates
    /// none, and `"low", "a"|"b"` lists alternatives.
    fn is_after_bar(&self, inner: usize, at: &Frame<'_>) -> bool {
        let is_first = !matches!(at.place().level, Level::List { index: 1.., .. });
        let before = tail(&self.text[..inner], LONGEST_KEY).trim_end_matches(['"', '\'', '`']);
        is_first || before.trim_end().ends_with('|')
    }
}

/// The kinds of value that are expected at this place.
pub(super) fn expected(at: &Frame<'_>) -> Accepts {
    let place = at.place();
    match place.level {
        Level::List { accepts, .. } => accepts,
        _ => place.field().map_or(Accepts::ANY, |field| field.facts.accepts),
    }
}
