//! Limits that are numbers, each at its number and one beyond it.

use super::{defaulted, is_refused, is_taken, leak, members, name, names, nested, optional, shape_of, union};
use crate::schema::dialect::Dialect;
use crate::schema::dialect::measure::Measure;
use crate::schema::dialect::rules::LARGE_ENUM;
use crate::schema::samples::{TEXT, field, list};
use crate::schema::{FieldShape, Shape, Tagging};

#[test]
fn members_of_all_objects_together() {
    // Fifty fields, each an object of ninety-nine, are 5,000.
    let ninety_nine = members(99, &TEXT);
    is_taken(Dialect::OpenAiStrict, members(50, ninety_nine));
    let mut fields: Vec<FieldShape> = (0..50)
        .map(|number| field(name(format!("f{number}")), ninety_nine))
        .collect();
    fields.push(field("last", &TEXT));
    is_refused(
        Dialect::OpenAiStrict,
        shape_of(fields),
        "`last`: OpenAI's strict mode accepts at most 5000 fields of all objects together, and this type has 5001: ",
    );
    is_taken(Dialect::AzureOpenAi, members(100, &TEXT));
    is_refused(
        Dialect::AzureOpenAi,
        members(101, &TEXT),
        "`f100`: Azure OpenAI accepts at most 100 fields of all objects together, and this type has 101: ",
    );
    is_taken(Dialect::Cohere, members(200, &TEXT));
    is_refused(
        Dialect::Cohere,
        members(201, &TEXT),
        "`f200`: Cohere accepts at most 200 fields of all objects together, and this type has 201: ",
    );
}

#[test]
fn members_that_a_reshaping_adds_are_counted_too() {
    // A map is a list of pairs, and the root of a list is put into an object.
    let map = leak(Shape::Map {
        key: &TEXT,
        value: &TEXT,
    });
    let mut fields: Vec<FieldShape> = (0..97).map(|number| field(name(format!("f{number}")), &TEXT)).collect();
    fields.push(field("map", map));
    is_taken(Dialect::AzureOpenAi, shape_of(fields.clone()));
    fields.push(field("more", &TEXT));
    is_refused(
        Dialect::AzureOpenAi,
        shape_of(fields),
        "`more`: Azure OpenAI accepts at most 100 fields",
    );
    is_taken(Dialect::AzureOpenAi, leak(list(members(99, &TEXT))));
    is_refused(
        Dialect::AzureOpenAi,
        leak(list(members(100, &TEXT))),
        "`[].f99`: Azure OpenAI accepts at most 100 fields",
    );
}

#[test]
fn levels_of_nesting() {
    is_taken(Dialect::OpenAiStrict, nested(10));
    is_refused(
        Dialect::OpenAiStrict,
        nested(11),
        "`f0.f0.f0.f0.f0.f0.f0.f0.f0.f0`: OpenAI's strict mode accepts at most 10 nested levels of objects and lists, and this type has 11",
    );
    is_taken(Dialect::AzureOpenAi, nested(5));
    is_refused(
        Dialect::AzureOpenAi,
        nested(6),
        "`f0.f0.f0.f0.f0`: Azure OpenAI accepts at most 5 nested levels",
    );
    is_taken(Dialect::Anthropic, nested(11));
}

#[test]
fn characters_of_names_and_values() {
    // The field's name is one of them.
    let long = |count: usize| shape_of(vec![field("f", names([("x".repeat(count)), "é".to_owned()]))]);
    is_taken(Dialect::OpenAiStrict, long(119_998));
    is_refused(
        Dialect::OpenAiStrict,
        long(119_999),
        "`f`: OpenAI's strict mode accepts at most 120000 characters in all names and values of enums together, and this type has 120001: ",
    );
}

#[test]
fn values_of_enums() {
    let hundred = names((0..100).map(|number| format!("v{number}")));
    is_taken(Dialect::OpenAiStrict, members(10, hundred));
    let mut fields: Vec<FieldShape> = (0..10)
        .map(|number| field(name(format!("f{number}")), hundred))
        .collect();
    fields.push(field("one", names(["more".to_owned()])));
    is_refused(
        Dialect::OpenAiStrict,
        shape_of(fields),
        "`one`: OpenAI's strict mode accepts at most 1000 values of all enums together, and this type has 1001: ",
    );
}

#[test]
fn characters_of_a_large_enum() {
    // 251 values of 60 characters make 15,060; 250 values may be as long as they like.
    let of = |count: usize, last: usize| {
        let values = (1..count).map(|number| format!("{number:0>60}"));
        let rest = (count - 1) * 60;
        shape_of(vec![field(
            "f",
            names(values.chain(["z".repeat(last.saturating_sub(rest))])),
        )])
    };
    is_taken(Dialect::OpenAiStrict, of(LARGE_ENUM, 20_000));
    let small = |last: usize| {
        let values = (0..LARGE_ENUM).map(|number| format!("{number:0>59}"));
        shape_of(vec![field("f", names(values.chain(["z".repeat(last)])))])
    };
    is_taken(Dialect::OpenAiStrict, small(15_000 - LARGE_ENUM * 59));
    is_refused(
        Dialect::OpenAiStrict,
        small(15_001 - LARGE_ENUM * 59),
        "`f`: OpenAI's strict mode accepts at most 15000 characters in the values of an enum with more than 250 of them, and this type has 15001: ",
    );
}

#[test]
fn optional_members_are_left_out_then_null_then_refused() {
    let of = |options: usize, defaults: usize| {
        let options = (0..options).map(optional(&TEXT));
        shape_of(options.chain((0..defaults).map(defaulted)).collect())
    };
    let allotment = |shape| Measure::of(Dialect::Anthropic.rules(), shape, None, false).allotment();
    is_taken(Dialect::Anthropic, of(24, 0));
    assert_eq!(allotment(of(24, 0)).null_others, 0);
    assert_eq!(allotment(of(25, 0)).null_others, 1);
    assert_eq!(allotment(of(20, 10)).defaults, 4);
    assert_eq!(allotment(of(25, 10)).defaults, 0);
    // Twenty-four may be absent, sixteen more may be null.
    is_taken(Dialect::Anthropic, of(40, 10));
    is_refused(
        Dialect::Anthropic,
        of(41, 0),
        "`o24`: Anthropic accepts at most 24 fields that may be missing, and this type has 41: ",
    );
    is_taken(Dialect::OpenAiStrict, of(41, 10));
}

#[test]
fn unions() {
    let either = union(Tagging::Untagged, &[Some(&TEXT), Some(&Shape::Number)]);
    is_taken(Dialect::Anthropic, members(16, either));
    is_refused(
        Dialect::Anthropic,
        members(17, either),
        "`f16`: Anthropic accepts at most 16 values of several types, and this type has 17: ",
    );
    // An option that is a union already accepts null at no further cost.
    let options = |plain: usize, unions: usize| {
        let plain = (0..plain).map(optional(&TEXT));
        let unions = (0..unions).map(|number| FieldShape {
            name: name(format!("u{number}")),
            ..optional(either)(number)
        });
        shape_of(plain.chain(unions).collect())
    };
    is_taken(Dialect::Anthropic, options(24, 16));
    is_refused(
        Dialect::Anthropic,
        options(24, 17),
        "`u16`: Anthropic accepts at most 16 values of several types",
    );
    is_refused(
        Dialect::Anthropic,
        options(25, 16),
        "`o24`: Anthropic accepts at most 24 fields that may be missing",
    );
    // Elements may be null only as a union.
    let gaps = leak(list(leak(Shape::Optional(&TEXT))));
    is_taken(Dialect::Anthropic, members(16, gaps));
    is_refused(
        Dialect::Anthropic,
        members(17, gaps),
        "`f16[]`: Anthropic accepts at most 16 values of several types",
    );
}
