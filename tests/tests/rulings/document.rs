//! The documents that state the rules: every third-level heading is the name of a rule.

use std::path::{Path, PathBuf};

/// One of the documents in `tests/rulings`.
pub(crate) struct Document {
    pub(crate) rules: Vec<Rule>,
}

pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) text: String,
}

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("rulings")
}

impl Document {
    pub(crate) fn open(name: &str) -> Self {
        let path = folder().join(name).with_extension("md");
        let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let mut rules: Vec<Rule> = Vec::new();
        let mut is_in_rule = false;
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("### ") {
                rules.push(Rule {
                    name: name.to_owned(),
                    text: String::new(),
                });
                is_in_rule = true;
            } else if line.starts_with("## ") {
                is_in_rule = false;
            } else if let (true, Some(rule)) = (is_in_rule, rules.last_mut()) {
                rule.text.push_str(line);
                rule.text.push('\n');
            }
        }
        assert!(!rules.is_empty(), "{}: no rules", path.display());
        Self { rules }
    }

    pub(crate) fn all() -> Vec<Self> {
        ["contract", "around_the_answer", "inside_the_document"]
            .map(Self::open)
            .into()
    }

    pub(crate) fn names(&self) -> Vec<&str> {
        self.rules.iter().map(|rule| &*rule.name).collect()
    }
}
