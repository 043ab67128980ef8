#![no_implicit_prelude]

use ::llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(dialects(anthropic, azure, cohere, deepseek, gemini, gemini_openapi, ollama, openai, xai))]
struct Review {
    summary: ::std::option::Option<::std::string::String>,
    findings: ::std::vec::Vec<Finding>,
}

#[derive(LlmOutput)]
#[llm(dialects(openai))]
struct Finding {
    line: u32,
    inner: ::std::option::Option<::std::boxed::Box<Other>>,
}

#[derive(LlmOutput)]
struct Other {
    text: ::std::string::String,
}

#[derive(LlmOutput)]
#[llm(dialects(openai, anthropic))]
struct Page<T> {
    items: ::std::vec::Vec<T>,
}

fn main() {
    let _ = <Page<u8> as LlmOutput>::parse_llm("{}");
}
