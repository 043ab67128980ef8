//! Lists: their elements one by one, and sets of them.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
#[cfg(feature = "std")]
use core::hash::{BuildHasher, Hash};
use core::ops::Range;
#[cfg(feature = "std")]
use std::collections::HashSet;

use super::{Slot, listed};
use crate::LlmOutput;
use crate::bounds::LONGEST_KEY;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level, head};
use crate::read::cursor::{Cursor, FlatList, Halt, Read};
use crate::read::scan;
use crate::read::skip::Next;
use crate::read::steps::step;
use crate::record::Mark;
use crate::repair::{RepairKind, Severity};
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts, ObjectSpec};

/// A list that is being read: its level, and whether it has ended.
struct OpenList<'p> {
    frame: Frame<'p>,
    accepts: Accepts,
    index: u32,
    closer: u8,
    done: bool,
    /// There is text between the brackets, but none of it is an element.
    is_void: bool,
}

impl<'p> OpenList<'p> {
    /// A list before its first element.
    #[inline(always)]
    fn begun(at: &'p Frame<'p>, accepts: Accepts) -> Self {
        Self {
            frame: Frame::below(at, Level::List { accepts, index: 0 }),
            accepts,
            index: 0,
            closer: b']',
            done: false,
            is_void: false,
        }
    }

    /// Skips the opening bracket; `None` if there is none.
    #[inline]
    fn open(cursor: &mut Cursor<'_>, at: &'p Frame<'p>, accepts: Accepts) -> Option<Self> {
        if cursor.peek() != b'[' {
            return Self::open_slow(cursor, at, accepts);
        }
        let mut list = Self::begun(at, accepts);
        cursor.pos += 1;
        cursor.space();
        list.look(cursor, false);
        Some(list)
    }

    #[cold]
    fn open_slow(cursor: &mut Cursor<'_>, at: &'p Frame<'p>, accepts: Accepts) -> Option<Self> {
        cursor.trivia(at);
        if cursor.peek() == b'(' {
            cursor.pass_value_marks(at);
        }
        if cursor.peek() == b'[' {
            return Self::open(cursor, at, accepts);
        }
        let start = cursor.pos;
        let is_set = cursor.peek() == b'{' && !accepts.has(Accepts::OBJECT) && {
            let first = cursor.after_space(start + 1);
            cursor.fits_value(first, accepts) && cursor.key_ahead(first).is_none()
        };
        let closer = match cursor.peek() {
            b'(' => b')',
            b'{' if is_set => b'}',
            _ => return None,
        };
        cursor.open_tuple(closer, at);
        let is_quote = |c: char| matches!(c, '"' | '\\');
        if is_set && cursor.rest().trim_start_matches(is_quote).starts_with('[') {
            // The string may be the list, with braces around it.
            cursor.repaired(RepairKind::AmbiguousQuote, at, start..cursor.pos);
        }
        let mut list = Self {
            closer,
            ..Self::begun(at, accepts)
        };
        list.look(cursor, false);
        Some(list)
    }

    /// Checks whether there is an element here.
    #[inline]
    fn look(&mut self, cursor: &mut Cursor<'_>, comma: bool) {
        match cursor.peek() {
            b'"' | b'{' | b'[' | b'0'..=b'9' | b't' | b'f' | b'n' if comma || self.index == 0 => {}
            b']' if !comma && self.closer == b']' => {
                cursor.pos += 1;
                self.done = true;
            }
            _ => self.look_slow(cursor, comma),
        }
    }

    #[cold]
    fn look_slow(&mut self, cursor: &mut Cursor<'_>, comma: bool) {
        match cursor.peek() {
            b'\'' if (comma || self.index == 0) && cursor.is_plain_element() => return,
            b'-' if (comma || self.index == 0) && cursor.byte(cursor.pos + 1).is_ascii_digit() => return,
            b']' if self.closer == b']' && comma => {
                let list = self.frame.parent.unwrap_or(&self.frame);
                let comma = cursor.comma_before(cursor.pos);
                cursor.repaired(RepairKind::ExtraComma, list, comma);
                cursor.pos += 1;
                self.done = true;
                return;
            }
            _ => {}
        }
        let (start, mark) = (cursor.pos, cursor.sink.mark());
        match cursor.element(comma, self.closer, &self.frame) {
            Next::Value => {}
            Next::Closed => {
                cursor.close_tuple(self.closer);
                self.done = true;
                if self.index == 0 && listed::dropped_all(cursor, start..cursor.pos, mark) {
                    let root = Frame::root();
                    let list = self.frame.parent.unwrap_or(&root);
                    cursor.violated(Expected::List, list, start..cursor.pos);
                    self.is_void = true;
                } else if self.index == 0 && listed::has_only_commas(&cursor.text[start..cursor.pos]) {
                    let root = Frame::root();
                    let list = self.frame.parent.unwrap_or(&root);
                    // Spaces of any kind may be before it.
                    let comma = cursor.text[start..cursor.pos]
                        .find(',')
                        .map_or(start, |comma| start + comma);
                    cursor.repaired(RepairKind::JunkRemoved, list, comma..comma + 1);
                } else if self.index == 0 {
                    let root = Frame::root();
                    cursor.conserve_words(start, self.frame.parent.unwrap_or(&root));
                }
            }
            Next::Unclosed => {
                let root = Frame::root();
                let at = self.frame.parent.unwrap_or(&root);
                cursor.unclosed(comma, true, at);
                let is_element = matches!(at.place().level, Level::List { .. });
                if self.index == 0 && !cursor.sink.cut && (is_element || at.is_root() || cursor.ends_at_tag()) {
                    // Nothing but its opening bracket is there: it may be one too many, the tag may be that of an element, or nothing is
                    // left of the answer.
                    let end = cursor.pos;
                    cursor.repaired(RepairKind::ElementSplit, at, end..end);
                }
                self.done = true;
            }
        }
    }

    /// Whether elements of this list follow its closing bracket, which then came too early. Before an object, a brace may have closed it.
    #[cold]
    fn reopens(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let bracket = cursor.pos.wrapping_sub(1);
        let mut comma = cursor.after_space(cursor.pos);
        while matches!(cursor.byte(comma), b'}' | b']') {
            comma = cursor.after_space(comma + 1);
        }
        let has_comma = cursor.byte(comma) == b',';
        let next = if has_comma { cursor.gap(comma + 1) } else { comma };
        // In another list, it may be a reference or the number of a line.
        let is_alone = self
            .frame
            .parent
            .is_none_or(|at| matches!(at.level, Level::Root | Level::Object { .. } | Level::Map { .. }));
        let goes_on = has_comma || (is_alone && begins_rest(cursor, next));
        let is_closed = cursor.byte(bracket) == b']' || (!has_comma && cursor.byte(next) == b'{');
        if self.closer != b']' || !is_closed || !goes_on {
            return false;
        }
        let above = self.frame.parent.map(|parent| parent.place().level);
        let fits_above = matches!(above, Some(Level::List { accepts, .. }) if cursor.fits_value(next, accepts));
        if fits_above || !cursor.fits_value(next, self.accepts) || cursor.key_ahead(next).is_some() {
            return false;
        }
        let list = self.frame.parent.unwrap_or(&self.frame);
        cursor.repaired(RepairKind::ObjectReopened, list, bracket..bracket + 1);
        if !has_comma {
            cursor.repaired(RepairKind::MissingComma, list, next..next);
        }
        cursor.pos = next;
        self.done = false;
        true
    }

    /// Continues after the element that began at `start`.
    #[inline]
    fn next(&mut self, cursor: &mut Cursor<'_>, start: usize) {
        self.index += 1;
        // An element without an opening brace does not count if nothing could read it.
        if cursor.hints.headless_at == cursor.pos && cursor.pos > start {
            self.frame.level = Level::List {
                accepts: self.accepts,
                index: self.index,
            };
            return;
        }
        cursor.space();
        let comma = if cursor.peek() == b',' {
            cursor.pos = cursor.after_space(cursor.pos + 1);
            true
        } else if cursor.peek() == b']' {
            false
        } else {
            cursor.separator(&self.frame)
        };
        self.frame.level = Level::List {
            accepts: self.accepts,
            index: self.index,
        };
        self.look(cursor, comma);
    }
}

/// Records a guess if the only element in round brackets, which began at `begun`, may rather be the list itself or a remark. In Python, a
/// comma makes it a tuple.
#[cold]
fn conserve_only(cursor: &mut Cursor<'_>, begun: usize, at: &Frame<'_>) {
    // Where the work was used up, nothing was read, and the bracket is another's.
    let Some(inner) = cursor.text.get(begun..cursor.pos - 1) else {
        return;
    };
    let element = inner.trim_end();
    let told = element.strip_suffix(',').map_or(element, str::trim_end);
    let span = begun..begun + told.len();
    if told.len() == element.len() && told.starts_with(|c: char| c.is_ascii_digit()) {
        cursor.repaired(RepairKind::JunkRemoved, at, span);
    } else {
        cursor.conserve_wrapped(span, at);
    }
}

/// Whether a string or number is at `pos`, followed by a comma or `]`, and the next bracket is an unopened `]`; or an object, and the
/// first bracket that nothing opens is such a one.
fn begins_rest(cursor: &mut Cursor<'_>, pos: usize) -> bool {
    if cursor.byte(pos) == b'{' {
        let text = cursor.text;
        return cursor.look(text.len() - pos)
            && scan::unopened(&text[pos..]).is_some_and(|closer| text.as_bytes()[pos + closer] == b']');
    }
    let rest = head(&cursor.text[pos.min(cursor.text.len())..], LONGEST_KEY);
    let inner = rest.strip_prefix('"').and_then(|inner| inner.split_once('"'));
    let after = match inner {
        Some((_, after)) => after,
        None => rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | '.')),
    };
    step(rest.len());
    after.len() < rest.len()
        && after.trim_start().starts_with([',', ']'])
        && after
            .find([']', '[', '}'])
            .is_some_and(|at| after[at..].starts_with(']'))
}

/// The elements of a list: what they are, and where they are put.
pub(crate) struct ListSlot<'e> {
    pub(crate) accepts: Accepts,
    pub(crate) object: &'static ObjectSpec,
    /// Each value that is read is appended here.
    pub(crate) slot: &'e mut dyn Slot,
}

impl ListSlot<'_> {
    /// Reads the element at the cursor.
    pub(super) fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>, index: u32) -> Read<()> {
        let frame = self.frame(at, index);
        self.read_at(cursor, &frame)
    }

    /// Reads the element at the cursor, whose frame this is.
    pub(super) fn read_at(&mut self, cursor: &mut Cursor<'_>, frame: &Frame<'_>) -> Read<()> {
        cursor.count_element()?;
        self.slot.read(cursor, frame)
    }

    /// Reads the element from a decoded string.
    pub(super) fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, index: u32) -> Read<()> {
        cursor.count_element()?;
        self.slot.read_text(text, cursor, &self.frame(at, index))
    }

    pub(super) fn frame<'p>(&self, at: &'p Frame<'p>, index: u32) -> Frame<'p> {
        let accepts = self.accepts;
        Frame::below(at, Level::List { accepts, index })
    }
}

/// Reads a list, or makes one from what is written in its place.
pub(crate) fn read(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> Read<()> {
    if elements.accepts.has(Accepts::ARRAY) && at.is_root() && is_line_of_list(cursor) {
        return listed::collected(cursor, at, elements);
    }
    match OpenList::open(cursor, at, elements.accepts) {
        Some(list) if cursor.peek() == b'[' && !elements.accepts.has(Accepts::ARRAY) && !list.done => {
            read_nested(cursor, at, list, elements)
        }
        Some(list) => read_elements(cursor, list, elements.slot),
        None => listed::convert(cursor, at, elements),
    }
}

/// Reads a list whose first element begins with a bracket, although its elements are not lists.
#[cold]
#[inline(never)]
fn read_nested(cursor: &mut Cursor<'_>, at: &Frame<'_>, list: OpenList<'_>, elements: &mut ListSlot<'_>) -> Read<()> {
    let before = cursor.checkpoint();
    // With a third bracket, it is not that one of them is there twice.
    let has_more = cursor.byte(cursor.after_space(cursor.pos + 1)) == b'[';
    let read = read_elements(cursor, list, elements.slot);
    if read.is_ok() || has_more || at.is_inside(Conversion::Element) || cursor.work.lookahead == 0 {
        return read;
    }
    elements.slot.clear();
    cursor.look_back_to(before);
    if is_doubled(cursor, at, elements) {
        return Ok(());
    }
    // What is wrong with it is put on record.
    read_elements(cursor, OpenList::begun(at, elements.accepts), elements.slot)
}

/// Reads the list at the cursor that is inside the brackets of another one, if that is all there is in it: its opening bracket, and
/// perhaps its closing one, are there twice.
fn is_doubled(cursor: &mut Cursor<'_>, at: &Frame<'_>, elements: &mut ListSlot<'_>) -> bool {
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let inside = Frame::below(at, Level::Inside(Conversion::Element));
    let is_read = read(cursor, &inside, elements).is_ok() && !cursor.sink.cut;
    cursor.space();
    let next = cursor.after_space(cursor.pos + 1);
    let ends = match cursor.peek() {
        b']' => true,
        b'}' => matches!(at.place().level, Level::Object { .. }),
        b',' => matches!(at.place().level, Level::Object { .. }) && cursor.is_key(next, at.place()),
        _ => cursor.at_end() && at.is_root(),
    };
    if is_read && ends {
        let is_closed = cursor.peek() == b']';
        if is_closed {
            cursor.pos += 1;
        }
        let end = cursor.pos;
        cursor.repaired(RepairKind::EnvelopeUnwrapped, at, start..end);
        if !is_closed && cursor.at_end() {
            // It may be a list of lists that was cut off.
            cursor.unclosed(false, true, at);
        }
        return true;
    }
    elements.slot.clear();
    cursor.look_back_to(before);
    false
}

/// Whether the list at the cursor is the first of several lines with a list each, where a list of lists is read.
#[cold]
fn is_line_of_list(cursor: &mut Cursor<'_>) -> bool {
    let inside = cursor.after_space(cursor.pos + 1);
    if cursor.peek() != b'[' || cursor.byte(inside) == b'[' {
        return false;
    }
    // Every bracket in the line asks for this: its end is remembered, and the white space at its end is charged.
    let end = cursor.line_end(cursor.pos, cursor.text.len());
    if end == cursor.text.len() {
        return false;
    }
    let line = &cursor.text[cursor.pos..end];
    let told = line.trim_end();
    if !cursor.look(line.len() - told.len()) || !told.ends_with(']') {
        return false;
    }
    let next = cursor.after_space(end + 1);
    cursor.look(next - end) && cursor.byte(next) == b'['
}

/// Reads the elements of a list whose opening bracket was skipped.
fn read_elements(cursor: &mut Cursor<'_>, mut list: OpenList<'_>, elements: &mut dyn Slot) -> Read<()> {
    let (mut invalid, mut dropped) = (list.is_void, 0);
    let (begun, before) = (cursor.pos, cursor.sink.mark());
    let most = cursor.sink.elements_left();
    let skips = skips_invalid(&list.frame);
    while !list.done || (cursor.wary && list.reopens(cursor)) {
        let start = cursor.pos;
        let mark = cursor.sink.mark();
        if list.index as usize >= most {
            return cursor.count_elements(list.index as usize + 1);
        }
        match elements.read(cursor, &list.frame) {
            Ok(()) if skips && cursor.sink.makes_up_since(mark) => {
                elements.undo();
                let span = start..cursor.pos;
                dropped += u32::from(is_dropped(cursor, &list.frame, mark, span));
            }
            Ok(()) => {}
            Err(Halt::Ascend) => {
                let root = Frame::root();
                let at = list.frame.parent.unwrap_or(&root);
                let is_field = cursor.is_field_above(start, &list.frame);
                cursor.back_to_comma(start);
                let end = cursor.pos;
                cursor.repaired(RepairKind::MissingCloser, at, end..end);
                cursor.conserve_closer(end, &list.frame);
                if !is_field {
                    // A flattened map takes every key, so this may be an element with a colon for its comma.
                    cursor.repaired(RepairKind::JunkRemoved, at, end..end);
                }
                break;
            }
            Err(Halt::Absent) if cursor.sink.cut => {}
            Err(_) => {
                let span = start..cursor.pos;
                if is_dropped(cursor, &list.frame, mark, span) {
                    dropped += 1;
                } else {
                    invalid = true;
                }
            }
        }
        list.next(cursor, start);
    }
    cursor.count_elements(list.index as usize)?;
    if list.index == 1 && cursor.text[..cursor.pos].ends_with(')') {
        conserve_only(cursor, begun, list.frame.parent.unwrap_or(&list.frame));
    }
    let closers = [RepairKind::ExtraCloserRemoved, RepairKind::MismatchedCloser];
    if list.closer == b'}' && closers.iter().any(|&kind| cursor.sink.holds_since(before, kind)) {
        // The braces may be around a list that has lost its opening bracket.
        let (at, end) = (list.frame.parent.unwrap_or(&list.frame), cursor.pos);
        cursor.repaired(RepairKind::ElementSplit, at, begun..end);
    }
    if dropped > 0 && dropped == list.index {
        all_dropped(cursor, &list.frame, begun)?;
    }
    if cursor.hints.flat_at.start == begun {
        not_flat(cursor, &list, begun)?;
    }
    if invalid { Err(Halt::Invalid) } else { Ok(()) }
}

/// `Ok` where a list is empty although elements were written: only if the field declares that elements are dropped.
#[cold]
#[inline(never)]
fn all_dropped(cursor: &mut Cursor<'_>, element: &Frame<'_>, begun: usize) -> Read<()> {
    if skips_invalid(element) {
        return Ok(());
    }
    let root = Frame::root();
    let at = element.parent.unwrap_or(&root);
    let span = begun..cursor.pos;
    Err(cursor.violated(Expected::Words("an element that can be read".into()), at, span))
}

/// `Ok` unless all elements of a list of lists, and several, were written as single values: they may be one row of it, or one
/// row each.
#[cold]
#[inline(never)]
fn not_flat(cursor: &mut Cursor<'_>, list: &OpenList<'_>, begun: usize) -> Read<()> {
    let flat = core::mem::replace(&mut cursor.hints.flat_at, FlatList::NONE);
    if list.index < 2 || flat.count != list.index {
        return Ok(());
    }
    let root = Frame::root();
    let at = list.frame.parent.unwrap_or(&root);
    let span = begun..cursor.pos;
    Err(cursor.violated(Expected::Words("a list of lists".into()), at, span))
}

/// Whether the list of this element is a field that drops elements that cannot be read.
fn skips_invalid(element: &Frame<'_>) -> bool {
    let field = element.parent.and_then(Frame::field);
    field.is_some_and(|field| field.skip_invalid)
}

/// Drops an element that cannot be read, if elements like it are dropped here. What was recorded since `mark` was about it.
pub(super) fn is_dropped(cursor: &mut Cursor<'_>, element: &Frame<'_>, mark: Mark, span: Range<usize>) -> bool {
    let drops = skips_invalid(element) || cursor.sink.accept() >= Some(Severity::Invented);
    if drops {
        cursor.sink.rewind(mark);
        cursor.declared(RepairKind::DroppedInvalidElement, element, span);
    }
    drops
}

impl<T: LlmOutput> LlmOutput for Vec<T> {
    type __Form = crate::stream::form::Listed;
    const SHAPE: &'static Shape = &Shape::List {
        element: T::SHAPE,
        length: Length::NONE,
        unique: false,
    };
    const __FACTS: Facts = T::__FACTS.list();

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let mut list = Self::new();
        match read(cursor, at, &mut elements(&mut list)) {
            Ok(()) => Ok(list),
            Err(halt) => Err(halt),
        }
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let mut list = Self::new();
        match listed::from_text(text, cursor, at, &mut elements(&mut list)) {
            Ok(()) => Ok(list),
            Err(halt) => Err(halt),
        }
    }

    fn __invent() -> Option<Self> {
        Some(Self::new())
    }
}

fn elements<T: LlmOutput>(list: &mut Vec<T>) -> ListSlot<'_> {
    ListSlot {
        accepts: T::__FACTS.accepts,
        object: T::__OBJECT,
        slot: list,
    }
}

macro_rules! sets {
    ($([$($parameters:tt)*] $set:ty;)*) => {$(
        impl<$($parameters)*> LlmOutput for $set {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = &Shape::List { element: T::SHAPE, length: Length::NONE, unique: true };
            const __FACTS: Facts = T::__FACTS.list();

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__read(cursor, at).map(Self::from_iter)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__from_text(text, cursor, at).map(Self::from_iter)
            }

            fn __invent() -> Option<Self> {
                Some(core::iter::empty().collect())
            }
        }
    )*};
}

sets! {
    [T: LlmOutput + Ord] BTreeSet<T>;
}

#[cfg(feature = "std")]
sets! {
    [T: LlmOutput + Eq + Hash, S: BuildHasher + Default] HashSet<T, S>;
}
