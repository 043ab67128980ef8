//! Types that grow while their text comes in.

use crate::LlmOutput;

#[derive(Debug)]
pub(crate) struct Report {
    pub(crate) title: String,
    pub(crate) level: u32,
    pub(crate) parts: Vec<String>,
    pub(crate) summary: Option<String>,
}

golden!("stream");

#[test]
fn a_struct() {
    let mut stream = Report::stream();
    // Nothing is shown before the level is there.
    assert_eq!(stream.push(r#"{"title": "All good", "#).title, None);
    let partial = stream.push(r#""level": 3, "parts": ["a", "b"#);
    assert_eq!(partial.title.as_deref(), Some("All good"));
    assert_eq!(partial.level, Some(3));
    assert_eq!(partial.parts.value, ["a", "b"]);
    assert_eq!(partial.parts.state, llm_output::State::Incomplete);
    let partial = stream.push(r#""], "summary": "Fine"#);
    assert_eq!(partial.parts.state, llm_output::State::Complete);
    assert_eq!(partial.summary, None);
    let partial = stream.push(".\"}\n");
    assert_eq!(partial.summary.as_deref(), Some("Fine."));
    let ended = stream.end();
    assert!(ended.revised.is_none());
    let report = ended.result.expect("the text is an answer").into_value();
    assert_eq!(
        format!("{:?}", ReportPartial::from(report)),
        format!("{:?}", ended.partial)
    );
}

#[derive(Debug)]
struct Labels(Vec<String>);

golden!("stream_newtype");

#[test]
fn a_newtype() {
    let mut stream = Labels::stream();
    assert_eq!(stream.push(r#"["one", "tw"#).0, ["one", "tw"]);
    stream.push("o\"]");
    assert_eq!(stream.finish().expect("the text is an answer").value.0, ["one", "two"]);
}

#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Target {
    name: String,
}

#[derive(Debug)]
enum Action {
    Open(Target),
    Write { text: String, times: u32 },
    Wait,
}

golden!("stream_tagged");

#[test]
fn an_enum_by_its_tag() {
    let mut stream = Action::stream();
    assert!(stream.push(r#"{"text": "one"#).is_none());
    let partial = stream.push(r#" two", "type": "Write", "times": 1"#);
    assert!(matches!(partial, Some(ActionPartial::Write { text: Some(text), times: None }) if text == "one two"));
    stream.push("2}");
    let read = stream.finish().expect("the text is an answer").into_value();
    assert!(matches!(read, Action::Write { text, times: 12 } if text == "one two"));

    let mut stream = Action::stream();
    let partial = stream.push(r#"{"type": "Open", "name": "the do"#);
    assert!(matches!(partial, Some(ActionPartial::Open(Some(target))) if target.name.as_deref() == Some("the do")));
    stream.push("or\"}");
    let read = stream.finish().expect("the text is an answer").into_value();
    assert!(matches!(read, Action::Open(Target { name }) if name == "the door"));

    let mut stream = Action::stream();
    assert!(matches!(stream.push(r#"{"type": "Wait"}"#), Some(ActionPartial::Wait)));
    assert!(matches!(
        stream.finish().expect("the text is an answer").value,
        Action::Wait
    ));
}

#[derive(Debug)]
enum Move {
    Step(u32),
    Say { text: String },
    Lost,
}

golden!("stream_external");

#[test]
fn an_enum_by_its_only_key() {
    let mut stream = Move::stream();
    let partial = stream.push(r#"{"Say": {"text": "Hel"#);
    assert!(matches!(partial, Some(MovePartial::Say { text: Some(text) }) if text == "Hel"));
    stream.push("lo\"}}");
    let read = stream.finish().expect("the text is an answer").into_value();
    assert!(matches!(read, Move::Say { text } if text == "Hello"));

    let mut stream = Move::stream();
    assert!(matches!(stream.push(r#"{"Step": 12"#), Some(MovePartial::Step(None))));
    assert!(matches!(stream.push("3}"), Some(MovePartial::Step(None | Some(123)))));
    assert!(matches!(
        stream.finish().expect("the text is an answer").value,
        Move::Step(123)
    ));
    assert!(matches!(MovePartial::from(Move::Lost), MovePartial::Lost));
}
