use llm_output::LlmOutput;

const MOST: u32 = 9;

#[derive(LlmOutput)]
struct Review {
    #[schemars(range(min = 1, max = MOST))]
    line: u32,
    #[schemars(length(max = 80))]
    column: u32,
    #[schemars(range(exclusive_min = 0.0))]
    score: f32,
}

fn main() {}
