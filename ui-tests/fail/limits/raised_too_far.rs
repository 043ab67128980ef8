use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(max_fields = 129)]
struct Point {
    x: f64,
}

fn main() {}
