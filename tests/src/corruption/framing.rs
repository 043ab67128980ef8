//! Wrappers around the document: fences, prose, tags, strings, code, reasoning.

use serde_json::Value;

use super::catalogue::{Catalogue, Stage};
use super::repeats::skeleton;
use super::tokens::{Role, Tokens, one_of};
use crate::sample::Random;

/// What is written before and after the document.
const WRAPPERS: &[(&str, &str, &str)] = &[
    ("fence", "```json\n", "\n```"),
    ("plain fence", "```\n", "\n```"),
    ("fence of tildes", "~~~json\n", "\n~~~"),
    (
        "fence in prose",
        "Here is the result:\n\n```json\n",
        "\n```\n\nLet me know if you need more!",
    ),
    ("fence that is not closed", "```json\n", ""),
    ("fence that is not opened", "", "\n```"),
    ("fence on one line", "```json ", " ```"),
    ("fence with quotes", "'''json\n", "\n'''"),
    ("two fences", "```\n```json\n", "\n```\n```"),
    ("fence in a quote", "\"```json\n", "\n```\""),
    ("inline code", "`", "`"),
    (
        "prose before",
        "Sure! Here is the JSON you asked for (as [requested]): ",
        "",
    ),
    ("prose after", "", "\n\nNote: the list isn't complete, see [1] and {2}."),
    ("prose with a comma after", "", ", as requested."),
    ("words before", "json\n", ""),
    ("answer tag", "<answer>", "</answer>"),
    ("json tag", "<json>\n", "\n</json>"),
    ("tag that is not closed", "<output>", ""),
    ("unknown tag", "<review id=\"1\">", "</review>"),
    (
        "tool call",
        "<tool_call>\n{\"name\": \"extract\", \"arguments\": ",
        "}\n</tool_call>",
    ),
    ("function call", "extract(", ")"),
    ("assignment", "const result = ", ";"),
    ("python assignment", "result = ", "\nprint(result)"),
    ("return", "return ", ";"),
    ("print", "print('", "')"),
    ("parse call", "JSON.parse(`", "`)"),
    ("heredoc", "cat <<EOF\n", "\nEOF"),
    ("round brackets", "(", ")"),
    ("double brackets", "[[", "]]"),
    ("quotes", "\"", "\""),
    ("single quotes", "'", "'"),
    ("triple quotes", "\"\"\"", "\"\"\""),
    ("smart quotes", "\u{201c}", "\u{201d}"),
    ("bold", "**", "**"),
    ("special tokens", "<|im_start|>assistant\n", "<|im_end|>"),
    ("next turn", "", "\n\nUser: and now another one\nAssistant: {\"x\": 1}"),
    ("label", "Answer: ", ""),
    ("log line", "2024-05-06 12:00:01 [INFO] response={", "} took 3 ms"),
    ("event stream", "data: ", "\n\ndata: [DONE]"),
    ("html", "<pre><code class=\"language-json\">", "</code></pre>"),
    ("comment", "<!-- ", " -->"),
    ("extra braces at the end", "", "}}"),
    ("extra bracket at the end", "", "]"),
    ("extra quote at the end", "", "\""),
    ("extra comma and brace at the end", "", ",}"),
    ("semicolon at the end", "", ";"),
    ("dot at the end", "", "."),
    ("byte order mark", "\u{feff}", ""),
    (
        "think block before",
        "<think>\nThe list could be [1, 2], or {\"a\": 1}.\n</think>\n",
        "",
    ),
    ("lone end of thoughts", "So the answer is [x].\n</think>\n", ""),
    ("stray brace before", "{\n", ""),
    ("stray bracket before", "[ ", ""),
    ("colon before", ": ", ""),
    ("list mark before", "1. ", ""),
    ("heading before", "### Result\n\n", "\n\n---\n"),
];

pub(super) fn add(catalogue: &mut Catalogue) {
    for (name, before, after) in WRAPPERS {
        catalogue.text(
            Stage::Around,
            format!("{name} around the document"),
            move |text, _, _| Some(format!("{before}{text}{after}")),
        );
    }
    rewritten(catalogue);
    inside(catalogue);
    catalogue.text(Stage::Around, "template echoed before", |text, tokens, _| {
        Some(format!("The format is {}.\n\n{text}", skeleton(&tokens.value)))
    });
    catalogue.text(Stage::Around, "template echoed after", |text, tokens, _| {
        Some(format!("{text}\n\nThe format was: {}", skeleton(&tokens.value)))
    });
    catalogue.text(Stage::Around, "draft in a think block", |text, tokens, _| {
        Some(format!("<think>\nMaybe {}? No.\n</think>\n{text}", tokens.draft))
    });
    catalogue.text(Stage::Around, "draft in the next turn", |text, tokens, _| {
        Some(format!(
            "{text}\n\nUser: another one, please\nAssistant: {}",
            tokens.draft
        ))
    });
}

fn rewritten(catalogue: &mut Catalogue) {
    catalogue.text(Stage::Document, "document as a string", |text, _, _| {
        Some(Value::from(text).to_string())
    });
    catalogue.text(Stage::Document, "document as a string in a string", |text, _, _| {
        Some(Value::from(Value::from(text).to_string()).to_string())
    });
    catalogue.text(Stage::Document, "document escaped", |text, _, _| {
        shows_escapes(text).then_some(())?;
        let quoted = Value::from(text).to_string();
        Some(quoted[1..quoted.len() - 1].to_owned())
    });
    catalogue.text(Stage::Document, "quotes as entities", |text, _, _| {
        Some(text.replace('"', "&quot;"))
    });
    catalogue.text(Stage::Document, "document escaped as HTML", |text, _, _| {
        shows_escapes(text).then_some(())?;
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        Some(escaped.replace('"', "&quot;"))
    });
    catalogue.text(Stage::Document, "spaces as entities", |text, _, _| {
        (!text.contains(": ")).then_some(())?;
        Some(text.replace("\":", "\":&nbsp;"))
    });
    catalogue.tokens("document as Python writes it", |tokens, _| {
        for token in &mut tokens.list {
            match token.role {
                Role::Key | Role::Text if token.open != "\"" || token.close != "\"" => {}
                Role::Key | Role::Text => {
                    token.body = token.body.replace("\\\"", "\"");
                    if token.body.contains('\'') && !token.body.contains('"') {
                        continue;
                    }
                    token.body = token.body.replace('\'', "\\'");
                    token.quote("'", "'");
                }
                Role::Null => "None".clone_into(&mut token.body),
                Role::Scalar if token.body == "true" => "True".clone_into(&mut token.body),
                Role::Scalar if token.body == "false" => "False".clone_into(&mut token.body),
                _ => {}
            }
        }
        Some(())
    });
    catalogue.tokens("document as YAML in braces", |tokens, _| {
        for token in &mut tokens.list {
            if token.role == Role::Key {
                token.quote("", "");
            }
            if token.role == Role::Comma && !token.is_list {
                "\n".clone_into(&mut token.body);
            }
        }
        Some(())
    });
    catalogue.tokens("document with fullwidth signs", |tokens, _| {
        for token in &mut tokens.list {
            token.body = match token.role {
                Role::Comma => "\u{ff0c}".to_owned(),
                Role::Colon => "\u{ff1a}".to_owned(),
                Role::Opener | Role::Closer => (token.body.chars())
                    .map(|sign| char::from_u32(u32::from(sign) + 0xfee0).expect("a fullwidth sign"))
                    .collect(),
                _ => continue,
            };
        }
        Some(())
    });
    catalogue.tokens("members as cells of a table", |tokens, _| {
        for token in &mut tokens.list {
            match token.role {
                Role::Comma if !token.is_list => " |\n| ".clone_into(&mut token.body),
                Role::Colon => " | ".clone_into(&mut token.body),
                _ => {}
            }
        }
        Some(())
    });
    catalogue.tokens("members as a list without braces", |tokens, _| {
        let root = tokens.list[0].container;
        (!tokens.list[0].is_list).then_some(())?;
        for token in &mut tokens.list {
            if token.role == Role::Comma && token.container == root {
                "\n-".clone_into(&mut token.body);
            }
        }
        "-".clone_into(&mut tokens.list[0].body);
        tokens.list.pop();
        Some(())
    });
}

fn inside(catalogue: &mut Catalogue) {
    for (name, before, after) in [
        ("fence around a value", "```json\n", "\n```"),
        ("plain fence around a value", "\n```\n", "\n```\n"),
        ("tag around a value", "<value>", "</value>"),
        ("call around a value", "str(", ")"),
        ("sum around a value", "(\"\" + ", ")"),
        ("cast before a value", "(String) ", ""),
        ("type before a value", "string = ", ""),
        ("method after a value", "", ".trim()"),
        ("type after a value", "", " as string"),
        ("alternative after a value", "", " || null"),
        ("alternative type after a value", "", " | null"),
        ("unit after a value", "", "px"),
        ("citation after a value", "", " [1]"),
        ("citation sign after a value", "", "\u{3010}1\u{2020}source\u{3011}"),
        ("confidence after a value", "", " (confidence: 0.9)"),
        ("reason after a value", "", " -- because it says so"),
        ("quoted reason after a value", "", " (because \"it\" says so)"),
        (
            "reason with a comma after a value",
            "",
            " (because it does, more or less)",
        ),
        ("reason with a colon after a value", "", " -- reason: it says so"),
        ("correction after a value", "", " no wait"),
    ] {
        catalogue.tokens(name, move |tokens, random| around(tokens, random, before, after, false));
        catalogue.tokens(name.replace("a value", "an element"), move |tokens, random| {
            around(tokens, random, before, after, true)
        });
    }
    catalogue.tokens("tags for a member", |tokens, random| {
        let (key, start, end) = one_of(random, &tokens.members())?;
        let name = tokens.list[key].body.clone();
        let value = tokens.written_from(start, end);
        tokens.replace(key, end, &format!("<{name}>{value}</{name}>"));
        Some(())
    });
    catalogue.tokens("equals sign and no quotes for a member", |tokens, random| {
        let (key, start, _) = one_of(random, &tokens.members())?;
        tokens.list[key].quote("", "");
        tokens.replace(key + 1, start - 1, "=");
        Some(())
    });
    catalogue.tokens("a path as the key", |tokens, random| {
        let at = tokens.pick(random, |token| token.role == Role::Key)?;
        tokens.insert(at, "result.");
        Some(())
    });
}

fn around(tokens: &mut Tokens, random: &mut Random, before: &str, after: &str, in_list: bool) -> Option<()> {
    let (start, end) = if in_list {
        one_of(random, &tokens.elements())?
    } else {
        one_of(random, &tokens.members()).map(|(_, start, end)| (start, end))?
    };
    tokens.insert(end + 1, after);
    tokens.insert(start, before);
    Some(())
}

/// Whether a quote follows a bracket, a comma or a colon. In a document without such a quote, nothing shows that it was
/// escaped: `['a\\\\n']` is a valid list in Python, of a string with a backslash in it.
fn shows_escapes(text: &str) -> bool {
    let mut quotes = text.match_indices('"');
    quotes.any(|(at, _)| at == 0 || text[..at].trim_end().ends_with(['{', '[', ',', ':']))
}
