//! The names that a program needs to read a type: `use llm_output::prelude::*;`
//!
//! It leaves out [`Severity`](crate::Severity), [`Path`](crate::Path) and [`Shape`](crate::Shape), since many programs have
//! types of these names.
//!
//! ```
//! use llm_output::prelude::*;
//!
//! #[derive(Debug, PartialEq, LlmOutput)]
//! enum Severity {
//!     High,
//!     Low,
//! }
//!
//! fn severity(text: &str) -> Result<Severity, ParseError> {
//!     let options = Options::default().accept(llm_output::Severity::Coercion);
//!     Ok(Severity::parse_llm_with(text, &options)?.into_value())
//! }
//!
//! assert_eq!(severity("\"high\"").unwrap(), Severity::High);
//! ```

#[doc(no_inline)]
pub use crate::{LlmOutput, Options, ParseError, Parsed};
