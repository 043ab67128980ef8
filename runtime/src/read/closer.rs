//! What a closing bracket does: to its own level, to one further out, or nothing.

use crate::bounds::CLOSED_FREELY;
use crate::options::Finish;
use crate::path::{Conversion, Frame, Level, tail};
use crate::read::ahead::KeyAhead;
use crate::read::cursor::Cursor;
use crate::read::steps::step;
use crate::repair::RepairKind;

/// How much white space before a closing bracket is looked past for an opening one.
const LONGEST_BLANK: usize = 64;

/// What a closing bracket of the wrong kind does to its level.
pub(crate) enum Mismatch {
    /// It was skipped.
    Ignored,
    /// The level ends.
    Ends,
}

/// Whether the text ahead can follow a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fit {
    Yes,
    /// It closes the whole answer, with other text after it.
    Outermost,
    No,
}

impl Cursor<'_> {
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
        let closes_alone = has_partner && self.closes_this_alone(start, next, at);
        let is_extra = (self.goes_on(next, own, at) && !may_close_above && !closes_alone)
            || (self.byte(next) == own && !(has_partner && self.closes_all(start, at)))
            || (own == b'}' && !has_partner && self.has_member_ahead(next, at));
        if is_extra {
            self.pos += 1;
            self.repaired(RepairKind::ExtraCloserRemoved, holder, start..self.pos);
            let before = self.text[..start].trim_end();
            let sought: &[RepairKind] = match before.as_bytes().last() {
                Some(b']' | b'}') => &[RepairKind::WrapInArray],
                _ => &[
                    RepairKind::MissingCloser,
                    RepairKind::WrapInArray,
                    RepairKind::UnwrapStringArray,
                    RepairKind::NullToEmpty,
                ],
            };
            let is_held = |&kind: &RepairKind| self.sink.seems_to_hold(kind);
            // A member that no field takes may belong to the list or map before it, and this may be its bracket.
            let may_close_stray = match own {
                b'}' => before.ends_with(['"', '}']),
                _ => self.byte(start) == b'}',
            };
            // What was in a list may be missing, with its end. Or it may close what was closed before for want of it, or a list
            // whose opening bracket is missing.
            let ends_early =
                self.byte(next) == own && self.close_run(start, at).is_some_and(|(end, _)| self.byte(end) == b',');
            if ends_early
                || before.ends_with(['[', ':'])
                || (own == b'}' && before.ends_with("null"))
                || tail(before, LONGEST_BLANK)
                    .trim_end_matches([']', ' ', '\n', '\t'])
                    .ends_with([',', '['])
                || sought.iter().any(is_held)
                || (may_close_stray && self.sink.stray().is_some())
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
        if has_partner && !closes_alone {
            self.repaired(RepairKind::MissingCloser, holder, start..start);
            self.conserve_closer(start, at);
            self.conserve_name(start, at);
            let before = tail(&self.text[..start], LONGEST_BLANK).trim_end();
            if before.is_empty() || before.ends_with(['[', '{', '(']) || self.leaves_open(next, at) {
                // Nothing but its opening bracket is there: an element may be missing, or the bracket be one too many. Or it closes only
                // this level, and the text is cut off.
                self.repaired(RepairKind::ElementSplit, holder, start..start);
            }
        } else {
            self.pos += 1;
            self.repaired(RepairKind::MismatchedCloser, holder, start..self.pos);
            self.conserve_escaped(start, at);
            let above = at.place().parent.map(|above| above.place().level);
            // In a map that is cut off, the last closing bracket may be an extra one.
            let is_last =
                matches!(at.place().level, Level::Map { .. }) && at.place().parent.is_some_and(Frame::is_root);
            if (has_partner && matches!(above, Some(Level::Map { .. }))) || (is_last && next >= self.text.len()) {
                // The entries that follow may be unknown fields of an object further out.
                self.repaired(RepairKind::ElementSplit, holder, start..self.pos);
            }
        }
        Mismatch::Ends
    }

    /// Whether the wrong closing bracket at `start` closes only this level, and not the one above too. The text at `next`, after
    /// it, shows that: a comma and the next key or element of the level that is then open. Brackets that close outer levels may
    /// come before the comma, if they would not fit had the bracket at `start` closed its partner: `{"a": [{"b": {"c": 1]}, {..}]}`.
    fn closes_this_alone(&self, start: usize, next: usize, at: &Frame<'_>) -> bool {
        let Some(above) = at.place().parent.map(Frame::place) else {
            return false;
        };
        match self.byte(next) {
            b',' => self.goes_on_above(next, above),
            b'}' | b']' => {
                let end = self.close_run(next, above);
                end.is_some_and(|(comma, open)| {
                    let goes_on =
                        |open: &Frame<'_>| self.byte(comma) == b',' && self.goes_on_above(comma, open.place());
                    open.is_some_and(goes_on) && self.closers_fit(start, at) != Fit::Yes
                })
            }
            _ => false,
        }
    }

    /// Whether the closing brackets at `next` are the last of the text and leave a level open, if the one before them closes only this
    /// level: `{"a": [{"b": {"c": 1]}`.
    fn leaves_open(&self, next: usize, at: &Frame<'_>) -> bool {
        let above = at.place().parent.map(Frame::place);
        let run = above.and_then(|above| self.close_run(next, above));
        let is_open = |(end, open): (usize, Option<&Frame<'_>>)| {
            end > next && end >= self.text.len() && open.is_some_and(|open| open.closer().is_some())
        };
        let in_list = matches!(above.map(|above| above.level), Some(Level::List { .. }));
        (run.is_some_and(is_open) || (in_list && next >= self.text.len())) && self.who_ended() != Some(Finish::Stop)
    }

    /// Whether the level `above` goes on after this comma.
    fn goes_on_above(&self, comma: usize, above: &Frame<'_>) -> bool {
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

    /// Whether the closing brackets at `pos`, read as closing this level and outer ones, all have a level to close, and no more of the
    /// answer follows if they close all of it.
    fn closes_all(&self, pos: usize, at: &Frame<'_>) -> bool {
        self.close_run(pos, at).is_some_and(|(end, open)| match self.byte(end) {
            b'}' | b']' => false,
            b',' => open.is_some_and(|open| open.closer().is_some()) || !self.goes_on_behind(end),
            _ => true,
        })
    }

    /// Whether more JSON follows the comma at `comma`.
    fn goes_on_behind(&self, comma: usize) -> bool {
        matches!(self.byte(self.gap(comma + 1)), b'{' | b'[' | b'"')
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

    /// Whether every bracket that is open at this level is closed by the rest of the text, so that none of them is missing.
    ///
    /// The result holds for the rest of the text, so it is computed only once.
    pub(crate) fn is_balanced(&mut self, at: &Frame<'_>) -> bool {
        let limit = self.text.len();
        let known = self.work.marks.seen().balance.get();
        if let Some((known_limit, known_end)) = known
            && known_limit == limit
            && self.pos < known_end
        {
            return known_end < limit;
        }
        let levels = core::iter::successors(Some(at), |frame| frame.parent);
        let open = levels.filter(|frame| frame.closer().is_some()).count();
        let end = self.end_of_levels(open).unwrap_or(limit);
        self.work.marks.seen().balance.set(Some((limit, end)));
        end < limit
    }

    /// The position of the bracket that closes the outermost of `open` levels.
    fn end_of_levels(&mut self, mut open: usize) -> Option<usize> {
        let bytes = self.bytes();
        let mut pos = self.pos;
        let end = loop {
            match bytes.get(pos) {
                None => break None,
                Some(b'"') => {
                    let Some(end) = self.valid_string_end(pos) else {
                        break None;
                    };
                    pos = end;
                    continue;
                }
                Some(b'{' | b'[') => open += 1,
                Some(b'}' | b']') => open = open.saturating_sub(1),
                _ => {}
            }
            if open == 0 {
                break Some(pos);
            }
            pos += 1;
        };
        step(pos - self.pos);
        (self.look(pos - self.pos)).then_some(end).flatten()
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

    /// Whether a field or element of the level `open` begins at `pos`.
    fn opens(&self, pos: usize, open: &Frame<'_>) -> bool {
        match open.level {
            Level::List { accepts, .. } => self.fits_value(pos, accepts),
            Level::Inside(Conversion::Pairs) => self.byte(pos) == b'{',
            _ => self.is_key(pos, open) || self.key_ahead(pos).is_some_and(|key| key.quoted),
        }
    }
}
