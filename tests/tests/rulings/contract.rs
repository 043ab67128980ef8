//! The rules of the contract, by number and the words that they begin with.

/// Every rule that a deviation may rest on: a severity of section 3, a law of section 4, a step of section 5, a row of section 6.
pub(crate) const RULES: &[&str] = &[
    "3 Framing",
    "3 Syntax",
    "3 Coercion",
    "3 Guess",
    "3 Incomplete",
    "3 Invented",
    "3 Default",
    "4.1 Valid input is sacred",
    "4.2 Repairs are local",
    "4.3 The type is the prior",
    "4.4 Everything is reported",
    "4.5 Never worse than asking again",
    "4.6 Linear",
    "4.7 Same answer however it arrives",
    "4.8 Schema and parser agree",
    "4.9 Prompts are real code",
    "5.1 Whole text first",
    "5.2 The JSON scanner ends a block",
    "5.3 Find the string's end",
    "5.4 Decide that the text is cut off",
    "5.5 Repair keys",
    "5.6 Null first",
    "5.7 Enum names",
    "5.8 Constraints",
    "5.9 Telemetry",
    "5 Candidates",
    "6 string for a number",
    "6 float for an integer",
    "6 bool",
    "6 null for required",
    "6 array for a scalar",
    "6 array for a `String`",
    "6 comma text for `Vec<String>`",
    "6 object for `Vec<Struct>`",
    "6 wrapper",
    "6 duplicate key",
    "6 unknown keys",
    "6 bad optional field",
    "6 bad list element",
    "6 `\"N/A\"`, `\"none\"` text for `Option`",
    "6 numbers and literals in a stream",
    "6 markdown answer",
];

/// The list above is that of the contract, where the contract is at hand.
#[test]
fn the_rules_are_those_of_the_contract() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/CONTRACT.md");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("the contract is not at hand: 0 rules compared");
        return;
    };
    let section = |number: &str| {
        let (_, rest) = text
            .split_once(&format!("\n## {number}. "))
            .unwrap_or_else(|| panic!("there is no section {number}"));
        let end = rest.find("\n## ").unwrap_or(rest.len());
        rest[..end].replace("**", "")
    };
    for rule in RULES {
        let (number, words) = rule.split_once(' ').expect("a rule has a number and words");
        let (of, line) = match number.split_once('.') {
            Some((of, step)) => (of, format!("\n{step}. {words}")),
            None => (number, format!("\n{words}: ")),
        };
        let inside = section(of);
        let rows = [format!("\n| {words} |"), format!("\n| `{words}` |")];
        assert!(
            inside.contains(&line) || rows.iter().any(|row| inside.contains(row)),
            "{rule}"
        );
    }
    for number in ["4", "5"] {
        let steps = section(number)
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .count();
        let listed = RULES
            .iter()
            .filter(|rule| rule.starts_with(&format!("{number}.")))
            .count();
        assert_eq!(listed, steps, "section {number}");
    }
}
