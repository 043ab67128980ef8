//! `/api/chat` of Ollama.

use serde_json::{Value, json};

use crate::{Answer, Finish};

fn line(answer: &Answer, content: &str, is_last: bool) -> Value {
    let mut line = json!({
        "model": "stub",
        "created_at": "2025-11-24T16:00:00Z",
        "message": {"role": "assistant", "content": content},
        "done": is_last,
    });
    if is_last {
        let calls = answer.calls.iter();
        let calls: Vec<_> = calls
            .map(|call| json!({"function": {"name": call.name, "arguments": call.value()}}))
            .collect();
        if !calls.is_empty() {
            line["message"]["tool_calls"] = calls.into();
        }
        line["done_reason"] = match answer.finish {
            Finish::Stop => "stop".into(),
            Finish::Length => "length".into(),
        };
        line["prompt_eval_count"] = answer.input.into();
        line["eval_count"] = answer.output.into();
        for duration in [
            "total_duration",
            "load_duration",
            "prompt_eval_duration",
            "eval_duration",
        ] {
            line[duration] = 1.into();
        }
    }
    line
}

pub(super) fn whole(answer: &Answer) -> Value {
    line(answer, &answer.text, true)
}

pub(super) fn lines(answer: &Answer) -> Vec<Value> {
    let deltas = answer.deltas();
    let deltas = deltas.iter().map(|delta| line(answer, delta, false));
    deltas.chain([line(answer, "", true)]).collect()
}
