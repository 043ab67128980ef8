//! What the derive makes of a text, `from_str` makes of it too.

use llm_output::{Options, ParseError, Parsed, from_str_with};
use llm_output_tests::damage::Damage;
use llm_output_tests::document::{Style, write};
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types::{
    CommitMessage, EditArgs, Invoice, InvoiceLine, Leaves, Membership, Note, Review, Step, WriteArgs,
};
use llm_output_tests::way::Subject;
use serde::Serialize;
use serde_json::Value;

fn document<T: Subject>(random: &mut Random) -> String {
    let value = serde_json::to_value(T::sample(random, Texts::Hostile)).expect("every shared type is written as JSON");
    let style = Style::sample(random);
    write(&value, style, random)
}

fn told<T>(parsed: &Parsed<T>) -> Vec<String> {
    let mut repairs: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    repairs.sort();
    repairs
}

/// What came of a text: every repair and the value, or the class of the error.
fn shown<T: Serialize>(outcome: &Result<Parsed<T>, ParseError>) -> String {
    match outcome {
        Ok(parsed) => format!(
            "{:?} {}",
            told(parsed),
            serde_json::to_string(&parsed.value).expect("JSON")
        ),
        Err(error) => format!("{error:?}"),
    }
}

/// How many texts there were, and how those came out that did not come out as for the derived type.
#[derive(Default)]
struct Count {
    texts: usize,
    right: usize,
    wrong: usize,
    other: Vec<String>,
}

impl Count {
    fn add<T: Subject>(&mut self, text: &str, value: Option<&T>, options: &Options<'_>) {
        self.texts += 1;
        let (derived, read) = (T::parse_llm_with(text, options), from_str_with::<T>(text, options));
        if let (Ok(parsed), Some(value)) = (&read, value) {
            let is_right = parsed.value == *value;
            self.right += usize::from(is_right);
            self.wrong += usize::from(!is_right);
        }
        let is_same = match (&derived, &read) {
            (Ok(one), Ok(other)) => one.value == other.value && told(one) == told(other),
            (Err(one), Err(other)) => one.kind() == other.kind(),
            _ => false,
        };
        if !is_same {
            let (derived, read) = (shown(&derived), shown(&read));
            self.other
                .push(format!("{text}\n  derived {derived}\n  serde   {read}"));
        }
    }
}

fn count_damages<T: Subject>(count: &mut Count) {
    const DOCUMENTS: usize = 60;
    for damage in Damage::ALL {
        let mut random = Random::new(damage as u64);
        let mut counted = 0;
        for _ in 0..DOCUMENTS * 40 {
            let value = T::sample(&mut random, Texts::Human);
            let draft = T::sample(&mut random, Texts::Human);
            let [document, draft] = [&value, &draft].map(|value| serde_json::to_value(value).expect("JSON"));
            let pretty = random.one_in(2);
            if let Some(text) = damage.apply(&document, &draft, pretty, &mut random) {
                count.add(&text, Some(&value), &Damage::options(&[damage]));
                counted += 1;
                if counted == DOCUMENTS {
                    break;
                }
            }
        }
    }
}

fn verdict(count: &Count, most: usize) {
    let examples = count.other.iter().take(12).cloned().collect::<Vec<_>>().join("\n\n");
    println!(
        "{} texts, {} right, {} wrong, {} not as derived",
        count.texts,
        count.right,
        count.wrong,
        count.other.len()
    );
    assert_eq!(count.wrong, 0, "read as another value without an error\n{examples}");
    assert!(
        count.other.len() <= most,
        "{} of {} texts do not come out as for the derived type\n{examples}",
        count.other.len(),
        count.texts
    );
}

#[test]
fn a_damaged_document_comes_out_as_for_the_derived_type() {
    let mut count = Count::default();
    count_damages::<Review>(&mut count);
    count_damages::<CommitMessage>(&mut count);
    count_damages::<Note>(&mut count);
    count_damages::<WriteArgs>(&mut count);
    count_damages::<EditArgs>(&mut count);
    count_damages::<Invoice>(&mut count);
    count_damages::<Leaves>(&mut count);
    assert!(
        count.right * 100 >= count.texts * 99,
        "{} of {}",
        count.right,
        count.texts
    );
    verdict(&count, 0);
}

fn count_cuts<T: Subject>(count: &mut Count, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..8 {
        let document = loop {
            let document = document::<T>(&mut random);
            if document.len() < 600 {
                break document;
            }
        };
        for at in (0..document.len()).filter(|&at| document.is_char_boundary(at)) {
            for options in [Options::default(), Options::lenient()] {
                count.add::<T>(&document[..at], None, &options);
                count.add::<T>(&document[at..], None, &options);
            }
        }
    }
}

#[test]
fn every_cut_of_a_document_comes_out_as_for_the_derived_type() {
    let mut count = Count::default();
    count_cuts::<Invoice>(&mut count, 2);
    count_cuts::<Leaves>(&mut count, 3);
    count_cuts::<Step>(&mut count, 4);
    verdict(&count, 0);
}

/// Values that are wrong for most fields; each is closed in itself.
const WRONG_VALUES: [&str; 16] = [
    "null",
    "\"\"",
    "\"n/a\"",
    "\"12 or 13\"",
    "[]",
    "{}",
    "[1, 2]",
    "[1]",
    "{\"a\": 1}",
    "1e999",
    "-1",
    "3.7",
    "'it'",
    "True",
    "\"a \"quoted\" word\"",
    "\"raw\nline\"",
];

fn count_wrong_members<T: Subject>(count: &mut Count, seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..20 {
        let value = serde_json::to_value(T::sample(&mut random, Texts::Human)).expect("JSON");
        let members = value.as_object().expect("a struct is an object");
        for damaged in members.keys() {
            for wrong in WRONG_VALUES {
                let member = |(key, value): (&String, &Value)| {
                    let value = if key == damaged {
                        wrong.to_owned()
                    } else {
                        value.to_string()
                    };
                    format!("{key:?}: {value}")
                };
                let text = members.iter().map(member).collect::<Vec<_>>().join(", ");
                for options in [Options::default(), Options::lenient(), Options::exact()] {
                    count.add::<T>(&format!("{{{text}}}"), None, &options);
                }
            }
            let left = members.iter().filter(|(key, _)| *key != damaged);
            let text = left
                .map(|(key, value)| format!("{key:?}: {value}"))
                .collect::<Vec<_>>()
                .join(", ");
            for options in [Options::default(), Options::lenient()] {
                count.add::<T>(&format!("{{{text}}}"), None, &options);
            }
        }
    }
}

#[test]
fn a_wrong_or_missing_member_comes_out_as_for_the_derived_type() {
    let mut count = Count::default();
    count_wrong_members::<InvoiceLine>(&mut count, 6);
    count_wrong_members::<Note>(&mut count, 7);
    count_wrong_members::<Leaves>(&mut count, 8);
    count_wrong_members::<Step>(&mut count, 9);
    count_wrong_members::<Membership>(&mut count, 10);
    verdict(&count, 0);
}
