//! The simple case: one value, bare or in a fence, in prose that contains no other candidate.
//!
//! Most replies that are not exact documents have this form. The walk would find the same single candidate, and there
//! would be nothing to choose from, so neither is set up. Tests check that the result is the same.

use core::ops::Range;

use super::assigned::{is_assigned, is_changed_later};
use super::attempt::{framed, late_place, only_lacks};
use super::behind::{
    changes_list, closes_list, ends_late, goes_on_in_words, is_closed_again, leads_on, may_lack, resumed,
};
use super::corrected::is_corrected;
use super::envelope;
use super::lines;
use super::marks::{doubtful_escape, doubtful_mark, has_doubtful_quotes};
use super::outside::{
    holds_member, is_citation, is_in_literal, is_sign, leads_in, may_be_reference, opens_tuple, unusual_space,
};
use super::restart::may_restart;
use super::root::drops;
use super::select::is_rejected;
use super::skeleton::is_skeleton;
use super::walk::escaped::escapes;
use super::walk::{find_at, may_begin};
use crate::Options;
use crate::bounds::{LONGEST_INFO, LONGEST_SKELETON};
use crate::parsed::Settled;
use crate::read::cursor::Cursor;
use crate::read::retraction::takes_back;
use crate::read::scan;
use crate::read::steps::{searched, step};
use crate::read::trivia::NextMarks;
use crate::record::FenceAndProse;
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, Facts, ObjectSpec, TypeForm};

/// Where the first value of a text was read, and what is around it.
#[derive(Clone)]
pub(super) struct FirstPlace {
    pub(super) start: usize,
    /// Where it ends, once it was read.
    pub(super) end: usize,
    /// The opening of its fence, and prose once it is settled.
    around: FenceAndProse,
    /// What marks are in the prose before it.
    before: Marks,
    /// The text begins with it, but for white space.
    pub(super) is_document: bool,
    /// It was checked whether anything else in the text can be the answer.
    is_judged: bool,
    /// Nothing else can, and what is around it is on record.
    pub(super) is_only: bool,
}

impl FirstPlace {
    /// The place of a value at the beginning of the text.
    #[inline(always)]
    pub(super) fn document(start: usize) -> Self {
        Self {
            start,
            end: start,
            around: FenceAndProse::default(),
            before: Marks::default(),
            is_document: true,
            is_judged: false,
            is_only: false,
        }
    }

    /// The place of a value somewhere in the text.
    fn inside(start: usize, around: FenceAndProse, before: Marks) -> Self {
        Self {
            around,
            before,
            is_document: false,
            ..Self::document(start)
        }
    }

    /// The value's own text.
    #[inline(always)]
    pub(super) fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// How the reading of the value ended that was read at this place and is of a type of this form, if nothing else can be
    /// the answer.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn settle(&mut self, cursor: &mut Cursor<'_>, options: &Options<'_>, form: TypeForm) -> Option<Settled> {
        if let Some(settled) = self.exact(cursor) {
            return Some(settled);
        }
        (form == TypeForm::Struct && settle(cursor, options, self)).then(|| self.settled(cursor))
    }

    /// How the reading of the value ended that was read at this place, if it is the whole text and exact.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn exact(&self, cursor: &mut Cursor<'_>) -> Option<Settled> {
        (self.is_document && cursor.is_done()).then(|| Settled::exact(self.span()))
    }

    /// How the reading of a value ended that was settled on.
    #[inline(always)]
    pub(super) fn settled(&self, cursor: &mut Cursor<'_>) -> Settled {
        Settled::new(cursor.sink.closed(self.around), self.span())
    }
}

/// Where the text's first value begins: with the text, if that may be a document, or after prose and the opening of a fence.
/// Moves the cursor there.
pub(super) fn first_place(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    facts: Facts,
    object: &'static ObjectSpec,
) -> Option<FirstPlace> {
    if cursor.text.len() > options.limits.bytes {
        return None;
    }
    cursor.space();
    let is_document = match cursor.peek() {
        // A bracket differs from a brace in that one bit.
        byte if byte | 0x20 == b'{' => facts.accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)),
        b'"' => !cursor.rest().starts_with("\"\"\""),
        byte => begins(byte, facts.accepts),
    };
    if is_document {
        return Some(FirstPlace::document(cursor.pos));
    }
    // What is no object of fields may be in an object that a provider asks for: that comes first.
    if facts.form == TypeForm::Struct {
        begin(cursor, options, facts.accepts, object)
    } else {
        None
    }
}

/// Whether a value of such a type may begin with this byte, which opens neither a bracket nor a string, at the very start of
/// a text.
fn begins(byte: u8, accepts: Accepts) -> bool {
    match byte {
        // A comment, which anything may follow.
        b'/' => true,
        b'-' | b'0'..=b'9' => accepts.has(Accepts::NUMBER),
        b't' | b'f' => accepts.has(Accepts::BOOLEAN),
        b'n' => accepts.has(Accepts::NULL),
        // Any JSON value in other spellings.
        b'\'' | b'N' | b'T' | b'F' | b'.' | b'+' | b'(' => accepts == Accepts::ANY,
        _ => false,
    }
}

/// Where the first value begins in a text that begins with something else; the cursor, which has read nothing yet, then stands
/// there.
#[cold]
#[inline(never)]
pub(super) fn begin(
    cursor: &mut Cursor<'_>,
    options: &Options<'_>,
    accepts: Accepts,
    object: &ObjectSpec,
) -> Option<FirstPlace> {
    if !options.markers.is_empty() || !accepts.has(Accepts::OBJECT.or(Accepts::ARRAY)) {
        return None;
    }
    let place = place(cursor.whole(), accepts, object)?;
    cursor.pos = place.start;
    cursor.fenced = place.around.fence_start().is_some();
    Some(place)
}

/// Settles on the value that was read at this place, if it is the only thing in the text that can be the answer and
/// every repair is accepted. Its record is then closed. A second call returns `false`, since the text has not changed.
#[cold]
#[inline(never)]
pub(super) fn settle(cursor: &mut Cursor<'_>, options: &Options<'_>, place: &mut FirstPlace) -> bool {
    let text = cursor.whole();
    let was_judged = core::mem::replace(&mut place.is_judged, true);
    if was_judged
        || cursor.unrecognized
        || cursor.sink.is_in_doubt()
        || cursor.sink.may_be_misplaced()
        || is_doubtful(cursor, options)
        || !cursor.sink.is_taken()
        || doubtful_escape(&cursor.sink, text, place.span()).is_some()
        || (!cursor.sink.is_clean() && may_be_another(cursor, place))
    {
        return false;
    }
    let mut is_whole = false;
    if place.is_document {
        if !options.markers.is_empty() || escapes(text, place.start) || opens_tuple(text, place.start) {
            return false;
        }
        cursor.space();
        is_whole = cursor.pos >= text.len();
        if !is_whole && !is_document(text.as_bytes(), place.start) {
            return false;
        }
    }
    // An object without some of the fields may be a wrapper, and the answer an object inside it.
    let value = text[place.span()].as_bytes();
    let is_short = cursor.sink.holds(RepairKind::MissingToDefault);
    if is_short
        && scan::byte::<b'{'>(value, 1) < value.len()
        && !(is_whole && only_lacks(&cursor.sink, text, place.span()))
    {
        return false;
    }
    if (is_short || cursor.sink.holds(RepairKind::WrapInArray))
        && envelope::arguments(text, place.start, &mut text.len(), &mut NextMarks::default(), |_| true).is_some()
    {
        return false;
    }
    let is_bare = !is_whole && place.around.fence_start().is_none();
    if is_bare && cursor.sink.holds(RepairKind::NumberToString) && is_citation(&text[place.span()]) {
        return false;
    }
    if is_bare
        && text.as_bytes()[place.start] == b'['
        && (is_sign(text, place.span()) || may_be_reference(text, place.span()))
    {
        return false;
    }
    let behind = &text[place.end..];
    if text.as_bytes()[place.start] == b'[' && ((is_bare && goes_on_in_words(behind)) || changes_list(behind)) {
        return false;
    }
    if !is_whole {
        let Some(prose) = prose(cursor, place) else {
            return false;
        };
        let value = &text[place.span()];
        let outside = [&text[..place.start], &text[place.end..]];
        if prose.is_empty() && outside.into_iter().any(|part| unusual_space(part).is_some()) {
            return false;
        }
        if !prose.is_empty() && value.len() <= LONGEST_SKELETON && is_skeleton(value) {
            return false;
        }
        if takes_back(&text[place.end..])
            || is_changed_later(text, place.span())
            || is_corrected(text, place.span())
            || is_in_literal(text, place.span())
            || is_assigned(text, place.span(), false, |_| true)
        {
            return false;
        }
        if late_place(&cursor.sink, place.end).is_some() && ends_late(text, place.end) {
            return false;
        }
        if cursor.sink.holds(RepairKind::WrapInArray) && closes_list(&text[..place.start], &text[place.end..]) {
            return false;
        }
        let may_resume = [RepairKind::MissingValue, RepairKind::MismatchedCloser];
        if cursor.sink.may_hold_any(may_resume) && resumed(text, place.end).is_some() {
            return false;
        }
        place.around.set_prose(&prose);
        if !cursor.sink.is_framed(&place.around) {
            core::mem::take(&mut place.around).note(&mut cursor.sink);
            // What is around the value is repaired too, and perhaps not to be.
            if !cursor.sink.is_taken() {
                place.is_only = true;
                return false;
            }
        }
    }
    if let Some(mark) = doubtful_mark(&cursor.sink, text, place.span()) {
        framed(&mut cursor.sink, RepairKind::AmbiguousQuote, mark);
        if !cursor.sink.is_taken() {
            place.is_only = true;
            return false;
        }
    }
    cursor.sink.close(place.around, options);
    true
}

/// Whether the record leaves open what belongs to the answer. Most repairs do not.
#[inline]
fn is_doubtful(cursor: &Cursor<'_>, options: &Options<'_>) -> bool {
    let sink = &cursor.sink;
    let may_be_doubtful = sink.may_hold_any([
        RepairKind::JunkRemoved,
        RepairKind::ExtraCloserRemoved,
        RepairKind::ContentLost,
        RepairKind::CommentRemoved,
        RepairKind::DroppedInvalidElement,
        RepairKind::DroppedInvalidOptional,
    ]);
    may_be_doubtful && {
        let kinds = [
            RepairKind::JunkRemoved,
            RepairKind::ExtraCloserRemoved,
            RepairKind::ContentLost,
        ];
        kinds.iter().any(|&kind| sink.holds(kind))
            || (options.accept >= Some(Severity::Incomplete) && drops(sink))
            || (sink.holds(RepairKind::CommentRemoved) && lines::without_prefixes(cursor.whole()).is_some())
    }
}

/// Whether a value that was repaired may be another one: it may have been put together from two, if a guess was needed or something
/// was closed for it, or the signs before its lines may be in its texts.
#[cold]
fn may_be_another(cursor: &Cursor<'_>, place: &FirstPlace) -> bool {
    let (text, sink) = (cursor.whole(), &cursor.sink);
    let kinds = [
        RepairKind::MissingCloser,
        RepairKind::MismatchedCloser,
        RepairKind::MissingQuote,
    ];
    // Where the grammar holds, only a value that has no place in the type may be the beginning of another answer.
    let misplaced = [RepairKind::JsonAsText, RepairKind::UnwrapSingleElement];
    let may_be_mixed = sink.may_break_grammar() || sink.may_hold_any(misplaced);
    let is_rough = may_be_mixed
        && (sink.worst() >= Some(Severity::Guess) || sink.may_hold_any(kinds) || has_doubtful_quotes(sink));
    (is_rough && may_restart(text, place.span(), sink))
        || (sink.may_hold_any([RepairKind::ControlCharEscaped])
            && !place.is_document
            && lines::may_be_prefixed(text, place.start))
}

/// The first piece of prose around the value at this place and its fence, empty where there is none; nothing where the value
/// may not be the only one.
fn prose(cursor: &Cursor<'_>, place: &FirstPlace) -> Option<Range<usize>> {
    let text = cursor.whole();
    if cursor.sink.cut || (!cursor.sink.is_clean() && ends_reasoning(&text[place.span()])) {
        return None;
    }
    let fence = place.around.fence_start();
    let (end, after) = frame_end(text, place.end, fence.is_some())?;
    if after.closers && cursor.sink.holds(RepairKind::CommentRemoved) {
        return None;
    }
    if is_closed_again(text, &place.span()) || leads_on(text, place.end, after.closers) || may_lack(&text[place.end..])
    {
        return None;
    }
    let outside = [
        (&text[..fence.unwrap_or(place.start)], place.before),
        (&text[end..], after),
    ];
    // A key is in quotes: in ASCII text, `marks` says whether there are any.
    let has_key = |(part, marks): (&str, Marks)| {
        let is_ascii = part.is_ascii();
        ((marks.quotes || !is_ascii) && holds_member(part))
            || (marks.quotes && find_at::<b'"'>(part, "\":").is_some())
            || (!is_ascii && part.contains(['｛', '［', '：']))
    };
    if outside.into_iter().any(has_key) {
        return None;
    }
    let before = trimmed(text, 0..fence.unwrap_or(place.start));
    if is_rejected(text, fence.unwrap_or(place.start), place.span())
        || leads_in(&text[before.clone()], place.before.closers)
        || text[before.clone()].starts_with('◁')
    {
        return None;
    }
    Some(if before.is_empty() {
        trimmed(text, end..text.len())
    } else {
        before
    })
}

/// This part of the text without the white space around it.
fn trimmed(text: &str, part: Range<usize>) -> Range<usize> {
    let bytes = text.as_bytes();
    // What is neither ASCII nor white space of the common kind is looked at more closely.
    let is_odd = |byte: u8| byte >= 0x80 || byte == b'\x0b';
    let (mut start, mut end) = (part.start, part.end);
    while start < end && bytes[start].is_ascii_whitespace() {
        start += 1;
    }
    while start < end && bytes[end - 1].is_ascii_whitespace() {
        end -= 1;
    }
    step(part.len() - (end - start));
    if start < end && (is_odd(bytes[start]) || is_odd(bytes[end - 1])) {
        let rest = text[start..end].trim_start();
        start = end - rest.len();
        end = start + rest.trim_end().len();
    }
    start..end
}

/// The first place in the text where a value begins, if it is one of those that need no second look.
fn place(text: &str, accepts: Accepts, object: &ObjectSpec) -> Option<FirstPlace> {
    let bytes = text.as_bytes();
    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte >= 0x80;
    let first = searched(0, bytes.iter().position(|byte| !is_blank(byte))?);
    // A text that holds a document, and a tuple.
    if matches!(bytes[first], b'"' | b'(') || (first > 0 && text.starts_with('\u{feff}')) {
        return None;
    }
    let (stop, before) = prose_end(bytes, first)?;
    match bytes.get(stop)? {
        b'{' if !escapes(text, stop) && may_begin(text, stop, accepts, object) => {
            Some(FirstPlace::inside(stop, FenceAndProse::default(), before))
        }
        b'`' => fenced(text, stop, before),
        _ => None,
    }
}

/// The place of the value after the three marks at `pos`, if nothing but an info string is between.
#[inline(always)]
fn fenced(text: &str, pos: usize, before: Marks) -> Option<FirstPlace> {
    let bytes = text.as_bytes();
    let is_info = |byte: &&u8| byte.is_ascii_alphanumeric();
    let behind = &bytes[pos + 3..];
    let (end, start) = if behind.starts_with(b"json\n{") {
        (pos + 7, searched(pos, pos + 8))
    } else {
        let info = behind.iter().take(LONGEST_INFO).take_while(is_info).count();
        let end = pos + 3 + info;
        (end, scan::after_space(bytes, searched(pos, end)))
    };
    // In a diff, the dash before a line is no sign of a number.
    let is_diff = text[pos + 3..end].starts_with("diff");
    (is_document(bytes, start) && !escapes(text, start) && !is_diff)
        .then(|| FirstPlace::inside(start, FenceAndProse::fence(&(pos..end)), before))
}

/// Whether the bracket at `pos` opens a value, and no label such as `[CONTENT]`.
#[inline(always)]
fn is_document(bytes: &[u8], pos: usize) -> bool {
    match bytes.get(pos) {
        Some(b'{') => true,
        Some(b'[') => !matches!(bytes.get(pos + 1), Some(b'A'..=b'Z' | b'_' | b'/')),
        _ => false,
    }
}

/// Where the frame around the value that ends at `end` is closed, and which marks follow it, if no other value can follow.
fn frame_end(text: &str, end: usize, fenced: bool) -> Option<(usize, Marks)> {
    let bytes = text.as_bytes();
    let end = if fenced {
        let close = scan::after_space(bytes, end);
        let marks = run_of(b'`', &bytes[close..]);
        (marks >= 3).then_some(searched(close, close + marks))?
    } else {
        end
    };
    let (stop, marks) = prose_end(bytes, end)?;
    (stop == text.len()).then_some((end, marks))
}

/// Whether a value that was repaired may have been put together across the end of the reasoning. In one that was not, that can
/// only be in a text.
fn ends_reasoning(value: &str) -> bool {
    find_at::<b'<'>(value, "</think").is_some()
}

/// The marks in prose that say more than that it is prose.
#[derive(Debug, Clone, Copy, Default)]
struct Marks {
    /// Quotation marks, or backticks.
    quotes: bool,
    /// Closing brackets.
    closers: bool,
}

/// Where the prose at `from` ends, quotes, closers and code in single marks included, and which of them are in it: at a
/// bracket, a tag or a fence of backticks, or at the text's end. `None` if there is a fence of another kind.
fn prose_end(bytes: &[u8], from: usize) -> Option<(usize, Marks)> {
    let mut marks = Marks::default();
    let mut pos = from;
    loop {
        pos = scan::frame_stop(bytes, pos);
        match bytes.get(pos) {
            None | Some(b'{' | b'[' | b'<') => return Some((pos, marks)),
            Some(b'}' | b']') => {
                marks.closers = true;
                pos = searched(pos, pos + 1);
            }
            Some(&mark) => {
                let run = run_of(mark, &bytes[pos..]);
                match (mark, run) {
                    (b'`', 3) => return Some((pos, marks)),
                    (_, 3..) => return None,
                    _ => pos = searched(pos, pos + run),
                }
                marks.quotes = true;
            }
        }
    }
}

/// How many marks of this kind the text begins with: as a rule, three or one.
#[inline(always)]
fn run_of(mark: u8, bytes: &[u8]) -> usize {
    match bytes {
        [first, second, third, fourth, ..] if *first == mark && *fourth != mark => {
            if *second == mark {
                2 + usize::from(*third == mark)
            } else {
                1
            }
        }
        _ => bytes.iter().take_while(|&&byte| byte == mark).count(),
    }
}

#[cfg(test)]
mod tests;
