use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Line(u32);

#[derive(LlmOutput)]
struct Review {
    #[llm(default)]
    line: Line,
}

fn main() {}
