//! The name of a variant where an enum's value is expected.

use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, EnumAccess, Unexpected, VariantAccess, Visitor};

use crate::serde::failure::Failure;

/// A variant without data, by its name.
#[derive(Debug)]
pub(in crate::serde) struct Name<'n>(&'n str);

impl<'n> Name<'n> {
    pub(in crate::serde) fn of(name: &'n str) -> Self {
        Self(name)
    }
}

impl<'de> EnumAccess<'de> for Name<'_> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Failure> {
        let value = seed.deserialize(StrDeserializer::new(self.0))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Name<'_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Failure> {
        Err(dataless())
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Failure> {
        Err(dataless())
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Failure> {
        Err(dataless())
    }
}

#[cold]
fn dataless() -> Failure {
    serde_core::de::Error::invalid_type(Unexpected::UnitVariant, &"an object with this name as its key")
}
