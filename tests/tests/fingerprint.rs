//! `T::FINGERPRINT`: equal for equal contracts, different for all others, and the same in every build.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use llm_output::LlmOutput;

/// Declares one struct or enum for each name, and gives the fingerprints by name.
macro_rules! fingerprints {
    ($($(#[$attribute:meta])* $name:ident = $item:item)*) => {
        [$({
            #[allow(dead_code, reason = "only the shape is looked at")]
            mod declared {
                use super::*;
                $item
                pub(super) const FINGERPRINT: u64 = <T as LlmOutput>::FINGERPRINT;
            }
            (stringify!($name), declared::FINGERPRINT)
        }),*]
    };
}

/// Each of these differs from the others in one respect only.
#[test]
fn every_kind_of_change_changes_the_fingerprint() {
    let all = fingerprints! {
        plain = #[derive(LlmOutput)] struct T { a: String, b: u32 }
        other_key = #[derive(LlmOutput)] struct T { a: String, c: u32 }
        other_order = #[derive(LlmOutput)] struct T { b: u32, a: String }
        one_field_more = #[derive(LlmOutput)] struct T { a: String, b: u32, c: bool }
        one_field_less = #[derive(LlmOutput)] struct T { a: String }
        signed = #[derive(LlmOutput)] struct T { a: String, b: i32 }
        wider = #[derive(LlmOutput)] struct T { a: String, b: u64 }
        fraction = #[derive(LlmOutput)] struct T { a: String, b: f64 }
        boolean = #[derive(LlmOutput)] struct T { a: String, b: bool }
        optional = #[derive(LlmOutput)] struct T { a: Option<String>, b: u32 }
        list = #[derive(LlmOutput)] struct T { a: Vec<String>, b: u32 }
        array = #[derive(LlmOutput)] struct T { a: [String; 2], b: u32 }
        set = #[derive(LlmOutput)] struct T { a: BTreeSet<String>, b: u32 }
        map = #[derive(LlmOutput)] struct T { a: BTreeMap<String, String>, b: u32 }
        map_of_numbers = #[derive(LlmOutput)] struct T { a: BTreeMap<String, u32>, b: u32 }
        any = #[derive(LlmOutput)] struct T { a: serde_json::Value, b: u32 }
        date = #[derive(LlmOutput)] struct T { a: chrono::NaiveDate, b: u32 }
        date_time = #[derive(LlmOutput)] struct T { a: chrono::DateTime<chrono::Utc>, b: u32 }
        declared_default = #[derive(LlmOutput)] struct T { a: String, #[llm(default)] b: u32 }
        other_default = #[derive(LlmOutput)] struct T { a: String, #[llm(default = "7")] b: u32 }
        minimum = #[derive(LlmOutput)] struct T { a: String, #[llm(range(min = 1))] b: u32 }
        maximum = #[derive(LlmOutput)] struct T { a: String, #[llm(range(max = 1))] b: u32 }
        shortest = #[derive(LlmOutput)] struct T { #[llm(length(min = 1))] a: String, b: u32 }
        longest = #[derive(LlmOutput)] struct T { #[llm(length(max = 1))] a: String, b: u32 }
        alias = #[derive(LlmOutput)] struct T { #[llm(alias = "z")] a: String, b: u32 }
        closed = #[derive(LlmOutput)] #[llm(deny_unknown_fields)] struct T { a: String, b: u32 }
        names = #[derive(LlmOutput)] enum T { A, B }
        names_in_another_order = #[derive(LlmOutput)] enum T { B, A }
        names_with_an_alias = #[derive(LlmOutput)] enum T { A, #[llm(alias = "C")] B }
        more_names = #[derive(LlmOutput)] enum T { A, B, C }
        lowercase_names = #[derive(LlmOutput)] #[llm(rename_all = "lowercase")] enum T { A, B }
        external = #[derive(LlmOutput)] #[llm(external)] enum T { A { x: u32 }, B { y: bool } }
        internal = #[derive(LlmOutput)] #[llm(tag = "kind")] enum T { A { x: u32 }, B { y: bool } }
        other_tag = #[derive(LlmOutput)] #[llm(tag = "sort")] enum T { A { x: u32 }, B { y: bool } }
        adjacent = #[derive(LlmOutput)] #[llm(tag = "kind", content = "of")] enum T { A { x: u32 }, B { y: bool } }
        other_content = #[derive(LlmOutput)] #[llm(tag = "kind", content = "is")] enum T { A { x: u32 }, B { y: bool } }
        untagged = #[derive(LlmOutput)] #[llm(untagged)] enum T { A { x: u32 }, B { y: bool } }
        other_variant = #[derive(LlmOutput)] #[llm(tag = "kind")] enum T { A { x: u32 }, C { y: bool } }
        single = #[derive(LlmOutput)] struct T { a: String, b: f32 }
        strings = #[derive(LlmOutput)] struct T { a: Vec<String> }
        split_at_commas = #[derive(LlmOutput)] struct T { #[llm(split = ",")] a: Vec<String> }
        split_at_semicolons = #[derive(LlmOutput)] struct T { #[llm(split = ";")] a: Vec<String> }
        skips_invalid = #[derive(LlmOutput)] struct T { #[llm(skip_invalid)] a: Vec<String> }
        joined = #[derive(LlmOutput)] struct T { #[llm(join = ",")] a: String }
        keeps_latex = #[derive(LlmOutput)] struct T { #[llm(latex)] a: String }
        is_content = #[derive(LlmOutput)] struct T { #[llm(content)] a: String }
        is_optional = #[derive(LlmOutput)] struct T { a: Option<String> }
        null_alias = #[derive(LlmOutput)] struct T { #[llm(null_alias("N/A"))] a: Option<String> }
        other_null_alias = #[derive(LlmOutput)] struct T { #[llm(null_alias("none"))] a: Option<String> }
        names_with_an_other = #[derive(LlmOutput)] enum T { A, #[llm(other)] B }
        names_with_another_other = #[derive(LlmOutput)] enum T { #[llm(other)] A, B }
        units = #[derive(LlmOutput)] #[llm(tag = "kind")] enum T { A { x: u32 }, B }
        units_with_an_other = #[derive(LlmOutput)] #[llm(tag = "kind")] enum T { A { x: u32 }, #[llm(other)] B }
        optional_group = #[derive(LlmOutput)] struct T { #[llm(flatten)] a: Option<Head>, b: u32 }
        with_the_rest = #[derive(LlmOutput)] struct T { a: String, #[llm(flatten)] rest: BTreeMap<String, u32> }
        other_data = #[derive(LlmOutput)] #[llm(tag = "kind")] enum T { A { x: u32 }, B { y: u32 } }
    };
    for (i, (one, fingerprint)) in all.iter().enumerate() {
        for (other, equal) in &all[..i] {
            assert_ne!(fingerprint, equal, "{one} and {other}");
        }
    }
}

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only the shape is looked at")]
struct Comment {
    text: String,
    #[llm(recursive(max_depth = 3))]
    replies: Vec<Comment>,
}

/// The same contract in other words.
#[derive(LlmOutput)]
#[allow(dead_code, reason = "only the shape is looked at")]
struct Remark {
    /// What was said.
    #[llm(example = "Yes.")]
    text: String,
    /// What was answered.
    #[llm(recursive(max_depth = 3))]
    replies: Vec<Remark>,
}

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only the shape is looked at")]
struct Deeper {
    text: String,
    #[llm(recursive(max_depth = 4))]
    replies: Vec<Deeper>,
}

#[derive(LlmOutput)]
struct Wrapped(u32);

#[derive(LlmOutput)]
struct Percent(#[llm(range(min = 0, max = 100))] u32);

#[test]
fn names_of_types_docs_and_examples_do_not_count() {
    assert_eq!(Comment::FINGERPRINT, Remark::FINGERPRINT);
    assert_ne!(
        Comment::FINGERPRINT,
        Deeper::FINGERPRINT,
        "how deep it nests does count"
    );
    assert_ne!(Comment::PROMPT, Remark::PROMPT);
}

#[test]
fn what_is_the_same_json_has_the_same_fingerprint() {
    assert_eq!(Wrapped::FINGERPRINT, u32::FINGERPRINT);
    assert_ne!(Percent::FINGERPRINT, u32::FINGERPRINT);
    assert_eq!(Wrapped(1).0, Percent(1).0);
    assert_eq!(Box::<Comment>::FINGERPRINT, Comment::FINGERPRINT);
    assert_eq!(Arc::<str>::FINGERPRINT, String::FINGERPRINT);
    assert_eq!(HashMap::<String, u8>::FINGERPRINT, BTreeMap::<String, u8>::FINGERPRINT);
}

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only the shape is looked at")]
struct Head {
    id: u64,
}

#[derive(LlmOutput)]
#[allow(dead_code, reason = "only the shape is looked at")]
struct Flat {
    #[llm(flatten)]
    head: Head,
    #[llm(flatten)]
    rest: BTreeMap<String, f64>,
}

/// These values are written down in files and sent between programs: one that changes is a breaking change.
#[test]
fn the_values_are_stable() {
    let values = [
        ("bool", bool::FINGERPRINT),
        ("String", String::FINGERPRINT),
        ("Vec<u32>", Vec::<u32>::FINGERPRINT),
        ("BTreeMap<String, f64>", BTreeMap::<String, f64>::FINGERPRINT),
        ("Comment", Comment::FINGERPRINT),
        ("Percent", Percent::FINGERPRINT),
        ("Flat", Flat::FINGERPRINT),
    ];
    let pinned = [("bool", fnv(&[1, b'b'])), ("String", fnv(&[1, b's', 0, 0, 0]))];
    assert_eq!(values[..2], pinned, "the canonical form is the documented one");
    let values: Vec<String> = values
        .iter()
        .map(|(name, value)| format!("{name}: {value:016x}"))
        .collect();
    assert_eq!(values, PINNED);
}

const PINNED: [&str; 7] = [
    "bool: 082f4407b4e8c68a",
    "String: b6fdb257d4910fcf",
    "Vec<u32>: fcce866360b1c049",
    "BTreeMap<String, f64>: 17ff38a19edccaea",
    "Comment: fb2efa320d6aabe2",
    "Percent: 927694ad320a34ae",
    "Flat: 7eb4e94531d29f82",
];

/// FNV-1a as its authors describe it.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Contracts with the same schema that read the same values.
#[test]
fn what_is_read_alike_has_the_same_fingerprint() {
    let pairs = [
        fingerprints! {
            byte = #[derive(LlmOutput)] struct T { b: u8 }
            in_its_bounds = #[derive(LlmOutput)] struct T { #[llm(range(min = 0, max = 255))] b: u8 }
        },
        fingerprints! {
            newtype = #[derive(LlmOutput)] struct T(u8);
            in_its_bounds = #[derive(LlmOutput)] struct T(#[llm(range(max = 255))] u8);
        },
        fingerprints! {
            own = #[derive(LlmOutput)] struct T { id: u64, b: u32 }
            flattened = #[derive(LlmOutput)] struct T { #[llm(flatten)] head: Head, b: u32 }
        },
        fingerprints! {
            aliases = #[derive(LlmOutput)] struct T { #[llm(alias = "x", alias = "y", alias = "xz")] a: String }
            in_another_order = #[derive(LlmOutput)] struct T { #[llm(alias = "y", alias = "xz", alias = "x")] a: String }
        },
        fingerprints! {
            names = #[derive(LlmOutput)] enum T { #[llm(alias = "x", alias = "y")] A, B }
            in_another_order = #[derive(LlmOutput)] enum T { #[llm(alias = "y", alias = "x")] A, B }
        },
    ];
    for [one, other] in pairs {
        assert_eq!(one.1, other.1, "{} and {}", one.0, other.0);
    }
}
