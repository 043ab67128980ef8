//! How much memory a stream needs at most while a reply comes in, as a share of the text, without the value itself.
//!
//! The bar is four times the text plus the value.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};

use llm_output::Streamed;
use llm_output_benches::inputs;
use llm_output_benches::types::{CommitMessage, Review};

/// Counts the bytes that are allocated, and the most that ever were.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn more(size: usize) {
    let now = NOW.fetch_add(size, Ordering::Relaxed) + size;
    MOST.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: everything is left to the system's allocator, and only counted.
#[expect(unsafe_code, reason = "an allocator that counts")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        more(layout.size());
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        more(size);
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller promises.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// The most that is allocated while something is done, and what is left of it.
fn measured<R>(run: impl FnOnce() -> R) -> (usize, usize, R) {
    let before = NOW.load(Ordering::Relaxed);
    MOST.store(before, Ordering::Relaxed);
    let result = run();
    let left = NOW.load(Ordering::Relaxed) - before;
    (MOST.load(Ordering::Relaxed) - before, left, result)
}

fn show<T: Streamed>(name: &str, text: &str) {
    for width in [1, 16, 4096] {
        let (_, value, parsed) = measured(|| T::parse_llm(text).map(llm_output::Parsed::into_value));
        drop(parsed);
        let (most, ..) = measured(|| {
            let mut stream = T::stream();
            for chunk in text.as_bytes().chunks(width) {
                stream.push_bytes(chunk);
            }
            stream.finish()
        });
        let (parse, ..) = measured(|| T::parse_llm(text));
        let over = most.saturating_sub(value);
        println!(
            "{name:<14} {:>7} bytes by {width:<4}  value {value:>8}  one parse {parse:>8}  stream {most:>8}  without the value {} % of the text",
            text.len(),
            100 * over / text.len(),
        );
    }
}

fn main() {
    for size in [8, 32, 100, 128] {
        let findings = size * 1024 / 480;
        let review = serde_json::to_string_pretty(&inputs::review(findings)).expect("the value can be written");
        show::<Review>("review", &review);
    }
    for size in [10, 33, 60, 70, 130] {
        let mut message = inputs::commit_message();
        message.message = "A sentence of many words. ".repeat(size * 1024 / 26);
        let text = serde_json::to_string(&message).expect("the value can be written");
        show::<CommitMessage>("one string", &text);
    }
    let words = serde_json::to_string(&vec!["a"; 8192]).expect("the value can be written");
    show::<Vec<String>>("short strings", &words);
    let words = serde_json::to_string(&vec!["a string of some forty letters, and no more"; 1024]);
    show::<Vec<String>>("strings", &words.expect("the value can be written"));
}
