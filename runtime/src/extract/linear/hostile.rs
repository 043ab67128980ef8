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
