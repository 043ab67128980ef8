//! Numbers, booleans and single characters.

use alloc::borrow::Cow;
use alloc::string::String;

use super::coerce;
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::literal::NoValue;
use crate::read::number::{self, FieldUnit, NumberForm, Numeral};
use crate::repair::RepairKind;
use crate::schema::{Bound, Length, Range, Shape};
use crate::spec::{Accepts, Facts};

mod quotient;

use quotient::Quotient;

/// A number type, made from the text of a number in JSON's form.
pub(crate) trait Number: LlmOutput {
    fn expected() -> Expected;

    /// The number, and whether it was written with a fraction that is zero.
    fn from_numeral(text: &str) -> Option<(Self, bool)>;

    /// The number with these digits and this sign, `fraction` of them after the decimal point, if it can be made directly.
    fn from_digits(negative: bool, digits: u64, fraction: usize) -> Option<Self>;
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        #[allow(clippy::cast_lossless, reason = "the widths of pointers have no `From`")]
        impl LlmOutput for $type {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = &Shape::Integer {
                range: Range { min: Some(Bound::Integer($type::MIN as i128)), max: Some(Bound::Integer($type::MAX as i128)) },
            };
            const __FACTS: Facts = Facts::leaf(Accepts::NUMBER);

            #[cfg_attr(not(debug_assertions), inline)]
            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                let start = cursor.pos;
                if let Some((negative, value)) = cursor.plain_integer() {
                    if let Some(value) = Self::from_digits(negative, value, 0) {
                        return Ok(value);
                    }
                    cursor.put_back(start);
                }
                slow(cursor, at)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                from_text(text, cursor, at)
            }

            fn __invent() -> Option<Self> {
                Some(0)
            }
        }

        #[allow(
            clippy::cast_lossless,
            clippy::cast_possible_wrap,
            clippy::cast_sign_loss,
            reason = "the widths of pointers have no `From`, and the bounds of every type fit"
        )]
        impl Number for $type {
            fn expected() -> Expected {
                Expected::Integer { min: $type::MIN as i64, max: $type::MAX as u64 }
            }

            fn from_numeral(text: &str) -> Option<(Self, bool)> {
                if let Ok(value) = text.parse() {
                    return Some((value, false));
                }
                let value = number::integral(text).and_then(|value| Self::try_from(value).ok())?;
                Some((value, text.contains(['.', 'e', 'E'])))
            }

            #[inline]
            fn from_digits(negative: bool, digits: u64, fraction: usize) -> Option<Self> {
                match (fraction, negative) {
                    (0, false) => Self::try_from(digits).ok(),
                    (0, true) => 0i64.checked_sub_unsigned(digits).and_then(|value| Self::try_from(value).ok()),
                    _ => None,
                }
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

/// A 128-bit integer. Models do not write them, so only types that are read by serde have any.
#[cfg(feature = "serde")]
#[derive(Debug)]
pub(crate) struct Wide<T>(T);

#[cfg(feature = "serde")]
macro_rules! wide {
    ($($type:ident)*) => {$(
        impl LlmOutput for Wide<$type> {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = &Shape::Integer { range: Range::NONE };
            const __FACTS: Facts = Facts::leaf(Accepts::NUMBER);

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                if let Some(text) = cursor.plain_number() {
                    if let Ok(value) = text.parse() {
                        return Ok(Self(value));
                    }
                    cursor.pos -= text.len();
                }
                slow(cursor, at)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                from_text(text, cursor, at)
            }

            fn __invent() -> Option<Self> {
                Some(Self(0))
            }
        }

        impl Number for Wide<$type> {
            fn expected() -> Expected {
                Expected::Words(format!("a whole number from {} to {}", $type::MIN, $type::MAX))
            }

            fn from_numeral(text: &str) -> Option<(Self, bool)> {
                if let Ok(value) = text.parse() {
                    return Some((Self(value), false));
                }
                let value = number::integral(text).and_then(|value| value.try_into().ok())?;
                Some((Self(value), text.contains(['.', 'e', 'E'])))
            }

            fn from_digits(negative: bool, digits: u64, fraction: usize) -> Option<Self> {
                (!negative && fraction == 0).then(|| Self(digits.into()))
            }
        }

        impl From<Wide<$type>> for $type {
            fn from(value: Wide<$type>) -> Self {
                value.0
            }
        }

        impl From<Wide<$type>> for Box<$type> {
            fn from(value: Wide<$type>) -> Self {
                Self::new(value.0)
            }
        }
    )*};
}

#[cfg(feature = "serde")]
wide! { u128 i128 }

macro_rules! floats {
    ($($type:ident $shape:ident;)*) => {$(
        impl LlmOutput for $type {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = &Shape::$shape;
            const __FACTS: Facts = Facts::leaf(Accepts::NUMBER);

            #[cfg_attr(not(debug_assertions), inline)]
            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                if matches!(cursor.peek(), b'"' | b'\'') {
                    return slow(cursor, at);
                }
                let start = cursor.pos;
                if let Some((negative, value, fraction)) = cursor.plain_decimal() {
                    if let Some(value) = Self::from_digits(negative, value, fraction) {
                        return Ok(value);
                    }
                    cursor.put_back(start);
                }
                if let Some(text) = cursor.plain_number() {
                    if let Some((value, _)) = Self::from_numeral(text) {
                        return Ok(value);
                    }
                    cursor.put_back(start);
                }
                slow(cursor, at)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                from_text(text, cursor, at)
            }

            fn __invent() -> Option<Self> {
                Some(0.0)
            }
        }

        impl Number for $type {
            fn expected() -> Expected {
                Expected::Number
            }

            fn from_numeral(text: &str) -> Option<(Self, bool)> {
                if let Some((negative, value, fraction, length)) = number::decimal(text.as_bytes())
                    && length == text.len()
                    && let Some(value) = Self::from_digits(negative, value, fraction)
                {
                    return Some((value, false));
                }
                // A number too large for the type is rejected, and never becomes infinity.
                text.parse().ok().filter(|value: &Self| value.is_finite()).map(|value| (value, false))
            }

            #[inline]
            fn from_digits(negative: bool, digits: u64, fraction: usize) -> Option<Self> {
                let value = Self::quotient(digits, fraction)?;
                Some(if negative { -value } else { value })
            }
        }
    )*};
}

floats! { f32 Float32; f64 Number; }

/// Reads what was found in place of a number in plain form.
#[cold]
#[inline(never)]
fn slow<T: Number>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let start = cursor.pos;
    if let Some((negative, digits, fraction)) = cursor.quoted_decimal() {
        if let Some(value) = T::from_digits(negative, digits, fraction) {
            cursor.converted(RepairKind::StringToNumber, at, start);
            return Ok(value);
        }
        cursor.put_back(start);
    }
    let before = cursor.checkpoint();
    let text = match cursor.plain_string() {
        Some(text) => Some(Cow::Borrowed(text)),
        None => cursor.quick_string(at),
    };
    if let Some(text) = text {
        let number = Some(&text).filter(|text| number::is_plain(text));
        if let Some((value, whole)) = number.and_then(|text| T::from_numeral(text)) {
            let end = cursor.pos;
            let kind = conversion(&text, whole, RepairKind::StringToNumber);
            cursor.repaired(kind, at, start..end);
            return Ok(value);
        }
        cursor.return_to(before);
    }
    match token(cursor, at, &T::expected)? {
        Token::List => coerce::single_element(cursor, at, T::expected()),
        Token::Object => coerce::selected_member(cursor, at, T::expected()),
        Token::Null(start) => coerce::null(cursor, at, start, T::expected()),
        Token::Text(text) => from_text(&text, cursor, at),
        Token::Bare => {
            let span = cursor.token.clone();
            let text = &cursor.text[span.clone()];
            if cursor.may_be_cut(at) {
                cursor.cut(at);
            }
            let is_other_unit = || {
                at.field()
                    .is_some_and(|field| number::field_unit(text, field.name) == FieldUnit::Other)
            };
            let read = convert::<T>(text).filter(|_| !cursor.ends_in_point(&span, at));
            let read = read.filter(|(_, numeral, _)| numeral.form != NumberForm::InText || !is_other_unit());
            let Some((value, numeral, whole)) = read else {
                return cut_number(cursor, at).unwrap_or_else(|| Err(coerce::misread(cursor, at, T::expected(), span)));
            };
            match numeral.form {
                NumberForm::Plain => {}
                NumberForm::Odd => {
                    cursor.repaired(RepairKind::NumberFormat, at, span.clone());
                    cursor.conserve_odd_number(span.clone(), at);
                }
                NumberForm::InText => cursor.repaired(RepairKind::NumberInText, at, span.clone()),
            }
            if whole {
                if cursor.sink.is_rounded && number::may_be_rounded(text) {
                    let expected = Expected::Words("a whole number without a fraction or an exponent".into());
                    return Err(cursor.violated(expected, at, span));
                }
                cursor.repaired(conversion(text, whole, RepairKind::FloatToInt), at, span);
            }
            Ok(value)
        }
    }
}

/// Reads what is left of a number that the end of the text cut off.
fn cut_number<T: Number>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Option<Read<T>> {
    let text = &cursor.text[cursor.token.clone()];
    let is_cut = cursor.at_end() || cursor.ends_in_point(&cursor.token, at);
    let part = number::whole_part(text).filter(|_| is_cut)?;
    cursor.cut(at);
    let number = T::from_numeral(part).map(|(value, _)| value);
    Some(number.ok_or(Halt::Absent))
}

fn convert<T: Number>(text: &str) -> Option<(T, Numeral<'_>, bool)> {
    let numeral = number::numeral(text)?;
    let (value, whole) = T::from_numeral(&numeral.text)?;
    Some((value, numeral, whole))
}

fn from_text<T: Number>(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let span = cursor.token.clone();
    if text.trim_start().is_empty() {
        return coerce::null(cursor, at, span.start, T::expected());
    }
    let unit = at
        .field()
        .map_or(FieldUnit::Unknown, |field| number::field_unit(text, field.name));
    let read = match unit {
        FieldUnit::Other => None,
        // The unit may mean something else in other fields: `5 min`.
        FieldUnit::Same(number) if number::is_plain(number) => convert(number),
        FieldUnit::Same(_) | FieldUnit::Unknown => convert(text),
    };
    let Some((value, numeral, whole)) = read else {
        return Err(cursor.violated(T::expected(), at, span));
    };
    let kind = if numeral.form == NumberForm::InText || matches!(unit, FieldUnit::Same(_)) {
        RepairKind::NumberInText
    } else {
        conversion(text, whole, RepairKind::StringToNumber)
    };
    cursor.repaired(kind, at, span);
    Ok(value)
}

/// The repair to report for this number: a guess if it is `whole` (an integer written with a fraction of zero) and its point may separate
/// thousands (`50.000`), else the `usual` one.
fn conversion(text: &str, whole: bool, usual: RepairKind) -> RepairKind {
    if whole && number::reads_two_ways(text.trim().trim_start_matches(['-', '+'])) {
        RepairKind::NumberInText
    } else {
        usual
    }
}

/// What was found where a value without fields or elements belongs.
pub(crate) enum Token {
    List,
    Object,
    /// A word for `null`, which began at this position.
    Null(usize),
    /// The content of a string; `Cursor::token` is its place.
    Text(String),
    /// Something without quotes; `Cursor::token` is its place.
    Bare,
}

/// Classifies what was found where a value without fields or elements belongs, and skips it unless it has any.
///
/// A string in several pieces is no such value: two numbers side by side are not one number.
#[cold]
pub(crate) fn token(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: &dyn Fn() -> Expected) -> Result<Token, Halt> {
    cursor.trivia(at);
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    match cursor.peek() {
        b'[' => return Ok(Token::List),
        b'{' => return Ok(Token::Object),
        _ => {}
    }
    match cursor.no_value(at) {
        Some(NoValue::Null) => return Ok(Token::Null(start)),
        Some(NoValue::Undefined) => {
            let end = cursor.pos;
            return Err(cursor.violated(expected(), at, start..end));
        }
        None => {}
    }
    if let Some((text, has_pieces)) = cursor.pieces(at) {
        let span = start..cursor.pos;
        if has_pieces {
            return Err(cursor.violated(expected(), at, span));
        }
        cursor.token = span;
        return Ok(Token::Text(text.into_owned()));
    }
    let span = cursor.bare(at);
    if span.is_empty() {
        return Err(coerce::mistyped(cursor, at, expected()));
    }
    cursor.token = span;
    Ok(Token::Bare)
}

impl LlmOutput for bool {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::Boolean;
    const __FACTS: Facts = Facts::leaf(Accepts::BOOLEAN);

    #[cfg_attr(not(debug_assertions), inline)]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        if cursor.peek() == b't' && cursor.can_follow(cursor.pos + 4) && cursor.eat(b"true") {
            return Ok(true);
        }
        if cursor.peek() == b'f' && cursor.can_follow(cursor.pos + 5) && cursor.eat(b"false") {
            return Ok(false);
        }
        slow_bool(cursor, at)
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let span = cursor.token.clone();
        if text.trim_start().is_empty() {
            return coerce::null(cursor, at, span.start, Expected::Boolean);
        }
        match truth(text) {
            Some(value) => {
                cursor.repaired(RepairKind::StringToBool, at, span);
                Ok(value)
            }
            None => Err(cursor.violated(Expected::Boolean, at, span)),
        }
    }

    fn __invent() -> Option<Self> {
        Some(false)
    }
}

fn truth(text: &str) -> Option<bool> {
    // A sentence of one word: `Yes.`
    let text = text.trim();
    let word = text
        .strip_suffix(['.', '!'])
        .filter(|word| word.starts_with(char::is_alphabetic));
    match word.unwrap_or(text).to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Some(true),
        "false" | "no" | "off" | "0" => Some(false),
        _ => None,
    }
}

#[cold]
fn slow_bool(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<bool> {
    match token(cursor, at, &|| Expected::Boolean)? {
        Token::List => coerce::single_element(cursor, at, Expected::Boolean),
        Token::Object => coerce::selected_member(cursor, at, Expected::Boolean),
        Token::Null(start) => coerce::null(cursor, at, start, Expected::Boolean),
        Token::Text(text) => bool::__from_text(&text, cursor, at),
        Token::Bare => {
            let span = cursor.token.clone();
            let text = &cursor.text[span.clone()];
            let is_begun = |words: &[&str]| words.iter().any(|word| word.starts_with(text));
            let Some(value) = truth(text).filter(|_| !(is_begun(&["None", "null"]) && cursor.may_be_cut(at))) else {
                let is_cut = cursor.at_end() && !at.is_root() && is_begun(&["true", "false", "None", "null"]);
                if is_cut {
                    cursor.cut(at);
                }
                return Err(coerce::misread(cursor, at, Expected::Boolean, span));
            };
            let kind = match text {
                "true" | "false" => None,
                "True" | "False" => Some(RepairKind::PythonLiteral),
                "0" | "1" => Some(RepairKind::NumberToBool),
                _ if text.eq_ignore_ascii_case("true") || text.eq_ignore_ascii_case("false") => {
                    Some(RepairKind::LiteralCase)
                }
                _ => Some(RepairKind::StringToBool),
            };
            if let Some(kind) = kind {
                cursor.repaired(kind, at, span);
            }
            Ok(value)
        }
    }
}

impl LlmOutput for char {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::String {
        format: None,
        length: Length {
            min: Some(1),
            max: Some(1),
        },
    };
    const __FACTS: Facts = Facts {
        invents: false,
        format: Some("one character"),
        ..Facts::leaf(Accepts::STRING)
    };

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let start = cursor.pos;
        let text = String::__read(cursor, at)?;
        cursor.token = start..cursor.pos;
        Self::__from_text(&text, cursor, at)
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let mut characters = text.chars();
        if let (Some(only), None) = (characters.next(), characters.next()) {
            Ok(only)
        } else {
            let span = cursor.token.clone();
            Err(cursor.violated(Expected::Character, at, span))
        }
    }
}
