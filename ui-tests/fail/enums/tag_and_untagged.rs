use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type", untagged)]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
