//! Anthropic's messages with `reqwest` alone: the input of a tool is streamed into a value that grows.

use std::{env::args, error::Error};

use futures_util::StreamExt;
use llm_output::{LlmOutput, Request, events};
use serde::Serialize;
use serde_json::json;

/// A code review.
#[derive(Debug, Serialize, LlmOutput)]
#[llm(stream)]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = args().nth(1).unwrap_or("https://api.anthropic.com".into());
    let key = std::env::var("ANTHROPIC_API_KEY").unwrap_or_default();
    let mut request = Review::request_for(Request::AnthropicTool)?;
    request["model"] = json!("claude-sonnet-4-5");
    request["max_tokens"] = json!(1000);
    request["stream"] = json!(true);
    request["messages"] = json!([{"role": "user", "content": "Review this: fn main() {}"}]);
    let response = reqwest::Client::new()
        .post(format!("{url}/v1/messages"))
        .header("x-api-key", key)
        .header("anthropic-version", "2023-06-01")
        .json(&request)
        .send()
        .await?
        .error_for_status()?;

    let (mut review, mut received) = (Review::stream(), Vec::new());
    let mut chunks = response.bytes_stream();
    while let Some(chunk) = chunks.next().await {
        received.extend_from_slice(&chunk?);
        while let Some(end) = received.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = received.drain(..=end).collect();
            let delta = events::anthropic(str::from_utf8(&line)?);
            review.push(&delta.text);
            eprintln!("{:?}", review.partial());
            if let Some(finish) = delta.finish {
                review = review.stopped_by(finish);
            }
        }
    }
    let review = review.finish()?;
    println!("{}", json!({"review": review.value, "repairs": review.repairs().len()}));
    Ok(())
}
