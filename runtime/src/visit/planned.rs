//! Reads a type that is known only at run time: by a plan instead of generated code, with the same functions.
//!
//! What is read is kept as items, each with its place. The caller makes the value from them.

mod code;
mod item;
mod packed;
mod parts;
mod read;

pub(crate) use item::{Fate, Item, ItemStep, PartsKind, Value};
pub(crate) use packed::{Parts, Unpacked};

use crate::LlmOutput;
use crate::spec::{Accepts, Facts, NamesSpec, ObjectSpec};

/// What is known about a type that is known only at run time.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) facts: Facts,
    pub(crate) object: &'static ObjectSpec,
    pub(crate) form: Form,
}

/// A plan, among the plans of the types that it consists of.
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

/// What a type consists of; the numbers are indices of other plans.
#[derive(Debug, Clone)]
pub(crate) enum Form {
    Any,
    /// Like any value, but for a type that ignores unknown fields and does not reveal which fields it knows.
    Open,
    /// Any value, which is then ignored.
    Ignored,
    Leaf(Leaf),
    Unit,
    Bytes,
    /// A unit enum: its names, and its spec as an object whose only key is the name.
    Names(&'static NamesSpec, &'static ObjectSpec, Vec<usize>),
    Optional(usize),
    List(usize),
    Tuple(Vec<usize>),
    Map(usize, usize),
    /// The types of its fields, in the order of its spec.
    Struct(Vec<usize>),
    /// An enum with data: the types of its variants, including those without data.
    Choice(&'static NamesSpec, Vec<usize>),
    /// A struct whose first field names the type of the second one.
    Tagged(&'static NamesSpec, Vec<usize>),
    /// A variant without data.
    Nothing,
    /// Another type.
    Same(usize),
}

/// A value without fields or elements.
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

/// Calls a macro with a row for each type of number: serde's method for it, its leaf, the type that reads it, the value that
/// it becomes, and the method of a visitor that accepts that.
macro_rules! numbers {
    ($table:ident) => {
        $table! {
            deserialize_u8 U8 u8 => Unsigned visit_u64;
            deserialize_u16 U16 u16 => Unsigned visit_u64;
            deserialize_u32 U32 u32 => Unsigned visit_u64;
            deserialize_u64 U64 u64 => Unsigned visit_u64;
            deserialize_u128 U128 Wide<u128> => UnsignedWide visit_u128;
            deserialize_i8 I8 i8 => Signed visit_i64;
            deserialize_i16 I16 i16 => Signed visit_i64;
            deserialize_i32 I32 i32 => Signed visit_i64;
            deserialize_i64 I64 i64 => Signed visit_i64;
            deserialize_i128 I128 Wide<i128> => SignedWide visit_i128;
            deserialize_f32 F32 f32 => Single visit_f32;
            deserialize_f64 F64 f64 => Float visit_f64;
        }
    };
}

pub(crate) use numbers;

impl Leaf {
    fn facts(self) -> Facts {
        match self {
            Self::Bool => bool::__FACTS,
            Self::Char => char::__FACTS,
            Self::Text | Self::Name => String::__FACTS,
            _ => u8::__FACTS,
        }
    }
}

impl Form {
    /// What is known about values of this form, where `of` knows it about those in it.
    pub(crate) fn facts(&self, of: &dyn Fn(usize) -> Facts) -> Facts {
        match self {
            Self::Any | Self::Open | Self::Ignored => Facts::leaf(Accepts::ANY),
            Self::Leaf(leaf) => leaf.facts(),
            Self::Unit | Self::Nothing => Facts::nothing(),
            Self::Bytes => Facts::leaf(Accepts::STRING.or(Accepts::ARRAY)),
            Self::Names(names, ..) => Facts::one_of(names),
            Self::Optional(inner) => of(*inner).optional(),
            Self::Same(inner) => of(*inner),
            Self::List(_) => Facts::leaf(Accepts::ANY).list(),
            Self::Tuple(types) => Facts {
                invents: types.is_empty(),
                ..Facts::leaf(Accepts::ANY).list()
            },
            Self::Map(..) => Facts::leaf(Accepts::ANY).map(),
            Self::Struct(_) => Facts::object(&[]),
            Self::Choice(..) => Facts::externally_tagged(&[]),
            Self::Tagged(..) => Facts::wrapped(&[]),
        }
    }
}
