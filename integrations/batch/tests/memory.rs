//! Memory is bounded, whatever the lines are.

use std::fs::File;
use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use llm_output_batch::{Job, Observer, Summary, run_observed};
use tempfile::TempDir;

const LINE: u64 = 2 << 20;
const LINES: u64 = 64;

/// A writer that is slower than everything else.
struct Slow {
    most_on_the_way: u64,
}

impl Observer for Slow {
    fn written(&mut self, summary: &Summary, read: u64, _: Option<u64>) {
        if summary.rows() == 1 {
            thread::sleep(Duration::from_secs(1));
        }
        self.most_on_the_way = self.most_on_the_way.max(read - summary.rows() * LINE);
    }
}

#[test]
fn long_lines_that_wait_have_a_budget_in_bytes() {
    let folder = TempDir::new().unwrap();
    let (input, output) = (folder.path().join("in"), folder.path().join("out"));
    let frame = "{\"text\": \"\\\"\\\"\"}\n";
    let padding = " ".repeat(usize::try_from(LINE).unwrap() - frame.len());
    let line = frame.replacen(' ', &format!(" {padding}"), 1);
    let mut file = File::create(&input).unwrap();
    for _ in 0..LINES {
        file.write_all(line.as_bytes()).unwrap();
    }
    let mut slow = Slow { most_on_the_way: 0 };
    let job = Job::new(input, output).threads(NonZeroUsize::new(8).unwrap());
    let summary = run_observed::<String>(&job, &mut slow).unwrap();
    assert_eq!((summary.rows(), summary.failed()), (LINES, 0));
    // The budget, the chunk that waits for its share, and what was read after it.
    let most = (8 << 20) + 2 * LINE;
    assert!(slow.most_on_the_way <= most, "{} bytes", slow.most_on_the_way);
}
