//! Words with which a writer takes back what was written before: `Scratch that, it is a 4.`
//!
//! They count only at the start of a sentence, since prose about an answer uses the same words: "the job may wait", "no correction
//! is needed". Words that often begin another sentence, such as `Wait for ..`, also need a mark right after them. Words in quotes
//! are somebody else's.

use crate::read::scan;
use crate::read::steps::step;

/// Phrases that a sentence may begin with.
struct Phrases {
    words: &'static [&'static str],
    sequel: Sequel,
    meaning: Meaning,
}

static PHRASES: [Phrases; 7] = [
    Phrases {
        words: &[
            "actually",
            "apologies, i meant",
            "disregard my",
            "disregard the above",
            "disregard the previous",
            "disregard this",
            "disregard what i",
            "do not use it",
            "do not use this",
            "don't use it",
            "don't use this",
            "forget my",
            "forget the above",
            "forget the previous",
            "forget what i",
            "i changed my mind",
            "i got that wrong",
            "i have to correct",
            "i made a mistake",
            "i made a typo",
            "i made an error",
            "i meant",
            "i misread",
            "i misspoke",
            "i retract",
            "i must correct",
            "i need to correct",
            "i should correct",
            "i should have said",
            "i should have written",
            "i stand corrected",
            "i take it back",
            "i take that back",
            "i want to correct",
            "i withdraw",
            "i was mistaken",
            "i was wrong",
            "ignore my",
            "ignore the json",
            "ignore the above",
            "ignore this answer",
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
            "the above is incorrect",
            "the above is just an example",
            "the above is only an example",
            "the above is wrong",
            "the answer above is wrong",
            "the json above is wrong",
            "thinking about it again",
            "this is just a placeholder",
            "this is just an example",
            "this is not my final answer",
            "this is only a placeholder",
            "this is only an example",
            "this json is invalid",
            "upon reflection",
            "wait no",
            "wait that",
            "ich meinte",
        ],
        sequel: Sequel::Any,
        meaning: Meaning::TakesBack,
    },
    Phrases {
        words: &[
            "disregard",
            "disregard that",
            "forget that",
            "hold on",
            "ignore that",
            "ignore this",
            "just kidding",
            "my bad",
            "my mistake",
            "never mind",
            "nevermind",
            "no wait",
            "oops",
            "scratch it",
            "sorry",
            "wait",
            "correction",
            "korrektur",
            "corrección",
        ],
        sequel: Sequel::Mark,
        meaning: Meaning::TakesBack,
    },
    Phrases {
        words: &[
            "corrected",
            "edit",
            "edited",
            "erratum",
            "update",
            "updated",
            "更正",
            "修正",
        ],
        sequel: Sequel::Colon,
        meaning: Meaning::TakesBack,
    },
    Phrases {
        words: &["ah", "and", "but", "now", "oh", "ok", "okay", "or", "so", "uh", "well"],
        sequel: Sequel::Any,
        meaning: Meaning::GoesOn,
    },
    Phrases {
        words: &["hm", "hmm", "hmmm"],
        sequel: Sequel::Any,
        meaning: Meaning::Doubts,
    },
    Phrases {
        words: &["no", "note", "yes"],
        sequel: Sequel::Mark,
        meaning: Meaning::GoesOn,
    },
    Phrases {
        words: &["please"],
        sequel: Sequel::Verb,
        meaning: Meaning::GoesOn,
    },
];

/// What has to follow a phrase.
#[derive(Clone, Copy)]
enum Sequel {
    Any,
    /// A mark, or the end.
    Mark,
    /// A colon or a dash.
    Colon,
    /// A verb that takes something back: `Please ignore the above.`
    Verb,
}

/// What a phrase says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    /// Something is taken back.
    TakesBack,
    /// Nothing yet: the sentence goes on with another phrase.
    GoesOn,
    /// Nothing yet, but a "no" after it is about what was written.
    Doubts,
}

/// The verbs of [`Sequel::Verb`].
const VERBS: [&str; 3] = ["disregard", "forget", "ignore"];

/// So many phrases may be before the one that takes something back.
const MOST_BEFORE: usize = 4;

/// Which phrases may have a byte of this class at each of their first places: a bit for each, in order.
///
/// Nearly every sentence is known by these to begin with none of them.
static BEGINNINGS: [[u128; CLASSES]; PLACES] = {
    let mut beginnings = [[0; CLASSES]; PLACES];
    let mut bit = 1;
    let mut group = 0;
    while group < PHRASES.len() {
        let mut i = 0;
        while i < PHRASES[group].words.len() {
            note(PHRASES[group].words[i].as_bytes(), bit, &mut beginnings);
            bit <<= 1;
            i += 1;
        }
        group += 1;
    }
    beginnings
};

const fn note(words: &[u8], bit: u128, beginnings: &mut [[u128; CLASSES]; PLACES]) {
    let (mut place, mut is_known) = (0, true);
    while place < PLACES {
        // Any character may follow the last one. An apostrophe may be one byte or three, so the bytes after it are not known.
        // Letters outside ASCII have no case here.
        is_known = is_known && place < words.len() && words[place] != b'\'';
        let mut class = 0;
        while class < CLASSES {
            if !is_known || class_of(words[place]) == class {
                beginnings[place][class] |= bit;
            }
            class += 1;
        }
        place += 1;
    }
}

/// A bit for each phrase.
const ALL: u128 = {
    let (mut count, mut group) = (0, 0);
    while group < PHRASES.len() {
        count += PHRASES[group].words.len();
        group += 1;
    }
    assert!(count <= 128, "there are not enough bits");
    u128::MAX >> (128 - count)
};

/// So many bytes of a sentence are looked at first.
const PLACES: usize = 8;

/// Letters have one class in either case.
const CLASSES: usize = 32;

const fn class_of(byte: u8) -> usize {
    (byte & 31) as usize
}

/// Whether a sentence of this prose begins with words that take something back.
pub(crate) fn takes_back(prose: &str) -> bool {
    step(prose.len());
    let mut is_start = true;
    let mut before = ' ';
    let mut rest = prose;
    loop {
        // Most of what is between two sentences, and most of a sentence, says nothing of where the next one begins.
        let plain = if is_start {
            let says_more = |byte| WORDS[usize::from(byte)];
            rest.bytes().position(says_more).unwrap_or(rest.len())
        } else {
            scan::sentence_end(rest.as_bytes(), 0)
        };
        if plain > 0 {
            before = if rest.as_bytes()[plain - 1] == b' ' { ' ' } else { 'a' };
            rest = &rest[plain..];
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

/// The bytes that may be of a sentence, and not between two of them.
static WORDS: [bool; 256] = {
    let mut table = [true; 256];
    let marks = b" \t\r\n([;.!?-*_`~#>)]=";
    let mut i = 0;
    while i < marks.len() {
        table[marks[i] as usize] = false;
        i += 1;
    }
    table
};

/// Whether a sentence begins like this.
fn begins(mut sentence: &str) -> bool {
    let mut doubts = false;
    for _ in 0..=MOST_BEFORE {
        let Some((meaning, rest)) = phrase_of(sentence) else {
            return false;
        };
        if meaning == Meaning::TakesBack || (doubts && after(sentence, "no").is_some()) {
            return true;
        }
        doubts = meaning == Meaning::Doubts;
        sentence =
            rest.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '!' | ':' | '…' | '-'));
    }
    false
}

/// What the first of the phrases says that this sentence begins with, and what follows it.
fn phrase_of(sentence: &str) -> Option<(Meaning, &str)> {
    let places = BEGINNINGS.iter().zip(sentence.bytes());
    let mut likely = places.fold(ALL, |likely, (beginnings, byte)| likely & beginnings[class_of(byte)]);
    if likely == 0 {
        return None;
    }
    for group in &PHRASES {
        let mut these = likely & ((1 << group.words.len()) - 1);
        likely >>= group.words.len();
        while these != 0 {
            let words = group.words[these.trailing_zeros() as usize];
            these &= these - 1;
            let rest = after(sentence, words).filter(|rest| group.sequel.is_in(rest));
            if let Some(rest) = rest {
                return Some((group.meaning, rest));
            }
        }
    }
    None
}

impl Sequel {
    fn is_in(self, rest: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Mark => is_mark(rest),
            Self::Colon => is_colon(rest),
            Self::Verb => VERBS.iter().any(|verb| after(rest.trim_start(), verb).is_some()),
        }
    }
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
            "I changed my mind: title = B",
            "Please disregard this JSON.",
            "Do NOT use this: it is a draft.",
            "Don’t use this.",
            "Disregard.",
            "The above is wrong.",
            "This is only an example.",
            "I made a typo: it is 5.",
            "This JSON is invalid, so send it again.",
            "This is just a placeholder, not the answer.",
            "Do not use it.",
            "Hmm, no. It is a 4.",
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
            "Ignore this file.",
            "Disregard the old file.",
            "The above is as wrong as it gets.",
            "Please wait for the tests.",
            "Please wait.",
            "Please ignore that file.",
            "No wait is needed.",
            "No, it was right.",
            "Hmm, now it is right.",
            "No correction: it is right.",
            "Let me know if you want more.",
            "That should be all.",
            "I meantime checked it.",
        ] {
            assert!(!takes_back(prose), "{prose}");
        }
    }
}
