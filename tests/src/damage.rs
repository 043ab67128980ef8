//! Known damages: what models do to a document, done on purpose, so that the right answer is known.
//!
//! Each damage is applied while the document is written, token by token. Editing the finished text would hit the inside
//! of strings, and then nobody could say what the right answer is.

use std::fmt::Write as _;

use llm_output::{Finish, Options};
use serde_json::Value;

use crate::sample::Random;

/// One way in which a document is broken or wrapped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Damage {
    /// `[1, 2,]`
    TrailingCommas,
    /// A fence with a sentence before and after it.
    FenceWithProse,
    /// Braces and brackets in the prose before.
    BracesInProse,
    /// A think block that holds another document of the type.
    DraftInThinkBlock,
    /// `{key: 1}`
    UnquotedKeys,
    /// `{'key': 'text'}`
    SingleQuotes,
    /// What `repr` of Python prints.
    PythonRepr,
    /// `//`, `/* */` and `#` between tokens.
    Comments,
    /// A closer too many at the end.
    ExtraCloser,
    /// The last closers are missing, and nothing else.
    MissingClosers,
    /// The whole document as a JSON string.
    Stringified,
    /// A byte order mark before the document.
    ByteOrderMark,
    /// Curly quotes as delimiters.
    SmartQuotes,
    /// Blanks where a comma must stand.
    MissingCommas,
    /// `\'` for an apostrophe.
    EscapedApostrophes,
    /// Line breaks and tabs as they are in strings.
    RawControls,
    /// Quotes in strings without their backslash.
    InnerQuotes,
}

impl Damage {
    /// Every damage.
    pub const ALL: [Self; 17] = [
        Self::TrailingCommas,
        Self::FenceWithProse,
        Self::BracesInProse,
        Self::DraftInThinkBlock,
        Self::UnquotedKeys,
        Self::SingleQuotes,
        Self::PythonRepr,
        Self::Comments,
        Self::ExtraCloser,
        Self::MissingClosers,
        Self::Stringified,
        Self::ByteOrderMark,
        Self::SmartQuotes,
        Self::MissingCommas,
        Self::EscapedApostrophes,
        Self::RawControls,
        Self::InnerQuotes,
    ];

    /// Whether the damage is done around the finished document, and not while it is written.
    fn is_around(self) -> bool {
        matches!(
            self,
            Self::FenceWithProse
                | Self::BracesInProse
                | Self::DraftInThinkBlock
                | Self::ExtraCloser
                | Self::MissingClosers
                | Self::ByteOrderMark
        )
    }

    /// How a text with these damages is read: where closers are missing, only the finish reason tells that nothing else
    /// is.
    pub fn options<'a>(damages: &[Self]) -> Options<'a> {
        let options = Options::default();
        if damages.contains(&Self::MissingClosers) {
            options.finish(Finish::Stop)
        } else {
            options
        }
    }

    /// `value` written with this damage; `draft` is another value of the same type. `None` where the damage changes
    /// nothing, or where what it leaves has more than one reading.
    pub fn apply(self, value: &Value, draft: &Value, pretty: bool, random: &mut Random) -> Option<String> {
        let intact = write(value, None, pretty, random);
        self.apply_to(&intact, value, draft, pretty, random)
    }

    /// `value` written with the first of these damages and wrapped by the others.
    pub fn apply_several(
        several: &[Self],
        value: &Value,
        draft: &Value,
        pretty: bool,
        random: &mut Random,
    ) -> Option<String> {
        let (around, inside): (Vec<Self>, Vec<Self>) = several.iter().partition(|damage| damage.is_around());
        let mut text = match inside.as_slice() {
            [] => write(value, None, pretty, random),
            [one] => one.apply(value, draft, pretty, random)?,
            _ => return None,
        };
        for damage in around {
            text = damage.apply_to(&text, value, draft, pretty, random)?;
        }
        Some(text)
    }

    fn apply_to(self, intact: &str, value: &Value, draft: &Value, pretty: bool, random: &mut Random) -> Option<String> {
        let text = match self {
            Self::FenceWithProse => format!(
                "{}\n\n```{}\n{intact}\n```\n\n{}",
                random.pick(&[
                    "Here is the result:",
                    "Sure! I've put it together, as \"requested\":",
                    "It's done."
                ]),
                random.pick(&["json", "", "JSON", "json5"]),
                random.pick(&[
                    "Let me know if anything's missing.",
                    "Hope that helps!",
                    "Note: it's a draft [1]."
                ]),
            ),
            Self::BracesInProse => format!(
                "{} {}\n\n{intact}",
                random.pick(&[
                    "I filled in {name} for every list[str] in [0,1).",
                    "The set {a, b} and the empty object {} don't matter; x[0] does.",
                    "With f(x) = {x} we get [1] and {\"note\": 1}.",
                    "In `fn main() { run(); }` nothing's wrong :]",
                    "Use ${HOME} and {{mustache}}, see [the docs](https://example.org).",
                ]),
                random.pick(&["So:", "Here you go.", "JSON:"]),
            ),
            Self::DraftInThinkBlock if draft == value => return None,
            Self::DraftInThinkBlock => {
                let draft = write(draft, None, pretty, random);
                let tag = random.pick(&["think", "thinking", "reasoning"]);
                format!("<{tag}>\nLet's see. Maybe\n{draft}\nbut no, that's wrong.\n</{tag}>\n\n{intact}")
            }
            Self::ExtraCloser => format!("{intact}{}", random.pick(&["}", "]", "}}", "\n}", "]}"])),
            Self::MissingClosers => without_closers(intact, random)?,
            Self::Stringified => Value::from(intact).to_string(),
            Self::ByteOrderMark => format!("\u{feff}{intact}"),
            Self::InnerQuotes if has_second_reading(value) => return None,
            _ => write(value, Some(self), pretty, random),
        };
        (text != intact).then_some(text)
    }
}

/// Drops one to all of the closers at the end. After a number nobody can tell whether it is whole, so that such a
/// document does not lack closers only.
fn without_closers(intact: &str, random: &mut Random) -> Option<String> {
    let stem = intact.trim_end_matches(|character: char| matches!(character, '}' | ']') || character.is_whitespace());
    if stem.ends_with(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let closers: Vec<usize> = intact[stem.len()..]
        .match_indices(['}', ']'])
        .map(|(offset, _)| stem.len() + offset)
        .collect();
    Some(intact[..closers[random.below(closers.len())]].to_owned())
}

/// Whether a quote inside a text, once it has lost its backslash, reads as the end of the text by what follows it: a
/// closer, another quote, a comma with the next element or key. There the damage destroys the value, and no reader can
/// be right.
fn has_second_reading(value: &Value) -> bool {
    match value {
        Value::String(text) => ends_early(text, |rest| next_key(rest).is_some()),
        Value::Array(elements) => elements.iter().any(|element| match element {
            Value::String(text) => ends_early(text, |rest| rest.starts_with('"')),
            _ => has_second_reading(element),
        }),
        Value::Object(members) => members.values().any(has_second_reading),
        _ => false,
    }
}

/// Whether some quote in `text` is followed by what may follow a string; `next` judges what stands behind a comma.
fn ends_early(text: &str, next: impl Fn(&str) -> bool) -> bool {
    text.match_indices('"').any(|(at, _)| {
        let rest = &text[at + 1..];
        let after_blanks = rest.trim_start();
        // A blank and then the string's own closing quote look like two strings side by side.
        after_blanks.is_empty() && !rest.is_empty()
            || after_blanks.starts_with(['}', ']', '"'])
            || after_blanks.strip_prefix(',').is_some_and(|behind| {
                let behind = behind.trim_start();
                behind.starts_with(['}', ']']) || next(behind)
            })
    })
}

/// The key at the start of `rest`, with its quotes and colon.
fn next_key(rest: &str) -> Option<&str> {
    let (key, behind) = rest.strip_prefix('"')?.split_once('"')?;
    behind.trim_start().starts_with(':').then_some(key)
}

fn write(value: &Value, damage: Option<Damage>, pretty: bool, random: &mut Random) -> String {
    let mut writer = Writer {
        text: String::new(),
        damage,
        pretty,
        random,
        indent: 0,
    };
    writer.value(value);
    writer.text
}

struct Writer<'a> {
    text: String,
    damage: Option<Damage>,
    pretty: bool,
    random: &'a mut Random,
    indent: usize,
}

impl Writer<'_> {
    fn is(&self, damage: Damage) -> bool {
        self.damage == Some(damage)
    }

    fn value(&mut self, value: &Value) {
        match value {
            Value::Null => self
                .text
                .push_str(if self.is(Damage::PythonRepr) { "None" } else { "null" }),
            Value::Bool(true) => self
                .text
                .push_str(if self.is(Damage::PythonRepr) { "True" } else { "true" }),
            Value::Bool(false) => self
                .text
                .push_str(if self.is(Damage::PythonRepr) { "False" } else { "false" }),
            Value::Number(number) => self.text.push_str(&number.to_string()),
            Value::String(string) => self.string(string, false),
            Value::Array(elements) => self.list('[', ']', elements.len(), |writer, i| writer.value(&elements[i])),
            Value::Object(members) => {
                let members: Vec<_> = members.iter().collect();
                self.list('{', '}', members.len(), |writer, i| {
                    let (key, value) = members[i];
                    writer.string(key, true);
                    writer.text.push_str(if writer.pretty { ": " } else { ":" });
                    writer.comment();
                    writer.value(value);
                });
            }
        }
    }

    fn list(&mut self, opener: char, closer: char, len: usize, mut item: impl FnMut(&mut Self, usize)) {
        self.text.push(opener);
        self.indent += 1;
        for i in 0..len {
            if i > 0 {
                let comma = if self.is(Damage::MissingCommas) && !self.random.one_in(3) {
                    ' '
                } else {
                    ','
                };
                self.text.push(comma);
            }
            self.line_break();
            self.comment();
            item(self, i);
        }
        self.indent -= 1;
        if len > 0 {
            if self.is(Damage::TrailingCommas) && !self.random.one_in(3) {
                self.text.push(',');
            }
            self.comment();
            self.line_break();
        }
        self.text.push(closer);
    }

    fn line_break(&mut self) {
        if self.pretty {
            self.text.push('\n');
            self.text.push_str(&"  ".repeat(self.indent));
        }
    }

    fn comment(&mut self) {
        if self.is(Damage::Comments) && self.random.one_in(3) {
            self.text.push_str(self.random.pick(&[
                " // it's \"quoted\", with {braces}\n",
                "/* one, two: [3] */ ",
                " # see: the docs\n",
                "// TODO\n",
                "/* don't */",
            ]));
        }
    }

    fn string(&mut self, string: &str, key: bool) {
        let bare = |c: char| c.is_ascii_alphanumeric() || c == '_';
        match self.damage {
            Some(Damage::UnquotedKeys) if key && is_identifier(string) && string.chars().all(bare) => {
                self.text.push_str(string);
            }
            Some(Damage::SingleQuotes) => self.quoted('\'', '\'', string, json_escape),
            Some(Damage::PythonRepr) if string.contains('\'') && !string.contains('"') => {
                self.quoted('"', '"', string, python_escape);
            }
            Some(Damage::PythonRepr) => self.quoted('\'', '\'', string, python_escape),
            Some(Damage::SmartQuotes) => {
                self.quoted('\u{201c}', '\u{201d}', string, |text, character| {
                    json_escape(text, character);
                    if character == '"' {
                        text.pop();
                        text.push_str("\\\"");
                    }
                });
            }
            Some(Damage::EscapedApostrophes) => self.quoted('"', '"', string, |text, character| match character {
                '\'' => text.push_str("\\'"),
                _ => json_escape(text, character),
            }),
            Some(Damage::RawControls) if !key => self.quoted('"', '"', string, |text, character| match character {
                '\n' | '\t' => text.push(character),
                _ => json_escape(text, character),
            }),
            Some(Damage::InnerQuotes) if !key => {
                self.text.push('"');
                for character in string.chars() {
                    if character == '"' {
                        self.text.push('"');
                    } else {
                        json_escape(&mut self.text, character);
                    }
                }
                self.text.push('"');
            }
            _ => self.quoted('"', '"', string, json_escape),
        }
    }

    /// Writes `string` between delimiters; `escape` writes whatever is not the closing delimiter.
    fn quoted(&mut self, opener: char, closer: char, string: &str, escape: fn(&mut String, char)) {
        self.text.push(opener);
        for character in string.chars() {
            if character == closer && closer.is_ascii() {
                self.text.push('\\');
                self.text.push(character);
            } else {
                escape(&mut self.text, character);
            }
        }
        self.text.push(closer);
    }
}

fn is_identifier(key: &str) -> bool {
    key.starts_with(|character: char| character.is_ascii_alphabetic() || character == '_')
}

/// As in JSON, but for the quote, which the delimiter decides about.
fn json_escape(text: &mut String, character: char) {
    match character {
        '\\' => text.push_str("\\\\"),
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        _ if character < ' ' => push(text, format_args!("\\u{:04x}", u32::from(character))),
        _ => text.push(character),
    }
}

/// As Python's `repr` escapes.
fn python_escape(text: &mut String, character: char) {
    match character {
        '\\' => text.push_str("\\\\"),
        '\n' => text.push_str("\\n"),
        '\r' => text.push_str("\\r"),
        '\t' => text.push_str("\\t"),
        '\u{200d}' | '\u{2028}' | '\u{2029}' => push(text, format_args!("\\u{:04x}", u32::from(character))),
        _ if character.is_control() || character == '\u{a0}' => {
            push(text, format_args!("\\x{:02x}", u32::from(character)));
        }
        _ => text.push(character),
    }
}

fn push(text: &mut String, part: std::fmt::Arguments<'_>) {
    text.write_fmt(part).expect("writing to a String cannot fail");
}
