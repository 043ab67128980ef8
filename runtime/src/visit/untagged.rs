//! Enums whose variants are distinguished only by their shape: the one that knows the first key is tried first, and the others if they
//! may fit too. The one with the fewest repairs is used.

#![expect(
    clippy::missing_errors_doc,
    reason = "generated code calls these; how reading fails is `Halt`'s to say"
)]

use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::any::type_name;
use core::ptr;

use super::coerce;
use super::divert::variant_from_text;
use crate::bounds::LONGEST_KEY;
use crate::error::Expected;
use crate::path::{Frame, Level};
use crate::read::cursor::{Checkpoint, Cursor, Halt, Read};
use crate::read::quotes::is_quote;
use crate::repair::{RepairKind, Severity};
use crate::spec::{Accepts, Facts, ObjectSpec};

/// One variant: what it accepts, and how it is read.
#[derive(Debug)]
pub struct UntaggedForm<T> {
    facts: Facts,
    object: &'static ObjectSpec,
    read: FormReader<T>,
    text: Option<TextReader<T>>,
}

type FormReader<T> = fn(&mut Cursor<'_>, &Frame<'_>) -> Read<T>;
type TextReader<T> = fn(&str, &mut Cursor<'_>, &Frame<'_>) -> Read<T>;

impl<T> UntaggedForm<T> {
    /// A variant; `text` reads it from a decoded text, where it is a type of its own.
    pub const fn new(
        facts: Facts,
        object: &'static ObjectSpec,
        read: FormReader<T>,
        text: Option<TextReader<T>>,
    ) -> Self {
        Self {
            facts,
            object,
            read,
            text,
        }
    }

    /// Whether this form needs a field that `other` does not know: an object that only has keys of `other` is then none of this form.
    fn needs_more_than(&self, other: &Self) -> bool {
        let (own, other) = (self.object, other.object);
        if own.one_key || other.one_key || other.takes_any() || !other.variants.is_empty() {
            return false;
        }
        let is_missing = |name: &str| other.exact(name).is_none();
        (0..).zip(own.fields).any(|(index, field): (u32, _)| {
            own.always_required() & 1 << index != 0
                && is_missing(field.name)
                && field.aliases.iter().all(|alias| is_missing(alias))
        })
    }
}

/// What reading by one form costs: less is better. Where that is all the same, words are rather text than anything else.
type Cost = (Option<Severity>, usize, bool);

/// Reads the value by the form that fits best. The first one that fits exactly counts, in declared order.
pub fn untagged<T>(cursor: &mut Cursor<'_>, at: &Frame<'_>, forms: &[UntaggedForm<T>]) -> Read<T> {
    cursor.space();
    if !matches!(
        cursor.peek(),
        b'"' | b'{' | b'[' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n'
    ) {
        cursor.trivia(at);
        cursor.pass_value_marks(at);
    }
    let start = cursor.pos;
    let takes_null = |form: &UntaggedForm<T>| form.facts.accepts.has(Accepts::NULL);
    if forms.len() > 1
        && matches!(cursor.peek(), b'n' | b'N')
        && !forms.iter().any(takes_null)
        && cursor.no_value(at).is_some()
    {
        // An empty list or map, or a made-up value, would say which variant was meant.
        let forms: Vec<_> = forms.iter().collect();
        coerce::absent(cursor, at, start, false, Expected::Words(described(&forms)))?;
        return Err(Halt::Invalid);
    }
    let kind = kind(cursor);
    let fit = |form: &&UntaggedForm<T>| form.facts.accepts.has(kind);
    // What is of some variant's kind is not converted to another's.
    let any = !forms.iter().any(|form| fit(&form));
    let order = forms.iter().filter(|form| any || fit(form));
    // As the only element of a list, an element or a map's value is read as it is without that list, only worse.
    let is_element = matches!(at.level, Level::List { .. });
    let element = (is_element || matches!(at.level, Level::Map { .. })).then_some((cursor.pos, type_name::<T>()));
    if is_element && cursor.nesting.element == element {
        let forms: Vec<_> = order.collect();
        return Err(none_fits(cursor, at, &forms, false));
    }
    let around = core::mem::replace(&mut cursor.nesting.element, element);
    let is_foreign = any && kind != Accepts::ANY;
    let source = if is_foreign { Source::Foreign } else { Source::Own };
    let read = select(cursor, at, &order, source, |form, cursor| Some((form.read)(cursor, at)));
    cursor.nesting.element = around;
    if forms.iter().any(|form| form.facts.accepts.has(Accepts::OBJECT)) && cursor.sink.may_break_grammar() {
        conserve(cursor, at, start, kind, forms);
    }
    read
}

/// Records a guess if a value in a broken document may be another one: a text that looks like an object, or an object with the fields
/// of several forms.
#[cold]
#[inline(never)]
fn conserve<T>(cursor: &mut Cursor<'_>, at: &Frame<'_>, start: usize, kind: Accepts, forms: &[UntaggedForm<T>]) {
    let span = start..cursor.pos.max(start);
    let text = cursor.text.get(span.clone()).unwrap_or_default();
    if !cursor.look(text.len()) {
        return;
    }
    if kind.has(Accepts::STRING) && !kind.has(Accepts::OBJECT) {
        let text = text.trim_matches(|c: char| c.is_whitespace() || is_quote(c));
        if text.starts_with('{') && text.ends_with('}') {
            cursor.repaired(RepairKind::JsonAsText, at, span);
        }
        return;
    }
    let names = |form: &UntaggedForm<T>, name: &str| form.object.exact(name).is_some();
    let keys = || {
        text.match_indices("\":")
            .filter_map(|(end, _)| text[..end].rsplit('"').next())
    };
    let is_known = |name: &str| forms.iter().any(|form| names(form, name));
    // Whichever form was chosen, it left out what another one knows.
    let leaves_out = |form: &UntaggedForm<T>| keys().any(|name| !names(form, name) && is_known(name));
    if kind.has(Accepts::OBJECT) && forms.iter().all(leaves_out) {
        cursor.repaired(RepairKind::ElementSplit, at, span);
    }
}

/// Reads a decoded text by the form that fits best.
pub fn untagged_text<T>(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>, forms: &[UntaggedForm<T>]) -> Read<T> {
    let read = |form: &UntaggedForm<T>, cursor: &mut Cursor<'_>| match form.text {
        Some(from_text) => Some(from_text(text, cursor, at)),
        None if form.facts.accepts.has(Accepts::OBJECT) => Some(variant_from_text(text, cursor, at, form.read)),
        None => None,
    };
    select(cursor, at, &forms.iter(), Source::Text, read)
}

/// What a form is chosen for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// A value of a kind that one of the forms has, or whose first character does not show its kind.
    Own,
    /// A value of a kind that no form has: whichever is chosen, it is converted.
    Foreign,
    /// A decoded text, which the cursor has passed.
    Text,
}

/// Reads by the form that fits best. If a value is converted and several forms read it, that is a guess: `"1,000"` may be a number, or a
/// list of one text.
fn select<'f, T: 'f>(
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    order: &(impl Iterator<Item = &'f UntaggedForm<T>> + Clone),
    source: Source,
    read: impl Fn(&UntaggedForm<T>, &mut Cursor<'_>) -> Option<Read<T>>,
) -> Read<T> {
    let favourite = match source {
        Source::Text => None,
        Source::Own | Source::Foreign => favourite(cursor, order.clone()),
    };
    // With one form there is nothing to choose, and without an allowance the likeliest one has to do.
    let mut forms = order.clone();
    if let (Some(form), is_only) = (forms.next(), forms.next().is_none())
        && (is_only || cursor.work.lookahead == 0)
        && let Some(read) = read(favourite.unwrap_or(form), cursor)
    {
        return read;
    }
    // The favourite is read first: most often nothing else need be tried. But once a guess was made, it may have to be compared with
    // the others, and is read last: if it is the best one then, it need not be read again, which nested forms would do at each level.
    let is_favourite = |form: &UntaggedForm<T>| favourite.is_some_and(|favourite| ptr::eq(favourite, form));
    let is_last = cursor.sink.may_be_guessed();
    let (first, last) = if is_last { (None, favourite) } else { (favourite, None) };
    let others = order.clone().filter(|form| !is_favourite(form));
    let start = cursor.pos;
    let before = cursor.checkpoint();
    let mut best: Option<(Cost, &UntaggedForm<T>)> = None;
    let mut clearest: Option<((bool, usize), &UntaggedForm<T>)> = None;
    let mut tie = false;
    let mut readings = 0usize;
    let mut unrecognized = true;
    let mut accepts = Vec::new();
    let mut latest = None;
    let mut is_spent = false;
    for form in first.into_iter().chain(others).chain(last) {
        if is_spent && !is_favourite(form) {
            continue;
        }
        cursor.restore(before);
        let (judged, passed_over) = (cursor.judged(), cursor.sink.passed_over);
        let Some(value) = read(form, cursor) else { continue };
        let is_exact = value.is_ok() && !cursor.sink.has_moved(before.mark());
        let tally = cursor.sink.tally_since(before.mark());
        let is_known = is_favourite(form) && cursor.sink.passed_over == passed_over;
        let mut rivals = order.clone().take_while(|rival| !is_exact || !ptr::eq(*rival, form));
        // All of its keys are the favourite's, and no other form has all of its own among these.
        let is_sound = value.is_ok() && tally.violations == 0 && tally.worst < Some(Severity::Guess);
        if is_known && is_sound && rivals.all(|rival| ptr::eq(rival, form) || rival.needs_more_than(form)) {
            return value;
        }
        if is_exact {
            // Of several forms that fit exactly, the one that is declared first counts.
            let earlier = order.clone().take_while(|earlier| !ptr::eq(*earlier, form));
            let is_untried = |earlier| {
                if is_last {
                    is_favourite(earlier)
                } else {
                    is_favourite(form)
                }
            };
            return exact_of(cursor, before, earlier.filter(|earlier| is_untried(earlier)), &read).map_or(value, Ok);
        }
        accepts.push(form);
        unrecognized &= !form.facts.accepts.has(Accepts::OBJECT) || cursor.unrecognized;
        if value.is_ok() && tally.violations == 0 {
            readings += 1;
            let is_wording = form.facts.accepts.has(Accepts::STRING) && tally.worst >= Some(Severity::Guess);
            let cost = (tally.worst, tally.repairs, !is_wording);
            tie = best.is_some_and(|(least, _)| least == cost) || (tie && best.is_some_and(|(least, _)| least < cost));
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, form));
            }
        } else {
            let rank = (!cursor.sink.cut, tally.violations);
            if clearest.is_none_or(|(least, _)| rank < least || (rank == least && is_favourite(form))) {
                clearest = Some((rank, form));
            }
        }
        latest = Some((form, value));
        // Attempts inside attempts multiply: together they have an allowance that grows with the text alone.
        let length = cursor.pos.saturating_sub(start) + 1;
        is_spent |= !cursor.look(length + cursor.judged() - judged);
    }
    let is_doubtful =
        source == Source::Foreign && readings > 1 && best.is_some_and(|((worst, ..), _)| worst < Some(Severity::Guess));
    if let (Some((_, form)), Some((read_last, value)), false) = (best, latest, tie)
        && ptr::eq(form, read_last)
    {
        // Nothing was read after it, so it need not be read again.
        if is_doubtful {
            cursor.repaired(RepairKind::CandidateSelected, at, start..cursor.pos);
        }
        return value;
    }
    cursor.restore(before);
    let is_text = source == Source::Text;
    match (best, clearest) {
        (Some(_), _) if tie => Err(refused(cursor, at, Expected::OneReading, is_text)),
        (Some((_, form)), _) => {
            let value = read(form, cursor).unwrap_or(Err(Halt::Invalid));
            if is_doubtful {
                cursor.repaired(RepairKind::CandidateSelected, at, start..cursor.pos);
            }
            value
        }
        // Where only one form comes near, or the text is cut, that form says best what is wrong.
        (None, Some(((whole, _), form))) if !whole || fitting(cursor, &accepts) == 1 => {
            read(form, cursor).unwrap_or(Err(Halt::Invalid))
        }
        _ if is_text => Err(refused(cursor, at, Expected::Words(described(&accepts)), is_text)),
        _ => Err(none_fits(cursor, at, &accepts, unrecognized)),
    }
}

/// What the first of these forms reads from `before` on that fits exactly. If there is none, the cursor stays where it is.
fn exact_of<'f, T: 'f>(
    cursor: &mut Cursor<'_>,
    before: Checkpoint,
    forms: impl Iterator<Item = &'f UntaggedForm<T>>,
    read: &impl Fn(&UntaggedForm<T>, &mut Cursor<'_>) -> Option<Read<T>>,
) -> Option<T> {
    let after = cursor.checkpoint();
    for form in forms {
        cursor.restore(before);
        let (start, judged) = (cursor.pos, cursor.judged());
        if let Some(Ok(value)) = read(form, cursor)
            && !cursor.sink.has_moved(before.mark())
        {
            return Some(value);
        }
        let length = cursor.pos.saturating_sub(start) + 1;
        if !cursor.look(length + cursor.judged() - judged) {
            break;
        }
    }
    cursor.restore(after);
    None
}

/// The only form that knows the first key of the object at the cursor, as far as that is easily found.
fn favourite<'f, T: 'f>(
    cursor: &Cursor<'_>,
    mut forms: impl Iterator<Item = &'f UntaggedForm<T>>,
) -> Option<&'f UntaggedForm<T>> {
    const LEAD: usize = 64;
    if cursor.peek() != b'{' {
        return None;
    }
    let is_of_key = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let bytes = cursor.text.as_bytes();
    let lead = bytes[cursor.pos..].iter().take(LEAD).position(is_of_key)?;
    let start = cursor.pos + lead;
    let length = bytes[start..]
        .iter()
        .take(LONGEST_KEY)
        .take_while(|byte| is_of_key(byte))
        .count();
    let name = &cursor.text[start..start + length];
    let favourite = forms.find(|form| form.object.exact(name).is_some())?;
    forms.all(|form| form.object.exact(name).is_none()).then_some(favourite)
}

/// Puts a value on record that no form, or more than one, reads. What follows a decoded text is another value.
fn refused(cursor: &mut Cursor<'_>, at: &Frame<'_>, expected: Expected, is_text: bool) -> Halt {
    if is_text {
        let span = cursor.token.clone();
        return cursor.violated(expected, at, span);
    }
    coerce::mistyped(cursor, at, expected)
}

/// Skips a value that no form fits. Those that were tried are `forms`, and none of them recognized an object if `unrecognized`.
fn none_fits<T>(cursor: &mut Cursor<'_>, at: &Frame<'_>, forms: &[&UntaggedForm<T>], unrecognized: bool) -> Halt {
    let is_object = cursor.peek() == b'{';
    let halt = coerce::mistyped(cursor, at, Expected::Words(described(forms)));
    cursor.unrecognized |= is_object && unrecognized && at.is_root();
    halt
}

/// What kind of value is at the cursor, as far as its first byte shows it.
fn kind(cursor: &Cursor<'_>) -> Accepts {
    match cursor.peek() {
        b'"' => Accepts::STRING.or(Accepts::NAME),
        b'{' => Accepts::OBJECT,
        b'[' => Accepts::ARRAY,
        b'-' | b'+' | b'0'..=b'9' if cursor.is_number() => Accepts::NUMBER,
        b't' | b'f' if is_word(cursor, &["true", "false"]) => Accepts::BOOLEAN,
        b'n' if is_word(cursor, &["null"]) => Accepts::NULL,
        _ => Accepts::ANY,
    }
}

fn is_word(cursor: &Cursor<'_>, words: &[&str]) -> bool {
    words.contains(&cursor.word())
}

fn fitting<T>(cursor: &Cursor<'_>, forms: &[&UntaggedForm<T>]) -> usize {
    let kind = kind(cursor);
    forms.iter().filter(|form| form.facts.accepts.has(kind)).count()
}

/// The forms in words.
fn described<T>(forms: &[&UntaggedForm<T>]) -> String {
    const KINDS: [(Accepts, &str); 5] = [
        (Accepts::STRING.or(Accepts::NAME), "text"),
        (Accepts::NUMBER, "a number"),
        (Accepts::BOOLEAN, "true or false"),
        (Accepts::ARRAY, "a list"),
        (Accepts::NULL, "null"),
    ];
    let mut words = String::new();
    let mut add = |word: &str| {
        if !words.is_empty() {
            words.push_str(", or ");
        }
        words.push_str(word);
    };
    let mut is_said = [false; KINDS.len()];
    for form in forms {
        for ((kind, word), is_said) in KINDS.iter().zip(&mut is_said) {
            if form.facts.accepts.has(*kind) && !core::mem::replace(is_said, true) {
                add(word);
            }
        }
        if form.facts.accepts.has(Accepts::OBJECT) {
            if form.object.fields.is_empty() {
                add("an object");
            } else {
                add(&Expected::Shape(form.object).to_string());
            }
        }
    }
    words
}
