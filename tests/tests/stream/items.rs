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

/// An element is delivered with the first byte after it.
#[test]
fn an_element_comes_with_the_byte_after_it() {
    let text = r#"[{"sku": "a", "quantity": 1, "price": 1.5}, {"sku": "b", "quantity": 2, "price": 2}]"#;
    let mut items = Item::items();
    let mut at = Vec::new();
    for (place, byte) in text.char_indices() {
        let count = items.push(byte.encode_utf8(&mut [0; 4])).count();
        at.extend(std::iter::repeat_n(place, count));
    }
    let first = text.find("},").expect("there is one") + 1;
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
}

/// Where there is no list under the key, that is an error, and no empty list.
#[test]
fn a_list_that_is_not_there_is_an_error() {
    for text in ["", "No.", r#"{"summary": "x"}"#, r#"{"findings": 3}"#] {
        let (read, _) = read(Finding::items().at("findings"), text, &[]);
        assert!(read.iter().any(Result::is_err), "{text}: {read:?}");
    }
}
