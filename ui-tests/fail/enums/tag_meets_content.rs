use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "shape", content = "Shape")]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
