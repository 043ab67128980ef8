//! Whether the writer refuses to answer.

use crate::read::steps::step;

/// What a refusal says.
pub(super) const REFUSALS: [&str; 32] = [
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
    "kann das nicht",
    "kann dies nicht",
    "kann ich nicht",
    "kann ich leider nicht",
    "je ne peux pas",
    "désolé",
    "lo siento",
    "no puedo",
    "抱歉",
    "对不起",
];

/// Whether this prose, in any case, contains a refusal.
pub(crate) fn refuses(prose: &str) -> bool {
    step(2 * prose.len());
    let prose = prose.to_lowercase();
    REFUSALS.iter().any(|words| prose.contains(words))
}

/// Whether a sentence, given in lowercase, begins with a refusal.
pub(crate) fn is_refusal(sentence: &str) -> bool {
    REFUSALS.iter().any(|words| sentence.starts_with(words))
}
