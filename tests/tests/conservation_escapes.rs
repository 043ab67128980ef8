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

/// `\ne`, `\ni`, `\nu`, `\tan` and `\to` are LaTeX commands, or a line break or tab and the start of a word.
#[test]
fn a_command_outside_of_a_formula_is_a_line_break() {
    for (text, expected) in [
        (
            r#"{"name": "Let \(f\) be continuous\ne.g. \(x\)"}"#,
            "Let \\(f\\) be continuous\ne.g. \\(x\\)",
        ),
        (
            r#"{"name": "Let \(x\) be real.\n\ni) a\nii) b"}"#,
            "Let \\(x\\) be real.\n\ni) a\nii) b",
        ),
        (
            r#"{"name": "Given \(x\):\n\tan item\n\to do"}"#,
            "Given \\(x\\):\n\tan item\n\to do",
        ),
        (r#"{"name": "f \in F\ni.e. smooth"}"#, "f \\in F\ni.e. smooth"),
        (r#"{"name": "$a\ne b \in C$"}"#, r"$a\ne b \in C$"),
        (r#"{"name": "a \ne b \in C"}"#, r"a \ne b \in C"),
    ] {
        let parsed = File::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.name, expected, "{text}");
    }
    tells::<File>(&[(r#"{"name": "Let:\nu = \alpha"}"#, r#"{"name": "Let:\nx = \alpha"}"#)]);
}

#[test]
fn the_end_of_a_row_keeps_both_backslashes_where_none_is_escaped() {
    for (text, expected) in [
        (
            r#"{"name": "\begin{a} 1 & 2 \\ 3 \end{a}"}"#,
            r"\begin{a} 1 & 2 \\ 3 \end{a}",
        ),
        (r#"{"name": "1 & 2 \\ 3"}"#, r"1 & 2 \ 3"),
    ] {
        let parsed = File::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.name, expected, "{text}");
    }
}

#[test]
fn a_path_of_a_server_or_to_a_hidden_file_makes_its_escapes_a_guess() {
    tells::<File>(&[
        (
            r#"{"name": "%APPDATA%\npm\node_modules\.bin"}"#,
            r#"{"name": "100%\nnpm \. x"}"#,
        ),
        (r#"{"name": "src\new\.env"}"#, r#"{"name": "src\nnew \.env"}"#),
        (
            r#"{"name": "copy \\server\share\new\file.txt here"}"#,
            r#"{"name": "copy \\server \nnew \. here"}"#,
        ),
    ]);
}
