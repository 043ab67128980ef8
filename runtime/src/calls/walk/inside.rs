//! Calls that are open: what comes of each step in one.

use super::super::extent::Extent;
use super::super::found::Arguments;
use super::{MOST_OVERRUNS, Met, Progress, State, Text, Walk};
use crate::ErrorKind;

impl Walk {
    /// Goes on inside a call.
    pub(super) fn inside(&mut self, text: Text<'_>) -> Option<Met> {
        let names = self.setting.names;
        let progress = match &mut self.state {
            State::Objects(objects) => objects.go_on(text, names),
            State::Headed(headed) => headed.go_on(text, names),
            State::Tagged(tagged) => tagged.go_on(text, names),
            State::Pythonic(pythonic) => pythonic.go_on(text, names),
            _ => Progress::Text,
        };
        match progress {
            Progress::Wait => Some(Met::Wait),
            Progress::Call(mut found) => {
                let overran = match &self.state {
                    State::Tagged(tagged) => tagged.overran(),
                    State::Pythonic(pythonic) => pythonic.overran(),
                    _ => false,
                };
                self.overruns += usize::from(overran);
                if self.overruns > MOST_OVERRUNS {
                    found.arguments = Arguments::Unreadable(ErrorKind::Limit);
                    self.go_to(text.text.len(), State::Over);
                }
                if matches!(&self.state, State::Objects(objects) if objects.is_bare()) {
                    self.may_be_reasoning = false;
                }
                self.has_begun = true;
                self.calls += 1;
                self.look_at_end(found)
            }
            Progress::Over(end) => {
                self.is_start = matches!(&self.state, State::Objects(objects) if objects.is_bare());
                self.go_to(end, State::Prose);
                self.text_from = end;
                None
            }
            Progress::Text => {
                let (start, after) = match &self.state {
                    State::Objects(objects) => objects.whole(),
                    State::Headed(headed) => headed.whole(),
                    State::Tagged(tagged) => tagged.whole(),
                    State::Pythonic(pythonic) => pythonic.whole(),
                    _ => (self.pos, self.pos + 1),
                };
                self.is_start = false;
                self.text_from = self.text_from.min(start);
                if let (Some(fence), false) = (&self.whole, self.calls > 0) {
                    self.text_from = fence.start;
                }
                let is_answer = matches!(&self.state, State::Objects(objects) if objects.is_bare());
                if is_answer {
                    self.go_to(start, State::Answer(Extent::new(start)));
                } else {
                    self.go_to(after, State::Prose);
                }
                None
            }
            Progress::Reasoning(from, close) => {
                self.may_be_reasoning = false;
                self.go_to(from, State::Reasoning(close));
                None
            }
            Progress::Turn => {
                self.go_to(text.text.len(), State::Over);
                None
            }
        }
    }
}
