//! Shapes that are made at run time: rendered for every dialect, and checked with a validator and with values of the shape.

mod rendered;

use std::cell::Cell;

use llm_output::Dialect;
use llm_output::shape::{
    Bound, FieldShape, Length, NamedShape, NamesShape, ObjectShape, Range, ReferenceShape, Shape, Tagging, UnionShape,
    UnionVariantShape, VariantShape,
};
use serde_json::{Map, Value, json};

use self::rendered::{admits, from_open_api, is_strict, validator};
use super::Input;

/// So many shapes are in one another at most, and so many in all.
const MOST: (usize, usize) = (5, 40);

/// Names that JSON Schema, JSON or TypeScript could mistake for something else. No two are equal without case and separators.
const NAMES: [&str; 12] = [
    "id",
    "type",
    "$ref",
    "properties",
    "a.b",
    "two words",
    "\"",
    "ü🙂",
    "default",
    "\\",
    "const",
    "value",
];

const DOCS: [&str; 4] = [
    "",
    "One line.",
    "Quotes \" and \\, and the end of a comment */.\nA second line.",
    "ü🙂",
];

/// Formats, and a string of each.
const FORMATS: [(&str, &str); 4] = [
    ("date-time", "2024-05-01T10:00:00Z"),
    ("date", "2024-05-01"),
    ("uuid", "67e55044-10b1-426f-9247-bb680e5fe0c8"),
    ("uri", "https://example.com/"),
];

thread_local! {
    /// What a reference refers to: its function cannot hold it.
    static ROOT: Cell<&'static Shape> = const { Cell::new(&Shape::Boolean) };
}

fn kept<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn kept_list<T>(values: Vec<T>) -> &'static [T] {
    values.leak()
}

/// Makes a shape of the bytes of an input.
struct Maker<'i, 'd> {
    input: &'i mut Input<'d>,
    made: usize,
    /// Whether the root is a struct, which fields may refer to.
    refers: bool,
}

impl Maker<'_, '_> {
    fn coin(&mut self) -> bool {
        self.input.byte() % 2 == 1
    }

    fn doc(&mut self) -> &'static str {
        self.input.pick::<&str>(&DOCS)
    }

    fn name(&mut self) -> &'static str {
        self.input.pick::<&str>(&["Item", "Node", "Config"])
    }

    /// So many different names.
    fn names(&mut self, count: usize) -> Vec<&'static str> {
        let first = self.input.byte();
        (0..count).map(|number| NAMES[(first + number) % NAMES.len()]).collect()
    }

    fn length(&mut self) -> Length {
        let bits = self.input.byte();
        Length {
            min: (bits & 1 != 0).then_some(bits >> 6),
            max: (bits & 2 != 0).then_some(3 + (bits >> 5)),
        }
    }

    fn range(&mut self, is_whole: bool) -> Range {
        let bits = self.input.byte();
        let bound = |whole: i128, fraction: f64, text: &'static str| {
            if is_whole {
                Bound::Integer(whole)
            } else {
                Bound::Float(fraction, text)
            }
        };
        Range {
            min: (bits & 1 != 0).then(|| bound(-2, -0.5, "-0.5")),
            max: (bits & 2 != 0).then(|| bound(100, 1e3, "1e3")),
        }
    }

    fn shape(&mut self, depth: usize) -> &'static Shape {
        self.made += 1;
        let kinds = if depth >= MOST.0 || self.made >= MOST.1 { 6 } else { 13 };
        kept(match self.input.byte() % kinds {
            0 => Shape::String {
                format: None,
                length: Length::NONE,
            },
            1 => Shape::String {
                format: Some(self.input.pick(&FORMATS).0),
                length: Length::NONE,
            },
            2 => {
                let ranges = [
                    (0, 255),
                    (-128, 127),
                    (i64::MIN.into(), i64::MAX.into()),
                    (0, u64::MAX.into()),
                ];
                let (min, max): (i128, i128) = *self.input.pick(&ranges);
                Shape::Integer {
                    range: Range {
                        min: Some(Bound::Integer(min)),
                        max: Some(Bound::Integer(max)),
                    },
                }
            }
            3 => Shape::Number,
            4 => Shape::Boolean,
            5 => Shape::Any,
            6 => match self.shape(depth + 1) {
                Shape::Optional(inner) => Shape::Optional(inner),
                Shape::Any => Shape::Any,
                inner => Shape::Optional(inner),
            },
            7 => {
                let unique = self.coin();
                let element = self.shape(depth + 1);
                Shape::List {
                    element,
                    length: Length::NONE,
                    unique,
                }
            }
            8 => {
                let key = if self.coin() {
                    kept(Shape::Names(self.unit_enum()))
                } else {
                    &STRING
                };
                Shape::Map {
                    key,
                    value: self.shape(depth + 1),
                }
            }
            9 => Shape::Names(self.unit_enum()),
            10 => Shape::Named(self.newtype(depth)),
            11 => Shape::Union(self.union(depth)),
            _ => Shape::Object(self.object(depth, 5)),
        })
    }

    fn unit_enum(&mut self) -> &'static NamesShape {
        let count = 1 + self.input.byte() % 4;
        let names = self.names(count);
        let variants = names
            .into_iter()
            .map(|name| VariantShape::new(name, self.doc(), &[]))
            .collect();
        kept(NamesShape::new(self.name(), self.doc(), kept_list(variants), None))
    }

    fn newtype(&mut self, depth: usize) -> &'static NamedShape {
        let shape = self.shape(depth + 1);
        let (range, length) = self.bounds(shape);
        let newtype = NamedShape::new(self.name(), self.doc(), shape);
        kept(newtype.range(range).length(length))
    }

    /// Bounds that a declaration may add to a shape.
    fn bounds(&mut self, shape: &Shape) -> (Range, Length) {
        let none = (Range::NONE, Length::NONE);
        match shape {
            Shape::Integer { .. } => (self.range(true), none.1),
            Shape::Number => (self.range(false), none.1),
            Shape::String { format: None, .. }
            | Shape::List {
                element: Shape::String { .. } | Shape::Integer { .. } | Shape::Object(_),
                unique: false,
                ..
            }
            | Shape::Map {
                key: Shape::String { .. },
                ..
            } => (none.0, self.length()),
            Shape::Optional(inner) => self.bounds(inner),
            _ => none,
        }
    }

    fn object(&mut self, depth: usize, most: usize) -> &'static ObjectShape {
        let count = self.input.byte() % (most + 1);
        let names = self.names(count);
        let fields = names.into_iter().map(|name| self.field(name, depth)).collect();
        let object = ObjectShape::new(self.name(), self.doc(), kept_list(fields));
        kept(if self.coin() { object.closed() } else { object })
    }

    fn field(&mut self, name: &'static str, depth: usize) -> FieldShape {
        let shape = match self.input.byte() {
            200..=227 if self.refers => kept(Shape::Optional(kept(reference()))),
            228..=255 if self.refers => kept(Shape::List {
                element: kept(reference()),
                length: Length::NONE,
                unique: false,
            }),
            _ => self.shape(depth + 1),
        };
        let (range, length) = self.bounds(shape);
        let field = FieldShape::new(name, self.doc(), shape, !matches!(shape, Shape::Optional(_)));
        field.range(range).length(length)
    }

    fn union(&mut self, depth: usize) -> &'static UnionShape {
        let taggings = [
            Tagging::External,
            Tagging::Internal { tag: "tag" },
            Tagging::Adjacent {
                tag: "tag",
                content: "content",
            },
            Tagging::Untagged,
        ];
        let tagging = *self.input.pick(&taggings);
        let count = 1 + self.input.byte() % 4;
        let names = self.names(count);
        let variants = names.into_iter().enumerate().map(|(number, name)| {
            let shape = match tagging {
                Tagging::Untagged if number == 0 => Some(kept(Shape::Object(self.object(depth + 1, 3)))),
                Tagging::Untagged => Some(&[STRING, Shape::Boolean, Shape::Number][number - 1]),
                _ if self.coin() => None,
                Tagging::Internal { .. } => Some(kept(Shape::Object(self.object(depth + 1, 3)))),
                _ => Some(self.shape(depth + 1)),
            };
            UnionVariantShape::new(name, self.doc(), &[], shape)
        });
        let variants = kept_list(variants.collect());
        kept(UnionShape::new(self.name(), self.doc(), tagging, variants, None))
    }
}

const STRING: Shape = Shape::String {
    format: None,
    length: Length::NONE,
};

fn reference() -> Shape {
    Shape::Reference(kept(ReferenceShape::new("Root", || ROOT.get(), 3)))
}

/// A value of a shape within these bounds, levels of the root inside itself left.
fn value(shape: &Shape, bounds: (Range, Length), levels: usize, input: &mut Input<'_>) -> Value {
    let none = (Range::NONE, Length::NONE);
    let least = bounds.1.min.unwrap_or(0);
    match shape {
        Shape::String {
            format: Some(format), ..
        } => {
            let known = FORMATS.iter().find(|(name, _)| name == format);
            json!(known.expect("a format of the table").1)
        }
        Shape::String { .. } => {
            let most = bounds.1.max.unwrap_or(least + 3);
            json!("ü".repeat(least + input.byte() % (most - least + 1)))
        }
        Shape::Integer { .. } => json!(input.byte() % 101),
        Shape::Number => json!(if bounds == none { 1e300 } else { 0.25 }),
        Shape::Boolean => json!(input.byte().is_multiple_of(2)),
        Shape::Any => [json!(null), json!({"a": [1]}), json!("a")][input.byte() % 3].clone(),
        Shape::Optional(inner) if levels > 0 && !input.byte().is_multiple_of(3) => value(inner, bounds, levels, input),
        Shape::Optional(_) => Value::Null,
        Shape::List {
            element: Shape::Reference(_),
            ..
        } if levels == 0 && least == 0 => json!([]),
        Shape::List { element, unique, .. } => {
            let count = if *unique { 1 } else { least.max(1) };
            (0..count).map(|_| value(element, none, levels, input)).collect()
        }
        Shape::Map { key, value: inner } => {
            let keys: Vec<String> = match key {
                Shape::Names(names) => vec![names.variants[0].name.to_owned()],
                _ => (0..least.max(1)).map(|number| format!("key {number}")).collect(),
            };
            keys.into_iter()
                .map(|key| (key, value(inner, none, levels, input)))
                .collect::<Map<_, _>>()
                .into()
        }
        Shape::Names(names) => json!(names.variants[input.byte() % names.variants.len()].name),
        Shape::Object(object) => fields(object, levels, input).into(),
        Shape::Named(named) => value(
            named.shape,
            narrowed(bounds, (named.range, named.length)),
            levels,
            input,
        ),
        Shape::Union(union) => variant(union, levels, input),
        Shape::Reference(reference) => value((reference.shape)(), none, levels.saturating_sub(1), input),
        _ => unreachable!("another shape"),
    }
}

fn narrowed(outer: (Range, Length), inner: (Range, Length)) -> (Range, Length) {
    if outer == (Range::NONE, Length::NONE) {
        inner
    } else {
        outer
    }
}

fn fields(object: &ObjectShape, levels: usize, input: &mut Input<'_>) -> Map<String, Value> {
    let written = object.fields.iter().filter_map(|field| {
        let is_written = field.required || input.byte().is_multiple_of(2);
        is_written.then(|| {
            (
                field.name.to_owned(),
                value(field.shape, (field.range, field.length), levels, input),
            )
        })
    });
    written.collect()
}

fn variant(union: &UnionShape, levels: usize, input: &mut Input<'_>) -> Value {
    let variant = &union.variants[input.byte() % union.variants.len()];
    let none = (Range::NONE, Length::NONE);
    let mut inner = |shape| value(shape, none, levels, input);
    match (union.tagging, variant.shape) {
        (Tagging::External, None) => json!(variant.name),
        (Tagging::External, Some(shape)) => json!({variant.name: inner(shape)}),
        (Tagging::Untagged, shape) => shape.map_or(Value::Null, inner),
        (Tagging::Internal { tag }, shape) => {
            let mut members = json!({tag: variant.name});
            if let (Some(Value::Object(more)), Some(members)) = (shape.map(inner), members.as_object_mut()) {
                members.extend(more);
            }
            members
        }
        (Tagging::Adjacent { tag, .. }, None) => json!({tag: variant.name}),
        (Tagging::Adjacent { tag, content }, Some(shape)) => json!({tag: variant.name, content: inner(shape)}),
    }
}

/// A value that is not of this shape, if the schema can say so.
fn misfit(shape: &Shape, input: &mut Input<'_>) -> Option<Value> {
    let inside = !input.byte().is_multiple_of(4);
    match shape {
        Shape::String { .. } | Shape::Integer { .. } | Shape::Number => Some(json!(true)),
        Shape::Boolean => Some(json!(7)),
        Shape::Any | Shape::Reference(_) => None,
        Shape::Optional(inner) => misfit(inner, input).filter(|value| !value.is_null()),
        Shape::List { element, .. } if inside => misfit(element, input).map(|value| json!([value])),
        Shape::List { .. } => Some(json!({})),
        Shape::Map { value, .. } if inside => misfit(value, input).map(|value| json!({"id": value})),
        Shape::Map { .. } => Some(json!([])),
        Shape::Names(_) => Some(json!("no such name")),
        Shape::Object(object) if inside && !object.fields.is_empty() => {
            let field = input.pick(object.fields);
            let mut members = fields(object, 0, input);
            members.insert(field.name.to_owned(), misfit(field.shape, input)?);
            Some(members.into())
        }
        Shape::Object(object) => match object.fields.iter().find(|field| field.required) {
            Some(needed) => {
                let mut members = fields(object, 0, input);
                members.remove(needed.name);
                Some(members.into())
            }
            None => Some(json!([])),
        },
        Shape::Named(named) => misfit(named.shape, input),
        Shape::Union(union) if union.tagging == Tagging::Untagged => Some(json!([])),
        Shape::Union(_) => Some(json!({"tag": "no such name", "no such name": 1})),
        _ => unreachable!("another shape"),
    }
}

/// A schema of any shape says what the shape says, in every dialect.
///
/// The shapes are never freed.
pub fn shapes(data: &[u8]) {
    let mut input = Input(data);
    let refers = input.byte() % 2 == 1;
    let mut maker = Maker {
        input: &mut input,
        made: 0,
        refers,
    };
    let root: &Shape = if refers {
        kept(Shape::Object(maker.object(0, 6)))
    } else {
        maker.shape(1)
    };
    let root = match root {
        Shape::Object(object) => {
            let named = ObjectShape::new("Root", object.doc, object.fields);
            kept(Shape::Object(kept(if object.closed { named.closed() } else { named })))
        }
        other => other,
    };
    ROOT.set(root);
    let text = root.schema();
    let schema: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let validates = validator(&schema);
    let none = (Range::NONE, Length::NONE);
    let fitting = value(root, none, 2, &mut input);
    admits(&validates, &schema, &fitting);
    if let Some(other) = misfit(root, &mut input) {
        assert!(!validates.is_valid(&other), "{other} fits\n{text}");
    }
    let example = root.example();
    let example = serde_json::from_str(&example).unwrap_or_else(|error| panic!("{error}\n{example}\n{text}"));
    admits(&validates, &schema, &example);
    assert!(!root.prompt().is_empty());
    for &dialect in Dialect::ALL {
        let rendered = match root.schema_for(dialect) {
            Ok(rendered) => rendered,
            Err(error) => {
                assert!(
                    !error.to_string().is_empty() && dialect != Dialect::JsonSchema,
                    "{error}\n{text}"
                );
                continue;
            }
        };
        let mut written = rendered.value();
        let translated;
        if dialect == Dialect::GeminiOpenApi {
            translated = from_open_api(written);
            written = &translated;
        }
        match dialect {
            Dialect::JsonSchema => assert_eq!(written, &schema),
            Dialect::OpenAiStrict | Dialect::AzureOpenAi | Dialect::DeepSeek => is_strict(written),
            _ => {}
        }
        let validator = validator(written);
        if rendered.notes().is_empty() && !rendered.is_wrapped() {
            admits(&validator, written, &fitting);
        }
    }
}
