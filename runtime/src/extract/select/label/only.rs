//! What the text right around the only answer of a reply says about it: that it does not count.

use core::ops::Range;

use super::{
    NEW, announces, is_about_before, is_denied, is_disowned, is_leading, is_one_of, last_word, lead_of, leaves_out,
    words,
};
use crate::bounds::LONGEST_LINE;
use crate::path::{head, tail};
use crate::read::lead::{
    LONGEST_WHOLE, begins_with, is_conditional, is_no_lead, labels_another, may_reject, may_set_aside, refuses, rejects,
};
use crate::read::scan;
use crate::read::steps::step;

/// Like [`is_set_aside`](super::is_set_aside), for the only answer. Fewer words deny it: many that set aside one of several answers only describe this one.
pub(in crate::extract) fn is_rejected(text: &str, first: usize, answer: Range<usize>) -> bool {
    is_in_sentence(&text[..first], &text[answer.end..])
        || is_code(&text[..first], &text[answer.clone()])
        || is_used(&text[answer.end..])
        || (is_leading(&text[first..]) && refuses(head(&text[answer.end..], LONGEST_LINE)))
        || is_denied(text, first, answer, |before| {
            let near = tail(before, LONGEST_LINE);
            let has_word = may_reject(near);
            let may_deny = has_word || (may_label(near) && may_set_aside(near));
            if !may_deny {
                return false;
            }
            let lead = &lead_of(before);
            // After a refusal, an example is no answer.
            if shows_form(lead) || (is_no_lead(lead) && refuses(near)) {
                return true;
            }
            if !has_word {
                return labels_another(lead) && !announces(lead);
            }
            let is_rejected = || is_conditional(lead) || (rejects(lead) && !announces(lead)) || leaves_out(lead);
            !is_about_before(lead) && (is_disowned(before) || is_rejected())
        })
}

/// Whether the sentence at the end of this text may be a label of something other than the answer, or call what follows it the form of
/// one. Most sentences end with several words, and the last of them is none of those that this takes.
fn may_label(before: &str) -> bool {
    let said = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let last = &said[said.trim_end_matches(char::is_alphanumeric).len()..];
    let end = said.as_bytes().last_chunk::<LONGEST_WHOLE_AND_ONE>();
    // All of this is in that sentence: nothing in it ends another one.
    let is_long = end.is_some_and(|end| {
        end[0].is_ascii_alphabetic() && end.iter().all(|&byte| byte.is_ascii_alphabetic() || byte == b' ')
    });
    // A line that opens or closes a fence is passed over.
    let has_fence = || scan::either(before.as_bytes(), 0, b'`', b'~') < before.len();
    !is_long || has_fence() || is_one_of(&FORMS, last) || is_one_of(&FORM_LINKS, last)
}

const LONGEST_WHOLE_AND_ONE: usize = LONGEST_WHOLE + 1;

/// The words between what is called the form of an answer and that form.
const FORM_LINKS: [&str; 8] = ["is", "was", "being", "should", "would", "be", "wäre", "like"];

/// What a form with blanks in it is called.
const FORMS: [&str; 3] = ["placeholder", "skeleton", "template"];

/// Whether a sentence, given in lowercase, calls what follows it the form of an answer: `The format is {..}`.
fn shows_form(lead: &str) -> bool {
    let (mut before, mut last) = last_word(lead.trim_end_matches(|c: char| !c.is_alphanumeric()));
    // `Here is a template that you can use:`
    let shown = begins_with(lead, &["here is a ", "here's a ", "here’s a "]);
    let is_shown = shown
        .and_then(|shown| words(shown).next())
        .is_some_and(|form| is_one_of(&FORMS, form));
    if lead.ends_with(':') && (is_shown || is_one_of(&FORMS, last)) {
        return true;
    }
    let mut links = 0;
    while is_one_of(&FORM_LINKS, last) && links < FORM_LINKS.len() {
        (before, last) = last_word(before);
        links += 1;
    }
    links > 0 && is_one_of(&["form", "format", "schema", "template"], last)
}

/// Whether an object without quotes, right after a word or bracket, is rather code in prose: `if (x) { y: 1 }`.
fn is_code(before: &str, answer: &str) -> bool {
    let key = answer.strip_prefix('{').map(str::trim_start);
    key.is_some_and(|key| key.starts_with(char::is_alphabetic)) && {
        let line = tail(before, LONGEST_LINE).trim_end_matches([' ', '`']);
        line.ends_with(|c: char| c.is_alphanumeric() || c == ')')
    }
}

/// Whether the text behind an answer makes an expression of it, as code does: `[1, 2][0]`, `["a"].join()`
fn is_used(after: &str) -> bool {
    let name = after.strip_prefix('.');
    let index = after
        .strip_prefix('[')
        .map(|index| index.trim_start_matches(|c: char| c.is_ascii_digit()));
    index.is_some_and(|rest| rest.starts_with(']') && after.as_bytes()[1] != b']')
        || name.is_some_and(|name| name.starts_with(char::is_lowercase))
}

/// Whether the only answer of a reply is in the middle of a sentence, which may only mention it: `I would reply {..} if I knew more.`
fn is_in_sentence(before: &str, after: &str) -> bool {
    let is_mark = |c: char| matches!(c, '`' | '*' | '_' | '"' | ' ');
    let behind = head(after, LONGEST_LINE).trim_start_matches(is_mark);
    if !behind.starts_with([',', ';']) && !behind.starts_with(char::is_lowercase) {
        return false;
    }
    let line = tail(before, LONGEST_LINE).rsplit('\n').next().unwrap_or_default();
    step(line.len());
    let lead = line.trim_end_matches(is_mark);
    // `The tags are ["a"], as in the text.`
    let is_said = ["is", "are"].contains(&last_word(lead).1);
    !is_said
        && lead.ends_with(char::is_alphanumeric)
        && !words(lead).any(|word| is_one_of(&NEW, word))
        && behind
            .split('\n')
            .next()
            .unwrap_or_default()
            .contains(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::super::lead_of;
    use super::{FORM_LINKS, FORMS, labels_another, may_label, shows_form};

    #[test]
    fn every_label_passes_the_first_look() {
        for before in [
            "Format:",
            "Well, well, this is only an ordinary sentence. Format:",
            "Format:\n```text and a long info string that nobody writes",
            "Here is the answer in its usual form </b>Example:",
            "**************************** Example:",
            "---------- ----------- ---- log",
        ] {
            let lead = &lead_of(before);
            assert!(labels_another(lead) && may_label(before), "{before}");
        }
        for word in FORMS.into_iter().chain(FORM_LINKS) {
            for before in [
                format!("Without any doubt the {word}:\n"),
                format!("and now the required format {word} ** "),
            ] {
                assert!(may_label(&before), "{before} {}", shows_form(&lead_of(&before)));
            }
        }
        assert!(!may_label("Here is the result in the format that you asked for:\n\n"));
    }
}
