//! Whether a complete value contains everything that was shown of it; and if not, where it differs.

use alloc::borrow::ToOwned;
use alloc::string::String;
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
/// Sets and maps without an order write their contents in any order. So if two outputs differ, they are compared with what is
/// between each pair of braces in order.
pub(super) fn is_same(one: &dyn Debug, other: &dyn Debug) -> bool {
    let (one, other) = (format!("{one:?}"), format!("{other:?}"));
    one == other || (one.len() == other.len() && sorted(&one) == sorted(&other))
}

/// A `Debug` output, with the parts between each pair of braces in order.
fn sorted(text: &str) -> String {
    let mut outer: Vec<DebugParts> = Vec::new();
    let mut inner = DebugParts::default();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                inner.part.push(c);
                push_string(&mut inner.part, &mut chars);
            }
            // A quotation mark as a character, not as the beginning of a string.
            '\'' if chars.as_str().starts_with("\"'") => {
                inner.part.push_str("'\"'");
                chars.nth(1);
            }
            ',' => inner.end_part(),
            '{' | '[' | '(' => {
                inner.part.push(c);
                outer.push(core::mem::take(&mut inner));
            }
            '}' | ']' | ')' => {
                let inside = inner.joined(c == '}');
                inner = outer.pop().unwrap_or_default();
                inner.part.push_str(&inside);
                inner.part.push(c);
            }
            _ => inner.part.push(c),
        }
    }
    while let Some(mut next) = outer.pop() {
        next.part.push_str(&inner.joined(false));
        inner = next;
    }
    inner.joined(false)
}

/// Appends the rest of a string, after its opening quote.
fn push_string(part: &mut String, chars: &mut core::str::Chars<'_>) {
    while let Some(c) = chars.next() {
        part.push(c);
        match c {
            '"' => return,
            '\\' => part.extend(chars.next()),
            _ => {}
        }
    }
}

/// What is between two brackets of a `Debug` output.
#[derive(Debug, Default)]
struct DebugParts {
    parts: Vec<String>,
    part: String,
}

impl DebugParts {
    fn end_part(&mut self) {
        self.parts.push(core::mem::take(&mut self.part).trim().to_owned());
    }

    fn joined(&mut self, is_sorted: bool) -> String {
        self.end_part();
        let mut parts = core::mem::take(&mut self.parts);
        if is_sorted {
            parts.sort_unstable();
        }
        parts.join(",")
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::is_same;

    /// A value that writes these words.
    struct Written(&'static str);

    impl core::fmt::Debug for Written {
        fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
            f.write_str(self.0)
        }
    }

    #[test]
    fn sets_are_the_same_in_any_order_and_lists_are_not() {
        let same = |one, other| is_same(&Written(one), &Written(other));
        assert!(same(r#"{"a": [1, 2], "b": {}}"#, r#"{"b": {}, "a": [1, 2]}"#));
        assert!(same(
            r#"Bag { of: {'"', "x, }", 'b'} }"#,
            r#"Bag { of: {"x, }", 'b', '"'} }"#
        ));
        assert!(!same("[1, 2]", "[2, 1]"));
        assert!(!same("[{1}, {}, {}]", "[{}, {1}, {}]"));
        assert!(!same(
            "Node { of: [Node { of: [] }], to: [] }",
            "Node { of: [], to: [Node { of: [] }] }"
        ));
        assert!(!same("{1, {2}}", "{2, {1}}"));
        assert!(same(")} [{", ")} [{") && !same(")} [{1", ")} [1{"));
        assert!(is_same(&BTreeMap::from([(1, "a")]), &BTreeMap::from([(1, "a")])));
    }
}
