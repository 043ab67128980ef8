//! Where a reply ends and what in it is no answer: turn markers, skeletons, cut repetitions, in
//! both ways of reading.

use llm_output::{ErrorKind, LlmOutput, Options, Prefer, RepairKind, Severity};
use llm_output_tests::both_ways;
use llm_output_tests::way::Way;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, LlmOutput)]
struct Commit {
    emoji: Option<String>,
    title: String,
    message: String,
}

const FIRST: &str = r#"{"title": "First", "message": "m"}"#;
const SECOND: &str = r#"{"title": "Second", "message": "n"}"#;

fn title<W: Way>(text: &str) -> String {
    let parsed = W::read::<Commit>(text);
    parsed.unwrap_or_else(|error| panic!("{text}\n{error}")).value.title
}

fn a_turn_marker_ends_the_reply<W: Way>() {
    let markers = [
        "\n\nUser: And the other one?\n",
        "\nHuman: And the other one?\n\nAssistant: ",
        "\n\nInput: other\nOutput: ",
        "\n\nQuestion: Which other?\nAnswer: ",
        "\nQ: Which other?\nA: ",
        "\n### Instruction:\nThe other one.\n\n### Response:\n",
        "\n\n### Human: And?\n### Assistant: ",
        "\n**User:** And?\n\n",
        "<|im_end|>\n<|im_start|>user\nAnd?<|im_end|>\n<|im_start|>assistant\n",
        "<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nAnd?",
        "<end_of_turn>\n<start_of_turn>user\nAnd?<end_of_turn>\n<start_of_turn>model\n",
        " [INST] And the other one? [/INST] ",
    ];
    let before = [
        "",
        "\n",
        "Answer: ",
        "**Output:**\n",
        "<|im_start|>assistant\n",
        "json\n",
        "```json\n",
        "<output>",
    ];
    for marker in markers {
        for before in before {
            let close = match before {
                "```json\n" => "\n```",
                "<output>" => "</output>",
                _ => "",
            };
            assert_eq!(
                title::<W>(&format!("{before}{FIRST}{close}{marker}{SECOND}")),
                "First",
                "{before}{marker}"
            );
        }
        // What follows is no better for being in a fence, and no worse for being cut off.
        assert_eq!(
            title::<W>(&format!("{FIRST}{marker}```json\n{SECOND}\n```")),
            "First",
            "{marker}"
        );
        assert_eq!(
            title::<W>(&format!("{FIRST}{marker}{{\"title\": \"Sec")),
            "First",
            "{marker}"
        );
        assert_eq!(
            title::<W>(&format!("{FIRST}{marker}{SECOND}{marker}{SECOND}")),
            "First",
            "{marker}"
        );
    }
    let text = format!("{FIRST}\n\nUser: next\n{SECOND}");
    for prefer in [Prefer::First, Prefer::Last, Prefer::Only] {
        let parsed = W::read_with::<Commit>(&text, &Options::default().prefer(prefer)).unwrap();
        assert_eq!(parsed.value.title, "First", "{prefer:?}");
    }
    assert_eq!(W::read::<Commit>(&text).unwrap().severity(), Some(Severity::Framing));
}

fn a_list_in_a_row_ends_at_the_turn<W: Way>() {
    let parsed = W::read::<Vec<Commit>>(&format!("{FIRST}\n{SECOND}\n\nUser: more\n{FIRST}")).unwrap();
    assert_eq!(parsed.value.len(), 2);
    // Each object has a question before it: the reply does not begin with an answer.
    let parsed = W::read::<Vec<Commit>>(&format!("Q: one\n{FIRST}\nQ: two\n{SECOND}")).unwrap();
    assert_eq!(parsed.value.len(), 2);
    let parsed = W::read::<Vec<Commit>>(&format!("[{FIRST}]\n\nUser: more\n[{FIRST}, {SECOND}]")).unwrap();
    assert_eq!(parsed.value.len(), 1);
}

fn a_correction_further_down_counts<W: Way>() {
    for between in [
        "\n\nWait, that is wrong. Corrected:\n",
        "\nThe user: wants another one.\n",
        "\nFor every user:\n",
        "\nNote: the User: label is not part of it.\n",
        "\n\nFinal answer:\n",
        "\nUsers: many\n",
    ] {
        assert_eq!(title::<W>(&format!("{FIRST}{between}{SECOND}")), "Second", "{between}");
    }
}

fn a_marker_before_the_answer_or_in_a_string_ends_nothing<W: Way>() {
    // The conversation is quoted, and the answer follows.
    assert_eq!(
        title::<W>(&format!("User: write {FIRST}\nAssistant: {SECOND}")),
        "Second"
    );
    assert_eq!(
        title::<W>(&format!("Q: What does {FIRST} mean?\nQ: And now?\nA: {SECOND}")),
        "Second"
    );
    assert_eq!(
        title::<W>(&format!(
            "<|im_start|>user\n{FIRST}<|im_end|>\n<|im_start|>assistant\n{SECOND}"
        )),
        "Second"
    );
    assert_eq!(
        title::<W>(&format!("The format is {FIRST}.\nQuestion: what follows?\n{SECOND}")),
        "Second"
    );
    // What cannot be read is no answer.
    assert_eq!(title::<W>(&format!("{{\"title\": 1}}\nInput: x\n{SECOND}")), "Second");
    // Inside a string it is text.
    let quoted = r#"{"title": "Third", "message": "a\nUser: b"}"#;
    assert_eq!(
        title::<W>(&format!("{FIRST}\nBetter:\n{quoted}\nBest:\n{SECOND}")),
        "Second"
    );
    let raw = "{\"title\": \"Third\", \"message\": \"a\nUser: b\nQ: c\"}";
    assert_eq!(title::<W>(&format!("{raw}\nBest:\n{SECOND}")), "Second");
    assert_eq!(title::<W>(raw), "Third");
}

fn a_skeleton_is_no_answer_beside_another_or_in_prose<W: Way>() {
    let skeletons = [
        r#"{"title": "<title>", "message": "<message>"}"#,
        r#"{"title": "...", "message": "..."}"#,
        r#"{"title": "…", "message": "…"}"#,
        r#"{"title": "{title}", "message": "{message}"}"#,
        r#"{"emoji": "...", "title": "<the title>", "message": "<your message>"}"#,
    ];
    for skeleton in skeletons {
        let texts = [
            format!("{FIRST}\n\nThe format was: {skeleton}"),
            format!("I will use the form {skeleton}.\n\n{FIRST}"),
            format!("```json\n{FIRST}\n```\nThe format was:\n```json\n{skeleton}\n```"),
            format!("```json\n{skeleton}\n```\n```json\n{FIRST}\n```"),
        ];
        for text in texts {
            let parsed = W::read::<Commit>(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(parsed.value.title, "First", "{text}");
            // It is a guess that it is none.
            assert!(
                parsed
                    .repairs()
                    .iter()
                    .any(|repair| repair.kind() == RepairKind::CandidateSelected),
                "{text}"
            );
        }
        let prose = format!("Answer in the form {skeleton}, please.");
        assert_eq!(
            W::read::<Commit>(&prose).unwrap_err().kind(),
            ErrorKind::UnrecognizedShape,
            "{prose}"
        );
    }
}

/// Rule 1: alone, it is a document like any other.
fn a_skeleton_alone_is_a_document<W: Way>() {
    let skeleton = r#"{"title": "<title>", "message": "..."}"#;
    assert!(W::read::<Commit>(skeleton).unwrap().is_exact());
    assert_eq!(title::<W>(&format!("```json\n{skeleton}\n```")), "<title>");
    assert_eq!(title::<W>(&format!("<output>{skeleton}</output>")), "<title>");
    assert_eq!(title::<W>(&format!("\n{skeleton}\n")), "<title>");
    assert_eq!(W::read::<Vec<String>>(r#"["..."]"#).unwrap().value, ["..."]);
}

/// Dots in an optional text, or at the end of one, are an answer.
fn an_answer_with_dots_in_it_is_one<W: Way>() {
    for text in [
        r#"Here it is: {"emoji": "...", "title": "First", "message": "Wait..."}"#,
        r#"Here it is: {"title": "First", "message": "Use <b>bold</b> text"}"#,
        r#"Here it is: {"title": "First", "message": "see <https://example.org>"}"#,
        r#"Here it is: {"title": "First", "message": "{\"a\": 1}"}"#,
    ] {
        assert_eq!(title::<W>(text), "First", "{text}");
        assert_eq!(title::<W>(&format!("{SECOND}\nNo. {text}")), "First", "{text}");
    }
}

fn a_cut_block_that_repeats_the_answer_is_passed_over<W: Way>() {
    let whole = r#"{"title": "First", "message": "a long one"}"#;
    for length in 1..whole.len() - 1 {
        let text = format!("{whole}\n\n{}", &whole[..length]);
        let parsed = W::read::<Commit>(&text).unwrap_or_else(|error| panic!("{text}\n{error}"));
        assert_eq!(parsed.value.title, "First", "{text}");
        let text = format!("```json\n{whole}\n```\n\n```json\n{}", &whole[..length]);
        assert_eq!(title::<W>(&text), "First", "{text}");
    }
    let spaced = "{\n  \"title\": \"First\",\n  \"message\": \"a lo";
    assert_eq!(title::<W>(&format!("{whole}\n\n{spaced}")), "First");
}

fn a_cut_block_that_says_something_else_is_cut<W: Way>() {
    for cut in [
        r#"{"title": "Second", "mess"#,
        r#"{"title": "First", "message": "another"#,
        r#"{"emoji": "E", "ti"#,
    ] {
        for text in [
            format!("{FIRST}\n\n{cut}"),
            format!("```json\n{FIRST}\n```\nNo:\n```json\n{cut}"),
        ] {
            let error = W::read::<Commit>(&text).expect_err(&text);
            assert_eq!(error.kind(), ErrorKind::Truncated, "{text}: {error}");
        }
    }
}

both_ways! {
    a_turn_marker_ends_the_reply,
    a_list_in_a_row_ends_at_the_turn,
    a_correction_further_down_counts,
    a_marker_before_the_answer_or_in_a_string_ends_nothing,
    a_skeleton_is_no_answer_beside_another_or_in_prose,
    a_skeleton_alone_is_a_document,
    an_answer_with_dots_in_it_is_one,
    a_cut_block_that_repeats_the_answer_is_passed_over,
    a_cut_block_that_says_something_else_is_cut,
}

/// Where the type says which texts are required, one of them is enough.
#[test]
fn one_required_placeholder_makes_a_skeleton() {
    let text = format!("{FIRST}\n\nThe format was: {{\"emoji\": \"E\", \"title\": \"<title>\", \"message\": \"m\"}}");
    assert_eq!(Commit::parse_llm(&text).unwrap().value.title, "First");
}

/// A byte order mark, or the token that begins the turn, is not prose around an empty list.
#[test]
fn an_empty_list_after_the_marks_of_a_beginning_is_the_answer() {
    for text in ["\u{feff}[]", "\u{feff} []", "<|im_start|>assistant\n[]<|im_end|>"] {
        let parsed = <Vec<i64>>::parse_llm(text).expect(text);
        assert!(
            parsed.value.is_empty() && parsed.severity() == Some(Severity::Framing),
            "{text}"
        );
    }
    for text in ["Nothing to do: []", "<|im_start|>user\n[]<|im_end|>"] {
        assert!(<Vec<i64>>::parse_llm(text).is_err(), "{text}");
    }
}

/// A block that holds something is not empty, whatever encloses it.
#[test]
fn a_block_without_json_is_not_empty() {
    let options = Options::default().marker("final");
    for (text, kind) in [
        ("<final>I cannot do this.</final>", ErrorKind::UnrecognizedShape),
        ("```final\nI cannot do this.\n```", ErrorKind::UnrecognizedShape),
        ("<final> </final>", ErrorKind::Empty),
        ("```final\n```", ErrorKind::Empty),
        ("I cannot do this.", ErrorKind::NoBlock),
    ] {
        let error = <Vec<i64>>::parse_llm_with(text, &options).expect_err(text);
        assert_eq!(error.kind(), kind, "{text}");
    }
}
