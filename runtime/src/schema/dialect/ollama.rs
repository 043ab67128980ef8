//! Ollama, which hands the schema to llama.cpp, where it becomes a grammar.
//!
//! Sources: the pages on Ollama's interface and its source, and what llama.cpp writes about its grammars. What the grammar does not know it
//! ignores without a word, and no model ever sees the schema, so a description would help nobody: put the schema or the
//! prompt text into the prompt.

use super::rules::{
    Enums, Keyword, Maps, Null, Objects, OneValue, OptionalRule, Others, ProviderLimits, References, RootRule, Rules,
    Types,
};

pub(super) const RULES: Rules = Rules {
    name: "Ollama",
    root: RootRule::Anything,
    optional: OptionalRule::Omitted,
    null: Null::InSimpleType,
    objects: Objects::Closed,
    one_value: OneValue::Const,
    types: Types::LowerCase,
    enums: Enums::Typed,
    maps: Maps::Members,
    any: true,
    references: References::Refused,
    kept: &[
        Keyword::IntegerRange,
        Keyword::TextLength,
        Keyword::MinItems,
        Keyword::MaxItems,
    ],
    others: Others::Dropped,
    most_min_items: usize::MAX,
    formats: &["date-time", "date", "time", "uuid"],
    integer_formats: false,
    ordering: false,
    limits: ProviderLimits::NONE,
};
