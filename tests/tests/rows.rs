//! Several values in a row, where a list is read: lines, and calls whose arguments are the list.

use llm_output::{LlmOutput, Options, Severity};

#[derive(Debug, Clone, PartialEq, LlmOutput)]
struct Leaf {
    text: String,
    weight: f64,
}

#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(tag = "type", rename_all = "snake_case")]
enum Step {
    Call { name: String, args: Vec<String> },
    Wait,
}

/// A line that cannot be read is an element like the others: the lines around it are not dropped for it.
#[test]
fn a_broken_line_is_an_error_of_its_element() {
    let lines = |middle: &str| {
        let text = format!("{{\"text\": \"a\", \"weight\": 1}}\n{middle}\n{{\"text\": \"c\", \"weight\": 3}}");
        <Vec<Leaf>>::parse_llm(&text).map(|parsed| parsed.value.len())
    };
    assert_eq!(lines(r#"{"text": "b", "weight": 2}"#).expect("all lines are good"), 3);
    for middle in [
        r#"{"text": "b", "weight": "heavy"}"#,
        r#"{"text": "b"}"#,
        r#"{"error": "timeout"}"#,
    ] {
        let error = lines(middle).expect_err(middle);
        assert!(error.to_string().contains("[1]"), "{middle}: {error}");
    }
    let text =
        "{\"text\": \"a\", \"weight\": 1}\n{\"text\": \"b\", \"weight\": \"heavy\"}\n{\"text\": \"c\", \"weight\": 3}";
    let kept = <Vec<Leaf>>::parse_llm_with(text, &Options::lenient()).expect("the broken line is left out");
    assert_eq!(kept.value.len(), 2);
    assert_eq!(kept.severity(), Some(Severity::Invented));
    // What is before the answer, and of another kind, is no line of it.
    let text = "{\"debug\": true}\n{\"text\": \"c\", \"weight\": 3}";
    assert_eq!(<Vec<Leaf>>::parse_llm(text).expect("one element").value.len(), 1);
    let text = "{\"text\": \"b\", \"weight\": \"heavy\"}\nCorrected: {\"text\": \"c\", \"weight\": 3}";
    assert_eq!(<Vec<Leaf>>::parse_llm(text).expect("the corrected one").value.len(), 1);
}

#[test]
fn lists_on_lines_are_the_elements_of_a_list_of_lists() {
    let read = |text: &str| <Vec<Vec<i32>>>::parse_llm(text).map(|parsed| (parsed.value.clone(), parsed.severity()));
    let lines = (vec![vec![1, 2], vec![3], vec![]], Some(Severity::Guess));
    assert_eq!(read("[1, 2]\n[3]\n[]").expect("three lines"), lines);
    assert_eq!(read("```json\n[1, 2]\n[3]\n[]\n```").expect("three lines"), lines);
    assert_eq!(
        read("[[1, 2],\n[3]]").expect("it is JSON"),
        (vec![vec![1, 2], vec![3]], None)
    );
    // With words between them, the second one is a correction.
    assert_eq!(read("[[1]]\nNo, wait:\n[[2]]").expect("the last one").0, [[2]]);
}

/// An object that is an element is not taken for a call with the elements as its arguments.
#[test]
fn an_element_with_the_keys_of_a_call_stays_an_element() {
    for args in ["[]", "[\"a\"]"] {
        let text = format!(r#"{{"type": "call", "name": "refresh", "args": {args}}}"#);
        let steps = <Vec<Step>>::parse_llm(&text).expect("it is a step");
        assert!(
            matches!(&steps.value[..], [Step::Call { name, .. }] if name == "refresh"),
            "{text}"
        );
        assert_eq!(steps.severity(), Some(Severity::Coercion), "{text}");
    }
    let call = r#"{"name": "steps", "arguments": [{"type": "wait"}]}"#;
    assert_eq!(<Vec<Step>>::parse_llm(call).expect("the arguments").value, [Step::Wait]);
}
