//! `#[llm(tools)]` where there are no tools, or where something else contradicts it.

use super::attributes::misplaced;
use crate::ast::{Body, Input};
use crate::attr::Source;
use crate::problems::Problems;

pub(super) fn check(input: &Input<'_>, problems: &mut Problems) {
    let attrs = &input.attrs;
    let Some(tools) = &attrs.tools else { return };
    let data = match &input.body {
        Body::Enum(data) => data,
        Body::Struct(_) => {
            let why = "a struct is one tool at most; write an enum with a variant for each tool, such as \
                       `enum Tool { Search(Search) }`";
            misplaced(Some(tools), "tools", why, problems);
            return;
        }
        Body::Union(_) => return,
    };
    if let Some(parameter) = input.generics.params.first() {
        problems.at(
            parameter,
            "a set of tools has no parameters: each tool has one schema; write the types out",
        );
    }
    let why = "the format of a call decides how it names its tool; remove it";
    for (name, given) in [("tag", &attrs.tag), ("content", &attrs.content)] {
        let given = given.as_ref().filter(|given| given.source == Source::Llm);
        misplaced(given, name, why, problems);
    }
    for (name, given) in [("untagged", &attrs.untagged), ("external", &attrs.external)] {
        let given = given.as_ref().filter(|given| given.source == Source::Llm);
        misplaced(given, name, why, problems);
    }
    if let Some(conversion) = &attrs.conversion {
        problems.at_span(
            conversion.span,
            "a set of tools is not made from another type: put `from` on the types of the arguments",
        );
    }
    if let Some(validate) = &attrs.validate {
        problems.at_span(
            validate.span,
            "`validate` does not apply here: put it on the types of the arguments, or on their fields",
        );
    }
    for variant in data.read_variants() {
        if let Some(other) = &variant.attrs.other {
            problems.of_variant(variant.ident, |problems| {
                problems.at_span(
                    other.span,
                    "`other` does not apply here: a call of an unknown tool is an error, which says which tools there are; remove the variant",
                );
            });
        }
    }
}
