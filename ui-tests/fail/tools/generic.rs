use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools)]
enum Tool<T> {
    Search { query: T },
}

fn main() {}
