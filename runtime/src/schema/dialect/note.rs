//! What a dialect's schema does not say as the type does.

use std::fmt;

/// One place where a dialect's schema says less than the type, or uses another form.
///
/// The parser undoes every other form; what the schema does not say, it checks all the same.
///
/// ```
/// use std::collections::BTreeMap;
/// use llm_output::dialect::DialectNoteKind;
/// use llm_output::{Dialect, LlmOutput};
///
/// #[derive(LlmOutput)]
/// struct Answer {
///     counts: BTreeMap<String, u64>,
/// }
///
/// let schema = Answer::schema_for(Dialect::OpenAiStrict).unwrap();
/// let note = &schema.notes()[0];
/// assert_eq!((note.path(), note.kind()), ("counts", DialectNoteKind::MapAsPairs));
/// let answer = Answer::parse_llm(r#"{"counts": [{"key": "a", "value": 1}]}"#).unwrap();
/// assert_eq!(answer.counts["a"], 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DialectNote {
    pub(super) path: String,
    pub(super) kind: DialectNoteKind,
}

/// What is different at the place of a [`DialectNote`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum DialectNoteKind {
    /// The whole answer is in an object, under `value`.
    Wrapped,
    /// The field must be written, and `null` means that it is missing.
    NullForAbsent,
    /// The field must be written although it has a default.
    Required,
    /// The field is left out if there is no value, and is never `null`.
    NeverNull,
    /// A map is written as a list of objects with a `key` and a `value`.
    MapAsPairs,
    /// A map is written as an object with a field for each name that its keys can have.
    MapAsMembers,
    /// The keyword is said in the description, in words.
    Described(&'static str),
    /// The schema does not hold what the keyword would.
    Dropped(&'static str),
    /// The doc comment is not shown here.
    DocDropped,
    /// The schema does not refuse unknown fields.
    Open,
    /// Only words say how many levels of a recursive type are allowed.
    DepthDescribed,
    /// Nothing says how many levels of a recursive type are allowed.
    DepthDropped,
}

impl DialectNote {
    /// The place in the type: `findings[].line`, with `{}` for a value of a map and `(Variant)` for a variant.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// What is different there.
    pub fn kind(&self) -> DialectNoteKind {
        self.kind
    }
}

impl fmt::Display for DialectNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.kind)
    }
}

impl fmt::Display for DialectNoteKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Wrapped => f.write_str("is in an object, under `value`"),
            Self::NullForAbsent => f.write_str("must be written; `null` means that it is missing"),
            Self::Required => f.write_str("must be written although it has a default"),
            Self::NeverNull => f.write_str("is left out where there is no value, and is never `null`"),
            Self::MapAsPairs => f.write_str("is written as a list of `key` and `value`"),
            Self::MapAsMembers => f.write_str("is written as an object with a field for each known key"),
            Self::Described(keyword) => write!(f, "`{keyword}` is said in words only"),
            Self::Dropped(keyword) => write!(f, "`{keyword}` is not held by the schema"),
            Self::DocDropped => f.write_str("its doc comment is not shown"),
            Self::Open => f.write_str("unknown fields are not refused"),
            Self::DepthDescribed => f.write_str("how often the type may stand inside itself is said in words only"),
            Self::DepthDropped => f.write_str("how often the type may stand inside itself is not said"),
        }
    }
}
