//! Reads a text by a plan, as generated code does for a derived type.

use core::ops::Range;

use super::{Form, Item, Kind, Leaf, Type, Value};
use crate::LlmOutput;
use crate::bounds::DEEPEST;
use crate::error::{Expected, Found, counted};
use crate::path::{Conversion, Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::number;
use crate::record::Mark;
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, NamesSpec, ObjectSpec};
use crate::visit::leaf::Wide;
use crate::visit::list::ListSlot;
use crate::visit::map::MapEntries;
use crate::visit::{END, Object, Slot, any, choice, coerce, divert, list, listed, map, names, option};

/// A place for one value of a type.
pub(crate) struct One<'o> {
    pub(crate) of: Type,
    pub(crate) item: &'o mut Option<Item>,
}

impl Slot for One<'_> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        *self.item = None;
        self.of.read(cursor, at, self.item)
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        *self.item = None;
        self.of.read_text(text, cursor, at, self.item)
    }
}

/// A place for the elements of a list. They all have one type, or each has its own.
struct Many<'o> {
    of: Type,
    types: &'o [usize],
    items: Vec<Item>,
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
        // A dropped element is not kept.
        if read.is_ok() || (read == Err(Halt::Invalid) && cursor.sink.accept() < Some(Severity::Invented)) {
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

/// The entries of a map. Those that could not be read are kept apart, since visitors may still reject their neighbours.
struct Pairs {
    key: Type,
    value: Type,
    broken: Vec<(Value, Item)>,
}

impl MapEntries for Pairs {
    type Key = Value;
    type Value = Item;

    fn key(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
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
        item.map(|item| item.value).ok_or(Halt::Invalid)
    }

    fn value(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Item> {
        let mut item = None;
        let read = self.value.read(cursor, at, &mut item);
        match (read, item) {
            (Ok(()), Some(item)) => Ok(item),
            (Err(halt), item) => {
                let Level::Map { key: Some(key) } = at.level else {
                    return Err(halt);
                };
                if halt == Halt::Invalid {
                    self.broken.extend(item.map(|item| (Value::Text(key.to_owned()), item)));
                }
                Err(halt)
            }
            (Ok(()), None) => Err(Halt::Absent),
        }
    }

    fn clear(&mut self) {
        self.broken.clear();
    }
}

/// Where a value begins, and what was recorded before it.
struct Began {
    pos: usize,
    mark: Mark,
}

impl Began {
    fn of(cursor: &Cursor<'_>) -> Self {
        Self {
            pos: cursor.pos,
            mark: cursor.sink.mark(),
        }
    }

    /// Puts the value that was read from this position into its place.
    fn put(&self, read: Read<Value>, cursor: &Cursor<'_>, at: &Frame<'_>, item: &mut Option<Item>) -> Read<()> {
        let span = self.pos..cursor.pos.max(self.pos);
        self.put_at(span, read, cursor, at, item)
    }

    fn put_at(
        &self,
        span: Range<usize>,
        read: Read<Value>,
        cursor: &Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        let (value, result) = match read {
            Ok(value) => (value, Ok(())),
            Err(Halt::Invalid) => (Value::Broken, Err(Halt::Invalid)),
            Err(halt) => return Err(halt),
        };
        let made = item.insert(Item::at(value, at, cursor.place(span)));
        made.marks = (self.mark, cursor.sink.mark());
        made.is_told.set(result.is_err());
        result
    }
}

/// Calls a function for the leaf's own type, and makes a value of what it returns.
macro_rules! of_leaf {
    ($leaf:expr, $type:ident => $read:expr) => {
        match $leaf {
            Leaf::Bool => {
                type $type = bool;
                $read.map(Value::Bool)
            }
            Leaf::Char => {
                type $type = char;
                $read.map(Value::Char)
            }
            Leaf::Text | Leaf::Name => {
                type $type = String;
                $read.map(Value::Text)
            }
            Leaf::U8 => {
                type $type = u8;
                $read.map(|value| Value::Unsigned(value.into()))
            }
            Leaf::U16 => {
                type $type = u16;
                $read.map(|value| Value::Unsigned(value.into()))
            }
            Leaf::U32 => {
                type $type = u32;
                $read.map(|value| Value::Unsigned(value.into()))
            }
            Leaf::U64 => {
                type $type = u64;
                $read.map(Value::Unsigned)
            }
            Leaf::I8 => {
                type $type = i8;
                $read.map(|value| Value::Signed(value.into()))
            }
            Leaf::I16 => {
                type $type = i16;
                $read.map(|value| Value::Signed(value.into()))
            }
            Leaf::I32 => {
                type $type = i32;
                $read.map(|value| Value::Signed(value.into()))
            }
            Leaf::I64 => {
                type $type = i64;
                $read.map(Value::Signed)
            }
            Leaf::U128 => {
                type $type = Wide<u128>;
                $read.map(|value| Value::UnsignedWide(value.0))
            }
            Leaf::I128 => {
                type $type = Wide<i128>;
                $read.map(|value| Value::SignedWide(value.0))
            }
            Leaf::F32 => {
                type $type = f32;
                $read.map(Value::Single)
            }
            Leaf::F64 => {
                type $type = f64;
                $read.map(Value::Float)
            }
        }
    };
}

impl Type {
    /// Reads the value at the cursor.
    pub(crate) fn read(self, cursor: &mut Cursor<'_>, at: &Frame<'_>, item: &mut Option<Item>) -> Read<()> {
        let plan = self.plan();
        let began = Began::of(cursor);
        let read = match &plan.form {
            &Form::Same(inner) => return self.of(inner).read(cursor, at, item),
            &Form::Optional(inner) => return self.optional(inner, cursor, at, item),
            Form::Any | Form::Open => {
                let read = any::value::<Item>(cursor, at, 0);
                return match read {
                    Ok(value) => {
                        if matches!(plan.form, Form::Open) && cursor.sink.has_moved(began.mark) {
                            conserve(cursor, at, &value, &began);
                        }
                        let made = item.insert(value);
                        made.marks = (began.mark, cursor.sink.mark());
                        Ok(())
                    }
                    Err(halt) => began.put(Err(halt), cursor, at, item),
                };
            }
            Form::Ignored => ignored(cursor, at),
            Form::Leaf(Leaf::Text | Leaf::Name) => match cursor.plain_string() {
                Some(text) => Ok(Value::plain(text, began.pos, cursor)),
                None => String::__read(cursor, at).map(Value::Text),
            },
            &Form::Leaf(leaf) => of_leaf!(leaf, Leaf => Leaf::__read(cursor, at)),
            Form::Unit => choice::only_null(cursor, at).map(|()| Value::Null),
            Form::Nothing => choice::nothing(cursor, at).map(|()| Value::Null),
            Form::Bytes if cursor.peek() == b'[' => Vec::<u8>::__read(cursor, at).map(bytes),
            Form::Bytes => match cursor.plain_string() {
                Some(text) => Ok(Value::plain(text, began.pos, cursor)),
                None => String::__read(cursor, at).map(Value::Text),
            },
            Form::Names(spec, object, variants) if knows_key(cursor, object) => {
                return self.choice(spec, object, variants, cursor, at, item);
            }
            // An object is possible too, so brackets around it are treated as those of an answer.
            Form::Names(spec, ..) if cursor.peek() == b'[' && at.is_root() => {
                let accepts = Accepts::NAME.or(Accepts::OBJECT);
                return coerce::only_element(cursor, at, Expected::Names(spec), accepts, &mut One { of: self, item });
            }
            Form::Names(spec, ..) if spec.other.is_some() && cursor.peek() == b'{' => {
                let read = names::choose(cursor, at, spec, |index| index);
                read.map(|index| variant(spec, index, None)).map_err(|_| {
                    // The catch-all variant has no name that an object could use.
                    cursor.sink.rewind(began.mark);
                    let (expected, end) = ("one key, which names the variant", cursor.pos);
                    cursor.violated(Expected::Words(expected.into()), at, began.pos..end)
                })
            }
            Form::Names(spec, ..) => {
                names::choose(cursor, at, spec, |index| index).map(|index| variant(spec, index, None))
            }
            _ if cursor.nesting.recursion >= DEEPEST && matches!(cursor.peek(), b'{' | b'[') => {
                Err(too_deep(cursor, at))
            }
            Form::List(_) | Form::Tuple(_) => {
                return self.list(cursor, at, item, |cursor, elements| list::read(cursor, at, elements));
            }
            Form::Map(..) => return self.map(cursor, at, item, |cursor, pairs| map::members(cursor, at, pairs)),
            Form::Struct(fields) => return self.object(fields, cursor, at, item),
            Form::Choice(spec, variants) => return self.choice(spec, plan.object, variants, cursor, at, item),
            Form::Tagged(spec, variants) => return self.tagged(spec, variants, cursor, at, item),
        };
        began.put(read, cursor, at, item)
    }

    /// Reads the value from a decoded string.
    pub(crate) fn read_text(
        self,
        text: &str,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        let plan = self.plan();
        let began = Began::of(cursor);
        let span = cursor.token.clone();
        let read = match &plan.form {
            &Form::Same(inner) => return self.of(inner).read_text(text, cursor, at, item),
            &Form::Optional(inner) => {
                let read = option::from_text(text, cursor, at, |text, cursor, at| {
                    self.of(inner).read_text(text, cursor, at, item)
                });
                return began.put_optional(read, cursor, at, item);
            }
            Form::Any | Form::Open | Form::Ignored | Form::Bytes => Ok(Value::Text(text.to_owned())),
            &Form::Leaf(leaf) => of_leaf!(leaf, Leaf => Leaf::__from_text(text, cursor, at)),
            Form::Unit | Form::Nothing => Err(cursor.violated(Expected::Words("null".into()), at, span.clone())),
            Form::Names(spec, ..) => names::named(text, cursor, at, spec).map(|index| variant(spec, index, None)),
            Form::List(_) | Form::Tuple(_) => {
                return self.list(cursor, at, item, |cursor, elements| {
                    listed::from_text(text, cursor, at, elements)
                });
            }
            Form::Map(..) => {
                return self.map(cursor, at, item, |cursor, pairs| {
                    map::from_text(text, cursor, at, span.clone(), pairs)
                });
            }
            Form::Choice(spec, variants) if !choice::holds_object(text) => {
                let unit = |index: u32| match variants.get(index as usize) {
                    Some(&content) if !matches!(self.of(content).plan().form, Form::Nothing) => None,
                    _ => Some(index),
                };
                choice::choose_unit(text, cursor, at, spec, unit).map(|index| variant(spec, index, None))
            }
            Form::Struct(_) | Form::Choice(..) | Form::Tagged(..) => {
                return divert::slot_from_text(text, cursor, at, &mut One { of: self, item });
            }
        };
        began.put_at(span, read, cursor, at, item)
    }

    fn optional(self, inner: usize, cursor: &mut Cursor<'_>, at: &Frame<'_>, item: &mut Option<Item>) -> Read<()> {
        let began = Began::of(cursor);
        let inner = self.of(inner);
        let read = option::read(cursor, at, inner.plan().facts, |cursor, at| {
            inner.read(cursor, at, item)
        });
        began.put_optional(read, cursor, at, item)
    }

    fn list(
        self,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
        read: impl FnOnce(&mut Cursor<'_>, &mut ListSlot<'_>) -> Read<()>,
    ) -> Read<()> {
        let (types, is_tuple) = match &self.plan().form {
            Form::List(element) => (core::slice::from_ref(element), false),
            Form::Tuple(types) => (&types[..], true),
            _ => return Err(Halt::Invalid),
        };
        let began = Began::of(cursor);
        let mut many = Many {
            of: self,
            types,
            items: Vec::new(),
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
            Ok(()) if is_tuple && items.len() != types.len() => {
                let found = format!("an array of {}", counted(items.len(), "element", "elements"));
                let expected = Expected::Elements(types.len());
                Err(cursor.violated_by(expected, Found::Words(found), at, began.pos..end))
            }
            read => read,
        };
        began.put_parts(read, Value::List(items, !is_tuple), cursor, at, item)
    }

    fn map(
        self,
        cursor: &mut Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
        read: impl FnOnce(&mut Cursor<'_>, &mut Pairs) -> Read<Vec<(Value, Item)>>,
    ) -> Read<()> {
        let &Form::Map(key, value) = &self.plan().form else {
            return Err(Halt::Invalid);
        };
        let began = Began::of(cursor);
        let mut pairs = Pairs {
            key: self.of(key),
            value: self.of(value),
            broken: Vec::new(),
        };
        cursor.nesting.recursion += 1;
        let read = read(cursor, &mut pairs);
        cursor.nesting.recursion -= 1;
        let (members, read) = match read {
            Ok(members) => (members, Ok(())),
            Err(halt) => (pairs.broken, Err(halt)),
        };
        let mut keys: Vec<String> = members.iter().map(|(key, _)| format!("{key:?}")).collect();
        keys.sort_unstable();
        keys.dedup();
        if keys.len() < members.len() {
            map::overridden(cursor, at);
        }
        began.put_parts(read, Value::Object(members, Kind::Map), cursor, at, item)
    }

    fn object(self, types: &[usize], cursor: &mut Cursor<'_>, at: &Frame<'_>, item: &mut Option<Item>) -> Read<()> {
        let plan = self.plan();
        let mut object = Object::new(cursor, at, plan.object);
        if !object.open(cursor) {
            return divert::diverted(cursor, at, plan.facts.accepts, &mut One { of: self, item });
        }
        let began = Began::of(cursor);
        let mut items: Vec<Option<Item>> = types.iter().map(|_| None).collect();
        cursor.nesting.recursion += 1;
        let mut turn = object.turn(cursor);
        while turn != END {
            let index = turn as usize;
            let mut value = None;
            let read = self.of(types[index]).read(cursor, object.at(), &mut value);
            let is_read = read.is_ok();
            object.keep(cursor, read, &mut None);
            items[index] = value.filter(|_| is_read || object.has_all(turn, 1));
            turn = object.turn(cursor);
        }
        cursor.nesting.recursion -= 1;
        let is_whole = !object.close(cursor);
        let mut members = Vec::with_capacity(items.len());
        for ((index, field), item) in (0..).zip(plan.object.fields).zip(items) {
            let is_made_up = is_whole && !field.facts.optional && !field.has_default;
            let item = item.or_else(|| {
                is_made_up.then(|| {
                    let frame = Frame::below(
                        at,
                        Level::Object {
                            spec: plan.object,
                            field: index,
                        },
                    );
                    Item::at(Value::Blank(0), &frame, cursor.place(began.pos..cursor.pos))
                })
            });
            members.extend(item.map(|item| (Value::Name(field.name), item)));
        }
        let read = if is_whole { Ok(()) } else { Err(Halt::Invalid) };
        began.put_parts(read, Value::Object(members, Kind::Struct), cursor, at, item)
    }

    fn choice(
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

    fn tagged(
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
                    let read = choice::tag(cursor, object.at(), names);
                    let value = read.map(|()| variant(names, tag.variant(), None));
                    let read = tag_at.put(value, cursor, object.at(), &mut name);
                    object.keep(cursor, read, &mut None);
                }
                (1, Some(of)) => {
                    let mut value = None;
                    let read = of.read(cursor, object.at(), &mut value);
                    let is_read = read.is_ok();
                    object.keep(cursor, read, &mut None);
                    // A misspelled key whose value does not fit is not the key of the content.
                    content = value.filter(|_| is_read || object.has_all(turn, 1));
                }
                (END, _) => break,
                _ => {
                    let read = choice::nothing(cursor, object.at());
                    object.keep(cursor, read, &mut None);
                }
            }
        }
        cursor.nesting.recursion -= 1;
        let mut read = if object.close(cursor) {
            Err(Halt::Invalid)
        } else {
            Ok(())
        };
        let needs_content = of.is_some_and(|of| !of.plan().facts.optional && of.plan().facts.accepts != Accepts::NULL);
        if read.is_ok()
            && content.is_none()
            && needs_content
            && of.is_some_and(|of| !matches!(of.plan().form, Form::Any | Form::Open))
        {
            read = Err(choice::contentless(cursor, at, plan.object));
        }
        let fields = plan.object.fields;
        let tag = name.map(|item| (Value::Name(fields[0].name), item));
        let content = content.map(|item| (Value::Name(fields[1].name), item));
        let members = tag.into_iter().chain(content).collect();
        began.put_parts(read, Value::Object(members, Kind::Struct), cursor, at, item)
    }
}

impl Began {
    /// Puts a value into its place even if it could not be read completely: some of its fields or elements may be there.
    fn put_parts(
        &self,
        read: Read<()>,
        value: Value,
        cursor: &Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        match read {
            Ok(()) => self.put(Ok(value), cursor, at, item),
            Err(Halt::Invalid) => {
                let read = self.put(Ok(value), cursor, at, item);
                item.as_ref().inspect(|item| item.is_told.set(true));
                read.and(Err(Halt::Invalid))
            }
            Err(halt) => Err(halt),
        }
    }

    fn put_optional(
        &self,
        read: Read<Option<()>>,
        cursor: &Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
        let read = match read {
            Ok(None) => {
                *item = None;
                self.put(Ok(Value::Null), cursor, at, item)
            }
            Ok(Some(())) => Ok(()),
            Err(halt) => Err(halt),
        };
        if let Some(item) = item {
            item.is_optional = true;
        }
        read
    }
}

/// Skips a value that is ignored.
fn ignored(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
    coerce::some_value(cursor, at)?;
    cursor.skip(at);
    Ok(Value::Null)
}

/// Whether an object begins here whose first key is one of these.
fn knows_key(cursor: &Cursor<'_>, spec: &'static ObjectSpec) -> bool {
    cursor.peek() == b'{'
        && cursor
            .key_ahead(cursor.after_space(cursor.pos + 1))
            .is_some_and(|key| spec.knows(&cursor.text[key.name]))
}

/// Records a guess if a repair may have changed a key, or moved fields from one object to another: the type ignores unknown
/// fields without saying so.
#[cold]
fn conserve(cursor: &mut Cursor<'_>, at: &Frame<'_>, item: &Item, began: &Began) {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let is_changed = |key: &str| !key.chars().all(is_word);
    let span = began.pos..cursor.pos.max(began.pos);
    // Keys without quotes are only suspicious next to keys with quotes.
    let is_mixed = cursor.sink.holds_since(began.mark, RepairKind::UnquotedKey)
        && cursor.text.get(span.clone()).is_some_and(|text| text.contains("\":"));
    if is_mixed || cursor.sink.holds_since(began.mark, RepairKind::MissingComma) || item.has_key(&is_changed) {
        cursor.repaired(RepairKind::JunkRemoved, at, span);
    }
}

fn bytes(bytes: Vec<u8>) -> Value {
    let item = |byte: u8| Item::new(Value::Unsigned(byte.into()));
    Value::List(bytes.into_iter().map(item).collect(), true)
}

fn variant(names: &'static NamesSpec, index: u32, content: Option<Item>) -> Value {
    // No variant has this name, so it selects the catch-all variant.
    let name = names.names.get(index as usize).map_or("\0", |name| name.name);
    Value::Variant(name, content.map(Box::new))
}

/// Skips a value that is nested too deeply, without recursion, and records the error.
#[cold]
fn too_deep(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Halt {
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    cursor.skip(&Frame::below(at, Level::Inside(Conversion::Member)));
    cursor.sink.rewind(mark);
    let expected = Expected::Words(format!("no more than {DEEPEST} levels of lists and objects"));
    let end = cursor.pos;
    cursor.violated_by(expected, Found::Words("a deeper one".into()), at, start..end)
}
