//! Enums whose variants carry data: first finds the variant, then calls its reader.
//!
//! The tag is looked for first, wherever it is in the object; then the cursor goes back and the variant reads the
//! object from its start. Repairs made while looking ahead are dropped, since the variant's reader finds them again.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use alloc::borrow::ToOwned;
use alloc::string::String;

use super::leaf::{self, Token};
use super::names::named;
use super::object::Object;
use super::slot::{Slot, put, taken};
use super::{coerce, divert};
use crate::LlmOutput;
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::conserve::follows_comma;
use crate::read::cursor::{Cursor, Halt, Nesting, Read};
use crate::read::key::Member;
use crate::read::literal::NoValue;
use crate::read::quotes::is_quote;
use crate::repair::RepairKind;
use crate::spec::{Accepts, NamesSpec, ObjectSpec, Tag};

/// The field of an enum's own spec that is the tag.
const TAG: u32 = 0;

/// The field of an adjacently tagged enum's spec that holds the variant's value.
const CONTENT: u32 = 1;

/// Looks for the tag of the object at the cursor; `None` if there is no object.
///
/// `through` says of each variant whether it is read by a type of its own, which does not know the tag.
#[cfg_attr(not(debug_assertions), inline)]
pub fn tagged(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    spec: &'static ObjectSpec,
    names: &'static NamesSpec,
    through: &'static [bool],
) -> Read<Option<Tag>> {
    let object = cursor.pos;
    if cursor.peek() == b'{' {
        cursor.nesting.choice = Some((object, spec));
        cursor.pos += 1;
        cursor.space();
        let key = cursor.pos + 1;
        let is_tag = cursor.simple_key().is_some_and(|key| key.name == spec.fields[0].name);
        let text = if is_tag { cursor.plain_string() } else { None };
        cursor.put_back(object);
        if let Some(variant) = text.and_then(|name| names.exact(name)) {
            return Ok(Some(Tag { variant, object, key }));
        }
    }
    look_ahead(cursor, at, spec, names, through)
}

#[cold]
#[inline(never)]
fn look_ahead(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    spec: &'static ObjectSpec,
    names: &'static NamesSpec,
    through: &'static [bool],
) -> Read<Option<Tag>> {
    if cursor.hints.headless_at != cursor.pos {
        cursor.trivia(at);
        if cursor.peek() != b'{' {
            return Ok(None);
        }
    }
    let object = cursor.pos;
    let before = cursor.checkpoint();
    let (found, is_known) = find(cursor, at, spec);
    let end = cursor.pos;
    let cut = cursor.sink.cut;
    let frame = Frame::below(at, Level::Object { spec, field: TAG });
    let Some(found) = found else {
        cursor.sink.rewind(before.mark());
        if cut {
            cursor.cut(&frame);
        } else if !is_known {
            cursor.unrecognized = true;
            return Err(cursor.violated(Expected::Shape(spec), at, object..end));
        }
        return Err(cursor.violated_by(Expected::Names(names), Found::Missing, &frame, object..end));
    };
    cursor.return_to(before.at(found.value));
    let read = name(cursor, &frame, names).and_then(|(text, _)| {
        if cursor.sink.cut {
            return Err(Halt::Invalid);
        }
        cursor.sink.rewind(before.mark());
        // A type that does not know the tag skips it, and does not say how it is spelled.
        if let Some(kind) = found.kind {
            cursor.repaired(kind, &frame, found.key.clone());
        }
        named(&text, cursor, &frame, names)
    });
    let variant = match read {
        Ok(variant) => variant,
        Err(halt) => {
            cursor.go_to(end);
            return Err(halt);
        }
    };
    let is_kept = through.get(variant as usize).is_some_and(|through| *through);
    let kept = if is_kept { cursor.sink.mark() } else { before.mark() };
    cursor.return_to(before.keeping(kept));
    if found.lacks_comma {
        // What is before the tag may be another object.
        cursor.repaired(RepairKind::ElementSplit, &frame, found.key.clone());
    }
    cursor.nesting.choice = Some((object, spec));
    cursor.hints.tag_at = (object, found.key.start);
    Ok(Some(Tag {
        variant,
        object,
        key: found.key.start,
    }))
}

/// A field that may be the tag.
struct TagCandidate {
    key: core::ops::Range<usize>,
    value: usize,
    /// The repair that takes its key for the tag's.
    kind: Option<RepairKind>,
    /// The comma before it is missing.
    lacks_comma: bool,
}

/// Skips the object; returns its tag, and whether any of its keys is one of the type's. What is inside of another value need not
/// show that: it is taken for known.
fn find(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static ObjectSpec) -> (Option<TagCandidate>, bool) {
    let level = Frame::below(at, Level::Object { spec, field: NO_FIELD });
    let mut found: Option<TagCandidate> = None;
    let mut is_known = !at.is_root();
    let (mut comma, mut is_first) = (false, true);
    if cursor.peek() == b'{' {
        cursor.pos += 1;
    }
    loop {
        let key = match cursor.member(comma, &level) {
            Member::Key(key) => key,
            Member::Closed => break,
            Member::Unclosed => {
                cursor.cut(&level);
                break;
            }
        };
        is_known = is_known || spec.takes_any() || spec.knows(&key.name);
        if key.has_value {
            let kind = if spec.exact(&key.name) == Some(TAG) {
                Some(None)
            } else if spec.folded(&key.name) == Some(TAG) {
                Some(Some(RepairKind::KeyCase))
            } else if spec.near(&key.name) == Some(TAG) && !spec.knows(&key.name) {
                Some(Some(RepairKind::KeyFuzzy))
            } else {
                None
            };
            let severity = |kind: Option<RepairKind>| kind.map(RepairKind::severity);
            if let Some(kind) = kind
                && found.as_ref().is_none_or(|found| severity(kind) < severity(found.kind))
            {
                let is_missing = !is_first && cursor.sink.may_hold_any([RepairKind::MissingComma]);
                found = Some(TagCandidate {
                    lacks_comma: is_missing && !follows_comma(cursor.text, key.span.start),
                    key: key.span,
                    value: cursor.pos,
                    kind,
                });
            }
            cursor.skip(&level);
        }
        comma = cursor.separator(&level);
        is_first = false;
    }
    (found, is_known)
}

/// The text that is where a variant's name belongs, and the repair that takes it for a text.
fn name(cursor: &mut Cursor<'_>, at: &Frame<'_>, names: &'static NamesSpec) -> Read<(String, Option<RepairKind>)> {
    let start = cursor.pos;
    match leaf::token(cursor, at, &|| Expected::Names(names))? {
        Token::Text(text) => Ok((text, None)),
        Token::Bare => {
            let text = cursor.text[cursor.token.clone()].to_owned();
            let kind = if crate::read::number::is_plain(&text) {
                RepairKind::NumberToString
            } else {
                RepairKind::UnquotedValue
            };
            Ok((text, Some(kind)))
        }
        Token::Null(_) => {
            let end = cursor.pos;
            Err(cursor.violated(Expected::Names(names), at, start..end))
        }
        Token::List | Token::Object => Err(coerce::mistyped(cursor, at, Expected::Names(names))),
    }
}

/// Reads the tag in its place, where the variant that it names is known already. If it is there twice, both must name that one.
#[cfg_attr(not(debug_assertions), inline)]
pub fn tag(cursor: &mut Cursor<'_>, at: &Frame<'_>, names: &'static NamesSpec, variant: u32) -> Read<()> {
    let start = cursor.pos;
    if let Some(name) = cursor.plain_string() {
        if names.exact(name) == Some(variant) {
            return Ok(());
        }
        cursor.put_back(start);
    }
    tag_slow(cursor, at, names, variant)
}

#[cold]
fn tag_slow(cursor: &mut Cursor<'_>, at: &Frame<'_>, names: &'static NamesSpec, variant: u32) -> Read<()> {
    let (text, kind) = name(cursor, at, names)?;
    let span = cursor.token.clone();
    if let Some(kind) = kind {
        cursor.repaired(kind, at, span.clone());
    }
    if named(&text, cursor, at, names)? == variant {
        Ok(())
    } else {
        Err(cursor.violated(Expected::OneTag, at, span))
    }
}

/// Reads a variant's value by its own type, which skips the tag.
pub fn through<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, tag: Tag) -> Read<T> {
    let around = cursor.nesting.tag.replace(tag);
    let read = T::__read(cursor, at);
    cursor.nesting.tag = around;
    read
}

/// The field with the variant's value is missing.
#[cold]
pub fn contentless(cursor: &mut Cursor<'_>, at: &Frame<'_>, spec: &'static ObjectSpec) -> Halt {
    let frame = Frame::below(at, Level::Object { spec, field: CONTENT });
    let end = cursor.pos;
    cursor.violated_by(Expected::Member(Accepts::ANY), Found::Missing, &frame, end..end)
}

/// Reads whatever is in the place of a value, for a variant without one: `null`, an empty value, or one that is skipped.
pub fn nothing(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
    if cursor.null() || cursor.no_value(at).is_some() {
        return Ok(());
    }
    if cursor.ends_here() {
        cursor.cut(at);
        return Err(Halt::Absent);
    }
    let start = cursor.pos;
    let kind = if coerce::is_void(cursor) {
        RepairKind::EmptyToNone
    } else {
        RepairKind::JunkRemoved
    };
    let mark = cursor.sink.mark();
    cursor.skip(at);
    cursor.sink.rewind(mark);
    let end = cursor.pos;
    let value = cursor.text[start..end].trim_matches(|c: char| c.is_whitespace() || is_quote(c));
    if DENIALS.iter().any(|denial| denial.eq_ignore_ascii_case(value)) {
        return Err(cursor.violated(
            Expected::Words("no value for a variant that has none".into()),
            at,
            start..end,
        ));
    }
    cursor.repaired(kind, at, start..end);
    Ok(())
}

/// What says of a variant that it is not the one.
const DENIALS: [&str; 8] = ["false", "0", "no", "not", "never", "none", "off", "nein"];

/// Reads `null`, and nothing else.
pub fn only_null(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
    if cursor.null() || matches!(cursor.no_value(at), Some(NoValue::Null)) {
        return Ok(());
    }
    Err(coerce::mistyped(cursor, at, Expected::Words("null".into())))
}

/// Whether a text may hold an object.
pub fn holds_object(text: &str) -> bool {
    text.trim_start().starts_with('{')
}

/// The variant without data that a decoded text names.
pub fn choose_unit<T>(
    text: &str,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    names: &'static NamesSpec,
    variant: impl Fn(u32) -> Option<T>,
) -> Read<T> {
    let span = cursor.token.clone();
    match variant(named(text, cursor, at, names)?) {
        Some(variant) => Ok(variant),
        None => Err(cursor.violated(Expected::Words("an object with this name as its key".into()), at, span)),
    }
}

/// A place for the data of a variant, which its own function reads.
struct VariantSlot<T> {
    read: fn(&mut Cursor<'_>, &Frame<'_>) -> Read<T>,
    value: Option<T>,
}

impl<T> Slot for VariantSlot<T> {
    fn read(&mut self, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, (self.read)(cursor, at))
    }

    fn read_text(&mut self, text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<()> {
        put(&mut self.value, divert::variant_from_text(text, cursor, at, self.read))
    }
}

/// A variant's object out of something that is none: a list of one, a text that holds one.
#[cold]
pub fn divert_variant<T>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    read: fn(&mut Cursor<'_>, &Frame<'_>) -> Read<T>,
) -> Read<T> {
    let start = cursor.pos;
    coerce::some_value(cursor, at)?;
    if cursor.pos > start && cursor.peek() == b'{' {
        return read(cursor, at);
    }
    if cursor.peek() == b'[' {
        let mut slot = VariantSlot { read, value: None };
        let read = coerce::only_element(cursor, at, Expected::Object, Accepts::OBJECT, &mut slot);
        return taken(read, &mut slot.value);
    }
    if cursor.is_string()
        && let Some(text) = cursor.string(at)
    {
        cursor.token = start..cursor.pos;
        return divert::variant_from_text(&text, cursor, at, read);
    }
    Err(coerce::mistyped(cursor, at, Expected::Object))
}

impl Object<'_> {
    /// The value of the one key that names a variant.
    pub fn only<T>(&mut self, cursor: &mut Cursor<'_>, slot: Option<T>) -> Read<T> {
        let end = cursor.pos;
        let field = self.seen.bits().trailing_zeros();
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        let halt = match (self.seen.bits().count_ones(), slot) {
            (1, Some(value)) => return Ok(value),
            (1, None) => {
                self.frame.level = Level::Object { spec: self.spec, field };
                cursor.violated_by(Expected::Member(Accepts::ANY), Found::Missing, &self.frame, end..end)
            }
            (0, _) if cursor.sink.cut => Halt::Invalid,
            (0, _) => cursor.violated_by(Expected::Shape(self.spec), Found::Nothing, &self.frame, end..end),
            _ => cursor.violated_by(
                Expected::Words("one key, which names the variant".into()),
                Found::Words("several".into()),
                &self.frame,
                end..end,
            ),
        };
        Err(halt)
    }
}

/// Reads a type inside itself, if it is nested at most `limit` levels deep.
///
/// A value that holds nothing may be one level deeper: it is no further level of the document. But a conversion may make
/// a level of it, such as a list of one, and a further one of what is inside. So there is no third level, and no level
/// that begins where the one around it does, unless a bracket there opens it: a form of an untagged enum, in a field of another form.
pub fn descend<T: LlmOutput>(cursor: &mut Cursor<'_>, at: &Frame<'_>, limit: u32) -> Read<T> {
    let start = cursor.pos;
    let is_again = cursor.nesting.descended_at == start;
    let is_open = match cursor.peek() {
        b'[' => T::__FACTS.accepts == Accepts::ARRAY,
        b'{' => T::__FACTS.accepts == Accepts::OBJECT,
        _ => false,
    };
    let is_refused = if is_again {
        cursor.nesting.is_again || !is_open
    } else {
        cursor.nesting.recursion >= limit && (cursor.nesting.recursion > limit || holds_more(cursor, at))
    };
    if is_refused {
        return Err(too_deep(cursor, at, limit));
    }
    below(cursor, start, |cursor| T::__read(cursor, at))
}

/// As [`descend`], for a decoded text. The text around it may have been read as a list of one.
pub fn descend_text<T: LlmOutput>(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, limit: u32) -> Read<T> {
    let span = cursor.token.clone();
    if cursor.nesting.descended_at == span.start || cursor.nesting.recursion >= limit {
        return Err(cursor.violated_by(Expected::Levels(limit), Found::OneMore, at, span));
    }
    below(cursor, span.start, |cursor| T::__from_text(text, cursor, at))
}

/// Reads what begins at `start` as one level further down, unless the level around it begins there too.
fn below<T>(cursor: &mut Cursor<'_>, start: usize, read: impl FnOnce(&mut Cursor<'_>) -> Read<T>) -> Read<T> {
    let Nesting {
        recursion,
        descended_at,
        is_again,
        ..
    } = cursor.nesting;
    cursor.nesting.is_again = descended_at == start;
    cursor.nesting.descended_at = start;
    cursor.nesting.recursion += u32::from(descended_at != start);
    let read = read(cursor);
    (
        cursor.nesting.recursion,
        cursor.nesting.descended_at,
        cursor.nesting.is_again,
    ) = (recursion, descended_at, is_again);
    read
}

/// Whether an object or list with something in it is here.
fn holds_more(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> bool {
    cursor.trivia(at);
    let next = cursor.byte(cursor.after_space(cursor.pos + 1));
    match cursor.peek() {
        b'{' => next != b'}',
        b'[' => next != b']',
        _ => false,
    }
}

#[cold]
fn too_deep(cursor: &mut Cursor<'_>, at: &Frame<'_>, limit: u32) -> Halt {
    let start = cursor.pos;
    let mark = cursor.sink.mark();
    cursor.skip(&Frame::below(at, Level::Inside(Conversion::Member)));
    cursor.sink.rewind(mark);
    let end = cursor.pos;
    let expected = Expected::Levels(limit);
    cursor.violated_by(expected, Found::OneMore, at, start..end)
}
