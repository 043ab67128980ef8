//! The field that a key belongs to.

use alloc::string::String;

use crate::bounds::LONGEST_KEY;
use crate::fold;
use crate::path::head;
use crate::read::steps::step;
use crate::spec::{Accepts, FieldSpec, ObjectSpec};

impl ObjectSpec {
    /// The field with exactly this key or alias.
    pub(crate) fn exact(&self, name: &str) -> Option<u32> {
        // Most different names differ in their length or first letter.
        let first = name.as_bytes().first();
        self.position(|known| known.len() == name.len() && known.as_bytes().first() == first && known == name)
    }

    /// The field whose key or alias equals this one after folding.
    pub(crate) fn folded(&self, name: &str) -> Option<u32> {
        // The key of a variant says what is meant: `-closed` may be the opposite of `closed`.
        let has_signs = |known: &str| !self.one_key || fold::signs(known) == fold::signs(name);
        if !name.is_ascii() && name.len() <= LONGEST_KEY {
            // To fold other letters costs more than to compare them.
            let folded = fold::to_folded(name);
            return self.position(|known| fold::folds_to_folded(known, &folded) && has_signs(known));
        }
        self.position(|known| fold::folds_to(known, name) && has_signs(known))
    }

    /// The only field whose key is a single edit away.
    ///
    /// Also the only field whose name is this key without the marks around it and the remark after it:
    /// `**age**`, `age (int)`.
    pub(crate) fn near(&self, name: &str) -> Option<u32> {
        let is_mark = |c: char| !c.is_alphanumeric();
        let words = head(name, LONGEST_KEY)
            .trim_start_matches(is_mark)
            .split(['(', '[', ':', '<'])
            .next()
            .unwrap_or_default();
        let bare = words.trim_matches(is_mark);
        if bare.len() < name.len() && !bare.is_empty() && name.len() <= LONGEST_KEY {
            let found = self.exact(bare).or_else(|| self.folded(bare));
            if found.is_some() {
                return found;
            }
        }
        fold::folded(name).nth(4)?;
        let folded: String;
        let name = if name.is_ascii() || name.len() > LONGEST_KEY {
            name
        } else {
            // To fold other letters costs more than to compare them.
            folded = fold::to_folded(name);
            &folded
        };
        let near = |known: &&str| fold::is_near(known, name);
        let mut fields = (0u32..)
            .zip(self.fields)
            .filter(|(_, field)| near(&field.name) || field.aliases.iter().any(&near));
        let found = fields.next()?.0;
        if fields.next().is_some() { None } else { Some(found) }
    }

    /// Whether the key resembles that of a field that `is_meant` selects: it ends with the field's name (in any
    /// spelling after a dot or another path separator), is one edit away, or misses some of the letters. That is not enough
    /// to read it as this field.
    #[cold]
    pub(crate) fn resembles(&self, name: &str, is_meant: impl Fn(u32) -> bool) -> bool {
        let last = name.rsplit(['.', '/', ':', '{']).next().unwrap_or(name);
        let is_near = |known: &str| {
            let ends = |name: &str| (name.as_bytes().first().copied(), name.as_bytes().last().copied());
            let ((first, end), (other_first, other_end)) = (ends(known), ends(name));
            let may_be_near = known.len() > 2 && name.len() > 2 && known.len().abs_diff(name.len()) < 3;
            may_be_near && (first == other_first || end == other_end) && fold::is_one_edit(known, name)
        };
        // As in `cnt` for `count`.
        let is_short = |known: &str| {
            let is_begun = name.len() > 1 && known.len() <= 2 * name.len() + 1 && known.len() <= LONGEST_KEY;
            let mut letters = known.bytes();
            step(if is_begun { known.len() } else { 1 });
            is_begun
                && known.as_bytes()[0] == name.as_bytes()[0]
                && name.bytes().all(|letter| letters.any(|other| other == letter))
        };
        name.len() <= LONGEST_KEY
            && name.starts_with(|c: char| c.is_alphanumeric() || c == '_')
            && (0u32..)
                .zip(self.fields)
                .filter(|&(index, _)| is_meant(index))
                .any(|(_, field)| {
                    (last.len() < name.len() && fold::folds_to(field.name, last))
                        || name.ends_with(field.name)
                        || is_near(field.name)
                        || is_short(field.name)
                })
    }

    /// Whether an object with any subset of the fields may be complete: every field is known to be optional.
    pub(super) fn is_optional(&self) -> bool {
        // For serde's types, only the names are known.
        let is_known = |field: &FieldSpec| field.facts.accepts != Accepts::ANY;
        let may_be_absent = |field: &FieldSpec| is_known(field) && (field.has_default || field.facts.optional);
        !self.one_key && !self.fields.is_empty() && self.fields.iter().all(may_be_absent)
    }

    fn position(&self, is_it: impl Fn(&str) -> bool) -> Option<u32> {
        let found = self.fields.iter().position(|field| is_it(field.name)).or_else(|| {
            self.fields
                .iter()
                .position(|field| field.aliases.iter().any(|alias| is_it(alias)))
        })?;
        u32::try_from(found).ok()
    }

    /// Whether every key is used, since a map collects the unknown ones.
    pub(crate) fn takes_any(&self) -> bool {
        self.takes_rest || self.variants.iter().any(|variant| variant.takes_any())
    }

    pub(crate) fn knows(&self, name: &str) -> bool {
        self.exact(name).or_else(|| self.folded(name)).is_some()
            || self.variants.iter().any(|variant| variant.knows(name))
    }
}
