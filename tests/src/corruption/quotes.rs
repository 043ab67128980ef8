//! Quotation marks that are missing, doubled, escaped or of another kind.

use super::catalogue::Catalogue;
use super::tokens::{Role, Token, Tokens, Within};
use crate::sample::Random;

/// Opening and closing marks.
const PAIRS: &[(&str, &str)] = &[
    ("'", "'"),
    ("`", "`"),
    ("\u{201c}", "\u{201d}"),
    ("\u{201d}", "\u{201d}"),
    ("\u{201d}", "\u{201c}"),
    ("\u{201e}", "\u{201c}"),
    ("\u{201e}", "\u{201d}"),
    ("\u{ab}", "\u{bb}"),
    ("\u{bb}", "\u{ab}"),
    ("\u{2039}", "\u{203a}"),
    ("\u{2018}", "\u{2019}"),
    ("\u{201a}", "\u{2018}"),
    ("\u{300c}", "\u{300d}"),
    ("\u{300e}", "\u{300f}"),
    ("\u{ff02}", "\u{ff02}"),
    ("\u{2033}", "\u{2033}"),
    ("\u{b4}", "\u{b4}"),
    ("''", "''"),
    ("\"\"", "\"\""),
    ("\"\"\"", "\"\"\""),
    ("'''", "'''"),
    ("```", "```"),
    ("``", "''"),
    ("\u{201c}", "\""),
    ("\"", "\u{201d}"),
    ("\"", "\u{201c}"),
    ("\u{201e}", "\""),
    ("\u{ab}", "\""),
    ("'", "\""),
    ("\"", "'"),
    ("`", "'"),
    ("`", "\""),
    ("\"", "`"),
    ("\u{2018}", "'"),
    ("&quot;", "&quot;"),
    ("&#34;", "&#34;"),
    ("\\\"", "\\\""),
    ("\\\"", "\""),
    ("\"", "\\\""),
    ("\\'", "\\'"),
    ("\\\\\"", "\\\\\""),
    ("\"'", "'\""),
    ("'\"", "\"'"),
    ("\"`", "`\""),
    ("<", ">"),
    ("", "\""),
    ("\"", ""),
    ("", ""),
    ("\"\"", "\""),
    ("\"", "\"\""),
    ("\" \"", "\""),
    ("\"", "\" \""),
    ("$", "$"),
    ("\u{2}", "\u{2}"),
];

/// Letters that other languages write before a string.
const PREFIXES: &[&str] = &["r", "f", "b", "u", "R", "L", "@", "$", "String ", "str:", "\\"];

pub(super) fn add(catalogue: &mut Catalogue) {
    for (open, close) in PAIRS {
        catalogue.tokens(format!("key in {open}\u{2026}{close}"), move |tokens, random| {
            requote(tokens, random, Role::Key, None, open, close)
        });
        catalogue.tokens(
            format!("string value in {open}\u{2026}{close}"),
            move |tokens, random| requote(tokens, random, Role::Text, Some(Within::Object), open, close),
        );
        catalogue.tokens(
            format!("string element in {open}\u{2026}{close}"),
            move |tokens, random| requote(tokens, random, Role::Text, Some(Within::List), open, close),
        );
    }
    for (open, close) in [
        ("'", "'"),
        ("`", "`"),
        ("\u{201c}", "\u{201d}"),
        ("\\\"", "\\\""),
        ("\"\"", "\"\""),
    ] {
        catalogue.tokens(format!("every string in {open}\u{2026}{close}"), move |tokens, _| {
            let places: Vec<usize> = (0..tokens.list.len())
                .filter(|at| tokens.list[*at].is_string())
                .collect();
            write_quotes(tokens, &places, open, close)
        });
    }
    strings(catalogue);
}

fn strings(catalogue: &mut Catalogue) {
    for prefix in PREFIXES {
        catalogue.tokens(format!("prefix {prefix} before strings"), move |tokens, random| {
            for at in tokens.pick_some(random, |token| token.role == Role::Text)? {
                // Without its opening quote, a string would begin with that letter.
                (!tokens.list[at].open.is_empty()).then_some(())?;
                tokens.list[at].open.insert_str(0, prefix);
            }
            Some(())
        });
    }
    catalogue.tokens("quotes missing between two elements", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma && token.is_list)?;
        let next = (at + 1..tokens.list.len()).find(|next| tokens.list[*next].role != Role::Space)?;
        let both = at > 0 && tokens.list[at - 1].role == Role::Text && tokens.list[next].role == Role::Text;
        both.then_some(())?;
        // Without the comma and a quote, a blank element is no more than a doubled quote of the element next to it.
        let is_blank = |at: usize| tokens.list[at].body.trim().is_empty();
        (!is_blank(at - 1) && !is_blank(next)).then_some(())?;
        // Only commas are left, which may be part of a string: one of the quotes has to stay.
        (!tokens.list[at - 1].close.is_empty() && !tokens.list[next].open.is_empty()).then_some(())?;
        if random.one_in(2) {
            tokens.list[at - 1].close.clear();
        } else {
            tokens.list[next].open.clear();
        }
        Some(())
    });
    catalogue.tokens("closing quote after the comma", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma)?;
        let before = at
            .checked_sub(1)
            .filter(|before| tokens.list[*before].role == Role::Text)?;
        tokens.list[before].close.clear();
        tokens.list[at].body.push('"');
        Some(())
    });
    catalogue.tokens("inner quotes not escaped", |tokens, random| {
        let at = tokens.pick(random, is_safe_to_unescape)?;
        tokens.list[at].body = tokens.list[at].body.replace("\\\"", "\"");
        Some(())
    });
    catalogue.tokens("line breaks and tabs not escaped", |tokens, _| {
        let strings = tokens.list.iter_mut().filter(|token| token.is_string());
        for token in strings.filter(|token| !token.body.contains("\\\\")) {
            token.body = token.body.replace("\\n", "\n").replace("\\t", "\t");
        }
        Some(())
    });
    catalogue.tokens("apostrophes escaped", |tokens, _| {
        for token in tokens.list.iter_mut().filter(|token| token.is_string()) {
            token.body = token.body.replace('\'', "\\'");
        }
        Some(())
    });
    catalogue.tokens("string wrapped over two lines", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Text && token.body.contains(' '))?;
        tokens.list[at].body = tokens.list[at].body.replacen(' ', "\n", 1);
        Some(())
    });
    catalogue.tokens("string as a sum of two", |tokens, random| {
        split(tokens, random, "\" + \"")
    });
    catalogue.tokens("string as two adjacent ones", |tokens, random| {
        split(tokens, random, "\" \"")
    });
    catalogue.tokens("string continued after a backslash", |tokens, random| {
        split(tokens, random, "\\\n")
    });
    catalogue.tokens("chunk repeated inside a string", |tokens, random| {
        let at = tokens.pick(random, |token| {
            token.role == Role::Text && token.body.chars().count() > 6
        })?;
        let place = boundary(&tokens.list[at].body, random)?;
        let chunk = tokens.list[at].body[..place].to_owned();
        tokens.list[at].body.insert_str(place, &chunk);
        // The text has to be invalid, or nobody would count it.
        tokens.insert(tokens.list.len(), ",");
        Some(())
    });
    catalogue.tokens("remark on a line of its own inside a string", |tokens, random| {
        let at = tokens.pick(random, |token| {
            token.role == Role::Text && token.body.chars().count() > 6
        })?;
        let place = boundary(&tokens.list[at].body, random)?;
        tokens.list[at].body.insert_str(place, "\n\n[continued]\n\n");
        Some(())
    });
}

fn requote(
    tokens: &mut Tokens,
    random: &mut Random,
    role: Role,
    within: Option<Within>,
    open: &str,
    close: &str,
) -> Option<()> {
    let places = tokens.pick_some(random, |token| {
        token.role == role && within.is_none_or(|within| token.within == within)
    })?;
    write_quotes(tokens, &places, open, close)
}

/// Replaces the quotes of these strings. A string that holds one of the marks would end at that mark, so it keeps its quotes.
fn write_quotes(tokens: &mut Tokens, places: &[usize], open: &str, close: &str) -> Option<()> {
    let mut changed = None;
    for at in places {
        let token = &mut tokens.list[*at];
        let has_mark = |mark: &str| !mark.is_empty() && mark != "\"" && token.body.contains(mark);
        // Without quotes, or without one of them, only a string that has no sign of the syntax has one reading.
        let is_bare = open.is_empty() || close.is_empty() || open == "$" || open == "<";
        let has_sign = token
            .body
            .contains(['"', ',', ':', '}', ']', '{', '[', '#', '/', '\\', '\n']);
        // An empty one would be no value at all, and a literal another one.
        let is_literal = ["null", "None", "true", "false", "True", "False"].contains(&token.body.trim());
        // Between two pairs of single quotes, signs alone are what separates two empty strings.
        let is_separator = open == "''" && token.body.contains(',') && !token.body.contains(char::is_alphanumeric);
        // An empty string in three quotes is where another string in three quotes begins.
        let is_triple = open.len() + close.len() == 3 && open.starts_with('"') && token.body.is_empty();
        let is_blank = token.body.trim().is_empty();
        let is_ambiguous = is_separator || is_triple || (is_bare && (has_sign || is_blank || is_literal));
        // What another damage left without quotes is no string any more: quotes around it would make another value of it.
        let is_string = !(token.open.is_empty() && token.close.is_empty());
        if is_string && !has_mark(open) && !has_mark(close) && !is_ambiguous {
            token.quote(open, close);
            changed = Some(());
        }
    }
    changed
}

/// Whether a string has escaped quotes, and none of them could be its end once the backslash is gone.
fn is_safe_to_unescape(token: &Token) -> bool {
    token.role == Role::Text
        && token.body.contains("\\\"")
        && !token.body.contains("\\\\")
        && token.body.match_indices("\\\"").all(|(at, _)| {
            let rest = token.body[at + 2..].trim_start();
            !rest.is_empty() && !rest.starts_with([',', '}', ']', ':', '\\'])
        })
}

/// Writes `middle` into a string that is a member, at a space.
fn split(tokens: &mut Tokens, random: &mut Random, middle: &str) -> Option<()> {
    let at = tokens.pick(random, |token| {
        token.role == Role::Text && token.within == Within::Object && token.body.contains(' ')
    })?;
    let place = tokens.list[at].body.find(' ')?;
    tokens.list[at].body.insert_str(place, middle);
    Some(())
}

/// A place inside an escaped text where no escape is cut.
fn boundary(body: &str, random: &mut Random) -> Option<usize> {
    let places: Vec<usize> = (body.char_indices())
        .map(|(at, _)| at)
        .filter(|at| *at > 0 && !body[..*at].ends_with('\\'))
        .filter(|at| !body[..*at].contains('\\'))
        .collect();
    super::tokens::one_of(random, &places)
}
