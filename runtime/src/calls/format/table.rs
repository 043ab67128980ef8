//! The formats as data: one entry for each, and the marks that belong to none.
//!
//! Every fact is from the model's published chat template, or from the documentation of a serving engine; the entry names
//! its source. To add a format that is built like one of those here, add an entry; no code is needed.

use super::{Entry, Format, Header, HeaderStyle, Layout, Tags};

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

const SINGLE_QUOTED_TAGS: Tags = Tags {
    name_end: &["'"],
    key: "<parameter name='",
    key_end: "'",
    ..INVOKE_TAGS
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

const LONGCAT_TAGS: Tags = Tags {
    name_end: &["\n", "<longcat_arg_key>", "</longcat_tool_call>"],
    close: "</longcat_tool_call>",
    key: "<longcat_arg_key>",
    key_end: "</longcat_arg_key>",
    value: "<longcat_arg_value>",
    value_end: "</longcat_arg_value>",
    lines: false,
};

const STEP_TAGS: Tags = Tags {
    close: "</steptml:invoke>",
    key: "<steptml:parameter name=\"",
    value_end: "</steptml:parameter>",
    ..INVOKE_TAGS
};

/// Every format, with those first whose marks say more.
pub(in super::super) const FORMATS: &[Entry] = &[
    // Chat template of NousResearch/Hermes-2-Pro-Llama-3-8B; Qwen's documentation, "Function Calling"; the data set
    // glaiveai/glaive-function-calling-v2.
    Entry {
        format: Format::Hermes,
        open: &["<tool_call>", "<function_call>", "<functioncall>"],
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
    // Chat template of meituan-longcat/LongCat-Flash-Chat.
    Entry {
        format: Format::Glm,
        open: &["<longcat_tool_call>"],
        close: &["</longcat_tool_call>"],
        layout: Layout::Tagged(&LONGCAT_TAGS),
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
            "<tool_code>",
        ],
        close: &[
            "<|python_end|>",
            "<|tool_call_end|>",
            "</function_calls>",
            "</tool_code>",
        ],
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
            style: HeaderStyle::Name,
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
    // The same with the other quotes, as some models write it.
    Entry {
        format: Format::Invoke,
        open: &["<invoke name='"],
        close: &["</invoke>"],
        layout: Layout::Tagged(&SINGLE_QUOTED_TAGS),
    },
    // The same with a namespace.
    Entry {
        format: Format::Invoke,
        open: &[concat!("<antml", ":invoke name=\"")],
        close: &[concat!("</antml", ":invoke>")],
        layout: Layout::Tagged(&NAMESPACED_TAGS),
    },
    // Chat template of stepfun-ai/step3.
    Entry {
        format: Format::Invoke,
        open: &["<steptml:invoke name=\""],
        close: &["</steptml:invoke>"],
        layout: Layout::Tagged(&STEP_TAGS),
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
    // MiniMaxAI/MiniMax-M1, "Function call guide"; chat template of ai21labs/AI21-Jamba-1.5-Mini, of Hunyuan-A13B-Instruct, of
    // internlm/internlm2_5-7b-chat; of LiquidAI/LFM2-1.2B, where the prompt asks for JSON.
    Entry {
        format: Format::ToolCalls,
        open: &[
            "<tool_calls>",
            "<TOOLCALL>",
            "<|action_start|><|plugin|>",
            "<|tool_call_start|>",
            "<function_calls>",
        ],
        close: &[
            "</tool_calls>",
            "</TOOLCALL>",
            "<|action_end|>",
            "<|tool_call_end|>",
            "</function_calls>",
        ],
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
    // Calls as Python writes them between the marks of another format, as nvidia/Llama-3_1-Nemotron-Ultra-253B-v1 writes them,
    // and models that were trained on both.
    Entry {
        format: Format::Pythonic,
        open: &[
            "<TOOLCALL>",
            "<tool_calls>",
            "<tool_call>",
            "<|tool_call|>",
            "[TOOL_CALLS]",
        ],
        close: &["</TOOLCALL>", "</tool_calls>", "</tool_call>", "<|/tool_call|>"],
        layout: Layout::Python,
    },
];

/// Fences whose word says that there are calls in them: their content is no example.
pub(in super::super) const FENCES: &[Entry] = &[
    // Google's documentation of Gemma 3, "Function calling".
    Entry {
        format: Format::Pythonic,
        open: &["```tool_code\n", "```tool_code\r\n"],
        close: &["```"],
        layout: Layout::Python,
    },
    // Models write it that were told of the tag, and prefer a fence.
    Entry {
        format: Format::Hermes,
        open: &[
            "```tool_call\n",
            "```tool_call\r\n",
            "```tool_calls\n",
            "```tool_calls\r\n",
        ],
        close: &["```"],
        layout: Layout::Objects,
    },
];

/// The words of an agent before the name of a tool and before its arguments, each at the beginning of a line.
pub(in super::super) const ACTION: [&str; 2] = ["Action:", "Action Input:"];

/// The calls of agents that are prompted to reason and act. The prompt of `create_react_agent` in the `langchain` package.
pub(in super::super) const REACT: Entry = Entry {
    format: Format::React,
    open: &[ACTION[0]],
    close: &[],
    layout: Layout::Header(&Header {
        ends: &[ACTION[1]],
        style: HeaderStyle::Name,
    }),
};

/// Marks around calls that say nothing about any of them. They belong to no text.
pub(in super::super) const SKIPPED: &[&str] = &[
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
    "<|tool▁calls▁begin|>",
    "<|tool▁calls▁end|>",
    "<｜tool_calls_begin｜>",
    "<｜tool_calls_end｜>",
    "<｜tool_call_begin｜>function<｜tool_sep｜>",
    "<｜tool_call_end｜>",
    "</steptml:invoke>",
    "</longcat_tool_call>",
    "<|action_end|>",
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
    "<tool_calls>",
    "</tool_calls>",
    "<TOOLCALL>",
    "</TOOLCALL>",
    "</s>",
];

/// What a reply may begin with that says nothing.
pub(in super::super) const BEGINS: &[&str] = &["<s>", "<bos>", "<|begin_of_text|>", "<｜begin▁of▁sentence｜>"];

/// What ends a reply, where the line ends after it or another mark follows.
pub(in super::super) const ENDS: &[&str] = &[
    "<|im_end|>",
    "<|eot_id|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|END_OF_TURN_TOKEN|>",
    "[e~[",
];

/// What begins the line of somebody else, after a call.
pub(in super::super) const SPEAKERS: &[&str] = &[
    "User:",
    "**User:**",
    "### User",
    "<user>",
    "用户:",
    "用户：",
    "System:",
    "**System:**",
    "Human:",
    "**Human:**",
    "### Human",
    "Question:",
    "**Question:**",
    "### Question",
    "### Instruction",
    "### Input",
    "Observation:",
    "**Observation:**",
    "<observation>",
    "Tool:",
    "Tool response:",
    "Tool result:",
    "Tool output:",
    "<tool_result>",
    "<tool_results>",
    "<tool_output>",
    "<function_result>",
    "<function_response>",
];

/// Marks of calls, what closes them, and the formats that use them. Text between them that cannot be read in any format was meant
/// to be a call.
pub(in super::super) const MEANT: &[(&str, &str, &[Format])] = &[
    ("<tool_call>", "</tool_call>", IN_TOOL_CALL),
    ("<tool_call >", "</tool_call >", IN_TOOL_CALL),
    ("<tool_call ", "</tool_call>", IN_TOOL_CALL),
    ("<function_call>", "</function_call>", &[Format::Hermes]),
    ("<tool_calls>", "</tool_calls>", &[Format::ToolCalls, Format::Pythonic]),
    ("<TOOLCALL>", "</TOOLCALL>", &[Format::ToolCalls, Format::Pythonic]),
    ("<function=", "</function>", FUNCTIONS),
    ("<function ", "</function>", FUNCTIONS),
    ("<invoke ", "</invoke>", &[Format::Invoke]),
    ("<steptml:invoke ", "</steptml:invoke>", &[Format::Invoke]),
    (
        concat!("<antml", ":invoke "),
        concat!("</antml", ":invoke>"),
        &[Format::Invoke],
    ),
    (
        "<function_calls>",
        "</function_calls>",
        &[Format::Invoke, Format::Pythonic],
    ),
    ("<seed:tool_call>", "</seed:tool_call>", &[Format::Qwen3Coder]),
    ("<minimax:tool_call>", "</minimax:tool_call>", &[Format::Invoke]),
    (
        "<｜DSML｜function_calls>",
        "</｜DSML｜function_calls>",
        &[Format::DeepSeekV32],
    ),
    ("<｜DSML｜invoke ", "</｜DSML｜invoke>", &[Format::DeepSeekV32]),
    ("<|tool_call_begin|>", "<|tool_call_end|>", &[Format::KimiK2]),
    ("<｜tool▁call▁begin｜>", "<｜tool▁call▁end｜>", DEEP_SEEK),
    ("<｜tool▁calls▁begin｜>", "<｜tool▁calls▁end｜>", DEEP_SEEK),
    // With ASCII bars.
    ("<|tool▁call▁begin|>", "<|tool▁call▁end|>", DEEP_SEEK),
    ("<|tool▁calls▁begin|>", "<|tool▁calls▁end|>", DEEP_SEEK),
    (
        "<|tool_calls_section_begin|>",
        "<|tool_calls_section_end|>",
        &[Format::KimiK2],
    ),
    ("<|tool_call_start|>", "<|tool_call_end|>", &[Format::Pythonic]),
    ("<|tool_call|>", "<|/tool_call|>", &[Format::Granite, Format::Pythonic]),
    ("<|python_start|>", "<|python_end|>", &[Format::Pythonic]),
    ("<|START_ACTION|>", "<|END_ACTION|>", &[Format::CommandR]),
    ("<longcat_tool_call>", "</longcat_tool_call>", &[Format::Glm]),
    ("<｜tool_calls_begin｜>", "<｜tool_calls_end｜>", &[Format::Invoke]),
    ("<|action_start|>", "<|action_end|>", &[Format::ToolCalls]),
    // Apertus.
    ("<|tools_prefix|>", "<|tools_suffix|>", &[]),
    // FunctionGemma, and Gemma 4.
    ("<start_function_call>", "<end_function_call>", &[]),
    ("<|tool_call>", "<tool_call|>", &[]),
    // With ASCII bars.
    (
        "<|DSML|function_calls>",
        "</|DSML|function_calls>",
        &[Format::DeepSeekV32],
    ),
    ("<|DSML|invoke ", "</|DSML|invoke>", &[Format::DeepSeekV32]),
    // Solar.
    ("<|tool_call:begin|>", "<|tool_call:end|>", &[]),
    // As no template has it.
    ("<tool_use>", "</tool_use>", &[]),
    ("<tool-call>", "</tool-call>", &[Format::Hermes]),
    ("<toolcall>", "</toolcall>", &[Format::Hermes]),
    ("[TOOL_CALL]", "[/TOOL_CALL]", &[Format::Hermes]),
    // Nothing closes these.
    ("[TOOL_CALLS]", "", &[Format::Mistral, Format::Pythonic]),
    ("<|python_tag|>", "", &[Format::LlamaJson, Format::Pythonic]),
];

const IN_TOOL_CALL: &[Format] = &[Format::Hermes, Format::Glm, Format::Qwen3Coder, Format::Pythonic];
const FUNCTIONS: &[Format] = &[Format::Qwen3Coder, Format::LlamaFunction];
const DEEP_SEEK: &[Format] = &[Format::DeepSeekV31, Format::DeepSeekV3];

/// What begins somebody else's turn, or the result of a tool: the model wrote both, but nobody said either.
pub(in super::super) const TURNS: &[&str] = &[
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
    "<|tool|>",
    "<｜tool▁outputs▁begin｜>",
    "[TOOL_RESULTS]",
];
