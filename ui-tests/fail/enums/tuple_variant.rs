use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Shape {
    Circle(f64, f64, f64),
    Point,
}

fn main() {}
