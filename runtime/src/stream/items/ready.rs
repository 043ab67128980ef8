//! Elements that are complete and not taken yet.

use alloc::collections::VecDeque;
use alloc::vec::Vec;

use super::Items;
use crate::{LlmOutput, ParseError, Parsed};

/// So many elements that were repaired or cannot be read are read ahead: their reports take hundreds of bytes, and an element may be two
/// bytes long. The next ones are read when these are taken.
const READ_AHEAD: usize = 32;

/// The elements, in order.
pub(super) struct ReadyItems<T> {
    items: VecDeque<Result<Parsed<T>, ParseError>>,
    /// How many of them have a report.
    reported: usize,
}

impl<T> ReadyItems<T> {
    pub(super) const fn new() -> Self {
        Self {
            items: VecDeque::new(),
            reported: 0,
        }
    }

    pub(super) fn push_back(&mut self, item: Result<Parsed<T>, ParseError>) {
        self.reported += usize::from(has_report(&item));
        self.items.push_back(item);
    }

    pub(super) fn pop_front(&mut self) -> Option<Result<Parsed<T>, ParseError>> {
        let item = self.items.pop_front()?;
        self.reported -= usize::from(has_report(&item));
        Some(item)
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether some of them have to be taken before others are read.
    pub(super) fn is_full(&self) -> bool {
        self.reported >= READ_AHEAD
    }

    pub(super) fn into_rest(self) -> Vec<Result<Parsed<T>, ParseError>> {
        self.items.into()
    }
}

fn has_report<T>(item: &Result<Parsed<T>, ParseError>) -> bool {
    item.as_ref().map_or(true, |parsed| !parsed.is_exact())
}

/// The elements that are complete.
pub(super) struct Ready<'i, 'o, T>(pub(super) &'i mut Items<'o, T>);

impl<T: LlmOutput> Iterator for Ready<'_, '_, T> {
    type Item = Result<Parsed<T>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next_ready()
    }
}

/// The elements that remain at the end of the reply.
pub(super) struct Unread<'o, T> {
    items: Items<'o, T>,
    is_ended: bool,
}

impl<'o, T> Unread<'o, T> {
    /// `is_ended`: the text of `items` was ended. If not, elements that have arrived are still to be read before that.
    pub(super) const fn new(items: Items<'o, T>, is_ended: bool) -> Self {
        Self { items, is_ended }
    }
}

impl<T: LlmOutput> Iterator for Unread<'_, T> {
    type Item = Result<Parsed<T>, ParseError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.items.next_ready();
        if next.is_some() || self.is_ended {
            return next;
        }
        self.is_ended = true;
        self.items.end_text();
        self.items.next_ready()
    }
}
