//! The behaviour of the systems that this crate grew from, and what it should do instead.

mod types;

use llm_output::{Options, ParseError, Severity};
use llm_output_tests::board::{Board, Verdict, is_same_but_for_nulls, records};
use llm_output_tests::case::{Reader, Reading, read, reader, told};
use serde::Deserialize;
use serde_json::Value;

/// One record of `seeds.jsonl`.
#[derive(Debug, Deserialize)]
struct Seed {
    id: String,
    system: String,
    kind: String,
    target_type: String,
    input: Value,
    expected: Value,
    /// What this crate should do, in words.
    unified: String,
}

/// What the words come to.
#[derive(Debug)]
enum Wanted<'a> {
    /// A value; the one that is recorded where it is given.
    Value(Option<&'a Value>),
    Error,
}

impl Seed {
    /// How the type that a record describes in words is read; `None` where no JSON is read at all, or no type of ours
    /// is like it.
    fn reader(&self) -> Option<Reader> {
        let words = &*self.target_type;
        let known: [(&str, Reader); 35] = [
            ("struct ReadArgs {", reader("ReadArgs")),
            ("struct WriteArgs {", reader("WriteArgs")),
            ("struct EditArgs {", reader("EditArgs")),
            ("struct CommitMessage {", reader("CommitMessage")),
            ("struct Note {", reader("Note")),
            ("struct MarkdownPr {", reader("Page")),
            ("struct Findings {", read::<types::Findings>),
            ("struct Assess {", read::<types::Assess>),
            ("struct CountArgs {", read::<types::CountArgs>),
            ("struct IdArgs {", read::<types::IdArgs>),
            ("struct IntsArgs {", read::<types::IntsArgs>),
            ("struct Opt {", read::<types::Opt>),
            ("struct Review { summary: String,", read::<types::Review>),
            ("struct Review { verdict:", read::<types::Judgement>),
            ("struct Critique {", read::<types::Critique>),
            ("struct BlobArgs {", read::<types::BlobArgs>),
            ("struct ItemsArgs {", read::<types::ItemsArgs>),
            ("struct NestArgs {", read::<types::NestArgs>),
            ("struct MapArgs {", read::<types::MapArgs>),
            ("struct X { items: Vec<i64> }", read::<types::Numbers>),
            ("struct X { xs: Vec<String> }", read::<types::Texts>),
            ("score: Option<u8>", scored),
            ("struct Quant {", read::<types::Quant>),
            ("struct Evidence {", read::<types::Evidence>),
            ("struct Meta {", read::<types::Meta>),
            ("Vec<Session {", read::<Vec<types::Session>>),
            ("struct Analysis {", read::<types::Analysis>),
            ("struct Scout {", read::<types::Scout>),
            ("struct Integration {", read::<types::Integration>),
            ("struct PrContent {", read::<types::PullRequest>),
            ("struct AgentOutput {", read::<types::AgentOutput>),
            ("AgentOutput + dbPath", read::<types::AgentWithBase>),
            ("struct Item { ..any object.. }", read::<Value>),
            ("any JSON value in a marked block", read::<Value>),
            ("(text", read::<Value>),
        ];
        known
            .iter()
            .find(|(begin, _)| words.starts_with(begin))
            .map(|(_, reader)| *reader)
    }

    /// The blocks that the system of the record looks for.
    fn markers(&self) -> Vec<&str> {
        if let Some((_, rest)) = self.target_type.split_once("(marker ") {
            return vec![rest.trim_end_matches(')')];
        }
        let in_block = [
            "any JSON value in a marked",
            "struct Review { verdict:",
            "Vec<Session {",
            "struct Analysis {",
        ];
        let also = ["struct Scout {", "struct Integration {", "struct PrContent {"];
        if in_block
            .iter()
            .chain(&also)
            .any(|begin| self.target_type.starts_with(begin))
        {
            return vec!["cadre-json"];
        }
        if ["struct AgentOutput {", "AgentOutput +"]
            .iter()
            .any(|begin| self.target_type.starts_with(begin))
        {
            return vec!["aamf-json", "cadre-json"];
        }
        Vec::new()
    }

    /// What the record asks for, if it says so: some name a choice of the design, or of the caller.
    fn wanted(&self) -> Option<Wanted<'_>> {
        let value = self.expected.get("ok");
        let unified = &*self.unified;
        if unified == "same" {
            return Some(value.map_or(Wanted::Error, |value| Wanted::Value(Some(value))));
        }
        let is = |word: &str| {
            unified == word
                || unified
                    .strip_prefix(word)
                    .is_some_and(|rest| rest.starts_with([' ', ';', ':', '(', '/']))
        };
        if is("ok") {
            let same = unified.starts_with("ok same") && !matches!(value, Some(Value::String(_)));
            return Some(Wanted::Value(value.filter(|_| same)));
        }
        is("error").then_some(Wanted::Error)
    }

    /// Names of repairs in `ok; repairs [fence_unwrapped, extra_comma @ $.findings]`, and whether there are no others.
    fn repairs(&self) -> Option<(Vec<&str>, bool)> {
        let (before, list) = self.unified.split_once("repairs ")?;
        let (list, _) = list.trim_start_matches("+ ").strip_prefix('[')?.split_once(']')?;
        let names = list.split(',').filter_map(|entry| entry.split_whitespace().next());
        let names: Vec<_> = names.filter(|name| !name.starts_with('$')).collect();
        Some((names, !before.ends_with("or ") && !self.unified.contains("repairs +")))
    }

    fn verdict(&self, wanted: &Wanted<'_>, outcome: Result<Reading, ParseError>) -> Verdict {
        let found = told(&outcome);
        let note = format!(
            "  {}: {}\n  wanted {} (it gave {})\n  found  {found}",
            self.target_type, self.input, self.unified, self.expected
        );
        match (wanted, outcome) {
            (Wanted::Error, Err(_)) => Verdict::Passed,
            (Wanted::Error, Ok(_)) => Verdict::Wrong(note),
            (Wanted::Value(_), Err(_)) => Verdict::Failed(note),
            (Wanted::Value(value), Ok(reading)) => {
                if value.is_some_and(|value| !is_same_but_for_nulls(&reading.value, value)) {
                    return Verdict::Wrong(note);
                }
                let Some((names, only)) = self.repairs() else {
                    return Verdict::Passed;
                };
                let told = |name: &str| reading.repairs.iter().any(|report| report.kind == name);
                // What stands around the answer is not always worth a word to those who wrote the records.
                let is_announced = |report: &llm_output_tests::case::Report| {
                    names.contains(&report.kind) || report.severity == Severity::Framing
                };
                if names.iter().all(|name| told(name)) && (!only || reading.repairs.iter().all(is_announced)) {
                    Verdict::Passed
                } else {
                    Verdict::Failed(note)
                }
            }
        }
    }
}

/// The records of this type are a member's value.
fn scored(text: &str, options: &Options<'_>) -> Result<Reading, ParseError> {
    let mut reading = read::<types::Scored>(&format!("{{\"score\": {text}}}"), options)?;
    reading.value = reading.value["score"].take();
    Ok(reading)
}

#[test]
fn behaviour_of_earlier_systems() {
    let Some(seeds) = records::<Seed>("seeds") else { return };
    let mut board = Board::new("seeds");
    let (mut elsewhere, mut open) = (0, Vec::new());
    for seed in seeds.iter().filter(|seed| seed.kind == "parse") {
        let (Some(input), Some(reader)) = (seed.input.as_str(), seed.reader()) else {
            elsewhere += 1;
            continue;
        };
        let Some(wanted) = seed.wanted() else {
            open.push(&*seed.id);
            continue;
        };
        let markers = seed.markers();
        let options = markers
            .iter()
            .fold(Options::default(), |options, marker| options.marker(marker));
        board.count(&seed.id, &seed.system, seed.verdict(&wanted, reader(input, &options)));
    }
    println!(
        "{elsewhere} cases read no JSON, or a type that only streams; {} leave the outcome open: {open:?}",
        open.len()
    );
    board.conclude(&[("", 100.0)]);
}
