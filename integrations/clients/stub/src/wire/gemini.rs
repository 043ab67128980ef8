//! `generateContent` of Gemini.

use serde_json::{Value, json};

use crate::{Answer, Finish};

fn part(answer: &Answer, parts: &[Value], is_last: bool) -> Value {
    let finish = match answer.finish {
        Finish::Stop => "STOP",
        Finish::Length => "MAX_TOKENS",
    };
    let mut candidate = json!({"index": 0, "content": {"role": "model", "parts": parts}});
    if is_last {
        candidate["finishReason"] = finish.into();
    }
    json!({
        "candidates": [candidate],
        "modelVersion": "stub",
        "usageMetadata": {
            "promptTokenCount": answer.input,
            "candidatesTokenCount": answer.output,
            "totalTokenCount": answer.input + answer.output,
        },
    })
}

fn calls(answer: &Answer) -> impl Iterator<Item = Value> {
    let calls = answer.calls.iter();
    calls.map(|call| json!({"functionCall": {"name": call.name, "args": call.value()}}))
}

pub(super) fn whole(answer: &Answer) -> Value {
    let text = (!answer.text.is_empty()).then(|| json!({"text": answer.text}));
    part(answer, &text.into_iter().chain(calls(answer)).collect::<Vec<_>>(), true)
}

pub(super) fn events(answer: &Answer) -> Vec<Value> {
    let deltas = answer
        .deltas()
        .into_iter()
        .map(|text| part(answer, &[json!({"text": text})], false));
    let end = part(answer, &calls(answer).collect::<Vec<_>>(), true);
    deltas.chain([end]).collect()
}
