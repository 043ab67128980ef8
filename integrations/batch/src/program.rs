//! The command line.

mod progress;

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, IsTerminal};
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, ValueEnum};
use llm_output::{LlmOutput, Options, Severity};
use serde::Serialize;

use crate::{Error, Job, Place, Preset, run_observed};
use progress::Progress;

/// Parses model replies in JSON Lines and writes a row with a status for each.
///
/// Exit status: 0 if every line has its row, 1 if some rows failed and --strict is given, 2 if the run could not start or finish.
#[derive(Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[command(version = None)]
struct Arguments {
    /// The input: JSON Lines, plain or compressed with gzip or zstd; `-` is standard input.
    #[arg(default_value = "-")]
    input: PathBuf,
    /// The output: a file, a folder for Parquet, or `-` for standard output.
    #[arg(short, long, default_value = "-")]
    output: PathBuf,
    /// JSON Lines, or a folder of Parquet files.
    #[arg(long, value_enum, default_value = "jsonl")]
    format: Format,
    /// Where the reply is in a line: keys and positions, such as `choices.0.message.content`. `*` is every element. [default: text]
    #[arg(long)]
    text: Option<String>,
    /// Where the id is in a line.
    #[arg(long)]
    id: Option<String>,
    /// Where the reason is for which the model stopped.
    #[arg(long)]
    finish: Option<String>,
    /// The batch result file of a provider: openai, anthropic, gemini or vllm.
    #[arg(long, conflicts_with = "text")]
    preset: Option<Preset>,
    /// The highest severity of repairs to accept: none, framing, syntax, coercion, guess, incomplete, invented or lenient. Error
    /// messages refer to this setting as `Options::accept`, as in `Options::accept(Severity::Incomplete)`.
    #[arg(long, default_value = "guess", value_parser = accepted)]
    accept: Accept,
    /// How many threads parse. [default: one for each core]
    #[arg(short = 'j', long)]
    threads: Option<NonZeroUsize>,
    /// Continue after the last complete row of the output.
    #[arg(long)]
    resume: bool,
    /// Replace an output that exists.
    #[arg(long, conflicts_with = "resume")]
    overwrite: bool,
    /// Exit with status 1 if a row has an error.
    #[arg(long)]
    strict: bool,
    /// The longest line in bytes; a longer one is a row with an error.
    #[arg(long, default_value_t = 16 << 20)]
    max_line: usize,
    /// How many rows a Parquet file has.
    #[arg(long, default_value = "1000000")]
    rows_per_part: NonZeroU64,
    /// Print no progress and no summary.
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Jsonl,
    Parquet,
}

#[derive(Debug, Clone, Copy)]
enum Accept {
    None,
    UpTo(Severity),
    Lenient,
}

fn accepted(name: &str) -> Result<Accept, String> {
    match name {
        "none" => Ok(Accept::None),
        "lenient" => Ok(Accept::Lenient),
        _ => name
            .parse()
            .map(Accept::UpTo)
            .map_err(|_| format!("there is no severity `{name}`: use none, {}, or lenient", severities())),
    }
}

/// The program for a type: reads the arguments of the process, runs, and gives the exit status.
///
/// 0 if every line has its row, 1 if some rows have errors and `--strict` is given, and 2 if the run could not start or finish.
/// `--help` lists the arguments.
pub fn main<T: LlmOutput + Serialize>() -> ExitCode {
    main_with::<T>(std::env::args_os())
}

/// As [`main`], with the arguments given; the first is the name of the program.
///
/// ```
/// use llm_output::LlmOutput;
/// use serde::Serialize;
///
/// #[derive(Serialize, LlmOutput)]
/// struct Label {
///     spam: bool,
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let input = folder.path().join("replies.jsonl");
/// # let output = folder.path().join("labels.jsonl");
/// std::fs::write(&input, "{\"text\": \"{'spam': 'yes'}\"}\n")?;
/// let arguments = ["labels".into(), input.into_os_string(), "--output".into(), output.clone().into_os_string()];
/// llm_output_batch::main_with::<Label>(arguments);
/// assert_eq!(std::fs::read_to_string(output)?.lines().count(), 1);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn main_with<T: LlmOutput + Serialize>(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            // To standard output for --help; nothing is left to tell if it is closed.
            let _ = error.print();
            return ExitCode::from(if error.use_stderr() { 2 } else { 0 });
        }
    };
    let ran = job(&arguments).and_then(|job| {
        let mut progress = Progress::new(arguments.quiet, io::stderr().is_terminal());
        let ran = run_observed::<T>(&job, &mut progress);
        progress.end();
        ran
    });
    match ran {
        Err(error) => {
            // Whoever closed the output wants no more of it, and no message about that.
            if !is_closed_output(&error) {
                tell(&format_args!("error: {error}"));
            }
            ExitCode::from(2)
        }
        Ok(summary) => {
            if !arguments.quiet {
                tell(&summary);
            }
            ExitCode::from(u8::from(arguments.strict && summary.failed() > 0))
        }
    }
}

fn severities() -> String {
    let names: Vec<&str> = Severity::ALL.iter().map(|severity| severity.name()).collect();
    names.join(", ")
}

fn is_closed_output(error: &Error) -> bool {
    matches!(error, Error::Io { action: "write", source, .. } if source.kind() == io::ErrorKind::BrokenPipe)
}

#[expect(clippy::print_stderr, reason = "this is the program")]
fn tell(message: &dyn Display) {
    eprintln!("{message}");
}

fn job(arguments: &Arguments) -> Result<Job, Error> {
    let mut place = match (&arguments.preset, &arguments.text) {
        (Some(preset), _) => Place::from(*preset),
        (None, text) => Place::new(text.as_deref().unwrap_or("text"))?,
    };
    if let Some(id) = &arguments.id {
        place = place.id(id)?;
    }
    if let Some(finish) = &arguments.finish {
        place = place.finish(finish)?;
    }
    let options = match arguments.accept {
        Accept::None => Options::exact(),
        Accept::UpTo(severity) => Options::default().accept(severity),
        Accept::Lenient => Options::lenient(),
    };
    let mut job = Job::new(&arguments.input, &arguments.output)
        .place(place)
        .options(options)
        .resume(arguments.resume)
        .overwrite(arguments.overwrite)
        .max_line(arguments.max_line);
    if let Some(threads) = arguments.threads {
        job = job.threads(threads);
    }
    match arguments.format {
        Format::Jsonl => Ok(job),
        #[cfg(feature = "parquet")]
        Format::Parquet if arguments.output.as_os_str() == "-" => {
            Err(Error::Usage("Parquet needs a folder: --output FOLDER".to_owned()))
        }
        #[cfg(feature = "parquet")]
        Format::Parquet => Ok(job.parquet(arguments.rows_per_part)),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(Error::Usage("Parquet needs the feature `parquet`".to_owned())),
    }
}
