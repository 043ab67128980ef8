//! The item as the rest of the crate sees it.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    BinOp, Data, DeriveInput, Expr, Fields, Generics, Ident, Index, Lit, LitStr, Member, Type, UnOp, Visibility,
    parse_quote, parse_quote_spanned,
};

use crate::attr::{Fallback, FieldAttrs, Given, Source, TypeAttrs, VariantAttrs, not_an_expression};
use crate::case::Case;
use crate::kind::{Kind, kind};
use crate::problems::Problems;

/// Levels that a model answers reliably, and that every provider's schema accepts.
const MAX_DEPTH: usize = 5;

/// Fields that a model fills in without forgetting one.
const MAX_FIELDS: usize = 50;

/// The type that a field is part of.
#[derive(Clone, Copy)]
pub(crate) struct Owner<'a, N = String> {
    /// Its name in Rust.
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// Its name in the schema.
    pub(crate) name: N,
}

/// What fields are part of.
#[derive(Clone, Copy)]
struct Of<'a, 'n> {
    owner: Owner<'a, &'n str>,
    /// The letter case of their keys.
    case: Option<Case>,
    /// They are read as their own types, whatever other crates' attributes say.
    native: bool,
}

/// A type that derives.
pub(crate) struct Input<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) vis: &'a Visibility,
    pub(crate) generics: &'a Generics,
    pub(crate) attrs: TypeAttrs,
    /// The type's name in the schema.
    pub(crate) name: String,
    pub(crate) body: Body<'a>,
}

/// How an answer says which variant of an enum it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Tagging {
    External,
    Internal { tag: String },
    Adjacent { tag: String, content: String },
    Untagged,
}

/// The shape of its data.
pub(crate) enum Body<'a> {
    Struct(Struct<'a>),
    Enum(Enum<'a>),
    /// With the keyword's place.
    Union(Span),
}

pub(crate) struct Struct<'a> {
    pub(crate) style: Style,
    pub(crate) fields: Vec<Field<'a>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    pub(crate) vis: &'a Visibility,
    pub(crate) ty: &'a Type,
    /// The type that is read: the field's own, or the one that it is made from.
    pub(crate) wire: Type,
    pub(crate) attrs: FieldAttrs,
    /// The key in JSON; empty for a field without a name.
    pub(crate) name: String,
    /// The type that it is a field of.
    pub(crate) owner: Owner<'a>,
}

pub(crate) struct Enum<'a> {
    pub(crate) variants: Vec<Variant<'a>>,
}

pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    /// The tokens of what it carries.
    pub(crate) fields: &'a Fields,
    pub(crate) data: Struct<'a>,
    pub(crate) attrs: VariantAttrs,
    /// The name in JSON.
    pub(crate) name: String,
}

impl<'a> Input<'a> {
    pub(crate) fn read(item: &'a DeriveInput, problems: &mut Problems) -> Self {
        problems.of_type(&item.ident, |problems| Self::read_type(item, problems))
    }

    fn read_type(item: &'a DeriveInput, problems: &mut Problems) -> Self {
        let attrs = TypeAttrs::read(&item.attrs, problems);
        let name = attrs
            .rename
            .as_ref()
            .map_or_else(|| item.ident.unraw().to_string(), |name| name.value.value());
        let owner = Owner {
            ident: &item.ident,
            generics: &item.generics,
            name: name.as_str(),
        };
        let body = match &item.data {
            Data::Struct(data) => {
                let of = Of {
                    owner,
                    case: attrs.rename_all.as_ref().map(|case| case.value),
                    native: attrs.native.is_some(),
                };
                Body::Struct(Struct::read(&data.fields, of, problems))
            }
            Data::Enum(data) => {
                let variants = data
                    .variants
                    .iter()
                    .map(|variant| Variant::read(variant, owner, &attrs, problems))
                    .collect();
                Body::Enum(Enum { variants })
            }
            Data::Union(data) => Body::Union(data.union_token.span),
        };
        Self {
            ident: &item.ident,
            vis: &item.vis,
            generics: &item.generics,
            attrs,
            name,
            body,
        }
    }

    /// The struct whose only field is read in its place.
    pub(crate) fn newtype(&self) -> Option<&Field<'a>> {
        match &self.body {
            Body::Struct(data) if data.style == Style::Tuple || self.attrs.transparent.is_some() => {
                data.read_fields().next()
            }
            _ => None,
        }
    }

    /// Whether there is anything inside the type that adds levels to it.
    pub(crate) fn nests(&self) -> bool {
        match &self.body {
            Body::Struct(_) => true,
            Body::Enum(_) => self.is_union(),
            Body::Union(_) => false,
        }
    }

    /// Whether it is an enum that is more than a list of names.
    pub(crate) fn is_union(&self) -> bool {
        match &self.body {
            Body::Enum(data) => data.carries_data() || !matches!(self.tagging(), None | Some(Tagging::External)),
            _ => false,
        }
    }

    /// How an answer says which variant it is, where that is declared.
    pub(crate) fn tagging(&self) -> Option<Tagging> {
        let attrs = &self.attrs;
        if attrs.tools.is_some() {
            // As models write calls, and as a reply without a call's format is read.
            return Some(Tagging::Adjacent {
                tag: "name".to_owned(),
                content: "arguments".to_owned(),
            });
        }
        match (&attrs.tag, &attrs.content) {
            (Some(tag), Some(content)) => Some(Tagging::Adjacent {
                tag: tag.value.value(),
                content: content.value.value(),
            }),
            (Some(tag), None) => Some(Tagging::Internal { tag: tag.value.value() }),
            (None, _) if attrs.untagged.is_some() => Some(Tagging::Untagged),
            (None, _) if attrs.external.is_some() => Some(Tagging::External),
            (None, _) => None,
        }
    }

    /// Every field of the type, or of its variants.
    pub(crate) fn fields(&self) -> Vec<&Field<'a>> {
        match &self.body {
            Body::Struct(data) => data.fields.iter().collect(),
            Body::Enum(data) => {
                let read = data.variants.iter().filter(|variant| variant.attrs.skip.is_none());
                read.flat_map(|variant| &variant.data.fields).collect()
            }
            Body::Union(_) => Vec::new(),
        }
    }

    /// The levels of objects, lists and maps that the type may have.
    pub(crate) fn max_depth(&self) -> usize {
        self.attrs.max_depth.as_ref().map_or(MAX_DEPTH, |limit| limit.value)
    }

    /// The fields that an object of the type may have.
    pub(crate) fn max_fields(&self) -> usize {
        self.attrs.max_fields.as_ref().map_or(MAX_FIELDS, |limit| limit.value)
    }

    /// Whether anything in the item is deprecated, so that generated code must be allowed to name it.
    pub(crate) fn deprecated(&self) -> bool {
        self.attrs.deprecated
            || match &self.body {
                Body::Struct(data) => data.fields.iter().any(|field| field.attrs.deprecated),
                Body::Enum(data) => {
                    data.variants.iter().any(|variant| variant.attrs.deprecated)
                        || self.fields().iter().any(|field| field.attrs.deprecated)
                }
                Body::Union(_) => false,
            }
    }
}

impl<'a> Struct<'a> {
    fn read(fields: &'a Fields, of: Of<'a, '_>, problems: &mut Problems) -> Self {
        let style = match fields {
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(_) => Style::Tuple,
            Fields::Unit => Style::Unit,
        };
        let fields = fields
            .iter()
            .enumerate()
            .map(|(at, field)| Field::read(at, field, of, problems))
            .collect();
        Self { style, fields }
    }

    /// The fields that a model writes: all but the skipped.
    pub(crate) fn read_fields(&self) -> impl Iterator<Item = &Field<'a>> {
        self.fields.iter().filter(|field| field.attrs.skip.is_none())
    }

    /// Whether it contains the fields of other types among its own.
    pub(crate) fn flattens(&self) -> bool {
        self.read_fields().any(Field::is_flat)
    }
}

impl<'a> Field<'a> {
    fn read(at: usize, field: &'a syn::Field, of: Of<'a, '_>, problems: &mut Problems) -> Self {
        let (member, plain) = match &field.ident {
            Some(ident) => (Member::Named(ident.clone()), ident.unraw().to_string()),
            None => (Member::Unnamed(Index::from(at)), String::new()),
        };
        let mut attrs = problems.of_field(&member, |problems| {
            let mut attrs = FieldAttrs::read(&field.attrs, of.native, problems);
            settle_default(&mut attrs, &field.ty, problems);
            attrs
        });
        let own = of.case.map_or_else(|| plain.clone(), |case| case.field(&plain));
        let name = match &attrs.rename {
            Some(name) => name.value.value(),
            None => own.clone(),
        };
        if let Some(shown) = attrs.rename.as_ref().filter(|name| name.source == Source::Foreign) {
            // What the schema calls by another name is still read by its own.
            let (value, span) = (LitStr::new(&own, shown.span), shown.span);
            attrs.aliases.push(Given {
                value,
                span,
                source: Source::Foreign,
            });
        }
        let wire = wire(&field.ty, &attrs);
        Self {
            member,
            vis: &field.vis,
            ty: &field.ty,
            wire,
            attrs,
            name,
            owner: Owner {
                ident: of.owner.ident,
                generics: of.owner.generics,
                name: of.owner.name.to_owned(),
            },
        }
    }

    /// The function that makes the field's value from the one that is read in its place.
    pub(crate) fn converter(&self) -> Option<TokenStream> {
        let span = self.ty.span().resolved_at(Span::mixed_site());
        if let Some(module) = &self.attrs.with {
            let (module, span) = (&module.value, module.value.span().resolved_at(Span::mixed_site()));
            return Some(quote_spanned!(span=> #module::read));
        }
        let ty = self.ty;
        self.attrs.with_serde.as_ref()?;
        Some(if let Kind::Optional(inner) = kind(ty) {
            quote_spanned!(span=> __p::Serde::<#inner, _>::option)
        } else {
            quote_spanned!(span=> __p::Serde::<#ty, _>::value)
        })
    }

    /// Whether a default is used if the field is missing: its own default, or that of the whole type.
    pub(crate) fn has_default(&self, of: &TypeAttrs) -> bool {
        !self.is_flat() && (self.attrs.default.is_some() || of.default.is_some())
    }

    /// Whether its fields are among those of the type that contains it.
    pub(crate) fn is_flat(&self) -> bool {
        self.attrs.flatten.is_some()
    }

    /// The field as a message or a path in one names it: as in Rust, or by its place.
    pub(crate) fn label(&self) -> String {
        match &self.member {
            Member::Named(ident) => ident.unraw().to_string(),
            Member::Unnamed(index) => index.index.to_string(),
        }
    }

    /// Whether the default is the type's own `Default`.
    pub(crate) fn defaults_by_trait(&self) -> bool {
        matches!(
            self.attrs.default.as_ref().map(|default| &default.value),
            Some(Fallback::Trait)
        )
    }
}

/// What a string given as the default means, where the field's type leaves one meaning only.
///
/// `default = "unknown"` could be the string or, as in serde, a function: for a `String` both can be meant.
fn settle_default(attrs: &mut FieldAttrs, ty: &Type, problems: &mut Problems) {
    let Some(given) = attrs.default.as_mut().filter(|given| given.source == Source::Llm) else {
        return;
    };
    let is_text = match kind(ty) {
        Kind::Text => true,
        Kind::Optional(inner) => matches!(kind(inner), Kind::Text),
        _ => false,
    };
    // No operator but `+` makes a `String`: `low-risk` and `src/main` are strings.
    let is_string = |expr: &Expr| match expr {
        Expr::Binary(binary) => !matches!(binary.op, BinOp::Add(_)),
        Expr::Lit(literal) => !matches!(literal.lit, Lit::Str(_)),
        Expr::Unary(unary) => !matches!(unary.op, UnOp::Deref(_)),
        _ => false,
    };
    let settled = match std::mem::replace(&mut given.value, Fallback::Trait) {
        Fallback::Written(text, None) if is_text => Fallback::Expression(parse_quote!(#text)),
        Fallback::Written(text, Some(expr)) if is_text && is_string(&expr) => Fallback::Expression(parse_quote!(#text)),
        Fallback::Written(text, None) => {
            problems.push(not_an_expression(&text));
            return;
        }
        Fallback::Written(_, Some(expr)) => Fallback::Expression(expr),
        settled => settled,
    };
    given.value = match settled {
        Fallback::Expression(Expr::Path(path)) if path.qself.is_none() && is_function(&path.path, is_text) => {
            Fallback::Call(path.path)
        }
        settled => settled,
    };
}

/// Whether the path can only be that of a function, since the names of constants and variants are in upper case.
fn is_function(path: &syn::Path, is_text: bool) -> bool {
    let name = path.segments.last().map(|last| last.ident.unraw().to_string());
    let name = name.unwrap_or_default();
    let may_be_string = is_text && path.segments.len() == 1 && !name.starts_with("default");
    name.starts_with(char::is_lowercase) && !may_be_string
}

/// The type inside an `Option`, or the type itself.
fn optional_inside(ty: &Type) -> &Type {
    if let Kind::Optional(inner) = kind(ty) {
        inner
    } else {
        ty
    }
}

/// The type that is read in a field's place.
fn wire(ty: &Type, attrs: &FieldAttrs) -> Type {
    let span = ty.span().resolved_at(Span::mixed_site());
    if let Some(module) = &attrs.with {
        let module = &module.value;
        parse_quote_spanned!(module.span()=> #module::Wire)
    } else if let Some(shown) = &attrs.with_serde {
        let shown = shown.value.as_ref().map(|shown| {
            let inner = optional_inside(shown);
            quote_spanned!(span=> , #inner)
        });
        match kind(ty) {
            Kind::Optional(inner) => parse_quote_spanned!(span=> __p::Option<__p::Serde<#inner #shown>>),
            _ => parse_quote_spanned!(span=> __p::Serde<#ty #shown>),
        }
    } else if attrs.deserialize_with.is_some() {
        // Nothing is known about what the function expects, unless `#[schemars(with = ..)]` names it.
        let shown = attrs.shown.as_ref().map(|shown| quote_spanned!(span=> , #shown));
        parse_quote_spanned!(span=> __p::Serde<() #shown>)
    } else {
        ty.clone()
    }
}

impl Enum<'_> {
    /// Whether any variant is more than a name.
    pub(crate) fn carries_data(&self) -> bool {
        self.read_variants()
            .any(|variant| !matches!(variant.fields, Fields::Unit))
    }

    /// The variants that a model writes: all but the skipped.
    pub(crate) fn read_variants(&self) -> impl Iterator<Item = &Variant<'_>> {
        self.variants.iter().filter(|variant| variant.attrs.skip.is_none())
    }
}

impl<'a> Variant<'a> {
    /// The field that is read as the whole variant.
    pub(crate) fn newtype(&self) -> Option<&Field<'a>> {
        match self.data.style {
            Style::Tuple if self.data.read_fields().count() == 1 => self.data.read_fields().next(),
            _ => None,
        }
    }
}

impl<'a> Variant<'a> {
    fn read(variant: &'a syn::Variant, enumeration: Owner<'a, &str>, of: &TypeAttrs, problems: &mut Problems) -> Self {
        problems.of_variant(&variant.ident, |problems| {
            Self::read_variant(variant, enumeration, of, problems)
        })
    }

    fn read_variant(
        variant: &'a syn::Variant,
        enumeration: Owner<'a, &str>,
        of: &TypeAttrs,
        problems: &mut Problems,
    ) -> Self {
        let attrs = VariantAttrs::read(&variant.attrs, problems);
        let plain = variant.ident.unraw().to_string();
        let name = match (&attrs.rename, &of.rename_all) {
            (Some(name), _) => name.value.value(),
            (None, Some(case)) => case.value.variant(&plain),
            (None, None) => plain,
        };
        let case = attrs.rename_all.as_ref().or(of.rename_all_fields.as_ref());
        let fields = Of {
            owner: enumeration,
            case: case.map(|case| case.value),
            native: of.native.is_some(),
        };
        let data = Struct::read(&variant.fields, fields, problems);
        Self {
            ident: &variant.ident,
            fields: &variant.fields,
            data,
            attrs,
            name,
        }
    }
}
