use llm_output::LlmOutput;

fn is_even(number: &u64) -> Result<(), String> {
    if number % 2 == 0 { Ok(()) } else { Err("odd".into()) }
}

#[derive(LlmOutput)]
struct Finding {
    #[llm(validate = is_even)]
    line: u32,
}

fn main() {}
