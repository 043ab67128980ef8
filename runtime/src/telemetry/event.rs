//! One `tracing` event for each parse that needed repair or failed.

use std::fmt;

use crate::error::Violation;
use crate::options::Options;
use crate::repair::Repair;
use crate::{ParseError, Parsed, Severity};

/// The most reports listed in one event; further ones are only counted.
const MOST: usize = 32;

/// Kinds and paths, without the keys of maps, which are the model's text.
struct Reports<'r>(&'r [Repair]);

impl fmt::Display for Reports<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, repair) in self.0.iter().take(MOST).enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{}: {}", repair.path().without_keys(), repair.kind())?;
        }
        more(self.0.len(), f)
    }
}

/// Where the violations are.
struct ViolationPlaces<'v>(&'v [Violation]);

impl fmt::Display for ViolationPlaces<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, violation) in self.0.iter().take(MOST).enumerate() {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{}", violation.path().without_keys())?;
        }
        more(self.0.len(), f)
    }
}

/// Says how many there are besides those that are listed.
fn more(count: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match count.checked_sub(MOST) {
        Some(more @ 1..) => write!(f, " and {more} more"),
        _ => Ok(()),
    }
}

/// Emits the event of a parse, unless the text was read exactly.
pub(crate) fn tell<T>(outcome: &Result<Parsed<T>, ParseError>, contract: &str, options: &Options<'_>) {
    match outcome {
        Ok(parsed) if parsed.is_exact() => {}
        Ok(parsed) => repaired(parsed.repairs(), parsed.severity(), contract, options),
        Err(error) => failed(error, contract, options),
    }
}

/// Emits the event of a repaired value.
#[cold]
fn repaired(repairs: &[Repair], severity: Option<Severity>, contract: &str, options: &Options<'_>) {
    tracing::debug!(
        target: "llm_output",
        contract = options.contract.unwrap_or(contract),
        severity = severity.map_or("none", Severity::name),
        repairs = %Reports(repairs),
        "reply repaired"
    );
}

/// Emits the event of a failed parse.
#[cold]
fn failed(error: &ParseError, contract: &str, options: &Options<'_>) {
    tracing::warn!(
        target: "llm_output",
        contract = options.contract.unwrap_or(contract),
        error = error.kind().name(),
        would_need = error.would_need().map_or("none", Severity::name),
        violations = %ViolationPlaces(error.violations()),
        repairs = %Reports(error.repairs()),
        "reply refused"
    );
}
