use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Cache {
    #[llm(skip)]
    hits: u32,
}

fn main() {}
