//! What a dialect's schema leaves out or says differently from the type.

use std::fmt;

/// One place where a dialect's schema says less than the type, or uses another form.
///
/// The parser accepts the other form, and checks what the schema leaves out.
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
    /// The whole answer is inside an object, under `value`.
    Wrapped,
    /// The field must be written, and `null` means that it is missing.
    NullForAbsent,
    /// The field is required here although it has a default.
    Required,
    /// The field is left out if there is no value, and is never `null`.
    NeverNull,
    /// A map is written as a list of objects with a `key` and a `value`.
    MapAsPairs,
    /// A map is written as an object with a field for each name that its keys can have.
    MapAsMembers,
    /// The schema has no such keyword; the description says it in words.
    Described(&'static str),
    /// The schema leaves out the keyword.
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
            Self::Wrapped => f.write_str("is inside an object, under `value`"),
            Self::NullForAbsent => f.write_str("is required here; `null` means that it is missing"),
            Self::Required => f.write_str("is required here although it has a default"),
            Self::NeverNull => f.write_str("is left out if there is no value, and is never `null`"),
            Self::MapAsPairs => f.write_str("is written as a list of `key` and `value`"),
            Self::MapAsMembers => f.write_str("is written as an object with a field for each known key"),
            Self::Described(keyword) => write!(f, "`{keyword}` is only described in words"),
            Self::Dropped(keyword) => write!(f, "`{keyword}` is left out of the schema"),
            Self::DocDropped => f.write_str("its doc comment is not shown"),
            Self::Open => f.write_str("unknown fields are not refused"),
            Self::DepthDescribed => f.write_str("the depth limit of the recursive type is only described in words"),
            Self::DepthDropped => f.write_str("the depth limit of the recursive type is left out"),
        }
    }
}
