//! Rule 8 of the contract, by another engine: sentences drawn from LLGuidance's mask over a dialect's schema are read with no repair but
//! the undoing of the dialect's own reshaping, and whatever a type is written as is admitted.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use jsonschema::Validator;
use llm_output::dialect::DialectNoteKind;
use llm_output::{Dialect, DialectSchema, LlmOutput, ParseError, Path, Repair, RepairKind};
use llm_output_tests::sample::{Random, Texts};
use llm_output_verify::every::{Visitor, every_type};
use llm_output_verify::grammar::{Grammar, from_openapi};
use llm_output_verify::notes::is_noted;
use llm_output_verify::reshape::Form;
use llm_output_verify::types::Checked;
use serde_json::Value;

/// Sentences that are read and values that are admitted, for each type and dialect.
const DRAWN: usize = 200;
/// At most so many sentences are drawn for each of them: where a dialect cannot say what the type asks for, few may fit.
const PATIENCE: usize = 40;

/// What is asked of each dialect: how many types it takes, of how many of them every sentence is read, and how many sentences
/// for these may break a rule that the schema cannot say.
const BARS: &[(Dialect, usize, usize, usize)] = &[
    (Dialect::JsonSchema, 41, 41, 4_000),
    (Dialect::OpenAiStrict, 40, 39, 4_700),
    (Dialect::AzureOpenAi, 39, 36, 3_800),
    (Dialect::Anthropic, 36, 34, 4_700),
    (Dialect::GeminiOpenApi, 37, 36, 200),
    (Dialect::GeminiJson, 39, 38, 4_300),
    (Dialect::Ollama, 38, 37, 1_100),
    (Dialect::XAi, 37, 34, 100),
    (Dialect::DeepSeek, 37, 34, 3_500),
    (Dialect::Cohere, 34, 31, 1_400),
];

/// The types that break a rule in nearly every sentence, because the dialect can say none of their bounds, or not the formats of
/// their texts: so many sentences are drawn of them as are asked for, and all that is read or not is as announced.
const SHORT: &[(&str, &[Dialect])] = &[
    (
        "shared::Leaves",
        &[
            Dialect::AzureOpenAi,
            Dialect::Anthropic,
            Dialect::XAi,
            Dialect::DeepSeek,
            Dialect::Cohere,
        ],
    ),
    (
        "Bounds",
        &[
            Dialect::AzureOpenAi,
            Dialect::Anthropic,
            Dialect::XAi,
            Dialect::DeepSeek,
            Dialect::Cohere,
        ],
    ),
    (
        "Foreign",
        &[
            Dialect::OpenAiStrict,
            Dialect::AzureOpenAi,
            Dialect::GeminiOpenApi,
            Dialect::GeminiJson,
            Dialect::Ollama,
            Dialect::XAi,
            Dialect::DeepSeek,
            Dialect::Cohere,
        ],
    ),
];

/// What was done for one dialect.
#[derive(Default)]
struct Figures {
    /// Types that the dialect takes.
    types: usize,
    /// Those of them of which every sentence that was asked for is read.
    complete: usize,
    sentences: usize,
    /// Sentences that break a rule which the notes say the schema does not hold, for the types that are complete.
    announced: usize,
    values: usize,
}

#[derive(Default)]
struct Check {
    dialects: BTreeMap<usize, Figures>,
    refused: BTreeMap<String, Vec<&'static str>>,
    failures: Vec<String>,
}

/// What was done for a type and a dialect.
struct Agreement {
    drawn: usize,
    read: usize,
    announced: usize,
}

fn wanted() -> usize {
    // For looking at one thing quickly; the bar is the default.
    std::env::var("VERIFY_DRAWN").map_or(DRAWN, |number| number.parse().expect("a number"))
}

impl Visitor for Check {
    fn visit<T: Checked>(&mut self, name: &'static str) {
        for (number, dialect) in Dialect::ALL.iter().enumerate() {
            let schema = match T::schema_for(*dialect) {
                Ok(schema) => schema,
                Err(error) => {
                    let refusal = format!("{dialect:?}: {error}");
                    self.refused.entry(refusal).or_default().push(name);
                    continue;
                }
            };
            let figures = self.dialects.entry(number).or_default();
            figures.types += 1;
            let mut random = Random::new(name.len() as u64 * 31 + number as u64);
            let is_short = SHORT.iter().any(|(short, of)| *short == name && of.contains(dialect));
            let agreement = Pair::new(*dialect, &schema)
                .and_then(|pair| pair.agree::<T>(&mut random, if is_short { 1 } else { PATIENCE }));
            match agreement {
                Ok(Agreement { drawn, read, announced }) => {
                    figures.sentences += read;
                    figures.values += wanted();
                    if is_short {
                        println!("{name} in {dialect:?}: {read} of {drawn} sentences read");
                        if read * 10 > drawn {
                            self.failures
                                .push(format!("{name} in {dialect:?} is listed as short of sentences"));
                        }
                    } else if read < wanted() {
                        self.failures
                            .push(format!("{name} in {dialect:?}: only {read} of {drawn} sentences read"));
                    } else {
                        figures.complete += 1;
                        figures.announced += announced;
                    }
                }
                Err(failure) => {
                    let failure = format!("{name} in {dialect:?}: {failure}\n{}", schema.value());
                    self.failures.push(failure);
                }
            }
        }
    }
}

/// A type and a dialect, held against each other sentence by sentence and value by value.
struct Pair<'a> {
    schema: &'a DialectSchema,
    /// The schema as the engine and the validator know the words.
    plain: Value,
    grammar: Grammar,
    form: Form,
    validator: OnceCell<Validator>,
}

impl<'a> Pair<'a> {
    fn new(dialect: Dialect, schema: &'a DialectSchema) -> Result<Self, String> {
        let plain = if matches!(dialect, Dialect::GeminiOpenApi | Dialect::Cohere) {
            from_openapi(schema.value())
        } else {
            schema.value().clone()
        };
        let grammar = Grammar::new(&understood(plain.clone()))?;
        Ok(Self {
            schema,
            plain,
            grammar,
            form: Form::of(dialect, schema),
            validator: OnceCell::new(),
        })
    }

    /// Draws until so many sentences are read as are wanted, `patience` times as many at most.
    fn agree<T: Checked>(&self, random: &mut Random, patience: usize) -> Result<Agreement, String> {
        let mut agreement = Agreement {
            drawn: 0,
            read: 0,
            announced: 0,
        };
        while agreement.read < wanted() && agreement.drawn < wanted() * patience {
            let sentence = self.grammar.draw(random);
            agreement.drawn += 1;
            if self.is_excepted(&sentence) {
                continue;
            }
            if self.is_read::<T>(&sentence)? {
                agreement.read += 1;
            } else {
                agreement.announced += 1;
            }
        }
        for _ in 0..wanted() {
            let (value, document) = drawn_value::<T>(random);
            let text = self.form.reshaped(&document, T::SHAPE).to_string();
            self.grammar
                .admits(&text)
                .map_err(|error| format!("is not admitted: {error}"))?;
            let parsed = T::parse_llm(&text).map_err(|error| format!("{error}\n{text}"))?;
            if parsed.value != value {
                return Err(format!("another value: {text}"));
            }
            self.undoing_only(parsed.repairs(), &text)?;
        }
        Ok(agreement)
    }

    /// Rule 1's exception: an object that has members, but none that the type knows, is no answer, even where the schema admits it.
    fn is_excepted(&self, sentence: &str) -> bool {
        let Ok(Value::Object(members)) = serde_json::from_str(sentence) else {
            return false;
        };
        let known = self.plain["properties"].as_object();
        !members.is_empty()
            && self.plain.get("required").is_none()
            && known.is_some_and(|known| !members.keys().any(|name| known.contains_key(name)))
    }

    /// Reads a sentence; `false` where it breaks a rule which the notes say the schema does not hold.
    fn is_read<T: LlmOutput>(&self, sentence: &str) -> Result<bool, String> {
        let error = match T::parse_llm(sentence) {
            Ok(parsed) => {
                self.undoing_only(parsed.repairs(), sentence)?;
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
        // The engine's own idea of a date or an address may be wider than the standard's.
        if self.validator().is_valid(&document) && !self.is_announced(&error) {
            return Err(format!("{error}\n{sentence}\n{:?}", self.schema.notes()));
        }
        Ok(false)
    }

    fn validator(&self) -> &Validator {
        self.validator.get_or_init(|| {
            let options = jsonschema::options().should_validate_formats(true);
            options
                .build(&self.plain)
                .unwrap_or_else(|error| panic!("{error}: {}", self.plain))
        })
    }

    /// Whether each violation stands where a note says that the schema holds less than the type.
    fn is_announced(&self, error: &ParseError) -> bool {
        // Nor does a schema say that a number must fit into 32 bits of floating point.
        let is_huge = |found: &str| {
            found
                .parse::<f64>()
                .is_ok_and(|number| number.abs() > f64::from(f32::MAX))
        };
        let mut violations = error.violations().iter();
        violations.len() > 0
            && violations.all(|violation| self.is_lost(violation.path(), "") || is_huge(violation.found()))
    }

    /// Whether a note says that the schema holds less than the type at this place, by a keyword of which `part` is a part.
    fn is_lost(&self, path: &Path, part: &str) -> bool {
        is_noted(self.schema, path, |kind| match kind {
            DialectNoteKind::Described(keyword) | DialectNoteKind::Dropped(keyword) => keyword.contains(part),
            _ => false,
        })
    }

    fn undoing_only(&self, repairs: &[Repair], text: &str) -> Result<(), String> {
        for repair in repairs {
            let path = repair.path();
            let noted = |wanted| is_noted(self.schema, path, |kind| kind == wanted);
            let undoes = match repair.kind() {
                RepairKind::PairsToMap => noted(DialectNoteKind::MapAsPairs),
                RepairKind::DropNull => noted(DialectNoteKind::NullForAbsent),
                RepairKind::EnvelopeUnwrapped => self.schema.is_wrapped() && path.is_root(),
                // What is no text of the format may hold one.
                RepairKind::NumberInText | RepairKind::NumberFormat => self.is_lost(path, "format"),
                _ => false,
            };
            if !undoes {
                return Err(format!("{repair} in {text}"));
            }
        }
        Ok(())
    }
}

/// A value, and the document that it is written as.
fn drawn_value<T: Checked>(random: &mut Random) -> (T, Value) {
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
fn understood(mut schema: Value) -> Value {
    schema["x-guidance"] = serde_json::json!({"lenient": true});
    schema
}

#[test]
fn sentences_are_read_and_values_are_admitted() {
    let mut check = Check::default();
    every_type(&mut check);
    for (refusal, names) in &check.refused {
        println!("refused: {refusal} ({})", names.join(", "));
    }
    assert!(check.failures.is_empty(), "{}", check.failures.join("\n\n"));
    assert_eq!(BARS.len(), Dialect::ALL.len());
    let mut missed = Vec::new();
    for (number, dialect) in Dialect::ALL.iter().enumerate() {
        let figures = &check.dialects[&number];
        println!(
            "{dialect:?}: {} types, {} of them with every sentence; {} sentences read and {} announced, {} values",
            figures.types, figures.complete, figures.sentences, figures.announced, figures.values
        );
        let (_, types, complete, announced) = BARS
            .iter()
            .find(|(of, ..)| of == dialect)
            .unwrap_or_else(|| panic!("{dialect:?} has no bar"));
        if figures.types < *types || figures.complete < *complete || figures.announced > *announced {
            missed.push(dialect);
        }
    }
    assert!(missed.is_empty(), "below their bars: {missed:?}");
}
