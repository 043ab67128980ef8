//! The schema of every shape in every dialect, and every request, as files: what changes in them shows in a review.
//!
//! `UPDATE_GOLDEN=1 cargo test -p llm_output_tests --test dialect_goldens` writes them anew.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use llm_output::dialect::DialectNoteKind;
use llm_output::{Dialect, DialectSchema, LlmOutput, Request};
use llm_output_tests::types;
use serde_json::{Value, json};

/// Every leaf there is.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Leaves {
    text: String,
    letter: char,
    #[llm(length(min = 1, max = 80))]
    short: String,
    byte: u8,
    wide: i64,
    #[llm(range(min = 1, max = 10))]
    effort: u16,
    #[llm(range(min = 0.0, max = 1.0))]
    share: f64,
    flag: bool,
    id: uuid::Uuid,
    link: url::Url,
    at: chrono::DateTime<chrono::Utc>,
    price: rust_decimal::Decimal,
}

/// Members that may be absent, of every kind.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Absent {
    /// With a doc.
    text: Option<String>,
    severity: Option<types::Severity>,
    object: Option<Point>,
    list: Option<Vec<u8>>,
    map: Option<BTreeMap<String, u8>>,
    union: Option<Tagged>,
    #[llm(default = 3)]
    tries: u8,
    #[llm(default)]
    tags: Vec<String>,
    elements: Vec<Option<String>>,
}

#[derive(LlmOutput)]
#[llm(deny_unknown_fields)]
#[allow(dead_code, reason = "only its schema counts")]
struct Point {
    x: f32,
    y: f32,
}

/// Lists and sets.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Lists {
    #[llm(length(min = 1))]
    some: Vec<String>,
    #[llm(length(min = 2, max = 4))]
    few: Vec<Point>,
    three: [u8; 3],
    set: BTreeSet<String>,
}

/// Maps.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Maps {
    /// By word.
    words: BTreeMap<String, String>,
    /// By severity.
    by_severity: BTreeMap<types::Severity, Vec<String>>,
    #[llm(length(min = 1, max = 9))]
    few: BTreeMap<String, Point>,
}

/// By a tag.
#[derive(LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case")]
#[allow(dead_code, reason = "only its schema counts")]
enum Tagged {
    /// Round.
    Circle {
        /// In metres.
        radius: f64,
    },
    Label(Point),
    Nothing,
}

/// By a tag, with content.
#[derive(LlmOutput)]
#[llm(tag = "kind", content = "value")]
#[allow(dead_code, reason = "only its schema counts")]
enum Adjacent {
    Renamed(String),
    Rated(Option<u8>),
    Moved { line: u32 },
    Closed,
}

/// By the only key.
#[derive(LlmOutput)]
#[llm(external)]
#[allow(dead_code, reason = "only its schema counts")]
enum External {
    /// In seconds.
    Wait(u32),
    Run {
        command: String,
    },
    Stop,
}

/// By shape.
#[derive(LlmOutput)]
#[llm(untagged)]
#[allow(dead_code, reason = "only its schema counts")]
enum Untagged {
    Line(u32),
    Name(String),
    Range { from: u32, to: u32 },
}

/// Two tags in one object.
#[derive(LlmOutput)]
#[llm(tag = "layer")]
#[allow(dead_code, reason = "only its schema counts")]
enum Layer {
    /// Drawn.
    Drawn(Tagged),
    Typed {
        text: String,
    },
}

/// A number of percent.
#[derive(LlmOutput)]
#[llm(rename = "Percentage")]
#[allow(dead_code, reason = "only its schema counts")]
struct Percent(#[llm(range(min = 0, max = 100))] f64);

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Newtypes {
    /// Of the whole.
    share: Percent,
    owner: types::UserId,
}

/// Members called like keywords.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Keywords {
    format: String,
    r#type: types::Severity,
    properties: Vec<String>,
    required: bool,
    items: Option<Point>,
    nullable: Option<bool>,
}

/// A tree.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Tree {
    name: String,
    /// Below it.
    #[llm(recursive(max_depth = 5))]
    nodes: Vec<Tree>,
}

/// A chain.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Chain {
    link: u32,
    /// Behind it.
    #[llm(recursive(max_depth = 5))]
    next: Option<Box<Chain>>,
}

/// A chain somewhere below.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Chained {
    /// The one chain.
    chain: Chain,
}

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Loose {
    rest: Value,
}

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only its schema counts")]
struct Page<T> {
    items: Vec<T>,
    next: Option<u32>,
}

fn shown(schema: Result<DialectSchema, llm_output::DialectError>) -> Value {
    match schema {
        Ok(schema) => json!({
            "schema": schema.value(),
            "notes": schema.notes().iter().map(ToString::to_string).collect::<Vec<_>>(),
        }),
        Err(error) => json!({"refused": error.to_string()}),
    }
}

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("golden/dialects")
        .join(format!("{name}.json"))
}

fn is_golden(name: &str, value: &Value) {
    let path = golden(name);
    let text = format!("{value:#}\n");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(
        known == text,
        "{name} is another now; `UPDATE_GOLDEN=1` takes it over:\n{text}"
    );
}

fn of<T: LlmOutput>(name: &str) {
    let dialects = Dialect::ALL.iter();
    let value = dialects.map(|dialect| (format!("{dialect:?}"), shown(T::schema_for(*dialect))));
    is_golden(name, &Value::Object(value.collect()));
}

#[test]
fn every_shape_in_every_dialect() {
    of::<types::Review>("review");
    of::<Leaves>("leaves");
    of::<Absent>("absent");
    of::<Lists>("lists");
    of::<Maps>("maps");
    of::<Tagged>("tagged");
    of::<Adjacent>("adjacent");
    of::<External>("external");
    of::<Untagged>("untagged");
    of::<Layer>("nested_tags");
    of::<Newtypes>("newtypes");
    of::<Keywords>("keywords");
    of::<Tree>("tree");
    of::<Chain>("chain");
    of::<Chained>("chained");
    of::<Loose>("any");
    of::<Page<Untagged>>("generic");
    of::<Vec<types::Finding>>("root_list");
    of::<Option<Point>>("root_option");
    of::<BTreeMap<String, u8>>("root_map");
    of::<types::Severity>("root_names");
}

#[test]
fn every_request() {
    let requests = Request::ALL.iter().map(|request| {
        let fragment = types::Review::request_for(*request).unwrap_or_else(|error| panic!("{request:?}: {error}"));
        (format!("{request:?}"), fragment)
    });
    is_golden("requests", &Value::Object(requests.collect()));
}

/// The dialect is rendered from the shape, the text in const evaluation: both must say the same.
#[test]
fn the_dialect_of_json_schema_is_the_schema() {
    fn is_schema<T: LlmOutput>() {
        let schema = T::schema_for(Dialect::JsonSchema).expect("JSON Schema takes everything");
        let text: Value = serde_json::from_str(T::SCHEMA).expect("the schema is JSON");
        assert_eq!(schema.value(), &text, "{}", T::SCHEMA);
    }
    macro_rules! all {
        ($($ty:ty),* $(,)?) => { $( is_schema::<$ty>(); )* };
    }
    all! {
        types::Review, types::Invoice, types::Leaves, types::Note, types::Declared, types::Bounded, types::Closed, Leaves, Absent,
        Lists, Maps, Tagged, Adjacent, External, Untagged, Layer, Newtypes, Keywords, Tree, Chain, Chained, Loose, Page<Untagged>,
        Vec<types::Finding>, Option<Point>, BTreeMap<String, u8>, types::Severity,
    }
}

/// A tool's arguments are an object in every protocol, whatever the dialect takes at the root.
#[test]
fn tools_take_an_object() {
    let tools = [
        Request::OpenAiChatTool,
        Request::OpenAiResponsesTool,
        Request::AnthropicTool,
        Request::GeminiTool,
        Request::BedrockTool,
        Request::McpTool,
    ];
    for tool in tools {
        let fragment = <Vec<types::Finding>>::request_for(tool).expect("a list is put into an object");
        let text = fragment.to_string();
        assert!(
            text.contains(r#""properties":{"value":{"type":"array""#),
            "{tool:?}: {text}"
        );
        assert!(text.contains(r#""name":"answer""#), "{tool:?}: {text}");
    }
    let bedrock = types::Review::request_for(Request::BedrockConverse).expect("a request");
    let schema = bedrock
        .pointer("/outputConfig/textFormat/structure/jsonSchema/schema")
        .and_then(Value::as_str);
    let schema: Value = serde_json::from_str(schema.expect("the schema is a string")).expect("of JSON");
    assert_eq!(
        &schema,
        types::Review::schema_for(Dialect::Anthropic).expect("a schema").value()
    );
}

#[test]
fn the_order_of_members_is_the_declared_one() {
    for dialect in Dialect::ALL {
        let schema = Keywords::schema_for(*dialect).expect("a plain struct");
        let members = schema.value()["properties"].as_object().expect("members");
        let names: Vec<_> = members.keys().collect();
        assert_eq!(
            names,
            ["format", "type", "properties", "required", "items", "nullable"],
            "{dialect:?}"
        );
    }
}

#[test]
fn notes_say_what_is_lost_and_where() {
    let schema = Leaves::schema_for(Dialect::Anthropic).expect("a plain struct");
    let notes: BTreeSet<_> = schema
        .notes()
        .iter()
        .map(|note| (note.path(), note.kind()))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|(path, kind)| format!("{path} {kind:?}"))
        .collect();
    for expected in [
        "short Described(\"minLength\")",
        "short Described(\"maxLength\")",
        "effort Described(\"minimum\")",
        "share Described(\"maximum\")",
        "wide Dropped(\"minimum\")",
        "price Described(\"format\")",
    ] {
        assert!(notes.contains(expected), "{expected} in {notes:#?}");
    }
    let ollama = Leaves::schema_for(Dialect::Ollama).expect("a plain struct");
    let lost = ollama
        .notes()
        .iter()
        .find(|note| note.path() == "share")
        .map(llm_output::DialectNote::kind);
    assert_eq!(lost, Some(DialectNoteKind::Dropped("minimum")));
}

#[test]
fn a_schema_that_begins_inside_a_recursion_is_an_error() {
    #[derive(LlmOutput)]
    #[allow(dead_code, reason = "only its schema counts")]
    struct Question {
        answers: Vec<Answer>,
    }

    #[derive(LlmOutput)]
    #[allow(dead_code, reason = "only its schema counts")]
    struct Answer {
        #[llm(recursive(max_depth = 4))]
        next: Option<Box<Question>>,
    }

    let error = Answer::schema_for(Dialect::OpenAiStrict).expect_err("the question is around it");
    assert!(error.limit().contains("refers to a type that contains it"), "{error}");
    assert!(Question::schema_for(Dialect::OpenAiStrict).is_ok());
}
