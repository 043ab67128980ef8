//! Texts made of a few units that repeat, written so that a person can copy one into a test.

use std::fmt;
use std::str::FromStr;

/// What units are made of.
const TOKENS: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "<",
    ">",
    "\"",
    "'",
    "`",
    "```",
    "```json\n",
    "~~~",
    "\"\"\"",
    "'''",
    ":",
    ",",
    ";",
    "=",
    "=>",
    "\\",
    "\\\"",
    "\\\\",
    "\\n",
    "\\u12",
    "\n",
    "\r\n",
    "\t",
    " ",
    "  ",
    "\u{a0}",
    "//",
    "// ",
    "/*",
    "*/",
    "/**/",
    "#",
    "# ",
    "-",
    "+",
    ".",
    "...",
    "…",
    "|",
    "、",
    "“",
    "”",
    "„",
    "«",
    "»",
    "‘",
    "ä",
    "\u{feff}",
    "\0",
    "0",
    "1",
    "2.5",
    "-1",
    "1e9",
    "1,",
    "\"1\"",
    "NaN",
    "null",
    "true",
    "None",
    "a",
    "a ",
    "b",
    "ab",
    "x: ",
    "good",
    "bad",
    "title",
    "name",
    "size",
    "tags",
    "parts",
    "facts",
    "value",
    "op",
    "of",
    "\"a\"",
    "\"a\",",
    "\"a\":",
    "\"a\": ",
    "'a'",
    "'a':",
    "\"title\":",
    "\"title\": \"",
    "\"tags\": [",
    "\"name\":",
    "\"name\": \"",
    "\"Name\":",
    "\"size\": 1",
    "\"size\":",
    "\"Size\":",
    "\"parts\":[",
    "\"parts\": [{",
    "\"facts\": {",
    "\"grade\": \"good\"",
    "\"value\":",
    "\"arguments\":",
    "\"properties\":",
    "\"result\":",
    "\"type\":",
    "\"error\":",
    "\"op\":\"sum\",",
    "\"of\":",
    "\"city\":",
    "\"findings\":[",
    "\"env\":{",
    "\"Part\":{",
    "\"Names\":[",
    "\"name\": \"Part\"",
    "title: ",
    "name:",
    "size: 1",
    "},{",
    "}, {",
    "\"},",
    "\",",
    "\", ",
    "\": \"",
    "\":",
    "\"}",
    "\"]",
    "{\"",
    "{\\\"",
    "[\"",
    "[[",
    "{}",
    "[]",
    "()",
    "{\"a\":1}",
    "{\"name\":\"a\",\"size\":1}",
    "{\"name\":",
    "[{",
    "}]",
    "<think>",
    "</think>",
    "<answer>",
    "</answer>",
    "<|im_start|>",
    "[CONTENT]",
    "<tool_call>",
    "</tool_call>",
    "[TOOL_CALLS]",
    "[ARGS]",
    "<x>",
    "</x>",
    "<x size=\"1\"/>",
    "<title>",
    "</title>",
    "<name>a</name>",
    "<size>1</size>",
    "<p name=\"title\">",
    "<function=find>",
    "</function>",
    "<parameter=title>",
    "</parameter>",
    "<|python_tag|>",
    "find(title=\"a\")",
    "\"name\": \"find\"",
    "{\"name\":\"find\",\"arguments\":{\"title\":\"a\"}}",
    "Answer:",
    "User:",
    "\nQ:",
    "<!--",
    "-->",
    "r\"",
    "f'",
    "1/2",
    "50%",
    "not ",
    "one of ",
];

/// `prefix`, then the first unit, `middle`, the second unit, and `suffix`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipe {
    /// What the text begins with.
    pub prefix: String,
    /// What is repeated first.
    pub first: String,
    /// What is between the two.
    pub middle: String,
    /// What is repeated after that; nothing where the first unit is the only one.
    pub second: String,
    /// What the text ends with.
    pub suffix: String,
    /// The first unit's share of the text, in sixteenths.
    pub share: usize,
}

impl Recipe {
    /// The text of about `length` bytes.
    pub fn text(&self, length: usize) -> String {
        let share = |unit: &str, sixteenths: usize| {
            unit.repeat((length * sixteenths / 16).checked_div(unit.len()).unwrap_or(0))
        };
        let share_of_first = if self.second.is_empty() { 16 } else { self.share };
        [
            &*self.prefix,
            &*share(&self.first, share_of_first),
            &*self.middle,
            &*share(&self.second, 16 - share_of_first),
            &*self.suffix,
        ]
        .concat()
    }

    fn parts_mut(&mut self) -> [&mut String; 5] {
        [
            &mut self.prefix,
            &mut self.first,
            &mut self.middle,
            &mut self.second,
            &mut self.suffix,
        ]
    }

    /// Some text to begin with.
    pub fn random(random: &mut Random) -> Self {
        let is_double = random.below(2) == 0;
        let most = 1 + random.below(5);
        Self {
            prefix: if random.below(3) == 0 {
                random.tokens(0, 4)
            } else {
                String::new()
            },
            first: random.tokens(1, most),
            middle: if is_double { random.tokens(0, 2) } else { String::new() },
            second: if is_double {
                random.tokens(1, most)
            } else {
                String::new()
            },
            suffix: if random.below(3) == 0 {
                random.tokens(0, 3)
            } else {
                String::new()
            },
            share: 2 + 2 * random.below(7),
        }
    }

    /// A text that differs a little.
    pub fn mutated(&self, random: &mut Random) -> Self {
        let mut next = self.clone();
        for _ in 0..=random.below(3) {
            let token = random.token();
            let choice = random.below(7);
            if choice == 6 {
                next.share = 2 + 2 * random.below(7);
                continue;
            }
            let part = &mut *next.parts_mut()[[0, 1, 1, 2, 3, 3, 4][random.below(7)]];
            let mut place = random.below(part.len() + 1);
            while !part.is_char_boundary(place) {
                place -= 1;
            }
            match choice {
                0 | 1 => part.insert_str(place, token),
                2 => part.truncate(place),
                3 => *part = part.split_off(place),
                4 => {
                    part.pop();
                }
                _ => token.clone_into(part),
            }
            if part.len() > 200 {
                part.clear();
            }
        }
        if next.first.is_empty() {
            random.token().clone_into(&mut next.first);
        }
        next
    }
}

impl fmt::Display for Recipe {
    /// As a line of `found.txt`: JSON, which a test in Rust can take almost as it is.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            prefix,
            first,
            middle,
            second,
            suffix,
            share,
        } = self;
        let line = if second.is_empty() {
            let suffix = [&**middle, suffix].concat();
            serde_json::json!([prefix, first, suffix])
        } else if *share == 8 {
            serde_json::json!([prefix, first, middle, second, suffix])
        } else {
            serde_json::json!([prefix, first, middle, second, suffix, share])
        };
        write!(f, "{line}")
    }
}

impl FromStr for Recipe {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let values: Vec<serde_json::Value> = serde_json::from_str(line).map_err(|error| format!("{line}: {error}"))?;
        let part = |index: usize| {
            values
                .get(index)
                .and_then(|value| value.as_str())
                .unwrap_or_default()
                .to_owned()
        };
        match values.len() {
            3 => Ok(Self {
                prefix: part(0),
                first: part(1),
                middle: String::new(),
                second: String::new(),
                suffix: part(2),
                share: 8,
            }),
            5 | 6 => Ok(Self {
                prefix: part(0),
                first: part(1),
                middle: part(2),
                second: part(3),
                suffix: part(4),
                share: values
                    .get(5)
                    .and_then(serde_json::Value::as_u64)
                    .map_or(8, |share| share.min(16) as usize),
            }),
            _ => Err(format!("{line}: neither three nor five strings")),
        }
    }
}

/// A generator whose seed names the whole search.
#[derive(Debug)]
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^= mixed >> 31;
        usize::try_from(mixed >> 33).unwrap_or_default() % limit
    }

    fn token(&mut self) -> &'static str {
        TOKENS[self.below(TOKENS.len())]
    }

    fn tokens(&mut self, least: usize, most: usize) -> String {
        let count = least + self.below(most - least + 1);
        (0..count).map(|_| self.token()).collect()
    }
}
