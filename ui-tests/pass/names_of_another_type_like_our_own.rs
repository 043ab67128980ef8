use llm_output::LlmOutput;

mod other {
    #[derive(llm_output::LlmOutput)]
    pub struct Review {
        pub title: String,
    }
}

#[derive(LlmOutput)]
struct Review {
    inner: other::Review,
}

fn main() {}
