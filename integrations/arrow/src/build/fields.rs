//! The fields of a struct, the entries of a map, and the variants of an enum.

use serde::ser::{Serialize, SerializeMap, SerializeStruct, SerializeStructVariant};

use super::key::{Key, text};
use crate::Error;
use crate::column::{Boolean, Column, Map, Progress, Struct, Union};

/// Adds the fields of one value.
pub(crate) enum Fields<'s> {
    Struct(&'s mut Struct, Progress),
    Other(Other<'s>),
}

/// Adds the fields of a value that is not in a column of structs.
pub(crate) enum Other<'s> {
    Map(&'s mut Map),
    /// A struct without fields.
    Empty(&'s mut Boolean),
    Union(&'s mut Union),
}

impl<'s> Fields<'s> {
    #[inline]
    pub(crate) fn of_struct(fields: &'s mut Struct) -> Self {
        Self::Struct(fields, Progress::default())
    }

    fn field<V: Serialize + ?Sized>(&mut self, key: &str, value: &V) -> Result<(), Error> {
        match self {
            Self::Struct(fields, progress) => field_of(fields, progress, key, value),
            Self::Other(other) => other.reborrow().field(key, value),
        }
    }

    fn end_fields(self) -> Result<(), Error> {
        match self {
            Self::Struct(fields, progress) => fields.end(progress),
            Self::Other(other) => other.end(),
        }
    }

    /// Where the text of a key is kept until its value comes.
    fn key(&mut self) -> Option<&mut String> {
        match self {
            Self::Struct(fields, _) => Some(&mut fields.key),
            Self::Other(Other::Map(map)) => Some(&mut map.key),
            Self::Other(Other::Empty(_)) => None,
            Self::Other(Other::Union(union)) => Some(&mut union.key),
        }
    }
}

impl Other<'_> {
    /// A copy of the references, so that no call takes the address of `Fields` and its progress can stay in registers.
    #[inline]
    fn reborrow(&mut self) -> Other<'_> {
        match self {
            Self::Map(map) => Other::Map(map),
            Self::Empty(boolean) => Other::Empty(boolean),
            Self::Union(union) => Other::Union(union),
        }
    }

    fn field<V: Serialize + ?Sized>(self, key: &str, value: &V) -> Result<(), Error> {
        let union = match self {
            Self::Map(map) => return entry_of(map, key, value),
            Self::Empty(_) => return Err(unknown(key)),
            Self::Union(union) => union,
        };
        match union.variant {
            None if key == union.tag => {
                union.key.clear();
                value.serialize(Key(&mut union.key))?;
                let variant = union.tagged(&union.key)?;
                union.begin(Some(variant));
                Ok(())
            }
            None => Err(Error::new(format!(
                "`Serialize` wrote `{key}` before the tag `{}`",
                union.tag
            ))),
            Some(variant) if union.content.is_some() => match &mut union.variants[variant] {
                Some(slot) if union.content == Some(key) => slot.append(value),
                _ => Err(unknown(key)),
            },
            Some(variant) => match union.variants[variant].as_mut().map(|slot| &mut slot.column) {
                Some(Column::Struct(fields)) => field_of(fields, &mut union.progress, key, value),
                Some(Column::Map(map)) => entry_of(map, key, value),
                _ => Err(unknown(key)),
            },
        }
    }

    #[inline(never)]
    pub(crate) fn end(self) -> Result<(), Error> {
        match self {
            Self::Map(map) => map.end(),
            Self::Empty(boolean) => {
                boolean.append(true);
                Ok(())
            }
            Self::Union(union) => {
                let Some(variant) = union.variant else {
                    return Err(Error::new(format!("`Serialize` did not write the tag `{}`", union.tag)));
                };
                let is_adjacent = union.content.is_some();
                if let Some(slot) = union.variants[variant].as_mut().filter(|_| !is_adjacent) {
                    match &mut slot.column {
                        Column::Struct(fields) => fields.end(union.progress)?,
                        Column::Map(map) => map.end()?,
                        Column::Boolean(boolean) => boolean.append(true),
                        _ => return Err(Error::new("the tag is among the fields of a value that has none")),
                    }
                }
                union.end(variant)
            }
        }
    }
}

fn unknown(key: &str) -> Error {
    Error::new(format!(
        "`Serialize` wrote `{key}`, which the shape of the type does not have: serde and llm_output must use the same names"
    ))
}

/// Adds a field whose name is in the code, most often that which is expected next. The names of those with JSON are never
/// learned.
#[expect(clippy::inline_always, reason = "measured: the call costs more than what it calls")]
#[inline(always)]
fn static_field_of<V: Serialize + ?Sized>(
    fields: &mut Struct,
    progress: &mut Progress,
    key: &'static str,
    value: &V,
) -> Result<(), Error> {
    match fields.fields.get_mut(progress.next) {
        Some(field) if field.name.was(key) => {
            progress.next += 1;
            field.append_typed(value)
        }
        _ => {
            // A copy, so that only the copy has an address.
            let mut copy = *progress;
            let added = new_field_of(fields, &mut copy, key, value);
            *progress = copy;
            added
        }
    }
}

/// Adds a field of a struct that is in another column. It is cold, so that its calls are not between those of structs.
#[cold]
#[inline(never)]
fn other_field_of<V: Serialize + ?Sized>(other: Other<'_>, key: &'static str, value: &V) -> Result<(), Error> {
    other.field(key, value)
}

/// Adds a field whose name is in the code, but not where it last was.
#[cold]
#[inline(never)]
fn new_field_of<V: Serialize + ?Sized>(
    fields: &mut Struct,
    progress: &mut Progress,
    key: &'static str,
    value: &V,
) -> Result<(), Error> {
    if let Some(field) = fields.fields.get_mut(progress.next)
        && !field.is_json()
    {
        field.name.learn(key);
    }
    field_of(fields, progress, key, value)
}

fn field_of<V: Serialize + ?Sized>(
    fields: &mut Struct,
    progress: &mut Progress,
    key: &str,
    value: &V,
) -> Result<(), Error> {
    // No field from the next one on was written.
    if let Some(field) = fields.fields.get_mut(progress.next)
        && field.name.name == key
    {
        progress.next += 1;
        return field.append(value);
    }
    if let Some(position) = fields.fields.iter().position(|field| field.name.name == key) {
        progress.is_incomplete = true;
        progress.next = progress.next.max(position + 1);
        let length = fields.len();
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

fn entry_of<V: Serialize + ?Sized>(map: &mut Map, key: &str, value: &V) -> Result<(), Error> {
    map.keys.append(key)?;
    map.values.append(value)
}

impl SerializeStruct for Fields<'_> {
    type Ok = ();
    type Error = Error;

    // What is left of it for a field is less than a call.
    #[expect(clippy::inline_always, reason = "measured: the call costs more than what it calls")]
    #[inline(always)]
    fn serialize_field<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V) -> Result<(), Error> {
        match self {
            Self::Struct(fields, progress) => static_field_of(fields, progress, key, value),
            Self::Other(other) => other_field_of(other.reborrow(), key, value),
        }
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        match self {
            Self::Struct(fields, progress) => fields.end(progress),
            Self::Other(other) => other.end(),
        }
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
