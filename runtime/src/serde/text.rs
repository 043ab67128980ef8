//! A decoded text as serde asks for it: a map's key, a text that stands for a list of one, a reply without quotes.

use std::any::type_name;
use std::ops::Range;

use serde_core::de::{Deserializer, Visitor};

use super::choice::{self, Name};
use super::failure::Failure;
use super::list;
use super::lists::{self, holds_document};
use super::pass::{Catch, Pass};
use super::reader::Reader;
use super::{map, object};
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::number;
use crate::repair::RepairKind;
use crate::visit::{Wide, may_unwrap};

/// A text that was read, to be taken for what its visitor asks for.
pub(super) struct Text<'c, 'x, 'de> {
    pub(super) cursor: &'c mut Cursor<'x>,
    pub(super) at: &'c Frame<'c>,
    pub(super) pass: &'c Pass<'de>,
    pub(super) content: &'c str,
    pub(super) borrowed: Option<&'de str>,
    pub(super) span: Range<usize>,
    /// A map's key is a text by the letter of JSON, whatever its type.
    pub(super) is_key: bool,
    /// The text stands where a list of it belongs, whose place this is.
    pub(super) wraps: Option<&'c Frame<'c>>,
    pub(super) catch: Option<Catch>,
}

impl<'c, 'x, 'de> Text<'c, 'x, 'de> {
    /// The text that was taken from the place of `reader`, to which [`Cursor::token`] points.
    pub(super) fn of(text: &'c str, reader: Reader<'c, 'x, 'de>) -> Self {
        let Reader {
            cursor,
            at,
            pass,
            catch,
            ..
        } = reader;
        let span = cursor.token.clone();
        Self {
            cursor,
            at,
            pass,
            content: text,
            borrowed: None,
            span,
            is_key: false,
            wraps: None,
            catch,
        }
    }

    fn judged<T>(self, result: Result<T, Failure>) -> Result<T, Failure> {
        result.map_err(|failure| {
            if self.pass.is_stand_in(self.cursor, self.span.start) {
                return Failure::TOLD;
            }
            self.pass.tell(self.cursor, self.at, failure, self.catch, self.span)
        })
    }

    fn leaf<T: LlmOutput>(&mut self) -> Result<T, Failure> {
        self.cursor.token = self.span.clone();
        let read = match self.wraps {
            Some(list) if self.content.trim().is_empty() => {
                Err(self.cursor.violated(Expected::List, list, self.span.clone()))
            }
            _ => T::__from_text(self.content, self.cursor, self.at),
        };
        read.or_else(|_| {
            self.pass.drop_caught(self.cursor, self.catch);
            self.pass.stand_in(self.cursor, self.span.start);
            T::__invent().ok_or(Failure::TOLD)
        })
    }

    /// A key that is a number as JSON has it, which is no repair.
    fn key<T: std::str::FromStr>(&self) -> Option<T> {
        let is_plain = self.is_key && number::is_plain(self.content);
        is_plain.then(|| self.content.parse().ok()).flatten()
    }

    fn integer<T, V>(mut self, visitor: V) -> Result<V::Value, Failure>
    where
        T: LlmOutput + TryInto<u64> + TryInto<i64> + Copy + std::str::FromStr,
        V: Visitor<'de>,
    {
        let value: T = match self.key() {
            Some(value) => value,
            None => self.leaf()?,
        };
        let result = match (TryInto::<u64>::try_into(value), TryInto::<i64>::try_into(value)) {
            (Ok(value), _) => visitor.visit_u64(value),
            (_, Ok(value)) => visitor.visit_i64(value),
            _ => Err(Failure::TOLD),
        };
        self.judged(result)
    }

    fn float<T, V>(mut self, visitor: V) -> Result<V::Value, Failure>
    where
        T: LlmOutput + Into<f64> + std::str::FromStr,
        V: Visitor<'de>,
    {
        let value: T = match self.key() {
            Some(value) => value,
            None => self.leaf()?,
        };
        let result = visitor.visit_f64(value.into());
        self.judged(result)
    }

    fn text<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if let Some(list) = self.wraps
            && self.catch.is_some_and(Catch::is_null_word)
        {
            // What is in the option is a list: a word for no value is none of its elements.
            self.cursor.violated(Expected::List, list, self.span);
            self.pass.drop_caught(self.cursor, self.catch);
            return Err(Failure::TOLD);
        }
        let result = match self.borrowed {
            Some(text) => visitor.visit_borrowed_str(text),
            None => visitor.visit_str(self.content),
        };
        self.judged(result)
    }

    /// The document that the text holds, or a violation.
    fn document<T>(
        self,
        expected: Expected,
        read: impl FnOnce(Reader<'_, '_, 'de>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let trimmed = self.content.trim();
        let is_document = !self.is_key
            && trimmed.starts_with(['[', '{'])
            && may_unwrap(self.at)
            && holds_document(self.cursor, self.at, trimmed, &self.span);
        if !is_document {
            self.cursor.violated(expected, self.at, self.span);
            self.pass.drop_caught(self.cursor, self.catch);
            return Err(Failure::TOLD);
        }
        let mut reader = Reader::new(&mut *self.cursor, self.at, self.pass);
        reader.catch = self.catch;
        let value = reader.inside(trimmed, self.span.clone(), expected, read)?;
        let kind = if self.at.is_root() {
            RepairKind::EnvelopeUnwrapped
        } else {
            RepairKind::UnwrapStringObject
        };
        self.cursor.repaired(kind, self.at, self.span);
        Ok(value)
    }
}

macro_rules! leaves {
    ($($method:ident: $read:ident $(::<$type:ty>)?;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            self.$read::<$($type,)? V>(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Text<'_, '_, 'de> {
    type Error = Failure;

    leaves! {
        deserialize_any: text;
        deserialize_str: text;
        deserialize_string: text;
        deserialize_char: text;
        deserialize_identifier: text;
        deserialize_u8: integer::<u8>;
        deserialize_u16: integer::<u16>;
        deserialize_u32: integer::<u32>;
        deserialize_u64: integer::<u64>;
        deserialize_i8: integer::<i8>;
        deserialize_i16: integer::<i16>;
        deserialize_i32: integer::<i32>;
        deserialize_i64: integer::<i64>;
        deserialize_f32: float::<f32>;
        deserialize_f64: float::<f64>;
    }

    fn deserialize_u128<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let value = match self.key() {
            Some(value) => value,
            None => self.leaf::<Wide<u128>>()?.0,
        };
        let result = visitor.visit_u128(value);
        self.judged(result)
    }

    fn deserialize_i128<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let value = match self.key() {
            Some(value) => value,
            None => self.leaf::<Wide<i128>>()?.0,
        };
        let result = visitor.visit_i128(value);
        self.judged(result)
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let value = match self.content {
            "true" | "false" if self.is_key => self.content == "true",
            _ => self.leaf::<bool>()?,
        };
        let result = visitor.visit_bool(value);
        self.judged(result)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let result = match self.borrowed {
            Some(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            None => visitor.visit_bytes(self.content.as_bytes()),
        };
        self.judged(result)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Failure> {
        self.cursor.violated(Expected::Words("null".into()), self.at, self.span);
        self.pass.drop_caught(self.cursor, self.catch);
        Err(Failure::TOLD)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        if self.is_key {
            return self.document(Expected::List, |inner| list::read(inner, None, visitor));
        }
        let (text, span) = (self.content, self.span);
        let mut reader = Reader::new(self.cursor, self.at, self.pass);
        reader.catch = self.catch;
        lists::from_text(reader, text, span, None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Failure> {
        self.document(Expected::List, |inner| list::read(inner, Some(length), visitor))
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.document(Expected::Map, |inner| map::read(inner, visitor))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.document(Expected::Object, |inner| object::read(inner, fields, visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        let name = type_name::<V>();
        if self.content.trim_start().starts_with('{') && !self.is_key && self.pass.bars_others(name) {
            return self.document(Expected::Object, |inner| choice::read(inner, variants, visitor));
        }
        let found = choice::name_in(
            self.content,
            self.cursor,
            self.at,
            self.pass,
            name,
            variants,
            self.span.clone(),
        );
        let Some(found) = found else {
            self.pass.drop_caught(self.cursor, self.catch);
            return visitor.visit_enum(Name::of(variants.first().copied().unwrap_or_default()));
        };
        let is_raw = !variants.contains(&&*found);
        let result = visitor.visit_enum(Name::of(&found));
        let result = choice::noted(result, self.pass, name, is_raw);
        self.judged(result)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        visitor.visit_unit()
    }
}
