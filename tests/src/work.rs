//! The work of one reading: as many steps as `extract/linear.rs` allows in the crate. Steps are counted only with `--cfg
//! llm_output_steps`, as the fuzz targets are built; without it, nothing is checked.

/// The most steps of a reading for each byte of its text, and how many do not depend on it.
#[cfg(llm_output_steps)]
const STEPS: (usize, usize) = (1000, 3_000_000);

/// The work of one reading, which may be done in parts: a text may arrive in chunks.
#[derive(Debug, Default)]
pub struct Work {
    steps: usize,
}

impl Work {
    /// Does a part of the work.
    pub fn part<R>(&mut self, part: impl FnOnce() -> R) -> R {
        let (done, steps) = counted(part);
        self.steps += steps;
        done
    }

    /// Ends the reading of this text.
    ///
    /// # Panics
    ///
    /// If that was too much work.
    pub fn end(self, text: &str) {
        #[cfg(llm_output_steps)]
        {
            let most = STEPS.0 * text.len() + STEPS.1;
            assert!(
                self.steps <= most,
                "{} steps for one reading of {} bytes",
                self.steps,
                text.len()
            );
        }
        let _ = (self, text);
    }
}

/// Reads this text.
///
/// # Panics
///
/// If that is too much work.
pub fn reading<R>(text: &str, read: impl FnOnce() -> R) -> R {
    let mut work = Work::default();
    let outcome = work.part(read);
    work.end(text);
    outcome
}

#[cfg(llm_output_steps)]
fn counted<R>(part: impl FnOnce() -> R) -> (R, usize) {
    let mut done = None;
    let steps = llm_output::__private_0_1_0::steps_of(|| done = Some(part()));
    (done.expect("it was done"), steps)
}

#[cfg(not(llm_output_steps))]
fn counted<R>(part: impl FnOnce() -> R) -> (R, usize) {
    (part(), 0)
}
