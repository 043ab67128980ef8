//! Columns that grow: one for each kind of type.

mod compound;
mod leaf;

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Decimal256Builder, Float64Builder};
use arrow_array::{Array, ArrayRef, ListArray, MapArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Fields};
use serde::Serialize;

pub(crate) use compound::{List, Map, Struct, Union};
pub(crate) use leaf::{Integer, Names, Temporal, Text};

use crate::build::Build;
use crate::{Error, shared};

/// The precision and scale at which every decimal of `rust_decimal` is exact.
pub(crate) const DECIMAL: (u8, i8) = (57, 28);

/// A column with its name.
pub(crate) struct Slot {
    pub(crate) name: String,
    pub(crate) is_nullable: bool,
    pub(crate) column: Column,
}

/// A column that grows.
pub(crate) enum Column {
    Boolean(BooleanBuilder),
    Integer(Integer),
    Float(Float64Builder),
    Text(Text),
    /// Whatever it is, as JSON text.
    Json(Text),
    Names(Names),
    Temporal(Temporal),
    Decimal(Decimal256Builder),
    List(Box<List>),
    Map(Box<Map>),
    Struct(Box<Struct>),
    Union(Box<Union>),
}

impl Slot {
    pub(crate) fn new(name: &str, is_nullable: bool, column: Column) -> Self {
        Self {
            name: name.to_owned(),
            is_nullable,
            column,
        }
    }

    pub(crate) fn field(&self) -> Field {
        Field::new(&self.name, self.column.data_type(), self.is_nullable)
    }

    /// Adds a value.
    pub(crate) fn append<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        let appended = match &mut self.column {
            Column::Json(text) => text.append_json(value, self.is_nullable),
            _ => value.serialize(Build(self)),
        };
        appended.map_err(|error| error.inside(&self.name))
    }

    /// Adds what a field is that was not written.
    pub(crate) fn append_absent(&mut self) -> Result<(), Error> {
        match &mut self.column {
            column if self.is_nullable => column.append_null(),
            Column::List(list) => list.append_empty(),
            Column::Map(map) => map.append_empty(),
            _ => {
                let message = "`Serialize` did not write this field, and it is not optional: serde and llm_output must use \
                               the same names";
                return Err(Error::new(message).inside(&self.name));
            }
        }
        Ok(())
    }
}

impl Column {
    pub(crate) fn decimal() -> Self {
        let (precision, scale) = DECIMAL;
        Self::Decimal(Decimal256Builder::new().with_data_type(DataType::Decimal256(precision, scale)))
    }

    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Self::Boolean(_) => DataType::Boolean,
            Self::Integer(integer) => integer.data_type(),
            Self::Float(_) => DataType::Float64,
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
        use arrow_array::builder::ArrayBuilder;
        match self {
            Self::Boolean(builder) => builder.len(),
            Self::Integer(integer) => integer.len(),
            Self::Float(builder) => builder.len(),
            Self::Text(text) | Self::Json(text) => text.len(),
            Self::Names(names) => names.len(),
            Self::Temporal(temporal) => temporal.len(),
            Self::Decimal(builder) => builder.len(),
            Self::List(list) => list.len(),
            Self::Map(map) => map.len(),
            Self::Struct(fields) => fields.len(),
            Self::Union(union) => union.len(),
        }
    }

    pub(crate) fn append_null(&mut self) {
        match self {
            Self::Boolean(builder) => builder.append_null(),
            Self::Integer(integer) => integer.append_null(),
            Self::Float(builder) => builder.append_null(),
            Self::Text(text) | Self::Json(text) => text.append_null(),
            Self::Names(names) => names.append_null(),
            Self::Temporal(temporal) => temporal.append_null(),
            Self::Decimal(builder) => builder.append_null(),
            Self::List(list) => list.append_null(),
            Self::Map(map) => map.append_null(),
            Self::Struct(fields) => fields.append_null(),
            Self::Union(union) => union.append_null(),
        }
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        Ok(match self {
            Self::Boolean(builder) => Arc::new(builder.finish()),
            Self::Integer(integer) => integer.finish(),
            Self::Float(builder) => Arc::new(builder.finish()),
            Self::Text(text) | Self::Json(text) => Arc::new(text.finish()),
            Self::Names(names) => names.finish()?,
            Self::Temporal(temporal) => temporal.finish(),
            Self::Decimal(builder) => Arc::new(builder.finish()),
            Self::List(list) => list.finish()?,
            Self::Map(map) => map.finish()?,
            Self::Struct(fields) => fields.finish()?,
            Self::Union(union) => union.finish()?,
        })
    }
}

/// An array of structs. A row without a value has none in its fields either.
fn struct_array(fields: Fields, arrays: Vec<ArrayRef>, nulls: &mut NullBufferBuilder) -> Result<ArrayRef, Error> {
    let array = StructArray::try_new(fields, arrays, nulls.finish()).map_err(|error| Error::new(error.to_string()))?;
    Ok(Arc::new(array))
}

/// The ends of the lists of an array.
struct Offsets {
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
}

impl Offsets {
    fn new() -> Self {
        Self {
            ends: vec![0],
            nulls: NullBufferBuilder::new(0),
        }
    }

    fn len(&self) -> usize {
        self.ends.len() - 1
    }

    /// Ends a list after `length` elements of all lists.
    fn end(&mut self, length: usize, is_null: bool) -> Result<(), Error> {
        let end = i32::try_from(length).map_err(|_| Error::new("the lists of one array have too many elements"))?;
        self.ends.push(end);
        self.nulls.append(!is_null);
        Ok(())
    }

    /// Ends a list without elements.
    fn end_empty(&mut self, is_null: bool) {
        self.ends.push(*self.ends.last().unwrap_or(&0));
        self.nulls.append(!is_null);
    }

    fn take(&mut self) -> OffsetBuffer<i32> {
        let ends = std::mem::replace(&mut self.ends, vec![0]);
        OffsetBuffer::new(ScalarBuffer::from(ends))
    }
}

fn list_array(element: Field, offsets: &mut Offsets, elements: ArrayRef) -> Result<ArrayRef, Error> {
    let ends = offsets.take();
    let array = ListArray::try_new(shared(element), ends, elements, offsets.nulls.finish())
        .map_err(|error| Error::new(error.to_string()))?;
    Ok(Arc::new(array))
}

fn map_array(entries: Field, offsets: &mut Offsets, arrays: StructArray) -> Result<ArrayRef, Error> {
    let ends = offsets.take();
    let array = MapArray::try_new(shared(entries), ends, arrays, offsets.nulls.finish(), false)
        .map_err(|error| Error::new(error.to_string()))?;
    debug_assert_eq!(
        array.null_count(),
        array.nulls().map_or(0, arrow_buffer::NullBuffer::null_count)
    );
    Ok(Arc::new(array))
}
