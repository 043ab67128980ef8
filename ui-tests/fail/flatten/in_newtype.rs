use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

#[derive(LlmOutput)]
struct Finding(#[llm(flatten)] Place);

fn main() {}
