use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(least = 1), length(min = 1, min = 2))]
    title: String,
    #[llm(range(min = 1e999, max = 99999999999999999999999999999999999999999999))]
    line: u32,
}

fn main() {}
