//! What the words around the only answer say of it: that it does not count, that it is only a part of something, or that it is a value
//! in an answer of another form. Then it is a guess. Each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Options, Severity};
use llm_output_tests::tells::tells;

#[derive(Debug, PartialEq, LlmOutput)]
struct Item {
    sku: String,
    qty: Option<u32>,
    note: Option<String>,
}

#[test]
fn an_answer_that_its_sentence_takes_back_is_a_guess() {
    tells::<Item>(&[
        ("It is not {\"sku\": \"a\"}.", "It is {\"sku\": \"a\"}."),
        ("This is invalid: {\"sku\": \"a\"}", "This is valid: {\"sku\": \"a\"}"),
        (
            "This is NOT the answer: {\"sku\": \"a\"}",
            "This is the answer: {\"sku\": \"a\"}",
        ),
        ("I would never answer {\"sku\": \"a\"}", "I answer {\"sku\": \"a\"}"),
        ("{\"sku\": \"a\"} is wrong.", "{\"sku\": \"a\"} is right."),
        ("{\"sku\": \"a\"} is not the answer.", "{\"sku\": \"a\"} is the answer."),
        ("{\"sku\": \"a\"} would be incorrect.", "{\"sku\": \"a\"} is my answer."),
        (
            "{\"sku\": \"a\"} (qty should be 3)",
            "{\"sku\": \"a\"} (that should do)",
        ),
        (
            "{\"sku\": \"a\"}\n(qty should be 3)",
            "{\"sku\": \"a\"}\n(qty is not known)",
        ),
    ]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Contact {
    name: String,
    phone: Option<String>,
}

#[test]
fn a_call_in_its_tag_is_opened_although_it_fits_the_type() {
    let call = "{\"name\": \"submit\", \"arguments\": {\"name\": \"Ann\", \"phone\": \"1\"}}";
    for (text, name) in [
        (format!("<tool_call>{call}</tool_call>"), "Ann"),
        (format!("{{\"type\": \"function\", \"function\": {call}}}"), "Ann"),
        // It is valid, and fits.
        (call.to_owned(), "submit"),
        ("<tool_call>{\"name\": \"submit\"}</tool_call>".to_owned(), "submit"),
    ] {
        let read = Contact::parse_llm(&text).expect(&text);
        assert_eq!(read.value.name, name, "{text}");
        assert_eq!(read.severity() >= Some(Severity::Guess), name == "Ann", "{text}");
    }
}

#[test]
fn an_answer_that_a_sentence_only_mentions_is_a_guess() {
    tells::<Item>(&[
        (
            "The format should be {\"sku\": \"a\"}, but I cannot tell.",
            "The order is {\"sku\": \"a\"} as far as I can tell.",
        ),
        (
            "I would reply with {\"sku\": \"a\"} but I do not have the order.",
            "I would say this: {\"sku\": \"a\"}",
        ),
        (
            "Someone suggested {\"sku\": \"a\"}; I disagree.",
            "As you suggested: {\"sku\": \"a\"}",
        ),
        (
            "I tried returning {\"sku\": \"a\"} but it was rejected.",
            "I am returning\n{\"sku\": \"a\"}\nbut there may be more.",
        ),
        (
            "If there were an order, I would answer {\"sku\": \"a\"}. There is none.",
            "If in doubt, ask me. {\"sku\": \"a\"}",
        ),
        ("Should I answer {\"sku\": \"a\"}?", "{\"sku\": \"a\"}\nShould I go on?"),
        ("e.g. {\"sku\": \"a\"}", "i.e. {\"sku\": \"a\"}"),
        ("Example output: {\"sku\": \"a\"}", "Output: {\"sku\": \"a\"}"),
        (
            "Here is a template:\n{\"sku\": \"a\"}",
            "Here is the filled template you sent me, all done:\n{\"sku\": \"a\"}",
        ),
        (
            "{\"sku\": \"a\"}\nNote that this is a placeholder since there is no order.",
            "{\"sku\": \"a\"}\nNote that this is a part that is new.",
        ),
        (
            "TODO: replace {\"sku\": \"a\"} with the order.",
            "Todos are done: {\"sku\": \"a\"}",
        ),
    ]);
    tells::<BTreeMap<String, i64>>(&[
        ("if (x) { y: 1 }", "if (x): { y: 1 }"),
        ("css { margin: 0 }", "css { \"margin\": 0 }"),
    ]);
}

#[test]
fn an_answer_that_is_crossed_out_or_only_shown_is_a_guess() {
    tells::<Item>(&[
        ("~~{\"sku\": \"a\"}~~", "**{\"sku\": \"a\"}**"),
        ("<del>{\"sku\": \"a\"}</del>", "<answer>{\"sku\": \"a\"}</answer>"),
        ("<s>{\"sku\": \"a\"}</s>", "<b>{\"sku\": \"a\"}</b>"),
        (
            "<example>{\"sku\": \"a\"}</example>",
            "<result>{\"sku\": \"a\"}</result>",
        ),
        ("<!-- {\"sku\": \"a\"} -->", "<!-- answer --> {\"sku\": \"a\"}"),
        ("User: {\"sku\": \"a\"}", "Assistant: {\"sku\": \"a\"}"),
        ("For example:\n{\"sku\": \"a\"}", "As asked:\n{\"sku\": \"a\"}"),
        ("Input: {\"sku\": \"a\"}", "Output: {\"sku\": \"a\"}"),
    ]);
}

#[test]
fn a_value_that_code_goes_on_from_is_a_guess() {
    tells::<Vec<i64>>(&[
        ("[1, 2] * 2", "[1, 2] **in all**"),
        ("[1, 2] + [3]", "[1, 2] + more to come"),
        ("[1, 2]*2", "**[1, 2]**"),
        ("[1, 2, 3].reverse()", "[1, 2, 3]. That is all."),
        ("[1, 2], etc.", "[1, 2]. Et cetera."),
        ("[1, 2], and so on", "[1, 2]\n\nSo that is on."),
    ]);
}

#[test]
fn json_that_is_a_value_in_another_form_is_a_guess() {
    tells::<Item>(&[
        (
            "Item(sku=\"A\", qty=2, note='{\"sku\": \"Z\", \"qty\": 9}')",
            "print(a=\"A\", b={\"sku\": \"Z\", \"qty\": 9})",
        ),
        (
            "sku => A, qty => 2, note => {\"sku\": \"Z\"}",
            "text => object => {\"sku\": \"Z\"}",
        ),
        ("sku -> A\nnote -> {\"sku\": \"Z\"}", "note -> {\"sku\": \"Z\"}"),
        (
            "| sku | note |\n|---|---|\n| A | {\"sku\": \"Z\"} |",
            "| Answer |\n|---|\n\n{\"sku\": \"Z\"}",
        ),
    ]);
    tells::<BTreeMap<String, i64>>(&[("a=63849;b={\"a\": 1}", "answer={\"a\": 1}")]);
    tells::<BTreeMap<String, String>>(&[("a: x\nb: '{\"c\": \"d\"}'", "Note: see below.\nAnswer: {\"c\": \"d\"}")]);
}

#[test]
fn a_field_behind_the_object_on_its_line_is_a_rival_under_every_option() {
    for text in [
        "{\"sku\": \"a\", \"qty\": 1} note: n",
        "{\"sku\": \"a\", \"qty\": 1} note=n",
        "{\"sku\": \"a\", \"qty\": 1}\nnote: n",
    ] {
        let error = Item::parse_llm_with(text, &Options::exact()).unwrap_err();
        assert_eq!(error.would_need(), Some(Severity::Guess), "{text}");
        for accept in [Severity::Framing, Severity::Coercion] {
            let error = Item::parse_llm_with(text, &Options::default().accept(accept)).unwrap_err();
            assert_eq!(error.would_need(), Some(Severity::Guess), "{text}");
        }
    }
    let error = Item::parse_llm_with("{\"sku\": \"a\"} and note: n", &Options::exact()).unwrap_err();
    assert_eq!(error.would_need(), Some(Severity::Framing));
}

#[test]
fn what_every_line_of_an_answer_begins_with_is_no_part_of_it() {
    let texts = ["[INFO] ", " * ", "Bob: ", "-- ", "; ", "$ ", "(1) ", "L1: ", "│ "].map(|mark| {
        let text = format!("{mark}{{\"sku\": \"a\n{mark}b\"}}");
        (text, format!("{mark}{{\"sku\": \"a\nb\"}}"))
    });
    tells::<Item>(&texts.each_ref().map(|(all, first)| (all.as_str(), first.as_str())));
    // Numbers differ from line to line.
    tells::<Item>(&[("L9: {\"sku\": \"a\nL10: b\"}", "L9: {\"sku\": \"a\nM10: b\"}")]);
}

/// Words that only describe the answer are no rejection.
#[test]
fn the_only_answer_may_be_described() {
    for lead in [
        "Below is the analysis in JSON format:",
        "The result in the requested format:",
        "JSON format:",
        "Schema-conforming output:",
        "Error report:",
        "Assuming the log is complete:",
        "Sample analysis result:",
        "Original message classified as:",
        "Input classification:",
        "What the customer said:",
        "If you want JSON, take this:",
        "I was not able to find the note, so:",
        "The extracted data from the original text:",
        "User profile:",
    ] {
        for text in [
            format!("{lead} {{\"sku\": \"a\"}}"),
            format!("{lead}\n```json\n{{\"sku\": \"a\"}}\n```"),
        ] {
            let read = Item::parse_llm(&text).unwrap();
            assert_eq!(read.severity(), Some(Severity::Framing), "{text}");
        }
    }
    for end in [
        "There was no note in the text.",
        "If anything is wrong, let me know.",
        "It is not complete, since the note is missing.",
        "This is based on the sample that you gave.",
    ] {
        let text = format!("{{\"sku\": \"a\"}}\n\n{end}");
        let read = Item::parse_llm(&text).unwrap();
        assert_eq!(read.severity(), Some(Severity::Framing), "{text}");
    }
}

#[test]
fn a_label_rejects_the_answer_and_a_sentence_about_something_else_does_not() {
    tells::<Item>(&[
        ("Bad:\n{\"sku\": \"a\"}", "Not bad:\n{\"sku\": \"a\"}"),
        ("Draft: {\"sku\": \"a\"}", "The draft is done: {\"sku\": \"a\"}"),
        (
            "Never output this:\n{\"sku\": \"a\"}",
            "I never saw a better one:\n{\"sku\": \"a\"}",
        ),
        ("Ignore this: {\"sku\": \"a\"}", "I ignored the rest: {\"sku\": \"a\"}"),
        ("Das ist falsch: {\"sku\": \"a\"}", "Das ist es: {\"sku\": \"a\"}"),
        ("Incorrect: {\"sku\": \"a\"}", "Incorrect. {\"sku\": \"a\"}"),
        ("Do not use this. {\"sku\": \"a\"}", "Wrong answer. {\"sku\": \"a\"}"),
        (
            "This is incorrect: {\"sku\": \"a\"}",
            "The student's answer is incorrect.\n{\"sku\": \"a\"}",
        ),
        ("## Example\n{\"sku\": \"a\"}", "## Result\n{\"sku\": \"a\"}"),
        (
            "<|im_start|>user\n{\"sku\": \"a\"}",
            "<|im_start|>assistant\n{\"sku\": \"a\"}",
        ),
        ("<!--\n{\"sku\": \"a\"}\n-->", "<!-- done -->\n{\"sku\": \"a\"}"),
        ("I refuse to output {\"sku\": \"a\"}", "I output {\"sku\": \"a\"}"),
        ("I won't output {\"sku\": \"a\"}", "I will output {\"sku\": \"a\"}"),
        (
            "Expected format: {\"sku\": \"a\"}",
            "In the expected format: {\"sku\": \"a\"}",
        ),
        ("Hypothetically: {\"sku\": \"a\"}", "Finally: {\"sku\": \"a\"}"),
        ("The wrong answer is {\"sku\": \"a\"}", "The answer is {\"sku\": \"a\"}"),
        ("错误：{\"sku\": \"a\"}", "结果：{\"sku\": \"a\"}"),
        ("~~\n{\"sku\": \"a\"}\n~~", "~~~\n{\"sku\": \"a\"}\n~~~"),
    ]);
}

#[test]
fn prose_that_ends_with_a_name_in_quotes_is_no_key() {
    for text in [
        "For \"Ada\":\n{\"sku\": \"a\"}",
        "The keys are \"name\" and \"age\": {\"sku\": \"a\"}",
        "I did not find an \"email\":\n\n{\"sku\": \"a\"}",
    ] {
        let read = Item::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.severity(), Some(Severity::Framing), "{text}");
    }
    // At the beginning of a line or after a comma, it is the key of an object whose beginning is missing.
    for text in [
        "\"item\": {\"sku\": \"a\"}",
        "Here:\n\"item\": {\"sku\": \"a\"}",
        "{\"id\": 1, \"item\": {\"sku\": \"a\"}",
    ] {
        assert!(Item::parse_llm(text).is_err(), "{text}");
    }
}

#[test]
fn a_rule_of_markdown_is_around_the_answer_and_no_part_of_it() {
    for text in ["[1, 2]\n\n---", "---\n[1, 2]\n---\nDone."] {
        let read = Vec::<i64>::parse_llm(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(read.severity(), Some(Severity::Framing), "{text}");
    }
    tells::<Vec<i64>>(&[("[1, 2]\n-3", "[1, 2]\n--")]);
}

#[test]
fn words_after_a_list_or_a_map_may_go_on_with_it() {
    tells::<Vec<String>>(&[
        (r#"["a"], b, c"#, r#"["a"], which I took from the text."#),
        ("<answer>[\"a\"], b</answer>", "<answer>[\"a\"]</answer>, as you asked."),
        (r#"["a"] and so on"#, r#"["a"] and that is all"#),
        (r#"["a"]..."#, r#"["a"]."#),
    ]);
    tells::<Vec<i64>>(&[
        ("[1, 2] and 3", "[1, 2] and nothing else"),
        ("[1, 2], three", "[1, 2], three of them"),
    ]);
    tells::<BTreeMap<String, String>>(&[(r#"{"a": "x"}, b: y"#, r#"{"a": "x"}, as you asked: done"#)]);
    tells::<Vec<Vec<i64>>>(&[("[[1], [2}, ]]", "[[1], [2]]\n")]);
}

/// A sentence between two answers that calls something wrong is about the first, unless it introduces the second.
#[test]
fn what_was_written_before_is_called_wrong() {
    for (said, expected) in [
        ("The above is outdated:", "b"),
        ("Wait, that was wrong:", "b"),
        ("That was wrong:", "b"),
        ("Hmm, this is wrong:", "b"),
        ("Wait, the number is wrong:", "b"),
        ("But the total is incorrect:", "b"),
        ("Oh no, this is wrong.\n", "b"),
        ("This is wrong:", "a"),
        ("The following is wrong:", "a"),
        ("But the following is wrong:", "a"),
        ("Wrong:", "a"),
        ("The outdated version:", "a"),
    ] {
        for (open, close) in [("", ""), ("```json\n", "\n```")] {
            let answer = |sku| format!("{open}{{\"sku\": \"{sku}\"}}{close}");
            let text = format!("{}\n{said}\n{}", answer("a"), answer("b"));
            let parsed = Item::parse_llm(&text).expect(&text);
            assert_eq!(parsed.value.sku, expected, "{text}");
            assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
        }
    }
}

/// A tag around a list of calls is a tag around an answer, if the type knows the arguments.
#[test]
fn a_list_of_calls_in_a_tag_is_no_guess() {
    #[derive(Debug, PartialEq, LlmOutput)]
    #[llm(tag = "name", content = "arguments", rename_all = "snake_case")]
    enum Step {
        Move { to: String },
        Stop,
    }
    tells::<Vec<Step>>(&[(
        "<answer>[{\"name\": \"stop\", \"parameters\": {\"to\": \"b\"}}]</answer>",
        "<answer>[{\"name\": \"move\", \"arguments\": {\"to\": \"b\"}}, {\"name\": \"stop\"}]</answer>",
    )]);
}

#[test]
fn an_answer_that_is_shown_for_another_reason_is_a_guess() {
    tells::<Item>(&[
        ("As a sample: {\"sku\": \"a\"}", "From the sample: {\"sku\": \"a\"}"),
        (
            "I cannot do that. The format would be {\"sku\": \"a\"}, but there is no order.",
            "Here is the result in the format that you asked for: {\"sku\": \"a\"}",
        ),
        (
            "Please provide the order. I will answer like {\"sku\": \"a\"}.",
            "I like to help. The item: {\"sku\": \"a\"}",
        ),
        (
            "Can you send the order in this shape?\n```json\n{\"sku\": \"a\"}\n```",
            "I can do that.\n```json\n{\"sku\": \"a\"}\n```",
        ),
        ("格式示例：{\"sku\": \"a\"}", "结果：{\"sku\": \"a\"}"),
        (
            "Error: could not parse {\"sku\": \"a\"}",
            "No error was found: {\"sku\": \"a\"}",
        ),
        (
            "The user said: {\"sku\": \"a\"}. What should I do with it?",
            "What the user said: {\"sku\": \"a\"}",
        ),
        (
            "{\"sku\": \"a\"}\n\nPlease ignore the JSON above.",
            "{\"sku\": \"a\"}\n\nPlease ignore the blank line above.",
        ),
        (
            "{\"sku\": \"a\"} ← this is wrong, I have no answer.",
            "{\"sku\": \"a\"} ← this is the item.",
        ),
        (
            "<tool_response>{\"sku\": \"a\"}</tool_response>",
            "<response>{\"sku\": \"a\"}</response>",
        ),
        ("Observation: {\"sku\": \"a\"}", "Answer: {\"sku\": \"a\"}"),
        (
            "```python\nassert parse() == {\"sku\": \"a\"}\n```",
            "```python\nitem = {\"sku\": \"a\"}\n```",
        ),
        (
            "```bash\ncurl -d '{\"sku\": \"a\"}'\n```",
            "```\n'{\"sku\": \"a\"}'\n```",
        ),
    ]);
}

#[test]
fn an_example_after_a_refusal_is_a_guess() {
    let item = "{\"sku\": \"a\"}";
    for (refusal, answer) in [
        (
            "I can't do that. An example of a valid output: ",
            "I can't see a note. The output: ",
        ),
        (
            "I can't do that without the order. Once you send it, I will answer in this format:\n\n",
            "I can't find the order number. I answer in the form you asked for:\n\n",
        ),
        (
            "I'm unable to do that. A response would look like: ",
            "I'm unable to find a note. The response: ",
        ),
        ("Ich kann das nicht. Ein Beispiel wäre: ", "Ich kann das. Es ist: "),
        (
            "Lo siento. Un ejemplo de una respuesta a esta pregunta: ",
            "Claro. Una respuesta a esta pregunta: ",
        ),
        (
            "Here is a template that you can use:\n",
            "Here is the filled template that you sent:\n",
        ),
        ("Here's a placeholder until you send it:\n", "Here's the order:\n"),
        ("If the order were correct, I would output ", "The correct output is "),
        ("The student wrote: ", "What the student wrote: "),
        ("I received: ", "I found: "),
        ("Mock output:\n", "Output:\n"),
        ("Had the order been there: ", "The order that was there: "),
    ] {
        tells::<Item>(&[(&format!("{refusal}{item}"), &format!("{answer}{item}"))]);
    }
}

#[test]
fn an_answer_that_is_made_up_or_wrong_is_a_guess() {
    let item = "{\"sku\": \"a\"}";
    for (wrong, right) in [
        (
            "However, I realize that this is not right.",
            "However, I realize that there may be more.",
        ),
        ("Hmm, no. The item is another one.", "No, there is no other item."),
        (
            "That's not quite right, the quantity is 3.",
            "That's all that is there.",
        ),
        (
            "I made this up, since I can't see the order.",
            "I made this short, since you asked for it.",
        ),
        ("These are dummy values.", "These are all values."),
        ("(Values are illustrative.)", "(Values are in euros.)"),
        (
            "Replace the values with the real ones.",
            "The values are the real ones.",
        ),
        ("Das ist falsch.", "Das ist alles."),
        ("C'est faux.", "C'est tout."),
    ] {
        tells::<Item>(&[(&format!("{item}\n\n{wrong}"), &format!("{item}\n\n{right}"))]);
    }
    tells::<Item>(&[(
        "<analysis>{\"sku\": \"a\"}</analysis>\nI cannot decide.",
        "<result>{\"sku\": \"a\"}</result>\nI cannot find a note.",
    )]);
    tells::<Vec<i64>>(&[
        ("[1, 2] is wrong because 1 is odd.", "[1, 2] is right because 1 is odd."),
        ("[1, 2][0]", "[1, 2]. As asked."),
    ]);
}
