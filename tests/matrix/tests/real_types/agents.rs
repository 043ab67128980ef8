//! Reviews, plans, commits and reports of agents.

use std::collections::BTreeMap;
use std::path::PathBuf;

use llm_output::LlmOutput;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::documents;

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct GeneratedMessage {
    /// Optional emoji for the commit message
    emoji: Option<String>,
    /// Commit message title/subject line
    title: String,
    /// Detailed commit message body
    message: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct ConventionalCommit {
    #[serde(rename = "type")]
    kind: CommitKind,
    scope: Option<String>,
    #[schemars(length(max = 72))]
    subject: String,
    #[serde(default)]
    body: String,
    #[serde(default)]
    breaking: bool,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "lowercase")]
enum CommitKind {
    Feat,
    Fix,
    Docs,
    Refactor,
    Test,
    Chore,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct ReviewOutput {
    findings: Vec<ReviewFinding>,
    overall_correctness: String,
    overall_explanation: String,
    overall_confidence_score: f32,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct ReviewFinding {
    title: String,
    body: String,
    confidence_score: f32,
    priority: i32,
    code_location: CodeLocation,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct CodeLocation {
    absolute_file_path: PathBuf,
    line_range: LineRange,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct LineRange {
    start: u32,
    end: u32,
}

/// Six levels: one more than the limit, which the attribute that the message names raises.
#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
#[llm(max_depth = 6)]
struct ReleaseNotes {
    version: Option<String>,
    summary: String,
    sections: BTreeMap<SectionKind, Vec<Section>>,
    metrics: ChangeMetrics,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema, LlmOutput)]
enum SectionKind {
    Added,
    Changed,
    Fixed,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct Section {
    title: String,
    items: Vec<SectionItem>,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct SectionItem {
    description: String,
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema, LlmOutput)]
struct ChangeMetrics {
    total_commits: usize,
    files_changed: usize,
    insertions: usize,
    deletions: usize,
}

#[derive(Debug, Clone, Deserialize, JsonSchema, LlmOutput)]
#[llm(max_depth = 6)]
struct Changelog {
    releases: Vec<Release>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema, LlmOutput)]
struct Release {
    version: String,
    changes: Vec<Change>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema, LlmOutput)]
struct Change {
    description: String,
    commit_hashes: Vec<String>,
    associated_issues: Vec<String>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct UpdatePlanArgs {
    #[serde(default)]
    explanation: Option<String>,
    plan: Vec<PlanItem>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(deny_unknown_fields)]
struct PlanItem {
    step: String,
    status: StepStatus,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[serde(rename_all = "snake_case")]
enum StepStatus {
    Pending,
    InProgress,
    Completed,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Task {
    title: String,
    #[serde(default)]
    #[llm(recursive(max_depth = 4))]
    subtasks: Vec<Task>,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Decision {
    CallTool {
        name: String,
        #[serde(default)]
        arguments: serde_json::Map<String, serde_json::Value>,
    },
    Delegate {
        agent: String,
        task: String,
    },
    Answer {
        text: String,
    },
    GiveUp {},
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Thought {
    reasoning: String,
    next: Decision,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    alternatives: Vec<Decision>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[schemars(description = "Verdict of a judge")]
struct Verdict {
    #[schemars(description = "Step by step")]
    reasoning: String,
    #[schemars(range(min = 1, max = 10), example = 7)]
    score: u8,
    winner: Option<Winner>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
enum Winner {
    #[schemars(description = "the first answer")]
    A,
    #[schemars(description = "the second answer")]
    B,
    #[serde(rename = "tie")]
    Tie,
}

#[derive(Debug, Deserialize, LlmOutput)]
#[llm(native)]
struct LenientReport {
    #[serde(deserialize_with = "lenient::number")]
    files: u32,
    #[serde(default, deserialize_with = "lenient::number")]
    lines: u32,
    #[serde(with = "lenient")]
    modules: Vec<String>,
}

mod lenient {
    use serde::{Deserialize, Deserializer};

    pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
        u32::deserialize(deserializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
        Vec::deserialize(deserializer)
    }
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
#[llm(max_depth = 7)]
struct ArchitectureDoc {
    overview: String,
    components: Vec<Component>,
    dependencies: Vec<Dependency>,
    #[serde(default)]
    diagrams: Vec<Diagram>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Component {
    name: String,
    purpose: String,
    interfaces: Vec<Interface>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Interface {
    name: String,
    parameters: Vec<Parameter>,
    return_type: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Parameter {
    name: String,
    #[serde(rename = "type")]
    param_type: String,
    #[serde(default)]
    is_optional: bool,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Dependency {
    name: String,
    version: Option<String>,
    is_external: bool,
}

#[derive(Debug, Deserialize, JsonSchema, LlmOutput)]
struct Diagram {
    kind: String,
    mermaid: String,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct TestReport {
    passed: u32,
    failed: u32,
    #[serde(default)]
    failures: BTreeMap<String, Failure>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Failure {
    message: String,
    location: Option<Box<CodeLocation>>,
}

#[derive(Debug, Deserialize, LlmOutput)]
struct Page<T> {
    items: Vec<T>,
    next: Option<String>,
}

documents! {
    message: GeneratedMessage = r#"{"emoji": null, "title": "t", "message": "m"}"#;
    commit: ConventionalCommit = r#"{"type": "feat", "scope": "derive", "subject": "s"}"#;
    review: ReviewOutput = r#"{"findings": [{"title": "t", "body": "b", "confidence_score": 0.5, "priority": 1, "code_location": {"absolute_file_path": "/a", "line_range": {"start": 1, "end": 2}}}], "overall_correctness": "ok", "overall_explanation": "e", "overall_confidence_score": 1}"#;
    release_notes: ReleaseNotes = r#"{"version": "1", "summary": "s", "sections": {"Added": [{"title": "t", "items": [{"description": "d"}]}]}, "metrics": {"total_commits": 1, "files_changed": 2, "insertions": 3, "deletions": 4}}"#;
    changelog: Changelog = r#"{"releases": [{"version": "1", "changes": [{"description": "d", "commit_hashes": ["a"], "associated_issues": []}]}]}"#;
    plan: UpdatePlanArgs = r#"{"plan": [{"step": "s", "status": "in_progress"}]}"#;
    task: Task = r#"{"title": "a", "subtasks": [{"title": "b"}]}"#;
    call_tool: Thought = r#"{"reasoning": "r", "next": {"type": "call_tool", "name": "n", "arguments": {"a": 1}}}"#;
    give_up: Thought = r#"{"reasoning": "r", "next": {"type": "give_up"}, "alternatives": [{"type": "answer", "text": "t"}]}"#;
    verdict: Verdict = r#"{"reasoning": "r", "score": 7, "winner": "tie"}"#;
    lenient_report: LenientReport = r#"{"files": 1, "lines": 2, "modules": ["a"]}"#;
    architecture: ArchitectureDoc = r#"{"overview": "o", "components": [{"name": "n", "purpose": "p", "interfaces": [{"name": "i", "parameters": [{"name": "x", "type": "u8"}], "return_type": null}]}], "dependencies": []}"#;
    tests: TestReport = r#"{"passed": 1, "failed": 1, "failures": {"a": {"message": "m"}}}"#;
    page: Page<GeneratedMessage> = r#"{"items": [{"title": "t", "message": "m"}], "next": null}"#;
}

#[test]
fn descriptions_of_variants_are_shown() {
    assert!(Verdict::SCHEMA.contains("the first answer"), "{}", Verdict::SCHEMA);
    assert!(Verdict::SCHEMA.contains("Verdict of a judge"));
}
