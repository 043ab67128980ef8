//! Contracts by name.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use llm_output::telemetry::Tally;
use llm_output::{ErrorKind, LlmOutput, Options, Registry, RegistryError, RepairKind, Severity};
use llm_output_tests::types::{CommitMessage, Note, Review, Step};
use serde_json::json;

use super::{BROKEN, GOOD};

pub(super) fn registry() -> Registry {
    let mut registry = Registry::new();
    registry
        .register::<Step>("planner")
        .unwrap()
        .marker("cadre-json")
        .values();
    registry.register::<CommitMessage>("writer").unwrap();
    registry
        .register::<Review>("reviewer")
        .unwrap()
        .options(Options::default().accept(Severity::Syntax))
        .values();
    registry
}

#[test]
fn contracts_are_found_by_name_and_type() {
    let mut registry = registry();
    assert!(registry.has("planner") && !registry.has("Planner"));
    assert_eq!(registry.list().collect::<Vec<_>>(), ["planner", "reviewer", "writer"]);
    let contract = registry.get("planner").unwrap();
    assert_eq!(contract.schema(), Step::SCHEMA);
    assert_eq!(contract.prompt(), Step::PROMPT);
    assert_eq!(contract.markers().collect::<Vec<_>>(), ["cadre-json"]);
    assert!(registry.get("nobody").is_none());

    let error = registry.parse::<Step>("nobody", "{}").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no contract is registered as \"nobody\"; registered names: planner, reviewer, writer"
    );
    let error = registry.parse::<Note>("planner", "{}").unwrap_err();
    assert!(matches!(error, RegistryError::WrongType { .. }));
    assert!(
        error.to_string().contains("Step") && error.to_string().contains("Note"),
        "{error}"
    );
    assert!(matches!(
        registry.register::<Note>("writer"),
        Err(RegistryError::Taken { .. })
    ));
    assert_eq!(
        registry.parse::<CommitMessage>("writer", GOOD).unwrap().value.title,
        "Tidy"
    );
}

#[test]
fn a_contract_reads_with_its_own_marker_and_options() {
    let registry = registry();
    let step = r#"{"status": "Done", "reason": "r"}"#;
    let text = format!("```json\n{{\"status\": \"wip\", \"reason\": \"old\"}}\n```\n```cadre-json\n{step}\n```");
    let parsed = registry.parse::<Step>("planner", &text).unwrap();
    assert_eq!(parsed.value.reason, "r");
    let error = registry
        .parse::<Step>("planner", "```json\n{\"status\": \"done\"}\n```")
        .unwrap_err();
    assert_eq!(
        error.parse_error().map(llm_output::ParseError::kind),
        Some(ErrorKind::NoBlock)
    );

    let text = r#"{"findings": [], "summary": 3}"#;
    let error = registry.parse::<Review>("reviewer", text).unwrap_err();
    assert_eq!(
        error.parse_error().and_then(llm_output::ParseError::would_need),
        Some(Severity::Coercion)
    );

    let value = registry
        .parse_value("planner", &format!("```cadre-json\n{step}\n```"))
        .unwrap();
    assert_eq!(
        value.value,
        json!({"status": "done", "reason": "r"}),
        "as the type writes it"
    );
    assert!(
        value
            .repairs()
            .iter()
            .any(|repair| repair.kind() == RepairKind::EnumCase)
    );
    assert!(matches!(
        registry.parse_value("writer", GOOD),
        Err(RegistryError::NoValues { .. })
    ));
    assert!(matches!(
        registry.parse_value("nobody", GOOD),
        Err(RegistryError::Unknown { .. })
    ));
}

#[test]
fn a_registry_serves_eight_threads_and_loses_nothing() {
    const ROUNDS: usize = 200;
    let failures = Arc::new(Mutex::new(HashMap::<String, usize>::new()));
    let mut registry = registry();
    let told = Arc::clone(&failures);
    registry.on_failure(move |name, error| {
        assert!(!error.to_string().is_empty());
        *told.lock().unwrap().entry(name.to_owned()).or_default() += 1;
    });
    let registry = Arc::new(registry);
    let tallies: Vec<Tally> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8)
            .map(|thread| {
                let registry = &registry;
                scope.spawn(move || {
                    let mut tally = Tally::new();
                    for round in 0..ROUNDS {
                        let text = [GOOD, BROKEN, "No."][(round + thread) % 3];
                        let result = registry.parse::<CommitMessage>("writer", text);
                        assert_eq!(result.is_ok(), text != "No.");
                        tally.record("writer", "m", &CommitMessage::parse_llm(text));
                        let _ = registry.parse_value("planner", "No.");
                    }
                    tally
                })
            })
            .collect();
        threads
            .into_iter()
            .map(|thread| thread.join().expect("no thread panics"))
            .collect()
    });
    let mut all = Tally::new();
    for tally in &tallies {
        all.merge(tally);
    }
    let counts = all.get("writer", "m").unwrap();
    assert_eq!(counts.exact() + counts.repaired() + counts.failed(), 8 * ROUNDS as u64);
    let failures = failures.lock().unwrap();
    assert_eq!(failures["writer"] as u64, counts.failed());
    assert_eq!(failures["planner"], 8 * ROUNDS);
}

#[test]
fn a_panic_of_on_failure_comes_out_and_harms_nothing() {
    let mut registry = registry();
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    registry.on_failure(move |_, _| {
        assert!(count.fetch_add(1, Ordering::Relaxed) % 2 == 1, "observer");
    });
    let parse = || registry.parse::<CommitMessage>("writer", "No.").is_err();
    assert!(catch_unwind(AssertUnwindSafe(parse)).is_err());
    assert!(parse(), "the next one is told of as well");
    assert!(registry.parse::<CommitMessage>("writer", GOOD).is_ok());
    assert_eq!(told.load(Ordering::Relaxed), 2);
}
