//! Types whose members stand among those of another: what the merged members look like, and what keeps them apart.

use super::constant::{Document, Notation, text};
use super::text::Writer;
use super::{FieldShape, FlattenedShape, Length, ObjectShape, Range, Shape};
use crate::spec::{FieldSpec, Flattens, ObjectSpec, Part, count};

/// What stands at one place among the members: a field, or all of another type's.
#[derive(Debug)]
pub enum ShapePart {
    /// A field of the type's own.
    Field(FieldShape),
    /// A flattened field's type.
    Flat(&'static Shape),
}

/// What a flattened field's type is.
enum Kind {
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

const fn kind(shape: &'static Shape) -> Kind {
    match shape {
        Shape::Optional(inner) => kind(inner),
        Shape::Named(named) => kind(named.shape),
        Shape::Object(object) => Kind::Object {
            fields: object.fields,
            name: object.name,
        },
        Shape::Map { key, .. } => Kind::Map { key },
        Shape::Any => Kind::Any,
        Shape::Union(union) => Kind::Union(union.name),
        Shape::Names(_) => Kind::Other("a name out of a list"),
        Shape::String { .. } => Kind::Other("text"),
        Shape::Integer { .. } | Shape::Number => Kind::Other("a number"),
        Shape::Boolean => Kind::Other("`true` or `false`"),
        Shape::List { .. } => Kind::Other("a list"),
        Shape::Reference(_) => Kind::Other("a type inside itself"),
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
};

const NO_TYPE: FlattenedShape = FlattenedShape {
    shape: &Shape::Any,
    first: 0,
    optional: false,
};

/// The members that a flattened type brings.
pub(super) const fn members(shape: &'static Shape) -> &'static [FieldShape] {
    match kind(shape) {
        Kind::Object { fields, .. } => fields,
        _ => &[],
    }
}

/// What the members look like that no field knows, where a flattened map takes them.
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

/// Whether `field` is there only together with `other`: both stand in a type that may be absent as a whole, and `other`
/// must be there if it is not.
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

/// What keeps the flattened part `PART` of `T` from standing where it does; empty where nothing does. To be called in
/// const evaluation only.
pub const fn misfit<T: Flattens<AT>, const AT: usize, const PART: usize>() -> &'static str {
    text::<Misfit<T, AT, PART>>()
}

struct Misfit<T, const AT: usize, const PART: usize>(T);

impl<T: Flattens<AT>, const AT: usize, const PART: usize> Document for Misfit<T, AT, PART> {
    const SHAPE: &'static Shape = &Shape::Any;
    const NOTATION: Notation = Notation::Misfit(&Parts::<T, AT>::ALL, PART);
}

/// Says that `T` has more than `LIMIT` members with those of the types that it flattens; empty where it has not.
pub const fn oversize<T: Flattens<AT>, const AT: usize, const LIMIT: usize>() -> &'static str {
    text::<Oversize<T, AT, LIMIT>>()
}

struct Oversize<T, const AT: usize, const LIMIT: usize>(T);

impl<T: Flattens<AT>, const AT: usize, const LIMIT: usize> Document for Oversize<T, AT, LIMIT> {
    const SHAPE: &'static Shape = &Shape::Any;
    const NOTATION: Notation = Notation::Oversize(&Parts::<T, AT>::ALL, LIMIT);
}

/// All that is to be judged.
pub(crate) struct Members {
    name: &'static str,
    closed: bool,
    content: bool,
    parts: &'static [Part],
    shapes: &'static [ShapePart],
}

struct Parts<T, const AT: usize>(T);

impl<T: Flattens<AT>, const AT: usize> Parts<T, AT> {
    const ALL: Members = Members {
        name: T::NAME,
        closed: T::CLOSED,
        content: T::CONTENT,
        parts: T::PARTS,
        shapes: T::SHAPES,
    };
}

pub(crate) const fn write_oversize(writer: &mut Writer<'_>, of: &Members, limit: usize) {
    let count = count(of.parts);
    // One bit of the set of fields is kept for groups.
    let most = 127;
    if count <= limit && count <= most {
        return;
    }
    quoted(writer, of.name);
    writer.copy(b" has ");
    writer.integer(count as i128);
    writer.copy(b" fields with those that it flattens, more than ");
    writer.integer(if limit < most { limit } else { most } as i128);
    writer.copy(b": models forget and mix up members of large objects; keep some of them nested: remove `flatten`");
    if count <= most {
        writer.copy(b", or raise the limit with `#[llm(max_fields = ");
        writer.integer(count as i128);
        writer.copy(b")]`");
    }
}

pub(crate) const fn write_misfit(writer: &mut Writer<'_>, of: &Members, part: usize) {
    let (Part::Flat { name, spec, optional }, ShapePart::Flat(shape)) = (&of.parts[part], &of.shapes[part - tags(of)])
    else {
        return;
    };
    match kind(shape) {
        Kind::Object { name: inner, .. } => {
            if spec.deny_unknown && !of.closed {
                quoted(writer, inner);
                writer.copy(b" refuses unknown members, and among those of ");
                quoted(writer, of.name);
                writer.copy(b" nothing tells which are its own: put `deny_unknown_fields` on ");
                quoted(writer, of.name);
                writer.copy(b" too, where it counts for all of them, or remove it from ");
                quoted(writer, inner);
                return;
            }
        }
        Kind::Map { key } => {
            if !matches!(key, Shape::String { .. } | Shape::Named(_)) {
                quoted(writer, name);
                writer.text(
                    " takes every member that no field knows, so its keys are any text: use `String` as the key, or write the \
                     names out as fields",
                );
                return;
            }
        }
        Kind::Any => {}
        Kind::Union(inner) => {
            quoted(writer, name);
            writer.copy(b" is flattened, and which members ");
            quoted(writer, inner);
            writer.copy(b" has is known only once its variant is: keep it a member of its own (remove `flatten`), or turn the types around: make ");
            quoted(writer, of.name);
            writer.copy(b"'s other fields a struct, and flatten that into each variant of ");
            quoted(writer, inner);
            return;
        }
        Kind::Other(what) => {
            quoted(writer, name);
            writer.copy(b" is flattened, and ");
            writer.text(what);
            writer.copy(b" has no members that could stand among those of ");
            quoted(writer, of.name);
            writer.copy(b": remove `flatten`");
            return;
        }
    }
    if spec.takes_rest {
        if *optional && spec.fields.is_empty() {
            quoted(writer, name);
            writer.text(
                " takes every member that no field knows, and is empty where there is none: write it without `Option`",
            );
            return;
        }
        if of.closed {
            quoted(writer, name);
            writer.copy(b" takes every unknown member, and `deny_unknown_fields` refuses them: keep one of the two");
            return;
        }
    }
    let mut i = 0;
    while i < part {
        if let Part::Flat {
            name: other,
            spec: earlier,
            ..
        } = &of.parts[i]
            && earlier.takes_rest
        {
            quoted(writer, other);
            if spec.takes_rest {
                writer.copy(b" takes every member that no field knows already, so ");
                quoted(writer, name);
                writer.copy(b" would never get one: keep one of them");
            } else {
                writer.copy(b" takes every member that no field knows, and stands before ");
                quoted(writer, name);
                writer.copy(b": move it behind all other fields that are flattened, as serde needs it too");
            }
            return;
        }
        i += 1;
    }
    if contents(writer, of, part, name, spec) {
        return;
    }
    let mut i = 0;
    while i < spec.fields.len() {
        let mut j = 0;
        while j < of.parts.len() {
            if meets(writer, of.parts, (part, i), j) {
                return;
            }
            j += 1;
        }
        i += 1;
    }
}

/// The parts before those that have a shape: the tag of a variant.
const fn tags(of: &Members) -> usize {
    of.parts.len() - of.shapes.len()
}

/// Two fields that would both take a reply without any JSON.
const fn contents(writer: &mut Writer<'_>, of: &Members, part: usize, name: &str, spec: &ObjectSpec) -> bool {
    let mut taken = of.content;
    let mut i = 0;
    while i < part {
        if let Part::Flat { spec, .. } = &of.parts[i] {
            taken |= spec.content.is_some();
        }
        i += 1;
    }
    if spec.content.is_none() || !taken {
        return false;
    }
    quoted(writer, name);
    writer.copy(b" has a field that takes a reply without any JSON whole, and only one can: remove one `content`");
    true
}

/// Says where a name of the flattened field at `(part, index)` meets one of another part. Of two flattened ones the
/// later is the one to say so.
const fn meets(writer: &mut Writer<'_>, parts: &'static [Part], at: (usize, usize), other: usize) -> bool {
    let count = match &parts[other] {
        Part::Field(_) => 1,
        Part::Flat { spec, .. } if other < at.0 => spec.fields.len(),
        Part::Flat { .. } => 0,
    };
    let mut k = 0;
    while k < count {
        if fields_meet(writer, parts, at, (other, k)) {
            return true;
        }
        k += 1;
    }
    false
}

const fn fields_meet(
    writer: &mut Writer<'_>,
    parts: &'static [Part],
    at: (usize, usize),
    other: (usize, usize),
) -> bool {
    let (one, two) = (field(parts, at), field(parts, other));
    let mut i = 0;
    while i <= one.aliases.len() {
        let mut j = 0;
        while j <= two.aliases.len() {
            let (a, b) = (spelling(one, i), spelling(two, j));
            if is_same(folded(one, i), folded(two, j)) {
                quoted(writer, a);
                if is_equal(a.as_bytes(), b.as_bytes()) {
                    writer.copy(b" is a name of `");
                    path(writer, parts, at);
                    writer.copy(b"` and of `");
                    path(writer, parts, other);
                    writer.copy(b"`, which stand in one object: an answer could mean either; rename one of them, or remove `flatten`");
                } else {
                    writer.copy(b" (of `");
                    path(writer, parts, at);
                    writer.copy(b"`) and ");
                    quoted(writer, b);
                    writer.copy(b" (of `");
                    path(writer, parts, other);
                    writer.text(
                        "`) stand in one object and differ only in case or separators, which models do not keep: an answer could \
                         mean either; rename one of them, or remove `flatten`",
                    );
                }
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

const fn field(parts: &'static [Part], (part, index): (usize, usize)) -> &'static FieldSpec {
    match &parts[part] {
        Part::Field(field) => field,
        Part::Flat { spec, .. } => &spec.fields[index],
    }
}

/// The field's name, or one of its aliases.
const fn spelling(field: &FieldSpec, at: usize) -> &'static str {
    if at == 0 { field.name } else { field.aliases[at - 1] }
}

/// The same after folding, as far as it is not ASCII.
const fn folded(field: &FieldSpec, at: usize) -> &'static str {
    if field.folded.is_empty() {
        spelling(field, at)
    } else {
        field.folded[at]
    }
}

/// Whether two names are the same but for the case and the separators of ASCII.
const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let (mut i, mut j) = (0, 0);
    loop {
        while i < one.len() && is_separator(one[i]) {
            i += 1;
        }
        while j < other.len() && is_separator(other[j]) {
            j += 1;
        }
        if i == one.len() || j == other.len() {
            return i == one.len() && j == other.len();
        }
        if !one[i].eq_ignore_ascii_case(&other[j]) {
            return false;
        }
        i += 1;
        j += 1;
    }
}

const fn is_equal(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

const fn is_separator(byte: u8) -> bool {
    matches!(byte, b'_' | b'-' | b'.' | b'/' | b':' | b' ' | b'\t'..=b'\r')
}

/// The path in the source to a field: through the flattened ones that hold it, to its name.
const fn path(writer: &mut Writer<'_>, parts: &'static [Part], (part, index): (usize, usize)) {
    match &parts[part] {
        Part::Field(field) => writer.text(field.name),
        Part::Flat { name, spec, .. } => {
            writer.text(name);
            writer.copy(b".");
            if spec.parts.is_empty() {
                return writer.text(spec.fields[index].name);
            }
            let (mut part, mut left) = (0, index);
            while left >= spec.parts[part].len() as usize {
                left -= spec.parts[part].len() as usize;
                part += 1;
            }
            path(writer, spec.parts, (part, left));
        }
    }
}

const fn quoted(writer: &mut Writer<'_>, name: &str) {
    writer.copy(b"`");
    writer.text(name);
    writer.copy(b"`");
}
