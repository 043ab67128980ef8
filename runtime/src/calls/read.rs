//! Reads a call that was found: the name says which tool, the tool's type reads the arguments.

use alloc::borrow::Cow;
use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::ahead::{self, ArgumentsReading, RepairedReading};
use super::extent::Extent;
use super::format::{ACTION, Format};
use super::found::{Arguments, FoundCall, is_own};
use super::python::has_whole_strings;
use super::scribe::{ArgumentNotation, Doubt, Scribe};
use super::swallowed;
use super::tools::Tools;
use crate::error::{Expected, Lines};
use crate::extract::late_place;
use crate::parsed::Settled;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Read};
use crate::read::key::Member;
use crate::read::scan;
use crate::read::transcript::Transcript;
use crate::record::Sink;
use crate::repair::RepairKind;
use crate::spec::{NamesSpec, ObjectSpec};
use crate::steps::step;
use crate::{ErrorKind, Finish, LlmOutput as _, Options, ParseError, Parsed, fold};

/// What some models write before the name of a tool.
const NAMESPACES: [&str; 2] = ["functions.", "default_api."];

/// The tool of this name, and whether it is written in another case or style.
pub(super) fn tool(names: &NamesSpec, name: &str) -> Option<(u32, bool)> {
    if let Some(tool) = names.exact(name) {
        return Some((tool, false));
    }
    let is_same = |other: &&str| fold::folds_to(other, name) && fold::signs(other) == fold::signs(name);
    let mut found = (0u32..)
        .zip(names.names)
        .filter(|(_, known)| is_same(&known.name) || known.aliases.iter().any(&is_same));
    match found.next() {
        Some((tool, _)) => found.next().is_none().then_some((tool, true)),
        // The namespaces of prompts that declare tools as functions.
        None => NAMESPACES
            .iter()
            .find_map(|namespace| tool(names, name.strip_prefix(namespace)?)),
    }
}

/// Reads the call that was found in `text`, to the tool of this name, if its arguments were not read before. `lines` counts
/// the lines before it.
#[inline(always)]
pub(super) fn call<T: Tools>(
    text: &str,
    found: &FoundCall,
    name: &str,
    ahead: Option<ArgumentsReading<'_, T>>,
    options: &Options<'_>,
    lines: &mut Lines,
) -> Result<Parsed<T>, ParseError> {
    // One of the others may be an argument, which only the slow way looks at.
    let (exact, repaired) = match ahead {
        _ if found.has_others => (None, None),
        None | Some(ArgumentsReading::Exact(_)) if found.has_surplus || found.has_comment => (None, None),
        Some(ArgumentsReading::Exact(value)) => (Some(value), None),
        Some(ArgumentsReading::Repaired(reading)) => (None, Some(*reading)),
        None => (ahead::of_string(text, found, name, options), None),
    };
    let outcome = if let Some(value) = exact {
        Ok(Parsed::new(value, Settled::exact(found.span.clone())))
    } else {
        lines.go_on(found.span.start, text);
        let outcome = read::<T>(text, found, name, repaired, options, *lines);
        let outcome = outcome.and_then(|parsed| {
            if hides_closer(text, &parsed) {
                Err(unreadable(ErrorKind::Malformed, text, found, *lines))
            } else {
                Ok(parsed)
            }
        });
        outcome.map_err(|error| proved::<T>(text, found, name, options, *lines, error).named(known::<T>(name)))
    };
    #[cfg(feature = "tracing")]
    crate::telemetry::tell(&outcome, core::any::type_name::<T>(), options);
    if let (Ok(parsed), Some(observer)) = (&outcome, options.on_repair) {
        parsed.repairs().iter().for_each(observer);
    }
    outcome
}

/// Whether a comment that was removed closes more brackets than it opens: what follows its sign may be a part of the call.
fn hides_closer<T>(text: &str, parsed: &Parsed<T>) -> bool {
    let mut repairs = parsed.repairs().iter();
    repairs.any(|repair| {
        let comment = text.get(repair.span()).unwrap_or_default();
        let count = |brackets: &[u8]| comment.bytes().filter(|byte| brackets.contains(byte)).count();
        repair.kind() == RepairKind::CommentRemoved && count(b"}])") > count(b"{[(")
    })
}

/// The name of the tool as it is declared, or nothing.
fn known<T: Tools>(name: &str) -> &'static str {
    tool(T::__NAMES, name).map_or("", |(tool, _)| T::__NAMES.names[tool as usize].name)
}

/// An error that names a severity with which the call can be read, or none.
#[cold]
#[inline(never)]
fn proved<T: Tools>(
    text: &str,
    found: &FoundCall,
    name: &str,
    options: &Options<'_>,
    lines: Lines,
    mut error: ParseError,
) -> ParseError {
    let mut needed = error.would_need();
    while let Some(accept) = needed {
        let options = options.clone().accept(accept);
        needed = match read::<T>(text, found, name, None, &options, lines) {
            Ok(_) => break,
            Err(next) => next.would_need().filter(|&next| next > accept),
        };
    }
    error.set_need(needed);
    error
}

fn read<T: Tools>(
    text: &str,
    found: &FoundCall,
    name: &str,
    ahead: Option<RepairedReading<'_, T>>,
    options: &Options<'_>,
    lines: Lines,
) -> Result<Parsed<T>, ParseError> {
    let mut options = Options {
        markers: Vec::new(),
        on_repair: None,
        ..options.clone()
    };
    if let (Some(RepairedReading { mut cursor, value }), Arguments::Json(part)) = (ahead, &found.arguments) {
        note_second_call::<T>(&mut cursor, name);
        let transcript = Transcript::part(&text[part.clone()], part.start);
        return settled(text, &transcript, &options, lines, found, cursor, value);
    }
    if let Arguments::Whole { part, is_cut } = &found.arguments {
        let named = Named::of(text, found);
        let spec = named.name.as_deref().and_then(|name| arguments_of::<T>(name));
        let is_argument = |key: &str| spec.is_some_and(|spec| (spec.exact(key).or_else(|| spec.folded(key))).is_some());
        if named.others.iter().any(|key| is_argument(key)) {
            return Err(unreadable(ErrorKind::Malformed, text, found, lines));
        }
        let transcript = torn(text, part.clone(), *is_cut, &mut options);
        return value(text, &transcript, &options, lines, found, |cursor| {
            T::__read(cursor, &Frame::root())
        });
    }
    let tool = tool(T::__NAMES, name);
    if let Arguments::Unreadable(kind) = found.arguments {
        // A call of a tool without arguments is complete here, not cut off.
        let is_whole = found.format == Format::React
            && kind == ErrorKind::Truncated
            && text[found.span.clone()].trim_end().ends_with(ACTION[1])
            && arguments_of::<T>(name).is_some_and(has_no_arguments);
        if is_whole {
            let found = FoundCall {
                arguments: Arguments::Absent,
                ..found.clone()
            };
            return read::<T>(text, &found, name, None, &options, lines);
        }
        // What is broken may be broken because it is meant for another program. A name that is cut off is none.
        return Err(if tool.is_none() && !name.is_empty() && kind == ErrorKind::Malformed {
            unknown(T::__NAMES, text, found, &options, lines)
        } else {
            unreadable(kind, text, found, lines)
        });
    }
    let Some((tool, is_folded)) = tool else {
        return Err(unknown(T::__NAMES, text, found, &options, lines));
    };
    let spec = T::__ARGUMENTS
        .get(tool as usize)
        .map_or(&ObjectSpec::NONE, |arguments| arguments.1);
    let is_argument = |key: &str| (spec.exact(key).or_else(|| spec.folded(key))).is_some();
    if found.has_others && (found.has_surplus || found.has_beside(text, is_argument)) {
        return Err(unreadable(ErrorKind::Malformed, text, found, lines));
    }
    let (transcript, doubts) = match arguments(text, found, spec, &mut options) {
        Ok(arguments) => arguments,
        Err(kind) => return Err(unreadable(kind, text, found, lines)),
    };
    value(text, &transcript, &options, lines, found, |cursor| {
        if is_folded {
            cursor.repaired(RepairKind::EnumCase, &Frame::root(), 0..0);
        }
        if found.is_repeated {
            cursor.repaired(RepairKind::DuplicateKey, &Frame::root(), 0..0);
        }
        for doubt in &doubts {
            let root = Frame::root();
            let argument = Frame::below(&root, Level::Map { key: Some(doubt.key) });
            cursor.repaired(doubt.kind, &argument, doubt.span.clone());
        }
        let value = T::__call(tool, cursor, &Frame::root());
        if matches!(found.arguments, Arguments::Unclosed(_)) {
            let end = cursor.pos;
            cursor.repaired(RepairKind::MissingCloser, &Frame::root(), end..end);
            cursor.conserve_inner(spec);
        }
        note_second_call::<T>(cursor, name);
        value
    })
}

/// Records a guess if arguments without a closing brace have a key of calls in them that is none of theirs: the call was written twice.
fn note_second_call<T: Tools>(cursor: &mut Cursor<'_>, name: &str) {
    if !cursor.sink.holds(RepairKind::MissingCloser) {
        return;
    }
    let spec = arguments_of::<T>(name).unwrap_or(&ObjectSpec::NONE);
    let text = cursor.whole();
    let is_key = |key: &str| {
        spec.exact(key).is_none()
            && text.match_indices(key).any(|(at, _)| {
                let after = text[at + key.len()..].strip_prefix('"');
                let value = after.and_then(|after| after.trim_ascii_start().strip_prefix(':'));
                let is_such = |value: &str| match value.trim_ascii_start().strip_prefix('"') {
                    Some(value) => value
                        .split('"')
                        .next()
                        .is_some_and(|value| tool(T::__NAMES, value).is_some()),
                    None => key != "name" && value.trim_ascii_start().starts_with('{'),
                };
                text[..at].ends_with('"') && value.is_some_and(is_such)
            })
    };
    step(3 * text.len());
    if ["name", "arguments", "parameters"].into_iter().any(is_key) {
        let end = cursor.pos;
        cursor.repaired(RepairKind::DuplicateKey, &Frame::root(), end..end);
    }
}

/// The arguments of a call as JSON, for a tool with these fields, and those that are in doubt; or why they cannot be read.
fn arguments<'t>(
    text: &'t str,
    found: &FoundCall,
    spec: &ObjectSpec,
    options: &mut Options<'_>,
) -> Result<(Transcript<'t>, Vec<Doubt<'t>>), ErrorKind> {
    let transcript = match &found.arguments {
        Arguments::Absent => Transcript::part("{}", found.span.end.saturating_sub(2)),
        // The definition of a tool has a schema there.
        Arguments::Json(part) if has_no_arguments(spec) && text[part.clone()].contains("\"properties\"") => {
            return Err(ErrorKind::Malformed);
        }
        Arguments::Json(part) | Arguments::Unclosed(part) => Transcript::part(&text[part.clone()], part.start),
        Arguments::Text(content) => or_empty(Scribe::unescaped(text, content.clone()), content.start),
        // Nothing of them is read, so nothing would show that they are not whole.
        Arguments::Torn { is_cut, .. } if has_no_arguments(spec) => {
            let kind = if *is_cut {
                ErrorKind::Truncated
            } else {
                ErrorKind::Malformed
            };
            return Err(kind);
        }
        Arguments::Torn { part, is_cut } => torn(text, part.clone(), *is_cut, options),
        Arguments::Plain(arguments, tags) => {
            if swallowed::is_in(text, arguments, tags, spec) {
                return Err(ErrorKind::Malformed);
            }
            return Ok(Scribe::object(
                text,
                arguments,
                ArgumentNotation::Plain,
                spec,
                found.span.end,
            ));
        }
        Arguments::Python(arguments)
            if arguments
                .iter()
                .any(|(_, value)| !has_whole_strings(&text[value.clone()])) =>
        {
            return Err(ErrorKind::Malformed);
        }
        Arguments::Python(arguments) => {
            return Ok(Scribe::object(
                text,
                arguments,
                ArgumentNotation::Python,
                spec,
                found.span.end,
            ));
        }
        Arguments::Whole { .. } | Arguments::Unreadable(_) => {
            return Err(ErrorKind::Malformed);
        }
    };
    Ok((transcript, Vec::new()))
}

/// The name of the tool, without escapes.
pub(super) fn name<'t>(text: &'t str, found: &FoundCall) -> Cow<'t, str> {
    unescaped(text, found.name.clone())
}

/// The id of a call. Only in a string there are escapes.
pub(super) fn id(text: &str, id: Range<usize>) -> String {
    if text[..id.start].ends_with(['"', '\'']) {
        unescaped(text, id).into_owned()
    } else {
        text[id].to_owned()
    }
}

/// The fields of the arguments of the tool with this name.
fn arguments_of<T: Tools>(name: &str) -> Option<&'static ObjectSpec> {
    let (tool, _) = tool(T::__NAMES, name)?;
    T::__ARGUMENTS.get(tool as usize).map(|arguments| arguments.1)
}

/// The parts of an object that breaks JSON's grammar before its arguments, read as they are when the tool itself is read.
#[derive(Debug, Default)]
pub(super) struct Named {
    pub(super) name: Option<String>,
    pub(super) id: Option<String>,
    /// The keys that do not belong to a call.
    others: Vec<String>,
}

impl Named {
    #[cold]
    pub(super) fn of(text: &str, found: &FoundCall) -> Self {
        let mut named = Self::default();
        let Arguments::Whole { part, .. } = &found.arguments else {
            return named;
        };
        let root = Frame::root();
        let level = Frame::below(&root, Level::Map { key: None });
        let mut cursor = Cursor::new(&text[part.clone()], 1, Sink::of(&Options::lenient()));
        let mut comma = false;
        while let Member::Key(key) = cursor.member(comma, &level) {
            let place = match &*key.name {
                "name" | "tool" | "tool_name" | "function" if named.name.is_none() => Some(&mut named.name),
                "id" | "tool_call_id" | "call_id" if named.id.is_none() => Some(&mut named.id),
                other => {
                    if !is_own(other) {
                        named.others.push(other.to_owned());
                    }
                    None
                }
            };
            match place {
                _ if !key.has_value => {}
                Some(place) if cursor.peek() != b'{' => *place = String::__read(&mut cursor, &level).ok(),
                _ => cursor.skip(&level),
            }
            comma = cursor.separator(&level);
        }
        named
    }
}

/// The name of a tool for the caller: as a rule, it is one of those that are known.
pub(super) fn kept(names: &NamesSpec, name: &str) -> Cow<'static, str> {
    let find = |name: &str| {
        let mut known = names
            .names
            .iter()
            .flat_map(|spec| core::iter::once(&spec.name).chain(spec.aliases));
        known.find(|known| **known == name)
    };
    if let Some(known) = find(name) {
        return Cow::Borrowed(known);
    }
    let mut own = name;
    while let Some(inner) = NAMESPACES.iter().find_map(|namespace| own.strip_prefix(namespace)) {
        own = inner;
    }
    match find(own) {
        Some(known) => Cow::Borrowed(known),
        // Where its quote is missing, a name goes up to the next one.
        None => Cow::Owned(own.trim_end_matches([',', ':', ' ']).to_owned()),
    }
}

/// A part of a call, with its escapes decoded if it is the content of a JSON string.
pub(super) fn unescaped(text: &str, part: Range<usize>) -> Cow<'_, str> {
    if scan::either(&text.as_bytes()[..part.end], part.start, b'\\', b'\\') >= part.end {
        return Cow::Borrowed(&text[part]);
    }
    Cow::Owned(Scribe::unescaped(text, part).json().to_owned())
}

/// Whether a tool has no arguments.
pub(super) fn has_no_arguments(spec: &ObjectSpec) -> bool {
    spec.fields.is_empty() && spec.variants.is_empty()
}

/// The error of a call whose arguments cannot be found.
#[cold]
fn unreadable(kind: ErrorKind, text: &str, found: &FoundCall, lines: Lines) -> ParseError {
    let start = found.span.start;
    ParseError::of_call(kind).moved(|_| start..start, text, lines)
}

/// No text for the arguments says that there are none.
fn or_empty(transcript: Transcript<'static>, start: usize) -> Transcript<'static> {
    match transcript.json().trim() {
        "" | "null" => Transcript::part("{}", start),
        _ => transcript,
    }
}

/// Arguments that end where a mark says so, or where the text is cut off.
fn torn<'t>(text: &'t str, part: Range<usize>, is_cut: bool, options: &mut Options<'_>) -> Transcript<'t> {
    options.finish = match options.finish {
        _ if !is_cut => Some(Finish::Stop),
        None => Some(Finish::Length),
        finish => finish,
    };
    Transcript::part(&text[part.clone()], part.start)
}

/// Reads the value of the transcript with `read`.
fn value<T>(
    text: &str,
    transcript: &Transcript<'_>,
    options: &Options<'_>,
    lines: Lines,
    found: &FoundCall,
    read: impl FnOnce(&mut Cursor<'_>) -> Read<T>,
) -> Result<Parsed<T>, ParseError> {
    let mut cursor = Cursor::new(transcript.json(), 0, Sink::of(options));
    let read = read(&mut cursor);
    settled(text, transcript, options, lines, found, cursor, read)
}

/// What the reading of the transcript came to.
fn settled<T>(
    text: &str,
    transcript: &Transcript<'_>,
    options: &Options<'_>,
    lines: Lines,
    found: &FoundCall,
    mut cursor: Cursor<'_>,
    read: Read<T>,
) -> Result<Parsed<T>, ParseError> {
    expect_end(&mut cursor, text, found);
    if found.has_comment {
        let end = cursor.pos;
        cursor.sink.repair(RepairKind::CommentRemoved, &Frame::root(), end..end);
    }
    let settled = crate::extract::settle_part(cursor, 0, read.is_ok(), options, &mut Lines::default());
    let place = |span| transcript.place(&span);
    match (read, settled) {
        (Ok(value), Ok(settled)) => Ok(Parsed::new(value, settled.moved(place, found.span.clone()))),
        (_, Err(error)) => Err(error.moved(place, text, lines)),
        (Err(_), Ok(settled)) => settled.lost(),
    }
}

/// Only closing brackets may follow the value. If there are more closing brackets than open ones, an earlier one may have closed
/// an object or list too early.
fn expect_end(cursor: &mut Cursor<'_>, text: &str, found: &FoundCall) {
    let start = cursor.pos.min(cursor.whole().len());
    let rest = &cursor.whole()[start..];
    let junk = rest.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ']' | ',' | ';' | '`'));
    let length = junk.len();
    let is_junk = !junk.trim_start().is_empty();
    if !found.has_surplus && !closes_more(rest, text, found) && !is_junk {
        return;
    }
    if is_junk {
        let junk = start..start + length;
        cursor.sink.repair(RepairKind::JunkRemoved, &Frame::root(), junk);
    } else if let Some(place) = late_place(&cursor.sink, start) {
        cursor.sink.repair(RepairKind::JunkRemoved, &Frame::root(), place);
    } else {
        cursor
            .sink
            .repair(RepairKind::ExtraCloserRemoved, &Frame::root(), start..start);
    }
}

/// Whether more braces are closed after the value of a call than were opened before it.
fn closes_more(rest: &str, text: &str, found: &FoundCall) -> bool {
    let closed = rest.bytes().filter(|&byte| byte == b'}').count();
    let open = match &found.arguments {
        _ if closed == 0 => return false,
        Arguments::Torn { part, .. } if text[found.span.start..].starts_with('{') => {
            Extent::depth_at(&text[..part.start], found.span.start)
        }
        _ => 0,
    };
    closed > open
}

/// There is no tool of this name.
#[cold]
fn unknown(
    names: &'static NamesSpec,
    text: &str,
    found: &FoundCall,
    options: &Options<'_>,
    lines: Lines,
) -> ParseError {
    let mut cursor = Cursor::new(&text[found.name.clone()], 0, Sink::of(options));
    let name = 0..found.name.len();
    cursor.violated(Expected::Tools(names), &Frame::root(), name);
    let record = cursor.sink.finish(&text[found.name.clone()]);
    let error = ParseError::of(
        ErrorKind::UnknownTool,
        record,
        None,
        &text[found.name.clone()],
        Lines::default(),
    );
    error.moved(
        |span| span.start + found.name.start..span.end + found.name.start,
        text,
        lines,
    )
}

/// Reads a call whose name and arguments a provider separated from its text.
pub(super) fn separated<T: Tools>(name: &str, arguments: &str, options: &Options<'_>) -> Result<Parsed<T>, ParseError> {
    let Some((tool, is_folded)) = tool(T::__NAMES, name) else {
        let found = FoundCall {
            format: Format::OpenAi,
            span: 0..name.len(),
            name: 0..name.len(),
            id: None,
            arguments: Arguments::Absent,
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        };
        return Err(unknown(T::__NAMES, name, &found, options, Lines::default()).without_places());
    };
    let is_absent = matches!(arguments.trim(), "" | "null");
    let text = if is_absent { "{}" } else { arguments };
    let target = super::tools::ToolTarget::<T>::new(tool, is_folded);
    let outcome = crate::extract::parse_target(&target, text, options);
    let outcome = outcome.map_err(|error| {
        let error = error.named(T::__NAMES.names[tool as usize].name);
        // The object that was read in place of nothing is not in the caller's text.
        if is_absent { error.without_places() } else { error }
    });
    #[cfg(feature = "tracing")]
    crate::telemetry::tell(&outcome, core::any::type_name::<T>(), options);
    outcome
}
