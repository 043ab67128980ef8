//! Each program, run as a user would run it, against the stub.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use llm_output::{Dialect, LlmOutput};
use llm_output_stub::{Answer, Request, Scripted, Stub, Wire};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::Command;
use tokio::time::timeout;

/// Nothing here takes a tenth of it.
const PATIENCE: Duration = Duration::from_mins(1);

const MESSY: &str =
    "Here is my review:\n```json\n{'findings': [\"no tests\", \"no docs\",], \"Grade\": \"4\"}\n```\nDone.";
const REFUSAL: &str = "I'm sorry, but I can't review this.";
const ARGUMENTS: &str = r#"{"query": "cache", "limit": "10", "tags": "[\"a\"]"}"#;

/// A code review.
#[derive(LlmOutput)]
#[expect(dead_code, reason = "its schema is compared with the one that the programs show")]
struct Review {
    /// Most severe first.
    findings: Vec<String>,
    /// From 1 to 5.
    #[llm(range(min = 1, max = 5))]
    grade: u8,
}

/// What to look for.
#[derive(LlmOutput)]
#[expect(dead_code, reason = "its schema is compared with the one that the programs show")]
struct Search {
    /// Words that the code contains.
    query: String,
    #[llm(range(min = 1, max = 100))]
    limit: u32,
    tags: Vec<String>,
}

fn review() -> Value {
    json!({"findings": ["no tests", "no docs"], "grade": 4})
}

fn arguments() -> Value {
    json!({"query": "cache", "limit": 10, "tags": ["a"]})
}

async fn stub(replies: impl IntoIterator<Item = Answer>) -> Stub {
    Stub::start(replies.into_iter().map(Scripted::from))
        .await
        .expect("the stub starts")
}

/// What a program printed, line by line, or what it said when it failed.
async fn run(program: &str, stub: &Stub) -> Result<Vec<String>, String> {
    let mut command = Command::new(program);
    let output = command.arg(stub.url()).kill_on_drop(true).stdin(Stdio::null()).output();
    let output = timeout(PATIENCE, output).await.expect("it ends").expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() {
        Ok(text(&output.stdout).lines().map(ToOwned::to_owned).collect())
    } else {
        Err(text(&output.stderr))
    }
}

fn json_of(line: &str) -> Value {
    serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Every request came to this address, and was in its format.
async fn ends(stub: Stub, wire: Wire) -> Vec<Request> {
    let requests = stub.requests();
    assert!(requests.iter().all(|request| request.wire == wire), "{requests:?}");
    timeout(PATIENCE, stub.stop())
        .await
        .expect("all connections are closed")
        .expect("the stub did not fail");
    requests
}

#[tokio::test]
async fn reqwest_streams_the_input_of_a_tool() {
    let stub = stub([Answer::call(
        "Review",
        r#"{"findings": ["no tests", "no docs"], "grade": "4"}"#,
    )])
    .await;
    let printed = run(env!("CARGO_BIN_EXE_reqwest_anthropic"), &stub)
        .await
        .expect("it is read");
    assert_eq!(json_of(&printed[0]), json!({"review": review(), "repairs": 1}));
    let requests = ends(stub, Wire::Anthropic).await;
    assert!(requests[0].is_streamed);
    assert_eq!(requests[0].body["tool_choice"]["name"], "Review");
}

#[tokio::test]
async fn a_connection_that_breaks_is_an_error_and_no_value() {
    for program in [
        env!("CARGO_BIN_EXE_reqwest_anthropic"),
        env!("CARGO_BIN_EXE_openai_stream"),
    ] {
        let stub = stub([Answer::text(r#"{"findings": ["no tests", "no docs"], "grade": 4}"#).dropped()]).await;
        let said = run(program, &stub).await.expect_err("the reply is not complete");
        assert!(!said.is_empty());
        stub.stop().await.expect("the stub did not fail");
    }
}

#[tokio::test]
async fn async_openai_asks_again_until_a_reply_can_be_read() {
    let cut = Answer::text(r#"{"findings": ["no tests", "no"#).cut();
    let stub = stub([Answer::text(REFUSAL), cut, Answer::text(MESSY)]).await;
    let printed = run(env!("CARGO_BIN_EXE_openai_chat"), &stub)
        .await
        .expect("the third reply is read");
    let tokens = 300
        + [REFUSAL, r#"{"findings": ["no tests", "no"#, MESSY]
            .iter()
            .map(|text| text.len() / 4)
            .sum::<usize>();
    assert_eq!(
        json_of(&printed[0]),
        json!({"review": review(), "attempts": 3, "tokens": tokens})
    );
    let requests = ends(stub, Wire::OpenAiChat).await;
    assert_eq!(requests[0].body["response_format"]["json_schema"]["strict"], true);
    let texts = requests[2].texts();
    assert_eq!((texts.len(), texts[1].as_str()), (5, REFUSAL));
    assert!(texts[4].contains("cut off at the length limit"), "{}", texts[4]);
}

#[tokio::test]
async fn async_openai_waits_when_it_is_told_to() {
    let replies = [Scripted::Busy { retry_after: 0 }, Answer::text(MESSY).into()];
    let stub = Stub::start(replies).await.expect("the stub starts");
    let printed = run(env!("CARGO_BIN_EXE_openai_chat"), &stub)
        .await
        .expect("the second request is answered");
    assert_eq!(json_of(&printed[0])["attempts"], 1);
    assert_eq!(ends(stub, Wire::OpenAiChat).await.len(), 2);
}

#[tokio::test]
async fn async_openai_stops_when_the_model_repeats_itself() {
    let stub = stub([Answer::text(REFUSAL), Answer::text(REFUSAL), Answer::text(MESSY)]).await;
    let said = run(env!("CARGO_BIN_EXE_openai_chat"), &stub)
        .await
        .expect_err("no reply is read");
    assert!(said.contains("Degraded"), "{said}");
    assert_eq!(ends(stub, Wire::OpenAiChat).await.len(), 2);
}

#[tokio::test]
async fn async_openai_streams_into_a_value_that_grows() {
    let stub = stub([Answer::text(MESSY)]).await;
    let printed = run(env!("CARGO_BIN_EXE_openai_stream"), &stub)
        .await
        .expect("it is read");
    assert_eq!(json_of(&printed[0])["review"], review());
    assert!(ends(stub, Wire::OpenAiChat).await[0].is_streamed);
}

#[tokio::test]
async fn async_openai_reads_calls_of_tools() {
    let wrong = Answer::call("search", r#"{"query": "cache", "limit": "ten", "tags": []}"#);
    let unknown = Answer::call("grep", "{}");
    let right = Answer::call("search", ARGUMENTS);
    let stub = stub([wrong, unknown, right, Answer::text("In src/cache.rs.")]).await;
    let printed = run(env!("CARGO_BIN_EXE_openai_tools"), &stub).await.expect("it ends");
    assert_eq!(printed.len(), 2, "{printed:?}");
    assert_eq!(json_of(&printed[0]), json!({"Search": arguments()}));
    assert_eq!(printed[1], "In src/cache.rs.");
    let requests = ends(stub, Wire::OpenAiChat).await;
    let texts = requests[3].texts();
    assert!(texts[2].contains("limit"), "{}", texts[2]);
    assert!(texts[4].contains("read_file"), "{}", texts[4]);
}

#[tokio::test]
async fn ollama_asks_again() {
    let stub = stub([Answer::text(REFUSAL), Answer::text(MESSY)]).await;
    let printed = run(env!("CARGO_BIN_EXE_ollama"), &stub)
        .await
        .expect("the second reply is read");
    let line = json_of(&printed[0]);
    assert_eq!((&line["review"], &line["attempts"]), (&review(), &json!(2)));
    let requests = ends(stub, Wire::Ollama).await;
    assert_eq!(requests[0].body["format"]["properties"]["grade"]["type"], "integer");
}

#[tokio::test]
async fn genai_asks_again() {
    let stub = stub([Answer::text(REFUSAL), Answer::text(MESSY)]).await;
    let printed = run(env!("CARGO_BIN_EXE_genai"), &stub)
        .await
        .expect("the second reply is read");
    let line = json_of(&printed[0]);
    assert_eq!((&line["review"], &line["attempts"]), (&review(), &json!(2)));
    assert!(line["tokens"].as_u64() > Some(200), "{line}");
    let requests = ends(stub, Wire::Gemini).await;
    assert_eq!(requests[1].texts()[1], REFUSAL);
}

#[tokio::test]
async fn rig_extracts() {
    let wrong = Answer::call("submit", r#"{"findings": [], "grade": 9}"#);
    let right = Answer::call("submit", r#"{"findings": "[\"no tests\", \"no docs\"]", "grade": "4"}"#);
    let stub = stub([wrong, right]).await;
    let printed = run(env!("CARGO_BIN_EXE_rig_extractor"), &stub)
        .await
        .expect("the second call is read");
    assert_eq!(json_of(&printed[0]), json!({"review": review(), "repairs": 2}));
    let requests = ends(stub, Wire::OpenAiChat).await;
    let mut shown = requests[0].body["tools"][0]["function"]["parameters"].clone();
    for key in ["$schema", "title"] {
        shown.as_object_mut().expect("a schema is an object").remove(key);
    }
    let own = Review::schema_for(Dialect::JsonSchema).expect("it has a schema");
    assert_eq!(shown, *own.value());
}

#[tokio::test]
async fn rig_reads_the_arguments_of_a_tool() {
    let stub = stub([Answer::call("search", ARGUMENTS), Answer::text("In src/cache.rs.")]).await;
    let printed = run(env!("CARGO_BIN_EXE_rig_tool"), &stub).await.expect("it ends");
    assert_eq!(json_of(&printed[0]), json!({"arguments": arguments(), "repairs": 2}));
    assert_eq!(printed[1], "In src/cache.rs.");
    let requests = ends(stub, Wire::OpenAiChat).await;
    let shown = &requests[0].body["tools"][0]["function"]["parameters"];
    let own = Search::schema_for(Dialect::JsonSchema).expect("it has a schema");
    assert_eq!(shown, own.value());
    assert_eq!(requests[1].texts().last().map(String::as_str), Some("src/cache.rs"));
}

#[tokio::test]
async fn rmcp_reads_the_arguments_of_a_real_client() {
    use rmcp::ServiceExt;
    use rmcp::model::CallToolRequestParams;
    use rmcp::transport::TokioChildProcess;

    let server = TokioChildProcess::new(Command::new(env!("CARGO_BIN_EXE_mcp_server"))).expect("the server starts");
    let client = ().serve(server).await.expect("both sides agree");
    let tools = client.list_all_tools().await.expect("the server has tools");
    let mut shown = Value::Object((*tools[0].input_schema).clone());
    let call = async |arguments: Value| {
        let arguments = arguments.as_object().expect("arguments are an object").clone();
        let called = client.call_tool(CallToolRequestParams::new("search").with_arguments(arguments));
        timeout(PATIENCE, called).await.expect("the call ends")
    };
    let result = call(json_of(ARGUMENTS)).await.expect("the arguments are read");
    let text = result.content[0].as_text().expect("the result is text").text.clone();
    assert_eq!(json_of(&text), json!({"arguments": arguments(), "repairs": 2}));
    let error = call(json!({"query": "cache", "limit": 1000, "tags": []})).await;
    let said = format!("{error:?}");
    assert!(said.contains("limit") && said.contains("100"), "{said}");
    client.cancel().await.expect("the server ends");

    let own = Search::schema_for(Dialect::JsonSchema).expect("it has a schema");
    let mut own = own.value().clone();
    // The description of a tool is not that of its arguments, so `rmcp` leaves theirs out.
    own.as_object_mut()
        .expect("a schema is an object")
        .remove("description");
    shown.as_object_mut().expect("a schema is an object").remove("$schema");
    assert_eq!(shown, own);
}

#[tokio::test]
async fn axum_accepts_a_messy_body_and_streams_a_review() {
    let stub = stub([Answer::text(MESSY)]).await;
    let mut server = Command::new(env!("CARGO_BIN_EXE_axum_server"))
        .arg(stub.url())
        .stdout(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the server starts");
    let printed = BufReader::new(server.stdout.take().expect("its output is piped"));
    let line = timeout(PATIENCE, printed.lines().next_line())
        .await
        .expect("it prints its address");
    let url = line.expect("it can be read").expect("there is a line");
    let client = reqwest::Client::new();
    let send = async |body: &'static str| {
        let request = client
            .post(format!("{url}/reviews"))
            .header("content-type", "application/json")
            .body(body);
        let response = request.send().await.expect("the server answers");
        (
            response.status().as_u16(),
            response.text().await.expect("the body is text"),
        )
    };

    let (status, body) = send(r#"{"findings": "[\"no tests\", \"no docs\"]", "grade": "4"}"#).await;
    assert_eq!(status, 200, "{body}");
    let repairs = ["findings: unwrap_string_array", "grade: string_to_number"];
    assert_eq!(json_of(&body), json!({"review": review(), "repairs": repairs}));
    let (status, body) = send(r#"{"findings": [], "grade": 9}"#).await;
    assert_eq!(status, 422);
    assert!(body.contains("grade: expected a number from 1 to 5"), "{body}");

    let streamed = client
        .get(format!("{url}/stream"))
        .send()
        .await
        .expect("the server answers");
    let events = timeout(PATIENCE, streamed.text())
        .await
        .expect("it ends")
        .expect("the body is text");
    assert!(
        events.trim_end().ends_with(r#"data: ["no tests", "no docs"]"#),
        "{events}"
    );
    assert!(events.matches("data: ").count() > 1, "{events}");
    server.kill().await.expect("the server ends");
    drop(client);
    ends(stub, Wire::OpenAiChat).await;
}

/// A program that nobody would copy shows nothing.
#[test]
fn the_programs_are_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bin");
    let files: Vec<_> = folder.read_dir().expect("the folder can be read").flatten().collect();
    assert!(files.len() >= 10);
    for file in files {
        let text = std::fs::read_to_string(file.path()).expect("a source file is text");
        let lines = text
            .lines()
            .filter(|line| !line.trim().is_empty() && !line.trim().starts_with("//"));
        assert!(lines.count() <= 60, "{}", file.path().display());
    }
}
