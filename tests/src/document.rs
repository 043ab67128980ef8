//! Valid JSON in every style that a writer may choose: what a strict reader accepts must be read without a repair.

use serde_json::Value;

use crate::sample::{Random, Sample, Texts};

/// Names of members that no type of the suite has, nor anything like them.
pub const UNKNOWN: [&str; 4] = ["x-extra", "$comment", "Unbekannt\u{e9}", "~"];

/// The choices that JSON leaves to whoever writes it.
#[derive(Debug, Clone, Copy, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the choices are independent of each other")]
pub struct Style {
    /// Line breaks and indentation; otherwise no blank at all.
    pub pretty: bool,
    /// Blanks of any kind and number between tokens, instead of either.
    pub ragged: bool,
    /// Members in another order than the declared one.
    pub shuffled: bool,
    /// Members that no type knows, in the root and in the objects of lists.
    pub unknown_members: bool,
    /// Members that are `null` are left out half of the time, in the root and in the objects of lists.
    pub absent_members: bool,
    /// `\u00e9`, surrogate pairs, `\/` and the like, where a plain character would do.
    pub escaped: bool,
    /// `1E0`, `1.50e+1`, `10.0` for numbers with a fraction.
    pub exotic_numbers: bool,
}

impl Style {
    /// A style drawn at random.
    pub fn sample(random: &mut Random) -> Self {
        Self {
            pretty: random.one_in(2),
            ragged: random.one_in(4),
            shuffled: random.one_in(3),
            unknown_members: random.one_in(3),
            absent_members: random.one_in(2),
            escaped: random.one_in(3),
            exotic_numbers: random.one_in(3),
        }
    }
}

/// `value` as JSON text in `style`; what the style leaves open is drawn from `random`.
pub fn write(value: &Value, style: Style, random: &mut Random) -> String {
    let mut writer = Writer {
        text: String::new(),
        style,
        random,
        indent: 0,
    };
    writer.blank();
    writer.value(value, true);
    writer.blank();
    writer.text
}

struct Writer<'a> {
    text: String,
    style: Style,
    random: &'a mut Random,
    indent: usize,
}

impl Writer<'_> {
    /// Writes one value; `open` where its object may take unknown members, which maps may not.
    fn value(&mut self, value: &Value, open: bool) {
        match value {
            Value::Null | Value::Bool(_) => self.text.push_str(&value.to_string()),
            Value::Number(number) => self.number(number),
            Value::String(string) => self.string(string),
            Value::Array(elements) => {
                self.list('[', ']', elements.len(), |writer, i| writer.value(&elements[i], true));
            }
            Value::Object(members) => {
                let mut members: Vec<(String, Value)> = members
                    .iter()
                    .map(|(key, value)| (key.clone(), value.clone()))
                    .collect();
                if open && self.style.absent_members {
                    members.retain(|(_, value)| !value.is_null() || self.random.one_in(2));
                }
                if open && self.style.unknown_members {
                    self.insert_unknown(&mut members);
                }
                if self.style.shuffled {
                    for i in (1..members.len()).rev() {
                        members.swap(i, self.random.below(i + 1));
                    }
                }
                self.list('{', '}', members.len(), |writer, i| {
                    let (key, value) = &members[i];
                    writer.string(key);
                    writer.blank();
                    writer.text.push(':');
                    if writer.style.pretty && !writer.style.ragged {
                        writer.text.push(' ');
                    }
                    writer.blank();
                    writer.value(value, false);
                });
            }
        }
    }

    fn insert_unknown(&mut self, members: &mut Vec<(String, Value)>) {
        for key in UNKNOWN {
            if self.random.one_in(2) {
                let at = self.random.below(members.len() + 1);
                let value = self.unknown_value(3);
                members.insert(at, (key.to_owned(), value));
            }
        }
    }

    /// Any JSON value, with keys and texts that stand in the types too.
    fn unknown_value(&mut self, depth: usize) -> Value {
        match self.random.below(if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => Value::Bool(self.random.one_in(2)),
            2 => Value::from(i64::sample(self.random, Texts::Hostile)),
            3 => Value::from(f64::sample(self.random, Texts::Hostile)),
            4 => Value::from(String::sample(self.random, Texts::Hostile)),
            5 => (0..self.random.below(4))
                .map(|_| self.unknown_value(depth - 1))
                .collect(),
            _ => ["findings", "title", "message", "severity", "", "further"]
                .into_iter()
                .filter(|_| self.random.one_in(2))
                .collect::<Vec<_>>()
                .into_iter()
                .map(|key| (key.to_owned(), self.unknown_value(depth - 1)))
                .collect(),
        }
    }

    fn list(&mut self, opener: char, closer: char, len: usize, mut item: impl FnMut(&mut Self, usize)) {
        self.text.push(opener);
        self.indent += 1;
        for i in 0..len {
            if i > 0 {
                self.blank();
                self.text.push(',');
            }
            self.line_break();
            self.blank();
            item(self, i);
        }
        self.indent -= 1;
        if len > 0 {
            self.line_break();
        }
        self.blank();
        self.text.push(closer);
    }

    fn line_break(&mut self) {
        if self.style.pretty && !self.style.ragged {
            self.text.push('\n');
            self.text.push_str(&"  ".repeat(self.indent));
        }
    }

    fn blank(&mut self) {
        if self.style.ragged {
            let count = if self.random.one_in(32) { 100 } else { 4 };
            for _ in 0..self.random.below(count) {
                self.text.push_str(self.random.pick(&[" ", "\n", "\t", "\r\n"]));
            }
        }
    }

    fn number(&mut self, number: &serde_json::Number) {
        match number.as_f64() {
            Some(float) if number.is_f64() && self.style.exotic_numbers => {
                let spelling = match self.random.below(4) {
                    0 => format!("{float:e}"),
                    1 => format!("{float:E}").replace('E', if float.abs() >= 1.0 || float == 0.0 { "E+" } else { "E" }),
                    2 if float == 0.0 || (1e-3..1e15).contains(&float.abs()) => format!("{float:.20}"),
                    _ => number.to_string(),
                };
                self.text.push_str(&spelling);
            }
            _ => self.text.push_str(&number.to_string()),
        }
    }

    fn string(&mut self, string: &str) {
        if !self.style.escaped {
            self.text.push_str(&Value::from(string).to_string());
            return;
        }
        self.text.push('"');
        for character in string.chars() {
            match character {
                '"' | '\\' => self.text.extend(['\\', character]),
                '/' if self.random.one_in(2) => self.text.push_str("\\/"),
                '\n' if self.random.one_in(2) => self.text.push_str("\\n"),
                _ if character < ' ' || self.random.one_in(4) => {
                    for unit in character.encode_utf16(&mut [0; 2]) {
                        let digits = format!("{unit:04x}");
                        self.text.push_str("\\u");
                        self.text.push_str(&if self.random.one_in(2) {
                            digits.to_uppercase()
                        } else {
                            digits
                        });
                    }
                }
                _ => self.text.push(character),
            }
        }
        self.text.push('"');
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Style, write};
    use crate::sample::Random;

    /// The oracle would be worth nothing if a style changed the value.
    #[test]
    fn every_style_writes_the_same_value() {
        let value = json!({"a": ["\u{1f680}\"\\/\n\u{1}", 1.5, -0.0, 1e300, 7, u64::MAX], "b": {"c": true, "d": null}});
        for seed in 0..500 {
            let mut random = Random::new(seed);
            let style = Style {
                unknown_members: false,
                absent_members: false,
                ..Style::sample(&mut random)
            };
            let text = write(&value, style, &mut random);
            let read: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
            assert_eq!(read, value, "{text}");
        }
    }
}
