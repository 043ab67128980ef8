use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(rename_all = "snake-case")]
struct Review {
    line_no: u32,
}

fn main() {}
