//! What serde asks for, hint by hint, and the room in which each is read.

use std::any::type_name;

use serde_core::de::{Deserializer, Visitor};

use super::Reader;
use crate::repair::{RepairKind, Severity};
use crate::serde::failure::Failure;
use crate::serde::pass::{Catch, Lesson};
use crate::serde::{choice, list, map, object};
use crate::spec::{Accepts, Facts};
use crate::visit::{Wide, coerce, is_absent};

macro_rules! leaves {
    ($($method:ident: $read:ident::<$type:ty>;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
            self.$read::<$type, V>(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_, '_, 'de> {
    type Error = Failure;

    leaves! {
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

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.any(visitor)
    }

    fn deserialize_u128<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let start = self.cursor.pos;
        let value = self.leaf::<Wide<u128>>()?;
        let result = visitor.visit_u128(value.0);
        self.judged(result, start)
    }

    fn deserialize_i128<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let start = self.cursor.pos;
        let value = self.leaf::<Wide<i128>>()?;
        let result = visitor.visit_i128(value.0);
        self.judged(result, start)
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let start = self.cursor.pos;
        let value = self.leaf::<bool>()?;
        let result = visitor.visit_bool(value);
        self.judged(result, start)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.text(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.bytes(visitor)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let start = self.cursor.pos;
        if self.cursor.null() {
            let result = visitor.visit_none();
            return self.judged(result, start);
        }
        if self.pass.is(self.cursor, start, Lesson::BadOption) {
            let mark = self.cursor.sink.mark();
            self.cursor.skip(self.at);
            self.cursor.sink.rewind(mark);
            let end = self.cursor.pos;
            self.cursor
                .repaired(RepairKind::DroppedInvalidOptional, self.at, start..end);
            return visitor.visit_none();
        }
        if self.pass.is(self.cursor, start, Lesson::NullWord) {
            let mark = self.cursor.sink.mark();
            self.cursor.skip(self.at);
            self.cursor.sink.rewind(mark);
            let end = self.cursor.pos;
            self.cursor.repaired(RepairKind::NullAlias, self.at, start..end);
            let result = visitor.visit_none();
            return self.judged(result, start);
        }
        let name = type_name::<V>();
        let plain = matches!(self.cursor.peek(), b'0'..=b'9' | b't' | b'f');
        // As long as it is not known what the value would be, only words for `null` stand for none.
        let words = Accepts::STRING.or(Accepts::ARRAY).or(Accepts::OBJECT);
        if !plain && !matches!(self.cursor.peek(), b'"' | b'[' | b'{') || self.pass.held(name).is_some() {
            let accepts = self.pass.held(name).unwrap_or(words);
            if is_absent(self.cursor, self.at, Facts::leaf(accepts)) {
                let result = visitor.visit_none();
                return self.judged(result, start);
            }
        }
        let lenient = self.cursor.sink.accept() >= Some(Severity::Invented);
        let catch = if coerce::null_word_ahead(self.cursor) {
            Some(Catch::new(self.cursor, start, Lesson::NullWord))
        } else if lenient {
            Some(Catch::new(self.cursor, start, Lesson::BadOption))
        } else {
            self.catch
        };
        let Self {
            cursor,
            at,
            pass,
            slot,
            elements,
            wraps,
            untyped,
            ..
        } = self;
        let result = visitor.visit_some(Reader {
            cursor: &mut *cursor,
            at,
            pass,
            slot,
            catch,
            option: Some(name),
            elements,
            wraps,
            untyped,
        });
        result.map_err(|failure| {
            let end = cursor.pos;
            pass.tell(cursor, at, failure, catch, start..end.max(start))
        })
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.unit(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        self.unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Failure> {
        let (start, at, pass, catch) = (self.cursor.pos, self.at, self.pass, self.catch);
        let Self {
            cursor,
            slot,
            option,
            elements,
            wraps,
            untyped,
            ..
        } = self;
        let result = visitor.visit_newtype_struct(Reader {
            cursor: &mut *cursor,
            at,
            pass,
            slot,
            catch,
            option,
            elements,
            wraps,
            untyped,
        });
        result.map_err(|failure| {
            let end = cursor.pos;
            pass.tell(cursor, at, failure, catch, start..end.max(start))
        })
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        list::read(self, None, visitor)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Failure> {
        list::read(self, Some(length), visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Failure> {
        list::read(self, Some(length), visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        map::read(self, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        object::read(self, fields, visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        choice::read(self, variants, visitor)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.identifier(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        self.cursor.skip(self.at);
        visitor.visit_unit()
    }
}
