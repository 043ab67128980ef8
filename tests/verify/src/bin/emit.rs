//! Writes the schema of every type in every dialect, and every request fragment, as one JSON document: what `vendors/check.py` reads.

use std::collections::BTreeMap;
use std::io::Write;

use llm_output::{Dialect, LlmOutput, Request};
use llm_output_tests::types as shared;
use llm_output_verify::types::{
    Bounds, Chain, Drawing, Event, Figure, Flat, Folder, Foreign, Formula, Hollow, Keywords, Layer, Loose, Page, Ping,
    Step, Tables, Target,
};
use serde_json::{Value, json};

fn emit<T: LlmOutput>(name: &str, schemas: &mut Vec<Value>, requests: &mut Vec<Value>) {
    for dialect in Dialect::ALL {
        if let Ok(schema) = T::schema_for(*dialect) {
            schemas.push(json!({"type": name, "dialect": format!("{dialect:?}"), "schema": schema.value()}));
        }
    }
    for request in Request::ALL {
        if let Ok(fragment) = T::request_for(*request) {
            requests.push(json!({"type": name, "request": format!("{request:?}"), "fragment": fragment}));
        }
    }
}

fn main() -> std::io::Result<()> {
    let (mut schemas, mut requests) = (Vec::new(), Vec::new());
    macro_rules! emit_all {
        ($($ty:ty),* $(,)?) => { $( emit::<$ty>(stringify!($ty), &mut schemas, &mut requests); )* };
    }
    emit_all! {
        shared::Review, shared::Finding, shared::CommitMessage, shared::Note, shared::EditArgs, shared::Assessment,
        shared::Invoice, shared::Membership, shared::Step, shared::Leaves, shared::Preferences, shared::Severity,
        shared::UserId, Vec<shared::InvoiceLine>, Option<shared::Customer>, Vec<String>, String, bool, f64, i32,
        BTreeMap<String, u8>, BTreeMap<shared::Severity, bool>, Keywords, Figure, Layer, Event, Step, Target, Drawing, Tables,
        Flat, Bounds, Foreign, Loose, Page<Figure>, Ping, Hollow, Folder, Chain, Formula,
    }
    let document = json!({"schemas": schemas, "requests": requests});
    writeln!(std::io::stdout().lock(), "{document}")
}
