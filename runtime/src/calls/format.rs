//! The formats in which models write tool calls, and what an entry in the [table] of them says.

mod table;

use core::fmt;

pub(super) use crate::read::reasoning::REASONING;
pub(super) use table::{ACTION, BEGINS, ENDS, FENCES, FORMATS, MEANT, REACT, SKIPPED, SPEAKERS, TURNS};

/// A format in which models write tool calls into their text.
///
/// [`parse_calls`](crate::LlmOutput::parse_calls) recognizes the format by itself. If you know which model wrote the
/// text, name its format with [`Options::format`](crate::Options::format): then nothing else counts as a call.
///
/// ```
/// use llm_output::{Format, LlmOutput, Options};
///
/// #[derive(LlmOutput)]
/// #[llm(tools, rename_all = "snake_case")]
/// enum Tool {
///     /// Reads a file.
///     ReadFile { path: String },
/// }
///
/// let options = Options::calls().format(Format::Mistral);
/// let mistral = r#"[TOOL_CALLS]read_file[ARGS]{"path": "a.rs"}"#;
/// let call = Tool::parse_calls_with(mistral, &options).into_iter().next().unwrap();
/// assert!(call.result.is_ok());
///
/// // A call in another format is text.
/// let hermes = r#"<tool_call>{"name": "read_file", "arguments": {"path": "a.rs"}}</tool_call>"#;
/// assert!(Tool::parse_calls_with(hermes, &options).is_empty());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// `<tool_call>{"name": .., "arguments": ..}</tool_call>`: Hermes, Qwen 2.5 and 3, Granite 4.
    Hermes,
    /// `<function=name><parameter=key>value</parameter></function>`: Qwen3-Coder, Seed-OSS, Nemotron 3.
    Qwen3Coder,
    /// `<tool_call>name<arg_key>key</arg_key><arg_value>value</arg_value></tool_call>`: GLM 4.5 and later; `LongCat` with tags of its own.
    Glm,
    /// `{"name": .., "parameters": ..}` as the reply, or after `<|python_tag|>`: Llama 3.
    LlamaJson,
    /// `<function=name>{..}</function>`: Llama 3.1 with custom tools, Functionary 3.1.
    LlamaFunction,
    /// `[name(key="value"), ..]`: Llama 3.2 and 4, LFM 2, Olmo 3, Gemma 3.
    Pythonic,
    /// `[TOOL_CALLS]` with a JSON array, or with a name and its arguments: Mistral.
    Mistral,
    /// `<｜tool▁call▁begin｜>function<｜tool▁sep｜>name`, and the arguments in a code fence: DeepSeek V3 and R1.
    DeepSeekV3,
    /// `<｜tool▁call▁begin｜>name<｜tool▁sep｜>{..}`: DeepSeek V3.1.
    DeepSeekV31,
    /// `<｜DSML｜invoke name="..">`: DeepSeek V3.2.
    DeepSeekV32,
    /// `<|tool_call_begin|>functions.name:0<|tool_call_argument_begin|>{..}`: Kimi K2.
    KimiK2,
    /// `<|channel|>commentary to=functions.name<|message|>{..}`: gpt-oss.
    Harmony,
    /// `<invoke name=".."><parameter name="..">value</parameter></invoke>`: Anthropic's text format, `MiniMax` M2, Step 3.
    Invoke,
    /// `<|START_ACTION|>[{"tool_name": .., "parameters": ..}]<|END_ACTION|>`, or an `Action:` with a fence: Command R.
    CommandR,
    /// `<|tool_call|>[{"name": .., "arguments": ..}]`, closed or not: Granite 3, Phi 4 mini.
    Granite,
    /// `functools[{"name": .., "arguments": ..}]`: Phi 4 mini with vLLM's template.
    Phi,
    /// `<tool_calls>` around JSON objects or an array of them: `MiniMax` M1, Jamba, Hunyuan; `InternLM` with marks of its own.
    ToolCalls,
    /// A line `Action: name`, and after it `Action Input: {..}`: any model with a prompt for reasoning and acting.
    React,
    /// `[{"name": .., "arguments": ..}]` as the reply: xLAM.
    Xlam,
    /// `{"tool_calls": [{"function": {"name": .., "arguments": ".."}}]}` as the reply: what models copy from OpenAI's API.
    OpenAi,
}

/// How the calls of a format are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Layout {
    /// JSON objects with a name and arguments, one after the other or in an array.
    Objects,
    /// A header with the name, and the arguments as JSON.
    Header(&'static Header),
    /// A tag for the call, and one for each argument.
    Tagged(&'static Tags),
    /// Calls as Python writes them.
    Python,
}

/// The header before the arguments of one call.
#[derive(Debug)]
pub(super) struct Header {
    /// What ends it. An empty text: the opening brace of the arguments.
    pub(super) ends: &'static [&'static str],
    pub(super) style: HeaderStyle,
}

/// Where the name is in a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeaderStyle {
    /// It is the header.
    Name,
    /// `name`, then perhaps `[CALL_ID]id`.
    Mistral,
    /// `functions.name:0`, which is the id of the call too.
    Numbered,
    /// `channel to=functions.name format`.
    Channel,
}

/// The tags of a call and of its arguments.
#[derive(Debug)]
pub(super) struct Tags {
    /// What follows the name of the tool.
    pub(super) name_end: &'static [&'static str],
    pub(super) close: &'static str,
    /// What is before the key of an argument.
    pub(super) key: &'static str,
    pub(super) key_end: &'static str,
    /// What is between the key and its value, which may have white space before it.
    pub(super) value: &'static str,
    pub(super) value_end: &'static str,
    /// A line break after the opening tag and before the closing one is not part of the value.
    pub(super) lines: bool,
}

/// A format: its marks, and how a call is written between them.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) format: Format,
    /// What begins a call, or several.
    pub(super) open: &'static [&'static str],
    /// What ends it.
    pub(super) close: &'static [&'static str],
    pub(super) layout: Layout,
}

impl Entry {
    /// Whether the marks are those of a code fence.
    pub(super) fn is_fence(&self) -> bool {
        self.close == ["```"]
    }
}

impl Format {
    /// Every format.
    pub const ALL: &'static [Self] = &[
        Self::Hermes,
        Self::Qwen3Coder,
        Self::Glm,
        Self::LlamaJson,
        Self::LlamaFunction,
        Self::Pythonic,
        Self::Mistral,
        Self::DeepSeekV3,
        Self::DeepSeekV31,
        Self::DeepSeekV32,
        Self::KimiK2,
        Self::Harmony,
        Self::Invoke,
        Self::CommandR,
        Self::Granite,
        Self::Phi,
        Self::ToolCalls,
        Self::React,
        Self::Xlam,
        Self::OpenAi,
    ];

    /// The name in `snake_case`, stable for telemetry.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hermes => "hermes",
            Self::Qwen3Coder => "qwen3_coder",
            Self::Glm => "glm",
            Self::LlamaJson => "llama_json",
            Self::LlamaFunction => "llama_function",
            Self::Pythonic => "pythonic",
            Self::Mistral => "mistral",
            Self::DeepSeekV3 => "deepseek_v3",
            Self::DeepSeekV31 => "deepseek_v31",
            Self::DeepSeekV32 => "deepseek_v32",
            Self::KimiK2 => "kimi_k2",
            Self::Harmony => "harmony",
            Self::Invoke => "invoke",
            Self::CommandR => "command_r",
            Self::Granite => "granite",
            Self::Phi => "phi",
            Self::ToolCalls => "tool_calls",
            Self::React => "react",
            Self::Xlam => "xlam",
            Self::OpenAi => "openai",
        }
    }

    /// Whether calls of the format have marks around them.
    pub(super) fn is_marked(self) -> bool {
        !matches!(self, Self::LlamaJson | Self::Pythonic | Self::Xlam | Self::OpenAi)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
