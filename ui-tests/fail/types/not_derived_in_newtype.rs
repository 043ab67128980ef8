use llm_output::LlmOutput;

struct Finding;

#[derive(LlmOutput)]
struct Best(Finding);

fn main() {}
