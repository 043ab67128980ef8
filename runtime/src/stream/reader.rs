//! Reads text that is still arriving into a growing value. Not generic over the type.
//!
//! Plain JSON is read here, once, byte by byte. Everything else is left to the engine: it reads the whole value once its
//! end has arrived, and the result is shown if it is [final](Cursor::is_settled). If the engine looked at `n` bytes and
//! reached the end of the text, it is asked again when `n / 2` more bytes have arrived, so that all of its work stays
//! linear.

mod chunks;
mod end;
mod hold;
mod key;

use alloc::string::String;
use alloc::vec::Vec;

use hold::{Held, Wanted};

use super::change::Changes;
use super::form::{Act, Outcome};
use super::kind::{Kind, Level, ListPlan, ObjectPlan, Open};
use super::scan::Scan;
use super::{State as Progress, place, text};
use crate::Options;
use crate::read::cursor::NOWHERE;
use crate::read::scan;
use crate::spec::Accepts;

/// The growing value, with its type erased.
pub(super) trait Root {
    /// The string at the end of `way`.
    fn leaf(&mut self, way: &[Level]) -> Option<&mut String>;

    /// Acts on the value at the end of `way`.
    fn act(&mut self, way: &[Level], act: &mut Act<'_, '_>) -> Outcome;
}

/// What comes next in the text. No state holds data, so that a step is chosen by a single jump.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// The answer, which has not begun yet.
    Place,
    /// A value that is shown as `kind` says.
    Value,
    /// More of a string that is shown.
    Text,
    /// The quote that may end the string.
    Quote,
    /// What follows a value.
    After,
    /// A key.
    Key,
    /// An element.
    Element,
    /// The end of a value that is read whole.
    Whole,
    /// What follows a value that is read whole and ends at `plain_end`.
    Ended,
    /// The end of a value whose key the type does not know.
    Skip,
    /// A field that must be known before anything of its object is shown: the tag of an enum, or a needed field.
    Hold,
    /// The value at `pos` is not plain JSON: the engine reads it once the result is final.
    Settle,
    /// The same for a string that is shown in part.
    SettleText,
    /// Nothing: the answer is complete.
    Done,
    /// Nothing that can be shown.
    Frozen,
}

/// The text so far, and how far it was read.
pub(super) struct Reader {
    pub(super) text: String,
    /// Everything before this position is shown or skipped.
    pos: usize,
    /// The token at `pos` has been scanned up to this position.
    scanned: usize,
    /// The length of the text, if the text ends in a string that is shown, has been scanned completely, and changes are not
    /// kept.
    grown: usize,
    /// The start of the last chunk that was not just appended to a string.
    last: usize,
    /// The start of the string that is being read.
    start: usize,
    /// Where the key begins that follows the value, if it has been found.
    next_key: usize,
    /// Nothing can be decided until the text is this long.
    need: usize,
    /// Where the value at `pos` ends, if it is plain JSON.
    plain_end: usize,
    state: State,
    /// How the value is shown that comes next.
    kind: Kind,
    /// How far the scan for the end of the value at `pos` has come.
    scan: Scan,
    /// What is known about the object at `pos`, if it is searched before it is shown.
    held: Option<Held>,
    spine: Vec<Level>,
    spare: text::Spare,
    root: Kind,
    fenced: bool,
    /// How much the engine has used of its allowances for looking ahead and for reading again.
    used: (usize, usize),
    /// The start of the value that the engine has waited for.
    waits_at: usize,
    /// The length of the text each time the engine was asked for a value that it had waited for.
    asked: Vec<usize>,
    place: place::StreamPlace,
    pub(super) changes: Changes,
    /// A text that is longer than this, and a value with more elements, are refused in the end: no more is kept of them.
    most: usize,
    most_elements: usize,
    elements: usize,
}

/// What can be said about a place in the text.
enum Sure<T> {
    Yes(T),
    /// Nothing until more of the text has arrived.
    Wait,
    /// It is not plain JSON.
    Odd,
}

/// White space and keys up to this length are scanned again with each push.
pub(super) const LONGEST: usize = 256;

impl Reader {
    pub(super) fn new(root: Kind, accepts: Accepts, options: &Options<'_>) -> Self {
        Self {
            text: String::new(),
            pos: 0,
            scanned: 0,
            grown: NOWHERE,
            last: 0,
            start: 0,
            next_key: NOWHERE,
            need: 0,
            plain_end: NOWHERE,
            state: State::Place,
            kind: root,
            scan: Scan::new(),
            held: None,
            spine: Vec::new(),
            spare: text::Spare::default(),
            root,
            fenced: false,
            used: (0, 0),
            waits_at: NOWHERE,
            asked: Vec::new(),
            place: place::StreamPlace::new(root, accepts, options),
            changes: Changes::default(),
            most: options.limits.bytes,
            most_elements: options.limits.elements,
            elements: 0,
        }
    }

    /// Whether the answer's own closer was read.
    pub(super) fn is_complete(&self) -> bool {
        matches!(self.state, State::Done)
    }

    /// The objects and lists that are open.
    pub(super) fn spine(&self) -> &[Level] {
        &self.spine
    }

    /// Everything before this position is shown or skipped.
    pub(super) fn pos(&self) -> usize {
        self.pos
    }

    /// Reads what has been appended, after [`Reader::stop_growing`].
    pub(super) fn read_more(&mut self, options: &Options<'_>, root: &mut dyn Root) {
        if self.text.len() < self.need {
            return;
        }
        if self.text.len() > self.most {
            // Text beyond the limit is rejected, whatever it says.
            self.state = State::Frozen;
        }
        while self.step(options, root) {}
    }

    /// Reads on; `false` if more text is needed. The steps that most chunks need are inlined here, each once.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step(&mut self, options: &Options<'_>, root: &mut dyn Root) -> bool {
        match self.state {
            State::Text => self.text(root),
            State::Quote => self.quote(root),
            State::After => self.after(root),
            State::Key => self.key(root),
            State::Element => self.element(root),
            State::Value => self.value(self.kind, root),
            State::Whole => self.whole(),
            State::Ended => self.ended(self.plain_end, options, root),
            State::Skip => self.skip(),
            State::Hold => self.hold(root),
            State::Settle => self.settle(false, options, root),
            State::SettleText => self.settle(true, options, root),
            State::Place => self.begin(),
            State::Done | State::Frozen => false,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn byte(&self, pos: usize) -> Option<u8> {
        self.text.as_bytes().get(pos).copied()
    }

    /// The first position from `pos` on that is not white space.
    #[inline]
    fn after_space(&self, pos: usize) -> usize {
        match self.byte(pos) {
            Some(b' ' | b'\n' | b'\r' | b'\t') => scan::after_last_space(self.text.as_bytes(), pos),
            _ => pos,
        }
    }

    /// Like [`Reader::after_space`], if the text is scanned from `pos` again with each push: `Odd` if that is too long.
    #[inline]
    fn next(&self, pos: usize) -> Sure<(usize, u8)> {
        let next = self.after_space(pos);
        match self.byte(next) {
            _ if next - pos > LONGEST => Sure::Odd,
            Some(byte) => Sure::Yes((next, byte)),
            None => Sure::Wait,
        }
    }

    #[inline(never)]
    fn begin(&mut self) -> bool {
        let Some(found) = self.place.find(&self.text) else {
            return false;
        };
        self.pos = found.start;
        self.fenced = found.is_fenced;
        self.expect(self.root);
        true
    }

    /// The value at `pos` comes next, and is shown in this way.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn expect(&mut self, kind: Kind) {
        self.kind = kind;
        self.state = State::Value;
    }

    fn freeze(&mut self) -> bool {
        self.state = State::Frozen;
        false
    }

    /// Starts the scan for the end of the value at `pos`.
    fn look_for_end(&mut self, state: State, from: usize) {
        self.scanned = from;
        self.scan = Scan::new();
        self.state = state;
    }

    /// Leaves the value that begins at `pos` to the engine.
    fn odd(&mut self) -> bool {
        self.state = State::Settle;
        self.plain_end = NOWHERE;
        self.scanned = 0;
        true
    }

    /// Leaves the object or list around this place to the engine.
    fn odd_level(&mut self) -> bool {
        self.changes.left(&self.spine);
        match self.spine.pop() {
            Some(level) => {
                self.pos = level.start;
                self.odd()
            }
            None => self.freeze(),
        }
    }

    fn value(&mut self, kind: Kind, root: &mut dyn Root) -> bool {
        self.pos = self.after_space(self.pos);
        let pos = self.pos;
        let Some(byte) = self.byte(pos) else { return false };
        match (kind, byte) {
            (Kind::Text | Kind::List(_) | Kind::Object(_) | Kind::Choice(_), b'n') if self.may_be_null() => {
                return self.null(root);
            }
            (Kind::Text, b'"') => self.open_text(root),
            (Kind::Object(plan), b'{') => {
                if plan.needed == 0 {
                    self.open_object(plan, root);
                } else {
                    self.held(Wanted::Fields(plan), pos);
                }
            }
            (Kind::Choice(plan), b'{') => self.held(Wanted::Tag(plan), pos),
            (Kind::List(plan), b'[') => self.open_list(plan, root),
            (Kind::Whole, _) => {
                self.mark(root, Progress::Incomplete);
                match Scan::end_of_scalar(self.text.as_bytes(), pos) {
                    Some(end) => self.ends_at(end),
                    None => self.look_for_end(State::Whole, pos),
                }
            }
            // An enum may be written as just its name.
            (Kind::Choice(_), b'"') => {
                self.look_for_end(State::Whole, pos);
            }
            _ => return self.odd(),
        }
        true
    }

    /// The quote at `pos` begins a string that is shown.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn open_text(&mut self, root: &mut dyn Root) {
        self.changes.began(&self.spine);
        self.mark(root, Progress::Incomplete);
        self.start = self.pos;
        self.pos += 1;
        self.scanned = self.pos;
        self.state = State::Text;
    }

    /// Whether the value here may be `null` without a repair.
    fn may_be_null(&self) -> bool {
        let Some(level) = self.spine.last() else { return false };
        match level.open {
            Open::List(plan) => plan.accepts.has(Accepts::NULL),
            Open::Object(_) | Open::Around(..) => level
                .spec
                .and_then(|spec| spec.fields.get(level.at as usize))
                .is_some_and(|field| field.facts.optional),
        }
    }

    fn null(&mut self, root: &mut dyn Root) -> bool {
        let rest = &self.text.as_bytes()[self.pos..];
        match rest.get(4) {
            None if b"null".starts_with(rest) => false,
            Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t') if rest.starts_with(b"null") => {
                if self
                    .spine
                    .last()
                    .is_some_and(|level| matches!(level.open, Open::List(_)))
                {
                    self.act(root, &mut Act::Begin);
                }
                self.complete(root);
                self.pos += 4;
                self.state = State::After;
                true
            }
            _ => self.odd(),
        }
    }

    fn act(&mut self, root: &mut dyn Root, act: &mut Act<'_, '_>) -> Outcome {
        root.act(&self.spine, act)
    }

    /// Sets the state of the value at the end of the way, if the type shows one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn mark(&mut self, root: &mut dyn Root, progress: Progress) {
        if self.spine.last().is_some_and(Level::shows_state) {
            self.act(root, &mut Act::Mark(progress));
        }
    }

    /// The value at the end of the way is complete.
    fn complete(&mut self, root: &mut dyn Root) {
        self.mark(root, Progress::Complete);
        self.changes.done(&self.spine);
    }

    #[inline(never)]
    fn open(&mut self, open: Open) {
        self.spine.push(Level::new(open, self.pos));
        self.pos += 1;
        self.scanned = self.pos;
    }

    fn open_object(&mut self, plan: &'static ObjectPlan, root: &mut dyn Root) {
        self.act(root, &mut Act::Begin);
        self.changes.began(&self.spine);
        self.mark(root, Progress::Incomplete);
        self.open(Open::Object(plan));
        self.state = State::Key;
    }

    fn open_list(&mut self, plan: &'static ListPlan, root: &mut dyn Root) {
        self.act(root, &mut Act::Begin);
        self.changes.began(&self.spine);
        self.mark(root, Progress::Incomplete);
        self.open(Open::List(plan));
        self.state = State::Element;
    }

    /// What follows a value.
    fn after(&mut self, root: &mut dyn Root) -> bool {
        self.pos = self.after_space(self.pos);
        let Some(level) = self.spine.last() else {
            self.state = State::Done;
            return false;
        };
        let Some(byte) = self.byte(self.pos) else { return false };
        if byte == level.closer() {
            return self.close(root);
        }
        if byte != b',' {
            return self.odd_level();
        }
        self.pos += 1;
        self.scanned = self.pos;
        self.state = match level.open {
            Open::List(_) => State::Element,
            Open::Object(_) | Open::Around(..) => State::Key,
        };
        true
    }

    /// Skips the closing bracket of the object or list.
    fn close(&mut self, root: &mut dyn Root) -> bool {
        self.spine.pop();
        self.pos += 1;
        self.scanned = self.pos;
        self.complete(root);
        self.state = State::After;
        true
    }

    /// Shows as much of a string as is certain.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn text(&mut self, root: &mut dyn Root) -> bool {
        let Some(leaf) = root.leaf(&self.spine) else {
            return self.freeze();
        };
        let mut reading = text::Reading {
            text: &self.text,
            pos: self.pos,
            scanned: self.scanned,
            last: self.last,
            fenced: self.fenced,
        };
        let found = reading.go_on(leaf, &self.spine, &mut self.spare, &mut self.changes);
        (self.pos, self.scanned) = (reading.pos, reading.scanned);
        match found {
            text::FoundText::Nothing => {
                if self.scanned == self.text.len() && !self.changes.are_kept {
                    self.grown = self.scanned;
                }
                false
            }
            text::FoundText::Quote => {
                self.next_key = NOWHERE;
                self.state = State::Quote;
                true
            }
            text::FoundText::Odd => self.odd_text(),
        }
    }

    /// Leaves the string to the engine: what was shown of it stays.
    fn odd_text(&mut self) -> bool {
        self.pos = self.start;
        self.spare.give_up();
        self.state = State::SettleText;
        self.plain_end = NOWHERE;
        true
    }
}
