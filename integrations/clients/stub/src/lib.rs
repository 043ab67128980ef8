//! A server on loopback that speaks the formats of five providers, streamed and not, and sends scripted replies.
//!
//! It replaces a model in tests: it sends messy text, refuses, stops at the length limit, repeats itself, calls tools, asks
//! to wait, or drops the connection in the middle of a reply.

#![forbid(unsafe_code)]

mod script;
mod wire;

use std::collections::VecDeque;
use std::future::IntoFuture;
use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{Response, StatusCode, header};
use axum::routing::post;
use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

pub use script::{Answer, Finish, Request, Scripted, ToolCall};
pub use wire::Wire;

type Script = dyn Fn(&Request) -> Scripted + Send + Sync;

/// What all handlers share.
struct Shared {
    script: Box<Script>,
    requests: Mutex<Vec<Request>>,
    replying: AtomicUsize,
}

/// A running server.
pub struct Stub {
    address: SocketAddr,
    shared: Arc<Shared>,
    stop: Option<oneshot::Sender<()>>,
    task: JoinHandle<io::Result<()>>,
}

impl Stub {
    /// Starts a server that sends these replies in order, and an error when there are no more.
    ///
    /// # Errors
    ///
    /// If no port of loopback can be opened.
    pub async fn start(replies: impl IntoIterator<Item = Scripted>) -> io::Result<Self> {
        let replies: Mutex<VecDeque<Scripted>> = Mutex::new(replies.into_iter().collect());
        Self::scripted(move |_| {
            let mut replies = replies.lock().unwrap_or_else(PoisonError::into_inner);
            replies.pop_front().unwrap_or(Scripted::Failed)
        })
        .await
    }

    /// Starts a server whose replies depend on the requests.
    ///
    /// # Errors
    ///
    /// As [`start`](Self::start).
    pub async fn scripted(script: impl Fn(&Request) -> Scripted + Send + Sync + 'static) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            script: Box::new(script),
            requests: Mutex::new(Vec::new()),
            replying: AtomicUsize::new(0),
        });
        let (stop, stopped) = oneshot::channel();
        let server = axum::serve(listener, routes(Arc::clone(&shared))).with_graceful_shutdown(async {
            let _ = stopped.await;
        });
        Ok(Self {
            address,
            shared,
            stop: Some(stop),
            task: tokio::spawn(server.into_future()),
        })
    }

    /// The address, such as `http://127.0.0.1:4096`, without a slash at the end.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Every request so far.
    pub fn requests(&self) -> Vec<Request> {
        let requests = self.shared.requests.lock();
        requests.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// How many replies are being sent.
    pub fn replying(&self) -> usize {
        self.shared.replying.load(Ordering::SeqCst)
    }

    /// Accepts no more connections, and waits until all of them are closed.
    ///
    /// # Errors
    ///
    /// If the server failed.
    pub async fn stop(mut self) -> io::Result<()> {
        drop(self.stop.take());
        self.task.await.map_err(io::Error::other)?
    }
}

fn routes(shared: Arc<Shared>) -> Router {
    let at = |wire: Wire| {
        post(move |State(shared): State<Arc<Shared>>, body: Bytes| async move { respond(&shared, wire, "", &body) })
    };
    let gemini = |State(shared): State<Arc<Shared>>, Path(call): Path<String>, body: Bytes| async move {
        respond(&shared, Wire::Gemini, &call, &body)
    };
    Router::new()
        .route("/v1/chat/completions", at(Wire::OpenAiChat))
        .route("/v1/responses", at(Wire::OpenAiResponses))
        .route("/v1/messages", at(Wire::Anthropic))
        .route("/v1beta/models/{call}", post(gemini))
        .route("/api/chat", at(Wire::Ollama))
        .with_state(shared)
}

fn respond(shared: &Arc<Shared>, wire: Wire, call: &str, body: &[u8]) -> Response<Body> {
    let Ok(body) = serde_json::from_slice::<Value>(body) else {
        return plain(
            StatusCode::BAD_REQUEST,
            &json!({"error": {"message": "the body is not JSON"}}),
        );
    };
    let request = Request::new(wire, call, body);
    let scripted = (shared.script)(&request);
    let is_streamed = request.is_streamed;
    let requests = shared.requests.lock();
    requests.unwrap_or_else(PoisonError::into_inner).push(request);
    match scripted {
        Scripted::Answer(answer) => send(shared, wire, is_streamed, &answer),
        Scripted::Busy { retry_after } => {
            let mut response = plain(
                StatusCode::TOO_MANY_REQUESTS,
                &json!({"error": {"message": "too many requests", "type": "rate_limit_error"}}),
            );
            response.headers_mut().insert(header::RETRY_AFTER, retry_after.into());
            response
        }
        Scripted::Failed => plain(
            StatusCode::INTERNAL_SERVER_ERROR,
            &json!({"error": {"message": "the script has no more replies", "type": "server_error"}}),
        ),
    }
}

fn plain(status: StatusCode, body: &Value) -> Response<Body> {
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let json = header::HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, json);
    response
}

/// Sends the answer in pieces. If it is to be dropped, the connection breaks after half of them.
fn send(shared: &Arc<Shared>, wire: Wire, is_streamed: bool, answer: &Answer) -> Response<Body> {
    let (content_type, mut pieces) = if is_streamed {
        (wire.content_type(), wire.pieces(answer))
    } else {
        let text = wire.whole(answer).to_string();
        let middle = text.floor_char_boundary(text.len() / 2);
        let (first, second) = text.split_at(middle);
        ("application/json", vec![first.to_owned(), second.to_owned()])
    };
    if answer.is_dropped {
        pieces.truncate(pieces.len() / 2);
    }
    let end = answer
        .is_dropped
        .then(|| Err(io::Error::other("the connection is dropped")));
    let pieces = stream::iter(pieces.into_iter().map(|piece| Ok(Bytes::from(piece))).chain(end));
    // Between two pieces, the server does something else, so that they arrive one by one.
    let pieces = pieces.then(|piece| async {
        tokio::task::yield_now().await;
        piece
    });
    let counted = Counted::new(Arc::clone(shared));
    let body = Body::from_stream(pieces.map(move |piece| {
        let _ = &counted;
        piece
    }));
    let mut response = Response::new(body);
    let content_type = header::HeaderValue::from_static(content_type);
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    response
}

/// A reply that is being sent.
struct Counted(Arc<Shared>);

impl Counted {
    fn new(shared: Arc<Shared>) -> Self {
        shared.replying.fetch_add(1, Ordering::SeqCst);
        Self(shared)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.replying.fetch_sub(1, Ordering::SeqCst);
    }
}
