use llm_output::LlmOutput;

fn is_even(number: &u32) -> bool {
    number % 2 == 0
}

#[derive(LlmOutput)]
struct Finding {
    #[llm(validate = is_even)]
    line: u32,
}

fn main() {}
