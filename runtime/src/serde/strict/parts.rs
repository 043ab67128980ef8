//! What is between two brackets: elements, keys and values, or the one variant of an enum.

use std::borrow::Cow;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};
use serde_core::forward_to_deserialize_any;

use super::document::{Document, numeric};
use super::{Declined, OrDeclined, require};
use crate::read::number;
use crate::serde::names::{self, Names};
use crate::spec::ObjectSpec;
use crate::visit::leaf::{Number, Wide};
use crate::visit::planned::numbers;

/// A position between two brackets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PartsState {
    First,
    /// An element or value ends before it.
    Between,
    /// A key ends before it.
    Value,
    Done,
}

/// What is between two brackets.
pub(super) struct StrictParts<'a, 'de, K> {
    pub(super) document: &'a mut Document<'de>,
    pub(super) state: PartsState,
    pub(super) keys: K,
}

impl<'de, K: KeySource> StrictParts<'_, 'de, K> {
    /// Advances to the next part, which ends at a position of the kind `next`, or past the closing bracket if there is none.
    #[inline(always)]
    pub(super) fn advance(&mut self, next: PartsState, closer: u8) -> OrDeclined<bool> {
        match self.state {
            PartsState::Done => return Ok(false),
            PartsState::Value => return Err(Declined),
            PartsState::First | PartsState::Between => {}
        }
        self.document.space();
        match self.document.peek() {
            byte if byte == closer => {
                self.document.pos += 1;
                self.state = PartsState::Done;
                return Ok(false);
            }
            b',' if self.state == PartsState::Between => {
                self.document.pos += 1;
                self.document.space();
            }
            _ if self.state == PartsState::Between => return Err(Declined),
            _ => {}
        }
        self.state = next;
        Ok(true)
    }

    #[inline(always)]
    fn next_key(&mut self) -> OrDeclined<Option<Cow<'de, str>>> {
        if !self.advance(PartsState::Value, b'}')? {
            return Ok(None);
        }
        let key = self.document.key()?;
        self.keys.note(&key)?;
        Ok(Some(key))
    }
}

impl<'de, K: KeySource> SeqAccess<'de> for StrictParts<'_, 'de, K> {
    type Error = Declined;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<Option<S::Value>> {
        // Not with `transpose`, which would copy the element.
        let element = match self.advance(PartsState::Between, b']') {
            Ok(true) => seed.deserialize(&mut *self.document).map(Some),
            Ok(false) => Ok(None),
            Err(declined) => Err(declined),
        };
        self.document.noted(element)
    }
}

impl<'de, K: KeySource> MapAccess<'de> for StrictParts<'_, 'de, K> {
    type Error = Declined;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<Option<S::Value>> {
        let key = self.next_key();
        let key = key.and_then(|key| key.map(|key| seed.deserialize(StrictKey(key))).transpose());
        self.document.noted(key)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<S::Value> {
        let value = match std::mem::replace(&mut self.state, PartsState::Between) {
            PartsState::Value => seed.deserialize(&mut *self.document),
            _ => Err(Declined),
        };
        self.document.noted(value)
    }
}

impl<'de, K: KeySource> EnumAccess<'de> for &mut StrictParts<'_, 'de, K> {
    type Error = Declined;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> OrDeclined<(S::Value, Self)> {
        match self.next_key_seed(seed)? {
            Some(variant) => Ok((variant, self)),
            None => self.document.noted(Err(Declined)),
        }
    }
}

impl<'de, K: KeySource> VariantAccess<'de> for &mut StrictParts<'_, 'de, K> {
    type Error = Declined;

    fn unit_variant(self) -> OrDeclined<()> {
        self.document.noted(Err(Declined))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> OrDeclined<S::Value> {
        self.next_value_seed(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> OrDeclined<V::Value> {
        self.state = PartsState::Between;
        let value = self.document.deserialize_tuple(length, visitor);
        self.document.noted(value)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: Names, visitor: V) -> OrDeclined<V::Value> {
        self.state = PartsState::Between;
        let value = self.document.deserialize_struct("", names, visitor);
        self.document.noted(value)
    }
}

/// A key of a map, or the name of a field or variant. In JSON it is always a string, whatever its visitor expects.
pub(super) struct StrictKey<'de>(pub(super) Cow<'de, str>);

impl StrictKey<'_> {
    fn number<T: Number>(&self) -> OrDeclined<T> {
        require(number::is_plain(&self.0))?;
        numeric(&self.0)
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

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, names: Names, visitor: V) -> OrDeclined<V::Value> {
        require(names.contains(&&*self.0))?;
        visitor.visit_enum(StrDeserializer::new(&self.0))
    }
}

/// The keys that may be between two braces.
pub(super) trait KeySource {
    /// Notes that there is this key. One that the engine may not read as it is, is declined.
    fn note(&mut self, key: &str) -> OrDeclined<()>;

    /// Whether those that were noted show that the type's own object is here.
    #[inline(always)]
    fn suffice(&self) -> bool {
        true
    }
}

/// Any keys: those of a map.
impl KeySource for () {
    #[inline(always)]
    fn note(&mut self, _: &str) -> OrDeclined<()> {
        Ok(())
    }
}

/// The names of variants.
impl KeySource for Names {
    fn note(&mut self, key: &str) -> OrDeclined<()> {
        require(self.contains(&key))
    }
}

/// The fields of a struct.
#[derive(Default)]
pub(super) struct Fields {
    pub(super) names: Names,
    /// The index of the name that is likely to come next.
    pub(super) next: usize,
    /// One bit for each name that was read.
    pub(super) seen: u128,
    /// The names in the engine's form, once an unknown key was read.
    pub(super) spec: Option<&'static ObjectSpec>,
}

impl Fields {
    /// A key that only resembles a field's name is left to the engine.
    #[inline(never)]
    fn note_unknown(&mut self, key: &str) -> OrDeclined<()> {
        let spec = *self.spec.get_or_insert_with(|| names::object(self.names));
        require(!spec.knows(key) && spec.near(key).is_none())
    }
}

impl KeySource for Fields {
    /// A repeated name is left to the engine.
    #[inline(always)]
    fn note(&mut self, key: &str) -> OrDeclined<()> {
        let is_next = self.names.get(self.next).is_some_and(|&name| name == key);
        let place = if is_next {
            Some(self.next)
        } else {
            self.names.iter().position(|&name| name == key)
        };
        let Some(place) = place else {
            return self.note_unknown(key);
        };
        let bit = 1 << place;
        require(self.seen & bit == 0)?;
        self.seen |= bit;
        self.next = place + 1;
        Ok(())
    }

    /// An object with none of the type's keys may be something else.
    #[inline(always)]
    fn suffice(&self) -> bool {
        self.seen != 0
    }
}
