//! Tools with `async-openai`: a call that cannot be read goes back to the model, with what was wrong.

use std::{env::args, error::Error};

use async_openai::types::chat::{ChatCompletionMessageToolCalls as ToolCall, CreateChatCompletionRequest};
use async_openai::{Client, config::OpenAIConfig};
use llm_output::{LlmOutput, Request};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(Debug, Serialize, LlmOutput)]
#[llm(tools, rename_all = "snake_case")]
enum Tool {
    /// Searches the code.
    Search {
        query: String,
        limit: u32,
        tags: Vec<String>,
    },
    /// Reads a file.
    ReadFile { path: String },
}

fn run(tool: &Tool) -> String {
    println!("{}", json!(tool));
    "done".to_owned()
}

fn request(messages: &[Value]) -> Result<CreateChatCompletionRequest, Box<dyn Error>> {
    let mut request = Tool::tools_for(Request::OpenAiChatTool)?;
    request["model"] = json!("gpt-5-mini");
    request["messages"] = messages.into();
    Ok(serde_json::from_value(request)?)
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let url = args().nth(1).unwrap_or("https://api.openai.com".into());
    let key = std::env::var("OPENAI_API_KEY").unwrap_or_default();
    let client = Client::with_config(OpenAIConfig::new().with_api_base(format!("{url}/v1")).with_api_key(key));
    let mut messages = vec![json!({"role": "user", "content": "Where is the cache?"})];
    for _ in 0..8 {
        let response = client.chat().create(request(&messages)?).await?;
        let message = &response.choices.first().ok_or("the response has no choice")?.message;
        messages.push(serde_json::to_value(message)?);
        let Some(calls) = &message.tool_calls else { break };
        for call in calls {
            let ToolCall::Function(call) = call else { continue };
            let result = match Tool::read_call(&call.function.name, call.function.arguments.as_str()) {
                Ok(tool) => run(&tool),
                Err(error) => error.feedback(),
            };
            messages.push(json!({"role": "tool", "tool_call_id": call.id, "content": result}));
        }
    }
    let last = messages.last().and_then(|message| message["content"].as_str());
    println!("{}", last.unwrap_or_default());
    Ok(())
}
