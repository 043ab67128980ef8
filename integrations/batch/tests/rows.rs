//! What a run writes: a row for each line, whatever the line is.

use std::fs;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use llm_output::{LlmOutput, Options, Severity};
use llm_output_batch::{Error, Job, LineError, Place, Preset, run};
use serde::Serialize;
use serde_json::Value;
use tempfile::TempDir;

#[derive(Debug, Serialize, LlmOutput)]
struct Label {
    spam: bool,
    score: Option<f64>,
}

struct Case {
    folder: TempDir,
}

impl Case {
    fn new(input: impl AsRef<[u8]>) -> Self {
        let folder = TempDir::new().unwrap();
        fs::write(folder.path().join("in"), input).unwrap();
        Self { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn job(&self) -> Job {
        Job::new(self.path("in"), self.path("out")).place(Place::new("text").unwrap().id("id").unwrap())
    }

    fn rows(&self) -> Vec<Value> {
        rows(&self.path("out"))
    }
}

fn rows(path: &Path) -> Vec<Value> {
    fs::read_to_string(path)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

fn threads(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).unwrap()
}

#[test]
fn each_broken_line_is_a_row_with_its_reason() {
    let mut input = Vec::new();
    input.extend_from_slice(b"{\"id\": 1, \"text\": \"{\\\"spam\\\": true}\"}\n");
    input.extend_from_slice(b"{\"id\": 2, \"text\": \n");
    input.extend_from_slice(b"\n   \n");
    input.extend_from_slice(b"{\"id\": 3, \"text\": \"\xff\xfe\"}\n");
    input.extend_from_slice(b"{\"id\": 4, \"other\": \"{}\"}\n");
    input.extend_from_slice(b"{\"id\": 5, \"text\": \"");
    input.resize(input.len() + (50 << 20), b'a');
    input.extend_from_slice(b"\"}\r\n");
    input.extend_from_slice(b"{\"id\": 6, \"text\": \"Sure: {'spam': 'no', 'score': '0.5'}\"}\r\n");
    input.extend_from_slice(b"{\"id\": 7, \"text\": \"no\"}");
    let case = Case::new(input);
    for count in [1, 2, 5] {
        let summary = run::<Label>(&case.job().threads(threads(count)).overwrite(true)).unwrap();
        let rows = case.rows();
        let kinds: Vec<(&Value, &Value, &Value)> = rows
            .iter()
            .map(|row| (&row["id"], &row["status"], &row["error_kind"]))
            .collect();
        let text = |text: &str| Value::String(text.to_owned());
        let expected = [
            (text("1"), text("exact"), Value::Null),
            (Value::Null, text("error"), text("invalid_json")),
            (Value::Null, text("error"), text("invalid_utf8")),
            (text("4"), text("error"), text("missing_text")),
            (Value::Null, text("error"), text("line_too_long")),
            (text("6"), text("repaired"), Value::Null),
            (text("7"), text("error"), text("prose")),
        ];
        let expected: Vec<_> = expected.iter().map(|(id, status, kind)| (id, status, kind)).collect();
        assert_eq!(kinds, expected, "{count} threads");
        assert_eq!((summary.rows(), summary.failed()), (7, 5));
        assert!(summary.lines().eq([
            (LineError::InvalidUtf8, 1),
            (LineError::InvalidJson, 1),
            (LineError::MissingText, 1),
            (LineError::LineTooLong, 1),
        ]));
        assert_eq!(rows[5]["value"], serde_json::json!({"spam": false, "score": 0.5}));
        assert_eq!(rows[5]["severity"], "coercion");
        assert_eq!(rows[5]["repairs"][0]["kind"], "prose_trimmed");
        let score = rows[5]["repairs"]
            .as_array()
            .unwrap()
            .iter()
            .find(|repair| repair["kind"] == "string_to_number");
        // The reply is `Sure: {'spam': 'no', 'score': '0.5'}`.
        assert_eq!(
            score,
            Some(&serde_json::json!({"kind": "string_to_number", "path": "score", "start": 30, "end": 35}))
        );
        for row in rows.iter().filter(|row| row["status"] == "error") {
            assert!(
                row["value"].is_null() && row["error"].as_str().is_some_and(|error| !error.is_empty()),
                "{row}"
            );
        }
    }
}

#[test]
fn a_line_up_to_the_limit_is_read() {
    let line = format!("{{\"text\": \"{}{{'spam': true}}\"}}", "x ".repeat(300_000));
    for (limit, kind) in [(line.len(), Value::Null), (line.len() - 1, "line_too_long".into())] {
        // Alone, and after and before others, so that it begins anywhere in a chunk.
        for around in [0, 1, 5000] {
            let other = "{\"text\": \"{\\\"spam\\\": true}\"}\n".repeat(around);
            let case = Case::new(format!("{other}{line}\n{other}"));
            run::<Label>(&case.job().max_line(limit)).unwrap();
            let rows = case.rows();
            assert_eq!(rows.len(), 2 * around + 1);
            assert_eq!(rows[around]["error_kind"], kind, "limit {limit}, {around} around");
            assert_eq!(rows.iter().filter(|row| row["status"] == "exact").count(), 2 * around);
        }
    }
}

/// White space at the end of a line is none of it: a line that ends in `\r\n` is as long as one that ends in `\n`.
#[test]
fn a_blank_line_is_no_row_however_long_it_is() {
    let reply = "{\"text\": \"{}\"}";
    for blanks in [100, 1000, 1_000_000] {
        let input = format!(
            "{reply}\r\n{}\n{reply}  \r\n{}",
            " ".repeat(blanks),
            "\t".repeat(blanks)
        );
        let case = Case::new(&input);
        let job = || case.job().max_line(reply.len());
        run::<serde_json::Value>(&job()).unwrap();
        let rows = case.rows();
        assert_eq!(rows.len(), 2, "{blanks}");
        assert!(rows.iter().all(|row| row["error_kind"].is_null()), "{rows:?}");
        assert_eq!(run::<serde_json::Value>(&job().resume(true)).unwrap().rows(), 0);
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_the_first_line() {
    for text in ["\u{feff}{\"text\": \"{}\"}\n", "\u{feff}"] {
        let case = Case::new(text);
        let summary = run::<serde_json::Value>(&case.job()).unwrap();
        assert_eq!((summary.rows(), summary.failed()), (u64::from(text.len() > 3), 0));
    }
}

#[test]
fn compressed_input_is_the_same_as_plain() {
    let lines = |from: u32| -> String {
        (from..from + 3000)
            .map(|i| format!("{{\"id\": {i}, \"text\": \"{{'spam': {}}}\"}}\n", i % 2 == 0))
            .collect::<Vec<_>>()
            .concat()
    };
    let (one, two) = (lines(0), lines(3000));
    let plain = Case::new(format!("{one}{two}"));
    run::<Label>(&plain.job()).unwrap();

    // Two streams after each other are one input.
    let gzip = |text: &str| {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    };
    let zstd = |text: &str| zstd::encode_all(text.as_bytes(), 1).unwrap();
    for bytes in [[gzip(&one), gzip(&two)].concat(), [zstd(&one), zstd(&two)].concat()] {
        let case = Case::new(bytes);
        run::<Label>(&case.job()).unwrap();
        assert_eq!(
            fs::read(case.path("out")).unwrap(),
            fs::read(plain.path("out")).unwrap()
        );
    }
    assert_eq!(plain.rows().len(), 6000);
    assert_eq!(plain.rows()[4567]["id"], "4567");
}

#[test]
fn order_is_kept_whatever_the_number_of_threads() {
    let input = (0..20_000)
        .map(|i| {
            format!(
                "{{\"id\": {i}, \"text\": \"{}{{'spam': true}}\"}}\n",
                "x ".repeat(i % 97)
            )
        })
        .collect::<Vec<_>>()
        .concat();
    let case = Case::new(input);
    run::<Label>(&case.job().threads(threads(1))).unwrap();
    let one = fs::read(case.path("out")).unwrap();
    for count in [2, 3, 8] {
        run::<Label>(&case.job().threads(threads(count)).overwrite(true)).unwrap();
        assert!(fs::read(case.path("out")).unwrap() == one, "{count} threads");
    }
}

#[test]
fn the_reason_for_the_end_of_a_reply_decides_what_an_open_bracket_is() {
    let line = |reason| {
        format!(
            "{{\"custom_id\": \"{reason}\", \"response\": {{\"body\": {{\"choices\": [{{\"message\": {{\"content\": \
             \"[1, 2\"}}, \"finish_reason\": \"{reason}\"}}]}}}}}}\n"
        )
    };
    let case = Case::new(line("stop") + &line("length"));
    run::<Vec<u8>>(&case.job().place(Preset::OpenAi.into())).unwrap();
    let rows = case.rows();
    assert_eq!(
        (&rows[0]["id"], &rows[0]["status"]),
        (&"stop".into(), &"repaired".into())
    );
    assert_eq!(
        (&rows[1]["id"], &rows[1]["error_kind"]),
        (&"length".into(), &"truncated".into())
    );
}

#[test]
fn the_options_decide_what_is_accepted() {
    let case = Case::new("{\"text\": \"{\\\"spam\\\": \\\"yes\\\"}\"}\n");
    run::<Label>(&case.job().options(Options::default().accept(Severity::Syntax))).unwrap();
    assert_eq!(case.rows()[0]["status"], "error");
}

#[test]
fn an_output_that_exists_is_not_overwritten_unasked() {
    let case = Case::new("{\"text\": \"{}\"}\n");
    fs::write(case.path("out"), "precious").unwrap();
    assert!(matches!(run::<Label>(&case.job()), Err(Error::Usage(_))));
    assert_eq!(fs::read_to_string(case.path("out")).unwrap(), "precious");
    assert!(run::<Label>(&case.job().overwrite(true)).is_ok());
    assert_eq!(case.rows().len(), 1);
}

#[test]
fn a_file_that_is_missing_or_damaged_ends_the_run_with_an_error() {
    let case = Case::new("");
    assert!(matches!(
        run::<Label>(&Job::new(case.path("none"), case.path("out"))),
        Err(Error::Io { .. })
    ));

    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder
        .write_all("{\"text\": \"{}\"}\n".repeat(100).as_bytes())
        .unwrap();
    let whole = encoder.finish().unwrap();
    for count in [1, 3] {
        let cut = Case::new(&whole[..whole.len() - 9]);
        assert!(
            matches!(run::<Label>(&cut.job().threads(threads(count))), Err(Error::Io { .. })),
            "{count} threads"
        );
    }
}
