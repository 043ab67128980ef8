//! The key of a map, read as the type that its visitor expects. In JSON it is always a string.

use std::borrow::Cow;
use std::str::FromStr;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{Deserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use super::{Declined, OrDeclined};
use crate::read::number;

/// A key of a map.
pub(super) struct Key<'de>(pub(super) Cow<'de, str>);

impl Key<'_> {
    /// The number that the key is, strictly as JSON writes it.
    fn number<T: FromStr>(&self) -> OrDeclined<T> {
        if !number::is_plain(&self.0) {
            return Err(Declined);
        }
        self.0.parse().map_err(|_| Declined)
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty => $visit:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
            visitor.$visit(self.number::<$type>()?.into())
        }
    )*};
}

impl<'de> Deserializer<'de> for Key<'de> {
    type Error = Declined;

    numbers! {
        deserialize_u8: u8 => visit_u64;
        deserialize_u16: u16 => visit_u64;
        deserialize_u32: u32 => visit_u64;
        deserialize_u64: u64 => visit_u64;
        deserialize_i8: i8 => visit_i64;
        deserialize_i16: i16 => visit_i64;
        deserialize_i32: i32 => visit_i64;
        deserialize_i64: i64 => visit_i64;
        deserialize_u128: u128 => visit_u128;
        deserialize_i128: i128 => visit_i128;
        deserialize_f32: f32 => visit_f64;
        deserialize_f64: f64 => visit_f64;
    }

    // No key is one of these, so their visitors reject it.
    forward_to_deserialize_any! {
        char str string identifier unit unit_struct seq tuple tuple_struct map struct
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(&text),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match &*self.0 {
            "true" => visitor.visit_bool(true),
            "false" => visitor.visit_bool(false),
            _ => Err(Declined),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_bytes(text.as_bytes()),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        visitor.visit_unit()
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> OrDeclined<V::Value> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> OrDeclined<V::Value> {
        if variants.contains(&&*self.0) {
            visitor.visit_enum(StrDeserializer::new(&self.0))
        } else {
            Err(Declined)
        }
    }
}
