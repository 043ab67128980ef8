//! The dialects of `llm_output`, held against software that was written elsewhere: what a provider's decoder could emit under
//! a schema is read without a repair, and what a type is written as the schema admits.

pub mod every;
pub mod grammar;
pub mod notes;
pub mod reshape;
pub mod types;
