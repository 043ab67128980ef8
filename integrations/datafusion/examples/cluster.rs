//! A cluster on this machine: a scheduler and two executors, each a process of its own, parse a million replies.
//!
//! ```text
//! cargo run --release --features ballista --example cluster
//! cargo run --release --features ballista --example cluster -- --rows 100000 --kill
//! ```
//!
//! The replies are generated, half of them are messy, and they are the same in each run. Every row of the result is compared with what a
//! bare loop gives for it, and each has to be there once. With `--kill`, one executor is killed in the middle of the job.

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../batch/examples/support/replies.rs"]
mod replies;

use std::fs::File;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray, UInt64Array};
use arrow::compute::cast;
use arrow::datatypes::UInt64Type;
use arrow::util::display::array_value_to_string;
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::ParquetReadOptions;
use futures::StreamExt;
use llm_output::LlmOutput;
use llm_output_arrow::Rows;
use llm_output_datafusion::cluster::Functions;
use replies::Review;

type Done<T = ()> = Result<T, Box<dyn std::error::Error>>;

const FILES: u64 = 16;
const SEED: u64 = 7;

fn main() -> Done {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let runtime = tokio::runtime::Runtime::new()?;
    match words[..] {
        ["scheduler", port, kind] => runtime.block_on(scheduler(port.parse()?, kind)),
        ["executor", scheduler, port, work, kind] => runtime.block_on(executor(scheduler, port, work, kind)),
        _ => {
            let after = |name| {
                words
                    .iter()
                    .position(|word| *word == name)
                    .and_then(|at| words.get(at + 1))
            };
            let rows = after("--rows").map_or(Ok(1_000_000), |rows| rows.parse())?;
            let is_killed = words.contains(&"--kill");
            let other = if words.contains(&"--other-type") {
                "other"
            } else {
                "same"
            };
            runtime.block_on(client(rows, is_killed, other))
        }
    }
}

/// What every program of the cluster knows; `other` is a program that was built with another type.
fn functions(kind: &str) -> Done<Functions> {
    #[derive(serde::Serialize, LlmOutput)]
    struct Other {
        findings: Vec<String>,
    }

    let functions = Functions::new();
    Ok(match kind {
        "other" => functions.with::<Other>("parse_review")?,
        _ => functions.with::<Review>("parse_review")?,
    })
}

async fn scheduler(port: u16, kind: &str) -> Done {
    let mut config = SchedulerConfig {
        bind_port: port,
        // A dead executor is noticed in seconds.
        executor_timeout_seconds: 6,
        expire_dead_executor_interval_seconds: 1,
        ..SchedulerConfig::default()
    };
    config.external_host = "127.0.0.1".to_owned();
    let config = Arc::new(functions(kind)?.scheduler(config));
    let cluster = BallistaCluster::new_from_config(&config).await?;
    start_server(cluster, format!("127.0.0.1:{port}").parse()?, config).await?;
    Ok(())
}

async fn executor(scheduler: &str, port: &str, work: &str, kind: &str) -> Done {
    let port: u16 = port.parse()?;
    let config = ExecutorProcessConfig {
        external_host: Some("127.0.0.1".to_owned()),
        port,
        grpc_port: free_port()?,
        scheduler_host: "127.0.0.1".to_owned(),
        scheduler_port: scheduler.parse()?,
        scheduler_connect_timeout_seconds: 20,
        vcores: 1,
        work_dir: Some(work.to_owned()),
        executor_heartbeat_interval_seconds: 2,
        ..ExecutorProcessConfig::default()
    };
    start_executor_process(Arc::new(functions(kind)?.executor(config))).await?;
    Ok(())
}

/// The processes of the cluster, ended with the client.
struct Cluster(Vec<Child>);

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Cluster {
    /// A scheduler and two executors, and the port of the scheduler.
    fn start(folder: &Path, kind: &str) -> Done<(Self, u16)> {
        let program = std::env::current_exe()?;
        let mut cluster = Self(Vec::new());
        let port = free_port()?;
        cluster.0.push(
            Command::new(&program)
                .args(["scheduler", &port.to_string(), kind])
                .spawn()?,
        );
        wait_for(port)?;
        for name in ["one", "two"] {
            let work = folder.join(name);
            std::fs::create_dir_all(&work)?;
            let own = free_port()?;
            let arguments = [
                "executor",
                &port.to_string(),
                &own.to_string(),
                &work.display().to_string(),
                kind,
            ];
            cluster.0.push(Command::new(&program).args(arguments).spawn()?);
            wait_for(own)?;
        }
        Ok((cluster, port))
    }

    fn kill_an_executor(&mut self) -> Done {
        let executor = self.0.last_mut().ok_or("there is no executor")?;
        executor.kill()?;
        executor.wait()?;
        Ok(())
    }
}

fn free_port() -> Done<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

fn wait_for(port: u16) -> Done {
    let start = Instant::now();
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        if start.elapsed() > Duration::from_secs(30) {
            return Err("a process of the cluster did not start".into());
        }
        std::thread::sleep(Duration::from_millis(50));
    }
    Ok(())
}

async fn client(rows: u64, is_killed: bool, other: &str) -> Done {
    let folder = tempfile::tempdir()?;
    let table = folder.path().join("answers");
    write(&table, rows)?;
    println!("{rows} replies in {FILES} Parquet files");
    let (mut cluster, port) = Cluster::start(folder.path(), other)?;
    let context = functions("same")?.connect(&format!("df://127.0.0.1:{port}")).await?;
    context
        .register_parquet("answers", &table.display().to_string(), ParquetReadOptions::default())
        .await?;

    let start = Instant::now();
    let killer = async {
        if is_killed {
            tokio::time::sleep(middle(rows)).await;
            cluster.kill_an_executor()?;
            println!("an executor was killed after {:.1} s", start.elapsed().as_secs_f64());
        }
        Done::Ok(())
    };
    let query = "SELECT number, parse_review(answer) AS review FROM answers";
    let (results, killed) = tokio::join!(async { context.sql(query).await?.execute_stream().await }, killer);
    killed?;
    let mut results = results?;
    let mut checked = Checked::new(rows)?;
    while let Some(batch) = results.next().await {
        checked.check(&batch?)?;
    }
    checked.finish()?;
    println!(
        "{rows} rows: each is there once, and is what the bare loop gives ({:.1} s)",
        start.elapsed().as_secs_f64()
    );

    let counted = Instant::now();
    let query = "SELECT review.status, review.severity, count(*) AS rows
                 FROM (SELECT parse_review(answer) AS review FROM answers) GROUP BY 1, 2 ORDER BY 1, 2";
    context.sql(query).await?.show().await?;
    let seconds = counted.elapsed().as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "a rate for a person")]
    let rate = rows as f64 / seconds;
    println!("counted by status: {rate:.0} rows/s");
    Ok(())
}

/// About the middle of the job: an executor parses more than 20,000 rows a second.
fn middle(rows: u64) -> Duration {
    Duration::from_millis(500 + rows / 200)
}

/// Writes the table `answers` with the columns `number` and `answer`.
fn write(folder: &Path, rows: u64) -> Done {
    std::fs::create_dir_all(folder)?;
    for file in 0..FILES {
        let (start, end) = (rows * file / FILES, rows * (file + 1) / FILES);
        let batch = |start, end| -> Done<RecordBatch> {
            let numbers: ArrayRef = Arc::new(UInt64Array::from_iter_values(start..end));
            let answers = (start..end).map(|row| replies::reply(SEED, row));
            let answers: ArrayRef = Arc::new(StringArray::from_iter_values(answers));
            Ok(RecordBatch::try_from_iter([("number", numbers), ("answer", answers)])?)
        };
        let path = folder.join(format!("{file}.parquet"));
        let mut writer = ArrowWriter::try_new(File::create(path)?, batch(0, 0)?.schema(), None)?;
        let mut next = start;
        while next < end {
            let until = end.min(next + 8_192);
            writer.write(&batch(next, until)?)?;
            next = until;
        }
        writer.close()?;
    }
    Ok(())
}

/// Compares rows with the bare loop.
struct Checked {
    seen: Vec<bool>,
    expected: Rows<Review>,
}

impl Checked {
    fn new(rows: u64) -> Done<Self> {
        Ok(Self {
            seen: vec![false; usize::try_from(rows)?],
            expected: Rows::new()?,
        })
    }

    fn check(&mut self, batch: &RecordBatch) -> Done {
        let numbers = batch.column(0).as_primitive::<UInt64Type>();
        for number in numbers.values() {
            let seen = &mut self.seen[usize::try_from(*number)?];
            if std::mem::replace(seen, true) {
                return Err(format!("row {number} is there twice").into());
            }
            self.expected
                .append(&Review::parse_llm(&replies::reply(SEED, *number)))?;
        }
        let expected: ArrayRef = Arc::new(self.expected.finish()?);
        let given = batch.column(1);
        // On their way from the executors, dictionaries become the text that they stand for.
        let expected = cast(&expected, given.data_type())?;
        for (row, number) in numbers.values().iter().enumerate() {
            if expected.slice(row, 1) != given.slice(row, 1) {
                let [expected, given] = [&expected, given].map(|rows| array_value_to_string(rows, row));
                return Err(format!("row {number} is\n{}\nand the bare loop gives\n{}", given?, expected?).into());
            }
        }
        Ok(())
    }

    fn finish(self) -> Done {
        match self.seen.iter().position(|seen| !seen) {
            Some(row) => Err(format!("row {row} is missing").into()),
            None => Ok(()),
        }
    }
}
