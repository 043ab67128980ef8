//! Work counted in steps: one for each time that a byte is looked at. Only tests and fuzz targets count (`--cfg
//! llm_output_steps`); other builds contain none of this code.

#[cfg(any(test, llm_output_steps))]
std::thread_local! {
    static TAKEN: core::cell::Cell<usize> = const { core::cell::Cell::new(0) };
}

/// Counts `count` steps.
#[inline(always)]
pub(crate) fn step(count: usize) {
    #[cfg(any(test, llm_output_steps))]
    TAKEN.with(|taken| taken.set(taken.get() + count));
    #[cfg(not(any(test, llm_output_steps)))]
    let _ = count;
}

/// Counts the bytes that a search from `from` to `found` has looked at, and gives the place back.
#[inline(always)]
pub(crate) fn searched(from: usize, found: usize) -> usize {
    step(found.saturating_sub(from) + 1);
    found
}

/// Counts the steps of `work` on this thread. They are also among the steps of other work that this is a part of.
#[cfg(any(test, llm_output_steps))]
#[cfg_attr(not(llm_output_steps), expect(unreachable_pub, reason = "fuzz targets call it"))]
pub fn steps_of(work: impl FnOnce()) -> usize {
    let before = TAKEN.with(core::cell::Cell::get);
    work();
    TAKEN.with(core::cell::Cell::get) - before
}
