use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Tensor {
    values: Vec<Vec<Vec<Vec<f64>>>>,
}

#[derive(LlmOutput)]
#[llm(max_depth = 6)]
struct Deeper {
    values: Vec<Vec<Vec<Vec<Vec<f64>>>>>,
}

fn main() {}
