//! The guide's tables of repairs: each kind in the code, with an example that is parsed here.
//!
//! `UPDATE_GUIDE=1 cargo test -p llm_output_tests --test readme` writes the tables again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use chrono::{DateTime, NaiveDate, Utc};
use llm_output::{LlmOutput, Options, RepairKind, Severity};
use serde::Serialize;
use url::Url;
use uuid::Uuid;

#[derive(Serialize, LlmOutput)]
struct Note {
    title: String,
    #[llm(default)]
    stars: u8,
    #[llm(default)]
    tags: Vec<String>,
    minutes: Option<u32>,
}

#[derive(Serialize, LlmOutput)]
enum Level {
    Low,
    Medium,
    High,
}

#[derive(Serialize, LlmOutput)]
struct Basket {
    items: Vec<String>,
}

#[derive(Serialize, LlmOutput)]
struct Article {
    #[llm(content)]
    body: String,
}

#[derive(Default, Serialize, LlmOutput)]
#[llm(default)]
struct Declared {
    #[llm(split = ",")]
    words: Vec<String>,
    #[llm(join = ", ")]
    names: String,
    #[llm(range(min = 0, max = 100), clamp)]
    percent: u8,
    #[llm(latex)]
    formula: String,
}

/// The name of a kind, the type that is expected, and what the model writes.
const EXAMPLES: &[(&str, &str, &str)] = &[
    ("bom_stripped", "Note", "\u{feff}{\"title\": \"Tidy\"}"),
    ("prose_trimmed", "Vec<i64>", "The answer is [1, 2]."),
    ("fence_unwrapped", "Vec<i64>", "```json\n[1, 2]\n```"),
    ("fence_unclosed", "Vec<i64>", "```json\n[1, 2]"),
    ("tag_unwrapped", "Vec<i64>", "<answer>[1, 2]</answer>"),
    ("reasoning_block_skipped", "Vec<i64>", "<think>Or [3]?</think>[1, 2]"),
    ("extra_comma", "Vec<i64>", "[1, 2,]"),
    ("missing_comma", "Vec<i64>", "[1 2]"),
    ("missing_colon", "Note", r#"{"title" = "Tidy"}"#),
    ("missing_value", "Note", r#"{"title": "Tidy", "stars":}"#),
    ("single_quoted", "Note", "{'title': 'Tidy'}"),
    ("smart_quote_delimiter", "Note", "{“title”: “Tidy”}"),
    ("backtick_quoted", "Note", "{\"title\": `Tidy`}"),
    ("triple_quoted", "Note", r#"{"title": """Tidy"""}"#),
    ("string_prefix", "Note", r#"{"title": r"Tidy"}"#),
    ("string_concatenated", "Note", r#"{"title": "Ti" + "dy"}"#),
    ("missing_quote", "Note", r#"{"title: "Tidy"}"#),
    ("unquoted_key", "Note", r#"{title: "Tidy"}"#),
    ("control_char_escaped", "Note", "{\"title\": \"Tidy\nup\"}"),
    ("quote_escaped", "Note", r#"{"title": "The "big" one"}"#),
    ("stray_quote_removed", "Note", r#"{"title": ""Tidy""}"#),
    ("invalid_escape", "Note", r#"{"title": "\(x\)"}"#),
    ("stray_backslash_removed", "Note", r#"{"title": "Tidy",\n"stars": 2}"#),
    ("python_literal", "Vec<bool>", "[True, False]"),
    ("literal_case", "Vec<bool>", "[TRUE]"),
    ("number_format", "Vec<i64>", "[007, +1]"),
    ("comment_removed", "Vec<i64>", "[1, 2 /* two of them */]"),
    ("unusual_space", "Vec<i64>", "[1,\u{a0}2]"),
    (
        "missing_closer",
        "Note",
        r#"{"title": "Tidy", "stars": 2, "tags": [], "minutes": null"#,
    ),
    ("mismatched_closer", "Vec<i64>", "[1, 2}"),
    (
        "extra_closer_removed",
        "Note",
        r#"{"title": "Tidy", "tags": ["home"]], "stars": 2}"#,
    ),
    ("key_case", "Note", r#"{"Title": "Tidy"}"#),
    ("enum_case", "Level", r#""HIGH""#),
    ("string_to_number", "Vec<i64>", r#"["1", 2]"#),
    ("number_to_string", "Vec<String>", r#"["a", 2]"#),
    ("bool_to_string", "Vec<String>", r#"["a", true]"#),
    ("string_to_bool", "Vec<bool>", r#"["yes"]"#),
    ("number_to_bool", "Vec<bool>", "[1]"),
    ("float_to_int", "Vec<i64>", "[3.0]"),
    ("wrap_in_array", "Basket", r#"{"items": "bread"}"#),
    ("wrap_object_in_array", "Basket", r#"{"items": {"item": "bread"}}"#),
    ("unwrap_string_array", "Basket", r#"{"items": "[\"bread\"]"}"#),
    ("unwrap_string_object", "Vec<Note>", r#"["{\"title\": \"Tidy\"}"]"#),
    ("unwrap_single_element", "Note", r#"{"title": ["Tidy"]}"#),
    ("array_joined", "Declared", r#"{"names": ["Ann", "Bob"]}"#),
    ("string_split", "Declared", r#"{"words": "red, green"}"#),
    ("pairs_to_map", "Counts", r#"[["a", 1], ["b", 2]]"#),
    ("drop_null", "Note", r#"{"title": "Tidy", "stars": null}"#),
    ("null_to_empty", "Basket", r#"{"items": null}"#),
    ("empty_to_none", "Note", r#"{"title": "Tidy", "minutes": ""}"#),
    ("raw_text_wrapped", "Article", "**All done.**"),
    ("space_trimmed", "Uuid", r#"" 67e55044-10b1-426f-9247-bb680e5fe0c8 ""#),
    ("date_format", "NaiveDate", r#""January 31, 2025""#),
    ("uuid_format", "Uuid", r#""<67e55044-10b1-426f-9247-bb680e5fe0c8>""#),
    ("url_unwrapped", "Url", r#""[here](https://example.com/a)""#),
    ("latex_kept", "Declared", r#"{"formula": "\frac{1}{2}"}"#),
    ("candidate_selected", "Vec<i64>", "First [1, 2], or rather [1, 3]."),
    ("envelope_unwrapped", "Note", r#"{"note": {"title": "Tidy"}}"#),
    (
        "objects_collected",
        "Vec<Note>",
        "{\"title\": \"Tidy\"}\n{\"title\": \"Wash\"}",
    ),
    (
        "indexed_object_to_list",
        "Vec<Note>",
        r#"{"0": {"title": "Tidy"}, "1": {"title": "Wash"}}"#,
    ),
    ("tags_read", "Note", "<title>Tidy</title>"),
    ("lines_read", "Note", "title: Tidy\nstars: 2"),
    ("bullets_read", "Vec<i64>", "- 1\n- 2"),
    ("unquoted_value", "Note", r#"{"title": Tidy up}"#),
    ("key_fuzzy", "Note", r#"{"titel": "Tidy"}"#),
    ("enum_fuzzy", "Level", r#""Mediun""#),
    ("enum_in_text", "Level", r#""I would say high""#),
    ("number_in_text", "Vec<i64>", r#"["1,200 kg"]"#),
    ("null_alias", "Note", r#"{"title": "Tidy", "minutes": "N/A"}"#),
    ("json_as_text", "Note", r#"{"title": {"a": 1}}"#),
    ("placeholder_kept", "Note", r#"{"title": f"To {name}"}"#),
    ("time_dropped", "NaiveDate", r#""2025-01-31T08:30:00Z""#),
    ("offset_assumed", "DateTime<Utc>", r#""2025-01-31T08:30:00""#),
    ("scheme_assumed", "Url", r#""www.example.com/a""#),
    ("duplicate_key", "Note", r#"{"title": "Tidy", "title": "Wash"}"#),
    ("ellipsis_removed", "Vec<i64>", "[1, 2, ...]"),
    ("lone_surrogate", "Note", r#"{"title": "a\ud83d!"}"#),
    (
        "element_split",
        "Vec<Note>",
        r#"[{"title": "Tidy", "stars": 1, "title": "Wash", "stars": 2}]"#,
    ),
    ("object_reopened", "Note", r#"{"title": "Tidy"}, "stars": 2}"#),
    ("ambiguous_quote", "Note", r#"{"title": "a", "b" and c", "stars": 2}"#),
    ("ambiguous_escape", "Note", r#"{"title": "type .\Src\notes"}"#),
    ("missing_opener", "Note", r#""title": "Tidy"}"#),
    ("line_prefix_removed", "Vec<i64>", "> [1,\n> 2]"),
    ("junk_removed", "Note", r#"{"title": "Tidy", !! "stars": 2}"#),
    ("clamped", "Declared", r#"{"percent": 150}"#),
    ("truncated", "Vec<i64>", "[1, 2,"),
    ("missing_to_default", "Note", r#"{"stars": 2}"#),
    ("null_to_default", "Note", r#"{"title": null}"#),
    (
        "dropped_invalid_optional",
        "Note",
        r#"{"title": "Tidy", "minutes": "soon"}"#,
    ),
    ("content_lost", "Vec<i64>", "[1, // 2,\n 3]"),
    ("dropped_invalid_element", "Vec<i64>", r#"[1, "x", 3]"#),
];

/// The value as JSON, if it needed this kind of repair. Repairs above `Guess` are accepted only for the kinds that need it.
fn parse<T: LlmOutput>(text: &str, kind: RepairKind, json: impl Fn(&T) -> String) -> Result<String, String> {
    let options = Options::default().accept(kind.severity().max(Severity::Guess));
    let parsed = T::parse_llm_with(text, &options).map_err(|error| format!("{kind}: {text}: {error}"))?;
    let repairs: Vec<_> = parsed.repairs().iter().map(llm_output::Repair::kind).collect();
    if !repairs.contains(&kind) {
        return Err(format!("{kind}: {text}: {repairs:?}"));
    }
    Ok(json(&parsed.value))
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("the value is written as JSON")
}

fn parse_as(type_name: &str, text: &str, kind: RepairKind) -> Result<String, String> {
    match type_name {
        "Note" => parse::<Note>(text, kind, json),
        "Vec<Note>" => parse::<Vec<Note>>(text, kind, json),
        "Level" => parse::<Level>(text, kind, json),
        "Basket" => parse::<Basket>(text, kind, json),
        "Article" => parse::<Article>(text, kind, json),
        "Declared" => parse::<Declared>(text, kind, json),
        "Counts" => parse::<BTreeMap<String, i64>>(text, kind, json),
        "Vec<i64>" => parse::<Vec<i64>>(text, kind, json),
        "Vec<bool>" => parse::<Vec<bool>>(text, kind, json),
        "Vec<String>" => parse::<Vec<String>>(text, kind, json),
        "NaiveDate" => parse::<NaiveDate>(text, kind, json),
        "DateTime<Utc>" => parse::<DateTime<Utc>>(text, kind, json),
        "Uuid" => parse::<Uuid>(text, kind, |value| json(&value.to_string())),
        "Url" => parse::<Url>(text, kind, |value| json(&value.to_string())),
        _ => panic!("there is no type {type_name} here"),
    }
}

/// The value without the fields that the example does not mention.
fn shortened(type_name: &str, value: &str) -> String {
    let empty: &[&str] = match type_name {
        "Note" | "Vec<Note>" => &[",\"stars\":0", ",\"tags\":[]", ",\"minutes\":null"],
        "Declared" => &[
            "\"words\":[],",
            "\"names\":\"\",",
            "\"percent\":0,",
            ",\"formula\":\"\"",
        ],
        _ => &[],
    };
    empty
        .iter()
        .fold(value.to_owned(), |value, field| value.replace(field, ""))
}

/// A code span of Markdown in a table, with a sign for what cannot be seen.
fn code(text: &str) -> String {
    let shown = text
        .replace('\n', "⏎")
        .replace('\u{feff}', "<U+FEFF>")
        .replace('\u{a0}', "<U+00A0>");
    let longest = shown.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    format!("{fence}{space}{}{space}{fence}", shown.replace('|', "\\|"))
}

fn tables() -> String {
    let mut tables = String::new();
    let mut problems = Vec::new();
    for &severity in Severity::ALL {
        let _ = write!(
            tables,
            "# {severity:?}\n\n| kind | what was wrong | type | the model writes | value |\n|---|---|---|---|---|\n"
        );
        for &kind in RepairKind::ALL.iter().filter(|kind| kind.severity() == severity) {
            let mut examples = EXAMPLES.iter().filter(|(name, ..)| *name == kind.name());
            let &(name, type_name, text) = examples.next().unwrap_or_else(|| panic!("{kind} has no example"));
            assert!(examples.next().is_none(), "{kind} has two examples");
            let value = parse_as(type_name, text, kind).unwrap_or_else(|problem| {
                problems.push(problem);
                String::new()
            });
            let _ = writeln!(
                tables,
                "| `{name}` | {} | `{type_name}` | {} | {} |",
                kind.description().trim_end_matches('.'),
                code(text),
                code(&shortened(type_name, &value))
            );
        }
        tables.push('\n');
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    tables.truncate(tables.trim_end().len());
    tables + "\n"
}

#[test]
fn every_kind_of_repair_is_in_the_guide_with_an_example() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/guide/repairs.md");
    let page = std::fs::read_to_string(&path).expect("the chapter");
    let (text, shown) = page.split_at(page.find("# Framing").unwrap_or(page.len()));
    let tables = tables();
    if std::env::var_os("UPDATE_GUIDE").is_some() {
        std::fs::write(&path, format!("{text}{tables}")).expect("the chapter is written");
        return;
    }
    assert!(
        shown == tables,
        "the tables are not those of the code: UPDATE_GUIDE=1 cargo test -p llm_output_tests --test readme"
    );
}
