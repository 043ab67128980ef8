use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Shape {
    Circle(f64),
    Polygon(Vec<f64>),
}

fn main() {}
