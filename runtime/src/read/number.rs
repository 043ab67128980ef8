//! Numbers as text: RFC 8259 section 6, and the forms that models write instead. Nothing is rounded, and nothing is
//! guessed from `NaN`, fractions or words.

mod scales;
mod units;

use alloc::borrow::Cow;
use alloc::string::String;

use crate::bounds::LONGEST_UNIT;
use crate::read::cursor::Cursor;
use crate::read::steps::step;
pub(crate) use scales::{FieldUnit, field_unit};
use units::is_unit;

/// A number that a text stands for, in JSON's own form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Numeral<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) form: NumberForm,
}

/// How a number was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    /// As JSON has it.
    Plain,
    /// With a plus sign, leading zeros, underscores, in hexadecimal, or with a space that JSON does not have.
    Odd,
    /// With thousands separators, a unit, a currency or a percent sign.
    InText,
}

/// The one number that `text` stands for, or `None` where there is none or more than one reading.
pub(crate) fn numeral(text: &str) -> Option<Numeral<'_>> {
    let spaced = text.trim_matches([' ', '\t', '\n', '\r']);
    let text = spaced.trim_matches(|c: char| c.is_whitespace() || crate::fold::is_unusual_space(c));
    if is_plain(text) {
        let is_odd = text.len() < spaced.len();
        return Some(Numeral {
            text: Cow::Borrowed(text),
            form: if is_odd { NumberForm::Odd } else { NumberForm::Plain },
        });
    }
    if !text.contains(is_digit) {
        return None;
    }
    if let Some((number, form)) = spelt(text) {
        return Some(Numeral {
            text: Cow::Owned(number),
            form,
        });
    }
    let number = bare(text).or_else(|| in_text(text));
    number.map(|number| Numeral {
        text: Cow::Owned(number),
        form: NumberForm::InText,
    })
}

/// Whether this is a digit of ASCII or a wide one: a number in words is none here.
fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '０'..='９')
}

/// The number between marks of emphasis (`**5**`), before a full stop (`12.5.`) or in full-width digits (`１２`).
fn bare(text: &str) -> Option<String> {
    let told = text.trim_matches('*');
    let told = told.strip_suffix('.').filter(|told| told.contains('.')).unwrap_or(told);
    let narrow = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    let number: String = told.chars().map(narrow).collect();
    (number != text && is_plain(&number)).then_some(number)
}

impl Cursor<'_> {
    /// Whether a number is at the cursor, in plain form or with a plus sign, and with something after it that can follow a
    /// value.
    pub(crate) fn is_number(&self) -> bool {
        let number = leading(self.rest());
        let end = self.pos + number.len();
        let unsigned = number.strip_prefix('+').filter(|rest| !rest.starts_with('-'));
        is_plain(unsigned.unwrap_or(number)) && self.can_follow(end)
    }
}

/// The number with which a text begins, by RFC 8259 section 6, if it has no exponent and few digits: its sign, its digits
/// as a whole number, how many of them are after the point, and its length.
#[inline(always)]
pub(crate) fn decimal(bytes: &[u8]) -> Option<(bool, u64, usize, usize)> {
    // Digits that fit into a word for certain.
    const MOST: usize = 19;
    let negative = bytes.first() == Some(&b'-');
    let first = usize::from(negative);
    let mut value: u64 = 0;
    let mut digits = |mut end: usize| {
        while let Some(digit) = bytes.get(end).map(|byte| byte.wrapping_sub(b'0'))
            && digit <= 9
        {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            end += 1;
        }
        end
    };
    let point = digits(first);
    let whole = point - first;
    if whole == 0 || (whole > 1 && bytes[first] == b'0') {
        return None;
    }
    let mut end = point;
    let mut fraction = 0;
    if bytes.get(point) == Some(&b'.') {
        end = digits(point + 1);
        fraction = end - (point + 1);
        if fraction == 0 {
            return None;
        }
    }
    step(end - first);
    (whole + fraction <= MOST).then_some((negative, value, fraction, end))
}

/// The bytes of numbers with which a text begins.
pub(crate) fn leading(text: &str) -> &str {
    let is_part = |byte: &u8| matches!(byte, b'0'..=b'9' | b'-' | b'+' | b'.' | b'e' | b'E');
    let length = text.bytes().take_while(is_part).count();
    step(length);
    &text[..length]
}

/// Whether `text` is a number by RFC 8259 section 6.
pub(crate) fn is_plain(text: &str) -> bool {
    let text = text.strip_prefix('-').unwrap_or(text);
    let whole = digits(text);
    if whole == 0 || (whole > 1 && text.starts_with('0')) {
        return false;
    }
    let mut rest = &text[whole..];
    if let Some(fraction) = rest.strip_prefix('.') {
        let count = digits(fraction);
        if count == 0 {
            return false;
        }
        rest = &fraction[count..];
    }
    if let Some(exponent) = rest.strip_prefix(['e', 'E']) {
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let count = digits(exponent);
        return count > 0 && count == exponent.len();
    }
    rest.is_empty()
}

/// The longest beginning of a number that was cut off (`12e`, `2.5E-`) that is one by itself: empty for a sign alone, and
/// `None` where `text` is no cut number.
pub(crate) fn whole_part(text: &str) -> Option<&str> {
    if text == "-" {
        return Some("");
    }
    let stem = match text.strip_suffix(['+', '-']) {
        Some(stem) if stem.ends_with(['e', 'E']) => stem,
        _ => text,
    };
    let stem = stem.strip_suffix(['e', 'E']).unwrap_or(stem);
    let stem = stem
        .strip_suffix('.')
        .filter(|stem| !stem.contains('.'))
        .unwrap_or(stem);
    (stem.len() < text.len() && is_plain(stem)).then_some(stem)
}

fn digits(text: &str) -> usize {
    let count = text.bytes().take_while(u8::is_ascii_digit).count();
    step(count);
    count
}

pub(super) fn is_minus(c: char) -> bool {
    matches!(c, '-' | '\u{2212}' | '\u{2010}'..='\u{2013}' | '\u{fe63}' | '\u{ff0d}')
}

/// A number with another sign, leading zeros, a bare point, separators between its digits, or in hexadecimal.
fn spelt(text: &str) -> Option<(String, NumberForm)> {
    let unsigned = text
        .strip_prefix('+')
        .or_else(|| text.strip_prefix(is_minus))
        .unwrap_or(text);
    let sign = if text.starts_with(is_minus) { "-" } else { "" };
    if let Some(hex) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let value = u64::from_str_radix(hex, 16).ok()?;
        return Some((format!("{sign}{value}"), NumberForm::Odd));
    }
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(position) => (&unsigned[..position], &unsigned[position..]),
        None => (unsigned, ""),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (whole, form) = ungrouped(whole)?;
    let is_empty = whole.is_empty() && fraction.is_empty();
    let has_exponent = form == NumberForm::InText && !exponent.is_empty();
    if is_empty || has_exponent || !is_digits(fraction) {
        return None;
    }
    let whole = whole.trim_start_matches('0');
    let whole = if whole.is_empty() { "0" } else { whole };
    let point = if fraction.is_empty() { "" } else { "." };
    let number = format!("{sign}{whole}{point}{fraction}{exponent}");
    is_plain(&number).then_some((number, form))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether this character separates groups of digits.
fn is_separator(c: char) -> bool {
    matches!(c, ',' | '_' | '\'' | '\u{2019}' | '\u{a0}' | '\u{202f}' | '\u{2009}')
}

/// The digits of a whole number without its separators: underscores anywhere between digits, as in programming languages,
/// or other signs between well-formed groups of three.
fn ungrouped(whole: &str) -> Option<(String, NumberForm)> {
    if is_digits(whole) {
        return Some((whole.into(), NumberForm::Odd));
    }
    let separator = whole.chars().find(|&c| is_separator(c))?;
    let mut groups = whole.split(separator);
    let digits = || whole.chars().filter(char::is_ascii_digit).collect();
    if separator == '_' {
        return groups
            .all(|group| !group.is_empty() && is_digits(group))
            .then(|| (digits(), NumberForm::Odd));
    }
    // A group of thousands never begins with zero: `0,123` is a fraction in many languages.
    let first = groups.next()?;
    let well_formed = (1..=3).contains(&first.len())
        && is_digits(first)
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3 && is_digits(group));
    well_formed.then(|| (digits(), NumberForm::InText))
}

/// Codes of currencies that are written before or after an amount (ISO 4217).
const CURRENCIES: [&str; 14] = [
    "USD", "EUR", "GBP", "JPY", "CNY", "CHF", "INR", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN",
];

fn is_currency_sign(c: char) -> bool {
    matches!(
        c,
        '$' | '€' | '£' | '¥' | '₹' | '₩' | '₽' | '₺' | '₴' | '₪' | '¢' | '฿' | '₫'
    )
}

/// The number in a text that holds nothing else but a sign, and a currency before or after it, one unit or a percent sign.
fn in_text(text: &str) -> Option<String> {
    if text.len() > LONGEST_UNIT {
        return None;
    }
    let (negative, rest) = unsigned(text);
    let (currency, rest) = after_currency(rest);
    let (inner_negative, rest) = if currency && !negative {
        unsigned(rest)
    } else {
        (false, rest)
    };
    let is_inner = |c: char| c.is_ascii_digit() || c == '.' || is_separator(c);
    let end = rest.find(|c: char| !is_inner(c)).unwrap_or(rest.len());
    let number = rest[..end].trim_end_matches(|c: char| c == '.' || is_separator(c));
    let unit = rest[number.len()..].trim_start();
    let unit = unit.strip_suffix('.').unwrap_or(unit);
    if !number.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let is_fit = if currency {
        unit.is_empty() && !reads_two_ways(number)
    } else if matches!(unit, "%" | "‰") {
        true
    } else {
        is_unit(unit) && !reads_two_ways(number)
    };
    if !is_fit {
        return None;
    }
    let sign = if negative || inner_negative { "-" } else { "" };
    let number = format!("{sign}{number}");
    if is_plain(&number) {
        return Some(number);
    }
    spelt(&number).map(|(number, _)| number)
}

/// Whether a sign of minus is before the number, and what follows the sign.
fn unsigned(text: &str) -> (bool, &str) {
    match text.strip_prefix(is_minus) {
        Some(rest) => (true, rest.trim_start()),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// Whether a currency comes first, and what follows it.
fn after_currency(text: &str) -> (bool, &str) {
    let code = CURRENCIES.iter().find_map(|code| text.strip_prefix(code));
    let rest = code.unwrap_or(text).trim_start();
    match rest.strip_prefix(is_currency_sign) {
        Some(rest) => (true, rest.trim_start()),
        None => (code.is_some(), rest),
    }
}

/// Whether a number with a point before its last three digits may as well have a separator of thousands there.
pub(crate) fn reads_two_ways(number: &str) -> bool {
    match number.split_once('.') {
        Some((whole, fraction)) => {
            fraction.len() == 3
                && is_digits(fraction)
                && (1..=3).contains(&whole.len())
                && is_digits(whole)
                && !whole.starts_with('0')
        }
        None => false,
    }
}

/// Whether a number that was a float may have been written with other digits: from 2^52 on, a float holds no fraction, and from
/// 2^53 on, not every whole number.
pub(crate) fn may_be_rounded(text: &str) -> bool {
    const FROM: f64 = 4_503_599_627_370_496.0;
    text.contains(['.', 'e', 'E']) && text.parse().is_ok_and(|value: f64| value.abs() >= FROM)
}

/// Whether a number that was a float may have been written with more digits: a float keeps 15 of them, and is written with as many as
/// it takes to tell it from others; and from 2^52 on, it holds no fraction.
#[cfg(feature = "rust_decimal")]
pub(crate) fn may_lack_digits(text: &str) -> bool {
    const KEPT: usize = 15;
    let mantissa = text.split(['e', 'E']).next().unwrap_or(text);
    let digits = || mantissa.bytes().filter(u8::is_ascii_digit);
    let leading = digits().take_while(|&digit| digit == b'0').count();
    text.contains(['.', 'e', 'E']) && (digits().count() - leading > KEPT || may_be_rounded(text))
}

/// The whole number that a number in JSON's form is, if it has no fraction: exact, whatever its exponent.
pub(crate) fn integral(text: &str) -> Option<i128> {
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(position) => (&unsigned[..position], unsigned[position + 1..].parse::<i64>().ok()?),
        None => (unsigned, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let mut digits = String::with_capacity(mantissa.len());
    digits.push_str(whole);
    digits.push_str(fraction);
    let scale = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    if digits.bytes().all(|digit| digit == b'0') {
        return Some(0);
    }
    if scale < 0 {
        let drop = usize::try_from(-scale).ok()?;
        let keep = digits.len().checked_sub(drop)?;
        if digits[keep..].bytes().any(|digit| digit != b'0') {
            return None;
        }
        digits.truncate(keep);
    } else {
        // 128 bits hold 39 digits: more zeros than that overflow anyway.
        digits.extend(core::iter::repeat_n('0', usize::try_from(scale).ok()?.min(40)));
    }
    let value: i128 = digits.parse().ok()?;
    Some(if negative { -value } else { value })
}

#[cfg(test)]
mod tests {
    use super::{NumberForm, integral, numeral, whole_part};

    fn read(text: &str) -> Option<(String, NumberForm)> {
        numeral(text).map(|numeral| (numeral.text.into_owned(), numeral.form))
    }

    #[test]
    fn json_numbers_are_plain() {
        for text in ["0", "-0", "12", "-3.5", "1e9", "2E-3", "0.25"] {
            assert_eq!(read(text), Some((text.into(), NumberForm::Plain)));
        }
    }

    #[test]
    fn other_spellings_are_odd() {
        for (text, number) in [
            ("007", "7"),
            ("+5", "5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1_000", "1000"),
            ("0xFF", "255"),
            ("\u{2212}3", "-3"),
            ("+1", "1"),
        ] {
            assert_eq!(read(text), Some((number.into(), NumberForm::Odd)), "{text}");
        }
    }

    #[test]
    fn one_number_with_a_unit_is_in_text() {
        for (text, number) in [
            ("50%", "50"),
            ("$5", "5"),
            ("5 kg", "5"),
            ("68 degrees", "68"),
            ("1,234", "1234"),
            ("1,234.50", "1234.50"),
            ("1'234", "1234"),
            ("12,111,123.", "12111123"),
            ("-€1,234", "-1234"),
            ("$-5", "-5"),
            ("USD 1,000.50", "1000.50"),
            ("5 EUR", "5"),
            ("5€", "5"),
            ("20°C", "20"),
            ("90 km/h", "90"),
            (".5 l", "0.5"),
            ("0.125 kg", "0.125"),
            ("1.234%", "1.234"),
            ("5 kg.", "5"),
            ("5 files", "5"),
            ("5 files/commit", "5"),
            ("5 percent", "5"),
            ("5 Tage", "5"),
            ("5 років", "5"),
        ] {
            assert_eq!(read(text), Some((number.into(), NumberForm::InText)), "{text}");
        }
    }

    #[test]
    fn what_has_another_reading_is_no_number() {
        for text in [
            "",
            "NaN",
            "inf",
            "3 million",
            "1/3",
            "6*12+2",
            "23:59:00",
            "10-20",
            "2024-01-02",
            "1.234,56",
            "1,23",
            "12,34,567",
            "5k",
            "v2",
            "1 2",
            "<5",
            "not 5",
            "0x",
            "1__0_",
            "e5",
            "three",
            "1.2.3",
            "less than 5",
            "about 7",
            "5 or",
            "5 of 10",
            "5 kg of flour",
            "$3,000 for it.",
            "$5 USD",
            "€1.234",
            "1.234 kg",
            "0,123",
            "1,234e5",
            "5 May",
            "5 wrong",
            "5 ago",
            "5 bis",
            "5 tho",
            "5 bonus",
            "5 always",
            "5 wrong/right",
            "5 pm",
            "5th",
            "~5",
            "Score: 5",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn a_cut_number_keeps_its_longest_valid_part() {
        for (text, part) in [
            ("12e", "12"),
            ("2.5E-", "2.5"),
            ("-1e+", "-1"),
            ("12.", "12"),
            ("12.e", "12"),
            ("-", ""),
        ] {
            assert_eq!(whole_part(text), Some(part), "{text}");
        }
        for text in ["12", "e", "", "12e5", "1-", "1.2.", "e+", "--", "5 kg"] {
            assert_eq!(whole_part(text), None, "{text}");
        }
    }

    #[test]
    fn whole_numbers_are_exact() {
        for (text, value) in [
            ("3.0", 3),
            ("1e3", 1000),
            ("-120e-1", -12),
            ("0e999999", 0),
            ("18446744073709551615", u64::MAX.into()),
        ] {
            assert_eq!(integral(text), Some(value), "{text}");
        }
        for text in ["3.7", "1e-1", "1e999", "99999999999999999999999999999999999999999"] {
            assert_eq!(integral(text), None, "{text}");
        }
    }
}
