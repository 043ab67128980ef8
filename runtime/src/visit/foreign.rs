//! Types of other crates that are written as one string: dates, UUIDs, URLs, exact decimals.

// Each of its parts asks for a feature, and not the module itself: the docs would show both conditions.
#![cfg_attr(
    not(all(feature = "chrono", feature = "rust_decimal", feature = "url", feature = "uuid")),
    allow(
        dead_code,
        unused_imports,
        unused_macros,
        reason = "what no type asks for is not used"
    )
)]

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "rust_decimal")]
mod decimal;
#[cfg(feature = "url")]
mod url;
#[cfg(feature = "uuid")]
mod uuid;

use alloc::borrow::ToOwned;

use super::coerce;
use super::leaf::{Token, token};
use crate::LlmOutput;
use crate::error::Expected;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::repair::RepairKind;

/// A type that is made from a text.
trait Written: LlmOutput {
    /// What the type asks for, in words.
    const EXPECTED: &'static str;

    /// Whether this text without quotes is as the type is written, or `None` if it cannot be read at all. If `is_rounded`, a number
    /// was a float before.
    fn bare(_: &str, _is_rounded: bool) -> Option<bool> {
        Some(false)
    }

    /// The value that the text stands for as it is written.
    fn exact(text: &str) -> Option<Self>;

    /// The value that the text stands for in another spelling, without space around it.
    fn loose(text: &str) -> Option<(Self, RepairKind)>;
}

/// Implements the trait for types that are [`Written`] and have a format.
macro_rules! written {
    ($($type:ty: $format:literal;)*) => {$(
        impl LlmOutput for $type {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = &Shape::String { format: Some($format), length: Length::NONE };
            const __FACTS: Facts = Facts {
                invents: false,
                format: Some(<$type as crate::visit::foreign::Written>::EXPECTED),
                ..Facts::leaf(Accepts::STRING)
            };

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                crate::visit::foreign::read(cursor, at)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                crate::visit::foreign::from_text(text, cursor, at)
            }
        }
    )*};
}
use written;

fn read<T: Written>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    let start = cursor.pos;
    if let Some(text) = cursor.plain_string() {
        if let Some(value) = T::exact(text) {
            return Ok(value);
        }
        cursor.put_back(start);
    }
    slow(cursor, at)
}

fn expected<T: Written>() -> Expected {
    Expected::Words(T::EXPECTED.into())
}

#[cold]
fn slow<T: Written>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    match token(cursor, at, &expected::<T>)? {
        Token::List => coerce::single_element(cursor, at, expected::<T>()),
        Token::Object => coerce::selected_member(cursor, at, expected::<T>()),
        Token::Null(start) => coerce::null(cursor, at, start, expected::<T>()),
        Token::Text(text) => from_text(&text, cursor, at),
        Token::Bare => {
            let span = cursor.token.clone();
            if cursor.may_be_cut(at) {
                cursor.cut(at);
            }
            let text = cursor.text[span.clone()].to_owned();
            let Some(is_written) = T::bare(&text, cursor.sink.is_rounded) else {
                let lacks_digits = cursor.sink.is_rounded && T::bare(&text, false).is_some();
                let expected = if lacks_digits {
                    Expected::Words("a decimal number in quotes, so that no digit is lost".into())
                } else {
                    expected::<T>()
                };
                return Err(cursor.violated(expected, at, span));
            };
            let read = from_text(&text, cursor, at);
            if read.is_ok() && !is_written {
                cursor.repaired(RepairKind::UnquotedValue, at, span);
            }
            read
        }
    }
}

fn from_text<T: Written>(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<T> {
    if let Some(value) = T::exact(text) {
        return Ok(value);
    }
    let span = cursor.token.clone();
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return coerce::null(cursor, at, span.start, expected::<T>());
    }
    let found = T::exact(trimmed)
        .map(|value| (value, RepairKind::SpaceTrimmed))
        .or_else(|| T::loose(trimmed));
    match found {
        Some((value, kind)) => {
            cursor.repaired(kind, at, span);
            Ok(value)
        }
        None => Err(cursor.violated(expected::<T>(), at, span)),
    }
}
