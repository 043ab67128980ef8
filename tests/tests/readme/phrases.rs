//! Phrases that a native reader stumbles over do not come back: in the public docs, in the messages and in the pages.
//!
//! The test reads the pages in Markdown, the doc comments of public items, the text of messages, and all comments of the derive. It
//! skips code, quoted code, and the comments of private modules of the runtime.

use std::fs;
use std::path::{Path, PathBuf};

/// The words, in lower case, and what to write instead.
const PHRASES: &[(&str, &str)] = &[
    ("stands", "is, is in, follows, comes after"),
    ("stood", "was, was in"),
    ("takes", "accepts, reads, needs"),
    ("is taken", "is accepted, is read"),
    ("are taken", "are accepted, are read"),
    ("behind", "after"),
    ("beyond it", "past it"),
    ("parted", "separated"),
    ("parts from", "separates from"),
    ("mend", "fix"),
    ("mended", "fixed"),
    ("lacks", "is missing"),
    ("lacking", "missing"),
    ("is told", "receives, is called with"),
    ("are told", "receive, are called with"),
    ("told of", "called with"),
    ("asked for", "expected, requested"),
    ("asks for", "expects, requests"),
    ("at last", "finally"),
    ("member", "field, key, variant, entry"),
    ("members", "fields, keys, variants, entries"),
    ("of which", "two sentences"),
    ("for which", "two sentences"),
    ("to the byte", "byte-identical"),
    ("anew", "again"),
    ("handed over", "passed, sent"),
    ("no equal", "do not offer"),
    ("came again", "was repeated"),
    ("comes again", "is repeated"),
    ("stand", "be, be in, come, follow"),
    ("beside", "next to, along with"),
    ("means nothing here", "does not apply here"),
    ("holds no", "contains no"),
    ("held no", "contained no"),
    ("held several", "contained several"),
    ("the empty text", "an empty string"),
    ("gravest", "highest"),
    ("untouched", "unchanged"),
    ("inside each other", "nested"),
    ("inside itself", "recursive"),
    ("thrown away", "dropped"),
    ("ends nothing", "does not end it"),
    ("least and greatest", "minimum and maximum"),
    ("which one counts", "which one to use"),
    ("hand over", "return, pass"),
    ("tells of", "reports, emits"),
    ("have cost", "cost"),
];

/// What is allowed: the end of the file's path, a part of the line, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("derive/src/attr/foreign.rs", "takes precedence", "the idiom"),
    (
        "schema/dialect/render/node.rs",
        "{behind}",
        "the name of a variable in a format string",
    ),
    (
        "schema/dialect/render/keywords.rs",
        "member",
        "the unit in which the length of a map is counted, as in the schema's words for people",
    ),
    (
        "schema/prompt.rs",
        "member",
        "the unit in which the length of a map is counted",
    ),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn files(folder: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

/// The line without the code that it quotes.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join("`")
}

/// The lines of a page, without its code blocks.
fn prose(page: &str) -> Vec<(usize, String)> {
    let mut is_code = false;
    let mut lines = Vec::new();
    for (position, line) in page.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            lines.push((position + 1, without_code(line)));
        }
    }
    lines
}

/// The doc comments of a file's public items: a block of them counts if what it is about is public, or inside of what is.
fn public_docs(code: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut block: Vec<(usize, &str)> = Vec::new();
    let mut is_code = false;
    // The indentation of the enum, struct or trait whose items are looked at, if it is public.
    let mut public: Option<usize> = None;
    for (position, line) in code.lines().enumerate() {
        let start = line.trim_start();
        let indent = line.len() - start.len();
        if let Some(doc) = start.strip_prefix("///").or_else(|| start.strip_prefix("//!")) {
            if doc.trim_start().starts_with("```") {
                is_code = !is_code;
            } else if !is_code {
                block.push((position + 1, doc));
            }
            if start.starts_with("//!") {
                found.append(&mut block);
            }
            continue;
        }
        if start.is_empty() || start.starts_with("#[") || start.starts_with("//") {
            continue;
        }
        let is_item = |word: &str| start.strip_prefix("pub ").is_some_and(|rest| rest.starts_with(word));
        let is_hidden = code
            .lines()
            .take(position)
            .last()
            .is_some_and(|line| line.contains("doc(hidden)"));
        if public.is_some_and(|outer| indent <= outer) {
            public = None;
        }
        let is_public = start.starts_with("pub ") || (public.is_some() && !start.starts_with("pub("));
        if is_public && !is_hidden {
            found.append(&mut block);
        }
        block.clear();
        if ["enum", "trait"].iter().any(|word| is_item(word)) && start.ends_with('{') {
            public = Some(indent);
        }
    }
    found
        .into_iter()
        .map(|(line, text)| (line, without_code(text)))
        .collect()
}

/// All comments of a file, one line each.
fn comments(code: &str) -> Vec<(usize, String)> {
    let lines = (1..).zip(code.lines());
    let comments = lines.filter(|(_, line)| line.trim_start().starts_with("//"));
    comments.map(|(number, line)| (number, without_code(line))).collect()
}

/// The strings in a file's code, up to its tests, each with the line on which it begins.
fn messages(code: &str) -> Vec<(usize, String)> {
    let code = code.split("#[cfg(test)]").next().unwrap_or_default();
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = rest.find(['"', '/', '\'']) {
        let (before, after) = rest.split_at(at);
        if after.starts_with("//") {
            rest = after.split_once('\n').map_or("", |(_, rest)| rest);
        } else if let Some(behind) = after.strip_prefix("'\"'") {
            rest = behind;
        } else if let Some(string) = after.strip_prefix('"') {
            let end = ending(string, before.ends_with("r#"));
            // Reasons of lints and of panics that cannot happen are for those who read the code.
            if !["reason = ", ".expect("].iter().any(|word| before.ends_with(word)) {
                let line = code[..code.len() - after.len()].lines().count();
                found.push((line, without_code(&string[..end])));
            }
            rest = &string[string.len().min(end + 1)..];
        } else {
            rest = &after[1..];
        }
    }
    found
}

/// Where a string ends whose opening quote was read.
fn ending(string: &str, is_raw: bool) -> usize {
    if is_raw {
        return string.find("\"#").unwrap_or(string.len());
    }
    let mut is_escaped = false;
    let end = string.char_indices().find(|&(_, c)| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    });
    end.map_or(string.len(), |(at, _)| at)
}

/// Whether the words are in the line, as words.
fn holds(line: &str, phrase: &str) -> bool {
    let line = line.to_lowercase();
    line.match_indices(phrase).any(|(at, _)| {
        let is_letter = |c: char| c.is_alphanumeric() || c == '_';
        !line[..at].ends_with(is_letter) && !line[at + phrase.len()..].starts_with(is_letter)
    })
}

#[test]
fn nothing_public_says_what_a_native_reader_stumbles_over() {
    let root = root();
    let mut lines: Vec<(PathBuf, usize, String)> = Vec::new();
    let mut pages: Vec<PathBuf> = [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "integrations/README.md",
    ]
    .map(|page| root.join(page))
    .into();
    files(&root.join("runtime/src/guide"), "md", &mut pages);
    for path in pages {
        let page = fs::read_to_string(&path).expect("a page");
        lines.extend(prose(&page).into_iter().map(|(line, text)| (path.clone(), line, text)));
    }
    let mut sources = Vec::new();
    files(&root.join("runtime/src"), "rs", &mut sources);
    files(&root.join("derive/src"), "rs", &mut sources);
    for path in sources {
        let name = path.strip_prefix(&root).expect("it is inside").display().to_string();
        let is_private = [
            "read/",
            "extract/",
            "visit/",
            "spec/",
            "record/",
            "serde/",
            "private.rs",
            "spec.rs",
            "tests",
        ]
        .iter()
        .any(|private| name.contains(private));
        let is_message = name.starts_with("derive/")
            || [
                "error",
                "repair.rs",
                "registry.rs",
                "exchange",
                "schema/",
                "output.rs",
                "words",
            ]
            .iter()
            .any(|place| name.contains(place));
        let code = fs::read_to_string(&path).expect("a file");
        if name.starts_with("derive/") && !is_private {
            lines.extend(
                comments(&code)
                    .into_iter()
                    .map(|(line, text)| (path.clone(), line, text)),
            );
        } else if !is_private {
            lines.extend(
                public_docs(&code)
                    .into_iter()
                    .map(|(line, text)| (path.clone(), line, text)),
            );
        }
        if is_message && !is_private {
            lines.extend(
                messages(&code)
                    .into_iter()
                    .map(|(line, text)| (path.clone(), line, text)),
            );
        }
    }
    let mut used = vec![false; ALLOWED.len()];
    let mut flagged = Vec::new();
    for (path, line, text) in &lines {
        for (phrase, instead) in PHRASES.iter().filter(|(phrase, _)| holds(text, phrase)) {
            let allowed = ALLOWED
                .iter()
                .position(|(file, part, _)| path.ends_with(file) && text.contains(part));
            match allowed {
                Some(position) => used[position] = true,
                None => flagged.push(format!(
                    "{}:{line}: {phrase:?}, write {instead:?}:{text}",
                    path.display()
                )),
            }
        }
    }
    for ((file, part, _), used) in ALLOWED.iter().zip(used) {
        if !used {
            flagged.push(format!("{file}: {part:?} is allowed, and not there any more"));
        }
    }
    assert!(flagged.is_empty(), "{} phrases\n{}", flagged.len(), flagged.join("\n"));
}
