//! The limits that hold unless a program sets others, each at its number and one past it.

use llm_output::{ErrorKind, Limit, Limits, LlmOutput, Options, ParseError};

#[test]
fn the_defaults_are_those_that_the_documentation_gives() {
    let documented = Limits::default()
        .bytes(u32::MAX as usize)
        .reports(100_000)
        .violations(12_500)
        .elements(16_777_216)
        .waiting(1_048_576);
    assert_eq!(Limits::default(), documented);
    for other in [
        documented.bytes(u32::MAX as usize - 1),
        documented.reports(100_001),
        documented.violations(12_501),
        documented.elements(16_777_217),
        documented.waiting(1_048_577),
    ] {
        assert_ne!(Limits::default(), other);
    }
}

/// A list of so many of these elements.
fn list(element: &str, count: usize) -> String {
    let mut text = String::with_capacity((element.len() + 1) * count + 2);
    text.push('[');
    for index in 0..count {
        text.push_str(if index == 0 { "" } else { "," });
        text.push_str(element);
    }
    text.push(']');
    text
}

#[track_caller]
fn assert_exceeds<T>(limit: Limit, outcome: Result<T, ParseError>) {
    let Err(error) = outcome else {
        panic!("nothing exceeds {}", limit.name());
    };
    assert_eq!((error.kind(), error.limit()), (ErrorKind::Limit, Some(limit)));
}

/// The zeros are never written, so they take no memory. A text of the default length would take half a minute to read;
/// the other tests have shorter ones.
#[test]
#[cfg(target_pointer_width = "64")]
fn bytes() {
    let text = String::from_utf8(vec![0; 1 << 32]).expect("zeros are characters");
    assert_exceeds(Limit::Bytes, <Vec<u8>>::parse_llm(&text));
    assert_exceeds(Limit::Bytes, <Vec<u8>>::parse_llm_with(&text, &Options::exact()));
    assert_exceeds(Limit::Bytes, llm_output::from_str::<Vec<u8>>(&text));
}

#[test]
fn reports() {
    // Long enough for the limit that depends on the length of the text to be higher.
    let text = |count| list("'a'    ", count);
    let parsed = <Vec<String>>::parse_llm(&text(100_000)).expect("as many repairs as are allowed");
    assert_eq!(parsed.repairs().len(), 100_000);
    assert_exceeds(Limit::Reports, <Vec<String>>::parse_llm(&text(100_001)));
}

#[test]
fn violations() {
    let text = |count| list(&format!("\"x\"{}", " ".repeat(60)), count);
    for (count, omitted) in [(12_499, 0), (12_500, 0), (12_501, 1)] {
        let error = <Vec<u8>>::parse_llm(&text(count)).unwrap_err();
        assert_eq!((error.kind(), error.limit()), (ErrorKind::Schema, None));
        assert_eq!((error.violations().len(), error.omitted()), (count - omitted, omitted));
    }
}

#[test]
fn elements() {
    let text = list("0", 16_777_217);
    assert_exceeds(Limit::Elements, <Vec<u8>>::parse_llm(&text));
    let one_less = format!("{}]", &text[..text.len() - 3]);
    let parsed = <Vec<u8>>::parse_llm(&one_less).expect("as many elements as are allowed");
    assert_eq!(parsed.value.len(), 16_777_216);
}

#[test]
fn waiting() {
    let waiting = |count| {
        let mut items = bool::items();
        drop(items.push(&list("true", count)));
        let all: Vec<_> = items.finish().collect();
        let read = all.iter().filter(|item| item.is_ok()).count();
        (read, all.into_iter().find_map(Result::err))
    };
    let (read, error) = waiting(1_048_576);
    assert_eq!((read, error.map(|error| error.to_string())), (1_048_576, None));
    let (read, error) = waiting(1_048_577);
    assert_eq!(read, 1_048_576);
    assert_exceeds::<()>(Limit::Waiting, Err(error.expect("one element too many")));
}
