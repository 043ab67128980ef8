//! Items in a few bytes each.
//!
//! One byte says what the value is and how its place is named, another what is known about the item. Numbers are written
//! with seven bits in each byte. What cannot be written as bytes is kept beside them.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a number is read as the type that it was written from"
)]

use std::cell::Cell;
use std::rc::Rc;

use super::item::Span;
use super::packed::{Packed, Parts};
use super::{Fate, Item, ItemStep, PartsKind, Value};
use crate::record::Mark;
use crate::spec::ObjectSpec;

/// Items that are packed together.
#[derive(Debug)]
pub(super) struct PackedBlock {
    /// The index after the last of them, among all parts.
    pub(super) end: usize,
    bytes: Box<[u8]>,
    #[expect(clippy::box_collection, reason = "most blocks have none, and there are many blocks")]
    others: Option<Box<Vec<Other>>>,
}

/// What cannot be written as bytes.
#[derive(Debug, Clone)]
enum Other {
    Name(&'static str),
    Variant(&'static &'static str),
    Object(&'static ObjectSpec),
    Packed(Rc<Packed>),
}

/// Packs the items, which come after `before` others, and leaves the vector empty.
pub(super) fn pack(items: &mut Vec<Item>, before: usize) -> PackedBlock {
    let mut writer = ItemWriter::default();
    let end = before + items.len();
    for item in items.drain(..) {
        writer.item(item);
    }
    PackedBlock {
        end,
        bytes: writer.bytes.into(),
        others: (!writer.others.is_empty()).then(|| {
            writer.others.shrink_to_fit();
            Box::new(writer.others)
        }),
    }
}

/// The items of a block.
pub(super) fn unpack(block: &PackedBlock) -> Vec<Item> {
    let mut reader = ItemReader {
        bytes: &block.bytes,
        others: block.others.as_ref().map_or(&[], |others| others),
    };
    let mut items = Vec::new();
    while !reader.bytes.is_empty() {
        items.push(reader.item());
    }
    items
}

impl PackedBlock {
    /// A block without its items, which are unpacked.
    pub(super) fn void(end: usize) -> Self {
        Self {
            end,
            bytes: Box::default(),
            others: None,
        }
    }
}

#[derive(Default)]
struct ItemWriter {
    bytes: Vec<u8>,
    others: Vec<Other>,
}

impl ItemWriter {
    fn item(&mut self, item: Item) {
        let Item {
            value,
            step,
            span,
            marks,
            is_optional,
            is_told,
            fate,
            hidden,
        } = item;
        let head = self.bytes.len();
        let known = u8::from(is_optional) | u8::from(is_told.get()) << 1 | (fate.get() as u8) << 2;
        self.bytes.extend([0, known]);
        let range = span.range();
        self.number(range.start as u64);
        self.number((range.end - range.start) as u64);
        let (start, end) = (marks.0.index(), marks.1.index());
        self.number(start as u64);
        self.number(end.saturating_sub(start) as u64);
        let named = match step {
            ItemStep::Here => 0,
            ItemStep::Index(index) => {
                self.number(index.into());
                1
            }
            ItemStep::Field(spec, field) => {
                self.other(Other::Object(spec));
                self.number(field.into());
                2
            }
            ItemStep::Key(key) => {
                self.text(&key);
                3
            }
            ItemStep::Name(name) => {
                self.other(Other::Name(name));
                4
            }
            ItemStep::Entry(entry) => {
                let (key, value) = *entry;
                self.text(&key);
                let head = self.bytes.len();
                self.bytes.push(0);
                self.bytes[head] = self.value(value, 0);
                5
            }
        };
        self.bytes[head] = named << 5 | self.value(value, hidden.get());
    }

    /// Writes a value, and returns the number that says what it is.
    fn value(&mut self, value: Value, hidden: u32) -> u8 {
        match value {
            Value::Broken => 0,
            Value::Ask => 1,
            Value::Blank(form) => {
                self.bytes.push(form);
                2
            }
            Value::Null => 3,
            Value::Bool(value) => 4 + u8::from(value),
            Value::Unsigned(value) => {
                self.number(value);
                6
            }
            Value::Signed(value) => {
                self.bytes.extend(value.to_le_bytes());
                7
            }
            Value::UnsignedWide(value) => {
                self.bytes.extend(value.to_le_bytes());
                8
            }
            Value::SignedWide(value) => {
                self.bytes.extend(value.to_le_bytes());
                9
            }
            Value::Float(value) => {
                self.bytes.extend(value.to_le_bytes());
                10
            }
            Value::Single(value) => {
                self.bytes.extend(value.to_le_bytes());
                11
            }
            Value::Char(value) => {
                self.number(u32::from(value).into());
                12
            }
            Value::Text(text) => {
                self.text(&text);
                13
            }
            Value::Plain(span) => {
                let range = span.range();
                self.number(range.start as u64);
                self.number((range.end - range.start) as u64);
                14
            }
            Value::Name(name) => {
                self.other(Other::Name(name));
                15
            }
            Value::Parts(parts, kind) => {
                self.number(hidden.into());
                self.bytes.push(kind as u8);
                match parts {
                    Parts::Few(items) => {
                        self.number(items.len() as u64);
                        items.into_vec().into_iter().for_each(|item| self.item(item));
                        16
                    }
                    Parts::Many(mut packed) => {
                        if let Some(packed) = Rc::get_mut(&mut packed) {
                            packed.close();
                        }
                        self.other(Other::Packed(packed));
                        17
                    }
                }
            }
            Value::Variant(name, item) => {
                self.number(hidden.into());
                self.other(Other::Variant(name));
                match item {
                    None => 18,
                    Some(item) => {
                        self.item(*item);
                        19
                    }
                }
            }
        }
    }

    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.bytes.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push((number & 0x7f) as u8);
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn other(&mut self, other: Other) {
        let is_known = |known: &Other| match (known, &other) {
            (Other::Name(known), Other::Name(name)) => std::ptr::eq(*known, *name),
            (Other::Variant(known), Other::Variant(name)) => std::ptr::eq(*known, *name),
            (Other::Object(known), Other::Object(spec)) => std::ptr::eq(*known, *spec),
            _ => false,
        };
        let index = self.others.iter().position(is_known).unwrap_or_else(|| {
            self.others.push(other);
            self.others.len() - 1
        });
        self.number(index as u64);
    }
}

/// Reads what [`ItemWriter`] has written, so nothing is ever missing.
struct ItemReader<'b> {
    bytes: &'b [u8],
    others: &'b [Other],
}

impl ItemReader<'_> {
    fn item(&mut self) -> Item {
        let (head, known) = (self.byte(), self.byte());
        let span = self.span();
        let start = self.number() as usize;
        let marks = (Mark::at(start), Mark::at(start + self.number() as usize));
        let step = match head >> 5 {
            1 => ItemStep::Index(self.number() as u32),
            2 => match self.other() {
                Some(Other::Object(spec)) => ItemStep::Field(spec, self.number() as u32),
                _ => ItemStep::Here,
            },
            3 => ItemStep::Key(self.text()),
            4 => match self.other() {
                Some(Other::Name(name)) => ItemStep::Name(name),
                _ => ItemStep::Here,
            },
            5 => {
                let key = self.text();
                let form = self.byte();
                ItemStep::Entry(Box::new((key, self.value(form).0)))
            }
            _ => ItemStep::Here,
        };
        let (value, hidden) = self.value(head & 0x1f);
        Item {
            value,
            step,
            span,
            marks,
            is_optional: known & 1 != 0,
            is_told: Cell::new(known & 2 != 0),
            fate: Cell::new(Fate::ALL[usize::from(known >> 2) % Fate::ALL.len()]),
            hidden: Cell::new(hidden),
        }
    }

    /// A value of this form, and how many of its items are hidden.
    fn value(&mut self, form: u8) -> (Value, u32) {
        let value = match form {
            1 => Value::Ask,
            2 => Value::Blank(self.byte()),
            3 => Value::Null,
            4 | 5 => Value::Bool(form == 5),
            6 => Value::Unsigned(self.number()),
            7 => Value::Signed(i64::from_le_bytes(self.array())),
            8 => Value::UnsignedWide(Box::new(u128::from_le_bytes(self.array()))),
            9 => Value::SignedWide(Box::new(i128::from_le_bytes(self.array()))),
            10 => Value::Float(f64::from_le_bytes(self.array())),
            11 => Value::Single(f32::from_le_bytes(self.array())),
            12 => Value::Char(char::from_u32(self.number() as u32).unwrap_or_default()),
            13 => Value::Text(self.text()),
            14 => Value::Plain(self.span()),
            15 => match self.other() {
                Some(Other::Name(name)) => Value::Name(name),
                _ => Value::Broken,
            },
            16 | 17 => {
                let hidden = self.number() as u32;
                let kind = PartsKind::ALL[usize::from(self.byte()) % PartsKind::ALL.len()];
                let parts = if form == 16 {
                    let count = self.number();
                    Parts::Few((0..count).map(|_| self.item()).collect())
                } else {
                    match self.other() {
                        Some(Other::Packed(packed)) => Parts::Many(packed),
                        _ => Parts::Few(Box::default()),
                    }
                };
                return (Value::Parts(parts, kind), hidden);
            }
            18 | 19 => {
                let hidden = self.number() as u32;
                let Some(Other::Variant(name)) = self.other() else {
                    return (Value::Broken, hidden);
                };
                let content = (form == 19).then(|| Box::new(self.item()));
                return (Value::Variant(name, content), hidden);
            }
            _ => Value::Broken,
        };
        (value, 0)
    }

    fn byte(&mut self) -> u8 {
        let Some((&byte, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        byte
    }

    fn number(&mut self) -> u64 {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte();
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn span(&mut self) -> Span {
        let start = self.number() as usize;
        (start..start + self.number() as usize).into()
    }

    fn array<const N: usize>(&mut self) -> [u8; N] {
        let Some((bytes, rest)) = self.bytes.split_first_chunk() else {
            return [0; N];
        };
        self.bytes = rest;
        *bytes
    }

    fn text(&mut self) -> Box<str> {
        let length = self.number() as usize;
        let (text, rest) = self.bytes.split_at(length.min(self.bytes.len()));
        self.bytes = rest;
        std::str::from_utf8(text).unwrap_or_default().into()
    }

    fn other(&mut self) -> Option<Other> {
        let index = self.number() as usize;
        self.others.get(index).cloned()
    }
}
