//! A global allocator that counts.
#![expect(unsafe_code, reason = "a global allocator cannot be written without it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

static CALLS: AtomicU64 = AtomicU64::new(0);
static BYTES: AtomicU64 = AtomicU64::new(0);

/// The system's allocator, with a count of its calls while [`counted`] runs.
#[derive(Debug)]
pub struct Counting;

// SAFETY: every call goes to the system's allocator with the arguments that came in; the counters are atomic.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size());
        // SAFETY: the caller keeps `GlobalAlloc`'s contract, which is `System`'s.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size.saturating_sub(layout.size()));
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

/// Plain loads and stores: one thread measures, and a locked instruction a call would be measured with it.
fn count(bytes: usize) {
    CALLS.store(CALLS.load(Relaxed) + 1, Relaxed);
    BYTES.store(BYTES.load(Relaxed) + bytes as u64, Relaxed);
}

/// What `run` allocated: calls, reallocations among them, and bytes.
pub fn counted<T>(run: impl FnOnce() -> T) -> (T, u64, u64) {
    let (calls, bytes) = (CALLS.load(Relaxed), BYTES.load(Relaxed));
    let value = run();
    (value, CALLS.load(Relaxed) - calls, BYTES.load(Relaxed) - bytes)
}

/// Lets the allocator keep what it is given back from now on, as in a program that has run for a while.
///
/// The GNU C library asks the system for large blocks, and gives them back at once, until one of that size was freed
/// (`M_MMAP_THRESHOLD` and `M_TRIM_THRESHOLD`, mallopt(3)). Before that, where a contender's last block happens to lie
/// decides whether it pays for page faults.
pub fn settle() {
    const LARGEST: usize = 24 << 20;
    drop(std::hint::black_box(vec![1u8; LARGEST]));
}
