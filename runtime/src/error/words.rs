//! What a type expects, and what is there instead, as words.

use alloc::borrow::ToOwned;
use alloc::collections::VecDeque;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use core::fmt::{self, Write};

use crate::path::Path;
use crate::schema::{Bound, Range};
use crate::spec::{Accepts, NamesSpec, ObjectSpec};

/// What a type expects at some place.
#[derive(Debug, Clone)]
pub(crate) enum Expected {
    Text,
    Character,
    Number,
    Integer {
        min: i64,
        max: u64,
    },
    Boolean,
    Names(&'static NamesSpec),
    /// The name of one of these tools.
    Tools(&'static NamesSpec),
    Object,
    List,
    Map,
    Elements(usize),
    /// A value of one of these kinds.
    Member(Accepts),
    /// One of these keys and no other.
    Keys(&'static ObjectSpec),
    /// Any of the type's keys.
    Shape(&'static ObjectSpec),
    /// One of several shapes, but which?
    OneReading,
    /// One variant, and not another one too.
    OneTag,
    /// A type inside itself, so many times at most.
    Levels(u32),
    /// Said in words: a format, or bounds.
    Words(String),
    /// Why the caller's own check or conversion refused the value, in its own words.
    Rule(String),
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text => f.write_str("a string"),
            Self::Character => f.write_str("one character"),
            Self::Number => f.write_str("a number"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Boolean => f.write_str("true or false"),
            Self::Names(spec) => {
                f.write_str("one of ")?;
                list(f, spec.names.iter().map(|name| name.name))
            }
            Self::Tools(spec) => {
                f.write_str("one of the tools ")?;
                list(f, spec.names.iter().map(|name| name.name))
            }
            Self::Object => f.write_str("an object"),
            Self::List => f.write_str("an array"),
            Self::Map => f.write_str("an object of keys and values"),
            Self::Elements(count) => write!(f, "an array of {}", counted(*count, "element", "elements")),
            Self::Member(accepts) => kinds(f, *accepts),
            Self::Keys(spec) => {
                f.write_str("only the keys ")?;
                list(f, spec.fields.iter().map(|field| field.name))
            }
            Self::Shape(spec) => shape(f, spec),
            Self::OneReading => f.write_str("a value that fits only one of the possible forms"),
            Self::OneTag => f.write_str("the variant that was named before"),
            Self::Levels(limit) => {
                write!(
                    f,
                    "at most {}",
                    counted(*limit as usize, "nested level", "nested levels")
                )
            }
            Self::Words(words) => f.write_str(words),
            Self::Rule(reason) => f.write_str(reason.trim().trim_end_matches('.')),
        }
    }
}

/// The fields of an object in words.
fn shape(f: &mut fmt::Formatter<'_>, spec: &ObjectSpec) -> fmt::Result {
    let required = spec.always_required();
    let names = |of: u128| {
        let fields = (0u32..).zip(spec.fields);
        fields
            .filter(move |(bit, _)| of & (1 << bit) != 0)
            .map(|(_, field)| field.name)
    };
    match spec.fields {
        [] => f.write_str("an object"),
        [one] if spec.one_key => write!(f, "an object with the key {:?}", one.name),
        _ if spec.one_key => {
            f.write_str("an object with one of the keys ")?;
            list(f, names(u128::MAX))
        }
        // Fields that may be absent are not asked for.
        _ if required != 0 => {
            f.write_str("an object with ")?;
            list(f, names(required))
        }
        [one] => write!(f, "an object with the optional key {:?}", one.name),
        _ => {
            f.write_str("an object with any of ")?;
            list(f, names(u128::MAX))
        }
    }
}

/// The kinds of value in words.
fn kinds(f: &mut fmt::Formatter<'_>, accepts: Accepts) -> fmt::Result {
    if accepts == Accepts::ANY {
        return f.write_str("a value");
    }
    let known = [
        (Accepts::STRING, "a string"),
        (Accepts::NAME, "a name"),
        (Accepts::NUMBER, "a number"),
        (Accepts::BOOLEAN, "true or false"),
        (Accepts::OBJECT, "an object"),
        (Accepts::ARRAY, "an array"),
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

/// The bounds of a number in words: "from 1 to 20".
pub(crate) struct Between<'a>(pub(crate) &'a Range);

impl fmt::Display for Between<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |bound: Bound| match bound {
            Bound::Integer(value) => value.to_string(),
            Bound::Float(_, text) => text.to_owned(),
        };
        match (self.0.min, self.0.max) {
            (Some(min), Some(max)) => write!(f, "from {} to {}", text(min), text(max)),
            (Some(min), None) => write!(f, "of at least {}", text(min)),
            (None, Some(max)) => write!(f, "of at most {}", text(max)),
            (None, None) => f.write_str("of any size"),
        }
    }
}

impl Expected {
    /// The expected number, within the bounds that its field declares; `None` if no number is expected.
    pub(crate) fn within(&self, range: &Range) -> Option<Self> {
        let words = match self {
            Self::Integer { min, max } => {
                let range = Range {
                    min: range.min.or(Some(Bound::Integer((*min).into()))),
                    max: range.max.or(Some(Bound::Integer((*max).into()))),
                };
                format!("a whole number {}", Between(&range))
            }
            Self::Number => format!("a number {}", Between(range)),
            _ => return None,
        };
        Some(Self::Words(words))
    }
}

/// What is expected, in words that violations share: most of very many say the same.
#[derive(Default)]
pub(crate) struct Wordings {
    recent: VecDeque<Arc<str>>,
    draft: String,
}

impl Wordings {
    pub(crate) fn of(&mut self, expected: &Expected) -> Arc<str> {
        const RECENT: usize = 16;
        self.draft.clear();
        // Writing to a `String` cannot fail.
        let _ = write!(self.draft, "{expected}");
        if let Some(known) = self.recent.iter().find(|known| ***known == *self.draft) {
            return Arc::clone(known);
        }
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        let words: Arc<str> = self.draft.as_str().into();
        self.recent.push_back(Arc::clone(&words));
        words
    }
}

/// How what was expected and what was found make a sentence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sentence {
    /// expected .., found ..
    Mismatch,
    /// missing required ..
    Missing,
    /// got ..: ..
    Rule,
}

impl Sentence {
    pub(crate) fn of(expected: &Expected, found: &Found) -> Self {
        match (expected, found) {
            (Expected::Rule(_), _) => Self::Rule,
            (_, Found::Missing) => Self::Missing,
            _ => Self::Mismatch,
        }
    }
}

/// What is missing, with its name: "missing required string `body`".
pub(super) fn required(f: &mut fmt::Formatter<'_>, expected: &str, name: &Path) -> fmt::Result {
    if let "true or false" | "a value" = expected {
        let noun = if expected == "a value" { "field" } else { "boolean" };
        return write!(f, "missing required {noun} `{name}`");
    }
    let Some(noun) = ["a ", "an "].iter().find_map(|article| expected.strip_prefix(article)) else {
        return write!(f, "missing required field `{name}`: {expected}");
    };
    // The name comes after the noun, and before what is said about it.
    let end = [", ", " with ", " of ", " that "]
        .iter()
        .filter_map(|word| noun.find(word))
        .min();
    let (noun, rest) = noun.split_at(end.unwrap_or(noun.len()));
    let noun = noun.replace(" or an ", " or ").replace(" or a ", " or ");
    write!(f, "missing required {noun} `{name}`{rest}")
}

/// What is there where something else is expected.
#[derive(Debug, Clone)]
pub(crate) enum Found {
    /// The text at the span.
    Written,
    Missing,
    Nothing,
    OneMore,
    Words(String),
}

impl Found {
    pub(super) fn describe(&self, written: &str) -> String {
        match self {
            Self::Written if written.trim_start().is_empty() => "nothing".into(),
            Self::Written => excerpt(written),
            Self::Missing | Self::Nothing => "nothing".into(),
            Self::OneMore => "one more".into(),
            Self::Words(words) => words.clone(),
        }
    }
}

/// `1 reply`, `2 replies`
pub(crate) fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
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
