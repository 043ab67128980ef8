//! The schema of a type in a dialect.

use serde_json::Value;

use super::error::DialectError;
use super::measure::Measure;
use super::note::DialectNote;
use super::render;
use super::rules::Rules;
use crate::schema::Shape;

/// The schema of a type in a provider's dialect, and what it leaves out or expresses in another form.
///
/// ```
/// use llm_output::{Dialect, LlmOutput};
///
/// #[derive(LlmOutput)]
/// struct Answer {
///     /// One sentence.
///     summary: Option<String>,
/// }
///
/// let schema = Answer::schema_for(Dialect::OpenAiStrict).unwrap();
/// assert_eq!(schema.value()["required"][0], "summary");
/// assert_eq!(schema.notes()[0].to_string(), "summary: is required here; `null` means that it is missing");
/// assert!(!schema.is_wrapped());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct DialectSchema {
    value: Value,
    notes: Vec<DialectNote>,
    wrapped: bool,
}

impl DialectSchema {
    /// The schema; its keys are in the order in which a model should write the fields.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The schema by value.
    pub fn into_value(self) -> Value {
        self.value
    }

    /// What the schema leaves out or expresses in another form.
    pub fn notes(&self) -> &[DialectNote] {
        &self.notes
    }

    /// Whether the answer is inside an object, under `value`.
    pub fn is_wrapped(&self) -> bool {
        self.wrapped
    }
}

/// The schema of `shape` by `rules`; `name` is the type's name in a request, where it goes into one, and `object_root` says that the root
/// must be an object whatever the dialect says.
pub(crate) fn schema_for(
    rules: &'static Rules,
    shape: &'static Shape,
    name: Option<&str>,
    object_root: bool,
) -> Result<DialectSchema, DialectError> {
    let measure = Measure::of(rules, shape, name, object_root);
    if let Some(error) = DialectError::first(&measure, rules, shape) {
        return Err(error);
    }
    let (value, notes, wrapped) = render::render(rules, shape, measure.allotment(), object_root);
    Ok(DialectSchema { value, notes, wrapped })
}
