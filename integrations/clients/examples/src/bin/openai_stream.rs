//! OpenAI's chat completions with `async-openai`: the reply is streamed into a value that grows.

use std::{env::args, error::Error};

use async_openai::types::chat::{CreateChatCompletionRequest, FinishReason};
use async_openai::{Client, config::OpenAIConfig};
use futures_util::StreamExt;
use llm_output::{Finish, LlmOutput, Request};
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
    let url = args().nth(1).unwrap_or("https://api.openai.com".into());
    let key = std::env::var("OPENAI_API_KEY").unwrap_or_default();
    let config = OpenAIConfig::new().with_api_base(format!("{url}/v1")).with_api_key(key);
    let mut request = Review::request_for(Request::OpenAiChat)?;
    request["model"] = json!("gpt-5-mini");
    request["messages"] = json!([{"role": "user", "content": "Review this: fn main() {}"}]);
    let request: CreateChatCompletionRequest = serde_json::from_value(request)?;

    let client = Client::with_config(config);
    let mut chunks = client.chat().create_stream(request).await?;
    let mut review = Review::stream();
    while let Some(chunk) = chunks.next().await {
        for choice in chunk?.choices {
            review.push(&choice.delta.content.unwrap_or_default());
            eprintln!("{:?}", review.partial());
            match choice.finish_reason {
                Some(FinishReason::Stop) => review = review.stopped_by(Finish::Stop),
                Some(FinishReason::Length) => review = review.stopped_by(Finish::Length),
                _ => {}
            }
        }
    }
    let review = review.finish()?;
    println!("{}", json!({"review": review.value, "repairs": review.repairs().len()}));
    Ok(())
}
