//! The runtime-schema way, as a fair peer: find the JSON in the text, mend its syntax where it needs that, parse it to
//! `serde_json::Value`, walk the schema that `schemars` made of the type once and convert what does not fit, then serde.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::collections::HashMap;

use serde_json::{Map, Value};

use crate::inputs::Sample;

thread_local! {
    /// The schema of each type, made once: nobody who cares for time makes it for every reply.
    static SCHEMAS: RefCell<HashMap<TypeId, &'static Value>> = RefCell::default();
}

fn schema<T: Sample>() -> &'static Value {
    SCHEMAS.with_borrow_mut(|schemas| {
        let make = || -> &'static Value { Box::leak(Box::new(schemars::schema_for!(T).to_value())) };
        *schemas.entry(TypeId::of::<T>()).or_insert_with(make)
    })
}

/// Reads a value by the schema of its type.
pub(crate) fn read<T: Sample + Any>(text: &str) -> Option<T> {
    if let Ok(value) = serde_json::from_str(text) {
        return Some(value);
    }
    let document = document(text)?;
    let value: Value = serde_json::from_str(document)
        .or_else(|_| serde_json::from_str(&mended(document)))
        .ok()?;
    let schema = schema::<T>();
    serde_json::from_value(fitted(value, schema, schema)).ok()
}

/// The text between the first opening bracket and the last closing one.
fn document(text: &str) -> Option<&str> {
    let start = text.find(['{', '['])?;
    let end = text.rfind(['}', ']']).map_or(text.len(), |end| end + 1);
    text.get(start..end)
}

/// The document with its quotes, keys, line breaks and commas as JSON wants them, and its brackets closed.
fn mended(text: &str) -> String {
    let mut mended = String::with_capacity(text.len() + 64);
    let mut open = Vec::new();
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        match c {
            '"' | '\'' => {
                mended.push('"');
                while let Some(inner) = characters.next() {
                    match inner {
                        '\\' => match characters.next() {
                            Some('\'') => mended.push('\''),
                            Some(escaped) => mended.extend(['\\', escaped]),
                            None => {}
                        },
                        _ if inner == c => break,
                        '"' => mended.push_str("\\\""),
                        '\n' => mended.push_str("\\n"),
                        '\r' => mended.push_str("\\r"),
                        '\t' => mended.push_str("\\t"),
                        _ => mended.push(inner),
                    }
                }
                mended.push('"');
            }
            '{' | '[' => {
                open.push(if c == '{' { '}' } else { ']' });
                mended.push(c);
            }
            '}' | ']' => {
                if mended.trim_end().ends_with(',') {
                    mended.truncate(mended.trim_end().len() - 1);
                }
                open.pop();
                mended.push(c);
            }
            _ if c.is_alphabetic() || c == '_' => {
                let mut word = String::from(c);
                while let Some(&next) = characters.peek().filter(|c| c.is_alphanumeric() || **c == '_') {
                    word.push(next);
                    characters.next();
                }
                match word.as_str() {
                    "true" | "false" | "null" => mended.push_str(&word),
                    "True" => mended.push_str("true"),
                    "False" => mended.push_str("false"),
                    "None" => mended.push_str("null"),
                    _ => {
                        mended.push('"');
                        mended.push_str(&word);
                        mended.push('"');
                    }
                }
            }
            _ => mended.push(c),
        }
    }
    mended.extend(open.into_iter().rev());
    mended
}

/// The value with what the schema wants in another type converted.
fn fitted(value: Value, schema: &Value, root: &Value) -> Value {
    let schema = resolved(schema, root);
    if let Some(options) = schema
        .get("anyOf")
        .or_else(|| schema.get("oneOf"))
        .and_then(Value::as_array)
    {
        if value.is_null() {
            return value;
        }
        let names = options.iter().filter_map(|option| option.get("const")?.as_str());
        if let Some(name) = value
            .as_str()
            .and_then(|text| names.clone().find(|name| name.eq_ignore_ascii_case(text)))
        {
            return Value::from(name);
        }
        let wanted = options.iter().find(|option| !wants(option, "null"));
        return wanted.map_or_else(|| value.clone(), |option| fitted(value.clone(), option, root));
    }
    if let Some(names) = schema.get("enum").and_then(Value::as_array) {
        let text = value.as_str().unwrap_or_default();
        let found = names
            .iter()
            .find(|name| name.as_str().is_some_and(|name| name.eq_ignore_ascii_case(text)));
        return found.cloned().unwrap_or(value);
    }
    match value {
        Value::Object(members) if wants(schema, "object") => object(members, schema, root),
        Value::Array(elements) => match schema.get("items") {
            Some(items) => elements
                .into_iter()
                .map(|element| fitted(element, items, root))
                .collect(),
            None => Value::Array(elements),
        },
        Value::String(text) if !wants(schema, "string") => scalar(text, schema),
        Value::Number(number) if wants(schema, "string") => Value::from(number.to_string()),
        value if wants(schema, "array") && !value.is_null() => {
            let items = schema.get("items").unwrap_or(&Value::Null);
            Value::Array(vec![fitted(value, items, root)])
        }
        value => value,
    }
}

fn object(members: Map<String, Value>, schema: &Value, root: &Value) -> Value {
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut members: Map<String, Value> = members
        .into_iter()
        .map(|(key, value)| match properties.and_then(|known| known.get(&key)) {
            Some(property) => (key, fitted(value, property, root)),
            None => (key, value),
        })
        .collect();
    // What is required and missing is made up, as `Options::lenient` does.
    for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
        let (Some(name), Some(properties)) = (name.as_str(), properties) else {
            continue;
        };
        if !members.contains_key(name) {
            let property = resolved(&properties[name], root);
            let empty = if wants(property, "string") {
                Value::from("")
            } else if wants(property, "array") {
                Value::Array(Vec::new())
            } else {
                Value::from(0)
            };
            members.insert(name.to_owned(), empty);
        }
    }
    Value::Object(members)
}

fn scalar(text: String, schema: &Value) -> Value {
    let number = wants(schema, "integer") || wants(schema, "number");
    if let (true, Ok(Value::Number(number))) = (number, serde_json::from_str(&text)) {
        return Value::Number(number);
    }
    match text.as_str() {
        "true" | "yes" if wants(schema, "boolean") => Value::Bool(true),
        "false" | "no" if wants(schema, "boolean") => Value::Bool(false),
        _ => Value::String(text),
    }
}

fn resolved<'s>(schema: &'s Value, root: &'s Value) -> &'s Value {
    let reference = schema.get("$ref").and_then(Value::as_str);
    let found = reference.and_then(|reference| root.pointer(reference.strip_prefix('#')?));
    found.unwrap_or(schema)
}

fn wants(schema: &Value, kind: &str) -> bool {
    match schema.get("type") {
        Some(Value::String(found)) => found == kind,
        Some(Value::Array(kinds)) => kinds.iter().any(|found| found == kind),
        _ => false,
    }
}
