//! Whether the text presents an answer without giving it: a worst case, an earlier state, something still to do, an example.
//!
//! Prose about an answer uses the same words. So they count only if they are the whole sentence before the answer, or all that a
//! sentence after it says about it.

use super::{WRONG, begins_with};
use crate::path::head;

/// How a condition ends whose answer is only supposed: `If it were remote, it would be`.
pub(super) const SUPPOSED: [&str; 6] = [
    "would be",
    "would have been",
    "could be",
    "might be",
    "would",
    "would then be",
];

/// What a line says that introduces how things might turn out.
const CASES: [&str; 10] = [
    "in the worst case",
    "in the best case",
    "worst case",
    "best case",
    "at worst",
    "at best",
    "in theory",
    "theoretically",
    "ideally",
    "in an ideal world",
];

/// How a line begins that introduces what is imagined, or what somebody else says.
const IMAGINED: [&str; 14] = [
    "if this were",
    "if it were",
    "if that were",
    "if there were",
    "were this",
    "were it",
    "let's say",
    "lets say",
    "imagine",
    "pretend",
    "suppose",
    "in the case that",
    "another model",
    "i disagree",
];

/// What a line says of what it introduces, if that does not count.
const DISMISSED: [&str; 4] = ["but rejected", "but discarded", "but dismissed", "but ruled"];

/// How a short line begins that introduces something from before.
const FORMERLY: [&str; 11] = [
    "previously",
    "originally",
    "formerly",
    "earlier",
    "initially",
    "old",
    "former",
    "previous",
    "prior",
    "yesterday",
    "last time",
];

/// Lines that introduce something still to do.
const UNDONE: [&str; 6] = ["todo", "to do", "to-do", "fixme", "tbd", "wip"];

/// How a sentence about the preceding answer begins.
const BACK: [&str; 14] = [
    "values ",
    "the values ",
    "the above ",
    "the answer above ",
    "the output above ",
    "everything above ",
    "all of the above ",
    "all of this ",
    "all this ",
    "this ",
    "that ",
    "these ",
    "those ",
    "it ",
];

/// What a sentence calls something that is not a real answer.
pub(super) const NO_ANSWERS: [&str; 15] = [
    "dummy",
    "illustrative",
    "mock",
    "example",
    "examples",
    "sample",
    "illustration",
    "placeholder",
    "placeholders",
    "hypothetical",
    "made up",
    "made-up",
    "fictional",
    "template",
    "invented",
];

/// What a sentence about the answer calls it.
const ANSWERS: [&str; 10] = [
    "output", "answer", "result", "response", "reply", "case", "finding", "verdict", "review", "outcome",
];

/// All that is said of what does not count.
#[cfg(test)]
pub(super) const PHRASES: [&[&str]; 6] = [&SUPPOSED, &CASES, &IMAGINED, &DISMISSED, &FORMERLY, &UNDONE];

/// How many sentences after the answer are examined.
const MOST_SENTENCES: usize = 4;

/// Whether the last sentence of a line says little more than that what follows is hypothetical, outdated, still to do or in question.
pub(super) fn is_supposed(lead: &str) -> bool {
    let sentence = lead.rsplit(['.', '!', '?', ';', '。']).next().unwrap_or_default();
    let is_mark =
        |c: char| c.is_whitespace() || matches!(c, '*' | '_' | '#' | '"' | ':' | '：' | ',' | '(' | ')' | '[' | ']');
    let sentence = sentence.trim_matches(is_mark);
    let last = sentence.rsplit(' ').next().unwrap_or_default();
    let is_case = || {
        let rest = begins_with(sentence, &CASES).map(|rest| rest.trim_matches(is_mark));
        rest.is_some_and(|rest| rest.is_empty() || SUPPOSED.iter().any(|words| rest.ends_with(words)))
    };
    let is_former = || {
        let rest = begins_with(sentence, &FORMERLY).or_else(|| sentence.strip_prefix("before the"));
        let is_short = |rest: &str| {
            let is_whole = rest.is_empty() || rest.starts_with([' ', '\'', '’']);
            is_whole && rest.split_whitespace().count() <= MOST_WORDS
        };
        sentence == "before" || (lead.ends_with([':', '：', '*']) && rest.is_some_and(is_short))
    };
    let is_imagined = || {
        let introduces = lead.ends_with([':', '：', '*']);
        introduces
            && (begins_with(sentence, &IMAGINED).is_some() || DISMISSED.iter().any(|words| sentence.contains(words)))
    };
    matches!(last, "whether" | "if" | "unless")
        || is_imagined()
        || begins_with(sentence, &UNDONE).is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
        || is_case()
        || is_former()
}

/// How many words may follow a word such as "before": `Before the last change:`.
const MOST_WORDS: usize = 2;

/// Whether one of the first sentences after an answer says that it was an example, or what the answer would be under a condition.
///
/// The sentence is about the answer, and says nothing more: `This is an example of bad style` is about something else.
pub(crate) fn is_called_none(after: &str) -> bool {
    let sentences = after
        .split_inclusive(['.', '!', '?', '\n'])
        .filter(|part| part.contains(char::is_alphanumeric));
    sentences.take(MOST_SENTENCES).any(|sentence| {
        let sentence = head(sentence, LONGEST_REMARK).to_lowercase();
        let said = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
        let said = begins_with(said, &["note: ", "note that ", "of course, ", "but ", "however, "]).unwrap_or(said);
        let said = begins_with(said, &FINDS).map_or(said, |said| said.strip_prefix("that ").unwrap_or(said));
        if begins_with(said, &TAKEN_BACK).is_some() {
            return true;
        }
        let whole;
        let mut said = said;
        if let Some(rest) = begins_with(said, &["that's ", "that’s ", "it's ", "it’s "]) {
            whole = alloc::format!("that is {rest}");
            said = &whole;
        }
        let Some(said) = begins_with(said, &BACK) else {
            return false;
        };
        if let Some(what) = begins_with(said, &["would be ", "would have been ", "could be ", "might be "]) {
            if WRONG.contains(&what.trim_end_matches(['.', ')', '!', ' ', '\n'])) {
                return true;
            }
            let what = begins_with(what, &["the ", "my ", "an ", "a "]).unwrap_or(what);
            return begins_with(what, &ANSWERS).is_some() && what.contains(" if ");
        }
        let Some(mut what) = begins_with(said, &["is ", "are ", "was ", "were "]) else {
            return false;
        };
        while let Some(rest) = begins_with(
            what,
            &["only ", "just ", "merely ", "simply ", "purely ", "an ", "a ", "the "],
        ) {
            what = rest;
        }
        let is_all =
            |rest: &str| rest.starts_with([',', '.', '!', ';', ')', '\n', '*', '_']) || rest.trim_start().is_empty();
        let is_none = |rest: &str| {
            let called = [" only", " answer", " data", " output", " response", " values"];
            let rest = begins_with(rest, &called).unwrap_or(rest);
            let goes_on = [
                " of the format",
                " of what",
                " of how",
                " since ",
                " because ",
                " until ",
            ];
            is_all(rest) || begins_with(rest, &goes_on).is_some()
        };
        let what = what.trim_end_matches(['.', ')', '!', ' ', '\n']);
        what == "not"
            || WRONG.iter().filter_map(|word| what.strip_prefix(word)).any(is_all)
            || NO_ANSWERS
                .iter()
                .filter_map(|word| what.strip_prefix(word))
                .any(is_none)
    })
}

/// How a sentence begins in which the writer finds a mistake.
const FINDS: [&str; 8] = [
    "i realize ",
    "i realise ",
    "i now realize ",
    "i now realise ",
    "i see now ",
    "i now see ",
    "i see ",
    "i notice ",
];

/// How a sentence begins that says that the answer before it was made up or is wrong.
pub(super) const TAKEN_BACK: [&str; 11] = [
    "i invented this",
    "i made it up",
    "i made that up",
    "i made this up",
    "replace the values",
    "das ist falsch",
    "das war falsch",
    "c'est faux",
    "c’est faux",
    "esto es incorrecto",
    "这是错误的",
];

/// Whether a sentence calls its subject wrong, in the words after the verb.
pub(crate) fn calls_wrong(what: &str) -> bool {
    let wrong = WRONG.iter().filter_map(|word| what.strip_prefix(word));
    wrong.into_iter().any(|rest| !rest.starts_with(char::is_alphanumeric))
}

/// How much of a sentence is examined.
const LONGEST_REMARK: usize = 240;
