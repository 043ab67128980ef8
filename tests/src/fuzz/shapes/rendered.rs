//! Checks of schemas that were rendered.

use std::collections::BTreeSet;

use jsonschema::{Validator, draft202012};
use serde_json::{Map, Value, json};

/// What a schema in Gemini's subset of OpenAPI 3.0 says, in JSON Schema.
pub(super) fn from_open_api(schema: &Value) -> Value {
    const KEPT: [&str; 9] = [
        "description",
        "default",
        "required",
        "minimum",
        "maximum",
        "minLength",
        "maxLength",
        "minItems",
        "maxItems",
    ];
    let keywords = schema.as_object().unwrap_or_else(|| panic!("{schema} is no schema"));
    let mut translated = Map::new();
    for (keyword, said) in keywords {
        let said = match (&**keyword, said) {
            ("type", Value::String(name)) => {
                let lower = name.to_lowercase();
                let known = ["string", "integer", "number", "boolean", "array", "object"];
                assert!(
                    name.chars().all(char::is_uppercase) && known.contains(&&*lower),
                    "{schema}"
                );
                json!(lower)
            }
            ("items", element) => from_open_api(element),
            ("anyOf", Value::Array(variants)) => variants.iter().map(from_open_api).collect(),
            ("properties", Value::Object(fields)) => {
                assert!(!fields.is_empty() && schema["type"] == "OBJECT", "{schema}");
                let fields = fields.iter().map(|(name, field)| (name.clone(), from_open_api(field)));
                fields.collect::<Map<_, _>>().into()
            }
            ("enum", Value::Array(names)) => {
                assert!(
                    schema["type"] == "STRING" && names.iter().all(Value::is_string),
                    "{schema}"
                );
                said.clone()
            }
            ("propertyOrdering", Value::Array(names)) => {
                let fields = schema["properties"].as_object().into_iter().flatten();
                let fields: Vec<_> = fields.map(|(name, _)| json!(name)).collect();
                assert_eq!(*names, fields, "{schema}");
                continue;
            }
            ("format", Value::String(format)) => {
                let is_known = match &**format {
                    "date-time" | "enum" => schema["type"] == "STRING",
                    "int32" | "int64" => schema["type"] == "INTEGER",
                    "float" | "double" => schema["type"] == "NUMBER",
                    _ => false,
                };
                assert!(is_known, "{schema}");
                continue;
            }
            ("nullable", Value::Bool(true)) => continue,
            _ if KEPT.contains(&&**keyword) => said.clone(),
            _ => panic!("{keyword} in {schema}"),
        };
        translated.insert(keyword.clone(), said);
    }
    if keywords.contains_key("nullable") {
        return json!({"anyOf": [translated, {"type": "null"}]});
    }
    translated.into()
}

pub(super) fn validator(schema: &Value) -> Validator {
    draft202012::meta::validate(schema).unwrap_or_else(|error| panic!("{error} in {schema}"));
    draft202012::new(schema).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

pub(super) fn admits(validator: &Validator, schema: &Value, value: &Value) {
    if let Err(error) = validator.validate(value) {
        panic!("{error} at {} in {value}\n{schema}", error.instance_path());
    }
}

/// Each object is closed and requires each of its fields, and nothing else is said than what strict modes know.
pub(super) fn is_strict(schema: &Value) {
    const KNOWN: [&str; 15] = [
        "type",
        "description",
        "properties",
        "required",
        "additionalProperties",
        "items",
        "anyOf",
        "enum",
        "$ref",
        "$defs",
        "default",
        "minimum",
        "maximum",
        "minItems",
        "maxItems",
    ];
    let keywords = schema.as_object().unwrap_or_else(|| panic!("{schema} is no schema"));
    for keyword in keywords.keys() {
        assert!(
            KNOWN.contains(&&**keyword) || keyword == "format",
            "{keyword} in {schema}"
        );
    }
    if schema["type"] == "object" || schema.get("properties").is_some() {
        assert_eq!(schema["additionalProperties"], false, "{schema}");
        let names: BTreeSet<&str> = schema["properties"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, _)| &**name)
            .collect();
        let required = schema["required"].as_array().into_iter().flatten();
        assert_eq!(
            required.filter_map(Value::as_str).collect::<BTreeSet<_>>(),
            names,
            "{schema}"
        );
    }
    let lists = ["anyOf"].iter().filter_map(|list| schema[list].as_array()).flatten();
    let maps = ["properties", "$defs"]
        .iter()
        .filter_map(|map| schema[map].as_object())
        .flat_map(Map::values);
    lists.chain(maps).chain(schema.get("items")).for_each(is_strict);
}
