//! What a derived type refuses and serde does not: a bound that the type declares.

use llm_output::shape::{Bound, FieldShape, Length, Range, Shape};
use llm_output::{Segment, Violation};
use serde_json::Value;

/// A place in a type: what is there, and the bounds that are declared for it.
struct Place<'s> {
    shape: &'s Shape,
    bounds: Vec<(Range, Length)>,
}

/// Whether the value of a violation breaks a bound that is declared for its place, or is an array in place of a struct, which
/// serde reads by position.
pub(super) fn is_declared(root: &Shape, violation: &Violation, document: &Value) -> bool {
    let mut places = inside(root, Vec::new());
    let mut written = document;
    for segment in violation.path().segments() {
        let Some(next) = find(written, &segment, &places) else {
            return false;
        };
        written = next;
        places = places.iter().flat_map(|place| step(place.shape, &segment)).collect();
    }
    places.iter().any(|place| {
        let is_struct = matches!(place.shape, Shape::Object(_));
        (is_struct && written.is_array()) || place.bounds.iter().any(|bounds| is_outside(*bounds, written))
    })
}

/// Whether a document is an object with fields, but none that the type has.
pub(super) fn is_foreign(root: &Shape, document: &Value) -> bool {
    let places = inside(root, Vec::new());
    let is_known = |name: &String| {
        let fields = places.iter().filter_map(|place| match place.shape {
            Shape::Object(object) => Some(object.fields),
            _ => None,
        });
        let mut fields = fields.flatten();
        fields.any(|field| field.name == name || field.aliases.iter().any(|alias| alias == name))
    };
    (document.as_object()).is_some_and(|object| !object.is_empty() && !object.keys().any(is_known))
}

/// The value at one more segment, whose field may be written under another name.
fn find<'v>(written: &'v Value, segment: &Segment<'_>, places: &[Place<'_>]) -> Option<&'v Value> {
    match segment {
        Segment::Index(index) => written.get(index),
        Segment::Member(name) => written.get(name).or_else(|| {
            let fields = places.iter().filter_map(|place| field(place.shape, name));
            fields
                .flat_map(|field| field.aliases)
                .find_map(|alias| written.get(alias))
        }),
        _ => None,
    }
}

fn field<'s>(shape: &'s Shape, name: &str) -> Option<&'s FieldShape> {
    match shape {
        Shape::Object(object) => object.fields.iter().find(|field| field.name == name),
        _ => None,
    }
}

/// The shapes that a value of this one may have itself, without the names around it.
fn inside(shape: &Shape, mut bounds: Vec<(Range, Length)>) -> Vec<Place<'_>> {
    match shape {
        Shape::Optional(inner) => inside(inner, bounds),
        Shape::Named(named) => {
            bounds.push((named.range, named.length));
            inside(named.shape, bounds)
        }
        Shape::Reference(reference) => inside((reference.shape)(), bounds),
        Shape::Union(union) => {
            let variants = union.variants.iter().filter_map(|variant| variant.shape);
            variants.flat_map(|shape| inside(shape, bounds.clone())).collect()
        }
        Shape::String { length, .. } | Shape::List { length, .. } => {
            bounds.push((Range::NONE, *length));
            vec![Place { shape, bounds }]
        }
        _ => vec![Place { shape, bounds }],
    }
}

fn step<'s>(shape: &'s Shape, segment: &Segment<'_>) -> Vec<Place<'s>> {
    match (shape, segment) {
        (Shape::Object(_), Segment::Member(name)) => {
            field(shape, name).map_or_else(Vec::new, |field| inside(field.shape, vec![(field.range, field.length)]))
        }
        (Shape::Map { value, .. }, Segment::Member(_)) => inside(value, Vec::new()),
        (Shape::List { element, .. }, Segment::Index(_)) => inside(element, Vec::new()),
        _ => Vec::new(),
    }
}

fn is_outside((range, length): (Range, Length), written: &Value) -> bool {
    let size = match written {
        Value::String(text) => Some(text.chars().count()),
        Value::Array(elements) => Some(elements.len()),
        Value::Object(entries) => Some(entries.len()),
        _ => None,
    };
    // The bounds that are declared are small numbers.
    #[expect(
        clippy::cast_precision_loss,
        reason = "the bounds of these types are exact as floats"
    )]
    let number = |bound: Bound| match bound {
        Bound::Integer(whole) => whole as f64,
        Bound::Float(fraction, _) => fraction,
    };
    let is_beyond = |value: f64| {
        range.min.is_some_and(|min| value < number(min)) || range.max.is_some_and(|max| value > number(max))
    };
    // The range of a list is that of its elements.
    let elements = written.as_array().into_iter().flatten();
    let mut numbers = elements.chain([written]).filter_map(Value::as_f64);
    numbers.any(is_beyond)
        || size.is_some_and(|size| length.min.is_some_and(|min| size < min) || length.max.is_some_and(|max| size > max))
}
