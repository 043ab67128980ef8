//! Calls while the reply still comes in.

use alloc::collections::VecDeque;
use alloc::string::String;
use core::fmt;
use core::mem;
use core::ops::Range;

use super::found::Arguments;
use super::tools::Tools;
use super::{Call, Calls, Format, Gathered, joined};
use crate::stream::{Stream, Streamed, Utf8};
use crate::{Finish, Options};

/// The calls of a reply, each as soon as it is complete: see [`LlmOutput::call_stream`](crate::LlmOutput::call_stream).
///
/// However the reply is cut into chunks, the calls are those of [`parse_calls`](crate::LlmOutput::parse_calls) for the whole
/// reply. So a call is held back until no later text can change it; the [guide](crate::guide::tools#while-the-reply-streams) says when
/// for each format. Two cases apply to all formats:
///
/// - A reply that begins with text may begin with reasoning whose opening tag was in the prompt; a later `</think>`
///   would show it. Calls after such text are returned by [`finish`](Self::finish). If your prompt does not end with an open
///   reasoning tag, say so with [`without_reasoning`](Self::without_reasoning).
/// - A call in a code fence counts only if the fence is the whole reply, follows `Action:` (Command R) or `Action Input:`, or is
///   marked `tool_call`, `tool_calls` or `tool_code`.
///
/// ```
/// use llm_output::LlmOutput;
///
/// #[derive(Debug, PartialEq, LlmOutput)]
/// #[llm(tools, rename_all = "snake_case")]
/// enum Tool {
///     /// Searches the web.
///     Search { query: String },
/// }
///
/// let mut stream = Tool::call_stream();
/// assert_eq!(stream.push("<tool_call>{\"name\": \"search\", \"argu").count(), 0);
/// assert_eq!(stream.growing().unwrap().name, "search");
/// assert_eq!(stream.push("ments\": {\"query\": \"ru").count(), 0);
/// assert_eq!(stream.growing().unwrap().arguments, "{\"query\": \"ru");
/// let call = stream.push("st\"}}</tool_call>").next().unwrap();
/// assert_eq!(call.result.unwrap().value, Tool::Search { query: "rust".into() });
/// assert!(stream.finish().is_empty());
/// ```
#[must_use = "calls are read by pushing the chunks of a reply"]
pub struct CallStream<'o, T> {
    text: String,
    options: Options<'o>,
    utf8: Utf8,
    gathered: Gathered<T>,
    /// Calls are handed out at once.
    is_sure: bool,
    ready: VecDeque<Call<T>>,
    /// There may be more calls in the text, which are read when the ready ones are taken.
    is_paused: bool,
}

/// So many calls are read ahead: a call takes hundreds of bytes, and may be a few bytes long. The next ones are read when these are taken.
const READ_AHEAD: usize = 32;

/// A call that is not complete yet.
#[derive(Clone, PartialEq, Eq)]
pub struct GrowingCall<'s> {
    /// The format in which it is written.
    pub format: Format,
    /// The name of the tool as the model wrote it.
    pub name: &'s str,
    /// The id that the model gave the call, if it has arrived.
    pub id: Option<&'s str>,
    /// The arguments as they are written, as far as they have arrived: JSON, tags or Python.
    pub arguments: &'s str,
    /// Where the call's name and its arguments begin.
    name_start: usize,
    start: usize,
}

/// Shows the lengths of what has arrived, not the model's text.
impl fmt::Debug for GrowingCall<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrowingCall")
            .field("format", &self.format)
            .field("name", &self.name.len())
            .field("arguments", &self.arguments.len())
            .finish_non_exhaustive()
    }
}

impl<'o, T: Tools> CallStream<'o, T> {
    pub(crate) fn new(options: &Options<'o>) -> Self {
        Self {
            text: String::new(),
            options: options.clone(),
            utf8: Utf8::default(),
            gathered: Gathered::new(options),
            is_sure: false,
            ready: VecDeque::new(),
            is_paused: false,
        }
    }

    /// Declares that the prompt does not end with an open reasoning tag; most prompts do not. Calls after text are then returned as soon
    /// as they are complete, and a `</think>` without a `<think>` is text. Complete reasoning blocks are still recognized.
    pub fn without_reasoning(mut self) -> Self {
        self.is_sure = true;
        self.gathered.walk.without_reasoning();
        self
    }

    /// Also shows the arguments of the call that is growing, as a partial value of the enum. The enum needs `#[llm(stream)]`. Call
    /// [`without_reasoning`](Self::without_reasoning) before this.
    pub fn growing_values(self) -> GrowingCalls<'o, T>
    where
        T: Streamed,
    {
        GrowingCalls::new(self)
    }

    /// Says why the model stopped, if the provider reports it. Like [`Options::finish`], but it can be set once it is
    /// known.
    pub fn stopped_by(mut self, finish: Finish) -> Self {
        self.options.stopped_by(finish);
        self
    }

    /// Reads the next chunk of the reply, and returns the calls that are complete by now.
    ///
    /// Calls that you do not take from the iterator are returned first by the next push. At most 32 calls are read before you take them.
    pub fn push(&mut self, chunk: &str) -> impl Iterator<Item = Call<T>> {
        if self.has_room_for(chunk.len()) {
            if !self.utf8.is_empty() {
                self.text.push_str(self.utf8.end());
            }
            self.text.push_str(chunk);
            self.go_on(false, READ_AHEAD);
        }
        ReadyCalls(self)
    }

    /// Like [`push`](Self::push), for bytes: a character may be split between two chunks.
    pub fn push_bytes(&mut self, chunk: &[u8]) -> impl Iterator<Item = Call<T>> {
        if self.has_room_for(chunk.len()) {
            let Self { text, utf8, .. } = self;
            utf8.decode(chunk, |piece| text.push_str(piece));
            self.go_on(false, READ_AHEAD);
        }
        ReadyCalls(self)
    }

    /// Ends the reply, and returns the remaining calls and all of the text outside of calls.
    pub fn finish(mut self) -> Calls<T> {
        if self.is_paused {
            self.go_on(false, usize::MAX);
        }
        let end = self.utf8.end();
        self.text.push_str(end);
        self.go_on(true, usize::MAX);
        Calls {
            text: joined(&self.text, &self.gathered.spans),
            all: self.ready.into(),
            spans: self.gathered.spans,
        }
    }

    /// The call that is not complete yet, once its name is certain.
    pub fn growing(&self) -> Option<GrowingCall<'_>> {
        let growing = self.gathered.walk.growing(&self.text)?;
        let start = match &growing.arguments {
            Arguments::Json(part) => part.start,
            // With the tag of the first one.
            Arguments::Plain(arguments, _) => arguments.first().map_or(self.text.len(), |(key, _)| {
                self.text[..key.start].rfind('<').unwrap_or(key.start)
            }),
            _ => self.text.len(),
        };
        Some(GrowingCall {
            format: growing.format,
            name_start: growing.name.start,
            name: &self.text[growing.name],
            id: growing.id.map(|id| &self.text[id]),
            arguments: &self.text[start..],
            start,
        })
    }

    /// The reply so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The pieces of the reply so far that are text outside of calls and reasoning, up to the last mark.
    pub fn text_spans(&self) -> &[Range<usize>] {
        &self.gathered.spans
    }

    /// Whether the text does not exceed its limit so far: no more of it is kept after that, and the last call says so. Calls that arrived
    /// before are read before it does.
    fn has_room_for(&mut self, bytes: usize) -> bool {
        let most = self.options.limits.bytes;
        // An unfinished character may be in front of the chunk.
        if self.is_paused && self.text.len().saturating_add(bytes).saturating_add(8) > most {
            self.go_on(false, usize::MAX);
        }
        self.text.len() <= most
    }

    /// The next call that is complete, and whether more of the text had to be read for it.
    fn next_ready(&mut self) -> (Option<Call<T>>, bool) {
        let goes_on = self.is_paused && self.ready.is_empty();
        if goes_on {
            self.go_on(false, READ_AHEAD);
        }
        (self.ready.pop_front(), goes_on)
    }

    /// Goes on with the text so far, until `most` calls are ready.
    fn go_on(&mut self, is_end: bool, most: usize) {
        let waiting = self.ready.len();
        let room = self.options.limits.waiting.saturating_sub(waiting);
        let most = most.saturating_sub(waiting);
        self.is_paused = self.gathered.go_on(&self.text, is_end, room, most, &self.options);
        if is_end || self.is_sure || !self.gathered.walk.may_be_reasoning {
            let calls = &mut self.gathered.calls;
            // At the end, there may be very many of them.
            if is_end && self.ready.is_empty() {
                self.ready = mem::take(calls).into();
            } else {
                self.ready.extend(calls.drain(..));
            }
        }
    }
}

/// The calls that are complete.
struct ReadyCalls<'s, 'o, T>(&'s mut CallStream<'o, T>);

impl<T: Tools> Iterator for ReadyCalls<'_, '_, T> {
    type Item = Call<T>;

    fn next(&mut self) -> Option<Call<T>> {
        self.0.next_ready().0
    }
}

/// The same for the one that shows the call that is growing, which changes when more of the text is read.
struct ReadyGrowing<'s, 'o, T: Streamed>(&'s mut GrowingCalls<'o, T>);

impl<T: Tools + Streamed> Iterator for ReadyGrowing<'_, '_, T> {
    type Item = Call<T>;

    fn next(&mut self) -> Option<Call<T>> {
        let (call, goes_on) = self.0.calls.next_ready();
        if goes_on {
            self.0.follow();
        }
        call
    }
}

impl<T> fmt::Debug for CallStream<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallStream")
            .field("text", &self.text.len())
            .field("ready", &self.ready.len())
            .finish_non_exhaustive()
    }
}

/// A [`CallStream`] that also shows the call that is growing as a partial value of the enum.
///
/// The partial grows if the arguments are a JSON object after the name. For tags, Python notation and arguments in a JSON string, it
/// shows only which tool is called; [`GrowingCall::arguments`] has the text so far.
///
/// ```
/// use llm_output::LlmOutput;
///
/// #[derive(Debug, LlmOutput)]
/// #[llm(tools, stream, rename_all = "snake_case")]
/// enum Tool {
///     /// Writes a file.
///     WriteFile { path: String, content: String },
/// }
///
/// let mut stream = Tool::call_stream().growing_values();
/// stream.push("<tool_call>{\"name\": \"write_file\", \"arguments\": {\"path\": \"a.rs\", \"content\": \"fn ma");
/// let Some(ToolPartial::WriteFile { path, content }) = stream.partial() else { panic!("the name is certain") };
/// assert_eq!(path.as_deref(), Some("a.rs"));
/// assert_eq!(content.as_deref(), Some("fn ma"));
/// ```
#[must_use = "calls are read by pushing the chunks of a reply"]
pub struct GrowingCalls<'o, T: Streamed> {
    calls: CallStream<'o, T>,
    current: Option<Current<T>>,
    /// What is shown while no call is growing.
    none: T::Partial,
}

/// The call that is growing, and its partial value.
struct Current<T: Streamed> {
    /// Where its name begins, which no other call has.
    name_start: usize,
    /// Where its arguments begin, if they are JSON.
    start: Option<usize>,
    /// Up to where the arguments were read.
    pushed: usize,
    stream: Stream<'static, T>,
}

impl<'o, T: Tools + Streamed> GrowingCalls<'o, T> {
    fn new(calls: CallStream<'o, T>) -> Self {
        Self {
            calls,
            current: None,
            none: T::Partial::default(),
        }
    }

    /// Like [`CallStream::stopped_by`]. Call it before [`finish`](Self::finish), once the provider has said why the model stopped.
    pub fn stopped_by(mut self, finish: Finish) -> Self {
        self.calls = self.calls.stopped_by(finish);
        self
    }

    /// Like [`CallStream::push`].
    pub fn push(&mut self, chunk: &str) -> impl Iterator<Item = Call<T>> {
        drop(self.calls.push(chunk));
        self.follow();
        ReadyGrowing(self)
    }

    /// Like [`CallStream::push_bytes`].
    pub fn push_bytes(&mut self, chunk: &[u8]) -> impl Iterator<Item = Call<T>> {
        drop(self.calls.push_bytes(chunk));
        self.follow();
        ReadyGrowing(self)
    }

    /// The call that is growing as a partial value, once its name is certain.
    ///
    /// For an enum `Tool`, it is an `Option<ToolPartial>`, and `None` while no call is growing. It is also `None` from the end of the
    /// arguments until a push returns the call; keep showing the last value until then.
    pub fn partial(&self) -> &T::Partial {
        self.current
            .as_ref()
            .map_or(&self.none, |current| current.stream.partial())
    }

    /// The call that is not complete yet, once its name is certain.
    pub fn growing(&self) -> Option<GrowingCall<'_>> {
        self.calls.growing()
    }

    /// Like [`CallStream::text`].
    pub fn text(&self) -> &str {
        self.calls.text()
    }

    /// Like [`CallStream::text_spans`].
    pub fn text_spans(&self) -> &[Range<usize>] {
        self.calls.text_spans()
    }

    /// Like [`CallStream::finish`].
    pub fn finish(self) -> Calls<T> {
        self.calls.finish()
    }

    /// Shows what has arrived of the call that is growing.
    fn follow(&mut self) {
        let Some(growing) = self.calls.growing() else {
            self.current = None;
            return;
        };
        let Some((tool, _)) = super::read::tool(T::__NAMES, growing.name) else {
            self.current = None;
            return;
        };
        let is_json = growing.arguments.starts_with('{') && growing.format != Format::Pythonic;
        let start = is_json.then_some(growing.start);
        let name_start = growing.name_start;
        let text = &self.calls.text;
        let is_same = |current: &Current<T>| current.name_start == name_start && current.start == start;
        if !self.current.as_ref().is_some_and(is_same) {
            let name = T::__NAMES.names[tool as usize].name;
            let mut stream = T::stream_with(&Options::calls());
            stream.push(&format!("{{\"name\":{name:?},\"arguments\":"));
            self.current = Some(Current {
                name_start,
                start,
                pushed: start.unwrap_or(text.len()),
                stream,
            });
        }
        if let Some(current) = &mut self.current
            && is_json
        {
            current.stream.push(&text[current.pushed..]);
            current.pushed = text.len();
        }
    }
}

impl<T: Streamed> fmt::Debug for GrowingCalls<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GrowingCalls")
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}
