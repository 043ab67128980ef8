//! Whether a string with line breaks that are not escaped swallowed something.

use core::ops::Range;

use crate::path::{Frame, Level};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Cursor<'_> {
    /// Records a guess if the string at `content`, which has lines, may have swallowed the end of a fence or the next element.
    #[cold]
    pub(in crate::read) fn conserve_lines(&mut self, content: Range<usize>, at: &Frame<'_>) {
        self.conserve_fence(content.clone(), at);
        let in_list = matches!(at.place().level, Level::List { .. });
        let text = &self.text[content.clone()];
        if (in_list && meets_in_lines(text)) || (!at.is_root() && has_unlikely_line(text, at)) {
            self.repaired(RepairKind::AmbiguousQuote, at, content);
        }
    }

    /// Records a guess if a line in the string at `content` would close the fence around the answer: the same mark, and
    /// nothing else. The model may have closed the fence and begun its answer again. A line that closes a fence which the
    /// string opens itself, with an info string, is no such line.
    fn conserve_fence(&mut self, content: Range<usize>, at: &Frame<'_>) {
        if !holds_fence(&self.text.as_bytes()[content.clone()]) {
            return;
        }
        step(content.len());
        // The first line begins after a quote, so it may open a fence only.
        let (first, inner) = self.text[content.clone()].split_once('\n').unwrap_or_default();
        let mut is_open = first.contains("```") || first.contains("~~~");
        let mut longest = [0, 0];
        for line in inner.lines().map(str::trim) {
            for (sign, longest) in ['`', '~'].into_iter().zip(&mut longest) {
                let width = line.len() - line.trim_start_matches(sign).len();
                if width < 3 {
                    continue;
                }
                if width == line.len() && !is_open {
                    *longest = width.max(*longest);
                }
                is_open = width < line.len();
            }
        }
        let closes = |(sign, width): (&str, usize)| {
            width > 0
                && self
                    .fence_before(content.start, sign)
                    .is_some_and(|opening| opening <= width)
        };
        if ["```", "~~~"].into_iter().zip(longest).any(closes) {
            self.repaired(RepairKind::AmbiguousQuote, at, content);
        }
    }

    /// The width of the last mark before `pos` that begins with these three signs, if it opened a fence. Within another fence, a
    /// mark is known to open one by its info string.
    fn fence_before(&self, pos: usize, signs: &str) -> Option<usize> {
        let before = &self.whole()[..pos];
        let found = before.rfind(signs);
        step(before.len() - found.unwrap_or(0));
        let (before, after) = before.split_at(found? + signs.len());
        let lead = before.trim_end_matches(&signs[..1]);
        let (info, _) = after.split_once('\n').unwrap_or((after, ""));
        let is_info = info.starts_with(char::is_alphanumeric) && info.trim_end().chars().all(char::is_alphanumeric);
        let begins_line = lead.trim_end_matches([' ', '\t']).ends_with('\n') || lead.is_empty();
        let opens = self.fenced || (begins_line && is_info);
        opens.then_some(before.len() - lead.len())
    }
}

/// Whether a line of this text ends in a quote, with signs after it or without, and the next one begins with one: two elements
/// whose quotes are not those of the others, or between which another sign took the place of the comma. Blank lines do not count.
fn meets_in_lines(text: &str) -> bool {
    step(text.len());
    let is_sign = |c: char| !c.is_alphanumeric() && !quotes::is_quote(c);
    // The line break before an element may be escaped.
    let lines = text.split('\n').flat_map(|line| line.split("\\n"));
    let mut lines = lines
        .map(|line| line.trim_matches(is_sign))
        .filter(|line| !line.is_empty());
    let mut before = lines.next().unwrap_or_default();
    lines.any(|line| {
        let ends = before.ends_with(quotes::is_quote);
        before = line;
        ends && line.starts_with(quotes::is_quote)
    })
}

/// Whether this line is the number of a page, as a program puts it between two lines of a document: `- 2 -`.
fn is_page_number(line: &str) -> bool {
    let number = line.strip_prefix("- ").and_then(|line| line.strip_suffix(" -"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a line of this text begins or ends in a way that is unlikely inside a string: the string may have ended there, or the answer may
/// have been begun again.
fn has_unlikely_line(text: &str, at: &Frame<'_>) -> bool {
    step(text.len());
    let bytes = text.as_bytes();
    let is_field = |name: &str| match at.place().level {
        Level::Object { spec, .. } => {
            let name = name.trim_matches(quotes::is_quote);
            spec.exact(name).or_else(|| spec.folded(name)).is_some()
        }
        Level::Map { .. } | Level::Rest { .. } => opens(name) && name.ends_with(quotes::is_quote),
        _ => false,
    };
    let (mut start, mut pos) = (0, 0);
    let (mut before, mut colon) = ("", None);
    loop {
        pos = scan::either(bytes, pos, b'\n', b':');
        if bytes.get(pos) == Some(&b':') {
            colon.get_or_insert(pos);
            pos += 1;
            continue;
        }
        let line = text[start..pos].trim();
        let is_first = (before.ends_with(['[', '{']) || matches!(before, "}," | "],")) && opens(line);
        // The first line begins after the quote.
        let begins_object = || start > 0 && line.strip_prefix(['[', '{']).is_some_and(opens);
        let member = colon.filter(|colon| start > 0 && opens(&text[colon + 1..pos]));
        let is_member = || member.is_some_and(|colon| is_field(text[start..colon].trim()));
        let is_page = || before.is_empty() && start > 0 && is_page_number(line);
        // An odd quote before a sign at the end of the first line closes the string.
        let is_closed = || start == 0 && ends_in_half(line);
        if is_first
            || begins_object()
            || is_member()
            || (pos < bytes.len() && (ends_in_line(line) || is_page() || is_closed()))
        {
            return true;
        }
        if pos == bytes.len() {
            return false;
        }
        (before, colon) = (line, None);
        pos += 1;
        start = pos;
    }
}

/// Whether this text begins with a quote that is not escaped.
fn opens(text: &str) -> bool {
    text.trim_start().starts_with(quotes::is_quote)
}

/// Whether a line ends with a quote and a sign, and has an odd number of quotes.
fn ends_in_half(line: &str) -> bool {
    let told = line.strip_suffix(['.', ';', '|', ':']).map(str::trim_end);
    told.is_some_and(|told| told.ends_with('"') && told.matches('"').count() % 2 == 1)
}

/// Whether a line ends with an unescaped quote and a comma, or with a line break that was escaped twice (`\\n`, `\\r`).
fn ends_in_line(line: &str) -> bool {
    match line.as_bytes() {
        [.., b','] => {
            let string = &line[..line.len() - 1];
            string.ends_with(quotes::is_quote) && !string.ends_with("\\\"")
        }
        bytes => bytes.ends_with(b"\\\\n") || bytes.ends_with(b"\\\\r"),
    }
}

/// Whether three signs that open a fence, or close one, are in this text.
fn holds_fence(text: &[u8]) -> bool {
    let mut at = scan::either(text, 0, b'`', b'~');
    while let Some(signs) = text[at..].first_chunk() {
        if matches!(signs, b"```" | b"~~~") {
            return true;
        }
        at = scan::either(text, at + 1, b'`', b'~');
    }
    false
}
