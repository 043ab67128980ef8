//! The golden expansions are what runs: each is included here beside its type, written without the derive, and reads.

// The expansions are shown as the derive writes them, which is for the compiler to read.
#![allow(clippy::all, clippy::pedantic)]

use llm_output::LlmOutput;

/// The golden expansion of this name.
macro_rules! golden {
    ($name:literal) => {
        include!(concat!("../../derive/golden/", $name, ".rs"));
    };
}

/// Reads `text`, which needs no repair.
fn read<T: LlmOutput>(text: &str) -> T {
    let parsed = T::parse_llm(text).expect("the text is an answer");
    assert!(parsed.is_exact(), "{text}: {:?}", parsed.repairs());
    parsed.into_value()
}

/// What is wrong with `text`, at how many places.
fn refused<T: LlmOutput>(text: &str) -> usize {
    match T::parse_llm(text) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error.violations().len(),
    }
}

mod structs {
    use std::fmt::Debug;

    use super::{LlmOutput, read, refused};

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
}

mod flattened {
    use std::collections::BTreeMap;

    use super::{LlmOutput, read, refused};

    #[derive(Debug, PartialEq)]
    struct Entry {
        title: String,
        place: Location,
        weight: u32,
        author: Option<Author>,
        more: BTreeMap<String, bool>,
    }

    #[derive(Debug, PartialEq, LlmOutput)]
    struct Location {
        file: String,
        line: u32,
    }

    #[derive(Debug, PartialEq, LlmOutput)]
    struct Author {
        name: String,
    }

    golden!("flatten");

    #[test]
    fn a_struct_that_holds_the_members_of_others() {
        let text = r#"{"checked": true, "line": 7, "title": "a", "name": "b", "weight": 9, "file": "c"}"#;
        let expected = Entry {
            title: "a".to_owned(),
            place: Location {
                file: "c".to_owned(),
                line: 7,
            },
            weight: 9,
            author: Some(Author { name: "b".to_owned() }),
            more: BTreeMap::from([("checked".to_owned(), true)]),
        };
        assert_eq!(read::<Entry>(text), expected);
        let entry: Entry = read(r#"{"title": "a", "file": "c", "line": 7, "weight": 0}"#);
        assert_eq!((entry.author, entry.more.len()), (None, 0));
        assert_eq!(refused::<Entry>(r#"{"title": "a", "file": "c", "weight": 10}"#), 2);
    }

    #[derive(Debug, PartialEq)]
    struct Numbered<T> {
        number: u32,
        of: T,
    }

    fn known<T>(_: &T) -> Result<(), String> {
        Ok(())
    }

    golden!("flatten_generic");

    #[test]
    fn a_generic_struct_that_holds_the_members_of_its_parameter() {
        let numbered: Numbered<Author> = read(r#"{"name": "a", "number": 3}"#);
        assert_eq!((numbered.number, numbered.of.name.as_str()), (3, "a"));
    }
}

mod newtypes {
    use std::marker::PhantomData;

    use super::{LlmOutput, read, refused};

    #[derive(Debug)]
    struct Line(u32);

    golden!("newtype");

    #[test]
    fn a_newtype() {
        assert_eq!(read::<Line>("12").0, 12);
        assert_eq!(refused::<Line>("0"), 1);
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
    struct Key<T> {
        value: String,
        of: PhantomData<T>,
    }

    golden!("transparent");

    #[derive(LlmOutput)]
    struct Index {
        by_key: std::collections::BTreeMap<Key<u8>, u32>,
    }

    #[test]
    fn a_transparent_struct_and_text_as_a_key() {
        let index: Index = read(r#"{"by_key": {"a": 1}}"#);
        assert_eq!(
            index
                .by_key
                .first_key_value()
                .map(|(key, line)| (key.value.as_str(), *line)),
            Some(("a", 1))
        );
        assert!(Key::<u8>::SCHEMA.contains("A key of the index."));
    }
}

mod enums {
    use super::{LlmOutput, read, refused};

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

    #[derive(Debug, LlmOutput)]
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
        println!("{:?}", Id::parse_llm(r#""""#));
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
        let text = r#"{"op": "Sum", "of": [{"op": "Number", "value": 5}, {"of": {"op": "Number", "value": 2}, "op": "Negated"}]}"#;
        assert_eq!(value(&read(text)), 3.0);
    }
}

mod made_from_others {
    use std::time::Duration;

    use super::{read, refused};

    #[derive(Debug, PartialEq)]
    struct Name {
        folded: String,
    }

    impl From<String> for Name {
        fn from(name: String) -> Self {
            Self {
                folded: name.to_lowercase(),
            }
        }
    }

    golden!("from");

    #[derive(Debug, PartialEq)]
    struct Version(u32, u32);

    impl TryFrom<String> for Version {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            let parts = text
                .split_once('.')
                .map(|(major, minor)| (major.parse(), minor.parse()));
            match parts {
                Some((Ok(major), Ok(minor))) => Ok(Self(major, minor)),
                _ => Err(format!("`{text}` is no version")),
            }
        }
    }

    fn released(version: &Version) -> Result<(), &'static str> {
        if version.0 == 0 {
            return Err("it is not released");
        }
        Ok(())
    }

    golden!("try_from");

    #[test]
    fn a_type_that_is_made_from_another() {
        assert_eq!(read::<Name>(r#""Ada""#).folded, "ada");
        assert_eq!(read::<Version>(r#""1.20""#), Version(1, 20));
        assert_eq!(refused::<Version>(r#""1""#), 1);
        assert_eq!(refused::<Version>(r#""0.1""#), 1);
    }

    mod seconds {
        use std::time::Duration;

        pub(super) type Wire = u32;

        pub(super) fn read(seconds: Wire) -> Result<Duration, String> {
            if seconds > 60 {
                return Err("longer than a minute".to_owned());
            }
            Ok(Duration::from_secs(seconds.into()))
        }
    }

    #[derive(Debug)]
    struct Job {
        timeout: Duration,
        pause: Duration,
    }

    golden!("with");

    #[test]
    fn a_field_that_a_module_reads() {
        let job: Job = read(r#"{"timeout": 60}"#);
        assert_eq!((job.timeout, job.pause), (Duration::from_secs(60), Duration::ZERO));
        assert_eq!(refused::<Job>(r#"{"timeout": 60, "pause": 61}"#), 1);
    }
}

/// A golden file that is not included above would be text that nobody runs.
#[test]
fn every_golden_expansion_is_run() {
    let here = include_str!("golden.rs");
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../derive/golden");
    for file in std::fs::read_dir(directory).expect("the directory can be read") {
        let path = file.expect("the directory can be read").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        // The stub stands beside an error, so it cannot be compiled.
        assert!(
            name == "stub" || here.contains(&format!("golden!(\"{name}\");")),
            "{name} is not run"
        );
    }
}
