//! What models wrote, to the byte: any JSON value is read from it.

use llm_output::{ErrorKind, LlmOutput, Options, ParseError, Parsed, Severity};
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
    #[serde(default)]
    schema: Value,
}

/// The shape that recurs most often: whatever else the answer holds, it has a prediction and how sure the model is.
#[derive(Debug, LlmOutput)]
struct Prediction {
    prediction: Answer,
    #[llm(range(min = 0.0, max = 100.0))]
    confidence: f64,
}

#[derive(Debug, Clone, Copy, LlmOutput)]
#[llm(rename_all = "UPPERCASE")]
enum Answer {
    Yes,
    No,
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

impl Record {
    /// The prediction that a strict reading or the record gives, if it is of the type.
    fn prediction(&self) -> Option<(bool, f64)> {
        let strict = serde_json::from_str(&self.raw).ok();
        let value: &Value = strict.as_ref().or(self.expected.as_ref())?;
        let answer = match value.get("prediction")?.as_str()? {
            "YES" => true,
            "NO" => false,
            _ => return None,
        };
        let confidence = value.get("confidence")?.as_f64()?;
        (0.0..=100.0).contains(&confidence).then_some((answer, confidence))
    }

    fn typed_verdict(&self, outcome: Result<Parsed<Prediction>, ParseError>) -> Verdict {
        let found = match &outcome {
            Ok(parsed) => format!("{:?} by {:?}", parsed.value, parsed.repairs()),
            Err(error) => format!("{:?}: {error}", error.kind()),
        };
        let tail: String = self
            .raw
            .chars()
            .rev()
            .take(400)
            .collect::<Vec<_>>()
            .into_iter()
            .rev()
            .collect();
        let note = format!(
            "  {}\n  .. {tail:?}\n  wanted {:?}\n  found  {found}",
            self.note,
            self.prediction()
        );
        let is_known = |parsed: &Parsed<Prediction>, (answer, confidence): (bool, f64)| {
            matches!(parsed.value.prediction, Answer::Yes) == answer
                && parsed.value.confidence.to_bits() == confidence.to_bits()
        };
        match (outcome, self.prediction()) {
            (Ok(parsed), Some(known)) if is_known(&parsed, known) => Verdict::Passed,
            (Ok(_), Some(_)) => Verdict::Wrong(note),
            (Err(error), Some(known)) if error.kind() == ErrorKind::Truncated => {
                let options = Options::default().accept(Severity::Incomplete);
                match Prediction::parse_llm_with(&self.raw, &options) {
                    Ok(parsed) if is_known(&parsed, known) => Verdict::Passed,
                    _ => Verdict::Failed(note),
                }
            }
            // Nobody knows what was meant: that the shape is there at all is worth counting.
            (Ok(_), None) => Verdict::Passed,
            (Err(_), _) => Verdict::Failed(note),
        }
    }
}

#[test]
fn what_models_wrote_as_a_type() {
    let Some(records) = records::<Record>("real") else {
        return;
    };
    let mut board = Board::new("real_typed");
    for record in &records {
        let properties = record.schema.get("properties").and_then(Value::as_object);
        if !properties.is_some_and(|known| known.contains_key("prediction") && known.contains_key("confidence")) {
            continue;
        }
        let known = if record.prediction().is_some() { "known" } else { "open" };
        let verdict = record.typed_verdict(Prediction::parse_llm(&record.raw));
        board.count(&record.id, &format!("{known} {}", record.kind), verdict);
    }
    board.conclude(&[("known", 95.0), ("open", 0.0)]);
}
