//! Tests that the work for a text is proportional to its length, whatever it contains. Work is counted in steps, one
//! each time a byte is looked at, and not in seconds.

use core::fmt::Write as _;

use crate::Options;
use crate::path::head;
use crate::read::steps::steps_of;
#[cfg(all(feature = "any", feature = "serde"))]
use readers::through_serde;
use readers::{READERS, Reader};

mod allowance;
mod hostile;
mod readers;
mod surfaces;

/// The most steps for each byte of the text. Nearly all texts take less than a hundred; a quote before a comment takes
/// as many as the comment is long, up to four hundred bytes.
const STEPS: usize = 1000;

/// What does not depend on the text: bytes that may be looked at twice before anybody counts them.
const CONSTANT: usize = 3_000_000;

const LENGTH: usize = 20_000;

/// A text of about `length` bytes: `unit` again and again after `prefix`, before `suffix`.
fn text(parts: &[&str], length: usize) -> String {
    match parts {
        [prefix, unit, suffix] => [prefix, &*unit.repeat(length / unit.len()), suffix].concat(),
        // Half of it is the first unit, half the second.
        [prefix, first, middle, second, suffix] => {
            let half = length / 2;
            [
                prefix,
                &*first.repeat(half / first.len()),
                middle,
                &*second.repeat(half / second.len()),
                suffix,
            ]
            .concat()
        }
        _ => unreachable!("a prefix, a unit and a suffix, or two units between three"),
    }
}

fn steps(parts: &[&str], length: usize, read: fn(&str, &Options<'_>)) -> usize {
    let text = text(parts, length);
    let all = [
        Options::default(),
        Options::lenient(),
        Options::default().marker("json"),
    ];
    all.iter()
        .map(|options| steps_of(|| read(&text, options)))
        .max()
        .unwrap_or(0)
}

/// Reads texts of one and two lengths as every type, and lists those for which the work grows faster.
fn check(cases: &[&[&str]]) {
    let mut failures = String::new();
    for parts in cases {
        for (name, reader) in READERS {
            grows(parts, LENGTH, STEPS, name, *reader, &mut failures);
        }
        #[cfg(all(feature = "any", feature = "serde"))]
        for (name, reader) in through_serde::READERS {
            let (length, most) = (through_serde::LENGTH, through_serde::STEPS);
            grows(parts, length, most, name, *reader, &mut failures);
        }
    }
    assert!(failures.is_empty(), "the work grows faster than the text\n{failures}");
}

/// Reads a text of one and of two lengths, and notes it if the work grows faster.
fn grows(parts: &[&str], length: usize, most: usize, name: &str, reader: Reader, failures: &mut String) {
    let (once, twice) = (steps(parts, length, reader), steps(parts, 2 * length, reader));
    let is_linear = twice <= once * 23 / 10 + CONSTANT / 5 && twice <= most * 2 * length + CONSTANT;
    if !is_linear {
        let shown: Vec<_> = parts.iter().map(|part| head(part, 40)).collect();
        writeln!(failures, "{name} {shown:?}: {once} steps, then {twice}").expect("a String takes everything");
    }
}

#[test]
fn prose() {
    check(&[
        &["", "{", ""],
        &["", "[", ""],
        &["", "{ ", ""],
        &["", "{\"a\":", ""],
        &["", "{\"title\":", ""],
        &["", "{\"parts\":[", ""],
        &["", "}]", ""],
        &["", "\"", ""],
        &["", "'", ""],
        &["", "\u{201c}", ""],
        &["", "\\", ""],
        &["", "\\\"", ""],
        &["", "{\\\"", ""],
        &["", "{\\\"title\\\": ", ""],
        &["", "\"{\\\"title\\\": ", ""],
        &["", "[{\\\"name\\\": 1}", ""],
        &["", "```", ""],
        &["", "``` ", ""],
        &["", "```a ", ""],
        &["", "```json\n", ""],
        &["", "```json\n{\"title\": ", ""],
        &["", "```json\n{}\n```\n", ""],
        &["", "~~~ ```", ""],
        &["", "'''json ", ""],
        &["", "\"\"\" ", ""],
        &["", "<think>", ""],
        &["", "</think>", ""],
        &["", "<think></think>", ""],
        &["", "<think></a>", ""],
        &["{", "</think", ""],
        &["", "<answer>", ""],
        &["", "<answer>{", ""],
        &["", "<answer>{}", ""],
        &["", "<answer>{\"title\": 1}", ""],
        &["", "<a>", "", "</b>", ""],
        &["", "<a>", "", "{\"a\":1}", ""],
        &["", "<a>", "", "[1] ", ""],
        &["", " ", "", "<a>{", ""],
        &["", " ", "", "[CONTENT][", ""],
        &["", "<", ""],
        &["", "<|", ""],
        &["", "<|im_start|>", ""],
        &["", "</", ""],
        &["", "<aaaaaaaa", ""],
        &["", "[CONTENT]", ""],
        &["", "[CONTENT", ""],
        &["", "[/CONTENT]", ""],
        &["", "{:", ""],
        &["", "{name} ", ""],
        &["", "[0,1) ", ""],
        &["", "1", ""],
        &["", " ", ""],
        &["", "\u{feff}", ""],
        &["", "\0", ""],
        &["", "{\"title\": \"a\", ", ""],
        &["", "{\"name\": \"a\", \"size\": 1}\n", ""],
        &["", "{\"name\": \"a\", \"size\": \"1\"}\n", ""],
        &["", "{\"name\": a, \"size\": b}\n", ""],
        &["", "{\"error\": {\"a\": 1}}\n", ""],
        &["", "{\"result\": {\"a\": 1}}\n", ""],
        &["", "{\"result\": ", ""],
        &["", "{\"a\": \"{\"", ""],
        &["", "[\"a\", 1] ", ""],
        &["", "[{\"name\": \"a\"}] ", ""],
        &["", "It's \"quoted\" [1] and {so on}, isn't it? ", ""],
    ]);
}

#[test]
fn values_that_are_looked_for_far_ahead() {
    check(&[
        &["[{", "[\"Size\":", ""],
        &["[{", "\"]\"name\":(", ""],
        &["[{", "\"a\"\"]1\"a\"\"Size\":(\"address\":}", ""],
    ]);
}

#[test]
fn strings() {
    let comment = "\"//".repeat(130) + "\n";
    check(&[
        &["{\"title\": \"", "a \"b\", ", ""],
        &["{\"title\": \"", "a \"b\" ", "\"}"],
        &["{\"title\": ", "\"a\" b ", ""],
        &["{\"title\": ", "\",", ""],
        &["{\"title\": \"", "\", ", ""],
        &["{\"title\": \"", "\":", ""],
        &["{\"title\": \"", "\": \"", ""],
        &["{\"title\": \"", "\"}", ""],
        &["{\"title\": \"", "\"}}", ""],
        &["{\"title\": \"", "\"]", ""],
        &["{\"title\": \"", "}", "\""],
        &["{\"title\": \"\"", "}", ""],
        &["{\"title\": \"\"", "] ", ""],
        &["{\"title\": \"", "\\\"", ""],
        &["{\"title\": \"", "\\\", ", ""],
        &["{\"title\": \"", "\\\", \"a\": ", ""],
        &["{\"title\": \"", "\\u12", ""],
        &["{\"title\": \"", "\\", ""],
        &["{\"title\": \"", "\n", ""],
        &["{\"title\": \"", " ", "\"\"", "\" ", ""],
        &["{\"title\": \"", "\" ", ""],
        &["{\"title\": \"", "\"\n", ""],
        &["{\"title\": \"", "\",\n", ""],
        &["{\"title\": \"", "\", \"a", ""],
        &["{\"title\": \"", "\", \"title\"", ""],
        &["{\"title\": \"", "\", \"title\": \"", ""],
        &["{\"title\": \"", "\", title: ", ""],
        &["{\"title\": \"", "\"/*", ""],
        &["{\"title\": \"", "\" /* */ ", ""],
        &["{\"title\": \"", "\" // ", ""],
        &["{\"title\": \"", &comment, ""],
        &["{\"title\": \"", "\" //\n", ""],
        &["{\"title\": \"a\"", " /**/", "\"", ", /**/", ""],
        &["{\"title\": \"", "\" # ", ""],
        &["{\"title\": ", "\"\"\"", ""],
        &["{\"title\": ", "\"\"\" ", ""],
        &["{\"title\": '''", "'", ""],
        &["{\"title\": ", "''' \"\"\" ``` ", ""],
        &["{\"title\": ", "'a'", ""],
        &["{\"title\": '", "a 'b', ", ""],
        &["{\"title\": `", "a `b`, ", ""],
        &["{\"title\": \u{201c}", "a \u{201d}b\", ", ""],
        &["{\"title\": \u{201c}", "\u{201c}", ""],
        &["{\"title\": ", "\u{ab}a\u{bb} ", ""],
        &["{\"title\": ", "\"a\" + ", ""],
        &["{\"title\": ", "\"a\" ", ""],
        &["{\"title\": ", "\"a\"\n", ""],
        &["{\"title\": ", "r\"a\" ", ""],
        &["{\"tags\": [", "\"a\" b ", ""],
        &["{\"tags\": [", "\"a\" ", ""],
        &["{\"tags\": [", "\"a\" b, ", "]}"],
        &["{\"tags\": [\"", "a \"b\", ", ""],
        &["{\"tags\": [\"", "\", ", ""],
        &["{\"tags\": [", "\"a", "]}"],
        &["{\"tags\": [", "\"\"", "]}"],
        &["{\"facts\": {", "\"a\": \"b\" c, ", "}}"],
        &["{\"facts\": {", "\"a\": \"b\" \"c\", ", "}}"],
        &["{\"facts\": {\"", "\", \"", ""],
        &["{\"parts\": [", "{\"name\": \"a\" b, \"size\": 1}, ", "]}"],
        &["{\"parts\": [{\"name\": \"", "\"}, ", "]}"],
        &["{\"parts\": [{\"name\": \"", "\"}, {\"name\": \"", "]}"],
        &["{\"x\": ", "\"a\" b ", ""],
        &["{\"x\": {", "\"a\": \"b\" c, ", "}}"],
        &["{\"x\": [", "\"a\" b, ", "]}"],
        &["{\"x\": \"", "\", \"y\": \"a\" b", ""],
        &["{\"", "a\", \"", ""],
        &["[\"", "\\\", \\\"", ""],
        &["{\"title\": \"{\\\"title\\\": \\\"", "\\\\\\\"", "\\\"}\"}"],
    ]);
}

#[test]
fn tokens() {
    check(&[
        &["{\"title\": \"a\"", ",", ""],
        &["{\"title\": \"a\"", ", ", ""],
        &["{\"title\": \"a\"", ";", ""],
        &["{", "/*", ""],
        &["{", "/**/", ""],
        &["{", "//\n", ""],
        &["{", "#\n", ""],
        &["{", "# ", ""],
        &["{", "/", ""],
        &["{", "\u{a0}", ""],
        &["{", "\\n", ""],
        &["{", "\\ ", ""],
        &["{", "...", ""],
        &["{", "..", ""],
        &["{", "\u{2026}, ", ""],
        &["{", ":", ""],
        &["{", "= ", ""],
        &["{", "a", ""],
        &["{", "a ", ""],
        &["{", "a\n", ""],
        &["{", "a\"", ""],
        &["{", "a\" ", ""],
        &["{", "\"a\"", ""],
        &["{", "\"title\"", ""],
        &["{", "\"title\": \"a\", ", ""],
        &["{", "\"title: \"a, ", ""],
        &["{", "\"title: ", ""],
        &["{", "title: a\n", ""],
        &["{", "title: a, ", ""],
        &["{", "'a': ", ""],
        &["{", "\u{201c}", ""],
        &["{", "\u{201c}a\u{201d}: ", ""],
        &["{\"x\": ", "[}", ""],
        &["{\"x\": ", "{]", ""],
        &["{\"x\": ", "[", ""],
        &["{\"x\": ", "{\"title\": ", ""],
        &["{\"x\": ", "(", ""],
        &["{\"x\": (", "1, ", ")}"],
        &["{\"x\": ", "[1", "", "]", "}"],
        &["{\"x\": [", "1}", "]}"],
        &["{\"x\": a", "}", ""],
        &["{\"x\": a", "] ", ""],
        &["{\"x\": a", ", ", ""],
        &["{\"x\": a", "\n", ""],
        &["{\"x\": a", "\n//", ""],
        &["{\"x\": a", "//\n", ""],
        &["{\"x\": ", "a: ", ""],
        &["{\"title\": a", "}", "b"],
        &["{\"title\": a", "} ", "b"],
        &["{\"title\": a", "]", "b"],
        &["{\"title\": a", ", ", "b"],
        &["{\"title\": a", ", b", ""],
        &["{\"title\": a", "\n", "b"],
        &["{\"title\": a", "\n ", "b"],
        &["{\"title\": a", "//\n", "b"],
        &["{\"title\": a", "\n/**/", "b"],
        &["{\"title\": a", " \"", ""],
        &["{\"title\": a", " \"b\"", ""],
        &["{\"title\": a", " /*", ""],
        &["{\"title\": a", "<", ""],
        &["{\"title\": a", ")", ""],
        &["{\"title\": 1", "/1", ""],
        &["{\"title\": 1", "1", "", "/1", ""],
        &["{\"title\": 1", "1", "", " 1", ""],
        &["{\"tags\": [1", "1", "", " a", ""],
        &["{\"tags\": [1", " ", "a"],
        &["{\"tags\": [a", " ", "b"],
        &["{\"tags\": [a", ") ", "b"],
        &["{\"tags\": [", "1 ", ""],
        &["{\"tags\": [", "a\n", ""],
        &["{\"tags\": [", "a, ", "]}"],
        &["{\"tags\": [", "}", ""],
        &["{\"tags\": [", "{", ""],
        &["{\"tags\": ", "[", ""],
        &["{\"tags\": ", "(", ""],
        &["{\"tags\": [", "\"a\": ", ""],
        &["{\"tags\": [", "a: ", ""],
        &["{\"tags\": [", "...", ""],
        &["{\"tags\": \"", "[", "\"}"],
        &["{\"numbers\": [", "1 ", "]}"],
        &["{\"numbers\": [", "1", "]}"],
        &["{\"numbers\": [", "x, ", "]}"],
        &["{\"numbers\": [\"", "1,", "\"]}"],
        &["{\"numbers\": \"", "1,", "\"}"],
        &["{\"numbers\": [", "NaN ", "]}"],
        &["{\"count\": ", "1", ""],
        &["{\"count\": ", "1 ", ""],
        &["{\"count\": \"", "1 ", "\"}"],
        &["{\"grade\": \"", "good ", "\"}"],
        &["{\"grade\": ", "good ", "}"],
        &["{\"summary\": [", "\"a\", ", "]}"],
        &["{\"summary\": [", "a ", "]}"],
        &["{\"words\": \"", "a,", "\"}"],
        &["{\"facts\": {", "a: b, ", "}}"],
        &["{\"facts\": {", "a: b\n", "}}"],
        &["{\"facts\": {", "\"a\": 1, ", "}}"],
        &["{\"facts\": [", "{\"key\": \"a\", \"value\": 1}, ", "]}"],
        &["{\"facts\": {", "a", "", ": b, ", "}}"],
        &["{\"nested\": {\"", "k", "\": [", "\"1\", ", "]}}"],
        &["{\"", "k", "\": [", "\"1\", ", "]}"],
        &["{\"parts\": [", "{\"name\": 1, \"size\": \"1\"}, ", "]}"],
        &["{\"parts\": [", "{\"name\": \"a\", \"size\": 1} ", "]}"],
        &["{\"parts\": [", "\"name\": \"a\", \"size\": 1, ", "]}"],
        &["{\"parts\": [{", "\"name\": \"a\", \"size\": 1, ", "}]}"],
        &["{\"parts\": [{", "\"name\": \"a\", \"Name\": 1, ", "}]}"],
        &[
            "{\"parts\": [",
            "{\"Name\": \"a\", \"name\": \"b\", \"size\": 1}, ",
            "]}",
        ],
        &["{\"parts\": [", "{\"name\": \"a\"}, ", "]}"],
        &["{\"parts\": [", "{\"name\": {\"value\": ", "]}"],
        &["{\"parts\": [", "[", "]}"],
        &["{\"parts\": {", "\"0\": {\"name\": \"a\", \"size\": 1}, ", "}}"],
        &["{\"parts\": ", "{\"name\": \"a\", \"size\": 1} ", ""],
        &["{\"parts\": [", "{\"name\": \"a\", \"size\": 1", ""],
        &[
            "{\"parts\": [",
            "{\"name\": \"a\", \"grade\": \"Goood\", \"size\": 1},",
            "",
        ],
        &["[", "{\"name\": \"a\", \"size\": 1, \"grade\": \"it is good\"} ", ""],
        &["[", "\"name\": ", ""],
        &["[", "{\"name\": \"Part\", \"size\": 1}, ", "]"],
        &["[", "{\"size\": \"1\", \"Name\": \"part\"}, ", ""],
        &["[", "{\"size\": [{\"name\": ", ""],
        &["[", "{\"tags\": [\"a\" b], \"name\": ", ""],
        &["[", "{\"Name\": \"a\", \"x\": ", ""],
        &["[", "{\"Name\": \"a\", \"x\": \"b\"}, ", "]"],
        &["[{", "\"Name\": \"a\", \"x\": \"b\", ", "}]"],
        &["[{", "\"name\": \"a\", \"Size\": 1, ", "}]"],
        &["[{", "\"Name\": \"a\", \"size\": 1, ", "}]"],
        &["[{", "\"name\": \"a\", \"Size\": 1 ", ""],
    ]);
}

#[test]
fn lists_without_a_key() {
    check(&[
        &["{", "[1],", ""],
        &["{", "[1] ", "}"],
        &["{\"title\": \"a\", ", "[[", "]"],
        &["{\"title\": \"a\", ", "[1", "]"],
        &["{\"title\": \"a\", ", "[\"", "]"],
        &["{\"title\": \"a\", [", "[],", ""],
        &["{\"title\": \"a\", ", "{\"a\": [1], [", ""],
        &["{\"title\": \"a\", ", "[{\"a\": 1, [", ""],
        &["{\"title\": \"a\"", "] ", ""],
        &["{\"title\": \"a\"", "], \"x\": 1", "}"],
    ]);
}

#[test]
fn objects_that_stand_behind_a_comment() {
    check(&[
        &["{\"x\": ", "{\"a\": 1 // x\n", "{\"a\": 1 }"],
        &["{\"x\": ", "{\"a\": 1 // x\n", "{\"a\": 1 // x\n}"],
        &["{\"x\": ", "{\"a\": 1 // }\n", "{\"a\": 1 // }\n }"],
        &[
            "{\"x\": ",
            "{\"a\": 1\n",
            "{\"a\": 1}\n{\"a\": 1}\n{\"a\": 1}\n{\"a\": 1}\n",
        ],
        &[
            "{\"x\": ",
            "{\"a\": 1 // x\n",
            "{\"a\": 1}\n{\"a\": 1}\n{\"a\": 1}\n{\"a\": 1}\n",
        ],
        &["{\"x\": ", "{\"a\": 1 // x\n", "{\"a\": 1}"],
        &["{\"x\": ", "{\"a\": 1 // x\n", "}"],
    ]);
}

#[test]
fn comments_with_closers_and_members() {
    check(&[
        &["{", "[1],", ""],
        &["{", "[1] ", "}"],
        &["{\"title\": \"a\", ", "[[", "]"],
        &["{\"title\": \"a\", ", "[1", "]"],
        &["{\"title\": \"a\", [", "[],", ""],
        &["{\"title\": \"a\", ", "{\"a\": [1], [", ""],
        &["{\"title\": \"a\", ", "[{\"a\": 1, [", ""],
        &["{\"title\": \"a\"", "] ", ""],
        &["{\"title\": \"a\"", "], \"x\": 1", "}"],
        &["{\"title\": \"a\" // ", "}", ""],
        &["{\"title\": \"a\" // ", "} ", ""],
        &["{\"title\": \"a\" // ", "}, \"x\": 1", ""],
        &["{\"title\": \"a\" // ", "\"x\": ", ""],
        &["{\"title\": \"a\" // ", "\"x\": 1, ", "}"],
        &["{\"title\": \"a\" // ", "\"", "}"],
        &["{\"title\": \"a\" // ", "'", "}"],
        &["{\"title\": \"a\" // ", "\"'", "}"],
        &["{\"title\": \"a\" // ", "{", "}"],
        &["{\"title\": \"a\" // ", "{", "}", "}", ""],
        &["{\"title\": \"a\"", " // }\n", ""],
        &["{\"title\": \"a\"", " // }, \"x\": 1\n", ""],
        &["{\"title\": \"a\"", " // }, \"title\": \n", "}"],
        &["{\"title\": \"a\", ", " // \"title\": 1}\n", ""],
        &["{\"title\": \"a\", ", " // \"title\": 1}\n", "}"],
        &["{\"title\": \"", "\" // }", "}"],
        &["{\"title\": \"", "\" // }\n", ""],
        &["{\"title\": \"", "\" // }\n", "}"],
        &["{\"title\": \"", "\" # }\n", ""],
        &["{\"facts\": {\"a\": \"", "\" # }\n", ""],
        &["{\"facts\": {\"a\": \"", "\" # }, \"title\": 1\n", ""],
        &["{\"facts\": {\"a\": \"", "\" # }, \"title\": 1 ", ""],
        &["{\"facts\": {\"a\": \"b\"", " # }, \"title\": 1 ", ""],
        &["{\"facts\": {\"a\": \"b\"", " # }, \"title\": 1\n", ""],
        &["{\"tags\": [\"a\", ", "// \"b\", ", ""],
        &["{\"tags\": [\"a\", ", "// \"b\", \n", ""],
        &["{\"tags\": [\"a\", ", "// \"b\"]\n", ""],
        &["{\"tags\": [\"a\" // ", ", \"b\"", "]}"],
        &["{\"numbers\": [1 // ", ", 2", "]}"],
        &["{\"numbers\": [1 // ", ", 2 a", "]}"],
        &["{\"x\": [1 // ", "], 2 a", "]}"],
        &["{\"x\": ", "{\"a\": 1 // }\n", ""],
        &["{\"x\": ", "[ // ]\n", ""],
        &["", "{ // }\n", ""],
        &["{", "// \"x\"\n", ""],
        &["{", "// \"x\": \n", ""],
        &["{", "// }\n}\n", ""],
        &["{\"title\": 1 // }", "\n}", ""],
        &["{\"title\": 1 // }", "\n ", "// }"],
        &["{\"title\": 1", "// }, /* */\n", ""],
        &["{\"title\": 1", "// }, \"title\" /* */\n", ""],
        &["{\"tags\": [1, ", "// , 'a \n", "]"],
        &["{\"tags\": [1, // ", ", 'a ", "]"],
        &["", "{\"a\" // }\n", ""],
        &["", "{\"a\": // }\n", ""],
        &["", "{\"a\": // \"title\": 1\n", "}"],
    ]);
}
