//! A dialect's schema, written from the type.

mod node;
mod union;

use serde_json::Value;

use super::measure::Allotment;
use super::note::{DialectNote, DialectNoteKind};
use super::rules::{Enums, Keyword, Maps, Null, Objects, Optional, Others, References, Root, Rules, Types};
use crate::schema::definitions::Definitions;
use crate::schema::prompt::TELLING_INTEGER;
use crate::schema::render::EXACT_INTEGER;
use crate::schema::subschema::{Subschema, trimmed};
use crate::schema::{Bound, Length, NamesShape, ObjectShape, Range, Shape, flatten};
use node::Node;

/// The schema of `shape`, what it does not say as the type does, and whether the root is wrapped.
pub(super) fn render(
    rules: &'static Rules,
    shape: &'static Shape,
    allotment: Allotment,
    object_root: bool,
) -> (Value, Vec<DialectNote>, bool) {
    let mut renderer = Renderer {
        rules,
        definitions: Definitions::of(shape),
        root: None,
        allotment,
        path: String::new(),
        notes: Vec::new(),
    };
    let root = Subschema::of(shape);
    let object_root = object_root || rules.root == Root::Object;
    let is_object = matches!(root.shape, Shape::Object(_)) && !root.nullable;
    let wraps = object_root && !is_object;
    let mut node = if object_root && is_object {
        renderer.root = renderer.definitions.index(root.shape);
        renderer.in_place(&root, false)
    } else {
        renderer.value(&root, root.nullable)
    };
    if wraps {
        renderer.note(DialectNoteKind::Wrapped);
        node = renderer.object_of(vec![("value", node, true)], &[]);
    }
    let definitions = renderer.define();
    if !definitions.is_empty() {
        node.set("$defs", definitions);
    }
    (node.into(), renderer.notes, wraps)
}

struct Renderer {
    rules: &'static Rules,
    definitions: Definitions,
    /// The definition that stands at the root.
    root: Option<usize>,
    /// What is left of the dialect's optional members.
    allotment: Allotment,
    path: String,
    notes: Vec<DialectNote>,
}

impl Renderer {
    fn note(&mut self, kind: DialectNoteKind) {
        let path = if self.path.is_empty() { "$" } else { &self.path };
        let note = DialectNote {
            path: path.to_owned(),
            kind,
        };
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Does something at a place below.
    fn below<R>(&mut self, step: &str, at: impl FnOnce(&mut Self) -> R) -> R {
        let length = self.path.len();
        self.path.push_str(step);
        let result = at(self);
        self.path.truncate(length);
        result
    }

    /// Does something at a member.
    fn at_member<R>(&mut self, name: &str, at: impl FnOnce(&mut Self) -> R) -> R {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.below(&format!("{dot}{name}"), at)
    }

    /// The types that stand inside themselves.
    fn define(&mut self) -> Node {
        let mut definitions = Node::default();
        if self.rules.references == References::Refused {
            return definitions;
        }
        for at in 0..self.definitions.count() {
            if self.root == Some(at) {
                continue;
            }
            let (name, shape) = (self.definitions.name(at), self.definitions.shape(at));
            name.clone_into(&mut self.path);
            let node = self.in_place(&Subschema::of(shape), false);
            definitions.set(name, node);
        }
        self.path.clear();
        definitions
    }

    /// The schema of a value; `null` says whether it admits `null`.
    fn value(&mut self, value: &Subschema, null: bool) -> Node {
        let refused = self.rules.references == References::Refused;
        match self.definitions.index(value.shape) {
            Some(at) if !refused => self.reference(value, at, null),
            _ => self.in_place(value, null),
        }
    }

    fn reference(&mut self, value: &Subschema, at: usize, null: bool) -> Node {
        let mut lines: Vec<String> = value.docs_of_field().next().map(str::to_owned).into_iter().collect();
        let mut depth = None;
        if let Shape::Reference(reference) = value.shape {
            let levels = reference.max_depth;
            lines.push(format!("At most {levels} levels inside each other."));
            depth = Some(DialectNoteKind::DepthDescribed);
        }
        let pointer = if self.root == Some(at) {
            "#".to_owned()
        } else {
            format!("#/$defs/{}", self.definitions.name(at))
        };
        let mut node = Node::default();
        let siblings = null || self.rules.references == References::WithSiblings;
        if siblings {
            if let Some(depth) = depth {
                self.note(depth);
            }
            let default = self.default(value, &mut lines);
            node.describe(&lines);
            let mut alone = Node::default();
            alone.set("$ref", pointer);
            if null {
                node.set("anyOf", vec![alone, self.null_schema()]);
            } else {
                node.extend(alone);
            }
            node.set_some("default", default);
        } else {
            if value.docs_of_field().next().is_some() {
                self.note(DialectNoteKind::DocDropped);
            }
            if depth.is_some() {
                self.note(DialectNoteKind::DepthDropped);
            }
            if value.default.is_some() {
                self.note(DialectNoteKind::Dropped("default"));
            }
            node.set("$ref", pointer);
        }
        node
    }

    fn in_place(&mut self, value: &Subschema, null: bool) -> Node {
        let mut lines: Vec<String> = Vec::new();
        let mut docs = value.docs();
        while let Some(doc) = docs.next() {
            lines.push(doc.to_owned());
        }
        let mut node = Node::default();
        let mut rest = Node::default();
        match value.shape {
            Shape::String { format, .. } => {
                node.set("type", self.type_name("string"));
                if let Some(format) = format {
                    self.format(format, &mut rest, &mut lines);
                }
                let words = |length| counted(length, "character");
                self.length(
                    value.length(),
                    Keyword::TextLength,
                    ["minLength", "maxLength"],
                    words,
                    &mut rest,
                    &mut lines,
                );
            }
            Shape::Integer { .. } => {
                node.set("type", self.type_name("integer"));
                self.range(value, Keyword::IntegerRange, &mut rest, &mut lines);
            }
            Shape::Number => {
                node.set("type", self.type_name("number"));
                self.range(value, Keyword::NumberRange, &mut rest, &mut lines);
            }
            Shape::Boolean => node.set("type", self.type_name("boolean")),
            Shape::Names(names) => self.names(names, &mut node, &mut rest, &mut lines),
            Shape::List { element, unique, .. } => {
                node.set("type", self.type_name("array"));
                let element = Subschema::of(element);
                let items = self.below("[]", |this| this.value(&element, element.nullable));
                rest.set("items", items);
                self.items(value.length(), &mut rest, &mut lines);
                if *unique {
                    if self.rules.keeps(Keyword::UniqueItems) {
                        rest.set("uniqueItems", true);
                    } else {
                        self.lost("uniqueItems", Some("No duplicates.".to_owned()), &mut lines);
                    }
                }
            }
            Shape::Map { key, value: member } => self.map(value, key, member, &mut node, &mut rest, &mut lines),
            Shape::Object(object) => {
                let members = self.object(object, &[]);
                rest.extend(members);
                if let Some(kind) = rest.take("type") {
                    node.set("type", kind);
                }
            }
            Shape::Union(union) => {
                let alternatives = self.alternatives(union, &[], &[]);
                rest.set("anyOf", alternatives);
            }
            Shape::Any | Shape::Optional(_) | Shape::Named(_) | Shape::Reference(_) => {}
        }
        let default = self.default(value, &mut lines);
        node.describe(&lines);
        node.extend(rest);
        let mut node = if null { self.nullable(node) } else { node };
        node.set_some("default", default);
        node
    }

    fn type_name(&self, name: &str) -> String {
        match self.rules.types {
            Types::LowerCase => name.to_owned(),
            Types::UpperCase => name.to_uppercase(),
        }
    }

    fn null_schema(&self) -> Node {
        let mut node = Node::default();
        node.set("type", self.type_name("null"));
        node
    }

    /// The schema that admits `null` besides.
    fn nullable(&self, mut node: Node) -> Node {
        if node.is_empty() || node.only("description") {
            return node;
        }
        let is_simple = !node.has("enum") && !node.has("properties") && !node.has("const");
        match self.rules.null {
            Null::Keyword => {
                node.set("nullable", true);
                return node;
            }
            _ if node.push("anyOf", self.null_schema()) => return node,
            Null::InType => {}
            Null::InSimpleType if is_simple => {}
            Null::InSimpleType | Null::AnyOf => {
                let mut outer = Node::default();
                outer.set_some("description", node.take("description"));
                outer.set("anyOf", vec![node, self.null_schema()]);
                return outer;
            }
        }
        node.add_null_type();
        node
    }

    /// The default where the schema says it; else it is said in words, or not at all.
    fn default(&mut self, value: &Subschema, lines: &mut Vec<String>) -> Option<Value> {
        let text = value.default?;
        // Where `null` stands for what is absent, a default of `null` says nothing.
        if text == "null" && self.rules.optional == Optional::Null {
            return None;
        }
        if self.rules.keeps(Keyword::Default) {
            return serde_json::from_str(text).ok();
        }
        self.lost("default", Some(format!("Default: {text}.")), lines);
        None
    }

    /// Says a keyword in words, if that helps anybody, and notes it.
    fn lost(&mut self, keyword: &'static str, words: Option<String>, lines: &mut Vec<String>) {
        match (self.rules.others, words) {
            (Others::Described, Some(words)) => {
                lines.push(words);
                self.note(DialectNoteKind::Described(keyword));
            }
            _ => self.note(DialectNoteKind::Dropped(keyword)),
        }
    }

    fn format(&mut self, format: &'static str, rest: &mut Node, lines: &mut Vec<String>) {
        if self.rules.formats.iter().any(|known| [format, "*"].contains(known)) {
            rest.set("format", format);
            if !FORMATS.contains(&format) {
                self.note(DialectNoteKind::Dropped("format"));
            }
        } else {
            self.lost("format", Some(format!("Format: {format}.")), lines);
        }
    }

    fn names(&mut self, names: &'static NamesShape, node: &mut Node, rest: &mut Node, lines: &mut Vec<String>) {
        for variant in names.variants {
            let doc = trimmed(variant.doc);
            if !doc.is_empty() {
                lines.push(format!("{}: {doc}", variant.name));
            }
        }
        match self.rules.enums {
            Enums::Typed => node.set("type", self.type_name("string")),
            Enums::Bare => {}
            Enums::Formatted => {
                node.set("type", self.type_name("string"));
                node.set("format", "enum");
            }
        }
        let values: Vec<&str> = names.variants.iter().map(|variant| variant.name).collect();
        rest.set("enum", values);
    }

    fn range(&mut self, value: &Subschema, keyword: Keyword, rest: &mut Node, lines: &mut Vec<String>) {
        let declared = value.range(i128::MAX);
        let kept = if self.rules.keeps(keyword) {
            let kept = value.range(EXACT_INTEGER);
            rest.set_some("minimum", kept.min.map(number));
            rest.set_some("maximum", kept.max.map(number));
            kept
        } else {
            Range::NONE
        };
        let told = if kept == Range::NONE {
            value.range(TELLING_INTEGER)
        } else {
            Range::NONE
        };
        let bounds = [
            ("minimum", declared.min, kept.min, told.min),
            ("maximum", declared.max, kept.max, told.max),
        ];
        if !self.rules.keeps(keyword)
            && self.rules.others == Others::Described
            && let Some(words) = bounded(told)
        {
            lines.push(words);
        }
        for (name, declared, kept, told) in bounds {
            if declared.is_none() || kept.is_some() {
                continue;
            }
            let described = told.is_some() && !self.rules.keeps(keyword) && self.rules.others == Others::Described;
            self.note(if described {
                DialectNoteKind::Described(name)
            } else {
                DialectNoteKind::Dropped(name)
            });
        }
        let is_wide =
            |bound: Option<Bound>| matches!(bound, Some(Bound::Integer(bound)) if i32::try_from(bound).is_err());
        if self.rules.integer_formats
            && keyword == Keyword::IntegerRange
            && (is_wide(declared.min) || is_wide(declared.max))
        {
            rest.set("format", "int64");
        }
    }

    fn length(
        &mut self,
        length: Length,
        keyword: Keyword,
        names: [&'static str; 2],
        words: impl Fn(Length) -> Option<String>,
        rest: &mut Node,
        lines: &mut Vec<String>,
    ) {
        let bounds = [(names[0], length.min), (names[1], length.max)];
        if self.rules.keeps(keyword) {
            for (name, bound) in bounds {
                rest.set_some(name, bound.map(Value::from));
            }
            return;
        }
        let described = self.rules.others == Others::Described;
        if described && let Some(words) = words(length) {
            lines.push(words);
        }
        for (name, bound) in bounds {
            if bound.is_some() {
                self.note(if described {
                    DialectNoteKind::Described(name)
                } else {
                    DialectNoteKind::Dropped(name)
                });
            }
        }
    }

    /// `minItems` and `maxItems`, of which a dialect may take one alone, or not every number.
    fn items(&mut self, length: Length, rest: &mut Node, lines: &mut Vec<String>) {
        let mut lost = Length::NONE;
        if let Some(min) = length.min {
            let most = self.rules.most_min_items;
            if self.rules.keeps(Keyword::MinItems) {
                rest.set("minItems", min.min(most));
            }
            if !self.rules.keeps(Keyword::MinItems) || min > most {
                lost.min = Some(min);
            }
        }
        if let Some(max) = length.max {
            if self.rules.keeps(Keyword::MaxItems) {
                rest.set("maxItems", max);
            } else {
                lost.max = Some(max);
            }
        }
        let described = self.rules.others == Others::Described;
        if described && let Some(words) = counted(lost, "element") {
            lines.push(words);
        }
        for (name, bound) in [("minItems", lost.min), ("maxItems", lost.max)] {
            if bound.is_some() {
                self.note(if described {
                    DialectNoteKind::Described(name)
                } else {
                    DialectNoteKind::Dropped(name)
                });
            }
        }
    }

    fn map(
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

    fn member_count(&mut self, length: Length, rest: &mut Node, lines: &mut Vec<String>) {
        self.length(
            length,
            Keyword::MemberCount,
            ["minProperties", "maxProperties"],
            |length| counted(length, "member"),
            rest,
            lines,
        );
    }

    /// What a map's keys look like, where they are more than text: without `type`, since a property name is always text.
    fn key_names(&mut self, key: &Subschema, rest: &mut Node, lines: &mut Vec<String>) {
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
    fn fields(&mut self, object: &'static ObjectShape) -> Vec<(&'static str, Node, bool)> {
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
    pub(super) fn object(&mut self, object: &'static ObjectShape, tags: &[(&'static str, &'static str)]) -> Node {
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

    /// The schema of a member that may be absent unless it is `required`, and whether the schema requires it.
    fn optional(&mut self, value: &Subschema, required: bool) -> (Node, bool) {
        if required {
            return (self.value(value, value.nullable), true);
        }
        match self.rules.optional {
            Optional::Omitted => (self.value(value, value.nullable), false),
            Optional::Null => {
                self.note(DialectNoteKind::NullForAbsent);
                (self.value(value, true), true)
            }
            Optional::Counted if !value.nullable => {
                if let Some(left) = self.allotment.defaults.checked_sub(1) {
                    self.allotment.defaults = left;
                    return (self.value(value, false), false);
                }
                self.note(DialectNoteKind::Required);
                (self.value(value, false), true)
            }
            Optional::Counted => {
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

    /// An object of these members, after one with a single value for each tag.
    fn object_of(&mut self, parts: Vec<(&'static str, Node, bool)>, tags: &[(&'static str, &'static str)]) -> Node {
        self.members(parts, tags, false)
    }

    /// The keywords of an object; `open` says that members beside these may stand in it.
    fn members(
        &mut self,
        parts: Vec<(&'static str, Node, bool)>,
        tags: &[(&'static str, &'static str)],
        open: bool,
    ) -> Node {
        let mut node = Node::default();
        node.set("type", self.type_name("object"));
        let mut properties = Node::default();
        let mut required = Vec::new();
        for (key, name) in tags {
            properties.set(key, self.constant(name));
            required.push(*key);
        }
        for (name, schema, must) in parts {
            properties.set(name, schema);
            if must {
                required.push(name);
            }
        }
        if !properties.is_empty() || self.rules.objects == Objects::Closed {
            let order = properties.keys();
            node.set("properties", properties);
            if !required.is_empty() || self.rules.optional == Optional::Null {
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

/// The formats that JSON Schema 2020-12 defines for text, section 7.3 of its validation part; others say nothing to a validator.
const FORMATS: &[&str] = &[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "idn-email",
    "hostname",
    "idn-hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uri-reference",
    "iri",
    "iri-reference",
    "uuid",
    "uri-template",
    "json-pointer",
    "relative-json-pointer",
    "regex",
];

/// The members that must be there if this one is.
fn needed_with(object: &ObjectShape, at: usize) -> Vec<&'static str> {
    let others = object.fields.iter().enumerate();
    let needed = others.filter(|(other, _)| flatten::asks_for(object, at, *other));
    needed.map(|(_, field)| field.name).collect()
}

/// A bound as JSON.
fn number(bound: Bound) -> Value {
    let text = super::error::written(|writer| bound.write(writer));
    serde_json::from_str(&text).unwrap_or_default()
}

fn bounded(range: Range) -> Option<String> {
    let text = |bound| number(bound).to_string();
    match (range.min, range.max) {
        (Some(min), Some(max)) => Some(format!("{} to {}.", text(min), text(max))),
        (Some(min), None) => Some(format!("At least {}.", text(min))),
        (None, Some(max)) => Some(format!("At most {}.", text(max))),
        (None, None) => None,
    }
}

fn counted(length: Length, unit: &str) -> Option<String> {
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    match (length.min, length.max) {
        (Some(min), Some(max)) if min == max => Some(format!("Exactly {min} {unit}{}.", plural(min))),
        (Some(min), Some(max)) => Some(format!("{min} to {max} {unit}{}.", plural(max))),
        (Some(min), None) => Some(format!("At least {min} {unit}{}.", plural(min))),
        (None, Some(max)) => Some(format!("At most {max} {unit}{}.", plural(max))),
        (None, None) => None,
    }
}
