//! What an object that breaks JSON's grammar was meant to be, as far as its beginning shows.

use super::marks::is_known;
use super::{LONGEST_HEADER, ReplyText};
use crate::calls::extent::{begins_key, is_in_key};
use crate::fold;
use crate::spec::NamesSpec;

/// What an object was meant to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Intent {
    /// A call: the name of a tool, and then its arguments.
    Call,
    /// A list of calls.
    List,
    /// Some other object: a key, and what separates it from its value.
    Object,
    /// Not an object.
    Nothing,
    /// The text ends before this is certain.
    Wait,
}

/// What the object at `start` was meant to be.
pub(super) fn intent(text: ReplyText<'_>, start: usize, names: &NamesSpec) -> Intent {
    let mut tokens = Tokens {
        text,
        start,
        pos: start + 1,
    };
    match tokens.intent(names) {
        Ok(intent) => intent,
        Err(TextEnds) if text.is_end || tokens.is_long() => Intent::Nothing,
        Err(TextEnds) => Intent::Wait,
    }
}

/// The keys of a call's arguments.
pub(super) const ARGUMENTS: [&str; 4] = ["arguments", "parameters", "args", "input"];

/// Whether this is the key of a call's arguments, perhaps misspelled, with a line break in it, or with all that is before the next quote
/// if its closing quote is missing.
fn is_key_of_arguments(key: &str) -> bool {
    let key = key.split_once(':').map_or(key, |(key, _)| key);
    let letters = || key.chars().filter(|c| !c.is_whitespace());
    ARGUMENTS
        .iter()
        .any(|name| letters().eq(name.chars()) || fold::is_near(name, key.trim_end()))
}

/// The text ends, or the limit for a header was exceeded.
struct TextEnds;

/// The tokens of an object, with any kind of quotes or without quotes.
struct Tokens<'t> {
    text: ReplyText<'t>,
    start: usize,
    pos: usize,
}

impl<'t> Tokens<'t> {
    fn intent(&mut self, names: &NamesSpec) -> Result<Intent, TextEnds> {
        let mut is_named = false;
        let mut is_first = true;
        let mut is_message = false;
        loop {
            // The text ends before the arguments of a tool, or in their key.
            if is_named && self.ends_in_key() {
                return Ok(Intent::Call);
            }
            let Some(key) = self.word()? else {
                self.separator(b":=>")?;
                return Ok(match is_first {
                    true => Intent::Nothing,
                    false if is_named && self.byte()? == b'{' => Intent::Call,
                    false => Intent::Object,
                });
            };
            let is_separated = self.separator(b":=>")?;
            // The key's closing quote is missing, so the key extends to the opening quote of the value.
            if let Some("name" | "tool" | "tool_name") = key.trim_end().strip_suffix(':')
                && !is_separated
            {
                let rest = super::head(self.text.rest(self.pos));
                let Some(length) = rest.find('"') else {
                    self.pos += rest.len();
                    return Err(TextEnds);
                };
                if !is_known(names, &rest[..length]) {
                    return Ok(Intent::Nothing);
                }
                self.pos += length + 1;
                is_named = true;
                is_first = false;
                self.separator(b",")?;
                continue;
            }
            match key {
                // A message may have text before its calls.
                "content" | "role" | "refusal" if is_separated && (is_first || is_message) => {
                    if self.word()?.is_none() {
                        return Ok(Intent::Object);
                    }
                    is_message = true;
                }
                "tool_calls" if is_message => return Ok(Intent::List),
                _ if is_message => return Ok(Intent::Object),
                "name" | "tool" | "tool_name" | "function" if self.byte()? != b'{' => match self.word()? {
                    // Without its closing quote, a name extends to the opening quote of the next key.
                    Some(name) if is_known(names, name.trim_end_matches([',', ' '])) => is_named = true,
                    _ if is_separated || !is_first => return Ok(Intent::Object),
                    _ => return Ok(Intent::Nothing),
                },
                _ if !is_separated && is_first => {
                    let first = self.text.byte(self.text.after_space(self.start + 1));
                    let is_string = [first, Some(self.byte()?)]
                        .iter()
                        .all(|byte| matches!(byte, Some(b'"' | b'\'')));
                    return Ok(if is_string { Intent::Object } else { Intent::Nothing });
                }
                "function" => {
                    self.pos += 1;
                    is_first = false;
                    continue;
                }
                "tool_calls" if is_first => return Ok(Intent::List),
                // The object after the name of a tool is its arguments, whatever is left of their key. Without its closing quote, the key
                // extends into the object.
                _ if is_named
                    && (is_key_of_arguments(key) || key.trim_end().ends_with('{') || self.byte()? == b'{') =>
                {
                    return Ok(Intent::Call);
                }
                "id" | "tool_call_id" | "call_id" | "type" | "index" => {
                    if self.word()?.is_none() {
                        return Ok(Intent::Object);
                    }
                }
                _ => return Ok(Intent::Object),
            }
            is_first = false;
            self.separator(b",;]")?;
        }
    }

    /// Whether the text ends here, or in the key of a call's arguments.
    fn ends_in_key(&self) -> bool {
        let rest = self.text.rest(self.pos).trim_ascii_start();
        let key = rest.strip_prefix(['"', '\'']).unwrap_or(rest);
        self.text.is_end && ARGUMENTS.iter().any(|name| name.starts_with(key))
    }

    fn is_long(&self) -> bool {
        self.pos - self.start > LONGEST_HEADER
    }

    /// The next byte after blanks and comments.
    fn byte(&mut self) -> Result<u8, TextEnds> {
        loop {
            self.pos = self.text.after_space(self.pos);
            let rest = self.text.rest(self.pos);
            if self.is_long() {
                return Err(TextEnds);
            }
            let (opener, closer) = match rest.as_bytes() {
                [b'/', b'/', ..] => (2, "\n"),
                [b'/', b'*', ..] => (2, "*/"),
                [b'#', ..] => (1, "\n"),
                [] | [b'/'] => return Err(TextEnds),
                [byte, ..] => return Ok(*byte),
            };
            let head = super::head(rest);
            let Some(end) = head.get(opener..).and_then(|head| head.find(closer)) else {
                self.pos += head.len();
                return Err(TextEnds);
            };
            self.pos += opener + end + closer.len();
        }
    }

    /// A string in quotes of any kind, or a word without quotes.
    fn word(&mut self) -> Result<Option<&'t str>, TextEnds> {
        let byte = self.byte()?;
        let rest = self.text.rest(self.pos);
        let head = super::head(rest);
        if begins_key(byte) {
            let Some(length) = head.bytes().position(|byte| !is_in_key(byte) && byte != b'.') else {
                self.pos += head.len();
                return Err(TextEnds);
            };
            // The opening quote of a word is missing if there is a closing one.
            self.pos += length + usize::from(head[length..].starts_with(['"', '\'']));
            return Ok(Some(&head[..length]));
        }
        let Some(quote) = head.chars().next() else {
            return Err(TextEnds);
        };
        let close = match quote {
            '"' | '\'' | '`' => quote,
            '“' => '”',
            _ => return Ok(None),
        };
        let content = &head[quote.len_utf8()..];
        // A name may end with another quote than it begins with.
        let name = content.bytes().take_while(|&byte| is_in_key(byte)).count();
        let is_other = name > 0 && content[name..].starts_with(['"', '\'']);
        let Some(length) = (if is_other { Some(name) } else { content.find(close) }) else {
            self.pos += head.len();
            return Err(TextEnds);
        };
        self.pos += quote.len_utf8() + length + if is_other { 1 } else { close.len_utf8() };
        // The closing quote may be there twice.
        self.pos += usize::from(length > 0 && content[length..].starts_with("\"\""));
        Ok(Some(&content[..length]))
    }

    /// Skips any of these bytes, and returns whether there were any.
    fn separator(&mut self, bytes: &[u8]) -> Result<bool, TextEnds> {
        let mut is_there = false;
        while bytes.contains(&self.byte()?) {
            is_there = true;
            self.pos += 1;
        }
        Ok(is_there)
    }
}
