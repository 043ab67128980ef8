//! What a type asks for first: the kinds of JSON that stand for it, before anything is read.

use serde_core::Deserialize;
use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, VariantAccess, Visitor};

use super::failure::Failure;
use super::names;
use crate::spec::{Accepts, Facts, Form, ObjectSpec};

/// What is known of a type so far.
#[derive(Debug)]
struct Found {
    accepts: Accepts,
    object: &'static ObjectSpec,
    form: Form,
    /// The names of the enum that it is, and whether the one asked about carries data.
    variants: &'static [&'static str],
    carries: bool,
}

/// The kinds of JSON that stand for a type, and its members.
pub(super) fn probe<'de, T: Deserialize<'de>>() -> (Facts, &'static ObjectSpec) {
    let mut found = ask::<T>(0);
    let mut variant = 1;
    // An enum of names alone is no object, which only each of its variants can tell.
    while !found.carries && variant < found.variants.len() {
        found.carries = ask::<T>(variant).carries;
        variant += 1;
    }
    if found.carries {
        found.accepts = found.accepts.or(Accepts::OBJECT);
    }
    let facts = Facts {
        form: found.form,
        ..Facts::leaf(found.accepts)
    };
    (facts, found.object)
}

fn ask<'de, T: Deserialize<'de>>(variant: usize) -> Found {
    let mut found = Found {
        accepts: Accepts::ANY,
        object: &ObjectSpec::NONE,
        form: Form::Other,
        variants: &[],
        carries: false,
    };
    // The type is told that nothing can be read, which is what is wanted.
    let _ = T::deserialize(Probe {
        found: &mut found,
        variant,
        optional: false,
    });
    found
}

struct Probe<'f> {
    found: &'f mut Found,
    variant: usize,
    optional: bool,
}

impl Probe<'_> {
    fn note<T>(self, accepts: Accepts) -> Result<T, Failure> {
        self.found.accepts = if self.optional {
            accepts.or(Accepts::NULL)
        } else {
            accepts
        };
        Err(Failure::TOLD)
    }
}

macro_rules! hints {
    ($($accepts:expr => $($method:ident)*;)*) => {$($(
        fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Failure> {
            self.note($accepts)
        }
    )*)*};
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Failure;

    hints! {
        Accepts::ANY => deserialize_any deserialize_ignored_any;
        Accepts::BOOLEAN => deserialize_bool;
        Accepts::NUMBER => deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 deserialize_u128
            deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_i128
            deserialize_f32 deserialize_f64;
        Accepts::STRING => deserialize_char deserialize_str deserialize_string;
        Accepts::STRING.or(Accepts::ARRAY) => deserialize_bytes deserialize_byte_buf;
        Accepts::NAME => deserialize_identifier;
        Accepts::NULL => deserialize_unit;
        Accepts::ARRAY => deserialize_seq;
        Accepts::OBJECT => deserialize_map;
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_some(Probe { optional: true, ..self })
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, _: V) -> Result<V::Value, Failure> {
        self.note(Accepts::NULL)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Failure> {
        self.note(Accepts::ARRAY)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(self, _: &'static str, _: usize, _: V) -> Result<V::Value, Failure> {
        self.note(Accepts::ARRAY)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Failure> {
        self.found.object = names::object(fields);
        self.found.form = Form::Struct;
        self.note(Accepts::OBJECT)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.found.variants = variants;
        self.found.object = names::object(variants);
        self.found.accepts = if self.optional {
            Accepts::NAME.or(Accepts::NULL)
        } else {
            Accepts::NAME
        };
        visitor.visit_enum(Variant {
            found: self.found,
            name: variants.get(self.variant).copied().unwrap_or_default(),
        })
    }
}

/// The variant that is asked about.
struct Variant<'f> {
    found: &'f mut Found,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Failure> {
        let value = seed.deserialize(StrDeserializer::<Failure>::new(self.name))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, _: S) -> Result<S::Value, Failure> {
        self.found.carries = true;
        Err(Failure::TOLD)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, _: V) -> Result<V::Value, Failure> {
        self.found.carries = true;
        Err(Failure::TOLD)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value, Failure> {
        self.found.carries = true;
        Err(Failure::TOLD)
    }
}
