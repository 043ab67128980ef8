//! Structs that derive both `Deserialize` and `LlmOutput` with one set of serde's attributes: every valid document is read to
//! the same value through both, and none that serde refuses without a repair that says so.
//!
//! The types are made by macros, each attribute with each kind of type, so that no pair is forgotten.

#![allow(
    dead_code,
    clippy::struct_field_names,
    reason = "the types are a matrix, and only their readers are of interest"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use llm_output::LlmOutput;
use llm_output_matrix_tests::sample::{Random, Sample, Texts};
use llm_output_matrix_tests::{Name, Nested, Newtype, given, holds};
use llm_output_matrix_tests::{drawn, every_type, sampled};
use serde::{Deserialize, Serialize};

/// A struct with a field of every type, each with one set of attributes.
macro_rules! attribute_with_every_type {
    (renamed $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        attribute_with_every_type! { @fields renamed $($field (rename = $rename) $ty;)* }
    };
    (aliased $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        attribute_with_every_type! { @fields aliased $($field (alias = $alias, alias = $rename) $ty;)* }
    };
    (renamed_for_reading $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        attribute_with_every_type! {
            @fields renamed_for_reading
            $($field (rename(serialize = $alias, deserialize = $rename), alias = $alias) $ty;)*
        }
    };
    (all_at_once $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        attribute_with_every_type! { @fields all_at_once $($field (rename = $rename, alias = $alias, default) $ty;)* }
    };
    ($module:ident $attribute:tt $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        attribute_with_every_type! { @one $module $attribute $($field $ty;)* }
    };
    (@one $module:ident $attribute:tt $($field:ident $ty:ty;)*) => {
        attribute_with_every_type! { @fields $module $($field $attribute $ty;)* }
    };
    (@fields $module:ident $($field:ident $attribute:tt $ty:ty;)*) => {
        mod $module {
            use super::*;

            #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
            struct Of {
                before: u32,
                $(#[serde $attribute] $field: $ty,)*
                after: Option<bool>,
            }

            sampled! { Of { before, $($field,)* after } }

            #[test]
            fn with_every_type() {
                for seed in 0..8 {
                    holds::<Of>(line!() + seed);
                }
            }
        }
    };
}

macro_rules! attributes_with_every_type {
    ($($module:ident $attribute:tt)*) => {
        $(every_type! { attribute_with_every_type $module $attribute })*
    };
}

attributes_with_every_type! {
    no_attribute ()
    defaulted (default)
    given_by_a_function (default = "given")
    skipped (skip)
    never_read (skip_deserializing)
    never_written (skip_serializing, default = "given")
    sometimes_written (skip_serializing_if = "is_drawn", default)
}
every_type! { attribute_with_every_type renamed }
every_type! { attribute_with_every_type aliased }
every_type! { attribute_with_every_type renamed_for_reading }
every_type! { attribute_with_every_type all_at_once }

/// Leaves a field out of about half of the documents.
fn is_drawn<T: Serialize>(value: &T) -> bool {
    serde_json::to_string(value).is_ok_and(|text| text.len() % 2 == 0)
}

/// A struct of fields with every attribute, under one set of attributes of the whole.
macro_rules! attributes_of_a_struct {
    ($($module:ident [$($attribute:tt)*])*) => {$(
        mod $module {
            use super::*;

            #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
            #[serde($($attribute)*)]
            struct Of {
                #[serde(default = "given")]
                first_word: String,
                #[serde(rename = "A name of its own")]
                renamed_field: Option<u32>,
                #[serde(alias = "second_alias", alias = "thirdAlias", default)]
                aliased_field: bool,
                #[serde(default)]
                defaulted_field: Vec<String>,
                #[serde(skip)]
                skipped_field: i8,
                r#type: Option<Nested>,
                #[serde(default = "given")]
                http2_url: f64,
                maybe: Option<Name>,
                s: Option<char>,
            }

            sampled! {
                Of {
                    first_word, renamed_field, aliased_field, defaulted_field, skipped_field, r#type, http2_url, maybe, s
                }
            }

            impl Default for Of {
                fn default() -> Self {
                    whole()
                }
            }

            fn whole() -> Of {
                given()
            }

            #[test]
            fn with_every_attribute_of_a_field() {
                for seed in 0..4 {
                    holds::<Of>(line!() + seed);
                }
            }
        }
    )*};
}

attributes_of_a_struct! {
    struct_plain []
    struct_lowercase [rename_all = "lowercase"]
    struct_uppercase [rename_all = "UPPERCASE"]
    struct_pascal [rename_all = "PascalCase"]
    struct_camel [rename_all = "camelCase"]
    struct_snake [rename_all = "snake_case"]
    struct_screaming_snake [rename_all = "SCREAMING_SNAKE_CASE"]
    struct_kebab [rename_all = "kebab-case"]
    struct_screaming_kebab [rename_all = "SCREAMING-KEBAB-CASE"]
    struct_for_reading [rename_all(serialize = "kebab-case", deserialize = "kebab-case")]
    struct_closed [deny_unknown_fields]
    struct_defaulted [default]
    struct_renamed [rename = "Another"]
    struct_all_at_once [rename_all = "kebab-case", deny_unknown_fields, default, rename = "Another"]
}

/// A default of the whole by a function. In the list above, serde would not find a binding of its own across two macros.
mod struct_given {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(default = "whole")]
    struct Of {
        first_word: String,
        #[serde(default)]
        defaulted_field: Vec<bool>,
        #[serde(skip)]
        skipped_field: i8,
        #[serde(alias = "second alias")]
        aliased_field: Name,
        r#type: Option<Nested>,
    }

    sampled! { Of { first_word, defaulted_field, skipped_field, aliased_field, r#type } }

    fn whole() -> Of {
        given()
    }

    #[test]
    fn with_every_attribute_of_a_field() {
        for seed in 0..4 {
            holds::<Of>(line!() + seed);
        }
    }
}

mod converted {
    use super::*;

    /// An even number, of text.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(try_from = "String", into = "String")]
    struct Even(u32);

    impl TryFrom<String> for Even {
        type Error = String;

        fn try_from(text: String) -> Result<Self, String> {
            match text.parse() {
                Ok(number) if number % 2 == 0 => Ok(Self(number)),
                _ => Err(format!("`{text}` is no even number")),
            }
        }
    }

    impl From<Even> for String {
        fn from(even: Even) -> Self {
            even.0.to_string()
        }
    }

    /// A span whose end is not before its beginning.
    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(try_from = "Ends", into = "Ends")]
    struct Span {
        from: u32,
        length: u32,
    }

    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
    struct Ends {
        from: u32,
        to: u32,
    }

    impl TryFrom<Ends> for Span {
        type Error = &'static str;

        fn try_from(Ends { from, to }: Ends) -> Result<Self, &'static str> {
            let length = to.checked_sub(from).ok_or("the end comes first")?;
            Ok(Self { from, length })
        }
    }

    impl From<Span> for Ends {
        fn from(Span { from, length }: Span) -> Self {
            Self {
                from,
                to: from + length,
            }
        }
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    struct Both {
        even: Even,
        #[serde(default)]
        evens: Vec<Even>,
        span: Option<Span>,
        by_name: BTreeMap<Name, Span>,
    }

    drawn! {
        Even: |random, texts| Even(u32::sample(random, texts) / 2 * 2);
        Span: |random, texts| {
            let ends = [u32::sample(random, texts), u32::sample(random, texts)];
            Span { from: ends[0].min(ends[1]), length: ends[0].abs_diff(ends[1]) }
        };
    }
    sampled! { Both { even, evens, span, by_name } }

    #[test]
    fn a_type_that_is_made_from_another() {
        for seed in 0..4 {
            holds::<Vec<Even>>(line!() + seed);
            holds::<Span>(line!() + seed);
            holds::<Both>(line!() + seed);
        }
    }
}

mod generic {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(
        rename_all = "camelCase",
        bound(
            serialize = "T: Serialize, K: Serialize",
            deserialize = "T: Deserialize<'de>, K: Deserialize<'de> + Ord"
        )
    )]
    struct Page<T, K: Ord>
    where
        T: Debug,
    {
        all_rows: Vec<T>,
        by_key: BTreeMap<K, T>,
        #[serde(default)]
        next_one: Option<T>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(tag = "type", rename_all = "snake_case")]
    enum Step<T: Debug, E> {
        Done { it: T },
        GivenUp { why: E, pages: Vec<Page<T, Name>> },
    }

    impl<T: Sample + Debug, K: Sample + Ord> Sample for Page<T, K> {
        fn sample(random: &mut Random, texts: Texts) -> Self {
            Self {
                all_rows: Sample::sample(random, texts),
                by_key: Sample::sample(random, texts),
                next_one: Sample::sample(random, texts),
            }
        }
    }

    impl<T: Sample + Debug, E: Sample> Sample for Step<T, E> {
        fn sample(random: &mut Random, texts: Texts) -> Self {
            if random.one_in(2) {
                Self::Done {
                    it: Sample::sample(random, texts),
                }
            } else {
                Self::GivenUp {
                    why: Sample::sample(random, texts),
                    pages: Sample::sample(random, texts),
                }
            }
        }
    }

    #[test]
    fn a_type_with_parameters() {
        for seed in 0..4 {
            holds::<Page<String, String>>(line!() + seed);
            holds::<Page<u8, Name>>(line!() + seed);
            holds::<Page<Nested, Newtype>>(line!() + seed);
            holds::<Step<bool, String>>(line!() + seed);
            holds::<Vec<Step<char, Nested>>>(line!() + seed);
        }
    }
}

mod recursive {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(rename_all = "kebab-case")]
    struct Comment {
        the_text: String,
        #[llm(recursive(max_depth = 8))]
        #[serde(default)]
        all_replies: Vec<Comment>,
        #[llm(recursive(max_depth = 8))]
        quoted: Option<Box<Self>>,
    }

    impl Comment {
        /// A comment with answers to it, `levels` deep at most.
        fn with(levels: usize, random: &mut Random, texts: Texts) -> Self {
            let more = levels > 0;
            Self {
                the_text: Sample::sample(random, texts),
                all_replies: if more && random.one_in(2) {
                    vec![Self::with(levels - 1, random, texts)]
                } else {
                    Vec::new()
                },
                quoted: (more && random.one_in(3)).then(|| Box::new(Self::with(levels - 1, random, texts))),
            }
        }
    }

    impl Sample for Comment {
        fn sample(random: &mut Random, texts: Texts) -> Self {
            Self::with(7, random, texts)
        }
    }

    #[test]
    fn a_type_that_holds_itself() {
        for seed in 0..4 {
            holds::<Comment>(line!() + seed);
        }
    }
}
