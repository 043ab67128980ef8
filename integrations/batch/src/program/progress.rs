//! How far a run is: a bar on a terminal, and a line every ten seconds elsewhere.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use super::tell;
use crate::{Observer, Summary};

/// How often a line is printed where there is no terminal.
const EVERY: Duration = Duration::from_secs(10);

/// What a terminal shows of an input whose length is known.
const BAR: &str = "{wide_bar} {bytes}/{total_bytes} {msg} {eta}";

/// What a terminal shows of another input.
const SPINNER: &str = "{spinner} {bytes} {msg}";

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
                    bar.set_style(style(BAR));
                } else if bar.position() == 0 && length.is_none() {
                    bar.set_style(style(SPINNER));
                }
                bar.set_position(read);
                bar.set_message(format!("{} rows, {} errors", rows(summary), summary.failed()));
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
        rows(summary),
        summary.repaired(),
        summary.failed()
    )
}

/// How many rows the output has.
fn rows(summary: &Summary) -> u64 {
    summary.skipped() + summary.rows()
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::{Arc, Mutex};

    use indicatif::{ProgressDrawTarget, TermLike};
    use llm_output::LlmOutput;

    use super::*;
    use crate::summary::Present;

    /// Two rows that were there, one of them with an error, and three that were written.
    fn summary() -> Summary {
        let mut present = Present::default();
        assert!(present.add("error", Some("prose")) && present.add("exact", None));
        let mut summary = Summary {
            present,
            ..Summary::default()
        };
        for reply in ["[1]", "['1']", "no"] {
            summary.counts.record(&<Vec<u8>>::parse_llm(reply));
        }
        summary
    }

    #[test]
    fn a_line_counts_all_rows_of_the_output() {
        assert_eq!(line(&summary(), 50, None), "5 rows, 1 repaired, 2 errors");
    }

    #[test]
    fn a_line_says_how_much_of_the_input_was_read_if_its_length_is_known() {
        let line = |read, length| line(&summary(), read, Some(length));
        assert_eq!(line(50, 200), "5 rows (25 %), 1 repaired, 2 errors");
        // A file may grow while it is read.
        assert_eq!(line(300, 200), "5 rows (100 %), 1 repaired, 2 errors");
        assert_eq!(line(0, 0), "5 rows, 1 repaired, 2 errors");
    }

    /// A terminal that keeps what is written.
    #[derive(Debug, Clone, Default)]
    struct Terminal(Arc<Mutex<String>>);

    impl TermLike for Terminal {
        fn width(&self) -> u16 {
            80
        }

        fn move_cursor_up(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_down(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_right(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn move_cursor_left(&self, _: usize) -> io::Result<()> {
            Ok(())
        }

        fn write_line(&self, text: &str) -> io::Result<()> {
            self.write_str(text)
        }

        fn write_str(&self, text: &str) -> io::Result<()> {
            self.0.lock().unwrap().push_str(text);
            Ok(())
        }

        fn clear_line(&self) -> io::Result<()> {
            self.0.lock().unwrap().clear();
            Ok(())
        }

        fn flush(&self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What the bar shows after rows were written.
    fn shown(read: u64, length: Option<u64>) -> String {
        let terminal = Terminal::default();
        let target = ProgressDrawTarget::term_like(Box::new(terminal.clone()));
        let bar = ProgressBar::with_draw_target(None, target);
        let mut progress = Progress::Bar(bar.clone());
        progress.written(&summary(), read, length);
        bar.abandon();
        terminal.0.lock().unwrap().clone()
    }

    #[test]
    fn the_bar_shows_bytes_rows_and_errors() {
        let bar = shown(512, Some(2048));
        assert!(bar.contains("512 B/2.00 KiB 5 rows, 2 errors"), "{bar}");
        let spinner = shown(512, None);
        assert!(spinner.contains("512 B 5 rows, 2 errors"), "{spinner}");
    }

    #[test]
    fn every_template_is_valid() {
        for template in [BAR, SPINNER] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
