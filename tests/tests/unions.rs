//! Enums whose variants carry data, in every way in which an answer can name its variant.

use llm_output::{ErrorKind, LlmOutput, Options, RepairKind, Severity};
use serde::Deserialize;

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
struct Text {
    body: String,
    #[serde(default)]
    bold: bool,
}

/// A shape.
#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Shape {
    /// A round one.
    Circle {
        /// In metres.
        radius: f64,
    },
    #[serde(alias = "box")]
    Rectangle {
        width: f64,
        height: f64,
    },
    Label(Text),
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(tag = "kind", content = "value", rename_all_fields = "camelCase")]
enum Event {
    Moved { to_line: u32, to_column: u32 },
    Renamed(String),
    Tagged(Option<u8>),
    Closed,
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[llm(external)]
#[serde(rename_all = "lowercase")]
enum Step {
    Wait(u32),
    Run { command: String },
    Stop,
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Target {
    Line(u32),
    Range { from: u32, to: u32 },
    Name(String),
    Lines(Vec<u32>),
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
struct Drawing {
    shapes: Vec<Shape>,
    last: Option<Shape>,
}

fn kinds<T>(parsed: &llm_output::Parsed<T>) -> Vec<(String, RepairKind)> {
    let repairs = parsed.repairs().iter();
    repairs
        .map(|repair| (repair.path().to_string(), repair.kind()))
        .collect()
}

/// Valid JSON is read as serde reads it, exactly.
fn same<T: LlmOutput + for<'de> Deserialize<'de> + PartialEq + std::fmt::Debug>(texts: &[&str]) {
    for text in texts {
        let parsed = T::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(parsed.is_exact(), "{text}: {:?}", parsed.repairs());
        assert_eq!(parsed.value, serde_json::from_str::<T>(text).unwrap(), "{text}");
    }
}

#[test]
fn every_tagging_reads_as_serde_does() {
    same::<Shape>(&[
        r#"{"type":"circle","radius":1.5}"#,
        r#"{"radius":1.5,"type":"circle"}"#,
        r#"{"width":1,"more":[{"type":"circle"}],"type":"rectangle","height":2}"#,
        r#"{"type":"box","width":1,"height":2}"#,
        r#"{"type":"label","body":"a","bold":true}"#,
        r#"{"body":"{\"type\":1}","type":"label"}"#,
        r#" { "type" : "nothing" } "#,
    ]);
    same::<Event>(&[
        r#"{"kind":"Moved","value":{"toLine":1,"toColumn":2}}"#,
        r#"{"value":{"toLine":1,"toColumn":2},"kind":"Moved"}"#,
        r#"{"kind":"Renamed","value":"x"}"#,
        r#"{"kind":"Tagged","value":null}"#,
        r#"{"kind":"Tagged","value":3}"#,
        r#"{"kind":"Closed"}"#,
        r#"{"kind":"Closed","value":null}"#,
    ]);
    same::<Step>(&[
        r#"{"wait":3}"#,
        r#"{"run":{"command":"ls"}}"#,
        r#""stop""#,
        r#"{"stop":null}"#,
    ]);
    same::<Target>(&["3", r#"{"to":2,"from":1}"#, r#""main""#, "[1,2]", r#""12""#]);
    same::<Drawing>(&[
        r#"{"shapes":[{"type":"circle","radius":1},{"height":2,"type":"rectangle","width":3},{"type":"nothing"}],"last":null}"#,
        r#"{"last":{"type":"label","body":""},"shapes":[]}"#,
    ]);
}

#[test]
fn the_tag_is_found_wherever_it_stands_and_reported_once() {
    let parsed = Shape::parse_llm("{'height': 2, width: '1', \"Type\": \"Rectangle\",}").unwrap();
    assert_eq!(
        parsed.value,
        Shape::Rectangle {
            width: 1.0,
            height: 2.0
        }
    );
    assert_eq!(
        kinds(&parsed),
        [
            ("$".into(), RepairKind::SingleQuoted),
            ("$".into(), RepairKind::UnquotedKey),
            ("width".into(), RepairKind::SingleQuoted),
            ("width".into(), RepairKind::StringToNumber),
            ("Type".into(), RepairKind::KeyCase),
            ("type".into(), RepairKind::EnumCase),
            ("$".into(), RepairKind::ExtraComma),
        ]
        .map(|(path, kind): (String, _)| (if path == "Type" { "type".into() } else { path }, kind))
    );
    let parsed = Shape::parse_llm(r#"{"body": "a", "Type": "LABEL"}"#).unwrap();
    assert_eq!(
        kinds(&parsed),
        [
            ("type".into(), RepairKind::KeyCase),
            ("type".into(), RepairKind::EnumCase)
        ]
    );
    assert_eq!(parsed.repairs()[1].span(), 22..29);
}

/// `serde_json` refuses both. The same name twice changes nothing; another name would make it another variant.
#[test]
fn a_second_tag_names_the_same_variant_or_the_object_is_ambiguous() {
    let inline =
        |second: &str| format!(r#"{{"type": "circle", "type": "{second}", "radius": 1, "width": 2, "height": 3}}"#);
    let newtype = |second: &str| format!(r#"{{"body": "b", "type": "label", "bold": true, "type": "{second}"}}"#);
    for (text, is_path) in [
        (inline("rectangle"), true),
        (inline("label"), true),
        (newtype("circle"), false),
    ] {
        let error = Shape::parse_llm_with(&text, &Options::lenient()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Ambiguous, "{text}: {error}");
        assert_eq!(error.would_need(), None, "{text}");
        assert_eq!(error.violations()[0].path().to_string() == "type", is_path, "{text}");
        assert_eq!(
            llm_output::from_str::<Shape>(&text).is_err(),
            serde_json::from_str::<Shape>(&text).is_err(),
            "{text}"
        );
    }
    for text in [inline("circle"), inline("Circle"), newtype("label")] {
        let parsed = Shape::parse_llm(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
        assert!(
            parsed
                .repairs()
                .iter()
                .any(|repair| repair.kind() == RepairKind::DuplicateKey)
        );
    }
    let adjacent = r#"{"kind": "Renamed", "value": "a", "kind": "Closed"}"#;
    assert_eq!(Event::parse_llm(adjacent).unwrap_err().kind(), ErrorKind::Ambiguous);
    // A tag inside of a field is the field's.
    let inner = r#"{"shapes": [{"type": "label", "body": "b", "more": {"type": "circle"}}], "last": null}"#;
    assert!(Drawing::parse_llm(inner).unwrap().is_exact());
}

#[test]
fn a_line_with_the_field_of_another_variant_is_not_left_out_in_silence() {
    let text = "type: label\nbody: Dear customer,\nradius: 5 is what you paid.\nbold: true";
    let parsed = Shape::parse_llm(text).unwrap();
    let left_out = parsed
        .repairs()
        .iter()
        .find(|repair| repair.kind() == RepairKind::JunkRemoved);
    assert!(
        left_out.is_some_and(|repair| text[repair.span()].contains("5 is what")),
        "{:?}",
        parsed.repairs()
    );
}

#[test]
fn an_unknown_or_missing_tag_lists_the_names() {
    let error = Drawing::parse_llm(r#"{"shapes":[{"radius":1},{"type":"blob"}]}"#).unwrap_err();
    let violations: Vec<_> = error.violations().iter().map(ToString::to_string).collect();
    assert_eq!(
        violations,
        [
            r#"missing required field `shapes[0].type`: one of "circle", "rectangle", "label", "nothing""#,
            r#"shapes[1].type: expected one of "circle", "rectangle", "label", "nothing", found "blob""#,
        ]
    );
    assert_eq!(
        Shape::parse_llm(r#"{"error":"no"}"#).unwrap_err().kind(),
        ErrorKind::UnrecognizedShape
    );
    let error = Shape::parse_llm(r#"{"type":"circle"}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "radius");
    let error = Shape::parse_llm(r#"{"type":"label"}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "body");
    let error = Event::parse_llm(r#"{"kind":"Renamed"}"#).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "value");
    let error = Step::parse_llm(r#"{"wait":1,"run":{"command":""}}"#).unwrap_err();
    assert!(
        error.to_string().contains("one key, which names the variant"),
        "{error}"
    );
    assert!(Step::parse_llm("\"wait\"").is_err());
}

#[test]
fn unions_are_found_in_prose_and_in_fences() {
    let parsed = Shape::parse_llm("I'd say {radius: 2, type: circle} fits.").unwrap();
    assert_eq!(parsed.value, Shape::Circle { radius: 2.0 });
    let parsed = Shape::parse_llm("Sure:\n```json\n{\"radius\": 2, \"type\": \"circle\"}\n```\nDone.").unwrap();
    assert_eq!(parsed.value, Shape::Circle { radius: 2.0 });
    let parsed = Shape::parse_llm(r#"{"result": {"type": "circle", "radius": 2}}"#).unwrap();
    assert_eq!(parsed.value, Shape::Circle { radius: 2.0 });
    let parsed = Shape::parse_llm(r#"[{"type": "circle", "radius": 2}]"#).unwrap();
    assert_eq!(parsed.value, Shape::Circle { radius: 2.0 });
    let parsed = Event::parse_llm(r#"{"kind": "Moved", "value": "{\"toLine\": 1, \"toColumn\": 2}"}"#).unwrap();
    assert_eq!(
        parsed.value,
        Event::Moved {
            to_line: 1,
            to_column: 2
        }
    );
    assert_eq!(kinds(&parsed), [("value".into(), RepairKind::UnwrapStringObject)]);
    let parsed = Step::parse_llm("```\n{\"Run\": {\"command\": \"ls\"}}\n```").unwrap();
    assert_eq!(parsed.value, Step::Run { command: "ls".into() });
    assert_eq!(Step::parse_llm("\"STOP\"").unwrap().value, Step::Stop);
}

#[test]
fn a_text_that_ends_early_is_truncated() {
    for text in [
        r#"{"shapes":[{"radius":1,"#,
        r#"{"shapes":[{"type":"circle","radius":"#,
        r#"{"shapes":[{"type":"cir"#,
    ] {
        assert_eq!(
            Drawing::parse_llm(text).unwrap_err().kind(),
            ErrorKind::Truncated,
            "{text}"
        );
    }
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Quantity {
    Number(f64),
    List(Vec<String>),
}

/// What no variant has is converted: which one was meant is not known if several can be converted to.
#[test]
fn a_value_that_two_variants_convert_is_a_guess() {
    let read = Quantity::parse_llm(r#""1,000""#);
    assert!(read.is_err() || read.is_ok_and(|read| read.severity() >= Some(Severity::Guess)));
    let read = Quantity::parse_llm(r#"["1,000"]"#).unwrap();
    assert!(read.is_exact());
    let read = Quantity::parse_llm(r#""many""#).unwrap();
    assert_eq!(read.value, Quantity::List(vec!["many".to_owned()]));
    assert_eq!(read.severity(), Some(Severity::Coercion));
    let read = Target::parse_llm("'5'").unwrap();
    assert!(read.severity() < Some(Severity::Guess));
}

#[test]
fn untagged_takes_the_variant_with_the_fewest_repairs() {
    let parsed = Target::parse_llm(r#"{"from": "1", "to": 2}"#).unwrap();
    assert_eq!(parsed.value, Target::Range { from: 1, to: 2 });
    assert_eq!(kinds(&parsed), [("from".into(), RepairKind::StringToNumber)]);
    let parsed = Target::parse_llm(r#"["1", 2]"#).unwrap();
    assert_eq!(parsed.value, Target::Lines(vec![1, 2]));
    let error = <Vec<Length>>::parse_llm("[true]").unwrap_err();
    let expected = r#"[0]: expected an object with "metres", or an object with "feet", found true"#;
    assert_eq!(error.violations()[0].to_string(), expected);
    let error = Target::parse_llm(r#"{"from": 1}"#).unwrap_err();
    assert!(!error.violations().is_empty());
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(untagged)]
enum Length {
    Metres { metres: f64 },
    Feet { feet: f64 },
}

#[test]
fn a_tie_between_variants_is_ambiguous_unless_one_fits_exactly() {
    assert_eq!(
        Length::parse_llm(r#"{"metres": 1, "feet": 3.3}"#).unwrap().value,
        Length::Metres { metres: 1.0 }
    );
    let error = Length::parse_llm(r#"{"metres": "1", "feet": "3.3"}"#).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Ambiguous);
    assert_eq!(
        Length::parse_llm(r#"{"feet": "3.3"}"#).unwrap().value,
        Length::Feet { feet: 3.3 }
    );
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(untagged)]
enum Amount {
    Whole(i64),
    Part(f64),
}

/// A whole document that two variants read alike is not cut off.
#[test]
fn a_number_in_a_string_that_two_variants_read_is_not_cut_off() {
    for text in ["\"5\"", "\"5\" ", "[\"5\"]"] {
        let error = Amount::parse_llm(text).unwrap_err();
        let kinds = [ErrorKind::Ambiguous, ErrorKind::Schema];
        assert!(kinds.contains(&error.kind()), "{text}: {error}");
    }
    let error = Amount::parse_llm("\"five\"").unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Schema, "{error}");
    let error = <Vec<Amount>>::parse_llm("[\"5\", 2]").unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "[0]");
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "tool", deny_unknown_fields)]
enum Call {
    Read(Arguments),
    Write {
        path: String,
    },
    #[llm(other)]
    Unknown,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(deny_unknown_fields)]
struct Arguments {
    path: String,
    #[llm(default)]
    limit: u32,
}

#[test]
fn the_tag_is_no_unknown_field_and_other_takes_every_name() {
    let parsed = Call::parse_llm(r#"{"path": "a", "tool": "Read"}"#).unwrap();
    assert_eq!(
        parsed.value,
        Call::Read(Arguments {
            path: "a".into(),
            limit: 0
        })
    );
    assert!(parsed.is_exact());
    assert!(Call::parse_llm(r#"{"path": "a", "tool": "Read", "x": 1}"#).is_err());
    assert!(Call::parse_llm(r#"{"path": "a", "tool": "Write", "x": 1}"#).is_err());
    assert_eq!(Call::parse_llm(r#"{"tool": "Search"}"#).unwrap().value, Call::Unknown);
    assert!(Call::parse_llm(r#"{"tool": "Read"}"#).is_err());
}

#[test]
fn lenient_fills_within_the_named_variant() {
    let parsed = Call::parse_llm_with(r#"{"tool": "Write"}"#, &Options::lenient()).unwrap();
    assert_eq!(parsed.value, Call::Write { path: String::new() });
    assert_eq!(parsed.severity(), Some(Severity::Invented));
}

#[test]
fn the_schema_has_constant_tags() {
    assert_eq!(
        Shape::SCHEMA,
        r#"{"description":"A shape.","anyOf":[
  {"type":"object","description":"A round one.","properties":{
    "type":{"const":"circle"},
    "radius":{"type":"number","description":"In metres."}
  },"required":["type","radius"]},
  {"type":"object","properties":{
    "type":{"const":"rectangle"},
    "width":{"type":"number"},
    "height":{"type":"number"}
  },"required":["type","width","height"]},
  {"type":"object","properties":{
    "type":{"const":"label"},
    "body":{"type":"string"},
    "bold":{"type":"boolean","default":false}
  },"required":["type","body"]},
  {"type":"object","properties":{
    "type":{"const":"nothing"}
  },"required":["type"]}
]}"#
    );
    assert_eq!(
        Drawing::PROMPT,
        r#"{
  // each: A shape.
  shapes: Array<
    // A round one.
    | {
      type: "circle",
      // In metres.
      radius: number
    }
    | {
      type: "rectangle",
      width: number,
      height: number
    }
    | {
      type: "label",
      body: string,
      // default: false
      bold?: boolean
    }
    | {
      type: "nothing"
    }
  >,
  // A shape.
  last?:
    // A round one.
    | {
      type: "circle",
      // In metres.
      radius: number
    }
    | {
      type: "rectangle",
      width: number,
      height: number
    }
    | {
      type: "label",
      body: string,
      // default: false
      bold?: boolean
    }
    | {
      type: "nothing"
    }
    | null
}"#
    );
}

#[test]
fn what_the_schema_admits_parses() {
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
    check::<Shape>(
        &[
            r#"{"type":"circle","radius":1}"#,
            r#"{"type":"label","body":"x"}"#,
            r#"{"type":"nothing"}"#,
        ],
        &[r#"{"radius":1}"#, r#"{"type":"circle"}"#, r#"{"type":"label"}"#],
    );
    check::<Event>(
        &[
            r#"{"kind":"Renamed","value":"x"}"#,
            r#"{"kind":"Tagged"}"#,
            r#"{"kind":"Closed"}"#,
        ],
        &[r#"{"kind":"Renamed"}"#, r#"{"kind":"Moved","value":{}}"#],
    );
    check::<Step>(
        &[r#""stop""#, r#"{"wait":1}"#, r#"{"run":{"command":"x"}}"#],
        &[r#""wait""#, r#"{"wait":"x"}"#],
    );
    check::<Target>(
        &["1", "\"x\"", "[1]", r#"{"from":1,"to":2}"#],
        &["null", r#"{"from":1}"#],
    );
    check::<Drawing>(
        &[r#"{"shapes":[],"last":{"type":"nothing"}}"#, r#"{"shapes":[]}"#],
        &[r#"{"last":null}"#],
    );
}

#[test]
fn reading_stays_linear() {
    // The tag at the far end of each of many objects.
    let element = format!(r#"{{"radius": 1, "x": "{}", "type": "circle"}},"#, "y".repeat(200));
    let text = format!("{{\"shapes\": [{}]}}", element.repeat(20_000).trim_end_matches(','));
    assert_eq!(Drawing::parse_llm(&text).unwrap().value.shapes.len(), 20_000);
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Setting {
    Number(f64),
    Flag(bool),
    Text(String),
    List(Vec<String>),
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Given {
    Text(Option<String>),
    List(Vec<String>),
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
struct Of<T> {
    value: T,
}

/// An empty list or map would say which variant was meant.
#[test]
fn null_is_no_variant_that_does_not_accept_it() {
    for text in [r#"{"value": null}"#, r#"{"value": None}"#, r#"{"value": NULL}"#] {
        let error = <Of<Setting>>::parse_llm(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema, "{text}: {error}");
        assert_eq!(error.violations()[0].path().to_string(), "value");
    }
    assert!(Setting::parse_llm("null").is_err());
    same::<Of<Given>>(&[r#"{"value": null}"#]);
    let list = <Of<Vec<String>>>::parse_llm(r#"{"value": null}"#).unwrap();
    assert_eq!(kinds(&list), [("value".into(), RepairKind::NullToEmpty)]);
    assert_eq!(
        <Of<Setting>>::parse_llm(r#"{"value": nothing}"#).unwrap().value.value,
        Setting::Text("nothing".into())
    );
}

#[derive(Debug, Clone, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Id {
    Number(u64),
    Name(String),
}

/// A frame changes no variant, and an object is not a string without quotes.
#[test]
fn what_is_json_at_the_root_is_no_raw_text() {
    for text in ["12", "```json\n12\n```", "<answer>12</answer>"] {
        let parsed = Id::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value, Id::Number(12), "{text}");
    }
    let wrapped = Id::parse_llm("```json\n{\"id\": 12}\n```").unwrap();
    assert_eq!(wrapped.value, Id::Number(12));
    assert_eq!(wrapped.severity(), Some(Severity::Guess));
    for text in [r#"{"error": "x"}"#, "null", "```json\n{\"error\": \"x\"}\n```"] {
        assert!(Id::parse_llm(text).is_err(), "{text}: {:?}", Id::parse_llm(text));
    }
    for text in ["main", "12 apples", "[draft] main", "null and void"] {
        let parsed = Id::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value, Id::Name(text.into()));
    }
}

/// A string that looks like the beginning of a missing field is the next element: the object before it stays closed.
#[test]
fn an_object_is_not_opened_again_for_a_string_with_a_colon() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(untagged)]
    enum Shape {
        Label(String),
        Point { x: i32, y: i32 },
    }
    for text in [
        r#"[{"y": -2}, "x: y"]"#,
        r#"[{"xx": 1, "y": -2}, "x: y true", "a"], "extra": 1}"#,
        r#"[{"y": -2}}, "x: y", "b"]"#,
    ] {
        let error = <Vec<Shape>>::parse_llm(text).expect_err(text);
        assert!(error.to_string().contains("`[0].x`"), "{text}: {error}");
    }
    let read = <Vec<Shape>>::parse_llm(r#"[{"x": 1, "y": -2}, "x: y"]"#).expect("valid JSON");
    assert_eq!(
        read.value,
        [Shape::Point { x: 1, y: -2 }, Shape::Label("x: y".to_owned())]
    );
}

/// The tag is found by skipping the object, which may end after the text that its value leaves.
#[test]
fn a_tag_whose_text_is_cut_off_by_a_fence_ends_with_it() {
    for text in [
        "```json\n[{\"type\": circle\"\n```",
        "~~~\n[{\"type\": abc\"{\n~~~",
        "```[{\"type\": \"type\":```",
        "```[{\"type\"\"type\":```",
    ] {
        for options in [Options::default(), Options::lenient(), Options::exact()] {
            let read = Vec::<Shape>::parse_llm_with(text, &options);
            assert!(read.map_or(true, |read| read.value.is_empty()), "{text}");
        }
    }
}
