//! Writes elements as JSON, as the type expects them.

use alloc::vec::Vec;
use core::ops::Range;

use super::super::bullets;
use super::super::leaf::{self, FoundValue, is_nothing};
use super::super::outline::{FieldOutlines, Outline, Writing, is_plural};
use super::super::revised::is_named_inside;
use super::super::rows::{Row, bullet, rows};
use super::scan::{Element, TextTags, decoded};
use super::{TaggedAnswer, is_markup, loose};
use crate::bounds;
use crate::read::transcript::{Transcript, trimmed};
use crate::repair::RepairKind;

pub(super) struct TagWriter<'w, 't> {
    tags: &'w TextTags<'t>,
    pub(super) transcript: Transcript<'static>,
    /// The values that were written.
    pub(super) leaves: Vec<FoundValue<'t>>,
    /// What was left out or closed.
    pub(super) notes: Vec<(RepairKind, Range<usize>)>,
    /// A field of the answer with another value than before.
    pub(super) repeated: Option<usize>,
    depth: u32,
}

/// The elements of an object with one name.
struct SameNamed<'e> {
    field: Option<usize>,
    elements: Vec<&'e Element>,
}

/// An entry of a map: where its key is, and the element with its value.
struct TaggedEntry {
    key: Range<usize>,
    value: Element,
}

impl<'w, 't> TagWriter<'w, 't> {
    pub(super) fn new(tags: &'w TextTags<'t>) -> Self {
        Self {
            tags,
            transcript: Transcript::default(),
            leaves: Vec::new(),
            notes: Vec::new(),
            repeated: None,
            depth: 0,
        }
    }

    /// Writes the object that is the whole answer.
    pub(super) fn root(&mut self, answer: &TaggedAnswer, fields: &FieldOutlines) {
        let span = answer.span();
        let first = span.start..answer.elements.first().map_or(span.end, |first| first.span.start);
        self.transcript.bracket('{', first);
        let mut present = Vec::new();
        if let Some(wrapper) = &answer.wrapper {
            present = self.attributes(wrapper, fields);
            let is_twice = |element: &&Element| {
                let field = fields.of_element(self.tags.name(element));
                field.is_some_and(|field| present.contains(&field))
            };
            self.repeated = answer.elements.iter().find(is_twice).map(|element| element.span.start);
        }
        self.repeated = self.members(&answer.elements, fields, &present).or(self.repeated);
        let tags = self.tags;
        let is_cut = answer.wrapper.as_ref().is_some_and(|wrapper| self.is_cut(wrapper));
        let has_cut_tag =
            tags.end < tags.text.trim_end().len() && tags.text[span.end..tags.end].trim_start().is_empty();
        self.close('}', is_cut || has_cut_tag, span.end..span.end);
    }

    /// Writes the elements of a list.
    pub(super) fn list(&mut self, outline: Outline, elements: &[Element], span: Range<usize>, is_closed: bool) {
        self.transcript.bracket('[', span.start..span.start);
        for element in elements {
            self.value(outline, element);
        }
        self.note_open(elements.iter());
        self.close(']', !is_closed, span.end..span.end);
    }

    fn value(&mut self, outline: Outline, element: &Element) {
        let writing = outline.writing();
        self.depth += 1;
        if self.depth > bounds::NESTED {
            self.plain(Writing::Text, element);
        } else {
            match writing {
                Writing::Object => self.object(&outline.fields(), element),
                Writing::List => self.lists(outline, &[element]),
                Writing::Map | Writing::Any => self.map(outline, element),
                _ => self.plain(writing, element),
            }
        }
        self.depth -= 1;
    }

    /// Writes a value without fields or elements.
    fn plain(&mut self, writing: Writing, element: &Element) {
        let content = element.inner.content.clone();
        let text = self.tags.text;
        self.leaves.push(super::leaf(
            self.tags.name(element),
            text[content.clone()].trim(),
            writing,
        ));
        if content.is_empty() && !self.tags.attributes(element).is_empty() {
            self.notes.push((RepairKind::ContentLost, self.tags.opening(element)));
        }
        self.text(writing, content);
        if self.is_cut(element) {
            self.transcript.cut(true);
        }
    }

    fn text(&mut self, writing: Writing, content: Range<usize>) {
        let text = &self.tags.text[content.clone()];
        let source = Some(trimmed(self.tags.text, content.clone())).filter(|source| !source.is_empty());
        let source = source.unwrap_or(content);
        leaf::write(&mut self.transcript, writing, &decoded(text), source);
    }

    fn object(&mut self, fields: &FieldOutlines, element: &Element) {
        let is_known = |name: &str| fields.find(name).is_some();
        let children = self.tags.children(&element.inner, is_known);
        let attributes = self.tags.attributes(element);
        let is_field = |name: &Range<usize>| is_known(&self.tags.text[name.clone()]);
        let has_attributes = attributes.iter().any(|(name, _)| is_field(name));
        let has_fields = children.iter().any(|child| is_known(self.tags.name(child)));
        if !has_attributes && !has_fields {
            if is_nothing(&self.tags.text[element.inner.content.clone()]) && fields.len() > 0 {
                self.transcript.bare("null", element.span.clone());
            } else {
                self.plain(Writing::Text, element);
            }
            return;
        }
        self.transcript.bracket('{', self.tags.opening(element));
        let present = self.attributes(element, fields);
        self.members(&children, fields, &present);
        self.rest(element, &children, fields, &present);
        self.close('}', self.is_cut(element), TextTags::closing(element));
    }

    /// Writes the text beside an element's attributes as the only field that it can be, or notes that it was left out.
    fn rest(&mut self, element: &Element, children: &[Element], fields: &FieldOutlines, present: &[usize]) {
        let text = self.tags.text;
        let Some(piece) = loose(text, &element.inner.content, children).next() else {
            return;
        };
        let is_open = |&number: &usize| {
            let field = fields.get(number);
            field.is_required && field.outline.writing() == Writing::Text && !present.contains(&number)
        };
        let mut open = (0..fields.len()).filter(is_open);
        if let (true, Some(number), None) = (children.is_empty(), open.next(), open.next()) {
            self.transcript.key(fields.get(number).name, piece.start..piece.start);
            self.leaves
                .push(super::leaf("", text[piece.clone()].trim(), Writing::Text));
            self.text(Writing::Text, piece);
        } else {
            self.notes.push((RepairKind::ContentLost, piece));
        }
    }

    /// Writes the attributes that are fields.
    fn attributes(&mut self, element: &Element, fields: &FieldOutlines) -> Vec<usize> {
        let mut present = Vec::new();
        for (name, value) in self.tags.attributes(element) {
            let key = &self.tags.text[name.clone()];
            let Some(number) = fields.find(key) else { continue };
            let writing = fields.get(number).outline.writing();
            let content = &self.tags.text[value.clone()];
            present.push(number);
            self.transcript.key(key, name);
            self.leaves.push(super::leaf(key, content, writing));
            leaf::write(&mut self.transcript, writing, &decoded(content), value);
        }
        present
    }

    /// Writes the fields of an object, and returns where one of them has another value than before.
    fn members(&mut self, elements: &[Element], fields: &FieldOutlines, attributes: &[usize]) -> Option<usize> {
        let mut groups: Vec<SameNamed<'_>> = Vec::new();
        let mut of_field: Vec<Option<usize>> = vec![None; fields.len()];
        for element in elements {
            let field = fields.of_element(self.tags.name(element));
            if let Some(group) = field.and_then(|number| of_field[number]) {
                groups[group].elements.push(element);
                continue;
            }
            if let Some(number) = field {
                of_field[number] = Some(groups.len());
            }
            let elements = vec![element];
            groups.push(SameNamed { field, elements });
        }
        let mut repeated = None;
        let mut found: Vec<usize> = groups.iter().filter_map(|group| group.field).collect();
        found.extend_from_slice(attributes);
        for SameNamed { field, elements } in groups {
            let outline = field.map(|number| fields.get(number).outline);
            let (name, place) = (self.tags.name(elements[0]), self.tags.opening(elements[0]));
            let key = field.map_or(name, |number| fields.key(number, name));
            self.transcript.key(key, place);
            match outline {
                Some(outline) if outline.writing() == Writing::List => self.lists(outline, &elements),
                Some(outline) => {
                    let is_plain = outline.writing().is_plain();
                    let is_lost =
                        |name: &Range<usize>| is_plain && fields.find(&self.tags.text[name.clone()]).is_some();
                    let attributes = self.tags.attributes(elements[0]);
                    if let Some((name, _)) = attributes.into_iter().find(|(name, _)| is_lost(name)) {
                        self.notes.push((RepairKind::ContentLost, name));
                    }
                    let content = |element: &Element| self.tags.text[element.inner.content.clone()].trim();
                    let differs = |other: &&&Element| content(other) != content(elements[0]);
                    repeated = repeated.or(elements.iter().find(differs).map(|other| other.span.start));
                    // What is marked as text, or in a fence, ends where it says.
                    let is_open = |content: &str| !content.starts_with("<![CDATA[") && !content.contains("```");
                    let inside = content(elements[0]);
                    if is_plain && is_open(inside) && is_named_inside(inside, fields, &found) {
                        self.repeated = self.repeated.or(Some(elements[0].inner.content.start));
                    }
                    self.value(outline, elements[0]);
                }
                // The type does not know it, unless it is misspelt.
                None => self.text(Writing::Text, elements[0].inner.content.clone()),
            }
            self.note_open(elements.into_iter());
        }
        repeated
    }

    /// Notes the first of these elements that was not closed, although the text goes on after it.
    fn note_open<'e>(&mut self, mut elements: impl Iterator<Item = &'e Element>) {
        if let Some(open) = elements.find(|element| !element.is_closed && !self.is_cut(element)) {
            // A misspelt closing tag, or what is left of one, is no part of the value.
            let is_rest = |content: &str| content.trim_end().ends_with(&["/", self.tags.name(open), ">"].concat());
            let stray = self.tags.stray_close(&open.inner);
            let rest = || is_rest(&self.tags.text[open.inner.content.clone()]).then_some(open.inner.content.end);
            self.repeated = self.repeated.or(stray.or_else(rest));
            self.notes.push((RepairKind::MissingCloser, self.tags.opening(open)));
        }
    }

    /// Writes a list: each of the elements is one of its elements, or contains some.
    fn lists(&mut self, outline: Outline, elements: &[&Element]) {
        let Some(inner) = outline.element() else {
            return self.plain(Writing::Text, elements[0]);
        };
        let text = self.tags.text;
        if let [only] = elements
            && self.is_text_list(only, inner)
        {
            let writing = Writing::Text;
            let content = &text[only.inner.content.clone()];
            if is_nothing(content) {
                if content.trim_start().is_empty() {
                    self.transcript.bracket('[', only.span.clone());
                    return self.close(']', self.is_cut(only), TextTags::closing(only));
                }
                return self.transcript.bare("null", only.span.clone());
            }
            return self.text(writing, only.inner.content.clone());
        }
        let (first, last) = (elements[0], elements[elements.len() - 1]);
        self.transcript.bracket('[', self.tags.opening(first));
        for element in elements {
            self.elements(inner, element, elements.len() == 1);
        }
        self.close(']', self.is_cut(last), TextTags::closing(last));
    }

    /// Whether a whole list is written as text: as JSON, or not at all.
    fn is_text_list(&self, element: &Element, inner: Outline) -> bool {
        let content = &self.tags.text[element.inner.content.clone()];
        let has_children = !self.tags.children(&element.inner, |_| false).is_empty();
        let is_json = content.trim_start().starts_with('[') && content.trim_end().ends_with(']');
        !has_children
            && (is_json
                || (is_nothing(content) && (content.trim_start().is_empty() || inner.writing() != Writing::Any)))
    }

    /// Writes the elements of the list that are in this element of the text.
    fn elements(&mut self, outline: Outline, element: &Element, is_only: bool) {
        let closed = self.tags.children(&element.inner, |_| false);
        let name = closed.first().map(|child| self.tags.name(child));
        let is_item = |name: &&str| self.is_cut(element) || is_plural(self.tags.name(element), name);
        let name = name.or_else(|| self.tags.first_name(&element.inner).filter(is_item));
        // One that was never closed is an element, too.
        let children = self.tags.children(&element.inner, |known| Some(known) == name);
        let has_one_name = children.iter().all(|child| Some(self.tags.name(child)) == name);
        let has_text = loose(self.tags.text, &element.inner.content, &children)
            .next()
            .is_some();
        let fields = outline.fields();
        let is_field = |name: &str| fields.find(name).is_some();
        let has_fields = |element: &Element| {
            let known = self.tags.children(&element.inner, is_field);
            let attributes = self.tags.attributes(element);
            known.iter().any(|child| is_field(self.tags.name(child)))
                || attributes
                    .iter()
                    .any(|(name, _)| is_field(&self.tags.text[name.clone()]))
        };
        let holds_object = |child: &Element| !is_field(self.tags.name(child)) && has_fields(child);
        let is_object =
            outline.writing() == Writing::Object && has_fields(element) && !children.first().is_some_and(holds_object);
        if !is_object && name.is_some() && has_one_name && !has_text {
            for child in &children {
                self.value(outline, child);
            }
            self.note_open(children.iter());
            return;
        }
        let content = element.inner.content.clone();
        if is_only
            && outline.writing().is_plain()
            && let Some(items) = self.items(content.clone(), outline.writing())
        {
            for item in items {
                let content = &self.tags.text[item.clone()];
                self.leaves.push(super::leaf("", content, outline.writing()));
                let content = decoded(content);
                leaf::write(
                    &mut self.transcript,
                    outline.writing(),
                    &bullets::flowing(&content),
                    item,
                );
            }
            return;
        }
        if is_only && outline.writing().is_plain() && children.is_empty() {
            self.items_between(content.clone());
        }
        let is_markup = children.iter().all(|child| is_markup(self.tags.name(child)));
        if outline.writing().is_plain() && !(has_one_name && children.len() < 2 && !has_text) && !is_markup {
            // Some of the elements, or what is between them, may be others.
            self.notes.push((RepairKind::ContentLost, content));
        }
        self.value(outline, element);
    }

    /// Notes that only some rows of a list are items, the first one or several, or that none is and each may be an element.
    fn items_between(&mut self, content: Range<usize>) {
        let rows = rows(self.tags.text, content.clone());
        let mut used = rows.iter().filter(|row| !row.is_blank()).peekable();
        let is_item = |row: &Row| !row.is_code && bullet(&self.tags.text[row.span()]).is_some();
        let Some(first) = used.next_if(|_| true) else { return };
        let items = usize::from(is_item(first)) * 2 + used.clone().filter(|row| is_item(row)).count();
        let may_be_elements = || leaf::may_be_elements(&self.tags.text[content.clone()]);
        if (used.peek().is_some() && items > 1) || may_be_elements() {
            self.repeated = self.repeated.or(Some(first.start()));
        }
    }

    /// The values of a list that is written as text: as items, as one word on each line, or between commas.
    fn items(&mut self, content: Range<usize>, writing: Writing) -> Option<Vec<Range<usize>>> {
        let trimmed = trimmed(self.tags.text, content.clone());
        let text = &self.tags.text[trimmed.clone()];
        if writing == Writing::Number && leaf::may_be_numbers(text) {
            self.repeated = self.repeated.or(Some(trimmed.start));
        }
        let separated = || {
            let moved = |value: Range<usize>| trimmed.start + value.start..trimmed.start + value.end;
            Some(leaf::separated(text, writing)?.into_iter().map(moved).collect())
        };
        let in_quotes = || {
            let places = leaf::quoted_elements(text)?.into_iter();
            Some(
                places
                    .map(|place| trimmed.start + place.start..trimmed.start + place.end)
                    .collect(),
            )
        };
        bullets::items(self.tags.text, content.clone())
            .or_else(|| self.words(content))
            .or_else(separated)
            .or_else(in_quotes)
    }

    /// The lines of a part of the text, if there are several and each is one word.
    fn words(&self, content: Range<usize>) -> Option<Vec<Range<usize>>> {
        let rows = bullets::words(self.tags.text, &rows(self.tags.text, content))?;
        Some(rows.iter().map(Row::span).collect())
    }

    /// Writes a map, or any value that has parts; anything else as text.
    fn map(&mut self, outline: Outline, element: &Element) {
        let children = self.tags.children(&element.inner, |_| false);
        let has_text = loose(self.tags.text, &element.inner.content, &children)
            .next()
            .is_some();
        let Some(inner) = outline.element().filter(|_| !children.is_empty() && !has_text) else {
            return self.plain(outline.writing().leaf(), element);
        };
        let name = self.tags.name(&children[0]);
        let have_one_name = children.iter().all(|child| self.tags.name(child) == name);
        let is_list = outline.writing() == Writing::Any && children.len() > 1 && have_one_name;
        if outline.writing() == Writing::Map && have_one_name {
            let entries: Option<Vec<TaggedEntry>> = children.iter().map(|child| self.map_entry(child)).collect();
            if let Some(entries) = entries {
                return self.entries(inner, element, &entries);
            }
            if children.len() > 1 {
                self.notes
                    .push((RepairKind::ContentLost, self.tags.opening(&children[0])));
            }
        }
        self.transcript
            .bracket(if is_list { '[' } else { '{' }, self.tags.opening(element));
        for child in &children {
            if !is_list {
                self.transcript.key(self.tags.name(child), self.tags.opening(child));
            }
            self.value(inner, child);
        }
        let closer = if is_list { ']' } else { '}' };
        self.close(closer, self.is_cut(element), TextTags::closing(element));
    }

    /// The entry of a map that an element is, if it has its key as an attribute, or an element for its key and one for its value.
    fn map_entry(&self, element: &Element) -> Option<TaggedEntry> {
        let is_key = |name: &str| ["key", "name", "id"].iter().any(|key| name.eq_ignore_ascii_case(key));
        let text = self.tags.text;
        if let [(name, value)] = &self.tags.attributes(element)[..] {
            return is_key(&text[name.clone()]).then(|| TaggedEntry {
                key: value.clone(),
                value: element.clone(),
            });
        }
        let children = self.tags.children(&element.inner, |_| false);
        let [key, value] = &children[..] else { return None };
        let is_entry = is_key(self.tags.name(key)) && self.tags.name(value).eq_ignore_ascii_case("value");
        let has_text = loose(text, &element.inner.content, &children).next().is_some();
        (is_entry && !has_text).then(|| TaggedEntry {
            key: trimmed(text, key.inner.content.clone()),
            value: value.clone(),
        })
    }

    fn entries(&mut self, inner: Outline, element: &Element, entries: &[TaggedEntry]) {
        self.transcript.bracket('{', self.tags.opening(element));
        for TaggedEntry { key, value } in entries {
            self.transcript.key(&decoded(&self.tags.text[key.clone()]), key.clone());
            self.value(inner, value);
        }
        self.close('}', self.is_cut(element), TextTags::closing(element));
    }

    /// Writes a closing bracket, unless the text ends before it.
    fn close(&mut self, bracket: char, is_cut: bool, source: Range<usize>) {
        if is_cut {
            self.transcript.cut(false);
        }
        self.transcript.bracket(bracket, source);
    }

    /// Whether the text ends inside this element.
    fn is_cut(&self, element: &Element) -> bool {
        !element.is_closed
            && self.tags.text[element.span.end..self.tags.end.max(element.span.end)]
                .trim()
                .is_empty()
    }
}
