//! Calls that are written as their format says, where nothing but blanks and other such calls is before them.
//!
//! Many replies with calls are nothing else. The walk would find the same call:
//!
//! - A mark that begins a call begins nothing else, and after blanks or a call, no quote is open in which it would be text.
//! - The arguments need no repair, so they end where the reading did.
//! - Every check of what follows a call stops at once at the mark that ends the call, and at the end of the text.
//!
//! So none of that is looked at. Where anything is different, nothing has happened, and the walk goes on as ever. Tests compare
//! the two.

use core::cell::Cell;
use core::ops::Range;

use super::super::format::{Entry, Format, Layout};
use super::super::found::{Arguments, FoundCall};
use super::headed;
use super::marks::{Begins, Candidates, begins, begins_any, place_of};
use super::objects::{CallHead, token};
use super::{ReplyText, Walk, WalkState, head};

/// Reads the arguments of the tool with this name, which begin with this part of the text, and perhaps are all of it; returns where
/// they end if nothing needs to be repaired in them.
type ReadExactly<'r> = &'r mut dyn FnMut(Range<usize>, Range<usize>) -> Option<usize>;

impl Walk {
    /// The call that is next in a text that has arrived in whole, and the blanks before it. The walk then goes on after it.
    pub(in super::super) fn plain(&mut self, text: &str, read: ReadExactly<'_>) -> Option<(FoundCall, Range<usize>)> {
        let is_between = matches!(self.state, WalkState::Prose) && self.pos == self.text_from;
        if !is_between
            || !self.setting.reads_ahead
            || self.ending.is_some()
            || self.whole.is_some()
            || self.open_string.is_some()
            || self.quoted.is_some()
            || self.marks_of_line.is_quoted
        {
            return None;
        }
        let text = ReplyText {
            text,
            is_end: true,
            reads_ahead: true,
            blanks: &Cell::default(),
        };
        let at = text.after_space(self.pos);
        match text.byte(at)? {
            b'{' if self.is_start => self.plain_object(text, at, at, None, read),
            b'[' if self.is_start && text.byte(text.after_space(at + 1)) == Some(b'{') => {
                self.plain_object(text, at, at, None, read)
            }
            // A quote or a backslash may be right before the mark.
            b'<' | b'[' if at > self.pos || matches!(text.text.as_bytes()[..at], [] | [.., b'>' | b'}' | b']']) => {
                self.plain_mark(text, at, read)
            }
            _ => None,
        }
    }

    /// The call whose mark is at `at`.
    fn plain_mark(
        &mut self,
        text: ReplyText<'_>,
        at: usize,
        read: ReadExactly<'_>,
    ) -> Option<(FoundCall, Range<usize>)> {
        for entry in Candidates::at(text, at).formats() {
            if self.setting.format.is_some_and(|named| named != entry.format) {
                continue;
            }
            for open in entry.open {
                if begins(text, at, open) != Begins::Yes {
                    continue;
                }
                let after = at + open.len();
                let found = match entry.layout {
                    Layout::Objects => self.plain_object(text, at, text.after_space(after), Some(entry), read),
                    Layout::Header(_) => self.plain_header(text, at, after, entry, read),
                    // After its name, only a tag fits.
                    Layout::Tagged(tags) if tags.name_end == [">"] && is_before_object(text, after) => continue,
                    Layout::Tagged(_) | Layout::Python => None,
                };
                // Several formats may have this mark, and the first counts that fits.
                if found.is_some() || !matches!(self.fits(text, entry, after), Err(Begins::No)) {
                    return found;
                }
            }
        }
        None
    }

    /// The call whose object is at `pos`, or the only element of a list there; its mark is at `start`.
    fn plain_object(
        &mut self,
        text: ReplyText<'_>,
        start: usize,
        pos: usize,
        entry: Option<&'static Entry>,
        read: ReadExactly<'_>,
    ) -> Option<(FoundCall, Range<usize>)> {
        let is_listed = text.byte(pos) == Some(b'[');
        let object = if is_listed { text.after_space(pos + 1) } else { pos };
        if text.byte(object) != Some(b'{') {
            return None;
        }
        let head = CallHead::of(text, object, entry.is_none() && !is_listed)?;
        let is_message = head.list.is_some();
        let (arguments, end) = if head.in_string {
            let end = head.arguments.end + 1;
            (Arguments::Text(head.arguments), end)
        } else {
            let from = head.arguments.start;
            let likely = text.likely_end(from, head.closers(is_message, is_listed));
            let end = read(head.name.clone(), from..likely)?;
            (Arguments::Json(from..end), end)
        };
        let end = (0..head.depth).try_fold(end, |end, _| token(text, end, b'}'))?;
        let closed = match (is_message, is_listed) {
            (true, _) => token(text, token(text, end, b']')?, b'}')?,
            (false, true) => token(text, end, b']')?,
            (false, false) => end,
        };
        let after = text.after_space(closed);
        let over = match entry {
            _ if after == text.text.len() => after,
            Some(entry) => plain_end(text, entry, closed, after)?,
            None => return None,
        };
        let own = if is_listed { Format::Xlam } else { Format::LlamaJson };
        let format = match entry {
            Some(entry) => entry.format,
            None if is_message => Format::OpenAi,
            None => self.setting.format.unwrap_or(own),
        };
        let found = FoundCall {
            format,
            span: head.start..end,
            name: head.name,
            id: head.id,
            arguments,
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        };
        Some((found, self.go_past(text, start..over, head.start..end, entry.is_none())))
    }

    /// The call with a header whose mark is at `start` and ends at `after`.
    fn plain_header(
        &mut self,
        text: ReplyText<'_>,
        start: usize,
        after: usize,
        entry: &'static Entry,
        read: ReadExactly<'_>,
    ) -> Option<(FoundCall, Range<usize>)> {
        let Layout::Header(header) = entry.layout else {
            return None;
        };
        let (heading, next) = headed::plain(text, header, start, after)?;
        let at = text.after_space(next);
        if text.byte(at) != Some(b'{') {
            return None;
        }
        let end = read(heading.name.clone(), at..text.likely_end(at, &[]))?;
        let after = text.after_space(end);
        let over = if after == text.text.len() {
            end
        } else {
            plain_end(text, entry, end, after)?
        };
        let next = text.after_space(over);
        match text.byte(next) {
            // What is after it may be one more call.
            Some(b',' | b';') => return None,
            Some(_) if headed::begins_again(text, header, next, self.setting.names) != Begins::No => return None,
            _ => {}
        }
        let found = FoundCall {
            format: entry.format,
            span: start..over,
            name: heading.name,
            id: heading.id,
            arguments: Arguments::Json(at..end),
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        };
        Some((found, self.go_past(text, start..over, start..over, false)))
    }

    /// Goes on after a call with this `span`, whose marks are included in `whole`. Returns the blanks before it.
    fn go_past(&mut self, text: ReplyText<'_>, whole: Range<usize>, span: Range<usize>, is_bare: bool) -> Range<usize> {
        let before = self.text_from..whole.start;
        self.may_be_reasoning &= self.has_begun && !is_bare;
        self.is_start = is_bare;
        self.has_begun = true;
        self.calls += 1;
        self.text_from = whole.end;
        self.met_last = span;
        self.is_last_json = true;
        let is_all = whole.end == text.text.len();
        self.go_to(whole.end, if is_all { WalkState::Over } else { WalkState::Prose });
        before
    }

    /// Whether nothing is left to look at.
    pub(in super::super) fn is_over(&self) -> bool {
        matches!(self.state, WalkState::Over) && self.ending.is_none()
    }
}

/// Where a call is over that is closed at `closed`, if what is after the blanks there ends it: its closing mark, or if it has none
/// the mark of the next call.
fn plain_end(text: ReplyText<'_>, entry: &Entry, closed: usize, after: usize) -> Option<usize> {
    // None of the marks of a format is the beginning of another one.
    match entry.close.iter().find(|mark| begins(text, after, mark) == Begins::Yes) {
        Some(mark) => Some(after + mark.len()),
        None if entry.close.is_empty() && begins_any(text, after, entry.open) == Begins::Yes => Some(closed),
        None => None,
    }
}

/// Whether an object follows the name that begins at `from` and ends with `>`.
fn is_before_object(text: ReplyText<'_>, from: usize) -> bool {
    let end = place_of(head(text.rest(from)), ">").map(|end| text.after_space(from + end + 1));
    end.is_some_and(|at| text.byte(at) == Some(b'{'))
}

#[cfg(test)]
mod tests {
    use super::super::super::format::{ENDS, FORMATS, REASONING, SPEAKERS, TURNS};
    use super::super::super::{Gathered, joined};
    use super::super::cut::AROUND;
    use crate::{Format, LlmOutput, Options};

    #[derive(Debug, LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    #[expect(dead_code, reason = "only what is shown counts")]
    enum Tool {
        WriteFile { path: String, lines: Vec<u32> },
        Ping,
    }

    /// What is read of a text, with plain calls or without.
    fn read(text: &str, options: &Options<'_>, is_plain: bool) -> String {
        let mut gathered = Gathered::<Tool>::new(options);
        gathered.walk.read_ahead(is_plain);
        gathered.go_on(text, true, usize::MAX, usize::MAX, options);
        let calls = gathered.calls.iter().map(|call| {
            let (name, id) = (call.name(), call.id());
            format!("{call:?}, {name}, {id:?}\n")
        });
        let text = joined(text, &gathered.spans);
        format!("{}{text:?}, {:?}", calls.collect::<String>(), gathered.spans)
    }

    const CALLS: [[&str; 2]; 20] = [
        [
            "<tool_call>\n{\"name\": \"write_file\", \"arguments\": ",
            "}\n</tool_call>",
        ],
        [
            "<tool_call>[{\"name\": \"write_file\", \"arguments\": ",
            "}]</tool_call>",
        ],
        [
            "<function_call>{\"arguments\": ",
            ", \"name\": \"write_file\"}</function_call>",
        ],
        [
            "<|python_tag|>{\"id\": \"a\\u0062\", \"name\": \"write_file\", \"parameters\": ",
            "}",
        ],
        ["[TOOL_CALLS] [{\"name\": \"WriteFile\", \"arguments\": ", "} ]"],
        ["[TOOL_CALLS]write_file[ARGS]", ""],
        ["[TOOL_CALLS]write_file[CALL_ID]c1[ARGS] ", " "],
        ["<function=write_file>", "</function>"],
        ["<function=ping>", "</function>"],
        ["<｜tool▁call▁begin｜>write_file<｜tool▁sep｜>", "<｜tool▁call▁end｜>"],
        ["<｜tool▁call▁begin｜>function<｜tool▁sep｜>", "\n<｜tool▁call▁end｜>"],
        [
            "<|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>",
            "<|tool_call_end|>",
        ],
        [
            "<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>",
            "<|call|>",
        ],
        ["<|channel|>analysis to=functions.write_file<|message|>", "<|end|>"],
        [
            "<|start|>assistant<|channel|>commentary to=functions.write_file<|message|>",
            "<|call|>",
        ],
        [
            "<|start|>assistant to=write_file<|channel|>commentary<|message|>",
            "<|return|>",
        ],
        ["{\"name\": \"write_file\", \"parameters\": ", "}"],
        ["[{\"name\": \"write_file\", \"arguments\": ", "}]"],
        [
            "{\"tool_calls\": [{\"id\": \"1\", \"function\": {\"name\": \"write_file\", \"arguments\": ",
            "}}]}",
        ],
        [
            "{\"type\": \"function\", \"function\": {\"name\": \"write_file\", \"arguments\": ",
            "}}",
        ],
    ];

    const ARGUMENTS: [&str; 8] = [
        "{\"path\": \"a\", \"lines\": [1]}",
        "{\"path\": \"</tool_call>}\", \"lines\": []}",
        "\"{\\\"path\\\": \\\"a\\\", \\\"lines\\\": [1]}\"",
        "{\"path\": \"a\", \"lines\": [\"1\"]}",
        "{\"path\": \"a\", \"lines\": [1]",
        "{\"path\": \"a\"b\", \"lines\": [1]}",
        "{}",
        "null",
    ];

    const AROUND_CALLS: [&str; 32] = [
        "",
        " ",
        "\n",
        "}",
        "]",
        ",",
        ";",
        "\"",
        "\\",
        "`",
        "```\n",
        "```json\n",
        "// x\n",
        "# x\n",
        " and ",
        " if x",
        "write_file{",
        "</s>",
        "<|im_end|>",
        "<|im_start|>user\n",
        "<think>",
        "x</think>\n",
        "User: ",
        "\nAction: ",
        "> ",
        "<!-- ",
        "Well.\n",
        "<|tool_calls_section_begin|>",
        "</tool_call>",
        "<|call|>",
        "\u{feff}",
        "~~~\n",
    ];

    #[test]
    fn a_plain_call_is_read_as_any_other() {
        let options = [
            Options::calls(),
            Options::calls().format(Format::Mistral),
            Options::default(),
        ];
        for [open, close] in CALLS {
            for arguments in ARGUMENTS {
                let call = [open, arguments, close].concat();
                let others = CALLS.map(|[open, close]| [open, ARGUMENTS[0], close].concat());
                let texts = AROUND_CALLS.iter().flat_map(|around| {
                    [[*around, &*call, ""], ["", &call, around], [around, &call, around]].map(|parts| parts.concat())
                });
                let texts = texts.chain(
                    others
                        .iter()
                        .flat_map(|other| ["", "\n"].map(|between| [&*call, between, other].concat())),
                );
                for text in texts {
                    for options in &options {
                        let plain = read(&text, options, true);
                        assert_eq!(plain, read(&text, options, false), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_mark_of_a_call_begins_nothing_else() {
        let reasoning = REASONING.iter().flat_map(|(open, close)| [open, close]);
        let others: Vec<_> = reasoning
            .chain(TURNS)
            .chain(ENDS)
            .chain(SPEAKERS)
            .chain(&["<!--"])
            .collect();
        for mark in FORMATS.iter().flat_map(|entry| entry.open) {
            let mark = mark.to_ascii_lowercase();
            for other in &others {
                let other = other.to_ascii_lowercase();
                assert!(
                    !mark.starts_with(&other) && !other.starts_with(&mark),
                    "{mark} and {other}"
                );
            }
        }
    }

    #[test]
    fn what_ends_a_call_announces_none() {
        for close in FORMATS.iter().flat_map(|entry| entry.close).chain(&["}", "]"]) {
            assert!(AROUND.iter().all(|(mark, _)| !close.ends_with(mark)), "{close}");
        }
    }

    #[test]
    fn no_mark_that_ends_a_call_begins_like_another_one_of_its_format() {
        for entry in FORMATS {
            for mark in entry.close {
                let longer = entry.close.iter().filter(|close| close.starts_with(mark));
                assert_eq!(longer.count(), 1, "{mark}");
            }
        }
    }

    /// How formats write a call, and what is after its arguments.
    const PLAIN: [(Format, &str, &str); 16] = [
        (
            Format::Hermes,
            "<tool_call>\n{\"name\": \"write_file\", \"arguments\": ",
            "}\n</tool_call>",
        ),
        (
            Format::Hermes,
            "<tool_call>[{\"name\": \"write_file\", \"arguments\": ",
            "}]</tool_call>",
        ),
        (
            Format::LlamaJson,
            "<|python_tag|>{\"name\": \"write_file\", \"parameters\": ",
            "}",
        ),
        (
            Format::Mistral,
            "[TOOL_CALLS] [{\"name\": \"write_file\", \"arguments\": ",
            "}]",
        ),
        (Format::Mistral, "[TOOL_CALLS]write_file[ARGS]", ""),
        (Format::Mistral, "[TOOL_CALLS]write_file[CALL_ID]c1[ARGS]", ""),
        (Format::LlamaFunction, "<function=write_file>", "</function>"),
        (
            Format::DeepSeekV31,
            "<｜tool▁call▁begin｜>write_file<｜tool▁sep｜>",
            "<｜tool▁call▁end｜>",
        ),
        (
            Format::KimiK2,
            "<|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>",
            "<|tool_call_end|>",
        ),
        (
            Format::Harmony,
            "<|channel|>commentary to=functions.write_file <|constrain|>json<|message|>",
            "<|call|>",
        ),
        (
            Format::Harmony,
            "<|start|>assistant to=functions.write_file<|channel|>commentary<|message|>",
            "<|call|>",
        ),
        (
            Format::CommandR,
            "<|START_ACTION|>[{\"tool_call_id\": \"0\", \"tool_name\": \"write_file\", \"parameters\": ",
            "}]<|END_ACTION|>",
        ),
        (
            Format::Granite,
            "<|tool_call|>[{\"name\": \"write_file\", \"arguments\": ",
            "}]",
        ),
        (Format::LlamaJson, "{\"name\": \"write_file\", \"parameters\": ", "}"),
        (Format::Xlam, "[{\"name\": \"write_file\", \"arguments\": ", "}]"),
        (
            Format::OpenAi,
            "{\"tool_calls\": [{\"id\": \"1\", \"function\": {\"name\": \"write_file\", \"arguments\": ",
            "}}]}",
        ),
    ];

    /// A slower way finds the same calls, so that no other test shows which way was taken.
    #[test]
    fn a_plain_call_of_each_format_is_read_in_the_short_way() {
        for (format, open, close) in PLAIN {
            for [before, after] in [["", ""], ["\n", "\n"]] {
                let text = [before, open, ARGUMENTS[0], close, after].concat();
                let start = before.len() + open.len();
                let arguments = start..start + ARGUMENTS[0].len();
                let mut walk = Gathered::<Tool>::new(&Options::calls()).walk;
                let mut parts = Vec::new();
                let found = walk.plain(&text, &mut |name, part| {
                    parts.push((text[name].to_owned(), part));
                    Some(arguments.end)
                });
                let (found, _) = found.expect(&text);
                assert_eq!(found.format, format, "{text}");
                // What is read first is all of the arguments, and nothing else.
                assert_eq!(parts, [("write_file".to_owned(), arguments)], "{text}");
                assert!(text[walk.pos..].trim_start().is_empty(), "{text}");
            }
        }
    }
}
