//! A document in the form that a dialect asks for: what a provider's decoder would write for a value.

use std::collections::BTreeSet;

use llm_output::dialect::DialectNoteKind;
use llm_output::shape::{Tagging, UnionShape};
use llm_output::{Dialect, DialectSchema, Shape};
use serde_json::{Map, Value, json};

/// What a dialect asks for, as far as it concerns one type.
#[derive(Debug, Default)]
pub struct Form {
    /// Whether the whole answer stands under `value`.
    wrapped: bool,
    /// Whether a map is a list of pairs.
    pairs: bool,
    /// Where an option that has no value is left out: everywhere but here, if anywhere.
    omits_but: Option<BTreeSet<String>>,
}

impl Form {
    /// The form that a dialect's schema asks for.
    pub fn of(dialect: Dialect, schema: &DialectSchema) -> Self {
        let notes = schema.notes().iter();
        let nulls = notes.filter(|note| note.kind() == DialectNoteKind::NullForAbsent);
        let nulls = nulls.map(|note| note.path().to_owned()).collect();
        Self {
            wrapped: schema.is_wrapped(),
            pairs: !matches!(dialect, Dialect::JsonSchema | Dialect::GeminiJson | Dialect::Ollama),
            omits_but: (dialect == Dialect::Anthropic).then_some(nulls),
        }
    }

    /// `document`, as `serde` writes a value of `shape`, in this form.
    pub fn reshaped(&self, document: &Value, shape: &Shape) -> Value {
        let value = self.inner(document, shape, &mut String::new());
        if self.wrapped { json!({ "value": value }) } else { value }
    }

    fn inner(&self, value: &Value, shape: &Shape, path: &mut String) -> Value {
        if value.is_null() {
            return Value::Null;
        }
        match (shape, value) {
            (Shape::Optional(shape), _) => self.inner(value, shape, path),
            (Shape::Named(named), _) => self.inner(value, named.shape, path),
            (Shape::Reference(reference), _) => self.inner(value, (reference.shape)(), path),
            (Shape::List { element, .. }, Value::Array(elements)) => below(path, "[]", |path| {
                elements.iter().map(|value| self.inner(value, element, path)).collect()
            }),
            (Shape::Map { value: member, .. }, Value::Object(members)) => below(path, "{}", |path| {
                let members = members
                    .iter()
                    .map(|(key, value)| (key.clone(), self.inner(value, member, path)));
                if self.pairs {
                    members
                        .map(|(key, value)| json!({"key": key, "value": value}))
                        .collect()
                } else {
                    Value::Object(members.collect())
                }
            }),
            (Shape::Object(object), Value::Object(members)) => {
                let mut written = Map::new();
                for (name, value) in members {
                    let field = object.fields.iter().find(|field| field.name == name);
                    let optional = field.is_some_and(|field| matches!(field.shape, Shape::Optional(_)));
                    let value = at_member(path, name, |path| {
                        self.member(value, field.map(|field| field.shape), optional, path)
                    });
                    written.extend(value.map(|value| (name.clone(), value)));
                }
                Value::Object(written)
            }
            (Shape::Union(union), _) => self.variant(value, union, path),
            _ => value.clone(),
        }
    }

    /// The value of the member at `path`, unless it is left out.
    fn member(&self, value: &Value, shape: Option<&'static Shape>, optional: bool, path: &mut String) -> Option<Value> {
        let is_absent =
            value.is_null() && optional && self.omits_but.as_ref().is_some_and(|nulls| !nulls.contains(path));
        (!is_absent).then(|| self.through(value, shape, path))
    }

    fn through(&self, value: &Value, shape: Option<&'static Shape>, path: &mut String) -> Value {
        shape.map_or_else(|| value.clone(), |shape| self.inner(value, shape, path))
    }

    fn variant(&self, value: &Value, union: &UnionShape, path: &mut String) -> Value {
        let named = |name: &str| union.variants.iter().find(|variant| variant.name == name);
        let tagged = |tag: &str| value.get(tag).and_then(Value::as_str).and_then(named);
        match (union.tagging, value) {
            (Tagging::External, Value::Object(members)) => {
                let members = members.iter().map(|(name, value)| {
                    let shape = named(name).and_then(|variant| variant.shape);
                    let value = below(path, &format!("({name})"), |path| {
                        at_member(path, name, |path| self.through(value, shape, path))
                    });
                    (name.clone(), value)
                });
                Value::Object(members.collect())
            }
            (Tagging::Internal { tag }, Value::Object(_)) => {
                let Some(variant) = tagged(tag) else {
                    return value.clone();
                };
                below(path, &format!("({})", variant.name), |path| {
                    self.through(value, variant.shape, path)
                })
            }
            (Tagging::Adjacent { tag, content }, Value::Object(members)) => {
                let Some(variant) = tagged(tag) else {
                    return value.clone();
                };
                below(path, &format!("({})", variant.name), |path| {
                    let mut written = Map::new();
                    for (name, value) in members {
                        let value = if name == content {
                            at_member(path, name, |path| self.member(value, variant.shape, true, path))
                        } else {
                            Some(value.clone())
                        };
                        written.extend(value.map(|value| (name.clone(), value)));
                    }
                    Value::Object(written)
                })
            }
            (Tagging::Untagged, _) => {
                let fits = |shape: &Shape| match (shape, value) {
                    (Shape::Object(object), Value::Object(members)) => members
                        .keys()
                        .all(|name| object.fields.iter().any(|field| field.name == name)),
                    (Shape::Map { .. }, Value::Object(_)) | (Shape::List { .. }, Value::Array(_)) => true,
                    _ => false,
                };
                let fitting = union.variants.iter().find(|variant| variant.shape.is_some_and(fits));
                let Some(variant) = fitting else { return value.clone() };
                below(path, &format!("({})", variant.name), |path| {
                    self.through(value, variant.shape, path)
                })
            }
            _ => value.clone(),
        }
    }
}

/// Does something at a place below, as the notes write it.
fn below<R>(path: &mut String, step: &str, at: impl FnOnce(&mut String) -> R) -> R {
    let length = path.len();
    path.push_str(step);
    let result = at(path);
    path.truncate(length);
    result
}

fn at_member<R>(path: &mut String, name: &str, at: impl FnOnce(&mut String) -> R) -> R {
    let dot = if path.is_empty() { "" } else { "." };
    below(path, &format!("{dot}{name}"), at)
}
