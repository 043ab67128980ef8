use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(denyunknownfields)]
struct Review {
    #[llm(defualt, range(1))]
    line: u32,
    #[llm(clamp, alias)]
    column: u32,
}

fn main() {}
