//! Types inside themselves, as deep as a field says.

use std::collections::BTreeMap;

use llm_output::{ErrorKind, LlmOutput, Options};
use serde::{Deserialize, Serialize};

/// A folder.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Folder {
    name: String,
    /// Inside it.
    #[llm(recursive(max_depth = 3))]
    folders: Vec<Folder>,
    #[llm(recursive(max_depth = 2))]
    link: Option<Box<Self>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Expression {
    Number {
        value: f64,
    },
    Sum {
        #[llm(recursive(max_depth = 8))]
        of: Vec<Expression>,
    },
    Negated {
        #[llm(recursive(max_depth = 8))]
        of: Box<Expression>,
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Anything {
    Text(String),
    Number(f64),
    List(#[llm(recursive(max_depth = 6))] Vec<Anything>),
    Members(#[llm(recursive(max_depth = 6))] BTreeMap<String, Anything>),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Question {
    text: String,
    answers: Vec<Answer>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Answer {
    text: String,
    #[llm(recursive(max_depth = 4))]
    next: Option<Box<Question>>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Tree<T> {
    value: T,
    #[llm(recursive(max_depth = 4))]
    children: Vec<Tree<T>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Disk {
    root: Folder,
    formula: Option<Expression>,
}

fn nested(depth: usize) -> String {
    let (open, close) = (r#"{"name":"x","folders":["#, "]}");
    format!("{}{open}{close}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn a_type_inside_itself_is_read_down_to_its_limit() {
    for depth in 0..=3 {
        let text = nested(depth);
        let parsed = Folder::parse_llm(&text).unwrap();
        assert!(parsed.is_exact());
        assert_eq!(parsed.value, serde_json::from_str(&text).unwrap());
    }
    let error = Folder::parse_llm(&nested(4)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(
        error.violations()[0].to_string(),
        "folders[0].folders[0].folders[0].folders: expected at most 3 nested levels, found one more"
    );
}

#[test]
fn no_depth_of_the_text_is_a_crash() {
    assert!(Folder::parse_llm(&nested(100_000)).is_err());
    assert!(Folder::parse_llm(&"{\"folders\":[".repeat(100_000)).is_err());
    // Lenient reading may make something of it; it must come back all the same.
    let _: Result<_, _> = Folder::parse_llm_with(&"{\"link\":".repeat(100_000), &Options::lenient());
    assert!(Expression::parse_llm(&"{\"op\":\"negated\",\"of\":".repeat(50_000)).is_err());
    assert!(Anything::parse_llm(&"[".repeat(50_000)).is_err());
    assert!(Anything::parse_llm(&"{\"a\":[".repeat(50_000)).is_err());
}

#[test]
fn enums_generic_types_and_types_in_a_circle_recurse_too() {
    let text = r#"{"of":[{"op":"number","value":1},{"op":"negated","of":{"value":2,"op":"number"}}],"op":"sum"}"#;
    let parsed = Expression::parse_llm(text).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(text).unwrap());
    let text = r#"{"a":["x",1,{"b":[]}],"c":2.5}"#;
    let parsed = Anything::parse_llm(text).unwrap();
    assert!(parsed.is_exact());
    assert_eq!(parsed.value, serde_json::from_str(text).unwrap());
    let text = r#"{"text":"?","answers":[{"text":"!","next":{"text":"??","answers":[{"text":"!!","next":null}]}}]}"#;
    let parsed = Question::parse_llm(text).unwrap();
    assert_eq!(parsed.value, serde_json::from_str(text).unwrap());
    let parsed = <Tree<u8>>::parse_llm(r#"{"value":1,"children":[{"value":2,"children":[]}]}"#).unwrap();
    assert_eq!(parsed.value.children[0].value, 2);
}

#[test]
fn broken_text_in_an_untagged_recursion_costs_linear_time() {
    let text = format!("[{}", "[\"a, [1, {b: ".repeat(20_000));
    assert!(Anything::parse_llm(&text).is_err());
    let text = format!("[{}]", "[[[[['a', [x]]]]]],".repeat(20_000));
    let _ = Anything::parse_llm(&text);
}

#[test]
fn the_schema_refers_to_the_type_by_name() {
    assert_eq!(
        Folder::SCHEMA,
        r##"{"$ref":"#/$defs/Folder","$defs":{
  "Folder":{"type":"object","description":"A folder.","properties":{
    "name":{"type":"string"},
    "folders":{"type":"array","description":"Inside it.","items":{"description":"At most 3 nested levels.","$ref":"#/$defs/Folder"}},
    "link":{"description":"At most 2 nested levels.","anyOf":[{"$ref":"#/$defs/Folder"},{"type":"null"}]}
  },"required":["name","folders"]}
}}"##
    );
    assert_eq!(
        Folder::PROMPT,
        "// A folder.
type Folder = {
  name: string,
  // Inside it.
  // each: at most 3 nested levels
  folders: Array<Folder>,
  // at most 2 nested levels
  link?: Folder | null
};
Folder"
    );
}

#[test]
fn schema_and_parser_agree() {
    fn check<T: LlmOutput>(good: &[&str], bad: &[&str]) {
        let schema = serde_json::from_str(T::SCHEMA).unwrap_or_else(|error| panic!("{error}: {}", T::SCHEMA));
        let validator = jsonschema::validator_for(&schema).unwrap();
        for text in good {
            assert!(validator.is_valid(&serde_json::from_str(text).unwrap()), "{text}");
            assert!(T::parse_llm_with(text, &Options::exact()).is_ok(), "{text}");
        }
        for text in bad {
            assert!(!validator.is_valid(&serde_json::from_str(text).unwrap()), "{text}");
            assert!(T::parse_llm_with(text, &Options::exact()).is_err(), "{text}");
        }
    }
    check::<Folder>(&[&nested(0), &nested(3)], &[r#"{"name":"x","folders":[{"name":"y"}]}"#]);
    check::<Disk>(
        &[r#"{"root":{"name":"x","folders":[]},"formula":{"op":"sum","of":[{"op":"number","value":1}]}}"#],
        &[r#"{"root":{"name":"x","folders":[]},"formula":{"op":"sum","of":[{"op":"nothing"}]}}"#],
    );
    check::<Expression>(&[r#"{"op":"sum","of":[]}"#], &[r#"{"op":"sum","of":[{}]}"#]);
    check::<Anything>(&[r#"["x",{"a":[1]}]"#], &["[true]"]);
    check::<Question>(
        &[r#"{"text":"?","answers":[{"text":"!","next":{"text":"?","answers":[]}}]}"#],
        &[r#"{"text":"?","answers":[{"text":"!","next":{"text":"?"}}]}"#],
    );
    check::<Tree<u8>>(
        &[r#"{"value":1,"children":[{"value":2,"children":[]}]}"#],
        &[r#"{"value":1,"children":[{}]}"#],
    );
}

/// A type under another name than its own.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(rename = "A tree")]
struct Renamed {
    value: u8,
    #[llm(recursive(max_depth = 3))]
    left: Option<Box<Renamed>>,
    #[llm(recursive(max_depth = 3))]
    right: Option<Box<Self>>,
}

#[test]
fn a_renamed_type_may_hold_itself() {
    let schema: serde_json::Value = serde_json::from_str(Renamed::SCHEMA).expect("a schema is JSON");
    let text = schema.to_string();
    assert!(text.contains("A tree") && !text.contains("Renamed"), "{text}");
    let parsed = Renamed::parse_llm(r#"{"value": 1, "left": {"value": 2, "left": null, "right": null}}"#);
    assert_eq!(
        parsed.map(|parsed| parsed.left.as_ref().map(|left| left.value)).ok(),
        Some(Some(2))
    );
}

#[test]
fn an_object_inside_one_that_is_cut_off_is_not_the_answer() {
    let text = "Here: {\"name\": \"see\n```sh\nls\n```\n\", \"folders\": [], \"link\": {\"name\": \"b\", \"folders\": []}, \"unfini";
    let error = Folder::parse_llm(text).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
}
