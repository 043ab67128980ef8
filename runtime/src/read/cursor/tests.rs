//! What is read after a retreat is what a fresh cursor reads, whatever was read before it.

use core::fmt::Debug;
use std::collections::BTreeMap;

use super::{Checkpoint, Cursor};
use crate::LlmOutput;
use crate::bounds::{DOUBTED, DOUBTED_FREELY};
use crate::path::Frame;
use crate::record::Sink;
use crate::repair::Severity;

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "only their `Debug` form is looked at")]
struct Fields {
    a: Option<u8>,
    b: Vec<String>,
    c: Option<f32>,
}

#[derive(Debug, LlmOutput)]
#[llm(tag = "a")]
#[expect(dead_code, reason = "only their `Debug` form is looked at")]
enum Kind {
    One { b: i64 },
    Two { b: Vec<String>, c: Option<u8> },
}

#[derive(Debug, LlmOutput)]
#[llm(untagged)]
#[expect(dead_code, reason = "only their `Debug` form is looked at")]
enum Either {
    Fields(Fields),
    Words(Vec<String>),
    Number(f64),
}

#[derive(Debug, LlmOutput)]
#[expect(dead_code, reason = "only their `Debug` form is looked at")]
struct Flat {
    a: String,
    #[llm(flatten)]
    rest: BTreeMap<String, u8>,
}

type Reader = fn(&mut Cursor<'_>) -> String;

fn read<T: LlmOutput + Debug>(cursor: &mut Cursor<'_>) -> String {
    format!("{:?}", T::__read(cursor, &Frame::root()))
}

const READERS: [Reader; 7] = [
    read::<Fields>,
    read::<Vec<Kind>>,
    read::<Either>,
    read::<Vec<Flat>>,
    read::<BTreeMap<String, Option<Vec<u8>>>>,
    read::<String>,
    read::<Vec<i8>>,
];

const TOKENS: [&str; 14] = [
    "{", "}", "[", "]", ": ", ", ", "\"a\"", "'b'", "c", "1", "null", "(", "\n``` ", "\"",
];

const LONGER: [&str; 14] = [
    "{\"a\": 1, ",
    "\"b\": [\"x\", ",
    "{a: 'One', ",
    "b: 2",
    "'c': {",
    "\"b\": \"it's \"x\" and\", ",
    "// so\n",
    "…",
    "}, {",
    ")]}",
    "\"A\": 1.5, ",
    "[[1, \"a\"], ",
    "N/A",
    "\\\"",
];

/// All that shows how a reading went, except for the work that it cost.
#[derive(Debug, PartialEq)]
struct Went {
    value: String,
    state: Checkpoint,
    record: String,
}

fn go(cursor: &mut Cursor<'_>, reader: Reader) -> Went {
    let value = reader(cursor);
    let state = cursor.checkpoint();
    let sink = core::mem::take(&mut cursor.sink);
    let is_cut = sink.cut;
    let record = format!("{is_cut} {:?}", sink.finish(cursor.whole()));
    Went { value, state, record }
}

fn fresh(text: &str, is_fenced: bool) -> Cursor<'_> {
    let mut cursor = Cursor::new(text, 0, Sink::new(Some(Severity::Invented), 1000));
    cursor.fenced = is_fenced;
    cursor
}

/// Reads `text` once right after what `first` reads, and once more after `between` was read there and taken back.
fn check(text: &str, [first, between, last]: [Reader; 3], is_fenced: bool) -> bool {
    let mut straight = fresh(text, is_fenced);
    first(&mut straight);
    let mut detour = fresh(text, is_fenced);
    first(&mut detour);
    let before = detour.checkpoint();
    between(&mut detour);
    if detour.sink.overflowed() {
        return false;
    }
    detour.restore(before);
    assert_eq!(detour.checkpoint(), before, "{text:?}");
    assert_eq!(go(&mut detour, last), go(&mut straight, last), "{text:?}");
    true
}

fn nothing(_: &mut Cursor<'_>) -> String {
    String::new()
}

/// `SCOPE_TOKENS=5 cargo test -p llm_output --lib --release every_short_text_is_read_the_same_after_a_retreat` reads all texts of up
/// to 5 tokens.
#[test]
fn every_short_text_is_read_the_same_after_a_retreat() {
    let most = std::env::var("SCOPE_TOKENS").map_or(3, |tokens| tokens.parse().expect("a number"));
    let mut text = String::new();
    let mut checked = 0;
    for length in 1..=most {
        for number in 0..TOKENS.len().pow(length) {
            text.clear();
            let mut rest = number;
            for _ in 0..length {
                text.push_str(TOKENS[rest % TOKENS.len()]);
                rest /= TOKENS.len();
            }
            for between in READERS {
                for last in READERS {
                    checked += usize::from(check(&text, [nothing, between, last], number % 2 == 0));
                }
            }
        }
    }
    assert!(checked > 100_000, "{checked}");
}

#[test]
fn longer_texts_are_read_the_same_after_a_retreat_from_any_place() {
    let mut state = 7u64;
    let mut next = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (state >> 33) as usize % limit
    };
    let mut checked = 0;
    for _ in 0..4_000 {
        let pieces = 2 + next(9);
        let text: String = (0..pieces)
            .map(|_| match next(3) {
                0 => TOKENS[next(TOKENS.len())],
                _ => LONGER[next(LONGER.len())],
            })
            .collect();
        let mut reader = || READERS[next(READERS.len())];
        let readers = [reader(), reader(), reader()];
        let first = if pieces % 2 == 0 { nothing } else { readers[0] };
        checked += usize::from(check(&text, [first, readers[1], readers[2]], pieces % 3 == 0));
    }
    assert!(checked > 3_500, "{checked}");
}

#[test]
fn going_back_to_a_string_or_number_restores_what_was_there_before_it() {
    for text in ["\"a\" b\"", "'it''s'", "1,5", "\"a\\\" b", "12 apples", "\"\"\"a\"\"\""] {
        let mut cursor = fresh(text, false);
        let before = cursor.checkpoint();
        read::<String>(&mut cursor);
        cursor.return_to_token(0, before.mark());
        // The last token differs, which every reading sets before it is asked for.
        cursor.token = 0..0;
        assert_eq!(cursor.checkpoint(), before, "{text:?}");
    }
}

#[test]
fn what_is_looked_at_in_an_inner_text_counts_for_the_outer_one() {
    let text = "x".repeat(1000);
    let mut cursor = Cursor::new(&text, 0, Sink::default());
    let before = cursor.work.total();
    cursor.within("[1, 2]", 0..6, |inner| {
        assert!(inner.look(100));
        assert!(inner.charge_reread(10));
        inner.look_at_key(1);
    });
    assert_eq!(cursor.work.total(), before - 111);
    // An inner text has no allowance that the outer one does not have.
    cursor.work.lookahead = 3;
    cursor.within("[1, 2]", 0..6, |inner| assert!(!inner.look(4)));
    assert_eq!(cursor.work.lookahead, 0);
}

#[test]
fn judging_quotes_costs_something_in_a_long_text_only() {
    let mut cursor = Cursor::new("[]", 0, Sink::default());
    let effort = cursor.effort();
    for _ in 0..DOUBTED_FREELY {
        cursor.count_judged();
    }
    assert_eq!(cursor.effort(), effort);
    cursor.within("[]", 0..2, |inner| inner.count_judged());
    assert_eq!(cursor.effort(), effort + DOUBTED);
}
