//! What was read from a text, with its places. A visitor can be shown it as often as needed.

use std::cell::Cell;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use super::packed::{GatheredItems, Parts};
use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::record::Mark;
use crate::spec::{Accepts, ObjectSpec};
use crate::visit::any::Untyped;

/// A value and its place.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) value: Value,
    /// Where it is in its parent.
    pub(crate) step: ItemStep,
    /// Its place in the caller's text.
    pub(crate) span: Span,
    /// What was recorded while it was read.
    pub(crate) marks: (Mark, Mark),
    /// Whether it may be left out, as an `Option`.
    pub(crate) is_optional: bool,
    /// Whether an error in it is already on record.
    pub(crate) is_told: Cell<bool>,
    pub(crate) fate: Cell<Fate>,
    /// How many of its items are hidden, counted from the first.
    pub(crate) hidden: Cell<u32>,
}

/// A place in a text. No text is longer than `u32::MAX` bytes ([`Limits::bytes`](crate::Limits::bytes)).
///
/// There may be an item for every second byte of a text, so items have to be small.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    start: u32,
    end: u32,
}

impl Span {
    pub(crate) const EMPTY: Self = Self { start: 0, end: 0 };

    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        let place = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Self {
            start: place(range.start),
            end: place(range.end),
        }
    }
}

/// How an item is shown when the visitors run again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fate {
    /// In its own place.
    Shown,
    /// Before the other fields of its object.
    First,
    /// After them: its errors are known.
    Last,
    /// Not at all, while other errors are looked for.
    Hidden,
    /// Not at all.
    Dropped,
}

impl Fate {
    pub(super) const ALL: [Self; 5] = [Self::Shown, Self::First, Self::Last, Self::Hidden, Self::Dropped];
}

#[derive(Debug)]
pub(crate) enum ItemStep {
    /// In the same place as its parent.
    Here,
    Index(u32),
    Field(&'static ObjectSpec, u32),
    Key(Box<str>),
    /// A key in the type's own spelling.
    Name(&'static str),
    /// A key that represents a value of another type than a string.
    Entry(Box<(Box<str>, Value)>),
}

impl ItemStep {
    /// The key, if it is that of a map or of an object without a type.
    pub(crate) fn key(&self) -> Option<&str> {
        match self {
            Self::Key(key) => Some(key),
            Self::Name(name) => Some(name),
            Self::Entry(entry) => Some(&entry.0),
            Self::Here | Self::Index(_) | Self::Field(..) => None,
        }
    }
}

#[derive(Debug)]
pub(crate) enum Value {
    /// It could not be read, and the error is on record.
    Broken,
    /// Asks the visitor what it expects.
    Ask,
    /// The smallest value of whatever type the visitor expects; the number chooses among the made-up leaves.
    Blank(u8),
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    UnsignedWide(Box<u128>),
    SignedWide(Box<i128>),
    Float(f64),
    Single(f32),
    Char(char),
    Text(Box<str>),
    /// A string that is in the text exactly as it is.
    Plain(Span),
    Name(&'static str),
    /// A list or an object.
    Parts(Parts, PartsKind),
    Variant(&'static &'static str, Option<Box<Item>>),
}

/// What consists of parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartsKind {
    /// Elements of one type.
    List,
    /// Elements that each have their own type, or none that is known.
    Tuple,
    Struct,
    Map,
    /// An object without a known type.
    Untyped,
}

impl PartsKind {
    pub(super) const ALL: [Self; 5] = [Self::List, Self::Tuple, Self::Struct, Self::Map, Self::Untyped];

    /// Whether any part may be dropped.
    pub(crate) fn may_drop(self) -> bool {
        matches!(self, Self::List | Self::Map)
    }

    pub(crate) fn is_object(self) -> bool {
        matches!(self, Self::Struct | Self::Map | Self::Untyped)
    }
}

impl Item {
    /// A made-up item.
    pub(crate) const fn new(value: Value) -> Self {
        Self {
            value,
            step: ItemStep::Here,
            span: Span::EMPTY,
            marks: (Mark::START, Mark::START),
            is_optional: false,
            is_told: Cell::new(false),
            fate: Cell::new(Fate::Shown),
            hidden: Cell::new(0),
        }
    }

    /// The same item as the value of a map, with the value that its key represents.
    pub(crate) fn with_key(self, value: Value) -> Self {
        let step = match (self.step, value) {
            (ItemStep::Key(key), Value::Text(text)) if key == text => ItemStep::Key(key),
            (ItemStep::Key(key), value) => ItemStep::Entry(Box::new((key, value))),
            (_, value) => ItemStep::Entry(Box::new((Box::default(), value))),
        };
        Self { step, ..self }
    }

    /// A made-up field.
    pub(crate) fn field(name: &'static str, value: Value) -> Self {
        let step = ItemStep::Name(name);
        Self {
            step,
            ..Self::new(value)
        }
    }

    pub(crate) fn blank() -> Self {
        Self::new(Value::Blank(0))
    }

    /// The value at `at`.
    pub(crate) fn at(value: Value, at: &Frame<'_>, span: Range<usize>) -> Self {
        let step = match at.place().level {
            Level::Object { spec, field } => ItemStep::Field(spec, field),
            Level::List { index, .. } => ItemStep::Index(index),
            Level::Map { key: Some(key) } | Level::Rest { key, .. } => ItemStep::Key(key.into()),
            _ => ItemStep::Here,
        };
        Self {
            step,
            span: span.into(),
            ..Self::new(value)
        }
    }

    /// Which field of a struct it is.
    pub(crate) fn field_index(&self) -> Option<u32> {
        match self.step {
            ItemStep::Field(_, field) => Some(field),
            _ => None,
        }
    }

    /// The item with this index inside it, if it is unpacked.
    pub(crate) fn inside(&self, index: u32) -> Option<&Self> {
        match &self.value {
            Value::Parts(items, _) => items.get(index as usize),
            Value::Variant(_, Some(item)) if index == 0 => Some(item),
            _ => None,
        }
    }

    /// The same, and it is unpacked then, until another item inside is asked for.
    pub(crate) fn inside_mut(&mut self, index: u32) -> Option<&mut Self> {
        match &mut self.value {
            Value::Parts(items, _) => items.get_mut(index as usize),
            Value::Variant(_, Some(item)) if index == 0 => Some(item),
            _ => None,
        }
    }

    /// The item's frame, below that of its parent.
    pub(crate) fn frame<'p>(&'p self, above: &'p Frame<'p>) -> Option<Frame<'p>> {
        let level = match &self.step {
            ItemStep::Here => return None,
            ItemStep::Index(index) => Level::List {
                accepts: Accepts::ANY,
                index: *index,
            },
            ItemStep::Field(spec, field) => Level::Object { spec, field: *field },
            step => Level::Map { key: step.key() },
        };
        Some(Frame::below(above, level))
    }
}

impl Item {
    /// Whether any of its parts may be dropped.
    pub(crate) fn may_drop(&self) -> bool {
        matches!(self.value, Value::Parts(_, kind) if kind.may_drop())
    }

    /// The item at the end of this path, which is unpacked then, until another item is asked for.
    pub(crate) fn find_mut(&mut self, path: &[u32]) -> Option<&mut Self> {
        path.iter().try_fold(self, |item, &index| item.inside_mut(index))
    }

    /// Calls `f` with the item at the end of this path, and its frame.
    pub(crate) fn framed<R, F>(&mut self, at: &Frame<'_>, path: &[u32], f: F) -> Option<R>
    where
        F: FnOnce(&Frame<'_>, &Self) -> R,
    {
        self.find_mut(path)?;
        self.framed_unpacked(at, path, f)
    }

    fn framed_unpacked<R, F>(&self, at: &Frame<'_>, path: &[u32], f: F) -> Option<R>
    where
        F: FnOnce(&Frame<'_>, &Self) -> R,
    {
        let Some((&index, rest)) = path.split_first() else {
            return Some(f(at, self));
        };
        let item = self.inside(index)?;
        match item.frame(at) {
            Some(frame) => item.framed_unpacked(&frame, rest, f),
            None => item.framed_unpacked(at, rest, f),
        }
    }

    /// Whether any key in it satisfies `is_it`.
    pub(crate) fn has_key(&self, is_it: &dyn Fn(&str) -> bool) -> bool {
        let is_key = |part: &Self| matches!(&part.step, ItemStep::Key(key) if is_it(key));
        self.find_part(|_, part| (is_key(part) || part.has_key(is_it)).then_some(()))
            .is_some()
    }

    /// How many levels are around it and the items in it, in all, below `depth`: serde copies a value without a tag once for each
    /// level.
    pub(crate) fn levels(&self, depth: usize) -> usize {
        let mut levels = depth;
        self.each_part(|part| levels += part.levels(depth + 1));
        levels
    }

    /// The first result of `f` for an item in it and its index.
    pub(crate) fn find_part<R>(&self, mut f: impl FnMut(usize, &Self) -> Option<R>) -> Option<R> {
        match &self.value {
            Value::Parts(parts, _) => parts.find_map(f),
            Value::Variant(_, Some(item)) => f(0, item),
            _ => None,
        }
    }

    fn each_part(&self, mut f: impl FnMut(&Self)) {
        self.find_part(|_, part| {
            f(part);
            None::<()>
        });
    }

    /// Whether there are items in it.
    pub(crate) fn has_parts(&self) -> bool {
        match &self.value {
            Value::Parts(parts, _) => parts.len() > 0,
            value => matches!(value, Value::Variant(_, Some(_))),
        }
    }

    /// How many items it and those in it are, but for those that are packed.
    pub(super) fn weight(&self) -> usize {
        match &self.value {
            Value::Parts(parts, _) => 1 + parts.weight(),
            Value::Variant(_, Some(item)) => 1 + item.weight(),
            _ => 1,
        }
    }

    pub(crate) fn is_hidden(&self) -> bool {
        matches!(self.fate.get(), Fate::Hidden | Fate::Dropped)
    }

    pub(crate) fn hide(&self) {
        if self.fate.get() != Fate::Dropped {
            self.fate.set(Fate::Hidden);
        }
    }

    /// Hides the items in it up to this one: those before it were not rejected.
    pub(crate) fn hide_to(&mut self, index: u32) {
        let known = self.hidden.get();
        self.hidden.set(known.max(index + 1));
        for index in known..=index {
            if let Some(item) = self.inside_mut(index) {
                item.hide();
            }
        }
    }

    /// Shows everything again that was not dropped.
    pub(crate) fn show_all(&mut self) {
        if self.fate.get() != Fate::Dropped {
            self.fate.set(Fate::Shown);
        }
        self.hidden.set(0);
        for index in 0.. {
            let Some(item) = self.inside_mut(index) else { break };
            item.show_all();
        }
    }
}

/// The fields of an object without a type.
#[derive(Debug, Default)]
pub(crate) struct ItemMembers {
    parts: GatheredItems,
    keys: SeenKeys,
}

/// The keys of a map or object, kept only to count them. A hash of a key needs less memory than the key.
#[derive(Debug, Default)]
pub(super) struct SeenKeys(Vec<u64>);

impl SeenKeys {
    pub(super) fn insert(&mut self, key: &str) {
        let mut hasher = std::hash::DefaultHasher::new();
        key.hash(&mut hasher);
        self.0.push(hasher.finish());
    }

    /// How many different keys there are.
    pub(super) fn count(&mut self) -> usize {
        self.0.sort_unstable();
        self.0.dedup();
        self.0.len()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }
}

impl Untyped for Item {
    type Elements = GatheredItems;
    type ItemMembers = ItemMembers;

    const NULL: Self = Self::new(Value::Null);

    fn boolean(value: bool) -> Self {
        Self::new(Value::Bool(value))
    }

    fn unsigned(value: u64) -> Self {
        Self::new(Value::Unsigned(value))
    }

    fn signed(value: i64) -> Self {
        Self::new(Value::Signed(value))
    }

    fn number(text: &str) -> Option<Self> {
        Value::number(text).map(Self::new)
    }

    fn string(text: &str) -> Self {
        Self::new(Value::Text(text.into()))
    }

    fn plain(text: &str, start: usize, cursor: &Cursor<'_>) -> Self {
        Self::new(Value::plain(text, start, cursor))
    }

    fn array(elements: GatheredItems) -> Self {
        Self::new(Value::Parts(elements.into(), PartsKind::Tuple))
    }

    fn push(elements: &mut GatheredItems, value: Self) {
        elements.push(value);
    }

    fn object(members: ItemMembers) -> Self {
        Self::new(Value::Parts(members.parts.into(), PartsKind::Untyped))
    }

    /// The value's place names its key.
    fn insert(members: &mut ItemMembers, key: String, value: Self) {
        members.keys.insert(&key);
        members.parts.push(value);
    }

    fn keys(members: &mut ItemMembers) -> usize {
        members.keys.count()
    }

    fn is_empty(members: &ItemMembers) -> bool {
        members.parts.is_empty()
    }

    fn only(self) -> Self {
        match self.value {
            Value::Parts(items, PartsKind::Tuple) => items.into_only().unwrap_or_else(|items| Self {
                value: Value::Parts(items, PartsKind::Tuple),
                ..self
            }),
            _ => self,
        }
    }

    fn placed(self, at: &Frame<'_>, span: Range<usize>) -> Self {
        Self::at(self.value, at, span)
    }
}

impl Value {
    /// The string, if it is one, that was read from this text.
    pub(crate) fn text<'t>(&'t self, whole: &'t str) -> Option<&'t str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Plain(span) => whole.get(span.range()),
            _ => None,
        }
    }

    /// A number as `serde_json` passes it to a visitor that accepts any value.
    pub(crate) fn number(text: &str) -> Option<Self> {
        if text != "-0" {
            if let Ok(value) = text.parse() {
                return Some(Self::Unsigned(value));
            }
            if let Ok(value) = text.parse() {
                return Some(Self::Signed(value));
            }
        }
        let value: f64 = text.parse().ok()?;
        value.is_finite().then_some(Self::Float(value))
    }

    /// A string that is in the cursor's text exactly as it is, after the quote at `start`.
    pub(crate) fn plain(text: &str, start: usize, cursor: &Cursor<'_>) -> Self {
        match cursor.origin {
            None => Self::Plain((start + 1..start + 1 + text.len()).into()),
            Some(_) => Self::Text(text.into()),
        }
    }
}
