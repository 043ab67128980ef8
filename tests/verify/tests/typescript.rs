//! Rule 9: the prompt text is TypeScript, by a parser that was written elsewhere.

use llm_output::{LlmOutput, PromptStyle};
use llm_output_tests::types as shared;
use llm_output_verify::every::{Visitor, every_type};
use llm_output_verify::types::Checked;
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

struct Prompts;

impl Visitor for Prompts {
    fn visit<T: Checked>(&mut self, _: &'static str) {
        is_typescript::<T>();
    }
}

#[test]
fn the_prompt_of_every_type_is_typescript() {
    every_type(&mut Prompts);
    // Types whose attributes show in the prompt alone, or only in what is read.
    is_typescript::<shared::Declared>();
    is_typescript::<shared::Graded>();
    is_typescript::<shared::Formula>();
    is_typescript::<shared::Bounded>();
}
