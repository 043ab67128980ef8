//! One contender on one text a thousand times: what the instruction counter runs.

use std::hint::black_box;

use llm_output::Options;
use llm_output_benches::inputs::{self, Case, Sample};

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, contender, sample, case, times] = &arguments[..] else {
        eprintln!(
            "usage: once ours|from_str|from_value|serde_json|serde_value|nothing commit|record|review|large <case> <times>"
        );
        std::process::exit(2);
    };
    let Some(case) = Case::ALL.into_iter().find(|known| known.name() == case) else {
        let names: Vec<&str> = Case::ALL.iter().map(|case| case.name()).collect();
        eprintln!("no case of this name; there are: {}", names.join(", "));
        std::process::exit(2);
    };
    let times = times.parse().unwrap_or(1);
    match sample.as_str() {
        "commit" => run(contender, &inputs::commit_message(), case, times),
        "record" => run(contender, &inputs::record(), case, times),
        "large" => run(contender, &inputs::review(2000), case, times),
        _ => run(contender, &inputs::review(8), case, times),
    }
}

fn run<T: Sample>(contender: &str, value: &T, case: Case, times: u32) {
    let text = case.text(value);
    let options = if case.is_lenient() {
        Options::lenient()
    } else {
        Options::default()
    };
    if contender == "show" {
        println!("{text}");
        match T::parse_llm_with(&text, &options) {
            Ok(parsed) => println!("{:#?}\n{:?}", parsed.value, parsed.repairs()),
            Err(error) => println!("{error:?}"),
        }
    }
    let written = serde_json::to_value(value).expect("every sample is written as JSON");
    for _ in 0..times {
        match contender {
            "ours" => drop(black_box(T::parse_llm_with(black_box(&text), &options))),
            "from_str" => drop(black_box(llm_output::from_str_with::<T>(black_box(&text), &options))),
            "from_value" => drop(black_box(T::from_value_with(black_box(&written), &options))),
            "serde_value" => drop(black_box(T::deserialize(black_box(&written)))),
            "serde_json" => drop(black_box(serde_json::from_str::<T>(black_box(&text)))),
            _ => {}
        }
    }
}
