//! Providers that are close to JSON Schema: xAI, Cohere, and servers that run an open grammar engine.

use super::rules::{
    Empty, Enums, Keyword, Maps, Null, Objects, OneValue, OptionalRule, Others, ProviderLimits, References, RootRule,
    Rules, Types,
};

/// JSON Schema 2020-12 itself: the same as [`LlmOutput::SCHEMA`](crate::LlmOutput::SCHEMA).
pub(super) const JSON_SCHEMA: Rules = Rules {
    name: "JSON Schema",
    root: RootRule::Anything,
    optional: OptionalRule::Omitted,
    null: Null::InType,
    objects: Objects::AsDeclared,
    one_value: OneValue::Const,
    types: Types::LowerCase,
    enums: Enums::Typed,
    maps: Maps::Native,
    any: true,
    references: References::WithSiblings,
    kept: &[
        Keyword::IntegerRange,
        Keyword::NumberRange,
        Keyword::TextLength,
        Keyword::Pattern,
        Keyword::MinItems,
        Keyword::MaxItems,
        Keyword::MemberCount,
        Keyword::UniqueItems,
        Keyword::Default,
        Keyword::KeyNames,
        Keyword::Together,
    ],
    others: Others::Described,
    most_min_items: usize::MAX,
    formats: EVERY_FORMAT,
    integer_formats: false,
    ordering: false,
    limits: ProviderLimits::NONE,
};

/// Stands for every format there is.
pub(super) const EVERY_FORMAT: &[&str] = &["*"];

/// xAI's page on structured outputs. Bounds on lengths and on items are refused, references must not form a circle.
pub(super) const XAI: Rules = Rules {
    name: "xAI",
    root: RootRule::Object,
    objects: Objects::Closed,
    null: Null::InSimpleType,
    maps: Maps::Pairs,
    any: false,
    references: References::Refused,
    kept: &[Keyword::IntegerRange, Keyword::NumberRange, Keyword::Default],
    formats: &["date", "time", "date-time", "email", "uuid", "ipv4", "ipv6"],
    limits: ProviderLimits {
        names: true,
        ..ProviderLimits::NONE
    },
    ..JSON_SCHEMA
};

/// Cohere's pages on structured outputs and strict tools: at least one required field in every object, no bounds, no closed objects.
pub(super) const COHERE: Rules = Rules {
    name: "Cohere",
    root: RootRule::Object,
    objects: Objects::Open,
    null: Null::AnyOf,
    one_value: OneValue::Enum,
    maps: Maps::Pairs,
    any: false,
    references: References::Refused,
    kept: &[],
    formats: &["date-time", "uuid", "date", "time"],
    limits: ProviderLimits {
        members: Some(200),
        empty: Empty::WithoutRequired,
        ..ProviderLimits::NONE
    },
    ..JSON_SCHEMA
};

/// What both engines of vLLM, XGrammar and LLGuidance, accept: no `uniqueItems`, and neither a count nor a schema of keys.
#[cfg(feature = "dialects")]
pub(super) const VLLM: Rules = Rules {
    name: "vLLM",
    objects: Objects::Closed,
    null: Null::InSimpleType,
    maps: Maps::Members,
    references: References::Alone,
    kept: &[
        Keyword::IntegerRange,
        Keyword::NumberRange,
        Keyword::TextLength,
        Keyword::MinItems,
        Keyword::MaxItems,
    ],
    formats: &[
        "date-time",
        "time",
        "date",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
        "uri",
    ],
    ..JSON_SCHEMA
};
