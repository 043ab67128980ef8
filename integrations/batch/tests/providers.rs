//! A line of a provider that says why there is no reply is a row with this reason.
//!
//! The lines have the form that the providers document for the result files of their batch services.

use std::fs;

use llm_output_batch::{Job, Preset, run};
use serde_json::Value;
use tempfile::TempDir;

fn row(preset: Preset, line: &str) -> Value {
    let folder = TempDir::new().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    fs::write(&input, line).unwrap();
    run::<Vec<u8>>(&Job::new(input, &output).place(preset.into())).unwrap();
    serde_json::from_str(&fs::read_to_string(output).unwrap()).unwrap()
}

#[test]
fn the_reason_of_a_provider_is_in_the_error() {
    let cases = [
        (
            Preset::OpenAi,
            r#"{"id": "batch_req_123", "custom_id": "r-1", "response": null, "error": {"code": "batch_expired", "message": "This request could not be executed before the completion window expired."}}"#,
            "batch_expired: This request could not be executed before the completion window expired.",
        ),
        (
            Preset::OpenAi,
            r#"{"id": "batch_req_124", "custom_id": "r-1", "response": {"status_code": 400, "request_id": "q", "body": {"error": {"message": "Unknown parameter.\nSee the docs.", "type": "invalid_request_error", "param": "x", "code": null}}}, "error": null}"#,
            "Unknown parameter. See the docs.",
        ),
        (
            Preset::OpenAi,
            r#"{"custom_id": "r-1", "response": {"status_code": 200, "body": {"choices": [{"message": {"role": "assistant", "content": null, "refusal": "I cannot help with that."}, "finish_reason": "stop"}]}}, "error": null}"#,
            "I cannot help with that.",
        ),
        (
            Preset::OpenAi,
            r#"{"custom_id": "r-1", "response": {"status_code": 200, "body": {"output": [{"type": "message", "content": [{"type": "refusal", "refusal": "I cannot."}]}]}}, "error": null}"#,
            "I cannot.",
        ),
        (
            Preset::OpenAi,
            r#"{"custom_id": "r-1", "response": {"status_code": 200, "body": {"choices": [{"message": {"content": null}, "finish_reason": "content_filter"}]}}, "error": null}"#,
            "content_filter",
        ),
        (
            Preset::OpenAi,
            r#"{"custom_id": "r-1", "response": {"status_code": 500, "body": {}}, "error": null}"#,
            "500",
        ),
        (
            Preset::Vllm,
            r#"{"custom_id": "r-1", "response": {"status_code": 200, "body": {"choices": [{"message": {"content": null}, "finish_reason": "tool_calls"}]}}, "error": null}"#,
            "tool_calls",
        ),
        (
            Preset::Gemini,
            r#"{"metadata": {"key": "r-1"}, "response": {"candidates": [{"finishReason": "SAFETY"}]}}"#,
            "SAFETY",
        ),
        (
            Preset::Anthropic,
            r#"{"custom_id": "r-1", "result": {"type": "errored", "error": {"type": "error", "error": {"type": "invalid_request_error", "message": "max_tokens: required"}}}}"#,
            "errored: invalid_request_error: max_tokens: required",
        ),
        (
            Preset::Anthropic,
            r#"{"custom_id": "r-1", "result": {"type": "expired"}}"#,
            "expired",
        ),
        (
            Preset::Anthropic,
            r#"{"custom_id": "r-1", "result": {"type": "canceled"}}"#,
            "canceled",
        ),
        (
            Preset::Gemini,
            r#"{"key": "r-1", "error": {"code": 3, "message": "Request contains an invalid argument."}}"#,
            "3: Request contains an invalid argument.",
        ),
        (
            Preset::Gemini,
            r#"{"key": "r-1", "response": {"promptFeedback": {"blockReason": "SAFETY"}}}"#,
            "SAFETY",
        ),
        (
            Preset::Vllm,
            r#"{"id": "vllm-1", "custom_id": "r-1", "response": {"status_code": 400, "request_id": "q", "body": {"error": {"message": "The prompt is too long.", "type": "BadRequestError", "code": 400}}}, "error": null}"#,
            "400: The prompt is too long.",
        ),
    ];
    for (preset, line, reason) in cases {
        let row = row(preset, line);
        assert_eq!(
            (&row["id"], &row["error_kind"]),
            (&"r-1".into(), &"missing_text".into()),
            "{line}"
        );
        let expected = format!("line 1: there is no string where the reply should be: {reason}");
        assert_eq!(row["error"], expected, "{line}");
    }
}

#[test]
fn a_long_reason_is_cut() {
    let line = format!(r#"{{"key": "r", "error": {{"message": "{}"}}}}"#, "é".repeat(1000));
    let row = row(Preset::Gemini, &line);
    let error = row["error"].as_str().unwrap();
    assert!(error.ends_with("éé..") && error.len() < 400, "{error}");
}
