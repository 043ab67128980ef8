//! A document as a list of tokens, so that damage hits the place it means and never the inside of a string by accident.

use serde_json::Value;

use super::subjects::MAP_KEYS;
use crate::sample::Random;

/// What a token is in the undamaged document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// `{` or `[`
    Opener,
    /// `}` or `]`
    Closer,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// The key of an object.
    Key,
    /// A string that is a value.
    Text,
    /// A number or a boolean.
    Scalar,
    /// `null`
    Null,
    /// Whitespace.
    Space,
    /// Whatever a damage has added.
    Extra,
}

/// What contains a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Within {
    /// Nothing: the token is the root, or its opener or closer.
    Root,
    /// An object.
    Object,
    /// An array.
    List,
}

/// One token.
#[derive(Debug, Clone)]
pub(super) struct Token {
    /// What it is.
    pub role: Role,
    /// What contains it.
    pub within: Within,
    /// Number of the array or object that it opens, closes or separates.
    pub container: usize,
    /// Whether that is an array.
    pub is_list: bool,
    /// The opening quote of a string.
    pub open: String,
    /// Everything between the quotes, escaped; all of any other token.
    pub body: String,
    /// The closing quote of a string.
    pub close: String,
}

impl Token {
    /// The token as it is written.
    pub(super) fn written(&self) -> String {
        format!("{}{}{}", self.open, self.body, self.close)
    }

    /// Whether a value begins with it.
    pub(super) fn starts_value(&self) -> bool {
        matches!(self.role, Role::Text | Role::Scalar | Role::Null | Role::Opener)
    }

    /// Whether it is a key or a string.
    pub(super) fn is_string(&self) -> bool {
        matches!(self.role, Role::Key | Role::Text)
    }

    /// Whether it is the key of a field, which is known, and not of a map, where every key is one.
    pub(super) fn is_field(&self) -> bool {
        self.role == Role::Key && !MAP_KEYS.iter().any(|stem| self.body.starts_with(stem))
    }

    /// Replaces both quotes.
    pub(super) fn quote(&mut self, open: &str, close: &str) {
        open.clone_into(&mut self.open);
        close.clone_into(&mut self.close);
    }
}

/// How a document is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// `{"a":1,"b":2}`
    Compact,
    /// `{"a": 1, "b": 2}`
    Spaced,
    /// A line for each member and element.
    Lines,
}

/// A document that can be damaged.
#[derive(Debug, Clone)]
pub(super) struct Tokens {
    /// Its tokens in order.
    pub list: Vec<Token>,
    /// Its value.
    pub value: Value,
    /// Another value of the same type.
    pub draft: Value,
}

impl Tokens {
    /// The undamaged document of `value`.
    pub(super) fn of(value: &Value, draft: &Value, layout: Layout) -> Self {
        let mut writer = Writer {
            list: Vec::new(),
            layout,
            indent: 0,
            containers: 0,
        };
        writer.value(value, Within::Root);
        Self {
            list: writer.list,
            value: value.clone(),
            draft: draft.clone(),
        }
    }

    /// The document as it is now.
    pub(super) fn written(&self) -> String {
        self.list.iter().map(Token::written).collect()
    }

    /// The place of one of the tokens that `wanted` accepts.
    pub(super) fn pick(&self, random: &mut Random, wanted: impl Fn(&Token) -> bool) -> Option<usize> {
        let places: Vec<usize> = (0..self.list.len()).filter(|at| wanted(&self.list[*at])).collect();
        one_of(random, &places)
    }

    /// One token that `wanted` accepts, or all of them.
    pub(super) fn pick_some(&self, random: &mut Random, wanted: impl Fn(&Token) -> bool) -> Option<Vec<usize>> {
        let places: Vec<usize> = (0..self.list.len()).filter(|at| wanted(&self.list[*at])).collect();
        if random.one_in(3) && !places.is_empty() {
            return Some(places);
        }
        one_of(random, &places).map(|place| vec![place])
    }

    /// The last token of the value that starts at `start`.
    pub(super) fn end_of_value(&self, start: usize) -> Option<usize> {
        let token = &self.list[start];
        if token.role != Role::Opener {
            return Some(start);
        }
        (start..self.list.len())
            .find(|at| self.list[*at].role == Role::Closer && self.list[*at].container == token.container)
    }

    /// First and last token of the value after the key at `key`.
    pub(super) fn value_of(&self, key: usize) -> Option<(usize, usize)> {
        let start = (key + 1..self.list.len()).find(|at| {
            let role = self.list[*at].role;
            self.list[*at].starts_value() || matches!(role, Role::Key | Role::Comma | Role::Closer)
        })?;
        let is_value = self.list[start].starts_value();
        is_value.then(|| self.end_of_value(start).map(|end| (start, end)))?
    }

    /// Key, first and last token of the value of every member.
    pub(super) fn members(&self) -> Vec<(usize, usize, usize)> {
        let keys = (0..self.list.len()).filter(|at| self.list[*at].role == Role::Key);
        keys.filter_map(|key| self.value_of(key).map(|(start, end)| (key, start, end)))
            .collect()
    }

    /// First and last token of every element.
    pub(super) fn elements(&self) -> Vec<(usize, usize)> {
        let starts =
            (0..self.list.len()).filter(|at| self.list[*at].starts_value() && self.list[*at].within == Within::List);
        starts
            .filter_map(|start| self.end_of_value(start).map(|end| (start, end)))
            .collect()
    }

    /// Opener and closer of every array or object that is not empty; `is_list` says which.
    pub(super) fn containers(&self, is_list: bool) -> Vec<(usize, usize)> {
        let openers =
            (0..self.list.len()).filter(|at| self.list[*at].role == Role::Opener && self.list[*at].is_list == is_list);
        openers
            .filter_map(|opener| self.end_of_value(opener).map(|closer| (opener, closer)))
            .filter(|(opener, closer)| {
                self.list[*opener..*closer]
                    .iter()
                    .any(|token| token.role != Role::Opener && token.role != Role::Space)
            })
            .collect()
    }

    /// The commas of one array or object.
    pub(super) fn commas_of(&self, container: usize) -> Vec<usize> {
        (0..self.list.len())
            .filter(|at| self.list[*at].role == Role::Comma && self.list[*at].container == container)
            .collect()
    }

    /// Writes `text` before the token at `at`.
    pub(super) fn insert(&mut self, at: usize, text: &str) {
        self.list.insert(at, extra(text));
    }

    /// Whether added words are next to a key or string on the side where its quote is missing, or in place of a value.
    pub(super) fn has_words_in_value(&self) -> bool {
        let is_string = |token: &Token| matches!(token.role, Role::Key | Role::Text);
        let is_words = |token: &Token| token.role == Role::Extra && token.body.contains(char::is_alphanumeric);
        let told: Vec<&Token> = self
            .list
            .iter()
            .filter(|token| token.role != Role::Space && !token.written().is_empty())
            .collect();
        told.windows(2).any(|pair| {
            let (before, after) = (pair[0], pair[1]);
            (is_string(before) && before.close.is_empty() && is_words(after))
                || (is_words(before) && is_string(after) && after.open.is_empty())
        }) || told.windows(3).any(|three| {
            let is_end = matches!(three[2].role, Role::Comma | Role::Closer);
            three[0].role == Role::Colon && is_words(three[1]) && is_end
        })
    }

    /// Deletes the tokens from `first` to `last`.
    pub(super) fn remove(&mut self, first: usize, last: usize) {
        self.list.drain(first..=last);
    }

    /// What is written from `first` to `last`.
    pub(super) fn written_from(&self, first: usize, last: usize) -> String {
        self.list[first..=last].iter().map(Token::written).collect()
    }

    /// Replaces what is written from `first` to `last`.
    pub(super) fn replace(&mut self, first: usize, last: usize, text: &str) {
        self.list.splice(first..=last, [extra(text)]);
    }
}

/// A token that a damage adds.
pub(super) fn extra(text: &str) -> Token {
    Token {
        role: Role::Extra,
        within: Within::Root,
        container: usize::MAX,
        is_list: false,
        open: String::new(),
        body: text.to_owned(),
        close: String::new(),
    }
}

/// One of `choices`, if there are any.
pub(super) fn one_of<T: Copy>(random: &mut Random, choices: &[T]) -> Option<T> {
    (!choices.is_empty()).then(|| choices[random.below(choices.len())])
}

struct Writer {
    list: Vec<Token>,
    layout: Layout,
    indent: usize,
    containers: usize,
}

impl Writer {
    fn value(&mut self, value: &Value, within: Within) {
        match value {
            Value::Null => self.push(Role::Null, within, 0, false, "null"),
            Value::Bool(_) | Value::Number(_) => self.push(Role::Scalar, within, 0, false, &value.to_string()),
            Value::String(text) => self.string(Role::Text, within, text),
            Value::Array(elements) => self.container(true, within, elements.len(), |writer, i| {
                writer.value(&elements[i], Within::List);
            }),
            Value::Object(members) => {
                let members: Vec<_> = members.iter().collect();
                self.container(false, within, members.len(), |writer, i| {
                    let (key, value) = members[i];
                    writer.string(Role::Key, Within::Object, key);
                    writer.push(Role::Colon, Within::Object, 0, false, ":");
                    if writer.layout != Layout::Compact {
                        writer.push(Role::Space, Within::Object, 0, false, " ");
                    }
                    writer.value(value, Within::Object);
                });
            }
        }
    }

    fn container(&mut self, is_list: bool, within: Within, len: usize, mut item: impl FnMut(&mut Self, usize)) {
        let own = self.containers;
        self.containers += 1;
        self.push(Role::Opener, within, own, is_list, if is_list { "[" } else { "{" });
        self.indent += 1;
        let inside = if is_list { Within::List } else { Within::Object };
        for i in 0..len {
            if i > 0 {
                self.push(Role::Comma, inside, own, is_list, ",");
                if self.layout == Layout::Spaced {
                    self.push(Role::Space, inside, own, is_list, " ");
                }
            }
            self.line_break(inside);
            item(self, i);
        }
        self.indent -= 1;
        if len > 0 {
            self.line_break(inside);
        }
        self.push(Role::Closer, within, own, is_list, if is_list { "]" } else { "}" });
    }

    fn line_break(&mut self, within: Within) {
        if self.layout == Layout::Lines {
            let space = format!("\n{}", "  ".repeat(self.indent));
            self.push(Role::Space, within, 0, false, &space);
        }
    }

    fn string(&mut self, role: Role, within: Within, text: &str) {
        let quoted = Value::from(text).to_string();
        self.push(role, within, 0, false, &quoted[1..quoted.len() - 1]);
        let token = self.list.last_mut().expect("a token was just written");
        token.quote("\"", "\"");
    }

    fn push(&mut self, role: Role, within: Within, container: usize, is_list: bool, body: &str) {
        self.list.push(Token {
            role,
            within,
            container,
            is_list,
            open: String::new(),
            body: body.to_owned(),
            close: String::new(),
        });
    }
}
