use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged, external)]
enum Shape {
    Circle { radius: f64 },
}

fn main() {}
