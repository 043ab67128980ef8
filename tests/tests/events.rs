//! What `tracing` is told. The only test of its process: whether anybody listens is remembered for all threads together.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex};

use llm_output::{LlmOutput, Registry};
use llm_output_tests::types::CommitMessage;

const GOOD: &str = r#"{"title": "Tidy", "message": "Body"}"#;

/// Notes every event of `tracing` as text.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<Vec<String>>>);

impl tracing::Subscriber for Listener {
    fn enabled(&self, metadata: &tracing::Metadata<'_>) -> bool {
        metadata.target() == "llm_output"
    }

    fn new_span(&self, _: &tracing::span::Attributes<'_>) -> tracing::span::Id {
        tracing::span::Id::from_u64(1)
    }

    fn record(&self, _: &tracing::span::Id, _: &tracing::span::Record<'_>) {}

    fn record_follows_from(&self, _: &tracing::span::Id, _: &tracing::span::Id) {}

    fn event(&self, event: &tracing::Event<'_>) {
        struct Fields(String);
        impl tracing::field::Visit for Fields {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
                write!(self.0, "{}={value:?} ", field.name()).expect("a String takes everything");
            }
        }
        let mut fields = Fields(format!("{} ", event.metadata().level()));
        event.record(&mut fields);
        self.0.lock().unwrap().push(fields.0);
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

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
