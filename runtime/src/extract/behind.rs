//! Checks what follows an answer for signs that the answer goes on there.

mod words;

use core::ops::Range;

use crate::bounds::{LONGEST_LAST_SPACE, LONGEST_LINE, LONGEST_PIECE, LONGEST_PROSE_KEY, LONGEST_TAG};
use crate::path::{head, tail};
use crate::read::conserve::is_unseen;
use crate::read::entity;
use crate::read::quotes;
use crate::read::scan;
use crate::read::steps::step;
use words::MORE;
pub(super) use words::{changes_list, goes_on_in_words, is_cut_by_remark};

/// Whether a comma, or a key with its colon, follows the value that ends at `end`: prose does not begin like that.
pub(super) fn goes_on(text: &str, end: usize) -> bool {
    let behind = head(&text[end..], LONGEST_LINE);
    let rest = behind.trim_start();
    // The marker for the end of a turn may be inside the answer, which then continues right after it.
    let marked = rest.strip_prefix('<').and_then(|tag| tag.split_once('>'));
    let rest = marked.map_or(rest, |(_, rest)| rest);
    if marked.is_some() && (quotes::opens_string(rest) || begins_bare_member(rest)) {
        return true;
    }
    // A number or string that touches the closing bracket is part of what the bracket cut off, and so is the rest of a number.
    let inner = behind.trim_start_matches(['"', '\'', '-', '.']);
    // So is a word, if there is a quote on its line.
    let line = behind.split('\n').next().unwrap_or_default();
    let is_word = behind.trim_start_matches([']', '}']).starts_with(char::is_alphabetic) && line.contains('"');
    let is_touching = is_word
        || inner.starts_with(|c: char| c.is_ascii_digit())
        || (inner.len() < behind.len() && !behind.starts_with(['-', '.']) && inner.starts_with(char::is_alphanumeric));
    if is_touching || is_literal(behind) || is_list_on_line(&text[..end], behind) {
        return true;
    }
    let inner = rest.trim_start_matches(is_blank_or_closer);
    let is_closed_again = rest.trim_start().len() > inner.len();
    let rest = inner;
    step(behind.len() - rest.len());
    let (rest, comma) = after_comma(rest);
    // A remark on the answer's own line says nothing of the next one, and nor does the number of a source.
    let (rest, later_comma) = after_comma(after_remark(rest));
    let has_comma = comma || later_comma;
    // The line break may be an escape, and the next value may have marks before it.
    let rest = match rest.strip_prefix("\\n").or_else(|| rest.strip_prefix("\\r")) {
        Some(rest) if has_comma => rest.trim_start(),
        _ => rest,
    };
    if rest.is_empty() || (rest.starts_with("```") && behind.starts_with('\n')) {
        return false;
    }
    if has_comma && (begins_marked(rest) || rest.starts_with([']', '}'])) {
        return true;
    }
    // Another part of the answer, between brackets that were closed too early.
    if is_closed_again && rest.starts_with(['[', '{']) && rest.trim_end().ends_with([']', '}']) {
        return true;
    }
    // The key before it lost its brace: `{"age"}: 3`.
    if behind
        .strip_prefix(':')
        .is_some_and(|value| begins_value(value.trim_start()))
    {
        return true;
    }
    if rest
        .trim_end()
        .strip_suffix(',')
        .is_some_and(|rest| rest.trim_end().ends_with(['"', '\'']))
    {
        return true;
    }
    // Or one that is cut off.
    let is_cut = rest.strip_prefix('"').is_some_and(|inner| !inner.contains('"'));
    if is_cut || ends_in_odd_quote(line) || begins_half_key(rest) {
        return true;
    }
    if has_comma && MORE.iter().any(|more| rest.starts_with(more)) {
        return true;
    }
    // After a comma, what is in quotes is the rest of the answer.
    if has_comma && (line.contains(['"', '`']) || begins_with_quoted_line(rest)) {
        return true;
    }
    if is_computed(behind) {
        return true;
    }
    let is_number = rest
        .strip_prefix('-')
        .unwrap_or(rest)
        .starts_with(|c: char| c.is_ascii_digit());
    let is_literal = is_literal(rest);
    let opens = rest.starts_with(['{', '[']) || (quotes::opens_string(rest) && !rest.starts_with("```"));
    let is_left_out = rest.starts_with("...") || rest.starts_with('…');
    // Nothing but dots on its line: they are in place of the rest of the answer.
    let is_sign = |c: char| is_blank_or_closer(c) || matches!(c, '*' | '_' | '-');
    if !behind.starts_with('\n') && matches!(rest.trim_matches(is_sign), "..." | "…") {
        return true;
    }
    if has_comma && (is_number || is_literal || opens || is_left_out) {
        return true;
    }
    step(rest.len());
    let begins_bare = begins_bare_member(rest);
    // Elements and a closing bracket without an opening one.
    let begins_element = is_number || is_literal || rest.starts_with(['"', '\'']) || begins_bare;
    let is_closed = begins_element && rest.trim_end().ends_with([']', '}']) && !rest.contains(['[', '{']);
    if begins_piece(rest) || promises_more(rest) {
        return true;
    }
    // On the answer's own line, text in quotes may be part of it, unless words come first.
    let is_remark = rest.starts_with(char::is_alphabetic) || rest.is_empty();
    // Nobody writes a remark of nothing but numbers.
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | 'e' | 'E' | ',' | ' ' | ']' | '}');
    if is_literal && rest.contains([',', ']']) {
        return true;
    }
    if is_number
        && rest
            .split('\n')
            .next()
            .unwrap_or_default()
            .trim_end()
            .chars()
            .all(is_part)
    {
        return true;
    }
    is_closed || (has_comma && begins_bare) || begins_member(rest) || (!is_remark && holds_mark(line))
}

/// Whether this line has a double quote, written as a sign or as an entity.
fn holds_mark(line: &str) -> bool {
    line.contains('"') || entity::holds_quote(line)
}

/// Whether a list ends this text, and another one follows on its line. After an empty list, the number of a source is rather an element.
fn is_list_on_line(text: &str, behind: &str) -> bool {
    let next = behind.trim_start_matches(' ');
    step(behind.len() - next.len());
    next.starts_with('[') && text.ends_with(']') && (text.ends_with("[]") || !begins_with_source(next))
}

/// Whether a number in brackets begins this text, or a link: `[1]`, `[here](..)`.
fn begins_with_source(text: &str) -> bool {
    let inner = text.strip_prefix('[').map(|inner| head(inner, LONGEST_LINE));
    inner
        .and_then(|inner| inner.split_once(']'))
        .is_some_and(|(number, after)| {
            step(number.len());
            after.starts_with('(') || number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

/// Whether there are words and quotes in the first line of this text.
fn begins_with_quoted_line(text: &str) -> bool {
    let line = text.split('\n').next().unwrap_or_default();
    step(line.len());
    line.contains(['"', '`', '“', '„', '«', '‘']) && line.contains(char::is_alphanumeric)
}

/// Whether this line ends a string that nothing opens on it: `c",`.
fn ends_in_odd_quote(line: &str) -> bool {
    let last = line.trim_end().trim_end_matches([',', ']', '}']);
    last.ends_with('"') && last.matches('"').count() % 2 == 1
}

/// Whether code goes on right after a value, which is then only a part of it: `[1, 2] * 2`, `[1, 2].reverse()`.
fn is_computed(behind: &str) -> bool {
    let method = behind.strip_prefix('.').map(|rest| {
        let name = rest.trim_start_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
        (rest.len() > name.len(), name)
    });
    let is_method = method.is_some_and(|(has_name, rest)| has_name && rest.starts_with('('));
    let operand = behind.trim_start_matches(' ').strip_prefix(['*', '+', '/', '%']);
    let operand = operand.map(|operand| operand.trim_start_matches(' '));
    is_method || operand.is_some_and(|operand| operand.starts_with(|c: char| c.is_ascii_digit() || c == '['))
}

/// The text after a comma at its beginning, and whether there was one.
fn after_comma(text: &str) -> (&str, bool) {
    match text.strip_prefix(',') {
        // Some spaces have no width.
        Some(rest) => (
            rest.trim_start_matches(|c: char| c.is_whitespace() || is_unseen(c)),
            true,
        ),
        None => (text, false),
    }
}

/// The text after a comment or the number of a source (`[1]`) on its first line, if there is one.
fn after_remark(text: &str) -> &str {
    let is_comment = ["# ", "// "].iter().any(|sign| text.starts_with(sign));
    let numbered = text.strip_prefix('[').and_then(|text| text.split_once(']'));
    let number = numbered.filter(|(number, _)| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()));
    let rest = match (is_comment, number) {
        (true, _) => text.split_once('\n').map_or("", |(_, rest)| rest),
        (_, Some((_, rest))) => rest,
        _ => return text,
    };
    step(text.len() - rest.len());
    rest.trim_start()
}

/// Whether a string in marks or with a letter before it, or a key without its first quote, is at the beginning of this text.
fn begins_marked(text: &str) -> bool {
    let told = text.trim_start_matches(|c: char| c.is_whitespace() || "*_~`#>•(|\\".contains(c));
    let is_bare = told.len() < text.len() && begins_bare_member(told);
    // A sign in place of a quote, with the colon in the same word: `(rate):114`.
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_in_one_word = first.trim_end_matches(':').contains([':', '=']) && !first.contains("://");
    let told = match told.strip_prefix(|c: char| c.is_ascii_alphabetic()) {
        Some(string) if string.starts_with('"') => string,
        _ => told,
    };
    let is_marked = told.len() < text.len() && quotes::opens_string(told);
    is_marked || is_bare || is_in_one_word || begins_half_key(text)
}

/// Whether a key without its first quote, its colon and a value are at the beginning of this text.
fn begins_half_key(text: &str) -> bool {
    let name = text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    name.len() < text.len() && name.strip_prefix(['"', '\'']).is_some_and(is_colon_and_value)
}

/// Whether a literal of JSON begins the text, and is all of an element: prose goes on with another word.
fn is_literal(text: &str) -> bool {
    let rest = ["true", "false", "null"]
        .iter()
        .find_map(|literal| text.strip_prefix(literal));
    rest.is_some_and(|rest| matches!(rest.trim_start().bytes().next(), None | Some(b',' | b']' | b'}')))
}

/// Whether a value of JSON begins the text.
fn begins_value(text: &str) -> bool {
    text.starts_with(['"', '{', '[', '-']) || text.starts_with(|c: char| c.is_ascii_digit()) || is_literal(text)
}

/// Whether the value at `start..end` ends inside of a text: a quote follows its closing bracket, and after that, a bracket is
/// closed that nothing opened.
pub(super) fn is_torn(text: &str, start: usize, end: usize) -> bool {
    let is_quoted = text[..start].ends_with(['"', '\'', '`']);
    head(&text[end.max(start)..], LONGEST_PIECE)
        .strip_prefix('"')
        .is_some_and(|behind| !is_quoted && scan::unopened(behind).is_some())
}

/// Where the string is opened with which this value ends, if no quote is inside it.
pub(super) fn last_text(value: &str) -> Option<usize> {
    let inner = value
        .trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '}' | ']'))
        .strip_suffix('"')?;
    let quote = inner.rfind('"')?;
    step(value.len() - quote);
    value[..quote].trim_end().ends_with([':', ',', '[']).then_some(quote)
}

/// Whether a closing bracket follows the value that ends at `end`: one inside the value may have come too early.
#[cold]
#[inline(never)]
pub(super) fn ends_late(text: &str, end: usize) -> bool {
    let next = scan::after_space(text.as_bytes(), end);
    matches!(text.as_bytes().get(next), Some(b'}' | b']'))
}

/// What follows the comma after a value, if nothing but closing brackets and a number in brackets precedes that comma.
fn behind_comma(behind: &str) -> Option<&str> {
    let is_passed = |c: char| c.is_whitespace() || matches!(c, '}' | ']');
    let told = behind.trim_start_matches(is_passed);
    let told = told.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '(' | ')'));
    step(behind.len() - told.len());
    told.strip_prefix(',')
}

/// Whether a comma follows a value, and nothing follows the comma, or nothing on its line: it promises more.
pub(super) fn ends_in_comma(behind: &str) -> bool {
    behind_comma(behind).is_some_and(|rest| {
        let is_blank = |line: &str| line.split_whitespace().all(|word| matches!(word, "\\" | "\\n"));
        rest.split('\n').next().is_none_or(is_blank) && (is_blank(rest) || rest.trim_end().ends_with('"'))
    })
}

/// Whether a comma and a few words that end with a number follow a value and end the text: they may be an entry without its punctuation.
pub(super) fn ends_in_entry(behind: &str) -> bool {
    behind_comma(behind).is_some_and(|rest| {
        let rest = rest.trim_end();
        step(rest.len());
        let last = rest.rsplit(char::is_whitespace).next().unwrap_or_default();
        last.starts_with(|c: char| c.is_ascii_digit() || c == '-') && rest.split_whitespace().count() <= MOST_WORDS
    })
}

/// The most words in such an entry, counting the sign between key and value.
const MOST_WORDS: usize = 4;

/// Whether a fence closes right after a value, and a closing bracket follows the fence; or another fence, which begins with one or with a
/// comma.
pub(super) fn closes_after_fence(behind: &str) -> bool {
    step(1);
    let Some(after) = behind.trim_start().strip_prefix("```") else {
        return false;
    };
    let after = after.trim_start_matches('`');
    let next = head(after.trim_start(), LONGEST_LINE).strip_prefix("```");
    let content = next
        .and_then(|next| next.split_once('\n'))
        .map(|(_, content)| content.trim_start());
    after.starts_with(['}', ']']) || content.is_some_and(|content| content.starts_with(['}', ']', ',']))
}

/// Whether nothing but closing brackets that nothing opened follows an answer, and a comma: it may be a part of another value. What opened
/// them may be in a comment that was removed.
pub(super) fn closes_outer(behind: &str, opens_in_comment: impl FnOnce() -> bool) -> bool {
    let told = behind.trim();
    step(behind.len());
    told.starts_with(['}', ']'])
        && told.chars().all(|c| c.is_whitespace() || matches!(c, '}' | ']' | ','))
        && (told.ends_with(',') || opens_in_comment())
}

/// Whether a comma follows a value. In prose, one may follow it too.
pub(super) fn begins_with_comma(behind: &str) -> bool {
    behind_comma(behind).is_some()
}

/// What follows a value, without the marks that close its fence.
fn after_fence(behind: &str) -> &str {
    let closed = behind.trim_start().strip_prefix("```");
    closed.map_or(behind, |rest| rest.trim_start_matches('`'))
}

/// What follows a value, without any backticks that come first: those that close its fence, and those that open another fence or code.
pub(super) fn after_marks(mut behind: &str) -> &str {
    while let Some(code) = behind.trim_start().strip_prefix('`') {
        step(behind.len() - code.len());
        let code = code.trim_start_matches('`');
        let content = code.trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        behind = if content.starts_with('\n') { content } else { code };
    }
    behind
}

/// Whether what follows a value may show that a part of it is missing: a comma at either end, a single word, a closing bracket after the
/// fence, a remark, a question mark, a string, alone on the last line or before anything else, or a member.
pub(super) fn may_lack(behind: &str) -> bool {
    let told = behind.trim();
    let is_word = !told.is_empty()
        && told
            .chars()
            .take(LONGEST_TAG + 1)
            .all(|c| c.is_alphanumeric() || c == '_');
    is_word
        || told.ends_with(',')
        || told.starts_with(['"', '“', '„', '«'])
        || begins_bare_member(told)
        || begins_with_comma(told)
        || closes_after_fence(told)
        || is_cut_by_remark(behind)
        || is_asked(told)
        || ends_in_string_line(told)
}

/// Whether a question mark follows the answer, which then is asked about and not given.
pub(super) fn is_asked(behind: &str) -> bool {
    behind.trim_start_matches(['"', '`', '*', ' ']).starts_with(['?', '？'])
}

/// Whether the last line of this text is one string in double quotes: the last element of a list that was closed too early.
pub(super) fn ends_in_string_line(behind: &str) -> bool {
    let told = behind.trim_end();
    let inner = told.strip_suffix('"').map(|told| tail(told, LONGEST_LINE));
    inner
        .and_then(|inner| inner.rsplit_once('\n'))
        .is_some_and(|(_, line)| {
            step(line.len());
            let text = line.trim_start().strip_prefix('"');
            text.is_some_and(|text| text.contains(char::is_alphanumeric) && !text.contains('"'))
        })
}

/// Whether a character is white space or a closing bracket.
fn is_blank_or_closer(c: char) -> bool {
    c.is_whitespace() || matches!(c, '}' | ']')
}

/// Whether an object or list begins a line after an answer, and the text ends in it: it may be the answer, and what was read an example.
pub(super) fn is_broken_off(behind: &str) -> bool {
    step(behind.len());
    let holds_none = scan::either(behind.as_bytes(), 0, b'{', b'[') >= behind.len();
    let last = if holds_none { None } else { behind.rfind(['{', '[']) };
    last.is_some_and(|open| {
        let begins = behind[..open].trim_end_matches([' ', '\t']).ends_with('\n');
        begins && !behind[open..].contains(['}', ']'])
    })
}

/// Whether closing brackets follow an answer, with one of a list among them, and at most signs between.
pub(super) fn closes_list(before: &str, behind: &str) -> bool {
    let near = head(behind.trim_start(), FARTHEST_CLOSER);
    let signs = &near[..near.find(char::is_alphanumeric).unwrap_or(near.len())];
    step(near.len());
    signs.contains(']') || (signs.contains(')') && !before.contains('('))
}

/// Whether `=` comes right before an answer and another closing bracket right after it: its beginning may be lost.
pub(super) fn is_closed_again(text: &str, answer: &Range<usize>) -> bool {
    text[..answer.start].ends_with('=') && text[answer.end..].starts_with(['}', ']'])
}

/// How far a closing bracket is from the answer that it belongs to.
const FARTHEST_CLOSER: usize = 8;

/// Whether another object or list follows a list or map. The number of a footnote is neither.
pub(super) fn opens_again(behind: &str) -> bool {
    step(1);
    let object = behind.trim_start().strip_prefix('{');
    let list = behind.trim_start_matches(' ').strip_prefix('[');
    object.is_some_and(|inner| !inner.trim_start().starts_with('}'))
        || list.is_some_and(|inner| !inner.starts_with(|c: char| c.is_ascii_digit()) && !inner.contains("]("))
}

/// Whether a text ends with a colon, which announces more.
fn promises_more(text: &str) -> bool {
    step(1);
    tail(text, LONGEST_LAST_SPACE).trim_end().ends_with(':')
}

/// Whether the text after an answer shows that the answer continues there. `closers` says whether the text contains closing
/// brackets.
#[inline(always)]
pub(super) fn leads_on(text: &str, end: usize, closers: bool) -> bool {
    let bytes = text.as_bytes();
    let next = scan::after_space(bytes, end);
    // Most answers are followed by the end of the text, the end of their fence or a word.
    let ends = match bytes.get(next) {
        None => true,
        Some(b'`') => bytes.get(end) == Some(&b'\n') && bytes[next..].starts_with(b"```"),
        Some(byte) => {
            let rest = &text[next..];
            !closers
                && next > end
                && byte.is_ascii_alphabetic()
                && !begins_bare_member(rest)
                && !is_literal(rest)
                && !ends_in_odd_quote(head(rest, LONGEST_LINE).lines().next().unwrap_or_default())
                && !promises_more(text)
        }
    };
    (!ends && goes_on(text, end)) || (closers && closes_more(&text[end..]))
}

/// The bracket after a value that ends at `end`, if it opens neither an object nor a list, or a value right after it: it may belong
/// to the rest of the value.
pub(super) fn resumed(text: &str, end: usize) -> Option<Range<usize>> {
    let rest = head(&text[end..], LONGEST_LINE);
    step(rest.len());
    let is_plain = |text: &str| {
        let token = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '+' | '.'));
        let token = token.into_iter().next().unwrap_or_default().trim_end_matches('.');
        matches!(token, "true" | "false" | "null") || crate::read::number::is_plain(token)
    };
    let after = rest.trim_start_matches([' ', '\t']);
    let line = after.split('\n').next().unwrap_or_default();
    let begins_word =
        (after.starts_with(char::is_alphabetic) && line.contains(':')) || begins_bare_member(after.trim_start());
    if after.starts_with(['"', '[', '{']) || begins_word || is_plain(after) {
        let at = end + rest.len() - after.len();
        return Some(at..at + after.chars().next().map_or(0, char::len_utf8));
    }
    let mut braces = rest.match_indices('{').map(|(at, _)| at);
    let at = braces.find(|at| {
        let inner = rest[at + 1..].trim_start();
        let is_word = ["true", "false", "null"].iter().any(|word| inner.starts_with(word));
        is_word || inner.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | '-' | '['))
    })?;
    Some(end + at..end + at + 1)
}

/// Whether the text continues a document: after words or values, it closes a bracket that it did not open.
pub(super) fn closes_more(text: &str) -> bool {
    let bytes = text.as_bytes();
    if scan::either(bytes, 0, b'}', b']') >= bytes.len() {
        return false;
    }
    let mut depth = 0_usize;
    let mut has_words = false;
    text.bytes().inspect(|_| step(1)).any(|byte| {
        match byte {
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth == 0 => return has_words,
            b'}' | b']' => depth -= 1,
            _ => has_words |= byte.is_ascii_alphanumeric() || byte >= 0x80,
        }
        false
    })
}

/// Whether a comma, a word and a colon follow a map, which may be its next entry: `{"a": "x"}, b: y`.
pub(super) fn begins_entry(behind: &str) -> bool {
    let entry = behind_comma(head(behind, LONGEST_PROSE_KEY)).map(str::trim_start);
    entry.is_some_and(|entry| {
        let value = entry.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
        step(entry.len());
        value.len() < entry.len() && value.trim_start().starts_with(':')
    })
}

/// Whether this text begins with a key in quotes, its colon and a value.
pub(super) fn begins_member(text: &str) -> bool {
    let text = head(text, LONGEST_PROSE_KEY);
    let key = text.chars().next().and_then(|open| {
        let close = quotes::closing_quotes(open)?;
        text[open.len_utf8()..].split_once(close)
    });
    key.is_some_and(|(_, behind)| is_colon_and_value(behind))
}

/// Whether this text begins with a complete string, followed by a comma, another string, a closing bracket or the end of the line.
fn begins_piece(text: &str) -> bool {
    let text = head(text, LONGEST_LINE);
    let open = if text.starts_with('\'') { '\'' } else { '"' };
    let after = text.strip_prefix(open).and_then(|inner| {
        let mut quotes = inner.match_indices(open).map(|(quote, _)| quote);
        let close = quotes.find(|&quote| !inner[..quote].ends_with('\\'))?;
        Some((&inner[..close], &inner[close + 1..]))
    });
    // Three quotes are a fence.
    let is_fence = text.starts_with("\"\"\"") || text.starts_with("'''");
    !is_fence
        && after.is_some_and(|(_, after)| {
            let is_alone = after.trim_start_matches([' ', '\t']).starts_with('\n');
            let after = after.trim_start();
            is_alone || after.is_empty() || after.starts_with([',', open, ']', '}'])
        })
}

/// Like [`begins_member`], for a key without quotes.
fn begins_bare_member(text: &str) -> bool {
    let text = head(text, LONGEST_PROSE_KEY);
    // Prose usually begins with a word, a space and another word.
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let bytes = text.as_bytes();
    let name = bytes.iter().take_while(|byte| is_name(byte)).count();
    let next = scan::after_space(bytes, name);
    if bytes
        .get(next)
        .is_some_and(|byte| byte.is_ascii_graphic() && !matches!(byte, b':' | b'='))
    {
        return false;
    }
    let behind = text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    behind.len() < text.len() && is_colon_and_value(behind)
}

/// Whether this text begins with a colon and a value.
pub(super) fn is_colon_and_value(text: &str) -> bool {
    let value = text
        .trim_start()
        .strip_prefix([':', '=', '：', '∶'])
        .map(str::trim_start);
    value.is_some_and(|value| {
        let is_word = ["true", "false", "null", "True", "False", "None"];
        is_word.iter().any(|word| value.starts_with(word))
            || quotes::opens_string(value)
            || value.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '{' | '[' | '-'))
    })
}
