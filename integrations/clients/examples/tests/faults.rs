//! A thousand exchanges over the stub, in all formats, streamed and not, with a random mixture of faults: what a careful
//! reader of the script expects is what each of them returns.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use llm_output::events::{self, Delta, DeltaKind};
use llm_output::exchange::End;
use llm_output::{Exchange, Finish, LlmOutput, Options, Outcome, ParseError, Parsed, Reply, Turn, Usage};
use llm_output_stub::{Answer, Scripted, Stub, Wire};
use serde_json::{Value, json};
use tokio::time::timeout;

const EXCHANGES: usize = 1000;
const ATTEMPTS: usize = 4;

/// None of the exchanges takes a tenth of it.
const PATIENCE: Duration = Duration::from_mins(1);

#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(stream)]
struct Ticket {
    id: u32,
    title: String,
    tags: Vec<String>,
}

/// A small generator with a fixed seed, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("it is below `end`")
    }
}

/// What a careful reader says of a reply.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    /// It contains the ticket.
    Right,
    /// It does not.
    Wrong,
    /// There is no reply: the request has to be sent again.
    Retry,
}

struct Step {
    sent: Scripted,
    verdict: Verdict,
}

fn ticket(number: usize) -> Ticket {
    Ticket {
        id: u32::try_from(number).expect("there are not that many"),
        title: format!("Ticket \"{number}\" – naïve"),
        tags: vec!["a".to_owned(), format!("t{number}")],
    }
}

/// The ticket, written well or badly. A person reads all of them in the same way.
fn written(ticket: &Ticket, random: &mut Random) -> String {
    let value = json!({"id": ticket.id, "title": ticket.title, "tags": ticket.tags});
    let tags = value["tags"].to_string();
    match random.below(7) {
        0 => value.to_string(),
        1 => format!("Here you go:\n```json\n{value:#}\n```\nAnything else?"),
        2 => format!("<think>Is it {{\"id\": 0}}?</think>\n{value}"),
        3 => json!({"id": ticket.id.to_string(), "title": ticket.title, "tags": tags}).to_string(),
        4 => value.to_string().replace("\"id\"", "id").replace("]}", ",],}"),
        5 => json!({"ID": ticket.id, "Title": ticket.title, "Tags": ticket.tags}).to_string(),
        _ => value.to_string().replacen("\"title\"", "'title'", 1),
    }
}

/// One thing that the model or the network does.
fn step(ticket: &Ticket, number: usize, random: &mut Random) -> Step {
    let right = |answer: Answer| Step {
        sent: answer.into(),
        verdict: Verdict::Right,
    };
    let wrong = |answer: Answer| Step {
        sent: answer.into(),
        verdict: Verdict::Wrong,
    };
    let retry = |sent: Scripted| Step {
        sent,
        verdict: Verdict::Retry,
    };
    let text = written(ticket, random);
    let good = json!({"id": ticket.id.to_string(), "title": ticket.title, "tags": json!(ticket.tags).to_string()});
    match random.below(10) {
        0 => wrong(Answer::text(format!("I'm sorry, I can't do that. ({number})"))),
        1 => wrong(Answer::text(
            json!({"id": -1, "title": ticket.title, "tags": [number]}).to_string(),
        )),
        2 => wrong(Answer::text(json!({"error": {"code": number}}).to_string())),
        // The list is the last field, so any part of the object without its end may have more tags.
        3 => {
            let whole = json!({"id": ticket.id, "title": ticket.title, "tags": ticket.tags}).to_string();
            let end = whole.len() - 2 - random.below(20).max(2);
            wrong(Answer::text(&whole[..whole.floor_char_boundary(end)]).cut())
        }
        4 => wrong(Answer::text("The same words every time.")),
        5 => retry(Scripted::Busy { retry_after: 0 }),
        6 => retry(Answer::text(text).dropped().into()),
        7 => right(Answer::call("Ticket", &good.to_string())),
        _ => right(Answer::text(text)),
    }
}

/// One exchange: what is sent, and what a careful reader expects.
struct Script {
    ticket: Ticket,
    wire: Wire,
    is_streamed: bool,
    steps: Vec<Step>,
}

/// What is to come out of a script.
struct Expected {
    value: bool,
    attempts: usize,
    usage: Usage,
    end: Option<End>,
}

impl Script {
    fn new(number: usize, random: &mut Random) -> Self {
        let wire = Wire::ALL[random.below(Wire::ALL.len())];
        let ticket = ticket(number);
        let steps = (0..40).map(|number| step(&ticket, number, random)).collect();
        Self {
            ticket,
            wire,
            is_streamed: random.below(2) == 0,
            steps,
        }
    }

    /// Follows the steps as the rules of an exchange say, without reading any reply.
    fn expected(&self) -> Expected {
        let (mut texts, mut usage) = (Vec::new(), Usage::default());
        for step in &self.steps {
            let Scripted::Answer(answer) = &step.sent else { continue };
            if step.verdict == Verdict::Retry {
                continue;
            }
            usage += Usage::new(answer.input, answer.output);
            let is_repeated = texts.contains(&answer.text.as_str());
            texts.push(&answer.text);
            let end = match step.verdict {
                Verdict::Right => None,
                _ if is_repeated => Some(End::Repeated),
                _ if texts.len() == ATTEMPTS => Some(End::Attempts),
                _ => continue,
            };
            return Expected {
                value: end.is_none(),
                attempts: texts.len(),
                usage,
                end,
            };
        }
        panic!("the script is too short");
    }
}

/// Why there is no reply.
#[derive(Debug)]
enum Lost {
    Busy,
    Broken,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

fn body(wire: Wire, turn: &Turn, is_streamed: bool) -> Value {
    let messages: Vec<Value> = turn
        .messages()
        .iter()
        .map(|message| match wire {
            Wire::Gemini => {
                let role = if message.role.name() == "assistant" {
                    "model"
                } else {
                    "user"
                };
                json!({"role": role, "parts": [{"text": message.text}]})
            }
            _ => json!({"role": message.role.name(), "content": message.text}),
        })
        .collect();
    match wire {
        Wire::Gemini => json!({"contents": messages}),
        Wire::OpenAiResponses => json!({"input": messages, "stream": is_streamed}),
        _ => json!({"messages": messages, "stream": is_streamed}),
    }
}

fn address(wire: Wire, url: &str, is_streamed: bool) -> String {
    let path = match wire {
        Wire::OpenAiChat => "/v1/chat/completions",
        Wire::OpenAiResponses => "/v1/responses",
        Wire::Anthropic => "/v1/messages",
        Wire::Gemini if is_streamed => "/v1beta/models/stub:streamGenerateContent?alt=sse",
        Wire::Gemini => "/v1beta/models/stub:generateContent",
        Wire::Ollama => "/api/chat",
    };
    format!("{url}{path}")
}

fn delta(wire: Wire, data: &str) -> Delta {
    match wire {
        Wire::OpenAiChat => events::openai_chat(data),
        Wire::OpenAiResponses => events::openai_responses(data),
        Wire::Anthropic => events::anthropic(data),
        Wire::Gemini => events::gemini(data),
        Wire::Ollama => events::ollama(data),
    }
}

/// The tokens that an event or a whole response says were sent and written; 0 if it does not.
fn usage(wire: Wire, value: &Value) -> Usage {
    let of = |value: &Value, input: &str, output: &str| {
        Usage::new(value[input].as_u64().unwrap_or(0), value[output].as_u64().unwrap_or(0))
    };
    match wire {
        Wire::OpenAiChat => of(&value["usage"], "prompt_tokens", "completion_tokens"),
        Wire::OpenAiResponses if value.get("response").is_some() => usage(wire, &value["response"]),
        Wire::Anthropic if value["type"] == "message_start" => Usage::new(usage(wire, &value["message"]).input, 0),
        Wire::OpenAiResponses | Wire::Anthropic => of(&value["usage"], "input_tokens", "output_tokens"),
        Wire::Gemini => of(&value["usageMetadata"], "promptTokenCount", "candidatesTokenCount"),
        Wire::Ollama => of(value, "prompt_eval_count", "eval_count"),
    }
}

/// The later of two counts, where an event repeats what an earlier one said.
fn latest(one: Usage, other: Usage) -> Usage {
    Usage::new(one.input.max(other.input), one.output.max(other.output))
}

/// Sends the turn's messages once.
async fn send(client: &reqwest::Client, url: &str, script: &Script, turn: &Turn) -> Result<Reply, Lost> {
    let (wire, is_streamed) = (script.wire, script.is_streamed);
    let request = client
        .post(address(wire, url, is_streamed))
        .json(&body(wire, turn, is_streamed));
    let response = request.send().await.map_err(|_| Lost::Broken)?;
    if response.status() == reqwest::StatusCode::TOO_MANY_REQUESTS {
        assert_eq!(response.headers()["retry-after"], "0");
        return Err(Lost::Busy);
    }
    assert!(response.status().is_success(), "{}", response.status());
    let (mut reply, mut used) = (Reply::new(""), Usage::default());
    let mut take = |data: &str| {
        let delta = delta(wire, data);
        assert!(
            !matches!(delta.kind, DeltaKind::Error | DeltaKind::Unreadable),
            "{data}"
        );
        reply.text.push_str(&delta.text);
        reply.finish = delta.finish.or(reply.finish);
        if let Ok(event) = serde_json::from_str(data) {
            used = latest(used, usage(wire, &event));
        }
    };
    if is_streamed {
        let (mut chunks, mut received) = (response.bytes_stream(), Vec::new());
        while let Some(chunk) = chunks.next().await {
            received.extend_from_slice(&chunk.map_err(|_| Lost::Broken)?);
            while let Some(end) = received.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = received.drain(..=end).collect();
                let line = str::from_utf8(&line).expect("the stub sends text").trim_end();
                let data = if wire == Wire::Ollama {
                    Some(line)
                } else {
                    line.strip_prefix("data: ")
                };
                data.into_iter().for_each(&mut take);
            }
        }
    } else {
        let text = response.text().await.map_err(|_| Lost::Broken)?;
        let value: Value = serde_json::from_str(&text).expect("the stub sends JSON");
        used = usage(wire, &value);
        reply = whole(wire, &value);
    }
    grows_into_the_same(&reply);
    Ok(reply.usage(used))
}

/// The reply, piece by piece, gives what the whole of it gives.
fn grows_into_the_same(reply: &Reply) {
    let mut options = Options::default();
    if let Some(finish) = reply.finish {
        options = options.finish(finish);
    }
    let mut stream = Ticket::stream_with(&options);
    for piece in reply.text.as_bytes().chunks(3) {
        stream.push_bytes(piece);
    }
    let value = |parsed: Result<Parsed<Ticket>, ParseError>| parsed.map(Parsed::into_value).ok();
    assert_eq!(
        value(stream.finish()),
        value(Ticket::parse_llm_with(&reply.text, &options)),
        "{reply:?}"
    );
}

/// The text of a response that was not streamed, or the arguments of the tool that it calls.
fn whole(wire: Wire, value: &Value) -> Reply {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    };
    let first = |one: &Value, other: &Value| if one.is_null() { text(other) } else { text(one) };
    let (content, finish) = match wire {
        Wire::OpenAiChat => {
            let choice = &value["choices"][0];
            let call = &choice["message"]["tool_calls"][0]["function"]["arguments"];
            (first(&choice["message"]["content"], call), &choice["finish_reason"])
        }
        Wire::OpenAiResponses => {
            let item = &value["output"][0];
            let end = &value["incomplete_details"]["reason"];
            let end = if end.is_null() { &value["status"] } else { end };
            (first(&item["content"][0]["text"], &item["arguments"]), end)
        }
        Wire::Anthropic => (
            first(&value["content"][0]["text"], &value["content"][0]["input"]),
            &value["stop_reason"],
        ),
        Wire::Gemini => {
            let candidate = &value["candidates"][0];
            let part = &candidate["content"]["parts"][0];
            (
                first(&part["text"], &part["functionCall"]["args"]),
                &candidate["finishReason"],
            )
        }
        Wire::Ollama => {
            let message = &value["message"];
            let call = &message["tool_calls"][0]["function"]["arguments"];
            let content = if call.is_null() {
                text(&message["content"])
            } else {
                text(call)
            };
            (content, &value["done_reason"])
        }
    };
    let finish = match finish.as_str() {
        Some("length" | "max_output_tokens" | "max_tokens" | "MAX_TOKENS") => Finish::Length,
        _ => Finish::Stop,
    };
    Reply::new(content).finish(finish)
}

/// Runs one exchange, and checks all that it returns.
async fn run(client: reqwest::Client, url: String, number: usize, script: Arc<Script>) -> bool {
    let exchange = Exchange::<Ticket>::new(format!("Ticket {number}, please."));
    let ask = async |turn: Turn| {
        // The network is the client's: it tries again until there is a reply.
        loop {
            match send(&client, &url, &script, &turn).await {
                Err(Lost::Busy | Lost::Broken) => {}
                Ok(reply) => return Ok::<_, Lost>(reply),
            }
        }
    };
    let outcome = exchange.attempts(ATTEMPTS).run_async(ask);
    let outcome = timeout(PATIENCE, outcome)
        .await
        .expect("it ends")
        .expect("no error ends it");
    let expected = script.expected();
    assert_eq!(outcome.attempts().len(), expected.attempts, "{number}: {outcome:?}");
    assert_eq!(outcome.usage(), expected.usage, "{number}: {outcome:?}");
    match outcome {
        Outcome::Structured { parsed, .. } => {
            assert!(expected.value, "{number}: {parsed:?}");
            assert_eq!(parsed.value, script.ticket, "{number}");
        }
        Outcome::Degraded { end, attempts, .. } => {
            assert!(!expected.value, "{number}: {attempts:?}");
            assert_eq!(Some(end), expected.end, "{number}: {attempts:?}");
        }
        other => panic!("{number}: {other:?}"),
    }
    expected.value
}

/// The number of the exchange that a request belongs to.
fn number_in(prompt: &str) -> Option<usize> {
    prompt.strip_prefix("Ticket ")?.strip_suffix(", please.")?.parse().ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_exchanges_with_faults_return_what_a_careful_reader_expects() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let scripts: Vec<_> = (0..EXCHANGES)
        .map(|number| Arc::new(Script::new(number, &mut random)))
        .collect();
    let served = scripts.clone();
    let next = Mutex::new(HashMap::<usize, usize>::new());
    let stub = Stub::scripted(move |request| {
        let texts = request.texts();
        let number = texts
            .first()
            .and_then(|prompt| number_in(prompt))
            .expect("the prompt names the exchange");
        let mut next = next.lock().expect("no handler panics");
        let step = next.entry(number).or_default();
        *step += 1;
        served[number].steps[*step - 1].sent.clone()
    });
    let stub = stub.await.expect("the stub starts");
    let client = reqwest::Client::new();

    let runs = scripts.iter().enumerate().map(|(number, script)| {
        // A task, so that all of it has to be `Send`.
        tokio::spawn(run(client.clone(), stub.url(), number, Arc::clone(script)))
    });
    let runs: Vec<_> = stream::iter(runs).buffer_unordered(32).collect().await;
    let values = runs
        .into_iter()
        .filter(|run| *run.as_ref().expect("no check failed"))
        .count();
    assert!(
        (EXCHANGES / 2..EXCHANGES).contains(&values),
        "{values} of {EXCHANGES} had a value"
    );
    println!(
        "{EXCHANGES} exchanges, {} requests, {values} values",
        stub.requests().len()
    );

    // Every reply was sent to its end or broken off, and no connection is open once the client is gone.
    drop(client);
    assert_eq!(stub.replying(), 0);
    timeout(PATIENCE, stub.stop())
        .await
        .expect("all connections are closed")
        .expect("the stub did not fail");
    let tasks = tokio::runtime::Handle::current().metrics().num_alive_tasks();
    assert!(tasks <= 1, "{tasks} tasks are left over");
}
