//! The syntax that both kinds of attribute share: `name`, `name = value`, `name(value, ..)`.

use proc_macro2::Span;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, Error, Expr, ExprLit, Ident, Lit, LitStr, Meta, Path, Token, UnOp, parenthesized};

use super::{Bounds, Number};
use crate::problems::Problems;

/// One entry of an attribute's list.
pub(super) struct Item {
    pub(super) name: Ident,
    pub(super) argument: Argument,
}

/// What follows an entry's name.
pub(super) enum Argument {
    Nothing,
    Value(Expr),
    List(Vec<Expr>),
}

/// All entries of the attributes called `attribute`. What cannot be parsed is reported, and the rest still read.
pub(super) fn items(attrs: &[Attribute], attribute: &str, problems: &mut Problems) -> Vec<Item> {
    let mut items = Vec::new();
    for attr in attrs.iter().filter(|attr| attr.path().is_ident(attribute)) {
        match &attr.meta {
            Meta::List(list) => {
                let parser = |input: ParseStream| -> syn::Result<()> {
                    while !input.is_empty() {
                        items.push(input.parse()?);
                        if !input.is_empty() && !input.peek(Token![,]) {
                            return Err(input.error("expected a comma before this"));
                        }
                        input.parse::<Option<Token![,]>>()?;
                    }
                    Ok(())
                };
                problems.take(parser.parse2(list.tokens.clone()));
            }
            meta => problems.at(meta, format!("write the attributes in a list: `#[{attribute}(..)]`")),
        }
    }
    items
}

impl Parse for Item {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        if !input.peek(Ident::peek_any) {
            return Err(input.error("expected the name of an attribute"));
        }
        let name = Ident::parse_any(input)?;
        let argument = if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            Argument::Value(input.parse()?)
        } else if input.peek(syn::token::Paren) {
            let list;
            parenthesized!(list in input);
            Argument::List(
                Punctuated::<Expr, Token![,]>::parse_terminated(&list)?
                    .into_iter()
                    .collect(),
            )
        } else {
            Argument::Nothing
        };
        Ok(Self { name, argument })
    }
}

impl Item {
    pub(super) fn span(&self) -> Span {
        self.name.span()
    }

    /// An error that shows how the entry is written.
    fn misuse(&self, usage: &str) -> Error {
        let message = format!("write `{usage}`");
        match &self.argument {
            Argument::Value(value) => Error::new_spanned(value, message),
            Argument::List(list) if !list.is_empty() => Error::new_spanned(&list[0], message),
            _ => Error::new(self.name.span(), message),
        }
    }

    /// An entry without a value.
    pub(super) fn flag(&self) -> syn::Result<()> {
        match self.argument {
            Argument::Nothing => Ok(()),
            _ => Err(Error::new(
                self.name.span(),
                format!("`{}` needs no value: remove it", self.name),
            )),
        }
    }

    /// `name = expression`
    pub(super) fn value(&self, usage: &str) -> syn::Result<Expr> {
        match &self.argument {
            Argument::Value(value) => Ok(plain(value).clone()),
            _ => Err(self.misuse(usage)),
        }
    }

    /// `name = "text"`
    pub(super) fn text(&self, usage: &str) -> syn::Result<LitStr> {
        match &self.argument {
            Argument::List(list) if list.len() == 1 && literal_text(&list[0]).is_some() => {
                let message = format!("write `{} = {}`", self.name, list[0].to_token_stream());
                Err(Error::new_spanned(&list[0], message))
            }
            Argument::Value(value) => literal_text(value).cloned().ok_or_else(|| self.misuse(usage)),
            _ => Err(self.misuse(usage)),
        }
    }

    /// `name = "text"` or `name("text", ..)`
    pub(super) fn texts(&self, usage: &str) -> syn::Result<Vec<LitStr>> {
        match &self.argument {
            Argument::List(list) if !list.is_empty() => list
                .iter()
                .map(|value| {
                    literal_text(value)
                        .cloned()
                        .ok_or_else(|| Error::new_spanned(value, format!("expected a string: write `{usage}`")))
                })
                .collect(),
            _ => Ok(vec![self.text(usage)?]),
        }
    }

    /// `name = path` or `name = "path"`
    pub(super) fn path(&self, usage: &str) -> syn::Result<Path> {
        match &self.argument {
            Argument::Value(value) => match plain(value) {
                Expr::Path(path) if path.qself.is_none() => Ok(path.path.clone()),
                value => match literal_text(value) {
                    Some(text) => text
                        .parse_with(Path::parse_mod_style)
                        .or_else(|_| text.parse())
                        .map_err(|_| {
                            Error::new_spanned(text, format!("`{}` is not a path: write `{usage}`", text.value()))
                        }),
                    None => Err(self.misuse(usage)),
                },
            },
            _ => Err(self.misuse(usage)),
        }
    }

    /// `name = 5`
    pub(super) fn count(&self, usage: &str) -> syn::Result<usize> {
        match &self.argument {
            Argument::Value(value) => count(value).ok_or_else(|| self.misuse(usage)),
            _ => Err(self.misuse(usage)),
        }
    }

    /// `name(min = .., max = ..)`, each end read by `end`.
    pub(super) fn bounds<T>(&self, usage: &str, end: impl Fn(&Expr) -> syn::Result<T>) -> syn::Result<Bounds<T>> {
        let mut bounds = Bounds { min: None, max: None };
        let Argument::List(list) = &self.argument else {
            return Err(self.misuse(usage));
        };
        for entry in list {
            let (name, value) =
                assignment(entry).ok_or_else(|| Error::new_spanned(entry, format!("write `{usage}`")))?;
            let slot = match name.to_string().as_str() {
                "min" => &mut bounds.min,
                "max" => &mut bounds.max,
                _ => {
                    return Err(Error::new_spanned(
                        name,
                        format!("expected `min` or `max`: write `{usage}`"),
                    ));
                }
            };
            if slot.replace(end(value)?).is_some() {
                return Err(Error::new_spanned(entry, format!("`{name}` is given twice")));
            }
        }
        if list.is_empty() {
            return Err(self.misuse(usage));
        }
        Ok(bounds)
    }
}

/// The expression without parentheses and without the invisible groups that `macro_rules` leaves around a `$expr`.
pub(super) fn plain(mut expr: &Expr) -> &Expr {
    loop {
        expr = match expr {
            Expr::Group(group) => &group.expr,
            Expr::Paren(paren) => &paren.expr,
            _ => return expr,
        }
    }
}

pub(crate) fn literal_text(expr: &Expr) -> Option<&LitStr> {
    match plain(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) => Some(text),
        _ => None,
    }
}

/// `name = value` inside a list.
pub(super) fn assignment(expr: &Expr) -> Option<(&Ident, &Expr)> {
    match expr {
        Expr::Assign(assign) => match &*assign.left {
            Expr::Path(path) => Some((path.path.get_ident()?, &assign.right)),
            _ => None,
        },
        _ => None,
    }
}

/// A count written as a literal.
pub(super) fn count(expr: &Expr) -> Option<usize> {
    match plain(expr) {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number), ..
        }) => number.base10_parse().ok(),
        _ => None,
    }
}

/// A number written as a literal, with or without a sign.
pub(crate) fn number(expr: &Expr) -> syn::Result<Number> {
    let (negative, literal) = match plain(expr) {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => (true, plain(&unary.expr)),
        expr => (false, expr),
    };
    let sign = if negative { "-" } else { "" };
    match literal {
        Expr::Lit(ExprLit {
            lit: Lit::Int(number), ..
        }) => format!("{sign}{}", number.base10_digits())
            .parse()
            .map(Number::Integer)
            .map_err(|_| Error::new(expr.span(), "this number is larger than any integer type")),
        Expr::Lit(ExprLit {
            lit: Lit::Float(number),
            ..
        }) => {
            let mut text = format!("{sign}{}", number.base10_digits());
            if text.ends_with('.') {
                text.push('0');
            }
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() => Ok(Number::Float(value, text)),
                _ => Err(Error::new(expr.span(), "this number is larger than any float type")),
            }
        }
        _ => Err(Error::new_spanned(
            expr,
            "a bound must be a literal number, because it is part of the schema: `min = 0`, `max = 0.5`",
        )),
    }
}
