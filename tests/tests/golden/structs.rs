//! Structs, and what may be said of their fields.

use std::fmt::Debug;

use crate::{LlmOutput, read, refused};

#[derive(Debug, PartialEq)]
struct Finding {
    file_path: String,
    line: u32,
    r#type: Option<Kind>,
    seen: bool,
}

#[derive(Debug, PartialEq, LlmOutput)]
enum Kind {
    Style,
    Bug,
}

golden!("struct");

#[test]
fn a_struct() {
    let finding: Finding = read(r#"{"type": "Bug", "line": 7, "filePath": "a.rs"}"#);
    let expected = Finding {
        file_path: "a.rs".to_owned(),
        line: 7,
        r#type: Some(Kind::Bug),
        seen: false,
    };
    assert_eq!(finding, expected);
    assert_eq!(read::<Finding>(r#"{"filePath": "a.rs"}"#).line, 1);
    assert_eq!(refused::<Finding>(r#"{"filePath": "a.rs", "line": 0, "colour": 1}"#), 2);
    assert_eq!(
        read::<Finding>(r#"{"filePath": "a.rs", "kind": "Style"}"#).r#type,
        Some(Kind::Style)
    );
}

#[derive(Debug, Default, PartialEq)]
struct Settings {
    first: u32,
    last: u32,
    labels: Vec<String>,
    title: String,
    hits: u32,
}

fn first_of_all() -> u32 {
    9
}

fn in_order(settings: &Settings) -> Result<(), &'static str> {
    if settings.first > settings.last {
        return Err("the last comes before the first");
    }
    Ok(())
}

golden!("defaults");

#[test]
fn defaults_and_a_check_of_the_whole() {
    let settings: Settings = read(r#"{"first": 3}"#);
    assert_eq!((settings.first, settings.last, settings.hits), (3, 9, 0));
    assert_eq!((settings.labels.len(), settings.title.as_str()), (0, "none"));
    assert_eq!(read::<Settings>(r#"{"last": 2}"#).first, 0);
    assert_eq!(refused::<Settings>(r#"{"first": 3, "last": 2}"#), 1);
}

#[derive(Debug)]
struct Answer {
    text: String,
    score: f64,
    tags: Vec<String>,
    author: Option<String>,
}

fn known(tags: &Vec<String>) -> Result<(), String> {
    tags.iter()
        .find(|tag| tag.is_empty())
        .map_or(Ok(()), |_| Err("an empty tag".to_owned()))
}

golden!("checks");

#[test]
fn checks_and_coercions_of_a_field() {
    let answer: Answer = read(r#"{"text": "yes", "score": 2, "tags": ["a"], "writer": null}"#);
    assert_eq!((answer.text.as_str(), answer.score), ("yes", 2.0));
    assert_eq!((answer.tags, answer.author), (vec!["a".to_owned()], None));
    let text = r#"{"text": ["a", "b"], "score": 11, "tags": "a,b,c,d", "author": "N/A"}"#;
    let error = Answer::parse_llm(text).expect_err("there are four tags");
    assert_eq!(error.violations()[0].path().to_string(), "tags");
    let text = r#"{"text": ["a", "b"], "score": 9, "tags": "a,b", "author": "N/A"}"#;
    let answer = Answer::parse_llm(text).expect("every repair is declared").into_value();
    assert_eq!((answer.text.as_str(), answer.score), ("a, b", 9.0));
    assert_eq!((answer.tags.len(), answer.author), (2, None));
    assert_eq!(refused::<Answer>(r#"{"text": "", "score": 2, "tags": [""]}"#), 2);
}

#[derive(Debug)]
struct Page<T: Clone, const N: usize = 3>
where
    T: Debug,
{
    rows: [T; N],
    total: u64,
}

golden!("generic");

#[test]
fn a_generic_struct() {
    let page: Page<String, 2> = read(r#"{"total": 8, "rows": ["a", "b"]}"#);
    assert_eq!((page.rows, page.total), (["a".to_owned(), "b".to_owned()], 8));
    assert_eq!(refused::<Page<bool>>(r#"{"total": 8, "rows": [true]}"#), 1);
}

#[derive(Debug)]
struct Grid<const WIDTH: usize, const HEIGHT: usize> {
    cells: [[u8; WIDTH]; HEIGHT],
}

golden!("const_generic");

#[test]
fn a_struct_with_constants_as_parameters() {
    assert_eq!(
        read::<Grid<3, 2>>(r#"{"cells": [[1, 2, 3], [4, 5, 6]]}"#).cells,
        [[1, 2, 3], [4, 5, 6]]
    );
    assert_eq!(refused::<Grid<2, 3>>(r#"{"cells": [[1, 2, 3], [4, 5, 6]]}"#), 2);
}

#[derive(Debug)]
struct Comment {
    text: String,
    replies: Vec<Comment>,
    quoted: Option<Box<Comment>>,
}

golden!("recursive");

#[test]
fn a_struct_that_holds_itself() {
    let comment: Comment = read(r#"{"text": "a", "replies": [{"text": "b", "replies": []}], "quoted": null}"#);
    assert_eq!((comment.text.as_str(), comment.replies[0].text.as_str()), ("a", "b"));
    assert!(comment.quoted.is_none() && comment.replies[0].quoted.is_none());
    let deep = (0..5).fold(r#"{"text": "a", "replies": []}"#.to_owned(), |inner, _| {
        format!(r#"{{"text": "a", "replies": [{inner}]}}"#)
    });
    assert_eq!(refused::<Comment>(&deep), 1);
}

#[derive(Debug)]
struct Chapter<T> {
    items: Vec<T>,
    next: Option<u32>,
}

golden!("json_schema");

#[test]
fn a_struct_with_a_schema_of_schemars() {
    let page: Chapter<Kind> = read(r#"{"items": ["Bug"], "next": 2}"#);
    assert_eq!((page.items, page.next), (vec![Kind::Bug], Some(2)));
    let own: serde_json::Value = serde_json::from_str(Chapter::<Kind>::SCHEMA).expect("a schema is JSON");
    let schema = schemars::SchemaGenerator::default().subschema_for::<Chapter<Kind>>();
    assert_eq!(*schema.as_value(), own);
}
