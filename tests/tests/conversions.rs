//! Types that are made from another one, which is read in their place.

use std::time::Duration;

use llm_output::{LlmOutput, Options, RepairKind};

#[derive(Debug, LlmOutput)]
struct Bounds {
    low: u32,
    high: u32,
}

/// Low to high.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(try_from = "Bounds")]
struct Span(u32, u32);

impl TryFrom<Bounds> for Span {
    type Error = String;

    fn try_from(bounds: Bounds) -> Result<Self, String> {
        if bounds.low <= bounds.high {
            Ok(Self(bounds.low, bounds.high))
        } else {
            Err("low before high".into())
        }
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
#[serde(from = "String")]
enum Word {
    Yes,
    Other(String, u8),
}

impl From<String> for Word {
    fn from(text: String) -> Self {
        if text == "yes" { Self::Yes } else { Self::Other(text, 0) }
    }
}

mod seconds {
    use std::time::Duration;

    pub(crate) type Wire = u32;

    pub(crate) fn read(wire: Wire) -> Result<Duration, String> {
        if wire > 600 {
            Err("at most ten minutes".into())
        } else {
            Ok(Duration::from_secs(wire.into()))
        }
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Job {
    span: Span,
    word: Word,
    /// In seconds.
    #[llm(with = seconds, alias = "time")]
    timeout: Duration,
    #[llm(with = seconds, default = "Duration::from_secs(1)")]
    pause: Duration,
}

#[test]
fn values_are_made_from_what_is_read() {
    let parsed = Job::parse_llm(r#"{"span": {"low": 1, "high": "2"}, "word": "yes", "timeout": "30"}"#).unwrap();
    let expected = Job {
        span: Span(1, 2),
        word: Word::Yes,
        timeout: Duration::from_secs(30),
        pause: Duration::from_secs(1),
    };
    assert_eq!(parsed.value, expected);
    assert!(
        parsed
            .repairs()
            .iter()
            .all(|repair| repair.kind() == RepairKind::StringToNumber)
    );
    assert_eq!(
        <Vec<Word>>::parse_llm(r#"["no"]"#).unwrap().value,
        [Word::Other("no".into(), 0)]
    );
}

#[test]
fn what_a_conversion_refuses_is_a_violation() {
    let error = Job::parse_llm(r#"{"span": {"low": 3, "high": 2}, "word": "x", "timeout": 601}"#).unwrap_err();
    let violations: Vec<_> = error.violations().iter().map(ToString::to_string).collect();
    assert_eq!(
        violations,
        [
            r#"span: got {"low": 3, "high": 2}: low before high"#,
            "timeout: got 601: at most ten minutes"
        ]
    );
}

#[test]
fn the_schema_is_that_of_what_is_read() {
    assert_eq!(
        Job::PROMPT,
        "{
  // Low to high.
  span: {
    // integer, at least 0
    low: number,
    // integer, at least 0
    high: number
  },
  word: string,
  // In seconds.
  // integer, at least 0
  timeout: number,
  // integer, at least 0
  pause?: number
}"
    );
}

/// Seconds, or five of them where the model writes none.
mod some_seconds {
    use std::time::Duration;

    pub(crate) type Wire = Option<u32>;

    pub(crate) fn read(wire: Wire) -> Result<Duration, String> {
        super::seconds::read(wire.unwrap_or(5))
    }
}

mod range {
    pub(crate) type Wire = super::Bounds;

    pub(crate) fn read(wire: Wire) -> Result<super::Span, String> {
        wire.try_into()
    }
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Timeout(#[llm(with = seconds)] Duration);

#[derive(Debug, PartialEq, LlmOutput)]
struct Host(#[llm(with_serde)] std::net::IpAddr);

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(external)]
enum External {
    Wait(#[llm(with = seconds)] Duration),
    Stop,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "kind", content = "value")]
enum Adjacent {
    Wait(#[llm(with = some_seconds)] Duration),
    Stop,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(tag = "kind")]
enum Internal {
    Within(#[llm(with = range)] Span),
    Stop,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(untagged)]
enum Untagged {
    Wait(#[llm(with = seconds)] Duration),
    Within(#[llm(with = range)] Span),
    Named(String),
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Holder {
    #[llm(flatten)]
    span: Held,
    timeout: Timeout,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Held(#[llm(with = range)] Span);

/// A field without a name may be made from another type as well.
#[test]
fn newtypes_and_variants_are_made_from_what_is_read() {
    let minute = Duration::from_secs(60);
    assert_eq!(Timeout::parse_llm("60").unwrap().value, Timeout(minute));
    assert_eq!(Timeout::parse_llm("\"60\"").unwrap().value, Timeout(minute));
    assert_eq!(
        Host::parse_llm("\"127.0.0.1\"").unwrap().value,
        Host([127, 0, 0, 1].into())
    );
    assert_eq!(
        External::parse_llm(r#"{"Wait": 60}"#).unwrap().value,
        External::Wait(minute)
    );
    let adjacent = |text: &str| Adjacent::parse_llm(text).unwrap().value;
    assert_eq!(adjacent(r#"{"kind": "Wait", "value": 60}"#), Adjacent::Wait(minute));
    assert_eq!(adjacent(r#"{"kind": "Wait"}"#), Adjacent::Wait(Duration::from_secs(5)));
    assert_eq!(
        Internal::parse_llm(r#"{"kind": "Within", "low": 1, "high": 2}"#)
            .unwrap()
            .value,
        Internal::Within(Span(1, 2))
    );
    let untagged = |text: &str| Untagged::parse_llm(text).unwrap().value;
    assert_eq!(untagged("60"), Untagged::Wait(minute));
    assert_eq!(untagged(r#"{"low": 1, "high": 2}"#), Untagged::Within(Span(1, 2)));
    assert_eq!(untagged("\"x\""), Untagged::Named("x".into()));
    let holder = Holder {
        span: Held(Span(1, 2)),
        timeout: Timeout(minute),
    };
    assert_eq!(
        Holder::parse_llm(r#"{"high": 2, "timeout": 60, "low": 1}"#)
            .unwrap()
            .value,
        holder
    );
}

#[test]
fn what_a_conversion_inside_refuses_is_a_violation_at_its_place() {
    let place = |error: llm_output::ParseError| error.violations()[0].to_string();
    let late = "got 601: at most ten minutes";
    assert_eq!(place(Timeout::parse_llm("601").unwrap_err()), format!("$: {late}"));
    let error = External::parse_llm(r#"{"Wait": 601}"#).unwrap_err();
    assert_eq!(place(error), format!("Wait: {late}"));
    let error = Adjacent::parse_llm(r#"{"kind": "Wait", "value": 601}"#).unwrap_err();
    assert_eq!(place(error), format!("value: {late}"));
    let error = Internal::parse_llm(r#"{"kind": "Within", "low": 2, "high": 1}"#).unwrap_err();
    assert_eq!(
        place(error),
        r#"$: got {"kind": "Within", "low": 2, "high": 1}: low before high"#
    );
    // Nothing is made up that the conversion has not seen.
    let error = Holder::parse_llm_with(r#"{"high": 2, "low": 1}"#, &Options::lenient()).unwrap_err();
    assert_eq!(error.violations()[0].path().to_string(), "timeout");
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Reply {
    is_valid: bool,
    body: String,
}

#[test]
fn one_word_with_a_full_stop_is_a_boolean() {
    for (text, expected) in [
        ("Yes.", Some(true)),
        ("no!", Some(false)),
        ("1.", None),
        ("Yes. No.", None),
    ] {
        let text = format!(r#"{{"is_valid": "{text}", "body": "x"}}"#);
        let read = Reply::parse_llm(&text).ok().map(|read| read.value.is_valid);
        assert_eq!(read, expected, "{text}");
    }
}

#[test]
fn dots_without_quotes_are_no_text() {
    for dots in ["...", "…"] {
        let text = format!(r#"{{"is_valid": true, "body": {dots}}}"#);
        Reply::parse_llm(&text).expect_err(&text);
    }
    let read = Reply::parse_llm(r#"{"is_valid": true, "body": see above ...}"#).unwrap();
    assert_eq!(read.value.body, "see above ...");
}
