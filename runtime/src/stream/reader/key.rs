//! Keys and elements: where the next one is, and which field a key names.

use super::super::kind::{Kind, Level, Open};
use super::{LONGEST, Reader, Root, State, Sure};
use crate::read::steps::step;
use crate::read::{decode, scan};
use crate::spec::{Accepts, ObjectSpec};

/// A key and what follows it.
pub(super) struct StreamKey {
    pub(super) field: Option<u32>,
    /// Where its value begins.
    pub(super) value: usize,
}

impl Reader {
    pub(super) fn key(&mut self, root: &mut dyn Root) -> bool {
        self.pos = self.after_space(self.pos);
        let Some(&level) = self.spine.last() else {
            return self.freeze();
        };
        match self.byte(self.pos) {
            None => return false,
            // A trailing comma before the closing bracket is ignored.
            Some(b'}') => return self.close(root),
            _ => {}
        }
        let Some(spec) = level.spec else { return self.freeze() };
        let key = match self.key_at(self.pos, spec, level.at.wrapping_add(1)) {
            Sure::Yes(key) => key,
            Sure::Wait => return false,
            Sure::Odd => return self.odd_level(),
        };
        self.take(&key, root)
    }

    /// Continues with the value of a key of the innermost object.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn take(&mut self, key: &StreamKey, root: &mut dyn Root) -> bool {
        let Some(level) = self.spine.last_mut() else {
            return self.freeze();
        };
        self.pos = key.value;
        let kind = match key.field {
            Some(field) if level.seen.add(field) => {
                level.at = field;
                kind_of(level)
            }
            // An unknown key is skipped with its value, and so is a second value of a field.
            _ if level.spec.is_some_and(|spec| spec.one_key) => return self.odd_level(),
            _ => Kind::Hidden,
        };
        if let (Kind::Text, Some(b'"')) = (kind, self.byte(self.pos)) {
            self.open_text(root);
        } else {
            self.go_into(kind);
        }
        true
    }

    /// Continues with the value at `pos`, which is shown in this way.
    pub(super) fn go_into(&mut self, kind: Kind) {
        if let Kind::Hidden = kind {
            self.look_for_end(State::Skip, self.pos);
        } else {
            self.scanned = self.pos;
            self.expect(kind);
        }
    }

    /// The key at `pos`, with its colon and the first byte of its value. `next` is the field that is expected here.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn key_at(&self, pos: usize, spec: &'static ObjectSpec, next: u32) -> Sure<StreamKey> {
        let bytes = self.text.as_bytes();
        if let (Some(field), Some(b'"')) = (spec.fields.get(next as usize), bytes.get(pos)) {
            let name = field.name.as_bytes();
            let rest = &bytes[pos + 1..];
            if rest.len() <= name.len() {
                if scan::is_plain(bytes, pos + 1) && rest.len() < LONGEST {
                    return Sure::Wait;
                }
            } else if rest[name.len()] == b'"' && is_same(&rest[..name.len()], name) {
                return self.value_after(pos + name.len() + 2, Some(next));
            }
        }
        self.other_key_at(pos, spec)
    }

    /// Like [`Reader::key_at`], for a key that is not the expected one, or is not plain JSON.
    #[inline(never)]
    fn other_key_at(&self, pos: usize, spec: &'static ObjectSpec) -> Sure<StreamKey> {
        let bytes = self.text.as_bytes();
        let quote = match bytes.get(pos) {
            Some(quote @ (b'"' | b'\'')) => Some(*quote),
            Some(byte) if byte.is_ascii_alphabetic() || *byte == b'_' => None,
            Some(_) => return Sure::Odd,
            None => return Sure::Wait,
        };
        let inner = pos + usize::from(quote.is_some());
        let end = if let Some(quote) = quote {
            scan::content_stop(bytes, inner, quote)
        } else {
            let is_end = |byte: &u8| !(byte.is_ascii_alphanumeric() || *byte == b'_');
            let length = bytes[inner..].iter().take(LONGEST).position(is_end);
            step(length.unwrap_or(LONGEST.min(bytes.len() - inner)));
            length.map_or(bytes.len(), |length| inner + length)
        };
        if end - inner >= LONGEST {
            return Sure::Odd;
        }
        let name = &self.text[inner..end];
        let field = match (quote, bytes.get(end)) {
            (_, None) => return Sure::Wait,
            (Some(b'"'), Some(b'\\')) => return self.escaped_key(inner, spec),
            (Some(b'"'), Some(b'"')) => match field_of(name, spec) {
                Ok(field) => field,
                Err(()) => return Sure::Odd,
            },
            (None, _) | (Some(_), Some(b'\'')) => match spec.exact(name) {
                Some(field) => Some(field),
                None => return Sure::Odd,
            },
            (Some(_), Some(_)) => return Sure::Odd,
        };
        self.value_after(end + usize::from(quote.is_some()), field)
    }

    /// A key with escapes in it. Its content begins at `inner`.
    pub(super) fn escaped_key(&self, inner: usize, spec: &'static ObjectSpec) -> Sure<StreamKey> {
        let bytes = self.text.as_bytes();
        let mut end = inner;
        loop {
            end = scan::string_stop(bytes, end);
            match bytes.get(end) {
                _ if end - inner > LONGEST => return Sure::Odd,
                None => return Sure::Wait,
                Some(b'"') => break,
                Some(b'\\') => end = (end + 2).min(bytes.len()),
                Some(_) => return Sure::Odd,
            }
        }
        let Some(name) = decode::strict(&self.text[inner..end]) else {
            return Sure::Odd;
        };
        match field_of(&name, spec) {
            Ok(field) => self.value_after(end + 1, field),
            Err(()) => Sure::Odd,
        }
    }

    /// The value after the colon of the key that ends at `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn value_after(&self, end: usize, field: Option<u32>) -> Sure<StreamKey> {
        if let [b':', b' ', byte, ..] = self.text.as_bytes()[end..]
            && !matches!(byte, 0..=b' ' | b',' | b'}' | b']' | b':')
        {
            return Sure::Yes(StreamKey { field, value: end + 2 });
        }
        if let [] | [b':'] | [b':', b' '] = self.text.as_bytes()[end..] {
            return Sure::Wait;
        }
        self.value_after_colon(end, field)
    }

    #[inline(never)]
    fn value_after_colon(&self, end: usize, field: Option<u32>) -> Sure<StreamKey> {
        let colon = match self.next(end) {
            Sure::Yes((colon, b':')) => colon,
            Sure::Wait => return Sure::Wait,
            _ => return Sure::Odd,
        };
        match self.next(colon + 1) {
            Sure::Yes((value, byte)) if !matches!(byte, b',' | b'}' | b']' | b':') => {
                Sure::Yes(StreamKey { field, value })
            }
            Sure::Wait => Sure::Wait,
            Sure::Yes(_) | Sure::Odd => Sure::Odd,
        }
    }

    pub(super) fn element(&mut self, root: &mut dyn Root) -> bool {
        self.pos = self.after_space(self.pos);
        let Some(byte) = self.byte(self.pos) else { return false };
        if byte == b']' {
            return self.close(root);
        }
        let Some(level) = self.spine.last_mut() else {
            return self.freeze();
        };
        let Open::List(plan) = level.open else {
            return self.freeze();
        };
        let begins = matches!(byte, b'"' | b'{' | b'[' | b'-' | b'0'..=b'9' | b't' | b'f' | b'n');
        if !begins {
            return self.odd_level();
        }
        level.at = level.at.wrapping_add(1);
        self.elements += 1;
        if self.elements > self.most_elements {
            return self.freeze();
        }
        self.expect(plan.element);
        true
    }
}

/// Whether two names of the same length are equal: most are so short that calling a comparison costs more than making it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_same(one: &[u8], other: &[u8]) -> bool {
    match (one.first_chunk::<8>(), other.first_chunk::<8>()) {
        (Some(head), Some(other_head)) if one.len() <= 16 => {
            head == other_head && one.last_chunk::<8>() == other.last_chunk::<8>()
        }
        (None, None) => match (one.first_chunk::<4>(), other.first_chunk::<4>()) {
            (Some(head), Some(other_head)) => head == other_head && one.last_chunk::<4>() == other.last_chunk::<4>(),
            _ => one == other,
        },
        _ => one == other,
    }
}

/// How the value of the field that is being read is shown.
#[cfg_attr(not(debug_assertions), inline(always))]
fn kind_of(level: &Level) -> Kind {
    match level.open {
        Open::Object(plan) => plan.kinds.get(level.at as usize).copied().unwrap_or(Kind::Whole),
        Open::List(plan) => plan.element,
        // The tag, if there is one, is the first field of the spec, and has already been read.
        Open::Around(spec, kind) => {
            if level.at == 0 && !spec.one_key {
                Kind::Hidden
            } else {
                kind
            }
        }
    }
}

/// The field with this key, `None` for an unknown key, and an error if the engine has to decide: the key may be misspelled,
/// which depends on which fields are missing in the end.
fn field_of(name: &str, spec: &'static ObjectSpec) -> Result<Option<u32>, ()> {
    match spec.exact(name).or_else(|| spec.folded(name)) {
        Some(field) => Ok(Some(field)),
        None if spec.near(name).is_some() || spec.takes_any() => Err(()),
        None => Ok(None),
    }
}

/// Whether an element of the list may begin with this byte.
pub(super) fn begins_element(byte: u8, level: &Level) -> bool {
    let Open::List(plan) = level.open else { return false };
    match byte {
        b'"' => plan.accepts.has(
            Accepts::STRING
                .or(Accepts::NAME)
                .or(Accepts::NUMBER)
                .or(Accepts::BOOLEAN),
        ),
        b'{' => plan.accepts.has(Accepts::OBJECT),
        b'[' => plan.accepts.has(Accepts::ARRAY),
        b'-' | b'0'..=b'9' => plan.accepts.has(Accepts::NUMBER),
        b't' | b'f' => plan.accepts.has(Accepts::BOOLEAN),
        b'n' => plan.accepts.has(Accepts::NULL),
        _ => false,
    }
}
