//! Keys of maps, and tags, as text.

use std::fmt::{Display, Write};

use serde::ser::{Impossible, Serialize, Serializer};

use crate::Error;

/// Writes `key` into `room`, in place of what is there.
pub(crate) fn text<K: Serialize + ?Sized>(key: &K, room: &mut String) -> Result<(), Error> {
    room.clear();
    key.serialize(Key(room))
}

/// Adds the text of a key.
pub(crate) struct Key<'k>(pub(crate) &'k mut String);

impl Key<'_> {
    fn shown(self, key: impl Display) -> Result<(), Error> {
        write!(self.0, "{key}").map_err(|_| Error::new("the key cannot be shown"))
    }
}

#[cold]
fn no_key<O>() -> Result<O, Error> {
    Err(Error::new("`Serialize` wrote a key that is no text"))
}

macro_rules! shown {
    ($($method:ident: $type:ty,)*) => {
        $(fn $method(self, value: $type) -> Result<(), Error> {
            self.shown(value)
        })*
    };
}

impl Serializer for Key<'_> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Impossible<(), Error>;
    type SerializeTuple = Impossible<(), Error>;
    type SerializeTupleStruct = Impossible<(), Error>;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    shown! {
        serialize_bool: bool,
        serialize_i8: i8,
        serialize_i16: i16,
        serialize_i32: i32,
        serialize_i64: i64,
        serialize_u8: u8,
        serialize_u16: u16,
        serialize_u32: u32,
        serialize_u64: u64,
        serialize_f32: f32,
        serialize_f64: f64,
        serialize_char: char,
    }

    fn serialize_str(self, value: &str) -> Result<(), Error> {
        self.0.push_str(value);
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Error> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(self, _: &'static str, value: &V) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_bytes(self, _: &[u8]) -> Result<(), Error> {
        no_key()
    }

    fn serialize_none(self) -> Result<(), Error> {
        no_key()
    }

    fn serialize_unit(self) -> Result<(), Error> {
        no_key()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        no_key()
    }

    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &V,
    ) -> Result<(), Error> {
        no_key()
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Self::SerializeSeq, Error> {
        no_key()
    }

    fn serialize_tuple(self, _: usize) -> Result<Self::SerializeTuple, Error> {
        no_key()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, Error> {
        no_key()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Error> {
        no_key()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Error> {
        no_key()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Error> {
        no_key()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Error> {
        no_key()
    }
}
