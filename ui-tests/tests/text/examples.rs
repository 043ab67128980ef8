//! What the documentation shows as not compiling is a case, and the message that it shows is the one given.

use std::path::PathBuf;

use crate::case::{cases, files, read, root};

/// The code of every `compile_fail` example below the directories, with its file.
fn examples() -> Vec<(PathBuf, String)> {
    let mut paths = [
        vec![root().join("../README.md")],
        files(&root().join("../runtime/src"), "rs"),
        files(&root().join("../runtime/src"), "md"),
    ]
    .concat();
    paths.extend(files(&root().join("../derive/src"), "rs"));
    let mut examples = Vec::new();
    for path in paths {
        let text = read(&path);
        let lines: Vec<&str> = text
            .lines()
            .map(|line| {
                let line = line.trim_start();
                line.strip_prefix("///")
                    .or_else(|| line.strip_prefix("//!"))
                    .map_or(line, |doc| doc)
            })
            .collect();
        let mut lines = lines.into_iter();
        while let Some(line) = lines.next() {
            if line.trim_start().starts_with("```") && line.contains("compile_fail") {
                let code: Vec<&str> = lines
                    .by_ref()
                    .take_while(|line| !line.trim_start().starts_with("```"))
                    .collect();
                examples.push((path.clone(), code.join("\n")));
            }
        }
    }
    examples
}

/// Code without what two ways of writing the same differ in: blanks, `fn main`, and the `#` of hidden lines.
fn normal(code: &str) -> String {
    let lines = code.lines().map(|line| line.trim().trim_start_matches("# "));
    let lines = lines.filter(|line| !line.is_empty() && *line != "fn main() {}");
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn every_example_that_does_not_compile_is_a_case() {
    let cases = cases();
    let examples = examples();
    assert!(
        examples.len() >= 5,
        "the documentation has lost its examples: {}",
        examples.len()
    );
    for (path, code) in examples {
        let case = cases.iter().find(|case| normal(&case.code) == normal(&code));
        assert!(
            case.is_some(),
            "{}: no case of ui-tests/fail is this example:\n{code}",
            path.display()
        );
    }
}

/// The guide shows what the compiler says about its example.
#[test]
fn the_message_in_the_guide_is_the_one_that_is_given() {
    let page = read(&root().join("../runtime/src/guide/troubleshooting.md"));
    let shown = page
        .split("```text\nerror: ")
        .nth(1)
        .and_then(|rest| rest.split("\n```").next());
    let shown = shown.expect("the guide shows a message");
    let example = page
        .split("```compile_fail\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let example = normal(example.expect("the guide shows an example"));
    let case = cases()
        .into_iter()
        .find(|case| normal(&case.code) == example)
        .expect("the example is a case");
    assert!(case.messages.contains(shown), "{shown}\n{}", case.messages);
}
