//! Unit enums: one of a known list of names.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

mod sentence;

use super::coerce;
use super::leaf::{Token, token};
use super::slot::{Slot, put, taken};
use crate::error::Expected;
use crate::fold;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::quotes::is_quote;
use crate::repair::RepairKind;
use crate::spec::{Accepts, NameSpec, NamesSpec};

/// Reads the name of a unit enum's variant.
#[inline]
pub fn choose<T>(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static NamesSpec, variant: fn(u32) -> T) -> Read<T> {
    match chosen(cursor, at, spec) {
        Ok(index) => Ok(variant(index)),
        Err(halt) => Err(halt),
    }
}

/// The variant whose name is here.
#[inline(never)]
fn chosen(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static NamesSpec) -> Read<u32> {
    let start = cursor.pos;
    if let Some(name) = cursor.plain_string() {
        if let Some(index) = spec.exact(name) {
            return Ok(index);
        }
        if let Some(index) = spec.in_other_case(name) {
            cursor.converted(RepairKind::EnumCase, at, start);
            return Ok(index);
        }
        cursor.put_back(start);
    }
    slow(cursor, at, spec)
}

/// The variant that a decoded text names.
pub fn choose_text<T>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    spec: &'static NamesSpec,
    variant: fn(u32) -> T,
) -> Read<T> {
    match named(text, cursor, at, spec) {
        Ok(index) => Ok(variant(index)),
        Err(halt) => Err(halt),
    }
}

/// A place for the number of a name.
struct NameSlot {
    spec: &'static NamesSpec,
    index: Option<u32>,
}

impl Slot for NameSlot {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.index, choose(cursor, at, self.spec, |index| index))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.index, named(text, cursor, at, self.spec))
    }
}

#[cold]
#[inline(never)]
fn slow(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static NamesSpec) -> Read<u32> {
    if let Some(index) = quick(cursor, at, spec) {
        return Ok(index);
    }
    let expected = Expected::Names(spec);
    let mut chosen = NameSlot { spec, index: None };
    match token(cursor, at, &|| Expected::Names(spec))? {
        Token::List => {
            let read = coerce::only_element(cursor, at, expected, Accepts::NAME, &mut chosen);
            taken(read, &mut chosen.index)
        }
        Token::Object => {
            let read = coerce::only_member(cursor, at, expected, &mut chosen);
            taken(read, &mut chosen.index)
        }
        Token::Null(start) => {
            // No name is made up.
            coerce::absent(cursor, at, start, false, expected)?;
            Err(Halt::Invalid)
        }
        Token::Text(text) => named(&text, cursor, at, spec),
        Token::Bare => {
            let span = cursor.token.clone();
            let text = &cursor.text[span.clone()];
            if crate::read::number::is_plain(text) {
                // A number names a variant only where it is declared as an alias.
                return match spec.exact(text) {
                    Some(index) => {
                        cursor.repaired(RepairKind::NumberToString, at, span);
                        Ok(index)
                    }
                    None => Err(cursor.violated(expected, at, span)),
                };
            }
            let read = named(text, cursor, at, spec);
            if read.is_ok() {
                if cursor.may_be_cut(at) {
                    cursor.cut(at);
                }
                cursor.repaired(RepairKind::UnquotedValue, at, span);
            }
            read
        }
    }
}

/// The variant whose name is here in quotes of any kind, with nothing else to repair. Otherwise, the cursor stays.
#[inline]
fn quick(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static NamesSpec) -> Option<u32> {
    let start = cursor.pos;
    if let Ok(name) = cursor.single_quoted(at) {
        if let Some(index) = spec.exact(name) {
            let end = cursor.pos;
            cursor.repaired(RepairKind::SingleQuoted, at, start..end);
            return Some(index);
        }
        if let Some(index) = spec.in_other_case(name) {
            cursor.converted(RepairKind::EnumCase, at, start);
            return Some(index);
        }
        cursor.put_back(start);
    } else {
        let before = cursor.checkpoint();
        if let Some(text) = cursor.quick_string(at) {
            if let Some(index) = spec.exact(&text) {
                return Some(index);
            }
            if let Some(index) = spec.in_other_case(&text) {
                let end = cursor.pos;
                cursor.repaired(RepairKind::EnumCase, at, start..end);
                return Some(index);
            }
            cursor.return_to(before);
        }
    }
    None
}

/// The variant that `text` names, in whatever spelling.
pub(crate) fn named(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static NamesSpec) -> Read<u32> {
    let span = cursor.token.clone();
    if let Some(index) = spec.exact(text) {
        return Ok(index);
    }
    // A name that is struck out is not meant.
    let text = if text.contains("~~") { "" } else { text };
    let found = spec
        .in_style(text)
        .map(|index| (index, Some(RepairKind::EnumCase)))
        .or_else(|| spec.other.map(|index| (index, None)))
        .or_else(|| spec.near(text).map(|index| (index, Some(RepairKind::EnumFuzzy))))
        .or_else(|| {
            // A brace belongs to what follows the name, whose closing quote is missing.
            let is_whole = !text.bytes().any(|byte| matches!(byte, b'{' | b'}'));
            let told = Some(text).filter(|_| is_whole)?;
            let key = || at.place().field().map_or("", |field| field.name);
            let index = spec.decorated(told).or_else(|| spec.in_sentence(told, key()))?;
            Some((index, Some(RepairKind::EnumInText)))
        });
    match found {
        Some((index, Some(kind))) => {
            cursor.repaired(kind, at, span);
            Ok(index)
        }
        Some((index, None)) => Ok(index),
        None => {
            // It was compared with every name, in several ways.
            cursor.count_judged();
            Err(cursor.violated(Expected::Names(spec), at, span))
        }
    }
}

/// Whether two names are the same; most that are not differ in their length or first letter.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_same(name: &str, text: &str) -> bool {
    name.len() == text.len() && name.as_bytes().first() == text.as_bytes().first() && name == text
}

/// Whether a name may be `text`, which begins with `first`, but for the case of letters: most names that are not differ in their
/// length or first letter.
#[inline(always)]
fn may_be(name: &str, text: &str, first: u8) -> bool {
    let begins = |byte: &u8| (byte ^ first) & !(b'a' ^ b'A') == 0;
    name.len() == text.len() && name.as_bytes().first().is_some_and(begins)
}

impl NamesSpec {
    /// The variant with this very name or alias.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn exact(&self, text: &str) -> Option<u32> {
        self.find(|name| is_same(name, text))
    }

    /// The variant whose name is this one but for the case of letters. No two names meet after folding, so there is
    /// one at most.
    fn in_other_case(&self, text: &str) -> Option<u32> {
        let first = text.bytes().next().filter(u8::is_ascii_alphanumeric)?;
        for (index, name) in (0u32..).zip(self.names) {
            if may_be(name.name, text, first) && fold::is_same_but_case(name.name, text) {
                return Some(index);
            }
        }
        let is_it = |alias: &&str| may_be(alias, text, first) && fold::is_same_but_case(alias, text);
        let mut names = (0u32..).zip(self.names);
        names
            .find(|(_, name)| name.aliases.iter().any(&is_it))
            .map(|(index, _)| index)
    }

    /// The first variant with such a name, or else with such an alias.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn find(&self, is_it: impl Fn(&str) -> bool) -> Option<u32> {
        let position = |is_it: &dyn Fn(&NameSpec) -> bool| {
            let mut names = (0u32..).zip(self.names);
            names.find(|(_, name)| is_it(name)).map(|(index, _)| index)
        };
        position(&|name| is_it(name.name)).or_else(|| position(&|name| name.aliases.iter().any(|alias| is_it(alias))))
    }

    fn only(&self, is_it: impl Fn(&str) -> bool) -> Option<u32> {
        let mut found = (0u32..)
            .zip(self.names)
            .filter(|(_, name)| is_it(name.name) || name.aliases.iter().any(|a| is_it(a)));
        let (index, _) = found.next()?;
        if found.next().is_some() { None } else { Some(index) }
    }

    /// The variant whose name matches the text after folding, with a type's path, quotes, emphasis or punctuation around it. Any
    /// other sign at the ends of the text has to be in the name too: `C++` is not `C`, and `-rating` may be the opposite of `rating`.
    pub(crate) fn in_style(&self, text: &str) -> Option<u32> {
        if !text.contains(char::is_alphanumeric) {
            return None;
        }
        let fold = |text: &str| self.only(|name| fold::folds_to(name, text) && fold::signs(name) == fold::signs(text));
        let told = bare(text);
        let in_path = |sign: &str| {
            let (path, last) = told.rsplit_once(sign)?;
            let name = type_name(path).filter(|name| fold(name).is_none());
            name.and_then(|_| fold(last))
        };
        fold(text.trim())
            .or_else(|| fold(told))
            .or_else(|| in_path("::"))
            .or_else(|| in_path("."))
    }

    fn near(&self, text: &str) -> Option<u32> {
        fold::folded(text).nth(4)?;
        let has_signs = |name: &str| {
            [text.trim(), bare(text)]
                .iter()
                .any(|text| fold::signs(name) == fold::signs(text))
        };
        self.only(|name| fold::is_near(name, text) && has_signs(name))
    }

    /// The variant whose name has only decoration around it: a bullet, brackets, an emoji (`- high`, `(high)`).
    fn decorated(&self, text: &str) -> Option<u32> {
        let text = bare(text);
        let listed = ["- ", "– ", "— ", "+ ", "# "]
            .iter()
            .find_map(|bullet| text.strip_prefix(bullet));
        let in_brackets = |(open, close)| text.strip_prefix(open)?.strip_suffix(close);
        let inner = listed.or_else(|| [('(', ')'), ('[', ']')].into_iter().find_map(in_brackets));
        let inner = bare(inner.unwrap_or(text));
        let inner = bare(inner.trim_matches(is_decoration));
        if inner.len() == text.len() {
            None
        } else {
            self.in_style(inner)
        }
    }
}

/// The last name of what may be the path of a type: it begins in upper case, unlike a word that denies what follows it (`not.low`).
fn type_name(path: &str) -> Option<&str> {
    let name = path.rsplit(['.', ':']).next().unwrap_or(path);
    let is_path = path
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ':'));
    (is_path && name.starts_with(char::is_uppercase)).then_some(name)
}

/// Signs that deny the name next to them.
#[rustfmt::skip]
const DENIALS: [char; 18] = [
    '¬', '≠', '∉', '≤', '≥', '🚫', '❌', '✗', '✘', '✖', '✕', '⛔', '🛑', '❎', '⊘', '☐', '☒', '👎',
];

/// Whether this is an emoji, a bullet or an arrow that says nothing about the name next to it.
fn is_decoration(c: char) -> bool {
    let is_sign = matches!(
        c,
        '•' | '·' | '‣' | '\u{200d}' | '\u{fe0f}' | '→' | '⇒' | '\u{25a0}'..='\u{25ff}' | '\u{2600}'..='\u{27bf}'
            | '\u{2b00}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}'
    );
    // The sharp sign of `C♯` is part of a name.
    is_sign && !matches!(c, '♭' | '♮' | '♯') && !DENIALS.contains(&c)
}

/// The text without the white space, quotes, marks of emphasis and punctuation around it, which say nothing.
fn bare(text: &str) -> &str {
    let is_mark =
        |c: char| c.is_whitespace() || is_quote(c) || matches!(c, '*' | '_' | ',' | ';' | ':' | '\\' | '。' | '，');
    let begins = text.trim_start_matches(is_mark);
    begins.trim_end_matches(|c: char| is_mark(c) || matches!(c, '.' | '!'))
}
