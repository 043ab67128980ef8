//! What a caller can say and ask: options, the parsed value, the error.

use std::collections::BTreeMap;
use std::error::Error;
use std::ops::Range;
use std::sync::Mutex;

use llm_output::{
    CallStream, Dialect, ErrorKind, Finish, Format, GrowingCalls, Items, Limit, Limits, LlmOutput, Options, ParseError,
    Parsed, PathTexts, Prefer, RepairKind, Severity,
};
use llm_output_tests::types::{CommitMessage, Finding, InvoiceLine, Preferences, Review};
use serde_json::json;

const DRAFT_AND_ANSWER: &str = r#"
```json
{"title": "Draft", "message": "Old"}
```
Better:
```json
{"title": "Tidy", "message": "Body",}
```
"#;

fn title(text: &str, options: &Options<'_>) -> Result<String, ParseError> {
    CommitMessage::parse_llm_with(text, options).map(|parsed| parsed.into_value().title)
}

#[test]
fn prefer_changes_which_answer_counts() {
    assert_eq!(
        title(DRAFT_AND_ANSWER, &Options::default()).expect("two answers"),
        "Tidy"
    );
    assert_eq!(
        title(DRAFT_AND_ANSWER, &Options::default().prefer(Prefer::Last)).expect("two answers"),
        "Tidy"
    );
    assert_eq!(
        title(DRAFT_AND_ANSWER, &Options::default().prefer(Prefer::First)).expect("two answers"),
        "Draft"
    );
}

#[test]
fn prefer_only_refuses_a_choice() {
    let only = Options::default().prefer(Prefer::Only);
    let error = title(DRAFT_AND_ANSWER, &only).expect_err("the answers differ");
    assert_eq!(error.kind(), ErrorKind::Ambiguous);
    let twice = r#"{"title": "Tidy", "message": "m"} {"title": "Tidy", "message": "m"}"#;
    assert_eq!(title(twice, &only).expect("the answers are the same"), "Tidy");
}

#[test]
fn on_repair_is_told_of_the_accepted_reading_alone() {
    let told = Mutex::new(Vec::new());
    let observer = |repair: &llm_output::Repair| told.lock().unwrap().push(repair.to_string());
    let text = r#"{'title': 'Draft'} is wrong, so {"title": "Tidy", "message": "Body",}"#;
    let parsed = CommitMessage::parse_llm_with(text, &Options::default().on_repair(&observer)).expect("one answer");
    let repairs: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
    assert_eq!(*told.lock().unwrap(), repairs);
    assert!(
        !repairs.iter().any(|repair| repair.contains("single_quoted")),
        "{repairs:?}"
    );
}

#[test]
fn on_repair_is_not_told_of_an_error() {
    let told = Mutex::new(0);
    let observer = |_: &llm_output::Repair| *told.lock().unwrap() += 1;
    let error = CommitMessage::parse_llm_with("{'title': 'Tidy'}", &Options::default().on_repair(&observer));
    assert!(error.is_err());
    assert_eq!(*told.lock().unwrap(), 0);
}

#[test]
fn a_text_over_the_limit_is_refused() {
    let options = Options::default().limits(Limits::default().bytes(10));
    let error = <Vec<String>>::parse_llm_with(r#"["a", "b", "c"]"#, &options).expect_err("15 bytes");
    assert_eq!(error.kind(), ErrorKind::Limit);
    assert!(<Vec<String>>::parse_llm_with(r#"["a", "b"]"#, &options).is_ok());
}

#[test]
fn repairs_over_the_limit_are_an_error_and_never_silence() {
    let valid = r#"{"title": "a", "message": "b"}"#;
    let repaired = r#"{title: "a", message: "b",}"#;
    for reports in 0..=4 {
        let options = Options::default().limits(Limits::default().reports(reports));
        let exact = CommitMessage::parse_llm_with(valid, &options).unwrap();
        assert!(exact.is_exact());
        match CommitMessage::parse_llm_with(repaired, &options) {
            Ok(parsed) => assert_eq!((parsed.repairs().len(), reports >= 3), (3, true), "{reports}"),
            Err(error) => assert_eq!((error.kind(), reports < 3), (ErrorKind::Limit, true), "{reports}"),
        }
    }
}

#[test]
fn a_parsed_value_is_used_like_the_value() {
    let mut parsed: Parsed<Review> = Review::parse_llm(r#"{"findings": [], "summary": "s"}"#).expect("a document");
    assert!(parsed.findings.is_empty());
    assert_eq!((parsed.is_exact(), parsed.severity()), (true, None));
    parsed.value.summary = None;
    assert_eq!(
        parsed.into_value(),
        Review {
            findings: vec![],
            summary: None
        }
    );
}

/// A type with the names that `Parsed` has too.
#[derive(Debug, LlmOutput)]
struct Token {
    value: u8,
    settled: u8,
    severity: String,
    span: u8,
    repairs: Vec<String>,
}

impl Token {
    fn map(&self, by: u8) -> u8 {
        self.span * by
    }

    #[expect(clippy::unused_self, reason = "it has the name of a method of `Parsed`")]
    fn span(&self) -> &'static str {
        "of the value"
    }
}

#[test]
fn a_value_keeps_its_fields_and_map_inside_a_parsed() {
    let text = r#"{"value": 1, "settled": 2, "severity": "low", "span": 3, "repairs": ["r"]}"#;
    let parsed = Token::parse_llm(text).unwrap();
    assert_eq!((parsed.settled, &*parsed.severity, parsed.span), (2, "low", 3));
    assert_eq!(parsed.repairs, ["r"]);
    assert_eq!(parsed.map(2), 6);
    // The names of its own, which its docs list.
    assert_eq!((parsed.value.value, parsed.value.span()), (1, "of the value"));
    assert_eq!(
        (parsed.span(), parsed.severity(), parsed.repairs().len()),
        (0..text.len(), None, 0)
    );
    let parsed = Parsed::map(parsed, |token| token.span);
    assert_eq!((parsed.span(), parsed.into_value()), (0..text.len(), 3));
}

#[test]
fn severities_and_kinds_are_found_by_name() {
    for severity in Severity::ALL {
        assert_eq!(severity.name().parse(), Ok(*severity));
    }
    assert!(Severity::ALL.is_sorted());
    for kind in RepairKind::ALL {
        assert_eq!(kind.name().parse(), Ok(*kind));
        assert!(Severity::ALL.contains(&kind.severity()));
    }
    let error = "Guess".parse::<Severity>().unwrap_err();
    assert_eq!(error.to_string(), "there is no severity named \"Guess\"");
    let error = "trailing_comma".parse::<RepairKind>().unwrap_err();
    assert_eq!(error.to_string(), "there is no kind of repair named \"trailing_comma\"");
}

#[test]
fn reports_are_written_by_serde() {
    let parsed = Finding::parse_llm(r#"{"severity": "HIGH", "file": "a.rs", "line": 3, "title": "t"}"#).unwrap();
    assert_eq!(
        serde_json::to_value(parsed.repairs()).unwrap(),
        json!([{"kind": "enum_case", "severity": "coercion", "path": "severity", "span": {"start": 13, "end": 19}}])
    );
    let error = Finding::parse_llm(r#"{"severity": "low", "file": "a.rs", "line": "x", "title": "t"}"#).unwrap_err();
    assert_eq!(serde_json::to_value(error.kind()).unwrap(), json!("schema"));
    let violation = &error.violations()[0];
    assert_eq!(
        serde_json::to_value(violation).unwrap(),
        json!({
            "path": "line",
            "expected": violation.expected(),
            "found": violation.found(),
            "span": {"start": violation.span().start, "end": violation.span().end},
        })
    );
}

#[test]
fn a_repair_says_what_where_and_how_far() {
    let text = r#"{"findings": [{"severity": "HIGH", "file": "a.rs", "line": 3, "title": "t"}]}"#;
    let parsed = Review::parse_llm(text).expect("one repair");
    let [repair] = parsed.repairs() else {
        panic!("{:?}", parsed.repairs())
    };
    assert_eq!(repair.kind(), RepairKind::EnumCase);
    assert_eq!(repair.kind().name(), "enum_case");
    assert_eq!(repair.path().to_string(), "findings[0].severity");
    assert_eq!(repair.to_string(), "findings[0].severity: enum_case");
    assert_eq!(repair.severity(), Severity::Coercion);
    assert_eq!(parsed.severity(), Some(Severity::Coercion));
    assert!(text[repair.span()].contains("HIGH"), "{:?}", &text[repair.span()]);
}

/// What is logged leaks nothing.
#[test]
fn a_repair_holds_no_text_of_the_model() {
    let parsed = InvoiceLine::parse_llm(
        r#"Secret! {"article": 'secret', "quantity": "77", "price": 1, "stock_change": 1, "shipped": "yes", secret: 1,}"#,
    )
    .expect("several repairs");
    assert!(parsed.repairs().len() >= 4);
    for repair in parsed.repairs() {
        let logged = format!("{repair} {repair:?}").to_lowercase();
        assert!(
            !logged.contains("secret") && !logged.contains("77") && !logged.contains("yes"),
            "{logged}"
        );
    }
}

#[test]
fn every_kind_of_repair_has_a_name_of_its_own() {
    let mut names: Vec<_> = RepairKind::ALL.iter().map(|kind| kind.name()).collect();
    assert!(
        names
            .iter()
            .all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '_')),
        "{names:?}"
    );
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count);
    for settled in [
        "unwrap_string_array",
        "wrap_in_array",
        "wrap_object_in_array",
        "drop_null",
    ] {
        assert!(names.contains(&settled), "{settled} is promised to the letter");
    }
}

#[test]
fn an_error_is_one_word_wide() {
    assert_eq!(size_of::<ParseError>(), size_of::<usize>());
}

/// It crosses threads, and `?` turns it into any boxed error.
#[test]
fn an_error_is_a_standard_error() {
    let error = CommitMessage::parse_llm("").expect_err("no text");
    let boxed: Box<dyn Error + Send + Sync + 'static> = error.into();
    assert!(boxed.is::<ParseError>());
}

#[test]
fn an_error_names_the_place_and_the_way_out() {
    let error = CommitMessage::parse_llm(r#"{"title": "Tidy"}"#).expect_err("a member is missing");
    assert_eq!(error.kind(), ErrorKind::Schema);
    assert_eq!(error.would_need(), Some(Severity::Invented));
    assert!(error.to_string().contains("message"), "{error}");
    assert!(error.feedback().contains("message"), "{}", error.feedback());
    assert!(error.source().is_some(), "the strict error is the source");
    let [violation] = error.violations() else {
        panic!("{:?}", error.violations())
    };
    assert_eq!(violation.path().to_string(), "message");
}

#[test]
fn a_violation_says_what_was_expected_and_found() {
    let text = r#"{"severity": "urgent", "file": "a.rs", "line": 3, "title": "t"}"#;
    let error = Finding::parse_llm(text).expect_err("no such name");
    let [violation] = error.violations() else {
        panic!("{:?}", error.violations())
    };
    assert!(violation.expected().contains("critical") && violation.expected().contains("info"));
    assert!(violation.found().contains("urgent"));
    assert!(text[violation.span()].contains("urgent"));
    assert_eq!(error.would_need(), None, "no option makes a name of it");
}

/// `lenient` and `exact` are the two ends; whatever `exact` takes, every option takes, with the same value.
#[test]
fn a_higher_step_of_the_ladder_takes_more() {
    let steps = [
        Severity::Framing,
        Severity::Syntax,
        Severity::Coercion,
        Severity::Guess,
        Severity::Incomplete,
        Severity::Invented,
    ];
    let texts = [
        (r#"{"retries": 1}"#, None),
        (r#"So: {"retries": 1}"#, Some(Severity::Framing)),
        (r#"{"retries": 1,}"#, Some(Severity::Syntax)),
        (r#"{"retries": "1"}"#, Some(Severity::Coercion)),
        (r#"{"theme": dark, "retries": 1}"#, Some(Severity::Guess)),
        (r#"{"retries": 1, "theme": "da"#, Some(Severity::Incomplete)),
        (
            r#"{"retries": 1, "font_size": {"a": 1, "b": 2}}"#,
            Some(Severity::Invented),
        ),
    ];
    for (text, needed) in texts {
        for step in steps {
            let parsed = Preferences::parse_llm_with(text, &Options::default().accept(step));
            assert_eq!(parsed.is_ok(), needed <= Some(step), "{text} at {step:?}: {parsed:?}");
            if let Ok(parsed) = parsed {
                assert_eq!((parsed.severity(), parsed.value.retries), (needed, 1), "{text}");
            }
        }
        assert_eq!(
            Preferences::parse_llm_with(text, &Options::exact()).is_ok(),
            needed.is_none(),
            "{text}"
        );
    }
}

#[test]
fn reasoning_blocks_side_by_side_are_reported_each_at_its_own_place() {
    let answer = r#"{"title": "Tidy", "message": "Body"}"#;
    for (head, blocks) in [
        (
            "<think>One.</think> Two. </think>\n",
            &["<think>One.</think>", " Two. </think>"][..],
        ),
        (
            "One.</think><think>Two.</think>",
            &["One.</think>", "<think>Two.</think>"],
        ),
    ] {
        let text = format!("{head}{answer}");
        let parsed = CommitMessage::parse_llm(&text).expect("the answer stands behind the reasoning");
        let spans = parsed
            .repairs()
            .iter()
            .filter(|repair| repair.kind() == RepairKind::ReasoningBlockSkipped);
        let found: Vec<_> = spans.map(|repair| &text[repair.span()]).collect();
        assert_eq!(found, blocks, "{text}");
    }
}

/// A caller that underlines the spans of a report shows what is wrong.
#[test]
fn the_span_of_an_extra_comma_is_the_comma() {
    let spans = |parsed: &[llm_output::Repair]| -> Vec<_> {
        parsed.iter().map(|repair| (repair.kind(), repair.span())).collect()
    };
    for (text, comma) in [("[1,2,]", 4), ("[1,  ]", 2), ("[1,\n]", 2), ("[,1]", 1), ("[1,,2]", 3)] {
        let parsed = <Vec<u8>>::parse_llm(text).expect(text);
        assert_eq!(
            spans(parsed.repairs()),
            [(RepairKind::ExtraComma, comma..comma + 1)],
            "{text}"
        );
    }
    for text in [
        r#"{"title": "t", "message": "m",}"#,
        r#"{"title": "t", "message": "m" ,  }"#,
        "{\"title\": \"t\", \"message\": \"m\",\n\n}",
        r#"{"title": "t", "message": "m", "other": 1,}"#,
    ] {
        let parsed = CommitMessage::parse_llm(text).expect(text);
        let comma = text.rfind(',').expect("a comma");
        assert_eq!(
            spans(parsed.repairs()),
            [(RepairKind::ExtraComma, comma..comma + 1)],
            "{text}"
        );
    }
}

#[test]
fn repairs_are_shown_one_by_one_as_the_list_has_them() {
    let texts = [
        "{\"title\": \"T\", \"message\": \"M\"}",
        "{\"title\": \"T\", \"message\": \"M\",}",
        "Here:\n```json\n{\"title\": \"T\", \"message\": \"M\"}\n```",
        DRAFT_AND_ANSWER,
    ];
    let mut paths = PathTexts::default();
    for text in texts {
        let parsed = CommitMessage::parse_llm(text).expect("it has an answer");
        assert_eq!(
            shown_with_paths(&parsed, &mut paths),
            listed_with_paths(&parsed.clone()),
            "{text}"
        );
        // Before the list is made, and after.
        for _ in 0..2 {
            let mut shown = Vec::new();
            parsed.each_repair(|repair| shown.push(repair.clone()));
            assert_eq!(shown, parsed.repairs(), "{text}");
            assert_eq!(
                shown_with_paths(&parsed, &mut paths),
                listed_with_paths(&parsed),
                "{text}"
            );
        }
        let other = CommitMessage::parse_llm(text).expect("it has an answer");
        let mut shown = Vec::new();
        other.each_repair(|repair| shown.push(repair.to_string()));
        let listed: Vec<_> = parsed.repairs().iter().map(ToString::to_string).collect();
        assert_eq!(shown, listed, "{text}");
    }
}

fn shown_with_paths<T>(parsed: &Parsed<T>, paths: &mut PathTexts) -> Vec<(RepairKind, Range<usize>, String)> {
    let mut shown = Vec::new();
    parsed.each_repair_with_path(paths, |kind, span, path| shown.push((kind, span, path.to_owned())));
    shown
}

fn listed_with_paths<T>(parsed: &Parsed<T>) -> Vec<(RepairKind, Range<usize>, String)> {
    let each = parsed.repairs().iter();
    each.map(|repair| (repair.kind(), repair.span(), repair.path().to_string()))
        .collect()
}

/// The texts of paths are kept from one reply to the next, of whatever types they are.
#[test]
fn the_text_of_a_path_does_not_depend_on_the_replies_before() {
    #[derive(LlmOutput)]
    struct Inner {
        one: u8,
        two: u8,
    }
    #[derive(LlmOutput)]
    #[allow(dead_code, reason = "it is only read")]
    struct Other {
        first: u8,
        second: Vec<Inner>,
    }
    fn check<T: LlmOutput>(text: &str, paths: &mut PathTexts) {
        for _ in 0..2 {
            let parsed = T::parse_llm(text).expect("it needs repairs, but has a value");
            let shown = shown_with_paths(&parsed, paths);
            assert!(!shown.is_empty());
            assert_eq!(shown, listed_with_paths(&parsed), "{text}");
        }
    }

    let mut paths = PathTexts::default();
    let elements = vec!["{\"one\": \"1\", \"two\": \"2\"}"; 100].join(", ");
    let list = format!("[{elements}]");
    for _ in 0..2 {
        check::<Vec<Inner>>(&list, &mut paths);
        check::<Inner>("{\"one\": \"1\", \"two\": \"2\"}", &mut paths);
        check::<Other>(&format!("{{\"first\": \"1\", \"second\": {list}}}"), &mut paths);
        check::<BTreeMap<String, Inner>>(
            "{\"a\": {\"one\": \"1\", \"two\": 2}, \"b\": {\"one\": \"1\", \"two\": 2}}",
            &mut paths,
        );
        check::<BTreeMap<String, u8>>("{\"a\": \"1\", \"b\": \"2\", }", &mut paths);
        check::<Vec<Vec<Vec<Vec<Vec<Vec<u8>>>>>>>("[[[[[[\"1\"], [\"2\"]]]]], [[[[[\"3\"]]]]]]", &mut paths);
        check::<u8>("```json\n\"7\"\n```", &mut paths);
    }
    let parsed = <Vec<Inner>>::parse_llm(&list).expect("it is valid, but for the types of the numbers");
    assert_eq!((parsed.value[99].one, parsed.value[99].two), (1, 2));
    assert_eq!(shown_with_paths(&parsed, &mut paths)[199].2, "[99].two");
}

#[test]
fn a_path_is_written_as_it_is_displayed_however_long_it_is() {
    type Deep = BTreeMap<String, Vec<Vec<Vec<BTreeMap<String, Vec<BTreeMap<String, Vec<Vec<u8>>>>>>>>>;
    #[derive(LlmOutput)]
    #[llm(max_depth = 10)]
    struct Outer {
        #[llm(rename = "two words")]
        deep: Deep,
    }

    let zeros = "[0], ".repeat(11);
    let text = format!("{{\"two words\": {{\"a.b\": [[[{{\"c\": [{{\"é\": [{zeros}[\"7\"]]}}]}}]]]}}}}");
    let parsed = Outer::parse_llm(&text).expect("it is valid, but for the type of the last number");
    assert_eq!(parsed.value.deep["a.b"][0][0][0]["c"][0]["é"][11], [7]);
    let path = parsed.repairs()[0].path();
    let expected = "[\"two words\"][\"a.b\"][0][0][0].c[0].é[11][0]";
    assert_eq!(path.to_string(), expected);
    let mut written = String::new();
    path.write_to(&mut written).expect("a `String` takes it");
    assert_eq!(written, expected);
}

/// A tool of an agent.
#[derive(Debug, LlmOutput)]
#[llm(tools, stream, rename_all = "snake_case")]
enum Tool {
    Stop { reason: String },
}

/// What is kept while a reply arrives may be shared between threads, and so may what comes of it.
#[test]
fn streams_and_outcomes_are_shared_between_threads() {
    const fn is_shared<T: Send + Sync>() {}
    is_shared::<Items<'_, Finding>>();
    is_shared::<CallStream<'_, Tool>>();
    is_shared::<GrowingCalls<'_, Tool>>();
    is_shared::<Parsed<Finding>>();
    is_shared::<ParseError>();
    let reason = Tool::read_call("stop", "{\"reason\": \"done\"}").map(|call| {
        let Tool::Stop { reason } = call.into_value();
        reason
    });
    assert_eq!(reason.expect("a call"), "done");
}

/// What a file of settings or a log says by name. The derive has the same names for the dialects.
#[test]
fn dialects_and_formats_have_names() {
    #[derive(LlmOutput)]
    #[llm(dialects(openai, azure, anthropic, gemini_openapi, gemini, ollama, xai, deepseek, cohere))]
    struct Everywhere {
        _name: String,
    }
    assert!(Everywhere::schema_for(Dialect::XAi).is_ok());
    let names: Vec<_> = Dialect::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(
        names.join(" "),
        "json_schema openai azure anthropic gemini_openapi gemini ollama xai deepseek cohere"
    );
    for (dialect, name) in Dialect::ALL.iter().zip(&names) {
        assert_eq!(name.parse(), Ok(*dialect));
    }
    assert_eq!(
        "gpt".parse::<Dialect>().map_err(|error| error.to_string()),
        Err("there is no dialect named \"gpt\"".to_owned())
    );
    assert_eq!(Format::Qwen3Coder.to_string(), "qwen3_coder");
    assert_eq!(Finish::Length.to_string(), "length");
    assert_eq!(Limit::Bytes.to_string(), "bytes");
}
