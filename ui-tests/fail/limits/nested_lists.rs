use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Tensor {
    values: Vec<Vec<Vec<Vec<Vec<f64>>>>>,
}

fn main() {}
