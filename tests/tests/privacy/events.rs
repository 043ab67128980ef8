//! Events of `tracing`.

use std::fmt::{self, Write as _};
use std::sync::{Arc, Mutex};

use super::assert_hidden;
use super::engines::each_outcome;

/// Notes every event of `tracing` as text.
#[derive(Clone, Default)]
struct Listener(Arc<Mutex<String>>);

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
        struct Fields<'s>(&'s mut String);
        impl tracing::field::Visit for Fields<'_> {
            fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn fmt::Debug) {
                write!(self.0, "{}={value:?} ", field.name()).unwrap();
            }
        }
        event.record(&mut Fields(&mut self.0.lock().unwrap()));
    }

    fn enter(&self, _: &tracing::span::Id) {}

    fn exit(&self, _: &tracing::span::Id) {}
}

/// In a process of its own: which events are listened to is remembered for all threads.
#[test]
fn no_event_holds_the_text() {
    let listener = Listener::default();
    tracing::subscriber::set_global_default(listener.clone()).unwrap();
    each_outcome(|_, _, _| {});
    let told = listener.0.lock().unwrap();
    assert!(told.len() > 10_000, "{told}");
    assert_hidden(&told, "all texts");
}
