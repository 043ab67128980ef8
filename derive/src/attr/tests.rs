//! What attributes mean, and what is said about the ones that mean nothing.

use quote::ToTokens;
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
    let read = FieldAttrs::read(attrs, false, &mut problems);
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
    assert!(errors[1].contains("write `range(min = 1, max = 4)`"), "{}", errors[1]);
    assert!(errors[2].contains("needs no value: remove it"), "{}", errors[2]);
    assert!(
        errors[3].contains("`#[serde(borrow)]` is not supported"),
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
        parse_quote!(#[llm(native)]),
    ] {
        let (_, errors) = on_field(&[parse_quote!(#[serde(with = "time")]), way]);
        assert_eq!(errors, [""; 0]);
    }
    let (_, errors) = on_field(&[parse_quote!(#[serde(deserialize_with = "time::read")])]);
    assert!(
        errors.len() == 1
            && errors[0].contains("`#[llm(native)]`")
            && errors[0].contains("`#[llm(deserialize_with = time::read)]`"),
        "{errors:?}"
    );
    let (_, errors) = on_field(&[parse_quote!(#[serde(with = "time::seconds")])]);
    assert!(
        errors[0].contains("`#[llm(deserialize_with = time::seconds::deserialize)]`"),
        "{errors:?}"
    );
}

#[test]
fn what_schemars_says_to_a_model_is_followed() {
    let (read, errors) = on_field(&[
        parse_quote!(#[schemars(title = "Line", description = "From one.", range(min = 1, exclusive_max = 10))]),
        parse_quote!(#[schemars(rename = "lineNumber", example = 3, required, length(equal = 4))]),
        parse_quote!(#[schemars(regex(pattern = "^a$"), email, extend("x-order" = {"a": 1}), inner(length(min = 1)))]),
        parse_quote!(#[serde(rename = "line_no")]),
        parse_quote!(#[llm(native)]),
    ]);
    assert_eq!(errors, [""; 0]);
    assert!(matches!(read.doc, super::Doc::Text(text) if text == "Line\nFrom one."));
    let range = read.range.unwrap().value;
    assert_eq!(
        (range.min, range.max),
        (Some(Number::Integer(1)), Some(Number::Integer(9)))
    );
    let length = read.length.unwrap().value;
    assert_eq!((length.min, length.max), (Some(4), Some(4)));
    assert_eq!(read.rename.unwrap().value.value(), "lineNumber");
    assert_eq!(read.aliases[0].value.value(), "line_no");
    assert_eq!(read.pattern.unwrap().value.value(), "^a$");
    assert_eq!(read.format.unwrap().value, "email");
    assert!(read.example.is_some() && read.required.is_some() && read.skip.is_none());
    let (read, errors) = on_field(&[parse_quote!(#[schemars(skip)])]);
    assert_eq!(errors, [""; 0]);
    assert!(read.skip.is_some());
}

#[test]
fn what_schemars_says_and_nothing_here_can_follow_is_refused() {
    for (attr, text) in [
        (parse_quote!(#[schemars(schema_with = "f")]), "`#[llm(native)]`"),
        (
            parse_quote!(#[schemars(with = "Vec<String>")]),
            r#"`#[llm(with_serde = "Vec<String>")]`"#,
        ),
        (parse_quote!(#[schemars(transform = f)]), "doc comment"),
        (
            parse_quote!(#[schemars(regex(path = *RE))]),
            r#"`regex(pattern = "..")`"#,
        ),
        (
            parse_quote!(#[validate(range(min = MIN))]),
            "`#[llm(range(min = .., max = ..))]`",
        ),
    ] {
        let attr: syn::Attribute = attr;
        let (_, errors) = on_field(&[attr]);
        assert!(errors.len() == 1 && errors[0].contains(text), "{errors:?}");
    }
}

#[test]
fn the_schema_of_the_type_that_is_read_is_no_other_schema() {
    let on_type = |attrs: &[syn::Attribute]| {
        let mut problems = Problems::default();
        super::TypeAttrs::read(attrs, &mut problems);
        problems.into_messages()
    };
    let text: syn::Attribute = parse_quote!(#[schemars(with = "String")]);
    let from = parse_quote!(#[serde(try_from = "String", into = "String")]);
    assert_eq!(on_type(&[from, text.clone()]), [""; 0]);
    let from = parse_quote!(#[llm(from = "u64")]);
    let errors = on_type(&[from, text]);
    assert!(
        errors.len() == 1 && errors[0].contains("`#[llm(native)]`"),
        "{errors:?}"
    );
}

#[test]
fn a_field_that_serde_reads_with_a_function_gets_one_message() {
    let shown: syn::Attribute = parse_quote!(#[schemars(with = "i64")]);
    let function: syn::Attribute = parse_quote!(#[serde(with = "seconds")]);
    let (_, errors) = on_field(&[shown.clone(), function.clone()]);
    assert!(
        errors.len() == 1 && errors[0].contains("`#[llm(deserialize_with = seconds::deserialize)]`"),
        "{errors:?}"
    );
    let (read, errors) = on_field(&[
        shown,
        function,
        parse_quote!(#[llm(deserialize_with = seconds::deserialize)]),
    ]);
    assert_eq!(errors, [""; 0]);
    assert_eq!(read.shown.unwrap().to_token_stream().to_string(), "i64");
}

#[test]
fn bounds_of_validator_and_garde_are_followed_and_their_other_checks_are_theirs() {
    let (read, errors) = on_field(&[
        parse_quote!(#[validate(length(min = 1, max = 80, message = "too long"), custom(function = "f"), nested)]),
        parse_quote!(#[garde(skip, length(min = 2), custom(|value, _| Ok(())), range(max = 1.5))]),
    ]);
    assert_eq!(errors, [""; 0]);
    let length = read.length.unwrap().value;
    assert_eq!((length.min, length.max), (Some(1), Some(80)));
    assert!(read.range.is_some() && read.skip.is_none());
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
