//! Commas and colons that are missing, doubled, moved or replaced by another sign.

use super::catalogue::Catalogue;
use super::tokens::{Role, Token, Tokens, Within, one_of};
use crate::sample::Random;

const COMMAS: &[&str] = &[
    "\u{3001}",
    "\u{ff0c}",
    "|",
    ";",
    "\u{2022}",
    "-",
    " - ",
    " \u{2013} ",
    "=",
    "=>",
    "->",
    "\t",
    "\n",
    "/",
    " & ",
    " and ",
    ".",
    ":",
    "\\",
    "~",
    "\u{b7}",
    "*",
    ",,",
    ", ,",
    ",;",
    "||",
    "<br>",
    "\\n",
];

const COLONS: &[&str] = &[
    "\u{ff1a}",
    "=",
    "=>",
    "->",
    " - ",
    " \u{2013} ",
    " \u{2014} ",
    ",",
    ";",
    "|",
    " is ",
    "\t",
    "\n",
    ":=",
    "\u{2192}",
    "::",
    ": :",
    ":-",
    "?",
    "~",
    " : =",
    ".",
    "(:)",
    "\u{2236}",
    "==",
];

pub(super) fn add(catalogue: &mut Catalogue) {
    catalogue.tokens("comma lost between elements", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma && token.is_list)?;
        (!glues_numbers(tokens, at)).then_some(())?;
        tokens.remove(at, at);
        // Between two empty strings, another one is a string in triple quotes.
        let written = tokens.written();
        ["\"\"\"", "'''"]
            .iter()
            .all(|quotes| written.matches(quotes).count() < 2)
            .then_some(())
    });
    catalogue.tokens("comma lost between members", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma && !token.is_list)?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("every comma lost", |tokens, _| {
        let before = tokens.list.len();
        let mut commas = (0..before).filter(|&at| tokens.list[at].role == Role::Comma);
        let glues = commas.any(|at| glues_numbers(tokens, at));
        tokens.list.retain(|token| token.role != Role::Comma);
        (tokens.list.len() < before && !glues).then_some(())
    });
    for sign in COMMAS {
        catalogue.tokens(format!("one comma as {sign:?}"), move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == Role::Comma)?;
            is_no_point(sign, tokens, at).then_some(())?;
            (*sign).clone_into(&mut tokens.list[at].body);
            Some(())
        });
        catalogue.tokens(format!("commas of one container as {sign:?}"), move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == Role::Comma)?;
            for at in tokens.commas_of(tokens.list[at].container) {
                is_no_point(sign, tokens, at).then_some(())?;
                (*sign).clone_into(&mut tokens.list[at].body);
            }
            Some(())
        });
    }
    catalogue.tokens("colon lost", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Colon)?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("every colon lost", |tokens, _| {
        let before = tokens.list.len();
        tokens.list.retain(|token| token.role != Role::Colon);
        (tokens.list.len() < before).then_some(())
    });
    for sign in COLONS {
        catalogue.tokens(format!("one colon as {sign:?}"), move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == Role::Colon)?;
            is_no_minus(sign, tokens, at).then_some(())?;
            (*sign).clone_into(&mut tokens.list[at].body);
            Some(())
        });
        catalogue.tokens(format!("every colon as {sign:?}"), move |tokens, random| {
            let mut colons = (0..tokens.list.len()).filter(|&at| tokens.list[at].role == Role::Colon);
            colons.all(|at| is_no_minus(sign, tokens, at)).then_some(())?;
            let places = tokens.pick_some(random, |token| token.role == Role::Colon)?;
            let container_wide = tokens.list.iter_mut().filter(|token| token.role == Role::Colon);
            for token in container_wide {
                (*sign).clone_into(&mut token.body);
            }
            (!places.is_empty()).then_some(())
        });
    }
    moved(catalogue);
}

/// Whether the values around a comma are two numbers side by side. Without it they become one, which nobody can take apart.
fn glues_numbers(tokens: &Tokens, comma: usize) -> bool {
    let written = |tokens: &[Token]| tokens.iter().map(Token::written).collect::<String>();
    let (before, after) = (written(&tokens.list[..comma]), written(&tokens.list[comma + 1..]));
    // An exponent may be cut, or a sign added.
    let number = before.trim_end_matches(['e', '.', ';', '|']);
    number.ends_with(|c: char| c.is_ascii_digit()) && after.starts_with(|c: char| c.is_ascii_digit() || c == '-')
}

/// Whether a comma that is written as `sign` leaves the values around it apart: `5, 0` with a point is the whole number `5.0`.
fn is_no_point(sign: &str, tokens: &Tokens, comma: usize) -> bool {
    let body = |at: usize| tokens.list.get(at).map_or("", |token| token.body.as_str());
    let is_number = |body: &str| body.ends_with(|c: char| c.is_ascii_digit());
    let is_zero = |body: &str| body.bytes().all(|byte| byte == b'0');
    let before = comma.checked_sub(1).map_or("", body);
    sign != "." || !is_number(before) || !is_zero(body(comma + 1))
}

/// Whether a colon that is written as `sign` leaves the next value as it is: `:-` before `1` is a colon and a valid number.
fn is_no_minus(sign: &str, tokens: &Tokens, colon: usize) -> bool {
    let next = tokens.list.get(colon + 1).map_or("", |token| token.body.as_str());
    !sign.ends_with('-') || !next.starts_with(|c: char| c.is_ascii_digit())
}

fn moved(catalogue: &mut Catalogue) {
    catalogue.tokens("comma after an opener", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Opener)?;
        tokens.insert(at + 1, ",");
        Some(())
    });
    catalogue.tokens("trailing comma", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Closer)?;
        tokens.insert(at, ",");
        Some(())
    });
    catalogue.tokens("comma after the last closer", |tokens, _| {
        tokens.insert(tokens.list.len(), ",");
        Some(())
    });
    catalogue.tokens("comma moved into the closing quote", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma)?;
        let token = tokens.list[..at].iter_mut().next_back()?;
        (token.role == Role::Text).then(|| token.body.push(','))?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("comma moved into the opening quote", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma)?;
        let next = (at + 1..tokens.list.len()).find(|next| tokens.list[*next].role != Role::Space)?;
        tokens.list[next]
            .is_string()
            .then(|| tokens.list[next].body.insert(0, ','))?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("colon moved into the closing quote of the key", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Colon)?;
        let key = at.checked_sub(1).filter(|key| tokens.list[*key].role == Role::Key)?;
        tokens.list[key].body.push(':');
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("colon moved into the opening quote of the value", |tokens, random| {
        let (at, value) = colon_and_text(tokens, random)?;
        tokens.list[value].body.insert(0, ':');
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("member in one pair of quotes", |tokens, random| {
        let (at, value) = colon_and_text(tokens, random)?;
        let key = at.checked_sub(1).filter(|key| tokens.list[*key].role == Role::Key)?;
        tokens.list[key].close.clear();
        tokens.list[value].open.clear();
        Some(())
    });
    catalogue.tokens("quotes of key and value swapped with the colon", |tokens, random| {
        let (at, value) = colon_and_text(tokens, random)?;
        let key = at.checked_sub(1).filter(|key| tokens.list[*key].role == Role::Key)?;
        // They are swapped only if they are neighbours.
        let are_quotes = tokens.list[key].close == "\"" && tokens.list[value].open == "\"" && value <= at + 2;
        are_quotes.then_some(())?;
        tokens.list[key].close.clear();
        ":\"".clone_into(&mut tokens.list[at].body);
        tokens.list[value].open.clear();
        Some(())
    });
    catalogue.tokens("comma instead of a space in a member", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Colon)?;
        ":,".clone_into(&mut tokens.list[at].body);
        Some(())
    });
    catalogue.tokens("comma before a colon", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Colon)?;
        ",:".clone_into(&mut tokens.list[at].body);
        Some(())
    });
    catalogue.tokens("colon after a value", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Comma)?;
        ":,".clone_into(&mut tokens.list[at].body);
        Some(())
    });
    catalogue.tokens("element with a number as its key", |tokens, random| {
        let (_, containers) = (0, tokens.containers(true));
        let (opener, closer) = one_of(random, &containers)?;
        let places: Vec<usize> = (tokens.elements().into_iter())
            .filter(|(start, _)| *start > opener && *start < closer)
            .map(|(start, _)| start)
            .collect();
        for (index, at) in places.iter().enumerate().rev() {
            tokens.insert(*at, &format!("{index}: "));
        }
        (!places.is_empty()).then_some(())
    });
}

/// A colon before a string, and the string.
fn colon_and_text(tokens: &Tokens, random: &mut Random) -> Option<(usize, usize)> {
    let at = tokens.pick(random, |token| token.role == Role::Colon)?;
    let value = (at + 1..tokens.list.len()).find(|next| tokens.list[*next].role != Role::Space)?;
    let token = &tokens.list[value];
    (token.role == Role::Text && token.within == Within::Object).then_some((at, value))
}
