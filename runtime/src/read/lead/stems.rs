//! A first look at prose: whether any word in it could set an answer aside. Most prose has none, which is soon seen.

use crate::read::scan;

/// One word at least of everything before the only answer of a reply that sets it aside, but for what labels something else as a whole.
const REJECTING: &[&str] = &[
    "ai",
    "another",
    "anything",
    "assert",
    "attacker",
    "avoid",
    "bad",
    "before",
    "best",
    "broken",
    "can",
    "cannot",
    "case",
    "could",
    "decline",
    "deprecated",
    "disagree",
    "discarded",
    "dismissed",
    "do",
    "don",
    "dropped",
    "dummy",
    "earlier",
    "error",
    "example",
    "except",
    "excluded",
    "excluding",
    "exemple",
    "false",
    "far",
    "fixme",
    "former",
    "formerly",
    "gave",
    "given",
    "guess",
    "had",
    "ideal",
    "ideally",
    "if",
    "ignore",
    "illustration",
    "imagine",
    "incorrect",
    "initially",
    "instance",
    "instead",
    "invalid",
    "last",
    "leid",
    "let",
    "lets",
    "like",
    "mistaken",
    "mock",
    "naive",
    "never",
    "nicht",
    "normally",
    "not",
    "old",
    "omitted",
    "opposed",
    "original",
    "originally",
    "out",
    "outdated",
    "peux",
    "placeholder",
    "please",
    "poor",
    "pretend",
    "previous",
    "previously",
    "prior",
    "provided",
    "puedo",
    "rather",
    "received",
    "refuse",
    "rejected",
    "ruled",
    "said",
    "sent",
    "should",
    "siento",
    "somebody",
    "someone",
    "sorry",
    "submitted",
    "suggested",
    "suppose",
    "tbd",
    "template",
    "theoretically",
    "theory",
    "todo",
    "tried",
    "unable",
    "unless",
    "valid",
    "verwenden",
    "weak",
    "were",
    "whether",
    "wip",
    "worst",
    "would",
    "wrong",
    "wrote",
    "yesterday",
];

/// With these, one word at least of everything before an answer that sets it aside.
const OTHERS: &[&str] = &[
    "almost",
    "alternatively",
    "answered",
    "assuming",
    "been",
    "beispiel",
    "claimed",
    "comparison",
    "contoh",
    "dagegen",
    "del",
    "deprecated",
    "draft",
    "ejemplo",
    "esempio",
    "example",
    "exemplo",
    "falsch",
    "faux",
    "format",
    "function",
    "human",
    "hypothetical",
    "hypothetically",
    "incorrecto",
    "input",
    "intermediate",
    "log",
    "logs",
    "might",
    "nearly",
    "observation",
    "prompt",
    "provide",
    "reference",
    "replied",
    "runner",
    "sample",
    "schema",
    "scratch",
    "second",
    "send",
    "share",
    "something",
    "source",
    "strike",
    "tool",
    "typical",
    "unlike",
    "used",
    "user",
    "voorbeeld",
    "was",
    "which",
    "worse",
    "written",
];

static ONLY: Stems = Stems::of(&[REJECTING]);
static BEFORE: Stems = Stems::of(&[REJECTING, OTHERS]);

/// One word at least of everything behind an answer that sets it aside.
static BEHIND: Stems = Stems::of(&[&[
    "before",
    "broken",
    "could",
    "disregard",
    "dummy",
    "earlier",
    "example",
    "examples",
    "falsch",
    "false",
    "faux",
    "fictional",
    "hypothetical",
    "ignore",
    "illustration",
    "illustrative",
    "incorrect",
    "incorrecto",
    "invalid",
    "invented",
    "made",
    "might",
    "mistaken",
    "mock",
    "not",
    "old",
    "original",
    "outdated",
    "placeholder",
    "placeholders",
    "previous",
    "rejected",
    "replace",
    "sample",
    "should",
    "template",
    "would",
    "wrong",
]]);

/// For each pair of letters that a word may begin with, a bit for each length that a word with these letters has, and the same for
/// the pairs that it may end with.
struct Stems {
    first: [u16; 32 * 32],
    last: [u16; 32 * 32],
}

impl Stems {
    const fn of(lists: &[&[&str]]) -> Self {
        let mut stems = Self {
            first: [0; 32 * 32],
            last: [0; 32 * 32],
        };
        let (mut list, mut at) = (0, 0);
        while list < lists.len() {
            if at == lists[list].len() {
                (list, at) = (list + 1, 0);
                continue;
            }
            let word = lists[list][at].as_bytes();
            let length = 1 << length(word.len());
            stems.first[pair(word[0], word[1])] |= length;
            stems.last[pair(word[word.len() - 2], word[word.len() - 1])] |= length;
            at += 1;
        }
        stems
    }

    /// Whether one of the words may be in this prose, or a letter outside of ASCII.
    fn may_be_in(&self, prose: &str) -> bool {
        let bytes = prose.as_bytes();
        scan::any_word(bytes, |start, end| {
            let next = bytes.get(end).copied().unwrap_or(b' ');
            next >= 0x80 || (start < end && self.has_like(&bytes[start..end], next))
        })
    }

    /// Whether there is a word like this one, which this byte follows.
    #[inline(always)]
    fn has_like(&self, word: &[u8], next: u8) -> bool {
        match (word, word.last_chunk()) {
            (&[first, second, ..], Some(&[before, last])) => {
                let length = 1 << length(word.len());
                let is_like =
                    self.first[pair(first, second)] & length != 0 && self.last[pair(before, last)] & length != 0;
                // `n't` has its own word before it.
                is_like || next == b'\''
            }
            // `e.g.` and `<s>`.
            (&[letter], _) => matches!(letter | 0x20, b'g' | b's'),
            _ => false,
        }
    }
}

/// The place of two letters in a table, whatever their case.
const fn pair(one: u8, other: u8) -> usize {
    (one & 0x1f) as usize * 32 + (other & 0x1f) as usize
}

/// The length of a word, as far as it is told apart.
const fn length(length: usize) -> usize {
    if length < 15 { length } else { 15 }
}

/// Whether a word in this prose may say that the answer after it does not count.
pub(crate) fn may_set_aside(before: &str) -> bool {
    BEFORE.may_be_in(before)
}

/// Whether a word in this prose may say that the only answer of a reply, after it, does not count.
pub(crate) fn may_reject(before: &str) -> bool {
    ONLY.may_be_in(before)
}

/// Whether a word in this prose may say that the answer before it does not count.
pub(crate) fn may_take_back(behind: &str) -> bool {
    BEHIND.may_be_in(behind)
}

#[cfg(test)]
mod tests {
    use super::super::refusal::REFUSALS;
    use super::super::supposed::{NO_ANSWERS, PHRASES, SUPPOSED, TAKEN_BACK};
    use super::super::{
        BEFORE_ANSWER, CONDITIONS, EXAMPLES, INSTEAD, INTRODUCED, QUOTATIONS, REJECTIONS, WHOLE, WRONG,
    };
    use super::{may_reject, may_set_aside, may_take_back};

    #[test]
    fn every_phrase_has_a_word_of_the_first_look() {
        let lists = [
            &EXAMPLES[..],
            &REJECTIONS,
            &INTRODUCED,
            &WHOLE,
            &QUOTATIONS,
            &WRONG,
            &INSTEAD,
            &CONDITIONS,
        ];
        for phrase in lists.into_iter().chain(PHRASES).flatten() {
            assert!(may_set_aside(phrase), "{phrase}");
        }
        let supposed = PHRASES.into_iter().filter(|list| list[0] != SUPPOSED[0]);
        for phrase in [&REJECTIONS[..], &WRONG, &INSTEAD]
            .into_iter()
            .chain(supposed)
            .flatten()
        {
            assert!(may_reject(phrase), "{phrase}");
        }
        for phrase in REFUSALS {
            assert!(may_reject(phrase), "{phrase}");
        }
        for phrase in WRONG.into_iter().chain(NO_ANSWERS).chain(TAKEN_BACK) {
            assert!(may_take_back(phrase), "{phrase}");
        }
        for negation in ["not", "never", "cannot", "isn't", "wouldn’t"] {
            let lead = format!("I {negation} {}", BEFORE_ANSWER[1]);
            assert!(may_set_aside(&lead) && may_reject(&lead), "{negation}");
        }
        for prose in [
            "",
            "Here is the commit message that you asked for:",
            "Sure! ",
            "```json\n",
            "<answer>",
        ] {
            assert!(!may_set_aside(prose), "{prose}");
        }
        assert!(!may_reject("Here is the result in the format that you asked for:"));
        for prose in ["", "\n```\n", "Let me know if you want it shorter."] {
            assert!(!may_take_back(prose), "{prose}");
        }
    }
}
