//! What attributes mean, and what is said about the ones that mean nothing.

use syn::parse_quote;

use super::{Fallback, FieldAttrs, Number, Source, TypeAttrs, VariantAttrs, doc};
use crate::case::Case;
use crate::problems::Problems;

fn on_type(attrs: &[syn::Attribute]) -> (TypeAttrs, Vec<String>) {
    let mut problems = Problems::default();
    let read = TypeAttrs::read(attrs, &mut problems);
    (read, problems.into_messages())
}

fn on_field(attrs: &[syn::Attribute]) -> (FieldAttrs, Vec<String>) {
    let mut problems = Problems::default();
    let read = FieldAttrs::read(attrs, &mut problems);
    (read, problems.into_messages())
}

#[test]
fn doc_lines_are_joined_as_rustdoc_joins_them() {
    let attrs: Vec<syn::Attribute> = vec![
        parse_quote!(#[doc = " One."]),
        parse_quote!(#[doc = ""]),
        parse_quote!(#[doc = "   indented"]),
        parse_quote!(#[doc = " Two. "]),
    ];
    assert_eq!(doc(&attrs), "One.\n\n  indented\nTwo.");
    assert_eq!(doc(&[parse_quote!(#[doc = "\n * One.\n * Two.\n "])]), "One.\nTwo.");
    assert_eq!(doc(&[parse_quote!(#[doc(hidden)])]), "");
}

#[test]
fn a_field_takes_all_its_attributes() {
    let (read, errors) = on_field(&[
        parse_quote!(#[llm(rename = "n", alias = "a", alias("b", "c"), default = -5, range(min = -10, max = 2.5), clamp)]),
        parse_quote!(#[llm(length(max = 3), validate = "checks::even", null_alias("N/A", "none"), lenient)]),
    ]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(read.rename.unwrap().value.value(), "n");
    assert_eq!(
        read.aliases.iter().map(|alias| alias.value.value()).collect::<Vec<_>>(),
        ["a", "b", "c"]
    );
    let range = read.range.unwrap().value;
    assert_eq!(range.min, Some(Number::Integer(-10)));
    assert_eq!(range.max, Some(Number::Float(2.5, "2.5".to_owned())));
    assert_eq!(read.length.unwrap().value.max, Some(3));
    assert_eq!(read.validate.unwrap().value.segments.len(), 2);
    assert_eq!(read.null_alias.len(), 2);
    assert!(matches!(read.default.unwrap().value, Fallback::Expression(_)));
    assert!(read.clamp.is_some() && read.lenient.is_some());
}

#[test]
fn serde_fills_what_llm_left_open() {
    let (read, errors) = on_field(&[
        parse_quote!(#[serde(rename(serialize = "w", deserialize = "r"), default = "path::make", alias = "x")]),
        parse_quote!(#[serde(skip_serializing_if = "Option::is_none")]),
        parse_quote!(#[llm(default = 7)]),
    ]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(read.rename.unwrap().value.value(), "r");
    assert!(read.default.unwrap().source == Source::Llm);
    assert_eq!(read.aliases.len(), 1);
    assert!(read.skip.is_none());
    let (read, errors) = on_type(&[
        parse_quote!(#[serde(rename_all(serialize = "UPPERCASE", deserialize = "camelCase"))]),
        parse_quote!(#[serde(rename(serialize = "W"), bound = "T: X", crate = "serde")]),
    ]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(read.rename_all.unwrap().value, Case::Camel);
    assert!(read.rename.is_none() && read.krate.is_none());
}

#[test]
fn the_crate_is_a_path_with_or_without_quotes() {
    for attr in [
        parse_quote!(#[llm(crate = crate::inner::llm)]),
        parse_quote!(#[llm(crate = "crate::inner::llm")]),
    ] {
        let (read, errors) = on_type(&[attr]);
        assert_eq!(errors, [""; 0]);
        assert_eq!(read.krate.unwrap().value.segments.len(), 3);
    }
}

#[test]
fn every_mistake_is_reported_not_only_the_first() {
    let (_, errors) = on_field(&[
        parse_quote!(#[llm(ailas = "x", range(1..5), clamp = 3)]),
        parse_quote!(#[serde(borrow)]),
    ]);
    assert_eq!(errors.len(), 4);
    assert!(
        errors[0].contains("did you mean `alias`?\nvalid here: alias, clamp"),
        "{}",
        errors[0]
    );
    assert!(errors[1].contains("write `range(min = 0, max = 100)`"), "{}", errors[1]);
    assert!(errors[2].contains("takes no value"), "{}", errors[2]);
    assert!(
        errors[3].contains("`#[serde(borrow)]` cannot be followed"),
        "{}",
        errors[3]
    );
}

#[test]
fn a_way_of_serde_to_read_is_passed_over_where_another_one_is_given() {
    for way in [
        parse_quote!(#[llm(with = wire)]),
        parse_quote!(#[llm(with_serde)]),
        parse_quote!(#[llm(deserialize_with = time::read)]),
    ] {
        let (_, errors) = on_field(&[parse_quote!(#[serde(with = "time")]), way]);
        assert_eq!(errors, [""; 0]);
    }
    let (_, errors) = on_field(&[parse_quote!(#[serde(deserialize_with = "time::read")])]);
    assert!(
        errors.len() == 1 && errors[0].contains("`#[llm(deserialize_with = path)]`"),
        "{errors:?}"
    );
}

#[test]
fn a_default_that_is_no_expression_says_how_to_write_a_text() {
    let (_, errors) = on_field(&[parse_quote!(#[llm(default = "not yet known")])]);
    assert!(
        errors[0].contains(r#"`default = "\"not yet known\""`"#),
        "{}",
        errors[0]
    );
}

#[test]
fn given_twice_is_an_error_but_llm_and_serde_may_agree() {
    let (_, errors) = on_field(&[parse_quote!(#[llm(skip, skip)])]);
    assert_eq!(errors, ["`skip` is given twice: keep one"]);
    let (_, errors) = on_field(&[parse_quote!(#[llm(skip)]), parse_quote!(#[serde(skip)])]);
    assert_eq!(errors, [""; 0]);
}

#[test]
fn a_variant_of_serde_is_read_too() {
    let mut problems = Problems::default();
    let read = VariantAttrs::read(&[parse_quote!(#[serde(other, alias = "misc")])], &mut problems);
    assert!(problems.into_error().is_none());
    assert!(read.other.is_some());
    assert_eq!(read.aliases[0].value.value(), "misc");
}
