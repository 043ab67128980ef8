//! The program on recorded answers, and on prompts for the stub.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use llm_output_stub::{Answer, Scripted, Stub};
use serde_json::{Value, json};
use tokio::process::Command;
use tokio::time::timeout;

struct Ended {
    status: i32,
    printed: String,
    said: String,
}

async fn run(arguments: &[&str]) -> Ended {
    let mut command = Command::new(env!("CARGO_BIN_EXE_llm_output_eval"));
    let output = command.args(arguments).kill_on_drop(true).stdin(Stdio::null()).output();
    let output = timeout(Duration::from_mins(1), output)
        .await
        .expect("it ends")
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Ended {
        status: output.status.code().expect("it is not killed"),
        printed: text(&output.stdout),
        said: text(&output.stderr),
    }
}

fn recorded() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/recorded.jsonl");
    path.to_str().expect("the path is text").to_owned()
}

/// A file for this test alone.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    folder.join(name)
}

fn written(name: &str, cases: &[Value]) -> String {
    let path = file(name);
    let lines: Vec<String> = cases.iter().map(Value::to_string).collect();
    std::fs::write(&path, lines.join("\n")).expect("the cases can be written");
    path.to_str().expect("the path is text").to_owned()
}

#[tokio::test]
async fn recorded_answers_are_measured() {
    let (json, svg) = (file("recorded.json"), file("recorded.svg"));
    let paths = [&json, &svg].map(|path| path.to_str().expect("the path is text"));
    let ended = run(&[&recorded(), "--json", paths[0], "--svg", paths[1], "--floor", "1"]).await;
    assert_eq!(ended.status, 0, "{}{}", ended.printed, ended.said);
    assert!(
        ended.printed.contains("| review | 5 | 2 | 5 of 5 | 1 | 0 | 5 | 0 |"),
        "{}",
        ended.printed
    );
    assert!(
        ended.printed.contains("| route | 3 | 2 | 2 of 2 | 1 | 0 | 3 | 0 |"),
        "{}",
        ended.printed
    );
    assert!(
        ended.printed.contains("| all | 8 | 4 | 7 of 7 | 2 | 0 | 8 | 0 |"),
        "{}",
        ended.printed
    );
    assert!(ended.printed.contains("| string_to_number | 1 |"), "{}", ended.printed);

    let json = std::fs::read_to_string(json).expect("it is written");
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["total"]["right"], 7);
    assert_eq!(json["contracts"]["route"]["repairs"]["string_to_bool"], 1);
    let svg = std::fs::read_to_string(svg).expect("it is written");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert_eq!(
        svg.matches("<rect ").count(),
        4 + json["total"]["repairs"].as_object().map_or(0, serde_json::Map::len)
    );
    assert!(svg.contains("review: right</text>"));
}

#[tokio::test]
async fn a_share_below_the_floor_is_a_failure() {
    let wrong =
        json!({"contract": "route", "answer": "{\"department\": \"sales\"}", "expected": {"department": "support"}});
    let right =
        json!({"contract": "route", "answer": "{\"department\": \"sales\"}", "expected": {"department": "sales"}});
    let cases = written("floor.jsonl", &[wrong, right]);
    assert_eq!(run(&[&cases, "--floor", "0.5"]).await.status, 0);
    assert_eq!(run(&[&cases, "--floor", "0.51"]).await.status, 1);
}

#[tokio::test]
async fn prompts_go_to_a_model() {
    let replies = [
        Scripted::Busy { retry_after: 0 },
        Answer::text("I'm sorry, I can't.").into(),
        Answer::text("Department: Support\nUrgent: yes").into(),
        Answer::text("No.").into(),
        Answer::text("No!").into(),
        Scripted::Failed,
    ];
    let stub = Stub::start(replies).await.expect("the stub starts");
    let prompts: Vec<Value> = ["first", "second", "third"]
        .iter()
        .map(|prompt| json!({"contract": "route", "prompt": prompt, "expected": {"department": "support", "urgent": true}}))
        .collect();
    // One after the other: the replies are in this order.
    let mut ended = Vec::new();
    for (index, prompt) in prompts.into_iter().enumerate() {
        let cases = written(&format!("prompt{index}.jsonl"), &[prompt]);
        ended.push(run(&[&cases, "--url", &format!("{}/v1", stub.url()), "--floor", "1"]).await);
    }
    let tokens = 200 + "I'm sorry, I can't.".len() / 4 + "Department: Support\nUrgent: yes".len() / 4;
    let row = format!("| all | 1 | 1 | 1 of 1 | 1 | 0 | 2 | {tokens} |");
    assert!(ended[0].printed.contains(&row), "{}", ended[0].printed);
    assert!(
        ended[1].printed.contains("| all | 1 | 0 | 0 of 1 | 0 | 0 | 2 | 200 |"),
        "{}",
        ended[1].printed
    );
    assert!(
        ended[2].printed.contains("| all | 1 | 0 | - | 0 | 1 | 0 | 0 |"),
        "{}",
        ended[2].printed
    );
    assert!(
        ended[2].printed.contains("failed: HTTP status server error (500"),
        "{}",
        ended[2].printed
    );
    assert_eq!(ended.iter().map(|ended| ended.status).collect::<Vec<_>>(), [0, 1, 1]);
    let requests = stub.requests();
    assert_eq!(requests.len(), 6);
    assert_eq!(requests[0].body["response_format"]["type"], "json_schema");
    stub.stop().await.expect("all connections are closed");
}

#[tokio::test]
async fn what_is_wrong_with_the_cases_is_said() {
    let cases = written("unknown.jsonl", &[json!({"contract": "letter", "answer": "Hello"})]);
    let ended = run(&[&cases, "--floor", "0.1"]).await;
    assert_eq!(ended.status, 1);
    assert!(
        ended.printed.contains("failed: there is no contract `letter`"),
        "{}",
        ended.printed
    );
    let cases = written("neither.jsonl", &[json!({"contract": "route"})]);
    let ended = run(&[&cases]).await;
    assert_eq!(ended.status, 2);
    assert!(
        ended
            .said
            .contains("line 1: a case has either an `answer` or a `prompt`"),
        "{}",
        ended.said
    );
    assert_eq!(run(&[]).await.status, 2);
    assert_eq!(run(&["a", "--colour", "red"]).await.status, 2);
}
