//! Where a call is: its span is all of the call as it is written, and nothing else.

use llm_output::{Call, Format, LlmOutput};

use crate::corpus::cases;
use crate::tool::Tool;

/// The formats that have marks around a single call: what opens and what closes it.
const OWN_MARKS: &[(Format, &[&str], &[&str])] = &[
    (Format::Qwen3Coder, &["<function="], &["</function>"]),
    (Format::LlamaFunction, &["<function="], &["</function>"]),
    (
        Format::Glm,
        &["<tool_call>", "<longcat_tool_call>"],
        &["</tool_call>", "</longcat_tool_call>"],
    ),
    (Format::DeepSeekV3, &["<｜tool▁call▁begin｜>"], &["<｜tool▁call▁end｜>"]),
    (
        Format::DeepSeekV31,
        &["<｜tool▁call▁begin｜>"],
        &["<｜tool▁call▁end｜>"],
    ),
    (Format::DeepSeekV32, &["<｜DSML｜invoke "], &["</｜DSML｜invoke>"]),
    (Format::KimiK2, &["<|tool_call_begin|>"], &["<|tool_call_end|>"]),
    (
        Format::Harmony,
        &["to=", "<|start|>", "<|channel|>"],
        &["<|call|>", "<|end|>", "<|return|>"],
    ),
    (
        Format::Invoke,
        &["<invoke ", "<steptml:invoke "],
        &["</invoke>", "</steptml:invoke>"],
    ),
];

/// What is read from the call alone, written as its format needs it.
fn alone(text: &str, format: Format) -> Vec<String> {
    let text = match format {
        Format::Pythonic => format!("[{text}]"),
        Format::Hermes => format!("<tool_call>{text}</tool_call>"),
        _ => text.to_owned(),
    };
    let calls = Tool::parse_calls(&text);
    calls
        .iter()
        .map(|call| {
            format!(
                "{} {:?}",
                call.name(),
                call.result.as_ref().map(|parsed| &parsed.value).ok()
            )
        })
        .collect()
}

/// What is wrong about the span of a call that ends in this part of a text, if anything is.
fn faults(text: &str, call: &Call<Tool>) -> Vec<&'static str> {
    let span = call.span();
    let Some(part) = text.get(span.clone()) else {
        return vec!["no part of the text"];
    };
    let mut faults = Vec::new();
    let inner: Vec<_> = match &call.result {
        Ok(parsed) => parsed
            .repairs()
            .iter()
            .map(llm_output::Repair::span)
            .chain([parsed.span()])
            .collect(),
        Err(error) => error.violations().iter().map(llm_output::Violation::span).collect(),
    };
    if inner
        .iter()
        .any(|inner| inner.start < span.start || inner.end > span.end)
    {
        faults.push("something in it is outside of it");
    }
    let Ok(parsed) = &call.result else { return faults };
    if part.trim() != part {
        faults.push("blanks are around it");
    }
    if alone(part, call.format()) != [format!("{} {:?}", call.name(), Some(&parsed.value))] {
        faults.push("alone, it is another call");
    }
    for (_, open, close) in OWN_MARKS.iter().filter(|(format, ..)| *format == call.format()) {
        if !open.iter().any(|mark| part.starts_with(mark)) {
            faults.push("it begins after its mark");
        }
        if close.iter().any(|mark| text[span.end..].trim_start().starts_with(mark)) {
            faults.push("it ends before its mark");
        }
    }
    faults
}

#[test]
fn a_span_is_the_whole_call_and_nothing_else() {
    let mut all = Vec::new();
    for case in cases() {
        let mut last = 0;
        for call in &Tool::parse_calls(&case.text) {
            let span = call.span();
            let overlaps = (span.start < last).then_some("it overlaps the call before");
            last = span.end;
            for fault in faults(&case.text, call).into_iter().chain(overlaps) {
                let part = case.text.get(span.clone());
                all.push(format!(
                    "{}: {fault}: {:?} {span:?} {part:?} of {:?}",
                    case.name,
                    call.format(),
                    case.text
                ));
            }
        }
    }
    assert!(all.is_empty(), "{} faults:\n{}", all.len(), all.join("\n"));
}

/// Everything that a call says, but for its value.
fn told(call: &Call<Tool>) -> String {
    let result = match &call.result {
        Ok(parsed) => format!("{:?} {:?}", parsed.span(), parsed.repairs()),
        Err(error) => error.to_string(),
    };
    format!("{:?} {} {:?} {result}", call.format(), call.name(), call.span())
}

#[test]
fn spans_errors_and_repairs_are_the_same_however_the_text_arrives() {
    for case in cases() {
        let whole: Vec<_> = Tool::parse_calls(&case.text).iter().map(told).collect();
        for size in [1, 3, 10] {
            let mut stream = Tool::call_stream();
            let mut told_of: Vec<String> = Vec::new();
            for chunk in case.text.as_bytes().chunks(size) {
                told_of.extend(stream.push_bytes(chunk).map(|call| told(&call)));
            }
            told_of.extend(stream.finish().iter().map(told));
            assert_eq!(told_of, whole, "{} in chunks of {size}: {:?}", case.name, case.text);
        }
    }
}

/// Arguments that are missing are read as an empty object, which is not in the text.
#[test]
fn the_error_of_missing_arguments_points_at_nothing() {
    for arguments in ["", " ", "null", "\n\n"] {
        let error = Tool::read_call("get_weather", arguments).expect_err("the city is missing");
        for violation in error.violations() {
            assert!(
                arguments.get(violation.span()).is_some_and(str::is_empty),
                "{arguments:?}: {:?}",
                violation.span()
            );
        }
        assert!(error.excerpt(arguments).is_empty(), "{}", error.excerpt(arguments));
    }
}
