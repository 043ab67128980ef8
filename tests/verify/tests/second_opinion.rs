//! A second engine, XGrammar, which stands behind vLLM, about the same schemas: what a type is written as is admitted, and what
//! lacks a member or has one too many is not.

use std::collections::BTreeMap;

use llm_output::{Dialect, Request};
use llm_output_tests::sample::{Random, Texts};
use llm_output_verify::every::{Visitor, every_type};
use llm_output_verify::reshape::Form;
use llm_output_verify::types::Checked;
use serde_json::{Value, json};
use xgrammar::{CompiledGrammar, Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo, VocabType};

/// Values for each type and schema.
const DRAWN: usize = 50;

/// How many types are held against each one's schemas at least.
const BARS: &[(&str, usize)] = &[
    ("OpenAiStrict", 39),
    ("AzureOpenAi", 39),
    ("Anthropic", 36),
    ("GeminiJson", 38),
    ("Ollama", 36),
    ("XAi", 36),
    ("DeepSeek", 37),
    ("vLLM", 39),
];

/// Types and schemas of which the engine admits less than JSON Schema does: it takes no escape in a text whose length is bounded, and
/// no more than six digits behind the point of a number that is bounded.
const LEFT_OUT: &[(&str, &[&str])] = &[
    ("shared::Leaves", &["Ollama", "vLLM"]),
    ("Bounds", &["OpenAiStrict", "GeminiJson", "Ollama", "XAi", "vLLM"]),
];

fn compiled(schema: &Value) -> Result<CompiledGrammar, String> {
    let grammar = Grammar::from_json_schema(&schema.to_string(), true, None, Some((",", ":")), true, None)
        .map_err(|error| error.to_string())?;
    // A vocabulary of one token; texts are taken byte by byte whatever it is.
    let vocabulary = ["a".to_owned(), "</s>".to_owned()];
    let tokens = TokenizerInfo::new(&vocabulary, VocabType::RAW, None, Some(vec![1]), false)
        .map_err(|error| error.to_string())?;
    GrammarCompiler::with_defaults(tokens)
        .compile_grammar(&grammar)
        .map_err(|error| error.to_string())
}

fn admits(grammar: &CompiledGrammar, text: &str) -> bool {
    let mut matcher = GrammarMatcher::from_compiled_grammar(grammar, false);
    matcher.accept_string(text) && matcher.is_completed()
}

#[derive(Default)]
struct Opinion {
    /// How many types were checked, by whose schema it is.
    pairs: BTreeMap<String, usize>,
    failures: Vec<String>,
}

impl Visitor for Opinion {
    fn visit<T: Checked>(&mut self, name: &'static str) {
        let mut random = Random::new(name.len() as u64);
        for (which, form, schema) in schemas::<T>() {
            if LEFT_OUT
                .iter()
                .any(|(left_out, of)| *left_out == name && of.contains(&&*which))
            {
                continue;
            }
            match agrees::<T>(&form, &schema, &mut random) {
                Ok(()) => *self.pairs.entry(which).or_default() += 1,
                Err(failure) => self.failures.push(format!("{name} for {which}: {failure}\n{schema}")),
            }
        }
    }
}

fn agrees<T: Checked>(form: &Form, schema: &Value, random: &mut Random) -> Result<(), String> {
    let grammar = compiled(schema)?;
    for _ in 0..DRAWN {
        let value = T::sample(random, Texts::Human);
        let document = serde_json::to_value(&value).expect("a document");
        let document = form.reshaped(&document, T::SHAPE);
        if !admits(&grammar, &document.to_string()) {
            return Err(format!("does not admit {document}"));
        }
        for wrong in wrong(&document, schema) {
            if admits(&grammar, &wrong.to_string()) {
                return Err(format!("admits {wrong}"));
            }
        }
    }
    Ok(())
}

/// The schemas of the type that an engine is to hold an answer to, each with whose it is and the form that it asks for.
fn schemas<T: Checked>() -> Vec<(String, Form, Value)> {
    let mut schemas = Vec::new();
    for dialect in [
        Dialect::OpenAiStrict,
        Dialect::AzureOpenAi,
        Dialect::Anthropic,
        Dialect::GeminiJson,
        Dialect::Ollama,
        Dialect::XAi,
        Dialect::DeepSeek,
    ] {
        if let Ok(schema) = T::schema_for(dialect) {
            let form = Form::of(dialect, &schema);
            schemas.push((format!("{dialect:?}"), form, schema.into_value()));
        }
    }
    if let Ok(fragment) = T::request_for(Request::VllmStructured) {
        let schema = fragment["structured_outputs"]["json"].clone();
        schemas.push(("vLLM".to_owned(), Form::default(), schema));
    }
    schemas
}

/// The document with a member too many, and without one that must be there, where its schema is that of a closed object.
fn wrong(document: &Value, schema: &Value) -> Vec<Value> {
    let Value::Object(members) = document else {
        return Vec::new();
    };
    if schema["additionalProperties"] != Value::Bool(false) {
        return Vec::new();
    }
    let mut more = members.clone();
    more.insert("one too many".to_owned(), Value::Null);
    let fewer = schema["required"][0].as_str().map(|required| {
        let mut fewer = members.clone();
        fewer.shift_remove(required);
        fewer
    });
    [Some(more), fewer].into_iter().flatten().map(Value::Object).collect()
}

#[test]
fn another_engine_agrees() {
    let mut opinion = Opinion::default();
    every_type(&mut opinion);
    for (which, count) in &opinion.pairs {
        println!("{which}: {count} types, {} values", count * DRAWN);
    }
    assert!(opinion.failures.is_empty(), "{}", opinion.failures.join("\n\n"));
    for (which, bar) in BARS {
        assert!(opinion.pairs[*which] >= *bar, "{which}: fewer than {bar} types");
    }
    assert_eq!(opinion.pairs.len(), BARS.len());
}

/// What is left out is left out for the engine's own limits: where it has them no more, nothing need be.
#[test]
fn the_engine_admits_less_of_bounded_values() {
    let of = |schema: Value| compiled(&schema).expect("a grammar");
    let text = of(json!({"type": "string", "minLength": 1, "maxLength": 5}));
    assert!(admits(&text, r#""a""#) && !admits(&text, r#""\"""#));
    let number = of(json!({"type": "number", "minimum": 0.0, "maximum": 1.0}));
    assert!(admits(&number, "0.123456") && !admits(&number, "0.1234567"));
}
