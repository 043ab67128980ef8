//! What the five kinds of systems that this crate grew from do, each as a short program.

use std::convert::Infallible;
use std::fmt::Write as _;

use llm_output::{ErrorKind, Exchange, LlmOutput, Options, Outcome, Registry, RepairKind, Reply, Severity, Usage};
use serde::Serialize;

/// A commit message whose extras have defaults; what was mended is shown as warnings.
mod commit_message {
    use super::*;

    #[derive(Debug, LlmOutput)]
    struct Commit {
        title: String,
        message: String,
        #[llm(default)]
        tags: Vec<String>,
        #[llm(default)]
        count: i32,
    }

    fn warnings(text: &str) -> (String, Vec<String>) {
        let parsed = Commit::parse_llm(text).expect("a message");
        let warnings = parsed.repairs().iter().map(|repair| {
            let what = repair.kind().description();
            format!("{}: {what}", repair.path())
        });
        (parsed.value.title.clone(), warnings.collect())
    }

    #[test]
    fn defaults_are_no_repair_and_repairs_are_warnings() {
        let parsed = Commit::parse_llm(r#"{"title": "Rework the cache", "message": "With an LRU layer."}"#).unwrap();
        assert!(parsed.is_exact());
        assert_eq!((parsed.value.tags.len(), parsed.value.count), (0, 0));
        assert_eq!(parsed.value.message, "With an LRU layer.");
        let (title, warnings) =
            warnings("Sure!\n```json\n{\"title\": \"Tidy\", \"message\": \"one\ntwo\", \"tags\": \"a\"}\n```");
        assert_eq!(title, "Tidy");
        assert_eq!(
            warnings,
            [
                "$: Text before or after the answer was skipped.",
                "$: The answer was in a code fence.",
                "message: A string contained a raw newline, tab or other control character.",
                "tags: A single value was written where a list is expected.",
            ]
        );
    }
}

/// Arguments of a tool: lists in every disguise, and nothing touched that is right.
mod tool_arguments {
    use super::*;

    #[derive(Debug, LlmOutput)]
    struct Arguments {
        content: String,
        paths: Vec<String>,
    }

    #[test]
    fn a_list_in_disguise_is_a_list_and_text_stays_text() {
        for (paths, kind) in [
            (r#"["a.md", "b.md"]"#, None),
            (r#""[\"a.md\", \"b.md\"]""#, Some(RepairKind::UnwrapStringArray)),
        ] {
            let text = format!(r#"{{"content": "[1,2,3]", "paths": {paths}}}"#);
            let parsed = Arguments::parse_llm(&text).unwrap();
            assert_eq!(parsed.value.paths, ["a.md", "b.md"]);
            assert_eq!(parsed.value.content, "[1,2,3]", "the type says that it is text");
            assert_eq!(parsed.repairs().first().map(llm_output::Repair::kind), kind);
        }
        for (paths, kind) in [
            (r#""a.md, b.md""#, RepairKind::WrapInArray),
            (r#"{"path": "a.md, b.md"}"#, RepairKind::WrapObjectInArray),
        ] {
            let parsed = Arguments::parse_llm(&format!(r#"{{"content": "", "paths": {paths}}}"#)).unwrap();
            assert_eq!(
                parsed.value.paths,
                ["a.md, b.md"],
                "one element unless a separator is declared"
            );
            assert_eq!(parsed.repairs()[0].kind(), kind);
        }
    }
}

/// Findings of a review: asked again once, then Markdown for a person.
mod review {
    use super::*;

    #[derive(Debug, LlmOutput)]
    struct Findings {
        findings: Vec<Finding>,
    }

    #[derive(Debug, LlmOutput)]
    struct Finding {
        severity: Level,
        #[llm(length(min = 1))]
        title: String,
    }

    #[derive(Debug, LlmOutput)]
    #[llm(rename_all = "lowercase")]
    enum Level {
        High,
        Low,
    }

    /// What is shown to the person, and what it cost.
    fn review(replies: [&str; 2]) -> (String, Usage) {
        let exchange = Exchange::<Findings>::new(format!("Review the diff.\n{}", Findings::PROMPT));
        let outcome = exchange.attempts(2).run(|turn| {
            let reply = replies[turn.number() - 1];
            Ok::<_, Infallible>(Reply::new(reply).usage(Usage::new(50, 10)))
        });
        match outcome.expect("the line is alive") {
            Outcome::Structured { parsed, usage, .. } => {
                let mut page = String::new();
                for finding in &parsed.value.findings {
                    writeln!(page, "- {:?}: {}", finding.severity, finding.title).expect("a String takes everything");
                }
                (page, usage)
            }
            Outcome::Degraded {
                text, attempts, usage, ..
            } => {
                let errors = attempts.iter().filter_map(llm_output::exchange::Attempt::error);
                let kinds: Vec<_> = errors.map(|error| error.kind().name()).collect();
                (
                    format!("{text}\n\n<!-- not structured: {} -->", kinds.join(", ")),
                    usage,
                )
            }
            _ => unreachable!("there are two outcomes"),
        }
    }

    #[test]
    fn it_is_asked_again_once_and_then_shown_as_it_is() {
        let good = r#"{"findings": [{"severity": "HIGH", "title": "Loop"}]}"#;
        assert_eq!(review([good, ""]), ("- High: Loop\n".into(), Usage::new(50, 10)));
        assert_eq!(review(["# Review\nFine.", good]).1, Usage::new(100, 20));
        // Any other object is no clean review, and neither is a finding that is not one.
        let (page, usage) = review([
            r#"{"issues": []}"#,
            r#"{"findings": [{"severity": "urgent", "title": ""}]}"#,
        ]);
        assert_eq!(
            page,
            "{\"issues\": []}\n\n<!-- not structured: unrecognized_shape, schema -->"
        );
        assert_eq!(usage, Usage::new(100, 20));
    }
}

/// A clinical score: what has no evidence is never zero.
mod clinical_score {
    use super::*;

    #[derive(Debug, LlmOutput)]
    struct Item {
        evidence: String,
        /// 0 to 3, or null without evidence.
        #[llm(range(min = 0, max = 3), null_alias("N/A"))]
        score: Option<u8>,
    }

    #[test]
    fn no_evidence_is_never_zero() {
        let score = |value: &str| {
            let text = format!(r#"<answer>{{"evidence": "none", "score": {value}}}</answer>"#);
            Item::parse_llm(&text).map(|parsed| parsed.value.score)
        };
        assert_eq!(score("\"2\"").unwrap(), Some(2));
        let item = Item::parse_llm(r#"{"evidence": "sleeps badly", "score": 2}"#).unwrap();
        assert_eq!(item.value.evidence, "sleeps badly");
        for nothing in ["null", "\"N/A\"", "\"\"", "NaN", "[]"] {
            assert_eq!(score(nothing).unwrap(), None, "{nothing}");
        }
        for other in ["4", "-1", "\"unclear\"", "\"2 or 3\"", "1.5", "true"] {
            assert!(score(other).is_err(), "{other}");
        }
        // Not even where everything may be made up: there is no score, not a low one.
        for other in ["4", "\"unclear\"", "null"] {
            let text = format!(r#"{{"evidence": "none", "score": {other}}}"#);
            let parsed = Item::parse_llm_with(&text, &Options::lenient());
            assert!(
                parsed.is_ok_and(|parsed| parsed.value.score.is_none()) || other == "4",
                "{other}"
            );
        }
        // A reply that was cut off has no score at all.
        let error = Item::parse_llm(r#"{"evidence": "sleeps badly", "score": "#).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Truncated);
        assert_eq!(error.would_need(), Some(Severity::Incomplete));
        assert_eq!(Item::parse_llm(r#"{"evidence": "e"}"#).unwrap().value.score, None);
    }
}

/// An agent's block: found by its own marker, read by the contract of the agent's name.
mod agent_block {
    use super::*;

    #[derive(Debug, Serialize, LlmOutput)]
    struct Report {
        #[llm(rename = "taskId")]
        #[serde(rename = "taskId")]
        task: String,
        status: Status,
        #[llm(join = "\n", default)]
        notes: String,
    }

    #[derive(Debug, PartialEq, Serialize, LlmOutput)]
    #[llm(rename_all = "kebab-case")]
    #[serde(rename_all = "kebab-case")]
    enum Status {
        Completed,
        NeedsReview,
        #[llm(alias = "error")]
        Failed,
    }

    #[test]
    fn the_block_counts_and_the_name_says_how_it_is_read() {
        let mut registry = Registry::new();
        let builder = registry.register::<Report>("builder").unwrap();
        builder.marker("agent-json").marker("team-json").values();
        let block = |name: &str| {
            format!(
                "I changed `{{\"taskId\": 0}}`.\n```{name}\n{{\"taskId\": 7, \"status\": \"needs_review\", \
                 \"notes\": [\"a ``` b\", \"c\"]}}\n```\nBye."
            )
        };
        for name in ["agent-json", "team-json"] {
            let parsed = registry.parse::<Report>("builder", &block(name)).unwrap();
            assert_eq!(parsed.value.task, "7");
            assert_eq!(parsed.value.status, Status::NeedsReview);
            assert_eq!(parsed.value.notes, "a ``` b\nc");
        }
        let value = registry.parse_value("builder", &block("agent-json")).unwrap();
        assert_eq!(value.value["status"], "needs-review");
        let error = registry.parse::<Report>("builder", &block("json")).unwrap_err();
        assert_eq!(
            error.parse_error().map(llm_output::ParseError::kind),
            Some(ErrorKind::NoBlock)
        );
        assert!(registry.parse::<Report>("reviewer", "").is_err(), "no such contract");
    }
}
