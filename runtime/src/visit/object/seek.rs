//! Finds the field of the next key, if it is not the expected one.

use alloc::vec::Vec;
use core::ops::Range;

use super::{END, Loose, Match, NO_LEAD, Object, REST};
use crate::error::{Expected, Found};
use crate::path::{Conversion, Frame, Level, NO_FIELD};
use crate::read::conserve::{closer_before, follows_comma};
use crate::read::cursor::{Cursor, NOWHERE};
use crate::read::key::{Member, SimpleKey, WrittenKey, is_element};
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{Accepts, TypeForm};
use crate::visit::coerce;

/// What becomes of a key that came before.
enum Again {
    /// Its value is read, and takes the place of the one before.
    Yes,
    /// Its value was skipped.
    No,
    /// It belongs to the next element of the list that the object is in.
    InNext,
}

impl Object<'_> {
    /// Finds whose turn it is: reads keys until one is a field's, skipping the fields that the type does not know.
    #[inline(never)]
    pub(super) fn seek(&mut self, cursor: &mut Cursor<'_>) -> u32 {
        let mut reopened = NOWHERE;
        loop {
            self.frame.level = Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            };
            let simple = cursor.simple_key_ahead();
            // After such a key, the string before it cannot have gone on.
            let is_plain = simple.as_ref().is_some_and(SimpleKey::is_usual);
            if !is_plain && self.overran(cursor, self.comma) {
                return self.read_again(cursor);
            }
            let (start, mark) = (cursor.pos, cursor.sink.mark());
            let simple = simple.map(|key| cursor.take_simple(&key));
            let key = match simple.or_else(|| cursor.bare_key(&self.frame)) {
                Some(key) => key,
                None => match cursor.member(self.comma, &self.frame) {
                    Member::Key(key) => key,
                    Member::Closed => {
                        if cursor.byte(cursor.pos.wrapping_sub(1)) == b'}'
                            && (cursor.wary || self.is_short())
                            && core::mem::replace(&mut reopened, cursor.pos) != cursor.pos
                            && self.reopens(cursor)
                        {
                            // If it ends here again, it stays closed.
                            continue;
                        }
                        if cursor.pos == start
                            || cursor.byte(cursor.pos - 1) != b'}'
                            || cursor.sink.holds_since(mark, RepairKind::MissingCloser)
                        {
                            self.doubt_end(cursor);
                        }
                        return END;
                    }
                    Member::Unclosed => {
                        self.run_out(cursor);
                        return END;
                    }
                },
            };
            self.comma = false;
            self.value_at = NOWHERE;
            if let Some(turn) = self.take(cursor, &key, start) {
                return turn;
            }
            self.frame.level = Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            };
            self.comma = cursor.separator(&self.frame);
        }
    }

    /// Gives the turn to the field that the key belongs to, if there is one whose value is to be read; or to none where
    /// the object ends before the key.
    fn take(&mut self, cursor: &mut Cursor<'_>, key: &WrittenKey<'_>, start: usize) -> Option<u32> {
        if let Some(tag) = cursor.nesting.tag
            && (tag.key == key.span.start
                || (tag.object == self.start && is_key_again(cursor.text, tag.key, &key.name)))
        {
            if key.has_value {
                self.skip_tag(cursor, tag.key, key);
            }
            return None;
        }
        let name = &*key.name;
        let exact = self.spec.exact(name).map(|field| (field, Match::Exact));
        if exact.is_none() && self.spec.takes_rest && !self.folds_to_missing(cursor, key) {
            return self.takes_rest(key, cursor).then_some(REST);
        }
        let found = exact
            .or_else(|| self.spec.folded(name).map(|field| (field, Match::Folded)))
            .or_else(|| self.spec.near(name).map(|field| (field, Match::Near)));
        let Some((field, matched)) = found else {
            if self.reopened && is_above(&self.frame, name) {
                // Its own end was passed before, so the one that comes is that of an object around it.
                cursor.pos = cursor.comma_before(start).start;
                return Some(END);
            }
            let may_be_above = cursor.wary
                && key.has_value
                && self.is_full()
                && (may_be_entry_above(&self.frame, cursor.peek()) || is_above(&self.frame, name));
            if may_be_above && !self.may_be_closed_late(cursor) && cursor.is_balanced(&self.frame) {
                self.has_name_above = true;
            } else if may_be_above {
                let before = key.span.start.saturating_sub(1);
                let key = before + usize::from(!matches!(cursor.byte(before), b'"' | b'\''));
                let end = cursor.comma_before(key).start;
                cursor.repaired(RepairKind::MissingCloser, &self.frame, end..end);
                cursor.repaired(RepairKind::ElementSplit, &self.frame, key..key);
                cursor.pos = end;
                return Some(END);
            }
            self.pass_over_all(cursor, key, start);
            return None;
        };
        if !key.has_value {
            if self.seen.has(field) {
                let level = core::mem::replace(&mut self.frame.level, Level::Object { spec: self.spec, field });
                cursor.repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
                self.frame.level = level;
            }
            return None;
        }
        self.frame.level = Level::Object { spec: self.spec, field };
        let told = cursor.sink.mark();
        if self.seen.has(field) {
            match self.takes_again(cursor, field, matched, key, start) {
                Again::Yes => {}
                Again::No => return None,
                Again::InNext => return Some(END),
            }
        } else if matched == Match::Exact && !self.loose.is_empty() {
            // A key that resembles it had no value.
            self.disown(cursor, field);
        }
        let kind = match matched {
            Match::Exact => None,
            // A line break is no matter of style, and a colon may be the one after the key.
            Match::Folded if !key.name.contains(|c: char| c.is_control() || c == ':') => Some(RepairKind::KeyCase),
            Match::Folded | Match::Near => Some(RepairKind::KeyFuzzy),
        };
        if let Some(kind) = kind {
            let before = cursor.checkpoint();
            cursor.repaired(kind, &self.frame, key.span.clone());
            self.loose.push(Loose {
                field,
                key: key.span.clone(),
                matched,
                duplicate: cursor.sink.has_moved(told).then_some(told),
                before,
                to: before.mark(),
                value: cursor.pos..cursor.pos,
                failed: false,
            });
        }
        let turn = self.give(cursor, field);
        self.matched = matched;
        if matched != Match::Exact {
            self.lead = NO_LEAD;
        }
        Some(turn)
    }

    /// Whether the object may be closed too late, although no bracket is missing: an object or list in it may be a field of the object
    /// directly around it. A plain value under a key such as `name` or `total` may belong to any object, so it stays here.
    fn may_be_closed_late(&self, cursor: &Cursor<'_>) -> bool {
        let above = self.frame.parent.map(Frame::place);
        let is_in_object = matches!(above.map(|above| above.level), Some(Level::Object { .. }));
        is_in_object && !self.has_name_above && matches!(cursor.peek(), b'{' | b'[')
    }

    /// Skips the value of a key that names the variant around this object, which is known. A second one must name it too.
    fn skip_tag(&mut self, cursor: &mut Cursor<'_>, first: usize, key: &WrittenKey<'_>) {
        let start = cursor.pos;
        cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        if first == key.span.start {
            return;
        }
        cursor.repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
        let is_around = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | ':');
        let named = cursor.text[start..cursor.pos].trim_matches(is_around);
        let value = cursor.text[first + key.name.len()..].trim_start_matches(is_around);
        if !value.starts_with(named) {
            let span = start..cursor.pos;
            cursor.violated(Expected::OneTag, &self.frame, span);
            self.failed += 1;
        }
    }

    /// Whether the member with its value at the cursor is the last one of this object, and cannot be an object alone, since several fields
    /// are required.
    fn is_last_of_several(&self, cursor: &mut Cursor<'_>) -> bool {
        if self.spec.always_required().count_ones() < 2 {
            return false;
        }
        let before = cursor.checkpoint();
        cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        let is_last = cursor.byte(cursor.after_space(cursor.pos)) == b'}';
        cursor.look_back_to(before);
        is_last
    }

    /// Whether a key that came before is read again, and what became of the value it had.
    fn takes_again(
        &mut self,
        cursor: &mut Cursor<'_>,
        field: u32,
        matched: Match,
        key: &WrittenKey<'_>,
        start: usize,
    ) -> Again {
        let span = cursor.place(key.span.clone());
        let known = self.loose.iter().rfind(|loose| loose.field == field);
        let known = known.map_or(Match::Exact, |loose| loose.matched);
        if matched < known {
            if cursor.sink.holds_since(self.value_mark, RepairKind::MissingQuote) {
                // The last value was broken off, and this is that member again.
                cursor.repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
            }
            self.pass_over(cursor, key);
            self.note_stray(cursor, start, &span);
            cursor.sink.doubts().resembling.get_or_insert(span);
            return Again::No;
        }
        if matched > known {
            // The key itself is present, so the keys that resemble it are unknown keys.
            cursor.sink.doubts().resembling.get_or_insert(span);
            self.disown(cursor, field);
            return Again::Yes;
        }
        let in_list = matches!(self.frame.parent.map(|parent| parent.level), Some(Level::List { .. }));
        let begins_element = self.spec.always_required() & (1 << field) != 0
            || (self.seen.bits().is_power_of_two() && !cursor.text[..start].trim_end().ends_with(','));
        // The next element needs a tag of its own.
        let (tagged, tag) = cursor.hints.tag_at;
        let keeps_tag = tagged != self.start || tag < key.span.start;
        if in_list && begins_element && keeps_tag && !self.is_short() && !self.is_last_of_several(cursor) {
            // The next element of the list begins here: its braces are lost.
            cursor.repaired(RepairKind::ElementSplit, &self.frame, key.span.clone());
            cursor.pos = start;
            cursor.hints.headless_at = start;
            return Again::InNext;
        }
        let told = cursor.sink.mark();
        cursor.repaired(RepairKind::DuplicateKey, &self.frame, key.span.clone());
        if coerce::is_void(cursor) {
            // A later `null` or empty value overrides nothing.
            if matched != Match::Exact {
                let before = cursor.checkpoint();
                self.loose.push(Loose {
                    field,
                    key: key.span.clone(),
                    matched,
                    duplicate: Some(told),
                    before,
                    to: before.mark(),
                    value: cursor.pos..cursor.pos,
                    failed: false,
                });
            }
            cursor.skip(&self.frame);
            return Again::No;
        }
        Again::Yes
    }

    /// Removes from the record the keys that filled the field so far. None of them is the field's own key.
    fn disown(&mut self, cursor: &mut Cursor<'_>, field: u32) {
        if !self.loose.iter().any(|loose| loose.field == field) {
            return;
        }
        // All at once: there may be very many of them.
        let own: Vec<Loose>;
        (own, self.loose) = core::mem::take(&mut self.loose)
            .into_iter()
            .partition(|loose| loose.field == field);
        for loose in own {
            if let Some(told) = loose.duplicate {
                cursor.sink.retract(told, loose.before.mark());
            }
            self.disown_value(cursor, &loose);
            let name = &cursor.text[loose.key.clone()];
            self.deny(cursor, name, loose.key.clone());
            if self.spec.one_key {
                cursor.repaired(RepairKind::JunkRemoved, &self.frame, loose.key);
            }
        }
    }

    /// Removes from the record how the value of such a key fits the field, and keeps what is wrong with its text: it is skipped,
    /// as the value of an unknown key is.
    fn disown_value(&mut self, cursor: &mut Cursor<'_>, loose: &Loose) {
        let (from, to) = (loose.before.mark(), loose.to);
        self.failed -= u32::from(loose.failed);
        if loose.value.is_empty() {
            cursor.sink.retract(from, to);
            return;
        }
        let (here, hints, mark) = (cursor.pos, cursor.hints, cursor.sink.mark());
        // A string in the value may now have no end: then the text ends with it.
        let text = cursor.text;
        cursor.pos = loose.value.end;
        cursor.go_to(loose.value.start);
        if cursor.pos != loose.value.start {
            // There is no work left, which is on record.
            return;
        }
        let level = core::mem::replace(
            &mut self.frame.level,
            Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            },
        );
        cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        // What is after the value is read again, by each key of a run of them.
        if !cursor.charge_reread(cursor.pos.saturating_sub(loose.value.end)) {
            self.frame.level = level;
            return;
        }
        let is_same = cursor.after_space(cursor.pos) == cursor.after_space(loose.value.end);
        let skipped = cursor.sink.mark();
        if loose.failed || (is_same && !cursor.sink.has_moved(mark)) {
            cursor.sink.forget(from, to);
            if !is_same {
                // It is not known where the value ends.
                cursor.repaired(RepairKind::ContentLost, &self.frame, loose.key.clone());
            }
        } else {
            // The reading on record found the text that comes after.
            cursor.sink.retract(from, to);
            cursor.sink.forget(mark, skipped);
        }
        self.frame.level = level;
        cursor.hints = hints;
        cursor.text = text;
        cursor.pos = here;
    }

    /// Skips an unknown field, if reading it may have gone wrong: a broken key is not a field but may have been one, and a
    /// repair in its value may have swallowed one.
    fn pass_over_all(&mut self, cursor: &mut Cursor<'_>, key: &WrittenKey<'_>, start: usize) {
        let value = cursor.pos;
        let follows_quotes = cursor.sink.began_with_quotes(self.value_mark);
        let mark = cursor.sink.mark();
        let is_repaired = self.pass_over(cursor, key);
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        let doubtful = [
            RepairKind::ExtraCloserRemoved,
            RepairKind::MismatchedCloser,
            RepairKind::MissingCloser,
            RepairKind::MissingColon,
            RepairKind::MissingQuote,
        ];
        if cursor.nesting.is_lines && key.has_value {
            cursor.repaired(RepairKind::JunkRemoved, &self.frame, key.span.start..cursor.pos);
        } else if key.has_value && (cursor.is_broken_key(start, key) || !is_led(cursor, start, key)) {
            cursor.repaired(RepairKind::ContentLost, &self.frame, key.span.clone());
        } else if key.has_value && cursor.byte(key.span.start.wrapping_sub(1)) != b'"' {
            cursor.repaired(RepairKind::JunkRemoved, &self.frame, key.span.clone());
        } else if is_repaired && doubtful.iter().any(|&kind| cursor.sink.holds_since(mark, kind)) {
            // Where it ends is in doubt, and so is what it belongs to.
            cursor.repaired(RepairKind::JunkRemoved, &self.frame, key.span.start..cursor.pos);
        } else if key.has_value {
            if is_repaired {
                cursor.conserve_unknown(value..cursor.pos, &self.frame);
            }
            if !has_colon(&cursor.text[key.span.end..value]) {
                cursor.repaired(RepairKind::JunkRemoved, &self.frame, key.span.clone());
            }
            let is_missing = |field| !self.seen.has(field);
            let span = cursor.place(key.span.clone());
            self.note_stray(cursor, start, &span);
            if follows_quotes {
                // It may be a part of the string whose quotes were not escaped.
                cursor.repaired(RepairKind::AmbiguousQuote, &self.frame, key.span.clone());
            }
            let is_joined = key.name.contains(['{', '}'])
                || key.name.contains(": ")
                || (cursor.byte(value) != b'{' && self.follows_map(cursor.text, start))
                // This key may be the value of the one before it: `{"author", "Ada": 5}`.
                || cursor.sink.may_hold_any([RepairKind::MissingValue]);
            if is_joined || self.spec.resembles(&key.name, is_missing) || self.is_of_other_variant(cursor, &key.name) {
                cursor.sink.doubts().resembling.get_or_insert(span);
            } else if self.is_like_entry(cursor, value) {
                // The bracket before it may be missing, and another one be in its place; or only the one.
                let doubts = cursor.sink.doubts();
                doubts.above.get_or_insert(span.clone());
                doubts.resembling.get_or_insert(span);
            } else if is_above(&self.frame, &key.name)
                || may_be_entry_above(&self.frame, cursor.byte(value))
                // Nothing of this object need follow, and the values of the map around it are of several kinds.
                || (self.is_full()
                    && cursor.nesting.element.is_some_and(|(start, _)| start == self.start)
                    && may_be_entry_above(&self.frame, b'{'))
            {
                cursor.sink.doubts().above.get_or_insert(span);
            }
        }
    }

    /// Whether another variant of the enum that this object is of has a field of this name: it may be a member of another object.
    fn is_of_other_variant(&self, cursor: &Cursor<'_>, name: &str) -> bool {
        let choice = cursor.nesting.choice.filter(|&(object, _)| object == self.start);
        choice.is_some_and(|(_, spec)| spec.variants.iter().any(|variant| variant.knows(name)))
    }

    /// Notes a member that no field takes, if it may belong to the list or map before it.
    fn note_stray(&self, cursor: &mut Cursor<'_>, start: usize, span: &Range<usize>) {
        // The first member of the answer may be one of an object around it, whose beginning is lost.
        let is_first = self.start == 0 && cursor.text[..start].trim_end() == "{";
        if is_first || closer_before(cursor.text, start).is_some() || self.lacks_object() {
            cursor.sink.doubts().stray.get_or_insert_with(|| span.clone());
        }
    }

    /// Whether a map ends right before the key at `start`: the member may be an entry of it.
    fn follows_map(&self, text: &str, start: usize) -> bool {
        let mut fields = self.spec.fields.iter().zip(0..);
        closer_before(text, start) == Some(b'}')
            && fields.any(|(field, index)| field.facts.form == TypeForm::Map && self.seen.has(index))
    }

    /// Whether the object at `value`, under an unknown key of an entry of a map, begins with a key of that entry: it may be the next entry.
    fn is_like_entry(&self, cursor: &Cursor<'_>, value: usize) -> bool {
        let first = || cursor.key_ahead(cursor.after_space(value + 1));
        may_be_entry_above(&self.frame, cursor.byte(value))
            && first().is_some_and(|key| self.spec.exact(&cursor.text[key.name]).is_some())
    }

    /// Whether a field that may be an object has not come so far: its key and its opening brace may have been lost.
    fn lacks_object(&self) -> bool {
        let fields = self.spec.fields.iter().zip(0..);
        fields
            .into_iter()
            .any(|(field, index)| field.facts.accepts.has(Accepts::OBJECT) && !self.seen.has(index))
    }

    /// Skips a field that the type does not know. Returns whether anything in it was repaired.
    pub(super) fn pass_over(&mut self, cursor: &mut Cursor<'_>, key: &WrittenKey<'_>) -> bool {
        let mark = cursor.sink.mark();
        self.deny(cursor, &key.name, key.span.clone());
        if key.has_value {
            cursor.skip(&Frame::below(&self.frame, Level::Inside(Conversion::Member)));
        }
        let is_repaired = key.has_value && cursor.sink.has_moved(mark);
        if self.spec.one_key {
            // An object with the one key that names a variant has no other.
            let end = cursor.pos;
            cursor.repaired(RepairKind::JunkRemoved, &self.frame, key.span.start..end);
        }
        is_repaired
    }

    /// Counts a key that the type does not know, and says so where that is a violation.
    fn deny(&mut self, cursor: &mut Cursor<'_>, name: &str, span: Range<usize>) {
        self.unknown += 1;
        cursor.sink.passed_over = cursor.sink.passed_over.saturating_add(1);
        if self.spec.deny_unknown {
            let root = Frame::root();
            let parent = self.frame.parent.unwrap_or(&root);
            let member = Frame::below(parent, Level::Map { key: Some(name) });
            let found = Found::Words(format!("{name:?}"));
            cursor.violated_by(Expected::Keys(self.spec), found, &member, span);
            self.failed += 1;
        }
    }

    /// Whether the last value was a string that went on beyond its first quote; it is then read again, with care.
    pub(super) fn overran(&mut self, cursor: &mut Cursor<'_>, comma: bool) -> bool {
        let start = self.value_at;
        if start == NOWHERE
            || cursor.hints.careful_at == start
            || !matches!(cursor.byte(start), b'"' | b'0'..=b'9' | b'-')
        {
            return false;
        }
        let next_element = comma && cursor.peek() == b'{' && is_element(&self.frame);
        if cursor.at_end() || next_element || !cursor.is_overrun(comma, &self.frame) {
            return false;
        }
        cursor.return_to_token(start, self.value_mark);
        cursor.hints.careful_at = start;
        true
    }

    /// Gives the turn once more to the field whose value was read last.
    pub(super) fn read_again(&mut self, cursor: &Cursor<'_>) -> u32 {
        if self.turn == REST {
            self.lead = self.next_lead;
            return REST;
        }
        let turn = self.give(cursor, self.turn);
        if let Some(loose) = self.loose.iter().find(|loose| loose.field == turn) {
            self.matched = loose.matched;
            self.lead = NO_LEAD;
        }
        turn
    }

    /// Whether fields of this object follow its end, which then came too early.
    pub(super) fn reopens(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let brace = cursor.pos - 1;
        let mut comma = cursor.after_space(cursor.pos);
        while cursor.wary && matches!(cursor.byte(comma), b'}' | b']') {
            comma = cursor.after_space(comma + 1);
        }
        let has_comma = cursor.byte(comma) == b',';
        let next = cursor.after_space(comma + usize::from(has_comma));
        if !(has_comma || cursor.wary) {
            return false;
        }
        let Some(key) = cursor.key_ahead(next) else {
            return false;
        };
        if cursor.is_key_above(next, &self.frame) {
            return false;
        }
        let missing = |field: u32| !self.seen.has(field);
        if !self.spec.exact(&cursor.text[key.name]).is_some_and(missing) {
            return false;
        }
        if cursor.byte(next) == b'"' && cursor.is_next_element(next, &self.frame) {
            return false;
        }
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        cursor.repaired(RepairKind::ObjectReopened, &self.frame, brace..brace + 1);
        cursor.pos = next;
        self.comma = true;
        self.reopened = true;
        true
    }
}

/// Whether one colon is between a key and its value: without one, both may be elements, and with two, something was between them.
fn has_colon(between: &str) -> bool {
    step(between.len());
    between.matches([':', '=', '：']).take(2).count() == 1 || between.contains(":=") || between.contains("==")
}

/// Whether a key is written where a member may begin: after a comma or the opening brace, with nothing but comments between them.
fn is_led(cursor: &Cursor<'_>, start: usize, key: &WrittenKey<'_>) -> bool {
    let text = cursor.text;
    if follows_comma(text, key.span.start) {
        return true;
    }
    let before = &text[..key.span.start];
    let quote = before.strip_suffix(quotes::is_quote).unwrap_or(before).len();
    // What touches the comma may be part of a value rather than a comment.
    let comma = text[..start].trim_ascii_end().len();
    step(start - comma);
    cursor.gap(comma) == quote && follows_comma(text, start)
}

/// Whether an object around this one has a field of this name.
#[cold]
fn is_above(at: &Frame<'_>, name: &str) -> bool {
    let above = core::iter::successors(at.parent, |frame| frame.parent);
    let mut specs = above.filter_map(|frame| match frame.place().level {
        Level::Object { spec, .. } => Some(spec),
        _ => None,
    });
    specs.any(|spec| spec.exact(name).is_some())
}

/// Whether a member whose value begins with this byte may be the next entry of a map around this object: its values are such objects,
/// or lists that hold them.
fn may_be_entry_above(at: &Frame<'_>, first: u8) -> bool {
    let above = core::iter::successors(at.parent, |frame| frame.parent);
    let mut own = b'{';
    for frame in above {
        match frame.level {
            Level::Map { .. } | Level::Rest { .. } => return first == own,
            Level::List { .. } => own = b'[',
            Level::Inside(_) => {}
            Level::Root | Level::Object { .. } => return false,
        }
    }
    false
}

/// Whether a key is the one at `first` once more.
fn is_key_again(text: &str, first: usize, name: &str) -> bool {
    let rest = text[first..].strip_prefix(name);
    rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '-')))
}
