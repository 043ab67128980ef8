//! Why a run could not start or finish. A row that cannot be read is no error of the run.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why a run could not start or finish.
///
/// ```no_run
/// use llm_output::LlmOutput;
/// use llm_output_batch::{Job, run};
/// use serde::Serialize;
///
/// #[derive(Serialize, LlmOutput)]
/// struct Label {
///     spam: bool,
/// }
///
/// if let Err(error) = run::<Label>(&Job::new("replies.jsonl", "labels.jsonl")) {
///     eprintln!("{error}");
/// }
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file could not be read or written.
    Io {
        /// What was tried, such as "read".
        action: &'static str,
        /// The file, or `-` for standard input and output.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The settings contradict each other, or the files there are not what they say.
    Usage(String),
    /// No value of the type can be written. One that alone cannot is a row with an error.
    Value(String),
}

impl Error {
    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::Io { action, path, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { action, path, source } => write!(f, "cannot {action} {}: {source}", path.display()),
            Self::Usage(message) => f.write_str(message),
            Self::Value(message) => write!(f, "a value cannot be written: {message}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { source, .. } => Some(source),
            Self::Usage(_) | Self::Value(_) => None,
        }
    }
}
