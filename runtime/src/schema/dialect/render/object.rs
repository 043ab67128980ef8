//! Objects: those with known fields, and maps in whichever form the provider accepts.

use super::{Node, Renderer};
use crate::schema::dialect::note::DialectNoteKind;
use crate::schema::dialect::rules::{Keyword, Maps, Objects, OptionalRule};
use crate::schema::subschema::{Subschema, VariantTag, trimmed};
use crate::schema::{ObjectShape, Shape, flatten};

impl Renderer {
    pub(super) fn map(
        &mut self,
        value: &Subschema,
        key: &'static Shape,
        member: &'static Shape,
        node: &mut Node,
        rest: &mut Node,
        lines: &mut Vec<String>,
    ) {
        let (key, member) = (Subschema::of(key), Subschema::of(member));
        match (self.rules.maps, key.shape) {
            (Maps::Pairs, _) => {
                self.note(DialectNoteKind::MapAsPairs);
                node.set("type", self.type_name("array"));
                let pair = self.below("{}", |this| {
                    let (key, member) = (this.value(&key, false), this.value(&member, member.nullable));
                    this.object_of(vec![("key", key, true), ("value", member, true)], &[])
                });
                rest.set("items", pair);
                self.items(value.length(), rest, lines);
            }
            (Maps::Members, Shape::Names(names)) => {
                self.note(DialectNoteKind::MapAsMembers);
                let mut docs = key.docs();
                while let Some(doc) = docs.next() {
                    lines.push(doc.to_owned());
                }
                let parts = names.variants.iter().map(|variant| {
                    let mut node = self.below("{}", |this| this.value(&member, member.nullable));
                    node.describe_first(trimmed(variant.doc));
                    (variant.name, node, false)
                });
                let parts = parts.collect();
                let members = self.members(parts, &[], false);
                rest.extend(members);
                if let Some(kind) = rest.take("type") {
                    node.set("type", kind);
                }
                self.member_count(value.length(), rest, lines);
            }
            _ => {
                node.set("type", self.type_name("object"));
                if !key.is_any_text() {
                    self.key_names(&key, rest, lines);
                }
                let members = self.below("{}", |this| this.value(&member, member.nullable));
                rest.set("additionalProperties", members);
                self.member_count(value.length(), rest, lines);
            }
        }
    }

    /// What a map's keys look like, where they are more than text: without `type`, since a property name is always text.
    pub(super) fn key_names(&mut self, key: &Subschema, rest: &mut Node, lines: &mut Vec<String>) {
        if self.rules.keeps(Keyword::KeyNames) {
            let mut names = self.in_place(key, false);
            names.take("type");
            rest.set("propertyNames", names);
            return;
        }
        let mut docs = key.docs();
        while let Some(doc) = docs.next() {
            lines.push(doc.to_owned());
        }
        self.note(DialectNoteKind::Dropped("propertyNames"));
    }

    /// The fields of an object: name, schema, and whether it must be there.
    pub(super) fn fields(&mut self, object: &'static ObjectShape) -> Vec<(&'static str, Node, bool)> {
        if object.closed && self.rules.objects == Objects::Open {
            self.note(DialectNoteKind::Open);
        }
        let fields = object.fields.iter().enumerate().map(|(at, field)| {
            let value = Subschema::of_field(field);
            let needed = needed_with(object, at);
            let (node, required) = self.at_member(field.name, |this| {
                let (mut node, required) = this.optional(&value, field.required);
                if !needed.is_empty() && !this.rules.keeps(Keyword::Together) {
                    let mut lines = Vec::new();
                    let words = format!("Only together with {}.", needed.join(", "));
                    this.lost("dependentRequired", Some(words), &mut lines);
                    for line in &lines {
                        node.describe_first(line);
                    }
                }
                (node, required)
            });
            (field.name, node, required)
        });
        fields.collect()
    }

    /// The keywords of an object with the fields of a type, after its tags.
    pub(super) fn object(&mut self, object: &'static ObjectShape, tags: &[VariantTag]) -> Node {
        let parts = self.fields(object);
        let mut node = self.members(parts, tags, !object.closed);
        let others = node.take("additionalProperties");
        if self.rules.keeps(Keyword::Together) {
            let mut together = Node::default();
            for (at, field) in object.fields.iter().enumerate() {
                let needed = needed_with(object, at);
                if !needed.is_empty() {
                    together.set(field.name, needed);
                }
            }
            if !together.is_empty() {
                node.set("dependentRequired", together);
            }
        }
        let others = match flatten::rest(object) {
            None | Some(Shape::Any) => others,
            Some(value) if self.rules.objects == Objects::AsDeclared => {
                let value = Subschema::of(value);
                Some(self.below("{}", |this| this.value(&value, value.nullable)).into())
            }
            Some(_) => {
                self.note(DialectNoteKind::Dropped("additionalProperties"));
                others
            }
        };
        node.set_some("additionalProperties", others);
        node
    }

    /// The schema of a field that may be absent unless it is `required`, and whether the schema requires it.
    pub(super) fn optional(&mut self, value: &Subschema, required: bool) -> (Node, bool) {
        if required {
            return (self.value(value, value.nullable), true);
        }
        match self.rules.optional {
            OptionalRule::Omitted => (self.value(value, value.nullable), false),
            OptionalRule::Null => {
                self.note(DialectNoteKind::NullForAbsent);
                (self.value(value, true), true)
            }
            OptionalRule::Counted if !value.nullable => {
                if let Some(left) = self.allotment.defaults.checked_sub(1) {
                    self.allotment.defaults = left;
                    return (self.value(value, false), false);
                }
                self.note(DialectNoteKind::Required);
                (self.value(value, false), true)
            }
            OptionalRule::Counted => {
                let left = if matches!(value.shape, Shape::Union(_)) {
                    &mut self.allotment.null_unions
                } else {
                    &mut self.allotment.null_others
                };
                if let Some(fewer) = left.checked_sub(1) {
                    *left = fewer;
                    self.note(DialectNoteKind::NullForAbsent);
                    return (self.value(value, true), true);
                }
                self.note(DialectNoteKind::NeverNull);
                (self.value(value, false), false)
            }
        }
    }

    /// An object of these fields, with a field of a single value for each tag before them.
    pub(super) fn object_of(&mut self, parts: Vec<(&'static str, Node, bool)>, tags: &[VariantTag]) -> Node {
        self.members(parts, tags, false)
    }

    /// The keywords of an object; `open` says that it may contain other fields too.
    pub(super) fn members(&mut self, parts: Vec<(&'static str, Node, bool)>, tags: &[VariantTag], open: bool) -> Node {
        let mut node = Node::default();
        node.set("type", self.type_name("object"));
        let mut properties = Node::default();
        let mut required = Vec::new();
        let mut order = Vec::new();
        for VariantTag { key, name } in tags {
            order.push(*key);
            properties.set(key, self.constant(name));
            required.push(*key);
        }
        for (name, schema, must) in parts {
            order.push(name);
            properties.set(name, schema);
            if must {
                required.push(name);
            }
        }
        if !properties.is_empty() || self.rules.objects == Objects::Closed {
            node.set("properties", properties);
            if !required.is_empty() || self.rules.optional == OptionalRule::Null {
                node.set("required", required);
            }
            if self.rules.ordering && order.len() > 1 {
                node.set("propertyOrdering", order);
            }
        }
        match self.rules.objects {
            Objects::AsDeclared if open => {}
            Objects::AsDeclared | Objects::Closed => node.set("additionalProperties", false),
            Objects::Open => {}
        }
        node
    }
}

/// The fields that must be present if this one is.
fn needed_with(object: &ObjectShape, at: usize) -> Vec<&'static str> {
    let others = object.fields.iter().enumerate();
    let needed = others.filter(|(other, _)| flatten::asks_for(object, at, *other));
    needed.map(|(_, field)| field.name).collect()
}
