//! Elements with their places in the text, to compare two readings of a list whose elements cannot be compared.

use core::ops::Range;

use crate::LlmOutput;
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::schema::Shape;
use crate::spec::{Facts, ObjectSpec};
use crate::stream::form::Whole;

/// An element, of which only its place in the text is kept.
#[derive(Debug)]
pub(super) struct Placed<T> {
    span: Range<usize>,
    element: core::marker::PhantomData<T>,
}

impl<T> Placed<T> {
    fn at(span: Range<usize>) -> Self {
        Self {
            span,
            element: core::marker::PhantomData,
        }
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Where it begins.
    pub(super) fn start(&self) -> usize {
        self.span.start
    }
}

impl<T: LlmOutput> LlmOutput for Placed<T> {
    type __Form = Whole;
    const SHAPE: &'static Shape = T::SHAPE;
    const __FACTS: Facts = T::__FACTS;
    const __OBJECT: &'static ObjectSpec = T::__OBJECT;

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let start = cursor.pos;
        match T::__read(cursor, at) {
            // In a string that was decoded, it has no place in the text.
            Ok(_) if cursor.origin.is_some() => Ok(Self::at(0..0)),
            Ok(_) => Ok(Self::at(start..cursor.pos)),
            Err(halt) => Err(halt),
        }
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        match T::__from_text(text, cursor, at) {
            Ok(_) => Ok(Self::at(0..0)),
            Err(halt) => Err(halt),
        }
    }

    fn __none() -> Option<Self> {
        T::__none().map(|_| Self::at(0..0))
    }

    fn __invent() -> Option<Self> {
        T::__invent().map(|_| Self::at(0..0))
    }
}

/// How many elements there are, and a checksum of their places.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spans {
    count: usize,
    checksum: u64,
}

impl Spans {
    pub(super) fn of<T>(elements: &[Placed<T>]) -> Self {
        let mut spans = Self::default();
        for element in elements {
            spans.add(element.span.clone());
        }
        spans
    }

    pub(super) fn add(&mut self, span: Range<usize>) {
        self.count += 1;
        for end in [span.start, span.end] {
            self.checksum = (self.checksum ^ end as u64)
                .wrapping_mul(0x100_0000_01b3)
                .rotate_left(23);
        }
    }
}
