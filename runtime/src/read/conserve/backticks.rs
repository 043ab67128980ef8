//! Whether a string in backticks is a text.

use core::ops::Range;

use crate::path::Frame;
use crate::read::cursor::Cursor;
use crate::read::number;
use crate::read::quotes;
use crate::read::steps::step;
use crate::repair::RepairKind;

impl Cursor<'_> {
    /// Records a guess if the string in backticks at `content` may stand for something else than its text: another value, or a string
    /// with quotes of its own.
    #[cold]
    pub(in crate::read) fn conserve_backticks(&mut self, content: Range<usize>, at: &Frame<'_>) {
        let text = &self.text[content.clone()];
        step(text.len());
        if may_be_value(text) || ends_in_quotation(text) {
            self.repaired(RepairKind::AmbiguousQuote, at, content);
        }
    }
}

/// Whether code begins like something other than a text: with a quote, a bracket or another sign, or with a literal.
fn may_be_value(code: &str) -> bool {
    let code = code.trim();
    let begins = |c: char| quotes::is_quote(c) || "[{(<#/;*_&".contains(c);
    let is_literal = || {
        let begins = |literal: &&str| {
            code.get(..literal.len())
                .is_some_and(|word| word.eq_ignore_ascii_case(literal))
        };
        LITERALS.iter().any(begins)
            || NOTHING.iter().any(|word| code.eq_ignore_ascii_case(word))
            || number::is_plain(code)
    };
    // `so: null`, or nothing in a fence.
    let ends_in_null = code.ends_with("null") || code.is_empty();
    ends_in_null || code.starts_with(begins) || quotes::opens_string(code) || begins_with_prefix(code) || is_literal()
}

/// Whether words and then a quotation are all that this code is: the quotation may be the value, and the words a remark.
fn ends_in_quotation(code: &str) -> bool {
    let told = code.trim_end();
    let Some(quote) = told.chars().next_back().filter(|&c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let inner = &told[..told.len() - 1];
    let (before, _) = inner.rsplit_once(quote).unwrap_or_default();
    before.ends_with(char::is_whitespace) && before.trim_end().ends_with(['.', '!', '?', ':'])
}

/// Whether a prefix is before a typographic quote: `u「a」`.
fn begins_with_prefix(code: &str) -> bool {
    let rest = code.strip_prefix(['r', 'f', 'b', 'u', 'R', 'F', 'B', 'U']);
    rest.is_some_and(|rest| rest.starts_with(quotes::is_quote))
}

/// How values without quotes are written in JSON and in programming languages.
const LITERALS: [&str; 5] = ["null", "none", "undefined", "true", "false"];

/// How a value that is not there is written, if that is all.
const NOTHING: [&str; 4] = ["nil", "nan", "n/a", "void"];
