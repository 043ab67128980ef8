//! The elements of a list, each as soon as it is complete.

use std::collections::VecDeque;
use std::fmt;

use super::place::{Place, after_reasoning};
use super::scan::{Scan, Scanned};
use super::utf8::Pending;
use crate::error::Lines;
use crate::options::Surfaces;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::scan;
use crate::record::Sink;
use crate::spec::Accepts;
use crate::{ErrorKind, Finish, LlmOutput, Options, ParseError, Parsed};

/// The elements of a list, one by one while the reply arrives: see [`LlmOutput::items`].
///
/// An element is delivered once, when it is complete and the text after it shows that nothing can change it any more. An
/// element that cannot be read is an `Err`, and the next one is still read. Spans refer to the whole reply.
///
/// The list is the answer itself, or JSON lines: a value on each line, without brackets around them. For a list inside an
/// object, name its key with [`at`](Self::at).
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
pub struct Items<'o, T> {
    text: String,
    options: Options<'o>,
    pending: Pending,
    key: Option<String>,
    place: Place,
    state: State,
    /// Everything before this position is delivered or skipped.
    pos: usize,
    /// The element has been scanned for its end up to this position.
    scanned: usize,
    /// Nothing can be decided until the text is this long.
    need: usize,
    index: u32,
    is_lines: bool,
    fenced: bool,
    /// Where the element at `pos` ends, if it is plain JSON.
    plain_end: usize,
    /// How much has been used of the allowances for looking ahead and for reading again.
    used: (usize, usize),
    /// No more text will arrive.
    is_ended: bool,
    /// The number of lines before the element.
    lines: Lines,
    ready: VecDeque<Result<Parsed<T>, ParseError>>,
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

/// How far the text is searched for the names of keys.
const LONGEST: usize = 400;

impl<'o, T: LlmOutput> Items<'o, T> {
    pub(crate) fn new(options: &Options<'o>) -> Self {
        Self {
            text: String::new(),
            options: options.clone(),
            pending: Pending::default(),
            key: None,
            place: Place::of_list(T::__FACTS.accepts, T::__OBJECT, options),
            state: State::Before,
            pos: 0,
            scanned: 0,
            need: 0,
            index: 0,
            is_lines: false,
            fenced: false,
            plain_end: NOWHERE,
            used: (0, 0),
            is_ended: false,
            lines: Lines::default(),
            ready: VecDeque::new(),
        }
    }

    /// Reads the elements of the list under this key of the answer: the first key with this name.
    pub fn at(mut self, key: impl Into<String>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Says why the model stopped, if the provider reports it. Like [`Options::finish`], but it can be set once it is
    /// known.
    pub fn stopped_by(mut self, finish: Finish) -> Self {
        self.options = self.options.finish(finish);
        self
    }

    /// The reply so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Reads the next chunk of the reply, and returns the elements that are complete by now.
    ///
    /// Elements that are not taken from the iterator come first in the iterator of the next push.
    pub fn push(&mut self, chunk: &str) -> impl Iterator<Item = Result<Parsed<T>, ParseError>> {
        if !self.pending.is_empty() {
            self.text.push_str(self.pending.end());
        }
        let before = self.text.len();
        self.text.push_str(chunk);
        if !self.is_inside(before) {
            self.read_on();
        }
        Ready(&mut self.ready)
    }

    /// Like [`push`](Self::push), for bytes: a character may be split between two chunks.
    pub fn push_bytes(&mut self, chunk: &[u8]) -> impl Iterator<Item = Result<Parsed<T>, ParseError>> {
        self.push_raw(chunk);
        Ready(&mut self.ready)
    }

    pub(crate) fn push_raw(&mut self, chunk: &[u8]) {
        let Self { text, pending, .. } = self;
        pending.decode(chunk, |piece| text.push_str(piece));
        self.read_on();
    }

    /// The next element that is complete.
    #[cfg(feature = "futures")]
    pub(crate) fn next_ready(&mut self) -> Option<Result<Parsed<T>, ParseError>> {
        self.ready.pop_front()
    }

    /// The remaining elements, once the reply has ended: those that were complete before it was cut off, and an error for
    /// one that was not. If no list was found at all, the error is the one for reading the whole reply as a list.
    pub fn finish(mut self) -> impl Iterator<Item = Result<Parsed<T>, ParseError>> {
        self.end();
        self.ready.into_iter()
    }

    pub(crate) fn end(&mut self) {
        let end = self.pending.end();
        self.text.push_str(end);
        self.need = 0;
        self.is_ended = true;
        self.read_on();
        if let State::Before = self.state {
            self.find_at_end();
        }
        while let State::Between | State::Inside(_) | State::Odd = self.state {
            if !self.read_last() {
                break;
            }
        }
        self.state = State::After;
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

    fn read_on(&mut self) {
        if self.text.len() > self.options.limits.bytes || self.text.len() < self.need {
            return;
        }
        self.need = 0;
        while match self.state {
            State::Before => self.begin(),
            State::Between => self.next(),
            State::Inside(_) => self.look_for_end(),
            State::Odd => self.read(false),
            State::After => false,
        } {}
    }

    /// Finds the list in the whole text, or reports why there is none.
    #[cold]
    fn find_at_end(&mut self) {
        let options = Options {
            on_repair: None,
            // Only JSON has elements to go through.
            surfaces: Surfaces::NONE,
            ..self.options.clone()
        };
        match Vec::<T>::parse_llm_with(&self.text, &options) {
            Ok(list) if self.key.is_none() && self.text[list.span()].starts_with('[') => {
                self.pos = list.span().start + 1;
                self.state = State::Between;
            }
            Ok(_) => {
                let marker = self.options.markers.first().copied();
                let error = ParseError::bare(ErrorKind::UnrecognizedShape, marker, 0, &self.text);
                self.ready.push_back(Err(error));
            }
            Err(error) => self.ready.push_back(Err(error)),
        }
    }

    fn begin(&mut self) -> bool {
        let Some(start) = self.find() else { return false };
        self.is_lines = self.text.as_bytes()[start] == b'{';
        self.pos = start + usize::from(!self.is_lines);
        self.state = State::Between;
        true
    }

    /// The bracket that opens the list, or the first of several values.
    fn find(&mut self) -> Option<usize> {
        let Some(key) = &self.key else {
            let found = self.place.find(&self.text)?;
            self.fenced = found.is_fenced;
            return Some(found.start);
        };
        self.pos = after_reasoning(&self.text, self.pos)?;
        loop {
            let rest = &self.text[self.pos..];
            let Some(offset) = rest.find(key.as_str()) else {
                // Part of the key may have arrived.
                let mut pos = self.text.len().saturating_sub(key.len()).max(self.pos);
                while !self.text.is_char_boundary(pos) {
                    pos += 1;
                }
                self.pos = pos;
                return None;
            };
            let start = self.pos + offset;
            let before = self.text[..start].trim_end_matches(['"', '\'']).trim_end();
            let after = &self.text[start + key.len()..];
            let is_key = before.ends_with(['{', ',']);
            let value = after.trim_start_matches(['"', '\'']).trim_start();
            let list = value.strip_prefix(':').map(str::trim_start);
            match list {
                Some(list) if is_key && list.starts_with('[') => return Some(self.text.len() - list.len()),
                Some("") if is_key && after.len() < LONGEST => return None,
                None if is_key && value.is_empty() && after.len() < LONGEST => return None,
                _ => self.pos = start + key.len().max(1),
            }
        }
    }

    /// Goes to the next element.
    fn next(&mut self) -> bool {
        while let Some(byte) = self.text.as_bytes().get(self.pos) {
            match byte {
                b']' if !self.is_lines => {
                    self.state = State::After;
                    return false;
                }
                b'{' | b'[' | b'"' | b'-' | b'0'..=b'9' => return self.open(),
                b'a'..=b'z' | b'A'..=b'Z' | b'\'' if !self.is_lines => return self.open(),
                b'/' | b'#' if !self.is_lines => match self.after_comment() {
                    Some(end) => self.pos = end,
                    None => return false,
                },
                // Separators between elements, prose, and what closes the frame.
                _ => self.pos += 1,
            }
        }
        false
    }

    /// The position after the comment at `pos`, if one begins there; `None` if its end has not arrived.
    #[cold]
    fn after_comment(&mut self) -> Option<usize> {
        let cursor = Cursor::new(&self.text, self.pos, Sink::of(&self.options));
        let end = cursor.comment_end(self.pos);
        let is_open = cursor.met_end.get() || self.pos + 1 == self.text.len();
        if is_open && !self.is_ended {
            let looked = self.text.len() - self.pos;
            self.need = self.text.len() + (looked / 2).max(1);
            return None;
        }
        Some(end.unwrap_or(self.pos + 1))
    }

    fn open(&mut self) -> bool {
        if self.is_lines && self.text.as_bytes()[self.pos] != b'{' {
            self.pos += 1;
            return true;
        }
        self.scanned = self.pos;
        self.state = State::Inside(Scan::new());
        true
    }

    fn look_for_end(&mut self) -> bool {
        let State::Inside(scan) = &mut self.state else {
            return false;
        };
        match scan.go_on(&self.text, &mut self.scanned) {
            Scanned::End(end) => {
                let rest = &self.text[end..];
                let next = rest.trim_start().chars().next();
                if next.is_none() && rest.len() < LONGEST {
                    return false;
                }
                let goes_on = matches!(next, Some(',' | ']')) || (self.is_lines && rest.starts_with('\n'));
                self.plain_end = if goes_on { end } else { NOWHERE };
                self.state = State::Odd;
                true
            }
            Scanned::Wait => false,
            Scanned::Odd => {
                self.plain_end = NOWHERE;
                self.state = State::Odd;
                true
            }
        }
    }

    /// Reads the element at `pos`, and delivers it if it is final, or at the end of the text.
    fn read(&mut self, is_last: bool) -> bool {
        let start = self.pos;
        let mut cursor = Cursor::new(&self.text, start, Sink::of(&self.options));
        cursor.fenced = self.fenced;
        cursor.plain_end = self.plain_end;
        let (lookahead, returns) = (cursor.lookahead, cursor.returns);
        cursor.lookahead = lookahead.saturating_sub(self.used.0);
        cursor.returns = returns.saturating_sub(self.used.1);
        let root = Frame::root();
        let key = self.key.as_deref();
        let around = Frame::below(&root, Level::Map { key });
        let accepts = T::__FACTS.accepts;
        let level = Level::List {
            accepts,
            index: self.index,
        };
        let parent = if key.is_some() { &around } else { &root };
        let read = T::__read(&mut cursor, &Frame::below(parent, level));
        self.used = (lookahead - cursor.lookahead, returns - cursor.returns);
        if !is_last && !cursor.is_settled() {
            if cursor.sink.overflowed {
                self.state = State::After;
                return false;
            }
            let looked = self.text.len() - start;
            self.need = self.text.len() + (looked / 2).max(1);
            return false;
        }
        let end = cursor.pos;
        let settled = crate::extract::settle_part(cursor, start, read.is_ok(), &self.options, &mut self.lines);
        let result = match (read, settled) {
            (Ok(value), Ok(settled)) => Ok(Parsed::new(value, settled)),
            (_, Err(error)) => Err(error),
            (Err(_), Ok(settled)) => settled.lost(),
        };
        self.ready.push_back(result);
        self.index += 1;
        self.pos = end.max(start + 1);
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
        self.state = State::Between;
        true
    }

    /// Like [`Items::read_on`], if no more text will arrive.
    fn read_last(&mut self) -> bool {
        if let State::Between = self.state
            && !self.next()
        {
            return false;
        }
        match self.state {
            State::Between => true,
            State::Inside(_) | State::Odd => self.read(true),
            State::Before | State::After => false,
        }
    }
}

/// The elements that are complete.
struct Ready<'i, T>(&'i mut VecDeque<Result<Parsed<T>, ParseError>>);

impl<T> Iterator for Ready<'_, T> {
    type Item = Result<Parsed<T>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.pop_front()
    }
}

impl<T> fmt::Debug for Items<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Items")
            .field("text", &self.text.len())
            .field("key", &self.key)
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
