//! `llm_output` against its peers: the types, the texts, and how both are measured.

pub mod adversarial;
pub mod allocation;
pub mod chart;
pub mod contenders;
pub mod inputs;
pub mod measure;
pub mod probe;
pub mod restyle;
pub mod schema_driven;
pub mod types;
