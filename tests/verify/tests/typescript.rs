//! Rule 9: the prompt text is TypeScript, by a parser that was written elsewhere.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, PromptStyle};
use llm_output_tests::types as shared;
use llm_output_verify::types::{
    Bounds, Chain, Drawing, Event, Figure, Folder, Foreign, Formula, Keywords, Layer, Loose, Page, Ping, Step, Tables,
    Target,
};
use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

/// A text that ends in the expression of a type, made a declaration of its own.
fn declared(prompt: &str) -> String {
    // Definitions of types inside themselves come before it, a line each, and end in semicolons.
    let (before, expression) = match prompt.rfind(";\n") {
        Some(at) => prompt.split_at(at + 2),
        None => ("", prompt),
    };
    format!("{before}type Answer =\n{expression};\n")
}

fn errors(source: &str) -> Vec<String> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::ts()).parse();
    parsed.errors.iter().map(ToString::to_string).collect()
}

fn is_typescript<T: LlmOutput>() {
    let source = declared(T::prompt_for(PromptStyle::TypeScript));
    assert_eq!(errors(&source), [""; 0], "{source}");
}

#[test]
fn the_parser_knows_what_is_none() {
    for wrong in [
        "{ a: \"low\"|, }",
        "{ a: string ... }",
        "int (0-5)",
        "{ a: }",
        "Array<string",
    ] {
        assert_ne!(errors(&declared(wrong)), [""; 0], "{wrong}");
    }
}

#[test]
fn the_prompt_of_every_type_is_typescript() {
    macro_rules! all {
        ($($ty:ty),* $(,)?) => { $( is_typescript::<$ty>(); )* };
    }
    all! {
        shared::Review, shared::Finding, shared::CommitMessage, shared::Note, shared::EditArgs, shared::Assessment,
        shared::Invoice, shared::Membership, shared::Step, shared::Leaves, shared::Preferences, shared::Severity,
        shared::Declared, shared::Graded, shared::Formula, shared::Bounded, shared::UserId, Vec<shared::InvoiceLine>,
        Option<shared::Customer>, Vec<String>, String, bool, f64, BTreeMap<shared::Severity, bool>, Keywords, Figure, Layer, Event,
        Step, Target, Drawing, Tables, Bounds, Foreign, Loose, Page<Figure>, Ping, Folder, Chain, Formula,
    }
}
