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
const LONGEST_OTHERS: usize = 4 * LONGEST_LINE;

/// Whether the JSON at `answer` is the value of a name that counts, with another such name and its value before it.
///
/// `is_name` tells whether a name counts. If `is_any`, the type takes every name: then a colon, which is common in prose, only counts
/// if the JSON is in quotes.
pub(super) fn is_assigned(text: &str, answer: Range<usize>, is_any: bool, is_name: impl Fn(&str) -> bool) -> bool {
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

/// The sign between a name and its value at the end of this text, and what is before it.
fn sign_of(text: &str) -> Option<(&'static str, &str)> {
    let text = text.trim_end_matches(' ');
    let mut signs = SIGNS.into_iter();
    signs.find_map(|sign| Some((sign, text.strip_suffix(sign)?)))
}

/// The name at the end of this text, without quotes, and what is before it.
fn name_of(text: &str) -> (&str, &str) {
    let is_around = |c: char| matches!(c, ' ' | '"' | '\'' | '`' | '*');
    let text = text.trim_end_matches(is_around);
    let lead = text.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-'));
    (lead.trim_end_matches(is_around), &text[lead.len()..])
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
        ];
        check(&texts, false, true);
        let texts = [
            r#"note = {"sku": "Z"}"#,
            r#"print(a="A", answer={"sku": "Z"})"#,
            r#"The note says sku: {"sku": "Z"}"#,
            "Note: see below.\nAnswer: {\"sku\": \"Z\"}",
            r#"| Answer | {"sku": "Z"} |"#,
        ];
        check(&texts, false, false);
    }

    #[test]
    fn json_may_be_the_value_of_any_name() {
        let texts = [
            r#"a=63849;b={"a": 1}"#,
            "a: x\nb: '{\"c\": \"d\"}'",
            "a -> x\nb -> {\"c\": \"d\"}",
        ];
        check(&texts, true, true);
        let texts = [
            "Note: see below.\nAnswer: {\"a\": 1}",
            r#"answer = {"a": 1}"#,
            r#"if x == 3: y = {"a": 1}"#,
        ];
        check(&texts, true, false);
    }
}
