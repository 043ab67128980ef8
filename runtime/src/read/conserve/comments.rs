//! Whether a comment, or a line of one, may be a part of the answer.

use core::ops::Range;

use super::{is_unseen, knows_other_field};
use crate::bounds::LONGEST_COMMENT;
use crate::path::{Frame, Level, head};
use crate::read::ahead::closing_quotes;
use crate::read::cursor::Cursor;
use crate::read::entity;
use crate::read::number::is_plain;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Accepts;

impl Cursor<'_> {
    /// Like [`Cursor::conserve_passed`], for a comment. A comment right after an empty string may be that string's content.
    /// If a comment contains quotes and ends before its line does, the comment sign may be stray and the text part of the answer.
    #[cold]
    pub(crate) fn conserve_comment(&mut self, part: Range<usize>, at: &Frame<'_>) {
        let (before, comment, after) = (
            &self.text[..part.start],
            &self.text[part.clone()],
            &self.text[part.end..],
        );
        // A comment that ends within its line may not be one.
        let is_unclosed = comment.starts_with("/*") && !comment.ends_with("*/");
        let ends_early =
            is_unclosed || (!comment.ends_with("*/") && !after.is_empty() && !after.starts_with(['\n', '\r']));
        // A quote that touches the comment may close a key in it: `### a": 1`.
        let is_key = || {
            let behind = after.strip_prefix('"').map(str::trim_start);
            comment.ends_with(char::is_alphanumeric) && behind.is_some_and(|behind| behind.starts_with(':'))
        };
        let holds_string = ends_early && (comment.contains(quotes::is_quote) || is_key());
        // A comment sign that touches a word may be part of an element.
        let words = comment.trim_start_matches(['/', '#']);
        let in_list = matches!(at.place().level, Level::List { .. });
        let is_tag = in_list && words.len() < comment.len() && words.starts_with(char::is_alphanumeric);
        // A comment in place of an element may be that element, if a closer on the same line ends it; or it may hold several.
        let is_element = in_list
            && ends_early
            && words.contains(char::is_alphanumeric)
            && (words.contains(',') || before.trim_end().ends_with(['[', ',']));
        // The comment may be a field without a colon.
        let word = words.trim_start();
        let (name, value) = word.split_at(
            word.find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(word.len()),
        );
        let value = value.trim_start();
        // Where colons are missing, the sign may be a heading's: `### age 8,`.
        let is_heading = self.sink.may_hold_any([RepairKind::MissingColon])
            && (value.starts_with(['[', '{', '-'])
                || begins_with_word(value)
                || value.starts_with(|c: char| c.is_ascii_digit()));
        // A dash may be the colon: `### unit - "cm"`.
        let written = value.strip_prefix(['-', '–', '—']).map_or(value, str::trim_start);
        let is_field = (is_heading || written.starts_with(quotes::is_quote)) && knows_other_field(name, at);
        // A number in the comment, or a literal whose key is missing, may be part of the answer too.
        let literal = word.trim_start_matches([':', '=', '>', ' ']);
        let is_member =
            ends_early && (comment.contains(|c: char| c.is_ascii_digit()) || (!in_list && begins_with_word(literal)));
        // A number may go on in a comment that touches it: `3//.25`.
        let goes_on = |c: char| c.is_ascii_digit() || c == '.';
        let is_in_number = before.ends_with(|c: char| c.is_ascii_digit()) && words.starts_with(goes_on);
        // Between two quotes that touch it, it is their string.
        let is_string = before.ends_with(quotes::is_quote) && after.starts_with(quotes::is_quote);
        if holds_string || is_field || is_in_number || is_string || ends_empty(before) {
            self.repaired(RepairKind::ContentLost, at, part);
        } else {
            let mark = self.sink.mark();
            // After a list on its line, it may be more of the list.
            let is_more = is_more_of_list(before, comment);
            // Nothing but the sign, with the rest of its line read as data, which may be commented out.
            let is_sign = ends_early && word.is_empty();
            if is_more || is_tag || is_element || is_member || is_sign {
                self.repaired(RepairKind::JunkRemoved, at, part.clone());
            }
            self.conserve_passed(part.clone(), at);
            if !self.sink.has_moved(mark)
                && (may_be_content(before, comment, at) || denies(comment) || closes_text(before, comment))
            {
                self.repaired(RepairKind::JunkRemoved, at, part);
            }
        }
    }
}

/// How a comment begins that says that the value before it is another one: `36 // actually 37`.
const DENIALS: [&str; 24] = [
    "-> ",
    "actually ",
    "correction",
    "delete",
    "drop ",
    "duplicate",
    "fill in",
    "i meant ",
    "incorrect",
    "insert ",
    "make this ",
    "no, ",
    "no: ",
    "not this",
    "or ",
    "placeholder",
    "remove ",
    "rename to ",
    "should be ",
    "should have been ",
    "sorry",
    "typo",
    "update to ",
    "wrong",
];

/// Whether a comment right after a list, on its line, may be more of its elements: it holds a string, and begins or ends like elements do
/// (`[] // "a", "b"`).
fn is_more_of_list(before: &str, comment: &str) -> bool {
    if !before.trim_end_matches([' ', '\t']).ends_with(']') {
        return false;
    }
    let comment = head(comment, LONGEST_COMMENT);
    let words = comment.trim_start_matches(|c: char| matches!(c, '/' | '#' | '*') || c.is_whitespace());
    let told = comment.trim_end();
    step(comment.len());
    let begins = words.starts_with(['"', '\'', ',']);
    comment.contains(['"', '\'']) && (begins || ["]", "],", "\","].iter().any(|end| told.ends_with(end)))
}

/// Whether a comment denies the value beside it. Of `or`, only a number or a text in quotes is another value.
fn denies(comment: &str) -> bool {
    let said = comment.trim_start_matches(|c: char| matches!(c, '/' | '#' | '*') || c.is_whitespace());
    step(comment.len() - said.len() + LONGEST_DENIAL);
    let said = head(said, LONGEST_DENIAL).to_ascii_lowercase();
    DENIALS.iter().any(|words| {
        let rest = said.strip_prefix(words);
        rest.is_some_and(|rest| *words != "or " || rest.starts_with(|c: char| c.is_ascii_digit() || c == '"'))
    })
}

/// Whether the text that ended right before a comment may end with it, and the comment sign be a part of it: `'The dogs' // bowls',`.
fn closes_text(before: &str, comment: &str) -> bool {
    let quote = before
        .trim_end()
        .chars()
        .next_back()
        .filter(|&c| matches!(c, '"' | '\''));
    let said = comment.trim_end().trim_end_matches(',');
    let is_doubled = ["\"\"", "''"]
        .iter()
        .any(|quotes| before.trim_end().ends_with(quotes) && said.ends_with(quotes));
    // A string in backticks is closed by other marks too.
    let ends = |text: &str| text.trim_end().ends_with(quotes::is_quote);
    let is_other = ends(before) && said.ends_with('`') && said.matches('`').count() % 2 == 1;
    is_doubled || is_other || quote.is_some_and(|quote| said.ends_with(quote) && said.matches(quote).count() % 2 == 1)
}

/// No way to deny a value is longer, with the sign after it.
const LONGEST_DENIAL: usize = 20;

/// Whether a comment may be a part of the document that no other rule knows: in a list or map, anything but a remark; elsewhere, a member
/// whose name or colon is damaged, or lines with the brackets of what is around them.
///
/// A field under its own name, in quotes or without, is looked for elsewhere.
fn may_be_content(before: &str, comment: &str, at: &Frame<'_>) -> bool {
    step(comment.len());
    let told = before.trim_end_matches([' ', '\t']);
    let before = told.trim_end_matches([',', ' ', '\t', '\n', '\r']);
    let words = comment.trim_start_matches(|c: char| matches!(c, '/' | '#' | '*' | '-') || c.is_whitespace());
    let words = words.trim_end_matches(['*', '/']).trim_end();
    let takes_place = before.len() < told.len() || before.ends_with(['[', '{', '(', ';']) || before.ends_with("\\n");
    let part = match at.place().level {
        Level::List { .. } | Level::Map { .. } | Level::Rest { .. } => !is_remark(words, at, takes_place),
        Level::Object { spec, .. } if spec.takes_any() => !is_remark(words, at, takes_place),
        // It may be the rest of a list that was closed too early, or the first members of another object.
        _ => {
            let value = words.trim_end_matches(',');
            let is_number =
                || words.starts_with(|c: char| c.is_ascii_digit()) && !words.contains(|c: char| c.is_alphabetic());
            is_string(value)
                || is_plain(value)
                || ends_in_quote(words)
                || (before.ends_with(']') && is_number())
                || (before.ends_with('{') && words.starts_with('"'))
                || (begins_key(words) && at.is_element())
                || (at.is_root() && (words.starts_with(['{', '[']) || begins_key(words)))
        }
    };
    part || begins_quoted(words) || may_be_member(words, at) || holds_bracket(words)
}

/// Whether a comment in a list or map is about it, and no part of it: words, without the signs of a document, or so many words that they
/// make a sentence. `takes_place`: the comment is where an element or entry would be.
fn is_remark(words: &str, at: &Frame<'_>, takes_place: bool) -> bool {
    let (in_list, may_be_number, are_names) = match at.place().level {
        Level::List { accepts, .. } => (
            true,
            accepts.has(Accepts::NUMBER),
            accepts.has(Accepts::NAME) && !accepts.has(Accepts::STRING),
        ),
        _ => (false, true, false),
    };
    let words = words.trim_start_matches(|c: char| matches!(c, '(' | ',' | '-') || c.is_whitespace());
    let words = words.strip_prefix("<-").map_or(words, str::trim_start);
    // Something may be left out, or an entry may be repeated: that is told elsewhere.
    if words.is_empty() || words.starts_with("...") || (!in_list && begins_key(words) && !at.is_element()) {
        return true;
    }
    if closes_more(words) {
        return false;
    }
    if words.starts_with(['}', ']']) {
        // Old lines of the document.
        return true;
    }
    let is_quoted = words
        .strip_suffix(',')
        .is_some_and(|words| words.trim_end().ends_with(quotes::is_quote));
    // With another comment on its line, the line break between the two is lost, and what is between them is no comment.
    let is_double = [" // ", " # ", " /* "].iter().any(|sign| words.contains(sign));
    if words.ends_with('"') || is_quoted || is_double {
        return false;
    }
    let is_spoken = |word: &str| {
        let word = word.trim_matches(|c: char| c.is_ascii_punctuation());
        !word.is_empty() && word.chars().all(|c| c.is_alphabetic() || matches!(c, '\'' | '’'))
    };
    let count = words.split_whitespace().filter(|word| is_spoken(word)).count();
    if words.starts_with(|c: char| c.is_ascii_digit()) {
        return count >= LEAST_WORDS_BESIDE_NUMBER && !(in_list && may_be_number && takes_place);
    }
    if quotes::opens_string(words) {
        return count >= LEAST_WORDS_BESIDE_NUMBER && !takes_place;
    }
    // One word is a name, and a key and its words before a comma are an entry: `// b: See you,`.
    let is_entry = !in_list
        && words.ends_with(',')
        && words
            .split_once(':')
            .is_some_and(|(key, _)| !key.contains(char::is_whitespace));
    if is_entry || (are_names && count < LEAST_WORDS_BESIDE_NUMBER) {
        return false;
    }
    // An object that the comment opens and closes is an example.
    let example = words.split_once('{').filter(|(_, inner)| inner.ends_with('}'));
    let words = example.map_or(words, |(lead, _)| lead.trim_end());
    let is_sign = |c: char| {
        matches!(c, '"' | '`' | '|' | ';')
            || (may_be_number && matches!(c, ':' | '=' | '>'))
            || (c.is_control() && !c.is_whitespace())
            || (!c.is_ascii() && quotes::is_quote(c) && c != '’')
    };
    let holds_number = may_be_number && words.contains(|c: char| c.is_ascii_digit());
    let holds_sign = words.contains(is_sign)
        || words.ends_with('\'')
        || (words.ends_with(',') && count < LEAST_WORDS_BESIDE_NUMBER)
        || entity::holds_quote(words);
    count >= LEAST_WORDS
        || (words.starts_with(char::is_alphabetic)
            && !holds_sign
            && (!holds_number || count >= LEAST_WORDS_BESIDE_NUMBER - usize::from(in_list)))
}

/// Whether these words begin with a string and a colon.
fn begins_key(words: &str) -> bool {
    let quote = if words.starts_with('\'') { '\'' } else { '"' };
    let quoted = words.strip_prefix(quote).and_then(|inner| inner.split_once(quote));
    quoted.is_some_and(|(_, after)| after.trim_start().starts_with(':'))
}

/// So many words are a sentence, whatever signs are in it.
const LEAST_WORDS: usize = 3;

/// So many words beside a number are a remark.
const LEAST_WORDS_BESIDE_NUMBER: usize = 2;

/// Whether these words end with a closing bracket that they did not open: it may be that of the list.
fn closes_more(words: &str) -> bool {
    let words = words.trim_end_matches(',');
    let count = |brackets: [char; 2]| words.matches(brackets).count();
    words.ends_with([']', '}']) && count([']', '}']) > count(['[', '{'])
}

/// Whether these words begin with a quotation, whatever the signs before it, that may be a key before a sign other than a colon.
fn begins_quoted(words: &str) -> bool {
    let Some(lead) = words.find(quotes::is_quote) else {
        return false;
    };
    let is_first = !words[..lead].contains(char::is_alphanumeric);
    let quoted = words[lead..].chars().next().and_then(|open| {
        let close = closing_quotes(open)?;
        words[lead + open.len_utf8()..].split_once(|c| c == open || close.contains(&c))
    });
    is_first && quoted.is_some_and(|(_, after)| after.trim_start().starts_with(['=', '-']))
}

/// Whether these words are a member of an object around this place, with a name or a colon that is damaged.
fn may_be_member(words: &str, at: &Frame<'_>) -> bool {
    let Some(at) = at.with_fields() else { return false };
    let marked = words.trim_start_matches(|c: char| !c.is_alphanumeric());
    let end = marked.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, behind) = marked.split_at(end.unwrap_or(marked.len()));
    let quote = words[..words.len() - marked.len()].chars().next_back();
    let closes = |c: char| quote.is_none_or(|quote| quote == c || !quotes::is_quote(c));
    let is_whole = behind
        .trim_start_matches(|c: char| quotes::is_quote(c) && closes(c))
        .trim_start()
        .starts_with([':', '=']);
    let is_named = marked.len() < words.len() && knows_other_field(name, at);
    // `### age is 70`
    let said = behind
        .trim_start()
        .strip_prefix("is ")
        .or_else(|| behind.strip_prefix('\t'));
    let said = said.map(|said| said.trim().trim_end_matches(','));
    let is_said = said.is_some_and(|said| is_plain(said) || is_string(said) || is_word(said));
    let value = behind.trim_start_matches(|c: char| !c.is_alphanumeric() && !quotes::is_quote(c) && c != '-');
    let sign = behind[..behind.len() - value.len()].trim();
    let value = value.trim_end_matches(',');
    let is_value = (value.len() > 1 && quotes::opens_string(value) && value.ends_with(quotes::is_quote))
        || is_plain(value)
        || is_word(value);
    let (key, behind) = words.split_once(':').unwrap_or_default();
    let last = behind.trim().trim_end_matches(',');
    let ends_in_value = is_string(last) || is_plain(last) || is_word(last);
    let key = key.trim_end_matches(|c: char| !c.is_alphanumeric());
    let is_plain = key.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_near = |name: &str| match at.level {
        Level::Object { spec, .. } => !spec.knows(name) && spec.resembles(name, |_| true),
        _ => false,
    };
    let is_marked = !is_plain && !quotes::opens_string(key) && super::holds_field_word(key, at);
    let is_numbered = || knows_other_field(key.trim_end_matches(|c: char| c.is_ascii_digit()), at);
    (is_named && !is_whole)
        || (ends_in_value && key.ends_with(|c: char| c.is_ascii_digit()) && is_numbered())
        || (is_said && knows_other_field(name, at))
        || (is_value && !sign.is_empty() && !sign.starts_with([':', '=']) && knows_other_field(name, at))
        || (ends_in_value && (is_marked || (is_plain && is_near(key))))
}

/// Whether a typographic mark ends these words, and no quote is before it.
fn ends_in_quote(words: &str) -> bool {
    let mut marks = words.chars().rev();
    marks.next().is_some_and(|c| !c.is_ascii() && quotes::is_quote(c)) && !marks.any(quotes::is_quote)
}

/// Whether these words are one string in quotes.
fn is_string(text: &str) -> bool {
    let mut marks = text.chars();
    let (first, last) = (marks.next(), marks.next_back());
    let is_closed =
        |first: char| closing_quotes(first).is_some_and(|close| last.is_some_and(|last| close.contains(&last)));
    first.is_some_and(|first| is_closed(first) && !marks.as_str().contains(first))
}

/// Whether these words are nothing but brackets, end with one that opens, or close one that they did not open and open another.
fn holds_bracket(words: &str) -> bool {
    let is_bare = words.chars().all(|c| matches!(c, '{' | '}' | '[' | ']' | ',' | ' '));
    let mut depth = 0i32;
    let mut is_closed = false;
    let opens = words.ends_with(['{', '[']);
    let goes_on = words.bytes().any(|byte| {
        depth += match byte {
            b'{' | b'[' => 1,
            b'}' | b']' => -1,
            _ => 0,
        };
        is_closed |= depth < 0;
        is_closed && matches!(byte, b'{' | b'[')
    });
    goes_on || opens || (is_bare && !words.is_empty())
}

/// Whether a text ends in a string with nothing between its quotes.
fn ends_empty(before: &str) -> bool {
    let mut marks = before.chars().rev();
    let (close, open, around) = (marks.next(), marks.next(), marks.next());
    close.is_some_and(quotes::is_quote)
        && open.is_some_and(quotes::is_quote)
        && around.is_none_or(|c| c.is_whitespace() || matches!(c, ':' | '=' | ',' | '[' | '{' | '('))
}

/// Whether a line of a comment is a JSON value, or begins like one.
pub(super) fn is_json(line: &str) -> bool {
    let line = line
        .trim()
        .trim_start_matches(|c: char| matches!(c, '/' | '*' | '#' | ',' | ' ') || is_unseen(c));
    let line = line
        .trim_end_matches("*/")
        .trim_end()
        .trim_end_matches([',', ']', '}', '/', ';', '|']);
    let is_closed = line.chars().next_back().is_some_and(quotes::is_quote);
    let is_string = line.len() > 1 && quotes::opens_string(line) && is_closed;
    // Another comment may follow the string on its line.
    let is_first = line
        .strip_prefix('"')
        .and_then(|inner| inner.split_once('"'))
        .is_some_and(|(_, after)| {
            let after = after.trim_start();
            let after = after.strip_prefix(',').map_or(after, str::trim_start);
            ["#", "//", "/*", "--"].iter().any(|sign| after.starts_with(sign))
        });
    // A comma may come first where lines are commented out.
    let are_plain = || {
        let mut elements = line.trim_start_matches([',', ' ']).split(',').map(str::trim);
        elements.all(|element| is_plain(element) || is_word(element))
    };
    is_string || is_first || line.starts_with(['{', '[']) || are_plain()
}

/// Whether this text begins with a literal of JSON or Python.
fn begins_with_word(text: &str) -> bool {
    is_word(text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
}

/// Whether a text is a literal of JSON or Python.
pub(crate) fn is_word(text: &str) -> bool {
    ["true", "false", "null", "True", "False", "None"].contains(&text)
}

/// Whether a line of a comment begins like an object or list that is not empty.
pub(super) fn is_object(line: &str) -> bool {
    let line = line.trim().trim_start_matches(['/', '*', '#', ' ', '\t']);
    ["{\"", "[\"", "{'", "[{", "{{"]
        .iter()
        .any(|open| line.starts_with(open))
}
