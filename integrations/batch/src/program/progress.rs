//! How far a run is: a bar on a terminal, and a line every ten seconds elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::tell;
use crate::{Observer, Summary};

/// How often a line is printed where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// Shows how far a run is.
pub(super) enum Progress {
    Quiet,
    Lines { last: Instant },
    Bar(ProgressBar),
}

impl Progress {
    pub(super) fn new(quiet: bool, is_terminal: bool) -> Self {
        match (quiet, is_terminal) {
            (true, _) => Self::Quiet,
            (false, false) => Self::Lines { last: Instant::now() },
            (false, true) => Self::Bar(ProgressBar::no_length()),
        }
    }

    /// Removes the bar: the summary says the rest.
    pub(super) fn end(self) {
        if let Self::Bar(bar) = self {
            bar.finish_and_clear();
        }
    }
}

impl Observer for Progress {
    fn written(&mut self, summary: &Summary, read: u64, length: Option<u64>) {
        match self {
            Self::Quiet => {}
            Self::Lines { last } => {
                if last.elapsed() >= EVERY {
                    *last = Instant::now();
                    tell(&line(summary, read, length));
                }
            }
            Self::Bar(bar) => {
                if bar.length().is_none() && length.is_some() {
                    bar.set_length(length.unwrap_or_default());
                    bar.set_style(style("{wide_bar} {bytes}/{total_bytes} {msg} {eta}"));
                } else if bar.position() == 0 && length.is_none() {
                    bar.set_style(style("{spinner} {bytes} {msg}"));
                }
                bar.set_position(read);
                bar.set_message(format!("{} rows, {} errors", summary.rows(), summary.failed()));
            }
        }
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is valid")
}

fn line(summary: &Summary, read: u64, length: Option<u64>) -> String {
    let percent = match length {
        Some(length) if length > 0 => format!(" ({} %)", read.min(length) * 100 / length),
        _ => String::new(),
    };
    format!(
        "{} rows{percent}, {} repaired, {} errors",
        summary.rows(),
        summary.counts().repaired(),
        summary.failed()
    )
}
