use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(stream)]
struct Page<T> {
    rows: Vec<T>,
}

fn main() {}
