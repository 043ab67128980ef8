//! Shows a visitor the parts of what was read: elements, keys and values, and the data of variants.

use serde_core::de::value::BorrowedStrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::names::Names;
use super::refusal::{Cause, OrRefused, Refusal};
use super::show::{Asked, Show, ValueReader};
use crate::steps::step;
use crate::visit::planned::{Fate, Form, Item, ItemStep, Parts, PartsKind, Unpacked, Value};

/// The parts of a list or object.
pub(super) struct ShownParts<'x, 'de> {
    all: &'x Parts,
    /// The order in which they are shown, if it is not their own.
    order: Option<std::vec::IntoIter<usize>>,
    next: usize,
    /// The part that is shown.
    current: usize,
    /// The parts around it, and the index of the first of them.
    around: (usize, Unpacked<'x>),
    show: &'x Show<'x, 'de>,
}

impl<'x, 'de> ShownParts<'x, 'de> {
    /// The parts from `first` on.
    pub(super) fn new(all: &'x Parts, kind: PartsKind, first: usize, show: &'x Show<'x, 'de>) -> Self {
        let rank = |item: &Item| match item.fate.get() {
            Fate::First => 0,
            Fate::Last => 2,
            _ => 1,
        };
        let is_moved = || all.find_map(|_, item| (rank(item) != 1).then_some(())).is_some();
        let order = (kind == PartsKind::Struct && is_moved()).then(|| {
            let mut ranks = Vec::with_capacity(all.len());
            all.find_map(|_, item| {
                ranks.push(rank(item));
                None::<()>
            });
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&index| ranks[index]);
            order.into_iter()
        });
        Self {
            all,
            order,
            next: first,
            current: 0,
            around: (0, Unpacked::Kept(&[])),
            show,
        }
    }

    /// Goes on to the next part that is shown; `false` if there is none.
    pub(super) fn advance(&mut self) -> bool {
        loop {
            let next = match &mut self.order {
                Some(order) => order.next(),
                None => (self.next < self.all.len()).then_some(self.next),
            };
            let Some(current) = next else { return false };
            self.next += 1;
            self.current = current;
            if self.part().is_none() {
                self.around = self.all.around(current);
            }
            let Some(item) = self.part() else { return false };
            let is_shown = item.is_optional || !item.is_hidden();
            // Passing over the same items again and again would make the work grow faster than the text.
            step(usize::from(!is_shown));
            if is_shown {
                return true;
            }
        }
    }

    /// The part that is shown.
    fn part(&self) -> Option<&Item> {
        let (first, around) = &self.around;
        around.items().get(self.current.checked_sub(*first)?)
    }

    fn read<S: DeserializeSeed<'de>>(&self, seed: S) -> OrRefused<S::Value> {
        let Some(item) = self.part() else {
            return Err(Refusal::custom("a value without a key"));
        };
        seed.deserialize(ValueReader::new(item, self.show))
            .map_err(|refusal| refusal.inside(self.current))
    }
}

/// Shows the key of an item.
fn key<'de, S: DeserializeSeed<'de>>(show: &Show<'_, 'de>, item: &Item, seed: S) -> OrRefused<S::Value> {
    let key = match &item.step {
        ItemStep::Field(spec, field) => {
            let name = spec.fields[*field as usize].name;
            return seed.deserialize(BorrowedStrDeserializer::new(name));
        }
        ItemStep::Entry(entry) => return seed.deserialize(ValueReader::of_key(&entry.1, show)),
        ItemStep::Key(key) => Value::Text(key.clone()),
        ItemStep::Name(name) => Value::Name(name),
        ItemStep::Here | ItemStep::Index(_) => Value::Null,
    };
    seed.deserialize(ValueReader::of_key(&key, show))
}

impl<'de> SeqAccess<'de> for ShownParts<'_, 'de> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrRefused<Option<S::Value>> {
        self.advance().then(|| self.read(seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        // Visitors make room for so many, which would be in vain.
        (!self.show.is_lost).then(|| self.all.len().saturating_sub(self.next))
    }
}

impl<'de> MapAccess<'de> for ShownParts<'_, 'de> {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrRefused<Option<S::Value>> {
        if !self.advance() {
            return Ok(None);
        }
        let Some(item) = self.part() else { return Ok(None) };
        let key = key(self.show, item, seed);
        key.map(Some).map_err(|refusal| refusal.in_key(self.current))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrRefused<S::Value> {
        self.read(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.all.len())
    }
}

impl<'x, 'de> EnumAccess<'de> for ValueReader<'x, 'de> {
    type Error = Refusal;
    type Variant = Content<'x, 'de>;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> OrRefused<(S::Value, Self::Variant)> {
        let show = self.show;
        let (variant, item) = match self.value {
            Value::Variant(name, item) => {
                let variant = seed.deserialize(ValueReader::of_key(&Value::Name(name), show));
                (variant, item.as_deref().map(HeldItem::Kept))
            }
            Value::Parts(members, kind) if kind.is_object() && members.len() == 1 => match members.around(0).1 {
                Unpacked::Kept(items) => match items.first() {
                    Some(item) => (key(show, item, seed), Some(HeldItem::Kept(item))),
                    None => (seed.deserialize(self), None),
                },
                Unpacked::Made(mut items) => match items.pop() {
                    Some(item) => (key(show, &item, seed), Some(HeldItem::Made(Box::new(item)))),
                    None => (seed.deserialize(self), None),
                },
            },
            _ => (seed.deserialize(self), None),
        };
        Ok((variant?, Content { item, show }))
    }
}

/// The value of a variant.
#[derive(Debug)]
pub struct Content<'x, 'de> {
    item: Option<HeldItem<'x>>,
    show: &'x Show<'x, 'de>,
}

/// An item, which may have been unpacked.
#[derive(Debug)]
enum HeldItem<'x> {
    Kept(&'x Item),
    Made(Box<Item>),
}

impl<'de> Content<'_, 'de> {
    fn reader(&self) -> Option<ValueReader<'_, 'de>> {
        let item = match self.item.as_ref()? {
            HeldItem::Kept(item) => item,
            HeldItem::Made(item) => &**item,
        };
        Some(ValueReader::new(item, self.show))
    }

    fn read<T>(&self, read: impl FnOnce(ValueReader<'_, 'de>) -> OrRefused<T>) -> OrRefused<T> {
        match self.reader() {
            Some(reader) => read(reader).map_err(|refusal| refusal.inside(0)),
            None => Err(Refusal::new(Cause::Wanted(
                "an object with this name as its key".into(),
            ))),
        }
    }
}

impl<'de> VariantAccess<'de> for Content<'_, 'de> {
    type Error = Refusal;

    fn unit_variant(self) -> OrRefused<()> {
        match self.reader() {
            Some(reader) if matches!(reader.value, Value::Ask) => reader.ask(Asked::Whole(Form::Nothing)),
            Some(reader) if matches!(reader.value, Value::Broken) => Err(Refusal::new(Cause::Known).inside(0)),
            _ => Ok(()),
        }
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> OrRefused<S::Value> {
        self.read(|reader| seed.deserialize(reader))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> OrRefused<V::Value> {
        self.read(|reader| reader.deserialize_tuple(length, visitor))
    }

    fn struct_variant<V: Visitor<'de>>(self, names: Names, visitor: V) -> OrRefused<V::Value> {
        self.read(|reader| reader.deserialize_struct("", names, visitor))
    }
}
