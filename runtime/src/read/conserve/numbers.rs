//! Numbers in a list that may be parts of one number, written with thousands separators.

use core::ops::Range;

use crate::path::{Frame, Level, head, tail};
use crate::read::cursor::Cursor;
use crate::read::steps::step;
use crate::repair::RepairKind;

use super::LONGEST_JOINT;

impl Cursor<'_> {
    /// Records a guess if an element of a list is a number with an underscore that does not separate thousands, or with a leading zero
    /// that no element beside it has: the underscore may be a comma, or one may be missing after the zero. Three digits right after the
    /// comma are no element but thousands: `[1,000]`.
    #[cold]
    pub(crate) fn conserve_odd_number(&mut self, span: Range<usize>, at: &Frame<'_>) {
        let is_padded = |number: &str| {
            let digits = number.trim_start_matches('-').as_bytes();
            matches!(digits, [b'0', b'0'..=b'9', ..])
        };
        if !matches!(at.place().level, Level::List { .. }) {
            return;
        }
        let number = &self.text[span.clone()];
        step(number.len());
        if number
            .rsplit('_')
            .next()
            .is_some_and(|group| group.len() < number.len() && group.len() != 3)
        {
            // The underscore may be the comma.
            self.repaired(RepairKind::JunkRemoved, at, span);
            return;
        }
        if !is_padded(number) {
            return;
        }
        let before = tail(&self.text[..span.start], LONGEST_JOINT);
        let after = head(&self.text[span.end..], LONGEST_JOINT);
        step(before.len() + after.len());
        let is_gap = |c: char| c == ',' || c.is_whitespace();
        let previous = before
            .trim_end_matches(is_gap)
            .rsplit(|c: char| !c.is_ascii_digit())
            .next();
        let beside = [previous.unwrap_or_default(), after.trim_start_matches(is_gap)];
        let is_group = span.len() == 3 && before.ends_with(',') && previous.is_some_and(|number| !number.is_empty());
        if is_group {
            self.repaired(RepairKind::ContentLost, at, span);
        } else if !beside.into_iter().any(is_padded) {
            self.repaired(RepairKind::JunkRemoved, at, span);
        }
    }

    /// Records a loss if a space is all that separates a number of one or two digits from the three digits at `pos`: the two may
    /// be one number, with its thousands set apart (`1 234`). If the first one has three digits too, the numbers are a guess.
    ///
    /// A number that has no fraction, no leading zero and no more than three digits may be the first group of another one.
    #[cold]
    pub(super) fn conserve_groups(&mut self, pos: usize, at: &Frame<'_>) {
        let (before, after) = (
            tail(&self.text[..pos], LONGEST_JOINT),
            head(&self.text[pos..], LONGEST_JOINT),
        );
        let first = before.trim_end_matches(' ');
        let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
        let width = first.bytes().rev().take_while(u8::is_ascii_digit).count();
        step(before.len() + after.len());
        let (lead, first) = first.split_at(first.len() - width);
        let is_lead = matches!(width, 1..=3)
            && !(width > 1 && first.starts_with('0'))
            && first != "0"
            && !lead.ends_with(|c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '+'));
        if !is_lead || digits(after) != 3 || !matches!(at.place().level, Level::List { .. }) {
            return;
        }
        let kind = if width == 3 && !after.starts_with('0') {
            RepairKind::JunkRemoved
        } else {
            RepairKind::ContentLost
        };
        self.repaired(kind, at, pos..pos + 3);
    }

    /// Records a guess if white space is all that separates two numbers of a list in which a comma on the same line separates
    /// others, if the second begins a line that is not indented like the first one's, or if the first has a fraction and the second
    /// has not: the two may be one number that was broken (`[1.5, 4 0]`, `[56.2 8]`). A sign begins another number.
    #[cold]
    pub(super) fn conserve_broken_number(&mut self, pos: usize, at: &Frame<'_>) {
        let (before, after) = (
            tail(&self.text[..pos], LONGEST_JOINT),
            head(&self.text[pos..], LONGEST_JOINT),
        );
        step(before.len() + after.len());
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '.' | '+' | '-' | 'e' | 'E');
        let is_blank = |c: char| matches!(c, ' ' | '\t');
        let number = before.trim_end();
        let start = number.trim_end_matches(is_part);
        let lead = start.trim_end_matches(is_blank);
        let next = after.trim_start_matches(is_part).strip_prefix(',');
        let is_inline = |next: &str| !next.trim_start_matches(is_blank).starts_with(['\n', '\r']);
        // The lines of a list begin at the same column.
        let is_outdented = lead.ends_with('\n') && start.len() > lead.len() && before.ends_with('\n');
        let digits = after.trim_start_matches(|c: char| c.is_ascii_digit());
        let goes_on = number[start.len()..].contains('.') && !digits.starts_with(['.', 'e', 'E']);
        let is_listed = lead.ends_with(',') || next.is_some_and(is_inline) || is_outdented || goes_on;
        if is_listed
            && number.ends_with(|c: char| c.is_ascii_digit() || c == '.')
            && after.starts_with(|c: char| c.is_ascii_digit())
            && matches!(at.place().level, Level::List { .. })
        {
            self.repaired(RepairKind::JunkRemoved, at, pos..pos);
        }
    }

    /// Records a guess if a sign other than a comma is between two numbers of a list and touches both, so that it may be part of a
    /// number (`3·14`, `1/2`), if commas separate others, so that it may end a row (`1, 2; 3, 4`), or if it is between a string and a number,
    /// which may be a member (`"x"; 7`).
    #[cold]
    pub(in crate::read) fn conserve_sign(&mut self, sign: Range<usize>, at: &Frame<'_>) {
        let (before, after) = (
            tail(&self.text[..sign.start], LONGEST_JOINT),
            head(&self.text[sign.end..], LONGEST_JOINT),
        );
        step(before.len() + after.len());
        if super::is_field(before, at) {
            // A field that follows a list without its closing bracket, and the sign is written in place of the colon.
            self.repaired(RepairKind::AmbiguousQuote, at, sign);
            return;
        }
        let is_digit = |c: char| c.is_ascii_digit();
        let touches = before.ends_with(is_digit) && after.starts_with(is_digit);
        let may_be_inside = touches && !matches!(&self.text[sign.clone()], ";" | "；" | "؛" | "|");
        let last = before.rsplit(['[', '(', '{']).next().unwrap_or_default();
        let next = after.split([']', ')', '}']).next().unwrap_or_default();
        let is_row = before.trim_end().ends_with(is_digit) && (last.contains(',') || next.contains(','));
        // `"a" | "b"` may be a choice of two.
        let is_apart =
            before.ends_with(char::is_whitespace) || self.text[sign.clone()].starts_with(char::is_whitespace);
        let is_choice =
            is_apart && after.starts_with(char::is_whitespace) && matches!(self.text[sign.clone()].trim(), "|" | "/");
        // A string and a number may be a key and its value.
        let is_member = before.trim_end().ends_with('"')
            && after.trim_start().starts_with(|c: char| c.is_ascii_digit() || c == '-');
        if (may_be_inside || is_row || is_choice || is_member) && matches!(at.place().level, Level::List { .. }) {
            self.repaired(RepairKind::ElementSplit, at, sign);
        }
    }

    /// Records a guess if no comma follows a number with which its line begins, and an element is on that line too: it may be the
    /// number of the line. Or if none follows a number that ends with a point: it may be the number of an item (`1. "a"`).
    #[cold]
    pub(super) fn conserve_line_number(&mut self, pos: usize, at: &Frame<'_>) {
        let before = tail(&self.text[..pos], LONGEST_JOINT);
        step(before.len());
        let number = before.trim_end_matches([' ', '\t']);
        let lead = number.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_short = matches!(number.len() - lead.len(), 1..=LONGEST_LINE_NUMBER);
        let begins_line = lead.trim_end_matches([' ', '\t']).ends_with('\n');
        // The number of an item: `1. "a"`.
        let item = before.trim_end().strip_suffix('.');
        let is_item = item.is_some_and(|item| item.ends_with(|c: char| c.is_ascii_digit()));
        if ((is_short && begins_line) || is_item) && matches!(at.place().level, Level::List { .. }) {
            let start = pos - (before.len() - lead.len());
            self.repaired(RepairKind::JunkRemoved, at, start..pos);
        }
    }
}

/// The number of a line has no more digits.
const LONGEST_LINE_NUMBER: usize = 5;
