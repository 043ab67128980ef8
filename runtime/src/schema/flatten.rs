//! Flattened types: what the merged fields look like.

mod fit;

pub(super) use fit::{FlatMembers, write_misfit, write_oversize};
pub use fit::{misfit, oversize};

use super::{FieldShape, FlattenedShape, Length, ObjectShape, Range, Shape};
use crate::spec::Flattens;

/// One entry among the fields: a field, or all fields of another type.
#[derive(Debug)]
pub enum ShapePart {
    /// A field of the type's own.
    Field(FieldShape),
    /// A flattened field's type.
    Flat(&'static Shape),
}

/// What a flattened field's type is.
enum FlatKind {
    Object {
        fields: &'static [FieldShape],
        name: &'static str,
    },
    Map {
        key: &'static Shape,
    },
    Any,
    Union(&'static str),
    Other(&'static str),
}

const fn kind(shape: &'static Shape) -> FlatKind {
    match shape {
        Shape::Optional(inner) => kind(inner),
        Shape::Named(named) => kind(named.shape),
        Shape::Object(object) => FlatKind::Object {
            fields: object.fields,
            name: object.name,
        },
        Shape::Map { key, .. } => FlatKind::Map { key },
        Shape::Any => FlatKind::Any,
        Shape::Union(union) => FlatKind::Union(union.name),
        Shape::Names(_) => FlatKind::Other("a unit enum"),
        Shape::String { .. } => FlatKind::Other("a string"),
        Shape::Integer { .. } | Shape::Number | Shape::Float32 => FlatKind::Other("a number"),
        Shape::Boolean => FlatKind::Other("`true` or `false`"),
        Shape::List { .. } => FlatKind::Other("a list"),
        Shape::Reference(_) => FlatKind::Other("a recursive type"),
    }
}

const fn is_optional(shape: &Shape) -> bool {
    match shape {
        Shape::Optional(_) => true,
        Shape::Named(named) => is_optional(named.shape),
        _ => false,
    }
}

/// The fields of `T` as one list.
pub const fn merged_fields<T: Flattens<AT>, const AT: usize>() -> &'static [FieldShape] {
    let count = fields(T::SHAPES);
    macro_rules! smallest_of {
        ($($capacity:literal)*) => {
            $(if count <= $capacity {
                return fields_in::<T, AT, $capacity>();
            })*
        };
    }
    smallest_of! { 4 8 12 16 24 32 48 64 96 128 }
    // An error at the field says so.
    &[]
}

/// The types that `T` flattens.
pub const fn flattened<T: Flattens<AT>, const AT: usize>() -> &'static [FlattenedShape] {
    let count = flats(T::SHAPES);
    macro_rules! smallest_of {
        ($($capacity:literal)*) => {
            $(if count <= $capacity {
                return types_in::<T, AT, $capacity>();
            })*
        };
    }
    smallest_of! { 1 2 4 8 16 32 64 128 }
    &[]
}

// Both stand between the choice of a capacity and the array, so that no other array is made.

const fn fields_in<T: Flattens<AT>, const AT: usize, const CAPACITY: usize>() -> &'static [FieldShape] {
    Room::<T, AT, CAPACITY>::FIELDS.split_at(fields(T::SHAPES)).0
}

const fn types_in<T: Flattens<AT>, const AT: usize, const CAPACITY: usize>() -> &'static [FlattenedShape] {
    Room::<T, AT, CAPACITY>::TYPES.split_at(flats(T::SHAPES)).0
}

struct Room<T, const AT: usize, const CAPACITY: usize>(T);

impl<T: Flattens<AT>, const AT: usize, const CAPACITY: usize> Room<T, AT, CAPACITY> {
    const FIELDS: &'static [FieldShape] = &Self::MERGED;
    const MERGED: [FieldShape; CAPACITY] = {
        let mut merged = [NO_FIELD; CAPACITY];
        let mut next = 0;
        let mut i = 0;
        while i < T::SHAPES.len() {
            match &T::SHAPES[i] {
                ShapePart::Field(field) => {
                    merged[next] = *field;
                    next += 1;
                }
                ShapePart::Flat(shape) => {
                    let inner = members(shape);
                    let mut j = 0;
                    while j < inner.len() {
                        merged[next] = inner[j];
                        merged[next].required &= !is_optional(shape);
                        next += 1;
                        j += 1;
                    }
                }
            }
            i += 1;
        }
        merged
    };

    const TYPES: &'static [FlattenedShape] = &Self::FLATTENED;
    const FLATTENED: [FlattenedShape; CAPACITY] = {
        let mut types = [NO_TYPE; CAPACITY];
        let (mut next, mut first) = (0, 0);
        let mut i = 0;
        while i < T::SHAPES.len() {
            match &T::SHAPES[i] {
                ShapePart::Field(_) => first += 1,
                ShapePart::Flat(shape) => {
                    types[next] = FlattenedShape {
                        shape,
                        first,
                        optional: is_optional(shape),
                    };
                    next += 1;
                    first += members(shape).len();
                }
            }
            i += 1;
        }
        types
    };
}

const NO_FIELD: FieldShape = FieldShape {
    example: None,
    name: "",
    doc: "",
    shape: &Shape::Any,
    required: false,
    default: None,
    range: Range::NONE,
    length: Length::NONE,
    aliases: &[],
    reading: &[],
};

const NO_TYPE: FlattenedShape = FlattenedShape {
    shape: &Shape::Any,
    first: 0,
    optional: false,
};

/// The fields that a flattened type adds.
pub(super) const fn members(shape: &'static Shape) -> &'static [FieldShape] {
    match kind(shape) {
        FlatKind::Object { fields, .. } => fields,
        _ => &[],
    }
}

/// The shape of the values whose keys match no field, if a flattened map accepts them.
pub(super) const fn rest(object: &ObjectShape) -> Option<&'static Shape> {
    let mut i = 0;
    while i < object.flattened.len() {
        let found = rest_of(object.flattened[i].shape);
        if found.is_some() {
            return found;
        }
        i += 1;
    }
    None
}

const fn rest_of(shape: &'static Shape) -> Option<&'static Shape> {
    match shape {
        Shape::Optional(inner) => rest_of(inner),
        Shape::Named(named) => rest_of(named.shape),
        Shape::Map { value, .. } => Some(value),
        Shape::Any => Some(&Shape::Any),
        Shape::Object(object) => rest(object),
        _ => None,
    }
}

/// Whether `field` may only be present together with `other`: both are in a type that may be absent as a whole, and `other`
/// is required if that type is present.
pub(super) const fn asks_for(object: &ObjectShape, field: usize, other: usize) -> bool {
    let mut i = 0;
    while i < object.flattened.len() {
        let FlattenedShape { shape, first, optional } = object.flattened[i];
        let inner = members(shape);
        if first <= field && first <= other && field < first + inner.len() && other < first + inner.len() {
            if optional && field != other && inner[other - first].required {
                return true;
            }
            if let Some(inner) = object_of(shape) {
                return asks_for(inner, field - first, other - first);
            }
        }
        i += 1;
    }
    false
}

const fn object_of(shape: &'static Shape) -> Option<&'static ObjectShape> {
    match shape {
        Shape::Optional(inner) => object_of(inner),
        Shape::Named(named) => object_of(named.shape),
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

const fn fields(parts: &[ShapePart]) -> usize {
    let mut count = 0;
    let mut i = 0;
    while i < parts.len() {
        count += match &parts[i] {
            ShapePart::Field(_) => 1,
            ShapePart::Flat(shape) => members(shape).len(),
        };
        i += 1;
    }
    count
}

const fn flats(parts: &[ShapePart]) -> usize {
    let mut count = 0;
    let mut i = 0;
    while i < parts.len() {
        count += matches!(parts[i], ShapePart::Flat(_)) as usize;
        i += 1;
    }
    count
}
