//! A reading that never looked at the end of the text is final: no further text changes it.

use std::collections::HashMap;
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use llm_output::__private_0_1_0::{Probed, probe};
use llm_output::{LlmOutput, Repair, RepairKind};
use llm_output_tests::case::Case;
use llm_output_tests::corruption::subjects;
use llm_output_tests::types;

/// The text, where the value begins, what it is inside of, and whether that is a fence.
type Probe = fn(&str, usize, &[Probed], bool) -> (String, bool);

fn entry<T: LlmOutput + Debug>(name: &'static str) -> (&'static str, Probe) {
    (name, probe::<T>)
}

/// The types by the names that the cases give them.
fn types() -> Vec<(&'static str, Probe)> {
    vec![
        entry::<types::Review>("Review"),
        entry::<types::Finding>("Finding"),
        entry::<types::Severity>("Severity"),
        entry::<types::CommitMessage>("CommitMessage"),
        entry::<types::Note>("Note"),
        entry::<types::ReadArgs>("ReadArgs"),
        entry::<types::WriteArgs>("WriteArgs"),
        entry::<types::EditArgs>("EditArgs"),
        entry::<types::Page>("Page"),
        entry::<types::Article>("Article"),
        entry::<types::Rating>("Rating"),
        entry::<types::Assessment>("Assessment"),
        entry::<types::InvoiceLine>("InvoiceLine"),
        entry::<types::Invoice>("Invoice"),
        entry::<types::Address>("Address"),
        entry::<types::Verse>("Verse"),
        entry::<types::Preferences>("Preferences"),
        entry::<types::Declared>("Declared"),
        entry::<types::Status>("Status"),
        entry::<types::Step>("Step"),
        entry::<types::Closed>("Closed"),
        entry::<types::Graded>("Graded"),
        entry::<types::Formula>("Formula"),
        entry::<types::Bounded>("Bounded"),
        entry::<types::Membership>("Membership"),
        entry::<types::Leaves>("Leaves"),
        entry::<types::UserId>("UserId"),
        entry::<u8>("u8"),
        entry::<i64>("i64"),
        entry::<f64>("f64"),
        entry::<bool>("bool"),
        entry::<String>("String"),
        entry::<subjects::Person>("Person"),
        entry::<subjects::Drawing>("Drawing"),
        entry::<subjects::Script>("Script"),
        entry::<subjects::Code>("Code"),
        entry::<Vec<subjects::Item>>("Vec<Item>"),
        entry::<serde_json::Value>("Value"),
        entry::<Vec<types::Finding>>("Vec<Finding>"),
        entry::<Vec<types::Page>>("Vec<Page>"),
        entry::<Vec<String>>("Vec<String>"),
        entry::<Vec<i64>>("Vec<i64>"),
        entry::<std::collections::BTreeMap<String, i64>>("Map<i64>"),
    ]
}

/// What stands in an object or list somewhere inside the answer.
fn parts() -> Vec<Probe> {
    vec![
        probe::<String>,
        probe::<Option<String>>,
        probe::<types::Severity>,
        probe::<u32>,
        probe::<f64>,
        probe::<bool>,
        probe::<types::Finding>,
        probe::<Vec<String>>,
        probe::<std::collections::BTreeMap<String, String>>,
        probe::<Option<types::Note>>,
        probe::<subjects::Drawing>,
        probe::<serde_json::Value>,
    ]
}

fn case_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of cases can be listed") {
        let path = entry.expect("a folder of cases can be listed").path();
        if path.is_dir() {
            case_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let mut files = Vec::new();
    case_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("cases"), &mut files);
    files.sort();
    let read = |file: &PathBuf| {
        let text = std::fs::read_to_string(file).expect("a file of cases can be read");
        serde_json::from_str::<Vec<Case>>(&text).expect("a file of cases is JSON")
    };
    files.iter().flat_map(read).collect()
}

/// Every prefix of `text` after `start`, and what of it is settled and other than what the whole gives.
struct Tally {
    settled: usize,
    wrong: Vec<String>,
}

impl Tally {
    fn check(&mut self, name: &str, text: &str, start: usize, around: &[Probed], fenced: bool, read: Probe) {
        let whole = read(text, start, around, fenced).0;
        let ends = (start + 1..text.len()).filter(|&end| text.is_char_boundary(end));
        for end in ends {
            let (part, is_settled) = read(&text[..end], start, around, fenced);
            self.settled += usize::from(is_settled);
            if is_settled && part != whole {
                self.wrong.push(format!(
                    "{name}, from {start}: {:?} then {:?}\n  part:  {part}\n  whole: {whole}",
                    &text[..end],
                    &text[end..]
                ));
                return;
            }
        }
    }

    /// # Panics
    ///
    /// Where a settled reading is other than that of the whole.
    fn judge(self, least: usize) {
        let head: Vec<_> = self.wrong.iter().take(12).cloned().collect();
        assert!(
            self.wrong.is_empty(),
            "{} wrong:\n{}",
            self.wrong.len(),
            head.join("\n")
        );
        assert!(self.settled > least, "only {} readings were settled", self.settled);
    }
}

fn first_value(text: &str) -> Option<usize> {
    text.find(['{', '[', '"'])
}

#[test]
fn what_is_settled_is_final_for_every_prefix_of_every_case() {
    let types: HashMap<_, _> = types().into_iter().collect();
    let mut tally = Tally {
        settled: 0,
        wrong: Vec::new(),
    };
    for case in cases() {
        let Some(start) = first_value(&case.input) else {
            continue;
        };
        let read = types[case.type_name.as_str()];
        tally.check(&case.name, &case.input, start, &[], false, read);
        let fenced = format!("{}\n```\nThat is all of it, said twice.\n{}", case.input, case.input);
        tally.check(&case.name, &fenced, start, &[], true, read);
    }
    tally.judge(10_000);
}

#[test]
fn what_is_settled_is_final_inside_an_object_or_list() {
    let (finding, note) = (types::Finding::__OBJECT, types::Note::__OBJECT);
    let review = types::Review::__OBJECT;
    let accepts = types::Finding::__FACTS.accepts;
    let text = String::__FACTS.accepts;
    let surroundings: [&[Probed]; 5] = [
        &[
            Probed::Field(review, 0),
            Probed::Element(accepts, 0),
            Probed::Field(finding, 1),
        ],
        &[Probed::Field(review, 0), Probed::Element(accepts, 2)],
        &[Probed::Field(note, 0)],
        &[Probed::Field(note, 2), Probed::Element(text, 0)],
        &[Probed::Field(note, 3)],
    ];
    let mut tally = Tally {
        settled: 0,
        wrong: Vec::new(),
    };
    let parts = parts();
    for (number, case) in cases().iter().enumerate() {
        let places = case.input.match_indices(['{', '[', '"', ':', ',']);
        for (at, (place, token)) in places.enumerate().filter(|(at, _)| (at + number).is_multiple_of(3)) {
            let start = place + usize::from(matches!(token, ":" | ","));
            let read = parts[(number + at / 3) % parts.len()];
            let around = surroundings[(number / 2 + at) % surroundings.len()];
            let fenced = number % 2 == 0;
            tally.check(&case.name, &case.input, start, around, fenced, read);
        }
    }
    tally.judge(10_000);
}

/// An object in a string whose quotes are not escaped is only known by its end: half a literal in it shows nothing.
#[test]
fn an_object_in_a_string_is_read_however_the_reply_is_cut() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Task {
        labels: Vec<String>,
        done: Option<bool>,
        size: f64,
    }
    for text in [
        r#"["{"labels":["alpha","b"],"done":false,"size":1.5e3}"]"#,
        r#"["{"labels":["alpha","b"],"size":-12,"done":null}"]"#,
    ] {
        let whole = Vec::<Task>::parse_llm(text).expect("a list of one").value;
        for chunk in 1..=text.len() {
            let mut items = Task::items();
            let mut read = Vec::new();
            for piece in text.as_bytes().chunks(chunk) {
                read.extend(items.push_bytes(piece));
            }
            read.extend(items.finish());
            let read: Result<Vec<_>, _> = read.into_iter().map(|item| item.map(|item| item.value)).collect();
            assert_eq!(read.as_ref().ok(), Some(&whole), "{text} in pieces of {chunk}");
        }
    }
}

/// An element that is not read like this in the whole reply, where its inner list is closed too early, is no element of the answer.
#[test]
fn an_element_that_the_whole_reply_reads_otherwise_is_retracted() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Entry {
        name: String,
        labels: Vec<String>,
        n: Option<i64>,
    }
    let text = r#"[{"name":"a","labels":["x y"],"trailing, 50%"],"n":1},{"name":"b","labels":["z"],"n":2}]"#;
    let whole = Vec::<Entry>::parse_llm(text).expect("two entries").value;
    assert_eq!(whole[0].labels, ["x y", "trailing, 50%"]);
    for chunk in [1, 7, text.len()] {
        let mut items = Entry::items();
        let mut delivered = Vec::new();
        for piece in text.as_bytes().chunks(chunk) {
            delivered.extend(items.push_bytes(piece).flatten().map(|item| item.value));
        }
        let ended = items.end();
        let rest = ended.rest.into_iter().collect::<Result<Vec<_>, _>>();
        let is_complete = rest.is_ok_and(|rest| {
            delivered.extend(rest.into_iter().map(|item| item.value));
            delivered == whole
        });
        assert!(is_complete || ended.revised, "{delivered:?}");
    }
}

/// A misspelled key is a guess about the list, which is reported at the end.
#[test]
fn a_misspelled_key_of_the_list_is_reported() {
    for (key, expected) in [
        ("numbrs", &[RepairKind::KeyFuzzy][..]),
        ("Numbers", &[]),
        ("numbers", &[]),
    ] {
        let mut items = u32::items().at(key);
        assert!(items.push(r#"{"numbers": [1, 2]}"#).count() <= 2);
        let ended = items.end();
        let kinds: Vec<_> = ended.repairs.iter().map(Repair::kind).collect();
        assert_eq!(kinds, expected, "{key}");
        assert!(!ended.revised);
    }
}
