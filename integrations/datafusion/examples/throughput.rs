//! Compares the function with a bare loop over the same replies: `cargo run --release --example throughput`.
//!
//! There are 8,192 rows to a batch, as in the engine, and one partition. The bare loop does nothing but parse, and drops each value
//! before it parses the next reply. So the query of all columns drops each batch before the next one; the other two keep what they
//! return, as `collect` does. The time is that of the processor, so that other programs on the machine do not count. Each run times
//! the loop and the queries in turn, and the medians over the runs are printed. If the machine is slow for a second, it slows a whole
//! run, and not just one side of a comparison.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../batch/examples/support/replies.rs"]
mod replies;

use std::fs;
use std::hint::black_box;
use std::sync::Arc;
use std::thread;

use arrow::array::{ArrayRef, AsArray, RecordBatch, StringArray};
use datafusion::datasource::MemTable;
use datafusion::error::Result;
use datafusion::prelude::{SessionConfig, SessionContext};
use futures::StreamExt as _;
use llm_output::LlmOutput;
use llm_output_datafusion::{configured, parse_llm};
use replies::Review;

const BATCH: u64 = 8_192;
const BATCHES: u64 = 24;
const RUNS: usize = 15;

const ALL_COLUMNS: &str = "SELECT parse_review(answer) FROM answers";
const BY_STATUS: &str =
    "SELECT review.status, count(*) FROM (SELECT parse_review(answer) AS review FROM answers) GROUP BY 1";

// On one thread, the time of the program is that of the query.
#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let mut batches = Vec::new();
    for batch in 0..BATCHES {
        let texts = (batch * BATCH..(batch + 1) * BATCH).map(|row| replies::reply(7, row));
        let texts: ArrayRef = Arc::new(StringArray::from_iter_values(texts));
        batches.push(RecordBatch::try_from_iter([("answer", texts)])?);
    }
    let context = SessionContext::new_with_config(configured(SessionConfig::new()).with_target_partitions(1));
    context.register_udf(parse_llm::<Review>("parse_review")?);
    let table = MemTable::try_new(batches[0].schema(), vec![batches.clone()])?;
    context.register_table("answers", Arc::new(table))?;

    let mut runs = Vec::new();
    for _ in 0..RUNS {
        let start = on_processor()?;
        for batch in &batches {
            for text in batch.column(0).as_string::<i32>().iter().flatten() {
                let _ = black_box(Review::parse_llm(black_box(text)));
            }
        }
        let bare = on_processor()? - start;

        let start = on_processor()?;
        let mut parsed = context.sql(ALL_COLUMNS).await?.execute_stream().await?;
        while let Some(batch) = parsed.next().await {
            black_box(batch?);
        }
        drop(parsed);
        let whole = on_processor()? - start;

        let start = on_processor()?;
        black_box(context.sql(ALL_COLUMNS).await?.collect().await?);
        let collected = on_processor()? - start;

        let start = on_processor()?;
        black_box(context.sql(BY_STATUS).await?.collect().await?);
        runs.push([bare, whole, collected, on_processor()? - start]);
    }
    #[expect(clippy::cast_precision_loss, reason = "a rate for a person")]
    let rows = (BATCH * BATCHES) as f64;
    println!(
        "bare loop              {:>8.0} rows/s",
        rows / median(runs.iter().map(|run| run[0]))
    );
    for (side, name) in [(1, "all columns"), (2, "all columns, collected"), (3, "count by status")] {
        let rate = rows / median(runs.iter().map(|run| run[side]));
        let share = median(runs.iter().map(|run| run[0] / run[side]));
        println!("{name:<22} {rate:>8.0} rows/s, {share:.2} of the bare loop");
    }
    Ok(())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// How long the main thread was on a processor, in seconds. Linux only.
fn on_processor() -> Result<f64> {
    // Without this, the kernel says what it was at the last tick, up to 4 ms ago.
    thread::yield_now();
    let times = fs::read_to_string("/proc/self/schedstat")?;
    let nanoseconds: u64 = times
        .split(' ')
        .next()
        .and_then(|first| first.parse().ok())
        .unwrap_or(0);
    #[expect(clippy::cast_precision_loss, reason = "a duration")]
    Ok(nanoseconds as f64 / 1e9)
}
