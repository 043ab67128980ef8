//! The doors beside `parse_llm`, each against the function of `serde_json` that it takes the place of: `from_str` on a text,
//! `from_value` on a value.

use std::hint::black_box;
use std::time::Duration;

use llm_output::Options;
use llm_output_benches::inputs::{self, Case, Sample};
use llm_output_benches::measure::{Work, fastest, geometric_mean};

/// The ratios of one type, in the order of [`ROWS`].
type Ratios = Vec<f64>;

/// What is measured: every text with `from_str`, and the value.
const ROWS: usize = Case::ALL.len() + 1;

fn main() {
    let rounds = std::env::args()
        .nth(1)
        .and_then(|rounds| rounds.parse().ok())
        .unwrap_or(60);
    let types = [
        ratios(&inputs::commit_message(), rounds),
        ratios(&inputs::record(), rounds),
        ratios(&inputs::review(8), rounds),
        ratios(&inputs::review(2000), rounds.min(10)),
    ];
    println!(
        "{:<28} {:>8} {:>8} {:>8} {:>8} {:>8}",
        "time, serde_json = 1", "commit", "record", "review", "large", "mean"
    );
    for row in 0..ROWS {
        let name = match Case::ALL.get(row) {
            Some(case) => format!("from_str, {}", case.name()),
            None => "from_value".to_owned(),
        };
        let row: Vec<f64> = types.iter().map(|ratios| ratios[row]).collect();
        let mean = geometric_mean(&row);
        println!(
            "{name:<28} {:>8.2} {:>8.2} {:>8.2} {:>8.2} {mean:>8.2}",
            row[0], row[1], row[2], row[3]
        );
    }
}

/// `from_str` of every text and `from_value` of the value, in times of what `serde_json` needs for the clean text and for the
/// value.
fn ratios<T: Sample>(value: &T, rounds: u32) -> Ratios {
    let slice = Duration::from_millis(2);
    let texts = Case::ALL.map(|case| (case, case.text(value)));
    let clean = &texts[0].1;
    let compact = &texts[1].1;
    let written = serde_json::to_value(value).expect("every sample is written as JSON");
    let mut works: Vec<Work<'_>> = vec![
        Box::new(|| drop(black_box(serde_json::from_str::<T>(black_box(clean))))),
        Box::new(|| drop(black_box(serde_json::from_str::<T>(black_box(compact))))),
        Box::new(|| drop(black_box(serde_json::from_value::<T>(black_box(&written).clone())))),
    ];
    for (case, text) in &texts {
        let options = if case.is_lenient() {
            Options::lenient()
        } else {
            Options::default()
        };
        works.push(Box::new(move || {
            drop(black_box(llm_output::from_str_with::<T>(black_box(text), &options)));
        }));
    }
    works.push(Box::new(|| drop(black_box(T::from_value(black_box(&written))))));
    let times = fastest(&mut works, rounds, slice);
    let (clean, compact, of_value) = (times[0], times[1], times[2]);
    let peer = |row: usize| match Case::ALL.get(row) {
        Some(Case::Compact) => compact,
        Some(_) => clean,
        None => of_value,
    };
    times[3..]
        .iter()
        .enumerate()
        .map(|(row, time)| time / peer(row))
        .collect()
}
