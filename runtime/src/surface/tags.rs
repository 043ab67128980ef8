//! An element for each field: `<severity>2</severity><explanation>..</explanation>`.
//!
//! The answer is the elements that are named like fields, in the text itself or inside one other element. Prose may be around
//! them. These texts are no answer:
//!
//! - fewer fields than the required ones, and fewer than two;
//! - tags that the text quotes in backticks, and names in angle brackets that are never closed: an explanation of the format;
//! - one field, followed by the rest of a sentence, or inside an element with other text: a mention, or a page of HTML;
//! - several elements that could be the answer, or a field with two values: [`ErrorKind::Ambiguous`](crate::ErrorKind);
//! - values that only describe values, see [`leaf`](super::leaf).

mod scan;
mod write;

use alloc::vec::Vec;
use core::ops::Range;

use super::found::{Ambiguous, FoundAnswer};
use super::leaf::{FoundValue, describe_values};
use super::outline::{FieldOutlines, Outline, Writing};
use super::revised::{MentionPlaces, SaidValues};
use super::rows::rows;
use crate::bounds::LONGEST_LINE;
use crate::path::head;
use crate::read::reasoning::{self, is_reasoning};
use crate::read::turn::{begins_turn, own_turn};
use crate::repair::RepairKind;
use crate::steps::step;
use scan::{Element, TagLevel, TextTags};
use write::TagWriter;

/// How many elements may be around the answer.
const WRAPPERS: usize = 8;

/// Finds an answer that is written as tags.
pub(super) fn find(text: &str, outline: Outline) -> Option<Result<FoundAnswer<'_>, Ambiguous>> {
    let writing = outline.writing();
    let element = outline.element().filter(|_| writing == Writing::List);
    if !text.contains('<') || !(writing == Writing::Object || element.is_some()) {
        return None;
    }
    let tags = TextTags::of(text);
    if tags.is_empty() {
        return None;
    }
    let start = tags.last_unopened(is_reasoning).unwrap_or(0);
    let whole = tags.whole(start);
    let answer = match element {
        None => object(&tags, whole.clone(), &outline.fields()),
        Some(element) if element.writing() == Writing::Object => objects(&tags, whole.clone(), &element.fields()),
        Some(element) if element.writing().is_plain() => return plain_list(&tags, &whole, outline).map(Ok),
        Some(_) => None,
    }?;
    let answer = match answer {
        Ok(answer) => answer,
        Err(ambiguous) => return Some(Err(ambiguous)),
    };
    let fields = element.unwrap_or(outline).fields();
    if let Some(place) = tags.left_over(&whole, |name| fields.find(name).is_some()) {
        return Some(Err(Ambiguous(place)));
    }
    let mut writer = TagWriter::new(&tags);
    match element {
        None => writer.root(&answer, &fields),
        Some(element) => writer.list(element, &answer.elements, answer.span(), true),
    }
    if describe_values(&writer.leaves) {
        return None;
    }
    let revised = || revised(&tags, &whole, &answer, &fields, &writer.leaves);
    if let Some(place) = writer.repeated.or_else(revised) {
        return Some(Err(Ambiguous(place)));
    }
    Some(Ok(found(&tags, &answer, writer)))
}

/// Where the text outside of the elements says a field of the answer once more, with another value.
fn revised<'t>(
    tags: &TextTags<'t>,
    whole: &TagLevel,
    answer: &TaggedAnswer,
    fields: &FieldOutlines,
    leaves: &[FoundValue<'t>],
) -> Option<usize> {
    let (text, span) = (tags.text, answer.span());
    let start = whole
        .content
        .start
        .max(reasoning::last_end(&text[..span.start]).unwrap_or(0));
    let end = own_turn(text).end.clamp(span.end, text.len());
    let said = SaidValues::new(text, fields, leaves);
    let elements: &[Element] = answer.wrapper.as_ref().map_or(&answer.elements, core::slice::from_ref);
    loose(text, &(start..end), elements).find_map(|piece| {
        let places = if piece.start < span.start {
            MentionPlaces::Start
        } else {
            MentionPlaces::All
        };
        let rows = rows(text, piece);
        let own = rows
            .iter()
            .take_while(|row| places == MentionPlaces::Start || !begins_turn(&text[row.span()]));
        own.into_iter().find_map(|row| said.contradicted(row, places))
    })
}

fn found<'t>(tags: &TextTags<'t>, answer: &TaggedAnswer, writer: TagWriter<'_, 't>) -> FoundAnswer<'t> {
    let text = tags.text;
    let mut found = FoundAnswer::new(
        text,
        writer.transcript,
        RepairKind::TagsRead,
        answer.span(),
        &writer.leaves,
    );
    found.notes = writer.notes;
    if let Some(wrapper) = &answer.wrapper {
        let span = wrapper.span.clone();
        found
            .notes
            .push((RepairKind::TagUnwrapped, span.start..wrapper.inner.content.start));
        found.around(text, span);
    } else if let Some(wrapper) = tags.opened_before(answer.span().start) {
        // An element around the answer was never closed, so the answer may go on where the text ends.
        if text[answer.span().end..tags.end].trim_start().is_empty() {
            found.transcript.open_end();
        } else {
            found.notes.push((RepairKind::MissingCloser, wrapper.clone()));
        }
        found.around(text, wrapper.start..answer.span().end);
    } else {
        found.around(text, answer.span());
    }
    found
}

/// The elements that are the answer: the fields of an object, or the elements of a list.
struct TaggedAnswer {
    elements: Vec<Element>,
    wrapper: Option<Element>,
}

impl TaggedAnswer {
    fn span(&self) -> Range<usize> {
        let parts = || {
            self.elements
                .iter()
                .map(|element| &element.span)
                .chain(self.wrapper.iter().map(|wrapper| &wrapper.span))
        };
        let start = parts().map(|span| span.start).min().unwrap_or(0);
        start..parts().map(|span| span.end).max().unwrap_or(0)
    }
}

/// The fields that these elements are, each once.
fn known(tags: &TextTags<'_>, elements: &[Element], fields: &FieldOutlines) -> Vec<usize> {
    let mut found = Vec::new();
    for field in elements
        .iter()
        .filter_map(|element| fields.of_element(tags.name(element)))
    {
        step(1);
        // There may be an element at every few bytes.
        if let Err(place) = found.binary_search(&field) {
            found.insert(place, field);
        }
    }
    found
}

/// Goes down from the whole text, level by level, to the first level with an answer.
fn descend<A>(
    tags: &TextTags<'_>,
    whole: TagLevel,
    fields: &FieldOutlines,
    mut answer: impl FnMut(&TagLevel, &[Element], Option<&Element>) -> Option<A>,
) -> Option<Result<A, Ambiguous>> {
    let is_known = |name: &str| fields.find(name).is_some();
    let is_page =
        |name: &str| ["html", "head", "body", "svg", "script", "style"].contains(&&*name.to_ascii_lowercase());
    let mut levels: Vec<(TagLevel, Option<Element>)> = vec![(whole, None)];
    for _ in 0..WRAPPERS {
        let mut inner = Vec::new();
        let mut answers = Vec::new();
        for (level, wrapper) in levels {
            let children = tags.children(&level, is_known);
            step(children.len());
            let is_draft = |child: &Element| is_reasoning(tags.name(child)) && !is_known(tags.name(child));
            let children: Vec<Element> = children.into_iter().filter(|child| !is_draft(child)).collect();
            if let Some(answer) = answer(&level, &children, wrapper.as_ref()) {
                answers.push((answer, level.content.start));
                continue;
            }
            if children.iter().any(|child| is_known(tags.name(child))) {
                continue;
            }
            // The fields of the answer are elements inside, or attributes.
            let is_filled = |child: &Element| child.holds_tags() || tags.text[tags.opening(child)].contains('=');
            let is_wrapper = |child: &Element| !is_page(tags.name(child)) && is_filled(child);
            inner.reserve_exact(children.iter().filter(|child| is_wrapper(child)).count());
            let wrappers = children.into_iter().filter(is_wrapper);
            inner.extend(wrappers.map(|child| (child.inner.clone(), Some(child))));
        }
        if let [_, (_, second), ..] = &answers[..] {
            return Some(Err(Ambiguous(*second)));
        }
        if let Some((answer, _)) = answers.pop() {
            return Some(Ok(answer));
        }
        levels = inner;
    }
    None
}

/// Finds the fields of one object.
fn object(tags: &TextTags<'_>, whole: TagLevel, fields: &FieldOutlines) -> Option<Result<TaggedAnswer, Ambiguous>> {
    descend(tags, whole, fields, |_, children, wrapper| {
        let attributes = wrapper.map(|wrapper| tags.attributes(wrapper)).unwrap_or_default();
        let mut found = known(tags, children, fields);
        found.extend(
            attributes
                .iter()
                .filter_map(|(name, _)| fields.find(&tags.text[name.clone()])),
        );
        if !fields.suffice(&found) {
            return None;
        }
        // Without a wrapper, what else is in the text is not a part of the answer.
        let is_part = |child: &&Element| wrapper.is_some() || fields.of_element(tags.name(child)).is_some();
        let mut elements = Vec::with_capacity(children.iter().filter(is_part).count());
        elements.extend(children.iter().filter(is_part).cloned());
        let is_answer = is_set_off(tags, &elements, wrapper, found.len());
        is_answer.then(|| TaggedAnswer {
            elements,
            wrapper: wrapper.cloned(),
        })
    })
}

/// Whether the elements are more than a mention of tags in a text.
fn is_set_off(tags: &TextTags<'_>, elements: &[Element], wrapper: Option<&Element>, found: usize) -> bool {
    let text = tags.text;
    let is_cut = |element: &&Element| !element.is_closed;
    let first = wrapper.or(elements.first());
    if elements.iter().all(|element| is_cut(&element)) && wrapper.is_none_or(|wrapper| is_cut(&wrapper)) {
        // Nothing shows that this is more than a name in angle brackets, unless the text begins with it.
        return first.is_some_and(|first| text[..first.span.start].trim_start().is_empty());
    }
    if found > 1 {
        return true;
    }
    let Some(outer) = wrapper.or(elements.last()) else {
        return false;
    };
    let line = head(&text[outer.span.end..], LONGEST_LINE)
        .lines()
        .next()
        .unwrap_or_default();
    let has_words = |text: &str| text.contains(char::is_alphanumeric);
    step(line.len());
    let is_mixed =
        wrapper.is_some_and(|wrapper| loose(text, &wrapper.inner.content, elements).any(|part| has_words(&text[part])));
    !has_words(line) && !is_mixed
}

/// The pieces of a text between these elements.
fn loose<'e>(
    text: &'e str,
    content: &Range<usize>,
    elements: &'e [Element],
) -> impl Iterator<Item = Range<usize>> + 'e {
    let ends = [content.start]
        .into_iter()
        .chain(elements.iter().map(|element| element.span.end));
    let starts = elements.iter().map(|element| element.span.start).chain([content.end]);
    let pieces = ends.zip(starts).map(|(end, start)| end.min(start)..start);
    pieces.filter(|piece| {
        step(piece.len());
        let piece = text[piece.clone()].trim();
        let is_comment = piece.starts_with("<!--") && piece.ends_with("-->");
        !(piece.is_empty() || is_comment)
    })
}

/// Finds the elements of a list of objects.
fn objects(tags: &TextTags<'_>, whole: TagLevel, fields: &FieldOutlines) -> Option<Result<TaggedAnswer, Ambiguous>> {
    // An element of the list is no field, so all elements are looked at.
    let no_fields = Outline::Name.fields();
    let mut lost = None;
    let answer = descend(tags, whole, &no_fields, |level, children, wrapper| {
        let is_object = |child: &&Element| {
            let inner = tags.children(&child.inner, |name| fields.find(name).is_some());
            let mut found = known(tags, &inner, fields);
            let attributes = tags.attributes(child);
            found.extend(
                attributes
                    .iter()
                    .filter_map(|(name, _)| fields.find(&tags.text[name.clone()])),
            );
            child.is_closed && fields.suffice(&found)
        };
        let first = children.iter().find(is_object)?;
        let name = tags.name(first);
        let others = children.iter().filter(|child| tags.name(child) != name);
        if others.clone().any(|child| is_object(&child)) {
            return None;
        }
        // An element that was never closed is one of the list, too.
        let mut elements = tags.children(level, |known| known == name);
        // A field outside of the elements belongs to one of them, or to one more.
        let is_lost = |child: &&Element| tags.name(child) != name && fields.find(tags.name(child)).is_some();
        if let Some(field) = elements.iter().find(is_lost) {
            lost = Some(field.span.start);
            return None;
        }
        elements.retain(|child| tags.name(child) == name);
        Some(TaggedAnswer {
            elements,
            wrapper: wrapper.cloned(),
        })
    });
    lost.map_or(answer, |place| Some(Err(Ambiguous(place))))
}

/// Finds the elements of a list of plain values: all elements of the text or of its only element have one name, and there is
/// nothing else.
fn plain_list<'t>(tags: &TextTags<'t>, whole: &TagLevel, outline: Outline) -> Option<FoundAnswer<'t>> {
    let is_all = |level: &TagLevel, elements: &[Element]| loose(tags.text, &level.content, elements).next().is_none();
    let is_list = |elements: &[Element]| {
        let name = elements.first().map(|first| tags.name(first));
        name.is_some_and(|name| !is_markup(name) && !is_reasoning(name))
            && elements.iter().all(|element| Some(tags.name(element)) == name)
    };
    let outer = tags.children(whole, |_| false);
    if !is_all(whole, &outer) || !is_list(&outer) {
        return None;
    }
    let (elements, wrapper) = match &outer[..] {
        [only] => {
            let inner = tags.children(&only.inner, |_| false);
            (inner.clone(), is_all(&only.inner, &inner).then(|| only.clone()))
        }
        _ => (outer.clone(), None),
    };
    if !is_list(&elements) || (wrapper.is_none() && elements.len() < 2) {
        return None;
    }
    let answer = TaggedAnswer { elements, wrapper };
    let mut writer = TagWriter::new(tags);
    writer.list(outline.element()?, &answer.elements, answer.span(), true);
    (!describe_values(&writer.leaves)).then(|| found(tags, &answer, writer))
}

/// Whether elements of this name are parts of a text in HTML.
fn is_markup(name: &str) -> bool {
    let names = ["p", "div", "span", "b", "i", "strong", "em", "br", "a", "code"];
    names.contains(&&*name.to_ascii_lowercase())
}

/// A value, for the judgement whether it is one.
fn leaf<'t>(key: &'t str, content: &'t str, writing: Writing) -> FoundValue<'t> {
    FoundValue {
        key,
        content,
        is_typed: writing.is_typed(),
    }
}
