use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Review {
    line: (u32,),
}

fn main() {}
