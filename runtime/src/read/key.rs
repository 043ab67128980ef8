//! The keys of an object: which key is here, and what separates it from its value.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::bounds::{
    DEEPEST_LIST, LONGEST_BEGUN_AGAIN, LONGEST_KEY, LONGEST_KEY_REMARK, LONGEST_LIST, LONGEST_UNQUOTED, MOST_BRACES,
};
use crate::fold;
use crate::path::{Frame, Level, head};
use crate::read::ahead::{Quoted, closing_quotes, is_key_character};
use crate::read::cursor::Cursor;
use crate::read::quotes;
use crate::read::scan;
use crate::read::separator::Mismatch;
use crate::read::steps::step;
use crate::repair::RepairKind;
use crate::spec::{Accepts, FieldSpec, ObjectSpec};

/// The brackets that are open in a list in place of a key, at most [`DEEPEST_LIST`] of them.
#[derive(Default)]
struct OpenBrackets {
    /// A bit for each of them, the innermost one last: whether it is a list's.
    lists: u32,
    depth: usize,
}

impl OpenBrackets {
    /// Opens one. False if there are too many.
    fn push(&mut self, is_list: bool) -> bool {
        self.lists = self.lists << 1 | u32::from(is_list);
        self.depth += 1;
        self.depth <= DEEPEST_LIST
    }

    /// Closes the innermost one, and says whether it was a list's.
    fn pop(&mut self) -> Option<bool> {
        let is_list = self.last()?;
        self.lists >>= 1;
        self.depth -= 1;
        Some(is_list)
    }

    /// Whether the innermost one is a list's.
    fn last(&self) -> Option<bool> {
        (self.depth > 0).then_some(self.lists & 1 == 1)
    }
}
/// What was found where a field of an object belongs.
pub(crate) enum Member<'t> {
    /// A key, with its value right after the cursor.
    Key(WrittenKey<'t>),
    /// The object ends here: its closing brace was skipped, or another bracket ended it.
    Closed,
    /// The text ends here, and the object is still open.
    Unclosed,
}

/// A key as it was written.
pub(crate) struct WrittenKey<'t> {
    pub(crate) name: Cow<'t, str>,
    pub(crate) span: Range<usize>,
    /// A value follows.
    pub(crate) has_value: bool,
}

impl ObjectSpec {
    /// The field with exactly this key or alias.
    pub(crate) fn exact(&self, name: &str) -> Option<u32> {
        // Most different names differ in their length or first letter.
        let first = name.as_bytes().first();
        self.position(|known| known.len() == name.len() && known.as_bytes().first() == first && known == name)
    }

    /// The field whose key or alias equals this one after folding.
    pub(crate) fn folded(&self, name: &str) -> Option<u32> {
        self.position(|known| fold::folds_to(known, name))
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
        let near = |known: &&str| fold::is_near(known, name);
        let mut fields = (0u32..)
            .zip(self.fields)
            .filter(|(_, field)| near(&field.name) || field.aliases.iter().any(&near));
        let found = fields.next()?.0;
        if fields.next().is_some() { None } else { Some(found) }
    }

    /// Whether the key resembles that of a field that `is_meant` selects: it ends with the field's name after a dot or
    /// another path separator, is one edit away, or misses some of the letters. That is not enough to read it as this
    /// field.
    #[cold]
    pub(crate) fn resembles(&self, name: &str, is_meant: impl Fn(u32) -> bool) -> bool {
        let last = name.rsplit(['.', '/', ':']).next().unwrap_or(name);
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
                        || is_near(field.name)
                        || is_short(field.name)
                })
    }

    /// Whether an object with any subset of the fields may be complete: every field is known to be optional.
    fn is_optional(&self) -> bool {
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

impl<'t> Cursor<'t> {
    /// A key in plain form with its colon and something after it; `None` leaves the cursor where it was.
    #[inline]
    pub(crate) fn simple_key(&mut self) -> Option<WrittenKey<'t>> {
        if self.peek() != b'"' {
            return None;
        }
        let start = self.pos + 1;
        let end = scan::string_stop(self.bytes(), start);
        if self.quiet_byte(end) != b'"' {
            return None;
        }
        let colon = self.after_space(end + 1);
        let value = self.after_space(colon + 1);
        if self.quiet_byte(colon) != b':' || matches!(self.quiet_byte(value), 0 | b',' | b'}' | b']' | b':' | b'=') {
            return None;
        }
        self.pos = value;
        Some(WrittenKey {
            name: Cow::Borrowed(&self.text[start..end]),
            span: start..end,
            has_value: true,
        })
    }

    /// Whether the text at the cursor shows that a string before it continued past its first quote: it is neither a key
    /// with a value nor anything else that can follow a value.
    pub(crate) fn is_overrun(&self, comma: bool, at: &Frame<'_>) -> bool {
        match self.peek() {
            b'}' | b']' | b',' | b'/' | b'#' | b';' | b'\\' | b'.' => false,
            b':' => true,
            _ if self.is_cut_key() => false,
            _ if self.key_ahead(self.pos).is_some() || self.is_exact_key(usize::MAX) => false,
            _ if self.marked_key(self.pos, at).is_some() => false,
            _ => comma || !self.line_ends_before(self.pos),
        }
    }

    /// Whether the string at `pos` is the next element of the list that contains this object: a comma or the end of the
    /// list follows it, and no colon.
    fn is_next_element(&self, pos: usize, at: &Frame<'_>) -> bool {
        let Some(Level::List { accepts, .. }) = at.parent.map(|parent| parent.place().level) else {
            return false;
        };
        let end = self
            .short_string_end(pos)
            .filter(|_| accepts.has(Accepts::STRING.or(Accepts::NAME)));
        end.is_some_and(|end| matches!(self.byte(self.after_space(end)), b',' | b']'))
    }

    /// Whether reading a key that begins at `start` may have changed its name: it is neither between two quotes of one kind
    /// nor a single word.
    pub(crate) fn is_broken_key(&self, start: usize, key: &WrittenKey<'_>) -> bool {
        let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$' | '.' | '@' | ' ');
        let before = self.text[..key.span.start].chars().next_back();
        let after = self.text[key.span.end..].chars().next();
        let is_quoted =
            |c: char| closing_quotes(c).is_some_and(|close| after.is_some_and(|after| close.contains(&after)));
        let is_clean = match before {
            Some(c) if is_quoted(c) => crate::read::decode::strict(&self.text[key.span.clone()]).is_some(),
            _ => {
                let is_whole = key.span.start == start || before.is_none_or(|c| c.is_whitespace() || ",{;".contains(c));
                is_whole && key.name.chars().all(is_letter) && after != Some('"')
            }
        };
        !is_clean
    }

    /// Whether the text ends inside the key at the cursor, or right after it.
    fn is_cut_key(&self) -> bool {
        let rest = self.rest();
        if rest.len() > LONGEST_KEY {
            return false;
        }
        step(rest.len());
        if rest.contains(['\n', ':', '{', '[']) {
            return false;
        }
        self.meets_end();
        match rest.strip_prefix(['"', '\'']) {
            Some(inner) => inner
                .trim_end()
                .find(['"', '\''])
                .is_none_or(|end| end + 1 == inner.trim_end().len()),
            None => rest.trim_end().chars().all(is_key_character),
        }
    }

    /// Reads on to the next key of the object at this level, whatever is before it.
    ///
    /// `comma` says that a comma was skipped: if the object ends right here, that comma is one too many.
    #[cold]
    #[inline(never)]
    pub(crate) fn member(&mut self, mut comma: bool, at: &Frame<'_>) -> Member<'t> {
        loop {
            self.trivia(at);
            let start = self.pos;
            if self.ends_here() {
                return Member::Unclosed;
            }
            match self.peek() {
                b'}' => {
                    if comma {
                        let comma = self.comma_before(start);
                        self.repaired(RepairKind::ExtraComma, at, comma);
                    }
                    self.pos += 1;
                    return Member::Closed;
                }
                b']' | b')' => match self.mismatch(b'}', at) {
                    Mismatch::Ignored => comma = self.separator(at),
                    Mismatch::Ends => return Member::Closed,
                },
                b',' | b';' => {
                    self.repaired(RepairKind::ExtraComma, at, start..start + 1);
                    if is_element(at) && self.text[..start].trim_end().ends_with('{') {
                        // The text before the comma may be the end of the previous element.
                        self.repaired(RepairKind::ElementSplit, at, start..start + 1);
                    }
                    self.pos += 1;
                    comma = true;
                }
                // A quote that opens a key leaves no doubt; before a value it might close one.
                b'\\' if self.byte(start + 1) == b'"' => {
                    self.pos += 1;
                    self.repaired(RepairKind::StrayBackslashRemoved, at, start..start + 1);
                }
                _ if self.ellipsis(at) => comma = self.byte(self.pos - 1) == b',',
                b'[' if self.lone_list(at) => comma = self.separator(at),
                b'{' if comma && is_element(at) => {
                    self.end_before_element(start, at);
                    return Member::Closed;
                }
                b'"' | b'\'' | b'`' if comma && self.is_next_element(start, at) => {
                    self.repaired(RepairKind::MissingCloser, at, start..start);
                    self.back_to_comma(start);
                    return Member::Closed;
                }
                _ => {
                    if let Some(key) = self.key_or_marked(at) {
                        return Member::Key(key);
                    }
                    if self.is_cut_key() {
                        self.cut(at);
                        self.pos = self.text.len();
                        return Member::Unclosed;
                    }
                    self.junk(at);
                    comma = false;
                }
            }
        }
    }

    /// Ends the object before the element that begins at `start`: the closing brace is missing, and a comma separates the two.
    fn end_before_element(&mut self, start: usize, at: &Frame<'_>) {
        self.repaired(RepairKind::MissingCloser, at, start..start);
        let is_optional = matches!(at.level, Level::Object { spec, .. } if spec.is_optional());
        if is_optional || self.begins_again(start) {
            self.repaired(RepairKind::ElementSplit, at, start..start);
        }
        self.back_to_comma(start);
    }

    /// The key at the cursor, which may have marks around it.
    fn key_or_marked(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let marked = if self.is_exact_key(LONGEST_KEY) {
            None
        } else {
            self.read_marked_key(at)
        };
        marked.or_else(|| self.key(at))
    }

    /// Whether the object that begins at `start` begins with exactly the text right before it, from a brace on: it may be
    /// the same object, begun again.
    fn begins_again(&self, start: usize) -> bool {
        let before = &self.bytes()[start.saturating_sub(LONGEST_BEGUN_AGAIN)..start];
        let after = &self.bytes()[start..];
        self.meets_end_within(start, LONGEST_BEGUN_AGAIN);
        let braces = (0..before.len()).rev().filter(|&at| before[at] == b'{');
        let mut parts = braces.take(MOST_BRACES).map(|at| before[at..].trim_ascii_end());
        step(MOST_BRACES * 16);
        parts.any(|part| after.starts_with(part))
    }

    /// Skips a list in place of a key, as a whole: it is not the value of any field.
    ///
    /// It does not skip a list with a key among its elements, or with brackets that do not match: what follows the bracket
    /// may then be fields of this object.
    #[cold]
    fn lone_list(&mut self, at: &Frame<'_>) -> bool {
        if self.work.lookahead == 0 {
            return false;
        }
        let start = self.pos;
        let limit = self.text.len().min(start + LONGEST_LIST);
        self.meets_end_within(start, LONGEST_LIST);
        let mut open = OpenBrackets::default();
        let mut pos = start;
        let mut is_sound = true;
        while is_sound {
            match self.byte(pos) {
                b'"' => {
                    let close = self.plain_quote(pos + 1, limit);
                    step(close - pos);
                    pos = close;
                }
                b'[' => is_sound = open.push(true),
                b'{' => is_sound = open.push(false),
                b']' => is_sound = open.pop() == Some(true),
                b'}' => is_sound = open.pop() == Some(false),
                b':' => is_sound = open.last() != Some(true),
                _ => {}
            }
            pos += 1;
            is_sound &= pos <= limit;
            if open.depth == 0 {
                break;
            }
        }
        if !self.look(pos - start) || !is_sound {
            return false;
        }
        self.pos = pos;
        self.repaired(RepairKind::JunkRemoved, at, start..pos);
        self.conserve_unknown(start..pos, at);
        true
    }

    /// Skips `...` or `…`, and a comma after it.
    pub(crate) fn ellipsis(&mut self, at: &Frame<'_>) -> bool {
        let start = self.pos;
        let rest = self.rest();
        let dots = rest.bytes().take_while(|&byte| byte == b'.').count();
        let length = if rest.starts_with('…') {
            '…'.len_utf8()
        } else {
            dots
        };
        if length < 3 {
            return false;
        }
        self.pos += length;
        self.repaired(RepairKind::EllipsisRemoved, at, start..start + length);
        self.space();
        if self.peek() == b',' {
            self.pos += 1;
        }
        true
    }

    /// The key at the cursor and the colon after it, in any spelling.
    fn key(&mut self, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let start = self.pos;
        let first = self.rest().chars().next()?;
        if self.rest().starts_with("```") {
            return None;
        }
        if closing_quotes(first).is_some() {
            return self.quoted_key(first, at);
        }
        if !is_key_character(first) {
            return None;
        }
        let line = head(self.rest(), LONGEST_UNQUOTED)
            .split(['\n', '{', '}', '[', ']', ','])
            .next()
            .unwrap_or_default();
        step(line.len());
        if line.len() == self.rest().len() {
            self.meets_end();
        }
        let end = line.find([':', '=', '"'])?;
        let name = line[..end].trim_end();
        // A word before a quoted key is not part of it.
        if name.len() > LONGEST_KEY || name.contains(" '") {
            return None;
        }
        self.pos = start + end;
        let kind = if self.peek() == b'"' {
            self.pos += 1;
            RepairKind::MissingQuote
        } else {
            RepairKind::UnquotedKey
        };
        let span = start..start + name.len();
        if !self.colon_follows() {
            self.put_back(start);
            return None;
        }
        self.style.bare_keys |= kind == RepairKind::UnquotedKey;
        self.repaired(kind, at, span.clone());
        self.conserve_map_key(span.clone(), at);
        if kind == RepairKind::UnquotedKey {
            self.conserve_bare_key(span.clone(), at);
        }
        let has_value = self.colon(at);
        if !has_value {
            self.conserve_key(name, span.clone(), at);
        }
        Some(WrittenKey {
            name: Cow::Borrowed(name),
            span,
            has_value,
        })
    }

    fn quoted_key(&mut self, first: char, at: &Frame<'_>) -> Option<WrittenKey<'t>> {
        let start = self.pos;
        let inner = start + first.len_utf8();
        let close = closing_quotes(first)?;
        let end = self.key_end(inner, close)?;
        let is_open = self.text[inner..end].contains('{') && !self.is_key_closed(end);
        if is_open && self.byte(end) == b'"' && self.is_key(end, at) {
            // The object was begun again within a key: the broken key is skipped.
            self.pos = end;
            self.repaired(RepairKind::JunkRemoved, at, start..end);
            return self.key(at);
        }
        let later = self.later_key_end(end);
        let takes_any = match at.place().level {
            Level::Map { .. } | Level::Rest { .. } => true,
            Level::Object { spec, .. } => spec.takes_any(),
            _ => false,
        };
        // A colon ends a key that was not closed.
        let is_one = !self.text[inner..end].contains([':', '\n']);
        let end = later.filter(|_| is_one).unwrap_or(end);
        let (lost, content, kind) = self.key_content(inner, end, first)?;
        let width = match lost {
            Some(offset) => inner + offset - content.end,
            None => self.rest_at(end).chars().next().map_or(0, char::len_utf8),
        };
        self.pos = content.end + width;
        let name = match crate::read::decode::strict(&self.text[content.clone()]) {
            Some(name) => name,
            None => self.decode(content.clone(), close[0], at),
        };
        if let Some(kind) = kind {
            self.repaired(kind, at, start..self.pos);
        }
        // A string with a colon in it may be a value whose key is missing.
        let is_string = lost.is_some_and(|colon| !self.text[inner + colon + 1..end].trim().is_empty());
        let is_doubtful = takes_any && (later.is_some() || is_string);
        let holds_member = || {
            let key = &self.text[content.clone()];
            kind.is_some() && key.contains(':') && key.contains(quotes::is_quote)
        };
        if is_doubtful || holds_member() {
            self.repaired(RepairKind::AmbiguousQuote, at, start..self.pos);
        }
        let has_value = self.colon(at);
        if lost.is_some() {
            self.skip_quote_after_colon();
        }
        if !has_value {
            self.conserve_key(&name, content.clone(), at);
        }
        Some(WrittenKey {
            name,
            span: content,
            has_value,
        })
    }

    /// What of a key that ends at `end` is its name, the repair for its quotes, and where the character is, from `inner` on,
    /// that shows that its closing quote is missing: `"selected: [`.
    fn key_content(
        &self,
        inner: usize,
        end: usize,
        first: char,
    ) -> Option<(Option<usize>, Range<usize>, Option<RepairKind>)> {
        let lost = self.text[inner..end]
            .find([':', '{', '[', ',', '\n'])
            .filter(|_| !self.is_key_closed(end));
        let Some(offset) = lost else {
            return Some((None, inner..end, quotes::quote_kind(first)));
        };
        if self.byte(inner + offset) != b':' {
            return None;
        }
        let name = self.text[inner..inner + offset].trim_end();
        let (mark, kind) = match quotes::late_close(name, first) {
            Some(mark) => (mark, RepairKind::SmartQuoteDelimiter),
            None => (0, RepairKind::MissingQuote),
        };
        Some((lost, inner..inner + name.len() - mark, Some(kind)))
    }

    /// Skips the closing quote of a key that was written after the colon: `"shapes:" [`.
    fn skip_quote_after_colon(&mut self) {
        if self.peek() == b'"' && self.byte(self.pos - 1) == b':' {
            let value = self.after_space(self.pos + 1);
            let is_plain = matches!(self.byte(value), b'[' | b'{') || self.is_plain_token(value);
            if (value > self.pos + 1 && self.is_value_start(value)) || is_plain {
                self.pos = value;
            }
        }
    }

    /// Where the quote is that closes a key: the first one that is not escaped.
    fn key_end(&mut self, inner: usize, close: &'static [char]) -> Option<usize> {
        let first = self.text[..inner].chars().next_back().unwrap_or('"');
        let mut state = Quoted::new(first, close);
        for (offset, c) in self.text[inner..].char_indices() {
            step(1);
            if state.ends(c, &self.text[inner + offset + c.len_utf8()..]) {
                return self.look(offset).then_some(inner + offset);
            }
            if offset > LONGEST_KEY && !self.look(1) {
                return None;
            }
        }
        self.meets_end();
        None
    }

    /// Where a key that contains quotes ends: `"k"e"y":`. A word right after its first closing quote is part of it, up to
    /// the quote before the colon.
    fn later_key_end(&self, end: usize) -> Option<usize> {
        let is_inner = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '"');
        if self.byte(end) != b'"' || !self.byte(end + 1).is_ascii_alphanumeric() {
            return None;
        }
        let rest = self.rest_at(end);
        let length = rest
            .chars()
            .take(LONGEST_KEY)
            .inspect(|_| step(1))
            .take_while(|&c| is_inner(c))
            .map(char::len_utf8)
            .sum();
        let word = &rest[..length];
        self.meets_end_within(end + length, 1);
        (word.ends_with('"') && self.byte(self.after_space(end + length)) == b':').then(|| end + length - 1)
    }

    fn is_key_closed(&self, end: usize) -> bool {
        let width = self.rest_at(end).chars().next().map_or(0, char::len_utf8);
        matches!(self.byte(self.after_space(end + width)), b':' | b'=')
    }

    /// Whether there is a number or literal at `pos`, and nothing attached to it.
    fn is_plain_token(&self, pos: usize) -> bool {
        let rest = self.rest_at(pos);
        let length = rest
            .bytes()
            .take(40)
            .take_while(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(byte))
            .count();
        step(length);
        let token = &rest[..length];
        (matches!(token, "true" | "false" | "null") || crate::read::number::is_plain(token))
            && self.can_follow(pos + length)
    }

    fn rest_at(&self, pos: usize) -> &'t str {
        self.text.get(pos..).unwrap_or_default()
    }

    fn colon_follows(&self) -> bool {
        matches!(self.byte(self.after_space(self.pos)), b':' | b'=')
    }

    /// Whether the comma at the cursor, after a key of an object in a list, is written in place of a colon: a string
    /// follows that is not a key itself and, in a map, ends the object (`{"factor", "a, b"}`).
    #[cold]
    fn is_lost_colon(&self, at: &Frame<'_>) -> bool {
        let in_list = at
            .parent
            .is_some_and(|object| matches!(object.place().level, Level::List { .. }));
        let start = self.after_space(self.pos + 1);
        if !in_list || self.byte(start) != b'"' {
            return false;
        }
        let end = scan::content_stop(self.bytes(), start + 1, b'"');
        let next = self.byte(self.after_space(end + 1));
        match at.level {
            Level::Object { spec, .. } => {
                matches!(next, b',' | b'}') && self.text.get(start + 1..end).is_some_and(|text| !spec.knows(text))
            }
            Level::Map { .. } => next == b'}',
            _ => false,
        }
    }

    /// Where the colon is, if only a remark in brackets or symbols are before it: `"name" [1]: ..`, `"name" (required): ..`.
    ///
    /// A remark has no quote, comma or brace in it, and a value follows the colon. So `"name" [1], "b": ..` has none, and
    /// `[1]` is the value.
    #[cold]
    fn remark_before_colon(&self, start: usize) -> Option<usize> {
        let mut closers = Vec::new();
        for (offset, c) in self.rest_at(start).char_indices().take(LONGEST_KEY_REMARK) {
            step(1);
            let pos = start + offset;
            match c {
                ':' if closers.is_empty() => {
                    let value = self.after_space(pos + 1);
                    return (offset > 0 && self.is_value_start(value)).then_some(pos);
                }
                '(' => closers.push(')'),
                '[' => closers.push(']'),
                '<' => closers.push('>'),
                '【' => closers.push('】'),
                ')' | ']' | '>' | '】' => closers.pop().filter(|&close| close == c).map(drop)?,
                '{' | '}' | ',' | '\n' | '=' | '\\' => return None,
                _ if quotes::is_quote(c) => return None,
                // Between a tag and its end, as in `<sup>1</sup>`, and outside of brackets, words may be a value.
                _ if closers.is_empty() && (c.is_alphabetic() || matches!(c, '-' | '+' | '.' | '$')) => return None,
                _ if closers.is_empty() && c.is_numeric() && !self.text[..pos].ends_with('>') => return None,
                _ => {}
            }
        }
        self.meets_end_within(start, LONGEST_KEY_REMARK);
        None
    }

    /// The length of the one or two colons or equals signs at `start`: `:`, `:=`, `: :`.
    fn colons(&self, start: usize) -> usize {
        let next = self.after_space(start + 1);
        let is_second = matches!(self.byte(next), b':' | b'=') && self.is_value_start(self.after_space(next + 1));
        if is_second { next + 1 - start } else { 1 }
    }

    /// Skips what separates a key from its value, and returns whether a value follows.
    fn colon(&mut self, at: &Frame<'_>) -> bool {
        let mark = self.sink.mark();
        let after_key = self.pos;
        self.trivia(at);
        let start = self.pos;
        let length = match self.peek() {
            // A point that touches the key is rather a colon than the beginning of a number.
            b'.' if start == after_key && matches!(self.byte(start + 1), b'0'..=b'9' | b'-' | b'"' | b'[' | b'{') => {
                self.repaired(RepairKind::JunkRemoved, at, start..start + 1);
                1
            }
            b'=' if matches!(self.byte(start + 1), b'>' | b'=') => 2,
            b':' | b'=' => self.colons(start),
            b';' => 1,
            b',' if self.is_lost_colon(at) => 1,
            b',' | b'}' | b']' => {
                let has_comment = self.sink.has_moved(mark);
                self.repaired(RepairKind::MissingValue, at, start..start);
                if has_comment {
                    self.conserve_value(start, at);
                }
                return false;
            }
            0 if self.at_end() => {
                self.cut(at);
                return false;
            }
            _ => match self.remark_before_colon(start) {
                Some(colon) => {
                    self.repaired(RepairKind::JunkRemoved, at, start..colon);
                    self.pos = colon;
                    1
                }
                None => 0,
            },
        };
        if self.peek() != b':' || length > 1 {
            self.repaired(RepairKind::MissingColon, at, start..start + length);
        }
        self.pos += length;
        self.space();
        if length == 0 && self.byte(self.after_space(self.pos + 1)) == b':' {
            // The colon may be outside the string that begins here.
            self.repaired(RepairKind::AmbiguousQuote, at, self.pos..self.pos + 1);
        }
        match self.peek() {
            b',' | b'}' | b']' => {
                self.repaired(RepairKind::MissingValue, at, self.pos..self.pos);
                false
            }
            0 if self.at_end() => {
                self.cut(at);
                false
            }
            _ => true,
        }
    }
}

/// Whether the object at this level is an element of a list of objects.
pub(crate) fn is_element(at: &Frame<'_>) -> bool {
    let holder = at.parent.map(Frame::place);
    holder.is_some_and(|holder| matches!(holder.level, Level::List { accepts, .. } if accepts.has(Accepts::OBJECT)))
}
