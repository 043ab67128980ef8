//! An extractor of `rig`: the model sees the strict schema, and what it submits is read with repairs.

use std::{env::args, error::Error};

use llm_output::{Lenient, LlmOutput};
use rig::extractor::ExtractorBuilder;
use rig::providers::openai::OpenAIConfig;
use serde::Serialize;
use serde_json::json;

/// A code review.
#[derive(Debug, Clone, Serialize, LlmOutput)]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = args().nth(1).unwrap_or("https://api.openai.com".into());
    let key = std::env::var("OPENAI_API_KEY").unwrap_or_default();
    let model = OpenAIConfig::new(key)
        .with_base_url(format!("{url}/v1"))
        .client()
        .chat("gpt-5-mini");
    let extractor = ExtractorBuilder::<Lenient<Review>>::new(model).retries(2).build();
    let review = extractor.extract("fn main() {}").await?.output;
    println!("{}", json!({"review": review, "repairs": review.repairs().len()}));
    Ok(())
}
