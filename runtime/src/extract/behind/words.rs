//! Words behind an answer that go on with it, or say that a part of it was left out.

use super::after_fence;
use crate::bounds::LONGEST_LINE;
use crate::path::head;
use crate::read::interruption::says_cut;
use crate::read::steps::step;

/// How a sentence goes on that leaves out the rest of a list.
pub(super) const MORE: [&str; 4] = ["etc", "and so on", "and more", "and others"];

/// Whether more elements may follow right after a list: a word such as `and` before a string or another list, on the same
/// line or the next, or on the next line a bullet or a list number other than 1.
pub(in crate::extract) fn goes_on_in_words(behind: &str) -> bool {
    let line = head(behind, LONGEST_LINE);
    step(line.len());
    let after = line.trim_start_matches([' ', '\t']);
    let words = after.strip_prefix(',').unwrap_or(after).trim_start_matches(' ');
    let words = words.strip_prefix('\n').unwrap_or(words);
    let joins = ["and ", "or ", "plus ", "& ", "+ ", "then ", "and then ", "as well as "];
    let joined = joins.iter().filter_map(|word| words.strip_prefix(word)).next_back();
    let next = after
        .strip_prefix('\n')
        .map(|next| next.trim_start_matches([' ', '\t']));
    let listed = after.strip_prefix(',').is_some_and(is_list_of_words);
    let is_left_out =
        MORE.iter().any(|more| words.starts_with(more)) || ["...", "…"].iter().any(|dots| words.starts_with(dots));
    listed
        || is_left_out
        || joined.is_some_and(|value| value.starts_with(['"', '[']) || value.starts_with(|c: char| c.is_ascii_digit()))
        || next.is_some_and(|line| {
            ["- ", "* ", "• "].iter().any(|bullet| line.starts_with(bullet)) || goes_on_counting(line)
        })
}

/// Whether what follows a list, or its fence, changes it: a sentence adds or takes away a string (`Also "d".`), a numbered line other than the
/// first or a string after a bullet goes on with it, or a sentence says that others were left out.
pub(in crate::extract) fn changes_list(behind: &str) -> bool {
    const VERBS: [&str; 12] = [
        "add",
        "also",
        "and",
        "delete",
        "drop",
        "i forgot",
        "i missed",
        "include",
        "plus",
        "remove",
        "skip",
        "please add",
    ];
    let said = head(after_fence(behind), LONGEST_LINE).trim_start();
    let line = said.split('\n').next().unwrap_or_default().trim_end();
    step(LONGEST_LINE);
    let opens = |text: &str| text.starts_with(['"', '`', '“', '\'']);
    let is_ordered = VERBS.iter().any(|verb| {
        let begins = line
            .get(..verb.len())
            .is_some_and(|word| word.eq_ignore_ascii_case(verb));
        begins && line[verb.len()..].strip_prefix(' ').is_some_and(opens)
    });
    let bullets = ["- ", "* ", "• ", "+ "];
    let item = bullets.iter().find_map(|bullet| line.strip_prefix(bullet));
    // Nothing but a string is in the line.
    let is_item = item.is_some_and(|item| {
        let inner = item
            .strip_prefix(['"', '“'])
            .and_then(|item| item.strip_suffix(['"', '”']));
        inner.is_some_and(|inner| !inner.contains('"'))
    });
    is_ordered || is_item || goes_on_counting(said) || leaves_out(line)
}

/// Whether a sentence says that others were left out: `I left out 8 more.`, `(2 of 10 shown)`.
fn leaves_out(line: &str) -> bool {
    const ALONE: [&str; 6] = [
        "truncated",
        "for brevity",
        "abbreviated",
        "partial list",
        "to be continued",
        "only the first",
    ];
    const REST: [&str; 4] = ["the rest", "remaining", "more ", "further "];
    const COUNTED: [&str; 4] = ["more", "others", "other", "of"];
    const OUT: [&str; 9] = [
        "left out",
        "omitted",
        "not shown",
        "not listed",
        "skipped",
        "cut off",
        "shown",
        "showing",
        "follow",
    ];
    if matches!(line.trim_matches(['[', ']', '(', ')']), "..." | "…") {
        return true;
    }
    let said = line.to_lowercase();
    let holds = |phrases: &[&str]| phrases.iter().any(|phrase| said.contains(phrase));
    let numbers = said
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let mut words = numbers.clone().zip(numbers.skip(1));
    let counted =
        words.find(|(first, second)| first.bytes().all(|byte| byte.is_ascii_digit()) && COUNTED.contains(second));
    // `+ 4 more`
    let is_count = counted.is_some_and(|(_, of)| of != "of") && said.split_whitespace().count() <= MOST_WORDS_IN_COUNT;
    holds(&ALONE) || is_count || (holds(&OUT) && (counted.is_some() || holds(&REST)))
}

/// So many words say nothing but how many others there are.
const MOST_WORDS_IN_COUNT: usize = 3;

/// Whether the rest of this line, or of the tag's content, is words one by one between commas. In prose, a comma separates more of them.
fn is_list_of_words(line: &str) -> bool {
    let line = line
        .split(['\n', '<'])
        .next()
        .unwrap_or_default()
        .trim_end_matches(['.', ')', ']', ' ']);
    !line.trim_start().is_empty()
        && line.split(',').all(|word| {
            let word = word.trim();
            !word.is_empty()
                && word
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.'))
        })
}

/// Whether a line begins with a list number other than 1: `3. ` or `3) `.
fn goes_on_counting(line: &str) -> bool {
    let number = line.split(['.', ')']).next().unwrap_or_default();
    let is_number = (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number && !matches!(number, "0" | "1") && line.get(number.len() + 1..).is_some_and(|rest| rest.starts_with(' '))
}

/// Whether a remark in brackets or after dots follows a value, or its fence, and says that it was cut off.
pub(in crate::extract) fn is_cut_by_remark(behind: &str) -> bool {
    let behind = after_fence(behind);
    behind.trim_start().starts_with(['.', '…', '[', '(', '<']) && says_cut(behind)
}
