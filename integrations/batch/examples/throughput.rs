//! Compares the batch with a bare loop over the same rows: `cargo run --release --example throughput -- replies.jsonl`.
//!
//! - `bare` parses replies that are in memory already, and does nothing else.
//! - `loop` also reads the lines, finds the replies in them and writes rows with `serde_json`, one after the other: what a program
//!   does without the batch.
//! - `batch` is this crate, with one thread and with two.
//!
//! The time of one thread is that of the processor, so that other programs on the machine do not count; for one thread and two, it is
//! also that of the clock. Each is the shortest of several runs.

#[allow(dead_code, reason = "other examples use the rest")]
#[path = "support/replies.rs"]
mod replies;

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Instant;

use llm_output::LlmOutput;
use llm_output_batch::{Job, run};
use replies::Review;
use serde::{Deserialize, Serialize};

const RUNS: usize = 7;

type Done = Result<(), Box<dyn Error>>;

fn main() -> Done {
    let input = std::env::args()
        .nth(1)
        .ok_or("the input is missing: make one with the example `generate`")?;
    let input = Path::new(&input);
    let output = std::env::temp_dir().join(format!("throughput-{}.jsonl", std::process::id()));
    let texts = texts(input)?;
    let measured = [
        (
            "bare",
            measure(&mut || {
                bare(&texts);
                Ok(())
            })?,
        ),
        ("loop", measure(&mut || whole(input, &output))?),
        ("batch, 1 thread", measure(&mut || batch(input, &output, 1))?),
        ("batch, 2 threads", measure(&mut || batch(input, &output, 2))?),
    ];
    fs::remove_file(&output)?;
    #[expect(clippy::cast_precision_loss, reason = "a rate for a person")]
    let rows = texts.len() as f64;
    println!("{rows} rows; rows per second of the calling thread's processor time, and of the clock");
    for (name, (processor, clock)) in measured {
        println!("{name:<18} {:>10.0} {:>10.0}", rows / processor, rows / clock);
    }
    let [(_, bare), (_, whole), (_, one), (_, two)] = measured;
    println!(
        "batch / bare {:.2}, batch / loop {:.2}",
        bare.0 / one.0,
        whole.0 / one.0
    );
    println!("two threads / one, by the clock {:.2}", one.1 / two.1);
    Ok(())
}

/// The shortest time of the processor and of the clock, in seconds.
fn measure(run: &mut dyn FnMut() -> Done) -> Result<(f64, f64), Box<dyn Error>> {
    let (mut processor, mut clock) = (f64::MAX, f64::MAX);
    for _ in 0..RUNS {
        let (before, start) = (on_processor()?, Instant::now());
        run()?;
        clock = clock.min(start.elapsed().as_secs_f64());
        processor = processor.min(on_processor()? - before);
    }
    Ok((processor, clock))
}

/// How long the main thread was on a processor, in seconds. Linux only.
fn on_processor() -> Result<f64, Box<dyn Error>> {
    let times = fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: f64 = times.split(' ').next().unwrap_or_default().parse()?;
    Ok(nanoseconds / 1e9)
}

#[derive(Deserialize)]
struct Line {
    id: String,
    text: String,
}

fn texts(input: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let lines = BufReader::new(File::open(input)?).lines();
    lines
        .map(|line| Ok(serde_json::from_str::<Line>(&line?)?.text))
        .collect()
}

fn bare(texts: &[String]) {
    for text in texts {
        let _ = black_box(Review::parse_llm(black_box(text)));
    }
}

#[derive(Serialize)]
struct Row<'r> {
    id: &'r str,
    value: Option<&'r Review>,
    error: Option<String>,
    repairs: usize,
}

fn whole(input: &Path, output: &Path) -> Done {
    let mut out = BufWriter::new(File::create(output)?);
    for line in BufReader::new(File::open(input)?).lines() {
        let line: Line = serde_json::from_str(&line?)?;
        let parsed = Review::parse_llm(&line.text);
        let row = Row {
            id: &line.id,
            value: parsed.as_ref().ok().map(|parsed| &parsed.value),
            error: parsed.as_ref().err().map(ToString::to_string),
            repairs: parsed.as_ref().map_or(0, |parsed| parsed.repairs().len()),
        };
        serde_json::to_writer(&mut out, &row)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(())
}

fn batch(input: &Path, output: &Path, threads: usize) -> Done {
    let threads = NonZeroUsize::new(threads).ok_or("there is no thread")?;
    run::<Review>(&Job::new(input, output).overwrite(true).threads(threads))?;
    Ok(())
}
