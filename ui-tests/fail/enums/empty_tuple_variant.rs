use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Shape {
    Circle { radius: f64 },
    Point(),
}

fn main() {}
