//! Backslashes of paths, expressions and LaTeX that look like escapes: what is decoded in error is at least a guess.

use llm_output::{LlmOutput, Severity};
use llm_output_tests::tells::tells;

#[derive(Debug, PartialEq, LlmOutput)]
struct File {
    name: String,
}

#[test]
fn an_escape_inside_a_word_may_be_a_backslash_if_another_one_is_none() {
    tells::<File>(&[
        (r#"{"name": "src\new\x.rs"}"#, r#"{"name": "see\nnew \x"}"#),
        (r#"{"name": "app\build\x86"}"#, r#"{"name": "a b\nc \x41"}"#),
        (r#"{"name": "x\bin\x64"}"#, r#"{"name": "caf\xe9\nx y"}"#),
        (r#"{"name": "x\build\xml"}"#, r#"{"name": "caf\xe9"}"#),
        (r#"{"name": "src\test\u.rs"}"#, r#"{"name": "one\ttwo \u."}"#),
        (r#"{"name": "x\temp\0"}"#, r#"{"name": "x\ttemp 5 \0"}"#),
        (r#"{"name": "\\host\new\x"}"#, r#"{"name": "host\nnew \x"}"#),
    ]);
}

#[test]
fn what_is_no_escape_of_json_shows_that_the_others_are_none() {
    for (text, expected) in [
        (r#"{"name": "x\bin\x64\docs"}"#, r"x\bin\x64\docs"),
        (r#"{"name": "$\text{a} \& b$"}"#, r"$\text{a} \& b$"),
        (r#"{"name": "\u{a0}x\u{1F600}"}"#, "\u{a0}x\u{1F600}"),
        (r#"{"name": "\u{a}"}"#, r"\u{a}"),
    ] {
        let parsed = File::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.name, expected, "{text}");
        assert!(parsed.severity() >= Some(Severity::Syntax), "{text}");
    }
}
