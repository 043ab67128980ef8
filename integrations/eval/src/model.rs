//! A model that answers prompts.

use std::time::Duration;

use llm_output::{Finish, Reply, Turn, Usage};
use serde_json::{Value, json};

/// The longest time to wait because the provider says so.
const LONGEST: Duration = Duration::from_mins(1);

/// How often a request is sent that the provider is too busy for.
const TRIES: usize = 5;

/// A model behind an address that is compatible with OpenAI's chat completions.
#[derive(Debug, Clone)]
pub struct Model {
    client: reqwest::Client,
    url: String,
    name: String,
    key: Option<String>,
}

impl Model {
    /// The model of this name at `url`, which ends before `/chat/completions`, such as `http://localhost:8000/v1`.
    pub fn new(url: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            client: reqwest::Client::new(),
            url: url.into(),
            name: name.into(),
            key: None,
        }
    }

    /// Sends this key with each request.
    #[must_use]
    pub fn key(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Sends the turn's messages with `request`, which has the schema. Waits when the provider is too busy.
    pub(crate) async fn ask(&self, mut request: Value, turn: Turn) -> Result<Reply, String> {
        request["model"] = json!(self.name);
        let messages = turn.messages().iter();
        request["messages"] = messages
            .map(|message| json!({"role": message.role.name(), "content": message.text}))
            .collect();
        for _ in 0..TRIES {
            let mut sent = self
                .client
                .post(format!("{}/chat/completions", self.url))
                .json(&request);
            if let Some(key) = &self.key {
                sent = sent.bearer_auth(key);
            }
            let response = sent.send().await.map_err(|error| error.to_string())?;
            if response.status() == reqwest::StatusCode::TOO_MANY_REQUESTS {
                let seconds = response
                    .headers()
                    .get("retry-after")
                    .and_then(|value| value.to_str().ok()?.parse().ok());
                tokio::time::sleep(seconds.map_or(Duration::from_secs(1), Duration::from_secs).min(LONGEST)).await;
                continue;
            }
            let response = response.error_for_status().map_err(|error| error.to_string())?;
            let response: Value = response.json().await.map_err(|error| error.to_string())?;
            return reply(&response).ok_or_else(|| "the response has no message".to_owned());
        }
        Err(format!("the provider was too busy {TRIES} times"))
    }
}

fn reply(response: &Value) -> Option<Reply> {
    let choice = response["choices"].get(0)?;
    let finish = match choice["finish_reason"].as_str() {
        Some("stop") => Finish::Stop,
        Some("length") => Finish::Length,
        Some("content_filter") => Finish::Refusal,
        _ => Finish::Other,
    };
    let tokens = |key: &str| response["usage"][key].as_u64().unwrap_or_default();
    let usage = Usage::new(tokens("prompt_tokens"), tokens("completion_tokens"));
    let text = choice["message"]["content"].as_str().unwrap_or_default();
    Some(Reply::new(text).finish(finish).usage(usage))
}
