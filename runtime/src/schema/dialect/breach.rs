//! What a dialect would refuse about a type: where, which limit, and the sentence about it.

use super::Dialect;
use super::measure::Measure;
use super::rules::Rules;
use crate::LlmOutput;
use crate::schema::constant::{ConstantText, Notation, text};
use crate::schema::definitions::Definitions;
use crate::schema::subschema::Subschema;
use crate::schema::text::Writer;
use crate::schema::{Shape, Tagging, flatten};

/// No more than this are listed: whoever fixes these will see the next ones.
pub(crate) const MOST_BREACHES: usize = 16;

/// One thing that exceeds a limit.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Breach {
    pub(crate) limit: SchemaLimit,
    /// How many there are of what is limited.
    pub(crate) count: usize,
    pub(crate) steps: Steps,
}

/// What is limited.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SchemaLimit {
    Members,
    Levels,
    Characters,
    Values,
    LargeEnum,
    Optional,
    Unions,
    Name,
    FunctionName,
    DefinitionName,
    RootKey,
    /// Two values of an enum that differ in case alone.
    Case(&'static str, &'static str),
    Empty,
    NothingRequired,
    Any,
    Recursion,
    /// The type is a part of one that contains itself.
    InsideRecursion,
    RequiredRecursion,
    TaggedReference,
    WrappedMap,
    /// The place of the first optional field that exceeds the limit. It may still be declared in another way.
    ProvisionalOptional,
    /// The place of the first union beyond the limit.
    ProvisionalUnion,
}

impl SchemaLimit {
    /// Whether both are the same limit on a total.
    pub(crate) const fn is(self, other: Self) -> bool {
        matches!(
            (self, other),
            (Self::Members, Self::Members)
                | (Self::Levels, Self::Levels)
                | (Self::Characters, Self::Characters)
                | (Self::Values, Self::Values)
        )
    }
}

/// The way from the root to a place: which child at each step, where wrappers are no step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Steps {
    children: [usize; MOST_STEPS],
    count: usize,
    /// The definition that the way starts at, where it is not the root.
    definition: Option<usize>,
}

/// A place further down is reported by the way to this depth.
const MOST_STEPS: usize = 32;

impl Steps {
    pub(crate) const NONE: Self = Self {
        children: [0; MOST_STEPS],
        count: 0,
        definition: None,
    };

    pub(crate) const fn push(&mut self, step: usize) {
        if self.count < MOST_STEPS {
            self.children[self.count] = step;
        }
        self.count += 1;
    }

    pub(crate) const fn pop(&mut self) {
        self.count -= 1;
    }

    pub(crate) const fn push_definition(&mut self, definition: usize) {
        self.definition = Some(definition);
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.count == 0 && self.definition.is_none()
    }

    /// Writes the way: `findings[].places{}.line`.
    pub(crate) const fn write(&self, writer: &mut Writer<'_>, root: &'static Shape) {
        let mut shape = Subschema::of(root).shape;
        let mut is_first = true;
        if let Some(definition) = self.definition {
            let definitions = Definitions::find(root);
            shape = Subschema::of(definitions.shape(definition)).shape;
            definitions.name(definition).write(writer);
            is_first = false;
        }
        let mut i = 0;
        while i < self.count && i < MOST_STEPS {
            let at = self.children[i];
            shape = match shape {
                Shape::List { element, .. } => {
                    writer.text("[]");
                    Subschema::of(element).shape
                }
                Shape::Map { value, .. } => {
                    writer.text("{}");
                    Subschema::of(value).shape
                }
                Shape::Object(object) if at < object.fields.len() => {
                    if !is_first {
                        writer.text(".");
                    }
                    writer.text(object.fields[at].name);
                    Subschema::of(object.fields[at].shape).shape
                }
                Shape::Object(object) if at == object.fields.len() && flatten::rest(object).is_some() => {
                    writer.text("{}");
                    match flatten::rest(object) {
                        Some(value) => Subschema::of(value).shape,
                        None => break,
                    }
                }
                Shape::Union(union) if at < union.variants.len() => {
                    writer.text("(");
                    writer.text(union.variants[at].name);
                    writer.text(")");
                    if let Tagging::Adjacent { content, .. } = union.tagging
                        && i + 1 < self.count
                    {
                        writer.text(".");
                        writer.text(content);
                    }
                    Subschema::of_variant(&union.variants[at]).shape
                }
                _ => break,
            };
            is_first = false;
            i += 1;
        }
        if is_first {
            writer.text("$");
        }
    }
}

impl Breach {
    /// Writes the limit as a sentence, without the place.
    pub(crate) const fn write(&self, writer: &mut Writer<'_>, rules: &'static Rules, root: &'static Shape) {
        writer.text(rules.name);
        let Some((most, unit)) = self.number(rules) else {
            return self.write_refusal(writer, root);
        };
        writer.text(" accepts at most ");
        writer.integer(most as i128);
        writer.text(unit);
        writer.text(", and this type has ");
        writer.integer(self.count as i128);
        writer.text(match self.limit {
            SchemaLimit::Optional => ": make some of them required, or split the answer",
            SchemaLimit::Unions => ": use one type where several are possible, or split the answer",
            SchemaLimit::Levels => ": use a flatter type",
            _ => ": send less in one answer",
        });
    }

    /// The number of the limit and what it counts, where it is one.
    const fn number(&self, rules: &Rules) -> Option<(usize, &'static str)> {
        let limits = &rules.limits;
        let (most, unit) = match self.limit {
            SchemaLimit::Members => (limits.members, " fields of all objects together"),
            SchemaLimit::Levels => (limits.levels, " nested levels of objects and lists"),
            SchemaLimit::Characters => (
                limits.characters,
                " characters in all names and values of enums together",
            ),
            SchemaLimit::Values => (limits.values, " values of all enums together"),
            SchemaLimit::LargeEnum => (
                limits.large_enum,
                " characters in the values of an enum with more than 250 of them",
            ),
            SchemaLimit::Optional | SchemaLimit::ProvisionalOptional => {
                (limits.optional, " fields that may be missing")
            }
            SchemaLimit::Unions | SchemaLimit::ProvisionalUnion => (limits.unions, " values of several types"),
            _ => return None,
        };
        match most {
            Some(most) => Some((most, unit)),
            None => None,
        }
    }

    const fn write_refusal(&self, writer: &mut Writer<'_>, root: &'static Shape) {
        writer.text(match self.limit {
            SchemaLimit::Name => return name(writer, root, "`_` and `-`"),
            SchemaLimit::FunctionName => return name(writer, root, "`_`, `.` and `-`, with a letter or `_` first"),
            SchemaLimit::Case(one, other) => return case(writer, one, other),
            SchemaLimit::DefinitionName => {
                " accepts only names of ASCII letters, digits, `_` and `-` for recursive types, at most 64 \
                 characters: write \
                 `#[llm(rename = \"..\")]` on the type"
            }
            SchemaLimit::RootKey => {
                " accepts only ASCII letters, digits, `_`, `.` and `-` in the names of the outermost fields, at most 64 characters: \
                 write `#[llm(rename = \"..\")]` on the field"
            }
            SchemaLimit::Empty => " accepts no object without fields here: give it a field, or leave it out",
            SchemaLimit::NothingRequired => " needs at least one required field in every object: make one required",
            SchemaLimit::Any => " allows no untyped values here: use a concrete type, or a string that holds the JSON",
            SchemaLimit::Recursion => {
                " does not accept recursive types: write a separate type for each level, or put the schema into the \
                 prompt"
            }
            SchemaLimit::InsideRecursion => {
                " accepts only self-contained types, and this one refers to a type that contains it: use the schema \
                 of that type, or put \
                 `#[llm(recursive(..))]` on a field that contains its own type"
            }
            SchemaLimit::RequiredRecursion => {
                " accepts a recursive type only in an optional field: use an `Option`, or declare a default"
            }
            SchemaLimit::TaggedReference => {
                " accepts no `$ref` next to a tag: name the field of the variant, or put its value under `content`"
            }
            SchemaLimit::WrappedMap => {
                " needs an object with known fields at the root, and `{\"value\": [..]}` could be the map itself: \
                 put the map \
                 into a struct"
            }
            _ => " accepts less than this",
        });
    }
}

const fn case(writer: &mut Writer<'_>, one: &str, other: &str) {
    writer.text(" does not preserve the case of enum values, and `");
    writer.text(one);
    writer.text("` and `");
    writer.text(other);
    writer.text("` differ only in case: rename one of them");
}

const fn name(writer: &mut Writer<'_>, root: &'static Shape, others: &str) {
    writer.text(" accepts only names of at most 64 ASCII letters, digits, ");
    writer.text(others);
    writer.text(", and `");
    writer.text(type_name(root));
    writer.text("` is not one: write `#[llm(rename = \"..\")]` on the type");
}

/// The name of a type as its shape says it, or the empty text.
pub(crate) const fn type_name(shape: &'static Shape) -> &'static str {
    match shape {
        Shape::Object(object) => object.name,
        Shape::Named(named) => named.name,
        Shape::Names(names) => names.name,
        Shape::Union(union) => union.name,
        Shape::Optional(inner) => type_name(inner),
        _ => "",
    }
}

/// What a type goes by in a request: its name, or `answer` where it has none.
pub(crate) const fn request_name(shape: &'static Shape) -> &'static str {
    let name = type_name(shape);
    if name.is_empty() { "answer" } else { name }
}

/// Everything that the dialect would refuse about a type, one per line, or an empty string; to be called in const evaluation
/// only.
pub const fn breaches<T: LlmOutput, const DIALECT: u32>() -> &'static str {
    text::<Breaches<T, DIALECT>>()
}

struct Breaches<T, const DIALECT: u32>(T);

impl<T: LlmOutput, const DIALECT: u32> ConstantText for Breaches<T, DIALECT> {
    const SHAPE: &'static Shape = T::SHAPE;
    const NOTATION: Notation = Notation::Breaches(Dialect::ALL[DIALECT as usize]);
}

/// Writes all breaches of `dialect`, each with its place.
pub(crate) const fn write(writer: &mut Writer<'_>, shape: &'static Shape, dialect: Dialect) {
    let rules = dialect.rules();
    let measure = Measure::of(rules, shape, Some(request_name(shape)), false);
    let mut i = 0;
    while i < measure.breaches() {
        let breach = measure.breach_at(i);
        if i > 0 {
            writer.text("\n");
        }
        writer.text("`");
        breach.steps.write(writer, shape);
        writer.text("`: ");
        breach.write(writer, rules, shape);
        i += 1;
    }
}
