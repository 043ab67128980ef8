//! Tool calls: in a model's own text format, or already separated by a provider.
//!
//! The walk finds the calls in a text by the marks of [`format`]; the scans of [`extent`] and [`python`] find where
//! arguments end, unless [`ahead`] has read them already; [`scribe`] writes arguments that are not JSON as JSON; and the
//! engine reads them as the tool's own type.

mod ahead;
mod extent;
mod format;
mod found;
mod python;
mod read;
mod scribe;
mod stream;
mod swallowed;
mod tools;
mod walk;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

pub use format::Format;
pub use stream::{CallStream, GrowingCall, GrowingCalls};
pub use tools::{ToolArguments, Tools, no_arguments};

use crate::error::{Exceeded, Lines};
use crate::options::Limit;
use crate::{Options, ParseError, Parsed};
use ahead::ReadArguments;
use found::FoundCall;
use walk::{Met, Setting, Walk};

/// The calls in a model's reply, in order, and the text outside of them: see [`LlmOutput::parse_calls`](crate::LlmOutput::parse_calls).
///
/// ```
/// use llm_output::LlmOutput;
///
/// #[derive(Debug, PartialEq, LlmOutput)]
/// #[llm(tools, rename_all = "snake_case")]
/// enum Tool {
///     /// Reads a file.
///     ReadFile { path: String },
/// }
///
/// let text = "I'll look.\n<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"a.rs\"}}\n</tool_call>";
/// let calls = Tool::parse_calls(text);
/// assert_eq!(calls.text(), "I'll look.");
/// for call in calls {
///     assert_eq!(call.result?.value, Tool::ReadFile { path: "a.rs".into() });
/// }
/// # Ok::<(), llm_output::ParseError>(())
/// ```
#[must_use = "each call is a result"]
pub struct Calls<T> {
    all: Vec<Call<T>>,
    text: String,
    spans: Vec<Range<usize>>,
}

/// One call in a reply.
#[must_use = "a call is a result"]
pub struct Call<T> {
    /// The tool with its arguments, or why they cannot be read.
    pub result: Result<Parsed<T>, ParseError>,
    format: Format,
    name: Cow<'static, str>,
    id: Option<String>,
    span: Range<usize>,
}

impl<T> Call<T> {
    /// The name of the tool as the model wrote it; empty if there is none.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id that the model gave the call, if the format has one.
    pub fn id(&self) -> Option<&str> {
        self.id.as_deref()
    }

    /// The byte range of the call in the reply. It includes marks that enclose only this call. Marks that enclose several
    /// calls belong to none of them.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// The format in which it is written. It has no meaning for an error of the kind `Limit` that ends the reading.
    pub fn format(&self) -> Format {
        self.format
    }
}

impl<T> Calls<T> {
    /// The calls in order.
    pub fn iter(&self) -> core::slice::Iter<'_, Call<T>> {
        self.all.iter()
    }

    /// How many calls there are, including those that cannot be read.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are no calls. After [`CallStream::finish`], earlier pushes may have returned some.
    ///
    /// A reply without calls is the answer, unless it was cut off: check the finish reason. The text may also be empty.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The text outside of calls and reasoning, without the marks and without white space around it. The pieces before,
    /// between and after calls are joined by a line break.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The byte ranges of the reply that are text outside of calls and reasoning, piece by piece.
    pub fn text_spans(&self) -> &[Range<usize>] {
        &self.spans
    }

    /// Splits the calls into values and errors. The ids, names and spans of the calls are dropped; to keep them, iterate over the
    /// calls.
    pub fn split(self) -> (Vec<Parsed<T>>, Vec<ParseError>) {
        let (mut read, mut errors) = (Vec::new(), Vec::new());
        for call in self.all {
            match call.result {
                Ok(parsed) => read.push(parsed),
                Err(error) => errors.push(error),
            }
        }
        (read, errors)
    }
}

impl<T> IntoIterator for Calls<T> {
    type Item = Call<T>;
    type IntoIter = alloc::vec::IntoIter<Call<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.into_iter()
    }
}

impl<'c, T> IntoIterator for &'c Calls<T> {
    type Item = &'c Call<T>;
    type IntoIter = core::slice::Iter<'c, Call<T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.all.iter()
    }
}

impl<T: fmt::Debug> fmt::Debug for Calls<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Calls")
            .field("calls", &self.all)
            .field("text", &self.text.len())
            .finish_non_exhaustive()
    }
}

/// Shows the name of a call only if it is that of a tool: any other is text of the model.
impl<T: fmt::Debug> fmt::Debug for Call<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call")
            .field("name", &self.result.is_ok().then_some(&self.name))
            .field("result", &self.result)
            .field("format", &self.format)
            .field("span", &self.span)
            .finish_non_exhaustive()
    }
}

/// What is found in a reply, as the walk goes on.
struct Gathered<T> {
    walk: Walk,
    calls: Vec<Call<T>>,
    spans: Vec<Range<usize>>,
    lines: Lines,
    is_over: bool,
}

impl<T: Tools> Gathered<T> {
    fn new(options: &Options<'_>) -> Self {
        let setting = Setting {
            format: options.format,
            names: T::__NAMES,
            is_sure: false,
            reads_ahead: true,
        };
        Self {
            walk: Walk::new(setting),
            calls: Vec::new(),
            spans: Vec::new(),
            lines: Lines::default(),
            is_over: false,
        }
    }

    /// Goes on with the text so far; `is_end`: it is all.
    /// No more than `room` calls may wait. Stops, and returns `true`, once there are `most` calls that nothing can take back.
    fn go_on(&mut self, text: &str, is_end: bool, room: usize, most: usize, options: &Options<'_>) -> bool {
        if self.is_over {
            return false;
        }
        if text.len() > options.limits.bytes {
            self.give_up(ParseError::too_long(options.limits.bytes, None), 0..text.len(), options);
            return false;
        }
        let mut ahead: Option<ReadArguments<'_, T>> = None;
        loop {
            if self.calls.len() >= most && !self.walk.may_be_reasoning {
                return true;
            }
            if is_end && ahead.is_none() && self.calls.len() < room {
                let mut read = |name, part| {
                    ahead = ReadArguments::read(text, name, part, options);
                    ahead.as_ref().and_then(ReadArguments::end)
                };
                if let Some((found, before)) = self.walk.plain(text, &mut read) {
                    if !before.is_empty() {
                        self.spans.push(before);
                    }
                    self.add(text, found, &mut ahead, options);
                    self.is_over = self.walk.is_over();
                    if self.is_over {
                        return false;
                    }
                    continue;
                }
            }
            match self.walk.next(text, is_end) {
                Met::Text(span) => self.spans.push(span),
                Met::Call(found) if self.calls.len() >= room => {
                    let waiting = options.limits.waiting;
                    let exceeded = Exceeded::new(Limit::Waiting, waiting, waiting.saturating_add(1));
                    let error = ParseError::limited(exceeded, None, found.span.start, text);
                    self.give_up(error, found.span, options);
                    return false;
                }
                Met::Call(found) => {
                    ahead = ahead.filter(|ahead| ahead.are_of(&found));
                    if ahead.is_some() {
                        self.walk.read_ahead(true);
                    }
                    self.add(text, found, &mut ahead, options);
                }
                Met::Arguments { name, part } => {
                    let known = ahead.take().filter(|ahead| ahead.is_of(&name, &part));
                    ahead = known.or_else(|| ReadArguments::read(text, name, part, options));
                    match ahead.as_ref().and_then(ReadArguments::end) {
                        Some(end) => self.walk.pass(end),
                        None => self.walk.read_ahead(false),
                    }
                }
                Met::Forget => {
                    self.calls.clear();
                    self.spans.clear();
                }
                Met::Wait => return false,
                Met::End => {
                    self.is_over = true;
                    return false;
                }
            }
        }
    }

    /// Reads a call that was found, if its arguments were not read before.
    fn add(&mut self, text: &str, found: FoundCall, ahead: &mut Option<ReadArguments<'_, T>>, options: &Options<'_>) {
        // As a rule, there is one.
        if self.calls.capacity() == 0 {
            self.calls = Vec::with_capacity(1);
        }
        let call = call(text, found, ahead, options, &mut self.lines);
        self.calls.push(call);
    }
}

impl<T> Gathered<T> {
    /// Reads no further: the last call is this error.
    #[cold]
    fn give_up(&mut self, error: ParseError, span: Range<usize>, options: &Options<'_>) {
        self.is_over = true;
        self.calls.push(Call {
            result: Err(error),
            format: options.format.unwrap_or(Format::Hermes),
            name: Cow::Borrowed(""),
            id: None,
            span,
        });
    }
}

/// Reads a call that was found. Its arguments may have been read before.
#[inline(always)]
fn call<T: Tools>(
    text: &str,
    found: FoundCall,
    ahead: &mut Option<ReadArguments<'_, T>>,
    options: &Options<'_>,
    lines: &mut Lines,
) -> Call<T> {
    let declared = ahead.as_ref().and_then(|ahead| ahead.declared);
    let mut name = declared.map_or_else(|| read::name(text, &found), Cow::Borrowed);
    let result = read::call(
        text,
        &found,
        &name,
        ahead.take().map(|ahead| ahead.reading),
        options,
        lines,
    );
    let mut id = found.id.clone().map(|id| read::id(text, id));
    if name.is_empty() && result.is_ok() {
        let named = read::Named::of(text, &found);
        name = Cow::Owned(named.name.unwrap_or_default());
        id = id.or(named.id);
    }
    Call {
        result,
        format: found.format,
        name: declared.map_or_else(|| read::kept(T::__NAMES, &name), Cow::Borrowed),
        id,
        span: found.span,
    }
}

/// All calls in a text.
pub(crate) fn parse<T: Tools>(text: &str, options: &Options<'_>) -> Calls<T> {
    let mut gathered = Gathered::new(options);
    gathered.go_on(text, true, usize::MAX, usize::MAX, options);
    let Gathered { calls, spans, .. } = gathered;
    Calls {
        text: joined(text, &spans),
        all: calls,
        spans,
    }
}

/// The pieces of a text, one on each line.
fn joined(text: &str, spans: &[Range<usize>]) -> String {
    let mut joined = String::new();
    let pieces = spans.iter().map(|span| text[span.clone()].trim());
    for piece in pieces.filter(|piece| !piece.is_empty()) {
        if !joined.is_empty() {
            joined.push('\n');
        }
        joined.push_str(piece);
    }
    joined
}
