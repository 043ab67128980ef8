use llm_output::LlmOutput;

mod chrono {
    pub struct DateTime<Zone>(Zone);
    pub struct Utc;
}

#[derive(LlmOutput)]
struct Event {
    at: chrono::DateTime<chrono::Utc>,
    lasts: std::time::Duration,
    #[llm(default)]
    host: Option<std::net::IpAddr>,
}

fn main() {}
