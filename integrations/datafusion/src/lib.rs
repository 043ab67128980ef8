//! Model replies in SQL: [`parse_llm`] creates a `DataFusion` function that parses a text column into a type that derives
//! [`llm_output::LlmOutput`].
//!
//! The function returns a struct for each reply: the value with a column for each field, and its status. A reply that cannot be
//! read has the status `error` and a null as its value, and never stops the query.
//!
//! ```
//! use datafusion::error::Result;
//! use datafusion::prelude::{SessionConfig, SessionContext};
//! use llm_output::LlmOutput;
//! use llm_output_datafusion::{configured, parse_llm};
//! use serde::Serialize;
//!
//! #[derive(Serialize, LlmOutput)]
//! struct Review {
//!     stars: u8,
//!     summary: String,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<()> {
//! let context = SessionContext::new_with_config(configured(SessionConfig::new()));
//! context.register_udf(parse_llm::<Review>("parse_review")?);
//! let table = context
//!     .sql(
//!         "SELECT review.value.summary, review.status
//!          FROM (SELECT parse_review(answer) AS review
//!                FROM (VALUES ('{''stars'': ''5'', summary: ''Good.''}'), ('I cannot say.')) AS answers(answer))
//!          WHERE review.status <> 'error'",
//!     )
//!     .await?;
//! assert_eq!(table.count().await?, 1);
//! # Ok(())
//! # }
//! ```
//!
//! To parse each reply only once, use a session from [`configured`], select the struct in a subquery, and select its fields in
//! the outer query, as above. The function is declared volatile, so that the engine does not call it again for each field.
//! `llm_output_arrow` says what a type becomes in Arrow.
//!
//! The feature `ballista` enables [`cluster`]: the same function on a Ballista cluster.

#[cfg(feature = "ballista")]
pub mod cluster;
mod function;

pub use function::{configured, parse_llm, parse_llm_with};
