//! The types whose documents are damaged, and values of them.

mod draw;
mod types;

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Options, ParseError, from_str_with};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use draw::{Draw, MAP_KEYS};
pub use types::*;

use crate::case::{Reader, Reading, read};
use crate::sample::Random;
use crate::types::{CommitMessage, Preferences, Review};

/// A type whose documents are damaged.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    /// Its name.
    pub name: &'static str,
    /// Draws a value.
    pub draw: fn(&mut Random) -> Value,
    /// Reads a text by the derive.
    pub derived: Reader,
    /// Reads a text by serde's own visitor.
    pub through_serde: Reader,
    /// Whether `serde_json` accepts a text as the type.
    pub is_valid: fn(&str) -> bool,
}

/// Every subject.
pub const SUBJECTS: &[Subject] = &[
    subject::<Person>("Person"),
    subject::<Drawing>("Drawing"),
    subject::<Script>("Script"),
    subject::<Code>("Code"),
    subject::<CommitMessage>("CommitMessage"),
    subject::<Order>("Order"),
    subject::<Log>("Log"),
    subject::<Event>("Event"),
    subject::<Lesson>("Lesson"),
    subject::<Ticket>("Ticket"),
    subject::<Meeting>("Meeting"),
    subject::<Folder>("Folder"),
    subject::<Config>("Config"),
    subject::<Glossary>("Glossary"),
    subject::<Series>("Series"),
    subject::<Review>("Review"),
    subject::<Preferences>("Preferences"),
    subject::<Vec<String>>("Vec<String>"),
    subject::<Vec<Item>>("Vec<Item>"),
    subject::<BTreeMap<String, i64>>("BTreeMap<String, i64>"),
];

const fn subject<T: Draw + LlmOutput + Serialize + DeserializeOwned>(name: &'static str) -> Subject {
    Subject {
        name,
        draw: draw::<T>,
        derived: read::<T>,
        through_serde: read_through_serde::<T>,
        is_valid: is_valid::<T>,
    }
}

fn draw<T: Draw + Serialize>(random: &mut Random) -> Value {
    serde_json::to_value(T::draw(random)).expect("every subject is written as JSON")
}

fn read_through_serde<T: Serialize + DeserializeOwned>(
    text: &str,
    options: &Options<'_>,
) -> Result<Reading, ParseError> {
    from_str_with::<T>(text, options).map(|parsed| Reading::of(&parsed))
}

fn is_valid<T: DeserializeOwned>(text: &str) -> bool {
    serde_json::from_str::<T>(text).is_ok()
}

/// The types for which serde does not say all that is expected, and what it leaves out. Some values it buffers before it looks inside
/// them: their JSON is repaired, but not their types. A date is any string to it.
const UNTOLD: [(&str, &str); 6] = [
    ("Drawing", "an untagged enum"),
    ("Event", "an internally tagged enum"),
    ("Log", "internally tagged enums"),
    ("Ticket", "a flattened struct"),
    ("Lesson", "the fields of a variant of an adjacently tagged enum"),
    ("Meeting", "dates"),
];

/// Whether serde does not name the keys of the type with this name, because it has a flattened field.
pub(super) fn is_flattened(name: &str) -> bool {
    UNTOLD.contains(&(name, "a flattened struct"))
}

/// Whether serde does not tell all that is expected of the type with this name.
pub fn is_untold(name: &str) -> bool {
    UNTOLD.iter().any(|(untold, _)| *untold == name)
}
