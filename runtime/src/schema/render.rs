//! JSON Schema 2020-12 text.
//!
//! The text goes into prompts, so a model is its first reader, and each token is paid for with every call. Each field
//! of an object is on a line of its own, indented by its level, which shows the structure; there is no other white
//! space. Counted with two vocabularies in use, that is at most a tenth more tokens than without any white space, a
//! fifth fewer than the same lines with a space after each colon and comma, and a third fewer than fully indented text.
//! It also shows the compact JSON that the answer should be written in.
//!
//! For the same reason there is no `$schema` and no `title` (the docs say more than the name of a Rust type), and
//! nothing is referred to: each type is written where it is used, which is what weaker models and the grammars of most
//! providers handle best. Only a recursive type is a definition, since its text would have no end.

mod union;

use super::constant::{ConstantText, Notation, text};
use super::definitions::{DefinitionName, Definitions};
use super::subschema::{Subschema, VariantTag, trimmed};
use super::text::Writer;
use super::{Length, NamesShape, ObjectShape, Range, Shape, flatten};
use crate::LlmOutput;

/// The type as JSON Schema 2020-12 text; to be called in const evaluation only.
pub(crate) const fn schema_text<T: LlmOutput>() -> &'static str {
    text::<SchemaOf<T>>()
}

struct SchemaOf<T>(T);

impl<T: LlmOutput> ConstantText for SchemaOf<T> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NOTATION: Notation = Notation::JsonSchema;
}

/// Beyond 2^53 most readers of JSON round an integer: a bound that comes from the type alone is left out there.
pub(crate) const EXACT_INTEGER: i128 = 1 << 53;

/// Writes the schema of `shape`.
pub(crate) const fn write(writer: &mut Writer<'_>, shape: &'static Shape) {
    writer.definitions = Definitions::of(shape);
    let definitions = writer.definitions;
    let mut keywords = Keywords::open(writer);
    anything(&mut keywords, &Subschema::of(shape), 0);
    if definitions.count() > 0 {
        define(keywords.next(br#","$defs":"#), &definitions);
    }
    keywords.close();
}

/// Writes the types that contain themselves.
const fn define(writer: &mut Writer<'_>, definitions: &Definitions) {
    writer.copy(b"{");
    let mut i = 0;
    while i < definitions.count() {
        if i > 0 {
            writer.copy(b",");
        }
        writer.line(1);
        writer.copy(b"\"");
        definitions.name(i).write(writer);
        writer.copy(b"\":");
        writer.definitions.current = Some(i);
        let mut keywords = Keywords::open(writer);
        in_place(&mut keywords, &Subschema::of(definitions.shape(i)), 1);
        keywords.close();
        i += 1;
    }
    writer.definitions.current = None;
    writer.line(0);
    writer.copy(b"}");
}

/// Writes one subschema. This recurses over the type alone, with four calls to a level of objects: the 128 that the
/// compiler allows in const evaluation reach far below the depth at which a type is refused.
const fn value(writer: &mut Writer<'_>, subschema: &Subschema, indent: usize) {
    let mut keywords = Keywords::open(writer);
    anything(&mut keywords, subschema, indent);
    keywords.close();
}

/// The keywords of a value: those of its type, or a reference to the type.
const fn anything(keywords: &mut Keywords<'_, '_>, subschema: &Subschema, indent: usize) {
    match keywords.writer.definitions.reference(subschema.shape) {
        Some(name) => reference(keywords, subschema, name),
        None => in_place(keywords, subschema, indent),
    }
    if let Some(default) = subschema.default {
        keywords.next(br#","default":"#).text(default);
    }
}

const fn in_place(keywords: &mut Keywords<'_, '_>, subschema: &Subschema, indent: usize) {
    if let Some((only, or_null)) = type_name(subschema.shape) {
        let name = if subschema.nullable { or_null } else { only };
        keywords.next(br#","type":"#).text(name);
    }
    if subschema.is_described {
        description(keywords, subschema);
    }
    assertions(keywords, subschema, indent);
}

const fn reference(keywords: &mut Keywords<'_, '_>, subschema: &Subschema, name: DefinitionName) {
    let mut lines = DescriptionLines { keywords, empty: true };
    if let Some(doc) = subschema.docs_of_field().next() {
        lines.next().escaped(doc);
    }
    if let Shape::Reference(reference) = subschema.shape {
        let writer = lines.next();
        writer.copy(b"At most ");
        writer.integer(reference.max_depth as i128);
        writer.copy(b" nested levels.");
    }
    lines.close();
    if subschema.nullable {
        let writer = keywords.next(br#","anyOf":"#);
        writer.copy(br#"[{"$ref":"#);
        pointer(writer, name);
        writer.copy(br#"},{"type":"null"}]"#);
    } else {
        pointer(keywords.next(br#","$ref":"#), name);
    }
}

const fn pointer(writer: &mut Writer<'_>, name: DefinitionName) {
    writer.copy(b"\"#/$defs/");
    name.write(writer);
    writer.copy(b"\"");
}

/// The `type` of a shape without wrappers, alone and with `null`; `None` where every type will do.
const fn type_name(shape: &Shape) -> Option<(&'static str, &'static str)> {
    match shape {
        Shape::String { .. } | Shape::Names(_) => Some((r#""string""#, r#"["string","null"]"#)),
        Shape::Integer { .. } => Some((r#""integer""#, r#"["integer","null"]"#)),
        Shape::Number | Shape::Float32 => Some((r#""number""#, r#"["number","null"]"#)),
        Shape::Boolean => Some((r#""boolean""#, r#"["boolean","null"]"#)),
        Shape::List { .. } => Some((r#""array""#, r#"["array","null"]"#)),
        Shape::Map { .. } | Shape::Object(_) => Some((r#""object""#, r#"["object","null"]"#)),
        Shape::Any | Shape::Optional(_) | Shape::Named(_) | Shape::Union(_) | Shape::Reference(_) => None,
    }
}

/// The docs of the value and of the names it may have, a line each.
const fn description(keywords: &mut Keywords<'_, '_>, subschema: &Subschema) {
    let mut lines = DescriptionLines { keywords, empty: true };
    let mut docs = subschema.docs();
    while let Some(doc) = docs.next() {
        lines.next().escaped(doc);
    }
    if let Shape::Names(names) = subschema.shape {
        let mut i = 0;
        while i < names.variants.len() {
            let doc = trimmed(names.variants[i].doc);
            if !doc.is_empty() {
                let writer = lines.next();
                writer.escaped(names.variants[i].name);
                writer.copy(b": ");
                writer.escaped(doc);
            }
            i += 1;
        }
    }
    lines.close();
}

/// The keywords that say which values of the type are meant.
const fn assertions(keywords: &mut Keywords<'_, '_>, subschema: &Subschema, indent: usize) {
    match subschema.shape {
        Shape::String { format, .. } => {
            if let Some(format) = format {
                keywords.next(br#","format":"#).quoted(format);
            }
            if let Some(pattern) = subschema.pattern {
                keywords.next(br#","pattern":"#).quoted(pattern);
            }
            length(keywords, subschema.length(), br#","minLength":"#, br#","maxLength":"#);
        }
        Shape::Integer { .. } | Shape::Number | Shape::Float32 => range(keywords, subschema.range(EXACT_INTEGER)),
        Shape::List { element, unique, .. } => {
            value(keywords.next(br#","items":"#), &Subschema::of(element), indent);
            length(keywords, subschema.length(), br#","minItems":"#, br#","maxItems":"#);
            if *unique {
                keywords.next(br#","uniqueItems":"#).copy(b"true");
            }
        }
        Shape::Map { key, value: member } => {
            let key = Subschema::of(key);
            if !key.is_any_text() {
                property_name(keywords.next(br#","propertyNames":"#), &key, indent);
            }
            value(
                keywords.next(br#","additionalProperties":"#),
                &Subschema::of(member),
                indent,
            );
            length(
                keywords,
                subschema.length(),
                br#","minProperties":"#,
                br#","maxProperties":"#,
            );
        }
        Shape::Names(names) => enumeration(keywords.next(br#","enum":"#), names, subschema.nullable),
        Shape::Object(object) => members(keywords, object, None, indent),
        Shape::Union(of) => union::alternatives(keywords.next(br#","anyOf":"#), of, subschema.nullable, indent),
        Shape::Boolean | Shape::Any | Shape::Optional(_) | Shape::Named(_) | Shape::Reference(_) => {}
    }
}

/// The schema of a map's key: without `type`, since a property name is always text.
const fn property_name(writer: &mut Writer<'_>, subschema: &Subschema, indent: usize) {
    let mut keywords = Keywords::open(writer);
    description(&mut keywords, subschema);
    assertions(&mut keywords, subschema, indent);
    keywords.close();
}

const fn enumeration(writer: &mut Writer<'_>, names: &NamesShape, nullable: bool) {
    writer.copy(b"[");
    let mut i = 0;
    while i < names.variants.len() {
        if i > 0 {
            writer.copy(b",");
        }
        writer.quoted(names.variants[i].name);
        i += 1;
    }
    // `enum` lists every value there is: `null` in `type` alone would not admit it.
    if nullable {
        writer.text(if i > 0 { ",null" } else { "null" });
    }
    writer.copy(b"]");
}

const fn members(keywords: &mut Keywords<'_, '_>, object: &ObjectShape, tag: Option<&VariantTag>, indent: usize) {
    if !object.fields.is_empty() || tag.is_some() {
        properties(keywords.next(br#","properties":"#), object, tag, indent);
        required(keywords, object, tag);
    }
    together(keywords, object);
    // Open objects need no keyword: unknown fields are skipped, so they are allowed.
    if object.closed {
        keywords.next(br#","additionalProperties":"#).copy(b"false");
    } else if let Some(rest) = flatten::rest(object)
        && !matches!(rest, Shape::Any)
    {
        value(
            keywords.next(br#","additionalProperties":"#),
            &Subschema::of(rest),
            indent,
        );
    }
}

/// Fields that are present together or not at all.
const fn together(keywords: &mut Keywords<'_, '_>, object: &ObjectShape) {
    let mut empty = true;
    let mut i = 0;
    while i < object.fields.len() {
        let mut alone = true;
        let mut j = 0;
        while j < object.fields.len() {
            if flatten::asks_for(object, i, j) {
                if alone && empty {
                    keywords.next(br#","dependentRequired":"#).copy(b"{");
                } else {
                    keywords.writer.copy(b",");
                }
                if alone {
                    keywords.writer.quoted(object.fields[i].name);
                    keywords.writer.copy(b":[");
                }
                keywords.writer.quoted(object.fields[j].name);
                alone = false;
                empty = false;
            }
            j += 1;
        }
        if !alone {
            keywords.writer.copy(b"]");
        }
        i += 1;
    }
    if !empty {
        keywords.writer.copy(b"}");
    }
}

const fn properties(writer: &mut Writer<'_>, object: &ObjectShape, tag: Option<&VariantTag>, indent: usize) {
    writer.copy(b"{");
    if let Some(tag) = tag {
        union::constant(writer, tag.key, tag.name, indent);
    }
    let mut i = 0;
    while i < object.fields.len() {
        if i > 0 || tag.is_some() {
            writer.copy(b",");
        }
        let field = &object.fields[i];
        writer.line(indent + 1);
        writer.quoted(field.name);
        writer.copy(b":");
        value(writer, &Subschema::of_field(field), indent + 1);
        i += 1;
    }
    writer.line(indent);
    writer.copy(b"}");
}

const fn required(keywords: &mut Keywords<'_, '_>, object: &ObjectShape, tag: Option<&VariantTag>) {
    let mut empty = true;
    if let Some(tag) = tag {
        let writer = keywords.next(br#","required":"#);
        writer.copy(b"[");
        writer.quoted(tag.key);
        empty = false;
    }
    let mut i = 0;
    while i < object.fields.len() {
        if object.fields[i].required {
            if empty {
                keywords.next(br#","required":"#).copy(b"[");
            } else {
                keywords.writer.copy(b",");
            }
            keywords.writer.quoted(object.fields[i].name);
            empty = false;
        }
        i += 1;
    }
    if !empty {
        keywords.writer.copy(b"]");
    }
}

const fn range(keywords: &mut Keywords<'_, '_>, range: Range) {
    if let Some(min) = range.min {
        min.write(keywords.next(br#","minimum":"#));
    }
    if let Some(max) = range.max {
        max.write(keywords.next(br#","maximum":"#));
    }
}

const fn length(keywords: &mut Keywords<'_, '_>, length: Length, least: &[u8], greatest: &[u8]) {
    if let Some(min) = length.min {
        keywords.next(least).integer(min as i128);
    }
    if let Some(max) = length.max {
        keywords.next(greatest).integer(max as i128);
    }
}

/// A schema object that is being written, keyword by keyword.
struct Keywords<'w, 'a> {
    writer: &'w mut Writer<'a>,
    empty: bool,
}

impl<'w, 'a> Keywords<'w, 'a> {
    const fn open(writer: &'w mut Writer<'a>) -> Self {
        writer.copy(b"{");
        Self { writer, empty: true }
    }

    /// Writes the next keyword, which comes with its quotes and colon and a comma before it; its value is to be written
    /// by what is returned.
    const fn next(&mut self, key: &[u8]) -> &mut Writer<'a> {
        let key = match key {
            [_, first @ ..] if self.empty => first,
            _ => key,
        };
        self.empty = false;
        self.writer.copy(key);
        self.writer
    }

    const fn close(self) {
        self.writer.copy(b"}");
    }
}

/// The `description` that is being written, line by line; there is none without a line.
struct DescriptionLines<'k, 'w, 'a> {
    keywords: &'k mut Keywords<'w, 'a>,
    empty: bool,
}

impl<'a> DescriptionLines<'_, '_, 'a> {
    const fn next(&mut self) -> &mut Writer<'a> {
        if self.empty {
            self.empty = false;
            self.keywords.next(br#","description":"#).copy(b"\"");
        } else {
            self.keywords.writer.copy(b"\\n");
        }
        self.keywords.writer
    }

    const fn close(self) {
        if !self.empty {
            self.keywords.writer.copy(b"\"");
        }
    }
}

#[cfg(test)]
mod tests;
