//! Valid JSON rewritten as models write it: the same content, in another style.

/// What is changed about a text.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each change is made or not, whatever the others are"
)]
#[derive(Debug, Clone, Copy, Default)]
pub struct Style {
    /// No white space between tokens.
    pub compact: bool,
    /// Keys without quotes, strings in single quotes, a comma before every closer.
    pub broken: bool,
    /// Line breaks in strings stand there as they are.
    pub raw_newlines: bool,
    /// Numbers are written as strings, and names in capitals.
    pub wrong_types: bool,
    /// Members with these keys are left out.
    pub without: &'static [&'static str],
}

/// Keys whose values are names out of a list.
const NAMES: [&str; 3] = ["severity", "sex", "certainty"];

/// Rewrites `json`, which is valid and laid out with a member a line.
pub fn restyle(json: &str, style: Style) -> String {
    let mut kept: Vec<&str> = json
        .lines()
        .filter(|line| key(line).is_none_or(|key| !style.without.contains(&key)))
        .collect();
    // What was the last member may be gone, and the comma before it with it.
    let bare: Vec<String> = (0..kept.len())
        .map(|index| {
            let closes = kept
                .get(index + 1)
                .is_some_and(|next| next.trim_start().starts_with(['}', ']']));
            let line = if closes {
                kept[index].strip_suffix(',').unwrap_or(kept[index])
            } else {
                kept[index]
            };
            line.to_owned()
        })
        .collect();
    kept = bare.iter().map(String::as_str).collect();
    let mut text = String::new();
    for (index, line) in kept.iter().enumerate() {
        let closes = kept
            .get(index + 1)
            .is_some_and(|next| next.trim_start().starts_with(['}', ']']));
        let indent = line.len() - line.trim_start().len();
        if !style.compact {
            text.push_str(&line[..indent]);
        }
        write_line(&line[indent..], style, &mut text);
        if style.broken && closes && !line.ends_with(['{', '[']) {
            text.push(',');
        }
        if !style.compact && index + 1 < kept.len() {
            text.push('\n');
        }
    }
    text
}

/// The key of the member on this line.
fn key(line: &str) -> Option<&str> {
    let (key, _) = line.trim_start().strip_prefix('"')?.split_once("\":")?;
    Some(key)
}

fn write_line(line: &str, style: Style, text: &mut String) {
    let Some(key) = key(line) else {
        return write_value(line, false, style, text);
    };
    if style.broken {
        text.push_str(key);
    } else {
        text.push('"');
        text.push_str(key);
        text.push('"');
    }
    text.push_str(if style.compact { ":" } else { ": " });
    write_value(&line[key.len() + 4..], NAMES.contains(&key), style, text);
}

fn write_value(value: &str, is_name: bool, style: Style, text: &mut String) {
    let (scalar, comma) = match value.strip_suffix(',') {
        Some(scalar) => (scalar, ","),
        None => (value, ""),
    };
    let quote = if style.broken { '\'' } else { '"' };
    if let Some(content) = scalar.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        let mut content = content.to_owned();
        if style.broken {
            content = content.replace('\'', "\\'");
        }
        if style.raw_newlines {
            // An escaped backslash with an `n` behind it is no line break.
            content = content.replace("\\\\", "\0").replace("\\n", "\n").replace('\0', "\\\\");
        }
        if style.wrong_types && is_name {
            content = content.to_uppercase();
        }
        text.push(quote);
        text.push_str(&content);
        text.push(quote);
    } else if style.wrong_types && scalar.starts_with(|c: char| c.is_ascii_digit()) {
        text.push(quote);
        text.push_str(scalar);
        text.push(quote);
    } else {
        text.push_str(scalar);
    }
    text.push_str(comma);
}
