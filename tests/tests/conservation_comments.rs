//! A comment that may be a part of the answer is told with the severity of a guess at least.
//! Each rule comes with a text in which it must not fire.

use std::collections::BTreeMap;

use llm_output::LlmOutput;
use llm_output_tests::tells::tells;

#[derive(Debug, PartialEq, LlmOutput)]
struct Note {
    title: String,
    count: Option<u32>,
    tags: Option<Vec<String>>,
}

#[test]
fn a_comment_that_may_be_a_member_or_element_is_a_guess() {
    tells::<Note>(&[
        (
            "{\n  \"title\": \"a\",\n  ### count (int): 1\n}",
            "{\n  \"title\": \"a\"\n  ### the count (int) is not known\n}",
        ),
        (
            "{\n  \"title\": \"a\",\n  ### tags -  \"x\"\n}",
            "{\n  \"title\": \"a\"\n  ### none - \"x\" is left out\n}",
        ),
        (
            "{\n  title.: \"a\",\n//   count.: about 10,\n  tags.: []\n}",
            "{\n  title: \"a\",\n//   the count: about 10,\n  tags: []\n}",
        ),
        (
            "{\n  \"title\": \"a\",\n  ### tags -  false\n}",
            "{\n  \"title\": \"a\",\n  ### tagging -  false\n}",
        ),
        (
            "{_title_: \"age\", _tags_: [], /* _counts_: 7 */}",
            "{_title_: \"age\", _tags_: [], /* _sum_: 7 */}",
        ),
        (
            "{\"title\": \"a\", \"tags\": [\"b\", ### \"c\" ]}",
            "{\"title\": \"a\", \"tags\": [\"b\" ### no more ]}",
        ),
    ]);
}

#[test]
fn a_comment_inside_a_string_of_a_text_with_comments_is_a_guess() {
    tells::<Note>(&[(
        "{ // ok\n\"title\": \"None // ok\nsrc\", // ok\n\"count\": 1 // ok\n}",
        "{ // ok\n\"title\": \"None\nsrc\", // ok\n\"count\": 1 // ok\n}",
    )]);
}

#[test]
fn a_comment_with_the_next_string_in_it_may_hold_an_element() {
    tells::<Vec<String>>(&[(
        "[\"a\", \"b\" // note, \"c\"\n]",
        "[\"a\", \"b\" // \"quoted\", with words\n]",
    )]);
}

#[test]
fn a_container_with_nothing_but_comments_may_have_had_content() {
    tells::<BTreeMap<String, i64>>(&[
        ("{\n//   \"user-id\" is  1\n}", "{\n// no entries yet\n}"),
        ("{\n\"a\"\t 1\n### rate\t 5\n}", "{\n\"a\"\t 1\n### rate of 5\n}"),
        (
            "{\"a\": 1,\n// 12 rows omitted\n\"z\": 2}",
            "{\"a\": 1,\n// 12 rows in all\n\"z\": 2}",
        ),
    ]);
    tells::<Vec<String>>(&[
        (
            "[\"not\", ### \"a\" # see: the docs\n]",
            "[\"not\" ### see: the docs\n]",
        ),
        ("[\n# \"a\" is one\n]", "[\n# none\n]"),
        ("[/* a, b */]", "[/* no tags */]"),
        ("[\"a\", // and so on\n]", "[\"a\", // the first one\n]"),
        ("[\"a\", // skipped 8\n]", "[\"a\", // item 8\n]"),
        (
            "[\"a\",\n// and 19 more items\n\"z\"]",
            "[\"a\",\n// 19 more tries\n\"z\"]",
        ),
        ("[\"a\",\n// etc\n\"z\"]", "[\"a\",\n// more expensive\n\"z\"]"),
        (
            "[\"river\", #stone bridge, \"mill\"]",
            "[\"river\", # stone bridge\n \"mill\"]",
        ),
        ("[\"river\",\n //stone bridge\n]", "[\"river\",\n // stone bridge\n]"),
    ]);
}

#[test]
fn a_comment_in_the_place_of_a_value_may_hold_it() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"count\"###: 3\n}",
            "{\"title\": \"a\", \"count\" /* as asked */ : 3\n}",
        ),
        (
            "{\"title\": \"a\", \"count\": ###3\n}",
            "{\"title\": \"a\", \"count\": // none\n}",
        ),
        (
            "{\"title\": \"a\", \"tags\": #[\"x\"]\n}",
            "{\"title\": \"a\", \"count\": # none\n}",
        ),
        (
            "{\"title\": \"a\", \"tags\": #call first, then ring: twice, \"count\": 3}",
            "{\"title\": \"a\", \"tags\": [], # call first, then ring: twice\n\"count\": 3}",
        ),
    ]);
}

#[test]
fn a_field_in_a_comment_of_a_text_without_colons_is_not_left_out_in_silence() {
    tells::<Note>(&[(
        "{\"title\" \"a\",\n #count \"3\",\n \"tags\" [\"x\"]}",
        "{\"title\" \"a\",\n # count as \"3\"\n \"count\" 4,\n \"tags\" []}",
    )]);
}

#[test]
fn a_comment_with_the_form_of_a_member_is_a_guess() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", // counts: 18,\n \"tags\": []}",
            "{\"title\": \"a\", // counts: see below\n \"tags\": []}",
        ),
        (
            "{\"title\": \"a\",\n// <b>tags</b>: \"b\"\n}",
            "{\"title\": \"a\",\n// <b>tags</b> are missing\n\"count\": 1}",
        ),
        (
            "{\"title\": \"a\",\n### {count} is 3\n}",
            "{\"title\": \"a\",\n### the count is not known\n\"count\": 1}",
        ),
    ]);
    tells::<BTreeMap<String, i64>>(&[(
        "{\n  ### `a`: 4,\n  \"b\": 35\n}",
        "{\n  ### the first is `a`\n  \"b\": 35\n}",
    )]);
    tells::<Vec<String>>(&[
        (
            "[\n \"a\", # ok\n ### \"b\", # ok\n \"c\"]",
            "[\n \"a\", # ok\n ### ok\n \"c\"]",
        ),
        (
            "[\n \"a\",\n ### \"b\" \\\n]",
            "[\n \"a\", \"c\" ### \"b\" is missing\n]",
        ),
        (
            "[\n \"a\",\n ### (\"\" + \"b\")\n]",
            "[\n \"a\",\n ### (and so on)\n \"b\"]",
        ),
    ]);
}

#[test]
fn a_comment_with_a_bracket_of_the_document_is_a_guess() {
    tells::<Vec<Note>>(&[(
        "[{\"title\": \"a\"\n// },\n// {\n, \"count\": 1}]",
        "[{\"title\": \"a\"\n// {one},\n// [two]\n, \"count\": 1}]",
    )]);
}

#[test]
fn a_comment_in_place_of_the_value_is_a_guess() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"count\": # three\n}",
            "{\"title\": \"a\", \"count\": 3 # three\n}",
        ),
        (
            "{\"count\": /* three */, \"title\": \"a\"}",
            "{\"count\": 3 /* three */, \"title\": \"a\"}",
        ),
    ]);
}

#[test]
fn a_comment_that_denies_the_value_beside_it_is_a_guess() {
    tells::<Vec<i64>>(&[
        ("[36 // actually 37\n]", "[36 // years\n]"),
        ("[36 /* wrong */]", "[36 /* right */]"),
        ("[36 /* or 37 */]", "[36 /* or so */]"),
    ]);
}

/// A key that the type does not know is left out in silence after a comment too: the comment has nothing to do with it.
#[test]
fn a_comment_before_an_unknown_key_hides_nothing() {
    for comment in ["// why\n", "/* why */ ", "# why\n", "\n  // why\n  # and how\n  "] {
        tells::<Note>(&[(
            &format!("{{\"title\": \"a\" b {comment}\"extra\": 1, \"count\": 2}}"),
            &format!("{{\"title\": \"a\", {comment}\"extra\": 1, \"count\": 2}}"),
        )]);
    }
}

/// It is where another element would be, in whatever language it says that there are others.
#[test]
fn a_comment_on_a_line_of_its_own_after_the_last_element_is_a_guess() {
    tells::<Vec<Note>>(&[
        (
            "[\n{\"title\": \"a\"},\n// steps 2-9 go here\n]",
            "[\n{\"title\": \"a\"} // steps 2-9 are others\n]",
        ),
        (
            "[\n{\"title\": \"a\"}\n// weitere Schritte\n]",
            "[\n// weitere Schritte\n{\"title\": \"a\"}\n]",
        ),
        (
            "[\n{\"title\": \"a\"},\n/* les autres étapes */\n]",
            "[\n{\"title\": \"a\"}\n]\n/* les autres étapes */",
        ),
        (
            "[\n{\"title\": \"a\"},\n// 2 through 9 are similar\n{\"title\": \"z\"}\n]",
            "[\n{\"title\": \"a\"},\n// the second of 2\n{\"title\": \"z\"}\n]",
        ),
    ]);
}

#[test]
fn an_element_in_single_quotes_in_a_comment_is_one_as_well() {
    tells::<Vec<String>>(&[("['a' // see x, 'b'\n]", "['a' // see x, or 'b' there\n]")]);
}

/// Nobody begins a remark with a quotation, or with signs before one.
#[test]
fn a_comment_that_begins_with_a_quotation_is_an_element_or_a_member() {
    tells::<Vec<String>>(&[
        ("['a',\n// ~~\"b\"~~\n 'c']", "['a',\n// the \"b\" is next\n 'c']"),
        ("[\n// $b$,\n 'c']", "[\n// the first one,\n 'c']"),
        ("['a',\n// \\'b\\',\n 'c']", "['a',\n// it's there,\n 'c']"),
    ]);
    tells::<Vec<f64>>(&[("[\n// so: 4.5|\n 0.5]", "[\n// so it is\n 0.5]")]);
    tells::<BTreeMap<String, i64>>(&[
        ("{\n### b, 81\n'a': 1}", "{\n### b, see below\n'a': 1}"),
        ("{'a': 1, ### b\": 2, c\": 3}", "{'a': 1, ### so\n 'c': 3}"),
        ("{'a': 1,\n### \"\"b\"\": 2\n}", "{'a': 1,\n### b is next\n}"),
        ("{'a': 1,\n// \u{2}b\u{2}:-55\n}", "{'a': 1,\n// so it is\n}"),
    ]);
}

#[test]
fn a_comment_in_place_of_an_element_or_entry_that_begins_like_one_is_a_guess() {
    tells::<Vec<String>>(&[
        ("[\"a\",\n// \"b\" approximately\n]", "[\"a\" // \"b\", with words\n]"),
        (
            "[\"a\"\\n // \"b 'c' d\" so\\n\n \"e\"]",
            "[\"a\"\\n // so it is\\n\n \"e\"]",
        ),
        ("[`a ‘b’ # c`\n]", "[`a b` # c\n]"),
        ("[\"a\",\n # b'\n]", "[\"a\",\n # the b's are next\n \"c\"]"),
        ("[\"a\", // $b c$\n]", "[\"a\", // b c\n \"d\"]"),
        ("[\"a\", // <b c>,\n \"d\"]", "[\"a\", // b c,\n \"d\"]"),
    ]);
    tells::<Vec<f64>>(&[("[\n// 4.3 and\n 0.5]", "[0.5, // about 4.3\n 1]")]);
    tells::<BTreeMap<String, i64>>(&[
        ("{\"a\": 1, // \"b\" 2\n}", "{\"a\": 1, // \"a\": 2\n \"c\": 3}"),
        (
            "{\"a\": 1,\n// \"b\" is  2\n \"c\": 3}",
            "{\"a\": 1, // b comes next\n \"c\": 3}",
        ),
        ("{'a': 1,\n### b-c-> 2\n}", "{'a': 1,\n### b is left out\n \"c\": 3}"),
        ("{\n### a\u{0} : -7}\n \"c\": 3}", "{\n### a has none\n \"c\": 3}"),
    ]);
    tells::<BTreeMap<String, String>>(&[(
        "{\"a\": \"x\",\n### b. \"y\",\n \"c\": \"z\"}",
        "{\"a\": \"x\",\n### b. See the \"y\" there\n \"c\": \"z\"}",
    )]);
}

#[test]
fn a_comment_that_says_what_a_field_is_may_be_that_field() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"tags\": [\"x\"],\n// 25\n\"count\": 1}",
            "{\"title\": \"a\", \"tags\": [\"x\"],\n// 25 in all\n\"count\": 1}",
        ),
        (
            "{\"title\": \"a\",\n### count is  7,\n \"tags\": []}",
            "{\"title\": \"a\",\n### count is not known,\n \"tags\": []}",
        ),
        (
            "{\"title\": \"a\",\n### count\t 7\n}",
            "{\"title\": \"a\",\n### count\t unknown\n \"tags\": []}",
        ),
        (
            "{\"title\": \"a\",\n### count2) : 7\n}",
            "{\"title\": \"a\",\n### (count2)\n \"tags\": []}",
        ),
        (
            "{\"title\": \"a\",\n### ...,\n \"tags\": []}",
            "{\"title\": \"a\",\n### so ..., well,\n \"tags\": []}",
        ),
        (
            "{\"title\": \"a\" # sure,(rest unchanged),\"tags\": []}",
            "{\"title\": \"a\", # sure, (of course)\n\"tags\": []}",
        ),
    ]);
}

/// A field that is commented out twice still counts as missing.
#[test]
fn a_field_in_another_comment_is_not_there() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\",\n// \"count\": 1\n// \"count\": 1\n}",
            "{\"title\": \"a\",\n// \"count\": 1\n\"count\": 2\n}",
        ),
        (
            "{\"title\": \"a\", /* \"count\": 1 */ /* \"count\": 0, */ \"tags\": []}",
            "{\"title\": \"a\", /* \"count\": 1 */ \"count\": 0, \"tags\": []}",
        ),
    ]);
}

#[test]
fn a_comment_that_ends_with_an_opening_bracket_is_a_guess() {
    tells::<Vec<Note>>(&[(
        "[{\"title\": \"a\"} // r[\n{\"title\": \"a\"}]",
        "[{\"title\": \"a\"}, // r[1]\n{\"title\": \"a\"}]",
    )]);
}

#[test]
fn a_comment_may_hold_the_rest_of_its_list() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", \"tags\": [\"b\" # first \"c\"\n]}",
            "{\"title\": \"a\", \"tags\": [\"b\" # the \"c\" case\n]}",
        ),
        (
            "{\"title\": \"a\", \"tags\": [\"b\" # e.g. c]\n}",
            "{\"title\": \"a\", \"tags\": [\"b\" # e.g. [c]\n]}",
        ),
    ]);
}

#[test]
fn data_after_a_comment_sign_may_be_commented_out() {
    tells::<Note>(&[
        (
            "{\"title\": \"a\", // \"count\": 3, }",
            "{\"title\": \"a\", // none\n\"count\": 3 }",
        ),
        (
            "{\"title\": \"a\" # \"count\": 3}\n",
            "{\"title\": \"a\" #\n, \"count\": 3}\n",
        ),
    ]);
    tells::<BTreeMap<String, u32>>(&[(
        "{\"a\": 1, // \"c\": 2, \"b\": 3}",
        "{\"a\": 1, //\n\"c\": 2, \"b\": 3}",
    )]);
}

#[test]
fn a_comment_between_elements_may_stand_for_others() {
    tells::<Vec<String>>(&[
        (
            "[\"a\", // same pattern for the rest\n\"z\"]",
            "[\"a\", // the best one\n\"z\"]",
        ),
        ("[\"a\", // usw.\n\"z\"]", "[\"a\", // zuerst\n\"z\"]"),
        ("[\"a\", /* more to come */ \"z\"]", "[\"a\", /* from home */ \"z\"]"),
    ]);
}
