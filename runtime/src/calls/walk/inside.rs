//! Calls that are open: what comes of each step in one.

use super::super::extent::{Extent, closes_string};
use super::super::found::{Arguments, FoundCall};
use super::{MOST_OVERRUNS, Met, Progress, ReplyText, Walk, WalkState};
use crate::ErrorKind;

impl Walk {
    /// Goes on inside a call.
    pub(super) fn inside(&mut self, text: ReplyText<'_>) -> Option<Met> {
        let names = self.setting.names;
        let progress = match &mut self.state {
            WalkState::Objects(objects) => objects.go_on(text, names),
            WalkState::Headed(headed) => headed.go_on(text, names),
            WalkState::Tagged(tagged) => tagged.go_on(text, names),
            WalkState::Pythonic(pythonic) => pythonic.go_on(text, names),
            _ => Progress::Text,
        };
        match progress {
            Progress::Wait => Some(Met::Wait),
            Progress::Arguments(name, part) => Some(Met::Arguments { name, part }),
            Progress::Call(found) => self.found(text, found),
            Progress::Over(end) => {
                // What has no marks of its own may be followed by more of its kind.
                self.is_start = match &self.state {
                    WalkState::Objects(objects) => objects.is_bare(),
                    WalkState::Pythonic(calls) => calls.entry().is_none(),
                    _ => false,
                };
                self.go_to(end, WalkState::Prose);
                self.text_from = end;
                None
            }
            Progress::Text => {
                self.is_no_call();
                None
            }
            Progress::Reasoning(from, close) => {
                self.may_be_reasoning = false;
                self.go_to(from, WalkState::Reasoning(close));
                None
            }
            Progress::Turn => {
                self.go_to(text.text.len(), WalkState::Over);
                None
            }
        }
    }

    /// A call was found.
    fn found(&mut self, text: ReplyText<'_>, mut found: FoundCall) -> Option<Met> {
        let overran = match &self.state {
            WalkState::Tagged(tagged) => tagged.overran(),
            WalkState::Pythonic(pythonic) => pythonic.overran(),
            _ => false,
        };
        found.has_comment |= match &mut self.state {
            WalkState::Objects(objects) => objects.take_comment(),
            WalkState::Pythonic(pythonic) => pythonic.take_comment(),
            _ => false,
        };
        if let WalkState::Objects(objects) = &mut self.state
            && objects.take_doubt()
        {
            found.arguments = Arguments::Unreadable(ErrorKind::Malformed);
        }
        self.overruns += usize::from(overran);
        if self.overruns > MOST_OVERRUNS {
            found.arguments = Arguments::Unreadable(ErrorKind::Limit);
            self.go_to(text.text.len(), WalkState::Over);
        }
        if matches!(&self.state, WalkState::Objects(objects) if objects.is_bare()) {
            self.may_be_reasoning = false;
        }
        if let Some(from) = self.open_string {
            let end = found.span.end;
            if closes_string(text.text.get(from..end).unwrap_or_default()) {
                self.open_string = None;
            } else {
                found.arguments = Arguments::Unreadable(ErrorKind::Malformed);
                self.open_string = Some(end);
                self.has_begun = true;
                self.calls += 1;
                return Some(Met::Call(found));
            }
        }
        self.has_begun = true;
        self.calls += 1;
        self.look_at_end(text, found)
    }

    /// What was taken for a call is text, or an answer in JSON.
    fn is_no_call(&mut self) {
        let (start, after) = match &self.state {
            WalkState::Objects(objects) => objects.whole(),
            WalkState::Headed(headed) => headed.whole(),
            WalkState::Tagged(tagged) => tagged.whole(),
            WalkState::Pythonic(pythonic) => pythonic.whole(),
            _ => (self.pos, self.pos + 1),
        };
        self.is_start = false;
        self.text_from = self.text_from.min(start);
        if let (Some(fence), false) = (&self.whole, self.calls > 0) {
            self.text_from = fence.start;
        }
        let is_answer = matches!(&self.state, WalkState::Objects(objects) if objects.is_bare());
        if is_answer {
            self.go_to(start, WalkState::Answer(Extent::without_keys(start)));
        } else {
            self.go_to(after, WalkState::Prose);
        }
    }
}
