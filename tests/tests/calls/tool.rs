//! The tools that the cases call.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use serde::Serialize;

/// A place on a map.
#[derive(Debug, Clone, PartialEq, LlmOutput, Serialize)]
#[llm(stream)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, LlmOutput, Serialize)]
#[llm(rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(crate) enum Priority {
    Low,
    High,
}

/// Opens a ticket.
#[derive(Debug, Clone, PartialEq, LlmOutput, Serialize)]
#[llm(stream)]
pub(crate) struct OpenTicket {
    pub(crate) title: String,
    pub(crate) priority: Priority,
    pub(crate) count: i64,
    pub(crate) ratio: Option<f64>,
    pub(crate) urgent: bool,
    #[llm(default)]
    pub(crate) tags: Vec<String>,
    #[llm(default)]
    pub(crate) scores: Vec<i64>,
    #[llm(default)]
    pub(crate) labels: BTreeMap<String, String>,
    pub(crate) place: Option<Point>,
}

#[derive(Debug, Clone, PartialEq, LlmOutput, Serialize)]
#[llm(tools, stream, rename_all = "snake_case")]
#[serde(rename_all = "snake_case")]
pub(crate) enum Tool {
    /// The weather of a city.
    GetWeather {
        city: String,
        days: Option<u8>,
    },
    /// Writes a file.
    WriteFile {
        path: String,
        content: String,
    },
    OpenTicket(OpenTicket),
    /// Says that the service is there.
    Ping,
}
