//! What is counted.

use llm_output::telemetry::{Counts, Tally};
use llm_output::{ErrorKind, LlmOutput, RepairKind};
use llm_output_tests::types::CommitMessage;
use serde_json::json;

use super::{BROKEN, GOOD};

#[test]
fn a_tally_counts_by_contract_and_model_without_text() {
    let mut tally = Tally::new();
    for text in [GOOD, BROKEN, BROKEN, "No secret.", r#"{"title": "secret"}"#] {
        tally.record("writer", "m1", &CommitMessage::parse_llm(text));
    }
    tally.record("writer", "m2", &CommitMessage::parse_llm(BROKEN));
    let counts = tally.get("writer", "m1").unwrap();
    assert_eq!((counts.exact(), counts.repaired(), counts.failed()), (1, 2, 2));
    assert_eq!(counts.of(RepairKind::ExtraComma), 2);
    assert_eq!(counts.of(RepairKind::MissingToDefault), 0, "the reading was refused");
    assert_eq!(counts.of_error(ErrorKind::Prose), 1);
    assert_eq!(counts.of_error(ErrorKind::Schema), 1);
    assert!(tally.get("writer", "m3").is_none());

    let written = serde_json::to_string(&tally).unwrap();
    assert!(!written.contains("secret") && !written.contains("Tidy"), "{written}");
    let value: serde_json::Value = serde_json::from_str(&written).unwrap();
    assert_eq!(
        value["counts"][0]["kinds"]["single_quoted"],
        json!(counts.of(RepairKind::SingleQuoted))
    );
    assert_eq!(value["counts"][1]["model"], json!("m2"));
}

#[test]
fn each_kind_is_counted_as_often_as_it_is_listed() {
    let framed = "Sure:\n```json\n[1, 2]\n```\nDone.";
    for text in ["[1, '2', 3, \"4\", '5',]", framed, "['7']"] {
        let outcome = <Vec<u8>>::parse_llm(text);
        // Counted before the list is built, and again after.
        let mut counts = Counts::default();
        counts.record(&outcome);
        let mut expected = std::collections::BTreeMap::new();
        for repair in outcome.as_ref().unwrap().repairs() {
            *expected.entry(repair.kind().name()).or_insert(0) += 1;
        }
        assert!(counts.kinds().eq(expected), "{text}");
        let mut again = Counts::default();
        again.record(&outcome);
        assert_eq!(again, counts, "{text}");
    }
}

#[test]
fn a_tally_is_bounded_and_loses_no_count() {
    let good = CommitMessage::parse_llm(GOOD);
    let mut tally = Tally::new();
    for number in 0..Tally::LIMIT + 100 {
        tally.record(&format!("contract {number}"), "m", &good);
    }
    assert_eq!(tally.iter().count(), Tally::LIMIT);
    assert_eq!(tally.others().exact(), 100);
    let mut other = Tally::new();
    other.record("contract 3", "m", &good);
    other.record(&"long ".repeat(100), "m", &good);
    tally.merge(&other);
    assert_eq!(tally.iter().count(), Tally::LIMIT);
    assert_eq!(tally.get("contract 3", "m").unwrap().exact(), 2);
    assert_eq!(tally.others().exact(), 101);
    assert!(other.get(&"long ".repeat(50), "m").is_some(), "names are cut");
}
