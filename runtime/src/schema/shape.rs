//! A type's description as constant data: what the schema, the prompt text and the dialects are rendered from.
//!
//! The engine never reads a [`Shape`] while it parses JSON: what it needs is in `spec.rs`. Only `surface` looks at it, for a text
//! without JSON. The structs may gain fields, so generated
//! code makes them with the hidden functions next to each.

/// What a type looks like to a model, as constant data.
///
/// [`LlmOutput::SHAPE`](crate::LlmOutput::SHAPE) is the shape of each type. The schemas are rendered from it, and your
/// own programs can traverse it.
///
/// ```
/// use llm_output::{LlmOutput, Shape};
///
/// assert!(matches!(<Vec<bool>>::SHAPE, Shape::List { element: Shape::Boolean, .. }));
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum Shape {
    /// Text.
    String {
        /// A format name of JSON Schema 2020-12 (`date-time`, `uuid`), if the type has one.
        format: Option<&'static str>,
        /// The minimum and maximum number of code points.
        length: Length,
    },
    /// A whole number.
    Integer {
        /// The minimum and maximum value of the type.
        range: Range,
    },
    /// A number with or without a fraction.
    Number,
    /// The same, with the precision and range of `f32`.
    Float32,
    /// `true` or `false`.
    Boolean,
    /// Any JSON value.
    Any,
    /// The value may be `null`, and a field with it may be missing.
    Optional(&'static Shape),
    /// A JSON array.
    List {
        /// What each element looks like.
        element: &'static Shape,
        /// The minimum and maximum number of elements.
        length: Length,
        /// Whether all elements must be different, as in a set.
        unique: bool,
    },
    /// A JSON object whose keys the type does not know.
    Map {
        /// What each key looks like: a string, or one of a list of names.
        key: &'static Shape,
        /// What each value looks like.
        value: &'static Shape,
    },
    /// One of a list of names: a unit enum.
    Names(&'static NamesShape),
    /// A JSON object with known fields: a struct.
    Object(&'static ObjectShape),
    /// A newtype: the inner shape with a name, a description and bounds of its own.
    Named(&'static NamedShape),
    /// One of several shapes: an enum whose variants carry data.
    Union(&'static UnionShape),
    /// A recursive reference to a type that contains this place, bounded by `#[llm(recursive(..))]`.
    Reference(&'static ReferenceShape),
}

/// An enum whose variants carry data, as a model sees it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct UnionShape {
    /// The type's name.
    pub name: &'static str,
    /// The type's doc comment, or an empty string.
    pub doc: &'static str,
    /// How an answer says which variant it is.
    pub tagging: Tagging,
    /// The variants in declared order.
    pub variants: &'static [UnionVariantShape],
    /// The name of the variant that an example shows. If there is none, the example shows the first variant that it
    /// can.
    pub example: Option<&'static str>,
}

#[doc(hidden)]
impl UnionShape {
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        tagging: Tagging,
        variants: &'static [UnionVariantShape],
        example: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            doc,
            tagging,
            variants,
            example,
        }
    }
}

/// How an answer says which variant of an enum it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagging {
    /// By the only key of an object around the variant's value; a variant without data is just its name.
    External,
    /// By a field next to the variant's own.
    Internal {
        /// The field's key.
        tag: &'static str,
    },
    /// By a field next to the one that contains the variant's value.
    Adjacent {
        /// The key of the field that names the variant.
        tag: &'static str,
        /// The key of the field that contains its value.
        content: &'static str,
    },
    /// By its shape alone.
    Untagged,
}

/// One variant of a [`UnionShape`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct UnionVariantShape {
    /// The name in JSON, after `rename` and `rename_all`.
    pub name: &'static str,
    /// The variant's doc comment, or an empty string.
    pub doc: &'static str,
    /// Other names that are read as this variant; they are not part of the schema.
    pub aliases: &'static [&'static str],
    /// What the variant's value looks like; `None` for one without data.
    pub shape: Option<&'static Shape>,
    /// Whether it is read for names that the type does not know (`#[llm(other)]`).
    pub other: bool,
}

#[doc(hidden)]
impl UnionVariantShape {
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        aliases: &'static [&'static str],
        shape: Option<&'static Shape>,
    ) -> Self {
        Self {
            name,
            doc,
            aliases,
            shape,
            other: false,
        }
    }

    #[must_use]
    pub const fn other(mut self) -> Self {
        self.other = true;
        self
    }
}

/// A reference from a recursive type to itself.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ReferenceShape {
    /// The type's name.
    pub name: &'static str,
    /// The type's own shape. It is a function, because a constant cannot refer to itself.
    pub shape: fn() -> &'static Shape,
    /// How deep the type may nest.
    pub max_depth: u32,
    /// Whether the reference is to the type that has the field, and not to a type further out.
    pub own: bool,
}

#[doc(hidden)]
impl ReferenceShape {
    pub const fn new(name: &'static str, shape: fn() -> &'static Shape, max_depth: u32) -> Self {
        Self {
            name,
            shape,
            max_depth,
            own: false,
        }
    }

    #[must_use]
    pub const fn own(mut self) -> Self {
        self.own = true;
        self
    }
}

/// A unit enum as a model sees it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct NamesShape {
    /// The type's name.
    pub name: &'static str,
    /// The type's doc comment, or an empty string.
    pub doc: &'static str,
    /// The variants in declared order.
    pub variants: &'static [VariantShape],
    /// The name that an example shows; the first one if there is none.
    pub example: Option<&'static str>,
}

#[doc(hidden)]
impl NamesShape {
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        variants: &'static [VariantShape],
        example: Option<&'static str>,
    ) -> Self {
        Self {
            name,
            doc,
            variants,
            example,
        }
    }
}

/// One name of a unit enum.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct VariantShape {
    /// The name in JSON, after `rename` and `rename_all`.
    pub name: &'static str,
    /// The variant's doc comment, or an empty string.
    pub doc: &'static str,
    /// Other names that are read as this variant; they are not part of the schema.
    pub aliases: &'static [&'static str],
    /// Whether it is read for names that the type does not know (`#[llm(other)]`).
    pub other: bool,
}

#[doc(hidden)]
impl VariantShape {
    pub const fn new(name: &'static str, doc: &'static str, aliases: &'static [&'static str]) -> Self {
        Self {
            name,
            doc,
            aliases,
            other: false,
        }
    }

    #[must_use]
    pub const fn other(mut self) -> Self {
        self.other = true;
        self
    }
}

/// A struct with named fields as a model sees it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct ObjectShape {
    /// The type's name.
    pub name: &'static str,
    /// The type's doc comment, or an empty string.
    pub doc: &'static str,
    /// The fields in declared order, including those of flattened types (`#[llm(flatten)]`).
    pub fields: &'static [FieldShape],
    /// Whether unknown fields are violations (`#[llm(deny_unknown_fields)]`).
    pub closed: bool,
    /// The flattened types.
    pub flattened: &'static [FlattenedShape],
}

#[doc(hidden)]
impl ObjectShape {
    pub const fn new(name: &'static str, doc: &'static str, fields: &'static [FieldShape]) -> Self {
        Self {
            name,
            doc,
            fields,
            closed: false,
            flattened: &[],
        }
    }

    #[must_use]
    pub const fn closed(mut self) -> Self {
        self.closed = true;
        self
    }

    #[must_use]
    pub const fn flattened(mut self, flattened: &'static [FlattenedShape]) -> Self {
        self.flattened = flattened;
        self
    }
}

/// A type that is flattened into an [`ObjectShape`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FlattenedShape {
    /// The type: an object, or a map that collects all unknown fields.
    pub shape: &'static Shape,
    /// The position of its first field among those of the object around it.
    pub first: usize,
    /// Whether all of its fields may be missing. If one of them is there, the required ones must be there too.
    pub optional: bool,
}

/// One field of an [`ObjectShape`].
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct FieldShape {
    /// The key in JSON, after `rename` and `rename_all`.
    pub name: &'static str,
    /// The field's doc comment, or an empty string.
    pub doc: &'static str,
    /// What the value looks like.
    pub shape: &'static Shape,
    /// Whether the field is required.
    pub required: bool,
    /// The declared example as JSON text.
    pub example: Option<&'static str>,
    /// The declared default as JSON text, if it is a literal or the known default of the type.
    pub default: Option<&'static str>,
    /// Bounds of `#[llm(range(..))]`.
    pub range: Range,
    /// Bounds of `#[llm(length(..))]`.
    pub length: Length,
    /// Other keys that are read as this field; they are not part of the schema.
    pub aliases: &'static [&'static str],
    /// Attributes that change which values are read, and not the schema: each name, followed by its text, if it has one.
    pub reading: &'static [&'static str],
}

#[doc(hidden)]
impl FieldShape {
    pub const fn new(name: &'static str, doc: &'static str, shape: &'static Shape, required: bool) -> Self {
        Self {
            name,
            doc,
            shape,
            required,
            example: None,
            default: None,
            range: Range::NONE,
            length: Length::NONE,
            aliases: &[],
            reading: &[],
        }
    }

    #[must_use]
    pub const fn reading(mut self, reading: &'static [&'static str]) -> Self {
        self.reading = reading;
        self
    }

    #[must_use]
    pub const fn example(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }

    #[must_use]
    pub const fn default(mut self, default: &'static str) -> Self {
        self.default = Some(default);
        self
    }

    #[must_use]
    pub const fn range(mut self, range: Range) -> Self {
        self.range = range;
        self
    }

    #[must_use]
    pub const fn length(mut self, length: Length) -> Self {
        self.length = length;
        self
    }

    #[must_use]
    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }
}

/// A newtype as a model sees it.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct NamedShape {
    /// The type's name.
    pub name: &'static str,
    /// The type's doc comment, or an empty string.
    pub doc: &'static str,
    /// What the inner value looks like.
    pub shape: &'static Shape,
    /// Bounds of `#[llm(range(..))]`.
    pub range: Range,
    /// Bounds of `#[llm(length(..))]`.
    pub length: Length,
    /// The declared example as JSON text.
    pub example: Option<&'static str>,
    /// A regular expression that the schema requires a string to match. The parser does not check it.
    pub pattern: Option<&'static str>,
}

#[doc(hidden)]
impl NamedShape {
    pub const fn new(name: &'static str, doc: &'static str, shape: &'static Shape) -> Self {
        Self {
            name,
            doc,
            shape,
            range: Range::NONE,
            length: Length::NONE,
            example: None,
            pattern: None,
        }
    }

    #[must_use]
    pub const fn range(mut self, range: Range) -> Self {
        self.range = range;
        self
    }

    #[must_use]
    pub const fn length(mut self, length: Length) -> Self {
        self.length = length;
        self
    }

    #[must_use]
    pub const fn example(mut self, example: &'static str) -> Self {
        self.example = Some(example);
        self
    }

    #[must_use]
    pub const fn pattern(mut self, pattern: &'static str) -> Self {
        self.pattern = Some(pattern);
        self
    }
}

/// The minimum and maximum value of a number, both inclusive.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Range {
    /// The minimum, if there is one.
    pub min: Option<Bound>,
    /// The maximum, if there is one.
    pub max: Option<Bound>,
}

impl Range {
    /// No bound on either side.
    pub const NONE: Self = Self { min: None, max: None };
}

/// One end of a [`Range`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Bound {
    /// A whole number.
    Integer(i128),
    /// A number with a fraction or an exponent, and its JSON text.
    Float(f64, &'static str),
}

/// The minimum and maximum length, both inclusive: code points of a string, elements of a list, entries of a map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Length {
    /// The minimum, if there is one.
    pub min: Option<usize>,
    /// The maximum, if there is one.
    pub max: Option<usize>,
}

impl Length {
    /// No bound on either side.
    pub const NONE: Self = Self { min: None, max: None };
}
