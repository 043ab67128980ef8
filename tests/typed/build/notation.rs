//! The notation of the records: classes, enums and aliases of types, with attributes.

use std::collections::BTreeMap;

/// What a record declares, and the type that it asks for.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) classes: BTreeMap<String, Class>,
    pub(crate) enums: BTreeMap<String, Vec<(String, Attributes)>>,
    pub(crate) aliases: BTreeMap<String, Type>,
    pub(crate) target: Type,
}

/// The fields of a class: name, type, attributes.
#[derive(Debug, Default)]
pub(crate) struct Class {
    pub(crate) fields: Vec<(String, Type, Attributes)>,
    /// An attribute of the whole class restricts its values.
    pub(crate) restricted: bool,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Attributes {
    pub(crate) alias: Option<String>,
    /// Expressions that must hold.
    pub(crate) asserted: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Type {
    Named(String),
    Text(String),
    Number(String),
    List(Box<Type>),
    Optional(Box<Type>),
    Map(Box<Type>, Box<Type>),
    Union(Vec<Type>),
}

/// Reads the declarations and the target.
pub(crate) fn parse(types: &str, target: &str) -> Result<File, String> {
    let mut parser = Parser::new(types);
    let mut file = File {
        classes: BTreeMap::new(),
        enums: BTreeMap::new(),
        aliases: BTreeMap::new(),
        target: Parser::new(target).whole_type()?,
    };
    while let Some(word) = parser.word() {
        let name = parser.word().ok_or_else(|| format!("{word} without a name"))?;
        match word.as_str() {
            "class" => {
                let class = parser.class()?;
                file.classes.insert(name, class);
            }
            "enum" => {
                let names = parser.names()?;
                file.enums.insert(name, names);
            }
            "type" => {
                parser.expect('=')?;
                let aliased = parser.type_()?;
                file.aliases.insert(name, aliased);
            }
            "function" => parser.skip_function()?,
            _ => return Err(format!("{word} {name}")),
        }
    }
    Ok(file)
}

struct Parser<'a> {
    rest: &'a str,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Passes over white space and comments.
    fn space(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with("//") {
                return;
            }
            self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest);
        }
    }

    fn eat(&mut self, token: &str) -> bool {
        self.space();
        let rest = self.rest.strip_prefix(token);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn expect(&mut self, token: char) -> Result<(), String> {
        if self.eat(&token.to_string()) {
            Ok(())
        } else {
            Err(format!("expected {token} at {:.20}", self.rest))
        }
    }

    fn word(&mut self) -> Option<String> {
        self.space();
        let end = self
            .rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        (!word.is_empty()).then(|| word.to_owned())
    }

    fn class(&mut self) -> Result<Class, String> {
        let mut class = Class::default();
        self.expect('{')?;
        while !self.eat("}") {
            if self.eat("@@") {
                let (name, _) = self.attribute()?;
                class.restricted |= name == "assert";
                continue;
            }
            let name = self.word().ok_or_else(|| format!("no field at {:.20}", self.rest))?;
            let type_ = self.type_()?;
            let attributes = self.attributes()?;
            class.fields.push((name, type_, attributes));
        }
        Ok(class)
    }

    fn names(&mut self) -> Result<Vec<(String, Attributes)>, String> {
        let mut names = Vec::new();
        self.expect('{')?;
        while !self.eat("}") {
            if self.eat("@@") {
                self.attribute()?;
                continue;
            }
            let name = self.word().ok_or_else(|| format!("no name at {:.20}", self.rest))?;
            names.push((name, self.attributes()?));
        }
        Ok(names)
    }

    fn attributes(&mut self) -> Result<Attributes, String> {
        let mut attributes = Attributes::default();
        loop {
            self.space();
            if self.rest.starts_with("@@") || !self.eat("@") {
                return Ok(attributes);
            }
            let (name, argument) = self.attribute()?;
            match name.as_str() {
                "alias" => attributes.alias = Some(argument.trim().trim_matches('"').to_owned()),
                "assert" => {
                    let expression = argument.split_once("{{").and_then(|(_, rest)| rest.rsplit_once("}}"));
                    attributes
                        .asserted
                        .extend(expression.map(|(inner, _)| inner.trim().to_owned()));
                }
                _ => {}
            }
        }
    }

    /// The name of an attribute, with dots in it, and what stands between its parentheses.
    fn attribute(&mut self) -> Result<(String, String), String> {
        let mut name = self.word().unwrap_or_default();
        while self.rest.starts_with('.') {
            self.rest = &self.rest[1..];
            name = format!("{name}.{}", self.word().unwrap_or_default());
        }
        if !self.rest.starts_with('(') {
            return Ok((name, String::new()));
        }
        let end = closing(self.rest).ok_or_else(|| format!("@{name} is not closed"))?;
        let argument = self.rest[1..end].to_owned();
        self.rest = &self.rest[end + 1..];
        Ok((name, argument))
    }

    fn whole_type(&mut self) -> Result<Type, String> {
        let type_ = self.type_()?;
        self.space();
        if self.rest.is_empty() {
            Ok(type_)
        } else {
            Err(format!("{:.20} behind the type", self.rest))
        }
    }

    fn type_(&mut self) -> Result<Type, String> {
        let mut parts = vec![self.part()?];
        while self.eat("|") {
            parts.push(self.part()?);
        }
        let only = parts.len() == 1;
        Ok(if only { parts.remove(0) } else { Type::Union(parts) })
    }

    fn part(&mut self) -> Result<Type, String> {
        let mut type_ = if self.eat("(") {
            let inner = self.type_()?;
            self.attributes()?;
            self.expect(')')?;
            inner
        } else if self.eat("\"") {
            let (text, rest) = self.rest.split_once('"').ok_or("a text is not closed")?;
            self.rest = rest;
            Type::Text(text.to_owned())
        } else {
            let word = self.word().ok_or_else(|| format!("no type at {:.20}", self.rest))?;
            if word == "map" && self.eat("<") {
                let key = self.type_()?;
                self.expect(',')?;
                let value = self.type_()?;
                self.expect('>')?;
                Type::Map(Box::new(key), Box::new(value))
            } else if word.starts_with(|c: char| c.is_ascii_digit()) {
                Type::Number(word)
            } else {
                Type::Named(word)
            }
        };
        loop {
            if self.rest.starts_with("[]") {
                self.rest = &self.rest[2..];
                type_ = Type::List(Box::new(type_));
            } else if self.rest.starts_with('?') {
                self.rest = &self.rest[1..];
                type_ = Type::Optional(Box::new(type_));
            } else {
                return Ok(type_);
            }
        }
    }

    /// Passes over a function, whose body holds texts between `#"` and `"#`.
    fn skip_function(&mut self) -> Result<(), String> {
        let open = self.rest.find('{').ok_or("a function without a body")?;
        self.rest = &self.rest[open..];
        let end = closing(self.rest).ok_or("a function is not closed")?;
        self.rest = &self.rest[end + 1..];
        Ok(())
    }
}

/// Where the bracket that begins `text` is closed; what stands in texts and expressions does not count.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut pos = 0;
    while pos < text.len() {
        let rest = &text[pos..];
        let passed = |open: &str, close: &str| {
            rest.strip_prefix(open)?
                .find(close)
                .map(|at| at + open.len() + close.len())
        };
        if let Some(length) = passed("#\"", "\"#")
            .or_else(|| passed("{{", "}}"))
            .or_else(|| passed("\"", "\""))
        {
            pos += length;
            continue;
        }
        let c = rest.chars().next()?;
        match c {
            '(' | '{' => depth += 1,
            ')' | '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(pos);
                }
            }
            _ => {}
        }
        pos += c.len_utf8();
    }
    None
}
