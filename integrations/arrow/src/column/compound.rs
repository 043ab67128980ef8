//! Columns with columns inside.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};

use super::{Offsets, Slot, Text, list_array, map_array, struct_array};
use crate::{Error, shared};

/// Lists.
pub(crate) struct List {
    pub(crate) element: Slot,
    offsets: Offsets,
}

impl List {
    pub(crate) fn new(element: Slot) -> Self {
        Self {
            element,
            offsets: Offsets::new(),
        }
    }

    pub(crate) fn data_type(&self) -> DataType {
        DataType::List(shared(self.element.field()))
    }

    /// Ends a list with the elements that were added to the inner column.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.offsets.end(self.element.column.len(), false)
    }

    pub(crate) fn append_empty(&mut self) {
        self.offsets.end_empty(false);
    }

    pub(crate) fn append_null(&mut self) {
        self.offsets.end_empty(true);
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let elements = self.element.column.finish()?;
        list_array(self.element.field(), &mut self.offsets, elements)
    }
}

/// Maps.
pub(crate) struct Map {
    pub(crate) keys: Text,
    pub(crate) values: Slot,
    /// The key whose value comes next.
    pub(crate) key: String,
    offsets: Offsets,
}

impl Map {
    pub(crate) fn new(values: Slot) -> Self {
        Self {
            keys: Text::default(),
            values,
            key: String::new(),
            offsets: Offsets::new(),
        }
    }

    fn entries(&self) -> (Field, Fields) {
        let fields = Fields::from(vec![Field::new("key", DataType::Utf8, false), self.values.field()]);
        (Field::new("entries", DataType::Struct(fields.clone()), false), fields)
    }

    pub(crate) fn data_type(&self) -> DataType {
        DataType::Map(shared(self.entries().0), false)
    }

    /// Ends a map with the entries that were added to the inner columns.
    pub(crate) fn end(&mut self) -> Result<(), Error> {
        self.offsets.end(self.keys.len(), false)
    }

    pub(crate) fn append_empty(&mut self) {
        self.offsets.end_empty(false);
    }

    pub(crate) fn append_null(&mut self) {
        self.offsets.end_empty(true);
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let (entries, fields) = self.entries();
        let keys: StringArray = self.keys.finish();
        let arrays: Vec<ArrayRef> = vec![Arc::new(keys), self.values.column.finish()?];
        let arrays = StructArray::try_new(fields, arrays, None).map_err(|error| Error::new(error.to_string()))?;
        map_array(entries, &mut self.offsets, arrays)
    }
}

/// Structs.
pub(crate) struct Struct {
    pub(crate) fields: Vec<Slot>,
    /// The map of the keys that no field has.
    pub(crate) rest: Option<Slot>,
    /// The key whose value comes next, if it is not known before.
    pub(crate) key: String,
    nulls: NullBufferBuilder,
}

impl Struct {
    pub(crate) fn new(fields: Vec<Slot>, rest: Option<Slot>) -> Self {
        Self {
            fields,
            rest,
            key: String::new(),
            nulls: NullBufferBuilder::new(0),
        }
    }

    fn slots(&self) -> impl Iterator<Item = &Slot> {
        self.fields.iter().chain(&self.rest)
    }

    fn arrow_fields(&self) -> Fields {
        self.slots().map(Slot::field).collect()
    }

    pub(crate) fn data_type(&self) -> DataType {
        DataType::Struct(self.arrow_fields())
    }

    /// Ends a value. All its fields before `written` were written.
    pub(crate) fn end(&mut self, written: usize) -> Result<(), Error> {
        if written < self.fields.len() {
            let length = self.len() + 1;
            for field in &mut self.fields {
                if field.column.len() < length {
                    field.append_absent()?;
                }
            }
        }
        if let Some(Slot {
            column: super::Column::Map(map),
            ..
        }) = &mut self.rest
        {
            map.end()?;
        }
        self.nulls.append_non_null();
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        for slot in self.fields.iter_mut().chain(&mut self.rest) {
            slot.column.append_null();
        }
        self.nulls.append_null();
    }

    pub(crate) fn len(&self) -> usize {
        self.nulls.len()
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let mut arrays = Vec::new();
        for slot in self.fields.iter_mut().chain(&mut self.rest) {
            arrays.push(slot.column.finish()?);
        }
        struct_array(self.arrow_fields(), arrays, &mut self.nulls)
    }
}

/// Tagged enums with data: the tag, and a column for each variant with data. At most one of these columns is not null.
pub(crate) struct Union {
    /// The key of the tag in the value, unless the variant is the key around it.
    pub(crate) tag: &'static str,
    /// The key of the data, if the tag is beside it.
    pub(crate) content: Option<&'static str>,
    pub(crate) names: Slot,
    pub(crate) variants: Vec<Option<Slot>>,
    /// The tag that was read.
    pub(crate) key: String,
    nulls: NullBufferBuilder,
}

impl Union {
    pub(crate) fn new(
        tag: &'static str,
        content: Option<&'static str>,
        names: Slot,
        variants: Vec<Option<Slot>>,
    ) -> Self {
        Self {
            tag,
            content,
            names,
            variants,
            key: String::new(),
            nulls: NullBufferBuilder::new(0),
        }
    }

    fn arrow_fields(&self) -> Fields {
        std::iter::once(&self.names)
            .chain(self.variants.iter().flatten())
            .map(Slot::field)
            .collect()
    }

    pub(crate) fn data_type(&self) -> DataType {
        DataType::Struct(self.arrow_fields())
    }

    /// The position of a variant.
    pub(crate) fn variant(&self, name: &str, likely: usize) -> Result<usize, Error> {
        let position = match &self.names.column {
            super::Column::Names(names) => names.position(name, likely),
            _ => None,
        };
        position.ok_or_else(|| Error::new(format!("the type has no variant `{name}`")))
    }

    /// Ends a value of a variant, whose data was added to its column.
    pub(crate) fn end(&mut self, variant: usize) -> Result<(), Error> {
        for (i, slot) in self.variants.iter_mut().enumerate() {
            if let Some(slot) = slot {
                if i != variant {
                    slot.column.append_null();
                } else if slot.column.len() == self.nulls.len() {
                    slot.append_absent()?;
                }
            }
        }
        if let super::Column::Names(names) = &mut self.names.column {
            names.append_position(variant)?;
        }
        self.nulls.append_non_null();
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        self.names.column.append_null();
        for slot in self.variants.iter_mut().flatten() {
            slot.column.append_null();
        }
        self.nulls.append_null();
    }

    pub(crate) fn len(&self) -> usize {
        self.nulls.len()
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let mut arrays = vec![self.names.column.finish()?];
        for slot in self.variants.iter_mut().flatten() {
            arrays.push(slot.column.finish()?);
        }
        struct_array(self.arrow_fields(), arrays, &mut self.nulls)
    }
}
