//! One walk through the text, from one place where an answer may begin to the next.

use std::ops::Range;

use super::envelope;
use crate::Options;
use crate::path::head;
use crate::read::cursor::Cursor;
use crate::read::scan;
use crate::read::steps::{searched, step};
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};

/// What a candidate stands in, from the one that counts most to the one that counts least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Envelope {
    Marked(usize),
    Tag,
    Fence,
    Bare,
    /// Anything inside a reasoning block: it counts only if nothing stands outside.
    Reasoning,
}

/// A place where the answer may begin.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) start: usize,
    /// Where the text ends for it.
    pub(super) limit: usize,
    pub(super) envelope: Envelope,
    pub(super) fenced: bool,
    /// The fence's or tag's own opening text.
    pub(super) opening: Range<usize>,
    /// It is the first thing in its block, or in the text.
    pub(super) is_first: bool,
    /// The wrapper around it, which then counts as the answer's text.
    pub(super) wrapper: Option<Range<usize>>,
    /// How it was found inside another value.
    pub(super) reshaped: Option<RepairKind>,
    /// The document, where it stands there with its quotes escaped, and where that ends.
    pub(super) unescaped: Option<String>,
    pub(super) end_of_escaped: usize,
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outcome {
    pub(super) end: usize,
    /// Nothing inside it needs to be looked at.
    pub(super) settled: bool,
    /// It is an object without any of the type's keys.
    pub(super) unrecognized: bool,
}

/// A fenced block that the walk is in.
#[derive(Debug, Clone)]
struct Fence {
    mark: u8,
    opening: Range<usize>,
    envelope: Envelope,
}

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a fact of its own about the text, not a state"
)]
/// The walk, and what it learnt about the text around the candidates.
#[derive(Debug)]
pub(super) struct Walk<'a> {
    text: &'a str,
    markers: &'a [&'a str],
    accepts: Accepts,
    spec: &'static ObjectSpec,
    /// Where the text begins behind the white space.
    first: usize,
    fence: Option<Fence>,
    tags: Vec<(&'a str, Range<usize>, Envelope)>,
    /// The next bracket is the first thing in its block.
    is_first: bool,
    /// An escaped quote stands somewhere in the text.
    has_escapes: bool,
    /// Bytes that failing candidates may yet cost.
    budget: usize,
    pub(super) reasoning: Vec<Range<usize>>,
    pub(super) fences: Vec<Range<usize>>,
    /// A block of the name that was asked for was opened.
    pub(super) marked: bool,
    /// Candidates that failed have used the budget up: no further ones are read.
    pub(super) exhausted: bool,
}

type Reader<'r> = dyn FnMut(&Candidate) -> Outcome + 'r;

impl<'a> Walk<'a> {
    pub(super) fn new(text: &'a str, options: &'a Options<'a>, accepts: Accepts, spec: &'static ObjectSpec) -> Self {
        Self {
            text,
            markers: &options.markers,
            accepts,
            spec,
            first: text.len() - text.trim_start().len(),
            fence: None,
            tags: Vec::new(),
            is_first: true,
            has_escapes: find_at(text, b'\\', "\\\"").is_some(),
            budget: 8 * text.len() + 65536,
            reasoning: Vec::new(),
            fences: Vec::new(),
            marked: false,
            exhausted: false,
        }
    }

    /// Walks the text, then the reasoning in it if nothing was found outside.
    pub(super) fn run(&mut self, start: usize, read: &mut Reader<'_>) {
        let mut found = false;
        let start = start.max(self.lone_reasoning());
        let mut outside = |candidate: &Candidate| {
            let outcome = read(candidate);
            found |= outcome.settled && !outcome.unrecognized && candidate.envelope != Envelope::Reasoning;
            outcome
        };
        self.walk(start, self.text.len(), false, &mut outside);
        if !found {
            for block in self.reasoning.clone() {
                self.fence = None;
                self.tags.clear();
                self.walk(block.start, block.end, true, read);
            }
        }
    }

    /// Where the answer may begin behind a `</think>` that nothing opened; all before it is reasoning.
    fn lone_reasoning(&mut self) -> usize {
        let Some(close) = find_at(self.text, b'<', "</think") else {
            return 0;
        };
        let opened = ["<think", "{", "["]
            .iter()
            .any(|open| self.text[..close].trim_start().starts_with(open));
        let end = self.text[close..]
            .find('>')
            .map_or(self.text.len(), |offset| close + offset + 1);
        if opened || self.text[..close].contains("<think") {
            return 0;
        }
        self.reasoning.push(0..end);
        end
    }

    fn bytes(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn walk(&mut self, from: usize, limit: usize, reasoning: bool, read: &mut Reader<'_>) {
        let bytes = self.bytes();
        let mut pos = from;
        self.is_first = true;
        while pos < limit {
            let before = pos;
            step(1);
            match bytes[pos] {
                b'{' | b'[' => pos = self.bracket(pos, limit, reasoning, read),
                b'"' if self.is_first && self.opens_document(pos) => {
                    pos = self.candidate(pos, limit, reasoning, None, read);
                }
                b'`' | b'~' | b'\'' | b'"' => pos = self.fence(pos, limit),
                b'<' => pos = self.angle(pos, limit, reasoning),
                b'(' if self.is_first && self.opens_tuple(pos) => {
                    pos = self.candidate(pos, limit, reasoning, None, read);
                }
                _ => {
                    let next = self.prose_end(pos, limit);
                    let is_blank = |byte: &u8| byte.is_ascii_whitespace() || *byte >= 0x80;
                    self.is_first = self.is_first && bytes[pos..next].iter().all(is_blank);
                    pos = next;
                    continue;
                }
            }
            debug_assert!(pos > before);
        }
    }

    /// Where the prose at `pos` ends: at what may open a value, a fence or a tag. At the beginning of a block, a
    /// parenthesis may open a tuple.
    fn prose_end(&self, pos: usize, limit: usize) -> usize {
        let bytes = &self.bytes()[..limit];
        let first = scan::after_space(bytes, pos);
        if self.is_first && first > pos && bytes.get(first) == Some(&b'(') {
            return first;
        }
        scan::prose_stop(bytes, pos)
    }

    fn opens_tuple(&self, pos: usize) -> bool {
        self.accepts.has(Accepts::ARRAY) && Cursor::new(self.text, pos, Sink::default()).opens_tuple(pos)
    }

    /// Whether a string that begins at `pos` holds a document.
    fn opens_document(&self, pos: usize) -> bool {
        if self.text[pos..].starts_with("\"\"\"") {
            return false;
        }
        let rest = head(&self.text[pos + 1..], LONGEST_TAG).trim_start_matches(['\\', 'n', ' ', '\n', 't', 'r', '"']);
        rest.starts_with(['{', '['])
    }

    /// A bracket: reads the value that begins here if one may.
    fn bracket(&mut self, pos: usize, limit: usize, reasoning: bool, read: &mut Reader<'_>) -> usize {
        if self.exhausted {
            return pos + 1;
        }
        let label = self.bracket_tag(pos, limit);
        if let Some(end) = label {
            return end;
        }
        let in_block = self.is_first && (pos == self.first || self.fence.is_some() || !self.tags.is_empty());
        let escaped = self.has_escapes && self.is_escaped(pos);
        if !in_block && !escaped && !self.may_begin(pos) {
            self.is_first = false;
            return pos + 1;
        }
        step(if escaped { 2 * (limit - pos) } else { 0 });
        let unescaped = escaped.then(|| unescape(&self.text[pos..limit]));
        self.candidate(pos, limit, reasoning, unescaped, read)
    }

    /// `[CONTENT]` and `[/CONTENT]`, as some models frame their answers.
    fn bracket_tag(&mut self, pos: usize, limit: usize) -> Option<usize> {
        let inner = &self.text[pos + 1..limit];
        if self.bytes()[pos] != b'[' {
            return None;
        }
        let closing = inner.starts_with('/');
        let name = inner.strip_prefix('/').unwrap_or(inner);
        let length = name
            .bytes()
            .take_while(|byte| byte.is_ascii_uppercase() || *byte == b'_')
            .count();
        step(length);
        if length < 3 || !name[length..].starts_with(']') {
            return None;
        }
        let end = pos + 1 + usize::from(closing) + length + 1;
        let name = &name[..length];
        if closing {
            self.close_tag(name);
        } else {
            self.open_tag(name, pos..end);
        }
        Some(end)
    }

    /// Whether a value of the type may begin with the bracket at `pos`, standing in prose.
    fn may_begin(&self, pos: usize) -> bool {
        let cursor = Cursor::new(self.text, pos, Sink::default());
        let next = cursor.after_space(pos + 1);
        let byte = cursor.byte(next);
        if self.bytes()[pos] == b'[' {
            let glued = self.text[..pos].ends_with(|c: char| c.is_alphanumeric() || c == ']');
            let is_value = matches!(
                byte,
                b'"' | b'\'' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n' | b'/'
            );
            return !glued && ((self.accepts.has(Accepts::ARRAY) && is_value) || byte == b'{');
        }
        match byte {
            b'"' | b'\'' | b'/' | b'`' | 0x80.. => true,
            b'#' => cursor.byte(next + 1) == b' ',
            b'{' | b'}' | b'[' | b']' | 0 => false,
            _ => cursor.key_ahead(next).is_some_and(|key| {
                self.spec.fields.is_empty() || self.spec.takes_any() || self.spec.knows(&self.text[key.name])
            }),
        }
    }

    /// Whether the document at `pos` has its quotes escaped, as the content of a string would.
    fn is_escaped(&self, pos: usize) -> bool {
        let rest = head(&self.text[pos + 1..], LONGEST_INDENT).trim_start_matches([' ', '\n', '\r', '\t', '{', '[']);
        let rest = rest.strip_prefix("\\n").unwrap_or(rest).trim_start();
        rest.starts_with("\\\"") && !rest.starts_with("\\\"\\\"")
    }

    fn candidate(
        &mut self,
        pos: usize,
        limit: usize,
        reasoning: bool,
        unescaped: Option<String>,
        read: &mut Reader<'_>,
    ) -> usize {
        let (envelope, opening) = self.envelope();
        let end_of_escaped = unescaped.as_ref().map_or(pos, |_| self.escaped_end(pos, limit));
        let candidate = Candidate {
            start: pos,
            limit,
            envelope: if reasoning { Envelope::Reasoning } else { envelope },
            fenced: self.fence.is_some(),
            opening,
            is_first: self.is_first,
            wrapper: None,
            reshaped: unescaped.is_some().then_some(RepairKind::EnvelopeUnwrapped),
            unescaped,
            end_of_escaped,
        };
        self.is_first = false;
        let outcome = read(&candidate);
        let end = outcome.end.max(pos + 1);
        // Taking the escapes off costs the whole rest of the text.
        let cost = if candidate.unescaped.is_some() {
            limit - pos
        } else {
            end - pos
        };
        if outcome.unrecognized
            && let Some(inner) = envelope::unwrap(&self.text[..limit], pos, self.accepts)
        {
            let outcome = read(&Candidate {
                start: inner.start,
                wrapper: Some(pos..inner.end),
                reshaped: Some(RepairKind::EnvelopeUnwrapped),
                unescaped: None,
                ..candidate
            });
            if outcome.settled && !outcome.unrecognized {
                return inner.end.max(outcome.end);
            }
        }
        if outcome.settled {
            return end;
        }
        match self.budget.checked_sub(cost) {
            Some(left) => self.budget = left,
            None => self.exhausted = true,
        }
        pos + 1
    }

    /// Where an escaped document ends in the text: at the bracket that closes it.
    fn escaped_end(&self, pos: usize, limit: usize) -> usize {
        let mut depth = 0usize;
        for (offset, byte) in self.text[pos..limit].bytes().enumerate() {
            match byte {
                b'{' | b'[' => depth += 1,
                b'}' | b']' => {
                    depth -= 1;
                    if depth == 0 {
                        return pos + offset + 1;
                    }
                }
                _ => {}
            }
        }
        limit
    }

    /// The envelope that the walk is in, and its opening text.
    fn envelope(&self) -> (Envelope, Range<usize>) {
        step(self.tags.len());
        let tag = self
            .tags
            .iter()
            .map(|(_, opening, envelope)| (*envelope, opening.clone()));
        let fence = self.fence.iter().map(|fence| (fence.envelope, fence.opening.clone()));
        tag.chain(fence)
            .min_by_key(|(envelope, _)| *envelope)
            .unwrap_or((Envelope::Bare, 0..0))
    }

    fn marker(&self, name: &str) -> Option<usize> {
        self.markers.iter().position(|marker| marker.eq_ignore_ascii_case(name))
    }

    /// The opening or closing line of a fenced block; also `'''` and `"""` for one.
    fn fence(&mut self, pos: usize, limit: usize) -> usize {
        let bytes = self.bytes();
        let mark = bytes[pos];
        let run = bytes[pos..limit].iter().take_while(|&&byte| byte == mark).count();
        let end = searched(pos, pos + run);
        if run < 3 {
            self.is_first = false;
            return end;
        }
        if let Some(fence) = &self.fence {
            if fence.mark == mark {
                let opening = fence.opening.clone();
                self.fences.push(opening.start..end);
                self.fence = None;
                self.is_first = false;
            }
            return end;
        }
        let text_quotes = matches!(mark, b'\'' | b'"');
        let rest = &self.text[end..limit];
        // What stands behind three quotes most often is text, and is looked at again.
        let rest = if text_quotes { head(rest, LONGEST_TAG) } else { rest };
        let info = rest.split(['\n', '{', '[', '`', '<']).next().unwrap_or_default();
        step(info.len());
        let word = info.trim().split([' ', '\t', '{', ':']).next().unwrap_or_default();
        if text_quotes && !(info.trim().is_empty() || word.eq_ignore_ascii_case("json")) {
            self.is_first = false;
            return end;
        }
        let envelope = match self.marker(word) {
            Some(index) => {
                self.marked = true;
                Envelope::Marked(index)
            }
            None => Envelope::Fence,
        };
        let opening = pos..end + info.trim_end().len();
        self.fence = Some(Fence {
            mark,
            opening,
            envelope,
        });
        self.is_first = true;
        end + info.len()
    }

    /// A tag, a reasoning block, or a special token such as `<|im_start|>`.
    fn angle(&mut self, pos: usize, limit: usize, reasoning: bool) -> usize {
        let rest = &self.text[pos..limit];
        if rest.starts_with("<|") {
            return head(rest, LONGEST_TAG)
                .find("|>")
                .map_or(pos + 2, |offset| pos + offset + 2);
        }
        let closing = rest.starts_with("</");
        let name_at = if closing { 2 } else { 1 };
        let length = rest[name_at..]
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.'))
            .count();
        step(length);
        if length == 0 {
            return pos + 1;
        }
        let Some(end) = head(&rest[name_at + length..], LONGEST_TAG).find('>') else {
            return pos + 1;
        };
        let end = pos + name_at + length + end + 1;
        let name = &rest[name_at..name_at + length];
        if is_reasoning(name) && !reasoning {
            return self.reasoning_block(name, closing, pos, end, limit);
        }
        if closing {
            self.close_tag(name);
        } else {
            self.open_tag(name, pos..end);
        }
        end
    }

    /// Passes over a reasoning block; one without an opening tag reaches back to where the text begins.
    fn reasoning_block(&mut self, name: &str, closing: bool, pos: usize, end: usize, limit: usize) -> usize {
        if closing {
            let from = self.reasoning.last().map_or(0, |block| block.end);
            self.reasoning.push(from..end);
            self.is_first = true;
            return end;
        }
        let close = close_of(&self.text[end..limit], name).map_or(limit, |offset| end + offset);
        let after = self.text[close..limit]
            .find('>')
            .map_or(limit, |offset| close + offset + 1);
        step(after - end);
        self.reasoning.push(pos + 1..after.max(close));
        self.is_first = true;
        after.max(end)
    }

    fn open_tag(&mut self, name: &'a str, opening: Range<usize>) {
        let envelope = match self.marker(name) {
            Some(index) => {
                self.marked = true;
                Envelope::Marked(index)
            }
            None => Envelope::Tag,
        };
        if self.tags.len() == MOST_TAGS {
            let oldest = self.tags.iter().position(|(.., envelope)| *envelope == Envelope::Tag);
            self.tags.remove(oldest.unwrap_or(0));
        }
        self.tags.push((name, opening, envelope));
        self.is_first = true;
    }

    fn close_tag(&mut self, name: &str) {
        step(self.tags.len());
        if let Some(index) = self.tags.iter().rposition(|(open, ..)| open.eq_ignore_ascii_case(name)) {
            self.tags.truncate(index);
        }
        self.is_first = false;
    }

    /// Whether the walk ended inside the block that was opened at `opening`.
    pub(super) fn is_open(&self, opening: &Range<usize>) -> bool {
        self.fence.as_ref().is_some_and(|fence| fence.opening == *opening)
    }
}

/// As many tags are held to be open at once: those that are never closed are most often no envelopes at all.
const MOST_TAGS: usize = 64;

/// No tag, special token or run of brackets before an escaped quote is longer than this, so looking for its end is
/// bounded.
const LONGEST_TAG: usize = 200;

/// What stands between an opening bracket and the first escaped quote is no longer than this.
const LONGEST_INDENT: usize = 40;

/// The first place of `sought`, found by its rare first character: much faster than a search for the whole.
fn find_at(text: &str, first: u8, sought: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = scan::either(bytes, 0, first, first);
    while at < bytes.len() {
        if bytes[at..].starts_with(sought.as_bytes()) {
            return Some(at);
        }
        at = scan::either(bytes, at + 1, first, first);
    }
    None
}

fn is_reasoning(name: &str) -> bool {
    [
        "think",
        "thinking",
        "reasoning",
        "thought",
        "thoughts",
        "scratchpad",
        "reflection",
    ]
    .iter()
    .any(|known| known.eq_ignore_ascii_case(name))
}

/// Where the closing tag of this name begins.
fn close_of(text: &str, name: &str) -> Option<usize> {
    let mut from = 0;
    while let Some(offset) = text[from..].find("</") {
        let at = from + offset;
        if text[at + 2..]
            .get(..name.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(name))
        {
            return Some(at);
        }
        from = at + 2;
    }
    None
}

/// A document whose quotes are escaped, with one layer of escapes taken off.
fn unescape(text: &str) -> String {
    let mut document = String::with_capacity(text.len());
    let mut characters = text.chars();
    while let Some(c) = characters.next() {
        if c != '\\' {
            document.push(c);
            continue;
        }
        match characters.next() {
            Some('n') => document.push('\n'),
            Some('t') => document.push('\t'),
            Some('r') => document.push('\r'),
            Some(other @ ('"' | '\\' | '/')) => document.push(other),
            Some(other) => document.extend(['\\', other]),
            None => document.push('\\'),
        }
    }
    document
}
