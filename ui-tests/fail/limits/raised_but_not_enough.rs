use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(max_fields = 2)]
struct Point {
    x: f64,
    y: f64,
    z: f64,
}

fn main() {}
