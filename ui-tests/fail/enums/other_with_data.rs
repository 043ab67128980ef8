use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "type")]
enum Shape {
    Circle { radius: f64 },
    #[llm(other)]
    Unknown { name: String },
}

fn main() {}
