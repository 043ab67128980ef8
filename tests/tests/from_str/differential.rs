//! Damaged texts of the types that have both derives: `from_str` and `parse_llm` give the same value, or both an error.
//!
//! `LLM_OUTPUT_TEXTS=200000 cargo test -p llm_output_tests --test from_str differential` reads as many texts as that.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use llm_output::{ErrorKind, Options};
use llm_output_tests::corruption::{Plan, Reader, texts};

/// How many texts a plain `cargo test` reads.
const TEXTS: usize = 3_000;

/// Types of which serde takes a part in whole before it looks at it: such a part has its JSON repaired, but not its types. There
/// the derive may read what `from_str` refuses.
const TAKEN_WHOLE: [&str; 4] = ["Drawing", "Log", "Event", "Ticket"];

#[test]
fn a_damaged_text_gives_the_same_value_or_no_value() {
    let count = std::env::var("LLM_OUTPUT_TEXTS").map_or(TEXTS, |count| count.parse().expect("a number"));
    let mut classes: BTreeMap<String, (usize, String)> = BTreeMap::new();
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
            let class = match (&derived, &serde) {
                (Ok(one), Ok(other)) if one.value == other.value => return,
                (Err(_), Err(_)) => return,
                (Ok(_), Ok(_)) => "another value",
                (Ok(_), Err(_)) => "refused by from_str alone",
                (Err(_), Ok(_)) => "refused by parse_llm alone",
            };
            let shown = |outcome: &Result<llm_output_tests::case::Reading, llm_output::ParseError>| match outcome {
                Ok(reading) => format!("{} {:?}", reading.value, reading.told()),
                Err(error) => format!("{:?}: {error}", error.kind()),
            };
            let (times, example) = classes.entry(format!("{} {class}", subject.name)).or_default();
            *times += 1;
            let text = format!(
                "{damage}\n    {text:?}\n    derived {}\n    serde   {}",
                shown(&derived),
                shown(&serde)
            );
            if example.is_empty() || text.len() < example.len() {
                *example = text;
            }
        });
    }
    let mut table = String::new();
    for (class, (times, example)) in &classes {
        writeln!(table, "{class}: {times}\n  {example}").expect("a String takes everything");
    }
    println!("{read} texts\n{table}");
    let is_known = |class: &str| {
        TAKEN_WHOLE
            .iter()
            .any(|name| class == format!("{name} refused by from_str alone"))
    };
    assert!(classes.keys().all(|class| is_known(class)), "of {read} texts\n{table}");
    let _ = ErrorKind::Schema;
}
