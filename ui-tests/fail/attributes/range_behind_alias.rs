use llm_output::LlmOutput;

type Name = String;

#[derive(LlmOutput)]
struct Finding {
    #[llm(range(min = 1))]
    name: Name,
}

fn main() {}
