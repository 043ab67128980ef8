use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Job {
    #[llm(with_serde, deserialize_with = seconds)]
    timeout: u64,
}

#[derive(LlmOutput)]
struct Seconds(#[llm(deserialize_with = seconds)] u64);

fn main() {}
