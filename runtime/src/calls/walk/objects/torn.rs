//! Objects with calls that break JSON's grammar.

use core::ops::Range;

use super::super::super::extent::{Balanced, Extent, Pair};
use super::super::super::found::{Arguments, CallParts, FoundCall, is_of_message};
use super::super::broken::{ARGUMENTS, Intent, intent};
use super::super::marks::{Begins, is_known, is_left_open, region_end};
use super::super::{Progress, ReplyText};
use super::{CallObjects, is_call_so_far, token};
use crate::ErrorKind;
use crate::spec::NamesSpec;

/// Whether an object with these keys is a message with calls.
fn is_message(text: &str, pairs: &[Pair]) -> bool {
    let keys = || pairs.iter().map(|pair| &text[pair.key.clone()]);
    keys().any(|key| key == "tool_calls") && keys().all(is_of_message)
}

/// Whether an object has named a tool, and ends after the key of its arguments.
fn is_cut_before_arguments(text: &str, pairs: &[Pair], names: &NamesSpec) -> bool {
    let parts = CallParts::of(text, pairs);
    let is_key = |pair: &Pair| ARGUMENTS.contains(&&text[pair.key.clone()]);
    parts.name.is_some_and(|name| is_known(names, &text[name])) && !parts.has_others && pairs.last().is_some_and(is_key)
}

impl CallObjects {
    /// Looks for the end of an object that breaks JSON's grammar.
    pub(super) fn look_for_end(&mut self, text: ReplyText<'_>, from: usize, names: &NamesSpec) -> Progress {
        match region_end(text, from, self.entry, names) {
            Ok(end) => {
                let start = self.scan.as_ref().map_or(end, Extent::start);
                let is_left = self.entry.map(|entry| is_left_open(text, start..end, entry, names));
                if is_left == Some(Begins::Wait) {
                    self.torn = Some(end);
                    return Progress::Wait;
                }
                let is_cut = is_left == Some(Begins::Yes) || (end == text.text.len() && !self.is_inside());
                self.tear(text, end, is_cut, names)
            }
            Err(next) => {
                self.torn = Some(next);
                Progress::Wait
            }
        }
    }

    /// Looks for the end of an object without marks that breaks JSON's grammar before it turned out to be a call.
    pub(super) fn look_for_closer(&mut self, text: ReplyText<'_>, names: &NamesSpec) -> Option<Progress> {
        let Some(mut balance) = self.balance.take() else {
            return Some(Progress::Text);
        };
        let start = balance.start();
        let intent = intent(text, start, names);
        match intent {
            Intent::Object | Intent::Nothing => {
                self.scan = None;
                return Some(Progress::Text);
            }
            Intent::Call | Intent::List => {}
            Intent::Wait => {
                self.balance = Some(balance);
                return Some(Progress::Wait);
            }
        }
        let (end, is_cut) = match balance.go_on(text.text, text.is_end, |_| false) {
            Balanced::Closed(end) | Balanced::Stopped(end) => (end, false),
            Balanced::Open if text.is_end => (text.text.len(), true),
            Balanced::Open => {
                self.balance = Some(balance);
                return Some(Progress::Wait);
            }
        };
        let pairs = self.scan.take().map(|scan| scan.pairs).unwrap_or_default();
        if intent == Intent::List {
            return self.broken_list(text, start..end, is_cut, &pairs);
        }
        Some(self.broken_call(text, start..end, is_cut, &pairs))
    }

    /// An object with an array of calls that breaks somewhere: each call of the array is looked at, if nothing follows the array
    /// that could say what the object is.
    pub(super) fn broken_list(
        &mut self,
        text: ReplyText<'_>,
        part: Range<usize>,
        is_cut: bool,
        pairs: &[Pair],
    ) -> Option<Progress> {
        let first = self.first.take();
        let list = pairs
            .iter()
            .find(|pair| &text.text[pair.key.clone()] == "tool_calls")
            .and_then(|pair| token(text, pair.value.start, b'['))
            .filter(|&inside| token(text, inside, b'{').is_some());
        let content = text.text[part.clone()].strip_suffix('}').map(str::trim_end);
        let is_last = !is_cut && content.is_some_and(|content| content.ends_with(']'));
        let Some(list) = list.filter(|_| is_last) else {
            let kind = if is_cut {
                ErrorKind::Truncated
            } else {
                ErrorKind::Malformed
            };
            return Some(self.unreadable(part, kind));
        };
        self.is_first = false;
        let next = if first.is_some() { self.pos } else { list };
        self.go_into(next, part.end);
        first.map(|found| Progress::Call(*found))
    }

    /// A call without marks: the whole object is read as the tool.
    pub(super) fn broken_call(
        &mut self,
        text: ReplyText<'_>,
        part: Range<usize>,
        is_cut: bool,
        pairs: &[Pair],
    ) -> Progress {
        self.is_first = false;
        self.pos = part.end;
        Progress::Call(FoundCall {
            format: self.format,
            span: part.clone(),
            name: part.start..part.start,
            id: CallParts::of(text.text, pairs).id,
            arguments: Arguments::Whole { part, is_cut },
            is_repeated: false,
            has_others: false,
            has_surplus: false,
            has_comment: false,
        })
    }

    /// The object that is open ends at `end`, though its brackets are open or wrong.
    pub(super) fn tear(&mut self, text: ReplyText<'_>, end: usize, is_cut: bool, names: &NamesSpec) -> Progress {
        self.torn = None;
        let Some(scan) = self.scan.take() else {
            return Progress::Over(end);
        };
        let start = scan.start();
        let parts = CallParts::of(text.text, &scan.pairs);
        let name = parts.name.clone().unwrap_or(start..start);
        if self.is_bare() && self.is_first {
            let is_call = is_call_so_far(text.text, &scan, names);
            if is_message(text.text, &scan.pairs) {
                return self.unreadable(
                    start..end,
                    if is_cut {
                        ErrorKind::Truncated
                    } else {
                        ErrorKind::Malformed
                    },
                );
            }
            let is_named =
                || is_cut_before_arguments(text.text, &scan.pairs, names) || intent(text, start, names) == Intent::Call;
            if !is_call && is_cut && is_named() {
                return self.unreadable(start..end, ErrorKind::Truncated);
            }
            if !is_call {
                return Progress::Text;
            }
        }
        let is_last = is_cut && end == text.text.len();
        let content = text.text[start..end].trim_end();
        let (with_comma, mut end) = (
            start + content.len(),
            start + content.trim_end_matches([',', ';', ' ', '\n', '\r', '\t']).len(),
        );
        let mut arguments = parts.torn(text.text, start..end, is_cut);
        // A comma after open arguments says that more was about to come, unless it may be between calls. No call
        // follows where the text ends.
        if let Arguments::Torn { part, .. } = &mut arguments
            && (!self.in_list || is_last)
            && content.ends_with(',')
        {
            (part.end, end) = (with_comma, with_comma);
        }
        self.is_first = false;
        self.pos = if is_last { text.text.len() } else { end };
        Progress::Call(FoundCall {
            format: self.format,
            span: start..end,
            name,
            id: parts.id.clone(),
            arguments,
            is_repeated: parts.is_repeated,
            has_others: parts.has_others,
            has_surplus: false,
            has_comment: false,
        })
    }

    /// There is a call that has no name so far.
    pub(super) fn unreadable(&mut self, span: Range<usize>, kind: ErrorKind) -> Progress {
        self.is_first = false;
        self.pos = span.end;
        Progress::Call(FoundCall::unreadable(self.format, span, kind))
    }
}
