//! Parses model replies by the million: reads JSON Lines, parses each reply as a type with [`llm_output`], and writes a row with a
//! status for each. A line that cannot be read is a row too, and never stops the run.
//!
//! As a program, for a type that is compiled in:
//!
//! ```no_run
//! use std::process::ExitCode;
//!
//! use llm_output::LlmOutput;
//! use serde::Serialize;
//!
//! #[derive(Serialize, LlmOutput)]
//! struct Review {
//!     severity: String,
//!     summary: Option<String>,
//! }
//!
//! # #[cfg(feature = "program")]
//! fn main() -> ExitCode {
//!     llm_output_batch::main::<Review>()
//! }
//! # #[cfg(not(feature = "program"))]
//! # fn main() {}
//! ```
//!
//! ```text
//! reviews results.jsonl.zst --preset openai --output reviews.jsonl --resume
//! ```
//!
//! As a library, [`run`] does the same for a [`Job`].
//!
//! # Rows
//!
//! | column | what it is |
//! |---|---|
//! | `id` | the id of the line, if there is one where the job says |
//! | `value` | the value, as the type's `Serialize` writes it; null in a row with an error |
//! | `status` | `exact`, `repaired` or `error` |
//! | `severity` | the highest severity of a repair: `framing`, `syntax`, `coercion`, `guess`, `incomplete`, `invented` |
//! | `error_kind` | the kind of the parse error, or `invalid_json`, `invalid_utf8`, `missing_text`, `line_too_long`, `unwritable` |
//! | `error` | the error in one line; it may quote the reply, or what the provider says about a reply that is missing |
//! | `repairs` | a list of repairs, each with `kind`, `path`, and the bytes `start` to `end` of the reply |
//!
//! There is a row for each line of the input, in the same order; blank lines are none. A run that is killed can be resumed, since a
//! row that is complete in the output stays, and one that is not is written again.

mod budget;
mod error;
mod job;
mod jsonl;
#[cfg(feature = "parquet")]
mod parts;
mod pipeline;
mod place;
#[cfg(feature = "program")]
mod program;
mod row;
mod source;
mod summary;

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use llm_output::LlmOutput;
use serde::Serialize;

pub use error::Error;
pub use job::{Job, Observer};
pub use place::{Place, Preset};
#[cfg(feature = "program")]
pub use program::{main, main_with};
pub use summary::{LineError, Summary};

use job::{Input, Output};
use pipeline::Sink;
use row::Rows;
use same_file::Handle;
use source::Source;
use summary::Present;

/// Runs a job: reads each line, parses its reply as `T`, and writes a row.
///
/// ```
/// use std::fs;
///
/// use llm_output::LlmOutput;
/// use llm_output_batch::{Job, run};
/// use serde::Serialize;
///
/// #[derive(Serialize, LlmOutput)]
/// struct Label {
///     spam: bool,
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let (input, output) = (folder.path().join("replies.jsonl"), folder.path().join("labels.jsonl"));
/// fs::write(&input, "{\"text\": \"Sure: {'spam': 'yes'}\"}\n{\"text\": \"I cannot say.\"}\n")?;
/// let summary = run::<Label>(&Job::new(&input, &output))?;
/// assert_eq!((summary.rows(), summary.failed()), (2, 1));
/// assert!(fs::read_to_string(&output)?.starts_with(r#"{"id":null,"value":{"spam":true},"status":"repaired""#));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if a file cannot be read or written, if the output is the input or has more rows than the input has lines, or
/// if no value of the type can be written. A row with an error is not an error of the run. The output is not touched until the first
/// lines of the input have been read.
///
/// # Panics
///
/// Panics if the `Serialize` code of the type does.
pub fn run<T: LlmOutput + Serialize>(job: &Job) -> Result<Summary, Error> {
    run_observed::<T>(job, &mut ())
}

/// As [`run`], and calls `observer` whenever rows were written.
///
/// # Errors
///
/// As [`run`].
///
/// # Panics
///
/// As [`run`], and if `observer` does.
pub fn run_observed<T: LlmOutput + Serialize>(job: &Job, observer: &mut dyn Observer) -> Result<Summary, Error> {
    if job.resume && job.overwrite {
        return Err(Error::Usage("an output is either resumed or overwritten".to_owned()));
    }
    if job.resume && job.output == Output::Stdout {
        return Err(Error::Usage(
            "standard output cannot be resumed: write to a file".to_owned(),
        ));
    }
    refuse_existing_output(job)?;
    refuse_one_file_for_both(job)?;
    let read = Arc::new(AtomicU64::new(0));
    let source = Source::open(job, &read)?;
    let run = Run { job, source, read };
    #[cfg(feature = "parquet")]
    if let Output::Parts(_) = job.output {
        let schema = parts::Columns::<T>::new()?.schema();
        let (sink, present) = parts::Parts::open::<T>(job, schema)?;
        let columns = || parts::Columns::new().expect("the same columns were made before");
        return run.through::<T, parts::Columns<T>>(sink, present, columns, observer);
    }
    let (sink, present) = jsonl::Lines::open(job)?;
    run.through::<T, jsonl::Text>(sink, present, jsonl::Text::default, observer)
}

/// Refuses an existing output before anything is read, since reading standard input may take long.
fn refuse_existing_output(job: &Job) -> Result<(), Error> {
    match &job.output {
        Output::File(path) if path.is_file() && !job.resume && !job.overwrite => Err(jsonl::exists(path)),
        _ => Ok(()),
    }
}

/// An output that is the input would destroy it, whatever both are called.
fn refuse_one_file_for_both(job: &Job) -> Result<(), Error> {
    // What cannot be opened is reported where it is opened. Opening a pipe would wait for its other end.
    let of_path = |path: &Path| path.is_file().then(|| Handle::from_path(path).ok()).flatten();
    let of_stream = |stream: io::Result<Handle>| {
        let is_file = |handle: &Handle| handle.as_file().metadata().is_ok_and(|metadata| metadata.is_file());
        stream.ok().filter(is_file)
    };
    let input = match &job.input {
        Input::File(path) => of_path(path),
        Input::Stdin => of_stream(Handle::stdin()),
    };
    let is_input = |output: Option<Handle>| output.is_some() && output == input;
    let is_same = match &job.output {
        Output::Stdout => is_input(of_stream(Handle::stdout())),
        Output::File(path) => is_input(of_path(path)),
        #[cfg(feature = "parquet")]
        Output::Parts(folder) => parts::files(folder).any(|path| is_input(of_path(&path))),
    };
    if is_same {
        let path = job.output.path().display();
        let message = format!("writing to {path} would change the input: choose another output");
        return Err(Error::Usage(message));
    }
    Ok(())
}

/// A job whose input could be read.
struct Run<'j> {
    job: &'j Job,
    source: Source,
    read: Arc<AtomicU64>,
}

impl Run<'_> {
    fn through<T: LlmOutput, R: Rows<T>>(
        self,
        mut sink: impl Sink<Done = R::Done>,
        present: Present,
        rows: impl Fn() -> R + Sync,
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        let Self { job, source, read } = self;
        let start = Instant::now();
        let source = source.after(present.rows());
        let length = source::length(job.input.path());
        let mut summary = Summary {
            present,
            ..Summary::default()
        };
        pipeline::run::<T, R>(job, source, rows, |done, tallied| {
            sink.write(done)?;
            summary.merge(&tallied.counts, &tallied.lines);
            summary.elapsed = start.elapsed();
            observer.written(&summary, read.load(Ordering::Relaxed), length);
            Ok(())
        })?;
        sink.finish()?;
        summary.elapsed = start.elapsed();
        Ok(summary)
    }
}
