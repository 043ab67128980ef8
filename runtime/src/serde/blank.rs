//! What a visitor gets where the text holds nothing for it: the value that stands for a missing one, or a stand-in that
//! lets the pass go on.

use std::ops::Range;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::failure::{Cause, Failure};
use super::pass::{Catch, Pass};
use crate::error::{Expected, Found, said};
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::Accepts;

/// Stand-ins for types that stand inside themselves go no deeper.
const DEEPEST: u32 = 12;

/// A value that nobody wrote.
#[derive(Debug)]
pub(super) struct Blank<'c, 'x, 'de> {
    cursor: &'c mut Cursor<'x>,
    at: &'c Frame<'c>,
    pass: &'c Pass<'de>,
    /// The bytes of the object that lacks it, where it is not on record yet that it is missing.
    missing: Option<Range<usize>>,
    /// What is left out where it cannot be made up.
    catch: Option<Catch>,
    depth: u32,
}

impl<'c, 'x, 'de> Blank<'c, 'x, 'de> {
    /// A stand-in for a value that could not be read, which is on record.
    pub(super) fn stand_in(cursor: &'c mut Cursor<'x>, at: &'c Frame<'c>, pass: &'c Pass<'de>) -> Self {
        pass.fail();
        Self {
            cursor,
            at,
            pass,
            missing: None,
            catch: None,
            depth: 0,
        }
    }

    /// The value that the text lacks: its type says whether one can be made up.
    fn missing(
        cursor: &'c mut Cursor<'x>,
        at: &'c Frame<'c>,
        pass: &'c Pass<'de>,
        catch: Option<Catch>,
        span: Range<usize>,
    ) -> Self {
        Self {
            cursor,
            at,
            pass,
            missing: Some(span),
            catch,
            depth: 0,
        }
    }

    /// The value is made up, and that is reported.
    fn invent(&mut self) {
        if let Some(span) = self.missing.take() {
            self.cursor.repaired(RepairKind::MissingToDefault, self.at, span);
        }
    }

    /// No value of this type can be made up.
    fn lack(&mut self, accepts: Accepts) {
        if let Some(span) = self.missing.take() {
            self.cursor
                .violated_by(Expected::Member(accepts), Found::Missing, self.at, span);
            self.pass.drop_caught(self.cursor, self.catch);
        }
        self.pass.fail();
    }

    /// What a visitor makes of it. What it has against a stand-in is no news.
    fn judged<T>(is_stand_in: bool, result: Result<T, Failure>) -> Result<T, Failure> {
        result.map_err(|failure| if is_stand_in { Failure::TOLD } else { failure })
    }

    fn inner(&mut self) -> Blank<'_, 'x, 'de> {
        Blank {
            cursor: self.cursor,
            at: self.at,
            pass: self.pass,
            missing: None,
            catch: None,
            depth: self.depth + 1,
        }
    }
}

/// Hands the value that the text lacks, at `at`, to whoever asks for it. Where it is refused, the member is missing.
#[cold]
pub(super) fn missing<'de, S: DeserializeSeed<'de>>(
    seed: S,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    pass: &Pass<'de>,
    catch: Option<Catch>,
    span: Range<usize>,
) -> Result<S::Value, Failure> {
    let mark = cursor.sink.mark();
    let blank = Blank::missing(cursor, at, pass, catch, span.clone());
    seed.deserialize(blank)
        .map_err(|failure| refused(failure, cursor, at, pass, catch, span, mark))
}

/// Puts on record that a member is missing, and that what would stand for it was refused. The record is at `mark` where
/// that was handed over.
#[cold]
pub(super) fn refused(
    failure: Failure,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    pass: &Pass<'_>,
    catch: Option<Catch>,
    span: Range<usize>,
    mark: Mark,
) -> Failure {
    if cursor.sink.violated_since(mark) {
        return Failure::TOLD;
    }
    let expected = match failure.cause() {
        Some(Cause::Wanted(what)) => Expected::Words(said(&what)),
        _ => Expected::Member(Accepts::ANY),
    };
    cursor.sink.rewind(mark);
    cursor.violated_by(expected, Found::Missing, at, span);
    pass.drop_caught(cursor, catch);
    Failure::TOLD
}

macro_rules! invented {
    ($($method:ident => $visit:ident($($value:expr)?);)*) => {$(
        fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
            let is_stand_in = self.missing.is_none();
            self.invent();
            Self::judged(is_stand_in, visitor.$visit($($value)?))
        }
    )*};
}

impl<'de> Deserializer<'de> for Blank<'_, '_, 'de> {
    type Error = Failure;

    invented! {
        deserialize_any => visit_unit();
        deserialize_bool => visit_bool(false);
        deserialize_u8 => visit_u64(0);
        deserialize_u16 => visit_u64(0);
        deserialize_u32 => visit_u64(0);
        deserialize_u64 => visit_u64(0);
        deserialize_u128 => visit_u128(0);
        deserialize_i8 => visit_u64(0);
        deserialize_i16 => visit_u64(0);
        deserialize_i32 => visit_u64(0);
        deserialize_i64 => visit_u64(0);
        deserialize_i128 => visit_i128(0);
        deserialize_f32 => visit_f64(0.0);
        deserialize_f64 => visit_f64(0.0);
        deserialize_str => visit_borrowed_str("");
        deserialize_string => visit_borrowed_str("");
        deserialize_bytes => visit_borrowed_bytes(b"");
        deserialize_byte_buf => visit_borrowed_bytes(b"");
        deserialize_option => visit_none();
        deserialize_unit => visit_unit();
        deserialize_ignored_any => visit_unit();
    }

    fn deserialize_char<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.lack(Accepts::STRING);
        Self::judged(is_stand_in, visitor.visit_char(' '))
    }

    fn deserialize_identifier<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.lack(Accepts::NAME);
        Self::judged(is_stand_in, visitor.visit_u64(0))
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(mut self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.invent();
        Self::judged(is_stand_in, visitor.visit_unit())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.invent();
        let none = Blanks {
            blank: self,
            names: &[],
            left: 0,
        };
        Self::judged(is_stand_in, visitor.visit_seq(none))
    }

    fn deserialize_tuple<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        if length == 0 {
            self.invent();
        } else {
            self.lack(Accepts::ARRAY);
        }
        let left = if self.depth < DEEPEST { length } else { 0 };
        let parts = Blanks {
            blank: self,
            names: &[],
            left,
        };
        Self::judged(is_stand_in, visitor.visit_seq(parts))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.invent();
        let none = Blanks {
            blank: self,
            names: &[],
            left: 0,
        };
        Self::judged(is_stand_in, visitor.visit_map(none))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.lack(Accepts::OBJECT);
        let names = if self.depth < DEEPEST { fields } else { &[] };
        let parts = Blanks {
            blank: self,
            names,
            left: names.len(),
        };
        Self::judged(is_stand_in, visitor.visit_map(parts))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let is_stand_in = self.missing.is_none();
        self.lack(Accepts::NAME);
        if self.depth >= DEEPEST {
            return Err(Failure::TOLD);
        }
        let first = Blanks {
            blank: self,
            names: variants,
            left: 1,
        };
        Self::judged(is_stand_in, visitor.visit_enum(first))
    }
}

/// The parts of a value that nobody wrote.
struct Blanks<'c, 'x, 'de> {
    blank: Blank<'c, 'x, 'de>,
    names: &'static [&'static str],
    left: usize,
}

impl<'de> SeqAccess<'de> for Blanks<'_, '_, 'de> {
    type Error = Failure;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        seed.deserialize(self.blank.inner()).map(Some)
    }
}

impl<'de> MapAccess<'de> for Blanks<'_, '_, 'de> {
    type Error = Failure;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Failure> {
        let Some(name) = self.names.get(self.names.len() - self.left) else {
            return Ok(None);
        };
        self.left -= 1;
        seed.deserialize(StrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Failure> {
        seed.deserialize(self.blank.inner())
    }
}

impl<'de> EnumAccess<'de> for Blanks<'_, '_, 'de> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Failure> {
        let name = self.names.first().copied().unwrap_or_default();
        let value = seed.deserialize(StrDeserializer::new(name))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Blanks<'_, '_, 'de> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        Ok(())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Failure> {
        seed.deserialize(self.blank.inner())
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value, Failure> {
        self.blank.inner().deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.blank.inner().deserialize_struct("", fields, visitor)
    }
}
