//! `dialects(openai, anthropic)`: the providers that must accept a type's schema.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Error, Expr};

use super::item::{Argument, Item};
use super::vocabulary::nearest;

/// A provider's dialect of JSON Schema.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Dialect {
    /// The variant of `llm_output::Dialect`.
    pub(crate) variant: &'static str,
    /// The name as it was written.
    pub(crate) span: Span,
}

/// The names in the attribute, and their variants.
const NAMES: &[(&str, &str)] = &[
    ("anthropic", "Anthropic"),
    ("azure", "AzureOpenAi"),
    ("cohere", "Cohere"),
    ("deepseek", "DeepSeek"),
    ("gemini", "GeminiJson"),
    ("gemini_openapi", "GeminiOpenApi"),
    ("ollama", "Ollama"),
    ("openai", "OpenAiStrict"),
    ("xai", "XAi"),
];

pub(super) fn dialects(item: &Item, usage: &str) -> syn::Result<Vec<Dialect>> {
    let Argument::List(list) = &item.argument else {
        return Err(Error::new(item.span(), format!("write `{usage}`")));
    };
    if list.is_empty() {
        return Err(Error::new(item.span(), format!("name at least one: write `{usage}`")));
    }
    let mut dialects = Vec::new();
    let mut errors: Option<Error> = None;
    for name in list {
        match dialect(name) {
            Ok(dialect) => dialects.push(dialect),
            Err(error) => match &mut errors {
                Some(errors) => errors.combine(error),
                None => errors = Some(error),
            },
        }
    }
    errors.map_or(Ok(dialects), Err)
}

fn dialect(name: &Expr) -> syn::Result<Dialect> {
    let known: Vec<&str> = NAMES.iter().map(|(known, _)| *known).collect();
    let list = format!("valid here: {}", known.join(", "));
    let Expr::Path(path) = name else {
        return Err(Error::new_spanned(
            name,
            format!("expected the name of a dialect\n{list}"),
        ));
    };
    let Some(ident) = path.path.get_ident() else {
        return Err(Error::new_spanned(
            name,
            format!("expected the name of a dialect\n{list}"),
        ));
    };
    let ident = ident.to_string();
    if let Some((_, variant)) = NAMES.iter().find(|(known, _)| *known == ident) {
        return Ok(Dialect {
            variant,
            span: name.span(),
        });
    }
    let hint = nearest(&ident, &known).map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    Err(Error::new_spanned(
        name,
        format!("unknown dialect `{ident}`{hint}\n{list}"),
    ))
}
