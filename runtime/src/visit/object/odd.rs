//! Objects with keys without quotes or in single quotes, usually all of them, and with a comma after the last field.

use core::ops::Range;

use super::{END, ODD_LEAD, Object};
use crate::path::{Level, NO_FIELD};
use crate::read::cursor::Cursor;
use crate::read::expected::OddKey;
use crate::repair::RepairKind;
use crate::spec::FieldSpec;

impl Object<'_> {
    /// The comma, or the brace, that is before the next key as a rule.
    #[inline(always)]
    fn odd_lead(&self) -> u8 {
        if self.lead == ODD_LEAD { b',' } else { self.lead }
    }

    /// Like [`Self::follow`], if the key is not written as JSON writes it.
    #[inline(never)]
    pub(super) fn turn_odd(&mut self, cursor: &mut Cursor<'_>, expected: &'static FieldSpec, field: u32) -> u32 {
        if !cursor.style.odd_keys || cursor.nesting.tag.is_some() {
            return self.turn_otherwise(cursor);
        }
        match cursor.behind_odd_key(self.odd_lead(), expected) {
            Some(key) => self.give_odd(cursor, &key, field),
            None => self.turn_otherwise(cursor),
        }
    }

    /// Gives the turn to `field`, whose key is without quotes or in single ones.
    #[inline(always)]
    fn give_odd(&mut self, cursor: &mut Cursor<'_>, key: &OddKey, field: u32) -> u32 {
        cursor.pos = key.value;
        cursor.style.bare_keys |= !key.is_quoted;
        let kind = if key.is_quoted {
            RepairKind::SingleQuoted
        } else {
            RepairKind::UnquotedKey
        };
        cursor.repaired_key(kind, &mut self.frame, self.spec, key.span.clone());
        let turn = self.give(cursor, field);
        if self.lead == b',' {
            self.lead = ODD_LEAD;
        }
        turn
    }

    /// Like [`Self::turn_odd`], where the last field was read: most often the object ends here, after a comma.
    #[inline(never)]
    pub(super) fn end_odd(&mut self, cursor: &mut Cursor<'_>) -> u32 {
        if self.odd_lead() == b','
            && cursor.peek() == b','
            && let Some(brace) = cursor.brace_behind(cursor.pos + 1)
            && self.is_full()
        {
            let comma = cursor.pos;
            cursor.pos = brace;
            return self.end_at_comma(cursor, comma..comma + 1);
        }
        self.turn_otherwise(cursor)
    }

    /// The object ends here, after a comma that is one too many.
    #[inline(never)]
    pub(super) fn end_at_comma(&mut self, cursor: &mut Cursor<'_>, comma: Range<usize>) -> u32 {
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        cursor.repaired_often(RepairKind::ExtraComma, &self.frame, comma);
        cursor.pos += 1;
        END
    }
}
