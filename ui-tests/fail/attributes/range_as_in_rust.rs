use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(range(1..=10))]
    line: u32,
    #[llm(range(-5..5))]
    column: i32,
    #[llm(length(..=80))]
    title: String,
}

fn main() {}
