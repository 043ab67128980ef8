//! Arguments that are read where they begin, before anything else shows where they end.
//!
//! As a rule, nothing needs to be repaired in them. Then they are JSON, and end where the reading did: nobody has to search for
//! their end first. Otherwise the reading counts only if the end that is found is that of the part that was read.

use alloc::boxed::Box;
use core::ops::Range;

use super::extent::{Extent, Reach};
use super::found::{Arguments, FoundCall};
use super::read::{has_no_arguments, tool, unescaped};
use super::tools::Tools;
use crate::Options;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::read::decode;
use crate::record::Sink;
use crate::repair::RepairKind;

/// The arguments of a call that is not complete yet, read.
pub(super) struct ReadArguments<'t, T> {
    name: Range<usize>,
    /// The name of the tool, if it is written as it is declared.
    pub(super) declared: Option<&'static str>,
    /// The part of the text that was read.
    given: Range<usize>,
    part: Range<usize>,
    pub(super) reading: ArgumentsReading<'t, T>,
}

/// What a reading came to.
pub(super) enum ArgumentsReading<'t, T> {
    /// A value that needed no repair.
    Exact(T),
    /// A value with repairs, or none.
    Repaired(Box<RepairedReading<'t, T>>),
}

/// A reading with something on record.
pub(super) struct RepairedReading<'t, T> {
    pub(super) cursor: Cursor<'t>,
    pub(super) value: Read<T>,
}

/// The value of arguments that are written in a string, if nothing needs to be repaired in them: then nobody asks where in the
/// text a piece of them is.
pub(super) fn of_string<T: Tools>(text: &str, found: &FoundCall, name: &str, options: &Options<'_>) -> Option<T> {
    let Arguments::Text(content) = &found.arguments else {
        return None;
    };
    let (tool, is_folded) = tool(T::__NAMES, name)?;
    let (json, _) = decode::string(text, content.start).filter(|(_, end)| *end == content.end)?;
    if is_folded || found.is_repeated || !json.starts_with('{') {
        return None;
    }
    let mut cursor = Cursor::new(&json, 0, Sink::of(options));
    let value = T::__call(tool, &mut cursor, &Frame::root()).ok()?;
    (is_exact(&cursor) && cursor.pos == json.len()).then_some(value)
}

/// Whether nothing was repaired.
fn is_exact(cursor: &Cursor<'_>) -> bool {
    cursor.sink.is_untouched() && !cursor.unrecognized
}

impl<'t, T: Tools> ReadArguments<'t, T> {
    /// Reads the arguments that begin with this part of the text, and perhaps are all of it; nothing if no tool with arguments has
    /// this name.
    pub(super) fn read(text: &'t str, name: Range<usize>, part: Range<usize>, options: &Options<'_>) -> Option<Self> {
        let written = unescaped(text, name.clone());
        let (tool, is_folded) = tool(T::__NAMES, &written)?;
        let declared = T::__NAMES.names.get(tool as usize).map(|spec| spec.name);
        let declared = declared.filter(|declared| *declared == written);
        if T::__ARGUMENTS
            .get(tool as usize)
            .is_none_or(|arguments| has_no_arguments(arguments.1))
        {
            return None;
        }
        let given = part.clone();
        let mut cursor = Cursor::new(&text[part.clone()], 0, Sink::of(options));
        if is_folded {
            cursor.repaired(RepairKind::EnumCase, &Frame::root(), 0..0);
        }
        let value = T::__call(tool, &mut cursor, &Frame::root());
        let end = part.start + cursor.pos;
        match value {
            Ok(value) if is_exact(&cursor) => {
                let scanned = || Extent::without_keys(part.start).go_on(text);
                debug_assert_eq!(scanned(), Reach::Closed(end), "what needs no repair is JSON");
                Some(Self {
                    name,
                    declared,
                    given,
                    part: part.start..end,
                    reading: ArgumentsReading::Exact(value),
                })
            }
            value => Some(Self {
                name,
                declared,
                given,
                part,
                reading: ArgumentsReading::Repaired(Box::new(RepairedReading { cursor, value })),
            }),
        }
    }

    /// Whether this is what comes of reading this part of the text, with this name.
    pub(super) fn is_of(&self, name: &Range<usize>, part: &Range<usize>) -> bool {
        self.name == *name && self.given == *part
    }

    /// Where the arguments end, if that is certain.
    pub(super) fn end(&self) -> Option<usize> {
        matches!(self.reading, ArgumentsReading::Exact(_)).then_some(self.part.end)
    }

    /// Whether these are the arguments of the call that was found.
    pub(super) fn are_of(&self, found: &FoundCall) -> bool {
        let is_own = matches!(&found.arguments, Arguments::Json(part) if *part == self.part);
        is_own && found.name == self.name && !found.is_repeated
    }
}

#[cfg(test)]
mod tests {
    use super::super::walk::{Met, Setting, Walk};
    use super::Tools;
    use crate::LlmOutput;
    use crate::steps::steps_of;

    #[derive(LlmOutput)]
    #[llm(tools, rename_all = "snake_case")]
    #[expect(dead_code, reason = "only what is read counts")]
    enum Tool {
        WriteFile { path: String, lines: Vec<u32> },
    }

    const ARGUMENTS: &str = "{\"path\": \"}</a>\", \"lines\": [\"1\"]}";

    /// The part of the text that is read before the end of the arguments is looked for.
    fn read_first(text: &str) -> &str {
        let mut walk = Walk::new(Setting {
            format: None,
            names: Tool::__NAMES,
            is_sure: false,
            reads_ahead: true,
        });
        loop {
            match walk.next(text, true) {
                Met::Text(_) => {}
                Met::Arguments { part, .. } => return &text[part],
                met => panic!("{text}: {met:?}"),
            }
        }
    }

    #[test]
    fn the_part_that_is_read_first_is_that_of_the_arguments() {
        for (before, after) in [
            (
                "<tool_call>\n{\"name\": \"write_file\", \"arguments\": ",
                "}\n</tool_call><|im_end|>\n",
            ),
            (
                "Well.\n<tool_call>[{\"name\": \"write_file\", \"arguments\": ",
                "}]</tool_call>",
            ),
            ("[TOOL_CALLS]write_file[ARGS]", "</s>"),
            ("[TOOL_CALLS][{\"name\": \"write_file\", \"arguments\": ", " } ]"),
            ("{\"id\": \"1\", \"name\": \"write_file\", \"parameters\": ", "}"),
            (
                "<|tool_call_begin|>functions.write_file:0<|tool_call_argument_begin|>",
                "<|tool_call_end|>\n",
            ),
            ("<function=write_file>", "</function>"),
            (
                "{\"type\": \"function\", \"function\": {\"name\": \"write_file\", \"arguments\": ",
                "}}",
            ),
            (
                "{\"tool_calls\": [{\"id\": \"1\", \"function\": {\"name\": \"write_file\", \"arguments\": ",
                "}} ] }",
            ),
        ] {
            assert_eq!(read_first(&[before, ARGUMENTS, after].concat()), ARGUMENTS, "{before}");
        }
    }

    #[test]
    fn the_work_for_many_calls_is_proportional_to_the_text() {
        let steps = |parts: [&str; 3], length: usize| {
            let [before, unit, after] = parts;
            let text = [before, &unit.repeat(length / unit.len()), after].concat();
            steps_of(|| drop(Tool::parse_calls(&text)))
        };
        let call = "{\"name\": \"write_file\", \"arguments\": {\"path\": 1, \"lines\": [\"1\"]}}";
        let open = "{\"name\": \"write_file\", \"arguments\": {\"path\": \"a\", \"lines\": [";
        for parts in [
            ["", &*format!("<tool_call>{call}</tool_call>"), ""],
            ["", &*format!("<tool_call>{call}</tool_call>"), &*" ".repeat(10_000)],
            [
                "",
                &*format!("<tool_call>{call}</tool_call>"),
                &*"</tool_call>".repeat(1_000),
            ],
            ["<tool_call>", call, "</tool_call>"],
            ["", &*format!("<tool_call>{open}"), ""],
            ["<tool_call>", open, ""],
            ["", "[TOOL_CALLS]write_file[ARGS]{\"path\": 1, \"lines\": [1]}", ""],
            ["", "[TOOL_CALLS]write_file[ARGS]{\"path\": \"", ""],
            [
                "",
                "<function=write_file>{\"path\": \"a\" b, \"lines\": []",
                "</function>",
            ],
            ["[", &*format!("{call},"), "]"],
            ["{\"tool_calls\": [", &*format!("{{\"function\": {call}}},"), "]}"],
            [
                "",
                "{\"tool_calls\": [{\"name\": \"write_file\", \"arguments\": \"{\\\"path\\\"\"},",
                "",
            ],
            ["", &*format!("{{\"tool_calls\": [{call}, {call}]}}; "), ""],
            ["", &*format!("Action: ```json\n[{call}]\n```\n"), ""],
            ["[TOOL_CALLS][", &*format!("{call} or\n"), "]"],
            ["<|tool_call_start|>write_file()\nIt is\n", "write_file(path=1)\n", ""],
            ["", "<|tool_call_start|>write_file()\nIt is\n", ""],
            ["", "Action: write_file, then\nAction Input: {}\n", ""],
            ["", "Action: it is\nInput:\n", ""],
            ["Action: write_file", "\n", "Input: {}"],
            ["", "write_file[ARGS]", ""],
            ["", "write_file[ARGS]{", ""],
            ["[write_file()]", ", write_file()", ""],
            ["", "<function=write_file>\n<x>", ""],
            ["", "```\nx\n```<tool_call>", ""],
            ["", "<tool_call>{\"name\": \"write_file\"} /*", ""],
        ] {
            let (once, twice) = (steps(parts, 20_000), steps(parts, 40_000));
            assert!(
                twice <= once * 23 / 10 + 20_000,
                "{parts:?}: {once} steps, then {twice}"
            );
        }
    }

    #[test]
    fn signs_after_a_call_are_not_looked_at_again_with_each_chunk() {
        let call = "{\"name\": \"write_file\", \"arguments\": {\"path\": \"a\", \"lines\": []}}";
        let steps = |before: &str, sign: &str, length: usize| {
            let text = [before, call, &sign.repeat(length / sign.len())].concat();
            steps_of(|| {
                let mut stream = Tool::call_stream();
                for chunk in text.as_bytes().chunks(16) {
                    drop(stream.push_bytes(chunk));
                }
                drop(stream.finish());
            })
        };
        for before in ["", "[", "<tool_call>", "Action: ```json\n"] {
            for sign in ["}", "]", "```", "``` ", "] "] {
                let (short, long) = (steps(before, sign, 8_000), steps(before, sign, 16_000));
                assert!(long < 5 * short / 2, "{before}, {sign}: {short} steps, then {long}");
            }
        }
    }
}
