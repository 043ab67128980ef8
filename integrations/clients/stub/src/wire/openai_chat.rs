//! Chat completions of OpenAI.

use serde_json::{Value, json};

use super::data;
use crate::script::pieces_of;
use crate::{Answer, Finish};

fn finish(answer: &Answer) -> &'static str {
    match answer.finish {
        Finish::Length => "length",
        Finish::Stop if answer.calls.is_empty() => "stop",
        Finish::Stop => "tool_calls",
    }
}

fn usage(answer: &Answer) -> Value {
    json!({
        "prompt_tokens": answer.input,
        "completion_tokens": answer.output,
        "total_tokens": answer.input + answer.output,
    })
}

pub(super) fn whole(answer: &Answer) -> Value {
    let mut message = json!({"role": "assistant", "content": answer.text});
    if !answer.calls.is_empty() {
        let calls = answer.calls.iter().enumerate().map(|(index, call)| {
            json!({
                "id": format!("call_{index}"),
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            })
        });
        message["tool_calls"] = calls.collect();
        message["content"] = Value::Null;
    }
    json!({
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_764_000_000,
        "model": "stub",
        "choices": [{"index": 0, "message": message, "finish_reason": finish(answer), "logprobs": null}],
        "usage": usage(answer),
    })
}

pub(super) fn pieces(answer: &Answer) -> Vec<String> {
    let chunk = |delta: Value, finish: Option<&str>| {
        json!({
            "id": "chatcmpl-1",
            "object": "chat.completion.chunk",
            "created": 1_764_000_000,
            "model": "stub",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish, "logprobs": null}],
        })
    };
    let mut chunks = vec![chunk(json!({"role": "assistant", "content": ""}), None)];
    chunks.extend(
        answer
            .deltas()
            .iter()
            .map(|delta| chunk(json!({"content": delta}), None)),
    );
    for (index, call) in answer.calls.iter().enumerate() {
        let function = json!({"name": call.name, "arguments": ""});
        let first = json!([{"index": index, "id": format!("call_{index}"), "type": "function", "function": function}]);
        chunks.push(chunk(json!({"tool_calls": first}), None));
        for piece in pieces_of(&call.arguments) {
            let rest = json!([{"index": index, "function": {"arguments": piece}}]);
            chunks.push(chunk(json!({"tool_calls": rest}), None));
        }
    }
    chunks.push(chunk(json!({}), Some(finish(answer))));
    let mut last = chunk(json!({}), None);
    last["choices"] = json!([]);
    last["usage"] = usage(answer);
    chunks.push(last);
    chunks.iter().map(data).chain(["data: [DONE]\n\n".to_owned()]).collect()
}
