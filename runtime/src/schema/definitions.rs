//! The types that a schema refers to, because they are recursive.
//!
//! All other types are written where they are used. A [`Shape`] is constant data, so const evaluation cannot follow a
//! recursive type. But the type is somewhere around the reference, so it can be found by name.

use super::Shape;
use super::fingerprint::fingerprint;
use super::text::Writer;

/// More recursive types than a model can handle in one answer.
const MOST: usize = 16;

/// The types that are referred to, by name.
#[derive(Clone, Copy)]
pub(crate) struct Definitions {
    names: [&'static str; MOST],
    shapes: [Option<&'static Shape>; MOST],
    count: usize,
}

impl Definitions {
    pub(crate) const NONE: Self = Self {
        names: [""; MOST],
        shapes: [None; MOST],
        count: 0,
    };

    /// Those in `shape` and below.
    pub(crate) const fn of(shape: &'static Shape) -> Self {
        let found = Self::find(shape);
        if let Some(name) = found.missing() {
            let mut bytes = [0; 1024];
            let mut writer = Writer::filling(&mut bytes);
            incomplete(&mut writer, own_name(shape), name);
            let length = writer.length();
            let (message, _) = bytes.split_at(if length > bytes.len() { 0 } else { length });
            match str::from_utf8(message) {
                Ok(message) if !message.is_empty() => panic!("{}", message),
                _ => panic!("the schema of this type refers to a type that it does not contain"),
            }
        }
        found
    }

    /// Those in `shape` and below; some of them may be missing, because they are around `shape`.
    pub(crate) const fn find(shape: &'static Shape) -> Self {
        let mut found = Self::NONE;
        found.collect(shape);
        if found.count > 0 {
            found.resolve(shape);
        }
        found
    }

    /// Whether all types that are referred to were found.
    pub(crate) const fn are_complete(&self) -> bool {
        self.missing().is_none()
    }

    /// The first type that is referred to and was not found.
    const fn missing(&self) -> Option<&'static str> {
        let mut i = 0;
        while i < self.count {
            if self.shapes[i].is_none() {
                return Some(self.names[i]);
            }
            i += 1;
        }
        None
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    pub(crate) const fn name(&self, at: usize) -> &'static str {
        self.names[at]
    }

    pub(crate) const fn shape(&self, at: usize) -> &'static Shape {
        match self.shapes[at] {
            Some(shape) => shape,
            None => panic!("a definition has a shape"),
        }
    }

    /// The name by which `shape` is referred to, if it is.
    pub(crate) const fn reference(&self, shape: &Shape) -> Option<&'static str> {
        match shape {
            Shape::Reference(reference) => Some(reference.name),
            _ if self.count == 0 => None,
            _ => match self.position(own_name(shape)) {
                Some(at) => Some(self.names[at]),
                None => None,
            },
        }
    }

    /// Which of them `shape` is, or refers to.
    pub(crate) const fn index(&self, shape: &Shape) -> Option<usize> {
        match self.reference(shape) {
            Some(name) => self.position(name),
            None => None,
        }
    }

    const fn position(&self, name: &str) -> Option<usize> {
        let mut i = 0;
        while i < self.count {
            if is_same(self.names[i], name) {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    /// Notes every name that is referred to.
    const fn collect(&mut self, shape: &'static Shape) {
        if let Shape::Reference(reference) = shape {
            if self.position(reference.name).is_none() {
                assert!(self.count < MOST, "a schema refers to at most 16 types: split it");
                self.names[self.count] = reference.name;
                self.count += 1;
            }
            return;
        }
        let mut i = 0;
        while let Some(inner) = child(shape, i) {
            self.collect(inner);
            i += 1;
        }
    }

    /// Finds the types that have the names.
    const fn resolve(&mut self, shape: &'static Shape) {
        if let Some(at) = self.position(own_name(shape)) {
            match self.shapes[at] {
                None => self.shapes[at] = Some(shape),
                Some(known) => assert!(
                    is_alike(known, shape),
                    "two types have the same name, and one of them contains itself: rename one with `#[llm(rename = \"..\")]`"
                ),
            }
        }
        let mut i = 0;
        while let Some(inner) = child(shape, i) {
            self.resolve(inner);
            i += 1;
        }
    }
}

/// The message about the type called `root`, whose schema refers to the one called `name` and does not contain it.
const fn incomplete(writer: &mut Writer<'_>, root: &str, name: &str) {
    writer.text("the schema of `");
    writer.text(root);
    writer.text("` refers to `");
    writer.text(name);
    writer.text("` and does not contain it: move `#[llm(recursive(..))]` to the field that contains a `");
    writer.text(root);
    writer.text("`, or use the schema of `");
    writer.text(name);
    writer.text("`");
}

/// The shapes directly inside one, in order.
const fn child(shape: &'static Shape, at: usize) -> Option<&'static Shape> {
    match shape {
        Shape::Optional(inner) | Shape::List { element: inner, .. } if at == 0 => Some(inner),
        Shape::Named(named) if at == 0 => Some(named.shape),
        Shape::Map { value, .. } if at == 0 => Some(value),
        Shape::Object(object) if at < object.fields.len() => Some(object.fields[at].shape),
        // A flattened type's fields may refer to the type itself.
        Shape::Object(object) if at < object.fields.len() + object.flattened.len() => {
            Some(object.flattened[at - object.fields.len()].shape)
        }
        Shape::Union(union) => {
            // Variants without data hold nothing.
            let mut left = at;
            let mut i = 0;
            while i < union.variants.len() {
                if let Some(shape) = union.variants[i].shape {
                    if left == 0 {
                        return Some(shape);
                    }
                    left -= 1;
                }
                i += 1;
            }
            None
        }
        _ => None,
    }
}

/// The name of a type that can contain itself.
const fn own_name(shape: &Shape) -> &'static str {
    match shape {
        Shape::Object(object) => object.name,
        Shape::Union(union) => union.name,
        _ => "",
    }
}

/// Whether two shapes of one name accept the same: a reference to either may then be written as one to the other.
const fn is_alike(one: &Shape, other: &Shape) -> bool {
    // Hashing a type takes longer than comparing the names in it.
    has_same_names(one, other) && fingerprint(one) == fingerprint(other)
}

const fn has_same_names(one: &Shape, other: &Shape) -> bool {
    match (one, other) {
        (Shape::Object(one), Shape::Object(other)) => {
            let mut i = 0;
            while i < one.fields.len() && i < other.fields.len() {
                if !is_same(one.fields[i].name, other.fields[i].name) {
                    return false;
                }
                i += 1;
            }
            one.fields.len() == other.fields.len()
        }
        (Shape::Union(one), Shape::Union(other)) => {
            let mut i = 0;
            while i < one.variants.len() && i < other.variants.len() {
                if !is_same(one.variants[i].name, other.variants[i].name) {
                    return false;
                }
                i += 1;
            }
            one.variants.len() == other.variants.len()
        }
        _ => false,
    }
}

const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() || one.is_empty() {
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
