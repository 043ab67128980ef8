//! The key of a map, read as the type that its visitor expects. In JSON it is always a string.

use std::borrow::Cow;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{Deserializer, Visitor};
use serde_core::forward_to_deserialize_any;

use super::document::numeric;
use super::{Declined, OrDeclined};
use crate::read::number;
use crate::visit::leaf::{Number, Wide};
use crate::visit::planned::numbers;

/// A key of a map, or the name of a field or variant.
pub(super) struct StrictKey<'de>(pub(super) Cow<'de, str>);

impl StrictKey<'_> {
    fn number<T: Number>(&self) -> OrDeclined<T> {
        if number::is_plain(&self.0) {
            numeric(&self.0)
        } else {
            Err(Declined)
        }
    }
}

impl<'de> Deserializer<'de> for StrictKey<'de> {
    type Error = Declined;

    numbers!(number_methods);

    // The visitors of types that are never a string reject it.
    forward_to_deserialize_any! {
        bool char str string bytes byte_buf identifier ignored_any
        unit unit_struct seq tuple tuple_struct map struct
    }

    #[inline]
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.0 {
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_str(&text),
        }
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
