//! Nothing is lost in silence where it is in doubt which quote ends a string.

use std::collections::BTreeMap;

use llm_output::{ErrorKind, LlmOutput, Severity};
use llm_output_tests::tells::tells;

/// At the end of a text, such a quote may be one inside of a string that was cut off there.
#[test]
fn a_quote_of_another_kind_closes_no_string_for_certain() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Note {
        title: String,
        body: String,
    }
    tells::<Note>(&[
        (
            "{'title': 'size 27\", 'body': 'b'}",
            "{'title': 'size 27', 'body': 'b'}",
        ),
        (
            "{\"title\": \"t\", \"body\": “He said \"",
            "{\"title\": \"t\", \"body\": “He said so\"}",
        ),
        ("{\"title\": \"t\", \"body\": ''", "{\"title\": \"t\", \"body\": ''}"),
    ]);
    for text in [
        "{'title': 't', 'body': 'He said \"",
        "{\"title\": \"t\", \"body\": `He said \"",
    ] {
        let error = Note::parse_llm(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated, "{text}");
    }
}

/// Two quotes behind a sign are an empty string in the text, and a quotation in the text may end with the text.
#[test]
fn quotes_at_the_end_that_may_be_of_the_text_are_kept() {
    let map = |text: &str| <BTreeMap<String, String>>::parse_llm(text).expect(text);
    for (text, expected) in [
        (r#"{"q": "x = """, "r": "z"}"#, "x = \"\""),
        (r#"{"q": "grep -c """}"#, "grep -c \"\""),
        ("{'q': 'WHERE x = ''', 'r': 'z'}", "WHERE x = ''"),
        (r#"{"q": "Er rief „Halt!"", "r": "z"}"#, "Er rief „Halt!\""),
        (r#"{"q": "27 ½"", "r": "z"}"#, "27 ½\""),
        ("{'q': '\\n'a'', 'r': 'z'}", "\n'a'"),
    ] {
        let parsed = map(text);
        assert_eq!(parsed.value["q"], expected, "{text}");
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
    }
    for text in [r#"{"q": "a""}"#, r#"{"q": ""a""}"#, r#"{"q": "„b“ a""}"#] {
        let parsed = map(text);
        assert!(parsed.value["q"].ends_with('a'), "{text}");
        assert_eq!(parsed.severity(), Some(Severity::Syntax), "{text}");
    }
    // They are rather stray behind a word, but two seldom are.
    assert!(map(r#"{"q": "a"""}"#).severity() >= Some(Severity::Guess));
}

/// In a list of strings, only the quotes show where an element ends: an element with a repaired quote is a guess, unless it can only be
/// one element.
#[test]
fn an_element_with_a_repaired_quote_is_a_guess_unless_it_is_a_sentence() {
    let severity = |text: &str| {
        Vec::<String>::parse_llm_with(text, &llm_output::Options::lenient())
            .expect(text)
            .severity()
    };
    for text in [
        r#"["a"b"]"#,
        r#"["a "b"c"]"#,
        r#"["-a "b" c"]"#,
        r#"["a, "b", c,"]"#,
        r#"["a" "b", c"]"#,
        r#"["" b""]"#,
        r#"["a ""]"#,
        r#"["5" x 7" x"]"#,
        r#"["7" edit"]"#,
        r##"["#a""]"##,
        "[\"a, b\n\"c\"]",
        "['a 'b'c']",
        "['it's 'b'c']",
    ] {
        assert!(severity(text) >= Some(Severity::Guess), "{text}");
    }
    for text in [
        r#"["say "hi" now"]"#,
        r#"["say "hi" and (so "on")"]"#,
        r#"["He said: "yes!""]"#,
        r#"["a 5" nail"]"#,
        r#"["a b""]"#,
        r#"[""it's""]"#,
        "['it's', 'b']",
        "[\"a\",\n\"b-2 c,\n\"d\"]",
    ] {
        assert_eq!(severity(text), Some(Severity::Syntax), "{text}");
    }
}

/// Where a comma is missing, signs next to the quotes may be what is left of it, or of another element.
#[test]
fn signs_beside_a_missing_comma_leave_it_in_doubt() {
    tells::<Vec<String>>(&[
        (r#"["a<br>" "b"]"#, r#"["a" "b"]"#),
        ("[\"a\"\n[\"a\"], \"b\"]", "[\"a\"\n\"c\", \"b\"]"),
        (r#"["42" 2) ,\"b"]"#, r#"["42" nails, b"]"#),
        (r"['a»\«b']", r"['a b']"),
    ]);
    tells::<Vec<f64>>(&[("[5.0, 0.5-0.7 1]", "[5.0, 0.5,-0.7, 1,]")]);
    tells::<BTreeMap<String, String>>(&[
        ("{\"a\": \"b\"<br>\"}", "{\"a\": \"b <br>\",}"),
        ("{\"a\": \"x, y\n\"b\": \"z\"}", "{\"a\": \"x y\n\"b\": \"z\"}"),
        ("{\"a\": \"x\n\n- 2 -\n\ny\"}", "{\"a\": \"x\n\n- 2 of them\n\ny\"}"),
        ("{\"a\"\"a: b\"}", "{\"a\" \"b\"}"),
    ]);
}

/// A trip.
#[derive(Debug, PartialEq, LlmOutput)]
struct Trip {
    to: String,
    stops: Vec<String>,
    note: Option<String>,
}

/// What to run, and where.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(external, rename_all = "snake_case")]
enum Step {
    Edit { path: String, code: String },
    Stop,
}

/// What tells that a quote is one of the text may be damaged itself.
#[test]
fn a_quote_that_was_kept_beside_other_damage_is_a_guess() {
    tells::<Vec<String>>(&[(
        r#"["a — b" "3.5" see https://example.org/a?b=c, $5"]"#,
        r#"["a — b", "3.5" see https://example.org/a?b=c, $5"]"#,
    )]);
    tells::<Trip>(&[(
        "{„to\": \"10,000\".trim() „,stops\": [], note\": \"x\"}",
        "{\"to\": \"say „10,000“ today\", \"stops\": [], \"note\": \"x\"}",
    )]);
    tells::<Vec<Step>>(&[(
        r#"[{"edit":{"path":r"main","code":r"ok "}}r"stop"]"#,
        r#"[{"edit":{"path":r"main","code":r"ok "}},"stop"]"#,
    )]);
}

#[test]
fn a_quote_at_the_end_of_a_text_with_escaped_ones_may_be_stray() {
    tells::<Trip>(&[(
        r#"{"to": "say \"a\" x 5"", "stops": []}"#,
        r#"{"to": "say \"a\" x 5\"", "stops": [],}"#,
    )]);
}

#[test]
fn three_quotes_before_a_text_that_one_closes_may_hold_an_empty_one() {
    tells::<Trip>(&[(
        r#"{"to": "a", "stops": ["b","""c d","e. f!"]}"#,
        r#"{"to": "a", "stops": ["b","""c d""","e. f!"]}"#,
    )]);
}

#[test]
fn words_before_a_quotation_in_backticks_may_be_a_remark() {
    tells::<Trip>(&[(
        "{\"to\": ```I am not sure here. 'a 日本 café'```, \"stops\": []}",
        "{\"to\": ```They say 'a 日本 café'```, \"stops\": []}",
    )]);
}

#[test]
fn an_empty_text_on_the_next_line_may_be_an_element() {
    tells::<Trip>(&[(
        "{\n  \"to\": \"a\",\n  \"stops\": \n    \"\"\n}",
        "{\n  \"to\": \"a\",\n  \"stops\": \"\"\n}",
    )]);
}

#[test]
fn brackets_around_an_element_before_the_name_of_a_field_may_be_those_of_the_list() {
    tells::<Trip>(&[(
        r#"{"to": "a", "stops": [["b"], "note"], "note": "c"}"#,
        r#"{"to": "a", "stops": [["b"], "notes"], "note": "c"}"#,
    )]);
}

#[test]
fn a_list_in_quotes_and_brackets_is_a_guess_beside_a_repair() {
    tells::<Trip>(&[(
        r#"{"TO": "a", "stops": ["[\"b\", \"c\"]"]}"#,
        r#"{"TO": "a", "stops": ["[b]", "c"]}"#,
    )]);
}

#[test]
fn a_string_in_quotes_of_markup_goes_on_with_a_closed_list() {
    tells::<Vec<String>>(&[("[\"not\"] &#34;& 100% name&#34;", "[\"not\"] That is all & more.")]);
    tells::<Vec<String>>(&[(
        "[\"a\"]\nwarning: slow response (3.2 s)\n\"b, c\"",
        "[\"a\"]\nwarning: slow response of \"b, c\"",
    )]);
}

#[test]
fn a_typographic_string_is_not_closed_by_the_quote_of_another_one() {
    tells::<Vec<String>>(&[("[‚a b‘, 1. '''c d''']", "[‚a b‘, '''c d''']")]);
}

#[test]
fn a_number_behind_an_invisible_character_may_be_commented_out() {
    tells::<Vec<f64>>(&[("[\n9.0,\n// \u{8}0.37\n]", "[\n9.0\n// in seconds\n]")]);
}

#[test]
fn strings_in_brackets_of_another_script_before_the_one_that_was_read_are_a_guess() {
    tells::<Vec<String>>(&[(
        "<json>\n【\"a b\"<br>\"c d\"<br>\"[sic]\"】\n</json>",
        "<json>\n【1】 [\"c d\"]\n</json>",
    )]);
}

/// A field of another variant may be the rest of another object.
#[test]
fn a_member_that_another_variant_knows_is_a_guess_beside_a_repair() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(tag = "type", rename_all = "snake_case")]
    enum Entry {
        Message { sender: String, receiver: Option<String> },
        Failure { code: u32 },
    }
    let valid = r#"[{"type": "failure", "code": 5, "receiver": "a"}]"#;
    assert!(Vec::<Entry>::parse_llm(valid).is_ok_and(|parsed| parsed.is_exact()));
    tells::<Vec<Entry>>(&[(
        r#"[{"type": "failure", "code": 5, "receiver": "a"},]"#,
        r#"[{"type": "failure", "code": 5, "reader": "a"},]"#,
    )]);
}

#[test]
fn the_same_list_twice_on_one_line_may_be_two_parts_of_one() {
    tells::<Vec<String>>(&[("[\"a b\"] [\"a b\"]", "[\"a b\"]\n\n[\"a b\"]")]);
}

#[test]
fn a_map_without_an_entry_beside_a_comment_may_have_had_one() {
    tells::<BTreeMap<String, i64>>(&[("[\n  ### PATH: 112\n]", "[\n]")]);
}

/// The brackets are begun again where the work for a short text is used up.
#[test]
fn escaped_quotes_in_round_and_square_brackets_are_read() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Item {
        sku: String,
        quantity: u32,
        price: f64,
    }
    let item = r#"{\"sku\": \"Ann #1 key: value\", \"quantity\": 93, \"price\": 115.0}"#;
    for count in 1..6 {
        let text = format!("([{}])", vec![item; count].join(", "));
        let parsed = Vec::<Item>::parse_llm(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(parsed.value.len(), count);
        assert_eq!(parsed.severity(), Some(Severity::Guess));
    }
}
