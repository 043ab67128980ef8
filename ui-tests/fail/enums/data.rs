use llm_output::LlmOutput;

#[derive(LlmOutput)]
enum Shape {
    Circle { radius: f64 },
    Square(f64),
    Point,
}

fn main() {}
