//! Damage of every kind that models, clients, editors and streams do to JSON, and what becomes of the damaged texts.
//!
//! A value is drawn, written and damaged, so the right answer is known. Each text has one of these outcomes:
//!
//! - *right*: the value is the one that was written.
//! - *refused*: an error.
//! - *near*: the strings of the value differ from it in nothing but quotes, spaces and punctuation.
//! - *wrong*: another value, and a repair says that it is a guess.
//! - *lost*: another value, and no repair says so. That must never happen.

mod brackets;
mod catalogue;
mod framing;
mod lines;
mod quotes;
mod remarks;
mod repeats;
mod scalars;
mod separators;
pub mod subjects;
mod tokens;

use std::collections::BTreeMap;
use std::fmt::Write as _;

use llm_output::{Options, ParseError, Severity};
use serde_json::{Value, json};

use self::catalogue::{Frequency, damaged, layout};
pub use self::catalogue::{Kind, UNDOABLE, UNDOABLE_TOGETHER, all, is_named, is_undoable};
use self::subjects::{SUBJECTS, Subject, is_flattened};
use self::tokens::Tokens;
use crate::case::Reading;
use crate::sample::Random;

/// What became of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The value is the one that was written.
    Right,
    /// An error.
    Refused,
    /// The value differs in quotes, spaces and punctuation only.
    Near,
    /// Another value, and a repair is at least a guess.
    Wrong,
    /// Another value below a guess.
    Lost,
}

impl Outcome {
    /// Every outcome, in the order of the columns.
    pub const ALL: [Self; 5] = [Self::Right, Self::Refused, Self::Near, Self::Wrong, Self::Lost];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::Refused => "refused",
            Self::Wrong => "wrong",
            Self::Near => "near",
            Self::Lost => "lost",
        }
    }

    /// What became of a text whose value is `truth`.
    pub fn of(truth: &Value, outcome: &Result<Reading, ParseError>) -> Self {
        match outcome {
            Err(_) => Self::Refused,
            Ok(reading) if reading.value == *truth => Self::Right,
            Ok(reading) if letters(&reading.value) == letters(truth) => Self::Near,
            Ok(reading) if highest(reading) >= Some(Severity::Guess) => Self::Wrong,
            Ok(_) => Self::Lost,
        }
    }
}

fn highest(reading: &Reading) -> Option<Severity> {
    reading.repairs.iter().map(|report| report.severity).max()
}

/// A value with nothing but letters and digits in its strings and keys.
fn letters(value: &Value) -> Value {
    let plain = |text: &str| -> String { text.chars().filter(|character| character.is_alphanumeric()).collect() };
    match value {
        Value::String(text) => plain(text).into(),
        Value::Array(elements) => elements.iter().map(letters).collect(),
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (plain(key), letters(value)))
            .collect(),
        other => other.clone(),
    }
}

/// By which reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    /// `T::parse_llm`
    Derived,
    /// `from_str::<T>`
    ThroughSerde,
}

/// What to run.
#[derive(Debug, Clone)]
pub struct Plan {
    /// How many texts.
    pub texts: usize,
    /// How many damages in each.
    pub damages: usize,
    /// How to read them.
    pub reader: Reader,
    /// Only kinds whose name contains this.
    pub only: String,
    /// How many of the shortest examples to keep of each kind and outcome.
    pub examples: usize,
}

/// A text that was not read right.
#[derive(Debug, Clone)]
pub struct Example {
    /// Names of the damages.
    pub kind: String,
    /// Name of the type.
    pub subject: &'static str,
    /// The text.
    pub text: String,
    /// The value that was written.
    pub truth: Value,
    /// What became of it.
    pub outcome: Outcome,
    /// The value that was read, or the error.
    pub got: Value,
    /// `path: kind @start..end` of each repair.
    pub repairs: Vec<String>,
    /// The highest severity.
    pub severity: Option<Severity>,
}

impl Example {
    /// As a line of JSON.
    pub fn line(&self) -> String {
        let severity = self.severity.map(|severity| format!("{severity:?}"));
        json!({
            "outcome": self.outcome.name(),
            "kind": self.kind,
            "type": self.subject,
            "text": self.text,
            "truth": self.truth,
            "got": self.got,
            "repairs": self.repairs,
            "severity": severity,
        })
        .to_string()
    }
}

/// The texts of one kind, or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Counts([usize; 5]);

impl Counts {
    /// How many texts had this outcome.
    pub fn of(&self, outcome: Outcome) -> usize {
        self.0[outcome as usize]
    }

    /// How many texts there were.
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }

    fn add(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }

    /// Thousandths of the texts that had this outcome.
    pub fn per_mille(&self, outcome: Outcome) -> usize {
        (self.of(outcome) * 1000).checked_div(self.total()).unwrap_or(0)
    }
}

/// What became of all texts.
#[derive(Debug, Clone, Default)]
pub struct Table {
    /// Counts by kind. A text with several damages counts for each of them.
    pub rows: BTreeMap<String, Counts>,
    /// Counts of all texts, without the kinds that cannot be undone.
    pub all: Counts,
    /// The shortest examples of each kind and outcome other than right.
    pub examples: BTreeMap<(Outcome, String), Vec<Example>>,
}

impl Table {
    /// The table as text: a line for each kind, tab-separated.
    pub fn written(&self) -> String {
        let mut text = "kind".to_owned();
        for outcome in Outcome::ALL {
            write(&mut text, format_args!("\t{}", outcome.name()));
        }
        for (name, counts) in self.rows.iter().chain([(&"ALL".to_owned(), &self.all)]) {
            write(&mut text, format_args!("\n{}", name.escape_debug()));
            for count in counts.0 {
                write(&mut text, format_args!("\t{count}"));
            }
        }
        text.push('\n');
        text
    }

    /// The totals on one line.
    pub fn totals(&self) -> String {
        let mut text = format!("{} texts of {} kinds:", self.all.total(), self.rows.len());
        for outcome in Outcome::ALL {
            let share = self.all.per_mille(outcome);
            let count = self.all.of(outcome);
            write(
                &mut text,
                format_args!(" {} {count} ({}.{} %)", outcome.name(), share / 10, share % 10),
            );
        }
        text
    }

    /// The kinds with the most texts of this outcome, each with its shortest example.
    pub fn worst(&self, outcome: Outcome, most: usize) -> String {
        let mut rows: Vec<_> = (self.rows.iter())
            .filter(|(name, counts)| counts.of(outcome) > 0 && !is_undoable(name))
            .collect();
        rows.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.of(outcome)));
        let mut text = format!("{} kinds have texts that are {}\n", rows.len(), outcome.name());
        for (name, counts) in rows.into_iter().take(most) {
            write(
                &mut text,
                format_args!("{:>6} of {:>6}  {name}\n", counts.of(outcome), counts.total()),
            );
            let examples = self.examples.get(&(outcome, name.clone()));
            for example in examples.into_iter().flatten().take(2) {
                let (got, truth) = (&example.got, &example.truth);
                write(
                    &mut text,
                    format_args!("    {}: {}\n", example.subject, example.text.escape_debug()),
                );
                write(
                    &mut text,
                    format_args!("      truth {truth}\n      got   {got} by {:?}\n", example.repairs),
                );
            }
        }
        text
    }

    /// Each kind of `before` of which a smaller share is right now (by more than chance moves it), as lines; the
    /// texts of a kind are the same in both runs if both have the same number of texts.
    ///
    /// # Panics
    ///
    /// Where `before` was not written by [`Table::written`].
    pub fn compared(&self, before: &str) -> String {
        let mut text = String::new();
        for line in before.lines().skip(1) {
            let mut cells = line.split('\t');
            let name = cells.next().expect("a row has a name");
            let counts: Vec<usize> = cells.map(|cell| cell.parse().expect("a row has counts")).collect();
            let counts = Counts(counts.try_into().expect("a row has a count for each outcome"));
            let now = (self.rows.iter()).find(|(kind, _)| kind.escape_debug().to_string() == name);
            let Some(now) = now.map(|(_, now)| now).or((name == "ALL").then_some(&self.all)) else {
                write(&mut text, format_args!("{name}: no longer run\n"));
                continue;
            };
            let settled = |counts: &Counts| counts.per_mille(Outcome::Right) + counts.per_mille(Outcome::Refused);
            let right = (counts.per_mille(Outcome::Right), now.per_mille(Outcome::Right));
            if right.1 < right.0 {
                write(
                    &mut text,
                    format_args!("{name}: {} per mille right, {} before\n", right.1, right.0),
                );
            }
            if settled(now) < settled(&counts) {
                let (now, before) = (settled(now), settled(&counts));
                write(
                    &mut text,
                    format_args!("{name}: {now} per mille right or refused, {before} before\n"),
                );
            }
        }
        text
    }
}

/// Draws, damages and reads the texts of a plan. The texts of a kind depend on its name alone, not on the other kinds.
///
/// # Panics
///
/// Where fewer damages are asked for than one.
pub fn run(plan: &Plan) -> Table {
    let mut kinds = all();
    kinds.retain(|kind| kind.name.contains(&plan.only));
    let mut table = Table::default();
    if plan.damages > 1 {
        kinds.retain(|kind| !is_undoable(&kind.name));
        let mut random = Random::new(u64::try_from(plan.damages).expect("a small number"));
        let mut count = 0;
        while count < plan.texts {
            let mut several: Vec<&Kind> = (0..plan.damages).map(|_| pick(&kinds, &mut random)).collect();
            several.sort_by_key(|kind| kind.stage);
            count += usize::from(try_one(&several, plan, &mut random, &mut table));
        }
        return table;
    }
    let weights: usize = kinds.iter().map(|kind| kind.frequency.weight()).sum();
    let mut before = 0;
    for kind in &kinds {
        let after = before + kind.frequency.weight();
        let share = (after * plan.texts).div_ceil(weights) - (before * plan.texts).div_ceil(weights);
        before = after;
        let mut random = Random::new(seed(&kind.name));
        let mut count = 0;
        // Some kinds find a place in few documents, others leave most documents valid.
        for _ in 0..share * 60 {
            if count == share {
                break;
            }
            count += usize::from(try_one(&[kind], plan, &mut random, &mut table));
        }
    }
    table
}

/// Draws and damages the texts of a plan, without reading them: each with the subject that it is a document of, and the
/// names of its damages.
///
/// # Panics
///
/// Where fewer damages are asked for than one.
pub fn texts(plan: &Plan, each: &mut dyn FnMut(&Subject, &str, &str)) {
    let mut kinds = all();
    kinds.retain(|kind| kind.name.contains(&plan.only));
    let mut random = Random::new(u64::try_from(plan.texts + plan.damages).expect("a small number"));
    let mut count = 0;
    while count < plan.texts {
        let mut several: Vec<&Kind> = (0..plan.damages).map(|_| pick(&kinds, &mut random)).collect();
        several.sort_by_key(|kind| kind.stage);
        let subject = &SUBJECTS[random.below(SUBJECTS.len())];
        let (truth, draft) = ((subject.draw)(&mut random), (subject.draw)(&mut random));
        let layout = layout(&several, &mut random);
        let tokens = Tokens::of(&truth, &draft, layout);
        if let Some(text) = damaged(&several, tokens, subject.is_valid, &mut random) {
            let names: Vec<&str> = several.iter().map(|kind| kind.name.as_str()).collect();
            each(subject, &names.join(" + "), &text);
            count += 1;
        }
    }
}

thread_local! {
    static KINDS: Vec<Kind> = all().into_iter().filter(|kind| !is_undoable(&kind.name)).collect();
}

/// Draws, damages and reads one document. Returns it if it was read as another value below a guess.
///
/// # Panics
///
/// If there is no kind of damage.
pub fn lost(random: &mut Random, damages: usize, reader: Reader) -> Option<Example> {
    KINDS.with(|kinds| {
        let mut several: Vec<&Kind> = (0..damages).map(|_| pick(kinds, random)).collect();
        several.sort_by_key(|kind| kind.stage);
        lost_by(&several, random, reader)
    })
}

fn lost_by(several: &[&Kind], random: &mut Random, reader: Reader) -> Option<Example> {
    let plan = Plan {
        texts: 1,
        damages: several.len(),
        reader,
        only: String::new(),
        examples: 1,
    };
    let mut table = Table::default();
    try_one(several, &plan, random, &mut table);
    let examples = table
        .examples
        .into_iter()
        .filter(|((outcome, _), _)| *outcome == Outcome::Lost);
    examples.flat_map(|(_, examples)| examples).next()
}

/// One of the kinds, more often one that models do more often.
fn pick<'a>(kinds: &'a [Kind], random: &mut Random) -> &'a Kind {
    loop {
        let kind = &kinds[random.below(kinds.len())];
        if random.below(Frequency::Common.weight()) < kind.frequency.weight() {
            return kind;
        }
    }
}

fn seed(name: &str) -> u64 {
    // FNV-1a: the same on every machine.
    name.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Draws one document and reads it. False where the damage does not apply.
fn try_one(kinds: &[&Kind], plan: &Plan, random: &mut Random, table: &mut Table) -> bool {
    let subject = &SUBJECTS[random.below(SUBJECTS.len())];
    let is_misspelt = || kinds.iter().any(|kind| kind.name.starts_with("key with a letter"));
    if plan.reader == Reader::ThroughSerde && is_flattened(subject.name) && is_misspelt() {
        // Serde does not say which keys there are, so a misspelt one is an unknown member to it.
        return false;
    }
    let truth = (subject.draw)(random);
    let draft = (subject.draw)(random);
    let layout = layout(kinds, random);
    let Some(text) = damaged(kinds, Tokens::of(&truth, &draft, layout), subject.is_valid, random) else {
        return false;
    };
    let reader = match plan.reader {
        Reader::Derived => subject.derived,
        Reader::ThroughSerde => subject.through_serde,
    };
    let read = reader(&text, &Options::default());
    let outcome = Outcome::of(&truth, &read);
    let mut counts = Counts::default();
    counts.0[outcome as usize] = 1;
    let names: Vec<&str> = kinds.iter().map(|kind| kind.name.as_str()).collect();
    if !names.iter().any(|name| is_undoable(name)) {
        table.all.add(&counts);
    }
    for name in &names {
        table.rows.entry((*name).to_owned()).or_default().add(&counts);
    }
    if outcome != Outcome::Right && plan.examples > 0 {
        keep(
            table,
            plan.examples,
            &example(&names, subject, text, truth, outcome, &read),
            &names,
        );
    }
    true
}

fn keep(table: &mut Table, most: usize, example: &Example, names: &[&str]) {
    for name in names {
        let examples = table.examples.entry((example.outcome, (*name).to_owned())).or_default();
        examples.push(example.clone());
        examples.sort_by_key(|example| example.text.len());
        examples.truncate(most);
    }
}

fn example(
    names: &[&str],
    subject: &Subject,
    text: String,
    truth: Value,
    outcome: Outcome,
    read: &Result<Reading, ParseError>,
) -> Example {
    let reports = read.as_ref().map_or(&[][..], |reading| &reading.repairs);
    Example {
        kind: names.join(" + "),
        subject: subject.name,
        text,
        truth,
        outcome,
        got: match read {
            Ok(reading) => reading.value.clone(),
            Err(error) => format!("{:?}: {error}", error.kind()).into(),
        },
        repairs: (reports.iter())
            .map(|report| {
                format!(
                    "{}: {} @{}..{}",
                    report.path, report.kind, report.span.start, report.span.end
                )
            })
            .collect(),
        severity: read.as_ref().ok().and_then(highest),
    }
}

fn write(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("writing to a String cannot fail");
}
