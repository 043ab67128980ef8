//! Any JSON value: `serde_json::Value`, read by the same parser as every type.
//!
//! This is the only type that is as deep as the text. So its depth has a limit, the same as in `serde_json`; deeper
//! values are skipped without recursion and are a violation.

use serde_json::{Map, Number, Value};

use super::coerce;
use crate::LlmOutput;
use crate::error::{Expected, Found};
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::key::Member;
use crate::read::literal;
use crate::read::number::{self, Form};
use crate::read::skip::Next;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::schema::Shape;
use crate::spec::{Accepts, Facts, ObjectSpec};
use crate::visit::loose::{lone_member, reopens};
use crate::visit::map::overridden;
use crate::visit::{Drive, Object};

/// Levels of lists and objects in one value.
const DEEPEST: u32 = 128;

impl LlmOutput for Value {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::Any;
    const __FACTS: Facts = Facts::leaf(Accepts::ANY);
    const __OBJECT: &'static ObjectSpec = &ObjectSpec::REST;

    fn __members<'t, 'p>(
        cursor: &mut Cursor<'t>,
        _: &Frame<'_>,
        object: &mut Object<'p>,
        _: u32,
        drive: impl Drive<'t, 'p>,
    ) -> Read<Self> {
        let mut members = Map::new();
        let halt = drive.through(cursor, object, |cursor, object, turn| {
            let (entry, next) = object.rest(cursor, turn, |cursor, at, key| match value(cursor, at, 0) {
                Ok(value) => Ok(Some((key.to_owned(), value))),
                Err(Halt::Absent) => Ok(None),
                Err(halt) => Err(halt),
            });
            members.extend(entry);
            next
        });
        halt.map_or(Ok(Self::Object(members)), Err)
    }

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        value(cursor, at, 0)
    }

    fn __from_text(text: &str, _: &mut Cursor<'_>, _: &Frame<'_>) -> Read<Self> {
        Ok(Self::String(text.to_owned()))
    }

    fn __invent() -> Option<Self> {
        Some(Self::Null)
    }
}

/// Reads the value at the cursor; `depth` levels are open around it.
fn value(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<Value> {
    match cursor.peek() {
        b'"' => {
            if let Some(text) = cursor.plain_string() {
                return Ok(Value::String(text.to_owned()));
            }
        }
        b'{' | b'[' if depth == DEEPEST => return Err(too_deep(cursor, at)),
        b'{' => return object(cursor, at, depth),
        b'[' => return list(cursor, at, depth),
        b'-' | b'0'..=b'9' => {
            if let Some(number) = plain(cursor) {
                return Ok(Value::Number(number));
            }
        }
        _ => {
            for (word, value) in [
                ("null", Value::Null),
                ("true", Value::Bool(true)),
                ("false", Value::Bool(false)),
            ] {
                if cursor.can_follow(cursor.pos + word.len()) && cursor.eat(word.as_bytes()) {
                    return Ok(value);
                }
            }
        }
    }
    slow(cursor, at, depth)
}

/// A number in plain form, converted as `serde_json` converts it.
fn plain(cursor: &mut Cursor<'_>) -> Option<Number> {
    let start = cursor.pos;
    if let Some((negative, number)) = cursor.plain_integer() {
        if !negative {
            return Some(number.into());
        }
        if let Some(number) = 0i64.checked_sub_unsigned(number) {
            return Some(number.into());
        }
        cursor.pos = start;
    }
    let number = cursor.plain_number()?.parse().ok();
    if number.is_none() {
        cursor.pos = start;
    }
    number
}

/// What stands where a value belongs and is none in plain form.
#[cold]
#[inline(never)]
fn slow(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<Value> {
    cursor.trivia(at);
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    if matches!(cursor.peek(), b'{' | b'[') {
        return value(cursor, at, depth);
    }
    if cursor.opens_tuple(start) && depth < DEEPEST {
        cursor.open_tuple(b')', at);
        let read = elements(cursor, at, depth, b')');
        let inside = &cursor.text[start + 1..cursor.pos];
        let inside = inside.strip_suffix(')').unwrap_or(inside).trim_end();
        return match read {
            // Without a comma, Python's parentheses only group.
            Ok(Value::Array(mut elements)) if elements.len() == 1 && !inside.ends_with(',') => {
                elements.pop().ok_or(Halt::Absent)
            }
            read => read,
        };
    }
    if cursor.no_value(at).is_some() {
        return Ok(Value::Null);
    }
    if let Some(text) = cursor.string(at) {
        return Ok(Value::String(text.into_owned()));
    }
    let span = cursor.bare(at);
    if span.is_empty() {
        return Err(coerce::mistyped(cursor, at, Expected::Words("a value".into())));
    }
    let text = &cursor.text[span.clone()];
    let ends = cursor.at_end();
    if let Some(part) = number::whole_part(text).filter(|_| number::numeral(text).is_none()) {
        if !ends {
            return Err(cursor.violated(Expected::Number, at, span));
        }
        cursor.cut(at);
        return part.parse().map(Value::Number).map_err(|_| Halt::Absent);
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
    if cursor.may_be_cut(at) {
        cursor.cut(at);
    }
    if let Some(numeral) = number::numeral(text).filter(|numeral| numeral.form != Form::InText) {
        let Ok(number) = numeral.text.parse() else {
            return Err(cursor.violated(Expected::Number, at, span));
        };
        if numeral.form == Form::Odd {
            cursor.repaired(RepairKind::NumberFormat, at, span);
        }
        return Ok(Value::Number(number));
    }
    // What no number holds is not taken for a text.
    if number::is_plain(text) {
        return Err(cursor.violated(Expected::Number, at, span));
    }
    let (value, kind) = match text {
        "true" | "false" => return Ok(Value::Bool(text == "true")),
        "True" | "False" => (Value::Bool(text == "True"), RepairKind::PythonLiteral),
        _ if text.eq_ignore_ascii_case("true") => (Value::Bool(true), RepairKind::LiteralCase),
        _ if text.eq_ignore_ascii_case("false") => (Value::Bool(false), RepairKind::LiteralCase),
        _ if !literal::is_wording(text) => {
            return Err(cursor.violated(Expected::Words("a value".into()), at, span));
        }
        // Words that are the whole answer are prose, not a value.
        _ if at.is_root() => return Err(cursor.violated(Expected::Words("a value".into()), at, span)),
        _ => (Value::String(text.to_owned()), RepairKind::UnquotedValue),
    };
    cursor.repaired(kind, at, span);
    Ok(value)
}

fn object(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<Value> {
    if cursor.opens_set(cursor.pos) {
        cursor.open_tuple(b'}', at);
        return elements(cursor, at, depth, b'}');
    }
    let level = Frame::below(at, Level::Map { key: None });
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let mut members = Map::new();
    let mut invalid = false;
    let mut comma = false;
    cursor.pos += 1;
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
                Member::Unclosed if is_junk(cursor, &members, invalid, mark) => break,
                Member::Unclosed => {
                    cursor.unclosed(comma, true, at);
                    break;
                }
            },
        };
        if key.has_value {
            let frame = Frame::below(at, Level::Map { key: Some(&key.name) });
            match value(cursor, &frame, depth + 1) {
                Ok(value) => {
                    if members.insert(key.name.into_owned(), value).is_some() {
                        overridden(cursor, at);
                    }
                }
                Err(Halt::Absent) => {}
                Err(_) => invalid = true,
            }
        }
        comma = separator(cursor, &level);
    }
    if is_junk(cursor, &members, invalid, mark) {
        // Nothing that stands between the braces is a member: that is no empty object.
        let end = cursor.pos;
        cursor.unrecognized |= at.is_root();
        return Err(cursor.violated(Expected::Object, at, start..end));
    }
    if invalid {
        Err(Halt::Invalid)
    } else {
        Ok(Value::Object(members))
    }
}

/// Whether nothing that was read since `mark` is a member.
#[cold]
fn is_junk(cursor: &Cursor<'_>, members: &Map<String, Value>, invalid: bool, mark: Mark) -> bool {
    members.is_empty() && !invalid && cursor.sink.holds_since(mark, RepairKind::JunkRemoved)
}

fn list(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32) -> Read<Value> {
    cursor.pos += 1;
    cursor.space();
    elements(cursor, at, depth, b']')
}

/// The elements of a list or tuple up to its closer.
fn elements(cursor: &mut Cursor<'_>, at: &Frame<'_>, depth: u32, closer: u8) -> Read<Value> {
    let accepts = Accepts::ANY;
    let mut frame = Frame::below(at, Level::List { accepts, index: 0 });
    let mut elements = Vec::new();
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
        match value(cursor, &frame, depth + 1) {
            Ok(value) => elements.push(value),
            Err(Halt::Absent) => {}
            Err(Halt::Ascend) => {
                cursor.back_to_comma(start);
                let end = cursor.pos;
                cursor.repaired(RepairKind::MissingCloser, at, end..end);
                break;
            }
            Err(Halt::Invalid) => invalid = true,
        }
        comma = separator(cursor, &frame);
    }
    if invalid {
        Err(Halt::Invalid)
    } else {
        Ok(Value::Array(elements))
    }
}

/// Passes over the comma behind a value. Returns whether one was there.
fn separator(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    cursor.space();
    if cursor.peek() == b',' {
        cursor.pos += 1;
        cursor.space();
        return true;
    }
    cursor.separator(at)
}

/// Passes over a value that lies too deep, without recursion, and puts it on record.
#[cold]
fn too_deep(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Halt {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    cursor.skip(at);
    cursor.sink.rewind(mark);
    let expected = Expected::Words(format!("no more than {DEEPEST} levels of lists and objects"));
    let end = cursor.pos;
    cursor.violated_by(expected, Found::Words("a deeper one".into()), at, start..end)
}
