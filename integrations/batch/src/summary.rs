//! What a run wrote, by kind.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use llm_output::telemetry::Counts;

/// Why a line of the input has no value, other than an error of parsing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LineError {
    /// The line is no UTF-8.
    InvalidUtf8,
    /// The line is no JSON.
    InvalidJson,
    /// There is no string where the reply should be.
    MissingText,
    /// The line is longer than the limit.
    LineTooLong,
    /// The reply was parsed, but its value cannot be written: its `Serialize` refuses it, or it has no place in its column.
    Unwritable,
}

impl LineError {
    /// The name in `snake_case`, as in the column `error_kind`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "invalid_utf8",
            Self::InvalidJson => "invalid_json",
            Self::MissingText => "missing_text",
            Self::LineTooLong => "line_too_long",
            Self::Unwritable => "unwritable",
        }
    }
}

/// What a run wrote. Its `Display` is a few lines for a person.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    pub(crate) present: Present,
    pub(crate) counts: Counts,
    pub(crate) lines: BTreeMap<LineError, u64>,
    pub(crate) elapsed: Duration,
}

/// The rows that an output had before a run that continues it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Present {
    exact: u64,
    repaired: u64,
    /// The rows with an error, by kind.
    errors: BTreeMap<String, u64>,
    /// The repairs, by kind.
    repairs: BTreeMap<String, u64>,
}

impl Present {
    pub(crate) fn rows(&self) -> u64 {
        self.exact + self.repaired + self.failed()
    }

    fn failed(&self) -> u64 {
        self.errors.values().sum()
    }

    /// Counts a row. Says whether it is one.
    pub(crate) fn add(&mut self, status: &str, error_kind: Option<&str>) -> bool {
        match (status, error_kind) {
            ("exact", None) => self.exact += 1,
            ("repaired", None) => self.repaired += 1,
            ("error", Some(kind)) => count(&mut self.errors, kind, 1),
            _ => return false,
        }
        true
    }

    /// Counts a repair of a row.
    pub(crate) fn add_repair(&mut self, kind: &str) {
        count(&mut self.repairs, kind, 1);
    }

    /// Adds the counts of another part of the output.
    #[cfg(feature = "parquet")]
    pub(crate) fn merge(&mut self, other: &Self) {
        self.exact += other.exact;
        self.repaired += other.repaired;
        for (kind, more) in &other.errors {
            count(&mut self.errors, kind, *more);
        }
        for (kind, more) in &other.repairs {
            count(&mut self.repairs, kind, *more);
        }
    }
}

fn count(counts: &mut BTreeMap<String, u64>, kind: &str, more: u64) {
    match counts.get_mut(kind) {
        Some(count) => *count += more,
        None => {
            counts.insert(kind.to_owned(), more);
        }
    }
}

impl Summary {
    /// How many rows were written.
    pub fn rows(&self) -> u64 {
        self.counts.exact() + self.counts.repaired() + self.counts.failed() + self.lines.values().sum::<u64>()
    }

    /// How many rows were there already.
    pub fn skipped(&self) -> u64 {
        self.present.rows()
    }

    /// How many rows of the output have the status `exact`, with those that were there already.
    pub fn exact(&self) -> u64 {
        self.present.exact + self.counts.exact()
    }

    /// How many rows of the output have the status `repaired`, with those that were there already.
    pub fn repaired(&self) -> u64 {
        self.present.repaired + self.counts.repaired()
    }

    /// How many rows of the output have the status `error`, with those that were there already.
    pub fn failed(&self) -> u64 {
        self.present.failed() + self.counts.failed() + self.lines.values().sum::<u64>()
    }

    /// What the replies needed that this run parsed.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How many lines had no value for another reason than an error of parsing, by reason. Rows that were there already are not
    /// counted.
    pub fn lines(&self) -> impl Iterator<Item = (LineError, u64)> + '_ {
        self.lines.iter().map(|(error, count)| (*error, *count))
    }

    /// How long the run took.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    pub(crate) fn merge(&mut self, counts: &Counts, lines: &BTreeMap<LineError, u64>) {
        self.counts.merge(counts);
        for (error, count) in lines {
            *self.lines.entry(*error).or_default() += count;
        }
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows();
        #[expect(clippy::cast_precision_loss, reason = "a rate for a person")]
        let rate = rows as f64 / self.elapsed.as_secs_f64().max(0.001);
        write!(
            f,
            "{rows} rows in {:.1} s, {rate:.0} rows/s",
            self.elapsed.as_secs_f64()
        )?;
        if self.skipped() > 0 {
            write!(f, ", after {} that were there and are counted below", self.skipped())?;
        }
        write!(f, "\n  exact     {:>12}", self.exact())?;
        write!(f, "\n  repaired  {:>12}", self.repaired())?;
        write!(f, "\n  error     {:>12}", self.failed())?;
        let mut errors = self.present.errors.clone();
        let lines = self.lines().map(|(error, count)| (error.name(), count));
        for (kind, more) in self.counts.errors().chain(lines) {
            count(&mut errors, kind, more);
        }
        table(f, "rows with an error, by kind", errors)?;
        let mut repairs = self.present.repairs.clone();
        for (kind, more) in self.counts.kinds() {
            count(&mut repairs, kind, more);
        }
        table(f, "repairs, by kind", repairs)
    }
}

fn table(f: &mut fmt::Formatter<'_>, title: &str, counts: BTreeMap<String, u64>) -> fmt::Result {
    if counts.is_empty() {
        return Ok(());
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    write!(f, "\n{title}:")?;
    for (name, count) in counts {
        write!(f, "\n  {count:>12}  {name}")?;
    }
    Ok(())
}
