//! Values beside their status: an error is a row.

use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::UInt64Type;
use arrow_array::{ArrayRef, StructArray};
use arrow_schema::{DataType, Field, Fields};
use llm_output::{LlmOutput, ParseError, Parsed, PathTexts, RepairKind, Severity};
use serde::Serialize;

use crate::column::{Names, Nulls, Offsets, Primitive, Text, list_array};
use crate::{Error, Values, shared};

/// What a row can be.
const STATUSES: [&str; 3] = ["exact", "repaired", "error"];

/// The kinds of errors of this version. Others get a place when they are seen.
const ERRORS: [&str; 10] = [
    "empty",
    "prose",
    "no_block",
    "malformed",
    "truncated",
    "unrecognized_shape",
    "schema",
    "ambiguous",
    "limit",
    "unknown_tool",
];

/// Makes arrays of what parsing gave: structs with the columns `value`, `status`, `severity`, `error_kind`, `error` and `repairs`.
///
/// | column | what it is |
/// |---|---|
/// | `value` | the value; null in a row with an error |
/// | `status` | `exact`, `repaired` or `error` |
/// | `severity` | the highest severity of a repair |
/// | `error_kind` | the kind of the error |
/// | `error` | the error in one line; it may quote the reply |
/// | `repairs` | a list of repairs, each with `kind`, `path`, and the bytes `start` to `end` of the reply |
///
/// ```
/// use arrow_array::Array;
/// use llm_output::LlmOutput;
/// use llm_output_arrow::Rows;
///
/// let mut rows = Rows::<Vec<u8>>::new()?;
/// rows.append(&<Vec<u8>>::parse_llm("[1, '2']"))?;
/// assert_eq!(rows.finish()?.len(), 1);
/// # Ok::<(), llm_output_arrow::Error>(())
/// ```
pub struct Rows<T> {
    values: Values<T>,
    status: Names,
    severity: Names,
    error_kind: Names,
    error: Text,
    repairs: Repairs,
    paths: PathTexts,
    length: usize,
    nulls: Nulls,
}

impl<T: LlmOutput + Serialize> Rows<T> {
    /// No rows.
    ///
    /// # Errors
    ///
    /// As [`data_type`](crate::data_type).
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            values: Values::new()?,
            status: Names::new(STATUSES.to_vec())?,
            severity: Names::new(Severity::ALL.iter().map(|severity| severity.name()).collect())?,
            error_kind: Names::new(ERRORS.to_vec())?,
            error: Text::default(),
            repairs: Repairs::new()?,
            paths: PathTexts::default(),
            length: 0,
            nulls: Nulls::default(),
        })
    }

    /// The columns.
    pub fn fields(&self) -> Fields {
        Fields::from(vec![
            Field::new("value", self.values.data_type(), true),
            Field::new("status", Names::data_type(), false),
            Field::new("severity", Names::data_type(), true),
            Field::new("error_kind", Names::data_type(), true),
            Field::new("error", DataType::Utf8, true),
            Field::new("repairs", Repairs::data_type(), false),
        ])
    }

    /// Adds what parsing a reply gave.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append(&mut self, outcome: &Result<Parsed<T>, ParseError>) -> Result<(), Error> {
        let parsed = match outcome {
            Ok(parsed) => parsed,
            Err(error) => return self.append_error(error.kind().name(), error),
        };
        self.begin();
        self.values.append(&parsed.value)?;
        self.status.append_position(usize::from(!parsed.is_exact()))?;
        match parsed.severity() {
            Some(severity) => match position(Severity::ALL, severity, severity as usize) {
                Some(position) => self.severity.append_position(position)?,
                None => self.severity.append(severity.name())?,
            },
            None => self.severity.append_null(),
        }
        self.error_kind.append_null();
        self.error.append_null();
        let mut added = Ok(());
        parsed.each_repair_with_path(&mut self.paths, |kind, span, path| {
            if added.is_ok() {
                added = self.repairs.add(kind, span, path);
            }
        });
        added?;
        self.repairs.end()?;
        self.length += 1;
        Ok(())
    }

    /// Makes room before the first row.
    #[inline]
    fn begin(&mut self) {
        if self.length == 0 {
            self.reserve();
        }
    }

    #[cold]
    fn reserve(&mut self) {
        self.status.reserve();
        self.severity.reserve();
        self.error_kind.reserve();
        self.error.reserve();
        self.repairs.reserve();
    }

    /// Adds a row with an error of another kind, such as a line without a reply.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append_error(&mut self, kind: &str, error: &dyn Display) -> Result<(), Error> {
        self.begin();
        self.values.append_null();
        self.status.append_position(2)?;
        self.severity.append_null();
        self.error_kind.append(kind)?;
        self.error.append_display(error)?;
        self.repairs.end()?;
        self.length += 1;
        Ok(())
    }

    /// Adds a null in place of a whole row, for a reply that is null.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append_null(&mut self) -> Result<(), Error> {
        self.begin();
        self.values.append_null();
        self.status.append_null();
        self.severity.append_null();
        self.error_kind.append_null();
        self.error.append_null();
        self.repairs.end()?;
        self.nulls.push(self.length);
        self.length += 1;
        Ok(())
    }

    /// The rows that were added since the last call.
    ///
    /// # Errors
    ///
    /// As [`Values::finish`].
    pub fn finish(&mut self) -> Result<StructArray, Error> {
        let arrays: Vec<ArrayRef> = vec![
            self.values.finish()?,
            self.status.finish()?,
            self.severity.finish()?,
            self.error_kind.finish()?,
            Arc::new(self.error.finish()),
            self.repairs.finish()?,
        ];
        let nulls = self.nulls.finish(std::mem::take(&mut self.length));
        StructArray::try_new(self.fields(), arrays, nulls).map_err(|error| Error::new(error.to_string()))
    }
}

impl<T> std::fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows")
            .field("rows", &self.length)
            .finish_non_exhaustive()
    }
}

/// Where `one` is among `all`, which is most often its number.
#[inline]
fn position<E: PartialEq + Copy>(all: &[E], one: E, number: usize) -> Option<usize> {
    all.get(number).is_some_and(|known| *known == one).then_some(number)
}

/// Lists of repairs.
struct Repairs {
    kinds: Names,
    paths: Text,
    starts: Primitive<UInt64Type>,
    ends: Primitive<UInt64Type>,
    offsets: Offsets,
}

impl Repairs {
    fn new() -> Result<Self, Error> {
        Ok(Self {
            kinds: Names::new(RepairKind::ALL.iter().map(|kind| kind.name()).collect())?,
            paths: Text::default(),
            starts: Primitive::new(),
            ends: Primitive::new(),
            offsets: Offsets::new(),
        })
    }

    fn fields() -> Fields {
        Fields::from(vec![
            Field::new("kind", Names::data_type(), false),
            Field::new("path", DataType::Utf8, false),
            Field::new("start", DataType::UInt64, false),
            Field::new("end", DataType::UInt64, false),
        ])
    }

    fn element() -> Field {
        Field::new("item", DataType::Struct(Self::fields()), false)
    }

    fn data_type() -> DataType {
        DataType::List(shared(Self::element()))
    }

    fn reserve(&mut self) {
        self.kinds.reserve();
        self.paths.reserve();
        self.starts.reserve();
        self.ends.reserve();
        self.offsets.reserve();
    }

    /// Adds a repair to the list at work.
    fn add(&mut self, kind: RepairKind, span: Range<usize>, path: &str) -> Result<(), Error> {
        match position(RepairKind::ALL, kind, kind as usize) {
            Some(position) => self.kinds.append_position(position)?,
            None => self.kinds.append(kind.name())?,
        }
        self.starts.append(span.start as u64);
        self.ends.append(span.end as u64);
        self.paths.append(path)
    }

    /// Ends a list.
    fn end(&mut self) -> Result<(), Error> {
        self.offsets.end(self.kinds.len())
    }

    fn finish(&mut self) -> Result<ArrayRef, Error> {
        let arrays: Vec<ArrayRef> = vec![
            self.kinds.finish()?,
            Arc::new(self.paths.finish()),
            Arc::new(self.starts.finish()),
            Arc::new(self.ends.finish()),
        ];
        let repairs =
            StructArray::try_new(Self::fields(), arrays, None).map_err(|error| Error::new(error.to_string()))?;
        list_array(Self::element(), &mut self.offsets, Arc::new(repairs))
    }
}
