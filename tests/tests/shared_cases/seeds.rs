//! The behaviour of earlier systems, where that collection is at hand: recorded texts, and what this crate should make of
//! them. The repository does not hold it, so that these tests say how many cases they ran.

use std::fmt::Write as _;
use std::path::Path;

use llm_output::{Options, ParseError};
use llm_output_tests::case::{Reader, Reading, read, reader};
use serde::Deserialize;
use serde_json::Value;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/cases");

/// One record of `seeds.jsonl`.
#[derive(Debug, Deserialize)]
struct Seed {
    id: String,
    kind: String,
    target_type: String,
    input: Value,
    /// What this crate should do, in words.
    unified: String,
}

/// Types that only this collection asks for.
mod types {
    use std::collections::BTreeMap;

    use llm_output::LlmOutput;
    use serde::{Deserialize, Serialize};

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct Findings {
        findings: Vec<Finding>,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    struct Finding {
        severity: Severity,
        #[llm(length(min = 1))]
        file: String,
        line: u32,
        line_end: Option<u32>,
        #[llm(length(min = 1))]
        title: String,
        #[llm(length(min = 1))]
        description: String,
        #[llm(length(min = 1))]
        suggestion: String,
        language: Option<String>,
        snippet: Option<String>,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    #[serde(rename_all = "lowercase")]
    enum Severity {
        Critical,
        High,
        Medium,
        Low,
        Info,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct Assess {
        score: i64,
        reason: String,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct CountArgs {
        n: i64,
        #[serde(default)]
        tags: Vec<String>,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct IdArgs {
        id: i64,
        paths: Vec<String>,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct IntsArgs {
        values: Vec<i64>,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct Opt {
        a: Option<i32>,
        b: Option<Vec<String>>,
        c: Option<bool>,
        t: String,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct Review {
        summary: String,
        findings: Vec<Place>,
        #[serde(default)]
        meta: BTreeMap<String, String>,
        confidence: u8,
        ok: bool,
        score: f64,
        sev: Side,
        inner: Option<Place>,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    struct Place {
        file: String,
        line: u32,
        sev: Side,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    #[serde(rename_all = "lowercase")]
    enum Side {
        High,
        Low,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    pub(crate) struct Judgement {
        verdict: Outcome,
        issues: Vec<Issue>,
        summary: String,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    #[serde(rename_all = "kebab-case")]
    enum Outcome {
        Pass,
        NeedsFixes,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    struct Issue {
        file: String,
        line: Option<f64>,
        severity: Weight,
        description: String,
    }

    #[derive(Debug, Serialize, Deserialize, LlmOutput)]
    #[serde(rename_all = "lowercase")]
    enum Weight {
        Error,
        Warning,
        Suggestion,
    }
}

/// The type that a record describes in words, and the marker that its system asks for.
fn target(seed: &Seed) -> Option<(Reader, Option<&'static str>)> {
    let known: [(&str, Reader, Option<&str>); 14] = [
        ("struct ReadArgs {", reader("ReadArgs"), None),
        ("struct WriteArgs {", reader("WriteArgs"), None),
        ("struct EditArgs {", reader("EditArgs"), None),
        ("struct CommitMessage {", reader("CommitMessage"), None),
        ("struct Note {", reader("Note"), None),
        ("struct MarkdownPr {", reader("Page"), None),
        ("struct Findings {", read::<types::Findings>, None),
        ("struct Assess {", read::<types::Assess>, None),
        ("struct CountArgs {", read::<types::CountArgs>, None),
        ("struct IdArgs {", read::<types::IdArgs>, None),
        ("struct IntsArgs {", read::<types::IntsArgs>, None),
        ("struct Opt {", read::<types::Opt>, None),
        ("struct Review { summary: String,", read::<types::Review>, None),
        ("struct Review { verdict:", read::<types::Judgement>, Some("cadre-json")),
    ];
    let (_, reader, marker) = known.iter().find(|(words, ..)| seed.target_type.starts_with(words))?;
    Some((*reader, *marker))
}

/// Names of repairs in `ok; repairs [fence_unwrapped, extra_comma @ $.findings]`.
fn named_repairs(unified: &str) -> Option<Vec<&str>> {
    let (_, list) = unified.split_once("repairs [")?;
    let (list, rest) = list.split_once(']')?;
    if rest.trim_start().starts_with(['(', ',', ']']) {
        return None;
    }
    Some(
        list.split(',')
            .filter_map(|entry| entry.split_whitespace().next())
            .collect(),
    )
}

/// What differs from the record, or `None`.
fn deviation(seed: &Seed, outcome: &Result<Reading, ParseError>) -> Option<String> {
    let wants_value = seed.unified.starts_with("ok");
    match outcome {
        Ok(reading) if wants_value => {
            let expected = named_repairs(&seed.unified)?;
            let mut expected: Vec<_> = expected.into_iter().filter(|kind| !kind.starts_with('$')).collect();
            let mut found: Vec<_> = reading.repairs.iter().map(|report| report.kind).collect();
            for kinds in [&mut expected, &mut found] {
                kinds.sort_unstable();
                kinds.dedup();
            }
            (expected != found).then(|| format!("repairs {found:?}"))
        }
        Ok(reading) => Some(format!("value {}", reading.value)),
        Err(error) if wants_value => Some(format!("error {:?}: {error}", error.kind())),
        Err(_) => None,
    }
}

#[test]
fn behaviour_of_earlier_systems() {
    let path = Path::new(FOLDER).join("seeds.jsonl");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("the collection of recorded cases is not at hand: 0 cases ran");
        return;
    };
    let mut table = String::new();
    let (mut same, mut other) = (0, 0);
    for record in text.lines() {
        let seed: Seed = serde_json::from_str(record).unwrap_or_else(|error| panic!("{error} in {record}"));
        let (Some(input), Some((reader, marker))) = (seed.input.as_str(), target(&seed)) else {
            continue;
        };
        if seed.kind != "parse" || !(seed.unified.starts_with("ok") || seed.unified.starts_with("error")) {
            continue;
        }
        let options = marker.map_or_else(Options::default, |marker| Options::default().marker(marker));
        match deviation(&seed, &reader(input, &options)) {
            None => same += 1,
            Some(found) => {
                other += 1;
                writeln!(
                    table,
                    "{} {input:?}\n    wanted: {}\n    found:  {found}",
                    seed.id, seed.unified
                )
                .expect("writing to a String cannot fail");
            }
        }
    }
    println!(
        "{table}\n{} cases ran: {same} as recorded, {other} deviate",
        same + other
    );
    assert!(same + other > 0, "no record of {} could be run", path.display());
}
