//! Fields of the type in the prose next to the answer.

use core::ops::Range;

use super::super::assigned::is_assigned;
use super::super::behind::after_marks;
use super::CandidateWalk;
use super::envelope;
use crate::bounds::{LONGEST_TAG, MOST_QUOTES_BESIDE};
use crate::path::{head, tail};
use crate::read::steps::step;

impl CandidateWalk<'_> {
    /// Where in the prose next to the answer a key of the type is, with a value, that the answer does not have. If it
    /// `begins_again`, what is before it is another answer, which was broken off.
    pub(in crate::extract) fn field_outside(&self, answer: Range<usize>, begins_again: bool) -> Option<Range<usize>> {
        self.member_beside(&answer, begins_again, |name, _| {
            !self.text[answer.clone()].contains(&format!("\"{name}\""))
        })
    }

    /// Whether a key of the type is in the prose after the answer, with a value that the answer has nowhere.
    pub(in crate::extract) fn value_outside(&self, answer: Range<usize>) -> bool {
        let is_other = |_: &str, rest: &str| {
            let value = rest.trim_start().trim_start_matches([':', '=']).trim_start();
            let end = match value.strip_prefix('"') {
                Some(inner) => inner.find('"').map(|end| end + 2),
                None => value.find(|c: char| c.is_whitespace() || matches!(c, ',' | '}' | ']')),
            };
            let value = value[..end.unwrap_or(value.len())].trim_end_matches('.');
            let begins = |c: char| c.is_ascii_digit() || matches!(c, '"' | '-');
            let is_value = value.starts_with(begins) || matches!(value, "true" | "false");
            is_value && !self.text[answer.clone()].contains(value)
        };
        self.member_beside(&answer, true, is_other).is_some()
    }

    /// A key of the type in the prose next to the answer, nearer than any other bracket, that is wanted; what follows its name is
    /// passed too.
    fn member_beside(
        &self,
        answer: &Range<usize>,
        only_after: bool,
        is_wanted: impl Fn(&str, &str) -> bool,
    ) -> Option<Range<usize>> {
        let (before, after) = (&self.text[..answer.start], &self.text[answer.end..]);
        let from = if only_after {
            answer.start
        } else {
            before.rfind(['}', ']', '`', '>']).map_or(0, |at| at + 1)
        };
        // The answer's fence may be closed, and the next one be opened, before what follows it.
        let behind = answer.end + after.len() - after_marks(after).len();
        let to = behind
            + self.text[behind..]
                .find(['{', '[', '`'])
                .unwrap_or(self.text.len() - behind);
        step(answer.start - from + to - answer.end);
        let key = |part: Range<usize>| {
            let mut quotes = self.text[part.clone()].match_indices('"').take(MOST_QUOTES_BESIDE);
            quotes.find_map(|(offset, _)| {
                let inner = part.start + offset + 1;
                let name = head(&self.text[inner..part.end], LONGEST_TAG).split('"').next()?;
                let rest = self.text[inner + name.len()..part.end].strip_prefix('"')?;
                let rest = head(rest, LONGEST_TAG);
                let is_member = self.spec.knows(name) && head(rest, 16).contains([':', '=']) && is_wanted(name, rest);
                is_member.then_some(inner..inner + name.len())
            })
        };
        key(from..answer.start).or_else(|| key(behind..to))
    }

    /// Whether the name of a field of the type is not in this part of the text.
    pub(in crate::extract) fn lacks_field(&self, part: Range<usize>) -> bool {
        let part = &self.text[part];
        step(part.len());
        self.spec.fields.iter().any(|field| !part.contains(field.name))
    }

    /// Whether this text, which ends right before the `[` of a list, ends with the name of a field and a `=` or `:`, as in code:
    /// `children=[`.
    pub(in crate::extract) fn ends_in_list_of_field(&self, before: &str) -> bool {
        let line = tail(before, LONGEST_TAG).trim_end();
        step(line.len());
        let name = line.strip_suffix(['=', ':']).map(str::trim_end).unwrap_or_default();
        let start = name.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        !name.is_empty() && self.spec.exact(&name[start..]).is_some()
    }

    /// Whether the text after an answer is the beginning of the name of a field that is missing from the answer, or begins with that name and
    /// a colon.
    pub(in crate::extract) fn begins_field(&self, behind: &str, answer: Range<usize>) -> bool {
        let told = behind.trim();
        let end = told
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(told.len());
        step(end);
        let (word, after) = told.split_at(end);
        let is_key = after.trim_start().starts_with([':', '=']);
        let is_named = |name: &str| if is_key { name == word } else { name.starts_with(word) };
        !word.is_empty()
            && word.len() <= LONGEST_TAG
            && (is_key || after.is_empty())
            && (self.spec.fields.iter())
                .any(|field| is_named(field.name) && !self.text[answer.clone()].contains(field.name))
    }

    /// Whether this answer is the value of a field or entry, in an answer that has another form.
    pub(in crate::extract) fn is_assigned(&self, answer: Range<usize>) -> bool {
        let is_any = self.takes_any();
        let is_name = |name: &str| !name.is_empty() && (is_any || self.spec.knows(name));
        is_assigned(self.text, answer, is_any, is_name)
    }

    /// Where the last reasoning before `pos` ends.
    pub(in crate::extract) fn reasoned_before(&self, pos: usize) -> usize {
        let ends = self.reasoning.iter().map(|block| block.end);
        ends.filter(|&end| end <= pos).max().unwrap_or(0)
    }

    /// Whether this answer has the form of a call, and the type does not know what holds the arguments.
    pub(in crate::extract) fn skips_arguments(&self, answer: Range<usize>) -> bool {
        let answer = &self.text[answer];
        step(answer.len());
        let mut names = envelope::ARGUMENTS.iter();
        names.any(|name| answer.contains(&alloc::format!("\"{name}\"")) && !self.spec.knows(name))
    }
}
