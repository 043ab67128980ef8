use llm_output::LlmOutput;

#[derive(LlmOutput)]
struct Host {
    #[llm(with_serde)]
    address: std::net::IpAddr,
    #[llm(deserialize_with = seconds)]
    timeout: u32,
}

fn main() {}
