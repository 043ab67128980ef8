//! Columns that grow: one for each kind of type.

mod compound;
mod leaf;
mod temporal;
mod text;

use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, MapArray, StructArray};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use serde::{Serialize, Serializer};

pub(crate) use compound::{List, Map, Progress, Struct, Union};
pub(crate) use leaf::{
    Boolean, Decimal, Float, Float32, Integer, Name, Names, Nulls, Primitive, fitted, key, with_slack,
};
pub(crate) use temporal::Temporal;
pub(crate) use text::Text;

use crate::build::{Build, Noted};
use crate::{Error, shared};

/// The precision and scale at which every decimal of `rust_decimal` is exact.
pub(crate) const DECIMAL: (u8, i8) = (57, 28);

/// A column with its name.
pub(crate) struct Slot {
    pub(crate) name: Name<String>,
    pub(crate) is_nullable: bool,
    pub(crate) column: Column,
}

/// A column that grows.
pub(crate) enum Column {
    Boolean(Boolean),
    Integer(Integer),
    Float(Float),
    Float32(Float32),
    Text(Text),
    /// Whatever it is, as JSON text.
    Json(Text),
    Names(Names),
    Temporal(Temporal),
    Decimal(Decimal),
    List(Box<List>),
    Map(Box<Map>),
    Struct(Box<Struct>),
    Union(Box<Union>),
}

impl Slot {
    pub(crate) fn new(name: &str, is_nullable: bool, column: Column) -> Self {
        Self {
            name: Name::new(name.to_owned()),
            is_nullable,
            column,
        }
    }

    pub(crate) fn field(&self) -> Field {
        Field::new(&self.name.name, self.column.data_type(), self.is_nullable)
    }

    /// Adds a value.
    #[inline]
    pub(crate) fn append<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        match &mut self.column {
            Column::Json(text) => match text.append_json(value, self.is_nullable) {
                Ok(()) => Ok(()),
                Err(error) => Err(error.inside(&self.name.name)),
            },
            _ => self.append_typed(value),
        }
    }

    /// Adds a value that is not stored as JSON. What is left of it for a text or a number is less than a call.
    #[expect(clippy::inline_always, reason = "measured: the call costs more than what it calls")]
    #[inline(always)]
    pub(crate) fn append_typed<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        debug_assert!(!self.is_json());
        let mut noted = Noted::default();
        let added = match (value.serialize(Build(self, &mut noted)), noted.0) {
            (Ok(()), Some((variant, index))) => self.append_noted(variant, index as usize),
            (added, _) => added,
        };
        match added {
            Ok(()) => Ok(()),
            Err(error) => Err(error.inside(&self.name.name)),
        }
    }

    /// Adds the variant that was noted.
    #[inline(never)]
    fn append_noted(&mut self, variant: &'static str, index: usize) -> Result<(), Error> {
        match &mut self.column {
            Column::Names(names) if names.has_variant(variant, index) => names.append_position(index),
            _ => self.append_new_variant(variant, index),
        }
    }

    /// Adds a variant that is not where it last was, or whose column is not one of names.
    #[inline(never)]
    fn append_new_variant(&mut self, variant: &'static str, index: usize) -> Result<(), Error> {
        match &mut self.column {
            Column::Names(names) => names.append_new_variant(variant, index),
            Column::Union(union) => {
                let position = union.position(variant, index)?;
                union.end(position)
            }
            _ => Build(self, &mut Noted::default()).serialize_str(variant),
        }
    }

    pub(crate) fn is_json(&self) -> bool {
        matches!(self.column, Column::Json(_))
    }

    /// Removes the values from `length` on, and the parts of a value that was not added as a whole.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.column.truncate(length);
    }

    /// Adds what a field is that was not written.
    pub(crate) fn append_absent(&mut self) -> Result<(), Error> {
        match &mut self.column {
            column if self.is_nullable => column.append_null(),
            Column::List(list) => list.append_empty(),
            Column::Map(map) => map.append_empty(),
            _ => {
                let message = "`Serialize` left this field out, and its column cannot contain nulls: always write it \
                               (without `skip_serializing_if`), or make it an `Option`";
                return Err(Error::of_value(message).inside(&self.name.name));
            }
        }
        Ok(())
    }
}

impl Column {
    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Self::Boolean(_) => DataType::Boolean,
            Self::Integer(integer) => integer.data_type(),
            Self::Float(_) => DataType::Float64,
            Self::Float32(_) => DataType::Float32,
            Self::Text(_) | Self::Json(_) => DataType::Utf8,
            Self::Names(_) => Names::data_type(),
            Self::Temporal(temporal) => temporal.data_type(),
            Self::Decimal(_) => DataType::Decimal256(DECIMAL.0, DECIMAL.1),
            Self::List(list) => list.data_type(),
            Self::Map(map) => map.data_type(),
            Self::Struct(fields) => fields.data_type(),
            Self::Union(union) => union.data_type(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Boolean(boolean) => boolean.len(),
            Self::Integer(integer) => integer.len(),
            Self::Float(float) => float.len(),
            Self::Float32(float) => float.len(),
            Self::Text(text) | Self::Json(text) => text.len(),
            Self::Names(names) => names.len(),
            Self::Temporal(temporal) => temporal.len(),
            Self::Decimal(decimal) => decimal.len(),
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
            Self::Struct(fields) => fields.len(),
            Self::Union(union) => union.len(),
        }
    }

    fn truncate(&mut self, length: usize) {
        match self {
            Self::Boolean(boolean) => boolean.truncate(length),
            Self::Integer(integer) => integer.truncate(length),
            Self::Float(float) => float.truncate(length),
            Self::Float32(float) => float.truncate(length),
            Self::Text(text) | Self::Json(text) => text.truncate(length),
            Self::Names(names) => names.truncate(length),
            Self::Temporal(temporal) => temporal.truncate(length),
            Self::Decimal(decimal) => decimal.truncate(length),
            Self::List(list) => list.truncate(length),
            Self::Map(map) => map.truncate(length),
            Self::Struct(fields) => fields.truncate(length),
            Self::Union(union) => union.truncate(length),
        }
    }

    /// Makes room for an array as long as the last one, whose memory is that of whoever has it.
    pub(crate) fn reserve(&mut self) {
        match self {
            Self::Boolean(_) => {}
            Self::Integer(integer) => integer.reserve(),
            Self::Float(float) => float.reserve(),
            Self::Float32(float) => float.reserve(),
            Self::Text(text) | Self::Json(text) => text.reserve(),
            Self::Names(names) => names.reserve(),
            Self::Temporal(temporal) => temporal.reserve(),
            Self::Decimal(decimal) => decimal.reserve(),
            Self::List(list) => list.reserve(),
            Self::Map(map) => map.reserve(),
            Self::Struct(fields) => fields.reserve(),
            Self::Union(union) => union.reserve(),
        }
    }

    pub(crate) fn append_null(&mut self) {
        match self {
            Self::Boolean(boolean) => boolean.append_null(),
            Self::Integer(integer) => integer.append_null(),
            Self::Float(float) => float.append_null(),
            Self::Float32(float) => float.append_null(),
            Self::Text(text) | Self::Json(text) => text.append_null(),
            Self::Names(names) => names.append_null(),
            Self::Temporal(temporal) => temporal.append_null(),
            Self::Decimal(decimal) => decimal.append_null(),
            Self::List(list) => list.append_null(),
            Self::Map(map) => map.append_null(),
            Self::Struct(fields) => fields.append_null(),
            Self::Union(union) => union.append_null(),
        }
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        Ok(match self {
            Self::Boolean(boolean) => Arc::new(boolean.finish()),
            Self::Integer(integer) => integer.finish(),
            Self::Float(float) => Arc::new(float.finish()),
            Self::Float32(float) => Arc::new(float.finish()),
            Self::Text(text) | Self::Json(text) => Arc::new(text.finish()),
            Self::Names(names) => names.finish()?,
            Self::Temporal(temporal) => temporal.finish(),
            Self::Decimal(decimal) => Arc::new(decimal.finish().with_data_type(self.data_type())),
            Self::List(list) => list.finish()?,
            Self::Map(map) => map.finish()?,
            Self::Struct(fields) => fields.finish()?,
            Self::Union(union) => union.finish()?,
        })
    }
}

/// An array of structs. A row without a value has none in its fields either.
fn struct_array(fields: Fields, arrays: Vec<ArrayRef>, nulls: Option<NullBuffer>) -> Result<ArrayRef, Error> {
    let array = StructArray::try_new(fields, arrays, nulls).map_err(|error| Error::new(error.to_string()))?;
    Ok(Arc::new(array))
}

/// The ends of the lists of an array.
pub(crate) struct Offsets {
    ends: Vec<i32>,
    nulls: Nulls,
    /// How many lists the last array had.
    last: usize,
}

impl Offsets {
    pub(crate) fn new() -> Self {
        Self {
            ends: vec![0],
            nulls: Nulls::default(),
            last: 0,
        }
    }

    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    pub(crate) fn reserve(&mut self) {
        self.ends.reserve_exact(with_slack(self.last));
    }

    /// Ends a list of `count` elements.
    #[inline]
    fn end_after(&mut self, count: usize) -> Result<(), Error> {
        let start = self.ends.last().copied().unwrap_or(0);
        match i32::try_from(count).ok().and_then(|count| start.checked_add(count)) {
            Some(end) => {
                self.ends.push(end);
                Ok(())
            }
            None => Err(Self::too_many()),
        }
    }

    /// Ends a list after `length` elements of all lists.
    #[inline]
    pub(crate) fn end(&mut self, length: usize) -> Result<(), Error> {
        let Ok(end) = i32::try_from(length) else {
            return Err(Self::too_many());
        };
        self.ends.push(end);
        Ok(())
    }

    #[cold]
    fn too_many() -> Error {
        Error::of_value("the lists of one array would have too many elements")
    }

    /// Removes the lists from `length` on. Says where the last one that is left ends.
    pub(crate) fn truncate(&mut self, length: usize) -> usize {
        self.ends.truncate(length + 1);
        self.nulls.truncate(length);
        let end = self.ends.last().copied().unwrap_or(0);
        usize::try_from(end).unwrap_or(0)
    }

    /// Ends a list without elements.
    fn end_empty(&mut self, is_null: bool) {
        if is_null {
            self.nulls.push(self.len());
        }
        self.ends.push(*self.ends.last().unwrap_or(&0));
    }

    fn take(&mut self) -> (OffsetBuffer<i32>, Option<NullBuffer>) {
        self.last = self.len();
        let nulls = self.nulls.finish(self.last);
        let ends = fitted(std::mem::replace(&mut self.ends, vec![0]));
        (OffsetBuffer::new(ScalarBuffer::from(ends)), nulls)
    }
}

pub(crate) fn list_array(element: Field, offsets: &mut Offsets, elements: ArrayRef) -> Result<ArrayRef, Error> {
    let (ends, nulls) = offsets.take();
    let array =
        ListArray::try_new(shared(element), ends, elements, nulls).map_err(|error| Error::new(error.to_string()))?;
    Ok(Arc::new(array))
}

fn map_array(entries: Field, offsets: &mut Offsets, arrays: StructArray) -> Result<ArrayRef, Error> {
    let (ends, nulls) = offsets.take();
    let array = MapArray::try_new(shared(entries), ends, arrays, nulls, false)
        .map_err(|error| Error::new(error.to_string()))?;
    Ok(Arc::new(array))
}
