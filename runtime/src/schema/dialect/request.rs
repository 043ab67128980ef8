//! The part of a request that says which type the answer must have.

use serde_json::{Value, json};

use super::breach::request_name;
use super::error::DialectError;
use super::rules::Rules;
use super::schema::schema_for;
use super::tools::{arguments_of, has_no_schema, refused_name, tools_of};
use super::{Dialect, others};
use crate::schema::Shape;
use crate::schema::subschema::Subschema;

/// A provider's way to request an answer of a certain type.
///
/// `T::request_for(request)`, with the feature `dialects`, generates the fields to merge into the request's body. The dialect of
/// the schema is in parentheses.
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
    /// vLLM's `structured_outputs` (JSON Schema without the keywords that its engines do not know).
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

/// The definitions of the tools that this shape is a set of.
pub(crate) fn tools_for(request: Request, shape: &'static Shape) -> Result<Value, DialectError> {
    let rules = request.rules();
    let tools = tools_of(shape);
    if let Some(most) = rules.limits.tools.filter(|&most| tools.len() > most) {
        let limit = format!(
            "{} accepts at most {most} strict tools, and these are {}",
            rules.name,
            tools.len()
        );
        return Err(DialectError::of_tools("$", limit));
    }
    let definitions = tools.iter().map(|tool| {
        if let Some(reason) = refused_name(rules, tool.name) {
            return Err(DialectError::of_tools(tool.name, format!("{}{reason}", rules.name)));
        }
        let schema = if has_no_schema(rules, tool) {
            json!({"type": "object", "properties": {}})
        } else {
            let schema = schema_for(rules, arguments_of(tool), None, true);
            schema.map_err(|error| error.in_tool(tool.name))?.into_value()
        };
        let own = (!tool.doc.is_empty()).then_some(tool.doc);
        let doc = own.or_else(|| Subschema::of(arguments_of(tool)).docs().next());
        Ok(definition(request, tool.name, doc, &schema))
    });
    let definitions = definitions.collect::<Result<Vec<Value>, _>>()?;
    Ok(match request {
        Request::GeminiOpenApi | Request::GeminiJson | Request::GeminiTool => {
            json!({"tools": [{"functionDeclarations": definitions}]})
        }
        Request::BedrockConverse | Request::BedrockTool => json!({"toolConfig": {"tools": definitions}}),
        _ => json!({"tools": definitions}),
    })
}

/// One tool in the provider's form.
fn definition(request: Request, name: &str, doc: Option<&str>, schema: &Value) -> Value {
    let named = |behind: Value| described(json!({"name": name}), doc, behind);
    match request {
        Request::OpenAiChat | Request::OpenAiChatTool => {
            json!({"type": "function", "function": named(json!({"parameters": schema, "strict": true}))})
        }
        Request::Ollama | Request::CohereChat | Request::VllmStructured => {
            json!({"type": "function", "function": named(json!({"parameters": schema}))})
        }
        Request::OpenAiResponses | Request::OpenAiResponsesTool => described(
            json!({"type": "function", "name": name}),
            doc,
            json!({"parameters": schema, "strict": true}),
        ),
        Request::AnthropicJson | Request::AnthropicTool => named(json!({"strict": true, "input_schema": schema})),
        // An object without fields is refused, and no parameters are accepted.
        Request::GeminiOpenApi if schema["properties"].as_object().is_some_and(serde_json::Map::is_empty) => {
            named(json!({}))
        }
        Request::GeminiOpenApi => named(json!({"parameters": schema})),
        Request::GeminiJson | Request::GeminiTool => named(json!({"parametersJsonSchema": schema})),
        Request::BedrockConverse | Request::BedrockTool => {
            json!({"toolSpec": named(json!({"strict": true, "inputSchema": {"json": schema}}))})
        }
        Request::McpTool => named(json!({"inputSchema": schema})),
    }
}

/// The fields of both objects, with the type's own doc between them if it has one.
fn described(before: Value, doc: Option<&str>, behind: Value) -> Value {
    let doc = doc.map(|doc| json!({"description": doc}));
    let parts = [Some(before), doc, Some(behind)].into_iter().flatten();
    let members = parts.filter_map(|part| match part {
        Value::Object(members) => Some(members),
        _ => None,
    });
    Value::Object(members.flatten().collect())
}
