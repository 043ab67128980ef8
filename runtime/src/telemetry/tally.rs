//! How often each repair was needed, by contract and model.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::string::String;

use crate::{ErrorKind, ParseError, Parsed, RepairKind};

/// Counts what parses needed, by the names of a contract and a model. You choose both names. A contract is a type, plus
/// the marker and the options used to parse replies as that type.
///
/// It contains numbers and these names, never a model's text. Its size is bounded: after
/// [`LIMIT`](Self::LIMIT) pairs of names, all further ones are counted together as [`others`](Self::others). Only
/// repairs of successful parses are counted; for a failed parse, only its kind of error is.
///
/// ```
/// use llm_output::telemetry::Tally;
/// use llm_output::{LlmOutput, RepairKind};
///
/// let mut tally = Tally::new();
/// for reply in ["[1, 2]", "[1, '2',]", "no"] {
///     tally.record("numbers", "small-model", &<Vec<u8>>::parse_llm(reply));
/// }
/// let counts = tally.get("numbers", "small-model").unwrap();
/// assert_eq!((counts.exact(), counts.repaired(), counts.failed()), (1, 1, 1));
/// assert_eq!(counts.of(RepairKind::ExtraComma), 1);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally {
    counts: BTreeMap<(String, String), Counts>,
    others: Counts,
}

/// What the parses of one contract and model needed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    exact: u64,
    repaired: u64,
    failed: u64,
    kinds: BTreeMap<&'static str, u64>,
    errors: BTreeMap<&'static str, u64>,
}

fn add(count: &mut u64, more: u64) {
    *count = count.saturating_add(more);
}

impl Tally {
    /// The maximum number of pairs of contract and model that are counted separately.
    pub const LIMIT: usize = 1024;

    /// The longest name that is kept, in bytes; longer ones are cut.
    pub const LONGEST_NAME: usize = 128;

    /// A tally without counts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts a parse.
    pub fn record<T>(&mut self, contract: &str, model: &str, outcome: &Result<Parsed<T>, ParseError>) {
        self.counts_of(contract, model).record(outcome);
    }

    /// Adds the counts of another tally to this one.
    pub fn merge(&mut self, other: &Self) {
        for ((contract, model), counts) in &other.counts {
            self.counts_of(contract, model).merge(counts);
        }
        self.others.merge(&other.others);
    }

    /// What the parses of a contract and model needed.
    pub fn get(&self, contract: &str, model: &str) -> Option<&Counts> {
        self.counts.get(&(short(contract).to_owned(), short(model).to_owned()))
    }

    /// Every contract and model, with what their parses needed, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str, &Counts)> {
        self.counts
            .iter()
            .map(|((contract, model), counts)| (contract.as_str(), model.as_str(), counts))
    }

    /// What was counted after [`LIMIT`](Self::LIMIT) pairs of names.
    pub fn others(&self) -> &Counts {
        &self.others
    }

    fn counts_of(&mut self, contract: &str, model: &str) -> &mut Counts {
        let key = (short(contract).to_owned(), short(model).to_owned());
        if self.counts.len() >= Self::LIMIT && !self.counts.contains_key(&key) {
            return &mut self.others;
        }
        self.counts.entry(key).or_default()
    }
}

fn short(name: &str) -> &str {
    crate::path::head(name, Tally::LONGEST_NAME)
}

impl Counts {
    /// Counts a parse. For replies to a single prompt, which need no names, use this instead of a [`Tally`].
    ///
    /// ```
    /// use llm_output::LlmOutput;
    /// use llm_output::telemetry::Counts;
    ///
    /// let mut counts = Counts::default();
    /// for reply in ["[1, 2]", "[1, '2',]", "no"] {
    ///     counts.record(&<Vec<u8>>::parse_llm(reply));
    /// }
    /// assert_eq!((counts.exact(), counts.repaired(), counts.failed()), (1, 1, 1));
    /// ```
    pub fn record<T>(&mut self, outcome: &Result<Parsed<T>, ParseError>) {
        match outcome {
            Ok(parsed) if parsed.is_exact() => add(&mut self.exact, 1),
            Ok(parsed) => {
                add(&mut self.repaired, 1);
                // Most often, the repairs of a reply are of one kind, so they are counted together.
                let mut run: Option<(RepairKind, u64)> = None;
                parsed.each_repair_kind(|kind| match &mut run {
                    Some((same, count)) if *same == kind => *count += 1,
                    _ => self.add_kind(run.replace((kind, 1))),
                });
                self.add_kind(run);
            }
            Err(error) => {
                add(&mut self.failed, 1);
                add(self.errors.entry(error.kind().name()).or_default(), 1);
            }
        }
    }

    fn add_kind(&mut self, run: Option<(RepairKind, u64)>) {
        if let Some((kind, count)) = run {
            add(self.kinds.entry(kind.name()).or_default(), count);
        }
    }

    /// Parses that needed no repair.
    pub fn exact(&self) -> u64 {
        self.exact
    }

    /// Parses that gave a value with repairs.
    pub fn repaired(&self) -> u64 {
        self.repaired
    }

    /// Parses that failed.
    pub fn failed(&self) -> u64 {
        self.failed
    }

    /// How often this repair was needed.
    pub fn of(&self, kind: RepairKind) -> u64 {
        self.kinds.get(kind.name()).copied().unwrap_or(0)
    }

    /// How many parses failed with this kind of error.
    pub fn of_error(&self, kind: ErrorKind) -> u64 {
        self.errors.get(kind.name()).copied().unwrap_or(0)
    }

    /// Every repair that was needed, by name, and how often.
    pub fn kinds(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.kinds.iter().map(|(name, count)| (*name, *count))
    }

    /// Every kind of error, by name, and how many parses failed with it.
    pub fn errors(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.errors.iter().map(|(name, count)| (*name, *count))
    }

    /// Adds the counts of `other` to these.
    pub fn merge(&mut self, other: &Self) {
        add(&mut self.exact, other.exact);
        add(&mut self.repaired, other.repaired);
        add(&mut self.failed, other.failed);
        for (name, count) in &other.kinds {
            add(self.kinds.entry(name).or_default(), *count);
        }
        for (name, count) in &other.errors {
            add(self.errors.entry(name).or_default(), *count);
        }
    }
}

#[cfg(feature = "serde")]
mod serialize {
    use serde_core::ser::{Serialize, SerializeStruct, Serializer};

    use super::{Counts, Tally};

    /// One pair of names with its counts, as it is written.
    struct CountsRow<'t>(&'t str, &'t str, &'t Counts);

    impl Serialize for Tally {
        /// Writes `{"counts": [{"contract": .., "model": .., "exact": .., ..}], "others": {..}}`.
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let rows: Vec<CountsRow<'_>> = self
                .iter()
                .map(|(contract, model, counts)| CountsRow(contract, model, counts))
                .collect();
            let mut tally = serializer.serialize_struct("Tally", 2)?;
            tally.serialize_field("counts", &rows)?;
            tally.serialize_field("others", &self.others)?;
            tally.end()
        }
    }

    impl Serialize for CountsRow<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut row = serializer.serialize_struct("Row", 7)?;
            row.serialize_field("contract", self.0)?;
            row.serialize_field("model", self.1)?;
            write(self.2, &mut row)?;
            row.end()
        }
    }

    impl Serialize for Counts {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut counts = serializer.serialize_struct("Counts", 5)?;
            write(self, &mut counts)?;
            counts.end()
        }
    }

    fn write<S: SerializeStruct>(counts: &Counts, to: &mut S) -> Result<(), S::Error> {
        to.serialize_field("exact", &counts.exact)?;
        to.serialize_field("repaired", &counts.repaired)?;
        to.serialize_field("failed", &counts.failed)?;
        to.serialize_field("kinds", &counts.kinds)?;
        to.serialize_field("errors", &counts.errors)
    }
}
