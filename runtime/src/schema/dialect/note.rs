//! What a dialect's schema does not say as the type does.

use std::fmt;

/// One place where a dialect's schema says less than the type, or asks for another form.
///
/// The parser undoes every other form; what the schema does not say, it checks all the same.
///
/// ```
/// use std::collections::BTreeMap;
/// use llm_output::{Dialect, DialectNoteKind, LlmOutput};
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
    /// The whole answer stands in an object, under `value`.
    Wrapped,
    /// The member must be written, and `null` stands for its absence.
    NullForAbsent,
    /// The member must be written although it has a default.
    Required,
    /// The member is left out where there is no value, and is never `null`.
    NeverNull,
    /// A map is written as a list of objects with a `key` and a `value`.
    MapAsPairs,
    /// A map is written as an object with a member for each of the names that its keys can be.
    MapAsMembers,
    /// The keyword is said in the description, in words.
    Described(&'static str),
    /// The schema does not hold what the keyword would.
    Dropped(&'static str),
    /// The doc comment is not shown here.
    DocDropped,
    /// Members that the type does not know are not refused by the schema.
    Open,
    /// How often a type may stand inside itself is said in words only.
    DepthDescribed,
    /// How often a type may stand inside itself is not said.
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
            Self::Wrapped => f.write_str("stands in an object, under `value`"),
            Self::NullForAbsent => f.write_str("must be written; `null` stands for its absence"),
            Self::Required => f.write_str("must be written although it has a default"),
            Self::NeverNull => f.write_str("is left out where there is no value, and is never `null`"),
            Self::MapAsPairs => f.write_str("is written as a list of `key` and `value`"),
            Self::MapAsMembers => f.write_str("is written as an object with a member for each known key"),
            Self::Described(keyword) => write!(f, "`{keyword}` is said in words only"),
            Self::Dropped(keyword) => write!(f, "`{keyword}` is not held by the schema"),
            Self::DocDropped => f.write_str("its doc comment is not shown"),
            Self::Open => f.write_str("unknown members are not refused"),
            Self::DepthDescribed => f.write_str("how often the type may stand inside itself is said in words only"),
            Self::DepthDropped => f.write_str("how often the type may stand inside itself is not said"),
        }
    }
}
