//! An example of an answer: a JSON document, put together from the type.
//!
//! Models imitate what a prompt shows, so the document is one that the type reads exactly. A declared example is used where there
//! is one; elsewhere the field's doc does, or its key, which say what belongs there and name no type.

use super::constant::{ConstantText, Notation, text};
use super::definitions::Definitions;
use super::subschema::Subschema;
use super::text::Writer;
use super::{Bound, FieldShape, ObjectShape, Shape, Tagging, UnionShape, UnionVariantShape};
use crate::LlmOutput;

/// The example of a type; to be called in const evaluation only.
pub(crate) const fn example_text<T: LlmOutput>() -> &'static str {
    text::<ExampleOf<T>>()
}

struct ExampleOf<T>(T);

impl<T: LlmOutput> ConstantText for ExampleOf<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NOTATION: Notation = Notation::Example;
}

/// Writes the example of `shape`.
pub(crate) const fn write(writer: &mut Writer<'_>, shape: &'static Shape) {
    writer.definitions = Definitions::of(shape);
    value(writer, &Subschema::of(shape), "text", 0, 0);
}

/// Writes a value. `name` is what it goes by, for a text that nothing else is said about; `ordinal` tells the elements of a set apart.
const fn value(writer: &mut Writer<'_>, of: &Subschema, name: &'static str, indent: usize, ordinal: usize) {
    if let Some(example) = of.example {
        return writer.text(example);
    }
    match of.shape {
        Shape::String { format, .. } => match sample(*format) {
            Some(sample) => writer.quoted(sample),
            None => words(writer, of, name, ordinal),
        },
        Shape::Integer { .. } => integer(writer, of, ordinal),
        Shape::Number | Shape::Float32 => float(writer, of),
        Shape::Boolean => writer.text(if ordinal == 0 { "true" } else { "false" }),
        Shape::Names(names) if names.variants.is_empty() => writer.text("null"),
        Shape::Names(names) => {
            let chosen = match names.example {
                Some(name) if ordinal == 0 => name,
                _ => names.variants[ordinal % names.variants.len()].name,
            };
            writer.quoted(chosen);
        }
        Shape::List { element, unique, .. } => list(writer, of, element, *unique, name, indent),
        Shape::Map { key, value: member } => map(writer, of, &Subschema::of(key), member, indent),
        Shape::Object(_) | Shape::Union(_) => {
            let around = writer.definitions.current;
            if let Some(at) = writer.definitions.index(of.shape) {
                writer.definitions.current = Some(at);
            }
            match of.shape {
                Shape::Object(of) => object(writer, of, &[], indent),
                Shape::Union(union) => alternative(writer, union, &[], indent),
                _ => {}
            }
            writer.definitions.current = around;
        }
        Shape::Reference(_) if of.nullable => writer.text("null"),
        Shape::Reference(_) => match writer.definitions.index(of.shape) {
            Some(at) => {
                let inner = writer.definitions.shape(at);
                value(writer, &Subschema::of(inner), name, indent, ordinal);
            }
            None => writer.text("null"),
        },
        Shape::Any | Shape::Optional(_) | Shape::Named(_) => writer.text("{}"),
    }
}

/// A text of a format.
const fn sample(format: Option<&'static str>) -> Option<&'static str> {
    const SAMPLES: &[(&str, &str)] = &[
        ("date", "2026-01-31"),
        ("date-time", "2026-01-31T08:30:00Z"),
        ("decimal", "12.50"),
        ("partial-date-time", "2026-01-31T08:30:00"),
        ("partial-time", "08:30:00"),
        ("time", "08:30:00Z"),
        ("uri", "https://example.org/"),
        ("uuid", "6f1c2d9e-4b7a-4c3d-8e5f-0a1b2c3d4e5f"),
    ];
    let Some(format) = format else { return None };
    let mut i = 0;
    while i < SAMPLES.len() {
        if is_same(SAMPLES[i].0, format) {
            return Some(SAMPLES[i].1);
        }
        i += 1;
    }
    None
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    one.len() == other.len()
}

/// Writes the first line of the doc, or the name, made to fit the length.
const fn words(writer: &mut Writer<'_>, of: &Subschema, name: &'static str, ordinal: usize) {
    let line = match of.docs().next() {
        Some(doc) => first_line(doc),
        None => name,
    };
    let length = of.length();
    let most = match length.max {
        Some(max) => max,
        None => usize::MAX,
    };
    let (start, mut count) = head(line, most);
    writer.text("\"");
    if ordinal > 0 && most > 0 {
        writer.integer(ordinal as i128 + 1);
        let (start, rest) = head(line, most - 1);
        writer.escaped(start);
        count = rest + 1;
    } else {
        writer.escaped(start);
    }
    let least = match length.min {
        Some(min) => min,
        None => 0,
    };
    while count < least {
        writer.text("x");
        count += 1;
    }
    writer.text("\"");
}

const fn first_line(doc: &'static str) -> &'static str {
    let bytes = doc.as_bytes();
    let mut end = 0;
    while end < bytes.len() && bytes[end] != b'\n' && bytes[end] != b'\r' {
        end += 1;
    }
    doc.split_at(end).0
}

/// The first `most` code points of a text, and how many these are.
const fn head(text: &'static str, most: usize) -> (&'static str, usize) {
    let bytes = text.as_bytes();
    let (mut end, mut count) = (0, 0);
    while end < bytes.len() && count < most {
        end += 1;
        while end < bytes.len() && bytes[end] & 0xc0 == 0x80 {
            end += 1;
        }
        count += 1;
    }
    (text.split_at(end).0, count)
}

const fn integer(writer: &mut Writer<'_>, of: &Subschema, ordinal: usize) {
    let range = of.range(i128::MAX);
    let least = match range.min {
        Some(Bound::Integer(min)) => min,
        Some(Bound::Float(min, _)) => whole(min, 1),
        None => i128::MIN,
    };
    let most = match range.max {
        Some(Bound::Integer(max)) => max,
        Some(Bound::Float(max, _)) => whole(max, -1),
        None => i128::MAX,
    };
    let number = if least > 1 {
        least
    } else if most < 1 {
        most
    } else {
        1
    };
    let shifted = number + ordinal as i128;
    writer.integer(if shifted > most {
        number - ordinal as i128
    } else {
        shifted
    });
}

/// The whole number nearest to a bound, in the direction of `step` where the bound is none.
#[expect(clippy::cast_possible_truncation, reason = "a bound of a number with 64 bits fits")]
#[expect(
    clippy::cast_precision_loss,
    reason = "compared with the number that it was made from"
)]
const fn whole(bound: f64, step: i128) -> i128 {
    let cut = bound as i128;
    if (step > 0 && (cut as f64) < bound) || (step < 0 && (cut as f64) > bound) {
        cut + step
    } else {
        cut
    }
}

const fn float(writer: &mut Writer<'_>, of: &Subschema) {
    let range = of.range(i128::MAX);
    match (range.min, range.max) {
        (Some(min), _) if approximate(min) > 1.5 => min.write(writer),
        (_, Some(max)) if approximate(max) < 1.5 => max.write(writer),
        _ => writer.text("1.5"),
    }
}

#[expect(clippy::cast_precision_loss, reason = "only compared with a number of two digits")]
const fn approximate(bound: Bound) -> f64 {
    match bound {
        Bound::Integer(value) => value as f64,
        Bound::Float(value, _) => value,
    }
}

/// How many elements or fields are shown: one, if that is allowed.
const fn shown(of: &Subschema, may_be_empty: bool) -> usize {
    let length = of.length();
    match (length.min, length.max) {
        (_, Some(0)) => 0,
        (Some(min), _) if min > 1 => min,
        (None | Some(0), _) if may_be_empty => 0,
        _ => 1,
    }
}

const fn list(
    writer: &mut Writer<'_>,
    of: &Subschema,
    element: &'static Shape,
    unique: bool,
    name: &'static str,
    indent: usize,
) {
    let inner = Subschema::of(element);
    let count = shown(of, is_endless(element));
    writer.text("[");
    let mut i = 0;
    while i < count {
        if i > 0 {
            writer.text(", ");
        }
        value(writer, &inner, name, indent, if unique { i } else { 0 });
        i += 1;
    }
    writer.text("]");
}

const fn map(writer: &mut Writer<'_>, of: &Subschema, key: &Subschema, member: &'static Shape, indent: usize) {
    let count = shown(of, is_endless(member));
    let inner = Subschema::of(member);
    writer.text("{");
    let mut i = 0;
    while i < count {
        writer.text(if i > 0 { ", " } else { "" });
        value(writer, key, "key", indent, i);
        writer.text(": ");
        value(writer, &inner, "value", indent, 0);
        i += 1;
    }
    writer.text("}");
}

/// Writes an object, the fields that name variants of the enums around it first.
const fn object(writer: &mut Writer<'_>, object: &'static ObjectShape, tags: &[(&str, &str)], indent: usize) {
    let mut members = ExampleMembers::open(writer, indent);
    members.tags(tags);
    let mut i = 0;
    while i < object.fields.len() {
        field(&mut members, &object.fields[i]);
        i += 1;
    }
    members.close();
}

const fn field(members: &mut ExampleMembers<'_, '_>, field: &'static FieldShape) {
    let indent = members.indent + 1;
    value(
        members.next(field.name),
        &Subschema::of_field(field),
        field.name,
        indent,
        0,
    );
}

/// The variant to show: the declared one, or the first that does not hold the type itself.
const fn variant(union: &'static UnionShape) -> &'static UnionVariantShape {
    let mut found = None;
    let mut i = 0;
    while i < union.variants.len() {
        let variant = &union.variants[i];
        if let Some(name) = union.example
            && is_same(name, variant.name)
        {
            return variant;
        }
        let endless = match variant.shape {
            Some(shape) => is_endless(shape),
            None => false,
        };
        if found.is_none() && !endless {
            found = Some(variant);
        }
        i += 1;
    }
    match found {
        Some(variant) => variant,
        None => &union.variants[0],
    }
}

const fn alternative(writer: &mut Writer<'_>, union: &'static UnionShape, tags: &[(&str, &str)], indent: usize) {
    let variant = variant(union);
    let inner = Subschema::of_variant(variant);
    match (union.tagging, variant.shape) {
        (Tagging::Untagged, None) => writer.text("null"),
        (Tagging::Untagged, Some(_)) if tags.is_empty() => value(writer, &inner, "value", indent, 0),
        (Tagging::External, None) => writer.quoted(variant.name),
        (Tagging::External, Some(_)) => {
            let mut members = ExampleMembers::open(writer, indent);
            members.tags(tags);
            value(members.next(variant.name), &inner, variant.name, indent + 1, 0);
            members.close();
        }
        (Tagging::Adjacent { tag, content }, shape) => {
            let mut members = ExampleMembers::open(writer, indent);
            members.tags(tags);
            members.next(tag).quoted(variant.name);
            if shape.is_some() {
                value(members.next(content), &inner, variant.name, indent + 1, 0);
            }
            members.close();
        }
        (Tagging::Internal { tag }, _) => within(writer, inner.shape, tags, (tag, variant.name), indent),
        (Tagging::Untagged, Some(_)) => match inner.shape {
            Shape::Object(of) => object(writer, of, tags, indent),
            _ => object(writer, &NOTHING, tags, indent),
        },
    }
}

const NOTHING: ObjectShape = ObjectShape {
    name: "",
    doc: "",
    fields: &[],
    closed: false,
    flattened: &[],
};

/// Writes the object of a variant that is named inside it, behind the tags of the enums around it.
const fn within(
    writer: &mut Writer<'_>,
    shape: &'static Shape,
    tags: &[(&str, &str)],
    own: (&str, &str),
    indent: usize,
) {
    let mut all = [("", ""); MOST_TAGS];
    let mut i = 0;
    while i < tags.len() && i + 1 < MOST_TAGS {
        all[i] = tags[i];
        i += 1;
    }
    all[i] = own;
    let (all, _) = all.split_at(i + 1);
    match shape {
        Shape::Object(of) => object(writer, of, all, indent),
        Shape::Union(union) => alternative(writer, union, all, indent),
        _ => object(writer, &NOTHING, all, indent),
    }
}

/// Enums with a tag, each directly inside the one before.
const MOST_TAGS: usize = 8;

/// Whether a value of the shape holds a value of a type around it, whatever is chosen.
const fn is_endless(shape: &'static Shape) -> bool {
    let of = Subschema::of(shape);
    match of.shape {
        Shape::Reference(_) => !of.nullable,
        Shape::List { element, .. } => matches!(of.length().min, Some(1..)) && is_endless(element),
        Shape::Map { value, .. } => matches!(of.length().min, Some(1..)) && is_endless(value),
        Shape::Object(object) => {
            let mut i = 0;
            while i < object.fields.len() {
                if is_endless(object.fields[i].shape) {
                    return true;
                }
                i += 1;
            }
            false
        }
        Shape::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                match union.variants[i].shape {
                    Some(shape) if is_endless(shape) => {}
                    _ => return false,
                }
                i += 1;
            }
            true
        }
        _ => false,
    }
}

/// An object that is being written, one field per line.
struct ExampleMembers<'w, 'a> {
    writer: &'w mut Writer<'a>,
    indent: usize,
    empty: bool,
}

impl<'w, 'a> ExampleMembers<'w, 'a> {
    const fn open(writer: &'w mut Writer<'a>, indent: usize) -> Self {
        writer.text("{");
        Self {
            writer,
            indent,
            empty: true,
        }
    }

    const fn tags(&mut self, tags: &[(&str, &str)]) {
        let mut i = 0;
        while i < tags.len() {
            self.next(tags[i].0).quoted(tags[i].1);
            i += 1;
        }
    }

    const fn next(&mut self, name: &str) -> &mut Writer<'a> {
        if !self.empty {
            self.writer.text(",");
        }
        self.empty = false;
        self.writer.line(self.indent + 1);
        self.writer.quoted(name);
        self.writer.text(": ");
        self.writer
    }

    const fn close(self) {
        if !self.empty {
            self.writer.line(self.indent);
        }
        self.writer.text("}");
    }
}
