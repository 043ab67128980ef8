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
