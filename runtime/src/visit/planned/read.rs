//! Reads a text by a plan, as generated code does for a derived type.

use std::ops::Range;

use super::{Form, Item, Leaf, PartsKind, Type, Value, numbers};
use crate::LlmOutput;
use crate::bounds::DEEPEST;
use crate::error::Expected;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::steps::step;
use crate::record::Mark;
use crate::repair::RepairKind;
use crate::spec::{Accepts, NamesSpec, ObjectSpec};
use crate::visit::leaf::Wide;
use crate::visit::{Slot, any, choice, coerce, divert, list, listed, map, names, option};

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

/// Where a value begins, and what was recorded before it.
pub(super) struct Began {
    pub(super) pos: usize,
    mark: Mark,
}

impl Began {
    pub(super) fn of(cursor: &Cursor<'_>) -> Self {
        Self {
            pos: cursor.pos,
            mark: cursor.sink.mark(),
        }
    }

    /// Puts the value that was read from this position into its place.
    pub(super) fn put(
        &self,
        read: Read<Value>,
        cursor: &Cursor<'_>,
        at: &Frame<'_>,
        item: &mut Option<Item>,
    ) -> Read<()> {
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
    /// Puts a value into its place even if it could not be read completely: some of its fields or elements may be there.
    pub(super) fn put_parts(
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

macro_rules! leaves {
    ($($method:ident $leaf:ident $type:ty => $value:ident $visit:ident;)*) => {
        impl Leaf {
            fn read(self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
                match self {
                    Self::Bool => bool::__read(cursor, at).map(Value::Bool),
                    Self::Char => char::__read(cursor, at).map(Value::Char),
                    Self::Text | Self::Name => text(cursor, at),
                    $(Self::$leaf => <$type>::__read(cursor, at).map(|value| Value::$value(value.into())),)*
                }
            }

            fn read_text(self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
                match self {
                    Self::Bool => bool::__from_text(text, cursor, at).map(Value::Bool),
                    Self::Char => char::__from_text(text, cursor, at).map(Value::Char),
                    Self::Text | Self::Name => Ok(Value::Text(text.into())),
                    $(Self::$leaf => <$type>::__from_text(text, cursor, at).map(|value| Value::$value(value.into())),)*
                }
            }
        }
    };
}

numbers!(leaves);

/// A string, which is not decoded if it is in the text exactly as it is.
fn text(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
    let start = cursor.pos;
    match cursor.plain_string() {
        Some(text) => Ok(Value::plain(text, start, cursor)),
        None => Box::<str>::__read(cursor, at).map(Value::Text),
    }
}

/// Bytes, as a list of numbers or as a string.
fn bytes_or_text(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
    if !matches!(cursor.peek(), b'[' | b'"') {
        cursor.trivia(at);
    }
    if cursor.peek() == b'[' {
        Vec::<u8>::__read(cursor, at).map(bytes)
    } else {
        text(cursor, at)
    }
}

impl Type {
    /// Reads the value at the cursor.
    pub(crate) fn read(self, cursor: &mut Cursor<'_>, at: &Frame<'_>, item: &mut Option<Item>) -> Read<()> {
        let plan = self.plan();
        let began = Began::of(cursor);
        let read = match &plan.form {
            &Form::Same(inner) => return self.of(inner).read(cursor, at, item),
            &Form::Optional(inner) => {
                let inner = self.of(inner);
                let read = option::read(cursor, at, inner.plan().facts, |cursor, at| {
                    inner.read(cursor, at, item)
                });
                return began.put_optional(read, cursor, at, item);
            }
            Form::Any | Form::Open => return self.untyped(&began, cursor, at, item),
            Form::Ignored => ignored(cursor, at),
            &Form::Leaf(leaf) => leaf.read(cursor, at),
            Form::Unit => choice::only_null(cursor, at).map(|()| Value::Null),
            Form::Nothing => choice::nothing(cursor, at).map(|()| Value::Null),
            Form::Bytes => bytes_or_text(cursor, at),
            Form::Names(spec, object, variants) if knows_key(cursor, object) => {
                return self.choice(spec, object, variants, cursor, at, item);
            }
            // An object is possible too, so brackets around it are treated as those of an answer.
            Form::Names(spec, ..) if cursor.peek() == b'[' && at.is_root() => {
                let accepts = Accepts::NAME.or(Accepts::OBJECT);
                return coerce::only_element(cursor, at, Expected::Names(spec), accepts, &mut One { of: self, item });
            }
            Form::Names(spec, ..) => name(spec, &began, cursor, at),
            _ if cursor.nesting.recursion >= DEEPEST && matches!(cursor.peek(), b'{' | b'[') => {
                Err(any::too_deep(cursor, at))
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

    /// Reads a value without a known type.
    fn untyped(self, began: &Began, cursor: &mut Cursor<'_>, at: &Frame<'_>, item: &mut Option<Item>) -> Read<()> {
        match any::value::<Item>(cursor, at, 0) {
            Ok(value) => {
                if matches!(self.plan().form, Form::Open) && cursor.sink.has_moved(began.mark) {
                    conserve(cursor, at, &value, began);
                }
                item.insert(value).marks = (began.mark, cursor.sink.mark());
                Ok(())
            }
            Err(halt) => began.put(Err(halt), cursor, at, item),
        }
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
            Form::Any | Form::Open | Form::Ignored | Form::Bytes => Ok(Value::Text(text.into())),
            &Form::Leaf(leaf) => leaf.read_text(text, cursor, at),
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
}

/// Skips a value that is ignored.
pub(super) fn ignored(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
    coerce::some_value(cursor, at)?;
    cursor.skip(at);
    Ok(Value::Null)
}

/// Reads the name of a variant.
fn name(spec: &'static NamesSpec, began: &Began, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Value> {
    let is_object = spec.other.is_some() && cursor.peek() == b'{';
    match names::choose(cursor, at, spec, |index| index) {
        Ok(index) => Ok(variant(spec, index, None)),
        Err(_) if is_object => {
            // The catch-all variant has no name that an object could use.
            cursor.sink.rewind(began.mark);
            let (expected, end) = ("one key, which names the variant", cursor.pos);
            Err(cursor.violated(Expected::Words(expected.into()), at, began.pos..end))
        }
        Err(halt) => Err(halt),
    }
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
    let is_bare = cursor.sink.holds_since(began.mark, RepairKind::UnquotedKey);
    // Without quotes, an underscore at either end may be a mark.
    let is_changed = |key: &str| !key.chars().all(is_word) || (is_bare && (key.starts_with('_') || key.ends_with('_')));
    let span = began.pos..cursor.pos.max(began.pos);
    // Keys without quotes are only suspicious next to keys with quotes, whatever sign comes between key and value.
    let has_quoted = |text: &str| {
        step(text.len());
        let is_odd = cursor.sink.holds_since(began.mark, RepairKind::MissingColon);
        text.contains("\":")
            || text.contains("':")
            || (is_odd && ["\"=", "\"-", "\" "].iter().any(|sign| text.contains(sign)))
    };
    let is_mixed = is_bare && cursor.text.get(span.clone()).is_some_and(has_quoted);
    let holds = |kind| cursor.sink.holds_since(began.mark, kind);
    // An element after a list that was closed too early looks like a key.
    let is_outside = holds(RepairKind::MissingColon) && holds(RepairKind::ExtraCloserRemoved);
    if is_mixed || is_outside || holds(RepairKind::MissingComma) || item.has_key(&is_changed) {
        cursor.repaired(RepairKind::JunkRemoved, at, span);
    }
}

fn bytes(bytes: Vec<u8>) -> Value {
    let item = |byte: u8| Item::new(Value::Unsigned(byte.into()));
    Value::Parts(bytes.into_iter().map(item).collect(), PartsKind::List)
}

pub(super) fn variant(names: &'static NamesSpec, index: u32, content: Option<Item>) -> Value {
    // No variant has this name, so it selects the catch-all variant.
    let name = names.names.get(index as usize).map_or(&"\0", |name| &name.name);
    Value::Variant(name, content.map(Box::new))
}
