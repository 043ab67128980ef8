//! Whether the text around an answer, or an item of it, says that it is not one: a refusal, an example, a quotation, a question, a
//! condition, something outdated or something still to do.

mod supposed;

use super::found::FoundAnswer;
use crate::read::reasoning;
use crate::read::retraction::takes_back;
use crate::read::turn::{begins_turn, own_turn};
use crate::repair::RepairKind;
use crate::steps::step;
use supposed::{SUPPOSED, is_called_none, is_supposed};

/// What a line says that introduces an example or a format, and no answer.
const EXAMPLES: [&str; 48] = [
    "example",
    "beispiel",
    "exemple",
    "ejemplo",
    "例如",
    "do not answer",
    "don't answer",
    "you could write",
    "previous answer",
    "e.g.",
    "sample",
    "hypothetical",
    "i would write",
    "template",
    "for instance",
    "suppose",
    "format is",
    "format would",
    "format:",
    "should have",
    "should look",
    "would look",
    "please answer",
    "please reply",
    "first draft",
    "not this:",
    "not like that",
    "don't file",
    "do not file",
    "a typical",
    "something like",
    "might look",
    "you wrote",
    "don't use",
    "do not use",
    "don't return",
    "do not return",
    "not like this",
    "instead of this",
    "would be wrong",
    "incorrect",
    "bad answer",
    "bad response",
    "poor answer",
    "wrong answer",
    "weak answer",
    "worst answer",
    "bad example",
];

/// What a refusal says.
const REFUSALS: [&str; 30] = [
    "as an ai",
    "i must decline",
    "i refuse",
    "i'm sorry",
    "i’m sorry",
    "i am sorry",
    "i can't",
    "i can’t",
    "i cannot",
    "i can not",
    "i won't",
    "i will not help",
    "i’d rather not",
    "i'd rather not",
    "i would rather not",
    "not something i can",
    "i don't have access",
    "i do not have access",
    "sorry, but no",
    "unable to",
    "not able to",
    "tut mir leid",
    "kann ich nicht",
    "kann ich leider nicht",
    "je ne peux pas",
    "désolé",
    "lo siento",
    "no puedo",
    "抱歉",
    "对不起",
];

/// How a line ends that introduces what somebody else wrote.
const QUOTATIONS: [&str; 8] = [
    "wrote:",
    "said:",
    "answered:",
    "replied:",
    "claimed:",
    "suggested:",
    "had written:",
    "used to say:",
];

/// What a line says that introduces something from before, if it also ends in the past.
const EARLIER: [&str; 9] = [
    "last",
    "previous",
    "old",
    "earlier",
    "former",
    "yesterday",
    "original",
    "prior",
    "back then",
];

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

/// How a line begins that says that the text below it is wrong.
const SUBJECTS: [&str; 8] = [
    "this is ",
    "that is ",
    "these are ",
    "those are ",
    "the following is ",
    "the following are ",
    "the answer below is ",
    "it is ",
];

/// How such a line ends.
const WRONG: [&str; 14] = [
    "wrong",
    "false",
    "mistaken",
    "invalid",
    "all wrong",
    "not right",
    "not correct",
    "not true",
    "not the answer",
    "not the result",
    "not my answer",
    "not what i would answer",
    "not what i would say",
    "not the case",
];

/// How a line ends if what follows it is not the answer.
const INSTEAD: [&str; 5] = ["instead of", "rather than", "as opposed to", "anything but", "far from"];

/// Whose sentence it is, if it may deny the answer: any other subject is what the answer is about.
const DENIERS: [&str; 7] = ["i", "we", "you", "it", "it's", "this", "that"];

/// The last word of a sentence that has a negation and goes on with the answer.
const BEFORE_ANSWER: [&str; 12] = [
    "not", "say", "that", "answer", "call", "claim", "choose", "give", "assign", "rate", "submit", "pick",
];

/// How a condition begins.
const CONDITIONS: [&str; 5] = ["if ", "unless ", "assuming ", "in case ", "only if "];

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
            .rfind(|line| !line.trim().is_empty() && !line.trim_start().starts_with(['`', '~']));
        let lead = lead.unwrap_or_default().trim().to_lowercase();
        let next = after.trim_start().lines().next().unwrap_or_default().to_lowercase();
        let refuses = |part: &str| {
            let part = part.to_lowercase();
            REFUSALS.iter().any(|words| part.contains(words))
        };
        lead.starts_with("error")
            || is_condition(&lead)
            || is_supposed(&lead)
            || is_called_none(after)
            || is_quotation(&lead)
            || is_question(&lead, after)
            || is_negated(&lead)
            || EXAMPLES.iter().any(|words| lead.contains(words))
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

/// Whether a line says when the lines below would be the answer: a condition that is not followed by a clause of its own.
fn is_condition(lead: &str) -> bool {
    if begins_with(lead, &CONDITIONS).is_none() || lead.ends_with(['.', '!', '?']) {
        return false;
    }
    let clause = lead
        .trim_end_matches(':')
        .rsplit_once(',')
        .map_or("", |(_, clause)| clause.trim());
    let said = lead.trim_end_matches(':').trim_end();
    let is_supposed = SUPPOSED.iter().any(|words| said.ends_with(words));
    is_supposed || (clause.is_empty() && lead.ends_with([':', ','])) || clause == "then"
}

/// Whether a line denies what follows it: it goes on with the answer after words such as `I would not say`, or announces something
/// wrong.
fn is_negated(lead: &str) -> bool {
    let sentence = lead
        .rsplit(['.', '!', '?', ';', ',', '。', '，'])
        .next()
        .unwrap_or_default();
    let sentence = sentence.trim().trim_matches(['*', '_', '"']);
    if let Some(claim) = sentence.strip_suffix([':', '：']) {
        let claim = claim.trim_end_matches(['*', '_', ' ']);
        let subject = begins_with(claim, &SUBJECTS);
        return subject.is_some_and(|said| WRONG.contains(&said.trim()));
    }
    let ends = |words: &&str| {
        let before = sentence.strip_suffix(words);
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    if INSTEAD.iter().any(ends) {
        return true;
    }
    let mut words = sentence.split_whitespace();
    if !words.next().is_some_and(|first| DENIERS.contains(&first)) {
        return false;
    }
    let is_negation =
        |word: &str| matches!(word, "not" | "never" | "cannot") || word.ends_with("n't") || word.ends_with("n’t");
    let last = words.clone().next_back();
    words.any(is_negation) && last.is_some_and(|last| BEFORE_ANSWER.contains(&last))
}

/// Whether a line introduces what somebody wrote, or what was before.
fn is_quotation(lead: &str) -> bool {
    let is_past = lead.ends_with("was:") || lead.ends_with("were:") || lead.ends_with("had been:");
    let mut words = lead.split(|c: char| !c.is_alphanumeric());
    QUOTATIONS.iter().any(|words| lead.ends_with(words)) || (is_past && words.any(|word| EARLIER.contains(&word)))
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
        REFUSALS.iter().any(|words| own.starts_with(words))
            || REFUSERS
                .iter()
                .filter_map(|refuser| own.strip_prefix(refuser))
                .any(|rest| begins_with(rest, &REFUSING).is_some())
            || (number == 0 && curt.into_iter().any(is_curt))
    })
}

/// What follows the words that a text begins with.
fn begins_with<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|words| text.strip_prefix(words))
}
