//! A dialect's schema, written from the type.

mod keywords;
mod node;
mod object;
mod union;

use serde_json::Value;

use super::measure::Allotment;
use super::note::{DialectNote, DialectNoteKind};
use super::rules::{Enums, Keyword, Null, Objects, References, RootRule, Rules, Types};
use crate::schema::definitions::Definitions;
use crate::schema::subschema::{Subschema, trimmed};
use crate::schema::{Length, NamesShape, Shape};
use keywords::counted;
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
    let object_root = object_root || rules.root == RootRule::Object;
    let is_object = matches!(root.shape, Shape::Object(_)) && !root.nullable;
    let wraps = object_root && !is_object;
    let mut node = if object_root && is_object {
        renderer.root = renderer.definitions.index(root.shape);
        renderer.definitions.current = renderer.root;
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
    /// The definition that is at the root.
    root: Option<usize>,
    /// What is left of the dialect's allotment of optional fields.
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

    /// Does something at a field.
    fn at_member<R>(&mut self, name: &str, at: impl FnOnce(&mut Self) -> R) -> R {
        let dot = if self.path.is_empty() { "" } else { "." };
        self.below(&format!("{dot}{name}"), at)
    }

    /// The types that contain themselves.
    fn define(&mut self) -> Node {
        let mut definitions = Node::default();
        if self.rules.references == References::Refused {
            return definitions;
        }
        for at in 0..self.definitions.count() {
            if self.root == Some(at) {
                continue;
            }
            let (name, shape) = (self.definitions.name(at).to_string(), self.definitions.shape(at));
            self.path.clone_from(&name);
            self.definitions.current = Some(at);
            let node = self.in_place(&Subschema::of(shape), false);
            definitions.set(&name, node);
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
            lines.push(format!("At most {levels} nested levels."));
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
                self.text(value, *format, &mut rest, &mut lines);
            }
            Shape::Integer { .. } => {
                node.set("type", self.type_name("integer"));
                self.range(value, Keyword::IntegerRange, &mut rest, &mut lines);
            }
            Shape::Number | Shape::Float32 => {
                node.set("type", self.type_name("number"));
                self.range(value, Keyword::NumberRange, &mut rest, &mut lines);
            }
            Shape::Boolean => node.set("type", self.type_name("boolean")),
            Shape::Names(names) => self.names(names, &mut node, &mut rest, &mut lines),
            Shape::List { element, unique, .. } => {
                node.set("type", self.type_name("array"));
                self.list(value.length(), element, *unique, &mut rest, &mut lines);
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

    /// What a string has to be.
    fn text(&mut self, value: &Subschema, format: Option<&'static str>, rest: &mut Node, lines: &mut Vec<String>) {
        if let Some(format) = format {
            self.format(format, rest, lines);
        }
        if let Some(pattern) = value.pattern {
            if self.rules.keeps(Keyword::Pattern) {
                rest.set("pattern", pattern);
            } else {
                self.lost("pattern", Some(format!("Pattern: {pattern}")), lines);
            }
        }
        let (names, words) = (["minLength", "maxLength"], |length| counted(length, "character"));
        self.length(value.length(), Keyword::TextLength, names, words, rest, lines);
    }

    /// What the elements of a list have to be, and how many there may be.
    fn list(
        &mut self,
        length: Length,
        element: &'static Shape,
        unique: bool,
        rest: &mut Node,
        lines: &mut Vec<String>,
    ) {
        let element = Subschema::of(element);
        let items = self.below("[]", |this| this.value(&element, element.nullable));
        rest.set("items", items);
        self.items(length, rest, lines);
        if unique {
            if self.rules.keeps(Keyword::UniqueItems) {
                rest.set("uniqueItems", true);
            } else {
                self.lost("uniqueItems", Some("No duplicates.".to_owned()), lines);
            }
        }
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
}
