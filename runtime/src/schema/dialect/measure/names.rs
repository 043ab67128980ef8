//! Names and values: how many there are, how long they are, and which of them a dialect does not accept.

use super::Measure;
use crate::schema::dialect::breach::SchemaLimit;
use crate::schema::dialect::rules::LARGE_ENUM;
use crate::schema::subschema::Subschema;
use crate::schema::{NamesShape, Shape, UnionShape};

impl Measure {
    pub(super) const fn member(&mut self, name: &str) {
        self.members += 1;
        self.add_characters(name);
        if let Some(most) = self.rules.limits.members
            && self.members == most + 1
        {
            self.breach(SchemaLimit::Members, 0);
        }
    }

    pub(super) const fn constant(&mut self, name: &str) {
        self.values += 1;
        self.add_characters(name);
        self.judge_values();
    }

    pub(super) const fn judge_values(&mut self) {
        if let Some(most) = self.rules.limits.values
            && self.values > most
            && !self.has(SchemaLimit::Values)
        {
            self.breach(SchemaLimit::Values, 0);
        }
    }

    pub(super) const fn names(&mut self, names: &'static NamesShape) {
        let mut characters = 0;
        let mut i = 0;
        while i < names.variants.len() {
            characters += self.characters_of(names.variants[i].name);
            self.add_characters(names.variants[i].name);
            i += 1;
        }
        self.values += names.variants.len();
        self.judge_values();
        if let Some(most) = self.rules.limits.large_enum
            && names.variants.len() > LARGE_ENUM
            && characters > most
        {
            self.breach(SchemaLimit::LargeEnum, characters);
        }
        if self.rules.limits.case {
            let mut i = 0;
            while i < names.variants.len() {
                let mut j = i + 1;
                while j < names.variants.len() {
                    if differ_in_case(names.variants[i].name, names.variants[j].name) {
                        self.case(names.variants[i].name, names.variants[j].name);
                    }
                    j += 1;
                }
                i += 1;
            }
        }
    }

    /// Names of one variant that differ only in case from those of another, where nothing else tells the two apart.
    pub(super) const fn case_between(&mut self, union: &'static UnionShape) {
        let mut i = 0;
        while i < union.variants.len() {
            let mut j = i + 1;
            while j < union.variants.len() {
                if let (Shape::Names(one), Shape::Names(other)) = (
                    Subschema::of_variant(&union.variants[i]).shape,
                    Subschema::of_variant(&union.variants[j]).shape,
                ) {
                    let mut m = 0;
                    while m < one.variants.len() {
                        let mut n = 0;
                        while n < other.variants.len() {
                            if differ_in_case(one.variants[m].name, other.variants[n].name) {
                                self.case(one.variants[m].name, other.variants[n].name);
                            }
                            n += 1;
                        }
                        m += 1;
                    }
                }
                j += 1;
            }
            i += 1;
        }
    }

    pub(super) const fn case(&mut self, one: &'static str, other: &'static str) {
        self.breach(SchemaLimit::Case(one, other), 0);
    }

    pub(super) const fn root_keys(&mut self, shape: &'static Shape) {
        let Shape::Object(object) = shape else { return };
        let mut i = 0;
        while i < object.fields.len() {
            if !is_name(object.fields[i].name, true) {
                self.steps.push(i);
                self.breach(SchemaLimit::RootKey, 0);
                self.steps.pop();
            }
            i += 1;
        }
    }

    pub(super) const fn add_characters(&mut self, text: &str) {
        self.add_count_of_characters(self.characters_of(text));
    }

    pub(super) const fn add_count_of_characters(&mut self, count: usize) {
        let Some(most) = self.rules.limits.characters else {
            return;
        };
        self.characters += count;
        if self.characters > most && !self.has(SchemaLimit::Characters) {
            self.breach(SchemaLimit::Characters, 0);
        }
    }

    /// Code points of `text`; 0 where nobody counts them.
    pub(super) const fn characters_of(&self, text: &str) -> usize {
        if self.rules.limits.characters.is_none() {
            return 0;
        }
        let mut rest = text.as_bytes();
        let mut count = 0;
        while let [byte, after @ ..] = rest {
            if *byte & 0xc0 != 0x80 {
                count += 1;
            }
            rest = after;
        }
        count
    }
}

/// Whether `name` is `[a-zA-Z0-9_-]{1,64}`, with dots too where `dots` says so.
pub(in super::super) const fn is_name(name: &str, dots: bool) -> bool {
    let mut rest = name.as_bytes();
    if rest.is_empty() || rest.len() > 64 {
        return false;
    }
    while let [byte, after @ ..] = rest {
        if !(byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'-' || (dots && *byte == b'.')) {
            return false;
        }
        rest = after;
    }
    true
}

/// Whether `name` is `[a-zA-Z_][a-zA-Z0-9_.-]{0,63}`.
pub(in super::super) const fn is_function_name(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'z' | b'A'..=b'Z' | b'_', ..]) && is_name(name, true)
}

const fn differ_in_case(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut same = true;
    let mut i = 0;
    while i < one.len() {
        if !one[i].eq_ignore_ascii_case(&other[i]) {
            return false;
        }
        same &= one[i] == other[i];
        i += 1;
    }
    !same
}
