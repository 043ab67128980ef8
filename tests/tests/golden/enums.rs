//! Enums: names, and every way in which an answer can name its variant.

use crate::{LlmOutput, read, refused};

#[derive(Debug, PartialEq)]
enum Severity {
    High,
    Medium,
    Low,
}

golden!("enum");

#[test]
fn an_enum_of_names() {
    assert_eq!(read::<Severity>(r#""high""#), Severity::High);
    assert_eq!(read::<Severity>(r#""moderate""#), Severity::Medium);
    assert_eq!(read::<Severity>(r#""low""#), Severity::Low);
}

#[derive(Debug)]
#[allow(dead_code)]
enum Step {
    Open(Page),
    Write { full_text: String, times: u32 },
    Wait {},
    Internal(std::sync::Mutex<()>),
    Nothing,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Page {
    url: String,
}

golden!("tagged");

#[test]
fn an_enum_with_a_tag_among_the_members() {
    assert!(matches!(read(r#"{"url": "a", "type": "open"}"#), Step::Open(page) if page.url == "a"));
    assert!(matches!(
        read(r#"{"fullText": "a", "type": "say"}"#),
        Step::Write { full_text, times: 1 } if full_text == "a"
    ));
    assert!(matches!(read(r#"{"type": "wait"}"#), Step::Wait {}));
    assert!(matches!(read(r#"{"type": "nothing"}"#), Step::Nothing));
    assert_eq!(refused::<Step>(r#"{"type": "write", "fullText": ""}"#), 1);
}

#[derive(Debug, PartialEq)]
enum Event {
    Text(String),
    Number(Option<u8>),
    Move { x: i32, y: i32 },
    Nothing,
}

golden!("adjacent");

#[test]
fn an_enum_with_tag_and_content() {
    assert_eq!(
        read::<Event>(r#"{"value": "a", "kind": "Text"}"#),
        Event::Text("a".to_owned())
    );
    assert_eq!(
        read::<Event>(r#"{"kind": "Number", "value": 3}"#),
        Event::Number(Some(3))
    );
    assert_eq!(read::<Event>(r#"{"kind": "Number"}"#), Event::Number(None));
    assert_eq!(
        read::<Event>(r#"{"kind": "Move", "value": {"y": -1, "x": 2}}"#),
        Event::Move { x: 2, y: -1 }
    );
    assert_eq!(read::<Event>(r#"{"kind": "Nothing"}"#), Event::Nothing);
    assert_eq!(refused::<Event>(r#"{"kind": "Text", "value": ""}"#), 1);
}

#[derive(Debug, PartialEq)]
enum Shape<T> {
    Circle { radius: T },
    Polygon(Vec<T>),
    Point,
}

golden!("external");

#[test]
fn an_enum_with_the_name_as_the_only_key() {
    assert_eq!(
        read::<Shape<u8>>(r#"{"circle": {"radius": 2}}"#),
        Shape::Circle { radius: 2 }
    );
    assert_eq!(
        read::<Shape<bool>>(r#"{"polygon": [true]}"#),
        Shape::Polygon(vec![true])
    );
    assert_eq!(read::<Shape<u8>>(r#""point""#), Shape::Point);
    assert_eq!(refused::<Shape<u8>>(r#"{"circle": {"radius": -2}}"#), 1);
}

#[derive(Debug, PartialEq)]
enum Tool {
    OpenPage(Page),
    Search { query: String, limit: u32 },
    Stop,
}

golden!("tools");

#[test]
fn an_enum_of_tools() {
    let read = |name, arguments: &str| Tool::read_call(name, arguments).expect("a call").value;
    let url = "a".to_owned();
    assert_eq!(read("open_page", r#"{"url": "a"}"#), Tool::OpenPage(Page { url }));
    let query = "b".to_owned();
    assert_eq!(read("search", r#"{"query": "b"}"#), Tool::Search { query, limit: 10 });
    assert_eq!(read("quit", ""), Tool::Stop);
}

#[derive(Debug, PartialEq)]
enum Id {
    Number(u64),
    Name(String),
    Pair { of: String, at: u64 },
    None,
}

fn named(id: &Id) -> Result<(), &'static str> {
    if *id == Id::Name(String::new()) {
        return Err("the name is empty");
    }
    Ok(())
}

golden!("untagged");

#[test]
fn an_enum_told_apart_by_its_members() {
    assert_eq!(read::<Id>("7"), Id::Number(7));
    assert_eq!(read::<Id>(r#""7""#), Id::Name("7".to_owned()));
    assert_eq!(read::<Id>("null"), Id::None);
    let pair = Id::Pair {
        of: "a".to_owned(),
        at: 1,
    };
    assert_eq!(read::<Id>(r#"{"at": 1, "of": "a"}"#), pair);
    assert_eq!(refused::<Id>(r#""""#), 1);
}

#[derive(Debug, PartialEq)]
enum Change {
    Added { line: String, place: Location },
    Removed,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Location {
    file: String,
}

golden!("flatten_variant");

#[test]
fn a_variant_that_holds_the_members_of_another_type() {
    let expected = Change::Added {
        line: "a".to_owned(),
        place: Location { file: "b".to_owned() },
    };
    assert_eq!(
        read::<Change>(r#"{"file": "b", "line": "a", "type": "Added"}"#),
        expected
    );
    assert_eq!(read::<Change>(r#"{"type": "Removed"}"#), Change::Removed);
}

#[derive(Debug)]
enum Expression {
    Number { value: f64 },
    Sum { of: Vec<Expression> },
    Negated { of: Box<Self> },
}

golden!("recursive_enum");

fn value(expression: &Expression) -> f64 {
    match expression {
        Expression::Number { value } => *value,
        Expression::Sum { of } => of.iter().map(value).sum(),
        Expression::Negated { of } => -value(of),
    }
}

#[test]
fn an_enum_that_holds_itself() {
    let text =
        r#"{"op": "Sum", "of": [{"op": "Number", "value": 5}, {"of": {"op": "Number", "value": 2}, "op": "Negated"}]}"#;
    assert_eq!(value(&read(text)), 3.0);
}
