//! A name inside a sentence: `I would say high`.
//!
//! A sentence may name a variant and mean another one: `failed to pass`, `pass denied`. The words that change a meaning cannot all be
//! listed, so the neutral ones are. Only neutral words may separate the name from the verb or punctuation before it, and from the
//! punctuation or explanation after it. Anything further away is the subject or an explanation; there, only words that negate, compare
//! or exclude matter.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::DENIALS;
use crate::bounds::LONGEST_SENTENCE;
use crate::fold;
use crate::spec::NamesSpec;

/// Words that turn a sentence's meaning around.
const NEGATIONS: [&str; 12] = [
    "not", "no", "never", "neither", "nor", "without", "isn", "cannot", "can", "don", "rather", "instead",
];

/// Words that compare a sentence's subject with a name, exclude the name, doubt it, or put it into the past or the future:
/// "less than high" is not high, and "to be done" is not done.
#[rustfmt::skip]
const COMPARISONS: [&str; 81] = [
    "less", "lower", "fewer", "below", "under", "above", "more", "higher", "greater", "over", "beyond", "than", "least", "most",
    "between", "almost", "nearly", "except", "excluding", "anything", "hardly", "barely", "scarcely", "wrong", "incorrect",
    "unclear", "unsure", "un", "non", "kein", "keine", "nicht", "weder", "pas", "sauf", "ni", "nie", "excepto",
    "be", "been", "being", "become", "becomes", "became", "was", "were", "had", "if", "unless", "until", "before", "after",
    "formerly", "previously", "former", "once", "used", "earlier", "later", "soon", "tomorrow", "yesterday", "downgraded", "upgraded",
    "far", "rarely", "seldom", "sometimes", "too", "doubt", "half", "partially", "partly", "mostly", "semi", "sub", "pre", "maybe",
    "unknown", "remains", "towards",
];

/// Words that join two names. Neither name is the answer then.
const CHOICES: [&str; 14] = [
    "or", "and", "to", "versus", "vs", "both", "either", "oder", "und", "bis", "ou", "et", "o", "y",
];

/// Whether a name is in capitals, unlike an ordinary word of a sentence.
fn is_in_capitals(name: &str) -> bool {
    name.chars().filter(|c| c.is_uppercase()).nth(1).is_some() && !name.chars().any(char::is_lowercase)
}

impl NamesSpec {
    /// The only variant that the sentence names in whole words, if nothing negates it and the sentence gives it as the value of this key.
    pub(super) fn in_sentence(&self, text: &str, key: &str) -> Option<u32> {
        let has_signs = |name: &str| fold::signs(name) != [""; 2];
        if text.len() > LONGEST_SENTENCE || is_denied(text) || (is_graded(text) && self.only(has_signs).is_none()) {
            return None;
        }
        let is_of_name = |word: &str| {
            let names = self
                .names
                .iter()
                .flat_map(|name| [name.name].into_iter().chain(name.aliases.iter().copied()));
            names
                .into_iter()
                .any(|name| words_of(name).any(|part| fold::folds_to(part, word)))
        };
        // Most texts of a list of broken strings name nothing.
        if words_of(text).nth(1).is_none() || !words_of(text).any(is_of_name) {
            return None;
        }
        let words: Vec<&str> = words_of(text).collect();
        let folded = folded_words(text);
        if folded.iter().any(|word| NEGATIONS.contains(&word.as_str())) {
            return None;
        }
        if folded
            .iter()
            .any(|word| COMPARISONS.contains(&word.as_str()) && !is_of_name(word))
        {
            return None;
        }
        // "would approve" says what is not so yet; "I would call it high" says what it is.
        let is_conditional =
            |pair: &[String]| ["would", "could", "might", "may"].contains(&pair[0].as_str()) && is_of_name(&pair[1]);
        if folded.windows(2).any(is_conditional) {
            return None;
        }
        let window = |parts: &[String]| (!parts.is_empty()).then(|| places_of(&folded, parts))?;
        let in_any_case = |name: &str| window(&folded_words(name));
        // "TWO is one of them" names TWO: capitals distinguish a name from a word. "Low to medium" and "HIGH or low" name two.
        let in_capitals = |name: &str| {
            let parts: Vec<&str> = words_of(name).collect();
            let is_here = is_in_capitals(name) && words.windows(parts.len()).any(|window| window == parts);
            is_here.then(|| window(&folded_words(name)))?
        };
        let is_choice = folded.iter().any(|word| CHOICES.contains(&word.as_str()));
        let named = |place: &dyn Fn(&str) -> Option<Range<usize>>| {
            let index = self.only(|name| place(name).is_some())?;
            let spec = self.names.get(index as usize)?;
            let place = [spec.name]
                .into_iter()
                .chain(spec.aliases.iter().copied())
                .find_map(place)?;
            Some((index, place))
        };
        let (index, place) = named(&in_any_case).or_else(|| named(&in_capitals).filter(|_| !is_choice))?;
        is_said(text, &words, &folded, place, key).then_some(index)
    }
}

/// Verbs with which a sentence says what something is: what is before them is the subject.
#[rustfmt::skip]
const VERBS: &[&str] = &[
    "is", "are", "s", "am", "m", "re", "seems", "seem", "looks", "look", "appears", "appear", "feels", "sounds", "stays",
    "equals", "means", "say", "says", "call", "called", "rate", "rated", "rates", "consider", "considered", "choose", "chose",
    "chosen", "pick", "picked", "give", "given", "gets", "get", "assign", "assigned", "set", "classify", "classified", "deem",
    "deemed", "mark", "marked", "label", "labeled", "labelled", "rank", "ranked", "judge", "judged", "put", "select", "selected",
    "recommend", "recommended", "suggest", "guess", "think", "believe", "conclude", "vote", "go", "has", "have", "warrants",
    "deserves", "ist", "est", "es", "sind",
];

/// Words next to a name that leave its meaning as it is: articles, pronouns, prepositions, and adverbs that stress it.
#[rustfmt::skip]
const NEUTRAL: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "it", "its", "my", "our", "i", "we", "you", "they", "here", "there", "one", "them",
    "as", "of", "at", "in", "with", "on", "for", "would", "should", "will", "d", "ll", "case", "me", "us", "very", "quite",
    "really", "clearly", "definitely", "certainly", "surely", "probably", "likely", "obviously", "overall", "just", "simply",
    "still", "now", "currently", "already", "fully", "completely", "generally", "typically", "strongly", "fairly", "only",
    "relatively", "extremely", "therefore", "thus", "so", "final", "finally", "best", "right", "correct", "appropriate", "solid",
    "clear", "das", "die", "der", "ein", "eine", "le", "la", "el",
];

/// Nouns for a value, and for things that have one.
#[rustfmt::skip]
const NOUNS: &[&str] = &[
    "severity", "level", "priority", "rating", "status", "answer", "verdict", "result", "decision", "category", "class",
    "classification", "type", "kind", "outcome", "conclusion", "recommendation", "sentiment", "grade", "risk", "impact",
    "urgency", "importance", "confidence", "state", "choice", "selection", "option", "value", "tone", "mood", "intent", "topic",
    "language", "issue", "issues", "bug", "bugs", "problem", "problems", "finding", "vulnerability", "defect", "error", "item",
    "task", "ticket", "change", "code", "review", "test", "tests", "file", "function", "message", "request", "response", "text",
    "input", "step",
];

/// Words that begin an explanation or a restriction after a name.
#[rustfmt::skip]
const EXPLAINERS: &[&str] = &[
    "because", "since", "as", "due", "given", "considering", "though", "although", "so", "for", "in", "based", "per", "which",
    "where", "when", "while",
];

/// What a text says of a name that is not so, if it is all that follows the name: `critical: false`.
const REFUSALS: &[&str] = &["false", "none", "null", "na", "n", "a", "off", "zero", "0"];

/// Whether a sentence says that the name at this place is the value of this key.
fn is_said(text: &str, words: &[&str], folded: &[String], place: Range<usize>, key: &str) -> bool {
    let of_key = folded_words(key);
    let is_in = |list: &[&str], word: &String| list.contains(&word.as_str());
    let is_neutral =
        |word: &String| [NEUTRAL, NOUNS, VERBS].iter().any(|list| is_in(list, word)) || of_key.contains(word);
    let mark_before = |number: usize| number == 0 || has_mark(between(text, words[number - 1], words[number]));
    let start = (0..=place.start).rev().find(|&number| mark_before(number)).unwrap_or(0);
    let end = (place.end..words.len())
        .find(|&number| mark_before(number))
        .unwrap_or(words.len());
    let before = &folded[start..place.start];
    // "unlikely to get high": an infinitive has no subject of its own.
    let is_finite = |number: usize| number.checked_sub(1).is_none_or(|last| before[last] != "to");
    let verb = (0..before.len()).rfind(|&number| is_in(VERBS, &before[number]) && is_finite(number));
    // "I would classify the leak as high": what is between the verb and this word is classified.
    let link = verb
        .filter(|_| before.last().is_some_and(|word| word == "as"))
        .map(|_| before.len() - 1);
    let near = link.or(verb).map_or(0, |last| last + 1);
    let is_led = before.iter().enumerate().skip(near).all(|(number, word)| {
        // "likely to pass" and "ready to pass" say what may come.
        let leads_to = || {
            number
                .checked_sub(1)
                .is_some_and(|last| is_neutral(&before[last]) && before[last] != "likely")
        };
        is_neutral(word) || (word == "to" && leads_to())
    });
    let rest = &folded[place.end..];
    if !rest.is_empty() && rest.iter().all(|word| is_in(REFUSALS, word)) {
        return false;
    }
    let after = &folded[place.end..end];
    let stop = after
        .iter()
        .position(|word| is_in(EXPLAINERS, word) || !is_neutral(word));
    is_led && stop.is_none_or(|stop| is_in(EXPLAINERS, &after[stop]))
}

/// What is between two words of a text.
fn between<'t>(text: &'t str, first: &str, second: &str) -> &'t str {
    let place = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
    text.get(place(first) + first.len()..place(second)).unwrap_or_default()
}

/// Whether a mark between two words separates parts of a sentence. A point inside of a name and quotes around one do not.
fn has_mark(between: &str) -> bool {
    let is_mark = |c: char| {
        matches!(
            c,
            ',' | ';' | '(' | ')' | '[' | ']' | '—' | '–' | '\n' | '!' | '?' | '=' | '>' | '→' | '。' | '，'
        )
    };
    let is_apart = between.contains([' ', '\t']);
    between.contains(is_mark) || (is_apart && between.contains(['.', ':', '-', '|', '/']))
}

/// Where these words are among those of a sentence, one after the other.
fn places_of(words: &[String], name: &[String]) -> Option<Range<usize>> {
    let start = words.windows(name.len()).position(|window| window == name)?;
    Some(start..start + name.len())
}

fn folded_words(text: &str) -> Vec<String> {
    words_of(text).map(|word| fold::folded(word).collect()).collect()
}

/// Dashes and the ellipsis. Right before a name, they may reverse its meaning.
const DASHES: [char; 5] = ['-', '−', '–', '—', '…'];

/// Whether a sign in the sentence denies a name, or compares something with it: `!closed`, `status != closed`, `< high`.
fn is_denied(text: &str) -> bool {
    let is_mark = |c: char| DENIALS.contains(&c) || DASHES.contains(&c) || matches!(c, '!' | '~' | '<' | '>');
    let mut marks = text.match_indices(is_mark);
    marks.any(|(at, mark)| {
        let before = text[..at].chars().next_back();
        let after = text[at + mark.len()..].chars().next();
        let is_glued = after.is_some_and(char::is_alphanumeric) && before.is_none_or(|c| !c.is_alphanumeric());
        match mark {
            "<" | ">" => after.is_none_or(|c| c.is_whitespace() || c == '=') && !matches!(before, Some('-' | '=')),
            "!" => after == Some('=') || is_glued,
            _ => is_glued || mark.contains(DENIALS),
        }
    })
}

/// Whether a word ends in a sign that makes it a different word: `B+`, `C#`, `A- (good)`.
fn is_graded(text: &str) -> bool {
    let mut signs = text.match_indices(['+', '#', '-']);
    signs.any(|(at, _)| {
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        is_word(text[..at].chars().next_back()) && !is_word(text[at + 1..].chars().next())
    })
}

/// The runs of letters and digits in a text.
fn words_of(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
}
