//! Every contender on every text, in one process: the table of the README.

use std::hint::black_box;
use std::time::Duration;

use llm_output::Options;
use llm_output_benches::allocation::{Counting, counted};
use llm_output_benches::inputs::{self, Case, Sample};
use llm_output_benches::measure::{Work, fastest, geometric_mean};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn main() {
    let rounds = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(40);
    let mut table: Vec<Vec<f64>> = Vec::new();
    row(&inputs::commit_message(), "commit", rounds, &mut table);
    row(&inputs::record(), "record", rounds, &mut table);
    row(&inputs::review(8), "review 8", rounds, &mut table);
    row(&inputs::review(2000), "review 2000", rounds, &mut table);
    println!();
    for (index, case) in Case::ALL.iter().enumerate() {
        let ratios: Vec<f64> = table.iter().map(|row| row[index]).collect();
        let worst = ratios.iter().copied().fold(0.0, f64::max);
        println!(
            "{:18} mean {:.2} worst {worst:.2}   bars {:?}",
            case.name(),
            geometric_mean(&ratios),
            case.bars()
        );
    }
}

fn row<T: Sample>(value: &T, name: &str, rounds: u32, table: &mut Vec<Vec<f64>>) {
    let clean = Case::Clean.text(value);
    let texts: Vec<String> = Case::ALL.iter().map(|case| case.text(value)).collect();
    let mut works: Vec<Work<'_>> = vec![Box::new(|| {
        black_box(serde_json::from_str::<T>(black_box(&clean)).ok());
    })];
    for (case, text) in Case::ALL.iter().zip(&texts) {
        let options = if case.is_lenient() {
            Options::lenient()
        } else {
            Options::default()
        };
        works.push(Box::new(move || {
            black_box(T::parse_llm_with(black_box(text), &options).ok());
        }));
    }
    let times = fastest(&mut works, rounds, Duration::from_micros(500));
    drop(works);
    let (_, calls, bytes) = counted(|| black_box(serde_json::from_str::<T>(&clean).ok()));
    println!(
        "{name}: {} bytes, serde_json {:.0} ns, {calls} allocations of {bytes} bytes",
        clean.len(),
        times[0]
    );
    let mut ratios = Vec::new();
    for (index, (case, text)) in Case::ALL.iter().zip(&texts).enumerate() {
        let options = if case.is_lenient() {
            Options::lenient()
        } else {
            Options::default()
        };
        let (read, calls, bytes) = counted(|| T::parse_llm_with(text, &options));
        let right = match &read {
            Ok(parsed) if case.is_right(&parsed.value, value) => "right".to_owned(),
            Ok(parsed) => format!("WRONG {:?} {:?}", parsed.value, value)
                .chars()
                .take(1500)
                .collect(),
            Err(error) => format!("ERROR {error}"),
        };
        let ratio = times[index + 1] / times[0];
        println!(
            "  {:18} {ratio:6.2}  {:10.0} ns {calls:6} allocations {bytes:8} bytes  {right}",
            case.name(),
            times[index + 1]
        );
        ratios.push(ratio);
    }
    table.push(ratios);
}
