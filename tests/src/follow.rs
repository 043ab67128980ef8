//! Streams that are followed chunk by chunk, with every rule checked that holds for all of them.

use std::fmt::Debug;

use llm_output::__private_0_1_0::{misses, show};
use llm_output::{Options, ParseError, Parsed, Severity, Streamed};

use crate::corruption::subjects;
use crate::sample::Random;
use crate::types;
use crate::work::{self, Work};

/// What became of a text that was pushed in chunks.
#[derive(Debug)]
pub struct Followed {
    /// The first place where the final value does not hold what was shown.
    pub revised: Option<String>,
    /// What was shown last.
    pub shown: String,
    /// The value was read, and all of it was shown.
    pub is_whole: bool,
    /// The value was read, and only what is around it was repaired.
    pub is_read: bool,
    /// How many pushes showed more than was shown before.
    pub pushes: usize,
}

/// Follows a text as a certain type.
pub type Follow = fn(&str, &[usize], &Options<'_>) -> Result<Followed, String>;

/// The types that grow, by the names of the subjects and cases.
pub const STREAMED: &[(&str, Follow)] = &[
    ("Person", follow::<subjects::Person>),
    ("Drawing", follow::<subjects::Drawing>),
    ("Script", follow::<subjects::Script>),
    ("Code", follow::<subjects::Code>),
    ("Order", follow::<subjects::Order>),
    ("Log", follow::<subjects::Log>),
    ("Event", follow::<subjects::Event>),
    ("Lesson", follow::<subjects::Lesson>),
    ("Meeting", follow::<subjects::Meeting>),
    ("Folder", follow::<subjects::Folder>),
    ("Config", follow::<subjects::Config>),
    ("Glossary", follow::<subjects::Glossary>),
    ("Series", follow::<subjects::Series>),
    ("Vec<Item>", follow::<Vec<subjects::Item>>),
    ("Review", follow::<types::Review>),
    ("Finding", follow::<types::Finding>),
    ("CommitMessage", follow::<types::CommitMessage>),
    ("Note", follow::<types::Note>),
    ("ReadArgs", follow::<types::ReadArgs>),
    ("WriteArgs", follow::<types::WriteArgs>),
    ("EditArgs", follow::<types::EditArgs>),
    ("Page", follow::<types::Page>),
    ("Article", follow::<types::Article>),
    ("Rating", follow::<types::Rating>),
    ("Assessment", follow::<types::Assessment>),
    ("InvoiceLine", follow::<types::InvoiceLine>),
    ("Invoice", follow::<types::Invoice>),
    ("Address", follow::<types::Address>),
    ("Verse", follow::<types::Verse>),
    ("Preferences", follow::<types::Preferences>),
    ("Declared", follow::<types::Declared>),
    ("Step", follow::<types::Step>),
    ("Closed", follow::<types::Closed>),
    ("Graded", follow::<types::Graded>),
    ("Formula", follow::<types::Formula>),
    ("Bounded", follow::<types::Bounded>),
    ("Membership", follow::<types::Membership>),
    ("Leaves", follow::<types::Leaves>),
    ("Vec<Finding>", follow::<Vec<types::Finding>>),
    ("Vec<Page>", follow::<Vec<types::Page>>),
    ("Vec<String>", follow::<Vec<String>>),
    ("Vec<i64>", follow::<Vec<i64>>),
];

/// Follows a text as the type of this name, if it grows.
pub fn follower(name: &str) -> Option<Follow> {
    STREAMED
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, follow)| *follow)
}

/// Places in a text to cut it at, so that chunks are of `least` to `most` bytes.
pub fn cuts(text: &str, least: usize, most: usize, random: &mut Random) -> Vec<usize> {
    let mut cuts = Vec::new();
    let mut at = 0;
    loop {
        at += least + random.below(most - least + 1);
        while at < text.len() && !text.is_char_boundary(at) {
            at += 1;
        }
        if at >= text.len() {
            return cuts;
        }
        cuts.push(at);
    }
}

/// Pushes `text`, cut at `cuts`, and checks what holds for every text: what is shown only grows, the value at the end is what
/// `parse_llm` reads, and everything shown is part of it, or the stream says where it is not.
///
/// # Errors
///
/// Which rule is broken, and how.
pub fn follow<T>(text: &str, cuts: &[usize], options: &Options<'_>) -> Result<Followed, String>
where
    T: Streamed<Partial: Clone + Debug> + Debug,
{
    let mut stream = T::stream_with(options);
    let mut bytes = T::stream_with(options);
    let mut before = stream.partial().clone();
    let mut start = 0;
    let mut grown = 0;
    let (mut work, mut work_of_bytes) = (Work::default(), Work::default());
    for &end in cuts.iter().chain([&text.len()]) {
        let chunk = &text[start..end];
        let now = work.part(|| stream.push(chunk));
        if misses::<T>(&before, now) {
            return Err(format!(
                "not grown after {:?}:\n  before {before:?}\n  now    {now:?}",
                &text[..end]
            ));
        }
        grown += usize::from(misses::<T>(now, &before));
        before = now.clone();
        start = end;
        // The same bytes, each alone for short texts.
        let single = if text.len() < 200 { 1 } else { 7 };
        for part in chunk.as_bytes().chunks(single) {
            work_of_bytes.part(|| _ = bytes.push_bytes(part));
        }
    }
    work.end(text);
    work_of_bytes.end(text);
    let expected = told(&work::reading(text, || T::parse_llm_with(text, options)));
    let pushed = told(&work::reading(text, || bytes.finish()));
    if pushed != expected {
        return Err(format!("by bytes: {pushed}\nat once:  {expected}"));
    }
    let ended = work::reading(text, || stream.end());
    let got = told(&ended.result);
    if got != expected {
        return Err(format!("finish: {got}\nat once: {expected}"));
    }
    let mut is_whole = false;
    let is_read = ended
        .result
        .as_ref()
        .is_ok_and(|parsed| parsed.severity() <= Some(Severity::Framing));
    if let Ok(parsed) = ended.result {
        let value = show(parsed.into_value());
        let is_revised = misses::<T>(&ended.partial, &value);
        if is_revised != ended.revised.is_some() {
            return Err(format!(
                "revised is {:?}, partial is {:?}",
                ended.revised, ended.partial
            ));
        }
        is_whole = !is_revised && !misses::<T>(&value, &ended.partial);
    }
    Ok(Followed {
        revised: ended.revised.map(|path| path.to_string()),
        shown: format!("{:?}", ended.partial),
        is_whole,
        is_read,
        pushes: grown,
    })
}

/// All that can be said of an outcome.
fn told<T: Debug>(outcome: &Result<Parsed<T>, ParseError>) -> String {
    match outcome {
        Ok(parsed) => {
            let repairs: Vec<_> = parsed
                .repairs()
                .iter()
                .map(|repair| format!("{repair} at {:?}", repair.span()))
                .collect();
            let mut value: Vec<_> = format!("{:?}", parsed.value).chars().collect();
            // Maps and sets without an order are written in any order.
            value.sort_unstable();
            format!(
                "{} by {repairs:?} from {:?}",
                value.iter().collect::<String>(),
                parsed.span()
            )
        }
        Err(error) => format!("{:?}: {error} {:?}", error.kind(), error.violations()),
    }
}
