//! Shows a visitor what was read. Made-up items ask the visitor what it expects, or give it the smallest value that it
//! accepts.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use crate::steps::step;

use super::refusal::{Cause, Refusal};
use crate::visit::planned::{Fate, Item, Kind, Leaf, Value};
use crate::visit::year::is_short_year_for;

/// One run of a type's visitors.
#[derive(Debug)]
pub(super) struct Show<'x, 'de> {
    /// The caller's text, and the same text again if values may borrow from it.
    pub(super) text: &'x str,
    pub(super) source: Option<&'de str>,
    /// What the visitor that was asked expects.
    pub(super) asked: RefCell<Option<Asked>>,
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
            asked: RefCell::new(None),
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
pub struct Reader<'x, 'de> {
    value: &'x Value,
    is_hidden: bool,
    /// The first items in it are not shown, this many.
    first: usize,
    show: &'x Show<'x, 'de>,
}

impl<'x, 'de> Reader<'x, 'de> {
    pub(super) fn new(item: &'x Item, show: &'x Show<'x, 'de>) -> Self {
        Self {
            value: &item.value,
            is_hidden: matches!(item.fate.get(), Fate::Hidden | Fate::Dropped),
            first: item.hidden.get() as usize,
            show,
        }
    }

    fn of_key(value: &'x Value, show: &'x Show<'x, 'de>) -> Self {
        Self {
            value,
            is_hidden: false,
            first: 0,
            show,
        }
    }

    #[cold]
    fn ask<T>(self, asked: Asked) -> Result<T, Refusal> {
        self.show.asked.replace(Some(asked));
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
            Value::Plain(span) => self.show.source.unwrap_or(self.show.text).get(span.clone()),
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
            &Value::UnsignedWide(value) => visitor.visit_u128(value),
            &Value::SignedWide(value) => visitor.visit_i128(value),
            &Value::Float(value) => visitor.visit_f64(value),
            &Value::Single(value) => visitor.visit_f32(value),
            &Value::Char(value) => visitor.visit_char(value),
            Value::Text(text) => visitor.visit_str(text),
            Value::Plain(span) => match self.show.source {
                Some(source) => visitor.visit_borrowed_str(source.get(span.clone()).unwrap_or_default()),
                None => visitor.visit_str(self.show.text.get(span.clone()).unwrap_or_default()),
            },
            Value::Name(name) | Value::Variant(name, None) => visitor.visit_borrowed_str(name),
            Value::List(items, _) => {
                let mut elements = Elements::new(items, self.show);
                if let Some(last) = self.first.checked_sub(1) {
                    elements.items.nth(last);
                }
                let value = visitor.visit_seq(&mut elements)?;
                match elements.next() {
                    Some(_) => Err(Refusal::new(Cause::Wanted("fewer elements".into()))),
                    None => Ok(value),
                }
            }
            Value::Object(members, Kind::Struct) => visitor.visit_map(Members::new(members, self.show)),
            Value::Object(members, _) => visitor.visit_map(Members {
                all: members,
                order: None,
                next: self.first,
                current: 0,
                show: self.show,
            }),
            Value::Variant(..) => visitor.visit_enum(self),
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
        if self.text().is_some_and(is_short_year_for::<V>) {
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

macro_rules! leaves {
    ($($method:ident $leaf:ident;)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
            self.leaf(Leaf::$leaf, visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_, 'de> {
    type Error = Refusal;

    leaves! {
        deserialize_bool Bool;
        deserialize_char Char;
        deserialize_str Text;
        deserialize_string Text;
        deserialize_u8 U8;
        deserialize_u16 U16;
        deserialize_u32 U32;
        deserialize_u64 U64;
        deserialize_u128 U128;
        deserialize_i8 I8;
        deserialize_i16 I16;
        deserialize_i32 I32;
        deserialize_i64 I64;
        deserialize_i128 I128;
        deserialize_f32 F32;
        deserialize_f64 F64;
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.show(visitor)
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
                visitor.visit_borrowed_bytes(source.get(span.clone()).unwrap_or_default().as_bytes())
            }
            _ => self.answer(Asked::Bytes, visitor, |_, visitor| visitor.visit_borrowed_bytes(&[])),
        }
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        match self.value {
            _ if self.is_hidden => visitor.visit_none(),
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

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Refusal> {
        self.deserialize_unit(visitor)
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
            visitor.visit_seq(&mut Elements::new(&[], self.show))
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.answer(Asked::Tuple(length), visitor, |_, visitor| {
            let items: Vec<Item> = (0..length.min(64)).map(|_| Item::blank()).collect();
            visitor.visit_seq(&mut Elements::new(&items, self.show))
        })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Refusal> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refusal> {
        self.answer(Asked::Map, visitor, |_, visitor| {
            visitor.visit_map(Members::new(&[], self.show))
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
            let members: Vec<_> = names.map(|name| (Value::Name(name), Item::blank())).collect();
            visitor.visit_map(Members::new(&members, self.show))
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
                let name = variants.get(usize::from(form) % variants.len().max(1)).copied();
                let value = Value::Variant(name.unwrap_or_default(), Some(Box::new(Item::blank())));
                self.make(|| visitor.visit_enum(Reader::of_key(&value, self.show)))
            }
            Value::Broken => Err(Refusal::new(Cause::Known)),
            _ => visitor.visit_enum(self),
        }
    }
}

/// The elements of a list.
struct Elements<'x, 'de> {
    items: std::iter::Enumerate<std::slice::Iter<'x, Item>>,
    show: &'x Show<'x, 'de>,
}

impl<'x, 'de> Elements<'x, 'de> {
    fn new(items: &'x [Item], show: &'x Show<'x, 'de>) -> Self {
        Self {
            items: items.iter().enumerate(),
            show,
        }
    }

    fn next(&mut self) -> Option<(usize, &'x Item)> {
        self.items.find(|(_, item)| is_shown(item))
    }
}

fn is_shown(item: &Item) -> bool {
    let is_shown = item.is_optional || !matches!(item.fate.get(), Fate::Hidden | Fate::Dropped);
    // Passing over the same items again and again would make the work grow faster than the text.
    step(usize::from(!is_shown));
    is_shown
}

impl<'de> SeqAccess<'de> for &mut Elements<'_, 'de> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refusal> {
        match self.next() {
            Some((index, item)) => match seed.deserialize(Reader::new(item, self.show)) {
                Ok(value) => Ok(Some(value)),
                Err(refusal) => Err(refusal.inside(index)),
            },
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        self.items.size_hint().1
    }
}

/// The fields of an object.
struct Members<'x, 'de> {
    all: &'x [(Value, Item)],
    /// The order in which they are shown, if it is not their own.
    order: Option<std::vec::IntoIter<usize>>,
    next: usize,
    /// The field whose key was shown.
    current: usize,
    show: &'x Show<'x, 'de>,
}

impl<'x, 'de> Members<'x, 'de> {
    fn new(all: &'x [(Value, Item)], show: &'x Show<'x, 'de>) -> Self {
        let rank = |index: usize| match all[index].1.fate.get() {
            Fate::First => 0,
            Fate::Last => 2,
            _ => 1,
        };
        let is_moved = (0..all.len()).any(|index| rank(index) != 1);
        let order = is_moved.then(|| {
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&index| rank(index));
            order.into_iter()
        });
        Self {
            all,
            order,
            next: 0,
            current: 0,
            show,
        }
    }

    fn advance(&mut self) -> Option<&'x (Value, Item)> {
        loop {
            self.current = if let Some(order) = &mut self.order {
                order.next()?
            } else {
                self.next += 1;
                self.next - 1
            };
            let member = self.all.get(self.current)?;
            if is_shown(&member.1) {
                return Some(member);
            }
        }
    }
}

impl<'de> MapAccess<'de> for Members<'_, 'de> {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>, Refusal> {
        match self.advance() {
            Some((key, _)) => match seed.deserialize(Reader::of_key(key, self.show)) {
                Ok(key) => Ok(Some(key)),
                Err(refusal) => Err(refusal.in_key(self.current)),
            },
            None => Ok(None),
        }
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, Refusal> {
        let Some((_, item)) = self.all.get(self.current) else {
            return Err(Refusal::custom("a value without a key"));
        };
        seed.deserialize(Reader::new(item, self.show))
            .map_err(|refusal| refusal.inside(self.current))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.all.len())
    }
}

impl<'x, 'de> EnumAccess<'de> for Reader<'x, 'de> {
    type Error = Refusal;
    type Variant = Content<'x, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self::Variant), Refusal> {
        let show = self.show;
        let (variant, item) = match self.value {
            Value::Variant(name, item) => {
                let variant = seed.deserialize(Reader::of_key(&Value::Name(name), show));
                (variant, item.as_deref())
            }
            Value::Object(members, _) if members.len() == 1 => {
                let (key, item) = &members[0];
                (seed.deserialize(Reader::of_key(key, show)), Some(item))
            }
            _ => (seed.deserialize(self), None),
        };
        Ok((variant?, Content { item, show }))
    }
}

/// The value of a variant.
#[derive(Debug)]
pub struct Content<'x, 'de> {
    item: Option<&'x Item>,
    show: &'x Show<'x, 'de>,
}

impl<'x, 'de> Content<'x, 'de> {
    fn reader(&self) -> Result<Reader<'x, 'de>, Refusal> {
        match self.item {
            Some(item) => Ok(Reader::new(item, self.show)),
            None => Err(Refusal::new(Cause::Wanted(
                "an object with this name as its key".into(),
            ))),
        }
    }
}

impl<'de> VariantAccess<'de> for Content<'_, 'de> {
    type Error = Refusal;

    fn unit_variant(self) -> Result<(), Refusal> {
        match self.item.map(|item| &item.value) {
            Some(Value::Ask) => self.reader()?.ask(Asked::Nothing),
            Some(Value::Broken) => Err(Refusal::new(Cause::Known).inside(0)),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Refusal> {
        seed.deserialize(self.reader()?).map_err(|refusal| refusal.inside(0))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Refusal> {
        self.reader()?
            .deserialize_tuple(length, visitor)
            .map_err(|refusal| refusal.inside(0))
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Refusal> {
        self.reader()?
            .deserialize_struct("", fields, visitor)
            .map_err(|refusal| refusal.inside(0))
    }
}
