//! A hash of what a type accepts: FNV-1a (64 bits) of a canonical form of its [`Shape`].
//!
//! The canonical form is a sequence of bytes that can be decoded again, so two types that accept different texts never have
//! the same form. It begins with [`FORM`]. Every shape begins with a byte that says what it is; a count is a LEB128 number, a
//! string its length in bytes and its bytes, an optional part a byte 0 or a byte 1 and the part, and a number is written in
//! little-endian order. A change of this form changes every fingerprint, so it is a breaking change; [`FORM`] then counts up.
//!
//! Names of types, doc comments and examples are no part of it: they change what a model reads, but not what is accepted and
//! which value comes out.

use super::{Bound, FieldShape, FlattenedShape, Length, ObjectShape, Range, Shape, Tagging, UnionShape};

/// The version of the canonical form.
const FORM: u8 = 1;

/// The hash of what `shape` accepts.
pub(crate) const fn fingerprint(shape: &Shape) -> u64 {
    let mut hash = Fnv::NEW;
    hash.byte(FORM);
    hash.shape(shape, None);
    hash.0
}

/// A type around the current place: what a recursive reference may refer to.
#[derive(Clone, Copy)]
struct OuterType<'a> {
    name: &'static str,
    outer: Option<&'a OuterType<'a>>,
}

/// FNV-1a, 64 bits.
struct Fnv(u64);

impl Fnv {
    const NEW: Self = Self(0xcbf2_9ce4_8422_2325);

    const fn byte(&mut self, byte: u8) {
        self.0 = (self.0 ^ byte as u64).wrapping_mul(0x0100_0000_01b3);
    }

    const fn bytes(&mut self, bytes: &[u8]) {
        let mut i = 0;
        while i < bytes.len() {
            self.byte(bytes[i]);
            i += 1;
        }
    }

    #[expect(clippy::cast_possible_truncation, reason = "seven bits of it are written")]
    const fn count(&mut self, count: usize) {
        let mut left = count;
        while left >= 0x80 {
            self.byte(left as u8 | 0x80);
            left >>= 7;
        }
        self.byte(left as u8);
    }

    const fn flag(&mut self, flag: bool) {
        self.byte(flag as u8);
    }

    const fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes(text.as_bytes());
    }

    const fn texts(&mut self, texts: &[&str]) {
        self.count(texts.len());
        let mut i = 0;
        while i < texts.len() {
            self.text(texts[i]);
            i += 1;
        }
    }

    /// A set of different texts, whatever their order.
    const fn set_of_texts(&mut self, texts: &[&str]) {
        self.count(texts.len());
        let mut last = None;
        let mut written = 0;
        while written < texts.len() {
            let Some(next) = least_after(texts, last) else { return };
            self.text(next);
            last = Some(next);
            written += 1;
        }
    }

    const fn optional_text(&mut self, text: Option<&str>) {
        self.flag(text.is_some());
        if let Some(text) = text {
            self.text(text);
        }
    }

    const fn length(&mut self, length: Length) {
        self.limit(length.min);
        self.limit(length.max);
    }

    const fn limit(&mut self, limit: Option<usize>) {
        self.flag(limit.is_some());
        if let Some(limit) = limit {
            self.count(limit);
        }
    }

    const fn range(&mut self, range: Range) {
        self.bound(range.min);
        self.bound(range.max);
    }

    const fn bound(&mut self, bound: Option<Bound>) {
        match bound {
            None => self.byte(0),
            Some(Bound::Integer(value)) => {
                self.byte(1);
                self.bytes(&value.to_le_bytes());
            }
            Some(Bound::Float(value, _)) => {
                self.byte(2);
                self.bytes(&value.to_bits().to_le_bytes());
            }
        }
    }

    const fn shape(&mut self, shape: &Shape, around: Option<&OuterType<'_>>) {
        match shape {
            Shape::String { format, length } => {
                self.byte(b's');
                self.optional_text(*format);
                self.length(*length);
            }
            Shape::Integer { range } => {
                self.byte(b'i');
                self.range(*range);
            }
            Shape::Number => self.byte(b'n'),
            Shape::Float32 => self.byte(b'f'),
            Shape::Boolean => self.byte(b'b'),
            Shape::Any => self.byte(b'a'),
            Shape::Optional(inner) => {
                self.byte(b'?');
                self.shape(inner, around);
            }
            Shape::List {
                element,
                length,
                unique,
            } => {
                self.byte(b'l');
                self.length(*length);
                self.flag(*unique);
                self.shape(element, around);
            }
            Shape::Map { key, value } => {
                self.byte(b'm');
                self.shape(key, around);
                self.shape(value, around);
            }
            Shape::Names(names) => {
                let mut i = 0;
                while i < names.variants.len() {
                    self.other(names.variants[i].other, i);
                    i += 1;
                }
                self.byte(b'e');
                self.count(names.variants.len());
                let mut i = 0;
                while i < names.variants.len() {
                    self.text(names.variants[i].name);
                    self.set_of_texts(names.variants[i].aliases);
                    i += 1;
                }
            }
            Shape::Named(named) => {
                // A newtype without bounds accepts what the inner type does.
                let range = narrowing(named.range, named.shape);
                if !is_unbounded(range, named.length) || named.pattern.is_some() {
                    self.byte(b'w');
                    self.range(range);
                    self.length(named.length);
                    self.optional_text(named.pattern);
                }
                self.shape(named.shape, around);
            }
            Shape::Object(object) => self.object(object, around),
            Shape::Union(union) => self.union(union, around),
            Shape::Reference(reference) => {
                self.byte(b'r');
                self.count(reference.max_depth as usize);
                if let Some(levels) = levels_up(reference.name, around) {
                    self.byte(1);
                    self.count(levels);
                } else {
                    // The type begins inside a recursion, and const evaluation cannot call the function that has the rest.
                    self.byte(0);
                    self.text(reference.name);
                }
            }
        }
    }

    /// Which variant is read for unknown names.
    const fn other(&mut self, is_other: bool, index: usize) {
        if is_other {
            self.byte(b'x');
            self.count(index);
        }
    }

    const fn object(&mut self, object: &ObjectShape, outer: Option<&OuterType<'_>>) {
        let around = OuterType {
            name: object.name,
            outer,
        };
        self.byte(b'o');
        self.flag(object.closed);
        self.count(object.fields.len());
        let mut i = 0;
        while i < object.fields.len() {
            self.field(&object.fields[i], &around);
            i += 1;
        }
        self.flattened(object.flattened, &around);
    }

    const fn field(&mut self, field: &FieldShape, around: &OuterType<'_>) {
        self.text(field.name);
        self.set_of_texts(field.aliases);
        self.flag(field.required);
        self.optional_text(field.default);
        self.range(narrowing(field.range, field.shape));
        self.length(field.length);
        if !field.reading.is_empty() {
            self.byte(b'x');
            self.texts(field.reading);
        }
        self.shape(field.shape, Some(around));
    }

    /// Which fields come from flattened types. The fields themselves are among those of the object.
    const fn flattened(&mut self, flattened: &[FlattenedShape], around: &OuterType<'_>) {
        if is_plain(flattened) {
            // The fields may as well be the object's own.
            return self.count(0);
        }
        self.count(flattened.len());
        let mut i = 0;
        while i < flattened.len() {
            self.count(flattened[i].first);
            self.flag(flattened[i].optional);
            self.flattened_part(flattened[i].shape, around);
            i += 1;
        }
    }

    const fn flattened_part(&mut self, shape: &Shape, around: &OuterType<'_>) {
        match shape {
            Shape::Optional(inner) => self.flattened_part(inner, around),
            Shape::Named(named) => self.flattened_part(named.shape, around),
            Shape::Object(object) => {
                self.byte(b'o');
                self.count(object.fields.len());
                self.flattened(object.flattened, around);
            }
            _ => self.shape(shape, Some(around)),
        }
    }

    const fn union(&mut self, union: &UnionShape, outer: Option<&OuterType<'_>>) {
        let around = OuterType {
            name: union.name,
            outer,
        };
        let mut i = 0;
        while i < union.variants.len() {
            self.other(union.variants[i].other, i);
            i += 1;
        }
        self.byte(b'u');
        match union.tagging {
            Tagging::External => self.byte(b'e'),
            Tagging::Internal { tag } => {
                self.byte(b'i');
                self.text(tag);
            }
            Tagging::Adjacent { tag, content } => {
                self.byte(b'a');
                self.text(tag);
                self.text(content);
            }
            Tagging::Untagged => self.byte(b'u'),
        }
        self.count(union.variants.len());
        let mut i = 0;
        while i < union.variants.len() {
            let variant = &union.variants[i];
            // Without a tag, the name of a variant is in no answer.
            if !matches!(union.tagging, Tagging::Untagged) {
                self.text(variant.name);
                self.set_of_texts(variant.aliases);
            }
            self.flag(variant.shape.is_some());
            if let Some(shape) = variant.shape {
                self.shape(shape, Some(&around));
            }
            i += 1;
        }
    }
}

/// The declared bounds, if one of them is narrower than the type's own.
const fn narrowing(range: Range, shape: &Shape) -> Range {
    let Shape::Integer { range: own } = shape else {
        return range;
    };
    let narrows = match (range.min, own.min) {
        (Some(Bound::Integer(min)), Some(Bound::Integer(least))) => min > least,
        (min, _) => min.is_some(),
    } || match (range.max, own.max) {
        (Some(Bound::Integer(max)), Some(Bound::Integer(most))) => max < most,
        (max, _) => max.is_some(),
    };
    if narrows { range } else { Range::NONE }
}

/// Whether all flattened types are objects whose fields are read like those of the object around them.
const fn is_plain(flattened: &[FlattenedShape]) -> bool {
    let mut i = 0;
    while i < flattened.len() {
        if flattened[i].optional || !is_plain_object(flattened[i].shape) {
            return false;
        }
        i += 1;
    }
    true
}

const fn is_plain_object(shape: &Shape) -> bool {
    match shape {
        Shape::Named(named) => is_plain_object(named.shape),
        Shape::Object(object) => is_plain(object.flattened),
        _ => false,
    }
}

/// The least text in the order of their bytes, of those after `last`.
const fn least_after<'t>(texts: &[&'t str], last: Option<&str>) -> Option<&'t str> {
    let mut first = None;
    let mut i = 0;
    while i < texts.len() {
        let is_after = match last {
            Some(last) => is_before(last, texts[i]),
            None => true,
        };
        let is_less = match first {
            Some(first) => is_before(texts[i], first),
            None => true,
        };
        if is_after && is_less {
            first = Some(texts[i]);
        }
        i += 1;
    }
    first
}

const fn is_before(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut i = 0;
    while i < one.len() && i < other.len() {
        if one[i] != other[i] {
            return one[i] < other[i];
        }
        i += 1;
    }
    one.len() < other.len()
}

const fn is_unbounded(range: Range, length: Length) -> bool {
    range.min.is_none() && range.max.is_none() && length.min.is_none() && length.max.is_none()
}

/// How many objects and unions further out the type with this name is: 0 for the innermost one.
const fn levels_up(name: &str, around: Option<&OuterType<'_>>) -> Option<usize> {
    let mut next = around;
    let mut levels = 0;
    while let Some(at) = next {
        if is_same(at.name, name) {
            return Some(levels);
        }
        levels += 1;
        next = at.outer;
    }
    None
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}
