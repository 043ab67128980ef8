//! Any value: what stands in the text says what the visitor gets, as `serde_json` hands it over.

use std::borrow::Cow;
use std::ops::Range;

use serde_core::de::{Error, Visitor};

use super::failure::Failure;
use super::reader::Reader;
use super::{list, map};
use crate::error::Expected;
use crate::path::{Frame, Level};
use crate::read::cursor::{Halt, Read};
use crate::read::number::{self, Form};
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts};
use crate::visit::coerce;

impl<'c, 'x, 'de> Reader<'c, 'x, 'de> {
    /// Any value: what stands here says what it is.
    pub(super) fn any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        let fresh = self.expect(Accepts::ANY);
        let at = fresh.as_ref().unwrap_or(self.at);
        let start = self.cursor.pos;
        match self.cursor.peek() {
            b'"' => {
                if let Some(text) = self.cursor.plain_string() {
                    let source = self.pass.source(self.cursor);
                    let result = match source.and_then(|source| source.get(start + 1..start + 1 + text.len())) {
                        Some(text) => visitor.visit_borrowed_str(text),
                        None => visitor.visit_str(text),
                    };
                    return self.judged(result, start);
                }
            }
            // A set of Python's: values without keys.
            b'{' if self.cursor.opens_set(start) => {
                return Reader { at, ..self }.holder(|inner| list::read(inner, None, visitor));
            }
            b'{' => return Reader { at, ..self }.holder(|inner| map::read(inner, visitor)),
            b'[' => return Reader { at, ..self }.holder(|inner| list::read(inner, None, visitor)),
            b'-' | b'0'..=b'9' => {
                if let Some((negative, value)) = self.cursor.plain_integer() {
                    if !negative {
                        let result = visitor.visit_u64(value);
                        return self.judged(result, start);
                    }
                    if let Some(value) = 0i64.checked_sub_unsigned(value) {
                        let result = visitor.visit_i64(value);
                        return self.judged(result, start);
                    }
                    self.cursor.pos = start;
                }
                if let Some(text) = self.cursor.plain_number() {
                    if let Some(number) = Number::of(text) {
                        let result = number.visit(visitor);
                        return self.judged(result, start);
                    }
                    self.cursor.pos = start;
                }
            }
            _ => {
                for (word, value) in [("null", None), ("true", Some(true)), ("false", Some(false))] {
                    if self.cursor.can_follow(start + word.len()) && self.cursor.eat(word.as_bytes()) {
                        let result = match value {
                            None => visitor.visit_unit(),
                            Some(value) => visitor.visit_bool(value),
                        };
                        return self.judged(result, start);
                    }
                }
            }
        }
        Reader { at, ..self }.any_slow(visitor)
    }

    /// A list or map of which no type is known.
    ///
    /// Where it cannot be read, it counts as read once more: a visitor of such a value copies all of it, and so does that
    /// of each one around it.
    #[inline]
    fn holder<T>(self, read: impl FnOnce(Reader<'_, 'x, 'de>) -> Result<T, Failure>) -> Result<T, Failure> {
        let start = self.cursor.pos;
        let result = read(Reader {
            cursor: &mut *self.cursor,
            untyped: true,
            ..self
        });
        if result.is_err() {
            let length = self.cursor.pos.saturating_sub(start);
            self.cursor.charge_reread(length);
        }
        result
    }

    /// What stands where any value belongs and is none in plain form.
    #[cold]
    #[inline(never)]
    fn any_slow<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        self.untyped = true;
        let at = self.at;
        self.cursor.trivia(at);
        let start = self.cursor.pos;
        let mark = self.cursor.sink.mark();
        if let Err(halt) = coerce::some_value(self.cursor, at) {
            self.stopped(halt, start, mark, Facts::leaf(Accepts::ANY))?;
            return visitor.visit_unit();
        }
        match self.cursor.peek() {
            b'{' if !self.cursor.opens_set(self.cursor.pos) => return map::read(self, visitor),
            b'[' | b'{' => return list::read(self, None, visitor),
            b'(' if self.cursor.opens_tuple(start) && self.is_group() => return self.group(visitor),
            b'(' if self.cursor.opens_tuple(start) => return list::read(self, None, visitor),
            _ => {}
        }
        if self.cursor.no_value(at).is_some() {
            let result = visitor.visit_unit();
            return self.judged(result, start);
        }
        if let Some(text) = self.cursor.string(at) {
            let result = match text {
                Cow::Borrowed(text) => visitor.visit_str(text),
                Cow::Owned(text) => visitor.visit_string(text),
            };
            return self.judged(result, start);
        }
        let span = self.cursor.bare(at);
        if span.is_empty() {
            let halt = coerce::mistyped(self.cursor, at, Expected::Words("a value".into()));
            self.stopped(halt, start, mark, Facts::leaf(Accepts::ANY))?;
            return visitor.visit_unit();
        }
        match self.bare(span) {
            Ok(bare) => {
                let result = bare.visit(visitor);
                self.judged(result, start)
            }
            Err(halt) => {
                self.stopped(halt, start, mark, Facts::leaf(Accepts::ANY))?;
                visitor.visit_unit()
            }
        }
    }

    /// Whether one value stands in the parentheses here, without a comma: Python's parentheses then only group. The cursor
    /// stays, unless the rest of the text is passed over.
    fn is_group(&mut self) -> bool {
        let (start, mark) = (self.cursor.pos, self.cursor.sink.mark());
        let (text, cut) = (self.cursor.text, self.cursor.sink.cut);
        self.cursor.pos += 1;
        self.cursor.tuples += 1;
        self.cursor.space();
        let is_empty = self.cursor.peek() == b')';
        let frame = self.element();
        self.cursor.skip(&frame);
        self.cursor.space();
        let is_group = !is_empty && self.cursor.peek() == b')';
        self.cursor.tuples -= 1;
        self.cursor.return_to(start, mark);
        self.cursor.restore_text(text);
        self.cursor.sink.cut = cut;
        is_group && self.cursor.pos == start
    }

    /// The level of the first element of a list that stands here.
    fn element(&self) -> Frame<'c> {
        let level = Level::List {
            accepts: Accepts::ANY,
            index: 0,
        };
        Frame::below(self.at, level)
    }

    /// The one value in parentheses.
    fn group<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Failure> {
        if !self.descend() {
            return Err(self.too_deep());
        }
        let frame = self.element();
        let Self {
            cursor,
            at,
            pass,
            slot,
            catch,
            ..
        } = self;
        cursor.open_tuple(b')', at);
        let mut inner = Reader::new(&mut *cursor, &frame, pass);
        inner.slot = slot;
        inner.catch = catch;
        inner.untyped = true;
        let result = inner.any(visitor).inspect_err(|_| pass.lose());
        cursor.space();
        if cursor.peek() == b')' {
            cursor.pos += 1;
        }
        cursor.close_tuple(b')');
        Reader::ascend(pass);
        result
    }

    /// What the text at `span` is, which stands without quotes.
    fn bare(&mut self, span: Range<usize>) -> Read<Bare<'x>> {
        let at = self.at;
        let text = &self.cursor.text[span.clone()];
        let ends = self.cursor.at_end();
        if let Some(part) = number::whole_part(text).filter(|_| number::numeral(text).is_none()) {
            if !ends {
                return Err(self.cursor.violated(Expected::Number, at, span));
            }
            self.cursor.cut(at);
            return Number::of(part).map(Bare::Number).ok_or(Halt::Absent);
        }
        let is_cut_literal = ["true", "false", "null"]
            .iter()
            .any(|word| word.len() > text.len() && word.starts_with(text));
        if ends && is_cut_literal {
            self.cursor.cut(at);
            return Err(Halt::Absent);
        }
        if self.cursor.may_be_cut(at) {
            self.cursor.cut(at);
        }
        if let Some(numeral) = number::numeral(text).filter(|numeral| numeral.form != Form::InText) {
            let Some(number) = Number::of(&numeral.text) else {
                return Err(self.cursor.violated(Expected::Number, at, span));
            };
            if numeral.form == Form::Odd {
                self.cursor.repaired(RepairKind::NumberFormat, at, span);
            }
            return Ok(Bare::Number(number));
        }
        // What no number holds is not taken for a text.
        if number::is_plain(text) {
            return Err(self.cursor.violated(Expected::Number, at, span));
        }
        let (bare, kind) = match text {
            "true" | "false" => return Ok(Bare::Literal(text == "true")),
            "True" | "False" => (Bare::Literal(text == "True"), RepairKind::PythonLiteral),
            _ if text.eq_ignore_ascii_case("true") => (Bare::Literal(true), RepairKind::LiteralCase),
            _ if text.eq_ignore_ascii_case("false") => (Bare::Literal(false), RepairKind::LiteralCase),
            // Words that are the whole answer are prose, not a value.
            _ if at.is_root() => {
                return Err(self.cursor.violated(Expected::Words("a value".into()), at, span));
            }
            _ => (Bare::Text(text), RepairKind::UnquotedValue),
        };
        self.cursor.repaired(kind, at, span);
        Ok(bare)
    }
}

/// What a text without quotes stands for.
enum Bare<'x> {
    Number(Number),
    Literal(bool),
    Text(&'x str),
}

impl Bare<'_> {
    fn visit<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Failure> {
        match self {
            Self::Number(number) => number.visit(visitor),
            Self::Literal(value) => visitor.visit_bool(value),
            Self::Text(text) => visitor.visit_str(text),
        }
    }
}
/// A number as `serde_json` hands it to a visitor that takes any value.
pub(super) enum Number {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
}

impl Number {
    pub(super) fn of(text: &str) -> Option<Self> {
        if text != "-0" {
            if let Ok(value) = text.parse() {
                return Some(Self::Unsigned(value));
            }
            if let Ok(value) = text.parse() {
                return Some(Self::Signed(value));
            }
        }
        let value: f64 = text.parse().ok()?;
        value.is_finite().then_some(Self::Float(value))
    }

    pub(super) fn visit<'de, V: Visitor<'de>, E: Error>(self, visitor: V) -> Result<V::Value, E> {
        match self {
            Self::Unsigned(value) => visitor.visit_u64(value),
            Self::Signed(value) => visitor.visit_i64(value),
            Self::Float(value) => visitor.visit_f64(value),
        }
    }
}
