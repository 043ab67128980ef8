//! What was derived under another name and without a prelude reads like anything else.

use llm_output_renamed_tests::{Answer, Certainty, Paged};
use renamed::LlmOutput;

#[test]
fn a_type_of_a_crate_without_prelude_is_read() {
    let parsed = Answer::parse_llm(r#"{"text": "yes", "marks": [1, "2"], "match": true}"#).expect("one repair");
    assert_eq!(parsed.value.text, "yes");
    assert_eq!(parsed.value.remark, None);
    assert_eq!(parsed.value.marks.iter().map(|mark| mark.0).collect::<Vec<_>>(), [1, 2]);
    assert!(matches!(parsed.value.certainty, Certainty::High));
    assert!(parsed.value.r#match);
    assert_eq!(parsed.repairs().len(), 1);
}

#[test]
fn a_generic_type_of_a_crate_without_prelude_is_read() {
    let parsed = Paged::<u8>::parse_llm(r#"{"items": [1, 2], "next": null}"#).expect("an exact document");
    assert_eq!(
        (parsed.value.items.as_slice(), parsed.value.next),
        ([1, 2].as_slice(), None)
    );
    assert!(parsed.is_exact());
}

#[test]
fn bounds_of_a_newtype_hold() {
    let error = Answer::parse_llm(r#"{"text": "yes", "marks": [7], "match": true}"#).expect_err("7 is above 6");
    assert_eq!(error.violations().len(), 1);
}
