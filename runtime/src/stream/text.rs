//! Strings that are shown as they arrive: what is decoded at once, and what is held back.

use alloc::string::String;

use super::change::Changes;
use super::kind::Level;
use crate::read::scan;
use crate::read::steps::step;

/// A string that is being read.
pub(super) struct Reading<'t> {
    pub(super) text: &'t str,
    /// Everything before this position is shown.
    pub(super) pos: usize,
    /// Everything before this position has been scanned.
    pub(super) scanned: usize,
    /// Where the last chunk begins. What is before it and not shown was held back.
    pub(super) last: usize,
    pub(super) fenced: bool,
}

/// Why reading stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FoundText {
    /// There is no more text.
    Nothing,
    /// A quote, at `scanned`.
    Quote,
    /// Something that JSON does not allow here.
    Odd,
}

/// The character of an escape.
enum Escape {
    Character(char, usize),
    /// It is cut off.
    Part,
    Invalid,
}

impl Reading<'_> {
    /// Shows as much as is certain.
    #[inline]
    pub(super) fn go_on(
        &mut self,
        leaf: &mut String,
        way: &[Level],
        spare: &mut Spare,
        changes: &mut Changes,
    ) -> FoundText {
        let bytes = self.text.as_bytes();
        let mut from = self.pos.max(self.scanned);
        // What has not been scanned yet, was not held back either: the string may begin before the last chunk.
        let new = self.last.min(from);
        let found = loop {
            // A chunk that ends a string has already been scanned up to this place.
            let stop = match bytes.get(from) {
                Some(b'"' | b'\\') => from,
                _ => scan::last_string_stop(bytes, from),
            };
            self.scanned = stop;
            match bytes.get(stop) {
                None => break FoundText::Nothing,
                Some(b'"') => break FoundText::Quote,
                Some(b'\\') => match escape(bytes, stop) {
                    Escape::Character(c, length) => {
                        spare.extend(leaf, &self.text[self.pos..stop]);
                        spare.push(leaf, c);
                        if changes.are_kept {
                            changes.grew(way, self.text, self.pos..stop);
                            changes.grew_otherwise(way, self.text, c.encode_utf8(&mut [0; 4]));
                        }
                        self.pos = stop + length;
                        from = self.pos;
                    }
                    Escape::Part => break FoundText::Nothing,
                    Escape::Invalid => break FoundText::Odd,
                },
                // A line break belongs to the string, unless it ends the fence around the answer.
                Some(b'\n') if self.fenced => match fence_at(&bytes[stop + 1..]) {
                    Some(found) => break found,
                    None => from = stop + 1,
                },
                Some(b'\n' | b'\r' | b'\t') => from = stop + 1,
                Some(_) => break FoundText::Odd,
            }
        };
        let end = shown_end(bytes, self.pos, new, self.scanned);
        let piece = &self.text[self.pos..end];
        if found == FoundText::Quote {
            spare.complete(leaf, piece);
        } else {
            spare.begin(leaf, piece);
        }
        if !piece.is_empty() {
            changes.grew(way, self.text, self.pos..end);
            self.pos = end;
        }
        found
    }
}

/// What a line means that may end the fence around the answer; `None` if it cannot.
fn fence_at(line: &[u8]) -> Option<FoundText> {
    let marks = &line[..line.len().min(3)];
    let is_fence = b"```".starts_with(marks) || b"~~~".starts_with(marks);
    is_fence.then_some(if marks.len() < 3 {
        FoundText::Nothing
    } else {
        FoundText::Odd
    })
}

/// The buffer that strings use while they grow. When a string is complete, its content moves to a buffer of its own, of the
/// right size: so a string is allocated once, whatever the chunks, and no capacity stays unused.
#[derive(Debug, Default)]
pub(super) struct Spare {
    buffer: String,
    /// The string that is being read uses the buffer.
    is_lent: bool,
}

impl Spare {
    /// Appends a piece to an unfinished string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn extend(&mut self, leaf: &mut String, piece: &str) {
        if leaf.capacity() - leaf.len() < piece.len() {
            return self.extend_in_new_room(leaf, piece);
        }
        leaf.push_str(piece);
    }

    /// Like [`Spare::extend`], for a piece that may be the string's first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin(&mut self, leaf: &mut String, piece: &str) {
        if leaf.capacity() == 0 && !piece.is_empty() && self.buffer.capacity() >= piece.len() {
            *leaf = core::mem::take(&mut self.buffer);
            self.is_lent = true;
        }
        self.extend(leaf, piece);
    }

    /// Appends a character to an unfinished string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn push(&mut self, leaf: &mut String, c: char) {
        if leaf.len() < leaf.capacity() {
            leaf.push(c);
        } else {
            self.extend_in_new_room(leaf, c.encode_utf8(&mut [0; 4]));
        }
    }

    #[cold]
    #[inline(never)]
    fn extend_in_new_room(&mut self, leaf: &mut String, piece: &str) {
        if leaf.capacity() == 0 {
            *leaf = core::mem::take(&mut self.buffer);
            self.is_lent = true;
        }
        if leaf.capacity() - leaf.len() < piece.len() {
            make_room(leaf, piece.len(), STRING_ROOM);
        }
        leaf.push_str(piece);
    }

    /// Appends the last piece to a string.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn complete(&mut self, leaf: &mut String, piece: &str) {
        if leaf.capacity() == 0 {
            if !piece.is_empty() {
                *leaf = String::from(piece);
            }
        } else {
            self.complete_lent(leaf, piece);
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn complete_lent(&mut self, leaf: &mut String, piece: &str) {
        if !core::mem::take(&mut self.is_lent) || leaf.len() > LONG {
            return self.extend(leaf, piece);
        }
        self.extend(leaf, piece);
        let whole = String::from(leaf.as_str());
        self.buffer = core::mem::replace(leaf, whole);
        self.buffer.clear();
    }

    /// The string that uses the buffer keeps it: it does not end where it seemed to.
    pub(super) fn give_up(&mut self) {
        self.is_lent = false;
    }
}

/// A string that is longer keeps the buffer in which it has grown.
const LONG: usize = 2 << 10;

/// The first capacity of a text that is still arriving.
const TEXT_ROOM: usize = 5 << 8;

/// The same for a string that is shown. It is hardly shorter than the text around it: with steps at other lengths, the two
/// do not grow at the same time, and the largest capacities do not add up.
const STRING_ROOM: usize = 9 << 7;

/// Appends a chunk to a text that is still arriving.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn append(text: &mut String, chunk: &str) {
    if text.capacity() - text.len() < chunk.len() {
        make_room(text, chunk.len(), TEXT_ROOM);
    }
    text.push_str(chunk);
}

/// Makes room for so many more bytes. The capacity is doubled, beginning with `first`, so that it grows in few steps.
#[cold]
#[inline(never)]
fn make_room(text: &mut String, more: usize, first: usize) {
    let capacity = first * (text.len() + more).div_ceil(first).next_power_of_two();
    text.reserve_exact(capacity - text.len());
}

/// Where the visible piece of a string ends: before white space and a comma at the end, since those may follow a missing
/// quote. What is before `new`, and after `from`, has been held back before.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn shown_end(bytes: &[u8], from: usize, new: usize, end: usize) -> usize {
    if end > from && bytes[end - 1] > b',' {
        end
    } else {
        before_blanks(bytes, from, new, end)
    }
}

/// The end without the white space and the comma before it.
#[inline]
pub(super) fn before_blanks(bytes: &[u8], from: usize, new: usize, mut end: usize) -> usize {
    // More white space changes nothing about what is held back, and it may be long: it is not scanned again.
    if from < new
        && matches!(bytes[new - 1], 0..=b' ' | b',')
        && let Some(more) = bytes.get(new..end)
        && more.iter().all(|&byte| byte <= b' ')
    {
        return from;
    }
    let start = end;
    let is_blank = |end: usize| end > from && bytes[end - 1] <= b' ';
    while is_blank(end) {
        end -= 1;
    }
    if end > from && bytes[end - 1] == b',' {
        end -= 1;
        while is_blank(end) {
            end -= 1;
        }
    }
    step(start - end);
    end
}

/// The escape at `pos`, as defined by RFC 8259 section 7.
#[cfg_attr(not(debug_assertions), inline(always))]
fn escape(bytes: &[u8], pos: usize) -> Escape {
    let Some(&letter) = bytes.get(pos + 1) else {
        return Escape::Part;
    };
    let c = match letter {
        b'"' | b'\\' | b'/' => char::from(letter),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        b'u' => return code_point(bytes, pos),
        _ => return Escape::Invalid,
    };
    Escape::Character(c, 2)
}

/// The code point of the escape at `pos`, or of the surrogate pair that it forms with the next one.
#[inline(never)]
fn code_point(bytes: &[u8], pos: usize) -> Escape {
    let unit = |at: usize| -> Result<u32, Escape> {
        let mut value = 0;
        for offset in 0..4 {
            let Some(&byte) = bytes.get(at + offset) else {
                return Err(Escape::Part);
            };
            let Some(digit) = char::from(byte).to_digit(16) else {
                return Err(Escape::Invalid);
            };
            value = value * 16 + digit;
        }
        Ok(value)
    };
    let first = match unit(pos + 2) {
        Ok(unit) => unit,
        Err(escape) => return escape,
    };
    if let Some(c) = char::from_u32(first) {
        return Escape::Character(c, 6);
    }
    let next = &bytes[pos + 6..];
    if next.len() < 2 && b"\\u".starts_with(next) {
        return Escape::Part;
    }
    if first >= 0xdc00 || !next.starts_with(b"\\u") {
        return Escape::Invalid;
    }
    match unit(pos + 8) {
        Ok(second) if (0xdc00..0xe000).contains(&second) => {
            let c = char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00));
            c.map_or(Escape::Invalid, |c| Escape::Character(c, 12))
        }
        Ok(_) => Escape::Invalid,
        Err(escape) => escape,
    }
}
