//! Anthropic's structured outputs and strict tools, on its own API, on Bedrock and on Vertex.
//!
//! Sources: Anthropic's page on structured outputs; the SDKs' `transform_schema`, which fails on a list of types and removes the
//! `type` from an enum; for the names of fields the API's own error.

use super::rules::{
    Empty, Enums, Keyword, Maps, Null, Objects, OneValue, OptionalRule, Others, ProviderLimits, References, RootRule,
    Rules, Types,
};

pub(super) const RULES: Rules = Rules {
    name: "Anthropic",
    root: RootRule::Object,
    optional: OptionalRule::Counted,
    null: Null::AnyOf,
    objects: Objects::Closed,
    one_value: OneValue::Const,
    types: Types::LowerCase,
    enums: Enums::Bare,
    maps: Maps::Pairs,
    any: false,
    references: References::Refused,
    kept: &[Keyword::MinItems],
    others: Others::Described,
    most_min_items: 1,
    formats: &[
        "date-time",
        "time",
        "date",
        "duration",
        "email",
        "hostname",
        "uri",
        "ipv4",
        "ipv6",
        "uuid",
    ],
    integer_formats: false,
    ordering: false,
    limits: ProviderLimits {
        optional: Some(24),
        unions: Some(16),
        names: true,
        root_keys: true,
        case: true,
        empty: Empty::Allowed,
        tools: Some(20),
        ..ProviderLimits::NONE
    },
};
