//! Types for the matrix of serde's attributes, and macros that put each kind of type into a place.
//!
//! A package of its own, since it is many types that are each read a few times: it is built without optimisation.

#![forbid(unsafe_code)]

pub mod agreement;

use llm_output::LlmOutput;
use serde::{Deserialize, Serialize};

use crate::agreement::{Outcome, Subject, agrees};
#[doc(hidden)]
pub use llm_output_tests::sample;
pub use llm_output_tests::sampled;
use sample::{Random, Sample, Texts};

/// Documents a type: half of them valid, half of them changed.
pub const DOCUMENTS: usize = 150;

/// The two readers agree about `T`, and enough documents were taken and refused for that to say something.
///
/// # Panics
///
/// Where they do not agree.
pub fn holds<T: Subject>(seed: u32) {
    judge::<T>(agrees::<T>(seed.into(), DOCUMENTS, true));
}

/// The two readers agree about valid documents of `T`.
///
/// # Panics
///
/// Where they do not agree.
pub fn holds_where_valid<T: Subject>(seed: u32) {
    judge::<T>(agrees::<T>(seed.into(), DOCUMENTS, false));
}

fn judge<T>(outcome: Outcome) {
    let of = std::any::type_name::<T>();
    assert!(
        outcome.taken >= DOCUMENTS / 2,
        "hardly a document of {of} is valid: {outcome:?}"
    );
}

/// Draws each type with one of the functions beside it.
#[macro_export]
macro_rules! drawn {
    ($($name:ident: $($draw:expr),+;)*) => {$(
        impl $crate::sample::Sample for $name {
            fn sample(random: &mut $crate::sample::Random, texts: $crate::sample::Texts) -> Self {
                let draw: &[fn(&mut $crate::sample::Random, $crate::sample::Texts) -> Self] = &[$($draw),+];
                draw[random.below(draw.len())](random, texts)
            }
        }
    )*};
}

/// What `default = "given"` gives for any type.
pub fn given<T: Sample>() -> T {
    T::sample(&mut Random::new(7), Texts::Human)
}

/// An object inside another.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
pub struct Nested {
    /// A number.
    pub line_number: u32,
    #[serde(alias = "heading", default)]
    /// A text.
    pub title: String,
    /// An object.
    pub deeper: Option<Box<Deeper>>,
}

/// An object deeper inside.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
pub struct Deeper {
    /// A truth.
    pub exact: bool,
    /// A number.
    pub ratio: Option<f64>,
}

sampled! {
    Nested { line_number, title, deeper }
    Deeper { exact, ratio }
}

/// Names to choose from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "kebab-case")]
pub enum Name {
    /// The first.
    #[default]
    NotFound,
    /// With an alias.
    #[serde(alias = "in the works")]
    InProgress,
    /// Renamed.
    #[serde(rename = "Finished!")]
    Done,
}

impl Sample for Name {
    fn sample(random: &mut Random, _: Texts) -> Self {
        [Self::NotFound, Self::InProgress, Self::Done][random.below(3)]
    }
}

/// A text by another name.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, LlmOutput)]
pub struct Newtype(pub String);

impl Sample for Newtype {
    fn sample(random: &mut Random, texts: Texts) -> Self {
        Self(String::sample(random, texts))
    }
}

/// Calls `$with! { $arguments fields }` with a field of every type that can be one: its name, two other names, its type.
#[macro_export]
macro_rules! every_type {
    ($with:ident $($arguments:tt)*) => {
        $with! {
            $($arguments)*
            text "The Text" "text alias" String;
            shared "The Shared" "shared alias" Arc<str>;
            lent "The Lent" "lent alias" Cow<'static, str>;
            letter "The Letter" "letter alias" char;
            truth "The Truth" "truth alias" bool;
            byte "The Byte" "byte alias" u8;
            signed "The Signed" "signed alias" i16;
            long "The Long" "long alias" i64;
            unsigned "The Unsigned" "unsigned alias" u64;
            single "The Single" "single alias" f32;
            double "The Double" "double alias" f64;
            maybe "The Maybe" "maybe alias" Option<String>;
            maybe_count "The Maybe Count" "maybe count alias" Option<u32>;
            maybe_nested "The Maybe Nested" "maybe nested alias" Option<Nested>;
            boxed "The Boxed" "boxed alias" Box<i8>;
            texts "The Texts" "texts alias" Vec<String>;
            options "The Options" "options alias" Vec<Option<u16>>;
            pair "The Pair" "pair alias" [bool; 2];
            set "The Set" "set alias" BTreeSet<String>;
            map "The Map" "map alias" BTreeMap<String, i32>;
            by_name "The By Name" "by name alias" BTreeMap<Name, String>;
            by_newtype "The By Newtype" "by newtype alias" BTreeMap<Newtype, bool>;
            name "The Name" "name alias" Name;
            maybe_name "The Maybe Name" "maybe name alias" Option<Name>;
            newtype "The Newtype" "newtype alias" Newtype;
            nested "The Nested" "nested alias" Nested;
            list "The List" "list alias" Vec<Nested>;
        }
    };
}
