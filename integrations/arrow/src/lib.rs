//! Types of [`llm_output`] as Arrow: a field for each type, and arrays of its values.
//!
//! [`data_type`] says what a type is in Arrow, [`Values`] makes arrays of values, and [`Rows`] makes arrays of what parsing gave: the
//! value beside its status, so that an error is a row and not the end of a job.
//!
//! ```
//! use arrow_array::Array;
//! use llm_output::LlmOutput;
//! use llm_output_arrow::Rows;
//! use serde::Serialize;
//!
//! #[derive(Serialize, LlmOutput)]
//! struct Label {
//!     spam: bool,
//! }
//!
//! let mut rows = Rows::<Label>::new()?;
//! for reply in ["{\"spam\": true}", "{'spam': 'no'}", "I cannot say."] {
//!     rows.append(&Label::parse_llm(reply))?;
//! }
//! let array = rows.finish()?;
//! assert_eq!(array.column_by_name("value").unwrap().null_count(), 1);
//! # Ok::<(), llm_output_arrow::Error>(())
//! ```
//!
//! # What a type becomes
//!
//! | type | Arrow |
//! |---|---|
//! | `bool` | `Boolean` |
//! | an integer | the smallest of `Int8` to `UInt64` that has room for it |
//! | `f32`, `f64` | `Float32`, `Float64` |
//! | text | `Utf8` |
//! | a unit enum | `Dictionary(Int16, Utf8)` with its names, and with others if a variant collects them (`#[llm(other)]`) |
//! | `Option` | nullable |
//! | a list, array or set | `List` |
//! | a map | `Map`; its keys are `Utf8` |
//! | a struct | `Struct`; one without fields is `Boolean`, since Parquet has no empty structs |
//! | a flattened map | a `Map` named `rest`, or `_rest` if a field has that name |
//! | a tagged enum with data | `Struct` of the tag and one nullable column for each variant with data; the tag of an external enum is named `variant`, or `_variant` if that is taken |
//! | `chrono` | `Date32`, `Time64(µs)`, `Timestamp(µs)`; with an offset, `Timestamp(µs, UTC)`. Digits below a microsecond are cut off, and a leap second in a time without a date becomes the last microsecond before it |
//! | `rust_decimal` | `Decimal256(57, 28)`, which has room for each of them |
//! | any JSON, an untagged enum, the inner levels of a recursive type | `Utf8` with JSON text |
//!
//! The values come from the type's `Serialize`, so serde and `llm_output` must agree about names. The derive of `llm_output` reads
//! serde's attributes; where they differ, appending a value is an error that names the field. Two problems affect only one row, to
//! which [`Rows`] gives the error `unwritable`: a value that does not fit its column, such as a string too long for its array, and a field
//! that `skip_serializing_if` leaves out, unless it is an `Option`, list or map.

mod build;
mod column;
mod error;
mod plan;
mod rows;

use std::marker::PhantomData;
use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_schema::{DataType, Field};
use llm_output::LlmOutput;
use serde::Serialize;

pub use error::Error;
pub use rows::{Rows, UNWRITABLE};

use column::Slot;

/// What a type is in Arrow.
///
/// ```
/// use arrow_schema::DataType;
/// use llm_output_arrow::data_type;
///
/// assert_eq!(data_type::<u16>()?, DataType::UInt16);
/// # Ok::<(), llm_output_arrow::Error>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if an enum has more names than a dictionary has room for.
pub fn data_type<T: LlmOutput>() -> Result<DataType, Error> {
    Ok(field::<T>("")?.data_type().clone())
}

/// A field with the values of a type.
///
/// # Errors
///
/// As [`data_type`].
pub fn field<T: LlmOutput>(name: &str) -> Result<Field, Error> {
    Ok(plan::slot(name, T::SHAPE, false)?.field())
}

/// Makes arrays of the values of a type.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::types::UInt8Type;
/// use llm_output_arrow::Values;
///
/// let mut values = Values::<u8>::new()?;
/// values.append(&7)?;
/// values.append_null();
/// assert_eq!(values.finish()?.as_primitive::<UInt8Type>().value(0), 7);
/// # Ok::<(), llm_output_arrow::Error>(())
/// ```
pub struct Values<T> {
    slot: Slot,
    /// How many values the array has.
    length: usize,
    of: PhantomData<fn(&T)>,
}

impl<T: LlmOutput + Serialize> Values<T> {
    /// An empty array.
    ///
    /// # Errors
    ///
    /// As [`data_type`].
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            slot: plan::slot("value", T::SHAPE, true)?,
            length: 0,
            of: PhantomData,
        })
    }

    /// The data type of the arrays.
    pub fn data_type(&self) -> DataType {
        self.slot.column.data_type()
    }

    /// Adds a value.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the type's `Serialize` writes something else than its shape says, or if the value has no place; see
    /// [`Error::is_about_value`]. Then the builder is as it was before.
    pub fn append(&mut self, value: &T) -> Result<(), Error> {
        self.begin();
        match self.slot.append(value) {
            Ok(()) => {
                self.length += 1;
                Ok(())
            }
            Err(error) => {
                self.truncate(self.length);
                Err(error)
            }
        }
    }

    /// Removes the values from `length` on, and the parts of a value that was not added as a whole.
    #[cold]
    pub(crate) fn truncate(&mut self, length: usize) {
        self.slot.truncate(length);
        self.length = length;
    }

    /// Makes room before the first value.
    #[inline]
    fn begin(&mut self) {
        if self.length == 0 {
            self.slot.column.reserve();
        }
    }

    /// Adds a null.
    pub fn append_null(&mut self) {
        self.begin();
        self.slot.column.append_null();
        self.length += 1;
    }

    /// The array of the values that were added since the last call.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if an enum wrote more names than a dictionary has room for.
    pub fn finish(&mut self) -> Result<ArrayRef, Error> {
        self.length = 0;
        self.slot.column.finish()
    }
}

impl<T> std::fmt::Debug for Values<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Values")
            .field("type", &self.slot.column.data_type())
            .finish_non_exhaustive()
    }
}

fn shared(field: Field) -> Arc<Field> {
    Arc::new(field)
}
