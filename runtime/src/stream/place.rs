//! Where in a reply the answer begins, as far as that is certain while the reply is still arriving.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::kind::Kind;
use crate::Options;
use crate::read::reasoning::{Opened, after_close, opened};
use crate::read::steps::step;
use crate::spec::{Accepts, NamesSpec, ObjectSpec};

/// The search for the answer's first bracket.
#[derive(Debug)]
pub(super) struct StreamPlace {
    /// There is none before this position.
    pos: usize,
    /// The next bracket begins the answer: only white space or a tag precedes it.
    is_sure: bool,
    /// Inside reasoning, which this tag closes.
    until: Option<&'static str>,
    markers: Vec<String>,
    accepts: Accepts,
    /// The answer may be a list whose elements need not be objects. A bracket in prose may open it, so nothing after that
    /// bracket is certain.
    is_of_scalars: bool,
    is_lost: bool,
    /// The answer may be one of these names, in quotes.
    names: Option<&'static NamesSpec>,
    /// If an object in prose begins with one of these keys, it is the answer.
    spec: Option<&'static ObjectSpec>,
}

/// The answer's first bracket.
#[derive(Debug, Clone, Copy)]
pub(super) struct FoundPlace {
    pub(super) start: usize,
    pub(super) is_fenced: bool,
}

/// What a tag, a fence or a bracket turns out to be.
enum PlaceStep {
    /// The answer begins here.
    Answer(FoundPlace),
    /// The search goes on from here.
    On(usize),
    /// More of the text is needed.
    Wait,
}

/// The longest tag, info string or key that is looked for.
const LONGEST: usize = 160;

impl StreamPlace {
    pub(super) fn new(root: Kind, accepts: Accepts, options: &Options<'_>) -> Self {
        let accepts = match root {
            Kind::Object(_) | Kind::Choice(_) => Accepts::OBJECT,
            Kind::List(_) => Accepts::ARRAY,
            Kind::Whole | Kind::Text | Kind::Hidden => accepts,
        };
        Self {
            pos: 0,
            is_sure: true,
            until: None,
            markers: options.markers.iter().map(|&name| name.to_owned()).collect(),
            accepts,
            is_of_scalars: false,
            is_lost: false,
            names: match root {
                Kind::Choice(plan) => Some(plan.names),
                _ => None,
            },
            spec: spec_of(root),
        }
    }

    /// The search for a list of such elements, or for the first of several such values in a row.
    pub(super) fn of_list(element: Accepts, spec: &'static ObjectSpec, options: &Options<'_>) -> Self {
        Self {
            accepts: super::items::listed(element),
            spec: Some(spec),
            is_of_scalars: !matches!(element, Accepts::OBJECT),
            ..Self::new(Kind::Whole, element, options)
        }
    }

    /// The answer's first bracket, once it has arrived.
    pub(super) fn find(&mut self, text: &str) -> Option<FoundPlace> {
        loop {
            if self.is_lost {
                return None;
            }
            if let Some(close) = self.until {
                match after_close(text, self.pos, close) {
                    Ok(end) => {
                        self.pos = end;
                        self.until = None;
                    }
                    Err(searched) => {
                        self.pos = searched;
                        return None;
                    }
                }
            }
            let rest = &text[self.pos..];
            let offset = rest.find(['{', '[', '<', '`', '~', '◁']).unwrap_or(rest.len());
            step(offset);
            self.is_sure &= rest[..offset].chars().all(|c| c.is_whitespace() || c == '\u{feff}');
            self.pos += offset;
            let step = match text.as_bytes().get(self.pos)? {
                b'<' => self.reasoning(text).unwrap_or_else(|| self.tag(text)),
                b'`' | b'~' => self.fence(text),
                b'[' => self.reasoning(text).unwrap_or_else(|| self.bracket(text)),
                b'{' => self.bracket(text),
                _ => {
                    let begins_reply = text[..self.pos].trim_start().is_empty();
                    let reasoning = if begins_reply { self.reasoning(text) } else { None };
                    reasoning.unwrap_or_else(|| self.on(self.pos + '◁'.len_utf8()))
                }
            };
            match step {
                PlaceStep::Answer(found) => return Some(found),
                PlaceStep::On(pos) => self.pos = pos,
                PlaceStep::Wait => return None,
            }
        }
    }

    /// Reasoning that a mark here opens, if one does.
    fn reasoning(&mut self, text: &str) -> Option<PlaceStep> {
        match opened(&text[self.pos..]) {
            Opened::Reasoning(close, length) => {
                self.until = Some(close);
                Some(PlaceStep::On(self.pos + length))
            }
            Opened::Wait => Some(PlaceStep::Wait),
            Opened::Nothing => None,
        }
    }

    fn tag(&mut self, text: &str) -> PlaceStep {
        let rest = &text[self.pos + 1..];
        let is_end = |c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '|' | '/'));
        let Some(length) = rest.find(is_end) else {
            return if rest.len() < LONGEST {
                PlaceStep::Wait
            } else {
                self.on(self.pos + 1)
            };
        };
        let name = &rest[..length];
        let after = self.pos + 1 + length;
        if !rest[length..].starts_with('>') || name.is_empty() {
            return self.on(after.max(self.pos + 1));
        }
        self.is_sure = !name.starts_with('/') && self.is_marked(name);
        PlaceStep::On(after + 1)
    }

    fn fence(&mut self, text: &str) -> PlaceStep {
        let rest = &text[self.pos..];
        let bytes = rest.as_bytes();
        let marks = bytes.iter().take(LONGEST).take_while(|&&byte| byte == bytes[0]).count();
        step(marks);
        if marks >= LONGEST {
            return self.on(self.pos + LONGEST);
        }
        if marks == rest.len() {
            return PlaceStep::Wait;
        }
        if marks < 3 {
            return self.on(self.pos + marks);
        }
        let info = rest[marks..].trim_start_matches([' ', '\t']);
        let length = info
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '-')))
            .unwrap_or(info.len());
        let after = &info[length..];
        let value = after.trim_start();
        // Bounded, so that it makes no difference how much of the white space has arrived.
        if after.len() - value.len() + length >= 2 * LONGEST {
            return self.on(self.pos + marks);
        }
        if value.is_empty() {
            return PlaceStep::Wait;
        }
        let start = text.len() - value.len();
        let name = &info[..length];
        let is_data = name.is_empty() || name.to_ascii_lowercase().starts_with("json");
        let is_marked = if self.markers.is_empty() {
            is_data
        } else {
            self.is_marked(name)
        };
        let begins = value.as_bytes()[0];
        // In prose, a name is no answer.
        let opens = if begins == b'"' && self.is_sure {
            match self.is_name(&value[1..]) {
                Some(is_name) => is_name,
                None => return PlaceStep::Wait,
            }
        } else {
            self.opens(begins)
        };
        if is_marked && opens && after.len() > value.len() {
            return PlaceStep::Answer(FoundPlace { start, is_fenced: true });
        }
        self.on(self.pos + marks)
    }

    fn bracket(&mut self, text: &str) -> PlaceStep {
        let start = self.pos;
        let found = PlaceStep::Answer(FoundPlace {
            start,
            is_fenced: false,
        });
        if !self.opens(text.as_bytes()[start]) {
            return self.on(start + 1);
        }
        if self.is_sure {
            return found;
        }
        if !self.markers.is_empty() {
            return self.on(start + 1);
        }
        // White space is bounded, so that it makes no difference how much of it has arrived.
        let rest = &text[start + 1..];
        let inside = rest.trim_start();
        step(rest.len() - inside.len());
        if rest.len() - inside.len() >= LONGEST {
            return self.on(start + 1);
        }
        let inside = if text.as_bytes()[start] == b'[' {
            match inside.strip_prefix('{') {
                Some(object) => object.trim_start(),
                None if inside.is_empty() => return PlaceStep::Wait,
                None if self.is_of_scalars => {
                    self.is_lost = true;
                    return PlaceStep::Wait;
                }
                None => return self.on(start + 1),
            }
        } else {
            inside
        };
        if rest.len() - inside.len() >= 2 * LONGEST {
            return self.on(start + 1);
        }
        if inside.is_empty() {
            return PlaceStep::Wait;
        }
        let Some(key) = inside.strip_prefix('"') else {
            return self.on(start + 1);
        };
        match (key.find('"'), self.spec) {
            (Some(length), Some(spec)) if length < LONGEST => {
                let is_known = spec.knows(&key[..length]);
                let after = key[length + 1..].trim_start();
                match after.bytes().next() {
                    _ if key.len() - after.len() >= 2 * LONGEST => self.on(start + 1),
                    Some(b':') if is_known => found,
                    None if is_known => PlaceStep::Wait,
                    _ => self.on(start + 1),
                }
            }
            (None, Some(_)) if key.len() < LONGEST => PlaceStep::Wait,
            _ => self.on(start + 1),
        }
    }

    /// Whether a string that begins like this is the name of a variant; `None` if its end has not arrived.
    fn is_name(&self, content: &str) -> Option<bool> {
        let Some(names) = self.names else { return Some(false) };
        match content.find('"') {
            Some(length) => Some(length < LONGEST && names.exact(&content[..length]).is_some()),
            None => (content.len() >= LONGEST).then_some(false),
        }
    }

    /// Continues the search in prose.
    fn on(&mut self, pos: usize) -> PlaceStep {
        self.is_sure = false;
        PlaceStep::On(pos)
    }

    fn opens(&self, byte: u8) -> bool {
        match byte {
            b'{' => self.accepts.has(Accepts::OBJECT),
            b'[' => self.accepts.has(Accepts::ARRAY),
            _ => false,
        }
    }

    /// Whether a block with this name may contain the answer.
    fn is_marked(&self, name: &str) -> bool {
        self.markers.is_empty() || self.markers.iter().any(|marker| name.starts_with(marker.as_str()))
    }
}

/// The keys of the objects that such an answer is or contains.
fn spec_of(kind: Kind) -> Option<&'static ObjectSpec> {
    match kind {
        Kind::Object(plan) => Some(plan.spec),
        Kind::Choice(plan) => Some(plan.spec),
        Kind::List(plan) => spec_of(plan.element),
        Kind::Whole | Kind::Text | Kind::Hidden => None,
    }
}
