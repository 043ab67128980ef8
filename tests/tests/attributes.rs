//! What can be declared on a type, a field or a variant, attribute by attribute: what it does to reading, and what of it
//! `SCHEMA`, `PROMPT` and `SHAPE` show.

use llm_output::{LlmOutput, Options, ParseError, Parsed, RepairKind, Severity, Shape};
use serde::Deserialize;
use serde_json::{Value, json};

fn schema<T: LlmOutput>() -> Value {
    serde_json::from_str(T::SCHEMA).expect("a schema is valid JSON")
}

fn repairs<T>(parsed: &Parsed<T>) -> Vec<String> {
    parsed.repairs().iter().map(ToString::to_string).collect()
}

fn violations(error: &ParseError) -> Vec<String> {
    let violations = error.violations().iter();
    violations
        .map(|violation| format!("{}: {}", violation.path(), violation.expected()))
        .collect()
}

fn read<T: LlmOutput>(text: &str) -> Parsed<T> {
    T::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused<T: LlmOutput + std::fmt::Debug>(text: &str) -> ParseError {
    T::parse_llm(text).expect_err(text)
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as a check has to be")]
fn even(value: &u32) -> Result<(), String> {
    if value.is_multiple_of(2) {
        Ok(())
    } else {
        Err(format!("an even number instead of {value}"))
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as a check has to be")]
fn written_so(_: &u32, repaired: bool) -> Result<(), &'static str> {
    if repaired {
        Err("a number that nothing was done to")
    } else {
        Ok(())
    }
}

fn is_lower(text: &str) -> Result<(), &'static str> {
    if text.chars().any(char::is_uppercase) {
        Err("lower case")
    } else {
        Ok(())
    }
}

fn ordered(span: &Checked) -> Result<(), &'static str> {
    if span.even <= span.as_written {
        Ok(())
    } else {
        Err("`even` up to `as_written`")
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(validate = ordered)]
struct Checked {
    #[llm(validate = even)]
    even: u32,
    #[llm(validate = written_so)]
    as_written: u32,
    #[llm(validate = is_lower)]
    name: String,
}

#[test]
fn validate_takes_a_value_that_its_check_takes() {
    let parsed = read::<Checked>(r#"{"even": 2, "as_written": 3, "name": "a"}"#);
    assert!(parsed.is_exact());
}

#[test]
fn validate_names_every_place_that_its_check_refuses() {
    let error = refused::<Checked>(r#"{"even": 1, "as_written": 3, "name": "A"}"#);
    assert_eq!(
        violations(&error),
        ["even: an even number instead of 1", "name: lower case"]
    );
    assert!(error.feedback().contains("lower case"), "{}", error.feedback());
    assert_eq!(error.would_need(), None);
}

#[test]
fn validate_is_told_of_a_repair_of_its_own_value_alone() {
    let error = refused::<Checked>(r#"{"even": 2, "as_written": "3", "name": "a"}"#);
    assert_eq!(violations(&error), ["as_written: a number that nothing was done to"]);
    let parsed = read::<Checked>(r#"{"even": "2", "as_written": 3, 'name': 'a',}"#);
    assert!(repairs(&parsed).contains(&"even: string_to_number".to_owned()));
}

#[test]
fn validate_of_a_type_sees_the_whole_value() {
    let error = refused::<Checked>(r#"{"even": 4, "as_written": 3, "name": "a"}"#);
    assert_eq!(violations(&error), ["$: `even` up to `as_written`"]);
}

/// Only the places that were read tell: a repair of another element is not one of this.
#[derive(Debug, LlmOutput)]
#[llm(validate = untouched)]
struct Element {
    name: String,
    size: u32,
}

fn untouched(element: &Element, repaired: bool) -> Result<(), String> {
    let Element { name, size } = element;
    if repaired {
        Err(format!("an untouched element, not {name} {size}"))
    } else {
        Ok(())
    }
}

#[test]
fn validate_of_a_type_is_told_of_repairs_inside_its_own_value() {
    let error = refused::<Vec<Element>>(
        r#"[{"name": "a", "size": 1}, {"name": 1, "size": 2}, {"name": "c", "size": 3} {"name": "d", "size": 4}]"#,
    );
    assert_eq!(violations(&error), ["[1]: an untouched element, not 1 2"]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Clamped {
    #[llm(range(min = 1, max = 5), clamp)]
    whole: i8,
    #[llm(range(min = -0.5), clamp)]
    fraction: Option<f64>,
    #[llm(range(max = 5))]
    held: u8,
}

#[test]
fn clamp_moves_a_number_to_the_nearest_bound_and_says_so() {
    let parsed = read::<Clamped>(r#"{"whole": -3, "fraction": -1, "held": 5}"#);
    assert_eq!(
        parsed.value,
        Clamped {
            whole: 1,
            fraction: Some(-0.5),
            held: 5
        }
    );
    assert_eq!(repairs(&parsed), ["whole: clamped", "fraction: clamped"]);
    assert!(refused::<Clamped>(r#"{"whole": 3, "held": 6}"#).violations().len() == 1);
    let properties = &schema::<Clamped>()["properties"];
    assert_eq!(properties["whole"]["minimum"], 1);
    assert_eq!(properties["whole"]["maximum"], 5);
    assert_eq!(properties["held"]["maximum"], 5);
}

#[derive(Debug, LlmOutput)]
struct Mixed {
    #[llm(exact)]
    account: u32,
    #[llm(lenient)]
    remark: String,
    count: u32,
}

#[test]
fn exact_and_lenient_move_one_field_and_leave_the_others_to_the_options() {
    let parsed = read::<Mixed>(r#"{"account": 1, "count": "2"}"#);
    assert_eq!((parsed.account, parsed.remark.as_str(), parsed.count), (1, "", 2));
    let error = refused::<Mixed>(r#"{"account": "1", "remark": "r", "count": "2"}"#);
    assert_eq!(error.would_need(), None, "no option reads an exact field");
    let error = refused::<Mixed>(r#"{"account": 1, "remark": "r"}"#);
    assert_eq!(violations(&error).len(), 1);
    assert_eq!(error.violations()[0].path().to_string(), "count");
    let lenient = Mixed::parse_llm_with(r#"{"account": "1"}"#, &Options::lenient());
    assert!(
        lenient.is_err(),
        "the field is held to exactness whatever the options say"
    );
    let framing = Options::default().accept(Severity::Framing);
    assert!(Mixed::parse_llm_with(r#"{"account": 1, "count": 2}"#, &framing).is_ok());
    assert!(Mixed::parse_llm_with(r#"{"account": 1, "count": "2"}"#, &framing).is_err());
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Defaults {
    #[llm(default)]
    of_type: u32,
    #[llm(default = "2 + 1")]
    expression: u32,
    #[llm(default = 4)]
    literal: u32,
    #[llm(default = "\"text\"")]
    text: String,
    #[llm(default = true)]
    truth: bool,
    required: u32,
}

#[test]
fn default_stands_for_an_absent_member_and_for_null() {
    let value = || Defaults {
        of_type: 0,
        expression: 3,
        literal: 4,
        text: "text".into(),
        truth: true,
        required: 1,
    };
    let parsed = read::<Defaults>(r#"{"required": 1}"#);
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, value());
    let parsed = read::<Defaults>(
        r#"{"of_type": null, "expression": null, "literal": null, "text": null, "truth": null, "required": 1}"#,
    );
    assert_eq!(parsed.value, value());
    assert!(
        parsed
            .repairs()
            .iter()
            .all(|repair| repair.kind() == RepairKind::DropNull)
    );
    assert_eq!(parsed.repairs().len(), 5);
    assert_eq!(schema::<Defaults>()["required"], json!(["required"]));
    assert_eq!(schema::<Defaults>()["properties"]["literal"]["default"], 4);
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(default)]
struct Container {
    name: String,
    size: u32,
}

impl Default for Container {
    fn default() -> Self {
        Self {
            name: "nobody".into(),
            size: 7,
        }
    }
}

#[test]
fn default_of_a_type_stands_for_each_of_its_members() {
    let parsed = read::<Container>(r#"{"size": 1}"#);
    assert_eq!((parsed.name.as_str(), parsed.size), ("nobody", 1));
    assert!(parsed.is_exact());
    assert_eq!(schema::<Container>().get("required").unwrap_or(&json!([])), &json!([]));
}

#[derive(Debug, LlmOutput)]
struct Skipping {
    name: String,
    #[llm(skip)]
    hidden: u32,
}

#[test]
fn skip_is_neither_shown_nor_read() {
    let parsed = read::<Skipping>(r#"{"name": "a", "hidden": 5}"#);
    assert_eq!((parsed.name.as_str(), parsed.hidden), ("a", 0));
    assert!(!Skipping::SCHEMA.contains("hidden") && !Skipping::PROMPT.contains("hidden"));
}

#[derive(Debug, PartialEq, Clone, Copy, LlmOutput)]
#[llm(rename_all = "kebab-case")]
enum Colour {
    Red,
    #[llm(rename = "navy", alias = "dark blue")]
    Blue,
    #[llm(other)]
    Unnamed,
    #[llm(skip)]
    #[allow(dead_code)]
    Secret,
}

#[test]
fn a_variant_has_a_name_aliases_and_one_that_takes_all_others() {
    for (text, colour, exact) in [
        ("\"red\"", Colour::Red, true),
        ("\"navy\"", Colour::Blue, true),
        ("\"dark blue\"", Colour::Blue, true),
        ("\"Dark-Blue\"", Colour::Blue, false),
        ("\"purple\"", Colour::Unnamed, true),
        ("\"secret\"", Colour::Unnamed, true),
    ] {
        let parsed = read::<Colour>(text);
        assert_eq!((parsed.value, parsed.is_exact()), (colour, exact), "{text}");
    }
    assert!(!Colour::SCHEMA.contains("secret") && !Colour::SCHEMA.contains("dark blue"));
}

#[derive(Debug, LlmOutput)]
#[llm(rename_all = "camelCase", deny_unknown_fields)]
struct Lists {
    #[llm(split = ";")]
    some_words: Vec<String>,
    #[llm(join = " / ", alias = "text")]
    one_text: String,
    #[llm(null_alias("N/A", "none"))]
    maybe: Option<u32>,
}

#[test]
fn lists_and_texts_are_made_of_each_other_where_that_is_declared() {
    let parsed = read::<Lists>(r#"{"someWords": "a; b", "oneText": ["c", "d"], "maybe": "n/a"}"#);
    assert_eq!(parsed.some_words, ["a", "b"]);
    assert_eq!((parsed.one_text.as_str(), parsed.maybe), ("c / d", None));
    assert_eq!(
        repairs(&parsed),
        ["someWords: string_split", "oneText: array_joined", "maybe: null_alias"]
    );
    assert_eq!(read::<Lists>(r#"{"someWords": [], "text": "t"}"#).one_text, "t");
}

#[test]
fn deny_unknown_fields_makes_a_violation_of_each() {
    let error = refused::<Lists>(r#"{"someWords": [], "oneText": "t", "first": 1, "second": {}}"#);
    assert_eq!(error.violations().len(), 2);
    assert_eq!(schema::<Lists>()["additionalProperties"], false);
}

#[derive(Debug, LlmOutput)]
struct Article {
    #[llm(content)]
    body: String,
}

#[test]
fn content_takes_a_reply_without_json() {
    let parsed = read::<Article>("All is well.");
    assert_eq!(parsed.body, "All is well.");
    assert_eq!(repairs(&parsed), ["body: raw_text_wrapped"]);
    let quoted = read::<Article>("\"All is well.\"");
    assert_eq!(quoted.body, "All is well.");
    assert_eq!(repairs(&quoted), ["$: raw_text_wrapped"]);
    assert!(Article::parse_llm_with("\"All is well.\"", &Options::exact()).is_err());
}

/// A name of at least five letters.
#[derive(Debug, LlmOutput)]
struct LongName(#[llm(length(min = 5))] String);

#[test]
fn a_document_that_a_bound_refuses_is_not_taken_as_raw_text_with_its_quotes() {
    assert_eq!(read::<LongName>(r#""abcde""#).value.0, "abcde");
    assert_eq!(violations(&refused::<LongName>(r#""abcd""#)).len(), 1);
    assert_eq!(violations(&refused::<LongName>("```json\n\"abc\"\n```")).len(), 1);
    let text = "It is \"abc\"";
    assert_eq!(read::<LongName>(text).value.0, text);
}

fn one() -> u32 {
    1
}

/// Attributes of serde alone.
#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
#[serde(rename_all(deserialize = "camelCase"))]
struct OfSerde {
    #[serde(rename(serialize = "out", deserialize = "in"), alias = "inside")]
    text: String,
    #[serde(default = "one")]
    line_no: u32,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(skip_deserializing)]
    hits: u32,
    r#type: Option<String>,
    r#match: bool,
}

#[test]
fn attributes_of_serde_mean_what_they_mean_to_serde() {
    for text in [
        r#"{"in": "a", "match": true}"#,
        r#"{"inside": "a", "lineNo": 3, "tags": ["x"], "type": "t", "match": false}"#,
        r#"{"in": "a", "hits": 9, "match": true, "type": null}"#,
    ] {
        let parsed = read::<OfSerde>(text);
        assert!(parsed.is_exact(), "{:?}", parsed.repairs());
        assert_eq!(parsed.value, serde_json::from_str(text).expect(text));
    }
    let properties = schema::<OfSerde>()["properties"].clone();
    let names: Vec<_> = properties.as_object().expect("an object").keys().cloned().collect();
    assert_eq!(names, ["in", "lineNo", "tags", "type", "match"]);
}

fn shows<T: LlmOutput>(names: &[&str]) {
    let Shape::Object(shape) = T::SHAPE else {
        panic!("{:?} is no object", T::SHAPE)
    };
    let fields: Vec<_> = shape.fields.iter().map(|field| field.name).collect();
    assert_eq!(fields, names);
    for name in names {
        assert!(T::SCHEMA.contains(&format!("\"{name}\"")), "{name} in {}", T::SCHEMA);
        assert!(T::PROMPT.contains(name), "{name} in {}", T::PROMPT);
    }
}

#[test]
fn schema_prompt_and_shape_show_the_same_members() {
    shows::<Checked>(&["even", "as_written", "name"]);
    shows::<Clamped>(&["whole", "fraction", "held"]);
    shows::<Mixed>(&["account", "remark", "count"]);
    shows::<Defaults>(&["of_type", "expression", "literal", "text", "truth", "required"]);
    shows::<Container>(&["name", "size"]);
    shows::<Skipping>(&["name"]);
    shows::<Lists>(&["someWords", "oneText", "maybe"]);
    shows::<Article>(&["body"]);
    shows::<OfSerde>(&["in", "lineNo", "tags", "type", "match"]);
}
