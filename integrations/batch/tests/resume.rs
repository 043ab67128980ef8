//! A run that was killed continues as if it had not been.

#[allow(dead_code, reason = "the examples use the rest")]
#[path = "../examples/support/replies.rs"]
mod replies;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use llm_output_batch::{Error, Job, Place, run};
use replies::{Random, Review};
use serde_json::json;
use tempfile::TempDir;

const ROWS: u64 = 6000;

/// How many runs are killed before their end.
const KILLS: u64 = 20;

/// How many runs are started for that.
const ATTEMPTS: u64 = 200;

fn input(folder: &Path) -> PathBuf {
    input_of(folder, ROWS)
}

fn input_of(folder: &Path, rows: u64) -> PathBuf {
    let path = folder.join("replies.jsonl");
    let mut text = String::new();
    for row in 0..rows {
        let line = match row % 500 {
            100 => "{\"id\": \"broken\",\n".to_owned(),
            200 => "\n".to_owned(),
            300 => format!(
                "{}\n",
                json!({"id": format!("long-{row}"), "text": "x".repeat(300_000)})
            ),
            _ => format!(
                "{}\n",
                json!({"id": format!("row-{row}"), "text": replies::reply(3, row)})
            ),
        };
        text.push_str(&line);
    }
    fs::write(&path, text).unwrap();
    path
}

/// The example `review`, which `cargo test` builds.
fn program(input: &Path, output: &Path, more: &[&str]) -> Command {
    let tests = std::env::current_exe().unwrap();
    let program = tests.parent().and_then(Path::parent).unwrap().join("examples/review");
    assert!(
        program.exists(),
        "{} is missing: run all targets with `cargo test`",
        program.display()
    );
    let mut command = Command::new(program);
    command
        .arg(input)
        .arg("--output")
        .arg(output)
        .args(["--id", "id", "--quiet", "--max-line", "200000", "--resume"]);
    command.args(more).stdin(Stdio::null());
    command
}

/// Kills `child` as soon as `is_time`, and says whether it was still running.
fn kill_when(mut child: Child, mut is_time: impl FnMut() -> bool) -> bool {
    loop {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        if is_time() {
            child.kill().unwrap();
            return child.wait().unwrap().code().is_none();
        }
        std::thread::sleep(Duration::from_micros(200));
    }
}

/// Calls `attempt` until it has killed that many runs, and fails if too many end before.
fn killed_often(kills: u64, mut attempt: impl FnMut(u64) -> bool) {
    let mut killed = 0;
    for number in 0..ATTEMPTS {
        killed += u64::from(attempt(number));
        if killed == kills {
            return;
        }
    }
    panic!("only {killed} of {ATTEMPTS} runs were killed before their end");
}

fn size(path: &Path) -> u64 {
    path.metadata().map_or(0, |metadata| metadata.len())
}

#[test]
fn killed_at_random_points_and_resumed_the_output_is_the_same() {
    let folder = TempDir::new().unwrap();
    let input = input(folder.path());
    let whole = folder.path().join("whole.jsonl");
    assert!(program(&input, &whole, &[]).status().unwrap().success());
    let expected = fs::read(&whole).unwrap();

    let mut random = Random::new(11);
    let output = folder.path().join("out.jsonl");
    killed_often(KILLS, |attempt| {
        let threads = (1 + attempt % 3).to_string();
        let at = random.below(expected.len() as u64 * 9 / 10);
        let child = program(&input, &output, &["--threads", &threads]).spawn().unwrap();
        let killed = kill_when(child, || size(&output) >= at);
        assert!(
            expected.starts_with(&fs::read(&output).unwrap_or_default()),
            "what is there is a part of the whole"
        );
        assert!(program(&input, &output, &[]).status().unwrap().success());
        assert!(fs::read(&output).unwrap() == expected, "killed at {at} bytes");
        fs::remove_file(&output).unwrap();
        killed
    });

    // One run that is killed again and again.
    let output = folder.path().join("often.jsonl");
    loop {
        let at = size(&output) + random.below(expected.len() as u64 / 8);
        let child = program(&input, &output, &[]).spawn().unwrap();
        if !kill_when(child, || size(&output) > at) {
            break;
        }
    }
    assert!(fs::read(&output).unwrap() == expected);
}

#[test]
fn a_run_over_compressed_input_is_resumed_too() {
    let folder = TempDir::new().unwrap();
    let plain = input(folder.path());
    let whole = folder.path().join("whole.jsonl");
    assert!(program(&plain, &whole, &[]).status().unwrap().success());
    let expected = fs::read(&whole).unwrap();
    let text = fs::read(&plain).unwrap();

    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&text).unwrap();
    let mut random = Random::new(17);
    for (name, bytes) in [
        ("in.gz", gzip.finish().unwrap()),
        ("in.zst", zstd::encode_all(&*text, 1).unwrap()),
    ] {
        let (input, output) = (folder.path().join(name), folder.path().join("out.jsonl"));
        fs::write(&input, bytes).unwrap();
        killed_often(3, |_| {
            let at = random.below(expected.len() as u64 * 9 / 10);
            let child = program(&input, &output, &[]).spawn().unwrap();
            let killed = kill_when(child, || size(&output) >= at);
            assert!(program(&input, &output, &[]).status().unwrap().success());
            assert!(fs::read(&output).unwrap() == expected, "{name}, killed at {at} bytes");
            fs::remove_file(&output).unwrap();
            killed
        });
    }
}

#[test]
fn a_row_that_was_written_in_part_is_written_again() {
    let folder = TempDir::new().unwrap();
    let input = input(folder.path());
    let output = folder.path().join("out.jsonl");
    let job = || {
        let place = Place::new("text").unwrap().id("id").unwrap();
        Job::new(&input, &output).place(place).max_line(200_000).resume(true)
    };
    let first = run::<Review>(&job()).unwrap();
    let expected = fs::read(&output).unwrap();
    assert_eq!((first.skipped(), first.rows()), (0, ROWS - ROWS / 500));

    let mut random = Random::new(5);
    for _ in 0..KILLS {
        let at = random.below(expected.len() as u64);
        fs::write(&output, &expected[..usize::try_from(at).unwrap()]).unwrap();
        let summary = run::<Review>(&job()).unwrap();
        assert!(fs::read(&output).unwrap() == expected, "cut at {at}");
        assert_eq!(summary.skipped() + summary.rows(), first.rows());
    }
    // A run that is complete has nothing to add.
    assert_eq!(run::<Review>(&job()).unwrap().rows(), 0);
    assert!(fs::read(&output).unwrap() == expected);
}

/// A power failure may leave zeros after the last row.
#[test]
fn what_is_no_part_of_a_row_is_not_deleted() {
    let folder = TempDir::new().unwrap();
    let input = input_of(folder.path(), 600);
    let output = folder.path().join("out.jsonl");
    let job = || Job::new(&input, &output).max_line(200_000).resume(true);
    run::<Review>(&job()).unwrap();
    let expected = fs::read(&output).unwrap();
    let cut = &expected[..expected.len() - 100];
    for rest in [0, 1, 3_000_000].map(|zeros| vec![0; zeros]) {
        fs::write(&output, [cut, &rest].concat()).unwrap();
        run::<Review>(&job()).unwrap();
        assert!(fs::read(&output).unwrap() == expected);
    }
    let foreign: [&[u8]; 6] = [
        b"{\"id\": 1}",
        b"{\"my\": \"document\"}",
        b"x",
        b"{\"id\":\0\0x",
        b"{\"id\": 1}\n",
        b"\0x",
    ];
    for rest in foreign {
        for before in [&b""[..], &expected] {
            let there = [before, rest].concat();
            fs::write(&output, &there).unwrap();
            assert!(matches!(run::<Review>(&job()), Err(Error::Usage(_))), "{rest:?}");
            assert!(fs::read(&output).unwrap() == there);
        }
    }
}

#[test]
fn an_input_with_fewer_lines_than_the_output_has_rows_is_an_error() {
    let folder = TempDir::new().unwrap();
    let output = folder.path().join("out.jsonl");
    run::<Review>(&Job::new(input_of(folder.path(), 50), &output).resume(true)).unwrap();
    let there = fs::read(&output).unwrap();
    let other = input_of(folder.path(), 20);
    let error = run::<Review>(&Job::new(other, &output).resume(true))
        .unwrap_err()
        .to_string();
    assert!(
        error.ends_with("it has too few lines for the rows of the output (30 missing): resume with the same input"),
        "{error}"
    );
    assert!(fs::read(&output).unwrap() == there);
}

#[cfg(feature = "parquet")]
mod in_parts {
    use std::num::NonZeroU64;
    use std::time::Instant;

    use arrow_array::RecordBatch;
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    /// Fewer, since each attempt writes all of them.
    const ROWS: u64 = 3000;

    const ROWS_PER_PART: usize = 350;

    fn parts(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder)
            .into_iter()
            .flatten()
            .map(|entry| entry.unwrap().path());
        let mut paths: Vec<PathBuf> = entries
            .filter(|path| path.extension().is_some_and(|end| end == "parquet"))
            .collect();
        paths.sort();
        paths
    }

    /// All rows, with a batch for each file: a file that is not the last one has all the rows that it can have.
    fn rows(folder: &Path) -> Vec<RecordBatch> {
        let read = |path: PathBuf| {
            let file = fs::File::open(path).unwrap();
            ParquetRecordBatchReaderBuilder::try_new(file)
                .unwrap()
                .with_batch_size(ROWS_PER_PART)
                .build()
                .unwrap()
        };
        parts(folder).into_iter().flat_map(read).map(Result::unwrap).collect()
    }

    #[test]
    fn killed_while_it_writes_parquet_and_resumed_the_rows_are_the_same() {
        let folder = TempDir::new().unwrap();
        let input = input_of(folder.path(), ROWS);
        let arguments = ["--format", "parquet", "--rows-per-part", &ROWS_PER_PART.to_string()];
        let whole = folder.path().join("whole");
        let start = Instant::now();
        assert!(program(&input, &whole, &arguments).status().unwrap().success());
        let duration = u64::try_from(start.elapsed().as_micros()).unwrap();
        let expected = rows(&whole);
        let count: usize = expected.iter().map(RecordBatch::num_rows).sum();
        assert_eq!(count as u64, ROWS - ROWS / 500);
        assert_eq!(parts(&whole).len(), 9);

        let mut random = Random::new(13);
        let output = folder.path().join("killed");
        // At most so many parts were there when a run was killed.
        let mut most = 0;
        killed_often(KILLS, |_| {
            let after = Duration::from_micros(random.below(duration));
            let start = Instant::now();
            let child = program(&input, &output, &arguments).spawn().unwrap();
            let killed = kill_when(child, || start.elapsed() >= after);
            let count = parts(&output).len();
            most = most.max(if killed { count } else { 0 });
            assert!(program(&input, &output, &arguments).status().unwrap().success());
            assert!(rows(&output) == expected, "killed after {after:?}, with {count} parts");
            fs::remove_dir_all(&output).unwrap();
            killed
        });
        assert!(most > 1, "no run was killed while it had parts");
    }

    #[test]
    fn the_parts_of_another_type_are_not_continued() {
        let folder = TempDir::new().unwrap();
        let input = input(folder.path());
        let job = || {
            Job::new(&input, folder.path().join("out"))
                .parquet(NonZeroU64::MAX)
                .resume(true)
        };
        run::<Review>(&job()).unwrap();
        assert_eq!(run::<Review>(&job()).unwrap().rows(), 0);
        assert!(matches!(run::<Vec<String>>(&job()), Err(Error::Usage(_))));
    }
}
