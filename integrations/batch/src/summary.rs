//! What a run wrote, by kind.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use llm_output::telemetry::Counts;

/// What is wrong with a line of the input, before there is a reply to parse.
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
}

impl LineError {
    /// The name in `snake_case`, as in the column `error_kind`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::InvalidUtf8 => "invalid_utf8",
            Self::InvalidJson => "invalid_json",
            Self::MissingText => "missing_text",
            Self::LineTooLong => "line_too_long",
        }
    }
}

/// What a run wrote. Its `Display` is a few lines for a person.
#[derive(Debug, Clone, Default)]
pub struct Summary {
    pub(crate) skipped: u64,
    pub(crate) counts: Counts,
    pub(crate) lines: BTreeMap<LineError, u64>,
    pub(crate) elapsed: Duration,
}

impl Summary {
    /// How many rows were written.
    pub fn rows(&self) -> u64 {
        self.counts.exact() + self.counts.repaired() + self.failed()
    }

    /// How many rows have the status `error`.
    pub fn failed(&self) -> u64 {
        self.counts.failed() + self.lines.values().sum::<u64>()
    }

    /// How many rows were there already.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// What the replies needed.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How many lines had no reply, by reason.
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
        if self.skipped > 0 {
            write!(f, ", after {} that were there", self.skipped)?;
        }
        write!(f, "\n  exact     {:>12}", self.counts.exact())?;
        write!(f, "\n  repaired  {:>12}", self.counts.repaired())?;
        write!(f, "\n  error     {:>12}", self.failed())?;
        let errors = self
            .counts
            .errors()
            .chain(self.lines().map(|(error, count)| (error.name(), count)));
        table(f, "rows with an error, by kind", errors)?;
        table(f, "repairs, by kind", self.counts.kinds())
    }
}

fn table<'n>(f: &mut fmt::Formatter<'_>, title: &str, counts: impl Iterator<Item = (&'n str, u64)>) -> fmt::Result {
    let mut counts: Vec<_> = counts.collect();
    if counts.is_empty() {
        return Ok(());
    }
    counts.sort_by_key(|(name, count)| (std::cmp::Reverse(*count), *name));
    write!(f, "\n{title}:")?;
    for (name, count) in counts {
        write!(f, "\n  {count:>12}  {name}")?;
    }
    Ok(())
}
