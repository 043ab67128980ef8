//! Shows a visitor what was read. Made-up items ask the visitor what it expects, or give it the smallest value that it
//! accepts.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use serde_core::de::{Deserializer, Visitor};

use super::parts::ShownParts;
use super::refusal::{Cause, Refusal};
use crate::visit::planned::{Item, Leaf, PartsKind, Value, numbers};
use crate::visit::year::{begins_with_short_year, is_of_chrono};

/// One run of a type's visitors.
#[derive(Debug)]
pub(super) struct Show<'x, 'de> {
    /// The caller's text, and the same text again if values may borrow from it.
    pub(super) text: &'x str,
    pub(super) source: Option<&'de str>,
    /// What the visitor that was asked expects.
    pub(super) asked: Cell<Option<Asked>>,
    /// Whether that is optional.
    pub(super) is_optional: Cell<bool>,
    /// The newtype that the visitor belongs to.
    pub(super) newtype: Cell<Option<&'static str>>,
    /// The required fields of each struct, as far as they are known.
    pub(super) needs: &'x RefCell<HashMap<TypeKey, Vec<&'static str>>>,
    /// How many more values may be made up.
    left: Cell<u32>,
    depth: Cell<u32>,
}

/// A type with named fields or variants: its visitor, and the address of its names. Several types may share one list of
/// names.
pub(super) type TypeKey = (&'static str, usize, usize);

pub(super) fn key_of<V>(names: &'static [&'static str]) -> TypeKey {
    (std::any::type_name::<V>(), names.as_ptr().addr(), names.len())
}

/// What a visitor expects.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    Any,
    /// Nothing; it ignores whatever is there.
    Ignored,
    Leaf(Leaf),
    Unit,
    Bytes,
    List,
    Tuple(usize),
    Map,
    Struct(TypeKey, &'static [&'static str]),
    Choice(TypeKey, &'static [&'static str]),
    /// A variant without a value.
    Nothing,
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

impl<'x, 'de> Show<'x, 'de> {
    pub(super) fn new(
        text: &'x str,
        source: Option<&'de str>,
        needs: &'x RefCell<HashMap<TypeKey, Vec<&'static str>>>,
    ) -> Self {
        Self {
            text,
            source,
            asked: Cell::new(None),
            is_optional: Cell::new(false),
            newtype: Cell::new(None),
            needs,
            left: Cell::new(2_000),
            depth: Cell::new(0),
        }
    }
}

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
            value: &item.value,
            item: Some(item),
            show,
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
    pub(super) fn ask<T>(self, asked: Asked) -> Result<T, Refusal> {
        self.show.asked.set(Some(asked));
        Err(Refusal::new(Cause::Known))
    }

    /// Makes up a value, unless that would never end.
    #[cold]
    fn make<T>(self, make: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
        const DEEPEST: u32 = 40;
        let (left, depth) = (self.show.left.get(), self.show.depth.get());
        if left == 0 || depth == DEEPEST {
            return Err(Refusal::new(Cause::Known));
        }
        self.show.left.set(left - 1);
        self.show.depth.set(depth + 1);
        let value = make();
        self.show.depth.set(depth);
        value
    }

    /// The string that the value is.
    fn text(&self) -> Option<&str> {
        match self.value {
            Value::Text(text) => Some(text),
            Value::Plain(span) => self.show.source.unwrap_or(self.show.text).get(span.range()),
            _ => None,
        }
    }

    /// Shows the value as it is.
    fn show<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value {
            Value::Broken => Err(Refusal::new(Cause::Known)),
            Value::Ask => self.ask(Asked::Any),
            Value::Blank(_) | Value::Null => visitor.visit_unit(),
            &Value::Bool(value) => visitor.visit_bool(value),
            &Value::Unsigned(value) => visitor.visit_u64(value),
            &Value::Signed(value) => visitor.visit_i64(value),
            Value::UnsignedWide(value) => visitor.visit_u128(**value),
            Value::SignedWide(value) => visitor.visit_i128(**value),
            &Value::Float(value) => visitor.visit_f64(value),
            &Value::Single(value) => visitor.visit_f32(value),
            &Value::Char(value) => visitor.visit_char(value),
            Value::Text(text) => visitor.visit_str(text),
            Value::Plain(span) => match self.show.source {
                Some(source) => visitor.visit_borrowed_str(source.get(span.range()).unwrap_or_default()),
                None => visitor.visit_str(self.show.text.get(span.range()).unwrap_or_default()),
            },
            &Value::Name(name) | &Value::Variant(&name, None) => visitor.visit_borrowed_str(name),
            Value::Parts(items, kind) => {
                let first = self.item.map_or(0, |item| item.hidden.get() as usize);
                let mut parts = ShownParts::new(items, *kind, first, self.show);
                if kind.is_object() {
                    return visitor.visit_map(parts);
                }
                let value = visitor.visit_seq(&mut parts)?;
                match parts.advance() {
                    Some(_) => Err(Refusal::new(Cause::Wanted("fewer elements".into()))),
                    None => Ok(value),
                }
            }
            Value::Variant(..) => visitor.visit_enum(self),
        }
    }

    /// Shows made-up parts.
    fn blanks<V: Visitor<'de>>(self, items: &[Item], kind: PartsKind, visitor: V) -> Result<V::Value, Refusal> {
        let parts = ShownParts::new(items, kind, 0, self.show);
        if kind.is_object() {
            visitor.visit_map(parts)
        } else {
            visitor.visit_seq(parts)
        }
    }

    /// Shows the value, makes one up, or notes what the visitor expects.
    fn answer<V: Visitor<'de>>(
        self,
        asked: Asked,
        visitor: V,
        blank: impl FnOnce(u8, V) -> Result<V::Value, Refusal>,
    ) -> Result<V::Value, Refusal> {
        match self.value {
            Value::Ask => self.ask(asked),
            &Value::Blank(form) => self.make(|| blank(form, visitor)),
            _ => self.show(visitor),
        }
    }

    fn leaf<V: Visitor<'de>>(self, leaf: Leaf, visitor: V) -> Result<V::Value, Refusal> {
        if is_of_chrono::<V>() && self.text().is_some_and(begins_with_short_year) {
            let wanted = "a date with a year of four digits, as in 2025-01-31";
            return Err(Refusal::new(Cause::Wanted(wanted.into())));
        }
        self.answer(Asked::Leaf(leaf), visitor, |form, visitor| match leaf {
            Leaf::Bool => visitor.visit_bool(false),
            Leaf::Char => visitor.visit_char('a'),
            Leaf::Text | Leaf::Name => visitor.visit_borrowed_str(SAMPLES[usize::from(form) % SAMPLES.len()]),
            Leaf::F32 | Leaf::F64 => visitor.visit_f64(f64::from(form.min(1))),
            _ => visitor.visit_u64(form.min(1).into()),
        })
    }
}

impl<'de> Deserializer<'de> for ValueReader<'_, 'de> {
    type Error = Refusal;

    numbers!(leaf_methods);

    leaf_methods! {
        deserialize_bool Bool bool => Bool visit_bool;
        deserialize_char Char char => Char visit_char;
        deserialize_str Text String => Text visit_str;
    }

    alike! {
        deserialize_any() => show();
        deserialize_string() => deserialize_str();
        deserialize_byte_buf() => deserialize_bytes();
        deserialize_unit_struct(_: &'static str) => deserialize_unit();
        deserialize_tuple_struct(_: &'static str, length: usize) => deserialize_tuple(length);
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match *self.value {
            // A visitor would accept an index instead of a name, which is no name in JSON.
            Value::Unsigned(_) | Value::Signed(_) => Err(Refusal::new(Cause::Wanted("a string".into()))),
            _ => self.leaf(Leaf::Name, visitor),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value {
            Value::Ask => self.ask(Asked::Ignored),
            _ => visitor.visit_unit(),
        }
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match (self.value, self.show.source) {
            (Value::Text(text), _) => visitor.visit_bytes(text.as_bytes()),
            (Value::Plain(span), Some(source)) => {
                visitor.visit_borrowed_bytes(source.get(span.range()).unwrap_or_default().as_bytes())
            }
            _ => self.answer(Asked::Bytes, visitor, |_, visitor| visitor.visit_borrowed_bytes(&[])),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value {
            _ if self.item.is_some_and(Item::is_hidden) => visitor.visit_none(),
            Value::Null | Value::Blank(_) => visitor.visit_none(),
            Value::Ask => {
                self.show.is_optional.set(true);
                visitor.visit_some(self)
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.answer(Asked::Unit, visitor, |_, visitor| visitor.visit_unit())
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        // An `Option` inside the newtype would count as one around it.
        if matches!(self.value, Value::Ask) && !self.show.is_optional.get() && self.show.newtype.get().is_none() {
            self.show.newtype.set(Some(std::any::type_name::<V>()));
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.answer(Asked::List, visitor, |_, visitor| {
            self.blanks(&[], PartsKind::List, visitor)
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.answer(Asked::Tuple(length), visitor, |_, visitor| {
            let items: Vec<Item> = (0..length.min(64)).map(|_| Item::blank()).collect();
            self.blanks(&items, PartsKind::Tuple, visitor)
        })
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.answer(Asked::Map, visitor, |_, visitor| {
            self.blanks(&[], PartsKind::Map, visitor)
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        let key = key_of::<V>(fields);
        self.answer(Asked::Struct(key, fields), visitor, |_, visitor| {
            let needs = self.show.needs.borrow().get(&key).cloned();
            let names = needs.unwrap_or_else(|| fields.to_vec()).into_iter();
            let members: Vec<Item> = names.map(|name| Item::field(name, Value::Blank(0))).collect();
            self.blanks(&members, PartsKind::Struct, visitor)
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        match self.value {
            Value::Ask => self.ask(Asked::Choice(key_of::<V>(variants), variants)),
            &Value::Blank(form) => {
                let name = variants.get(usize::from(form) % variants.len().max(1));
                let value = Value::Variant(name.unwrap_or(&""), Some(Box::new(Item::blank())));
                self.make(|| visitor.visit_enum(ValueReader::of_key(&value, self.show)))
            }
            Value::Broken => Err(Refusal::new(Cause::Known)),
            _ => visitor.visit_enum(self),
        }
    }
}
