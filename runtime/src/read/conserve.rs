//! Whether a repair dropped content: a string that swallowed the next key or element, a comment or an unknown field
//! that contains a field of the type, a broken key that no type knows.
//!
//! This is decided where the repair is made, by looking again at only the text that the repair skips or merges. If that
//! text may contain a key or an element, the reading is recorded as a guess.

mod backticks;
mod closers;
mod comments;
mod inside;
mod joints;
mod keys;
mod lines;
mod numbers;
mod wrapped;

use core::ops::Range;

use crate::bounds::{LONGEST_BEGINNING, LONGEST_KEY};
use crate::path::{Frame, Level, head, tail};
use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};
pub(crate) use comments::is_word;
use comments::{is_json, is_object};
use inside::Unclosed;
pub(crate) use inside::goes_on_behind;

impl Cursor<'_> {
    /// Records a guess if no comma separates two values, and the signs around the gap leave in doubt what they are: an empty string may be
    /// the quotes of the other one. The first of them ends at `ended_at`, before any comments.
    #[cold]
    pub(super) fn conserve_neighbours(&mut self, ended_at: usize, pos: usize, at: &Frame<'_>) {
        self.meets_end_within(pos, 2);
        let (before, after) = (&self.text[..pos], &self.text[pos..]);
        let is_glued = |c: char| !c.is_whitespace() && !matches!(c, '[' | '{');
        let touches = before.ends_with(quotes::is_quote) && after.starts_with(|c: char| !c.is_whitespace());
        // The same string twice on two lines, or a quote after a bracket that no string opens.
        let next = self.after_space(pos);
        let next = match self.byte(next) {
            b'[' if before.trim_end().ends_with('"') => self.after_space(next + 1),
            _ => next,
        };
        let end = matches!(self.byte(next), b'"' | b'\'').then(|| self.short_string_end(next));
        let is_twice = end.flatten().is_some_and(|end| {
            let next = &self.text[next..end];
            step(next.len());
            next.len() > 2 && before.trim_end().ends_with(next)
        });
        // The same number or word twice: `[23 23]`.
        let is_token = |c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '+' | '_');
        let last = tail(before.trim_end(), LONGEST_JOINT);
        let last = &last[last.trim_end_matches(is_token).len()..];
        let is_begun_again =
            !last.is_empty() && after.strip_prefix(last).is_some_and(|next| !next.starts_with(is_token));
        let is_phantom = tail(before.trim_end(), LONGEST_JOINT).ends_with("{}") || after.starts_with("{}");
        // The number of a footnote, or what is left of an answer that was begun again: `["a"1, "b"[2]]`.
        let note = after.strip_prefix('[').unwrap_or(after);
        let is_number_behind = note.starts_with(|c: char| c.is_ascii_digit())
            && before.trim_end().ends_with(quotes::is_quote)
            && matches!(at.place().level, Level::List { .. });
        let is_left_over =
            is_number_behind || before.ends_with([']', '}']) && after.starts_with('"') && self.can_follow(pos + 1);
        // A value that touches the end of a list may belong inside it: `[1, ]2]`.
        let is_outside = before.ends_with([']', '}', ')'])
            && after.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '"'));
        // The document, begun again.
        let is_document = after.starts_with(['{', '[']) && self.begins_document(after);
        // A remark: `"a"("b")`.
        let is_in_brackets = after.starts_with('(') && !before.trim_end().ends_with(')');
        // In Python, strings side by side in brackets are one string, and so are those around an `&` in Basic.
        let in_tuple = self.style.tuples > 0 && before.trim_end().ends_with(['"', '\'']) && end.flatten().is_some();
        // With a space just inside the quotes between them, they may be one sentence: `"It is " "long."`.
        let is_sentence = ["\"", "'"].into_iter().any(|quote| {
            let ends = before
                .trim_end()
                .strip_suffix(quote)
                .is_some_and(|text| text.ends_with(' '));
            ends || self.text[next..]
                .strip_prefix(quote)
                .is_some_and(|text| text.starts_with(' '))
        });
        // SQL and YAML double a quote inside a string: `'it''s'`.
        let is_doubled = ["'", "`"]
            .into_iter()
            .any(|quote| before.ends_with(quote) && after.starts_with(quote));
        let is_joined = in_tuple || after.starts_with('&') || (is_sentence && end.flatten().is_some());
        // The comma or colon may be inside the string: `["a," "b"]`, `["a<br>" "b"]`.
        let ends_in_comma = self.ends_in_comma(ended_at);
        // The quotes around the comma are doubled: `"a"",""b"`.
        let beside_comma = after.starts_with("\",") || (touches && before.ends_with(",\""));
        let in_list = matches!(at.place().level, Level::List { .. });
        let is_sign = is_beside_sign(before, after, &self.text[next..], (touches, in_list));
        // The next one is not closed on its line.
        let is_open = touches && after.starts_with('"') && end.is_some_and(|end| end.is_none());
        let ended = before.trim_end();
        let ends_empty = |quotes: &str| ended.strip_suffix(quotes).is_some_and(|text| !text.ends_with('\\'));
        let beside_empty = (touches || in_list)
            && ["\"\"", "''", "``"]
                .into_iter()
                .any(|quotes| ends_empty(quotes) || after.starts_with(quotes));
        // A number beside a text may be that of a line, and null may stand for nothing.
        let is_null = in_list && (after.starts_with("null") || ended.ends_with("null"));
        let is_number = |c: char| c.is_ascii_digit();
        let beside_number = in_list
            && ((ended.ends_with(is_number) && after.starts_with(quotes::is_quote))
                || (ended.ends_with(quotes::is_quote) && after.starts_with(is_number)));
        // The number of a footnote or of a line: `"a" [1]`, `[1] 5`.
        let takes_lists = matches!(at.place().level, Level::List { accepts, .. } if accepts.has(Accepts::ARRAY));
        let is_label = !takes_lists && is_citation(before.trim_end()) && !after.starts_with('[');
        let is_numbered = self.opens_number_in_brackets(pos) || is_label;
        // A comma in the next key may be the one that is missing.
        let is_in_key = end.flatten().is_some_and(|end| {
            step(end - next);
            self.text[next..end].contains(',') && self.byte(self.after_space(end)) == b':'
        });
        let is_inside = is_in_key || (touches && meet_inside(before, after));
        if is_twice
            || is_begun_again
            || is_left_over
            || is_doubled
            || is_joined
            || ends_in_comma
            || is_inside
            || is_open
            || beside_empty
            || beside_number
            || is_null
            || is_sign
            || beside_comma
            || is_field(before, at)
        {
            self.repaired(RepairKind::AmbiguousQuote, at, pos..pos);
        } else if is_phantom
            || is_document
            || is_outside
            || is_in_brackets
            || (is_citation(before) && after.starts_with(is_glued))
            || (is_numbered && matches!(at.place().level, Level::List { .. }))
        {
            self.repaired(RepairKind::ElementSplit, at, pos..pos);
        } else {
            self.conserve_groups(pos, at);
            self.conserve_broken_number(pos, at);
            self.conserve_line_number(pos, at);
        }
    }

    /// Whether the last sign in the string that ends here should come after its closing quote: `"a,"`, `"a:"`.
    pub(super) fn ends_in_comma(&self, end: usize) -> bool {
        let signs = self.text[..end].chars().rev();
        let mut ending = signs.skip_while(|&c| c.is_whitespace() || is_unseen(c));
        ending.next().is_some_and(quotes::is_quote) && matches!(ending.next(), Some(',' | ':' | '>'))
    }

    /// Whether this text begins like the document does.
    pub(crate) fn begins_document(&self, text: &str) -> bool {
        let lead = head(self.text, LONGEST_LEAD);
        let first = lead.find(['{', '[']);
        step(first.unwrap_or(lead.len()) + LONGEST_BEGINNING);
        first.is_some_and(|first| text.starts_with(head(&self.text[first..], LONGEST_BEGINNING)))
    }

    /// Records a guess if a quote that closes what no quote opens may be the one that an earlier string is missing: then all
    /// that is between them is text: `{"a": "x, "b": 6"}`.
    #[cold]
    pub(super) fn conserve_partner(&mut self, part: Range<usize>, at: &Frame<'_>) {
        if self.sink.seems_to_hold(RepairKind::MissingQuote) {
            self.repaired(RepairKind::AmbiguousQuote, at, part);
        }
    }

    /// Records a loss if a comment, or something else that was skipped, contains a field of the objects around it whose key
    /// is nowhere else in the text; or, in a list or map, an element.
    #[cold]
    #[inline(never)]
    pub(crate) fn conserve_passed(&mut self, part: Range<usize>, at: &Frame<'_>) {
        if self.holds_content(&part, at) || self.holds_field(&part, at) {
            self.repaired(RepairKind::ContentLost, at, part);
        }
    }

    /// Like [`Cursor::conserve_passed`], for the value of an unknown key, which may contain anything but a field.
    #[cold]
    #[inline(never)]
    pub(crate) fn conserve_unknown(&mut self, part: Range<usize>, at: &Frame<'_>) {
        if self.holds_field(&part, at) {
            self.repaired(RepairKind::ContentLost, at, part);
        }
    }

    /// Like [`Cursor::conserve_passed`], for text that fits nowhere: a single word may be the key of a field too.
    #[cold]
    pub(super) fn conserve_junk(&mut self, part: Range<usize>, at: &Frame<'_>) {
        let text = &self.text[part.clone()];
        if matches!(text, "[" | "]" | "{" | "}" | "(" | ")") && !matches!(at.place().level, Level::List { .. }) {
            // What the brace opens may be more entries of the map before it.
            if text == "{"
                && let Level::Object { spec, .. } = at.place().level
                && let Some(key) = self.key_ahead(self.after_space(part.end))
                && !spec.takes_any()
                && !spec.knows(&self.text[key.name])
            {
                self.repaired(RepairKind::ContentLost, at, part);
            }
            return;
        }
        let is_content = match at.place().level {
            Level::Map { .. } => text.contains(char::is_alphanumeric),
            Level::Object { spec, .. } | Level::Rest { spec, .. } if spec.takes_any() => {
                text.contains(char::is_alphanumeric)
            }
            Level::List { .. } => {
                text.contains(|c: char| c.is_ascii_digit())
                    || ["true", "false", "null"].iter().any(|word| text.contains(word))
            }
            _ => holds_field_word(text, at),
        };
        if is_content || self.holds_content(&part, at) || self.holds_field(&part, at) {
            self.repaired(RepairKind::ContentLost, at, part);
        }
    }

    pub(super) fn holds_field(&mut self, part: &Range<usize>, at: &Frame<'_>) -> bool {
        let Some(fields) = at.with_fields() else { return false };
        let text = &self.text[part.clone()];
        let is_mark = |c: char| closing_quotes(c).is_some();
        let mut marks = text.match_indices(is_mark);
        let mut unclosed = Unclosed::default();
        let quoted =
            marks.find_map(|(offset, _)| self.names_field(part.start + offset, part.end, fields, &mut unclosed));
        let name = quoted.or_else(|| self.bare_field(part.clone(), fields));
        name.is_some_and(|name| !self.is_elsewhere(&name, part, at))
    }

    /// Whether `part` may contain an element of the list, or an entry of the map that is nowhere else.
    fn holds_content(&mut self, part: &Range<usize>, at: &Frame<'_>) -> bool {
        let text = &self.text[part.clone()];
        step(text.len());
        let is_half = text.bytes().filter(|&byte| byte == b'"').count() % 2 == 1;
        match at.place().level {
            Level::Map { .. } | Level::Rest { .. } => self.holds_member(part, at),
            Level::Object { spec, .. } if spec.takes_any() => self.holds_member(part, at),
            Level::List { .. } => {
                is_half
                    || text.contains(['”', '“', '»', '«', '„', '`'])
                    || text.lines().any(is_json)
                    || holds_string(text)
                    || holds_next_string(text)
            }
            _ => text.lines().any(is_object),
        }
    }

    /// Whether `part` contains a key with its colon, in quotes or at the beginning, that is nowhere else in the text.
    fn holds_member(&mut self, part: &Range<usize>, at: &Frame<'_>) -> bool {
        let text = &self.text[part.clone()];
        let lead = text.len()
            - text
                .trim_start_matches(|c: char| !(c.is_alphanumeric() || c == '_'))
                .len();
        let key = (lead < text.len()).then(|| self.key_ahead(part.start + lead));
        if let Some(key) = key.flatten().filter(|key| key.colon < part.end) {
            let is_value = self.is_value_start(self.after_space(key.colon + 1));
            if is_value && !self.is_elsewhere(&key.name, part, at) {
                return true;
            }
        }
        ['"', '\''].into_iter().any(|quote| {
            let mut open = None;
            text.match_indices(quote).any(|(close, _)| {
                let before = open.replace(close);
                let name = before.map(|open| part.start + open + 1..part.start + close);
                let name = name.filter(|_| text[close + 1..].trim_start().starts_with(':'));
                name.is_some_and(|name| !name.is_empty() && !self.is_elsewhere(&name, part, at))
            })
        })
    }
}

/// Whether the two quotes between these texts may be inside of a string: `"x = [""]"`.
fn meet_inside(before: &str, after: &str) -> bool {
    let (mut left, mut right) = (before.chars().rev(), after.chars());
    let (_, last, open, first) = (left.next(), left.next(), right.next(), right.next());
    open.is_some_and(quotes::is_quote)
        && (last.is_some_and(|c| "[({=:<, ".contains(c)) || first.is_some_and(|c| "])}>.:;, ".contains(c)))
}

/// Whether a point or a dash is beside the gap before the value `next`: a point may belong to a line number (`21. "b": 2`) or an item
/// number (`1. `), and a dash may be the comma.
fn is_beside_sign(before: &str, after: &str, next: &str, (touches, in_list): (bool, bool)) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let told = before.trim_end();
    let number = told.trim_end_matches([']', '}']).strip_suffix('.');
    let item = next.trim_start_matches(is_digit);
    let is_item = item.len() < next.len() && item.strip_prefix('.').is_some_and(|item| !item.starts_with(is_digit));
    let ends_in_comment = || {
        let line = tail(told, LONGEST_JOINT).rsplit('\n').next().unwrap_or_default();
        line.contains("//") || line.contains("# ")
    };
    number.is_some_and(|number| number.ends_with(is_digit))
        || is_item
        || (after.starts_with('-') && (touches || (in_list && ends_in_comment())))
}

/// Whether the text ends with a string in quotes that is the name of a field around this list: it may be a key
/// without its colon.
fn is_field(before: &str, at: &Frame<'_>) -> bool {
    let before = tail(before.trim_end(), LONGEST_KEY);
    let quote = before.chars().next_back().filter(|&c| matches!(c, '"' | '\''));
    let name = quote.and_then(|quote| before.strip_suffix(quote)?.rsplit_once(quote));
    step(1);
    let in_list = matches!(at.place().level, Level::List { .. });
    in_list && name.is_some_and(|(_, name)| knows_other_field(name, at))
}

/// Whether a number in brackets ends here, as a citation does: `[1]`.
pub(super) fn is_citation(before: &str) -> bool {
    let inner = before.strip_suffix(']').map(|before| tail(before, 5));
    let digits = inner.and_then(|inner| inner.rsplit_once('[')).map(|(_, digits)| digits);
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether the text contains a comma and then a string in quotes, with nothing but another comma or a closing
/// bracket after them: the next element, written after a remark on its own line.
fn holds_next_string(text: &str) -> bool {
    let mut commas = text.match_indices(',');
    commas.any(|(comma, _)| {
        let next = text[comma + 1..].trim_start();
        let quote = if next.starts_with('\'') { '\'' } else { '"' };
        let inner = next.strip_prefix(quote);
        let after = inner.and_then(|inner| head(inner, LONGEST_KEY).split_once(quote));
        after.is_some_and(|(_, after)| matches!(after.trim_start().bytes().next(), None | Some(b',' | b']')))
    })
}

/// Whether a character is a tab, or one that is invisible on the page.
pub(crate) fn is_unseen(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r')) || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
}

/// The end of the text before the key at `pos`. However much white space is before its quote, none of it counts.
fn before_key(text: &str, pos: usize) -> &str {
    let before = &text[..pos];
    let quote = before.strip_suffix(quotes::is_quote).unwrap_or(before);
    let told = quote.trim_ascii_end();
    step(quote.len() - told.len());
    tail(told, MOST_MARKS)
}

/// Whether the text before a key at `pos` can precede a field, with nothing but punctuation between them.
pub(crate) fn follows_comma(text: &str, pos: usize) -> bool {
    let before = before_key(text, pos).chars().rev().inspect(|_| step(1));
    let mut told = before.skip_while(|&c| !c.is_alphanumeric() && !",{;]}".contains(c));
    told.next().is_some_and(|c| matches!(c, ',' | '{' | ';'))
}

/// The closing bracket with which the value before the key at `pos` ends, if it does.
pub(crate) fn closer_before(text: &str, pos: usize) -> Option<u8> {
    let before = before_key(text, pos).bytes().rev().inspect(|_| step(1));
    let mut told = before.skip_while(|&byte| byte == b',' || byte.is_ascii_whitespace());
    told.next().filter(|byte| matches!(byte, b'}' | b']'))
}

/// How far the text between two strings is searched for a comma or colon.
const LONGEST_JOINT: usize = 64;

/// How much of a text is searched for the beginning of its document.
const LONGEST_LEAD: usize = 128;

/// The most punctuation between a comma and a key.
const MOST_MARKS: usize = 64;

/// How far back a comment in place of a value is examined.
const LONGEST_COMMENT: usize = 400;

/// Whether `text` contains a string, followed by something that can follow a key or an element.
fn holds_string(text: &str) -> bool {
    let mut marks = text.match_indices('"').map(|(at, _)| at);
    while let (Some(_), Some(close)) = (marks.next(), marks.next()) {
        let after = text[close + 1..].trim_start();
        let follows = match after.strip_prefix(',') {
            Some(next) => next.trim_start().starts_with(['"', '{', '[', '-']) || next.trim_start().is_empty(),
            None => after.starts_with([']', '}', ':']),
        };
        if follows {
            return true;
        }
    }
    false
}

/// Whether one of the words in `text` is the name of a field of an object around this place.
pub(super) fn holds_field_word(text: &str, at: &Frame<'_>) -> bool {
    let Some(at) = at.with_fields() else { return false };
    step(text.len());
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.split(|c: char| !is_part(c))
        .any(|word| knows_other_field(word, at))
}

/// Whether an object around this place has a field with this name, other than the field that is being read.
pub(crate) fn knows_other_field(name: &str, at: &Frame<'_>) -> bool {
    if name.is_empty() {
        return false;
    }
    let mut is_own = true;
    let mut frame = Some(at.place());
    // A type that contains itself is around the place once for each level.
    let mut missed: Option<&ObjectSpec> = None;
    while let Some(level) = frame {
        step(1);
        if let Level::Object { spec, field } = level.level
            && missed.is_none_or(|missed| !core::ptr::eq(missed, spec))
        {
            let found = spec.exact(name).or_else(|| spec.folded(name));
            if found.is_some_and(|found| !is_own || found != field)
                || (found.is_none() && spec.variants.iter().any(|variant| variant.knows(name)))
            {
                return true;
            }
            is_own = false;
            missed = found.is_none().then_some(spec);
        } else if let Level::Rest { spec, .. } = level.level
            && spec.knows(name)
        {
            return true;
        }
        frame = level.parent;
    }
    false
}

/// The kinds of value that are expected at this place; none if that is not known.
fn known(at: &Frame<'_>) -> Accepts {
    match super::marks::expected(at) {
        Accepts::ANY => Accepts::NONE,
        accepts => accepts,
    }
}
