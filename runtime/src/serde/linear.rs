//! The work for a text is in proportion to its length, whatever stands in it: counted in steps, in all passes together.

use std::collections::BTreeMap;
use std::net::IpAddr;

use serde::Deserialize;

use crate::path::head;
use crate::read::steps::steps_of;
use crate::{Options, from_str_with};

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Part {
    name: String,
    size: i64,
    grade: Option<u8>,
    #[serde(default)]
    parts: Vec<Part>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Host {
    address: IpAddr,
    other: Option<IpAddr>,
    names: BTreeMap<String, IpAddr>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the work of reading counts")]
enum Form {
    Part { name: String, size: i64 },
    Names(Vec<String>),
    Name(String),
    Nothing,
}

/// Reads a text as one type.
type Reader = fn(&str, &Options<'_>);

fn read<T: for<'de> Deserialize<'de>>(text: &str, options: &Options<'_>) {
    // What comes of it is told elsewhere.
    let _ = from_str_with::<T>(text, options);
}

const READERS: &[(&str, Reader)] = &[
    ("Part", read::<Part>),
    ("Vec<Part>", read::<Vec<Part>>),
    ("Vec<Host>", read::<Vec<Host>>),
    ("Vec<IpAddr>", read::<Vec<IpAddr>>),
    ("Vec<Form>", read::<Vec<Form>>),
];

fn steps(text: &str, reader: Reader) -> usize {
    let all = [Options::default(), Options::lenient()];
    all.iter()
        .map(|options| steps_of(|| reader(text, options)))
        .max()
        .unwrap_or(0)
}

const LENGTH: usize = 1_500;

/// Steps for each byte of the text, at most, in all passes together.
const STEPS: usize = 3_000;

/// Reads `unit` again and again behind `prefix`, in a text and in one four times as long, as every type.
#[track_caller]
fn is_linear(prefix: &str, unit: &str) {
    let text = |length: usize| [prefix, &*unit.repeat(length / unit.len())].concat();
    for (name, reader) in READERS {
        let [once, often] = [LENGTH, 4 * LENGTH].map(|length| steps(&text(length), *reader));
        assert!(
            often <= 6 * once + 100_000 && often <= 4 * LENGTH * STEPS,
            "{name} {prefix:?} {:?}: {once} steps, then {often}",
            head(unit, 80)
        );
    }
}

#[test]
fn keys_that_are_looked_for_again_and_again_share_one_allowance() {
    is_linear("[", "{\"Name\":'\"Parts\":");
    is_linear("{\"parts\":[{", "{\"Name\":('\"name\": \"parts\":");
    is_linear("[{", "\"name\":\"a\",\"size\":1,\"Grade\":2,");
    is_linear("[{", "\"name\":\"a\",\"Grade\":2,");
    is_linear("[{", "\"Name\":\"a\",\"Size\":2,\"grade\":3,");
}

#[test]
fn what_was_read_of_a_value_is_not_read_again_from_within() {
    is_linear("", "'}{");
    is_linear("", "\"a\"}\"address\":{\"name\": null\"Size\":");
}

#[test]
fn what_is_given_up_in_a_text_inside_the_text_stays_within_it() {
    is_linear("\"{", "\"parts\":'''\"a\", :");
}

#[test]
fn what_is_refused_is_not_read_again_for_each_of_it() {
    is_linear("[", "\"x\",");
    is_linear("[", "\"x\",\"::1\",");
    is_linear("{", "\"address\":\"x\",");
    is_linear("[{\"address\":\"::1\",\"names\":{", "\"a\":\"x\",");
    is_linear("[", "{\"address\":\"x\",\"names\":{\"a\":\"x\",\"b\":\"::1\"}},");
    is_linear("[", "{\"names\":{\"a\":\"x\"}},");
    is_linear("[", "{\"other\":\"x\"},");
    is_linear("{\"parts\":[", "{\"parts\":[{\"size\":1}]},");
    is_linear("", "[\"x\"] ");
    is_linear("", "{\"address\":\"x\"} ");
}
