//! Gemini's two forms: the older subset of OpenAPI 3.0, and JSON Schema from 2.5 on.
//!
//! Sources: `types.Schema`, `t_schema` and the field docs of google-genai, among them those of `FunctionDeclaration.name`; errors of the API and of Vertex as its users report
//! them (unknown fields, lists of types, `const`, objects without fields).

use super::rules::{
    Empty, Enums, Keyword, Maps, Null, Objects, OneValue, OptionalRule, Others, ProviderLimits, References, RootRule,
    Rules, Types,
};

/// `responseSchema`
pub(super) const OPENAPI: Rules = Rules {
    name: "Gemini's OpenAPI form",
    root: RootRule::Anything,
    optional: OptionalRule::Omitted,
    null: Null::Keyword,
    objects: Objects::Open,
    one_value: OneValue::Enum,
    types: Types::UpperCase,
    enums: Enums::Formatted,
    maps: Maps::Pairs,
    any: false,
    references: References::Refused,
    kept: &[
        Keyword::IntegerRange,
        Keyword::NumberRange,
        Keyword::TextLength,
        Keyword::MinItems,
        Keyword::MaxItems,
        Keyword::Default,
    ],
    others: Others::Described,
    most_min_items: usize::MAX,
    formats: &["date-time"],
    integer_formats: true,
    ordering: true,
    limits: ProviderLimits {
        empty: Empty::Refused,
        functions: true,
        ..ProviderLimits::NONE
    },
};

/// `responseJsonSchema`, and `parametersJsonSchema` of tools
pub(super) const JSON: Rules = Rules {
    name: "Gemini's JSON Schema",
    null: Null::InSimpleType,
    objects: Objects::Closed,
    types: Types::LowerCase,
    enums: Enums::Typed,
    maps: Maps::Members,
    any: true,
    references: References::InOptional,
    kept: &[
        Keyword::IntegerRange,
        Keyword::NumberRange,
        Keyword::MinItems,
        Keyword::MaxItems,
    ],
    formats: &["date-time", "date", "time"],
    integer_formats: false,
    limits: ProviderLimits {
        functions: true,
        ..ProviderLimits::NONE
    },
    ..OPENAPI
};
