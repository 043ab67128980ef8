//! Types that hold the members of other types among their own.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::sample::{Random, Sample, Texts};
use crate::types::Severity;

/// Where something stands.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Location {
    /// Path as given in the diff.
    pub file: String,
    /// Counted from 1.
    #[llm(range(min = 1))]
    pub line: u32,
    /// Counted from 1, where it is known.
    pub column: Option<u32>,
}

/// Who wrote something.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Author {
    /// As in the commit.
    pub name: String,
    /// Address.
    #[serde(alias = "email")]
    pub mail: String,
    /// What people call them.
    pub nick: Option<String>,
}

/// Nothing in it must be there.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Labels {
    /// Words to find it by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// From 0 to 1.
    #[serde(default)]
    pub weight: f64,
    /// A remark.
    pub remark: Option<String>,
}

/// One thing that is wrong, in one object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Entry {
    /// What is wrong.
    pub title: String,
    /// Where.
    #[serde(flatten)]
    pub place: Location,
    /// How bad it is.
    pub severity: Severity,
    /// By whom.
    #[serde(flatten)]
    pub author: Option<Author>,
    /// More about it.
    #[serde(flatten)]
    pub labels: Option<Labels>,
    /// Whether it is settled.
    pub settled: bool,
}

/// A newtype around what is flattened.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Somewhere(pub Box<Location>);

/// Flattens a type that flattens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Nested {
    /// Number of the entry.
    pub id: u64,
    /// What comes before.
    #[serde(flatten)]
    pub inside: Inside,
    /// Last.
    pub done: bool,
}

/// Between the two.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Inside {
    /// One sentence.
    pub summary: String,
    /// Where.
    #[serde(flatten)]
    pub place: Somewhere,
}

/// Takes the members that no field knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Open {
    /// What it is called.
    pub title: String,
    /// Where.
    #[serde(flatten)]
    pub place: Location,
    /// Whatever else there is.
    #[serde(flatten)]
    pub more: BTreeMap<String, Value>,
}

/// Something with a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Numbered<T> {
    /// Counted from 0.
    pub number: u32,
    /// What is numbered.
    #[serde(flatten)]
    pub of: T,
}

/// A flattened type among the members of variants.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Change {
    /// A line that is new.
    Added {
        /// Its text.
        text: String,
        /// Where.
        #[serde(flatten)]
        place: Location,
    },
    /// A line that is gone.
    Removed {
        /// Where.
        #[serde(flatten)]
        place: Location,
        /// By whom.
        #[serde(flatten)]
        author: Option<Author>,
    },
    /// A member of its own type.
    Noted(Entry),
    /// No line at all.
    Nothing,
}

crate::sampled! {
    Author { name, mail, nick }
    Labels { tags, weight, remark }
    Nested { id, inside, done }
    Inside { summary, place }
}

impl Sample for Location {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            file: String::sample(random, texts),
            line: u32::sample(random, texts).max(1),
            column: Option::sample(random, texts),
        }
    }
}

impl Sample for Entry {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            title: String::sample(random, texts),
            place: Location::sample(random, texts),
            severity: Severity::sample(random, texts),
            author: Option::sample(random, texts),
            // Where nothing must be there, there is always a value.
            labels: Some(Labels::sample(random, texts)),
            settled: bool::sample(random, texts),
        }
    }
}

impl Sample for Somewhere {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self(Box::new(Location::sample(random, texts)))
    }
}

impl Sample for Open {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        // Some of them resemble the fields' own names.
        const KEYS: [&str; 7] = ["Title", "FILE", "line ", "titles", "x", "a \"key\"", "{\"title\": 1}"];
        Self {
            title: String::sample(random, texts),
            place: Location::sample(random, texts),
            more: (0..random.below(4))
                .map(|_| {
                    let value = match random.below(3) {
                        0 => Value::from(String::sample(random, texts)),
                        1 => Value::from(i64::sample(random, texts)),
                        _ => Value::from(Vec::<bool>::sample(random, texts)),
                    };
                    (random.pick(&KEYS).to_owned(), value)
                })
                .collect(),
        }
    }
}

impl<T: Sample> Sample for Numbered<T> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            number: u32::sample(random, texts),
            of: T::sample(random, texts),
        }
    }
}

impl Sample for Change {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(4) {
            0 => Self::Added {
                text: String::sample(random, texts),
                place: Location::sample(random, texts),
            },
            1 => Self::Removed {
                place: Location::sample(random, texts),
                author: Option::sample(random, texts),
            },
            2 => Self::Noted(Entry::sample(random, texts)),
            _ => Self::Nothing,
        }
    }
}
