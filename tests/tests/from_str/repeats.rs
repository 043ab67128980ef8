//! A key that comes again: the next element of a list, whose braces are lost, or a second value for one field. Which of
//! them it is, `from_str` and the derive tell alike.

use std::fmt::{Debug, Write as _};

use llm_output::{LlmOutput, Options, ParseError, Parsed, from_str, from_str_with};
use llm_output_tests::sample::Random;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

trait Subject: LlmOutput + Serialize + DeserializeOwned + PartialEq + Debug {}
impl<T: LlmOutput + Serialize + DeserializeOwned + PartialEq + Debug> Subject for T {}

/// The value with its repairs, or the class of the error with the places.
fn shown<T: Debug>(outcome: &Result<Parsed<T>, ParseError>) -> String {
    match outcome {
        Ok(parsed) => {
            let mut told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
            // Of the keys that another one takes the place of, the derive tells the spelling too.
            let again: Vec<String> = told
                .iter()
                .filter_map(|told| Some(told.strip_suffix("duplicate_key")?.to_owned()))
                .collect();
            told.retain(|told| !again.iter().any(|path| *told == format!("{path}key_case")));
            told.sort();
            told.dedup();
            format!("{:?} {told:?}", parsed.value)
        }
        Err(error) => {
            let mut paths: Vec<String> = error
                .violations()
                .iter()
                .map(|violation| violation.path().to_string())
                .collect();
            paths.sort();
            paths.dedup();
            format!("{:?} {paths:?}", error.kind())
        }
    }
}

/// The texts that come out otherwise than as for the derived type.
fn differences<T: Subject>(texts: &[String]) -> String {
    let mut table = String::new();
    for text in texts {
        for options in [Options::default(), Options::lenient()] {
            let derived = shown(&T::parse_llm_with(text, &options));
            let serde = shown(&from_str_with::<T>(text, &options));
            if derived != serde {
                writeln!(table, "{text}\n    derived {derived}\n    serde   {serde}")
                    .expect("a String takes everything");
            }
        }
    }
    table
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Point {
    x: i32,
    y: i32,
    z: Option<i32>,
}

/// Its first field may be absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Named {
    name: Option<String>,
    x: i32,
    #[serde(default)]
    y: i32,
    zone: String,
}

/// Nothing in it must be there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Loose {
    x: Option<i32>,
    #[serde(default)]
    y: Vec<i32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Path {
    name: String,
    points: Vec<Point>,
    closed: Option<bool>,
}

#[test]
fn elements_whose_braces_are_lost_are_all_there() {
    let text = r#"[{"x":1,"y":2,"Z":3,"x":4,"y":5,"Z":6,"x":7,"y":8,"Z":9}]"#;
    let parsed = from_str::<Vec<Point>>(text).unwrap();
    let point = |x, y, z| Point { x, y, z: Some(z) };
    assert_eq!(parsed.value, [point(1, 2, 3), point(4, 5, 6), point(7, 8, 9)]);
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(
        told,
        [
            "[0].z: key_case",
            "[0].x: element_split",
            "[1].z: key_case",
            "[1].x: element_split",
            "[2].z: key_case"
        ]
    );
}

#[test]
fn a_key_that_may_be_absent_begins_no_element() {
    let parsed = from_str::<Vec<Named>>(r#"[{"name":"a","x":1,"zone":"b","name":"c"}]"#).unwrap();
    assert_eq!(parsed.value.len(), 1);
    assert_eq!(parsed.value[0].name.as_deref(), Some("c"));
    let told: Vec<String> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(told, ["[0].name: duplicate_key"]);
}

#[test]
fn a_key_that_comes_again_is_taken_as_by_the_derived_type() {
    let texts = [
        r#"[{"x":1,"y":2,"x":3,"y":4}]"#,
        r#"[{"x":1,"x":2,"y":3,"x":4,"y":5}]"#,
        r#"[{"X":1,"y":2,"X":3,"y":4}]"#,
        r#"[{"X":1,"y":2,"x":3,"y":4}]"#,
        r#"[{"x":1,"X":5,"y":2,"x":3,"y":4}]"#,
        r#"[{"z":1,"x":1,"y":2,"z":3,"x":3,"y":4}]"#,
        r#"[{"x":1,"y":2,"y":3}]"#,
        r#"[{"x":1,"y":2},"x":3,"y":4}]"#,
        r#"[{"x":1,"y":2,"x":3,"y":4}, {"x":5,"y":6}, {"x":7,"y":8,"x":9,"y":10}]"#,
        r#"[{"x":1,"y":"a","x":3,"y":4}]"#,
        r#"[{"x":1,"y":2,"x":"b","y":4}, {"x":1,"y":1}]"#,
        r#"[{"x":1,"y":2,"x":3}]"#,
        r#"{"x":1,"y":2,"x":3,"y":4}"#,
        r"[{x:1,y:2,x:3,y:4,x:5,y:6",
    ]
    .map(str::to_owned);
    let table = differences::<Vec<Point>>(&texts);
    assert!(table.is_empty(), "\n{table}");
    let texts = [
        r#"{"name":"a","points":[{"x":1,"y":2,"x":3,"y":4}],"closed":true}"#,
        r#"{"name":"a","points":[{"x":1,"y":2,"x":3,"y":4,"z":5}],"name":"b"}"#,
        r#"[{"name":"a","points":[{"x":1,"y":2,"x":3,"y":4}],"name":"b","points":[]}]"#,
        r#"[{"Name":"a","points":[{"X":1,"y":2,"X":3,"y":4}],"Name":"b","points":[]}]"#,
    ]
    .map(str::to_owned);
    let table = differences::<Vec<Path>>(&texts);
    assert!(table.is_empty(), "\n{table}");
}

/// A list of objects whose members come in any order and number, with some of the braces lost.
fn scrambled(random: &mut Random, keys: &[(&str, &[&str])]) -> String {
    let mut text = String::from("[{");
    for position in 0..3 + random.below(6) {
        if position > 0 {
            text.push_str(if random.one_in(5) { "},{" } else { "," });
        }
        let (key, values) = keys[random.below(keys.len())];
        let key = match random.below(6) {
            0 => key.to_uppercase(),
            _ => key.to_owned(),
        };
        let value = values[random.below(values.len())];
        write!(text, "\"{key}\":{value}").expect("a String takes everything");
    }
    text.push_str("}]");
    text
}

fn scrambled_lists_agree<T: Subject>(seed: u64, keys: &[(&str, &[&str])]) {
    let mut random = Random::new(seed);
    let texts: Vec<String> = (0..2_000).map(|_| scrambled(&mut random, keys)).collect();
    let table = differences::<Vec<T>>(&texts);
    let count = table.lines().count() / 3;
    let head: Vec<&str> = table.lines().take(36).collect();
    assert_eq!(count, 0, "of {} texts\n{}", texts.len(), head.join("\n"));
}

#[test]
fn scrambled_members_come_out_as_for_the_derived_type() {
    let numbers: &[&str] = &["1", "2", "3"];
    scrambled_lists_agree::<Point>(1, &[("x", numbers), ("y", numbers), ("z", numbers)]);
    let texts: &[&str] = &["\"a\"", "\"b\""];
    scrambled_lists_agree::<Named>(2, &[("name", texts), ("x", numbers), ("y", numbers), ("zone", texts)]);
    scrambled_lists_agree::<Loose>(3, &[("x", numbers), ("y", &["[1]", "[2, 3]"])]);
}
