//! An `axum` server that accepts what a model wrote as the body of a request, and streams a model's reply as it grows.

use std::{convert::Infallible, env::args};

use axum::response::sse::{Event, Sse};
use axum::{Json, Router, extract::State, http::StatusCode, routing::get, routing::post};
use futures_util::{Stream, StreamExt, stream};
use llm_output::{Lenient, LlmOutput, Request, events};
use reqwest::{Client, Response};
use serde::Serialize;
use serde_json::json;

/// A code review.
#[derive(Debug, Clone, Serialize, LlmOutput)]
#[llm(stream)]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let url = args().nth(1).unwrap_or("https://api.openai.com".into());
    let routes = Router::new().route("/reviews", post(accept));
    let routes = routes.route("/stream", get(follow)).with_state(url);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, routes).await
}

/// What cannot be read is a 422, and its body is the feedback to send back to the model.
async fn accept(Json(review): Json<Lenient<Review>>) -> Json<serde_json::Value> {
    let repairs: Vec<String> = review.repairs().iter().map(ToString::to_string).collect();
    Json(json!({"review": review, "repairs": repairs}))
}

/// An event for each change of the review. The data is the findings so far.
async fn follow(State(url): State<String>) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, StatusCode> {
    let mut request = Review::request_for(Request::OpenAiChat).map_err(|_| StatusCode::INTERNAL_SERVER_ERROR)?;
    request["model"] = json!("gpt-5-mini");
    request["stream"] = json!(true);
    request["messages"] = json!([{"role": "user", "content": "Review this: fn main() {}"}]);
    let call = Client::new().post(format!("{url}/v1/chat/completions"));
    let sent = call.json(&request).send().await.and_then(Response::error_for_status);
    let response = sent.map_err(|_| StatusCode::BAD_GATEWAY)?;
    let state = (response.bytes_stream(), Review::stream(), Vec::new());
    let findings = stream::unfold(state, |(mut chunks, mut review, mut received)| async move {
        received.extend_from_slice(&chunks.next().await?.ok()?);
        while let Some(end) = received.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = received.drain(..=end).collect();
            review.push(&events::openai_chat(&String::from_utf8_lossy(&line)).text);
        }
        let event = Event::default().data(format!("{:?}", review.partial().findings));
        Some((Ok(event), (chunks, review, received)))
    });
    Ok(Sse::new(findings))
}
