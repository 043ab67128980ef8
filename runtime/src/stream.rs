//! Typed values while the text is still streaming.
//!
//! `T::stream()` shows a value of the type that grows with every chunk of a reply; `finish` is `parse_llm` of the whole reply.
//! The [guide](crate::guide::streaming) has the rules.
//!
//! It is built on one idea: *a reading that never looked at the end of the text is final.* The result of the engine depends
//! only on the bytes that it looks at, so later text cannot change what was read without looking at the end. The stream
//! therefore needs no repairs of its own: it asks the engine about the text so far, and waits if the engine reached the
//! end.

mod change;
mod compare;
pub(crate) mod form;
#[cfg(feature = "futures")]
mod futures;
mod items;
pub(crate) mod kind;
#[cfg(all(test, feature = "derive"))]
mod linear;
mod place;
mod probe;
mod reader;
mod scan;
mod text;
mod utf8;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use change::Changes;
pub use change::{Change, Changed};
pub use compare::Way;
#[cfg(feature = "futures")]
pub use futures::{Chunk, Following, ItemStream, StreamError};
pub use items::{EndedItems, Items};
pub use probe::{Around as Probed, probe};

use form::{Act, FormOf, Growth, Outcome, Root};
use kind::Level;
use reader::Reader;
use utf8::Pending;
pub(crate) use utf8::Pending as Utf8;

use crate::portable::OnceLock;
use crate::{Finish, LlmOutput, Options, ParseError, Parsed, Path};

/// A type that can be shown while its text is still arriving: one with `#[llm(stream)]`, or a list of any type.
///
/// The derive implements it, and generates the type of the partial. It cannot be implemented by hand.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a `Stream`: it has no growing form",
    label = "no growing form for this type",
    note = "add `#[llm(stream)]` to the type: a struct, a newtype or an enum with data; a `Vec` of anything grows too"
)]
pub trait Streamed: LlmOutput {
    /// The type of the value as it grows: `ReviewPartial` for a struct `Review`; `Option<StepPartial>` for an enum
    /// `Step`, which is `None` until the variant is known; a `Vec` of growing elements for a list.
    type Partial: Default;

    /// How the reader finds its way into the value.
    #[doc(hidden)]
    type __Root: Root<Self, Growing = Self::Partial>;
}

impl<T: LlmOutput> Streamed for Vec<T>
where
    FormOf<T>: form::Acts<T>,
{
    type Partial = form::SlotOf<Self>;
    type __Root = form::Listed;
}

impl<T: Streamed> Streamed for Option<T>
where
    FormOf<T>: form::Acts<T>,
{
    type Partial = form::SlotOf<Self>;
    type __Root = form::Optional;
}

impl<T: Streamed> Streamed for Box<T>
where
    FormOf<T>: form::Acts<T>,
{
    type Partial = form::SlotOf<Self>;
    type __Root = form::Boxed;
}

/// Whether `value` does not contain everything that is shown: for the tests.
pub fn misses<T: Streamed>(shown: &T::Partial, value: &T::Partial) -> bool {
    T::__Root::root_misses(shown, value, &mut Way::default())
}

/// The complete value in its growing form: for the tests.
pub fn show<T: Streamed>(value: T) -> T::Partial {
    T::__Root::root_show(value)
}

/// How much of a value has arrived, if it is shown with its state; see [`Growing`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum State {
    /// Nothing of it has arrived.
    #[default]
    Pending,
    /// It has begun.
    Incomplete,
    /// It is complete, or `null`.
    Complete,
}

/// What has arrived of a value, and its state: the type of a field with `#[llm(stream(state))]` in the partial.
///
/// It distinguishes a list without elements so far from a complete empty list, and a complete string from one that is still
/// growing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Growing<T> {
    /// What has arrived of the value.
    pub value: T,
    /// How much of the value has arrived.
    pub state: State,
}

/// A reply that is read while it arrives.
///
/// ```
/// use llm_output::LlmOutput;
///
/// #[derive(Debug, LlmOutput)]
/// #[llm(stream)]
/// struct Answer {
///     title: String,
///     tags: Vec<String>,
/// }
///
/// let mut stream = Answer::stream();
/// assert_eq!(stream.push("Sure!\n```json\n{\"title\": \"All go").title.as_deref(), Some("All go"));
/// let partial = stream.push("od\", \"tags\": [\"a\", \"b");
/// assert_eq!(partial.title.as_deref(), Some("All good"));
/// assert_eq!(partial.tags, ["a", "b"]);
///
/// stream.push("\"]}\n```");
/// assert_eq!(stream.finish().unwrap().value.tags, ["a", "b"]);
/// ```
#[must_use = "a stream is read by pushing the chunks of a reply"]
pub struct Stream<'o, T: Streamed> {
    partial: T::Partial,
    reader: Reader,
    options: Options<'o>,
    pending: Pending,
    /// The changes of the push before [`Stream::changes`] was first called. From then on, changes are kept.
    replayed: OnceLock<Changes>,
}

/// How a stream ended; see [`Stream::end`].
#[derive(Debug)]
#[non_exhaustive]
pub struct Ended<T: Streamed> {
    /// The result of parsing the whole reply, as [`Stream::finish`] returns it.
    pub result: Result<Parsed<T>, ParseError>,
    /// What was shown last.
    pub partial: T::Partial,
    /// The first field or element that was revised: its final value does not contain what the partial showed. `None` if
    /// the final value contains everything that was shown, or if there is no final value.
    pub revised: Option<Path>,
}

/// A growing value, as the reader sees it.
struct Held<'s, T: Streamed>(&'s mut T::Partial);

impl<T: Streamed> reader::Root for Held<'_, T> {
    fn leaf(&mut self, way: &[Level]) -> Option<&mut String> {
        T::__Root::root_leaf(self.0, way)
    }

    fn act(&mut self, way: &[Level], act: &mut Act<'_, '_>) -> Outcome {
        T::__Root::root_act(self.0, way, act)
    }
}

impl<'o, T: Streamed> Stream<'o, T> {
    pub(crate) fn new(options: &Options<'o>) -> Self {
        Self {
            partial: T::Partial::default(),
            reader: Self::reader(options),
            options: options.clone(),
            pending: Pending::default(),
            replayed: OnceLock::new(),
        }
    }

    fn reader(options: &Options<'_>) -> Reader {
        Reader::new(<T::__Root as Growth<T>>::KIND, T::__FACTS.accepts, options)
    }

    /// Reads the next chunk of the reply, and returns the value so far.
    ///
    /// What was shown stays: a later chunk only adds to it.
    pub fn push(&mut self, chunk: &str) -> &T::Partial {
        let before = self.text().len();
        if self.reader.is_growing() {
            if chunk.is_empty() {
                self.reader.stop_growing();
            } else if self.reader.append_plain(chunk) {
                if let Some(leaf) = T::__Root::root_leaf(&mut self.partial, self.reader.spine()) {
                    self.reader.grow(leaf, chunk);
                    return &self.partial;
                }
                self.reader.stop_growing();
            }
        } else {
            if !self.pending.is_empty() {
                self.end_character();
            }
            self.reader.append(chunk);
        }
        self.reader.changes.begin_push(self.replayed.get().is_some());
        let root = &mut Held::<T>(&mut self.partial);
        self.reader.read_on(before, &self.options, root);
        &self.partial
    }

    /// Ends a character that [`push_bytes`](Self::push_bytes) began, and whose rest never arrived.
    #[cold]
    fn end_character(&mut self) {
        self.reader.append(self.pending.end());
    }

    /// Like [`push`](Self::push), for bytes as they come from a socket: a character may be split between two chunks.
    ///
    /// Invalid UTF-8 is read as U+FFFD, as in [`String::from_utf8_lossy`].
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// #[derive(LlmOutput)]
    /// #[llm(stream)]
    /// struct Answer {
    ///     title: String,
    /// }
    ///
    /// let mut stream = Answer::stream();
    /// let (one, other) = "{\"title\": \"né".as_bytes().split_at(13);
    /// stream.push_bytes(one);
    /// assert_eq!(stream.push_bytes(other).title.as_deref(), Some("né"));
    /// ```
    pub fn push_bytes(&mut self, chunk: &[u8]) -> &T::Partial {
        self.reader.changes.begin_push(self.replayed.get().is_some());
        let Self {
            partial,
            reader,
            options,
            pending,
            ..
        } = self;
        let mut is_first = true;
        pending.decode(chunk, |piece| {
            reader.push_piece(piece, is_first, options, &mut Held::<T>(partial));
            is_first = false;
        });
        if is_first {
            // Nothing has arrived that could be shown.
            reader.push_piece("", is_first, options, &mut Held::<T>(partial));
        }
        if !pending.is_empty() {
            // The text of the next chunk will begin with the rest of this character.
            reader.stop_growing();
        }
        &self.partial
    }

    /// The value so far.
    pub fn partial(&self) -> &T::Partial {
        &self.partial
    }

    /// The reply so far.
    pub fn text(&self) -> &str {
        &self.reader.text
    }

    /// Whether the last closing bracket of the answer has arrived. Prose may still follow, or another answer that is
    /// used instead. If the answer needs a repair, this may stay `false` although all of the answer has arrived. Do not
    /// wait for it; call [`finish`](Self::finish) when the reply ends.
    pub fn is_complete(&self) -> bool {
        self.reader.is_complete()
    }

    /// What the last push changed, in the order of the text, so a user interface does not have to compare values.
    ///
    /// Changes are only kept if you ask for them: the first call reads the text so far again, and further calls cost next
    /// to nothing.
    ///
    /// ```
    /// use llm_output::{Changed, LlmOutput};
    ///
    /// #[derive(LlmOutput)]
    /// #[llm(stream)]
    /// struct Answer {
    ///     title: String,
    ///     score: u32,
    /// }
    ///
    /// let mut stream = Answer::stream();
    /// stream.push("{\"title\": \"All go");
    /// stream.push("od\", \"score\": 7}");
    /// let changes: Vec<_> = stream.changes().map(|change| format!("{change:?}")).collect();
    /// assert_eq!(changes, ["title: Grew(\"od\")", "title: Done", "score: Set", "$: Done"]);
    /// ```
    pub fn changes(&self) -> impl Iterator<Item = Change<'_>> {
        let reader = &self.reader;
        let changes = if reader.changes.are_known() {
            &reader.changes
        } else {
            self.replayed.get_or_init(|| self.replay())
        };
        changes.iter(&reader.text, reader.pos(), reader.spine())
    }

    /// The changes of the last chunk, found by reading all of the text again.
    fn replay(&self) -> Changes {
        let mut partial = T::Partial::default();
        let mut reader = Self::reader(&self.options);
        reader.replay(&self.reader, &self.options, &mut Held::<T>(&mut partial));
        reader.changes
    }

    /// Sets why the model stopped, if the provider reports it. Does the same as [`Options::finish`], but on a stream that
    /// already exists. The last call wins, except that a refusal is never overwritten.
    pub fn stopped_by(mut self, finish: Finish) -> Self {
        self.options.stopped_by(finish);
        self
    }

    /// The value of the whole reply, as [`LlmOutput::parse_llm_with`] returns it.
    ///
    /// # Errors
    ///
    /// The same as for [`LlmOutput::parse_llm_with`].
    pub fn finish(self) -> Result<Parsed<T>, ParseError> {
        let Self {
            partial,
            reader,
            options,
            mut pending,
            ..
        } = self;
        // What is shown is no longer needed, and the value needs the memory.
        drop(partial);
        let mut text = reader.text;
        text.push_str(pending.end());
        text.shrink_to_fit();
        T::parse_llm_with(&text, &options)
    }

    /// Like [`finish`](Self::finish), but also returns what was shown last, and where the final value differs from it.
    pub fn end(mut self) -> Ended<T> {
        self.reader.text.push_str(self.pending.end());
        let result = T::parse_llm_with(&self.reader.text, &self.options);
        let revised = if result.is_ok() { self.revised() } else { None };
        Ended {
            result,
            partial: self.partial,
            revised,
        }
    }
}

impl<T: Streamed> Stream<'_, T> {
    /// Where the value of the whole reply does not contain what was shown. The value is read once more for this comparison,
    /// since it need not be `Clone`; its repairs are not reported twice.
    fn revised(&self) -> Option<Path> {
        let options = Options {
            on_repair: None,
            ..self.options.clone()
        };
        let value = crate::surface::parse::<T>(&self.reader.text, &options).ok()?.value;
        let mut place = Way::default();
        T::__Root::root_misses(&self.partial, &T::__Root::root_show(value), &mut place).then(|| place.path())
    }
}

impl<T: Streamed> fmt::Debug for Stream<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream")
            .field("text", &self.reader.text.len())
            .field("is_complete", &self.is_complete())
            .finish_non_exhaustive()
    }
}
