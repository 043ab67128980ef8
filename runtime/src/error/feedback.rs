//! What the model is told of an error when it is asked again.

use std::fmt::Write;

use super::words::NO_MEMBER;
use super::{ErrorKind, ParseError, Violation};
use crate::repair::{Repair, RepairKind};

/// A model that is told of more places than this at once mends none of them.
const MOST_PLACES: usize = 20;

impl ParseError {
    /// Text to send back to the model: what was wrong, where, and what to write instead.
    ///
    /// It quotes what the model wrote, shortened, and never asks for facts that the model does not have.
    pub fn feedback(&self) -> String {
        // Writing to a `String` cannot fail.
        let mut text = String::from(match self.0.kind {
            ErrorKind::Empty => "Your reply was empty. Answer with the JSON that was asked for.",
            ErrorKind::Prose => "Your reply held no JSON. Answer with the JSON that was asked for and nothing else.",
            ErrorKind::NoBlock => "",
            ErrorKind::Malformed => "Your reply is not valid JSON. Send the whole answer again as valid JSON.",
            ErrorKind::Truncated => {
                "Your reply ended before the JSON was complete. Send the whole answer again, shorter where it can be, so that it fits."
            }
            ErrorKind::UnrecognizedShape => {
                "Your reply is not the object that was asked for. Answer with JSON that has the keys of the schema."
            }
            ErrorKind::Schema => {
                "Your reply does not fit the schema. Send the whole answer again with these places mended."
            }
            ErrorKind::Ambiguous if self.0.violations.is_empty() => {
                "Your reply held several answers. Send exactly one."
            }
            ErrorKind::Ambiguous => {
                "Your reply can be read in more than one way. Send the whole answer again with these places made plain."
            }
            ErrorKind::Limit => "Your reply is too long. Send a shorter one.",
        });
        if let (ErrorKind::NoBlock, Some(marker)) = (self.0.kind, &self.0.marker) {
            let _ = write!(
                text,
                "Your reply held no `{marker}` block. Put the JSON into one: ```{marker}"
            );
        }
        let places = self.places();
        for place in places.iter().take(MOST_PLACES) {
            let _ = write!(text, "\n- {place}");
        }
        if places.len() > MOST_PLACES {
            let _ = write!(text, "\n- and {} more places", places.len() - MOST_PLACES);
        }
        let is_absent = |violation: &Violation| {
            violation.found == NO_MEMBER || matches!(&*violation.found, "null" | "\"\"" | "nothing")
        };
        if self.0.kind != ErrorKind::Truncated && self.0.violations.iter().any(is_absent) {
            text.push_str("\nIf you do not know a value, say so in a way that the schema allows; do not make one up.");
        }
        text
    }

    /// What a model has to mend, a line each.
    fn places(&self) -> Vec<String> {
        let refused = self.0.refused.iter();
        if self.0.kind == ErrorKind::Truncated {
            // What is missing behind the cut is no fault of its own.
            let cuts = refused.filter(|repair| repair.kind() == RepairKind::Truncated);
            return cuts
                .map(|repair| format!("{}: the reply ends here", repair.path()))
                .collect();
        }
        let refused = refused.filter(|repair| !self.is_said(repair));
        let refused = refused.map(|repair| format!("{}: {}", repair.path(), repair.kind().description()));
        let mut places: Vec<String> = self
            .0
            .violations
            .iter()
            .map(ToString::to_string)
            .chain(refused)
            .collect();
        places.dedup();
        places
    }

    /// Whether a violation speaks of the same place already.
    fn is_said(&self, repair: &Repair) -> bool {
        self.0
            .violations
            .iter()
            .any(|violation| violation.path == *repair.path())
    }
}
