//! The input: decompressed, and cut into chunks of whole lines.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;
use crate::job::{Input, Job};

/// How many bytes a chunk of lines has: large enough that handing it to a thread costs nothing, and small enough for its
/// rows to stay in the cache.
pub(crate) const CHUNK: usize = 128 * 1024;

/// How far past `max_line` a line is read before it is too long, since white space at its end is not part of it.
const LINE_END: usize = 64;

/// Consecutive lines of the input.
#[derive(Debug)]
pub(crate) struct Chunk {
    /// The number of the first line, from 1.
    pub(crate) first_line: u64,
    pub(crate) content: Content,
}

/// The lines of a chunk.
#[derive(Debug)]
pub(crate) enum Content {
    /// Whole lines, each with its line break except for the last one of the input.
    Lines(Vec<u8>),
    /// One line that is longer than the limit, and was not kept.
    TooLong {
        /// Its length in bytes.
        length: u64,
        /// Whether there is only white space in it.
        is_blank: bool,
    },
}

/// Reads chunks.
pub(crate) struct Source {
    reader: Box<dyn Read + Send>,
    max_line: usize,
    /// The number of the next line.
    next_line: u64,
    /// Lines that a run before this one has written.
    skip: u64,
    /// What was read after the last line break.
    rest: Vec<u8>,
    is_at_end: bool,
}

impl Source {
    /// Opens the input, and reads its beginning: a folder can be opened, but not read, and a compressed file may be broken. The number
    /// of bytes read from it is counted in `read`.
    pub(crate) fn open(job: &Job, read: &Arc<AtomicU64>) -> Result<Self, Error> {
        let path = job.input.path();
        let reader: Box<dyn Read + Send> = match &job.input {
            Input::Stdin => Box::new(io::stdin()),
            Input::File(path) => Box::new(File::open(path).map_err(Error::io("read", path))?),
        };
        let read = Arc::clone(read);
        let reader = BufReader::with_capacity(CHUNK, Counted { reader, read });
        let mut source = Self {
            reader: decompressed(reader).map_err(Error::io("read", path))?,
            max_line: job.max_line,
            next_line: 1,
            skip: 0,
            rest: Vec::new(),
            is_at_end: false,
        };
        source.begin().map_err(Error::io("read", path))?;
        Ok(source)
    }

    /// Reads the beginning, without a byte order mark.
    fn begin(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.fill(&mut bytes)?;
        if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
            let message = "it is UTF-16, and JSON Lines are UTF-8: convert it first";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        if bytes.starts_with("\u{feff}".as_bytes()) {
            bytes.drain(.."\u{feff}".len());
        }
        self.rest = bytes;
        Ok(())
    }

    /// Passes over the first `skip` lines that are rows.
    pub(crate) fn after(mut self, skip: u64) -> Self {
        self.skip = skip;
        self
    }

    /// The next chunk.
    pub(crate) fn next(&mut self) -> io::Result<Option<Chunk>> {
        loop {
            let Some(content) = self.next_unskipped()? else {
                return match self.skip {
                    0 => Ok(None),
                    more => Err(io::Error::other(format!(
                        "it has too few lines for the rows of the output ({more} missing): resume with the same input"
                    ))),
                };
            };
            let first_line = self.next_line;
            self.next_line += content.line_breaks();
            let chunk = Chunk { first_line, content };
            if let Some(chunk) = self.skipped(chunk) {
                return Ok(Some(chunk));
            }
        }
    }

    fn next_unskipped(&mut self) -> io::Result<Option<Content>> {
        let mut bytes = std::mem::take(&mut self.rest);
        // Where to look for a line break.
        let mut seen = 0;
        loop {
            if let Some(at) = memchr::memrchr(b'\n', &bytes[seen..]) {
                self.rest = bytes.split_off(seen + at + 1);
                return Ok(Some(Content::Lines(bytes)));
            }
            seen = bytes.len();
            if self.is_at_end {
                return Ok((!bytes.is_empty()).then_some(Content::Lines(bytes)));
            }
            if seen > self.max_line.saturating_add(LINE_END) {
                return self.pass_over(&bytes).map(Some);
            }
            self.fill(&mut bytes)?;
        }
    }

    /// Reads up to [`CHUNK`] bytes more.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        bytes.reserve(CHUNK);
        let count = (&mut self.reader).take(CHUNK as u64).read_to_end(bytes)?;
        self.is_at_end = count < CHUNK;
        Ok(())
    }

    /// Reads to the end of a line that is too long.
    fn pass_over(&mut self, seen: &[u8]) -> io::Result<Content> {
        let mut length = seen.len() as u64;
        let mut is_blank = seen.trim_ascii().is_empty();
        let mut bytes = Vec::with_capacity(CHUNK);
        loop {
            bytes.clear();
            self.fill(&mut bytes)?;
            if let Some(at) = memchr::memchr(b'\n', &bytes) {
                length += at as u64;
                is_blank &= bytes[..at].trim_ascii().is_empty();
                self.rest = bytes.split_off(at + 1);
                // The rest may have whole lines: they are in the next chunk.
                return Ok(Content::TooLong { length, is_blank });
            }
            length += bytes.len() as u64;
            is_blank &= bytes.trim_ascii().is_empty();
            if self.is_at_end {
                return Ok(Content::TooLong { length, is_blank });
            }
        }
    }

    /// The part of a chunk that is not to be skipped.
    fn skipped(&mut self, chunk: Chunk) -> Option<Chunk> {
        if self.skip == 0 {
            return Some(chunk);
        }
        let mut bytes = match chunk.content {
            Content::Lines(bytes) => bytes,
            Content::TooLong { is_blank, .. } => {
                self.skip -= u64::from(!is_blank);
                return None;
            }
        };
        let mut first_line = chunk.first_line;
        let mut kept = bytes.len();
        let mut start = 0;
        for line in lines(&bytes) {
            if self.skip == 0 {
                kept = start;
                break;
            }
            start += line.len() + 1;
            first_line += 1;
            self.skip -= u64::from(is_row(line));
        }
        if kept == bytes.len() {
            return None;
        }
        bytes.drain(..kept);
        let content = Content::Lines(bytes);
        Some(Chunk { first_line, content })
    }
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Source")
            .field("skip", &self.skip)
            .finish_non_exhaustive()
    }
}

impl Content {
    /// How many bytes it needs.
    pub(crate) fn memory(&self) -> usize {
        match self {
            Self::Lines(bytes) => bytes.capacity(),
            Self::TooLong { .. } => 0,
        }
    }

    /// How many lines end here. Only the last line of the input may have no line break.
    fn line_breaks(&self) -> u64 {
        match self {
            Self::Lines(bytes) => memchr::memchr_iter(b'\n', bytes).count() as u64,
            Self::TooLong { .. } => 1,
        }
    }
}

/// The lines of a chunk, without their line breaks.
pub(crate) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (line, after) = match memchr::memchr(b'\n', rest) {
            Some(at) => (&rest[..at], &rest[at + 1..]),
            None => (rest, &rest[rest.len()..]),
        };
        rest = after;
        Some(line)
    })
}

/// Whether a line is a row: a blank one is none.
pub(crate) fn is_row(line: &[u8]) -> bool {
    !line.trim_ascii().is_empty()
}

/// The bytes of `reader`, which may be compressed: its first bytes say so, whatever the file is called.
fn decompressed(mut reader: impl BufRead + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let start = reader.fill_buf()?;
    if start.starts_with(&[0x1f, 0x8b]) {
        return Ok(Box::new(flate2::bufread::MultiGzDecoder::new(reader)));
    }
    if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        return Ok(Box::new(zstd::Decoder::with_buffer(reader)?));
    }
    Ok(Box::new(reader))
}

/// Counts the bytes that are read.
struct Counted {
    reader: Box<dyn Read + Send>,
    read: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// How many bytes the input has, if that is known.
pub(crate) fn length(path: &Path) -> Option<u64> {
    let metadata = path.metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}
