//! A document in the form that a dialect asks for: what a provider's decoder would write for a value.

use llm_output::{Dialect, Shape, Tagging};
use serde_json::{Value, json};

/// `document`, as `serde` writes a value of `shape`, in the form of a dialect's schema.
pub fn reshaped(document: &Value, shape: &Shape, dialect: Dialect, wrapped: bool) -> Value {
    let value = inner(document, shape, dialect);
    if wrapped { json!({ "value": value }) } else { value }
}

fn inner(value: &Value, shape: &Shape, dialect: Dialect) -> Value {
    if value.is_null() {
        return Value::Null;
    }
    match (shape, value) {
        (Shape::Optional(shape), _) => inner(value, shape, dialect),
        (Shape::Named(named), _) => inner(value, named.shape, dialect),
        (Shape::Reference(reference), _) => inner(value, (reference.shape)(), dialect),
        (Shape::List { element, .. }, Value::Array(elements)) => elements
            .iter()
            .map(|value| inner(value, element, dialect))
            .collect::<Vec<_>>()
            .into(),
        (Shape::Map { value: member, .. }, Value::Object(members)) => {
            let members = members.iter().map(|(key, value)| (key, inner(value, member, dialect)));
            if matches!(dialect, Dialect::JsonSchema | Dialect::GeminiJson | Dialect::Ollama) {
                Value::Object(members.map(|(key, value)| (key.clone(), value)).collect())
            } else {
                members
                    .map(|(key, value)| json!({"key": key, "value": value}))
                    .collect::<Vec<_>>()
                    .into()
            }
        }
        (Shape::Object(object), Value::Object(members)) => {
            let fields = members.iter().filter_map(|(name, value)| {
                let field = object.fields.iter().find(|field| field.name == name);
                // An option is left out under Anthropic's rules, never null.
                let absent = dialect == Dialect::Anthropic
                    && value.is_null()
                    && field.is_some_and(|field| matches!(field.shape, Shape::Optional(_)));
                let value = field.map_or_else(|| value.clone(), |field| inner(value, field.shape, dialect));
                (!absent).then(|| (name.clone(), value))
            });
            Value::Object(fields.collect())
        }
        (Shape::Union(union), _) => variant(value, union, dialect),
        _ => value.clone(),
    }
}

fn variant(value: &Value, union: &llm_output::UnionShape, dialect: Dialect) -> Value {
    let named = |name: &str| union.variants.iter().find(|variant| variant.name == name);
    let through = |value: &Value, shape: Option<&'static Shape>| {
        shape.map_or_else(|| value.clone(), |shape| inner(value, shape, dialect))
    };
    match (union.tagging, value) {
        (Tagging::External, Value::Object(members)) => Value::Object(
            members
                .iter()
                .map(|(name, value)| {
                    (
                        name.clone(),
                        through(value, named(name).and_then(|variant| variant.shape)),
                    )
                })
                .collect(),
        ),
        (Tagging::Internal { tag }, Value::Object(members)) => {
            let variant = members.get(tag).and_then(Value::as_str).and_then(named);
            through(value, variant.and_then(|variant| variant.shape))
        }
        (Tagging::Adjacent { tag, content }, Value::Object(members)) => {
            let shape = members
                .get(tag)
                .and_then(Value::as_str)
                .and_then(named)
                .and_then(|variant| variant.shape);
            let members = members.iter().filter_map(|(name, value)| {
                let absent = dialect == Dialect::Anthropic && name == content && value.is_null();
                let value = if name == content {
                    through(value, shape)
                } else {
                    value.clone()
                };
                (!absent).then(|| (name.clone(), value))
            });
            Value::Object(members.collect())
        }
        (Tagging::Untagged, _) => {
            let fits = |shape: &Shape| match (shape, value) {
                (Shape::Object(object), Value::Object(members)) => members
                    .keys()
                    .all(|name| object.fields.iter().any(|field| field.name == name)),
                (Shape::Map { .. }, Value::Object(_)) | (Shape::List { .. }, Value::Array(_)) => true,
                _ => false,
            };
            let shape = union
                .variants
                .iter()
                .filter_map(|variant| variant.shape)
                .find(|shape| fits(shape));
            through(value, shape)
        }
        _ => value.clone(),
    }
}
