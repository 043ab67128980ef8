use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(tools, validate = check)]
enum Tool {
    Search { query: String },
}

fn check(_: &Tool) -> Result<(), String> {
    Ok(())
}

fn main() {}
