//! What to read, how, and what to write.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use llm_output::Options;

use crate::{Place, Summary};

/// A run: what to read, how, and what to write.
///
/// ```
/// use llm_output_batch::{Job, Preset};
///
/// let job = Job::new("results.jsonl.zst", "reviews.jsonl").place(Preset::OpenAi.into()).resume(true);
/// # let _ = job;
/// ```
#[derive(Debug)]
pub struct Job {
    pub(crate) input: Input,
    pub(crate) output: Output,
    pub(crate) place: Place,
    pub(crate) options: Options<'static>,
    pub(crate) threads: usize,
    pub(crate) resume: bool,
    pub(crate) overwrite: bool,
    pub(crate) max_line: usize,
    #[cfg(feature = "parquet")]
    pub(crate) rows_per_part: u64,
}

/// Where the lines come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Input {
    Stdin,
    File(PathBuf),
}

/// Where the rows are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Output {
    Stdout,
    File(PathBuf),
    #[cfg(feature = "parquet")]
    Parts(PathBuf),
}

const DASH: &str = "-";

impl Input {
    /// The file, or `-`.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Stdin => Path::new(DASH),
            Self::File(path) => path,
        }
    }
}

impl Output {
    /// The file, or `-`.
    pub(crate) fn path(&self) -> &Path {
        match self {
            Self::Stdout => Path::new(DASH),
            Self::File(path) => path,
            #[cfg(feature = "parquet")]
            Self::Parts(path) => path,
        }
    }
}

impl Job {
    /// Reads the JSON Lines of `input`, with the reply at the key `text`, and writes JSON Lines to `output`, with one thread for
    /// each core. The path `-` is standard input, or standard output.
    ///
    /// Input that is compressed with gzip or zstd is recognized by its first bytes.
    pub fn new(input: impl Into<PathBuf>, output: impl Into<PathBuf>) -> Self {
        let (input, output) = (input.into(), output.into());
        Self {
            input: if input == Path::new(DASH) {
                Input::Stdin
            } else {
                Input::File(input)
            },
            output: if output == Path::new(DASH) {
                Output::Stdout
            } else {
                Output::File(output)
            },
            place: Place::default(),
            options: Options::default(),
            threads: thread::available_parallelism().map_or(1, NonZeroUsize::get),
            resume: false,
            overwrite: false,
            max_line: 16 << 20,
            #[cfg(feature = "parquet")]
            rows_per_part: 1_000_000,
        }
    }

    /// Where in a line the reply is.
    pub fn place(mut self, place: Place) -> Self {
        self.place = place;
        self
    }

    /// How replies are read, above all which repairs are accepted.
    pub fn options(mut self, options: Options<'static>) -> Self {
        self.options = options;
        self
    }

    /// How many threads parse. With one, nothing runs next to the calling thread.
    pub fn threads(mut self, threads: NonZeroUsize) -> Self {
        self.threads = threads.get();
        self
    }

    /// Continues after the last complete row of the output. Without an output, the run begins at the first row.
    ///
    /// Use the same input, type and options as before. A Parquet file carries the fingerprint of its type, and rows of another type are
    /// an error. JSON Lines do not, since every line is a row, so rows of another type are not noticed.
    pub fn resume(mut self, resume: bool) -> Self {
        self.resume = resume;
        self
    }

    /// Replaces an output that exists. Otherwise, it is an error.
    pub fn overwrite(mut self, overwrite: bool) -> Self {
        self.overwrite = overwrite;
        self
    }

    /// The longest line in bytes, 16 MiB by default. A longer one is passed over, and its row has the status `error`.
    ///
    /// The lines that are read but not written yet have 8 MiB together, and more with more than 16 threads; a line that is longer
    /// waits until it is the only one. So memory does not depend on the length of the input, but very long lines are not parsed in
    /// parallel.
    pub fn max_line(mut self, bytes: usize) -> Self {
        self.max_line = bytes;
        self
    }

    /// Writes Parquet instead of JSON Lines: the output is a folder with a file for every `rows_per_part` rows.
    ///
    /// A Parquet file cannot be read before it is complete, so a run that is killed loses the part that it was writing, and
    /// [`resume`](Self::resume) writes that part again.
    #[cfg(feature = "parquet")]
    pub fn parquet(mut self, rows_per_part: std::num::NonZeroU64) -> Self {
        self.rows_per_part = rows_per_part.get();
        self.output = Output::Parts(self.output.path().to_owned());
        self
    }
}

/// What is called while a run goes on.
pub trait Observer {
    /// Some more rows were written. `read` is the number of bytes of the input that were read so far, before decompression, and
    /// `length` that of all of it, if it is known.
    fn written(&mut self, summary: &Summary, read: u64, length: Option<u64>);
}

/// Observes nothing.
impl Observer for () {
    fn written(&mut self, _: &Summary, _: u64, _: Option<u64>) {}
}
