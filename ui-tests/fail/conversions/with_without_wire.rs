use llm_output::LlmOutput;

mod seconds {
    pub fn read(seconds: u32) -> Result<std::time::Duration, String> {
        Ok(std::time::Duration::from_secs(seconds.into()))
    }
}

#[derive(LlmOutput)]
struct Job {
    #[llm(with = seconds)]
    timeout: std::time::Duration,
}

fn main() {}
