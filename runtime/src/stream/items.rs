//! The elements of a list, each as soon as it is complete.

mod between;
mod element;
mod ending;
mod placed;
mod ready;
mod search;
mod taken;
mod whole;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use ending::{EndingStep, Missing};
use placed::Readings;
use ready::{Ready, ReadyItems, Unread};
use search::{Likeness, Search};
use whole::DeliveredErrors;

use super::place::StreamPlace;
use super::scan::{Scan, Scanned};
use super::utf8::Pending;
use crate::error::Lines;
use crate::path::{Frame, Level};
use crate::read::cursor::NOWHERE;
use crate::read::pieces::KnownRuns;
use crate::read::scan;
use crate::repair::Severity;
use crate::spec::Accepts;
use crate::{Finish, LlmOutput, Options, ParseError, Parsed, Repair};

/// The elements of a list, one by one while the reply arrives: see [`LlmOutput::items`].
///
/// An element is delivered once, when it is complete and the text after it shows that no later text can change it: in
/// valid JSON, with the closing bracket of the list, or with the first byte of the next element. Which elements are
/// delivered does not depend on how the reply is cut into chunks; in broken JSON, when they are delivered may depend on
/// it. An element that cannot be read is an `Err`, and the next one is still read. Spans refer to the whole reply.
///
/// The list is the answer itself, or JSON lines: an object on each line, without brackets around them. For a list inside an
/// object, name its key with [`at`](Self::at); otherwise, such a list is only found at the end of the reply.
///
/// Elements are delivered before the reply has ended. [`finish`](Self::finish) then compares them with the whole reply: if every
/// item is an `Ok`, the list is complete, and its elements are those that [`parse_llm`](LlmOutput::parse_llm) of a `Vec` returns.
/// If the list was cut off, even between two elements, or if the model corrected itself and wrote another list, the last item is
/// an error. [`end`](Self::end) reports another list as a field.
///
/// ```
/// use llm_output::LlmOutput;
///
/// #[derive(LlmOutput)]
/// struct Finding {
///     title: String,
/// }
///
/// let mut items = Finding::items().at("findings");
/// let mut titles = Vec::new();
/// for chunk in [r#"{"findings": [{"title": "fir"#, r#"st"}, {"title": "second"}, {"ti"#, r#"tle": "third"}]}"#] {
///     for finding in items.push(chunk) {
///         titles.push(finding?.value.title);
///     }
/// }
/// assert_eq!(titles, ["first", "second", "third"]);
/// # Ok::<(), llm_output::ParseError>(())
/// ```
#[must_use = "elements are read by pushing the chunks of a reply"]
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
pub struct Items<'o, T> {
    text: String,
    pub(super) options: Options<'o>,
    pending: Pending,
    /// The keys on the way to the list, and the search for it.
    way: Vec<String>,
    search: Option<Search>,
    place: StreamPlace,
    state: State,
    /// Everything before this position is delivered or skipped.
    pos: usize,
    /// The element has been scanned for its end up to this position.
    scanned: usize,
    /// Nothing can be decided until the text is this long.
    need: usize,
    index: u32,
    /// There is a list.
    has_begun: bool,
    /// Where it begins.
    start: usize,
    is_lines: bool,
    fenced: bool,
    /// It has a closing bracket.
    is_closed: bool,
    /// Its lines may begin with signs, so it is read at the end of the reply.
    is_held: bool,
    /// Where the element at `pos` ends, if it is plain JSON.
    plain_end: usize,
    /// Where the line ends whose element is complete.
    line_end: usize,
    /// How much has been used of the allowances for looking ahead and for reading again.
    used: (usize, usize),
    /// The strings side by side that earlier elements looked over, as far as more text cannot change what they are.
    runs: KnownRuns,
    /// How many bytes have been searched for the next element after a broken one.
    resumed: usize,
    /// How many bytes after broken elements have been looked at for the end of these.
    seen: usize,
    /// How many bytes after elements have been scanned for the end of these.
    rescanned: usize,
    /// What was done at the end of the reply.
    ending: EndingStep,
    /// Elements that only the whole reply shows.
    missing: Option<Missing>,
    /// The whole reply contains another list, which counts.
    revised: bool,
    /// The guesses about the list itself.
    doubts: Vec<Repair>,
    /// Something in the list is no plain JSON, so the whole reply may be read in another way.
    is_odd: bool,
    /// How the valid elements were read.
    readings: Readings,
    /// How all elements were read, if some of them are broken.
    all: Option<Readings>,
    /// The last of them.
    last: Range<usize>,
    /// One of them was repaired, and has more than one line.
    is_patched: bool,
    /// A limit ended the list.
    is_limited: bool,
    /// Which errors were delivered.
    said: DeliveredErrors,
    /// The number of lines before the element.
    lines: Lines,
    ready: ReadyItems<T>,
    /// There may be more elements in the text, which are read when the ready ones are taken.
    is_paused: bool,
}

/// How the elements of a list ended; see [`Items::end`].
#[derive(Debug)]
#[non_exhaustive]
pub struct EndedItems<T> {
    /// The remaining elements, as [`Items::finish`] returns them.
    pub rest: Vec<Result<Parsed<T>, ParseError>>,
    /// Whether the whole reply contains another list that is used instead, so the elements that were delivered are not the
    /// answer.
    ///
    /// Without [`Items::at`], this is the list that [`parse_llm`](LlmOutput::parse_llm) of a `Vec` returns. With it, it is the
    /// value that a struct with this key would get: from a later answer, or from the same key in the same object.
    ///
    /// It is `false` if the reply leaves open which list is used ([`Prefer::Only`](crate::Prefer::Only), or another list that was
    /// cut off): an error in [`rest`](Self::rest) says so.
    pub revised: bool,
    /// Guesses about the list itself that belong to none of its elements, such as text that was skipped right after it. If the
    /// options do not accept them, there is an error in [`rest`](Self::rest) instead. [`Options::on_repair`] receives them too.
    pub repairs: Vec<Repair>,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Before the list.
    Before,
    /// Before an element.
    Between,
    /// In an element.
    Inside(Scan),
    /// In an element that is not plain JSON.
    Odd,
    /// After the list.
    After,
}

impl<'o, T: LlmOutput> Items<'o, T> {
    pub(crate) fn new(options: &Options<'o>) -> Self {
        Self {
            text: String::new(),
            options: options.clone(),
            pending: Pending::default(),
            way: Vec::new(),
            search: None,
            place: StreamPlace::of_list(T::__FACTS.accepts, T::__OBJECT, options),
            state: State::Before,
            pos: 0,
            scanned: 0,
            need: 0,
            index: 0,
            has_begun: false,
            start: 0,
            is_lines: false,
            fenced: false,
            is_closed: false,
            is_held: false,
            plain_end: NOWHERE,
            line_end: NOWHERE,
            used: (0, 0),
            runs: KnownRuns::default(),
            resumed: 0,
            seen: 0,
            rescanned: 0,
            ending: EndingStep::NotYet,
            missing: None,
            revised: false,
            doubts: Vec::new(),
            is_odd: false,
            readings: Readings::default(),
            all: None,
            last: 0..0,
            is_patched: false,
            is_limited: false,
            said: DeliveredErrors::default(),
            lines: Lines::default(),
            ready: ReadyItems::new(),
            is_paused: false,
        }
    }

    /// Reads the elements of the list under this key: of the answer, or of an object at any depth inside it. The first key
    /// with a list is used.
    ///
    /// Dots separate the keys of a path, each directly inside the object under the key before it: `data.items` finds
    /// the list in `{"data": {"items": [..]}}`, even if that object is nested in another one.
    ///
    /// Case and separators are ignored (`line_items` finds `lineItems`), as for the keys of a type, if the options
    /// accept [`Severity::Coercion`]. A misspelled key, and a single object in place of the list, are only recognized
    /// at the end of the reply.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// let text = r#"{"status": "ok", "data": {"items": [1, 2], "next": null}}"#;
    /// for key in ["items", "Items", "data.items"] {
    ///     let mut items = u32::items().at(key);
    ///     let read: Vec<u32> = items.push(text).flatten().map(|item| item.value).collect();
    ///     assert_eq!(read, [1, 2]);
    /// }
    /// ```
    pub fn at(mut self, key: impl Into<String>) -> Self {
        let key: String = key.into();
        self.way = key.split('.').map(str::to_owned).collect();
        let likeness = if self.options.accept >= Some(Severity::Coercion) {
            Likeness::Folded
        } else {
            Likeness::Exact
        };
        self.search = Some(Search::new(&self.way, likeness, &self.options.markers));
        self
    }

    /// Says why the model stopped, if the provider reports it: like [`Options::finish`], once it is known.
    pub fn stopped_by(mut self, finish: Finish) -> Self {
        self.options.stopped_by(finish);
        self
    }

    /// The reply so far, as much of it as [`Limits::bytes`](crate::Limits::bytes) allows.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the next chunk of the reply, and returns the elements that are complete by now.
    ///
    /// Elements that you do not take from the iterator are returned first by the next push. At most 32 elements with repairs or errors
    /// are read ahead, because their reports need much more memory than their text.
    pub fn push(&mut self, chunk: &str) -> impl Iterator<Item = Result<Parsed<T>, ParseError>> {
        if !self.pending.is_empty() {
            self.end_character();
        }
        let before = self.text.len();
        self.append(chunk);
        if !self.is_inside(before) {
            self.read_on();
        }
        Ready(self)
    }

    /// Like [`push`](Self::push), for bytes: a character may be split between two chunks.
    pub fn push_bytes(&mut self, chunk: &[u8]) -> impl Iterator<Item = Result<Parsed<T>, ParseError>> {
        self.push_raw(chunk);
        Ready(self)
    }

    /// The next element that is complete.
    pub(crate) fn next_ready(&mut self) -> Option<Result<Parsed<T>, ParseError>> {
        while self.ready.len() == 0 {
            if self.is_paused {
                self.read_on();
            } else if !self.read_end() {
                break;
            }
        }
        let next = self.ready.pop_front();
        if next.is_none() && core::mem::take(&mut self.revised) {
            let marker = self.options.markers.first().copied();
            return Some(Err(ParseError::retracted(marker, self.start, &self.text)));
        }
        next
    }

    /// The remaining elements, once the reply has ended, and errors about the list as a whole.
    ///
    /// If the list was cut off, the last item is an error of the kind [`ErrorKind::Truncated`](crate::ErrorKind::Truncated), whether
    /// or not the cut is inside an element. If no list was found at all, an error says why. If another list of the reply is used
    /// instead of the one whose elements were delivered, the last item is an error of the kind
    /// [`ErrorKind::Ambiguous`](crate::ErrorKind::Ambiguous).
    ///
    /// ```
    /// use llm_output::{ErrorKind, LlmOutput};
    ///
    /// let mut items = u32::items();
    /// assert_eq!(items.push("[1, 2]\n\nNo, wait:\n[3]").count(), 2);
    /// let rest: Vec<_> = items.finish().collect();
    /// assert_eq!(rest[0].as_ref().unwrap_err().kind(), ErrorKind::Ambiguous);
    /// ```
    pub fn finish(mut self) -> impl Iterator<Item = Result<Parsed<T>, ParseError>> {
        let is_ended = !self.is_paused;
        if is_ended {
            self.end_text();
        }
        Unread::new(self, is_ended)
    }

    /// Like [`finish`](Self::finish), but if the elements were retracted, a field of the result says so instead of an
    /// error.
    ///
    /// ```
    /// use llm_output::LlmOutput;
    ///
    /// let mut items = u32::items();
    /// assert_eq!(items.push("[1, 2]\n\nNo, wait:\n[3]").count(), 2);
    /// let ended = items.end();
    /// assert!(ended.rest.is_empty());
    /// assert!(ended.revised);
    /// ```
    pub fn end(mut self) -> EndedItems<T> {
        self.end_text();
        while self.read_end() {}
        EndedItems {
            rest: self.ready.into_rest(),
            revised: self.revised,
            repairs: self.doubts,
        }
    }

    /// Whether the element continues after what was appended to the text. `before` is the previous length of the text.
    #[inline]
    fn is_inside(&mut self, before: usize) -> bool {
        let State::Inside(scan) = &mut self.state else {
            return false;
        };
        // Most chunks are a piece of a string, and contain nothing that ends the string.
        if self.scanned == before && scan.is_in_string() && scan::is_plain(self.text.as_bytes(), before) {
            self.scanned = self.text.len();
            return true;
        }
        scan.go_on(&self.text, &mut self.scanned) == Scanned::Wait
    }

    /// Reads what has arrived, until so many elements are ready that some of them have to be taken first.
    fn read_on(&mut self) {
        if self.text.len() < self.need {
            return;
        }
        self.need = 0;
        while !self.ready.is_full() && self.read_piece() {}
        self.is_paused = self.ready.is_full();
    }

    /// Reads all that has arrived.
    fn read_all(&mut self) {
        if self.text.len() < self.need {
            return;
        }
        self.need = 0;
        while self.read_piece() {}
        self.is_paused = false;
    }

    /// Goes on to the next state. Returns whether something has changed.
    #[inline]
    fn read_piece(&mut self) -> bool {
        match self.state {
            State::Before => self.begin(),
            State::Between => self.next(),
            State::Inside(_) => self.look_for_end(),
            State::Odd => self.read(false),
            State::After => false,
        }
    }

    fn begin(&mut self) -> bool {
        if self.is_held {
            return false;
        }
        let (start, document) = if let Some(search) = &mut self.search {
            let Some(start) = search.find(&self.text) else {
                return false;
            };
            self.fenced = search.is_fenced(&self.text);
            (start, search.document())
        } else {
            let Some(found) = self.place.find(&self.text) else {
                return false;
            };
            self.fenced = found.is_fenced;
            (found.start, found.start)
        };
        if matches!(self.ending, EndingStep::NotYet) && crate::extract::is_prefixed(&self.text, document) {
            self.is_held = true;
            return false;
        }
        let is_lines = self.search.is_none() && self.text.as_bytes()[start] == b'{';
        self.begin_at(start, is_lines);
        true
    }

    fn begin_at(&mut self, start: usize, is_lines: bool) {
        self.has_begun = true;
        self.start = start;
        self.is_lines = is_lines;
        self.pos = start + usize::from(!is_lines);
        self.state = State::Between;
    }

    /// The engine looked at everything from `start` on, and reached the end.
    fn wait_for_more(&mut self, start: usize) {
        let looked = self.text.len() - start;
        self.need = self.text.len() + (looked / 2).max(1);
    }
}

/// Calls `then` with the frame of the value under these keys.
fn on_way(way: &[String], at: &Frame<'_>, then: &mut dyn FnMut(&Frame<'_>)) {
    match way.split_first() {
        Some((key, rest)) => on_way(rest, &Frame::below(at, Level::Map { key: Some(key) }), then),
        None => then(at),
    }
}

impl<T> fmt::Debug for Items<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("text", &self.text.len())
            .field("key", &self.way.join("."))
            .field("index", &self.index)
            .finish_non_exhaustive()
    }
}

/// What a list of such elements is read from.
pub(super) const fn listed(accepts: Accepts) -> Accepts {
    if accepts.has(Accepts::OBJECT) {
        Accepts::ARRAY.or(Accepts::OBJECT)
    } else {
        Accepts::ARRAY
    }
}
