//! What a surface has to know of a type: which fields an object has, and whether a value is text or has parts.

use alloc::vec::Vec;

use crate::fold;
use crate::read::number::is_plain;
use crate::schema::{ObjectShape, Shape, Tagging, UnionShape};
#[cfg(feature = "serde")]
use crate::spec::{NameSpec, NamesSpec, ObjectSpec};
#[cfg(feature = "serde")]
use crate::visit::planned::{Form, Leaf, Type};

/// A type, as far as the form of a text depends on it.
#[derive(Clone, Copy)]
pub(crate) enum Outline {
    /// A type that derives `LlmOutput`.
    Derived(&'static Shape),
    /// A type that only implements `Deserialize`.
    #[cfg(feature = "serde")]
    Planned(Type),
    /// A string, such as the name of a variant.
    Name,
}

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Writing {
    Text,
    /// One of a list of names, or text in a certain format.
    Word,
    Number,
    Boolean,
    List,
    Map,
    Object,
    Any,
}

impl Writing {
    /// A value with a content that not every text has.
    pub(super) fn is_typed(self) -> bool {
        matches!(self, Self::Word | Self::Number | Self::Boolean)
    }

    /// How a value is written that has no fields or elements where it stands.
    pub(super) fn leaf(self) -> Self {
        if self.is_plain() || self == Self::Any {
            self
        } else {
            Self::Text
        }
    }

    /// A value without fields or elements.
    pub(super) fn is_plain(self) -> bool {
        self.is_typed() || self == Self::Text
    }
}

/// A field of an object.
#[derive(Clone, Copy)]
pub(super) struct FieldOutline {
    pub(super) name: &'static str,
    aliases: &'static [&'static str],
    pub(super) outline: Outline,
    pub(super) is_required: bool,
}

impl FieldOutline {
    /// Its name and its aliases.
    pub(super) fn names(&self) -> impl Iterator<Item = &'static str> {
        [self.name].into_iter().chain(self.aliases.iter().copied())
    }
}

/// The fields of an object, in the order of their declaration.
#[derive(Default)]
pub(super) struct FieldOutlines {
    fields: Vec<FieldOutline>,
    /// The letters and digits that names begin with, see [`fold::first_letter`]: most words of a text begin with none of them.
    first_letters: u64,
}

impl FieldOutlines {
    /// The number of the field of this name: the exact one, or the first one after folding.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        if !self.may_find(key) {
            return None;
        }
        let exact = |field: &FieldOutline| field.names().any(|name| name == key);
        let folded = |field: &FieldOutline| field.names().any(|name| fold::folds_to(key, name));
        let position = |is_it: &dyn Fn(&FieldOutline) -> bool| self.fields.iter().position(is_it);
        position(&exact).or_else(|| position(&folded))
    }

    /// Whether a field's name begins as this key does, or as what is one of a list of this name.
    fn may_find(&self, key: &str) -> bool {
        fold::first_letter(key).is_none_or(|letter| self.first_letters & letter != 0)
    }

    /// The field that an element of this name is, or one of whose values it is: `<file>` for a list `files`.
    pub(super) fn of_element(&self, name: &str) -> Option<usize> {
        let holds = |field: &FieldOutline| field.outline.writing() == Writing::List && is_plural(field.name, name);
        let position = || self.fields.iter().position(holds);
        self.find(name)
            .or_else(|| if self.may_find(name) { position() } else { None })
    }

    /// The key for the field of this number, which was found by this name: as it is written, unless it names one value of a list.
    pub(super) fn key<'n>(&self, number: usize, name: &'n str) -> &'n str {
        if self.find(name).is_some() {
            name
        } else {
            self.get(number).name
        }
    }

    pub(super) fn get(&self, number: usize) -> FieldOutline {
        self.fields[number]
    }

    pub(super) fn len(&self) -> usize {
        self.fields.len()
    }

    /// Whether the fields of these numbers include every required one, and there is a required one.
    fn has_required(&self, found: &[usize]) -> bool {
        let mut required = (0..)
            .zip(&self.fields)
            .filter(|(_, field)| field.is_required)
            .peekable();
        required.peek().is_some() && required.all(|(number, _)| found.contains(&number))
    }

    /// Whether so many fields show that an object is meant.
    pub(super) fn suffice(&self, found: &[usize]) -> bool {
        found.len() > 1 || self.has_required(found)
    }

    fn push(&mut self, field: FieldOutline) {
        if self.fields.iter().any(|known| known.name == field.name) {
            return;
        }
        for name in [field.name].iter().chain(field.aliases) {
            self.first_letters |= fold::first_letter_folded(name);
        }
        self.fields.push(field);
    }
}

/// Whether a name is that of a list of what another name says, as English forms it.
pub(super) fn is_plural(list: &str, one: &str) -> bool {
    let stem = one.strip_suffix(['y', 'Y']).filter(|stem| !stem.is_empty());
    let is_list = |stem: &str, ending: &str| {
        let length = list
            .len()
            .checked_sub(ending.len())
            .filter(|&at| list.is_char_boundary(at));
        length.is_some_and(|at| list[at..].eq_ignore_ascii_case(ending) && fold::folds_to(&list[..at], stem))
    };
    !one.is_empty() && (is_list(one, "s") || is_list(one, "es") || stem.is_some_and(|stem| is_list(stem, "ies")))
}

impl Outline {
    /// The type inside an `Option`, a newtype or a reference.
    fn inner(mut self) -> Self {
        // A reference leads to an object or a union, so this ends.
        loop {
            self = match self {
                Self::Derived(Shape::Optional(inner)) => Self::Derived(inner),
                Self::Derived(Shape::Named(named)) => Self::Derived(named.shape),
                Self::Derived(Shape::Reference(reference)) => Self::Derived((reference.shape)()),
                #[cfg(feature = "serde")]
                Self::Planned(of) => match of.plan().form {
                    Form::Optional(inner) | Form::Same(inner) => Self::Planned(of.of(inner)),
                    _ => return self,
                },
                _ => return self,
            };
        }
    }

    /// Whether `null` is a value of the type.
    pub(super) fn may_be_null(self) -> bool {
        match self {
            Self::Derived(Shape::Optional(_)) => true,
            Self::Derived(Shape::Named(named)) => Self::Derived(named.shape).may_be_null(),
            #[cfg(feature = "serde")]
            Self::Planned(of) => matches!(of.plan().form, Form::Optional(_)),
            _ => false,
        }
    }

    pub(super) fn writing(self) -> Writing {
        match self.inner() {
            Self::Derived(shape) => match shape {
                Shape::String { format: None, .. } => Writing::Text,
                Shape::Integer { .. } | Shape::Number | Shape::Float32 => Writing::Number,
                Shape::Boolean => Writing::Boolean,
                Shape::List { .. } => Writing::List,
                Shape::Map { .. } => Writing::Map,
                Shape::Object(_) | Shape::Union(_) => Writing::Object,
                Shape::Any => Writing::Any,
                _ => Writing::Word,
            },
            #[cfg(feature = "serde")]
            Self::Planned(of) => match &of.plan().form {
                Form::Leaf(Leaf::Bool) => Writing::Boolean,
                Form::Leaf(Leaf::Text | Leaf::Name | Leaf::Char) => Writing::Text,
                Form::Leaf(_) => Writing::Number,
                Form::Names(..) | Form::Unit | Form::Nothing => Writing::Word,
                Form::List(_) | Form::Tuple(_) => Writing::List,
                Form::Map(..) => Writing::Map,
                Form::Struct(_) | Form::Choice(..) => Writing::Object,
                _ => Writing::Any,
            },
            Self::Name => Writing::Word,
        }
    }

    /// Whether `content` is a value of this type, if the type is a number, a boolean or a derived enum of names; false for any other type.
    pub(super) fn accepts(self, content: &str) -> bool {
        match (self.writing(), self.inner()) {
            (Writing::Number, _) => is_plain(content),
            (Writing::Boolean, _) => matches!(content, "true" | "false"),
            (Writing::Word, Self::Derived(Shape::Names(names))) => names
                .variants
                .iter()
                .any(|variant| fold::folds_to(content, variant.name)),
            _ => false,
        }
    }

    /// What each element of a list looks like, or each value of a map.
    pub(super) fn element(self) -> Option<Self> {
        match self.inner() {
            Self::Derived(Shape::List { element, .. } | Shape::Map { value: element, .. }) => {
                Some(Self::Derived(element))
            }
            Self::Derived(Shape::Any) => Some(self),
            #[cfg(feature = "serde")]
            Self::Planned(of) => match &of.plan().form {
                Form::List(element) | Form::Map(_, element) => Some(Self::Planned(of.of(*element))),
                Form::Tuple(elements) => elements.first().map(|&element| Self::Planned(of.of(element))),
                Form::Any | Form::Open => Some(self),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether an object may have a field of this name.
    pub(super) fn has_field(self, key: &str) -> bool {
        match self.inner() {
            Self::Derived(Shape::Object(object)) => object.fields.iter().any(|field| {
                fold::folds_to(key, field.name) || field.aliases.iter().any(|alias| fold::folds_to(key, alias))
            }),
            _ => self.fields().find(key).is_some(),
        }
    }

    /// Whether the name of a field may end with this byte, which is a letter, a digit or a part of one.
    pub(super) fn may_have_field(self, last: u8) -> bool {
        match self.inner() {
            Self::Derived(Shape::Object(object)) => object.fields.iter().any(|field| {
                fold::may_end(field.name, last) || field.aliases.iter().any(|alias| fold::may_end(alias, last))
            }),
            _ => last != b'\n',
        }
    }

    /// The fields of an object, or of all variants of an enum together.
    pub(super) fn fields(self) -> FieldOutlines {
        let mut fields = FieldOutlines::default();
        match self.inner() {
            Self::Derived(Shape::Object(object)) => derived(object, true, &mut fields),
            Self::Derived(Shape::Union(union)) => variants(union, &mut fields),
            #[cfg(feature = "serde")]
            Self::Planned(of) => match &of.plan().form {
                Form::Struct(types) => planned(of, of.plan().object, types, &mut fields),
                Form::Choice(names, types) => named(of, names, types, &mut fields),
                _ => {}
            },
            _ => {}
        }
        fields
    }
}

fn derived(object: &'static ObjectShape, may_require: bool, fields: &mut FieldOutlines) {
    for field in object.fields {
        fields.push(FieldOutline {
            name: field.name,
            aliases: field.aliases,
            outline: Outline::Derived(field.shape),
            is_required: field.required && may_require,
        });
    }
}

fn variants(union: &'static UnionShape, fields: &mut FieldOutlines) {
    let name = |name: &'static str| FieldOutline {
        name,
        aliases: &[],
        outline: Outline::Name,
        is_required: true,
    };
    if let Tagging::Internal { tag } | Tagging::Adjacent { tag, .. } = union.tagging {
        fields.push(name(tag));
    }
    for variant in union.variants {
        let shape = variant.shape.map(|shape| (shape, Outline::Derived(shape).inner()));
        match (union.tagging, shape) {
            (Tagging::External, shape) => fields.push(FieldOutline {
                name: variant.name,
                aliases: variant.aliases,
                outline: shape.map_or(Outline::Name, |(shape, _)| Outline::Derived(shape)),
                is_required: false,
            }),
            (Tagging::Adjacent { content, .. }, Some((shape, _))) => fields.push(FieldOutline {
                name: content,
                aliases: &[],
                outline: Outline::Derived(shape),
                is_required: false,
            }),
            (_, Some((_, Outline::Derived(Shape::Object(object))))) => derived(object, false, fields),
            _ => {}
        }
    }
}

#[cfg(feature = "serde")]
fn planned(of: Type, spec: &'static ObjectSpec, types: &[usize], fields: &mut FieldOutlines) {
    for (number, (field, &id)) in spec.fields.iter().zip(types).enumerate() {
        fields.push(FieldOutline {
            name: field.name,
            aliases: field.aliases,
            outline: Outline::Planned(of.of(id)),
            is_required: spec.always_required() >> number & 1 == 1,
        });
    }
}

#[cfg(feature = "serde")]
fn named(of: Type, names: &'static NamesSpec, types: &[usize], fields: &mut FieldOutlines) {
    for (NameSpec { name, aliases }, &id) in names.names.iter().zip(types) {
        fields.push(FieldOutline {
            name,
            aliases,
            outline: Outline::Planned(of.of(id)),
            is_required: false,
        });
    }
}
