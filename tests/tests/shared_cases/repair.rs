//! Repairs without a type, from the test suites of peers: what is read is any JSON value.

use llm_output::{ErrorKind, LlmOutput, Options, ParseError, Parsed, Severity};
use llm_output_tests::board::{Board, Verdict, is_same, records};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
struct Record {
    id: String,
    input: String,
    expected: Value,
    kind: Kind,
    category: String,
    #[serde(default)]
    disputed: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    /// Valid by the peer's own grammar.
    Clean,
    /// Broken, with one value.
    Repair,
    /// Cut off.
    Partial,
    /// What the peer refuses.
    Error,
}

impl Record {
    fn verdict(&self) -> Verdict {
        let outcome = Value::parse_llm(&self.input);
        let note = format!(
            "  {:?}\n  wanted {} as {:?}\n  found  {}",
            self.input,
            self.expected,
            self.kind,
            told(&outcome)
        );
        match (self.kind, outcome) {
            (Kind::Clean, Ok(parsed)) if self.is_same(&parsed) => {
                // What is valid JSON needs no repair, and no other word on it.
                if serde_json::from_str::<Value>(&self.input).is_err() || parsed.is_exact() {
                    Verdict::Passed
                } else {
                    Verdict::Failed(note)
                }
            }
            (Kind::Repair, Ok(parsed)) if self.is_same(&parsed) => Verdict::Passed,
            (Kind::Partial, outcome) => self.partial(outcome, note),
            (Kind::Error, outcome) => self.refused(outcome, note),
            (_, Ok(_)) => Verdict::Wrong(note),
            (_, Err(_)) => Verdict::Failed(note),
        }
    }

    fn is_same(&self, parsed: &Parsed<Value>) -> bool {
        is_same(&parsed.value, &self.expected)
    }

    /// By default a cut text is an error, but for one that lacks closers alone; asked for, it gives the part.
    fn partial(&self, outcome: Result<Parsed<Value>, ParseError>, note: String) -> Verdict {
        match outcome {
            Ok(parsed) if self.is_same(&parsed) => return Verdict::Passed,
            Ok(_) => return Verdict::Wrong(note),
            Err(error) if error.kind() != ErrorKind::Truncated => return Verdict::Failed(note),
            Err(_) => {}
        }
        let part = Value::parse_llm_with(&self.input, &Options::default().accept(Severity::Incomplete));
        match &part {
            Ok(parsed) if self.is_same(parsed) => Verdict::Passed,
            _ => Verdict::Failed(format!("{note}\n  in part {}", told(&part))),
        }
    }

    /// What a strict parser refuses is refused by an exact reading, and never read without a word by another one.
    fn refused(&self, outcome: Result<Parsed<Value>, ParseError>, note: String) -> Verdict {
        if Value::parse_llm_with(&self.input, &Options::exact()).is_ok() {
            return Verdict::Wrong(note);
        }
        match outcome {
            Ok(parsed) if parsed.is_exact() => Verdict::Wrong(note),
            _ => Verdict::Passed,
        }
    }
}

/// An outcome on one line.
pub(crate) fn told(outcome: &Result<Parsed<Value>, ParseError>) -> String {
    match outcome {
        Ok(parsed) => {
            let repairs: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
            format!("{} by {repairs:?}", parsed.value)
        }
        Err(error) => format!("{:?}: {error}", error.kind()),
    }
}

#[test]
fn repairs_without_a_type() {
    let Some(records) = records::<Record>("repair") else {
        return;
    };
    let mut board = Board::new("repair");
    for record in &records {
        let kind = format!("{:?}", record.kind).to_lowercase();
        let disputed = if record.disputed { "disputed" } else { "agreed" };
        let category = format!("{disputed} {kind} {}", record.category);
        board.count(&record.id, &category, record.verdict());
    }
    board.conclude(&[("agreed clean", 100.0), ("agreed", 97.0), ("disputed", 0.0)]);
}
