//! Where values end: the quote that ends a string, the end of a value that is read whole, and the engine's answer for
//! everything else.

use super::super::State as Progress;
use super::super::form::{Act, Outcome};
use super::super::kind::Level;
use super::super::scan::Scanned;
use super::key::{StreamKey, begins_element};
use super::{LONGEST, Reader, Root, State, Sure};
use crate::Options;
use crate::read::cursor::{Cursor, NOWHERE};
use crate::record::Sink;

impl Reader {
    /// Whether the quote at `scanned` ends the string: the text after it must continue as JSON does.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn quote(&mut self, root: &mut dyn Root) -> bool {
        let quote = self.scanned;
        let next = match self.ends_plainly(quote + 1) {
            Sure::Yes(next) => next,
            Sure::Wait => return false,
            Sure::Odd => return self.odd_text(),
        };
        // White space and a comma at the end were held back.
        if self.pos < quote
            && let Some(leaf) = root.leaf(&self.spine)
        {
            leaf.push_str(&self.text[self.pos..quote]);
            self.changes.grew(&self.spine, &self.text, self.pos..quote);
        }
        self.pos = quote + 1;
        self.scanned = self.pos;
        self.complete(root);
        self.go_to(next, root)
    }

    /// Continues after a value: with the next key of the object, if it is known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn go_to(&mut self, next: Option<StreamKey>, root: &mut dyn Root) -> bool {
        if let Some(key) = next {
            return self.take(&key, root);
        }
        self.state = State::After;
        true
    }

    /// Whether the text after `pos` is what JSON allows after a value: the next key or element of an open object or list,
    /// or the last closing bracket. Returns the key, if it is the next one of the innermost object.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn ends_plainly(&mut self, pos: usize) -> Sure<Option<StreamKey>> {
        if let Some(Level {
            spec: Some(spec), at, ..
        }) = self.spine.last()
        {
            if self.next_key == NOWHERE && self.byte(pos) == Some(b',') {
                let key = self.after_space(pos + 1);
                if key - pos <= LONGEST {
                    match self.byte(key) {
                        Some(b'"') => self.next_key = key,
                        Some(_) => {}
                        None => return Sure::Wait,
                    }
                }
            }
            if self.next_key != NOWHERE {
                return match self.key_at(self.next_key, spec, at.wrapping_add(1)) {
                    Sure::Yes(key) => Sure::Yes(Some(key)),
                    Sure::Wait => Sure::Wait,
                    Sure::Odd => Sure::Odd,
                };
            }
        }
        self.ends_somewhere(pos)
    }

    /// Like [`Reader::ends_plainly`], for anything but a key of the innermost object right after a comma.
    #[inline(never)]
    fn ends_somewhere(&self, mut pos: usize) -> Sure<Option<StreamKey>> {
        let mut open = self.spine.len();
        while let Some(level) = open.checked_sub(1).and_then(|last| self.spine.get(last)) {
            let (next, byte) = match self.next(pos) {
                Sure::Yes(found) => found,
                Sure::Wait => return Sure::Wait,
                Sure::Odd => return Sure::Odd,
            };
            if byte == level.closer() {
                open -= 1;
                pos = next + 1;
                continue;
            }
            if byte != b',' {
                return Sure::Odd;
            }
            let (next, byte) = match self.next(next + 1) {
                Sure::Yes(found) => found,
                Sure::Wait => return Sure::Wait,
                Sure::Odd => return Sure::Odd,
            };
            return match level.spec {
                // A trailing comma.
                _ if byte == level.closer() => Sure::Yes(None),
                Some(spec) => match self.key_at(next, spec, level.at.wrapping_add(1)) {
                    Sure::Yes(key) => Sure::Yes((open == self.spine.len()).then_some(key)),
                    Sure::Wait => Sure::Wait,
                    Sure::Odd => Sure::Odd,
                },
                None if begins_element(byte, level) => Sure::Yes(None),
                None => Sure::Odd,
            };
        }
        Sure::Yes(None)
    }

    #[inline(never)]
    pub(super) fn whole(&mut self) -> bool {
        let end = match self.scan.go_on(&self.text, &mut self.scanned) {
            Scanned::End(end) => end,
            Scanned::Wait => return false,
            Scanned::Odd => match self.end_before_fence() {
                Sure::Yes(end) => end,
                Sure::Wait => return false,
                Sure::Odd => return self.odd(),
            },
        };
        self.ends_at(end);
        true
    }

    /// The value that is read whole ends here, if it is plain JSON.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn ends_at(&mut self, end: usize) {
        self.next_key = NOWHERE;
        self.plain_end = end;
        self.state = State::Ended;
    }

    /// Whether the value that is read whole ends at `end`: the text after it must continue as JSON does.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn ended(&mut self, end: usize, options: &Options<'_>, root: &mut dyn Root) -> bool {
        let next = match self.ends_plainly(end) {
            Sure::Yes(next) => next,
            Sure::Wait => return false,
            Sure::Odd => return self.odd(),
        };
        self.odd();
        self.plain_end = end;
        let goes_on = self.settle(false, options, root);
        if goes_on && self.state == State::After && self.pos == end {
            return self.go_to(next, root);
        }
        goes_on
    }

    /// Where the string ends that is the whole answer, if the end of the fence around it follows.
    fn end_before_fence(&self) -> Sure<usize> {
        let Some(end) = self
            .scan
            .end_of_string()
            .filter(|_| self.fenced && self.spine.is_empty())
        else {
            return Sure::Odd;
        };
        let rest = self.text.get(self.scanned..).unwrap_or_default();
        if ["```", "~~~"].iter().any(|fence| rest.starts_with(fence)) {
            Sure::Yes(end)
        } else if rest.len() < 3 && ["```", "~~~"].iter().any(|fence| fence.starts_with(rest)) {
            Sure::Wait
        } else {
            Sure::Odd
        }
    }

    #[inline(never)]
    pub(super) fn skip(&mut self) -> bool {
        match self.scan.go_on(&self.text, &mut self.scanned) {
            Scanned::End(end) => {
                self.pos = end;
                self.state = State::After;
                true
            }
            Scanned::Wait => false,
            Scanned::Odd => self.odd_level(),
        }
    }

    /// Asks the engine for the value at `pos`.
    #[inline(never)]
    pub(super) fn settle(&mut self, is_text: bool, options: &Options<'_>, root: &mut dyn Root) -> bool {
        if self.waits_at == self.pos {
            self.asked.push(self.text.len());
        }
        let mut cursor = Cursor::new(&self.text, self.pos, Sink::of(options));
        cursor.fenced = self.fenced;
        cursor.plain_end = self.plain_end;
        let (lookahead, returns) = (cursor.work.lookahead, cursor.work.returns);
        cursor.work.lookahead = lookahead.saturating_sub(self.used.0);
        cursor.work.returns = returns.saturating_sub(self.used.1);
        let shown = if is_text {
            root.leaf(&self.spine).map(|leaf| leaf.len())
        } else {
            None
        };
        let outcome = root.act(&self.spine, &mut Act::Read(&mut cursor));
        self.used = (lookahead - cursor.work.lookahead, returns - cursor.work.returns);
        let end = cursor.pos;
        let overflowed = cursor.sink.overflowed();
        cursor.sink.end();
        match outcome {
            Outcome::Done | Outcome::Nothing => {
                self.pos = end;
                self.scanned = end;
                self.show_settled(shown, root);
                self.state = State::After;
                true
            }
            Outcome::Waits if overflowed => self.freeze(),
            Outcome::Waits => {
                if self.waits_at != self.pos {
                    self.waits_at = self.pos;
                    self.asked.push(self.text.len());
                }
                let looked = self.text.len() - self.pos;
                self.need = self.text.len() + (looked / 2).max(1);
                false
            }
            Outcome::Ascends => self.odd_level(),
            Outcome::Invalid | Outcome::Disagrees => self.freeze(),
        }
    }

    /// Records the changes when a value was read whole.
    pub(super) fn show_settled(&mut self, shown: Option<usize>, root: &mut dyn Root) {
        self.mark(root, Progress::Complete);
        if let Some(shown) = shown
            && let Some(leaf) = root.leaf(&self.spine)
        {
            let more = leaf.get(shown..).unwrap_or_default();
            self.changes.grew_otherwise(&self.spine, &self.text, more);
            self.changes.done(&self.spine);
        } else {
            self.changes.set(&self.spine);
        }
    }
}
