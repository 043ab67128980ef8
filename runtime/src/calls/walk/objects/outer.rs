//! Calls in an array inside an object that has already been scanned to its end.

use super::super::{Progress, ReplyText};
use super::CallObjects;
use super::elements::further_object;
use super::head::string;
use crate::ErrorKind;
use crate::calls::format::Format;

impl CallObjects {
    /// Whether the calls are inside an object that is read to its end.
    pub(in super::super) fn is_inside(&self) -> bool {
        self.outer.is_some()
    }

    /// Goes on at `pos`, in the array of an object that ends at `end`.
    pub(super) fn go_into(&mut self, pos: usize, end: usize) {
        self.in_list = true;
        self.format = Format::OpenAi;
        self.pos = pos;
        self.outer = Some(end);
    }

    /// The text that the open object may occupy: the object around its array was scanned to its end.
    pub(super) fn text_of_element<'t>(&self, text: ReplyText<'t>) -> ReplyText<'t> {
        let Some(outer) = self.outer else { return text };
        let whole = text.text[..outer].trim_end_matches('}').trim_ascii_end();
        ReplyText {
            text: whole.strip_suffix(']').unwrap_or(&text.text[..outer]),
            is_end: true,
            ..text
        }
    }

    /// Whether `pos` is past the object around the array. Its calls have then ended, even if the array is not closed.
    pub(super) fn leaves_outer(&mut self, pos: usize) -> bool {
        let Some(outer) = self.outer.take_if(|outer| *outer <= pos) else {
            return false;
        };
        self.leave_list();
        self.is_announced = false;
        self.pos = self.pos.max(outer);
        true
    }

    /// A string at `pos` between the calls. The object around it was scanned to its end, so this really is a string.
    pub(super) fn string_inside(&mut self, text: ReplyText<'_>, pos: usize) -> Progress {
        let elements = self.text_of_element(text);
        let end = string(elements, pos).map_or(elements.text.len().max(pos + 1), |content| content.end + 1);
        self.unreadable(pos..end, ErrorKind::Malformed)
    }

    /// Closes the array at `pos`, unless more objects follow it in the object around it.
    pub(super) fn close_list(&mut self, text: ReplyText<'_>, pos: usize) {
        if let Some(next) = self.outer.and_then(|outer| further_object(text, pos + 1, outer)) {
            self.is_doubted = true;
            self.pos = next;
            return;
        }
        self.in_list = false;
        self.is_listed = true;
        self.pos = self.outer.take().unwrap_or(pos + 1);
    }
}
