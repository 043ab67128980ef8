//! Lists.

use std::collections::{BTreeSet, HashSet};
use std::hash::{BuildHasher, Hash};

use crate::LlmOutput;
use crate::path::{Frame, Level};
use crate::read::cursor::{Cursor, Halt, Read};
use crate::read::skip::Next;
use crate::repair::{RepairKind, Severity};
use crate::schema::{Length, Shape};
use crate::spec::{Accepts, Facts};

mod convert;

use convert::{convert, from_text};

/// A list that is being read: its level, and whether it has ended.
struct List<'p> {
    frame: Frame<'p>,
    accepts: Accepts,
    index: u32,
    closer: u8,
    done: bool,
}

impl<'p> List<'p> {
    /// Passes over the opening bracket; `None` where none stands here.
    #[inline]
    fn open(cursor: &mut Cursor<'_>, at: &'p Frame<'p>, accepts: Accepts) -> Option<Self> {
        if cursor.peek() != b'[' {
            return Self::open_slow(cursor, at, accepts);
        }
        let mut list = Self {
            frame: Frame::below(at, Level::List { accepts, index: 0 }),
            accepts,
            index: 0,
            closer: b']',
            done: false,
        };
        cursor.pos += 1;
        cursor.space();
        list.look(cursor, false);
        Some(list)
    }

    #[cold]
    fn open_slow(cursor: &mut Cursor<'_>, at: &'p Frame<'p>, accepts: Accepts) -> Option<Self> {
        cursor.trivia(at);
        if cursor.peek() == b'[' {
            return Self::open(cursor, at, accepts);
        }
        let start = cursor.pos;
        let is_set = cursor.peek() == b'{' && !accepts.has(Accepts::OBJECT) && {
            let first = cursor.after_space(start + 1);
            cursor.fits_value(first, accepts) && cursor.key_ahead(first).is_none()
        };
        let closer = match cursor.peek() {
            b'(' => b')',
            b'{' if is_set => b'}',
            _ => return None,
        };
        cursor.open_tuple(closer, at);
        let mut list = Self {
            frame: Frame::below(at, Level::List { accepts, index: 0 }),
            accepts,
            index: 0,
            closer,
            done: false,
        };
        list.look(cursor, false);
        Some(list)
    }

    /// Looks whether an element stands here.
    #[inline]
    fn look(&mut self, cursor: &mut Cursor<'_>, comma: bool) {
        match cursor.peek() {
            b'"' | b'{' | b'[' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n' if comma || self.index == 0 => {}
            b']' if !comma && self.closer == b']' => {
                cursor.pos += 1;
                self.done = true;
            }
            _ => self.look_slow(cursor, comma),
        }
    }

    #[cold]
    fn look_slow(&mut self, cursor: &mut Cursor<'_>, comma: bool) {
        match cursor.element(comma, self.closer, &self.frame) {
            Next::Value => {}
            Next::Closed => {
                cursor.close_tuple(self.closer);
                self.done = true;
            }
            Next::Unclosed => {
                let root = Frame::root();
                let at = self.frame.parent.unwrap_or(&root);
                cursor.unclosed(comma, at);
                self.done = true;
            }
        }
    }

    /// Goes on behind an element.
    #[inline]
    fn next(&mut self, cursor: &mut Cursor<'_>) {
        self.index += 1;
        if cursor.headless_at == cursor.pos {
            self.frame.level = Level::List {
                accepts: self.accepts,
                index: self.index,
            };
            return;
        }
        cursor.space();
        let comma = if cursor.peek() == b',' {
            cursor.pos += 1;
            cursor.space();
            true
        } else if cursor.peek() == b']' {
            false
        } else {
            cursor.separator(&self.frame)
        };
        self.frame.level = Level::List {
            accepts: self.accepts,
            index: self.index,
        };
        self.look(cursor, comma);
    }
}

/// What is left of a list whose elements were read: nothing, or the knowledge that one of them could not be.
fn read_elements<T: LlmOutput>(cursor: &mut Cursor<'_>, mut list: List<'_>) -> Read<Vec<T>> {
    let mut elements = Vec::new();
    let mut invalid = false;
    while !list.done {
        let start = cursor.pos;
        let mark = cursor.sink.mark();
        match T::__read(cursor, &list.frame) {
            Ok(element) => elements.push(element),
            Err(Halt::Ascend) => {
                let root = Frame::root();
                let at = list.frame.parent.unwrap_or(&root);
                cursor.repaired(RepairKind::MissingCloser, at, start..start);
                break;
            }
            Err(Halt::Absent) if cursor.sink.cut => {}
            Err(_) => {
                if drops_invalid(cursor, &list.frame) {
                    cursor.sink.rewind(mark);
                    let span = start..cursor.pos;
                    cursor.declared(RepairKind::DroppedInvalidElement, &list.frame, span);
                } else {
                    invalid = true;
                }
            }
        }
        list.next(cursor);
    }
    if invalid { Err(Halt::Invalid) } else { Ok(elements) }
}

/// Whether elements that cannot be read are left out here.
fn drops_invalid(cursor: &Cursor<'_>, list: &Frame<'_>) -> bool {
    let declared = list
        .parent
        .and_then(Frame::field)
        .is_some_and(|field| field.skip_invalid);
    declared || cursor.sink.accept() >= Some(Severity::Invented)
}

impl<T: LlmOutput> LlmOutput for Vec<T> {
    const SHAPE: &'static Shape = &Shape::List {
        element: T::SHAPE,
        length: Length::NONE,
        unique: false,
    };
    const __FACTS: Facts = T::__FACTS.list();

    #[inline]
    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        match List::open(cursor, at, T::__FACTS.accepts) {
            Some(list) => read_elements(cursor, list),
            None => convert(cursor, at),
        }
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let span = cursor.token.clone();
        from_text(text, cursor, at, span)
    }

    fn __invent() -> Option<Self> {
        Some(Self::new())
    }
}

macro_rules! sets {
    ($([$($parameters:tt)*] $set:ty;)*) => {$(
        impl<$($parameters)*> LlmOutput for $set {
            const SHAPE: &'static Shape = &Shape::List { element: T::SHAPE, length: Length::NONE, unique: true };
            const __FACTS: Facts = T::__FACTS.list();

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__read(cursor, at).map(Self::from_iter)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__from_text(text, cursor, at).map(Self::from_iter)
            }

            fn __invent() -> Option<Self> {
                Some(std::iter::empty().collect())
            }
        }
    )*};
}

sets! {
    [T: LlmOutput + Ord] BTreeSet<T>;
    [T: LlmOutput + Eq + Hash, S: BuildHasher + Default] HashSet<T, S>;
}
