//! A second engine, XGrammar, which stands behind vLLM, about the same schemas: what a type is written as is admitted, and what
//! lacks a member or has one too many is not.

use std::collections::BTreeMap;

use llm_output::{Dialect, Request};
use llm_output_tests::sample::{Random, Texts};
use llm_output_tests::types as shared;
use llm_output_verify::reshape::reshaped;
use llm_output_verify::types::{
    Chain, Checked, Drawing, Event, Figure, Flat, Folder, Formula, Keywords, Layer, Page, Ping, Step, Tables, Target,
};
use serde_json::Value;
use xgrammar::{CompiledGrammar, Grammar, GrammarCompiler, GrammarMatcher, TokenizerInfo, VocabType};

/// Values for each type and schema.
const DRAWN: usize = 50;

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

fn check<T: Checked>(name: &str, pairs: &mut usize) {
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
            schemas.push((
                format!("{dialect:?}"),
                dialect,
                schema.is_wrapped(),
                schema.into_value(),
            ));
        }
    }
    if let Ok(fragment) = T::request_for(Request::VllmStructured) {
        let schema = fragment["structured_outputs"]["json"].clone();
        schemas.push(("vLLM".to_owned(), Dialect::Ollama, false, schema));
    }
    let mut random = Random::new(name.len() as u64);
    for (which, dialect, wrapped, schema) in schemas {
        let grammar = compiled(&schema).unwrap_or_else(|error| panic!("{name} for {which}: {error}\n{schema}"));
        *pairs += 1;
        for _ in 0..DRAWN {
            let value = T::sample(&mut random, Texts::Human);
            let document = serde_json::to_value(&value).expect("a document");
            let document = reshaped(&document, T::SHAPE, dialect, wrapped);
            let text = document.to_string();
            assert!(admits(&grammar, &text), "{name} for {which}: {text}\n{schema}");
            if let Value::Object(members) = &document
                && schema["additionalProperties"] == Value::Bool(false)
            {
                let mut more = members.clone();
                more.insert("one too many".to_owned(), Value::Null);
                let more = Value::Object(more).to_string();
                assert!(!admits(&grammar, &more), "{name} for {which}: {more}\n{schema}");
                if let Some(required) = schema["required"][0].as_str() {
                    let mut fewer = members.clone();
                    fewer.shift_remove(required);
                    let fewer = Value::Object(fewer).to_string();
                    assert!(!admits(&grammar, &fewer), "{name} for {which}: {fewer}\n{schema}");
                }
            }
        }
    }
}

#[test]
fn another_engine_agrees() {
    let mut pairs = 0;
    macro_rules! check_all {
        ($($ty:ty),* $(,)?) => { $( check::<$ty>(stringify!($ty), &mut pairs); )* };
    }
    check_all! {
        shared::Review, shared::Finding, shared::CommitMessage, shared::Note, shared::EditArgs, shared::Assessment,
        shared::Invoice, shared::Membership, shared::Step, shared::Preferences, shared::Severity, shared::UserId,
        Vec<shared::InvoiceLine>, Option<shared::Customer>, Vec<String>, bool, i32, BTreeMap<String, u8>, Keywords, Figure, Layer,
        Event, Step, Target, Drawing, Tables, Flat, Page<Figure>, Ping, Folder, Chain, Formula,
    }
    println!("{pairs} pairs of type and schema, {} values", pairs * DRAWN);
}
