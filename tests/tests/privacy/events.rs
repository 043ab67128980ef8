//! Events of `tracing`.

use llm_output_tests::listener::Listener;

use super::assert_hidden;
use super::engines::each_outcome;

/// In a process of its own: which events are listened to is remembered for all threads.
#[test]
fn no_event_holds_the_text() {
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    each_outcome(|_, _, _| {});
    let told = listener.0.lock().unwrap().concat();
    assert!(told.len() > 10_000, "{told}");
    assert_hidden(&told, "all texts");
}
