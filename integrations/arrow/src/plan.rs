//! From the shape of a type to empty columns.

use llm_output::Shape;
use llm_output::shape::{Bound, NamesShape, ObjectShape, Range, Tagging, UnionShape};

use crate::Error;
use crate::column::{Boolean, Column, Integer, List, Map, Names, Primitive, Slot, Struct, Temporal, Text, Union};

/// The name of the column of a flattened map.
const REST: &str = "rest";

/// The name of the tag of an enum whose variants are the keys around their values.
const VARIANT: &str = "variant";

/// A column for `shape`.
pub(crate) fn slot(name: &str, shape: &'static Shape, is_nullable: bool) -> Result<Slot, Error> {
    match shape {
        Shape::Optional(inner) => slot(name, inner, true),
        Shape::Named(named) => slot(name, named.shape, is_nullable),
        // JSON has a null of its own.
        Shape::Any => Ok(Slot::new(name, true, Column::Json(Text::default()))),
        _ => {
            let column = column(shape).map_err(|error| error.inside(name))?;
            Ok(Slot::new(name, is_nullable, column))
        }
    }
}

fn column(shape: &'static Shape) -> Result<Column, Error> {
    Ok(match shape {
        Shape::String { format, .. } => match format.unwrap_or_default() {
            "date" => Column::Temporal(Temporal::date()),
            "partial-time" => Column::Temporal(Temporal::time()),
            "date-time" => Column::Temporal(Temporal::instant()),
            "partial-date-time" => Column::Temporal(Temporal::date_time()),
            "decimal" => Column::Decimal(Primitive::new()),
            _ => Column::Text(Text::default()),
        },
        Shape::Integer { range } => Column::Integer(integer(*range)),
        Shape::Number => Column::Float(Primitive::new()),
        Shape::Float32 => Column::Float32(Primitive::new()),
        Shape::Boolean => Column::Boolean(Boolean::new()),
        Shape::List { element, .. } => Column::List(Box::new(List::new(slot("item", element, false)?))),
        Shape::Map { value, .. } => Column::Map(Box::new(Map::new(slot("value", value, false)?))),
        Shape::Names(names) => Column::Names(names_of(names)?),
        Shape::Object(object) => structure(object)?,
        Shape::Union(union) if union.tagging == Tagging::Untagged => Column::Json(Text::default()),
        Shape::Union(union) => Column::Union(Box::new(tagged(union)?)),
        // Arrow has no recursive types.
        Shape::Any | Shape::Reference(_) => Column::Json(Text::default()),
        Shape::Optional(inner) => column(inner)?,
        Shape::Named(named) => column(named.shape)?,
        _ => {
            return Err(Error::new(
                "this version of llm_output_arrow does not know the shape of the type",
            ));
        }
    })
}

/// The smallest type with room for the range.
fn integer(range: Range) -> Integer {
    let end = |bound: Option<Bound>, open: i128| match bound {
        Some(Bound::Integer(value)) => value,
        _ => open,
    };
    let (min, max) = (end(range.min, i64::MIN.into()), end(range.max, u64::MAX.into()));
    macro_rules! smallest_of {
        ($($name:ident: $type:ty,)*) => {
            $(if min >= i128::from(<$type>::MIN) && max <= i128::from(<$type>::MAX) {
                return Integer::$name(Primitive::new());
            })*
        };
    }
    smallest_of! {
        U8: u8, I8: i8, U16: u16, I16: i16, U32: u32, I32: i32, U64: u64, I64: i64,
    }
    Integer::I64(Primitive::new())
}

fn names_of(names: &NamesShape) -> Result<Names, Error> {
    let is_open = names.variants.iter().any(|variant| variant.other);
    Names::new(names.variants.iter().map(|variant| variant.name).collect(), is_open)
}

fn structure(object: &'static ObjectShape) -> Result<Column, Error> {
    let mut may_be_absent = vec![false; object.fields.len()];
    mark_optional(object, 0, &mut may_be_absent);
    let mut slots = Vec::new();
    for (field, may_be_absent) in object.fields.iter().zip(may_be_absent) {
        slots.push(slot(field.name, field.shape, may_be_absent)?);
    }
    let rest = match rest(object) {
        None => None,
        Some(value) => {
            let name = free_name(REST, |name| object.fields.iter().any(|field| field.name == name));
            let map = Column::Map(Box::new(Map::new(slot("value", value, false)?)));
            Some(Slot::new(&name, false, map))
        }
    };
    if slots.is_empty() && rest.is_none() {
        return Ok(Column::Boolean(Boolean::new()));
    }
    Ok(Column::Struct(Box::new(Struct::new(slots, rest))))
}

/// Marks the fields of flattened types that may be absent as a whole.
fn mark_optional(object: &ObjectShape, start: usize, marked: &mut [bool]) {
    for flattened in object.flattened {
        if let Some(inner) = object_of(flattened.shape) {
            let first = start + flattened.first;
            if flattened.optional {
                marked[first..first + inner.fields.len()].fill(true);
            }
            mark_optional(inner, first, marked);
        }
    }
}

fn object_of(shape: &'static Shape) -> Option<&'static ObjectShape> {
    match shape {
        Shape::Optional(inner) => object_of(inner),
        Shape::Named(named) => object_of(named.shape),
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// What the values of unknown keys look like, if a flattened map collects them.
fn rest(object: &'static ObjectShape) -> Option<&'static Shape> {
    object.flattened.iter().find_map(|flattened| rest_of(flattened.shape))
}

fn rest_of(shape: &'static Shape) -> Option<&'static Shape> {
    match shape {
        Shape::Optional(inner) => rest_of(inner),
        Shape::Named(named) => rest_of(named.shape),
        Shape::Map { value, .. } => Some(value),
        Shape::Any => Some(&Shape::Any),
        Shape::Object(object) => rest(object),
        _ => None,
    }
}

fn tagged(union: &'static UnionShape) -> Result<Union, Error> {
    let has = |name: &str| {
        union
            .variants
            .iter()
            .any(|variant| variant.shape.is_some() && variant.name == name)
    };
    let (tag, content) = match union.tagging {
        Tagging::Internal { tag } => (tag, None),
        Tagging::Adjacent { tag, content } => (tag, Some(content)),
        Tagging::External | Tagging::Untagged => (VARIANT, None),
    };
    let names = Names::new(union.variants.iter().map(|variant| variant.name).collect(), false)?;
    let mut variants = Vec::new();
    for variant in union.variants {
        variants.push(match variant.shape {
            Some(shape) => Some(slot(variant.name, shape, true)?),
            None => None,
        });
    }
    let tag_slot = Slot::new(&free_name(tag, has), false, Column::Names(names));
    Ok(Union::new(tag, content, tag_slot, variants))
}

/// `name`, with underscores before it if it is used already.
fn free_name(name: &str, is_used: impl Fn(&str) -> bool) -> String {
    let mut free = name.to_owned();
    while is_used(&free) {
        free.insert(0, '_');
    }
    free
}
