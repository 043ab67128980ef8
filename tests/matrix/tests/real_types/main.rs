//! Types in the style of public projects that hand `Deserialize` and `JsonSchema` types to models: `LlmOutput` is added to
//! their derives, and where that is not enough, the one attribute that the message names.
//!
//! Each type comes with a document. It must be read as serde reads it, with no repair, and the schema must admit it.

#![expect(dead_code, reason = "the values are compared as a whole, by what `Debug` shows")]

mod agents;
mod extractors;
mod tools;
mod wild;

use std::fmt::Debug;

use llm_output::LlmOutput;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads the document with serde and with the crate, and holds it against the schema.
fn agrees<T: LlmOutput + DeserializeOwned + Debug>(document: &str) {
    let name = std::any::type_name::<T>();
    let by_serde: T = serde_json::from_str(document).unwrap_or_else(|error| panic!("{name}: {error}"));
    let parsed = T::parse_llm(document).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(parsed.is_exact(), "{name}: {:?}", parsed.repairs());
    assert_eq!(format!("{:?}", parsed.value), format!("{by_serde:?}"), "{name}");
    let schema: Value =
        serde_json::from_str(T::SCHEMA).unwrap_or_else(|error| panic!("{name}: {error}\n{}", T::SCHEMA));
    let instance: Value = serde_json::from_str(document).expect("serde has read it");
    let validator = jsonschema::validator_for(&schema).unwrap_or_else(|error| panic!("{name}: {error}"));
    let errors: Vec<String> = validator
        .iter_errors(&instance)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:?}\n{}", T::SCHEMA);
}

/// A test for each type, called by the type's name in lower case.
macro_rules! documents {
    ($($name:ident: $type:ty = $document:expr;)*) => {$(
        #[test]
        fn $name() {
            crate::agrees::<$type>($document);
        }
    )*};
}
use documents;
