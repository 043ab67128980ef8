//! Documents in which one sign was deleted, doubled, replaced, inserted or swapped with another: none is read as another value in
//! silence. Unlike the kinds of damage in `damage.rs`, nobody has thought of these before.
//!
//! `EDITS=1000000 cargo test -p llm_output_tests --release --test edits -- --nocapture` runs that many, and prints how many were read right.

use llm_output::Options;
use llm_output_tests::corruption::Outcome;
use llm_output_tests::corruption::subjects::SUBJECTS;
use llm_output_tests::sample::Random;
use serde_json::Value;

/// What is inserted or written in place of a sign. Letters and digits are not: next to a text or number they would be a part of it.
const SIGNS: &[&str] = &[
    "\"", "'", "`", ",", ":", "{", "}", "[", "]", "(", ")", "\n", " ", "*", "#", "//", "/*", "*/", "-", "—", ";", "|",
    "=", "...", "“", "”", "<", ">", "\"\"", ",,", "\\\"", "~", "^", "@", "•", "&", "%", "\t", "```", "**", "?", "!",
    "+",
];

/// The signs of a document outside of its strings, with the quotes around them: where each one is, and its length.
fn signs(text: &str) -> Vec<(usize, usize)> {
    let mut signs = Vec::new();
    let (mut in_string, mut is_escaped) = (false, false);
    for (place, c) in text.char_indices() {
        let is_quote = c == '"' && !is_escaped;
        is_escaped = in_string && c == '\\' && !is_escaped;
        if is_quote {
            in_string = !in_string;
        }
        // Without its minus or point, a number is another one that nobody can tell from it.
        let is_sign = !in_string && !c.is_alphanumeric() && !matches!(c, '-' | '.' | '+');
        if is_quote || is_sign {
            signs.push((place, c.len_utf8()));
        }
    }
    signs
}

/// The text with one edit, and what that was.
fn edited(text: &str, random: &mut Random) -> Option<(String, String)> {
    let signs = signs(text);
    let (start, length) = *signs.get(random.below(signs.len()))?;
    let end = start + length;
    let (before, sign, after) = (&text[..start], &text[start..end], &text[end..]);
    let other = SIGNS[random.below(SIGNS.len())];
    let edit = match random.below(6) {
        0 => (format!("{before}{after}"), format!("{sign:?} deleted")),
        1 => (format!("{before}{sign}{sign}{after}"), format!("{sign:?} doubled")),
        2 => (
            format!("{before}{other}{sign}{after}"),
            format!("{other:?} before {sign:?}"),
        ),
        3 => (
            format!("{before}{sign}{other}{after}"),
            format!("{other:?} after {sign:?}"),
        ),
        4 => (
            format!("{before}{other}{after}"),
            format!("{other:?} in place of {sign:?}"),
        ),
        _ => {
            let (next, width) = *signs.get(random.below(signs.len()))?;
            if next < end {
                return None;
            }
            let (between, swapped, rest) = (&text[end..next], &text[next..next + width], &text[next + width..]);
            (
                format!("{before}{swapped}{between}{sign}{rest}"),
                format!("{sign:?} and {swapped:?} swapped"),
            )
        }
    };
    let joins =
        before.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    (!joins).then_some(edit)
}

#[test]
fn no_edit_of_one_sign_loses_anything_in_silence() {
    let texts = std::env::var("EDITS").map_or(20_000, |texts| texts.parse().expect("a number"));
    let mut random = Random::new(0xed17);
    let (mut counts, mut lost) = ([0_usize; Outcome::ALL.len()], Vec::new());
    for _ in 0..texts {
        let subject = &SUBJECTS[random.below(SUBJECTS.len())];
        let truth = (subject.draw)(&mut random);
        let text = if random.one_in(2) {
            serde_json::to_string(&truth)
        } else {
            serde_json::to_string_pretty(&truth)
        };
        let text = text.expect("a value can be written");
        let Some((edited, edit)) = edited(&text, &mut random) else {
            continue;
        };
        // What is valid JSON says what it says.
        if serde_json::from_str::<Value>(&edited).is_ok() {
            continue;
        }
        let reading = (subject.derived)(&edited, &Options::default());
        let outcome = Outcome::of(&truth, &reading);
        counts[outcome as usize] += 1;
        if outcome == Outcome::Lost {
            lost.push(format!(
                "{}: {edit}\n  {edited:?}\n  {:?}",
                subject.name,
                reading.expect("it was read").value
            ));
        }
    }
    println!(
        "{:?}",
        Outcome::ALL.map(|outcome| (outcome.name(), counts[outcome as usize]))
    );
    assert!(lost.is_empty(), "{} lost:\n{}", lost.len(), lost.join("\n"));
}
