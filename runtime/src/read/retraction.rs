//! Words with which a writer takes back what was written before: `Scratch that, it is a 4.`
//!
//! They count only at the start of a sentence, since prose about an answer uses the same words: "the job may wait", "no correction
//! is needed". Words that often begin another sentence, such as `Wait for ..`, also need a mark right after them. Words in quotes
//! are somebody else's.

use crate::read::steps::step;

/// What a sentence begins with that takes something back.
const WORDS: [&str; 60] = [
    "actually",
    "apologies, i meant",
    "disregard my",
    "disregard the above",
    "disregard the previous",
    "disregard what i",
    "forget my",
    "forget the above",
    "forget the previous",
    "forget what i",
    "i got that wrong",
    "i have to correct",
    "i made a mistake",
    "i made an error",
    "i meant",
    "i misread",
    "i misspoke",
    "i must correct",
    "i need to correct",
    "i should correct",
    "i should have said",
    "i should have written",
    "i stand corrected",
    "i take it back",
    "i take that back",
    "i want to correct",
    "i was mistaken",
    "i was wrong",
    "ignore my",
    "ignore the above",
    "ignore the previous",
    "ignore what i",
    "it should have been",
    "let me correct",
    "let me fix that",
    "let me revise",
    "make that a",
    "never mind the above",
    "on further consideration",
    "on further reflection",
    "on further thought",
    "on reflection",
    "on second look",
    "on second thought",
    "on second thoughts",
    "or rather",
    "scratch that",
    "sorry i meant",
    "sorry it",
    "strike that",
    "that is wrong",
    "that should have been",
    "that should read",
    "that was wrong",
    "that's wrong",
    "thinking about it again",
    "upon reflection",
    "wait no",
    "wait that",
    "ich meinte",
];

/// The same, if a mark follows, or nothing.
const BEFORE_MARK: [&str; 13] = [
    "disregard that",
    "forget that",
    "hold on",
    "ignore that",
    "my bad",
    "my mistake",
    "never mind",
    "nevermind",
    "no wait",
    "oops",
    "scratch it",
    "sorry",
    "wait",
];

/// The same, if a colon or a dash follows.
const BEFORE_COLON: [&str; 11] = [
    "correction",
    "corrected",
    "edit",
    "edited",
    "erratum",
    "update",
    "updated",
    "korrektur",
    "corrección",
    "更正",
    "修正",
];

/// What may be before these words.
const BEFORE: [&str; 14] = [
    "ah", "and", "but", "hm", "hmm", "hmmm", "now", "oh", "ok", "okay", "or", "so", "uh", "well",
];

/// Verbs after `please` that retract something: `Please ignore the above.`
const AFTER_PLEASE: [&str; 3] = ["disregard", "forget", "ignore"];

/// The same, if a mark follows.
const BEFORE_WITH_MARK: [&str; 3] = ["no", "note", "yes"];

/// So many of those may be there.
const MOST_BEFORE: usize = 4;

/// Whether a sentence of this prose begins with words that take something back.
pub(crate) fn takes_back(prose: &str) -> bool {
    step(prose.len());
    let mut is_start = true;
    let mut before = ' ';
    let mut rest = prose;
    loop {
        if !is_start {
            // Most of a sentence says nothing of where the next one begins.
            let plain = rest
                .bytes()
                .position(|byte| ENDS[usize::from(byte)])
                .unwrap_or(rest.len());
            if plain > 0 {
                before = if rest.as_bytes()[plain - 1] == b' ' { ' ' } else { 'a' };
                rest = &rest[plain..];
            }
        }
        let Some(c) = rest.chars().next() else { return false };
        if is_start && c.is_alphabetic() && begins(rest) {
            return true;
        }
        let next = &rest[c.len_utf8()..];
        let is_apart = next.is_empty() || next.starts_with(char::is_whitespace);
        is_start = match c {
            '\n' | '(' | '[' | '—' | '–' | '…' | ';' | '；' | '。' | '！' | '？' => true,
            '.' | '!' | '?' => is_start || is_apart,
            '-' => is_start || (is_apart && before.is_whitespace()),
            '*' | '_' | '`' | '~' | '#' | '>' | ')' | ']' | '=' => is_start,
            _ => is_start && c.is_whitespace(),
        };
        before = c;
        rest = next;
    }
}

/// The bytes that may end a sentence, or begin a character that does.
static ENDS: [bool; 256] = {
    let mut ends = [false; 256];
    let marks = b"\n([;.!?-";
    let mut i = 0;
    while i < marks.len() {
        ends[marks[i] as usize] = true;
        i += 1;
    }
    // The first bytes of the marks that are no ASCII.
    let mut byte = 0xC2;
    while byte < 256 {
        ends[byte] = true;
        byte += 1;
    }
    ends
};

/// Whether a sentence begins like this.
fn begins(mut sentence: &str) -> bool {
    for _ in 0..=MOST_BEFORE {
        if any_after(&WORDS, sentence, |_| true)
            || any_after(&BEFORE_MARK, sentence, is_mark)
            || any_after(&BEFORE_COLON, sentence, is_colon)
        {
            return true;
        }
        let marked = || {
            BEFORE_WITH_MARK
                .iter()
                .find_map(|words| after(sentence, words).filter(|rest| is_mark(rest)))
        };
        let asked = || {
            let rest = after(sentence, "please")?.trim_start();
            AFTER_PLEASE
                .iter()
                .any(|words| after(rest, words).is_some())
                .then_some(rest)
        };
        let rest = BEFORE.iter().find_map(|words| after(sentence, words));
        let Some(rest) = rest.or_else(marked).or_else(asked) else {
            return false;
        };
        sentence =
            rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '!' | ':' | '…' | '-'));
    }
    false
}

/// Whether the sentence begins with one of these phrases, and goes on like that.
fn any_after(phrases: &[&str], sentence: &str, goes_on: impl Fn(&str) -> bool) -> bool {
    let first = sentence.as_bytes().first().map_or(0, u8::to_ascii_lowercase);
    phrases
        .iter()
        .filter(|words| words.as_bytes()[0] == first || first >= 0x80)
        .any(|words| after(sentence, words).is_some_and(&goes_on))
}

fn is_mark(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || is_colon(rest) || rest.starts_with([',', '.', '!', '?', ';', '…', ')', '，', '。', '！'])
}

fn is_colon(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.starts_with([':', '：', '—', '–']) || rest.strip_prefix('-').is_some_and(|rest| rest.starts_with(['-', ' ']))
}

/// What follows these words, which are whole words in any case.
fn after<'s>(sentence: &'s str, words: &str) -> Option<&'s str> {
    let mut rest = sentence.chars();
    for expected in words.chars() {
        let c = rest.next()?;
        let c = if c == '’' { '\'' } else { c };
        if c != expected && !c.to_lowercase().eq(core::iter::once(expected)) {
            return None;
        }
    }
    let rest = rest.as_str().trim_start_matches(['*', '_']);
    let is_whole = !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '\'' | '’'));
    (is_whole || !words.is_ascii()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::takes_back;

    #[test]
    fn sentences_take_something_back() {
        for prose in [
            "Scratch that, it is a 4.",
            "Sorry, I meant severity 4.",
            "Wait, on reflection the severity should be 4.",
            "Wait, no. Severity should be 4.",
            "wait... it is a 4",
            "Actually, make that a 4.",
            "I hope this helps. Actually it is a 4.",
            "Correction: 4",
            "**Correction:** the severity is 4",
            "**Edit**: 4",
            "- Oh, no, wait: 4",
            "\n\nHmm, no, wait. 4",
            "Ignore the above.",
            "Please ignore the above.",
            "Please disregard my last answer.",
            "No wait, that's wrong.",
            "No, wait.",
            "On second thought, 3.",
            "That’s wrong. It is a 4.",
            "(Sorry — 4.)",
            "Done - scratch that, not done.",
            "更正：4",
            "Oops",
        ] {
            assert!(takes_back(prose), "{prose}");
        }
    }

    #[test]
    fn other_sentences_use_the_same_words() {
        for prose in [
            "",
            "Wait for the tests before you merge.",
            "Waiting, please.",
            "The job may wait, as it is actually small.",
            "Sorry for the delay!",
            "Correction of the typo is optional.",
            "Corrections: none",
            "Edit the file and try again.",
            "Update the lock file - then build.",
            "Call `file.wait()` first.",
            "Status: wait, then retry.",
            "The button says \"Wait, no!\" twice.",
            "\"Sorry, I meant 4\" is what the log says.",
            "Actual results may differ.",
            "Ignore that file.",
            "Please wait for the tests.",
            "Please wait.",
            "Please ignore that file.",
            "No wait is needed.",
            "No, it was right.",
            "No correction: it is right.",
            "Let me know if you want more.",
            "That should be all.",
            "I meantime checked it.",
        ] {
            assert!(!takes_back(prose), "{prose}");
        }
    }
}
