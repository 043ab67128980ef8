//! Any JSON value: `serde_json::Value`, read by the same parser as every type.
//!
//! This is the only type that is as deep as the text. So its depth has a limit, the same as in `serde_json`; deeper
//! values are skipped without recursion and are a violation.

use core::ops::Range;

use super::coerce;
use crate::bounds::DEEPEST;
use crate::error::{Expected, Found};
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::literal;
use crate::read::number::{self, NumberForm};
use crate::read::skip::Next;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::Accepts;
use crate::visit::loose::{lone_member, reopens};
use crate::visit::map::overridden;
use crate::visit::text::broken_literal;

#[cfg(feature = "any")]
mod value;

/// What is made of values without a type.
pub(crate) trait Untyped: Sized {
    /// The elements of an array.
    type Elements: Default;

    /// The fields of an object.
    type ItemMembers: Default;

    const NULL: Self;

    fn boolean(value: bool) -> Self;

    fn unsigned(value: u64) -> Self;

    fn signed(value: i64) -> Self;

    /// A number in JSON's form, as `serde_json` converts it; `None` where it is too large.
    fn number(text: &str) -> Option<Self>;

    fn string(text: &str) -> Self;

    /// A string without anything to decode in it, which begins at `start`.
    #[inline(always)]
    fn plain(text: &str, start: usize, cursor: &Cursor<'_>) -> Self {
        let _ = (start, cursor);
        Self::string(text)
    }

    fn array(elements: Self::Elements) -> Self;

    fn push(elements: &mut Self::Elements, value: Self);

    fn object(members: Self::ItemMembers) -> Self;

    fn insert(members: &mut Self::ItemMembers, key: String, value: Self);

    /// How many keys the fields have.
    fn keys(members: &mut Self::ItemMembers) -> usize;

    fn is_empty(members: &Self::ItemMembers) -> bool;

    /// The only element, where this is an array of one.
    fn only(self) -> Self;

    /// The value, which is at this place.
    #[inline(always)]
    fn placed(self, at: &Frame<'_>, span: Range<usize>) -> Self {
        let _ = (at, span);
        self
    }
}

/// Reads the value at the cursor; `depth` levels are open around it.
pub(crate) fn value<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<V> {
    let start = cursor.pos;
    match read(cursor, at, depth) {
        Ok(value) => Ok(V::placed(value, at, cursor.place(start..cursor.pos))),
        Err(halt) => Err(halt),
    }
}

#[inline(always)]
fn read<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<V> {
    let start = cursor.pos;
    match cursor.peek() {
        b'"' => {
            if let Some(text) = cursor.plain_string() {
                return Ok(V::plain(text, start, cursor));
            }
        }
        b'{' | b'[' if depth == DEEPEST => return Err(too_deep(cursor, at)),
        b'{' => return object(cursor, at, depth),
        b'[' => return list(cursor, at, depth),
        b'-' | b'0'..=b'9' => {
            if let Some(number) = plain(cursor) {
                return Ok(number);
            }
        }
        _ => {
            for (word, value) in [("null", None), ("true", Some(true)), ("false", Some(false))] {
                if cursor.can_follow(cursor.pos + word.len()) && cursor.eat(word.as_bytes()) {
                    return Ok(value.map_or(V::NULL, V::boolean));
                }
            }
        }
    }
    slow(cursor, at, depth)
}

/// A number in plain form, converted as `serde_json` converts it.
fn plain<V: Untyped>(cursor: &mut Cursor<'_>) -> Option<V> {
    let start = cursor.pos;
    if let Some((negative, number)) = cursor.plain_integer() {
        if !negative {
            return Some(V::unsigned(number));
        }
        if let Some(number) = 0i64.checked_sub_unsigned(number) {
            return Some(V::signed(number));
        }
        cursor.put_back(start);
    }
    let number = V::number(cursor.plain_number()?);
    if number.is_none() {
        cursor.put_back(start);
    }
    number
}

/// What was found where a value belongs and is none in plain form.
#[cold]
#[inline(never)]
fn slow<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<V> {
    cursor.trivia(at);
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    if matches!(cursor.peek(), b'{' | b'[') {
        return read(cursor, at, depth);
    }
    if cursor.opens_tuple(start) && depth < DEEPEST {
        return tuple(cursor, at, depth);
    }
    if cursor.no_value(at).is_some() || (!at.is_root() && cursor.null_in_backticks(at)) {
        return Ok(V::NULL);
    }
    if let Some(text) = cursor.string(at) {
        if matches!(at.level, Level::Map { .. }) {
            // A comment that follows is reported for the value and for its object.
            let end = cursor.pos;
            cursor.trivia(at);
            cursor.put_back(end);
        }
        return Ok(V::string(&text));
    }
    bare(cursor, at)
}

/// A tuple, or a value in parentheses.
fn tuple<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<V> {
    let start = cursor.pos;
    cursor.open_tuple(b')', at);
    let read = elements::<V>(cursor, at, depth, b')');
    let inside = &cursor.text[start + 1..cursor.pos];
    let inside = inside.strip_suffix(')').unwrap_or(inside).trim_end();
    match read {
        // Without a comma, Python's parentheses only group. If another value follows, they may be a remark about it.
        Ok(list) if !inside.ends_with(',') => {
            if cursor.is_value_start(cursor.after_space(cursor.pos)) {
                let end = cursor.pos;
                cursor.repaired(RepairKind::JunkRemoved, at, start..end);
            }
            if number::is_plain(inside.trim_start()) {
                // Accounts write what is owed like that.
                let end = cursor.pos;
                cursor.repaired(RepairKind::NumberInText, at, start..end);
            }
            Ok(list.only())
        }
        read => read,
    }
}

/// A number, literal or text without quotes.
fn bare<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<V> {
    let span = cursor.bare(at);
    if span.is_empty() {
        return Err(coerce::mistyped(cursor, at, Expected::Words("a value".into())));
    }
    let text = &cursor.text[span.clone()];
    let is_word = text.starts_with(|c: char| c.is_alphabetic()) && !matches!(text, "true" | "false" | "null");
    if cursor.byte(span.end) == b'"' && cursor.pos > span.end && !is_word {
        // Its closing quote may say that it is a text, even if it looks like something else.
        cursor.repaired(RepairKind::AmbiguousQuote, at, span.clone());
    }
    let is_pointed = cursor.ends_in_point(&span, at);
    let ends = cursor.at_end() || is_pointed;
    if let Some(part) = number::whole_part(text).filter(|_| is_pointed || number::numeral(text).is_none()) {
        if !ends {
            return Err(cursor.violated(Expected::Number, at, span));
        }
        cursor.cut(at);
        return V::number(part).ok_or(Halt::Absent);
    }
    let is_cut_literal = || {
        ["true", "false", "null"]
            .iter()
            .any(|word| word.len() > text.len() && word.starts_with(text))
    };
    if ends && is_cut_literal() {
        cursor.cut(at);
        return Err(Halt::Absent);
    }
    if text.len() > 1 && is_cut_literal() {
        return Err(broken_literal(cursor, Expected::Words("a value".into()), at, span));
    }
    if cursor.may_be_cut(at) {
        cursor.cut(at);
    }
    if let Some(numeral) = number::numeral(text).filter(|numeral| numeral.form != NumberForm::InText) {
        let Some(number) = V::number(&numeral.text) else {
            return Err(cursor.violated(Expected::Number, at, span));
        };
        if numeral.form == NumberForm::Odd {
            cursor.repaired(RepairKind::NumberFormat, at, span.clone());
            // Without a type, a code such as `01234` is no less likely than a number.
            let is_code = matches!(text.as_bytes(), [b'0', b'0'..=b'9', ..]);
            let mark = cursor.sink.mark();
            cursor.conserve_odd_number(span.clone(), at);
            if is_code && !cursor.sink.has_moved(mark) {
                cursor.repaired(RepairKind::JunkRemoved, at, span.start..span.start + 1);
            }
        }
        return Ok(number);
    }
    // What no number holds is not taken for a text.
    if number::is_plain(text) {
        return Err(cursor.violated(Expected::Number, at, span));
    }
    let (value, kind) = match text {
        "true" | "false" => return Ok(V::boolean(text == "true")),
        "True" | "False" => (V::boolean(text == "True"), RepairKind::PythonLiteral),
        _ if text.eq_ignore_ascii_case("true") => (V::boolean(true), RepairKind::LiteralCase),
        _ if text.eq_ignore_ascii_case("false") => (V::boolean(false), RepairKind::LiteralCase),
        _ if !literal::is_wording(text) => {
            return Err(cursor.violated(Expected::Words("a value".into()), at, span));
        }
        // Words that are the whole answer are prose, not a value.
        _ if at.is_root() => return Err(cursor.violated(Expected::Words("a value".into()), at, span)),
        _ => (V::string(text), RepairKind::UnquotedValue),
    };
    cursor.repaired(kind, at, span);
    Ok(value)
}

fn object<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<V> {
    if cursor.opens_set(cursor.pos) {
        cursor.open_tuple(b'}', at);
        return elements(cursor, at, depth, b'}');
    }
    let level = Frame::below(at, Level::Map { key: None });
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let mut members = V::ItemMembers::default();
    let mut count = 0_usize;
    let mut invalid = false;
    let mut comma = false;
    cursor.enter();
    cursor.space();
    loop {
        let key = match cursor.simple_key() {
            Some(key) => key,
            None => match cursor.member(comma, &level) {
                Member::Key(key) => key,
                Member::Closed if reopens(cursor, at, &level) => {
                    comma = true;
                    continue;
                }
                Member::Closed => break,
                // What is no object is no object that was cut off.
                Member::Unclosed if V::is_empty(&members) && is_junk(cursor, invalid, mark) => break,
                Member::Unclosed => {
                    cursor.unclosed(comma, true, at);
                    break;
                }
            },
        };
        if key.has_value {
            cursor.count_element()?;
            let frame = Frame::below(at, Level::Map { key: Some(&key.name) });
            match value(cursor, &frame, depth + 1) {
                Ok(value) => {
                    V::insert(&mut members, key.name.into_owned(), value);
                    count += 1;
                }
                Err(Halt::Absent) => {}
                Err(_) => invalid = true,
            }
        }
        comma = separator(cursor, &level);
    }
    if V::is_empty(&members) && is_junk(cursor, invalid, mark) {
        // Nothing that is between the braces is a field: that is no empty object.
        let end = cursor.pos;
        cursor.unrecognized |= at.is_root();
        return Err(cursor.violated(Expected::Object, at, start..end));
    }
    if invalid {
        return Err(Halt::Invalid);
    }
    if count > 1 && V::keys(&mut members) < count {
        overridden(cursor, at);
    }
    Ok(V::object(members))
}

/// Whether nothing that was read since `mark` is a field.
#[cold]
fn is_junk(cursor: &Cursor<'_>, invalid: bool, mark: Mark) -> bool {
    !invalid && cursor.sink.holds_since(mark, RepairKind::JunkRemoved)
}

fn list<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<V> {
    cursor.enter();
    cursor.space();
    elements(cursor, at, depth, b']')
}

/// The elements of a list or tuple up to its closer.
fn elements<V: Untyped>(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32, closer: u8) -> Read<V> {
    let accepts = Accepts::ANY;
    let mut frame = Frame::below(at, Level::List { accepts, index: 0 });
    let mut elements = V::Elements::default();
    let mut invalid = false;
    let mut comma = false;
    for index in 0.. {
        frame.level = Level::List { accepts, index };
        let plain = matches!(
            cursor.peek(),
            b'"' | b'{' | b'[' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n'
        );
        if !(plain && (comma || index == 0)) {
            match cursor.element(comma, closer, &frame) {
                Next::Value => {}
                Next::Closed => {
                    cursor.close_tuple(closer);
                    break;
                }
                Next::Unclosed => {
                    cursor.unclosed(comma, true, at);
                    break;
                }
            }
        }
        let start = cursor.pos;
        if let Some(halt) = lone_member(cursor, &frame) {
            invalid |= halt == Halt::Invalid;
            comma = separator(cursor, &frame);
            continue;
        }
        cursor.count_element()?;
        match value(cursor, &frame, depth + 1) {
            Ok(value) => V::push(&mut elements, value),
            Err(Halt::Absent) => {}
            Err(Halt::Ascend) => {
                cursor.back_to_comma(start);
                let end = cursor.pos;
                cursor.repaired(RepairKind::MissingCloser, at, end..end);
                cursor.conserve_closer(end, &frame);
                break;
            }
            Err(Halt::Invalid) => invalid = true,
        }
        comma = separator(cursor, &frame);
    }
    if invalid {
        Err(Halt::Invalid)
    } else {
        Ok(V::array(elements))
    }
}

/// Skips the comma after a value. Returns whether one was there.
fn separator(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    cursor.space();
    if cursor.peek() == b',' {
        cursor.pos += 1;
        cursor.space();
        return true;
    }
    cursor.separator(at)
}

/// Skips a value that lies too deep, without recursion, and puts it on record.
#[cold]
pub(crate) fn too_deep(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Halt {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    cursor.skip(at);
    cursor.sink.rewind(mark);
    let expected = Expected::Words(format!("no more than {DEEPEST} levels of lists and objects"));
    let end = cursor.pos;
    cursor.violated_by(expected, Found::Words("a deeper one".into()), at, start..end)
}
