//! The cases and the fuzz corpus in WebAssembly without an operating system (`wasm32-unknown-unknown`), which reads no files: the host
//! writes each file into memory. A rule that is broken is a panic, and a panic is a trap.

use std::sync::Mutex;

use llm_output_tests::case;
use llm_output_tests::fuzz::TARGETS;

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Makes room for an input of this length, and returns where it goes.
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    let mut input = INPUT.lock().expect("there is one thread");
    *input = vec![0; length];
    input.as_mut_ptr()
}

fn input() -> Vec<u8> {
    std::mem::take(&mut INPUT.lock().expect("there is one thread"))
}

/// Runs the fuzz target whose name is the input. Later inputs are replayed with it.
#[unsafe(no_mangle)]
pub extern "C" fn target() -> usize {
    let name = input();
    let found = TARGETS.iter().position(|(known, _)| known.as_bytes() == name);
    found.expect("the target exists")
}

/// Replays the input with the target of this number.
#[unsafe(no_mangle)]
pub extern "C" fn replay(target: usize) {
    TARGETS[target].1(&input());
}

/// Runs the cases in the input, which is JSON, and returns how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn cases() -> usize {
    case::run("cases", str::from_utf8(&input()).expect("cases are text"))
}

/// Runs the cases in the input through serde, and returns how many there are.
#[unsafe(no_mangle)]
pub extern "C" fn cases_through_serde() -> usize {
    case::run_through_serde("cases", str::from_utf8(&input()).expect("cases are text"))
}
