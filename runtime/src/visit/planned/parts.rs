//! Reads by a plan what consists of parts: lists, maps, structs and enums.

use std::borrow::Cow;

use super::item::SeenKeys;
use super::packed::GatheredItems;
use super::read::{Began, One, ignored, variant};
use super::{Form, Item, PartsKind, Plan, Type, Value};
use crate::error::{Expected, Found, counted};
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::number;
use crate::repair::Severity;
use crate::spec::{Accepts, NamesSpec, ObjectSpec};
use crate::visit::list::ListSlot;
use crate::visit::map::MapEntries;
use crate::visit::{END, Object, Slot, choice, divert, map};

/// A place for the elements of a list. They all have one type, or each has its own.
struct Many<'o> {
    of: Type,
    types: &'o [usize],
    kind: PartsKind,
    items: GatheredItems,
}

impl Many<'_> {
    /// The type of the element at this level; `None` for an empty tuple, which has no element types.
    fn element(&self, at: &Frame<'_>) -> Option<Type> {
        let index = match at.place().level {
            Level::List { index, .. } => index as usize,
            _ => self.items.len(),
        };
        let id = self.types.get(index).or(self.types.last())?;
        Some(self.of.of(*id))
    }

    fn keep(&mut self, read: Read<()>, item: Option<Item>, cursor: &Cursor<'_>) -> Read<()> {
        // With more errors than are recorded, there will be no value.
        if cursor.sink.overflowed() {
            self.items.clear();
            return read;
        }
        // An element is not kept if it was dropped, or if it contains nothing that visitors could reject. A tuple has a place
        // for each element.
        let has_parts = || self.kind == PartsKind::Tuple || item.as_ref().is_some_and(Item::has_parts);
        let may_be_dropped = cursor.sink.accept() >= Some(Severity::Invented);
        if read.is_ok() || (read == Err(Halt::Invalid) && !may_be_dropped && has_parts()) {
            self.items.extend(item);
        }
        read
    }
}

impl Slot for Many<'_> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        let mut item = None;
        let read = match self.element(at) {
            Some(of) => of.read(cursor, at, &mut item),
            None => Began::of(cursor).put(ignored(cursor, at), cursor, at, &mut item),
        };
        self.keep(read, item, cursor)
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        let mut item = None;
        let read = match self.element(at) {
            Some(of) => of.read_text(text, cursor, at, &mut item),
            None => Began::of(cursor).put(Ok(Value::Null), cursor, at, &mut item),
        };
        self.keep(read, item, cursor)
    }

    fn clear(&mut self) {
        self.items.clear();
    }
}

/// The entries of a map. They are kept here, and not by the function that reads them, since packed ones take less memory.
/// Those that could not be read are kept apart, since visitors may still reject their neighbours.
pub(super) struct Pairs {
    key: Type,
    value: Type,
    /// The key of the entry that is being read.
    open: Option<Value>,
    read: GatheredItems,
    keys: SeenKeys,
    broken: GatheredItems,
}

impl MapEntries for Pairs {
    type Key = ();
    type Value = ();

    fn key(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        self.open = None;
        let mut item = None;
        let mark = cursor.sink.mark();
        self.key.read_text(text, cursor, at, &mut item)?;
        let is_float = matches!(
            item.as_ref().map(|item| &item.value),
            Some(Value::Float(_) | Value::Single(_))
        );
        let is_number = number::is_plain(text) && (is_float || !text.contains(['.', 'e', 'E']));
        if cursor.sink.has_moved(mark) && (is_number || matches!(text, "true" | "false")) {
            // Every key is a string, so a number as a key has to be written as one.
            cursor.sink.rewind(mark);
        }
        self.open = item.map(|item| item.value);
        if self.open.is_some() {
            Ok(())
        } else {
            Err(Halt::Invalid)
        }
    }

    fn value(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        let key = self.open.take();
        let mut item = None;
        let read = self.value.read(cursor, at, &mut item);
        match (read, item) {
            (Ok(()), Some(item)) => {
                if let Some(key) = key {
                    self.keys.insert(&comparable(&key));
                    self.read.push(item.with_key(key));
                }
                Ok(())
            }
            (Ok(()), None) => Err(Halt::Absent),
            (Err(halt), item) => {
                self.broken.extend(item.filter(|_| halt == Halt::Invalid));
                Err(halt)
            }
        }
    }

    fn clear(&mut self) {
        self.read.clear();
        self.keys.clear();
        self.broken.clear();
    }
}

impl Type {
    pub(super) fn list(
        self,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
        read: impl FnOnce(&mut Cursor<'_>, &mut ListSlot<'_>) -> Read<()>,
    ) -> Read<()> {
        let (types, kind) = match &self.plan().form {
            Form::List(element) => (std::slice::from_ref(element), PartsKind::List),
            Form::Tuple(types) => (&types[..], PartsKind::Tuple),
            _ => return Err(Halt::Invalid),
        };
        let began = Began::of(cursor);
        let mut many = Many {
            of: self,
            types,
            kind,
            items: GatheredItems::default(),
        };
        let plans = types.iter().map(|&id| self.of(id).plan());
        let accepts = plans.fold(Accepts::NONE, |all, plan| all.or(plan.facts.accepts));
        let mut elements = ListSlot {
            accepts,
            object: types.first().map_or(&ObjectSpec::NONE, |&id| self.of(id).plan().object),
            slot: &mut many,
        };
        cursor.nesting.recursion += 1;
        let read = read(cursor, &mut elements);
        cursor.nesting.recursion -= 1;
        let items = many.items;
        let end = cursor.pos;
        let read = match read {
            Ok(()) if kind == PartsKind::Tuple && items.len() != types.len() => {
                let found = format!("an array of {}", counted(items.len(), "element", "elements"));
                let expected = Expected::Elements(types.len());
                Err(cursor.violated_by(expected, Found::Words(found), at, began.pos..end))
            }
            read => read,
        };
        began.put_parts(read, Value::Parts(items.into(), kind), cursor, at, item)
    }

    pub(super) fn map(
        self,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
        read: impl FnOnce(&mut Cursor<'_>, &mut Pairs) -> Read<Vec<((), ())>>,
    ) -> Read<()> {
        let &Form::Map(key, value) = &self.plan().form else {
            return Err(Halt::Invalid);
        };
        let began = Began::of(cursor);
        let mut pairs = Pairs {
            key: self.of(key),
            value: self.of(value),
            open: None,
            read: GatheredItems::default(),
            keys: SeenKeys::default(),
            broken: GatheredItems::default(),
        };
        cursor.nesting.recursion += 1;
        let read = read(cursor, &mut pairs);
        cursor.nesting.recursion -= 1;
        let (members, read) = match read {
            Ok(_) => {
                let count = pairs.read.len();
                if pairs.keys.count() < count {
                    map::overridden(cursor, at);
                }
                (pairs.read, Ok(()))
            }
            Err(halt) => (pairs.broken, Err(halt)),
        };
        began.put_parts(read, Value::Parts(members.into(), PartsKind::Map), cursor, at, item)
    }

    pub(super) fn object(
        self,
        types: &[usize],
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        let plan = self.plan();
        let mut object = Object::new(cursor, at, plan.object);
        if !object.open(cursor) {
            return divert::diverted(cursor, at, plan.facts.accepts, &mut One { of: self, item });
        }
        let began = Began::of(cursor);
        let mut members = Vec::with_capacity(types.len());
        cursor.nesting.recursion += 1;
        let mut turn = object.turn(cursor);
        while turn != END {
            let of = self.of(types[turn as usize]);
            let item = field(of, &mut object, turn, cursor);
            put_field(&mut members, turn, item);
            turn = object.turn(cursor);
        }
        cursor.nesting.recursion -= 1;
        let is_whole = !object.close(cursor);
        if is_whole && members.len() < types.len() && !cursor.sink.overflowed() {
            for (index, field) in (0..).zip(plan.object.fields) {
                let is_made_up = !field.facts.optional && !field.has_default;
                if is_made_up && members.iter().all(|item: &Item| item.field_index() != Some(index)) {
                    let spec = plan.object;
                    let frame = Frame::below(at, Level::Object { spec, field: index });
                    let span = cursor.place(began.pos..cursor.pos);
                    put_field(&mut members, index, Some(Item::at(Value::Blank(0), &frame, span)));
                }
            }
        }
        let read = if is_whole { Ok(()) } else { Err(Halt::Invalid) };
        began.put_parts(read, Value::Parts(members.into(), PartsKind::Struct), cursor, at, item)
    }

    pub(super) fn choice(
        self,
        names: &'static NamesSpec,
        spec: &'static ObjectSpec,
        variants: &[usize],
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        let mut object = Object::new(cursor, at, spec);
        if !object.open(cursor) {
            return divert::diverted(cursor, at, self.plan().facts.accepts, &mut One { of: self, item });
        }
        let began = Began::of(cursor);
        let mut content = None;
        cursor.nesting.recursion += 1;
        loop {
            let turn = object.turn(cursor);
            let Some(&of) = variants.get(turn as usize) else { break };
            let mut value = None;
            let read = self.of(of).read(cursor, object.at(), &mut value);
            let mut slot = None;
            object.keep(cursor, read, &mut slot);
            content = value.map(|value| (turn, value, slot.is_some()));
        }
        cursor.nesting.recursion -= 1;
        let is_read = content.as_ref().is_some_and(|(_, _, is_read)| *is_read);
        let value = content.map(|(index, item, _)| variant(names, index, Some(item)));
        let read = if object.close(cursor) {
            Err(Halt::Invalid)
        } else {
            object.only(cursor, is_read.then_some(()))
        };
        began.put_parts(read, value.unwrap_or(Value::Broken), cursor, at, item)
    }

    pub(super) fn tagged(
        self,
        names: &'static NamesSpec,
        variants: &[usize],
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        let plan = self.plan();
        let began = Began::of(cursor);
        let tag = match choice::tagged(cursor, at, plan.object, names, &[]) {
            Ok(Some(tag)) => tag,
            Ok(None) => return divert::diverted(cursor, at, plan.facts.accepts, &mut One { of: self, item }),
            Err(halt) => return began.put(Err(halt), cursor, at, item),
        };
        let mut object = Object::new(cursor, at, plan.object);
        if !object.open(cursor) {
            return divert::diverted(cursor, at, plan.facts.accepts, &mut One { of: self, item });
        }
        let of = variants.get(tag.variant() as usize).map(|&id| self.of(id));
        let (mut name, mut content) = (None, None);
        cursor.nesting.recursion += 1;
        loop {
            let turn = object.turn(cursor);
            match (turn, of) {
                (0, _) => {
                    let tag_at = Began::of(cursor);
                    let read = choice::tag(cursor, object.at(), names, tag.variant());
                    let value = read.map(|()| variant(names, tag.variant(), None));
                    let read = tag_at.put(value, cursor, object.at(), &mut name);
                    object.keep(cursor, read, &mut None);
                }
                (1, Some(of)) => content = field(of, &mut object, turn, cursor),
                (END, _) => break,
                _ => {
                    let read = choice::nothing(cursor, object.at());
                    object.keep(cursor, read, &mut None);
                }
            }
        }
        cursor.nesting.recursion -= 1;
        let needs_content = |of: Type| {
            let Plan { facts, form, .. } = of.plan();
            !facts.optional && facts.accepts != Accepts::NULL && !matches!(form, Form::Any | Form::Open)
        };
        let read = if object.close(cursor) {
            Err(Halt::Invalid)
        } else if content.is_none() && of.is_some_and(needs_content) {
            Err(choice::contentless(cursor, at, plan.object))
        } else {
            Ok(())
        };
        let members: Vec<Item> = [name, content].into_iter().flatten().collect();
        began.put_parts(read, Value::Parts(members.into(), PartsKind::Struct), cursor, at, item)
    }
}

/// What only equal keys of a map have in common.
fn comparable(key: &Value) -> Cow<'_, str> {
    match key {
        Value::Text(text) => Cow::Borrowed(text),
        key => Cow::Owned(format!("{key:?}")),
    }
}

/// Puts a field into its place among those that were read. They most often come in their order.
fn put_field(members: &mut Vec<Item>, field: u32, item: Option<Item>) {
    let at = match members.last() {
        Some(last) if last.field_index() >= Some(field) => {
            members.partition_point(|item| item.field_index() < Some(field))
        }
        _ => members.len(),
    };
    let is_known = members.get(at).is_some_and(|item| item.field_index() == Some(field));
    match item {
        Some(item) if is_known => members[at] = item,
        Some(item) => members.insert(at, item),
        None if is_known => drop(members.remove(at)),
        None => {}
    }
}

/// Reads the value of a field.
#[inline(always)]
fn field(of: Type, object: &mut Object<'_>, turn: u32, cursor: &mut Cursor<'_>) -> Option<Item> {
    let mut value = None;
    let read = of.read(cursor, object.at(), &mut value);
    let is_read = read.is_ok();
    object.keep(cursor, read, &mut None);
    // A misspelled key whose value does not fit is not the key of the field.
    value.filter(|_| is_read || object.has_all(turn, 1))
}
