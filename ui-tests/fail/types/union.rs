use llm_output::LlmOutput;

#[derive(LlmOutput)]
union Number {
    whole: u32,
    part: f32,
}

fn main() {}
