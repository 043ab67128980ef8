//! A text that is read strictly by RFC 8259, as serde's visitors ask for it.

use std::borrow::Cow;

use serde_core::Deserialize;
use serde_core::de::{Deserializer, IgnoredAny, Visitor};

use super::parts::{Fields, KeySource, PartsState, StrictKey, StrictParts};
use super::{Declined, OrDeclined, require};
use crate::bounds::DEEPEST;
use crate::read::{decode, number, scan};
use crate::serde::names::Names;
use crate::visit::leaf::{Number, Wide};
use crate::visit::planned::{Value, numbers};
use crate::visit::year::{begins_with_short_year, is_of_chrono};

/// A text that is read strictly by RFC 8259.
#[derive(Default)]
pub(super) struct Document<'de> {
    text: &'de str,
    pub(super) pos: usize,
    /// How many lists and objects are open.
    depth: u32,
    /// Something was declined, even if the visitor around it ignores that.
    declined: bool,
}

/// Reads the value at this position, and returns it and its end, if nothing in it was declined.
pub(super) fn value<'de, T: Deserialize<'de>>(text: &'de str, pos: usize) -> Option<(T, usize)> {
    let mut document = Document {
        text,
        pos,
        ..Document::default()
    };
    let value = T::deserialize(&mut document).ok()?;
    (!document.declined).then_some((value, document.pos))
}

impl<'de> Document<'de> {
    /// The byte at this position, or 0 at the end, where no token can begin either.
    #[inline(always)]
    pub(super) fn peek(&self) -> u8 {
        self.text.as_bytes().get(self.pos).copied().unwrap_or(0)
    }

    #[inline(always)]
    pub(super) fn space(&mut self) {
        if self.peek() <= b' ' {
            self.some_space();
        }
    }

    #[inline(never)]
    fn some_space(&mut self) {
        self.pos = scan::after_space(self.text.as_bytes(), self.pos);
    }

    #[inline(always)]
    pub(super) fn expect(&mut self, byte: u8) -> OrDeclined<()> {
        require(self.peek() == byte)?;
        self.pos += 1;
        Ok(())
    }

    #[inline(always)]
    fn eat(&mut self, word: &[u8]) -> bool {
        let found = self.text.as_bytes()[self.pos..].starts_with(word);
        if found {
            self.pos += word.len();
        }
        found
    }

    #[inline(always)]
    fn string(&mut self) -> OrDeclined<Cow<'de, str>> {
        self.expect(b'"')?;
        let (text, end) = decode::string(self.text, self.pos).ok_or(Declined)?;
        self.pos = end + 1;
        Ok(text)
    }

    /// A key and the colon after it, up to the value.
    #[inline(always)]
    pub(super) fn key(&mut self) -> OrDeclined<Cow<'de, str>> {
        let key = self.string()?;
        self.space();
        self.expect(b':')?;
        // Most serializers write one space here, or none.
        self.pos += usize::from(self.peek() == b' ');
        self.space();
        Ok(key)
    }

    #[inline(always)]
    fn number<T: Number>(&mut self) -> OrDeclined<T> {
        let rest = &self.text.as_bytes()[self.pos..];
        if let Some((negative, digits, fraction, length)) = number::decimal(rest)
            && !matches!(rest.get(length), Some(b'e' | b'E'))
            && let Some(value) = T::from_digits(negative, digits, fraction)
        {
            self.pos += length;
            return Ok(value);
        }
        numeric(self.numeral()?)
    }

    /// The text of a number.
    #[inline(never)]
    fn numeral(&mut self) -> OrDeclined<&'de str> {
        let numeral = number::leading(&self.text[self.pos..]);
        require(number::is_plain(numeral))?;
        self.pos += numeral.len();
        Ok(numeral)
    }

    /// Reads what is between two brackets with `read`; the first of them is here.
    #[inline(always)]
    fn between<K: KeySource, T>(
        &mut self,
        [opener, closer]: [u8; 2],
        keys: K,
        read: impl FnOnce(&mut StrictParts<'_, 'de, K>) -> OrDeclined<T>,
    ) -> OrDeclined<T> {
        self.expect(opener)?;
        require(self.depth < DEEPEST)?;
        self.depth += 1;
        let mut parts = StrictParts {
            document: &mut *self,
            state: PartsState::First,
            keys,
        };
        let value = read(&mut parts);
        if value.is_ok() {
            // A visitor that has all its elements does not ask for the end.
            require(!parts.advance(PartsState::Done, closer)? && parts.keys.suffice())?;
            self.depth -= 1;
        }
        value
    }

    /// Remembers that a value was declined: the visitor may do without the value, but then the engine reads the text.
    #[inline(always)]
    pub(super) fn noted<T>(&mut self, part: OrDeclined<T>) -> OrDeclined<T> {
        self.declined |= part.is_err();
        part
    }
}

/// The number in this text, which is plain, if it needs no conversion.
pub(super) fn numeric<T: Number>(numeral: &str) -> OrDeclined<T> {
    match T::from_numeral(numeral) {
        Some((value, false)) => Ok(value),
        _ => Err(Declined),
    }
}

impl<'de> Deserializer<'de> for &mut Document<'de> {
    type Error = Declined;

    numbers!(number_methods);

    alike! {
        deserialize_char() => deserialize_str();
        deserialize_string() => deserialize_str();
        deserialize_identifier() => deserialize_str();
        deserialize_byte_buf() => deserialize_bytes();
        deserialize_unit_struct(_: &'static str) => deserialize_unit();
        deserialize_tuple(_: usize) => deserialize_seq();
        deserialize_tuple_struct(_: &'static str, _: usize) => deserialize_seq();
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.peek() {
            b'"' => self.deserialize_str(visitor),
            b'{' => self.deserialize_map(visitor),
            b'[' => self.deserialize_seq(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_unit(visitor),
            _ => match Value::number(self.numeral()?) {
                Some(Value::Unsigned(value)) => visitor.visit_u64(value),
                Some(Value::Signed(value)) => visitor.visit_i64(value),
                Some(Value::Float(value)) => visitor.visit_f64(value),
                _ => Err(Declined),
            },
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        self.deserialize_any(IgnoredAny)?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        let value = self.eat(b"true");
        require(value || self.eat(b"false"))?;
        visitor.visit_bool(value)
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.string()? {
            text if is_of_chrono::<V>() && begins_with_short_year(&text) => Err(Declined),
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        if self.peek() == b'[' {
            return self.deserialize_seq(visitor);
        }
        match self.string()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        if self.peek() == b'n' {
            require(self.eat(b"null"))?;
            return visitor.visit_none();
        }
        let value = visitor.visit_some(&mut *self);
        self.noted(value)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        require(self.eat(b"null"))?;
        visitor.visit_unit()
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> OrDeclined<V::Value> {
        let value = visitor.visit_newtype_struct(&mut *self);
        self.noted(value)
    }

    #[inline]
    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        self.between(*b"[]", (), |parts| visitor.visit_seq(parts))
    }

    #[inline]
    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        self.between(*b"{}", (), |parts| visitor.visit_map(parts))
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(self, _: &'static str, names: Names, visitor: V) -> OrDeclined<V::Value> {
        require(names.len() <= u128::BITS as usize)?;
        let fields = Fields {
            names,
            ..Fields::default()
        };
        self.between(*b"{}", fields, |parts| visitor.visit_map(parts))
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, names: Names, visitor: V) -> OrDeclined<V::Value> {
        if self.peek() == b'"' {
            return StrictKey(self.string()?).deserialize_enum("", names, visitor);
        }
        self.between(*b"{}", names, |parts| visitor.visit_enum(parts))
    }
}
