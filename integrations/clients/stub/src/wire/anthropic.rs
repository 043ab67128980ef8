//! Messages of Anthropic.

use serde_json::{Value, json};

use crate::script::pieces_of;
use crate::{Answer, Finish};

fn stop_reason(answer: &Answer) -> &'static str {
    match answer.finish {
        Finish::Length => "max_tokens",
        Finish::Stop if answer.calls.is_empty() => "end_turn",
        Finish::Stop => "tool_use",
    }
}

fn message(answer: &Answer, content: &[Value]) -> Value {
    json!({
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "stub",
        "content": content,
        "stop_reason": stop_reason(answer),
        "stop_sequence": null,
        "usage": {"input_tokens": answer.input, "output_tokens": answer.output},
    })
}

pub(super) fn whole(answer: &Answer) -> Value {
    let text = (!answer.text.is_empty()).then(|| json!({"type": "text", "text": answer.text}));
    let calls = answer.calls.iter().enumerate().map(|(index, call)| {
        json!({"type": "tool_use", "id": format!("toolu_{index}"), "name": call.name, "input": call.value()})
    });
    message(answer, &text.into_iter().chain(calls).collect::<Vec<_>>())
}

pub(super) fn events(answer: &Answer) -> Vec<Value> {
    let mut started = message(answer, &[]);
    started["stop_reason"] = Value::Null;
    started["usage"]["output_tokens"] = 1.into();
    let mut events = vec![
        json!({"type": "message_start", "message": started}),
        json!({"type": "ping"}),
    ];
    let mut index = 0;
    let mut block = |start: Value, deltas: Vec<Value>| {
        events.push(json!({"type": "content_block_start", "index": index, "content_block": start}));
        let delta = |delta| json!({"type": "content_block_delta", "index": index, "delta": delta});
        events.extend(deltas.into_iter().map(delta));
        events.push(json!({"type": "content_block_stop", "index": index}));
        index += 1;
    };
    if !answer.text.is_empty() {
        let deltas = answer
            .deltas()
            .into_iter()
            .map(|text| json!({"type": "text_delta", "text": text}));
        block(json!({"type": "text", "text": ""}), deltas.collect());
    }
    for (number, call) in answer.calls.iter().enumerate() {
        let start = json!({"type": "tool_use", "id": format!("toolu_{number}"), "name": call.name, "input": {}});
        let pieces = pieces_of(&call.arguments).into_iter();
        let deltas = pieces.map(|piece| json!({"type": "input_json_delta", "partial_json": piece}));
        block(start, deltas.collect());
    }
    events.push(json!({
        "type": "message_delta",
        "delta": {"stop_reason": stop_reason(answer), "stop_sequence": null},
        "usage": {"output_tokens": answer.output},
    }));
    events.push(json!({"type": "message_stop"}));
    events
}
