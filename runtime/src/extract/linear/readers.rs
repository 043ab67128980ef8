//! What the texts are read as.

use alloc::collections::BTreeMap;

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::{LlmOutput, Options};

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Note {
    title: String,
    tags: Vec<String>,
    #[llm(validate = is_any)]
    count: Option<u32>,
    parts: Vec<Part>,
    facts: BTreeMap<String, String>,
    numbers: Option<Vec<f64>>,
    grade: Option<Grade>,
    #[llm(join = ", ")]
    summary: Option<String>,
    #[llm(split = ",")]
    words: Option<Vec<String>>,
    nested: Option<BTreeMap<String, Vec<i64>>>,
}

#[derive(LlmOutput)]
#[llm(validate = is_told)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Part {
    name: String,
    #[llm(validate = is_told)]
    size: i64,
    grade: Option<Grade>,
}

#[derive(LlmOutput)]
#[expect(dead_code, reason = "only the work of reading counts")]
struct Open {
    name: String,
    size: i64,
    #[llm(flatten)]
    rest: BTreeMap<String, String>,
}

#[derive(LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Grade {
    Good,
    Bad,
}

#[derive(LlmOutput)]
#[llm(tag = "name")]
#[expect(dead_code, reason = "only the work of reading counts")]
enum Tagged {
    Part {
        size: Option<i64>,
        tags: Option<Vec<String>>,
    },
    Note(Note),
    Nothing,
}

#[derive(LlmOutput)]
#[llm(untagged)]
#[expect(dead_code, reason = "only the work of reading counts")]
enum Any {
    Part(Part),
    Note { title: String, tags: Option<Vec<String>> },
    Names(Vec<String>),
    Number(i64),
}

#[expect(
    clippy::unnecessary_wraps,
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "as a check has to be"
)]
fn is_any(_: &Option<u32>) -> Result<(), String> {
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "as a check has to be")]
fn is_told<T>(_: &T, _: bool) -> Result<(), String> {
    Ok(())
}

fn read<T: LlmOutput>(text: &str, options: &Options<'_>) {
    // What comes of it is told elsewhere.
    let _ = T::parse_llm_with(text, options);
}

/// Reads one type at the cursor.
pub(super) type CursorReader = fn(&mut Cursor<'_>) -> bool;

fn read_at<T: LlmOutput>(cursor: &mut Cursor<'_>) -> bool {
    T::__read(cursor, &Frame::root()).is_ok()
}

/// Types that derive how they are read, without a search before.
pub(super) const CURSOR_READERS: &[CursorReader] = &[
    read_at::<Note>,
    read_at::<Vec<Part>>,
    read_at::<BTreeMap<String, Vec<i64>>>,
    read_at::<Vec<Tagged>>,
    read_at::<Any>,
    read_at::<Vec<Open>>,
];

/// Reads a text as one type.
pub(super) type Reader = fn(&str, &Options<'_>);

/// Types that derive how they are read.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("Note", read::<Note>),
    ("Part", read::<Part>),
    ("Vec<Part>", read::<Vec<Part>>),
    ("Map", read::<BTreeMap<String, Vec<i64>>>),
    ("Vec<String>", read::<Vec<String>>),
    ("Vec<Tagged>", read::<Vec<Tagged>>),
    ("Any", read::<Any>),
    ("Vec<Open>", read::<Vec<Open>>),
];

/// Types that only serde knows.
#[cfg(all(feature = "any", feature = "serde"))]
pub(super) mod through_serde {
    use alloc::collections::BTreeMap;
    use core::net::IpAddr;

    use super::{CursorReader, Reader, read_at};
    use crate::serde::Serde;
    use crate::{Options, from_str_with};

    /// The texts are shorter, for there are more types.
    pub(in crate::extract::linear) const LENGTH: usize = 3_000;

    /// Steps for each byte of the text, at most: what texts may spend whatever their length is more for each byte of short ones.
    pub(in crate::extract::linear) const STEPS: usize = 2 * super::super::STEPS;

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    struct Note {
        title: String,
        tags: Vec<String>,
        count: Option<u32>,
        parts: Vec<Part>,
        facts: BTreeMap<String, String>,
        numbers: Option<Vec<f64>>,
        nested: Option<BTreeMap<String, Vec<i64>>>,
    }

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    struct Part {
        name: String,
        size: i64,
        grade: Option<Grade>,
    }

    #[derive(serde::Deserialize)]
    enum Grade {
        Good,
        Bad,
    }

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    enum Form {
        Part { name: String, size: i64 },
        Names(Vec<String>),
        Name(String),
        Nothing,
    }

    #[derive(serde::Deserialize)]
    #[serde(tag = "name")]
    #[expect(dead_code, reason = "only the work of reading counts")]
    enum Tagged {
        Part {
            size: Option<i64>,
            tags: Option<Vec<String>>,
        },
        Note(Note),
        Nothing,
    }

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    struct Tree {
        name: String,
        size: i64,
        grade: Option<u8>,
        #[serde(default)]
        parts: Vec<Tree>,
    }

    #[derive(serde::Deserialize)]
    #[expect(dead_code, reason = "only the work of reading counts")]
    struct Host {
        address: IpAddr,
        other: Option<IpAddr>,
        names: BTreeMap<String, IpAddr>,
    }

    fn read<T: for<'de> serde::Deserialize<'de>>(text: &str, options: &Options<'_>) {
        // What comes of it is told elsewhere.
        let _ = from_str_with::<T>(text, options);
    }

    pub(in crate::extract::linear) const READERS: &[(&str, Reader)] = &[
        ("serde's Note", read::<Note>),
        ("serde's Vec<Part>", read::<Vec<Part>>),
        ("serde's Map", read::<BTreeMap<String, Vec<i64>>>),
        ("serde's Vec<String>", read::<Vec<String>>),
        ("serde's Vec<Tagged>", read::<Vec<Tagged>>),
        ("serde's Vec<Tree>", read::<Vec<Tree>>),
        ("serde's Vec<Host>", read::<Vec<Host>>),
        ("serde's Vec<IpAddr>", read::<Vec<IpAddr>>),
        ("serde's Vec<Form>", read::<Vec<Form>>),
        ("serde's Value", read::<serde_json::Value>),
    ];

    /// The same types, without a search before.
    pub(in crate::extract::linear) const CURSOR_READERS: &[CursorReader] = &[
        read_at::<Serde<Note>>,
        read_at::<Serde<Vec<Part>>>,
        read_at::<Serde<BTreeMap<String, Vec<i64>>>>,
        read_at::<Serde<Vec<Tagged>>>,
        read_at::<Serde<Vec<Form>>>,
        read_at::<Serde<serde_json::Value>>,
    ];
}
