//! What keeps the fields of two types apart in one object, and the messages if they do not fit.

use super::{FlatKind, ShapePart, kind};
use crate::schema::Shape;
use crate::schema::constant::{ConstantText, Notation, text};
use crate::schema::text::Writer;
use crate::spec::{FieldSpec, Flattens, ObjectSpec, Part, count};

/// Why the flattened part `PART` of `T` does not fit among the other parts; empty if it does. To be called in const
/// evaluation only.
pub const fn misfit<T: Flattens<AT>, const AT: usize, const PART: usize>() -> &'static str {
    text::<Misfit<T, AT, PART>>()
}

struct Misfit<T, const AT: usize, const PART: usize>(T);

impl<T: Flattens<AT>, const AT: usize, const PART: usize> ConstantText for Misfit<T, AT, PART> {
    const SHAPE: &'static Shape = &Shape::Any;
    const NOTATION: Notation = Notation::Misfit(&FittedParts::<T, AT>::ALL, PART);
}

/// Says that `T` has more than `LIMIT` fields with those of the types that it flattens; empty if it does not.
pub const fn oversize<T: Flattens<AT>, const AT: usize, const LIMIT: usize>() -> &'static str {
    text::<Oversize<T, AT, LIMIT>>()
}

struct Oversize<T, const AT: usize, const LIMIT: usize>(T);

impl<T: Flattens<AT>, const AT: usize, const LIMIT: usize> ConstantText for Oversize<T, AT, LIMIT> {
    const SHAPE: &'static Shape = &Shape::Any;
    const NOTATION: Notation = Notation::Oversize(&FittedParts::<T, AT>::ALL, LIMIT);
}

/// All that is to be judged.
pub(crate) struct FlatMembers {
    name: &'static str,
    closed: bool,
    content: bool,
    parts: &'static [Part],
    shapes: &'static [ShapePart],
}

struct FittedParts<T, const AT: usize>(T);

impl<T: Flattens<AT>, const AT: usize> FittedParts<T, AT> {
    const ALL: FlatMembers = FlatMembers {
        name: T::NAME,
        closed: T::CLOSED,
        content: T::CONTENT,
        parts: T::PARTS,
        shapes: T::SHAPES,
    };
}

pub(crate) const fn write_oversize(writer: &mut Writer<'_>, of: &FlatMembers, limit: usize) {
    let count = count(of.parts);
    // One bit of the set of fields is kept for groups.
    let most = 127;
    if count <= limit && count <= most {
        return;
    }
    quoted(writer, of.name);
    writer.copy(b" has ");
    writer.integer(count as i128);
    writer.copy(b" fields, flattened ones included, and the limit is ");
    writer.integer(if limit < most { limit } else { most } as i128);
    writer.copy(b": models forget and mix up the fields of large objects; keep some of them nested: remove `flatten`");
    if count <= most {
        writer.copy(b", or raise the limit with `#[llm(max_fields = ");
        writer.integer(count as i128);
        writer.copy(b")]`");
    }
}

pub(crate) const fn write_misfit(writer: &mut Writer<'_>, of: &FlatMembers, part: usize) {
    let (Part::Flat { name, spec, optional }, ShapePart::Flat(shape)) = (&of.parts[part], &of.shapes[part - tags(of)])
    else {
        return;
    };
    if write_wrong_kind(writer, of, name, spec, shape)
        || write_wrong_rest(writer, of, name, spec, *optional)
        || write_late(writer, of, part, name, spec)
        || contents(writer, of, part, name, spec)
    {
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

/// Says that a type of this kind cannot be flattened here.
const fn write_wrong_kind(
    writer: &mut Writer<'_>,
    of: &FlatMembers,
    name: &str,
    spec: &ObjectSpec,
    shape: &'static Shape,
) -> bool {
    match kind(shape) {
        FlatKind::Object { name: inner, .. } if spec.deny_unknown && !of.closed => {
            quoted(writer, inner);
            writer.copy(b" refuses unknown fields, but among those of ");
            quoted(writer, of.name);
            writer.copy(b" it cannot tell which are its own: put `deny_unknown_fields` on ");
            quoted(writer, of.name);
            writer.copy(b" too, where it applies to all of them, or remove it from ");
            quoted(writer, inner);
        }
        FlatKind::Map { key } if !matches!(key, Shape::String { .. } | Shape::Named(_)) => {
            quoted(writer, name);
            writer.text(
                " collects all unknown fields, so its keys can be any string: use `String` as the key, or write the \
                 names out as fields",
            );
        }
        FlatKind::Object { .. } | FlatKind::Map { .. } | FlatKind::Any => return false,
        FlatKind::Union(inner) => {
            quoted(writer, name);
            writer.copy(b" is flattened, but which fields ");
            quoted(writer, inner);
            writer.copy(b" has depends on its variant: keep it a field of its own (remove `flatten`), or turn the types around: make ");
            quoted(writer, of.name);
            writer.copy(b"'s other fields a struct, and flatten that into each variant of ");
            quoted(writer, inner);
        }
        FlatKind::Other(what) => {
            quoted(writer, name);
            writer.copy(b" is flattened, but ");
            writer.text(what);
            writer.copy(b" has no fields to merge into those of ");
            quoted(writer, of.name);
            writer.copy(b": remove `flatten`");
        }
    }
    true
}

/// Says that a part that collects the unknown fields cannot do so here.
const fn write_wrong_rest(
    writer: &mut Writer<'_>,
    of: &FlatMembers,
    name: &str,
    spec: &ObjectSpec,
    optional: bool,
) -> bool {
    if !spec.takes_rest {
        return false;
    }
    if optional && spec.fields.is_empty() {
        quoted(writer, name);
        writer.text(" collects all unknown fields, and is empty if there are none: write it without `Option`");
        return true;
    }
    if of.closed {
        quoted(writer, name);
        writer.copy(b" collects all unknown fields, and `deny_unknown_fields` refuses them: keep one of the two");
    }
    of.closed
}

/// Says that an earlier part collects all fields that this one could read.
const fn write_late(writer: &mut Writer<'_>, of: &FlatMembers, part: usize, name: &str, spec: &ObjectSpec) -> bool {
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
                writer.copy(b" collects all unknown fields already, so ");
                quoted(writer, name);
                writer.copy(b" would never get one: keep one of them");
            } else {
                writer.copy(b" collects all unknown fields, and comes before ");
                quoted(writer, name);
                writer.copy(b": move it after all other flattened fields, as serde requires too");
            }
            return true;
        }
        i += 1;
    }
    false
}

/// The parts before those that have a shape: the tag of a variant.
const fn tags(of: &FlatMembers) -> usize {
    of.parts.len() - of.shapes.len()
}

/// Two fields that would both take a reply without any JSON.
const fn contents(writer: &mut Writer<'_>, of: &FlatMembers, part: usize, name: &str, spec: &ObjectSpec) -> bool {
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
    writer.copy(b" has a field that accepts a whole reply without any JSON, and only one can: remove one `content`");
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
                    writer.copy(b"`, which are in one object: an answer could mean either; rename one of them, or remove `flatten`");
                } else {
                    writer.copy(b" (of `");
                    path(writer, parts, at);
                    writer.copy(b"`) and ");
                    quoted(writer, b);
                    writer.copy(b" (of `");
                    path(writer, parts, other);
                    writer.text(
                        "`) are in one object and differ only in case or separators, which models do not preserve: \
                         an answer could mean either; rename one of them, or remove `flatten`",
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
