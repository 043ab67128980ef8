//! The tools that the cases call.

use std::collections::BTreeMap;

use llm_output::LlmOutput;

/// A place on a map.
#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(stream)]
pub struct Point {
    pub x: f64,
    pub y: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, LlmOutput)]
#[llm(rename_all = "snake_case")]
pub enum Priority {
    Low,
    High,
}

/// Opens a ticket.
#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(stream)]
pub struct OpenTicket {
    pub title: String,
    pub priority: Priority,
    pub count: i64,
    pub ratio: Option<f64>,
    pub urgent: bool,
    #[llm(default)]
    pub tags: Vec<String>,
    #[llm(default)]
    pub scores: Vec<i64>,
    #[llm(default)]
    pub labels: BTreeMap<String, String>,
    pub place: Option<Point>,
}

#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
pub enum Tool {
    /// The weather of a city.
    GetWeather { city: String, days: Option<u8> },
    /// Writes a file.
    WriteFile { path: String, content: String },
    OpenTicket(OpenTicket),
    /// Says that the service is there.
    Ping,
}
