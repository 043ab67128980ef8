//! The fields of a struct, the entries of a map, and the variants of an enum.

use arrow_array::builder::BooleanBuilder;
use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::key::{Key, text};
use crate::Error;
use crate::column::{Column, Map, Struct, Union};

/// Adds the fields of one value.
pub(crate) struct Fields<'s> {
    target: Target<'s>,
    next: Next,
}

/// What the fields are those of.
pub(crate) enum Target<'s> {
    Struct(&'s mut Struct),
    Map(&'s mut Map),
    /// A struct without fields.
    Empty(&'s mut BooleanBuilder),
    Union {
        union: &'s mut Union,
        /// The variant, as soon as it is known.
        variant: Option<usize>,
        /// Whether the data is in a field of its own.
        is_adjacent: bool,
    },
}

/// The field that is expected next: serde writes them in order.
#[derive(Clone, Copy)]
struct Next {
    position: usize,
    /// Whether a field before it may have been left out.
    is_incomplete: bool,
}

impl<'s> Fields<'s> {
    pub(crate) fn new(target: Target<'s>) -> Self {
        let next = Next {
            position: 0,
            is_incomplete: false,
        };
        Self { target, next }
    }

    fn field<V: Serialize + ?Sized>(&mut self, key: &str, value: &V) -> Result<(), Error> {
        match &mut self.target {
            Target::Struct(fields) => field_of(fields, &mut self.next, key, value),
            Target::Map(map) => entry_of(map, key, value),
            Target::Empty(_) => Err(unknown(key)),
            Target::Union {
                union,
                variant,
                is_adjacent,
            } => match *variant {
                None if key == union.tag => {
                    union.key.clear();
                    value.serialize(Key(&mut union.key))?;
                    *variant = Some(union.variant(&union.key, usize::MAX)?);
                    Ok(())
                }
                None => Err(Error::new(format!(
                    "`Serialize` wrote `{key}` before the tag `{}`",
                    union.tag
                ))),
                Some(variant) if *is_adjacent => match &mut union.variants[variant] {
                    Some(slot) if union.content == Some(key) => slot.append(value),
                    _ => Err(unknown(key)),
                },
                Some(variant) => match union.variants[variant].as_mut().map(|slot| &mut slot.column) {
                    Some(Column::Struct(fields)) => field_of(fields, &mut self.next, key, value),
                    Some(Column::Map(map)) => entry_of(map, key, value),
                    _ => Err(unknown(key)),
                },
            },
        }
    }

    pub(crate) fn end_fields(self) -> Result<(), Error> {
        match self.target {
            Target::Struct(fields) => end_struct(fields, self.next),
            Target::Map(map) => map.end(),
            Target::Empty(builder) => {
                builder.append_value(true);
                Ok(())
            }
            Target::Union {
                variant: None, union, ..
            } => Err(Error::new(format!("`Serialize` did not write the tag `{}`", union.tag))),
            Target::Union {
                variant: Some(variant),
                union,
                is_adjacent,
            } => {
                if let Some(slot) = union.variants[variant].as_mut().filter(|_| !is_adjacent) {
                    match &mut slot.column {
                        Column::Struct(fields) => end_struct(fields, self.next)?,
                        Column::Map(map) => map.end()?,
                        Column::Boolean(builder) => builder.append_value(true),
                        _ => return Err(Error::new("the tag is among the fields of a value that has none")),
                    }
                }
                union.end(variant)
            }
        }
    }

    /// Where the text of a key is kept until its value comes.
    fn key(&mut self) -> Option<&mut String> {
        match &mut self.target {
            Target::Struct(fields) => Some(&mut fields.key),
            Target::Map(map) => Some(&mut map.key),
            Target::Empty(_) => None,
            Target::Union { union, .. } => Some(&mut union.key),
        }
    }
}

fn unknown(key: &str) -> Error {
    Error::new(format!(
        "`Serialize` wrote `{key}`, which the shape of the type does not have: serde and llm_output must use the same names"
    ))
}

#[inline]
fn field_of<V: Serialize + ?Sized>(fields: &mut Struct, next: &mut Next, key: &str, value: &V) -> Result<(), Error> {
    // No field from the next one on was written.
    match fields.fields.get_mut(next.position) {
        Some(field) if is_same(&field.name, key) => {
            next.position += 1;
            field.append(value)
        }
        _ => field_out_of_order(fields, next, key, value),
    }
}

#[inline(never)]
fn field_out_of_order<V: Serialize + ?Sized>(
    fields: &mut Struct,
    next: &mut Next,
    key: &str,
    value: &V,
) -> Result<(), Error> {
    let length = fields.len();
    if let Some(position) = fields.fields.iter().position(|field| field.name == key) {
        next.is_incomplete = true;
        next.position = next.position.max(position + 1);
        let field = &mut fields.fields[position];
        if field.column.len() > length {
            return Err(Error::new(format!("`Serialize` wrote `{key}` twice")));
        }
        return field.append(value);
    }
    match fields.rest.as_mut().map(|rest| &mut rest.column) {
        Some(Column::Map(map)) => entry_of(map, key, value),
        _ => Err(unknown(key)),
    }
}

/// Whether two names are equal: most are so short that calling a comparison costs more than making it.
#[inline]
fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    match (one.first_chunk::<4>(), other.first_chunk::<4>()) {
        (Some(head), Some(other_head)) if one.len() <= 8 => {
            head == other_head && one.last_chunk::<4>() == other.last_chunk::<4>()
        }
        _ => one == other,
    }
}

fn end_struct(fields: &mut Struct, next: Next) -> Result<(), Error> {
    fields.end(if next.is_incomplete { 0 } else { next.position })
}

fn entry_of<V: Serialize + ?Sized>(map: &mut Map, key: &str, value: &V) -> Result<(), Error> {
    map.keys.append(key)?;
    map.values.append(value)
}

impl SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V) -> Result<(), Error> {
        self.field(key, value)
    }

    fn end(self) -> Result<(), Error> {
        self.end_fields()
    }
}

impl SerializeStructVariant for Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V) -> Result<(), Error> {
        self.field(key, value)
    }

    fn end(self) -> Result<(), Error> {
        self.end_fields()
    }
}

impl SerializeMap for Fields<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<(), Error> {
        match self.key() {
            Some(room) => text(key, room),
            None => Err(Error::new("`Serialize` wrote a key into a struct without fields")),
        }
    }

    fn serialize_value<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        // The text goes back, so that its memory serves the next key.
        let key = self.key().map(std::mem::take).unwrap_or_default();
        let added = self.field(&key, value);
        if let Some(room) = self.key() {
            *room = key;
        }
        added
    }

    fn end(self) -> Result<(), Error> {
        self.end_fields()
    }
}
