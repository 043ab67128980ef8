//! What each dialect says against a type: here the shapes that it is asked about, next to it the limits by their kind.

mod recursion;
mod refusals;
mod totals;

use super::Dialect;
use crate::schema::constant::Notation;
use crate::schema::samples::{TEXT, field, object, variant, written};
use crate::schema::{FieldShape, NamesShape, ObjectShape, Shape, Tagging, UnionShape, UnionVariantShape, VariantShape};
use recursion::TREE;

/// What the dialect says against the shape, each with its place.
fn breaches(dialect: Dialect, shape: &'static Shape) -> Vec<String> {
    let text = written(Notation::Breaches(dialect), shape);
    text.lines().map(str::to_owned).collect()
}

fn is_taken(dialect: Dialect, shape: &'static Shape) {
    assert_eq!(breaches(dialect, shape), [""; 0], "{dialect:?}");
}

/// The only thing that the dialect says against the shape begins like this.
fn is_refused(dialect: Dialect, shape: &'static Shape, message: &str) {
    let breaches = breaches(dialect, shape);
    assert!(
        breaches.len() == 1 && breaches[0].starts_with(message),
        "{dialect:?}: {breaches:#?}"
    );
}

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn name(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

fn shape_of(fields: Vec<FieldShape>) -> &'static Shape {
    leak(Shape::Object(leak(object("", Box::leak(fields.into_boxed_slice())))))
}

/// An object of `count` fields of one shape.
fn members(count: usize, shape: &'static Shape) -> &'static Shape {
    shape_of(
        (0..count)
            .map(|number| field(name(format!("f{number}")), shape))
            .collect(),
    )
}

fn optional(shape: &'static Shape) -> impl Fn(usize) -> FieldShape {
    let shape = leak(Shape::Optional(shape));
    move |number| FieldShape {
        required: false,
        ..field(name(format!("o{number}")), shape)
    }
}

fn defaulted(number: usize) -> FieldShape {
    FieldShape {
        required: false,
        default: Some("\"\""),
        ..field(name(format!("d{number}")), &TEXT)
    }
}

fn names(values: impl IntoIterator<Item = String>) -> &'static Shape {
    let variants: Vec<VariantShape> = values.into_iter().map(|value| variant(name(value), "")).collect();
    leak(Shape::Names(leak(NamesShape {
        example: None,
        name: "Names",
        doc: "",
        variants: Box::leak(variants.into_boxed_slice()),
    })))
}

fn union(tagging: Tagging, shapes: &[Option<&'static Shape>]) -> &'static Shape {
    let variants: Vec<UnionVariantShape> = shapes
        .iter()
        .enumerate()
        .map(|(number, shape)| UnionVariantShape {
            name: name(format!("V{number}")),
            doc: "",
            aliases: &[],
            other: false,
            shape: *shape,
        })
        .collect();
    leak(Shape::Union(leak(UnionShape {
        example: None,
        name: "Union",
        doc: "",
        tagging,
        variants: Box::leak(variants.into_boxed_slice()),
    })))
}

/// Objects inside each other, so many levels deep.
fn nested(levels: usize) -> &'static Shape {
    (1..levels).fold(members(1, &TEXT), |inner, _| members(1, inner))
}

#[test]
fn every_breach_is_said() {
    let shape = ObjectShape {
        name: "a b",
        ..object("", leak([field("x y", &Shape::Any), field("tree", &TREE)]))
    };
    let breaches = breaches(Dialect::Anthropic, leak(Shape::Object(leak(shape))));
    let places: Vec<_> = breaches
        .iter()
        .map(|breach| breach.split(':').next().unwrap_or_default())
        .collect();
    assert_eq!(places, ["`$`", "`x y`", "`x y`", "`tree.nodes[]`"]);
}

#[test]
fn dialects_are_numbered_in_their_order() {
    for (number, dialect) in (0..).zip(Dialect::ALL) {
        assert_eq!(dialect.number(), number);
    }
}
