//! Enums that derive both `Deserialize` and `LlmOutput` with one set of serde's attributes: every valid document is read to
//! the same value through both, and none that serde refuses without a repair that says so.
//!
//! The types are made by macros, each way to tell variants apart with each attribute and each kind of type.

#![allow(
    dead_code,
    clippy::enum_variant_names,
    clippy::struct_field_names,
    reason = "the types are a matrix, and only their readers are of interest"
)]

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::Arc;

use llm_output::LlmOutput;
use llm_output_matrix_tests::sample::Sample;
use llm_output_matrix_tests::{Deeper, Name, Nested, Newtype, holds};
use llm_output_matrix_tests::{drawn, every_type, sampled};
use serde::{Deserialize, Serialize};

/// An enum with variants of every kind, some of one way to tell them apart alone.
macro_rules! variants {
    ($name:ident [$($attribute:tt)*] $(llm $llm:ident)? { $($more:tt)* } $($more_samples:tt)*) => {
        #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
        #[serde($($attribute)*)]
        $(#[llm($llm)])?
        pub(super) enum $name {
            UnitVariant,
            #[serde(alias = "the struct", alias = "StructOther")]
            StructVariant {
                first_word: String,
                #[serde(default)]
                second_word: u32,
                #[serde(rename = "third, renamed", alias = "third")]
                third_word: Option<bool>,
                #[serde(skip)]
                skipped_word: u8,
            },
            #[serde(rename = "renamed variant")]
            RenamedVariant {
                only_word: Vec<String>,
            },
            NestedVariant(Nested),
            #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
            OwnCase {
                some_thing: BTreeMap<String, u8>,
                other_thing: Option<Name>,
            },
            #[serde(skip)]
            SkippedVariant(std::marker::PhantomData<()>),
            $($more)*
        }

        drawn! {
            $name:
                |_, _| $name::UnitVariant,
                |random, texts| $name::StructVariant {
                    first_word: Sample::sample(random, texts),
                    second_word: Sample::sample(random, texts),
                    third_word: Sample::sample(random, texts),
                    skipped_word: 0,
                },
                |random, texts| $name::RenamedVariant { only_word: Sample::sample(random, texts) },
                |random, texts| $name::NestedVariant(Sample::sample(random, texts)),
                |random, texts| $name::OwnCase {
                    some_thing: Sample::sample(random, texts),
                    other_thing: Sample::sample(random, texts),
                },
                $($more_samples)*;
        }
    };
}

/// Enums told apart in every way, under one set of attributes of the whole.
macro_rules! attributes_of_an_enum {
    ($($module:ident [$($attribute:tt)*])*) => {$(
        mod $module {
            use super::*;

            variants! {
                Internal [tag = "kind of", $($attribute)*] {
                    #[serde(other)]
                    OtherVariant,
                }
                |_, _| Internal::OtherVariant
            }

            variants! {
                Adjacent [tag = "kind of", content = "its content", $($attribute)*] {
                    TextVariant(String),
                    ListVariant(Vec<u16>),
                    OptionVariant(Option<i64>),
                    MapVariant(BTreeMap<String, bool>),
                    NameVariant(Name),
                    #[serde(other)]
                    OtherVariant,
                }
                |random, texts| Adjacent::TextVariant(Sample::sample(random, texts)),
                |random, texts| Adjacent::ListVariant(Sample::sample(random, texts)),
                |random, texts| Adjacent::OptionVariant(Sample::sample(random, texts)),
                |random, texts| Adjacent::MapVariant(Sample::sample(random, texts)),
                |random, texts| Adjacent::NameVariant(Sample::sample(random, texts)),
                |_, _| Adjacent::OtherVariant
            }

            variants! {
                External [$($attribute)*] llm external {
                    TextVariant(String),
                    ListVariant(Vec<u16>),
                    OptionVariant(Option<i64>),
                    MapVariant(BTreeMap<String, bool>),
                    NameVariant(Name),
                }
                |random, texts| External::TextVariant(Sample::sample(random, texts)),
                |random, texts| External::ListVariant(Sample::sample(random, texts)),
                |random, texts| External::OptionVariant(Sample::sample(random, texts)),
                |random, texts| External::MapVariant(Sample::sample(random, texts)),
                |random, texts| External::NameVariant(Sample::sample(random, texts))
            }

            #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, LlmOutput)]
            #[serde($($attribute)*)]
            pub(super) enum Names {
                FirstName,
                #[serde(rename = "the 2nd")]
                SecondName,
                #[serde(alias = "thirdly", alias = "3")]
                ThirdName,
                #[serde(skip)]
                SkippedName,
                #[serde(other)]
                OtherName,
            }

            #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
            struct All {
                internal: Vec<Internal>,
                adjacent: Vec<Adjacent>,
                external: BTreeMap<String, External>,
                names: Vec<Names>,
                name: Names,
                maybe: Option<Internal>,
                boxed: Box<Adjacent>,
                defaulted: Option<External>,
            }

            drawn! {
                Names: |_, _| Names::FirstName, |_, _| Names::SecondName, |_, _| Names::ThirdName, |_, _| Names::OtherName;
            }
            sampled! { All { internal, adjacent, external, names, name, maybe, boxed, defaulted } }

            #[test]
            fn with_every_kind_of_variant() {
                for seed in 0..12 {
                    holds::<All>(line!() + seed);
                }
            }
        }
    )*};
}

attributes_of_an_enum! {
    plain []
    lowercase [rename_all = "lowercase", rename_all_fields = "UPPERCASE"]
    uppercase [rename_all = "UPPERCASE", rename_all_fields = "PascalCase"]
    pascal [rename_all = "PascalCase", rename_all_fields = "camelCase"]
    camel [rename_all = "camelCase", rename_all_fields = "snake_case"]
    snake [rename_all = "snake_case", rename_all_fields = "SCREAMING_SNAKE_CASE"]
    screaming_snake [rename_all = "SCREAMING_SNAKE_CASE", rename_all_fields = "kebab-case"]
    kebab [rename_all = "kebab-case", rename_all_fields = "SCREAMING-KEBAB-CASE"]
    screaming_kebab [rename_all = "SCREAMING-KEBAB-CASE", rename_all_fields = "lowercase"]
    for_reading [rename_all(serialize = "camelCase", deserialize = "camelCase"), rename_all_fields(deserialize = "snake_case")]
    closed [deny_unknown_fields]
    renamed [rename = "Another", rename_all_fields = "camelCase", deny_unknown_fields]
}

mod as_the_root {
    use super::plain::{Adjacent, External, Internal, Names};
    use super::*;

    #[test]
    fn a_union_may_be_the_whole_document() {
        for seed in 0..4 {
            holds::<Internal>(line!() + seed);
            holds::<Adjacent>(line!() + seed);
            holds::<Vec<External>>(line!() + seed);
            holds::<Option<Names>>(line!() + seed);
        }
    }
}

/// Structs that hold one type in the ways that a struct can, and what holds all of them at once.
macro_rules! held_in_structs {
    ($($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        $(
            mod $field {
                use super::super::*;

                #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
                pub(super) struct Tuple($ty);

                #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
                #[serde(transparent)]
                pub(super) struct Transparent {
                    #[serde(skip)]
                    before: u8,
                    held: $ty,
                }

                #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
                #[serde(from = "Tuple", into = "Tuple")]
                pub(super) struct Made {
                    held: $ty,
                }

                #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
                #[serde(untagged)]
                pub(super) enum Untagged {
                    Named { held: $ty, beside: u8 },
                    Held($ty),
                }

                impl From<Tuple> for Made {
                    fn from(Tuple(held): Tuple) -> Self {
                        Self { held }
                    }
                }

                impl From<Made> for Tuple {
                    fn from(made: Made) -> Self {
                        Self(made.held)
                    }
                }

                drawn! {
                    Tuple: |random, texts| Tuple(Sample::sample(random, texts));
                    Transparent: |random, texts| Transparent { before: 0, held: Sample::sample(random, texts) };
                    Made: |random, texts| Made { held: Sample::sample(random, texts) };
                    Untagged:
                        |random, texts| Untagged::Held(Sample::sample(random, texts)),
                        |random, texts| {
                            Untagged::Named { held: Sample::sample(random, texts), beside: Sample::sample(random, texts) }
                        };
                }
            }
        )*

        #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
        struct Tuples { $($field: $field::Tuple),* }

        #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
        struct Transparents { $($field: $field::Transparent),* }

        #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
        struct AllMade { $($field: $field::Made),* }

        #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
        #[llm(max_depth = 6)]
        struct Untaggeds { $($field: Vec<$field::Untagged>),* }

        sampled! {
            Tuples { $($field),* }
            Transparents { $($field),* }
            AllMade { $($field),* }
            Untaggeds { $($field),* }
        }

        #[test]
        fn every_type_is_held_in_every_way() {
            for seed in 0..8 {
                holds::<Tuples>(line!() + seed);
                holds::<Transparents>(line!() + seed);
                holds::<AllMade>(line!() + seed);
                holds::<Untaggeds>(line!() + seed);
            }
        }
    };
}

/// Enums with a variant for each type, of one kind and told apart in one way.
macro_rules! held_in_variants {
    ($name:ident #[$($attribute:tt)*] newtype $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        held_in_variants! { @as $name [#[$($attribute)*]] $($field [($ty)] $ty;)* }
        drawn! { $name: $(|random, texts| $name::$field(Sample::sample(random, texts))),*; }
    };
    ($name:ident #[$($attribute:tt)*] named $($field:ident $rename:literal $alias:literal $ty:ty;)*) => {
        held_in_variants! { @as $name [#[$($attribute)*]] $($field [{ #[serde(rename = $rename, alias = $alias)] held: $ty }] $ty;)* }
        drawn! { $name: $(|random, texts| $name::$field { held: Sample::sample(random, texts) }),*; }
    };
    (@as $name:ident [$($attribute:tt)*] $($field:ident [$($data:tt)*] $ty:ty;)*) => {
        #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
        $($attribute)*
        #[allow(non_camel_case_types)]
        enum $name {
            $($field $($data)*,)*
        }
    };
}

mod held {
    use super::*;

    every_type! { held_in_structs }
    every_type! { held_in_variants InternalNamed #[serde(tag = "type")] named }
    every_type! { held_in_variants AdjacentHeld #[serde(tag = "type", content = "content")] newtype }
    every_type! { held_in_variants AdjacentNamed #[serde(tag = "type", content = "content")] named }
    every_type! { held_in_variants ExternalHeld #[llm(external)] newtype }
    every_type! { held_in_variants ExternalNamed #[llm(external)] named }

    #[test]
    fn every_type_is_held_in_every_kind_of_variant() {
        for seed in 0..8 {
            holds::<Vec<InternalNamed>>(line!() + seed);
            holds::<Vec<AdjacentHeld>>(line!() + seed);
            holds::<Vec<AdjacentNamed>>(line!() + seed);
            holds::<Vec<ExternalHeld>>(line!() + seed);
            holds::<Vec<ExternalNamed>>(line!() + seed);
        }
    }
}

mod untagged {
    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(untagged)]
    enum Kinds {
        Count(u64),
        Offset(i64),
        Ratio(f64),
        Truth(bool),
        Text(String),
        Texts(Vec<String>),
        Lists(Vec<Vec<u8>>),
        Struct { first: u8, second: Option<String> },
        Nested(Nested),
        Map(BTreeMap<String, bool>),
        Nothing,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(untagged, rename_all_fields = "camelCase")]
    enum MoreFirst {
        Three {
            first_one: u8,
            second_one: String,
            third_one: bool,
        },
        Two {
            first_one: u8,
            second_one: String,
        },
        One {
            first_one: u8,
        },
        #[serde(rename_all = "UPPERCASE")]
        Upper {
            another_one: u8,
        },
        Optional {
            third_one: bool,
            first_one: Option<String>,
        },
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(untagged, deny_unknown_fields)]
    enum Closed {
        One {
            first: u8,
        },
        Two {
            first: u8,
            second: String,
        },
        Defaulted {
            first: u8,
            second: String,
            #[serde(default)]
            third: bool,
            #[serde(alias = "4th")]
            fourth: char,
        },
        Listed(Vec<Deeper>),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(untagged)]
    enum TextLike {
        Name(Name),
        Letter(char),
        Number(u8),
        Text(Newtype),
        Optional(Option<bool>),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(untagged)]
    enum Inner {
        Tagged(Tagged),
        Struct { held: Box<Kinds> },
        Other(TextLike),
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    #[serde(tag = "type")]
    enum Tagged {
        Kinds { it: Kinds },
        More { it: Vec<MoreFirst> },
    }

    drawn! {
        Kinds:
            |random, texts| Kinds::Count(Sample::sample(random, texts)),
            |random, texts| Kinds::Offset(Sample::sample(random, texts)),
            |random, texts| Kinds::Ratio(Sample::sample(random, texts)),
            |random, texts| Kinds::Truth(Sample::sample(random, texts)),
            |random, texts| Kinds::Text(Sample::sample(random, texts)),
            |random, texts| Kinds::Texts(Sample::sample(random, texts)),
            |random, texts| Kinds::Lists(Sample::sample(random, texts)),
            |random, texts| Kinds::Struct { first: Sample::sample(random, texts), second: Sample::sample(random, texts) },
            |random, texts| Kinds::Nested(Sample::sample(random, texts)),
            |random, texts| Kinds::Map(Sample::sample(random, texts)),
            |_, _| Kinds::Nothing;
        MoreFirst:
            |random, texts| MoreFirst::Three {
                first_one: Sample::sample(random, texts),
                second_one: Sample::sample(random, texts),
                third_one: Sample::sample(random, texts),
            },
            |random, texts| MoreFirst::Two {
                first_one: Sample::sample(random, texts),
                second_one: Sample::sample(random, texts),
            },
            |random, texts| MoreFirst::Upper { another_one: Sample::sample(random, texts) },
            |random, texts| MoreFirst::One { first_one: Sample::sample(random, texts) },
            |random, texts| MoreFirst::Optional {
                first_one: Sample::sample(random, texts),
                third_one: Sample::sample(random, texts),
            };
        Closed:
            |random, texts| Closed::One { first: Sample::sample(random, texts) },
            |random, texts| Closed::Two { first: Sample::sample(random, texts), second: Sample::sample(random, texts) },
            |random, texts| Closed::Defaulted {
                first: Sample::sample(random, texts),
                second: Sample::sample(random, texts),
                third: Sample::sample(random, texts),
                fourth: Sample::sample(random, texts),
            },
            |random, texts| Closed::Listed(vec![Sample::sample(random, texts), Sample::sample(random, texts)]);
        TextLike:
            |random, texts| TextLike::Name(Sample::sample(random, texts)),
            |random, texts| TextLike::Letter(Sample::sample(random, texts)),
            |random, texts| TextLike::Number(Sample::sample(random, texts)),
            |random, texts| TextLike::Text(Sample::sample(random, texts)),
            |random, texts| TextLike::Optional(Sample::sample(random, texts));
        Inner:
            |random, texts| Inner::Tagged(Sample::sample(random, texts)),
            |random, texts| Inner::Struct { held: Sample::sample(random, texts) },
            |random, texts| Inner::Other(Sample::sample(random, texts));
        Tagged:
            |random, texts| Tagged::Kinds { it: Sample::sample(random, texts) },
            |random, texts| Tagged::More { it: Sample::sample(random, texts) };
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
    struct Lists {
        all: Vec<MoreFirst>,
    }

    sampled! { Lists { all } }

    #[test]
    fn the_first_variant_that_fits_is_the_one() {
        for seed in 0..4 {
            holds::<Vec<Kinds>>(line!() + seed);
            holds::<Kinds>(line!() + seed);
            holds::<Lists>(line!() + seed);
            holds::<MoreFirst>(line!() + seed);
            holds::<Vec<Closed>>(line!() + seed);
            holds::<Closed>(line!() + seed);
            holds::<Vec<TextLike>>(line!() + seed);
            holds::<Vec<Inner>>(line!() + seed);
            holds::<Tagged>(line!() + seed);
        }
    }
}
