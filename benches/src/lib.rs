//! `llm_output` against its peers: the types, the texts, and how both are measured.

pub mod allocation;
pub mod inputs;
pub mod measure;
pub mod restyle;
pub mod types;
