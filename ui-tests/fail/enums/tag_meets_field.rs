use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tag = "kind")]
enum Shape {
    Circle { radius: f64, kind: String },
    Square { side: f64, #[llm(alias = "Kind")] sort: String },
}

fn main() {}
