//! Answers in which every line begins with the same mark: a quoted reply, a block of comments, numbered lines, the
//! events of a stream.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bounds::LONGEST_LINE;
use crate::path::head;
use crate::read::scan;
use crate::read::steps::step;

/// What each line begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Prefix {
    Sign(&'static str),
    /// The line's number, and the sign after it.
    Number(u64, char),
}

/// The signs that people and programs put before each line of what they quote, the longer ones first.
const SIGNS: [&str; 7] = ["data:", "//", ">", "|", "#", "+", "%"];

/// The signs before each item of a list, which may be before each line of a document too.
const BULLETS: [&str; 2] = ["- ", "* "];

impl Prefix {
    /// What this line begins with after white space, and where that ends.
    fn of(line: &str) -> Option<(Self, usize)> {
        let content = without_indent(line);
        content.as_bytes().first().filter(|&&first| may_begin(first))?;
        let lead = line.len() - content.len();
        if let Some(sign) = SIGNS.into_iter().find(|sign| content.starts_with(sign)) {
            let rest = &content[sign.len()..];
            let more = rest.len() - rest.trim_start_matches(['/', '#', '>', '|']).len();
            return Some((Self::Sign(sign), lead + sign.len() + more));
        }
        let digits = content.bytes().take_while(u8::is_ascii_digit).count();
        let number = content[..digits].parse().ok()?;
        let behind = &content[digits..];
        // Programs that number lines draw a bar or an arrow after a space: `12 | {`.
        let drawn = behind.trim_start_matches(' ');
        let is_drawn = drawn.starts_with(['|', '│', '→']);
        let mark = if is_drawn { drawn } else { behind };
        let sign = mark.chars().next()?;
        let is_sign = is_drawn || matches!(sign, ':' | '.' | ')' | '\t' | ' ');
        let length = line.len() - mark.len() + sign.len_utf8();
        is_sign.then_some((Self::Number(number, sign), length))
    }

    /// The bullet that this line begins with after white space, and where that ends.
    fn bullet(line: &str) -> Option<(Self, usize)> {
        let content = without_indent(line);
        let sign = BULLETS.into_iter().find(|sign| content.starts_with(sign))?;
        Some((Self::Sign(sign), line.len() - content.len() + sign.len()))
    }

    /// Whether this is a bullet: what follows may be an item of a list, and not a line of a document.
    fn is_bullet(self) -> bool {
        matches!(self, Self::Sign(sign) if BULLETS.contains(&sign))
    }

    /// Whether a line that begins so may be the next one.
    fn leads_to(self, next: Self) -> bool {
        match (self, next) {
            (Self::Number(one, sign), Self::Number(other, same)) => one.checked_add(1) == Some(other) && sign == same,
            _ => self == next,
        }
    }
}

/// Whether a sign, a number or a bullet may begin with this byte, or white space that is not ASCII. Most lines begin with none of those.
fn may_begin(first: u8) -> bool {
    MAY_BEGIN[usize::from(first)]
}

static MAY_BEGIN: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        // Digits, and white space that is neither a blank nor a line break.
        table[byte] = byte >= 0x80 || matches!(byte, 0x30..=0x39 | 0x0b | 0x0c);
        byte += 1;
    }
    let mut i = 0;
    while i < SIGNS.len() + BULLETS.len() {
        let sign = if i < SIGNS.len() {
            SIGNS[i]
        } else {
            BULLETS[i - SIGNS.len()]
        };
        table[sign.as_bytes()[0] as usize] = true;
        i += 1;
    }
    table
};

/// A line without the white space that it begins with. Nearly all of that is ASCII, which is skipped faster.
fn without_indent(line: &str) -> &str {
    line[scan::after_space(line.as_bytes(), 0)..].trim_start()
}

/// Whether the line with the position `pos` begins with such a sign or number, before that position.
pub(super) fn is_prefixed(text: &str, pos: usize) -> bool {
    let start = text[..pos].rfind('\n').map_or(0, |end| end + 1);
    step(pos - start);
    Prefix::of(&text[start..]).is_some_and(|(_, length)| start + length <= pos)
}

/// Whether there is anything before the position `pos` on its line: other lines may begin with it too.
pub(super) fn may_be_prefixed(text: &str, pos: usize) -> bool {
    let line = text[..pos].rsplit('\n').next().unwrap_or_default();
    step(line.len());
    !line.trim_start().is_empty() && without_prefixes(text).is_some()
}

/// The text with blanks in place of what each line of a part of it begins with, and that part; `None` where no two lines
/// with a bracket or quote among them begin so. What is left is where it was.
pub(super) fn without_prefixes(text: &str) -> Option<(String, Range<usize>)> {
    let mut run: Option<(Prefix, Range<usize>)> = None;
    let mut prefixes: Vec<Range<usize>> = Vec::new();
    let mut found: Option<(Vec<Range<usize>>, Range<usize>)> = None;
    let mut start = 0;
    step(text.len());
    let mut close = |prefixes: &mut Vec<Range<usize>>, run: Option<(Prefix, Range<usize>)>| {
        let prefixes = core::mem::take(prefixes);
        if let Some((prefix, part)) = run
            && prefixes.len() > 1
            && (!prefix.is_bullet() || are_lines(text, &prefixes))
            && text[part.clone()].contains(['{', '['])
            && found.as_ref().is_none_or(|(before, _)| before.len() < prefixes.len())
        {
            found = Some((prefixes, part));
        }
    };
    while start < text.len() {
        let end = (scan::either(text.as_bytes(), start, b'\n', b'\n') + 1).min(text.len());
        if run.is_none() {
            let line = &text.as_bytes()[..end];
            let first = line.get(scan::after_space(line, start));
            if !first.is_some_and(|&first| may_begin(first)) {
                start = end;
                continue;
            }
        }
        let line = &text[start..end];
        let is_event = matches!(run, Some((Prefix::Sign("data:"), _)))
            && ["event:", "id:", "retry:", ":", "data: [DONE]"]
                .iter()
                .any(|field| line.starts_with(field));
        match (Prefix::of(line).or_else(|| Prefix::bullet(line)), run.take()) {
            (_, Some((prefix, part))) if is_event => {
                prefixes.push(start..start + line.trim_end().len());
                run = Some((prefix, part));
            }
            (Some((prefix, length)), Some((before, part))) if before.leads_to(prefix) => {
                prefixes.push(start..start + length);
                run = Some((prefix, part.start..end));
            }
            (Some((prefix, length)), before) => {
                close(&mut prefixes, before);
                prefixes.push(start..start + length);
                run = Some((prefix, start..end));
            }
            (None, Some((prefix, part))) if line.trim_start().is_empty() => run = Some((prefix, part)),
            (None, None) => {}
            (None, before) => close(&mut prefixes, before),
        }
        start = end;
    }
    close(&mut prefixes, run);
    let (prefixes, part) = found.or_else(|| repeated(text))?;
    // A few lines of a document that begin alike are no quotation of it.
    if text[..part.start].contains("\":") || text[part.end..].contains("\":") {
        return None;
    }
    let mut bare = String::with_capacity(text.len());
    for prefix in prefixes {
        bare.push_str(&text[bare.len()..prefix.start]);
        bare.extend(core::iter::repeat_n(' ', prefix.len()));
    }
    bare.push_str(&text[bare.len()..]);
    Some((bare, part))
}

/// What each line of an answer begins with, and the lines: any text before the bracket on the first line that the other lines begin with
/// too, but for its numbers. `[INFO] {"a":`, `L1: {`.
fn repeated(text: &str) -> Option<(Vec<Range<usize>>, Range<usize>)> {
    let first = text.find(['{', '['])?;
    let start = text[..first].rfind('\n').map_or(0, |end| end + 1);
    step(first);
    let line = head(&text[start..], LONGEST_LINE).lines().next().unwrap_or_default();
    // On its first line, the answer is not closed yet.
    let brackets = |signs: [char; 2]| line.matches(signs).count();
    if brackets(['{', '[']) <= brackets(['}', ']']) {
        return None;
    }
    let is_json = |c: char| c.is_whitespace() || c.is_ascii_digit() || "[]{}:,.'+-".contains(c);
    let openers = line.match_indices(['{', '[']).take(MOST_BRACKETS).map(|(at, _)| at);
    let marks = openers.map(|at| line[..at].trim_end());
    let mut marks = marks.filter(|mark| {
        let is_sign = !mark.trim_matches(is_json).is_empty() || mark.contains("--");
        mark.len() <= LONGEST_MARK && !mark.contains(['"', '{']) && is_sign
    });
    let mark = marks.next()?;
    let mut prefixes = Vec::new();
    let mut end = start;
    for line in text[start..].split_inclusive('\n') {
        match length_like(mark, line) {
            Some(length) => prefixes.push(end..end + length),
            None if line.trim_start().is_empty() => {}
            None => break,
        }
        end += line.len();
    }
    // All of the answer is on these lines.
    step(text.len() - end);
    let is_whole = !text[end..].contains(['}', ']']);
    (prefixes.len() > 1 && is_whole).then_some((prefixes, start..end))
}

/// The length of what this line begins with, if it is like the mark but for the digits.
fn length_like(mark: &str, line: &str) -> Option<usize> {
    let is_digit = |c: char| c.is_ascii_digit();
    let (mut mark, mut rest) = (mark, line);
    loop {
        let (digits, others) = (mark.trim_start_matches(is_digit), rest.trim_start_matches(is_digit));
        step(mark.len() - digits.len() + 1);
        if (digits.len() < mark.len()) != (others.len() < rest.len()) {
            return None;
        }
        let Some(next) = digits.chars().next() else {
            return Some(line.len() - others.len());
        };
        mark = &digits[next.len_utf8()..];
        rest = others.strip_prefix(next)?;
    }
}

/// What a program writes before each line is no longer, in bytes.
const LONGEST_MARK: usize = 48;

/// So many brackets of the first line are looked at: what each line begins with may contain some.
const MOST_BRACKETS: usize = 3;

/// Whether what follows these bullets are the lines of one document: opening brackets alone on the first line, closing ones
/// alone on the last. No item of a list is a bracket.
fn are_lines(text: &str, bullets: &[Range<usize>]) -> bool {
    let is_only = |bullet: Option<&Range<usize>>, brackets: [char; 2]| {
        let line = bullet.and_then(|bullet| text[bullet.end..].lines().next());
        let line = line.unwrap_or_default().trim();
        !line.is_empty() && line.trim_matches(brackets).is_empty()
    };
    is_only(bullets.first(), ['[', '{']) && is_only(bullets.last(), [']', '}'])
}

#[cfg(test)]
mod tests {
    use super::without_prefixes;

    #[test]
    fn prefixes_become_blanks() {
        let bare = |text| without_prefixes(text).map(|(bare, _)| bare);
        assert_eq!(bare("> {\n> \"a\": 1\n> }").as_deref(), Some("  {\n  \"a\": 1\n  }"));
        assert_eq!(bare("1: {\n2: }").as_deref(), Some("   {\n   }").map(|_| "   {\n   }"));
        assert_eq!(bare("{\n\"a\": 1\n}"), None);
        assert_eq!(bare("> one\n> two"), None);
        assert_eq!(bare("- [\n- 1\n- ]").as_deref(), Some("  [\n  1\n  ]"));
        assert_eq!(bare("- [1]\n- [2]"), None);
        assert_eq!(bare("- {\n- \"a\": 1}"), None);
        assert_eq!(bare("1: {\n3: }"), None);
        assert_eq!(bare(" 9 | {\n10 | }").as_deref(), Some("     {\n     }"));
        assert_eq!(
            bare("[INFO] {\"a\":\n[INFO] 1}").as_deref(),
            Some("       {\"a\":\n       1}")
        );
        assert_eq!(bare("L9: {\nL10: }").as_deref(), Some("    {\n     }"));
        assert_eq!(bare("Item 1: {}\nItem 2: {}"), None);
        assert_eq!(bare("Item 1: [\nItem 2: {}\n]"), None);
        assert_eq!(bare("[[1,\n[2]]]"), None);
        assert_eq!(bare("9→{\n10→}").as_deref(), Some("    {\n     }"));
    }
}
