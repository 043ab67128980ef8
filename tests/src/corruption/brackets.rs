//! Braces and brackets that are missing, too many, of the wrong kind or in the wrong place.

use super::catalogue::Catalogue;
use super::tokens::{Role, Tokens, Within, one_of};
use crate::sample::Random;

pub(super) fn add(catalogue: &mut Catalogue) {
    lost(catalogue);
    wrong(catalogue);
    early(catalogue);
    reshaped(catalogue);
}

fn lost(catalogue: &mut Catalogue) {
    catalogue.tokens("closer of a list lost inside", |tokens, random| {
        let last = tokens.list.len() - 1;
        let (_, closer) = inner(tokens, random, true)?;
        (closer < last).then(|| tokens.remove(closer, closer))
    });
    catalogue.tokens("closer of an object lost inside", |tokens, random| {
        let (_, closer) = inner(tokens, random, false)?;
        tokens.remove(closer, closer);
        Some(())
    });
    catalogue.tokens("last closers lost", |tokens, random| {
        let count = 1 + random.below(3);
        for _ in 0..count {
            while tokens.list.last()?.role == Role::Space {
                tokens.list.pop();
            }
            (tokens.list.last()?.role == Role::Closer).then(|| tokens.list.pop());
        }
        Some(())
    });
    catalogue.tokens("opener of the root lost", |tokens, _| {
        (tokens.list[0].role == Role::Opener).then(|| tokens.remove(0, 0))
    });
    catalogue.tokens("brackets of the root lost", |tokens, _| {
        (tokens.list[0].role == Role::Opener).then(|| tokens.remove(0, 0))?;
        tokens.list.pop();
        Some(())
    });
    catalogue.tokens("opener of an object element lost", |tokens, random| {
        let at = tokens.pick(random, |token| {
            token.role == Role::Opener && token.within == Within::List
        })?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("opener of an object member lost", |tokens, random| {
        let at = tokens.pick(random, |token| {
            token.role == Role::Opener && !token.is_list && token.within == Within::Object
        })?;
        tokens.remove(at, at);
        Some(())
    });
    catalogue.tokens("opener of a list lost", |tokens, random| {
        let (opener, _) = inner(tokens, random, true)?;
        tokens.remove(opener, opener);
        Some(())
    });
    catalogue.tokens("both brackets of a list lost", |tokens, random| {
        let (opener, closer) = inner(tokens, random, true)?;
        // An empty string in the place of a list is an empty list, by a ruling.
        let mut inside = tokens.list[opener + 1..closer]
            .iter()
            .filter(|token| token.role != Role::Space);
        if inside.next().is_some_and(|token| token.body.is_empty()) && inside.next().is_none() {
            return None;
        }
        tokens.remove(closer, closer);
        tokens.remove(opener, opener);
        Some(())
    });
    catalogue.tokens("both braces of an object lost", |tokens, random| {
        let (opener, closer) = inner(tokens, random, false)?;
        tokens.remove(closer, closer);
        tokens.remove(opener, opener);
        Some(())
    });
    for (name, closer_lost, comma_lost, opener_lost) in [
        ("}, lost between objects", true, true, false),
        (",{ lost between objects", false, true, true),
        ("}{ lost between objects", true, false, true),
        ("},{ lost between objects", true, true, true),
        ("} lost between objects", true, false, false),
        ("{ lost between objects", false, false, true),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let (closer, comma, opener) = between(tokens, random)?;
            for (at, is_lost) in [(opener, opener_lost), (comma, comma_lost), (closer, closer_lost)] {
                if is_lost {
                    tokens.remove(at, at);
                }
            }
            Some(())
        });
    }
    catalogue.tokens("closer and comma swapped", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Closer)?;
        (tokens.list.get(at + 1)?.role == Role::Comma).then(|| tokens.list.swap(at, at + 1))
    });
}

fn wrong(catalogue: &mut Catalogue) {
    for (name, list, sign) in [
        ("list closed by }", true, "}"),
        ("list closed by )", true, ")"),
        ("list closed by >", true, ">"),
        ("object closed by ]", false, "]"),
        ("object closed by )", false, ")"),
        ("list closed by ]]", true, "]]"),
        ("object closed by }}", false, "}}"),
        ("list closed by }]", true, "}]"),
        ("object closed by ]}", false, "]}"),
        ("list closed by ],", true, "],"),
        ("object closed by };", false, "};"),
        ("list closed by /]", true, "/]"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let (_, closer) = one_of(random, &tokens.containers(list))?;
            sign.clone_into(&mut tokens.list[closer].body);
            Some(())
        });
    }
    for (name, list, sign) in [
        ("list opened by {", true, "{"),
        ("list opened by (", true, "("),
        ("object opened by [", false, "["),
        ("object opened by (", false, "("),
        ("list opened by [[", true, "[["),
        ("object opened by {{", false, "{{"),
        ("object opened by {[", false, "{["),
        ("list opened by [{", true, "[{"),
        ("object opened by {\"", false, "{\""),
        ("object opened by {,", false, "{,"),
        ("object opened by a backslash", false, "\\{"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let (opener, _) = one_of(random, &tokens.containers(list))?;
            sign.clone_into(&mut tokens.list[opener].body);
            Some(())
        });
    }
    for (name, list, open, close) in [
        ("list in round brackets", true, "(", ")"),
        ("list in braces", true, "{", "}"),
        ("list in angle brackets", true, "<", ">"),
        ("list in fullwidth brackets", true, "\u{ff3b}", "\u{ff3d}"),
        ("list in corner brackets", true, "\u{3010}", "\u{3011}"),
        ("list in vec![]", true, "vec![", "]"),
        ("list in list()", true, "list([", "])"),
        ("object in brackets", false, "[", "]"),
        ("object in round brackets", false, "(", ")"),
        ("object in double braces", false, "{{", "}}"),
        ("object in fullwidth braces", false, "\u{ff5b}", "\u{ff5d}"),
        ("object in dict()", false, "dict({", "})"),
        ("object with the name of its type", false, "Item {", "}"),
        ("object in round brackets and braces", false, "({", "})"),
        ("object in a list of its own", false, "[{", "}]"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let (opener, closer) = one_of(random, &tokens.containers(list))?;
            open.clone_into(&mut tokens.list[opener].body);
            close.clone_into(&mut tokens.list[closer].body);
            Some(())
        });
    }
    catalogue.tokens("every brace doubled", |tokens, _| {
        for token in &mut tokens.list {
            if matches!(token.role, Role::Opener | Role::Closer) && !token.is_list {
                token.body = token.body.repeat(2);
            }
        }
        Some(())
    });
}

fn early(catalogue: &mut Catalogue) {
    for (name, sign) in [
        ("object closed early", "},"),
        ("object closed early, comma lost", "}"),
        ("object closed early by ]", "],"),
        ("object closed and opened again", "}, {"),
        ("object closed and opened again, comma lost", "} {"),
        ("object closed and opened again on a new line", "}\n{"),
        ("object closed early twice", "}},"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == Role::Comma && !token.is_list)?;
            sign.clone_into(&mut tokens.list[at].body);
            Some(())
        });
    }
    for (name, sign) in [
        ("list closed early", "],"),
        ("list closed early, comma lost", "]"),
        ("list closed early by }", "},"),
        ("list closed and opened again", "], ["),
        ("list closed and opened again, comma lost", "] ["),
        ("list closed early twice", "]],"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == Role::Comma && token.is_list)?;
            sign.clone_into(&mut tokens.list[at].body);
            Some(())
        });
    }
    catalogue.tokens("root closed early, last closer lost", |tokens, random| {
        let root = tokens.list[0].container;
        let at = one_of(random, &tokens.commas_of(root))?;
        let close = tokens.list.pop()?.body;
        tokens.list[at].body = format!("{close},");
        Some(())
    });
    catalogue.tokens("closer of an inner list moved to the end", |tokens, random| {
        let (_, closer) = inner(tokens, random, true)?;
        let token = tokens.list.remove(closer);
        tokens.list.insert(tokens.list.len() - 1, token);
        Some(())
    });
    catalogue.tokens("list opened one element late", |tokens, random| {
        late(tokens, random, true)
    });
    catalogue.tokens("object opened one member late", |tokens, random| {
        late(tokens, random, false)
    });
}

fn reshaped(catalogue: &mut Catalogue) {
    catalogue.tokens("each element in brackets of its own", |tokens, random| {
        let (opener, closer) = one_of(random, &tokens.containers(true))?;
        let elements: Vec<_> = tokens.elements();
        for (start, end) in elements
            .into_iter()
            .rev()
            .filter(|(start, end)| *start > opener && *end < closer)
        {
            tokens.insert(end + 1, "]");
            tokens.insert(start, "[");
        }
        Some(())
    });
    catalogue.tokens("one element in brackets of its own", |tokens, random| {
        let (start, end) = one_of(random, &tokens.elements())?;
        tokens.insert(end + 1, "]");
        tokens.insert(start, "[");
        Some(())
    });
    catalogue.tokens("member value in brackets", |tokens, random| {
        let (_, start, end) = one_of(random, &tokens.members())?;
        tokens.insert(end + 1, "]");
        tokens.insert(start, "[");
        Some(())
    });
    catalogue.tokens("member value in braces", |tokens, random| {
        let (_, start, end) = one_of(random, &tokens.members())?;
        tokens.insert(end + 1, "}");
        tokens.insert(start, "{");
        Some(())
    });
    catalogue.tokens("member value as an object with a value", |tokens, random| {
        let (_, start, end) = one_of(random, &tokens.members())?;
        tokens.insert(end + 1, "}");
        tokens.insert(start, "{\"value\": ");
        Some(())
    });
    catalogue.tokens("member in braces of its own", |tokens, random| {
        let (key, _, end) = one_of(random, &tokens.members())?;
        tokens.insert(end + 1, "}");
        tokens.insert(key, "{");
        Some(())
    });
    catalogue.tokens("list of one as its element", |tokens, random| {
        let (opener, closer) = inner(tokens, random, true)?;
        // An empty text in place of a list stands for an empty list.
        let is_quote = |c: char| matches!(c, '"' | '\'' | '`') || c.is_whitespace();
        let is_empty = tokens
            .written_from(opener + 1, closer - 1)
            .trim_matches(is_quote)
            .is_empty();
        let is_one = !is_empty && tokens.commas_of(tokens.list[opener].container).is_empty();
        is_one.then(|| {
            tokens.remove(closer, closer);
            tokens.remove(opener, opener);
        })
    });
    catalogue.tokens("list as an object of numbers", |tokens, random| {
        let (opener, closer) = inner(tokens, random, true)?;
        let elements = tokens.elements();
        let own: Vec<usize> = (elements.iter().map(|(start, _)| *start))
            .filter(|start| *start > opener && *start < closer)
            .collect();
        "}".clone_into(&mut tokens.list[closer].body);
        for (index, start) in own.into_iter().enumerate().collect::<Vec<_>>().into_iter().rev() {
            tokens.insert(start, &format!("\"{index}\": "));
        }
        "{".clone_into(&mut tokens.list[opener].body);
        Some(())
    });
    catalogue.tokens("root in a list", |tokens, _| {
        tokens.insert(0, "[");
        tokens.insert(tokens.list.len(), "]");
        Some(())
    });
    for key in ["result", "answer", "data", "response", "output", "tool_calls"] {
        catalogue.tokens(format!("root as the member {key}"), move |tokens, _| {
            // A map that holds a map has another reading.
            let is_map = tokens
                .list
                .get(1..)?
                .iter()
                .find(|token| token.role == Role::Key)
                .is_some_and(|key| !key.is_field());
            (!is_map || tokens.list[0].is_list).then_some(())?;
            tokens.insert(0, &format!("{{\"{key}\": "));
            tokens.insert(tokens.list.len(), "}");
            Some(())
        });
    }
}

/// Opener and closer of an array or object that is not empty and not the root.
fn inner(tokens: &Tokens, random: &mut Random, is_list: bool) -> Option<(usize, usize)> {
    let mut containers = tokens.containers(is_list);
    containers.retain(|(opener, _)| tokens.list[*opener].within != Within::Root);
    one_of(random, &containers)
}

/// The closer of an object, the comma after it and the opener of the next object.
fn between(tokens: &Tokens, random: &mut Random) -> Option<(usize, usize, usize)> {
    let at = tokens.pick(random, |token| token.role == Role::Comma && token.is_list)?;
    let closer = at.checked_sub(1)?;
    let opener = (at + 1..tokens.list.len()).find(|next| tokens.list[*next].role != Role::Space)?;
    let is_between = tokens.list[closer].role == Role::Closer && tokens.list[opener].role == Role::Opener;
    is_between.then_some((closer, at, opener))
}

/// Moves an opener after the first element or member.
fn late(tokens: &mut Tokens, random: &mut Random, is_list: bool) -> Option<()> {
    let (opener, _) = inner(tokens, random, is_list)?;
    let comma = *tokens.commas_of(tokens.list[opener].container).first()?;
    let token = tokens.list.remove(opener);
    tokens.list.insert(comma, token);
    Some(())
}
