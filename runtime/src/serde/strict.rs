//! The fast path: a whole text that is strictly valid JSON of the type, read once and without recording anything.
//!
//! It returns a value only if the engine would return the same one, without a repair. Anything else is declined, and the
//! engine reads the text again from the start: only the engine reports and repairs errors. If the error is at the end of
//! the text, the fast path has read all of it for nothing, so a text with an error that is seen at a glance is not begun at
//! all.

mod key;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::ops::Range;

use serde_core::Deserialize;
use serde_core::de::value::{BorrowedStrDeserializer, StrDeserializer};
use serde_core::de::{
    DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, StdError, VariantAccess, Visitor,
};

use self::key::Key;
use super::names;
use crate::Limits;
use crate::bounds::DEEPEST;
use crate::read::{decode, number, scan};
use crate::spec::ObjectSpec;
use crate::visit::planned::Value;
use crate::visit::year::is_short_year_for;

/// Reads `text` as one document, and returns the value and its place, if nothing has to be repaired.
pub(super) fn document<'de, T: Deserialize<'de>>(text: &'de str, limits: Limits) -> Option<(T, Range<usize>)> {
    if text.len() > limits.bytes {
        return None;
    }
    if has_more_elements(text, limits.elements) {
        return None;
    }
    let mut document = Document::new(text, 0);
    document.space();
    let start = document.pos;
    match (document.peek(), text.trim_ascii_end().as_bytes().last()) {
        (b'{', Some(b'}')) | (b'[', Some(b']')) if ends_well(text) => {}
        _ => return None,
    }
    let (value, end) = document.value()?;
    document.space();
    (document.pos >= text.len()).then_some((value, start..end))
}

#[cfg(test)]
thread_local! {
    /// Leaves documents inside a frame to the engine, so that tests can compare both ways.
    static WITHOUT: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Reads the value that begins at `start` with other text around it, and returns the value and its end, if nothing has to
/// be repaired.
///
/// It may have so many elements and map entries.
pub(super) fn inside<'de, T: Deserialize<'de>>(
    text: &'de str,
    start: usize,
    fenced: bool,
    elements: usize,
) -> Option<(T, usize)> {
    #[cfg(test)]
    if WITHOUT.get() {
        return None;
    }
    // A fence that does not end was cut off.
    if (fenced && scan::byte::<b'`'>(text.as_bytes(), start) >= text.len()) || !ends_well(&text[start..]) {
        return None;
    }
    if has_more_elements(&text[start..], elements) {
        return None;
    }
    Document::new(text, start).value()
}

/// Whether the text may hold more elements and map entries than `most`. The engine counts them then.
///
/// Each of them comes after a comma or an opening bracket, and takes two bytes at least.
fn has_more_elements(text: &str, most: usize) -> bool {
    let begins = |byte: &&u8| matches!(byte, b',' | b'[' | b'{');
    text.len() / 2 > most && text.bytes().filter(|byte| begins(&byte)).count() > most
}

/// In a text up to this length, all lines are checked.
const SHORT: usize = 1024;

/// Whether the last lines (a quarter of a long text) begin with bytes that can begin a line between tokens.
///
/// Models write unescaped line breaks into strings, most often into the last of many. Checking these lines costs little,
/// and avoids reading the document twice.
fn ends_well(text: &str) -> bool {
    let bytes = text.as_bytes();
    let part = (bytes.len() / 4).max(SHORT);
    let mut pos = scan::either(bytes, bytes.len().saturating_sub(part), b'\n', b'\n');
    while pos < bytes.len() {
        pos = scan::after_space(bytes, pos + 1);
        let begins_well = match bytes.get(pos) {
            None | Some(b'"' | b'{' | b'}' | b'[' | b']' | b',' | b':' | b'-' | b'0'..=b'9') => true,
            Some(b't') => bytes[pos..].starts_with(b"true"),
            Some(b'f') => bytes[pos..].starts_with(b"false"),
            Some(b'n') => bytes[pos..].starts_with(b"null"),
            _ => false,
        };
        if !begins_well {
            return false;
        }
        pos = scan::either(bytes, pos, b'\n', b'\n');
    }
    true
}

/// The value is left to the engine.
#[derive(Debug)]
struct Declined;

type OrDeclined<T> = Result<T, Declined>;

impl Display for Declined {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value is read another way")
    }
}

impl StdError for Declined {}

impl serde_core::de::Error for Declined {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

/// A text that is read strictly by RFC 8259.
struct Document<'de> {
    text: &'de str,
    pos: usize,
    /// How many lists and objects are open.
    depth: u32,
    /// Something was declined, even if the visitor around it ignores that.
    declined: bool,
}

impl<'de> Document<'de> {
    fn new(text: &'de str, pos: usize) -> Self {
        Self {
            text,
            pos,
            depth: 0,
            declined: false,
        }
    }

    /// The value at this position and its end, if all of it was read.
    #[inline(always)]
    fn value<T: Deserialize<'de>>(&mut self) -> Option<(T, usize)> {
        let value = T::deserialize(&mut *self).ok()?;
        (!self.declined).then_some((value, self.pos))
    }

    /// The byte at this position, or 0 at the end, where no token can begin either.
    #[inline(always)]
    fn peek(&self) -> u8 {
        match self.text.as_bytes().get(self.pos) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    #[inline(always)]
    fn space(&mut self) {
        if self.peek() <= b' ' {
            self.some_space();
        }
    }

    #[inline(never)]
    fn some_space(&mut self) {
        self.pos = scan::after_space(self.text.as_bytes(), self.pos);
    }

    #[inline(always)]
    fn expect(&mut self, byte: u8) -> OrDeclined<()> {
        if self.peek() != byte {
            return Err(Declined);
        }
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
        if self.peek() != b'"' {
            return Err(Declined);
        }
        let start = self.pos + 1;
        let stop = scan::string_stop(self.text.as_bytes(), start);
        match self.text.as_bytes().get(stop) {
            Some(b'"') => {
                self.pos = stop + 1;
                Ok(Cow::Borrowed(&self.text[start..stop]))
            }
            Some(b'\\') => {
                let (text, end) = decode::escaped(self.text, start, stop).ok_or(Declined)?;
                self.pos = end + 1;
                Ok(Cow::Owned(text))
            }
            _ => Err(Declined),
        }
    }

    /// A key and the colon after it, up to the value.
    #[inline(always)]
    fn key(&mut self) -> OrDeclined<Cow<'de, str>> {
        let key = self.string()?;
        self.space();
        self.expect(b':')?;
        // Most serializers write one space here, or none.
        self.pos += usize::from(self.peek() == b' ');
        self.space();
        Ok(key)
    }

    /// An integer: its sign and its magnitude. Nineteen digits never overflow; longer numbers are declined, and so is a
    /// negative zero.
    #[inline(always)]
    fn integer(&mut self) -> OrDeclined<(bool, u64)> {
        let negative = self.peek() == b'-';
        let first = self.pos + usize::from(negative);
        let bytes = self.text.as_bytes();
        let (mut end, mut value) = (first, 0u64);
        while let Some(digit) = bytes.get(end).map(|byte| byte.wrapping_sub(b'0'))
            && digit <= 9
        {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            end += 1;
        }
        let count = end - first;
        let has_odd_zero = bytes.get(first) == Some(&b'0') && (count > 1 || negative);
        if count == 0 || count > 19 || has_odd_zero || matches!(bytes.get(end), Some(b'.' | b'e' | b'E')) {
            return Err(Declined);
        }
        self.pos = end;
        Ok((negative, value))
    }

    /// The text of a number.
    fn number(&mut self) -> OrDeclined<&'de str> {
        let bytes = &self.text.as_bytes()[self.pos..];
        let is_part = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
        let end = self.pos + bytes.iter().take_while(is_part).count();
        let number = &self.text[self.pos..end];
        if !number::is_plain(number) {
            return Err(Declined);
        }
        self.pos = end;
        Ok(number)
    }

    /// Skips a value that is not needed, without recursion.
    fn skip(&mut self) -> OrDeclined<()> {
        // One bit for each open list or object, set if it is an object; the innermost one is the lowest bit.
        let mut objects = 0u128;
        let mut depth = 0;
        loop {
            match self.peek() {
                b'"' => drop(self.string()?),
                b't' if self.eat(b"true") => {}
                b'f' if self.eat(b"false") => {}
                b'n' if self.eat(b"null") => {}
                bracket @ (b'{' | b'[') => {
                    let is_object = bracket == b'{';
                    self.pos += 1;
                    self.space();
                    // In ASCII, a closing bracket is two code points after its opening one.
                    if self.peek() == bracket + 2 {
                        self.pos += 1;
                    } else {
                        if depth == u128::BITS {
                            return Err(Declined);
                        }
                        depth += 1;
                        objects = objects << 1 | u128::from(is_object);
                        if is_object {
                            self.key()?;
                        }
                        continue;
                    }
                }
                _ => drop(self.number()?),
            }
            loop {
                if depth == 0 {
                    return Ok(());
                }
                self.space();
                let is_object = objects & 1 == 1;
                match self.peek() {
                    b',' => {
                        self.pos += 1;
                        self.space();
                        if is_object {
                            self.key()?;
                        }
                        break;
                    }
                    b'}' if is_object => {}
                    b']' if !is_object => {}
                    _ => return Err(Declined),
                }
                self.pos += 1;
                depth -= 1;
                objects >>= 1;
            }
        }
    }

    /// Reads a list or an object with `read`, which starts after the opening bracket.
    #[inline(always)]
    fn open<T>(&mut self, bracket: u8, read: impl FnOnce(&mut Self) -> OrDeclined<T>) -> OrDeclined<T> {
        self.expect(bracket)?;
        if self.depth >= DEEPEST {
            return Err(Declined);
        }
        self.depth += 1;
        self.space();
        let read = read(self);
        self.depth -= 1;
        read
    }

    /// Remembers that a value was declined: the visitor may do without the value, but then the engine reads the text.
    #[inline(always)]
    fn noted<T>(&mut self, part: OrDeclined<T>) -> OrDeclined<T> {
        self.declined |= part.is_err();
        part
    }

    #[inline(always)]
    fn list<V: Visitor<'de>>(&mut self, visitor: V) -> OrDeclined<V::Value> {
        self.open(b'[', |document| {
            let mut elements = Elements {
                document,
                begun: false,
                done: false,
            };
            let value = visitor.visit_seq(&mut elements)?;
            let Elements { document, done, .. } = elements;
            if !done {
                // A tuple has all its elements, so the list must end here.
                document.space();
                document.expect(b']')?;
            }
            Ok(value)
        })
    }

    #[inline(always)]
    fn map<V: Visitor<'de>>(&mut self, visitor: V) -> OrDeclined<V::Value> {
        self.open(b'{', |document| {
            let mut entries = Entries(Braces::new(document));
            let value = visitor.visit_map(&mut entries)?;
            if entries.0.state == State::Done {
                Ok(value)
            } else {
                Err(Declined)
            }
        })
    }
}

/// A position between two braces.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    First,
    Key,
    Value,
    Done,
}

/// What is between two braces.
struct Braces<'a, 'de> {
    document: &'a mut Document<'de>,
    state: State,
}

impl<'a, 'de> Braces<'a, 'de> {
    #[inline(always)]
    fn new(document: &'a mut Document<'de>) -> Self {
        Self {
            document,
            state: State::First,
        }
    }

    /// The next key, with its value next; `None` at the closing brace, which is skipped.
    #[inline(always)]
    fn next_key(&mut self) -> OrDeclined<Option<Cow<'de, str>>> {
        match self.state {
            State::Done => return Ok(None),
            State::Value => return Err(Declined),
            State::First | State::Key => {}
        }
        self.document.space();
        match self.document.peek() {
            b'}' => {
                self.document.pos += 1;
                self.state = State::Done;
                return Ok(None);
            }
            b',' if self.state == State::Key => {
                self.document.pos += 1;
                self.document.space();
            }
            b'"' if self.state == State::First => {}
            _ => return Err(Declined),
        }
        self.state = State::Value;
        self.document.key().map(Some)
    }

    #[inline(always)]
    fn next_value<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<S::Value> {
        if self.state != State::Value {
            self.document.declined = true;
            return Err(Declined);
        }
        self.state = State::Key;
        let value = seed.deserialize(&mut *self.document);
        self.document.noted(value)
    }
}

/// The entries of a map.
struct Entries<'a, 'de>(Braces<'a, 'de>);

impl<'de> MapAccess<'de> for Entries<'_, 'de> {
    type Error = Declined;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<Option<S::Value>> {
        let key = self.0.next_key().and_then(|key| {
            let Some(key) = key else { return Ok(None) };
            seed.deserialize(Key(key)).map(Some)
        });
        self.0.document.noted(key)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<S::Value> {
        self.0.next_value(seed)
    }
}

/// The fields of a struct.
struct Fields<'a, 'de> {
    braces: Braces<'a, 'de>,
    names: &'static [&'static str],
    /// The index of the name that is likely to come next.
    next: usize,
    /// One bit for each name that was read.
    seen: u128,
    /// The names in the engine's form, once an unknown key was read.
    spec: Option<&'static ObjectSpec>,
}

impl Fields<'_, '_> {
    /// Notes that this name was read, if it is one of the struct's. A repeated name, and a key that only resembles a
    /// field's name, are left to the engine.
    #[inline(always)]
    fn note(&mut self, key: &str) -> OrDeclined<bool> {
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
        Ok(true)
    }

    #[inline(never)]
    fn note_unknown(&mut self, key: &str) -> OrDeclined<bool> {
        let spec = *self.spec.get_or_insert_with(|| names::object(self.names));
        if spec.knows(key) || spec.near(key).is_some() {
            Err(Declined)
        } else {
            Ok(false)
        }
    }
}

impl<'de> MapAccess<'de> for Fields<'_, 'de> {
    type Error = Declined;

    #[inline]
    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<Option<S::Value>> {
        let key = self.braces.next_key().and_then(|key| {
            let Some(key) = key else { return Ok(None) };
            self.note(&key)?;
            let name = match key {
                Cow::Borrowed(name) => seed.deserialize(BorrowedStrDeserializer::new(name)),
                Cow::Owned(name) => seed.deserialize(StrDeserializer::new(&name)),
            };
            name.map(Some)
        });
        self.braces.document.noted(key)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<S::Value> {
        self.braces.next_value(seed)
    }
}

/// The elements of a list.
struct Elements<'a, 'de> {
    document: &'a mut Document<'de>,
    begun: bool,
    done: bool,
}

impl Elements<'_, '_> {
    /// Advances to the next element, if there is one.
    #[inline(always)]
    fn advance(&mut self) -> OrDeclined<bool> {
        if self.done {
            return Ok(false);
        }
        self.document.space();
        match self.document.peek() {
            b']' => {
                self.document.pos += 1;
                self.done = true;
                return Ok(false);
            }
            b',' if self.begun => {
                self.document.pos += 1;
                self.document.space();
            }
            _ if self.begun => return Err(Declined),
            _ => {}
        }
        self.begun = true;
        Ok(true)
    }
}

impl<'de> SeqAccess<'de> for Elements<'_, 'de> {
    type Error = Declined;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrDeclined<Option<S::Value>> {
        let element = match self.advance() {
            Ok(true) => seed.deserialize(&mut *self.document).map(Some),
            Ok(false) => Ok(None),
            Err(declined) => Err(declined),
        };
        self.document.noted(element)
    }
}

/// An object whose only key is the name of a variant.
struct Variant<'a, 'de> {
    document: &'a mut Document<'de>,
    name: &'static str,
}

impl<'de> EnumAccess<'de> for Variant<'_, 'de> {
    type Error = Declined;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> OrDeclined<(S::Value, Self)> {
        let variant = seed.deserialize(BorrowedStrDeserializer::new(self.name));
        let variant = self.document.noted(variant)?;
        Ok((variant, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_, 'de> {
    type Error = Declined;

    fn unit_variant(self) -> OrDeclined<()> {
        self.document.noted(Err(Declined))
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> OrDeclined<S::Value> {
        let value = seed.deserialize(&mut *self.document);
        self.document.noted(value)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> OrDeclined<V::Value> {
        let value = self.document.list(visitor);
        self.document.noted(value)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> OrDeclined<V::Value> {
        let value = self.document.deserialize_struct("", fields, visitor);
        self.document.noted(value)
    }
}

macro_rules! integers {
    ($($method:ident: $type:ty;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
            let (negative, value) = self.integer()?;
            if !negative {
                return match <$type>::try_from(value) {
                    Ok(_) => visitor.visit_u64(value),
                    Err(_) => Err(Declined),
                };
            }
            let value = 0i64.checked_sub_unsigned(value).ok_or(Declined)?;
            match <$type>::try_from(value) {
                Ok(_) => visitor.visit_i64(value),
                Err(_) => Err(Declined),
            }
        }
    )*};
}

macro_rules! floats {
    ($($method:ident: $type:ty;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
            if let Ok((negative, value)) = self.integer() {
                if !negative {
                    return visitor.visit_u64(value);
                }
                return visitor.visit_i64(0i64.checked_sub_unsigned(value).ok_or(Declined)?);
            }
            let value: $type = self.number()?.parse().map_err(|_| Declined)?;
            if !value.is_finite() {
                return Err(Declined);
            }
            visitor.visit_f64(value.into())
        }
    )*};
}

macro_rules! as_another {
    ($($method:ident($($ignored:ty),*) => $other:ident;)*) => {$(
        #[inline]
        fn $method<V: Visitor<'de>>(self, $(_: $ignored,)* visitor: V) -> OrDeclined<V::Value> {
            self.$other(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for &mut Document<'de> {
    type Error = Declined;

    integers! {
        deserialize_u8: u8;
        deserialize_u16: u16;
        deserialize_u32: u32;
        deserialize_u64: u64;
        deserialize_i8: i8;
        deserialize_i16: i16;
        deserialize_i32: i32;
        deserialize_i64: i64;
    }

    floats! {
        deserialize_f32: f32;
        deserialize_f64: f64;
    }

    as_another! {
        deserialize_char() => deserialize_str;
        deserialize_string() => deserialize_str;
        deserialize_byte_buf() => deserialize_bytes;
        deserialize_unit_struct(&'static str) => deserialize_unit;
        deserialize_seq() => list;
        deserialize_tuple(usize) => list;
        deserialize_tuple_struct(&'static str, usize) => list;
        deserialize_map() => map;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.peek() {
            b'"' => self.deserialize_str(visitor),
            b'{' => self.map(visitor),
            b'[' => self.list(visitor),
            b't' | b'f' => self.deserialize_bool(visitor),
            b'n' => self.deserialize_unit(visitor),
            _ => match Value::number(self.number()?) {
                Some(Value::Unsigned(value)) => visitor.visit_u64(value),
                Some(Value::Signed(value)) => visitor.visit_i64(value),
                Some(Value::Float(value)) => visitor.visit_f64(value),
                _ => Err(Declined),
            },
        }
    }

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.integer()? {
            (false, value) => visitor.visit_u128(value.into()),
            (true, _) => Err(Declined),
        }
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.integer()? {
            (false, value) => visitor.visit_i128(value.into()),
            (true, value) => visitor.visit_i128(-i128::from(value)),
        }
    }

    #[inline]
    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        if self.eat(b"true") {
            visitor.visit_bool(true)
        } else if self.eat(b"false") {
            visitor.visit_bool(false)
        } else {
            Err(Declined)
        }
    }

    #[inline]
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        match self.string()? {
            text if is_short_year_for::<V>(&text) => Err(Declined),
            Cow::Borrowed(text) => visitor.visit_borrowed_str(text),
            Cow::Owned(text) => visitor.visit_string(text),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        if self.peek() == b'[' {
            return self.list(visitor);
        }
        match self.string()? {
            Cow::Borrowed(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
            Cow::Owned(text) => visitor.visit_byte_buf(text.into_bytes()),
        }
    }

    #[inline]
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        if self.peek() == b'n' {
            return if self.eat(b"null") {
                visitor.visit_none()
            } else {
                Err(Declined)
            };
        }
        let value = visitor.visit_some(&mut *self);
        self.noted(value)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        if self.eat(b"null") {
            visitor.visit_unit()
        } else {
            Err(Declined)
        }
    }

    #[inline]
    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> OrDeclined<V::Value> {
        let value = visitor.visit_newtype_struct(&mut *self);
        self.noted(value)
    }

    #[inline]
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> OrDeclined<V::Value> {
        if names.len() > u128::BITS as usize {
            return Err(Declined);
        }
        self.open(b'{', |document| {
            let mut fields = Fields {
                braces: Braces::new(document),
                names,
                next: 0,
                seen: 0,
                spec: None,
            };
            let value = visitor.visit_map(&mut fields)?;
            // An object with none of the type's keys may be something else.
            if fields.braces.state == State::Done && fields.seen != 0 {
                Ok(value)
            } else {
                Err(Declined)
            }
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> OrDeclined<V::Value> {
        if self.peek() == b'"' {
            let name = self.string()?;
            if !variants.contains(&&*name) {
                return Err(Declined);
            }
            return visitor.visit_enum(StrDeserializer::new(&name));
        }
        self.open(b'{', |document| {
            let key = document.key()?;
            let name = variants.iter().find(|&&name| name == key).ok_or(Declined)?;
            let value = visitor.visit_enum(Variant {
                document: &mut *document,
                name,
            })?;
            document.space();
            document.expect(b'}')?;
            Ok(value)
        })
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        let name = self.string()?;
        visitor.visit_str(&name)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> OrDeclined<V::Value> {
        self.skip()?;
        visitor.visit_unit()
    }
}
