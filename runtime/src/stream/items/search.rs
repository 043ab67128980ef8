//! Finds the list under a key in a reply that is still arriving.
//!
//! The reply is scanned once, for brackets, strings and keys. A quote ends a string if the text after it continues as JSON
//! does, so a quote inside a string hides no key.

mod values;

pub(super) use values::{KeyedValue, goes_on};

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::bounds::LONGEST_KEY;
use crate::fold;
use crate::read::reasoning::{Opened, after_close, opened};
use crate::read::steps::step;
use crate::read::{decode, scan};

/// The search for the list under a key.
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
#[derive(Debug)]
pub(super) struct Search {
    /// The keys on the way to the list: one, or the parts of a path with dots.
    way: Vec<String>,
    likeness: Likeness,
    /// Everything before this position was scanned.
    pos: usize,
    inside: Inside,
    /// The objects and arrays that are open.
    levels: Vec<OpenLevel>,
    /// Where the outermost of them begins.
    document: usize,
    /// A colon precedes this position.
    is_value: bool,
    /// The first value under the key that is not a list.
    pub(super) other: Option<usize>,
    /// The list that was found.
    found: Option<FoundList>,
    /// Lists count only in the blocks with these names, or if nothing precedes them.
    markers: Vec<String>,
    /// Values that are not lists are found too.
    wants_all: bool,
    /// Only this document is searched.
    is_bounded: bool,
    /// The key of what was found last is written exactly as the name that was given.
    is_exact: bool,
}

/// How similar a key of the text must be to the name that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Likeness {
    Exact,
    /// In any case and style.
    Folded,
    /// Off by one edit.
    Near,
}

#[derive(Debug, Clone, Copy)]
struct OpenLevel {
    is_object: bool,
    /// How many keys of the way lead to this object.
    base: usize,
    /// How many keys of the way lead to the value that is being read.
    reached: usize,
    /// The last of these keys is written exactly as the name that was given.
    is_exact: bool,
}

/// The list that was found first.
#[derive(Debug, Clone, Copy)]
struct FoundList {
    document: usize,
    /// How many levels were open around it.
    depth: usize,
    /// The object around it is still open.
    is_open: bool,
}

#[derive(Debug, Clone, Copy)]
enum Inside {
    /// Outside of all brackets.
    Prose,
    /// In reasoning, which this tag closes.
    Reasoning(&'static str),
    /// Between the tokens of an object or array.
    Brackets,
    /// In a string that begins after this quote, and was scanned up to the second position.
    String(u8, usize, usize),
    /// In a comment that ends with this text.
    Comment(&'static str),
}

/// The longest white space after a string or key that is looked through.
const LONGEST_SPACE: usize = 256;

impl Search {
    pub(super) fn new(way: &[String], likeness: Likeness, markers: &[&str]) -> Self {
        Self {
            way: way.to_vec(),
            likeness,
            pos: 0,
            inside: Inside::Prose,
            levels: Vec::new(),
            document: 0,
            is_value: false,
            other: None,
            found: None,
            markers: markers.iter().map(|&marker| marker.to_owned()).collect(),
            wants_all: false,
            is_bounded: false,
            is_exact: false,
        }
    }

    /// The search for another list.
    pub(super) fn again(&self) -> Self {
        let mut search = Self::new(&self.way, self.likeness, &[]);
        search.markers.clone_from(&self.markers);
        search
    }

    /// How similar a key must be.
    pub(super) fn likeness(&self) -> Likeness {
        self.likeness
    }

    /// Where the document begins that was searched last.
    pub(super) fn document(&self) -> usize {
        self.document.saturating_sub(1)
    }

    /// Whether any bracket was found at all.
    pub(super) fn has_brackets(&self) -> bool {
        self.document > 0
    }

    /// Whether an object or array is open at the end of the text.
    pub(super) fn is_open(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Whether the document with the list is in a code fence.
    pub(super) fn is_fenced(&self, text: &str) -> bool {
        is_fenced(text, self.document)
    }

    /// The bracket that opens the list, once it has arrived.
    pub(super) fn find(&mut self, text: &str) -> Option<usize> {
        let bytes = text.as_bytes();
        while self.pos < bytes.len() && !(self.is_bounded && self.levels.is_empty()) {
            step(1);
            let found = match self.inside {
                Inside::Prose => self.prose(text)?,
                Inside::Reasoning(close) => {
                    self.skip_past(close, text)?;
                    self.inside = Inside::Prose;
                    false
                }
                Inside::Comment(close) => {
                    self.skip_past(close, text)?;
                    self.inside = Inside::Brackets;
                    false
                }
                Inside::String(..) => self.string(text)?,
                Inside::Brackets => self.token(text)?,
            };
            if found {
                if bytes[self.pos] == b'[' {
                    let depth = self.levels.len();
                    self.found.get_or_insert(FoundList {
                        document: self.document,
                        depth,
                        is_open: true,
                    });
                }
                self.is_exact = self.levels.last().is_some_and(|level| level.is_exact);
                self.leave();
                return Some(self.pos);
            }
        }
        None
    }

    fn skip_past(&mut self, close: &str, text: &str) -> Option<()> {
        let found = after_close(text, self.pos, close);
        self.pos = found.unwrap_or_else(|searched| searched);
        found.ok().map(|_| ())
    }

    fn prose(&mut self, text: &str) -> Option<bool> {
        let rest = &text.as_bytes()[self.pos..];
        let offset = rest.iter().position(|byte| matches!(byte, b'{' | b'[' | b'<'));
        step(offset.unwrap_or(rest.len()));
        let first = rest.len() - rest.trim_ascii_start().len();
        // A mark of reasoning that is no ASCII counts at the beginning of the reply only.
        let begins =
            rest.get(first).is_some_and(|byte| !byte.is_ascii()) && text[..self.pos].trim_ascii_start().is_empty();
        self.pos += if begins { first } else { offset.unwrap_or(rest.len()) };
        let byte = *text.as_bytes().get(self.pos)?;
        match opened(&text[self.pos..]) {
            Opened::Reasoning(close, length) => {
                self.inside = Inside::Reasoning(close);
                self.pos += length;
                return Some(false);
            }
            Opened::Wait => return None,
            Opened::Nothing if begins => {
                self.pos += text[self.pos..].chars().next().map_or(1, char::len_utf8);
                return Some(false);
            }
            Opened::Nothing => {}
        }
        if byte != b'<' && self.is_marked(text) {
            self.document = self.pos + 1;
            self.inside = Inside::Brackets;
            self.open(byte == b'{');
        }
        self.pos += 1;
        Some(false)
    }

    /// One token inside brackets. Whether it opens the list.
    fn token(&mut self, text: &str) -> Option<bool> {
        let bytes = text.as_bytes();
        let start = scan::after_space(bytes, self.pos);
        self.pos = start;
        let byte = *bytes.get(start)?;
        let is_value = core::mem::take(&mut self.is_value);
        if is_value && byte != b'[' && self.has_arrived() {
            self.other.get_or_insert(start);
            if self.wants_all {
                return Some(true);
            }
        }
        match byte {
            // An apostrophe in a word is none.
            b'\'' if bytes[start - 1].is_ascii_alphanumeric() => {}
            b'"' | b'\'' => {
                self.is_value = is_value;
                self.inside = Inside::String(byte, start + 1, start + 1);
            }
            b'{' | b'[' => {
                if byte == b'[' && is_value && self.has_arrived() {
                    return Some(true);
                }
                self.open(byte == b'{');
            }
            b'}' | b']' => self.close(byte == b'}'),
            b',' | b';' => self.leave(),
            b':' => self.is_value = true,
            b'/' => match bytes.get(start + 1) {
                None => return self.wait(is_value),
                Some(b'/') => self.comment("\n", is_value),
                Some(b'*') => self.comment("*/", is_value),
                Some(_) => {}
            },
            b'#' => self.comment("\n", is_value),
            _ => return self.word(text, start, is_value),
        }
        self.pos = start + 1;
        Some(false)
    }

    /// A word without quotes: a key, if a colon follows.
    fn word(&mut self, text: &str, start: usize, is_value: bool) -> Option<bool> {
        let bytes = text.as_bytes();
        let length = bytes[start..]
            .iter()
            .take(LONGEST_KEY)
            .position(|byte| !(byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || *byte >= 0x80));
        step(length.unwrap_or(0));
        let Some(length) = length else {
            if bytes.len() - start < LONGEST_KEY {
                return self.wait(is_value);
            }
            self.pos = start + LONGEST_KEY;
            return Some(false);
        };
        let end = start + length.max(1);
        if !is_value && length > 0 && self.is_in_object() {
            match next(bytes, end) {
                NextElement::Wait => return self.wait(is_value),
                NextElement::Byte(b':') => self.reach(text.get(start..end).unwrap_or_default()),
                NextElement::Byte(_) | NextElement::Far => {}
            }
        }
        self.pos = end;
        Some(false)
    }

    /// More of the text is needed for the token.
    fn wait(&mut self, is_value: bool) -> Option<bool> {
        self.is_value = is_value;
        None
    }

    fn comment(&mut self, close: &'static str, is_value: bool) {
        self.is_value = is_value;
        self.inside = Inside::Comment(close);
    }

    fn string(&mut self, text: &str) -> Option<bool> {
        let Inside::String(quote, start, mut at) = self.inside else {
            return Some(false);
        };
        let bytes = text.as_bytes();
        let is_key = !self.is_value && self.is_in_object();
        let (end, follower) = loop {
            at = scan::content_stop(bytes, at, quote);
            self.inside = Inside::String(quote, start, at);
            match bytes.get(at)? {
                b'\\' if at + 1 >= bytes.len() => return None,
                b'\\' => at += 2,
                byte if *byte == quote => {
                    let follower = next(bytes, at + 1);
                    match follower {
                        NextElement::Wait => return None,
                        NextElement::Byte(b',' | b'}' | b']') | NextElement::Far => break (at, follower),
                        NextElement::Byte(_) if is_key => break (at, follower),
                        NextElement::Byte(b'"') if line_ends(bytes, at + 1) => break (at, follower),
                        NextElement::Byte(_) => at += 1,
                    }
                }
                _ => at += 1,
            }
        };
        if is_key && matches!(follower, NextElement::Byte(b':')) && end - start <= LONGEST_KEY {
            let name = &text[start..end];
            match decode::strict(name) {
                Some(name) => self.reach(&name),
                None => self.reach(name),
            }
        }
        self.is_value = false;
        self.inside = Inside::Brackets;
        self.pos = end + 1;
        Some(false)
    }

    /// A key of the innermost object was read.
    fn reach(&mut self, name: &str) {
        let Some(level) = self.levels.last_mut() else { return };
        let likeness = self.likeness;
        let is = |part: &str| match likeness {
            Likeness::Exact => name == part,
            Likeness::Folded => fold::folds_to(name, part),
            Likeness::Near => {
                fold::folds_to(name, part) || (name.len() >= SHORTEST_NEAR && fold::is_one_edit(name, part))
            }
        };
        let part = self.way.get(level.base).filter(|part| is(part));
        (level.reached, level.is_exact) = if let Some(part) = part {
            (level.base + 1, name == part)
        } else if self.way.len() > 1 && name == self.way.join(".") {
            (self.way.len(), true)
        } else {
            (usize::from(is(&self.way[0])), name == self.way[0])
        };
    }

    /// Whether the value that is being read is the one under the key.
    fn has_arrived(&self) -> bool {
        self.levels
            .last()
            .is_some_and(|level| level.is_object && level.reached == self.way.len())
    }

    fn is_in_object(&self) -> bool {
        self.levels.last().is_some_and(|level| level.is_object)
    }

    fn open(&mut self, is_object: bool) {
        let base = match self.levels.last() {
            Some(level) if level.is_object && level.reached < self.way.len() => level.reached,
            _ => 0,
        };
        self.levels.push(OpenLevel {
            is_object,
            base,
            reached: 0,
            is_exact: false,
        });
    }

    /// A bracket closes the innermost level of its kind, and everything inside that.
    fn close(&mut self, is_object: bool) {
        // What an unbalanced bracket may close is looked for in a few levels only.
        let nearby = self.levels.len().saturating_sub(MOST_UNCLOSED);
        let partner = self.levels[nearby..]
            .iter()
            .rposition(|level| level.is_object == is_object);
        let Some(partner) = partner else { return };
        self.levels.truncate(nearby + partner);
        if let Some(found) = &mut self.found {
            found.is_open &= self.levels.len() >= found.depth;
        }
        self.leave();
        if self.levels.is_empty() {
            self.inside = Inside::Prose;
        }
    }

    /// The value that was being read is over.
    fn leave(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.reached = 0;
        }
    }
}

/// A key that is shorter is never taken for a misspelled one.
const SHORTEST_NEAR: usize = 5;

/// How many missing closers one bracket may stand for.
const MOST_UNCLOSED: usize = 16;

/// What follows white space.
#[derive(Debug, Clone, Copy)]
enum NextElement {
    Byte(u8),
    /// It has not arrived.
    Wait,
    /// Nothing nearby.
    Far,
}

fn next(bytes: &[u8], from: usize) -> NextElement {
    let mut space = bytes[from..].iter().take(LONGEST_SPACE);
    let found = space.find(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
    step(1);
    match found {
        Some(byte) => NextElement::Byte(*byte),
        None if bytes.len() - from < LONGEST_SPACE => NextElement::Wait,
        None => NextElement::Far,
    }
}

/// Whether the white space at `from` contains a line break.
fn line_ends(bytes: &[u8], from: usize) -> bool {
    let space = bytes[from..].iter().take(LONGEST_SPACE);
    space
        .take_while(|byte| byte.is_ascii_whitespace())
        .any(|byte| *byte == b'\n')
}

/// Whether the last line before the document opens a code fence.
fn is_fenced(text: &str, document: usize) -> bool {
    let before = text[..document.saturating_sub(1)].trim_end_matches([' ', '\t', '\r', '\n']);
    let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
    line.starts_with("```") || line.starts_with("~~~")
}
