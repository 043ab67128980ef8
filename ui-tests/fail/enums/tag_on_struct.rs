use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
struct Circle {
    radius: f64,
}

fn main() {}
