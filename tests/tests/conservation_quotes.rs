//! Nothing is lost in silence where quotes are lost, doubled or in the wrong place.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, RepairKind, Severity};
use llm_output_tests::tells::{severity, tells};

/// What to do in a page.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case")]
enum Action {
    Click { selector: String },
    TypeText { selector: String, text: String },
    Wait { ms: u32 },
}

/// Two texts.
#[derive(Debug, PartialEq, LlmOutput)]
struct Pair {
    a: String,
    b: String,
}

/// A setting.
#[derive(Debug, PartialEq, LlmOutput)]
struct Setting {
    name: String,
    size: Option<u32>,
    on: bool,
}

#[test]
fn an_element_after_a_lost_closing_quote_is_the_next_one() {
    let typed = || Action::TypeText {
        selector: "s".to_owned(),
        text: "Note".to_owned(),
    };
    for text in [
        r#"[{"type":"type_text","selector":"s","text":"Note},{"type":"wait","ms":5}]"#,
        "[{\"type\":\"type_text\",\"selector\":\"s\",\"text\":\"Note\n},\n{\"type\":\"wait\",\"ms\":5}]",
    ] {
        let read = Vec::<Action>::parse_llm(text).unwrap();
        assert_eq!(read.value, [typed(), Action::Wait { ms: 5 }], "{text}");
    }
    // A brace in a string is none of an element without a key after it.
    let text = r#"[{"type":"type_text","selector":"s","text":"a}, {b"},{"type":"wait","ms":5},]"#;
    let read = Vec::<Action>::parse_llm(text).unwrap();
    assert_eq!((read.value.len(), read.severity()), (2, Some(Severity::Syntax)));
}

#[test]
fn a_comma_before_a_closing_quote_may_be_the_missing_one() {
    tells::<Vec<String>>(&[(r#"["a," "b"]"#, r#"["a,", "b"]"#)]);
    tells::<Pair>(&[(r#"{"a": "x," "b": "y"}"#, r#"{"a": "x,", "b": "y"}"#)]);
}

#[test]
fn two_quotes_inside_an_element_may_be_the_ends_of_two() {
    tells::<Vec<String>>(&[
        (r#"["..."L"b"]"#, r#"["the "L" shape"]"#),
        (r#"["a;""-b stop"/"c"]"#, r#"["f("") -b stop"/"c"]"#),
        (r#"[""""]"#, r#"["", ""]"#),
        ("[\"a\\n \"\", \"b\"]", r#"["a"", "b"]"#),
        (r#"[""""""]"#, r#"["""a"""]"#),
        // With blanks around the elements, a separator looks like a quotation.
        (r#"[" Mix ";, " Bake ", " Eat "]"#, r#"[" Mix "]"#),
        (r#"["Mix. ";, " Bake."]"#, r#"["Mix.join(", ")"]"#),
        (r#"[" Mix "and" Bake "]"#, r#"["Mix "and" Bake"]"#),
        // A string ends at a quote at the end of its line, even if a backslash is before it.
        ("[\"a\\\",\n b\",\n \"c\"]", "[\"a\\\"\", \n \"c\"]"),
    ]);
    tells::<Pair>(&[(
        r#"{"a": " e ", " zz "： " y ", "b": "q"}"#,
        r#"{"a": " e "x", "y" z ", "b": "q"}"#,
    )]);
}

#[test]
fn a_member_that_is_begun_again_inside_its_string_is_a_guess() {
    tells::<Pair>(&[
        (
            "{'a': \"one, tw\n'a': \"one, two\" \", 'b': \"y\"}",
            "{'a': \"one, tw\n'c': \"one, two\" \", 'b': \"y\"}",
        ),
        (
            "{\"a\": \"one, tw\n  `a` : \"one, two\" \", \"b\": \"y\"}",
            "{\"a\": \"one, say `a`: \"one, two\" \", \"b\": \"y\"}",
        ),
    ]);
}

#[test]
fn a_key_that_another_mark_may_have_closed_is_a_guess() {
    tells::<BTreeMap<String, u32>>(&[
        (r#"{“Rent“ – 950, "Food": 300}"#, r#"{“Rent“: 950, "Food": 300}"#),
        (r#"{”a” 1, "b": 2}"#, r#"{“a” 1, "b": 2}"#),
        (r#"{"f"[1] "g"[3]}"#, r#"{"f" 1, "g": 3}"#),
    ]);
}

#[test]
fn what_a_link_points_to_is_not_left_out() {
    for text in [
        r#"{"a": [My site](http://h/x), "b": "y"}"#,
        r#"{"a": ["My site"](http://h/x), "b": "y"}"#,
    ] {
        let error = Pair::parse_llm(text).unwrap_err();
        assert_eq!(error.would_need(), Some(Severity::Invented), "{text}");
    }
    let cited = Pair::parse_llm(r#"{"a": "x" [1](http://h/x), "b": "y"}"#).unwrap();
    assert_eq!((cited.value.a.as_str(), cited.severity()), ("x", Some(Severity::Guess)));
}

#[test]
fn an_entity_in_place_of_the_closing_quote_is_no_text() {
    let read = Pair::parse_llm(r#"{"a": "x&quot;, "b": "y"}"#).unwrap();
    assert_eq!((read.value.a.as_str(), read.severity()), ("x", Some(Severity::Guess)));
    let read = Pair::parse_llm(r#"{"a": "&quot;x&quot;", "b": "y"}"#).unwrap();
    assert_eq!((read.value.a.as_str(), read.severity()), ("&quot;x&quot;", None));
}

#[test]
fn a_lost_quote_after_a_backslash_is_a_guess() {
    tells::<Pair>(&[(r#"{"a": "rm /tmp\, "b": "y"}"#, r#"{"a": "rm /tmp, "b": "y"}"#)]);
    // The backslashes of a path stay, whatever its closing quote.
    let text = r#"[{"type": "type_text", "selector": "s", "text": "C:\fix\night\}, {"type": "wait", "ms": 5}]"#;
    let read = Vec::<Action>::parse_llm(text).unwrap();
    let expected = Action::TypeText {
        selector: "s".to_owned(),
        text: r"C:\fix\night\".to_owned(),
    };
    assert_eq!(read.value, [expected, Action::Wait { ms: 5 }]);
}

#[test]
fn the_sign_of_a_footnote_is_no_text() {
    let read = Vec::<String>::parse_llm("[\"a\"\u{b9}, \"b\"\u{b2}, \"c\"[^3]]").unwrap();
    assert_eq!(
        (read.severity(), read.value),
        (
            Some(Severity::Guess),
            vec!["a".to_owned(), "b".to_owned(), "c".to_owned()]
        )
    );
}

#[test]
fn a_path_keeps_the_backslash_at_its_end() {
    let read = Pair::parse_llm(r#"{"a":"C:\dir\","b":"x"}"#).unwrap();
    assert_eq!(
        (read.value.a.as_str(), read.severity()),
        ("C:\\dir\\", Some(Severity::Guess))
    );
    // Elsewhere it belongs to the quote.
    let read = Pair::parse_llm(r#"{"a":"see\", "b":"x"}"#).unwrap();
    assert_eq!(read.value.a, "see");
}

#[test]
fn an_escaped_line_break_between_doubled_quotes_may_be_between_two_empty_strings() {
    tells::<Vec<String>>(&[("[\n  \"\"\n  \\n\"\"\n]", "[\n  \"\"a\\n\"\"\n]")]);
}

#[test]
fn a_sign_between_doubled_quotes_may_be_between_two_empty_strings() {
    tells::<Vec<String>>(&[(r#"["".""]"#, r#"[""a""]"#)]);
}

#[test]
fn a_line_break_between_two_quotes_may_be_an_escape() {
    tells::<Vec<String>>(&[("[\n\"v = [1];\"\\\n  \\n\"#1\"\n]", r#"["v = [1];\n#1"]"#)]);
}

#[test]
fn a_string_without_text_that_is_not_closed_may_have_lost_it() {
    tells::<Pair>(&[
        (r#"{"a": ", "b": "c"}"#, r#"{"a": "", "b": "c",}"#),
        (r#"{"a": ""note , "b": "c"}"#, r#"{"a": ""note", "b": "c"}"#),
    ]);
}

#[test]
fn a_comment_with_a_comma_before_its_string_may_hold_an_element() {
    tells::<Vec<String>>(&[(r#"["a" /* , "b" */]"#, r#"["a" /* see b */]"#)]);
}

#[test]
fn a_comment_sign_before_a_field_without_a_colon_may_be_a_heading() {
    tells::<Setting>(&[(
        "{\n\"name\" \"a\",\n### size\t8,\n\"on\" true\n}",
        "{\n\"name\" \"a\",\n### in bytes\n\"size\" 8,\n\"on\" true\n}",
    )]);
}

#[test]
fn a_missing_closer_at_the_end_of_a_string_may_be_the_one_that_is_missing() {
    tells::<Vec<String>>(&[("```\n[\"a\", \"b]\"\n```", "```\n[\"a\", \"see [1]\"\n```")]);
    tells::<Pair>(&[(
        "```\n{\"a\": \"x\", \"b\": \"y}\"\n```",
        "```\n{\"a\": \"x\", \"b\": \"{y}\"\n```",
    )]);
    tells::<Vec<Action>>(&[(
        r##"[{"type": "click", "selector": "#a}", {"type": "wait", "ms": 5}]"##,
        r##"[{"type": "click", "selector": "#a", {"type": "wait", "ms": 5}]"##,
    )]);
}

#[test]
fn what_is_there_twice_or_begun_again_is_a_guess() {
    tells::<Vec<i64>>(&[("[23 23]", "[23 2356]")]);
    tells::<Vec<String>>(&[("[\"a\",\n\"Ni,\n\"Night\"]", "[\"a\",\n\"Na,\n\"Night\"]")]);
    tells::<BTreeMap<String, i64>>(&[("{a?: 1}", "{a-b: 1}"), ("{$a: 1}", "{a_b: 1}")]);
}

#[test]
fn a_quote_at_the_end_of_a_line_may_end_a_string_even_after_a_number() {
    tells::<Vec<String>>(&[
        ("[\"x 6\"\n]\"\n]", "[\"a 6\" pipe\"]"),
        ("[\"a 1\"\n  b\"\n \"c\"]", "[\"a 1\" b\", \"c\"]"),
    ]);
}

#[test]
fn three_single_quotes_end_a_string_where_a_key_or_an_element_follows() {
    let read = Pair::parse_llm("{'a': '''x''', 'note': '''y''', 'b': 'z'}").unwrap();
    assert_eq!((read.value.a.as_str(), read.value.b.as_str()), ("x", "z"));
    assert_eq!(read.severity(), Some(Severity::Guess));
    let read = BTreeMap::<String, String>::parse_llm("{\"a\": '''x''', b: '''y'''}").unwrap();
    assert_eq!(
        read.value.into_iter().collect::<Vec<_>>(),
        [("a".into(), "x".into()), ("b".into(), "y".into())]
    );
    tells::<Vec<String>>(&[("['''x''', y, '''z''']", "['''x''', '''y''', '''z''']")]);
    tells::<BTreeMap<String, String>>(&[("{\"a\": '''x''', b c: '''y'''}", "{\"a\": '''it's x, b: y'''}")]);
}

#[test]
fn a_string_in_other_quotes_ends_before_an_unknown_key() {
    for open in ["'", "'''"] {
        let read = Pair::parse_llm(&format!(
            "{{\"a\": {open}x{open}, \"note\": {open}y{open}, \"b\": \"z\"}}"
        ))
        .unwrap();
        assert_eq!((read.value.a.as_str(), read.value.b.as_str()), ("x", "z"), "{open}");
    }
    let read = Pair::parse_llm(r#"{"a": 'it's', "b": 'so', "note"'}"#).unwrap();
    assert_eq!(read.value.a, "it's");
}

#[test]
fn what_separates_members_is_no_part_of_a_string_without_its_closing_quote() {
    for separator in [",", "，", "、"] {
        let read = Pair::parse_llm(&format!("{{\"a\": \"x{separator}\n\"b\": \"y\"}}")).unwrap();
        assert_eq!(read.value.a, "x", "{separator}");
    }
    // One of two commas may be part of it.
    let read = Pair::parse_llm("{\"a\": \"x,,\n\"b\": \"y\"}").unwrap();
    assert_eq!(read.value.a, "x,");
}

/// Either form of a contact.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(untagged)]
enum Contact {
    Mail { email: String },
    Phone { phone: String, country: String },
}

#[test]
fn strings_that_hold_the_next_element_or_key_are_a_guess() {
    tells::<Vec<String>>(&[
        ("[\"a',\n'b\", \"c\"]", "[\"a,\nb\", \"c\"]"),
        ("[\"a‘,\n‚b\", \"c\"]", "[\"a,\n(b)\", \"c\"]"),
    ]);
    tells::<BTreeMap<String, i64>>(&[
        ("{\"a: 1,\nb\": 2}", "{\"a: 1, b\": 2,}"),
        ("{\"lan\ntern\": 8}", "{\"lantern\": 8,}"),
    ]);
    tells::<Vec<Contact>>(&[(
        "[{\"phone\": \"1\", \"country\": \"FR}, {\"email\": 'a@x\"}]",
        "[{\"phone\": \"1\", \"country\": 'FR'}, {\"email\": 'a@x'}]",
    )]);
    tells::<Pair>(&[
        (
            "{\"a\": \"x\", \"b\": \"06.05.2024'',}",
            "{\"a\": \"x\", \"b\": \"06.05.2024\",}",
        ),
        (
            "json.loads('{\"a\": \"L1\\\\nL2\", \"b\": \"\"}')",
            "json.loads('{\"a\": \"L1\", \"b\": \"\"}')",
        ),
    ]);
}

#[test]
fn a_string_that_is_a_choice_of_two_is_refused() {
    for text in [
        r#"{"a": "A" or "B", "b": "c"}"#,
        r#"{"a": "x" ?? "", "b": "c"}"#,
        r#"{"a": "old" -> "new", "b": "c"}"#,
    ] {
        let error = Pair::parse_llm(text).expect_err(text);
        assert_eq!(error.would_need(), Some(Severity::Invented), "{text}");
    }
    let quoted = r#"{"a": "say "yes" or "no" now", "b": "c"}"#;
    assert_eq!(
        Pair::parse_llm(quoted).expect("words in quotes").value.a,
        "say \"yes\" or \"no\" now"
    );
}

#[test]
fn a_string_that_is_written_twice_is_one() {
    let text = r#"{"a": "x y" "x y", "b": "c"}"#;
    let parsed = Pair::parse_llm(text).expect("the same text twice");
    assert_eq!(
        (parsed.value.a.as_str(), parsed.severity()),
        ("x y", Some(Severity::Guess))
    );
    assert!(Pair::parse_llm(r#"{"a": "x", "x", "b": "c"}"#).is_err());
}

#[test]
fn two_versions_of_a_field_are_refused() {
    for text in [
        "{\"a\": \"x\",\n<<<<<<< HEAD\n\"b\": \"old\"\n=======\n\"b\": \"new\"\n>>>>>>> main\n}",
        "{\"a\": \"x\",\n<del>\"b\": \"old\"</del>\n<ins>\"b\": \"new\"</ins>\n}",
    ] {
        assert!(Pair::parse_llm(text).is_err(), "{text}");
    }
}

#[test]
fn a_doubled_quote_after_a_date_is_no_inch_mark() {
    let read = |text: &str| Pair::parse_llm(text).expect(text).value.a;
    for date in ["2025-07-13", "7/13/25", "1.2.3"] {
        assert_eq!(read(&format!(r#"{{"a": "{date}"", "b": ""}}"#)), date);
    }
    for inches in ["24", "3/8", "10x12", "4-5"] {
        assert_eq!(
            read(&format!(r#"{{"a": "{inches}"", "b": ""}}"#)),
            format!("{inches}\"")
        );
    }
}

/// The span of a repair is on the borders of characters, whatever quotes are around it.
#[test]
fn a_closer_in_a_string_is_named_with_its_quote() {
    let text = "{‚a‘: ‚x‘, ‚b‘: ‚x}‘\n";
    let parsed = Pair::parse_llm(text).expect("two texts");
    for repair in parsed.repairs() {
        assert!(text.get(repair.span()).is_some(), "{repair:?}");
    }
}

#[test]
fn what_is_in_backticks_may_be_another_value_than_a_text() {
    tells::<Pair>(&[
        (
            "{\"a\": ```\nNone\n```, \"b\": \"b\"}",
            "{\"a\": ```\nNo answer\n```, \"b\": \"b\"}",
        ),
        (
            "{\"a\": ```'a' (because)```, \"b\": \"b\"}",
            "{\"a\": ```a (because)```, \"b\": \"b\"}",
        ),
        (
            "{\"a\": ```u「a」```, \"b\": \"b\"}",
            "{\"a\": ```use「a」```, \"b\": \"b\"}",
        ),
    ]);
    tells::<Vec<String>>(&[("[`{a: 1}`]", "[`a{1}`]"), ("[`[1]`, `b`]", "[`a[1]`, `b`]")]);
}

#[test]
fn an_entity_in_a_repaired_text_may_be_a_quote() {
    tells::<Vec<String>>(&[
        ("['&quot;a&quot;']", "['&lt;a&gt;']"),
        ("[`b &#34;a&#34;`]", "[`b & a`]"),
    ]);
    assert!(Vec::<String>::parse_llm(r#"["&quot;a&quot;"]"#).is_ok_and(|read| read.is_exact()));
}

/// RFC 4180, section 2: quotes in a cell are doubled.
#[test]
fn a_document_in_a_cell_of_csv_is_read_as_it_was_before() {
    for text in [
        r#"1,"{""a"": ""x, """"y"""""", ""b"": """"}""#,
        "id,answer\n7,\"{\"\"a\"\": \"\"x, \"\"\"\"y\"\"\"\"\"\", \"\"b\"\": \"\"\"\"}\"\n",
    ] {
        let read = Pair::parse_llm(text);
        assert!(
            read.is_err() || read.is_ok_and(|read| read.severity() >= Some(Severity::Guess)),
            "{text}"
        );
    }
    let text = r#"1,"{""a"": ""x, y"", ""b"": """"}""#;
    let read = Pair::parse_llm(text).unwrap();
    assert_eq!((read.value.a.as_str(), read.value.b.as_str()), ("x, y", ""));
    assert_eq!(read.severity(), Some(Severity::Guess));
    let read = Pair::parse_llm(r#"{""a"": "x", ""b"": "y"}"#).unwrap();
    assert!(
        !read
            .repairs()
            .iter()
            .any(|repair| repair.kind() == RepairKind::EnvelopeUnwrapped)
    );
}

#[test]
fn a_text_in_escaped_quotes_may_have_escaped_backslashes() {
    tells::<Pair>(&[(r#"{"a": \"x\\ny\", "b": "b"}"#, r#"{"a": \"x y\", "b": "b"}"#)]);
}

#[test]
fn a_text_without_its_closing_quote_may_end_before_a_sign() {
    for sign in ["# note", "-- note", "Note: so it is", ", width!: 3", "&quot;"] {
        let text = format!("{{\"a\": \"a{sign}\n, \"b\": \"b\"}}");
        assert!(severity::<Pair>(&text) >= Some(Severity::Guess), "{text}");
    }
    let text = "{\"a\": \"a, c, \"b\": \"b\"}";
    assert_eq!(severity::<Pair>(text), Some(Severity::Syntax));
}

#[test]
fn a_typographic_mark_that_closes_may_have_ended_its_text() {
    tells::<Vec<String>>(&[
        ("[»a«,; »b«]", "[»a«, »b«]"),
        ("[”a“, r”b“]", "[”a“, ”b“]"),
        ("[»“a”, b«] \\n\"c\"]", "[»“a”, b«, \"c\"]"),
    ]);
}

#[test]
fn a_quote_after_a_comma_or_tag_may_open_the_next_element() {
    tells::<Vec<String>>(&[
        ("[\"a\" -- it says so,'b\"]", "[\"he said 'a, b' twice\"\n]"),
        (
            "[\"a\" -- it says so,\n 'b', \"c\"]",
            "[\"a\", // it says so\n 'b', \"c\"]",
        ),
        ("[\"{a},\n  \"b\" \"\n]", "[\"{a}\",\n  \"b\"\n]"),
        ("['a'see below,\n  '// b']", "['a', 'see below',\n  '// b']"),
        ("[\"a;\"<br>\"b\"]", "[\"a;\" \"b\"]"),
        ("['a'',b']", "['O' 'Brien', 'b']"),
        ("['a'\\'b']", "['a', '\\'b']"),
        ("[\"a\\\", \"b\", it's]", "[\"a\\\"\", \"b\"]"),
        ("['a''', 'b']", "['a'', 'b']"),
    ]);
}

#[test]
fn an_answer_that_begins_again_in_a_line_of_a_text_is_a_guess() {
    tells::<Vec<String>>(&[(
        "[\"a\", \"b. st\n[«a», \"b. stop\"]",
        "[\"a\", \"b. st\n«a», b. stop\"]",
    )]);
    tells::<Pair>(&[(
        "{\"a\": \"a\", \"b\": \"b\n_b: “bc”\"}",
        "{\"a\": \"a\", \"b\": \"b\nwhen: “bc”\"}",
    )]);
}

#[test]
fn a_fence_at_the_end_of_a_text_may_close_the_one_around_the_answer() {
    tells::<Pair>(&[(
        "\"```json\n{\"a\": \"a\", \"b\": \"b\"{c} }\n```\"",
        "```json\n{\"a\": \"a\", \"b\": \"```rust\nfn b() {}\n```\"}\n```",
    )]);
}

#[test]
fn a_document_in_a_text_whose_quotes_are_not_escaped_keeps_its_backslashes() {
    tells::<Vec<String>>(&[(
        "\"```json\n[\n\"a\\\\b\",\n\"c\"\n]\n```\"",
        "\"```json\n[\n\"a b\",\n\"c\"\n]\n```\"",
    )]);
    let read = Vec::<String>::parse_llm(r#""["a\\b", "c"]""#).unwrap();
    assert_eq!(read.value, ["a\\b", "c"]);
}

#[test]
fn the_only_text_in_round_brackets_may_be_a_list() {
    tells::<Vec<String>>(&[(r#"("\"[\\\"a\\\";, \\\"b\\\"]\"")"#, r#"("a", "b")"#)]);
}

#[test]
fn a_quote_that_nothing_opens_may_close_an_earlier_text() {
    tells::<Pair>(&[
        ("{\"a\": \"Bob, \"b\": 6\"}", "{\"a\": \"Bob\", \"b\": 6\"}"),
        ("{\"a\": \"Bob, \"b\": \"y\"\"}", "{\"a\": \"Bob, \"b\": \"y\"}"),
        ("{'a': 'Bob, 'b': 'y''}", "{'a': 'Bob', 'b': 'y''}"),
    ]);
    tells::<std::collections::BTreeMap<String, String>>(&[(
        "{\"a\": \"he said, \"count\": 5\"}",
        "{\"a\": \"he said\", \"count\": 5\"}",
    )]);
}

#[test]
fn the_first_of_two_single_quotes_may_be_an_apostrophe() {
    tells::<Pair>(&[("{'a': 'the boys'', 'b': 'y'}", "{'a': 'the boy'', 'b': 'y'}")]);
}

#[test]
fn two_texts_in_single_quotes_side_by_side_may_be_one() {
    // Python joins them, and none of their quotes is in the text.
    tells::<Pair>(&[
        ("{'a': 'x ' 'z \"q\"', 'b': 'y'}", "{'a': 'x 'n' z', 'b': 'y'}"),
        ("{'a': 'x '\n 'z \"q\"', 'b': 'y'}", "{'a': 'it's x', 'b': 'y'}"),
    ]);
}

#[test]
fn a_prefix_whose_string_ends_with_another_quote_may_be_its_first_letter() {
    tells::<Vec<String>>(&[(r#"["a", b's"]"#, r#"["a", b's']"#)]);
}

#[test]
fn what_commas_separate_in_an_element_may_be_elements() {
    tells::<Vec<String>>(&[
        (r#"["a, "b", c"]"#, r#"["a "b" c"]"#),
        (r#"["a, "b", c"]"#, r#"["he said, "b", and c"]"#),
        ("[\n\"a,\nb\",\n\"c\"]", "[\n\"a\nb\",\n\"c\"]"),
        ("[\n  \"a,\n  b\",\n  \"c\"]", "[\n  \"a,\nb\",\n  \"c\"]"),
        (r"['a\', 'don't']", r"['a\'s', 'b']"),
    ]);
    tells::<Pair>(&[(r#"{"a": "x,, "b": "y"}"#, r#"{"a": "x, "b": "y"}"#)]);
}

#[test]
fn a_comment_that_ends_with_a_quote_may_be_the_end_of_the_text_before_it() {
    tells::<Pair>(&[(
        "{'a': 'The students' # 1 choice',\n'b': 'x'}",
        "{'a': 'The students', # it's fine\n'b': 'x'}",
    )]);
}

#[test]
fn keys_without_quotes_in_a_text_may_be_those_of_members() {
    tells::<Pair>(&[
        (r#"{a: "x, b: 1, a: y", b: "z"}"#, r#"{a: "x, c: 1, d: y", b: "z"}"#),
        (r#"{a: 'x, b: 1, a: y', b: "z"}"#, r#"{a: 'x', b: "a: y"}"#),
    ]);
    tells::<Vec<Pair>>(&[
        (r#"[{a: "x, b: 1}, {a: y", b: "z"}]"#, r#"[{a: "x", b: "1}, {c: y"}]"#),
        (
            r#"[{b: "1", a: "x}, {b: 1, a: y"}]"#,
            r#"[{b: "1", a: "x"}, {b: "1", a: "y"}]"#,
        ),
    ]);
}

#[test]
fn a_mark_that_closes_no_quotation_of_its_text_may_end_it() {
    tells::<Vec<String>>(&[
        ("[\"a\"\"b”,c\"]", "[\"a\"\"“b”,c\"]"),
        ("[\"a\"\"1”,c\"]", "[\"a\"\"1”, wide\"]"),
    ]);
}

#[test]
fn a_fence_that_is_begun_in_place_of_a_value_is_no_text() {
    for fence in ["``", "```", "``\n"] {
        let text = format!("{{\"a\": \"x\", \"b\":\n{fence}");
        assert!(Pair::parse_llm(&text).is_err(), "{text}");
    }
    let read = Pair::parse_llm("{\"a\": ``, \"b\": `y`}").expect("the marks are those of texts");
    assert_eq!(read.value.a, "");
}

#[test]
fn a_quote_too_many_after_a_missing_comma_may_end_an_earlier_string() {
    tells::<BTreeMap<String, String>>(&[(
        "{\"a\":\"5 10\" \"title\": \"x\"\",\"b\":\"c\"}",
        "{\"a\":\"5 10\", \"title\": \"x\"\",\"b\":\"c\"}",
    )]);
}

#[test]
fn the_mark_of_a_string_may_begin_another_element() {
    tells::<Vec<String>>(&[
        (r#"[R""R""]"#, r#"[R"", R""]"#),
        (r#"["a b"px, $"@home"]"#, r#"["costs "10, or 5 $" now"]"#),
    ]);
}

#[test]
fn quotes_that_are_escaped_twice_are_quotes() {
    let read = |text: &str| Pair::parse_llm(text).expect(text);
    for (text, a) in [
        (
            r#"{"a": "He said \\"yes\\" and left.", "b": ""}"#,
            r#"He said "yes" and left."#,
        ),
        (r#"{"a": "\\"yes\\", then \\"no\\"", "b": ""}"#, r#""yes", then "no""#),
        // The backslash of a drive.
        (
            r#"{"a": "from C:\\" to D:\\" and back", "b": ""}"#,
            r#"from C:\" to D:\" and back"#,
        ),
    ] {
        let parsed = read(text);
        assert_eq!(
            (parsed.value.a.as_str(), parsed.severity()),
            (a, Some(Severity::Guess)),
            "{text}"
        );
    }
}

#[test]
fn a_string_in_odd_quotes_that_holds_the_marks_of_two_is_a_guess() {
    tells::<Vec<String>>(&[
        (r#"['a b", `c d']"#, r#"['a "b", c d']"#),
        (r#"["a b\",\"c d"}"#, r#"["a b\" c d"}"#),
    ]);
}
