//! What the crate uses of the standard library alone, and what replaces it without the feature `std`.

/// Searched by hash, or in order: what uses one never depends on the order of its keys.
#[cfg(feature = "std")]
pub(crate) use std::collections::{HashMap, HashSet};
#[cfg(not(feature = "std"))]
pub(crate) use {alloc::collections::BTreeMap as HashMap, alloc::collections::BTreeSet as HashSet};

/// A value that is made on its first use. Without the standard library, threads cannot share it, and so it is not `Sync`.
#[cfg(not(feature = "std"))]
pub(crate) use core::cell::OnceCell as OnceLock;
#[cfg(feature = "std")]
pub(crate) use std::sync::OnceLock;
