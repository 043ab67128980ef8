//! The elements of a list, each as soon as it is complete.

mod placed;
mod search;

use std::collections::VecDeque;
use std::fmt;
use std::ops::Range;

use placed::{Placed, Spans};
use search::{Likeness, Search};

use super::place::Place;
use super::scan::{Scan, Scanned};
use super::utf8::Pending;
use crate::error::{Exceeded, Expected, Found, Lines};
use crate::options::Limit;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::scan;
use crate::read::skip::Next;
use crate::read::steps::step;
use crate::record::Sink;
use crate::repair::Severity;
use crate::spec::Accepts;
use crate::{ErrorKind, Finish, LlmOutput, Options, ParseError, Parsed};

/// The elements of a list, one by one while the reply arrives: see [`LlmOutput::items`].
///
/// An element is delivered once, when it is complete and the text after it shows that no later text can change it: with the
/// closing bracket of the list, or with the first byte of the next element. How the reply is cut into chunks makes no
/// difference. An element that cannot be read is an `Err`, and the next one is still read. Spans refer to the whole reply.
///
/// The list is the answer itself, or JSON lines: a value on each line, without brackets around them. For a list inside an
/// object, name its key with [`at`](Self::at).
///
/// Elements are delivered before the reply has ended, so the rest of it may still retract them: a model may correct itself and
/// write another list. [`finish`](Self::finish) returns an error if so, and [`end`](Self::end) says so.
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
    options: Options<'o>,
    pending: Pending,
    /// The keys on the way to the list, and the search for it.
    way: Vec<String>,
    search: Option<Search>,
    place: Place,
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
    /// Where the element at `pos` ends, if it is plain JSON.
    plain_end: usize,
    /// Where the line ends whose element is complete.
    line_end: usize,
    /// How much has been used of the allowances for looking ahead and for reading again.
    used: (usize, usize),
    /// How many bytes have been searched for the next element after a broken one.
    resumed: usize,
    /// How many bytes after broken elements have been looked at for the end of these.
    seen: usize,
    /// No more text will arrive.
    is_ended: bool,
    /// Something in the list is no plain JSON, so the whole reply may be read in another way.
    is_odd: bool,
    /// Where the delivered elements are.
    spans: Spans,
    /// The number of lines before the element.
    lines: Lines,
    ready: VecDeque<Result<Parsed<T>, ParseError>>,
}

/// How the elements of a list ended; see [`Items::end`].
#[derive(Debug)]
#[non_exhaustive]
pub struct EndedItems<T> {
    /// The remaining elements, as [`Items::finish`] returns them.
    pub rest: Vec<Result<Parsed<T>, ParseError>>,
    /// Whether the whole reply contains another list that counts instead, so the elements that were delivered are not the
    /// answer.
    ///
    /// Without [`Items::at`], this is the list that [`parse_llm`](LlmOutput::parse_llm) of a `Vec` returns. With it, it is a
    /// second list under the same key: of the same object, or of a later answer.
    pub revised: bool,
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

/// How much white space after an element is looked through.
const LONGEST: usize = 400;

impl<'o, T: LlmOutput> Items<'o, T> {
    pub(crate) fn new(options: &Options<'o>) -> Self {
        Self {
            text: String::new(),
            options: options.clone(),
            pending: Pending::default(),
            way: Vec::new(),
            search: None,
            place: Place::of_list(T::__FACTS.accepts, T::__OBJECT, options),
            state: State::Before,
            pos: 0,
            scanned: 0,
            need: 0,
            index: 0,
            has_begun: false,
            start: 0,
            is_lines: false,
            fenced: false,
            plain_end: NOWHERE,
            line_end: NOWHERE,
            used: (0, 0),
            resumed: 0,
            seen: 0,
            is_ended: false,
            is_odd: false,
            spans: Spans::default(),
            lines: Lines::default(),
            ready: VecDeque::new(),
        }
    }

    /// Reads the elements of the list under this key: of the answer, or of an object at any depth inside it. The first key
    /// with a list counts.
    ///
    /// Dots separate the keys of a path: `data.items` is the list under the key `items` of an object under the key `data`, which
    /// again may be at any depth.
    ///
    /// Keys are compared like those of a type, without case and separators (`lineItems` for `line_items`), if the options
    /// accept [`Severity::Coercion`]. A misspelled key, and a single object in place of the list, are only
    /// recognized at the end of the reply.
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
        self.search = Some(Search::new(&self.way, likeness));
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
        if self.is_too_long() {
            return Ready(&mut self.ready);
        }
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
        if self.is_too_long() {
            return;
        }
        let Self { text, pending, .. } = self;
        pending.decode(chunk, |piece| text.push_str(piece));
        self.read_on();
    }

    /// Whether the text exceeds its limit. The reply ends in an error then, and no more of it is kept.
    fn is_too_long(&self) -> bool {
        self.text.len() > self.options.limits.bytes
    }

    /// The next element that is complete.
    #[cfg(feature = "futures")]
    pub(crate) fn next_ready(&mut self) -> Option<Result<Parsed<T>, ParseError>> {
        self.ready.pop_front()
    }

    /// The remaining elements, once the reply has ended: those that were complete before it was cut off, and an error for
    /// one that was not.
    ///
    /// If no list was found at all, an error says why. If another list of the reply counts instead of the one whose elements
    /// were delivered, the last item is an error of the kind [`ErrorKind::Ambiguous`].
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
        self.end_text();
        self.ready.into_iter()
    }

    /// Like [`finish`](Self::finish), but whether the elements were retracted is a field of the result, not an error.
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
        self.read_to_end();
        let revised = self.is_revised();
        EndedItems {
            rest: self.ready.into(),
            revised,
        }
    }

    /// No more text will arrive.
    pub(crate) fn end_text(&mut self) {
        self.read_to_end();
        if self.is_revised() {
            let marker = self.options.markers.first().copied();
            self.ready
                .push_back(Err(ParseError::retracted(marker, self.start, &self.text)));
        }
    }

    fn read_to_end(&mut self) {
        let end = self.pending.end();
        self.text.push_str(end);
        self.need = 0;
        self.is_ended = true;
        if self.is_too_long() {
            let marker = self.options.markers.first().copied();
            let error = ParseError::too_long(self.options.limits.bytes, marker, &self.text);
            self.ready.push_back(Err(error));
            self.state = State::After;
        }
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
        if self.is_too_long() || self.text.len() < self.need {
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
        if let Some(search) = self.search.take() {
            if let Err(error) = self.find_key_at_end(&search) {
                self.ready.push_back(Err(error));
            }
            self.search = Some(search);
            return;
        }
        match crate::extract::parse::<Vec<T>>(&self.text, &self.quiet()) {
            Ok(list) if self.text[list.span()].starts_with('[') => self.begin_at(list.span().start, false),
            Ok(list) if list.len() == 1 => self.read_single(list.span().start),
            Ok(_) => {
                let marker = self.options.markers.first().copied();
                let error = ParseError::bare(ErrorKind::UnrecognizedShape, marker, 0, &self.text);
                self.ready.push_back(Err(error));
            }
            Err(error) => self.ready.push_back(Err(error)),
        }
    }

    /// Reads a value that is in the place of a list of one.
    fn read_single(&mut self, start: usize) {
        self.begin_at(start, false);
        self.pos = start;
        self.is_odd = true;
        self.open();
        self.read(true);
        self.state = State::After;
        // The whole reply was read to find it.
        self.has_begun = false;
    }

    /// The options without the callback: what is read twice is reported once.
    fn quiet(&self) -> Options<'o> {
        Options {
            on_repair: None,
            ..self.options.clone()
        }
    }

    /// Finds the list under a misspelled key, or one object in its place.
    fn find_key_at_end(&mut self, search: &Search) -> Result<(), ParseError> {
        if self.options.accept >= Some(Severity::Guess)
            && search.other.is_none()
            && let Some(start) = Search::new(&self.way, Likeness::Near).find(&self.text)
        {
            self.begin_at(start, false);
            return Ok(());
        }
        if let Some(start) = search.other
            && self.text.as_bytes()[start] == b'{'
            && T::__FACTS.accepts.has(Accepts::OBJECT)
            && self.options.accept >= Some(Severity::Coercion)
        {
            self.read_single(start);
            return Ok(());
        }
        let marker = self.options.markers.first().copied();
        let kind = match search.other {
            None if self.text.trim().is_empty() => Some(ErrorKind::Empty),
            None if !search.has_brackets() => Some(ErrorKind::Prose),
            None if search.is_open() => Some(ErrorKind::Truncated),
            _ => None,
        };
        if let Some(kind) = kind {
            return Err(ParseError::bare(kind, marker, self.text.len(), &self.text));
        }
        let start = search.other.unwrap_or(self.text.len());
        let mut cursor = Cursor::new(&self.text, start, Sink::of(&self.options));
        let is_missing = search.other.is_none();
        on_way(&self.way, &Frame::root(), &mut |at| {
            if is_missing {
                cursor.violated_by(Expected::List, Found::Missing, at, start..start);
            } else {
                cursor.skip(at);
                let end = cursor.pos;
                cursor.sink = Sink::of(&self.options);
                cursor.violated(Expected::List, at, start..end);
            }
        });
        let settled = crate::extract::settle_part(cursor, start, false, &self.options, &mut Lines::default());
        match settled {
            Ok(settled) => settled.lost(),
            Err(error) => Err(error),
        }
    }

    fn begin(&mut self) -> bool {
        let (start, is_lines) = if let Some(search) = &mut self.search {
            let Some(start) = search.find(&self.text) else {
                return false;
            };
            self.fenced = search.is_fenced(&self.text);
            (start, false)
        } else {
            let Some(found) = self.place.find(&self.text) else {
                return false;
            };
            self.fenced = found.is_fenced;
            (found.start, self.text.as_bytes()[found.start] == b'{')
        };
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

    /// Goes to the next element.
    fn next(&mut self) -> bool {
        if self.is_lines {
            return self.next_line();
        }
        let bytes = self.text.as_bytes();
        let mut pos = scan::after_space(bytes, self.pos);
        let mut may_begin = self.index == 0;
        match bytes.get(pos) {
            None => return false,
            Some(b']') => {
                self.pos = pos + 1;
                self.state = State::After;
                return false;
            }
            Some(b',') if !may_begin => {
                pos = scan::after_space(bytes, pos + 1);
                may_begin = true;
            }
            Some(_) => {}
        }
        match bytes.get(pos) {
            None => false,
            Some(b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n') if may_begin => {
                self.pos = pos;
                self.open();
                true
            }
            Some(_) => self.next_odd(),
        }
    }

    /// Like [`Items::next`], if what is between the elements is not plain JSON: the engine finds the next one.
    #[cold]
    fn next_odd(&mut self) -> bool {
        self.is_odd = true;
        let start = self.pos;
        let mut cursor = self.cursor(&self.text);
        let (lookahead, returns) = (cursor.work.lookahead + self.used.0, cursor.work.returns + self.used.1);
        let accepts = T::__FACTS.accepts;
        let index = self.index;
        let mut next = Next::Unclosed;
        on_way(&self.way, &Frame::root(), &mut |at| {
            let frame = Frame::below(at, Level::List { accepts, index });
            let comma = index > 0 && cursor.separator(&frame);
            next = cursor.element(comma, b']', &frame);
        });
        let used = (
            lookahead.saturating_sub(cursor.work.lookahead),
            returns.saturating_sub(cursor.work.returns),
        );
        let is_limited = cursor.work.lookahead == 0 || cursor.work.returns == 0;
        let (end, is_settled, overflowed) = (cursor.pos, cursor.is_settled(), cursor.sink.overflowed());
        if (is_limited || !is_settled) && !self.is_ended {
            self.wait_for_more(start);
            return false;
        }
        self.used = used;
        self.pos = end;
        if next == Next::Value && end < self.text.len() && !overflowed {
            self.open();
            return true;
        }
        self.state = State::After;
        false
    }

    /// The engine looked at everything from `start` on, and reached the end.
    fn wait_for_more(&mut self, start: usize) {
        let looked = self.text.len() - start;
        self.need = self.text.len() + (looked / 2).max(1);
    }

    /// Goes to the next of several values in a row.
    fn next_line(&mut self) -> bool {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.pos) {
            match byte {
                b'{' => {
                    self.open();
                    return true;
                }
                b' ' | b'\t' | b'\r' | b'\n' => {}
                // Separators between elements, prose, and what closes the frame.
                _ => self.is_odd = true,
            }
            step(1);
            self.pos += 1;
        }
        false
    }

    fn open(&mut self) {
        self.scanned = self.pos;
        self.plain_end = NOWHERE;
        self.line_end = NOWHERE;
        self.state = State::Inside(Scan::new());
    }

    fn look_for_end(&mut self) -> bool {
        let State::Inside(scan) = &mut self.state else {
            return false;
        };
        match scan.go_on(&self.text, &mut self.scanned) {
            Scanned::End(end) => {
                let Some(follower) = self.follower(end) else {
                    return false;
                };
                match follower {
                    Follower::Plain => self.plain_end = end,
                    Follower::Line => self.line_end = end,
                    Follower::Odd => {}
                }
                self.state = State::Odd;
                true
            }
            Scanned::Wait => false,
            Scanned::Odd => {
                self.state = State::Odd;
                true
            }
        }
    }

    /// What follows the plain element that ends at `end`; `None` if it has not arrived.
    fn follower(&self, end: usize) -> Option<Follower> {
        let bytes = self.text.as_bytes();
        if self.is_lines {
            let rest = self.text[end..].trim_start_matches([' ', '\t', '\r']);
            match rest.as_bytes().first() {
                Some(b'\n') => return Some(Follower::Line),
                None if bytes.len() - end < LONGEST => return None,
                _ => {}
            }
        }
        // After too much white space, the engine is asked.
        let next = |from: usize| {
            let next = scan::after_space(bytes, from);
            match bytes.get(next) {
                _ if next - from >= LONGEST => Some((next, 0)),
                Some(&byte) => Some((next, byte)),
                None => None,
            }
        };
        let (comma, byte) = next(end)?;
        Some(match byte {
            b']' if !self.is_lines => Follower::Plain,
            b',' => {
                let (_, byte) = next(comma + 1)?;
                // A string may be a key: the closing bracket of an object came too early.
                let may_go_on = bytes[self.pos] == b'{';
                match byte {
                    b'{' | b'[' | b'-' | b'0'..=b'9' | b']' => Follower::Plain,
                    b'"' if !may_go_on => Follower::Plain,
                    _ => Follower::Odd,
                }
            }
            _ => Follower::Odd,
        })
    }

    /// A cursor at `pos` with what is left of the allowances.
    fn cursor<'t>(&self, text: &'t str) -> Cursor<'t> {
        let mut cursor = Cursor::new(text, self.pos, Sink::of(&self.options));
        cursor.fenced = self.fenced;
        cursor.work.lookahead = cursor.work.lookahead.saturating_sub(self.used.0);
        cursor.work.returns = cursor.work.returns.saturating_sub(self.used.1);
        cursor
    }

    /// Reads the element at the cursor.
    fn read_element(&self, cursor: &mut Cursor<'_>) -> crate::read::cursor::Read<T> {
        let level = Level::List {
            accepts: T::__FACTS.accepts,
            index: self.index,
        };
        let root = Frame::root();
        let mut read = None;
        on_way(&self.way, &root, &mut |at| {
            read = Some(T::__read(cursor, &Frame::below(at, level)));
        });
        read.unwrap_or(Err(crate::read::cursor::Halt::Invalid))
    }

    /// Reads the element at `pos`, and delivers it if it is final, or at the end of the text.
    fn read(&mut self, is_last: bool) -> bool {
        let start = self.pos;
        // A line that is complete JSON needs nothing that follows it.
        let is_line = self.line_end != NOWHERE;
        let text = if is_line {
            &self.text[..self.line_end]
        } else {
            &self.text[..]
        };
        let mut cursor = self.cursor(text);
        cursor.plain_end = self.plain_end;
        let (lookahead, returns) = (cursor.work.lookahead + self.used.0, cursor.work.returns + self.used.1);
        let read = self.read_element(&mut cursor);
        let used = (
            lookahead.saturating_sub(cursor.work.lookahead),
            returns.saturating_sub(cursor.work.returns),
        );
        // What an allowance ended may be read in another way once more text has arrived, and with it a larger allowance.
        let is_plain = cursor.pos == self.plain_end && cursor.sink.is_clean();
        let is_limited = !is_plain && (cursor.work.lookahead == 0 || cursor.work.returns == 0);
        if !is_last && !is_line && (is_limited || !cursor.is_settled()) {
            self.wait_for_more(start);
            return false;
        }
        let (end, is_clean, met_end) = (cursor.pos, cursor.sink.is_clean(), cursor.work.met_end.get());
        let overflowed = cursor.sink.overflowed();
        let settled = crate::extract::settle_part(cursor, start, read.is_ok(), &self.options, &mut self.lines);
        let result = match (read, settled) {
            (Ok(value), Ok(settled)) => Ok(Parsed::new(value, settled)),
            (_, Err(error)) => Err(error),
            (Err(_), Ok(settled)) => settled.lost(),
        };
        let mut next = end.max(start + 1);
        if let Err(error) = &result
            && !overflowed
            && end != self.plain_end
            && !is_line
        {
            let is_rest = error.kind() == ErrorKind::Truncated
                || (is_last && scan::after_space(self.text.as_bytes(), end) >= self.text.len());
            match self.resume(start..end, is_rest, is_last) {
                Resumed::At(pos) => next = pos,
                Resumed::Nowhere => {}
                Resumed::Wait => {
                    self.wait_for_more(start);
                    return false;
                }
            }
        }
        self.used = used;
        self.is_odd |= !is_clean || result.is_err();
        if let Some(exceeded) = self.exceeds() {
            let marker = self.options.markers.first().copied();
            let error = ParseError::limited(exceeded, marker, start, &self.text);
            self.ready.push_back(Err(error));
            self.state = State::After;
            return true;
        }
        if result.is_ok() {
            self.spans.add(start..end);
        }
        self.ready.push_back(result);
        self.index += 1;
        self.pos = next;
        while !self.text.is_char_boundary(self.pos) {
            self.pos += 1;
        }
        self.state = if overflowed { State::After } else { State::Between };
        if is_last && met_end {
            self.charge_seen(self.pos);
        }
        true
    }

    /// The limit that one more element would exceed.
    fn exceeds(&self) -> Option<Exceeded> {
        let limits = &self.options.limits;
        if self.ready.len() >= limits.waiting {
            let count = self.ready.len() + 1;
            return Some(Exceeded::new(Limit::Waiting, limits.waiting, count));
        }
        let count = self.index as usize + 1;
        (count > limits.elements).then(|| Exceeded::new(Limit::Elements, limits.elements, count))
    }

    /// Where the list goes on inside the text that a broken element has swallowed: at a comma after which an element can be
    /// read, outside of the brackets of the broken one. If these are not balanced, or the element has swallowed the rest of the
    /// reply, they mean nothing.
    #[cold]
    fn resume(&mut self, broken: Range<usize>, is_rest: bool, is_last: bool) -> Resumed {
        let bytes = self.text.as_bytes();
        let accepts = T::__FACTS.accepts;
        let end = broken.end;
        let most = RESUMED * end + RESUMED_BASE;
        let mut resumed = self.resumed;
        let mut open: Vec<u8> = Vec::new();
        let mut inside = None;
        let mut found = Resumed::Nowhere;
        for (pos, &byte) in (broken.start..).zip(&bytes[broken]) {
            step(1);
            match byte {
                b'{' | b'[' => open.push(byte + 2),
                b'}' | b']' => {
                    let nearby = open.len().saturating_sub(16);
                    if let Some(partner) = open[nearby..].iter().rposition(|&closer| closer == byte) {
                        open.truncate(nearby + partner);
                    }
                }
                b',' if resumed < most && (open.is_empty() || inside.is_none()) => {
                    let next = scan::after_space(bytes, pos + 1);
                    let mut cursor = self.cursor(&self.text);
                    cursor.pos = next;
                    if next >= bytes.len() || !cursor.fits_value(next, accepts) {
                        continue;
                    }
                    let left = cursor.work.lookahead + cursor.work.returns;
                    let is_read = self.read_element(&mut cursor).is_ok() && cursor.sink.is_taken();
                    resumed += cursor.pos.saturating_sub(next) + 1;
                    resumed += left.saturating_sub(cursor.work.lookahead + cursor.work.returns);
                    if cursor.work.met_end.get() {
                        resumed += bytes.len() - next;
                    }
                    if !is_last && !cursor.is_settled() {
                        found = Resumed::Wait;
                        break;
                    }
                    let after = scan::after_space(bytes, cursor.pos);
                    if !is_read || !matches!(bytes.get(after), Some(b',' | b']')) {
                        continue;
                    }
                    if open.is_empty() {
                        found = Resumed::At(pos);
                        break;
                    }
                    inside = Some(pos);
                }
                _ => {}
            }
        }
        let found = match (found, inside) {
            (Resumed::Nowhere, Some(pos)) if is_rest || !open.is_empty() => Resumed::At(pos),
            (found, _) => found,
        };
        match found {
            // A reading that waits is repeated, and costs no more than its last repetition.
            Resumed::Wait => {}
            Resumed::Nowhere => self.resumed = resumed,
            // Everything from there on is read again.
            Resumed::At(pos) => {
                self.resumed = resumed + (end - pos);
                if self.resumed > most {
                    return Resumed::Nowhere;
                }
            }
        }
        found
    }

    /// Like [`Items::read_on`], if no more text will arrive.
    fn read_last(&mut self) -> bool {
        if let State::Between = self.state
            && !self.next()
        {
            return false;
        }
        match self.state {
            State::Inside(_) => {
                if !self.look_for_end() {
                    self.charge_seen(self.pos);
                }
                !matches!(self.state, State::After) && self.read(true)
            }
            State::Odd => self.read(true),
            State::Before | State::Between | State::After => false,
        }
    }

    /// The text from `start` on was looked at up to its end, and is read again.
    fn charge_seen(&mut self, start: usize) {
        self.seen += self.text.len() - start.min(self.text.len());
        if self.seen > SEEN * self.text.len() + SEEN_BASE && !matches!(self.state, State::After) {
            let marker = self.options.markers.first().copied();
            let error = ParseError::bare(ErrorKind::Limit, marker, start, &self.text);
            self.ready.push_back(Err(error));
            self.state = State::After;
        }
    }

    /// Whether the whole reply is another list. The text is complete.
    #[cold]
    fn is_revised(&mut self) -> bool {
        if !self.has_begun {
            return false;
        }
        if let Some(search) = &mut self.search {
            return search.finds_another(&self.text, self.pos);
        }
        let bytes = self.text.as_bytes();
        let is_bracket = |byte: &u8| matches!(byte, b'[' | b'{');
        let (before, after) = (&bytes[..self.start], &bytes[self.pos.min(bytes.len())..]);
        if !self.is_odd && !before.iter().any(is_bracket) && !after.iter().any(is_bracket) {
            return false;
        }
        match crate::extract::parse::<Vec<Placed<T>>>(&self.text, &self.quiet()) {
            Ok(list) => Spans::of(&list.value) != self.spans,
            // No list counts instead.
            Err(_) => false,
        }
    }
}

/// What follows a plain element.
#[derive(Debug, Clone, Copy)]
enum Follower {
    /// The next element, or the end of the list: nothing can change this one.
    Plain,
    /// The end of its line.
    Line,
    /// Something else: the engine decides.
    Odd,
}

/// Where a list goes on after a broken element.
#[derive(Debug, Clone, Copy)]
enum Resumed {
    At(usize),
    Nowhere,
    /// More text is needed.
    Wait,
}

/// How many bytes may be read again, in all, to find where a list goes on after a broken element: so many times the length of
/// the text, and these.
const RESUMED: usize = 4;
const RESUMED_BASE: usize = 4096;

/// How many bytes may be read again, in all, after elements that were searched for their end up to the end of the reply.
const SEEN: usize = 8;
const SEEN_BASE: usize = 16_384;

/// Calls `then` with the frame of the value under these keys.
fn on_way(way: &[String], at: &Frame<'_>, then: &mut dyn FnMut(&Frame<'_>)) {
    match way.split_first() {
        Some((key, rest)) => on_way(rest, &Frame::below(at, Level::Map { key: Some(key) }), then),
        None => then(at),
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
