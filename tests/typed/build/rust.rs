//! Rust types for what a record declares.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use crate::notation::{Attributes, Class, File, Type};

const DERIVES: &str = "#[derive(Debug, ::serde::Serialize, ::llm_output::LlmOutput)]\n";
const DERIVES_OF_NAMES: &str =
    "#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, ::serde::Serialize, ::llm_output::LlmOutput)]\n";

/// The items of a module that declares `Target`.
pub(crate) fn module(file: &File) -> Result<String, String> {
    let mut maker = Maker {
        file,
        items: String::new(),
        made: BTreeMap::new(),
    };
    for (name, class) in &file.classes {
        maker.class(name, class)?;
    }
    for (name, names) in &file.enums {
        maker.names(name, names);
    }
    let target = maker.type_(&file.target, "")?;
    writeln!(maker.items, "pub type Target = {target};").expect("writing to a String cannot fail");
    Ok(maker.items)
}

struct Maker<'a> {
    file: &'a File,
    items: String,
    /// Unions and literals by what they are, with the names of their items.
    made: BTreeMap<String, String>,
}

impl Maker<'_> {
    fn class(&mut self, name: &str, class: &Class) -> Result<(), String> {
        if class.restricted {
            return Err("a class with a condition of its own".into());
        }
        let mut fields = String::new();
        for (field, type_, attributes) in &class.fields {
            let given = field_attributes(attributes)?;
            let recursive = if self.reaches(type_, name) {
                "#[llm(recursive(max_depth = 8))]\n"
            } else {
                ""
            };
            let type_ = self.held(type_, name)?;
            writeln!(fields, "{given}{recursive}pub {}: {type_},", ident(field))
                .expect("writing to a String cannot fail");
        }
        if class.fields.is_empty() {
            return Err("a class without fields".into());
        }
        writeln!(
            self.items,
            "{DERIVES}#[llm(max_depth = 20)]\npub struct {name} {{\n{fields}}}"
        )
        .expect("writing to a String cannot fail");
        Ok(())
    }

    fn names(&mut self, name: &str, names: &[(String, Attributes)]) {
        let mut variants = String::new();
        for (variant, attributes) in names {
            if let Some(alias) = &attributes.alias {
                writeln!(variants, "#[llm(alias = {alias:?})]").expect("writing to a String cannot fail");
            }
            writeln!(variants, "{},", ident(variant)).expect("writing to a String cannot fail");
        }
        writeln!(self.items, "{DERIVES_OF_NAMES}pub enum {name} {{\n{variants}}}")
            .expect("writing to a String cannot fail");
    }

    /// The type of a field or variant of `owner`, behind a pointer where it leads back to that.
    fn held(&mut self, type_: &Type, owner: &str) -> Result<String, String> {
        let written = self.type_(type_, owner)?;
        let is_collection = written.contains("::Vec<") || written.contains("::BTreeMap<");
        if !self.reaches(type_, owner) || is_collection {
            return Ok(written);
        }
        Ok(match written.strip_prefix("::std::option::Option<") {
            Some(inner) => format!("::std::option::Option<::std::boxed::Box<{inner}>"),
            None => format!("::std::boxed::Box<{written}>"),
        })
    }

    fn type_(&mut self, type_: &Type, owner: &str) -> Result<String, String> {
        Ok(match type_ {
            Type::Named(name) => match name.as_str() {
                "int" => "i64".into(),
                "float" => "f64".into(),
                "string" => "::std::string::String".into(),
                "bool" => "bool".into(),
                "true" | "false" => self.literal(&format!(
                    "pub struct NAME(#[llm(validate = NAME::check)] bool);\nimpl NAME {{\nfn check(value: &bool) -> \
                     ::std::result::Result<(), ::std::string::String> {{\nif *value == {name} {{ Ok(()) }} else {{ Err(\"must be {name}\".into()) }}\n}}\n}}\n"
                )),
                _ if self.file.classes.contains_key(name) || self.file.enums.contains_key(name) => name.clone(),
                _ => return self.alias(name, owner),
            },
            Type::Text(text) => self.literal_names(&[text]),
            Type::Number(number) => {
                self.literal(&format!("pub struct NAME(#[llm(range(min = {number}, max = {number}))] i64);\n"))
            }
            Type::List(element) => format!("::std::vec::Vec<{}>", self.type_(element, owner)?),
            Type::Optional(inner) => optional(&self.type_(inner, owner)?),
            Type::Map(key, value) => {
                let key = self.type_(key, owner)?;
                format!("::std::collections::BTreeMap<{key}, {}>", self.type_(value, owner)?)
            }
            Type::Union(_) => self.union(type_, owner, None)?,
        })
    }

    /// What stands behind the name of an alias; a type of its own where that holds itself.
    fn alias(&mut self, name: &str, owner: &str) -> Result<String, String> {
        let aliased = self
            .file
            .aliases
            .get(name)
            .ok_or_else(|| format!("the type {name}"))?
            .clone();
        if !self.reaches(&aliased, name) {
            return self.type_(&aliased, owner);
        }
        if let Type::Union(_) = aliased {
            return self.union(&aliased, name, Some(name));
        }
        Err(format!("{name}, a list of itself"))
    }

    fn union(&mut self, type_: &Type, owner: &str, name: Option<&str>) -> Result<String, String> {
        let mut parts = Vec::new();
        let mut is_optional = false;
        flatten(type_, &mut parts, &mut is_optional);
        let texts: Vec<&str> = parts
            .iter()
            .filter_map(|part| {
                if let Type::Text(text) = part {
                    Some(text.as_str())
                } else {
                    None
                }
            })
            .collect();
        let written = if parts.len() == 1 {
            self.type_(&parts[0], owner)?
        } else if texts.len() == parts.len() {
            self.literal_names(&texts)
        } else {
            let key = format!("{owner} {parts:?}");
            let known = self.made.get(&key).cloned();
            let name = known
                .clone()
                .unwrap_or_else(|| name.map_or_else(|| format!("Union{}", self.made.len()), Into::into));
            if known.is_none() {
                self.made.insert(key, name.clone());
                let mut variants = String::new();
                for (index, part) in parts.iter().enumerate() {
                    let leads_back = !owner.is_empty() && self.reaches(part, owner);
                    let recursive = if leads_back {
                        "#[llm(recursive(max_depth = 8))] "
                    } else {
                        ""
                    };
                    let part = self.held(part, owner)?;
                    writeln!(variants, "V{index}({recursive}{part}),").expect("writing to a String cannot fail");
                }
                writeln!(
                    self.items,
                    "{DERIVES}#[llm(max_depth = 20)]\n#[serde(untagged)]\npub enum {name} {{\n{variants}}}"
                )
                .expect("writing to a String cannot fail");
            }
            name
        };
        Ok(if is_optional { optional(&written) } else { written })
    }

    fn literal_names(&mut self, texts: &[&str]) -> String {
        let mut variants = String::new();
        for (index, text) in texts.iter().enumerate() {
            writeln!(variants, "#[serde(rename = {text:?})]\nV{index},").expect("writing to a String cannot fail");
        }
        self.literal(&format!("pub enum NAME {{\n{variants}}}\n"))
    }

    /// An item that is the same for all who ask for it, with `NAME` in place of its name.
    fn literal(&mut self, item: &str) -> String {
        if let Some(name) = self.made.get(item) {
            return name.clone();
        }
        let name = format!("Literal{}", self.made.len());
        self.made.insert(item.to_owned(), name.clone());
        write!(self.items, "{DERIVES_OF_NAMES}{}", item.replace("NAME", &name))
            .expect("writing to a String cannot fail");
        name
    }

    /// Whether a value of the type may hold one of `owner`.
    fn reaches(&self, type_: &Type, owner: &str) -> bool {
        let mut seen = BTreeSet::new();
        let mut open = vec![type_];
        while let Some(type_) = open.pop() {
            match type_ {
                Type::Named(name) if name == owner => return true,
                Type::Named(name) => {
                    if seen.insert(name) {
                        open.extend(self.file.aliases.get(name));
                        let class = self.file.classes.get(name);
                        open.extend(
                            class
                                .iter()
                                .flat_map(|class| class.fields.iter().map(|(_, type_, _)| type_)),
                        );
                    }
                }
                Type::List(inner) | Type::Optional(inner) => open.push(inner),
                Type::Map(key, value) => open.extend([&**key, &**value]),
                Type::Union(parts) => open.extend(parts),
                Type::Text(_) | Type::Number(_) => {}
            }
        }
        false
    }
}

/// The parts of a union, those of unions inside it too; `null` makes it optional.
fn flatten(type_: &Type, parts: &mut Vec<Type>, is_optional: &mut bool) {
    match type_ {
        Type::Union(inner) => inner.iter().for_each(|part| flatten(part, parts, is_optional)),
        Type::Optional(inner) => {
            *is_optional = true;
            flatten(inner, parts, is_optional);
        }
        Type::Named(name) if name == "null" => *is_optional = true,
        _ if parts.contains(type_) => {}
        _ => parts.push(type_.clone()),
    }
}

fn optional(written: &str) -> String {
    if written.starts_with("::std::option::Option<") {
        written.to_owned()
    } else {
        format!("::std::option::Option<{written}>")
    }
}

fn field_attributes(attributes: &Attributes) -> Result<String, String> {
    let mut given = String::new();
    if let Some(alias) = &attributes.alias {
        writeln!(given, "#[llm(alias = {alias:?})]").expect("writing to a String cannot fail");
    }
    for expression in &attributes.asserted {
        let words: Vec<&str> = expression.split_whitespace().collect();
        let bound = match words[..] {
            ["this", ">=", least] => format!("range(min = {least})"),
            ["this|length", ">", less] => format!("length(min = {})", whole(less)? + 1),
            ["this|length", "<", more] => format!("length(max = {})", whole(more)? - 1),
            _ => return Err(format!("the condition {expression}")),
        };
        writeln!(given, "#[llm({bound})]").expect("writing to a String cannot fail");
    }
    Ok(given)
}

fn whole(number: &str) -> Result<u32, String> {
    number.parse().map_err(|error| format!("{number}: {error}"))
}

fn ident(name: &str) -> String {
    if matches!(
        name,
        "type" | "struct" | "enum" | "match" | "ref" | "move" | "use" | "where"
    ) {
        format!("r#{name}")
    } else {
        name.to_owned()
    }
}
