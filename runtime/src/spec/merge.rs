//! The fields of a type that flattens others: theirs and its own in one list, built in const evaluation.
//!
//! The length of the list depends on other types, and for a type with parameters no array can have a computed length on
//! stable Rust. So the list is in the smallest of a few arrays that can hold it, like the schema's text.

use super::{Facts, FieldSpec, Group, ObjectSpec};
use crate::schema::ShapePart;

/// A type that contains the fields of other types among its own; `AT` tells the variants of an enum apart.
pub trait Flattens<const AT: usize> {
    /// The type's name.
    const NAME: &'static str;

    /// Whether unknown fields are violations.
    const CLOSED: bool = false;

    /// Whether a field of its own takes a reply without any JSON whole.
    const CONTENT: bool = false;

    /// What the engine must know about the fields, in declared order.
    const PARTS: &'static [Part];

    /// The shapes of the fields, in declared order.
    const SHAPES: &'static [ShapePart];
}

/// One entry in the list of fields: a field, or all fields of another type.
#[derive(Debug)]
pub enum Part {
    Field(&'static FieldSpec),
    Flat {
        /// The flattened field's name in the source; it is no key.
        name: &'static str,
        spec: &'static ObjectSpec,
        /// The fields may be absent as a whole.
        optional: bool,
    },
}

/// The fields of `T` as one list.
pub const fn merged<T: Flattens<AT>, const AT: usize>() -> ObjectSpec {
    let count = count(T::PARTS);
    macro_rules! smallest_of {
        ($($capacity:literal)*) => {
            $(if count <= $capacity {
                return room::<T, AT, $capacity>();
            })*
        };
    }
    smallest_of! { 4 8 12 16 24 32 48 64 96 128 }
    // There are too many fields. That is an error at the field, so this value is never read.
    ObjectSpec::NONE
}

/// Stands between [`merged`] and [`MergeRoom`] so that the latter is evaluated for the chosen capacity alone.
const fn room<T: Flattens<AT>, const AT: usize, const CAPACITY: usize>() -> ObjectSpec {
    MergeRoom::<T, AT, CAPACITY>::SPEC
}

struct MergeRoom<T, const AT: usize, const CAPACITY: usize>(T);

impl<T: Flattens<AT>, const AT: usize, const CAPACITY: usize> MergeRoom<T, AT, CAPACITY> {
    const MERGED: ([FieldSpec; CAPACITY], [Group; CAPACITY], usize) = merge(T::PARTS);

    const SPEC: ObjectSpec = {
        let (fields, groups): (&'static [FieldSpec], &'static [Group]) = (&Self::MERGED.0, &Self::MERGED.1);
        let filled = count(T::PARTS);
        let mut spec = ObjectSpec::new(fields.split_at(if filled > CAPACITY { 0 } else { filled }).0);
        spec.groups = groups.split_at(Self::MERGED.2).0;
        if !spec.groups.is_empty() {
            spec.required |= ObjectSpec::GROUPED;
        }
        spec.parts = T::PARTS;
        let mut first = 0;
        let mut i = 0;
        while i < T::PARTS.len() {
            if let Part::Flat { spec: inner, .. } = &T::PARTS[i] {
                spec.takes_rest |= inner.takes_rest;
                if let Some(content) = inner.content {
                    spec.content = Some(first + content);
                }
            }
            first += T::PARTS[i].len();
            i += 1;
        }
        spec
    };
}

impl Part {
    /// How many fields there are.
    #[expect(clippy::cast_possible_truncation, reason = "an object has at most 128 fields")]
    pub(crate) const fn len(&self) -> u32 {
        match self {
            Self::Field(_) => 1,
            Self::Flat { spec, .. } => spec.fields.len() as u32,
        }
    }
}

/// How many fields the parts have together.
pub(crate) const fn count(parts: &[Part]) -> usize {
    let mut count = 0;
    let mut i = 0;
    while i < parts.len() {
        count += parts[i].len() as usize;
        i += 1;
    }
    count
}

/// The set of `count` fields from `first` on.
pub(crate) const fn range(first: u32, count: usize) -> u128 {
    match count {
        0 => 0,
        1..=128 => (u128::MAX >> (128 - count)) << first,
        _ => u128::MAX,
    }
}

const fn merge<const CAPACITY: usize>(parts: &[Part]) -> ([FieldSpec; CAPACITY], [Group; CAPACITY], usize) {
    let mut fields = [const { FieldSpec::new("", Facts::nothing()) }; CAPACITY];
    let mut groups = [Group {
        members: 0,
        required: 0,
    }; CAPACITY];
    let mut group_count = 0;
    let mut next = 0;
    let mut i = 0;
    // An optimising compiler evaluates the capacities that were not chosen, too: those too small hold nothing.
    if count(parts) > CAPACITY {
        i = parts.len();
    }
    while i < parts.len() {
        let first = next;
        match &parts[i] {
            Part::Field(field) => {
                fields[next as usize] = **field;
                next += 1;
            }
            Part::Flat { spec, optional, .. } => {
                let mut j = 0;
                while j < spec.fields.len() {
                    fields[next as usize] = spec.fields[j];
                    // What may be absent with all the others is no more required than what has a default.
                    fields[next as usize].has_default |= *optional && spec.always_required() & (1 << j) != 0;
                    next += 1;
                    j += 1;
                }
                let mut j = 0;
                while j < spec.groups.len() {
                    groups[group_count] = Group {
                        members: spec.groups[j].members << first,
                        required: spec.groups[j].required << first,
                    };
                    group_count += 1;
                    j += 1;
                }
                // Behind those inside it, so that a field's innermost group comes first.
                if *optional && spec.always_required() != 0 {
                    groups[group_count] = Group {
                        members: range(first, spec.fields.len()),
                        required: spec.always_required() << first,
                    };
                    group_count += 1;
                }
            }
        }
        i += 1;
    }
    (fields, groups, group_count)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn field(name: &'static str) -> FieldSpec {
        FieldSpec::new(name, Facts::names())
    }

    struct Inner;

    impl Flattens<0> for Inner {
        const PARTS: &'static [Part] = &[
            Part::Field(&field("a")),
            Part::Flat {
                name: "more",
                spec: &ObjectSpec::new(&[field("b"), field("c").defaulted()]),
                optional: true,
            },
        ];
        const NAME: &'static str = "";
        const SHAPES: &'static [ShapePart] = &[];
    }

    struct Outer;

    impl Flattens<0> for Outer {
        const PARTS: &'static [Part] = &[
            Part::Field(&field("own")),
            Part::Flat {
                name: "inner",
                spec: &merged::<Inner, 0>(),
                optional: true,
            },
            Part::Flat {
                name: "rest",
                spec: &ObjectSpec::REST,
                optional: false,
            },
            Part::Field(&field("last")),
        ];
        const NAME: &'static str = "";
        const SHAPES: &'static [ShapePart] = &[];
    }

    #[test]
    fn members_stand_in_declared_order_and_groups_know_them() {
        let spec = merged::<Outer, 0>();
        let names: Vec<&str> = spec.fields.iter().map(|field| field.name).collect();
        assert_eq!(names, ["own", "a", "b", "c", "last"]);
        assert_eq!(spec.always_required(), 0b10001);
        assert_ne!(
            spec.required,
            spec.always_required(),
            "the common path leaves it to another"
        );
        let groups: Vec<(u128, u128)> = spec
            .groups
            .iter()
            .map(|group| (group.members, group.required))
            .collect();
        assert_eq!(groups, [(0b01100, 0b00100), (0b01110, 0b00010)]);
        assert!(spec.takes_rest);
    }

    #[test]
    fn a_range_of_fields_reaches_to_the_last_bit() {
        assert_eq!(range(0, 0), 0);
        assert_eq!(range(2, 3), 0b11100);
        assert_eq!(range(0, 128), u128::MAX);
        assert_eq!(range(127, 1), 1 << 127);
    }
}
