//! What a provider accepts, in terms that distinguish all of them.

/// One provider's rules, as data: its file states them, the renderer and the measure follow them.
#[derive(Debug)]
pub(crate) struct Rules {
    /// The dialect as a sentence names it.
    pub(crate) name: &'static str,
    pub(crate) root: RootRule,
    pub(crate) optional: OptionalRule,
    pub(crate) null: Null,
    pub(crate) objects: Objects,
    /// How a schema says that there is one value only.
    pub(crate) one_value: OneValue,
    /// How the names of types are written.
    pub(crate) types: Types,
    pub(crate) enums: Enums,
    pub(crate) maps: Maps,
    /// Whether a schema may say nothing at all about a value.
    pub(crate) any: bool,
    pub(crate) references: References,
    /// Keywords that say what they say in JSON Schema.
    pub(crate) kept: &'static [Keyword],
    /// What becomes of the keywords that are not kept.
    pub(crate) others: Others,
    /// The greatest `minItems`, where [`Keyword::MinItems`] is kept.
    pub(crate) most_min_items: usize,
    /// Formats of text that the provider knows.
    pub(crate) formats: &'static [&'static str],
    /// Whether integers beyond 32 bits are marked `int64`.
    pub(crate) integer_formats: bool,
    /// Whether each object lists its fields in `propertyOrdering`.
    pub(crate) ordering: bool,
    pub(crate) limits: ProviderLimits,
}

/// What the root may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RootRule {
    Anything,
    /// An object; anything else is put into one, under `value`.
    Object,
}

/// How a field that may be absent is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OptionalRule {
    /// It is not listed in `required`; `null` is a value if the type accepts it.
    Omitted,
    /// Every field is required, and `null` means that it is absent.
    Null,
    /// It is not listed in `required` and is never `null`, as long as [`ProviderLimits::optional`] lasts; then as [`OptionalRule::Null`], as
    /// long as [`ProviderLimits::unions`] lasts. A field with a default becomes required before an `Option` does.
    Counted,
}

/// How a schema says that `null` is a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Null {
    /// `"type": ["string", "null"]`, for every type.
    InType,
    /// The same for what has nothing but a type; other schemas go into an `anyOf`.
    InSimpleType,
    /// `"anyOf": [.., {"type": "null"}]`
    AnyOf,
    /// `"nullable": true`
    Keyword,
}

/// What a schema says about fields that the type does not know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Objects {
    /// What the type says.
    AsDeclared,
    /// `additionalProperties: false`, and `properties` even where there are none.
    Closed,
    /// Nothing: there is no keyword for it.
    Open,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OneValue {
    /// `{"const": "x"}`
    Const,
    /// `{"type": "string", "enum": ["x"]}`
    Enum,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Types {
    LowerCase,
    UpperCase,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Enums {
    /// `{"type": "string", "enum": [..]}`
    Typed,
    /// `{"enum": [..]}`
    Bare,
    /// `{"type": "STRING", "format": "enum", "enum": [..]}`
    Formatted,
}

/// How an object whose keys the type does not know is described.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Maps {
    /// `additionalProperties`, and `propertyNames` for keys that are more than text.
    Native,
    /// `additionalProperties`; if the keys are known names, an object with an optional field for each name.
    Members,
    /// A list of objects with a `key` and a `value`.
    Pairs,
}

/// Whether a type may contain itself, and how.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum References {
    /// By `$ref`, with other keywords next to it.
    WithSiblings,
    /// By `$ref`, with nothing next to it.
    Alone,
    /// As [`References::Alone`], and only inside a field that may be absent.
    InOptional,
    Refused,
}

/// A keyword, or a pair of them, that not every provider accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keyword {
    /// `minimum` and `maximum` of a whole number.
    IntegerRange,
    /// `minimum` and `maximum` of any other number.
    NumberRange,
    /// `minLength` and `maxLength`.
    TextLength,
    /// `pattern`: each provider has a syntax of its own for regular expressions, and refuses what it does not know.
    Pattern,
    MinItems,
    MaxItems,
    /// `minProperties` and `maxProperties`.
    MemberCount,
    UniqueItems,
    Default,
    /// `propertyNames`, where it says more than which names there are.
    KeyNames,
    /// `dependentRequired`: fields that are present together or not at all.
    Together,
}

/// What becomes of a keyword that a provider does not accept. Either way it is noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// The description says it.
    Described,
    /// Nothing says it: no model reads this provider's descriptions.
    Dropped,
}

/// How much a provider accepts. `None` means that no limit is known.
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
#[derive(Debug, Clone, Copy)]
pub(crate) struct ProviderLimits {
    /// Fields of all objects together.
    pub(crate) members: Option<usize>,
    /// Objects, lists and maps inside each other.
    pub(crate) levels: Option<usize>,
    /// Characters of all field names, definition names and enum values together.
    pub(crate) characters: Option<usize>,
    /// Values of all enums together.
    pub(crate) values: Option<usize>,
    /// Characters of the values of an enum with more than [`LARGE_ENUM`] of them.
    pub(crate) large_enum: Option<usize>,
    /// Fields that may be absent.
    pub(crate) optional: Option<usize>,
    /// Fields and elements that may be of several types, counted by `anyOf`.
    pub(crate) unions: Option<usize>,
    /// Whether the name of a type goes into the request, as `[a-zA-Z0-9_-]{1,64}`.
    pub(crate) names: bool,
    /// Whether the name of a function is `[a-zA-Z_][a-zA-Z0-9_.-]{0,63}`.
    pub(crate) functions: bool,
    /// Whether the fields of the root have names `[a-zA-Z0-9_.-]{1,64}`.
    pub(crate) root_keys: bool,
    /// Whether the case of an enum's values is not kept, so that no two may differ in it alone.
    pub(crate) case: bool,
    /// Which objects are refused for what they lack.
    pub(crate) empty: Empty,
    /// Strict tools in one request.
    pub(crate) tools: Option<usize>,
}

/// What to do with an object that has no fields, or no required fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Empty {
    Allowed,
    /// One without fields is accepted only as the root.
    AtRoot,
    /// One without fields is refused.
    Refused,
    /// One without fields is refused, and so is one without required fields.
    WithoutRequired,
}

/// From here on an enum of OpenAI's counts as large.
pub(crate) const LARGE_ENUM: usize = 250;

impl ProviderLimits {
    /// Nothing is known of a limit.
    pub(crate) const NONE: Self = Self {
        members: None,
        levels: None,
        characters: None,
        values: None,
        large_enum: None,
        optional: None,
        unions: None,
        names: false,
        functions: false,
        root_keys: false,
        case: false,
        empty: Empty::Allowed,
        tools: None,
    };
}

impl Rules {
    #[cfg(feature = "dialects")]
    pub(crate) fn keeps(&self, keyword: Keyword) -> bool {
        self.kept.contains(&keyword)
    }
}
