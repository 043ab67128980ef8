//! Values where a string is expected: the string itself, or what was written in its place.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use core::ops::Range;
#[cfg(feature = "std")]
use std::path::PathBuf;

use super::coerce;
use crate::bounds::DEEPEST_TEXT;
use crate::error::Expected;
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, NOWHERE, Read};
use crate::read::key::Member;
use crate::read::literal::{self, NoValue};
use crate::read::number;
use crate::read::skip::Next;
use crate::repair::RepairKind;
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};
use crate::{LlmOutput, visit::TextKey};

/// Implements the trait for types that are made from a text.
macro_rules! texts {
    ($($type:ty: $from:expr, $form:ident;)*) => {$(
        impl LlmOutput for $type {
            type __Form = crate::stream::form::$form;
            const SHAPE: &'static Shape = &Shape::String { format: None, length: Length::NONE };
            const __FACTS: Facts = Facts::leaf(Accepts::STRING);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                match cursor.plain_string_or_stop() {
                    Ok(text) => Ok($from(text)),
                    Err(stop) => otherwise(cursor, at, stop).map(Into::into),
                }
            }

            fn __from_text(text: &str, _: &mut Cursor<'_>, _: &Frame<'_>) -> Read<Self> {
                Ok($from(text))
            }

            fn __invent() -> Option<Self> {
                Some($from(""))
            }
        }

        impl TextKey for $type {}
    )*};
}

texts! {
    String: str::to_owned, Text;
    Box<str>: Box::<str>::from, Text;
    Arc<str>: Arc::<str>::from, Text;
    Rc<str>: Rc::<str>::from, Text;
}

#[cfg(feature = "std")]
texts! {
    PathBuf: PathBuf::from, Whole;
}

impl LlmOutput for Cow<'static, str> {
    type __Form = crate::stream::form::Text;
    const SHAPE: &'static Shape = String::SHAPE;
    const __FACTS: Facts = String::__FACTS;

    #[cfg_attr(not(debug_assertions), inline)]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        String::__read(cursor, at).map(Cow::Owned)
    }

    fn __from_text(text: &str, _: &mut Cursor<'_>, _: &Frame<'_>) -> Read<Self> {
        Ok(Cow::Owned(text.to_owned()))
    }

    fn __invent() -> Option<Self> {
        Some(Cow::Borrowed(""))
    }
}

impl TextKey for Cow<'static, str> {}

/// A string with escapes in it, the first thing to decode at `stop`, or what is in its place.
#[inline(never)]
fn otherwise(cursor: &mut Cursor<'_>, at: &Frame<'_>, stop: usize) -> Read<String> {
    let text = if stop != NOWHERE {
        cursor.usual_string(stop, at)
    } else if cursor.peek() == b'\'' && !cursor.raw {
        single_quoted(cursor, at).map(Cow::into_owned)
    } else {
        None
    };
    match text {
        Some(text) => Ok(text),
        None => slow(cursor, at),
    }
}

/// A string in single quotes that ends beyond doubt.
#[inline(always)]
fn single_quoted<'t>(cursor: &mut Cursor<'t>, at: &Frame<'_>) -> Option<Cow<'t, str>> {
    let start = cursor.pos;
    match cursor.single_quoted(at) {
        Ok(text) => {
            let end = cursor.pos;
            cursor.repaired_often(RepairKind::SingleQuoted, at, start..end);
            Some(Cow::Borrowed(text))
        }
        Err(NOWHERE) => cursor.quick_string(at),
        Err(stop) => cursor.single_quoted_from(stop, at),
    }
}

/// What was found where a text belongs and is no plain string.
#[cold]
#[inline(never)]
fn slow(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<String> {
    if cursor.raw {
        return Ok(whole(cursor, at));
    }
    if let Some(text) = cursor.quick_string(at) {
        return Ok(text.into_owned());
    }
    cursor.trivia(at);
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    match cursor.peek() {
        b'[' => match at.field().and_then(|field| field.join) {
            Some(separator) => joined(cursor, at, separator),
            None => match json_text(cursor, at, is_single) {
                Some(text) => Ok(text),
                None => coerce::single_element(cursor, at, Expected::Text),
            },
        },
        b'{' => match json_text(cursor, at, is_wrapped) {
            Some(text) => Ok(text),
            None => coerce::selected_member(cursor, at, Expected::Text),
        },
        _ => match cursor.no_value(at) {
            Some(NoValue::Null) => coerce::null(cursor, at, start, Expected::Text),
            Some(NoValue::Undefined) => {
                let end = cursor.pos;
                Err(cursor.violated(Expected::Text, at, start..end))
            }
            None => match cursor.string(at) {
                Some(text) => Ok(text.into_owned()),
                None => bare(cursor, at),
            },
        },
    }
}

/// A text without quotes: a number, a literal, or words.
fn bare(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<String> {
    let span = cursor.bare(at);
    if span.is_empty() {
        return Err(coerce::mistyped(cursor, at, Expected::Text));
    }
    let text = &cursor.text[span.clone()];
    if cursor.pos > span.end && text.contains('\\') {
        return half_quoted(cursor, span, at);
    }
    if !literal::is_wording(text) || (literal::begins_literal(text) && !at.is_root()) {
        return Err(cursor.violated(Expected::Text, at, span));
    }
    if Cursor::is_broken_literal(text, at) {
        return Err(broken_literal(cursor, Expected::Text, at, span));
    }
    let is_word = !number::is_plain(text) && !matches!(text, "true" | "false");
    // An element whose opening quote is missing ends with its own closing quote.
    let before = cursor.text[..span.start].trim_end();
    let is_element = match before.strip_suffix(',') {
        Some(before) => before.trim_end().ends_with('"'),
        None => before.ends_with('['),
    };
    let whole = if is_element { cursor.pos } else { span.end };
    if is_word && matches!(at.place().level, Level::List { .. }) && cursor.adjoins_string(&(span.start..whole)) {
        // A remark next to an element, and no element itself.
        return Err(cursor.violated(Expected::Text, at, span));
    }
    let kind = match text {
        "true" | "false" => RepairKind::BoolToString,
        // It was a float, and may have been written with other digits: it is not certain that this is the same content.
        _ if cursor.sink.is_rounded && cursor.sink.is_part && text.contains(['.', 'e', 'E']) => {
            RepairKind::UnquotedValue
        }
        _ if number::is_plain(text) => RepairKind::NumberToString,
        _ => RepairKind::UnquotedValue,
    };
    if cursor.may_be_cut(at) {
        cursor.cut(at);
    }
    cursor.repaired(kind, at, span);
    Ok(text.to_owned())
}

/// The beginning of a literal: the reply is cut off there if nothing follows, and otherwise nobody knows what was meant.
#[cold]
pub(super) fn broken_literal(cursor: &mut Cursor<'_>, expected: Expected, at: &Frame<'_>, span: Range<usize>) -> Halt {
    cursor.space();
    if cursor.ends_here() {
        cursor.cut(at);
        return Halt::Absent;
    }
    cursor.violated(expected, at, span)
}

/// A text whose opening quote is missing, with its escapes.
fn half_quoted(cursor: &mut Cursor<'_>, span: Range<usize>, at: &Frame<'_>) -> Read<String> {
    let text = &cursor.text[span.clone()];
    if !literal::is_wording(&text.replace("\\\"", "")) {
        return Err(cursor.violated(Expected::Text, at, span));
    }
    let decoded = cursor.decode(span.clone(), '"', at).into_owned();
    cursor.repaired(RepairKind::UnquotedValue, at, span);
    Ok(decoded)
}

/// The text of the array or object at the cursor, as it is written, where a field or a whole value is a string: the content
/// of a file, a query, a payload. `None` where `is_better` finds a single value in it, where it is empty, which says that there is no
/// text, and where it is not JSON by itself.
#[cold]
fn json_text(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    is_better: fn(&mut Cursor<'_>, &Frame<'_>) -> bool,
) -> Option<String> {
    // A field that may be an array or object too is read as one of them.
    let parts = Accepts::OBJECT.or(Accepts::ARRAY);
    let accepts = match at.level {
        Level::Inside(Conversion::Value) => Accepts::STRING,
        _ => at.field()?.facts.accepts,
    };
    if (accepts != Accepts::ANY && accepts.has(parts)) || cursor.work.lookahead == 0 {
        return None;
    }
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let has_better = is_better(cursor, at);
    cursor.look_back_to(before);
    if has_better {
        return None;
    }
    cursor.skip(&Frame::below(at, Level::Inside(Conversion::Member)));
    let end = cursor.pos;
    let is_empty = || {
        let parts = cursor.text[start..end].get(1..end - start - 1);
        parts.is_none_or(|parts| parts.trim_start().is_empty())
    };
    if cursor.sink.cut || cursor.sink.has_moved(before.mark()) || is_empty() {
        cursor.look_back_to(before);
        return None;
    }
    cursor.repaired(RepairKind::JsonAsText, at, start..end);
    Some(cursor.text[start..end].to_owned())
}

/// Whether the array at the cursor has one element, which has no parts.
fn is_single(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    let accepts = Accepts::ANY;
    let element = Frame::below(at, Level::List { accepts, index: 0 });
    cursor.enter();
    if cursor.element(false, b']', &element) != Next::Value || matches!(cursor.peek(), b'{' | b'[') {
        return false;
    }
    cursor.skip(&element);
    let comma = cursor.separator(&element);
    cursor.element(comma, b']', &element) == Next::Closed
}

/// Whether the object at the cursor wraps a value without parts, or is the schema of a string.
fn is_wrapped(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    let before = cursor.checkpoint();
    let is_wrapped =
        coerce::wrapped_value(cursor, at).is_some_and(|(value, _)| !matches!(cursor.byte(value), b'{' | b'['));
    cursor.return_to(before);
    is_wrapped || is_string_schema(cursor, at)
}

/// Whether the object at the cursor says that its type is a string, as a schema that is echoed does.
fn is_string_schema(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    let level = Frame::below(at, Level::Map { key: None });
    let mut comma = false;
    cursor.enter();
    while let Member::Key(key) = cursor.member(comma, &level) {
        if key.name == "type" && cursor.rest().starts_with("\"string\"") {
            return true;
        }
        if key.has_value {
            cursor.skip(&level);
        }
        comma = cursor.separator(&level);
    }
    false
}

/// The texts of a list, joined as the field declares.
fn joined(cursor: &mut Cursor<'_>, at: &Frame<'_>, separator: &str) -> Read<String> {
    let start = cursor.pos;
    let mut frame = Frame::below(
        at,
        Level::List {
            accepts: Accepts::STRING,
            index: 0,
        },
    );
    let mut text = String::new();
    let mut index = 0;
    let mut invalid = false;
    cursor.enter();
    let mut comma = false;
    loop {
        match cursor.element(comma, b']', &frame) {
            Next::Value => {}
            Next::Closed => break,
            Next::Unclosed => {
                cursor.unclosed(comma, true, &frame);
                break;
            }
        }
        match String::__read(cursor, &frame) {
            Ok(piece) => {
                if index > 0 {
                    text.push_str(separator);
                }
                text.push_str(&piece);
            }
            Err(_) => invalid = true,
        }
        comma = cursor.separator(&frame);
        index += 1;
        frame.level = Level::List {
            accepts: Accepts::STRING,
            index,
        };
    }
    if invalid {
        return Err(Halt::Invalid);
    }
    let end = cursor.pos;
    cursor.repaired(RepairKind::ArrayJoined, at, start..end);
    Ok(text)
}

/// The whole reply as one text.
fn whole(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> String {
    let rest = cursor.rest();
    let text = rest.trim();
    let start = cursor.pos + (rest.len() - rest.trim_start().len());
    cursor.pos = cursor.text.len();
    cursor.raw = false;
    cursor.repaired(RepairKind::RawTextWrapped, at, start..start + text.len());
    text.to_owned()
}

/// A text inside a text may be read once more as JSON, but not for ever.
pub(crate) fn may_unwrap(at: &Frame<'_>) -> bool {
    let mut depth = 0;
    let mut frame = at;
    while let (Level::Inside(conversion), Some(parent)) = (frame.level, frame.parent) {
        depth += usize::from(conversion == Conversion::Text);
        frame = parent;
    }
    depth < DEEPEST_TEXT
}
