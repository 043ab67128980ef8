//! A cluster on this machine: a scheduler and two executors, each a process of its own, parse a million replies.
//!
//! ```text
//! cargo run --release --features ballista --example cluster
//! cargo run --release --features ballista --example cluster -- --rows 100000 --kill
//! ```
//!
//! The replies are generated, half of them are messy, and they are the same in each run. Every row of the result is compared with what a
//! bare loop gives for it, and each has to be there once. Other runs check what happens when something is wrong:
//!
//! | argument | what is wrong | what has to happen |
//! |---|---|---|
//! | `--kill` | one executor is killed in the middle of the job | the other one repeats its work, and the rows are the same |
//! | `--kill-late` | one executor is killed while the client fetches the results | an error, never a result with missing rows |
//! | `--other-type` | the scheduler and the executors were built with another type | an error that names the fingerprints |
//! | `--other-executors` | only the executors were built with another type | an error, and the fingerprints are in the executors' logs |

#[allow(dead_code, reason = "other programs use the rest")]
#[path = "../../batch/examples/support/replies.rs"]
mod replies;

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::Arc;
use std::time::{Duration, Instant};

use arrow::array::{Array, ArrayRef, AsArray, RecordBatch, StringArray, UInt64Array};
use arrow::compute::cast;
use arrow::datatypes::UInt64Type;
use arrow::util::display::array_value_to_string;
use ballista_core::serde::protobuf::scheduler_grpc_client::SchedulerGrpcClient;
use ballista_core::serde::protobuf::{GetJobStatusParams, job_status};
use ballista_executor::executor_process::{ExecutorProcessConfig, start_executor_process};
use ballista_scheduler::cluster::BallistaCluster;
use ballista_scheduler::config::SchedulerConfig;
use ballista_scheduler::scheduler_process::start_server;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{ParquetReadOptions, SessionContext};
use futures::StreamExt;
use llm_output::LlmOutput;
use llm_output_arrow::Rows;
use llm_output_datafusion::cluster::Functions;
use replies::Review;

type Done<T = ()> = Result<T, Box<dyn std::error::Error>>;

const FILES: u64 = 16;
const SEED: u64 = 7;

/// The job has a partition for each file.
const PARTITIONS: usize = 16;

const QUERY: &str = "SELECT number, parse_review(answer) AS review FROM answers";

/// The folders in which the executors keep their results. The second one is the one that is killed.
const EXECUTORS: [&str; 2] = ["one", "two"];

/// What goes wrong in a run.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    Kill,
    KillLate,
    OtherType,
    OtherExecutors,
}

impl Fault {
    fn new(words: &[&str]) -> Self {
        let faults = [
            ("--kill", Self::Kill),
            ("--kill-late", Self::KillLate),
            ("--other-type", Self::OtherType),
            ("--other-executors", Self::OtherExecutors),
        ];
        let fault = faults.into_iter().find(|(name, _)| words.contains(name));
        fault.map_or(Self::None, |(_, fault)| fault)
    }

    /// What the scheduler and the executors are built with.
    fn kinds(self) -> [&'static str; 2] {
        match self {
            Self::OtherType => ["other", "other"],
            Self::OtherExecutors => ["same", "other"],
            Self::None | Self::Kill | Self::KillLate => ["same", "same"],
        }
    }
}

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
            runtime.block_on(client(rows, Fault::new(&words)))
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
        // A dead executor is noticed in seconds: a living one reports every two.
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
    log::set_logger(&Log).map_err(|error| error.to_string())?;
    log::set_max_level(log::LevelFilter::Error);
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

/// What goes wrong in an executor, on its standard error.
struct Log;

impl log::Log for Log {
    fn enabled(&self, metadata: &log::Metadata<'_>) -> bool {
        metadata.level() <= log::Level::Error
    }

    fn log(&self, record: &log::Record<'_>) {
        if self.enabled(record.metadata()) {
            eprintln!("{}: {}", record.target(), record.args());
        }
    }

    fn flush(&self) {}
}

/// The processes of the cluster, ended with the client.
struct Cluster {
    port: u16,
    folder: PathBuf,
    processes: Vec<Child>,
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for child in &mut self.processes {
            // It may have ended already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Cluster {
    /// A scheduler and two executors, built with what `kinds` says.
    fn start(folder: &Path, kinds: [&str; 2]) -> Done<Self> {
        let [of_scheduler, of_executors] = kinds;
        let program = std::env::current_exe()?;
        let mut cluster = Self {
            port: free_port()?,
            folder: folder.to_owned(),
            processes: Vec::new(),
        };
        let port = cluster.port.to_string();
        cluster.processes.push(
            Command::new(&program)
                .args(["scheduler", &port, of_scheduler])
                .spawn()?,
        );
        wait_for(cluster.port)?;
        for name in EXECUTORS {
            let work = folder.join(name);
            std::fs::create_dir_all(&work)?;
            let own = free_port()?;
            let arguments = [
                "executor",
                &port,
                &own.to_string(),
                &work.display().to_string(),
                of_executors,
            ];
            let log = File::create(folder.join(format!("{name}.log")))?;
            cluster
                .processes
                .push(Command::new(&program).args(arguments).stderr(log).spawn()?);
            wait_for(own)?;
        }
        Ok(cluster)
    }

    fn kill_an_executor(&mut self) -> Done {
        let executor = self.processes.last_mut().ok_or("there is no executor")?;
        executor.kill()?;
        executor.wait()?;
        Ok(())
    }

    /// What the executors have logged.
    fn logs(&self) -> Done<String> {
        let [one, two] = EXECUTORS.map(|name| std::fs::read_to_string(self.folder.join(format!("{name}.log"))));
        Ok(one? + &two?)
    }

    /// What each executor has written so far.
    fn work(&self) -> Done<[Work; 2]> {
        let [one, two] = EXECUTORS.map(|name| Work::new(&self.folder.join(name)));
        Ok([one?, two?])
    }

    /// What the scheduler says about a job.
    async fn status(&self, job: &str) -> Done<Option<job_status::Status>> {
        let mut scheduler = SchedulerGrpcClient::connect(format!("http://127.0.0.1:{}", self.port)).await?;
        let job_id = job.to_owned();
        let answer = scheduler.get_job_status(GetJobStatusParams { job_id }).await?;
        Ok(answer.into_inner().status.and_then(|job| job.status))
    }

    /// Kills an executor when half of the partitions are finished, some of them by this executor, and it is working on another one.
    /// Returns the work that it had done, which is lost with it.
    async fn kill_in_the_middle(&mut self, is_over: &Cell<bool>) -> Done<Work> {
        loop {
            if is_over.get() {
                return Err("the job ended before an executor was killed".into());
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
            let [one, two] = self.work()?;
            let is_half_done = one.finished.len() + two.finished.len() >= PARTITIONS / 2;
            if is_half_done && !two.finished.is_empty() && !two.unfinished.is_empty() {
                break;
            }
        }
        self.kill_an_executor()?;
        let [one, two] = self.work()?;
        let job = two.job.as_deref().ok_or("the executor had no work")?;
        match self.status(job).await? {
            Some(job_status::Status::Running(_)) => {}
            status => return Err(format!("the job was not running when an executor was killed: {status:?}").into()),
        }
        println!(
            "an executor was killed: it had finished {} of {PARTITIONS} partitions, and had begun {}; the other one had finished {}",
            two.finished.len(),
            two.unfinished.len(),
            one.finished.len()
        );
        Ok(two)
    }
}

/// What an executor has written of a job. It keeps its results in files, `job/stage/partition/data-task.arrow`, until the client
/// fetches them.
#[derive(Default)]
struct Work {
    job: Option<String>,
    finished: BTreeSet<PathBuf>,
    unfinished: BTreeSet<PathBuf>,
}

impl Work {
    fn new(folder: &Path) -> Done<Self> {
        let mut work = Self::default();
        for job in folders(folder)? {
            for stage in folders(&job)? {
                for partition in folders(&stage)? {
                    let name = partition.strip_prefix(&job)?.to_owned();
                    for file in std::fs::read_dir(&partition)? {
                        let is_finished = is_finished(&file?.path())?;
                        let names = if is_finished {
                            &mut work.finished
                        } else {
                            &mut work.unfinished
                        };
                        names.insert(name.clone());
                        work.job = job.file_name().and_then(|name| name.to_str()).map(str::to_owned);
                    }
                }
            }
        }
        Ok(work)
    }
}

fn folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        // The executor also has folders for a task, which it removes.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let entries = entries.map(|entry| Ok(entry?.path()));
    let entries = entries.collect::<std::io::Result<Vec<_>>>()?;
    Ok(entries.into_iter().filter(|entry| entry.is_dir()).collect())
}

/// Whether a file ends as a stream in Arrow's IPC format does.
fn is_finished(path: &Path) -> std::io::Result<bool> {
    const END: [u8; 8] = [0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0];
    let mut file = File::open(path)?;
    let Some(start) = file.metadata()?.len().checked_sub(8) else {
        return Ok(false);
    };
    let mut end = END.map(|_| 0);
    file.seek(SeekFrom::Start(start))?;
    file.read_exact(&mut end)?;
    Ok(end == END)
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

async fn client(rows: u64, fault: Fault) -> Done {
    let folder = tempfile::tempdir()?;
    let table = folder.path().join("answers");
    write(&table, rows)?;
    println!("{rows} replies in {FILES} Parquet files");
    let mut cluster = Cluster::start(folder.path(), fault.kinds())?;
    let context = functions("same")?
        .connect(&format!("df://127.0.0.1:{}", cluster.port))
        .await?;
    context
        .register_parquet("answers", &table.display().to_string(), ParquetReadOptions::default())
        .await?;

    let done = match fault {
        Fault::None | Fault::Kill => compare(rows, &context, &mut cluster, fault).await,
        Fault::KillLate => kill_late(rows, &context, &mut cluster).await,
        Fault::OtherType | Fault::OtherExecutors => expect_refusal(&context, &cluster).await,
    };
    if done.is_err() {
        eprintln!("the executors say:\n{}", cluster.logs()?);
    }
    done
}

/// Compares the rows that the cluster gives with the bare loop.
async fn compare(rows: u64, context: &SessionContext, cluster: &mut Cluster, fault: Fault) -> Done {
    let start = Instant::now();
    let is_over = Cell::new(false);
    let read = async {
        // The first poll submits the job. The first row arrives when the job has ended.
        let mut results = context.sql(QUERY).await?.execute_stream().await?;
        let mut checked = Checked::new(rows)?;
        while let Some(batch) = results.next().await {
            if !is_over.replace(true) {
                let elapsed = start.elapsed();
                println!(
                    "the job ended after {:.1} s: {}",
                    elapsed.as_secs_f64(),
                    rate(rows, elapsed)
                );
            }
            checked.check(&batch?)?;
        }
        is_over.set(true);
        checked.finish()
    };
    let kill = async {
        Done::Ok(match fault {
            Fault::Kill => Some(cluster.kill_in_the_middle(&is_over).await?),
            _ => None,
        })
    };
    let ((), lost) = tokio::try_join!(read, kill)?;
    println!(
        "{rows} rows: each is there once, and is what the bare loop gives ({:.1} s)",
        start.elapsed().as_secs_f64()
    );
    if let Some(lost) = lost {
        let [survivor, _] = cluster.work()?;
        let mut lost = lost.finished.union(&lost.unfinished);
        if let Some(partition) = lost.find(|partition| !survivor.finished.contains(*partition)) {
            return Err(format!("nobody has repeated the partition {}", partition.display()).into());
        }
    }
    count(rows, context).await
}

/// Groups the rows, which needs a second stage.
async fn count(rows: u64, context: &SessionContext) -> Done {
    let start = Instant::now();
    let query = "SELECT review.status, review.severity, count(*) AS rows
                 FROM (SELECT parse_review(answer) AS review FROM answers) GROUP BY 1, 2 ORDER BY 1, 2";
    context.sql(query).await?.show().await?;
    println!("counted by status: {}", rate(rows, start.elapsed()));
    Ok(())
}

/// Kills an executor whose results the client has not fetched.
async fn kill_late(rows: u64, context: &SessionContext, cluster: &mut Cluster) -> Done {
    let mut results = context.sql(QUERY).await?.execute_stream().await?;
    let mut read = results.next().await.ok_or("there are no rows")??.num_rows();
    cluster.kill_an_executor()?;
    while let Some(batch) = results.next().await {
        match batch {
            Ok(batch) => read += batch.num_rows(),
            Err(error) => {
                println!("after {read} of {rows} rows, the query ended with an error: {error}");
                return Ok(());
            }
        }
    }
    Err(format!("an executor was killed, and the query ended after {read} of {rows} rows without an error").into())
}

/// Programs with different types have to refuse the job, soon, and to say why.
async fn expect_refusal(context: &SessionContext, cluster: &Cluster) -> Done {
    let job = async { context.sql(QUERY).await?.collect().await };
    let Ok(result) = tokio::time::timeout(Duration::from_secs(60), job).await else {
        return Err("programs with different types neither did the job nor refused it".into());
    };
    let Err(error) = result else {
        return Err("programs with different types did the job together".into());
    };
    let logs = cluster.logs()?;
    println!("the job ended with an error: {error}\nthe executors say:\n{logs}");
    if !error.to_string().contains("its fingerprint is") && !logs.contains("its fingerprint is") {
        return Err("nobody names the fingerprints".into());
    }
    Ok(())
}

fn rate(rows: u64, elapsed: Duration) -> String {
    #[expect(clippy::cast_precision_loss, reason = "a rate for a person")]
    let rate = rows as f64 / elapsed.as_secs_f64();
    format!("{rate:.0} rows/s")
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
