//! The pass over a string's content against the decoder that takes whatever it meets.

use super::StringContent;
use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::scan;
use crate::record::Sink;
use crate::repair::Severity;

const PIECES: [&str; 24] = [
    "a",
    "bc ",
    "ñ",
    "日本",
    "🦀",
    "/",
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\t",
    "\\u00e9",
    "\\ud83e\\udd80",
    "\\ud83e",
    "\\u12",
    "\\x41",
    "\\d",
    "\\'",
    "'",
    "\n",
    "\t",
    "\u{1}",
    "\\\n",
    "a long piece of plain text without anything",
];

/// The text of the content by the pass, or `None` where it is odd, and by the decoder that takes whatever it meets.
/// What is recorded is the same.
fn both<const QUOTE: u8>(content: &str) -> (Option<String>, String) {
    let quote = char::from(QUOTE);
    let text = format!("{quote}{content}{quote}");
    let stop = scan::quoted_stop::<QUOTE>(text.as_bytes(), 1);
    let mut passed = StringContent::new(1, stop);
    passed.pass::<QUOTE, false>(text.as_bytes());
    assert_eq!(text.as_bytes().get(passed.end), Some(&QUOTE), "{text:?}");
    let mut cursor = Cursor::new(&text, 0, Sink::new(Some(Severity::Invented), 100));
    let decoded = cursor.decode(1..passed.end, quote, &Frame::root()).into_owned();
    let report = cursor.sink.report();
    let repairs = report.repairs().iter();
    let repairs: Vec<_> = repairs
        .map(|repair| (repair.kind().name().to_owned(), repair.span()))
        .collect();
    let controls = passed.controls.clone();
    if !passed.is_odd {
        let (mut quotes, mut at) = (Vec::new(), 1);
        while at < passed.end {
            let is_escape = text.as_bytes()[at] == b'\\';
            if is_escape && text.as_bytes()[at + 1] == b'"' {
                quotes.push(at + 1);
            }
            at += 1 + usize::from(is_escape);
        }
        assert!(passed.escaped_quotes(text.as_bytes()).eq(quotes), "{text:?}");
    }
    if passed.is_odd {
        assert!(
            repairs.iter().any(|(kind, _)| kind != "control_char_escaped"),
            "{text:?}"
        );
        return (None, decoded);
    }
    let expected: Vec<_> = controls
        .map(|place| ("control_char_escaped".to_owned(), place))
        .into_iter()
        .collect();
    assert_eq!(repairs, expected, "{text:?}");
    (Some(passed.text(&text)), decoded)
}

#[test]
fn content_is_passed_over_as_it_is_decoded() {
    let mut state = 7u64;
    let mut next = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    let mut even = 0;
    for _ in 0..20_000 {
        let content: String = (0..next(30)).map(|_| PIECES[next(PIECES.len())]).collect();
        // Odd pieces are drawn seldom enough for most contents to be even.
        let content = if next(4) > 0 {
            let odd = ["\\ud83e", "\\u12", "\\x41", "\\d", "\\\n"];
            odd.iter().fold(content.replace("\\ud83e\\udd80", "é"), |content, odd| {
                content.replace(odd, "é")
            })
        } else {
            content
        };
        let (passed, decoded) = both::<b'"'>(&content);
        assert!(passed.is_none_or(|passed| passed == decoded), "{content:?}");
        let (passed, decoded) = both::<b'\''>(&content.replace('\'', "\\'").replace("\\\\'", "\\'"));
        even += usize::from(passed.is_some());
        assert!(passed.is_none_or(|passed| passed == decoded), "{content:?}");
    }
    assert!(even > 5_000, "{even}");
}
