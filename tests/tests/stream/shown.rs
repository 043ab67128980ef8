//! What a partial shows, and when: the table of the guide, line by line.

use llm_output::{Change, Changed, LlmOutput, Options, State, Stream, Streamed};

#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(stream)]
struct Review {
    /// One line.
    title: String,
    summary: Option<String>,
    severity: Option<Severity>,
    score: Option<f64>,
    #[llm(stream(state), default)]
    tags: Vec<String>,
    #[llm(default)]
    notes: Vec<Note>,
}

#[derive(Debug, Clone, PartialEq, LlmOutput)]
#[llm(stream)]
struct Note {
    #[llm(alias = "body")]
    text: String,
    #[llm(default)]
    line_number: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Severity {
    High,
    Low,
}

fn shown(text: &str) -> ReviewPartial {
    let mut stream = Review::stream();
    stream.push(text);
    // Byte by byte it is the same.
    let mut single = Review::stream();
    for c in text.chars() {
        single.push(c.encode_utf8(&mut [0; 4]));
    }
    assert_eq!(
        format!("{:?}", single.partial()),
        format!("{:?}", stream.partial()),
        "{text}"
    );
    stream.partial().clone()
}

fn title(text: &str) -> Option<String> {
    shown(text).title
}

#[test]
fn prose_and_reasoning_show_nothing() {
    for text in [
        "Let me see. A title like \"x\" is",
        "<think>{\"title\": \"no\"",
        "<thinking>{\"title\": \"no\"}</thinking>\n",
        "<thought>{\"title\": \"no\"}</thought>\n",
        "[1] says so. {x} and {\"other\": \"key\"",
        "",
    ] {
        assert_eq!(title(text), None, "{text}");
    }
}

#[test]
fn the_answer_begins_at_its_bracket() {
    for before in [
        "",
        "  \n",
        "```json\n",
        "Sure:\n\n```\n",
        "<answer>",
        "<think>{\"title\": \"no\"}</think>\n",
        "Here it is: ",
        "A {set} of [things]: ",
    ] {
        let text = format!("{before}{{\"title\": \"yes");
        assert_eq!(title(&text).as_deref(), Some("yes"), "{text}");
    }
}

#[test]
fn a_string_grows_by_what_is_sure() {
    for (text, shown) in [
        (r#"{"title": "#, None),
        (r#"{"title": ""#, Some("")),
        (r#"{"title": "a"#, Some("a")),
        // Half an escape, and half a pair of surrogates.
        (r#"{"title": "a\"#, Some("a")),
        (r#"{"title": "a\n"#, Some("a\n")),
        (r#"{"title": "a\u00"#, Some("a")),
        (r#"{"title": "a\u00e9"#, Some("aé")),
        (r#"{"title": "a\ud83d"#, Some("a")),
        (r#"{"title": "a\ud83d\ude80"#, Some("a🚀")),
        // Blanks and a comma may follow a quote that is missing.
        (r#"{"title": "a "#, Some("a")),
        (r#"{"title": "a, "#, Some("a")),
        (r#"{"title": "a, b"#, Some("a, b")),
        // A quote that nothing follows yet.
        (r#"{"title": "a ""#, Some("a")),
        (r#"{"title": "a " ,"#, Some("a")),
        (r#"{"title": "a ", "sum"#, Some("a")),
        (r#"{"title": "a ", "summary": "b"#, Some("a ")),
    ] {
        assert_eq!(title(text).as_deref(), shown, "{text}");
    }
}

#[test]
fn an_unescaped_quote_waits_for_the_end_of_its_string() {
    assert_eq!(title(r#"{"title": "say "hi" and"#).as_deref(), Some("say"));
    let text = r#"{"title": "say "hi" and go", "summary": "x", "#;
    assert_eq!(title(text).as_deref(), Some(r#"say "hi" and go"#));
}

#[test]
fn numbers_and_names_are_shown_whole() {
    let before = r#"{"title": "a", "#;
    for (text, severity, score) in [
        (r#""severity": "hi"#, None, None),
        (r#""severity": "high""#, None, None),
        (r#""severity": "high","#, None, None),
        (r#""severity": "high", "score""#, None, None),
        (r#""severity": "high", "score": 1"#, Some(Severity::High), None),
        (r#""severity": "HIGH", "score": 1.5"#, Some(Severity::High), None),
        (r#""severity": null, "score": 1.5, "#, None, None),
        (r#""severity": null, "score": 1.5, "tags": ["#, None, Some(1.5)),
        (
            r#""severity": "high", "score": "1.5", "tags": ["#,
            Some(Severity::High),
            Some(1.5),
        ),
    ] {
        let text = format!("{before}{text}");
        let partial = shown(&text);
        assert_eq!((partial.severity, partial.score), (severity, score), "{text}");
    }
}

/// Maps and generic types do not grow, whatever is in them: they are shown once they are complete.
#[test]
fn maps_and_generic_types_are_shown_whole() {
    #[derive(Debug, Clone, LlmOutput)]
    struct Page<T> {
        items: Vec<T>,
        next: Option<u32>,
    }

    #[derive(Debug, LlmOutput)]
    #[llm(stream)]
    struct Book {
        notes: std::collections::HashMap<String, Note>,
        page: Page<Note>,
        pages: Vec<Page<Note>>,
    }

    let mut book = Book::stream();
    assert!(book.push(r#"{"notes": {"a": {"text": "b"}"#).notes.is_none());
    let partial = book.push(r#"}, "page": {"items": [{"text": "c"}], "next": 2"#);
    assert_eq!(partial.notes.as_ref().expect("the map is complete")["a"].text, "b");
    assert!(partial.page.is_none());
    let partial = book.push(r#"}, "pages": [{"items": []}, {"items": [{"text": "d"}]}, {"#);
    let page = partial.page.as_ref().expect("the page is complete");
    assert_eq!((page.items[0].text.as_str(), page.next), ("c", Some(2)));
    assert_eq!(partial.pages.len(), 2);
    assert_eq!(partial.pages[1].items[0].text, "d");
}

#[test]
fn elements_are_shown_from_their_first_byte() {
    let partial = shown(r#"{"title": "a", "notes": [{"text": "one", "line_number": 3}, {"te"#);
    assert_eq!(partial.notes.len(), 2);
    assert_eq!(partial.notes[0].text.as_deref(), Some("one"));
    assert_eq!(partial.notes[0].line_number, Some(3));
    assert_eq!(partial.notes[1].text, None);
    assert_eq!(shown(r#"{"title": "a", "tags": ["on"#).tags.value, ["on"]);
}

#[test]
fn null_shows_nothing_but_its_state() {
    let partial = shown(r#"{"title": "a", "summary": null, "tags": ["#);
    assert_eq!(partial.summary, None);
    assert_eq!(partial.tags.state, State::Incomplete);
    assert_eq!(shown(r#"{"title": "a", "#).tags.state, State::Pending);
    assert_eq!(shown(r#"{"title": "a", "tags": [], "#).tags.state, State::Complete);
}

#[test]
fn keys_in_another_style_are_those_of_their_field() {
    for text in [
        r#"{"title": "a", "notes": [{"body": "one", "lineNumber": 3, "#,
        r#"{"title": "a", "notes": [{"Text": "one", "LINE_NUMBER": 3, "#,
        r#"{title: "a", notes: [{text: "one", line_number: 3, "#,
        r#"{'title': "a", 'notes': [{'text': "one", 'line_number': 3, "#,
        r#"{"title": "a", "unknown": {"x": [1, "2"]}, "notes": [{"text": "one", "more": null, "line_number": 3, "#,
    ] {
        let partial = shown(&format!("{text}\"x\": 1"));
        assert_eq!(partial.notes[0].text.as_deref(), Some("one"), "{text}");
        assert_eq!(partial.notes[0].line_number, Some(3), "{text}");
    }
}

#[test]
fn a_misspelt_key_waits_for_its_object() {
    let mut stream = Review::stream();
    let text = r#"{"title": "a", "notes": [{"text": "one", "line_nunber": 3"#;
    assert_eq!(stream.push(text).notes[0].line_number, None);
    // The engine looks ahead of the object, and is asked again when half as much has come as it looked at.
    let more = r#"}, {"text": "and then the second one", "line_number": 4}, {"text": "and the third"#;
    let partial = stream.push(more);
    assert_eq!(partial.notes[0].line_number, Some(3));
    assert_eq!(partial.notes[1].line_number, Some(4));
    assert_eq!(partial.notes[2].text.as_deref(), Some("and the third"));
}

#[test]
fn a_second_value_of_a_field_is_not_shown() {
    let mut stream = Review::stream();
    stream.push(r#"{"title": "one", "title": "two"}"#);
    assert_eq!(stream.partial().title.as_deref(), Some("one"));
    let ended = stream.end();
    assert_eq!(ended.revised.map(|path| path.to_string()).as_deref(), Some("title"));
    assert_eq!(ended.result.expect("it is an answer").value.title, "two");
}

#[test]
fn a_later_answer_revises_the_first() {
    let mut stream = Review::stream();
    stream.push("```json\n{\"title\": \"one\"}\n```\n");
    assert!(stream.is_complete());
    stream.push("No, better:\n```json\n{\"title\": \"two\"}\n```\n");
    assert_eq!(stream.partial().title.as_deref(), Some("one"));
    let ended = stream.end();
    assert_eq!(ended.revised.map(|path| path.to_string()).as_deref(), Some("title"));
}

#[test]
fn nothing_more_is_shown_after_the_last_closer() {
    let mut stream = Review::stream();
    stream.push(r#"{"title": "a""#);
    assert!(!stream.is_complete());
    stream.push("}");
    assert!(stream.is_complete());
    stream.push(" That is all.");
    assert_eq!(stream.finish().expect("it is an answer").value.title, "a");
}

#[test]
fn changes_say_what_a_push_did() {
    fn changes<T: Streamed>(stream: &mut Stream<'_, T>, chunk: &str) -> Vec<String> {
        stream.push(chunk);
        stream.changes().map(|change| format!("{change:?}")).collect()
    }
    let mut stream = Review::stream();
    assert_eq!(changes(&mut stream, "Well: {"), Vec::<String>::new());
    assert_eq!(changes(&mut stream, "\"title\""), Vec::<String>::new());
    assert_eq!(
        changes(&mut stream, ": \"A"),
        ["$: Began", "title: Began", "title: Grew(\"A\")"]
    );
    assert_eq!(changes(&mut stream, "ll"), ["title: Grew(\"ll\")"]);
    assert_eq!(changes(&mut stream, " "), Vec::<String>::new());
    assert_eq!(changes(&mut stream, "go\\n"), ["title: Grew(\" go\\n\")"]);
    assert_eq!(changes(&mut stream, ""), Vec::<String>::new());
    assert_eq!(
        changes(&mut stream, "od\", \"score\": 7, \"notes\": [{\"text\": \"x\"}, {"),
        [
            "title: Grew(\"od\")",
            "title: Done",
            "score: Set",
            "notes: Began",
            "notes[0]: Began",
            "notes[0].text: Began",
            "notes[0].text: Grew(\"x\")",
            "notes[0].text: Done",
            "notes[0]: Done",
            "notes[1]: Began",
        ]
    );
    let last = stream.changes().last().expect("there were changes");
    assert_eq!(last.path().to_string(), "notes[1]");
    assert_eq!(last.what(), Changed::Began);
}

#[test]
fn bytes_are_split_anywhere() {
    let text = "{\"title\": \"aé🚀ü\", \"summary\": \"日本語\"}";
    for width in 1..6 {
        let mut stream = Review::stream();
        for chunk in text.as_bytes().chunks(width) {
            stream.push_bytes(chunk);
        }
        assert_eq!(stream.text(), text);
        assert_eq!(stream.partial().title.as_deref(), Some("aé🚀ü"));
        assert_eq!(
            stream.finish().expect("it is an answer").value.summary.as_deref(),
            Some("日本語")
        );
    }
    // What is no UTF-8 is read as the standard library reads all of it.
    let broken = [
        b"{\"title\": \"a\xf0\x9f\x9a" as &[u8],
        b"b\xff\xc3",
        b"\xc3\xa9\"}\xe2\x82",
    ];
    let mut stream = Review::stream();
    for chunk in broken {
        stream.push_bytes(chunk);
    }
    let whole = String::from_utf8_lossy(&broken.concat()).into_owned();
    let value = Review::parse_llm(&whole).expect("it is an answer").into_value();
    assert_eq!(stream.finish().expect("it is an answer").value, value);
}

#[test]
fn options_hold_at_the_end() {
    let mut stream = Review::stream_with(&Options::exact());
    stream.push("```\n{\"title\": \"a\"}\n```");
    assert!(stream.finish().is_err());
    let options = Options::default().marker("answer");
    let mut stream = Review::stream_with(&options);
    stream.push("Like ```json\n{\"title\": \"no\"}\n```\n<answer>{\"title\": \"yes\"}</answer>");
    assert_eq!(stream.partial().title.as_deref(), Some("yes"));
    assert_eq!(stream.finish().expect("it is an answer").value.title, "yes");
}

/// Who asks late for what changed gets the same as who asks after every push, in any chunks.
#[test]
fn changes_are_the_same_whenever_they_are_asked_for() {
    let texts = [
        r#"Sure: {"title": "a \"b\" and, c ", "severity": "high", "tags": ["x", "y z"], "notes": [{"text": "one\n", "line_number": 3}]} Done."#,
        r#"{"title": "say "hi" and go", "summary": null, "notes": [{body: 'one', "lineNumber": "3"}, {"text": "a long one, with some words"}]}"#,
    ];
    let told = |stream: &Stream<'_, Review>| stream.changes().map(|change| format!("{change:?}")).collect::<Vec<_>>();
    for text in texts {
        for width in [1, 2, 3, 7, 16, 40] {
            let chunks: Vec<&str> = text
                .as_bytes()
                .chunks(width)
                .map(|chunk| std::str::from_utf8(chunk).expect("the text is ASCII"))
                .collect();
            let mut always = Review::stream();
            for (index, chunk) in chunks.iter().enumerate() {
                always.push(chunk);
                let mut late = Review::stream();
                for chunk in &chunks[..=index] {
                    late.push(chunk);
                }
                assert_eq!(told(&late), told(&always), "{text} by {width}, chunk {index}");
            }
        }
    }
}

/// The path of a change names every object around it, also if these are no longer read piece by piece at the end of the push.
#[test]
fn changes_in_broken_text_have_the_whole_path() {
    #[derive(Debug, LlmOutput)]
    #[llm(external, stream)]
    enum Command {
        Say { text: String, times: Option<u32> },
        Stop,
    }
    #[derive(Debug, LlmOutput)]
    #[llm(tag = "kind", content = "data", stream)]
    enum Note {
        Say { text: String, times: Option<u32> },
        Stop,
    }
    #[derive(Debug, LlmOutput)]
    #[llm(stream)]
    struct Script {
        commands: Vec<Command>,
    }
    fn paths<T: Streamed>(text: &str) -> Vec<String> {
        let mut stream = T::stream();
        stream.push(text);
        let grown = |change: Change<'_>| matches!(change.what(), Changed::Grew(_)).then(|| change.path().to_string());
        stream.changes().filter_map(grown).collect()
    }
    assert_eq!(paths::<Command>(r#"{"Say": {"text": "a",, "times": 1}}"#), ["Say.text"]);
    assert_eq!(
        paths::<Note>(r#"{"kind": "Say", "data": {"text": "a",, "times": 1}}"#),
        ["data.text"]
    );
    assert_eq!(
        paths::<Script>(r#"{"commands": [{"Say": {"text": "a",, "times": 1}}]}"#),
        ["commands[0].Say.text"]
    );
    let _ = (Command::Stop, Note::Stop);
}

/// A variant without data is the whole answer in a fence.
#[test]
fn a_name_in_a_fence_is_shown() {
    #[derive(Debug, Clone, PartialEq, LlmOutput)]
    #[llm(external, stream)]
    enum Command {
        Stop,
        Say { text: String },
    }
    let text = "```json\n\"Stop\"\n```\n";
    for width in [1, 5, text.len()] {
        let mut stream = Command::stream();
        for chunk in text.as_bytes().chunks(width) {
            stream.push_bytes(chunk);
        }
        assert!(matches!(stream.partial(), Some(CommandPartial::Stop)), "by {width}");
        assert!(stream.is_complete(), "by {width}");
        assert_eq!(stream.finish().expect("it is a name").value, Command::Stop);
    }
    let mut stream = Command::stream();
    stream.push("```\n\"Sto\" is no name. {\"Say\": {\"text\": \"x");
    assert!(matches!(stream.partial(), Some(CommandPartial::Say { .. })));
}

/// What a chunk adds before half an escape is shown with that chunk.
#[test]
fn the_text_before_half_an_escape_is_shown() {
    let mut stream = Note::stream();
    for (chunk, shown) in [
        ("{\"text\": \"the ans", "the ans"),
        ("wer say \\", "the answer say"),
        ("\"hi", "the answer say \"hi"),
        (" ", "the answer say \"hi"),
        ("\t ", "the answer say \"hi"),
        (", \\", "the answer say \"hi"),
        ("n", "the answer say \"hi \t , \n"),
    ] {
        let text = stream.push(chunk).text.clone().expect("the string has begun");
        assert_eq!(text, shown, "after {chunk:?}");
    }
}

/// A string that is read at once, because it was held back until another field was known, is shown up to its last letter, and the
/// changes say so.
#[test]
fn a_string_that_was_held_back_is_shown_at_once() {
    #[derive(LlmOutput)]
    #[llm(stream)]
    struct Message {
        #[llm(stream(needed))]
        channel: String,
        body: String,
    }
    let text = r#"{"channel": "a, b  ,", "body": "x, y"}"#;
    for first in 1..text.len() {
        for second in first..text.len() {
            for asked in 0..3 {
                let mut message = Message::stream();
                let mut before = String::new();
                let cuts = [0, first, second, text.len()];
                for push in 0..3 {
                    let channel = message.push(&text[cuts[push]..cuts[push + 1]]).channel.clone();
                    let channel = channel.unwrap_or_default();
                    if text[..cuts[push + 1]].contains(",\",") {
                        assert!(channel.starts_with("a, b"), "{first} {second}: {channel}");
                    }
                    if push >= asked {
                        let grew = message.changes().filter_map(|change| match change.what() {
                            Changed::Grew(text) if change.path().to_string() == "channel" => Some(text.to_owned()),
                            _ => None,
                        });
                        before.extend(grew.collect::<Vec<_>>());
                        assert_eq!(channel, before, "{first} {second}");
                    }
                    before = channel;
                }
            }
        }
    }
}
