//! Enums as serde writes them without an attribute: a name, or an object of one member whose key is the name.

mod name;

use std::any::type_name;
use std::borrow::Cow;
use std::ops::Range;

use serde_core::de::value::StrDeserializer;
use serde_core::de::{DeserializeSeed, EnumAccess, VariantAccess, Visitor};

pub(super) use self::name::Name;
use super::failure::{Cause, Failure};
use super::pass::{Catch, Pass};
use super::reader::{Reader, Slot};
use super::{list, members, names, object};
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::cursor::{Cursor, Halt};
use crate::read::key::{Key, Member};
use crate::read::{decode, number};
use crate::repair::RepairKind;
use crate::spec::{Accepts, Facts, ObjectSpec};
use crate::visit::{Token, coerce, may_unwrap, named, token};

/// What an enum accepts, as far as serde tells: a name, or an object around a variant's value.
const ACCEPTS: Accepts = Accepts::OBJECT.or(Accepts::NAME);

/// Notes that an enum has no variant for other names, once its visitor has refused one.
pub(super) fn noted<T>(
    result: Result<T, Failure>,
    pass: &Pass<'_>,
    visitor: &'static str,
    is_raw: bool,
) -> Result<T, Failure> {
    result.map_err(|failure| match failure.cause() {
        Some(Cause::UnknownVariant(_)) if is_raw => {
            pass.bar_others(visitor);
            Failure::TOLD
        }
        Some(cause) => Failure::new(cause),
        None => Failure::TOLD,
    })
}

/// The variant's name that a text stands for; a text that resembles none as it is, as long as the enum may have a
/// variant for others. `None` where it names none, which is then on record.
pub(super) fn name_in<'n>(
    text: &'n str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    pass: &Pass<'_>,
    visitor: &'static str,
    variants: &'static [&'static str],
    span: Range<usize>,
) -> Option<Cow<'n, str>> {
    let spec = names::choice(variants);
    if spec.exact(text).is_some() {
        return Some(Cow::Borrowed(text));
    }
    cursor.token = span;
    let may_be_other = !pass.bars_others(visitor);
    if may_be_other && spec.in_style(text).is_none() {
        return Some(Cow::Borrowed(text));
    }
    let index = named(text, cursor, at, spec).ok()?;
    variants.get(index as usize).map(|name| Cow::Borrowed(*name))
}

/// Reads an enum's value.
pub(super) fn read<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    // An object without a member is none of an enum's.
    if reader.stands_for_none(Accepts::NAME) {
        return visitor.visit_enum(Name::of(variants.first().copied().unwrap_or_default()));
    }
    let fresh = reader.expect(ACCEPTS);
    let at = fresh.as_ref().unwrap_or(reader.at);
    let reader = Reader { at, ..reader };
    let start = reader.cursor.pos;
    if let Some(text) = reader.cursor.plain_string() {
        if variants.contains(&text) {
            let result = visitor.visit_enum(Name::of(text));
            return reader.judged(result, start);
        }
        reader.cursor.pos = start;
    }
    if reader.cursor.peek() != b'{' {
        reader.cursor.trivia(at);
    }
    if reader.cursor.peek() == b'{' && reader.cursor.headless_at != start {
        return wrapped(reader, variants, visitor);
    }
    name(reader, variants, visitor)
}

/// The name of a variant, in whatever spelling.
#[cold]
fn name<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    let at = reader.at;
    let visited = type_name::<V>();
    let spec = names::choice(variants);
    let (start, mark) = (reader.cursor.pos, reader.cursor.sink.mark());
    let first = variants.first().copied().unwrap_or_default();
    let text = match token(reader.cursor, at, || Expected::Text) {
        Ok(Token::Text(text)) => {
            // Where a variant stands for all other names, this is one of them.
            if text.trim_start().starts_with('{') && may_unwrap(at) && reader.pass.bars_others(visited) {
                return unwrapped(reader, &text, variants, visitor);
            }
            Ok((text, false))
        }
        Ok(Token::Bare) => {
            let span = reader.cursor.token.clone();
            let text = reader.cursor.text[span.clone()].to_owned();
            if number::is_plain(&text) {
                // A number names a variant only where it is one of the names.
                if spec.exact(&text).is_some() {
                    reader.cursor.repaired(RepairKind::NumberToString, at, span);
                    let result = visitor.visit_enum(Name::of(&text));
                    return reader.judged(result, start);
                }
                Err(reader.cursor.violated(Expected::Names(spec), at, span))
            } else {
                Ok((text, true))
            }
        }
        Ok(Token::List) => {
            if let Some((value, end)) = object::lone_element(reader.cursor, at) {
                return single(reader, value, end, |inner| read(inner, variants, visitor));
            }
            Err(coerce::mistyped(reader.cursor, at, Expected::Names(spec)))
        }
        Ok(Token::Object) => Err(coerce::mistyped(reader.cursor, at, Expected::Names(spec))),
        Ok(Token::Null(start)) => {
            reader.null(start, Facts::names(), Expected::Names(spec))?;
            return visitor.visit_enum(Name::of(first));
        }
        Err(halt) => Err(halt),
    };
    let halt = match text {
        Ok((text, bare)) => {
            let span = reader.cursor.token.clone();
            match name_in(&text, reader.cursor, at, reader.pass, visited, variants, span.clone()) {
                Some(found) => {
                    if bare {
                        if reader.cursor.may_be_cut(at) {
                            reader.cursor.cut(at);
                        }
                        reader.cursor.repaired(RepairKind::UnquotedValue, at, span);
                    }
                    let is_raw = !variants.contains(&&*found);
                    let result = visitor.visit_enum(Name::of(&found));
                    let result = noted(result, reader.pass, visited, is_raw);
                    return reader.judged(result, start);
                }
                None => Halt::Invalid,
            }
        }
        Err(halt) => halt,
    };
    reader.stopped(halt, start, mark, Facts::names())?;
    visitor.visit_enum(Name::of(first))
}

/// The object that a text holds.
fn unwrapped<'de, V: Visitor<'de>>(
    reader: Reader<'_, '_, 'de>,
    text: &str,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    let span = reader.cursor.token.clone();
    let trimmed = text.trim();
    object::inner_document(reader, trimmed, span, Expected::Object, |inner| {
        read(inner, variants, visitor)
    })
}

/// The one value that stands in brackets or braces around it, with what that is reported as.
pub(super) fn single<'de, T>(
    reader: Reader<'_, '_, 'de>,
    value: usize,
    end: usize,
    read: impl FnOnce(Reader<'_, '_, 'de>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let start = reader.cursor.pos;
    let is_list = reader.cursor.peek() == b'[';
    let conversion = if is_list {
        Conversion::Element
    } else {
        Conversion::Member
    };
    let inside = Frame::below(reader.at, Level::Inside(conversion));
    let Reader {
        cursor,
        at,
        pass,
        slot,
        catch,
        ..
    } = reader;
    cursor.go_to(value);
    let strangers = cursor.sink.strangers();
    let mut inner = Reader::new(&mut *cursor, &inside, pass);
    inner.slot = slot;
    inner.catch = catch;
    let read = read(inner).inspect_err(|_| pass.lose());
    cursor.go_to(end);
    let read = read?;
    if is_list {
        cursor.conserve_strangers(strangers, &(start..end), at);
    }
    let kind = if is_list && !at.is_root() {
        RepairKind::UnwrapSingleElement
    } else {
        RepairKind::EnvelopeUnwrapped
    };
    cursor.repaired(kind, at, start..end);
    Ok(read)
}

/// An object of one member.
struct Wrapped<'c, 'x, 'de> {
    cursor: &'c mut Cursor<'x>,
    pass: &'c Pass<'de>,
    frame: &'c Frame<'c>,
    name: Cow<'c, str>,
    has_value: bool,
    catch: Option<Catch>,
}

impl<'c, 'x, 'de> Wrapped<'c, 'x, 'de> {
    fn reader(self) -> Reader<'c, 'x, 'de> {
        let mut reader = Reader::new(self.cursor, self.frame, self.pass);
        reader.slot = Slot::Value;
        reader.catch = self.catch;
        reader
    }

    /// The variant has a value, and none stands there.
    fn check(&mut self) -> Result<(), Failure> {
        if self.has_value {
            return Ok(());
        }
        let end = self.cursor.pos;
        if !self.cursor.sink.cut {
            self.cursor
                .violated_by(Expected::Member(Accepts::ANY), Found::Missing, self.frame, end..end);
        }
        self.pass.drop_caught(self.cursor, self.catch);
        Err(Failure::TOLD)
    }
}

impl<'de> EnumAccess<'de> for Wrapped<'_, '_, 'de> {
    type Error = Failure;
    type Variant = Self;

    fn variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<(S::Value, Self), Failure> {
        let value = seed.deserialize(StrDeserializer::new(&self.name))?;
        Ok((value, self))
    }
}

impl<'de> VariantAccess<'de> for Wrapped<'_, '_, 'de> {
    type Error = Failure;

    fn unit_variant(self) -> Result<(), Failure> {
        if !self.has_value {
            return Ok(());
        }
        serde_core::Deserialize::deserialize(self.reader())
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(mut self, seed: S) -> Result<S::Value, Failure> {
        self.check()?;
        seed.deserialize(self.reader())
    }

    fn tuple_variant<V: Visitor<'de>>(mut self, length: usize, visitor: V) -> Result<V::Value, Failure> {
        self.check()?;
        list::read(self.reader(), Some(length), visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        mut self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Failure> {
        self.check()?;
        object::read(self.reader(), fields, visitor)
    }
}

/// A variant with its value, in an object around it.
fn wrapped<'de, V: Visitor<'de>>(
    mut reader: Reader<'_, '_, 'de>,
    variants: &'static [&'static str],
    visitor: V,
) -> Result<V::Value, Failure> {
    let at = reader.at;
    let spec = reader.pass.spec(variants);
    if reader.wraps.is_some() && reader.wraps_list(|name| spec.knows(name)) {
        return Err(Failure::TOLD);
    }
    if let Some((value, end)) = foreign_member(reader.cursor, at, spec) {
        return single(reader, value, end, |inner| read(inner, variants, visitor));
    }
    if !reader.descend() {
        return Err(reader.too_deep());
    }
    let visited = type_name::<V>();
    let Reader {
        cursor, pass, catch, ..
    } = reader;
    let start = cursor.pos;
    let mut frame = Frame::below(at, Level::Object { spec, field: NO_FIELD });
    // The look ahead may have passed over the rest of the text.
    cursor.pos += usize::from(cursor.peek() == b'{');
    cursor.space();
    let key = match cursor.simple_key() {
        Some(key) => Some(key),
        None => match cursor.member(false, &frame) {
            Member::Key(key) => Some(key),
            Member::Closed => None,
            Member::Unclosed => {
                cursor.cut(&frame);
                None
            }
        },
    };
    let Some(key) = key else {
        Reader::ascend(pass);
        let end = cursor.pos;
        if !cursor.sink.cut {
            cursor.unrecognized |= at.is_root();
            cursor.violated_by(Expected::Shape(spec), Found::Nothing, at, start..end);
        }
        pass.drop_caught(cursor, catch);
        return visitor.visit_enum(Name::of(variants.first().copied().unwrap_or_default()));
    };
    let key = known_key(cursor, &frame, spec, key);
    let (field, kind) = members::find(spec, &key.name, pass.bars_others(visited));
    let name = match field.and_then(|field| spec.fields.get(field as usize)) {
        Some(known) => Cow::Borrowed(known.name),
        None => key.name.clone(),
    };
    frame.level = Level::Object {
        spec,
        field: field.unwrap_or(NO_FIELD),
    };
    if let Some(kind) = kind {
        cursor.repaired(kind, &frame, key.span.clone());
    }
    let result = visitor.visit_enum(Wrapped {
        cursor: &mut *cursor,
        pass,
        frame: &frame,
        name,
        has_value: key.has_value,
        catch,
    });
    let result = noted(result, pass, visited, field.is_none() && !pass.bars_others(visited));
    Reader::ascend(pass);
    match result {
        Ok(value) => {
            close(cursor, &mut frame, spec, pass, catch);
            Ok(value)
        }
        Err(failure) => {
            if !pass.has_stopped() {
                list::end_of(cursor, at, start);
            }
            let end = cursor.pos;
            let failure = match failure.cause() {
                Some(Cause::UnknownVariant(_)) => {
                    cursor.unrecognized |= at.is_root();
                    cursor.violated(Expected::Shape(spec), at, start..end);
                    pass.drop_caught(cursor, catch);
                    Failure::TOLD
                }
                Some(cause) => pass.tell(cursor, &frame, Failure::new(cause), catch, start..end),
                None => Failure::TOLD,
            };
            Err(failure)
        }
    }
}

/// The first key that names a variant, if the one whose value stands at the cursor names none.
fn known_key<'x>(cursor: &mut Cursor<'x>, frame: &Frame<'_>, spec: &'static ObjectSpec, first: Key<'x>) -> Key<'x> {
    if spec.knows(&first.name) || !first.has_value || cursor.lookahead == 0 {
        return first;
    }
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let (text, cut) = (cursor.text, cursor.sink.cut);
    let level = Frame::below(frame, Level::Inside(Conversion::Member));
    let mut beside = first.span.clone();
    cursor.skip(&level);
    loop {
        // serde takes no other member beside the variant's, so that it is told.
        let end = cursor.pos;
        cursor.repaired(RepairKind::JunkRemoved, frame, beside.start..end);
        let comma = cursor.separator(frame);
        match cursor.member(comma, frame) {
            Member::Key(key) if spec.knows(&key.name) => return key,
            Member::Key(key) => {
                beside = key.span;
                if key.has_value {
                    cursor.skip(&level);
                }
            }
            Member::Closed | Member::Unclosed => break,
        }
    }
    let _ = cursor.look(cursor.pos - start);
    cursor.return_to(start, mark);
    cursor.restore_text(text);
    cursor.sink.cut = cut;
    first
}

/// Passes over the end of the object; another variant's member is a violation.
fn close(
    cursor: &mut Cursor<'_>,
    frame: &mut Frame<'_>,
    spec: &'static ObjectSpec,
    pass: &Pass<'_>,
    catch: Option<Catch>,
) {
    cursor.space();
    if cursor.peek() == b'}' {
        cursor.pos += 1;
        return;
    }
    // A variant that stands for all other names would take any of them.
    let is_known = !matches!(frame.level, Level::Object { field: NO_FIELD, .. });
    frame.level = Level::Object { spec, field: NO_FIELD };
    let mut comma = cursor.separator(frame);
    let mut more = false;
    loop {
        match cursor.member(comma, frame) {
            Member::Key(key) => {
                more |= !is_known || spec.knows(&key.name);
                if key.has_value {
                    cursor.skip(frame);
                }
                let end = cursor.pos;
                cursor.repaired(RepairKind::JunkRemoved, frame, key.span.start..end);
                comma = cursor.separator(frame);
            }
            Member::Closed => break,
            Member::Unclosed => {
                cursor.unclosed(comma, false, frame);
                break;
            }
        }
    }
    if more {
        let end = cursor.pos;
        let expected = Expected::Words("one key, which names the variant".into());
        cursor.violated_by(expected, Found::Words("several".into()), frame, end..end);
        pass.drop_caught(cursor, catch);
    }
}

/// The text in an object that has none of the variants' names as a key, where one of its keys is known to wrap values.
fn foreign_member(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static ObjectSpec) -> Option<(usize, usize)> {
    if at.is_inside(Conversion::Member) {
        return None;
    }
    let (start, mark) = (cursor.pos, cursor.sink.mark());
    let first = cursor.key_ahead(cursor.after_space(start + 1))?;
    let written = &cursor.text[first.name];
    if spec.knows(decode::strict(written).as_deref().unwrap_or(written)) {
        return None;
    }
    let found = coerce::wrapped_value(cursor, at);
    cursor.return_to(start, mark);
    found.filter(|(value, _)| matches!(cursor.byte(*value), b'"' | b'\''))
}
