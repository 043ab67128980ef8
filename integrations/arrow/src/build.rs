//! Serde's view of a column: a serializer that adds one value to it.

mod fields;
mod key;

use serde::ser::{
    Impossible, Serialize, SerializeSeq, SerializeStruct, SerializeTuple, SerializeTupleStruct, Serializer,
};

use crate::Error;
use crate::column::{Column, DECIMAL, Integer, List, Slot};
use arrow_buffer::i256;
use fields::{Fields, Other};

/// Adds one value to a column.
///
/// What most values need is inlined into the code of their types.
pub(crate) struct Build<'s>(pub(crate) &'s mut Slot, pub(crate) &'s mut Noted);

/// The variant without data that serde wrote, and its number, until it is added to the column.
///
/// It is beside the slot and not in it: then it can be in registers, and the compiler knows that a text or a number noted none.
#[derive(Default)]
pub(crate) struct Noted(pub(crate) Option<(&'static str, u32)>);

#[cold]
fn mismatch(written: &str, column: &Column) -> Error {
    let expected = column.data_type();
    Error::new(format!(
        "`Serialize` wrote {written}, and the shape of the type says {expected}"
    ))
}

/// What is added by a call. None of these sees the noted variant, which could not be in registers otherwise.
impl Slot {
    #[inline(never)]
    fn integer(&mut self, value: i128) -> Result<(), Error> {
        match &mut self.column {
            Column::Integer(integer) => integer.append(value),
            Column::Decimal(_) => self.text(&value.to_string()),
            column => Err(mismatch("a whole number", column)),
        }
    }

    #[inline(never)]
    fn text(&mut self, text: &str) -> Result<(), Error> {
        match &mut self.column {
            Column::Text(column) => column.append(text),
            _ => self.other_text(text),
        }
    }

    /// Adds a text to a column that is not one of texts.
    #[inline(never)]
    fn other_text(&mut self, text: &str) -> Result<(), Error> {
        match &mut self.column {
            Column::Names(names) => names.append(text),
            Column::Temporal(temporal) => temporal.append(text),
            Column::Decimal(column) => {
                let value = decimal(text).ok_or_else(|| {
                    Error::of_value(format!(
                        "`Serialize` wrote `{text}`, which is no decimal number of this column"
                    ))
                })?;
                column.append(value);
                Ok(())
            }
            column => Err(mismatch("text", column)),
        }
    }

    fn null(&mut self) -> Result<(), Error> {
        if !self.is_nullable {
            return Err(mismatch("null", &self.column));
        }
        self.column.append_null();
        Ok(())
    }
}

impl<'s> Build<'s> {
    #[inline]
    fn list(self) -> Result<Elements<'s>, Error> {
        match &mut self.0.column {
            Column::List(list) => Ok(Elements { list, count: 0 }),
            column => Err(mismatch("a list", column)),
        }
    }

    #[inline]
    fn fields(self, written: &str) -> Result<Fields<'s>, Error> {
        match &mut self.0.column {
            Column::Struct(fields) => Ok(Fields::of_struct(fields)),
            column => fields_otherwise(column, written),
        }
    }
}

#[cold]
#[inline(never)]
fn fields_otherwise<'s>(column: &'s mut Column, written: &str) -> Result<Fields<'s>, Error> {
    Ok(match column {
        Column::Struct(fields) => Fields::of_struct(fields),
        Column::Map(map) => Fields::Other(Other::Map(map)),
        Column::Boolean(boolean) => Fields::Other(Other::Empty(boolean)),
        Column::Union(union) => {
            union.begin(None);
            Fields::Other(Other::Union(union))
        }
        column => return Err(mismatch(written, column)),
    })
}

/// A decimal number as the integer that it is at the scale of the column.
fn decimal(text: &str) -> Option<i256> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let scale = usize::try_from(DECIMAL.1).ok()?;
    let is_number = (whole.bytes().chain(fraction.bytes())).all(|byte| byte.is_ascii_digit());
    if !is_number || whole.is_empty() || fraction.len() > scale || whole.len() > usize::from(DECIMAL.0) - scale {
        return None;
    }
    let mut shifted = [b'0'; 64];
    let mut length = 0;
    for part in [sign, whole, fraction] {
        shifted[length..length + part.len()].copy_from_slice(part.as_bytes());
        length += part.len();
    }
    i256::from_string(str::from_utf8(&shifted[..length + scale - fraction.len()]).ok()?)
}

macro_rules! integers {
    ($($method:ident: $type:ty as $own:ident,)*) => {
        $(#[inline]
        fn $method(self, value: $type) -> Result<(), Error> {
            if let Column::Integer(Integer::$own(column)) = &mut self.0.column {
                column.append(value);
                return Ok(());
            }
            self.0.integer(value.into())
        })*
    };
}

impl<'s> Serializer for Build<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Elements<'s>;
    type SerializeTuple = Elements<'s>;
    type SerializeTupleStruct = Elements<'s>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Fields<'s>;
    type SerializeStruct = Fields<'s>;
    type SerializeStructVariant = Fields<'s>;

    integers! {
        serialize_i8: i8 as I8,
        serialize_i16: i16 as I16,
        serialize_i32: i32 as I32,
        serialize_i64: i64 as I64,
        serialize_u8: u8 as U8,
        serialize_u16: u16 as U16,
        serialize_u32: u32 as U32,
        serialize_u64: u64 as U64,
    }

    fn serialize_i128(self, value: i128) -> Result<(), Error> {
        self.0.integer(value)
    }

    #[inline]
    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        match &mut self.0.column {
            Column::Boolean(boolean) => {
                boolean.append(value);
                Ok(())
            }
            column => Err(mismatch("a boolean", column)),
        }
    }

    #[inline]
    fn serialize_f32(self, value: f32) -> Result<(), Error> {
        if let Column::Float32(column) = &mut self.0.column {
            column.append(value);
            return Ok(());
        }
        self.serialize_f64(value.into())
    }

    #[inline]
    fn serialize_f64(self, value: f64) -> Result<(), Error> {
        match &mut self.0.column {
            Column::Float(column) => {
                column.append(value);
                Ok(())
            }
            #[expect(clippy::cast_possible_truncation, reason = "it is the type's own precision")]
            Column::Float32(column) => {
                column.append(value as f32);
                Ok(())
            }
            Column::Decimal(_) => self.0.text(&value.to_string()),
            column => Err(mismatch("a number", column)),
        }
    }

    fn serialize_char(self, value: char) -> Result<(), Error> {
        self.0.text(value.encode_utf8(&mut [0; 4]))
    }

    #[inline]
    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.0.text(value)
    }

    fn collect_str<V: std::fmt::Display + ?Sized>(self, value: &V) -> Result<(), Error> {
        match &mut self.0.column {
            Column::Text(text) => text.append_display(&format_args!("{value}")),
            _ => self.0.text(&value.to_string()),
        }
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        Err(mismatch("bytes", &self.0.column))
    }

    #[inline]
    fn serialize_none(self) -> Result<(), Error> {
        self.0.null()
    }

    #[inline]
    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        self.0.null()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        SerializeStruct::end(self.fields("a struct")?)
    }

    // It only notes the variant, which `Slot::append_typed` then adds. The arms of the `match` that serde derives differ in nothing
    // but these values, so the compiler makes a table of them. It cannot do that with calls.
    #[inline]
    fn serialize_unit_variant(self, _: &'static str, index: u32, variant: &'static str) -> Result<(), Error> {
        self.1.0 = Some((variant, index));
        Ok(())
    }

    #[inline]
    fn serialize_newtype_struct<V: Serialize + ?Sized>(self, _: &'static str, value: &V) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        variant: &'static str,
        value: &V,
    ) -> Result<(), Error> {
        let Column::Union(union) = &mut self.0.column else {
            return Err(mismatch("a variant with data", &self.0.column));
        };
        let position = union.position(variant, index as usize)?;
        match &mut union.variants[position] {
            Some(slot) => slot.append(value)?,
            None => return Err(Error::new(format!("the variant `{variant}` has no data"))),
        }
        union.end(position)
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'s>, Error> {
        self.list()
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Elements<'s>, Error> {
        self.list()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'s>, Error> {
        self.list()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Impossible<(), Error>, Error> {
        Err(mismatch("a variant with a tuple", &self.0.column))
    }

    #[inline]
    fn serialize_map(self, _: Option<usize>) -> Result<Fields<'s>, Error> {
        self.fields("a map")
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields<'s>, Error> {
        self.fields("a struct")
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields<'s>, Error> {
        match &mut self.0.column {
            Column::Union(union) => {
                let variant = union.position(variant, index as usize)?;
                union.begin(Some(variant));
                Ok(Fields::Other(Other::Union(union)))
            }
            column => Err(mismatch("a variant with data", column)),
        }
    }
}

/// Adds the elements of a list.
pub(crate) struct Elements<'s> {
    list: &'s mut List,
    count: usize,
}

impl Elements<'_> {
    #[inline]
    fn add<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.count += 1;
        self.list.element.append(value)
    }
}

impl SerializeSeq for Elements<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.add(value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.list.end(self.count)
    }
}

impl SerializeTuple for Elements<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_element<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.add(value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.list.end(self.count)
    }
}

impl SerializeTupleStruct for Elements<'_> {
    type Ok = ();
    type Error = Error;

    #[inline]
    fn serialize_field<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), Error> {
        self.add(value)
    }

    #[inline]
    fn end(self) -> Result<(), Error> {
        self.list.end(self.count)
    }
}
