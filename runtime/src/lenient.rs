//! [`Lenient<T>`](Lenient), for frameworks that deserialize types themselves.
//!
//! A web server, an agent framework or an MCP server calls `serde` with the types of its handlers. Use
//! [`Lenient<T>`](Lenient) there: it reads a `T` from any self-describing format, with the repairs of
//! [`LlmOutput::parse_llm`]. Broken JSON is an exception: the format's own parser rejects it first.

mod gather;

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use serde_core::de::Error as _;
use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

use crate::parsed::Settled;
use crate::spec::Accepts;
use crate::{LlmOutput, Options, ParseError, Parsed, Repair, RepairKind, Severity};

/// A `T` whose `Deserialize` reads it as [`LlmOutput::parse_llm`] does, and keeps the report.
///
/// ```
/// use llm_output::{Lenient, LlmOutput};
///
/// #[derive(Debug, LlmOutput)]
/// struct Search {
///     query: String,
///     limit: u32,
///     tags: Vec<String>,
/// }
///
/// let arguments = r#"{"query": "caches", "limit": "10", "tags": "[\"perf\"]"}"#;
/// let search: Lenient<Search> = serde_json::from_str(arguments)?;
/// assert_eq!(search.limit, 10);
/// assert_eq!(search.tags, ["perf"]);
/// assert_eq!(search.repairs()[0].to_string(), "limit: string_to_number");
///
/// // What cannot be read is an error of the framework, with the text that is for the model.
/// let error = serde_json::from_str::<Lenient<Search>>(r#"{"query": "caches", "tags": []}"#).unwrap_err();
/// assert!(error.to_string().contains("missing required number `limit`"), "{error}");
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// It is a value like any other for serde: it can be a field, an element of a list, or the content of an `untagged` enum.
/// Only the value counts for [`PartialEq`] and the other comparisons, and only the value is serialized.
///
/// # Broken JSON
///
/// The format's own parser runs first, so broken JSON is an error before this type sees it. Parse text that may be broken with
/// [`LlmOutput::parse_llm`].
///
/// # Strings
///
/// Some clients send arguments as a string that contains JSON. If the type cannot be read from the string itself, the
/// content of the string is parsed like a model's reply: it may be in a code fence, or come with prose. The client added
/// the quotes, not the model, so removing them is not reported as a repair. With [`Exact`], the content is not parsed.
///
/// # Options
///
/// The second parameter is a [`Preset`]: [`Standard`], [`Calls`], [`Exact`], [`Everything`], or a type of your own. Despite
/// its name, `Lenient<T>` uses [`Options::default`]; `Lenient<T, Everything>` uses [`Options::lenient`].
///
/// ```
/// use llm_output::lenient::{Exact, Lenient};
///
/// assert_eq!(*serde_json::from_str::<Lenient<u8>>("\"7\"")?, 7);
/// assert!(serde_json::from_str::<Lenient<u8, Exact>>("\"7\"").is_err());
/// # Ok::<(), serde_json::Error>(())
/// ```
///
/// # The schema
///
/// With the feature `schemars`, `Lenient<T>` implements `JsonSchema` with the type's own schema, [`LlmOutput::SCHEMA`]: the
/// model sees the strict schema, and what it sends is read with repairs.
///
/// # Digits
///
/// Most formats pass on a number with a fraction as a float, so `1.10` becomes `1.1`. So reading a float as a string is a
/// guess. From 2⁵² on, a float cannot hold a fraction, and from 2⁵³ on not every whole number, so it is an error for an integer or a decimal. A float of
/// more than 15 digits is an error for a decimal as well: more may have been written. `serde_json` passes `-0` on as the float
/// `-0.0`, so it is `float_to_int` for an integer. With the feature `raw_value` of `serde_json`, that crate passes on the text
/// instead, and all digits are kept. They are also kept with the feature `arbitrary_precision` of `serde_json`; in a
/// `serde_json::Value`, only if this crate's feature `any` is enabled too.
///
/// # Empty values
///
/// A `Lenient` may be a field, so `null` and an empty string are an empty list or map, as in a field (`null_to_empty`).
///
/// # Inside a type that derives `LlmOutput`
///
/// A field of the type `Lenient<T>` with `#[llm(with_serde)]` keeps its repairs to itself: they are not in the report of the type
/// around it. Write `T` there instead.
#[must_use = "the repairs say how the value was read"]
pub struct Lenient<T, P = Standard> {
    parsed: Parsed<T>,
    preset: PhantomData<fn() -> P>,
}

/// The options with which a [`Lenient`] is read.
///
/// ```
/// use llm_output::lenient::{Lenient, Preset};
/// use llm_output::{Limits, Options};
///
/// struct Small;
///
/// impl Preset for Small {
///     fn options() -> Options<'static> {
///         Options::default().limits(Limits::default().bytes(16))
///     }
/// }
///
/// assert!(serde_json::from_str::<Lenient<Vec<u8>, Small>>("[1, 2]").is_ok());
/// assert!(serde_json::from_str::<Lenient<Vec<u8>, Small>>("[1, 2, 3, 4, 5, 6, 7, 8, 9]").is_err());
/// ```
pub trait Preset {
    /// The options.
    fn options() -> Options<'static>;
}

macro_rules! presets {
    ($($(#[$doc:meta])* $name:ident => $options:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {}

        impl Preset for $name {
            fn options() -> Options<'static> {
                $options
            }
        }
    )*};
}

presets! {
    /// The default: [`Options::default`] accepts repairs up to [`Severity::Guess`].
    Standard => Options::default();
    /// For the arguments of tools: [`Options::calls`] accepts repairs up to [`Severity::Coercion`].
    Calls => Options::calls();
    /// [`Options::exact`] accepts no repairs except those that a field itself accepts.
    Exact => Options::exact();
    /// All repairs: [`Options::lenient`] also fills in what is missing.
    Everything => Options::lenient();
}

impl<T, P> Lenient<T, P> {
    /// A value that was not read from anything, so it needed no repair.
    pub fn new(value: T) -> Self {
        Self::of(Parsed::new(value, Settled::exact(0..0)))
    }

    fn of(parsed: Parsed<T>) -> Self {
        Self {
            parsed,
            preset: PhantomData,
        }
    }

    /// The value alone.
    pub fn into_inner(self) -> T {
        self.parsed.value
    }

    /// The value with its report.
    pub fn into_parsed(self) -> Parsed<T> {
        self.parsed
    }

    /// Every repair, in document order. They have no positions: their spans are `0..0`.
    pub fn repairs(&self) -> &[Repair] {
        self.parsed.repairs()
    }

    /// Whether the value needed no repair.
    pub fn is_exact(&self) -> bool {
        self.parsed.is_exact()
    }

    /// The highest severity of any repair, or `None` if there was no repair.
    pub fn severity(&self) -> Option<Severity> {
        self.parsed.severity()
    }
}

impl<T, P> From<T> for Lenient<T, P> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T, P> Deref for Lenient<T, P> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.parsed.value
    }
}

impl<T, P> DerefMut for Lenient<T, P> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.parsed.value
    }
}

impl<T: fmt::Debug, P> fmt::Debug for Lenient<T, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Lenient")
            .field("value", &self.parsed.value)
            .field("repairs", &self.repairs())
            .finish()
    }
}

impl<T: Clone, P> Clone for Lenient<T, P> {
    fn clone(&self) -> Self {
        Self::of(self.parsed.clone())
    }
}

impl<T: Default, P> Default for Lenient<T, P> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: PartialEq, P> PartialEq for Lenient<T, P> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Eq, P> Eq for Lenient<T, P> {}

impl<T: Hash, P> Hash for Lenient<T, P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl<T: Serialize, P> Serialize for Lenient<T, P> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.parsed.value.serialize(serializer)
    }
}

impl<'de, T: LlmOutput, P: Preset> Deserialize<'de> for Lenient<T, P> {
    /// The message of an error is [`ParseError::feedback`], which is written for the model.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const { T::LLM_OUTPUT_WITHIN_LIMITS };
        let (text, is_rounded) = gather::value(deserializer)?;
        let options = P::options();
        let outcome = read::<T>(
            &text,
            is_rounded,
            &Options {
                on_repair: None,
                is_part: true,
                ..options.clone()
            },
        );
        #[cfg(feature = "tracing")]
        crate::telemetry::tell(&outcome, core::any::type_name::<T>(), &options);
        match outcome {
            Ok(parsed) => {
                if let Some(observer) = options.on_repair {
                    parsed.repairs().iter().for_each(observer);
                }
                Ok(Self::of(parsed))
            }
            Err(error) => Err(D::Error::custom(error.feedback())),
        }
    }
}

/// Reads the type from the JSON of a value, in which numbers may have been floats.
fn read<T: LlmOutput>(json: &str, is_rounded: bool, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let outcome = crate::written::parse::<T>(json, is_rounded, options);
    // The value is the string itself, or what the string contains.
    let is_settled = match &outcome {
        Ok(parsed) => {
            let mut repairs = parsed.repairs().iter();
            repairs.all(|repair| repair.severity() == Severity::Coercion)
        }
        Err(_) => false,
    };
    if is_settled || options.accept.is_none() || !json.starts_with('"') {
        return outcome;
    }
    let Ok(content) = String::parse_llm(json) else {
        return outcome;
    };
    let accepts = T::__FACTS.accepts;
    let kind = if accepts.has(Accepts::OBJECT) {
        RepairKind::UnwrapStringObject
    } else if accepts.has(Accepts::ARRAY) {
        RepairKind::UnwrapStringArray
    } else {
        RepairKind::EnvelopeUnwrapped
    };
    if options.accept < Some(kind.severity()) {
        return outcome;
    }
    match crate::surface::parse::<T>(&content, options) {
        Ok(parsed) => Ok(parsed.without_spans().after(kind)),
        Err(error) if T::__FACTS.accepts.has(Accepts::STRING) => outcome.or(Err(error.without_places())),
        Err(error) => Err(error.without_places()),
    }
}
