//! Cases that are data: read, run and compared.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use llm_output::{Finish, LlmOutput, Options, ParseError, Parsed, Severity, from_str_with};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::corruption::subjects;
use crate::types;

/// One text, the type to read it as, and what has to come of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// The rule that the case stands for.
    pub name: String,
    /// Name of the type in [`TYPES`].
    #[serde(rename = "type")]
    pub type_name: String,
    /// What the model wrote.
    pub input: String,
    /// How to read it; the default where absent.
    #[serde(default)]
    pub options: Vec<Choice>,
    /// Whether only the derive reports the repairs at these paths, so that the case does not run through `from_str`.
    #[serde(default)]
    pub derive_only: bool,
    /// The value, as `serde_json` writes it.
    pub value: Option<Value>,
    /// Every repair in the order of its first place, `kind` or `path: kind`. An entry stands for each report of that
    /// kind (and at that path). Not compared where absent.
    pub repairs: Option<Vec<String>>,
    /// The highest severity of the repairs; `exact` where there is none. Not compared where absent.
    pub severity: Option<String>,
    /// The text that the answer was read from. Not compared where absent.
    pub span: Option<String>,
    /// The kind of the error, or `any`.
    pub error: Option<String>,
    /// Paths of all violations in document order. Not compared where absent.
    pub violations: Option<Vec<String>>,
    /// The severity that would have to be accepted. Not compared where absent.
    pub would_need: Option<String>,
    /// What the text to send back to the model has to mention.
    #[serde(default)]
    pub feedback: Vec<String>,
}

/// One call on `Options`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// `Options::lenient()`
    Lenient,
    /// `Options::exact()`
    Exact,
    /// `accept` with the severity of this name.
    Accept(String),
    /// `marker` with this name.
    Marker(String),
    /// `finish` with this reason.
    Finish(String),
}

/// What came of a text, with the type forgotten.
#[derive(Debug)]
pub struct Reading {
    /// The value, as `serde_json` writes it.
    pub value: Value,
    /// Kind, path, severity and span of every repair.
    pub repairs: Vec<Report>,
    /// Where the answer stands in the text.
    pub span: Range<usize>,
}

impl Reading {
    /// What was read.
    ///
    /// # Panics
    ///
    /// Where the value cannot be written as JSON.
    pub fn of<T: Serialize>(parsed: &Parsed<T>) -> Self {
        let reports = parsed.repairs().iter().map(|repair| Report {
            kind: repair.kind().name(),
            path: repair.path().to_string(),
            severity: repair.severity(),
            span: repair.span(),
        });
        Self {
            value: serde_json::to_value(&parsed.value).expect("every shared type is written as JSON"),
            repairs: reports.collect(),
            span: parsed.span(),
        }
    }

    /// Place and kind of each repair, as in `findings[0].line: string_to_number`.
    pub fn told(&self) -> Vec<String> {
        let reports = self.repairs.iter();
        reports
            .map(|report| format!("{}: {}", report.path, report.kind))
            .collect()
    }
}

/// One repair, with the type forgotten.
#[derive(Debug)]
pub struct Report {
    /// Name of the kind.
    pub kind: &'static str,
    /// Where in the value.
    pub path: String,
    /// How far it goes.
    pub severity: Severity,
    /// Where in the text.
    pub span: Range<usize>,
}

/// Reads a text as one certain type.
pub type Reader = fn(&str, &Options<'_>) -> Result<Reading, ParseError>;

/// Every type that a case can name.
pub const TYPES: &[(&str, Reader)] = &[
    ("Review", read::<types::Review>),
    ("Finding", read::<types::Finding>),
    ("Severity", read::<types::Severity>),
    ("CommitMessage", read::<types::CommitMessage>),
    ("Note", read::<types::Note>),
    ("ReadArgs", read::<types::ReadArgs>),
    ("WriteArgs", read::<types::WriteArgs>),
    ("EditArgs", read::<types::EditArgs>),
    ("Page", read::<types::Page>),
    ("Article", read::<types::Article>),
    ("Rating", read::<types::Rating>),
    ("Assessment", read::<types::Assessment>),
    ("InvoiceLine", read::<types::InvoiceLine>),
    ("Invoice", read::<types::Invoice>),
    ("Address", read::<types::Address>),
    ("Verse", read::<types::Verse>),
    ("Preferences", read::<types::Preferences>),
    ("Declared", read::<types::Declared>),
    ("Status", read::<types::Status>),
    ("Step", read::<types::Step>),
    ("Closed", read::<types::Closed>),
    ("Graded", read::<types::Graded>),
    ("Formula", read::<types::Formula>),
    ("Bounded", read::<types::Bounded>),
    ("Membership", read::<types::Membership>),
    ("Leaves", read::<types::Leaves>),
    ("UserId", read::<types::UserId>),
    ("u8", read::<u8>),
    ("i64", read::<i64>),
    ("f64", read::<f64>),
    ("bool", read::<bool>),
    ("String", read::<String>),
    ("Person", read::<subjects::Person>),
    ("Drawing", read::<subjects::Drawing>),
    ("Script", read::<subjects::Script>),
    ("Code", read::<subjects::Code>),
    ("Vec<Item>", read::<Vec<subjects::Item>>),
    ("Value", read::<Value>),
    ("Vec<Finding>", read::<Vec<types::Finding>>),
    ("Vec<Page>", read::<Vec<types::Page>>),
    ("Vec<String>", read::<Vec<String>>),
    ("Vec<i64>", read::<Vec<i64>>),
    ("Map<i64>", read::<std::collections::BTreeMap<String, i64>>),
    ("Log", read::<subjects::Log>),
    ("Vec<Event>", read::<Vec<subjects::Event>>),
    ("Lesson", read::<subjects::Lesson>),
];

/// The types that serde alone reads as the derive does: no attribute of `llm` changes their reading.
pub const SERDE_TYPES: &[(&str, Reader)] = &[
    ("Review", read_through_serde::<types::Review>),
    ("Finding", read_through_serde::<types::Finding>),
    ("Severity", read_through_serde::<types::Severity>),
    ("CommitMessage", read_through_serde::<types::CommitMessage>),
    ("Note", read_through_serde::<types::Note>),
    ("ReadArgs", read_through_serde::<types::ReadArgs>),
    ("WriteArgs", read_through_serde::<types::WriteArgs>),
    ("EditArgs", read_through_serde::<types::EditArgs>),
    ("Page", read_through_serde::<types::Page>),
    ("InvoiceLine", read_through_serde::<types::InvoiceLine>),
    ("Invoice", read_through_serde::<types::Invoice>),
    ("Address", read_through_serde::<types::Address>),
    ("Verse", read_through_serde::<types::Verse>),
    ("Preferences", read_through_serde::<types::Preferences>),
    ("Status", read_through_serde::<types::Status>),
    ("Step", read_through_serde::<types::Step>),
    ("Closed", read_through_serde::<types::Closed>),
    ("Membership", read_through_serde::<types::Membership>),
    ("Leaves", read_through_serde::<types::Leaves>),
    ("Vec<Finding>", read_through_serde::<Vec<types::Finding>>),
    ("Vec<Page>", read_through_serde::<Vec<types::Page>>),
    ("Vec<String>", read_through_serde::<Vec<String>>),
    ("Vec<i64>", read_through_serde::<Vec<i64>>),
    (
        "Map<i64>",
        read_through_serde::<std::collections::BTreeMap<String, i64>>,
    ),
];

/// As [`read`], through `from_str`.
///
/// # Errors
///
/// As the parser.
///
/// # Panics
///
/// If the value cannot be serialized as JSON.
pub fn read_through_serde<T: DeserializeOwned + Serialize>(
    text: &str,
    options: &Options<'_>,
) -> Result<Reading, ParseError> {
    from_str_with::<T>(text, options).map(|parsed| Reading::of(&parsed))
}

/// Reads `text` as a `T` and forgets the type.
///
/// # Errors
///
/// As the parser.
///
/// # Panics
///
/// Where the value cannot be written as JSON.
pub fn read<T: LlmOutput + Serialize>(text: &str, options: &Options<'_>) -> Result<Reading, ParseError> {
    T::parse_llm_with(text, options).map(|parsed| Reading::of(&parsed))
}

/// An outcome on one line.
pub fn told(outcome: &Result<Reading, ParseError>) -> String {
    match outcome {
        Ok(reading) => format!("{} by {:?}", reading.value, reading.told()),
        Err(error) => format!("{:?}: {error}", error.kind()),
    }
}

/// Reads `text` as the type of this name.
///
/// # Panics
///
/// Where no type has the name.
pub fn reader(type_name: &str) -> Reader {
    TYPES
        .iter()
        .find(|(name, _)| *name == type_name)
        .unwrap_or_else(|| panic!("{type_name} is not in TYPES"))
        .1
}

/// Runs every case of a folder and returns how many there are.
///
/// # Panics
///
/// With a list of every case that failed, or where the folder holds none.
pub fn run_folder(folder: &Path) -> usize {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.expect("a folder of cases can be listed").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    files.sort();
    let count = files.iter().map(|file| run_file(file)).sum();
    assert!(count > 0, "no case in {}", folder.display());
    count
}

/// Runs every case of a file and returns how many there are.
///
/// # Panics
///
/// With a list of every case that failed, or where the file holds none.
pub fn run_file(file: &Path) -> usize {
    run(&file.display().to_string(), &read_text(file))
}

/// Runs every case of a file through `from_str`, where it reads the type as the derive does, and returns how many there
/// are.
///
/// # Panics
///
/// With a list of every case that failed.
pub fn run_file_through_serde(file: &Path) -> usize {
    run_through_serde(&file.display().to_string(), &read_text(file))
}

fn read_text(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Runs every case in the text of a file with this name, and returns how many there are.
///
/// # Panics
///
/// With a list of every case that failed, or where the text holds none.
pub fn run(name: &str, text: &str) -> usize {
    run_with(name, text, |case| Some(reader(&case.type_name)))
}

/// Runs every case in the text of a file with this name through `from_str`, where it reads the type as the derive does, and returns
/// how many there are.
///
/// # Panics
///
/// With a list of every case that failed.
pub fn run_through_serde(name: &str, text: &str) -> usize {
    run_with(name, text, |case| {
        let is_same = |(name, _): &&(&str, Reader)| *name == case.type_name && !case.derive_only;
        SERDE_TYPES.iter().find(is_same).map(|(_, reader)| *reader)
    })
}

fn run_with(name: &str, text: &str, reader_of: impl Fn(&Case) -> Option<Reader>) -> usize {
    let cases: Vec<Case> = serde_json::from_str(text).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut failures = String::new();
    let readers = cases.iter().map(|case| (case, reader_of(case)));
    let readers: Vec<_> = readers.filter_map(|(case, reader)| Some((case, reader?))).collect();
    for (case, reader) in &readers {
        if let Err(message) = case.run_with(*reader) {
            writeln!(failures, "\n{}\n  input: {:?}\n{message}", case.name, case.input)
                .expect("writing to a String cannot fail");
        }
    }
    assert!(!cases.is_empty(), "no case in {name}");
    let failed = failures.matches("\n  input: ").count();
    assert!(
        failures.is_empty(),
        "{failed} of {} cases in {name} failed:\n{failures}",
        readers.len(),
    );
    readers.len()
}

impl Case {
    /// Runs the case; an error says in which way the outcome is another one.
    ///
    /// # Errors
    ///
    /// What differs, one line each.
    ///
    /// # Panics
    ///
    /// Where the case itself is wrong: a type or an option that does not exist, neither a value nor an error.
    pub fn run(&self) -> Result<(), String> {
        self.run_with(reader(&self.type_name))
    }

    /// As [`Case::run`], with this reader of the case's type.
    ///
    /// # Errors
    ///
    /// As [`Case::run`].
    ///
    /// # Panics
    ///
    /// As [`Case::run`].
    pub fn run_with(&self, reader: Reader) -> Result<(), String> {
        assert!(
            self.value.is_some() != self.error.is_some(),
            "{}: a case has a value or an error",
            self.name
        );
        let outcome = reader(&self.input, &self.options());
        let mut differences = String::new();
        match (&outcome, &self.value) {
            (Ok(reading), Some(value)) => self.compare_reading(reading, value, &mut differences),
            (Err(error), None) => self.compare_error(error, &mut differences),
            (Ok(reading), None) => {
                note(
                    &mut differences,
                    "an error",
                    &self.error,
                    &format!("{} with {:?}", reading.value, reading.repairs),
                );
            }
            (Err(error), Some(value)) => note(
                &mut differences,
                "the value",
                value,
                &format!("{:?}: {error}", error.kind()),
            ),
        }
        if differences.is_empty() {
            Ok(())
        } else {
            Err(differences)
        }
    }

    /// How the case is read.
    ///
    /// # Panics
    ///
    /// Where the case names a severity or a finish reason that does not exist.
    pub fn options(&self) -> Options<'_> {
        let mut options = Options::default();
        for choice in &self.options {
            options = match choice {
                Choice::Lenient => Options::lenient(),
                Choice::Exact => Options::exact(),
                Choice::Accept(name) => options.accept(severity(name)),
                Choice::Marker(name) => options.marker(name),
                Choice::Finish(name) => options.finish(finish(name)),
            };
        }
        options
    }

    fn compare_reading(&self, reading: &Reading, value: &Value, differences: &mut String) {
        if reading.value != *value {
            note(differences, "the value", value, &reading.value);
        }
        if let Some(expected) = &self.repairs
            && !same_repairs(expected, &reading.repairs)
        {
            note(differences, "the repairs", expected, &reading.repairs);
        }
        if let Some(expected) = &self.severity {
            let highest = reading.repairs.iter().map(|report| report.severity).max();
            let highest = highest.map_or_else(|| "exact".to_owned(), |severity| format!("{severity:?}").to_lowercase());
            if *expected != highest {
                note(differences, "the severity", expected, &reading.repairs);
            }
        }
        if let Some(expected) = &self.span
            && self.input.get(reading.span.clone()) != Some(expected)
        {
            note(differences, "the span", expected, &self.input.get(reading.span.clone()));
        }
    }

    fn compare_error(&self, error: &ParseError, differences: &mut String) {
        let kind = format!("{:?}", error.kind());
        if let Some(expected) = &self.error
            && expected != "any"
            && *expected != kind
        {
            note(differences, "the kind", expected, &format!("{kind}: {error}"));
        }
        if let Some(expected) = &self.violations {
            let paths: Vec<_> = error
                .violations()
                .iter()
                .map(|violation| violation.path().to_string())
                .collect();
            if *expected != paths {
                note(differences, "the violations", expected, &format!("{paths:?}: {error}"));
            }
        }
        if let Some(expected) = &self.would_need
            && error.would_need() != Some(severity(expected))
        {
            note(
                differences,
                "what it would need",
                expected,
                &format!("{:?}: {error}", error.would_need()),
            );
        }
        for expected in &self.feedback {
            if !error.feedback().contains(expected.as_str()) {
                note(differences, "the feedback", expected, &error.feedback());
            }
        }
    }
}

/// Whether each report is announced, each announcement came true, and the order is the same.
pub fn same_repairs(expected: &[String], reports: &[Report]) -> bool {
    let stands_for = |entry: &String, report: &Report| match entry.rsplit_once(": ") {
        Some((path, kind)) => report.path == path && report.kind == kind,
        None => report.kind == *entry,
    };
    let firsts: Option<Vec<usize>> = expected
        .iter()
        .map(|entry| reports.iter().position(|report| stands_for(entry, report)))
        .collect();
    firsts.is_some_and(|firsts| firsts.is_sorted())
        && reports
            .iter()
            .all(|report| expected.iter().any(|entry| stands_for(entry, report)))
}

/// The severity of this name in lower case.
///
/// # Panics
///
/// Where there is none.
pub fn severity(name: &str) -> Severity {
    use Severity::{Coercion, Framing, Guess, Incomplete, Invented, Syntax};
    [Framing, Syntax, Coercion, Guess, Incomplete, Invented]
        .into_iter()
        .find(|severity| format!("{severity:?}").to_lowercase() == name)
        .unwrap_or_else(|| panic!("{name} is no severity"))
}

/// The finish reason of this name in lower case.
///
/// # Panics
///
/// Where there is none.
pub fn finish(name: &str) -> Finish {
    [Finish::Stop, Finish::Length, Finish::Refusal, Finish::Other]
        .into_iter()
        .find(|finish| format!("{finish:?}").to_lowercase() == name)
        .unwrap_or_else(|| panic!("{name} is no finish reason"))
}

fn note(differences: &mut String, what: &str, expected: &impl std::fmt::Debug, found: &impl std::fmt::Debug) {
    writeln!(differences, "  {what}: expected {expected:?}\n    found {found:?}")
        .expect("writing to a String cannot fail");
}
