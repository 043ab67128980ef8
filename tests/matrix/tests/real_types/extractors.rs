//! What extractors pull out of text.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use llm_output::LlmOutput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::documents;

#[derive(Debug, Deserialize, JsonSchema, Serialize, LlmOutput)]
/// A record representing a person
struct Person {
    /// The person's first name, if provided (null otherwise)
    #[schemars(required)]
    pub first_name: Option<String>,
    /// The person's last name, if provided (null otherwise)
    #[schemars(required)]
    pub last_name: Option<String>,
    /// The person's job, if provided (null otherwise)
    #[schemars(required)]
    pub job: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize, LlmOutput)]
/// An enum representing the sentiment of a document
enum Sentiment {
    Positive,
    Negative,
    Neutral,
}

#[derive(Debug, Deserialize, JsonSchema, Serialize, LlmOutput)]
struct DocumentSentiment {
    /// The sentiment of the document
    sentiment: Sentiment,
    #[schemars(description = "A score between -1 and 1", range(min = -1.0, max = 1.0))]
    score: f32,
}

#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema, LlmOutput)]
struct Invoice {
    #[serde(rename = "invoiceNumber")]
    number: String,
    #[schemars(description = "ISO 4217 code", regex(pattern = r"^[A-Z]{3}$"))]
    currency: String,
    #[schemars(length(min = 1))]
    line_items: Vec<LineItem>,
    #[serde(default)]
    notes: Option<String>,
    #[serde(default = "default_tax")]
    tax_rate: f64,
}

fn default_tax() -> f64 {
    0.19
}

#[derive(Debug, Clone, Deserialize, Serialize, JsonSchema, LlmOutput)]
struct LineItem {
    description: String,
    #[serde(alias = "qty")]
    #[schemars(range(min = 1))]
    quantity: u32,
    unit_price: f64,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct ContactCard {
    full_name: String,
    #[llm(native)]
    #[serde(default, deserialize_with = "number_or_string")]
    age: Option<u8>,
    email_addresses: Vec<String>,
    postal_address: Option<PostalAddress>,
}

fn number_or_string<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u8>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Number(u8),
        Text(String),
    }
    Ok(match Option::<Either>::deserialize(deserializer)? {
        Some(Either::Number(number)) => Some(number),
        Some(Either::Text(text)) => text.parse().ok(),
        None => None,
    })
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct PostalAddress {
    street: String,
    city: String,
    #[serde(rename = "zip")]
    postal_code: String,
    country: Option<String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct KnowledgeGraph {
    entities: Vec<Entity>,
    relations: Vec<Relation>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Entity {
    name: String,
    #[serde(rename = "type")]
    kind: EntityType,
    #[serde(default)]
    attributes: BTreeMap<String, String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum EntityType {
    Person,
    Organization,
    Location,
    Product,
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Relation {
    from: String,
    to: String,
    #[serde(rename = "relation")]
    label: String,
    #[serde(default)]
    weight: Option<f64>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Event {
    title: String,
    starts_at: DateTime<Utc>,
    #[serde(default)]
    ends_at: Option<DateTime<Utc>>,
    day: NaiveDate,
    participants: HashSet<String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Recipe {
    name: String,
    ingredients: Vec<Ingredient>,
    steps: Vec<String>,
    servings: u8,
    #[serde(flatten)]
    times: Times,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Ingredient {
    name: String,
    amount: Option<f64>,
    unit: Option<String>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Times {
    prep_minutes: u16,
    cook_minutes: u16,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(transparent)]
struct Tags(Vec<String>);

#[derive(Debug, Deserialize, LlmOutput)]
struct Classified {
    label: String,
    tags: Tags,
    scores: HashMap<String, f32>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(untagged)]
enum Quantity {
    Exact(u64),
    Words(String),
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Measurement {
    what: String,
    amount: Quantity,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[schemars(description = "Five numbers that sum up a distribution", title = "Summary")]
struct Summary {
    #[schemars(example = 1.5)]
    min: f64,
    q1: f64,
    median: f64,
    q3: f64,
    #[schemars(skip)]
    #[serde(skip)]
    cached: Option<String>,
    max: f64,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct QuestionAnswer {
    question: String,
    answer: String,
    #[schemars(range(min = 0.0, max = 1.0))]
    confidence: f32,
    #[serde(default)]
    citations: Vec<Citation>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Citation {
    source: String,
    #[serde(default)]
    quote: Option<String>,
    page: Option<u32>,
}

documents! {
    person: Person = r#"{"first_name": "Ada", "last_name": "Lovelace", "job": "analyst"}"#;
    sentiment: DocumentSentiment = r#"{"sentiment": "Positive", "score": 0.5}"#;
    invoice: Invoice = r#"{"invoiceNumber": "7", "currency": "EUR", "line_items": [{"description": "Tea", "quantity": 2, "unit_price": 1.5}]}"#;
    contact: ContactCard = r#"{"fullName": "A", "age": 7, "emailAddresses": [], "postalAddress": {"street": "S", "city": "C", "zip": "1"}}"#;
    graph: KnowledgeGraph = r#"{"entities": [{"name": "A", "type": "PERSON"}], "relations": [{"from": "A", "to": "B", "relation": "knows"}]}"#;
    event: Event = r#"{"title": "T", "starts_at": "2026-01-02T03:04:05Z", "day": "2026-01-02", "participants": ["a"]}"#;
    recipe: Recipe = r#"{"name": "R", "ingredients": [{"name": "salt", "amount": null, "unit": null}], "steps": ["mix"], "servings": 2, "prep_minutes": 1, "cook_minutes": 2}"#;
    classified: Classified = r#"{"label": "x", "tags": ["a", "b"], "scores": {"x": 0.5}}"#;
    quantity: Measurement = r#"{"what": "tea", "amount": "a pinch"}"#;
    summary: Summary = r#"{"min": 1, "q1": 2, "median": 3, "q3": 4, "max": 5}"#;
    question: QuestionAnswer = r#"{"question": "q", "answer": "a", "confidence": 0.5, "citations": [{"source": "https://example.org/", "page": 3}]}"#;
}

#[test]
fn descriptions_of_schemars_are_those_of_the_schema() {
    assert!(
        Summary::SCHEMA.contains("Summary\\nFive numbers that sum up a distribution"),
        "{}",
        Summary::SCHEMA
    );
    assert!(!Summary::SCHEMA.contains("cached"));
    assert!(
        DocumentSentiment::SCHEMA.contains(r#""description":"A score between -1 and 1","minimum":-1.0,"maximum":1.0"#)
    );
    assert!(
        Invoice::SCHEMA.contains(r#""pattern":"^[A-Z]{3}$""#),
        "{}",
        Invoice::SCHEMA
    );
    assert!(Invoice::SCHEMA.contains(r#""minItems":1"#));
    assert!(
        Person::SCHEMA.contains(r#""required":["first_name","last_name","job"]"#),
        "{}",
        Person::SCHEMA
    );
    assert!(!Person::SCHEMA.contains("null\""), "{}", Person::SCHEMA);
}

#[test]
fn bounds_of_other_crates_hold_when_an_answer_is_read() {
    assert!(DocumentSentiment::parse_llm(r#"{"sentiment": "Neutral", "score": 1.5}"#).is_err());
    assert!(Invoice::parse_llm(r#"{"invoiceNumber": "7", "currency": "EUR", "line_items": []}"#).is_err());
    assert!(LineItem::parse_llm(r#"{"description": "Tea", "quantity": 0, "unit_price": 1.5}"#).is_err());
}

#[test]
fn a_field_that_is_read_natively_still_takes_a_number_in_quotes() {
    let parsed = ContactCard::parse_llm(r#"{"fullName": "A", "age": "7", "emailAddresses": []}"#).unwrap();
    assert_eq!(parsed.value.age, Some(7));
}
