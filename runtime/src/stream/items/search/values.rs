//! Every value under the key, to find out which of them is used once the reply has ended; and the blocks that may contain it.

use alloc::vec::Vec;

use super::{Inside, Likeness, MOST_UNCLOSED, Search};
use crate::path::tail;
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::steps::step;
use crate::spec::Accepts;
use alloc::string::String;

/// A value under the key.
#[expect(clippy::struct_excessive_bools, reason = "none of them depends on another")]
#[derive(Debug)]
pub(in super::super) struct KeyedValue {
    pub(in super::super) start: usize,
    /// The objects and lists around it, the innermost last: whether each is an object. At most a few.
    around: Vec<bool>,
    is_list: bool,
    /// Nothing that overrides a value: `null`, an empty list or an empty string.
    is_empty: bool,
    /// Its key is written exactly as the name that was given.
    pub(in super::super) is_exact: bool,
    /// Its key is a repetition, in the object with the first list.
    is_repeated: bool,
    /// The key was written twice in the same way.
    pub(in super::super) is_duplicate: bool,
}

/// The longest line that opens a block, and the longest tag.
const LONGEST_OPENING: usize = 160;

impl Search {
    /// The value that counts under the key in the document that begins at `start`, and where the document ends.
    ///
    /// It is the first list. If the key is repeated in the same object, the last value counts that is not empty, except
    /// that a key in another case or style never overrides the exact one.
    pub(in super::super) fn in_document(
        way: &[String],
        likeness: Likeness,
        text: &str,
        start: usize,
    ) -> (Option<KeyedValue>, usize) {
        let mut search = Self::new(way, likeness, &[]);
        search.is_bounded = true;
        search.document = start + 1;
        search.inside = Inside::Brackets;
        search.open(text.as_bytes()[start] == b'{');
        search.pos = start + 1;
        let mut counts: Option<KeyedValue> = None;
        let mut has_list = false;
        while let Some(value) = search.next_value(text, start) {
            let overrides = match &counts {
                None => true,
                Some(_) if !has_list => value.is_list,
                Some(before) => value.is_repeated && !value.is_empty && value.is_exact >= before.is_exact,
            };
            has_list |= value.is_list;
            let before = counts.as_ref();
            let is_duplicate = before
                .is_some_and(|before| before.is_duplicate || (value.is_repeated && value.is_exact == before.is_exact));
            if overrides {
                counts = Some(value);
            }
            if let Some(counts) = &mut counts {
                counts.is_duplicate = is_duplicate;
            }
        }
        let end = if search.levels.is_empty() {
            search.pos
        } else {
            text.len()
        };
        (counts, end)
    }

    /// The next value under the key, a list or not, after the position `from`. The text is complete.
    pub(in super::super) fn next_value(&mut self, text: &str, from: usize) -> Option<KeyedValue> {
        let is_first = self.found.is_none();
        self.wants_all = true;
        self.pos = self.pos.max(from);
        let start = self.find(text)?;
        let rest = &text[start..];
        let value = KeyedValue {
            start,
            around: self.around(),
            is_list: rest.starts_with('['),
            is_empty: rest.starts_with("null")
                || rest.starts_with("\"\"")
                || rest
                    .strip_prefix('[')
                    .is_some_and(|rest| rest.trim_start().starts_with(']')),
            is_exact: self.is_exact,
            is_repeated: !is_first
                && self.found.is_some_and(|first| {
                    first.is_open && first.document == self.document && first.depth == self.levels.len()
                }),
            is_duplicate: false,
        };
        if rest.starts_with(['[', '{']) {
            self.open(rest.starts_with('{'));
            self.pos = start + 1;
        } else {
            self.is_value = true;
        }
        Some(value)
    }

    /// The innermost levels, from the outside in: whether each is an object.
    pub(in super::super) fn around(&self) -> Vec<bool> {
        let nearby = self.levels.len().saturating_sub(MOST_UNCLOSED);
        self.levels[nearby..].iter().map(|level| level.is_object).collect()
    }

    /// Whether a document that begins here counts: there are no markers, nothing precedes it, or the fence or tag before it has
    /// one of these names.
    pub(super) fn is_marked(&self, text: &str) -> bool {
        let before = tail(&text[..self.pos], LONGEST_OPENING).trim_end();
        if self.markers.is_empty() || (before.is_empty() && self.pos < LONGEST_OPENING) {
            return true;
        }
        step(before.len());
        let tag = before.strip_suffix('>').and_then(|tag| tag.rsplit('<').next());
        let line = before.rsplit('\n').next().unwrap_or_default().trim_start();
        let fence = line.strip_prefix("```").or_else(|| line.strip_prefix("~~~"));
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        [tag, fence].into_iter().flatten().any(|opening| {
            let name = opening.trim_start_matches(['`', '~', ' ']).split(is_end).next();
            name.is_some_and(|name| self.markers.iter().any(|marker| name.eq_ignore_ascii_case(marker)))
        })
    }
}

impl KeyedValue {
    /// Where an element begins after the end of this list, in the object around it: the closing bracket came too early.
    pub(in super::super) fn goes_on(&self, cursor: &Cursor<'_>, accepts: Accepts) -> Option<usize> {
        goes_on(cursor, &self.around, accepts)
            .filter(|next| next.is_inside)
            .map(|next| next.start)
    }
}

/// Whether a key is at `start`, and nothing in its name could be a part of a value.
fn has_key(cursor: &Cursor<'_>, start: usize) -> bool {
    let is_value = |c: char| quotes::is_quote(c) || matches!(c, '[' | ']' | '{' | '}' | ',');
    let key = cursor.key_ahead(start);
    key.is_some_and(|key| {
        step(key.name.len());
        !cursor.text[key.name].contains(is_value)
    })
}

/// What may be an element after the end of a list.
pub(in super::super) struct LateElement {
    start: usize,
    /// The object with the list is still open.
    is_inside: bool,
}

/// Whether an element of a list may follow the position of the cursor, after brackets that close some of the levels around the
/// list: something that cannot follow a list in its object, where that is still open.
pub(in super::super) fn goes_on(cursor: &Cursor<'_>, around: &[bool], accepts: Accepts) -> Option<LateElement> {
    let mut left = around;
    let mut pos = cursor.after_space(cursor.pos);
    while let closer @ (b'}' | b']') = cursor.byte(pos) {
        let partner = left.iter().rposition(|&is_object| is_object == (closer == b'}'));
        if partner.is_none() && left.len() == around.len() && closer == b']' && accepts.has(Accepts::ARRAY) {
            // Of a list of lists, it may be the end: then the bracket before it closed the last list in it.
            let is_inside = true;
            return Some(LateElement { start: pos, is_inside });
        }
        left = &left[..partner.unwrap_or(left.len())];
        pos = cursor.after_space(pos + 1);
    }
    let has_comma = matches!(cursor.byte(pos), b',' | b';');
    let start = cursor.gap(pos + usize::from(has_comma));
    let is_inside = left.len() == around.len();
    let is_end = start >= cursor.text.len() || matches!(cursor.byte(start), b'}' | b']');
    if is_inside && around.last() == Some(&true) && !is_end && !has_key(cursor, start) {
        return Some(LateElement { start, is_inside });
    }
    // In a list of objects with lists, the next one follows.
    let is_of_another = left.last() == Some(&false);
    let is_element = cursor.fits_value(start, accepts) && cursor.key_ahead(start).is_none();
    (is_element && !is_of_another && (has_comma || is_inside)).then_some(LateElement { start, is_inside })
}
