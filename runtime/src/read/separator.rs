//! What is between the values of one level: commas, closers, and what models write in their place.

use core::ops::Range;

use crate::bounds::{CLOSED_FREELY, LONGEST_INLINE, LONGEST_LAST_WORDS, LONGEST_LISTED_NUMBER};
use crate::path::{Conversion, Frame, Level, head};
use crate::read::ahead::{KeyAhead, closing_quotes};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::{searched, step};
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// What a closing bracket of the wrong kind does to its level.
pub(crate) enum Mismatch {
    /// It was skipped.
    Ignored,
    /// The level ends.
    Ends,
}

/// Whether a closing tag begins here, or one of a model's special tokens for the beginning or end of a turn.
pub(super) fn begins_frame_end(rest: &str) -> bool {
    rest.starts_with('<')
        && ["</", "<|", "<start_of_turn>", "<end_of_turn>", "<eos>"]
            .iter()
            .any(|token| rest.starts_with(token))
}

/// Whether the text ahead can follow a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    Yes,
    /// It closes the whole answer, with other text after it.
    Outermost,
    No,
}

/// A record with more events is not searched for each closing bracket.
const LONGEST_RECORD: usize = 256;

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
    pub(crate) fn ends_at_tag(&self) -> bool {
        let whole = self.whole();
        let rest = head(&whole[self.text.len()..], LONGEST_INLINE);
        step(rest.len());
        let word = rest.strip_prefix("```");
        let behind = rest.split_once('>').map(|(_, behind)| behind.trim_start());
        let name = rest.strip_prefix("</").and_then(|rest| rest.split('>').next());
        let is_opened = || name.is_some_and(|name| self.text.split('<').skip(1).any(|tag| tag.starts_with(name)));
        word.is_some_and(|word| word.starts_with(char::is_alphanumeric))
            || (rest.starts_with('<') && behind.is_none_or(quotes::opens_string))
            || (name.is_some_and(|name| name != "s") && !is_opened())
    }

    /// Whether a remark about the answer begins at `pos`: a paragraph of its own, which runs to the end of the text.
    ///
    /// A single word may be a literal that was cut off, words before a colon may be a key, and words before a quote or
    /// bracket may be part of the answer.
    pub(crate) fn is_remark(&self, pos: usize) -> bool {
        let begins = self.byte(pos.wrapping_sub(1)) == b'\n' && matches!(self.byte(pos), b'A'..=b'Z' | 0x80..);
        if !begins || self.origin.is_some() || self.text.len() - pos > LONGEST_LAST_WORDS {
            return false;
        }
        self.meets_end();
        let rest = &self.text[pos..];
        step(rest.len());
        let before = self.text[..pos - 1].trim_end_matches([' ', '\t', '\r']);
        let mut words = rest.split_whitespace();
        let has_words = (0..3).all(|_| words.next().is_some_and(|word| !word.ends_with([':', '='])));
        before.ends_with('\n')
            && rest.starts_with(char::is_alphabetic)
            && has_words
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
        let closes = self.rest()[3..].find("```");
        if closes.is_none() {
            self.meets_end();
        }
        self.look(closes.unwrap_or(self.rest().len())) && closes.is_some()
    }

    /// Skips the comma after a value, or finds that it is missing. Returns whether there was one.
    ///
    /// Leaves the cursor at the next key, value or closing bracket.
    #[cold]
    #[inline(never)]
    pub(crate) fn separator(&mut self, at: &Frame<'_>) -> bool {
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
                    self.conserve_neighbours(start, at);
                    self.conserve_sign(start..self.text[..next].trim_end().len(), at);
                    self.pos = next;
                    return true;
                }
                if self.value_or_key_begins(at) {
                    self.repaired(RepairKind::MissingComma, Self::holder(at), start..start);
                    self.conserve_neighbours(start, at);
                    return true;
                }
                false
            }
        }
    }

    /// What is between the elements of a list belongs to the list, not to one of them.
    fn holder<'p>(at: &'p Frame<'p>) -> &'p Frame<'p> {
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

    /// Decides what a closing bracket does that is not this level's `own` one.
    ///
    /// It is skipped if this level clearly continues or ends after it. If its partner is further out, it closes everything
    /// in between; without a partner, it closes this level.
    pub(crate) fn mismatch(&mut self, own: u8, at: &Frame<'_>) -> Mismatch {
        let start = self.pos;
        let holder = Self::holder(at);
        let next = self.after_space(start + 1);
        let has_partner = self.has_partner(start, at);
        let may_close_above = has_partner && self.byte(next) == b',' && self.is_key_above(self.gap(next + 1), at);
        let closes_alone = has_partner && self.closes_this_alone(next, at);
        let is_extra = (self.goes_on(next, own, at) && !may_close_above && !closes_alone)
            || (self.byte(next) == own && !(has_partner && self.closes_all(start, at)))
            || (own == b'}' && !has_partner && self.has_member_ahead(next, at));
        if is_extra {
            self.pos += 1;
            self.repaired(RepairKind::ExtraCloserRemoved, holder, start..self.pos);
            let before = self.text[..start].trim_end();
            let sought: &[RepairKind] = match before.as_bytes().last() {
                Some(b']' | b'}') => &[RepairKind::WrapInArray],
                _ => &[RepairKind::MissingCloser, RepairKind::WrapInArray],
            };
            // What is far back in a long record is not looked for: the worse is assumed.
            let is_held = |&kind: &RepairKind| {
                self.sink.may_hold_any([kind]) && (self.sink.recorded() > LONGEST_RECORD || self.sink.holds(kind))
            };
            // What was in a list may be missing, with its end. Or it may close what was closed before for want of it, or a list
            // whose opening bracket is missing.
            if before.ends_with('[')
                || sought.iter().any(is_held)
                || (own == b'}' && before.ends_with(['"', '}']) && self.sink.stray().is_some())
            {
                self.repaired(RepairKind::JunkRemoved, holder, start..self.pos);
            }
            self.conserve_closer(start, at);
            let above = at.place().parent.map(|above| above.place().level);
            let is_inner = own == b']' && !holder.is_root() || matches!(above, Some(Level::Map { .. }));
            if self.byte(next) == b',' && is_inner {
                // It may be this level's own bracket, of the wrong kind: then what follows belongs to an outer one.
                self.repaired(RepairKind::ElementSplit, holder, start..self.pos);
            }
            return Mismatch::Ignored;
        }
        if has_partner && !self.closes_this_alone(next, at) {
            self.repaired(RepairKind::MissingCloser, holder, start..start);
            self.conserve_closer(start, at);
        } else {
            self.pos += 1;
            self.repaired(RepairKind::MismatchedCloser, holder, start..self.pos);
            if matches!(
                at.place().parent.map(|above| above.place().level),
                Some(Level::Map { .. })
            ) && has_partner
            {
                // The entries that follow may be unknown fields of an object further out.
                self.repaired(RepairKind::ElementSplit, holder, start..self.pos);
            }
        }
        Mismatch::Ends
    }

    /// Whether a comma at `comma` and the next key or element of the level right above show that a closing bracket of the
    /// wrong kind closes only this level, and not the one above too.
    fn closes_this_alone(&self, comma: usize, at: &Frame<'_>) -> bool {
        let above = at.place().parent.map(Frame::place);
        let Some(above) = above.filter(|_| self.byte(comma) == b',') else {
            return false;
        };
        let next = self.gap(comma + 1);
        let beyond = above.parent.map(Frame::place);
        match above.level {
            Level::Object { .. } | Level::Rest { .. } => {
                (self.is_key(next, above) || self.marked_key(next, above).is_some()) && !self.is_key_above(next, above)
            }
            Level::List { accepts, .. } => {
                let fits_beyond = matches!(beyond.map(|beyond| beyond.level), Some(Level::List { accepts, .. }) if self.fits_value(next, accepts));
                self.fits_value(next, accepts) && self.key_ahead(next).is_none() && !fits_beyond
            }
            // The next entry of the map, unless it is a field further out.
            Level::Map { .. } => {
                let is_entry = |key: KeyAhead| key.quoted && self.is_value_start(self.after_space(key.colon + 1));
                self.key_ahead(next).is_some_and(is_entry) && !self.is_field_above(next, above)
            }
            _ => false,
        }
    }

    /// Whether a comma and another field or element of this level follow.
    fn goes_on(&self, comma: usize, own: u8, at: &Frame<'_>) -> bool {
        if self.byte(comma) != b',' {
            return false;
        }
        let next = self.gap(comma + 1);
        match at.level {
            Level::List { accepts, .. } => {
                own == b']' && self.fits_value(next, accepts) && self.key_ahead(next).is_none()
            }
            _ => self.is_key(next, at),
        }
    }

    /// Whether a field in quotes follows at `pos`, with or without a comma before it, and is not known to an outer level:
    /// the object continues with it, whether the type knows its key or not.
    fn has_member_ahead(&self, pos: usize, at: &Frame<'_>) -> bool {
        let next = if self.byte(pos) == b',' { self.gap(pos + 1) } else { pos };
        let is_member = |key: KeyAhead| key.quoted && self.is_value_start(self.after_space(key.colon + 1));
        self.key_ahead(next).is_some_and(is_member) && (self.is_key(next, at) || !self.is_key_above(next, at))
    }

    /// Whether the closing bracket at `pos` closes an outer level.
    fn has_partner(&self, pos: usize, at: &Frame<'_>) -> bool {
        at.parent.is_some_and(|above| above.closed_by(self.byte(pos)).is_some())
    }

    /// Whether the closing brackets at `pos`, read as closing this level and outer ones, all have a level to close.
    fn closes_all(&self, pos: usize, at: &Frame<'_>) -> bool {
        self.close_run(pos, at)
            .is_some_and(|(end, _)| !matches!(self.byte(end), b'}' | b']'))
    }

    /// Follows a run of closing brackets from `pos` on, each closing the nearest level of its kind. Returns the position
    /// after the run and the level that is open there, or `None` if a bracket has no partner.
    fn close_run<'f>(&self, mut pos: usize, at: &'f Frame<'f>) -> Option<(usize, Option<&'f Frame<'f>>)> {
        let mut open = Some(at.place());
        let mut count = 0;
        while let byte @ (b'}' | b']') = self.byte(pos) {
            count += 1;
            // Each bracket of a run inside of deep values asks for those after it.
            if count > CLOSED_FREELY && !self.look_at_comment(1) {
                return None;
            }
            let Some(closed) = open.and_then(|level| level.closed_by(byte)) else {
                // Closing brackets after the end of the whole answer are not part of it.
                return if open.is_none_or(|level| level.closer().is_none()) {
                    Some((pos, None))
                } else {
                    None
                };
            };
            open = closed.parent.map(|parent| match parent.level {
                Level::Inside(Conversion::Pairs) => parent,
                _ => parent.place(),
            });
            pos = self.gap(pos + 1);
            if self.byte(pos) == b'(' {
                pos = self.remark_end(pos).map_or(pos, |end| self.gap(end));
            }
        }
        Some((pos, open))
    }

    /// Whether each bracket that is open at this level was closed before: fields or elements that belonged inside followed it.
    /// As many brackets are closed as are opened then, so nothing shows that the text is cut off.
    #[cold]
    #[inline(never)]
    pub(crate) fn closed_early(&self, at: &Frame<'_>) -> bool {
        let open = core::iter::successors(Some(at), |frame| frame.parent).filter(|frame| frame.closer().is_some());
        self.sink.count_of(RepairKind::ObjectReopened) >= open.count()
    }

    /// Whether the closing brackets at `pos` can follow a value of this level.
    pub(crate) fn closers_fit(&self, pos: usize, at: &Frame<'_>) -> Fit {
        let Some((end, open)) = self.close_run(pos, at.place()) else {
            return Fit::No;
        };
        if end >= self.text.len() {
            return Fit::Yes;
        }
        self.meets_end_within(end, 3);
        let rest = &self.text.as_bytes()[end..];
        if rest.starts_with(b"```") || rest.starts_with(b"</") || rest.starts_with(b"~~~") {
            return Fit::Yes;
        }
        let Some(open) = open.filter(|frame| frame.closer().is_some()) else {
            return Fit::Outermost;
        };
        match self.byte(end) {
            b',' => {
                let next = self.gap(end + 1);
                if next >= self.text.len() || matches!(self.byte(next), b'}' | b']') || self.opens(next, open) {
                    Fit::Yes
                } else {
                    Fit::No
                }
            }
            _ if self.is_key(end, open) || (self.opens(end, open) && self.line_ends_before(end)) => Fit::Yes,
            // Objects in a list of bullets.
            b'-' | b'*' | b'+'
                if self.byte(end + 1) == b' ' && self.byte(end + 2) == b'{' && self.line_ends_before(end) =>
            {
                Fit::Outermost
            }
            _ => Fit::No,
        }
    }

    /// Whether the parenthesis or brace at `pos` closes the tuple or set at this level.
    pub(crate) fn closes_tuple(&self, pos: usize, at: &Frame<'_>) -> bool {
        let is_closer = match self.byte(pos) {
            b')' => self.style.tuples > 0,
            b'}' => self.style.sets > 0,
            _ => false,
        };
        is_closer && matches!(at.place().level, Level::List { .. }) && {
            let next = self.gap(pos + 1);
            next >= self.text.len()
                || matches!(self.byte(next), b',' | b']' | b')' | b'}')
                || (self.fenced && self.is_frame_end(next))
        }
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

    /// Whether a field or element of the level `open` begins at `pos`.
    fn opens(&self, pos: usize, open: &Frame<'_>) -> bool {
        match open.level {
            Level::List { accepts, .. } => self.fits_value(pos, accepts),
            Level::Inside(Conversion::Pairs) => self.byte(pos) == b'{',
            _ => self.is_key(pos, open) || self.key_ahead(pos).is_some_and(|key| key.quoted),
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
