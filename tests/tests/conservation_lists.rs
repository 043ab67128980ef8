//! Nothing is lost in silence where numbers, commas and brackets of lists are broken.

use std::collections::BTreeMap;

use llm_output::{ErrorKind, LlmOutput, Severity};
use llm_output_tests::tells::tells;

/// A trip with a stage that may be left out.
#[derive(Debug, PartialEq, LlmOutput)]
struct Trip {
    to: String,
    stage: Option<Stage>,
}

/// A shelf that may be described in part.
#[derive(Debug, PartialEq, LlmOutput)]
struct Shelf {
    owner: String,
    sizes: Option<Vec<i64>>,
    note: Option<String>,
}

/// Words.
#[derive(Debug, PartialEq, LlmOutput)]
struct Tagged {
    tags: Vec<String>,
}

/// Something with its size.
#[derive(Debug, PartialEq, LlmOutput)]
struct Item {
    name: String,
    size: f64,
}

/// A part of a trip.
#[derive(Debug, PartialEq, LlmOutput)]
struct Stage {
    km: i64,
}

#[test]
fn a_number_that_was_broken_is_not_two_without_a_guess() {
    tells::<Vec<f64>>(&[
        ("[1.5, -0.2\n5, 40]", "[1.5, -0.2, 5, 40]"),
        ("[4 0, 1]", "[4 0 1]"),
        ("[1, 4 0]", "[1, 4 -5]"),
        ("[4\n0, 1]", "[\n4,\n0\n1\n]"),
        ("[1.5, -0.\n25, 4]", "[1.5, -0., 25, 4]"),
        ("[1.5,\n3.\n5]", "[1.5,\n3.0\n5.0]"),
        ("[56.2 8]", "[56.2 8.5]"),
        ("[\n  1.5,\n  4\n0\n]", "[\n  1.5,\n  4\n  0\n]"),
    ]);
}

#[test]
fn a_string_without_words_may_be_an_empty_list() {
    tells::<Tagged>(&[
        (r#"{"tags": "{,}"}"#, r#"{"tags": "a-b"}"#),
        (r#"{"tags": `$[]$`}"#, r#"{"tags": "$[a]$"}"#),
        ("{\"tags\": \'\'\'\'\'\'}", r#"{"tags": ""}"#),
    ]);
}

#[test]
fn a_number_in_brackets_may_be_a_remark() {
    tells::<Vec<f64>>(&[("[7; [1]]", "[7, [1]]"), ("[7\n[1]\n]", "[7, [1]\n]")]);
    tells::<Shelf>(&[
        (r#"{"owner": "a", "sizes": (4)}"#, r#"{"owner": "a", "sizes": (4,)}"#),
        (r#"{"owner": "a", "sizes": (4)"#, r#"{"owner": "a", "sizes": (4, 5)}"#),
    ]);
}

#[test]
fn a_number_in_the_brackets_of_prose_is_no_answer() {
    for text in [
        "According to [3], the answer is 42.",
        "Sorry, no list here. [1] https://example.org",
        "[1]: https://example.org is all I have.",
        "[]any{1.5, 2}",
    ] {
        let error = Vec::<f64>::parse_llm(text).expect_err(text);
        assert_eq!(error.would_need(), None, "{text}");
    }
    for text in [
        "[5, 6]\n\n[1]: https://example.org",
        "Values: [5, 6] (source: [2])",
        "[5, 6], as of [2024]",
    ] {
        assert_eq!(Vec::<f64>::parse_llm(text).expect(text).value, [5.0, 6.0], "{text}");
    }
    for text in [
        "The answer is [5].",
        "La respuesta sería [5].",
        "Die Antwort ist [5], denn mehr gibt es nicht.",
    ] {
        assert_eq!(Vec::<f64>::parse_llm(text).expect(text).value, [5.0], "{text}");
    }
    assert!(Vec::<String>::parse_llm("[ ] buy milk\n[ ] walk").is_err());
}

#[test]
fn a_list_whose_rest_is_said_to_be_missing_is_not_whole() {
    for after in [
        "\n```\n(cut off)",
        "\n```\n[Response truncated due to length]",
        "\n```\n... and 10 more",
        "\n\nI ran out of space, so I will continue in the next message.",
        "\n\nThe list goes on with 20 more entries.",
    ] {
        let open = if after.contains("```") { "```json\n" } else { "" };
        let text = format!("{open}[\"a\", \"b\"{after}");
        let error = Vec::<String>::parse_llm(&text).expect_err(&text);
        assert_eq!(error.kind(), ErrorKind::Truncated, "{text}");
    }
    let whole = "```json\n[\"a\", \"b\"\n```\nLet me know if you need more!";
    assert_eq!(Vec::<String>::parse_llm(whole).expect("a list").value, ["a", "b"]);
    let text = "```json\n[\"a\", \"b\"\n// rest omitted for brevity\n```";
    let severity = Vec::<String>::parse_llm(text).map(|parsed| parsed.severity());
    assert!(severity.is_err() || severity.is_ok_and(|severity| severity >= Some(Severity::Guess)));
}

#[test]
fn elements_beyond_the_brackets_of_a_list_are_not_left_out_in_silence() {
    tells::<Vec<f64>>(&[
        ("[1.5, -2,] 1e2, 40", "[1.5, -2,]"),
        ("[1.5, -2] 1e2, 40", "[1.5, -2] (1 of 2)"),
    ]);
    tells::<Vec<Option<i64>>>(&[
        ("1, null, [3]", "It is null, [3]"),
        ("null, [3]", "null: [3]"),
        ("[1,, 3]", "[1,,]"),
    ]);
    tells::<Vec<Vec<i64>>>(&[("[[1, 20], [300], ]]", "[[1, 20], [300]]]")]);
    tells::<Shelf>(&[
        (
            r#"{"owner": "a", "sizes":} [80, 443]"#,
            r#"{"owner": "a", "sizes":} See above."#,
        ),
        (
            r#"{"owner": "a", "sizes": 80], "note": "x"}"#,
            r#"{"owner": "a", "sizes": 80, "note": "x"}"#,
        ),
        (
            "{\"owner\": \"a\", \"sizes\": [80,\n,\n\"note\": \"x\"}",
            "{\"owner\": \"a\", \"sizes\": [80,\n\"note\": \"x\"}",
        ),
    ]);
    tells::<Vec<Shelf>>(&[(
        "[{\"owner\": \"a\", \"more\": {\"note\": \"x\"}, {\"owner\": \"b\"}]",
        "[{\"owner\": \"a\", \"more\": {\"word\": \"x\"}, {\"owner\": \"b\"}]",
    )]);
}

#[test]
fn a_list_of_nothing_but_commas_may_have_empty_elements() {
    tells::<Vec<String>>(&[("[,,,]", "[,]"), ("[,,]", "[\"a\",,]")]);
}

#[test]
fn strings_side_by_side_may_be_one_sentence() {
    tells::<Vec<String>>(&[
        (
            "[\"This is a long \"\n \"sentence.\"]",
            "[\"This is a long\"\n \"sentence.\"]",
        ),
        ("[\"This is\" \" long.\"]", "[\"This is\", \" long.\"]"),
        (
            "['first part '\n 'second part', 'b']",
            "['first part'\n 'second part', 'b']",
        ),
    ]);
}

#[test]
fn a_doubled_single_quote_in_a_string_may_be_one_that_sql_and_yaml_escape() {
    tells::<Vec<String>>(&[
        ("['it''s']", "['it' 's']"),
        ("[\"a\", 'O''Brien']", "[\"a\", 'O', 'Brien']"),
        ("[`a``b`]", "[\"a\"\"b\"]"),
    ]);
}

/// Valid JSON, whatever the key after a long number is.
#[test]
fn a_long_number_ends_before_an_empty_key() {
    let text = r#"{"id":18446744073709551615 ,"":1}"#;
    let parsed = <BTreeMap<String, u64>>::parse_llm_with(text, &llm_output::Options::exact());
    assert_eq!(parsed.map(|parsed| parsed.value).ok(), serde_json::from_str(text).ok());
}

/// White space in a string and between two numbers is part of what an answer says, so the later one does not say the same.
#[test]
fn answers_that_differ_in_the_white_space_of_their_texts_are_two() {
    tells::<Vec<String>>(&[
        ("[\"a b\"]\nor\n[\"ab\"]", "[\"a b\", \"c\"]\nor\n[ \"a b\",\"c\" ]"),
        ("['now here']\n['nowhere']", "['now here']\n[ 'now here' ]"),
    ]);
    tells::<Vec<i64>>(&[("[1 2]\n[12]", "[1 2]\n[1\n2]"), ("[1 2 3]\n[12 3]", "[1, 2]\n[1,2]")]);
    tells::<BTreeMap<String, i64>>(&[("{\"a b\":1}\n{\"ab\":1}", "{\"a b\":1}\n{ \"a b\": 1 }")]);
}

#[test]
fn a_key_with_a_line_break_in_it_is_a_guess() {
    tells::<Shelf>(&[("{\"ow\nner\": \"a\"}", "{\"Owner\": \"a\"}")]);
}

#[test]
fn an_unknown_field_before_a_brace_too_many_is_a_guess() {
    // A value that is known to nobody, and a brace too many: the field that it belongs to may have lost its name.
    tells::<Trip>(&[(r#"{"to": "x", "km": 5}}"#, r#"{"to": "x", "km": 5}"#)]);
}

#[test]
fn a_value_in_a_comment_is_the_answer_only_as_a_guess() {
    tells::<Vec<i64>>(&[
        ("Here: [ /* [0] */ ]", "Here: [0] /* one */"),
        ("Result: [ // [1, 2]\n]", "Result: [1, 2] // two"),
    ]);
}

#[test]
fn a_string_that_begins_like_a_comment_is_not_left_out_in_silence() {
    tells::<Shelf>(&[
        (
            r#"{"owner": /* a */", "note": "b"}"#,
            r#"{"owner": /* a */ "", "note": "b"}"#,
        ),
        (
            "{\"owner\": \"a\", \"note\": // not a comment Oslo\"\n}",
            "{\"owner\": \"a\", \"note\": // a \"comment\"\n\"Oslo\"}",
        ),
        (r#"{"owner: ":", "note": "b"}"#, r#"{"owner ": ":", "note": "b"}"#),
    ]);
}

#[test]
fn an_empty_list_or_object_as_an_element_is_no_null_without_a_guess() {
    tells::<Vec<Option<i64>>>(&[("[[]]", "[\"\"]"), ("[1, {}]", "[1, \"\"]")]);
}

#[test]
fn a_quote_behind_a_number_may_make_it_a_text() {
    tells::<serde_json::Value>(&[(r#"{"payload": 12"}"#, r#"{"payload": 12,}"#)]);
}

#[test]
fn null_is_a_list_without_elements_also_where_null_is_an_element() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Sparse {
        values: Vec<Option<i64>>,
    }
    for text in [r#"{"values": null}"#, r#"{"values": None}"#] {
        let parsed = Sparse::parse_llm(text).expect("null is read");
        assert_eq!(parsed.value.values, Vec::new(), "{text}");
    }
}

#[test]
fn an_escape_in_a_raw_string_of_python_is_a_guess() {
    tells::<Shelf>(&[
        (r#"{"owner": r"C:\new"}"#, r#"{"owner": r"C:\\new"}"#),
        (r#"{"owner": r'\bword\b'}"#, r#"{"owner": r'\w+'}"#),
    ]);
}

#[test]
fn a_list_in_a_text_inside_a_wrapper_is_a_list() {
    let parsed = Vec::<String>::parse_llm(r#"{"result": "[\"a\", \"b\"]"}"#).expect("the wrapper is opened");
    assert_eq!(parsed.value, ["a", "b"]);
}

#[test]
fn an_element_that_is_wrapped_in_a_list_is_a_guess() {
    tells::<Vec<Vec<i64>>>(&[
        ("[[88, -9], 62, [92]]", "[[88, -9], [62], [92]]"),
        ("[[79,]78]", "[[79,], [78]]"),
    ]);
}

#[test]
fn a_list_of_lists_without_the_inner_brackets_is_refused() {
    for text in ["{\"rows\": [1, 2, 3]}", "[1, 2, 3]"] {
        assert!(Vec::<Vec<i64>>::parse_llm(text).is_err(), "{text}");
    }
    let one = Vec::<Vec<i64>>::parse_llm("[5]").expect("one row of one value either way");
    assert_eq!(one.value, [[5]]);
    let names = Vec::<Vec<String>>::parse_llm(r#"["a", "b"]"#);
    assert!(names.is_err(), "{names:?}");
}

#[test]
fn the_beginning_of_null_is_no_element() {
    for text in [r#"{"owner": "a", "sizes": nul}"#, r#"{"owner": "a", "note": nu}"#] {
        assert!(Shelf::parse_llm(text).is_err(), "{text}");
    }
}

#[test]
fn a_sign_between_two_numbers_may_belong_to_one_or_end_a_row() {
    tells::<Vec<f64>>(&[
        ("[3·14]", "[3, 14]"),
        ("[3，14]", "[3， 14]"),
        ("[1, 2; 3, 4]", "[1; 2; 3; 4]"),
        ("[1; 2, 3]", "[1| 2| 3]"),
    ]);
}

#[test]
fn a_number_in_brackets_right_after_a_text_may_be_a_footnote() {
    tells::<Vec<String>>(&[(r#"["a", "b"[1]]"#, r#"["a" "b", "c"]"#)]);
}

#[test]
fn a_dash_before_a_number_without_a_colon_may_be_the_colon() {
    tells::<BTreeMap<String, i64>>(&[(r#"{"a"-1,"b"-2}"#, r#"{"a" 1,"b" 2}"#), (r#"{"a"–1}"#, r#"{"a": -1}"#)]);
    tells::<Item>(&[
        (r#"{"name":"a","size"-1}"#, r#"{"name":"a","size" 1}"#),
        (r#"{"name":"a","size" -1}"#, r#"{"name":"a","size": -1}"#),
        (r#"{"name":"a","size"–1}"#, r#"{"name":"a","size" = -1}"#),
    ]);
}

#[test]
fn a_number_in_parentheses_may_be_negative() {
    tells::<serde_json::Value>(&[("[(33.44)]", "[(1, 2)]")]);
}

#[test]
fn a_number_that_ends_in_a_point_is_cut_where_nothing_follows() {
    for end in ["\n```", "</answer>", "<|im_end|>", " \n"] {
        let error = Item::parse_llm(&format!("{{\"name\":\"a\",\"size\":4.{end}")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{end}");
        let error = serde_json::Value::parse_llm(&format!("{{\"size\":4.{end}")).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{end}");
    }
    let read = Item::parse_llm(r#"{"name":"a","size":4.}"#).unwrap();
    assert_eq!((read.value.size, read.severity()), (4.0, Some(Severity::Syntax)));
}

#[test]
fn a_comment_in_place_of_what_is_missing_is_an_ellipsis() {
    tells::<BTreeMap<String, i64>>(&[("{\"a\":1 // ...\n}", "{\"a\":1 // first\n}")]);
    tells::<Vec<String>>(&[
        ("[\"a\", // repeat for the rest\n]", "[\"a\", // first\n]"),
        ("[\"a\", etc.]", "[\"a\", \"etc.\"]"),
    ]);
    tells::<Item>(&[(
        r#"{"name":"a","size":4 // rest"#,
        "{\"name\":\"a\",\"size\":4 // last\n}",
    )]);
}

#[test]
fn a_comment_may_be_an_entry_of_a_map() {
    tells::<BTreeMap<String, String>>(&[
        (
            "{\"a\": \"x\", # b: y\n \"c\": \"z\"}",
            "{\"a\": \"x\", # see below\n \"c\": \"z\"}",
        ),
        (
            "{\"a\": \"x\", // b = y\n \"c\": \"z\"}",
            "{\"a\": \"x\", // note: see the other file\n \"c\": \"z\"}",
        ),
    ]);
}

#[test]
fn the_number_of_a_line_in_brackets_may_be_no_element() {
    tells::<Vec<i32>>(&[("[\n[1] 5,\n[2] 6\n]", "[\n[1],\n[2]\n]"), ("[[1] 5]", "[[1], 5]")]);
    tells::<Vec<Vec<i32>>>(&[("[[1] 5]", "[[5], [6]]")]);
}

#[test]
fn a_bar_or_slash_between_elements_may_be_a_choice() {
    tells::<Vec<String>>(&[(r#"["a" | "b"]"#, r#"["a"; "b"]"#), (r#"["a" / "b"]"#, r#"["a"/"b"]"#)]);
}

#[test]
fn a_comma_without_an_element_is_where_its_report_says() {
    for text in ["[\u{a0},,]", "[\u{3000},,]", "[,,]", "[ ,,]"] {
        let read = <Vec<u8>>::parse_llm(text).expect("it has no element");
        let spans = read.repairs().iter().map(|repair| text.get(repair.span()));
        assert!(
            spans.clone().all(|part| part.is_some()),
            "{text:?}: {:?}",
            read.repairs()
        );
        assert_eq!(read.severity(), Some(Severity::Guess), "{text:?}: {:?}", read.repairs());
    }
}

/// What is open and empty has lost what was to come, though the writer went on.
#[test]
fn an_opening_bracket_alone_is_no_empty_list() {
    tells::<Vec<String>>(&[
        ("[</s>", "[]</s>"),
        ("```json\n[\n```", "```json\n[]\n```"),
        ("[\n\nLet me know!", "[\"a\"\n\nLet me know!"),
    ]);
    tells::<BTreeMap<String, i64>>(&[("{</s>", "{}</s>"), ("```\n{\n```", "```\n{\"a\": 1\n```")]);
}

#[test]
fn a_list_in_a_string_that_is_not_closed_has_lost_its_end() {
    #[derive(Debug, LlmOutput)]
    #[expect(dead_code, reason = "only its severity counts")]
    struct Tagged {
        tags: Vec<String>,
    }
    tells::<Tagged>(&[(
        r#"{"tags": "[\"tea\", \"milk\""}"#,
        r#"{"tags": "[\"tea\", \"milk\"]"}"#,
    )]);
}

/// A box to tick and the number of a source are none in prose, in a fence or in a tag.
#[test]
fn a_sign_in_brackets_is_no_list_where_words_follow_it() {
    tells::<Vec<String>>(&[
        (
            "```\n[ ] buy milk\n[x] buy tea\n```",
            "```\n[\"buy milk\", \"buy tea\"]\n```",
        ),
        ("<todo>\n[ ] buy milk\n[x] buy tea\n</todo>", "<todo>\n[ ]\n</todo>"),
        ("<li>[ ] buy milk</li>", "<li>[]</li>"),
    ]);
    tells::<Vec<f64>>(&[
        ("The mean is 3.5 [1].", "The mean is [3.5]."),
        ("<p>As shown in [1], the mean is 3.5.</p>", "<p>[3.5, 1]</p>"),
        ("As shown in <b>[12]</b>, there are none.", "The list is <b>[12]</b>."),
        ("As shown in **[12]**, there are none.", "The list is **[12]**."),
        ("<cite>[12] Smith</cite> says so.", "<answer>[12]</answer> says it all."),
        ("<refs>\n[12] Smith\n</refs>", "<refs>[12]</refs>"),
        ("See [12].", "It is [12]."),
    ]);
}

/// Elements right after the closing bracket of their list belong to it if another closing bracket follows.
#[test]
fn elements_right_behind_a_closing_bracket_are_kept() {
    for (text, expected) in [("[1] 5, 6]", &[1, 5, 6][..]), ("[1]5, 6]", &[1, 5, 6]), ("[] 5]", &[5])] {
        let parsed = <Vec<i64>>::parse_llm(text).expect(text);
        assert_eq!(parsed.value, expected, "{text}");
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
    }
    // Nothing shows that the number is an element.
    for text in ["[1] 5 apples", "[1]\n5, or so"] {
        let parsed = <Vec<i64>>::parse_llm(text).expect(text);
        assert_eq!(parsed.value, [1], "{text}");
    }
    let shelf = Shelf::parse_llm(r#"{"owner": "a", "sizes": [1] 2, 3], "note": "b"}"#).expect("elements");
    assert_eq!(shelf.value.sizes, Some(vec![1, 2, 3]));
    assert_eq!(shelf.value.note.as_deref(), Some("b"));
}

/// A closing bracket after `null`, or in place of a value, may be that of a list whose opening bracket is missing.
#[test]
fn a_closing_bracket_after_null_is_a_guess() {
    tells::<Shelf>(&[(
        r#"{"owner": "a", "sizes": null], "note": "b"}"#,
        r#"{"owner": "a", "sizes": null, "note": "b"}"#,
    )]);
}

/// The entries that a struct takes besides its fields are entries of a map, so nothing in them is left out in silence either.
#[test]
fn entries_beside_fields_are_kept_as_those_of_a_map_are() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Rates {
        title: String,
        #[llm(flatten)]
        rates: BTreeMap<String, f64>,
    }
    for text in [
        r#"{"a, b" 6, "left": 2, "title": "x"}"#,
        r#"{/usr/lib": 3, "left": 2, "title": "x"}"#,
        r#"{"left": 2, "title": "x", "true story: 3}"#,
    ] {
        let error = Rates::parse_llm(text).expect_err(text);
        assert!(error.would_need() >= Some(Severity::Invented), "{text}");
        let plain = text.replace(", \"title\": \"x\"", "");
        assert!(<BTreeMap<String, f64>>::parse_llm(&plain).is_err(), "{plain}");
    }
}
