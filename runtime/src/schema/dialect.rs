//! Schemas in the dialects that providers accept.
//!
//! Each provider's file states its [`rules`] as data. [`measure`] counts what a type would take of a provider's limits, in const
//! evaluation too, so that `#[llm(dialects(..))]` can refuse a type before anything runs; [`render`] writes the schema from the
//! [`Shape`](super::Shape), never from another schema's keys: a field may be called `format`.

mod anthropic;
mod breach;
#[cfg(feature = "dialects")]
mod error;
mod gemini;
mod measure;
#[cfg(feature = "dialects")]
mod note;
mod ollama;
mod openai;
mod others;
#[cfg(feature = "dialects")]
mod render;
#[cfg(feature = "dialects")]
mod request;
#[cfg_attr(
    not(feature = "dialects"),
    allow(
        dead_code,
        reason = "the measure reads a part of the rules, the renderer all of them"
    )
)]
mod rules;
#[cfg(feature = "dialects")]
mod schema;
#[cfg(test)]
mod tests;
mod tools;

pub use breach::breaches;
pub(crate) use breach::write;
#[cfg(feature = "dialects")]
pub use error::DialectError;
#[cfg(feature = "dialects")]
pub use note::{DialectNote, DialectNoteKind};
#[cfg(feature = "dialects")]
pub use request::Request;
#[cfg(feature = "dialects")]
pub(crate) use request::{request_for, tools_for};
#[cfg(feature = "dialects")]
pub use schema::DialectSchema;
#[cfg(feature = "dialects")]
pub(crate) use schema::schema_for;
pub use tools::tool_breaches;
pub(crate) use tools::write as write_tools;

use core::fmt;
use core::str::FromStr;

use crate::repair::UnknownName;
use rules::Rules;

/// A provider's dialect of JSON Schema.
///
/// `T::schema_for(dialect)`, with the feature `dialects`, generates the schema. With `#[llm(dialects(openai, anthropic))]` on a
/// type, whatever a dialect would reject is a compile error. The names for the attribute are in parentheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// JSON Schema 2020-12, as in [`LlmOutput::SCHEMA`](crate::LlmOutput::SCHEMA).
    JsonSchema,
    /// OpenAI's strict mode (`openai`): Chat, Responses and function tools, and providers that accept the same schemas.
    OpenAiStrict,
    /// Azure OpenAI (`azure`), and fine-tuned models: like OpenAI's, but with smaller limits and without bounds and
    /// formats.
    AzureOpenAi,
    /// Anthropic (`anthropic`): structured outputs and strict tools, on Bedrock and Vertex too.
    Anthropic,
    /// Gemini's `responseSchema` (`gemini_openapi`): models before 2.5, and older proxies.
    GeminiOpenApi,
    /// Gemini's `responseJsonSchema` (`gemini`): 2.5 and later.
    GeminiJson,
    /// Ollama's `format` (`ollama`), and llama.cpp's server.
    Ollama,
    /// xAI (`xai`).
    XAi,
    /// DeepSeek's strict tools (`deepseek`).
    DeepSeek,
    /// Cohere (`cohere`).
    Cohere,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: &'static [Self] = &[
        Self::JsonSchema,
        Self::OpenAiStrict,
        Self::AzureOpenAi,
        Self::Anthropic,
        Self::GeminiOpenApi,
        Self::GeminiJson,
        Self::Ollama,
        Self::XAi,
        Self::DeepSeek,
        Self::Cohere,
    ];

    /// The name in the attribute `#[llm(dialects(..))]`. Plain JSON Schema, which needs no attribute, is `json_schema`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::OpenAiStrict => "openai",
            Self::AzureOpenAi => "azure",
            Self::Anthropic => "anthropic",
            Self::GeminiOpenApi => "gemini_openapi",
            Self::GeminiJson => "gemini",
            Self::Ollama => "ollama",
            Self::XAi => "xai",
            Self::DeepSeek => "deepseek",
            Self::Cohere => "cohere",
        }
    }

    /// What the derive names a dialect by, in a constant of a type's.
    #[doc(hidden)]
    pub const fn number(self) -> u32 {
        self as u32
    }

    pub(crate) const fn rules(self) -> &'static Rules {
        match self {
            Self::JsonSchema => &others::JSON_SCHEMA,
            Self::OpenAiStrict => &openai::STRICT,
            Self::AzureOpenAi => &openai::AZURE,
            Self::Anthropic => &anthropic::RULES,
            Self::GeminiOpenApi => &gemini::OPENAPI,
            Self::GeminiJson => &gemini::JSON,
            Self::Ollama => &ollama::RULES,
            Self::XAi => &others::XAI,
            Self::DeepSeek => &openai::DEEPSEEK,
            Self::Cohere => &others::COHERE,
        }
    }
}

impl FromStr for Dialect {
    type Err = UnknownName;

    /// The dialect of this [`name`](Self::name), for settings in a file or an environment variable.
    ///
    /// ```
    /// use llm_output::Dialect;
    ///
    /// assert_eq!("gemini".parse(), Ok(Dialect::GeminiJson));
    /// assert!("gpt".parse::<Dialect>().is_err());
    /// ```
    fn from_str(name: &str) -> Result<Self, UnknownName> {
        let known = Self::ALL.iter().copied().find(|dialect| dialect.name() == name);
        known.ok_or_else(|| UnknownName::new("dialect", name))
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
