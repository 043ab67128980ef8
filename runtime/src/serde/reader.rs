//! A value as serde asks for it: each of its hints is a type of ours, which is read as everywhere.

use std::any::type_name;
use std::borrow::Cow;

use serde_core::de::{Deserializer, Visitor};

use super::blank::Blank;
use super::failure::{Cause, Failure};
use super::pass::{Catch, DEEPEST, Known, Pass, TypeKey};
use super::{choice, list, map, names, object};
use crate::LlmOutput;
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt};
use crate::read::literal::NoValue;
use crate::record::Mark;
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, Facts};
use crate::visit::{Token, Wide, coerce, is_absent, named, token};

/// The value at the cursor, to be read as what its visitor asks for.
#[derive(Debug)]
pub struct Reader<'c, 'x, 'de> {
    pub(super) cursor: &'c mut Cursor<'x>,
    pub(super) at: &'c Frame<'c>,
    pub(super) pass: &'c Pass<'de>,
    pub(super) slot: Slot,
    /// What is left out where this cannot be read.
    pub(super) catch: Option<Catch>,
    /// The option that the value stands in, by its visitor.
    pub(super) option: Option<&'static str>,
    /// Where a list notes what its elements are.
    pub(super) elements: Option<&'c std::cell::Cell<Accepts>>,
    /// The value stands where a list of it belongs, whose place this is.
    pub(super) wraps: Option<&'c Frame<'c>>,
    /// It stands in a value of which no type is known.
    pub(super) untyped: bool,
}

/// What a value is in what holds it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Slot {
    Alone,
    Member(TypeKey, u32),
    Element,
    Value,
}

impl<'c, 'x, 'de> Reader<'c, 'x, 'de> {
    pub(super) fn new(cursor: &'c mut Cursor<'x>, at: &'c Frame<'c>, pass: &'c Pass<'de>) -> Self {
        Self {
            cursor,
            at,
            pass,
            slot: Slot::Alone,
            catch: None,
            option: None,
            elements: None,
            wraps: None,
            untyped: false,
        }
    }

    /// Has what was learnt of the elements' type looked at by the string reader too: it knows what may follow by it.
    pub(super) fn expect(&self, accepts: Accepts) -> Option<Frame<'c>> {
        let noted = self.elements?;
        let accepts = if self.option.is_some() {
            accepts.or(Accepts::NULL)
        } else {
            accepts
        };
        if noted.replace(accepts) == accepts {
            return None;
        }
        match (self.at.level, self.at.parent) {
            (Level::List { index, .. }, Some(list)) => Some(Frame::below(list, Level::List { accepts, index })),
            _ => None,
        }
    }

    /// Whether an empty value of another kind stands in an option here: then it stands for none, as the next pass knows.
    #[cold]
    #[inline(never)]
    fn is_blank(&mut self, accepts: Accepts) -> bool {
        let Some(option) = self.option else { return false };
        if self.pass.held(option).is_some() {
            return false;
        }
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        let blank = is_absent(self.cursor, self.at, Facts::leaf(accepts));
        if blank {
            self.cursor.sink.rewind(mark);
            self.pass.hold(option, accepts);
        } else {
            self.cursor.return_to(start, mark);
        }
        blank
    }

    /// Whether a closer look is due before the value of an option is read.
    #[inline]
    fn may_be_blank(&self, accepts: Accepts) -> bool {
        self.option.is_some()
            && match self.cursor.peek() {
                quote @ (b'"' | b'\'') => {
                    !accepts.has(Accepts::STRING) && self.cursor.byte(self.cursor.pos + 1) == quote
                }
                b'[' => !accepts.has(Accepts::ARRAY),
                b'{' => !accepts.has(Accepts::OBJECT),
                _ => false,
            }
    }

    /// A value without parts.
    fn leaf<T: LlmOutput>(&mut self) -> Result<T, Failure> {
        let facts = T::__FACTS;
        if self.may_be_blank(facts.accepts) && self.is_blank(facts.accepts) {
            return T::__invent().ok_or(Failure::TOLD);
        }
        let fresh = self.expect(facts.accepts);
        let at = fresh.as_ref().unwrap_or(self.at);
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        if let Some(list) = self.wraps {
            return self.wrapped(list);
        }
        let read = T::__read(self.cursor, at);
        self.halted(read, start, mark)
    }

    /// A value without parts, which stands where a list of such belongs.
    #[cold]
    fn wrapped<T: LlmOutput>(&mut self, list: &Frame<'_>) -> Result<T, Failure> {
        let accepts = T::__FACTS.accepts;
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        let fits = match self.cursor.peek() {
            b'{' => {
                let Some((value, end)) = only_member(self.cursor, list) else {
                    let halt = coerce::mistyped(self.cursor, list, Expected::List);
                    return self.halted(Err(halt), start, mark);
                };
                self.cursor.pos = value;
                let only = Frame::below(list, Level::Inside(Conversion::Only));
                let element = Frame::below(&only, Level::List { accepts, index: 0 });
                let read = T::__read(self.cursor, &element);
                if read.is_ok() {
                    self.cursor.pos = end;
                    self.cursor.repaired(RepairKind::WrapObjectInArray, list, start..end);
                    return self.halted(read, start, mark);
                }
                self.cursor.return_to(start, mark);
                false
            }
            b'0'..=b'9' | b'-' | b'+' | b'.' => accepts.has(Accepts::NUMBER.or(Accepts::STRING)),
            _ if matches!(self.cursor.word(), "true" | "false" | "True" | "False") => accepts.has(Accepts::BOOLEAN),
            _ => accepts.has(Accepts::STRING.or(Accepts::NAME)),
        };
        let read = if fits {
            T::__read(self.cursor, self.at)
        } else {
            Err(coerce::mistyped(self.cursor, list, Expected::List))
        };
        self.halted(read, start, mark)
    }

    /// What was read, or what stands in for it; the latter is no value of the text's unless it says so.
    #[inline]
    fn halted<T: LlmOutput>(&mut self, read: Result<T, Halt>, start: usize, mark: Mark) -> Result<T, Failure> {
        match read {
            Ok(value) => Ok(value),
            Err(halt) => {
                self.stopped(halt, start, mark, T::__FACTS)?;
                T::__invent().ok_or(Failure::TOLD)
            }
        }
    }

    /// Deals with a value that could not be read. `Ok` where the visitor gets a stand-in.
    #[cold]
    #[inline(never)]
    pub(super) fn stopped(&mut self, halt: Halt, start: usize, mark: Mark, facts: Facts) -> Result<(), Failure> {
        match (halt, self.slot) {
            (Halt::Absent, Slot::Alone) => return Err(Failure::new(Cause::Absent)),
            (Halt::Ascend, Slot::Element) => {
                self.pass.note(self.cursor, start, Known::Ends);
                self.pass.ascends.set(start);
            }
            (Halt::Ascend, _) => return Err(Failure::new(Cause::Ascend)),
            (Halt::Absent, _) if self.cursor.sink.cut => self.pass.note(self.cursor, start, Known::Cut),
            (Halt::Absent, Slot::Member(of, field)) => {
                if self.pass.requires(of, field) {
                    let end = self.cursor.pos;
                    self.cursor.sink.rewind(mark);
                    if facts.invents {
                        self.cursor.repaired(RepairKind::NullToDefault, self.at, start..end);
                    } else {
                        self.cursor
                            .violated(Expected::Member(Accepts::ANY), self.at, start..end);
                        self.pass.drop_caught(self.cursor, self.catch);
                    }
                } else {
                    self.pass.refuse_null(of, field, facts.accepts);
                }
            }
            (Halt::Absent | Halt::Invalid, _) => self.pass.drop_caught(self.cursor, self.catch),
        }
        Ok(())
    }

    /// What the visitor made of the value that began at `start`.
    #[inline]
    pub(super) fn judged<T>(self, result: Result<T, Failure>, start: usize) -> Result<T, Failure> {
        result.map_err(|failure| {
            let end = self.cursor.pos;
            self.pass
                .tell(self.cursor, self.at, failure, self.catch, start..end.max(start))
        })
    }

    fn integer<T, V>(mut self, visitor: V) -> Result<V::Value, Failure>
    where
        T: LlmOutput + TryInto<u64> + TryInto<i64> + Copy,
        V: Visitor<'de>,
    {
        let start = self.cursor.pos;
        let value: T = self.leaf()?;
        let result = match (TryInto::<u64>::try_into(value), TryInto::<i64>::try_into(value)) {
            (Ok(value), _) => visitor.visit_u64(value),
            (_, Ok(value)) => visitor.visit_i64(value),
            // No type of at most 64 bits holds any other number.
            _ => Err(Failure::TOLD),
        };
        self.judged(result, start)
    }

    fn float<T, V>(mut self, visitor: V) -> Result<V::Value, Failure>
    where
        T: LlmOutput + Into<f64>,
        V: Visitor<'de>,
    {
        let start = self.cursor.pos;
        if let Some((negative, value)) = self.cursor.plain_integer() {
            let _ = self.expect(Accepts::NUMBER);
            let signed = 0i64.checked_sub_unsigned(value);
            if !negative {
                let result = visitor.visit_u64(value);
                return self.judged(result, start);
            } else if let Some(value) = signed {
                let result = visitor.visit_i64(value);
                return self.judged(result, start);
            }
            self.cursor.pos = start;
        }
        let value: T = self.leaf()?;
        let result = visitor.visit_f64(value.into());
        self.judged(result, start)
    }

    fn text<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let start = self.cursor.pos;
        if let Some(text) = self.cursor.plain_string() {
            let _ = self.expect(Accepts::STRING);
            let source = self.pass.source(self.cursor);
            let result = match source.and_then(|source| source.get(start + 1..start + 1 + text.len())) {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(text),
            };
            return self.judged(result, start);
        }
        let text: String = self.leaf()?;
        let result = visitor.visit_string(text);
        self.judged(result, start)
    }

    /// The name of something whose names are known only once its visitor has refused one.
    fn identifier<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let name = type_name::<V>();
        let start = self.cursor.pos;
        let Some(known) = self.pass.identified(name) else {
            let text = match self.cursor.plain_string() {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(self.leaf::<String>()?),
            };
            let result = visitor
                .visit_str(&text)
                .map_err(|failure: Failure| match failure.cause() {
                    Some(Cause::UnknownVariant(names)) => {
                        self.pass.identify(name, names);
                        Failure::TOLD
                    }
                    Some(cause) => Failure::new(cause),
                    None => Failure::TOLD,
                });
            return self.judged(result, start);
        };
        let spec = names::choice(known);
        let mark = self.cursor.sink.mark();
        let at = self.at;
        let read = match token(self.cursor, at, || Expected::Text) {
            Ok(Token::Text(text)) => named(&text, self.cursor, at, spec),
            Ok(Token::Bare) => {
                let span = self.cursor.token.clone();
                let text = &self.cursor.text[span.clone()];
                let read = named(text, self.cursor, at, spec);
                if read.is_ok() {
                    self.cursor.repaired(RepairKind::UnquotedValue, at, span);
                }
                read
            }
            Ok(Token::Null(_)) => {
                let end = self.cursor.pos;
                Err(self.cursor.violated(Expected::Names(spec), at, start..end))
            }
            Ok(Token::List | Token::Object) => Err(coerce::mistyped(self.cursor, at, Expected::Names(spec))),
            Err(halt) => Err(halt),
        };
        let index = match read {
            Ok(index) => index,
            Err(halt) => {
                self.stopped(halt, start, mark, Facts::names())?;
                0
            }
        };
        let result = visitor.visit_borrowed_str(known.get(index as usize).copied().unwrap_or_default());
        self.judged(result, start)
    }

    /// `null`, and nothing else.
    fn unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        let (start, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let at = self.at;
        let is_null = self.cursor.null() || matches!(self.cursor.no_value(at), Some(NoValue::Null));
        if !is_null {
            let halt = match coerce::some_value(self.cursor, at) {
                Ok(()) => coerce::mistyped(self.cursor, at, Expected::Words("null".into())),
                Err(halt) => halt,
            };
            self.stopped(halt, start, mark, Facts::nothing())?;
        }
        let result = visitor.visit_unit();
        self.judged(result, start)
    }

    /// Bytes: those of a text, or a list of numbers.
    fn bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        self.cursor.trivia(self.at);
        if !self.cursor.is_string() {
            return list::read(self, None, visitor);
        }
        let start = self.cursor.pos;
        if let Some(text) = self.cursor.plain_string() {
            let source = self.pass.source(self.cursor);
            let result = match source.and_then(|source| source.get(start + 1..start + 1 + text.len())) {
                Some(text) => visitor.visit_borrowed_bytes(text.as_bytes()),
                None => visitor.visit_bytes(text.as_bytes()),
            };
            return self.judged(result, start);
        }
        let text: String = self.leaf()?;
        let result = visitor.visit_byte_buf(text.into_bytes());
        self.judged(result, start)
    }

    /// Reads the text of `span` as the document that it holds.
    pub(super) fn inside<T>(
        self,
        text: &str,
        span: std::ops::Range<usize>,
        expected: Expected,
        read: impl FnOnce(Reader<'_, '_, 'de>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let inside = Frame::below(self.at, Level::Inside(Conversion::Text));
        let Self {
            cursor,
            at,
            pass,
            slot,
            catch,
            ..
        } = self;
        let mark = cursor.sink.mark();
        let (result, whole) = cursor.within(text, span.clone(), |inner| {
            let mut reader = Reader::new(&mut *inner, &inside, pass);
            reader.slot = slot;
            reader.catch = catch;
            let result = read(reader);
            inner.trivia(&inside);
            (result, inner.at_end())
        });
        match result {
            Ok(value) if whole => Ok(value),
            result => {
                if !cursor.sink.violated_since(mark) {
                    cursor.violated(expected, at, span);
                }
                pass.drop_caught(cursor, catch);
                result.and(Err(Failure::TOLD))
            }
        }
    }

    /// Whether there is room for one more level; it is then counted.
    pub(super) fn descend(&mut self) -> bool {
        let depth = self.pass.depth.get();
        if depth >= DEEPEST {
            return false;
        }
        self.pass.depth.set(depth + 1);
        true
    }

    pub(super) fn ascend(pass: &Pass<'_>) {
        pass.depth.set(pass.depth.get().saturating_sub(1));
    }

    /// Passes over a value that lies too deep, without recursion, and puts it on record.
    #[cold]
    pub(super) fn too_deep(self) -> Failure {
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        self.cursor.skip(self.at);
        self.cursor.sink.rewind(mark);
        let expected = Expected::Words(format!("no more than {DEEPEST} levels of lists and objects"));
        let end = self.cursor.pos;
        self.cursor
            .violated_by(expected, Found::Words("a deeper one".into()), self.at, start..end);
        self.pass.drop_caught(self.cursor, self.catch);
        Failure::TOLD
    }

    /// Passes over a value that is not of the type, and puts it on record; the visitor gets a stand-in.
    #[cold]
    pub(super) fn mistyped(&mut self, expected: Expected, facts: Facts) -> Result<(), Failure> {
        let (start, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let halt = match self.wraps {
            Some(list) => coerce::mistyped(self.cursor, list, Expected::List),
            None => coerce::mistyped(self.cursor, self.at, expected),
        };
        self.stopped(halt, start, mark, facts)
    }

    /// The stand-in for a value that could not be read.
    pub(super) fn blank(self) -> Blank<'c, 'x, 'de> {
        Blank::stand_in(self.cursor, self.at, self.pass)
    }

    /// What `null` amounts to here: a visitor of lists, maps or structs does not take it. `Ok` where the visitor gets
    /// a stand-in, which is the value itself where the options allow one to be made up.
    #[cold]
    pub(super) fn null(&mut self, start: usize, facts: Facts, expected: Expected) -> Result<(), Failure> {
        let mark = self.cursor.sink.mark();
        match coerce::absent(self.cursor, self.at, start, facts.invents, expected) {
            Ok(()) => Ok(()),
            Err(halt) => self.stopped(halt, start, mark, facts),
        }
    }

    /// As [`Reader::is_blank`], where a look at the first byte does not rule it out.
    pub(super) fn stands_for_none(&mut self, accepts: Accepts) -> bool {
        self.may_be_blank(accepts) && self.is_blank(accepts)
    }
}

/// The value of the only member of the object at the cursor, where it is a plain one; the cursor stays.
fn only_member(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    if cursor.peek() != b'{' {
        return None;
    }
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let found = coerce::member_position(cursor, at);
    cursor.return_to(start, mark);
    found.filter(|(value, _)| !matches!(cursor.byte(*value), b'{' | b'[' | b'n'))
}

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
        if self.pass.is(self.cursor, start, Known::BadOption) {
            let mark = self.cursor.sink.mark();
            self.cursor.skip(self.at);
            self.cursor.sink.rewind(mark);
            let end = self.cursor.pos;
            self.cursor
                .repaired(RepairKind::DroppedInvalidOptional, self.at, start..end);
            return visitor.visit_none();
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
        let catch = if lenient {
            Some(Catch::new(self.cursor, start, Known::BadOption))
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
