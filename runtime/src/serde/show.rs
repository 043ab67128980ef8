//! Shows a visitor what was read. Made-up items ask the visitor what it expects, or give it the smallest value that it
//! accepts.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

use serde_core::de::{Deserializer, Visitor};

use super::names::Names;
use super::parts::ShownParts;
use super::refusal::{Cause, OrRefused, Refusal};
use crate::visit::planned::{Form, Item, Leaf, PartsKind, Value, numbers};
use crate::visit::year::{begins_with_short_year, is_of_chrono};

/// One run of a type's visitors.
#[derive(Debug, Default)]
pub(super) struct Show<'x, 'de> {
    /// The caller's text, and the same text again if values may borrow from it.
    pub(super) text: &'x str,
    pub(super) source: Option<&'de str>,
    /// There will be no value: only more errors are looked for.
    pub(super) is_lost: bool,
    /// What the visitor that was asked expects.
    pub(super) asked: RefCell<Option<Asked>>,
    /// Whether that is optional.
    pub(super) is_optional: Cell<bool>,
    /// The newtype that the visitor belongs to.
    pub(super) newtype: Cell<Option<&'static str>>,
    /// The required fields of structs that are made up.
    pub(super) needs: Option<&'x Needs>,
    /// How many values were made up.
    pub(super) made: Cell<u32>,
    pub(super) depth: Cell<u32>,
}

/// A type with named fields or variants: its visitor, and the address of its names. Several types may share one list of
/// names.
pub(super) type TypeKey = (&'static str, usize, usize);

/// The required fields of each struct, as far as they are known.
pub(super) type Needs = BTreeMap<TypeKey, Vec<&'static str>>;

pub(super) fn key_of<V>(names: Names) -> TypeKey {
    (std::any::type_name::<V>(), names.as_ptr().addr(), names.len())
}

/// What a visitor expects.
#[derive(Debug)]
pub(super) enum Asked {
    /// This, without parts of its own.
    Whole(Form),
    List,
    Tuple(usize),
    Map,
    Struct(TypeKey, Names),
    Choice(TypeKey, Names),
}

impl Asked {
    /// The smallest value of this kind; `form` chooses among those of a leaf.
    fn made_up(self, form: u8, show: &Show<'_, '_>) -> Value {
        match self {
            Self::Whole(Form::Leaf(Leaf::Bool)) => Value::Bool(false),
            Self::Whole(Form::Leaf(Leaf::Char)) => Value::Char('a'),
            Self::Whole(Form::Leaf(Leaf::Text | Leaf::Name)) => Value::Name(SAMPLES[usize::from(form) % SAMPLES.len()]),
            Self::Whole(Form::Leaf(Leaf::F32 | Leaf::F64)) => Value::Float(form.min(1).into()),
            Self::Whole(Form::Leaf(_)) => Value::Unsigned(form.min(1).into()),
            Self::List => Value::Parts([].into(), PartsKind::List),
            Self::Tuple(length) => {
                let items = std::iter::repeat_with(Item::blank).take(length.min(64));
                Value::Parts(items.collect(), PartsKind::Tuple)
            }
            Self::Map => Value::Parts([].into(), PartsKind::Map),
            Self::Struct(key, names) => {
                let needs = show.needs.and_then(|needs| needs.get(&key));
                let names = needs.map_or(names, |needs| &needs[..]);
                let blanks = names.iter().map(|name| Item::field(name, Value::Blank(0)));
                Value::Parts(blanks.collect(), PartsKind::Struct)
            }
            Self::Choice(_, names) => {
                let name = names.get(usize::from(form) % names.len().max(1));
                Value::Variant(name.unwrap_or(&""), Some(Box::new(Item::blank())))
            }
            Self::Whole(_) => Value::Null,
        }
    }
}

/// Strings that types of other crates parse.
const SAMPLES: [&str; FORMS as usize] = [
    "",
    "0",
    "a",
    "127.0.0.1",
    "::1",
    "127.0.0.1:1",
    "00000000-0000-0000-0000-000000000000",
    "2000-01-01",
    "2000-01-01T00:00:00Z",
    "00:00:00",
    "http://a.aa/",
    "1.0.0",
];

/// How many made-up values there are for a leaf.
pub(super) const FORMS: u8 = 12;

/// Shows one value to one of serde's visitors.
#[derive(Debug, Clone, Copy)]
pub struct ValueReader<'x, 'de> {
    pub(super) value: &'x Value,
    /// The item that has this value, if it is not a key.
    item: Option<&'x Item>,
    pub(super) show: &'x Show<'x, 'de>,
}

impl<'x, 'de> ValueReader<'x, 'de> {
    pub(super) fn new(item: &'x Item, show: &'x Show<'x, 'de>) -> Self {
        Self {
            item: Some(item),
            ..Self::of_key(&item.value, show)
        }
    }

    pub(super) fn of_key(value: &'x Value, show: &'x Show<'x, 'de>) -> Self {
        Self {
            value,
            item: None,
            show,
        }
    }

    #[cold]
    pub(super) fn ask<T>(self, asked: Asked) -> OrRefused<T> {
        self.show.asked.replace(Some(asked));
        Err(Refusal::new(Cause::Known))
    }

    /// Makes up a value, unless that would never end.
    #[cold]
    fn make_up<V: Visitor<'de>>(self, asked: Asked, form: u8, visitor: V) -> OrRefused<V::Value> {
        const MOST: u32 = 2_000;
        const DEEPEST: u32 = 40;
        let (made, depth) = (self.show.made.get(), self.show.depth.get());
        if made == MOST || depth == DEEPEST {
            return Err(Refusal::new(Cause::Known));
        }
        self.show.made.set(made + 1);
        self.show.depth.set(depth + 1);
        let value = asked.made_up(form, self.show);
        let read = ValueReader::of_key(&value, self.show).show(visitor);
        self.show.depth.set(depth);
        read
    }

    /// The string that the value is.
    fn text(&self) -> Option<&'x str> {
        self.value.text(self.show.text)
    }

    /// The same, if the type may borrow it.
    #[inline(always)]
    fn borrowed(&self) -> Option<&'de str> {
        match self.value {
            Value::Plain(span) => self.show.source?.get(span.range()),
            _ => None,
        }
    }

    /// Shows the value as it is.
    fn show<V: Visitor<'de>>(self, visitor: V) -> OrRefused<V::Value> {
        match self.value {
            Value::Broken => Err(Refusal::new(Cause::Known)),
            Value::Ask => self.ask(Asked::Whole(Form::Any)),
            Value::Blank(_) | Value::Null => visitor.visit_unit(),
            &Value::Bool(value) => visitor.visit_bool(value),
            &Value::Unsigned(value) => visitor.visit_u64(value),
            &Value::Signed(value) => visitor.visit_i64(value),
            Value::UnsignedWide(value) => visitor.visit_u128(**value),
            Value::SignedWide(value) => visitor.visit_i128(**value),
            &Value::Float(value) => visitor.visit_f64(value),
            &Value::Single(value) => visitor.visit_f32(value),
            &Value::Char(value) => visitor.visit_char(value),
            Value::Text(_) | Value::Plain(_) => match self.borrowed() {
                Some(text) => visitor.visit_borrowed_str(text),
                None => visitor.visit_str(self.text().unwrap_or_default()),
            },
            &Value::Name(name) | &Value::Variant(&name, None) => visitor.visit_borrowed_str(name),
            Value::Parts(items, kind) => {
                let first = self.item.map_or(0, |item| item.hidden.get() as usize);
                let mut parts = ShownParts::new(items, *kind, first, self.show);
                if kind.is_object() {
                    return visitor.visit_map(parts);
                }
                let value = visitor.visit_seq(&mut parts)?;
                if parts.advance() {
                    Err(Refusal::new(Cause::Wanted("fewer elements".into())))
                } else {
                    Ok(value)
                }
            }
            Value::Variant(..) => visitor.visit_enum(self),
        }
    }

    /// Shows the value, makes one up, or notes what the visitor expects.
    #[inline(always)]
    fn answer<V: Visitor<'de>>(self, asked: Asked, visitor: V) -> OrRefused<V::Value> {
        match self.value {
            Value::Ask => self.ask(asked),
            &Value::Blank(form) => self.make_up(asked, form, visitor),
            _ => self.show(visitor),
        }
    }

    fn leaf<V: Visitor<'de>>(self, leaf: Leaf, visitor: V) -> OrRefused<V::Value> {
        if is_of_chrono::<V>() && self.text().is_some_and(begins_with_short_year) {
            let wanted = "a date with a year of four digits, as in 2025-01-31";
            return Err(Refusal::new(Cause::Wanted(wanted.into())));
        }
        self.answer(Asked::Whole(Form::Leaf(leaf)), visitor)
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_, 'de> {
    type Error = Refusal;

    numbers!(leaf_methods);

    alike! {
        deserialize_any() => show();
        deserialize_bool() => leaf(Leaf::Bool);
        deserialize_char() => leaf(Leaf::Char);
        deserialize_str() => leaf(Leaf::Text);
        deserialize_string() => leaf(Leaf::Text);
        deserialize_byte_buf() => deserialize_bytes();
        deserialize_unit() => answer(Asked::Whole(Form::Unit));
        deserialize_unit_struct(_: &'static str) => answer(Asked::Whole(Form::Unit));
        deserialize_seq() => answer(Asked::List);
        deserialize_tuple(length: usize) => answer(Asked::Tuple(length));
        deserialize_tuple_struct(_: &'static str, length: usize) => answer(Asked::Tuple(length));
        deserialize_map() => answer(Asked::Map);
        deserialize_struct(_: &'static str, names: Names) => answer(Asked::Struct(key_of::<V>(names), names));
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> OrRefused<V::Value> {
        match *self.value {
            // A visitor would accept an index instead of a name, which is no name in JSON.
            Value::Unsigned(_) | Value::Signed(_) => Err(Refusal::new(Cause::Wanted("a string".into()))),
            _ => self.leaf(Leaf::Name, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> OrRefused<V::Value> {
        match self.value {
            Value::Ask => self.ask(Asked::Whole(Form::Ignored)),
            _ => visitor.visit_unit(),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> OrRefused<V::Value> {
        match (self.borrowed(), self.text()) {
            _ if matches!(self.value, Value::Blank(_)) => visitor.visit_borrowed_bytes(&[]),
            (Some(text), _) => visitor.visit_borrowed_bytes(text.as_bytes()),
            (None, Some(text)) => visitor.visit_bytes(text.as_bytes()),
            (None, None) => self.answer(Asked::Whole(Form::Bytes), visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> OrRefused<V::Value> {
        match self.value {
            _ if self.item.is_some_and(Item::is_hidden) => return visitor.visit_none(),
            Value::Null | Value::Blank(_) => return visitor.visit_none(),
            Value::Ask => self.show.is_optional.set(true),
            _ => {}
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> OrRefused<V::Value> {
        // An `Option` inside the newtype would count as one around it.
        if matches!(self.value, Value::Ask) && !self.show.is_optional.get() && self.show.newtype.get().is_none() {
            self.show.newtype.set(Some(std::any::type_name::<V>()));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(self, _: &'static str, names: Names, visitor: V) -> OrRefused<V::Value> {
        match self.value {
            Value::Ask | Value::Blank(_) | Value::Broken => {
                self.answer(Asked::Choice(key_of::<V>(names), names), visitor)
            }
            _ => visitor.visit_enum(self),
        }
    }
}
