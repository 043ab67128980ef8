//! What is around the answer and may be a part of it, or another answer, is told with the severity of a guess at least.
//! Each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Options, Severity};
use llm_output_tests::tells::tells;

#[derive(Debug, PartialEq, LlmOutput)]
struct Note {
    title: String,
    count: Option<u32>,
    tags: Option<Vec<String>>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Decision {
    verdict: Ruling,
}

#[derive(Debug, PartialEq, LlmOutput)]
enum Ruling {
    Accept,
    Reject,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Item {
    sku: String,
    price: f64,
}

#[test]
fn an_answer_that_goes_on_behind_its_end_is_a_guess() {
    tells::<BTreeMap<String, i64>>(&[
        (
            "{\"home\": 2},  # remark\n\"user-id\" //\n: 4}",
            "{\"home\": 2}  # remark\n",
        ),
        ("{\"home\": 2}\nand user-id: 4}", "{\"home\": 2}\nand {user-id}"),
    ]);
    tells::<Vec<i64>>(&[
        ("[17, 2, 345] 6000", "[17, 2, 345] 100% sure"),
        ("[17, 2]\n6000, 5]", "[17, 2] (2 of 3)"),
    ]);
    tells::<BTreeMap<String, f64>>(&[
        ("{\"home\": 0}.75", "{\"home\": 0}. 75 of them"),
        ("{\"home\": 0]}.75", "{\"home\": 0]}... 75 of them"),
        ("{\"home\": 1, \"work\"}: 3", "{\"home\": 1}: that is all"),
    ]);
    tells::<Vec<Option<u8>>>(&[
        ("[1], null, 3", "[1], null and void"),
        ("[1,] null, 3", "[1,] true story"),
        ("[1, // null,\n 3]", "[1, // true story\n 3]"),
        ("[1, 3\n# , null\n]", "[1, 3\n# , none of it\n]"),
    ]);
    // The list that this bracket closes has lost the one that opens it.
    tells::<Vec<Vec<i64>>>(&[
        ("[4000, -5]]", "[[4000, -5]]"),
        ("[[1], 4000, -5]]", "[[1], [4000, -5]]]"),
    ]);
    // The escaped quote has its partner.
    tells::<Vec<String>>(&[("[\"echo \\\"hi\"\"]", "[\"echo hi\"\"]")]);
    tells::<Note>(&[(
        "```json\n{\"title\": \"a\", \"tags\": [\n```\n\nContinued:\n\n```json\n\"b\"]}\n```",
        "```json\n{\"title\": \"a\"}\n```\n\nThat is [1] all.",
    )]);
}

#[test]
fn an_answer_whose_beginning_is_lost_is_a_guess() {
    tells::<Vec<Item>>(&[
        (
            "JSON.parse(`:16.0},{\"sku\": \"alpha\", \"price\": 7.75}]`)",
            "JSON.parse(`[{\"sku\": \"alpha\", \"price\": 7.75}]`)",
        ),
        (
            "\"price\": 16.0}, [{\"sku\": \"alpha\", \"price\": 7.75}]",
            "Sure, [{\"sku\": \"alpha\", \"price\": 7.75}]",
        ),
    ]);
}

#[test]
fn strings_that_follow_a_list_are_elements_of_it() {
    tells::<Vec<String>>(&[
        ("[\"a\"]\n\"b\"\n\"c\"", "[\"a\"]\nThe \"b\" is missing."),
        ("[\n]\n\"b\",\n\"c\"", "[\"a\"]\n\n`b`"),
    ]);
    tells::<Vec<Item>>(&[(r#"{"sku": "a", "price": 1.5}]"#, r#"{"sku": "a", "price": 1.5}"#)]);
}

#[test]
fn a_turn_of_the_model_itself_does_not_end_its_answer() {
    let text = "[\n<|im_end|>\n<|im_start|>assistant\n[\"a\", \"b\"]";
    for options in [Options::default(), Options::lenient()] {
        let parsed = Vec::<String>::parse_llm_with(text, &options).expect(text);
        assert_eq!(parsed.value, ["a", "b"]);
        assert_eq!(parsed.severity(), Some(Severity::Guess));
    }
}

#[test]
fn a_promise_of_another_answer_is_a_guess() {
    tells::<Item>(&[(
        "{\"sku\": \"a\", \"price\": 1.5}\n\nNo, that is wrong. Corrected:\n\n",
        "{\"sku\": \"a\", \"price\": 1.5}\n\nNote: the price is in euros.\n",
    )]);
}

#[test]
fn what_goes_on_after_the_marker_of_a_turns_end_is_not_left_out_in_silence() {
    tells::<Note>(&[(
        "{'title': 'a', 'tags': [ </s>'b', 'c",
        "{'title': 'a', 'tags': [ 'b' </s>\n<|user|> thanks",
    )]);
}

#[test]
fn what_touches_the_closing_bracket_of_the_answer_is_not_left_out_in_silence() {
    tells::<Vec<i64>>(&[("[]94720007", "[] 94720007 is too much"), ("[1]-5", "[1] - five")]);
    tells::<Vec<String>>(&[(r#"["a"]"""b"""#, r#"["a"]. Done."#), (r#"["a"]"b""#, r#"`["a"]`"#)]);
    tells::<Note>(&[(
        r#"{"title": "a", "count":}66398007"#,
        r#"{"title": "a", "count":} and that is it"#,
    )]);
}

#[test]
fn what_is_left_out_after_the_end_or_in_a_comment_is_a_guess() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"tags\": [\"x\"},...}",
            "{\"title\": \"a\", \"count\": 1, \"tags\": [\"x\"]},",
        ),
        (
            "{'title': 'a',\n// \u{2}count\u{2}: 3,\n 'tags': []}",
            "{'title': 'a',\n// \u{2}size\u{2}: none yet,\n 'tags': []}",
        ),
    ]);
}

#[test]
fn a_comma_behind_the_answer_promises_what_is_missing() {
    tells::<Note>(&[
        (
            r#"{"title": "a", "tags": []},"#,
            r#"{"title": "a", "count": 1, "tags": []},"#,
        ),
        (
            "{'title': 'a', 'tags': ['b'},",
            "{'title': 'a', 'count': 1, 'tags': ['b']},",
        ),
    ]);
    tells::<Vec<String>>(&[
        (r#"["a"]],"#, r#"["a"]]"#),
        ("[\n  \"a\"],\n  ```\"b\"", "```\n[\n  \"a\"]\n```"),
        ("[\"a\"],\n(\"b\")", "[\"a\"]\n(see \"b\")"),
    ]);
    tells::<BTreeMap<String, i64>>(&[(
        "{\"a\": -8},\\n\n  \"b\" — 0",
        "{\"a\": -8}\\n\n  That is \"b\" — nearly",
    )]);
}

#[test]
fn a_second_bracket_behind_the_answer_may_go_on_with_it() {
    tells::<Vec<String>>(&[("[\"a\"] [\n  $b$\n]", "[\"a\"] (see above)")]);
    tells::<BTreeMap<String, i64>>(&[("{\"a\": 0}\n{ \"", "{\"a\": 0}\n\nDone.")]);
    tells::<Note>(&[(
        "{\"title\": \"a\", \"tags\": []}\n{\n  ...\n}",
        "{\"title\": \"a\", \"tags\": []}\n\n...",
    )]);
}

#[test]
fn members_and_elements_before_the_answer_may_be_another_one() {
    tells::<Note>(&[
        (
            "title\": \"x\", \"count\": 4\n\nUser: another\nAssistant: {\"title\": \"a\"}",
            "The title of the note:\n\n{\"title\": \"a\"}",
        ),
        ("｛x： {\"title\": \"a\"}｝", "x： {\"title\": \"a\"}"),
        (
            "｛\n  title： \"x\"\n｝\n\nUser: another\nAssistant: {\"title\": \"a\"}",
            "Here：\n\n{\"title\": \"a\"}",
        ),
    ]);
    tells::<Vec<String>>(&[(
        "- \"x\",\n- \"y\"\n\nUser: another\nAssistant: [\"a\"]",
        "- the \"x\" is gone\n\n[\"a\"]",
    )]);
    tells::<BTreeMap<String, i64>>(&[
        (
            "-\n  \"x\": 53\n\nThe answer was: {\"a\": 1}",
            "The answer was: {\"a\": 1}",
        ),
        ("1: ｛\n2:   \"x\"： {\"value\": 110}\n3: ｝", "1: {\"x\": 110}"),
        ("-\n  \"x\": {\"value\": 110}\n", "-\n  {\"x\": 110}\n"),
    ]);
}

#[test]
fn an_answer_in_brackets_that_were_not_read_is_a_guess() {
    tells::<Vec<String>>(&[
        ("* [\n*   \"x\",\n*   [\"a\"]\n* ]}}", "* see below [1]\n\n[\"a\"]\n"),
        ("<review>* [\n*   [\"a\"]\n* ]</review>", "<review>\n[\"a\"]\n</review>"),
    ]);
}

#[test]
fn an_opening_bracket_on_a_numbered_line_before_the_answer_makes_it_a_guess() {
    tells::<BTreeMap<String, i64>>(&[
        ("81\t{\n82\t  {\"home\": 2}", "Lines:\n82\t  {\"home\": 2}"),
        ("\\t{\n\\t  {\"home\": 2},\n\\t \"work", "\\t\n\\t  {\"home\": 2}"),
        ("81: {\n82:   {\"home\": 2}", "Section {2}\n3\n{\"home\": 2}"),
    ]);
}

#[test]
fn what_the_next_turn_does_not_reach_counts() {
    tells::<Note>(&[(
        "{\"title\": \"a\"}\n\nCorrected:\n\n{- \"title\": \"b\"}\n\nUser: thanks",
        "{\"title\": \"a\"}\n\nThat is all.\n\nUser: and {\"x\": \"y\"}?",
    )]);
}

#[test]
fn an_answer_in_reasoning_that_never_ends_is_a_guess() {
    tells::<Note>(&[(
        "<think>\nMaybe {\"title\":\"a\",\"count\":1,\"tags\":[\"b\"]",
        "<think>\nMaybe.</think>{\"title\":\"a\",\"count\":1,\"tags\":[\"b\"]}",
    )]);
}

#[test]
fn a_list_with_nothing_but_its_opening_bracket_is_a_guess() {
    let options = Options::lenient();
    for (text, is_guess) in [
        ("[\n </b>", true),
        ("[\n \"a\" </b>", true),
        ("[\n \"a\" </list>", false),
    ] {
        let read = Vec::<String>::parse_llm_with(text, &options).expect(text);
        assert_eq!(read.severity() >= Some(Severity::Guess), is_guess, "{text}");
    }
}

#[test]
fn an_answer_that_its_label_calls_old_or_that_a_remark_cuts_off_is_a_guess() {
    tells::<Note>(&[
        (
            "The previous draft was: {\"title\": \"a\"}",
            "The final answer is: {\"title\": \"a\"}",
        ),
        (
            "{\"title\": \"a\"}\n... (truncated)",
            "{\"title\": \"a\"}\n(as requested)",
        ),
        ("{\"title\": \"a\"}\n ta", "{\"title\": \"a\"}\n Done"),
    ]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Verdict {
    answer: String,
    confidence: f64,
}

/// What the text says of two answers: the one that counts has this `answer`.
fn counts(text: &str, answer: &str) {
    let read = Verdict::parse_llm(text).expect(text);
    assert_eq!(read.value.answer, answer, "{text}");
    assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
}

#[test]
fn of_two_answers_the_one_counts_that_the_text_does_not_set_aside() {
    const LYON: &str = "{\"answer\": \"Lyon\", \"confidence\": 0.9}";
    const PARIS: &str = "{\"answer\": \"Paris\", \"confidence\": 0.1}";
    for text in [
        format!("{LYON} is correct; {PARIS} is not."),
        format!("{LYON}\n\n{PARIS}\n\nUse the first."),
        format!("{LYON}\n\n{PARIS}\n\nIgnore the last one."),
        format!("Between {LYON} and {PARIS}, I pick the former."),
        format!("✅ {LYON}\n❌ {PARIS}"),
        format!("{LYON}\nI almost wrote {PARIS}, but no."),
        format!("<output>{LYON}</output>\n\n<output>{PARIS}</output> would be wrong."),
        format!("{LYON}\n\nThe previous answer was {PARIS}."),
        format!("{LYON} (was: {PARIS})"),
        format!("{LYON} /* {PARIS} */"),
        format!("{LYON}\n\nIn production it would be {PARIS}"),
        format!("{LYON} — unlike the first one, which said {PARIS}."),
        format!("{LYON}\nMy second choice: {PARIS}"),
        format!("{LYON}\nNicht: {PARIS}"),
        format!("<critique>{PARIS} is too vague</critique>{LYON}"),
        format!("<plan>{PARIS}</plan>\n{LYON}"),
        format!("The bad output was\n```\n{PARIS}\n```\nso I return {LYON}."),
        format!("{PARIS}\nIt is not Paris but {LYON}"),
        format!("{PARIS}\n\nSecond attempt:\n{LYON}"),
        format!("{PARIS} is what I said before. Now it would be {LYON}"),
        format!("{PARIS}\n\nHmm, I missed a word. {LYON}"),
        format!("{PARIS}\nThe first one was wrong, here it is corrected: {LYON}"),
        format!("{LYON} <- final\n{PARIS} <- rejected"),
        format!("{LYON}\nNote: do NOT answer {PARIS}"),
        format!("{LYON}\nIncorrect (do not use):\n```json\n{PARIS}\n```"),
        format!("{LYON}\n~~{PARIS}~~"),
        format!("{LYON}\n// {PARIS}"),
        format!("{LYON}\n\n(If unsure: {PARIS})"),
        format!("```json\n{LYON}\n```\nFor example, {PARIS} would be wrong."),
        format!("```json\n{PARIS}\n```\nWait, that is wrong. It should be:\n{LYON}"),
        format!("<answer>{PARIS}</answer>\nScratch that:\n{LYON}"),
        format!("<example>{PARIS}</example>\n{LYON}"),
        format!("<draft>\n{PARIS}\n</draft>\n{LYON}"),
        format!("Output:\n{LYON}\n\nInput was:\n{PARIS}"),
        format!("I used\n{LYON}\ninstead of\n{PARIS}"),
        format!(
            "Here is the updated version:\n```json\n{LYON}\n```\nHere is the original you sent:\n```json\n{PARIS}\n```"
        ),
        format!("{LYON}\n\n(Previously this was {PARIS})"),
        format!("The output is {LYON}, not {PARIS}."),
        format!("{LYON}\n\nFor comparison, a bad answer would be:\n{PARIS}"),
        format!("<details><summary>Old version</summary>\n\n{PARIS}\n</details>\n\n{LYON}"),
        format!("<answer>{LYON}</answer><scratch>{PARIS}</scratch>"),
        format!("Final Answer: {LYON}\nObservation: {PARIS}"),
        format!("{LYON}\n\nSchema used: {PARIS}"),
        // These words are about the first one, or about what it is made of.
        format!("{PARIS}\n\nHere is the corrected version of the previous answer:\n{LYON}"),
        format!("{PARIS}\n\nIn the format that the schema asks for:\n{LYON}"),
        format!("Original:\n{PARIS}\n\nFinal, in the required format:\n{LYON}"),
        format!("Example format:\n```json\n{PARIS}\n```\nMy answer: {LYON}"),
        // A sentence about the first one does not set the second one aside.
        format!("{PARIS}\n\nThe previous answer was incorrect. Here is the corrected one:\n{LYON}"),
        format!("{PARIS}\nI made a mistake in the example, so the final answer is {LYON}"),
        format!("```json\n{PARIS}\n```\nThat was a bad answer! It should be:\n```json\n{LYON}\n```"),
        format!("{PARIS}\nThat was the wrong answer, so:\n{LYON}"),
        format!("{PARIS}\nThe format is not right, and this is what you asked for:\n{LYON}"),
        // The remark is about a part of the answer.
        format!("{PARIS}\n{LYON} (old values removed)"),
        // Nothing sets either aside: the last one counts, and one in a fence counts more than one in prose.
        format!("First: {PARIS}\nFinal: {LYON}"),
        format!("```json\n{LYON}\n```\nIn short: {PARIS}"),
    ] {
        counts(&text, "Lyon");
    }
}

#[test]
fn of_two_lists_the_one_that_was_left_out_does_not_count() {
    for (text, expected) in [
        ("[\"a\", \"b\"] (I excluded [\"d\"])", ["a", "b"]),
        (
            "The valid ones are [\"a\", \"b\"], out of [\"a\", \"b\", \"c\", \"d\"].",
            ["a", "b"],
        ),
        ("[\"a\", \"b\"]\nExcluded: [\"d\", \"e\"]", ["a", "b"]),
        // What was left out is not what follows.
        (
            "You gave [\"a\", \"a\", \"b\"]. With duplicates excluded: [\"a\", \"b\"]",
            ["a", "b"],
        ),
    ] {
        let read = Vec::<String>::parse_llm(text).expect(text);
        assert_eq!(read.value, expected, "{text}");
        assert_eq!(read.severity(), Some(Severity::Guess), "{text}");
    }
}

/// A sentence about the answer mentions an interval, or what was there before.
#[test]
fn of_two_lists_the_one_that_is_only_mentioned_does_not_count() {
    for text in [
        "[2, 7]\n\nThese are all in the interval [1, 10].",
        "My picks: [2, 7].\n\n(I considered values in [0, 100].)",
        "[2, 7]\n\nThey are scaled to **[0, 1]**.",
        "Sorted: [2, 7] (from the original [7, 2])",
        "[2, 7] // was [8, 9]",
        "It was [1, 2]. Now it is [2, 7].",
    ] {
        let read = Vec::<i64>::parse_llm_with(text, &Options::lenient()).expect(text);
        assert_eq!(read.value, [2, 7], "{text}");
        assert!(read.severity() >= Some(Severity::Guess), "{text}");
    }
    let read = Vec::<i64>::parse_llm("The answer is in [2, 7].").expect("one list");
    assert_eq!(read.value, [2, 7]);
}

/// A line or tag beside JSON is a field that the JSON may lack.
#[test]
fn a_field_in_a_line_beside_the_json_is_not_left_out_in_silence() {
    tells::<Note>(&[
        ("{\"title\": \"a\"}\ncount: 3", "{\"title\": \"a\"}\ncolour: red"),
        (
            "count: 3\n{\"title\": \"a\"}",
            "count: 3\n{\"title\": \"a\", \"count\": 3}",
        ),
        (
            "```json\n{\"title\": \"a\"}\n```\n**Tags:** x",
            "```json\n{\"title\": \"a\"}\n```\n**Tags:**",
        ),
        (
            "{\"title\": \"a\"}\n- tags: x",
            "{\"title\": \"a\"}\n- tags are left out",
        ),
        ("{\"title\": \"a\"}\ncount = 3", "{\"title\": \"a\"}\nif count == 3"),
        (
            "{\"title\": \"a\"}\n<count>3</count>",
            "{\"title\": \"a\"}\n<total>3</total>",
        ),
        // Reasoning, code, an example, and more words than a number has.
        (
            "count: 3\n\n{\"title\": \"a\"}",
            "<think>count: 3</think>{\"title\": \"a\"}",
        ),
        (
            "{\"title\": \"a\"}\n\ncount: 3",
            "{\"title\": \"a\"}\n```yaml\ncount: 3\n```",
        ),
        (
            "{\"title\": \"a\"}\ncount: about 3",
            "{\"title\": \"a\"}\ncount: it is not said how many there are",
        ),
        // The JSON has the field, but nothing in it, or another number.
        (
            "{\"title\": \"a\", \"tags\": []}\n\nTags:\n- x\n- y",
            "{\"title\": \"a\", \"tags\": [\n\"x\", \"y\"]}\n\nTags:\n- x\n- y",
        ),
        (
            "{\"title\": \"a\", \"tags\": []}\n\nTags: x; y",
            "{\"title\": \"a\", \"tags\": []}\n\nTags: none",
        ),
        (
            "{\"title\": \"a\", \"count\": 3}\n\n**Count:** 4.",
            "{\"title\": \"a\", \"count\": 3}\n\n**Count:** 3.0.",
        ),
        (
            "<count>4</count>\n{\"title\": \"a\", \"count\": 3}",
            "<count>few</count>\n{\"title\": \"a\", \"count\": 3}",
        ),
    ]);
    tells::<Decision>(&[
        (
            "{\"verdict\": \"accept\"}\n\nVerdict: reject",
            "{\"verdict\": \"accept\"}\n\nVerdict: Accept.",
        ),
        (
            "verdict = \"reject\"\n{\"verdict\": \"accept\"}",
            "The verdict is below.\n{\"verdict\": \"accept\"}",
        ),
    ]);
}

#[test]
fn a_list_in_a_sentence_may_go_on_in_its_words() {
    tells::<Vec<i64>>(&[
        ("The ids are [10] and [20].", "The ids are [10] and that is all."),
        (
            "The numbers are [1, 2] and [3].",
            "[1, 2]\n\nAs [3] shows, that is all.",
        ),
    ]);
    tells::<Vec<String>>(&[
        ("[\"a\", \"b\"]\n- c", "[\"a\", \"b\"]\n\n- c is left out"),
        ("[\"a\", \"b\"] and \"c\"", "[\"a\", \"b\"] and that is all"),
        ("[\"a\", \"b\"]\nand \"c\"", "[\"a\", \"b\"]\nand that is all"),
        ("[\"a\", \"b\"]\n3. c", "[\"a\", \"b\"]\n1. a is the first one"),
        ("[\"a\", \"b\"]\n12) c", "[\"a\", \"b\"]\n2.5 is the mean"),
        ("[\"a\", \"b\"]\n2", "[\"a\", \"b\"]\n2 of 3."),
    ]);
}

#[test]
fn an_answer_that_the_next_turn_takes_back_is_a_guess() {
    tells::<Note>(&[(
        "{\"title\": \"a\"}\n\nQuestion: is that right? No. Correction: {\"title\": \"b\"}",
        "{\"title\": \"a\"}\n\nQuestion: what is the next one? It is {\"title\": \"b\"}",
    )]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Choices {
    a: Option<String>,
    b: Option<String>,
}

#[test]
fn braces_around_a_key_without_a_value_are_no_later_answer() {
    let read =
        Choices::parse_llm("{\"a\": \"x\", \"b\": \"y\"} where {\"a\"} is required").expect("the first one is whole");
    assert_eq!(read.value.a.as_deref(), Some("x"));
    let read = Choices::parse_llm("{\"a\": \"x\", \"b\": \"y\"}, no: {\"a\": \"z\"}").expect("the last one is whole");
    assert_eq!(read.value.a.as_deref(), Some("z"));
}

#[test]
fn an_answer_called_a_form_or_before_one_that_is_broken_off_is_a_guess() {
    tells::<BTreeMap<String, i64>>(&[
        ("The format is {\"a\": 0}.", "The count is {\"a\": 0}."),
        ("So: {\"a\": 0}\n\n{\"b", "So: {\"a\": 0}\n\nIn braces: {b}"),
        ("{'a': 1} ...", "{'a': 1} That is all."),
        (
            "{ a = 2\n}, [x]\n\nUser: another\nAssistant: {\"b\": 1}",
            "Well.\n\nUser: another\nAssistant: {\"b\": 1}",
        ),
    ]);
    tells::<Vec<String>>(&[
        ("[\"a\"], ```b```", "[\"a\"], as requested."),
        ("[\"a\"], L\"b\"", "[\"a\"], and that is all"),
        ("response={\"[\\\"a\\\"]\"} took 3 ms", "response={\"a\"} took 3 ms"),
    ]);
}

#[test]
fn a_tag_that_is_cut_off_ends_no_list() {
    let severity = |text: &str| {
        let read = Vec::<String>::parse_llm_with(text, &Options::lenient()).expect(text);
        read.severity()
    };
    assert_eq!(severity("[\"a\" <|im_e"), Some(Severity::Incomplete));
    assert_eq!(severity("[\"a\" <|im_end|>"), Some(Severity::Syntax));
}

#[test]
fn what_a_quoted_line_goes_on_with_after_a_comma_is_a_part() {
    tells::<BTreeMap<String, i64>>(&[
        (
            "| {\n|   {\"a\": 3},\n|   \"b",
            "| Note:\n|   {\"a\": 3}\n|   \"b\" is next.",
        ),
        ("* [\n* {\"a\": 3}\n* {", "* This one:\n* {\"a\": 3}\n* Done."),
    ]);
}
