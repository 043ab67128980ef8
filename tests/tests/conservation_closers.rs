//! Nothing is lost in silence if a closing bracket or quote is missing, is of the wrong kind or is left over, or if a comment
//! says that something was left out or may be the content of a string; and no sign of a number, denial or field is left out.

use std::collections::BTreeMap;

use llm_output::{Finish, LlmOutput, Options, Repair, RepairKind, Severity};
use llm_output_tests::tells::tells;

/// A person.
#[derive(Debug, Clone, PartialEq, LlmOutput)]
struct Person {
    name: String,
    age: u32,
    email: Option<String>,
}

/// People by their names.
#[derive(Debug, PartialEq, LlmOutput)]
struct Club {
    people: BTreeMap<String, Person>,
}

/// A part of a tree.
#[derive(Debug, PartialEq, LlmOutput)]
struct Node {
    name: String,
    #[llm(recursive(max_depth = 8))]
    children: Vec<Node>,
}

fn person(name: &str, age: u32) -> Person {
    Person {
        name: name.to_owned(),
        age,
        email: None,
    }
}

/// A shape.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(external)]
#[serde(rename_all = "lowercase")]
enum Figure {
    Circle { radius: u32 },
    Square { side: u32 },
}

/// Shapes.
#[derive(Debug, PartialEq, LlmOutput)]
struct Drawing {
    shapes: Vec<Figure>,
}

/// The brackets between a wrong one and the next element show what it closes.
#[test]
fn a_bracket_of_the_wrong_kind_does_not_end_the_list_around_its_object() {
    let text = r#"{"shapes": [{"circle": {"radius": 1]}, {"square": {"side": 2}}]}"#;
    let read = Drawing::parse_llm(text).unwrap();
    let shapes = vec![Figure::Circle { radius: 1 }, Figure::Square { side: 2 }];
    assert_eq!(read.value.shapes, shapes);
    // Here it ends the list: the object is not closed, and nothing follows in the list.
    let text = r#"{"shapes": [{"circle": {"radius": 1]}"#;
    let read = Drawing::parse_llm(text).unwrap();
    assert_eq!(read.value.shapes, [Figure::Circle { radius: 1 }]);
}

#[test]
fn an_entry_after_one_that_was_not_closed_is_an_entry() {
    let expected = BTreeMap::from([("a".to_owned(), person("A", 1)), ("b".to_owned(), person("B", 2))]);
    for text in [
        r#"{"people": {"a": {"name": "A", "age": 1, "b": {"name": "B", "age": 2}}}"#,
        r#"{"people": {"a": {"name": "A", "age": 1], "b": {"name": "B", "age": 2}}}"#,
        "{\n  \"people\": {\n    \"a\": {\"name\": \"A\", \"age\": 1,\n    \"b\": {\"name\": \"B\", \"age\": 2}\n  }\n}",
    ] {
        let parsed = Club::parse_llm(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
        assert_eq!(parsed.value.people, expected, "{text}");
    }
    let text = "```json\n{\"a\": {\"name\": \"A\", \"age\": 1, \"b\": {\"name\": \"B\", \"age\": 2}}\n```";
    let parsed = BTreeMap::<String, Person>::parse_llm(text).expect("both entries are read");
    assert_eq!(parsed.value, expected);
}

#[test]
fn an_unknown_member_of_an_entry_is_none_where_every_bracket_is_closed() {
    let text = r#"{"people": {"a": {"name": "A", "age": 1, "b": {"name": "B", "age": 2}}}}"#;
    let parsed = Club::parse_llm(text).expect("this is valid");
    assert!(parsed.is_exact());
    assert_eq!(parsed.value.people.len(), 1);
}

#[test]
fn an_unknown_object_in_an_entry_may_be_the_next_one_if_a_closer_is_missing() {
    tells::<Club>(&[(
        r#"{"people": {"a": {"name": "A", "age": 1, "meta": {"x": 2}}}"#,
        r#"{"people": {"a": {"name": "A", "age": 1, "meta": 2}}"#,
    )]);
}

#[test]
fn closers_that_are_left_over_say_that_another_was_not_missing() {
    tells::<Node>(&[
        (
            r#"{"name": "a", "children": [{"name": "b", "children": [{"name": "c", "children": []}], {"name": "d", "children": []}]}]}"#,
            r#"{"name": "a", "children": [{"name": "b", "children": [{"name": "c", "children": []}], {"name": "d", "children": []}]}"#,
        ),
        (
            "```json\n{\"name\": \"a\", \"children\": [{\"name\": \"b\", \"children\": []], {\"name\": \"d\", \"children\": []}]}}\n```",
            "```json\n{\"name\": \"a\", \"children\": [{\"name\": \"b\", \"children\": []}, {\"name\": \"d\", \"children\": []}]}}\n```",
        ),
    ]);
}

#[test]
fn a_comment_that_stands_for_more_is_told() {
    tells::<Vec<String>>(&[
        (r#"["a", "b", /* 8 more */]"#, r#"["a", "b", /* one more thing */]"#),
        ("[\"a\", // remaining items omitted\n]", "[\"a\", // the last item\n]"),
        ("[\"a\" # and 8 more\n]", "[\"a\" # and nothing else\n]"),
        ("[\"a\", // (truncated)\n]", "[\"a\", // (complete)\n]"),
        ("[\"a\", // TODO: add the rest\n]", "[\"a\", // TODO: check\n]"),
        ("[\"a\", /* etc. */]", "[/* etc. */ \"a\"]"),
    ]);
    tells::<Person>(&[(
        r#"{"name": "A", "age": 3, /* rest unchanged */}"#,
        r#"{"name": "A", /* rest of the name */ "age": 3}"#,
    )]);
}

#[test]
fn a_quote_of_another_kind_before_a_lost_closing_quote_may_be_in_its_place() {
    tells::<Person>(&[
        (
            "{\"name\": \"echo it's', \"age\": 3}",
            "{\"name\": \"echo 'it', \"age\": 3}",
        ),
        ("{\"name\": \\r\\n\", \"age\": 3}", "{\"name\": \"\", \\n \"age\": 3}"),
    ]);
}

#[test]
fn a_comment_right_behind_an_empty_string_may_be_its_content() {
    tells::<Person>(&[
        (
            "{\"name\": ``// not a comment''、\n\"age\": 3}",
            "{\"name\": ``a`` // a comment\n, \"age\": 3}",
        ),
        (
            "{\"name\": “”// not a comment,\n\"age\": 3}",
            "{\"name\": “” // a comment\n, \"age\": 3}",
        ),
    ]);
}

#[test]
fn a_number_behind_a_closing_quote_may_belong_to_the_string() {
    tells::<Person>(&[
        (
            "{\"name\": \"Room 10\", 10\", \"age\": 3}",
            "{\"name\": \"a 24\" wide\", \"age\": 3}",
        ),
        (
            "{\"name\": \"at 11:30\", 30\", \"age\": 3}",
            "{\"name\": \"at 11:30\", \"age\": 3,}",
        ),
        (
            "{\"name\": \"say \\\\\"hi\\\\\" ok\", \"age\": 3}",
            "{\"name\": \"say \"hi\" ok\", \"age\": 3}",
        ),
    ]);
    tells::<Vec<String>>(&[
        ("[\"alpha\"12, \"beta\"]", "[\"alpha\" \"12\", \"beta\"]"),
        ("[\"a\"1, \"b\"2]", "[\"a\", 1, \"b\"]"),
    ]);
}

#[test]
fn strings_in_triple_quotes_are_told_apart_without_a_comma() {
    let read = Vec::<String>::parse_llm("['''100%''' '''left''', '''v''']").unwrap();
    assert_eq!(read.value, ["100%", "left", "v"]);
}

#[test]
fn a_dash_before_a_number_is_its_sign() {
    for text in ["[\u{2013}3, 4]", "[\u{2212}3, 4]", "[\u{2013}3\n,4]"] {
        assert_eq!(Vec::<i64>::parse_llm(text).unwrap().value, [-3, 4], "{text}");
    }
    assert!(Person::parse_llm("{\"name\": \"A\", \"age\": \u{2013}3}").is_err());
    // A longer dash is none, and may not be left out.
    assert!(Vec::<i64>::parse_llm("[\u{2014}3, 4]").is_err());
}

#[test]
fn a_word_that_turns_the_sign_of_a_number_is_no_unit() {
    for text in ["\"48.85 S\"", "\"48.85S\"", "\"2.35 west\"", "\"2 \u{3c0}\""] {
        assert!(f64::parse_llm(text).is_err(), "{text}");
    }
    assert!(f64::parse_llm("\"48.85 s\"").is_ok());
}

#[test]
fn a_string_after_a_number_is_no_unit() {
    for text in [r#"{"a": 1 "b", "c": 3}"#, r#"{"a": 1.5 "million"}"#] {
        assert!(BTreeMap::<String, f64>::parse_llm(text).is_err(), "{text}");
    }
    let parsed = BTreeMap::<String, f64>::parse_llm("{\"a\": 5', \"b\": 6\u{2033}}").expect("feet and inches");
    assert_eq!(parsed.value, BTreeMap::from([("a".into(), 5.0), ("b".into(), 6.0)]));
}

/// What to do next.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(external)]
enum Command {
    Stop,
    Go,
    Say { text: String },
}

/// What a robot does.
#[derive(Debug, PartialEq, LlmOutput)]
struct Robot {
    commands: Vec<Command>,
}

#[test]
fn a_variant_that_is_denied_is_not_chosen() {
    for value in ["false", "0", "\"no\"", "\"never\""] {
        let text = format!("{{\"commands\": [{{\"Stop\": {value}}}, \"Go\"]}}");
        assert!(Robot::parse_llm(&text).is_err(), "{text}");
    }
    let read = Robot::parse_llm("{\"commands\": [{\"Stop\": true}, {\"Go\": null}]}").unwrap();
    assert_eq!(read.value.commands, [Command::Stop, Command::Go]);
}

#[test]
fn a_field_of_the_answer_outside_of_its_wrapper_is_not_left_out() {
    let options = Options::lenient();
    let text = "{\"person\": {\"name\": \"A\", \"age\": 3}, \"email\": \"x@y\"}";
    assert_eq!(
        Person::parse_llm(text).unwrap_err().would_need(),
        Some(Severity::Invented)
    );
    for text in [
        "{\"person\": {\"name\": \"A\", \"age\": 3}, \"email\": null}",
        "{\"name\": \"extract\", \"data\": {\"name\": \"A\", \"age\": 3}}",
        "{\"status\": \"ok\", \"person\": {\"name\": \"A\", \"age\": 3}}",
    ] {
        let read = Person::parse_llm(text).unwrap();
        assert_eq!(read.value, person("A", 3), "{text}");
        // Whatever more is accepted, it is the same.
        assert_eq!(
            Person::parse_llm_with(text, &options).unwrap().value,
            read.value,
            "{text}"
        );
    }
}

/// A request.
#[derive(Debug, PartialEq, LlmOutput)]
struct Request {
    url: String,
    headers: BTreeMap<String, String>,
    body: Option<String>,
}

#[test]
fn a_field_of_the_object_around_a_map_may_be_beyond_a_missing_brace() {
    tells::<Request>(&[
        (
            "```\n{\"url\": \"u\", \"headers\": {\"a\": \"b\", \"body\": \"x\"}\n```",
            "```\n{\"url\": \"u\", \"headers\": {\"a\": \"b\", \"c\": \"x\"}\n```",
        ),
        (
            "```\n{\"url\": \"u\", \"headers\": {\"body\": \"x\"}\n```",
            "```\n{\"url\": \"u\", \"body\": \"y\", \"headers\": {\"body\": \"x\"}\n```",
        ),
    ]);
}

/// Words by their first letter.
#[derive(Debug, PartialEq, LlmOutput)]
struct Index {
    words: BTreeMap<String, Vec<String>>,
    total: Option<i64>,
}

#[test]
fn the_entries_after_a_list_with_the_closer_of_its_map_are_kept() {
    for text in [
        r#"{"words": {"u": ["a"}, "w": ["c"}, "total": 1}"#,
        r#"{"words": {"u": ["a"}, "w": ["c"]}, "total": 1}"#,
    ] {
        let read = Index::parse_llm(text).unwrap();
        assert_eq!((read.value.words.len(), read.value.total), (2, Some(1)), "{text}");
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
    }
    // A field of the object around the map is none of its entries.
    let read = Index::parse_llm(r#"{"words": {"u": ["a"}, "total": 1}"#).unwrap();
    assert_eq!((read.value.words.len(), read.value.total), (1, Some(1)));
    tells::<Index>(&[(
        r#"{"words": {"i": ["a", "c:" ["b"]}, "total": 1}"#,
        r#"{"words": {"i": ["a", "c" "b"]}, "total": 1}"#,
    )]);
}

/// A file or folder.
#[derive(Debug, PartialEq, LlmOutput)]
struct Entry {
    name: String,
    #[llm(default, recursive(max_depth = 8))]
    children: Vec<Entry>,
}

#[test]
fn the_elements_after_a_brace_may_belong_to_the_list_further_out() {
    let whole = r#"{"name": "r", "children": [{"name": "s", "children": [{"name": "a"}}]}]}"#;
    tells::<Entry>(&[(
        r#"{"name": "r", "children": [{"name": "s", "children": [{"name": "a"}}, {"name": "d"}]}]}"#,
        whole,
    )]);
}

#[test]
fn a_closer_typed_into_the_last_string_may_be_the_one_that_is_too_many() {
    tells::<Vec<String>>(&[("[\"55]\"\n}]", "[\"55\"\n}]")]);
}

/// A list and numbers.
#[derive(Debug, PartialEq, LlmOutput)]
struct Recipe {
    title: String,
    steps: Vec<String>,
    #[llm(default)]
    minutes: Option<u32>,
}

/// What is between the value of a wrapper and its closing brace is part of the answer, or a repair says that it is not.
#[test]
fn what_follows_the_value_in_a_wrapper_is_not_dropped_in_silence() {
    tells::<Vec<f64>>(&[
        (r#"{"result": 1, 2, 3]}"#, r#"{"result": 1}"#),
        (r#"{"result": 1 2}"#, r#"{"result": 1,}"#),
    ]);
    tells::<Recipe>(&[
        (
            r#"{"title": "t", "steps": {"step": "Mix." "Bake."}}"#,
            r#"{"title": "t", "steps": {"step": "Mix."}}"#,
        ),
        (
            r#"{"title": "t", "steps": {"step": "Mix." | "Bake."}}"#,
            r#"{"title": "t", "steps": {step: "Mix."}}"#,
        ),
    ]);
    let lost = [
        r#"{"title": "t", "steps": {"items": ["a"], "b"}}"#,
        r#"{"title": "t", "steps": [], "minutes": {"value": 1, 2}}"#,
    ];
    for text in lost {
        assert!(Recipe::parse_llm(text).is_err(), "{text}");
    }
    // All that is repaired in the wrapper is on record.
    let read = Recipe::parse_llm(r#"{"title": "t", "steps": {step: "Mix.",}}"#).unwrap();
    let kinds: Vec<RepairKind> = read.repairs().iter().map(Repair::kind).collect();
    assert_eq!(
        kinds,
        [
            RepairKind::WrapObjectInArray,
            RepairKind::UnquotedKey,
            RepairKind::ExtraComma
        ]
    );
}

#[test]
fn entries_behind_a_brace_that_does_not_belong_there_are_not_dropped() {
    let text = r#"{"words": {"u": ["a"]}, {"w": ["c"]}, "total": 1}"#;
    let error = Index::parse_llm(text).unwrap_err();
    assert_eq!(error.would_need(), Some(Severity::Invented));
    // What the brace opens is a field.
    let read = Index::parse_llm(r#"{"words": {"u": ["a"]}, {"total": 1}}"#).unwrap();
    assert_eq!((read.value.total, read.severity()), (Some(1), Some(Severity::Guess)));
}

/// The rest of an answer whose closer came too early is neither left out nor taken for the answer, in whatever frame.
#[test]
fn the_rest_of_a_broken_answer_is_no_later_answer() {
    let text = r#"{"name": "r", "children": [{"name": "b", "children": [{"name": "c"}]]}, {"name": "d"}]}"#;
    for text in [
        text.to_owned(),
        format!("<answer>{text}</answer>"),
        format!("```json\n{text}\n```"),
    ] {
        let read = Entry::parse_llm(&text).expect("the bracket is one too many");
        let names: Vec<&str> = read.value.children.iter().map(|child| &*child.name).collect();
        assert_eq!((read.value.name.as_str(), &*names), ("r", &["b", "d"][..]), "{text}");
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
    }
    // A later answer is one, if the first is whole.
    let read = Entry::parse_llm("{\"name\": \"a\"}\nOr rather:\n{\"name\": \"b\"}").unwrap();
    assert_eq!(
        (read.value.name.as_str(), read.severity()),
        ("b", Some(Severity::Guess))
    );
}

/// A setting or its opposite.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(external, rename_all = "snake_case")]
enum Change {
    Close { reason: String },
    Done,
}

#[test]
fn a_sign_before_the_key_of_a_variant_may_turn_it_around() {
    for text in [r#"{"-close": {"reason": "r"}}"#, r#"{"close-": {"reason": "r"}}"#] {
        let severity = Change::parse_llm(text).ok().and_then(|read| read.severity());
        assert!(
            severity.is_none() || severity >= Some(Severity::Guess),
            "{text}: {severity:?}"
        );
    }
    let read = Change::parse_llm(r#"{"Close": {"reason": "r"}}"#).unwrap();
    assert_eq!(read.severity(), Some(Severity::Coercion));
}

/// A draft.
#[derive(Debug, PartialEq, LlmOutput)]
struct Draft {
    tags: Vec<String>,
    note: Option<String>,
}

#[test]
fn a_closer_before_more_elements_may_be_that_of_their_list() {
    tells::<Node>(&[(
        r#"{"name": "a", "children": [{"name": "b", "children": []}}, {"name": "c", "children": []}]}"#,
        r#"{"name": "a", "children": [{"name": "b", "children": []}, {"name": "c", "children": []}}]}"#,
    )]);
    tells::<Draft>(&[
        (r#"{"tags"; ["a"}, "note"; "b"}"#, r#"{"tags"; ["a"], "note"; "b"}"#),
        (
            r#"{"tags": ["a"], "b"= "c"], "note": "d"}"#,
            r#"{"tags": ["a"], "b"= 1], "note": "d"}"#,
        ),
    ]);
    tells::<Draft>(&[
        (r#"{"tags": ""], "note": "d"}"#, r#"{"tags": "", "note": "d"}"#),
        (
            r#"{"tags": "[1, 2]"], "note": "d"}"#,
            r#"{"tags": "[1, 2]", "note": "d"}"#,
        ),
    ]);
    tells::<Vec<Club>>(&[(
        r#"[{"people": {"a": {"name": "A", "age": 1}}, "b": 2}}]"#,
        r#"[{"people": {"a": {"name": "A", "age": 1}}, "b": 2}]"#,
    )]);
}

#[test]
fn a_document_that_begins_again_in_its_own_list_is_a_guess() {
    let one = r#"{"name": "a", "children": [{"name": "b", "children": []}"#;
    tells::<Node>(&[(
        &format!("{one}\n{one}]}}]}}"),
        &format!("{one} {{\"name\": \"c\", \"children\": []}}]}}"),
    )]);
}

#[test]
fn a_bracket_with_nothing_behind_it_may_be_one_too_many() {
    tells::<Vec<Vec<i64>>>(&[
        ("```json\n[[1], [\n```", "```json\n[[1], []\n```"),
        ("<answer>[[1], [</answer>", "<answer>[[1], []</answer>"),
    ]);
    tells::<BTreeMap<String, Vec<Vec<i64>>>>(&[("{\"rows\": [[1], [}", "{\"rows\": [[1], []}")]);
}

#[test]
fn a_list_without_its_end_may_have_taken_the_name_of_a_field() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Tagged {
        tags: Vec<String>,
        size: Option<u32>,
    }
    tells::<Tagged>(&[(r#"{"tags": ["a", "size", 5}"#, r#"{"size": 5, "tags": ["a", "size"}"#)]);
}

#[test]
fn a_closer_too_many_after_a_comma_may_be_that_of_another_element() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Grid {
        rows: Vec<Vec<i64>>,
    }
    tells::<Grid>(&[(r#"{"rows": [[1], ]]}"#, r#"{"rows": [[1]]]}"#)]);
}

/// Changes in their order.
#[derive(Debug, PartialEq, LlmOutput)]
struct Plan {
    changes: Vec<Change>,
    note: Option<String>,
}

#[test]
fn a_closer_of_the_wrong_kind_may_close_only_its_level_where_the_text_ends() {
    let cut = r#"{"changes": [{"close": {"reason": "r"]}"#;
    tells::<Plan>(&[
        (cut, r#"{"changes": [{"close": {"reason": "r"}]}"#),
        (cut, r#"{"changes": [{"close": {"reason": "r"}], "note": "x"}"#),
    ]);
    let stopped = Options::default().finish(Finish::Stop);
    let read = Plan::parse_llm_with(cut, &stopped).expect("two braces are missing");
    assert_eq!(read.severity(), Some(Severity::Syntax));
}

/// Steps of a plan.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "type")]
enum Step {
    Reply { message: String },
}

#[test]
fn an_element_is_split_only_where_each_part_has_what_it_needs() {
    // The tag is needed by both, and so are both fields of a node.
    for text in [
        r#"[{"message": "Hi", "message": "Hi", "type": "Reply"}]"#,
        r#"[{"message": "Hello", "message": "Hi", "type": "Reply"}]"#,
    ] {
        let steps = Vec::<Step>::parse_llm(text).expect("a duplicate key").value;
        assert_eq!(steps, [Step::Reply { message: "Hi".into() }], "{text}");
    }
    let nodes = Vec::<Node>::parse_llm(r#"[{"children": [], "name": "a", "name": "a"}]"#).expect("a duplicate key");
    assert_eq!(nodes.value.len(), 1);
    let nodes = Vec::<Node>::parse_llm(r#"[{"name": "a", "children": [], "name": "b", "children": []}]"#);
    assert_eq!(nodes.expect("two elements").value.len(), 2);
}

#[test]
fn a_string_with_closers_where_some_are_missing_is_a_guess() {
    tells::<Robot>(&[(
        r#"{"commands": [{"Say": {"text": "a" [1]}},'Stop"]}"#,
        r#"{"commands": [{"Say": {"text": "a [1]"}}, "Stop"]}"#,
    )]);
}

#[test]
fn an_extra_closer_does_not_end_the_answer_before_its_last_elements() {
    for text in [
        r#"{"name": "a", "children": [{"name": "b", "children": []]}, {"name": "c", "children": []}]}"#,
        r#"{"children": [{"name": "b", "children": []]}, {"name": "c", "children": []}], "name": "a"}"#,
    ] {
        let node = Node::parse_llm(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(node.value.children.len(), 2, "{text}");
        assert!(node.severity() >= Some(Severity::Guess), "{text}");
    }
}

#[test]
fn a_key_that_resembles_a_field_that_is_there_may_be_an_entry_of_the_map_before_it() {
    tells::<Club>(&[(
        r#"{"name": "x", "people": {"a": {"name": "A", "age": 1}}, "People": 2}}"#,
        r#"{"name": "x", "people": {"a": {"name": "A", "age": 1}}, "People": 2}"#,
    )]);
}
