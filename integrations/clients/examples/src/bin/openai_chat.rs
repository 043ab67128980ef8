//! OpenAI's chat completions with `async-openai`: a response format, and a second attempt if the first reply cannot be read.

use std::{env::args, error::Error};

use async_openai::types::chat::{CreateChatCompletionRequest, CreateChatCompletionResponse, FinishReason};
use async_openai::{Client, config::OpenAIConfig};
use llm_output::{Exchange, Finish, LlmOutput, Reply, Request, Turn, Usage};
use serde::Serialize;
use serde_json::json;

/// A code review.
#[derive(Debug, Serialize, LlmOutput)]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

fn request(turn: &Turn) -> Result<CreateChatCompletionRequest, Box<dyn Error>> {
    let mut request = Review::request_for(Request::OpenAiChat)?;
    request["model"] = json!("gpt-5-mini");
    let messages = turn.messages().iter();
    request["messages"] = messages
        .map(|message| json!({"role": message.role.name(), "content": message.text}))
        .collect();
    Ok(serde_json::from_value(request)?)
}

fn reply(response: CreateChatCompletionResponse) -> Option<Reply> {
    let usage = response.usage.unwrap_or_default();
    let choice = response.choices.into_iter().next()?;
    let finish = match choice.finish_reason? {
        FinishReason::Stop => Finish::Stop,
        FinishReason::Length => Finish::Length,
        FinishReason::ContentFilter => Finish::Refusal,
        _ => Finish::Other,
    };
    let reply = Reply::new(choice.message.content.unwrap_or_default()).finish(finish);
    Some(reply.usage(Usage::new(usage.prompt_tokens.into(), usage.completion_tokens.into())))
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = args().nth(1).unwrap_or("https://api.openai.com".into());
    let key = std::env::var("OPENAI_API_KEY").unwrap_or_default();
    let client = &Client::with_config(OpenAIConfig::new().with_api_base(format!("{url}/v1")).with_api_key(key));
    let exchange = Exchange::<Review>::new("Review this: fn main() {}").max_tokens(10_000);
    let ask = async |turn: Turn| {
        let response = client.chat().create(request(&turn)?).await?;
        reply(response).ok_or_else(|| Box::<dyn Error>::from("the response has no choice"))
    };
    let outcome = exchange.attempts(3).run_async(ask).await.map_err(|end| end.error)?;
    let (attempts, tokens) = (outcome.attempts().len(), outcome.usage().total());
    let review = outcome.into_result()?.into_value();
    println!("{}", json!({"review": review, "attempts": attempts, "tokens": tokens}));
    Ok(())
}
