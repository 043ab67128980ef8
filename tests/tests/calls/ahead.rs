//! The arguments of a whole text are read where they begin, those of a text that still comes in only once their end was found.

use llm_output::{Call, LlmOutput};

use crate::corpus::cases;
use crate::tool::Tool;

/// All that a call says.
fn shown(call: &Call<Tool>) -> String {
    let result = match &call.result {
        Ok(parsed) => format!("{:?} {:?} {:?}", parsed.value, parsed.span(), parsed.repairs()),
        Err(error) => format!("{error} {:?} {}", error.violations(), error.feedback()),
    };
    let (name, id, span, format) = (call.name(), call.id(), call.span(), call.format());
    format!("{name} {id:?} {span:?} {format:?} {result}")
}

#[track_caller]
fn is_the_same_both_ways(text: &str) {
    let whole: Vec<_> = Tool::parse_calls(text).iter().map(shown).collect();
    let mut stream = Tool::call_stream();
    let mut streamed: Vec<_> = stream.push(text).map(|call| shown(&call)).collect();
    streamed.extend(stream.finish().iter().map(shown));
    assert_eq!(whole, streamed, "{text}");
}

#[test]
fn a_call_is_the_same_whether_its_end_is_looked_for_first_or_not() {
    let pieces = [
        "\"",
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\n",
        "\\",
        "<",
        "7",
        "'",
        " ",
        "\"7\"",
        "</tool_call>",
    ];
    let mut pieces = pieces.iter().cycle();
    let mut texts = 0;
    for case in cases() {
        let text = case.text;
        is_the_same_both_ways(&text);
        is_the_same_both_ways(&format!("Well.\n{text}\n{text}"));
        for (at, c) in text.char_indices() {
            let mut changed = text.clone();
            let end = if texts % 3 == 0 { at } else { at + c.len_utf8() };
            let piece = if texts % 3 == 1 {
                ""
            } else {
                pieces.next().unwrap_or(&"")
            };
            changed.replace_range(at..end, piece);
            is_the_same_both_ways(&changed);
            texts += 1;
        }
    }
    assert!(texts > 100_000, "only {texts} texts were compared");
}
