use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Numbered<T> {
    line: u32,
    #[llm(flatten)]
    of: T,
}

#[derive(LlmOutput)]
struct Place {
    file: String,
    line: u32,
}

fn main() {
    let _ = Numbered::<Place>::parse_llm("");
}
