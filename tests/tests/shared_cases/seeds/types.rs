//! Types that only this collection asks for.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Findings {
    findings: Vec<Finding>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Finding {
    severity: Severity,
    #[llm(length(min = 1))]
    file: String,
    line: u32,
    line_end: Option<u32>,
    #[llm(length(min = 1))]
    title: String,
    #[llm(length(min = 1))]
    description: String,
    #[llm(length(min = 1))]
    suggestion: String,
    language: Option<String>,
    snippet: Option<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Severity {
    Critical,
    High,
    Medium,
    Low,
    Info,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Assess {
    score: i64,
    reason: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct CountArgs {
    n: i64,
    #[serde(default)]
    tags: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct IdArgs {
    id: i64,
    paths: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct IntsArgs {
    values: Vec<i64>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Opt {
    a: Option<i32>,
    b: Option<Vec<String>>,
    c: Option<bool>,
    t: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Review {
    summary: String,
    findings: Vec<Place>,
    #[serde(default)]
    meta: BTreeMap<String, String>,
    confidence: u8,
    ok: bool,
    score: f64,
    sev: Side,
    inner: Option<Place>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Place {
    file: String,
    line: u32,
    sev: Side,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Side {
    High,
    Low,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Judgement {
    verdict: Outcome,
    issues: Vec<Issue>,
    summary: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "kebab-case")]
enum Outcome {
    Pass,
    NeedsFixes,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Issue {
    file: String,
    line: Option<f64>,
    severity: Weight,
    description: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Weight {
    Error,
    Warning,
    Suggestion,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Critique {
    #[serde(default)]
    requires_revision: bool,
    #[serde(default)]
    confidence: u8,
    #[serde(default)]
    revision_prompt: String,
    #[serde(default)]
    issues: Vec<Remark>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Remark {
    description: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct BlobArgs {
    data: String,
    paths: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct ItemsArgs {
    items: Vec<Item>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Item {
    x: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct NestArgs {
    r#in: Nested,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Nested {
    paths: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct MapArgs {
    m: BTreeMap<String, String>,
    paths: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Numbers {
    items: Vec<i64>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Texts {
    xs: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Scored {
    #[llm(range(max = 3), null_alias("N/A"))]
    score: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Symptom {
    evidence: String,
    reason: String,
    #[llm(range(max = 3), null_alias("N/A"))]
    score: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Quant {
    #[serde(rename = "PHQ8_NoInterest")]
    no_interest: Symptom,
    #[serde(rename = "PHQ8_Depressed")]
    depressed: Symptom,
    #[serde(rename = "PHQ8_Sleep")]
    sleep: Symptom,
    #[serde(rename = "PHQ8_Tired")]
    tired: Symptom,
    #[serde(rename = "PHQ8_Appetite")]
    appetite: Symptom,
    #[serde(rename = "PHQ8_Failure")]
    failure: Symptom,
    #[serde(rename = "PHQ8_Concentrating")]
    concentrating: Symptom,
    #[serde(rename = "PHQ8_Moving")]
    moving: Symptom,
}

#[derive(Debug, Default, Serialize, Deserialize, LlmOutput)]
#[serde(default)]
pub(crate) struct Evidence {
    #[serde(rename = "PHQ8_NoInterest")]
    no_interest: Vec<String>,
    #[serde(rename = "PHQ8_Depressed")]
    depressed: Vec<String>,
    #[serde(rename = "PHQ8_Sleep")]
    sleep: Vec<String>,
    #[serde(rename = "PHQ8_Tired")]
    tired: Vec<String>,
    #[serde(rename = "PHQ8_Appetite")]
    appetite: Vec<String>,
    #[serde(rename = "PHQ8_Failure")]
    failure: Vec<String>,
    #[serde(rename = "PHQ8_Concentrating")]
    concentrating: Vec<String>,
    #[serde(rename = "PHQ8_Moving")]
    moving: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct Meta {
    #[llm(range(max = 4))]
    severity: u8,
    explanation: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Session {
    id: String,
    name: String,
    rationale: String,
    dependencies: Vec<String>,
    steps: Vec<PlanStep>,
    #[llm(default = "true")]
    testable: bool,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct PlanStep {
    id: String,
    name: String,
    description: String,
    files: Vec<String>,
    complexity: Complexity,
    acceptance_criteria: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Complexity {
    Simple,
    Moderate,
    Complex,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Analysis {
    requirements: Vec<String>,
    change_type: Change,
    scope: Scope,
    #[llm(default = "Policy::Required")]
    scout_policy: Policy,
    affected_areas: Vec<String>,
    ambiguities: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "kebab-case")]
enum Change {
    BugFix,
    Feature,
    Refactor,
    Docs,
    Chore,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Scope {
    Small,
    Medium,
    Large,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum Policy {
    Required,
    Optional,
    Skip,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Scout {
    relevant_files: Vec<Relevant>,
    dependency_map: BTreeMap<String, Vec<String>>,
    test_files: Vec<String>,
    estimated_changes: Vec<Estimate>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Relevant {
    path: String,
    reason: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct Estimate {
    path: String,
    lines_estimate: f64,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Integration {
    build_result: Ran,
    test_result: Ran,
    lint_result: Option<Ran>,
    overall_pass: bool,
    baseline_failures: Option<Vec<String>>,
    regression_failures: Option<Vec<String>>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct Ran {
    command: String,
    exit_code: Option<i64>,
    signal: Option<String>,
    output: String,
    pass: bool,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
pub(crate) struct PullRequest {
    title: String,
    body: String,
    labels: Vec<String>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentOutput {
    status: AgentStatus,
    #[llm(length(min = 1))]
    task_id: Option<String>,
    token_usage: Option<Tokens>,
    #[llm(join = "\n")]
    notes: Option<String>,
    #[llm(alias = "written")]
    output_files: Option<Vec<String>>,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AgentWithBase {
    status: AgentStatus,
    #[llm(length(min = 1))]
    db_path: String,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "kebab-case")]
enum AgentStatus {
    Completed,
    #[llm(alias = "error")]
    Failed,
    NeedsReview,
}

#[derive(Debug, Serialize, Deserialize, LlmOutput)]
struct Tokens {
    prompt: i64,
    completion: i64,
    total: i64,
}
