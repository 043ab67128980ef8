//! Whether a type that derives both `Deserialize` and `LlmOutput` with one set of attributes is read alike by both, and
//! by `from_str`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::ops::Range;

use llm_output::shape::Tagging;
use llm_output::{ErrorKind, LlmOutput, ParseError, Parsed, Repair, RepairKind, Shape, Violation, from_str};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use llm_output_tests::document::{Style, UNKNOWN, write};
use llm_output_tests::sample::{Random, Sample, Texts};

/// What a type must do to be compared.
pub trait Subject: LlmOutput + DeserializeOwned + Serialize + Sample + PartialEq + Debug {}
impl<T: LlmOutput + DeserializeOwned + Serialize + Sample + PartialEq + Debug> Subject for T {}

/// What became of the documents of one type.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Outcome {
    /// Taken by serde, so read to the same value without a repair.
    pub taken: usize,
    /// Refused by serde, and by us too or read with a repair that says so.
    pub refused: usize,
}

/// Reads `documents` valid documents of random values, as many that were changed in one place or another, and those again
/// with one character taken out, both ways; or the valid ones alone.
///
/// # Panics
///
/// Where the two readers do not agree, with the document.
pub fn agrees<T: Subject>(seed: u64, documents: usize, changed: bool) -> Outcome {
    let mut random = Random::new(seed);
    let spellings = Spellings::of(T::SHAPE);
    let mut outcome = Outcome::default();
    for _ in 0..documents {
        let value = T::sample(&mut random, Texts::Hostile);
        let mut value = serde_json::to_value(value).expect("a value of the matrix is written as JSON");
        if random.one_in(3) {
            spellings.respell(&mut value, &mut random);
        }
        let style = Style::sample(&mut random);
        outcome.count(compare::<T>(&write(&value, style, &mut random), Contents::Valid));
        if !changed {
            continue;
        }
        change(&mut value, &mut random);
        let style = Style {
            unknown_members: style.unknown_members && random.one_in(2),
            ..style
        };
        let whole = write(&value, style, &mut random);
        outcome.count(compare::<T>(&whole, Contents::Changed));
        let mut text = whole.clone();
        cut_out(&mut text, &mut random);
        outcome.count(compare::<T>(&text, Contents::Cut(&whole)));
    }
    outcome
}

impl Outcome {
    fn count(&mut self, taken: bool) {
        *if taken { &mut self.taken } else { &mut self.refused } += 1;
    }
}

/// What may be in a document besides what the type says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contents<'t> {
    /// Nothing but members of names that are far from the type's own.
    Valid,
    /// One place was changed.
    Changed,
    /// One character was taken out of this text.
    Cut(&'t str),
}

/// Reads `text` both ways: what serde takes is read to the same value without a repair, and what it refuses is never read
/// without one. Whether serde takes it.
///
/// # Panics
///
/// Where the two do not agree.
pub fn compare<T: Subject>(text: &str, contents: Contents<'_>) -> bool {
    let oracle = serde_json::from_str::<T>(text);
    let parsed = T::parse_llm(text);
    compare_through_serde(text, contents, &oracle);
    match (&oracle, &parsed) {
        (Ok(value), Ok(parsed)) if parsed.is_exact() => {
            assert_eq!(parsed.value, *value, "\n{text}");
            // Equality holds between 0.0 and -0.0; the texts differ.
            let [ours, theirs] = [&parsed.value, value].map(|value| serde_json::to_string(value).expect("JSON"));
            assert_eq!(ours, theirs, "\n{text}");
        }
        (Ok(_), parsed) => {
            let allowed = is_unrecognized::<T>(text, parsed)
                || is_denied(parsed)
                || contents != Contents::Valid && (is_ruled(text, parsed) || is_name_alone(text));
            assert!(
                allowed,
                "serde takes it, and here {:?}\n{text}",
                parsed.as_ref().map(Parsed::repairs)
            );
        }
        (Err(error), Ok(parsed)) if parsed.is_exact() => assert!(
            is_absent::<T>(error) || is_skipped(text, contents, &parsed.value),
            "serde says {error}, and here {:?} without a repair\n{text}",
            parsed.value
        ),
        (Err(_), _) => {}
    }
    oracle.is_ok()
}

/// Reads `text` with `serde_json` and through serde with `from_str`: what the one takes is read to the same value without
/// a repair, and what it refuses is never read without one.
fn compare_through_serde<T: Subject>(text: &str, contents: Contents<'_>, oracle: &Result<T, serde_json::Error>) {
    let read = from_str::<T>(text);
    match (oracle, &read) {
        (Ok(value), Ok(read)) if read.is_exact() => {
            assert_eq!(read.value, *value, "\n{text}");
            let [ours, theirs] = [&read.value, value].map(|value| serde_json::to_string(value).expect("JSON"));
            assert_eq!(ours, theirs, "\n{text}");
        }
        (Ok(_), read) => {
            let allowed = is_unrecognized::<T>(text, read)
                || contents != Contents::Valid && (is_ruled(text, read) || is_name_alone(text));
            assert!(
                allowed,
                "serde takes it, and from_str {:?}\n{text}",
                read.as_ref().map(Parsed::repairs)
            );
        }
        (Err(error), Ok(read)) => {
            assert!(
                !read.is_exact(),
                "serde says {error}, and from_str {:?}\n{text}",
                read.value
            );
        }
        (Err(_), Err(_)) => {}
    }
}

/// The exception from the rule: an object with members, but none that the type knows, is no answer, or a wrapper around it.
fn is_unrecognized<T: LlmOutput>(text: &str, parsed: &Result<Parsed<T>, ParseError>) -> bool {
    let document: Value = serde_json::from_str(text).expect("serde takes it");
    let told = match parsed {
        Ok(parsed) => parsed
            .repairs()
            .iter()
            .any(|repair| repair.kind() == RepairKind::EnvelopeUnwrapped),
        Err(error) => error.kind() == ErrorKind::UnrecognizedShape,
    };
    told && Spellings::of(T::SHAPE).knows_none(&document)
}

/// serde does not hold the variants without data of an enum with a tag among its members to `deny_unknown_fields`.
fn is_denied<T>(parsed: &Result<Parsed<T>, ParseError>) -> bool {
    let is_key = |violation: &Violation| violation.expected().starts_with("only the keys ");
    parsed
        .as_ref()
        .is_err_and(|error| !error.violations().is_empty() && error.violations().iter().all(is_key))
}

/// Rulings about what serde takes as well. A name that is nearly one of the type's is unknown to serde, which takes the
/// document where that member may be absent, or where a variant stands for every other name; here it is read as the name
/// that was meant, and reported, and where several variants are meant that is an error. The
/// empty text names no variant, so it is no value of an `Option`. And a list is no struct here,
/// since the order of its elements is no evidence.
fn is_ruled<T>(text: &str, parsed: &Result<Parsed<T>, ParseError>) -> bool {
    let is_list = |span: Range<usize>| text[span].trim_start().starts_with('[');
    let is_of_a_name = |repair: &Repair| {
        matches!(
            repair.kind(),
            RepairKind::KeyCase | RepairKind::KeyFuzzy | RepairKind::EnumCase | RepairKind::EmptyToNone
        )
    };
    let (repairs, violations) = match parsed {
        Ok(parsed) => (parsed.repairs(), &[][..]),
        Err(error) if error.kind() == ErrorKind::Ambiguous => return true,
        Err(error) => (error.repairs(), error.violations()),
    };
    repairs
        .iter()
        .any(|repair| is_of_a_name(repair) || is_list(repair.span()))
        || violations.iter().any(|violation| is_list(violation.span()))
}

/// serde reads `{"name": null}` as the name alone, which no schema says, and where a variant stands for every other name
/// it takes any name so.
fn is_name_alone(text: &str) -> bool {
    let document = serde_json::from_str::<Value>(text);
    let members = document.as_ref().ok().and_then(Value::as_object);
    members.is_some_and(|members| members.len() == 1 && members.values().all(Value::is_null))
}

/// A newtype of an `Option` may be absent as the `Option` may, and the schema says so; serde asks for it.
fn is_absent<T: LlmOutput>(error: &serde_json::Error) -> bool {
    let message = error.to_string();
    let name = message
        .strip_prefix("missing field `")
        .and_then(|rest| rest.split('`').next());
    name.is_some_and(|name| Spellings::of(T::SHAPE).optional.contains(name))
}

/// A member that no type knows is skipped, beside the one key of a variant too, where serde refuses it: without the members
/// that the test has added, serde reads the same value. So it does where the character that is missing is one of theirs.
fn is_skipped<T: Subject>(text: &str, contents: Contents<'_>, value: &T) -> bool {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(members) => {
                members.retain(|key, _| !UNKNOWN.contains(&key.as_str()));
                members.values_mut().for_each(strip);
            }
            Value::Array(elements) => elements.iter_mut().for_each(strip),
            _ => {}
        }
    }
    let whole = match contents {
        Contents::Cut(whole) => whole,
        _ => text,
    };
    let mut documents = [text, whole].into_iter().flat_map(serde_json::from_str::<Value>);
    documents.any(|mut document| {
        strip(&mut document);
        serde_json::from_str::<T>(&document.to_string()).is_ok_and(|stripped| stripped == *value)
    })
}

/// The names that a type's documents may hold, each with its other spellings.
#[derive(Default)]
struct Spellings {
    of: BTreeMap<String, Vec<String>>,
    /// The names of fields that may be missing.
    optional: BTreeSet<String>,
}

impl Spellings {
    fn of(shape: &Shape) -> Self {
        let mut spellings = Self::default();
        spellings.collect(shape, 0);
        spellings
    }

    fn add(&mut self, name: &str, aliases: &[&str]) {
        let known = self.of.entry(name.to_owned()).or_default();
        known.extend(aliases.iter().map(|&alias| alias.to_owned()));
    }

    fn collect(&mut self, shape: &Shape, depth: usize) {
        if depth > 8 {
            return;
        }
        match shape {
            Shape::Object(object) => {
                for field in object.fields {
                    self.add(field.name, field.aliases);
                    if !field.required {
                        self.optional.insert(field.name.to_owned());
                    }
                    self.collect(field.shape, depth + 1);
                }
            }
            Shape::Names(names) => {
                for variant in names.variants {
                    self.add(variant.name, variant.aliases);
                }
            }
            Shape::Union(union) => {
                match union.tagging {
                    Tagging::Internal { tag } => self.add(tag, &[]),
                    Tagging::Adjacent { tag, content } => {
                        self.add(tag, &[]);
                        self.add(content, &[]);
                    }
                    _ => {}
                }
                for variant in union.variants {
                    self.add(variant.name, variant.aliases);
                    if let Some(shape) = variant.shape {
                        self.collect(shape, depth + 1);
                    }
                }
            }
            Shape::Named(named) => self.collect(named.shape, depth + 1),
            Shape::Optional(inner) => self.collect(inner, depth + 1),
            Shape::List { element, .. } => self.collect(element, depth + 1),
            Shape::Map { value, .. } => self.collect(value, depth + 1),
            Shape::Reference(reference) => self.collect((reference.shape)(), depth + 3),
            _ => {}
        }
    }

    /// Puts other spellings that are declared in the place of names, of members and of values.
    fn respell(&self, value: &mut Value, random: &mut Random) {
        let spelling = |name: &str, random: &mut Random| {
            let aliases = self.of.get(name).filter(|aliases| !aliases.is_empty())?;
            random.one_in(2).then(|| aliases[random.below(aliases.len())].clone())
        };
        match value {
            Value::String(text) => {
                if let Some(other) = spelling(text, random) {
                    *text = other;
                }
            }
            Value::Array(elements) => elements.iter_mut().for_each(|element| self.respell(element, random)),
            Value::Object(members) => {
                for (key, mut value) in std::mem::take(members) {
                    self.respell(&mut value, random);
                    members.insert(spelling(&key, random).unwrap_or(key), value);
                }
            }
            _ => {}
        }
    }

    /// Whether the document is an object that has members, and none of them a name of the type's.
    fn knows_none(&self, document: &Value) -> bool {
        let known = |key: &String| {
            self.of
                .iter()
                .any(|(name, aliases)| name == key || aliases.contains(key))
        };
        let members = document.as_object();
        members.is_some_and(|members| !members.is_empty() && !members.keys().any(known))
    }
}

/// Changes one place of the document, so that it may fit the type no more.
fn change(value: &mut Value, random: &mut Random) {
    match value {
        Value::Array(elements) if !elements.is_empty() && !random.one_in(4) => {
            let at = random.below(elements.len());
            change(&mut elements[at], random);
        }
        Value::Object(members) if !members.is_empty() && !random.one_in(6) => {
            let at = random.below(members.len());
            let key = members.keys().nth(at).cloned().unwrap_or_default();
            match random.below(8) {
                0 => {
                    members.shift_remove(&key);
                }
                1 => {
                    let value = members.shift_remove(&key).unwrap_or_default();
                    members.insert(another_name(&key, random), value);
                }
                2 => {
                    members.insert(UNKNOWN[0].to_owned(), Value::from(1));
                }
                _ => {
                    if let Some(value) = members.get_mut(&key) {
                        change(value, random);
                    }
                }
            }
        }
        value => *value = another_value(value, random),
    }
}

/// A value of another kind, or of the same with other content.
fn another_value(value: &Value, random: &mut Random) -> Value {
    match random.below(16) {
        0 => Value::Null,
        1 => Value::Bool(random.one_in(2)),
        2 => Value::from(u64::sample(random, Texts::Hostile)),
        3 => Value::from(i64::sample(random, Texts::Hostile)),
        4 => Value::from(f64::sample(random, Texts::Hostile)),
        5 => Value::from(String::sample(random, Texts::Hostile)),
        6 => Value::from(""),
        7 => Value::Array(Vec::new()),
        8 => Value::Object(Map::new()),
        9 => Value::Array(vec![value.clone()]),
        10 => Value::Object(Map::from_iter([("value".to_owned(), value.clone())])),
        11 => Value::from(value.to_string()),
        12 => value
            .as_str()
            .map_or(Value::Null, |text| Value::from(another_name(text, random))),
        13 => value
            .as_u64()
            .map_or(Value::Null, |number| Value::from(number.wrapping_mul(257))),
        14 => value
            .as_i64()
            .and_then(i64::checked_neg)
            .map_or(Value::Null, Value::from),
        _ => Value::Array(vec![value.clone(), value.clone()]),
    }
}

/// A name that a reader may take for this one.
fn another_name(name: &str, random: &mut Random) -> String {
    match random.below(6) {
        0 => name.to_uppercase(),
        1 => name.to_lowercase(),
        2 => name.replace(['_', '-', ' '], ""),
        3 => format!("{name} "),
        4 => name.chars().skip(1).collect(),
        _ => format!("{name}x"),
    }
}

/// Takes one character out of the text.
fn cut_out(text: &mut String, random: &mut Random) {
    let at = random.below(text.len().max(1));
    if let Some(at) = (at..text.len()).find(|&at| text.is_char_boundary(at)) {
        text.remove(at);
    }
}
