//! How most calls that are JSON objects begin.

use core::ops::Range;

use super::super::super::extent::Pair;
use super::super::ReplyText;
use crate::read::scan;

/// How most calls begin: with the name, perhaps with an id before it, and then the arguments.
#[derive(Debug)]
pub(in super::super) struct CallHead {
    /// Where the object of the call begins.
    pub(in super::super) start: usize,
    pub(in super::super) name: Range<usize>,
    pub(in super::super) id: Option<Range<usize>>,
    /// Where the arguments are, or the content of the string that they are written in. Until they were read, the range of an object
    /// is empty.
    pub(in super::super) arguments: Range<usize>,
    pub(in super::super) in_string: bool,
    /// How many objects of the call are open around them.
    pub(in super::super) depth: usize,
    /// The array that the call is in, if another object is around that.
    pub(in super::super) list: Option<Pair>,
}

impl CallHead {
    /// The head of the object at `start`, or of the first call in the array that it begins with if it may be a list. None
    /// unless arguments are read where they begin.
    pub(in super::super) fn of(text: ReplyText<'_>, mut start: usize, may_be_list: bool) -> Option<Self> {
        if !text.reads_ahead {
            return None;
        }
        let (mut name, mut id) = (None, None);
        let (mut depth, mut list) = (1, None);
        let mut pos = start + 1;
        let bytes = text.text.as_bytes();
        let (arguments, in_string) = loop {
            let key = string(text, pos)?;
            let value = text.after_space(token(text, key.end + 1, b':')?);
            if may_be_list && list.is_none() && pos == start + 1 && bytes[key.clone()] == *b"tool_calls" {
                pos = token(text, token(text, value, b'[')?, b'{')?;
                start = pos - 1;
                list = Some(Pair::open(key, value));
                continue;
            }
            let key = &bytes[key];
            if text.byte(value) == Some(b'{') {
                match key {
                    b"arguments" | b"parameters" => break (value..value, false),
                    b"function" if depth == 1 => depth = 2,
                    _ => return None,
                }
                pos = value + 1;
                continue;
            }
            let content = string(text, value)?;
            let after = content.end + 1;
            match key {
                b"arguments" | b"parameters" => break (content, true),
                b"name" | b"tool" | b"tool_name" | b"function" if name.is_none() => name = Some(content),
                b"id" | b"tool_call_id" | b"call_id" if id.is_none() => id = Some(content),
                b"type" => {}
                _ => return None,
            }
            pos = token(text, after, b',')?;
        };
        Some(Self {
            start,
            name: name?,
            id,
            arguments,
            in_string,
            depth,
            list,
        })
    }

    /// The brackets that close a call in a message, in a list or alone, the last one first.
    pub(in super::super) fn closers(&self, is_message: bool, is_listed: bool) -> &'static [u8] {
        let from = match (is_message, is_listed) {
            (true, _) => 0,
            (false, true) => 1,
            (false, false) => 2,
        };
        b"}]}}".get(from..2 + self.depth).unwrap_or_default()
    }
}

/// The content of the string after the blanks at `pos`.
#[inline(always)]
pub(super) fn string(text: ReplyText<'_>, pos: usize) -> Option<Range<usize>> {
    let start = token(text, pos, b'"')?;
    let mut end = start;
    loop {
        end = scan::string_stop(text.text.as_bytes(), end);
        match text.byte(end)? {
            b'"' => return Some(start..end),
            b'\\' => end += 2,
            _ => end += 1,
        }
    }
}

/// What follows this byte, if it is after the blanks at `pos`.
#[inline(always)]
pub(in super::super) fn token(text: ReplyText<'_>, pos: usize, byte: u8) -> Option<usize> {
    // As a rule, it is there at once.
    if text.byte(pos) == Some(byte) {
        return Some(pos + 1);
    }
    let at = text.after_space(pos);
    (text.byte(at) == Some(byte)).then_some(at + 1)
}
