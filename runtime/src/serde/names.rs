//! The names that serde passes with a struct or an enum, in the form that the engine uses.
//!
//! They are constants of the program. So each list is converted once, by its address, and kept for good: the memory used is
//! bounded by the number of types in the program, not by what is read.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::spec::{Accepts, Facts, FieldSpec, NameSpec, NamesSpec, ObjectSpec};

/// Converted lists of names, by address and length.
type Kept<T> = Mutex<Option<HashMap<(usize, usize), &'static T>>>;

static OBJECTS: Kept<ObjectSpec> = Mutex::new(None);
static CHOICES: Kept<NamesSpec> = Mutex::new(None);

/// The fields of a struct with these names.
pub(super) fn object(names: &'static [&'static str]) -> &'static ObjectSpec {
    if names.is_empty() {
        return &ObjectSpec::NONE;
    }
    kept(&OBJECTS, names, || {
        // Whether a field has a default only shows when the field is missing.
        let field = |name: &&'static str| FieldSpec::new(name, Facts::leaf(Accepts::ANY)).defaulted();
        let fields: Vec<FieldSpec> = names.iter().map(field).collect();
        ObjectSpec {
            fields: fields.leak(),
            ..ObjectSpec::NONE
        }
    })
}

/// The names of an enum's variants.
pub(super) fn choice(names: &'static [&'static str]) -> &'static NamesSpec {
    kept(&CHOICES, names, || {
        let name = |name: &&'static str| NameSpec { name, aliases: &[] };
        let names: Vec<NameSpec> = names.iter().map(name).collect();
        NamesSpec {
            names: names.leak(),
            other: None,
        }
    })
}

fn kept<T>(lists: &Kept<T>, names: &'static [&'static str], make: impl FnOnce() -> T) -> &'static T {
    // Nothing in here panics halfway through a change.
    let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
    get_or_insert(
        lists.get_or_insert_default(),
        (names.as_ptr().addr(), names.len()),
        make,
    )
}

fn get_or_insert<K: Eq + Hash, T>(map: &mut HashMap<K, &'static T>, key: K, make: impl FnOnce() -> T) -> &'static T {
    map.entry(key).or_insert_with(|| Box::leak(Box::new(make())))
}
