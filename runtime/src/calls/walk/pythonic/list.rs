//! What follows a list of calls: an operator there determines whether the calls are made, or how often.

use super::super::super::python::{Closing, Parentheses};
use super::super::marks::Begins;
use super::super::{LONGEST_HEADER, ReplyText, head};
use super::names::is_python_keyword;

/// The end of a list of calls, as far as it is known.
#[derive(Debug)]
pub(super) enum ListEnd {
    /// The end of the list has not been found yet.
    Open(Parentheses),
    /// It ends here.
    At(usize),
    /// It is known whether the list is an operand.
    Known(bool),
    /// The list has no end. What follows its calls may be looked at again, for lists that begin there.
    Endless,
}

impl ListEnd {
    /// The list whose opening bracket is at `start`.
    pub(super) fn new(start: usize) -> Self {
        Self::Open(Parentheses::of_list(start))
    }

    /// Whether the end of the list was searched in vain, for the first time that this is asked.
    pub(super) fn take_overrun(&mut self) -> bool {
        let overran = matches!(self, Self::Endless);
        if overran {
            *self = Self::Known(false);
        }
        overran
    }

    /// Whether the list is an operand of an expression.
    pub(super) fn is_operand(&mut self, text: ReplyText<'_>, is_marked: bool) -> Begins {
        loop {
            *self = match self {
                Self::Open(scan) => match scan.go_on(text.text, text.is_end) {
                    Closing::Open if !text.is_end => return Begins::Wait,
                    // What breaks the brackets is found where the calls are read.
                    Closing::Broken(at) if text.rest(at).starts_with('`') => Self::Known(false),
                    Closing::Open | Closing::Broken(_) => Self::Endless,
                    Closing::At(end) => Self::At(end),
                },
                Self::At(end) => match begins_operator(text, *end, is_marked) {
                    Begins::Wait => return Begins::Wait,
                    found => Self::Known(found == Begins::Yes),
                },
                Self::Known(true) => return Begins::Yes,
                Self::Known(false) | Self::Endless => return Begins::No,
            }
        }
    }
}

/// Whether an operator of Python follows the call or list that ends here, on the same line. `is_marked`: it is inside marks, so a
/// word that may be one of Python's operators is no prose.
pub(super) fn begins_operator(text: ReplyText<'_>, end: usize, is_marked: bool) -> Begins {
    let (line, is_all) = line_of_code(text, end);
    let code = line.trim_start_matches([' ', '\t']);
    if code.is_empty() {
        return if is_all { Begins::No } else { Begins::Wait };
    }
    let blanks = line.len() - code.len();
    if is_marked && is_condition(code) {
        return if is_all { Begins::Yes } else { Begins::Wait };
    }
    operator_at(text, end + blanks, blanks == 0)
}

/// Whether an operator of Python is at `at`, and what may be its operand. `is_beside`: no blank is before it.
pub(in super::super) fn operator_at(text: ReplyText<'_>, at: usize, is_beside: bool) -> Begins {
    let (code, is_all) = line_of_code(text, at);
    let may_begin = |c: char| c.is_ascii_lowercase() || "*+-/%|&@=![.(".contains(c);
    if !is_all && code.starts_with(may_begin) {
        return Begins::Wait;
    }
    if is_operator(code.trim_end(), is_beside) {
        Begins::Yes
    } else {
        Begins::No
    }
}

/// The rest of the line at `at`, as far as an expression is looked at, and whether no more of it may come. A mark ends the line too.
pub(in super::super) fn line_of_code(text: ReplyText<'_>, at: usize) -> (&str, bool) {
    let rest = text.rest(at);
    let head = head(rest);
    let length = head.find(['\n', '<']);
    let is_all = length.is_some() || text.is_end || head.len() < rest.len() || rest.len() >= LONGEST_HEADER;
    (&head[..length.unwrap_or(head.len())], is_all)
}

/// Whether the rest of a line begins with a word that makes a condition or a loop of what is before it, and goes on.
fn is_condition(code: &str) -> bool {
    const WORDS: [&str; 12] = [
        "and", "as", "else", "for", "if", "in", "is", "not", "or", "unless", "until", "while",
    ];
    let length = code.bytes().take_while(u8::is_ascii_alphabetic).count();
    let rest = &code[length..];
    WORDS.contains(&&code[..length]) && rest.starts_with([' ', '\t', '(', '[', '{']) && !rest.trim_start().is_empty()
}

/// Whether the rest of a line begins with an operator and a possible operand. An operator alone is not enough, since prose may
/// follow a list too. `is_beside`: there is no blank between the list and `code`.
fn is_operator(code: &str, is_beside: bool) -> bool {
    let is_word =
        |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins_call = |text: &str| {
        text.find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '_' | '.'))
            .is_some_and(|end| end > 0 && text[end..].starts_with('('))
    };
    // A remark that makes a condition of itself.
    if let Some(remark) = code.strip_prefix('(') {
        let remark = remark.strip_prefix("only ").unwrap_or(remark);
        return remark.starts_with("if ") || remark.starts_with("unless ");
    }
    if let Some((word, operand)) = code.split_once([' ', '\t']) {
        let operand = operand.trim_start();
        let mut words = operand.split_ascii_whitespace();
        match word {
            "if" => return !operand.is_empty(),
            "or" | "and" => {
                return operand.starts_with(['[', '(', '{'])
                    || operand.starts_with("not ")
                    || is_word(operand)
                    || begins_call(operand);
            }
            "for" => return words.nth(1) == Some("in") && words.next().is_some_and(|from| from.contains(['(', '['])),
            _ => {}
        }
    }
    // A keyword right before a parenthesis.
    let length = code.bytes().take_while(u8::is_ascii_lowercase).count();
    if code[length..].starts_with('(') && is_python_keyword(&code[..length]) {
        return true;
    }
    let Some(first) = code.chars().next().filter(char::is_ascii) else {
        return false;
    };
    let operand = code[1..].trim_start();
    match first {
        '*' => operand.starts_with(|c: char| c.is_ascii_digit() || c == '(') || is_word(operand),
        '+' | '-' | '/' | '%' | '|' | '&' | '@' => operand.starts_with(['[', '{']),
        '=' | '!' => code[1..].starts_with('='),
        // One more list is no subscript.
        '[' => is_beside && operand.split_once(']').is_some_and(|(inside, _)| is_subscript(inside)),
        '.' => is_beside && begins_call(operand),
        _ => false,
    }
}

/// Whether this is an index or a slice.
fn is_subscript(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '_' | '-' | ':' | ' ');
    !text.trim_start().is_empty() && text.chars().all(is_part)
}
