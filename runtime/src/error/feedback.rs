//! The feedback that is sent to the model.

use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Write;

use super::words::{Sentence, counted};
use super::{ErrorKind, ParseError, Violation};
use crate::options::Limit;
use crate::path::{Path, Places, Same};
use crate::portable::HashSet;
use crate::repair::{Repair, RepairKind};

/// A model that gets a longer list than this fixes none of it.
const MOST_LINES: usize = 20;

/// How many places with the same fault are named.
const MOST_OF_ONE: usize = 5;

impl ParseError {
    /// Text to send back to the model: what was wrong, where, and what to write instead.
    ///
    /// It lists at most 20 faults and counts the rest, and it quotes what the model wrote, shortened. If a value is missing, it tells
    /// the model not to make one up.
    pub fn feedback(&self) -> String {
        // Writing to a `String` cannot fail.
        let mut text = match self.0.tool {
            Some(tool) => self.call_opening(tool),
            None => String::from(self.opening()),
        };
        if let (ErrorKind::NoBlock, Some(marker)) = (self.0.kind, &self.0.marker) {
            let _ = write!(
                text,
                "Your reply contained no `{marker}` block. Put the JSON into one: ```{marker}"
            );
        }
        if self.0.kind == ErrorKind::Limit {
            text.push_str(&self.limit_feedback());
            if self.limit() != Some(Limit::Reports) {
                // The rest of the text was not read, so what is said of it is no fault of the model's.
                return text;
            }
        }
        let mut places = ListedLines::new(&mut text);
        self.tell(&mut places);
        let more = places.more + self.0.more;
        if more > 0 {
            let _ = write!(text, "\n- and {}", counted(more, "more fault", "more faults"));
        }
        let is_absent = |violation: &Violation| {
            violation.form == Sentence::Missing || matches!(&*violation.found, "null" | "\"\"" | "nothing")
        };
        if self.0.kind != ErrorKind::Truncated && self.0.violations.iter().any(is_absent) {
            text.push_str("\nIf you do not know a value, say so in a way that the schema allows; do not make one up.");
        }
        text
    }

    /// The first sentences for a call of this tool. Other calls of the reply may have been run, so they must not be repeated.
    fn call_opening(&self, tool: &str) -> String {
        let is_unnamed = self.0.is_call && tool.is_empty();
        if is_unnamed || matches!(self.0.kind, ErrorKind::UnknownTool | ErrorKind::Limit) {
            return self.opening().into();
        }
        let has_places = !self.0.violations.is_empty() || self.refusals().next().is_some();
        let (why, rest) = match self.0.kind {
            ErrorKind::Truncated => (
                "your reply ended before the call was complete",
                "Send only this call again, shorter if possible, so that it fits.",
            ),
            _ if self.0.is_call => (
                "it could not be read",
                "Write the whole call again, with the tool's name and all of its arguments.",
            ),
            ErrorKind::Schema | ErrorKind::UnrecognizedShape if !has_places => {
                ("its arguments must be a JSON object", "Send only this call again.")
            }
            ErrorKind::Schema | ErrorKind::UnrecognizedShape => (
                "its arguments do not fit the schema",
                "Fix these places and send only this call again.",
            ),
            ErrorKind::Ambiguous => (
                "its arguments can be read in more than one way",
                "Make these places unambiguous and send only this call again.",
            ),
            _ => ("its arguments could not be read", "Send only this call again."),
        };
        let name = if tool.is_empty() {
            "Your tool call".into()
        } else {
            alloc::format!("Your call to `{tool}`")
        };
        alloc::format!("{name} was not run: {why}. {rest}")
    }

    /// The first sentences of the feedback.
    fn opening(&self) -> &'static str {
        match self.0.kind {
            ErrorKind::Truncated if self.0.is_call => {
                "Your reply ended before the tool call was complete. Write the whole call again, shorter if possible, so \
                 that it fits."
            }
            _ if self.0.is_call => {
                "Your tool call cannot be read. Write the whole call again in the same format, with the name of the tool \
                 and all of its arguments."
            }
            ErrorKind::Empty => "Your reply was empty. Answer with the requested JSON.",
            ErrorKind::Prose => "Your reply contained no JSON. Answer with the requested JSON and nothing else.",
            ErrorKind::Malformed => "Your reply is not valid JSON. Send the whole answer again as valid JSON.",
            ErrorKind::Truncated => {
                "Your reply ended before the JSON was complete. Send the whole answer again, shorter if possible, so \
                 that it fits."
            }
            ErrorKind::UnrecognizedShape => {
                "Your reply is not the expected object. Answer with JSON that has the keys of the schema."
            }
            ErrorKind::Schema => "Your reply does not fit the schema. Fix these fields and send the full answer again.",
            ErrorKind::Ambiguous if self.0.violations.is_empty() => {
                "Your reply contained several answers. Send exactly one."
            }
            ErrorKind::Ambiguous => {
                "Your reply can be read in more than one way. Make these places unambiguous and send the whole \
                 answer again."
            }
            ErrorKind::NoBlock | ErrorKind::Limit => "",
            ErrorKind::UnknownTool => {
                "Your tool call was not run: there is no tool with this name. Call one of the available tools."
            }
        }
    }

    /// What a model has to fix, a line each.
    fn tell(&self, lines: &mut ListedLines<'_>) {
        if self.0.kind == ErrorKind::Truncated {
            // What is missing after the cut is no fault of its own.
            let is_cut = |repair: &&Repair| repair.kind() == RepairKind::Truncated && !repair.path().is_root();
            let cuts = self.refusals().filter(is_cut);
            for repair in cuts {
                lines.add(repair.path(), |line| {
                    write!(line, "{}: the reply ends here", repair.path())
                });
            }
            return;
        }
        for violation in &self.0.violations {
            lines.add(&violation.path, |line| write!(line, "{violation}"));
        }
        let mut said = Said::of(&self.0.violations);
        let mut complaints = Complaints::default();
        // That there are several answers is said at the beginning.
        let is_opening = |kind| self.0.kind == ErrorKind::Ambiguous && kind == RepairKind::CandidateSelected;
        for repair in self
            .refusals()
            .filter(|repair| !said.has(repair) && !is_opening(repair.kind()))
        {
            complaints.add(repair);
        }
        complaints.tell(lines);
    }
}

/// What the model should write instead of what was refused, a line each. Many repairs have the same line.
#[derive(Default)]
struct Complaints {
    all: Vec<Complaint>,
    next: String,
}

struct Complaint {
    advice: &'static str,
    places: String,
    /// The last place, and the number of places. Repeats in a row count once.
    last: String,
    count: usize,
}

impl Complaints {
    fn add(&mut self, repair: &Repair) {
        let advice = repair.kind().advice();
        let known = self.all.iter().position(|complaint| complaint.advice == advice);
        let index = known.unwrap_or(self.all.len());
        if known.is_none() {
            self.all.push(Complaint {
                advice,
                places: String::new(),
                last: String::new(),
                count: 0,
            });
        }
        let complaint = &mut self.all[index];
        self.next.clear();
        // Writing to a `String` cannot fail.
        let _ = match repair.path() {
            path if path.is_root() => write!(self.next, "the top level"),
            path => write!(self.next, "{path}"),
        };
        if self.next == complaint.last {
            return;
        }
        core::mem::swap(&mut self.next, &mut complaint.last);
        complaint.count += 1;
        if complaint.count <= MOST_OF_ONE {
            let comma = if complaint.count == 1 { "" } else { ", " };
            let _ = write!(complaint.places, "{comma}{}", complaint.last);
        }
    }

    fn tell(self, lines: &mut ListedLines<'_>) {
        for Complaint {
            advice, places, count, ..
        } in self.all
        {
            lines.add_line(|line| match count.saturating_sub(MOST_OF_ONE) {
                0 if places == "the top level" => write!(line, "{advice}"),
                0 => write!(line, "{places}: {advice}"),
                more => write!(
                    line,
                    "{places} and {}: {advice}",
                    counted(more, "more place", "more places")
                ),
            });
        }
    }
}

/// Lines of a list that are not all written, each but once in a row.
struct ListedLines<'t> {
    text: &'t mut String,
    /// The line before this one, and the one that is written now.
    last: String,
    next: String,
    count: usize,
    /// How many more lines there are.
    more: usize,
}

impl<'t> ListedLines<'t> {
    fn new(text: &'t mut String) -> Self {
        Self {
            text,
            last: String::new(),
            next: String::new(),
            count: 0,
            more: 0,
        }
    }

    /// A model does not know what `$` is, so the line begins with the path only below the root.
    fn add(&mut self, path: &Path, write: impl FnOnce(&mut String) -> core::fmt::Result) {
        self.add_line(|line| {
            write(line)?;
            if path.is_root() && line.starts_with("$: ") {
                line.drain(.."$: ".len());
            }
            Ok(())
        });
    }

    fn add_line(&mut self, write: impl FnOnce(&mut String) -> core::fmt::Result) {
        self.next.clear();
        // Writing to a `String` cannot fail.
        let _ = write(&mut self.next);
        if self.count > 0 && self.next == self.last {
            return;
        }
        self.count += 1;
        if self.count > MOST_LINES {
            self.more += 1;
        } else {
            let _ = write!(self.text, "\n- {}", self.next);
        }
        core::mem::swap(&mut self.last, &mut self.next);
    }
}

/// The places that violations speak of already.
struct Said<'v> {
    places: Option<(&'v Arc<Places>, Same<'v>)>,
    numbers: HashSet<u32>,
}

impl<'v> Said<'v> {
    fn of(violations: &'v [Violation]) -> Self {
        let places = violations.first().map(|first| first.path.places());
        let mut said = Self {
            places: places.map(|places| (places, places.same())),
            numbers: HashSet::new(),
        };
        for violation in violations {
            let number = said.number(&violation.path);
            said.numbers.extend(number);
        }
        said
    }

    /// The number of a path, which every path to the same value has.
    fn number(&mut self, path: &Path) -> Option<u32> {
        let (places, same) = self.places.as_mut()?;
        Arc::ptr_eq(places, path.places()).then(|| same.number(path.place()))
    }

    fn has(&mut self, repair: &Repair) -> bool {
        self.number(repair.path())
            .is_some_and(|number| self.numbers.contains(&number))
    }
}
