//! Random values of arguments, written in the formats in which arguments are pieces of text, and read back.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use serde::Serialize;

use super::formats::streamed;

#[derive(Debug, PartialEq, LlmOutput, Serialize)]
pub(super) struct Inner {
    name: String,
    sizes: Vec<f64>,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tools)]
pub(super) enum Tool {
    Call {
        text: String,
        other: Option<String>,
        integer: i64,
        large: u64,
        float: f64,
        flag: bool,
        texts: Vec<String>,
        numbers: Vec<i64>,
        map: BTreeMap<String, String>,
        inner: Inner,
    },
}

/// A generator of numbers that are always the same.
pub(super) struct Random(pub(super) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("a small number") % limit
    }

    fn text(&mut self) -> String {
        const PIECES: &[&str] = &[
            "a",
            "Z",
            "7",
            " ",
            "  ",
            "\n",
            "\t",
            "\"",
            "'",
            "\\",
            "\\n",
            "{",
            "}",
            "[",
            "]",
            "<",
            ">",
            "</",
            "&lt;",
            "&",
            "null",
            "true",
            "007",
            "1.10",
            "é",
            "東",
            "🌦",
            "\u{2028}",
            "</parameter> x",
            "</function> x",
            "</tool_call> x",
            "</arg_value> x",
            "</invoke> x",
            "<function=",
            "<parameter>",
            "(",
            ")",
            ",",
            "=",
            "#",
            "//",
            "`",
            "```",
            "<think>",
            "\r",
            "\u{7f}",
        ];
        let count = self.below(8);
        (0..count).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    pub(super) fn tool(&mut self) -> Tool {
        let texts = |random: &mut Self| (0..random.below(4)).map(|_| random.text()).collect();
        Tool::Call {
            text: self.text(),
            other: (self.below(2) == 0).then(|| self.text()),
            integer: self.next().cast_signed() >> self.below(64),
            large: self.next() >> self.below(64),
            float: Some(f64::from_bits(self.next()))
                .filter(|float| float.is_finite())
                .unwrap_or(0.5),
            flag: self.below(2) == 0,
            texts: texts(self),
            numbers: (0..self.below(4)).map(|_| self.next().cast_signed() >> 20).collect(),
            map: (0..self.below(3)).map(|_| (self.text(), self.text())).collect(),
            inner: Inner {
                name: self.text(),
                sizes: (0..self.below(3))
                    .map(|_| f64::from(u16::try_from(self.below(1000)).expect("it is small")) / 8.0)
                    .collect(),
            },
        }
    }
}

/// The arguments, each as text for the formats with tags, and as JSON.
pub(super) fn arguments(tool: &Tool) -> Vec<(&'static str, String, serde_json::Value)> {
    let Tool::Call {
        text,
        other,
        integer,
        large,
        float,
        flag,
        texts,
        numbers,
        map,
        inner,
    } = tool;
    let json = |name, value: serde_json::Value| (name, value.to_string(), value);
    let mut all = vec![("text", text.clone(), text.clone().into())];
    all.extend(
        other
            .as_ref()
            .map(|other| ("other", other.clone(), other.clone().into())),
    );
    all.extend([
        json("integer", (*integer).into()),
        json("large", (*large).into()),
        json("float", (*float).into()),
        json("flag", (*flag).into()),
        json("texts", texts.clone().into()),
        json("numbers", numbers.clone().into()),
        json("map", serde_json::to_value(map).expect("a map")),
        json("inner", serde_json::to_value(inner).expect("a struct")),
    ]);
    all
}

/// A value as Python writes it.
fn python(value: &serde_json::Value, text: &mut String) {
    use serde_json::Value;
    match value {
        Value::Null => text.push_str("None"),
        Value::Bool(flag) => text.push_str(if *flag { "True" } else { "False" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(content) => {
            let quote = if content.contains('\'') && !content.contains('"') {
                '"'
            } else {
                '\''
            };
            text.push(quote);
            for c in content.chars() {
                match c {
                    '\\' => text.push_str("\\\\"),
                    '\n' => text.push_str("\\n"),
                    '\r' => text.push_str("\\r"),
                    '\t' => text.push_str("\\t"),
                    '\u{7f}' => text.push_str("\\x7f"),
                    '\u{2028}' => text.push_str("\\u2028"),
                    c if c == quote => text.extend(['\\', c]),
                    c => text.push(c),
                }
            }
            text.push(quote);
        }
        Value::Array(elements) => {
            text.push('[');
            for (index, element) in elements.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                python(element, text);
            }
            text.push(']');
        }
        Value::Object(entries) => {
            text.push('{');
            for (index, (key, value)) in entries.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                python(&Value::String(key.clone()), text);
                text.push_str(": ");
                python(value, text);
            }
            text.push('}');
        }
    }
}

fn tagged(tool: &Tool, open: &str, key: [&str; 2], value: [&str; 2], close: &str) -> String {
    let mut text = open.to_owned();
    for (name, plain, _) in arguments(tool) {
        text.extend([key[0], name, key[1], value[0], &plain, value[1], "\n"]);
    }
    text + close
}

fn pythonic(tool: &Tool) -> String {
    let mut text = "[Call(".to_owned();
    for (index, (name, _, value)) in arguments(tool).into_iter().enumerate() {
        text.extend([if index > 0 { ", " } else { "" }, name, "="]);
        python(&value, &mut text);
    }
    text + ")]"
}

#[track_caller]
fn is_read_back(write: impl Fn(&Tool) -> String) {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for round in 0..10_000 {
        let tool = random.tool();
        let text = write(&tool);
        let calls = Tool::parse_calls(&text);
        assert_eq!(calls.len(), 1, "round {round}: {text:?}\n{calls:?}");
        let call = calls.into_iter().next().expect("a call");
        let parsed = call
            .result
            .unwrap_or_else(|error| panic!("round {round}: {error}\n{text:?}"));
        assert_eq!(parsed.value, tool, "round {round}: {text:?}");
        assert!(parsed.is_exact(), "round {round}: {:?}\n{text:?}", parsed.repairs());
        if round % 25 == 0 {
            let width = 1 + random.below(12) * (round % 2);
            let streamed: Vec<_> = streamed(&text, width)
                .into_iter()
                .map(|call| call.result.map(|parsed| parsed.value))
                .collect();
            assert!(
                matches!(&streamed[..], [Ok(value)] if *value == tool),
                "round {round}: {text:?}\n{streamed:?}"
            );
        }
    }
}

#[test]
fn values_in_lines_between_tags_are_read_back() {
    is_read_back(|tool| {
        let open = "<tool_call>\n<function=Call>\n";
        let close = "</function>\n</tool_call>";
        tagged(tool, open, ["<parameter=", ">\n"], ["", "\n</parameter>"], close)
    });
}

#[test]
fn values_between_pairs_of_tags_are_read_back() {
    is_read_back(|tool| {
        let value = ["<arg_value>", "</arg_value>"];
        tagged(
            tool,
            "<tool_call>Call\n",
            ["<arg_key>", "</arg_key>\n"],
            value,
            "</tool_call>",
        )
    });
}

#[test]
fn values_between_tags_with_names_are_read_back() {
    is_read_back(|tool| {
        let key = ["<parameter name=\"", "\">"];
        tagged(tool, "<invoke name=\"Call\">\n", key, ["", "</parameter>"], "</invoke>")
    });
    is_read_back(|tool| {
        let key = ["<｜DSML｜parameter name=\"", "\" string=\"true\">"];
        let value = ["", "</｜DSML｜parameter>"];
        tagged(
            tool,
            "<｜DSML｜invoke name=\"Call\">\n",
            key,
            value,
            "</｜DSML｜invoke>",
        )
    });
}

#[test]
fn values_as_python_writes_them_are_read_back() {
    is_read_back(pythonic);
}
