//! The elements of a list, each once, as soon as it is complete.

use llm_output::{ErrorKind, Finish, Items, LlmOutput, Options, ParseError, Parsed};
use llm_output_tests::corruption::subjects::Item;
use llm_output_tests::follow::cuts;
use llm_output_tests::sample::{Random, Sample, Texts};
use llm_output_tests::types::{Finding, Review, Severity};

/// What the pushes of all chunks deliver, and what the end does.
fn read<T: LlmOutput>(
    mut items: Items<'_, T>,
    text: &str,
    cuts: &[usize],
) -> (Vec<Result<Parsed<T>, ParseError>>, usize) {
    let mut read = Vec::new();
    let mut start = 0;
    for &end in cuts.iter().chain([&text.len()]) {
        read.extend(items.push(&text[start..end]));
        start = end;
    }
    let before_end = read.len();
    read.extend(items.finish());
    (read, before_end)
}

fn values<T>(read: Vec<Result<Parsed<T>, ParseError>>) -> Vec<T> {
    let values = read
        .into_iter()
        .map(|item| item.expect("the element is valid").into_value());
    values.collect()
}

/// Where the list is, and what it is written in.
#[test]
fn elements_equal_those_of_the_list_each_once() {
    let mut random = Random::new(7);
    for round in 0..400 {
        let findings = Vec::<Finding>::sample(&mut random, Texts::Human);
        if findings.is_empty() {
            continue;
        }
        let list = serde_json::to_string(&findings).expect("findings are written as JSON");
        let lines: Vec<_> = findings
            .iter()
            .map(|finding| serde_json::to_string(finding).expect("findings are written as JSON"))
            .collect();
        let texts = [
            (list.clone(), None),
            (format!("Here they are:\n```json\n{list}\n```\nDone."), None),
            (format!("<think>[1]</think>\n<answer>{list}</answer>"), None),
            (lines.join("\n"), None),
            (format!("```\n{}\n```", lines.join("\n")), None),
            (format!("{{\"summary\": null, \"findings\": {list}}}"), Some("findings")),
            (
                format!("Sure!\n{{\"findings\" : {list}, \"summary\": \"x\"}}"),
                Some("findings"),
            ),
        ];
        let (text, key) = &texts[round % texts.len()];
        let mut items = Finding::items();
        if let Some(key) = key {
            items = items.at(*key);
        }
        let most = 1 + random.below(30);
        let cuts = cuts(text, 1, most, &mut random);
        let (read, _) = read(items, text, &cuts);
        for (item, finding) in read.iter().zip(&findings) {
            let item = item.as_ref().unwrap_or_else(|error| panic!("{error}: {text}"));
            let own: Finding = serde_json::from_str(&text[item.span()]).expect("the span is the element's own");
            assert_eq!(own, *finding);
            assert!(item.is_exact(), "{text}");
        }
        assert_eq!(values(read), findings, "{text}");
    }
}

/// An element is delivered with the first byte of the next one, or with the bracket that closes the list: a key after the
/// comma would belong to it.
#[test]
fn an_element_comes_with_the_first_byte_of_the_next() {
    let text = r#"[{"sku": "a", "quantity": 1, "price": 1.5}, {"sku": "b", "quantity": 2, "price": 2}]"#;
    let mut items = Item::items();
    let mut at = Vec::new();
    for (place, byte) in text.char_indices() {
        let count = items.push(byte.encode_utf8(&mut [0; 4])).count();
        at.extend(std::iter::repeat_n(place, count));
    }
    let first = text.rfind('{').expect("there is one");
    assert_eq!(at, [first, text.len() - 1]);
}

/// Numbers, names and strings are elements too.
#[test]
fn scalars_are_elements() {
    let cuts = [3, 5, 9];
    let (read, _) = read(i64::items(), "[1, 23, -4]", &cuts);
    assert_eq!(values(read), [1, 23, -4]);
    let mut items = Severity::items();
    let severities: Vec<_> = items
        .push(r#"["high", "Low", "in"#)
        .map(|item| item.map(Parsed::into_value).ok())
        .collect();
    assert_eq!(severities, [Some(Severity::High), Some(Severity::Low)]);
    let mut items = String::items().at("tags");
    let tags: Vec<_> = items
        .push(r#"{"tags": ["a", "b", "c"]}"#)
        .filter_map(Result::ok)
        .map(Parsed::into_value)
        .collect();
    assert_eq!(tags, ["a", "b", "c"]);
}

/// One that cannot be read leaves the others.
#[test]
fn a_broken_element_does_not_end_the_stream() {
    let text = r#"[{"sku": "a", "quantity": 1, "price": 1}, {"sku": "b", "quantity": "many", "price": 2}, {"sku": "c"}, {sku: 'd', quantity: "4", price: 4,}]"#;
    let mut random = Random::new(1);
    for most in [1, 5, 200] {
        let cuts = cuts(text, 1, most, &mut random);
        let (read, _) = read(Item::items(), text, &cuts);
        let told: Vec<_> = read
            .iter()
            .map(|item| match item {
                Ok(item) => format!("{} {}", item.value.sku, item.value.quantity),
                Err(error) => error.violations()[0].path().to_string(),
            })
            .collect();
        assert_eq!(told, ["a 1", "[1].quantity", "[2].quantity", "d 4"]);
        let last = read[3].as_ref().expect("it was read");
        assert_eq!(&text[last.span()], r#"{sku: 'd', quantity: "4", price: 4,}"#);
        let place = last.repairs()[0].span();
        assert_eq!(&text[place], "sku");
    }
}

/// What was complete before a cut is all delivered, and the rest is an error.
#[test]
fn a_cut_leaves_what_was_complete() {
    let item = r#"{"sku": "a", "quantity": 1, "price": 1.5}"#;
    let text = format!(r#"{{"items": [{item}, {item}, {item}, {item}]}}"#);
    for cut in text.find('[').expect("there is a list") + 1..text.len() {
        let complete = (1..=4)
            .filter(|count| text[..cut].matches('}').count() >= *count)
            .count();
        let (read, before_end) = read(Item::items().at("items"), &text[..cut], &[]);
        let good = read.iter().filter(|item| item.is_ok()).count();
        assert_eq!(good, complete, "{}", &text[..cut]);
        assert!(before_end <= good);
        for error in read.iter().filter_map(|item| item.as_ref().err()) {
            assert_eq!(error.kind(), ErrorKind::Truncated, "{error}");
        }
    }
}

/// How the model stopped decides what the last element is, as for a whole reply.
#[test]
fn what_stopped_the_model_counts_at_the_end() {
    let text = r#"[{"sku": "a", "quantity": 1, "price": 1.5"#;
    let mut items = Item::items();
    assert_eq!(items.push(text).count(), 0);
    let last: Vec<_> = items.stopped_by(Finish::Length).finish().collect();
    assert_eq!(
        last[0].as_ref().expect_err("it was cut off").kind(),
        ErrorKind::Truncated
    );
    let mut items = Item::items();
    assert_eq!(items.push(text).count(), 0);
    let last: Vec<_> = items.stopped_by(Finish::Stop).finish().collect();
    assert_eq!(last[0].as_ref().expect("it is complete").value.sku, "a");
}

/// Options hold for every element.
#[test]
fn options_hold_for_every_element() {
    let mut items = i64::items_with(&Options::exact());
    let read: Vec<_> = items
        .push(r#"[1, "2", 3]"#)
        .map(|item| item.map(Parsed::into_value).ok())
        .collect();
    assert_eq!(read, [Some(1), None, Some(3)]);
}

/// A reply without a list is an error, which says what it is.
#[test]
fn a_reply_without_a_list_is_an_error() {
    let (read, _) = read(Review::items(), "I cannot do that.", &[]);
    assert_eq!(read.len(), 1);
    assert_eq!(read[0].as_ref().expect_err("there is no list").kind(), ErrorKind::Prose);
}

/// A list is found and read where `Vec` finds and reads it.
#[test]
fn elements_are_those_of_the_list_in_odd_places() {
    fn check<T: LlmOutput + PartialEq + std::fmt::Debug>(text: &str) {
        let expected = Vec::<T>::parse_llm(text).expect("the list is readable").into_value();
        for width in [1, 7, text.len()] {
            let cuts: Vec<_> = (1..text.len()).filter(|end| end % width == 0).collect();
            let read = values(read(T::items(), text, &cuts).0);
            assert_eq!(read, expected, "{text} by {width}");
        }
    }
    let high = r#"{"severity": "high", "file": "a", "line": 1, "title": "t"}"#;
    let low = r#"{"severity": "low", "file": "b", "line": 2, "title": "u"}"#;
    check::<Finding>(&format!("[/* first */{high}, // second\n{low}]"));
    check::<Finding>(&format!("[{high}\n// second\n, {low} # last\n]"));
    check::<bool>("[true, /* c */false]");
    check::<bool>("Sure: [true, false] ok");
    check::<u32>("Here you go:\n\n[0]\n\nBye");
    check::<String>("\"x\"");
    check::<Say>(r#"Sure: ["Stop", {"Say": "x"}] ok"#);
    check::<Say>("The set {x} and [0,1) matter. [\"Stop\", {\"Say\": \"x\"}]");
}

/// Where there is no list under the key, that is an error, and no empty list.
#[test]
fn a_list_that_is_not_there_is_an_error() {
    for text in ["", "No.", r#"{"summary": "x"}"#, r#"{"findings": 3}"#] {
        let (read, _) = read(Finding::items().at("findings"), text, &[]);
        assert!(read.iter().any(Result::is_err), "{text}: {read:?}");
    }
}

/// Whatever is told of what follows the list is told of whole characters.
#[test]
fn what_is_told_behind_a_list_is_on_character_boundaries() {
    for text in [
        "{\"findings\":[]é}",
        "{\"findings\":[]’}",
        "{'findings': [{\"severity\": \"high\"}]，'on': true}",
    ] {
        let (read, _) = read(Finding::items().at("findings"), text, &[]);
        for error in read.iter().filter_map(|item| item.as_ref().err()) {
            for repair in error.repairs() {
                assert!(text.get(repair.span()).is_some(), "{text}: {repair:?}");
            }
        }
    }
}

/// The values and errors of all elements, in a form that is easy to compare.
fn told<T: LlmOutput + std::fmt::Debug>(read: &[Result<Parsed<T>, ParseError>]) -> Vec<String> {
    let told = read.iter().map(|item| match item {
        Ok(item) => format!("{:?} at {:?}", item.value, item.span()),
        Err(error) => error.to_string(),
    });
    told.collect()
}

/// However a text is cut into chunks, the elements are the same.
#[test]
fn elements_do_not_depend_on_the_chunks() {
    #[derive(Debug, PartialEq, LlmOutput)]
    struct Flat {
        a: String,
        #[llm(default)]
        note: Option<String>,
    }
    fn check<T: LlmOutput + std::fmt::Debug>(key: Option<&str>, text: &str) {
        let items = || match key {
            Some(key) => T::items().at(key),
            None => T::items(),
        };
        let expected = told(&read(items(), text, &[]).0);
        for width in 1..text.len() {
            let cuts: Vec<_> = (1..text.len()).filter(|end| end % width == 0).collect();
            assert_eq!(told(&read(items(), text, &cuts).0), expected, "{text} by {width}");
        }
    }
    for text in [
        r#"[{"a": "b"}, "z": 1]"#,
        r#"[{"a": "b"} , "note": "x"}, {"a": "c"}]"#,
        r#"[{"a": "b"}, /* so */ {"a": "c"}]"#,
        r#"[{"a": "b"}{"a": "c"}; {"a": "d"}"#,
        "```json\n[{\"a\": \"b\"}, {\"a\n```\nSorry, again:\n```json\n[{\"a\": \"c\"}]\n```",
        r#"[{"a": "b"}] and then [{"a": "c"}]"#,
        r#"{"a": "b"}, "note": "x""#,
        "{\"a\": \"b\"}\n{\"a\": \"c\"}\n",
        r#"[{"a": "x, "note": "y"}, {"a": "z"}]"#,
    ] {
        check::<Flat>(None, text);
        check::<serde_json::Value>(None, text);
        check::<String>(None, text);
    }
    for text in [
        r"q<,list:[",
        r#"q<,list:[""#,
        r#"{"x": "say "list": [1] or", "list": [{"a": "b"}]}"#,
        r#"{"List" : [{"a": "b"}, {"a": "c"}], "list": 3}"#,
        r#"{"lists": [{"a": "b"}]}"#,
        "<think>{\"list\": [1]}</think>{list: [{\"a\": \"b\"}]}",
        r#"a < b, {"list": [{"a": "b"}]} > c"#,
        r#"{"x": 'it', "list": {"a": "b"}}"#,
    ] {
        check::<Flat>(Some("list"), text);
        check::<serde_json::Value>(Some("list"), text);
    }
}

/// An element that the next key belongs to is not complete.
#[test]
fn an_element_that_goes_on_after_its_bracket_is_one_element() {
    let text = r#"[{"a":"b"},"z":1]"#;
    let cuts: Vec<_> = (1..text.len()).collect();
    let (read, _) = read(serde_json::Value::items(), text, &cuts);
    assert_eq!(values(read), [serde_json::json!({"a": "b", "z": 1})]);
}

/// A list that the rest of the reply retracts is no silent success.
#[test]
fn a_retracted_list_has_a_sign() {
    let list = |name: &str| format!(r#"[{{"severity": "{name}", "file": "a", "line": 1, "title": "t"}}]"#);
    let (high, low) = (list("high"), list("low"));
    for text in [
        format!("{high}\n\nNo, wait:\n{low}"),
        format!("```json\n{high}\n```\nNo, wait:\n```json\n{low}\n```"),
        format!("```json\n{}\n```\nNo, wait:\n```json\n{low}\n```", &high[..20]),
    ] {
        let mut items = Finding::items();
        let first: Vec<_> = items.push(&text).collect();
        let ended = items.end();
        assert!(ended.revised, "{text}: {first:?}");
        let (read, _) = read(Finding::items(), &text, &[]);
        let sign = read
            .last()
            .expect("there is a sign")
            .as_ref()
            .expect_err("it is an error");
        assert_eq!(sign.kind(), ErrorKind::Ambiguous, "{text}");
    }
    for text in [
        format!(r#"{{"findings": {high}}} No, wait: {{"findings": {low}}}"#),
        format!(r#"{{"findings": {high}, "findings": {low}}}"#),
    ] {
        let mut items = Finding::items().at("findings");
        assert_eq!(items.push(&text).count(), 1);
        assert!(items.end().revised, "{text}");
    }
    assert!(
        read(<Vec<Flat>>::items(), "[]\n\nNo, wait:\n[[{\"a\": \"b\"}]]", &[])
            .0
            .iter()
            .any(Result::is_err)
    );
}

/// A list inside an object that nobody asked for is found at the end of the reply, as `parse_llm` of a `Vec` finds it.
#[test]
fn a_list_in_a_wrapper_is_found_at_the_end() {
    let one = r#"{"severity": "high", "file": "a", "line": 1, "title": "t"}"#;
    let other = r#"{"severity": "low", "file": "b", "line": 2, "title": "u"}"#;
    for text in [
        format!("{{\"findings\": [{one}, {other}]}}"),
        format!("```json\n{{\"findings\": [\n{one},\n{other}\n]}}\n```\nDone."),
        format!("{{\"items\": [{one}]}}\n\nThat is all."),
        format!("{{\"0\": {one}, \"1\": {other}}}"),
        "{\"findings\": []}".to_owned(),
    ] {
        let whole = <Vec<Finding>>::parse_llm(&text).expect("it is a list").into_value();
        for step in [1, 7, text.len()] {
            let cuts: Vec<_> = (step..text.len()).step_by(step).collect();
            let (read, before_end) = read(Finding::items(), &text, &cuts);
            assert_eq!(before_end, 0, "{text}");
            assert_eq!(values(read), whole, "{text}");
        }
    }
    let numbers = read(u32::items(), r#"{"numbers": [1, 2, 3]}"#, &[]).0;
    assert_eq!(values(numbers), [1, 2, 3]);
    // A list in a string that has to be decoded has no places in the text.
    for text in [r#""[\"é\", \"b\"]""#, r#""[\"\f語\",\"\"]""#] {
        assert!(<Vec<String>>::parse_llm(text).is_ok());
        assert!(read(String::items(), text, &[]).0.iter().all(Result::is_err));
    }
    // Where `parse_llm` finds no list, there is an error, and lines after a broken one are read as they arrive.
    let text = format!("{{\"count\": 2, \"findings\": [{one}, {other}]}}");
    assert!(<Vec<Finding>>::parse_llm(&text).is_err());
    assert!(read(Finding::items(), &text, &[]).0.iter().any(Result::is_err));
    let lines = format!("{{\"findings\": [1]}}\n{one}\n{other}\n");
    let (read, before_end) = read(Finding::items(), &lines, &[]);
    assert_eq!((read.len(), before_end), (3, 3));
    assert!(read[0].is_err());
}

/// An element that a broken one has swallowed is found wherever the reply is cut: also between it and the closing bracket.
#[test]
fn an_element_in_a_broken_one_is_found_whatever_the_chunks() {
    #[derive(LlmOutput)]
    #[llm(tag = "type", rename_all = "snake_case")]
    enum Step {
        Say { text: String, loud: bool },
        Stop,
    }
    let text = "{\"list\":[{\"type\":\"stop\"},\n{ \"type\" :\t\"say\", \"te,\n{ \"type\" :\t\"say\", \"text\":\t\"e `\",\n\"loud\":\nfalse\t}\n]";
    for cut in 1..=text.len() {
        let items = Step::items_with(&Options::default().accept(llm_output::Severity::Syntax)).at("list");
        let (read, _) = read(items, text, &[cut]);
        let valid: Vec<_> = read.iter().flatten().map(|step| &step.value).collect();
        assert!(
            matches!(valid[..], [Step::Stop, Step::Say { text, loud: false }] if text == "e `"),
            "{cut}: {} of {}",
            valid.len(),
            read.len()
        );
        assert_eq!(read.len(), 3);
    }
}

/// The same part of the text, read as other elements, is another list.
#[test]
fn elements_that_the_whole_reply_leaves_out_are_retracted() {
    #[derive(LlmOutput)]
    struct Leaf {
        text: String,
        weight: f64,
    }
    let text = "{text:t,weight:5}}{\"eight\"5,\"text\"r}\n{weight:3,text:e}";
    let whole = <Vec<Leaf>>::parse_llm(text).expect("it is a list");
    assert!(whole.iter().all(|leaf| leaf.text.len() == 1 && leaf.weight > 0.0));
    let mut items = Leaf::items();
    let delivered = items.push(text).flatten().count();
    let ended = items.end();
    let delivered = delivered + ended.rest.iter().flatten().count();
    assert_eq!((whole.len(), delivered, ended.revised), (2, 3, true));
}

/// Where the whole reply is the same list, nothing is revised.
#[test]
fn a_list_that_counts_is_not_revised() {
    let high = r#"[{"severity": "high", "file": "a", "line": 1, "title": "t"}]"#;
    for text in [
        high.to_owned(),
        format!("See [1] and {{x}}:\n{high}\nDone, as in [2]."),
        format!("<think>[{{}}]</think>```json\n{high}\n``` and `[3]`"),
        "[{severity: 'high', 'file': \"a\", \"line\": \"1\", title: \"t\",},]".to_owned(),
        format!("{}]", &high[..high.len() - 2]),
        "[".to_owned(),
    ] {
        let mut items = Finding::items();
        let _ = items.push(&text).count();
        assert!(!items.end().revised, "{text}");
    }
    for text in [
        format!(r#"{{"findings": {high}, "old": {{"findings": {high}}}}}"#),
        format!(r#"{{"findings": {high}, "findings": []}}"#),
        format!(r#"{{"findings": {high}}} The "findings": [above] are final."#),
    ] {
        let mut items = Finding::items().at("findings");
        assert_eq!(items.push(&text).count(), 1);
        assert!(!items.end().revised, "{text}");
    }
}

/// A broken element leaves those after it.
#[test]
fn a_broken_element_leaves_its_neighbours() {
    let good = |name: &str| format!(r#"{{"severity": "high", "file": "{name}", "line": 1, "title": "t"}}"#);
    let (one, two, three) = (good("one"), good("two"), good("three"));
    for broken in [
        "{'x': [1,}",
        "\"oops",
        "{\"a\" \"b\" 3}",
        "{\"severity\": [[",
        "nope",
        "{\"file\": \"x, ",
    ] {
        for (before, list, after) in [
            (1, format!("[{one}, {broken}, {two}, {three}]"), 2),
            (0, format!("[{broken}, {two}, {three}]"), 2),
            (0, format!("```json\n[{broken},\n{two},\n{three}\n]\n```\nDone."), 2),
        ] {
            let (read, _) = read(Finding::items(), &list, &[]);
            let files: Vec<_> = read.iter().flatten().map(|item| item.file.as_str()).collect();
            let expected: Vec<_> = ["one", "two", "three"][1 - before..=after].to_vec();
            assert_eq!(files, expected, "{list}: {:?}", told(&read));
            assert!(read.iter().any(Result::is_err), "{list}");
        }
    }
    let (read, _) = read(Severity::items(), r#"[{"a" "b" 3}, "critical", "low"]"#, &[]);
    let names: Vec<_> = read.iter().flatten().map(|item| item.value).collect();
    assert_eq!(names, [Severity::Critical, Severity::Low], "{:?}", told(&read));
}

/// What `at` finds: a key as the parser compares keys, at any depth, or a path of keys.
#[test]
fn the_key_of_the_list_is_compared_as_every_key() {
    for (key, text) in [
        ("items", r#"{"items": [1, 2]}"#),
        ("items", r#"{"ITEMS": [1, 2]}"#),
        ("line_items", r#"{"lineItems": [1, 2]}"#),
        ("items", r#"{"itmes": [1, 2]}"#),
        ("items", "{items: [1, 2]}"),
        ("items", r"{'items' : [1, 2]}"),
        ("items", r#"Here: {"text": "items: [3]", "result": {"items": [1, 2]}}"#),
        ("data.items", r#"{"data": {"items": [1, 2]}}"#),
        (
            "data.items",
            r#"{"items": [3], "Data": {"x": {"items": [3]}, "items": [1, 2]}}"#,
        ),
        ("data.items", r#"{"data.items": [1, 2]}"#),
        ("items", "```json\n{\"items\": [1, 2]}\n```"),
        ("items", "<think>{\"items\": [3]}</think> {\"items\": [1, 2]}"),
        ("items", "<scratchpad>{\"items\": [3]}</scratchpad> {\"items\": [1, 2]}"),
        ("items", r#"{"items": null, "other": {"items": [1, 2]}}"#),
        ("items", r#"{"note": "he said "no", "items": [1, 2]}"#),
        ("items", r#"{"items": 1 } or rather {"items": [1, 2]}"#),
    ] {
        for width in [1, 3, text.len()] {
            let cuts: Vec<_> = (1..text.len()).filter(|end| end % width == 0).collect();
            let (read, _) = read(u32::items().at(key), text, &cuts);
            assert!(
                read.iter().all(Result::is_ok),
                "{key} in {text} by {width}: {:?}",
                told(&read)
            );
            assert_eq!(values(read), [1, 2], "{key} in {text} by {width}");
        }
    }
    let (read, _) = read(Flat::items().at("list"), r#"{"list": {"a": "b"}}"#, &[]);
    assert_eq!(values(read), [Flat { a: "b".into() }]);
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Flat {
    a: String,
}

/// The error about a missing list names its key.
#[test]
fn the_error_about_a_missing_list_names_its_key() {
    for (text, kind, message) in [
        (
            r#"{"summary": "x"}"#,
            ErrorKind::Schema,
            "missing required array `findings`",
        ),
        (
            r#"{"findings": 3}"#,
            ErrorKind::Schema,
            "findings: expected an array, found 3",
        ),
        ("[1, 2]", ErrorKind::Schema, "missing required array `findings`"),
        ("No.", ErrorKind::Prose, "no JSON"),
        ("", ErrorKind::Empty, "empty"),
        (r#"{"summary": "x", "#, ErrorKind::Truncated, "ends before"),
    ] {
        let (read, _) = read(Flat::items().at("findings"), text, &[]);
        assert_eq!(read.len(), 1, "{text}: {:?}", told(&read));
        let error = read[0].as_ref().expect_err("there is no list");
        assert_eq!(error.kind(), kind, "{text}: {error}");
        assert!(error.to_string().contains(message), "{text}: {error}");
    }
    let exact = Options::exact();
    let read: Vec<_> = Flat::items_with(&exact).at("list").finish().collect();
    assert!(read[0].is_err());
    let mut items = Flat::items_with(&exact).at("list");
    assert_eq!(items.push(r#"{"LIST": [{"a": "b"}]}"#).count(), 0);
    assert!(items.finish().all(|item| item.is_err()));
}

#[derive(Debug, PartialEq, LlmOutput)]
#[llm(external)]
enum Say {
    Stop,
    Say(String),
}

/// Elements that cannot be read or are repaired take far more memory than their text, so only a few of them are read ahead. Which
/// elements come does not depend on when they are taken.
#[test]
fn elements_with_a_report_are_read_as_they_are_taken() {
    let elements: Vec<_> = (0..500)
        .map(|index| match index % 5 {
            0 => "null",
            1 => "\"7\"",
            2 => "{\"a\": [1, 2]}",
            3 => "x",
            _ => "3",
        })
        .collect();
    let list = elements.join(", ");
    let texts = [
        format!("[{list}]"),
        format!("[{list}"),
        format!("{{\"items\": [{list}], \"more\": 1}}"),
        format!("[{list}]\n\nNo, wait:\n[1]"),
    ];
    let take =
        |items: &mut Items<'_, u8>, taken: usize, text: &str| -> Vec<_> { items.push(text).take(taken).collect() };
    for text in &texts {
        let items = || {
            let items = u8::items();
            if text.starts_with('{') {
                items.at("items")
            } else {
                items
            }
        };
        let mut in_pieces = items();
        let mut expected = Vec::new();
        for piece in text.split_inclusive(',') {
            expected.extend(in_pieces.push(piece));
        }
        expected.extend(in_pieces.finish());
        let expected = told(&expected);
        assert!(expected.len() >= 490, "{}", expected.len());
        // Taken at once, by the next push, at the end, and a part of them each time.
        for taken in [usize::MAX, 0, 1, 31, 32, 33, 100] {
            let mut finished = items();
            let mut read = take(&mut finished, taken, text);
            read.extend(take(&mut finished, taken, ""));
            read.extend(finished.finish());
            assert_eq!(told(&read), expected, "{taken}: {text}");
            let mut ended = items();
            let mut read = take(&mut ended, taken, text);
            let rest = ended.end();
            read.extend(rest.rest);
            let sign = usize::from(rest.revised);
            assert_eq!(told(&read), expected[..expected.len() - sign], "{taken}: {text}");
        }
    }
}

#[test]
fn the_last_element_of_a_tuple_is_delivered() {
    for text in ["(1, 2, 3)", "(1, 2, 3,)"] {
        let cuts: Vec<_> = (1..text.len()).collect();
        let (read, _) = read(i64::items(), text, &cuts);
        let values: Vec<i64> = read.into_iter().map(|item| item.expect(text).value).collect();
        assert_eq!(values, [1, 2, 3], "{text}");
    }
}
