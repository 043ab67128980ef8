//! Values beside their status: an error is a row.

use std::fmt::Display;
use std::sync::Arc;

use arrow_array::builder::UInt64Builder;
use arrow_array::{Array, ArrayRef, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use llm_output::{LlmOutput, ParseError, Parsed, Repair, Severity};
use serde::Serialize;

use crate::column::{Names, Text};
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
    nulls: NullBufferBuilder,
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
            nulls: NullBufferBuilder::new(0),
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
        self.values.append(&parsed.value)?;
        self.status.append_position(usize::from(!parsed.is_exact()))?;
        match parsed.severity() {
            Some(severity) => self.severity.append(severity.name(), severity as usize)?,
            None => self.severity.append_null(),
        }
        self.error_kind.append_null();
        self.error.append_null();
        self.repairs.append(parsed.repairs())?;
        self.nulls.append_non_null();
        Ok(())
    }

    /// Adds a row with an error of another kind, such as a line without a reply.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append_error(&mut self, kind: &str, error: &dyn Display) -> Result<(), Error> {
        self.values.append_null();
        self.status.append_position(2)?;
        self.severity.append_null();
        self.error_kind.append(kind, usize::MAX)?;
        self.error.append_display(error)?;
        self.repairs.append(&[])?;
        self.nulls.append_non_null();
        Ok(())
    }

    /// Adds a null in place of a whole row, for a reply that is null.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append_null(&mut self) -> Result<(), Error> {
        self.values.append_null();
        self.status.append_null();
        self.severity.append_null();
        self.error_kind.append_null();
        self.error.append_null();
        self.repairs.append(&[])?;
        self.nulls.append_null();
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
        StructArray::try_new(self.fields(), arrays, self.nulls.finish()).map_err(|error| Error::new(error.to_string()))
    }
}

impl<T> std::fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows")
            .field("rows", &self.nulls.len())
            .finish_non_exhaustive()
    }
}

/// Lists of repairs.
struct Repairs {
    kinds: Names,
    paths: Text,
    starts: UInt64Builder,
    ends: UInt64Builder,
    offsets: Vec<i32>,
}

impl Repairs {
    fn new() -> Result<Self, Error> {
        Ok(Self {
            kinds: Names::new(llm_output::RepairKind::ALL.iter().map(|kind| kind.name()).collect())?,
            paths: Text::default(),
            starts: UInt64Builder::new(),
            ends: UInt64Builder::new(),
            offsets: vec![0],
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

    fn append(&mut self, repairs: &[Repair]) -> Result<(), Error> {
        for repair in repairs {
            self.kinds.append(repair.kind().name(), repair.kind() as usize)?;
            self.paths.append_display(repair.path())?;
            self.starts.append_value(repair.span().start as u64);
            self.ends.append_value(repair.span().end as u64);
        }
        let end = i32::try_from(self.kinds.len()).map_err(|_| Error::new("one array has too many repairs"))?;
        self.offsets.push(end);
        Ok(())
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
        let offsets = OffsetBuffer::new(ScalarBuffer::from(std::mem::replace(&mut self.offsets, vec![0])));
        let lists = arrow_array::ListArray::try_new(shared(Self::element()), offsets, Arc::new(repairs), None)
            .map_err(|error| Error::new(error.to_string()))?;
        debug_assert_eq!(lists.null_count(), 0);
        Ok(Arc::new(lists))
    }
}
