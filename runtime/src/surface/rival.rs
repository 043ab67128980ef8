//! Another answer next to JSON: in lines, tags or bullets, before it or after it.
//!
//! The JSON is the answer, but if the other one contains a value that the JSON does not, something that the model wrote is left
//! out. These are no rivals:
//!
//! - a summary: each of its values is in the JSON, in the field of the same name;
//! - an example, a format, a refusal, and everything that is no answer in that form anyway;
//! - reasoning, and what follows a marker of the next turn.
//!
//! A single line or tag is a rival if it names a field that is missing or empty in the JSON (`{..}` with `location: Rome` below it), or
//! that has a different number, boolean or name there.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::found::FoundAnswer;
use super::leaf::is_nothing;
use super::outline::{FieldOutline, Outline, Writing};
use super::rows::{bullet, key_of};
use crate::Options;
use crate::bounds::LONGEST_KEY;
use crate::fold;
use crate::path::{head, tail};
use crate::read::lead::is_no_lead;
use crate::read::reasoning;
use crate::read::scan;
use crate::read::turn::has_turn_marker;
use crate::steps::step;

/// Whether another answer is in the text around this JSON, and says something else.
#[cold]
#[inline(never)]
pub(super) fn is_beside(text: &str, options: &Options<'_>, json: &Range<usize>, outline: Outline) -> bool {
    if !options.markers.is_empty() || text.len() > options.limits.bytes {
        return false;
    }
    let (before, after) = around(text, json);
    [before, after].into_iter().any(|part| {
        let outside = &text[part.clone()];
        if !has_form(outside, outline) || (part.start >= json.end && has_turn_marker(&text[json.end..])) {
            return false;
        }
        match super::find(outside, options, outline) {
            Some(Ok(found)) => !restates(&found, &text[json.clone()]),
            Some(Err(_)) => true,
            None => holds_other_field(outside, &text[json.clone()], outline),
        }
    })
}

/// Whether a line, a heading with a bullet below it, or a tag in this text, not counting reasoning, gives a field a value that the
/// JSON does not have: in the JSON, the field is missing or empty, or has a different number, boolean or name.
fn holds_other_field(text: &str, json: &str, outline: Outline) -> bool {
    if outline.writing() != Writing::Object {
        return false;
    }
    let fields = outline.fields();
    let text = &text[reasoning::last_end(text).unwrap_or(0)..];
    // Each field is looked for in the JSON once, however many lines name it.
    let mut values: Vec<Option<Vec<&str>>> = vec![None; fields.len()];
    let mut is_other = |key: &str, value: &str| {
        fields.find(key).is_some_and(|number| {
            let field = fields.get(number);
            let words = value
                .split(|c: char| !c.is_alphanumeric())
                .filter(|word| !word.is_empty());
            let most = if field.outline.writing().is_typed() {
                MOST_WORDS
            } else {
                usize::MAX
            };
            if !(1..=most).contains(&words.count()) {
                return false;
            }
            let values = values[number].get_or_insert_with(|| values_of(json, field));
            let value = value.trim_start_matches(|c| matches!(c, ':' | '：' | '=') || is_around(c));
            let value = value.trim_end_matches(is_end);
            if is_nothing(value) {
                return false;
            }
            values.iter().all(|value| value.is_empty() || is_nothing(value))
                || (values.len() <= MOST_VALUES
                    && field.outline.accepts(value)
                    && !values.iter().any(|other| is_same(other, value)))
        })
    };
    step(text.len());
    let mut is_code = false;
    let mut lines = text.lines().filter(|line| {
        let is_mark = line.trim_start().starts_with(['`', '~']) && key_of(line).is_none();
        is_code ^= is_mark;
        !is_mark && !is_code
    });
    let mut heading = None;
    lines.any(|line| {
        let line = line.trim_start_matches(is_before);
        let above = heading.take();
        if above.is_some_and(|key| bullet(line.trim_start()).is_some() && is_other(key, line)) {
            return true;
        }
        let is_row = key_of(line).is_some_and(|key| {
            let end = key.as_ptr().addr() - line.as_ptr().addr() + key.len();
            heading = Some(key).filter(|_| !line[end..].contains(char::is_alphanumeric));
            !is_no_lead(&line.to_lowercase()) && is_other(key, &line[end..])
        });
        is_row
            || assignment(line).is_some_and(|(key, value)| is_other(key, value))
            || line.match_indices("</").any(|(at, _)| {
                let name = head(&line[at + 2..], LONGEST_KEY).split('>').next().unwrap_or_default();
                let value = tail(&line[..at], LONGEST_KEY).rsplit('>').next().unwrap_or_default();
                is_other(name.trim(), value)
            })
    })
}

/// A value with more words than this is rarely a number, a boolean or an enum name.
const MOST_WORDS: usize = 3;

/// The values of this field in the JSON, each up to a comma, a closing bracket or a line break. For a list, only its first element.
fn values_of(json: &str, field: FieldOutline) -> Vec<&str> {
    let value_at = |(colon, _): (usize, &str)| {
        let key = tail(&json[..colon], LONGEST_KEY).trim_end();
        let key = key.trim_end_matches(['"', '\'', '`', '”', '“']);
        let start = key.rfind(['"', '\'', '`', '”', '“', ',', '{', '\n']).unwrap_or(0);
        step(key.len() - start);
        let key = key[start..].trim_matches(|c: char| !c.is_alphanumeric());
        let value = head(&json[colon + 1..], LONGEST_KEY).trim_start();
        let opened = value.strip_prefix(['[', '{']).map(str::trim_start);
        let value = opened.unwrap_or(value);
        let end = value.find([',', '}', ']', '\n']).unwrap_or(value.len());
        field
            .names()
            .any(|name| fold::folds_to(key, name))
            .then(|| value[..end].trim_matches(is_around))
    };
    json.match_indices(':')
        .filter_map(value_at)
        .take(MOST_VALUES + 1)
        .collect()
}

/// If the JSON has more values of a field than this, they are not compared with the lines around it.
const MOST_VALUES: usize = 8;

/// Whether two values are the same number or name.
fn is_same(one: &str, other: &str) -> bool {
    let numbers = [one, other].map(str::parse::<f64>);
    fold::folds_to(one, other) || matches!(numbers, [Ok(one), Ok(other)] if one.total_cmp(&other).is_eq())
}

/// Whether a character may be before a field that follows an object on its line: `{..}; age: 3`, `{..} (age: 3)`.
fn is_before(c: char) -> bool {
    matches!(c, ' ' | '(' | ';' | ',')
}

/// Whether a character may be next to a value without being part of it: punctuation, a blank, a quote or emphasis.
fn is_end(c: char) -> bool {
    matches!(c, '.' | ';' | ',' | ')') || is_around(c)
}

/// What is before this JSON and after it, without the fence around it.
fn around(text: &str, json: &Range<usize>) -> (Range<usize>, Range<usize>) {
    let is_mark = |line: &str| ["```", "~~~"].iter().any(|mark| line.trim_start().starts_with(mark));
    let before = text[..json.start].trim_end();
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let is_opened = is_mark(&before[line..]);
    let before = if is_opened { line } else { before.len() };
    let after = &text[json.end..];
    let start = text.len() - after.trim_start().len();
    let first = text[start..].find('\n').map_or(text.len(), |end| start + end);
    // A fence with an info string opens another block.
    let is_close = |line: &str| is_opened || line.trim().trim_matches(['`', '~']).is_empty();
    let after = if is_mark(&text[start..first]) && is_close(&text[start..first]) {
        first
    } else {
        start
    };
    (0..before, after..text.len())
}

/// Whether something in this text has the form of an answer in lines, tags or bullets.
pub(super) fn has_form(text: &str, outline: Outline) -> bool {
    let sought = Sought::of(outline);
    let mut has_bar = false;
    sought.is_in_lines(text, &mut has_bar) || (has_bar && sought.is_in_table(text))
}

/// What an answer in lines, tags or bullets would have in it.
#[derive(Clone, Copy)]
pub(super) struct Sought {
    /// The type whose fields have lines or tags.
    fields: Outline,
    /// It is a list of values without fields, in bullets.
    is_list: bool,
}

impl Sought {
    pub(super) fn of(outline: Outline) -> Self {
        let element = (outline.writing() == Writing::List)
            .then(|| outline.element())
            .flatten();
        Self {
            fields: element.unwrap_or(outline),
            is_list: element.is_some_and(|element| element.writing().is_plain()),
        }
    }

    /// Whether it is in this text. Most prose has no colon or `=` with the name of a field before it and no closing tag, which is soon
    /// seen.
    pub(super) fn is_in(self, text: &str) -> bool {
        self.is_in_lines(text, &mut false)
    }

    /// Like [`Self::is_in`]; if not, notes whether there is a bar in the text, which a table has.
    fn is_in_lines(self, text: &str, has_bar: &mut bool) -> bool {
        let bytes = text.as_bytes();
        let mut at = scan::field_sign(bytes, 0);
        let mut passed = 0;
        while at < bytes.len() {
            if matches!(bytes[at], b'|' | b';') {
                *has_bar |= bytes[at] == b'|';
                at = scan::field_sign(bytes, at + 1);
                continue;
            }
            step(at - passed);
            // Without a letter since the place before, the words before this one are the same.
            let is_new = |c: char| c.is_alphanumeric() || c == '\n';
            // A key in quotes begins no line of a surface.
            let is_quoted = matches!(bytes[at], b':' | b'=') && bytes[..at].ends_with(b"\"");
            if !is_quoted && (bytes[at] == b'<' || text[passed..at].contains(is_new)) && self.is_at(text, at) {
                return true;
            }
            passed = at;
            at = scan::field_sign(bytes, at + 1);
        }
        self.is_list && {
            step(text.len());
            text.lines().any(|line| bullet(line.trim_start()).is_some())
        }
    }

    /// Whether the row of a table begins with the name of a field.
    fn is_in_table(self, text: &str) -> bool {
        step(text.len());
        let cells = text.lines().filter_map(|line| line.trim_start().strip_prefix('|'));
        let mut names = cells.filter_map(|cells| cells.split('|').next());
        names.any(|name| self.fields.has_field(name.trim_matches(|c: char| !c.is_alphanumeric())))
    }

    /// Whether a colon or a tag here shows it.
    fn is_at(self, text: &str, at: usize) -> bool {
        let bytes = text.as_bytes();
        match bytes[at] {
            b'<' => bytes.get(at + 1) == Some(&b'/') && (self.is_list || closes_field(&text[at + 2..], self.fields)),
            _ if self.is_list => false,
            b':' | b'=' => follows_field(text, at, self.fields),
            _ => text[at..].starts_with('：') && follows_field(text, at, self.fields),
        }
    }
}

/// Whether the closing tag with this name closes a field.
fn closes_field(name: &str, element: Outline) -> bool {
    let name = head(name, LONGEST_KEY).split('>').next();
    name.is_some_and(|name| element.has_field(name.trim()))
}

/// The name and the value of the last line of this text, if it assigns one as in code: `location = "Rome"`.
fn assignment(text: &str) -> Option<(&str, &str)> {
    let line = text.rsplit('\n').next()?;
    let (name, value) = line.split_once('=')?;
    let name = name.trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '`' | '•'));
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    (!name.is_empty() && is_name && !value.starts_with(['=', '>', '~'])).then_some((name, value))
}

/// Whether a line, or what follows an object on its line, begins with the name of a field before this colon, which may be a wide one, or
/// this `=`.
fn follows_field(text: &str, colon: usize, element: Outline) -> bool {
    // Most words before a colon do not even end like a field.
    let letters = text.as_bytes()[..colon].iter().rev().take(LONGEST_KEY);
    let last = letters
        .copied()
        .find(|&byte| byte.is_ascii_alphanumeric() || byte >= 0x80 || byte == b'\n');
    if !last.is_some_and(|last| element.may_have_field(last)) {
        return false;
    }
    let line = tail(&text[..colon], LONGEST_KEY);
    // What follows an object or list on its line counts as a line of its own, if a space and the name come next.
    let is_plain = |part: &str| part.starts_with(is_before) && !part.contains(|c: char| "\n\"'[{,".contains(c));
    let behind = line
        .rfind(['}', ']'])
        .map(|end| end + 1)
        .filter(|&end| is_plain(&line[end..]));
    let start = behind.or_else(|| line.rfind('\n').map(|end| end + 1)).unwrap_or(0);
    let start = colon - line.len() + start;
    step(line.len());
    let name = text[start..colon].trim_matches(|c: char| !c.is_alphanumeric());
    let is_key = |line: &str| {
        let line = line.trim_start_matches(is_before);
        key_of(line).is_some() || assignment(line).is_some()
    };
    element.has_field(name) && head(&text[start..], 2 * LONGEST_KEY).lines().next().is_some_and(is_key)
}

/// Whether each value of this answer is in the JSON too, in the field of the same name. As a rule, they are in the same order.
fn restates(found: &FoundAnswer<'_>, json: &str) -> bool {
    let mut folded: Option<String> = None;
    let mut from = 0;
    let mut returns = MOST_RETURNS;
    found.leaves.iter().all(|leaf| {
        let mut content = Cow::Borrowed(leaf.content.trim_matches(is_around));
        let mut json = json;
        if content.is_empty() {
            return true;
        }
        if leaf.is_typed {
            content = Cow::Borrowed(leaf.content.trim_matches(is_end));
            content.to_mut().make_ascii_lowercase();
            json = folded.get_or_insert_with(|| json.to_ascii_lowercase());
        }
        loop {
            step(json.len() - from);
            let mut places = json[from..].match_indices(&*content).map(|(at, _)| from + at);
            let place = places.find(|&at| is_value(json, at..at + content.len(), leaf.key));
            if let Some(place) = place {
                from = place;
                return true;
            }
            if from == 0 || returns == 0 {
                return false;
            }
            (from, returns) = (0, returns - 1);
        }
    })
}

/// So many values may be in another order than in the JSON.
const MOST_RETURNS: usize = 8;

fn is_around(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '"' | '\'' | '`' | '_')
}

/// Whether this part of JSON is a whole value: of this key, or an element of a list.
fn is_value(json: &str, part: Range<usize>, key: &str) -> bool {
    let (before, after) = (json[..part.start].trim_end(), json[part.end..].trim_start());
    let is_quote = |c: char| matches!(c, '"' | '\'');
    let unquoted = (before.strip_suffix(is_quote), after.strip_prefix(is_quote));
    let (before, after) = match unquoted {
        (Some(before), Some(after)) => (before.trim_end(), after.trim_start()),
        (None, None) => (before, after),
        _ => return false,
    };
    let ends = after.is_empty() || after.starts_with([',', '}', ']']);
    let is_of_key = || {
        let Some(owner) = before.strip_suffix(':') else {
            return before.ends_with(['[', ',']);
        };
        let owner = owner.trim_end().trim_end_matches(is_quote);
        let is_key = |c: &char| !is_quote(*c) && !matches!(c, '{' | ',' | '\n');
        let length: usize = owner
            .chars()
            .rev()
            .take(LONGEST_KEY)
            .take_while(is_key)
            .map(char::len_utf8)
            .sum();
        step(length);
        key.is_empty() || fold::folds_to(owner[owner.len() - length..].trim(), key)
    };
    ends && is_of_key()
}
