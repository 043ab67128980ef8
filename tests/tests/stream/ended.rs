//! How the elements of a list end: what the whole reply says about them is delivered or reported, and nothing else.

use std::fmt::Debug;

use llm_output::{ErrorKind, Finish, Items, Limits, LlmOutput, Options, ParseError, Parsed, Prefer, Severity};
use llm_output_tests::follow::cuts;
use llm_output_tests::sample::Random;

#[derive(Debug, PartialEq, LlmOutput)]
struct Leaf {
    text: String,
    weight: f64,
}

#[derive(Debug, PartialEq, LlmOutput)]
struct Leaves {
    list: Vec<Leaf>,
}

#[derive(Debug, LlmOutput)]
struct Numbers {
    list: Vec<i32>,
}

/// What was delivered of a reply, and how that ended.
#[derive(Debug, PartialEq)]
struct Delivered {
    values: Vec<String>,
    errors: Vec<(ErrorKind, String)>,
    revised: bool,
}

impl Delivered {
    fn of<T: LlmOutput + Debug>(mut items: Items<'_, T>, text: &str, cuts: &[usize], finish: Option<Finish>) -> Self {
        let mut read: Vec<Result<Parsed<T>, ParseError>> = Vec::new();
        let mut start = 0;
        for &end in cuts.iter().chain([&text.len()]) {
            read.extend(items.push_bytes(&text.as_bytes()[start..end]));
            start = end;
        }
        if let Some(finish) = finish {
            items = items.stopped_by(finish);
        }
        let ended = items.end();
        read.extend(ended.rest);
        let mut delivered = Self {
            values: Vec::new(),
            errors: Vec::new(),
            revised: ended.revised,
        };
        for item in read {
            match item {
                Ok(item) => delivered.values.push(format!("{:?}", item.value)),
                Err(error) => delivered.errors.push((error.kind(), error.to_string())),
            }
        }
        delivered
    }

    /// At once, and byte by byte, which must be the same.
    fn both<T: LlmOutput + Debug>(key: Option<&str>, text: &str, options: &Options<'_>) -> Self {
        let items = || match key {
            Some(key) => T::items_with(options).at(key),
            None => T::items_with(options),
        };
        let single: Vec<_> = (1..text.len()).collect();
        let delivered = Self::of(items(), text, &[], None);
        assert_eq!(Self::of(items(), text, &single, None), delivered, "{text:?}");
        delivered
    }

    fn kinds(&self) -> Vec<ErrorKind> {
        self.errors.iter().map(|(kind, _)| *kind).collect()
    }

    /// There is no error, and nothing is revised.
    fn is_good(&self) -> bool {
        self.errors.is_empty() && !self.revised
    }
}

fn values<T: LlmOutput + Debug>(text: &str, options: &Options<'_>) -> Result<Vec<String>, ParseError> {
    let list = <Vec<T>>::parse_llm_with(text, options)?.into_value();
    Ok(list.iter().map(|element| format!("{element:?}")).collect())
}

const FINISHES: [Option<Finish>; 4] = [None, Some(Finish::Stop), Some(Finish::Length), Some(Finish::Other)];

/// The law: if all elements are valid and nothing is revised, a `Vec` of the whole reply has the same elements. In particular, a
/// list that was cut off never passes as a whole one.
#[test]
fn elements_without_an_error_are_those_of_the_whole_reply() {
    let mut random = Random::new(16);
    let lists = [
        "[]",
        "[1, 2]",
        "[3]",
        "[1, 2], 3]",
        "[1, 2,]",
        "[1 2]",
        "[1, /* so */ 2]",
        "{\"list\": [4]}",
    ];
    let frames = [
        "",
        "No, wait:\n",
        "```json\n",
        "\n```\n",
        "<answer>",
        "</answer>",
        "> ",
        "\n> ",
        "Sure, [x]: ",
        ", ",
    ];
    let options = [
        Options::default(),
        Options::lenient(),
        Options::default().accept(Severity::Incomplete),
        Options::default().prefer(Prefer::First),
        Options::default().prefer(Prefer::Only),
        Options::default().prefer(Prefer::Last),
        Options::default().marker("answer"),
    ];
    let mut good = 0;
    for round in 0..12_000 {
        let mut text = String::new();
        for _ in 0..=random.below(3) {
            text.push_str(random.pick(&frames));
            text.push_str(random.pick(&lists));
            text.push_str(random.pick(&frames));
        }
        if random.one_in(3) {
            text.truncate(random.below(text.len() + 1));
        }
        let options = &options[round % options.len()];
        let finish = FINISHES[random.below(FINISHES.len())];
        let whole = values::<i32>(
            &text,
            &finish.map_or_else(|| options.clone(), |finish| options.clone().finish(finish)),
        );
        let delivered = Delivered::of(i32::items_with(options), &text, &[], finish);
        for most in [1, 20] {
            let cuts = cuts(&text, 1, most, &mut random);
            let other = Delivered::of(i32::items_with(options), &text, &cuts, finish);
            assert_eq!(other, delivered, "{text:?} by {cuts:?}, {finish:?}");
        }
        if delivered.is_good() {
            good += 1;
            let whole = whole.unwrap_or_else(|error| panic!("{text:?}, {finish:?}: {error}, but {delivered:?}"));
            assert_eq!(delivered.values, whole, "{text:?}, {finish:?}");
        }
    }
    assert!(good > 3_000, "{good}");
}

/// Cut anywhere, the list is whole, or there is an error that says that the reply was cut off; whether it is one is decided as for
/// a `Vec`.
#[test]
fn a_list_that_was_cut_off_never_passes_as_a_whole_one() {
    let list = r#"[{"text": "a", "weight": 1}, {"text": "b", "weight": 2} , {"text": "c", "weight": 3}]"#;
    for (before, key) in [
        ("", None),
        ("Sure:\n```json\n", None),
        ("{\"list\": ", Some("list")),
        ("```\n{\"list\": ", Some("list")),
    ] {
        for cut in 1..list.len() {
            let text = format!("{before}{}", &list[..cut]);
            for finish in FINISHES {
                for options in [Options::default(), Options::default().accept(Severity::Incomplete)] {
                    let ending = finish.map_or_else(|| options.clone(), |finish| options.clone().finish(finish));
                    let items = Leaf::items_with(&options);
                    let items = if let Some(key) = key { items.at(key) } else { items };
                    let delivered = Delivered::of(items, &text, &[], finish);
                    let whole = match key {
                        None => <Vec<Leaf>>::parse_llm_with(&text, &ending).map(drop),
                        Some(_) => Leaves::parse_llm_with(&text, &ending).map(drop),
                    };
                    match whole {
                        Ok(()) => assert!(delivered.is_good(), "{text:?}, {finish:?}: {delivered:?}"),
                        Err(error) => assert_eq!(
                            delivered.kinds().last(),
                            Some(&error.kind()),
                            "{text:?}, {finish:?}: {error}, but {delivered:?}"
                        ),
                    }
                }
            }
        }
    }
}

/// Of JSON lines, a last line that is complete is whole.
#[test]
fn json_lines_end_with_a_complete_line() {
    let lines = "{\"text\": \"a\", \"weight\": 1}\n{\"text\": \"b\", \"weight\": 2}";
    for (text, errors) in [
        (lines.to_owned(), 0),
        (format!("{lines}\n"), 0),
        (format!("{lines}\n{{\"text\": \"c"), 1),
    ] {
        for finish in FINISHES {
            let delivered = Delivered::of(Leaf::items(), &text, &[], finish);
            assert_eq!(
                (delivered.values.len(), delivered.errors.len()),
                (2, errors),
                "{text:?}"
            );
            assert!(!delivered.revised, "{text:?}");
        }
    }
}

/// A line that cannot be read is an error, and retracts nothing.
#[test]
fn a_bad_line_retracts_nothing() {
    let text =
        "{\"text\": \"a\", \"weight\": 1}\n{\"text\": \"b\", \"weight\": \"heavy\"}\n{\"text\": \"c\", \"weight\": 3}";
    let delivered = Delivered::both::<Leaf>(None, text, &Options::default());
    assert_eq!(
        (delivered.values.len(), delivered.kinds()),
        (2, vec![ErrorKind::Schema])
    );
    assert!(!delivered.revised);
}

/// Elements after a closing bracket that came too early.
#[test]
fn elements_after_a_misplaced_bracket_are_delivered() {
    let options = Options::default();
    for (text, key) in [
        ("[1, 2], 3]", None),
        ("[1, 2] 3]", None),
        (r#"{"list": [1, 2] 3]}"#, Some("list")),
        (r#"{"list": [1, 2], 3]}"#, Some("list")),
        (r#"{"list": [1, 2]}, 3]}"#, Some("list")),
        ("```json\n{\"list\": [1], 2, 3]}\n```", Some("list")),
    ] {
        let delivered = Delivered::both::<i32>(key, text, &options);
        assert_eq!(
            (delivered.values.concat().as_str(), delivered.is_good()),
            ("123", true),
            "{text}"
        );
    }
    let (a, b) = (r#"{"text": "a", "weight": 1}"#, r#"{"text": "b", "weight": 2}"#);
    for (text, key) in [
        (format!("[{a}], {b}]"), None),
        (format!("{{\"list\": [{a}], {b}]}}"), Some("list")),
        (format!("{{\"list\": [{a}]}}, {b}]}}"), Some("list")),
    ] {
        let delivered = Delivered::both::<Leaf>(key, &text, &options);
        assert!(
            delivered.values.len() == 2 && delivered.is_good(),
            "{text}: {delivered:?}"
        );
    }
    // What the engine skips as junk may be an element.
    let delivered = Delivered::both::<i32>(Some("list"), r#"{"list": [1, 2] 3 4]}"#, &options);
    assert_eq!(
        (delivered.values.len(), delivered.errors.len()),
        (2, 1),
        "{delivered:?}"
    );
    // What follows the list may follow it.
    for text in [
        r#"{"list": [1, 2]]}"#,
        r#"{"list": [1, 2]; "next": 3}"#,
        r#"{"list": [1, 2], next: 3}"#,
        r#"{"list": [1, 2] "next": 3}"#,
        r#"{"list": [1, 2],}"#,
        r#"[{"list": [1, 2]}, {"list": [3]}, 4]"#,
        r#"{"list": [1, 2]} 3 more could follow."#,
    ] {
        let delivered = Delivered::both::<i32>(Some("list"), text, &options);
        assert_eq!(
            (delivered.values.len(), delivered.is_good()),
            (2, true),
            "{text}: {delivered:?}"
        );
    }
}

/// In a list in other brackets, which is found when the reply has ended, an element may end elsewhere than by itself.
#[test]
fn an_element_that_ends_elsewhere_in_the_whole_reply_is_retracted() {
    let options = Options::default().accept(Severity::Incomplete);
    let text = "{\"path\"\u{8}: \"\\d weather\"\u{8}: .. \"}";
    let whole = values::<String>(text, &options).expect("a set");
    let delivered = Delivered::both::<String>(None, text, &options);
    assert!(
        delivered.values != whole && delivered.revised,
        "{delivered:?}, and the whole: {whole:?}"
    );
    let text = "{\"a\", \"\\d\"}";
    let delivered = Delivered::both::<String>(None, text, &options);
    assert!(delivered.is_good() && delivered.values.len() == 2, "{delivered:?}");
}

/// Another value under the key counts under the rules by which a struct with this list is read.
#[test]
fn the_list_under_a_key_is_that_of_a_struct() {
    let default = Options::default;
    let all = [
        default(),
        default().prefer(Prefer::First),
        default().prefer(Prefer::Last),
        default().prefer(Prefer::Only),
        default().marker("data"),
    ];
    let texts = [
        "{\"list\": [1]}\nNo, wait:\n{\"list\": []}",
        "{\"list\": [1]}\nNo, wait:\n{\"list\": null}",
        "{\"list\": [1]}\nNo, wait:\n{\"list\": 2}",
        "{\"list\": [1]}\nNo, wait:\n{\"list\": [2]}",
        "{\"list\": [1]}\nNo, wait:\n{\"list\": [2",
        "{\"list\": [1]}\nNo, wait:\n{\"list\": \"x\"}",
        "{\"list\": [1]}\nNo, wait:\n{\"other\": [2]}",
        "{\"list\": [1]}\nAgain:\n{\"list\": [ 1 ]}",
        "```json\n{\"list\": [1]}\n```\nor bare: {\"list\": [2]}",
        "Bare: {\"list\": [1]}\n```json\n{\"list\": [2]}\n```",
        "```\n{\"list\": [1]}\n```\nand\n```\n{\"list\": [1]}\n```",
        "<data>{\"list\": [2]}</data>\n{\"list\": [1]}",
        "{\"list\": [1]}\n<data>{\"list\": [2]}</data>",
        "```data\n{\"list\": [2]}\n```\n{\"list\": [1]}",
        "<data>\nHere: {\"list\": [2]}\n</data>",
        "{\"list\": [1]} and no block",
        "{\"list\": [1]}",
        "{\"list\": [1], \"List\": [2]}",
        "{\"List\": [1], \"list\": [2]}",
        "{\"List\": [1], \"LIST\": [2]}",
        "{\"list\": [1], \"list\": [1]}",
        "{\"list\": [1], \"list\": [2]}",
        "{\"list\": [1], \"list\": []}",
        "{\"list\": [1], \"list\": null}",
        "{\"list\": []}\n{\"list\": [1]}",
        "{\"list\": []}\n{\"list\": null}",
        "{\"list\": [1]}<|im_end|>\n<|im_start|>user\n{\"list\": [2]}",
        "<think>{\"list\": [3]}</think>{\"list\": [1]}",
        "{\"list\": [1]} or {\"list\": [\"...\"]}",
    ];
    for options in &all {
        for text in texts {
            let whole = Numbers::parse_llm_with(text, options).map(Parsed::into_value);
            let delivered = Delivered::both::<i32>(Some("list"), text, options);
            let told = format!("{text:?}, {options:?}: {whole:?}, but {delivered:?}");
            match whole {
                Ok(whole) => {
                    let values: Vec<_> = whole.list.iter().map(ToString::to_string).collect();
                    assert_eq!(delivered.errors, [], "{told}");
                    assert_eq!(delivered.revised, delivered.values != values, "{told}");
                }
                Err(error) => {
                    assert!(delivered.revised || delivered.kinds() == [error.kind()], "{told}");
                }
            }
        }
    }
}

/// Without a key, a list is retracted where a `Vec` has other elements, and only there.
#[test]
fn the_list_without_a_key_is_that_of_a_vec() {
    let default = Options::default;
    for options in [
        default(),
        default().prefer(Prefer::First),
        default().prefer(Prefer::Last),
        default().prefer(Prefer::Only),
        default().marker("data"),
    ] {
        for text in [
            "[1]\n\nNo, wait:\n[2]",
            "[1]\n[1]",
            "[1, 2] and so [1, 2]",
            "[1, 2] and so [1,2]",
            "```\n[1]\n```\nand\n```\n[1]\n```",
            "```\n[1]\n```\nNo, wait:\n```\n[2]\n```",
            "<data>[2]</data>\n[1]",
            "[1]\n<data>[2]</data>",
            "[1] and no block",
        ] {
            let delivered = Delivered::both::<i32>(None, text, &options);
            let told = format!("{text:?}, {options:?}: {delivered:?}");
            match values::<i32>(text, &options) {
                Ok(values) => {
                    assert_eq!(delivered.errors, [], "{told}");
                    assert_eq!(delivered.revised, delivered.values != values, "{told}");
                }
                Err(error) => assert_eq!(delivered.kinds(), [error.kind()], "{told}"),
            }
        }
    }
}

/// The signs before each line of a quoted reply are no part of its values.
#[test]
fn signs_before_each_line_are_removed() {
    let element = "{\"text\": \"line one\nline two\", \"weight\": 1}";
    for sign in ["> ", "| ", "data: ", "// ", ">", "1"] {
        let signed = |text: &str| -> String {
            let lines = text.lines().enumerate().map(|(number, line)| match sign {
                "1" => format!("{}: {line}", number + 1),
                sign => format!("{sign}{line}"),
            });
            lines.collect::<Vec<_>>().join("\n")
        };
        for text in [format!("[{element}]"), format!("[\n{element},\n{element}\n]")] {
            let text = signed(&text);
            let whole = values::<Leaf>(&text, &Options::default()).expect("the signs are removed");
            let delivered = Delivered::both::<Leaf>(None, &text, &Options::default());
            assert!(
                delivered.is_good() && delivered.values == whole,
                "{text:?}: {delivered:?}"
            );
        }
        let text = signed(&format!("{{\"list\": [\n{element},\n{element}\n]}}"));
        let delivered = Delivered::both::<Leaf>(Some("list"), &text, &Options::default());
        assert!(
            delivered.is_good() && delivered.values.len() == 2,
            "{text:?}: {delivered:?}"
        );
        assert!(
            !delivered.values[0].contains(sign.trim()) || sign == "1",
            "{text:?}: {delivered:?}"
        );
    }
    let text = "data: {\"text\": \"a\", \"weight\": 1}\ndata: {\"text\": \"b\", \"weight\": 2}\n";
    let delivered = Delivered::both::<Leaf>(None, text, &Options::default());
    assert!(delivered.is_good() && delivered.values.len() == 2, "{delivered:?}");
    // One line that begins so is no quotation.
    let delivered = Delivered::both::<i32>(None, "> [1, 2]", &Options::default());
    assert!(delivered.is_good() && delivered.values.len() == 2, "{delivered:?}");
}

/// What is delivered of a reply that is too long does not depend on its chunks.
#[test]
fn a_reply_that_is_too_long_is_cut_at_the_same_place() {
    let lines = "{\"text\": \"a\", \"weight\": 1}\n{\"text\": \"é\", \"weight\": 2}\n";
    let list = "{\"list\": [{\"text\": \"a\", \"weight\": 1}, {\"text\": \"é\", \"weight\": 2}]}";
    for (key, text) in [(None, lines), (Some("list"), list)] {
        for limit in 0..text.len() {
            let options = Options::default().limits(Limits::default().bytes(limit));
            let delivered = Delivered::both::<Leaf>(key, text, &options);
            assert_eq!(delivered.kinds(), [ErrorKind::Limit], "{limit}");
            let whole = <Vec<Leaf>>::parse_llm_with(text, &options).expect_err("it is too long");
            assert_eq!(delivered.errors[0].1, whole.to_string());
        }
        let options = Options::default().limits(Limits::default().bytes(text.len()));
        assert!(Delivered::both::<Leaf>(key, text, &options).is_good());
    }
}

/// What follows the list under a key is the end of its object or another key: anything else may be an element, and is told.
#[test]
fn what_follows_a_list_under_a_key_is_told_unless_it_is_a_key() {
    let is_told = |text: &str| {
        let mut items = String::items().at("tags");
        let mut is_told = items.push(text).any(|item| item.is_err());
        let ended = items.end();
        is_told |= ended.revised || ended.rest.iter().any(Result::is_err);
        is_told
    };
    for text in [
        r#"{"tags": ["x", ”y”], "b": 1}"#,
        r#"{"tags": ["x"] y, "b": 1}"#,
        r#"{"tags": ["x"], y, "b": 1}"#,
        r#"{"tags": ["x"], «y», "b": 1}"#,
    ] {
        assert!(is_told(text), "{text}");
    }
    for text in [
        r#"{"tags": ["x"], "b": 1}"#,
        r#"{"tags": ["x"] "b": 1}"#,
        r#"{"tags": ["x"], b: 1}"#,
        r#"{"tags": ["x"], 'b': 1}"#,
        r#"{"tags": ["x"], /* two */ "b": 1}"#,
        r#"{"tags": ["x"],}"#,
        r#"{"tags": ["x"]} and so on"#,
    ] {
        assert!(!is_told(text), "{text}");
    }
    let mut items = std::collections::BTreeMap::<String, String>::items().at("tags");
    let mut read: Vec<_> = items.push(r#"{"tags": {"a": "1"}, {"a": "2"}]}"#).collect();
    read.extend(items.finish());
    assert!(read.iter().any(Result::is_err), "the second object is not lost");
}

/// What was skipped beside the elements is reported, or refused as `parse_llm` refuses it.
#[test]
fn a_guess_about_the_list_itself_is_reported_at_its_end() {
    let texts = [
        r#"["a",] "b""#,
        "[\"a\"]\n\"b\",\n\"c\"\n]",
        r#"["a"],, "b"]"#,
        r#"["a"], "b"]"#,
        r#"["a", }'b', 'c']"#,
        r#"[]"42.""#,
        r#"[<unknown>, "green"]"#,
    ];
    let exacting = Options::default().accept(Severity::Coercion);
    for text in texts {
        let whole = Vec::<String>::parse_llm(text).expect("a list");
        assert_eq!(whole.severity(), Some(Severity::Guess), "{text}");
        for cuts in [Vec::new(), (1..text.len()).collect()] {
            let read = |options: &Options<'_>| {
                let mut items = String::items_with(options);
                let mut start = 0;
                let mut read = Vec::new();
                for &end in cuts.iter().chain([&text.len()]) {
                    read.extend(items.push(&text[start..end]));
                    start = end;
                }
                let mut ended = items.end();
                read.append(&mut ended.rest);
                (read, ended.repairs)
            };
            let (items, repairs) = read(&Options::default());
            let items: Result<Vec<_>, _> = items.into_iter().map(|item| item.map(|item| item.value)).collect();
            assert_eq!(items.ok().as_ref(), Some(&whole.value), "{text}");
            assert!(repairs.iter().all(|repair| whole.repairs().contains(repair)), "{text}");
            assert_eq!(repairs.len(), 1, "{text}");
            let (items, repairs) = read(&exacting);
            assert!(items.iter().any(Result::is_err), "{text}");
            assert!(repairs.is_empty(), "{text}");
        }
    }
    // Under a key, the error is about the list that the key names.
    let text = r#"{"items": [<unknown>, "a"], "n": 1}"#;
    for (accept, repaired, refused) in [(Severity::Guess, 1, 0), (Severity::Coercion, 0, 1)] {
        let mut items = String::items_with(&Options::default().accept(accept)).at("items");
        let mut read: Vec<_> = items.push(text).collect();
        let mut ended = items.end();
        read.append(&mut ended.rest);
        assert_eq!((ended.repairs.len(), read.len()), (repaired, 1 + refused));
        for error in read.iter().filter_map(|item| item.as_ref().err()) {
            assert_eq!(error.would_need(), Some(Severity::Guess), "{error}");
            assert!(error.to_string().starts_with("items: "), "{error}");
        }
    }
    // A quote before the list may say that it is a string.
    let mut items = Leaf::items();
    let mut read: Vec<_> = items.push("\"[{\"text\": \"x\", \"weight\": 7}]").collect();
    read.extend(items.finish());
    assert!(read.iter().any(Result::is_err));
}
