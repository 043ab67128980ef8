//! The walk over the type, in the order in which the renderer would write it.

use super::Measure;
use crate::schema::dialect::breach::SchemaLimit;
use crate::schema::dialect::rules::{Empty, Maps, Null, Objects, OptionalRule, References};
use crate::schema::subschema::Subschema;
use crate::schema::{FieldShape, ObjectShape, Shape, Tagging, UnionShape, UnionVariantShape, flatten};

impl Measure {
    /// Whether the schema refers to a type of this shape instead of holding it.
    const fn refers_to(&self, shape: &Shape) -> bool {
        !matches!(self.rules.references, References::Refused) && self.definitions.index(shape).is_some()
    }

    /// Counts a value; `null` says whether the schema admits `null` for it.
    pub(super) const fn value(&mut self, value: &Subschema, null: bool) {
        let is_inside = matches!(value.shape, Shape::Reference(_));
        if is_inside {
            match self.rules.references {
                References::Refused => return self.breach(SchemaLimit::Recursion, 0),
                References::InOptional if !self.in_optional => self.breach(SchemaLimit::RequiredRecursion, 0),
                _ => {}
            }
        }
        if is_inside || self.refers_to(value.shape) {
            if null {
                self.union();
            }
            return;
        }
        self.in_place(value, null);
    }

    pub(super) const fn in_place(&mut self, value: &Subschema, null: bool) {
        if null && !matches!(value.shape, Shape::Union(_) | Shape::Any) && !matches!(self.rules.null, Null::Keyword) {
            self.union();
        }
        match value.shape {
            Shape::Any if !self.rules.any => self.breach(SchemaLimit::Any, 0),
            Shape::Names(names) => self.names(names),
            Shape::List { element, .. } => {
                self.enter();
                self.steps.push(0);
                let element = Subschema::of(element);
                self.value(&element, element.nullable);
                self.steps.pop();
                self.level -= 1;
            }
            Shape::Map { key, value } => self.map(key, value),
            Shape::Object(object) => {
                self.enter();
                self.fields(object, 0);
                self.level -= 1;
            }
            Shape::Union(union) => {
                self.union();
                if matches!(union.tagging, Tagging::Untagged) && self.rules.limits.case {
                    self.case_between(union);
                }
                self.alternatives(union, 0);
            }
            _ => {}
        }
    }

    const fn map(&mut self, key: &'static Shape, value: &'static Shape) {
        let (key, value) = (Subschema::of(key), Subschema::of(value));
        self.enter();
        self.steps.push(0);
        match (self.rules.maps, key.shape) {
            (Maps::Pairs, _) => {
                self.enter();
                self.member("key");
                self.member("value");
                self.value(&key, false);
                self.value(&value, value.nullable);
                self.level -= 1;
            }
            (Maps::Members, Shape::Names(names)) => {
                let mut i = 0;
                while i < names.variants.len() {
                    self.member(names.variants[i].name);
                    self.value(&value, value.nullable);
                    i += 1;
                }
            }
            _ => self.value(&value, value.nullable),
        }
        self.steps.pop();
        self.level -= 1;
    }

    /// Counts the fields of an object that also has `tags` keys that name variants.
    const fn fields(&mut self, object: &'static ObjectShape, tags: usize) {
        if tags == 0 {
            let is_root = self.level == 1 && self.steps.is_empty();
            let is_empty = object.fields.is_empty();
            match self.rules.limits.empty {
                Empty::Refused if is_empty => self.breach(SchemaLimit::Empty, 0),
                Empty::AtRoot if is_empty && !is_root => self.breach(SchemaLimit::Empty, 0),
                Empty::WithoutRequired if !requires(object) => self.breach(SchemaLimit::NothingRequired, 0),
                _ => {}
            }
        }
        let mut i = 0;
        while i < object.fields.len() {
            self.steps.push(i);
            self.field(&object.fields[i]);
            self.steps.pop();
            i += 1;
        }
        if let Some(value) = flatten::rest(object)
            && !matches!(value, Shape::Any)
            && matches!(self.rules.objects, Objects::AsDeclared)
        {
            self.steps.push(object.fields.len());
            let value = Subschema::of(value);
            self.value(&value, value.nullable);
            self.steps.pop();
        }
    }

    const fn field(&mut self, field: &'static FieldShape) {
        let value = Subschema::of_field(field);
        self.member(field.name);
        self.optional(&value, field.required);
    }

    /// Counts the value of a field that may be absent unless it is `required`.
    const fn optional(&mut self, value: &Subschema, required: bool) {
        let around = self.in_optional;
        let null = match self.rules.optional {
            OptionalRule::Null => value.nullable || !required,
            OptionalRule::Counted if !required => {
                self.counted(value);
                false
            }
            OptionalRule::Omitted | OptionalRule::Counted => value.nullable,
        };
        if !required && !matches!(self.rules.optional, OptionalRule::Null) {
            self.in_optional = true;
        }
        self.value(value, null);
        self.in_optional = around;
    }

    const fn counted(&mut self, value: &Subschema) {
        if value.nullable {
            self.options += 1;
            if matches!(value.shape, Shape::Union(_)) {
                self.option_unions += 1;
            }
            if let Some(most) = self.rules.limits.optional
                && self.options == most + 1
            {
                self.breach(SchemaLimit::ProvisionalOptional, 0);
            }
        } else {
            self.defaults += 1;
        }
    }

    const fn alternatives(&mut self, union: &'static UnionShape, tags: usize) {
        let mut i = 0;
        while i < union.variants.len() {
            self.steps.push(i);
            self.alternative(union.tagging, &union.variants[i], tags);
            self.steps.pop();
            i += 1;
        }
    }

    /// Counts one alternative, whose object also has `tags` keys that name variants of the enums around it.
    const fn alternative(&mut self, tagging: Tagging, variant: &'static UnionVariantShape, tags: usize) {
        let inner = Subschema::of_variant(variant);
        match (tagging, variant.shape) {
            (Tagging::Untagged, Some(_)) if tags == 0 => self.value(&inner, inner.nullable),
            (Tagging::Untagged, None) => {}
            (Tagging::External, None) => self.constant(variant.name),
            (Tagging::External, Some(_)) => {
                self.enter();
                self.member(variant.name);
                self.value(&inner, inner.nullable);
                self.level -= 1;
            }
            (Tagging::Adjacent { tag, content }, shape) => {
                self.enter();
                self.member(tag);
                self.constant(variant.name);
                if shape.is_some() {
                    self.member(content);
                    self.optional(&inner, !inner.nullable);
                }
                self.level -= 1;
            }
            (Tagging::Internal { .. } | Tagging::Untagged, _) => {
                if let Tagging::Internal { tag } = tagging {
                    self.member(tag);
                    self.constant(variant.name);
                }
                match inner.shape {
                    Shape::Object(object) => {
                        self.enter();
                        self.fields(object, tags + 1);
                        self.level -= 1;
                    }
                    Shape::Union(union) => self.alternatives(union, tags + 1),
                    Shape::Reference(_) if !matches!(self.rules.references, References::WithSiblings) => {
                        self.breach(SchemaLimit::TaggedReference, 0);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Whether any of the object's fields must be there.
const fn requires(object: &ObjectShape) -> bool {
    let mut i = 0;
    while i < object.fields.len() {
        if object.fields[i].required {
            return true;
        }
        i += 1;
    }
    false
}

/// Whether a value of the shape may be a list, so that `{"value": [..]}` could be a map of it.
pub(super) const fn takes_lists(shape: &'static Shape) -> bool {
    match Subschema::of(shape).shape {
        Shape::List { .. } | Shape::Any | Shape::Reference(_) => true,
        Shape::Union(union) => {
            let mut i = 0;
            while i < union.variants.len() {
                if matches!(union.tagging, Tagging::Untagged)
                    && let Some(shape) = union.variants[i].shape
                    && takes_lists(shape)
                {
                    return true;
                }
                i += 1;
            }
            false
        }
        _ => false,
    }
}
