//! A schema as LLGuidance understands it: the engine that draws sentences from it, and says which texts it admits.

use llguidance::api::TopLevelGrammar;
use llguidance::toktrie::{ApproximateTokEnv, SimpleVob, TokEnv};
use llguidance::{Matcher, ParserFactory};
use llm_output_tests::sample::Random;
use serde_json::{Map, Value};

/// A sentence is brought to its end from here on.
const LONG: usize = 600;

/// No sentence is longer than this; one that is means that the walk found no way out.
const LONGEST: usize = 8_000;

/// A compiled schema.
#[expect(missing_debug_implementations, reason = "the engine's matcher has none")]
pub struct Grammar {
    schema: Value,
    matcher: Matcher,
    end: u32,
}

impl Grammar {
    /// Compiles a schema.
    ///
    /// # Errors
    ///
    /// What the engine says of a schema that it does not take.
    pub fn new(schema: &Value) -> Result<Self, String> {
        let environment: TokEnv = ApproximateTokEnv::single_byte_env();
        let mut factory = ParserFactory::new_simple(&environment).map_err(|error| error.to_string())?;
        factory.quiet();
        let parser = factory.create_parser(TopLevelGrammar::from_json_schema(schema.clone()));
        let matcher = Matcher::new(parser);
        if let Some(error) = matcher.get_error() {
            return Err(error);
        }
        Ok(Self {
            schema: schema.clone(),
            matcher,
            end: environment.tok_trie().eos_token(),
        })
    }

    /// Whether the schema admits the text.
    ///
    /// # Errors
    ///
    /// What of the text is admitted.
    pub fn admits(&self, text: &str) -> Result<(), String> {
        let mut matcher = self.matcher.deep_clone();
        let tokens: Vec<u32> = text.bytes().map(u32::from).collect();
        let taken = matcher.try_consume_tokens(&tokens).map_err(|error| error.to_string())?;
        let whole = taken == tokens.len() && matcher.is_accepting().unwrap_or(false);
        if whole {
            return Ok(());
        }
        let admitted = String::from_utf8_lossy(&text.as_bytes()[..taken]).into_owned();
        Err(format!("only {admitted:?} of {text}\n{}", self.schema))
    }

    /// A sentence that a constrained decoder could write.
    ///
    /// # Panics
    ///
    /// Where the engine fails in the middle of a sentence.
    pub fn draw(&self, random: &mut Random) -> String {
        let mut matcher = self.matcher.deep_clone();
        let mut bytes = Vec::new();
        // Some sentences ramble and some hurry, so that both long and short lists come up.
        let patience = 1 + random.below(4);
        loop {
            let mask = matcher
                .compute_mask_or_eos()
                .unwrap_or_else(|error| panic!("{error} behind {}", String::from_utf8_lossy(&bytes)));
            let may_end = mask.is_allowed(self.end) || matcher.is_accepting().unwrap_or(false);
            let Some(byte) = choose(&mask, random, bytes.len(), patience) else {
                break;
            };
            if may_end && random.below(4) > 0 {
                break;
            }
            matcher
                .consume_token(u32::from(byte))
                .unwrap_or_else(|error| panic!("{error}: {byte} behind {}", String::from_utf8_lossy(&bytes)));
            bytes.push(byte);
            assert!(bytes.len() < LONGEST, "no end: {}", String::from_utf8_lossy(&bytes));
        }
        String::from_utf8(bytes).expect("the engine writes UTF-8")
    }
}

/// The next byte: any that is allowed, with a leaning towards what ends things.
fn choose(mask: &SimpleVob, random: &mut Random, length: usize, patience: usize) -> Option<u8> {
    let allowed: Vec<u8> = (0..=255).filter(|byte| mask.is_allowed(u32::from(*byte))).collect();
    if allowed.is_empty() {
        return None;
    }
    let hurry = length > LONG;
    let ends: Vec<u8> = b"]}\"".iter().copied().filter(|byte| allowed.contains(byte)).collect();
    let is_text = allowed.len() > 60;
    if is_text {
        // Inside a text most bytes are allowed.
        if ends.contains(&b'"') && (hurry || random.below(6) == 0) {
            return Some(b'"');
        }
        let letters: Vec<u8> = allowed.iter().copied().filter(u8::is_ascii_graphic).collect();
        return Some(match random.below(8) {
            // Behind the first byte of a character beyond ASCII.
            _ if letters.is_empty() => allowed[random.below(allowed.len())],
            0 => allowed[random.below(allowed.len())],
            _ => letters[random.below(letters.len())],
        });
    }
    if let Some(close) = ends.iter().find(|byte| **byte != b'"')
        && (hurry || random.below(patience + 1) == 0)
    {
        return Some(*close);
    }
    let solid: Vec<u8> = allowed
        .iter()
        .copied()
        .filter(|byte| !byte.is_ascii_whitespace())
        .collect();
    let digits = solid.iter().filter(|byte| byte.is_ascii_digit()).count();
    if digits == 10 && solid.len() > digits && (hurry || random.below(3) == 0) {
        let others: Vec<u8> = solid.iter().copied().filter(|byte| !byte.is_ascii_digit()).collect();
        return Some(others[random.below(others.len())]);
    }
    if solid.is_empty() || (!hurry && random.below(16) == 0) {
        return Some(allowed[random.below(allowed.len())]);
    }
    Some(solid[random.below(solid.len())])
}

/// A schema in Gemini's OpenAPI form, or one without a word for closed objects, as JSON Schema: for engines that know only that.
///
/// Objects are closed, because a decoder writes no member that the schema does not list.
pub fn from_openapi(schema: &Value) -> Value {
    let Value::Object(schema) = schema else {
        return schema.clone();
    };
    let mut plain = Map::new();
    for (keyword, value) in schema {
        let value = match (keyword.as_str(), value) {
            ("type", Value::String(name)) => Value::String(name.to_lowercase()),
            ("nullable" | "propertyOrdering", _) => continue,
            ("format", Value::String(format)) if format == "enum" || format == "int64" => continue,
            ("properties", Value::Object(members)) => Value::Object(
                members
                    .iter()
                    .map(|(name, member)| (name.clone(), from_openapi(member)))
                    .collect(),
            ),
            ("items", items) => from_openapi(items),
            ("anyOf", Value::Array(schemas)) => Value::Array(schemas.iter().map(from_openapi).collect()),
            _ => value.clone(),
        };
        plain.insert(keyword.clone(), value);
    }
    if plain.contains_key("properties") {
        plain.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    let plain = Value::Object(plain);
    if schema.get("nullable") == Some(&Value::Bool(true)) {
        return serde_json::json!({"anyOf": [plain, {"type": "null"}]});
    }
    plain
}
