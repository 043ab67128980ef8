use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename_all = "camelCase")]
struct Line(u32);

fn main() {}
