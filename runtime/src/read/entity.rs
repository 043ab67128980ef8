//! Entities of XML and HTML: `&quot;` for a quote.

use alloc::string::String;

use crate::read::scan;

/// Decodes the entities that XML knows, and leaves any other `&` as it is.
pub(crate) fn decode(text: &str, decoded: &mut String) {
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        decoded.push_str(before);
        let known = after
            .char_indices()
            .take(LONGEST_ENTITY)
            .find(|&(_, c)| c == ';')
            .and_then(|(end, _)| Some((entity(&after[..end])?, end)));
        rest = if let Some((c, end)) = known {
            decoded.push(c);
            &after[end + 1..]
        } else {
            decoded.push('&');
            after
        };
    }
    decoded.push_str(rest);
}

/// No entity has more characters than this.
const LONGEST_ENTITY: usize = 10;

fn entity(name: &str) -> Option<char> {
    match name {
        "lt" => Some('<'),
        "gt" => Some('>'),
        "amp" => Some('&'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        "nbsp" => Some('\u{a0}'),
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)
        }
    }
}

/// Whether a quote is written as an entity in this text: it may be a quote of the text, or of a string in it.
pub(crate) fn holds_quote(text: &str) -> bool {
    let bytes = text.as_bytes();
    scan::places::<b'&'>(bytes).any(|at| QUOTES.iter().any(|quote| bytes[at..].starts_with(quote.as_bytes())))
}

/// How a quote is written as an entity.
pub(crate) const QUOTES: [&str; 3] = ["&quot;", "&#34;", "&#x22;"];

/// How a space is written as an entity.
pub(crate) const SPACE: &str = "&nbsp;";
