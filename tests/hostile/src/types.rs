//! What the texts are read as: each kind of type, derived and through serde, and some of them in chunks.
#![expect(dead_code, reason = "only the cost of reading counts")]

use std::collections::{BTreeMap, HashMap};
use std::hint::black_box;

use llm_output::{LlmOutput, Options, ParseError, Parsed};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::arriving::{calls, growing_calls, items, items_at_once, streamed};
use crate::meter::{self, Cost};

/// Most kinds of field.
#[derive(Debug, Deserialize, LlmOutput)]
#[llm(stream)]
struct Note {
    title: String,
    tags: Vec<String>,
    count: Option<u32>,
    parts: Vec<Part>,
    facts: BTreeMap<String, String>,
    numbers: Option<Vec<f64>>,
    grade: Option<Grade>,
    summary: Option<String>,
    nested: Option<BTreeMap<String, Vec<i64>>>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(stream)]
struct Part {
    name: String,
    size: i64,
    grade: Option<Grade>,
}

#[derive(Debug, Clone, Deserialize, LlmOutput)]
#[llm(rename_all = "lowercase")]
#[serde(rename_all = "lowercase")]
enum Grade {
    Good,
    Bad,
}

/// Nothing has to be there.
#[derive(Debug, Deserialize, LlmOutput)]
struct Sparse {
    name: Option<String>,
    size: Option<i64>,
    tags: Option<Vec<String>>,
    part: Option<Box<Part>>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(stream)]
struct Review {
    findings: Vec<Finding>,
    summary: Option<String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(stream)]
struct Finding {
    severity: Grade,
    file: String,
    line: u32,
    title: String,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(stream)]
struct Config {
    name: String,
    env: BTreeMap<String, String>,
    ports: Vec<u16>,
    level: Grade,
    verbose: bool,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Open {
    name: String,
    size: i64,
    #[llm(flatten)]
    #[serde(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Flat {
    title: String,
    #[llm(flatten)]
    #[serde(flatten)]
    part: Part,
    #[llm(flatten)]
    #[serde(flatten)]
    sparse: Option<Address>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Address {
    city: String,
    street: Option<String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(tag = "name", stream)]
#[serde(tag = "name")]
enum Tagged {
    Part {
        size: Option<i64>,
        tags: Option<Vec<String>>,
    },
    Note(Note),
    Nothing,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(tag = "name", content = "value")]
#[serde(tag = "name", content = "value")]
enum Adjacent {
    Part(Part),
    Names(Vec<String>),
    Nothing,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(external)]
enum External {
    Part { name: String, size: i64 },
    Names(Vec<String>),
    Name(String),
    Nothing,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(untagged)]
#[serde(untagged)]
enum Untagged {
    Part(Part),
    Note { title: String, tags: Option<Vec<String>> },
    Names(Vec<String>),
    Number(i64),
}

/// Any value, by a type of one's own.
#[derive(Debug, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Anything {
    Text(String),
    Number(f64),
    List(#[llm(recursive(max_depth = 6))] Vec<Anything>),
    Members(#[llm(recursive(max_depth = 6))] BTreeMap<String, Anything>),
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Expression {
    Number {
        value: f64,
    },
    Sum {
        #[llm(recursive(max_depth = 8))]
        of: Vec<Expression>,
    },
    Negated {
        #[llm(recursive(max_depth = 8))]
        of: Box<Expression>,
    },
}

#[derive(Debug, Clone, Deserialize, LlmOutput)]
#[llm(stream)]
struct Folder {
    name: String,
    #[llm(recursive(max_depth = 3))]
    parts: Vec<Folder>,
    #[llm(recursive(max_depth = 2))]
    value: Option<Box<Folder>>,
}

/// A recursion that goes as deep as one may declare.
#[derive(Debug, Deserialize, LlmOutput)]
struct Tree {
    name: Option<String>,
    #[llm(recursive(max_depth = 16))]
    parts: Option<Vec<Tree>>,
}

#[derive(Debug, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
enum Tool {
    Part { name: String, size: i64 },
    Find { title: String, tags: Option<Vec<String>> },
    Nothing,
}

/// What was made of a text, to be dropped by whoever measures.
enum Made<T> {
    Read(Parsed<T>),
    Failed(ParseError),
}

/// What is done with the outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// Nothing: only reading is measured.
    Nothing,
    /// Repairs, violations, message and feedback are asked for.
    Report,
}

pub(crate) fn measured<T>(read: impl FnOnce() -> Result<Parsed<T>, ParseError>, asked: Use) -> Cost {
    meter::cost(
        || match read() {
            Ok(parsed) => {
                if asked == Use::Report {
                    let paths: usize = parsed
                        .repairs()
                        .iter()
                        .map(|repair| repair.path().segments().count())
                        .sum();
                    black_box(paths);
                }
                Made::Read(parsed)
            }
            Err(error) => {
                if asked == Use::Report {
                    black_box((error.to_string(), error.feedback(), error.would_need()));
                    let paths = error.repairs().iter().map(|repair| repair.path().segments().count());
                    black_box(paths.sum::<usize>() + error.violations().len() + error.refused().len());
                }
                Made::Failed(error)
            }
        },
        |made| match made {
            Made::Read(parsed) => Some(parsed.into_value()),
            Made::Failed(error) => {
                drop(error);
                None
            }
        },
    )
}

/// Reads a text as one type and measures that.
pub type Reader = fn(&str, &Options<'_>, Use) -> Cost;

fn derived<T: LlmOutput>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    measured(|| T::parse_llm_with(text, options), asked)
}

fn through_serde<T: DeserializeOwned>(text: &str, options: &Options<'_>, asked: Use) -> Cost {
    measured(|| llm_output::from_str_with::<T>(text, options), asked)
}

/// A type that texts are read as.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, with `serde ` before it where it is read through serde.
    pub name: &'static str,
    /// Reads a text as it.
    pub read: Reader,
    /// Bytes that a value may take for each byte of its text, with what it is moved from while it grows: see [`grown`].
    pub value: usize,
    /// Bytes for each byte of the text in which serde itself keeps a value until it knows its type: the value of a field under
    /// `flatten`, of an enum with `tag`, and of one without a tag. No `Deserializer` can make these smaller.
    pub buffered: usize,
    /// Bytes of stack that may be used.
    pub stack: usize,
}

/// Bytes that a vector of these may take for each byte of its text. The shortest element is two bytes long, as in `1,`; a vector
/// may have room for twice as many, and while it grows, half of it is there twice.
const fn grown<T>() -> usize {
    3 * size_of::<T>() / 2
}

/// The same for the entries of a map. The shortest is four bytes long, as in `a:1,`.
const fn grown_entries<K, V>() -> usize {
    3 * size_of::<(K, V)>() / 4
}

/// The same for objects that may each be a map: one with a single entry, as in `{a:1},`, takes a node that has room for eleven.
const fn grown_maps<K, V>() -> usize {
    11 * size_of::<(K, V)>() / 6
}

/// The same for objects that may each be a map in the order of its keys, as in `{"a":1},`: it has room for four entries, each with its
/// hash, and for their places in a table.
const fn grown_ordered<V>() -> usize {
    const TABLE: usize = 64;
    (4 * size_of::<(u64, String, V)>() + TABLE + 3 * size_of::<V>() / 2) / 8
}

/// What serde buffers a value in.
type Buffered = [u64; 4];

macro_rules! targets {
    (
        derived { $($derived:literal: $of:ty = $size:expr);* $(;)? }
        arriving { $($arriving:literal: $reader:ident of $grown:ty = $bytes:expr);* $(;)? }
        both { $($name:literal: $type:ty = $value:expr $(, buffered in $buffered:ty)?);* $(;)? }
    ) => {
        &[
            $(Target { name: $derived, read: derived::<$of>, value: $size, buffered: 0, stack: 256 * 1024 },)*
            $(Target { name: $arriving, read: $reader::<$grown>, value: $bytes, buffered: 0, stack: 256 * 1024 },)*
            $(Target { name: $name, read: derived::<$type>, value: $value, buffered: 0, stack: 256 * 1024 },)*
            $(Target {
                name: concat!("serde ", $name),
                read: through_serde::<$type>,
                value: $value,
                buffered: 0 $(+ grown::<$buffered>())?,
                stack: 512 * 1024,
            },)*
        ]
    };
}

/// All types. Of an enum without a tag that contains itself, serde copies the content once for each level, whatever deserializer it
/// comes from: only its derive is measured.
pub const TARGETS: &[Target] = targets! {
    derived {
        "Anything": Anything = grown_maps::<String, Anything>();
    }
    arriving {
        "stream Note": streamed of Note = grown::<f64>();
        "stream Review": streamed of Review = grown::<f64>();
        "stream Config": streamed of Config = grown::<f64>();
        "stream Folder": streamed of Folder = grown::<f64>();
        "stream Vec<String>": streamed of Vec<String> = grown::<String>();
        "stream Vec<Tagged>": streamed of Vec<Tagged> = grown::<f64>();
        "items Part": items of Part = grown::<f64>();
        "items String": items of String = grown::<String>();
        "items f64": items of f64 = grown::<f64>();
        "items Tagged": items of Tagged = grown::<f64>();
        "items at once of Part": items_at_once of Part = grown::<f64>();
        "items at once of String": items_at_once of String = grown::<String>();
        "calls": calls of Tool = grown::<f64>();
        "growing calls": growing_calls of Tool = grown::<f64>();
    }
    both {
        "Note": Note = grown::<f64>();
        "Part": Part = grown::<f64>();
        "Sparse": Sparse = grown::<f64>();
        "Review": Review = grown::<f64>();
        "Config": Config = grown::<f64>();
        "Open": Open = grown::<f64>(), buffered in Buffered;
        "Flat": Flat = grown::<f64>(), buffered in Buffered;
        "Vec<Part>": Vec<Part> = grown::<f64>();
        "Vec<String>": Vec<String> = grown::<String>();
        "Vec<f64>": Vec<f64> = grown::<f64>();
        "Map": BTreeMap<String, Vec<i64>> = grown_entries::<String, Vec<i64>>();
        "Map of Map": HashMap<String, BTreeMap<String, String>> = grown_entries::<String, String>();
        "Vec<Tagged>": Vec<Tagged> = grown::<f64>(), buffered in Buffered;
        "Adjacent": Adjacent = grown::<f64>();
        "Vec<External>": Vec<External> = grown::<f64>();
        "Untagged": Untagged = grown::<f64>(), buffered in Buffered;
        "Vec<Untagged>": Vec<Untagged> = grown::<Untagged>(), buffered in Buffered;
        "Expression": Expression = grown::<f64>(), buffered in Buffered;
        "Folder": Folder = grown::<f64>();
        "Tree": Tree = grown::<f64>();
        "Value": serde_json::Value = grown_ordered::<serde_json::Value>();
    }
};

/// Makes the options of a reading.
pub type MakeOptions = fn() -> Options<'static>;

/// The options that texts are read with.
pub const OPTIONS: &[(&str, MakeOptions)] = &[
    ("default", Options::default),
    ("lenient", Options::lenient),
    ("exact", Options::exact),
    ("marker", || Options::default().marker("json")),
];
