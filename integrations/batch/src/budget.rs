//! A limit on the bytes that are read but not written yet.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// How many bytes may be on the way from the reader to the writer.
#[derive(Debug)]
pub(crate) struct Budget {
    limit: usize,
    used: Mutex<usize>,
    freed: Condvar,
}

/// A part of a [`Budget`], which is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Share<'b> {
    budget: &'b Budget,
    bytes: usize,
}

impl Budget {
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            used: Mutex::new(0),
            freed: Condvar::new(),
        }
    }

    /// Waits until `bytes` are free. More than the whole budget waits until all of it is free.
    pub(crate) fn take(&self, bytes: usize) -> Share<'_> {
        let bytes = bytes.min(self.limit);
        let mut used = self
            .freed
            .wait_while(self.used(), |used| *used + bytes > self.limit)
            .unwrap_or_else(PoisonError::into_inner);
        *used += bytes;
        Share { budget: self, bytes }
    }

    fn used(&self) -> MutexGuard<'_, usize> {
        // No thread panics while it counts.
        self.used.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        *self.budget.used() -= self.bytes;
        self.budget.freed.notify_all();
    }
}
