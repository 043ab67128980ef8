//! The end of an object: what is missing there, and what to do with a text that ends before it.

use super::{FieldSet, Object};
use crate::bounds::{LONGEST_COMMENT, LONGEST_KEY};
use crate::error::{Expected, Found};
use crate::path::{Frame, Level, NO_FIELD, head};
use crate::read::conserve::is_word;
use crate::read::cursor::Cursor;
use crate::read::key::is_element;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::Grade;

/// How many of the last repairs of an object are looked at for comments.
const MOST_EVENTS: usize = 16;

impl Object<'_> {
    pub(super) fn is_short(&self) -> bool {
        self.missing() != 0
    }

    /// Whether all fields that must be there were seen; never where groups of them are to be judged.
    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.spec.required & !self.seen.bits() == 0
    }

    /// The text ended before the object did.
    pub(super) fn run_out(&mut self, cursor: &mut Cursor<'_>) {
        if self.raw {
            return;
        }
        let is_bare = self.seen == FieldSet::default() && self.unknown == 0 && !self.spec.fields.is_empty();
        if cursor.sink.may_hold_any([RepairKind::ObjectReopened]) && cursor.closed_early(&self.frame) {
            cursor.unclosed(self.comma, false, &self.frame);
        } else {
            cursor.unclosed(self.is_short() || self.comma || is_bare, self.may_grow(), &self.frame);
        }
        if !cursor.sink.cut {
            self.doubt_end(cursor);
        }
    }

    /// Notes a doubt about an object without a closing brace of its own: an object inside it may have taken that brace, and
    /// with it fields of this one.
    #[cold]
    pub(super) fn doubt_end(&mut self, cursor: &mut Cursor<'_>) {
        let is_bare = self.seen == FieldSet::default() && self.unknown == 0;
        let is_root = || self.frame.parent.is_none_or(Frame::is_root) && !self.spec.fields.is_empty();
        if is_bare && (is_element(&self.frame) || is_root()) {
            // Nothing but its opening brace shows that there is an object.
            cursor.repaired(RepairKind::JunkRemoved, &self.frame, self.start..self.start + 1);
        }
        let text = &cursor.text[self.start..cursor.pos];
        if self.failed > 0 || cursor.sink.doubts_above() || !cursor.look(text.len()) {
            return;
        }
        if let Some(name) = self.named_field(text) {
            let span = cursor.place(self.start + name.start..self.start + name.end);
            cursor.sink.doubts().above.get_or_insert(span);
        }
    }

    /// Whether a field of the object could still have come.
    fn may_grow(&self) -> bool {
        let seen = self.seen.bits().count_ones() as usize;
        if self.spec.one_key {
            seen == 0
        } else {
            seen == 0 || seen < self.spec.fields.len() || self.spec.takes_rest
        }
    }

    /// Judges what is missing at the object's end. Returns whether no value can be made.
    #[inline]
    pub fn close(&mut self, cursor: &mut Cursor<'_>) -> bool {
        if self.unknown > 0 || cursor.sink.may_hold_any([RepairKind::MissingCloser]) {
            self.doubt_inner(cursor);
        }
        if cursor.sink.may_hold_any([RepairKind::CommentRemoved]) {
            self.doubt_comments(cursor);
        }
        if cursor
            .sink
            .may_hold_any([RepairKind::UnquotedKey, RepairKind::SingleQuoted])
        {
            self.doubt_strings(cursor);
        }
        if (cursor.sink).may_hold_any([RepairKind::QuoteEscaped, RepairKind::ControlCharEscaped]) {
            self.doubt_marks(cursor);
        }
        if self.seen != FieldSet::default() && self.is_full() {
            return self.failed > 0;
        }
        self.close_short(cursor)
    }

    /// Notes a doubt if the name of a missing field occurs inside the object. It may be in a skipped value, or in an inner object that was
    /// closed too late.
    #[cold]
    #[inline(never)]
    fn doubt_inner(&mut self, cursor: &mut Cursor<'_>) {
        let is_short = self.seen.bits().count_ones() as usize != self.spec.fields.len();
        let text = &cursor.text[self.start..cursor.pos.max(self.start)];
        if !is_short || !cursor.look(text.len()) {
            return;
        }
        if let Some(name) = self.named_field(text) {
            let span = cursor.place(self.start + name.start..self.start + name.end);
            let doubts = cursor.sink.doubts();
            let doubt = if self.unknown > 0 {
                &mut doubts.inside
            } else {
                &mut doubts.above
            };
            doubt.get_or_insert(span);
        }
    }

    /// Records a guess if a line of a comment inside the object begins with the name of a field that did not come, and goes on with a
    /// value: the field may have been commented out, whatever else is wrong with it.
    #[cold]
    #[inline(never)]
    fn doubt_comments(&mut self, cursor: &mut Cursor<'_>) {
        let own = self.start..cursor.pos.max(self.start);
        let is_short = self.seen.bits().count_ones() as usize != self.spec.fields.len();
        if !is_short || cursor.place(own.clone()) != own {
            return;
        }
        let text = cursor.text;
        let is_missing = |field: u32| !self.seen.has(field);
        let begins_with_field = |line: &str| {
            let line = line.trim_start_matches(|c: char| !c.is_alphanumeric());
            let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            let end = line.find(|c| !is_part(c)).unwrap_or(line.len());
            let word = line[..end].trim_end_matches(['_', '-']);
            let known = self.spec.exact(word).or_else(|| self.spec.folded(word));
            holds_value(&line[end..]) && known.or_else(|| self.spec.near(word)).is_some_and(is_missing)
        };
        // Words may be before it: `// optional: age: 7`.
        let holds_field = |line: &str| {
            let mut words = line.split(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
            let named = words.find(|word| self.spec.exact(word).is_some_and(is_missing));
            let rest = named.and_then(|word| line.split_once(word)).map(|(_, rest)| rest);
            let value = rest.and_then(|rest| rest.trim_start().strip_prefix([':', '=']));
            let first = value.and_then(|value| value.trim_start().chars().next());
            first.is_some_and(|c| quotes::is_quote(c) || c.is_ascii_digit() || matches!(c, '[' | '{' | '-'))
        };
        let mut comments = cursor
            .sink
            .last_spans_from(self.start, RepairKind::CommentRemoved, MOST_EVENTS);
        let comment = comments.find(|span| {
            let comment = head(text.get(span.clone()).unwrap_or_default(), LONGEST_COMMENT);
            step(comment.len());
            cursor.look_at_comment(comment.len())
                && comment.lines().any(|line| begins_with_field(line) || holds_field(line))
        });
        drop(comments);
        let is_told = |comment: &core::ops::Range<usize>| {
            [RepairKind::ContentLost, RepairKind::JunkRemoved].iter().any(|&kind| {
                let mut told = cursor.sink.last_spans_from(comment.start, kind, MOST_EVENTS);
                told.any(|span| span == *comment)
            })
        };
        if let Some(comment) = comment.filter(|comment| !is_told(comment)) {
            self.frame.level = Level::Object {
                spec: self.spec,
                field: NO_FIELD,
            };
            cursor.repaired(RepairKind::JunkRemoved, &self.frame, comment);
        }
    }

    /// Notes a doubt if a string of the object goes on, after a comma, with the name of a field that did not come and a colon, as keys are
    /// written without double quotes in this document.
    #[cold]
    #[inline(never)]
    fn doubt_strings(&self, cursor: &mut Cursor<'_>) {
        let is_short = self.seen.bits().count_ones() as usize != self.spec.fields.len();
        let own = self.start..cursor.pos.max(self.start);
        if !is_short || !cursor.look(own.len()) {
            return;
        }
        let is_mark = |c: char| matches!(c, '"' | '\'');
        let text = &cursor.text[own.clone()];
        let names_field = |comma: usize| {
            let next = text[comma + 1..].trim_start();
            let key = next.trim_start_matches(is_mark);
            let end = key
                .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'))
                .unwrap_or(key.len());
            let is_before_colon = key[end..].trim_start_matches(is_mark).trim_start().starts_with(':');
            step(end + 1);
            is_before_colon && self.spec.exact(&key[..end]).is_some_and(|field| !self.seen.has(field))
        };
        if let Some(comma) = commas_in_strings(text).find(|&comma| names_field(comma)) {
            let span = cursor.place(own.start + comma..own.start + comma + 1);
            cursor.sink.doubts().inside.get_or_insert(span);
        }
    }

    /// Notes a doubt if the name of a field that did not come follows a quote that was kept in a string of the object, with nothing but
    /// signs between them and a quote or colon after it, or begins a line of such a string and is followed by a colon.
    #[cold]
    #[inline(never)]
    fn doubt_marks(&self, cursor: &mut Cursor<'_>) {
        let is_short = self.seen.bits().count_ones() as usize != self.spec.fields.len();
        let own = self.start..cursor.pos.max(self.start);
        if !is_short || cursor.place(own.clone()) != own {
            return;
        }
        let text = cursor.text;
        let follows = |quote: &core::ops::Range<usize>| {
            let behind = text.get(quote.end..own.end).unwrap_or_default();
            let after = self.after_missing_name(head(behind, LONGEST_KEY));
            after.is_some_and(|after| after.starts_with(quotes::is_quote) || after.trim_start().starts_with(':'))
        };
        let in_lines = |breaks: &core::ops::Range<usize>| {
            let lines = head(text.get(breaks.start..own.end).unwrap_or_default(), LONGEST_COMMENT);
            let mut lines = lines.lines().skip(1);
            lines.any(|line| {
                let after = self.after_missing_name(line);
                after.is_some_and(|after| after.trim_start().starts_with(':'))
            })
        };
        let sink = &cursor.sink;
        let kept = sink
            .last_spans_from(own.start, RepairKind::QuoteEscaped, MOST_EVENTS)
            .find(follows);
        let found = kept.or_else(|| {
            sink.last_spans_from(own.start, RepairKind::ControlCharEscaped, MOST_EVENTS)
                .find(in_lines)
        });
        if let Some(span) = found {
            cursor.sink.doubts().inside.get_or_insert(span);
        }
    }

    /// What follows the name of a field that did not come, if this text begins with it after signs.
    fn after_missing_name<'t>(&self, text: &'t str) -> Option<&'t str> {
        let name = text.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '_');
        let end = name.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-'));
        let (word, after) = name.split_at(end.unwrap_or(name.len()));
        step(text.len() - after.len());
        let is_missing = self.spec.exact(word).is_some_and(|field| !self.seen.has(field));
        is_missing.then_some(after)
    }

    /// A field that did not come, where it is named in quotes before a colon.
    fn named_field(&self, text: &str) -> Option<core::ops::Range<usize>> {
        let is_missing = |name: &str| !self.seen.has(self.spec.exact(name).unwrap_or(NO_FIELD));
        let mut keys = text.match_indices("\":").map(|(end, _)| &text[..end]);
        keys.find_map(|before| {
            let name = &before[before.rfind('"')? + 1..];
            let is_own = name.len() <= LONGEST_KEY && self.spec.exact(name).is_some() && is_missing(name);
            is_own.then_some(before.len() - name.len()..before.len())
        })
    }

    #[cold]
    #[inline(never)]
    fn close_short(&mut self, cursor: &mut Cursor<'_>) -> bool {
        let span = self.start..cursor.pos;
        self.frame.level = Level::Object {
            spec: self.spec,
            field: NO_FIELD,
        };
        let is_tagged = cursor.nesting.tag.is_some_and(|tag| tag.object == self.start);
        let is_root = self.frame.parent.is_some_and(Frame::is_root) && !is_tagged;
        if self.seen == FieldSet::default() && is_root && (self.unknown > 0 || self.is_short()) {
            if cursor.sink.cut {
                return true;
            }
            if self.spec.one_key && self.turn == NO_FIELD {
                // Without a variant, nothing can be next to it.
                cursor.sink.rewind(self.value_mark);
            }
            cursor.unrecognized = true;
            cursor.violated(Expected::Shape(self.spec), &self.frame, span);
            return true;
        }
        let missing = self.missing();
        let has_fields = !self.spec.fields.is_empty() && !self.spec.takes_any();
        if self.seen == FieldSet::default() && self.unknown > 0 && has_fields && !is_tagged {
            cursor.sink.doubts().strangers += 1;
        }
        if self.seen == FieldSet::default() && self.unknown > 0 && missing != 0 && !is_tagged && !cursor.sink.cut {
            // Nothing shows that this object is of the type: no field of it is made up.
            cursor.violated(Expected::Shape(self.spec), &self.frame, span);
            return true;
        }
        let mut left = missing;
        while left != 0 {
            let index = left.trailing_zeros();
            left &= left - 1;
            let Some(field) = self.spec.fields.get(index as usize) else {
                break;
            };
            self.frame.level = Level::Object {
                spec: self.spec,
                field: index,
            };
            if !field.facts.invents {
                let expected = match (field.facts.names, field.facts.format) {
                    (Some(names), _) => Expected::Names(names),
                    (None, Some(format)) => Expected::Words(format.into()),
                    (None, None) => Expected::Member(field.facts.accepts),
                };
                cursor.violated_by(expected, Found::Missing, &self.frame, span.clone());
                self.failed += 1;
            } else if field.grade == Grade::Lenient {
                cursor.declared(RepairKind::MissingToDefault, &self.frame, span.clone());
            } else {
                cursor.repaired(RepairKind::MissingToDefault, &self.frame, span.clone());
            }
        }
        self.failed > 0
    }
}

/// Whether this text contains a number, a quotation mark or a literal of JSON or Python.
fn holds_value(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit() || quotes::is_quote(c))
        || text.split(|c: char| !c.is_alphanumeric()).any(is_word)
}

/// Where the commas are in the strings in double quotes of this text, which begins outside of any.
fn commas_in_strings(text: &str) -> impl Iterator<Item = usize> + '_ {
    let (mut escaped, mut inside) = (false, false);
    let places = text.bytes().enumerate().inspect(|_| step(1));
    let commas = places.filter(move |&(_, byte)| {
        inside ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        byte == b',' && inside
    });
    commas.map(|(place, _)| place)
}
