//! The types.

use std::collections::BTreeMap;

use chrono::{NaiveDate, NaiveDateTime};
use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};

use crate::types::Severity;

/// A person: an optional field in the middle.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Person {
    /// Full name.
    pub name: String,
    /// In years.
    pub age: Option<u8>,
    /// Words to find the person by.
    pub tags: Vec<String>,
}

/// A drawing: a list of an untagged enum, and an optional number after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Drawing {
    /// Headline.
    pub title: String,
    /// What is drawn.
    pub shapes: Vec<Shape>,
    /// Pixels per unit.
    pub scale: Option<f64>,
}

/// A shape that its content names.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(untagged)]
pub enum Shape {
    /// A circle.
    Circle {
        /// In units.
        radius: f64,
    },
    /// A rectangle.
    Rectangle {
        /// In units.
        width: f64,
        /// In units.
        height: f64,
    },
    /// A shape by name.
    Named(String),
}

/// A script: a list of an external enum, and an optional string after it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Script {
    /// Steps in order.
    pub commands: Vec<Command>,
    /// For the reader.
    pub note: Option<String>,
}

/// One step of a script.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(external, stream)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Writes a file.
    Edit {
        /// Which file.
        path: String,
        /// New content.
        code: String,
    },
    /// Waits.
    Wait(u32),
    /// Ends the script.
    Stop,
}

/// An item of an order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Item {
    /// Stock keeping unit.
    pub sku: String,
    /// Number of pieces.
    pub quantity: u32,
    /// Of one piece.
    pub price: f64,
}

/// A piece of code with tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Code {
    /// Name of the language.
    pub language: String,
    /// The source.
    pub code: String,
    /// How it works.
    pub explanation: String,
    /// Names of tests.
    pub tests: Vec<String>,
}

/// An order: structs in a struct, and every kind of scalar.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// Number of the order.
    pub order_id: String,
    /// Who pays.
    pub buyer: Buyer,
    /// What was ordered.
    pub items: Vec<Item>,
    /// How urgent it is.
    pub urgency: Severity,
    /// Whether it is paid.
    pub paid: bool,
    /// Reduction in percent.
    pub discount: Option<f64>,
    /// A remark.
    pub remark: Option<String>,
}

/// Who pays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(rename_all = "camelCase")]
pub struct Buyer {
    /// Full name.
    pub full_name: String,
    /// Where to write to.
    pub email: Option<String>,
    /// Postal code.
    pub zip_code: String,
}

/// A log of events: a list of an internally tagged enum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Log {
    /// Who wrote it.
    pub author: Option<String>,
    /// What happened.
    pub events: Vec<Event>,
}

/// One event, named by its tag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody wrote.
    Message {
        /// Who.
        sender: String,
        /// What.
        body: String,
        /// Written to whom.
        receiver: Option<String>,
    },
    /// Something failed.
    Failure {
        /// Exit status.
        code: i32,
        /// In words.
        reason: String,
    },
    /// Nothing happened.
    Idle,
}

/// A lesson: a list of an adjacently tagged enum.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Lesson {
    /// What it is about.
    pub subject: String,
    /// Its parts.
    pub blocks: Vec<Block>,
    /// In minutes.
    pub minutes: Option<u32>,
}

/// A part of a lesson.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
#[serde(tag = "kind", content = "data", rename_all = "snake_case")]
pub enum Block {
    /// Prose.
    Paragraph(String),
    /// Questions with answers.
    Quiz {
        /// What is asked.
        question: String,
        /// To choose from.
        options: Vec<String>,
    },
    /// A break.
    Pause,
}

/// A ticket with flattened fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Ticket {
    /// Headline.
    pub title: String,
    /// Who works on it, and how soon.
    #[serde(flatten)]
    pub triage: Triage,
    /// Words to find it by.
    pub labels: Vec<String>,
    /// All of it.
    pub description: Option<String>,
}

/// Who works on a ticket, and how soon.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Triage {
    /// How soon.
    pub priority: Severity,
    /// Who.
    pub assignee: Option<String>,
}

/// A meeting, with dates.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Meeting {
    /// What it is about.
    pub topic: String,
    /// The day it was called on.
    pub called: NaiveDate,
    /// When it starts.
    pub starts: Option<NaiveDateTime>,
    /// Who comes.
    pub attendees: Vec<String>,
    /// Where.
    pub room: Option<String>,
}

/// A folder, with folders in it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Folder {
    /// Its name.
    pub name: String,
    /// Files in it.
    pub files: Vec<String>,
    /// Folders in it.
    #[serde(default)]
    #[llm(recursive(max_depth = 3))]
    pub folders: Vec<Folder>,
    /// A remark.
    pub note: Option<String>,
}

/// A configuration: a map of strings between other fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Config {
    /// Its name.
    pub name: String,
    /// Environment variables.
    pub env: BTreeMap<String, String>,
    /// Open ports.
    pub ports: Vec<u16>,
    /// How much to log.
    pub level: Severity,
    /// Whether to log more.
    pub verbose: bool,
}

/// A glossary: a map of structs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Glossary {
    /// Entries by word.
    pub entries: BTreeMap<String, Entry>,
    /// Of the words.
    pub language: Option<String>,
}

/// An entry of a glossary.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Entry {
    /// What the word means.
    pub meaning: String,
    /// How often it is used.
    pub weight: Option<f64>,
}

/// A series of numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(stream)]
pub struct Series {
    /// Its name.
    pub label: String,
    /// The numbers.
    pub values: Vec<f64>,
    /// What they count.
    pub unit: Option<String>,
}
