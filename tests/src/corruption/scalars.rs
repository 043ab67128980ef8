//! Numbers, literals, names and keys in another notation.

use super::catalogue::Catalogue;
use super::tokens::{Role, Token, Tokens, Within, one_of};
use crate::sample::Random;

/// What a number becomes; `#` is the number.
const NUMBERS: &[(&str, &str)] = &[
    ("number as a string", "\"#\""),
    ("number in single quotes", "'#'"),
    ("number with a plus sign", "+#"),
    ("number with a leading zero", "0#"),
    ("number with a unit", "# kg"),
    ("number with a unit, as a string", "\"# years\""),
    ("number with a percent sign", "#%"),
    ("number with a currency sign", "$#"),
    ("number with a word before it", "about #"),
    ("number with a word before it, as a string", "\"less than #\""),
    ("number with a remark in its string", "\"# (approx.)\""),
    ("number with a sign of comparison", ">#"),
    ("number with a tilde", "~#"),
    ("number with a dot after it", "#."),
    ("number with a type after it", "#f64"),
    ("number with a letter after it", "#L"),
    ("number of a scale", "#/10"),
    ("number as a range", "#-9"),
    ("number as a sum", "#+2"),
    ("number in round brackets", "(#)"),
    ("number in brackets", "[#]"),
    ("number in an object", "{\"value\": #}"),
    (
        "number in an object with a type",
        "{\"type\": \"number\", \"value\": #}",
    ),
    ("number with a constructor", "Decimal('#')"),
    ("number with a cast", "float(#)"),
    ("number with a name", "n=#"),
    ("number with an exponent cut", "#e"),
    ("number with a space inside", "# 5"),
    ("number twice", "##"),
    ("number after an equals sign", "= #"),
    ("number with a fullwidth sign", "\u{ff0b}#"),
    ("number in marks", "**#**"),
    ("number in backticks", "`#`"),
    ("number with an opening quote", "\"#"),
    ("number with a closing quote", "#\""),
    ("number as a footnote", "#[1]"),
    ("number with a trailing comma in its string", "\"#,\""),
];

/// What `null` becomes.
const NULLS: &[&str] = &[
    "None",
    "nil",
    "undefined",
    "NULL",
    "Null",
    "NaN",
    "N/A",
    "\"N/A\"",
    "\"null\"",
    "\"none\"",
    "\"\"",
    "[]",
    "{}",
    "-",
    "?",
    "...",
    "<null>",
    "(none)",
    "not given",
    "null null",
    "nul",
    "~",
    "Option::None",
    "\"unknown\"",
    "''",
];

/// What a boolean becomes, true and false.
const BOOLEANS: &[(&str, &str)] = &[
    ("True", "False"),
    ("TRUE", "FALSE"),
    ("yes", "no"),
    ("\"yes\"", "\"no\""),
    ("\"true\"", "\"false\""),
    ("1", "0"),
    ("on", "off"),
    ("'True'", "'False'"),
    ("true.", "false."),
    ("true (yes)", "false (no)"),
    ("tru", "fals"),
    ("\u{2705}", "\u{274c}"),
    ("t", "f"),
    ("!0", "!1"),
    ("True # sure", "False # sure"),
    ("bool(1)", "bool(0)"),
];

/// Optional fields that are no strings.
const NOT_TEXT: &[&str] = &[
    "age",
    "scale",
    "discount",
    "minutes",
    "starts",
    "weight",
    "font_size",
    "confirm",
];

pub(super) fn add(catalogue: &mut Catalogue) {
    for (name, pattern) in NUMBERS {
        catalogue.tokens(*name, move |tokens, random| {
            let at = tokens.pick(random, |token| {
                // In a list, a space separates two numbers with a comma missing.
                let is_split = pattern.contains(' ') && token.within == Within::List;
                token.role == Role::Scalar && is_number(&token.body) && !is_split
            })?;
            let changed = pattern.replace('#', &tokens.list[at].body);
            // Another number is no damage that anybody could see, whatever else is damaged.
            let number = |body: &str| serde_json::from_str::<f64>(body).ok();
            let is_other = number(&changed).is_some() && number(&changed) != number(&tokens.list[at].body);
            (!is_other).then_some(())?;
            tokens.list[at].body = changed;
            Some(())
        });
    }
    catalogue.tokens("number with a thousands separator", |tokens, random| {
        let at = tokens.pick(random, |token| {
            let digits = token.body.trim_start_matches('-');
            token.role == Role::Scalar && digits.len() > 3 && digits.chars().all(|digit| digit.is_ascii_digit())
        })?;
        let thousands = tokens.list[at].body.len() - 3;
        tokens.list[at].body.insert(thousands, ',');
        Some(())
    });
    for word in NULLS {
        catalogue.tokens(format!("null as {word}"), move |tokens, random| {
            let is_text = !["None", "nil", "undefined", "NULL", "Null"].contains(word);
            let (key, at, _) = one_of(random, &nulls(tokens))?;
            // For a string, every other word is a string.
            (!is_text || NOT_TEXT.contains(&tokens.list[key].body.as_str())).then_some(())?;
            (*word).clone_into(&mut tokens.list[at].body);
            Some(())
        });
    }
    for (yes, no) in BOOLEANS {
        catalogue.tokens(format!("booleans as {yes} and {no}"), move |tokens, random| {
            let at = tokens.pick(random, |token| {
                matches!(token.body.as_str(), "true" | "false") && token.role == Role::Scalar
            })?;
            let word = if tokens.list[at].body == "true" { yes } else { no };
            (*word).clone_into(&mut tokens.list[at].body);
            Some(())
        });
    }
    keys(catalogue);
    strings(catalogue);
}

fn keys(catalogue: &mut Catalogue) {
    for (name, pattern) in [
        ("type name in a key", "# (int)"),
        ("type after a key", "#: string"),
        ("question mark in a key", "#?"),
        ("star in a key", "*#"),
        ("number in a key", "1. #"),
        ("bold marks in a key", "**#**"),
        ("backticks in a key", "`#`"),
        ("spaces around a key", " # "),
        ("dollar sign in a key", "$#"),
        ("underscore before a key", "_#"),
        ("quotes in a key", "\\\"#\\\""),
        ("single quotes in a key", "'#'"),
        ("colon in a key", "#:"),
        ("path of a key", "item.#"),
        ("brackets in a key", "[#]"),
        ("line break in a key", "#\n"),
        ("line break before a key", "\n  #"),
        ("key with a letter doubled", "#s"),
        ("hyphen before a key", "- #"),
        ("zero-width space in a key", "\u{200b}#"),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            for at in tokens.pick_some(random, Token::is_field)? {
                tokens.list[at].body = pattern.replace('#', &tokens.list[at].body);
            }
            Some(())
        });
        catalogue.tokens(format!("{name}, without quotes"), move |tokens, random| {
            for at in tokens.pick_some(random, Token::is_field)? {
                tokens.list[at].body = pattern.replace('#', &tokens.list[at].body);
                tokens.list[at].quote("", "");
            }
            Some(())
        });
    }
    for (name, change) in [
        ("keys in upper case", upper as fn(&str) -> String),
        ("keys in title case", title),
        ("keys with spaces", spaced),
        ("keys with hyphens", hyphened),
        ("key with a letter lost", shortened),
        ("key without vowels", consonants),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            for at in tokens.pick_some(random, Token::is_field)? {
                tokens.list[at].body = change(&tokens.list[at].body);
            }
            Some(())
        });
    }
}

fn strings(catalogue: &mut Catalogue) {
    for (name, change) in [
        ("short string in upper case", upper as fn(&str) -> String),
        ("short string in title case", title),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let at = tokens.pick(random, |token| token.role == Role::Text && is_name(&token.body))?;
            tokens.list[at].body = change(&tokens.list[at].body);
            // The text has to be invalid, or nobody would count it.
            tokens.insert(tokens.list.len(), ",");
            let is_enum = matches!(
                tokens.list[at].body.to_lowercase().as_str(),
                "critical" | "high" | "medium" | "low" | "info"
            );
            is_enum.then_some(())
        });
    }
    for (name, pattern) in [
        ("enum name with a dot", "\"#.\""),
        ("enum name with a path", "\"Severity::#\""),
        ("enum name without quotes", "#"),
        ("enum name with a path, without quotes", "Severity.#"),
        ("enum name in a sentence", "\"It is # here\""),
        ("enum names as alternatives", "\"#|other\""),
        ("enum name with a remark", "\"#\" (guess)"),
        ("enum name in an object", "{\"name\": \"#\"}"),
        ("enum name in brackets", "[\"#\"]"),
        ("enum name negated", "\"not #\""),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let at = tokens.pick(random, |token| {
                token.role == Role::Text
                    && token.within == Within::Object
                    && matches!(token.body.as_str(), "critical" | "high" | "medium" | "low" | "info")
            })?;
            tokens.list[at].body = pattern.replace('#', &tokens.list[at].body);
            tokens.list[at].quote("", "");
            Some(())
        });
    }
    for (name, pattern) in [
        ("date with slashes", "%Y/%m/%d"),
        ("date without quotes", "%Y-%m-%d"),
        ("date in words", "\"%B %d, %Y\""),
        ("date constructor", "new Date(\"%Y-%m-%d\")"),
        ("date with a day of the week", "\"%A, %Y-%m-%d\""),
        ("date with an ordinal", "\"%dth of %B %Y\""),
        ("date of two numbers", "\"%m-%d\""),
    ] {
        catalogue.tokens(name, move |tokens, random| {
            let at = tokens.pick(random, |token| {
                token.role == Role::Text && chrono::NaiveDate::parse_from_str(&token.body, "%Y-%m-%d").is_ok()
            })?;
            let date = chrono::NaiveDate::parse_from_str(&tokens.list[at].body, "%Y-%m-%d").ok()?;
            tokens.list[at].body = written(date, pattern);
            tokens.list[at].quote("", "");
            Some(())
        });
    }
    catalogue.tokens("inner list as a string", |tokens, random| {
        stringified(tokens, random, true, true)
    });
    catalogue.tokens("inner object as a string", |tokens, random| {
        stringified(tokens, random, false, true)
    });
    catalogue.tokens("inner list as a string, not escaped", |tokens, random| {
        stringified(tokens, random, true, false)
    });
    catalogue.tokens("inner object as a string, not escaped", |tokens, random| {
        stringified(tokens, random, false, false)
    });
    catalogue.tokens("root as a string, not escaped", |tokens, _| {
        tokens.insert(0, "\"");
        tokens.insert(tokens.list.len(), "\"");
        Some(())
    });
    catalogue.tokens("list as text with commas, without quotes", |tokens, random| {
        let mut lists = tokens.containers(true);
        lists.retain(|(opener, closer)| {
            let inside = &tokens.list[opener + 1..*closer];
            // Without its quotes, a blank element is no element.
            let is_plain = |body: &str| {
                !body.trim().is_empty()
                    && body
                        .chars()
                        .all(|character| character.is_alphanumeric() || character == ' ')
            };
            inside.iter().all(|token| {
                matches!(token.role, Role::Comma | Role::Space) || token.role == Role::Text && is_plain(&token.body)
            })
        });
        let (opener, closer) = one_of(random, &lists)?;
        for token in &mut tokens.list[opener + 1..closer] {
            token.quote("", "");
        }
        Some(())
    });
}

fn stringified(tokens: &mut Tokens, random: &mut Random, is_list: bool, escaped: bool) -> Option<()> {
    let mut containers = tokens.containers(is_list);
    containers.retain(|(opener, _)| tokens.list[*opener].within != Within::Root);
    let (opener, closer) = one_of(random, &containers)?;
    let text = tokens.written_from(opener, closer);
    // Without quotes in it, there is nothing to escape.
    (escaped || text.contains('"')).then_some(())?;
    let text = if escaped {
        serde_json::Value::from(text).to_string()
    } else {
        format!("\"{text}\"")
    };
    tokens.replace(opener, closer, &text);
    Some(())
}

/// The members that are null.
fn nulls(tokens: &Tokens) -> Vec<(usize, usize, usize)> {
    let mut members = tokens.members();
    members.retain(|(_, start, _)| tokens.list[*start].role == Role::Null);
    members
}

fn is_number(body: &str) -> bool {
    body.starts_with(|character: char| character.is_ascii_digit() || character == '-')
}

fn is_name(body: &str) -> bool {
    body.chars().all(|character| character.is_ascii_lowercase())
}

fn written(date: chrono::NaiveDate, pattern: &str) -> String {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    use chrono::Datelike;
    let month = MONTHS[usize::try_from(date.month0()).expect("a small number")];
    (pattern.replace("%Y", &format!("{:04}", date.year())))
        .replace("%m", &format!("{:02}", date.month()))
        .replace("%d", &format!("{:02}", date.day()))
        .replace("%B", month)
        .replace("%A", &format!("{:?}day", date.weekday()))
}

fn upper(text: &str) -> String {
    text.to_uppercase()
}

fn title(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn spaced(text: &str) -> String {
    let mut words = String::new();
    for character in text.chars() {
        if character == '_' {
            words.push(' ');
        } else if character.is_uppercase() {
            words.push(' ');
            words.extend(character.to_lowercase());
        } else {
            words.push(character);
        }
    }
    words
}

fn hyphened(text: &str) -> String {
    spaced(text).replace(' ', "-")
}

fn shortened(text: &str) -> String {
    let last = text.chars().count().saturating_sub(2);
    text.chars()
        .enumerate()
        .filter(|(at, _)| *at != last)
        .map(|(_, character)| character)
        .collect()
}

fn consonants(text: &str) -> String {
    text.chars().filter(|character| !"aeiou".contains(*character)).collect()
}
