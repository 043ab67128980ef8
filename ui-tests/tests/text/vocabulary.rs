//! Every attribute that the derive knows is misused in a case.

use std::collections::{BTreeMap, BTreeSet};

use crate::case::{cases, read, root};

/// The attributes of the vocabulary: place and name.
fn vocabulary() -> Vec<(&'static str, String)> {
    let source = read(&root().join("../derive/src/attr/vocabulary.rs"));
    let mut found = Vec::new();
    for place in ["TYPE", "FIELD", "VARIANT"] {
        let list = source
            .split(&format!("const {place}: "))
            .nth(1)
            .expect("the list of the place");
        let list = list.split("];").next().expect("the list ends");
        let names = list
            .lines()
            .filter_map(|line| line.trim().strip_prefix("(\"")?.split('"').next());
        found.extend(names.map(|name| (place, name.to_owned())));
    }
    assert!(found.len() > 40, "only {} attributes were read", found.len());
    found
}

/// The attributes of each `#[llm(..)]` in the code, by the place where it stands.
fn used(code: &str) -> BTreeSet<(&'static str, String)> {
    let mut used = BTreeSet::new();
    let mut attributes: Vec<String> = Vec::new();
    let mut in_enum = false;
    for line in code.replace("    #[llm(\n", "#[llm(").lines() {
        let (trimmed, indent) = (line.trim(), line.len() - line.trim_start().len());
        let mut rest = trimmed;
        while let Some(at) = rest.find("#[llm(") {
            let inner = &rest[at + 6..];
            let end = inner.find(")]").map_or(inner.len(), |end| end);
            attributes.push(inner[..end].to_owned());
            rest = inner.get(end + 2..).unwrap_or_default();
        }
        let item = rest.trim();
        if item.is_empty() || item.starts_with("#[") {
            continue;
        }
        let is_type = ["struct ", "enum ", "union "].iter().any(|word| item.starts_with(word));
        if is_type {
            in_enum = item.starts_with("enum ");
        }
        // What stands on the line of a type, behind its name, is about a field.
        let place = match (is_type && !trimmed.contains("#[llm("), in_enum && indent == 4) {
            (true, _) => "TYPE",
            (false, true) if !item.contains(": ") || item.contains('{') || item.ends_with("),") => "VARIANT",
            _ => "FIELD",
        };
        for attribute in attributes.drain(..) {
            let mut depth = 0;
            let mut word = String::new();
            for c in attribute.chars().chain([',']) {
                match c {
                    '(' => depth += 1,
                    ')' => depth -= 1,
                    ',' if depth <= 0 => {
                        let name: String = word
                            .trim()
                            .chars()
                            .take_while(|c| c.is_alphanumeric() || *c == '_')
                            .collect();
                        used.insert((place, name));
                        word.clear();
                        continue;
                    }
                    _ => {}
                }
                word.push(c);
            }
        }
    }
    used
}

#[test]
fn every_attribute_is_misused_in_a_case() {
    let mut misused: BTreeMap<(&str, String), usize> = BTreeMap::new();
    for case in cases() {
        for attribute in used(&case.code) {
            // The message speaks of it.
            if case.messages.contains(&format!("`{}", attribute.1)) {
                *misused.entry(attribute).or_default() += 1;
            }
        }
    }
    let missing: Vec<_> = vocabulary()
        .into_iter()
        .filter(|attribute| !misused.contains_key(attribute))
        .collect();
    assert!(missing.is_empty(), "no case misuses {missing:?}");
}
