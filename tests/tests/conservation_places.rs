//! Where a member, a sign or a quote may belong to another place than the one it is read at, the reading is a guess. Each rule comes
//! with a text in which it must not fire.

use llm_output::{ErrorKind, LlmOutput, ParseError, Parsed, Repair, RepairKind, Severity};
use llm_output_tests::tells::tells;

#[derive(Debug, PartialEq, LlmOutput)]
struct Note {
    title: String,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Place {
    city: String,
    country: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Trip {
    title: String,
    from: Place,
    to: Place,
    note: Option<String>,
}

/// A member of an object may be inside an object before it, which then was closed too late.
#[test]
fn a_missing_field_is_taken_out_of_the_object_before_it_as_a_guess() {
    let place = |city: &str| Place {
        city: city.to_owned(),
        country: None,
    };
    for text in [
        r#"{"title": "t", "from": {"city": "a", "to": {"city": "b"}}}"#,
        r#"{"title": "t", "from": {"city": "a", "to": {"city": "b"}}"#,
        "```json\n{\"title\": \"t\", \"from\": {\"city\": \"a\", \"to\": {\"city\": \"b\"}}\n```",
    ] {
        let read = Trip::parse_llm(text).expect(text);
        let expected = Trip {
            title: "t".to_owned(),
            from: place("a"),
            to: place("b"),
            note: None,
        };
        assert_eq!(read.value, expected, "{text}");
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
    }
    // An unknown member of the inner object that the outer one has already is left where it is.
    let twice = r#"{"title": "t", "from": {"city": "a", "title": "Mayor", "to": {"city": "b"}}}"#;
    assert!(Trip::parse_llm(twice).is_err(), "{twice}");
    // Nothing is missing: the document means what it says.
    let valid = r#"{"title": "t", "from": {"city": "a", "note": "n"}, "to": {"city": "b"}}"#;
    assert!(Trip::parse_llm(valid).expect(valid).is_exact());
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Inner {
    names: Vec<String>,
    label: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Outer {
    parts: Vec<Inner>,
    label: Option<String>,
}

#[test]
fn a_field_of_two_levels_next_to_a_missing_closer_is_a_guess() {
    tells::<Outer>(&[(
        "{\"parts\": [{\"names\": [\"z\"], \"label\": \"r\"}}",
        "{\"parts\": [{\"names\": [\"z\"], \"label\": \"r\"}, \"label\": \"s\"}",
    )]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Pay {
    least: u32,
    list: Vec<i64>,
}

#[test]
fn a_point_before_three_zeros_may_separate_thousands() {
    tells::<Pay>(&[
        ("{\"least\": 50.000, \"list\": []}", "{\"least\": 50.00, \"list\": []}"),
        (
            "{\"least\": \"50.000\", \"list\": []}",
            "{\"least\": \"50\", \"list\": []}",
        ),
    ]);
    // In a list, commas may be between its elements.
    let text = "{\"least\": 1, \"list\": \"100,200,300\"}";
    assert!(Pay::parse_llm(text).is_err(), "{text}");
}

#[test]
fn what_a_backslash_or_a_quote_at_the_end_means_is_a_guess() {
    tells::<Note>(&[
        ("{\"title\": \"a\\\nb\"}", "{\"title\": \"a\nb\"}"),
        ("{\"title\": \"Chapter 7\"\"}", "{\"title\": \"Chapter 7\",}"),
    ]);
    tells::<Vec<String>>(&[
        ("[\"a, \".\"\", \"b\"]", "[\"a \"b\"\", \"b\"]"),
        ("[\"a,\" \u{feff}\"b\"]", "[\"a\" \u{feff}\"b\"]"),
        ("[\"\"edit\"]", "[\"\", \"edit\"]"),
        ("[\"a\"\"b“\"\"]", "[\"a\", \"b“\"]"),
    ]);
    tells::<Vec<f64>>(&[("[1. \n1.5,\n 2.\n 2.5]", "[1.,\n1.5,\n 2.,\n 2.5]")]);
    let emoji = Note::parse_llm(r#"{"title": "\u{1F600} \U0001F600"}"#).expect("both are one character");
    assert_eq!(emoji.value.title, "\u{1F600} \u{1F600}");
    // In LaTeX, it is an accent.
    let accent = Note::parse_llm(r#"{"title": "\u{a}"}"#).expect("the text is kept");
    assert_eq!(accent.value.title, r"\u{a}");
}

/// The key after a value is not a part of that value, whatever quotes are around it, and whether the type knows it or not.
#[test]
fn a_key_in_typographic_quotes_ends_the_text_before_it() {
    for text in [
        "{“title”: “a”, “extra”: “b”}",
        "{“title”: “a”, “extra”: “b”, “more”: “c”}",
        "{«title»: «a», «extra»: «b»}",
    ] {
        assert_eq!(Note::parse_llm(text).expect(text).value.title, "a", "{text}");
    }
    let text = "{“title”: “a”, b: “c”}";
    assert!(Note::parse_llm(text).map_or(true, |parsed| parsed.severity() >= Some(Severity::Guess)));
}

/// How the value of an unknown key is written is reported as that of a known one is.
#[test]
fn the_value_of_an_unknown_key_is_repaired_like_any_other() {
    for (value, kind) in [
        ("True", RepairKind::PythonLiteral),
        ("None", RepairKind::PythonLiteral),
        ("TRUE", RepairKind::LiteralCase),
        ("007", RepairKind::NumberFormat),
        ("some words", RepairKind::UnquotedValue),
    ] {
        let text = format!("{{\"extra\": {value}, \"title\": \"a\"}}");
        let parsed = Note::parse_llm(&text).expect(&text);
        let kinds: Vec<_> = parsed.repairs().iter().map(Repair::kind).collect();
        assert_eq!(kinds, [kind], "{text}");
    }
    let parsed = Note::parse_llm("{\"extra\": 1\n\"title\": \"a\"}").expect("a comma is missing");
    assert_eq!(parsed.severity(), Some(Severity::Syntax));
}

/// Every field has a default, so any object could be read.
#[derive(Debug, Default, PartialEq, LlmOutput)]
#[llm(default, stream)]
struct Settings {
    theme: String,
    words: Vec<String>,
}

#[test]
fn an_object_without_a_field_of_the_type_is_no_list_of_it() {
    let error = "{\"error\": \"overloaded\"}";
    let read = Vec::<Settings>::parse_llm(error).expect_err(error);
    assert_eq!((read.kind(), read.would_need()), (ErrorKind::UnrecognizedShape, None));
    let items = |text: &str| -> Vec<Result<Settings, ErrorKind>> {
        let mut items = Settings::items();
        let mut read: Vec<_> = items.push(text).collect();
        read.extend(items.finish());
        let value =
            |read: Result<Parsed<Settings>, ParseError>| read.map(|read| read.value).map_err(|error| error.kind());
        read.into_iter().map(value).collect()
    };
    assert_eq!(items(error), [Err(ErrorKind::Schema)]);
    assert_eq!(
        items("{\"theme\": \"a\"}\n{\"error\": \"overloaded\"}")[1..],
        [Err(ErrorKind::Schema)]
    );
    // In brackets it is an element, and as JSON it fits the type.
    for text in ["[{\"error\": \"overloaded\"}]", "{\"theme\": \"\"}"] {
        let expected = [Settings::default()];
        assert_eq!(Vec::<Settings>::parse_llm(text).expect(text).value, expected, "{text}");
        assert_eq!(items(text), [Ok(Settings::default())], "{text}");
    }
}
