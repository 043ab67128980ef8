//! What an error says, to the person who has to act and to the model that is asked again: each kind of error and each
//! class of violation once, as it reads. `UPDATE_SNAPSHOTS=1` writes them anew, for a person to read them.

#![expect(dead_code, reason = "no value of these types is ever made: every text is refused")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use llm_output::{LlmOutput, Options, ParseError, Prefer, Severity};
use llm_output_tests::types::{
    Address, Bounded, Closed, CommitMessage, Finding, Leaves, Note, Page, Preferences, ReadArgs, Review, Step,
};
use serde_json::Value;

/// Members that stand for one of several things.
#[derive(Debug, LlmOutput)]
struct Place {
    at: At,
}

/// Where something is, in one of several forms.
#[derive(Debug, LlmOutput)]
#[llm(untagged)]
enum At {
    Line(u32),
    Range { from: u32, to: u32 },
    Lines(Vec<u32>),
}

#[derive(Debug, LlmOutput)]
#[llm(tag = "type", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

#[derive(Debug, LlmOutput)]
struct Checked {
    #[llm(validate = postal)]
    zip: String,
    letter: char,
    three: [u8; 3],
    ok: bool,
}

fn postal(zip: &str) -> Result<(), String> {
    if zip.len() == 5 {
        Ok(())
    } else {
        Err("five digits".into())
    }
}

/// Checks that answer in a sentence, conversions, and formats.
#[derive(Debug, LlmOutput)]
#[llm(validate = in_order)]
struct Booking {
    #[llm(validate = in_a_sentence)]
    zip: String,
    guests: Guests,
    #[llm(with = minutes)]
    stay: std::time::Duration,
    from: u8,
    until: u8,
}

fn in_a_sentence(zip: &str) -> Result<(), String> {
    postal(zip).map_err(|_| "must have five digits.".into())
}

fn in_order(booking: &Booking) -> Result<(), &'static str> {
    if booking.from < booking.until {
        Ok(())
    } else {
        Err("`from` must be less than `until`")
    }
}

#[derive(Debug, LlmOutput)]
#[llm(try_from = "u8")]
struct Guests(u8);

impl TryFrom<u8> for Guests {
    type Error = String;

    fn try_from(guests: u8) -> Result<Self, String> {
        if guests <= 4 {
            Ok(Self(guests))
        } else {
            Err("a room has four beds".into())
        }
    }
}

mod minutes {
    use std::time::Duration;

    pub(super) type Wire = String;

    #[expect(clippy::needless_pass_by_value, reason = "the form that `with` asks for")]
    pub(super) fn read(wire: Wire) -> Result<Duration, std::num::ParseIntError> {
        Ok(Duration::from_secs(60 * wire.parse::<u64>()?))
    }
}

/// Strings with a format.
#[derive(Debug, LlmOutput)]
struct Event {
    day: chrono::NaiveDate,
    at: chrono::DateTime<chrono::Utc>,
    id: uuid::Uuid,
    page: url::Url,
    price: rust_decimal::Decimal,
    letter: char,
    ok: bool,
    #[llm(default)]
    tags: Vec<String>,
    note: Option<String>,
}

/// Nothing is required.
#[derive(Debug, LlmOutput)]
struct Filters {
    author: Option<String>,
    label: Option<String>,
}

/// Bounds of one.
#[derive(Debug, LlmOutput)]
struct Singles {
    #[llm(length(min = 1))]
    names: Vec<String>,
    #[llm(length(max = 1))]
    letter: String,
    #[llm(length(min = 1, max = 1))]
    sizes: std::collections::BTreeMap<String, u8>,
    one: [u8; 1],
}

/// Numbers with bounds, in every form that can have them.
#[derive(Debug, LlmOutput)]
struct Ranged {
    #[llm(range(min = 1, max = 20))]
    servings: u8,
    #[llm(range(min = 1))]
    line: Option<u32>,
    #[llm(range(max = 9.5))]
    share: f64,
    #[llm(range(min = 0, max = 100), clamp)]
    percent: i64,
    stars: Stars,
}

#[derive(Debug, LlmOutput)]
struct Stars(#[llm(range(min = 0, max = 5))] u8);

fn failure<T: LlmOutput>(text: &str, options: &Options<'_>) -> ParseError {
    match T::parse_llm_with(text, options) {
        Ok(_) => panic!("{text} was read"),
        Err(error) => error,
    }
}

/// Everything that an error says, one paragraph each.
fn told(text: &str, error: &ParseError) -> String {
    let mut told = String::new();
    let indented = |part: &str| part.replace('\n', "\n    ");
    write!(
        told,
        "text\n    {}\n\nmessage\n    {error}\n\nkind\n    {}\n",
        indented(text),
        error.kind()
    )
    .unwrap();
    if !error.violations().is_empty() {
        write!(told, "\nviolations\n").unwrap();
    }
    for violation in error.violations() {
        let (path, pointer) = (violation.path(), violation.path().to_pointer());
        let (expected, found, span) = (violation.expected(), violation.found(), violation.span());
        write!(
            told,
            "    {path} ({pointer}) at {span:?}\n        expected {expected}\n        found {found}\n"
        )
        .unwrap();
    }
    if !error.refused().is_empty() {
        write!(told, "\nrefused\n").unwrap();
    }
    for repair in error.refused() {
        writeln!(told, "    {repair} ({})", repair.severity()).unwrap();
    }
    let needs = error
        .would_need()
        .map_or("no option helps".to_owned(), |severity| severity.to_string());
    write!(
        told,
        "\nwould need\n    {needs}\n\nfeedback\n    {}\n",
        indented(&error.feedback())
    )
    .unwrap();
    told
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/errors")
}

/// Compares what the error says with its snapshot, or writes it.
fn check(name: &str, text: &str, error: &ParseError) {
    let path = folder().join(name).with_extension("txt");
    let told = told(text, error);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::create_dir_all(folder()).expect("the folder of snapshots can be made");
        std::fs::write(&path, &told).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        return;
    }
    let known = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(
        known, told,
        "{name}: run with UPDATE_SNAPSHOTS=1, and read what has changed"
    );
}

/// A test for each error: its name, the type, the text, and the options where they are not the default.
macro_rules! snapshots {
    ($($name:ident: $type:ty, $text:expr $(, $options:expr)?;)*) => {
        const NAMES: &[&str] = &[$(stringify!($name),)*];

        $(
            #[test]
            fn $name() {
                let text = $text;
                #[allow(unused_variables, reason = "the options may be the default")]
                let options = Options::default();
                $(let options = $options;)?
                check(stringify!($name), &text, &failure::<$type>(&text, &options));
            }
        )*
    };
}

snapshots! {
    // The kinds of error.
    empty: Note, "  \n";
    empty_block: Note, "```json\n\n```", Options::default().marker("json");
    prose: Note, "I am sorry, but I cannot help with that.";
    no_block: Note, "{\"title\": \"t\"} but in no block", Options::default().marker("answer");
    malformed: Value, "{this is not JSON at all";
    refused_syntax: CommitMessage, "```json\n{'title': 't', message: 'm',}\n```", Options::exact();
    // The same fault in many places is one request, and the faults beyond the twentieth are counted.
    refused_in_many_places: Vec<Note>,
        "[{title: 't', message: 'm', count: \"1\"}, {title: 't', message: 'm', count: \"2\"}, {title: 't', message: 'm', count: \"3\"}]",
        Options::exact();
    truncated_string: CommitMessage, r#"{"title": "Tidy", "message": "All the th"#;
    truncated_members: Review, r#"{"findings": [{"severity": "high", "file": "a.rs", "#;
    truncated_number: Note, r#"{"title": "t", "message": "m", "count": 12"#;
    unrecognized: CommitMessage, r#"{"error": "rate limited", "code": 429}"#;
    schema_echoed: CommitMessage, r#"{"type": "object", "properties": {"title": {"type": "string"}}}"#;
    ambiguous: Page, r#"{"content": "a"} or {"content": "b"}"#, Options::default().prefer(Prefer::Only);
    guess_refused: Page, r#"{"content": "a"} or {"content": "b"}"#, Options::default().accept(Severity::Coercion);
    limit: Page, r#"{"content": "a"}"#, Options::default().limits(llm_output::Limits::default().bytes(8));

    // The classes of violation.
    missing_member: CommitMessage, r#"{"title": "t"}"#;
    missing_members: Finding, r#"{"title": "t"}"#;
    null_member: CommitMessage, r#"{"title": "t", "message": null}"#;
    empty_member: Finding, r#"{"severity": "low", "file": "a", "line": "", "title": "t"}"#;
    text_expected: CommitMessage, r#"{"title": [], "message": {}}"#;
    number_expected: Leaves, r#"{"i8": "many", "u64": -1, "f64": "NaN", "u8": 3.7}"#;
    integer_out_of_range: Finding, r#"{"severity": "low", "file": "a", "line": 99999999999, "title": "t"}"#;
    no_number_in_a_range: Ranged, r#"{"servings": "half a dozen", "line": "top", "share": [], "percent": 1e99, "stars": "many"}"#;
    no_number_after_another: Ranged, r#"{"servings": 99, "line": {}, "share": 0, "percent": "3 of 4", "stars": 6}"#;
    below_the_range: Finding, r#"{"severity": "low", "file": "a", "line": 0, "title": "t"}"#;
    outside_of_bounds: Bounded, r#"{"code": "too long", "numbers": [1, 2, 3, 4], "share": 1.5}"#;
    own_check: Checked, r#"{"zip": "123", "letter": "ab", "three": [1, 2], "ok": "maybe"}"#;
    unknown_name: Step, r#"{"status": "blocked", "reason": "r"}"#;
    name_in_a_long_text: Step, format!(r#"{{"status": "{}", "reason": "r"}}"#, "blocked by the network and the proxy\\n".repeat(9));
    unknown_key: Closed, r#"{"name": "n", "number": 1, "colour": "red"}"#;
    list_expected: ReadArgs, r#"{"paths": {"a": 1, "b": 2}}"#;
    object_expected: Review, r#"{"findings": ["high", 3]}"#;
    no_form_fits: Place, r#"{"at": "the end"}"#;
    one_form_is_near: Place, r#"{"at": {"from": 1}}"#;
    unknown_tag: Shape, r#"{"type": "triangle", "side": 1}"#;
    missing_tag: Shape, r#"{"side": 1}"#;
    deep_in_a_list: Review, r#"{"findings": [{"severity": "high", "file": "a.rs", "line": 1, "title": "t"}, {"severity": "urgent", "file": "b.rs", "line": "?", "title": "t"}]}"#;
    many_places: Vec<u8>, format!("[{}]", "300, ".repeat(40));
    key_of_a_map: std::collections::BTreeMap<String, u8>, r#"{"first key": 1, "second key": "none"}"#;
    member_of_another_style: Address, r#"{"Street": "s", "zip-code": null}"#;
    optional_member: Preferences, r#"{"font_size": "large"}"#;

    // The values that a check of the caller's own refused, and its reason.
    check_in_a_sentence: Booking, r#"{"zip": "1234", "guests": 2, "stay": "30", "from": 1, "until": 2}"#;
    conversion_refused: Booking, r#"{"zip": "12345", "guests": 9, "stay": "half an hour", "from": 1, "until": 2}"#;
    whole_type_refused: Booking, r#"{"zip": "12345", "guests": 2, "stay": "30", "from": 3, "until": 2}"#;
    repaired_value_refused: Booking, r#"{zip: 1234, guests: "9", stay: 30, from: 1, until: 2,}"#;

    // What is missing is told with its kind or format, as what is wrong is.
    missing_formats: Event, r#"{"note": "n"}"#;
    wrong_formats: Event, r#"{"day": "soon", "at": "noon", "id": "7", "page": "here", "price": "cheap", "letter": "ab", "ok": "maybe"}"#;
    missing_in_a_list: Review, r#"{"findings": [{"severity": "high", "file": "a.rs", "line": 1}]}"#;
    only_required_members_are_asked_for: Event, r#"{"error": "overloaded"}"#;
    nothing_is_required: Filters, r#"{"error": "overloaded"}"#;

    // There is JSON, but no object in it.
    number_for_a_struct: CommitMessage, "42";
    string_for_a_struct: CommitMessage, "\"Tidy up\"";
    boolean_for_a_struct: CommitMessage, "true";

    // Numbers of one.
    counted_ones: Singles, r#"{"names": [], "letter": "ab", "sizes": {"a": 1, "b": 2}, "one": [1, 2]}"#;
    one_place_more: Vec<u8>, format!("[{}]", "300, ".repeat(21));
}

/// What an error says to a person and to a program is the same.
#[test]
fn the_message_names_the_option_that_would_need_names() {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return; // They are being written.
    }
    for name in NAMES {
        let told = std::fs::read_to_string(folder().join(name).with_extension("txt")).expect("the snapshot is there");
        let section = |title: &str| {
            let (_, rest) = told
                .split_once(&format!("\n{title}\n    "))
                .expect("every snapshot has it");
            rest.lines().next().unwrap_or_default().to_owned()
        };
        let (message, needs) = (section("message"), section("would need"));
        let named = message
            .split_once("Options::accept(Severity::")
            .map(|(_, rest)| rest.split(')').next().unwrap_or_default());
        let expected = Some(needs.as_str()).filter(|needs| *needs != "no option helps");
        assert_eq!(named.map(str::to_lowercase).as_deref(), expected, "{name}: {message}");
    }
}

/// Every snapshot has its test.
#[test]
fn no_snapshot_is_left_over() {
    let files: BTreeSet<String> = std::fs::read_dir(folder())
        .expect("the folder of snapshots can be listed")
        .map(|entry| entry.expect("a folder can be listed").path())
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    assert_eq!(files, NAMES.iter().map(|name| (*name).to_owned()).collect());
}

/// Asked again, a model is never told to write what it may not know.
#[test]
fn feedback_asks_for_no_facts() {
    for name in [
        "missing_member",
        "missing_members",
        "null_member",
        "empty_member",
        "missing_tag",
    ] {
        let text = std::fs::read_to_string(folder().join(name).with_extension("txt")).expect("the snapshot is there");
        assert!(text.contains("do not make one up"), "{name}");
    }
}

/// What `{:?}` prints is what a person looks for.
#[test]
fn debug_output_shows_no_internals() {
    let error = <Vec<u8>>::parse_llm("[1, 300]").expect_err("300 is too large");
    let debug = format!("{error:?}");
    assert!(
        debug.starts_with("ParseError { kind: Schema, message: \"[1]: expected"),
        "{debug}"
    );
    for internal in ["OnceLock", "also", "refused", "Inner"] {
        assert!(!debug.contains(internal), "{debug}");
    }
}
