//! OpenAI's strict mode, and what Azure and DeepSeek make of it.
//!
//! Sources: OpenAI's guide on structured outputs and its SDKs' strict transforms; for a `$ref` with neighbours, for `oneOf`, for
//! `default` and for open objects the API's own errors; Azure's page on structured outputs; DeepSeek's page on tool calls.

use super::rules::{
    Empty, Enums, Keyword, Maps, Null, Objects, OneValue, OptionalRule, Others, ProviderLimits, References, RootRule,
    Rules, Types,
};

pub(super) const STRICT: Rules = Rules {
    name: "OpenAI's strict mode",
    root: RootRule::Object,
    optional: OptionalRule::Null,
    null: Null::InSimpleType,
    objects: Objects::Closed,
    one_value: OneValue::Enum,
    types: Types::LowerCase,
    enums: Enums::Typed,
    maps: Maps::Pairs,
    any: false,
    references: References::Alone,
    kept: &[
        Keyword::IntegerRange,
        Keyword::NumberRange,
        Keyword::MinItems,
        Keyword::MaxItems,
    ],
    others: Others::Described,
    most_min_items: usize::MAX,
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    integer_formats: false,
    ordering: false,
    limits: ProviderLimits {
        members: Some(5_000),
        levels: Some(10),
        characters: Some(120_000),
        values: Some(1_000),
        large_enum: Some(15_000),
        names: true,
        ..ProviderLimits::NONE
    },
};

/// As OpenAI's, with less of everything: bounds and formats are refused.
pub(super) const AZURE: Rules = Rules {
    name: "Azure OpenAI",
    kept: &[],
    formats: &[],
    limits: ProviderLimits {
        members: Some(100),
        levels: Some(5),
        ..STRICT.limits
    },
    ..STRICT
};

/// As OpenAI's, but what is said of bounds and formats differs from page to page, so none is sent.
pub(super) const DEEPSEEK: Rules = Rules {
    name: "DeepSeek's strict mode",
    null: Null::AnyOf,
    references: References::Refused,
    kept: &[],
    formats: &[],
    limits: ProviderLimits {
        names: true,
        empty: Empty::AtRoot,
        ..ProviderLimits::NONE
    },
    ..STRICT
};
