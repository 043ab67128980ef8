//! Enums whose variants carry data: `anyOf`, with one value where a tag tells the variants apart.

use super::{Node, Objects, Renderer};
use crate::schema::dialect::rules::OneValue;
use crate::schema::subschema::{Subschema, VariantTag};
use crate::schema::{Shape, Tagging, UnionShape, UnionVariantShape};

impl Renderer {
    /// The alternatives; `tags` are those of the enums around this one, and `docs` what their variants say.
    pub(super) fn alternatives(
        &mut self,
        union: &'static UnionShape,
        tags: &[VariantTag],
        docs: &[String],
    ) -> Vec<Node> {
        let mut alternatives = Vec::new();
        for variant in union.variants {
            let step = format!("({})", variant.name);
            self.below(&step, |this| {
                this.alternative(union.tagging, variant, tags, docs, &mut alternatives);
            });
        }
        alternatives
    }

    fn alternative(
        &mut self,
        tagging: Tagging,
        variant: &'static UnionVariantShape,
        tags: &[VariantTag],
        docs: &[String],
        alternatives: &mut Vec<Node>,
    ) {
        let inner = Subschema::of_variant(variant);
        let described = |of: &Subschema| {
            let mut lines = docs.to_vec();
            let mut docs = of.docs();
            while let Some(doc) = docs.next() {
                lines.push(doc.to_owned());
            }
            lines
        };
        match (tagging, variant.shape) {
            (Tagging::Untagged, Some(_)) if tags.is_empty() => {
                let node = self.value(&inner, inner.nullable);
                alternatives.push(node);
            }
            (Tagging::Untagged, None) if tags.is_empty() => alternatives.push(self.null_schema()),
            (Tagging::External, None) if tags.is_empty() => {
                let mut node = Node::default();
                node.describe(&described(&inner));
                node.extend(self.constant(variant.name));
                alternatives.push(node);
            }
            // A name alone, or nothing, is no object that could hold a tag.
            (Tagging::Untagged | Tagging::External, None) => {}
            (Tagging::External, Some(shape)) => {
                let value = Subschema::of(shape);
                let node = self.at_member(variant.name, |this| this.value(&value, value.nullable));
                let object = self.members(vec![(variant.name, node, true)], tags, false);
                alternatives.push(with_docs(object, &described(&Subschema::doc_of(variant))));
            }
            (Tagging::Adjacent { tag, content }, shape) => {
                let tags = [tags, &[tag_of(variant, tag)]].concat();
                let mut parts = Vec::new();
                if let Some(shape) = shape {
                    let value = Subschema::of(shape);
                    let (node, required) = self.at_member(content, |this| this.optional(&value, !value.nullable));
                    parts.push((content, node, required));
                }
                let object = self.members(parts, &tags, true);
                alternatives.push(with_docs(object, &described(&Subschema::doc_of(variant))));
            }
            (Tagging::Internal { .. } | Tagging::Untagged, _) => {
                let own: &[VariantTag] = match tagging {
                    Tagging::Internal { tag } => &[tag_of(variant, tag)],
                    _ => &[],
                };
                let (tags, lines) = ([tags, own].concat(), described(&inner));
                self.with_tags(inner.shape, &tags, &lines, alternatives);
            }
        }
    }

    /// The alternatives of a variant whose tags are among its own fields.
    fn with_tags(&mut self, shape: &'static Shape, tags: &[VariantTag], docs: &[String], alternatives: &mut Vec<Node>) {
        let object = match shape {
            Shape::Object(object) => self.object(object, tags),
            // Both enums say something about the one object; where it is closed, each has to say all of it.
            Shape::Union(union) if self.rules.objects == Objects::AsDeclared => {
                let mut object = self.members(Vec::new(), tags, true);
                let inside = self.alternatives(union, &[], &[]);
                object.set("anyOf", inside);
                object
            }
            Shape::Union(union) => return alternatives.extend(self.alternatives(union, tags, docs)),
            _ => self.members(Vec::new(), tags, true),
        };
        alternatives.push(with_docs(object, docs));
    }

    /// The schema of one value.
    pub(super) fn constant(&self, name: &str) -> Node {
        let mut node = Node::default();
        match self.rules.one_value {
            OneValue::Const => node.set("const", name),
            OneValue::Enum => {
                node.set("type", self.type_name("string"));
                if self.rules.enums == super::Enums::Formatted {
                    node.set("format", "enum");
                }
                node.set("enum", vec![name]);
            }
        }
        node
    }
}

/// The object with its docs right after its type.
fn with_docs(mut object: Node, lines: &[String]) -> Node {
    let mut node = Node::default();
    node.set_some("type", object.take("type"));
    node.describe(lines);
    node.extend(object);
    node
}

/// The tag of the variant under this key.
fn tag_of(variant: &UnionVariantShape, key: &'static str) -> VariantTag {
    VariantTag {
        key,
        name: variant.name,
    }
}
