//! The engine gives the same answer as the fast path: for clean texts, and for texts with damage anywhere.

#![expect(dead_code, reason = "values are compared by what `Debug` shows")]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::IpAddr;

use serde::Deserialize;
use serde::de::{IgnoredAny, MapAccess, SeqAccess};
use serde_json::Value;

use super::{WITHOUT, document, inside};
use crate::Options;
use crate::serde::from_str_with;

#[derive(Debug, Deserialize)]
struct Part {
    name: String,
    #[serde(alias = "weight")]
    size: i64,
    grade: Option<u8>,
    #[serde(default)]
    parts: Vec<Part>,
    #[serde(default)]
    tags: BTreeSet<String>,
}

#[derive(Debug, Deserialize)]
struct Leaves<'t> {
    #[serde(borrow)]
    text: Cow<'t, str>,
    word: Option<&'t str>,
    letter: char,
    flag: bool,
    ratio: f64,
    short: f32,
    small: i8,
    large: u64,
    #[serde(default)]
    wide: u128,
    unit: (),
    pair: (u8, Option<String>),
    id: Id,
    address: Option<IpAddr>,
}

#[derive(Debug, Deserialize)]
struct Id(u32);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Grade {
    VeryGood,
    Good,
    Poor,
}

#[derive(Debug, Deserialize)]
enum Form {
    Part { name: String, size: i64 },
    Names(Vec<String>),
    Point(i32, i32),
    Grade(Grade),
    Nothing,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Event {
    Open {
        file: String,
        line: Option<u32>,
    },
    Move(BTreeMap<String, i64>),
    Close,
    #[serde(other)]
    Other,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Loose {
    Number(i64),
    Text(String),
    List(Vec<Loose>),
    Part { name: String, size: f64 },
}

#[derive(Debug, Deserialize)]
struct Flat {
    title: String,
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[derive(Debug, Deserialize)]
struct Place {
    file: Option<String>,
    #[serde(default)]
    line: u32,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Closed {
    #[serde(rename = "a b")]
    first: IgnoredAny,
    grades: BTreeMap<Grade, Option<bool>>,
    numbers: BTreeMap<i16, Vec<f64>>,
    #[serde(default)]
    form: Option<Form>,
}

/// A type with a visitor that does what no derived one does.
macro_rules! odd {
    ($type:ident, $ask:ident, $visit:ident($access:ident: $bound:ident) $body:block) => {
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl<'de> serde::de::Visitor<'de> for Visitor {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str("something else")
                    }

                    fn $visit<A: $bound<'de>>(self, mut $access: A) -> Result<$type, A::Error> $body
                }
                deserializer.$ask(Visitor)
            }
        }
    };
}

/// Ignores elements that it cannot read.
#[derive(Debug)]
struct Patient(Vec<u8>);

odd!(Patient, deserialize_seq, visit_seq(elements: SeqAccess) {
    let mut all = Vec::new();
    for _ in 0..8 {
        match elements.next_element() {
            Ok(Some(element)) => all.push(element),
            Ok(None) => break,
            Err(_) => all.push(0),
        }
    }
    Ok(Patient(all))
});

/// Reads only the first entry of an object.
#[derive(Debug)]
struct First(Option<(String, u8)>);

odd!(First, deserialize_map, visit_map(entries: MapAccess) {
    entries.next_entry().map(First)
});

/// Reads a text around a value with the fast path and without, which gives the same, and returns whether the fast path
/// reads the value.
type Compare = fn(&str, &str) -> bool;

fn compare<'de, T: Deserialize<'de> + Debug>(text: &'de str, value: &'de str) -> bool {
    let [default, lenient, exact] = [Options::default(), Options::lenient(), Options::exact()];
    let is_short = match text.find(value) {
        Some(start) if text != value => inside::<T>(text, start, text.starts_with("```"), usize::MAX).is_some(),
        _ if document::<T>(text, default.limits).is_none() => return false,
        _ => true,
    };
    for options in [default.clone(), lenient, exact, default.marker("json")] {
        let read = |without| {
            WITHOUT.set(without);
            let outcome = from_str_with::<T>(text, &options);
            outcome.map(|parsed| (parsed.repairs().to_vec(), parsed.span(), parsed.value))
        };
        let [long, short] = [true, false].map(|without| format!("{:?}", read(without)));
        assert_eq!(short, long, "{text}");
        assert!(text != value || short.starts_with("Ok(([], "), "{text}: {short}");
    }
    is_short
}

macro_rules! each {
    ($($type:ty;)*) => {
        [$(|text, value| compare::<$type>(text, value)),*]
    };
}

const TYPES: [Compare; 14] = each! {
    Part; Vec<Part>; Leaves<'_>; Vec<Form>; Form; Vec<Event>; Vec<Loose>; Flat; Closed; Value; Patient; First;
    Option<BTreeMap<String, Vec<Option<f32>>>>; Vec<IgnoredAny>;
};

/// Clean texts. At least one of the types reads each of them.
const CLEAN: [&str; 15] = [
    r#"{"name": "a\"b\\ \u00e9\ud83d\ude00", "size": -3, "grade": null, "parts": [{"name": "", "weight": 0, "tags": ["x", "y"]}]}"#,
    r#" [{"name":"\n","size":9007199254740993,"grade":255,"parts":[]} , {"size":1,"name":"b","grade":0,"tags":[]}]
"#,
    r#"{"name": "a", "size": 1, "colour": {"deep": [1, {"er": [[], {}, "\"]"]}], "x": -1.5e-3}, "note": null}"#,
    r#"{"text": "plain", "word": "w", "letter": "é", "flag": true, "ratio": 0.1, "short": 16777217, "small": -128,
        "large": 9999999999999999999, "wide": 18, "unit": null, "pair": [1, null], "id": 7, "address": "10.0.0.1"}"#,
    r#"{"text":"a\tb","word":null,"letter":"\u0041","flag":false,"ratio":-1e-7,"short":1.5,"small":0,"large":0,"unit":null,"pair":[2,"x"],"id":0,"address":null}"#,
    r#"["Nothing", {"Point": [1, -2]}, {"Names": ["a"]}, {"Grade": "very_good"}, {"Part": {"name": "a", "size": 2}}]"#,
    r#"{"Part": {"name": "a", "size": 2}}"#,
    r#"[{"kind": "open", "file": "a", "line": 3}, {"kind": "close"}, {"a": 1, "kind": "move", "b": -2}, {"kind": "new"}]"#,
    r#"[1, "a", [2, [], "b"], {"size": 2, "name": "x"}, -0.5]"#,
    r#"{"title": "t", "line": 3, "more": [1, {"a": null}], "file": "f", "x": 1e3}"#,
    r#"{"a b": [{"x": "y"}], "grades": {"good": true, "poor": null}, "numbers": {"1": [], "-2": [1, 2.5]}, "form": "Nothing"}"#,
    r#"{"a": [1, -0.0, 1e-400, 123456789012345678901234567890], "b": {"c": "`'\u2028<think>"}, "a": false}"#,
    "[1, 2, 3]",
    r#"{"a": 1}"#,
    r#"{"a": [1.5, null], "b": []}"#,
];

/// What is inserted into a text or replaces a piece of it, separated by bars.
const PIECES: &str = ",¦:¦{¦}¦[¦]¦\"¦'¦\\¦\n¦ ¦\t¦null¦true¦0¦-¦1¦300¦1.0¦1e5¦\"a\"¦\"name\"¦\"Name\"¦\"nam\"¦\"size\":¦\
    ,\"size\":1¦{}¦[]¦\"\"¦\"N/A\"¦\"1\"¦//¦```¦\u{feff}¦\u{a0}¦é¦\"a\":1,¦{\"a\":¦\\u00e9¦\\x¦None¦\"kind\"";

struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap_or(0) % end.max(1)
    }
}

/// The text with one piece of it replaced, moved or removed.
fn damaged(text: &str, random: &mut Random) -> String {
    let place = |near: usize| (0..=near).rfind(|&place| text.is_char_boundary(place)).unwrap_or(0);
    let from = place(random.below(text.len() + 1));
    let to = match random.below(4) {
        0 => place(random.below(text.len() + 1)).max(from),
        length => place(from + length - 1),
    };
    let piece = match random.below(4) {
        0 => "",
        1 => CLEAN[random.below(CLEAN.len())].trim_start(),
        _ => PIECES.split('¦').nth(random.below(42)).unwrap_or_default(),
    };
    [&text[..from], piece, &text[to..]].concat()
}

#[test]
fn clean_texts_go_the_short_way() {
    for text in CLEAN.map(str::trim) {
        for frame in [
            "@",
            "```\n@\n```\nDone.\nAll of it.",
            "Here: @\n\nThat is all.\nIs it enough?",
        ] {
            let framed = frame.replace('@', text);
            assert!(
                TYPES.iter().filter(|compare| compare(&framed, text)).count() >= 1,
                "{framed}"
            );
        }
    }
}

/// How many readings of values in these frames use the fast path. Each value is damaged `least` times or more often, and less
/// often than `end`.
fn short_readings(rounds: usize, least: usize, end: usize, frames: &[&str]) -> usize {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut count = 0;
    for round in 0..rounds {
        let clean = CLEAN[round % CLEAN.len()].to_owned();
        let damages = 0..least + random.below(end - least);
        let value = damages.fold(clean, |value, _| damaged(&value, &mut random));
        let text = frames[random.below(frames.len())].replace('@', &value);
        count += TYPES.iter().filter(|compare| compare(&text, &value)).count();
    }
    count
}

#[test]
fn what_goes_the_short_way_is_what_the_engine_reads() {
    let count = short_readings(60_000, 1, 4, &["@"]);
    assert!(count > 10_000, "only {count} went the short way");
}

/// Prose, fences and reasoning around a place for the answer.
const FRAMES: [&str; 10] = [
    "Here you go:\n```json\n@\n```\nDone.",
    "```json\n@\n```",
    "```\n@\n```\n```json\n[1]\n```",
    "Sure! @",
    "Sure, {x}: @ or so",
    "<think>{\"name\": \"b\"}</think> @",
    "```json\n@",
    "The answer is @, not {\"name\": \"b\", \"size\": 2}.",
    "<answer>@</answer>",
    "`@`",
];

#[test]
fn what_stands_in_a_frame_goes_the_short_way_to_the_same_end() {
    let count = short_readings(2_000, 0, 3, &FRAMES);
    assert!(count > 300, "only {count} went the short way");
}

#[test]
fn what_may_be_something_else_is_left_to_the_engine() {
    let limits = Options::default().limits;
    let none_of_the_keys = [r#"{"error": "no"}"#, "{}"];
    let others = [r#"{"Name": "a", "size": 1}"#, r#"{"nam": "a", "size": 1}"#];
    for text in [none_of_the_keys, others].concat() {
        assert!(document::<Part>(text, limits).is_none(), "{text}");
    }
    assert!(document::<Place>(none_of_the_keys[0], limits).is_none());
    // Nor is what is too deep or too long read here.
    let deep = |levels: usize| ["[".repeat(levels), "]".repeat(levels)].concat();
    assert!(document::<Value>(&deep(100), limits).is_some());
    assert!(document::<Value>(&deep(200), limits).is_none());
    assert!(document::<Vec<IgnoredAny>>(&deep(100_000), limits).is_none());
    assert!(document::<Vec<u8>>("[1, 2, 3]", limits.bytes(8)).is_none());
}
