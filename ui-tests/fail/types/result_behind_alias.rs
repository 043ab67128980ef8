use llm_output::LlmOutput;

type Outcome<T> = Result<T, String>;

#[derive(LlmOutput)]
struct Review {
    line: Outcome<u32>,
}

fn main() {}
