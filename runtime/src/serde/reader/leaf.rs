//! Values without parts: numbers, text, names, `null` and bytes, each read by the leaf type of ours that it is.

use std::any::type_name;
use std::borrow::Cow;

use serde_core::de::Visitor;

use super::Reader;
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt};
use crate::read::literal::NoValue;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::serde::failure::{Cause, Failure};
use crate::serde::{list, names};
use crate::spec::{Accepts, Facts};
use crate::visit::{Token, coerce, named, token};

impl<'de> Reader<'_, '_, 'de> {
    /// A value without parts.
    pub(super) fn leaf<T: LlmOutput>(&mut self) -> Result<T, Failure> {
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
                if self.wraps_list(|_| false) {
                    return Err(Failure::TOLD);
                }
                let Some((value, end)) = only_member(self.cursor, list) else {
                    let halt = coerce::mistyped(self.cursor, list, Expected::List);
                    return self.halted(Err(halt), start, mark);
                };
                self.cursor.go_to(value);
                let only = Frame::below(list, Level::Inside(Conversion::Only));
                let element = Frame::below(&only, Level::List { accepts, index: 0 });
                let read = T::__read(self.cursor, &element);
                if read.is_ok() {
                    self.cursor.go_to(end);
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

    pub(super) fn integer<T, V>(mut self, visitor: V) -> Result<V::Value, Failure>
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

    pub(super) fn float<T, V>(mut self, visitor: V) -> Result<V::Value, Failure>
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

    pub(super) fn text<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
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
    pub(super) fn identifier<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
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
    pub(super) fn unit<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
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
    pub(super) fn bytes<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
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
}

/// The value that the object at the cursor wraps, where it is a plain one; the cursor stays.
fn only_member(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<(usize, usize)> {
    if cursor.peek() != b'{' {
        return None;
    }
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let found = coerce::wrapped_value(cursor, at);
    cursor.return_to(start, mark);
    found.filter(|(value, _)| !matches!(cursor.byte(*value), b'{' | b'[' | b'n'))
}
