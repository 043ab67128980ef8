//! Marks in a text: whether one begins at a place, and which comes first.

use super::super::extent::{Extent, Reach};
use super::super::format::{ENDS, Entry, FORMATS, MEANT, SKIPPED, TURNS};
use super::{LONGEST_HEADER, ReplyText};
use crate::read::scan;
use crate::spec::NamesSpec;
use core::ops::Range;

/// Whether something begins at a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    Yes,
    No,
    /// The text ends before that can be said.
    Wait,
}

impl Begins {
    /// Whether one of two things begins.
    pub(super) fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Yes, _) | (_, Self::Yes) => Self::Yes,
            (Self::Wait, _) | (_, Self::Wait) => Self::Wait,
            _ => Self::No,
        }
    }
}

/// The marks that have a byte in a place of their own, as bits. Nearly all begin with `<` or `[`, and the next two bytes tell most of
/// them apart.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidates {
    /// One bit for each entry of [`FORMATS`].
    formats: u32,
    /// One bit for each of [`TURNS`].
    turns: u32,
    /// A bit for each of the other lists.
    lists: u8,
}

/// The lists of marks that [`Candidates`] knows as a whole.
const LISTS: [&[&str]; 2] = [ENDS, SKIPPED];

/// The bit after those of [`LISTS`].
const MEANT_BIT: u8 = 1 << LISTS.len();

const _: () = assert!(FORMATS.len() <= 32 && TURNS.len() <= 32, "there are not enough bits");

impl Candidates {
    const NONE: Self = Self {
        formats: 0,
        turns: 0,
        lists: 0,
    };

    const ALL: Self = Self {
        formats: u32::MAX,
        turns: u32::MAX,
        lists: u8::MAX,
    };

    /// The marks that may begin at `at`.
    #[inline]
    pub(super) fn at(text: ReplyText<'_>, at: usize) -> Self {
        let second = text.byte(at + 1).map_or(Self::ALL, |byte| SECOND[usize::from(byte)]);
        let third = text.byte(at + 2).map_or(Self::ALL, |byte| THIRD[usize::from(byte)]);
        Self {
            formats: second.formats & third.formats,
            turns: second.turns & third.turns,
            lists: second.lists & third.lists,
        }
    }

    /// The formats that have one of these marks.
    pub(super) fn formats(self) -> impl Iterator<Item = &'static Entry> {
        of_bits(self.formats, FORMATS)
    }

    /// Whether a mark of somebody else's turn begins at `at`, where these are the candidates.
    pub(super) fn begin_turn(self, text: ReplyText<'_>, at: usize) -> Begins {
        of_bits(self.turns, TURNS).fold(Begins::No, |found, mark| found.or(begins(text, at, mark)))
    }

    pub(super) fn ends(self) -> bool {
        self.lists & 1 != 0
    }

    pub(super) fn skipped(self) -> bool {
        self.lists & 2 != 0
    }

    pub(super) fn meant(self) -> bool {
        self.lists & MEANT_BIT != 0
    }
}

/// The entries of a list that have a bit of their own.
fn of_bits<T>(mut bits: u32, all: &'static [T]) -> impl Iterator<Item = &'static T> {
    core::iter::from_fn(move || {
        let number = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        all.get(number)
    })
}

/// The marks with each second byte, and with each third one.
static SECOND: [Candidates; 256] = with_byte(1);
static THIRD: [Candidates; 256] = with_byte(2);

/// The marks with each byte at this place.
const fn with_byte(place: usize) -> [Candidates; 256] {
    let mut all = [Candidates::NONE; 256];
    let mut i = 0;
    while i < FORMATS.len() {
        let mut j = 0;
        while j < FORMATS[i].open.len() {
            all[byte_of(FORMATS[i].open[j], place)].formats |= 1 << i;
            j += 1;
        }
        i += 1;
    }
    i = 0;
    while i < TURNS.len() {
        all[byte_of(TURNS[i], place)].turns |= 1 << i;
        i += 1;
    }
    i = 0;
    while i < LISTS.len() {
        let mut j = 0;
        while j < LISTS[i].len() {
            all[byte_of(LISTS[i][j], place)].lists |= 1 << i;
            j += 1;
        }
        i += 1;
    }
    i = 0;
    while i < MEANT.len() {
        let byte = MEANT[i].0.as_bytes()[place];
        all[byte.to_ascii_lowercase() as usize].lists |= MEANT_BIT;
        all[byte.to_ascii_uppercase() as usize].lists |= MEANT_BIT;
        i += 1;
    }
    all
}

const fn byte_of(mark: &str, place: usize) -> usize {
    mark.as_bytes()[place] as usize
}

/// Whether the mark begins at `at`.
#[inline]
pub(super) fn begins(text: ReplyText<'_>, at: usize, mark: &str) -> Begins {
    let rest = text.text.as_bytes().get(at..).unwrap_or_default();
    // Most marks begin with the same byte, and differ in the second or third one.
    if let ([_, second, third, ..], [_, other, another, ..]) = (rest, mark.as_bytes())
        && (second != other || third != another)
    {
        return Begins::No;
    }
    if rest.starts_with(mark.as_bytes()) {
        Begins::Yes
    } else if !text.is_end && mark.as_bytes().starts_with(rest) {
        Begins::Wait
    } else {
        Begins::No
    }
}

/// Whether the mark begins at `at`, in whatever case it is written.
pub(super) fn begins_folded(text: ReplyText<'_>, at: usize, mark: &str) -> Begins {
    let rest = text.text.as_bytes().get(at..).unwrap_or_default();
    let mark = mark.as_bytes();
    if let ([_, second, ..], [_, other, ..]) = (rest, mark)
        && !second.eq_ignore_ascii_case(other)
    {
        return Begins::No;
    }
    let length = rest.len().min(mark.len());
    if !rest[..length].eq_ignore_ascii_case(&mark[..length]) {
        Begins::No
    } else if length == mark.len() {
        Begins::Yes
    } else if text.is_end {
        Begins::No
    } else {
        Begins::Wait
    }
}

/// Whether one of the marks begins at `at`.
pub(super) fn begins_any(text: ReplyText<'_>, at: usize, marks: &[&str]) -> Begins {
    let mut waits = false;
    for mark in marks {
        match begins(text, at, mark) {
            Begins::Yes => return Begins::Yes,
            Begins::Wait => waits = true,
            Begins::No => {}
        }
    }
    if waits { Begins::Wait } else { Begins::No }
}

/// Where the mark ends that begins at `at`, if one of these does; otherwise, whether one may.
pub(super) fn after_any(text: ReplyText<'_>, at: usize, marks: &[&str]) -> Result<usize, Begins> {
    let mut found = Err(Begins::No);
    for mark in marks {
        match begins(text, at, mark) {
            Begins::Yes => found = Ok(found.unwrap_or(at).max(at + mark.len())),
            Begins::Wait if found.is_err() => found = Err(Begins::Wait),
            _ => {}
        }
    }
    found
}

/// The length of the longest of the marks that begins at `at`.
pub(super) fn length_of(text: ReplyText<'_>, at: usize, marks: &[&str]) -> usize {
    let begun = marks.iter().filter(|mark| begins(text, at, mark) == Begins::Yes);
    begun.map(|mark| mark.len()).max().unwrap_or(0)
}

/// The first of the marks from `from` on. Each begins with `[` or the same byte as the first of them; their case does not matter.
pub(super) fn first_of(text: ReplyText<'_>, from: usize, marks: &[&'static str]) -> Option<(usize, &'static str)> {
    let bytes = text.text.as_bytes();
    let first = marks.first().map_or(b'<', |mark| mark.as_bytes()[0]);
    let mut at = scan::either(bytes, from, first, b'[');
    while at < bytes.len() {
        let begins = |mark: &&&str| {
            bytes[at..]
                .get(..mark.len())
                .is_some_and(|found| found.eq_ignore_ascii_case(mark.as_bytes()))
        };
        if let Some(mark) = marks.iter().find(begins) {
            return Some((at, mark));
        }
        at = scan::either(bytes, at + 1, first, b'[');
    }
    None
}

/// Where the search for marks goes on that were not found so far: where the last of them may have begun.
pub(super) fn hold_back(text: &str, from: usize, marks: &[&str]) -> usize {
    let longest = marks.iter().map(|mark| mark.len()).max().unwrap_or(0);
    let bytes = text.as_bytes();
    let mut at = bytes.len().saturating_sub(longest).max(from);
    let begins =
        |mark: &&str, rest: &[u8]| mark.len() >= rest.len() && mark.as_bytes()[..rest.len()].eq_ignore_ascii_case(rest);
    while at < bytes.len() && !marks.iter().any(|mark| begins(mark, &bytes[at..])) {
        at += 1;
    }
    at
}

/// Whether nothing but blanks is before `at` on its line.
pub(super) fn is_at_line_start(text: &str, at: usize) -> bool {
    let before = text.as_bytes()[..at]
        .iter()
        .rev()
        .find(|byte| !matches!(byte, b' ' | b'\t' | b'\r'));
    before.is_none_or(|&byte| byte == b'\n')
}

/// Where the mark is in a short text. To set up a search for long ones would take longer than this.
pub(super) fn place_of(text: &str, mark: &str) -> Option<usize> {
    let (bytes, mark) = (text.as_bytes(), mark.as_bytes());
    // The last byte of a mark is seldom in other words.
    let (&last, before) = mark.split_last()?;
    let mut at = before.len();
    loop {
        at = scan::either(bytes, at, last, last);
        if bytes.get(..at).filter(|_| at < bytes.len())?.ends_with(before) {
            return Some(at - before.len());
        }
        at += 1;
    }
}

/// No name of a tool is longer.
pub(super) const LONGEST_NAME: usize = 128;

/// Whether a text is a name that a tool may have.
pub(super) fn is_name(text: &str) -> bool {
    let is_first = |c: char| c.is_alphanumeric() || c == '_';
    // Without a branch for each byte, this is done sooner.
    let is_plain = |all: bool, byte: u8| all & IN_NAMES[usize::from(byte)];
    text.len() <= LONGEST_NAME
        && text.starts_with(is_first)
        && (text.bytes().fold(true, is_plain) || text.chars().all(is_in_name))
}

/// Whether a name of a tool may contain it.
pub(super) fn is_in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':' | '/')
}

/// How many bytes of ASCII that a name may contain a text begins with.
pub(super) fn length_of_name(text: &str) -> usize {
    text.bytes().take_while(|&byte| IN_NAMES[usize::from(byte)]).count()
}

/// The bytes of ASCII that a name may contain.
static IN_NAMES: [bool; 256] = {
    let mut all = [false; 256];
    let mut byte = 0;
    while byte < 128_u8 {
        all[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b':' | b'/');
        byte += 1;
    }
    all
};

/// Whether a tool has this name.
pub(super) fn is_known(names: &NamesSpec, text: &str) -> bool {
    super::super::read::tool(names, text).is_some()
}

/// Where a call ends whose end cannot be found by its own grammar: at the first mark that ends it, or at the next object that
/// names a tool. `Err`: where the search goes on when more text has come.
///
/// Where a format has marks that end a call, the mark of another call ends none: it may be in a string whose quotes are not
/// escaped, and what is in a string must never become a call.
pub(super) fn region_end(
    text: ReplyText<'_>,
    from: usize,
    entry: Option<&Entry>,
    names: &NamesSpec,
) -> Result<usize, usize> {
    let bytes = text.text.as_bytes();
    let marks = match entry {
        Some(entry) if entry.close.is_empty() => entry.open,
        Some(entry) => entry.close,
        None => &[],
    };
    let mut at = from;
    loop {
        at = scan::prose_stop(bytes, at);
        let Some(&byte) = bytes.get(at) else {
            return if text.is_end { Ok(bytes.len()) } else { Err(bytes.len()) };
        };
        let ends = match byte {
            b'<' | b'[' => begins_any(text, at, marks),
            b'{' if follows_object(text.text, at) => names_tool(text, at, names),
            _ => Begins::No,
        };
        match ends {
            Begins::Yes => return Ok(at),
            Begins::Wait => return Err(at),
            Begins::No => at += 1,
        }
    }
}

/// Whether the object of a call was left before its end, where the mark of the next call is: it is no more than begun, without
/// a break in its grammar, and a tool is named after the mark.
pub(super) fn is_left_open(text: ReplyText<'_>, object: Range<usize>, entry: &Entry, names: &NamesSpec) -> Begins {
    let begun = &text.text[..object.end];
    let length = length_of(text, object.end, entry.open);
    if !entry.close.is_empty() || length == 0 || begun.trim_ascii_end().ends_with(['}', ']']) {
        return Begins::No;
    }
    let next = text.rest(text.after_space(object.end + length));
    let name = next.find(|c| !is_in_name(c)).map_or(next, |end| &next[..end]);
    let is_begun = name.len() == next.len();
    if is_begun && !text.is_end && name.len() <= LONGEST_HEADER {
        return Begins::Wait;
    }
    let is_call = is_begun || next.starts_with(['[', '{']) || is_known(names, name);
    if is_call && matches!(Extent::new(object.start).go_on(begun), Reach::Open) {
        Begins::Yes
    } else {
        Begins::No
    }
}

/// Where the search for the end of a call begins whose last token before the break is at `last`: after it, but at its mark if
/// the token is the word in a mark that was taken for a list.
pub(super) fn search_from(text: ReplyText<'_>, last: usize, entry: Option<&Entry>) -> usize {
    let mark = last.saturating_sub(1);
    let is_mark = entry.is_some_and(|entry| text.byte(mark) == Some(b'[') && length_of(text, mark, entry.open) > 0);
    if is_mark { mark } else { last + 1 }
}

/// Whether an object ends before `at`, and perhaps a separator follows it.
fn follows_object(text: &str, at: usize) -> bool {
    let is_blank = |c: char| c.is_ascii_whitespace();
    let before = text[..at].trim_end_matches(is_blank);
    let before = before.strip_suffix([',', ';']).unwrap_or(before);
    before.trim_end_matches(is_blank).ends_with('}')
}

/// Whether the object at `at` begins with the name of a tool, or with an id and then the name.
pub(super) fn names_tool(text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
    let mut pos = at + 1;
    for _ in 0..4 {
        match goes_into_function(text, pos) {
            Ok(Some(inside)) => {
                pos = inside;
                continue;
            }
            Ok(None) => {}
            Err(begins) => return begins,
        }
        let Some((key, value, next)) = (match string_pair(text, pos) {
            Ok(pair) => pair,
            Err(begins) => return begins,
        }) else {
            return Begins::No;
        };
        match key {
            "name" | "tool" | "tool_name" if is_known(names, value) => return Begins::Yes,
            "id" | "tool_call_id" | "type" => pos = next,
            _ => return Begins::No,
        }
    }
    Begins::No
}

/// Where the object begins that is the value of the key `function` at `pos`, if there is one.
fn goes_into_function(text: ReplyText<'_>, pos: usize) -> Result<Option<usize>, Begins> {
    const KEY: &str = "\"function\"";
    let waits = if text.is_end { Begins::No } else { Begins::Wait };
    let key = text.after_space(pos);
    match begins(text, key, KEY) {
        Begins::No => return Ok(None),
        Begins::Wait => return Err(Begins::Wait),
        Begins::Yes => {}
    }
    let colon = text.after_space(key + KEY.len());
    let value = text.after_space(colon + 1);
    match (text.byte(colon), text.byte(value)) {
        (None, _) | (Some(b':'), None) => Err(waits),
        (Some(b':'), Some(b'{')) => Ok(Some(value + 1)),
        _ => Ok(None),
    }
}

/// The key and the string after it that begin at `pos`, and where the next key may begin.
fn string_pair(text: ReplyText<'_>, pos: usize) -> Result<Option<(&str, &str, usize)>, Begins> {
    let waits = if text.is_end { Begins::No } else { Begins::Wait };
    let string = move |pos: usize| {
        let start = text.after_space(pos);
        let quote = text.byte(start).ok_or(waits)?;
        if !matches!(quote, b'"' | b'\'') {
            return Err(Begins::No);
        }
        let rest = text.rest(start + 1);
        let head = super::head(rest);
        match head.find(char::from(quote)) {
            Some(end) => Ok((&head[..end], start + 1 + end + 1)),
            None if rest.len() < super::LONGEST_HEADER => Err(waits),
            None => Err(Begins::No),
        }
    };
    let mark = move |pos: usize, mark: u8| {
        let at = text.after_space(pos);
        match text.byte(at) {
            None => Err(waits),
            Some(byte) if byte == mark => Ok(Some(at + 1)),
            Some(_) => Ok(None),
        }
    };
    let (key, pos) = string(pos)?;
    let Some(pos) = mark(pos, b':')? else { return Ok(None) };
    let (value, pos) = string(pos)?;
    // After the name, nothing else matters.
    let next = if matches!(key, "name" | "tool" | "tool_name") {
        Some(pos)
    } else {
        mark(pos, b',')?
    };
    Ok(next.map(|next| (key, value, next)))
}
