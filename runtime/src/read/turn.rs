//! The model's own turn: the special tokens around its reply, and where the reply ends because the model went on and wrote the next
//! turn of the conversation itself.

use alloc::string::String;
use core::ops::Range;

use crate::bounds::{LONGEST_LABEL, LONGEST_TOKEN};
use crate::read::scan;
use crate::read::steps::step;

/// Words that begin a turn at the start of a line.
const SPEAKERS: [&str; 5] = ["Human", "User", "Input", "Question", "Q"];

/// Special tokens that begin a turn wherever they are.
const TOKENS: [&str; 4] = ["<|im_start|>", "<|start_header_id|>", "<start_of_turn>", "[INST]"];

/// Whether a marker of the next turn is in this part of a reply, which follows an answer.
pub(crate) fn has_turn_marker(part: &str) -> bool {
    turn_marker(part).is_some()
}

/// Where the line with the first marker of the next turn begins in this part of a reply, which follows an answer.
pub(crate) fn turn_marker(part: &str) -> Option<usize> {
    step(part.len());
    let mut begins = 0;
    part.split_inclusive('\n').find_map(|line| {
        let start = begins;
        begins += line.len();
        // The rest of the answer's own line begins no turn.
        (has_other_turn(line) || (start > 0 && begins_turn(line))).then_some(start)
    })
}

/// Whether one of the tokens begins a turn in the line, and not the model's own: its answer goes on there.
fn has_other_turn(line: &str) -> bool {
    let bytes = line.as_bytes();
    let begins = |at: &usize| {
        let turn = TOKENS.iter().find_map(|token| line[*at..].strip_prefix(token));
        turn.is_some_and(|turn| !["assistant", "model"].iter().any(|name| turn.starts_with(name)))
    };
    let first = scan::either(bytes, 0, b'<', b'[');
    let brackets = core::iter::successors(Some(first), |at| Some(scan::either(bytes, at + 1, b'<', b'[')));
    brackets.take_while(|&at| at < bytes.len()).any(|at| begins(&at))
}

/// Whether there is nothing before the first object or array of the text that speaks for another turn.
pub(crate) fn is_opened(text: &str) -> bool {
    text.find(['{', '[']).is_some_and(|first| is_opening(&text[..first]))
}

/// Tokens that end a turn, besides those of the form `<|name|>`.
const ENDS: [&str; 3] = ["</s>", "<end_of_turn>", "[/INST]"];

/// The place of a reply that is no JSON between the special tokens of its turn, and before the turns that follow. Tokens in the
/// middle of a sentence are part of it.
pub(crate) fn own_turn(text: &str) -> Range<usize> {
    step(text.len());
    let opened = text.len() - after_opening(text).len();
    let start = match text.rfind(FINAL).filter(|_| opened > 0) {
        Some(found) => opened.max(found + FINAL.len()),
        None => opened,
    };
    let opening = text.find("<s>").unwrap_or(text.len());
    let mut from = start;
    while let Some(offset) = text[from..].find(['<', '[']) {
        let found = from + offset;
        from = found + 1;
        // In HTML, both tags are there.
        if text[found..].starts_with("</s>") && opening < found {
            continue;
        }
        let Some(after) = after_ends(&text[found..]) else {
            continue;
        };
        if after.is_empty() || TOKENS.iter().any(|token| after.starts_with(token)) {
            return start..found;
        }
        // The tokens of a run are all followed by the same.
        from = text.len() - after.len();
    }
    start..text.len()
}

/// Before the answer of models that write their reasoning into another channel.
const FINAL: &str = "<|channel|>final<|message|>";

/// What follows the tokens that open the model's turn, and its names: all of the text where none does.
fn after_opening(text: &str) -> &str {
    let mut rest = text;
    while let Some(after) = after_token(rest.trim_start()) {
        let token = &rest.trim_start()[..rest.trim_start().len() - after.len()];
        let ends = ["end", "eot", "eom", "return"].iter().any(|word| token.contains(word));
        if ends && !token.contains("header") && !token.contains("role") {
            break;
        }
        let name = ["assistant", "model", "final", "analysis"]
            .iter()
            .find_map(|name| after.strip_prefix(name))
            .filter(|named| named.starts_with(['\n', '\r', '<']));
        if name.is_none() && is_asker(after.split(['\n', '<']).next().unwrap_or_default().trim()) {
            return text;
        }
        rest = name.unwrap_or(after);
    }
    rest
}

/// What follows the tokens and white space with which the text begins, if it begins with a token that ends a turn.
fn after_ends(text: &str) -> Option<&str> {
    let after = |rest: &'_ str| -> Option<usize> {
        let after = ENDS.iter().find_map(|end| rest.strip_prefix(end));
        let after = after.or_else(|| after_token(rest).filter(|_| !TOKENS.iter().any(|token| rest.starts_with(token))));
        after.map(|after| rest.len() - after.len())
    };
    let mut rest = &text[after(text)?..];
    loop {
        rest = rest.trim_start();
        match after(rest) {
            Some(length) => rest = &rest[length..],
            None => return Some(rest),
        }
    }
}

/// What follows the special token with which the text begins.
fn after_token(text: &str) -> Option<&str> {
    if let Some(rest) = text.strip_prefix("<start_of_turn>") {
        return Some(rest);
    }
    let inner = text.strip_prefix("<|")?;
    let length = inner
        .bytes()
        .take(LONGEST_TOKEN)
        .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        .count();
    inner[length..].strip_prefix("|>").filter(|_| length > 0)
}

/// Whether a line begins with the name of whoever speaks next, plain, in bold or as a heading.
pub(crate) fn begins_turn(line: &str) -> bool {
    let name = line.trim_start_matches(['#', '*', ' ', '\t', '>']);
    let is_heading = line.trim_start().starts_with('#');
    if is_heading && name.starts_with("Instruction") {
        return true;
    }
    SPEAKERS.iter().any(|speaker| {
        let rest = name.strip_prefix(speaker).map(|rest| rest.trim_start_matches('*'));
        rest.is_some_and(|rest| rest.starts_with(':'))
    })
}

/// Whether a reply that begins like this begins with its answer: there is nothing but tags, special tokens that begin the
/// model's own turn, and labels.
pub(crate) fn is_opening(before: &str) -> bool {
    step(before.len());
    let mut rest = before.trim_start_matches('\u{feff}');
    let mut labels = String::new();
    // What does not close once does not close further on.
    let mut kinds = [("<|", Some("|>")), ("<", Some(">")), ("[", Some("]"))];
    while let Some(at) = rest.find(['<', '[']) {
        let tag = kinds.iter_mut().find_map(|(open, close)| {
            let inner = rest[at..].strip_prefix(*open)?;
            let found = inner.split_once((*close)?);
            *close = close.filter(|_| found.is_some());
            found
        });
        match tag {
            Some((name, _)) if is_asker(name) => return false,
            Some((_, after)) => {
                labels.extend([&rest[..at], "\n"]);
                rest = after;
            }
            None => return false,
        }
    }
    labels.push_str(rest);
    labels
        .lines()
        .map(str::trim)
        .all(|line| line.is_empty() || is_label(line))
}

/// Whether a line is a label of an answer: one or two words before a colon, in bold or not.
fn is_label(line: &str) -> bool {
    let line = line.trim_matches(['*', '#', ' ']);
    let Some(name) = line.strip_suffix(':') else {
        return is_name(line);
    };
    let name = name.trim_end_matches('*');
    name.len() <= LONGEST_LABEL
        && name.split_whitespace().count() <= 2
        && name.chars().all(|c| c.is_alphanumeric() || c == ' ')
        && !SPEAKERS.contains(&name)
        && !is_asker(name)
}

/// Labels that need no colon.
fn is_name(label: &str) -> bool {
    ["json", "assistant", "model", "answer"]
        .iter()
        .any(|name| label.eq_ignore_ascii_case(name))
}

/// Whether the turn of this name is the other side's.
fn is_asker(name: &str) -> bool {
    ["user", "human", "system", "INST"].contains(&name)
}

#[cfg(test)]
mod tests {
    use super::{has_turn_marker, is_opening, own_turn};

    #[test]
    fn the_tokens_of_a_turn_are_no_part_of_the_reply() {
        for text in [
            "7",
            "7<|im_end|>",
            "7</s>",
            "7\n<|eot_id|><|end_of_text|>\n",
            "<|im_start|>assistant\n7<|im_end|>",
            "<|start_header_id|>assistant<|end_header_id|>\n\n7<|eot_id|>",
            "<start_of_turn>model\n7<end_of_turn>",
            "<|channel|>final<|message|>7<|return|>",
            "<|channel|>analysis<|message|>5? 6?<|end|><|start|>assistant<|channel|>final<|message|>7<|return|>",
            "7<|im_end|>\n<|im_start|>user\nAnd now?<|im_end|>",
        ] {
            assert_eq!(text[own_turn(text)].trim(), "7", "{text}");
        }
        for text in [
            "",
            "<|im_end|> ends a turn.",
            "<|eot_id|> is a token.",
            "Write <|im_end|> after it",
            "A turn ends with `</s>`, or [/INST].",
            "<|im_start|>user\n7",
            "a < b || b > c",
            "8, not <s>10</s>",
            "<||>",
        ] {
            assert_eq!(&text[own_turn(text)], text);
        }
    }

    #[test]
    fn a_turn_begins_at_the_start_of_a_line() {
        for part in [
            "\nUser: and now?",
            "\n\nHuman: and now?\n\nAssistant:",
            "\n```\n\n### Instruction:\nAgain",
            "\n**Question:** What is it?",
            "\n### Input:\nfoo",
            "\nQ: Why?",
            "<|im_end|>\n<|im_start|>user\nfoo",
            " <start_of_turn>user",
            " [INST] Again [/INST]",
        ] {
            assert!(has_turn_marker(part), "{part}");
        }
        for part in [
            "",
            " User: Ann",
            "\nThe User: Ann",
            "\nUsers: Ann",
            "\nFAQ: none",
            "\nInstruction: none",
            "\nInputs and Question marks",
            "\nuser: Ann",
            "\nWait, that is wrong. Corrected:\n",
            "<|im_end|>\n<|im_start|>assistant\n",
            "<start_of_turn>model\n",
        ] {
            assert!(!has_turn_marker(part), "{part}");
        }
    }

    #[test]
    fn a_reply_begins_with_its_answer() {
        for before in [
            "",
            "\n\n",
            "Answer: ",
            "**Output:**\n",
            "json\n",
            "<output>\n",
            "<|im_start|>assistant\n",
            "<|start_header_id|>assistant<|end_header_id|>\n\n",
            "\u{feff}[CONTENT]",
            "Output JSON:\n",
        ] {
            assert!(is_opening(before), "{before}");
        }
        for before in [
            "Here is the JSON that you asked for:\n",
            "User: ",
            "<|im_start|>user\n",
            "[INST] ",
            "Q: What is this?\n",
            "The answer to this\n",
            "For example, ",
        ] {
            assert!(!is_opening(before), "{before}");
        }
    }
}
