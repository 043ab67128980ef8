//! Types that are read as their only field is.

use std::marker::PhantomData;

use crate::{LlmOutput, read, refused};

#[derive(Debug)]
struct Line(u32);

golden!("newtype");

#[test]
fn a_newtype() {
    assert_eq!(read::<Line>("12").0, 12);
    assert_eq!(refused::<Line>("0"), 1);
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key<T> {
    value: String,
    of: PhantomData<T>,
}

golden!("transparent");

#[derive(LlmOutput)]
struct Index {
    by_key: std::collections::BTreeMap<Key<u8>, u32>,
}

#[test]
fn a_transparent_struct_and_text_as_a_key() {
    let index: Index = read(r#"{"by_key": {"a": 1}}"#);
    assert_eq!(
        index
            .by_key
            .first_key_value()
            .map(|(key, line)| (key.value.as_str(), *line)),
        Some(("a", 1))
    );
    assert!(Key::<u8>::SCHEMA.contains("A key of the index."));
}
