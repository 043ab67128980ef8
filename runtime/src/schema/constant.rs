//! From a type to a constant text of just the right length, generic types included.
//!
//! An array's length must be a constant, and on stable Rust it cannot be one that is computed from a type parameter.
//! So the text is written into the smallest of a fixed set of capacities that holds it. The choice is a chain of calls,
//! one function for each capacity: constants that a function mentions are evaluated only once it is called, so the
//! arrays of all other capacities never come into being.

use super::dialect::{self, Dialect};
use super::flatten::FlatMembers;
use super::text::Writer;
use super::{Shape, depth, example, flatten, prompt, render};

/// A text about a type.
pub(crate) trait ConstantText {
    /// What the text is about.
    const SHAPE: &'static Shape;

    /// How it is written.
    const NOTATION: Notation;
}

/// What a [`ConstantText`] is written in.
#[derive(Clone, Copy)]
pub(crate) enum Notation {
    /// JSON Schema 2020-12.
    JsonSchema,
    /// A type expression of TypeScript.
    TypeScript,
    /// A JSON document.
    Example,
    /// The message that the type nests deeper than this.
    TooDeep(u32),
    /// What a dialect would refuse about the type.
    Breaches(Dialect),
    /// What a dialect would refuse about the tools that the type is a set of.
    ToolBreaches(Dialect),
    /// The message that a flattened part does not fit among the others; empty if it does.
    Misfit(&'static FlatMembers, usize),
    /// The message that there are more fields than this; empty if there are not.
    Oversize(&'static FlatMembers, usize),
}

impl Notation {
    pub(crate) const fn write(self, writer: &mut Writer<'_>, shape: &'static Shape) {
        match self {
            Self::JsonSchema => render::write(writer, shape),
            Self::TypeScript => prompt::write(writer, shape),
            Self::Example => example::write(writer, shape),
            Self::TooDeep(limit) => depth::write(writer, shape, limit),
            Self::Breaches(dialect) => dialect::write(writer, shape, dialect),
            Self::ToolBreaches(dialect) => dialect::write_tools(writer, shape, dialect),
            Self::Misfit(members, part) => flatten::write_misfit(writer, members, part),
            Self::Oversize(members, limit) => flatten::write_oversize(writer, members, limit),
        }
    }
}

/// The text of `D`; to be called in const evaluation only.
pub(crate) const fn text<D: ConstantText>() -> &'static str {
    let length = MeasuredText::<D>::LENGTH;
    // Steps of at most 1.28: what is left over at an array's end is part of the binary.
    macro_rules! smallest_of {
        ($($capacity:literal)*) => {
            $(if length <= $capacity {
                return filled::<D, $capacity>();
            })*
        };
    }
    smallest_of! {
        64 80 100 128 160 200 256 320 400 512 640 800
        1_024 1_280 1_600 2_048 2_560 3_200 4_096 5_120 6_400 8_192 10_240 12_800
        16_384 20_480 25_600 32_768 40_960 51_200 65_536 81_920 102_400 131_072 163_840 204_800
        262_144 327_680 409_600 524_288 655_360 819_200 1_048_576
    }
    panic!(
        "the schema of this type is longer than 1 MiB, which no prompt has room for: shorten its doc comments, or split \
         it and ask for the parts one by one"
    )
}

/// Called between [`text`] and [`FittedText`], so that the latter is evaluated for the chosen capacity alone.
const fn filled<D: ConstantText, const CAPACITY: usize>() -> &'static str {
    FittedText::<D, CAPACITY>::TEXT
}

/// What nearly all texts fit into.
const ROOM: usize = 16_384;

/// The length of a document's text, and the text itself where there is room for it: most texts are written once.
struct MeasuredText<D>(D);

impl<D: ConstantText> MeasuredText<D> {
    const WRITTEN: ([u8; ROOM], usize) = {
        let mut bytes = [0; ROOM];
        let mut writer = Writer::filling(&mut bytes);
        D::NOTATION.write(&mut writer, D::SHAPE);
        let length = writer.length();
        (bytes, length)
    };

    const LENGTH: usize = Self::WRITTEN.1;
}

/// A document's text in an array that may be longer.
struct FittedText<D, const CAPACITY: usize>(D);

impl<D: ConstantText, const CAPACITY: usize> FittedText<D, CAPACITY> {
    const BYTES: [u8; CAPACITY] = {
        if let Some(bytes) = MeasuredText::<D>::WRITTEN.0.first_chunk() {
            *bytes
        } else {
            let mut bytes = [0; CAPACITY];
            D::NOTATION.write(&mut Writer::filling(&mut bytes), D::SHAPE);
            bytes
        }
    };

    const TEXT: &'static str = {
        let bytes: &'static [u8] = &Self::BYTES;
        let (text, _) = bytes.split_at(MeasuredText::<D>::LENGTH);
        match str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => panic!("text was cut within a character"),
        }
    };
}
