//! More fields that may be missing than a provider leaves out: the others are written, and `null` stands for their absence.

use llm_output::dialect::DialectNoteKind;
use llm_output::{Dialect, LlmOutput, RepairKind};
use llm_output_tests::sample::{Random, Sample, Texts};
use llm_output_verify::reshape::Form;
use llm_output_verify::types::Survey;
use serde_json::{Value, json};

#[test]
fn what_anthropic_does_not_leave_out_is_null() {
    let schema = Survey::schema_for(Dialect::Anthropic).expect("within the limits");
    assert_eq!(schema.value()["required"], json!(["name", "q1", "q26"]));
    let noted = |kind| schema.notes().iter().filter(|note| note.kind() == kind).count();
    assert_eq!(noted(DialectNoteKind::NullForAbsent), 2);
    assert_eq!(noted(DialectNoteKind::NeverNull), 24);

    let form = Form::of(Dialect::Anthropic, &schema);
    let mut random = Random::new(26);
    let drawn: Vec<Survey> = (0..50).map(|_| Sample::sample(&mut random, Texts::Human)).collect();
    for survey in drawn {
        let document = serde_json::to_value(&survey).expect("a document");
        let answer = form.reshaped(&document, Survey::SHAPE);
        let Value::Object(members) = &answer else {
            panic!("{answer}")
        };
        for (name, value) in members {
            assert!(!value.is_null() || ["q1", "q26"].contains(&&**name), "{answer}");
        }
        assert!(members.contains_key("q1") && members.contains_key("q26"), "{answer}");
        let parsed = Survey::parse_llm(&answer.to_string()).unwrap_or_else(|error| panic!("{error}: {answer}"));
        // The last one may hold a map, which is written as a list of pairs.
        let others = parsed
            .repairs()
            .iter()
            .filter(|repair| repair.kind() != RepairKind::PairsToMap);
        assert_eq!(others.count(), 0, "{answer}: {:?}", parsed.repairs());
        assert_eq!(parsed.value, survey);
    }
}
