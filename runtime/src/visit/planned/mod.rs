//! Reads a type that only the running program knows: by a plan instead of generated code, with the same functions.
//!
//! What is read is kept as items, each with its place, for whoever makes the value of them.

mod item;
mod read;

pub(crate) use item::{Fate, Item, Kind, Step, Value};

use crate::LlmOutput;
use crate::spec::{Facts, NamesSpec, ObjectSpec};

/// What a type is, where only the running program knows it.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) facts: Facts,
    pub(crate) object: &'static ObjectSpec,
    pub(crate) form: Form,
}

/// A plan among those of the types that it consists of.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    all: &'static [Plan],
    id: usize,
}

impl Type {
    pub(crate) fn new(all: &'static [Plan], id: usize) -> Self {
        Self { all, id }
    }

    pub(crate) fn plan(self) -> &'static Plan {
        &self.all[self.id]
    }

    pub(crate) fn of(self, id: usize) -> Self {
        Self { id, ..self }
    }
}

/// What a type consists of; the numbers are those of other plans.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    Any,
    /// As any value, but for a type that leaves out members which it does not know, and does not say which it knows.
    Open,
    /// Anything, of which nothing is wanted.
    Ignored,
    Leaf(Leaf),
    Unit,
    Bytes,
    /// A unit enum: its names, and what it is as an object whose one key is the name.
    Names(&'static NamesSpec, &'static ObjectSpec, Vec<usize>),
    Optional(usize),
    List(usize),
    Tuple(Vec<usize>),
    Map(usize, usize),
    /// The types of its fields, in the order of its spec.
    Struct(Vec<usize>),
    /// An enum with data: the types of its variants, those without data too.
    Choice(&'static NamesSpec, Vec<usize>),
    /// A struct whose first field names the type of the second.
    Tagged(&'static NamesSpec, Vec<usize>),
    /// A variant without data.
    Nothing,
    /// Another type.
    Same(usize),
}

/// A value without parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaf {
    Bool,
    Char,
    Text,
    Name,
    U8,
    U16,
    U32,
    U64,
    U128,
    I8,
    I16,
    I32,
    I64,
    I128,
    F32,
    F64,
}

impl Leaf {
    pub(crate) fn facts(self) -> Facts {
        match self {
            Self::Bool => bool::__FACTS,
            Self::Char => char::__FACTS,
            Self::Text | Self::Name => String::__FACTS,
            _ => u8::__FACTS,
        }
    }
}
