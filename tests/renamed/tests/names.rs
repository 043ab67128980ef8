//! Names that a type of the user may have: of fields, variants, parameters and of the type itself, wherever it stands.

#![forbid(unsafe_code)]
#![deny(warnings)]
#![allow(
    clippy::struct_field_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::unnecessary_wraps,
    reason = "the names are the case at hand, and checks are of the form that the derive asks for"
)]

use renamed::LlmOutput;

/// Reads an exact document.
fn read<T: LlmOutput>(text: &str) -> T {
    let parsed = T::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert!(parsed.is_exact(), "{text}: {:?}", parsed.repairs());
    parsed.into_value()
}

/// A struct and an enum of each kind with these names as fields, each read from a document that names them so.
macro_rules! fields {
    ($($name:ident $key:literal)*) => {
        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, max_fields = 64)]
        struct Plain {
            $($name: u8,)*
        }

        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, tag = "the tag", max_fields = 64)]
        enum Tagged {
            All { $($name: u8,)* },
        }

        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, tag = "the tag", content = "the content", max_fields = 64)]
        enum Adjacent {
            All { $(#[llm(default = 9)] $name: u8,)* },
        }

        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, external, max_fields = 64)]
        enum External {
            All { $(#[llm(range(max = 9))] $name: u8,)* },
        }

        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, untagged, max_fields = 64)]
        enum Untagged {
            All { $($name: u8,)* },
            None,
        }

        #[test]
        fn fields_may_have_any_name() {
            let members = [$(format!("{:?}: 7", $key)),*].join(", ");
            assert_eq!(read::<Plain>(&format!("{{{members}}}")), Plain { $($name: 7),* });
            assert_eq!(read::<Tagged>(&format!("{{{members}, \"the tag\": \"All\"}}")), Tagged::All { $($name: 7),* });
            assert_eq!(
                read::<Adjacent>(&format!("{{\"the tag\": \"All\", \"the content\": {{{members}}}}}")),
                Adjacent::All { $($name: 7),* }
            );
            assert_eq!(
                read::<Adjacent>("{\"the tag\": \"All\", \"the content\": {}}"),
                Adjacent::All { $($name: 9),* }
            );
            assert_eq!(read::<External>(&format!("{{\"All\": {{{members}}}}}")), External::All { $($name: 7),* });
            assert_eq!(read::<Untagged>(&format!("{{{members}}}")), Untagged::All { $($name: 7),* });
            assert_eq!(read::<Untagged>("null"), Untagged::None);
        }
    };
}

fields! {
    self_ "self_" r#type "type" r#match "match" r#fn "fn" r#async "async" r#gen "gen" union "union" auto "auto"
    __field "__field" __field_0 "__field_0" __p "__p" __variant_0 "__variant_0"
    cursor "cursor" slot "slot" value "value" at "at" read "read" object "object" text "text" tag "tag" content "content"
    index "index" halt "halt" default "default" wire "wire" whole "whole" variant "variant" other "other"
    a "a" b "b" c "c" e "e" i "i" n "n" s "s" t "t" v "v" x "x" y "y" z "z"
    größe "größe" имя "имя" 名前 "名前" ärger "ärger" été "été"
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(crate = renamed, rename_all = "camelCase")]
struct Cases {
    größe_in_metern: u8,
    имя_файла: u8,
    #[llm(rename = "\"quoted\\\" \n")]
    quoted: u8,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(crate = renamed)]
#[allow(non_camel_case_types)]
enum Names {
    Straße,
    Имя,
    名前,
    r#try,
    Self_,
    __p,
    Error,
    Output,
    Item,
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(crate = renamed, tag = "вид", rename_all = "SCREAMING_SNAKE_CASE")]
enum Größen {
    KleineGröße { länge: u8 },
    Partial,
    Error,
    Output,
}

#[test]
// The letter cases change the letters of ASCII alone, as in serde.
fn names_need_not_be_ascii() {
    assert_eq!(
        read::<Cases>(r#"{"größeInMetern": 1, "имяфайла": 2, "\"quoted\\\" \n": 3}"#),
        Cases {
            größe_in_metern: 1,
            имя_файла: 2,
            quoted: 3
        }
    );
    for (name, expected) in [
        ("Straße", Names::Straße),
        ("Имя", Names::Имя),
        ("名前", Names::名前),
        ("try", Names::r#try),
        ("Self_", Names::Self_),
        ("__p", Names::__p),
        ("Error", Names::Error),
        ("Output", Names::Output),
        ("Item", Names::Item),
    ] {
        assert_eq!(read::<Names>(&format!("{name:?}")), expected);
    }
    assert_eq!(
        read::<Größen>(r#"{"вид": "KLEINE_GRößE", "länge": 3}"#),
        Größen::KleineGröße { länge: 3 }
    );
    assert_eq!(read::<Größen>(r#"{"вид": "PARTIAL"}"#), Größen::Partial);
    assert_eq!(read::<Größen>(r#"{"вид": "ERROR"}"#), Größen::Error);
    assert_eq!(read::<Größen>(r#"{"вид": "OUTPUT"}"#), Größen::Output);
}

/// Types with parameters of these names, which are none of the derive's.
macro_rules! parameters {
    ($($module:ident: $lifetime:lifetime $first:ident $second:ident $count:ident)*) => {
        $(mod $module {
            use std::marker::PhantomData;

            use renamed::LlmOutput;

            use super::read;

            #[derive(Debug, PartialEq, LlmOutput)]
            #[llm(crate = renamed)]
            struct Of<$lifetime, $first, $second, const $count: usize>
            where
                $second: Default,
            {
                first: $first,
                #[llm(default)]
                second: Vec<$second>,
                all: [$first; $count],
                #[llm(skip)]
                of: PhantomData<&$lifetime ()>,
            }

            #[derive(Debug, PartialEq, LlmOutput)]
            #[llm(crate = renamed)]
            struct Newtype<$first>($first);

            #[derive(Debug, PartialEq, LlmOutput)]
            #[llm(crate = renamed, tag = "type")]
            enum Tagged<$lifetime, $first: Default, const $count: usize> {
                One { value: [$first; $count], #[llm(skip)] of: PhantomData<&$lifetime ()> },
                Two(Of<$lifetime, $first, $first, $count>),
            }

            #[derive(Debug, PartialEq, LlmOutput)]
            #[llm(crate = renamed, tag = "type", content = "value")]
            enum Adjacent<$first, $second> {
                One(Option<$first>),
                Two { value: $second },
            }

            #[derive(Debug, PartialEq, LlmOutput)]
            #[llm(crate = renamed, external)]
            enum External<$first, $second> {
                One($first),
                Two { value: $second },
                Three,
            }

            #[derive(Debug, PartialEq, LlmOutput)]
            #[llm(crate = renamed, untagged)]
            enum Untagged<$first, $second> {
                One($first),
                Two { value: $second },
            }

            #[test]
            #[allow(non_snake_case)]
            fn parameters_may_have_any_name() {
                let of: Of<'_, bool, u8, 1> = read(r#"{"first": true, "all": [false]}"#);
                assert_eq!((of.first, of.second, of.all, of.of), (true, vec![], [false], PhantomData));
                assert_eq!(read::<Newtype<u8>>("7"), Newtype(7));
                assert_eq!(
                    read::<Tagged<'_, u8, 1>>(r#"{"type": "One", "value": [1]}"#),
                    Tagged::One { value: [1], of: PhantomData }
                );
                assert!(matches!(
                    read::<Tagged<'_, u8, 1>>(r#"{"type": "Two", "first": 1, "all": [2]}"#),
                    Tagged::Two(Of { first: 1, all: [2], .. })
                ));
                assert_eq!(read::<Adjacent<u8, u8>>(r#"{"type": "One"}"#), Adjacent::One(None));
                assert_eq!(read::<Adjacent<u8, u8>>(r#"{"type": "Two", "value": {"value": 1}}"#), Adjacent::Two { value: 1 });
                assert_eq!(read::<External<u8, u8>>(r#"{"One": 1}"#), External::One(1));
                assert_eq!(read::<External<u8, u8>>(r#"{"Two": {"value": 1}}"#), External::Two { value: 1 });
                assert_eq!(read::<External<u8, u8>>(r#""Three""#), External::Three);
                assert_eq!(read::<Untagged<u8, u8>>("1"), Untagged::One(1));
                assert_eq!(read::<Untagged<u8, u8>>(r#"{"value": 1}"#), Untagged::Two { value: 1 });
            }
        })*
    };
}

parameters! {
    letters: 'a T R N
    more_letters: 'de A B C
    of_the_trait: 'text Value Read SHAPE
    of_the_engine: 'cursor Cursor Frame LIMIT
    of_the_prelude: 'r Error Output LEN
    of_generated_code: '__a __T __U __N
}

/// Types that a macro makes from fragments of each sort.
macro_rules! from_fragments {
    (
        $(#[$meta:meta])* $visible:vis struct $name:ident<$lifetime:lifetime> {
            $($field:ident: $ty:ty = $default:expr, range $min:literal $max:expr, key $key:literal, doc $doc:literal;)*
        }
        enum $choice:ident { $($variant:ident($held:ty)),* }
        alias $path:path, module $module:ident, block $block:block
    ) => {
        $(#[$meta])*
        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, validate = $path)]
        $visible struct $name<$lifetime> {
            $(
                #[doc = $doc]
                #[llm(default = $default, range(min = $min, max = $max), rename = $key)]
                $field: $ty,
            )*
            #[llm(skip, default = $block)]
            of: std::marker::PhantomData<&$lifetime ()>,
            #[llm(with = $module)]
            last: std::time::Duration,
        }

        #[derive(Debug, PartialEq, LlmOutput)]
        #[llm(crate = renamed, tag = "type", content = "value")]
        enum $choice { $($variant($held)),* }
    };
}

mod checks {
    pub(super) fn whole(_: &super::FromFragments<'_>) -> Result<(), String> {
        Ok(())
    }
}

mod seconds {
    pub(super) type Wire = u64;

    pub(super) fn read(seconds: Wire) -> Result<std::time::Duration, String> {
        Ok(std::time::Duration::from_secs(seconds))
    }
}

from_fragments! {
    /// A type of a macro.
    pub(crate) struct FromFragments<'x> {
        line: u32 = 2 + 1, range 1 20, key "the line", doc "Its line.";
        column: Option<u8> = Some(4), range 0 80, key "the column", doc "Its column.";
        all: f64 = 0.5, range -0.5 1, key "all of it", doc "All.";
    }
    enum Choice { Line(FromFragments<'static>), Number(Option<u64>), Text(String) }
    alias checks::whole, module seconds, block { std::marker::PhantomData }
}

#[test]
fn a_macro_may_write_the_type_from_fragments() {
    let read_one: FromFragments<'_> = read(r#"{"last": 3}"#);
    let expected = FromFragments {
        line: 3,
        column: Some(4),
        all: 0.5,
        of: std::marker::PhantomData,
        last: std::time::Duration::from_secs(3),
    };
    assert_eq!(read_one, expected);
    let whole: FromFragments<'_> = read(r#"{"the line": 20, "all of it": -0.5, "the column": 0, "last": 1}"#);
    assert_eq!((whole.line, whole.column, whole.all), (20, Some(0), -0.5));
    assert!(FromFragments::parse_llm(r#"{"the line": 21, "last": 1}"#).is_err());
    for doc in ["A type of a macro.", "Its line.", "Its column."] {
        assert!(
            FromFragments::SCHEMA.contains(doc),
            "{doc} is not in {}",
            FromFragments::SCHEMA
        );
    }
    assert_eq!(
        read::<Choice>(r#"{"type": "Line", "value": {"last": 3}}"#),
        Choice::Line(expected)
    );
    assert_eq!(read::<Choice>(r#"{"type": "Number"}"#), Choice::Number(None));
    assert_eq!(
        read::<Choice>(r#"{"type": "Text", "value": "a"}"#),
        Choice::Text("a".to_owned())
    );
}

#[test]
fn a_type_may_be_of_a_function() {
    const DEPTH: u32 = 4;

    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(crate = renamed, validate = whole)]
    struct Local<T> {
        #[llm(default = DEPTH, validate = even)]
        depth: u32,
        inner: Vec<Inner>,
        #[llm(default = first())]
        choice: Choice<T>,
    }

    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(crate = renamed, external)]
    enum Choice<T> {
        Held(T),
        Nothing,
    }

    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(crate = renamed)]
    enum Inner {
        A,
        B,
    }

    fn first<T>() -> Choice<T> {
        Choice::Nothing
    }

    fn even(depth: &u32) -> Result<(), &'static str> {
        if depth.is_multiple_of(2) { Ok(()) } else { Err("odd") }
    }

    fn whole<T>(local: &Local<T>) -> Result<(), &'static str> {
        if local.inner.len() < 3 { Ok(()) } else { Err("too many") }
    }

    let local: Local<u8> = read(r#"{"inner": ["A", "B"]}"#);
    assert_eq!(
        (local.depth, local.inner, local.choice),
        (4, vec![Inner::A, Inner::B], Choice::Nothing)
    );
    assert_eq!(
        read::<Local<u8>>(r#"{"inner": [], "choice": {"Held": 3}}"#).choice,
        Choice::Held(3)
    );
    assert!(Local::<u8>::parse_llm(r#"{"inner": [], "depth": 3}"#).is_err());
    assert!(Local::<u8>::parse_llm(r#"{"inner": ["A", "A", "A"]}"#).is_err());
}

mod outer {
    #[derive(Debug, PartialEq, renamed::LlmOutput)]
    #[llm(crate = renamed)]
    pub(crate) struct Held {
        pub(super) value: u8,
    }

    pub(crate) mod inner {
        #[derive(Debug, PartialEq, renamed::LlmOutput)]
        #[llm(crate = ::renamed)]
        pub(crate) struct Paths {
            pub(crate) one: super::Held,
            pub(crate) two: crate::outer::Held,
            pub(crate) three: self::Held,
            pub(crate) four: [u8; 1 + 1],
            pub(crate) five: <Vec<u8> as IntoIterator>::Item,
        }

        #[derive(Debug, PartialEq, renamed::LlmOutput)]
        #[llm(crate = "::renamed")]
        pub(crate) struct Held(pub(crate) bool);
    }
}

#[test]
fn a_type_may_be_named_by_any_path() {
    let text = r#"{"one": {"value": 1}, "two": {"value": 2}, "three": true, "four": [3, 4], "five": 5}"#;
    let paths: outer::inner::Paths = read(text);
    assert_eq!(
        (paths.one.value, paths.two.value, paths.four, paths.five),
        (1, 2, [3, 4], 5)
    );
    assert_eq!(paths.three, outer::inner::Held(true));
}
