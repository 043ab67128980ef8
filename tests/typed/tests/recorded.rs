//! Typed recovery, from the test suite of a peer: the same texts, read as the same types.

use llm_output::Options;
use llm_output_tests::board::{Board, Verdict, is_same_but_for_nulls, records};
use llm_output_tests::case::{Reader, told};
use serde::Deserialize;
use serde_json::Value;

#[derive(Debug, Deserialize)]
struct Record {
    id: String,
    input: String,
    expected: Value,
    partial: bool,
    category: String,
    target: String,
}

impl Record {
    fn verdict(&self, reader: Reader) -> Verdict {
        let outcome = reader(&self.input, &Options::default());
        let found = told(&outcome);
        let note = format!(
            "  {}: {:?}\n  wanted {}\n  found  {found}",
            self.target, self.input, self.expected
        );
        let wants_error = self.expected == Value::String("ERROR".into());
        match outcome {
            Err(_) if wants_error => Verdict::Passed,
            Ok(reading) if !wants_error && is_same_but_for_nulls(&reading.value, &self.expected) => Verdict::Passed,
            Ok(_) => Verdict::Wrong(note),
            Err(_) => Verdict::Failed(note),
        }
    }
}

#[test]
fn typed_recovery_of_a_peer() {
    let Some(records) = records::<Record>("typed") else {
        return;
    };
    let mut board = Board::new("typed");
    let (mut partial, mut unsaid) = (0, Vec::new());
    for record in &records {
        // What a value looks like while it grows is a matter of streams.
        if record.partial {
            partial += 1;
            continue;
        }
        match llm_output_typed_cases::reader(&record.id) {
            Some(reader) => board.count(&record.id, &record.category, record.verdict(reader)),
            None => unsaid.push(&*record.id),
        }
    }
    println!(
        "{partial} cases of growing values; {} whose types Rust cannot say: {unsaid:?}",
        unsaid.len()
    );
    board.conclude(&[("", 95.0)]);
}
