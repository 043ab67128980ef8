//! The types that every contender reads: a flat one, a list of flat ones, a nested one.

use llm_output::LlmOutput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A commit message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[llm(stream)]
pub struct CommitMessage {
    /// One emoji that says what kind of change it is.
    pub emoji: Option<String>,
    /// The first line.
    pub title: String,
    /// The paragraphs below it.
    pub message: String,
}

/// A code review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[llm(stream)]
pub struct Review {
    /// Most severe first.
    pub findings: Vec<Finding>,
}

/// One finding of a review.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[llm(stream)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// Path as given in the diff.
    pub file: String,
    /// First line.
    pub line: u32,
    /// Last line.
    pub line_end: Option<u32>,
    /// One short sentence.
    pub title: String,
    /// What is wrong, and why it matters.
    pub description: String,
    /// What to write instead.
    pub suggestion: String,
    /// The language of the snippet.
    pub language: Option<String>,
    /// The code in question.
    pub snippet: Option<String>,
}

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Data is lost.
    Critical,
    /// A user is hurt.
    High,
    /// A user is annoyed.
    Medium,
    /// A reader is annoyed.
    Low,
    /// No harm done.
    Info,
}

/// The record of one visit to a clinic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
pub struct Record {
    /// Who was seen.
    pub patient: Patient,
    /// What was measured.
    pub vitals: Vitals,
    /// What was found.
    pub diagnoses: Vec<Diagnosis>,
    /// What is taken.
    pub medications: Vec<Medication>,
    /// Substances that are not tolerated.
    pub allergies: Vec<String>,
    /// Whether another visit is needed.
    pub follow_up: bool,
    /// Everything else.
    pub note: Option<String>,
}

/// Who was seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
pub struct Patient {
    /// Number in the register.
    pub id: u64,
    /// Family name last.
    pub name: String,
    /// Year, month and day.
    pub birth_date: String,
    /// As registered.
    pub sex: Sex,
}

/// As registered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "lowercase")]
pub enum Sex {
    /// Female.
    Female,
    /// Male.
    Male,
    /// Neither, or not known.
    Other,
}

/// What was measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
pub struct Vitals {
    /// In degrees Celsius.
    pub temperature: f64,
    /// Beats a minute.
    pub pulse: u16,
    /// In millimetres of mercury.
    pub systolic: u16,
    /// In millimetres of mercury.
    pub diastolic: u16,
    /// In kilograms.
    pub weight: Option<f64>,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
pub struct Diagnosis {
    /// ICD-10.
    pub code: String,
    /// In words.
    pub description: String,
    /// How sure it is.
    pub certainty: Certainty,
}

/// How sure a diagnosis is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "lowercase")]
pub enum Certainty {
    /// By test.
    Confirmed,
    /// By signs.
    Suspected,
    /// Not any more.
    Excluded,
}

/// What is taken.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema, LlmOutput)]
pub struct Medication {
    /// Generic name.
    pub name: String,
    /// One dose, in `unit`.
    pub dose: f64,
    /// The unit of the dose.
    pub unit: String,
    /// Doses a day.
    pub times_per_day: u8,
    /// Since when.
    pub since: Option<String>,
}
