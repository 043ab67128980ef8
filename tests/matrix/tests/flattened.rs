//! Types that hold the members of others among their own: `flatten` with the other attributes, and `with` for both readers.

#![allow(
    clippy::struct_field_names,
    reason = "the types are a matrix, and only their readers are of interest"
)]

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::time::Duration;

use llm_output::LlmOutput;
use llm_output_matrix_tests::sample::Sample;
use llm_output_matrix_tests::{Name, Nested, drawn, holds, holds_where_valid, sampled};
use serde::{Deserialize, Serialize};

#[derive(Debug, Default, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Place {
    file_name: String,
    #[serde(default)]
    line: u32,
    #[serde(rename = "the column", alias = "col")]
    column: Option<u32>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct Author {
    full_name: String,
    #[serde(skip)]
    hits: u8,
    e_mail: Option<String>,
    groups: Vec<Name>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct AllOptional {
    first: Option<bool>,
    second: Option<Nested>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct One {
    title: String,
    #[serde(flatten)]
    place: Place,
    after: bool,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "SCREAMING-KEBAB-CASE")]
struct Two {
    #[serde(flatten)]
    place: Place,
    #[serde(default)]
    the_weight: f64,
    #[serde(flatten)]
    author: Author,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Deep {
    #[serde(flatten)]
    one: One,
    #[serde(flatten)]
    optional: AllOptional,
    number: i64,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Maybe {
    title: String,
    #[serde(flatten)]
    author: Option<Author>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Rest {
    title: String,
    maybe: Option<char>,
    #[serde(flatten)]
    more: BTreeMap<String, i32>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct RestOfTwo {
    #[serde(flatten)]
    place: Place,
    #[serde(flatten)]
    more: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Numbered<T> {
    number: u32,
    #[serde(flatten)]
    of: T,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Change {
    Added {
        text: String,
        #[serde(flatten)]
        place: Place,
    },
    Moved(Two),
    Removed,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[llm(external)]
enum External {
    Added {
        text: String,
        #[serde(flatten)]
        author: Author,
    },
    Nothing,
}

sampled! {
    Place { file_name, line, column }
    Author { full_name, hits, e_mail, groups }
    AllOptional { first, second }
    One { title, place, after }
    Two { place, the_weight, author }
    Deep { one, optional, number }
    Maybe { title, author }
    Rest { title, maybe, more }
    RestOfTwo { place, more }
}

impl<T: Sample> Sample for Numbered<T> {
    fn sample(
        random: &mut llm_output_matrix_tests::sample::Random,
        texts: llm_output_matrix_tests::sample::Texts,
    ) -> Self {
        Self {
            number: Sample::sample(random, texts),
            of: Sample::sample(random, texts),
        }
    }
}

drawn! {
    Change:
        |random, texts| Change::Added { text: Sample::sample(random, texts), place: Sample::sample(random, texts) },
        |random, texts| Change::Moved(Sample::sample(random, texts)),
        |_, _| Change::Removed;
    External:
        |random, texts| External::Added { text: Sample::sample(random, texts), author: Sample::sample(random, texts) },
        |_, _| External::Nothing;
}

#[test]
fn members_of_structs_stand_among_others() {
    for seed in 0..8 {
        holds::<One>(line!() + seed);
        holds::<Two>(line!() + seed);
        holds::<Deep>(line!() + seed);
        holds::<Vec<One>>(line!() + seed);
        holds::<Numbered<Author>>(line!() + seed);
        holds::<Numbered<One>>(line!() + seed);
    }
}

#[test]
fn members_of_variants_stand_among_others() {
    for seed in 0..8 {
        holds::<Change>(line!() + seed);
        holds::<Vec<External>>(line!() + seed);
    }
}

/// A part of an optional struct is a violation here, where serde drops it without a word; and a map of rests takes what is
/// changed in a name. So these hold for documents that are valid.
#[test]
fn optional_structs_and_maps_take_the_same() {
    for seed in 0..16 {
        holds_where_valid::<Maybe>(line!() + seed);
        holds_where_valid::<Rest>(line!() + seed);
        holds_where_valid::<RestOfTwo>(line!() + seed);
    }
}

/// Seconds to serde, and to us through the type that it reads.
mod seconds {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) type Wire = u32;

    #[expect(clippy::unnecessary_wraps, reason = "the derive asks for a `Result`")]
    pub(super) fn read(seconds: Wire) -> Result<Duration, String> {
        Ok(Duration::from_secs(seconds.into()))
    }

    pub(super) fn serialize<S: Serializer>(duration: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(duration.as_secs())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        u32::deserialize(deserializer).map(|seconds| Duration::from_secs(seconds.into()))
    }
}

#[derive(Debug, PartialEq, Serialize, Deserialize, LlmOutput)]
#[serde(rename_all = "camelCase")]
struct Job {
    name: String,
    #[serde(with = "seconds")]
    #[llm(with = seconds)]
    time_out: Duration,
    #[serde(
        deserialize_with = "seconds::deserialize",
        serialize_with = "seconds::serialize",
        default
    )]
    #[llm(with = seconds)]
    pause: Duration,
}

drawn! {
    Job: |random, texts| Job {
        name: Sample::sample(random, texts),
        time_out: Duration::from_secs(u32::sample(random, texts).into()),
        pause: Duration::from_secs(u32::sample(random, texts).into()),
    };
}

#[test]
fn a_module_may_read_a_field_for_both() {
    for seed in 0..8 {
        holds::<Job>(line!() + seed);
        holds::<Vec<Job>>(line!() + seed);
    }
}
