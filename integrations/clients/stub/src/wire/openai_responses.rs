//! Responses of OpenAI.

use serde_json::{Value, json};

use crate::script::pieces_of;
use crate::{Answer, Finish};

fn message(answer: &Answer) -> Value {
    json!({
        "type": "message",
        "id": "msg_1",
        "status": "completed",
        "role": "assistant",
        "content": [{"type": "output_text", "text": answer.text, "annotations": [], "logprobs": []}],
    })
}

fn items(answer: &Answer) -> Vec<Value> {
    let calls = answer.calls.iter().enumerate().map(|(index, call)| {
        json!({
            "type": "function_call",
            "id": format!("fc_{index}"),
            "call_id": format!("call_{index}"),
            "status": "completed",
            "name": call.name,
            "arguments": call.arguments,
        })
    });
    let text = (!answer.text.is_empty() || answer.calls.is_empty()).then(|| message(answer));
    text.into_iter().chain(calls).collect()
}

pub(super) fn whole(answer: &Answer) -> Value {
    let (status, details) = match answer.finish {
        Finish::Stop => ("completed", Value::Null),
        Finish::Length => ("incomplete", json!({"reason": "max_output_tokens"})),
    };
    json!({
        "id": "resp_1",
        "object": "response",
        "created_at": 1_764_000_000,
        "model": "stub",
        "status": status,
        "incomplete_details": details,
        "error": null,
        "output": items(answer),
        "usage": {
            "input_tokens": answer.input,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens": answer.output,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": answer.input + answer.output,
        },
    })
}

pub(super) fn events(answer: &Answer) -> Vec<Value> {
    let mut started = whole(answer);
    started["status"] = "in_progress".into();
    started["output"] = json!([]);
    let mut events = vec![json!({"type": "response.created", "response": started})];
    for (index, item) in items(answer).iter().enumerate() {
        events.push(json!({"type": "response.output_item.added", "output_index": index, "item": item}));
        let (kind, text) = match item["type"].as_str() {
            Some("message") => ("response.output_text.delta", answer.text.as_str()),
            _ => (
                "response.function_call_arguments.delta",
                item["arguments"].as_str().unwrap_or_default(),
            ),
        };
        events.extend(pieces_of(text).into_iter().map(|delta| {
            json!({"type": kind, "item_id": item["id"], "output_index": index, "content_index": 0, "delta": delta})
        }));
        events.push(json!({"type": "response.output_item.done", "output_index": index, "item": item}));
    }
    let end = match answer.finish {
        Finish::Stop => "response.completed",
        Finish::Length => "response.incomplete",
    };
    events.push(json!({"type": end, "response": whole(answer)}));
    for (number, event) in events.iter_mut().enumerate() {
        event["sequence_number"] = number.into();
    }
    events
}
