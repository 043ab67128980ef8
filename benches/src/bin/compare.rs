//! Every contender on every text, in one process: the table of the README, and its picture. Then how the work grows with
//! a megabyte of noise before the answer, and what the derive costs to compile.
//!
//! `cargo run --release -p llm_output_benches [-- rounds [ours]]`; with `ours` only `llm_output` and `serde_json` run.

use std::hint::black_box;
use std::process::Command;
use std::time::Duration;

use llm_output_benches::adversarial;
use llm_output_benches::allocation::{self, Counting, counted};
use llm_output_benches::chart;
use llm_output_benches::contenders::Contender;
use llm_output_benches::inputs::{self, Case, Sample};
use llm_output_benches::measure::{Work, fastest, geometric_mean};
use llm_output_benches::probe::{self, Verdict};
use llm_output_benches::types::CommitMessage;
use serde::de::IgnoredAny;

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What is known of one contender on one text.
#[derive(Clone, Copy)]
struct Cell {
    verdict: Verdict,
    /// Time in units of `serde_json` on the clean text.
    ratio: f64,
}

/// Cells by case, then by contender.
type Table = Vec<Vec<Cell>>;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--probe", rest)) = arguments.split_first().map(|(first, rest)| (first.as_str(), rest)) {
        std::process::exit(probe::answer(rest));
    }
    allocation::settle();
    let rounds = arguments.first().and_then(|n| n.parse().ok()).unwrap_or(60);
    let all = &Contender::ALL[..];
    let contenders = if arguments.iter().any(|word| word == "ours") {
        &all[..2]
    } else {
        all
    };
    let tables = [
        table(&inputs::commit_message(), "commit", contenders, rounds),
        table(&inputs::record(), "record", contenders, rounds),
        table(&inputs::review(8), "review", contenders, rounds),
        table(&inputs::review(2000), "large", contenders, rounds.min(15)),
    ];
    let means = summary(&tables, contenders);
    if contenders.len() == all.len() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/chart.svg");
        std::fs::write(path, chart::svg(&means)).expect("the chart can be written");
        growth(contenders);
        compile_time();
    }
}

/// Measures one type: whoever reads a text rightly is timed on it.
fn table<T: Sample>(value: &T, sample: &str, contenders: &[Contender], rounds: u32) -> Table {
    let clean = Case::Clean.text(value);
    println!("\n## {sample}, {} bytes clean\n", clean.len());
    let mut table = Table::new();
    for case in Case::ALL {
        let text = case.text(value);
        let verdicts: Vec<Verdict> = contenders
            .iter()
            .map(|&contender| probe::probe(contender, sample, case.name()))
            .collect();
        let mut works: Vec<Work<'_>> = vec![Box::new(|| Contender::SerdeJson.run::<T>(&clean, case))];
        for (&contender, _) in contenders
            .iter()
            .zip(&verdicts)
            .filter(|(_, verdict)| **verdict == Verdict::Right)
        {
            let text = &text;
            works.push(Box::new(move || contender.run::<T>(text, case)));
        }
        let times = fastest(&mut works, rounds, Duration::from_micros(400));
        drop(works);
        let mut measured = times[1..].iter();
        let cells = verdicts.iter().map(|&verdict| {
            let time = if verdict == Verdict::Right {
                measured.next()
            } else {
                None
            };
            Cell {
                verdict,
                ratio: time.map_or(f64::NAN, |time| time / times[0]),
            }
        });
        let cells: Vec<Cell> = cells.collect();
        print!("{:16}", case.name());
        for (contender, cell) in contenders.iter().zip(&cells) {
            print!(" | {} {}", contender.name(), shown(*cell));
        }
        println!();
        table.push(cells);
    }
    for &contender in contenders {
        let (read, calls, bytes) = counted(|| black_box(contender.read::<T>(&clean, Case::Clean)));
        if read.is_some() {
            println!("allocations on clean text: {} {calls}, {bytes} bytes", contender.name());
        }
    }
    table
}

fn shown(cell: Cell) -> String {
    match cell.verdict {
        Verdict::Right if cell.ratio < 10.0 => format!("{:.2}", cell.ratio),
        Verdict::Right => format!("{:.0}", cell.ratio),
        verdict => verdict.name().to_owned(),
    }
}

/// The geometric means over the types, as a table for the README.
fn summary(tables: &[Table], contenders: &[Contender]) -> Vec<Vec<Option<f64>>> {
    println!("\n## Geometric mean over {} types (worst type)\n", tables.len());
    let names: Vec<&str> = contenders.iter().map(|contender| contender.name()).collect();
    println!("| text | {} |", names.join(" | "));
    println!("|---|{}", "---|".repeat(names.len()));
    let mut means = Vec::new();
    for (index, case) in Case::ALL.iter().enumerate() {
        let mut row = Vec::new();
        print!("| {} |", case.name());
        for column in 0..contenders.len() {
            let cells: Vec<Cell> = tables.iter().map(|table| table[index][column]).collect();
            let right: Vec<f64> = cells
                .iter()
                .filter(|cell| cell.verdict == Verdict::Right)
                .map(|c| c.ratio)
                .collect();
            if right.len() == cells.len() {
                let worst = right.iter().copied().fold(0.0, f64::max);
                let mean = geometric_mean(&right);
                print!(" {mean:.2} ({worst:.2}) |");
                row.push(Some(mean));
            } else {
                let failure = cells.iter().find(|cell| cell.verdict != Verdict::Right);
                let failure = failure.map_or("", |cell| cell.verdict.name());
                print!(" {failure}, {} of {} right |", right.len(), cells.len());
                row.push(None);
            }
        }
        println!();
        means.push(row);
    }
    means
}

/// A megabyte of noise before the answer, against half of it and against skipping a valid document of that length.
fn growth(contenders: &[Contender]) {
    println!("\n## A megabyte of noise before the answer\n");
    let size = 1_000_000;
    let document = adversarial::document(size);
    for kind in adversarial::KINDS {
        let [half, whole] = [size / 2, size].map(|bytes| adversarial::text(kind, bytes).unwrap_or_default());
        let run = |text: &str| Contender::Ours.run::<CommitMessage>(text, Case::Fenced);
        let mut works: Vec<Work<'_>> = vec![
            Box::new(|| {
                let skipped = serde_json::from_str::<IgnoredAny>(black_box(&document));
                drop(black_box(skipped));
            }),
            Box::new(|| run(&half)),
            Box::new(|| run(&whole)),
        ];
        let times = fastest(&mut works, 40, Duration::from_millis(5));
        println!(
            "{kind:14} {:6.2} ms, {:.1} times skipping, {:.2} times half the length",
            times[2] / 1e6,
            times[2] / times[0],
            times[2] / times[1]
        );
        for &contender in contenders {
            let verdict = probe::probe(contender, kind, &size.to_string());
            print!("    {}: {}", contender.name(), verdict.name());
        }
        println!();
    }
}

/// What the derive costs a build, beside the derives of serde and schemars on the same types: the figures of the script that
/// measures it.
fn compile_time() {
    println!("\n## Compile time\n");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui-tests/compile_cost.py");
    match Command::new("python3").args([script, "3"]).status() {
        Ok(status) if status.success() => {}
        Ok(status) => println!("not measured: `ui-tests/compile_cost.py` ended with {status}"),
        Err(error) => println!("not measured: `ui-tests/compile_cost.py` needs python3 ({error})"),
    }
}
