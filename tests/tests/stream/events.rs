//! The text out of the events of each provider: written after the formats that their documentation shows.

use llm_output::events::{Delta, DeltaKind, anthropic, gemini, ollama, openai_chat, openai_responses};
use llm_output::{Finish, LlmOutput};
use llm_output_tests::types::{Finding, Severity};

/// The reply and how it ended, out of the data of all events.
fn replayed(of: fn(&str) -> Delta, events: &[&str]) -> (String, Vec<Finish>) {
    let deltas = events.iter().map(|data| of(data));
    let mut text = String::new();
    let mut finishes = Vec::new();
    for delta in deltas {
        text.push_str(&delta.text);
        finishes.extend(delta.finish);
    }
    (text, finishes)
}

const REPLY: &str = r#"{"severity": "high", "file": "a.rs", "line": 3, "title": "No \"quotes\" — é"}"#;

fn check(of: fn(&str) -> Delta, events: &[&str], finish: Finish) {
    assert_eq!(replayed(of, events), (REPLY.to_owned(), vec![finish]));
    let mut stream = Finding::stream();
    for data in events {
        stream.push(&of(data).text);
    }
    let finding = stream
        .stopped_by(finish)
        .finish()
        .expect("it is an answer")
        .into_value();
    assert_eq!((finding.severity, finding.line), (Severity::High, 3));
}

#[test]
fn openai_chat_has_it_in_the_content() {
    let events = [
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"","refusal":null},"logprobs":null,"finish_reason":null}],"usage":null}"#,
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"{\"severity\": \"high\", \"file\":"},"finish_reason":null}]}"#,
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":" \"a.rs\", \"line\": 3, \"title\": \"No \\"},"finish_reason":null}]}"#,
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":1,"delta":{"content":"another choice"},"finish_reason":null}]}"#,
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"\"quotes\\\" — \u00e9\"}"},"finish_reason":null}]}"#,
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}"#,
        r#"{"id":"chatcmpl-1","object":"chat.completion.chunk","choices":[],"usage":{"prompt_tokens":10,"completion_tokens":20,"total_tokens":30}}"#,
        "[DONE]",
    ];
    check(openai_chat, &events, Finish::Stop);
}

#[test]
fn openai_chat_has_it_in_the_arguments_of_a_tool_call() {
    let events = [
        r#"{"choices":[{"index":0,"delta":{"role":"assistant","content":null,"tool_calls":[{"index":0,"id":"call_1","type":"function","function":{"name":"report","arguments":""}}]},"finish_reason":null}]}"#,
        r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\"severity\": \"high\", \"file\": \"a.rs\", \"line\": 3"}}]},"finish_reason":null}]}"#,
        r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"function":{"arguments":"{}"}}]},"finish_reason":null}]}"#,
        r#"{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":", \"title\": \"No \\\"quotes\\\" — é\"}"}}]},"finish_reason":null}]}"#,
        r#"{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}"#,
    ];
    check(openai_chat, &events, Finish::Stop);
}

#[test]
fn openai_responses_have_it_in_typed_events() {
    let events = [
        r#"{"type":"response.created","sequence_number":0,"response":{"id":"resp_1","status":"in_progress","output":[]}}"#,
        r#"{"type":"response.output_item.added","output_index":0,"item":{"id":"msg_1","type":"message","content":[]}}"#,
        r#"{"type":"response.reasoning_summary_text.delta","item_id":"rs_1","delta":"They want JSON."}"#,
        r#"{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"{\"severity\": \"high\", \"file\": \"a.rs\", \"line\": 3, "}"#,
        r#"{"type":"response.output_text.delta","item_id":"msg_1","output_index":0,"content_index":0,"delta":"\"title\": \"No \\\"quotes\\\" — é\"}"}"#,
        r#"{"type":"response.output_text.done","item_id":"msg_1","output_index":0,"text":"all of it once more"}"#,
        r#"{"type":"response.completed","response":{"id":"resp_1","status":"completed"}}"#,
    ];
    check(openai_responses, &events, Finish::Stop);
    let cut = r#"{"type":"response.incomplete","response":{"incomplete_details":{"reason":"max_output_tokens"}}}"#;
    assert_eq!(openai_responses(cut).finish, Some(Finish::Length));
}

#[test]
fn anthropic_has_it_in_text_or_in_the_input_of_a_tool() {
    let text = [
        r#"{"type":"message_start","message":{"id":"msg_1","type":"message","role":"assistant","content":[],"stop_reason":null}}"#,
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"thinking","thinking":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"thinking_delta","thinking":"{\"severity\": \"low\"}"}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"signature_delta","signature":"abc"}}"#,
        r#"{"type":"content_block_stop","index":0}"#,
        r#"{"type":"ping"}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"{\"severity\": \"high\", \"file\": \"a.rs\", "}}"#,
        r#"{"type":"content_block_delta","index":1,"delta":{"type":"text_delta","text":"\"line\": 3, \"title\": \"No \\\"quotes\\\" — é\"}"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"end_turn","stop_sequence":null},"usage":{"output_tokens":20}}"#,
        r#"{"type":"message_stop"}"#,
    ];
    check(anthropic, &text, Finish::Stop);
    let tool = [
        r#"{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"report","input":{}}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"severity\": \"high\", \"file\": \"a.rs\", \"line\": 3, \"title\""}}"#,
        r#"{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":": \"No \\\"quotes\\\" — é\"}"}}"#,
        r#"{"type":"message_delta","delta":{"stop_reason":"max_tokens"},"usage":{"output_tokens":20}}"#,
    ];
    check(anthropic, &tool, Finish::Length);
}

#[test]
fn gemini_has_it_in_the_parts_of_a_candidate() {
    let events = [
        r#"{"candidates":[{"content":{"parts":[{"text":"I think.","thought":true}],"role":"model"},"index":0}]}"#,
        r#"{"candidates":[{"content":{"parts":[{"text":"{\"severity\": \"high\", "},{"text":"\"file\": \"a.rs\", "}],"role":"model"},"index":0}],"usageMetadata":{"promptTokenCount":5}}"#,
        r#"{"candidates":[{"content":{"parts":[{"text":"\"line\": 3, \"title\": \"No \\\"quotes\\\" — é\"}"}],"role":"model"},"finishReason":"STOP","index":0}]}"#,
    ];
    check(gemini, &events, Finish::Stop);
    assert_eq!(
        gemini(r#"{"candidates":[{"finishReason":"SAFETY"}]}"#).finish,
        Some(Finish::Refusal)
    );
}

#[test]
fn ollama_has_it_in_the_message_or_the_response() {
    let chat = [
        r#"{"model":"m","created_at":"2026-01-01T00:00:00Z","message":{"role":"assistant","content":"{\"severity\": \"high\", \"file\": \"a.rs\", "},"done":false}"#,
        r#"{"model":"m","message":{"role":"assistant","content":"\"line\": 3, \"title\": \"No \\\"quotes\\\" — é\"}"},"done":false}"#,
        r#"{"model":"m","message":{"role":"assistant","content":""},"done_reason":"stop","done":true,"total_duration":1}"#,
    ];
    check(ollama, &chat, Finish::Stop);
    let generate = [
        r#"{"model":"m","response":"{\"severity\": \"high\", \"file\": \"a.rs\", ","done":false}"#,
        r#"{"model":"m","response":"\"line\": 3, \"title\": \"No \\\"quotes\\\" — é\"}","done":true,"done_reason":"length"}"#,
    ];
    check(ollama, &generate, Finish::Length);
}

#[test]
fn data_of_another_form_has_no_text() {
    for of in [openai_chat, openai_responses, anthropic, gemini, ollama] {
        for data in [
            "",
            "[DONE]",
            "null",
            "[]",
            "{}",
            "\"x\"",
            "{\"choices\": 1, \"candidates\": {}, \"type\": 3}",
            "{",
            "{\"error\": {}}",
        ] {
            let delta = of(data);
            assert_eq!((delta.text.as_str(), delta.finish), ("", None), "{data}");
        }
    }
}

#[test]
fn content_in_parts_and_arguments_as_objects_are_text() {
    let parts = r#"{"choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[]},{"type":"text","text":"{\"a"},{"type":"text","text":"\": 1"}]}}]}"#;
    assert_eq!(openai_chat(parts).text, r#"{"a": 1"#);
    let call = r#"{"candidates":[{"content":{"parts":[{"functionCall":{"name":"report","args":{"a":1}}}]},"finishReason":"STOP"}]}"#;
    assert_eq!(
        (gemini(call).text.as_str(), gemini(call).finish),
        (r#"{"a":1}"#, Some(Finish::Stop))
    );
    let call =
        r#"{"message":{"content":"","tool_calls":[{"function":{"name":"report","arguments":{"a":1}}}]},"done":false}"#;
    assert_eq!(ollama(call).text, r#"{"a":1}"#);
}

/// A provider that splits an escape between two events loses one character, and nothing else.
#[test]
fn half_a_surrogate_pair_leaves_the_rest_of_the_text() {
    for (content, text) in [
        (r"x\ud83d", "x\u{fffd}"),
        (r"\ude80 y", "\u{fffd} y"),
        (r"a \ud83d\ude80 \\ud83d \n\ud83d", "a 🚀 \\ud83d \n\u{fffd}"),
        (r"\ud83d\u0041", "\u{fffd}A"),
    ] {
        let data = format!(r#"{{"choices":[{{"index":0,"delta":{{"content":"{content}"}}}}]}}"#);
        assert_eq!(openai_chat(&data).text, text, "{data}");
    }
}

#[test]
fn events_without_text_say_what_they_are() {
    for of in [openai_chat, openai_responses, anthropic, gemini, ollama] {
        for (data, kind) in [
            ("", DeltaKind::Event),
            ("{}", DeltaKind::Event),
            (": keep-alive", DeltaKind::Event),
            ("event: ping", DeltaKind::Event),
            ("[DONE]", DeltaKind::Done),
            ("data: [DONE]\n", DeltaKind::Done),
            (r#"{"error": {"message": "overloaded"}}"#, DeltaKind::Error),
            (
                r#"data: {"type": "error", "error": {"type": "overloaded_error"}}"#,
                DeltaKind::Error,
            ),
            ("upstream timed out", DeltaKind::Unreadable),
            ("{\"choices\": [", DeltaKind::Unreadable),
        ] {
            let delta = of(data);
            assert_eq!((delta.text.as_str(), delta.kind), ("", kind), "{data}");
        }
    }
    let whole = "event: content_block_delta\ndata: {\"type\": \"content_block_delta\", \"delta\": {\"type\": \"text_delta\",\ndata: \"text\": \"abc\"}}\n\n";
    assert_eq!(anthropic(whole).text, "abc");
    assert_eq!(anthropic("data: {}\n\ndata: {}\n\n").kind, DeltaKind::Unreadable);
    let data = r#"data: {"choices": [{"delta": {"content": "x"}}]}"#;
    assert_eq!(openai_chat(data).text, "x");
}

/// A refusal is no answer, and never silent: its words are apart from the text.
#[test]
fn a_refusal_is_said_and_is_no_text() {
    let chat = |refusal: &str| {
        format!(r#"{{"choices":[{{"index":0,"delta":{{"refusal":{refusal}}},"finish_reason":null}}]}}"#)
    };
    let responses = |kind: &str, field: &str| {
        format!(r#"{{"type":"response.refusal.{kind}","output_index":0,"content_index":0,"{field}":"I can't"}}"#)
    };
    let words = |delta: Delta| (delta.text, delta.refusal, delta.finish);
    let refused = |refusal: &str| (String::new(), refusal.to_owned(), Some(Finish::Refusal));
    assert_eq!(words(openai_chat(&chat("\"I can't\""))), refused("I can't"));
    assert_eq!(
        words(openai_responses(&responses("delta", "delta"))),
        refused("I can't")
    );
    // All of it once more.
    assert_eq!(words(openai_responses(&responses("done", "refusal"))), refused(""));
    for nothing in ["null", "\"\"", "3"] {
        assert_eq!(openai_chat(&chat(nothing)), Delta::default());
    }
    let delta = openai_chat(&chat("\"I can't\""));
    assert!(!format!("{delta:?}").contains("can't"), "{delta:?}");
}

#[test]
fn a_blocked_prompt_is_a_refusal() {
    for reason in [
        "SAFETY",
        "OTHER",
        "BLOCKLIST",
        "PROHIBITED_CONTENT",
        "IMAGE_SAFETY",
        "NEW",
    ] {
        let data =
            format!(r#"{{"promptFeedback":{{"blockReason":"{reason}"}},"usageMetadata":{{"promptTokenCount":5}}}}"#);
        let delta = gemini(&data);
        assert_eq!(
            (delta.text.as_str(), delta.finish),
            ("", Some(Finish::Refusal)),
            "{data}"
        );
    }
    for nothing in [
        r#"{"promptFeedback":{"safetyRatings":[]}}"#,
        r#"{"promptFeedback":{"blockReason":"BLOCK_REASON_UNSPECIFIED"}}"#,
    ] {
        assert_eq!(gemini(nothing).finish, None, "{nothing}");
    }
}

/// The form in which vLLM sent errors before it followed OpenAI's.
#[test]
fn an_object_that_is_an_error_is_one() {
    let data = r#"{"object": "error", "message": "boom", "type": "BadRequestError", "code": 400}"#;
    for of in [openai_chat, openai_responses, anthropic, gemini, ollama] {
        assert_eq!((of(data).text.as_str(), of(data).kind), ("", DeltaKind::Error));
    }
}
