//! Texts of marks and words at random for which the work once grew faster than the text, by what made it so.

use super::check;

#[test]
fn records_that_are_taken_back_again_and_again() {
    check(&[
        &["\"{", "','\"numbers\":", "", "```", ""],
        &["\"{", "\"a\"\n\"key\":", ""],
    ]);
}

#[test]
fn members_that_are_looked_for_in_vain() {
    check(&[
        &["(", "',", ""],
        &["[[", "',", ""],
        &["{\"facts\": {", "',", ""],
        &["{\"parts\":[", "\"Size\":\"\"", ""],
        &["{\"", "title: \"\"\"...", "", "\"value\":", ""],
    ]);
}

#[test]
fn candidates_that_come_to_nothing() {
    check(&[
        &["", "{\\\"}, {<think>", "", "»", ""],
        &["", "{\\\"}, {facts", "", "2.5", ""],
        &["", "{\\\"}, {=", ""],
        &["", "{\\\"\"}", ""],
        &["", "{\\\"'}", ""],
        &["", "}]{\\\"", ""],
        &["", "\"}{\\\"", ""],
        &["", "\"]{\\\"", ""],
        &["", "size:", "", "/**/{\\\"\"a\", }, {", ""],
        &["", "# ", "", "{\\\"]}", ""],
        &["", "\"tags\": [", "", "]{\\\"", ""],
        &["", "\"parts\":", "", "{\\\"\"}", ""],
        &["", "nested", "", "'}{\\\"", ""],
        &["", "{\\\"\"\"\"\t\": \"", ""],
        &["", "facts\\n{\\\",\"facts\": {NaN,<answer>", ""],
        &["", "}, {\"\"\"size:", ""],
        &["", "\"]{\"Name\":\"a\"+'''", "", ":", ""],
        &["", "},{\"\"\";\": \"", "", "',", ""],
        &[
            "",
            "},{```json\nNaN\n},{```json\nNaN\n",
            "",
            "\"size\": 1/**/summary",
            "",
        ],
        &["", "title", "", "\"}\"facts\": {\"tags\": [", ""],
        &["", "</think>(': '", ""],
        &["", "\"facts\": {\"parts\": [}", ""],
        &["", "}{\\\"```\"parts\": [", ""],
        &["", "(/*</think>", "", "grade", ""],
        &["", "\"facts\":", "", "(//<answer>", ""],
    ]);
}

#[test]
fn comments_to_the_end_of_the_text() {
    check(&[
        &["", "//}, {", "", "</answer>", ""],
        &["", "}, {//", ""],
        &["", "},{# ", ""],
        &["", "// },{", "", "'a'", ""],
        &["", "\"a\"\n", "", "# },{", ""],
        &["", "\"name\": \"Part\"': '\r\n# ", ""],
        &["{\"title\": '", "# '''\"a\"\n", ""],
    ]);
}

#[test]
fn values_that_are_read_once_more() {
    check(&[
        &["[{", "'}```{\"name\":", ""],
        &["{\"parts\":[{", " {\"Name\":\"Grade\":}\"}\"address\":", ""],
        &["{\"parts\":[{", ")[", ""],
    ]);
}

#[test]
fn values_that_take_several_passes() {
    check(&[
        &["", "{\"Name\":name:]", ""],
        &["", "{\"Name\":/**/]", ""],
        &["", "Name\"]{\"Name\":", ""],
        &["", "{\"Name\":\"]```json\n", "", "{\"Name\":", ""],
        &["", "}, {',None", ""],
        &["[{", "']\n{", ""],
        &["", "}\"]1\n[\"Name\":", ""],
        &["", "'\"name\":(:[']\"names\":\"::1\"", ""],
        &["{\"parts\":[", "{\"Name\":\n'{\"Name\":\"']}", ""],
        &["", "size:```[", ""],
        &["", "\", \"\",<|\"facts\": {", ""],
        &["", "\"name\": \"Part\"</think>\"parts\":[{\"a\"\n", ""],
        &["[", "\t", "", "nested\n", ""],
    ]);
}

#[test]
fn quotes_that_are_looked_for_in_vain() {
    check(&[
        &["{\"tags\": [", "'''", "\n```"],
        &["{\"parts\":[", "tags:```Size`", ""],
        &["{\"tags\": [", "1", "", "\"\"\"}", ""],
    ]);
}
