//! The rooms of the crate import each other in one direction, and the files of `extract` do so too. A type's name is used in
//! one room only.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms, each of which may import those before it.
const ROOMS: [&str; 9] = [
    "schema", "error", "record", "read", "visit", "extract", "surface", "calls", "serde",
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src")
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// A module by its names from the crate's root on.
type Module = Vec<String>;

/// The modules with the paths that each of them names, from the crate's root on.
struct Imports(BTreeMap<Module, BTreeSet<Module>>);

impl Imports {
    fn read() -> Self {
        let mut paths = Vec::new();
        files(&source(), &mut paths);
        let mut modules = BTreeMap::new();
        for path in paths {
            let relative = path
                .strip_prefix(source())
                .expect("a file of the crate")
                .with_extension("");
            let mut module: Module = relative
                .iter()
                .map(|part| part.to_string_lossy().into_owned())
                .collect();
            if module.last().is_some_and(|last| last == "mod" || last == "lib") {
                module.pop();
            }
            let text = fs::read_to_string(&path).expect("a source file is text");
            modules.insert(module, without_tests(&text));
        }
        let tests = tests(&modules);
        modules.retain(|module, _| !tests.iter().any(|test| module.starts_with(test)));
        let root = reexports(&modules[&Module::new()]);
        let named = |(module, text): (&Module, &String)| {
            let mut paths = paths_of(text, module);
            let resolved = paths.iter().filter_map(|path| root.get(path.first()?)).cloned();
            let resolved: Vec<Module> = resolved.collect();
            paths.extend(resolved);
            (module.clone(), paths)
        };
        Self(modules.iter().map(named).collect())
    }

    /// The modules inside `room` that this path leads into: the file that holds it.
    fn file(&self, path: &[String]) -> Option<Module> {
        let lengths = (1..=path.len()).rev();
        lengths
            .map(|length| path[..length].to_vec())
            .find(|module| self.0.contains_key(module))
    }
}

/// The text without comments and without what only tests see inside of the file.
fn without_tests(text: &str) -> String {
    let code: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let code = code.join("\n");
    match code.find("mod tests {") {
        Some(tests) => code[..tests].to_owned(),
        None => code,
    }
}

/// The modules that only tests compile.
fn tests(modules: &BTreeMap<Module, String>) -> Vec<Module> {
    let mut found = Vec::new();
    for (module, text) in modules {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for pair in lines.windows(2) {
            if let [attribute, declaration] = pair
                && attribute.starts_with("#[cfg(")
                && attribute.contains("test")
                && let Some(name) = declaration.strip_prefix("mod ").and_then(|rest| rest.strip_suffix(';'))
            {
                found.push(module.iter().cloned().chain([name.to_owned()]).collect());
            }
        }
    }
    found
}

/// What the crate's root gives other names to: the path of each.
fn reexports(root: &str) -> BTreeMap<String, Module> {
    let mut found = BTreeMap::new();
    for statement in root.split(';') {
        if let Some(start) = statement.find("pub use ") {
            for path in leaves(statement[start + 8..].trim()) {
                if let [room, .., name] = &path[..] {
                    found.insert(name.clone(), vec![room.clone(), name.clone()]);
                }
            }
        }
    }
    found
}

/// The paths of a tree such as `a::{b, c::d}`.
fn leaves(tree: &str) -> Vec<Module> {
    let tree = tree.trim();
    let Some(open) = tree.find('{') else {
        let path = tree.split(" as ").next().unwrap_or_default();
        return vec![path.split("::").map(|name| name.trim().to_owned()).collect()];
    };
    let prefix: Module = tree[..open]
        .split("::")
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let (mut depth, mut start, mut all) = (0, open + 1, Vec::new());
    for (place, c) in tree.char_indices().skip_while(|&(place, _)| place <= open) {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let branch = tree[start..place].trim();
                if !branch.is_empty() {
                    let inner = leaves(branch).into_iter();
                    all.extend(inner.map(|path| prefix.iter().cloned().chain(path).collect::<Module>()));
                }
                start = place + 1;
            }
            _ => {}
        }
    }
    all
}

/// The paths from the crate's root on that this module names, in `use` or in code.
fn paths_of(text: &str, module: &Module) -> BTreeSet<Module> {
    let mut found = BTreeSet::new();
    for keyword in ["crate::", "super::", "self::"] {
        for (start, _) in text.match_indices(keyword) {
            let before = text[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || "_:".contains(c)) {
                continue;
            }
            let rest = &text[start..];
            let is_use = text[..start].trim_end().ends_with("use");
            let end = if is_use {
                rest.find(';').unwrap_or(rest.len())
            } else {
                let is_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
                rest.find(|c: char| !is_path(c)).unwrap_or(rest.len())
            };
            found.extend(leaves(&rest[..end]).iter().map(|path| absolute(path, module)));
        }
    }
    found
}

/// A path that begins with `crate`, `super` or `self`, from the crate's root on.
fn absolute(path: &Module, module: &Module) -> Module {
    let mut base = match path.first().map(String::as_str) {
        Some("crate") => Module::new(),
        _ => module.clone(),
    };
    let mut rest = path.iter().peekable();
    while let Some(name) = rest.next_if(|name| ["crate", "super", "self"].contains(&name.as_str())) {
        if name == "super" {
            base.pop();
        }
    }
    base.extend(rest.cloned());
    base
}

/// A way from a node back to itself.
fn circle<N: Ord + Clone>(edges: &BTreeMap<N, BTreeSet<N>>) -> Option<Vec<N>> {
    // Nodes that import nothing that is left are taken away until none is left, or only circles and what leads to them.
    let mut left = edges.clone();
    loop {
        let leaf = left
            .iter()
            .find(|(_, to)| !to.iter().any(|node| left.contains_key(node)))
            .map(|(node, _)| node.clone());
        match leaf {
            Some(leaf) => drop(left.remove(&leaf)),
            None if left.is_empty() => return None,
            None => break,
        }
    }
    let mut way = vec![left.keys().next()?.clone()];
    loop {
        let last = way.last()?;
        let next = left[last].iter().find(|node| left.contains_key(node))?.clone();
        if let Some(start) = way.iter().position(|node| *node == next) {
            return Some(way.split_off(start));
        }
        way.push(next);
    }
}

#[test]
fn rooms_import_each_other_in_one_direction() {
    let imports = Imports::read();
    let place = |name: &String| ROOMS.iter().position(|room| room == name);
    let mut wrong = Vec::new();
    let mut count = 0;
    for (module, paths) in &imports.0 {
        let Some(from) = module.first().and_then(&place) else {
            continue;
        };
        for path in paths {
            let Some(to) = path.first().and_then(&place) else {
                continue;
            };
            count += usize::from(to != from);
            if to > from {
                wrong.push(format!("{} imports {}", module.join("::"), path.join("::")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 200, "only {count} imports were found");
}

#[test]
fn the_files_of_extract_are_a_line() {
    let imports = Imports::read();
    let mut edges: BTreeMap<Module, BTreeSet<Module>> = BTreeMap::new();
    for (module, paths) in imports
        .0
        .iter()
        .filter(|(module, _)| module.first().is_some_and(|room| room == "extract"))
    {
        let files = paths.iter().filter_map(|path| imports.file(path));
        let inside = files.filter(|file| file.first() == module.first() && file != module);
        edges.insert(module.clone(), inside.collect());
    }
    assert!(edges.len() > 10, "only {} files were found", edges.len());
    let circle = circle(&edges);
    let names = circle.map(|files| files.iter().map(|file| file.join("::")).collect::<Vec<_>>());
    assert_eq!(names, None, "these files import each other in a circle");
}

/// Names that `stream` has in common with another room: generated code contains them.
const SHARED: [&str; 2] = ["Level", "Outcome"];

/// The types that a text declares outside of its tests and of its `impl` blocks.
fn types(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let text = without_tests(text);
    for line in text.lines() {
        let mut words = line.split_whitespace().peekable();
        while words
            .next_if(|word| word.starts_with("pub") || word.starts_with("in "))
            .is_some()
        {}
        // `pub(in super::super) struct` has a space inside the visibility.
        words.next_if(|word| word.ends_with(')'));
        let keyword = words.next();
        // An indented `type` is one of a trait or of an `impl` block.
        let is_own = keyword != Some("type") || !line.starts_with(' ');
        if is_own && matches!(keyword, Some("struct" | "enum" | "trait" | "type" | "union")) {
            let name = words.next().unwrap_or_default();
            let end = name.find(|c: char| !(c.is_alphanumeric() || c == '_'));
            found.insert(name[..end.unwrap_or(name.len())].to_owned());
        }
    }
    found
}

/// The rooms of the package in `folder` that declare each name.
fn rooms_of_names(folder: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut paths = Vec::new();
    files(folder, &mut paths);
    let mut rooms: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in paths {
        let relative = path.strip_prefix(folder).expect("a file of the package");
        let parts: Vec<String> = relative
            .with_extension("")
            .iter()
            .map(|part| part.to_string_lossy().into_owned())
            .collect();
        // Tests read their own types: `linear` counts the steps of reading them.
        if parts.iter().any(|part| part == "tests" || part == "linear") {
            continue;
        }
        for name in types(&fs::read_to_string(&path).expect("a source file is text")) {
            rooms.entry(name).or_default().insert(parts[0].clone());
        }
    }
    rooms
}

#[test]
fn a_name_means_one_thing() {
    let mut shared = BTreeSet::new();
    for folder in [source(), source().join("../../derive/src")] {
        let rooms = rooms_of_names(&folder);
        assert!(rooms.len() > 30, "only {} names were found", rooms.len());
        for (name, rooms) in rooms.into_iter().filter(|(_, rooms)| rooms.len() > 1) {
            let is_known = rooms.contains("stream") || rooms.contains("serde");
            assert!(is_known, "{name} is declared in {rooms:?}");
            shared.insert(name);
        }
    }
    let known: BTreeSet<String> = SHARED.map(str::to_owned).into();
    assert_eq!(shared, known, "a name was added, or is not shared any more");
}

#[test]
fn the_code_map_names_every_room() {
    let map = fs::read_to_string(source().join("../../ARCHITECTURE.md")).expect("the page at the top");
    let rows = map.lines().filter_map(|line| line.strip_prefix("| `"));
    let named: BTreeSet<&str> = rows.filter_map(|row| Some(row.split_once("/` |")?.0)).collect();
    let entries = fs::read_dir(source()).expect("the folder can be read");
    let folders = entries.map(|entry| entry.expect("the folder can be read").path());
    let folders = folders.filter(|path| path.is_dir());
    let folders: Vec<String> = folders
        .filter_map(|path| Some(path.file_name()?.to_string_lossy().into_owned()))
        .collect();
    let folders: BTreeSet<&str> = folders.iter().map(String::as_str).collect();
    assert_eq!(named, folders);
}
