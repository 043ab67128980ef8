//! A default in quotes is an expression, a function as in serde, or a string, where only one of them can be meant.

use llm_output::LlmOutput;

fn default_model() -> String {
    "small".into()
}

fn retries() -> u8 {
    3
}

const LIMIT: u32 = 9;

#[derive(LlmOutput)]
struct Settings {
    #[llm(default = "default_model")]
    model: String,
    #[llm(default = "retries")]
    retries: u8,
    #[llm(default = "not yet known")]
    state: String,
    #[llm(default = "low-risk")]
    risk: Option<String>,
    #[llm(default = "LIMIT")]
    limit: u32,
    #[llm(default = "\"high\"")]
    effort: Option<String>,
}

fn main() {
    let settings = Settings::parse_llm("{}").unwrap().value;
    assert_eq!((settings.model.as_str(), settings.retries, settings.limit), ("small", 3, 9));
    assert_eq!((settings.state.as_str(), settings.risk.as_deref()), ("not yet known", Some("low-risk")));
    assert_eq!(settings.effort.as_deref(), Some("high"));
}
