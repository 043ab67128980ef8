//! Ollama with `ollama-rs`: a format made from the type, and a second attempt if the first reply cannot be read.

use std::{env::args, error::Error};

use llm_output::exchange::Role;
use llm_output::{Dialect, Exchange, LlmOutput, Reply, Turn, Usage};
use ollama_rs::Ollama;
use ollama_rs::generation::chat::{ChatMessage, ChatMessageResponse, request::ChatMessageRequest};
use ollama_rs::generation::parameters::{FormatType, JsonStructure};
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

fn request(turn: &Turn) -> Result<ChatMessageRequest, Box<dyn Error>> {
    let messages = turn.messages().iter().map(|message| match message.role {
        Role::System => ChatMessage::system(message.text.clone()),
        Role::Assistant => ChatMessage::assistant(message.text.clone()),
        _ => ChatMessage::user(message.text.clone()),
    });
    let schema = Review::schema_for(Dialect::Ollama)?.value().clone().try_into()?;
    let format = FormatType::StructuredJson(Box::new(JsonStructure::new_for_schema(schema)));
    Ok(ChatMessageRequest::new("qwen3:8b".to_owned(), messages.collect()).format(format))
}

/// The client does not say why the model stopped.
fn reply(response: ChatMessageResponse) -> Reply {
    let usage = response
        .final_data
        .map(|end| Usage::new(end.prompt_eval_count, end.eval_count));
    Reply::new(response.message.content).usage(usage.unwrap_or_default())
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = args().nth(1).unwrap_or("http://localhost:11434".into());
    let client = &Ollama::try_new(url)?;
    let prompt = format!("Review this: fn main() {{}}\nAnswer with JSON:\n{}", Review::PROMPT);
    let outcome = Exchange::<Review>::new(prompt)
        .attempts(3)
        .run_async(|turn| async move {
            let response = client.send_chat_messages(request(&turn)?).await?;
            Ok::<_, Box<dyn Error>>(reply(response))
        })
        .await
        .map_err(|interrupted| interrupted.error)?;
    let (attempts, tokens) = (outcome.attempts().len(), outcome.usage().total());
    let review = outcome.into_result()?.into_value();
    println!("{}", json!({"review": review, "attempts": attempts, "tokens": tokens}));
    Ok(())
}
