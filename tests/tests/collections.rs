//! Lists and texts of other owners than `Vec` and `String`: the same schema, the same reading, the same repairs.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

use llm_output::{ErrorKind, LlmOutput, Options, RepairKind, Severity};
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Owners {
    queue: VecDeque<u8>,
    #[llm(length(max = 2))]
    boxed: Box<[String]>,
    shared: Arc<[Option<bool>]>,
    maybe: Option<Box<[Step]>>,
    text: Box<str>,
    counted: Rc<str>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Step {
    name: Arc<str>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Sharing {
    step: Arc<Step>,
    steps: Vec<Rc<Step>>,
    maybe: Option<Arc<u8>>,
    #[serde(flatten)]
    more: Rc<More>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct More {
    note: String,
}

#[test]
fn a_shared_value_is_read_as_the_value() {
    let text = r#"{"step": {"name": "a"}, "steps": [{"name": "b"}], "maybe": null, "note": "n"}"#;
    let parsed = Sharing::parse_llm(text).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(text).unwrap());
    assert_eq!(<Arc<Step>>::SCHEMA, Step::SCHEMA);
    let parsed =
        Sharing::parse_llm(r#"{"step": {"name": 1}, "steps": {"name": "b"}, "maybe": "7", "note": "n"}"#).unwrap();
    assert_eq!((&*parsed.step.name, parsed.maybe.as_deref()), ("1", Some(&7)));
}

// The same fields with the usual owners.
#[derive(LlmOutput)]
#[llm(rename = "Owners")]
#[allow(dead_code, reason = "only its schema counts")]
struct Plain {
    queue: Vec<u8>,
    #[llm(length(max = 2))]
    boxed: Vec<String>,
    shared: Vec<Option<bool>>,
    maybe: Option<Vec<PlainStep>>,
    text: String,
    counted: String,
}

#[derive(LlmOutput)]
#[llm(rename = "Step")]
#[allow(dead_code, reason = "only its schema counts")]
struct PlainStep {
    name: String,
}

const VALID: &str = r#"{"queue": [1, 2], "boxed": ["a"], "shared": [true, null], "maybe": [{"name": "n"}], "text": "t", "counted": "c"}"#;

#[test]
fn they_are_shown_as_what_they_are_to_a_model() {
    assert_eq!(Owners::SCHEMA, Plain::SCHEMA);
    assert_eq!(Owners::PROMPT, Plain::PROMPT);
}

#[test]
fn a_valid_document_gives_the_value_that_serde_gives() {
    let parsed = Owners::parse_llm(VALID).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(VALID).unwrap());
}

#[test]
fn they_are_repaired_and_held_to_their_bounds() {
    let text = VALID.replace("[1, 2]", "1").replace("[\"a\"]", "'a'");
    let parsed = Owners::parse_llm(&text).unwrap();
    assert_eq!((parsed.queue.len(), &*parsed.boxed[0]), (1, "a"));
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        ["queue: wrap_in_array", "boxed: single_quoted", "boxed: wrap_in_array"]
    );

    let error = Owners::parse_llm(&VALID.replace("[\"a\"]", r#"["a", "b", "c"]"#)).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "boxed");
    assert_eq!(error.violations()[0].expected(), "at most 2 elements");
}

#[test]
fn what_is_missing_is_empty_only_where_that_is_asked_for() {
    let error = Owners::parse_llm(r#"{"queue": []}"#).unwrap_err();
    assert_eq!(error.would_need(), Some(Severity::Invented));
    let parsed = Owners::parse_llm_with(r#"{"queue": []}"#, &Options::lenient()).unwrap();
    assert!(parsed.boxed.is_empty() && parsed.shared.is_empty() && parsed.maybe.is_none() && parsed.text.is_empty());
}

/// Rule 12 of the contract: a list or map all of whose content would be dropped is an error, however much is accepted.
#[test]
fn what_would_lose_all_its_content_is_an_error() {
    #[derive(Debug, PartialEq, Deserialize, LlmOutput)]
    struct Page {
        sizes: Vec<u8>,
        names: BTreeMap<String, u8>,
        #[llm(skip_invalid)]
        skipped: Vec<u8>,
    }
    for (sizes, names) in [
        ("[300]", "{}"),
        ("[\"a\", {}]", "{}"),
        ("[]", r#"{"a": 300}"#),
        ("[]", r#"{"a": {}, "b": []}"#),
    ] {
        let text = format!(r#"{{"sizes": {sizes}, "names": {names}, "skipped": []}}"#);
        let error = Page::parse_llm_with(&text, &Options::lenient()).expect_err(&text);
        assert_eq!(error.would_need(), None, "{text}: {error}");
    }
    let text = r#"{"sizes": [300, 1], "names": {"a": 300, "b": 1}, "skipped": [300]}"#;
    let page = Page::parse_llm_with(text, &Options::lenient()).expect(text);
    assert_eq!(
        (page.value.sizes, page.value.names.len(), page.value.skipped),
        (vec![1], 1, vec![])
    );
}

/// An element that lacks a required field is skipped like one that cannot be read.
#[test]
fn an_element_that_lacks_a_field_is_skipped_where_the_field_says_so() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Report {
        #[llm(skip_invalid)]
        findings: Vec<Finding>,
    }
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Finding {
        title: String,
        line: Option<u32>,
    }
    let finding = |title: &str| Finding {
        title: title.to_owned(),
        line: None,
    };
    let text = r#"{"findings": [{"title": "a"}, {"line": 4}, {}, {"title": null}, 3, {"title": "b"}]}"#;
    for accept in [Severity::Coercion, Severity::Guess] {
        let report = Report::parse_llm_with(text, &Options::default().accept(accept)).expect(text);
        assert_eq!(report.value.findings, [finding("a"), finding("b")]);
        let dropped: Vec<_> = report
            .repairs()
            .iter()
            .map(|repair| (repair.kind(), repair.path().to_string()))
            .collect();
        let expected = (1..5).map(|i| (RepairKind::DroppedInvalidElement, format!("findings[{i}]")));
        assert_eq!(dropped, expected.collect::<Vec<_>>());
    }
    // What is made up is not left out, and neither is what the end of the text cut off. Nothing of a finding is in `{"line": 4}`.
    let text = r#"{"findings": [{"title": "a"}, {"title": null}]}"#;
    let report = Report::parse_llm_with(text, &Options::lenient()).expect(text);
    assert_eq!(report.value.findings, [finding("a"), finding("")]);
    let error = Report::parse_llm(r#"{"findings": [{"title": "a"}, {"li"#).expect_err("it is cut off");
    assert_eq!(error.kind(), ErrorKind::Truncated);
}
