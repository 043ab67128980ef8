//! Whether the JSON in a text is the value of one name among others, in an answer that is written in another form:
//! `Item(sku="A", note='{"sku": "Z"}')`, `sku -> A` and `note -> {"sku": "Z"}` on two lines, a cell of a table.

use core::ops::Range;

use crate::bounds::LONGEST_LINE;
use crate::path::{head, tail};
use crate::read::quotes;
use crate::read::steps::step;

/// What is between a name and its value, longest first.
const SIGNS: [&str; 7] = ["=>", "->", "→", "=", "|", ":", "："];

/// How much of the text before the JSON is searched for other names.
pub(super) const LONGEST_OTHERS: usize = 4 * LONGEST_LINE;

/// Whether the JSON at `answer` is the value of a name that counts, with another such name and its value before it.
///
/// `is_name` tells whether a name counts. If `is_any`, the type takes every name: then a colon, which is common in prose, only counts
/// if the JSON is in quotes.
pub(super) fn is_assigned(text: &str, answer: Range<usize>, is_any: bool, is_name: impl Fn(&str) -> bool) -> bool {
    if let Some((row, is_below)) = row_before(text, answer.start)
        && is_in_row(text, answer.clone(), row, is_below, is_any, &is_name)
    {
        return true;
    }
    let near = tail(&text[..answer.start], LONGEST_OTHERS);
    let before = near.trim_end_matches(' ');
    let unquoted = before.strip_suffix(|c: char| quotes::is_quote(c)).unwrap_or(before);
    let Some((sign, before)) = sign_of(unquoted) else {
        return false;
    };
    step(near.len());
    if sign == "|" {
        let behind = head(&text[answer.end..], LONGEST_LINE);
        let is_cell = behind.trim_start_matches([' ', '"', '\'', '`']).starts_with('|');
        return is_cell && (is_any || near.split('|').any(|cell| is_name(cell.trim())));
    }
    let is_prose = is_any && matches!(sign, ":" | "：") && unquoted.len() == near.trim_end_matches(' ').len();
    let (lead, name) = name_of(before);
    if is_prose || !is_name(name) {
        return false;
    }
    // Each other pair has the same sign.
    let mut others = lead.match_indices(sign).map(|(at, _)| name_of(&lead[..at]));
    others.any(|(lead, other)| {
        let begins = lead.is_empty() || lead.ends_with(['\n', ',', ';', '(', '{', '|', '-', '*']);
        begins && other != name && is_name(other)
    })
}

/// Whether the answer is the value of a variable in code that changes it later: `a = {..}` and then `a.verdict = false`, `a.append(4)`
/// or `a[0] = 9` at the beginning of a line.
pub(super) fn is_changed_later(text: &str, answer: Range<usize>) -> bool {
    let before = tail(&text[..answer.start], LONGEST_LINE).trim_end_matches(' ');
    let Some(before) = before.strip_suffix('=') else {
        return false;
    };
    let (_, name) = name_of(before.strip_suffix(':').unwrap_or(before));
    let behind = &text[answer.end..];
    step(behind.len());
    !name.is_empty()
        && behind.split(['\n', ';']).any(|line| {
            let rest = line.trim_start().strip_prefix(name);
            rest.is_some_and(|rest| rest.trim_start().starts_with(['.', '[', '=', '+', '-', ':']))
        })
}

/// The sign between a name and its value at the end of this text, and what is before it.
pub(super) fn sign_of(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_end_matches(' ');
    let mut signs = SIGNS.into_iter();
    signs.find_map(|sign| Some((sign, text.strip_suffix(sign)?)))
}

/// The name at the end of this text, without quotes, and what is before it.
pub(super) fn name_of(text: &str) -> (&str, &str) {
    let is_around = |c: char| matches!(c, ' ' | '"' | '\'' | '`' | '*');
    let text = text.trim_end_matches(is_around);
    let lead = text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    (lead.trim_end_matches(is_around), &text[lead.len()..])
}

/// Whether the JSON is in the place of the value of a name that counts, on its line, in its tag or under its heading, with another such
/// name in the text around it, or without this name as a key. If the type takes every name, they must be in a list.
#[cold]
#[inline(never)]
fn is_in_row(
    text: &str,
    answer: Range<usize>,
    row: &str,
    is_below: bool,
    is_any: bool,
    is_name: &dyn Fn(&str) -> bool,
) -> bool {
    let before = tail(&text[..answer.start], LONGEST_OTHERS);
    let Some(own) = places(row, is_name).last() else {
        return false;
    };
    let gap = &row[own.end..];
    // What is in brackets is other JSON.
    let is_far = gap.len() > LONGEST_GAP || gap.contains(['}', ']']) || gap.matches([':', '=']).count() > 1;
    let is_mixed = is_any && own.is_first && !is_below && has_words(gap);
    if is_far || is_below != own.is_heading || !is_name(own.name) || (is_any && !own.is_listed && !is_mixed) {
        return false;
    }
    let is_other = |place: NamePlace<'_>| {
        let is_like = !is_any || place.is_listed || (is_mixed && place.is_first);
        is_like && place.name != own.name && is_name(place.name)
    };
    let behind = head(&text[answer.end..], LONGEST_OTHERS);
    // In code and notes, JSON may be assigned to any name.
    let is_labelled = own.is_heading || gap.trim_start_matches(['*', '_', ' ']).starts_with([':', '：', '>']);
    let is_key = || text[answer].to_lowercase().contains(&own.name.to_lowercase());
    (is_mixed && !is_labelled)
        || (!is_any && own.is_first && is_labelled && !is_key())
        || places(before, is_name).any(is_other)
        || places(behind, is_name).any(is_other)
}

/// Whether the value begins with words, and a space separates them from the JSON.
fn has_words(gap: &str) -> bool {
    let words = gap.trim_start_matches(|c: char| !c.is_alphanumeric());
    words.ends_with(' ') && !words.contains('(')
}

/// The text on the line before JSON, if a name may be in it, or the line above, if it may be a heading; and whether it is above.
fn row_before(text: &str, pos: usize) -> Option<(&str, bool)> {
    let bytes = text.as_bytes();
    let (mut end, mut is_below) = (pos, false);
    while let Some(byte @ (b' ' | b'\n' | b'\r' | b'\t')) = bytes[..end].last() {
        is_below |= *byte == b'\n';
        end -= 1;
    }
    let (mut start, mut has_sign) = (end, false);
    while start > end.saturating_sub(LONGEST_ROW) {
        match bytes[start - 1] {
            b'\n' => break,
            // A heading is one word, with marks before it.
            b' ' if is_below && bytes[..start - 1].last().is_some_and(u8::is_ascii_alphanumeric) => return None,
            b':' | b'=' | b'|' | b'>' | 0x80.. => has_sign = true,
            _ => {}
        }
        start -= 1;
    }
    step(pos - start);
    if start == end || bytes[start] == b'`' || !(is_below || has_sign) {
        return None;
    }
    // The line may begin inside a character.
    let row = (start..end).find(|&start| text.is_char_boundary(start))?;
    Some((&text[row..pos], is_below))
}

/// The most text, in bytes, between a name and the JSON in its row, and with the name before it.
const LONGEST_GAP: usize = 80;
const LONGEST_ROW: usize = 2 * LONGEST_GAP;

/// A name where a text says whose value follows.
struct NamePlace<'t> {
    name: &'t str,
    /// Where it ends.
    end: usize,
    /// Nothing but marks is before it on its line.
    is_first: bool,
    /// The sign of an item is before it, or it is in a table or tag.
    is_listed: bool,
    /// It is alone on its line.
    is_heading: bool,
}

/// The names that values belong to. Those in tags or alone on a line are only taken for that if they count.
fn places<'t>(part: &'t str, is_name: &'t dyn Fn(&str) -> bool) -> impl Iterator<Item = NamePlace<'t>> {
    step(part.len());
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let words = part.split(move |c: char| !is_word(c)).filter(|word| !word.is_empty());
    words.filter_map(move |name| {
        let start = name.as_ptr() as usize - part.as_ptr() as usize;
        let end = start + name.len();
        let is_around = |c: char| matches!(c, ' ' | '"' | '\'' | '`' | '*');
        let (lead, rest) = (
            part[..start].trim_end_matches(is_around),
            part[end..].trim_start_matches(is_around),
        );
        let line = part[..start].rsplit('\n').next().unwrap_or_default().trim();
        let is_first = line
            .bytes()
            .all(|byte| byte.is_ascii_digit() || b" -*#<.)\"'`\xe2\x80\xa2".contains(&byte));
        let is_item = is_first && !line.is_empty();
        let is_in_tag = lead.ends_with('<') && rest.starts_with('>') || lead.ends_with('>') && rest.starts_with("</");
        let is_heading = is_first && rest.trim_start_matches([':', '_']).starts_with(['\n', '\r']);
        let begins = is_first || lead.ends_with([',', ';', '(', '{', '|']);
        let is_pair = begins && SIGNS.iter().any(|sign| rest.starts_with(sign));
        ((is_pair && !is_heading) || ((is_in_tag || is_heading) && is_name(name))).then_some(NamePlace {
            name,
            end,
            is_first,
            is_listed: is_item || is_in_tag || lead.ends_with('|'),
            is_heading,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::is_assigned;

    #[track_caller]
    fn check(texts: &[&str], is_any: bool, expected: bool) {
        for text in texts {
            let (start, end) = (text.find('{').unwrap(), text.rfind('}').unwrap() + 1);
            let is_name = |name: &str| !name.is_empty() && (is_any || ["sku", "qty", "note"].contains(&name));
            assert_eq!(is_assigned(text, start..end, is_any, is_name), expected, "{text}");
        }
    }

    #[test]
    fn json_may_be_the_value_of_a_field() {
        let texts = [
            r#"Item(sku="A", qty=2, note='{"sku": "Z"}')"#,
            r#"sku => A, note => {"sku": "Z"}"#,
            "sku -> A\nqty -> 2\nnote -> {\"sku\": \"Z\"}",
            "| sku | note |\n|---|---|\n| A | {\"sku\": \"Z\"} |",
            r#"Item(note='{"sku": "Z"}', qty=2)"#,
            "<tr><td>note</td><td>{\"sku\": \"Z\"}</td></tr>\n<tr><td>qty</td><td>3</td></tr>",
            "## note\n{\"sku\": \"Z\"}\n\n## qty\n3",
            "| Field | Value |\n|---|---|\n| note | null {\"sku\": \"Z\"} |\n| qty | 3 |",
            "1. note: {\"sku\": \"Z\"} z, qty: 3\n2. note: b, qty: 7",
            "sku=A\nnote=alpha {\"sku\": \"Z\"}",
            "**note:** {\"sku\": \"Z\"}",
            "- note: {\"sku\": \"Z\"}",
            "<note>beta {\"sku\": \"Z\"}</note>",
        ];
        check(&texts, false, true);
        let texts = [
            r#"note = {"sku": "Z"}"#,
            r#"print(a="A", answer={"sku": "Z"})"#,
            r#"The note says sku: {"sku": "Z"}"#,
            "Note: see below.\nAnswer: {\"sku\": \"Z\"}",
            r#"| Answer | {"sku": "Z"} |"#,
            "Note (sku: Z). Answer: {\"sku\": \"Z\"}",
            "The request: sku: Z, qty: 2\n\n{\"sku\": \"Z\"}",
            "sku: {\"sku\": \"Z\"}",
            "## Result\n{\"sku\": \"Z\"}\n\n## Remarks\nqty is left out",
            "<answer>{\"sku\": \"Z\"}</answer>",
        ];
        check(&texts, false, false);
    }

    #[test]
    fn json_may_be_the_value_of_any_name() {
        let texts = [
            r#"a=63849;b={"a": 1}"#,
            "a: x\nb: '{\"c\": \"d\"}'",
            "a -> x\nb -> {\"c\": \"d\"}",
            "- a: x\n- b: {\"c\": \"d\"}\n- z: y",
            "a=x {\"c\": \"d\"}\nz=y",
            "a: x {\"c\": \"d\"} y\nz: y",
            r#"a = 1 {"c": 1}"#,
        ];
        check(&texts, true, true);
        let texts = [
            "Note: see below.\nAnswer: {\"a\": 1}",
            r#"answer = {"a": 1}"#,
            r#"if x == 3: y = {"a": 1}"#,
            r#"Answer: the map is {"a": 1}"#,
            r#"x = dict({"a": 1})"#,
            r#"x = await f( {"a": 1})"#,
        ];
        check(&texts, true, false);
    }
}
