//! What is between the values of one level: commas, and what models write in their place.

use core::ops::Range;

use crate::bounds::{LONGEST_INLINE, LONGEST_LAST_WORDS, LONGEST_LISTED_NUMBER};
use crate::path::{Frame, Level, head};
use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::literal::begins_literal;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::{searched, step};
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// Whether a closing tag begins here, or one of a model's special tokens for the beginning or end of a turn.
pub(super) fn begins_frame_end(rest: &str) -> bool {
    rest.starts_with('<')
        && ["</", "<|", "<start_of_turn>", "<end_of_turn>", "<eos>"]
            .iter()
            .any(|token| rest.starts_with(token))
}

impl Cursor<'_> {
    /// Whether the answer's text ends here: a closing fence or tag, or a remark, in place of a token ends it.
    pub(crate) fn ends_here(&mut self) -> bool {
        if self.sink.is_full() {
            // No value can come of it.
            self.give_up();
        }
        if self.at_end() {
            return true;
        }
        let rest = self.rest();
        let frame_ends = (self.fenced && (rest.starts_with("```") || rest.starts_with("~~~")) && !self.is_value_in_backticks())
                // No tag or token is around the content of a string.
            || (begins_frame_end(rest) && self.origin.is_none() && self.inner_tag_end(self.pos).is_none())
                || self.is_remark(self.pos);
        if frame_ends {
            self.text = &self.text[..self.pos];
        }
        frame_ends
    }

    /// Whether the answer's text was ended by a tag or token that may be inside it: a closing tag that nothing opened, a tag that
    /// a string follows, or the marks of a fence that a word follows.
    pub(crate) fn ends_at_tag(&mut self) -> bool {
        let whole = self.whole();
        let rest = head(&whole[self.text.len()..], LONGEST_INLINE);
        step(rest.len());
        let word = rest.strip_prefix("```");
        let behind = rest.split_once('>').map(|(_, behind)| behind.trim_start());
        if word.is_some_and(|word| word.starts_with(char::is_alphanumeric))
            || (rest.starts_with('<') && behind.is_none_or(quotes::opens_string))
        {
            return true;
        }
        let name = rest.strip_prefix("</").and_then(|rest| rest.split('>').next());
        let Some(name) = name.filter(|name| *name != "s") else {
            return false;
        };
        // All of the text is searched for the opening tag. If there is no work left for that, it is in doubt.
        if !self.look(self.text.len()) {
            return true;
        }
        step(self.text.len());
        !self.text.split('<').skip(1).any(|tag| tag.starts_with(name))
    }

    /// Whether a remark about the answer begins at `pos`: a paragraph of its own, or a sentence on the line after a value in quotes or
    /// brackets, a number or a literal. It runs to the end of the text.
    ///
    /// One or two words may be a literal that was cut off, unless they are a sentence and a paragraph of their own (`Done.`). Words before
    /// a colon may be a key. Words before a quote or bracket may be part of the answer.
    pub(crate) fn is_remark(&self, pos: usize) -> bool {
        let begins = self.byte(pos.wrapping_sub(1)) == b'\n' && matches!(self.byte(pos), b'A'..=b'Z' | 0x80..);
        if !begins || self.origin.is_some() || self.text.len() - pos > LONGEST_LAST_WORDS {
            return false;
        }
        self.meets_end();
        let rest = &self.text[pos..];
        step(rest.len());
        let before = self.text[..pos - 1].trim_end_matches([' ', '\t', '\r']);
        let is_paragraph = before.ends_with('\n');
        let is_after_value = before.ends_with(['"', '}', ']'])
            || before.ends_with(|c: char| c.is_ascii_digit())
            || ["true", "false", "null"]
                .iter()
                .any(|literal| before.ends_with(literal));
        let mut words = rest.split_whitespace();
        let has_words = (0..3).all(|_| words.next().is_some_and(|word| !word.ends_with([':', '='])));
        let is_short = || {
            let sentence = rest.trim_end().strip_suffix(['.', '!', '?']).unwrap_or_default();
            let mut words = sentence.split(' ');
            let is_word = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphabetic());
            words.by_ref().take(2).all(is_word) && words.next().is_none() && !begins_literal(rest)
        };
        (is_paragraph || (is_after_value && has_words))
            && rest.starts_with(char::is_alphabetic)
            && (has_words || is_short())
            && !rest.contains(['"', '{', '}', '[', ']', '`', '<'])
            && rest
                .trim_end()
                .ends_with(|c: char| !c.is_alphanumeric() && !matches!(c, ',' | ':' | '=' | '-' | '\\'))
    }

    /// Whether the backticks here are right after a colon and are closed later: a string as the value of its key.
    fn is_value_in_backticks(&mut self) -> bool {
        let before = self.text[..self.pos].trim_end_matches([' ', '\t']);
        if self.work.lookahead == 0 || !before.ends_with(':') || !self.rest().starts_with("```") {
            return false;
        }
        let close = scan::signs(self.text, self.pos + 3, "```");
        if close.is_none() {
            self.meets_end();
        }
        self.look(close.unwrap_or(self.text.len()) - self.pos) && close.is_some()
    }

    /// Skips the comma after a value, or finds that it is missing. Returns whether there was one.
    ///
    /// Leaves the cursor at the next key, value or closing bracket.
    #[cold]
    #[inline(never)]
    pub(crate) fn separator(&mut self, at: &Frame<'_>) -> bool {
        let ended_at = self.pos;
        self.trivia(at);
        let start = self.pos;
        if self.ends_here() {
            return false;
        }
        match self.peek() {
            b',' => {
                self.pos += 1;
                self.trivia(at);
                true
            }
            b';' => {
                self.pos += 1;
                self.repaired(RepairKind::MissingComma, at, start..self.pos);
                self.conserve_sign(start..self.pos, at);
                if self.ends_in_comma(ended_at) {
                    self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
                }
                self.trivia(at);
                true
            }
            b'}' | b']' => false,
            b')' if self.style.tuples > 0 => false,
            _ if self.pass_remark(at) => self.separator(at),
            b')' => false,
            _ => {
                if let Some(next) = self.separator_sign(start, at) {
                    self.repaired(RepairKind::MissingComma, Self::holder(at), start..next);
                    self.conserve_neighbours(ended_at, start, at);
                    self.conserve_sign(start..self.text[..next].trim_end().len(), at);
                    self.pos = next;
                    return true;
                }
                if self.value_or_key_begins(at) {
                    self.repaired(RepairKind::MissingComma, Self::holder(at), start..start);
                    self.conserve_neighbours(ended_at, start, at);
                    return true;
                }
                false
            }
        }
    }

    /// What is between the elements of a list belongs to the list, not to one of them.
    pub(super) fn holder<'p>(at: &'p Frame<'p>) -> &'p Frame<'p> {
        if matches!(at.level, Level::List { .. }) {
            at.parent.unwrap_or(at)
        } else {
            at
        }
    }

    fn value_or_key_begins(&self, at: &Frame<'_>) -> bool {
        match at.level {
            Level::List { accepts, .. } => {
                let is_line = accepts.has(Accepts::STRING.or(Accepts::NAME))
                    && self.peek().is_ascii_alphanumeric()
                    && self.line_ends_before(self.pos);
                let is_value = self.fits_value(self.pos, accepts) || self.is_value_start(self.pos);
                is_line || is_value || self.bullet_end(self.pos, at).is_some()
            }
            _ => {
                self.key_ahead(self.pos).is_some()
                    || self.marked_key(self.pos, at).is_some()
                    || self.is_valid_key(self.pos)
            }
        }
    }

    /// Goes back from `pos` to the comma right before it, which belongs to an outer level.
    #[cold]
    pub(crate) fn back_to_comma(&mut self, pos: usize) {
        let before = self.text[..pos].trim_end();
        step(pos - before.len());
        self.pos = if before.ends_with(',') { before.len() - 1 } else { pos };
    }

    /// The comma before `pos`; `pos` itself if there is something other than white space between them, such as a comment.
    pub(crate) fn comma_before(&self, pos: usize) -> Range<usize> {
        let mut before = &self.bytes()[..pos];
        // Most of what is between them is indentation.
        while let Some((rest, [b' ', b' ', b' ', b' ', b' ', b' ', b' ', b' '])) = before.split_last_chunk() {
            before = rest;
        }
        while let [rest @ .., b' ' | b'\n' | b'\r' | b'\t'] = before {
            before = rest;
        }
        // Before other white space than JSON's, which is rare, the text is looked at as characters.
        let before = match before.last() {
            Some(byte) if byte.is_ascii_graphic() => before.len(),
            _ => self.text[..pos].trim_end().len(),
        };
        step(pos - before);
        let has_comma = matches!(self.bytes()[..before].last(), Some(b',' | b';'));
        let comma = if has_comma { before - 1 } else { pos };
        comma..comma + 1
    }

    /// Skips what fits nowhere: up to the next comma, closing bracket, line or quote.
    pub(crate) fn junk(&mut self, at: &Frame<'_>) {
        self.junk_of(at, at);
    }

    /// Like [`Cursor::junk`], for what is on `level` but is reported at another place.
    pub(crate) fn junk_of(&mut self, at: &Frame<'_>, level: &Frame<'_>) {
        let start = self.pos;
        let mut before = ' ';
        let mut ends = |c: char| {
            let opens = c == '\'' && before == ' ';
            before = c;
            opens || matches!(c, ',' | '}' | ']' | '\n' | '{' | '[' | '"')
        };
        let length = self.rest().char_indices().skip(1).find(|&(_, c)| ends(c));
        self.pos = searched(start, length.map_or(self.text.len(), |(offset, _)| start + offset));
        let text = &self.text[start..self.pos];
        // Between the marks of a conflict are two versions of the same lines.
        let is_conflict = ["<<<<<<<", "=======", ">>>>>>>"]
            .iter()
            .any(|mark| text.starts_with(mark));
        let kind = if is_conflict {
            RepairKind::ContentLost
        } else {
            RepairKind::JunkRemoved
        };
        self.repaired(kind, at, start..self.pos);
        self.conserve_junk(start..self.pos, level);
    }

    /// Whether a value that such a type reads without conversion may begin at `pos`.
    pub(crate) fn fits_value(&self, pos: usize, accepts: Accepts) -> bool {
        match self.byte(pos) {
            b'"' | b'\'' => accepts.has(
                Accepts::STRING
                    .or(Accepts::NAME)
                    .or(Accepts::NUMBER)
                    .or(Accepts::BOOLEAN),
            ),
            b'{' => accepts.has(Accepts::OBJECT),
            b'[' => accepts.has(Accepts::ARRAY),
            b'-' | b'0'..=b'9' => {
                accepts.has(Accepts::NUMBER) || (accepts.has(Accepts::STRING) && self.is_lone_number(pos))
            }
            b'r' | b'f' | b'b' | b'u' | b'R' | b'F' | b'B' | b'U' if matches!(self.byte(pos + 1), b'"' | b'\'') => {
                accepts.has(Accepts::STRING.or(Accepts::NAME))
            }
            b'`' => accepts.has(Accepts::STRING.or(Accepts::NAME)) && !self.is_fence(pos),
            b't' | b'f' | b'T' | b'F' => accepts.has(Accepts::BOOLEAN),
            b'n' | b'N' => accepts.has(Accepts::NULL),
            b'(' => accepts.has(Accepts::ARRAY) && self.opens_tuple(pos),
            0x80.. => {
                let quote = self.text[pos..].chars().next().and_then(closing_quotes);
                quote.is_some() && accepts.has(Accepts::STRING.or(Accepts::NAME))
            }
            _ => false,
        }
    }

    /// Whether the three backticks at `pos` belong to a fence: no others close them on this line.
    fn is_fence(&self, pos: usize) -> bool {
        self.meets_end_within(pos, LONGEST_INLINE);
        let rest = self.text[pos..].strip_prefix("```");
        let inner = rest.and_then(|rest| head(rest, LONGEST_INLINE).split('\n').next());
        inner.is_some_and(|inner| {
            step(inner.len());
            !inner.contains("```")
        })
    }

    /// Whether there is a number at `pos`, and nothing attached to it: strings in a list may be written like that.
    pub(crate) fn is_lone_number(&self, pos: usize) -> bool {
        let rest = &self.bytes()[pos..];
        let length = rest
            .iter()
            .take(LONGEST_LISTED_NUMBER)
            .take_while(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'.'))
            .count();
        matches!(self.byte(self.after_space(pos + length)), b',' | b']' | b')')
    }

    /// Whether a Python set begins here, which is a list in braces: strings or numbers, and no keys.
    #[cfg(any(feature = "any", feature = "serde"))]
    pub(crate) fn opens_set(&self, pos: usize) -> bool {
        let first = self.after_space(pos + 1);
        let end = match self.byte(first) {
            b'"' | b'\'' => self.short_string_end(first),
            b'-' | b'0'..=b'9' => {
                let digits = self.bytes()[first + 1..].iter().take(40);
                Some(
                    first
                        + 1
                        + digits
                            .take_while(|byte| byte.is_ascii_digit() || **byte == b'.')
                            .count(),
                )
            }
            _ => None,
        };
        let Some(end) = end else { return false };
        let next = self.gap(end);
        match self.byte(next) {
            b'}' => true,
            b',' => {
                let second = self.gap(next + 1);
                matches!(self.byte(second), b'}' | b'"' | b'\'' | b'-' | b'0'..=b'9')
                    && self.key_ahead(second).is_none()
            }
            _ => false,
        }
    }

    /// Whether a tuple begins here: a parenthesis with a value after it.
    pub(crate) fn opens_tuple(&self, pos: usize) -> bool {
        self.byte(pos) == b'(' && {
            let next = self.gap(pos + 1);
            matches!(self.byte(next), b'(' | b')') || self.fits_value(next, Accepts::ANY)
        }
    }

    /// Whether there are only blanks between `pos` and the end of its line.
    pub(crate) fn line_ends_behind(&self, pos: usize) -> bool {
        let mut blanks = self.bytes()[pos.min(self.text.len())..].iter().inspect(|_| step(1));
        let next = blanks.find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
        if next.is_none() {
            self.meets_end();
        }
        next.is_none_or(|&byte| byte == b'\n')
    }

    /// Whether only white space with a line break is right before `pos`.
    pub(crate) fn line_ends_before(&self, pos: usize) -> bool {
        self.text.as_bytes()[..pos]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_whitespace())
            .inspect(|_| step(1))
            .any(|&byte| byte == b'\n')
    }
}
