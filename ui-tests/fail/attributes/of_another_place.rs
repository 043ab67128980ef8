use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(range(min = 1))]
struct Review {
    line: u32,
}

fn main() {}
