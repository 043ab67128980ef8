//! Everyone who reads the texts, each used as its own documentation says.

use std::hint::black_box;

use jiter::JsonValue;
use llm_output::Options;
use serde_json::Value;

use crate::inputs::{Case, Sample};
use crate::schema_driven;

/// Someone who reads a typed value from a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contender {
    /// `parse_llm`.
    Ours,
    /// `serde_json::from_str`.
    SerdeJson,
    /// `sonic_rs::from_str`.
    SonicRs,
    /// `simd_json::from_slice`, which needs a copy of the text that it may write to.
    SimdJson,
    /// `JsonValue::parse`, then serde.
    Jiter,
    /// The runtime-schema way: any JSON, repaired by the schema that `schemars` makes of the type, then serde.
    Schemars,
    /// `llm_json::loads`, then serde.
    LlmJson,
    /// `jsonrepair::loads`, then serde.
    JsonRepair,
    /// `tryparse::parse`.
    TryParse,
    /// `json_partial::jsonish::parse`, then serde.
    JsonPartial,
}

impl Contender {
    /// Everyone, in the order of the table.
    pub const ALL: [Self; 10] = [
        Self::Ours,
        Self::SerdeJson,
        Self::SonicRs,
        Self::SimdJson,
        Self::Jiter,
        Self::Schemars,
        Self::LlmJson,
        Self::JsonRepair,
        Self::TryParse,
        Self::JsonPartial,
    ];

    /// What the table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Ours => "llm_output",
            Self::SerdeJson => "serde_json",
            Self::SonicRs => "sonic-rs",
            Self::SimdJson => "simd-json",
            Self::Jiter => "jiter",
            Self::Schemars => "schemars + Value",
            Self::LlmJson => "llm_json",
            Self::JsonRepair => "jsonrepair",
            Self::TryParse => "tryparse",
            Self::JsonPartial => "json_partial",
        }
    }

    /// Reads the value, if the contender can.
    pub fn read<T: Sample>(self, text: &str, case: Case) -> Option<T> {
        match self {
            Self::Ours => {
                let options = if case.is_lenient() {
                    Options::lenient()
                } else {
                    Options::default()
                };
                Some(T::parse_llm_with(text, &options).ok()?.into_value())
            }
            Self::SerdeJson => serde_json::from_str(text).ok(),
            Self::SonicRs => sonic_rs::from_str(text).ok(),
            Self::SimdJson => {
                let mut bytes = text.as_bytes().to_vec();
                simd_json::from_slice(&mut bytes).ok()
            }
            Self::Jiter => {
                let value = JsonValue::parse(text.as_bytes(), false).ok()?;
                serde_json::from_value(plain(&value)?).ok()
            }
            Self::Schemars => schema_driven::read(text),
            Self::LlmJson => {
                let value = llm_json::loads(text, &llm_json::RepairOptions::default()).ok()?;
                serde_json::from_value(value).ok()
            }
            Self::JsonRepair => {
                let value = jsonrepair::loads(text, &jsonrepair::Options::default()).ok()?;
                serde_json::from_value(value).ok()
            }
            Self::TryParse => tryparse::parse(text).ok(),
            Self::JsonPartial => {
                let options = json_partial::jsonish::ParseOptions::default();
                let value = json_partial::jsonish::parse(text, options).ok()?;
                serde_json::from_value(json_partial::jsonish::jsonish_to_serde(&value)).ok()
            }
        }
    }

    /// As [`Contender::read`], for the clock: the value is made and dropped.
    pub fn run<T: Sample>(self, text: &str, case: Case) {
        drop(black_box(self.read::<T>(black_box(text), case)));
    }
}

/// The value as `serde_json` has it, which serde reads on.
fn plain(value: &JsonValue<'_>) -> Option<Value> {
    Some(match value {
        JsonValue::Null => Value::Null,
        JsonValue::Bool(value) => Value::Bool(*value),
        JsonValue::Int(value) => Value::from(*value),
        JsonValue::BigInt(_) => return None,
        JsonValue::Float(value) => Value::from(*value),
        JsonValue::Str(text) => Value::from(text.as_ref()),
        JsonValue::Array(elements) => Value::Array(elements.iter().map(plain).collect::<Option<_>>()?),
        JsonValue::Object(members) => {
            let member =
                |(key, value): &(std::borrow::Cow<'_, str>, JsonValue<'_>)| Some((key.to_string(), plain(value)?));
            Value::Object(members.iter().map(member).collect::<Option<_>>()?)
        }
    })
}
