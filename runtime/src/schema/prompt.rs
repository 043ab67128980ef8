//! The type as a TypeScript type expression, the docs as comments: what the schema says in fewer tokens.
//!
//! Models imitate what a prompt shows, so the text is real TypeScript and as close to the JSON of the answer as
//! TypeScript allows: fields end in commas except for the last one, names are quoted as JSON quotes them, and what
//! the notation cannot say (whole numbers, bounds, defaults) is a comment in plain words, never an invented syntax.

mod union;

use super::constant::{ConstantText, Notation, text};
use super::definitions::Definitions;
use super::subschema::{Subschema, VariantTag, trimmed};
use super::text::Writer;
use super::{NamesShape, ObjectShape, Range, Shape, flatten};
use crate::LlmOutput;

/// How `T::prompt_for(style)` shows a type to a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum PromptStyle {
    /// A TypeScript type with the docs as comments, as in [`LlmOutput::PROMPT`]: the fewest tokens.
    #[default]
    TypeScript,
    /// JSON Schema 2020-12, as in [`LlmOutput::SCHEMA`].
    JsonSchema,
    /// An example of an answer: a JSON document that the type reads exactly.
    Example,
}

/// The type as a TypeScript type expression; to be called in const evaluation only.
pub(crate) const fn prompt_text<T: LlmOutput>() -> &'static str {
    text::<PromptOf<T>>()
}

struct PromptOf<T>(T);

impl<T: LlmOutput> ConstantText for PromptOf<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NOTATION: Notation = Notation::TypeScript;
}

/// Where the type of an integer alone sets a bound beyond 16 bits, the bound tells a model nothing about the answer.
pub(crate) const TELLING_INTEGER: i128 = 0xffff;

/// Writes the types that contain themselves, and after them the type expression of `shape` with its comments above it.
pub(crate) const fn write(writer: &mut Writer<'_>, shape: &'static Shape) {
    writer.definitions = Definitions::of(shape);
    let definitions = writer.definitions;
    let mut i = 0;
    while i < definitions.count() {
        let value = Subschema::of(definitions.shape(i));
        comments(writer, &value, &CommentTarget::TOP);
        writer.copy(b"type ");
        definitions.name(i).write(writer);
        writer.copy(b" =");
        writer.definitions.current = Some(i);
        if !matches!(value.shape, Shape::Union(_)) {
            writer.copy(b" ");
        }
        in_place(writer, &value, 0, false);
        writer.copy(b";\n");
        i += 1;
    }
    writer.definitions.current = None;
    let root = Subschema::of(shape);
    if definitions.reference(root.shape).is_none() {
        comments(writer, &root, &CommentTarget::TOP);
        in_place(writer, &root, 0, true);
    } else {
        expression(writer, &root, 0);
    }
}

/// Writes all that is said about a value and about the elements in it, up to the fields of the next object: a comment
/// above a field is easier to find than a comment in the middle of its type.
const fn comments(writer: &mut Writer<'_>, value: &Subschema, place: &CommentTarget<'_>) {
    let mut docs = value.docs();
    while let Some(doc) = docs.next() {
        place.open(writer);
        writer.commented(doc, place.indent);
        writer.copy(b"\n");
    }
    if let Shape::Names(names) = value.shape {
        variants(writer, names, place.indent);
    }
    facts(writer, value, place);
    match value.shape {
        Shape::List { element, .. } => comments(writer, &Subschema::of(element), &place.inner("each: ")),
        Shape::Map { key, value: member } => {
            comments(writer, &Subschema::of(key), &place.inner("each key: "));
            comments(writer, &Subschema::of(member), &place.inner("each value: "));
        }
        _ => {}
    }
}

/// The docs of names: which name they belong to says where they belong.
const fn variants(writer: &mut Writer<'_>, names: &NamesShape, indent: usize) {
    let mut i = 0;
    while i < names.variants.len() {
        let variant = &names.variants[i];
        let doc = trimmed(variant.doc);
        if !doc.is_empty() {
            writer.indent(indent);
            writer.copy(b"// ");
            writer.commented(variant.name, indent);
            writer.copy(b": ");
            writer.commented(doc, indent);
            writer.copy(b"\n");
        }
        i += 1;
    }
}

/// One line for what TypeScript has no notation for.
const fn facts(writer: &mut Writer<'_>, value: &Subschema, place: &CommentTarget<'_>) {
    let mut facts = FactsLine {
        writer,
        place,
        empty: true,
    };
    match value.shape {
        Shape::Integer { .. } => {
            facts.next().copy(b"integer");
            range(&mut facts, value.range(TELLING_INTEGER));
        }
        Shape::Number | Shape::Float32 => range(&mut facts, value.range(TELLING_INTEGER)),
        Shape::String { format, .. } => {
            if let Some(format) = format {
                let writer = facts.next();
                writer.copy(b"format: ");
                writer.commented(format, place.indent);
            }
            if let Some(pattern) = value.pattern {
                let writer = facts.next();
                writer.copy(b"pattern: ");
                writer.commented(pattern, place.indent);
            }
            length(&mut facts, value, "character");
        }
        Shape::List { unique, .. } => {
            length(&mut facts, value, "element");
            if *unique {
                facts.next().copy(b"no duplicates");
            }
        }
        Shape::Map { .. } => length(&mut facts, value, "member"),
        Shape::Reference(reference) => {
            let writer = facts.next();
            writer.copy(b"at most ");
            writer.integer(reference.max_depth as i128);
            writer.copy(b" nested levels");
        }
        _ => {}
    }
    if let Some(default) = value.default {
        let writer = facts.next();
        writer.copy(b"default: ");
        writer.commented(default, place.indent);
    }
    facts.close();
}

const fn range(facts: &mut FactsLine<'_, '_, '_>, range: Range) {
    match (range.min, range.max) {
        (Some(min), Some(max)) => {
            let writer = facts.next();
            min.write(writer);
            writer.copy(b" to ");
            max.write(writer);
        }
        (Some(min), None) => {
            let writer = facts.next();
            writer.copy(b"at least ");
            min.write(writer);
        }
        (None, Some(max)) => {
            let writer = facts.next();
            writer.copy(b"at most ");
            max.write(writer);
        }
        (None, None) => {}
    }
}

const fn length(facts: &mut FactsLine<'_, '_, '_>, value: &Subschema, unit: &str) {
    let length = value.length();
    let ((_, Some(count)) | (Some(count), None)) = (length.min, length.max) else {
        return;
    };
    let writer = facts.next();
    match (length.min, length.max) {
        (Some(min), Some(max)) if min != max => {
            writer.integer(min as i128);
            writer.copy(b" to ");
        }
        (Some(_), Some(_)) => writer.copy(b"exactly "),
        (Some(_), None) => writer.copy(b"at least "),
        (None, _) => writer.copy(b"at most "),
    }
    writer.integer(count as i128);
    writer.copy(b" ");
    writer.text(unit);
    if count != 1 {
        writer.copy(b"s");
    }
}

const fn expression(writer: &mut Writer<'_>, value: &Subschema, indent: usize) {
    let Some(name) = writer.definitions.reference(value.shape) else {
        return in_place(writer, value, indent, false);
    };
    name.write(writer);
    if value.nullable {
        writer.copy(b" | null");
    }
}

const fn in_place(writer: &mut Writer<'_>, value: &Subschema, indent: usize, is_root: bool) {
    match value.shape {
        Shape::String { .. } => writer.copy(b"string"),
        Shape::Integer { .. } | Shape::Number | Shape::Float32 => writer.copy(b"number"),
        Shape::Boolean => writer.copy(b"boolean"),
        Shape::List { element, .. } => list(writer, &Subschema::of(element), indent),
        Shape::Map { key, value } => map(writer, &Subschema::of(key), &Subschema::of(value), indent),
        Shape::Names(names) => alternatives(writer, names),
        Shape::Object(object) => members(writer, object, None, indent),
        Shape::Union(of) => return union::union(writer, of, value.nullable, indent, is_root),
        // `any` holds `null` already.
        Shape::Any | Shape::Optional(_) | Shape::Named(_) | Shape::Reference(_) => return writer.copy(b"any"),
    }
    if value.nullable {
        writer.copy(b" | null");
    }
}

/// `T[]` where `T` is one word; behind anything longer the brackets are easily missed.
const fn list(writer: &mut Writer<'_>, element: &Subschema, indent: usize) {
    let is_word = matches!(
        element.shape,
        Shape::String { .. } | Shape::Integer { .. } | Shape::Number | Shape::Float32 | Shape::Boolean | Shape::Any
    );
    if is_word && !element.nullable {
        expression(writer, element, indent);
        writer.copy(b"[]");
    } else {
        writer.copy(b"Array<");
        expression(writer, element, indent);
        union::end(writer, element, indent);
        writer.copy(b">");
    }
}

const fn map(writer: &mut Writer<'_>, key: &Subschema, value: &Subschema, indent: usize) {
    // Over a union of names `Record` asks for all of them to be there.
    let partial = matches!(key.shape, Shape::Names(_));
    writer.text(if partial { "Partial<Record<" } else { "Record<" });
    expression(writer, key, indent);
    writer.copy(b", ");
    expression(writer, value, indent);
    union::end(writer, value, indent);
    writer.text(if partial { ">>" } else { ">" });
}

const fn alternatives(writer: &mut Writer<'_>, names: &NamesShape) {
    if names.variants.is_empty() {
        return writer.copy(b"never");
    }
    let mut i = 0;
    while i < names.variants.len() {
        if i > 0 {
            writer.copy(b" | ");
        }
        writer.quoted(names.variants[i].name);
        i += 1;
    }
}

const fn members(writer: &mut Writer<'_>, object: &ObjectShape, tag: Option<&VariantTag>, indent: usize) {
    writer.copy(b"{");
    let mut empty = true;
    if let Some(tag) = tag {
        union::constant(writer, tag.key, tag.name, indent);
        empty = false;
    }
    let mut i = 0;
    while i < object.fields.len() {
        let field = &object.fields[i];
        let value = Subschema::of_field(field);
        writer.text(if empty { "\n" } else { ",\n" });
        empty = false;
        comments(
            writer,
            &value,
            &CommentTarget {
                outer: None,
                label: "",
                indent: indent + 1,
            },
        );
        together(writer, object, i, indent + 1);
        let colon = if field.required { ":" } else { "?:" };
        union::named(writer, field.name, colon, &value, indent + 1);
        i += 1;
    }
    let rest = flatten::rest(object);
    if let Some(rest) = rest {
        writer.copy(b"\n");
        let place = CommentTarget {
            outer: None,
            label: "each further value: ",
            indent: indent + 1,
        };
        comments(writer, &Subschema::of(rest), &place);
        writer.indent(indent);
    } else if !empty {
        writer.line(indent);
    }
    writer.copy(b"}");
    // An index signature would have to fit the named fields as well.
    if let Some(rest) = rest {
        let value = Subschema::of(rest);
        writer.copy(b" & Record<string, ");
        expression(writer, &value, indent);
        union::end(writer, &value, indent);
        writer.copy(b">");
    }
}

/// Says which other fields must be present together with a field.
const fn together(writer: &mut Writer<'_>, object: &ObjectShape, field: usize, indent: usize) {
    let mut empty = true;
    let mut i = 0;
    while i < object.fields.len() {
        if flatten::asks_for(object, field, i) {
            if empty {
                writer.indent(indent);
                writer.copy(b"// only together with ");
            } else {
                writer.copy(b", ");
            }
            writer.commented(object.fields[i].name, indent);
            empty = false;
        }
        i += 1;
    }
    if !empty {
        writer.copy(b"\n");
    }
}

/// Whether a field's name may be written without quotes; names outside ASCII are quoted, which is always right.
const fn is_identifier(name: &[u8]) -> bool {
    let mut i = 0;
    while i < name.len() {
        match name[i] {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => {}
            b'0'..=b'9' if i > 0 => {}
            _ => return false,
        }
        i += 1;
    }
    i > 0
}

/// Which value a comment is about, if it is not right above that value.
struct CommentTarget<'a> {
    outer: Option<&'a CommentTarget<'a>>,
    label: &'static str,
    indent: usize,
}

impl CommentTarget<'_> {
    /// Above the root.
    const TOP: Self = CommentTarget {
        outer: None,
        label: "",
        indent: 0,
    };

    const fn inner(&self, label: &'static str) -> CommentTarget<'_> {
        CommentTarget {
            outer: Some(self),
            label,
            indent: self.indent,
        }
    }

    /// Starts a comment.
    const fn open(&self, writer: &mut Writer<'_>) {
        writer.indent(self.indent);
        writer.copy(b"// ");
        self.labels(writer);
    }

    const fn labels(&self, writer: &mut Writer<'_>) {
        if let Some(outer) = self.outer {
            outer.labels(writer);
        }
        writer.text(self.label);
    }
}

/// The line of facts that is being written, fact by fact; there is no line without one.
struct FactsLine<'w, 'a, 'p> {
    writer: &'w mut Writer<'a>,
    place: &'p CommentTarget<'p>,
    empty: bool,
}

impl<'a> FactsLine<'_, 'a, '_> {
    const fn next(&mut self) -> &mut Writer<'a> {
        if self.empty {
            self.empty = false;
            self.place.open(self.writer);
        } else {
            self.writer.copy(b", ");
        }
        self.writer
    }

    const fn close(self) {
        if !self.empty {
            self.writer.copy(b"\n");
        }
    }
}

#[cfg(test)]
mod tests;
