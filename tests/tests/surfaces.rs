//! Answers as tags, lines and bullets: what is written in such a form is read as it was meant, whatever the values are.

use std::fmt::{Debug, Write as _};
use std::path::Path;

use llm_output::{LlmOutput, Options, Severity, Streamed};
use llm_output_tests::case::{Case, Reading, reader, run_file_through_serde, told};
use llm_output_tests::corruption::subjects::Person;
use llm_output_tests::types::{
    Address, CommitMessage, Finding, InvoiceLine, Review, Severity as Grade, Status, Step, Verse,
};
use proptest::prelude::*;
use serde::Serialize;
use serde_json::Value;

/// The value as an element for each field.
fn tags(value: &Value, text: &mut String) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
                write!(text, "<{key}>").expect("writing to a String cannot fail");
                tags(value, text);
                writeln!(text, "</{key}>").expect("writing to a String cannot fail");
            }
        }
        Value::Array(elements) => {
            for element in elements {
                text.push_str("<item>");
                tags(element, text);
                text.push_str("</item>");
            }
        }
        Value::String(content) => {
            let inner = content.trim();
            let (before, after) = content.split_once(inner).unwrap_or((content, ""));
            let number = |c: char| format!("&#{};", u32::from(c));
            text.extend(before.chars().map(number));
            text.push_str(&inner.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;"));
            text.extend(after.chars().map(number));
        }
        other => text.push_str(&other.to_string()),
    }
}

/// The value as a line for each field; the first one of them is on a row that has begun.
fn lines(value: &Value, indent: usize, text: &mut String) {
    let margin = " ".repeat(indent);
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().filter(|(_, value)| !value.is_null());
            for (number, (key, value)) in fields.enumerate() {
                let margin = if number > 0 { &*margin } else { "" };
                write!(text, "{margin}{key}:").expect("writing to a String cannot fail");
                below(value, indent + 2, text);
            }
        }
        Value::String(content)
            if content.starts_with('x') && !content.contains(char::is_control) && content.trim() == content =>
        {
            text.push_str(content);
            text.push('\n');
        }
        other => writeln!(text, "{other}").expect("writing to a String cannot fail"),
    }
}

/// The value of a key: on its row, or indented below it.
fn below(value: &Value, indent: usize, text: &mut String) {
    let margin = " ".repeat(indent);
    match value {
        Value::Object(_) => {
            write!(text, "\n{margin}").expect("writing to a String cannot fail");
            lines(value, indent, text);
        }
        Value::Array(elements) if !elements.is_empty() => {
            text.push('\n');
            for element in elements {
                write!(text, "{margin}- ").expect("writing to a String cannot fail");
                lines(element, indent + 2, text);
            }
        }
        _ => {
            text.push(' ');
            lines(value, indent, text);
        }
    }
}

/// Both forms of a value.
fn forms(value: &impl Serialize) -> [String; 2] {
    let value = serde_json::to_value(value).expect("every shared type is written as JSON");
    let (mut as_tags, mut as_lines) = (String::new(), String::new());
    tags(&value, &mut as_tags);
    lines(&value, 0, &mut as_lines);
    [as_tags, as_lines]
}

fn is_read_as_written<T: LlmOutput + Serialize + PartialEq + Debug>(value: &T) -> Result<(), TestCaseError> {
    for text in forms(value) {
        let parsed = T::parse_llm(&text);
        prop_assert!(parsed.is_ok(), "{text:?}: {}", parsed.unwrap_err());
        let parsed = parsed.expect("it was looked at");
        prop_assert_eq!(&parsed.value, value, "{:?}", text);
        prop_assert_eq!(parsed.severity(), Some(Severity::Guess), "{:?}", text);
    }
    Ok(())
}

/// Text of all kinds of signs that is neither a placeholder nor the same as another one.
fn content() -> impl Strategy<Value = String> {
    // JSON comes first, so brackets may make another answer of the text.
    let signs = "[ -Z\\\\^-z|~äß日✨\\n\\t]{0,20}";
    (signs, 0..10_000u32).prop_map(|(signs, number)| format!("x{signs}{number}"))
}

fn finding() -> impl Strategy<Value = Finding> {
    let grades = [Grade::Critical, Grade::High, Grade::Medium, Grade::Low, Grade::Info];
    let fields = (
        proptest::sample::select(grades.to_vec()),
        content(),
        1..u32::MAX,
        content(),
    );
    fields.prop_map(|(severity, file, line, title)| Finding {
        severity,
        file,
        line,
        title,
    })
}

fn invoice_line() -> impl Strategy<Value = InvoiceLine> {
    let number = prop_oneof![any::<i32>().prop_map(f64::from), -1e9..1e9f64];
    let fields = (
        content(),
        any::<u32>(),
        number,
        any::<i64>(),
        any::<bool>(),
        proptest::option::of(content()),
    );
    fields.prop_map(|(article, quantity, price, stock_change, shipped, note)| InvoiceLine {
        article,
        quantity,
        price,
        stock_change,
        shipped,
        note,
    })
}

fn list() -> impl Strategy<Value = Vec<String>> {
    proptest::collection::vec(content(), 0..4)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn values_are_read_as_written(
        finding in finding(),
        line in invoice_line(),
        findings in proptest::collection::vec(finding(), 0..3),
        words in (content(), content(), content()),
        tags in list(),
        age in any::<Option<u8>>(),
        verse in any::<u32>(),
    ) {
        let (first, second, third) = words;
        is_read_as_written(&finding)?;
        is_read_as_written(&line)?;
        is_read_as_written(&Review { findings, summary: Some(first.clone()) })?;
        is_read_as_written(&Step { status: Status::InProgress, reason: first.clone() })?;
        is_read_as_written(&Person { name: first.clone(), age, tags: tags.clone() })?;
        is_read_as_written(&Verse { verse, text: second.clone(), selected: tags })?;
        is_read_as_written(&Address { street: first.clone(), zip_code: second.clone(), city: third.clone() })?;
        is_read_as_written(&CommitMessage { emoji: Some(first), title: second, message: third })?;
    }

    /// Whatever happens to such a text, reading it does not panic, and what is read of it is at least a guess.
    #[test]
    fn damage_is_never_less_than_a_guess(
        finding in finding(),
        person in (content(), any::<Option<u8>>(), list()),
        damage in proptest::collection::vec((any::<prop::sample::Index>(), 0..4usize, "[<>/:\\-\\n \"'&a`]{0,3}"), 1..4),
    ) {
        let (name, age, tags) = person;
        let texts = forms(&finding).into_iter().chain(forms(&Person { name, age, tags }));
        for mut text in texts {
            for (place, length, signs) in &damage {
                let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
                if places.is_empty() { break }
                let number = place.index(places.len());
                let end = places.get(number + length).copied().unwrap_or(text.len());
                text.replace_range(places[number]..end, signs);
            }
            // What is read of a bracket is JSON, and not a matter of the surfaces.
            // So is what is between quotes.
            if text.contains(['{', '[', '(', '"']) { continue }
            for options in [Options::default(), Options::lenient()] {
                let outcomes = [
                    Finding::parse_llm_with(&text, &options).map(|parsed| (parsed.severity(), parsed.span())),
                    Person::parse_llm_with(&text, &options).map(|parsed| (parsed.severity(), parsed.span())),
                    Review::parse_llm_with(&text, &options).map(|parsed| (parsed.severity(), parsed.span())),
                    <Vec<Finding>>::parse_llm_with(&text, &options).map(|parsed| (parsed.severity(), parsed.span())),
                    <Vec<String>>::parse_llm_with(&text, &options).map(|parsed| (parsed.severity(), parsed.span())),
                ];
                for (severity, span) in outcomes.into_iter().flatten() {
                    prop_assert!(severity >= Some(Severity::Guess), "{text:?}");
                    prop_assert!(text.get(span).is_some(), "{text:?}");
                }
            }
        }
    }
}

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/surfaces");
    let files = ["bullets", "lines", "no_answer", "tags"].map(|name| folder.join(format!("{name}.json")));
    files
        .iter()
        .flat_map(|file| {
            let text = std::fs::read_to_string(file).expect("a file of cases can be read");
            serde_json::from_str::<Vec<Case>>(&text).expect("a file of cases is JSON")
        })
        .collect()
}

#[test]
fn there_are_enough_texts() {
    let cases = cases();
    let count = |kind: &str| {
        let has_kind = |case: &&Case| case.repairs.iter().flatten().any(|repair| repair == kind);
        cases.iter().filter(has_kind).count()
    };
    assert!(count("tags_read") >= 40 && count("lines_read") >= 40 && count("bullets_read") >= 10);
    assert!(cases.iter().filter(|case| case.error.is_some()).count() >= 50);
}

#[test]
fn serde_types_are_read_the_same_way() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases/surfaces");
    let files = ["bullets", "lines", "no_answer", "tags"];
    let count: usize = files
        .iter()
        .map(|name| run_file_through_serde(&folder.join(format!("{name}.json"))))
        .sum();
    assert!(count > 100, "only {count} cases");
}

#[test]
fn every_repair_is_at_a_place_in_the_text() {
    for case in cases() {
        if let Ok(reading) = reader(&case.type_name)(&case.input, &case.options()) {
            assert!(case.input.get(reading.span.clone()).is_some(), "{}", case.name);
            for report in reading.repairs {
                assert!(
                    case.input.get(report.span.clone()).is_some(),
                    "{}: {report:?}",
                    case.name
                );
            }
        }
    }
}

/// The piece of the text that each repair or violation is about.
#[test]
fn places_are_those_of_the_text() {
    let place = |text: &str, path: &str| -> String {
        let outcome = Review::parse_llm(text);
        let span = match &outcome {
            Ok(parsed) => parsed
                .repairs()
                .iter()
                .find(|repair| repair.path().to_string() == path)
                .map(llm_output::Repair::span),
            Err(error) => error
                .violations()
                .iter()
                .find(|violation| violation.path().to_string() == path)
                .map(llm_output::Violation::span),
        };
        let span = span.unwrap_or_else(|| {
            panic!(
                "nothing at {path}: {:?}",
                outcome.map(|parsed| parsed.repairs().to_vec())
            )
        });
        text[span].to_owned()
    };
    let finding = "<severity> High </severity><file>a</file><line>1</line><title>t</title>";
    let text = format!("So:\n<findings><finding>{finding}</finding></findings><summary>s</summary>");
    assert_eq!(place(&text, "findings[0].severity"), "High");
    assert_eq!(
        place(&text.replace(" High ", "awful &amp; bad"), "findings[0].severity"),
        "awful &amp; bad"
    );
    assert_eq!(
        place(&text.replace("<line>1</line>", ""), "findings[0].line"),
        "<finding><severity> High </severity><file>a</file><title>t</title></finding>"
    );
    let text = "summary: s\nfindings:\n  - severity: low\n    file: a\n    line: 1\n    title: t\n  - severity: **High**\n    file: b\n    line: 2\n    title: u\n";
    assert_eq!(place(text, "findings[1].severity"), "**High**");
    assert_eq!(place(&text.replace("line: 2", "line: two"), "findings[1].line"), "two");
}

#[test]
fn an_empty_item_is_missing_where_its_marker_is() {
    let text = "verse: 1\ntext: a\nselected:\n- b\n-";
    let error = Verse::parse_llm(text).expect_err("the second item is empty");
    let violations = error.violations().iter();
    let places: Vec<_> = violations
        .map(|violation| (violation.path().to_string(), violation.span()))
        .collect();
    assert_eq!(places, [("selected[1]".to_owned(), text.len()..text.len())]);
}

#[test]
fn a_stream_ends_with_the_same_value() {
    fn check<T: Streamed + Debug>(text: &str) {
        let whole = T::parse_llm(text)
            .map(|parsed| format!("{parsed:?}"))
            .map_err(|error| error.to_string());
        let mut stream = T::stream();
        for c in text.chars() {
            stream.push(c.encode_utf8(&mut [0; 4]));
        }
        let streamed = stream
            .finish()
            .map(|parsed| format!("{parsed:?}"))
            .map_err(|error| error.to_string());
        assert_eq!(streamed, whole, "{text:?}");
    }
    for case in cases().iter().filter(|case| case.options.is_empty()) {
        match &*case.type_name {
            "Finding" => check::<Finding>(&case.input),
            "Review" => check::<Review>(&case.input),
            "Step" => check::<Step>(&case.input),
            "CommitMessage" => check::<CommitMessage>(&case.input),
            "Vec<String>" => check::<Vec<String>>(&case.input),
            _ => {}
        }
    }
}

/// With the surfaces off, no text of these is read at all, unless there is JSON in one of its values; the others are as before.
#[test]
fn no_surface_is_tried_where_it_is_off() {
    let kinds = ["tags_read", "lines_read", "bullets_read"];
    for case in cases() {
        let outcome = reader(&case.type_name)(&case.input, &case.options().surfaces(&[]));
        let is_surface = case.repairs.iter().flatten().any(|repair| kinds.contains(&&**repair));
        let reads_surface = |reading: &Reading| reading.repairs.iter().any(|repair| kinds.contains(&repair.kind));
        let is_json = case.name.contains("JSON");
        let is_off = match &outcome {
            Ok(reading) => !reads_surface(reading) && (!is_surface || is_json),
            Err(_) => true,
        };
        assert!(is_off, "{}: {}", case.name, told(&outcome));
    }
}
