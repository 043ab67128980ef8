//! What `tracing` is told. The only test of its process: whether anybody listens is remembered for all threads together.

use std::collections::HashMap;

use llm_output::{LlmOutput, Registry};
use llm_output_tests::listener::Listener;
use llm_output_tests::types::CommitMessage;

const GOOD: &str = r#"{"title": "Tidy", "message": "Body"}"#;

#[test]
fn one_event_tells_of_each_parse_that_needed_repair_or_failed() {
    let listener = Listener::default();
    let mut registry = Registry::new();
    registry.register::<CommitMessage>("writer").expect("the name is free");
    tracing::subscriber::with_default(listener.clone(), || {
        let _ = CommitMessage::parse_llm(GOOD);
        let _ = CommitMessage::parse_llm("{'title': 'secret', \"message\": \"secret\",}");
        let _ = registry.parse::<CommitMessage>("writer", "secret");
        let _ = <HashMap<String, u8>>::parse_llm(r#"{"secret": "1", "secrets": 2}"#);
        let _ = <HashMap<String, u8>>::parse_llm(r#"{"secret": "much"}"#);
        let _ = llm_output::from_str::<Vec<u8>>("[1, '2']");
        let _ = <Vec<u8>>::parse_llm(&format!("[{}]", "'1',".repeat(100)));
    });
    let told = listener.0.lock().unwrap();
    assert_eq!(told.len(), 6, "{told:#?}");
    assert!(told.iter().all(|event| !event.contains("secret")), "{told:#?}");
    assert!(
        told[0].starts_with("DEBUG") && told[0].contains("title: single_quoted"),
        "{told:#?}"
    );
    assert!(
        told[0].contains("CommitMessage") && told[0].contains("severity=\"syntax\""),
        "{told:#?}"
    );
    assert!(
        told[1].starts_with("WARN") && told[1].contains("contract=\"writer\""),
        "{told:#?}"
    );
    assert!(told[1].contains("error=\"prose\""), "{told:#?}");
    assert!(told[2].contains("[*]: string_to_number"), "{told:#?}");
    assert!(told[3].contains("violations=[*]"), "{told:#?}");
    assert!(told[4].contains("[1]: single_quoted"), "{told:#?}");
    assert!(told[5].contains("more"), "{told:#?}");
}
