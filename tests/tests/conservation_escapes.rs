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
        (r#"{"name": "src\new\x41"}"#, r#"{"name": "see\nnew \x"}"#),
        (r#"{"name": "app\build\x86"}"#, r#"{"name": "a b\nc \x41"}"#),
        (r#"{"name": "x\bin\x64"}"#, r#"{"name": "caf\xe9\nx y"}"#),
        (r#"{"name": "x\build\xab"}"#, r#"{"name": "caf\xe9"}"#),
        (r#"{"name": "src\test\u.rs"}"#, r#"{"name": "one\ttwo \u."}"#),
        (r#"{"name": "x\temp\0"}"#, r#"{"name": "x\ttemp 5 \0"}"#),
        (r#"{"name": "\\host\new\xab"}"#, r#"{"name": "host\nnew \x"}"#),
    ]);
}

#[test]
fn what_is_no_escape_of_json_shows_that_the_others_are_none() {
    for (text, expected) in [
        (r#"{"name": "x\bin\x64\docs"}"#, r"x\bin\x64\docs"),
        (r#"{"name": "src\new\x.rs"}"#, r"src\new\x.rs"),
        (r#"{"name": "\\host\new\x"}"#, r"\\host\new\x"),
        (r#"{"name": "x\build\xml"}"#, r"x\build\xml"),
        (r#"{"name": "$\text{a} \& b$"}"#, r"$\text{a} \& b$"),
        (r#"{"name": "\u{a0}x\u{1F600}"}"#, "\u{a0}x\u{1F600}"),
        (r#"{"name": "\u{a}"}"#, r"\u{a}"),
    ] {
        let parsed = File::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.name, expected, "{text}");
        assert!(parsed.severity() >= Some(Severity::Syntax), "{text}");
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Proof {
    #[llm(latex)]
    proof: String,
}

/// A line break before a word is no command.
#[test]
fn declared_latex_keeps_line_breaks() {
    for (text, expected) in [
        (r#"{"proof": "a\n\nnext"}"#, "a\n\nnext"),
        (r#"{"proof": "\\(x\\)\nthen \\(y\\)"}"#, "\\(x\\)\nthen \\(y\\)"),
        (r#"{"proof": "first\ntherefore x"}"#, "first\ntherefore x"),
        (
            r#"{"proof": "\nabla f \neq \nicefrac{1}{2}"}"#,
            "\\nabla f \\neq \\nicefrac{1}{2}",
        ),
        (r#"{"proof": "\frac{1}{2} \times \rho"}"#, "\\frac{1}{2} \\times \\rho"),
    ] {
        let parsed = Proof::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.proof, expected, "{text}");
    }
}

#[test]
fn a_raw_string_keeps_its_backslashes() {
    for (text, expected, severity) in [
        (r#"{"name": r"\d+\new"}"#, r"\d+\new", Severity::Guess),
        (r"{'name': r'\new'}", r"\new", Severity::Guess),
        (r#"{"name": r"\d+"}"#, r"\d+", Severity::Syntax),
        // Quotes and backslashes that are escaped all the same.
        (r#"{"name": r"say \"hi\" \d"}"#, r#"say "hi" \d"#, Severity::Syntax),
    ] {
        let parsed = File::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.name, expected, "{text}");
        assert_eq!(parsed.severity(), Some(severity), "{text}");
    }
}

#[test]
fn in_odd_quotes_an_escape_may_be_a_command_or_a_path() {
    let parsed = File::parse_llm(r"{'name': 'C:\temp\new'}").expect("a path");
    assert_eq!(parsed.value.name, r"C:\temp\new");
    tells::<File>(&[
        (r"{'name': '\tan x'}", r"{'name': '\ta x'}"),
        (r"{“name”: “\neq”}", r"{“name”: “\nex”}"),
        (r"{'name': 'a\right b'}", r"{'name': 'a:\nb c'}"),
    ]);
}

#[test]
fn an_escape_in_a_path_or_an_expression_may_be_none() {
    let parsed = File::parse_llm(r#"{"name": "~\tmp\x"}"#).expect("a path");
    assert_eq!(parsed.value.name, r"~\tmp\x");
    tells::<File>(&[
        (r#"{"name": "C:\Users\u00e9ric\x"}"#, r#"{"name": "see \u00e9ric \x"}"#),
        (r#"{"name": "\d+\x2e"}"#, r#"{"name": "a\x2e"}"#),
    ]);
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

#[test]
fn one_raw_string_makes_the_escapes_of_the_others_a_guess() {
    tells::<Vec<String>>(&[
        (r#"["\alpha", "\nabla"]"#, r#"["\alpha", "a\nand b"]"#),
        (r#"["\nabla", "\alpha"]"#, r#"["a\nand b", "\alpha"]"#),
        (r#"["\w+\.txt", "C:\temp\new"]"#, r#"["\w+\.txt", "C:\\temp\\new"]"#),
        (r#"["\d{3}", ".\test\run"]"#, r#"["\d{3}", "Done.\ntest"]"#),
        (r#"["s/\//-/g \s"]"#, r#"["s/a/-/g \s"]"#),
    ]);
}
