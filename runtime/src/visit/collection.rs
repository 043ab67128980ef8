//! Lists in other containers: arrays of a fixed length, double-ended queues, shared slices.

use alloc::boxed::Box;
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;

use crate::LlmOutput;
use crate::error::{Expected, Found, counted};
use crate::path::Frame;
use crate::read::cursor::{Cursor, Read};
use crate::schema::{Length, Shape};
use crate::spec::Facts;

impl<T: LlmOutput, const N: usize> LlmOutput for [T; N] {
    type __Form = crate::stream::form::Whole;
    const SHAPE: &'static Shape = &Shape::List {
        element: T::SHAPE,
        length: Length {
            min: Some(N),
            max: Some(N),
        },
        unique: false,
    };
    const __FACTS: Facts = Facts {
        invents: N == 0,
        ..T::__FACTS.list()
    };

    fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let start = cursor.pos;
        let elements = Vec::<T>::__read(cursor, at)?;
        let end = cursor.pos;
        fixed(elements, cursor, at, start..end)
    }

    fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
        let span = cursor.token.clone();
        let elements = Vec::<T>::__from_text(text, cursor, at)?;
        fixed(elements, cursor, at, span)
    }
}

fn fixed<T, const N: usize>(
    elements: Vec<T>,
    cursor: &mut Cursor<'_>,
    at: &Frame<'_>,
    span: core::ops::Range<usize>,
) -> Read<[T; N]> {
    elements.try_into().map_err(|elements: Vec<T>| {
        let found = Found::Words(format!(
            "an array of {}",
            counted(elements.len(), "element", "elements")
        ));
        cursor.violated_by(Expected::Elements(N), found, at, span)
    })
}

macro_rules! lists {
    ($($list:ty;)*) => {$(
        impl<T: LlmOutput> LlmOutput for $list {
            type __Form = crate::stream::form::Whole;
            const SHAPE: &'static Shape = Vec::<T>::SHAPE;
            const __FACTS: Facts = Vec::<T>::__FACTS;

            fn __read(cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__read(cursor, at).map(Self::from)
            }

            fn __from_text(text: &str, cursor: &mut Cursor<'_>, at: &Frame<'_>) -> Read<Self> {
                Vec::<T>::__from_text(text, cursor, at).map(Self::from)
            }

            fn __invent() -> Option<Self> {
                Some(Vec::new().into())
            }
        }
    )*};
}

lists! {
    VecDeque<T>;
    Box<[T]>;
    Arc<[T]>;
}
