//! Attributes as typed values that keep their place in the source, so that an error can underline them.
//!
//! `#[llm(..)]` is read first and wins; `#[serde(..)]` fills what it left open, so that one set of attributes can serve
//! both derives. Doc comments become the descriptions that a model reads.

mod dialect;
mod foreign;
mod item;
mod llm;
mod serde;
mod vocabulary;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::{Attribute, Expr, LitStr, Path, Type, WherePredicate};

pub(crate) use dialect::Dialect;
pub(crate) use item::{literal_text, number};
pub(crate) use llm::not_an_expression;
pub(crate) use vocabulary::nearest;

use crate::case::Case;
use crate::problems::Problems;

/// A value and where it was given.
pub(crate) struct Given<T> {
    pub(crate) value: T,
    /// The attribute's name.
    pub(crate) span: Span,
    pub(crate) source: Source,
}

/// Whose attribute it is. What `#[serde]` says may be meant for writing only, so less of it is an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    Llm,
    /// `#[schemars]`, `#[validate]` or `#[garde]`.
    Foreign,
    Serde,
}

/// What a model reads about a type, a field or a variant.
pub(crate) enum Doc {
    Text(String),
    /// An expression of the user's own that is constant text.
    Expression(Expr),
}

impl Default for Doc {
    fn default() -> Self {
        Self::Text(String::new())
    }
}

impl Doc {
    pub(crate) fn is_empty(&self) -> bool {
        matches!(self, Self::Text(text) if text.is_empty())
    }
}

impl ToTokens for Doc {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Text(text) => text.to_tokens(tokens),
            Self::Expression(expr) => expr.to_tokens(tokens),
        }
    }
}

/// A type that another one is made from.
pub(crate) struct Conversion {
    pub(crate) from: Type,
    pub(crate) fallible: bool,
}

/// The value of a field that is missing.
pub(crate) enum Fallback {
    /// The type's own `Default`.
    Trait,
    Expression(Expr),
    /// A string, and the expression in it if there is one; what it means depends on the field's type.
    Written(LitStr, Option<Expr>),
    /// A function without parameters.
    Call(Path),
}

/// Both ends of a range or of a length; one may be open.
pub(crate) struct Bounds<T> {
    pub(crate) min: Option<T>,
    pub(crate) max: Option<T>,
}

impl Bounds<Number> {
    /// Whether the number is within both ends.
    pub(crate) fn hold(&self, number: &Number) -> bool {
        let number = number.to_f64();
        self.min.as_ref().is_none_or(|min| min.to_f64() <= number)
            && self.max.as_ref().is_none_or(|max| number <= max.to_f64())
    }
}

/// One end of a range.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Number {
    Integer(i128),
    /// With the JSON text in which it was written.
    Float(f64, String),
}

impl Number {
    #[allow(
        clippy::cast_precision_loss,
        reason = "compared only to find a range that is upside down, and a default or an example outside of one"
    )]
    pub(crate) fn to_f64(&self) -> f64 {
        match self {
            Self::Integer(number) => *number as f64,
            Self::Float(number, _) => *number,
        }
    }
}

/// What is declared on the type.
#[derive(Default)]
pub(crate) struct TypeAttrs {
    pub(crate) doc: Doc,
    pub(crate) deprecated: bool,
    pub(crate) krate: Option<Given<Path>>,
    pub(crate) rename: Option<Given<LitStr>>,
    pub(crate) rename_all: Option<Given<Case>>,
    pub(crate) deny_unknown_fields: Option<Given<()>>,
    pub(crate) default: Option<Given<Fallback>>,
    pub(crate) transparent: Option<Given<()>>,
    pub(crate) validate: Option<Given<Path>>,
    /// The type that is read instead of this one, and whether converting it may fail.
    pub(crate) conversion: Option<Given<Conversion>>,
    pub(crate) rename_all_fields: Option<Given<Case>>,
    pub(crate) tag: Option<Given<LitStr>>,
    pub(crate) content: Option<Given<LitStr>>,
    pub(crate) untagged: Option<Given<()>>,
    pub(crate) external: Option<Given<()>>,
    pub(crate) max_depth: Option<Given<usize>>,
    pub(crate) max_fields: Option<Given<usize>>,
    pub(crate) max_variants: Option<Given<usize>>,
    pub(crate) bound: Option<Given<Vec<WherePredicate>>>,
    /// The value, or the variant, that an example of the type shows.
    pub(crate) example: Option<Given<Expr>>,
    /// The dialects that must accept the type's schema.
    pub(crate) dialects: Option<Given<Vec<Dialect>>>,
    /// `native` holds for all fields.
    pub(crate) native: Option<Given<()>>,
    /// It implements `JsonSchema` as well.
    pub(crate) json_schema: Option<Given<()>>,
    /// It has a partial type.
    pub(crate) stream: Option<Given<()>>,
    /// Its variants are tools.
    pub(crate) tools: Option<Given<()>>,
}

/// What is declared on a field.
#[derive(Default)]
pub(crate) struct FieldAttrs {
    pub(crate) doc: Doc,
    pub(crate) deprecated: bool,
    pub(crate) rename: Option<Given<LitStr>>,
    pub(crate) aliases: Vec<Given<LitStr>>,
    pub(crate) default: Option<Given<Fallback>>,
    pub(crate) example: Option<Given<Expr>>,
    pub(crate) skip: Option<Given<()>>,
    /// Its fields are among those of the type that contains it.
    pub(crate) flatten: Option<Given<()>>,
    pub(crate) lenient: Option<Given<()>>,
    pub(crate) exact: Option<Given<()>>,
    pub(crate) range: Option<Given<Bounds<Number>>>,
    pub(crate) length: Option<Given<Bounds<usize>>>,
    pub(crate) clamp: Option<Given<()>>,
    pub(crate) validate: Option<Given<Path>>,
    pub(crate) split: Option<Given<LitStr>>,
    pub(crate) join: Option<Given<LitStr>>,
    pub(crate) null_alias: Vec<Given<LitStr>>,
    /// The module whose `read` makes the value from its `Wire`.
    pub(crate) with: Option<Given<Path>>,
    /// The type is read by serde; with the type whose schema a model sees, where there is one.
    pub(crate) with_serde: Option<Given<Option<Type>>>,
    /// Read as the field's own type, whatever other crates' attributes say.
    pub(crate) native: Option<Given<()>>,
    /// A regular expression for the schema.
    pub(crate) pattern: Option<Given<LitStr>>,
    /// A name from JSON Schema's list of formats, for the schema.
    pub(crate) format: Option<Given<&'static str>>,
    /// The schema lists the field as required, although it is an `Option`.
    pub(crate) required: Option<Given<()>>,
    /// A function of serde's form reads the field.
    pub(crate) deserialize_with: Option<Given<Path>>,
    /// The type whose schema a model sees, if `deserialize_with` reads the field.
    pub(crate) shown: Option<Type>,
    pub(crate) content: Option<Given<()>>,
    pub(crate) skip_invalid: Option<Given<()>>,
    /// How deep the type may nest.
    pub(crate) recursive: Option<Given<usize>>,
    pub(crate) latex: Option<Given<()>>,
    /// How the field is shown while its type is streamed.
    pub(crate) stream: Option<Given<Vec<Shown>>>,
}

/// How a field is shown while its type is streamed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shown {
    /// When it is complete.
    Whole,
    /// Nothing of the type is shown before it.
    Needed,
    /// With its state.
    State,
}

impl FieldAttrs {
    pub(crate) fn streams_whole(&self) -> bool {
        self.is_shown(Shown::Whole)
    }

    pub(crate) fn is_needed(&self) -> bool {
        self.is_shown(Shown::Needed)
    }

    pub(crate) fn streams_state(&self) -> bool {
        self.is_shown(Shown::State)
    }

    /// Whether the value is checked after it was read.
    pub(crate) fn is_checked(&self) -> bool {
        self.range.is_some() || self.length.is_some() || self.validate.is_some()
    }

    fn is_shown(&self, shown: Shown) -> bool {
        self.stream.as_ref().is_some_and(|given| given.value.contains(&shown))
    }
}

/// What is declared on a variant.
#[derive(Default)]
pub(crate) struct VariantAttrs {
    pub(crate) doc: Doc,
    pub(crate) deprecated: bool,
    pub(crate) rename: Option<Given<LitStr>>,
    pub(crate) rename_all: Option<Given<Case>>,
    pub(crate) aliases: Vec<Given<LitStr>>,
    pub(crate) other: Option<Given<()>>,
    pub(crate) skip: Option<Given<()>>,
    /// It is refused where it is read; nothing else is reported about the variant then.
    pub(crate) untagged: Option<Given<()>>,
}

impl TypeAttrs {
    pub(crate) fn read(attrs: &[Attribute], problems: &mut Problems) -> Self {
        let mut read = Self {
            doc: Doc::Text(doc(attrs)),
            deprecated: deprecated(attrs),
            ..Self::default()
        };
        llm::on_type(attrs, &mut read, problems);
        foreign::on_type(attrs, &mut read, problems);
        serde::on_type(attrs, &mut read, problems);
        foreign::other_schema(attrs, &read, problems);
        read
    }
}

impl FieldAttrs {
    /// `native` says whether the type says so for all of its fields.
    pub(crate) fn read(attrs: &[Attribute], native: bool, problems: &mut Problems) -> Self {
        let mut read = Self {
            doc: Doc::Text(doc(attrs)),
            deprecated: deprecated(attrs),
            ..Self::default()
        };
        llm::on_field(attrs, &mut read, problems);
        if native && !read.is_read_otherwise() {
            read.native = Some(Given {
                value: (),
                span: Span::call_site(),
                source: Source::Foreign,
            });
        }
        foreign::on_field(attrs, &mut read, problems);
        serde::on_field(attrs, &mut read, problems);
        read
    }

    /// Whether an attribute of ours says how the field is read.
    fn is_read_otherwise(&self) -> bool {
        self.with.is_some() || self.with_serde.is_some() || self.deserialize_with.is_some() || self.native.is_some()
    }
}

impl VariantAttrs {
    pub(crate) fn read(attrs: &[Attribute], problems: &mut Problems) -> Self {
        let mut read = Self {
            doc: Doc::Text(doc(attrs)),
            deprecated: deprecated(attrs),
            ..Self::default()
        };
        llm::on_variant(attrs, &mut read, problems);
        foreign::on_variant(attrs, &mut read, problems);
        serde::on_variant(attrs, &mut read, problems);
        read
    }
}

/// The doc comment as one text: every line without the blank after `///`, joined by line feeds, trimmed.
fn doc(attrs: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident("doc")) {
        let syn::Meta::NameValue(meta) = &attr.meta else {
            continue;
        };
        let Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) = &meta.value
        else {
            continue;
        };
        let text = text.value();
        // A block comment arrives whole; its lines may begin with the stars that decorate it.
        let starred = text
            .lines()
            .skip(1)
            .all(|line| line.trim_start().starts_with('*') || line.trim().is_empty());
        for (at, line) in text.lines().enumerate() {
            let line = if at > 0 && starred {
                line.trim_start().trim_start_matches('*')
            } else {
                line
            };
            lines.push(line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned());
        }
        if text.is_empty() {
            lines.push(String::new());
        }
    }
    lines.join("\n").trim().to_owned()
}

fn deprecated(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attr| attr.path().is_ident("deprecated"))
}

// For errors that must underline the value rather than the attribute's name.
impl<T: ToTokens> ToTokens for Given<T> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.value.to_tokens(tokens);
    }
}

#[cfg(test)]
mod tests;
