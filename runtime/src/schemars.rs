//! `schemars::JsonSchema` for derived types: the type's own schema, as a value of that crate.

use core::any::type_name;
use core::marker::PhantomData;
use std::borrow::Cow;

use ::schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value};

use crate::{LlmOutput, Shape};

/// The keyword for the types that a schema refers to.
const DEFINITIONS: &str = "$defs";

/// The type's schema. The generator has the definitions of all types, so those of this one are added to them.
pub fn json_schema<T: LlmOutput>(generator: &mut SchemaGenerator) -> Schema {
    let (schema, names) = parts::<T>();
    with_references::<T>(schema, &names, generator)
}

/// The type's name, which `schemars` uses as a title.
pub fn schema_name<T: LlmOutput>() -> Cow<'static, str> {
    match T::SHAPE {
        Shape::Object(object) => object.name.into(),
        Shape::Union(union) => union.name.into(),
        Shape::Named(named) => named.name.into(),
        Shape::Names(names) => names.name.into(),
        _ => unqualified(type_name::<T>()).into(),
    }
}

/// The name of a type without the paths of modules: `Vec<Finding>`.
fn unqualified(name: &str) -> String {
    let is_path = |char: char| char.is_alphanumeric() || matches!(char, '_' | ':');
    let mut short = String::new();
    for part in name.split_inclusive(|char| !is_path(char)) {
        short.push_str(part.rsplit("::").next().unwrap_or_default());
    }
    short
}

/// The schema without its definitions, and the definitions, each with its name.
fn parts<T: LlmOutput>() -> (Map<String, Value>, Vec<(String, Value)>) {
    let mut schema: Map<String, Value> = serde_json::from_str(T::SCHEMA).unwrap_or_default();
    let definitions = match schema.remove(DEFINITIONS) {
        Some(Value::Object(definitions)) => definitions.into_iter().collect(),
        _ => Vec::new(),
    };
    (schema, definitions)
}

/// The schema with references to the generator's definitions, which may have other names than ours.
fn with_references<T: LlmOutput>(
    schema: Map<String, Value>,
    definitions: &[(String, Value)],
    generator: &mut SchemaGenerator,
) -> Schema {
    let mut schema = Value::Object(schema);
    refer_inside::<T>(&mut schema, definitions, generator);
    Schema::try_from(schema).unwrap_or_default()
}

/// Changes all references in a schema, or in a list of schemas. A schema of ours is not deep.
fn refer_inside<T: LlmOutput>(schema: &mut Value, definitions: &[(String, Value)], generator: &mut SchemaGenerator) {
    match schema {
        Value::Array(schemas) => {
            for schema in schemas {
                refer_inside::<T>(schema, definitions, generator);
            }
        }
        Value::Object(keywords) => {
            let in_place = refer::<T>(keywords, definitions, generator);
            for (keyword, value) in keywords.iter_mut() {
                match keyword.as_str() {
                    // Values, not schemas.
                    "const" | "default" | "enum" | "examples" => {}
                    // Its keys are names of fields, which may look like keywords.
                    "properties" => {
                        for schema in value.as_object_mut().into_iter().flat_map(Map::values_mut) {
                            refer_inside::<T>(schema, definitions, generator);
                        }
                    }
                    _ => refer_inside::<T>(value, definitions, generator),
                }
            }
            // The references in it are the generator's.
            for (keyword, value) in in_place {
                keywords.entry(keyword).or_insert(value);
            }
        }
        _ => {}
    }
}

/// Adds the definition to the generator's, and changes the reference to it. If the generator writes the definition in place instead,
/// the reference is removed, and the keywords that replace it are returned.
fn refer<T: LlmOutput>(
    keywords: &mut Map<String, Value>,
    definitions: &[(String, Value)],
    generator: &mut SchemaGenerator,
) -> Map<String, Value> {
    let reference = keywords.get("$ref").and_then(Value::as_str);
    let name = reference.and_then(|path| path.rsplit('/').next());
    let index = definitions
        .iter()
        .position(|(definition, _)| Some(definition.as_str()) == name);
    let Some(index) = index else { return Map::new() };
    let definition = definition::<T>(index, generator);
    if let Some(renamed) = definition.get("$ref") {
        keywords.insert("$ref".to_owned(), renamed.clone());
        return Map::new();
    }
    let in_place = definition.as_object().cloned().unwrap_or_default();
    if !in_place.is_empty() {
        keywords.remove("$ref");
    }
    in_place
}

/// A type for each definition, since `schemars` identifies definitions by type.
struct Definition<T, const INDEX: usize>(PhantomData<T>);

impl<T: LlmOutput, const INDEX: usize> JsonSchema for Definition<T, INDEX> {
    fn schema_name() -> Cow<'static, str> {
        let (_, mut definitions) = parts::<T>();
        definitions.swap_remove(INDEX).0.into()
    }

    /// Types that refer to each other contain the same definitions, which are equal if their text is.
    fn schema_id() -> Cow<'static, str> {
        let (_, definitions) = parts::<T>();
        let (name, schema) = &definitions[INDEX];
        format!("llm_output::{name}{schema}").into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let (_, definitions) = parts::<T>();
        let schema = definitions[INDEX].1.as_object().cloned().unwrap_or_default();
        with_references::<T>(schema, &definitions, generator)
    }
}

/// A reference to the definition, of which there are 16 at most.
fn definition<T: LlmOutput>(index: usize, generator: &mut SchemaGenerator) -> Schema {
    macro_rules! one_of {
        ($($index:literal)*) => {
            match index {
                $($index => generator.subschema_for::<Definition<T, $index>>(),)*
                _ => Schema::default(),
            }
        };
    }
    one_of!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15)
}

#[cfg(feature = "serde")]
impl<T: LlmOutput, P> JsonSchema for crate::Lenient<T, P> {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        schema_name::<T>()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema::<T>(generator)
    }
}

#[cfg(test)]
mod tests {
    use super::unqualified;

    #[test]
    fn names_have_no_paths() {
        assert_eq!(unqualified("alloc::vec::Vec<app::Finding<u8>>"), "Vec<Finding<u8>>");
        assert_eq!(
            unqualified("std::collections::HashMap<alloc::string::String, core::option::Option<[a::B; 2]>>"),
            "HashMap<String, Option<[B; 2]>>"
        );
    }
}
