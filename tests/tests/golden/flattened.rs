//! Structs that hold the members of others.

use std::collections::BTreeMap;

use crate::{LlmOutput, read, refused};

#[derive(Debug, PartialEq)]
struct Entry {
    title: String,
    place: Location,
    weight: u32,
    author: Option<Author>,
    more: BTreeMap<String, bool>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Location {
    file: String,
    line: u32,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Author {
    name: String,
}

golden!("flatten");

#[test]
fn a_struct_that_holds_the_members_of_others() {
    let text = r#"{"checked": true, "line": 7, "title": "a", "name": "b", "weight": 9, "file": "c"}"#;
    let expected = Entry {
        title: "a".to_owned(),
        place: Location {
            file: "c".to_owned(),
            line: 7,
        },
        weight: 9,
        author: Some(Author { name: "b".to_owned() }),
        more: BTreeMap::from([("checked".to_owned(), true)]),
    };
    assert_eq!(read::<Entry>(text), expected);
    let entry: Entry = read(r#"{"title": "a", "file": "c", "line": 7, "weight": 0}"#);
    assert_eq!((entry.author, entry.more.len()), (None, 0));
    assert_eq!(refused::<Entry>(r#"{"title": "a", "file": "c", "weight": 10}"#), 2);
}

#[derive(Debug, PartialEq)]
struct Numbered<T> {
    number: u32,
    of: T,
}

fn known<T>(_: &T) -> Result<(), String> {
    Ok(())
}

golden!("flatten_generic");

#[test]
fn a_generic_struct_that_holds_the_members_of_its_parameter() {
    let numbered: Numbered<Author> = read(r#"{"name": "a", "number": 3}"#);
    assert_eq!((numbered.number, numbered.of.name.as_str()), (3, "a"));
}
