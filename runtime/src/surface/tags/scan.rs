//! The tags in a text, and which opening tag each closing tag belongs to.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bounds;
use crate::portable::HashMap;
use crate::read::entity;
use crate::steps::step;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TagKind {
    Open,
    Close,
    /// `<name/>`
    Empty,
}

/// A tag.
#[derive(Debug, Clone, Copy)]
struct TagMark {
    kind: TagKind,
    start: u32,
    name_end: u32,
    end: u32,
    /// The number of the tag that closes this one, or [`UNCLOSED`].
    partner: u32,
}

const UNCLOSED: u32 = u32::MAX;

/// All tags of a text.
#[derive(Debug)]
pub(super) struct TextTags<'t> {
    pub(super) text: &'t str,
    marks: Vec<TagMark>,
    /// Where the text ends, but for a tag that is cut off.
    pub(super) end: usize,
}

/// A part of a text with tags in it.
#[derive(Debug, Clone)]
pub(super) struct TagLevel {
    /// The numbers of the tags in it.
    marks: Range<usize>,
    pub(super) content: Range<usize>,
}

/// An element: an opening tag, its content, and its closing tag if there is one.
#[derive(Debug, Clone)]
pub(super) struct Element {
    opening: usize,
    pub(super) inner: TagLevel,
    pub(super) span: Range<usize>,
    pub(super) is_closed: bool,
}

impl Element {
    /// Whether a tag is in its content.
    pub(super) fn holds_tags(&self) -> bool {
        !self.inner.marks.is_empty()
    }
}

impl<'t> TextTags<'t> {
    /// Finds the tags, but for those in comments and `CDATA` sections, and those that a text quotes in backticks.
    pub(super) fn of(text: &'t str) -> Self {
        // There may be a tag at every few bytes: there is room for exactly as many as there may be.
        let mut marks = Vec::with_capacity(text.bytes().filter(|&byte| byte == b'<').count());
        step(text.len());
        let mut end = text.trim_end().len();
        let mut pos = 0;
        while let Some(offset) = text[pos..].find('<') {
            let start = pos + offset;
            step(offset + 1);
            pos = match section(text, start) {
                Some(section_end) => section_end,
                None => match mark(text, start) {
                    FoundTag::Mark(mark) => {
                        marks.extend((!is_quoted(text, &mark)).then_some(mark));
                        mark.end as usize
                    }
                    FoundTag::Cut => {
                        end = start;
                        break;
                    }
                    FoundTag::Nothing => start + 1,
                },
            };
        }
        let mut tags = Self { text, marks, end };
        tags.pair();
        tags
    }

    pub(super) fn is_empty(&self) -> bool {
        self.marks.is_empty()
    }

    /// The text from here on.
    pub(super) fn whole(&self, from: usize) -> TagLevel {
        let first = self.marks.partition_point(|mark| (mark.start as usize) < from);
        TagLevel {
            marks: first..self.marks.len(),
            content: from.min(self.end)..self.end,
        }
    }

    pub(super) fn name(&self, element: &Element) -> &'t str {
        self.name_of(&self.marks[element.opening])
    }

    /// The name of the tag with which the content of a level begins.
    pub(super) fn first_name(&self, level: &TagLevel) -> Option<&'t str> {
        let mark = self.marks[level.marks.clone()].first()?;
        let lead = &self.text[level.content.start..mark.start as usize];
        (mark.kind == TagKind::Open && lead.trim_start().is_empty()).then(|| self.name_of(mark))
    }

    /// The place of the opening tag.
    pub(super) fn opening(&self, element: &Element) -> Range<usize> {
        let mark = &self.marks[element.opening];
        mark.start as usize..mark.end as usize
    }

    /// The place of the closing tag, or of the end of an element without one.
    pub(super) fn closing(element: &Element) -> Range<usize> {
        element.inner.content.end..element.span.end
    }

    /// The closing tags without an opening one: the end of the last one with such a name.
    pub(super) fn last_unopened(&self, is_name: impl Fn(&str) -> bool) -> Option<usize> {
        let is_it =
            |mark: &&TagMark| mark.kind == TagKind::Close && mark.partner == UNCLOSED && is_name(self.name_of(mark));
        self.marks.iter().rev().find(is_it).map(|mark| mark.end as usize)
    }

    /// Where a closing tag of a known name is left over after more text: the element may have ended at the closing tag before
    /// it, which may have been a part of its text, or here.
    pub(super) fn left_over(&self, level: &TagLevel, is_known: impl Fn(&str) -> bool) -> Option<usize> {
        let marks = &self.marks[level.marks.clone()];
        let is_it = |pair: &&[TagMark]| {
            let (before, mark) = (&pair[0], &pair[1]);
            step(1);
            mark.kind == TagKind::Close
                && mark.partner == UNCLOSED
                && is_known(self.name_of(mark))
                && !self.text[before.end as usize..mark.start as usize]
                    .trim_start()
                    .is_empty()
        };
        marks.windows(2).find(is_it).map(|pair| pair[1].start as usize)
    }

    /// The first closing tag in a level that no opening tag belongs to.
    pub(super) fn stray_close(&self, level: &TagLevel) -> Option<usize> {
        step(level.marks.len());
        let is_stray = |mark: &&TagMark| mark.kind == TagKind::Close && mark.partner == UNCLOSED;
        let stray = self.marks[level.marks.clone()].iter().find(is_stray)?;
        Some(stray.start as usize)
    }

    /// The place of the opening tag right before `start`, if it is never closed.
    pub(super) fn opened_before(&self, start: usize) -> Option<Range<usize>> {
        let after = self.marks.partition_point(|mark| (mark.start as usize) < start);
        let mark = &self.marks[after.checked_sub(1)?];
        let is_open = mark.kind == TagKind::Open && mark.partner == UNCLOSED;
        let gap = self.text.get(mark.end as usize..start)?;
        (is_open && gap.trim_start().is_empty()).then_some(mark.start as usize..mark.end as usize)
    }

    /// The elements of a level, but not those inside them. A tag that is never closed begins an element only if its name is
    /// known; the element ends where the next known one begins.
    pub(super) fn children(&self, level: &TagLevel, is_known: impl Fn(&str) -> bool) -> Vec<Element> {
        let mut count = 0;
        self.each_child(level, &is_known, |_| count += 1);
        let mut children = Vec::with_capacity(count);
        self.each_child(level, &is_known, |child| children.push(child));
        children
    }

    fn each_child(&self, level: &TagLevel, is_known: impl Fn(&str) -> bool, mut found: impl FnMut(Element)) {
        let mut next = level.marks.start;
        while next < level.marks.end {
            step(1);
            let opening = next;
            let mark = &self.marks[opening];
            next += 1;
            let (start, after) = (mark.start as usize, mark.end as usize);
            let partner = mark.partner as usize;
            let element = |marks: Range<usize>, content: Range<usize>, end: usize, is_closed| Element {
                opening,
                inner: TagLevel { marks, content },
                span: start..end,
                is_closed,
            };
            match mark.kind {
                TagKind::Empty => found(element(next..next, after..after, after, true)),
                TagKind::Open if partner < level.marks.end => {
                    let close = &self.marks[partner];
                    let content = after..close.start as usize;
                    found(element(next..partner, content, close.end as usize, true));
                    next = partner + 1;
                }
                TagKind::Open if is_known(self.name_of(mark)) => {
                    let begins = |mark: &TagMark| mark.kind != TagKind::Close && is_known(self.name_of(mark));
                    let rest = &self.marks[next..level.marks.end];
                    let length = rest.iter().position(begins).unwrap_or(rest.len());
                    let end = rest.get(length).map_or(level.content.end, |mark| mark.start as usize);
                    found(element(
                        next..next + length,
                        after..end.max(after),
                        end.max(after),
                        false,
                    ));
                    next += length;
                }
                TagKind::Open | TagKind::Close => {}
            }
        }
    }

    /// The attributes of an element: where the name and the value of each are.
    pub(super) fn attributes(&self, element: &Element) -> Vec<(Range<usize>, Range<usize>)> {
        let mark = &self.marks[element.opening];
        let mut attributes = Vec::new();
        let mut pos = mark.name_end as usize;
        while let Some((name, value, end)) = attribute(self.text, pos).filter(|found| found.2 > pos) {
            pos = end;
            attributes.push((name, value));
        }
        attributes
    }

    fn name_of(&self, mark: &TagMark) -> &'t str {
        let start = mark.start as usize + 1 + usize::from(mark.kind == TagKind::Close);
        &self.text[start..mark.name_end as usize]
    }

    /// Finds the closing tag of each opening tag, by name: what is not closed inside an element does not change where the
    /// element ends.
    fn pair(&mut self) {
        let mut open: HashMap<&str, Vec<u32>> = HashMap::new();
        let small = |number: usize| u32::try_from(number).unwrap_or(UNCLOSED);
        for number in 0..self.marks.len() {
            step(1);
            let mark = self.marks[number];
            let name = self.name_of(&mark);
            match mark.kind {
                TagKind::Open => open.entry(name).or_default().push(small(number)),
                TagKind::Close => {
                    if let Some(opening) = open.get_mut(name).and_then(Vec::pop) {
                        self.marks[opening as usize].partner = small(number);
                        self.marks[number].partner = opening;
                    }
                }
                TagKind::Empty => {}
            }
        }
    }
}

enum FoundTag {
    Mark(TagMark),
    /// The text ends inside the tag.
    Cut,
    Nothing,
}

/// The end of a comment, a `CDATA` section or a declaration at this place.
fn section(text: &str, start: usize) -> Option<usize> {
    let rest = &text[start..];
    let ends = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")];
    let (open, close) = ends.into_iter().find(|(open, _)| rest.starts_with(open))?;
    // One that is never closed is text up to the end: nothing after it has a meaning of its own.
    let length = rest[open.len()..]
        .find(close)
        .map(|length| open.len() + length + close.len());
    step(length.unwrap_or(rest.len()));
    Some(start + length.unwrap_or(rest.len()))
}

/// The tag at this place.
fn mark(text: &str, start: usize) -> FoundTag {
    let is_close = text[start + 1..].starts_with('/');
    let name_start = start + 1 + usize::from(is_close);
    let is_first = |c: char| c.is_alphabetic() || c == '_';
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    let name = &text[name_start..];
    let length = name.find(|c| !is_part(c)).unwrap_or(name.len());
    step(length);
    if name.is_empty() || (length == name.len() && (length == 0 || name.starts_with(is_first))) {
        return FoundTag::Cut;
    }
    if !name.starts_with(is_first) || length > bounds::LONGEST_KEY {
        return FoundTag::Nothing;
    }
    let name_end = name_start + length;
    let mut pos = name_end;
    while !is_close && let Some((_, _, end)) = attribute(text, pos).filter(|found| found.2 > pos) {
        pos = end;
    }
    let rest = text[pos..].trim_start();
    let end = text.len() - rest.len();
    step(end - start);
    let (kind, width) = match rest.as_bytes() {
        [] => return FoundTag::Cut,
        [b'>', ..] if is_close => (TagKind::Close, 1),
        [b'>', ..] => (TagKind::Open, 1),
        [b'/', b'>', ..] if !is_close => (TagKind::Empty, 2),
        _ => return FoundTag::Nothing,
    };
    let small = |place: usize| u32::try_from(place).unwrap_or(u32::MAX);
    FoundTag::Mark(TagMark {
        kind,
        start: small(start),
        name_end: small(name_end),
        end: small(end + width),
        partner: UNCLOSED,
    })
}

/// The attribute after this place: its name, its value, and where it ends. No value contains a `<`, as in XML, so a bracket in
/// prose leads to little work.
fn attribute(text: &str, pos: usize) -> Option<(Range<usize>, Range<usize>, usize)> {
    let rest = text[pos..].trim_start();
    let start = text.len() - rest.len();
    if start == pos {
        return None;
    }
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | ':');
    let length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
    step(start - pos + length);
    if length == 0 || length > bounds::LONGEST_KEY {
        return None;
    }
    let name = start..start + length;
    let after = rest[length..].trim_start();
    let Some(value) = after.strip_prefix('=').map(str::trim_start) else {
        return Some((name.clone(), name.end..name.end, name.end));
    };
    let value_start = text.len() - value.len();
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''));
    let (from, width) = (usize::from(quote.is_some()), usize::from(quote.is_some()));
    let stop = |c: char| match quote {
        Some(quote) => c == quote || c == '<',
        None => c.is_whitespace() || matches!(c, '<' | '>' | '"' | '\''),
    };
    let length = value[from..].find(stop)?;
    step(length);
    if quote.is_some() && value[from + length..].starts_with('<') {
        return None;
    }
    let content = value_start + from..value_start + from + length;
    Some((name, content.clone(), content.end + width))
}

/// Whether an opening tag is quoted, as in an explanation of the format.
fn is_quoted(text: &str, mark: &TagMark) -> bool {
    let before = &text[..mark.start as usize];
    mark.kind != TagKind::Close && before.ends_with('`') && !before.ends_with("```")
}

/// The content of an element as its writer meant it: entities are decoded, and `CDATA` sections are unwrapped.
pub(super) fn decoded(content: &str) -> Cow<'_, str> {
    const OPEN: &str = "<![CDATA[";
    let trimmed = content.trim();
    step(content.len());
    if !trimmed.contains(OPEN) {
        let lines = without_indentation(content);
        if !lines.contains('&') {
            return lines;
        }
        let mut decoded = String::with_capacity(lines.len());
        entity::decode(&lines, &mut decoded);
        return Cow::Owned(decoded);
    }
    let mut decoded = String::with_capacity(trimmed.len());
    let mut rest = trimmed;
    while let Some((before, section)) = rest.split_once(OPEN) {
        entity::decode(before, &mut decoded);
        let (verbatim, after) = section.split_once("]]>").unwrap_or((section, ""));
        decoded.push_str(verbatim);
        rest = after;
    }
    entity::decode(rest, &mut decoded);
    Cow::Owned(decoded)
}

/// The content without white space around it, and without the indentation that its lines have in common if it begins on a
/// line of its own.
fn without_indentation(content: &str) -> Cow<'_, str> {
    let trimmed = content.trim();
    let first = content.len() - content.trim_start().len();
    let Some(line) = content[..first].rfind('\n').map(|end| end + 1) else {
        return Cow::Borrowed(trimmed);
    };
    let lines = content[line..].trim_end();
    let indents = lines.lines().filter(|line| !line.trim_start().is_empty());
    let common = indents
        .map(|line| line.len() - line.trim_start_matches([' ', '\t']).len())
        .min()
        .unwrap_or(0);
    if !trimmed.contains('\n') {
        return Cow::Borrowed(trimmed);
    }
    let lines: Vec<&str> = lines.split('\n').map(|line| line.get(common..).unwrap_or("")).collect();
    Cow::Owned(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::{TextTags, decoded};

    fn names(text: &str) -> Vec<String> {
        let tags = TextTags::of(text);
        let children = tags.children(&tags.whole(0), |_| true);
        let written = |element: &super::Element| {
            let sign = if element.is_closed { "" } else { "!" };
            format!("{}{sign}={}", tags.name(element), &text[element.inner.content.clone()])
        };
        children.iter().map(written).collect()
    }

    #[test]
    fn tags_pair_by_name() {
        assert_eq!(
            names("<a>1</a> <b/> <c d=\"e>f\" g>2<i>3</c>"),
            ["a=1", "b=", "c=2<i>3"]
        );
        assert_eq!(names("<a><b></a></b>"), ["a=<b>"]);
        assert_eq!(names("<a>1<b>2</b><a"), ["a!=1", "b=2"]);
        assert_eq!(names("<a>1</"), ["a!=1"]);
        assert_eq!(names("<a>x < y && <2> </a>"), ["a=x < y && <2> "]);
        assert_eq!(names("<a><![CDATA[</a>]]></a><!-- <b> -->"), ["a=<![CDATA[</a>]]>"]);
        assert_eq!(names("Use `<a>` for it."), [] as [&str; 0]);
    }

    #[test]
    fn entities_are_decoded_and_nothing_else() {
        assert_eq!(decoded(" a &lt; b &amp;&amp; c &#x41;&#66; "), "a < b && c AB");
        assert_eq!(
            decoded("a && b & c &unknown; &#xd800;"),
            "a && b & c &unknown; &#xd800;"
        );
        assert_eq!(decoded("x <![CDATA[ &lt; ]]> y"), "x  &lt;  y");
    }
}
