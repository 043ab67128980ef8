//! Enums whose variants carry data: a union of TypeScript, discriminated where there is a tag.

use super::{CommentTarget, Subschema, VariantTag, comments, expression, is_identifier, members};
use crate::schema::text::Writer;
use crate::schema::{Shape, Tagging, UnionShape, UnionVariantShape};

/// Writes the union, with at least one line for each variant; at the root it begins at the writer's position.
pub(super) const fn union(
    writer: &mut Writer<'_>,
    union: &'static UnionShape,
    nullable: bool,
    indent: usize,
    is_root: bool,
) {
    let level = if is_root { indent } else { indent + 1 };
    let mut i = 0;
    while i < union.variants.len() {
        if i > 0 || !is_root {
            writer.copy(b"\n");
        }
        variant(writer, union.tagging, &union.variants[i], level);
        i += 1;
    }
    if nullable {
        writer.line(level);
        writer.copy(b"| null");
    }
}

/// Whether what is written for the value begins on a line of its own.
pub(super) const fn has_lines(writer: &Writer<'_>, value: &Subschema) -> bool {
    matches!(value.shape, Shape::Union(_)) && writer.definitions.reference(value.shape).is_none()
}

/// Goes back to the line of what holds a union.
pub(super) const fn end(writer: &mut Writer<'_>, value: &Subschema, indent: usize) {
    if has_lines(writer, value) {
        writer.line(indent);
    }
}

const fn variant(writer: &mut Writer<'_>, tagging: Tagging, variant: &'static UnionVariantShape, indent: usize) {
    let value = Subschema::of_variant(variant);
    let place = CommentTarget {
        outer: None,
        label: "",
        indent,
    };
    // Comments about the fields of an object are above the fields.
    let of_value = matches!(tagging, Tagging::Untagged | Tagging::Internal { .. });
    let said = if of_value {
        Subschema::of_variant(variant)
    } else {
        Subschema::doc_of(variant)
    };
    comments(writer, &said, &place);
    writer.indent(indent);
    writer.copy(b"| ");
    match (tagging, variant.shape) {
        (Tagging::Untagged, Some(_)) => expression(writer, &value, indent),
        (Tagging::Untagged, None) => writer.copy(b"null"),
        (Tagging::External, None) => writer.quoted(variant.name),
        (Tagging::External, Some(shape)) => {
            writer.copy(b"{");
            member(writer, variant.name, shape, indent);
            close(writer, indent);
        }
        (Tagging::Adjacent { tag, content }, shape) => {
            writer.copy(b"{");
            constant(writer, tag, variant.name, indent);
            if let Some(shape) = shape {
                writer.copy(b",");
                member(writer, content, shape, indent);
            }
            close(writer, indent);
        }
        (Tagging::Internal { tag }, _) => {
            let tag = VariantTag {
                key: tag,
                name: variant.name,
            };
            if let Shape::Object(object) = value.shape {
                return members(writer, object, Some(&tag), indent);
            }
            writer.copy(b"{");
            constant(writer, tag.key, tag.name, indent);
            close(writer, indent);
            if let Shape::Union(_) = value.shape {
                writer.copy(b" & (");
                let inner = Subschema::of(value.shape);
                expression(writer, &inner, indent);
                end(writer, &inner, indent);
                writer.copy(b")");
            }
        }
    }
}

const fn close(writer: &mut Writer<'_>, indent: usize) {
    writer.line(indent);
    writer.copy(b"}");
}

const fn member(writer: &mut Writer<'_>, name: &str, shape: &'static Shape, indent: usize) {
    let value = Subschema::of(shape);
    writer.copy(b"\n");
    comments(
        writer,
        &value,
        &CommentTarget {
            outer: None,
            label: "",
            indent: indent + 1,
        },
    );
    named(writer, name, ":", &value, indent + 1);
}

/// Writes a field's name and its type; a union begins on the next line.
pub(super) const fn named(writer: &mut Writer<'_>, name: &str, colon: &str, value: &Subschema, indent: usize) {
    let is_union = has_lines(writer, value);
    writer.indent(indent);
    key(writer, name);
    writer.text(colon);
    writer.text(if is_union { "" } else { " " });
    expression(writer, value, indent);
}

/// Writes the field that names a variant.
pub(super) const fn constant(writer: &mut Writer<'_>, name: &str, variant: &str, indent: usize) {
    writer.line(indent + 1);
    key(writer, name);
    writer.copy(b": ");
    writer.quoted(variant);
}

/// Writes a field's name, in quotes if it needs them.
const fn key(writer: &mut Writer<'_>, name: &str) {
    if is_identifier(name.as_bytes()) {
        writer.text(name);
    } else {
        writer.quoted(name);
    }
}
