//! Values beside their status: an error is a row.

use std::fmt::Display;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::types::{Int16Type, UInt64Type};
use arrow_array::{ArrayRef, PrimitiveArray, StructArray};
use arrow_buffer::{BooleanBuffer, BooleanBufferBuilder, NullBuffer};
use arrow_schema::{DataType, Field, Fields};
use llm_output::{LlmOutput, ParseError, Parsed, PathTexts, RepairKind, Severity};
use serde::Serialize;

use crate::column::{Names, Nulls, Offsets, Primitive, Text, key, list_array};
use crate::{Error, Values, shared};

/// What a row can be.
const STATUSES: [&str; 3] = ["exact", "repaired", "error"];

/// The kinds of errors of this version. Others get a place when they are seen.
const ERRORS: [&str; 11] = [
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
    UNWRITABLE,
];

/// The kind of the error of a reply that was parsed, but its value has no place in its column.
pub const UNWRITABLE: &str = "unwritable";

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
    /// One for each row. The columns are made of them in one go.
    grades: Vec<Grade>,
    status: Names,
    severity: Names,
    /// The rows with an error, and the positions of their kinds.
    errors: Vec<(usize, usize)>,
    error_kind: Names,
    error: Text,
    repairs: Repairs,
    paths: PathTexts,
    nulls: Nulls,
}

/// What one row is.
#[derive(Clone, Copy)]
struct Grade {
    /// The position of its status, or [`NONE`] if the row is null.
    status: u8,
    /// The position of its severity, or [`NONE`].
    severity: u8,
}

const NONE: u8 = u8::MAX;

impl<T: LlmOutput + Serialize> Rows<T> {
    /// No rows.
    ///
    /// # Errors
    ///
    /// As [`data_type`](crate::data_type).
    pub fn new() -> Result<Self, Error> {
        Ok(Self {
            values: Values::new()?,
            grades: Vec::new(),
            status: Names::new(STATUSES.to_vec(), false)?,
            severity: Names::new(Severity::ALL.iter().map(|severity| severity.name()).collect(), false)?,
            errors: Vec::new(),
            error_kind: Names::new(ERRORS.to_vec(), true)?,
            error: Text::default(),
            repairs: Repairs::new()?,
            paths: PathTexts::default(),
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

    /// Adds what parsing a reply gave. A value that has no place in its column becomes a row with the error [`UNWRITABLE`].
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the type's `Serialize` writes something else than its shape says, or if the errors of one array are
    /// longer than 2 GiB together. Then no row is added.
    pub fn append(&mut self, outcome: &Result<Parsed<T>, ParseError>) -> Result<(), Error> {
        match outcome {
            Ok(parsed) => match self.append_parsed(parsed) {
                Err(error) if error.is_about_value() => self.append_error(UNWRITABLE, &error),
                added => added,
            },
            Err(error) => self.append_error(error.kind().name(), error),
        }
    }

    /// As [`append`](Self::append), but a value that has no place in its column is an error, and no row is added.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append_parsed(&mut self, parsed: &Parsed<T>) -> Result<(), Error> {
        self.begin();
        self.values.append(&parsed.value)?;
        let row = self.grades.len();
        let added = if parsed.is_exact() {
            self.grades.push(Grade {
                status: 0,
                severity: NONE,
            });
            Ok(())
        } else {
            self.append_repairs(parsed)
        };
        let added = added.and_then(|()| self.repairs.end());
        if added.is_err() {
            self.truncate(row);
        }
        added
    }

    /// Removes the rows with values from `length` on.
    #[cold]
    fn truncate(&mut self, length: usize) {
        self.values.truncate(length);
        self.grades.truncate(length);
        self.repairs.truncate(length);
    }

    /// Adds what is known of a value that was repaired.
    fn append_repairs(&mut self, parsed: &Parsed<T>) -> Result<(), Error> {
        let severity = match parsed.severity() {
            None => NONE,
            Some(severity) => match position(Severity::ALL, severity, severity as usize).map(u8::try_from) {
                Some(Ok(position)) => position,
                _ => return Err(Error::new("the severity is not one of those that there are")),
            },
        };
        self.grades.push(Grade { status: 1, severity });
        let mut added = Ok(());
        parsed.each_repair_with_path(&mut self.paths, |kind, span, path| {
            if added.is_ok() {
                added = self.repairs.add(kind, span, path);
            }
        });
        added
    }

    /// Makes room before the first row.
    #[inline]
    fn begin(&mut self) {
        if self.grades.is_empty() {
            self.reserve();
        }
    }

    #[cold]
    fn reserve(&mut self) {
        self.error.reserve();
        self.repairs.reserve();
    }

    /// Adds a row with an error of another kind, such as a line without a reply.
    ///
    /// # Errors
    ///
    /// As [`append`](Self::append).
    pub fn append_error(&mut self, kind: &str, error: &dyn Display) -> Result<(), Error> {
        self.begin();
        let kind = self.error_kind.place(kind)?;
        self.add_nulls_of_errors();
        self.error.append_display(error)?;
        self.values.append_null();
        self.errors.push((self.grades.len(), kind));
        self.grades.push(Grade {
            status: 2,
            severity: NONE,
        });
        self.repairs.end()
    }

    /// Adds a null in place of a whole row, for a reply that is null.
    ///
    /// # Errors
    ///
    /// As [`Values::append`].
    pub fn append_null(&mut self) -> Result<(), Error> {
        self.begin();
        self.values.append_null();
        self.nulls.push(self.grades.len());
        self.grades.push(Grade {
            status: NONE,
            severity: NONE,
        });
        self.repairs.end()
    }

    /// Pads the error column with nulls for the rows without an error.
    fn add_nulls_of_errors(&mut self) {
        self.error.append_nulls(self.grades.len() - self.error.len());
    }

    /// The rows that were added since the last call.
    ///
    /// # Errors
    ///
    /// As [`Values::finish`].
    pub fn finish(&mut self) -> Result<StructArray, Error> {
        self.add_nulls_of_errors();
        let arrays: Vec<ArrayRef> = vec![
            self.values.finish()?,
            self.status.array(keys(&self.grades, |grade| grade.status))?,
            self.severity.array(keys(&self.grades, |grade| grade.severity))?,
            self.finish_error_kinds()?,
            Arc::new(self.error.finish()),
            self.repairs.finish()?,
        ];
        let nulls = self.nulls.finish(self.grades.len());
        self.grades.clear();
        StructArray::try_new(self.fields(), arrays, nulls).map_err(|error| Error::new(error.to_string()))
    }
}

impl<T> Rows<T> {
    /// The kinds of the errors, and null for each row without one.
    fn finish_error_kinds(&mut self) -> Result<ArrayRef, Error> {
        let length = self.grades.len();
        let mut keys = vec![0; length];
        let mut is_error = BooleanBufferBuilder::new(length);
        is_error.append_n(length, false);
        for (row, position) in self.errors.drain(..) {
            keys[row] = key(position)?;
            is_error.set_bit(row, true);
        }
        self.error_kind
            .array(PrimitiveArray::new(keys.into(), nulls(is_error.finish())))
    }
}

impl<T> std::fmt::Debug for Rows<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rows")
            .field("rows", &self.grades.len())
            .finish_non_exhaustive()
    }
}

/// Where `one` is among `all`, which is most often its number.
#[inline]
fn position<E: PartialEq + Copy>(all: &[E], one: E, number: usize) -> Option<usize> {
    all.get(number).is_some_and(|known| *known == one).then_some(number)
}

/// The keys of a column of names, and null where a grade has [`NONE`].
fn keys(grades: &[Grade], of: impl Fn(Grade) -> u8) -> PrimitiveArray<Int16Type> {
    let keys: Vec<i16> = grades
        .iter()
        .map(|&grade| match of(grade) {
            NONE => 0,
            position => position.into(),
        })
        .collect();
    let is_some = BooleanBuffer::collect_bool(grades.len(), |row| of(grades[row]) != NONE);
    PrimitiveArray::new(keys.into(), nulls(is_some))
}

/// Null where a bit is not set, if there is such a bit.
fn nulls(is_some: BooleanBuffer) -> Option<NullBuffer> {
    Some(NullBuffer::new(is_some)).filter(|nulls| nulls.null_count() > 0)
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
            kinds: Names::new(RepairKind::ALL.iter().map(|kind| kind.name()).collect(), true)?,
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
    #[inline]
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
    #[inline]
    fn end(&mut self) -> Result<(), Error> {
        self.offsets.end(self.kinds.len())
    }

    fn truncate(&mut self, length: usize) {
        let end = self.offsets.truncate(length);
        self.kinds.truncate(end);
        self.paths.truncate(end);
        self.starts.truncate(end);
        self.ends.truncate(end);
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
