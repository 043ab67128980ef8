//! Text around the answer.

crate::rulings! {
    "around_the_answer";
    several_candidates = "several candidates";
    reasoning_blocks = "`<think>`, `<thinking>`, `<reasoning>`, text up to a lone `</think>`";
    wrappers = "wrappers seen in the wild";
    fence_inside_a_string = "fence inside a string";
    stray_brackets = "stray brackets in prose (`[0,1)`, `{name}`, `list[str]`)";
    only_closers_missing = "only closers are missing, everything else is there";
    cut = "cut inside a string, number, literal, key, or between members";
    behind_the_end = "extra closers, a second fence, a remark after the end";
    no_json = "no JSON at all, refusal, empty text, `null`";
    template_echoed = r#"template echoed (`{"id": <number>, "name": "..."}`, the schema itself)"#;
    json_lines = "JSON lines for a `Vec<T>`";
    escaped_document = r#"escaped document (`{\"a\": 1}`), document inside a JSON string"#;
}
