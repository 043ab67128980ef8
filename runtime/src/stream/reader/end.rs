//! Where values end: a quote that ends a string, the end of a value that is read whole, and the engine's word on everything else.

use super::super::State as Progress;
use super::super::change::Changed;
use super::super::form::{Act, Outcome};
use super::super::scan::{Scan, Scanned};
use super::key::{Key, begins_element};
use super::{Reader, Root, State, Sure};
use crate::Options;
use crate::read::cursor::Cursor;
use crate::record::Sink;

impl Reader {
    /// Whether the quote at `scanned` ends the string: the text has to go on as JSON does.
    pub(super) fn quote(&mut self, root: &mut dyn Root) -> bool {
        let quote = self.scanned;
        match self.ends_plainly(quote + 1) {
            Sure::Yes(next) => {
                let held = &self.text[self.pos..quote];
                if let Some(leaf) = root.leaf(&self.spine).filter(|_| !held.is_empty()) {
                    leaf.push_str(held);
                    self.changes.grew(&self.spine, held);
                }
                self.pos = quote + 1;
                self.scanned = self.pos;
                self.complete(root, Changed::Done);
                self.state = State::After;
                match next {
                    Some(key) => self.take(&key),
                    None => true,
                }
            }
            Sure::Wait => false,
            Sure::Odd => self.odd_text(),
        }
    }

    /// Whether what follows `pos` can follow a value as JSON writes it: the next key or element of an object or list that is
    /// open, or the last closer. The key, if it is the next one of the innermost object.
    pub(super) fn ends_plainly(&self, pos: usize) -> Sure<Option<Key>> {
        let mut open = self.spine.len();
        let mut pos = pos;
        loop {
            let Some(level) = open.checked_sub(1).and_then(|last| self.spine.get(last)) else {
                return Sure::Yes(None);
            };
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
            return match level.spec() {
                // A comma too many.
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
    }

    pub(super) fn whole(&mut self, mut scan: Scan) -> bool {
        let found = scan.go_on(&self.text, &mut self.scanned);
        self.state = State::Whole(scan);
        match found {
            Scanned::End(end) => match self.ends_plainly(end) {
                Sure::Wait => false,
                Sure::Yes(_) => {
                    self.odd();
                    self.plain_end = end;
                    true
                }
                Sure::Odd => self.odd(),
            },
            Scanned::Wait => false,
            Scanned::Odd => self.odd(),
        }
    }

    pub(super) fn skip(&mut self, mut scan: Scan) -> bool {
        match scan.go_on(&self.text, &mut self.scanned) {
            Scanned::End(end) => {
                self.pos = end;
                self.state = State::After;
                true
            }
            Scanned::Wait => {
                self.state = State::Skip(scan);
                false
            }
            Scanned::Odd => self.odd_level(),
        }
    }

    /// Asks the engine for the value at `pos`.
    pub(super) fn settle(&mut self, is_text: bool, options: &Options<'_>, root: &mut dyn Root) -> bool {
        let mut cursor = Cursor::new(&self.text, self.pos, Sink::of(options));
        cursor.fenced = self.fenced;
        cursor.plain_end = self.plain_end;
        let (lookahead, returns) = (cursor.lookahead, cursor.returns);
        cursor.lookahead = lookahead.saturating_sub(self.used.0);
        cursor.returns = returns.saturating_sub(self.used.1);
        let shown = if is_text {
            root.leaf(&self.spine).map(|leaf| leaf.len())
        } else {
            None
        };
        let outcome = root.act(&self.spine, &mut Act::Read(&mut cursor));
        self.used = (lookahead - cursor.lookahead, returns - cursor.returns);
        let end = cursor.pos;
        let overflowed = cursor.sink.overflowed;
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
                let looked = self.text.len() - self.pos;
                self.need = self.text.len() + (looked / 2).max(1);
                false
            }
            Outcome::Ascends => self.odd_level(),
            Outcome::Invalid | Outcome::Disagrees => self.freeze(),
        }
    }

    /// Says what changed where a value was read whole.
    pub(super) fn show_settled(&mut self, shown: Option<usize>, root: &mut dyn Root) {
        self.mark(root, Progress::Complete);
        if let (Some(shown), Some(leaf)) = (shown, root.leaf(&self.spine)) {
            let more = leaf.get(shown..).unwrap_or_default();
            self.changes.grew(&self.spine, more);
            self.changes.add(&self.spine, Changed::Done);
        } else {
            self.changes.add(&self.spine, Changed::Set);
        }
    }
}
