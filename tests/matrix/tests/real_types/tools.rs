//! Arguments of tools, as MCP servers declare them.

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;

use llm_output::{ErrorKind, LlmOutput};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::documents;

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct EmptyParams {}

#[derive(Debug, Deserialize, Serialize, JsonSchema, Default, LlmOutput)]
struct NoArguments {}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct SumArgs {
    #[schemars(description = "the left hand side number")]
    a: i32,
    b: i32,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct QueryParams {
    /// SQL to run
    query: String,
    #[serde(default)]
    parameters: Option<Map<String, Value>>,
    #[schemars(range(min = 1, max = 1000))]
    #[serde(default = "default_limit")]
    limit: u32,
}

fn default_limit() -> u32 {
    100
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct InsertArgs {
    table: String,
    row: Map<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct UpsertMany {
    table: String,
    rows: Vec<serde_json::Map<String, serde_json::Value>>,
    #[serde(flatten)]
    rest: serde_json::Map<String, serde_json::Value>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "snake_case")]
struct ReadFileArgs {
    path: PathBuf,
    #[serde(default)]
    offset: Option<usize>,
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct WriteFileArgs {
    #[schemars(description = "Absolute path")]
    path: PathBuf,
    content: String,
    #[serde(default)]
    create_dirs: bool,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct EditFileArgs {
    file_path: String,
    edits: Vec<Edit>,
    #[serde(default)]
    dry_run: bool,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Edit {
    #[schemars(title = "Old text", description = "Must match exactly once")]
    old_text: String,
    new_text: String,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct ShellArgs {
    command: Vec<String>,
    workdir: Option<PathBuf>,
    timeout_ms: Option<u64>,
    #[serde(default)]
    env: HashMap<String, String>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct SearchArgs {
    #[schemars(length(min = 1, max = 400))]
    query: String,
    #[serde(default)]
    include: Vec<String>,
    #[serde(default)]
    kind: Option<SearchKind>,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "kebab-case")]
enum SearchKind {
    FullText,
    #[serde(alias = "vector")]
    Semantic,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(tag = "action", rename_all = "snake_case")]
enum BrowserCommand {
    Navigate {
        url: String,
    },
    Click {
        selector: String,
    },
    Type {
        selector: String,
        text: String,
        #[serde(default)]
        submit: bool,
    },
    Screenshot {},
    Reload(EmptyParams),
    Back,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(tag = "method", content = "params", rename_all = "camelCase")]
enum Rpc {
    Ping(EmptyParams),
    Sum(SumArgs),
    ListTools {},
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "camelCase")]
#[llm(external)]
enum Operation {
    Create { name: String },
    Drop(String),
    Nothing {},
    Vacuum,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct HttpRequestArgs {
    url: String,
    #[serde(default)]
    method: Method,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    body: Option<Value>,
}

#[derive(Debug, Default, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "UPPERCASE")]
enum Method {
    #[default]
    Get,
    Post,
    Put,
    Delete,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(deny_unknown_fields)]
struct GetIssueArgs {
    owner: String,
    repo: String,
    number: u64,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct ListIssuesArgs {
    #[serde(flatten)]
    repository: RepositoryRef,
    #[serde(default)]
    state: Option<IssueState>,
    #[schemars(range(min = 1, max = 100))]
    per_page: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct RepositoryRef {
    owner: String,
    repo: String,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum IssueState {
    Open,
    Closed,
    All,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct HeaderArgs {
    #[llm(with_serde = "Vec<[String; 2]>")]
    headers: Vec<(String, String)>,
}

/// Read by hand: a word or a list of words.
#[derive(Debug)]
struct Words(Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self)
    }
}

#[derive(Debug, Deserialize, LlmOutput)]
struct IndexArgs {
    #[llm(with_serde = "Vec<String>")]
    words: Words,
    #[llm(with_serde = "Vec<String>")]
    #[serde(default)]
    stop_words: Option<Words>,
    #[llm(with_serde = "String")]
    host: std::net::IpAddr,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct TimerArgs {
    label: String,
    #[schemars(schema_with = "seconds")]
    #[llm(native)]
    seconds: u64,
}

fn seconds(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({"type": "integer", "minimum": 1})
}

documents! {
    empty: EmptyParams = "{}";
    no_arguments: NoArguments = "{ }";
    sum: SumArgs = r#"{"a": 1, "b": 2}"#;
    query: QueryParams = r#"{"query": "SELECT 1", "parameters": {"b": [1, {"x": null}], "a": "x"}}"#;
    insert: InsertArgs = r#"{"table": "t", "row": {"id": 1, "name": "x"}}"#;
    upsert: UpsertMany = r#"{"table": "t", "rows": [{"id": 1}], "returning": ["id"]}"#;
    read_file: ReadFileArgs = r#"{"path": "src/main.rs", "offset": 3}"#;
    write_file: WriteFileArgs = r#"{"path": "/tmp/a b", "content": "x\ny"}"#;
    edit_file: EditFileArgs = r#"{"file_path": "a", "edits": [{"old_text": "a", "new_text": "b"}]}"#;
    shell: ShellArgs = r#"{"command": ["ls", "-l"], "workdir": "/", "timeout_ms": null}"#;
    search: SearchArgs = r#"{"query": "q", "kind": "full-text"}"#;
    click: BrowserCommand = r#"{"action": "type", "selector": "a", "text": "b"}"#;
    screenshot: BrowserCommand = r#"{"action": "screenshot"}"#;
    reload: BrowserCommand = r#"{"action": "reload"}"#;
    back: BrowserCommand = r#"{"action": "back"}"#;
    ping: Rpc = r#"{"method": "ping", "params": {}}"#;
    list_tools: Rpc = r#"{"method": "listTools", "params": {}}"#;
    nothing: Operation = r#"{"nothing": {}}"#;
    vacuum: Operation = r#""vacuum""#;
    http: HttpRequestArgs = r#"{"url": "u", "method": "POST", "body": {"a": [1]}}"#;
    get_issue: GetIssueArgs = r#"{"owner": "o", "repo": "r", "number": 3}"#;
    list_issues: ListIssuesArgs = r#"{"owner": "o", "repo": "r", "state": "open", "per_page": 5}"#;
    headers: HeaderArgs = r#"{"headers": [["a", "b"], ["a", "c"]]}"#;
    index: IndexArgs = r#"{"words": ["a"], "host": "127.0.0.1"}"#;
    timer: TimerArgs = r#"{"label": "tea", "seconds": 180}"#;
}

#[test]
fn a_struct_without_fields_is_an_object_without_properties() {
    assert_eq!(EmptyParams::SCHEMA, r#"{"type":"object"}"#);
    assert_eq!(EmptyParams::PROMPT, "{}");
    // In a fence, and with nothing around it; a brace pair in prose is no answer.
    assert!(EmptyParams::parse_llm("Calling the tool:\n```json\n{}\n```").is_ok());
    assert!(EmptyParams::parse_llm("The set {} is empty.").is_err());
    assert!(EmptyParams::parse_llm("Done.").is_err());
    // An object that has members, but none that the type knows, is another answer.
    assert!(EmptyParams::parse_llm(r#"{"error": "I cannot do that"}"#).is_err());
    assert!(EmptyParams::parse_llm("[]").is_err());
    assert!(EmptyParams::parse_llm("null").is_err());
    assert!(EmptyParams::parse_llm("").is_err());
    assert_eq!(EmptyParams::parse_llm("{").unwrap_err().kind(), ErrorKind::Truncated);
    let command = BrowserCommand::parse_llm("```json\n{'action': 'screenshot',}\n```").unwrap();
    assert!(matches!(command.value, BrowserCommand::Screenshot {}));
}

#[test]
fn a_map_of_any_values_is_repaired_as_a_map_is() {
    let args = InsertArgs::parse_llm(r#"{"table": "t", "row": "{\"id\": 1}"}"#).unwrap();
    assert_eq!(args.value.row["id"], 1);
    let args = InsertArgs::parse_llm("{table: 't', row: {id: 1, tags: ['a',]}}").unwrap();
    assert_eq!(args.value.row["tags"][0], "a");
    assert!(InsertArgs::parse_llm(r#"{"table": "t", "row": [1]}"#).is_err());
    let map = Map::<String, Value>::parse_llm(r#"{"a": 1, "a": 2}"#).unwrap();
    assert_eq!(map.value["a"], 2);
}

#[test]
fn a_schema_type_takes_the_place_of_any_json() {
    assert!(
        HeaderArgs::SCHEMA.contains(r#""items":{"type":"array","items":{"type":"string"},"minItems":2,"maxItems":2}"#),
        "{}",
        HeaderArgs::SCHEMA
    );
    assert!(
        IndexArgs::SCHEMA.contains(r#""host":{"type":"string"}"#),
        "{}",
        IndexArgs::SCHEMA
    );
}
