//! How much work a text may cause, in one place.
//!
//! Why reading is linear: every byte is read once on the way forward. All other work is charged to one of the allowances below
//! *before* it is done, and each allowance is a multiple of the text's length plus a constant. Where one is used up, nothing
//! is looked at twice any more: a search ahead answers "not found", a candidate is not read, the rest of the text is
//! skipped. So all work together is at most a multiple of the length plus a constant. What is not charged looks at no more than a
//! fixed number of bytes, such as [`LONGEST_KEY`].
//!
//! The constants serve short texts: a reply of one kilobyte may be looked at many times, since that costs little.
//! `extract/linear` counts the steps of hostile texts of one length and of twice that length.

/// Bytes that may be looked at ahead of the cursor, by all candidates together.
pub(crate) const fn lookahead(length: usize) -> usize {
    12 * length + 4096
}

/// Bytes that may be read again because the cursor went back, by all candidates together.
pub(crate) const fn returns(length: usize) -> usize {
    6 * length + 4096
}

/// Bytes that may be read of candidates that lead to nothing.
pub(crate) const fn candidates(length: usize) -> usize {
    3 * length + CANDIDATES_BASE
}

/// Bytes of candidates that may be read once more with every closing bracket in doubt.
pub(crate) const fn wary(length: usize) -> usize {
    2 * length + 4096
}

/// What reading a candidate once more is charged at least.
pub(crate) const LEAST_WARY: usize = 256;

/// An error proves which severity would accept the text by reading it again, unless the reading before had charged more than
/// this. The constant is that of [`candidates`] and [`returns`] together, so that short texts are judged by the same measure
/// as long ones.
pub(crate) const fn proof(length: usize) -> usize {
    3 * length + CANDIDATES_BASE + 4096
}

/// Levels of elements or indented lines that are read as parts of a value. What is deeper is text.
pub(crate) const NESTED: u32 = 64;

const CANDIDATES_BASE: usize = 49_152;

/// No key that is searched for in broken text is longer, in bytes.
pub(crate) const LONGEST_KEY: usize = 160;

/// Levels of lists and objects in a value whose type does not limit them.
#[cfg(any(feature = "any", feature = "serde"))]
pub(crate) const DEEPEST: u32 = 128;

/// How many questions a type of serde's is asked to learn what it is made of.
#[cfg(feature = "serde")]
pub(crate) const QUESTIONS: u32 = 20_000;

/// How often the visitors of a type of serde's are shown one value, each time after the last refusal was dealt with.
#[cfg(feature = "serde")]
pub(crate) const SHOWN: usize = 100_000;
