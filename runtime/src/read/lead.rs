//! Whether the line before an answer, or the sentence after it, says that it does not count: that it is an example, a format, a quotation, a
//! condition, outdated or wrong.

mod refusal;
mod stems;
mod supposed;

pub(crate) use refusal::{is_refusal, refuses};
pub(crate) use stems::{may_reject, may_set_aside, may_take_back};
use supposed::{SUPPOSED, is_supposed};
pub(crate) use supposed::{calls_wrong, is_called_none};

/// What a line says that introduces an example or a format, and no answer.
const EXAMPLES: [&str; 29] = [
    "example",
    "beispiel",
    "exemple",
    "ejemplo",
    "例如",
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
    "don't file",
    "do not file",
    "a typical",
    "something like",
    "might look",
    "you wrote",
];

/// All that a line says if what follows it is not the answer, even if there is no other one.
const WHOLE: [&str; 84] = [
    "intermediate result",
    "deprecated",
    "exemplo",
    "por exemplo",
    "örnek",
    "örneğin",
    "przykład",
    "na przykład",
    "예",
    "예시",
    "ví dụ",
    "contoh",
    "مثال",
    "ตัวอย่าง",
    "dummy answer",
    "dummy output",
    "dummy response",
    "exemple de sortie",
    "given json",
    "mock answer",
    "mock output",
    "mock response",
    "hypothetically",
    "example output",
    "example response",
    "example answer",
    "sample response",
    "sample answer",
    "log",
    "logs",
    "prompt",
    "format",
    "expected format",
    "the wrong answer is",
    "incorrecto",
    "错误",
    "例",
    "wrong",
    "the input was",
    "bad",
    "ceci est faux",
    "das ist falsch",
    "draft",
    "esempio",
    "esto es incorrecto",
    "falsch",
    "false",
    "faux",
    "first draft",
    "invalid",
    "the input",
    "user input",
    "voorbeeld",
    "пример",
    "这是错误的",
    "示例",
    "これは間違いです",
    "example",
    "an example",
    "for example",
    "for instance",
    "e.g",
    "beispiel",
    "zum beispiel",
    "exemple",
    "par exemple",
    "ejemplo",
    "por ejemplo",
    "例如",
    "sample",
    "template",
    "schema",
    "input",
    "user",
    "human",
    "as a sample",
    "as an example",
    "sample output",
    "for illustration",
    "exemple de format",
    "格式示例",
    "the format would be",
    "observation",
    "source data",
];

/// The longest of these, in bytes.
pub(crate) const LONGEST_WHOLE: usize = {
    let (mut longest, mut at) = (0, 0);
    while at < WHOLE.len() {
        if WHOLE[at].len() > longest {
            longest = WHOLE[at].len();
        }
        at += 1;
    }
    longest
};

/// How a line begins or ends that rejects what follows it, even if there is no other answer.
const REJECTIONS: [&str; 33] = [
    "i refuse",
    "i won't output",
    "i will not output",
    "never send",
    "avoid this",
    "ignore this",
    "bad output",
    "never answer",
    "never output",
    "never return",
    "never use",
    "do not output",
    "don't output",
    "nicht verwenden",
    "do not answer",
    "don't answer",
    "don't use",
    "do not use",
    "don't return",
    "do not return",
    "not this:",
    "not like that",
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

/// How a line begins that rejects what it introduces, in its own words or because somebody else wrote it.
const INTRODUCED: [&str; 42] = [
    "suppose ",
    "unable to ",
    "yesterday i ",
    "please reply ",
    "please respond ",
    "you should not ",
    "a naive ",
    "an attacker ",
    "your example ",
    "my first guess",
    "as an illustration",
    "for instance, ",
    "had the ",
    "i received",
    "i would normally",
    "the json you sent",
    "the user tried",
    "error: ",
    "a valid answer looks like",
    "a valid response looks like",
    "assert ",
    "i would answer",
    "i would avoid",
    "i would respond",
    "it would be wrong",
    "last week",
    "should i ",
    "someone suggested",
    "somebody suggested",
    "i will answer like",
    "i'll answer like",
    "i would answer like",
    "the user said",
    "the user sent",
    "the user wrote",
    "you sent",
    "you wrote",
    "can you ",
    "could you ",
    "please provide",
    "please send",
    "please share",
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

/// How a line begins that says that the text below it is wrong.
const SUBJECTS: [&str; 9] = [
    "this is ",
    "that is ",
    "these are ",
    "those are ",
    "the following is ",
    "the following are ",
    "the answer below is ",
    "the following json is ",
    "it is ",
];

/// How such a line ends.
const WRONG: [&str; 17] = [
    "not quite right",
    "wrong",
    "broken",
    "incorrect",
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

/// Whether a line, in lowercase, introduces something other than an answer: an example, a format, a quotation, a condition or an error.
pub(crate) fn is_no_lead(lead: &str) -> bool {
    denies(lead) || EXAMPLES.iter().chain(&REJECTIONS).any(|words| lead.contains(words))
}

/// Like [`is_no_lead`], between two answers: words about an example may be about the other one, unless the line begins or ends with them.
pub(crate) fn is_no_lead_between(lead: &str) -> bool {
    let said = lead.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | ')' | '*'));
    let is_example = |words: &str| lead.starts_with(words) || said.ends_with(words.trim_end_matches(':'));
    denies(lead) || EXAMPLES.into_iter().chain(REJECTIONS).any(is_example)
}

/// Whether a line, in lowercase, rejects the only answer of a reply, which follows it. Words that only describe it are common before an
/// answer that counts: `The result in the requested format:`, `What the customer said:`.
pub(crate) fn rejects(lead: &str) -> bool {
    let said = label(lead);
    let is_order = begins_with(said, &["do not ", "don't ", "never "]).is_some();
    let is_rejection = |words: &str| {
        let words = words.trim_end_matches(':');
        said == words || (words != "incorrect" && (said.starts_with(words) || said.ends_with(words)))
    };
    is_negated(lead)
        || is_supposed(lead)
        || labels_another(lead)
        || begins_with(said, &INTRODUCED).is_some()
        || is_others(said)
        || ((!is_sentence(lead) || is_order) && REJECTIONS.iter().any(|words| is_rejection(words)))
}

/// Whether a line, in lowercase, says what the answer would be under a condition: `If it were true, I would say:`
pub(crate) fn is_conditional(lead: &str) -> bool {
    begins_with(lead, &CONDITIONS).is_some() && lead.contains(" would ")
}

/// Whether a line, in lowercase, is a label of something other than the answer: `Format:`
pub(crate) fn labels_another(lead: &str) -> bool {
    let said = label(lead);
    said.len() <= LONGEST_WHOLE && !is_sentence(lead) && WHOLE.contains(&said)
}

/// A line without the marks around it.
fn label(lead: &str) -> &str {
    lead.trim_matches(|c: char| c.is_whitespace() || matches!(c, ':' | '：' | ',' | '(' | ')' | '*' | '.'))
}

/// Whether a line is a whole sentence: it rather says what the answer is about (`The student's answer is incorrect.`), unless it is an
/// order.
fn is_sentence(lead: &str) -> bool {
    let told = lead.trim_end();
    told.ends_with(['.', '!']) && told != "e.g."
}

/// Whether a line says that somebody else wrote what follows: `The student wrote:`
fn is_others(said: &str) -> bool {
    const WRITING: [&str; 6] = ["gave", "provided", "sent", "submitted", "suggested", "wrote"];
    let mut words = said.strip_prefix("the ").unwrap_or_default().split(' ').skip(1);
    let verb = words.clone().last();
    verb.is_some_and(|verb| WRITING.contains(&verb)) && words.nth(2).is_none()
}

/// Whether a line introduces a quotation, a condition or an error.
fn denies(lead: &str) -> bool {
    lead.starts_with("error") || is_condition(lead) || is_supposed(lead) || is_quotation(lead) || is_negated(lead)
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
    if names_another(sentence) {
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

/// Whether what follows this sentence is not the answer, because the sentence ends with words such as `instead of`.
pub(crate) fn names_another(sentence: &str) -> bool {
    let ends = |words: &&str| {
        let before = sentence.strip_suffix(words);
        before.is_some_and(|before| before.is_empty() || before.ends_with(' '))
    };
    INSTEAD.iter().any(ends)
}

/// Whether a line introduces what somebody wrote, or what was before.
fn is_quotation(lead: &str) -> bool {
    let is_past = lead.ends_with("was:") || lead.ends_with("were:") || lead.ends_with("had been:");
    let mut words = lead.split(|c: char| !c.is_alphanumeric());
    // What the writer wrote is not somebody else's.
    let is_others = |who: &str| who.trim_end().rsplit(' ').next() != Some("i");
    let mut quotations = QUOTATIONS.iter().filter_map(|words| lead.strip_suffix(words));
    quotations.any(is_others) || (is_past && words.any(|word| EARLIER.contains(&word)))
}

/// What follows the words that a text begins with.
pub(crate) fn begins_with<'t>(text: &'t str, words: &[&str]) -> Option<&'t str> {
    words.iter().find_map(|words| text.strip_prefix(words))
}
