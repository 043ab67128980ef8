use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(try_from = "String")]
struct Version(u32, u32);

fn main() {}
