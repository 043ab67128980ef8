//! The blocks that the walk enters and leaves: fences, tags, reasoning. They decide the rank of a candidate.

use core::ops::Range;

use super::{CandidateWalk, Envelope, LONGEST_TAG};
use crate::bounds::MOST_OPEN_TAGS;
use crate::path::head;
use crate::read::reasoning::{Opened, close_of, closed, opened};
use crate::read::scan;
use crate::read::steps::{searched, step};

/// A fenced block that the walk is in.
#[derive(Debug, Clone)]
pub(super) struct Fence {
    pub(super) mark: u8,
    opening: Range<usize>,
    envelope: Envelope,
}

impl<'a> CandidateWalk<'a> {
    /// `[CONTENT]` and `[/CONTENT]`, as some models frame their answers.
    pub(super) fn bracket_tag(&mut self, pos: usize, limit: usize, reasoning: bool) -> Option<usize> {
        let inner = &self.text[pos + 1..limit];
        if self.bytes()[pos] != b'[' {
            return None;
        }
        if let Some(end) = self.reasoning_block(pos, limit, reasoning) {
            return Some(end);
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

    /// The envelope that the walk is in, and its opening text.
    pub(super) fn envelope(&self) -> (Envelope, Range<usize>) {
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
    pub(super) fn fence(&mut self, pos: usize, limit: usize) -> usize {
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
        // What is after three quotes most often is text, and is looked at again.
        let rest = if text_quotes { head(rest, LONGEST_TAG) } else { rest };
        if text_quotes && begins_text(rest) {
            self.is_first = false;
            return end;
        }
        let info = rest.split(['\n', '{', '[', '`', '<']).next().unwrap_or_default();
        step(info.len());
        let word = info.trim().split([' ', '\t', '{', ':']).next().unwrap_or_default();
        if text_quotes && !(info.trim_start().is_empty() || word.eq_ignore_ascii_case("json")) {
            self.is_first = false;
            return end;
        }
        let envelope = match self.marker(word) {
            Some(index) => {
                self.marked = Some(end + info.len());
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
    pub(super) fn angle(&mut self, pos: usize, limit: usize, reasoning: bool) -> usize {
        if let Some(end) = self.reasoning_block(pos, limit, reasoning) {
            return end;
        }
        let rest = &self.text[pos..limit];
        if rest.starts_with("<|") {
            return token_end(head(rest, LONGEST_TAG).as_bytes()).map_or(pos + 2, |end| pos + end);
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
        let Some(end) = tag_end(head(&rest[name_at + length..], LONGEST_TAG)) else {
            return pos + 1;
        };
        let end = pos + name_at + length + end + 1;
        let name = &rest[name_at..name_at + length];
        if closing {
            self.close_tag(name);
        } else {
            self.open_tag(name, pos..end);
        }
        end
    }

    /// Skips a reasoning block that begins at `pos`; one without an opening mark reaches back to where the text begins. Not where
    /// the walk is `inside` reasoning.
    pub(super) fn reasoning_block(&mut self, pos: usize, limit: usize, inside: bool) -> Option<usize> {
        if inside {
            return None;
        }
        let rest = &self.text[pos..limit];
        let (block, next) = if let Opened::Reasoning(close, length) = opened(rest) {
            let first = rest.chars().next().map_or(0, char::len_utf8);
            let end = close_of(self.text, pos + length, limit, close).map_or(limit, |close| close.end);
            step(end - pos);
            (pos + first..end, end)
        } else {
            let end = pos + closed(rest)?;
            let from = self.reasoning.last().map_or(0, |block| block.end);
            (from..end, end)
        };
        self.reasoning.push(block);
        self.is_first = true;
        Some(next)
    }

    fn open_tag(&mut self, name: &'a str, opening: Range<usize>) {
        let envelope = match self.marker(name) {
            Some(index) => {
                self.marked = Some(opening.end);
                Envelope::Marked(index)
            }
            None => Envelope::Tag,
        };
        if self.tags.len() == MOST_OPEN_TAGS {
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
    pub(in crate::extract) fn is_open(&self, opening: &Range<usize>) -> bool {
        self.fence.as_ref().is_some_and(|fence| fence.opening == *opening)
    }
}

/// Where the special token at the beginning ends.
fn token_end(token: &[u8]) -> Option<usize> {
    let first = scan::byte::<b'>'>(token, 2);
    let closers = core::iter::successors(Some(first), |at| Some(scan::byte::<b'>'>(token, at + 1)));
    let mut closers = closers.take_while(|&at| at < token.len());
    Some(closers.find(|at| token[at - 1] == b'|')? + 1)
}

/// The `>` that ends a tag, in the text after its name. A bracket between its attributes shows that it is no tag.
fn tag_end(rest: &str) -> Option<usize> {
    let mut quote = None;
    let mut last = b' ';
    for (at, byte) in rest.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'{' | b'[' | b'<') => return None,
            (None, b'"' | b'\'') if last == b'=' => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
        last = byte;
    }
    // A quote that nothing closes hides no end.
    quote.and_then(|_| rest.find('>'))
}

/// Whether neither a line's end, a bracket nor the word `json` follows three quotes: a quick answer for a text of many such
/// quotes.
fn begins_text(rest: &str) -> bool {
    let words = rest.trim_start();
    let is_same_line = !rest[..rest.len() - words.len()].contains('\n');
    is_same_line && !words.is_empty() && !words.starts_with(['{', '[', '`', '<', 'j', 'J'])
}
