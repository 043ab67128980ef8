use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools)]
struct Search {
    query: String,
}

fn main() {}
