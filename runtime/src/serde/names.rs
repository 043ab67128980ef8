//! The names that serde passes with a struct or an enum, in the form that the engine uses.
//!
//! They are constants of the program. So each list is converted once, by its address, and kept for good: the memory used is
//! bounded by the number of types in the program, not by what is read.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use crate::spec::{Accepts, Facts, FieldSpec, NameSpec, NamesSpec, ObjectSpec};

/// What was made once for each key, and is kept for good.
pub(super) struct Kept<K, T>(Mutex<BTreeMap<K, T>>);

impl<K: Ord, T: Copy> Kept<K, T> {
    pub(super) const fn new() -> Self {
        Self(Mutex::new(BTreeMap::new()))
    }

    /// What belongs to this key. It is made without the lock, since making it may need others.
    pub(super) fn get(&self, key: K, make: impl FnOnce() -> T) -> T {
        // Nothing in here panics halfway through a change.
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = all().get(&key).copied();
        known.unwrap_or_else(|| {
            let value = make();
            *all().entry(key).or_insert(value)
        })
    }
}

/// Names of fields or variants, as serde passes them.
pub(super) type Names = &'static [&'static str];

/// A list of names, by its address and length.
type NamesKey = (usize, usize);

static OBJECTS: Kept<NamesKey, &ObjectSpec> = Kept::new();
static CHOICES: Kept<NamesKey, &NamesSpec> = Kept::new();

/// The fields of a struct with these names.
pub(super) fn object(names: Names) -> &'static ObjectSpec {
    OBJECTS.get((names.as_ptr().addr(), names.len()), || {
        Box::leak(Box::new(ObjectSpec {
            fields: leaked(names.iter().map(field)),
            ..ObjectSpec::NONE
        }))
    })
}

/// The names of an enum's variants.
pub(super) fn choice(names: Names) -> &'static NamesSpec {
    CHOICES.get((names.as_ptr().addr(), names.len()), || {
        let name = |name: &&'static str| NameSpec { name, aliases: &[] };
        Box::leak(Box::new(NamesSpec {
            names: leaked(names.iter().map(name)),
            other: None,
        }))
    })
}

/// A field with this name. Whether it has a default only shows when it is missing.
pub(super) fn field(name: &&'static str) -> FieldSpec {
    FieldSpec::new(name, Facts::leaf(Accepts::ANY)).defaulted()
}

/// Keeps the items for good.
pub(super) fn leaked<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    items.collect::<Vec<T>>().leak()
}
