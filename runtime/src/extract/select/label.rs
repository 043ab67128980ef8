//! What the text right around an answer says about it: that another one counts. `The earlier version was: {..}`

mod only;

use alloc::string::String;
use core::ops::Range;

use crate::bounds::LONGEST_LINE;
use crate::path::{head, tail};
use crate::read::lead::{
    begins_with, calls_wrong, is_called_none, is_no_lead_between, may_set_aside, may_take_back, names_another,
};
use crate::read::scan;
use crate::read::steps::step;
pub(in crate::extract) use only::is_rejected;

/// What is said of an answer that does not count.
const OLD: [&str; 10] = [
    "before",
    "discarded",
    "earlier",
    "incorrect",
    "old",
    "original",
    "outdated",
    "previous",
    "rejected",
    "wrong",
];

/// What such an answer is called.
const NOUNS: [&str; 9] = [
    "answer", "attempt", "draft", "json", "object", "one", "output", "response", "version",
];

/// What is between that and the answer.
const LINKS: [&str; 4] = ["is", "looked", "was", "were"];

/// Words on the same line that say the opposite.
const NEW: [&str; 10] = [
    "correct",
    "corrected",
    "final",
    "fixed",
    "here",
    "improved",
    "instead",
    "new",
    "now",
    "updated",
];

/// Names of a tag, or info strings of a fence, around an object that is not the answer.
const SHOWN: [&str; 11] = [
    "del", "draft", "example", "format", "input", "s", "sample", "schema", "scratch", "strike", "template",
];

/// Names of a tag around what leads to the answer, if there is another one.
const LEADING: [&str; 8] = [
    "alternative",
    "analysis",
    "context",
    "critique",
    "feedback",
    "plan",
    "question",
    "scratchpad",
];

/// Names of a tag around what a program gave the model.
const GIVEN: [&str; 5] = [
    "function_response",
    "function_results",
    "observation",
    "tool_response",
    "tool_result",
];

/// How a sentence begins that introduces something beside the answer: `Schema used: {..}`, `For comparison, a bad one: {..}`.
const BESIDE: [&str; 12] = [
    "expected format",
    "for comparison",
    "for reference",
    "format",
    "input",
    "observation",
    "original",
    "previously",
    "prompt",
    "required format",
    "schema",
    "template",
];

/// Endings of a sentence without a colon that say that what follows was left out: `(I excluded ["d"])`, but not
/// `With duplicates excluded: ["a"]`.
const LEFT_OUT: [&str; 8] = [
    "but not",
    "dropped",
    "except",
    "excluded",
    "excluding",
    "not",
    "omitted",
    "out of",
];

/// What may follow `here`, `below` or `this` in a sentence that introduces something: `Here is the original:`.
const SHOWS: [&str; 6] = ["are", "is", "s", "shows", "was", "were"];

/// Words that call an earlier answer wrong.
const FAULTS: [&str; 5] = ["incorrect", "invalid", "mistaken", "outdated", "wrong"];

/// First words of a sentence that comments on what was just written.
const TURNS: [&str; 11] = [
    "actually", "ah", "but", "hm", "hmm", "no", "oh", "oops", "sorry", "wait", "well",
];

/// After `here is`, this many words are searched for one of `OLD` or `NEW`.
const MOST_WORDS_BETWEEN: usize = 3;

/// How many words are searched from the name of the tag to the answer.
const MOST_WORDS_IN_TAG: usize = 6;

/// The most signs, in bytes, between the last word of a label and its colon.
const LONGEST_SIGNS: usize = 8;

/// Whether the line right before an answer says that it is an old or a wrong one.
fn is_disowned(before: &str) -> bool {
    let line = tail(before, LONGEST_LINE);
    step(line.len());
    let line = line.trim_end().trim_end_matches(['`', '*', '_', ' ', '\n']);
    // The sentence may go on with the answer: `The bad output was`.
    let line = line
        .strip_suffix(':')
        .or_else(|| line.ends_with(" was").then_some(line));
    let Some(line) = line else {
        return false;
    };
    // A label ends with its last word, and a sign or two such as a bracket.
    if !tail(line, LONGEST_SIGNS).contains(char::is_alphanumeric) {
        return false;
    }
    // From the end: `the previous version was:`.
    let (mut before, mut last) = last_word(line);
    let has_noun = words(line).any(|word| is_one_of(&NOUNS, word));
    for list in [&LINKS[..], &NOUNS] {
        if is_one_of(list, last) {
            let (rest, word) = last_word(before);
            // If it is the only word on its line, it is kept: nothing before it calls the answer old.
            if !word.is_empty() {
                (before, last) = (rest, word);
            }
        }
    }
    (is_one_of(&OLD, last) || (has_noun && is_one_of(&["bad", "broken"], last))) && {
        let line = line.rsplit('\n').next().unwrap_or_default();
        !words(line).any(|word| is_one_of(&NEW, word))
    }
}

/// Whether the text around one of several answers, which begins at `first` with its fence or tag, says that it is not the one that
/// counts.
pub(super) fn is_set_aside(text: &str, first: usize, answer: Range<usize>) -> bool {
    is_denied(text, first, answer, |before| {
        if !may_set_aside(tail(before, LONGEST_LINE)) {
            return false;
        }
        let lead = &lead_of(before);
        let is_no_lead = || !lead.is_empty() && is_no_lead_between(lead) && !announces(lead);
        !is_about_before(lead) && (is_disowned(before) || is_no_lead() || names_another(lead) || is_beside(lead))
    }) || is_leading(&text[first..])
}

/// Whether the tag at the beginning of the text is around what leads to an answer.
fn is_leading(text: &str) -> bool {
    let name = text
        .strip_prefix('<')
        .and_then(|tag| words(head(tag, LONGEST_LINE)).next());
    name.is_some_and(|name| is_one_of(&LEADING, name))
}

/// Whether the text between two answers, or after the second, says that the first one counts. If a reply has only one answer, more words
/// are needed to reject it.
pub(super) fn yields(between: &str, after: &str) -> bool {
    let before = tail(between, LONGEST_LINE);
    let line = before.trim_end_matches(['`', '*', '_', '"', '(', ' ', '\n']);
    if line.ends_with(REFUSING) {
        return true;
    }
    if prefers_first(after) {
        return true;
    }
    if !may_set_aside(before) {
        return false;
    }
    let lead = &lead_of(before);
    // A whole sentence is rather about the earlier answer: `That was wrong.`
    let is_open = !lead
        .trim_end_matches(['`', '*', '_', '"', '(', ' '])
        .ends_with(['.', '!', '?', '。']);
    let is_other = || {
        let clause = lead.rsplit([',', ';']).next().unwrap_or_default();
        let mut said = words(clause);
        // It is rather about the earlier answer: `That was the wrong answer, so:`
        let is_about_before = |first| is_one_of(&TURNS, first) || is_one_of(&["it", "that", "this"], first);
        if said.clone().next().is_some_and(is_about_before) {
            return false;
        }
        let denies = said.clone().any(|word| is_one_of(&LESSER, word))
            || clause.contains("n't ")
            || clause.contains("n’t ")
            || clause.contains("second choice");
        denies && !said.any(|word| word == "but" || is_one_of(&NEW, word))
    };
    is_open && is_other()
}

/// Signs before an answer that does not count.
const REFUSING: [char; 5] = ['❌', '✗', '✘', '🚫', '👎'];

/// Words in a clause that goes on with an answer which is not the one that counts, if an earlier one does.
const LESSER: [&str; 27] = [
    "almost",
    "alternatively",
    "could",
    "dagegen",
    "discarded",
    "earlier",
    "erróneo",
    "falsch",
    "formerly",
    "incorrecto",
    "might",
    "nearly",
    "never",
    "nicht",
    "not",
    "previous",
    "previously",
    "rejected",
    "runner",
    "unlike",
    "was",
    "which",
    "worse",
    "would",
    "wrong",
    "неправильно",
    "以前的答案",
];

/// Whether the text after the last of several answers says that the first one counts.
fn prefers_first(after: &str) -> bool {
    const TAKING: [&str; 6] = ["choose", "pick", "prefer", "take", "use", "with"];
    let near = head(after, LONGEST_LINE);
    // What comes after the next answer is not about this one.
    let near = &near[..scan::either(near.as_bytes(), 0, b'{', b'[')];
    step(near.len());
    let mut said = words(near);
    while let Some(word) = said.next() {
        let mut object = said.clone().skip_while(|word| word.eq_ignore_ascii_case("the"));
        let takes = is_one_of(&TAKING, word);
        if (takes || word.eq_ignore_ascii_case("ignore"))
            && let Some(which) = object.next()
        {
            let names: &[&str] = if takes {
                &["first", "former"]
            } else {
                &["last", "latter", "second"]
            };
            if is_one_of(names, which) {
                return true;
            }
        }
    }
    false
}

/// Whether the text around an answer denies it. `by_lead` tells whether the text before it does.
fn is_denied(text: &str, first: usize, answer: Range<usize>, by_lead: impl Fn(&str) -> bool) -> bool {
    let (before, after) = (&text[..first], &text[answer.end..]);
    // If a tag or fence is never closed, every answer after it is inside it.
    let opening = head(&text[first..answer.start], LONGEST_LINE);
    by_lead(before)
        || is_set_aside_behind(after)
        || is_struck(before, after)
        || (may_set_aside(opening) && is_named_old(opening))
}

/// Whether the sentence before an answer says of an earlier one that it is old or wrong: `Hmm, this is wrong:`.
pub(super) fn calls_before_wrong(before: &str) -> bool {
    may_set_aside(tail(before, LONGEST_LINE)) && is_about_before(&lead_of(before))
}

/// Whether a sentence, given in lowercase, says of what is before it that it is old or wrong: `The above is outdated:`.
fn is_about_before(lead: &str) -> bool {
    let (before, last) = last_word(lead.trim_end_matches(|c: char| !c.is_alphanumeric()));
    let (subject, link) = last_word(before);
    if !is_one_of(&FAULTS, last) || !is_one_of(&SHOWS, link) {
        return false;
    }
    let subject = words(subject);
    let holds = |list: &[&str]| subject.clone().any(|word| is_one_of(list, word));
    let takes_up = |first: &str| is_one_of(&TURNS, first) || is_one_of(&["it", "that"], first);
    // `But the following is wrong:`
    !holds(&["below", "following", "next"]) && (holds(&["above"]) || subject.clone().next().is_some_and(takes_up))
}

/// Whether a sentence says that what follows it is the answer.
fn announces(lead: &str) -> bool {
    words(lead).any(|word| is_one_of(&NEW, word))
}

/// Whether a sentence behind an answer says that it does not count.
fn is_set_aside_behind(after: &str) -> bool {
    // What is said of the next answer is not said of this one.
    let said = head(after, LONGEST_LINE);
    let said = &said[..scan::either(said.as_bytes(), 0, b'{', b'[')];
    may_take_back(said) && (is_called_none(said) || is_called_wrong(said) || is_called_old(said))
}

/// Whether the tag or fence that an answer is in, or the text between it and the answer, names something else:
/// `<details><summary>Old version</summary>`.
fn is_named_old(opening: &str) -> bool {
    let opening = head(opening, LONGEST_LINE);
    step(opening.len());
    let mut near = words(opening).take(MOST_WORDS_IN_TAG);
    let tag = opening.strip_prefix('<').and_then(|tag| tag.split_once('>'));
    tag.is_some_and(|(name, _)| is_one_of(&GIVEN, name))
        || near
            .next()
            .is_some_and(|tag| is_one_of(&OLD, tag) || is_one_of(&SHOWN, tag))
        || near
            .find(|word| is_one_of(&OLD, word) || is_one_of(&NEW, word))
            .is_some_and(|word| is_one_of(&OLD, word))
}

/// Whether a sentence, given in lowercase, says that what follows was left out.
fn leaves_out(lead: &str) -> bool {
    let said = lead.trim_matches(|c: char| !c.is_alphanumeric());
    let ends = |end: &&str| {
        said.strip_suffix(*end)
            .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
    };
    !lead.ends_with(':') && LEFT_OUT.iter().any(ends)
}

/// Whether a sentence, given in lowercase, introduces something other than the answer: what was left out, or was there before.
fn is_beside(lead: &str) -> bool {
    let said = lead.trim_matches(|c: char| !c.is_alphanumeric());
    let begins = |start: &&str| {
        said.strip_prefix(*start)
            .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
    };
    let is_said_beside = is_one_of(&LEFT_OUT, said) || BESIDE.iter().any(begins);
    if leaves_out(lead) || (is_said_beside && !words(said).any(|word| is_one_of(&NEW, word))) {
        return true;
    }
    // `Here is the original you sent:`
    let mut shown = words(said)
        .skip_while(|word| !is_one_of(&["here", "below", "this"], word))
        .skip(1);
    shown.next().is_some_and(|link| is_one_of(&SHOWS, link))
        && shown
            .take(MOST_WORDS_BETWEEN)
            .find(|word| is_one_of(&OLD, word) || is_one_of(&NEW, word))
            .is_some_and(|word| is_one_of(&OLD, word))
}

/// The sentence before an answer on its line, or else at the end of the last line above that is not blank or a fence. An earlier answer on
/// that line is left out.
fn lead_of(before: &str) -> String {
    let near = tail(before, LONGEST_LINE);
    step(near.len());
    let mut above = near;
    let line = loop {
        above = above.trim_end();
        let line = above.rsplit('\n').next().unwrap_or_default();
        if !line.trim_start().starts_with(['`', '~']) {
            break line;
        }
        above = &above[..above.len() - line.len()];
    };
    // Words before a closing tag belong to that element, not to the answer; `|>` begins somebody's turn: `<|im_start|>user`.
    let bytes = line.as_bytes();
    let ends = |at: usize| match bytes[at] {
        b'}' | b']' => true,
        b'<' => bytes.get(at + 1) == Some(&b'/'),
        b'>' => at > 0 && bytes[at - 1] == b'|',
        _ => false,
    };
    // Most lines have none of these signs.
    let has_end = scan::any_of(bytes, 0, *b"}]<|||") < bytes.len();
    let last = if has_end {
        (0..bytes.len()).rfind(|&at| ends(at))
    } else {
        None
    };
    let said = match last {
        Some(at) if bytes[at] == b'<' => line[at..].split_once('>').map_or("", |(_, said)| said),
        Some(at) => &line[at + 1..],
        None => line,
    };
    let said = said.trim_matches(|c: char| c.is_whitespace() || matches!(c, '(' | '*' | '_' | '-' | '>' | '#'));
    let bytes = said.as_bytes();
    let is_ended = scan::any_of(bytes, 0, *b".!?;;;") < bytes.len();
    let mut pairs = bytes.windows(2);
    let end = if is_ended {
        pairs.rposition(|pair| matches!(pair, [b'.' | b'!' | b'?' | b';', b' ']))
    } else {
        None
    };
    let said = end.map_or(said, |end| &said[end + 2..]);
    let said = if said.is_ascii() {
        said
    } else {
        said.rsplit('。').next().unwrap_or_default()
    };
    said.to_lowercase()
}

/// Whether an answer is crossed out or in a comment.
fn is_struck(before: &str, after: &str) -> bool {
    // Most text before an answer ends in none of their signs.
    let before = tail(before, LONGEST_LINE);
    let opening = before.trim_end_matches([' ', '\n']);
    if !opening.ends_with(['/', '-', '~', '>', '*']) {
        return false;
    }
    let line = before.rsplit('\n').next().unwrap_or_default();
    let after = head(after, LONGEST_LINE).trim_start();
    step(before.len());
    // Three of these marks are a fence.
    let is_crossed = |text: &str| text.ends_with("~~") && !text.ends_with("~~~");
    line.trim() == "//"
        || (opening.ends_with("<!--") && after.starts_with("-->"))
        || (opening.ends_with("/*") && after.starts_with("*/"))
        || (is_crossed(opening) && after.starts_with("~~"))
        || (line.ends_with("<del>") && after.starts_with("</del>"))
}

/// Whether a remark right after an answer calls it old or wrong: `{..} <- rejected`, `{..} (qty should be 3)`.
fn is_called_old(said: &str) -> bool {
    let remark = said.split('\n').next().unwrap_or_default().trim_start();
    let is_remark = remark.starts_with(['<', '←', '(', '#', '/', '-', '—', '–']);
    // More words are about something in the answer: `(old values removed)`.
    let is_old = || words(remark).count() <= 2 && words(remark).next().is_some_and(|word| is_one_of(&OLD, word));
    (is_remark && (is_old() || is_called_none(remark)))
        || (said.trim_start().starts_with('(') && said.contains(" should be "))
}

/// Whether the sentence goes on after an answer, which is its subject, and calls it wrong: `{..} is not the answer.`
fn is_called_wrong(said: &str) -> bool {
    let said = said.trim_start();
    let said = if said.starts_with("</") {
        said.split_once('>').map_or(said, |(_, said)| said)
    } else {
        said
    };
    let verb = said.trim_start_matches(['`', '*', '"', '\'', ' ']);
    begins_with(verb, &["is ", "was ", "are ", "were ", "would be "])
        .is_some_and(|what| calls_wrong(what) || is_called_none(&alloc::format!("it {verb}")))
}

fn words(text: &str) -> impl Iterator<Item = &str> + Clone {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| !word.is_empty())
}

fn is_one_of(list: &[&str], word: &str) -> bool {
    list.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// What is before the last word of the last line, and that word: empty if the line has none.
fn last_word(text: &str) -> (&str, &str) {
    let text = text.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '\n');
    text.split_at(text.trim_end_matches(char::is_alphanumeric).len())
}

#[cfg(test)]
mod tests {
    use super::{LEFT_OUT, OLD, is_disowned};
    use crate::read::lead::may_reject;

    #[test]
    fn every_denial_has_a_word_of_the_first_look() {
        for denial in OLD.into_iter().chain(LEFT_OUT) {
            assert!(may_reject(denial), "{denial}");
        }
    }

    #[test]
    fn a_label_says_that_an_answer_is_an_old_one() {
        for before in [
            "For reference, the earlier (wrong) version was:\n",
            "Old:\n```",
            "**Before:**\n",
            "My previous answer: ",
        ] {
            assert!(is_disowned(before), "{before}");
        }
        for before in [
            "",
            "Here is the corrected version of the previous answer:\n",
            "My previous answer was wrong. The result:\n",
            "The new version:\n",
            "As I said before, the answer is",
            "Final:\n",
        ] {
            assert!(!is_disowned(before), "{before}");
        }
    }
}
