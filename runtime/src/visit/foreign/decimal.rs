//! Exact decimals: a string in the schema, since most JSON parsers round numbers; a number is read from its own digits.

use rust_decimal::Decimal;

use super::{Written, from_text, read};
use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::read::number::{self, NumberForm};
use crate::repair::RepairKind;
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};

impl LlmOutput for Decimal {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::String {
        format: Some("decimal"),
        length: Length::NONE,
    };
    const __FACTS: Facts = Facts {
        invents: false,
        format: Some(<Self as Written>::EXPECTED),
        ..Facts::leaf(Accepts::STRING.or(Accepts::NUMBER))
    };

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let start = cursor.pos;
        let is_rounded = cursor.sink.is_rounded;
        let number = cursor
            .plain_number()
            .filter(|text| !is_rounded || !number::may_lack_digits(text));
        if let Some(value) = number.and_then(Self::exact) {
            return Ok(value);
        }
        cursor.put_back(start);
        read(cursor, at)
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        from_text(text, cursor, at)
    }
}

impl Written for Decimal {
    const EXPECTED: &'static str = "a decimal number of at most 28 digits";

    fn bare(text: &str, is_rounded: bool) -> Option<bool> {
        let is_number = number::is_plain(text);
        (!is_rounded || !is_number || !number::may_lack_digits(text)).then_some(is_number)
    }

    fn exact(text: &str) -> Option<Self> {
        if !number::is_plain(text) {
            return None;
        }
        if text.contains(['e', 'E']) {
            Self::from_scientific(text).ok()
        } else {
            Self::from_str_exact(text).ok()
        }
    }

    fn loose(text: &str) -> Option<(Self, RepairKind)> {
        let numeral = number::numeral(text)?;
        let kind = match numeral.form {
            NumberForm::Plain => return None,
            NumberForm::Odd => RepairKind::NumberFormat,
            NumberForm::InText => RepairKind::NumberInText,
        };
        Self::exact(&numeral.text).map(|value| (value, kind))
    }
}
