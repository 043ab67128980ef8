//! What is accepted at one severity is accepted at every higher one, with the same value, and the severity that an error
//! names reads the text, in both ways of reading.

use std::fmt::Debug;

use llm_output::{LlmOutput, Options, ParseError, Severity, Surface};
use llm_output_tests::both_ways;
use llm_output_tests::case::Case;
use llm_output_tests::damage::Damage;
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types::{Assessment, CommitMessage, EditArgs, Invoice, Leaves, Note, Review, WriteArgs};
use llm_output_tests::way::{Subject, Way};
use serde::{Deserialize, Serialize};
use serde_json::Value;

const LADDER: [Option<Severity>; 7] = [
    None,
    Some(Severity::Framing),
    Some(Severity::Syntax),
    Some(Severity::Coercion),
    Some(Severity::Guess),
    Some(Severity::Incomplete),
    Some(Severity::Invented),
];

fn options<'a>(accept: Option<Severity>) -> Options<'a> {
    // Without surfaces, JSON inside a value of lines is read as JSON.
    let surfaces = [Surface::Tags, Surface::Lines, Surface::Bullets];
    let exact = || Options::exact().surfaces(&surfaces);
    accept.map_or_else(exact, |accept| Options::default().accept(accept))
}

/// What is wrong with the outcomes of one text at every severity, from the lowest to the highest.
fn breach<V: PartialEq + Debug>(outcomes: &[Result<(V, Option<Severity>), ParseError>]) -> Option<String> {
    let mut accepted: Option<&V> = None;
    for (outcome, accept) in outcomes.iter().zip(LADDER) {
        match (outcome, accepted) {
            (Ok((_, worst)), _) if *worst > accept => return Some(format!("{worst:?} accepted at {accept:?}")),
            (Ok((value, _)), Some(before)) if value != before => {
                return Some(format!("another value at {accept:?}: {value:?}, before {before:?}"));
            }
            (Ok((value, _)), _) => accepted = Some(value),
            (Err(error), Some(_)) => return Some(format!("refused at {accept:?}: {error}")),
            (Err(error), None) => {
                let named = error.to_string().contains("Options::accept");
                match error.would_need() {
                    None if named => return Some(format!("names a severity and needs none: {error}")),
                    None => {}
                    Some(needs) => {
                        let at = LADDER.iter().position(|accept| *accept == Some(needs))?;
                        if Some(needs) <= accept || outcomes[at].is_err() {
                            return Some(format!("does not read with {needs:?} at {accept:?}: {error}"));
                        }
                        let above = |rung: &Option<Severity>| *rung > accept && *rung < Some(needs);
                        let milder = LADDER
                            .iter()
                            .zip(outcomes)
                            .find(|(rung, outcome)| above(rung) && outcome.is_ok());
                        if let Some((rung, _)) = milder {
                            return Some(format!("names {needs:?} at {accept:?}, but {rung:?} reads it: {error}"));
                        }
                        if named && !error.to_string().contains(&format!("Severity::{needs:?})")) {
                            return Some(format!("says something else than {needs:?}: {error}"));
                        }
                    }
                }
            }
        }
    }
    None
}

#[derive(Default)]
struct Count {
    texts: usize,
    breaches: Vec<String>,
}

impl Count {
    fn add<W: Way, T: Subject>(&mut self, text: &str) {
        let outcomes: Vec<_> = LADDER
            .into_iter()
            .map(|accept| {
                W::read_with::<T>(text, &options(accept)).map(|parsed| {
                    let worst = parsed.severity();
                    (parsed.into_value(), worst)
                })
            })
            .collect();
        self.texts += 1;
        if let Some(breach) = breach(&outcomes) {
            self.breaches.push(format!("{breach}\n  {text:?}"));
        }
    }

    fn verdict(&self) {
        println!("{} texts, {} breaches", self.texts, self.breaches.len());
        assert!(self.texts > 0, "no text");
        assert!(
            self.breaches.is_empty(),
            "{} of {} texts\n{}",
            self.breaches.len(),
            self.texts,
            self.breaches.iter().take(12).cloned().collect::<Vec<_>>().join("\n")
        );
    }
}

/// One or two damages, whole or cut off somewhere, alone or beside another document.
fn damaged<W: Way, T: Subject>(count: &mut Count) {
    const DOCUMENTS: usize = 12;
    for damage in Damage::ALL {
        let mut random = Random::new(1 + damage as u64);
        for _ in 0..DOCUMENTS {
            let value = T::sample(&mut random, Texts::Human);
            let draft = T::sample(&mut random, Texts::Human);
            let [document, draft] = [&value, &draft].map(|value| serde_json::to_value(value).expect("JSON"));
            let pretty = random.one_in(2);
            let Some(text) = damage.apply(&document, &draft, pretty, &mut random) else {
                continue;
            };
            count.add::<W, T>(&text);
            let cut = (0..=random.below(text.len()))
                .rev()
                .find(|&at| text.is_char_boundary(at));
            let cut = &text[..cut.unwrap_or_default()];
            count.add::<W, T>(cut);
            count.add::<W, T>(&format!("{draft}\n\n{cut}"));
            count.add::<W, T>(&format!("{text}\n\nNo:\n{cut}"));
            let without = text.replacen(['"', ':', ',', '}'], "", 1 + random.below(3));
            count.add::<W, T>(&without);
            count.add::<W, T>(&text.replacen('"', "<", 1 + random.below(2)));
            let lines = |(number, line): (usize, &str)| match damage as usize % 3 {
                0 => format!("> {line}\n"),
                1 => format!("{}. {line}\n", number + 1),
                _ => format!("{number}: {line}\n"),
            };
            let separate = text.replace(", ", ",\n");
            let signed: String = separate.lines().enumerate().map(lines).collect();
            count.add::<W, T>(&signed);
            count.add::<W, T>(&format!("{draft}\n\n{signed}"));
            let cut = (0..=random.below(signed.len()))
                .rev()
                .find(|&at| signed.is_char_boundary(at));
            count.add::<W, T>(&signed[..cut.unwrap_or_default()]);
        }
    }
}

fn damaged_documents_climb_the_ladder<W: Way>() {
    let mut count = Count::default();
    damaged::<W, Review>(&mut count);
    damaged::<W, CommitMessage>(&mut count);
    damaged::<W, Note>(&mut count);
    damaged::<W, WriteArgs>(&mut count);
    damaged::<W, EditArgs>(&mut count);
    damaged::<W, Assessment>(&mut count);
    damaged::<W, Invoice>(&mut count);
    damaged::<W, Leaves>(&mut count);
    count.verdict();
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Item {
    sku: String,
    quantity: u32,
    price: f64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[expect(clippy::struct_field_names, reason = "the name of the field is what is tested")]
struct Code {
    language: String,
    code: String,
    explanation: Option<String>,
    tests: Vec<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
#[llm(external, rename_all = "lowercase")]
enum Command {
    Edit { path: String, code: String },
    Stop,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Script {
    commands: Vec<Command>,
    note: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Change {
    file: String,
    code: String,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Edits {
    edits: Vec<Change>,
    note: Option<String>,
}

fn outcomes<W: Way, T: LlmOutput + serde::de::DeserializeOwned>(
    text: &str,
) -> Vec<Result<(T, Option<Severity>), ParseError>> {
    let read = |accept| {
        W::read_with::<T>(text, &options(accept)).map(|parsed| {
            let worst = parsed.severity();
            (parsed.into_value(), worst)
        })
    };
    LADDER.into_iter().map(read).collect()
}

fn known_texts_climb_the_ladder<W: Way>() {
    let open = "{";
    assert_eq!(breach(&outcomes::<W, Code>(open)), None);
    let elements = "[{\"sku\": \"a\", \"quantity\": 1], \"price\": 1}, <!-- note -->\n {\"sku\": \"b\", \"quantity\": 2, \"price\": 2}]";
    assert_eq!(breach(&outcomes::<W, Vec<Item>>(elements)), None);
    let bracket = r#"{"language":"l","code":"c","explanation":"e","tests":"[[]"}"#;
    assert_eq!(breach(&outcomes::<W, Code>(bracket)), None);
    let begun = r#"{["sku": "a"]} "quantity": 1, "price": 1}, {"sku": "b", "quantity": 2, "price": 2}]"#;
    assert_eq!(breach(&outcomes::<W, Vec<Item>>(begun)), None);
    let tag = r#"{"commands":[],"note":<null>}"#;
    assert_eq!(breach(&outcomes::<W, Script>(tag)), None);
    // The field of the outer object may be in the inner one, and the end cut off.
    let above = r#"{"edits": [{"file": "a", "code": "b", "note": "why"}"#;
    assert_eq!(breach(&outcomes::<W, Edits>(above)), None);
    // With letters left out, all of it is a string of JSON.
    let bullets = "1. \"[\"\"a\"\" x,\n2. \"\"b\"\"]\"";
    assert_eq!(breach(&outcomes::<W, Vec<String>>(bullets)), None);
    // Brackets in a cell of a table may be read as JSON with everything made up.
    let table = "| title | \"},{\" |\n| count | 3 |\n| ok | true |\n";
    let outcomes = outcomes::<W, Counted>(table);
    assert_eq!(breach(&outcomes), None);
    assert!(outcomes.last().is_some_and(Result::is_ok));
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Address {
    street: String,
    city: String,
    zip: Option<String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Person {
    name: String,
    age: Option<u8>,
    active: bool,
    score: Option<f64>,
    address: Option<Address>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Counted {
    title: Option<String>,
    count: Option<u32>,
    ok: Option<bool>,
}

/// With everything made up, such a text may be read in so many ways that no work is left to learn what `Guess` makes of it.
fn costly_texts_climb_the_ladder<W: Way>() {
    const WORDS: [&str; 8] = [
        "Kim",
        "x: y",
        "C:\\dir\\new",
        "- item",
        "//not a comment",
        "a, b",
        "}",
        "it's",
    ];
    let mut breaches = Vec::new();
    let mut accepted = 0;
    let mut random = Random::new(7);
    for sign in ["log: ", "data: ", "12:00 ", "key: ", "$ "] {
        for (open, close) in [("{log: ", "}"), ("\\boxed{data: ", "}"), ("[", "")] {
            for _ in 0..12 {
                let mut word = || WORDS[random.below(WORDS.len())].to_owned();
                let mut person = |score| Person {
                    name: word(),
                    age: None,
                    active: true,
                    score,
                    address: Some(Address {
                        street: word(),
                        city: word(),
                        zip: Some("14471".to_owned()),
                    }),
                };
                let people = vec![person(None), person(Some(-57.625))];
                let text = serde_json::to_string_pretty(&people).expect("JSON");
                let text = format!("{open}{}{close}", text.replace('\n', &format!("\n{sign}")));
                let outcomes = outcomes::<W, Vec<Person>>(&text);
                accepted += usize::from(outcomes[4].is_ok());
                breaches.extend(breach(&outcomes).map(|breach| format!("{breach}\n  {text:?}")));
            }
        }
    }
    assert!(accepted > 0);
    assert!(breaches.is_empty(), "{}\n{}", breaches.len(), breaches.join("\n"));
}

/// Every case that is data, as the type that it names.
#[test]
fn the_cases_climb_the_ladder() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut breaches = Vec::new();
    let mut texts = 0;
    let mut folders = vec![root.join("cases"), root.join("rulings")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder of cases") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a file of cases");
            let Ok(cases) = serde_json::from_str::<Vec<Case>>(&text) else {
                continue;
            };
            // `Graded` declares of its fields which repairs they accept, whatever the options say.
            for case in cases.into_iter().filter(|case| case.type_name != "Graded") {
                let read = llm_output_tests::case::reader(&case.type_name);
                // So does `Rating`, of one kind: a `null_alias` that a field declares is read at every severity.
                let is_declared = |kind: &str| case.type_name == "Rating" && kind == "null_alias";
                let outcomes: Vec<Result<(Value, Option<Severity>), _>> = LADDER
                    .into_iter()
                    .map(|accept| {
                        read(&case.input, &options(accept)).map(|reading| {
                            let repairs = reading.repairs.iter().filter(|repair| !is_declared(repair.kind));
                            let worst = repairs.map(|repair| repair.severity).max();
                            (reading.value, worst)
                        })
                    })
                    .collect();
                texts += 1;
                if let Some(breach) = breach(&outcomes) {
                    breaches.push(format!("{}: {breach}\n  {:?}", case.type_name, case.input));
                }
            }
        }
    }
    println!("{texts} texts, {} breaches", breaches.len());
    assert!(texts > 500, "{texts}");
    assert!(
        breaches.is_empty(),
        "{} of {texts}\n{}",
        breaches.len(),
        breaches.join("\n")
    );
}

/// `is_exact` and `Options::exact` say what `serde_json` says.
fn an_exact_document_is_one_that_serde_json_reads<W: Way>() {
    for space in ["\u{85}", "\u{a0}", "\u{3000}", "\u{2028}", "\u{b}", "\u{c}"] {
        for text in [
            format!("{space}[\"a\"]"),
            format!("[\"a\"]{space}"),
            format!(" {space}\n[\"a\"]\n"),
        ] {
            assert!(serde_json::from_str::<Vec<String>>(&text).is_err());
            assert!(!W::read::<Vec<String>>(&text).unwrap().is_exact(), "{text:?}");
            assert!(
                W::read_with::<Vec<String>>(&text, &Options::exact()).is_err(),
                "{text:?}"
            );
        }
        for text in [
            format!("{space}{{\"commands\": []}}"),
            format!("{{\"commands\": []}}{space}"),
        ] {
            assert!(!W::read::<Script>(&text).unwrap().is_exact(), "{text:?}");
            assert!(W::read_with::<Script>(&text, &Options::exact()).is_err(), "{text:?}");
        }
        for text in [format!("{space}12"), format!("12{space}")] {
            assert!(!W::read::<u32>(&text).unwrap().is_exact(), "{text:?}");
            assert!(W::read_with::<u32>(&text, &Options::exact()).is_err(), "{text:?}");
        }
    }
    for text in [
        r#"{"commands": [{"reason": 1, "edit": {"path": "p", "code": "c"}}]}"#,
        r#"{"commands": [{"edit": {"path": "p", "code": "c"}, "reason": 1}]}"#,
    ] {
        assert!(serde_json::from_str::<Script>(text).is_err());
        let parsed = W::read::<Script>(text).unwrap();
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
        assert_eq!(parsed.value.commands.len(), 1);
    }
}

both_ways! {
    damaged_documents_climb_the_ladder,
    known_texts_climb_the_ladder,
    costly_texts_climb_the_ladder,
    an_exact_document_is_one_that_serde_json_reads,
}
