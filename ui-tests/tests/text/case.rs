//! The cases that do not compile, read from `fail/`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A case that does not compile: its path below `fail/` without an ending, its code and its messages.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) messages: String,
}

impl Case {
    /// Each error, from its first line to the blank line behind it.
    pub(crate) fn errors(&self) -> impl Iterator<Item = &str> {
        self.messages.split("\n\nerror").map(str::trim)
    }

    /// The names of the types, variants, fields and functions that the case declares.
    pub(crate) fn names(&self) -> BTreeSet<&str> {
        let words = |line: &str| -> Vec<(usize, usize)> {
            let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '#';
            let mut words = Vec::new();
            let mut start = None;
            for (at, c) in line.char_indices().chain([(line.len(), ' ')]) {
                match (is_word(c), start) {
                    (true, None) => start = Some(at),
                    (false, Some(from)) => {
                        words.push((from, at));
                        start = None;
                    }
                    _ => {}
                }
            }
            words
        };
        let lines = self.code.lines().filter(|line| !line.trim_start().starts_with("#["));
        lines
            .flat_map(|line| words(line).into_iter().map(move |(from, to)| &line[from..to]))
            .collect()
    }
}

pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below the directory that ends so.
pub(crate) fn files(directory: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).unwrap_or_else(|error| panic!("{}: {error}", directory.display()));
    for entry in entries {
        let path = entry.expect("the directory can be read").path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

pub(crate) fn cases() -> Vec<Case> {
    let directory = root().join("fail");
    let cases = files(&directory, "rs").into_iter().map(|path| Case {
        name: path
            .with_extension("")
            .strip_prefix(&directory)
            .expect("it stands there")
            .display()
            .to_string(),
        code: read(&path),
        messages: read(&path.with_extension("stderr")),
    });
    cases.collect()
}
