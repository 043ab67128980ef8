//! A type for every shape of the derive, with values drawn from a seed.

#![allow(
    missing_docs,
    reason = "the names say what they hold; where there are docs, they are part of a schema"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use llm_output::LlmOutput;
use llm_output_tests::sample::{Random, Sample, Texts};
use llm_output_tests::sampled;
use llm_output_tests::types::{Closed, Severity};
use serde::{Deserialize, Serialize};

/// What the checks ask of a type.
pub trait Checked: LlmOutput + Sample + Serialize + for<'de> Deserialize<'de> + PartialEq + Debug {}

impl<T: LlmOutput + Sample + Serialize + for<'de> Deserialize<'de> + PartialEq + Debug> Checked for T {}

/// Members called like keywords of a schema: none of them is one.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Keywords {
    /// How it is laid out.
    pub format: String,
    pub r#type: Severity,
    pub properties: Vec<String>,
    #[serde(rename = "$ref")]
    #[llm(default)]
    pub reference: Option<String>,
    pub required: bool,
    #[serde(rename = "anyOf")]
    pub any_of: Option<Vec<Closed>>,
    #[llm(range(min = 0, max = 9))]
    pub minimum: u8,
}

impl Sample for Keywords {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            format: Sample::sample(random, texts),
            r#type: Sample::sample(random, texts),
            properties: Sample::sample(random, texts),
            reference: Sample::sample(random, texts),
            required: Sample::sample(random, texts),
            any_of: (random.one_in(2)).then(|| {
                vec![Closed {
                    name: Sample::sample(random, texts),
                    number: Sample::sample(random, texts),
                }]
            }),
            minimum: u8::sample(random, texts) % 10,
        }
    }
}

/// A geometric figure, told by a tag beside its members.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Figure {
    /// A round one.
    Circle {
        /// In metres.
        radius: f64,
    },
    Rectangle {
        width: f64,
        height: f64,
        label: Option<String>,
    },
    Marked(Mark),
    Nothing,
}

/// A mark with a default.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Mark {
    pub text: String,
    #[serde(default)]
    pub bold: bool,
    pub counts: BTreeMap<String, i32>,
}

sampled! { Mark { text, bold, counts } }

impl Sample for Figure {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(4) {
            0 => Self::Circle {
                radius: Sample::sample(random, texts),
            },
            1 => Self::Rectangle {
                width: Sample::sample(random, texts),
                height: Sample::sample(random, texts),
                label: Sample::sample(random, texts),
            },
            2 => Self::Marked(Sample::sample(random, texts)),
            _ => Self::Nothing,
        }
    }
}

/// Two tags in one object.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "layer")]
pub enum Layer {
    /// Drawn.
    Drawn(Figure),
    /// Typed.
    Typed { text: String },
}

impl Sample for Layer {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        if random.one_in(2) {
            Self::Drawn(Sample::sample(random, texts))
        } else {
            Self::Typed {
                text: Sample::sample(random, texts),
            }
        }
    }
}

/// Something that happened, told by a tag beside its content.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "kind", content = "value")]
pub enum Event {
    Moved { line: u32, column: u32 },
    Renamed(String),
    Rated(Option<u8>),
    Listed(Vec<Severity>),
    Closed,
}

impl Sample for Event {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(5) {
            0 => Self::Moved {
                line: Sample::sample(random, texts),
                column: Sample::sample(random, texts),
            },
            1 => Self::Renamed(Sample::sample(random, texts)),
            2 => Self::Rated(Sample::sample(random, texts)),
            3 => Self::Listed(Sample::sample(random, texts)),
            _ => Self::Closed,
        }
    }
}

/// A step, told by the only key around it.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(external)]
#[serde(rename_all = "lowercase")]
pub enum Step {
    /// In seconds.
    Wait(u32),
    Run {
        command: String,
        environment: BTreeMap<String, String>,
    },
    /// Ends it.
    Stop,
}

impl Sample for Step {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(3) {
            0 => Self::Wait(Sample::sample(random, texts)),
            1 => Self::Run {
                command: Sample::sample(random, texts),
                environment: Sample::sample(random, texts),
            },
            _ => Self::Stop,
        }
    }
}

/// Told by its shape alone.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(untagged)]
pub enum Target {
    Line(u32),
    Range { from: u32, to: u32 },
    Name(String),
    Lines(Vec<u32>),
}

impl Sample for Target {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(4) {
            0 => Self::Line(Sample::sample(random, texts)),
            1 => Self::Range {
                from: Sample::sample(random, texts),
                to: Sample::sample(random, texts),
            },
            2 => Self::Name(Sample::sample(random, texts)),
            _ => Self::Lines(Sample::sample(random, texts)),
        }
    }
}

/// Unions where they are members, elements, values and options.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Drawing {
    pub figures: Vec<Figure>,
    pub last: Option<Figure>,
    pub target: Target,
    pub step: Option<Step>,
    pub events: BTreeMap<String, Event>,
}

sampled! { Drawing { figures, last, target, step, events } }

/// Maps of every kind.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Tables {
    pub words: BTreeMap<String, String>,
    /// By how bad they are.
    pub by_severity: BTreeMap<Severity, Vec<String>>,
    pub marks: BTreeMap<String, Option<Mark>>,
    pub maybe: Option<BTreeMap<String, bool>>,
}

sampled! { Tables { words, by_severity, marks, maybe } }

/// Bounds of every kind.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Bounds {
    #[llm(length(min = 1, max = 5))]
    pub code: String,
    #[llm(length(min = 2, max = 3))]
    pub numbers: Vec<i16>,
    #[llm(range(min = 0.0, max = 1.0))]
    pub share: f64,
    #[llm(range(min = -3, max = 3))]
    pub step: Option<i8>,
    #[llm(length(max = 2))]
    pub few: BTreeMap<String, u8>,
    pub pair: [u8; 2],
    pub set: BTreeSet<i32>,
    pub letter: char,
    #[llm(default = 7, range(min = 1))]
    #[serde(default = "seven")]
    pub tries: u16,
}

fn seven() -> u16 {
    7
}

impl Sample for Bounds {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        let code: String = String::sample(random, texts).chars().take(5).collect();
        Self {
            code: if code.is_empty() { "x".into() } else { code },
            numbers: (0..2 + random.below(2))
                .map(|_| Sample::sample(random, texts))
                .collect(),
            share: f64::from(u8::sample(random, texts)) / 255.0,
            step: Option::<i8>::sample(random, texts).map(|step| step % 4),
            few: BTreeMap::<String, u8>::sample(random, texts)
                .into_iter()
                .take(2)
                .collect(),
            pair: [Sample::sample(random, texts), Sample::sample(random, texts)],
            set: Sample::sample(random, texts),
            letter: Sample::sample(random, texts),
            tries: u16::sample(random, texts).max(1),
        }
    }
}

/// Members of another type among its own.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Flat {
    pub first: String,
    #[serde(flatten)]
    pub inner: Hollow,
    #[serde(flatten)]
    pub mark: Mark,
    pub last: Option<bool>,
}

sampled! { Flat { first, inner, mark, last } }

/// Dates, identifiers and addresses.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Foreign {
    pub id: uuid::Uuid,
    pub day: chrono::NaiveDate,
    pub at: Option<chrono::DateTime<chrono::Utc>>,
    pub link: url::Url,
    pub price: rust_decimal::Decimal,
}

impl Sample for Foreign {
    fn sample(random: &mut Random, _: Texts) -> Self {
        let seconds = i64::try_from(random.below(4_000_000_000)).unwrap_or_default();
        let at = chrono::DateTime::from_timestamp(seconds, 0).unwrap_or_default();
        Self {
            id: uuid::Uuid::from_u64_pair(random.bits(), random.bits()),
            day: at.date_naive(),
            at: random.one_in(2).then_some(at),
            link: url::Url::parse("https://example.org/a?b=c").expect("a URL"),
            price: rust_decimal::Decimal::new(seconds, 2),
        }
    }
}

/// Any JSON beside a type.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Loose {
    pub name: String,
    pub rest: serde_json::Value,
}

impl Sample for Loose {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        let rest = match random.below(4) {
            0 => serde_json::Value::Null,
            1 => serde_json::json!([1, "a", {"b": false}]),
            2 => serde_json::json!({"text": String::sample(random, texts)}),
            _ => serde_json::json!(String::sample(random, texts)),
        };
        Self {
            name: Sample::sample(random, texts),
            rest,
        }
    }
}

/// A generic type.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next: Option<u32>,
}

impl<T: Sample> Sample for Page<T> {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            items: Sample::sample(random, texts),
            next: Sample::sample(random, texts),
        }
    }
}

/// Nothing in it.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Ping {
    pub empty: Option<Hollow>,
    pub n: u8,
}

/// Members that are all optional.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Hollow {
    pub a: Option<u8>,
    #[serde(default)]
    pub b: Vec<u8>,
}

sampled! {
    Ping { empty, n }
    Hollow { a, b }
}

/// A folder.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Folder {
    pub name: String,
    /// Inside it.
    #[llm(recursive(max_depth = 40))]
    pub folders: Vec<Folder>,
}

impl Sample for Folder {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self {
            name: Sample::sample(random, texts),
            folders: if random.one_in(2) {
                (0..random.below(3)).map(|_| Self::sample(random, texts)).collect()
            } else {
                Vec::new()
            },
        }
    }
}

/// One thing leads to another, perhaps.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Chain {
    pub link: u32,
    /// What comes after it.
    #[llm(recursive(max_depth = 40))]
    pub next: Option<Box<Chain>>,
}

sampled! { Chain { link, next } }

/// A formula.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum Formula {
    Number {
        value: i32,
    },
    Sum {
        #[llm(recursive(max_depth = 40))]
        of: Vec<Formula>,
    },
    Negated {
        #[llm(recursive(max_depth = 40))]
        of: Box<Formula>,
    },
}

impl Sample for Formula {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        match random.below(5) {
            0 => Self::Sum {
                of: (0..random.below(3)).map(|_| Self::sample(random, texts)).collect(),
            },
            1 => Self::Negated {
                of: Box::new(Self::sample(random, texts)),
            },
            _ => Self::Number {
                value: Sample::sample(random, texts),
            },
        }
    }
}

/// More fields that may be missing than Anthropic leaves out.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Survey {
    pub name: String,
    pub q1: Option<bool>,
    pub q2: Option<String>,
    pub q3: Option<Severity>,
    pub q4: Option<Vec<bool>>,
    pub q5: Option<bool>,
    pub q6: Option<bool>,
    pub q7: Option<bool>,
    pub q8: Option<bool>,
    pub q9: Option<bool>,
    pub q10: Option<bool>,
    pub q11: Option<bool>,
    pub q12: Option<bool>,
    pub q13: Option<bool>,
    pub q14: Option<bool>,
    pub q15: Option<bool>,
    pub q16: Option<bool>,
    pub q17: Option<bool>,
    pub q18: Option<bool>,
    pub q19: Option<bool>,
    pub q20: Option<bool>,
    pub q21: Option<bool>,
    pub q22: Option<bool>,
    pub q23: Option<bool>,
    pub q24: Option<bool>,
    pub q25: Option<bool>,
    pub q26: Option<Step>,
}

sampled! { Survey { name, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15, q16, q17, q18, q19, q20, q21, q22, q23, q24, q25, q26 } }
