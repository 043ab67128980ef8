//! Remarks, marks and comments between the tokens.

use super::catalogue::Catalogue;
use super::tokens::{Role, Token, Tokens, one_of};
use crate::sample::Random;

/// What is added, by the name of its style.
const STYLES: &[(&str, &[&str])] = &[
    (
        "remark in round brackets",
        &[
            "(optional)",
            "(years)",
            "(note)",
            "(see above)",
            "(default: 3)",
            "(e.g. the first, if any)",
            "(\"alias\")",
        ],
    ),
    ("remark in square brackets", &["[1]", "[sic]", "[optional]", "[^2]"]),
    ("remark in braces", &["{note}", "{1}", "{optional}"]),
    ("remark in angle brackets", &["<note>", "<optional>", "<1>"]),
    (
        "words",
        &["note", "see below", "e.g.", "which is", "approximately", "as requested"],
    ),
    (
        "sentence",
        &[
            "Note: this is a guess.",
            "I am not sure here.",
            "Let me continue: here it is.",
        ],
    ),
    (
        "line comment",
        &[
            "// remark\n",
            "// it's \"quoted\", with {braces}\n",
            "//\n",
            "// was: 7,\n",
        ],
    ),
    ("hash comment", &["# remark\n", "# see: the docs\n", "#\n"]),
    (
        "block comment",
        &[
            "/* remark */",
            "/* one, two: [3] */",
            "/* \"age\": 7 */",
            "/* multiple\nlines */",
        ],
    ),
    (
        "other comment",
        &[
            "<!-- remark -->",
            "-- remark\n",
            "; remark\n",
            "% remark\n",
            "(* remark *)",
        ],
    ),
    (
        "sign",
        &[
            "-", "\u{2022}", "*", "\u{2013}", "\u{2192}", ">", "|", "\\", "\u{2705}", "%", "~", "^", "!", "?", "&",
            "@", "\u{a7}",
        ],
    ),
    ("number", &["1.", "2)", "#3", "(4)", "5 -"]),
    ("html", &["<br>", "<b>", "</b>", "&nbsp;", "<br/>\n"]),
    ("ellipsis", &["...", "\u{2026}", "[...]", "(...)"]),
    (
        "thoughts",
        &[
            "<think>wait, let me check</think>",
            "\n\n(continuing)\n\n",
            "\n...continuing\n",
            "Hmm, let me think.\n",
        ],
    ),
    (
        "fence",
        &["```", "\n```\n", "\n```\n```json\n", "\n```\n\nContinued:\n\n```json\n"],
    ),
    (
        "control character",
        &["\u{0}", "\u{1b}[0m", "\u{7f}", "\u{8}", "\u{fffd}"],
    ),
    (
        "unusual space",
        &[
            "\u{a0}", "\u{200b}", "\u{feff}", "\u{2028}", "\u{3000}", "\u{ad}", "\u{202e}", "\r\r\n",
        ],
    ),
    ("escaped line break", &["\\n", "\\n\\n", "\\t", "\\r\\n", "\\"]),
    ("turn marker", &["<|im_end|>", "</s>", "<|eot_id|>", "[/INST]"]),
];

/// Where it is added.
#[derive(Debug, Clone, Copy)]
enum Place {
    BeforeKey,
    AfterKey,
    BeforeValue,
    AfterValue,
    BeforeElement,
    AfterElement,
    AfterOpener,
    BeforeCloser,
}

const PLACES: [(Place, &str); 8] = [
    (Place::BeforeKey, "before a key"),
    (Place::AfterKey, "after a key"),
    (Place::BeforeValue, "before a value"),
    (Place::AfterValue, "after a value"),
    (Place::BeforeElement, "before an element"),
    (Place::AfterElement, "after an element"),
    (Place::AfterOpener, "after an opener"),
    (Place::BeforeCloser, "before a closer"),
];

/// What is written on both sides of a key, value or element.
const MARKS: &[(&str, &str)] = &[
    ("**", "**"),
    ("*", "*"),
    ("_", "_"),
    ("__", "__"),
    ("`", "`"),
    ("~~", "~~"),
    ("<b>", "</b>"),
    ("<code>", "</code>"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("<", ">"),
    ("|", "|"),
    ("$", "$"),
    ("==", "=="),
    ("\\", "\\"),
    ("<span class=\"k\">", "</span>"),
    ("```", "```"),
    ("```json\n", "\n```"),
    ("<value>", "</value>"),
    ("\u{2022} ", ""),
    ("- ", ""),
    ("* ", ""),
    ("1. ", ""),
    ("- **", "**"),
    ("> ", ""),
    ("### ", ""),
    ("? ", ""),
    ("[ ] ", ""),
    ("\u{2705} ", ""),
    ("", ";"),
    ("", "."),
    ("", "!"),
    ("", " (?)"),
];

pub(super) fn add(catalogue: &mut Catalogue) {
    for (style, texts) in STYLES {
        for (place, at) in PLACES {
            // An array before an element is an element.
            if *style == "remark in square brackets" && matches!(place, Place::BeforeElement) {
                continue;
            }
            catalogue.tokens(format!("{style} {at}"), move |tokens, random| {
                let at = spot(tokens, place, random)?;
                let text = random.pick(texts);
                // An array between elements is an element.
                let is_element = text.starts_with('[') && in_list(tokens, at) && !matches!(place, Place::AfterElement);
                (!is_element).then_some(())?;
                // A sign or a number beside a number is part of it.
                let is_scalar = |at: usize| tokens.list.get(at).is_some_and(|token| token.role == Role::Scalar);
                let is_beside = (at.saturating_sub(2)..=at + 1).any(is_scalar);
                (!is_beside || !matches!(*style, "sign" | "number")).then_some(())?;
                let text = match random.below(4) {
                    0 => text.to_owned(),
                    1 => format!(" {text}"),
                    2 => format!("{text} "),
                    _ => format!(" {text} "),
                };
                tokens.insert(at, &text);
                Some(())
            });
        }
    }
    for (open, close) in MARKS {
        catalogue.tokens(format!("{open:?} and {close:?} around keys"), move |tokens, random| {
            mark(tokens, random, open, close, |tokens| {
                (0..tokens.list.len())
                    .filter(|at| tokens.list[*at].role == Role::Key)
                    .map(|at| (at, at))
                    .collect()
            })
        });
        catalogue.tokens(
            format!("{open:?} and {close:?} around values"),
            move |tokens, random| {
                mark(tokens, random, open, close, |tokens| {
                    tokens
                        .members()
                        .into_iter()
                        .map(|(_, start, end)| (start, end))
                        .collect()
                })
            },
        );
        catalogue.tokens(
            format!("{open:?} and {close:?} around elements"),
            move |tokens, random| mark(tokens, random, open, close, Tokens::elements),
        );
        catalogue.tokens(
            format!("{open:?} and {close:?} around members"),
            move |tokens, random| {
                mark(tokens, random, open, close, |tokens| {
                    tokens.members().into_iter().map(|(key, _, end)| (key, end)).collect()
                })
            },
        );
        if !open.contains('"') {
            catalogue.tokens(
                format!("{open:?} and {close:?} for the quotes of a key"),
                move |tokens, random| {
                    // Letters and digits before a key of a map are part of it.
                    let has_letters = open.contains(char::is_alphanumeric);
                    let is_key = |token: &Token| token.role == Role::Key && (!has_letters || token.is_field());
                    for at in tokens.pick_some(random, is_key)? {
                        tokens.list[at].quote(open, close);
                    }
                    Some(())
                },
            );
        }
    }
    commented_out(catalogue);
}

fn commented_out(catalogue: &mut Catalogue) {
    catalogue.tokens("one member commented out", |tokens, random| {
        let (key, _, end) = one_of(random, &tokens.members())?;
        let text = tokens.written_from(key, end);
        (!text.contains('\n')).then_some(())?;
        let comma = tokens.list.get(end + 1).is_some_and(|token| token.role == Role::Comma);
        let last = if comma { end + 1 } else { end };
        let text = tokens.written_from(key, last);
        let text = match random.below(3) {
            0 => format!("// {text}\n"),
            1 => format!("# {text}\n"),
            _ => format!("/* {text} */"),
        };
        tokens.replace(key, last, &text);
        Some(())
    });
    catalogue.tokens("one element commented out", |tokens, random| {
        let (start, end) = one_of(random, &tokens.elements())?;
        (tokens.list[start].role != Role::Scalar).then_some(())?;
        let comma = tokens.list.get(end + 1).is_some_and(|token| token.role == Role::Comma);
        let last = if comma { end + 1 } else { end };
        let text = tokens.written_from(start, last);
        (!text.contains('\n')).then_some(())?;
        tokens.replace(start, last, &format!("// {text}\n"));
        Some(())
    });
    for (name, text) in [
        ("one member as an ellipsis", "..."),
        ("one member as a remark in round brackets", "(rest unchanged)"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let (key, start, end) = one_of(random, &tokens.members())?;
            (tokens.list[start].role != Role::Null).then(|| tokens.replace(key, end, text))
        });
    }
}

/// The place where a remark is inserted.
fn spot(tokens: &Tokens, place: Place, random: &mut Random) -> Option<usize> {
    match place {
        Place::BeforeKey => tokens.pick(random, |token| token.role == Role::Key),
        Place::AfterKey => tokens.pick(random, |token| token.role == Role::Key).map(|at| at + 1),
        Place::BeforeValue => one_of(random, &tokens.members()).map(|(_, start, _)| start),
        Place::AfterValue => one_of(random, &tokens.members()).map(|(_, _, end)| end + 1),
        Place::BeforeElement => one_of(random, &tokens.elements()).map(|(start, _)| start),
        Place::AfterElement => one_of(random, &tokens.elements()).map(|(_, end)| end + 1),
        // In an empty list a word would be an element.
        Place::AfterOpener => container(tokens, random).map(|(opener, _)| opener + 1),
        Place::BeforeCloser => container(tokens, random).map(|(_, closer)| closer),
    }
}

/// Opener and closer of an array or object that is not empty.
fn container(tokens: &Tokens, random: &mut Random) -> Option<(usize, usize)> {
    let containers = [tokens.containers(true), tokens.containers(false)].concat();
    one_of(random, &containers)
}

/// Writes marks around one or all of the ranges.
fn mark(
    tokens: &mut Tokens,
    random: &mut Random,
    open: &str,
    close: &str,
    ranges: impl Fn(&Tokens) -> Vec<(usize, usize)>,
) -> Option<()> {
    let mut ranges = ranges(tokens);
    // A number after a hash is a remark, and after a hyphen or another number it is another number.
    let changes_numbers = open.starts_with(['#', '-', '1']);
    ranges.retain(|(start, _)| !changes_numbers || tokens.list[*start].role != Role::Scalar);
    // One range may contain another one, so all of them only where they do not.
    let is_flat = ranges.windows(2).all(|pair| pair[0].1 < pair[1].0);
    if !is_flat || random.one_in(2) {
        ranges = vec![one_of(random, &ranges)?];
    }
    for (start, end) in ranges.iter().rev() {
        tokens.insert(end + 1, close);
        tokens.insert(*start, open);
    }
    (!ranges.is_empty()).then_some(())
}

/// Whether a token that is inserted there is in a list.
fn in_list(tokens: &Tokens, at: usize) -> bool {
    let mut open = Vec::new();
    for token in &tokens.list[..at] {
        match token.role {
            Role::Opener => open.push(token.is_list),
            Role::Closer => drop(open.pop()),
            _ => {}
        }
    }
    open.last() == Some(&true)
}
