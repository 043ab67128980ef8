//! The outcome of recorded cases: a table per category, held against the list of deliberate deviations.
//!
//! The records themselves are not part of the repository. `tests/deviations.json` names those where this crate gives
//! another result than the record on purpose, each with the rule that says so.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// What came of one case.
#[derive(Debug)]
pub enum Verdict {
    /// As recorded.
    Passed,
    /// An error, or a value that says that it is none to rely on, where the record has another outcome.
    Failed(String),
    /// A value that the record contradicts, taken by default.
    Wrong(String),
}

/// Cases in which the outcome is another one on purpose.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deviation {
    /// The file of records, without its ending.
    pub file: String,
    /// The name of the rule in `tests/rulings` that says so.
    pub rule: String,
    /// What it comes to in these cases.
    pub reason: String,
    /// Ids of the records.
    pub cases: Vec<String>,
}

/// The counts of one category.
#[derive(Debug, Default, Clone, Copy)]
struct Row {
    passed: usize,
    failed: usize,
    wrong: usize,
    deviations: usize,
}

impl Row {
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.wrong += other.wrong;
        self.deviations += other.deviations;
    }

    fn line(self, name: &str) -> String {
        format!(
            "{name:<44}{:>8}{:>8}{:>8}{:>12}{:>9.1} %",
            self.passed,
            self.failed,
            self.wrong,
            self.deviations,
            self.rate()
        )
    }

    /// Passed cases in a hundred, the deviations not counted.
    fn rate(self) -> f64 {
        let counted = self.passed + self.failed + self.wrong;
        #[expect(clippy::cast_precision_loss, reason = "a few thousand cases")]
        let (passed, counted) = (self.passed as f64, counted as f64);
        if counted == 0.0 {
            100.0
        } else {
            100.0 * passed / counted
        }
    }
}

/// The outcomes of one file of records.
#[derive(Debug)]
pub struct Board {
    file: &'static str,
    deviations: Vec<Deviation>,
    rows: BTreeMap<String, Row>,
    ids: BTreeSet<String>,
    stale: Vec<String>,
    notes: String,
}

/// Where the records are, if they are at hand.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/cases")
}

/// The records of a file, or `None` where they are not at hand.
///
/// # Panics
///
/// Where a record is not of the form that its reader expects.
pub fn records<T: DeserializeOwned>(file: &str) -> Option<Vec<T>> {
    let Ok(text) = std::fs::read_to_string(folder().join(file).with_extension("jsonl")) else {
        println!("{file}: the collection of recorded cases is not at hand: 0 cases ran");
        return None;
    };
    let read = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error} in {line}"));
    Some(text.lines().map(read).collect())
}

/// Every deliberate deviation.
///
/// # Panics
///
/// Where the list cannot be read.
pub fn deviations() -> Vec<Deviation> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("deviations.json");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

impl Board {
    /// An empty board for the records of `file`.
    pub fn new(file: &'static str) -> Self {
        Self {
            file,
            deviations: deviations().into_iter().filter(|entry| entry.file == file).collect(),
            rows: BTreeMap::new(),
            ids: BTreeSet::new(),
            stale: Vec::new(),
            notes: String::new(),
        }
    }

    /// Counts the outcome of the case `id`.
    ///
    /// # Panics
    ///
    /// Where the id came before.
    pub fn count(&mut self, id: &str, category: &str, verdict: Verdict) {
        assert!(self.ids.insert(id.to_owned()), "{id} came twice in {}", self.file);
        let is_listed = self
            .deviations
            .iter()
            .any(|entry| entry.cases.iter().any(|case| case == id));
        let row = self.rows.entry(category.to_owned()).or_default();
        let (count, word, note) = match verdict {
            Verdict::Passed if is_listed => {
                self.stale.push(format!("{id} is as recorded"));
                (&mut row.passed, "", String::new())
            }
            Verdict::Passed => (&mut row.passed, "", String::new()),
            Verdict::Failed(_) | Verdict::Wrong(_) if is_listed => (&mut row.deviations, "", String::new()),
            Verdict::Failed(note) => (&mut row.failed, "failed", note),
            Verdict::Wrong(note) => (&mut row.wrong, "WRONG", note),
        };
        *count += 1;
        if !word.is_empty() {
            writeln!(self.notes, "{word} {id} ({category})\n{note}").expect("writing to a String cannot fail");
        }
    }

    /// Prints the table and holds it to its bars: for each prefix of a category, the least rate in a hundred.
    ///
    /// # Panics
    ///
    /// Where a rate is below its bar, a value is wrong, or a listed deviation is none any more.
    pub fn conclude(mut self, bars: &[(&str, f64)]) {
        let mut table = format!(
            "{:<44}{:>8}{:>8}{:>8}{:>12}{:>11}\n",
            self.file, "passed", "failed", "wrong", "deviations", "rate"
        );
        let mut whole = Row::default();
        for (name, row) in &self.rows {
            whole.add(*row);
            writeln!(table, "{}", row.line(name)).expect("writing to a String cannot fail");
        }
        writeln!(table, "{}", whole.line("all")).expect("writing to a String cannot fail");
        let mut faults = Vec::new();
        for (prefix, bar) in bars {
            let mut sum = Row::default();
            let rows = self.rows.iter().filter(|(name, _)| name.starts_with(prefix));
            rows.for_each(|(_, row)| sum.add(*row));
            writeln!(table, "{}", sum.line(&format!("= {prefix}* (bar {bar} %)")))
                .expect("writing to a String cannot fail");
            if sum.rate() < *bar {
                faults.push(format!("{prefix}* is at {:.2} %, below {bar} %", sum.rate()));
            }
        }
        println!("{}\n{table}", self.notes);
        if whole.wrong > 0 {
            faults.push(format!("{} values are wrong and not listed", whole.wrong));
        }
        let listed = self.deviations.iter().flat_map(|entry| &entry.cases);
        let gone = listed.filter(|case| !self.ids.contains(*case));
        self.stale.extend(gone.map(|case| format!("{case} did not run")));
        if !self.stale.is_empty() {
            faults.push(format!("listed as deviations, but: {}", self.stale.join(", ")));
        }
        assert!(
            faults.is_empty(),
            "{}: {}\n{}",
            self.file,
            faults.join("; "),
            self.notes
        );
    }
}

/// Whether two values are the same of a type, where a member that is absent and one that is `null` are the same.
pub fn is_same_but_for_nulls(one: &Value, other: &Value) -> bool {
    is_same(&without_nulls(one), &without_nulls(other))
}

fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), without_nulls(value)))
            .collect(),
        Value::Array(elements) => elements.iter().map(without_nulls).collect(),
        _ => value.clone(),
    }
}

/// Whether two values are the same: a number may be written with a fraction of zero or without.
pub fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || ((one.is_f64() || other.is_f64()) && one.as_f64() == other.as_f64())
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(key, value)| other.get(key).is_some_and(|other| is_same(value, other)))
        }
        _ => one == other,
    }
}
