//! Parts that are written twice, begun again, left out or joined wrongly, as streams and retries do.

use serde_json::Value;

use super::catalogue::{Catalogue, Stage};
use super::tokens::{Layout, Role, Token, Tokens, Within, one_of};
use crate::sample::Random;

pub(super) fn add(catalogue: &mut Catalogue) {
    restarted(catalogue);
    doubled(catalogue);
    continued(catalogue);
    cut(catalogue);
}

fn restarted(catalogue: &mut Catalogue) {
    catalogue.tokens("key begun again", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Key && token.body.len() > 1)?;
        let part = prefix(&tokens.list[at].body, random)?;
        tokens.insert(at, &format!("\"{part}"));
        Some(())
    });
    catalogue.tokens("key begun again on a new line", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Key && token.body.len() > 1)?;
        let part = prefix(&tokens.list[at].body, random)?;
        tokens.insert(at, &format!("\"{part}\n"));
        Some(())
    });
    catalogue.tokens("member begun again", |tokens, random| {
        let (key, start, _) = one_of(random, &tokens.members())?;
        let part = tokens.written_from(key, start - 1);
        tokens.insert(key, &part);
        Some(())
    });
    catalogue.tokens("member begun again in its string", |tokens, random| {
        let (key, start, _) = one_of(random, &tokens.members())?;
        (tokens.list[start].role == Role::Text).then_some(())?;
        let part = format!(
            "{}\"{}",
            tokens.written_from(key, start - 1),
            prefix(&tokens.list[start].body, random)?
        );
        tokens.insert(key, &format!("{part}\n"));
        Some(())
    });
    catalogue.tokens("element begun again", |tokens, random| {
        let (start, end) = one_of(random, &tokens.elements())?;
        (end > start + 3).then_some(())?;
        let part = tokens.written_from(start, start + 1 + random.below(end - start - 1));
        tokens.insert(start, &part);
        Some(())
    });
    for (name, between) in [
        ("document begun again", ""),
        ("document begun again on a new line", "\n"),
        ("document begun again after a remark", "\n\nLet me start over:\n\n"),
        ("document begun again in a second fence", "\n```\n\n```json\n"),
    ] {
        catalogue.text(Stage::Document, name, move |text, _, random| {
            let end = place(text, random)?;
            Some(format!("{}{between}{text}", &text[..end]))
        });
    }
    catalogue.tokens("document begun again in its first key", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Key)?;
        let part = tokens.written_from(0, at);
        let quote = part.chars().next_back().map_or(0, char::len_utf8);
        let part = part[..part.len() - quote].trim_end().to_owned();
        tokens.insert(0, &part);
        Some(())
    });
}

fn doubled(catalogue: &mut Catalogue) {
    for (name, role) in [("opener doubled", Role::Opener), ("closer doubled", Role::Closer)] {
        catalogue.tokens(name, move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == role)?;
            let text = tokens.list[at].body.clone();
            tokens.insert(at, &text);
            Some(())
        });
    }
    catalogue.tokens("key doubled", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Key)?;
        let text = tokens.list[at].written();
        tokens.insert(at, &text);
        Some(())
    });
    catalogue.tokens("colon and value doubled", |tokens, random| {
        let (key, _, end) = one_of(random, &tokens.members())?;
        let text = tokens.written_from(key + 1, end);
        tokens.insert(end + 1, &text);
        Some(())
    });
    catalogue.tokens("member doubled", |tokens, random| {
        let (key, _, end) = one_of(random, &tokens.members())?;
        let text = tokens.written_from(key, end);
        tokens.insert(key, &format!("{text}, "));
        Some(())
    });
    catalogue.tokens("member doubled, comma lost", |tokens, random| {
        let (key, _, end) = one_of(random, &tokens.members())?;
        let text = tokens.written_from(key, end);
        tokens.insert(key, &format!("{text} "));
        Some(())
    });
    catalogue.tokens("chunk doubled between tokens", |tokens, random| {
        let end = random.below(tokens.list.len());
        let start = end.saturating_sub(1 + random.below(6));
        // An element that is written twice may be meant.
        let is_element = |token: &Token| token.starts_value() && token.within == Within::List;
        (!tokens.list[start..=end].iter().any(is_element)).then_some(())?;
        let text = tokens.written_from(start, end);
        tokens.insert(end + 1, &text);
        Some(())
    });
    catalogue.tokens("chunk lost", |tokens, random| {
        let end = random.below(tokens.list.len());
        let start = end.saturating_sub(random.below(4));
        tokens.remove(start, end);
        Some(())
    });
    catalogue.lines("line doubled", |text, _, random| {
        let mut lines: Vec<&str> = text.lines().collect();
        let at = random.below(lines.len());
        // An element that is written twice may be meant.
        let is_bracket = lines[at].contains(['[', ']']) && !lines[at].contains(char::is_alphanumeric);
        let begins_value = |c: char| c.is_ascii_digit() || "\"'`´‘“„”«‹".contains(c);
        let begins = lines[at].trim_start().starts_with(begins_value);
        let is_text = begins && !lines[at].replace("\\\"", "").contains("\":");
        (is_bracket || !is_text && lines[at].contains([':', '{', '}'])).then_some(())?;
        lines.insert(at, lines[at]);
        Some(lines.join("\n"))
    });
    for (name, between) in [
        ("document doubled", "\n"),
        ("document doubled without a space", ""),
        ("document doubled after a comma", ",\n"),
        ("document doubled after words", "\n\nHere it is again:\n\n"),
    ] {
        catalogue.text(Stage::Document, name, move |text, _, _| {
            Some(format!("{text}{between}{text}"))
        });
    }
    catalogue.text(Stage::Document, "document and its cut repeat", |text, _, random| {
        let end = place(text, random)?;
        Some(format!("{text}\n\n{}", &text[..end]))
    });
    catalogue.text(Stage::Document, "draft and then the document", |text, tokens, _| {
        let draft = Tokens::of(&tokens.draft, &tokens.value, Layout::Spaced).written();
        Some(format!("{draft}\n\nNo, that is wrong. Corrected:\n\n{text}"))
    });
}

fn continued(catalogue: &mut Catalogue) {
    for (name, between) in [
        ("continued after a remark in brackets", "\n\n[continued]\n\n"),
        ("continued after dots", "...\n\n...continuing\n"),
        ("continued in a second fence", "\n```\n\nContinuing:\n\n```json\n"),
        ("continued after a request", "\n\nUser: continue\nAssistant: "),
        (
            "continued after thoughts",
            "\n<think>\nWhere was I? The next one, then.\n</think>\n",
        ),
        ("continued after a header of a log", "\n[12:00:01] INFO stream: "),
        ("continued after a chunk header", "\n\n1f\r\n"),
        ("continued after an error", "\n{\"error\": \"timeout, retrying\"}\n"),
        ("continued after a warning", "\nwarning: slow response (3.2 s)\n"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let at = 1 + random.below(tokens.list.len() - 1);
            tokens.insert(at, between);
            Some(())
        });
    }
}

fn cut(catalogue: &mut Catalogue) {
    catalogue.text(Stage::Cut, "cut anywhere", |text, _, random| {
        Some(text[..place(text, random)?].to_owned())
    });
    for (name, end) in [
        ("cut and dots", "..."),
        ("cut and a remark", "\n... (truncated)"),
        ("cut and a remark in brackets", " [truncated 120 chars]"),
    ] {
        catalogue.text(Stage::Cut, name, move |text, _, random| {
            Some(format!("{}{end}", &text[..place(text, random)?]))
        });
    }
    catalogue.text(Stage::Cut, "cut after a comma", |text, _, random| {
        let places: Vec<usize> = text.match_indices(',').map(|(at, _)| at + 1).collect();
        one_of(random, &places).map(|end| text[..end].to_owned())
    });
    // Nothing follows a cut, least of all the end of a fence: that says that the writer had finished.
    catalogue.text(Stage::Cut, "cut between tokens", |text, tokens, random| {
        let len = 1 + random.below(tokens.list.len() - 1);
        let end = tokens.list[..len].iter().try_fold(0, |from, token| {
            let written = token.written();
            let at = text[from..].find(&written)?;
            Some(from + at + written.len())
        })?;
        Some(text[..end].to_owned())
    });
    catalogue.tokens("beginning lost", |tokens, random| {
        let len = 1 + random.below(tokens.list.len() - 1);
        tokens.remove(0, len - 1);
        Some(())
    });
    catalogue.tokens("members left out in the middle", |tokens, random| {
        let places: Vec<usize> = (0..tokens.list.len())
            .filter(|at| tokens.list[*at].role == Role::Comma)
            .collect();
        (places.len() > 1).then_some(())?;
        let first = random.below(places.len() - 1);
        let last = first + 1 + random.below(places.len() - first - 1);
        let same = tokens.list[places[first]].container == tokens.list[places[last]].container;
        same.then(|| tokens.replace(places[first], places[last], ", ... ,"))
    });
    catalogue.tokens("null left out", |tokens, random| {
        let at = tokens.pick(random, |token| {
            token.role == Role::Null && token.within == Within::Object
        })?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("empty value left out", |tokens, random| {
        let members = tokens.members();
        // Of an optional text, nothing tells an empty one from one that is not there.
        let empty: Vec<_> = (members.into_iter())
            .filter(|(_, start, end)| matches!(tokens.written_from(*start, *end).as_str(), "[]" | "{}"))
            .collect();
        let (_, start, end) = one_of(random, &empty)?;
        tokens.remove(start, end);
        Some(())
    });
}

/// A part of a text from its beginning, neither empty nor whole.
fn prefix(body: &str, random: &mut Random) -> Option<String> {
    let places: Vec<usize> = (body.char_indices())
        .map(|(at, _)| at)
        .filter(|at| *at > 0 && !body[..*at].contains('\\'))
        .collect();
    one_of(random, &places).map(|end| body[..end].to_owned())
}

/// A place inside a text.
fn place(text: &str, random: &mut Random) -> Option<usize> {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).filter(|at| *at > 0).collect();
    one_of(random, &places)
}

/// The value with placeholders for its strings and zeros for its numbers.
pub(super) fn skeleton(value: &Value) -> Value {
    match value {
        Value::String(_) => Value::from("..."),
        Value::Number(_) => Value::from(0),
        Value::Array(elements) => elements.iter().take(1).map(skeleton).collect(),
        Value::Object(members) => (members.iter().map(|(key, value)| (key.clone(), skeleton(value)))).collect(),
        other => other.clone(),
    }
}
