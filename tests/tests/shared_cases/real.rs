//! What models wrote, to the byte: any JSON value is read from it.

use llm_output::{ErrorKind, LlmOutput, Options, Severity};
use llm_output_tests::board::{Board, Verdict, is_same, records};
use serde::Deserialize;
use serde_json::Value;

use crate::repair::told;

#[derive(Debug, Deserialize)]
struct Record {
    id: String,
    raw: String,
    kind: String,
    #[serde(default)]
    syntax_defects: Vec<String>,
    #[serde(default)]
    note: String,
    #[serde(default, deserialize_with = "present")]
    expected: Option<Value>,
}

fn present<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(deserializer).map(Some)
}

impl Record {
    fn category(&self) -> String {
        if serde_json::from_str::<Value>(&self.raw).is_ok() {
            return format!("strict {}", self.kind);
        }
        let expected = if self.expected.is_some() { "expected" } else { "open" };
        let defects = if self.syntax_defects.len() == 1 {
            &*self.syntax_defects[0]
        } else {
            "several"
        };
        let defects = if self.syntax_defects.is_empty() { "" } else { defects };
        format!("{expected} {} {defects}", self.kind)
    }

    fn verdict(&self) -> Verdict {
        let outcome = Value::parse_llm(&self.raw);
        let head: String = self.raw.chars().take(600).collect();
        let tail: String = self
            .raw
            .chars()
            .rev()
            .take(200)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let note = format!(
            "  {}\n  {head:?} .. {tail:?}\n  wanted {}\n  found  {}",
            self.note,
            self.expected.as_ref().unwrap_or(&Value::Null),
            told(&outcome)
        );
        if let Ok(expected) = serde_json::from_str::<Value>(&self.raw) {
            return match outcome {
                Ok(parsed) if parsed.value == expected && parsed.is_exact() => Verdict::Passed,
                _ => Verdict::Wrong(note),
            };
        }
        let Some(expected) = &self.expected else {
            // Nobody knows what was meant: it is enough that nothing is read without a word.
            return match outcome {
                Ok(parsed) if parsed.is_exact() => Verdict::Wrong(note),
                _ => Verdict::Passed,
            };
        };
        match outcome {
            Ok(parsed) if is_same(&parsed.value, expected) => Verdict::Passed,
            Ok(_) => Verdict::Wrong(note),
            Err(error) if error.kind() == ErrorKind::Truncated => {
                let part = Value::parse_llm_with(&self.raw, &Options::default().accept(Severity::Incomplete));
                match &part {
                    Ok(parsed) if is_same(&parsed.value, expected) => Verdict::Passed,
                    _ => Verdict::Failed(format!("{note}\n  in part {}", told(&part))),
                }
            }
            Err(_) => Verdict::Failed(note),
        }
    }
}

#[test]
fn what_models_wrote() {
    let Some(records) = records::<Record>("real") else {
        return;
    };
    let mut board = Board::new("real");
    for record in &records {
        board.count(&record.id, &record.category(), record.verdict());
    }
    board.conclude(&[
        ("strict", 100.0),
        ("expected", 95.0),
        ("expected malformed", 95.0),
        ("open", 100.0),
    ]);
}
