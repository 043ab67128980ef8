use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "")]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
