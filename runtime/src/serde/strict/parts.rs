//! What is between two brackets: elements, keys and values, or the one variant of an enum.

use std::borrow::Cow;

use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::document::Document;
use super::key::StrictKey;
use super::{Declined, OrDeclined};
use crate::serde::names;
use crate::spec::ObjectSpec;

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
    fn advance(&mut self, next: PartsState, closer: u8) -> OrDeclined<bool> {
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

    /// Whether the parts end here: a visitor that has all its elements does not ask for the end.
    #[inline(always)]
    pub(super) fn end(&mut self, closer: u8) -> bool {
        let ends = match self.state {
            PartsState::Done => true,
            PartsState::Value => false,
            PartsState::First | PartsState::Between => {
                self.document.space();
                self.document.expect(closer).is_ok()
            }
        };
        ends && self.keys.suffice()
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
        let key = match self.next_key() {
            Ok(Some(key)) => seed.deserialize(StrictKey(key)).map(Some),
            Ok(None) => Ok(None),
            Err(declined) => Err(declined),
        };
        self.document.noted(key)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<S::Value> {
        if self.state != PartsState::Value {
            return self.document.noted(Err(Declined));
        }
        self.state = PartsState::Between;
        let value = seed.deserialize(&mut *self.document);
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

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> OrDeclined<V::Value> {
        self.state = PartsState::Between;
        let value = self.document.deserialize_struct("", names, visitor);
        self.document.noted(value)
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
impl KeySource for &'static [&'static str] {
    fn note(&mut self, key: &str) -> OrDeclined<()> {
        if self.contains(&key) { Ok(()) } else { Err(Declined) }
    }
}

/// The fields of a struct.
pub(super) struct Fields {
    names: &'static [&'static str],
    /// The index of the name that is likely to come next.
    next: usize,
    /// One bit for each name that was read.
    seen: u128,
    /// The names in the engine's form, once an unknown key was read.
    spec: Option<&'static ObjectSpec>,
}

impl Fields {
    #[inline(always)]
    pub(super) fn new(names: &'static [&'static str]) -> Self {
        Self {
            names,
            next: 0,
            seen: 0,
            spec: None,
        }
    }

    /// A key that only resembles a field's name is left to the engine.
    #[inline(never)]
    fn note_unknown(&mut self, key: &str) -> OrDeclined<()> {
        let spec = *self.spec.get_or_insert_with(|| names::object(self.names));
        if spec.knows(key) || spec.near(key).is_some() {
            Err(Declined)
        } else {
            Ok(())
        }
    }
}

impl KeySource for Fields {
    /// A repeated name is left to the engine.
    #[inline(always)]
    fn note(&mut self, key: &str) -> OrDeclined<()> {
        let place = match self.names.get(self.next) {
            Some(&name) if name == key => self.next,
            _ => match self.names.iter().position(|&name| name == key) {
                Some(place) => place,
                None => return self.note_unknown(key),
            },
        };
        let bit = 1 << place;
        if self.seen & bit != 0 {
            return Err(Declined);
        }
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
