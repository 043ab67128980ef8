//! Whether a field that is named in skipped text also has a key of its own next to it.

use core::ops::Range;

use crate::bounds::LONGEST_KEY;
use crate::path::{Frame, Level, tail};
use crate::read::cursor::Cursor;
use crate::read::steps::step;

impl Cursor<'_> {
    /// Whether the field that is named at `name`, in a part of the text that is no key, has a key of its own in the rest of
    /// the object that knows it.
    pub(super) fn is_elsewhere(&mut self, name: &Range<usize>, content: &Range<usize>, at: &Frame<'_>) -> bool {
        let text = self.text;
        if !self.look(text.len()) {
            return false;
        }
        let closers = unopened(&text[content.start..name.start]);
        let name = text[name.clone()].trim();
        let above = levels_above(name, closers, at);
        let is_key = |pos: usize| {
            let behind = text[pos..].strip_prefix(name);
            let behind = behind.map(|behind| behind.trim_start_matches(['"', '\'']).trim_start());
            behind.is_some_and(|behind| behind.starts_with(':')) && !text[..pos].ends_with(char::is_alphanumeric)
        };
        let mut before = Climb::new([b'}', b']'], above);
        let mut after = Climb::new([b'{', b'['], above);
        let bytes = text.as_bytes();
        // A key in a comment does not count.
        let is_comment = |pos: usize| {
            let line = tail(&text[..pos], LONGEST_KEY).rsplit('\n').next().unwrap_or_default();
            step(line.len());
            let lead = line.trim_start();
            ["//", "# ", "##"].iter().any(|sign| lead.starts_with(sign)) || line.rfind("/*") > line.rfind("*/")
        };
        let is_place = |pos: usize| name.as_bytes().first() == Some(&bytes[pos]) && is_key(pos) && !is_comment(pos);
        let is_met = |climb: &mut Climb, pos: usize| {
            let is_there = climb.is_there(bytes[pos]);
            // The object ends here.
            (climb.left > above)
                .then_some(false)
                .or((is_there && is_place(pos)).then_some(true))
        };
        let found = (0..content.start).rev().find_map(|pos| is_met(&mut before, pos)) == Some(true)
            || (content.end..text.len()).find_map(|pos| is_met(&mut after, pos)) == Some(true);
        if !found && after.left <= above {
            self.meets_end();
        }
        found
    }
}

/// How many brackets this text closes that it does not open.
fn unopened(text: &str) -> usize {
    step(text.len());
    let mut climb = Climb::new([b'{', b'['], 0);
    text.bytes().for_each(|byte| _ = climb.is_there(byte));
    climb.left
}

/// How many brackets are open between this place and the object that has a field of this name; a map that is beyond so many
/// `closers` may have any.
fn levels_above(name: &str, closers: usize, at: &Frame<'_>) -> usize {
    let mut above = 0;
    let mut frame = Some(at.place());
    while let Some(level) = frame {
        let is_known = match level.level {
            Level::Object { spec, .. } | Level::Rest { spec, .. } => spec.knows(name),
            Level::Map { .. } => above == closers,
            _ => false,
        };
        if is_known {
            return above;
        }
        above += usize::from(level.closer().is_some());
        frame = level.parent;
    }
    above
}

/// The way out of the brackets around a place, forwards or backwards, up to the object that is so many levels above it.
struct Climb {
    opens: [u8; 2],
    above: usize,
    /// How many levels were left.
    left: usize,
    /// How many brackets beside the way are open.
    depth: usize,
}

impl Climb {
    /// From a place on, in the direction in which the bytes `opens` open a bracket.
    fn new(opens: [u8; 2], above: usize) -> Self {
        Self {
            opens,
            above,
            left: 0,
            depth: 0,
        }
    }

    /// Skips a byte; whether it is one of the object's own.
    fn is_there(&mut self, byte: u8) -> bool {
        step(1);
        let is_beside = self.depth > 0;
        if matches!(byte, b'{' | b'}' | b'[' | b']') {
            if self.opens.contains(&byte) {
                self.depth += 1;
            } else if is_beside {
                self.depth -= 1;
            } else {
                self.left += 1;
            }
        }
        !is_beside && self.left == self.above
    }
}
