//! What generated code tells the engine about a type: constant data, read only on the paths that the generated
//! straight-line code does not cover.

#![allow(
    missing_docs,
    reason = "generated code alone builds these, and their names say what they hold"
)]

mod key;
mod merge;
mod tag;

pub(crate) use key::KeyText;
pub use merge::{Flattens, Part, merged};
pub(crate) use merge::{count, range};
pub use tag::Tag;

/// What a type is, as far as whoever holds it must know before reading it.
#[derive(Debug, Clone, Copy)]
pub struct Facts {
    /// The JSON values that the type reads as they are.
    pub accepts: Accepts,
    /// The type has a value for an absent field, as `Option` does.
    pub optional: bool,
    /// `Options::lenient` can make a value up: empty text, zero, `false`, an empty list.
    pub invents: bool,
    /// Levels of objects, lists and maps from here down, this one included; 0 for a leaf.
    pub depth: u32,
    /// What a provider's dialect asks for in another form.
    pub form: TypeForm,
    /// The names that it is one of, for saying so where it is missing.
    pub names: Option<&'static NamesSpec>,
    /// The format of its text, in words, for saying so where it is missing.
    pub format: Option<&'static str>,
}

/// Whether a provider's dialect accepts a type as it is, or in another form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeForm {
    /// An object of fields: nothing is put around it.
    Struct,
    /// A map, which may be written as a list of keys and values.
    Map,
    Other,
}

impl Facts {
    /// A leaf that reads `accepts` and of which a value can be made up.
    pub const fn leaf(accepts: Accepts) -> Self {
        Self {
            accepts,
            optional: false,
            invents: true,
            depth: 0,
            form: TypeForm::Other,
            names: None,
            format: None,
        }
    }

    /// A unit enum: text, and nothing is made up.
    pub const fn names() -> Self {
        Self {
            accepts: Accepts::NAME,
            optional: false,
            invents: false,
            depth: 0,
            form: TypeForm::Other,
            names: None,
            format: None,
        }
    }

    /// A unit enum of these names.
    pub const fn one_of(names: &'static NamesSpec) -> Self {
        Self {
            names: Some(names),
            ..Self::names()
        }
    }

    /// A struct whose fields have these facts.
    pub const fn object(fields: &[Facts]) -> Self {
        Self {
            accepts: Accepts::OBJECT,
            optional: false,
            invents: false,
            depth: 1 + deepest(fields, 0),
            form: TypeForm::Struct,
            names: None,
            format: None,
        }
    }

    /// An enum whose tag is in the variants' own objects.
    pub const fn internally_tagged(variants: &[Facts]) -> Self {
        Self {
            depth: deepest(variants, 1),
            form: TypeForm::Other,
            names: None,
            ..Self::object(&[])
        }
    }

    /// An enum whose variants are in an object around them.
    pub const fn wrapped(variants: &[Facts]) -> Self {
        Self {
            form: TypeForm::Other,
            names: None,
            ..Self::object(variants)
        }
    }

    /// An enum whose variants are in an object around them, or are just a name.
    pub const fn externally_tagged(variants: &[Facts]) -> Self {
        Self {
            accepts: Accepts::OBJECT.or(Accepts::NAME),
            form: TypeForm::Other,
            names: None,
            ..Self::object(variants)
        }
    }

    /// An enum whose variants stand for themselves.
    pub const fn untagged(variants: &[Facts]) -> Self {
        let mut accepts = Accepts(0);
        let mut i = 0;
        while i < variants.len() {
            accepts = accepts.or(variants[i].accepts);
            i += 1;
        }
        Self {
            accepts,
            optional: false,
            invents: false,
            depth: deepest(variants, 0),
            form: TypeForm::Other,
            names: None,
            format: None,
        }
    }

    /// A variant without data.
    pub const fn nothing() -> Self {
        Self {
            accepts: Accepts::NULL,
            optional: false,
            invents: false,
            depth: 0,
            form: TypeForm::Other,
            names: None,
            format: None,
        }
    }

    /// A list of such elements.
    pub const fn list(self) -> Self {
        Self {
            accepts: Accepts::ARRAY,
            optional: false,
            invents: true,
            depth: self.depth + 1,
            form: TypeForm::Other,
            names: None,
            format: None,
        }
    }

    /// A map of such values.
    pub const fn map(self) -> Self {
        Self {
            accepts: Accepts::OBJECT,
            optional: false,
            invents: true,
            depth: self.depth + 1,
            form: TypeForm::Map,
            names: None,
            format: None,
        }
    }

    /// The same fields, in the object of another type.
    pub const fn flattened(self) -> Self {
        Self {
            depth: self.depth.saturating_sub(1),
            ..self
        }
    }

    /// An `Option` of such a value.
    pub const fn optional(self) -> Self {
        Self {
            accepts: self.accepts.or(Accepts::NULL),
            optional: true,
            invents: true,
            depth: self.depth,
            form: TypeForm::Other,
            names: None,
            format: None,
        }
    }
}

/// The greatest depth, but at least `least`.
const fn deepest(parts: &[Facts], least: u32) -> u32 {
    let mut depth = least;
    let mut i = 0;
    while i < parts.len() {
        if parts[i].depth > depth {
            depth = parts[i].depth;
        }
        i += 1;
    }
    depth
}

/// A set of kinds of JSON value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepts(u8);

impl Accepts {
    pub const STRING: Self = Self(1);
    pub const NUMBER: Self = Self(2);
    pub const BOOLEAN: Self = Self(4);
    pub const NULL: Self = Self(8);
    pub const OBJECT: Self = Self(16);
    pub const ARRAY: Self = Self(32);
    /// One of a list of names: text, but not every text.
    pub const NAME: Self = Self(64);
    pub const ANY: Self = Self(127);
    pub const NONE: Self = Self(0);

    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// The fields of an object: their names, what may be absent, and what is declared about each.
#[derive(Debug, Clone, Copy)]
pub struct ObjectSpec {
    pub fields: &'static [FieldSpec],
    /// Bit `i` is set where field `i` must be there.
    pub required: u128,
    pub deny_unknown: bool,
    /// The field that takes a reply without any JSON whole (`#[llm(content)]`).
    pub content: Option<u32>,
    /// The fields of an enum's variants, which may also be in the object.
    pub variants: &'static [&'static ObjectSpec],
    /// A key that no field matches is accepted too, as in a map.
    pub takes_rest: bool,
    /// The fields are the variants of an enum, of which an object has one.
    pub one_key: bool,
    /// Fields that are there together or not at all; where there are any, `required` has the bit [`Self::GROUPED`] too.
    pub groups: &'static [Group],
    /// What the fields were put together from, where some are those of flattened types.
    pub parts: &'static [Part],
}

/// The fields of a flattened type that may be absent as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    pub members: u128,
    /// Those that must be there if any is.
    pub required: u128,
}

impl ObjectSpec {
    /// No field known: what a type that is not an object has.
    pub const NONE: Self = Self::new(&[]);

    /// Every key is accepted, as in a map.
    pub const REST: Self = Self {
        takes_rest: true,
        ..Self::NONE
    };

    /// A bit that is no field's: it is never seen, so that the common paths leave the judgement about groups to others.
    pub const GROUPED: u128 = 1 << 127;

    /// # Panics
    ///
    /// At compile time, where there are more fields than there are bits to mark them with.
    pub const fn new(fields: &'static [FieldSpec]) -> Self {
        assert!(fields.len() <= 128, "an object has at most 128 fields");
        let mut required = 0;
        let mut i = 0;
        while i < fields.len() {
            if !fields[i].has_default && !fields[i].facts.optional {
                required |= 1 << i;
            }
            i += 1;
        }
        Self {
            fields,
            required,
            deny_unknown: false,
            content: None,
            variants: &[],
            takes_rest: false,
            one_key: false,
            groups: &[],
            parts: &[],
        }
    }

    /// The fields that must be there whatever else is.
    pub const fn always_required(&self) -> u128 {
        if self.groups.is_empty() {
            self.required
        } else {
            self.required & !Self::GROUPED
        }
    }

    pub const fn variants(mut self, variants: &'static [&'static ObjectSpec]) -> Self {
        self.variants = variants;
        self
    }

    pub const fn deny_unknown(mut self) -> Self {
        self.deny_unknown = true;
        self
    }

    pub const fn one_key(mut self) -> Self {
        self.one_key = true;
        self
    }

    pub const fn content(mut self, field: u32) -> Self {
        self.content = Some(field);
        self
    }
}

/// One field of an object.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own, not a state")]
#[derive(Debug, Clone, Copy)]
pub struct FieldSpec {
    pub name: &'static str,
    /// The name consists of ASCII letters, digits and underscores, so it may be written without quotes.
    pub is_word: bool,
    /// The name, for comparing it at once, where it is a word.
    pub word: KeyText,
    /// The key as JSON writes it.
    pub quoted: KeyText,
    pub aliases: &'static [&'static str],
    /// The name and the aliases after folding, where one of them is not ASCII: const evaluation folds ASCII alone.
    pub folded: &'static [&'static str],
    pub facts: Facts,
    pub has_default: bool,
    pub grade: Grade,
    /// Text at which a string given for a list is split.
    pub split: Option<&'static str>,
    /// Text that joins a list given for a string.
    pub join: Option<&'static str>,
    /// Texts that stand for `null`.
    pub null_alias: &'static [&'static str],
    pub skip_invalid: bool,
    pub latex: bool,
}

const fn is_word(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut i = 0;
    while i < bytes.len() {
        if !bytes[i].is_ascii_alphanumeric() && bytes[i] != b'_' {
            return false;
        }
        i += 1;
    }
    !bytes.is_empty()
}

impl FieldSpec {
    pub const fn new(name: &'static str, facts: Facts) -> Self {
        Self {
            name,
            is_word: is_word(name),
            word: KeyText::word(name),
            quoted: KeyText::quoted(name),
            aliases: &[],
            folded: &[],
            facts,
            has_default: false,
            grade: Grade::Inherit,
            split: None,
            join: None,
            null_alias: &[],
            skip_invalid: false,
            latex: false,
        }
    }

    pub const fn aliases(mut self, aliases: &'static [&'static str]) -> Self {
        self.aliases = aliases;
        self
    }

    pub const fn folded(mut self, folded: &'static [&'static str]) -> Self {
        self.folded = folded;
        self
    }

    /// A default is declared: the field may be absent, and `null` means the default.
    pub const fn defaulted(mut self) -> Self {
        self.has_default = true;
        self
    }

    pub const fn lenient(mut self) -> Self {
        self.grade = Grade::Lenient;
        self
    }

    pub const fn exact(mut self) -> Self {
        self.grade = Grade::Exact;
        self
    }

    pub const fn split(mut self, separator: &'static str) -> Self {
        self.split = Some(separator);
        self
    }

    pub const fn join(mut self, separator: &'static str) -> Self {
        self.join = Some(separator);
        self
    }

    pub const fn null_alias(mut self, aliases: &'static [&'static str]) -> Self {
        self.null_alias = aliases;
        self
    }

    pub const fn skip_invalid(mut self) -> Self {
        self.skip_invalid = true;
        self
    }

    pub const fn latex(mut self) -> Self {
        self.latex = true;
        self
    }
}

/// Which repairs a field takes, where it says so itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grade {
    Inherit,
    Lenient,
    Exact,
}

/// The names of a unit enum, canonical and alternative.
#[derive(Debug)]
pub struct NamesSpec {
    pub names: &'static [NameSpec],
    /// The variant that takes every other name (`#[llm(other)]`).
    pub other: Option<u32>,
}

/// One variant of a unit enum.
#[derive(Debug)]
pub struct NameSpec {
    pub name: &'static str,
    pub aliases: &'static [&'static str],
}
