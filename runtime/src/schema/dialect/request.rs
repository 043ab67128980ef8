//! The part of a request that requests an answer of a type.

use serde_json::{Value, json};

use super::breach::request_name;
use super::error::DialectError;
use super::rules::Rules;
use super::schema::schema_for;
use super::{Dialect, others};
use crate::schema::Shape;
use crate::schema::subschema::Subschema;

/// A provider's way to request an answer of a certain type.
///
/// `T::request_for(request)`, with the feature `dialects`, generates the fields to merge into the request's body. The dialect of
/// the schema is in brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Request {
    /// `response_format` of OpenAI's Chat Completions and of providers that accept the same
    /// ([`Dialect::OpenAiStrict`]).
    OpenAiChat,
    /// `text.format` of OpenAI's Responses ([`Dialect::OpenAiStrict`]).
    OpenAiResponses,
    /// A function of OpenAI's Chat Completions that must be called ([`Dialect::OpenAiStrict`]).
    OpenAiChatTool,
    /// A function of OpenAI's Responses that must be called ([`Dialect::OpenAiStrict`]).
    OpenAiResponsesTool,
    /// `output_config.format` of Anthropic's Messages ([`Dialect::Anthropic`]).
    AnthropicJson,
    /// A strict tool of Anthropic's Messages that must be called ([`Dialect::Anthropic`]).
    AnthropicTool,
    /// `generationConfig.responseSchema` of Gemini ([`Dialect::GeminiOpenApi`]).
    GeminiOpenApi,
    /// `generationConfig.responseJsonSchema` of Gemini ([`Dialect::GeminiJson`]).
    GeminiJson,
    /// A function of Gemini that must be called ([`Dialect::GeminiJson`]).
    GeminiTool,
    /// `format` of Ollama's chat and generate ([`Dialect::Ollama`]).
    Ollama,
    /// `outputConfig.textFormat` of Bedrock's Converse, where the schema is a string ([`Dialect::Anthropic`]).
    BedrockConverse,
    /// A strict tool of Bedrock's Converse that must be called ([`Dialect::Anthropic`]).
    BedrockTool,
    /// `response_format` of Cohere's Chat ([`Dialect::Cohere`]).
    CohereChat,
    /// vLLM's `structured_outputs` (JSON Schema without what its engines do not know).
    VllmStructured,
    /// A tool of the Model Context Protocol ([`Dialect::JsonSchema`]).
    McpTool,
}

impl Request {
    /// Every request.
    pub const ALL: &'static [Self] = &[
        Self::OpenAiChat,
        Self::OpenAiResponses,
        Self::OpenAiChatTool,
        Self::OpenAiResponsesTool,
        Self::AnthropicJson,
        Self::AnthropicTool,
        Self::GeminiOpenApi,
        Self::GeminiJson,
        Self::GeminiTool,
        Self::Ollama,
        Self::BedrockConverse,
        Self::BedrockTool,
        Self::CohereChat,
        Self::VllmStructured,
        Self::McpTool,
    ];

    const fn rules(self) -> &'static Rules {
        let dialect = match self {
            Self::OpenAiChat | Self::OpenAiResponses | Self::OpenAiChatTool | Self::OpenAiResponsesTool => {
                Dialect::OpenAiStrict
            }
            Self::AnthropicJson | Self::AnthropicTool | Self::BedrockConverse | Self::BedrockTool => Dialect::Anthropic,
            Self::GeminiOpenApi => Dialect::GeminiOpenApi,
            Self::GeminiJson | Self::GeminiTool => Dialect::GeminiJson,
            Self::Ollama => Dialect::Ollama,
            Self::CohereChat => Dialect::Cohere,
            Self::McpTool => Dialect::JsonSchema,
            Self::VllmStructured => return &others::VLLM,
        };
        dialect.rules()
    }

    /// Whether the type's name goes into the request.
    const fn is_named(self) -> bool {
        !matches!(
            self,
            Self::AnthropicJson
                | Self::GeminiOpenApi
                | Self::GeminiJson
                | Self::Ollama
                | Self::CohereChat
                | Self::VllmStructured
        )
    }

    /// Whether the schema is that of a function's arguments, which are an object in every protocol.
    const fn is_tool(self) -> bool {
        matches!(
            self,
            Self::OpenAiChatTool
                | Self::OpenAiResponsesTool
                | Self::AnthropicTool
                | Self::GeminiTool
                | Self::BedrockTool
                | Self::McpTool
        )
    }
}

/// The fragment of `request` for a type of this shape.
pub(crate) fn request_for(request: Request, shape: &'static Shape) -> Result<Value, DialectError> {
    let name = request_name(shape);
    let named = request.is_named().then_some(name);
    let schema = schema_for(request.rules(), shape, named, request.is_tool())?.into_value();
    let doc = Subschema::of(shape).docs().next();
    Ok(match request {
        Request::OpenAiChat => {
            let format = described(json!({"name": name}), doc, json!({"strict": true, "schema": schema}));
            json!({"response_format": {"type": "json_schema", "json_schema": format}})
        }
        Request::OpenAiResponses => {
            let format = described(
                json!({"type": "json_schema", "name": name}),
                doc,
                json!({"strict": true, "schema": schema}),
            );
            json!({"text": {"format": format}})
        }
        Request::OpenAiChatTool => {
            let function = described(
                json!({"name": name}),
                doc,
                json!({"parameters": schema, "strict": true}),
            );
            json!({
                "tools": [{"type": "function", "function": function}],
                "tool_choice": {"type": "function", "function": {"name": name}},
                "parallel_tool_calls": false,
            })
        }
        Request::OpenAiResponsesTool => {
            let tool = described(
                json!({"type": "function", "name": name}),
                doc,
                json!({"parameters": schema, "strict": true}),
            );
            json!({
                "tools": [tool],
                "tool_choice": {"type": "function", "name": name},
                "parallel_tool_calls": false,
            })
        }
        Request::AnthropicJson => json!({"output_config": {"format": {"type": "json_schema", "schema": schema}}}),
        Request::AnthropicTool => json!({
            "tools": [described(json!({"name": name}), doc, json!({"strict": true, "input_schema": schema}))],
            "tool_choice": {"type": "tool", "name": name, "disable_parallel_tool_use": true},
        }),
        Request::GeminiOpenApi => json!({
            "generationConfig": {"responseMimeType": "application/json", "responseSchema": schema},
        }),
        Request::GeminiJson => json!({
            "generationConfig": {"responseMimeType": "application/json", "responseJsonSchema": schema},
        }),
        Request::GeminiTool => json!({
            "tools": [{
                "functionDeclarations": [described(json!({"name": name}), doc, json!({"parametersJsonSchema": schema}))],
            }],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": [name]}},
        }),
        Request::Ollama => json!({"format": schema}),
        Request::BedrockConverse => {
            let structure = described(json!({"schema": schema.to_string(), "name": name}), doc, json!({}));
            json!({"outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": structure}}}})
        }
        Request::BedrockTool => {
            let tool = described(
                json!({"name": name}),
                doc,
                json!({"strict": true, "inputSchema": {"json": schema}}),
            );
            json!({"toolConfig": {"tools": [{"toolSpec": tool}], "toolChoice": {"tool": {"name": name}}}})
        }
        Request::CohereChat => json!({"response_format": {"type": "json_object", "json_schema": schema}}),
        Request::VllmStructured => json!({"structured_outputs": {"json": schema}}),
        Request::McpTool => described(json!({"name": name}), doc, json!({"inputSchema": schema})),
    })
}

/// The members of both objects, and between them the type's own doc where it has one.
fn described(before: Value, doc: Option<&str>, behind: Value) -> Value {
    let doc = doc.map(|doc| json!({"description": doc}));
    let parts = [Some(before), doc, Some(behind)].into_iter().flatten();
    let members = parts.filter_map(|part| match part {
        Value::Object(members) => Some(members),
        _ => None,
    });
    Value::Object(members.flatten().collect())
}
