//! How deep a type nests, and where: for the error that a type beyond its limit is.

use super::constant::{ConstantText, Notation, text};
use super::flatten::rest;
use super::text::Writer;
use super::{ObjectShape, Shape, Tagging, UnionShape};
use crate::LlmOutput;

/// The message about a type that nests deeper than `LIMIT`; to be called in const evaluation only.
pub const fn too_deep<T: LlmOutput, const LIMIT: u32>() -> &'static str {
    text::<TooDeep<T, LIMIT>>()
}

struct TooDeep<T, const LIMIT: u32>(T);

impl<T: LlmOutput, const LIMIT: u32> ConstantText for TooDeep<T, LIMIT> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NOTATION: Notation = Notation::TooDeep(LIMIT);
}

/// Writes the message about `shape`, whose depth is beyond `limit`.
pub(crate) const fn write(writer: &mut Writer<'_>, shape: &Shape, limit: u32) {
    let (name, levels) = (name(shape), levels(shape));
    quoted(writer, name);
    writer.copy(b" nests ");
    writer.integer(levels as i128);
    writer.copy(b" levels deep, and the limit is ");
    writer.integer(limit as i128);
    writer.copy(b", at `");
    path(writer, shape, true);
    writer.text(
        "`: models lose count of brackets, and providers refuse deep schemas; use a flatter type, or raise the limit with \
         `#[llm(max_depth = ",
    );
    writer.integer(levels as i128);
    writer.copy(b")]` on ");
    quoted(writer, name);
}

const fn quoted(writer: &mut Writer<'_>, name: &str) {
    writer.copy(b"`");
    writer.text(name);
    writer.copy(b"`");
}

const fn name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Object(object) => object.name,
        Shape::Named(named) => named.name,
        Shape::Names(names) => names.name,
        Shape::Union(union) => union.name,
        _ => "this type",
    }
}

/// Levels of objects, lists and maps from here down.
pub(crate) const fn levels(shape: &Shape) -> u32 {
    match shape {
        Shape::Optional(inner) => levels(inner),
        Shape::Named(named) => levels(named.shape),
        Shape::List { element, .. } => 1 + levels(element),
        Shape::Map { value, .. } => 1 + levels(value),
        Shape::Object(object) => {
            let below = match deepest(object) {
                Some((_, levels)) => levels,
                None => 0,
            };
            let more = match rest(object) {
                Some(value) => levels(value),
                None => 0,
            };
            1 + if more > below { more } else { below }
        }
        Shape::Union(union) => match deepest_variant(union) {
            Some((_, levels)) => levels,
            None => 0,
        },
        _ => 0,
    }
}

/// The first variant that goes deepest, and its levels.
const fn deepest_variant(union: &UnionShape) -> Option<(usize, u32)> {
    let mut found = None;
    let mut i = 0;
    while i < union.variants.len() {
        let levels = variant_levels(union, i);
        match found {
            Some((_, most)) if levels <= most => {}
            _ => found = Some((i, levels)),
        }
        i += 1;
    }
    found
}

const fn variant_levels(union: &UnionShape, variant: usize) -> u32 {
    let own = match union.variants[variant].shape {
        Some(shape) => levels(shape),
        None => 0,
    };
    match union.tagging {
        Tagging::Untagged => own,
        // The tag is in the variant's own object.
        Tagging::Internal { .. } => {
            if own == 0 {
                1
            } else {
                own
            }
        }
        Tagging::External | Tagging::Adjacent { .. } => 1 + own,
    }
}

/// The first field that goes deepest, and its levels. Each shape is measured once: with two measurements a level, a chain of
/// forty types would be measured 2^40 times.
const fn deepest(object: &ObjectShape) -> Option<(usize, u32)> {
    let mut found = None;
    let mut i = 0;
    while i < object.fields.len() {
        let levels = levels(object.fields[i].shape);
        match found {
            Some((_, most)) if levels <= most => {}
            _ => found = Some((i, levels)),
        }
        i += 1;
    }
    found
}

/// The path to what lies deepest: `findings[].places{}.line`.
const fn path(writer: &mut Writer<'_>, shape: &Shape, is_first: bool) {
    match shape {
        Shape::Optional(inner) => path(writer, inner, is_first),
        Shape::Named(named) => path(writer, named.shape, is_first),
        Shape::List { element, .. } => {
            writer.copy(b"[]");
            path(writer, element, false);
        }
        Shape::Map { value, .. } => {
            writer.copy(b"{}");
            path(writer, value, false);
        }
        Shape::Object(object) => {
            let field = deepest(object);
            let below = match field {
                Some((_, levels)) => levels,
                None => 0,
            };
            match (rest(object), field) {
                (Some(value), field) if field.is_none() || levels(value) >= below => {
                    writer.text("{}");
                    path(writer, value, false);
                }
                (_, Some((field, _))) => {
                    if !is_first {
                        writer.copy(b".");
                    }
                    writer.text(object.fields[field].name);
                    path(writer, object.fields[field].shape, false);
                }
                (_, None) => {}
            }
        }
        Shape::Union(union) => {
            if let Some((variant, _)) = deepest_variant(union) {
                let variant = &union.variants[variant];
                writer.copy(b"(");
                writer.text(variant.name);
                writer.copy(b")");
                if let Some(shape) = variant.shape {
                    path(writer, shape, false);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::samples::{TEXT, field, list, object, written};

    static PLACE: Shape = Shape::Object(&object("", &[field("line", &TEXT)]));
    static MAP: Shape = Shape::Map {
        key: &TEXT,
        value: &PLACE,
    };
    static REVIEW: Shape = Shape::Object(&object("", &[field("summary", &TEXT), field("places", &LIST)]));
    static LIST: Shape = list(&MAP);

    /// Each type is measured a few times, not twice as often as the one around it.
    #[test]
    fn a_chain_of_forty_types_is_measured_in_linear_time() {
        let mut shape: &'static Shape = &TEXT;
        for _ in 0..40 {
            let fields = Box::leak(Box::new([field("next", shape)]));
            let object = Box::leak(Box::new(object("", fields)));
            shape = Box::leak(Box::new(Shape::Object(object)));
        }
        assert_eq!(levels(shape), 40);
        let message = written(Notation::TooDeep(39), shape);
        assert!(
            message.contains(&format!("at `next{}`", ".next".repeat(39))),
            "{message}"
        );
    }

    #[test]
    fn the_message_names_the_number_and_the_deepest_path() {
        let message = written(Notation::TooDeep(3), &REVIEW);
        assert!(
            message.starts_with("`Object` nests 4 levels deep, and the limit is 3, at `places[]{}.line`:"),
            "{message}"
        );
        assert!(message.ends_with("`#[llm(max_depth = 4)]` on `Object`"), "{message}");
    }
}
