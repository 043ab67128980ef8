//! Replies as models write them, in which something looked like what it was not: found by reading, not by drawing damage.

use llm_output::{ErrorKind, LlmOutput, Options, RepairKind, Severity};

#[derive(Debug, PartialEq, LlmOutput)]
struct Invoice {
    number: String,
    items: Vec<Item>,
    tax: Option<f64>,
    total: f64,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Item {
    description: String,
    quantity: u32,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Doc {
    title: String,
    body: String,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case")]
enum Action {
    Reply { message: String },
    WriteFile { path: String, content: String },
    Finish { success: bool },
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Server {
    prep_minutes: Option<u32>,
    timeout_seconds: f64,
    price_usd: Option<f64>,
    min_days: Option<u32>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Meeting {
    decisions: Vec<String>,
    notes: Option<Vec<String>>,
}

/// An unknown key has the name of a field further out that is missing. No bracket is missing, so the key belongs where it is.
#[test]
fn an_unknown_key_of_a_valid_document_is_no_field_of_an_outer_object() {
    for text in [
        r#"{"number":"1","items":[{"description":"A","quantity":2,"total":10}],"grand_total":12}"#,
        r#"{"number":"1","items":[{"description":"A","quantity":2,"tax":1,"total":10}]}"#,
        r#"{"number":"1","items":[{"description":"A","quantity":2},{"description":"B","quantity":1,"total":10}]}"#,
        "Here:\n```json\n{\"number\":\"1\",\"items\":[{\"description\":\"A\",\"quantity\":2,\"total\":10}]}\n```\nDone.",
        // Another repair changes nothing about that.
        r#"{'number':'1','items':[{"description":"A","quantity":2,"total":10}]}"#,
    ] {
        let error = Invoice::parse_llm(text).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Schema, "{text}");
        assert_eq!(
            error.to_string().split(';').next(),
            Some("missing required number `total`"),
            "{text}"
        );
    }
    // With a bracket missing, it is the field.
    let read = Invoice::parse_llm(r#"{"number":"1","items":[{"description":"A","quantity":2,"total":10}"#).unwrap();
    assert_eq!((read.total, read.severity()), (10.0, Some(Severity::Guess)));
}

/// Each quote of the inner document could end the string.
#[test]
fn a_document_within_a_string_does_not_end_it() {
    let braces = [
        r#"{"a": "x", "b": "y"}"#,
        r#"{"title": "x", "body": "y"}"#,
        r#"[{"a": "x", "b": "y"}, {"c": "z", "d": 1}]"#,
        "{\n  \"a\": \"x\",\n  \"b\": \"y\"\n}",
    ];
    for document in braces {
        for (before, after) in [
            ("see ", " here"),
            ("curl -d '", "' -v"),
            ("Use:\n```json\n", "\n```\nThen go."),
            ("x = ", ""),
        ] {
            let text = format!(r#"{{"title": "T", "body": "{before}{document}{after}"}}"#);
            let read = Doc::parse_llm(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let body = format!("{before}{document}{after}");
            assert_eq!((&*read.title, &read.body), ("T", &body), "{text}");
            assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
        }
    }
    let text =
        r#"{"type":"write_file","path":"a.py","content":"x = '{"type": "finish", "success": true, "path": "b"}'"}"#;
    let content = r#"x = '{"type": "finish", "success": true, "path": "b"}'"#.to_owned();
    assert_eq!(
        Action::parse_llm(text).unwrap().value,
        Action::WriteFile {
            path: "a.py".to_owned(),
            content
        }
    );
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Product {
    name: String,
    price: f64,
    in_stock: Option<bool>,
}

#[test]
fn a_remark_that_makes_another_value_of_the_one_before_it_is_no_remark() {
    for value in [
        r#""price": 24.99 (wait, that's wrong: 19.99)"#,
        r#""price": 24.99 (Correction: 19.99)"#,
        r#""price": 5 (price is actually 6)"#,
        r#""price": 5 (should be 6)"#,
        r#""price": 5 (negative)"#,
        r#""price": 5 (million USD)"#,
        r#""price": 5, "in_stock": true (not confirmed)"#,
    ] {
        for text in [
            format!("{{\"name\": \"Mug\", {value}}}"),
            format!("{{{value}, \"name\": \"Mug\"}}"),
        ] {
            assert!(Product::parse_llm(&text).is_err(), "{text}");
        }
    }
    for value in [
        r#""price": 5 (approx.)"#,
        r#""price": 5 (per unit, not per box)"#,
        r#""price": 5 (five)"#,
        r#""price": 5 (it was 6 before)"#,
        r#""price": 5, "in_stock": true (see above)"#,
    ] {
        let text = format!("{{\"name\": \"Mug\", {value}}}");
        let read = Product::parse_llm(&text).unwrap();
        assert_eq!((&*read.name, read.price), ("Mug", 5.0), "{text}");
    }
}

/// The brace is no part of the string, whose closing quote is missing.
#[test]
fn a_document_after_a_string_that_was_not_closed_is_not_within_it() {
    let text = r#"{"number":"1, "items":[{"description":"A","quantity":2}],"total":10}"#;
    let read = Invoice::parse_llm(text).unwrap();
    assert_eq!((&*read.number, read.items.len(), read.total), ("1", 1, 10.0));
    // The quote after the object is lost, or that of the next element opens a key.
    for text in [
        r#"[{"title": "a", "body": "x {"k": "1", "m": "2"}}, {"title": "y", "body": "z"}]"#,
        r#"[{"title": "a", "body": "x {"k": "1", "m": "2"}, "tags": [1]}, {"title": "y", "body": "z"}]"#,
    ] {
        let read = <Vec<Doc>>::parse_llm(text);
        let is_merged = |read: llm_output::Parsed<Vec<Doc>>| read.iter().any(|doc| doc.body.contains("title"));
        assert!(!read.is_ok_and(is_merged), "{text}");
    }
    let text = r#"[{"title": "a", "body": "b}, {"title": "c", "body": "d"}]"#;
    let read = <Vec<Doc>>::parse_llm(text).unwrap();
    assert_eq!((read.len(), &*read[0].body), (2, "b"));
}

#[test]
fn a_number_in_another_unit_than_its_field_is_refused() {
    let read = |minutes: &str, seconds: &str| {
        Server::parse_llm(&format!(
            r#"{{"prep_minutes": {minutes}, "timeout_seconds": {seconds}}}"#
        ))
    };
    for (minutes, seconds) in [
        ("\"1 hour\"", "1"),
        ("\"2 h\"", "1"),
        ("1", "\"500ms\""),
        ("1", "\"5 minutes\""),
        ("1", "5 minutes"),
    ] {
        assert!(read(minutes, seconds).is_err(), "{minutes}, {seconds}");
    }
    for (minutes, seconds) in [
        ("\"30 min\"", "\"1.5 s\""),
        ("\"30 minutes\"", "\"1.5 sec.\""),
        ("\"30\"", "\"1.5\""),
    ] {
        let read = read(minutes, seconds).unwrap_or_else(|error| panic!("{minutes}, {seconds}: {error}"));
        assert_eq!(
            (read.prep_minutes, read.timeout_seconds),
            (Some(30), 1.5),
            "{minutes}, {seconds}"
        );
    }
    let read = Server::parse_llm(r#"{"timeout_seconds": 1, "price_usd": "20 EUR"}"#);
    assert!(read.is_err() || read.is_ok_and(|read| read.price_usd.is_none()));
    // A minimum is not in minutes.
    let read = Server::parse_llm(r#"{"timeout_seconds": 1, "min_days": "5 days"}"#).unwrap();
    assert_eq!(read.min_days, Some(5));
}

#[test]
fn a_word_for_nothing_is_no_element_of_a_list_of_texts() {
    for word in ["None", "none", "N/A", "-"] {
        let read = Meeting::parse_llm(&format!(r#"{{"decisions": "{word}"}}"#)).unwrap();
        assert!(read.decisions.is_empty(), "{word}");
        assert_eq!(read.repairs()[0].to_string(), "decisions: null_alias");
    }
    let read = Meeting::parse_llm(r#"{"decisions": ["None"], "notes": ["N/A"]}"#).unwrap();
    assert!(read.is_exact());
    let read = Meeting::parse_llm(r#"{"decisions": "None of them."}"#).unwrap();
    assert_eq!((read.decisions.len(), read.severity()), (1, Some(Severity::Coercion)));
}

/// A document in which a backslash is a backslash is not one in which another one begins an escape.
#[test]
fn an_escape_that_nobody_means_is_a_guess_beside_backslashes() {
    let doubtful: [(&str, &str); 5] = [
        (r"C:\Users", r"C:\temp"),
        (r"\d+", r"\bfoo\b"),
        (r"\alpha", r"\beta"),
        (r"C:\Users", r"D:\new\files"),
        (r"\d", r"\foo"),
    ];
    for (title, body) in doubtful {
        for (title, body) in [(title, body), (body, title)] {
            let text = format!(r#"{{"title": "{title}", "body": "{body}"}}"#);
            let read = Doc::parse_llm(&text).unwrap();
            assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
            assert!(
                read.repairs()
                    .iter()
                    .any(|repair| repair.kind() == RepairKind::AmbiguousEscape)
            );
            assert!(Doc::parse_llm_with(&text, &Options::calls()).is_err());
        }
    }
    for (title, body) in [(r"\d+", r"one\ntwo\tthree"), (r"\d+", r"a: \n b"), (r"\d", r"C:\\temp")] {
        let text = format!(r#"{{"title": "{title}", "body": "{body}"}}"#);
        assert_eq!(
            Doc::parse_llm(&text).unwrap().severity(),
            Some(Severity::Syntax),
            "{text}"
        );
    }
    // Without other backslashes, the text is valid JSON.
    assert!(
        Doc::parse_llm(r#"{"title": "a", "body": "C:\temp\bfoo"}"#)
            .unwrap()
            .is_exact()
    );
}

#[test]
fn a_comment_that_says_in_words_that_elements_are_left_out_is_a_guess() {
    for comment in [
        "I left out the other 8 names",
        "list shortened",
        "weitere Einträge folgen",
        "y así sucesivamente",
        "et ainsi de suite",
    ] {
        let text = format!("[\"a\", \"b\", // {comment}\n]");
        let read = <Vec<String>>::parse_llm(&text).unwrap();
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
    }
    for comment in ["the second one", "see above"] {
        let text = format!("[\"a\", \"b\", // {comment}\n]");
        assert!(
            <Vec<String>>::parse_llm(&text).unwrap().severity() < Some(Severity::Guess),
            "{text}"
        );
    }
}
