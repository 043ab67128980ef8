//! Types whose members stand among those of another (`#[llm(flatten)]`): read like serde reads them where the document is
//! valid, and repaired by the keys of all of them where it is not.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Debug;
use std::time::{Duration, Instant};

use llm_output::{Dialect, ErrorKind, LlmOutput, Options, RepairKind};
use llm_output_tests::damage::Damage;
use llm_output_tests::document::{Style, write};
use llm_output_tests::flat::{Author, Change, Entry, Labels, Location, Nested, Numbered, Open};
use llm_output_tests::sample::{Random, Sample, Texts};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

trait Subject: LlmOutput + Sample + Serialize + DeserializeOwned + PartialEq + Debug {}
impl<T: LlmOutput + Sample + Serialize + DeserializeOwned + PartialEq + Debug> Subject for T {}

// Rule 1: valid input is sacred.

fn documents_read_like_serde_json<T: Subject>(seed: u64) {
    let mut random = Random::new(seed);
    for _ in 0..1_000 {
        let value = T::sample(&mut random, Texts::Hostile);
        let document = serde_json::to_value(&value).expect("a value is written as JSON");
        let style = Style::sample(&mut random);
        let text = write(&document, style, &mut random);
        let oracle: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let parsed = T::parse_llm(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value, oracle, "{text}");
        assert!(parsed.is_exact(), "{:?}\n{text}", parsed.repairs());
        let exact = T::parse_llm_with(&text, &Options::exact()).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(exact.value, oracle, "{text}");
    }
}

macro_rules! valid_documents_are_read_exactly {
    ($($name:ident: $subject:ty),* $(,)?) => {
        mod valid_documents_are_read_exactly {
            use super::*;
            $(
                #[test]
                fn $name() {
                    documents_read_like_serde_json::<$subject>(line!().into());
                }
            )*
        }
    };
}

valid_documents_are_read_exactly! {
    structs: Entry,
    flatten_in_flatten: Nested,
    a_map: Open,
    a_parameter: Numbered<Location>,
    a_parameter_that_flattens: Numbered<Nested>,
    a_parameter_with_a_map: Numbered<Open>,
    variants: Change,
    list: Vec<Entry>,
}

// Rule 8: schema and parser agree.

fn validator<T: LlmOutput>() -> jsonschema::Validator {
    let schema: Value = serde_json::from_str(T::SCHEMA).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA));
    jsonschema::draft202012::meta::validate(&schema).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA));
    jsonschema::draft202012::new(&schema).unwrap_or_else(|error| panic!("{error} in {}", T::SCHEMA))
}

fn schema_admits_what_is_written<T: Subject>() {
    let validator = validator::<T>();
    let mut random = Random::new(3);
    for _ in 0..200 {
        let value = T::sample(&mut random, Texts::Hostile);
        let document = serde_json::to_value(&value).expect("a value is written as JSON");
        if let Err(error) = validator.validate(&document) {
            panic!("{error} at {} in {document}\n{}", error.instance_path(), T::SCHEMA);
        }
    }
}

#[test]
fn the_schema_admits_what_the_type_is_written_as() {
    schema_admits_what_is_written::<Entry>();
    schema_admits_what_is_written::<Nested>();
    schema_admits_what_is_written::<Open>();
    schema_admits_what_is_written::<Numbered<Nested>>();
    schema_admits_what_is_written::<Change>();
}

/// Every document made of some of these members: the schema admits just those that are read without a repair.
fn agree_on_every_choice<T: LlmOutput + Debug>(members: &Value) {
    let validator = validator::<T>();
    let members: Vec<_> = members.as_object().expect("members are an object").iter().collect();
    for choice in 0..1_u32 << members.len() {
        let chosen = members.iter().enumerate().filter(|(at, _)| choice & 1 << at != 0);
        let document: serde_json::Map<_, _> = chosen
            .map(|(_, (key, value))| ((*key).clone(), (*value).clone()))
            .collect();
        let document = Value::Object(document);
        let parsed = T::parse_llm(&document.to_string());
        let exact = parsed.as_ref().is_ok_and(llm_output::Parsed::is_exact);
        assert_eq!(
            validator.is_valid(&document),
            exact,
            "{document}: {parsed:?}\n{}",
            T::SCHEMA
        );
    }
}

#[test]
fn schema_and_parser_agree_about_what_may_be_absent() {
    let mut members = json!({
        "title": "t", "severity": "high", "settled": true, "file": "f", "line": 1, "name": "n", "mail": "m", "nick": "k",
    });
    agree_on_every_choice::<Entry>(&members);
    members["tags"] = json!(["a"]);
    agree_on_every_choice::<Entry>(&members);
    agree_on_every_choice::<Optional>(&json!({"a": 1, "b": 2, "c": 3, "d": 4}));
    agree_on_every_choice::<Open>(&json!({"title": "t", "file": "f", "line": 1, "column": 2, "other": []}));
}

/// Groups in a group.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Optional {
    #[serde(flatten)]
    outer: Option<Outer>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Outer {
    a: u8,
    #[serde(flatten)]
    inner: Option<Inner>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Inner {
    b: u8,
    c: u8,
    d: Option<u8>,
}

#[test]
fn the_members_stand_in_declared_order_where_the_field_stands() {
    let schema: Value = serde_json::from_str(Entry::SCHEMA).expect("the schema is JSON");
    let names: Vec<&String> = schema["properties"].as_object().expect("properties").keys().collect();
    assert_eq!(
        names,
        [
            "title", "file", "line", "column", "severity", "name", "mail", "nick", "tags", "weight", "remark",
            "settled"
        ]
    );
    assert_eq!(
        schema["required"],
        json!(["title", "file", "line", "severity", "settled"])
    );
    assert_eq!(schema["properties"]["line"]["description"], "Counted from 1.");
    assert_eq!(
        schema["dependentRequired"],
        json!({"name": ["mail"], "mail": ["name"], "nick": ["name", "mail"]})
    );
    let open: Value = serde_json::from_str(<Numbered<BTreeMap<String, u8>>>::SCHEMA).expect("the schema is JSON");
    assert_eq!(open["additionalProperties"]["maximum"], 255);
    let llm_output::Shape::Object(shape) = Entry::SHAPE else {
        panic!("an object")
    };
    assert_eq!(shape.fields.len(), names.len());
    assert_eq!(shape.flattened.len(), 3);
    assert_eq!((shape.flattened[1].first, shape.flattened[1].optional), (5, true));
}

#[test]
fn the_prompt_shows_one_object() {
    let expected = "// Groups in a group.
{
  // integer, 0 to 255
  a?: number,
  // integer, 0 to 255
  // only together with a, c
  b?: number,
  // integer, 0 to 255
  // only together with a, b
  c?: number,
  // integer, 0 to 255
  // only together with a, b, c
  d?: number | null
}";
    assert_eq!(Optional::PROMPT, expected);
    let expected = "{
  // Counted from 0.
  // integer, at least 0
  number: number
  // each further value: integer, 0 to 255
} & Record<string, number>";
    let prompt = <Numbered<BTreeMap<String, u8>>>::PROMPT;
    assert_eq!(
        prompt.split_once('\n').map(|(_, rest)| rest),
        Some(expected),
        "{prompt}"
    );
}

// Repairs: the keys of all types together decide.

/// Documents that each hold the same entry, and the repairs that reading them takes.
const REPAIRED: [(&str, &[(&str, RepairKind)]); 11] = [
    (
        r#"{"Title": "t", "FILE": "f", "Line": 7, "severity": "high", "settled": true, "name": "n", "e-mail": "m"}"#,
        &[
            ("title", RepairKind::KeyCase),
            ("file", RepairKind::KeyCase),
            ("line", RepairKind::KeyCase),
            ("mail", RepairKind::KeyCase),
        ],
    ),
    (
        r#"{"severity": "high", "email": "m", "line": 7, "titel": "t", "name": "n", "file": "f", "settld": true}"#,
        &[("title", RepairKind::KeyFuzzy), ("settled", RepairKind::KeyFuzzy)],
    ),
    (
        r#"{"title": "t" "file": "f", "line": 7 "severity": "high", "name": "n" "mail": "m", "settled": true}"#,
        &[("$", RepairKind::MissingComma)],
    ),
    (
        r#"{title: "t", file: "f", line: 7, severity: "high", name: "n", mail: "m", settled: true}"#,
        &[("$", RepairKind::UnquotedKey)],
    ),
    (
        r#"{"title: "t", "file": "f", line": 7, "severity": "high", "name": "n", "mail: "m", "settled": true}"#,
        &[("$", RepairKind::MissingQuote)],
    ),
    (
        r"{'settled': True, 'title': 't', 'mail': 'm', 'file': 'f', 'line': 7, 'severity': 'high', 'name': 'n'}",
        &[("$", RepairKind::SingleQuoted)],
    ),
    (
        r#"{"title": "t", "file": "f", "line": "7", "severity": "HIGH", "name": "n", "mail": "m", "settled": "yes"}"#,
        &[
            ("line", RepairKind::StringToNumber),
            ("severity", RepairKind::EnumCase),
            ("settled", RepairKind::StringToBool),
        ],
    ),
    (
        r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "name": "n"}, "mail": "m", "settled": true}"#,
        &[("$", RepairKind::ObjectReopened)],
    ),
    (
        r#"{"title": "t", "line": 6, "file": "f", "line": 7, "severity": "high", "name": "n", "mail": "m", "settled": true}"#,
        &[("line", RepairKind::DuplicateKey)],
    ),
    (
        r#"{"title": "t", "file": "f", "line": 7, "column": "", "severity": "high", "name": "n", "mail": "m", "settled": true"#,
        &[("column", RepairKind::EmptyToNone), ("$", RepairKind::MissingCloser)],
    ),
    (
        r#"{"title": "t", "file": "f", "line": 7, "weight": null, "severity": "high", "name": "n", "mail": "m", "settled": true}"#,
        &[("weight", RepairKind::DropNull)],
    ),
];

fn entry() -> Entry {
    serde_json::from_value(json!({
        "title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n", "mail": "m"
    }))
    .expect("an entry")
}

#[test]
fn repairs_use_the_keys_of_all_types_and_paths_leave_the_field_out() {
    for (text, expected) in REPAIRED {
        let parsed = Entry::parse_llm(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value, entry(), "{text}");
        let repairs = parsed
            .repairs()
            .iter()
            .map(|repair| (repair.path().to_string(), repair.kind()));
        let mut repairs: Vec<_> = repairs.collect();
        repairs.dedup();
        let expected: Vec<_> = expected
            .iter()
            .map(|(path, kind)| ((*path).to_owned(), *kind))
            .collect();
        if expected.len() == 1 && expected[0].0 == "$" {
            // The literals of Python, among others, have repairs of their own.
            assert!(repairs.contains(&expected[0]), "{repairs:?}\n{text}");
        } else {
            assert_eq!(repairs, expected, "{text}");
        }
    }
}

/// A key of a flattened type ends a string as one of the type's own does, and another word does not.
#[test]
fn a_quote_inside_a_text_is_judged_by_the_merged_keys() {
    for (text, file) in [
        (
            r#"{"summary": "s", "file": "a "b", "line": 7, "id": 1, "done": true}"#,
            "a \"b",
        ),
        (
            r#"{"summary": "s", "file": "a "b", "other word" c", "done": true, "line": 7, "id": 1}"#,
            "a \"b\", \"other word\" c",
        ),
    ] {
        let parsed = Nested::parse_llm(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value.inside.place.0.file, file, "{text}");
    }
}

fn damaged_documents_give_back_their_value<T: Subject>(seed: u64) {
    let mut random = Random::new(seed);
    let (mut right, mut total) = (0, 0);
    for damage in Damage::ALL {
        for _ in 0..60 {
            let (value, draft) = (
                T::sample(&mut random, Texts::Human),
                T::sample(&mut random, Texts::Human),
            );
            let [document, draft] =
                [&value, &draft].map(|value| serde_json::to_value(value).expect("a value is written as JSON"));
            let pretty = random.one_in(2);
            let Some(text) = damage.apply(&document, &draft, pretty, &mut random) else {
                continue;
            };
            total += 1;
            if let Ok(parsed) = T::parse_llm(&text) {
                assert_eq!(parsed.value, value, "{damage:?}: {text}");
                right += 1;
            }
        }
    }
    assert!(right * 100 >= total * 97, "{right} of {total}");
}

#[test]
fn damaged_documents_give_back_their_value_or_an_error() {
    damaged_documents_give_back_their_value::<Entry>(21);
    damaged_documents_give_back_their_value::<Nested>(22);
    damaged_documents_give_back_their_value::<Numbered<Location>>(23);
    damaged_documents_give_back_their_value::<Change>(24);
}

/// Section 5: a cut text is not filled in.
#[test]
fn a_cut_document_is_never_another_value() {
    let mut random = Random::new(25);
    for _ in 0..60 {
        let value = Nested::sample(&mut random, Texts::Human);
        let document = serde_json::to_string(&value).expect("a value is written as JSON");
        for at in (0..document.len()).filter(|&at| document.is_char_boundary(at)) {
            if let Ok(parsed) = Nested::parse_llm(&document[..at]) {
                assert_eq!(parsed.value, value, "{}", &document[..at]);
            }
        }
    }
}

#[test]
fn a_document_cut_within_a_group_is_truncated() {
    let error =
        Entry::parse_llm(r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n""#)
            .expect_err("the mail is missing");
    assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
}

/// What is read, or the paths of what does not fit.
type Outcome<T> = Result<T, &'static [&'static str]>;

// What is absent, and what is not.

/// Members beside those that an entry needs, and its author; `None` where it is refused, with the paths of the violations.
const GROUPS: [(&str, Outcome<Option<&str>>); 11] = [
    ("", Ok(None)),
    (r#""nick": null"#, Ok(None)),
    (r#""name": null, "mail": null, "nick": null"#, Ok(None)),
    (r#""name": "n", "mail": "m""#, Ok(Some("n"))),
    (r#""mail": "m", "nick": null, "name": "n""#, Ok(Some("n"))),
    (r#""name": "n""#, Err(&["mail"])),
    (r#""nick": "k""#, Err(&["name", "mail"])),
    (r#""name": "n", "mail": null"#, Err(&["mail"])),
    (r#""name": "n", "mail": "m", "name": null"#, Err(&["name"])),
    (r#""name": null, "mail": "m", "name": "n""#, Ok(Some("n"))),
    (r#""mail": [], "name": "n""#, Err(&["mail"])),
];

#[test]
fn an_option_is_none_where_nothing_in_it_has_a_value() {
    for (members, expected) in GROUPS {
        let comma = if members.is_empty() { "" } else { ", " };
        let text =
            format!(r#"{{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true{comma}{members}}}"#);
        match (Entry::parse_llm(&text), expected) {
            (Ok(parsed), Ok(author)) => {
                assert_eq!(
                    parsed.value.author.as_ref().map(|author| &*author.name),
                    author,
                    "{text}"
                );
            }
            (Err(error), Err(paths)) => {
                let found: Vec<_> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                assert_eq!(found, paths, "{text}: {error}");
            }
            (parsed, _) => panic!("{text}: {parsed:?}"),
        }
    }
}

/// Every document in which each member is absent, or has one of its values: where serde reads it, it is read like that,
/// or refused where `is_partial` says that serde drops something without a word.
fn agrees_with_serde<T: Subject>(members: &[(&str, &[&str])], is_partial: impl Fn(&Value) -> bool) {
    let count: usize = members.iter().map(|(_, values)| values.len() + 1).product();
    let mut accepted = 0;
    for mut number in 0..count {
        let mut chosen = Vec::new();
        for (key, values) in members {
            if let Some(value) = values.get(number % (values.len() + 1)) {
                chosen.push(format!("\"{key}\": {value}"));
            }
            number /= values.len() + 1;
        }
        let text = format!("{{{}}}", chosen.join(", "));
        let Ok(oracle) = serde_json::from_str::<T>(&text) else {
            continue;
        };
        accepted += 1;
        let document = serde_json::from_str(&text).expect("a document");
        match T::parse_llm(&text) {
            Ok(parsed) => {
                // What serde drops may be repaired instead, and then it is reported.
                let same = parsed.value == oracle;
                assert!(
                    (same && parsed.is_exact()) || (is_partial(&document) && (same || !parsed.is_exact())),
                    "{text}: {:?} is not {oracle:?}: {:?}",
                    parsed.value,
                    parsed.repairs()
                );
            }
            Err(error) => assert!(is_partial(&document), "{text}: {error}"),
        }
    }
    assert!(accepted > count / 10, "{accepted} of {count}");
}

#[test]
fn what_serde_reads_is_read_so_or_refused() {
    let author: [(&str, &[&str]); 4] = [
        ("number", &["1"]),
        ("name", &["\"n\"", "null", "[]"]),
        ("mail", &["\"m\"", "null"]),
        ("nick", &["\"k\"", "null", "{}"]),
    ];
    // Some of the author, but not all that it needs: serde drops it.
    agrees_with_serde::<Numbered<Option<Author>>>(&author, |document| {
        let is_text = |key: &str| document.get(key).is_some_and(Value::is_string);
        let is_given = |key: &&str| document.get(*key).is_some();
        ["name", "mail", "nick"].iter().any(is_given)
            && !(is_text("name") && is_text("mail") && document.get("nick").is_none_or(|nick| !nick.is_object()))
    });
    let open: [(&str, &[&str]); 6] = [
        ("Title", &["1"]),
        ("title", &["\"t\""]),
        ("file", &["\"f\""]),
        ("line", &["7"]),
        ("column", &["1", "null"]),
        ("COLUMN", &["null"]),
    ];
    agrees_with_serde::<Open>(&open, |_| false);
    let groups: [(&str, &[&str]); 4] = [("a", &["1"]), ("b", &["2"]), ("c", &["3"]), ("d", &["4", "null"])];
    agrees_with_serde::<Held>(&groups, |document| {
        let is_given = |key: &str| document.get(key).is_some_and(|value| !value.is_null());
        let inner = is_given("b") || is_given("c") || is_given("d");
        inner && !(is_given("a") && is_given("b") && is_given("c"))
    });
}

/// Groups in a group, beside something that is always there.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Held {
    #[serde(default)]
    other: Option<u8>,
    #[serde(flatten)]
    outer: Option<Outer>,
}

impl Sample for Held {
    fn sample(_: &mut Random, _: Texts) -> Self {
        Self {
            other: None,
            outer: None,
        }
    }
}

#[test]
fn an_option_of_what_needs_nothing_is_always_there() {
    let entry: Entry = serde_json::from_value(json!({
        "title": "t", "file": "f", "line": 7, "severity": "high", "settled": true
    }))
    .expect("an entry");
    assert_eq!(entry.labels, Some(Labels::default()), "as in serde");
    let text = serde_json::to_string(&json!({
        "title": "t", "file": "f", "line": 7, "severity": "high", "settled": true
    }));
    let parsed = Entry::parse_llm(&text.expect("JSON")).expect("an entry");
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, entry);
}

#[test]
fn lenient_reading_drops_an_option_whole_and_says_so() {
    let text =
        r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n", "mail": []}"#;
    let parsed = Entry::parse_llm_with(text, &Options::lenient()).expect("lenient reading takes it");
    assert_eq!(parsed.value.author, None);
    let repairs: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(repairs, ["mail: dropped_invalid_optional"]);
    // What is merely missing is made up, as in an object of its own.
    let text = r#"{"title": "t", "file": "f", "line": 7, "severity": "high", "settled": true, "name": "n"}"#;
    let parsed = Entry::parse_llm_with(text, &Options::lenient()).expect("lenient reading takes it");
    let author = Author {
        name: "n".into(),
        mail: String::new(),
        nick: None,
    };
    assert_eq!(parsed.value.author, Some(author));
    assert_eq!(parsed.repairs().len(), 1, "{:?}", parsed.repairs());
}

#[test]
fn what_is_declared_inside_holds() {
    let error = Entry::parse_llm(
        r#"{"title": "t", "file": "f", "line": 0, "severity": "high", "settled": true, "weight": "much"}"#,
    )
    .expect_err("a line is counted from 1");
    let paths: Vec<_> = error
        .violations()
        .iter()
        .map(|violation| violation.path().to_string())
        .collect();
    assert_eq!(paths, ["line", "weight"]);
}

/// Everything that can be said about a field.
#[derive(Debug, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(default)]
struct Declared {
    #[llm(split = ",", skip_invalid)]
    numbers: Vec<u8>,
    #[llm(null_alias("N/A"))]
    score: Option<u8>,
    #[llm(lenient)]
    name: String,
    #[llm(exact)]
    count: u32,
    #[llm(join = " ", length(max = 9))]
    words: String,
    #[llm(range(max = 10), clamp)]
    share: f64,
}

fn in_order(settings: &Settings) -> Result<(), &'static str> {
    if settings.first > settings.declared.count {
        return Err("the first is more than there are");
    }
    Ok(())
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(default = "SETTINGS", validate = in_order)]
struct Settings {
    first: u32,
    #[llm(flatten)]
    declared: Declared,
}

const SETTINGS: Settings = Settings {
    first: 1,
    declared: Declared {
        numbers: Vec::new(),
        score: None,
        name: String::new(),
        count: 0,
        words: String::new(),
        share: 0.0,
    },
};

/// A document, and the repairs and the violations of reading it.
const DECLARED: [(&str, &[&str], &[&str]); 8] = [
    (r#"{"count": 1}"#, &[], &[]),
    (
        r#"{"count": 1, "numbers": "1,2"}"#,
        &[
            "numbers[0]: string_to_number",
            "numbers[1]: string_to_number",
            "numbers: string_split",
        ],
        &[],
    ),
    (
        r#"{"count": 1, "numbers": [1, "x", 3]}"#,
        &["numbers[1]: dropped_invalid_element"],
        &[],
    ),
    (r#"{"count": 1, "score": "N/A"}"#, &["score: null_alias"], &[]),
    (
        r#"{"count": 1, "words": ["a", "b"], "share": 12}"#,
        &["words: array_joined", "share: clamped"],
        &[],
    ),
    (r#"{"count": "1"}"#, &["count: string_to_number"], &["refused"]),
    (r#"{"count": 1, "words": "much too long"}"#, &[], &["words"]),
    (r#"{"count": 1, "first": 2}"#, &[], &["$"]),
];

#[test]
fn what_is_declared_about_a_field_inside_holds_in_the_object_around_it() {
    for (text, repairs, violations) in DECLARED {
        match Settings::parse_llm(text) {
            Ok(parsed) => {
                let found: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
                assert_eq!(
                    (&*found, violations.len()),
                    (&*repairs.iter().map(ToString::to_string).collect::<Vec<_>>(), 0),
                    "{text}"
                );
                assert_eq!(parsed.value.first, 1, "the default of the whole type");
            }
            Err(error) => {
                let found: Vec<_> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                let found = if found.is_empty() {
                    vec!["refused".to_owned()]
                } else {
                    found
                };
                assert_eq!(found, violations, "{text}: {error}");
            }
        }
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Reply {
    title: Option<String>,
    #[llm(flatten)]
    body: Body,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Body {
    tags: Option<Vec<String>>,
    #[llm(content)]
    text: String,
}

#[test]
fn a_field_inside_takes_a_reply_without_any_json() {
    let parsed = Reply::parse_llm("Just a text.").expect("it is taken whole");
    assert_eq!(parsed.value.body.text, "Just a text.");
    assert_eq!(parsed.repairs()[0].to_string(), "text: raw_text_wrapped");
}

#[test]
fn a_parameter_may_be_an_option() {
    let parsed = <Numbered<Option<Author>>>::parse_llm(r#"{"number": 1}"#).expect("nobody");
    assert_eq!(parsed.value.of, None);
    let parsed = <Numbered<Option<Author>>>::parse_llm(r#"{"mail": "m", "number": 1, "name": "n"}"#).expect("somebody");
    assert_eq!(parsed.value.of.map(|author| author.mail), Some("m".to_owned()));
}

/// As deep as a type may nest: a flattened one adds no level of its own.
mod depth {
    use super::{BTreeMap, LlmOutput, Serialize};

    #[derive(Serialize, LlmOutput)]
    struct One {
        text: String,
    }

    #[derive(Serialize, LlmOutput)]
    pub(super) struct Three {
        two: Vec<One>,
        #[llm(flatten)]
        #[serde(flatten)]
        more: BTreeMap<String, Vec<One>>,
    }

    #[derive(Serialize, LlmOutput)]
    pub(super) struct Five {
        #[llm(flatten)]
        #[serde(flatten)]
        first: Option<Three>,
        fours: Vec<Vec<Vec<One>>>,
    }

    #[derive(Serialize, LlmOutput)]
    pub(super) struct StillFive {
        #[llm(flatten)]
        #[serde(flatten)]
        five: Box<Five>,
    }
}

#[test]
fn a_flattened_type_adds_no_level() {
    let deepest = r#"{"two": [{"text": "a"}], "fours": [[[{"text": "b"}]]], "x": [{"text": "c"}]}"#;
    let parsed = depth::StillFive::parse_llm(deepest).expect("a document");
    assert!(parsed.is_exact());
    let (written, read): (Value, Value) = (
        serde_json::to_value(&parsed.value).expect("a value is written as JSON"),
        serde_json::from_str(deepest).expect("a document"),
    );
    assert_eq!(written, read);
    assert!(
        depth::Three::PROMPT.contains("Record<string, Array<{"),
        "{}",
        depth::Three::PROMPT
    );
}

// A flattened map.

/// Documents beside a file and a line, and the members that the map takes.
const RESTS: [(&str, Outcome<&str>, &[&str]); 10] = [
    (r#""title": "t""#, Ok("{}"), &[]),
    (
        r#""x": 1, "title": "t", "y": [true]"#,
        Ok(r#"{"x": 1, "y": [true]}"#),
        &[],
    ),
    // Only the name itself is the field's, if that stands anywhere.
    (r#""Title": "u", "title": "t""#, Ok(r#"{"Title": "u"}"#), &[]),
    (r#""title": "t", "TITLE": "u""#, Ok(r#"{"TITLE": "u"}"#), &[]),
    (r#""Title": "t""#, Ok("{}"), &["title: key_case"]),
    (
        r#""Title": "t", "TITLE": "u""#,
        Ok(r#"{"TITLE": "u"}"#),
        &["title: key_case"],
    ),
    // A field that may be absent is never meant by another case, nor any field by another word.
    (r#""title": "t", "Column": 3"#, Ok(r#"{"Column": 3}"#), &[]),
    (r#""titel": "t""#, Err(&["title"]), &[]),
    (
        r#"title: "t", other: 1"#,
        Ok(r#"{"other": 1}"#),
        &["$: unquoted_key", "$: unquoted_key"],
    ),
    (
        r#""title": "t", "said": "a "b" c", "x": 1"#,
        Ok(r#"{"said": "a \"b\" c", "x": 1}"#),
        &["said: quote_escaped", "said: quote_escaped"],
    ),
];

#[test]
fn a_map_takes_what_no_field_knows() {
    for (members, expected, repairs) in RESTS {
        let text = format!(r#"{{{members}, "file": "f", "line": 7}}"#);
        match (Open::parse_llm(&text), expected) {
            (Ok(parsed), Ok(more)) => {
                let more: BTreeMap<String, Value> = serde_json::from_str(more).expect("members");
                assert_eq!((&*parsed.value.title, &parsed.value.more), ("t", &more), "{text}");
                let found: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
                assert_eq!(found, repairs, "{text}");
            }
            (Err(error), Err(paths)) => {
                let found: Vec<_> = error
                    .violations()
                    .iter()
                    .map(|violation| violation.path().to_string())
                    .collect();
                assert_eq!(found, paths, "{text}: {error}");
            }
            (parsed, _) => panic!("{text}: {parsed:?}"),
        }
    }
}

#[test]
fn a_bad_value_in_the_map_has_its_key_as_its_path() {
    let text = r#"{"number": 1, "a": 2, "b": "many", "c": 3}"#;
    let error = <Numbered<HashMap<String, u8>>>::parse_llm(text).expect_err("text is no number");
    assert_eq!(error.violations()[0].path().to_string(), "b");
    let parsed = <Numbered<HashMap<String, u8>>>::parse_llm_with(text, &Options::lenient()).expect("it is left out");
    assert_eq!(parsed.value.of, HashMap::from([("a".into(), 2), ("c".into(), 3)]));
    assert_eq!(parsed.repairs()[0].to_string(), "b: dropped_invalid_element");
}

#[test]
fn any_value_takes_the_rest_as_an_object() {
    let text = r#"{"a": {"b": [null]}, "number": 1, "c": 2}"#;
    let parsed = <Numbered<Value>>::parse_llm(text).expect("a document");
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(text).expect("a document"));
}

// The dialects.

#[test]
fn the_dialect_of_json_schema_says_all_of_it() {
    let schema = Entry::schema_for(Dialect::JsonSchema).expect("every type has a schema");
    assert_eq!(
        schema.value().to_string(),
        Entry::SCHEMA.replace('\n', "").replace("  ", "")
    );
    let schema = <Numbered<BTreeMap<String, u8>>>::schema_for(Dialect::JsonSchema).expect("every type has a schema");
    assert_eq!(schema.value()["additionalProperties"]["maximum"], 255);
    assert!(schema.notes().is_empty(), "{:?}", schema.notes());
}

#[test]
fn what_a_dialect_cannot_say_is_noted() {
    let schema = Entry::schema_for(Dialect::OpenAiStrict).expect("the dialect takes it");
    let notes: Vec<_> = schema.notes().iter().map(ToString::to_string).collect();
    assert!(
        notes.contains(&"mail: `dependentRequired` is said in words only".to_owned()),
        "{notes:#?}"
    );
    let schema = <Numbered<BTreeMap<String, u8>>>::schema_for(Dialect::OpenAiStrict).expect("the dialect takes it");
    let notes: Vec<_> = schema.notes().iter().map(ToString::to_string).collect();
    assert!(
        notes.contains(&"$: `additionalProperties` is not held by the schema".to_owned()),
        "{notes:#?}"
    );
    assert_eq!(schema.value()["additionalProperties"], false);
}

/// Where a dialect has every member written, `null` for all of a group is its absence.
#[test]
fn a_group_of_nulls_is_absent() {
    let text = r#"{"title": "t", "file": "f", "line": 7, "column": null, "severity": "high", "name": null, "mail": null,
        "nick": null, "tags": null, "weight": null, "remark": null, "settled": true}"#;
    let parsed = Entry::parse_llm(text).expect("the dialect admits it");
    assert_eq!(
        (&parsed.value.author, &parsed.value.labels),
        (&None, &Some(Labels::default()))
    );
    assert!(
        parsed
            .repairs()
            .iter()
            .all(|repair| repair.kind() == RepairKind::DropNull),
        "{:?}",
        parsed.repairs()
    );
}

// Rule 6: linear.

#[test]
fn hostile_members_are_read_in_linear_time() {
    /// Far above what a linear reader needs for a megabyte, and far below what a quadratic one takes.
    const PATIENCE: Duration = Duration::from_secs(30);
    for unit in [
        "\"Title\": 1, ",
        "\"t_i_t_l_e\": \"a\", ",
        "\"x\": 1, ",
        "\"title\": \"a\", ",
        "\"line\": null, ",
        "\"name\": null, ",
        "\"x\": \"a \"b\" c\", ",
        "name: n, ",
        "\"x\": {",
    ] {
        let text = format!("{{{}", unit.repeat(1_000_000 / unit.len()));
        for text in [&*text, &format!("{text} \"title\": \"t\"}}")] {
            let start = Instant::now();
            let _ = (Open::parse_llm(text), Open::parse_llm_with(text, &Options::lenient()));
            let _ = (Entry::parse_llm(text), Optional::parse_llm(text));
            assert!(start.elapsed() < PATIENCE, "{unit}: {:?}", start.elapsed());
        }
    }
}
