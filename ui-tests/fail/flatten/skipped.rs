use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Finding {
    title: String,
    #[llm(flatten, skip)]
    line: u32,
}

fn main() {}
