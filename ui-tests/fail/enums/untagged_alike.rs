use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(untagged)]
enum Length {
    Short { value: f64 },
    Long { value: f64, unit: String },
}

fn main() {}
