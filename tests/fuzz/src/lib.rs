//! Runs a target, and checks what it cost: steps and memory.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use llm_output_tests::fuzz::TARGETS;

static LIVE: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

/// The system's allocator, with the bytes in use. A target is one thread, so plain loads and stores suffice.
struct Metered;

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
}

/// The most steps for each byte of an input, and how many do not depend on it: what `extract/linear.rs` allows one reading.
const STEPS: (usize, usize) = (1000, 3_000_000);

/// These hold each of their readings to that bound, and not all of them together: there are up to ten of the same text.
const EACH_READING: [&str; 3] = ["any_text", "from_str", "stream"];

/// The most bytes of memory for each byte of an input, and how many do not depend on it. A reading may need 16 and 64 KiB; the values
/// and texts that a target compares are in here too.
const MEMORY: (usize, usize) = (256, 64 << 10);

/// These keep what they make: documents and kinds of damage, schemas and their validators.
const KEEPING: [&str; 2] = ["damage", "shapes"];

/// Runs the target of this name.
///
/// # Panics
///
/// If a rule is broken, or the target costs too much.
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("a target");
    let before = LIVE.load(Relaxed);
    PEAK.store(before, Relaxed);
    let steps = steps_of(|| target(data));
    let memory = PEAK.load(Relaxed).saturating_sub(before);
    let most = |(each, base): (usize, usize)| each * data.len() + base;
    assert!(
        EACH_READING.contains(&name) || steps <= most(STEPS),
        "{steps} steps for {} bytes",
        data.len()
    );
    assert!(
        KEEPING.contains(&name) || memory <= most(MEMORY),
        "{memory} bytes of memory for {} bytes",
        data.len()
    );
}

#[cfg(llm_output_steps)]
use llm_output::__private_0_1_0::steps_of;

#[cfg(not(llm_output_steps))]
fn steps_of(work: impl FnOnce()) -> usize {
    work();
    0
}
