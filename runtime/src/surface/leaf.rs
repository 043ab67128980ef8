//! Values without fields or elements: how one is written in JSON, and whether it is a value at all.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::outline::Writing;
use crate::Options;
use crate::bounds::LONGEST_BLANK;
use crate::extract::is_placeholder;
use crate::fold;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::number::is_plain;
use crate::read::transcript::{Transcript, trimmed};
use crate::record::Sink;
use crate::steps::step;
use crate::visit::listed::holds_elements;

/// Writes a value as its type expects it: a number or a boolean as it is, JSON where any value is expected, anything else as a
/// string.
pub(super) fn write(transcript: &mut Transcript<'_>, writing: Writing, content: &str, source: Range<usize>) {
    let token = if matches!(writing, Writing::Text | Writing::Any) {
        content
    } else {
        without_marks(content)
    };
    // A number in brackets is that number; a word in brackets may be a gap to fill.
    let inner = token
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .map(str::trim);
    let token = inner
        .filter(|inner| writing == Writing::Number && is_plain(inner))
        .unwrap_or(token);
    let is_bare = match writing {
        Writing::Number => is_plain(token),
        Writing::Boolean => matches!(token, "true" | "false"),
        Writing::Any => is_json(token.trim()),
        _ => false,
    };
    if is_bare {
        transcript.bare(token, source);
    } else {
        transcript.string(token, source);
    }
}

/// Whether a text is JSON, and nothing else.
fn is_json(text: &str) -> bool {
    if text.is_empty() {
        return false;
    }
    let mut cursor = Cursor::new(text, 0, Sink::of(&Options::exact()));
    cursor.skip(&Frame::root());
    cursor.sink.is_clean() && cursor.pos == text.len()
}

/// Writes a value on one line, without the quotes or marks around the whole value.
pub(super) fn write_inline(transcript: &mut Transcript<'_>, writing: Writing, content: &str, source: Range<usize>) {
    match wrapped(content) {
        Some(Wrapped::Json(string)) => transcript.bare(string, source),
        Some(Wrapped::Inside(inner)) => write(transcript, writing, &inner, source),
        None => write(transcript, writing, content, source),
    }
}

/// Whether quotes or marks are around the whole value.
pub(super) fn is_wrapped(content: &str) -> bool {
    wrapped(content).is_some()
}

enum Wrapped<'c> {
    /// A string with its double quotes.
    Json(&'c str),
    /// What is inside other quotes or marks.
    Inside(Cow<'c, str>),
}

fn wrapped(content: &str) -> Option<Wrapped<'_>> {
    // A comma after the closing quote was copied from a JSON list.
    let closed = content.strip_suffix(',').map_or(content, str::trim_end);
    if quoted(closed, '"').is_some() {
        return Some(Wrapped::Json(closed));
    }
    if let Some(inner) = quoted(closed, '\'').filter(|inner| !inner.contains('\\')) {
        return Some(Wrapped::Inside(inner.into()));
    }
    if let Some(inner) = doubled(closed) {
        return Some(Wrapped::Inside(inner.into()));
    }
    let has_mark = content.starts_with("**") || content.starts_with('`');
    let inner = has_mark
        .then(|| without_marks(content))
        .filter(|inner| inner.len() < content.len());
    inner.map(|inner| Wrapped::Inside(inner.into()))
}

/// The content of a value in single quotes in which each quote is doubled, as YAML writes it: `'the ''great'' one'`.
fn doubled(content: &str) -> Option<String> {
    let inner = content.strip_prefix('\'')?.strip_suffix('\'')?;
    step(inner.len());
    let has_single = || inner.replace("''", "").contains('\'');
    (inner.contains("''") && !has_single()).then(|| inner.replace("''", "'"))
}

/// The content of a value, if the whole value is in quotes.
fn quoted(content: &str, quote: char) -> Option<&str> {
    let inner = content.strip_prefix(quote)?.strip_suffix(quote)?;
    step(inner.len());
    let mut is_escaped = false;
    let ends_inside = inner.chars().any(|c| {
        let ends = c == quote && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    (!ends_inside && !is_escaped).then_some(inner)
}

/// The content of a value, without a code fence around the whole value.
pub(super) fn without_fence(content: &str) -> &str {
    let inner = || {
        let fenced = content.trim().strip_prefix("```")?.strip_suffix("```")?;
        let (info, inner) = fenced.split_once('\n')?;
        let is_info = |c: char| c.is_alphanumeric() || matches!(c, '+' | '-' | '#' | '.' | '_');
        (info.trim().chars().all(is_info) && !inner.contains("```")).then_some(inner)
    };
    inner().map_or(content, |inner| inner.strip_suffix('\n').unwrap_or(inner))
}

/// The elements of a list on one line: `[a, "b, c"]`, without brackets inside, or `"a", "b"`. Backticks are quotes, too.
///
/// A single element without quotes is not a list: brackets around words are a remark or a pattern, such as `[a-z]`.
pub(super) fn inline_elements(content: &str) -> Option<InlineList> {
    let in_brackets = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let inner = in_brackets.unwrap_or(content);
    step(inner.len());
    let first = usize::from(in_brackets.is_some());
    let mut elements = Vec::new();
    let mut start = first;
    let mut open: Option<char> = None;
    let mut is_escaped = false;
    for (offset, c) in inner.char_indices().chain([(inner.len(), ',')]) {
        let at = first + offset;
        match (c, open) {
            (_, Some(quote)) => {
                open = Some(quote).filter(|_| c != quote || is_escaped);
                is_escaped = c == '\\' && !is_escaped;
            }
            ('"' | '\'' | '`', None) if content[start..at].trim_start().is_empty() => open = Some(c),
            ('[' | ']' | '{' | '}', None) => return None,
            (',', None) => {
                elements.push(trimmed(content, start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    if open.is_some() || elements.iter().any(Range::is_empty) {
        return None;
    }
    let is_quoted = |element: &Range<usize>| {
        let element = &content[element.clone()];
        ['"', '\'', '`'].iter().any(|&quote| quoted(element, quote).is_some())
    };
    let are_quoted = elements.iter().all(is_quoted);
    let is_list = are_quoted || in_brackets.is_some();
    (is_list && (elements.len() > 1 || (are_quoted && in_brackets.is_some()))).then_some(InlineList {
        brackets: first,
        elements,
    })
}

/// The contents of the elements of a list on one line without brackets, each in quotes without escapes: `"a", "b"`.
pub(super) fn quoted_elements(content: &str) -> Option<Vec<Range<usize>>> {
    let list = inline_elements(content).filter(|list| list.brackets == 0 && !content.contains('\\'))?;
    Some(
        list.elements
            .into_iter()
            .map(|place| place.start + 1..place.end - 1)
            .collect(),
    )
}

/// The values of a list that are written without brackets, each after a comma and a blank: `1.5, 2`, `low, high`. Texts may
/// have commas of their own.
pub(super) fn separated(content: &str, writing: Writing) -> Option<Vec<Range<usize>>> {
    let is_word = |part: &str| part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    let is_value = |part: &str| match writing {
        Writing::Number => is_plain(part),
        Writing::Boolean | Writing::Word => !part.is_empty() && is_word(part),
        _ => false,
    };
    step(content.len());
    let mut values = Vec::new();
    let mut start = 0;
    for part in content.split(", ") {
        values.push(start..start + part.len());
        start += part.len() + ", ".len();
    }
    (values.len() > 1 && values.iter().all(|value| is_value(&content[value.clone()]))).then_some(values)
}

/// Whether these may be several numbers, or one with separators between its thousands: `1,200`.
pub(super) fn may_be_numbers(content: &str) -> bool {
    let mut groups = content.split(',');
    let is_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let is_first = groups
        .next()
        .is_some_and(|first| (1..=3).contains(&first.len()) && is_digits(first));
    let mut rest = groups.peekable();
    step(content.len());
    is_first && rest.peek().is_some() && rest.all(|group| group.len() == 3 && is_digits(group))
}

/// A list on one line.
pub(super) struct InlineList {
    /// The width of each bracket: 0 if there is none.
    pub(super) brackets: usize,
    pub(super) elements: Vec<Range<usize>>,
}

/// The content of a value that is emphasized or written as code as a whole: `**high**`.
pub(super) fn without_marks(content: &str) -> &str {
    let content = content.trim();
    for mark in ["**", "__", "`", "*", "_"] {
        let inner = content.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty() && !inner.contains(mark)) {
            return inner.trim();
        }
    }
    content
}

/// Whether a text is empty, or says that there is no value at all.
pub(super) fn is_null(content: &str) -> bool {
    let content = content.trim();
    content.is_empty() || content == "~" || content.eq_ignore_ascii_case("null") || content.eq_ignore_ascii_case("none")
}

/// Whether a text says that there is no list, map or object: a word for nothing or a dash, perhaps in parentheses.
pub(super) fn is_nothing(content: &str) -> bool {
    let content = content.trim();
    let inner = content.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let inner = inner.unwrap_or(content).trim();
    let is_word = |word: &&str| inner.eq_ignore_ascii_case(word);
    is_null(content) || ["none", "null", "n/a", "-", "–", "—"].iter().any(is_word)
}

/// Whether these lines may be several elements of a list or one: they are neither the items of a list nor in brackets, quotes or a
/// fence, and nothing else shows where an element ends.
pub(super) fn may_be_elements(lines: &str) -> bool {
    let lines = lines.trim();
    let is_marked = || lines.starts_with(['[', '{']) || without_fence(lines).len() < lines.len() || is_wrapped(lines);
    lines.contains('\n') && !is_marked() && !holds_elements(lines)
}

/// A value that was found: its key, and what is written there.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundValue<'t> {
    pub(super) key: &'t str,
    pub(super) content: &'t str,
    pub(super) is_typed: bool,
}

/// Whether these are no values, but say what the values would be: an echo of the prompt, a declaration, a question.
///
/// A placeholder is never a value. Other signs count only if all values have them, and if none of them has a type that
/// accepts only some texts.
pub(super) fn describe_values(leaves: &[FoundValue<'_>]) -> bool {
    step(leaves.iter().map(|leaf| leaf.content.len()).sum());
    let holds_place = |leaf: &FoundValue<'_>| {
        is_placeholder(leaf.content) || is_blank_to_fill(leaf.content) || (!leaf.is_typed && stands_for_text(leaf))
    };
    if leaves.iter().any(holds_place) {
        return true;
    }
    let mut texts = leaves
        .iter()
        .filter(|leaf| !leaf.content.trim_start().is_empty())
        .peekable();
    if texts.peek().is_none() {
        return true;
    }
    let texts: Vec<&FoundValue<'_>> = texts.collect();
    let all = |is_it: fn(&FoundValue<'_>) -> bool| texts.iter().all(|leaf| is_it(leaf));
    let is_one_text = || texts.len() > 1 && texts.iter().all(|leaf| leaf.content == texts[0].content);
    if all(names_type) || all(|leaf| leaf.content.ends_with([',', ';'])) {
        return true;
    }
    if texts.iter().any(|leaf| leaf.is_typed) {
        return false;
    }
    is_one_text() || all(|leaf| leaf.content.ends_with(['?', '？'])) || (texts.len() > 1 && all(names_itself))
}

/// Whether a text is only a gap that someone else would fill: `[your name]`, `____`.
fn is_blank_to_fill(content: &str) -> bool {
    let content = content.trim();
    let inner = content.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
    let is_name = |inner: &str| {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '_' | '-' | '\'');
        inner.len() <= LONGEST_BLANK && inner.starts_with(char::is_alphabetic) && inner.chars().all(is_part)
    };
    inner.is_some_and(is_name) || (!content.is_empty() && content.chars().all(|c| matches!(c, '_' | '?')))
}

/// Whether a text says that a text is to be there: `your explanation`, `your text here`, `some text`, `string`.
///
/// Something of yours is a value, unless it is called like the key. A field that describes a type may have the name of one.
fn stands_for_text(leaf: &FoundValue<'_>) -> bool {
    const TEXTS: [&str; 8] = [
        "some text",
        "text here",
        "your text",
        "your answer",
        "sample text",
        "placeholder",
        "a string",
        "lorem ipsum",
    ];
    let content = leaf.content.trim();
    if content.len() > LONGEST_BLANK {
        return false;
    }
    let content = content.trim_end_matches(['.', '…']).to_ascii_lowercase();
    let describes_type = || {
        let key = leaf.key.to_ascii_lowercase();
        ["type", "kind", "format", "schema"]
            .iter()
            .any(|word| key.contains(word))
    };
    let yours = content.strip_prefix("your ");
    TEXTS.contains(&&*content)
        || (content == "string" && !leaf.key.is_empty() && !describes_type())
        || yours.is_some_and(|yours| yours.ends_with(" here") || fold::folds_to(yours, leaf.key))
}

/// Whether a value is the name of a type, as in a declaration or a schema.
fn names_type(leaf: &FoundValue<'_>) -> bool {
    const TYPES: [&str; 22] = [
        "string", "str", "&str", "text", "int", "integer", "number", "float", "double", "bool", "boolean", "u8", "u32",
        "u64", "i32", "i64", "f64", "list", "array", "object", "any", "char",
    ];
    let name = leaf.content.trim().trim_end_matches([',', ';']);
    let name = name.strip_suffix("[]").unwrap_or(name);
    let inner = || {
        let (outer, rest) = name.split_once(['<', '['])?;
        let is_name = !outer.is_empty() && outer.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        Some(is_name && rest.ends_with(['>', ']']))
    };
    TYPES.iter().any(|known| known.eq_ignore_ascii_case(name)) || inner().unwrap_or(false)
}

/// Whether a value mentions its own key, as a description does: `name: the name of the person`.
fn names_itself(leaf: &FoundValue<'_>) -> bool {
    let mut words = leaf.content.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|word| !word.is_empty() && fold::folds_to(word, leaf.key))
}

#[cfg(test)]
mod tests {
    use super::{FoundValue, describe_values, inline_elements, without_fence, without_marks};

    fn describes(leaves: &[(&'static str, &'static str, bool)]) -> bool {
        let leaf =
            |&(key, content, is_typed): &(&'static str, &'static str, bool)| FoundValue { key, content, is_typed };
        describe_values(&leaves.iter().map(leaf).collect::<Vec<_>>())
    }

    #[test]
    fn descriptions_are_no_values() {
        assert!(describes(&[("name", "<your name>", false)]));
        assert!(describes(&[("name", "[Your name]", false), ("age", "36", true)]));
        assert!(describes(&[("name", "...", false), ("age", "36", true)]));
        assert!(describes(&[("name", "____", false)]));
        assert!(describes(&[("name", "string", false), ("age", "u32", true)]));
        assert!(describes(&[("tags", "Vec<String>,", false)]));
        assert!(describes(&[
            ("name", "the name of the person", false),
            ("city", "a city", false)
        ]));
        assert!(describes(&[("name", "Who is it?", false), ("city", "Where?", false)]));
        assert!(describes(&[("name", "unknown", false), ("city", "unknown", false)]));
        assert!(describes(&[("name", "", false), ("city", "", false)]));
        for text in [
            "some text",
            "your text here",
            "Your reason here.",
            "your reason",
            "string",
        ] {
            assert!(describes(&[("level", "1", true), ("reason", text, false)]), "{text}");
        }
    }

    #[test]
    fn values_are_values() {
        assert!(!describes(&[("name", "Ada", false), ("city", "London", false)]));
        assert!(!describes(&[("name", "the name", false), ("age", "36", true)]));
        assert!(!describes(&[("type", "string theory", false)]));
        for (key, text) in [
            ("type", "string"),
            ("reason", "your tests fail"),
            ("reason", "some text is cut off"),
        ] {
            assert!(!describes(&[("level", "1", true), (key, text, false)]), "{text}");
        }
        assert!(!describes(&[("title", "Why?", false), ("body", "Because.", false)]));
    }

    #[test]
    fn marks_around_a_whole_value_are_dropped() {
        assert_eq!(without_marks("**high**"), "high");
        assert_eq!(without_marks("`2`"), "2");
        assert_eq!(without_marks("**a** and **b**"), "**a** and **b**");
        assert_eq!(without_marks("**"), "**");
    }

    #[test]
    fn a_fence_around_a_whole_value_is_dropped() {
        assert_eq!(without_fence("```python\nx = 1\n```"), "x = 1");
        assert_eq!(without_fence("```\na\n\nb\n```"), "a\n\nb");
        for text in ["```a```", "Run:\n```\na\n```", "```\na\n```\nb\n```\nc\n```", "``"] {
            assert_eq!(without_fence(text), text);
        }
    }

    #[test]
    fn brackets_around_elements_are_a_list() {
        let read = |text: &'static str| {
            let list = inline_elements(text)?;
            Some(
                list.elements
                    .into_iter()
                    .map(|element| &text[element])
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(read("[a, b c]"), Some(vec!["a", "b c"]));
        assert_eq!(
            read(r#"["a, b", 'it\'s', c]"#),
            Some(vec![r#""a, b""#, r"'it\'s'", "c"])
        );
        assert_eq!(read("[\"a\"]"), Some(vec!["\"a\""]));
        assert_eq!(read("\"a, b\", 'c'"), Some(vec!["\"a, b\"", "'c'"]));
        for text in [
            "\"a\"",
            "\"a\", b",
            "\"a\" or \"b\"",
            "[a]",
            "[a-z]*.rs",
            "[]",
            "[a,]",
            "[a, [b]]",
            "[a, {b: c}]",
            "[\"a, b]",
            "a, b",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
