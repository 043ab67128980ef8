//! What happens to a text when the budget for looking ahead is used up.

use super::readers::CURSOR_READERS;
#[cfg(all(feature = "any", feature = "serde"))]
use super::readers::through_serde::CURSOR_READERS as SERDE_READERS;
use crate::read::cursor::Cursor;
use crate::record::Sink;
use crate::repair::Severity;

#[cfg(not(all(feature = "any", feature = "serde")))]
const SERDE_READERS: &[super::readers::CursorReader] = &[];

/// Once the allowance for looking ahead or for going back is spent, reading may give up, but it never leaves the text.
#[test]
fn reading_stays_within_the_text_when_the_allowance_is_spent() {
    const PIECES: [&str; 26] = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        "'",
        ":",
        ",",
        "\\\"",
        "\\",
        "\n",
        " ",
        "title",
        "\"name\": ",
        "\"tags\": [",
        "size: 1",
        "parts: [{",
        "\"a\\\", tags: [\"b\"]",
        "ä",
        "“",
        "(",
        "``",
        "```\n",
        "// ",
        "null",
        "\"facts\": {\"a\": \"b\" c",
    ];
    let mut state = 11u64;
    let mut next = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    let mut gave_up = 0;
    for _ in 0..20_000 {
        let inner: String = (0..next(40)).map(|_| PIECES[next(PIECES.len())]).collect();
        let text = format!("{}{inner}", ["{\"title\": \"", "[{\"name\": \"", "{", "["][next(4)]);
        let allowance = next(60);
        let returns = [next(60), 1 << 20][next(2)];
        for read in CURSOR_READERS.iter().chain(SERDE_READERS) {
            let mut cursor = Cursor::new(&text, 0, Sink::new(Some(Severity::Invented), 100));
            cursor.work.lookahead = allowance;
            cursor.work.returns = returns;
            cursor.fenced = allowance % 3 == 0;
            read(&mut cursor);
            gave_up += usize::from(cursor.sink.overflowed());
            assert!(cursor.pos <= text.len(), "{text:?}");
        }
    }
    assert!(gave_up > 1_000, "{gave_up}");
}
