//! Nothing is lost in silence where two damages meet: each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, Severity};
use llm_output_tests::tells::{severity, tells};

#[derive(Debug, PartialEq, LlmOutput)]
struct Step {
    number: u32,
    action: String,
    command: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Steps {
    steps: Vec<Step>,
    note: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Note {
    title: String,
    #[llm(default)]
    stars: u8,
    #[llm(default)]
    tags: Vec<String>,
    minutes: Option<u32>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Address {
    street: String,
    zip: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Person {
    name: String,
    age: Option<u32>,
    address: Option<Address>,
    active: Option<bool>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Code {
    source: String,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Verdict {
    verdict: bool,
    reason: String,
}

#[test]
fn a_string_that_holds_the_end_of_an_element_and_the_next_one_is_a_guess() {
    tells::<Steps>(&[
        (
            "{\"steps\": [{\"number\": 1, \"action\": 'a\"}, {\"number\": 2, \"action\": \"b'}], \"note\": \"n\"}",
            "{\"steps\": [{\"number\": 1, \"action\": 'a (b), {c'}, {\"number\": 2, \"action\": \"b\"}], \"note\": \"n\"}",
        ),
        (
            "{'steps': [{'number': 1, 'action': \"a'}, {'number': 2, 'action': 'b\"}], 'note': 'n'}",
            "{'steps': [{'number': 1, 'action': \"a's\"}, {'number': 2, 'action': \"b's\"}], 'note': 'n'}",
        ),
    ]);
    tells::<BTreeMap<String, Vec<String>>>(&[(
        "{\"a\": [\"p\", 'x\"], \"b\": [\"y'], \"c\": [\"z\"]}",
        "{\"a\": [\"p\", 'x'], \"b\": [\"y\"], \"c\": [\"z\"]}",
    )]);
    // What is escaped is JSON as text.
    tells::<Vec<Code>>(&[(
        "[{'source': \"y's, 'tags': []}, {'source': z\"}]",
        r#"[{'source': "[{\"a\": 1}, {\"b\": 2}]"}]"#,
    )]);
}

#[test]
fn a_string_that_goes_on_with_a_missing_field_is_a_guess_in_every_style_of_keys() {
    tells::<Note>(&[(
        "{title: \"a, stars: 1, minutes: 5\", tags: [\"p\"]}",
        "{title: \"a, size: 1\", stars: 1, minutes: 5, tags: [\"p\"]}",
    )]);
    tells::<Person>(&[(
        "{'name': 'Ann', 'address': {'street': \"X, 'zip': 9\"}, 'active': True}",
        "{'name': 'Ann', 'address': {'street': \"X, no. 9\"}, 'active': True}",
    )]);
}

#[test]
fn a_key_with_the_sign_before_its_value_or_with_another_key_is_a_guess() {
    tells::<BTreeMap<String, String>>(&[
        (
            "{\"alpha => \"1\", \"b\": \"two\"}",
            "{\"alpha\" => \"1\", \"b\": \"two\"}",
        ),
        ("{\"alpha \"1\", \"b\": \"two\"}", "{\"alpha\" \"1\", \"b\": \"two\"}"),
    ]);
    tells::<BTreeMap<String, i64>>(&[(
        "{\"a\": 1, \\\"b\\\": 2, c\": 3}",
        "{\"a\": 1, \"b\\\"\": 2, \"c\": 3,}",
    )]);
    tells::<Steps>(&[(
        "{\"steps\": [{\"number\": 1, \"action\": \"a\", \"x: 7}, {y\": \"b\",}]}",
        "{\"steps\": [{\"number\": 1, \"action\": \"a\", \"x\": \"b\",}]}",
    )]);
}

/// A doubt is not forgotten if the text after it has to be read a second time.
#[test]
fn a_field_of_the_outer_object_is_not_lost_with_its_brace_whatever_follows() {
    for behind in [
        "{\"name\": \"Bob\" \"age\": 3}",
        "{\"name\": \"Bob\", \"age\" 3}",
        "{\"name\": \"Bob\", \"age\": 3,}",
    ] {
        let text = format!("[{{\"name\": \"Ann\", \"address\": {{\"street\": \"S 1\", \"active\": true}}, {behind}]");
        assert!(severity::<Vec<Person>>(&text) >= Some(Severity::Guess), "{text}");
    }
}

#[test]
fn what_follows_a_list_on_its_line_may_belong_to_it() {
    tells::<Vec<Vec<i64>>>(&[
        ("[[1, 2], [3, 4]] [5, 6", "[[1, 2], [3, 4]] [see here](a)"),
        ("[[1, 2], [3], ] [4, 5, 6\n\nDone.", "[[1, 2], [3], ]\n\nDone."),
    ]);
    tells::<Vec<i64>>(&[("[] [1]", "[] and no more")]);
    tells::<Note>(&[(
        "{title: \"x\", tags: [\"a\"]] stars 3, minutes: 5\n\nDone.",
        "{title: \"x\", tags: [\"a\"]]\n\nDone.",
    )]);
    tells::<BTreeMap<String, i64>>(&[("{a: 1] b 2, c: 3\n\nDone.", "{a: 1]\n\nDone.")]);
}

/// What follows is told with the whole of its first letter.
#[test]
fn a_word_of_another_script_after_a_wrong_closer_has_a_place_in_the_text() {
    let text = "{a: 1] 日: 2\n\nDone.";
    let parsed = BTreeMap::<String, i64>::parse_llm(text).expect("it is read as a guess");
    assert!(parsed.repairs().iter().all(|repair| text.get(repair.span()).is_some()));
}

#[test]
fn a_number_in_brackets_after_a_word_may_be_a_source() {
    tells::<Vec<i64>>(&[
        (
            "I could not find any numbers in the document [1].",
            "The answer is [1].",
        ),
        ("Sources: [1] see a.b [2] see c.d", "Here you are: [1]"),
    ]);
}

#[test]
fn code_that_changes_the_value_later_makes_it_a_guess() {
    tells::<Verdict>(&[(
        "const a = {\"verdict\": true, \"reason\": \"x\"};\na.verdict = false;",
        "const a = {\"verdict\": true, \"reason\": \"x\"};\nprint(a);",
    )]);
    tells::<Vec<i64>>(&[
        ("x = [1, 2, 3]\nx.append(4)", "x = [1, 2, 3]\nprint(x)"),
        ("x = [1, 2, 3]\nx[0] = 9", "x = [1, 2, 3]\n# x is done"),
    ]);
}

#[test]
fn strings_of_programs_that_another_text_may_be_meant_by_are_guesses() {
    tells::<Code>(&[
        (
            "{\"source\": \"run \\\r\n  -it x\"}",
            "{\"source\": \"run \r\n  -it x\"}",
        ),
        (
            "{\"source\": \"Split on \\s or \\n or \\t\"}",
            "{\"source\": \"Split on \\s.\\nThen go on\"}",
        ),
    ]);
    tells::<Person>(&[(
        "{\"name\": \"Ann O'Neil'', \"age\": 42}",
        "{\"name\": \"Ann O'Neil, \"age\": 42}",
    )]);
}

#[test]
fn a_comment_after_a_list_may_hold_more_of_it() {
    tells::<Note>(&[
        (
            "{\"title\": \"x\", \"tags\": [] // \"a\", \"b\"\n}",
            "{\"title\": \"x\", \"tags\": [] // none so far\n}",
        ),
        (
            "{\"title\": \"x\", \"tags\": [\"a\"]// , \"x\"],\n\"stars\": 2}",
            "{\"title\": \"x\", \"tags\": [\"a\"], // as in \"x\" of old\n\"stars\": 2}",
        ),
    ]);
    tells::<Steps>(&[(
        "{\"steps\": [\n{\"number\": 1, \"action\": \"a\"},\n// similar entries for 2 to 9\n{\"number\": 10, \"action\": \"b\"}\n]}",
        "{\"steps\": [\n{\"number\": 1, \"action\": \"a\"},\n// the last one\n{\"number\": 10, \"action\": \"b\"}\n]}",
    )]);
}

#[test]
fn objects_after_a_list_that_was_closed_too_early_belong_to_it() {
    let [a, b, c] = [1, 2, 3].map(|number| format!("{{\"number\": {number}, \"action\": \"x\"}}"));
    for text in [
        format!("[{a}] {b}, {c}]"),
        format!("[{a}]] {b}, {c}]"),
        format!("[{a}}}}} {b}, {c}]"),
        format!("[{a}, {b}}}}} {c}]"),
        format!("[] {a}, {b}, {c}]"),
    ] {
        let parsed = Vec::<Step>::parse_llm(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let numbers: Vec<u32> = parsed.value.iter().map(|step| step.number).collect();
        assert_eq!(numbers, [1, 2, 3], "{text}");
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
        let mut items = Step::items();
        let pieces = text
            .split_inclusive("")
            .flat_map(|piece| items.push(piece).collect::<Vec<_>>());
        let delivered: Vec<_> = pieces.collect();
        let all = delivered.into_iter().chain(items.finish());
        let numbers: Vec<u32> = all
            .map(|item| item.expect("every element can be read").value.number)
            .collect();
        assert_eq!(numbers, [1, 2, 3], "{text}");
    }
}

#[test]
fn a_string_that_ends_and_begins_again_at_typographic_marks_is_a_guess() {
    tells::<Note>(&[
        (
            "{title: 'n’, minutes: ‘4', tags: []}",
            "{title: 'the dogs’ bowls, all', minutes: 4, tags: []}",
        ),
        (
            "{\"title\": 'a', \"tags\": ['a’, ‘b', 'c']}",
            "{\"title\": 'a', \"tags\": ['a ‘b’ or so', 'c']}",
        ),
    ]);
    tells::<BTreeMap<String, String>>(&[
        ("{A: 'x’, B: ‘y'}", "{A: 'x’s, B', C: 'y'}"),
        ("{A: \"x', B: 'y\"}", "{A: \"say 'x', 'y'\"}"),
    ]);
    tells::<Vec<String>>(&[("[\"a”, \"b”, \"” c\"]", "[\"a”, \"b”, \"the ”c” key\"]")]);
}

#[test]
fn a_quote_beside_a_missing_comma_or_quote_may_be_that_of_the_next_string() {
    tells::<Vec<String>>(&[
        ("[\"a\"\"b \"c d\"\"]", "[\"a\",\"b \"c d\"\"]"),
        ("[\"a\" \"b \"c d\"\"]", "[\"a\" \"b \"c\" d\"]"),
        ("[\"x 4\" and\n y z\"]", "[\"x 4\" and y z\"]"),
    ]);
    tells::<Note>(&[(
        "{\"title\": \"a\"=>\n\\'minutes\\': 4\", \"tags\": []}",
        "{\"title\": \"how \\'minutes\\' are told\", \"minutes\": 4, \"tags\": []}",
    )]);
    tells::<Note>(&[(
        "{\"title\": \"a,/* b */ \"\n minutes\": 4, \"tags\": []}",
        "{\"title\": \"a,/* b */\"\n minutes\": 4, \"tags\": []}",
    )]);
}

/// An entry with the name of a field around the map may be that field, if something is broken.
#[test]
fn an_entry_with_the_name_of_a_field_around_its_map_is_a_guess_beside_a_repair() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Config {
        ports: BTreeMap<String, i64>,
        retries: Option<i64>,
    }
    tells::<Config>(&[
        (
            "{\"ports\": {\"db\": 53], \"retries\": 0}}",
            "{\"ports\": {\"db\": 53], \"web\": 0}}",
        ),
        ("{\"ports\": {, \"retries\": 8}}", "{\"ports\": {, \"web\": 8}}"),
    ]);
    let valid = r#"{"ports": {"db": 53, "retries": 0}}"#;
    assert!(Config::parse_llm(valid).is_ok_and(|parsed| parsed.is_exact()));
}

#[test]
fn an_answer_that_is_asked_about_is_a_guess() {
    tells::<Vec<String>>(&[("Do you mean [\"a\"]?", "Do you see? [\"a\"]")]);
    tells::<Vec<i64>>(&[("Is it [1, 2, 3]?", "It is [1, 2, 3].")]);
}

#[test]
fn what_is_said_of_another_answer_sets_this_one_aside() {
    let answer = r#"{"verdict": true, "reason": "x"}"#;
    for lead in [
        "You should not reply with",
        "A naive model would answer",
        "Your example was",
        "Suppose the answer were",
        "Please reply with something like",
        "Intermediate result:",
        "Deprecated:",
        "Exemplo:",
        "Örnek:",
        "예:",
    ] {
        let text = format!("{lead} {answer}");
        assert!(severity::<Verdict>(&text) >= Some(Severity::Guess), "{text}");
    }
    for lead in ["Deprecated calls are fine:", "This example works:", "Naive or not:"] {
        let text = format!("{lead} {answer}");
        assert!(severity::<Verdict>(&text) < Some(Severity::Guess), "{text}");
    }
}
