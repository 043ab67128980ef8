//! Whether a complete value holds all that was shown of it, and where it does not.

use std::fmt::Debug;
use std::sync::Arc;

use super::kind::Level;
use crate::path::{Path, Place, Places};
use crate::spec::ObjectSpec;

/// The way from the root to a place that differs.
#[derive(Debug, Default)]
pub struct Way(Vec<(Option<&'static ObjectSpec>, u32)>);

impl Way {
    pub(super) fn to(steps: &[(Option<&'static ObjectSpec>, u32)]) -> Self {
        Self(steps.to_vec())
    }

    /// Goes to a field of an object, or to an element of a list.
    pub fn enter(&mut self, spec: Option<&'static ObjectSpec>, step: u32) {
        self.0.push((spec, step));
    }

    /// Goes back up.
    pub fn leave(&mut self) {
        self.0.pop();
    }

    pub(super) fn path(&self) -> Path {
        path(self.0.iter().copied())
    }
}

/// The path of the field or element that is being read.
pub(super) fn path_of(way: &[Level]) -> Path {
    path(way.iter().map(|level| (level.spec, level.at)))
}

fn path(steps: impl Iterator<Item = (Option<&'static ObjectSpec>, u32)>) -> Path {
    let mut places = Places::default();
    let mut place = Place::ROOT;
    for (fields, step) in steps {
        let holder = places.hold(place, fields, 0);
        place = Place { holder, step };
    }
    Path::of(&Arc::new(places), place)
}

/// Whether two values are the same, by what `Debug` says of them: it is all that a growing type asks of those in it.
///
/// Sets and maps without an order write their parts in any order. So where two texts differ, their parts are compared.
pub(super) fn is_same<T: Debug>(one: &T, other: &T) -> bool {
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    one == other || (one.len() == other.len() && parts(&one) == parts(&other))
}

fn parts(text: &str) -> Vec<&str> {
    let mut parts: Vec<_> = text
        .split([',', '{', '}'])
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect();
    parts.sort_unstable();
    parts
}
