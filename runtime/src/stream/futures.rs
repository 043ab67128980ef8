//! Replies that arrive as a `futures` stream: of text, of bytes, or of `Result`s of them.

use std::convert::Infallible;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream as Source;

use super::{Ended, Items, Stream, Streamed};
#[cfg(feature = "events")]
use crate::events::Delta;
use crate::{Finish, LlmOutput, Options, ParseError, Parsed};

/// An item of a source: a chunk of text or bytes, or an error in its place.
pub trait Chunk {
    /// The chunk's bytes.
    type Bytes: AsRef<[u8]>;
    /// The error that the source may return in place of a chunk.
    type Error;

    /// Returns the chunk.
    ///
    /// # Errors
    ///
    /// The error of the source.
    fn into_chunk(self) -> Result<Self::Bytes, Self::Error>;

    /// Why the model stopped, if this chunk says so. It has the effect of [`Stream::stopped_by`].
    fn finish(&self) -> Option<Finish> {
        None
    }
}

impl<C: AsRef<[u8]>, E> Chunk for Result<C, E> {
    type Bytes = C;
    type Error = E;

    fn into_chunk(self) -> Result<C, E> {
        self
    }
}

macro_rules! chunks {
    ($($type:ty)*) => {$(
        impl Chunk for $type {
            type Bytes = Self;
            type Error = Infallible;

            fn into_chunk(self) -> Result<Self, Infallible> {
                Ok(self)
            }
        }
    )*};
}

chunks! { String &str Vec<u8> &[u8] }

/// The text of a provider's event, and why the model stopped.
#[cfg(feature = "events")]
impl Chunk for Delta {
    type Bytes = String;
    type Error = Infallible;

    fn into_chunk(self) -> Result<String, Infallible> {
        Ok(self.text)
    }

    fn finish(&self) -> Option<Finish> {
        self.finish
    }
}

#[cfg(feature = "events")]
impl<E> Chunk for Result<Delta, E> {
    type Bytes = String;
    type Error = E;

    fn into_chunk(self) -> Result<String, E> {
        self.map(|delta| delta.text)
    }

    fn finish(&self) -> Option<Finish> {
        self.as_ref().ok()?.finish
    }
}

/// Passes on why the model stopped. Once it has refused, a later event that says otherwise does not count.
fn stop<C: Chunk>(options: &mut Options<'_>, chunk: &C) {
    if let Some(finish) = chunk.finish() {
        options.stopped_by(finish);
    }
}

/// An error in place of an element.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError<E> {
    /// The source failed.
    Source(E),
    /// The element cannot be read. The next one may be.
    Parse(ParseError),
}

impl<E: fmt::Display> fmt::Display for StreamError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Parse(error) => error.fmt(f),
        }
    }
}

impl<E: std::error::Error> std::error::Error for StreamError<E> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Source(error) => error.source(),
            Self::Parse(error) => error.source(),
        }
    }
}

/// The elements of a list as a stream, see [`Items::from_stream`].
#[must_use = "streams do nothing unless polled"]
pub struct ItemStream<'o, S, T> {
    source: S,
    items: Items<'o, T>,
    is_over: bool,
}

impl<'o, T: LlmOutput> Items<'o, T> {
    /// The elements as a stream (feature `futures`), from a source of text or bytes, or of `Result`s of them.
    ///
    /// The source is polled only if no element is ready, so a slow reader slows the source down. Dropping the stream drops
    /// the source.
    ///
    /// ```
    /// use futures_core::Stream;
    /// use llm_output::{LlmOutput, ParseError};
    ///
    /// // Like `futures::StreamExt::next`.
    /// async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    ///     std::future::poll_fn(|context| std::pin::Pin::new(&mut *stream).poll_next(context)).await
    /// }
    ///
    /// async fn total(source: impl Stream<Item = String> + Unpin) -> Result<u32, ParseError> {
    ///     let mut items = u32::items().from_stream(source);
    ///     let mut total = 0;
    ///     while let Some(item) = next(&mut items).await {
    ///         match item {
    ///             Ok(item) => total += item.value,
    ///             Err(llm_output::StreamError::Parse(error)) => return Err(error),
    ///             Err(_) => unreachable!("the source never fails"),
    ///         }
    ///     }
    ///     Ok(total)
    /// }
    /// ```
    pub fn from_stream<S>(self, source: S) -> ItemStream<'o, S, T>
    where
        S: Source<Item: Chunk>,
    {
        ItemStream {
            source,
            items: self,
            is_over: false,
        }
    }
}

impl<S, T> Source for ItemStream<'_, S, T>
where
    S: Source<Item: Chunk> + Unpin,
    T: LlmOutput + Unpin,
{
    type Item = Result<Parsed<T>, StreamError<<S::Item as Chunk>::Error>>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        loop {
            if let Some(item) = this.items.next_ready() {
                return Poll::Ready(Some(item.map_err(StreamError::Parse)));
            }
            if this.is_over {
                return Poll::Ready(None);
            }
            match Pin::new(&mut this.source).poll_next(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(Some(chunk)) => {
                    stop(&mut this.items.options, &chunk);
                    match chunk.into_chunk() {
                        Ok(chunk) => this.items.push_raw(chunk.as_ref()),
                        Err(error) => return Poll::Ready(Some(Err(StreamError::Source(error)))),
                    }
                }
                Poll::Ready(None) => {
                    this.is_over = true;
                    this.items.end_text();
                }
            }
        }
    }
}

impl<S, T> fmt::Debug for ItemStream<'_, S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ItemStream")
            .field("items", &self.items)
            .finish_non_exhaustive()
    }
}

/// A growing value together with the source of its text; see [`Stream::follow`].
#[must_use = "a value grows only while it is polled"]
pub struct Following<'o, S, T: Streamed> {
    source: S,
    stream: Stream<'o, T>,
    /// The source has ended, and must not be polled again.
    is_over: bool,
}

impl<'o, T: Streamed> Stream<'o, T> {
    /// Follows a source of text or bytes, or of `Result`s of them (feature `futures`).
    ///
    /// ```
    /// use futures_core::Stream;
    /// use llm_output::{LlmOutput, ParseError};
    ///
    /// #[derive(LlmOutput)]
    /// #[llm(stream)]
    /// struct Answer {
    ///     title: String,
    /// }
    ///
    /// async fn show(source: impl Stream<Item = String> + Unpin) -> Result<Answer, ParseError> {
    ///     let mut answer = Answer::stream().follow(source);
    ///     while let Some(partial) = answer.next().await {
    ///         let Ok(partial) = partial;
    ///         println!("{}", partial.title.as_deref().unwrap_or_default());
    ///     }
    ///     Ok(answer.into_stream().finish()?.into_value())
    /// }
    /// ```
    pub fn follow<S>(self, source: S) -> Following<'o, S, T>
    where
        S: Source<Item: Chunk> + Unpin,
    {
        Following {
            source,
            stream: self,
            is_over: false,
        }
    }
}

impl<'o, S, T> Following<'o, S, T>
where
    S: Source<Item: Chunk> + Unpin,
    T: Streamed,
{
    /// Waits for the next chunk, and returns the value so far; `None` if the source has ended.
    ///
    /// It can be dropped while it waits, as in `select!`, and called again: no chunk is lost.
    ///
    /// # Errors
    ///
    /// The error of the source.
    pub async fn next(&mut self) -> Option<Result<&T::Partial, <S::Item as Chunk>::Error>> {
        if self.is_over {
            return None;
        }
        let source = &mut self.source;
        let Some(chunk) = poll_fn(|context| Pin::new(&mut *source).poll_next(context)).await else {
            self.is_over = true;
            return None;
        };
        stop(&mut self.stream.options, &chunk);
        match chunk.into_chunk() {
            Ok(chunk) => Some(Ok(self.stream.push_bytes(chunk.as_ref()))),
            Err(error) => Some(Err(error)),
        }
    }

    /// The stream so far, for its changes and its state.
    pub fn stream(&self) -> &Stream<'o, T> {
        &self.stream
    }

    /// The stream without its source.
    pub fn into_stream(self) -> Stream<'o, T> {
        self.stream
    }

    /// Reads the rest of the source, and returns how the stream ended.
    ///
    /// # Errors
    ///
    /// The first error of the source.
    pub async fn end(mut self) -> Result<Ended<T>, <S::Item as Chunk>::Error> {
        while let Some(partial) = self.next().await {
            partial?;
        }
        Ok(self.stream.end())
    }
}

impl<S, T: Streamed> fmt::Debug for Following<'_, S, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Following")
            .field("stream", &self.stream)
            .finish_non_exhaustive()
    }
}
