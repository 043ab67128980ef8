//! The types that a schema refers to, because they are recursive.
//!
//! All other types are written where they are used. A [`Shape`] is constant data, so const evaluation cannot follow a
//! recursive type. But the type is somewhere around the reference, so it can be found by name.

#[cfg(feature = "dialects")]
use core::fmt;

use super::fingerprint::fingerprint;
use super::text::Writer;
use super::{ObjectShape, Shape};

/// More recursive types than a model can handle in one answer.
const MOST: usize = 16;

/// The types that are referred to.
#[derive(Clone, Copy)]
pub(crate) struct Definitions {
    names: [DefinitionName; MOST],
    shapes: [Option<&'static Shape>; MOST],
    /// Whether the type is referred to by its name alone, so that no other type may have that name.
    by_name: [bool; MOST],
    count: usize,
    /// The innermost definition that is being written. A type refers to itself there.
    pub(crate) current: Option<usize>,
}

/// The name of a definition: the type's own name, with a number if another definition has that name. Such types are instances of
/// one generic type, or types of different modules.
#[derive(Clone, Copy)]
pub(crate) struct DefinitionName {
    base: &'static str,
    number: usize,
}

impl DefinitionName {
    const NONE: Self = Self { base: "", number: 1 };

    /// The name without its number.
    pub(crate) const fn base(self) -> &'static str {
        self.base
    }

    /// How many digits the number has; none if it is not written.
    pub(crate) const fn digits(self) -> usize {
        match self.number {
            0 | 1 => 0,
            2..10 => 1,
            _ => 2,
        }
    }

    /// Writes the name. The number never needs quotes or escapes.
    pub(crate) const fn write(self, writer: &mut Writer<'_>) {
        writer.escaped(self.base);
        if self.number > 1 {
            writer.integer(self.number as i128);
        }
    }

    /// Whether the name, with its number, is `text`.
    const fn is(self, text: &str) -> bool {
        let (text, base) = (text.as_bytes(), self.base.as_bytes());
        let mut end = text.len();
        let mut rest = self.number;
        while self.number > 1 && rest > 0 {
            if end == 0 || text[end - 1] as usize != b'0' as usize + rest % 10 {
                return false;
            }
            end -= 1;
            rest /= 10;
        }
        if end != base.len() {
            return false;
        }
        let mut i = 0;
        while i < end {
            if text[i] != base[i] {
                return false;
            }
            i += 1;
        }
        true
    }
}

#[cfg(feature = "dialects")]
impl fmt::Display for DefinitionName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base)?;
        if self.number > 1 {
            write!(f, "{}", self.number)?;
        }
        Ok(())
    }
}

/// A type that contains the current place.
#[derive(Clone, Copy)]
struct OuterShape<'a> {
    shape: &'static Shape,
    outer: Option<&'a OuterShape<'a>>,
}

impl Definitions {
    pub(crate) const NONE: Self = Self {
        names: [DefinitionName::NONE; MOST],
        shapes: [None; MOST],
        by_name: [false; MOST],
        count: 0,
        current: None,
    };

    /// The definitions in `shape` and below.
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

    /// The definitions in `shape` and below; some may be missing, because they are around `shape`.
    pub(crate) const fn find(shape: &'static Shape) -> Self {
        let mut found = Self::NONE;
        found.collect(shape, None);
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
                return Some(self.names[i].base);
            }
            i += 1;
        }
        None
    }

    pub(crate) const fn count(&self) -> usize {
        self.count
    }

    pub(crate) const fn name(&self, at: usize) -> DefinitionName {
        self.names[at]
    }

    pub(crate) const fn shape(&self, at: usize) -> &'static Shape {
        match self.shapes[at] {
            Some(shape) => shape,
            None => panic!("a definition has a shape"),
        }
    }

    /// The name by which `shape` is referred to, if it is.
    pub(crate) const fn reference(&self, shape: &Shape) -> Option<DefinitionName> {
        match self.index(shape) {
            Some(at) => Some(self.names[at]),
            None => None,
        }
    }

    /// The index of the definition that `shape` is, or refers to.
    pub(crate) const fn index(&self, shape: &Shape) -> Option<usize> {
        if self.count == 0 {
            return None;
        }
        match shape {
            Shape::Reference(reference) => match self.position(reference.name) {
                // Several types have the name, so this is a reference to the type that contains it.
                Some(at) if self.position_after(at, reference.name).is_some() => {
                    Some(self.current_with(reference.name))
                }
                at => at,
            },
            _ => self.position_of(shape),
        }
    }

    /// The index of the definition that `shape` is.
    const fn position_of(&self, shape: &Shape) -> Option<usize> {
        let name = own_name(shape);
        let Some(first) = self.position(name) else { return None };
        if self.position_after(first, name).is_none() {
            return Some(first);
        }
        let mut at = Some(first);
        while let Some(i) = at {
            if matches!(self.shapes[i], Some(known) if is_alike(known, shape)) {
                return Some(i);
            }
            at = self.position_after(i, name);
        }
        None
    }

    const fn current_with(&self, name: &str) -> usize {
        match self.current {
            Some(at) if is_same(self.names[at].base, name) => at,
            _ => panic!("a type that refers to itself is the one that is being written"),
        }
    }

    /// The first type with this name.
    const fn position(&self, name: &str) -> Option<usize> {
        self.position_from(0, name)
    }

    const fn position_after(&self, at: usize, name: &str) -> Option<usize> {
        self.position_from(at + 1, name)
    }

    const fn position_from(&self, first: usize, name: &str) -> Option<usize> {
        let mut i = first;
        while i < self.count {
            if is_same(self.names[i].base, name) {
                return Some(i);
            }
            i += 1;
        }
        None
    }

    const fn add(&mut self, name: DefinitionName, shape: Option<&'static Shape>) {
        assert!(self.count < MOST, "a schema refers to at most 16 types: split it");
        self.names[self.count] = name;
        self.shapes[self.count] = shape;
        self.count += 1;
    }

    /// Notes every name that is referred to.
    const fn collect(&mut self, shape: &'static Shape, around: Option<&OuterShape<'_>>) {
        if let Shape::Reference(reference) = shape {
            let at = if let Some(at) = self.position(reference.name) {
                at
            } else {
                let name = DefinitionName {
                    base: reference.name,
                    number: 1,
                };
                self.add(name, None);
                self.count - 1
            };
            if !reference.own || !is_inside_own(reference.name, around) {
                self.by_name[at] = true;
            }
            return;
        }
        let inside = OuterShape { shape, outer: around };
        let around = match shape {
            Shape::Object(_) | Shape::Union(_) => Some(&inside),
            _ => around,
        };
        let mut i = 0;
        while let Some(inner) = child(shape, i) {
            self.collect(inner, around);
            i += 1;
        }
    }

    /// Finds the types that have the names.
    const fn resolve(&mut self, shape: &'static Shape) {
        if let Some(first) = self.position(own_name(shape)) {
            self.resolve_named(first, shape);
        }
        let mut i = 0;
        while let Some(inner) = child(shape, i) {
            self.resolve(inner);
            i += 1;
        }
    }

    /// Adds a type, unless it is known already; `first` is the first definition with its name.
    const fn resolve_named(&mut self, first: usize, shape: &'static Shape) {
        let base = self.names[first].base;
        let mut last = first;
        loop {
            match self.shapes[last] {
                None => {
                    self.shapes[last] = Some(shape);
                    return;
                }
                Some(known) if is_alike(known, shape) => return,
                Some(_) => {}
            }
            last = match self.position_after(last, base) {
                Some(next) => next,
                None => break,
            };
        }
        assert!(
            !self.by_name[first],
            "two types have the same name, and a field of another type refers to one of them: rename one with \
             `#[llm(rename = \"..\")]`, or, if both are the same generic type, put the recursive field into that type"
        );
        let mut name = DefinitionName {
            base,
            number: self.names[last].number + 1,
        };
        while self.is_taken(name) {
            name.number += 1;
        }
        self.add(name, Some(shape));
    }

    /// Whether another type already has this name with its number as its own name.
    const fn is_taken(&self, name: DefinitionName) -> bool {
        let mut i = 0;
        while i < self.count {
            if name.is(self.names[i].base) {
                return true;
            }
            i += 1;
        }
        false
    }
}

/// Whether the innermost type around the place has this name. A type that is flattened into another is not around its own
/// fields.
const fn is_inside_own(name: &str, around: Option<&OuterShape<'_>>) -> bool {
    let Some(innermost) = around else { return false };
    let Shape::Object(object) = innermost.shape else {
        return is_same(own_name(innermost.shape), name);
    };
    if has_part(object, name) {
        return false;
    }
    // The fields of a variant belong to the enum.
    match innermost.outer {
        Some(outer) if matches!(outer.shape, Shape::Union(_)) && is_same(own_name(outer.shape), name) => true,
        _ => is_same(object.name, name),
    }
}

/// Whether a type with this name is flattened into the object.
const fn has_part(object: &ObjectShape, name: &str) -> bool {
    let mut i = 0;
    while i < object.flattened.len() {
        if is_part(object.flattened[i].shape, name) {
            return true;
        }
        i += 1;
    }
    false
}

const fn is_part(shape: &Shape, name: &str) -> bool {
    match shape {
        Shape::Optional(inner) => is_part(inner, name),
        Shape::Named(named) => is_part(named.shape, name),
        Shape::Object(object) => is_same(object.name, name) || has_part(object, name),
        _ => false,
    }
}

/// The message that the schema of the type `root` refers to the type `name` and does not contain it.
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

/// The name of the type, if it is one that can contain itself.
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
