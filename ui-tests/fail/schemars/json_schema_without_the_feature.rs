//! The trait is `schemars`', which only the feature brings.

#![forbid(unsafe_code)]

use llm_output::LlmOutput;

#[derive(LlmOutput)]
#[llm(json_schema)]
struct Host {
    address: String,
}

fn main() {
    let _ = Host::SCHEMA;
}
