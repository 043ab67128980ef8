//! A program for a machine without an operating system: it parses a reply into a derived type, asks for the repairs, and
//! follows a reply that arrives in chunks. It is built and linked, and not run.

#![no_std]
#![no_main]

extern crate alloc;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::panic::PanicInfo;
use core::ptr::addr_of_mut;

use linked_list_allocator::LockedHeap;
use llm_output::{LlmOutput, ParseError, Severity};

/// What the lamp is to do.
#[derive(Debug, LlmOutput)]
#[llm(stream)]
struct Command {
    /// The rooms, by name.
    rooms: Vec<String>,
    #[llm(range(min = 0, max = 100))]
    brightness: u8,
    mode: Option<Mode>,
    #[llm(default)]
    labels: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, PartialEq, LlmOutput)]
#[llm(rename_all = "lowercase")]
enum Mode {
    Steady,
    Blink,
}

/// What the model may call.
#[derive(Debug, LlmOutput)]
#[llm(tools, rename_all = "snake_case")]
enum Tool {
    SetLamp { rooms: Vec<String>, brightness: u8 },
    ReadSensor { name: String },
}

/// Reads the reply in three ways, and adds up what it finds.
fn read(reply: &str) -> Result<usize, ParseError> {
    let parsed = Command::parse_llm(reply)?;
    let repaired = parsed
        .repairs()
        .iter()
        .filter(|repair| repair.severity() > Severity::Framing);
    let mut stream = Command::stream();
    for chunk in reply.split_inclusive(' ') {
        stream.push(chunk);
    }
    let streamed = stream.finish()?;
    let calls = Tool::parse_calls(reply);
    let asked = calls.iter().filter_map(|call| call.result.as_ref().ok());
    let asked = asked.map(|parsed| match &parsed.value {
        Tool::SetLamp { rooms, brightness } => rooms.len() + usize::from(*brightness),
        Tool::ReadSensor { name } => name.len(),
    });
    Ok(repaired.count() + streamed.value.rooms.len() + asked.sum::<usize>())
}

/// An error of this crate is an error of `core`.
fn said(error: &dyn core::error::Error) -> usize {
    alloc::format!("{error}").len()
}

#[global_allocator]
static HEAP: LockedHeap = LockedHeap::empty();

static mut MEMORY: [u8; 64 * 1024] = [0; 64 * 1024];

#[unsafe(no_mangle)]
extern "C" fn _start() -> ! {
    // SAFETY: nothing else uses the memory, and this runs once.
    unsafe { HEAP.lock().init(addr_of_mut!(MEMORY).cast(), 64 * 1024) };
    let reply =
        core::hint::black_box("Sure!\n```json\n{'rooms': 'kitchen', \"brightness\": \"40\", \"mode\": \"BLINK\"}\n```");
    let result = match read(reply) {
        Ok(found) => found,
        Err(error) => said(&error),
    };
    core::hint::black_box((result, Command::SCHEMA, Tool::PROMPT));
    loop {
        core::hint::spin_loop();
    }
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
