//! Names that a model's answer cannot tell apart.
//!
//! Keys and names are matched without regard to case and separators when they do not match exactly, so two that differ
//! in nothing else would take each other's values.

use std::collections::HashMap;

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::LitStr;

use crate::ast::{Enum, Struct};
use crate::attr::Given;
use crate::fold::fold;
use crate::problems::Problems;

pub(super) fn of_fields(data: &Struct<'_>, problems: &mut Problems) {
    let mut names = Names::new("field");
    for field in data.read_fields().filter(|field| !field.is_flat()) {
        let member = field.member.to_token_stream();
        let (rename, aliases) = (field.attrs.rename.as_ref(), &field.attrs.aliases);
        problems.of_field(&field.member, |problems| {
            names.add(&field.name, &member, rename, aliases, problems);
        });
    }
}

pub(super) fn of_variants(data: &Enum<'_>, problems: &mut Problems) {
    let mut names = Names::new("variant");
    for variant in data.read_variants() {
        let member = variant.ident.to_token_stream();
        let (rename, aliases) = (variant.attrs.rename.as_ref(), &variant.attrs.aliases);
        problems.of_variant(variant.ident, |problems| {
            names.add(&variant.name, &member, rename, aliases, problems);
        });
    }
}

/// The names so far, folded, each with its own spelling and the place in the type that it belongs to.
struct Names {
    what: &'static str,
    taken: HashMap<String, (String, String)>,
}

impl Names {
    fn new(what: &'static str) -> Self {
        Self {
            what,
            taken: HashMap::new(),
        }
    }

    fn add(
        &mut self,
        name: &str,
        member: &TokenStream,
        rename: Option<&Given<LitStr>>,
        aliases: &[Given<LitStr>],
        problems: &mut Problems,
    ) {
        let place = rename.map_or_else(|| member.clone(), ToTokens::to_token_stream);
        self.claim(name, &place, member, problems);
        for alias in aliases {
            self.claim(&alias.value.value(), &alias.to_token_stream(), member, problems);
        }
    }

    fn claim(&mut self, name: &str, place: &TokenStream, member: &TokenStream, problems: &mut Problems) {
        let what = self.what;
        let folded = fold(name);
        if folded.is_empty() {
            problems.at(
                place,
                format!("a {what} needs a name with at least one letter, digit or symbol"),
            );
            return;
        }
        let member = member.to_string();
        match self.taken.get(&folded) {
            Some((_, owner)) if *owner == member => {}
            Some((other, owner)) if other == name => problems.at(
                place,
                format!(
                    "`{name}` is already a name of {what} `{owner}`: an answer could mean either; rename one of them"
                ),
            ),
            Some((other, owner)) => problems.at(
                place,
                format!(
                    "`{name}` and `{other}` (of {what} `{owner}`) differ only in case or separators, which models do \
                     not preserve: an answer could mean either; rename one of them"
                ),
            ),
            None => {
                self.taken.insert(folded, (name.to_owned(), member));
            }
        }
    }
}
