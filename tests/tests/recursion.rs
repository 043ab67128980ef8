//! Types inside themselves, as deep as a field says.

use std::collections::BTreeMap;

use llm_output::{Dialect, ErrorKind, Finish, Lenient, LlmOutput, Options, PromptStyle};
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

/// Types that have the name of another one, or that of a numbered one.
mod other {
    use super::{Deserialize, LlmOutput, Serialize};

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    pub(super) struct Tree2 {
        name: String,
        #[llm(recursive(max_depth = 2))]
        next: Option<Box<Tree2>>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[llm(external)]
    pub(super) enum Folder {
        Name(String),
        Folders {
            #[llm(recursive(max_depth = 2))]
            inside: Vec<Folder>,
        },
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(max_depth = 8)]
struct Forest {
    words: Tree<String>,
    counts: Vec<Tree<u8>>,
    /// The same type again.
    more: Option<Tree<String>>,
    trees: Option<Tree<Tree<bool>>>,
    flag: Option<Tree<bool>>,
    chain: Option<other::Tree2>,
    folder: Option<Folder>,
    folders: Option<other::Folder>,
}

/// Each instance of a generic type, and each of the types with one name, is a definition, and refers to itself.
#[test]
fn types_with_one_name_are_definitions_of_their_own() {
    let schema: serde_json::Value = serde_json::from_str(Forest::SCHEMA).expect("a schema is JSON");
    let names: Vec<_> = schema["$defs"].as_object().expect("definitions").keys().collect();
    assert_eq!(
        names,
        ["Tree", "Tree2", "Folder", "Tree3", "Tree4", "Tree5", "Folder2"],
        "{}",
        Forest::SCHEMA
    );
    let valid = r#"{
        "words": {"value": "a", "children": [{"value": "b", "children": []}]},
        "counts": [{"value": 1, "children": [{"value": 2, "children": [{"value": 3, "children": []}]}]}],
        "more": {"value": "a", "children": [{"value": "b", "children": []}]},
        "trees": {
            "value": {"value": true, "children": [{"value": false, "children": []}]},
            "children": [{"value": {"value": true, "children": [{"value": true, "children": []}]}, "children": []}]
        },
        "flag": {"value": true, "children": [{"value": true, "children": []}]},
        "chain": {"name": "a", "next": {"name": "b", "next": null}},
        "folder": {"name": "a", "folders": [{"name": "b", "folders": [], "link": null}], "link": null},
        "folders": {"Folders": {"inside": [{"Name": "a"}, {"Folders": {"inside": []}}]}}
    }"#;
    let value: serde_json::Value = serde_json::from_str(valid).expect("JSON");
    let schemas = [
        schema,
        Forest::schema_for(Dialect::JsonSchema)
            .expect("a schema")
            .value()
            .clone(),
        schemars::schema_for!(Lenient<Forest>).to_value(),
    ];
    for schema in &schemas {
        let validator = jsonschema::validator_for(schema).expect("every reference can be resolved");
        validator.validate(&value).expect("the value fits");
        assert!(Forest::parse_llm_with(valid, &Options::exact()).is_ok());
        for (place, wrong) in [
            ("/words/children/0", r#"{"value": 1, "children": []}"#),
            ("/counts/0/children/0", r#"{"value": "b", "children": []}"#),
            ("/counts/0/children/0/children/0", r#"{"value": true, "children": []}"#),
            ("/more/children/0", r#"{"value": true, "children": []}"#),
            (
                "/trees/value/children/0",
                r#"{"value": {"value": true, "children": []}, "children": []}"#,
            ),
            ("/trees/children/0", r#"{"value": true, "children": []}"#),
            ("/flag/children/0", r#"{"value": "b", "children": []}"#),
            ("/chain/next", r#"{"value": "b", "children": []}"#),
            ("/folder/folders/0", r#"{"Name": "a"}"#),
            ("/folders/Folders/inside/0", r#"{"name": "b", "folders": []}"#),
        ] {
            let mut changed = value.clone();
            *changed.pointer_mut(place).expect(place) = serde_json::from_str(wrong).expect("JSON");
            assert!(!validator.is_valid(&changed), "{place}");
            let text = changed.to_string();
            assert!(Forest::parse_llm_with(&text, &Options::exact()).is_err(), "{place}");
        }
    }
    let strict = Forest::schema_for(Dialect::OpenAiStrict).expect("a schema");
    let validator = jsonschema::validator_for(strict.value()).expect("every reference can be resolved");
    validator.validate(&value).expect("the value fits");

    for (name, field) in [
        ("Tree", "value: string"),
        ("Tree3", "value: number"),
        ("Tree4", "value: Tree5"),
        ("Tree5", "value: boolean"),
    ] {
        let fields = format!("{field},\n  // each: at most 4 nested levels\n  children: Array<{name}>\n}};");
        assert!(
            Forest::PROMPT.contains(&format!("type {name} = {{")) && Forest::PROMPT.contains(&fields),
            "{}",
            Forest::PROMPT
        );
    }
    let example = Forest::prompt_for(PromptStyle::Example);
    assert!(Forest::parse_llm_with(example, &Options::exact()).is_ok(), "{example}");
}

/// A bush whose forms are told apart by their values alone.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(untagged)]
#[llm(untagged)]
enum Bush {
    Leaf(i64),
    Many(#[llm(recursive(max_depth = 4))] Vec<Bush>),
    Left {
        #[llm(recursive(max_depth = 4))]
        left: Box<Bush>,
    },
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Holder {
    bush: Bush,
}

/// A text that is read as a list of one is no further level.
#[test]
fn a_text_in_place_of_a_recursive_list_needs_little_stack() {
    let read = || {
        for text in [
            "\"-",
            "'5",
            "\"x\"",
            "[[:4}]\u{2018}]",
            "\"- 1\n- 2\"",
            "\"[[1], '2']\"",
        ] {
            for options in [Options::default(), Options::lenient(), Options::exact()] {
                let _ = Bush::parse_llm_with(text, &options);
                let _ = <Vec<Bush>>::parse_llm_with(text, &options);
                let _ = Holder::parse_llm_with(&format!("{{\"bush\": {text}"), &options);
            }
        }
    };
    // Twice what an optimized build may need, for one that is not.
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(read);
    thread.expect("a thread").join().expect("no text is a crash");
}

/// A form of an untagged enum, in a field of another form, begins where that field's value does.
#[test]
fn a_list_in_a_field_of_another_form_is_one_level() {
    for text in [
        "{\"left\":[]}",
        "{\"left\":[1]}",
        "[{\"left\":[2]}]",
        "{\"left\":{\"left\":[[3]]}}",
        "{\"left\":[[{\"left\":[4]}]]}",
    ] {
        let read = Bush::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(read.is_exact(), "{text}: {:?}", read.repairs());
        assert_eq!(read.value, serde_json::from_str(text).expect("it is valid"));
    }
    assert!(
        Bush::parse_llm("[[[[[[1]]]]]]").is_err(),
        "it is nested more than four levels deep"
    );
}

/// A sum of numbers and of sums.
#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Sum {
    terms: Vec<Term>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(untagged)]
#[llm(untagged)]
enum Term {
    Number(f64),
    Sum(#[llm(recursive(max_depth = 8))] Box<Sum>),
}

#[test]
fn an_element_of_a_recursive_list_is_no_answer_that_was_begun_again() {
    let cut = "{\"terms\": [1, {\"terms\": [2, 3]}";
    let whole: Sum = serde_json::from_str("{\"terms\": [1, {\"terms\": [2, 3]}]}").expect("it is valid");
    for options in [Options::default(), Options::default().finish(Finish::Length)] {
        let error = Sum::parse_llm_with(cut, &options).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
    }
    let stopped = Options::default().finish(Finish::Stop);
    assert_eq!(
        Sum::parse_llm_with(cut, &stopped).expect("closers are missing").value,
        whole
    );
    let again = "{\"terms\": [1, 4,\nSorry, again:\n{\"terms\": [1, {\"terms\": [2, 3]}]}";
    assert_eq!(Sum::parse_llm(again).expect("the last one is whole").value, whole);
}

/// A tree whose leaves have one of many forms.
#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
struct Branch {
    kids: Vec<Form>,
}

#[derive(Debug, PartialEq, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Form {
    A {
        a: u8,
    },
    B {
        b: u8,
    },
    C {
        c: String,
    },
    D {
        d: bool,
    },
    E {
        e: Vec<u8>,
    },
    F {
        #[llm(recursive(max_depth = 16))]
        f: Box<Branch>,
    },
}

/// So many forms, tried at each level, are not worth so much that valid JSON is given up.
#[test]
fn a_tree_of_many_untagged_forms_is_read_in_any_size() {
    for (depth, width) in [(1, 1), (4, 2), (4, 4), (6, 4), (12, 2), (15, 1), (3, 20)] {
        let mut text = r#"{"e": [1]}"#.to_owned();
        for _ in 0..depth {
            text = format!(r#"{{"f": {{"kids": [{}]}}}}"#, vec![text; width].join(", "));
        }
        let text = format!(r#"{{"kids": [{text}]}}"#);
        let expected: Branch = serde_json::from_str(&text).expect("valid JSON");
        let parsed = Branch::parse_llm(&text).expect("the same");
        assert!(parsed.is_exact(), "{depth} {width}");
        assert_eq!(parsed.value, expected);
        // Members that nobody knows, for which any form might be meant.
        let extended = text.replace('}', r#", "note": {"f": 1}}"#);
        assert_eq!(
            Branch::parse_llm(&extended).expect("the same").value,
            expected,
            "{depth} {width}"
        );
        for (from, to) in [("\"", "'"), ("}, {", "}\n{"), ("\"kids\"", "kids")] {
            let broken = text.replace(from, to);
            let parsed = Branch::parse_llm(&broken).unwrap_or_else(|error| panic!("{depth} {width} {to}: {error}"));
            assert_eq!(parsed.value, expected, "{depth} {width} {to}");
        }
    }
}

/// Of several forms that fit exactly, the one that is declared first counts, as serde has it, whichever key comes first.
#[test]
fn the_first_untagged_form_that_fits_counts() {
    #[derive(Debug, PartialEq, Deserialize, LlmOutput)]
    #[serde(untagged)]
    enum Loose {
        Pair { x: u8, y: u8 },
        Both { z: u8, w: u8, size: Option<u8> },
        One { z: u8 },
    }
    for text in [
        r#"{"z": 1}"#,
        r#"{"z": 1, "x": 2, "y": 3}"#,
        r#"{"w": 1, "z": 2}"#,
        r#"{"w": 1, "z": 2, "x": 3, "y": 4}"#,
        r#"{"y": 1, "z": 2, "x": 3}"#,
        r#"{"size": 1, "y": 1, "z": 2, "x": 3}"#,
        r#"{"other": {"x": 1, "y": 2}, "z": 2}"#,
    ] {
        let expected: Loose = serde_json::from_str(text).expect("valid JSON");
        let parsed = Loose::parse_llm(text).expect("the same");
        assert!(parsed.is_exact(), "{text}");
        assert_eq!(parsed.value, expected, "{text}");
    }
}
