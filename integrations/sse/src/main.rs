//! Serves a reply as server-sent events while it comes in: `cargo run -p llm_output_sse`, then
//! `curl -N http://127.0.0.1:3000/review`.
//!
//! The reply is a recorded one here, in place of a provider's. Each event that is sent names a field, says what happened to it,
//! and carries the text that a string has grown by, so that a page in a browser appends it and compares nothing. The last event has
//! the value, or the feedback to send back to the model.

use std::convert::Infallible;
use std::time::Duration;

use axum::Router;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::get;
use futures_util::stream::{self, Stream};
use llm_output::{Changed, LlmOutput, events};
use serde_json::json;

/// A code review.
#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Review {
    /// One sentence.
    summary: String,
    /// Most severe first.
    findings: Vec<Finding>,
}

/// One thing that is wrong.
#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Finding {
    severity: Severity,
    file: String,
    line: u32,
    title: String,
}

/// How bad it is.
#[derive(Debug, Clone, LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Severity {
    Critical,
    High,
    Medium,
    Low,
}

/// What a provider sent, event by event.
const RECORDED: &str = include_str!("../../../runtime/examples/recorded/openai_chat.sse");

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let app = Router::new().route("/review", get(review));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:3000").await?;
    println!("curl -N http://{}/review", listener.local_addr()?);
    axum::serve(listener, app).await
}

/// The provider's reply, with the pauses of one.
fn reply() -> impl Stream<Item = String> {
    let data = RECORDED.lines().filter_map(|line| line.strip_prefix("data: "));
    stream::unfold(data, |mut data| async {
        let event = data.next()?;
        tokio::time::sleep(Duration::from_millis(20)).await;
        Some((events::openai_chat(event).text, data))
    })
}

/// The changes of the review as events. A client that goes away drops all of this, and the reply with it.
async fn review() -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    let following = Review::stream().follow(Box::pin(reply()));
    let events = stream::unfold(Some(following), |following| async {
        let mut following = following?;
        while let Some(Ok(_)) = following.next().await {
            let changes: Vec<_> = following.stream().changes().map(|change| told(&change)).collect();
            if changes.is_empty() {
                continue;
            }
            let event = Event::default().event("changes").data(json!(changes).to_string());
            return Some((Ok(event), Some(following)));
        }
        let event = match following.into_stream().finish() {
            Ok(review) => Event::default().event("done").data(format!("{:?}", review.value)),
            Err(error) => Event::default().event("failed").data(error.feedback()),
        };
        Some((Ok(event), None))
    });
    Sse::new(events).keep_alive(KeepAlive::default())
}

fn told(change: &llm_output::Change<'_>) -> serde_json::Value {
    let (what, text) = match change.what() {
        Changed::Began => ("began", None),
        Changed::Grew(text) => ("grew", Some(text)),
        Changed::Set => ("set", None),
        _ => ("done", None),
    };
    json!({ "path": change.path().to_pointer(), "what": what, "text": text })
}
