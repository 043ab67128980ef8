//! Gemini, or any other provider, with `genai`: a response format, and a second attempt if the first reply cannot be read.

use std::error::Error;

use genai::adapter::AdapterKind;
use genai::chat::{ChatMessage, ChatOptions, ChatRequest, ChatResponse, JsonSpec, StopReason};
use genai::resolver::{AuthData, Endpoint, ServiceTargetResolver};
use genai::{Client, ModelIden, ServiceTarget};
use llm_output::exchange::Role;
use llm_output::{Dialect, Exchange, Finish, LlmOutput, Reply, Turn, Usage};
use serde::Serialize;
use serde_json::json;

const MODEL: &str = "gemini-2.5-flash";

/// A code review.
#[derive(Debug, Serialize, LlmOutput)]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

fn request(turn: &Turn) -> ChatRequest {
    let messages = turn.messages().iter().map(|message| match message.role {
        Role::System => ChatMessage::system(message.text.clone()),
        Role::Assistant => ChatMessage::assistant(message.text.clone()),
        _ => ChatMessage::user(message.text.clone()),
    });
    ChatRequest::new(messages.collect())
}

fn reply(response: ChatResponse) -> Reply {
    let finish = match response.stop_reason {
        Some(StopReason::Completed(_) | StopReason::StopSequence(_)) => Finish::Stop,
        Some(StopReason::MaxTokens(_)) => Finish::Length,
        Some(StopReason::ContentFilter(_)) => Finish::Refusal,
        _ => Finish::Other,
    };
    let tokens = |count: Option<i32>| count.map(i32::unsigned_abs).map_or(0, u64::from);
    let used = &response.usage;
    let usage = Usage::new(tokens(used.prompt_tokens), tokens(used.completion_tokens));
    Reply::new(response.into_texts().concat()).finish(finish).usage(usage)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = std::env::args()
        .nth(1)
        .unwrap_or_else(|| "https://generativelanguage.googleapis.com".to_owned());
    let target = ServiceTargetResolver::from_resolver_fn(move |_: ServiceTarget| {
        let endpoint = Endpoint::from_owned(format!("{url}/v1beta/"));
        let auth = AuthData::from_single(std::env::var("GEMINI_API_KEY").unwrap_or_default());
        let model = ModelIden::new(AdapterKind::Gemini, MODEL);
        Ok(ServiceTarget { endpoint, auth, model })
    });
    let client = &Client::builder().with_service_target_resolver(target).build()?;
    let format = JsonSpec::new("review", Review::schema_for(Dialect::GeminiJson)?.value().clone());
    let options = &ChatOptions::default().with_response_format(format);
    let exchange = Exchange::<Review>::new("Review this: fn main() {}").attempts(3);
    let ask = async |turn: Turn| client.exec_chat(MODEL, request(&turn), Some(options)).await.map(reply);
    let outcome = exchange.run_async(ask).await?;
    let (attempts, tokens) = (outcome.attempts().len(), outcome.usage().total());
    let review = outcome.into_result()?.into_value();
    println!("{}", json!({"review": review, "attempts": attempts, "tokens": tokens}));
    Ok(())
}
