//! Writes the schema of every type in every dialect, and every request fragment, as one JSON document: what `vendors/check.py` reads.

use std::io::Write;

use llm_output::{Dialect, Request};
use llm_output_verify::every::{Visitor, every_type};
use llm_output_verify::types::Checked;
use serde_json::{Value, json};

#[derive(Default)]
struct Emit {
    schemas: Vec<Value>,
    requests: Vec<Value>,
}

impl Visitor for Emit {
    fn visit<T: Checked>(&mut self, name: &'static str) {
        for dialect in Dialect::ALL {
            if let Ok(schema) = T::schema_for(*dialect) {
                let schema = json!({"type": name, "dialect": format!("{dialect:?}"), "schema": schema.value()});
                self.schemas.push(schema);
            }
        }
        for request in Request::ALL {
            if let Ok(fragment) = T::request_for(*request) {
                let fragment = json!({"type": name, "request": format!("{request:?}"), "fragment": fragment});
                self.requests.push(fragment);
            }
        }
    }
}

fn main() -> std::io::Result<()> {
    let mut emit = Emit::default();
    every_type(&mut emit);
    let document = json!({"schemas": emit.schemas, "requests": emit.requests});
    writeln!(std::io::stdout().lock(), "{document}")
}
