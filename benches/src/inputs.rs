//! The values, and the texts that they are to be read from.

use serde::{Serialize, de::DeserializeOwned};

use crate::restyle::{Style, restyle};
use crate::types::{
    Certainty, CommitMessage, Diagnosis, Finding, Medication, Patient, Record, Review, Severity, Sex, Vitals,
};

/// A type that is measured.
pub trait Sample:
    llm_output::LlmOutput
    + schemars::JsonSchema
    + Serialize
    + DeserializeOwned
    + PartialEq
    + Clone
    + std::fmt::Debug
    + 'static
{
    /// The members that the case `missing fields` leaves out: some optional, one not.
    const OMITTED: &'static [&'static str];

    /// The value with the members of [`Self::OMITTED`] empty.
    fn without_omitted(&self) -> Self;

    /// Whether `self` is what stands in the first part of `whole`'s text, at least `share` of it.
    fn is_part_of(&self, whole: &Self, share: f64) -> bool;
}

/// How a text deviates from plain JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Case {
    /// Laid out with two spaces a level.
    Clean,
    /// Without white space.
    Compact,
    /// Sentences before and after a fenced block.
    Fenced,
    /// Line breaks in strings as they are.
    RawNewlines,
    /// Unquoted keys, single quotes and trailing commas everywhere.
    Broken,
    /// Numbers as strings, names in capitals.
    WrongTypes,
    /// Members left out, a required one among them.
    Missing,
    /// The first 70 %.
    Cut,
    /// Prose and fence, raw newlines, broken syntax, wrong types.
    Everything,
}

impl Case {
    /// Every case, in the order of the table.
    pub const ALL: [Self; 9] = [
        Self::Clean,
        Self::Compact,
        Self::Fenced,
        Self::RawNewlines,
        Self::WrongTypes,
        Self::Missing,
        Self::Cut,
        Self::Broken,
        Self::Everything,
    ];

    /// What the table calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Compact => "compact",
            Self::Fenced => "prose and fence",
            Self::RawNewlines => "raw newlines",
            Self::Broken => "broken syntax",
            Self::WrongTypes => "wrong types",
            Self::Missing => "missing fields",
            Self::Cut => "cut at 70 %",
            Self::Everything => "all at once",
        }
    }

    /// The bars for the geometric mean and for the worst type.
    pub fn bars(self) -> (f64, f64) {
        match self {
            Self::Clean | Self::Compact => (0.55, 0.70),
            Self::Broken | Self::Everything => (1.00, 1.15),
            _ => (0.60, 0.75),
        }
    }

    /// Whether a value has to be made up or taken as a part, so that it is read with `Options::lenient`.
    pub fn is_lenient(self) -> bool {
        matches!(self, Self::Missing | Self::Cut)
    }

    /// The text for this value.
    ///
    /// # Panics
    ///
    /// Where the value cannot be written as JSON; all of the types here can.
    pub fn text<T: Sample>(self, value: &T) -> String {
        let plain = serde_json::to_string_pretty(value).expect("the types have text keys only");
        let style = Style::default();
        match self {
            Self::Clean => plain,
            Self::Compact => restyle(&plain, Style { compact: true, ..style }),
            Self::Fenced => fenced(&plain),
            Self::RawNewlines => restyle(
                &plain,
                Style {
                    raw_newlines: true,
                    ..style
                },
            ),
            Self::Broken => restyle(&plain, Style { broken: true, ..style }),
            Self::WrongTypes => restyle(
                &plain,
                Style {
                    wrong_types: true,
                    ..style
                },
            ),
            Self::Missing => restyle(
                &plain,
                Style {
                    without: T::OMITTED,
                    ..style
                },
            ),
            Self::Cut => {
                let mut end = plain.len() * 7 / 10;
                while !plain.is_char_boundary(end) {
                    end -= 1;
                }
                plain[..end].to_owned()
            }
            Self::Everything => fenced(&restyle(
                &plain,
                Style {
                    broken: true,
                    raw_newlines: true,
                    wrong_types: true,
                    ..style
                },
            )),
        }
    }

    /// Whether `read` is the right value.
    pub fn is_right<T: Sample>(self, read: &T, value: &T) -> bool {
        match self {
            Self::Missing => *read == value.without_omitted(),
            Self::Cut => read.is_part_of(value, 0.6),
            _ => read == value,
        }
    }
}

fn fenced(json: &str) -> String {
    format!(
        "Here is the result in the format that you asked for:\n\n```json\n{json}\n```\n\nLet me know if anything needs \
         more detail!"
    )
}

impl Sample for CommitMessage {
    const OMITTED: &'static [&'static str] = &["emoji", "title"];

    fn without_omitted(&self) -> Self {
        Self {
            emoji: None,
            title: String::new(),
            message: self.message.clone(),
        }
    }

    fn is_part_of(&self, whole: &Self, share: f64) -> bool {
        self.emoji == whole.emoji && self.title == whole.title && is_head(&self.message, &whole.message, share / 2.0)
    }
}

impl Sample for Review {
    const OMITTED: &'static [&'static str] = &["line_end", "suggestion", "language", "snippet"];

    fn without_omitted(&self) -> Self {
        let findings = self.findings.iter().map(|finding| Finding {
            line_end: None,
            suggestion: String::new(),
            language: None,
            snippet: None,
            ..finding.clone()
        });
        Self {
            findings: findings.collect(),
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "lists are short")]
    fn is_part_of(&self, whole: &Self, share: f64) -> bool {
        let Some((last, sound)) = self.findings.split_last() else {
            return false;
        };
        let same = sound.iter().zip(&whole.findings).all(|(one, other)| one == other);
        let meant = whole.findings.get(sound.len());
        same && meant.is_some_and(|meant| meant.severity == last.severity && meant.file.starts_with(&last.file))
            && self.findings.len() as f64 >= share * whole.findings.len() as f64
    }
}

impl Sample for Record {
    const OMITTED: &'static [&'static str] = &["weight", "since", "description", "note"];

    fn without_omitted(&self) -> Self {
        let mut record = self.clone();
        record.vitals.weight = None;
        record.note = None;
        record
            .diagnoses
            .iter_mut()
            .for_each(|diagnosis| diagnosis.description.clear());
        record
            .medications
            .iter_mut()
            .for_each(|medication| medication.since = None);
        record
    }

    fn is_part_of(&self, whole: &Self, _: f64) -> bool {
        let Some((last, sound)) = self.medications.split_last() else {
            return false;
        };
        let meant = whole.medications.get(sound.len());
        self.patient == whole.patient
            && self.vitals == whole.vitals
            && self.diagnoses == whole.diagnoses
            && sound.len() >= 2
            && sound.iter().zip(&whole.medications).all(|(one, other)| one == other)
            && meant.is_some_and(|meant| meant.name.starts_with(&last.name))
    }
}

#[expect(clippy::cast_precision_loss, reason = "texts are short")]
fn is_head(part: &str, whole: &str, share: f64) -> bool {
    whole.starts_with(part) && part.len() as f64 >= share * whole.len() as f64
}

/// A commit message of 400 bytes.
pub fn commit_message() -> CommitMessage {
    CommitMessage {
        emoji: Some("🐛".into()),
        title: "fix: keep the cursor when a chunk ends inside an escape".into(),
        message: "A chunk that ended between the backslash and the letter \"u\" made the decoder start over.\n\nThe \
                  state is now part of the cursor, so the next chunk goes on where the last one stopped. Two \
                  regression tests cover a cut surrogate pair and a cut \\n, each fed byte by byte."
            .into(),
    }
}

/// A review with so many findings.
pub fn review(findings: u32) -> Review {
    Review {
        findings: (0..findings).map(finding).collect(),
    }
}

fn finding(index: u32) -> Finding {
    const FILES: [&str; 4] = [
        "src/extract/fence.rs",
        "src/lib.rs",
        "crates/api/src/handlers/upload.rs",
        "tests/cli.rs",
    ];
    const TITLES: [&str; 4] = [
        "Index may be out of bounds when the list is empty",
        "Error is swallowed",
        "The lock is held across an await point",
        "Test depends on the order of a hash map",
    ];
    const DESCRIPTIONS: [&str; 4] = [
        "`parts[0]` panics if the header holds no comma. That happens for every request that a proxy \"normalises\", \
         so the worker dies and the queue stalls.\nNothing restarts it until the next deployment.",
        "The result of `flush` is dropped, so a full disk goes unnoticed and the report says that all went well.",
        "The guard lives until the end of the function, and `send` waits for the network. Other tasks that need the \
         cache wait with it, which shows as latency spikes under load.",
        "Iteration order differs between runs. The assertion compares the whole output, so it fails about once in \
         six runs and gets \"fixed\" by a retry.",
    ];
    const SUGGESTIONS: [&str; 4] = [
        "Use `parts.first()` and return `BadRequest` where there is none.",
        "Propagate the error with `?`.",
        "Clone what is needed, drop the guard, then await.",
        "Sort the keys before the comparison, or compare sets.",
    ];
    const SNIPPETS: [&str; 2] = [
        "let head = parts[0];\nif head == \"x\" {\n\treturn Ok(head);\n}",
        "writer.flush().ok();",
    ];
    const SEVERITIES: [Severity; 5] = [
        Severity::High,
        Severity::Medium,
        Severity::Critical,
        Severity::Low,
        Severity::Info,
    ];
    let pick = index as usize;
    Finding {
        severity: SEVERITIES[pick % 5],
        file: FILES[pick % 4].into(),
        line: 12 + index * 37 % 900,
        line_end: (index % 3 != 1).then_some(19 + index * 37 % 900),
        title: TITLES[pick % 4].into(),
        description: DESCRIPTIONS[pick % 4].into(),
        suggestion: SUGGESTIONS[pick % 4].into(),
        language: index.is_multiple_of(2).then(|| "rust".into()),
        snippet: index.is_multiple_of(2).then(|| SNIPPETS[pick / 2 % 2].into()),
    }
}

/// A clinical record of 1.6 KB.
pub fn record() -> Record {
    let medication = |name: &str, dose, unit: &str, times_per_day, since: Option<&str>| Medication {
        name: name.into(),
        dose,
        unit: unit.into(),
        times_per_day,
        since: since.map(Into::into),
    };
    let diagnosis = |code: &str, description: &str, certainty| Diagnosis {
        code: code.into(),
        description: description.into(),
        certainty,
    };
    Record {
        patient: Patient {
            id: 4_401_927,
            name: "Ana Beatriz Lindqvist".into(),
            birth_date: "1957-03-14".into(),
            sex: Sex::Female,
        },
        vitals: Vitals {
            temperature: 37.4,
            pulse: 88,
            systolic: 148,
            diastolic: 92,
            weight: Some(71.5),
        },
        diagnoses: vec![
            diagnosis("I10", "Essential (primary) hypertension", Certainty::Confirmed),
            diagnosis(
                "E11.9",
                "Type 2 diabetes mellitus without complications",
                Certainty::Confirmed,
            ),
            diagnosis("J18.9", "Pneumonia, unspecified organism", Certainty::Suspected),
        ],
        medications: vec![
            medication("Amlodipine", 5.0, "mg", 1, Some("2019-11-02")),
            medication("Metformin", 850.0, "mg", 2, Some("2016-05-20")),
            medication("Amoxicillin", 0.5, "g", 3, None),
            medication("Paracetamol", 500.0, "mg", 4, None),
        ],
        allergies: vec!["penicillin G (rash, 1998)".into(), "latex".into()],
        follow_up: true,
        note: Some("Cough for six days, no blood.\nCrackles at the right base; X-ray ordered.".into()),
    }
}
