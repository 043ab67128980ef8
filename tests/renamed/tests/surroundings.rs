//! Every kind of type, derived in surroundings where each name that generated code could mean stands for something else.
//!
//! `every_kind!` writes the types and a check that reads each of them; each module below calls it among other names.

#![no_implicit_prelude]
#![forbid(unsafe_code)]
#![deny(warnings)]

/// One type of each kind that can derive, and `check`, which reads all of them.
macro_rules! every_kind {
    () => {
        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, deny_unknown_fields, validate = whole)]
        struct Record<'a, T, const N: ::core::primitive::usize>
        where
            T: ::core::fmt::Debug,
        {
            #[llm(length(min = 1, max = 9), latex, join = ", ", exact)]
            text: ::std::string::String,
            #[llm(range(min = 1, max = 9), clamp, default = 2 + 1)]
            line: ::core::primitive::u8,
            #[llm(default)]
            items: ::std::vec::Vec<T>,
            #[llm(lenient, null_alias("N/A"), alias = "by")]
            author: ::core::option::Option<::std::string::String>,
            #[llm(split = ",", skip_invalid, validate = elements)]
            corners: ::std::vec::Vec<::core::primitive::f64>,
            #[llm(with = module, default = "made()")]
            made: Made,
            places: [::core::primitive::bool; N],
            #[llm(skip)]
            of: ::core::marker::PhantomData<&'a ()>,
        }

        fn whole<T, const N: ::core::primitive::usize>(record: &Record<'_, T, N>) -> ::core::result::Result<(), &'static ::core::primitive::str>
        where
            T: ::core::fmt::Debug,
        {
            if record.line > 8 {
                return ::core::result::Result::Err("too far down");
            }
            ::core::result::Result::Ok(())
        }

        fn elements(_: &::std::vec::Vec<::core::primitive::f64>) -> ::core::result::Result<(), ::std::string::String> {
            ::core::result::Result::Ok(())
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::core::cmp::PartialEq)]
        struct Made(::core::primitive::u64);

        fn made() -> Made {
            Made(7)
        }

        mod module {
            pub(super) type Wire = ::core::primitive::u64;

            pub(super) fn read(wire: Wire) -> ::core::result::Result<super::Made, ::std::string::String> {
                ::core::result::Result::Ok(super::Made(wire))
            }
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::core::default::Default, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, default)]
        struct Settings {
            depth: ::core::primitive::i64,
            #[llm(default = "\"none\"")]
            title: ::std::string::String,
        }

        #[::core::prelude::v1::derive(
            ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash, ::renamed::LlmOutput
        )]
        #[llm(crate = ::renamed, validate = checked)]
        struct Wrapped(#[llm(length(min = 1))] ::std::string::String, #[llm(skip)] ::core::marker::PhantomData<()>);

        fn checked(_: &Wrapped, _: ::core::primitive::bool) -> ::core::result::Result<(), &'static ::core::primitive::str> {
            ::core::result::Result::Ok(())
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, try_from = "::std::string::String")]
        struct Tried(::core::primitive::usize);

        impl ::core::convert::TryFrom<::std::string::String> for Tried {
            type Error = ::std::string::String;

            fn try_from(__text: ::std::string::String) -> ::core::result::Result<Self, Self::Error> {
                ::core::result::Result::Ok(Self(__text.len()))
            }
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, from = "::core::primitive::bool")]
        struct Made2(::core::primitive::bool);

        impl ::core::convert::From<::core::primitive::bool> for Made2 {
            fn from(__truth: ::core::primitive::bool) -> Self {
                Self(__truth)
            }
        }

        #[::core::prelude::v1::derive(
            ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq, ::core::hash::Hash, ::renamed::LlmOutput
        )]
        #[llm(crate = ::renamed, validate = named)]
        enum Names {
            None,
            Some,
            Ok,
            #[llm(alias = "error")]
            Err,
            #[llm(other)]
            String,
        }

        fn named(_: &Names) -> ::core::result::Result<(), &'static ::core::primitive::str> {
            ::core::result::Result::Ok(())
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, tag = "type", rename_all = "snake_case")]
        enum Tagged<T> {
            Some(Settings),
            Ok {
                value: T,
                #[llm(default = 3)]
                cursor: ::core::primitive::u32,
            },
            None,
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, tag = "tag", content = "content", validate = adjacent)]
        enum Adjacent {
            Some(::core::option::Option<::core::primitive::u8>),
            Ok { slot: ::core::primitive::bool },
            None,
        }

        fn adjacent(_: &Adjacent) -> ::core::result::Result<(), &'static ::core::primitive::str> {
            ::core::result::Result::Ok(())
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, external)]
        enum External<T, const N: ::core::primitive::usize> {
            Some([T; N]),
            Ok { object: ::core::primitive::bool },
            None,
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed, untagged)]
        enum Untagged {
            Some(::core::primitive::u16),
            Ok {
                at: ::core::primitive::bool,
                #[llm(recursive(max_depth = 3))]
                read: ::core::option::Option<::std::boxed::Box<Self>>,
            },
            Text(::std::string::String),
            None,
        }

        #[::core::prelude::v1::derive(::core::fmt::Debug, ::renamed::LlmOutput)]
        #[llm(crate = ::renamed)]
        struct All {
            by_name: ::std::collections::HashMap<Names, ::core::primitive::u32>,
            by_text: ::std::collections::HashMap<Wrapped, ::core::primitive::u32>,
            tagged: ::std::vec::Vec<Tagged<::core::primitive::char>>,
            adjacent: ::std::vec::Vec<Adjacent>,
            external: ::std::vec::Vec<External<::core::primitive::i8, 2>>,
            untagged: ::std::vec::Vec<Untagged>,
            tried: Tried,
            made: Made2,
        }

        #[::core::prelude::v1::test]
        fn every_kind_of_type_reads_the_same_here() {
            let __document = r#"{"text": "a", "corners": [1, 2.5], "author": null, "places": [true, false], "items": [1]}"#;
            let record: Record<'_, ::core::primitive::u8, 2> = super::read(__document);
            ::core::assert_eq!((record.text.as_str(), record.line, record.items.as_slice()), ("a", 3, [1].as_slice()));
            ::core::assert_eq!((record.author, record.places, record.made), (super::nothing(), [true, false], Made(7)));
            ::core::assert_eq!(record.corners, [1.0, 2.5]);
            let ::core::marker::PhantomData = record.of;

            let settings: Settings = super::read("{\"depth\": -3}");
            ::core::assert_eq!((settings.depth, settings.title.as_str()), (-3, "none"));

            let __document = r#"{
                "by_name": {"None": 1, "error": 2}, "by_text": {"a": 1},
                "tagged": [{"type": "some", "depth": 1}, {"value": "é", "type": "ok"}, {"type": "none"}],
                "adjacent": [{"tag": "Some", "content": 5}, {"content": {"slot": true}, "tag": "Ok"}, {"tag": "None"}],
                "external": [{"Some": [1, -2]}, {"Ok": {"object": true}}, "None"],
                "untagged": [3, {"at": true, "read": {"at": false, "read": null}}, "c", null],
                "tried": "four", "made": true
            }"#;
            let all: All = super::read(__document);
            ::core::assert_eq!((all.by_name[&Names::None], all.by_name[&Names::Err], all.by_text.len()), (1, 2, 1));
            ::core::assert_eq!((all.tried.0, all.made.0), (4, true));
            ::core::assert!(::core::matches!(
                all.tagged.as_slice(),
                [Tagged::Some(Settings { depth: 1, .. }), Tagged::Ok { value: 'é', cursor: 3 }, Tagged::None]
            ));
            ::core::assert!(::core::matches!(
                all.adjacent.as_slice(),
                [Adjacent::Some(::core::option::Option::Some(5)), Adjacent::Ok { slot: true }, Adjacent::None]
            ));
            ::core::assert!(::core::matches!(
                all.external.as_slice(),
                [External::Some([1, -2]), External::Ok { object: true }, External::None]
            ));
            ::core::assert!(::core::matches!(
                all.untagged.as_slice(),
                [
                    Untagged::Some(3),
                    Untagged::Ok { at: true, read: ::core::option::Option::Some(_) },
                    Untagged::Text(character),
                    Untagged::None
                ] if character == "c"
            ));
        }
    };
}

/// Reads an exact document.
fn read<T: ::renamed::LlmOutput>(text: &::core::primitive::str) -> T {
    let parsed = ::core::result::Result::expect(T::parse_llm(text), "an exact document");
    ::core::assert!(parsed.is_exact(), "{:?}", parsed.repairs());
    parsed.into_value()
}

fn nothing<T>() -> ::core::option::Option<T> {
    ::core::option::Option::None
}

/// No name is taken.
mod plain {
    every_kind!();
}

/// Types, traits and functions of the prelude and of the language are taken.
#[allow(dead_code, non_camel_case_types, non_snake_case, non_upper_case_globals)]
mod prelude {
    macro_rules! taken {
        ($($name:ident)*) => { $(pub(super) struct $name;)* };
    }

    taken!(Option Result String Vec Box Cow Arc str u8 u16 u32 u64 usize i8 i32 i64 i128 f32 f64 bool char);

    pub(super) trait Default {}
    pub(super) trait From {}
    pub(super) trait TryFrom {}
    pub(super) trait Into {}
    pub(super) trait Sized {}
    pub(super) trait Clone {}
    pub(super) trait Iterator {}
    pub(super) trait Fn {}

    pub(super) fn Some() {}
    pub(super) fn Ok() {}
    pub(super) fn Err() {}
    pub(super) const None: () = ();
    pub(super) fn drop() {}

    every_kind!();
}

/// The macros of the standard library are taken.
#[allow(unused_macros)]
mod macros {
    macro_rules! panic {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! matches {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! concat {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! stringify {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! unreachable {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! vec {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! assert {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }
    macro_rules! env {
        ($($tokens:tt)*) => {
            ::core::compile_error!("a macro of the user")
        };
    }

    every_kind!();
}

/// The names of this crate, public and hidden, are taken.
#[allow(dead_code)]
mod ours {
    macro_rules! taken {
        ($($name:ident)*) => { $(pub(super) struct $name;)* };
    }

    taken!(
        Parsed ParseError Repair RepairKind Severity Options Limits Violation ErrorKind Path Segment Cursor Frame Read Halt
        Facts Accepts ObjectSpec FieldSpec NameSpec NamesSpec Object Shape ObjectShape FieldShape NamesShape NamedShape
        UnionShape UnionVariantShape VariantShape ReferenceShape Tagging Range Length Bound Ranged Measured Validator
        TextKey Tag Form Variants Dialect Stream Items Exchange Registry Partial
    );

    pub(super) trait LlmOutput {
        const SCHEMA: () = ();
        const SHAPE: () = ();
        fn parse_llm() {}
        fn variant() {}
        fn unit() {}
    }

    impl<T> LlmOutput for T {}

    every_kind!();
}

/// Modules are called like the crates.
mod crates {
    pub(super) mod llm_output {}
    pub(super) mod llm_output_derive {}
    pub(super) mod renamed {}
    pub(super) mod core {}
    pub(super) mod std {}
    pub(super) mod alloc {}
    pub(super) mod private {}

    every_kind!();
}

/// Constants, statics, unit structs and functions are called as generated code might call what it binds: a `let` of such a
/// name would be a pattern that compares.
#[allow(dead_code, non_upper_case_globals, non_camel_case_types)]
mod bindings {
    pub(super) const cursor: ::core::primitive::u32 = 1;
    pub(super) const at: ::core::primitive::u32 = 1;
    pub(super) const text: ::core::primitive::u32 = 1;
    pub(super) const value: ::core::primitive::u32 = 1;
    pub(super) const object: ::core::primitive::u32 = 1;
    pub(super) const index: ::core::primitive::u32 = 1;
    pub(super) const field_0: ::core::primitive::u32 = 1;
    pub(super) const field_1: ::core::primitive::u32 = 1;
    pub(super) const x: ::core::primitive::u32 = 1;
    pub(super) static read: ::core::primitive::u32 = 1;
    pub(super) static slot: ::core::primitive::u32 = 1;
    pub(super) static content: ::core::primitive::u32 = 1;
    pub(super) static whole_: ::core::primitive::u32 = 1;
    pub(super) struct halt;
    pub(super) struct tag;
    pub(super) struct tag_slot;
    pub(super) struct default;
    pub(super) struct wire;
    pub(super) struct grade;
    pub(super) fn variant() {}
    pub(super) fn unit() {}
    pub(super) fn variant_0() {}
    pub(super) fn choose() {}
    pub(super) fn e() {}

    every_kind!();
}
