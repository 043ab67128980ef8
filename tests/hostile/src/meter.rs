//! What a piece of work costs: time, memory and stack.
//!
//! The allocator counts the bytes that are in use, and looks at where the stack is whenever it is called. Reading
//! allocates near the deepest point of its recursion, so this shows how much stack it needs without overflowing one.
#![expect(unsafe_code, reason = "a global allocator cannot be written without it")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::hint::black_box;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);
static DEEPEST: AtomicUsize = AtomicUsize::new(usize::MAX);

/// The system's allocator, with the bytes in use. One thread works at a time, so plain loads and stores suffice.
#[derive(Debug)]
pub struct Metered;

#[global_allocator]
static ALLOCATOR: Metered = Metered;

// SAFETY: every call goes to the system's allocator with the arguments that came in; the counters are atomic.
unsafe impl GlobalAlloc for Metered {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grow(layout.size());
        // SAFETY: the caller keeps `GlobalAlloc`'s contract, which is `System`'s.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        LIVE.store(LIVE.load(Relaxed).wrapping_sub(layout.size()), Relaxed);
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Both blocks may exist at once.
        grow(size);
        LIVE.store(LIVE.load(Relaxed).wrapping_sub(layout.size()), Relaxed);
        // SAFETY: as above.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

fn grow(bytes: usize) {
    let live = LIVE.load(Relaxed).wrapping_add(bytes);
    LIVE.store(live, Relaxed);
    PEAK.store(PEAK.load(Relaxed).max(live), Relaxed);
    DEEPEST.store(DEEPEST.load(Relaxed).min(stack()), Relaxed);
}

/// The address of something on the stack.
#[inline(never)]
fn stack() -> usize {
    let here = 0u8;
    std::ptr::from_ref(black_box(&here)).addr()
}

/// What some work has cost.
#[derive(Debug, Clone, Copy, Default)]
pub struct Cost {
    /// The thread's own time.
    pub time: Duration,
    /// Bytes that were in use at once, besides those that `work` returned as the value.
    pub memory: usize,
    /// Bytes of the value.
    pub value: usize,
    /// Bytes of stack.
    pub stack: usize,
}

/// Runs `work`, which returns what it made and the part of it that is the value.
pub fn cost<R, V>(work: impl FnOnce() -> R, value: impl FnOnce(R) -> Option<V>) -> Cost {
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    DEEPEST.store(usize::MAX, Relaxed);
    let top = stack();
    let start = clock();
    let result = work();
    let time = clock().saturating_sub(start);
    let (peak, deepest) = (PEAK.load(Relaxed), DEEPEST.load(Relaxed));
    let value = value(result);
    let kept = LIVE.load(Relaxed).saturating_sub(before);
    Cost {
        value: if value.is_some() { kept } else { 0 },
        time,
        memory: peak.saturating_sub(before).saturating_sub(kept),
        stack: top.saturating_sub(deepest),
    }
}

/// The time that this thread has run.
fn clock() -> Duration {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local that outlives the call.
    unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).unwrap_or_default();
    let nanoseconds = u32::try_from(time.tv_nsec).unwrap_or_default();
    Duration::new(seconds, nanoseconds)
}
