//! Rows as JSON Lines.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use llm_output::{LlmOutput, Parsed, Repair};
use serde::{Serialize, Serializer};

use crate::Error;
use crate::job::{Job, Output};
use crate::pipeline::Sink;
use crate::row::{Outcome, Row, Rows};

/// The rows of one chunk as text.
#[derive(Debug, Default)]
pub(crate) struct Text(Vec<u8>);

impl<T: LlmOutput + Serialize> Rows<T> for Text {
    type Done = Vec<u8>;

    fn take(&mut self) -> Result<Vec<u8>, String> {
        Ok(std::mem::take(&mut self.0))
    }

    fn add(&mut self, row: &Row<'_, T>) -> Result<(), String> {
        serde_json::to_writer(&mut self.0, &Written::of(row)).map_err(|error| error.to_string())?;
        self.0.push(b'\n');
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
    #[serde(serialize_with = "repairs")]
    repairs: &'r [Repair],
}

impl<'r, T> Written<'r, T> {
    fn of(row: &Row<'r, T>) -> Self {
        let empty = Self {
            id: row.id,
            value: None,
            status: "error",
            severity: None,
            error_kind: None,
            error: None,
            repairs: &[],
        };
        match row.outcome {
            Outcome::Parsed(Ok(parsed)) => Self {
                value: Some(&parsed.value),
                status: status(parsed),
                severity: parsed.severity().map(llm_output::Severity::name),
                repairs: parsed.repairs(),
                ..empty
            },
            Outcome::Parsed(Err(error)) => Self {
                error_kind: Some(error.kind().name()),
                error: Some(Shown(error)),
                ..empty
            },
            Outcome::NoReply(reason) => Self {
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

fn repairs<S: Serializer>(repairs: &&[Repair], serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Made<'r> {
        kind: &'static str,
        path: Shown<'r>,
        start: usize,
        end: usize,
    }

    serializer.collect_seq(repairs.iter().map(|repair| Made {
        kind: repair.kind().name(),
        path: Shown(repair.path()),
        start: repair.span().start,
        end: repair.span().end,
    }))
}

/// The file that the rows are appended to, or standard output.
pub(crate) struct Lines {
    file: Box<dyn Write>,
    path: PathBuf,
}

impl Lines {
    /// Opens the output, and counts the rows that are there.
    pub(crate) fn open(job: &Job) -> Result<(Self, u64), Error> {
        let path = match &job.output {
            Output::File(path) => path,
            Output::Stdout | Output::Parts(_) => {
                let (file, path) = (Box::new(io::stdout()), job.output.path().to_owned());
                return Ok((Self { file, path }, 0));
            }
        };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true);
        if !job.resume && !job.overwrite {
            options.create_new(true);
        }
        let mut file = options.open(path).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => exists(path),
            _ => Error::io("write", path)(error),
        })?;
        let (rows, end) = if job.resume {
            complete_rows(&mut file).map_err(Error::io("read", path))?
        } else {
            (0, 0)
        };
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(Error::io("write", path))?;
        let (file, path) = (Box::new(file), path.clone());
        Ok((Self { file, path }, rows))
    }
}

pub(crate) fn exists(path: &Path) -> Error {
    Error::Usage(format!(
        "{} exists: continue it with --resume, or replace it with --overwrite",
        path.display()
    ))
}

/// How many rows the file has, and where the last complete one ends: a row is complete with its line break.
fn complete_rows(file: &mut File) -> io::Result<(u64, u64)> {
    let mut buffer = vec![0; 1 << 20];
    let (mut rows, mut end, mut position) = (0, 0, 0);
    loop {
        let count = match file.read(&mut buffer) {
            Ok(0) => return Ok((rows, end)),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        for at in memchr::memchr_iter(b'\n', &buffer[..count]) {
            rows += 1;
            end = position + at as u64 + 1;
        }
        position += count as u64;
    }
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
