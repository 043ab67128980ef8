use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(native = true)]
struct Review {
    #[llm(native, with = wire)]
    line: u32,
    #[llm(native = true)]
    column: u32,
}

fn main() {}
