//! Rows as JSON Lines.

use std::cell::RefCell;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use llm_output::{LlmOutput, Parsed, PathTexts};
use serde::de::IgnoredAny;
use serde::ser::SerializeSeq;
use serde::{Deserialize, Serialize, Serializer};

use crate::Error;
use crate::job::{Job, Output};
use crate::pipeline::Sink;
use crate::row::{Outcome, Refused, Row, Rows};
use crate::summary::Present;

/// The rows of one chunk as text.
#[derive(Debug, Default)]
pub(crate) struct Text {
    rows: Vec<u8>,
    /// What repairs of earlier rows say about their paths.
    paths: RefCell<PathTexts>,
}

impl<T: LlmOutput + Serialize> Rows<T> for Text {
    type Done = Vec<u8>;

    fn take(&mut self) -> Result<Vec<u8>, String> {
        Ok(std::mem::take(&mut self.rows))
    }

    fn add(&mut self, row: &Row<'_, T>) -> Result<(), Refused> {
        let start = self.rows.len();
        let written = serde_json::to_writer(&mut self.rows, &Written::of(row, &self.paths));
        if let Err(error) = written {
            self.rows.truncate(start);
            let reason = error.to_string();
            // Otherwise, the type is not one that JSON has, such as a map whose keys are no texts.
            return Err(if error.is_data() {
                Refused::Value(reason)
            } else {
                Refused::All(reason)
            });
        }
        self.rows.push(b'\n');
        Ok(())
    }
}

/// A row as it is written.
#[derive(Serialize)]
struct Written<'r, T> {
    id: Option<&'r str>,
    value: Option<&'r T>,
    status: &'static str,
    severity: Option<&'static str>,
    error_kind: Option<&'static str>,
    error: Option<Shown<'r>>,
    repairs: Repairs<'r, T>,
}

impl<'r, T> Written<'r, T> {
    fn of(row: &Row<'r, T>, paths: &'r RefCell<PathTexts>) -> Self {
        let empty = Self {
            id: row.id,
            value: None,
            status: "error",
            severity: None,
            error_kind: None,
            error: None,
            repairs: Repairs { parsed: None, paths },
        };
        match row.outcome {
            Outcome::Parsed(Ok(parsed)) => Self {
                value: Some(&parsed.value),
                status: status(parsed),
                severity: parsed.severity().map(llm_output::Severity::name),
                repairs: Repairs {
                    parsed: Some(parsed),
                    paths,
                },
                ..empty
            },
            Outcome::Parsed(Err(error)) => Self {
                error_kind: Some(error.kind().name()),
                error: Some(Shown(error)),
                ..empty
            },
            Outcome::NoValue(reason) => Self {
                error_kind: Some(reason.error.name()),
                error: Some(Shown(reason)),
                ..empty
            },
        }
    }
}

pub(crate) fn status<T>(parsed: &Parsed<T>) -> &'static str {
    if parsed.is_exact() { "exact" } else { "repaired" }
}

/// What is written without being kept as text.
struct Shown<'r>(&'r dyn std::fmt::Display);

impl Serialize for Shown<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self.0)
    }
}

/// The repairs of a value, written without a list of them.
struct Repairs<'r, T> {
    parsed: Option<&'r Parsed<T>>,
    paths: &'r RefCell<PathTexts>,
}

impl<T> Serialize for Repairs<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Made<'r> {
            kind: &'static str,
            path: &'r str,
            start: usize,
            end: usize,
        }

        let mut list = serializer.serialize_seq(None)?;
        let mut written = Ok(());
        if let Some(parsed) = self.parsed.filter(|parsed| !parsed.is_exact()) {
            parsed.each_repair_with_path(&mut self.paths.borrow_mut(), |kind, span, path| {
                if written.is_ok() {
                    written = list.serialize_element(&Made {
                        kind: kind.name(),
                        path,
                        start: span.start,
                        end: span.end,
                    });
                }
            });
        }
        written?;
        list.end()
    }
}

/// The file that the rows are appended to, or standard output.
pub(crate) struct Lines {
    file: Box<dyn Write>,
    path: PathBuf,
}

impl Lines {
    /// Opens the output, and counts the rows that are there.
    pub(crate) fn open(job: &Job) -> Result<(Self, Present), Error> {
        let Output::File(path) = &job.output else {
            let (file, path) = (Box::new(io::stdout()), job.output.path().to_owned());
            return Ok((Self { file, path }, Present::default()));
        };
        if path.is_dir() {
            let message = format!("{} is a folder, but JSON Lines are written to a file", path.display());
            return Err(Error::Usage(message));
        }
        // A device or a pipe has no rows, so there is nothing to replace or to continue.
        if path.exists() && !path.is_file() {
            if job.resume {
                let message = format!("{} is not a regular file, so it cannot be resumed", path.display());
                return Err(Error::Usage(message));
            }
            let file = OpenOptions::new().write(true).open(path);
            let (file, path) = (Box::new(file.map_err(Error::io("write", path))?), path.clone());
            return Ok((Self { file, path }, Present::default()));
        }
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        if !job.resume && !job.overwrite {
            options.create_new(true);
        }
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(path),
            _ => Error::io("write", path)(error),
        })?;
        let (present, end) = if job.resume {
            complete_rows(&file, path)?
        } else {
            (Present::default(), 0)
        };
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(Error::io("write", path))?;
        let (file, path) = (Box::new(file), path.clone());
        Ok((Self { file, path }, present))
    }
}

pub(crate) fn exists(path: &Path) -> Error {
    Error::Usage(format!(
        "{} exists: continue it with --resume, or replace it with --overwrite",
        path.display()
    ))
}

/// A row that is there, as far as it is counted.
#[derive(Deserialize)]
struct Known<'r> {
    status: &'r str,
    error_kind: Option<&'r str>,
    #[serde(borrow)]
    repairs: Vec<KnownRepair<'r>>,
}

#[derive(Deserialize)]
struct KnownRepair<'r> {
    kind: &'r str,
}

/// What every row begins with.
const BEGINNING: &[u8] = b"{\"id\":";

/// The rows that the file has, and where the last complete one ends: a row is complete with its line break.
fn complete_rows(file: &File, path: &Path) -> Result<(Present, u64), Error> {
    let mut reader = BufReader::with_capacity(1 << 20, file);
    let (mut present, mut end, mut line) = (Present::default(), 0, Vec::new());
    loop {
        line.clear();
        let kind = read_line(&mut reader, &mut line).map_err(Error::io("read", path))?;
        let is_row = match kind {
            // Only a partial row is rewritten; anything else means that the file may not be an output of this program.
            Ended::Never if is_partial_row(&line) => return Ok((present, end)),
            Ended::Never | Ended::Foreign => false,
            Ended::ByLineBreak => {
                let row: Option<Known<'_>> = serde_json::from_slice(&line).ok();
                row.is_some_and(|row| add(&mut present, &row))
            }
        };
        if !is_row {
            let number = present.rows() + 1;
            let message = format!("line {number} of {} is no row: it cannot be resumed", path.display());
            return Err(Error::Usage(message));
        }
        end += line.len() as u64;
    }
}

/// Whether this may be a row without its end. A whole document is none, unless it is a row.
fn is_partial_row(line: &[u8]) -> bool {
    let is_document = serde_json::from_slice::<IgnoredAny>(line).is_ok();
    let is_row = serde_json::from_slice::<Known<'_>>(line).is_ok();
    (!is_document || is_row) && (BEGINNING.starts_with(line) || line.starts_with(BEGINNING))
}

/// How a line ended.
enum Ended {
    ByLineBreak,
    /// At the end of the file, or where only zeros follow: a power failure may leave some.
    Never,
    /// It is part of no row, and was not read to its end.
    Foreign,
}

/// Reads a line with its line break.
fn read_line(reader: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Ended> {
    loop {
        let bytes = reader.fill_buf()?;
        let end = bytes.iter().position(|byte| matches!(byte, b'\n' | 0));
        let count = end.unwrap_or(bytes.len());
        line.extend_from_slice(&bytes[..count]);
        if !BEGINNING.starts_with(&line[..line.len().min(BEGINNING.len())]) {
            return Ok(Ended::Foreign);
        }
        match end.map(|end| bytes[end]) {
            Some(b'\n') => {
                line.push(b'\n');
                reader.consume(count + 1);
                return Ok(Ended::ByLineBreak);
            }
            Some(_) => {
                reader.consume(count);
                return Ok(if is_zero(reader)? { Ended::Never } else { Ended::Foreign });
            }
            None if bytes.is_empty() => return Ok(Ended::Never),
            None => reader.consume(count),
        }
    }
}

/// Whether only zeros follow.
fn is_zero(reader: &mut impl BufRead) -> io::Result<bool> {
    loop {
        let bytes = reader.fill_buf()?;
        let count = bytes.len();
        if count == 0 || bytes.iter().any(|&byte| byte != 0) {
            return Ok(count == 0);
        }
        reader.consume(count);
    }
}

fn add(present: &mut Present, row: &Known<'_>) -> bool {
    for repair in &row.repairs {
        present.add_repair(repair.kind);
    }
    present.add(row.status, row.error_kind)
}

impl Sink for Lines {
    type Done = Vec<u8>;

    fn write(&mut self, rows: Vec<u8>) -> Result<(), Error> {
        self.file.write_all(&rows).map_err(Error::io("write", &self.path))
    }

    fn finish(mut self) -> Result<(), Error> {
        self.file.flush().map_err(Error::io("write", &self.path))
    }
}
