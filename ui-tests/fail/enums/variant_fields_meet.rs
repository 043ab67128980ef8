use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(external)]
enum Shape {
    Circle { max_radius: f64, #[llm(rename = "maxRadius")] limit: f64 },
}

fn main() {}
