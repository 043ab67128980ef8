//! Whether the text around an answer, or an item of it, says that it is not one: a refusal, an example, a quotation, a question, a
//! condition, something outdated or something still to do.

use super::found::FoundAnswer;
use crate::read::lead::{begins_with, is_called_none, is_no_lead, is_refusal, refuses};
use crate::read::reasoning;
use crate::read::retraction::takes_back;
use crate::read::turn::{begins_turn, own_turn};
use crate::repair::RepairKind;
use crate::steps::step;

/// How a question begins that goes on in the next line.
const QUESTIONS: [&str; 18] = [
    "should i",
    "should we",
    "should it",
    "shall i",
    "shall we",
    "is it",
    "is this",
    "would it",
    "would you",
    "could it",
    "could you",
    "can i",
    "may i",
    "do you",
    "did you",
    "does it",
    "are you",
    "was it",
];

/// What comes before a refusal in an item.
const BEFORE_REFUSAL: [&str; 8] = [
    "unfortunately",
    "regrettably",
    "sadly",
    "sorry",
    "no",
    "well",
    "apologies",
    "alas",
];

/// Who refuses.
const REFUSERS: [&str; 6] = ["i'm ", "i’m ", "i am ", "i ", "we ", "we are "];

/// What the refuser does.
const REFUSING: [&str; 24] = [
    "not able to",
    "unable to",
    "can't",
    "can’t",
    "cannot",
    "can not",
    "couldn't",
    "couldn’t",
    "could not",
    "won't",
    "won’t",
    "will not",
    "have no access",
    "have no way",
    "don't have",
    "don’t have",
    "do not have",
    "not allowed",
    "not going to",
    "not comfortable",
    "not permitted",
    "must decline",
    "have to decline",
    "refuse",
];

/// What a first item says that is no element.
const CURT: [&str; 3] = ["nope", "not going to do", "no way"];

impl FoundAnswer<'_> {
    /// Whether the text says that this is no answer: the line before it introduces an example, a format, a quotation or an error,
    /// or it is inside a question or below a condition, or the text around it, or an item of a bulleted list, is a refusal.
    pub(super) fn is_disowned(&self, text: &str) -> bool {
        step(2 * text.len());
        let before = &text[..self.span.start];
        let before = reasoning::last_end(before).map_or(before, |end| &before[end..]);
        let after = &text[self.span.end..];
        let lead = before
            .lines()
            .rfind(|line| !line.trim_start().is_empty() && !line.trim_start().starts_with(['`', '~']));
        let lead = lead.unwrap_or_default().trim().to_lowercase();
        let next = after.trim_start().lines().next().unwrap_or_default().to_lowercase();
        is_no_lead(&lead)
            || is_called_none(after)
            || is_question(&lead, after)
            || refuses(before)
            || refuses(after)
            || begins_with(&next, &["unless ", "only if ", "but only if "]).is_some()
            || (self.kind == RepairKind::BulletsRead && has_refusal(&text[self.span.clone()]))
    }

    /// Where the text after the answer takes it back, in the writer's own turn.
    pub(super) fn retraction(&self, text: &str) -> Option<usize> {
        let end = self.span.end;
        let own = own_turn(text).end.clamp(end, text.len());
        let rest = &text[end..own];
        let mut turns = rest.split_inclusive('\n').scan(0, |start, line| {
            let at = *start;
            *start += line.len();
            Some((at, line))
        });
        let turn = turns.find(|(_, line)| begins_turn(line.trim()));
        let rest = turn.map_or(rest, |(at, _)| &rest[..at]);
        takes_back(rest).then(|| end + rest.len() - rest.trim_start().len())
    }
}

/// Whether the answer is inside a question: its beginning is in the line before, and does not end there.
fn is_question(lead: &str, after: &str) -> bool {
    if lead.is_empty() || lead.ends_with([':', '.', '!', '?', '>', '：', '。']) {
        return false;
    }
    let next = after.trim_start().lines().next().unwrap_or_default().trim_end();
    begins_with(lead, &QUESTIONS).is_some() || next.ends_with(['?', '？'])
}

/// Whether an item of a list refuses, or the first one is a curt no.
fn has_refusal(list: &str) -> bool {
    let items = list.lines().map(|line| {
        let item = line.trim_start_matches(|c: char| !c.is_alphabetic());
        item.to_lowercase()
    });
    items.enumerate().any(|(number, item)| {
        let curt = CURT.iter().filter_map(|words| item.strip_prefix(words));
        let is_curt = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let own = begins_with(&item, &BEFORE_REFUSAL).and_then(|rest| rest.strip_prefix([',', '.', '!', ':']));
        let own = own.map_or(&*item, str::trim_start);
        is_refusal(own)
            || REFUSERS
                .iter()
                .filter_map(|refuser| own.strip_prefix(refuser))
                .any(|rest| begins_with(rest, &REFUSING).is_some())
            || (number == 0 && curt.into_iter().any(is_curt))
    })
}
