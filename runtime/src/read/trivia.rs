//! What may be between tokens without meaning anything: comments, spaces that JSON does not know, stray backslashes.

use alloc::boxed::Box;
use core::cell::{Cell, OnceCell};

use crate::bounds::{LONGEST_COMMENT, LONGEST_HASH_WORD, LONGEST_REMARK_JUDGED, LONGEST_UNUSUAL_SPACE};
use crate::fold::is_unusual_space;
use crate::path::{Frame, Level, head};
use crate::read::cursor::Cursor;
use crate::read::entity;
use crate::read::pieces::Runs;
use crate::read::steps::{searched, step};
use crate::read::unescaped::SearchedParts;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// The next line break, and the next end of a block comment.
#[derive(Debug, Default, Clone)]
pub(crate) struct NextMarks {
    line_ends: NextMark,
    comment_ends: NextMark,
    /// Where the last long white space that was passed begins and ends.
    pub(crate) blanks: Cell<(usize, usize)>,
    /// What looking ahead in a broken text found out.
    seen: OnceCell<Box<AheadSeen>>,
    /// Where the text ends in which they were looked for.
    limit: usize,
}

/// What was seen ahead of the cursor. A text that is not broken has none of it.
#[derive(Debug, Default, Clone)]
pub(crate) struct AheadSeen {
    /// What follows the comments that were looked over last.
    gap: Cell<Gap>,
    /// Strings that are side by side.
    pub(crate) strings: Runs,
    /// The end of the text, and the place where all open brackets are closed (the end of the text if they never are).
    pub(crate) balance: Cell<Option<(usize, usize)>>,
    /// Where there is no quote that is not escaped, and no line break.
    pub(crate) searched: SearchedParts,
    /// The lengths of the text and of the whole one, and whether more than white space is between both ends.
    pub(crate) tail: Cell<Option<([usize; 2], bool)>>,
}

impl NextMarks {
    pub(crate) fn seen(&self) -> &AheadSeen {
        self.seen.get_or_init(Box::default)
    }

    /// The same, if anything was looked at ahead.
    pub(crate) fn looked(&self) -> Option<&AheadSeen> {
        self.seen.get().map(|seen| &**seen)
    }

    /// What is known of them, if it holds for a text that is the same up to `limit` and ends there.
    pub(crate) fn up_to(&self, limit: usize) -> Self {
        if limit == self.limit {
            self.clone()
        } else {
            Self {
                limit,
                ..Self::default()
            }
        }
    }
}

/// White space and comments that were looked over once, so that a quote before them that is judged in several ways is not
/// charged for them each time.
#[derive(Debug, Default, Clone, Copy)]
struct Gap {
    start: usize,
    /// Where the text ended in which they were.
    limit: usize,
    /// What [`Cursor::after_gap`] says of them.
    after: Option<usize>,
}

/// Where the next mark of some kind is: remembered, so that a text without any is searched once.
#[derive(Debug, Default, Clone)]
struct NextMark(Cell<(usize, usize)>);

impl NextMark {
    /// The mark at or after `pos`, which `find` looks for where it is not known.
    fn at(&self, pos: usize, find: impl FnOnce() -> usize) -> usize {
        let (from, mark) = self.0.get();
        if (from..=mark).contains(&pos) && mark > 0 {
            return mark;
        }
        let mark = searched(pos, find());
        self.0.set((pos, mark));
        mark
    }

    /// Whether it is known that the mark after `pos` is after `limit`.
    fn is_beyond(&self, pos: usize, limit: usize) -> bool {
        let (from, mark) = self.0.get();
        from <= pos && mark > limit
    }
}

/// The first words of comments that replace elements or fields.
const REST: [&str; 21] = [
    "as",
    "ditto",
    "fill",
    "insert",
    "items",
    "other",
    "repeat",
    "same",
    "similar",
    "more",
    "rest",
    "remaining",
    "remainder",
    "etc",
    "others",
    "additional",
    "further",
    "continue",
    "continues",
    "continued",
    "snip",
];

/// Words that say of anything that it was left out.
#[rustfmt::skip]
const LEFT_OUT: [&str; 12] = [
    "omitted", "skipped", "truncated", "abbreviated", "elided", "unchanged", "shortened", "gekürzt", "ausgelassen", "weggelassen",
    "omitidos", "omitidas",
];

/// Words for other elements of the same kind, after their number or alone.
const MORE: [&str; 5] = ["more", "others", "other", "additional", "further"];

/// What may follow: what those elements are called, or that they belong here.
const NOUNS: [&str; 7] = ["elements", "entries", "fields", "here", "items", "ones", "rows"];

/// Phrases that say, anywhere in the last comment of a list or object, that it goes on.
const GOES_ON: [&str; 54] = [
    "add the rest",
    "as before",
    "continue with",
    "existing code",
    "fill in the rest",
    "for brevity",
    "repeat for",
    "same as above",
    "similarly for",
    "add more",
    "and more",
    "existing items",
    "keep the rest",
    "not shown",
    "previous entries",
    "same as before",
    "similar entries",
    "similar items",
    "les autres",
    "übrigen",
    "for the rest",
    "go here",
    "more here",
    "more to come",
    "not all",
    "rest of ",
    "same pattern",
    "i left out",
    "i leave out",
    "left out the other",
    "left out other",
    "list continues",
    "und weiteres",
    "weitere einträge",
    "así sucesivamente",
    "et ainsi de suite",
    "e così via",
    "e assim por diante",
    "and so on",
    "and so forth",
    "et cetera",
    "list goes on",
    "und so weiter",
    "usw.",
    "und weitere",
    "и т.д",
    "и так далее",
    "y más",
    "y otros",
    "以下同様",
    "以下省略",
    "其余",
    "等等",
    "省略",
];

/// Whether a comment is in round brackets, as a remark about what is around it is.
fn is_aside(comment: &str) -> bool {
    comment.trim_start_matches(['/', '#', '*', ' ']).starts_with('(')
}

/// Whether a comment says that the list goes on: `// and so on`.
fn goes_on(comment: &str) -> bool {
    let comment = head(comment, LONGEST_REMARK_JUDGED).to_ascii_lowercase();
    GOES_ON.iter().any(|phrase| comment.contains(phrase))
}

/// Whether these words say how many elements are left out, and nothing else: `and 8 more`, `8 more rows`.
pub(super) fn counts_more(text: &str) -> bool {
    let mut words = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let mut first = words.next();
    if first.is_some_and(|word| matches!(word, "and" | "plus")) {
        first = words.next();
    }
    first.is_some_and(is_number)
        && words.next().is_some_and(|word| MORE.contains(&word))
        && words.next().is_none_or(|word| NOUNS.contains(&word))
        && words.next().is_none()
}

/// Whether a comment between two elements says that others were left out there: `// 8 more`, `// etc`, `// rows 2-8 omitted`. It may be
/// a heading of what follows, or a remark about it.
fn stands_between(comment: &str) -> bool {
    let comment = head(comment, LONGEST_REMARK_JUDGED).to_ascii_lowercase();
    let mut words = comment
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let (first, second) = (words.next(), words.next());
    let is_alone = matches!((first, second), (Some("etc" | "more" | "snip"), None))
        || (first == Some("more") && second.is_some_and(|word| NOUNS.contains(&word) || word == "follow"));
    let goes_on = || !is_aside(&comment) && goes_on(&comment);
    is_alone || counts_more(&comment) || is_left_out(&comment) || goes_on()
}

/// Whether a comment contains a range of numbers, which may be those of elements that were left out: `// steps 2-9 are alike`.
fn names_range(comment: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let first = head(comment, LONGEST_REMARK_JUDGED).trim_start_matches(|c| !is_digit(c));
    let behind = first.trim_start_matches(is_digit);
    let second = behind.trim_start_matches(|c| !is_digit(c));
    !second.is_empty() && TO.contains(&behind[..behind.len() - second.len()].trim())
}

/// What is between the two ends of a range.
const TO: [&str; 12] = [
    "-", "–", "—", "~", "to", "through", "until", "bis", "a", "à", "до", "至",
];

/// Whether words of a comment say of anything that it was left out.
fn is_left_out(comment: &str) -> bool {
    comment
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| LEFT_OUT.contains(&word))
}

/// Whether a comment says that something was left out: `/* 8 more */`, `// remaining items omitted`.
fn stands_for_more(comment: &str) -> bool {
    let comment = head(comment, LONGEST_REMARK_JUDGED).to_ascii_lowercase();
    let words = comment.split(|c: char| !c.is_alphanumeric());
    let is_filler = |word: &&str| {
        matches!(*word, "" | "and" | "plus" | "the" | "todo" | "add") || word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let mut words = words.skip_while(is_filler).peekable();
    words.peek().is_some_and(|first| REST.contains(first)) || is_left_out(&comment)
}

impl Cursor<'_> {
    /// Skips white space and everything else that does not apply here, and records what JSON does not have.
    #[cold]
    pub(crate) fn trivia(&mut self, at: &Frame<'_>) {
        self.trivia_of(at, at);
    }

    /// Like [`Cursor::trivia`], for what is on `level` but is reported at another place.
    #[cold]
    pub(crate) fn trivia_of(&mut self, at: &Frame<'_>, level: &Frame<'_>) {
        loop {
            self.space();
            let start = self.pos;
            let kind = match self.peek() {
                b'#' if self.byte(start + 1).is_ascii_digit() || self.is_hash_word(start, level) => return,
                b'/' | b'#' => {
                    let Some(end) = self.comment_end(start) else { return };
                    self.pos = self.comment_stop(start, end, level).unwrap_or(end);
                    RepairKind::CommentRemoved
                }
                b'\\' if self.is_stray_backslash() => {
                    let letter = matches!(self.byte(start + 1), b'n' | b'r' | b't');
                    self.pos += if letter { 2 } else { 1 };
                    RepairKind::StrayBackslashRemoved
                }
                b'`' if self.pass_value_fence(level) => RepairKind::JunkRemoved,
                b'&' if self.rest().starts_with(entity::SPACE) => {
                    self.pos += entity::SPACE.len();
                    RepairKind::UnusualSpace
                }
                b'<' if self.inner_tag_end(start).is_some() && level.parent.is_some() => {
                    self.pos = self.inner_tag_end(start).unwrap_or(start);
                    // What is in such a tag does not count.
                    let is_deleted = ["<del>", "<s>", "<strike>"].contains(&&self.text[start..self.pos]);
                    if is_deleted {
                        RepairKind::ContentLost
                    } else {
                        RepairKind::JunkRemoved
                    }
                }
                0x0b | 0x0c | 0x80.. => {
                    let Some(c) = self.rest().chars().next().filter(|&c| is_unusual_space(c)) else {
                        return;
                    };
                    self.pos += c.len_utf8();
                    RepairKind::UnusualSpace
                }
                _ => return,
            };
            self.repaired(kind, at, start..self.pos);
            if kind == RepairKind::CommentRemoved {
                let comment = &self.text[start..self.pos];
                let before = self.text[..start].trim_end_matches([' ', '\t']);
                step(comment.len());
                if before.ends_with(':') && comment.matches('"').count() % 2 == 1 {
                    // A string may have lost its opening quote.
                    self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
                    continue;
                }
                let has_parts = matches!(
                    level.place().level,
                    Level::List { .. } | Level::Map { .. } | Level::Rest { .. }
                );
                let has_dots = comment.contains("...") || comment.contains('…');
                let is_sign = |c: char| matches!(c, '/' | '#' | '*' | ',') || c.is_whitespace();
                // In an object, dots stand for fields if they come first.
                let has_parts = has_parts
                    || ["...", "…"]
                        .iter()
                        .any(|dots| comment.trim_matches(is_sign).starts_with(dots));
                let next = self.after_space(self.pos);
                let is_last =
                    matches!(self.byte(next), b']' | b'}') || (self.byte(next) == b'`' && self.is_frame_end(next));
                let is_open = next >= self.text.len() && !level.is_root();
                // It may be after a remark on the same line.
                let said_later = || {
                    let mut pieces = comment.split(',').skip(1);
                    pieces
                        .any(|piece| (is_aside(piece) && stands_for_more(piece)) || matches!(piece.trim(), "..." | "…"))
                };
                let is_rest = ((is_last || is_aside(comment)) && stands_for_more(comment)) || said_later();
                // On a line of its own after an object of a list, it is where another one would be.
                let follows = has_parts && !before.trim_end().ends_with(['[', '{']);
                let is_of_objects =
                    matches!(level.place().level, Level::List { accepts, .. } if accepts.has(Accepts::OBJECT));
                let is_alone = follows && is_of_objects && before.ends_with('\n');
                let is_between =
                    || (follows && stands_between(comment)) || (is_alone && (is_last || names_range(comment)));
                if (has_parts && has_dots) || is_open || is_rest || (is_last && goes_on(comment)) || is_between() {
                    // `// ... more rows`: it says that elements are missing.
                    self.repaired(RepairKind::EllipsisRemoved, at, start..self.pos);
                }
                self.conserve_comment(start..self.pos, level);
            }
        }
    }

    /// Whether the value that belongs at `start` is a word with a number sign before it, such as `#rust` or `#anchor`, and no
    /// comment: nothing else is between what comes before a value and what follows one.
    fn is_hash_word(&self, start: usize, level: &Frame<'_>) -> bool {
        let in_list = matches!(level.place().level, Level::List { .. });
        let before = self.text[..start].trim_end().bytes().next_back();
        let is_value = before == Some(b':') || (in_list && matches!(before, Some(b'[' | b',')));
        let word = &self.bytes()[start + 1..];
        let is_part =
            |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/') || *byte >= 0x80;
        let length = word
            .iter()
            .take(LONGEST_HASH_WORD)
            .take_while(|byte| is_part(byte))
            .count();
        step(length + start - self.text[..start].trim_end().len());
        let end = start + 1 + length;
        let next = self.after_space(end);
        let is_near = before == Some(b':') || !self.bytes()[end..next].contains(&b'\n');
        is_value && length > 0 && is_near && matches!(self.byte(next), b',' | b']' | b'}')
    }

    /// A backslash before white space, a bracket, or the letter of an escape that stands for white space.
    fn is_stray_backslash(&self) -> bool {
        match self.byte(self.pos + 1) {
            b'n' | b'r' | b't' => !self.byte(self.pos + 2).is_ascii_alphanumeric(),
            b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'}' | b'[' | b']' | b',' | b'_' => true,
            _ => false,
        }
    }

    /// The place after the comment that begins at `pos`, if one does.
    pub(crate) fn comment_end(&self, pos: usize) -> Option<usize> {
        let rest = self.text.get(pos..)?;
        let end = self.text.len();
        // What is remembered holds for the whole text, of which the cursor may know less at times.
        let whole = self.whole();
        if rest.starts_with("//") || rest.starts_with('#') {
            let find = || whole[pos..].find('\n').map_or(whole.len(), |offset| pos + offset);
            let line_end = self.work.marks.line_ends.at(pos, find).min(end);
            self.meets_end_within(line_end, 1);
            return Some(line_end);
        }
        if rest.starts_with("/*") {
            let find = || {
                let found = whole[pos + 2..].find("*/");
                found.map_or(whole.len(), |offset| pos + 2 + offset)
            };
            let comment_end = (self.work.marks.comment_ends.at(pos + 2, find) + 2).min(end);
            self.meets_end_within(comment_end, 1);
            return Some(comment_end);
        }
        None
    }

    /// The place after white space and comments; the end of the text where there is none.
    pub(crate) fn gap(&self, pos: usize) -> usize {
        self.after_gap(pos).unwrap_or(self.text.len())
    }

    /// The place after white space and comments, or `None` where a comment holds half a pair of quotes, or is close
    /// to the value and runs to the end of the text: what looks like one is then part of a string.
    pub(crate) fn after_gap(&self, pos: usize) -> Option<usize> {
        let next = self.after_space(pos);
        match self.byte(next) {
            b'/' | b'#' => self.after_comments(pos, next),
            0x0b | 0x0c | 0x80.. => Some(self.after_unusual_space(next)),
            _ => Some(next),
        }
    }

    /// The place after a short run of spaces that begins with one that JSON does not know.
    #[cold]
    fn after_unusual_space(&self, start: usize) -> usize {
        let is_any_space = |&c: &char| matches!(c, ' ' | '\n' | '\r' | '\t') || is_unusual_space(c);
        let rest = self.text.get(start..).unwrap_or_default();
        let spaces = rest.chars().take(LONGEST_UNUSUAL_SPACE).take_while(is_any_space);
        let length: usize = spaces.map(char::len_utf8).sum();
        step(length);
        self.meets_end_within(start + length, 1);
        start + length
    }

    /// Like [`Cursor::after_gap`], where what may be a comment follows the white space between `pos` and `next`.
    #[cold]
    fn after_comments(&self, pos: usize, next: usize) -> Option<usize> {
        let limit = self.text.len();
        let known = self.work.marks.seen().gap.get();
        if known.start == pos && known.limit == limit {
            return known.after;
        }
        let after = self.look_over_comments(pos, next);
        self.work.marks.seen().gap.set(Gap {
            start: pos,
            limit,
            after,
        });
        after
    }

    fn look_over_comments(&self, pos: usize, mut next: usize) -> Option<usize> {
        // Comments that follow each other count as one.
        let mut length = 0;
        while let b'/' | b'#' = self.byte(next) {
            // After a value, only a comment as people write it counts: not `#[derive]`, `#1` or the `#` of an anchor.
            if self.byte(next) == b'#' && (next == pos || self.byte(next + 1) != b' ') {
                return Some(next);
            }
            if self.byte(next) == b'/' && !matches!(self.byte(next + 1), b'/' | b'*') {
                return Some(next);
            }
            let (end, is_half) = self.comment_ahead(next, LONGEST_COMMENT - length)?;
            if (end >= self.text.len() && next == pos) || is_half {
                return None;
            }
            length += end - next;
            next = self.after_space(end);
        }
        Some(next)
    }
    /// The place after the comment at `start` and whether it holds half a pair of quotes, or `None` where it is longer than
    /// `longest`.
    fn comment_ahead(&self, start: usize, longest: usize) -> Option<(usize, bool)> {
        let rest = &self.bytes()[start..];
        let is_block = rest.get(1) == Some(&b'*');
        let ends = if is_block {
            &self.work.marks.comment_ends
        } else {
            &self.work.marks.line_ends
        };
        let is_short = rest.len() <= longest;
        if !is_short && ends.is_beyond(start + 2, start + longest) {
            return None;
        }
        let mut is_half = false;
        for (length, &byte) in rest.iter().enumerate().take(longest + 1) {
            step(1);
            if is_block && length > 2 && rest[length - 1..].starts_with(b"*/") {
                return (length < longest).then_some((start + length + 1, is_half));
            }
            if !is_block && byte == b'\n' {
                return Some((start + length, is_half));
            }
            is_half ^= byte == b'"';
        }
        if !is_short {
            // Where it ends is remembered, so that no further comment on this line is looked through.
            self.comment_end(start);
        }
        if is_short {
            self.meets_end();
        }
        is_short.then_some((self.text.len(), is_half))
    }
}
