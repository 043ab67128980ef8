//! Rule 8 of the contract, by another engine: sentences drawn from LLGuidance's mask over a dialect's schema are read with no repair but
//! the undoing of the dialect's own reshaping, and whatever a type is written as is admitted.

use std::collections::{BTreeMap, BTreeSet};

use llm_output::{Dialect, DialectNoteKind, DialectSchema, LlmOutput, ParseError, Path, Repair, RepairKind};
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types as shared;
use llm_output_verify::grammar::{Grammar, from_openapi};
use llm_output_verify::reshape::reshaped;
use llm_output_verify::types::{
    Bounds, Chain, Checked, Drawing, Event, Figure, Flat, Folder, Foreign, Formula, Hollow, Keywords, Layer, Loose,
    Page, Ping, Step, Tables, Target,
};

/// Sentences and values for each type and dialect.
const DRAWN: usize = 200;

/// What was done, to be printed at the end.
#[derive(Default)]
struct Figures {
    types: BTreeSet<&'static str>,
    pairs: usize,
    sentences: usize,
    /// Sentences that break a rule which the notes say the schema does not hold.
    announced: usize,
    values: usize,
    refused: BTreeMap<String, Vec<&'static str>>,
    failures: Vec<String>,
}

fn drawn() -> usize {
    // For looking at one thing quickly; the bar is the default.
    std::env::var("VERIFY_DRAWN").map_or(DRAWN, |number| number.parse().expect("a number"))
}

fn check<T: Checked>(name: &'static str, figures: &mut Figures) {
    figures.types.insert(name);
    for dialect in Dialect::ALL {
        match T::schema_for(*dialect) {
            Ok(schema) => {
                figures.pairs += 1;
                if let Err(failure) = agree::<T>(*dialect, &schema, name, figures) {
                    figures
                        .failures
                        .push(format!("{name} in {dialect:?}: {failure}\n{}", schema.value()));
                }
            }
            Err(error) => figures
                .refused
                .entry(format!("{dialect:?}: {error}"))
                .or_default()
                .push(name),
        }
    }
}

/// Holds schema and parser against each other, sentence by sentence and value by value.
fn agree<T: Checked>(
    dialect: Dialect,
    schema: &DialectSchema,
    name: &str,
    figures: &mut Figures,
) -> Result<(), String> {
    let plain = if matches!(dialect, Dialect::GeminiOpenApi | Dialect::Cohere) {
        from_openapi(schema.value())
    } else {
        schema.value().clone()
    };
    let grammar = Grammar::new(&understood(plain.clone()))?;
    let mut random = Random::new(name.len() as u64 * 31 + dialect as u64);
    for _ in 0..drawn() {
        let sentence = grammar.draw(&mut random);
        figures.sentences += 1;
        if is_excepted(&sentence, &plain) {
            continue;
        }
        if !is_read::<T>(&sentence, schema, &plain)? {
            figures.announced += 1;
        }
    }
    for _ in 0..drawn() {
        let (value, document) = drawn_value::<T>(&mut random);
        let text = reshaped(&document, T::SHAPE, dialect, schema.is_wrapped()).to_string();
        grammar
            .admits(&text)
            .map_err(|error| format!("is not admitted: {error}"))?;
        let read = T::parse_llm(&text).map_err(|error| format!("{error}\n{text}"))?;
        if read.value != value {
            return Err(format!("another value: {text}"));
        }
        undoing_only(read.repairs(), schema, &text)?;
        figures.values += 1;
    }
    Ok(())
}

/// Rule 1's exception: an object that has members, but none that the type knows, is no answer, even where the schema admits it.
fn is_excepted(sentence: &str, plain: &serde_json::Value) -> bool {
    let Ok(serde_json::Value::Object(members)) = serde_json::from_str(sentence) else {
        return false;
    };
    let known = plain["properties"].as_object();
    !members.is_empty()
        && plain.get("required").is_none()
        && known.is_some_and(|known| !members.keys().any(|name| known.contains_key(name)))
}

/// A value, and the document that it is written as.
fn drawn_value<T: Checked>(random: &mut Random) -> (T, serde_json::Value) {
    loop {
        let value = T::sample(random, Texts::Hostile);
        let document = serde_json::to_value(&value).expect("a document");
        // JSON takes a bare U+007F inside a text, and the engine does not.
        if !document.to_string().contains('\u{7f}') {
            return (value, document);
        }
    }
}

/// The schema without the keywords that the engine does not know and that are not what is checked here.
fn understood(mut schema: serde_json::Value) -> serde_json::Value {
    schema["x-guidance"] = serde_json::json!({"lenient": true});
    schema
}

/// Reads a sentence; `false` where it breaks a rule which the notes say the schema does not hold.
fn is_read<T: LlmOutput>(sentence: &str, schema: &DialectSchema, plain: &serde_json::Value) -> Result<bool, String> {
    let error = match T::parse_llm(sentence) {
        Ok(parsed) => {
            undoing_only(parsed.repairs(), schema, sentence)?;
            return Ok(true);
        }
        Err(error) => error,
    };
    let document = match serde_json::from_str(sentence) {
        Ok(document) => document,
        // No schema says how large a number a reader can hold.
        Err(error) if error.to_string().starts_with("number out of range") => return Ok(false),
        Err(error) => return Err(format!("{error}: {sentence}")),
    };
    let validator = jsonschema::options()
        .should_validate_formats(true)
        .build(plain)
        .map_err(|error| error.to_string())?;
    // The engine's own idea of a date or an address may be wider than the standard's.
    if validator.is_valid(&document) && !announced(&error, schema) {
        return Err(format!("{error}\n{sentence}\n{:?}", schema.notes()));
    }
    Ok(false)
}

/// Whether each violation stands where a note says that the schema holds less than the type.
fn announced(error: &ParseError, schema: &DialectSchema) -> bool {
    // Nor does a schema say that a number must fit into 32 bits of floating point.
    let is_huge = |found: &str| {
        found
            .parse::<f64>()
            .is_ok_and(|number| number.abs() > f64::from(f32::MAX))
    };
    let mut violations = error.violations().iter();
    violations.len() > 0
        && violations.all(|violation| is_lost(violation.path(), "", schema) || is_huge(violation.found()))
}

/// Whether a note says that the schema holds less than the type at this place, by a keyword of which `part` is a part.
fn is_lost(path: &Path, part: &str, schema: &DialectSchema) -> bool {
    let path = path.to_string();
    schema.notes().iter().any(|note| {
        let is_less = match note.kind() {
            DialectNoteKind::Described(keyword) | DialectNoteKind::Dropped(keyword) => keyword.contains(part),
            DialectNoteKind::Open => part.is_empty(),
            _ => false,
        };
        is_less && looks_like(&path, note.path())
    })
}

/// Whether the place in a document is one of those that the place in a type stands for.
fn looks_like(document: &str, in_type: &str) -> bool {
    let mut plain = String::new();
    let mut rest = in_type;
    while let Some(at) = rest.find('(') {
        plain.push_str(&rest[..at]);
        rest = rest[at..].split_once(')').map_or("", |(_, behind)| behind);
    }
    plain.push_str(rest);
    let names = |path: &str| {
        path.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .filter(|part| !part.is_empty() && !part.bytes().all(|byte| byte.is_ascii_digit()))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (document, plain) = (names(document), names(&plain));
    // Keys of maps stand in the one and not in the other.
    let mut places = document.iter();
    plain
        .iter()
        .filter(|name| *name != "$")
        .all(|name| places.any(|place| place == name))
}

fn undoing_only(repairs: &[Repair], schema: &DialectSchema, text: &str) -> Result<(), String> {
    for repair in repairs {
        let noted = |wanted: DialectNoteKind| schema.notes().iter().any(|note| note.kind() == wanted);
        let undoes = match repair.kind() {
            RepairKind::PairsToMap => noted(DialectNoteKind::MapAsPairs),
            RepairKind::DropNull => noted(DialectNoteKind::NullForAbsent),
            RepairKind::EnvelopeUnwrapped => schema.is_wrapped(),
            // What is no text of the format may hold one.
            RepairKind::NumberInText => is_lost(repair.path(), "format", schema),
            _ => false,
        };
        if !undoes {
            return Err(format!("{repair} in {text}"));
        }
    }
    Ok(())
}

#[test]
fn sentences_are_read_and_values_are_admitted() {
    let mut figures = Figures::default();
    macro_rules! check_all {
        ($($ty:ty),* $(,)?) => { $( check::<$ty>(stringify!($ty), &mut figures); )* };
    }
    check_all! {
        shared::Review, shared::Finding, shared::CommitMessage, shared::Note, shared::EditArgs, shared::Assessment,
        shared::Invoice, shared::Membership, shared::Step, shared::Leaves, shared::Preferences, shared::Severity,
        shared::UserId, Vec<shared::InvoiceLine>, Option<shared::Customer>, Vec<String>, String, bool, f64, i32,
        BTreeMap<String, u8>, BTreeMap<shared::Severity, bool>, Keywords, Figure, Layer, Event, Step, Target, Drawing, Tables,
        Flat, Bounds, Foreign, Loose, Page<Figure>, Ping, Hollow, Folder, Chain, Formula,
    }
    println!(
        "{} types, {} pairs of type and dialect, {} sentences ({} beyond what the schema can say, each announced), {} values",
        figures.types.len(),
        figures.pairs,
        figures.sentences,
        figures.announced,
        figures.values
    );
    for (refusal, names) in &figures.refused {
        println!("refused: {refusal} ({})", names.join(", "));
    }
    assert!(figures.types.len() >= 25);
    assert!(figures.failures.is_empty(), "{}", figures.failures.join("\n\n"));
}
