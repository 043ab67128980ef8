//! What both texts must know of one value before they write it: its shape without the wrappers around it.

use super::text::Writer;
use super::{Bound, FieldShape, Length, ObjectShape, Range, Shape, UnionVariantShape};

/// An object that says nothing.
const NOTHING: &Shape = &Shape::Object(&ObjectShape {
    name: "",
    doc: "",
    fields: &[],
    closed: false,
    flattened: &[],
});

/// One value of the type: a field, an element, a key, or the root.
///
/// `Option` and newtypes are no level of JSON. What they say (that `null` is a value, docs, bounds) is gathered here,
/// and what is left is the shape of the JSON that is written.
pub(crate) struct Subschema {
    /// The doc of the field that holds the value, or the empty text.
    doc: &'static str,
    /// The shape with its wrappers, for their docs.
    wrapped: &'static Shape,
    /// The shape without wrappers: neither [`Shape::Optional`] nor [`Shape::Named`].
    pub(crate) shape: &'static Shape,
    /// Whether `null` is a value.
    pub(crate) nullable: bool,
    /// Whether the value or one of its names may have a doc.
    pub(crate) is_described: bool,
    /// The default as JSON text, where one is declared.
    pub(crate) default: Option<&'static str>,
    /// The example as JSON text, where one is declared.
    pub(crate) example: Option<&'static str>,
    /// The pattern of a string, where one is declared.
    pub(crate) pattern: Option<&'static str>,
    /// The bounds that are declared on the field and on newtypes.
    declared: Range,
    length: Length,
}

/// The key and the value by which a variant is told from the others.
#[derive(Clone, Copy)]
pub(crate) struct VariantTag {
    pub(crate) key: &'static str,
    pub(crate) name: &'static str,
}

impl Subschema {
    /// The value of `field`.
    pub(crate) const fn of_field(field: &FieldShape) -> Self {
        let mut value = Self::new(field.doc, field.shape, field.default, field.range, field.length);
        if field.example.is_some() {
            value.example = field.example;
        }
        value
    }

    /// A value that is no field.
    pub(crate) const fn of(shape: &'static Shape) -> Self {
        Self::new("", shape, None, Range::NONE, Length::NONE)
    }

    /// The value of a variant; one without data counts as an object without fields.
    pub(crate) const fn of_variant(variant: &UnionVariantShape) -> Self {
        match variant.shape {
            Some(shape) => Self::new(variant.doc, shape, None, Range::NONE, Length::NONE),
            None => Self::doc_of(variant),
        }
    }

    /// What is said about a variant, apart from its value.
    pub(crate) const fn doc_of(variant: &UnionVariantShape) -> Self {
        Self::new(variant.doc, NOTHING, None, Range::NONE, Length::NONE)
    }

    const fn new(
        doc: &'static str,
        wrapped: &'static Shape,
        default: Option<&'static str>,
        mut declared: Range,
        mut length: Length,
    ) -> Self {
        let mut shape = wrapped;
        let mut nullable = false;
        let mut is_described = !matches!(doc.as_bytes(), []);
        let mut example = None;
        let mut pattern = None;
        loop {
            shape = match shape {
                Shape::Optional(inner) => {
                    nullable = true;
                    inner
                }
                Shape::Named(named) => {
                    is_described = true;
                    // The outermost one counts.
                    if example.is_none() {
                        example = named.example;
                    }
                    if pattern.is_none() {
                        pattern = named.pattern;
                    }
                    declared = narrowed(declared, named.range);
                    length = shortened(length, named.length);
                    named.shape
                }
                Shape::String { length: own, .. } | Shape::List { length: own, .. } => {
                    if !matches!((own.min, own.max), (None, None)) {
                        length = shortened(length, *own);
                    }
                    break;
                }
                Shape::Names(_) | Shape::Object(_) | Shape::Union(_) => {
                    is_described = true;
                    break;
                }
                _ => break,
            };
        }
        Self {
            doc,
            wrapped,
            shape,
            nullable,
            is_described,
            default,
            example,
            pattern,
            declared,
            length,
        }
    }

    /// The bounds of a number: the declared ones, and those of its type that are no further from zero than `furthest`.
    pub(crate) const fn range(&self, furthest: i128) -> Range {
        match self.shape {
            Shape::Integer { range } => narrowed(
                self.declared,
                Range {
                    min: nearer(range.min, furthest),
                    max: nearer(range.max, furthest),
                },
            ),
            _ => self.declared,
        }
    }

    /// The bounds of a text, a list or a map.
    pub(crate) const fn length(&self) -> Length {
        self.length
    }

    /// The docs of the value, from the outside inwards.
    pub(crate) const fn docs(&self) -> Docs {
        Docs {
            field: Some(self.doc),
            shape: Some(self.wrapped),
        }
    }

    /// The docs of the value apart from those of its type, where that is described elsewhere.
    pub(crate) const fn docs_of_field(&self) -> Docs {
        Docs {
            field: Some(self.doc),
            shape: None,
        }
    }

    /// Whether a map's key says no more than that it is text.
    pub(crate) const fn is_any_text(&self) -> bool {
        let Shape::String { format: None, .. } = self.shape else {
            return false;
        };
        self.length.min.is_none() && self.length.max.is_none() && self.docs().next().is_none()
    }
}

/// The docs that describe one value: the field's, those of newtypes, the type's.
///
/// All of them are shown, the field's first. It says what the value is for here, and the type's what holds wherever
/// the type is used, such as its unit: leaving that out would hide it from the model without anybody noticing.
pub(crate) struct Docs {
    field: Option<&'static str>,
    shape: Option<&'static Shape>,
}

impl Docs {
    /// The next doc that is not empty.
    pub(crate) const fn next(&mut self) -> Option<&'static str> {
        while let Some(doc) = self.step() {
            // Most have no doc: whether one that has is blank is asked of that one alone.
            if !doc.is_empty() {
                let doc = trimmed(doc);
                if !doc.is_empty() {
                    return Some(doc);
                }
            }
        }
        None
    }

    const fn step(&mut self) -> Option<&'static str> {
        if let Some(doc) = self.field {
            self.field = None;
            return Some(doc);
        }
        loop {
            let (doc, inner) = match self.shape {
                Some(Shape::Optional(inner)) => {
                    self.shape = Some(inner);
                    continue;
                }
                Some(Shape::Named(named)) => (named.doc, Some(named.shape)),
                Some(Shape::Names(names)) => (names.doc, None),
                Some(Shape::Object(object)) => (object.doc, None),
                Some(Shape::Union(union)) => (union.doc, None),
                _ => {
                    self.shape = None;
                    return None;
                }
            };
            self.shape = inner;
            return Some(doc);
        }
    }
}

/// A doc without white space around it; looking at its ends first is much cheaper in const evaluation.
pub(crate) const fn trimmed(doc: &str) -> &str {
    match doc.as_bytes() {
        [b' ' | b'\t' | b'\n' | b'\r', ..] | [.., b' ' | b'\t' | b'\n' | b'\r'] => doc.trim_ascii(),
        _ => doc,
    }
}

/// The values that lie within both.
const fn narrowed(a: Range, b: Range) -> Range {
    Range {
        min: match (a.min, b.min) {
            (Some(a), Some(b)) => Some(if less(a, b) { b } else { a }),
            (Some(min), None) | (None, Some(min)) => Some(min),
            (None, None) => None,
        },
        max: match (a.max, b.max) {
            (Some(a), Some(b)) => Some(if less(b, a) { b } else { a }),
            (Some(max), None) | (None, Some(max)) => Some(max),
            (None, None) => None,
        },
    }
}

/// The lengths that lie within both.
const fn shortened(a: Length, b: Length) -> Length {
    Length {
        min: match (a.min, b.min) {
            (Some(a), Some(b)) => Some(if a < b { b } else { a }),
            (Some(min), None) | (None, Some(min)) => Some(min),
            (None, None) => None,
        },
        max: match (a.max, b.max) {
            (Some(a), Some(b)) => Some(if b < a { b } else { a }),
            (Some(max), None) | (None, Some(max)) => Some(max),
            (None, None) => None,
        },
    }
}

const fn less(a: Bound, b: Bound) -> bool {
    match (a, b) {
        (Bound::Integer(a), Bound::Integer(b)) => a < b,
        _ => approximate(a) < approximate(b),
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "only compared with a bound that is a float itself"
)]
const fn approximate(bound: Bound) -> f64 {
    match bound {
        Bound::Integer(value) => value as f64,
        Bound::Float(value, _) => value,
    }
}

const fn nearer(bound: Option<Bound>, furthest: i128) -> Option<Bound> {
    match bound {
        Some(Bound::Integer(value)) if value < -furthest || value > furthest => None,
        _ => bound,
    }
}

impl Bound {
    /// Writes the bound as a JSON number.
    pub(crate) const fn write(self, writer: &mut Writer<'_>) {
        match self {
            Self::Integer(value) => writer.integer(value),
            Self::Float(_, text) => writer.text(text),
        }
    }
}
