//! `true`, `false`, `null`, the other words for them, and strings without quotes.

use core::ops::Range;

use crate::bounds::{LONGEST_COMMENT_SEARCHED, LONGEST_NULL, LONGEST_WHOLE};
use crate::path::{Conversion, Frame, Level, head};
use crate::read::closer::Fit;
use crate::read::cursor::Cursor;
use crate::read::marks::expected;
use crate::read::number;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// A word that stands for no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoValue {
    /// `null`, and `None` or `NULL` for it.
    Null,
    /// `undefined`, `NaN`, `Infinity`: no value, but for an optional one.
    Undefined,
}

/// A text without quotes whose end is looked for.
struct BareText {
    start: usize,
    /// A list that may be one of one is open around it, and no level of its own says so.
    in_list: bool,
    /// Neither a blank nor a slash was passed.
    one_word: bool,
    /// How many brackets it opened.
    open: usize,
}

impl BareText {
    /// Whether the text up to `pos` is a number or literal. It is one only before the first place where this is asked.
    fn is_whole_before(&mut self, pos: usize, text: &str) -> bool {
        core::mem::take(&mut self.one_word) && is_whole(&text[self.start..pos])
    }
}

impl<'t> Cursor<'t> {
    /// The run of letters at the cursor.
    pub(crate) fn word(&self) -> &'t str {
        let rest = self.rest();
        let end = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(rest.len());
        self.meets_end_within(self.pos + end, 1);
        step(end);
        &rest[..end]
    }

    /// Skips a word that means that there is no value, such as `None`, and reports the repair. `NaN` and `Infinity` are values,
    /// so it is a guess that there is none.
    #[cold]
    pub(crate) fn no_value(&mut self, at: &Frame<'_>) -> Option<NoValue> {
        self.no_value_as(RepairKind::NullAlias, at)
    }

    /// Like [`Cursor::no_value`], where `NaN` and `Infinity` are reported as a repair of this kind.
    #[cold]
    pub(crate) fn no_value_as(&mut self, no_number: RepairKind, at: &Frame<'_>) -> Option<NoValue> {
        let start = self.pos;
        let sign = usize::from(self.peek() == b'-' && self.rest()[1..].starts_with("Inf"));
        self.pos += sign;
        let word = self.word();
        let end = self.pos + word.len();
        self.put_back(start);
        let (value, kind) = match word {
            "null" => (NoValue::Null, None),
            "None" => (NoValue::Null, Some(RepairKind::PythonLiteral)),
            "nil" | "undefined" => (NoValue::Undefined, Some(RepairKind::PythonLiteral)),
            "NaN" | "nan" | "Infinity" | "Inf" | "inf" => (NoValue::Undefined, Some(no_number)),
            _ if word.eq_ignore_ascii_case("null") => (NoValue::Null, Some(RepairKind::LiteralCase)),
            _ => return None,
        };
        let follows = self.gap(end);
        let ends = self.can_follow(follows)
            || self.separator_sign(follows, at).is_some()
            || self.is_key(follows, at)
            || matches!(self.byte(end), b'`' | b'/' | b'#' | b'<' | b')' | b';')
            || self.line_ends_before(follows)
            || self
                .remark_end(follows)
                .is_some_and(|end| self.may_follow_remark(end, at));
        if !ends {
            return None;
        }
        self.pos = end;
        if let Some(kind) = kind {
            self.repaired(kind, at, start..end);
        }
        Some(value)
    }

    /// Whether `text` is a literal that was broken off, where that literal is expected: no text is meant by it.
    pub(crate) fn is_broken_literal(text: &str, at: &Frame<'_>) -> bool {
        let accepts = expected(at);
        let is_expected = |literal: &str| match literal {
            "null" => accepts.has(Accepts::NULL),
            _ => accepts.has(Accepts::BOOLEAN),
        };
        accepts != Accepts::ANY
            && text.len() > 1
            && ["null", "true", "false"]
                .iter()
                .any(|literal| text.len() < literal.len() && literal.starts_with(text) && is_expected(literal))
    }

    /// Skips `null` in one backtick or three on each side: the marks of code and no quotes, since a text that says
    /// `null` is rarer than no text.
    #[cold]
    pub(crate) fn null_in_backticks(&mut self, at: &Frame<'_>) -> bool {
        let rest = crate::path::head(self.rest(), LONGEST_NULL);
        step(rest.len());
        let found = ["```", "`"].iter().find_map(|marks| {
            let inner = rest.strip_prefix(marks)?;
            let length = inner.find(marks)?;
            (inner[..length].trim() == "null").then_some(length + 2 * marks.len())
        });
        let ends = |length| {
            let follows = self.gap(self.pos + length);
            self.can_follow(follows) || self.separator_sign(follows, at).is_some() || self.is_key(follows, at)
        };
        let Some(length) = found.filter(|&length| ends(length)) else {
            return false;
        };
        let start = self.pos;
        self.pos += length;
        self.repaired(RepairKind::NullAlias, at, start..self.pos);
        true
    }

    /// The text at the cursor up to the delimiter that fits here: a comma before a key of this object or before any
    /// element of a list, a closer that closes something, the end of the line where a field follows.
    #[cold]
    pub(crate) fn bare(&mut self, at: &Frame<'_>) -> Range<usize> {
        let (start, bytes) = (self.pos, self.bytes());
        let mut bare = BareText {
            start,
            in_list: at.is_inside(Conversion::Element),
            one_word: true,
            open: 0,
        };
        let mut pos = start;
        while pos < bytes.len() && !self.ends_bare(pos, &mut bare, at) {
            // Every line break of a run leads to the same place after it, and so does every comma or semicolon.
            pos = match bytes[pos] {
                b'\n' => self.after_space(pos),
                b',' | b';' => self.after_commas(pos),
                _ => pos + 1,
            };
        }
        self.meets_end_within(pos, 1);
        let length = self.text[start..pos].trim_end().len();
        // `<number>` is the placeholder of a template, not an answer.
        self.unrecognized |= length > 2 && bytes[start] == b'<' && bytes[start + length - 1] == b'>';
        self.pos = start + length;
        let text = &self.text[start..start + length];
        let has_plain_quote = |content: &str| {
            let end = content.len();
            self.plain_quote(start, start + end) < start + end
        };
        if let Some(content) = text
            .strip_suffix('"')
            .filter(|content| !content.is_empty() && !content.ends_with('\\') && !has_plain_quote(content))
            .filter(|content| !content.starts_with('\\'))
            && !matches!(at.place().level, Level::Root)
        {
            // The opening quote is missing.
            self.conserve_partner(start..start + length, at);
            self.repaired(RepairKind::MissingQuote, at, start..start);
            let before = self.text[..start].trim_end().strip_suffix(',').map(str::trim_end);
            let follows_bracket = before.is_some_and(|before| before.ends_with([']', '}', ')']));
            if matches!(at.place().level, Level::List { .. }) && (number::is_plain(content) || follows_bracket) {
                // What is before it may belong to it: `[[1], 7"]`, `[[1], a"]`.
                self.repaired(RepairKind::AmbiguousQuote, at, start..start + length);
            }
            return start..start + content.len();
        }
        start..start + length
    }

    /// Whether a text without quotes ends before `pos`.
    #[inline(always)]
    fn ends_bare(&self, pos: usize, bare: &mut BareText, at: &Frame<'_>) -> bool {
        step(1);
        let (start, bytes, place) = (bare.start, self.bytes(), at.place());
        let is_apart = || pos > start && bytes[pos - 1].is_ascii_whitespace();
        match bytes[pos] {
            b',' | b';' => {
                (bare.in_list && bare.open == 0)
                    || self.bare_ends_at_comma(pos, place)
                    || (bare.is_whole_before(pos, self.text) && self.stands_apart(pos + 1))
            }
            // Brackets that the text opens itself may close in it.
            b'{' | b'[' => {
                bare.open += 1;
                false
            }
            b']' if bare.in_list && bare.open == 0 => true,
            b'}' if self.closes_tuple(pos, at) => true,
            // A number or a literal with a closer after it is as JSON writes it, whatever is wrong further on.
            b'}' | b']' if bare.open == 0 && bare.is_whole_before(pos, self.text) => true,
            b'}' | b']' => {
                let fit = self.closers_fit(pos, at);
                let is_own = bare.open > 0;
                bare.open = bare.open.saturating_sub(1);
                fit == Fit::Yes || (fit == Fit::Outermost && !is_own)
            }
            b'\n' => {
                let is_before_remark = || self.is_remark(self.after_space(pos));
                (bare.is_whole_before(pos, self.text) && is_before_remark()) || self.bare_ends_at_line(pos, place)
            }
            b')' => self.closes_tuple(pos, at),
            b'"' | b'\'' => {
                is_apart()
                    && self
                        .key_ahead(pos)
                        .is_some_and(|key| key.quoted || self.belongs(&key, place))
            }
            b' ' | b'\t' => {
                core::mem::take(&mut bare.one_word)
                    && matches!(place.level, Level::List { .. })
                    && number::is_plain(&self.text[start..pos])
                    && matches!(self.byte(self.after_space(pos)), b'0'..=b'9' | b'-')
            }
            b'|' | b'&' | b'(' | 0x80.. if self.ends_whole(start, pos, at) => true,
            b'`' | b'~' => {
                self.meets_end_within(pos, 3);
                self.fenced && (self.text[pos..].starts_with("```") || self.text[pos..].starts_with("~~~"))
            }
            b'<' => {
                self.meets_end_within(pos, 2);
                self.text[pos..].starts_with("</") || self.text[pos..].starts_with("<|")
            }
            b'/' | b'#' => {
                let is_apart = is_apart();
                let is_attached = bytes[pos] == b'/' && bare.is_whole_before(pos, self.text);
                (is_apart || is_attached)
                    && self.comment_end(pos).is_some()
                    && !matches!(place.level, Level::Root)
                    && (is_whole(self.text[start..pos].trim_end()) || !self.hides_end(pos, place))
            }
            _ => false,
        }
    }

    /// Whether the end of a text without quotes is in what seems to be a comment after it: `a # b, "key":`. Then the comment is a part
    /// of the text.
    fn hides_end(&self, pos: usize, place: &Frame<'_>) -> bool {
        let line = head(&self.text[pos..], LONGEST_COMMENT_SEARCHED);
        let line = line.split('\n').next().unwrap_or_default();
        if line.starts_with("/*") {
            return false;
        }
        step(line.len());
        self.meets_end_within(pos, LONGEST_COMMENT_SEARCHED);
        let comma = line.match_indices(',').next_back().map(|(at, _)| pos + at);
        let is_closed = |line: &str| line.ends_with(['}', ']']) && !line.contains(['{', '[']);
        is_closed(line.trim_end()) || comma.is_some_and(|comma| self.bare_ends_at_comma(comma, place))
    }

    /// Whether a number or literal from `start` on ends before `pos`, because a remark or another separator follows it.
    fn ends_whole(&self, start: usize, pos: usize, at: &Frame<'_>) -> bool {
        pos - start <= LONGEST_WHOLE
            && self.text.is_char_boundary(pos)
            && is_whole(self.text[start..pos].trim_end())
            && (self.separator_sign(pos, at).is_some()
                || self.remark_end(pos).is_some_and(|end| self.may_follow_remark(end, at)))
    }

    /// Whether a string in quotes is right before or after `span`, without a comma between them.
    pub(crate) fn adjoins_string(&self, span: &Range<usize>) -> bool {
        let before = self.text[..span.start].trim_end();
        step(span.start - before.len());
        before.ends_with('"') || self.byte(self.after_space(span.end)) == b'"'
    }

    /// Whether what follows a comma before `pos` goes on with no number or literal: another line, or a string.
    fn stands_apart(&self, pos: usize) -> bool {
        self.line_ends_behind(pos) || matches!(self.byte(self.after_space(pos)), b'"' | b'\'')
    }

    /// The place after a run of commas or semicolons, with blanks between them, or after a part of a long run: each of them may ask.
    fn after_commas(&self, mut pos: usize) -> usize {
        for _ in 0..MOST_COMMAS {
            if !matches!(self.byte(pos), b',' | b';') {
                break;
            }
            step(1);
            pos = self.after_space(pos + 1);
        }
        pos
    }

    /// Whether the key at `pos` is an empty one, as JSON allows it.
    fn is_empty_key(&self, pos: usize) -> bool {
        self.meets_end_within(pos, 2);
        self.text[pos..].starts_with("\"\"") && self.byte(self.after_space(pos + 2)) == b':'
    }

    fn bare_ends_at_comma(&self, comma: usize, place: &Frame<'_>) -> bool {
        let after = self.after_commas(comma);
        // A number sign begins a comment only after white space.
        let next = self.gap(after - usize::from(self.byte(after - 1).is_ascii_whitespace()));
        match place.level {
            Level::List { .. } => true,
            Level::Object { .. } | Level::Rest { .. } => {
                next >= self.text.len()
                    || matches!(self.byte(next), b'}' | b']')
                    || self.is_empty_key(next)
                    || self
                        .key_ahead(next)
                        .is_some_and(|key| key.quoted || self.belongs(&key, place))
                    || self.is_marked_key(next, place)
            }
            Level::Map { .. } => {
                next >= self.text.len()
                    || matches!(self.byte(next), b'}' | b']')
                    || self.is_empty_key(next)
                    || self.key_ahead(next).is_some()
            }
            Level::Root | Level::Inside(_) => false,
        }
    }

    fn bare_ends_at_line(&self, pos: usize, place: &Frame<'_>) -> bool {
        match place.level {
            Level::List { .. } => true,
            Level::Root | Level::Inside(_) => false,
            Level::Map { .. } => self.key_ahead(self.gap(pos)).is_some(),
            Level::Object { .. } | Level::Rest { .. } => {
                let next = self.gap(pos);
                self.key_ahead(next)
                    .is_some_and(|key| key.quoted || self.belongs(&key, place))
                    || self.is_marked_key(next, place)
            }
        }
    }

    /// Whether a key between marks is at `pos`, which shows that a text without quotes ended before it.
    fn is_marked_key(&self, pos: usize, place: &Frame<'_>) -> bool {
        self.count_judged();
        self.marked_key(pos, place).is_some()
    }
}

/// Whether an unquoted value may be read as a string. Brackets, backslashes and quotes alone are not a string, and neither is an
/// ellipsis. A value that contains a quote or starts with a bracket is not one either: it may have a string inside, but its end is
/// unknown.
pub(crate) fn is_wording(text: &str) -> bool {
    let is_mark = |c: char| c.is_ascii_whitespace() || r#"{}[]"'`\,:"#.contains(c);
    let is_ellipsis = matches!(text, "..." | "…" | "....");
    let is_tuple = text.starts_with('(') && text.ends_with(')') && text.contains(',');
    !text.chars().all(is_mark) && !is_ellipsis && (is_tuple || (!text.contains('"') && begins_wording(text)))
}

/// Whether words may begin so: not with a quote mark or bracket of whatever kind, an entity, or a dash as before a remark.
fn begins_wording(text: &str) -> bool {
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (None | Some('{' | '[' | '<' | '(' | '&' | '|' | '\\' | '?' | '=' | ':' | '%'), _) => false,
        (Some('-' | '*' | '$' | '#' | '+' | '!'), next) => next.is_some_and(char::is_alphanumeric),
        (Some(first), _) => {
            let is_symbol = matches!(first, '\u{2600}'..='\u{27bf}' | '\u{1f000}'..);
            first.is_ascii() || first.is_alphanumeric() || is_symbol
        }
    }
}

/// Whether a text begins with a literal, and goes on with something else than a word.
pub(crate) fn begins_literal(text: &str) -> bool {
    ["null", "None", "true", "false", "True", "False"]
        .iter()
        .any(|literal| {
            text.strip_prefix(literal)
                .is_some_and(|rest| rest.starts_with(|c: char| !c.is_alphanumeric() && c != '-' && c != '_'))
        })
}

/// Whether a text is a literal or a number as JSON has it, to which nothing can be added.
fn is_whole(text: &str) -> bool {
    number::is_plain(text) || matches!(text, "true" | "false" | "null" | "True" | "False" | "None")
}

/// How many commas in a row are passed at once.
const MOST_COMMAS: usize = 16;
