use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review<'a> {
    title: &'a str,
}

fn main() {}
