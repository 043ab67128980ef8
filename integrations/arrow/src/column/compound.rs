//! Columns with columns inside.

use std::sync::Arc;

use arrow_array::{ArrayRef, StringArray, StructArray};
use arrow_schema::{DataType, Field, Fields};

use super::leaf::unknown_variant;
use super::{Column, Nulls, Offsets, Slot, Text, list_array, map_array, struct_array};
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

    /// Ends a list of `count` elements, which were added to the inner column.
    #[inline]
    pub(crate) fn end(&mut self, count: usize) -> Result<(), Error> {
        self.offsets.end_after(count)
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

    pub(crate) fn truncate(&mut self, length: usize) {
        let end = self.offsets.truncate(length);
        self.element.truncate(end);
    }

    pub(crate) fn reserve(&mut self) {
        self.offsets.reserve();
        self.element.column.reserve();
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
        self.offsets.end(self.keys.len())
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

    pub(crate) fn truncate(&mut self, length: usize) {
        let end = self.offsets.truncate(length);
        self.keys.truncate(end);
        self.values.truncate(end);
    }

    pub(crate) fn reserve(&mut self) {
        self.offsets.reserve();
        self.keys.reserve();
        self.values.column.reserve();
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
    length: usize,
    nulls: Nulls,
}

/// How much of a struct was written. It is not among the struct's own fields, so that it can be in registers.
#[derive(Clone, Copy, Default)]
pub(crate) struct Progress {
    /// The field that is expected next: serde writes them in order.
    pub(crate) next: usize,
    /// Whether a field before it may have been left out.
    pub(crate) is_incomplete: bool,
}

impl Struct {
    pub(crate) fn new(fields: Vec<Slot>, rest: Option<Slot>) -> Self {
        Self {
            fields,
            rest,
            key: String::new(),
            length: 0,
            nulls: Nulls::default(),
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

    /// Ends a value with the fields that were added.
    #[inline]
    pub(crate) fn end(&mut self, progress: Progress) -> Result<(), Error> {
        if progress.next < self.fields.len() || progress.is_incomplete || self.rest.is_some() {
            self.end_others()?;
        }
        self.length += 1;
        Ok(())
    }

    /// Ends what was not written as a field.
    #[inline(never)]
    fn end_others(&mut self) -> Result<(), Error> {
        for field in &mut self.fields {
            if field.column.len() == self.length {
                field.append_absent()?;
            }
        }
        if let Some(Slot {
            column: Column::Map(map),
            ..
        }) = &mut self.rest
        {
            map.end()?;
        }
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        for slot in self.fields.iter_mut().chain(&mut self.rest) {
            slot.column.append_null();
        }
        self.nulls.push(self.length);
        self.length += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        for slot in self.fields.iter_mut().chain(&mut self.rest) {
            slot.truncate(length);
        }
        self.nulls.truncate(length);
        self.length = length;
    }

    pub(crate) fn reserve(&mut self) {
        for slot in self.fields.iter_mut().chain(&mut self.rest) {
            slot.column.reserve();
        }
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let mut arrays = Vec::new();
        for slot in self.fields.iter_mut().chain(&mut self.rest) {
            arrays.push(slot.column.finish()?);
        }
        let nulls = self.nulls.finish(std::mem::take(&mut self.length));
        struct_array(self.arrow_fields(), arrays, nulls)
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
    /// The variant of the value at work, as soon as it is known.
    pub(crate) variant: Option<usize>,
    /// How much of its fields was written, if they are beside the tag.
    pub(crate) progress: Progress,
    length: usize,
    nulls: Nulls,
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
            variant: None,
            progress: Progress::default(),
            length: 0,
            nulls: Nulls::default(),
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

    /// Begins a value, or its fields once the variant is known.
    pub(crate) fn begin(&mut self, variant: Option<usize>) {
        self.variant = variant;
        self.progress = Progress::default();
    }

    /// The position of a variant whose name was in the value.
    pub(crate) fn tagged(&self, name: &str) -> Result<usize, Error> {
        let position = match &self.names.column {
            Column::Names(names) => names.position(name),
            _ => None,
        };
        position.ok_or_else(|| unknown_variant(name))
    }

    /// The position of a variant that serde wrote.
    pub(crate) fn position(&mut self, name: &'static str, likely: usize) -> Result<usize, Error> {
        let position = match &mut self.names.column {
            Column::Names(names) => names.variant(name, likely),
            _ => None,
        };
        position.ok_or_else(|| unknown_variant(name))
    }

    /// Ends a value of a variant, whose data was added to its column.
    pub(crate) fn end(&mut self, variant: usize) -> Result<(), Error> {
        for (i, slot) in self.variants.iter_mut().enumerate() {
            if let Some(slot) = slot {
                if i != variant {
                    slot.column.append_null();
                } else if slot.column.len() == self.length {
                    slot.append_absent()?;
                }
            }
        }
        if let Column::Names(names) = &mut self.names.column {
            names.append_position(variant)?;
        }
        self.length += 1;
        Ok(())
    }

    pub(crate) fn append_null(&mut self) {
        self.names.column.append_null();
        for slot in self.variants.iter_mut().flatten() {
            slot.column.append_null();
        }
        self.nulls.push(self.length);
        self.length += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.length
    }

    pub(crate) fn truncate(&mut self, length: usize) {
        self.names.truncate(length);
        for slot in self.variants.iter_mut().flatten() {
            slot.truncate(length);
        }
        self.nulls.truncate(length);
        self.length = length;
    }

    pub(crate) fn reserve(&mut self) {
        self.names.column.reserve();
        for slot in self.variants.iter_mut().flatten() {
            slot.column.reserve();
        }
    }

    pub(crate) fn finish(&mut self) -> Result<ArrayRef, Error> {
        let mut arrays = vec![self.names.column.finish()?];
        for slot in self.variants.iter_mut().flatten() {
            arrays.push(slot.column.finish()?);
        }
        let nulls = self.nulls.finish(std::mem::take(&mut self.length));
        struct_array(self.arrow_fields(), arrays, nulls)
    }
}
