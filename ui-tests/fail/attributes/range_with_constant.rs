use llm_output::LlmOutput;

const LAST: u32 = 10;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(max = LAST))]
    line: u32,
}

fn main() {}
