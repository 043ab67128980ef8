//! What a type asks for, and what stands there instead, as words.

use std::fmt;

use crate::spec::{Accepts, NamesSpec, ObjectSpec};

/// What a type asks for at some place.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    Text,
    Character,
    Number,
    Integer {
        min: i128,
        max: i128,
    },
    Boolean,
    Names(&'static NamesSpec),
    Object,
    List,
    Map,
    Elements(usize),
    /// A member that must be there, of one of these kinds.
    Member(Accepts),
    /// One of these keys and no other.
    Keys(&'static ObjectSpec),
    /// Any of the type's keys.
    Shape(&'static ObjectSpec),
    /// One of several shapes, but which?
    OneReading,
    /// Said in words: bounds and the caller's own checks.
    Words(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("text"),
            Self::Character => f.write_str("one character"),
            Self::Number => f.write_str("a number"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Boolean => f.write_str("true or false"),
            Self::Names(spec) => {
                f.write_str("one of ")?;
                list(f, spec.names.iter().map(|name| name.name))
            }
            Self::Object => f.write_str("an object"),
            Self::List => f.write_str("a list"),
            Self::Map => f.write_str("an object of keys and values"),
            Self::Elements(count) => write!(f, "a list of {count}"),
            Self::Member(accepts) => kinds(f, *accepts),
            Self::Keys(spec) => {
                f.write_str("no other keys than ")?;
                list(f, spec.fields.iter().map(|field| field.name))
            }
            Self::Shape(spec) => {
                f.write_str("an object with ")?;
                list(f, spec.fields.iter().map(|field| field.name))
            }
            Self::OneReading => f.write_str("a value that only one of the forms fits best"),
            Self::Words(words) => f.write_str(words),
        }
    }
}

/// The kinds of value in words.
fn kinds(f: &mut fmt::Formatter<'_>, accepts: Accepts) -> fmt::Result {
    if accepts == Accepts::ANY {
        return f.write_str("a value");
    }
    let known = [
        (Accepts::STRING, "text"),
        (Accepts::NAME, "one of a list of names"),
        (Accepts::NUMBER, "a number"),
        (Accepts::BOOLEAN, "true or false"),
        (Accepts::OBJECT, "an object"),
        (Accepts::ARRAY, "a list"),
    ];
    let words = known
        .into_iter()
        .filter(|(kind, _)| accepts.has(*kind))
        .map(|(_, word)| word);
    for (position, word) in words.enumerate() {
        let or = if position == 0 { "" } else { " or " };
        write!(f, "{or}{word}")?;
    }
    Ok(())
}

fn list<'a>(f: &mut fmt::Formatter<'_>, names: impl Iterator<Item = &'a str>) -> fmt::Result {
    for (position, name) in names.enumerate() {
        let comma = if position == 0 { "" } else { ", " };
        write!(f, "{comma}{name:?}")?;
    }
    Ok(())
}

/// What stands where something else is expected.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// The text at the span.
    Written,
    Missing,
    Nothing,
    Words(String),
}

/// What is found where a key is missing.
pub(super) const NO_MEMBER: &str = "no such member";

impl Found {
    pub(super) fn describe(&self, written: &str) -> String {
        match self {
            Self::Written if written.trim().is_empty() => "nothing".into(),
            Self::Written => excerpt(written),
            Self::Missing => NO_MEMBER.into(),
            Self::Nothing => "nothing".into(),
            Self::Words(words) => words.clone(),
        }
    }
}

/// The beginning of a text on one line, at most 60 code points.
pub(crate) fn excerpt(text: &str) -> String {
    shortened(text, 60)
}

/// What somebody else's code says, on one line and at most 200 code points.
#[cfg(feature = "serde")]
pub(crate) fn said(text: &str) -> String {
    shortened(text, 200)
}

/// The beginning of a text on one line, at most so many code points: a run of blanks and control characters is one
/// blank.
fn shortened(text: &str, most: usize) -> String {
    let is_blank = |c: char| c.is_whitespace() || c.is_control();
    let mut line = String::new();
    let mut length = 0;
    for c in text.trim().chars() {
        if is_blank(c) && line.ends_with(' ') {
            continue;
        }
        if length == most {
            line.push('…');
            break;
        }
        line.push(if is_blank(c) { ' ' } else { c });
        length += 1;
    }
    line
}
