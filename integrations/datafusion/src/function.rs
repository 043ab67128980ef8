//! The function.

use std::any::type_name;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow::array::{Array, ArrayRef, AsArray, StringArrayType, StructArray};
use arrow::compute::cast;
use arrow::datatypes::DataType;
#[cfg(feature = "ballista")]
use arrow::datatypes::FieldRef;
use datafusion::common::{Result, exec_datafusion_err, exec_err, plan_datafusion_err};
use datafusion::logical_expr::{ColumnarValue, ScalarFunctionArgs, ScalarUDF, ScalarUDFImpl, Signature, Volatility};
use datafusion::prelude::SessionConfig;
use datafusion::scalar::ScalarValue;
use llm_output::{LlmOutput, Options};
use llm_output_arrow::Rows;
use serde::Serialize;

/// A function that parses text as `T`: `name(text)` is a struct with the columns `value`, `status`, `severity`, `error_kind`,
/// `error` and `repairs`, and null where the text is null.
///
/// SQL folds names to lowercase, so `name` should be lowercase.
///
/// ```
/// use llm_output_datafusion::parse_llm;
///
/// let function = parse_llm::<Vec<String>>("parse_tags")?;
/// assert_eq!(function.name(), "parse_tags");
/// # Ok::<(), datafusion::error::DataFusionError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the type has no place in Arrow: see [`llm_output_arrow::data_type`].
pub fn parse_llm<T: LlmOutput + Serialize + 'static>(name: &str) -> Result<ScalarUDF> {
    parse_llm_with::<T>(name, Options::default())
}

/// Like [`parse_llm`], but with `options`.
///
/// # Errors
///
/// The same as for [`parse_llm`].
pub fn parse_llm_with<T: LlmOutput + Serialize + 'static>(name: &str, options: Options<'static>) -> Result<ScalarUDF> {
    function::<T>(name, options, Clone::clone)
}

/// As [`parse_llm`], with text in place of dictionaries: Ballista sends a dictionary as text, but plans with the dictionary.
#[cfg(feature = "ballista")]
pub(crate) fn parse_llm_plain<T: LlmOutput + Serialize + 'static>(name: &str) -> Result<ScalarUDF> {
    function::<T>(name, Options::default(), plain)
}

/// A type without dictionaries.
#[cfg(feature = "ballista")]
fn plain(data_type: &DataType) -> DataType {
    let field = |field: &FieldRef| Arc::new(field.as_ref().clone().with_data_type(plain(field.data_type())));
    match data_type {
        DataType::Dictionary(_, values) => values.as_ref().clone(),
        DataType::Struct(fields) => DataType::Struct(fields.iter().map(field).collect()),
        DataType::List(element) => DataType::List(field(element)),
        DataType::Map(entries, is_sorted) => DataType::Map(field(entries), *is_sorted),
        other => other.clone(),
    }
}

fn function<T: LlmOutput + Serialize + 'static>(
    name: &str,
    options: Options<'static>,
    shown: impl Fn(&DataType) -> DataType,
) -> Result<ScalarUDF> {
    let rows = Rows::<T>::new().map_err(|error| plan_datafusion_err!("{name}: {error}"))?;
    Ok(ScalarUDF::from(ParseLlm::<T> {
        name: name.to_owned(),
        // The same text gives the same value. But an engine that knows that calls the function once for the filter, and
        // again for the columns around it.
        signature: Signature::string(1, Volatility::Volatile),
        data_type: shown(&DataType::Struct(rows.fields())),
        options,
        idle: Mutex::new(vec![rows]),
    }))
}

/// `config` with what a query needs to call the function once for each row, whatever number of its fields it asks for.
///
/// It switches off `enable_leaf_expression_pushdown`, an optimization that replaces each field of a struct in an outer query with
/// the expression of the struct in the inner one.
pub fn configured(config: SessionConfig) -> SessionConfig {
    config.set_bool("datafusion.optimizer.enable_leaf_expression_pushdown", false)
}

struct ParseLlm<T> {
    name: String,
    signature: Signature,
    data_type: DataType,
    options: Options<'static>,
    /// Builders that no thread is using. What they know of the last batch saves work in the next one.
    idle: Mutex<Vec<Rows<T>>>,
}

impl<T: LlmOutput + Serialize + 'static> ScalarUDFImpl for ParseLlm<T> {
    fn name(&self) -> &str {
        &self.name
    }

    fn signature(&self) -> &Signature {
        &self.signature
    }

    fn return_type(&self, _: &[DataType]) -> Result<DataType> {
        Ok(self.data_type.clone())
    }

    fn invoke_with_args(&self, args: ScalarFunctionArgs) -> Result<ColumnarValue> {
        // A plan that another program made says what the columns are there.
        if *args.return_type() != self.data_type {
            return exec_err!(
                "{} reads `{}`, whose columns are not those of the plan: two programs with different types are at work",
                self.name,
                type_name::<T>()
            );
        }
        match &args.args[..] {
            [ColumnarValue::Array(texts)] => Ok(ColumnarValue::Array(self.parse(texts)?)),
            [ColumnarValue::Scalar(text)] => {
                let rows = self.parse(&text.to_array()?)?;
                Ok(ColumnarValue::Scalar(ScalarValue::try_from_array(&rows, 0)?))
            }
            _ => exec_err!("{} needs one argument", self.name),
        }
    }
}

impl<T: LlmOutput + Serialize> ParseLlm<T> {
    fn parse(&self, texts: &ArrayRef) -> Result<ArrayRef> {
        let rows = match texts.data_type() {
            DataType::Utf8 => self.rows(&texts.as_string::<i32>())?,
            DataType::LargeUtf8 => self.rows(&texts.as_string::<i64>())?,
            DataType::Utf8View => self.rows(&texts.as_string_view())?,
            other => return exec_err!("{} reads text, and the argument is {other}", self.name),
        };
        if *rows.data_type() == self.data_type {
            return Ok(Arc::new(rows));
        }
        Ok(cast(&rows, &self.data_type)?)
    }

    fn rows<'a>(&self, texts: &impl StringArrayType<'a>) -> Result<StructArray> {
        let failed = |error| exec_datafusion_err!("{}: {error}", self.name);
        let idle = self.idle().pop();
        let mut rows = match idle {
            Some(rows) => rows,
            None => Rows::new().map_err(failed)?,
        };
        for text in texts.iter() {
            match text {
                Some(text) => rows.append(&T::parse_llm_with(text, &self.options)).map_err(failed)?,
                None => rows.append_null().map_err(failed)?,
            }
        }
        let parsed = rows.finish().map_err(failed)?;
        // After an error, the builder is dropped.
        self.idle().push(rows);
        Ok(parsed)
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Rows<T>>> {
        // No thread panics while it takes a builder or puts one back.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> fmt::Debug for ParseLlm<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseLlm")
            .field("name", &self.name)
            .field("type", &type_name::<T>())
            .finish_non_exhaustive()
    }
}

impl<T> PartialEq for ParseLlm<T> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.data_type == other.data_type
    }
}

impl<T> Eq for ParseLlm<T> {}

impl<T> Hash for ParseLlm<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
