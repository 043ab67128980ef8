use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(content = "value")]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
