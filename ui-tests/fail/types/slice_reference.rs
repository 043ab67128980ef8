use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review<'a> {
    lines: &'a [u32],
}

fn main() {}
