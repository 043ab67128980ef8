//! Looks for texts that cost a reading too much time, memory or stack.
//!
//! ```text
//! cargo run --release -p llm_output_hostile -- search --minutes 60 --seed 1
//! cargo run --release -p llm_output_hostile -- check
//! ```
//!
//! `search` draws texts of a few JSON-like tokens that repeat, and changes the worst ones step by step to make them worse.
//! It prints every text that is over a limit, and the worst texts of each kind at the end. `--type` restricts it to the types
//! whose names contain these letters. `check` measures the texts in `found.txt`, one a line; `measure` takes such a line as its
//! argument. Both take the name of a type to read them as. Types whose names begin with `stream`, `items` or `growing` are read
//! in chunks. The exit status says whether all stayed within the limits.

use std::process::ExitCode;
use std::time::Duration;

use llm_output_hostile::search::{self, Limits, Search};
use llm_output_hostile::{FOUND, STACK};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let work = move || run(&arguments);
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    match thread.map(std::thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        _ => ExitCode::FAILURE,
    }
}

fn run(arguments: &[String]) -> ExitCode {
    let named = |name: &str| {
        let place = arguments.iter().position(|argument| argument == name)?;
        arguments.get(place + 1)
    };
    let option = |name: &str| -> Option<u64> { named(name)?.parse().ok() };
    let limits = Limits::default();
    match arguments.first().map(String::as_str) {
        Some("search") => {
            let minutes = option("--minutes").unwrap_or(10);
            let seed = option("--seed").unwrap_or(1);
            let only = named("--type").map_or("", String::as_str);
            let mut search = Search::new(seed, only, limits);
            search.run(Duration::from_secs(60 * minutes))
        }
        Some("check") => search::check(FOUND, arguments.get(1).map(String::as_str), &limits),
        Some("measure") => {
            let text = arguments.get(1).map_or("", String::as_str);
            search::check(text, arguments.get(2).map(String::as_str), &limits)
        }
        _ => {
            eprintln!(
                "usage: llm_output_hostile search [--minutes 10] [--seed 1] [--type name] | check [type] | measure '[..]' [type]"
            );
            ExitCode::FAILURE
        }
    }
}
