//! What follows an answer is judged alike behind its own bracket and behind its fence; and what a missing bracket, a lost line break or a
//! flattened map hides is a guess. Each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;

use llm_output::{LlmOutput, RepairKind, Severity};
use llm_output_tests::tells::{severity, tells};

/// A task.
#[derive(Debug, PartialEq, LlmOutput)]
struct Task {
    title: String,
    priority: u8,
    due: Option<String>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Pair {
    a: String,
    b: String,
}

/// An object that takes other names too.
#[derive(Debug, PartialEq, LlmOutput)]
struct Issue {
    title: String,
    #[llm(flatten)]
    measures: BTreeMap<String, f64>,
}

/// A value of one of several kinds.
#[derive(Debug, PartialEq, LlmOutput)]
#[llm(untagged)]
enum Value {
    Number(f64),
    Flag(bool),
    Quantity { unit: String, amount: f64 },
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Measured {
    id: u32,
    extra: BTreeMap<String, Value>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Comment {
    text: String,
    #[llm(recursive(max_depth = 8), default)]
    replies: Vec<Comment>,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Human {
    age: u8,
    email: Option<String>,
    active: bool,
}

/// A text behind the answer, and one that says nothing of it; each stands on a line after the bare answer, and after its fence.
#[track_caller]
fn tells_behind<T: LlmOutput>(answer: &str, pairs: &[(&str, &str)]) {
    for (lossy, whole) in pairs {
        for around in ["{}\n\n", "```json\n{}\n```\n", "```json\n{}\n```\n\n"] {
            let [lossy, whole] = [lossy, whole].map(|behind| around.replace("{}", answer) + behind);
            tells::<T>(&[(&lossy, &whole)]);
        }
    }
}

#[test]
fn a_member_behind_the_answer_or_its_fence_is_a_loss() {
    let answer = "{\"title\": \"x\", \"priority\": 2}";
    tells_behind::<Task>(
        answer,
        &[
            ("\"due\": \"tomorrow\"", "\"Due\" is left out."),
            ("\"priority\": 5", "The \"priority\" is a number."),
            ("```json\n\"due\": \"tomorrow\"\n```", "```\nls\n```"),
            ("`\"due\": \"tomorrow\"`", "`ls`"),
            (
                "```diff\n-  \"priority\": 2,\n+  \"priority\": 5,\n```",
                "```diff\n- 2\n+ 5\n```",
            ),
        ],
    );
}

#[test]
fn what_is_said_of_the_rest_of_a_list_counts_behind_its_fence_too() {
    tells_behind::<Vec<String>>(
        "[\"a\", \"b\"]",
        &[
            ("... and 8 more", "That is all."),
            ("(8 more items not shown)", "(all of them)"),
            ("Also \"d\".", "Also, \"d\" is out."),
            ("I forgot \"d\".", "I forgot nothing."),
            ("Remove \"b\".", "Remove this line."),
            ("- \"d\"", "- \"d\" is left out"),
            ("4. d\n5. e", "1. These are two."),
            ("(2 of 10 shown)", "(2 of them are short)"),
            ("I left out 8 more.", "I left out nothing."),
            ("The rest is omitted for brevity.", "The rest is up to you."),
            ("Truncated due to length.", "Is this what you need?"),
            ("[...]", "[1]: see there"),
            ("and 4 more", "and so it is"),
            ("More elements were omitted.", "More is not known."),
            ("This is only a partial list.", "This is the list."),
        ],
    );
}

#[test]
fn another_value_for_a_field_in_the_prose_behind_the_answer_is_a_guess() {
    let answer = "{\"title\": \"x\", \"priority\": 2, \"due\": \"2.50\"}";
    tells_behind::<Task>(
        answer,
        &[
            ("The correct priority is 5.", "The priority is 2."),
            ("P.S. The priority should be 5.", "P.S. The priority should be 2 of 5."),
            ("Change \"priority\" to 5.", "There are 5 steps."),
            ("Set `priority` to `5`.", "Set `other` to `5`."),
            ("priority -> 5", "5 -> priority"),
            ("priority: 2 -> 5", "priority -> 2"),
            ("Hmm, priority should really be 5", "Hmm, 5 should really be enough"),
            ("task.priority = 5", "task.level = 5"),
            ("**priority**: 5", "**priority**: 2"),
            ("title: Buy milk", "Title: as you gave it"),
            ("title: y (short)", "title: x (short)"),
            ("Final title: y", "Final title: x"),
            ("**title**: Buy milk", "**title**: what has to be done"),
            ("title: y", "- title: the name of it"),
            ("title is \"y\"", "title is \"x\""),
            ("Priority should be 5.", "Use task[\"priority\"] for it."),
            ("Title should be y.", "The title should be a name."),
            ("The title should read \"y\".", "The title should be as it is."),
            ("due is 3.50", "due is 2.5000"),
        ],
    );
}

/// JSON in a fence of a program is rather an argument there, and an object without some of the fields is no whole answer.
#[test]
fn an_answer_outside_of_a_fence_counts_more_than_a_part_or_an_argument_in_one() {
    for text in [
        "{\"title\": \"x\", \"priority\": 2}\n\n```bash\ncurl -d '{\"title\": \"y\"}' localhost\n```",
        "First, the title:\n\n```json\n{\"title\": \"y\"}\n```\n\nAll of it:\n\n{\"title\": \"x\", \"priority\": 2}",
        "```json\n{\"title\": \"x\", \"priority\": 2}\n```\n\n```python\nprint(find({\"title\": \"y\", \"priority\": 3}))\n```",
        "```js\nf({\"title\": \"y\", \"priority\": 3})\n```\n\nOutput:\n\n{\"title\": \"x\", \"priority\": 2}",
    ] {
        let parsed = Task::parse_llm(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed.value.title, "x", "{text}");
        assert_eq!(parsed.severity(), Some(Severity::Guess), "{text}");
    }
    let alone = Task::parse_llm("```python\n{\"title\": \"x\", \"priority\": 2}\n```").expect("nothing else is there");
    assert_eq!(alone.severity(), Some(Severity::Framing));
}

#[test]
fn what_was_closed_too_early_or_stands_in_round_brackets_is_no_prose() {
    tells::<Vec<String>>(&[
        ("[“a”,\n“b”]\n“c d”\n>", "[“a”,\n“b”]\nThese are “c d”."),
        ("[\"a\"]\n«c d»", "[\"a\"]\nSee «c d»."),
    ]);
    tells::<Task>(&[(
        "(\"title\" is \"x\", \"priority\" is 2)\n\nUser: another one\nAssistant: {\"title\": \"y\", \"priority\": 3}",
        "Hello (as \"x\")\n\nUser: a task\nAssistant: {\"title\": \"y\", \"priority\": 3}",
    )]);
}

#[test]
fn a_remark_that_corrects_its_value_is_a_guess() {
    tells::<Human>(&[
        (
            "{\"age\": 31, // update to 32\n\"active\": true}",
            "{\"age\": 31, // up to date\n\"active\": true}",
        ),
        (
            "{\"age\": 31, // -> 32\n\"active\": true}",
            "{\"age\": 31, // in years\n\"active\": true}",
        ),
        (
            "{\"age\": 31, // no, 32\n\"active\": true}",
            "{\"age\": 31, // not sure why\n\"active\": true}",
        ),
    ]);
    // The dash of a line that is taken out is no sign.
    tells::<Vec<i64>>(&[("```diff\n [\n-1,\n+2\n ]\n```", "```json\n [\n-1,\n2\n ]\n```")]);
}

#[test]
fn two_lists_in_a_fence_are_rivals() {
    tells::<Vec<u32>>(&[
        ("```json\n[86] and [94]\n```", "As in [1]:\n```json\n[94]\n```"),
        ("```\n[86]\n[94]\n```", "```python\nx = [94]\n```"),
    ]);
}

/// A list with a bracket twice is a list; one that ends with the text may be the first of several.
#[test]
fn a_list_in_a_list_that_is_cut_off_is_no_list() {
    for text in ["[[1, 2]", "[[1, 2], ", "[[]"] {
        assert!(severity::<Vec<u32>>(text) >= Some(Severity::Incomplete), "{text}");
    }
    assert_eq!(severity::<Vec<u32>>("[[1, 2]]"), Some(Severity::Guess));
}

#[test]
fn a_text_in_a_wrapper_is_no_list() {
    for text in [
        "{\"response\": \"I cannot help with that.\"}",
        "```json\n{\"answer\": \"none\"}\n```",
    ] {
        assert_eq!(severity::<Vec<String>>(text), Some(Severity::Invented), "{text}");
    }
    assert!(severity::<Vec<i64>>("{\"value\": 4}") < Some(Severity::Guess));
    assert!(severity::<Vec<String>>("{\"response\": [\"a\"]}") == Some(Severity::Guess));
}

#[test]
fn an_entry_of_another_kind_that_a_missing_bracket_hides_is_a_guess() {
    tells::<Measured>(&[
        (
            "{\"id\": 1, \"extra\": {\"a\": {\"unit\": \"kg\", \"amount\": 1, \"b\": false}}",
            "{\"id\": 1, \"extra\": {\"a\": {\"unit\": \"kg\", \"amount\": 1, \"b\": false}}}",
        ),
        (
            "{\"id\": 1, \"extra\": {\"a\": {\"unit\": \"kg\", \"amount\": 1\n,\n\"b\": 3, \"c\": true}}",
            "{\"id\": 1, \"extra\": {\"a\": {\"unit\": \"kg\", \"b\": 3, \"amount\": 1}}",
        ),
    ]);
}

#[test]
fn an_object_like_the_entries_of_a_map_that_is_outside_of_it_is_a_guess() {
    tells::<BTreeMap<String, Human>>(&[(
        "{\"Ann\": {\"age\": 3, \"active\": true, \"Bob\": {\"age\": 4, \"active\": true,}}}",
        "{\"Ann\": {\"age\": 3, \"active\": true, \"pet\": {\"name\": 4,}}}",
    )]);
}

#[test]
fn words_that_a_flattened_map_would_take_as_a_key_are_a_guess() {
    tells::<Issue>(&[
        (
            "{\"title\": \"x\",\nStep 2: 7\n\"cost\": 1}",
            "{\"title\": \"x\",\nsteps: 7,\n\"cost\": 1}",
        ),
        ("{\"title\": \"x\", and the cost: 7}", "{\"title\": \"x\", cost: 7}"),
        (
            "{\"title\":\"x\",\n2 | Now the next one:\n3 | \"cost\":7}",
            "{\"title\":\"x\",\n\"next_one\":\n3, \"cost\":7}",
        ),
    ]);
}

#[test]
fn a_comment_with_another_one_on_its_line_has_lost_a_line_break() {
    tells::<Vec<String>>(&[
        (
            "[\"a\", // first \"b\", // second\n\"c\"]",
            "[\"a\", // first\n\"b\", // second\n\"c\"]",
        ),
        (
            "[\"a\", # first \"b\", # second\n\"c\"]",
            "[\"a\", # see http://a.b/c now\n\"c\"]",
        ),
    ]);
    tells::<Vec<u32>>(&[("[1, // x 2 // y\n3]", "[1, // x\n2, // y\n3]")]);
}

/// What opened the brackets that are left over may have been in a comment.
#[test]
fn brackets_that_are_left_over_beside_a_comment_that_opens_some_are_a_guess() {
    tells::<Comment>(&[
        (
            "{\"text\": \"p\", // note \"replies\": [{\"text\": \"x\",\n\"replies\": []}]}",
            "{\"text\": \"p\", // note\n\"replies\": [{\"text\": \"x\",\n\"replies\": []}]}",
        ),
        (
            "{\"text\": \"p\", \"replies\": []}],",
            "{\"text\": \"p\", // a name\n\"replies\": []}}",
        ),
    ]);
    tells::<Task>(&[(
        "// \"due\": \"tomorrow\"\n{\"title\": \"x\", \"priority\": 2}",
        "// the task\n{\"title\": \"x\", \"priority\": 2}",
    )]);
}

#[test]
fn dots_at_the_beginning_of_a_comment_and_phrases_stand_for_what_is_left_out() {
    tells::<BTreeMap<String, Human>>(&[(
        "{\"Ann\": {\"age\": 42,\n// ... rest unchanged\n\"active\": true}}",
        "{\"Ann\": {\"age\": 42,\n// the rest ...\n\"active\": true}}",
    )]);
    tells::<Vec<String>>(&[
        ("[\"a\",\n// same as above\n\"z\"]", "[\"a\",\n// the last one\n\"z\"]"),
        (
            "[\"a\",\n// similarly for c and d\n\"z\"]",
            "[\"a\",\n// similar\n\"z\"]",
        ),
        ("[\"a\", // more entries\n\"z\"]", "[\"a\", // the entries\n\"z\"]"),
        ("[\"a\", // remove this one\n\"z\"]", "[\"a\", // the first one\n\"z\"]"),
        ("[\"a\"\n// shortened here for brevity\n]", "[\"a\"\n// brief\n]"),
    ]);
}

#[test]
fn a_comma_inside_the_quotes_is_a_guess_with_a_comment_behind_it_too() {
    tells::<Pair>(&[
        (
            "{\"a\": \"x,\" // note\n\"b\": \"y\"}",
            "{\"a\": \"x\" // note\n\"b\": \"y\"}",
        ),
        (
            "{\"a\": \"x,\" /* c */ \"b\": \"y\"}",
            "{\"a\": \"x,\", /* c */ \"b\": \"y\"}",
        ),
        ("{\"a\": \"x,\"; \"b\": \"y\"}", "{\"a\": \"x\"; \"b\": \"y\"}"),
    ]);
}

/// A string's own mark is the only one that needs a backslash.
#[test]
fn an_escaped_mark_of_the_string_is_that_mark() {
    let parsed =
        Pair::parse_llm("{“a”: “say \\”hi\\” now”, “b”: “\\“y\\“”}").expect("only quotes and escapes are wrong");
    assert_eq!((&*parsed.value.a, &*parsed.value.b), ("say ”hi” now", "“y“"));
    assert!(
        parsed
            .repairs()
            .iter()
            .any(|repair| repair.kind() == RepairKind::InvalidEscape)
    );
    let parsed =
        Pair::parse_llm("{“a”: “C:\\Work \\d”, \"b\": \"a \\”b\\”\"}").expect("only quotes and escapes are wrong");
    assert_eq!((&*parsed.value.a, &*parsed.value.b), ("C:\\Work \\d", "a \\”b\\”"));
}
