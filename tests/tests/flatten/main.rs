//! Types whose members stand among those of another (`#[llm(flatten)]`): read like serde reads them where the document is
//! valid, and repaired by the keys of all of them where it is not.

mod absent;
mod agreement;
mod declared;
mod repairs;
mod rest;

use std::fmt::Debug;
use std::time::{Duration, Instant};

use llm_output::{LlmOutput, Options};
use llm_output_tests::document::{Style, write};
use llm_output_tests::flat::{Change, Entry, Location, Nested, Numbered, Open};
use llm_output_tests::one_test_a_type;
use llm_output_tests::sample::{Random, Sample, Texts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

trait Subject: LlmOutput + Sample + Serialize + DeserializeOwned + PartialEq + Debug {}
impl<T: LlmOutput + Sample + Serialize + DeserializeOwned + PartialEq + Debug> Subject for T {}

/// What is read, or the paths of what does not fit.
type Outcome<T> = Result<T, &'static [&'static str]>;

/// Groups in a group.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Optional {
    #[serde(flatten)]
    outer: Option<Outer>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Outer {
    a: u8,
    #[serde(flatten)]
    inner: Option<Inner>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Inner {
    b: u8,
    c: u8,
    d: Option<u8>,
}

// Rule 1: valid input is sacred.

fn documents_read_like_serde_json<T: Subject>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..1_000 {
        let value = T::sample(&mut random, Texts::Hostile);
        let document = serde_json::to_value(&value).expect("a value is written as JSON");
        let style = Style::sample(&mut random);
        let text = write(&document, style, &mut random);
        let oracle: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let parsed = T::parse_llm(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value, oracle, "{text}");
        assert!(parsed.is_exact(), "{:?}\n{text}", parsed.repairs());
        let exact = T::parse_llm_with(&text, &Options::exact()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(exact.value, oracle, "{text}");
    }
}

one_test_a_type! {
    valid_documents_are_read_exactly: documents_read_like_serde_json;
    structs: Entry,
    flatten_in_flatten: Nested,
    a_map: Open,
    a_parameter: Numbered<Location>,
    a_parameter_that_flattens: Numbered<Nested>,
    a_parameter_with_a_map: Numbered<Open>,
    variants: Change,
    list: Vec<Entry>,
}

// Rule 6: linear.

#[test]
fn hostile_members_are_read_in_linear_time() {
    /// Far above what a linear reader needs for a megabyte, and far below what a quadratic one takes.
    const PATIENCE: Duration = Duration::from_secs(30);
    for unit in [
        "\"Title\": 1, ",
        "\"t_i_t_l_e\": \"a\", ",
        "\"x\": 1, ",
        "\"title\": \"a\", ",
        "\"line\": null, ",
        "\"name\": null, ",
        "\"x\": \"a \"b\" c\", ",
        "name: n, ",
        "\"x\": {",
    ] {
        let text = format!("{{{}", unit.repeat(1_000_000 / unit.len()));
        for text in [&*text, &format!("{text} \"title\": \"t\"}}")] {
            let start = Instant::now();
            let _ = (Open::parse_llm(text), Open::parse_llm_with(text, &Options::lenient()));
            let _ = (Entry::parse_llm(text), Optional::parse_llm(text));
            assert!(start.elapsed() < PATIENCE, "{unit}: {:?}", start.elapsed());
        }
    }
}
