//! The corpus of the fuzz targets, and every input that once failed, replayed without a fuzzer.

use std::fs;
use std::path::Path;

use llm_output_tests::fuzz::{TARGETS, calls, shapes, valid_json};
use llm_output_tests::sample::Random;

#[test]
fn every_input_of_the_corpus_keeps_the_rules() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, target) in TARGETS {
        let inputs = fs::read_dir(folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut count = 0;
        for input in inputs {
            let path = input.expect("the folder can be read").path();
            let data = fs::read(&path).expect("an input is a file");
            println!("{}", path.display());
            target(&data);
            count += 1;
        }
        assert!(count >= 20, "{name} has {count} inputs");
    }
}

/// Found by `calls`: a header without an end was cut off at the end of the whole reply, but text in a stream.
#[test]
fn a_header_that_does_not_end_is_text_however_it_arrives() {
    for length in [0, 200, 255, 256, 257, 300, 600] {
        for text in [
            "<|start|>assistant<|channel|>commentary to=functions.done ",
            "<|channel|>commentary to=functions.done ",
            "<|start|>a<|END_ACTION|> to=functions.done ",
        ] {
            for step in [1, 7, 100, 255] {
                let mut data = vec![7, 3, 15];
                data.extend([step; 15]);
                data.extend(text.bytes().chain(std::iter::repeat_n(b'x', length)));
                calls(&data);
            }
        }
    }
}

/// Found by `valid_json`: the error is about what a wrapper holds, and a misspelt key is repaired.
#[test]
fn an_object_that_has_no_key_of_the_type_is_refused_or_repaired() {
    for text in [
        r#"{"theme</": "dark"}"#,
        r#"{"content": "[oten\": \"y\"}"}"#,
        r#"{"content": "{\"a"}"#,
        r#"{"content": "oten"}"#,
    ] {
        valid_json(&[&[6], text.as_bytes()].concat());
    }
}

#[test]
fn schemas_of_shapes_made_at_random_keep_the_rules() {
    let mut random = Random::new(20);
    for _ in 0..2_000 {
        let data: Vec<u8> = (0..random.below(160)).map(|_| random.bits().to_le_bytes()[0]).collect();
        shapes(&data);
    }
}

/// What serde accepts and a declared bound refuses is no difference; this was once said of every message with the word "from".
#[test]
fn a_bound_that_a_type_declares_is_the_only_one_that_serde_need_not_know() {
    let texts = [
        r#"{"findings":[{"severity":"low","file":"a","line":0,"title":"b"}]}"#,
        r#"{"findings":[["low","a",1,"b"]]}"#,
    ];
    for text in texts {
        valid_json(&[&[0], text.as_bytes()].concat());
    }
}
