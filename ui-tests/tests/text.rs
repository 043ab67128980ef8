//! The messages as text: what each must say, and what none may show.
//!
//! These read the recorded messages, so they hold with every compiler version; `ui.rs` holds the messages to the compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A case that does not compile: its path below `fail/` without an ending, its code and its messages.
struct Case {
    name: String,
    code: String,
    messages: String,
}

impl Case {
    /// Each error, from its first line to the blank line behind it.
    fn errors(&self) -> impl Iterator<Item = &str> {
        self.messages.split("\n\nerror").map(str::trim)
    }

    /// The names of the types, variants, fields and functions that the case declares.
    fn names(&self) -> BTreeSet<&str> {
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

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below the directory that ends so.
fn files(directory: &Path, ending: &str) -> Vec<PathBuf> {
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

fn cases() -> Vec<Case> {
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

/// What only who works on this crate knows.
const INTERNAL: &[&str] = &[
    "__",
    "Facts",
    "FieldSpec",
    "NameSpec",
    "NamesSpec",
    "ObjectSpec",
    "Accepts",
    "Cursor",
    "Frame",
    "Halt",
    "Variants",
    "UnionShape",
    "FieldShape",
    "ObjectShape",
    "too_deep",
    "has_members",
    "has_member",
    "misfit",
    "oversize",
    "WITHIN_MAX_DEPTH",
    "panic_2021",
    "private",
    "descend",
    "divert",
    "converted",
];

/// Where the compiler shows a name of ours whatever we do, and which: a constant of a type with parameters is evaluated
/// when the type is used, and the compiler says in what.
const SHOWN: &[(&str, &[&str])] = &[
    ("limits/deep_through_a_parameter", &["WITHIN_MAX_DEPTH"]),
    ("flatten/meets_in_a_parameter", &["WITHIN_MAX_DEPTH"]),
    // Types that hold each other cannot be told by tokens: the compiler reports its own way round through the constants.
    ("recursion/mutual", &["__", "Facts"]),
];

#[test]
fn no_message_shows_an_internal_name() {
    for case in cases() {
        let shown = SHOWN
            .iter()
            .find(|(name, _)| *name == case.name)
            .map_or(&[][..], |(_, shown)| shown);
        for fragment in INTERNAL.iter().filter(|fragment| !shown.contains(fragment)) {
            assert!(
                !case.messages.contains(fragment),
                "{} shows `{fragment}`:\n{}",
                case.name,
                case.messages
            );
        }
    }
}

#[test]
fn every_message_names_a_type_a_field_or_a_variant_of_the_case() {
    let mut errors = 0;
    for case in cases() {
        let names = case.names();
        for error in case.errors() {
            errors += 1;
            let own = error.starts_with(": ") || error.starts_with("error: ");
            // Of our own errors the message itself must name it; in the compiler's, the lines of code may.
            let text = if own {
                error.split("\n --> ").next().unwrap_or(error)
            } else {
                error
            };
            let quoted = text.split('`').skip(1).step_by(2);
            let quoted =
                quoted.flat_map(|quoted| quoted.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '#')));
            let is_told = quoted.filter(|word| names.contains(word)).count() > 0 || !own;
            assert!(is_told, "{}: this names nothing of the case:\n{error}", case.name);
        }
    }
    assert!(errors > 200, "only {errors} errors were read");
}

/// Words of ours that say what to write instead.
const INSTEAD: &[&str] = &[
    "use ",
    "write ",
    "remove ",
    "keep ",
    "rename ",
    "add ",
    "name the field",
    "mark ",
    "put ",
    "give ",
    "say ",
    "swap ",
    "change ",
    "did you mean",
    "valid here",
    "is for ",
    "make this",
    "derive",
    "expected a comma",
    "raise ",
    "without a fraction",
    "split ",
    "let the answer",
    "look ",
    "from 1 to",
    "written out",
    "rename one",
    "expected due to this",
    "needs a name",
    "is outside",
    "takes no value",
    "is given twice",
    "larger than any",
    "convert it",
    "from the type that holds it",
    "expected the name",
];

#[test]
fn every_message_of_ours_says_what_to_write_instead() {
    for case in cases() {
        for error in case
            .errors()
            .filter(|error| error.starts_with(": ") || error.starts_with("error: "))
        {
            let text = error.split("\n --> ").next().unwrap_or(error);
            assert!(
                INSTEAD.iter().any(|word| text.contains(word)),
                "{}: what then?\n{error}",
                case.name
            );
        }
    }
}

/// The cases in which the compiler has something to say itself: what tokens cannot show, and items that are no Rust.
const BY_THE_COMPILER: &[&str] = &[
    "attributes/default_of_another_type",
    "attributes/default_without_impl",
    "attributes/length_behind_alias",
    "attributes/range_behind_alias",
    "attributes/validate_not_found",
    "attributes/validate_of_another_type",
    "attributes/validate_without_result",
    "conversions/with_without_wire",
    "conversions/without_impl",
    "flatten/of_what_derives_nothing",
    "recursion/mutual",
    "types/behind_aliases",
    "types/impl_trait",
    "types/never",
    "types/not_derived",
    "types/not_derived_in_newtype",
    "types/result_behind_alias",
    "types/struct_as_map_key",
];

#[test]
fn nothing_else_is_reported() {
    for case in cases() {
        let by_the_compiler = case.errors().any(|error| {
            let error = error.trim_start_matches("error");
            error.starts_with('[') && !error.starts_with("[E0080]: evaluation panicked: ")
        });
        let listed = BY_THE_COMPILER.contains(&case.name.as_str());
        assert!(
            listed || !by_the_compiler,
            "{}: the compiler goes on after our error:\n{}",
            case.name,
            case.messages
        );
        assert!(
            !case.messages.contains("aborting due to") && !case.messages.contains("warning:"),
            "{}",
            case.name
        );
    }
}

/// What the contract says does not compile, line by line, and the cases that show it.
const NOT_COMPILED: &[(&str, &[&str])] = &[
    (
        "`Result` fields",
        &["types/result", "types/result_in_list", "enums/result_in_variant"],
    ),
    ("`Result` behind an alias", &["types/result_behind_alias"]),
    ("maps of maps beyond the depth limit", &["limits/nested_maps"]),
    ("lists of structs beyond the depth limit", &["limits/deep_across_types"]),
    (
        "nesting past `max_depth`",
        &["limits/nested_lists", "limits/deep_through_a_parameter"],
    ),
    (
        "recursion without a boundary",
        &[
            "recursion/boxed",
            "recursion/by_self",
            "recursion/generic",
            "recursion/in_variant",
            "recursion/list",
            "recursion/map",
            "recursion/mutual",
            "recursion/without_limit",
        ],
    ),
    (
        "`Option<Option<T>>`",
        &["types/option_of_option", "types/option_of_boxed_option"],
    ),
    (
        "tuples",
        &[
            "types/tuple",
            "types/tuple_in_list",
            "types/tuple_of_one",
            "types/behind_aliases",
        ],
    ),
    (
        "tuple structs of two or more",
        &["types/tuple_struct", "enums/tuple_variant"],
    ),
    (
        "unit structs",
        &["types/unit_struct", "types/empty_struct", "types/empty_tuple_struct"],
    ),
    ("unions", &["types/union"]),
    (
        "references",
        &["types/text_reference", "types/slice_reference", "types/borrowed_cow"],
    ),
    ("raw pointers", &["types/raw_pointer"]),
    ("functions", &["types/function"]),
    ("`dyn`", &["types/boxed_trait_object", "types/dyn_behind_reference"]),
    ("`impl`", &["types/impl_trait"]),
    ("`u128`", &["types/u128"]),
    ("`i128`", &["types/i128_in_list"]),
    (
        "map keys that are not text",
        &[
            "types/number_as_map_key",
            "types/list_as_map_key",
            "types/option_as_map_key",
            "types/struct_as_map_key",
            "types/map_keys_in_maps",
        ],
    ),
    (
        "two names that meet after folding",
        &[
            "names/fields_differ_in_case",
            "names/rename_meets_field",
            "names/variants_differ_in_case",
            "names/variants_differ_in_separators",
            "enums/variant_fields_meet",
        ],
    ),
    (
        "two aliases that meet after folding",
        &[
            "names/aliases_meet",
            "names/alias_meets_field",
            "names/alias_meets_variant",
            "names/serde_alias_meets_variant",
        ],
    ),
    (
        "tags that collide with a field",
        &[
            "enums/tag_meets_field",
            "enums/tag_beside_an_alias",
            "enums/tag_meets_content",
        ],
    ),
    (
        "untagged variants that cannot be told apart",
        &[
            "enums/untagged_alike",
            "enums/untagged_any_object",
            "enums/untagged_names",
            "enums/untagged_same_type",
        ],
    ),
    ("data-carrying enums without `tag`", &["enums/data"]),
    (
        "unknown attributes",
        &[
            "attributes/unknown",
            "attributes/of_another_place",
            "attributes/several_at_once",
        ],
    ),
    (
        "misspelt attributes",
        &[
            "attributes/misspelt_on_type",
            "attributes/misspelt_on_field",
            "attributes/misspelt_on_variant",
            "attributes/unknown_case",
        ],
    ),
    (
        "serde attributes that the parser could not honour",
        &[
            "serde/borrow",
            "serde/deserialize_with",
            "serde/identifier",
            "serde/on_variant",
            "serde/remote",
            "serde/unknown",
            "serde/with",
            "enums/untagged_variant",
        ],
    ),
    ("empty enums", &["enums/empty", "enums/only_skipped_variants"]),
    (
        "more fields than `max_fields`",
        &[
            "limits/fifty_one_fields",
            "limits/raised_but_not_enough",
            "limits/raised_too_far",
        ],
    ),
    ("more variants than 100", &["limits/too_many_variants"]),
];

#[test]
fn every_line_of_the_contract_has_its_cases() {
    let known: BTreeSet<String> = cases().into_iter().map(|case| case.name).collect();
    for (line, cases) in NOT_COMPILED {
        assert!(!cases.is_empty(), "{line}");
        for case in *cases {
            assert!(known.contains(*case), "{line}: there is no case {case}");
        }
    }
}

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

/// The code of every `compile_fail` example below the directories, with the file that it stands in.
fn examples() -> Vec<(PathBuf, String)> {
    let mut files = [
        vec![root().join("../README.md")],
        files(&root().join("../runtime/src"), "rs"),
    ]
    .concat();
    files.extend(self::files(&root().join("../derive/src"), "rs"));
    let mut examples = Vec::new();
    for path in files {
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

/// The front page shows what the compiler says of its example.
#[test]
fn the_message_on_the_front_page_is_the_one_that_is_given() {
    let page = read(&root().join("../README.md"));
    let shown = page
        .split("```text\nerror: ")
        .nth(1)
        .and_then(|rest| rest.split("\n```").next());
    let shown = shown.expect("the front page shows a message");
    let example = page
        .split("```compile_fail\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let example = normal(example.expect("the front page shows an example"));
    let case = cases()
        .into_iter()
        .find(|case| normal(&case.code) == example)
        .expect("the example is a case");
    assert!(case.messages.contains(shown), "{shown}\n{}", case.messages);
}
