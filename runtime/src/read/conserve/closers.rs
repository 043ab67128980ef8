//! Whether something was lost where brackets are missing.

use crate::bounds::{LONGEST_KEY, LONGEST_UNQUOTED};
use crate::path::{Frame, Level, NO_FIELD, tail};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};

/// How many bytes of closers and white space are looked back over for the string before them.
const MOST_CLOSERS: usize = 96;

impl Cursor<'_> {
    /// Records a guess if a closer is missing at `pos`, and what is before it leaves in doubt which one: the end of a hollow list, or a
    /// string with a closer that has no opener in that string (`"tags": ["a", "b]"}`).
    #[cold]
    pub(crate) fn conserve_closer(&mut self, pos: usize, at: &Frame<'_>) {
        self.conserve_hollow(pos, at);
        // Each of a run of closers may ask for this.
        let is_passed = |byte: &&u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | b']' | b'}');
        let near = self.bytes()[..pos].iter().rev().take(MOST_CLOSERS);
        let passed = near.take_while(is_passed).count();
        step(passed);
        let before = &self.text[..pos - passed];
        let Some(quote) = before.chars().next_back().filter(|&c| quotes::is_quote(c)) else {
            return;
        };
        let end = before.len() - quote.len_utf8();
        let content = tail(&before[..end], LONGEST_KEY);
        let content = content.rsplit(quote).next().unwrap_or(content);
        step(content.len());
        let closes = |(open, close): (char, char)| content.matches(close).count() > content.matches(open).count();
        if [('{', '}'), ('[', ']')].into_iter().any(closes) {
            self.repaired(RepairKind::AmbiguousQuote, at, end..before.len());
        }
    }

    /// Records a guess if a list has a wrong closing bracket at `pos`, and there is a comma between two escaped quotes in its last string:
    /// they may be those of two strings.
    #[cold]
    pub(crate) fn conserve_escaped(&mut self, pos: usize, at: &Frame<'_>) {
        if !matches!(at.level, Level::List { .. }) {
            return;
        }
        let near = tail(&self.text[..pos], LONGEST_UNQUOTED);
        step(near.len());
        let between = near.find("\\\",\\\"").or_else(|| near.find("\\\", \\\""));
        if let Some(between) = between {
            let start = pos - near.len() + between;
            self.repaired(RepairKind::AmbiguousQuote, at, start..start + 2);
        }
    }

    /// Records a guess if the closing bracket of a list is missing at `pos`, and its last element is an empty list, whose opening bracket may
    /// be one too many, or a number in place of a string or another value in place of a list, which may be the closing one.
    fn conserve_hollow(&mut self, pos: usize, at: &Frame<'_>) {
        let before = tail(&self.text[..pos], LONGEST_KEY).trim_end_matches(|c: char| c == ',' || c.is_whitespace());
        step(1);
        let inner = before.strip_suffix(']').map(str::trim_end);
        let outer = inner.and_then(|inner| inner.strip_suffix('[')).map(str::trim_end);
        let is_hollow = outer.is_some_and(|outer| outer.ends_with(['[', '(', '{', ']']));
        let is_odd = match at.level {
            Level::List { accepts, .. } if accepts.has(Accepts::STRING) => {
                !accepts.has(Accepts::NUMBER) && before.ends_with(|c: char| c.is_ascii_digit())
            }
            // Of lists, the last one has its own bracket.
            Level::List { accepts, .. } if accepts.has(Accepts::ARRAY) => !before.ends_with([']', ')', '}']),
            _ => false,
        };
        if is_hollow || is_odd {
            self.repaired(RepairKind::ElementSplit, at, pos..pos);
        }
    }

    /// Records a guess if the closing bracket of a list is missing at `pos`, and one of its last elements is the name of a field that is
    /// nowhere else: `"tags": ["a", "size", 5}`.
    #[cold]
    pub(crate) fn conserve_name(&mut self, pos: usize, at: &Frame<'_>) {
        if !matches!(at.level, Level::List { .. }) {
            return;
        }
        let near = tail(&self.text[..pos], LONGEST_KEY);
        step(near.len());
        let near = near.rsplit('[').next().unwrap_or_default();
        let mut start = pos - near.len();
        for name in near.split('"') {
            let span = start..start + name.len();
            start = span.end + 1;
            // A whole member may be in one pair of quotes.
            let named = name.split_once(':').map_or(name, |(name, _)| name);
            if super::knows_other_field(named, at) && !self.is_elsewhere(&span, &(pos - near.len()..pos), at) {
                self.repaired(RepairKind::ElementSplit, at, span);
                return;
            }
        }
    }

    /// Records a guess if the closing brace of this object is missing, and the last object inside it contains a field of
    /// this object that is not found elsewhere: the missing brace may belong before that field.
    #[cold]
    pub(in crate::read) fn conserve_unclosed(&mut self, at: &Frame<'_>) {
        let end = self.text.trim_end().len();
        let is_object = matches!(at.level, Level::Object { .. } | Level::Rest { .. });
        // If an inner object was closed too early, its own brace closed this one.
        if !is_object || self.byte(end.wrapping_sub(1)) != b'}' || self.sink.may_hold_any([RepairKind::ObjectReopened])
        {
            return;
        }
        let mut depth = 0usize;
        let opens = |byte: &u8| {
            match byte {
                b'}' | b']' => depth += 1,
                b'{' | b'[' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        };
        // No more is searched than may be looked at.
        let from = end - end.min(self.work.lookahead);
        let start = self.bytes()[from..end]
            .iter()
            .rposition(opens)
            .map(|start| from + start);
        let last = start.unwrap_or(from)..end;
        step(last.len());
        if self.look(last.len()) && start.is_some() && self.holds_field(&last, at) {
            self.repaired(RepairKind::ElementSplit, at, last);
        }
    }

    /// Like [`conserve_unclosed`](Self::conserve_unclosed), for an object of these fields right before the cursor that has its brace, if one
    /// is missing after it: then the brace may be that of the last object inside it.
    pub(crate) fn conserve_inner(&mut self, spec: &'static ObjectSpec) {
        let text = self.text;
        let Some(inner) = text[..self.pos].trim_end().strip_suffix('}') else {
            return;
        };
        let root = Frame::root();
        self.text = inner;
        self.conserve_unclosed(&Frame::below(&root, Level::Object { spec, field: NO_FIELD }));
        self.text = text;
    }

    /// Records that the opening bracket of the list at the root is missing, if a closing one follows the objects that were
    /// read as its elements: there may have been others before them.
    #[cold]
    pub(crate) fn conserve_opener(&mut self, at: &Frame<'_>) {
        let next = self.after_space(self.pos);
        if at.is_root() && self.byte(next) == b']' {
            self.repaired(RepairKind::MissingOpener, at, next..next + 1);
        }
    }

    /// Records a loss if the comments in the empty map from `start` to here contain a string or number, or a guess if they only contain
    /// words.
    #[cold]
    pub(crate) fn conserve_empty(&mut self, start: usize, at: &Frame<'_>) {
        let text = &self.text[start..self.pos];
        step(text.len());
        if text.contains(|c: char| c == '"' || c.is_ascii_digit()) {
            let span = start..self.pos;
            self.repaired(RepairKind::ContentLost, at, span);
        } else {
            self.conserve_words(start + 1, at);
        }
    }

    /// Records a guess if the comments in an empty list or map contain words: they may be its content, unless the first word says that
    /// there is none. The content begins at `start`.
    #[cold]
    pub(crate) fn conserve_words(&mut self, start: usize, at: &Frame<'_>) {
        let text = &self.text[start..self.pos];
        step(text.len());
        let first = text.split(|c: char| !c.is_alphanumeric()).find(|word| !word.is_empty());
        if first.is_some_and(|word| !NONE.iter().any(|none| word.eq_ignore_ascii_case(none))) {
            let words = text.trim_end_matches([']', '}', ')']).trim_end();
            self.repaired(RepairKind::JunkRemoved, at, start..start + words.len());
        }
    }
}

/// The words with which a comment says that there are no elements.
const NONE: [&str; 9] = [
    "empty", "keine", "leer", "no", "none", "not", "nothing", "ninguno", "without",
];
