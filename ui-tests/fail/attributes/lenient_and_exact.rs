use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    #[llm(lenient, exact)]
    line: u32,
}

fn main() {}
