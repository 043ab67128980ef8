//! Damaged texts of the types that have both derives: `from_str` and `parse_llm` give the same value, or both an error.
//!
//! `LLM_OUTPUT_TEXTS=200000 cargo test -p llm_output_tests --test from_str differential -- --nocapture` reads as many texts as
//! that, and prints every class of difference with its shortest example.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use llm_output::{Options, ParseError};
use llm_output_tests::case::Reading;
use llm_output_tests::corruption::subjects::is_untold;
use llm_output_tests::corruption::{Plan, Reader, texts};

/// How many texts a plain `cargo test` reads.
const TEXTS: usize = 3_000;

fn shown(outcome: &Result<Reading, ParseError>) -> String {
    match outcome {
        Ok(reading) => format!("{} {:?}", reading.value, reading.told()),
        Err(error) => format!("{:?}: {error}", error.kind()),
    }
}

/// How two readings of a text differ.
fn difference(derived: &Result<Reading, ParseError>, serde: &Result<Reading, ParseError>) -> Option<&'static str> {
    match (derived, serde) {
        (Ok(one), Ok(other)) => (one.value != other.value).then_some("another value"),
        (Err(_), Err(_)) => None,
        (Ok(_), Err(_)) => Some("refused by from_str alone"),
        (Err(_), Ok(_)) => Some("refused by parse_llm alone"),
    }
}

#[test]
fn a_damaged_text_gives_the_same_value_or_no_value() {
    let count = std::env::var("LLM_OUTPUT_TEXTS").map_or(TEXTS, |count| count.parse().expect("a number"));
    let mut classes: BTreeMap<(&str, &str), (usize, String)> = BTreeMap::new();
    let mut read = 0;
    for damages in 1..=3 {
        let plan = Plan {
            texts: count / 3,
            damages,
            reader: Reader::Derived,
            only: String::new(),
            examples: 0,
        };
        texts(&plan, &mut |subject, damage, text| {
            read += 1;
            let options = Options::default();
            let (derived, serde) = (
                (subject.derived)(text, &options),
                (subject.through_serde)(text, &options),
            );
            let Some(class) = difference(&derived, &serde) else {
                return;
            };
            let (times, example) = classes.entry((subject.name, class)).or_default();
            *times += 1;
            let (derived, serde) = (shown(&derived), shown(&serde));
            let text = format!("{damage}\n    {text:?}\n    derived {derived}\n    serde   {serde}");
            if example.is_empty() || text.len() < example.len() {
                *example = text;
            }
        });
    }
    let mut table = String::new();
    let (mut known, mut others) = (0, 0);
    for ((subject, class), (times, example)) in &classes {
        let is_known = is_untold(subject);
        *if is_known { &mut known } else { &mut others } += times;
        writeln!(table, "{subject} {class}: {times}\n  {example}").expect("a String takes everything");
    }
    println!("{read} texts, {known} differ where serde does not tell what is expected, {others} elsewhere\n{table}");
    assert_eq!(others, 0, "of {read} texts\n{table}");
    assert!(known * 20 <= read, "{known} of {read} texts\n{table}");
}
