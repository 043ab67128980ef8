use llm_output::LlmOutput;

#[derive(Default, LlmOutput)]
#[llm(default)]
struct Settings {
    limit: u32,
    name: String,
}

fn main() {}
