//! What a dialect refuses.

use std::fmt;

use super::measure::Measure;
use super::rules::Rules;
use crate::schema::Shape;
use crate::schema::text::Writer;

/// Why a dialect does not accept a type: the place, and the limit that it exceeds.
///
/// With `#[llm(dialects(..))]` on the type, this is a compile error instead.
///
/// ```
/// use llm_output::{Dialect, LlmOutput};
///
/// #[derive(LlmOutput)]
/// struct Folder {
///     name: String,
///     #[llm(recursive(max_depth = 4))]
///     folders: Vec<Folder>,
/// }
///
/// let error = Folder::schema_for(Dialect::Anthropic).unwrap_err();
/// assert_eq!(error.path(), "folders[]");
/// assert!(error.limit().starts_with("Anthropic does not accept recursive types"));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DialectError {
    path: String,
    limit: String,
}

impl DialectError {
    /// The place in the type; for a limit on a total, the first place that exceeds it.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The limit, what exceeds it, and what to do, in one sentence.
    pub fn limit(&self) -> &str {
        &self.limit
    }

    /// What exceeds a limit, in the tool of this name.
    pub(super) fn in_tool(self, name: &str) -> Self {
        let path = if self.path == "$" {
            name.to_owned()
        } else {
            format!("{name}: {}", self.path)
        };
        Self { path, ..self }
    }

    /// A limit on all of the tools, or on the name of one.
    pub(super) fn of_tools(path: &str, limit: String) -> Self {
        let path = path.to_owned();
        Self { path, limit }
    }

    /// The first thing that exceeds a limit, if anything does.
    pub(super) fn first(measure: &Measure, rules: &'static Rules, shape: &'static Shape) -> Option<Self> {
        if measure.breaches() == 0 {
            return None;
        }
        let breach = measure.breach_at(0);
        Some(Self {
            path: written(|writer| breach.steps.write(writer, shape)),
            limit: written(|writer| breach.write(writer, rules, shape)),
        })
    }
}

impl fmt::Display for DialectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path, self.limit)
    }
}

impl std::error::Error for DialectError {}

/// The text that is written by what const evaluation writes with.
pub(super) fn written(write: impl Fn(&mut Writer<'_>)) -> String {
    let mut counter = Writer::counting();
    write(&mut counter);
    let mut bytes = vec![0; counter.length()];
    write(&mut Writer::filling(&mut bytes));
    String::from_utf8(bytes).unwrap_or_default()
}
