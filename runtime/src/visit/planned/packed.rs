//! The parts of a list or object that was read.
//!
//! There may be an item for every second byte of a text, and an item takes many times as much. So where there are more than
//! a few, they are packed into a few bytes each, and unpacked one block at a time.

use std::rc::Rc;

use super::Item;
use super::code::{PackedBlock, pack, unpack};

/// How many items are packed together. Fewer are kept as they are, at every level that is open.
const TOGETHER: usize = 32;

/// The parts of a list or object.
#[derive(Debug)]
pub(crate) enum Parts {
    Few(Box<[Item]>),
    Many(Rc<Packed>),
}

/// Parts in blocks.
#[derive(Debug, Default)]
pub(crate) struct Packed {
    blocks: Vec<PackedBlock>,
    /// The only block that is unpacked, and its items.
    open: Option<(usize, Vec<Item>)>,
}

/// Parts that are gathered one by one.
#[derive(Debug, Default)]
pub(crate) struct GatheredItems {
    packed: Vec<PackedBlock>,
    items: Vec<Item>,
    /// How many items `items` consists of.
    weight: usize,
}

/// Parts that follow each other, unpacked.
#[derive(Debug)]
pub(crate) enum Unpacked<'p> {
    Kept(&'p [Item]),
    Made(Vec<Item>),
}

impl Unpacked<'_> {
    pub(crate) fn items(&self) -> &[Item] {
        match self {
            Self::Kept(items) => items,
            Self::Made(items) => items,
        }
    }
}

impl GatheredItems {
    pub(crate) fn push(&mut self, item: Item) {
        self.weight += item.weight();
        self.items.push(item);
        if self.weight >= TOGETHER {
            self.pack();
        }
    }

    fn pack(&mut self) {
        let before = self.packed.last().map_or(0, |block| block.end);
        self.packed.push(pack(&mut self.items, before));
        self.weight = 0;
    }

    pub(crate) fn len(&self) -> usize {
        self.packed.last().map_or(0, |block| block.end) + self.items.len()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(crate) fn clear(&mut self) {
        *self = Self::default();
    }
}

impl Extend<Item> for GatheredItems {
    fn extend<I: IntoIterator<Item = Item>>(&mut self, items: I) {
        items.into_iter().for_each(|item| self.push(item));
    }
}

impl From<GatheredItems> for Parts {
    fn from(mut gathered: GatheredItems) -> Self {
        if gathered.packed.is_empty() {
            return Self::Few(gathered.items.into());
        }
        if !gathered.items.is_empty() {
            gathered.pack();
        }
        Self::Many(Rc::new(Packed {
            blocks: gathered.packed,
            open: None,
        }))
    }
}

impl From<Vec<Item>> for Parts {
    fn from(items: Vec<Item>) -> Self {
        if items.iter().map(Item::weight).sum::<usize>() < TOGETHER {
            return Self::Few(items.into());
        }
        let mut gathered = GatheredItems::default();
        gathered.extend(items);
        gathered.into()
    }
}

impl<const N: usize> From<[Item; N]> for Parts {
    fn from(items: [Item; N]) -> Self {
        Self::Few(Box::new(items))
    }
}

impl FromIterator<Item> for Parts {
    fn from_iter<I: IntoIterator<Item = Item>>(items: I) -> Self {
        items.into_iter().collect::<Vec<_>>().into()
    }
}

impl Parts {
    pub(crate) fn len(&self) -> usize {
        match self {
            Self::Few(items) => items.len(),
            Self::Many(packed) => packed.len(),
        }
    }

    /// How many items are kept as they are for these.
    pub(super) fn weight(&self) -> usize {
        match self {
            Self::Few(items) => items.iter().map(Item::weight).sum(),
            Self::Many(_) => 0,
        }
    }

    /// The part with this index, if it is unpacked.
    pub(crate) fn get(&self, index: usize) -> Option<&Item> {
        match self {
            Self::Few(items) => items.get(index),
            Self::Many(packed) => {
                let (block, items) = packed.open.as_ref()?;
                items.get(index.checked_sub(packed.start(*block))?)
            }
        }
    }

    /// The part with this index, which is then unpacked until another is asked for.
    pub(crate) fn get_mut(&mut self, index: usize) -> Option<&mut Item> {
        match self {
            Self::Few(items) => items.get_mut(index),
            // While parts are shown, nobody changes them.
            Self::Many(packed) => Rc::get_mut(packed)?.get_mut(index),
        }
    }

    /// The parts around this index, and the index of the first of them.
    pub(crate) fn around(&self, index: usize) -> (usize, Unpacked<'_>) {
        match self {
            Self::Few(items) => (0, Unpacked::Kept(items)),
            Self::Many(packed) => packed.around(packed.block_of(index)),
        }
    }

    /// The first result of `f` for a part and its index.
    pub(crate) fn find_map<R>(&self, mut f: impl FnMut(usize, &Item) -> Option<R>) -> Option<R> {
        let mut from = 0;
        while from < self.len() {
            let (first, parts) = self.around(from);
            let found = parts
                .items()
                .iter()
                .enumerate()
                .find_map(|(index, item)| f(first + index, item));
            if found.is_some() {
                return found;
            }
            from = first + parts.items().len().max(1);
        }
        None
    }

    pub(crate) fn push(&mut self, item: Item) {
        match self {
            Self::Few(items) => {
                let mut all = std::mem::take(items).into_vec();
                all.push(item);
                *items = all.into();
            }
            Self::Many(packed) => {
                if let Some(packed) = Rc::get_mut(packed) {
                    packed.close();
                    let block = pack(&mut vec![item], packed.len());
                    packed.blocks.push(block);
                }
            }
        }
    }

    /// Removes the part that was pushed last.
    pub(crate) fn pop(&mut self) {
        match self {
            Self::Few(items) => {
                let mut all = std::mem::take(items).into_vec();
                all.pop();
                *items = all.into();
            }
            Self::Many(packed) => {
                if let Some(packed) = Rc::get_mut(packed) {
                    packed.close();
                    packed.blocks.pop();
                }
            }
        }
    }

    /// The only part.
    pub(crate) fn into_only(self) -> Result<Item, Self> {
        if self.len() != 1 {
            return Err(self);
        }
        let first = match &self {
            Self::Few(_) => None,
            Self::Many(packed) => match packed.around(0).1 {
                Unpacked::Made(mut items) => items.pop(),
                Unpacked::Kept(_) => None,
            },
        };
        match (first, self) {
            (Some(item), _) => Ok(item),
            (None, Self::Few(items)) => {
                let mut items = items.into_vec();
                Ok(items.remove(0))
            }
            (None, parts) => Err(parts),
        }
    }
}

impl Packed {
    fn len(&self) -> usize {
        self.blocks.last().map_or(0, |block| block.end)
    }

    fn start(&self, block: usize) -> usize {
        block.checked_sub(1).map_or(0, |before| self.blocks[before].end)
    }

    fn block_of(&self, index: usize) -> usize {
        self.blocks.partition_point(|block| block.end <= index)
    }

    fn around(&self, index: usize) -> (usize, Unpacked<'_>) {
        let Some(block) = self.blocks.get(index) else {
            return (self.len(), Unpacked::Kept(&[]));
        };
        let items = match &self.open {
            Some((open, items)) if *open == index => Unpacked::Kept(items),
            _ => Unpacked::Made(unpack(block)),
        };
        (self.start(index), items)
    }

    fn get_mut(&mut self, index: usize) -> Option<&mut Item> {
        if index >= self.len() {
            return None;
        }
        let block = self.block_of(index);
        let start = self.start(block);
        if self.open.as_ref().is_none_or(|(open, _)| *open != block) {
            self.close();
            let void = PackedBlock::void(self.blocks[block].end);
            let items = unpack(&std::mem::replace(&mut self.blocks[block], void));
            self.open = Some((block, items));
        }
        self.open.as_mut()?.1.get_mut(index - start)
    }

    /// Packs the block that is unpacked.
    pub(super) fn close(&mut self) {
        if let Some((block, mut items)) = self.open.take() {
            let start = self.start(block);
            self.blocks[block] = pack(&mut items, start);
        }
    }
}
