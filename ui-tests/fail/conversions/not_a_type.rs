use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(from = "two words")]
struct Version(u32);

fn main() {}
