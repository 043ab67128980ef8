//! Writes the arguments of a call as JSON, with the way back to the caller's text.
//!
//! In some formats the arguments are JSON already. In others each of them is a piece of text, or a value as Python
//! writes it, and is written as JSON here. The type of the field decides whether a piece of text is a string or the
//! JSON of something else; the engine that reads the result decides everything else.

use alloc::vec::Vec;
use core::ops::Range;

use super::extent::{Extent, Reach};
use super::python::{comment_end, is_number, string_end};
use crate::read::transcript::{Transcript, trimmed};
use crate::read::{decode, number, scan};
use crate::repair::RepairKind;
use crate::spec::{Accepts, ObjectSpec};

/// How the values of arguments are written, where they are not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ArgumentNotation {
    /// As the text itself, without quotes.
    Plain,
    /// As Python's literals.
    Python,
}

/// An argument whose text may have been meant in another way: as an object or a list where it was written as a string, or as
/// text where elements between tags were written as a list.
pub(super) struct Doubt<'t> {
    pub(super) key: &'t str,
    /// The place of what was written in the JSON.
    pub(super) span: Range<usize>,
    pub(super) kind: RepairKind,
}

/// Writes JSON.
pub(super) struct Scribe<'t> {
    source: &'t str,
    json: Transcript<'static>,
}

impl<'t> Scribe<'t> {
    fn new(source: &'t str) -> Self {
        Self {
            source,
            json: Transcript::default(),
        }
    }

    /// The object of these arguments, for a tool with the fields of `spec`, and the arguments that are in doubt.
    pub(super) fn object<'k>(
        source: &'k str,
        arguments: &[(Range<usize>, Range<usize>)],
        notation: ArgumentNotation,
        spec: &ObjectSpec,
        end: usize,
    ) -> (Transcript<'static>, Vec<Doubt<'k>>) {
        let mut scribe = Scribe::new(source);
        let mut doubts = Vec::new();
        let start = arguments.first().map_or(end, |(key, _)| key.start);
        scribe.own("{", start);
        for (index, (key, value)) in arguments.iter().enumerate() {
            if index > 0 {
                scribe.own(",", key.start);
            }
            scribe.quoted(key.clone());
            scribe.own(":", key.end);
            let accepts = accepted(spec, &source[key.clone()]);
            let from = scribe.json.json().len();
            let is_said_text = notation == ArgumentNotation::Plain
                && says_text(&source[key.end..value.start])
                && accepts.has(Accepts::STRING);
            let elements = match notation {
                ArgumentNotation::Plain if accepts.has(Accepts::ARRAY) && !accepts.has(Accepts::STRING) => {
                    elements(source, value)
                }
                _ => None,
            };
            match notation {
                _ if elements.is_some() => {}
                _ if is_said_text => scribe.quoted(value.clone()),
                ArgumentNotation::Plain if says_json(&source[key.end..value.start]) => {
                    scribe.said_json(value.clone(), accepts);
                }
                ArgumentNotation::Plain => scribe.plain(value.clone(), accepts),
                ArgumentNotation::Python => scribe.python(value.clone(), accepts),
            }
            if let Some(elements) = elements {
                scribe.list(value, &elements);
                doubts.push(Doubt {
                    key: &source[key.clone()],
                    span: from..scribe.json.json().len(),
                    kind: RepairKind::TagsRead,
                });
                continue;
            }
            let may_be_json = accepts.has(Accepts::OBJECT) || accepts.has(Accepts::ARRAY);
            let is_written_as_text = notation == ArgumentNotation::Plain
                && may_be_json
                && !is_said_text
                && accepts.has(Accepts::STRING)
                && scribe.json.json()[from..].starts_with('"');
            let text = source[value.clone()].trim_start();
            // Each line may have been meant as an element.
            let is_merged = notation == ArgumentNotation::Plain
                && accepts.has(Accepts::ARRAY)
                && !accepts.has(Accepts::STRING)
                && scribe.json.json()[from..].starts_with('"')
                && text.trim_end().contains('\n');
            if is_merged {
                doubts.push(Doubt {
                    key: &source[key.clone()],
                    span: from..scribe.json.json().len(),
                    kind: RepairKind::UnquotedValue,
                });
            }
            if is_written_as_text
                && (begins_like_json(text) || (says_json(&source[key.end..value.start]) && !text.starts_with('"')))
            {
                let span = from..scribe.json.json().len();
                doubts.push(Doubt {
                    key: &source[key.clone()],
                    span,
                    kind: RepairKind::JsonAsText,
                });
            }
        }
        scribe.own("}", end);
        (scribe.json, doubts)
    }

    /// The text that the content of a JSON string stands for.
    pub(super) fn unescaped(source: &'t str, content: Range<usize>) -> Transcript<'static> {
        let mut scribe = Self::new(source);
        let mut decoded = Decoded::new(source, content, Escapes::Json);
        while let Some((from, piece)) = decoded.next() {
            match piece {
                Unit::Run(end) => scribe.copy(from..end),
                Unit::Char(c) => scribe.json.written(c.encode_utf8(&mut [0; 4]), from..decoded.pos),
                Unit::HalfPair => scribe.copy(from..decoded.pos),
            }
        }
        scribe.json
    }

    /// Writes what is not in the source, at `from`.
    fn own(&mut self, json: &str, from: usize) {
        self.json.written(json, from..from);
    }

    fn copy(&mut self, part: Range<usize>) {
        self.json.copy(self.source, part);
    }

    /// Writes a JSON string with this part of the source as its content.
    fn quoted(&mut self, content: Range<usize>) {
        self.string(Decoded::new(self.source, content.clone(), Escapes::None), content);
    }

    fn string(&mut self, mut content: Decoded<'_>, span: Range<usize>) {
        self.own("\"", span.start);
        while let Some((from, piece)) = content.next() {
            match piece {
                Unit::Run(end) => self.json.content(self.source, from..end),
                Unit::Char(c) => self.json.character(c, from..content.pos),
                Unit::HalfPair => self.copy(from..content.pos),
            }
        }
        self.own("\"", span.end);
    }

    /// Writes a list of texts.
    fn list(&mut self, value: &Range<usize>, elements: &[Range<usize>]) {
        for (index, element) in elements.iter().enumerate() {
            self.own(if index == 0 { "[" } else { "," }, element.start);
            self.quoted(element.clone());
        }
        self.own("]", value.end);
    }

    /// Writes a value that is a piece of text.
    fn plain(&mut self, value: Range<usize>, accepts: Accepts) {
        if is_text(accepts) {
            return self.quoted(value);
        }
        let part = trimmed(self.source, value.clone());
        let text = &self.source[part.clone()];
        // A string among other things keeps its quotes: it is text as it was written.
        if is_json(text) && !(text.starts_with('"') && accepts.has(Accepts::STRING)) {
            return self.copy(part);
        }
        match text {
            "True" | "False" | "None" if !accepts.has(Accepts::STRING) => self.literal(part),
            _ if accepts.has(Accepts::STRING) => self.quoted(value),
            _ => self.quoted(part),
        }
    }

    /// Writes a value that the model marked as JSON.
    fn said_json(&mut self, value: Range<usize>, accepts: Accepts) {
        let part = trimmed(self.source, value.clone());
        let text = &self.source[part.clone()];
        let is_string = text.starts_with('"') && string_end(text.as_bytes(), 0, text.len()) == Some(text.len());
        if is_string || is_json(text) {
            return self.copy(part);
        }
        if matches!(text, "True" | "False" | "None") && !is_text(accepts) {
            return self.literal(part);
        }
        self.plain(value, accepts);
    }

    /// Writes one of Python's literals as JSON's.
    fn literal(&mut self, part: Range<usize>) {
        let json = match &self.source[part.clone()] {
            "True" => "true",
            "False" => "false",
            _ => "null",
        };
        self.json.written(json, part);
    }

    /// Writes a value that is written as in Python.
    fn python(&mut self, value: Range<usize>, accepts: Accepts) {
        let text = &self.source[value.clone()];
        match text {
            "None" => self.literal(value),
            "True" | "False" if is_text(accepts) => self.quoted(value),
            _ if is_text(accepts) && is_number(text) => self.quoted(value),
            // Python does not have such numbers, so this is text, as it is between tags.
            _ if accepts.has(Accepts::STRING) && has_idle_zeros(text) => self.quoted(value),
            _ => self.python_tokens(value),
        }
    }

    /// Writes Python's strings, literals and brackets as JSON's, and copies all else.
    fn python_tokens(&mut self, value: Range<usize>) {
        let bytes = self.source.as_bytes();
        let groups = groups(bytes, value.clone());
        let mut pos = value.start;
        let mut from = pos;
        while pos < value.end {
            let byte = bytes[pos];
            let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80;
            let (end, is_own) = match byte {
                b'"' | b'\'' => (string_end(bytes, pos, value.end).unwrap_or(value.end), true),
                b'(' | b')' => (pos + 1, true),
                b'#' => (comment_end(bytes, pos, value.end), true),
                _ if is_word(byte) => {
                    let length = bytes[pos..value.end].iter().take_while(|&&byte| is_word(byte)).count();
                    let end = pos + length;
                    let is_prefix = length <= 2 && matches!(bytes.get(end), Some(b'"' | b'\'')) && end < value.end;
                    if is_prefix {
                        (string_end(bytes, end, value.end).unwrap_or(value.end), true)
                    } else {
                        (end, matches!(&self.source[pos..end], "True" | "False" | "None"))
                    }
                }
                _ => (pos + 1, false),
            };
            if is_own {
                if pos > from {
                    self.copy(from..pos);
                }
                match byte {
                    b'#' => {}
                    b'(' | b')' if groups.binary_search(&pos).is_ok() => {}
                    b'(' => self.json.written("[", pos..end),
                    b')' => self.json.written("]", pos..end),
                    b'T' | b'F' | b'N' if end - pos > 3 && matches!(bytes[end - 1], b'e') => self.literal(pos..end),
                    _ => self.python_string(pos..end),
                }
                from = end;
            }
            pos = end;
        }
        if value.end > from {
            self.copy(from..value.end);
        }
    }

    /// Writes a string literal, with its prefix and quotes, as a JSON string.
    fn python_string(&mut self, literal: Range<usize>) {
        let text = &self.source[literal.clone()];
        let quote = text.find(['"', '\'']).unwrap_or(0);
        let is_raw = text[..quote].contains(['r', 'R']);
        let mark = &text[quote..=quote];
        let width = if text[quote..].starts_with(&mark.repeat(3)) && text.len() >= quote + 6 {
            3
        } else {
            1
        };
        let start = literal.start + quote + width;
        let end = if text.len() >= quote + 2 * width && text.ends_with(mark) {
            literal.end - width
        } else {
            literal.end
        };
        let escapes = if is_raw { Escapes::None } else { Escapes::Python };
        self.string(Decoded::new(self.source, start..end.max(start), escapes), literal);
    }
}

/// The positions, in order, of parentheses that only group and do not make a tuple: `("a")`.
fn groups(bytes: &[u8], value: Range<usize>) -> Vec<usize> {
    let mut groups = Vec::new();
    // Each bracket that is open, and whether it is of a group so far.
    let mut open: Vec<(usize, bool)> = Vec::new();
    let mut pos = value.start;
    while pos < value.end {
        match bytes[pos] {
            b'"' | b'\'' => {
                pos = string_end(bytes, pos, value.end).unwrap_or(value.end);
                continue;
            }
            b'#' => {
                pos = comment_end(bytes, pos, value.end);
                continue;
            }
            b'(' => {
                let before = bytes[value.start..pos].last();
                let is_call = before.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
                let next = bytes[pos + 1..value.end]
                    .iter()
                    .find(|byte| !byte.is_ascii_whitespace());
                open.push((pos, !is_call && !matches!(next, None | Some(b')'))));
            }
            b'[' | b'{' => open.push((pos, false)),
            b',' => {
                if let Some((_, is_group)) = open.last_mut() {
                    *is_group = false;
                }
            }
            b')' | b']' | b'}' => {
                if let Some((start, true)) = open.pop() {
                    groups.extend([start, pos]);
                }
            }
            _ => {}
        }
        pos += 1;
    }
    groups.sort_unstable();
    groups
}

/// Whether a number has leading zeros, which do not change its value.
fn has_idle_zeros(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.starts_with('0') && digits[1..].starts_with(|c: char| c.is_ascii_digit()) && is_number(text)
}

/// The contents of the elements that a value consists of, if it is nothing but elements of one name.
fn elements(source: &str, value: &Range<usize>) -> Option<Vec<Range<usize>>> {
    let part = trimmed(source, value.clone());
    let text = &source[part.clone()];
    let length = text.strip_prefix('<')?.find('>')?;
    let open = &text[..length + 2];
    let name = &open[1..=length];
    let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.');
    if name.is_empty() || !name.bytes().all(is_name) {
        return None;
    }
    let mut found = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let inside = rest.strip_prefix(open)?;
        let (end, after) = inside.match_indices("</").find_map(|(at, _)| {
            let after = inside[at + 2..].strip_prefix(name)?.strip_prefix('>')?;
            Some((at, after))
        })?;
        // An element inside another one of its name would end too early.
        if inside[..end].contains(open) {
            return None;
        }
        let start = part.end - inside.len();
        found.push(start..start + end);
        rest = after.trim_start();
    }
    Some(found)
}

/// Whether such a value is a string and nothing else, but perhaps absent.
fn is_text(accepts: Accepts) -> bool {
    let others = [Accepts::NUMBER, Accepts::BOOLEAN, Accepts::OBJECT, Accepts::ARRAY];
    accepts.has(Accepts::STRING.or(Accepts::NAME)) && !others.iter().any(|&other| accepts.has(other))
}

/// What the field of this name accepts; anything if there is none.
fn accepted(spec: &ObjectSpec, key: &str) -> Accepts {
    let own = spec.exact(key).or_else(|| spec.folded(key));
    if let Some(field) = own.and_then(|index| spec.fields.get(index as usize)) {
        return field.facts.accepts;
    }
    let inner = spec.variants.iter().map(|variant| accepted(variant, key));
    inner
        .into_iter()
        .find(|&accepts| accepts != Accepts::ANY)
        .unwrap_or(Accepts::ANY)
}

/// Whether the attributes of an argument's tag say that its value is JSON.
fn says_json(attributes: &str) -> bool {
    attributes.contains("string=\"false\"")
}

/// Whether the attributes of an argument's tag say that its value is text.
fn says_text(attributes: &str) -> bool {
    attributes.contains("string=\"true\"")
}

/// Whether the text is one JSON value, as far as its quotes and brackets say.
fn is_json(text: &str) -> bool {
    match text.as_bytes() {
        [b'{' | b'[', ..] => Extent::without_keys(0).go_on(text) == Reach::Closed(text.len()),
        [b'"', .., b'"'] => {
            let stop = scan::string_stop(text.as_bytes(), 1);
            stop + 1 == text.len()
        }
        _ => matches!(text, "true" | "false" | "null") || number::is_plain(text),
    }
}

/// Whether a text that is not JSON may be meant as JSON: it begins with a brace, or with a bracket that is not only around a word
/// or number before other text, as in `[sic] and so on`.
fn begins_like_json(text: &str) -> bool {
    let inside = text.trim_start_matches('[');
    if text.starts_with('{') || inside.len() == text.len() {
        return text.starts_with('{');
    }
    let Some((content, rest)) = inside.split_once(']') else {
        return true;
    };
    let rest = rest.trim_start_matches(']').trim_start();
    rest.is_empty() || rest.starts_with(',') || content.contains(['"', '\'', '{', '[', ','])
}

/// Which escapes the content of a string has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Escapes {
    None,
    Json,
    Python,
}

/// A piece of a string's content.
enum Unit {
    /// A part of the source, up to here.
    Run(usize),
    /// What an escape stands for.
    Char(char),
    /// An escaped lone surrogate, which is not a character. The JSON reader decides how to read it.
    HalfPair,
}

/// The content of a string, piece by piece.
struct Decoded<'t> {
    source: &'t str,
    pos: usize,
    end: usize,
    escapes: Escapes,
}

impl<'t> Decoded<'t> {
    fn new(source: &'t str, content: Range<usize>, escapes: Escapes) -> Self {
        Self {
            source,
            pos: content.start,
            end: content.end,
            escapes,
        }
    }

    /// The next piece, and where it begins.
    fn next(&mut self) -> Option<(usize, Unit)> {
        loop {
            let from = self.pos;
            if from >= self.end {
                return None;
            }
            let bytes = &self.source.as_bytes()[..self.end];
            let stop = if self.escapes == Escapes::None {
                self.end
            } else {
                scan::byte::<b'\\'>(bytes, from)
            };
            if stop > from {
                self.pos = stop;
                return Some((from, Unit::Run(stop)));
            }
            if bytes.get(from + 1) == Some(&b'u')
                && let Some((None, length)) = decode::code_point(&bytes[from + 2..])
            {
                self.pos = from + 2 + length;
                return Some((from, Unit::HalfPair));
            }
            let (length, c) = self.escape(&bytes[from..]);
            self.pos = (from + length).min(self.end);
            match c {
                Some(c) => return Some((from, Unit::Char(c))),
                // An escaped line break is nothing.
                None if length == 2 && bytes.get(from + 1) == Some(&b'\n') => {}
                // An unknown escape is text.
                None => {
                    self.pos = from + 1;
                    return Some((from, Unit::Run(from + 1)));
                }
            }
        }
    }

    /// How long the escape is that these bytes begin with, and the character that it stands for.
    fn escape(&self, bytes: &[u8]) -> (usize, Option<char>) {
        let Some(&kind) = bytes.get(1) else { return (1, None) };
        let digits = |count: usize| {
            let value = bytes.get(2..2 + count).and_then(decode::hex);
            (2 + count, value.and_then(char::from_u32))
        };
        match kind {
            b'u' => match decode::code_point(&bytes[2..]) {
                Some((c, length)) => (2 + length, c),
                None => (2, None),
            },
            b'x' if self.escapes == Escapes::Python => digits(2),
            b'0'..=b'7' if self.escapes == Escapes::Python => octal(&bytes[1..]),
            b'a' if self.escapes == Escapes::Python => (2, Some('\u{7}')),
            b'v' if self.escapes == Escapes::Python => (2, Some('\u{b}')),
            b'/' if self.escapes == Escapes::Python => (2, None),
            b'U' if self.escapes == Escapes::Python => digits(8),
            b'\'' if self.escapes == Escapes::Python => (2, Some('\'')),
            _ => (2, decode::plain_escape(kind)),
        }
    }
}

/// How long an octal escape is with its backslash, and the character that it stands for.
fn octal(digits: &[u8]) -> (usize, Option<char>) {
    let digits = digits.iter().take(3).take_while(|digit| matches!(digit, b'0'..=b'7'));
    let (count, value) = digits.fold((0, 0), |(count, value), digit| {
        (count + 1, value * 8 + u32::from(digit - b'0'))
    });
    (1 + count, char::from_u32(value))
}
