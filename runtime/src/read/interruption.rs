//! What follows an answer and shows that it goes on, or that the reply was cut off: words (`(cut off)`, `... and 10 more`), or a tag
//! that does not end the answer.
//!
//! As a rule, prose or a tag after an open list shows that the writer had finished it. These show the opposite.

use crate::bounds::LONGEST_REMARK_JUDGED;
use crate::path::head;
use crate::read::steps::step;

/// Each of these says it.
const ALONE: [&str; 19] = [
    "continuar",
    "fortfahren",
    "fortsetzung",
    "weiter",
    "weitermache",
    "abbreviated",
    "continue",
    "continued",
    "continues",
    "continuing",
    "disconnected",
    "elided",
    "incomplete",
    "interrupted",
    "omitted",
    "shortened",
    "truncated",
    "unfinished",
    "timeout",
];

/// Each of these says it after the word before it.
const PAIRS: [(&str, &str); 21] = [
    ("are", "more"),
    ("for", "more"),
    ("more", "to"),
    ("the", "remaining"),
    ("the", "rest"),
    ("too", "long"),
    ("cut", "off"),
    ("cut", "short"),
    ("go", "on"),
    ("goes", "on"),
    ("length", "limit"),
    ("limit", "reached"),
    ("max", "tokens"),
    ("maximum", "length"),
    ("part", "1"),
    ("ran", "out"),
    ("reason", "length"),
    ("running", "out"),
    ("same", "pattern"),
    ("token", "limit"),
    ("will", "follow"),
];

/// Each of these says it after a number, `and` or dots.
const COUNTED: [&str; 6] = ["additional", "further", "more", "other", "others", "remaining"];

/// Whether this text, which follows an answer without its closer, says that the answer goes on.
pub(crate) fn says_cut(after: &str) -> bool {
    let after = head(after, LONGEST_REMARK_JUDGED);
    step(after.len());
    let is = |word: &str, known: &str| word.eq_ignore_ascii_case(known);
    let first = after.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '.' | '…'));
    let has_dots = first.starts_with("...") || first.starts_with('…');
    let mut before = "";
    let words = after.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty()).any(|word| {
        let is_counted =
            is(before, "and") || before.bytes().all(|byte| byte.is_ascii_digit()) && (has_dots || !before.is_empty());
        let says = ALONE.iter().any(|known| is(word, known))
            || PAIRS
                .iter()
                .any(|(first, second)| is(before, first) && is(word, second))
            || (is_counted && COUNTED.iter().any(|known| is(word, known)))
            // `the other 9`
            || (word.bytes().all(|byte| byte.is_ascii_digit()) && COUNTED.iter().any(|known| is(before, known)));
        before = word;
        says
    })
}

/// No marker at the end of a turn is longer.
const LONGEST_MARKER: usize = 32;

/// Tags that format a part of a sentence, and so are no frame around an answer.
pub(crate) const FORMATS: [&str; 9] = ["a", "b", "cite", "em", "i", "small", "span", "strong", "sup"];

/// Whether nothing follows an answer but the beginning of a tag or marker, or the tag that ends some formatting, which nothing in the
/// answer or `before` it opens. That may be the end of the last element that was written: `["a"</b>`.
pub(crate) fn ends_no_answer(after: &str, before: &str) -> bool {
    // Only its beginning: a long blank may be at the end of the text, and each answer in it asks.
    let after = after.trim_start();
    let tag = head(after, LONGEST_MARKER).trim_end();
    if !tag.starts_with('<') || tag.len() == LONGEST_MARKER || !after[tag.len()..].trim_start().is_empty() {
        return false;
    }
    if !tag.contains('>') {
        return true;
    }
    let name = tag.strip_prefix("</").and_then(|tag| tag.strip_suffix('>'));
    let known = |name: &&str| FORMATS.iter().any(|format| name.eq_ignore_ascii_case(format));
    name.filter(known).is_some_and(|name| {
        step(before.len());
        let mut tags = before.split('<').skip(1);
        !tags.any(|tag| {
            let rest = tag.get(name.len()..);
            rest.is_some_and(|rest| {
                tag[..name.len()].eq_ignore_ascii_case(name) && rest.starts_with(|c: char| !c.is_alphanumeric())
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::{ends_no_answer, says_cut};

    #[test]
    fn a_closing_tag_of_formatting_that_nothing_opens_ends_no_answer() {
        assert!(ends_no_answer("</b> ", "[\"a\""));
        assert!(ends_no_answer("</EM>", "<embed> [\"a\""));
        assert!(ends_no_answer(" <|im_e", "[\"a\""));
        for (after, before) in [
            ("</b>", "<b>[\"a\""),
            ("</answer>", "["),
            ("</b> so", "["),
            ("</a>", "<a href='x'>["),
        ] {
            assert!(!ends_no_answer(after, before), "{before}{after}");
        }
    }

    #[test]
    fn some_words_say_that_an_answer_goes_on() {
        for after in [
            "\n(cut off)",
            "\n[Response truncated due to length]",
            "finish_reason: length",
            "(continued in the next message)",
            "... and 10 more",
            "... more items",
            "I ran out of space.",
            "To be continued.",
            "Should I continue with the rest?",
            "The list goes on with 20 more entries.",
            "Error: stream disconnected",
            "(Only the first step is shown; the other 9 follow the same pattern.)",
            "I've reached the maximum length; the remaining edits will follow.",
            "Should I go on with the other files?",
            "This is part 1 of 3.",
            "(The other 9 are alike.)",
        ] {
            assert!(says_cut(after), "{after}");
        }
    }

    #[test]
    fn other_words_after_an_answer_say_nothing_of_it() {
        for after in [
            "",
            "Let me know if you need more!",
            "More details are in the report.",
            "I hope this helps.",
            "As you can see, there are two.",
            "Tell me if anything is missing.",
        ] {
            assert!(!says_cut(after), "{after}");
        }
    }
}
