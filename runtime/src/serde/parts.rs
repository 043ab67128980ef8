//! Shows a visitor the parts of what was read: elements, keys and values, and the data of variants.

use serde_core::de::value::BorrowedStrDeserializer;
use serde_core::de::{DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess, VariantAccess, Visitor};

use super::names::Names;
use super::refusal::{Cause, OrRefused, Refusal};
use super::show::{Asked, Show, ValueReader};
use crate::steps::step;
use crate::visit::planned::{Fate, Form, Item, ItemStep, PartsKind, Value};

/// The parts of a list or object.
pub(super) struct ShownParts<'x, 'de> {
    all: &'x [Item],
    /// The order in which they are shown, if it is not their own.
    order: Option<std::vec::IntoIter<usize>>,
    next: usize,
    /// The part that is shown.
    current: usize,
    show: &'x Show<'x, 'de>,
}

impl<'x, 'de> ShownParts<'x, 'de> {
    /// The parts from `first` on.
    pub(super) fn new(all: &'x [Item], kind: PartsKind, first: usize, show: &'x Show<'x, 'de>) -> Self {
        let rank = |item: &Item| match item.fate.get() {
            Fate::First => 0,
            Fate::Last => 2,
            _ => 1,
        };
        let is_moved = kind == PartsKind::Struct && all.iter().any(|item| rank(item) != 1);
        let order = is_moved.then(|| {
            let mut order: Vec<usize> = (0..all.len()).collect();
            order.sort_by_key(|&index| rank(&all[index]));
            order.into_iter()
        });
        Self {
            all,
            order,
            next: first,
            current: 0,
            show,
        }
    }

    /// The next part that is shown.
    pub(super) fn advance(&mut self) -> Option<&'x Item> {
        loop {
            self.current = if let Some(order) = &mut self.order {
                order.next()?
            } else {
                self.next += 1;
                self.next - 1
            };
            let item = self.all.get(self.current)?;
            let is_shown = item.is_optional || !item.is_hidden();
            // Passing over the same items again and again would make the work grow faster than the text.
            step(usize::from(!is_shown));
            if is_shown {
                return Some(item);
            }
        }
    }

    fn key<S: DeserializeSeed<'de>>(show: &'x Show<'x, 'de>, item: &'x Item, seed: S) -> OrRefused<S::Value> {
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

    fn read<S: DeserializeSeed<'de>>(&self, item: &'x Item, seed: S) -> OrRefused<S::Value> {
        seed.deserialize(ValueReader::new(item, self.show))
            .map_err(|refusal| refusal.inside(self.current))
    }
}

impl<'de> SeqAccess<'de> for ShownParts<'_, 'de> {
    type Error = Refusal;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrRefused<Option<S::Value>> {
        self.advance().map(|item| self.read(item, seed)).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        // Visitors make room for so many, which would be in vain.
        (!self.show.is_lost).then(|| self.all.len().saturating_sub(self.next))
    }
}

impl<'de> MapAccess<'de> for ShownParts<'_, 'de> {
    type Error = Refusal;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrRefused<Option<S::Value>> {
        let Some(item) = self.advance() else { return Ok(None) };
        let key = Self::key(self.show, item, seed);
        key.map(Some).map_err(|refusal| refusal.in_key(self.current))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> OrRefused<S::Value> {
        match self.all.get(self.current) {
            Some(item) => self.read(item, seed),
            None => Err(Refusal::custom("a value without a key")),
        }
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
                (variant, item.as_deref())
            }
            Value::Parts(members, kind) if kind.is_object() && members.len() == 1 => {
                (ShownParts::key(show, &members[0], seed), members.first())
            }
            _ => (seed.deserialize(self), None),
        };
        let content = item.map(|item| ValueReader::new(item, show));
        Ok((variant?, Content(content)))
    }
}

/// The value of a variant.
#[derive(Debug)]
pub struct Content<'x, 'de>(Option<ValueReader<'x, 'de>>);

impl<'x, 'de> Content<'x, 'de> {
    fn read<T>(self, read: impl FnOnce(ValueReader<'x, 'de>) -> OrRefused<T>) -> OrRefused<T> {
        match self.0 {
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
        match self.0 {
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
