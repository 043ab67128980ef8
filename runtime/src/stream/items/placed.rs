//! Elements with their places in the text and the number of guesses, to compare two readings of a list whose elements cannot be compared.

use core::ops::Range;

use crate::LlmOutput;
use crate::path::{Frame, small};
use crate::read::cursor::{Cursor, Read};
use crate::schema::Shape;
use crate::spec::{Facts, ObjectSpec};
use crate::stream::form::Whole;

/// An element. Only how it was read is kept.
#[derive(Debug)]
pub(super) struct Placed<T> {
    reading: Reading,
    element: core::marker::PhantomData<T>,
}

impl<T> Placed<T> {
    fn new(reading: Reading) -> Self {
        Self {
            reading,
            element: core::marker::PhantomData,
        }
    }

    /// An element that has no place in the text.
    fn nowhere() -> Self {
        Self::new(Reading::default())
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.reading.span()
    }

    /// Where it begins.
    pub(super) fn start(&self) -> usize {
        self.reading.start()
    }
}

impl<T: LlmOutput> LlmOutput for Placed<T> {
    type __Form = Whole;
    const SHAPE: &'static Shape = T::SHAPE;
    const __FACTS: Facts = T::__FACTS;
    const __OBJECT: &'static ObjectSpec = T::__OBJECT;

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let (start, mark) = (cursor.pos, cursor.sink.mark());
        match T::__read(cursor, at) {
            // In a string that was decoded, it has no place in the text.
            Ok(_) if cursor.origin.is_some() => Ok(Self::nowhere()),
            Ok(_) => Ok(Self::new(Reading::new(
                &(start..cursor.pos),
                cursor.sink.guesses_since(mark),
            ))),
            Err(halt) => Err(halt),
        }
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        match T::__from_text(text, cursor, at) {
            Ok(_) => Ok(Self::nowhere()),
            Err(halt) => Err(halt),
        }
    }

    fn __none() -> Option<Self> {
        T::__none().map(|_| Self::nowhere())
    }

    fn __invent() -> Option<Self> {
        T::__invent().map(|_| Self::nowhere())
    }
}

/// Where an element was read, and with how many guesses: a reading that gives another value ends elsewhere, or took other guesses.
///
/// There is one for each element of the whole reply, and an element may be two bytes long.
#[derive(Debug, Default, Clone)]
pub(super) struct Reading {
    start: u32,
    end: u32,
    guesses: u32,
}

impl Reading {
    pub(super) fn new(span: &Range<usize>, guesses: usize) -> Self {
        Self {
            start: small(span.start),
            end: small(span.end),
            guesses: small(guesses),
        }
    }

    pub(super) fn start(&self) -> usize {
        self.start as usize
    }

    pub(super) fn span(&self) -> Range<usize> {
        self.start()..self.end as usize
    }
}

/// How many elements there are, and a checksum of how they were read.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Readings {
    count: usize,
    checksum: u64,
}

impl Readings {
    pub(super) fn of<T>(elements: &[Placed<T>]) -> Self {
        let mut readings = Self::default();
        for element in elements {
            readings.add(&element.reading);
        }
        readings
    }

    pub(super) fn add(&mut self, reading: &Reading) {
        self.count += 1;
        for figure in [reading.start, reading.end, reading.guesses] {
            self.checksum = (self.checksum ^ u64::from(figure))
                .wrapping_mul(0x100_0000_01b3)
                .rotate_left(23);
        }
    }
}
