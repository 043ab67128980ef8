//! A `serde_json::Value`, such as the arguments of a tool call, as JSON text.

use std::fmt::Write;

use serde_json::{Value, map};

use crate::read::transcript::write_string;
use crate::{LlmOutput, Options, ParseError, Parsed};

/// Reads `T` from `value`.
pub(crate) fn parse<T: LlmOutput>(value: &Value, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    crate::written::parse(&written(value), has_rounded(value), options)
}

/// Whether a number in the value was a float. With the feature `arbitrary_precision` of `serde_json`, numbers are text.
pub(crate) fn has_rounded(value: &Value) -> bool {
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Number(number) if number.is_f64() => return !keeps_digits(),
            Value::Array(elements) => open.extend(elements),
            Value::Object(entries) => open.extend(entries.values()),
            _ => {}
        }
    }
    false
}

/// Whether `serde_json` keeps the digits of a number as they are written.
#[cold]
pub(crate) fn keeps_digits() -> bool {
    let kept = serde_json::from_str::<Value>("1.10").map(|number| number.to_string());
    kept.is_ok_and(|digits| digits == "1.10")
}

/// A list or object that is being written.
enum OpenValue<'v> {
    List(std::slice::Iter<'v, Value>),
    Object(map::Iter<'v>),
}

/// Few arguments of a tool are longer. Allocators still hand out blocks of this size quickly.
const USUAL: usize = 1000;

/// The value as JSON text without white space.
///
/// Values are as deep as whoever made them pleased, so the open lists and objects are kept in a list of their own.
pub(crate) fn written(value: &Value) -> String {
    let mut text = String::with_capacity(USUAL);
    let mut open = Vec::new();
    let mut next = Some(value);
    loop {
        if let Some(value) = next.take() {
            open.extend(begun(value, &mut text));
        }
        let Some(innermost) = open.last_mut() else { return text };
        let closer = match innermost {
            OpenValue::List(elements) => match elements.next() {
                Some(element) => {
                    separate(&mut text);
                    next = Some(element);
                    continue;
                }
                None => ']',
            },
            OpenValue::Object(entries) => match entries.next() {
                Some((key, value)) => {
                    separate(&mut text);
                    write_string(key, &mut text);
                    text.push(':');
                    next = Some(value);
                    continue;
                }
                None => '}',
            },
        };
        text.push(closer);
        open.pop();
    }
}

/// Writes a value that holds no other, or the bracket of one that may.
fn begun<'v>(value: &'v Value, text: &mut String) -> Option<OpenValue<'v>> {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(true) => text.push_str("true"),
        Value::Bool(false) => text.push_str("false"),
        Value::Number(number) => {
            // Writing to a `String` cannot fail.
            let _ = write!(text, "{number}");
        }
        Value::String(content) => write_string(content, text),
        Value::Array(elements) => {
            text.push('[');
            return Some(OpenValue::List(elements.iter()));
        }
        Value::Object(entries) => {
            text.push('{');
            return Some(OpenValue::Object(entries.iter()));
        }
    }
    None
}

/// Writes the comma between two elements or entries.
fn separate(text: &mut String) {
    if !matches!(text.as_bytes().last(), Some(b'[' | b'{')) {
        text.push(',');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::written;

    #[track_caller]
    fn as_serde_json_does(value: &Value) {
        assert_eq!(written(value), value.to_string());
    }

    #[test]
    fn values_are_written_as_serde_json_writes_them() {
        as_serde_json_does(&json!(null));
        as_serde_json_does(&json!([[], {}, [[]], [{}], {"a": {}, "b": []}, true, false, null]));
        as_serde_json_does(&json!({"a": 1, "b": -1.5, "c": u64::MAX, "d": i64::MIN, "e": 1e300, "f": -0.0}));
        as_serde_json_does(&json!(["", "[", "{", ",", "a\"b\\c\nd\te\rf\u{7f}é\u{2028}😀", {"\"": "["}]));
        let controls: String = (0u8..0x20).map(char::from).collect();
        as_serde_json_does(&json!({ controls.clone(): controls }));
    }
}
