//! How far what is shown is behind the text: for valid JSON, one token and a few bytes.

use llm_output::LlmOutput;
use llm_output_tests::types::{Review, ReviewPartial};

/// Something that has to be shown, and where the text of it ends.
struct Expected {
    end: usize,
    is_shown: Box<dyn Fn(&ReviewPartial) -> bool>,
}

fn add(text: &mut String, piece: &str) {
    text.push_str(piece);
}

/// A review in `indent`, with what has to be shown of it.
fn review(indent: &str) -> (String, Vec<Expected>) {
    let mut text = format!("{{{indent}\"findings\":{indent}[");
    let mut expected: Vec<Expected> = Vec::new();
    for number in 0..30 {
        let title = "word".repeat(1 + number);
        let separator = if number == 0 { "" } else { "," };
        add(
            &mut text,
            &format!("{separator}{indent}{{{indent}\"severity\":{indent}\"high\""),
        );
        expected.push(Expected {
            end: text.len(),
            is_shown: Box::new(move |review| {
                review
                    .findings
                    .get(number)
                    .is_some_and(|finding| finding.severity.is_some())
            }),
        });
        add(&mut text, &format!(",{indent}\"file\":{indent}\""));
        for letter in "src/file.rs".chars() {
            text.push(letter);
            let so_far = text[text.rfind('"').expect("the quote was just written") + 1..].to_owned();
            expected.push(Expected {
                end: text.len(),
                is_shown: Box::new(move |review| {
                    let file = review.findings.get(number).and_then(|finding| finding.file.as_ref());
                    file.is_some_and(|file| file.starts_with(&so_far))
                }),
            });
        }
        add(&mut text, &format!("\",{indent}\"line\":{indent}{}", number + 1));
        expected.push(Expected {
            end: text.len(),
            is_shown: Box::new(move |review| {
                review
                    .findings
                    .get(number)
                    .is_some_and(|finding| finding.line.is_some())
            }),
        });
        add(&mut text, &format!(",{indent}\"title\":{indent}\"{title}"));
        expected.push(Expected {
            end: text.len(),
            is_shown: Box::new(move |review| {
                let shown = review.findings.get(number).and_then(|finding| finding.title.as_ref());
                shown == Some(&title)
            }),
        });
        add(&mut text, &format!("\"{indent}}}"));
    }
    add(
        &mut text,
        &format!("{indent}],{indent}\"summary\":{indent}null{indent}}}\n"),
    );
    (text, expected)
}

/// A value is shown at the latest when the next token and eight further bytes have come, white space not counted.
#[test]
fn what_is_shown_is_at_most_one_token_and_eight_bytes_behind() {
    for indent in ["", " ", "\n    "] {
        let (text, expected) = review(indent);
        let mut stream = Review::stream();
        let mut at = 0;
        for Expected { end, is_shown } in expected {
            while !is_shown(stream.partial()) {
                assert!(at < text.len(), "never shown: {}", &text[..end]);
                stream.push(&text[at..=at]);
                at += 1;
            }
            let behind: Vec<char> = text[end.min(at)..at].chars().filter(|c| !c.is_whitespace()).collect();
            // The longest token that follows a value here is the key `"summary"`.
            let allowed = "\"summary\"".len() + 8;
            assert!(behind.len() <= allowed, "{behind:?} behind {:?}", &text[..end]);
        }
    }
}

/// A string that is being written is shown up to its last character.
#[test]
fn a_string_is_shown_to_its_last_letter() {
    let mut stream = Review::stream();
    stream.push(r#"{"findings": [], "summary": ""#);
    let mut sent = String::new();
    for letter in "Letters,commas,and\u{e9}\u{1f680}:{[()]}'`~".chars() {
        sent.push(letter);
        let shown = stream.push(letter.encode_utf8(&mut [0; 4])).summary.clone();
        let shown = shown.expect("it has begun");
        // A comma at the end waits for what follows it.
        assert_eq!(shown, sent.trim_end_matches(','));
    }
}
