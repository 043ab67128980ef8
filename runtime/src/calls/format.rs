//! The formats in which models write tool calls, as data: one entry for each.
//!
//! Every fact is from the model's published chat template, or from the documentation of a serving engine; the entry names
//! its source. To add a format that is built like one of those here, add an entry; no code is needed.

/// A format in which models write tool calls into their text.
///
/// [`parse_calls`](crate::LlmOutput::parse_calls) recognizes the format by itself. If you know which model wrote the text, name
/// its format with [`Options::format`](crate::Options::format): nothing else counts as a call then.
///
/// ```
/// use llm_output::{Format, LlmOutput, Options, Tools};
///
/// #[derive(LlmOutput)]
/// #[llm(tools, rename_all = "snake_case")]
/// enum Tool {
///     /// Reads a file.
///     ReadFile { path: String },
/// }
///
/// let text = "<function=read_file>\n<parameter=path>\n007\n</parameter>\n</function>";
/// let options = Options::calls().format(Format::Qwen3Coder);
/// let calls = Tool::parse_calls_with(text, &options);
/// assert_eq!(calls.len(), 1);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// `<tool_call>{"name": .., "arguments": ..}</tool_call>`: Hermes, Qwen 2.5 and 3, Granite 4.
    Hermes,
    /// `<function=name><parameter=key>value</parameter></function>`: Qwen3-Coder, Seed-OSS, Nemotron 3.
    Qwen3Coder,
    /// `<tool_call>name<arg_key>key</arg_key><arg_value>value</arg_value></tool_call>`: GLM 4.5 and later.
    Glm,
    /// `{"name": .., "parameters": ..}` as the reply, or after `<|python_tag|>`: Llama 3.
    LlamaJson,
    /// `<function=name>{..}</function>`: Llama 3.1 with custom tools, Functionary 3.1.
    LlamaFunction,
    /// `[name(key="value"), ..]`: Llama 3.2 and 4, LFM 2, Olmo 3.
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
    /// `<invoke name=".."><parameter name="..">value</parameter></invoke>`: Anthropic's text format, `MiniMax` M2.
    Invoke,
    /// `<|START_ACTION|>[{"tool_name": .., "parameters": ..}]<|END_ACTION|>`, or an `Action:` with a fence: Command R.
    CommandR,
    /// `<|tool_call|>[{"name": .., "arguments": ..}]`, closed or not: Granite 3, Phi 4 mini.
    Granite,
    /// `functools[{"name": .., "arguments": ..}]`: Phi 4 mini with vLLM's template.
    Phi,
    /// `<tool_calls>` around JSON objects or an array of them: `MiniMax` M1, Jamba, Hunyuan.
    ToolCalls,
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
    /// On the line after the header, which says `function`; then a fence.
    NextLine,
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

const FUNCTION_TAGS: Tags = Tags {
    name_end: &[">"],
    close: "</function>",
    key: "<parameter=",
    key_end: ">",
    value: "",
    value_end: "</parameter>",
    lines: true,
};

const PAIR_TAGS: Tags = Tags {
    name_end: &["\n", "<arg_key>", "</tool_call>"],
    close: "</tool_call>",
    key: "<arg_key>",
    key_end: "</arg_key>",
    value: "<arg_value>",
    value_end: "</arg_value>",
    lines: false,
};

const INVOKE_TAGS: Tags = Tags {
    name_end: &["\""],
    close: "</invoke>",
    key: "<parameter name=\"",
    key_end: "\"",
    value: ">",
    value_end: "</parameter>",
    lines: false,
};

const NAMESPACED_TAGS: Tags = Tags {
    close: concat!("</antml", ":invoke>"),
    key: concat!("<antml", ":parameter name=\""),
    value_end: concat!("</antml", ":parameter>"),
    ..INVOKE_TAGS
};

const DSML_TAGS: Tags = Tags {
    name_end: &["\""],
    close: "</｜DSML｜invoke>",
    key: "<｜DSML｜parameter name=\"",
    key_end: "\"",
    value: ">",
    value_end: "</｜DSML｜parameter>",
    lines: false,
};

/// Every format, with those first whose marks say more.
pub(super) const FORMATS: &[Entry] = &[
    // Chat template of NousResearch/Hermes-2-Pro-Llama-3-8B; Qwen's documentation, "Function Calling".
    Entry {
        format: Format::Hermes,
        open: &["<tool_call>", "<function_call>"],
        close: &["</tool_call>", "</function_call>"],
        layout: Layout::Objects,
    },
    // Chat template of Qwen/Qwen3-Coder-480B-A35B-Instruct, and of ByteDance-Seed/Seed-OSS-36B-Instruct.
    Entry {
        format: Format::Qwen3Coder,
        open: &["<function="],
        close: &["</function>"],
        layout: Layout::Tagged(&FUNCTION_TAGS),
    },
    // Meta's "Llama 3.1 model cards and prompt formats", custom tool calling; chat template of Functionary 3.1.
    Entry {
        format: Format::LlamaFunction,
        open: &["<function="],
        close: &["</function>"],
        layout: Layout::Header(&Header {
            ends: &[">"],
            style: HeaderStyle::Name,
        }),
    },
    // Chat template of zai-org/GLM-4.5.
    Entry {
        format: Format::Glm,
        open: &["<tool_call>"],
        close: &["</tool_call>"],
        layout: Layout::Tagged(&PAIR_TAGS),
    },
    // Meta's "Llama 3.1 model cards and prompt formats", JSON based tool calling.
    Entry {
        format: Format::LlamaJson,
        open: &["<|python_tag|>"],
        close: &[],
        layout: Layout::Objects,
    },
    // vLLM's documentation, "Tool Calling", Llama 4 pythonic; chat template of LiquidAI/LFM2-1.2B; of allenai/Olmo-3-7B-Instruct.
    Entry {
        format: Format::Pythonic,
        open: &[
            "<|python_start|>",
            "<|tool_call_start|>",
            "<|python_tag|>",
            "<function_calls>",
        ],
        close: &["<|python_end|>", "<|tool_call_end|>", "</function_calls>"],
        layout: Layout::Python,
    },
    // mistral-common, the tokenizers of versions 3 and 7.
    Entry {
        format: Format::Mistral,
        open: &["[TOOL_CALLS]"],
        close: &[],
        layout: Layout::Objects,
    },
    // mistral-common, the tokenizers of versions 11 and 13.
    Entry {
        format: Format::Mistral,
        open: &["[TOOL_CALLS]"],
        close: &[],
        layout: Layout::Header(&Header {
            ends: &["[ARGS]", ""],
            style: HeaderStyle::Mistral,
        }),
    },
    // Chat template of deepseek-ai/DeepSeek-V3-0324 and of DeepSeek-R1-0528.
    Entry {
        format: Format::DeepSeekV3,
        open: &["<｜tool▁call▁begin｜>function<｜tool▁sep｜>"],
        close: &["<｜tool▁call▁end｜>"],
        layout: Layout::Header(&Header {
            ends: &["\n"],
            style: HeaderStyle::NextLine,
        }),
    },
    // Chat template of deepseek-ai/DeepSeek-V3.1.
    Entry {
        format: Format::DeepSeekV31,
        open: &["<｜tool▁call▁begin｜>"],
        close: &["<｜tool▁call▁end｜>"],
        layout: Layout::Header(&Header {
            ends: &["<｜tool▁sep｜>"],
            style: HeaderStyle::Name,
        }),
    },
    // The encoding guide published with deepseek-ai/DeepSeek-V3.2.
    Entry {
        format: Format::DeepSeekV32,
        open: &["<｜DSML｜invoke name=\""],
        close: &["</｜DSML｜invoke>"],
        layout: Layout::Tagged(&DSML_TAGS),
    },
    // moonshotai/Kimi-K2-Instruct, "Tool call guidance".
    Entry {
        format: Format::KimiK2,
        open: &["<|tool_call_begin|>"],
        close: &["<|tool_call_end|>"],
        layout: Layout::Header(&Header {
            ends: &["<|tool_call_argument_begin|>"],
            style: HeaderStyle::Numbered,
        }),
    },
    // OpenAI's cookbook, "OpenAI harmony response format".
    Entry {
        format: Format::Harmony,
        open: &["<|start|>", "<|channel|>"],
        close: &["<|call|>", "<|end|>", "<|return|>"],
        layout: Layout::Header(&Header {
            ends: &["<|message|>"],
            style: HeaderStyle::Channel,
        }),
    },
    // Anthropic's documentation of tool use in legacy text prompts; chat template of MiniMaxAI/MiniMax-M2.
    Entry {
        format: Format::Invoke,
        open: &["<invoke name=\""],
        close: &["</invoke>"],
        layout: Layout::Tagged(&INVOKE_TAGS),
    },
    // The same with a namespace.
    Entry {
        format: Format::Invoke,
        open: &[concat!("<antml", ":invoke name=\"")],
        close: &[concat!("</antml", ":invoke>")],
        layout: Layout::Tagged(&NAMESPACED_TAGS),
    },
    // Cohere's documentation, "Tool use" of Command R7B and Command A; chat template of CohereForAI/c4ai-command-r-v01.
    Entry {
        format: Format::CommandR,
        open: &["<|START_ACTION|>", "Action:"],
        close: &["<|END_ACTION|>"],
        layout: Layout::Objects,
    },
    // Chat template of ibm-granite/granite-3.1-8b-instruct; chat template of microsoft/Phi-4-mini-instruct.
    Entry {
        format: Format::Granite,
        open: &["<|tool_call|>"],
        close: &["<|/tool_call|>"],
        layout: Layout::Objects,
    },
    // vLLM's documentation, "Tool Calling", and its chat template for Phi 4 mini.
    Entry {
        format: Format::Phi,
        open: &["functools"],
        close: &[],
        layout: Layout::Objects,
    },
    // MiniMaxAI/MiniMax-M1, "Function call guide"; chat template of ai21labs/AI21-Jamba-1.5-Mini, of Hunyuan-A13B-Instruct.
    Entry {
        format: Format::ToolCalls,
        open: &["<tool_calls>", "<TOOLCALL>"],
        close: &["</tool_calls>", "</TOOLCALL>"],
        layout: Layout::Objects,
    },
    // The model card of Salesforce/Llama-xLAM-2-8b-fc-r.
    Entry {
        format: Format::Xlam,
        open: &[],
        close: &[],
        layout: Layout::Objects,
    },
    // OpenAI's API reference, "Create chat completion".
    Entry {
        format: Format::OpenAi,
        open: &[],
        close: &[],
        layout: Layout::Objects,
    },
];

/// Marks around calls that say nothing about any of them. They belong to no text.
pub(super) const SKIPPED: &[&str] = &[
    "<tool_call>",
    "</tool_call>",
    "</function_call>",
    "<seed:tool_call>",
    "</seed:tool_call>",
    "<function_calls>",
    "</function_calls>",
    concat!("<antml", ":function_calls>"),
    concat!("</antml", ":function_calls>"),
    "</invoke>",
    "<minimax:tool_call>",
    "</minimax:tool_call>",
    "<｜DSML｜function_calls>",
    "</｜DSML｜function_calls>",
    "<｜tool▁calls▁begin｜>",
    "<｜tool▁calls▁end｜>",
    "<｜tool▁call▁end｜>",
    "<｜end▁of▁sentence｜>",
    "<|eom_id|>",
    "<|tool_calls_section_begin|>",
    "<|tool_calls_section_end|>",
    "<|tool_call_end|>",
    "<|python_end|>",
    "<|/tool_call|>",
    "<|END_ACTION|>",
    "<|START_RESPONSE|>",
    "<|END_RESPONSE|>",
    "<|START_TEXT|>",
    "<|END_TEXT|>",
    "<|START_OF_TURN_TOKEN|>",
    "<|CHATBOT_TOKEN|>",
    "<|call|>",
    "<|return|>",
    "<|end|>",
    "</tool_calls>",
    "</TOOLCALL>",
    "</s>",
];

/// What ends a reply, where the line ends after it or another mark follows.
pub(super) const ENDS: &[&str] = &[
    "<|im_end|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|END_OF_TURN_TOKEN|>",
    "[e~[",
];

/// What begins the line of somebody else, after a call.
pub(super) const SPEAKERS: &[&str] = &["User:", "Observation:", "Human:"];

/// Marks of calls, and what closes them: if what is between is no call of any format, it was meant to be one.
pub(super) const MEANT: &[(&str, &str)] = &[
    ("<tool_call>", "</tool_call>"),
    ("<function_call>", "</function_call>"),
    ("<tool_calls>", "</tool_calls>"),
    ("<function=", "</function>"),
    ("<function ", "</function>"),
    ("<invoke ", "</invoke>"),
    ("<｜DSML｜invoke ", "</｜DSML｜invoke>"),
    ("<|tool_call_begin|>", "<|tool_call_end|>"),
    ("<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>"),
];

/// The marks around reasoning. Their case does not matter.
pub(super) const REASONING: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<reasoning>", "</reasoning>"),
    ("<thought>", "</thought>"),
    ("<thoughts>", "</thoughts>"),
    ("<scratchpad>", "</scratchpad>"),
    ("<reflection>", "</reflection>"),
    ("<seed:think>", "</seed:think>"),
    ("[THINK]", "[/THINK]"),
    ("<|START_THINKING|>", "<|END_THINKING|>"),
];

/// What begins somebody else's turn, or the result of a tool: the model wrote both, but nobody said either.
pub(super) const TURNS: &[&str] = &[
    "<|im_start|>",
    "<|start_header_id|>",
    "<start_of_turn>",
    "[INST]",
    "<|user|>",
    "<｜User｜>",
    "<|observation|>",
    "<|im_user|>",
    "<|USER_TOKEN|>",
    "<|im_system|>",
    "<|SYSTEM_TOKEN|>",
    "<|START_TOOL_RESULT|>",
    "<|start_of_role|>",
    "<｜tool▁output▁begin｜>",
    "<tool_response>",
    "<|tool_response|>",
    "<function_results>",
    "<｜tool▁outputs▁begin｜>",
    "[TOOL_RESULTS]",
];

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
            Self::Xlam => "xlam",
            Self::OpenAi => "openai",
        }
    }

    /// Whether calls of the format have marks around them.
    pub(super) fn is_marked(self) -> bool {
        !matches!(self, Self::LlamaJson | Self::Pythonic | Self::Xlam | Self::OpenAi)
    }
}
