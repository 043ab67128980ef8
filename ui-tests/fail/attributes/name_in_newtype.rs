use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Line(#[llm(rename = "line")] u32);

fn main() {}
