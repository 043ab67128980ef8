//! Calls with a tag of their own, and a tag for each argument.
//!
//! A closing tag ends a value only if what may follow a value follows it: the next argument, or the end of the call. So a
//! value that contains its own closing tag, such as code, is read to its end. A whole call inside a value is a part of it,
//! up to the closing tag of that call.

mod closed;

use alloc::vec::Vec;
use core::ops::Range;

use super::super::format::{ENDS, Entry, SKIPPED, Tags};
use super::super::found::{Arguments, FoundCall};
use super::marks::{Begins, begins, begins_any, is_known, is_name, length_of, place_of};
use super::{GrowingCall, LONGEST_HEADER, Progress, ReplyText, head};
use crate::ErrorKind;
use crate::read::scan;
use crate::read::transcript::trimmed;
use crate::spec::NamesSpec;
use closed::{BrokenCall, ClosedCall};

/// Where in a call the walk is.
#[derive(Debug)]
pub(in super::super) struct TaggedCall {
    entry: &'static Entry,
    tags: &'static Tags,
    start: usize,
    after: usize,
    name: Range<usize>,
    arguments: Vec<(Range<usize>, Range<usize>)>,
    stage: Stage,
    overran: bool,
    /// A mark around calls is open.
    is_wrapped: bool,
}

#[derive(Debug)]
enum Stage {
    Name,
    Between(usize),
    Value(OpenArgument),
    /// The call is closed: what follows shows whether it is over.
    Closed(ClosedCall),
    /// Something is where an argument belongs: the end of the call was searched up to here.
    Broken(BrokenCall),
    Over(usize),
}

/// A value whose end was not found so far.
#[derive(Debug, Clone)]
struct OpenArgument {
    key: Range<usize>,
    start: usize,
    /// Its end was searched up to here.
    searched: usize,
    /// How many whole calls are open inside the value: it shows how calls are written.
    nested: u32,
    /// Where the call seems to end, if the closing tag of the value was forgotten.
    forgotten: Option<usize>,
}

/// Where the name ends that begins at `from`, and what ends it. `Err`: whether more text may show it.
fn name_end(text: ReplyText<'_>, tags: &Tags, from: usize) -> Result<(usize, &'static str), bool> {
    let rest = text.rest(from);
    let skipped = rest.len() - rest.trim_start().len();
    let head = head(rest);
    let ends = tags
        .name_end
        .iter()
        .filter_map(|end| place_of(head.get(skipped..)?, end).map(|at| (at + skipped, *end)));
    match ends.min_by_key(|(at, _)| *at) {
        Some((at, end)) => Ok((from + at, end)),
        None => Err(!text.is_end && rest.len() < LONGEST_HEADER),
    }
}

/// Whether a name ends with the quote of an attribute.
fn is_quote(mark: &str) -> bool {
    matches!(mark, "\"" | "'")
}

/// Whether the layout is that of the text after the mark.
pub(super) fn fits(text: ReplyText<'_>, tags: &'static Tags, after: usize, names: &NamesSpec) -> Begins {
    let (end, mark) = match name_end(text, tags, after) {
        Ok(found) => found,
        Err(true) if is_name_so_far(text.rest(after), tags) => return Begins::Wait,
        Err(false) if text.is_end && is_name_so_far(text.rest(after), tags) => return Begins::Yes,
        Err(_) => return Begins::No,
    };
    let next = text.after_space(if mark == ">" { end + 1 } else { end });
    // What may follow the name is a tag.
    if !is_quote(mark) && text.byte(next).is_some_and(|byte| byte != b'<') {
        return Begins::No;
    }
    let name = text.text[after..end].trim();
    if !is_name(name) {
        return Begins::No;
    }
    if is_quote(mark) {
        return Begins::Yes;
    }
    match begins(text, next, tags.key) {
        Begins::No => {}
        found => return found,
    }
    // The reply was cut off in the mark that follows.
    let rest = text.rest(next);
    if text.is_end && !rest.is_empty() && (mark == ">" || is_known(names, name)) {
        let is_part = |mark: &str| rest.len() < mark.len() && mark.starts_with(rest);
        if is_part(tags.key) || is_part(tags.close) {
            return Begins::Yes;
        }
    }
    match begins(text, next, tags.close) {
        // Prose may say this of any word.
        Begins::Yes if mark != ">" && !is_known(names, name) => Begins::No,
        Begins::No if next >= text.text.len() && text.is_end => Begins::Yes,
        // The closing tag of a call without arguments is missing.
        Begins::No if mark == ">" && is_known(names, name) => match begins_any(text, next, SKIPPED) {
            Begins::No => begins_any(text, next, &["<function="]),
            found => found,
        },
        found => found,
    }
}

/// Where the value begins after a key that ends at `from`; otherwise, whether it may.
fn value_start(text: ReplyText<'_>, tags: &Tags, from: usize) -> Result<usize, Begins> {
    if tags.value.is_empty() {
        return Ok(from);
    }
    if tags.value != ">" {
        let open = text.after_space(from);
        return match begins(text, open, tags.value) {
            Begins::Yes => Ok(open + tags.value.len()),
            other => Err(other),
        };
    }
    // Attributes may follow the key.
    let rest = text.rest(from);
    match rest.find('>').filter(|&close| close <= LONGEST_HEADER) {
        Some(close) if rest[..close].contains('<') => Err(Begins::No),
        Some(close) if !are_attributes(&rest[..close]) => Err(Begins::No),
        Some(close) => Ok(from + close + 1),
        None if !text.is_end && rest.len() <= LONGEST_HEADER => Err(Begins::Wait),
        None => Err(Begins::No),
    }
}

/// Whether a text is the attributes of a tag: names with values, and blanks before each of them.
fn are_attributes(text: &str) -> bool {
    let mut rest = text;
    loop {
        let next = rest.trim_start();
        if next.is_empty() {
            return true;
        }
        let length = next.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '-' | ':'));
        let Some((name, value)) = length.map(|length| next.split_at(length)) else {
            return false;
        };
        let Some(value) = value
            .strip_prefix('=')
            .filter(|_| !name.is_empty() && next.len() < rest.len())
        else {
            return false;
        };
        let quoted = ['"', '\'']
            .into_iter()
            .find_map(|quote| value.strip_prefix(quote)?.split_once(quote));
        let word = ["true", "false"].into_iter().find_map(|word| value.strip_prefix(word));
        let Some(after) = quoted.map(|(_, after)| after).or(word) else {
            return false;
        };
        rest = after;
    }
}

/// The text without what may be the beginning of a mark that ends the name.
fn without_mark_so_far<'t>(text: &'t str, tags: &Tags) -> &'t str {
    match text.rfind('<') {
        Some(at) if tags.name_end.iter().any(|end| end.starts_with(&text[at..])) => &text[..at],
        _ => text,
    }
}

/// Whether a name may begin like this, perhaps with the beginning of a mark that ends it. It is looked at from the front: the rest
/// of the text after a name is long, and of another kind.
fn is_name_so_far(rest: &str, tags: &Tags) -> bool {
    let name = rest.trim_start();
    let end = name.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(name.len());
    let (name, after) = name.split_at(end);
    let after = after.trim_start();
    let is_mark = |mark: &&str| after.starts_with('<') && mark.starts_with(after);
    (name.is_empty() || is_name(name)) && (after.is_empty() || tags.name_end.iter().any(is_mark))
}

impl TaggedCall {
    pub(super) fn new(
        entry: &'static Entry,
        tags: &'static Tags,
        start: usize,
        after: usize,
        is_wrapped: bool,
    ) -> Self {
        Self {
            entry,
            is_wrapped,
            tags,
            start,
            after,
            name: after..after,
            arguments: Vec::new(),
            stage: Stage::Name,
            overran: false,
        }
    }

    pub(super) fn whole(&self) -> (usize, usize) {
        (self.start, self.after)
    }

    pub(super) fn growing(&self) -> Option<GrowingCall> {
        if matches!(self.stage, Stage::Name | Stage::Over(_)) {
            return None;
        }
        // Where the arguments begin is all that is asked for: to copy all of them would take quadratic time.
        let mut arguments: Vec<_> = self.arguments.first().cloned().into_iter().collect();
        if let (Stage::Value(value), true) = (&self.stage, arguments.is_empty()) {
            arguments.push((value.key.clone(), value.start..value.start));
        }
        Some(GrowingCall {
            format: self.entry.format,
            name: self.name.clone(),
            id: None,
            arguments: Arguments::Plain(arguments, self.tags),
        })
    }

    /// Whether the end of the text was reached in search of the end of a value.
    pub(super) fn overran(&self) -> bool {
        self.overran
    }

    pub(super) fn go_on(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Progress {
        loop {
            let progress = match &self.stage {
                Stage::Name => self.name(text),
                Stage::Between(pos) => self.between(text, *pos),
                Stage::Value(value) => {
                    let value = value.clone();
                    self.value(text, value, names)
                }
                Stage::Closed(call) => self.closed(text, *call, names),
                Stage::Broken(call) => Some(self.broken(text, *call)),
                Stage::Over(end) => Some(Progress::Over(*end)),
            };
            if let Some(progress) = progress {
                return progress;
            }
        }
    }

    fn name(&mut self, text: ReplyText<'_>) -> Option<Progress> {
        let (end, mark) = match name_end(text, self.tags, self.after) {
            Ok(found) => found,
            Err(true) => return Some(Progress::Wait),
            Err(false) => {
                let end = text.text.len();
                let name = self.after..self.after + without_mark_so_far(text.rest(self.after), self.tags).len();
                self.name = trimmed(text.text, name);
                return Some(self.ended(end, end, Arguments::Unreadable(ErrorKind::Truncated)));
            }
        };
        self.name = trimmed(text.text, self.after..end);
        let next = match mark {
            ">" => end + 1,
            // The rest of the tag.
            _ if is_quote(mark) => {
                let close = scan::byte::<b'>'>(text.text.as_bytes(), end);
                if close >= text.text.len() {
                    if !text.is_end {
                        return Some(Progress::Wait);
                    }
                    return Some(self.ended(close, close, Arguments::Unreadable(ErrorKind::Truncated)));
                }
                if text.text[end..close].contains('<') {
                    self.stage = Stage::Broken(BrokenCall::at(end));
                    return None;
                }
                if text.text[end..close].ends_with('/') {
                    return Some(self.ended(close + 1, close + 1, Arguments::Plain(Vec::new(), self.tags)));
                }
                close + 1
            }
            _ => end,
        };
        self.stage = Stage::Between(next);
        None
    }

    /// What is between two arguments: the key of the next one, or the end of the call.
    fn between(&mut self, text: ReplyText<'_>, pos: usize) -> Option<Progress> {
        let tags = self.tags;
        let at = text.after_space(pos);
        match begins(text, at, tags.close) {
            Begins::Wait => return Some(Progress::Wait),
            Begins::Yes => {
                let end = at + tags.close.len();
                if self.is_wrapped || !self.arguments.is_empty() {
                    self.stage = Stage::Closed(ClosedCall {
                        end,
                        searched: end,
                        is_wrapped: self.is_wrapped,
                    });
                    return None;
                }
                return Some(self.whole_call(end));
            }
            Begins::No => {}
        }
        match begins(text, at, tags.key) {
            Begins::Wait => return Some(Progress::Wait),
            Begins::Yes => {}
            Begins::No => {
                match self.call_is_over(text, at) {
                    Begins::Wait => return Some(Progress::Wait),
                    Begins::Yes if at < text.text.len() => {
                        return Some(self.ended(pos, at, Arguments::Unreadable(ErrorKind::Malformed)));
                    }
                    _ => self.stage = Stage::Broken(BrokenCall::at(at)),
                }
                return None;
            }
        }
        let from = at + tags.key.len();
        let rest = text.rest(from);
        let head = head(rest);
        let Some(length) = place_of(head, tags.key_end) else {
            if !text.is_end && rest.len() < LONGEST_HEADER {
                return Some(Progress::Wait);
            }
            self.stage = Stage::Broken(BrokenCall::at(at));
            return None;
        };
        let key = trimmed(text.text, from..from + length);
        // What runs over a mark, a line or an attribute is no name, but a tag without its end.
        if key.is_empty() || text.text[key.clone()].contains(['<', '\n', '=', '"']) {
            self.stage = Stage::Broken(BrokenCall::at(at));
            return None;
        }
        let start = match value_start(text, tags, from + length + tags.key_end.len()) {
            Ok(start) => start,
            Err(Begins::Wait) => return Some(Progress::Wait),
            Err(_) => {
                self.stage = Stage::Broken(BrokenCall::at(at));
                return None;
            }
        };
        self.stage = Stage::Value(OpenArgument {
            key,
            start,
            searched: start,
            nested: 0,
            forgotten: None,
        });
        None
    }

    /// Looks for the end of a value.
    fn value(&mut self, text: ReplyText<'_>, mut value: OpenArgument, names: &NamesSpec) -> Option<Progress> {
        let tags = self.tags;
        let bytes = text.text.as_bytes();
        let mut at = scan::byte::<b'<'>(bytes, value.searched);
        while at < bytes.len() {
            let is_end = begins(text, at, tags.value_end);
            let closes = begins(text, at, tags.close);
            if is_end == Begins::Wait || closes == Begins::Wait {
                break;
            }
            if closes == Begins::Yes && value.nested > 0 {
                value.nested -= 1;
            } else if closes == Begins::Yes && value.forgotten.is_none() {
                let end = at + tags.close.len();
                match self.call_is_over(text, text.after_space(end)) {
                    Begins::Yes => value.forgotten = Some(end),
                    Begins::Wait => break,
                    Begins::No => {}
                }
            }
            if is_end == Begins::Yes && value.nested == 0 {
                let next = text.after_space(at + tags.value_end.len());
                match begins_any(text, next, &[tags.key, tags.close]) {
                    Begins::Yes => {
                        let content = self.without_lines(text.text, value.start..at);
                        self.arguments.push((value.key, content));
                        self.stage = Stage::Between(next);
                        return None;
                    }
                    Begins::Wait => break,
                    Begins::No if value.forgotten.is_none() => match self.call_is_over(text, next) {
                        Begins::Yes => value.forgotten = Some(at + tags.value_end.len()),
                        Begins::Wait => break,
                        Begins::No => {}
                    },
                    Begins::No => {}
                }
            }
            match self.opens(text, at, names) {
                Begins::Yes => value.nested += 1,
                Begins::Wait => break,
                Begins::No => {}
            }
            at = scan::byte::<b'<'>(bytes, at + 1);
        }
        if !text.is_end {
            value.searched = at.min(bytes.len());
            self.stage = Stage::Value(value);
            return Some(Progress::Wait);
        }
        // The rest is a part of the value, whatever it looks like, unless the call ended without the value's closing tag.
        self.overran = true;
        let (end, kind) = match value.forgotten {
            Some(end) if text.after_space(end) < bytes.len() => (end, ErrorKind::Malformed),
            // The writer had finished: the closing tag of the value is missing, or is another one.
            _ if text.text.trim_end().ends_with(tags.close) => (bytes.len(), ErrorKind::Malformed),
            _ => (bytes.len(), ErrorKind::Truncated),
        };
        Some(self.ended(end, end, Arguments::Unreadable(kind)))
    }

    /// Whether what is at `at` follows a call, though a closing tag of it is missing: a mark around calls, the next call, or
    /// the end of the text.
    fn call_is_over(&self, text: ReplyText<'_>, at: usize) -> Begins {
        if at >= text.text.len() {
            return if text.is_end { Begins::Yes } else { Begins::Wait };
        }
        let marks = [SKIPPED, ENDS, self.entry.open];
        marks
            .into_iter()
            .map(|marks| begins_any(text, at, marks))
            .fold(Begins::No, Begins::or)
    }

    /// Whether a call of this format begins at `at`: its tag, and then an argument or its end.
    fn opens(&self, text: ReplyText<'_>, at: usize, names: &NamesSpec) -> Begins {
        match begins_any(text, at, self.entry.open) {
            Begins::Yes => {
                let after = at + length_of(text, at, self.entry.open);
                match fits(text, self.tags, after, names) {
                    Begins::Yes if self.tags.name_end.iter().all(|end| is_quote(end)) => self.goes_into(text, after),
                    found => found,
                }
            }
            other => other,
        }
    }

    /// Whether an argument or the end of the call follows the opening tag whose name begins at `from`.
    fn goes_into(&self, text: ReplyText<'_>, from: usize) -> Begins {
        let rest = text.rest(from);
        match place_of(head(rest), ">") {
            Some(close) if rest[..close].ends_with('/') => Begins::No,
            Some(close) => {
                let next = text.after_space(from + close + 1);
                begins_any(text, next, &[self.tags.key, self.tags.close])
            }
            None if !text.is_end && rest.len() < LONGEST_HEADER => Begins::Wait,
            None => Begins::No,
        }
    }

    /// The value without the line break after its tag and the one before the next.
    fn without_lines(&self, text: &str, value: Range<usize>) -> Range<usize> {
        if !self.tags.lines {
            return value;
        }
        let content = &text[value.clone()];
        // The line break after the value is of the same kind as the one before it, if there is one.
        let (start, ends): (_, &[_]) = match (content.strip_prefix("\r\n"), content.strip_prefix('\n')) {
            (Some(start), _) => (start, &["\r\n"]),
            (_, Some(start)) => (start, &["\n"]),
            _ => (content, &["\r\n", "\n"]),
        };
        let end = ends.iter().find_map(|end| start.strip_suffix(end));
        let length = end.unwrap_or(start).len();
        let from = value.end - start.len();
        from..from + length
    }

    fn whole_call(&mut self, end: usize) -> Progress {
        let arguments = Arguments::Plain(core::mem::take(&mut self.arguments), self.tags);
        self.ended(end, end, arguments)
    }

    fn ended(&mut self, end: usize, next: usize, arguments: Arguments) -> Progress {
        self.stage = Stage::Over(next);
        Progress::Call(FoundCall {
            format: self.entry.format,
            span: self.start..end,
            name: self.name.clone(),
            id: None,
            arguments,
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        })
    }
}
