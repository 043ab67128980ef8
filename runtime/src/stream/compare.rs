//! Whether a complete value contains everything that was shown of it; and if not, where it differs.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::Debug;

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

    /// Goes to a field of an object.
    pub fn enter(&mut self, spec: &'static ObjectSpec, field: u32) {
        self.0.push((Some(spec), field));
    }

    /// Goes to an element of a list.
    pub(super) fn enter_element(&mut self, index: usize) {
        self.0.push((None, u32::try_from(index).unwrap_or(u32::MAX)));
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

/// Whether two values are equal, judged by their `Debug` output: a growing type requires nothing else of the types in it.
///
/// Sets and maps without an order write their contents in any order. So if two outputs differ, their pieces are compared.
pub(super) fn is_same(one: &dyn Debug, other: &dyn Debug) -> bool {
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
