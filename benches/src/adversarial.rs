//! Texts made to be slow: a megabyte of what may begin a value and does not, and then the answer.

use crate::inputs::{Case, commit_message};

/// The kinds of text.
pub const KINDS: [&str; 6] = [
    "braces",
    "brackets",
    "quotes",
    "backslashes",
    "known keys",
    "unfinished objects",
];

/// A text of this kind, with about so many bytes before the answer.
pub fn text(kind: &str, bytes: usize) -> Option<String> {
    let piece = match kind {
        "braces" => "{",
        "brackets" => "[",
        "quotes" => "\"",
        "backslashes" => "\\",
        "known keys" => "{\"title\": ",
        "unfinished objects" => "{\"title\": \"x\", ",
        _ => return None,
    };
    let mut text = String::from("These are my notes so far: ");
    text.push_str(&piece.repeat(bytes / piece.len()));
    text.push_str("\n\n");
    text.push_str(&Case::Fenced.text(&commit_message()));
    Some(text)
}

/// A valid document of about so many bytes, which `serde_json` skips for comparison.
pub fn document(bytes: usize) -> String {
    let element = "{\"title\": \"plain words\", \"line\": 12},";
    let mut text = String::from("[");
    text.push_str(&element.repeat(bytes / element.len()));
    text.pop();
    text.push(']');
    text
}
