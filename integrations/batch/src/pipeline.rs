//! Chunks to rows: on the calling thread, or on several with the order kept.
//!
//! The calling thread writes. One thread reads chunks and puts each into two bounded queues: the chunk into that of the
//! workers, and the place where its rows will be into that of the writer. So the writer receives the rows in the order of the
//! input. The queues are short, and what is in them and at work has a [`Budget`] in bytes, so memory is bounded even if every line
//! is as long as it may be.

use std::io;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use llm_output::LlmOutput;

use crate::Error;
use crate::budget::{Budget, Share};
use crate::job::Job;
use crate::row::{Reader, Rows, Tallied};
use crate::source::{CHUNK, Chunk, Source};

/// How many bytes of lines may be on the way to the writer. Their rows are about as long. Many threads need more, so that each has
/// a chunk at work and one waiting.
const BUDGET: usize = 8 << 20;

/// Where finished rows are written, in order.
pub(crate) trait Sink: Sized {
    type Done: Send;

    fn write(&mut self, rows: Self::Done) -> Result<(), Error>;

    /// Completes the output.
    fn finish(self) -> Result<(), Error>;
}

/// The rows of a chunk and what they needed.
type Finished<D> = Result<(D, Tallied), String>;

/// A chunk, and where its rows are to be sent.
type Task<D> = (Chunk, SyncSender<Finished<D>>);

/// Where the rows of a chunk will be, and its share of the budget until they are written.
type Place<'b, D> = (Receiver<Finished<D>>, Share<'b>);

/// Reads all of `source`, and calls `write` with the rows of each chunk in order.
pub(crate) fn run<T, R>(
    job: &Job,
    mut source: Source,
    rows: impl Fn() -> R + Sync,
    mut write: impl FnMut(R::Done, &Tallied) -> Result<(), Error>,
) -> Result<(), Error>
where
    T: LlmOutput,
    R: Rows<T>,
{
    let input = job.input.path();
    if job.threads == 1 {
        let (mut reader, mut rows) = (Reader::new(job), rows());
        while let Some(chunk) = source.next().map_err(Error::io("read", input))? {
            let (done, tallied) = finished(&mut reader, &chunk, &mut rows).map_err(Error::Value)?;
            write(done, &tallied)?;
        }
        return Ok(());
    }
    let room = job.threads * 2;
    let (tasks, waiting) = sync_channel::<Task<R::Done>>(room);
    let (places, in_order) = sync_channel(room);
    let waiting = Mutex::new(waiting);
    let budget = Budget::new(BUDGET.max(room * 2 * CHUNK));
    thread::scope(|scope| {
        // If a thread cannot be started, the ones already running end when the channels they wait on are dropped.
        let failed = |error| Error::io("start a thread for", input)(error);
        let reading = match Builder::new().spawn_scoped(scope, || distribute(&mut source, &budget, tasks, places)) {
            Ok(reading) => reading,
            Err(error) => return Err(failed(error)),
        };
        let mut written = Ok(());
        for _ in 0..job.threads {
            if let Err(error) = Builder::new().spawn_scoped(scope, || work(job, &waiting, &rows)) {
                written = Err(failed(error));
                break;
            }
        }
        if written.is_ok() {
            written = collect(&in_order, &mut write);
        }
        // Without this receiver, the reading thread stops at its next chunk, and then the workers have no more.
        drop(in_order);
        let read = reading.join().expect("reading does not panic");
        written.and(read.map_err(Error::io("read", input)))
    })
}

fn finished<T: LlmOutput, R: Rows<T>>(reader: &mut Reader<'_>, chunk: &Chunk, rows: &mut R) -> Finished<R::Done> {
    let tallied = reader.read(chunk, rows)?;
    Ok((rows.take()?, tallied))
}

/// Reads chunks and hands them out.
#[expect(
    clippy::needless_pass_by_value,
    reason = "the other threads end when the senders are dropped"
)]
fn distribute<'b, D>(
    source: &mut Source,
    budget: &'b Budget,
    tasks: SyncSender<Task<D>>,
    places: SyncSender<Place<'b, D>>,
) -> io::Result<()> {
    while let Some(chunk) = source.next()? {
        let share = budget.take(chunk.content.memory());
        let (done, place) = sync_channel(1);
        if places.send((place, share)).is_err() || tasks.send((chunk, done)).is_err() {
            break;
        }
    }
    Ok(())
}

/// Turns chunks into rows until there are no more.
fn work<T: LlmOutput, R: Rows<T>>(job: &Job, waiting: &Mutex<Receiver<Task<R::Done>>>, rows: &impl Fn() -> R) {
    let (mut reader, mut rows) = (Reader::new(job), rows());
    loop {
        let task = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((chunk, done)) = task else { return };
        // Nobody waits for the rows after an error.
        let _ = done.send(finished(&mut reader, &chunk, &mut rows));
    }
}

/// Writes the rows of each chunk as soon as those before it are written.
fn collect<D>(
    in_order: &Receiver<Place<'_, D>>,
    write: &mut impl FnMut(D, &Tallied) -> Result<(), Error>,
) -> Result<(), Error> {
    for (place, _share) in in_order {
        // There is nothing if the thread panicked, and the scope passes that on.
        let Ok(finished) = place.recv() else { break };
        let (done, tallied) = finished.map_err(Error::Value)?;
        write(done, &tallied)?;
    }
    Ok(())
}
