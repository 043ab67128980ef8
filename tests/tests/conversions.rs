//! Types that are made from another one, which is read in their place.

use std::time::Duration;

use llm_output::{LlmOutput, RepairKind};

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
            "span: expected low before high, found another value",
            "timeout: expected at most ten minutes, found another value"
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
