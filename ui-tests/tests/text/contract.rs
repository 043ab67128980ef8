//! What the contract says does not compile has its cases.

use std::collections::BTreeSet;

use crate::case::cases;

/// What the contract says does not compile, line by line, and the cases that show it.
const NOT_COMPILED: &[(&str, &[&str])] = &[
    (
        "`Result` fields",
        &["types/result", "types/result_in_list", "enums/result_in_variant"],
    ),
    ("`Result` behind an alias", &["types/result_behind_alias"]),
    ("maps of maps beyond the depth limit", &["limits/nested_maps"]),
    ("lists of structs beyond the depth limit", &["limits/deep_across_types"]),
    (
        "nesting past `max_depth`",
        &["limits/nested_lists", "limits/deep_through_a_parameter"],
    ),
    (
        "recursion without a boundary",
        &[
            "recursion/boxed",
            "recursion/by_self",
            "recursion/generic",
            "recursion/in_variant",
            "recursion/list",
            "recursion/map",
            "recursion/mutual",
            "recursion/without_limit",
        ],
    ),
    (
        "`Option<Option<T>>`",
        &["types/option_of_option", "types/option_of_boxed_option"],
    ),
    (
        "tuples",
        &[
            "types/tuple",
            "types/tuple_in_list",
            "types/tuple_of_one",
            "types/behind_aliases",
        ],
    ),
    (
        "tuple structs of two or more",
        &["types/tuple_struct", "enums/tuple_variant"],
    ),
    (
        "unit structs",
        &[
            "types/unit_struct",
            "types/empty_tuple_struct",
            "types/only_skipped_fields",
        ],
    ),
    ("unions", &["types/union"]),
    (
        "references",
        &["types/text_reference", "types/slice_reference", "types/borrowed_cow"],
    ),
    ("raw pointers", &["types/raw_pointer"]),
    ("functions", &["types/function"]),
    ("`dyn`", &["types/boxed_trait_object", "types/dyn_behind_reference"]),
    ("`impl`", &["types/impl_trait"]),
    ("`u128`", &["types/u128"]),
    ("`i128`", &["types/i128_in_list"]),
    (
        "map keys that are not text",
        &[
            "types/number_as_map_key",
            "types/list_as_map_key",
            "types/option_as_map_key",
            "types/struct_as_map_key",
            "types/map_keys_in_maps",
        ],
    ),
    (
        "two names that meet after folding",
        &[
            "names/fields_differ_in_case",
            "names/rename_meets_field",
            "names/variants_differ_in_case",
            "names/variants_differ_in_separators",
            "enums/variant_fields_meet",
        ],
    ),
    (
        "two aliases that meet after folding",
        &[
            "names/aliases_meet",
            "names/alias_meets_field",
            "names/alias_meets_variant",
            "names/serde_alias_meets_variant",
        ],
    ),
    (
        "tags that collide with a field",
        &[
            "enums/tag_meets_field",
            "enums/tag_beside_an_alias",
            "enums/tag_meets_content",
        ],
    ),
    (
        "untagged variants that cannot be told apart",
        &[
            "enums/untagged_alike",
            "enums/untagged_any_object",
            "enums/untagged_names",
            "enums/untagged_same_type",
        ],
    ),
    ("data-carrying enums without `tag`", &["enums/data"]),
    (
        "unknown attributes",
        &[
            "attributes/unknown",
            "attributes/of_another_place",
            "attributes/several_at_once",
        ],
    ),
    (
        "misspelt attributes",
        &[
            "attributes/misspelt_on_type",
            "attributes/misspelt_on_field",
            "attributes/misspelt_on_variant",
            "attributes/unknown_case",
        ],
    ),
    (
        "serde attributes that the parser could not honour",
        &[
            "serde/borrow",
            "serde/deserialize_with",
            "serde/identifier",
            "serde/on_variant",
            "serde/remote",
            "serde/unknown",
            "serde/with",
            "enums/untagged_variant",
        ],
    ),
    ("empty enums", &["enums/empty", "enums/only_skipped_variants"]),
    (
        "more fields than `max_fields`",
        &[
            "limits/fifty_one_fields",
            "limits/raised_but_not_enough",
            "limits/raised_too_far",
        ],
    ),
    ("more variants than 100", &["limits/too_many_variants"]),
];

#[test]
fn every_line_of_the_contract_has_its_cases() {
    let known: BTreeSet<String> = cases().into_iter().map(|case| case.name).collect();
    for (line, cases) in NOT_COMPILED {
        assert!(!cases.is_empty(), "{line}");
        for case in *cases {
            assert!(known.contains(*case), "{line}: there is no case {case}");
        }
    }
}
