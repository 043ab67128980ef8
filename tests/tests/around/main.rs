//! Everything around one parse: asking again, contracts by name, and what is counted and told.

mod exchange;
mod registry;
mod telemetry;

use llm_output::LlmOutput;

const GOOD: &str = r#"{"title": "Tidy", "message": "Body"}"#;
const BROKEN: &str = "{'title': 'Tidy', \"message\": \"Body\",}";

#[test]
fn an_answer_is_kept_though_a_later_line_begins_with_one_of_its_keys() {
    #[derive(Debug, LlmOutput, serde::Deserialize)]
    struct Note {
        title: String,
        count: u8,
    }

    let text = "```js{\"title\": \"a\",\n\"count\": 3}on\n{\"x\" [1.5, null], \"b\": []}\n```";
    let note = Note::parse_llm(text).expect("a note");
    assert_eq!((&*note.title, note.count), ("a", 3));
    let note = llm_output::from_str::<Note>(text).expect("a note");
    assert_eq!((&*note.title, note.count), ("a", 3));
}
