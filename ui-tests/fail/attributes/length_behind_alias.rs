use llm_output::LlmOutput;

type Line = u32;

#[derive(LlmOutput)]
struct Finding {
    #[llm(length(min = 1))]
    line: Line,
}

fn main() {}
