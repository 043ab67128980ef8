//! Enums whose variants carry data: `anyOf`, with a constant where a tag tells the variants apart.

use super::{Keywords, Subschema, VariantTag, assertions, description, members, value};
use crate::schema::text::Writer;
use crate::schema::{Shape, Tagging, UnionShape, UnionVariantShape};

/// Writes the list of alternatives, each on a line of its own.
pub(super) const fn alternatives(writer: &mut Writer<'_>, union: &UnionShape, nullable: bool, indent: usize) {
    writer.copy(b"[");
    let mut i = 0;
    while i < union.variants.len() {
        if i > 0 {
            writer.copy(b",");
        }
        writer.line(indent + 1);
        alternative(writer, union.tagging, &union.variants[i], indent + 1);
        i += 1;
    }
    if nullable {
        writer.copy(b",");
        writer.line(indent + 1);
        writer.copy(br#"{"type":"null"}"#);
    }
    writer.line(indent);
    writer.copy(b"]");
}

const fn alternative(writer: &mut Writer<'_>, tagging: Tagging, variant: &UnionVariantShape, indent: usize) {
    let inner = Subschema::of_variant(variant);
    match (tagging, variant.shape) {
        (Tagging::Untagged, Some(_)) => value(writer, &inner, indent),
        (Tagging::Untagged, None) => writer.copy(br#"{"type":"null"}"#),
        (Tagging::External, None) => {
            let mut keywords = Keywords::open(writer);
            description(&mut keywords, &inner);
            keywords.next(br#","const":"#).quoted(variant.name);
            keywords.close();
        }
        (Tagging::External, Some(shape)) => {
            let mut keywords = object(writer, variant);
            let writer = keywords.next(br#","properties":"#);
            writer.copy(b"{");
            member(writer, variant.name, shape, indent);
            writer.copy(b"}");
            required(&mut keywords, variant.name, None);
            keywords.next(br#","additionalProperties":"#).copy(b"false");
            keywords.close();
        }
        (Tagging::Adjacent { tag, content }, shape) => {
            let mut keywords = object(writer, variant);
            let writer = keywords.next(br#","properties":"#);
            writer.copy(b"{");
            constant(writer, tag, variant.name, indent);
            let needed = match shape {
                Some(shape) => {
                    writer.copy(b",");
                    member(writer, content, shape, indent);
                    !Subschema::of(shape).nullable
                }
                None => false,
            };
            writer.line(indent);
            writer.copy(b"}");
            required(&mut keywords, tag, if needed { Some(content) } else { None });
            keywords.close();
        }
        (Tagging::Internal { tag }, _) => {
            let mut keywords = Keywords::open(writer);
            keywords.next(br#","type":"#).quoted("object");
            description(&mut keywords, &inner);
            tagged(
                &mut keywords,
                &VariantTag {
                    key: tag,
                    name: variant.name,
                },
                inner.shape,
                indent,
            );
            keywords.close();
        }
    }
}

/// The fields of a variant, with its tag before them.
const fn tagged(keywords: &mut Keywords<'_, '_>, tag: &VariantTag, shape: &'static Shape, indent: usize) {
    if let Shape::Object(object) = shape {
        return members(keywords, object, Some(tag), indent);
    }
    let writer = keywords.next(br#","properties":"#);
    writer.copy(b"{");
    constant(writer, tag.key, tag.name, indent);
    writer.line(indent);
    writer.copy(b"}");
    required(keywords, tag.key, None);
    // A variant that holds an enum with a tag of its own: both say something about the one object.
    if let Shape::Union(_) = shape {
        assertions(keywords, &Subschema::of(shape), indent);
    }
}

const fn object<'w, 'a>(writer: &'w mut Writer<'a>, variant: &UnionVariantShape) -> Keywords<'w, 'a> {
    let mut keywords = Keywords::open(writer);
    keywords.next(br#","type":"#).quoted("object");
    description(&mut keywords, &Subschema::doc_of(variant));
    keywords
}

pub(super) const fn constant(writer: &mut Writer<'_>, key: &str, name: &str, indent: usize) {
    writer.line(indent + 1);
    writer.quoted(key);
    writer.copy(br#":{"const":"#);
    writer.quoted(name);
    writer.copy(b"}");
}

const fn member(writer: &mut Writer<'_>, key: &str, shape: &'static Shape, indent: usize) {
    writer.line(indent + 1);
    writer.quoted(key);
    writer.copy(b":");
    value(writer, &Subschema::of(shape), indent + 1);
}

const fn required(keywords: &mut Keywords<'_, '_>, first: &str, second: Option<&str>) {
    let writer = keywords.next(br#","required":"#);
    writer.copy(b"[");
    writer.quoted(first);
    if let Some(second) = second {
        writer.copy(b",");
        writer.quoted(second);
    }
    writer.copy(b"]");
}
