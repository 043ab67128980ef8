//! The texts of `cases/calls`: whole, byte by byte, and in chunks.

use std::fs;
use std::path::Path;

use llm_output::{Call, LlmOutput};
use serde_json::{Value, json};

use crate::tool::Tool;

/// One text, and the calls in it.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: String,
    calls: Vec<Value>,
    outside: Option<String>,
    /// Whether the text shows what it is wherever it is cut off. A string that ends early shows only in what follows it.
    can_be_cut: bool,
}

/// Every case of every format.
pub(crate) fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/calls");
    let mut paths: Vec<_> = fs::read_dir(folder)
        .expect("the folder of the cases")
        .map(|entry| entry.expect("the folder can be read").path())
        .collect();
    paths.sort();
    let mut cases = Vec::new();
    for path in paths {
        let format = path.file_stem().expect("a file").to_string_lossy().into_owned();
        for line in fs::read_to_string(&path).expect("cases are text").lines() {
            let case: Value = serde_json::from_str(line).expect("a case is JSON");
            cases.push(Case {
                name: format!("{format}: {}", case["case"].as_str().expect("a name")),
                text: case["text"].as_str().expect("a text").to_owned(),
                calls: case["calls"].as_array().expect("calls").clone(),
                outside: case["outside"].as_str().map(str::to_owned),
                can_be_cut: case["cut"].as_bool().unwrap_or(true),
            });
        }
    }
    cases
}

/// What a call says: its value, or the kind of its error.
fn said(call: &Call<Tool>) -> Value {
    match &call.result {
        Ok(parsed) => serde_json::to_value(&parsed.value).expect("a value"),
        Err(error) => json!({"error": error.kind().name()}),
    }
}

/// Whether a call is the expected one. An error of any kind is expected where the case names none.
fn is_expected(call: &Value, expected: &Value) -> bool {
    match expected.get("error") {
        Some(Value::Null) => call.get("error").is_some(),
        _ => call == expected,
    }
}

impl Case {
    /// What is wrong about these calls, if anything is.
    fn fault(&self, calls: &[Value]) -> Option<String> {
        let is_right = calls.len() == self.calls.len()
            && calls
                .iter()
                .zip(&self.calls)
                .all(|(call, expected)| is_expected(call, expected));
        let faulty = || {
            let (name, expected) = (&self.name, Value::from(self.calls.clone()));
            format!(
                "{name}\n  text: {:?}\n  found: {}\n  expected: {expected}",
                self.text,
                Value::from(calls)
            )
        };
        (!is_right).then(faulty)
    }

    /// The calls when the text comes in these chunks, and the text outside of them.
    fn streamed<'t>(chunks: impl Iterator<Item = &'t [u8]>) -> (Vec<Value>, String) {
        let mut stream = Tool::call_stream();
        let mut calls = Vec::new();
        for chunk in chunks {
            calls.extend(stream.push_bytes(chunk).map(|call| said(&call)));
        }
        let rest = stream.finish();
        calls.extend(rest.iter().map(said));
        (calls, rest.text().to_owned())
    }

    fn whole(&self) -> (Vec<Value>, String) {
        let calls = Tool::parse_calls(&self.text);
        (calls.iter().map(said).collect(), calls.text().to_owned())
    }
}

#[test]
fn every_call_is_read() {
    let cases = cases();
    let mut faults = Vec::new();
    for case in &cases {
        let (calls, text) = case.whole();
        faults.extend(case.fault(&calls));
        if let Some(outside) = case.outside.as_ref().filter(|outside| **outside != text) {
            faults.push(format!(
                "{}\n  text: {:?}\n  outside: {text:?}\n  expected: {outside:?}",
                case.name, case.text
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {}:\n{}",
        faults.len(),
        cases.len(),
        faults.join("\n")
    );
    assert!(cases.len() > 700, "only {} cases were found", cases.len());
}

#[test]
fn every_call_is_read_byte_by_byte() {
    for case in cases() {
        let streamed = Case::streamed(case.text.as_bytes().chunks(1));
        assert_eq!(streamed, case.whole(), "{}", case.name);
    }
}

/// How many ways to cut a text are tried; `CALL_CUTS=1000 cargo test -p llm_output_tests --test calls` tries them all.
fn cuts() -> usize {
    std::env::var("CALL_CUTS")
        .ok()
        .and_then(|cuts| cuts.parse().ok())
        .unwrap_or(100)
}

#[test]
fn every_call_is_read_in_any_chunks() {
    for case in cases() {
        let bytes = case.text.as_bytes();
        let whole = case.whole();
        let mut random = 0x2545_f491_4f6c_dd1d_u64 ^ bytes.len() as u64;
        let mut below = |limit: usize| {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            usize::try_from(random >> 33).expect("a small number") % limit.max(1)
        };
        for _ in 0..cuts() {
            let mut places: Vec<usize> = (0..=below(6)).map(|_| below(bytes.len() + 1)).collect();
            places.extend([0, bytes.len()]);
            places.sort_unstable();
            let chunks = places.windows(2).map(|pair| &bytes[pair[0]..pair[1]]);
            assert_eq!(Case::streamed(chunks), whole, "{} at {places:?}", case.name);
        }
    }
}

/// Every case, cut off at every place: no call is returned that the whole text does not have, and none with other arguments.
#[test]
fn a_cut_text_has_no_call_that_the_whole_one_has_not() {
    for case in cases() {
        // What is cut off before the end of its reasoning is not known to be reasoning.
        if case.name.contains("begun in the prompt") || case.name.contains("none") || case.name.contains("example") {
            continue;
        }
        if !case.can_be_cut {
            continue;
        }
        let (whole, _) = case.whole();
        for end in (0..case.text.len()).filter(|&end| case.text.is_char_boundary(end)) {
            let calls = Tool::parse_calls(&case.text[..end]);
            let read = calls.iter().filter(|call| call.result.is_ok());
            for call in read.map(said) {
                assert!(
                    whole.contains(&call),
                    "{} cut at {end}: {call}\n{}",
                    case.name,
                    &case.text[..end]
                );
            }
        }
    }
}
