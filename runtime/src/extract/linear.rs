//! The work for a text is in proportion to its length, whatever stands in it: counted in steps, of which one is taken
//! whenever a byte is looked at, and not in seconds.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::path::head;
use crate::read::steps::steps_of;
use crate::{LlmOutput, Options};

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Note {
    title: String,
    tags: Vec<String>,
    #[llm(validate = is_any)]
    count: Option<u32>,
    parts: Vec<Part>,
    facts: BTreeMap<String, String>,
    numbers: Option<Vec<f64>>,
    grade: Option<Grade>,
    #[llm(join = ", ")]
    summary: Option<String>,
    #[llm(split = ",")]
    words: Option<Vec<String>>,
    nested: Option<BTreeMap<String, Vec<i64>>>,
}

#[derive(LlmOutput)]
#[llm(validate = is_told)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Part {
    name: String,
    #[llm(validate = is_told)]
    size: i64,
    grade: Option<Grade>,
}

#[derive(LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Grade {
    Good,
    Bad,
}

#[derive(LlmOutput)]
#[llm(tag = "name")]
#[expect(dead_code, reason = "only the work of reading counts")]
enum Tagged {
    Part {
        size: Option<i64>,
        tags: Option<Vec<String>>,
    },
    Note(Note),
    Nothing,
}

#[derive(LlmOutput)]
#[llm(untagged)]
#[expect(dead_code, reason = "only the work of reading counts")]
enum Any {
    Part(Part),
    Note { title: String, tags: Option<Vec<String>> },
    Names(Vec<String>),
    Number(i64),
}

#[expect(
    clippy::unnecessary_wraps,
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "as a check has to be"
)]
fn is_any(_: &Option<u32>) -> Result<(), String> {
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "as a check has to be")]
fn is_told<T>(_: &T, _: bool) -> Result<(), String> {
    Ok(())
}

/// Steps for each byte of the text, at most. Nearly all texts take less than a hundred; a quote before a comment takes
/// as many as the comment is long, up to four hundred bytes.
const STEPS: usize = 1000;

/// What does not depend on the text: bytes that may be looked at twice before anybody counts them.
const CONSTANT: usize = 3_000_000;

const LENGTH: usize = 20_000;

/// A text of about `length` bytes: `unit` again and again behind `prefix`, before `suffix`.
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

fn read<T: LlmOutput>(text: &str, options: &Options<'_>) {
    // What comes of it is told elsewhere.
    let _ = T::parse_llm_with(text, options);
}

/// Reads a text as one type.
type Reader = fn(&str, &Options<'_>);

/// Reads texts of one and two lengths as every type, and lists those for which the work grows faster.
fn check(cases: &[&[&str]]) {
    let readers: [(&str, Reader); 7] = [
        ("Note", read::<Note>),
        ("Part", read::<Part>),
        ("Vec<Part>", read::<Vec<Part>>),
        ("Map", read::<BTreeMap<String, Vec<i64>>>),
        ("Vec<String>", read::<Vec<String>>),
        ("Vec<Tagged>", read::<Vec<Tagged>>),
        ("Any", read::<Any>),
    ];
    let mut failures = String::new();
    for parts in cases {
        for (name, reader) in readers {
            grows(parts, LENGTH, STEPS, name, reader, &mut failures);
        }
        #[cfg(all(feature = "any", feature = "serde"))]
        for (name, reader) in through_serde::READERS {
            grows(
                parts,
                through_serde::LENGTH,
                through_serde::STEPS,
                name,
                *reader,
                &mut failures,
            );
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

/// The same texts, read by types that only serde knows.
#[cfg(all(feature = "any", feature = "serde"))]
mod through_serde {
    use std::collections::BTreeMap;

    use super::Reader;
    use crate::{Options, from_str_with};

    /// A value is read in several passes, so that the texts are shorter.
    pub(super) const LENGTH: usize = 3_000;

    /// Steps for each byte of the text, at most, in all passes together.
    pub(super) const STEPS: usize = 64 * super::STEPS;

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    struct Note {
        title: String,
        tags: Vec<String>,
        count: Option<u32>,
        parts: Vec<Part>,
        facts: BTreeMap<String, String>,
        numbers: Option<Vec<f64>>,
        nested: Option<BTreeMap<String, Vec<i64>>>,
    }

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    struct Part {
        name: String,
        size: i64,
        grade: Option<Grade>,
    }

    #[derive(serde::Deserialize)]
    enum Grade {
        Good,
        Bad,
    }

    #[derive(serde::Deserialize)]
    #[serde(tag = "name")]
    #[expect(dead_code, reason = "only the work of reading counts")]
    enum Tagged {
        Part {
            size: Option<i64>,
            tags: Option<Vec<String>>,
        },
        Note(Note),
        Nothing,
    }

    fn read<T: for<'de> serde::Deserialize<'de>>(text: &str, options: &Options<'_>) {
        // What comes of it is told elsewhere.
        let _ = from_str_with::<T>(text, options);
    }

    pub(super) const READERS: &[(&str, Reader)] = &[
        ("serde's Note", read::<Note>),
        ("serde's Vec<Part>", read::<Vec<Part>>),
        ("serde's Map", read::<BTreeMap<String, Vec<i64>>>),
        ("serde's Vec<String>", read::<Vec<String>>),
        ("serde's Vec<Tagged>", read::<Vec<Tagged>>),
        ("serde's Value", read::<serde_json::Value>),
    ];
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
    ]);
}
