//! What was measured: as a table, as JSON and as a chart.

use std::collections::BTreeMap;
use std::fmt;

use llm_output::Usage;
use serde::Serialize;

/// What became of one case.
#[derive(Debug, Clone)]
pub struct Measured {
    /// Whether a value was read.
    pub is_read: bool,
    /// Whether the expected value was read, if one is known.
    pub is_right: Option<bool>,
    /// The names of the repairs of the reply that was read.
    pub repairs: Vec<&'static str>,
    /// How often the model was asked.
    pub attempts: usize,
    /// The tokens of all attempts.
    pub usage: Usage,
    /// Why there is no reply.
    pub failure: Option<String>,
}

impl Measured {
    pub(crate) fn failed(failure: String) -> Self {
        Self {
            is_read: false,
            is_right: None,
            repairs: Vec::new(),
            attempts: 0,
            usage: Usage::default(),
            failure: Some(failure),
        }
    }
}

/// The cases of one contract, or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// All cases.
    pub cases: usize,
    /// How many replies gave a value.
    pub read: usize,
    /// Those whose value is known.
    pub judged: usize,
    /// Those that gave the expected value, or none where none is expected.
    pub right: usize,
    /// How many replies gave a value that needed a repair.
    pub repaired: usize,
    /// Those without a reply.
    pub failed: usize,
    /// How often a model was asked, or a recorded answer was read.
    pub attempts: usize,
    /// Tokens that were sent.
    pub input_tokens: u64,
    /// Tokens that were written.
    pub output_tokens: u64,
    /// How many cases needed each kind of repair.
    pub repairs: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add(&mut self, measured: &Measured) {
        self.cases += 1;
        self.read += usize::from(measured.is_read);
        self.judged += usize::from(measured.is_right.is_some());
        self.right += usize::from(measured.is_right == Some(true));
        self.repaired += usize::from(!measured.repairs.is_empty());
        self.failed += usize::from(measured.failure.is_some());
        self.attempts += measured.attempts;
        self.input_tokens += measured.usage.input;
        self.output_tokens += measured.usage.output;
        let mut kinds = measured.repairs.clone();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            *self.repairs.entry(kind).or_default() += 1;
        }
    }

    /// The share of the cases that is right, from 0 to 1. A case without a reply is not; if no value is known, the share that was
    /// read counts.
    pub fn share(&self) -> f64 {
        if self.judged == 0 {
            share(self.read, self.cases)
        } else {
            share(self.right, self.judged + self.failed)
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody measures 2^53 cases")]
pub(crate) fn share(part: usize, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// What became of all cases. [`Display`](fmt::Display) writes it as a table.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    total: Tally,
    contracts: BTreeMap<String, Tally>,
    /// Why cases have no reply, each reason once.
    failures: Vec<String>,
}

impl Report {
    pub(crate) fn new(measured: Vec<(&str, Measured)>) -> Self {
        let (mut total, mut contracts, mut failures) = (Tally::default(), BTreeMap::<_, Tally>::new(), Vec::new());
        for (contract, measured) in measured {
            total.add(&measured);
            contracts.entry(contract.to_owned()).or_default().add(&measured);
            failures.extend(measured.failure.filter(|failure| !failures.contains(failure)));
        }
        Self {
            total,
            contracts,
            failures,
        }
    }

    /// All cases together.
    pub fn total(&self) -> &Tally {
        &self.total
    }

    /// The cases of each contract.
    pub fn contracts(&self) -> &BTreeMap<String, Tally> {
        &self.contracts
    }

    /// The report as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The report as a chart, an SVG.
    pub fn to_svg(&self) -> String {
        crate::chart::of(self)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| contract | cases | read | right | repaired | failed | attempts | tokens |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|---|---|")?;
        let all = [("all", &self.total)];
        for (name, tally) in self
            .contracts
            .iter()
            .map(|(name, tally)| (name.as_str(), tally))
            .chain(all)
        {
            let right = match tally.judged {
                0 => "-".to_owned(),
                judged => format!("{} of {judged}", tally.right),
            };
            let tokens = tally.input_tokens + tally.output_tokens;
            writeln!(
                f,
                "| {name} | {} | {} | {right} | {} | {} | {} | {tokens} |",
                tally.cases, tally.read, tally.repaired, tally.failed, tally.attempts
            )?;
        }
        if !self.total.repairs.is_empty() {
            writeln!(f, "\n| repair | cases |\n|---|---|")?;
        }
        for (kind, count) in &self.total.repairs {
            writeln!(f, "| {kind} | {count} |")?;
        }
        self.failures
            .iter()
            .try_for_each(|failure| writeln!(f, "\nfailed: {failure}"))
    }
}
